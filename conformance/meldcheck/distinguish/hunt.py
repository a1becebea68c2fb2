"""The hunt for a short play on which two rule sets differ: plays that are known, and seeded ones.

What is found is a play and no proof; ``joint.breadth_first`` and ``bounds`` say how good it is.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from meldcheck.distinguish.pair import Fork, Joint, Parting, Play
from meldcheck.distinguish.tongits.deals import fitted
from meldcheck.distinguish.tongits.outline import Move
from meldcheck.games.measure import DECK
from meldcheck.games.tongits import HAND, SEATS
from meldcheck.seeded.reduction import without
from meldcheck.seeded.seats import Search
from meldcheck.words.case import Act, Case, Setup, Step, option_of
from meldcheck.words.deal import Dealt
from meldcheck.words.notation import CHANCE, canonical
from meldspec import cards as pack
from meldspec.melds import ALL_MELDS

LONGEST_DROPPED: Final = 6
"""A round of turns: so many steps are left out at once."""


def shorter(one: Play | None, other: Play | None) -> Play | None:
    """The shorter of two plays, the first where they are equally long."""
    if one is None or (other is not None and len(other) < len(one)):
        return other
    return one


Steps: TypeAlias = tuple[Setup, tuple[Act, ...]]
"""Where a match begins, and what is done in it."""


class Library:
    """The plays of the documents and of the suite."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = cases

    @cached_property
    def plays(self) -> tuple[Steps, ...]:
        """All of them, the short ones first."""
        return _plays(self.cases)

    def asking(self, options: Collection[str]) -> tuple[Case, ...]:
        """The cases that ask how one of these options is read."""
        return tuple(
            case for case in self.cases if case.asks is not None and option_of(case.asks) in options
        )

    def about(self, options: Collection[str]) -> tuple[Steps, ...]:
        """The plays that ask how one of these options is read, the short ones first."""
        return _plays(self.asking(options))


def _plays(cases: Iterable[Case]) -> tuple[Steps, ...]:
    found: dict[str, Steps] = {}
    for case in cases:
        if case.setup is not None:
            for steps in _plays_of(case):
                key = repr((case.setup, [(step.by, step.do) for step in steps]))
                found[key] = (case.setup, steps)
    return tuple(sorted(found.values(), key=lambda play: len(play[1])))


def _plays_of(case: Case) -> Iterator[tuple[Act, ...]]:
    """The actions of a case: its own, with each tail, and those of control and twin."""
    tails: Iterable[tuple[Step, ...]] = case.outcomes.values() or ((),)
    plays: list[tuple[Step, ...]] = [(*case.steps, *tail) for tail in tails]
    if case.control is not None:
        plays.append(case.control.steps)
    if case.twin is not None:
        plays.append(case.twin.steps)
    for steps in plays:
        acts = tuple(Act(by=step.by, do=step.do) for step in steps if isinstance(step, Act))
        if acts:
            yield acts


def shortest_of(joint: Joint, plays: Iterable[Steps], least: int, best: Play | None) -> Play | None:
    """The shortest of some plays, each up to where the two differ; of ``best`` if none is shorter.

    One of ``least`` steps is as good as any.
    """
    for setup, steps in plays:
        if best is not None and len(best) <= least:
            break
        enough = len(steps) if best is None else len(best) - 2
        best = shorter(best, joint.first_difference(setup, steps[:enough]))
    return best


# ── leaving steps out ────────────────────────────────────────────────────────────────────────────


def condensed(joint: Joint, play: Play, least: int) -> Play:
    """The play with steps left out as long as that makes a shorter one."""
    best = play
    while len(best) > least:
        found = next(_condensations(joint, best), None)
        if found is None:
            return best
        best = found
    return best


def _condensations(joint: Joint, play: Play) -> Iterator[Play]:
    """Shorter plays made of a play."""
    for steps in (play.steps, _with_drawn_cards(play.steps)):
        for length in range(LONGEST_DROPPED, 0, -1):
            for start in range(1, len(steps) - length + 1):
                for kept in without(steps, start, start + length):
                    found = joint.first_difference(play.setup, kept)
                    if found is not None and len(found) < len(play):
                        yield found


