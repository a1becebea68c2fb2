"""The files of the suite: the same bytes in each build, every hash checked, parts exported."""

from __future__ import annotations

import codecs
import gc
import json
import shutil
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import jsonschema
import msgspec
import pytest
from click.testing import CliRunner, Result

from meldcheck.commands.suite import command
from meldcheck.games import MEASURES
from meldcheck.sources import matrix
from meldcheck.suite import build, store
from meldcheck.suite.store import VERSION, Suite
from meldcheck.words import places
from meldcheck.words.case import Kind, Matrix, Origin, Tier
from meldcheck.words.errors import SpecError
from tests import committed

from .laws import write_law

PROJECT = places.suite_directory()
FOUND = PROJECT.parent / "found"


def run(*words: str) -> Result:
    return CliRunner().invoke(command, words)


@pytest.fixture
def small(tmp_path: Path) -> tuple[Suite, Path]:
    """The suite of the small law, and the folder in which it was written."""
    built = build.build(write_law(tmp_path / "law"), tmp_path / "nothing")
    folder = tmp_path / "suite"
    store.write(store.files(built), folder)
    return built, folder


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    marked = tmp_path / "marked.json"
    marked.write_bytes(codecs.BOM_UTF8 + b'{"games": {}}')
    assert store.read_json(marked, dict) == {"games": {}}
    assert store.read_mapping(marked) == {"games": {}}


def test_what_is_written_is_what_is_loaded(small: tuple[Suite, Path]) -> None:
    built, folder = small
    assert store.load(folder) == built
    assert store.differing(store.files(built), folder) == []


def test_a_game_is_loaded_without_the_files_of_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    shutil.copytree(places.suite_directory(), folder)
    whole = store.load(folder)
    for damaged in folder.glob("rummy/*.json"):
        damaged.write_bytes(b"{")
    for game in ("tongits", "carousel"):
        part = store.load(folder, (game,))
        assert part.cases == tuple(case for case in whole.cases if case.game == game)
        assert part.law == whole.law
    with pytest.raises(SpecError, match="not valid JSON"):
        store.load(folder, ("tongits", "rummy"))


