"""The verdicts of every case by every source: they belong to this suite, and ``settle`` agrees."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import msgspec
import pytest

from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources import matrix
from meldcheck.sources.matrix import law_in, row_of
from meldcheck.sources.scenario import PlayStep, Scenario
from meldcheck.sources.stands import VerdictLaw
from meldcheck.sources.verdict import Weighed, judge
from meldcheck.suite.store import Suite
from meldcheck.words import places
from meldcheck.words.case import Act, Ask, Case, Kind, Matrix, Says
from meldspec.games import GAMES
from tests import committed

TONGITS = GAMES["tongits"]
USUAL = RuleSpace.of(TONGITS).default
SOURCES = ("denexa", "pagat", "pagat-partial", "wikipedia")
SEED = 11


@cache
def loaded() -> Suite:
    return committed.suite()


@cache
def law(game: str = "tongits") -> VerdictLaw:
    return law_in(committed.law(game))


@cache
def made() -> Matrix:
    found = matrix.load(places.suite_directory(), loaded().manifest)
    assert found is not None, "not of this suite; run: meldspec suite verdicts"
    return found


def case_called(name: str) -> Case:
    return next(case for case in loaded().cases if case.id == name)


def test_every_case_has_a_row() -> None:
    assert set(made().cases) == {case.id for case in loaded().cases}
    for name, row in made().cases.items():
        assert bool(row.left_out) != bool(row.sources), name


@pytest.mark.slow
def test_rows_are_what_comes_out_now() -> None:
    """On a sample; the slower gates work out all rows again."""
    short = [case for case in loaded().cases if len(case.steps) < 20]
    for case in random.Random(SEED).sample(short, 25):
        assert row_of(GAMES[case.game], law(case.game), case) == made().cases[case.id], case.id


@pytest.mark.parametrize(
    "name", ["indian-chief.turn.chance-chooses", "tongits.answering.chance-challenges"]
)
def test_chance_that_acts_for_a_seat_is_weighed(name: str) -> None:
    case = case_called(name)
    row = row_of(GAMES[case.game], law(case.game), case)
    assert row.sources
    assert row == made().cases[name]


def test_a_reading_without_what_it_needs_leaves_a_case_open() -> None:
    """By wikipedia MELD1 a winner has a meld of its own; by TNG1 the last card needs no call."""
    row = row_of(TONGITS, law(), case_called("tongits.tongits-call.emptied-by-layoffs-alone"))
    (decision,) = (one for one in row.statements if one.part == "decision")
    assert decision.sources["wikipedia"].says is Says.OPEN
    assert "tongits.tongits-call.meld-needed-to-win" in decision.sources["wikipedia"].because


@pytest.mark.slow
def test_a_row_says_what_settle_says() -> None:
    """For the first result of a play, part by part; earlier steps are taken for granted."""
    compared: Counter[str] = Counter()
    for case in random.Random(SEED).sample(_plays(), 12):
        number = _first_result(case)
        assert number is not None
        stated = case.steps[number - 1]
        assert isinstance(stated, Ask)
        verdicts = judge(TONGITS, law(), _scenario(case, number), Weighed())
        for source in SOURCES:
            if _hangs_on_a_step(case, source, number):
                continue
            for part, verdict in verdicts[source].parts.items():
                if part in stated.answer:
                    expected = Says(verdict.status.value)
                    says = _says(case, number, part, source)
                    assert says is expected or (expected, says) == (Says.SETTLED, Says.OTHERWISE)
                    compared[expected] += 1
    assert compared[Says.SETTLED] > 10
    assert compared[Says.OPEN] > 5


def test_payments_of_one_play_are_not_told_of_another_with_other_debts() -> None:
    by_payments = {
        tuple(step.answer["payments"]): case
        for case in _plays()
        for step in case.steps
        if isinstance(step, Ask) and step.what == "result" and "payments" in (step.answer or {})
    }
    shared = Weighed()
    told = []
    for case in list(by_payments.values())[:2]:
        number = _first_result(case)
        assert number is not None
        scenario = _scenario(case, number)
        verdicts = judge(TONGITS, law(), scenario, shared)
        assert verdicts == judge(TONGITS, law(), scenario, Weighed()), case.id
        assert verdicts == judge(TONGITS, law(), scenario, shared), case.id
        told.append(verdicts["pagat"].parts["payments"])
    assert told[0] != told[1]


def _plays() -> list[Case]:
    """Short plays of Tong-its to a result, by the default rules, that have verdicts."""
    return [
        case
        for case in loaded().cases
        if case.game == "tongits"
        and case.kind is Kind.PLAY
        and len(case.steps) < 20
        and _first_result(case) is not None
        and all(USUAL[option] == reading for option, reading in case.rules.items())
        and not made().cases[case.id].left_out
    ]


def _says(case: Case, number: int, part: str, source: str) -> Says:
    for statement in made().cases[case.id].statements:
        if (statement.step, statement.part) == (number, part) and source in statement.sources:
            return statement.sources[source].says
    return Says.SETTLED


def _hangs_on_a_step(case: Case, source: str, number: int) -> bool:
    """Whether a source does not settle the step before, or refuses an earlier one.

    The matrix takes it for granted that the step was made; ``settle`` leaves the last one open.
    """
    return any(
        statement.step < number
        and statement.part == "legal"
        and source in statement.sources
        and (statement.step == number - 1 or statement.sources[source].says is not Says.OPEN)
        for statement in made().cases[case.id].statements
    )


def _first_result(case: Case) -> int | None:
    for number, step in enumerate(case.steps, start=1):
        if isinstance(step, Ask) and step.what == "result":
            return number if isinstance(step.answer, dict) else None
    return None


def _scenario(case: Case, number: int) -> Scenario:
    assert case.setup is not None
    steps = tuple(
        PlayStep(step.by, step.do)
        for step in case.steps[: number - 1]
        if isinstance(step, Act) and not step.refused
    )
    return Scenario(case.setup.players, case.setup.dealer, steps, "result")


def test_a_matrix_of_another_suite_is_none() -> None:
    other = msgspec.structs.replace(loaded().manifest, hash="0" * 64)
    assert matrix.load(places.suite_directory(), other) is None


def test_a_row_names_what_decides() -> None:
    row = made().cases["tongits.draw-call.after-drawing"]
    assert row.sources["pagat"] is Says.SETTLED
    assert row.sources["denexa"] is Says.SILENT
    because = [
        name
        for statement in row.statements
        if "denexa" in statement.sources
        for name in statement.sources["denexa"].because
    ]
    assert because == ["tongits.draw-call.draw-call-window"]


def test_conventions_are_in_no_source() -> None:
    said = made().cases["carousel.stock.two-left"].statements
    *_, refused = (one for one in said if one.part == "legal")
    assert {of.says for of in refused.sources.values()} == {Says.SILENT}
    assert {clause for of in refused.sources.values() for clause in of.because} == {
        "carousel.stock.nothing-to-draw"
    }


def test_a_source_that_reads_otherwise_says_so() -> None:
    """wikipedia HTP3 lets the discard be added to a set that one has."""
    row = made().cases["tongits.drawing.not-for-own-table-run"]
    assert row.sources["wikipedia"] is Says.OTHERWISE
    assert row.sources["denexa"] is Says.SETTLED