def _with_drawn_cards(steps: Sequence[Act]) -> tuple[Act, ...]:
    """The play in which each seat is dealt what it draws, and draws what it discards then.

    Its turns can be left out more easily.  Only the first hand is changed.
    """
    deal = steps[0].do
    hands, stock = [list(hand) for hand in deal["hands"]], list(deal["stock"])
    drawn = 0
    for place, step in enumerate(steps[1:], start=1):
        if step.by == CHANCE:
            break
        if step.do["type"] != "draw" or not isinstance(step.by, int):
            continue
        card = stock[drawn]
        thrown = _discard_of_turn(steps, place)
        if thrown in hands[step.by]:
            hands[step.by][hands[step.by].index(thrown)] = card
            stock[drawn] = thrown
        drawn += 1
    do = {**deal, "hands": [canonical(hand) for hand in hands], "stock": stock}
    return (Act(by=CHANCE, do=do), *steps[1:])


def _discard_of_turn(steps: Sequence[Act], place: int) -> str | None:
    for step in steps[place:]:
        if step.do["type"] == "discard":
            return str(step.do["card"])
    return None


# ── seeded play ──────────────────────────────────────────────────────────────────────────────────

_STEPS: Final = 5
"""Steps of a seeded play, on average."""

_APPETITES: Final = (0.2, 1.0, 5.0)
"""How gladly a seat does a kind of thing, drawn anew for every play."""


class Hunter:
    """Seeded play under both rule sets at once, from deals in which much can happen soon."""

    def __init__(self, joint: Joint, seed: int) -> None:
        self.joint = joint
        self.search = Search(joint.game, seed)
        self.rng: random.Random = self.search.rng
        self.setup = Setup(players=SEATS, dealer=0)

    def hunt(self, hands: int, least: int, best: Play | None, longest: int) -> Play | None:
        """The shortest play of many, of no more than ``longest`` steps; of long ones fewer."""
        left = hands * _STEPS
        while left > 0 and (best is None or len(best) > max(least, 1)):
            steps = longest if best is None else min(longest, len(best) - 1)
            best = shorter(best, self._played(steps))
            left -= steps
        return best

    def hunt_along(
        self, walk: Sequence[Move], hands: int, least: int, best: Play | None
    ) -> Play | None:
        """The shortest play of many that go the way of a walk through the outline."""
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
        """One play up to a difference; None where there is none in so many steps."""
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
        """A step, chosen by appetite, and what follows; None where nothing can be done."""
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
        """A deal with melds here and there, with one suit in a hand, or with hands all in melds."""
        if dealer == 0 and self.rng.random() < 0.3:
            return self.search.deal(dealer)
        one_suit = self.rng.random() < 0.4
        return _filled(self._one_suit() if one_suit else self._melded(dealer), dealer, self.rng)

    def _one_suit(self) -> list[list[str]]:
        """A hand that begins with a whole suit, or with all but a card of it."""
        suit = self.rng.choice(pack.SUITS)
        cards = [rank + suit for rank in pack.RANKS]
        if self.rng.random() < 0.5:
            cards.remove(self.rng.choice((cards[0], cards[-1], self.rng.choice(cards))))
        hands: list[list[str]] = [[] for _ in range(self.setup.players)]
        hands[self.rng.randrange(self.setup.players)] += cards
        return hands

    def _melded(self, dealer: int) -> list[list[str]]:
        """Hands of melds as far as they go, a few of their cards exchanged."""
        hands: list[list[str]] = [[] for _ in range(self.setup.players)]
        used: set[str] = set()
        for seat in self.rng.sample(range(len(hands)), len(hands)):
            for meld in self.rng.sample(_MELDS, len(_MELDS) // 2):
                room = HAND + (seat == dealer) - len(hands[seat])
                if len(meld) <= room and not used.intersection(meld):
                    hands[seat] += meld
                    used.update(meld)
        return hands


_MELDS: Final = tuple(tuple(pack.texts(meld)) for meld in ALL_MELDS)


def _filled(hands: list[list[str]], dealer: int, rng: random.Random) -> Dealt:
    """Hands filled up, or cut down, to their sizes, and some cards exchanged."""
    sizes = [HAND + (seat == dealer) for seat in range(len(hands))]
    kept = [hand[:size] for hand, size in zip(hands, sizes, strict=True)]
    used = {card for hand in kept for card in hand}
    left = [card for card in DECK if card not in used]
    rng.shuffle(left)
    for hand, size in zip(kept, sizes, strict=True):
        while len(hand) < size:
            hand.append(left.pop())
    for _ in range(rng.choice((0, 0, 1, 2))):
        seat, place = rng.randrange(len(kept)), rng.randrange(HAND)
        other = rng.randrange(min(6, len(left)))
        kept[seat][place], left[other] = left[other], kept[seat][place]
    return Dealt(dealer, tuple(tuple(hand) for hand in kept), tuple(left))
