"""The page Play without a browser: its engine, its positions, its house rule files."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from lawpages.bundle import bundled
from lawpages.playfiles import ENGINE, facts_of, handed_reader
from meldcheck.cli import main
from meldcheck.engine.referee import act, begin
from meldcheck.games import MEASURES
from meldcheck.law.document import load_law
from meldcheck.law.rulesets import load_shelf, shelf_of
from meldcheck.words import places
from meldcheck.words.case import JSON, Act, Setup
from meldcheck.words.errors import SpecError
from meldcheck.words.readings import Readings
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import Match

HERE: Final = Path(__file__).parent
MOST: Final = 120
"""Number of steps after which a hand that goes on is left."""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine in one file, as the page loads it."""
    path = tmp_path_factory.mktemp("bundle") / "engine.js"
    path.write_text(bundled(ENGINE), encoding="utf-8")
    return path


@pytest.mark.slow
def test_the_engine_of_the_page_answers_every_case_as_expected(engine: Path) -> None:
    ran = CliRunner().invoke(main, ["check", "--", "node", str(HERE / "bundle.cjs"), str(engine)])
    assert ran.exit_code == 0, ran.output
    assert ran.output.count("all pass") == len(MEASURES)


def played(engine: Path, game: str, *positions: JSON) -> list[JSON]:
    """How hands go that begin in these positions."""
    return told_of(engine, "position.cjs", game, *positions)


