"""Rule sets: the profiles of the sources, the named variations, house rule files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from meldcheck.check import plan
from meldcheck.check.plan import plan_of
from meldcheck.check.run import run
from meldcheck.cli import main
from meldcheck.engine.process import Engine
from meldcheck.law.clauses import Admits, Document, Law, Question, QuestionKind, QuestionStatus
from meldcheck.law.covering import covering
from meldcheck.law.housefiles import read_house_file
from meldcheck.law.profiles import Word, profile
from meldcheck.law.rulesets import RuleSet, Shelf, load_shelf, shelf_of
from meldcheck.law.rulespace import RuleSpace
from meldcheck.suite import store
from meldcheck.suite.depends import depending
from meldcheck.suite.store import VERSION
from meldcheck.words import places
from meldcheck.words.case import Kind
from meldcheck.words.errors import SpecError
from meldspec.cards import ONE_PACK, texts
from meldspec.games import GAMES
from tests import committed

from .standins import MELD, NO_MELD, case, deal, write_suite

TONGITS = GAMES["tongits"]
USUAL = RuleSpace.of(TONGITS).default
THREE_WAY = "showdown.tie_three_way"
LEVEL = "settlement.special_payment_level"
SOURCES = ("denexa", "pagat", "pagat-partial", "wikipedia")
VARIATIONS = ("pagat-additive", "pagat-long-run", "pagat-two-chips", "wikipedia-strict")
NAMES = ("default", *SOURCES, *VARIATIONS)
WON_BY_TONGITS = {
    "end": "tongits",
    "winner": 0,
    "hands": [[], ["KC"], ["KD"]],
    "melds": [
        {"owner": seat, "cards": cards}
        for seat, cards in enumerate((["4C", "4D", "4H"], ["5C", "5D", "5H"], ["6C", "6D", "6H"]))
    ],
}


@cache
def shelf() -> Shelf:
    return load_shelf(places.spec_directory(), "tongits")


def named(name: str) -> RuleSet:
    found = shelf().find(name)
    assert found is not None
    return found


def meldspec(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def complaint(result: Result) -> str:
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (line,) = result.stderr.splitlines()
    return line.removeprefix("meldspec: ")


# ── the sources ──────────────────────────────────────────────────────────────────────────────────


def asking(option: str, readings: str, default: str, **more: Any) -> Question:
    """A question for small laws; the source ``page`` is the first one that has an answer."""
    fields: dict[str, Any] = {
        "id": f"tongits.{option.replace('_', '-')}",
        "file": "spec/tongits/some.md",
        "line": 7,
        "kind": QuestionKind.GAP,
        "status": QuestionStatus.OPTION,
        "readings": dict.fromkeys(readings.split(), "so"),
        "default": default,
        "reason": "so it is",
        **more,
    }
    return Question(**fields)


def law_of(*questions: Question) -> Law:
    document = Document("spec/tongits/some.md", "some", "Some", (), questions, ())
    return Law("tongits", (document,), {}, (), SOURCES)


def page(says: str = "", implies: str = "", *, lost: bool = False) -> dict[str, Admits]:
    """The source ``page``, which says and implies these readings in some sentence."""
    return {
        "page": Admits(
            says=dict.fromkeys(says.split(), ("S1",)),
            implies=dict.fromkeys(implies.split(), ("S2",)),
            lost=lost,
        )
    }


@pytest.mark.parametrize(
    ("admits", "chosen", "how"),
    [
        (page(), "first", Word.SILENT),
        (page(lost=True), "first", Word.LOST),
        (page(says="third", implies="first"), "first", Word.IMPLIES),
        (page(says="third", implies="second"), "third", Word.SAYS),
        (page(says="third second"), "second", Word.SAYS),
        (page(implies="third second"), "second", Word.IMPLIES),
        (page(says="fourth", implies="third"), "third", Word.IMPLIES),
        ({}, "first", Word.SILENT),
    ],
)
def test_the_default_stands_for_a_source_and_else_what_it_says(
    admits: dict[str, Admits], chosen: str, how: Word
) -> None:
    asked = asking(
        "turn.some_option",
        "first second third fourth",
        "first",
        sources=admits,
        unplayable={"fourth": "nobody can"},
    )
    read = profile(law_of(asked), "page")
    assert read.readings["turn.some_option"] == chosen
    assert read.words["turn.some_option"] is how
    assert read.changes == ()


def test_a_source_that_admits_only_what_cannot_be_played_is_stood_for_by_the_default() -> None:
    unplayable = {"other": "nobody can"}
    asked = asking("a.b", "one two other", "one", sources=page("other"), unplayable=unplayable)
    read = profile(law_of(asked), "page")
    assert read.readings["a.b"] == "one"
    (change,) = read.changes
    assert change.sentence == "a.b is one instead of other: nobody can"


def test_a_question_that_cannot_matter_to_a_source_is_not_left_open() -> None:
    switch = asking("a.switch", "off on", "off", sources=page(says="off"))
    under = asking("a.under", "one two", "one", alive_when=({"a.switch": ("on",)},))
    assert profile(law_of(switch, under), "page").open == ()
    either = msgspec.structs.replace(switch, sources=page(says="off", implies="on"))
    assert profile(law_of(either, under), "page").open == ("a.switch", "a.under")


KEPT, BACK = "drawing.discard_meld_exposure", "discarding.discard_taken_card_back"


def exposure(**more: Any) -> Question:
    return asking(KEPT, "must_expose may_keep_in_hand", "must_expose", **more)


def taken_back(**more: Any) -> Question:
    readings = "impossible_because_melded forbidden allowed"
    return asking(BACK, readings, "impossible_because_melded", **more)


@pytest.mark.parametrize(
    ("kept", "back", "changed"),
    [
        (page(says="may_keep_in_hand"), page(), {BACK: "forbidden"}),
        (
            page(says="may_keep_in_hand"),
            page(implies="impossible_because_melded allowed"),
            {BACK: "allowed"},
        ),
        (
            page(implies="may_keep_in_hand"),
            page(says="impossible_because_melded allowed"),
            {BACK: "allowed"},
        ),
        (page(implies="may_keep_in_hand"), page(says="forbidden"), {}),
    ],
)
def test_where_readings_do_not_go_together_the_least_is_changed(
    kept: dict[str, Admits], back: dict[str, Admits], changed: dict[str, str]
) -> None:
    law = law_of(exposure(sources=kept), taken_back(sources=back))
    read = profile(law, "page")
    assert read.readings[KEPT] == "may_keep_in_hand"
    assert {change.option: change.chosen for change in read.changes} == changed
    TONGITS.rule_set({"options": dict(read.readings)})


def test_a_source_whose_readings_cannot_go_together_at_all_is_told_with_the_place() -> None:
    kept = exposure(sources=page(says="may_keep_in_hand"))
    back = taken_back(sources=page(says="impossible_because_melded"))
    with pytest.raises(
        SpecError, match=r"some\.md:7: the readings that page admits cannot be played: drawing"
    ):
        profile(law_of(kept, back), "page")


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_is_stood_for_by_what_it_admits(source: str) -> None:
    read = profile(shelf().law, source)
    assert read.readings.keys() == USUAL.keys()
    changed = {change.option for change in read.changes}
    for option, reading in read.readings.items():
        assert reading in read.admits[option]
        if USUAL[option] in read.admits[option] and option not in changed:
            assert reading == USUAL[option]
    assert named(source).readings == read.readings


@pytest.mark.parametrize("source", SOURCES)
def test_a_profile_says_what_its_source_has_to_do_with_each_clause(source: str) -> None:
    law = shelf().law
    read = profile(law, source)
    assert read.stances.keys() == law.clauses.keys()
    assert sum(bool(stance.says) for stance in read.stances.values()) > 50
    for name, stance in read.stances.items():
        assert stance == law.clauses[name].sources.get(source, stance)


def test_the_article_does_not_say_what_becomes_of_a_discard_that_is_kept() -> None:
    article = profile(shelf().law, "wikipedia")
    (change,) = article.changes
    assert (change.option, change.wanted, change.chosen) == (
        BACK,
        "impossible_because_melded",
        "forbidden",
    )
    assert f"{KEPT} 'may_keep_in_hand' needs {BACK}" in change.reason


def test_what_a_source_leaves_open_is_what_it_admits_twice() -> None:
    pages = {source: profile(shelf().law, source) for source in SOURCES}
    assert "settlement.challenge_payment_composition" in pages["pagat"].open
    assert LEVEL not in pages["pagat"].open
    assert "answering.challenge_eligibility" in pages["wikipedia"].open
    assert "variations.spread_payment" in pages["wikipedia"].open
    assert "variations.spread_payment" not in pages["pagat"].open


# ── names ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_readings_stand_beside_what_they_need(game: str) -> None:
    space = RuleSpace.of(GAMES[game])
    assert not space.unmet(space.default)
    for need in space.needs:
        bare = {need.option: need.reading}
        assert (need in space.unmet(bare)) == (space.default[need.needed] not in need.readings)
        assert not space.unmet(space.with_needs(bare))
        against = next(one for one in space.readings[need.needed] if one not in need.readings)
        assert need in space.unmet(space.with_needs({**bare, need.needed: against}))


@pytest.mark.parametrize("game", GAMES)
def test_the_fewest_readings_let_each_reading_be_played_and_matter(game: str) -> None:
    space = load_shelf(places.spec_directory(), game).space
    for option, (_, *others) in space.readings.items():
        for reading in others:
            own = {option: reading}
            beside = space.fewest_beside([(space.default, own)], {})
            whole = {**space.default, **beside, **own}
            assert not space.unmet(whole)
            assert all(space.is_alive(name, whole) for name in (option, *beside)), own
            for name in beside:
                fewer = {**whole, name: space.default[name]}
                assert space.unmet(fewer) or not all(
                    space.is_alive(each, fewer) for each in (option, *beside) if each != name
                )


def test_only_the_documents_say_which_options_matter() -> None:
    with pytest.raises(ValueError, match="were not read"):
        RuleSpace.of(TONGITS).is_alive(THREE_WAY, USUAL)


def test_there_are_the_default_the_sources_and_the_variations() -> None:
    assert tuple(shelf().rule_sets) == NAMES


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("pagat_additive", "pagat-additive"),
        ("pagat_two_chip", "pagat-two-chips"),
        ("pagat-two-chip", "pagat-two-chips"),
        ("Pagat-Long-Run", "pagat-long-run"),
        ("wikipedia_strict", "wikipedia-strict"),
        ("pagat_partial", "pagat-partial"),
        ("default", "default"),
    ],
)
def test_a_rule_set_is_found_by_each_of_its_names(words: str, name: str) -> None:
    assert named(words).name == name


@pytest.mark.parametrize("name", NAMES)
def test_each_named_rule_set_can_be_played(name: str) -> None:
    rule_set = named(name)
    TONGITS.rule_set({"options": dict(rule_set.readings)})
    TONGITS.rule_set({"options": dict(rule_set.sent)})
    assert rule_set.sent.items() <= rule_set.differs.items()


OFFERED = {"pagat-long-run": {"variations.long_run_bonus"}, "pagat-two-chips": {LEVEL}}
"""Variations that a text offers, which are not its own rules."""


@pytest.mark.parametrize("name", VARIATIONS)
def test_a_variation_is_what_its_source_admits_or_offers(name: str) -> None:
    source = name.partition("-")[0]
    admits = profile(shelf().law, source).admits
    otherwise = {o for o, reading in named(name).readings.items() if reading not in admits[o]}
    assert otherwise == OFFERED.get(name, set())
    assert named(name).base == source
    assert named(name).about


def test_a_variation_differs_from_its_base_by_what_its_file_says() -> None:
    base = named("pagat").readings
    differing = {
        name: {option: own for option, own in named(name).readings.items() if own != base[option]}
        for name in VARIATIONS[:3]
    }
    assert differing == {
        "pagat-additive": {"settlement.challenge_payment_composition": "adds_to_base"},
        "pagat-long-run": {"variations.long_run_bonus": "three_chips_for_5_plus"},
        "pagat-two-chips": {LEVEL: 2},
    }


def test_the_article_at_its_word_spares_a_secret_in_the_hand() -> None:
    readings = named("wikipedia-strict").readings
    assert {
        "draw_call.draw_call_open_requirement": "face_up_meld_required",
        "answering.challenge_eligibility": "opened_or_concealed_secret",
        "stock_end.exhaustion_eligibility": "opened_or_concealed_secret",
        "burned.burn_definition": "no_meld_laid_and_no_special",
        THREE_WAY: "last_to_challenge",
        "draw_call.draw_block_own_layoff": "no_block",
        LEVEL: 3,
    }.items() <= readings.items()


def test_what_does_not_matter_is_not_sent() -> None:
    article = named("wikipedia")
    assert article.readings["pot.second_win_bonus"] == "fixed_from_each_loser"
    assert "pot.second_win_bonus" not in article.sent


def shelf_with(folder: Path, **files: str) -> Shelf:
    """The rule sets of the documents with other variations."""
    place = folder / "tongits" / "rulesets"
    place.mkdir(parents=True)
    for name, text in files.items():
        (place / f"{name}.toml").write_text(f'game = "tongits"\n{text}', encoding="utf-8")
    return shelf_of(shelf().law, folder)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_sent_can_be_played_in_every_row_of_the_covering_array(game: str) -> None:
    """A reading may be needed by another without mattering itself."""
    space = load_shelf(places.spec_directory(), game).space
    for row in covering(game).rows:
        assert space.unmet(row) == []
        assert space.unmet(space.sent(row)) == []


def test_a_variation_may_start_from_a_variation(tmp_path: Path) -> None:
    made = shelf_with(
        tmp_path,
        a=f'base = "b"\n[options]\n"{THREE_WAY}" = "last_to_challenge"',
        b='base = "denexa"\n[options]\nspecial_payment_level = 2',
    )
    found = made.find("a")
    assert found is not None
    assert found.base == "b"
    assert dict(found.differs) == {
        THREE_WAY: "last_to_challenge",
        LEVEL: 2,
    }


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"a": 'base = "b"', "b": 'base = "c"', "c": 'base = "a"'},
            "c.toml:2: the bases form a circle: a from b from c from a",
        ),
        ({"a": 'base = "a"'}, "a.toml:2: the bases form a circle: a from a"),
        ({"a": 'base = "z"'}, "a.toml:2: no rule set 'z' to start from; known: default, denexa,"),
        ({"a": 'name = "b"'}, "a.toml:2: the name 'b' is not that of the file"),
        ({"pagat": ""}, "pagat.toml: 'pagat' is the name of a source or of the default"),
        ({"a": "", "b": 'aliases = ["a"]'}, "b.toml:2: 'a' is the name of a already"),
        ({"a": 'aliases = ["pagat"]'}, "a.toml:2: 'pagat' is the name of pagat already"),
    ],
)
def test_variations_that_do_not_fit_together_are_one_line(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    with pytest.raises(SpecError) as found:
        shelf_with(tmp_path, **files)
    place = f"{tmp_path / 'tongits' / 'rulesets'}{os.sep}"
    assert str(found.value).startswith(f"{place}{message}")


# ── house rule files ─────────────────────────────────────────────────────────────────────────────


def house(folder: Path, text: str, name: str = "house.toml") -> Path:
    file = folder / name
    file.write_text(f'game = "tongits"\n{text}', encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "written",
    [
        '[options]\n"showdown.tie_three_way" = "last_to_challenge"',
        '[options]\nshowdown.tie_three_way = "last_to_challenge"',
        '[options.showdown]\ntie_three_way = "last_to_challenge"',
        '[options]\ntie_three_way = "last_to_challenge"',
        '[options]\n"tongits.showdown.tie-three-way" = "last_to_challenge"',
        '[options]\n"showdown.tie-three-way" = "last_to_challenge"',
        '[options]\ntie-three-way = "last_to_challenge"',
        'options = { tie_three_way = "last_to_challenge" }',
    ],
)
def test_an_option_is_known_by_each_of_its_names(tmp_path: Path, written: str) -> None:
    made = shelf().house(house(tmp_path, written))
    assert dict(made.differs) == {THREE_WAY: "last_to_challenge"}


def test_a_house_file_has_its_file_s_name_and_starts_from_the_default(tmp_path: Path) -> None:
    made = shelf().house(house(tmp_path, "", "friday.toml"))
    assert (made.name, made.base, made.readings) == ("friday", "default", USUAL)


@pytest.mark.parametrize("number", ["2", '"2"'])
def test_a_number_may_stand_in_quotes(tmp_path: Path, number: str) -> None:
    written = f'base = "pagat_additive"\nname = "Ours"\n[options]\n{LEVEL} = {number}'
    made = shelf().house(house(tmp_path, written))
    assert made.name == "Ours"
    assert made.base == "pagat-additive"
    assert dict(made.differs) == {
        "settlement.challenge_payment_composition": "adds_to_base",
        LEVEL: 2,
    }


def test_what_is_fixed_may_be_named_as_it_is(tmp_path: Path) -> None:
    written = '[options]\njoker_mode = "no_jokers"\n"melds.run_ace" = "low_only"'
    assert shelf().house(house(tmp_path, written)).readings == USUAL


def test_a_rule_set_may_have_the_name_of_one_that_is_the_same(tmp_path: Path) -> None:
    assert shelf().house(house(tmp_path, 'base = "denexa"', "denexa.toml")).name == "denexa"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[options]\ntie_four_way = 1", ":3: no option 'tie_four_way'; is showdown.tie_three_way"),
        ("[options]\nzzz = 1", ":3: no option 'zzz'"),
        (
            '[options]\n# tie_three_way = "a"\ntie_three_way = "nobody"',
            ":4: showdown.tie_three_way has no reading 'nobody'; it has next_after_caller, last_to",
        ),
        ("[options]\nspecial_payment_level = 4", f":3: {LEVEL} has no reading '4'; it has 3, 2"),
        (
            "[options]\nante_chips = true",
            ":3: pot.ante_chips: a reading in quotes expected, not tr",
        ),
        (
            "[options]\nante_chips = 2.0",
            ":3: pot.ante_chips: a reading in quotes expected, not 2.0",
        ),
        (
            "[options]\nante_chips = [2]",
            ":3: pot.ante_chips: a reading in quotes expected, not [2]",
        ),
        (
            '[options]\n"pot.ante_chips" = 1\n\nante-chips = 1',
            ":5: pot.ante_chips is named twice, as 'pot.ante_chips' and 'ante-chips'",
        ),
        (
            '[options]\n"melds.run_ace" = "high_or_wrap"',
            ":3: melds.run_ace is fixed to 'low_only': ",
        ),
        (
            '[options]\njoker_mode = "on_undefined"',
            ":3: variations.joker_mode 'on_undefined' cannot be played: ",
        ),
        (
            '[options]\ndeal.dealer_after_no_winner = "random"',
            ":3: deal.dealer_after_no_winner 'random' cannot be played: ",
        ),
        (
            '[options]\nante_chips = 1\ndiscard_meld_exposure = "may_keep_in_hand"',
            f":4: cannot be played: {KEPT} 'may_keep_in_hand' needs {BACK} 'forbidden' or 'allow",
        ),
        (
            f'base = "wikipedia"\n[options]\n"{BACK}" = "impossible_because_melded"',
            f":4: cannot be played: {KEPT} 'may_keep_in_hand' needs {BACK} 'forbidden' or 'allow",
        ),
        (
            'base = "pagatt"',
            ":2: no rule set 'pagatt' to start from; known: default, denexa, pag",
        ),
        ('base = "mine"\nname = "mine"', ":2: 'mine' is its own base"),
        ('name = "pagat"\n[options]\nante_chips = 1', ":2: pagat is the name of another rule set"),
        ('name = " "', ":2: the name must be printable text"),
        ("base = 3", ":2: base: expected `str`, got `int`"),
        ("about = ['a']", ":2: about: expected `str`, got `array`"),
        ("options = 3", ":2: options: expected `object`, got `int`"),
        ("aliases = [1]", ":2: aliases: expected `str`, got `int`"),
        ("option = {}", ":2: unknown field 'option'"),
        ("[options]\nante_chips = ", ":3: this is not TOML: invalid value"),
        (
            "[options]\nante_chips = 1\nante_chips = 2",
            ":4: this is not TOML: cannot overwrite a va",
        ),
        ("[options\n", ":2: this is not TOML: "),
        ("about = '''\n\nopen", ":4: this is not TOML: "),
    ],
)
def test_what_is_wrong_with_a_house_file_is_one_line_with_its_place(
    tmp_path: Path, text: str, message: str
) -> None:
    file = house(tmp_path, text)
    assert complaint(meldspec("rules", "tongits", "--rules", file)).startswith(f"{file}{message}")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'base = "pagat"\n', ": object missing required field `game`"),
        (b'game = "chess"\n', ":1: no game 'chess'; known: tongits"),
        (b"game = 1\n", ":1: game: expected `str`, got `int`"),
        (b'game = "tongits\xff"\n', ": this is not UTF-8 text (byte 15)"),
        (b"", ": object missing required field `game`"),
        (b"a=" + b"[" * 5000, ": this is nested too deeply"),
        (b"a=" + b"9" * 5000, ": this is not TOML: a number has too many digits"),
    ],
)
def test_what_is_no_house_file_is_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(content)
    assert complaint(meldspec("rules", "tongits", "--rules", file)).startswith(f"{file}{message}")


def test_a_house_file_may_begin_with_a_mark_of_its_encoding(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(b'\xef\xbb\xbfgame = "tongits"\r\n')
    assert read_house_file(file).game == "tongits"


@pytest.mark.parametrize("command", ["check", "engine", "rules tongits", "suite export out"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("house", "no rule set 'house'; known: default, denexa, pagat, pagat-partial, wikipedia"),
        ("no/such/house.toml", "no/such/house.toml: No such file or directory"),
        ("house.toml", "house.toml: No such file or directory"),
        ("folder", "folder: Is a directory"),
    ],
)
def test_a_rule_set_that_there_is_not_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, words: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    assert message in complaint(meldspec(*command.split(), "--rules", words))


@pytest.mark.parametrize(
    "words", [["check", "--game", "rummy"], ["suite", "export", "out", "--game", "rummy"]]
)
def test_rules_of_another_game_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    told = complaint(meldspec(*words, "--rules", "pagat"))
    assert told == "these are rules of tongits, not of rummy"


# ── shown ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_set_is_printed_as_a_house_file_that_means_the_same(
    tmp_path: Path, name: str
) -> None:
    printed = meldspec("rules", "tongits", "--rules", name).stdout
    file = tmp_path / "copy.toml"
    file.write_text(printed, encoding="utf-8")
    made = shelf().house(file)
    assert made.readings == named(name).readings
    assert made.base == "default"
    assert list(tomllib.loads(printed)["options"]) == list(USUAL)


def test_beside_each_option_stands_what_else_there_is() -> None:
    printed = meldspec("rules", "tongits", "--rules", "wikipedia").stdout.splitlines()
    assert f'"{THREE_WAY}" = "last_to_challenge"  # said; or next_after_caller' in printed
    assert '"pot.pot_wins_required" = 2  # said; or 3' in printed
    assert '"pot.ante_chips" = 2  # silent; or 1' in printed
    (bonus,) = (line for line in printed if line.startswith('"pot.second_win_bonus"'))
    assert bonus.endswith(
        "; admits also fixed_from_pot, half_pot; or nothing_extra; does not matter here"
    )
    assert any(line.startswith(f"# {BACK} is forbidden instead of impo") for line in printed)


def test_about_may_hold_whatever_is_text(tmp_path: Path) -> None:
    odd = 'a "b" \\ é ♥ \x7f 😀'
    file = house(
        tmp_path, f"about = {json.dumps(odd, ensure_ascii=False)}".replace("\x7f", "\\u007f")
    )
    printed = meldspec("rules", "tongits", "--rules", file).stdout
    assert tomllib.loads(printed)["about"] == odd


def test_a_rule_set_is_shown_to_programs(tmp_path: Path) -> None:
    file = house(tmp_path, f'base = "denexa"\nabout = "Ours."\n[options]\n"{LEVEL}" = 2')
    shown = json.loads(meldspec("rules", "tongits", "--rules", file, "--format", "json").stdout)
    assert shown["options"] == {**named("denexa").readings, LEVEL: 2}
    differs = {LEVEL: 2}
    assert (shown["differs"], shown["sent"], shown["source"]) == (differs, differs, None)
    assert (shown["game"], shown["name"], shown["base"]) == ("tongits", "house", "denexa")


def test_a_source_is_shown_to_programs_with_what_it_admits() -> None:
    shown = json.loads(
        meldspec("rules", "tongits", "--rules", "wikipedia", "--format", "json").stdout
    )
    source = shown["source"]
    assert source["admits"][THREE_WAY] == ["last_to_challenge"]
    assert source["admits"]["pot.pot_wins_required"] == [2]
    assert source["words"][THREE_WAY] == "said"
    assert "pot.pot_wins_required" not in source["open"]
    assert [change["option"] for change in source["changes"]] == [BACK]


def test_the_list_of_questions_ends_in_the_rule_sets() -> None:
    printed = meldspec("rules", "tongits").stdout
    listed = printed.partition("\nrule sets, and where they differ from the default:\n")[2]
    assert "  pagat-two-chips, or pagat-two-chip (from pagat): Pagat's rules with" in listed
    assert f"    {LEVEL} 2\n" in listed
    assert "    pot.second_win_bonus" not in listed
    told = json.loads(meldspec("rules", "tongits", "--format", "json").stdout)
    assert [entry["name"] for entry in told["rule_sets"]] == list(shelf().rule_sets)


# ── played ───────────────────────────────────────────────────────────────────────────────────────


def settled(*payments: int, **rules: str | int) -> Any:
    """A case of a tongits with these payments, which depends on no reading but ``rules``."""
    return case(
        "settled",
        Kind.SETTLE,
        question=WON_BY_TONGITS,
        answer={"payments": list(payments)},
        rules={name.replace("__", "."): reading for name, reading in rules.items()},
    )


def test_every_request_says_what_the_rule_set_has_otherwise() -> None:
    rules = {"tongits": named("pagat-two-chips").sent}
    begin = plan_of(case("x", Kind.PLAY, deal()), {"tongits": USUAL}, rules).said[0]
    assert begin.request["rules"] == {"options": {LEVEL: 2}}
    (asked,) = plan_of(MELD, {"tongits": USUAL}, rules).said
    assert asked.request["rules"] == {"options": {LEVEL: 2}}


def test_what_a_case_fixes_goes_before_the_rule_set() -> None:
    fixed = case("x", Kind.PLAY, deal(), rules={LEVEL: 3, THREE_WAY: "last_to_challenge"})
    begin = plan_of(fixed, {"tongits": USUAL}, {"tongits": {LEVEL: 2}}).said[0]
    assert begin.request["rules"] == {"options": {THREE_WAY: "last_to_challenge"}}


def test_a_case_that_states_another_reading_does_not_apply() -> None:
    stated = settled(6, -3, -3, settlement__special_payment_level=3, pot__pot_wins_required=3)
    assert plan.misfit(stated, named("pagat-two-chips")) == (
        f"states what follows under {LEVEL}=3, pot.pot_wins_required=3; the rule set has 2, 2"
    )
    assert plan.misfit(stated, named("pagat")) == (
        "states what follows under pot.pot_wins_required=3; the rule set has 2"
    )


def test_a_case_that_does_not_depend_on_a_reading_applies() -> None:
    assert plan.misfit(MELD, named("wikipedia")) is None
    assert plan.misfit(settled(6, -3, -3), named("denexa")) is None


def test_a_case_does_not_apply_where_the_readings_together_change_what_follows() -> None:
    assert plan.misfit(settled(6, -3, -3), named("pagat-two-chips")) == plan.TOGETHER


def test_a_case_that_does_not_apply_is_not_played() -> None:
    never = Engine(["no-such-engine"])
    (outcome,) = run([plan_of(MELD, misfit="so it is")], [never])
    assert (outcome.status.value, outcome.reason) == ("not-applicable", "so it is")


def test_no_case_depends_on_a_reading_that_is_only_undefined_by_itself() -> None:
    needing = {need.option for need in TONGITS.needs()}
    assert needing
    assert not needing & depending(MELD, TONGITS).rules.keys()
    assert not needing & depending(settled(6, -3, -3), TONGITS).rules.keys()


def small_suite(folder: Path) -> Path:
    cases = [
        MELD,
        settled(6, -3, -3, settlement__special_payment_level=3),
        msgspec.structs.replace(
            settled(4, -2, -2, settlement__special_payment_level=2), id="tongits.test.lower"
        ),
    ]
    return write_suite(folder, cases)


def statuses(result: Result) -> dict[str, str]:
    told = json.loads(result.stdout)
    return {one["id"].rpartition(".")[2]: one["status"] for one in told["cases"]}


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ((), ("pass", "pass", "pass")),
        (("--rules", "default"), ("pass", "pass", "pass")),
        (("--rules", "pagat"), ("pass", "pass", "not-applicable")),
        (("--rules", "pagat_two_chips"), ("pass", "not-applicable", "pass")),
    ],
)
def test_the_suite_is_played_by_a_rule_set(
    tmp_path: Path, rules: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    folder = small_suite(tmp_path / "suite")
    result = meldspec("check", "--suite", folder, "--format", "json", *rules)
    assert result.exit_code == 0, result.output
    assert tuple(statuses(result)[name] for name in ("meld", "settled", "lower")) == expected


def test_a_report_names_the_rule_set(tmp_path: Path) -> None:
    folder = small_suite(tmp_path / "suite")
    rules = house(tmp_path, f'name = "Our table"\n[options]\n"{LEVEL}" = 2')
    told = meldspec("check", "--suite", folder, "--rules", rules).stdout
    assert (
        f"Tong-its, rules Our table, 2 of 2 applicable cases of suite {VERSION}: all pass" in told
    )
    assert f"states what follows under {LEVEL}=3; the rule set has 2" in told
    json_report = meldspec("check", "--suite", folder, "--rules", rules, "--format", "json").stdout
    assert json.loads(json_report)["rules"] == {
        "tongits": {"name": "Our table", "options": {LEVEL: 2}}
    }


def engine(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "meldcheck", "engine", *words)


def replies(words: tuple[str, ...], *requests: Mapping[str, object]) -> list[Any]:
    lines = "".join(
        json.dumps({"seq": seq, **request}) + "\n" for seq, request in enumerate(requests, start=1)
    )
    done = subprocess.run(
        engine(*words), input=lines, capture_output=True, text=True, timeout=60, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_an_engine_under_a_rule_set_means_it_where_nothing_is_said() -> None:
    asked = {"cmd": "ask", "game": "tongits", "what": "settle", **WON_BY_TONGITS}
    hello, unsaid, null, said, torn = replies(
        ("--rules", "pagat-two-chips"),
        {"cmd": "hello", "protocol": 1},
        asked,
        {**asked, "rules": {"options": None}},
        {**asked, "rules": {"options": {LEVEL.partition(".")[2]: 3}}},
        {**asked, "rules": {"options": []}},
    )
    options = hello["games"]["tongits"]["options"]
    assert options[LEVEL] == [2]
    assert options[THREE_WAY] == ["next_after_caller", "last_to_challenge"]
    for reply in (unsaid, null):
        assert reply["answer"]["payments"] == [4, -2, -2]
    assert said["answer"]["payments"] == [6, -3, -3]
    assert "error" in torn


def test_an_engine_under_a_rule_set_begins_a_match_by_it(tmp_path: Path) -> None:
    deck = list(texts(ONE_PACK))
    hands = [deck[:13], deck[13:25], deck[25:37]]
    *_, view = replies(
        ("--rules", str(house(tmp_path, "options.ante_chips = 1"))),
        {"cmd": "begin", "game": "tongits", "rules": {}, "players": 3, "dealer": 0},
        {"cmd": "act", "by": "chance", "do": {"type": "deal", "hands": hands, "stock": deck[37:]}},
        {"cmd": "ask", "what": "view", "seat": 0},
    )
    assert view["answer"]["chips"] == [-1, -1, -1]


def test_an_engine_under_another_rule_set_is_not_held_to_the_default(tmp_path: Path) -> None:
    folder = small_suite(tmp_path / "suite")
    program = engine("--rules", "pagat-two-chips")
    result = meldspec("check", "--suite", folder, "--format", "json", "--", *program)
    assert result.exit_code == 0, result.output
    assert statuses(result) == {"meld": "pass", "settled": "not-applicable", "lower": "pass"}


# ── exported ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small suite for house rules with the lower prices."""
    monkeypatch.setattr(places, "suite_directory", lambda: small_suite(tmp_path / "suite"))
    rules = house(tmp_path, f'[options]\n"{LEVEL}" = 2')
    result = meldspec("suite", "export", tmp_path / "out", "--rules", rules, "--format", "json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["rules"] == {"tongits": "house"}
    assert told["left_out"] == {
        "tongits.test.settled": f"states what follows under {LEVEL}=3; the rule set has 2"
    }
    return tmp_path / "out"


def test_an_exported_suite_holds_what_holds_under_its_rules(exported: Path) -> None:
    made = store.load(exported)
    assert [one.id for one in made.cases] == ["tongits.test.lower", "tongits.test.meld"]
    assert made.manifest.rules == {"tongits": "house"}
    assert made.manifest.defaults == {"tongits": {**USUAL, LEVEL: 2}}
    assert meldspec("suite", "check", exported).exit_code == 0


def test_an_exported_suite_is_played_by_its_rules(exported: Path) -> None:
    result = meldspec("check", "--suite", exported)
    assert result.exit_code == 0, result.output
    assert "Tong-its, rules house, 2 of 2 applicable cases" in result.stdout
    assert meldspec("check", "--suite", exported, "--rules", "pagat-two-chips").exit_code == 0


def test_a_person_is_told_what_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "suite_directory", lambda: small_suite(tmp_path / "suite"))
    told = meldspec("suite", "export", tmp_path / "out", "--rules", "pagat-two-chips").stdout
    assert told.endswith("left out: 1 case that says nothing about the rules pagat-two-chips\n")
    told = meldspec("suite", "export", tmp_path / "all").stdout
    assert "left out" not in told


