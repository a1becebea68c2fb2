"""The search for a table by which the least is kept in the hand.

From rank to rank upwards, the ace below the two and once more above the king, the cards of each
suit go into sets, continue the runs that are open, or begin new ones; a card of the hand may be
kept.  Of the ranks below, only this matters: how many runs of a suit are open with one card, with
two, and with three or more.  A run of three or more is whole and may end.

A suit alone, with its sets filled as it likes, keeps no more than it does beside the others.  So
the sum over the suits is a lower bound.  States with the least bound are tried first, and among
these the highest rank.  The bound is worth its time only after some states.

The rules for keeping and naming jokers depend only on how many jokers stand for a card and how many
naturals of it are on the table, so both are chosen together, card by card.  Where a joker may be
named as any card, the search can be sparing: a free joker goes where a run or a set lacks a card,
and the jokers left are added to some melds at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from itertools import product
from typing import Final, final

from meldspec.cards import JOKER, ONE_PACK, RANKS, SUITS, Card
from meldspec.manipulation.lanes import (
    IMPOSSIBLE,
    Chain,
    Choice,
    Lane,
    Lanes,
    Situation,
    State,
    Step,
    bound_of,
)
from meldspec.manipulation.manner import By, Manner, weight_of
from meldspec.manipulation.open_runs import (
    HIGH,
    NO_CARDS,
    NO_RUNS,
    Blind,
    Count,
    Open,
    Sets,
    Takings,
    continued,
    sets_of,
)
from meldspec.manipulation.rebuilding import melds_of
from meldspec.melds import SMALLEST
from meldspec.placed import Placed

_PATIENCE: Final = 60
"""The number of states that are tried without a bound; a search often ends sooner."""


@final
class TableSearch:
    """The search for a table by which the least is kept in the hand.

    ``sparing``: a free joker is laid only where a card is lacking, and the others are assumed to
    find a place.  Otherwise they are laid wherever they may be named, and the others are kept.
    """

    def __init__(self, situation: Situation, manner: Manner, by: By, sparing: bool) -> None:
        self._situation, self._manner, self._sparing = situation, manner, sparing
        self._telling = manner.natural_beside and situation.jokers >= SMALLEST
        self._joker_weight = weight_of(Card(JOKER), by)
        self._choices = [situation.choices(card, manner, by) for card in ONE_PACK]
        self._bound = [
            min([jokers for _, jokers, _ in choices]) if situation.stood_for[card] else 0
            for card, choices in enumerate(self._choices)
        ]
        self.free = situation.jokers - sum(self._bound)
        self._there = [
            max([naturals + jokers for naturals, jokers, _ in choices]) for choices in self._choices
        ]
        if not sparing:
            self._choices = [self._with_names(card) for card in ONE_PACK]
        sets = [self._sets_of(rank) for rank in range(HIGH)]
        sets.append(sets_of((NO_CARDS,) * len(SUITS), (0,) * len(SUITS), 0, sparing))
        self._sets = [found for found, _ in sets]
        self.takings = [takings for _, takings in sets]
        self.bounding = False
        self._lanes: list[dict[tuple[Open, Count], Lane]] = [
            {} for _ in range(len(SUITS) * (HIGH + 2))
        ]

    def _with_names(self, card: Card) -> tuple[Choice, ...]:
        """The choices for a card, with each number of jokers that may stand for it."""
        return tuple(
            [
                (naturals, jokers, cost)
                for naturals, bound, cost in self._choices[card]
                for jokers in range(bound, self._bound[card] + self.free + 1)
                if self._situation.may_name(card, naturals, jokers, self._manner)
            ]
        )

    def _sets_of(self, rank: int) -> tuple[Sets, Takings]:
        cards = ONE_PACK[rank :: len(RANKS)]
        most = tuple([self._most_of(card) for card in cards])
        there = tuple([self._there[card] for card in cards])
        return sets_of(most, there, self.free, self._sparing)

    def _most_of(self, card: Card) -> Count:
        """The naturals and the jokers of a card that can go into sets of its rank, four at most."""
        choices = self._choices[card]
        if not self._telling:
            return min(len(SUITS), max([choice[0] + choice[1] for choice in choices], default=0)), 0
        naturals = max([naturals for naturals, _, _ in choices], default=0)
        jokers = max([jokers for _, jokers, _ in choices], default=0)
        return min(naturals, len(SUITS)), min(jokers, len(SUITS))

    def _lane(self, suit: int, rank: int, runs: Open, high: Count) -> Lane:
        lanes, key = self._lanes[len(SUITS) * rank + suit], (runs, high)
        lane = lanes.get(key)
        if lane is None:
            lane = lanes[key] = Lane(self, suit, rank, runs, high)
        return lane

    # One suit at one rank

    def steps(self, lane: Lane, taken: Count) -> tuple[Step, ...]:
        """The possible next steps in a suit if ``taken`` of it go into sets."""
        if lane.rank == HIGH:
            return self._last_steps(lane)
        card = len(RANKS) * lane.suit + lane.rank
        ahead, beyond = self._ahead(lane)
        found = list[Step]()
        adding = lane.rank == 0 or (self._sparing and self.free > 0)
        for choice in self._choices[card]:
            naturals, jokers, cost = choice
            if not self._telling:
                naturals, jokers = naturals + jokers, 0
            left = naturals - taken[0], jokers - taken[1]
            if left[0] < 0 or left[1] < 0:
                continue
            splits = self._splits(lane, left, ahead) if adding else ((left, lane.high, 0),)
            for low, high, added in splits:
                free = self.free - choice[1] + self._bound[card] - added
                if free < 0:
                    continue
                for runs, blind in self._continued(lane.runs, low, added):
                    one, two, more, first, second, third = runs
                    lacking = max(0, one + two + first + second + third - ahead)
                    if lacking + max(0, one + first - beyond) > free:
                        continue
                    if more > ahead + self.free:
                        runs = (one, two, ahead + self.free, first, second, third)
                    following = self._lane(lane.suit, lane.rank + 1, runs, high)
                    if following.bound(free) < IMPOSSIBLE:
                        laying = (choice, taken, high, added, blind)
                        found.append((following, cost, self.free - free, laying))
        return tuple(found)

    def _ahead(self, lane: Lane) -> tuple[int, int]:
        """How many cards the suit has one and two ranks higher, free jokers apart."""
        card, aces = len(RANKS) * lane.suit + lane.rank, sum(lane.high)
        match HIGH - lane.rank:
            case 1:
                return aces, 0
            case 2:
                return self._there[card + 1], aces
            case _:
                return self._there[card + 1], self._there[card + 2]

    def _splits(self, lane: Lane, left: Count, ahead: int) -> list[tuple[Count, Count, int]]:
        """The ways to split the cards: into runs, above the king, and the free jokers added.

        A free joker is added where a run lacks a card, or where a whole run is to go on over a
        gap.  A joker that begins a run could as well be at its end, unless that is an ace.
        """
        if lane.rank == 0:
            return self._aces(lane.suit, left)
        one, two, more, first, second, third = lane.runs
        due = one + two + first + second + third - left[0] - left[1]
        fewest = most = max(0, due)
        if ahead or self._telling:
            most = max(most, due + more)
        if lane.rank == HIGH - 2:
            most += ahead
        return [(left, lane.high, added) for added in range(fewest, min(most, self.free) + 1)]

    def _aces(self, suit: int, left: Count) -> list[tuple[Count, Count, int]]:
        """The ways to split aces below the two and above the king, as king and queen allow."""
        king = len(RANKS) * suit + len(RANKS) - 1
        most = min(self._there[king], self._there[king - 1]) + self.free
        return [
            ((left[0] - naturals, left[1] - jokers), (naturals, jokers), 0)
            for naturals, jokers in product(range(left[0] + 1), range(left[1] + 1))
            if naturals + jokers <= most
        ]

    def _last_steps(self, lane: Lane) -> tuple[Step, ...]:
        """The aces above the kings, if they leave no run too short."""
        one, two, _, *alone = lane.runs
        added = max(0, one + two + sum(alone) - sum(lane.high))
        if added > (self.free if self._sparing else 0):
            return ()
        for (one, two, _, *alone), blind in self._continued(lane.runs, lane.high, added):
            if not (one or two or any(alone)):
                end = self._lane(lane.suit, HIGH + 1, NO_RUNS, NO_CARDS)
                return ((end, 0, added, ((0, 0, 0), NO_CARDS, NO_CARDS, added, blind)),)
        return ()

    def _continued(self, runs: Open, count: Count, added: int) -> tuple[tuple[Open, Blind], ...]:
        naturals, jokers = count
        if self._telling:
            return continued(runs, naturals, jokers + added)
        return continued(runs, naturals + added, jokers)

    # All suits

    def best(self, most: int, hasty: bool) -> tuple[Chain, int] | None:
        """The way to keep least, and the free jokers left; None if more than ``most`` must be kept.

        ``hasty``: the first way found to keep no more than ``most``.
        """
        one, two, three, four = [
            self._lane(suit, 0, NO_RUNS, NO_CARDS) for suit in range(len(SUITS))
        ]
        start: Lanes = (one, two, three, four)
        known: dict[Lanes, list[int]] = {start: [0] * (self.free + 1)}
        states: list[State] = [(0, 0, -self.free, 0, 0, start, None)]
        looked_at = number = 0
        while states:
            if looked_at == _PATIENCE:
                self.bounding = True
                rated = (self._rated(state, hasty) for state in states)
                states = [state for bound, state in rated if bound <= most]
                heapify(states)
            looked_at += 1
            if not states:
                break
            _, _, left, _, cost, lanes, chain = heappop(states)
            if lanes[0].rank > HIGH:
                return chain, -left
            if known[lanes][-left] < cost:
                continue
            for following, kept, free, link in self._following(lanes, -left, chain):
                total = cost + kept
                costs = known.get(following)
                if costs is None:
                    costs = known[following] = [IMPOSSIBLE] * (self.free + 1)
                if total < costs[free]:
                    number -= 1
                    state: State = (0, 0, -free, number, total, following, link)
                    bound, state = self._rated(state, hasty)
                    if bound <= most:
                        for fewer in range(free + 1) if self._sparing else (free,):
                            costs[fewer] = min(costs[fewer], total)
                        heappush(states, state)
        return None

    def _rated(self, state: State, hasty: bool) -> tuple[int, State]:
        """The least cost by way of a state, and the state with its priority."""
        _, _, left, number, cost, lanes, chain = state
        bound = cost + bound_of(lanes, -left)
        first, second = (-lanes[0].rank, bound) if hasty else (bound, -lanes[0].rank)
        return bound, (first, second, left, number, cost, lanes, chain)

    def _following(
        self, lanes: Lanes, free: int, chain: Chain
    ) -> Iterator[tuple[Lanes, int, int, Chain]]:
        """The states one rank higher, the cost of each step, and the free jokers left."""
        last = lanes[0].rank == HIGH and not self._sparing
        for steps, in_sets in self._steps_by_sets(lanes):
            left = free - in_sets
            if left < 0:
                continue
            for a, b, c, d in product(*steps):
                still = left - a[2] - b[2] - c[2] - d[2]
                if still < 0:
                    continue
                cost = a[1] + b[1] + c[1] + d[1]
                if last:
                    if still > self._situation.held_jokers:
                        continue
                    cost += still * self._joker_weight
                link = (chain, (a[3], b[3], c[3], d[3]), in_sets)
                yield (a[0], b[0], c[0], d[0]), cost, still, link

    def _steps_by_sets(self, lanes: Lanes) -> Iterator[tuple[tuple[tuple[Step, ...], ...], int]]:
        """The steps of the four suits, for each way to fill sets of the rank."""
        one, two, three, four = lanes
        for first, with_first in self._sets[one.rank].items():
            ones = one.steps(first)
            if not ones:
                continue
            for second, with_second in with_first.items():
                twos = two.steps(second)
                if not twos:
                    continue
                for third, with_third in with_second.items():
                    threes = three.steps(third)
                    if not threes:
                        continue
                    for fourth, in_sets in with_third.items():
                        yield (ones, twos, threes, four.steps(fourth)), in_sets

    def melds(self, chain: Chain) -> list[list[Placed]]:
        """The melds that lead to a state."""
        return melds_of(chain, self._telling, self._manner.both_ends)