def told_of(engine: Path, script: str, game: str, *positions: JSON) -> list[JSON]:
    """What a script tells of these positions, a line for each."""
    measure = MEASURES[game]
    facts = {
        "hands": measure.first_hands,
        "decks": {players: measure.deck(players) for players in measure.players},
        "options": [],
        "ruleSets": [],
    }
    done = subprocess.run(
        ["node", str(HERE / script), str(engine)],
        input=json.dumps({"facts": facts, "positions": positions, "most": MOST}),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def start(game: str, players: int, own: Readings | None = None) -> JSON:
    """A position before the first deal, with the readings of an own table."""
    rules = {"rules": "default", "own": own or {}}
    return {"game": game, **rules, "players": players, "dealer": 0, "hand": 1, "acts": []}


@pytest.mark.parametrize("game", MEASURES)
def test_a_hand_is_played_and_the_reference_accepts_each_step(engine: Path, game: str) -> None:
    few, many = MEASURES[game].players[0], MEASURES[game].players[-1]
    for players, hand in zip(
        (few, many), played(engine, game, start(game, few), start(game, many)), strict=True
    ):
        assert hand["same"]
        match = begin(GAMES[game], {}, Setup(players=players, dealer=0))
        assert not isinstance(match, Refusal)
        for step, drawn, before in zip(hand["acts"], hand["drawn"], hand["tables"], strict=True):
            after = act(match, Act(by=step["by"], do=step["do"]))
            assert not isinstance(after, Refusal), step
            assert drawn == drawn_in(step, match, after)
            if step["do"]["type"] == "rearrange":
                assert melds_of(before) == melds_of(view_of(match, step["by"])["table"])
            match = after
        result: JSON = match.result()
        assert hand["end"] == (None if result is None else result["end"])
        assert hand["end"] is None or hand["next"] == (None if game == "indian-chief" else "deal")


def view_of(match: Match, seat: int) -> dict[str, JSON]:
    view = match.view(seat)
    assert isinstance(view, dict)
    return view


def melds_of(table: JSON) -> list[list[str]]:
    """The melds of a shared table; engines tell them in any order."""
    return sorted(sorted(meld) for meld in table)


def drawn_in(step: JSON, before: Match, after: Match) -> str | None:
    """The card that a draw adds to the hand; None if a new stock must be made first."""
    if step["do"]["type"] != "draw":
        return None
    had, has = (view_of(match, step["by"])["hand"] for match in (before, after))
    gained = [*(Counter(has) - Counter(had)).elements()]
    assert len(gained) <= 1
    return gained[0] if gained else None


def test_cards_are_laid_on_a_shared_table_without_moving_another(engine: Path) -> None:
    (hand,) = played(engine, "carousel", start("carousel", 4))
    place = next(at for at, step in enumerate(hand["acts"]) if step["do"]["type"] == "rearrange")
    match = begin(GAMES["carousel"], {}, Setup(players=4, dealer=0))
    for step in hand["acts"][:place]:
        assert not isinstance(match, Refusal)
        match = act(match, Act(by=step["by"], do=step["do"]))
    assert not isinstance(match, Refusal)
    by, there = hand["acts"][place]["by"], view_of(match, hand["acts"][place]["by"])["table"]
    whole, *single = hand["laid"]
    for action in (*whole, *(one for several in single for one in several)):
        assert not isinstance(act(match, Act(by=by, do=action)), Refusal)
    if not there:  # nobody has laid a meld: a first meld is laid whole, and no card by itself
        assert [one["table"] for one in whole] == [[hand["acts"][place]["do"]["cards"]]]
        assert not any(single)


def test_a_rearrangement_of_the_same_cards_is_offered_once(engine: Path) -> None:
    (hand,) = played(engine, "carousel", start("carousel", 4))
    assert hand["twice"] is False


def test_chance_cuts_for_the_deal_until_one_seat_is_alone(engine: Path) -> None:
    (hand,) = played(engine, "rummy", start("rummy", 6, {"dealer.first_dealer": "cut"}))
    assert [step["do"]["type"] for step in hand["acts"][:2]] in (["cut", "cut"], ["cut", "deal"])


def anew(engine: Path, position: JSON) -> JSON:
    """The actions up to the deal that the page makes anew in a position; the rules accept it."""
    (told,) = told_of(engine, "anew.cjs", position["game"], position)
    assert told["stopped"] is None
    return told["acts"]


def types_of(acts: JSON) -> list[str]:
    return [step["do"]["type"] for step in acts]


def test_a_deal_anew_keeps_the_cut_before_it(engine: Path) -> None:
    plain = start("rummy", 3)
    plain["acts"] = anew(engine, plain)
    assert types_of(plain["acts"]) == ["deal"]
    cut = start("rummy", 3, {"dealer.first_dealer": "cut"})
    cut["acts"] = plain["acts"]  # the reading has changed: the deal is not accepted
    cut["acts"] = anew(engine, cut)
    assert types_of(cut["acts"])[0] == "cut"
    assert types_of(cut["acts"])[-1] == "deal"
    assert anew(engine, cut)[:-1] == cut["acts"][:-1]


def test_a_deal_anew_has_the_pack_of_the_readings_that_are_chosen_now(engine: Path) -> None:
    def size(acts: JSON) -> int:
        deal = acts[-1]["do"]
        return len(deal["stock"]) + sum(map(len, deal["hands"]))

    before = anew(engine, start("carousel", 3))
    after = start("carousel", 3, {"deck.joker_count": "two_per_pack"}) | {"acts": before}
    assert (size(before), size(anew(engine, after))) == (106, 108)


def test_a_deal_anew_is_of_the_hand_that_is_due_and_keeps_those_before(engine: Path) -> None:
    (hand,) = played(engine, "three-thirteen", start("three-thirteen", 2))
    assert hand["end"]
    over = start("three-thirteen", 2) | {"acts": hand["acts"]}
    second = anew(engine, over)
    assert second[:-1] == hand["acts"]
    assert [len(cards) for cards in second[-1]["do"]["hands"]] == [4, 4]
    assert anew(engine, over | {"acts": second})[:-1] == hand["acts"]


def test_nothing_is_dealt_anew_where_no_match_begins(engine: Path) -> None:
    assert anew(engine, start("tongits", 5)) is None


def test_the_rules_of_ones_own_table_are_read_from_the_file_that_the_page_writes(
    engine: Path, tmp_path: Path
) -> None:
    own: Readings = {"pot.pot_wins_required": 3, "showdown.tie_three_way": "last_to_challenge"}
    (hand,) = played(engine, "tongits", start("tongits", 3, own))
    file = tmp_path / "our-table.toml"
    file.write_text(hand["house"], encoding="utf-8")
    spec = places.spec_directory()
    assert shelf_of(load_law(spec, "tongits"), spec).house(file).differs == own


IN_OPTIONS: Final = 'game = "tongits"\n[options]\n'
HOUSE_FILES: Final = {
    "table": IN_OPTIONS + '"pot.pot_wins_required" = 3\n',
    "nested": IN_OPTIONS + "pot.pot_wins_required = 3 # of three\n",
    "tables": 'game = "tongits"\n[options.pot]\npot_wins_required = "3"\n',
    "inline": 'game = "tongits"\noptions = { pot = { pot_wins_required = 3 } }\n',
    "heading in quotes": 'game = "tongits"\n["options"]\npot_wins_required = 3\n',
    "with the game": IN_OPTIONS + '"tongits.pot.pot-wins-required" = 3\n',
    "over several lines": 'game = "tongits"\naliases = [\n  "one",\n  "two",\n]\n',
    "long": 'game = "tongits"\nabout = """\nOne\n[options]\nx = 1\n"""\n',
    "base": 'game = "tongits"\nbase = "pagat"\n',
    "base by alias": 'game = "tongits"\nbase = "pagat-two-chip"\n',
    "base with underline": 'game = "tongits"\nbase = "Pagat_Two_Chip"\n',
    "no base": 'game = "tongits"\nbase = "hoyle"\n',
    "pagat": 'game = "tongits"\n',
    "another name": 'game = "tongits"\nname = "pagat"\n[options]\npot_wins_required = 3\n',
    "no game": 'base = "pagat"\n',
    "unknown field": 'game = "tongits"\nrules = "pagat"\n',
    "number as base": 'game = "tongits"\nbase = 3\n',
    "word as aliases": 'game = "tongits"\naliases = "one"\n',
    "word as options": 'game = "tongits"\noptions = "one"\n',
    "truth": IN_OPTIONS + "pot_wins_required = true\n",
    "fraction": IN_OPTIONS + "pot_wins_required = 3.0\n",
    "list": IN_OPTIONS + "pot_wins_required = [3]\n",
    "date": IN_OPTIONS + "pot_wins_required = 2026-11-30\n",
    "no reading": IN_OPTIONS + "pot_wins_required = 4\n",
    "no option": IN_OPTIONS + "pot_wins = 3\n",
    "twice": IN_OPTIONS + 'pot_wins_required = 3\n"pot.pot_wins_required" = 3\n',
    "key twice": IN_OPTIONS + "pot_wins_required = 3\npot_wins_required = 3\n",
    "unplayable": IN_OPTIONS + 'tongit_requires_open = "opening_needed"\n',
    "no TOML": "game: tongits\n",
    "marked": "\ufeff" + IN_OPTIONS + "pot_wins_required = 3\n",
}


@pytest.fixture(scope="module")
def read_by_the_page(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, JSON]]:
    """By name of a house rule file: the readings that differ from the default, or the error."""
    toml = tmp_path_factory.mktemp("toml") / "toml.js"
    toml.write_text(handed_reader(), encoding="utf-8")
    shelf = load_shelf(places.spec_directory(), "tongits")
    facts = facts_of(shelf.law, shelf.rule_sets.values(), lambda *_: "")
    done = subprocess.run(
        ["node", str(HERE / "house.cjs"), str(toml)],
        input=json.dumps({"facts": facts, "files": HOUSE_FILES}),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return dict(zip(HOUSE_FILES, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.mark.parametrize("name", HOUSE_FILES)
def test_the_page_takes_the_house_rule_files_that_the_command_takes(
    name: str, tmp_path: Path, read_by_the_page: dict[str, dict[str, JSON]]
) -> None:
    file = tmp_path / f"{name}.toml"
    file.write_text(HOUSE_FILES[name], encoding="utf-8")
    try:
        expected: Readings | None = (
            load_shelf(places.spec_directory(), "tongits").house(file).differs
        )
    except SpecError:
        expected = None
    told = read_by_the_page[name]
    assert (None if "error" in told else told) == expected, told
