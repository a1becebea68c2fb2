"""Known mistakes of engines, each caught by a case of the documents that hunts it."""

from __future__ import annotations

from typing import Final

import pytest

from meldcheck.check.run import Status

from .mistakes import AnySpoken, Mistake
from .mistakes.hunt import FAILING, caught, judged, tables

TABLES: Final = tables()
MISTAKES: Final = [
    pytest.param(mistake, id=f"{game}: {mistake.name}")
    for game, table in TABLES.items()
    for mistake in table.MISTAKES
]
SOUND: Final = [
    pytest.param(spoken, id=f"{game}: {name}")
    for game, table in TABLES.items()
    for name, spoken in table.SOUND.items()
]


@pytest.mark.parametrize("game", TABLES)
def test_an_engine_without_a_mistake_fails_no_case(game: str) -> None:
    outcomes = judged(TABLES[game].SPOKEN)
    assert len(outcomes) > 100
    assert [one.case.id for one in outcomes if one.status is not Status.PASS] == []


@pytest.mark.parametrize("sound", SOUND)
def test_a_rule_replaced_by_itself_is_no_mistake(sound: AnySpoken) -> None:
    """Under the default readings; only these replacements know."""
    outcomes = judged(sound, lambda case, said: not case.rules)
    failing = [one.case.id for one in outcomes if one.status in FAILING and not one.before_play]
    assert failing == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_caught_by_a_case_that_hunts_it(mistake: Mistake) -> None:
    assert caught(mistake)
