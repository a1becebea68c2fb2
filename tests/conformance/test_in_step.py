"""Plays adapted to readings that ask seats more often, or deal another number of jokers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from meldcheck.games import MEASURES
from meldcheck.identify.free_walks import difference
from meldcheck.identify.steps import in_step
from meldcheck.sources.experiments import Experiment, experiments_of
from meldcheck.words.case import JSON, Act, Ask
from meldcheck.words.readings import Reading
from meldspec.carousel.spoken import CAROUSEL
from tests import committed

PASSING: JSON = MEASURES["carousel"].passing
DECLINE = {"type": "decline"}


@cache
def witnesses() -> Mapping[str, Experiment]:
    cases = committed.suite().cases
    return {
        case.id: made
        for case in cases
        if case.game == "carousel"
        for made in experiments_of(case)
        if made.asks is not None
    }


def told(name: str, **readings: Reading) -> Experiment | None:
    """A witness of Carousel, adapted to these readings."""
    names = {option.split(".")[1]: option for option in CAROUSEL.readings()}
    beside = {names[name]: reading for name, reading in readings.items()}
    return in_step(CAROUSEL, witnesses()[name], beside, PASSING)


def acts(experiment: Experiment) -> list[tuple[int | str, str]]:
    return [(step.by, step.do["type"]) for step in experiment.steps if isinstance(step, Act)]


def test_what_fits_as_it_is_is_not_told_anew() -> None:
    assert told("carousel.joker.joker-in-play-differs") is None
    assert told("carousel.joker.joker-in-play-differs", ace_both_ends="one_end") is None


def test_seats_that_are_asked_too_whether_they_knock_decline() -> None:
    written = witnesses()["carousel.joker.joker-in-play-differs"]
    made = told("carousel.joker.joker-in-play-differs", knock_actor="anyone_below_five")
    assert made is not None
    before = acts(written)
    place = before.index((1, "decline")) + 1
    assert before[place] == (0, "draw")
    assert acts(made)[: place + 2] == [*before[:place], (0, "decline"), (0, "draw")]


def test_a_turn_that_goes_on_after_the_third_draw_is_ended() -> None:
    written = witnesses()["carousel.match.void-dealer-differs"]
    made = told("carousel.match.void-dealer-differs", meld_after_third="may_meld")
    assert made is not None
    assert acts(written)[1:6] == [*[(1, "draw")] * 3, (1, "decline"), (0, "draw")]
    assert acts(made)[1:7] == [*[(1, "draw")] * 3, *[(1, "decline")] * 2, (0, "draw")]


def test_a_deal_has_the_jokers_that_are_dealt() -> None:
    name = "carousel.joker.two-jokers-one-identity-differs"
    written, made = witnesses()[name], told(name, joker_count="two_per_pack")
    assert made is not None
    deal, more = written.steps[0], made.steps[0]
    assert isinstance(deal, Act)
    assert isinstance(more, Act)
    assert more.do["stock"] == [*deal.do["stock"], "*", "*"]
    assert made.steps[1:] == written.steps[1:]


def test_a_deal_loses_the_jokers_of_the_stock_that_are_not_dealt() -> None:
    name = "carousel.joker.two-jokers-one-identity-differs"
    made = told(name, joker_count="two_per_pack")
    assert made is not None
    four = replace(made, supposes={"deck.joker_count": "two_per_pack"})
    back = in_step(CAROUSEL, four, {}, PASSING)
    assert back is not None
    assert back.steps == witnesses()[name].steps


def test_jokers_in_hands_cannot_be_left_out() -> None:
    assert told("carousel.joker.all-joker-meld-differs") is None


def test_the_play_tells_its_readings_apart_where_the_written_one_is_refused() -> None:
    name, option = "carousel.joker.one-natural-frees-two-differs", "joker.one_natural_frees_two"
    beside = {"deck.joker_count": "two_per_pack", "knock.knock_actor": "anyone_below_five"}
    rule_sets = ({**beside, option: "frees_all"}, {**beside, option: "one_per_natural"})
    assert difference(CAROUSEL, rule_sets, witnesses()[name]) is None
    made = in_step(CAROUSEL, witnesses()[name], rule_sets[0], PASSING)
    assert made is not None
    apart = difference(CAROUSEL, rule_sets, made)
    assert apart is not None
    assert apart.steps[-1] == [step for step in made.steps if isinstance(step, Act)][-1]


def test_what_is_looked_at_moves_with_its_question() -> None:
    name = "carousel.joker.joker-in-play-differs"
    written, made = witnesses()[name], told(name, knock_actor="anyone_below_five")
    assert made is not None
    (number,), (later,) = written.fields, made.fields
    assert made.fields[later] == written.fields[number]
    assert isinstance(made.steps[later - 1], Ask)
    assert later == number + len(made.steps) - len(written.steps)
