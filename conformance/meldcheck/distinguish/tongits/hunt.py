"""The search, by seeded play, for a short play of Tong-its on which two rule sets differ.

It finds a play but no proof; ``pair.breadth_first`` and ``bounds`` give the proof.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from meldcheck.distinguish.hunt import shorter
from meldcheck.distinguish.pair import Fork, Joint, Parting, Play
from meldcheck.distinguish.tongits.deals import fitted
from meldcheck.distinguish.tongits.outline import Move
from meldcheck.games.tongits import HAND, MEASURE, SEATS
from meldcheck.seeded.deals import MELDS, Draft, Holding, some_melds
from meldcheck.seeded.seats import Search
from meldcheck.words.case import Act, Setup
from meldcheck.words.deal import Dealt
from meldcheck.words.notation import CHANCE
from meldspec import cards as pack

_STEPS: Final = 5
"""Number of steps of a seeded play, on average."""

_APPETITES: Final = (0.2, 1.0, 5.0)
"""Weights of a kind of action, drawn anew for every play."""


class Hunter:
    """Seeded play under both rule sets at once, from deals in which much can happen soon."""

    def __init__(self, joint: Joint, seed: int) -> None:
        self.joint = joint
        self.search = Search(joint.game, seed)
        self.rng: random.Random = self.search.rng
        self.setup = Setup(players=SEATS, dealer=0)

    def hunt(self, hands: int, least: int, best: Play | None, longest: int) -> Play | None:
        """The shortest of many plays with at most ``longest`` steps.

        Longer plays mean fewer of them.
        """
        left = hands * _STEPS
        while left > 0 and (best is None or len(best) > max(least, 1)):
            steps = longest if best is None else min(longest, len(best) - 1)
            best = shorter(best, self._played(steps))
            left -= steps
        return best

    def hunt_along(
        self, walk: Sequence[Move], hands: int, least: int, best: Play | None
    ) -> Play | None:
        """The shortest of many plays that follow a walk through the outline."""
        for _ in range(hands):
            if best is not None and len(best) <= least:
                break
            steps = fitted(walk, self.rng)
            if steps is None:
                continue
            if best is None or len(steps) <= len(best) - 2:
                next_deals = [self.deal(dealer).act() for dealer in range(self.setup.players)]
                steps = (*steps, *next_deals)
            else:
                steps = steps[: len(best) - 2]
            found = self.joint.first_difference(self.setup, steps, last=True)
            best = shorter(best, found)
        return best

    def _played(self, longest: int) -> Play | None:
        """One play up to a difference; None if ``longest`` steps show none."""
        standing = self.joint.begin(self.setup)
        appetites: dict[str, float] = {}
        steps: list[Act] = []
        while len(steps) < longest:
            found = self.after(standing, appetites)
            match found:
                case None:
                    return None
                case Parting():
                    return Play(self.setup, (*steps, found.step), found)
                case (Act() as step, Fork() as standing):
                    steps.append(step)
        return None

    def after(
        self, standing: Fork, appetites: dict[str, float]
    ) -> tuple[Act, Fork] | Parting | None:
        """A step, chosen by appetite, and its result; None if no step is possible."""
        moves = self.joint.moves(standing)
        if isinstance(moves, Parting):
            return moves
        if CHANCE in self.joint.actors(standing):
            dealers = self.rng.sample(range(self.setup.players), self.setup.players)
            moves = [self.deal(dealer).act() for dealer in dealers]
        else:
            moves = [self._chosen(moves, appetites)]
        for step in moves:
            after = self.joint.step(standing, step)
            match after:
                case None:
                    continue
                case Parting():
                    return after
                case Fork():
                    return step, after
        return None

    def _chosen(self, moves: list[Act], appetites: dict[str, float]) -> Act:
        by_type: dict[str, list[Act]] = {}
        for step in moves:
            name = str(step.do["type"])
            appetites.setdefault(name, self.rng.choice(_APPETITES))
            by_type.setdefault(name, []).append(step)
        names = list(by_type)
        kind = self.rng.choices(names, [appetites[name] for name in names])[0]
        return self.rng.choice(by_type[kind])

    def deal(self, dealer: int) -> Dealt:
        """A deal with some melds, with one suit in a hand, or with hands full of melds."""
        if dealer == 0 and self.rng.random() < 0.3:
            return self.search.deal(dealer)
        draft = Draft.begun(MEASURE, SEATS, dealer)
        one_suit = self.rng.random() < 0.4
        half = len(MELDS) // 2
        draft.hold([self._one_suit(draft)] if one_suit else some_melds(self.rng, SEATS, half))
        self.rng.shuffle(draft.free)
        draft.fill()
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            hand, place = draft.hands[self.rng.randrange(SEATS)], self.rng.randrange(HAND)
            other = self.rng.randrange(min(6, len(draft.free)))
            hand[place], draft.free[other] = draft.free[other], hand[place]
        return draft.dealt()

    def _one_suit(self, draft: Draft) -> Holding:
        """A hand with a whole suit, or with all but one card of it."""
        suit = self.rng.choice(pack.SUITS)
        cards = [rank + suit for rank in pack.RANKS]
        if self.rng.random() < 0.5:
            cards.remove(self.rng.choice((cards[0], cards[-1], self.rng.choice(cards))))
        seat = self.rng.randrange(SEATS)
        return seat, cards[: draft.room(seat)]
