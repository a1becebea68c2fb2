"""What is too large to go through: seeded hands and matches of the whole pack."""

from __future__ import annotations

import random
from collections.abc import Iterator

from meldcheck.explore.laws import COMMON
from meldspec import arrangement
from meldspec.arrangement import arrange
from meldspec.cards import ONE_PACK
from meldspec.melds import ALL_MELDS
from meldspec.tongits import laying_off
from meldspec.tongits.options import DEFAULT

from ....reference.tongits.laws import LAWS
from ...bugs import Bug
from ...law import sampled
from ...plain import melds as plain

HANDS = 3000
MATCHES = 120


@sampled(Bug(arrangement._heaviest, "len(apart) == len(others)", "len(apart) + 1 >= len(others)"))
def the_best_arrangement_of_a_full_hand() -> Iterator[tuple[object, bool]]:
    """A hand of the whole pack is arranged with the least deadwood, and then the most fours.

    clause: tongits.melds.best-arrangement
    over: 3,000 seeded hands of thirteen cards, half of them of few ranks
    """
    chance = random.Random(52)
    few = [card for card in ONE_PACK if card % 13 < 6]
    for number in range(HANDS):
        hand = frozenset(chance.sample(few if number % 2 else ONE_PACK, 13))
        divisions = plain.Divisions(meld for meld in ALL_MELDS if meld <= hand)
        found = arrange(hand)
        yield sorted(hand), (found.deadwood, -found.fours) == divisions.best(hand)


@sampled(Bug(laying_off.add_to_meld, "- {action.card}", ""))
def every_state_of_a_match() -> Iterator[tuple[object, bool]]:
    """Over whole matches every card stays in one place, every chip is accounted for, turns end.

    clause: tongits.cards.standard-52
    clause: tongits.game.chip-settlement
    clause: tongits.ending.three-ways
    over: every state of 120 seeded matches of three hands
    """
    for seed in range(MATCHES):
        for number, step in enumerate(LAWS.walks.walk(DEFAULT, 3, seed, hands=3)):
            for common in COMMON:
                yield (common.__name__, seed, number), common(LAWS.walks, DEFAULT, step)
            for law in LAWS.of_states:
                yield (law.__name__, seed, number), law(DEFAULT, step.after)
