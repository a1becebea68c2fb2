"""Known mistakes of engines, each caught by a case of the documents that hunts it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Never

import pytest

from meldcheck.check.judge import Status
from meldspec.wire import WireError

from ..sampled import sampled
from .mistakes import AnySpoken, Mistake
from .mistakes.hunt import caught, judged, scripts, tables

TABLES: Final = tables()
MISTAKES: Final = [
    pytest.param(mistake, id=f"{game}: {mistake.name}")
    for game, table in TABLES.items()
    for mistake in table.MISTAKES
]
SOUND: Final = [
    pytest.param(spoken, one_in, id=f"{game}: {name}{of}", marks=marks)
    for game, table in TABLES.items()
    for number, (name, spoken) in enumerate(table.SOUND.items())
    for one_in, of, marks in ((5, ", a fifth", sampled(number, 4)), (1, "", pytest.mark.slow))
]
"""Rules replaced by themselves, and one of how many cases is played by them."""


FEWEST: Final = {
    "tongits": 600,
    "rummy": 350,
    "carousel": 350,
    "three-thirteen": 300,
    "indian-chief": 100,
}
"""By game, the least number of cases of its documents."""


@pytest.mark.parametrize("game", TABLES)
def test_an_engine_without_a_mistake_fails_no_case(game: str) -> None:
    outcomes = [*judged(TABLES[game].SPOKEN)]
    assert len(outcomes) > FEWEST[game]
    assert [one.case.id for one in outcomes if one.status is not Status.PASS] == []


@pytest.mark.parametrize(("sound", "one_in"), SOUND)
def test_a_rule_replaced_by_itself_is_no_mistake(sound: AnySpoken, one_in: int) -> None:
    some = {case.id for case, _ in scripts(sound.name)[::one_in]}
    outcomes = [*judged(sound, lambda case, said: case.id in some)]
    assert len(outcomes) == len(some)
    assert [one.case.id for one in outcomes if one.status is not Status.PASS] == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_caught_by_a_case_that_hunts_it(mistake: Mistake) -> None:
    assert next(caught(mistake), None) is not None


# ── the hunt itself ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", TABLES)
def test_a_mistake_has_a_name_of_its_own(game: str) -> None:
    names = [mistake.name for mistake in TABLES[game].MISTAKES]
    assert len({*names}) == len(names)


@pytest.mark.parametrize("game", TABLES)
def test_a_mistake_that_changes_nothing_is_caught_by_no_case(game: str) -> None:
    """Without a flag every case hunts; that none of these fails, the first test finds."""
    table = TABLES[game]
    flags = {mistake.flag for mistake in table.MISTAKES} - {None}
    assert flags
    assert not [flag for flag in flags if any(caught(Mistake("none", flag, table.SPOKEN)))]


@pytest.mark.parametrize("game", TABLES)
def test_an_engine_that_crashes_is_not_taken_for_one_that_plays_wrong(game: str) -> None:
    def crashes(rules: object, state: object, seat: object) -> Never:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        next(caught(Mistake("crashes", None, replace(TABLES[game].SPOKEN, view=crashes))))


@pytest.mark.parametrize("game", TABLES)
def test_an_engine_that_errs_is_not_taken_for_one_that_plays_wrong(game: str) -> None:
    def errs(rules: object, state: object, seat: object) -> Never:
        raise WireError("no view here")

    with pytest.raises(AssertionError, match="no view here"):
        next(caught(Mistake("errs", None, replace(TABLES[game].SPOKEN, view=errs))))


def test_a_mistake_that_no_case_hunts_is_told() -> None:
    with pytest.raises(AssertionError, match="no case hunts unheard-of"):
        next(caught(Mistake("none", "unheard-of", TABLES["rummy"].SPOKEN)))
