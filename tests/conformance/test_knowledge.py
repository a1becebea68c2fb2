"""What is known of the readings of an engine: which rule sets are possible."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from meldcheck.sources.knowledge import Knowledge, nothing_known
from meldcheck.sources.worlds import Box
from meldcheck.words.readings import Reading
from meldspec.games import GAMES

PLAYS = 12
"""Number of plays that are learned, one after the other."""


def box_by_chance(known: Knowledge, names: list[str], chance: random.Random) -> Box:
    """Some readings of a few options."""
    return {
        name: frozenset(chance.sample(readings, chance.randrange(1, len(readings) + 1)))
        for name in chance.sample(names, min(3, len(names)))
        for readings in [sorted(known.options.readings[name], key=repr)]
    }


def is_first(known: Knowledge, box: Box, found: Mapping[str, Reading]) -> bool:
    """Whether a rule set is possible, and none that is possible in the box goes before it."""
    possible = {name: readings & box.get(name, readings) for name, readings in known.left.items()}
    holds = all(reading in possible[name] for name, reading in found.items()) and all(
        any(all(found[name] in readings for name, readings in one.items()) for one in tie)
        for tie in known.ties
    )
    fixed: dict[str, frozenset[Reading]] = dict(box)
    for name, readings in known.options.space.readings.items():
        for reading in readings[: readings.index(found[name])]:
            if reading in possible[name] and known.allows({**fixed, name: frozenset((reading,))}):
                return False
        fixed[name] = frozenset((found[name],))
    return holds


@pytest.mark.parametrize("game", GAMES)
def test_a_box_is_allowed_if_a_rule_set_is_in_it(game: str) -> None:
    """Few options, so that ties share them; seeded.  Each outcome occurs, with ties and without."""
    chance, seen = random.Random(game), set()
    for _ in range(20):
        known = nothing_known(GAMES[game])
        names = chance.sample(sorted(known.options.readings), 9)
        names += sorted({name for tie in known.ties for box in tie for name in box})[:6]
        names = [*dict.fromkeys(names)]
        for _ in range(PLAYS):
            boxes = [box_by_chance(known, names, chance) for _ in range(chance.randrange(1, 5))]
            known = known.learned(boxes) or known
            for _ in range(12):
                box = box_by_chance(known, names, chance)
                found = known.rule_set(box)
                possible = found is not None
                assert known.allows(box) is possible, (known.ties, box)
                assert found is None or is_first(known, box, found), (known.ties, box)
                assert known.allows(box) is possible
                seen.add((possible, bool(known.ties)))
    assert seen == {(False, False), (True, False), (False, True), (True, True)}


def test_a_rule_set_has_defaults_where_a_box_of_a_tie_has_them() -> None:
    """The first box of the tie has a reading other than the default; the second has defaults."""
    known = nothing_known(GAMES["tongits"])
    usual = known.options.space.default
    one, other = "showdown.tie_three_way", "pot.ante_chips"
    rare = next(reading for reading in known.options.readings[one] if reading != usual[one])
    boxes = [{one: frozenset((rare,))}, {other: frozenset((usual[other],))}]
    told = known.learned(boxes)
    assert told is not None
    assert told.rule_set({}) == usual
    narrow = {other: known.options.readings[other] - {usual[other]}}
    forced = told.rule_set(narrow)
    assert forced is not None
    assert forced[one] == rare