def test_garbage_is_collected_again_after_a_file_was_read(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_bytes(b"{")
    with pytest.raises(SpecError):
        store.read_json(wrong, dict)
    assert gc.isenabled()


def test_files_are_canonical(small: tuple[Suite, Path]) -> None:
    _, folder = small
    for path in folder.rglob("*.json"):
        content = path.read_bytes()
        assert b"\r" not in content
        assert content.endswith(b"}\n")
        assert store.pretty(json.loads(content)) == content


def test_the_manifest_tells_what_there_is(small: tuple[Suite, Path]) -> None:
    built, _ = small
    manifest = built.manifest
    assert manifest.version == store.VERSION
    assert list(manifest.groups) == ["tongits/turn.json"]
    assert manifest.counts["game"] == {"tongits": 5}
    assert manifest.counts["kind"] == {"meld": 2, "play": 2, "settle": 1}
    assert manifest.counts["origin"] == {"document": 5}
    assert manifest.counts["profile"] == {"default": 3, "options": 2}
    assert [flag.name for flag in manifest.flags] == ["out-of-turn"]
    notes = {note.id: note.citations for note in manifest.clauses}
    assert notes["tongits.turn.to-act"] == ("page S1: All, sentence 1",)
    assert notes["tongits.turn.price"] == ("page S2: All, sentence 2, implied",)


def test_smoke_is_the_shortest_of_each_chapter_and_kind(small: tuple[Suite, Path]) -> None:
    built, _ = small
    smoke = sorted(case.id for case in built.cases if case.tier is Tier.SMOKE)
    assert smoke == [
        "tongits.turn.dealer-once",
        "tongits.turn.three.sevens",
        "tongits.turn.two-pay",
    ]


def test_stale_files_are_taken_away(small: tuple[Suite, Path]) -> None:
    built, folder = small
    (folder / "tongits" / "old.json").write_text("{}")
    assert store.differing(store.files(built), folder) == ["tongits/old.json: not of this suite"]
    store.write(store.files(built), folder)
    assert store.differing(store.files(built), folder) == []


def test_differences_are_named_by_file(small: tuple[Suite, Path]) -> None:
    built, folder = small
    (folder / "manifest.json").unlink()
    turn = folder / "tongits" / "turn.json"
    turn.write_text(turn.read_text().replace("sevens", "seven"))
    assert store.differing(store.files(built), folder) == [
        "manifest.json: missing",
        "tongits/turn.json: differs from a fresh build",
    ]


def cut(text: str) -> str:
    return text[: len(text) // 2]


TORN: dict[str, tuple[str, Callable[[str], str], str]] = {
    "cut manifest": ("manifest.json", cut, "not valid JSON"),
    "cut group": ("tongits/turn.json", cut, "not valid JSON"),
    "no json": ("tongits/turn.json", lambda text: "nothing", "turn.json:1: not valid JSON"),
    "unknown field": (
        "tongits/turn.json",
        lambda text: text.replace('"kind": "settle"', '"kind": "settle", "kin": 1'),
        "unknown field `kin` - at `$.cases[",
    ),
    "unknown kind": (
        "tongits/turn.json",
        lambda text: text.replace('"kind": "settle"', '"kind": "settel"'),
        "(case tongits.turn.two-pay)",
    ),
    "changed case": (
        "tongits/turn.json",
        lambda text: text.replace('"burned": [0]', '"burned": [2]'),
        "the cases do not have the hash that the file states",
    ),
    "other hash": (
        "manifest.json",
        lambda text: text.replace('turn.json": "', 'turn.json": "0'),
        "not the group that manifest.json lists",
    ),
    "other group": (
        "manifest.json",
        lambda text: text.replace("tongits/turn.json", "tongits/trun.json"),
        "trun.json: No such file",
    ),
    "other overall hash": (
        "manifest.json",
        lambda text: text.replace(' "hash": "', ' "hash": "0'),
        "the hash is not that of the groups",
    ),
    "withdrawn id": (
        "manifest.json",
        lambda text: (
            text.rstrip()[:-1]
            + ', "withdrawn": [{"id": "tongits.turn.two-pay", "reason": "x", "since": "1"}]}'
        ),
        "the case tongits.turn.two-pay is also in withdrawn",
    ),
}


@pytest.mark.parametrize("fault", TORN)
def test_a_torn_suite_is_one_line_with_its_place(small: tuple[Suite, Path], fault: str) -> None:
    _, folder = small
    name, tear, message = TORN[fault]
    path = folder / name
    torn = tear(path.read_text(encoding="utf-8"))
    assert torn != path.read_text(encoding="utf-8")
    path.write_text(torn, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        store.load(folder)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(folder))
    assert "\n" not in str(caught.value)


def test_a_file_that_no_manifest_lists_is_refused(small: tuple[Suite, Path]) -> None:
    _, folder = small
    (folder / "tongits" / "more.json").write_text("{}")
    with pytest.raises(SpecError, match="does not list this file"):
        store.load(folder)


def test_a_part_is_a_suite_of_its_own(small: tuple[Suite, Path]) -> None:
    built, _ = small
    part = store.select(built, "tongits", Tier.SMOKE)
    assert len(part.cases) == 3
    assert part.manifest.counts["tier"] == {"smoke": 3}
    assert part.manifest.flags == ()
    assert part.manifest.hash != built.manifest.hash
    assert store.select(built, "rummy").cases == ()


# ── the committed suite ──────────────────────────────────────────────────────────────────────────


def test_the_committed_cases_are_what_the_documents_make_but_for_their_rules() -> None:
    """The readings of a case are not compared: finding them takes a play under every reading."""
    stated = [
        case
        for game in build.covered(places.spec_directory())
        for case in store.with_smoke([*committed.stated(game)])
    ]
    made = {case.id: case for case in (*stated, *build.derived(FOUND))}
    there = {case.id: case for case in committed.suite().cases}
    assert made.keys() == there.keys()
    for name, case in there.items():
        assert made[name].rules.items() <= case.rules.items()
        assert msgspec.structs.replace(made[name], rules=case.rules) == case


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.slow)])
def test_the_manifest_and_the_verdicts_fit_their_schemas(every: int) -> None:
    """Of the cases with verdicts, one of ``every``."""
    schemas = {name: json.loads(text) for name, text in store.schemas().items()}
    manifest = json.loads((PROJECT / "manifest.json").read_bytes())
    jsonschema.validate(manifest, schemas["manifest.json"])
    verdicts = json.loads((places.suite_directory() / store.VERDICTS).read_bytes())
    for of_cases in ("cases", "of"):
        verdicts[of_cases] = dict(islice(verdicts[of_cases].items(), 0, None, every))
    jsonschema.validate(verdicts, schemas["matrix.json"])


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game == "carousel" else pytest.mark.slow) for game in MEASURES],
)
def test_every_group_fits_its_schema(game: str) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(store.schemas()["group.json"]))
    groups = sorted((PROJECT / game).glob("*.json"))
    assert len(groups) > 5
    for group in groups:
        validator.validate(json.loads(group.read_bytes()))


