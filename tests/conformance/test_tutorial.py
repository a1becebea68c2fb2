"""Pages that show the output of programs: those of the protocol, and the page of rule sets."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from meldcheck.cli import main
from meldcheck.engine.referee import act
from meldcheck.games import MEASURES
from meldcheck.seeded.seats import Search
from meldcheck.words.case import JSON, Act, Kind
from meldspec.cards import ONE_PACK
from meldspec.games import GAMES
from meldspec.indian_chief.game import GAME as INDIAN_CHIEF
from meldspec.kernel import AnyGame, AnyMove
from meldspec.play import Refusal, Seat
from meldspec.rummy.game import GAME as RUMMY
from meldspec.table import DRAW, Deal, Discard
from meldspec.three_thirteen.game import GAME as THREE_THIRTEEN
from meldspec.tongits.game import GAME as TONGITS
from meldspec.tongits.table import (
    CALL_DRAW,
    CHALLENGE,
    BeforeDeal,
    Drawing,
    Ledger,
    Playing,
    Responding,
    Table,
)
from meldspec.tongits.turn import wrong_phase

from .forms import check_form
from .standins import MELD, NO_MELD, RESULT, case, write_suite

RULE_SETS = Path(__file__).parents[2] / "docs" / "rulesets.md"
PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
RUN = case("run", Kind.MELD, question={"cards": ["7C", "8C", "9C"]}, answer="run")


def steps() -> Iterator[tuple[str, str]]:
    """Each program of the tutorial, and the output of the runner on it."""
    tutorial = PAGE.read_text(encoding="utf-8").partition("## An engine from an empty file")[2]
    program = ""
    for language, block in re.findall(r"^```(python|text)\n(.*?)^```$", tutorial, re.M | re.S):
        if language == "python":
            program = block
        else:
            yield program, block


def test_the_tutorial_has_its_steps() -> None:
    assert len(list(steps())) == 5


@pytest.mark.parametrize(("program", "told"), list(steps()), ids=range(1, 6))
def test_each_step_is_told_what_the_page_says(tmp_path: Path, program: str, told: str) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(program, encoding="utf-8")
    folder = write_suite(tmp_path / "suite", [MELD, NO_MELD, RUN, RESULT])
    arguments = ["check", "--suite", str(folder), "--", sys.executable, str(engine)]
    output = " ".join(CliRunner().invoke(main, arguments).output.split())
    for line in told.splitlines():
        assert " ".join(line.split()) in output


def sections() -> dict[str, str]:
    """By game, its page."""
    return {
        game: PAGE.with_name(f"protocol-{game}.md").read_text(encoding="utf-8") for game in MEASURES
    }


def stages(game: str) -> list[set[str]]:
    """The clauses that each numbered line of the page names; some of these lines are stages."""
    lines = re.findall(r"^[1234]\. .*$", sections()[game], re.M)
    return [
        {f"{game}.{name}" for name in re.findall(r"`([a-z-]+\.[a-z-]+)`", line)} for line in lines
    ]


def messages() -> Iterator[tuple[str, dict[str, object]]]:
    """Every JSON object in a block of a page, with its game; the common page is of Tong-its."""
    reader = json.JSONDecoder()
    common = ("tongits", PAGE.read_text(encoding="utf-8"))
    for game, text in (common, *sections().items()):
        for block in re.findall(r"^```json\n(.*?)^```$", text, re.M | re.S):
            rest = block.strip()
            while rest:
                message, end = reader.raw_decode(rest)
                yield game, message
                rest = rest[end:].strip()


def test_the_messages_of_the_page_have_the_published_form() -> None:
    seen = set()
    for game, message in messages():
        if "…" in json.dumps(message, ensure_ascii=False):
            continue
        for field, name in (("cmd", "request"), ("type", f"{game}-action"), ("ok", "reply")):
            if field in message:
                check_form(message, f"protocol-{name}")
                seen.add(name)
        if "games" in message:
            check_form(message, "protocol-reply")
        if "payments" in message or "points" in message:
            check_form(message, f"protocol-{game}-result")
            seen.add(f"{game}-result")
    actions = {f"{game}-action" for game in MEASURES}
    assert seen >= {"request", "reply", "rummy-result", "three-thirteen-result", *actions}


def test_the_stages_of_a_refusal_are_those_of_the_reference() -> None:
    """Where the page lists the clauses of a stage, they are all, and no others."""
    listed = stages("tongits")
    first, there, others = next(
        listed[at : at + 3] for at in range(len(listed)) if "tongits.turn.to-act" in listed[at]
    )
    exists = {one.clause for move in TONGITS.moves for one in move.exists}
    assert not others
    conditions = {one.clause for move in TONGITS.moves for one in move.conditions}
    assert first & conditions == {"tongits.answering.challenge-needs-open"}
    phases = {
        wrong_phase(state, action)
        for state in (DRAWING, DEALERS_TURN, PLAYING, RESPONDING, BETWEEN)
        for action in (CALL_DRAW, DRAW, CHALLENGE, Deal((), ()), Discard(ONE_PACK[0]))
    }
    assert first - conditions == phases
    assert exists & phases == {"tongits.drawing.mandatory"}  # of a call before a card is taken
    assert there == exists - phases


def _conditions(move: AnyMove) -> list[str]:
    """The clauses of the conditions of a move."""
    return [one.clause for one in move.conditions]


def _move(play: AnyGame, word: str) -> AnyMove:
    """The move for the action of this name."""
    (found,) = (move for move in play.moves if move.does.__name__.lower() == word)
    return found


@pytest.mark.parametrize(
    ("game", "play", "last"),
    [
        ("rummy", RUMMY, 4),
        ("three-thirteen", THREE_THIRTEEN, 3),
        ("indian-chief", INDIAN_CHIEF, 3),
    ],
)
def test_the_stages_of_a_refusal_in_other_games_are_those_of_the_reference(
    game: str, play: AnyGame, last: int
) -> None:
    """Where the page lists the clauses of a stage, they are all, and no others."""
    first, there, others, *after = stages(game)
    assert 3 + len(after) == last
    moves = play.moves
    exists = {one.clause for move in moves for one in move.exists}
    assert there == exists
    told = _conditions(_move(play, "discard")) if "Of a discard" in sections()[game] else ()
    assert others == set(told)
    assert set().union(*after) == {one.clause for move in moves for one in move.limits}
    conditions = {clause for move in moves for clause in _conditions(move)}
    assert not first & conditions
    assert first == refusals_of(game) - exists - conditions


TURN = ({"type": "draw"}, {"type": "take"}, {"type": "discard", "card": "2C"})
BY_SEATS: dict[str, tuple[dict[str, JSON], ...]] = {
    "rummy": TURN,
    "three-thirteen": TURN,
    "indian-chief": ({"type": "choose", "cards": ["2C"]}, {"type": "claim"}),
}
"""By game, actions of seats that the phase can refuse, one of each kind."""
BY_CHANCE: dict[str, tuple[dict[str, JSON], ...]] = {
    "rummy": ({"type": "cut", "cards": ["KS", "QS"]},),
    "indian-chief": ({"type": "refill", "stock": []},),
}
"""By game, actions of chance that other games do not have."""

READINGS: dict[str, dict[str, str | int]] = {
    "rummy": {"match.match_end": "hands", "match.number_of_hands": 2}
}
"""By game, readings under which a match is over soon."""


def refusals_of(game: str) -> set[str]:
    """The clauses that refuse actions of every kind in the states of some matches."""
    search = Search(GAMES[game], 1)
    search.seats = 6
    hands = [search.played(search.match(0), 0)]
    search.readings = READINGS.get(game, {})
    search.seats = 2
    hands.append(search.played(search.match(0), 0))
    while not hands[-1].result["match_over"]:
        hands.append(search.played(hands[-1].matches[-1], 0))
    matches = [search.match(0), *(match for hand in hands for match in hand.matches)]
    tried = [
        *(hand.deal.act() for hand in hands[:1]),
        Act(by="chance", do={"type": "reshuffle", "stock": []}),
        *(Act(by="chance", do=do) for do in BY_CHANCE.get(game, ())),
        *(Act(by=seat, do=do) for seat in (0, 1) for do in BY_SEATS[game]),
    ]
    told = (act(match, step) for match in matches for step in tried)
    return {name for one in told if isinstance(one, Refusal) for name in one.clauses}


TABLE = Table(
    dealer=Seat(0),
    turn=1,
    hands=(frozenset(), frozenset(), frozenset()),
    stock=ONE_PACK,
    discard=(),
    melds=(),
    ledger=Ledger((0, 0, 0), 0),
    taken=(),
)
DRAWING, PLAYING = Drawing(TABLE), Playing(TABLE)
DEALERS_TURN = Playing(replace(TABLE, turn=0))
RESPONDING = Responding(TABLE, ())
BETWEEN = BeforeDeal(Seat(0), Ledger((0, 0, 0), 0))


def blocks(language: str) -> list[str]:
    """The fenced blocks of the page of rule sets in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", RULE_SETS.read_text("utf-8"), re.M | re.S)


def test_the_page_of_rule_sets_lists_them_as_the_command_does() -> None:
    (listed,) = blocks("text")
    assert CliRunner().invoke(main, ["rules", "tongits"]).stdout.endswith(f"\n{listed}")


def test_the_house_rule_file_of_the_page_is_one(tmp_path: Path) -> None:
    (written,) = blocks("toml")
    file = tmp_path / "friday.toml"
    file.write_text(written, encoding="utf-8")
    arguments = ["rules", "tongits", "--rules", str(file), "--format", "json"]
    shown = json.loads(CliRunner().invoke(main, arguments).stdout)
    assert shown["name"] == "friday"
    assert shown["base"] == "pagat"
    assert shown["differs"] == {
        "deal.next_dealer": "rotate_next_in_turn",
        "settlement.challenge_payment_composition": "adds_to_base",
        "settlement.special_payment_level": 2,
    }