def test_nothing_is_exported_where_nothing_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stated = [msgspec.structs.replace(NO_MELD, rules={THREE_WAY: "next_after_caller"})]
    monkeypatch.setattr(places, "suite_directory", lambda: write_suite(tmp_path / "s", stated))
    result = meldspec("suite", "export", tmp_path / "out", "--rules", "wikipedia")
    assert complaint(result) == "no case holds under this rule set"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "name",
    [
        name if name == "pagat-two-chips" else pytest.param(name, marks=pytest.mark.slow)
        for name in NAMES
    ],
)
def test_the_suite_of_each_rule_set_passes_on_the_reference(tmp_path: Path, name: str) -> None:
    tier = ("--tier", "core" if name == "wikipedia-strict" else "smoke")
    done = meldspec("suite", "export", tmp_path / "out", "--rules", name, *tier)
    assert done.exit_code == 0, done.output
    result = meldspec("check", "--suite", tmp_path / "out", "--jobs", "2")
    assert result.exit_code == 0, result.output
    scope = result.stdout.splitlines()[-1]
    played = f"rules {name}" if named(name).sent else "default rules"
    assert scope.startswith(f"Tong-its, {played}, ")
    assert scope.endswith(": all pass")


def test_question_cases_stay_what_they_are(tmp_path: Path) -> None:
    loaded = committed.suite()
    made, _ = plan.suite_for(loaded, {"tongits": named("wikipedia-strict")})
    asking_ = [one for one in made.cases if one.kind is Kind.QUESTION]
    assert all(one.asks is not None and one.outcomes for one in asking_)
    by_id = {one.id: one for one in loaded.cases}
    assert all(by_id[one.id] == one for one in made.cases)