@pytest.mark.parametrize("game", MEASURES)
def test_the_smoke_tier_is_small_and_by_hand(game: str) -> None:
    cases = [case for case in committed.suite().cases if case.game == game]
    smoke = [case for case in cases if case.tier is Tier.SMOKE]
    assert 15 <= len(smoke) <= 40
    assert {case.origin for case in smoke} == {Origin.DOCUMENT}
    by_hand = {case.kind for case in cases if case.origin is Origin.DOCUMENT}
    assert {case.kind for case in smoke} == by_hand


def test_every_kind_is_there_and_every_refusal_has_a_control() -> None:
    cases = committed.suite().cases
    assert {case.kind for case in cases} == set(Kind)
    for case in cases:
        refused = bool(case.refused) or any(getattr(step, "refused", ()) for step in case.steps)
        assert refused == (case.control is not None), case.id


# ── the commands ─────────────────────────────────────────────────────────────────────────────────


def test_check_of_a_folder_verifies_its_hashes(small: tuple[Suite, Path]) -> None:
    _, folder = small
    done = run("check", str(folder), "--format", "json")
    assert done.exit_code == 0
    told = json.loads(done.output)
    assert (told["holds"], told["fresh"], told["cases"]) == (True, False, 5)
    (folder / "tongits" / "turn.json").write_text("{")
    assert isinstance(run("check", str(folder)).exception, SpecError)
    assert run("check", str(folder / "nothing")).exit_code == 2


def test_export_copies_a_part(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    done = run("export", str(folder), "--tier", "smoke", "--game", "tongits")
    assert done.exit_code == 0
    exported = store.load(folder)
    assert {case.tier for case in exported.cases} == {Tier.SMOKE}
    assert run("export", str(folder), "--game", "carousel").exit_code == 0
    whole = [case for case in committed.suite().cases if case.game == "carousel"]
    assert list(store.load(folder).cases) == whole


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--game", "whist"),
            "no case is selected; the games are carousel, indian-chief, rummy, three-thirteen, "
            "tongits",
        ),
        (("--tier", "huge"), "'huge' is not one of"),
    ],
)
def test_export_of_nothing_is_wrong_use(
    tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    done = run("export", str(tmp_path / "out"), *words)
    assert done.exit_code == 2
    assert message in done.output


def test_export_leaves_other_folders_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.json").write_text("{}")
    done = run("export", str(tmp_path))
    assert done.exit_code == 2
    assert "has files that are not a suite" in done.output
    assert (tmp_path / "letter.json").exists()
    done = run("export", str(tmp_path / "letter.json"))
    assert done.exit_code == 2
    assert "is not a folder" in done.output


def test_build_and_check_in_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = write_law(tmp_path)
    target = tmp_path / "conformance" / "suite"
    monkeypatch.setattr(places, "checkout", lambda: tmp_path)
    monkeypatch.setattr(places, "spec_directory", lambda: spec)
    monkeypatch.setattr(places, "suite_directory", lambda: target)
    assert run("check").exit_code == 1
    done = run("build")
    assert (done.exit_code, done.output) == (0, f"suite {VERSION}: 5 cases (5 document)\n")
    assert (tmp_path / "conformance" / "schemas" / "case.json").is_file()
    done = run("check")
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        "verdicts.json: missing, or not of this suite",
        "run: meldspec suite verdicts",
    ]
    manifest = store.load(target).manifest
    matrix.write(Matrix(suite=manifest.hash, law=manifest.law, cases={}), target)
    assert run("check").exit_code == 0
    chapter = spec / "tongits" / "turn.md"
    chapter.write_text(chapter.read_text(encoding="utf-8").replace("does not act", "never acts"))
    done = run("check", "--format", "json")
    assert done.exit_code == 1
    assert json.loads(done.output)["differences"] == [
        "conformance/suite/manifest.json: differs from a fresh build",
        "conformance/suite/tongits/turn.json: differs from a fresh build",
    ]


def test_an_installed_copy_checks_its_hashes_and_builds_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(places, "suite_directory", lambda: PROJECT)
    monkeypatch.setattr(places, "checkout", lambda: None)
    done = run("check", "--format", "json")
    assert (done.exit_code, json.loads(done.output)["fresh"]) == (0, False)
    assert run("build").exit_code == 2
    assert run("find", "--seed", "1", "--count", "10").exit_code == 2
