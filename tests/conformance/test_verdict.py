"""Settled, open, silent, lost: what each means, on made-up outcomes under readings of Tong-its."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TypeAlias

import pytest

from meldcheck import lawbook
from meldcheck.case import JSON
from meldcheck.verdict import (
    Bench,
    Grounds,
    Law,
    Part,
    PartVerdict,
    Stand,
    Status,
    Support,
    as_text,
    overall,
)
from meldcheck.worlds import Options, Reading, World
from meldspec.games import GAMES

TIE = "showdown.tie_three_way"
BASIS = "showdown.deadwood_basis"
FIXED = "tongits_call.tongit_end_of_turn_form"
NEXT, LAST = "next_after_caller", "last_to_challenge"
SPOKEN = Stand({NEXT: ("X1",), LAST: ("X2",)})
ONE = Stand({NEXT: ("X1",)})
SILENT = Stand({})
GONE = Stand({}, lost=True)
WINNER = Part("decision", ("winner",), Grounds.CLAUSES)
SOURCE = "pagat"


Outcomes: TypeAlias = dict[tuple[Reading | None, Reading | None], JSON]
"""By the readings of the tie and of the basis, where they are named."""


@cache
def written() -> Law:
    return lawbook.law_of(lawbook.load().files, "tongits")


def verdict(
    stands: Mapping[str, Stand],
    outcomes: Outcomes,
    supports: Mapping[str, Support] | None = None,
    read: tuple[str, ...] = (),
    **changed: tuple[str, ...],
) -> PartVerdict:
    """The verdict where a source stands so to questions, and outcomes follow readings so."""
    law = written()
    questions = {
        option: replace(
            law.questions[option],
            sources={**law.questions[option].sources, SOURCE: stand},
            turns_on=changed.get("turns_on", ()) if option == FIXED else (),
        )
        for option, stand in stands.items()
    }
    clauses = {name: {SOURCE: of} for name, of in (supports or {}).items()}
    law = replace(
        law,
        questions={**law.questions, **questions},
        clauses={**law.clauses, **clauses},
        governed={**law.governed, "tongits.made.up": changed.get("governed", ())},
    )
    worlds = [
        World(
            as_text(outcome),
            {
                option: frozenset((reading,))
                for option, reading in ((TIE, tie), (BASIS, basis))
                if reading is not None
            },
        )
        for (tie, basis), outcome in outcomes.items()
    ]
    bench = Bench.of(law, Options(GAMES["tongits"]), {}, read)
    return bench.verdict(SOURCE, WINNER, worlds)


def bases() -> tuple[Reading, Reading]:
    one, other = GAMES["tongits"].readings()[BASIS][:2]
    return one, other


def both() -> Stand:
    one, other = bases()
    return Stand({one: ("X3",), other: ("X4",)})


def test_one_outcome_that_a_sentence_decides_is_settled() -> None:
    told = verdict({TIE: ONE}, {(NEXT, None): {"winner": 1}, (LAST, None): {"winner": 2}})
    assert told.status is Status.SETTLED
    assert [fields for _, fields, _ in told.outcomes] == [{"winner": 1}]
    assert told.citations == ("pagat X1",)


def test_two_readings_of_a_sentence_are_open() -> None:
    told = verdict({TIE: SPOKEN}, {(NEXT, None): {"winner": 1}, (LAST, None): {"winner": 2}})
    assert told.status is Status.OPEN
    assert told.open_options == (TIE,)


@pytest.mark.parametrize(("stand", "status"), [(SILENT, Status.SILENT), (GONE, Status.LOST)])
def test_no_sentence_is_silent_and_a_missing_one_is_lost(stand: Stand, status: Status) -> None:
    told = verdict({TIE: stand}, {(NEXT, None): {"winner": 1}, (LAST, None): {"winner": 2}})
    assert told.status is status


def test_silence_beside_a_sentence_is_silent_where_it_matters_however_that_is_read() -> None:
    one, other = bases()
    outcomes: Outcomes = {
        (NEXT, one): {"winner": 0},
        (LAST, one): {"winner": 1},
        (NEXT, other): {"winner": 2},
        (LAST, other): {"winner": None},
    }
    told = verdict({TIE: SILENT, BASIS: both()}, outcomes)
    assert told.status is Status.SILENT
    assert told.because == ("tongits.showdown.tie-three-way",)


def test_silence_beside_a_sentence_is_open_where_one_reading_needs_nothing_else() -> None:
    one, other = bases()
    outcomes: Outcomes = {
        (None, one): {"winner": 0},
        (NEXT, other): {"winner": 1},
        (LAST, other): {"winner": 2},
    }
    told = verdict({TIE: SILENT, BASIS: both()}, outcomes)
    assert told.status is Status.OPEN


def test_a_lost_sentence_is_lost_also_beside_one_that_is_there() -> None:
    one, other = bases()
    outcomes: Outcomes = {
        (None, one): {"winner": 0},
        (NEXT, other): {"winner": 1},
        (LAST, other): {"winner": 2},
    }
    told = verdict({TIE: GONE, BASIS: both()}, outcomes)
    assert told.status is Status.LOST
    assert told.because == ("tongits.showdown.tie-three-way",)


def test_two_outcomes_are_never_settled_though_no_single_option_parts_them() -> None:
    one, other = bases()
    outcomes: Outcomes = {(NEXT, one): {"winner": 0}, (LAST, other): {"winner": 1}}
    told = verdict({TIE: SPOKEN, BASIS: both()}, outcomes)
    assert told.status is Status.OPEN
    assert set(told.open_options) == {TIE, BASIS}


def refused(
    support: Status, read: tuple[str, ...] = (), stand: Stand = SILENT, **changed: tuple[str, ...]
) -> PartVerdict:
    """A refusal by one clause under every reading."""
    made_up = {"tongits.made.up": Support(support, ("X5",) if support is Status.SETTLED else ())}
    outcome = {"winner": None, "clauses": ["tongits.made.up"]}
    return verdict({TIE: stand, FIXED: stand}, {(None, None): outcome}, made_up, read, **changed)


@pytest.mark.parametrize("status", [Status.SETTLED, Status.SILENT, Status.LOST])
def test_a_refusal_is_as_sure_as_its_clause(status: Status) -> None:
    assert refused(status).status is status


def test_a_refusal_under_all_listed_readings_is_silent_where_the_source_has_no_word_on_them() -> (
    None
):
    assert refused(Status.SETTLED, (TIE,), governed=(TIE,)).status is Status.SILENT
    assert refused(Status.SETTLED, (TIE,), GONE, governed=(TIE,)).status is Status.LOST
    assert refused(Status.SETTLED, (), governed=(TIE,)).status is Status.SETTLED
    assert refused(Status.SETTLED, (TIE,), ONE, governed=(TIE,)).status is Status.SETTLED


def test_a_reading_that_is_never_played_is_an_outcome_of_its_own() -> None:
    question = written().questions[FIXED]
    (other,) = question.unplayable
    stand = Stand({question.default: ("X6",), other: ("X7",)})
    told = refused(Status.SETTLED, (), stand, turns_on=("tongits.made.up",))
    assert told.status is Status.OPEN
    assert [one.reading for one in told.unplayed] == [other]
    assert refused(Status.SETTLED, (), stand).status is Status.SETTLED
    only_other = refused(Status.SETTLED, (), Stand({other: ("X7",)}), turns_on=("tongits.made.up",))
    assert (only_other.status, only_other.outcomes) == (Status.SETTLED, ())


def test_a_verdict_as_a_whole_is_as_open_as_its_parts() -> None:
    one = verdict({TIE: ONE}, {(NEXT, None): {"winner": 1}, (LAST, None): {"winner": 2}})
    open_ = verdict({TIE: SPOKEN}, {(NEXT, None): {"winner": 1}, (LAST, None): {"winner": 2}})
    assert overall({"decision": one, "payments": open_}) == (Status.OPEN, ("payments",))
    assert overall({"decision": one, "deadwood": open_})[0] is Status.SETTLED
    assert json.loads(one.outcomes[0][0]) == {"winner": 1}
