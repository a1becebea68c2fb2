"""The meaning of settled, open, silent and lost, on made-up outcomes under readings of Tong-its."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TypeAlias

import pytest

from meldcheck.sources import lawbook
from meldcheck.sources.bench import Bench
from meldcheck.sources.parts import Grounds, Part, PartVerdict, overall
from meldcheck.sources.scenario import as_text
from meldcheck.sources.stands import Certainty, Stand, Support, VerdictLaw
from meldcheck.sources.worlds import Options, World
from meldcheck.words.case import JSON
from meldcheck.words.readings import Reading
from meldspec.games import GAMES

TIE = "showdown.tie_three_way"
DEALER = "deal.dealer_after_no_winner"
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
"""Outcomes by the readings of the tie and of the basis; None for every reading."""


@cache
def written() -> VerdictLaw:
    return lawbook.law_of(lawbook.load().files, "tongits")


def verdict(
    stands: Mapping[str, Stand],
    outcomes: Outcomes,
    supports: Mapping[str, Support] | None = None,
    read: tuple[str, ...] = (),
    part: Part = WINNER,
    *,
    turns_on: tuple[str, ...] = (),
    clauses: tuple[str, ...] | None = None,
    governed: tuple[str, ...] = (),
) -> PartVerdict:
    """The verdict on a part, from the stance of a source to questions and these outcomes."""
    law = written()
    questions = {
        option: replace(
            law.questions[option],
            sources={**law.questions[option].sources, SOURCE: stand},
            turns_on=turns_on if option == FIXED else (),
            clauses=law.questions[option].clauses if clauses is None else clauses,
        )
        for option, stand in stands.items()
    }
    supported = {name: {SOURCE: of} for name, of in (supports or {}).items()}
    law = replace(
        law,
        questions={**law.questions, **questions},
        clauses={**law.clauses, **supported},
        governed={**law.governed, "tongits.made.up": governed},
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
    return bench.verdict(SOURCE, part, worlds)


def bases() -> tuple[Reading, Reading]:
    one, other = GAMES["tongits"].readings()[BASIS][:2]
    return one, other


def both() -> Stand:
    one, other = bases()
    return Stand({one: ("X3",), other: ("X4",)})


def test_one_outcome_that_a_sentence_decides_is_settled() -> None:
    told = verdict({TIE: ONE}, {(NEXT, None): {"winner": 1}, (LAST, None): {"winner": 2}})
    assert told.status is Certainty.SETTLED
    assert [fields for _, fields, _ in told.outcomes] == [{"winner": 1}]
    assert told.citations == ("pagat X1",)


def test_two_readings_of_a_sentence_are_open() -> None:
    told = verdict({TIE: SPOKEN}, {(NEXT, None): {"winner": 1}, (LAST, None): {"winner": 2}})
    assert told.status is Certainty.OPEN
    assert told.open_options == (TIE,)


@pytest.mark.parametrize(("stand", "status"), [(SILENT, Certainty.SILENT), (GONE, Certainty.LOST)])
def test_no_sentence_is_silent_and_a_missing_one_is_lost(stand: Stand, status: Certainty) -> None:
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
    assert told.status is Certainty.SILENT
    assert told.because == ("tongits.showdown.tie-three-way",)


def test_silence_beside_a_sentence_is_open_where_one_reading_needs_nothing_else() -> None:
    one, other = bases()
    outcomes: Outcomes = {
        (None, one): {"winner": 0},
        (NEXT, other): {"winner": 1},
        (LAST, other): {"winner": 2},
    }
    told = verdict({TIE: SILENT, BASIS: both()}, outcomes)
    assert told.status is Certainty.OPEN


def test_a_reading_that_a_sentence_rules_out_is_no_outcome_and_the_others_are_silent() -> None:
    one, *others = GAMES["tongits"].readings()[DEALER]
    law = written()
    stand = Stand({}, ruled_out=frozenset((one,)))
    asked = replace(law.questions[DEALER], sources={SOURCE: stand})
    law = replace(law, questions={**law.questions, DEALER: asked})
    worlds = [
        World(as_text({"winner": place}), {DEALER: frozenset((reading,))})
        for place, reading in enumerate((one, *others))
    ]
    told = Bench.of(law, Options(GAMES["tongits"]), {}, ()).verdict(SOURCE, WINNER, worlds)
    assert told.status is Certainty.SILENT
    assert [fields for _, fields, _ in told.outcomes] == [{"winner": 1}, {"winner": 2}]


def test_a_lost_sentence_is_lost_also_beside_one_that_is_there() -> None:
    one, other = bases()
    outcomes: Outcomes = {
        (None, one): {"winner": 0},
        (NEXT, other): {"winner": 1},
        (LAST, other): {"winner": 2},
    }
    told = verdict({TIE: GONE, BASIS: both()}, outcomes)
    assert told.status is Certainty.LOST
    assert told.because == ("tongits.showdown.tie-three-way",)


def test_two_outcomes_are_never_settled_though_no_single_option_parts_them() -> None:
    one, other = bases()
    outcomes: Outcomes = {(NEXT, one): {"winner": 0}, (LAST, other): {"winner": 1}}
    told = verdict({TIE: SPOKEN, BASIS: both()}, outcomes)
    assert told.status is Certainty.OPEN
    assert set(told.open_options) == {TIE, BASIS}


def refused(
    support: Certainty,
    read: tuple[str, ...] = (),
    stand: Stand = SILENT,
    *,
    turns_on: tuple[str, ...] = (),
    governed: tuple[str, ...] = (),
) -> PartVerdict:
    """A refusal by one clause under every reading."""
    made_up = {"tongits.made.up": Support(support, ("X5",) if support is Certainty.SETTLED else ())}
    outcome = {"winner": None, "clauses": ["tongits.made.up"]}
    stands = {TIE: stand, FIXED: stand}
    outcomes: Outcomes = {(None, None): outcome}
    return verdict(stands, outcomes, made_up, read, turns_on=turns_on, governed=governed)


@pytest.mark.parametrize("status", [Certainty.SETTLED, Certainty.SILENT, Certainty.LOST])
def test_a_refusal_is_as_sure_as_its_clause(status: Certainty) -> None:
    assert refused(status).status is status


def test_a_refusal_under_all_listed_readings_is_silent_where_the_source_has_no_word_on_them() -> (
    None
):
    assert refused(Certainty.SETTLED, (TIE,), governed=(TIE,)).status is Certainty.SILENT
    assert refused(Certainty.SETTLED, (TIE,), GONE, governed=(TIE,)).status is Certainty.LOST
    assert refused(Certainty.SETTLED, (), governed=(TIE,)).status is Certainty.SETTLED
    assert refused(Certainty.SETTLED, (TIE,), ONE, governed=(TIE,)).status is Certainty.SETTLED


def test_a_reading_that_is_never_played_is_an_outcome_of_its_own() -> None:
    question = written().questions[FIXED]
    (other,) = question.unplayable
    stand = Stand({question.default: ("X6",), other: ("X7",)})
    told = refused(Certainty.SETTLED, (), stand, turns_on=("tongits.made.up",))
    assert told.status is Certainty.OPEN
    assert [one.reading for one in told.unplayed] == [other]
    assert refused(Certainty.SETTLED, (), stand).status is Certainty.SETTLED
    only_other = refused(
        Certainty.SETTLED, (), Stand({other: ("X7",)}), turns_on=("tongits.made.up",)
    )
    assert (only_other.status, only_other.outcomes) == (Certainty.SETTLED, ())


def tried(stand: Stand, other: Certainty | None = None) -> PartVerdict:
    """The verdict on a lay-off that a clause of a question refuses, and perhaps another one too."""
    named: list[JSON] = ["tongits.made.up", *(["tongits.made.elsewhere"] if other else [])]
    supports = {
        "tongits.made.up": Support(Certainty.SETTLED, ("X5",)),
        "tongits.made.elsewhere": Support(other or Certainty.SILENT, ("X8",)),
    }
    outcome: JSON = {"winner": None, "clauses": named, "refused": ["lay-off before-drawing"]}
    return verdict(
        {FIXED: stand},
        {(None, None): outcome},
        supports,
        turns_on=("refused lay-off before-drawing",),
        clauses=("tongits.made.up",),
    )


def test_a_refusal_of_a_kind_on_which_the_source_has_no_word_is_silent() -> None:
    assert tried(SILENT).status is Certainty.SILENT
    assert tried(GONE).status is Certainty.LOST
    assert tried(Stand({written().questions[FIXED].default: ("X6",)})).status is Certainty.SETTLED


def test_another_clause_with_a_sentence_settles_a_refusal_of_any_kind() -> None:
    assert tried(SILENT, Certainty.SETTLED).status is Certainty.SETTLED
    assert tried(SILENT, Certainty.SILENT).status is Certainty.SILENT


def test_a_refusal_of_a_kind_is_open_where_a_reading_that_is_not_played_allows_it() -> None:
    question = written().questions[FIXED]
    (other,) = question.unplayable
    told = tried(Stand({question.default: ("X6",), other: ("X7",)}))
    assert told.status is Certainty.OPEN
    assert [one.reading for one in told.unplayed] == [other]


@pytest.mark.parametrize("shown", [True, False])
def test_a_field_is_open_where_it_is_of_a_kind_on_which_readings_part(shown: bool) -> None:
    question = written().questions[FIXED]
    (other,) = question.unplayable
    kinds: JSON = {"winner": ["to-act first-of-several"]} if shown else {}
    told = verdict(
        {FIXED: Stand({question.default: ("X6",), other: ("X7",)})},
        {(None, None): {"winner": 1, "shown": kinds}},
        part=Part("winner", ("winner",)),
        turns_on=("to-act first-of-several",),
    )
    assert told.status is (Certainty.OPEN if shown else Certainty.SETTLED)
    assert [one.reading for one in told.unplayed] == [other] * shown


def test_a_verdict_as_a_whole_is_as_open_as_its_parts() -> None:
    one = verdict({TIE: ONE}, {(NEXT, None): {"winner": 1}, (LAST, None): {"winner": 2}})
    open_ = verdict({TIE: SPOKEN}, {(NEXT, None): {"winner": 1}, (LAST, None): {"winner": 2}})
    assert overall({"decision": one, "payments": open_}) == (Certainty.OPEN, ("payments",))
    assert overall({"decision": one, "deadwood": open_})[0] is Certainty.SETTLED
    assert json.loads(one.outcomes[0][0]) == {"winner": 1}
