"""Commands that people wait for read the published files and import little else.

The published files are believed only if they are whole and of the present documents; the documents
are read otherwise, and give the same answers.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from meldcheck import cli
from meldcheck.law import recorded
from meldcheck.law.rulesets import load_shelf
from meldcheck.suite import store
from meldcheck.words import places
from meldcheck.words.errors import SpecError
from meldcheck.words.published import CLAUSES, QUESTIONS, published
from meldspec.games import GAMES, package_of

from ..sampled import sampled

QUESTION = "tongits.answering.challenge-eligibility"
CLAUSE = "tongits.draw-call.opponent-layoff"


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the suite that commands read, and that a test may damage."""
    copy = tmp_path / "suite"
    shutil.copytree(places.suite_directory(), copy)
    monkeypatch.setattr(places, "suite_directory", lambda: copy)
    forget()
    yield copy
    forget()


def forget() -> None:
    """Let the next command read the files again, as a process of its own does."""
    load_shelf.cache_clear()
    recorded._published.cache_clear()


def told(*words: str) -> str:
    """The answer of a command."""
    result = CliRunner().invoke(cli.main, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


def make_stale(folder: Path) -> None:
    """Let the manifest be of other documents."""
    replace(folder / store.MANIFEST, '"documents": "', '"documents": "0')


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    forget()


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=sampled(at, 3)) for at, game in enumerate(GAMES)]
)
def test_rules_are_the_same_from_the_documents(game: str, suite: Path) -> None:
    names = [None, "default", *load_shelf(places.spec_directory(), game).rule_sets]
    asked = [
        ["rules", game, *([] if name is None else ["--rules", name]), "--format", form]
        for name in names
        for form in ("text", "json")
    ]
    quick = [told(*words) for words in asked]
    make_stale(suite)
    assert published(places.spec_directory()) is None
    assert [told(*words) for words in asked] == quick


def test_other_answers_are_the_same_from_the_documents(suite: Path, tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    steps = [{"by": 0, "do": {"type": "draw"}}]
    played = {"game": "rummy", "players": 2, "dealer": 0, "steps": steps}
    trace.write_text(json.dumps(played), encoding="utf-8")
    asked = [
        ["settle", QUESTION],
        ["evidence", CLAUSE, "--format", "json"],
        ["evidence", "--game", "tongits"],
        ["replay", str(trace)],
    ]
    as_value = ["settle", QUESTION, "--format", "json"]
    quick, value = [told(*words) for words in asked], json.loads(told(*as_value))
    make_stale(suite)
    assert [told(*words) for words in asked] == quick
    assert json.loads(told(*as_value)) == value


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (QUESTIONS, "challenger", "caller"),
        (CLAUSES, "challenger", "caller"),
        (QUESTIONS, "{", ""),
        (store.MANIFEST, '"law": {', '"law": ['),
        (store.MANIFEST, '"questions.json": "', '"questions.json": "0'),
        (store.MANIFEST, '"documents": "', '"documents": "0'),
    ],
)
def test_files_that_are_damaged_or_of_other_documents_are_not_believed(
    name: str, old: str, new: str, suite: Path
) -> None:
    assert published(places.spec_directory()) is not None
    replace(suite / name, old, new)
    assert published(places.spec_directory()) is None


@pytest.mark.parametrize("name", [QUESTIONS, CLAUSES, store.MANIFEST])
def test_a_missing_file_is_not_believed(name: str, suite: Path) -> None:
    (suite / name).unlink()
    forget()
    assert published(places.spec_directory()) is None


@pytest.mark.parametrize("damage", ["altered", "missing", "torn"])
def test_damaged_cases_are_refused(damage: str, suite: Path) -> None:
    file = suite / "tongits" / "answering.json"
    match damage:
        case "altered":
            replace(file, '"dealer": 0', '"dealer": 1')
        case "torn":
            replace(file, "{", "")
        case _:
            file.unlink()
            forget()
    found = published(places.spec_directory())
    assert found is not None
    assert [*found.cases("tongits", "deal")]
    with pytest.raises(SpecError, match=r"answering\.json: not the group"):
        list(found.cases("tongits"))


def test_the_law_is_that_of_the_documents() -> None:
    found = published(places.spec_directory())
    assert found is not None
    read = store.load(places.suite_directory())
    assert found.law == read.law
    for game in GAMES:
        assert [*found.cases(game)] == [case for case in read.cases if case.game == game]


GAME_PACKAGES = {package_of(name) for name in GAMES}


@pytest.mark.parametrize(
    ("words", "without"),
    [
        (["--help"], {"meldspec", "meldcheck.commands", "yaml", "rich", "markdown_it"}),
        (
            ["settle", QUESTION, "--format", "json"],
            {*GAME_PACKAGES, "meldcheck.law", "meldcheck.suite", "yaml", "rich", "markdown_it"},
        ),
        (
            ["settle", QUESTION],
            {
                *(GAME_PACKAGES - {package_of("tongits")}),
                "meldcheck.law.document",
                "meldcheck.suite",
                "yaml",
                "rich",
                "markdown_it",
            },
        ),
        (
            ["rules", "tongits"],
            {
                *(GAME_PACKAGES - {package_of("tongits")}),
                "meldspec.kernel",
                "meldspec.tongits.table",
                "meldcheck.law.document",
                "meldcheck.suite",
                "yaml",
                "rich",
            },
        ),
        (["evidence", CLAUSE], {*GAME_PACKAGES, "rich"}),
        (["perft", "rummy", "--depth", "0"], {*(GAME_PACKAGES - {package_of("rummy")}), "rich"}),
    ],
)
def test_a_command_imports_only_its_own(words: Sequence[str], without: set[str]) -> None:
    asked = (
        "import sys\n"
        "from meldcheck.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", asked, *words], capture_output=True, text=True, check=True
    )
    imported = set(ran.stderr.split())
    assert "meldcheck.cli" in imported
    within = {".".join(name.split(".")[: at + 1]) for name in imported for at in range(3)}
    assert not within & without
