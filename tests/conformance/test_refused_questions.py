"""Cases of questions that the rules refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from meldcheck.check.judge import judge
from meldcheck.check.plan import plan_of
from meldcheck.check.report import facts_of
from meldcheck.check.script import Accepts, Refuses, Strand
from meldcheck.engine.process import Conversation
from meldcheck.sources.experiments import experiments_of
from meldcheck.suite.agreement import disagreements
from meldcheck.suite.examples import cases_of
from meldcheck.words import protocol
from meldcheck.words.case import Case
from meldcheck.words.protocol import Accepted, GamePlayed, Refused, Skipped
from meldspec.games import GAMES, NAMES
from tests import committed

from .in_process import InProcess
from .small_law import SmallLaw

LAW: Final = SmallLaw(GAMES["rummy"], "")
SETTLED: Final = """\
```{example} Two hands are settled
id: rummy.turn.settled
clauses: [rummy.turn.to-act]
kind: settle
facts: {winner: 1, rummy: false}
hands: [4C KD, ""]
answer: {points: [0, 14]}
```
"""
ALONE: Final = """\
```{example} One hand alone is not
id: rummy.turn.alone
clauses: [rummy.turn.to-act]
kind: refused
of: rummy.turn.settled
change: {winner: 0, hands: [""]}
refused: [rummy.turn.to-act]
```
"""


def case(folder: Path) -> Case:
    """The refused question; it is really refused by another clause."""
    [_, made] = cases_of(LAW.read(folder, SETTLED + ALONE))
    return made


def test_a_refused_question_has_that_of_another_example_as_its_control(tmp_path: Path) -> None:
    made = case(tmp_path)
    assert (made.kind, made.refused) == ("settle", ("rummy.turn.to-act",))
    assert made.question == {"winner": 0, "rummy": False, "hands": [[]]}
    assert made.control is not None
    assert made.control.question == {"winner": 1, "rummy": False, "hands": [["4C", "KD"], []]}
    assert made.requires.abilities == ("settle",)
    assert [fact.text for fact in facts_of(made, Strand.CONTROL)][:1] == ["1"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("of: rummy.turn.settled", "of: rummy.turn.lost", "'rummy.turn.lost' is no example"),
        ("of: rummy.turn.settled", "of: rummy.turn.alone", "no example with an answered question"),
        ("winner: 0,", "dealer: 0,", "'dealer' is no fact of this question"),
        ("winner: 0,", "winner: east,", "a number expected, not 'east'"),
        ('hands: [""]', 'hands: ["1C"]', "not a card"),
        ('{winner: 0, hands: [""]}', "{winner: 1}", "nothing is changed"),
        ("refused: [rummy.turn.to-act]", "refused: []", "nothing is refused"),
        (
            "refused: [rummy.turn.to-act]",
            "refused: [a.b.c]",
            "refused by an unknown clause 'a.b.c'",
        ),
    ],
)
def test_a_fault_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert ALONE.count(old) == 1
    assert message in LAW.problem(tmp_path, SETTLED + ALONE.replace(old, new))


def test_the_reference_must_refuse_it_by_these_clauses_and_answer_the_control(
    tmp_path: Path,
) -> None:
    made = case(tmp_path)
    [told] = disagreements(GAMES["rummy"], made, [])
    assert told == (
        "the question: stated refused rummy.turn.to-act, "
        "the reference says refused rummy.players.range"
    )
    assert [one for one in LAW.linted(tmp_path / "2", SETTLED + ALONE) if "the question:" in one]


def judged(made: Case, *replies: protocol.Reply) -> str:
    plan = plan_of(made)
    return judge(made, plan.said, Conversation(replies)).status


@pytest.mark.parametrize(
    ("replies", "status"),
    [
        ((Refused(()), Accepted({"answer": 1})), "pass"),
        ((Refused(("rummy.turn.to-act", "x")), Accepted({"answer": None})), "pass"),
        ((Refused(("rummy.turn.other",)), Accepted({"answer": 1})), "fail"),
        ((Accepted({"answer": 1}), Accepted({"answer": 1})), "fail"),
        ((Refused(()), Refused(())), "vacuous"),
        ((Skipped("never"), Accepted({"answer": 1})), "skip"),
    ],
)
def test_an_engine_must_refuse_it_and_answer_its_control(
    tmp_path: Path, replies: tuple[protocol.Reply, ...], status: str
) -> None:
    made = case(tmp_path)
    first, second = (exchange.check for exchange in plan_of(made).said)
    assert (first, second) == (Refuses(("rummy.turn.to-act",)), Accepts())
    assert judged(made, *replies) == status


def test_it_needs_the_ability_and_the_players_of_its_question(tmp_path: Path) -> None:
    made = case(tmp_path)
    for played, applies in (
        (GamePlayed(("settle",)), True),
        (GamePlayed(("deal",)), False),
        (GamePlayed(("settle",), players=(2,)), False),
    ):
        assert (plan_of(made, games={"rummy": played}).reason is None) == applies


def test_it_tells_no_readings_apart(tmp_path: Path) -> None:
    assert list(experiments_of(case(tmp_path))) == []


# ── the suite ────────────────────────────────────────────────────────────────────────────────────


def test_an_engine_that_answers_every_question_fails_each() -> None:
    made = [one for one in committed.suite().cases if one.refused]
    assert {one.game for one in made} == set(NAMES)
    for one in made:
        [_, control] = (
            InProcess(GAMES[one.game])
            .converse([exchange.request for exchange in plan_of(one).said])
            .replies
        )
        assert judged(one, control, control) == "fail", one.id
        assert judged(one, Refused(()), control) == "pass", one.id
