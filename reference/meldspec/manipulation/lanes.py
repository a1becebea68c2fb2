"""The cards of each suit, from rank to rank upwards, and a bound on the cost of the rest."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Protocol, TypeAlias, assert_never, final

from meldspec.cards import JOKER, ONE_PACK, Card
from meldspec.manipulation.manner import By, Manner, bound_jokers, weight_of
from meldspec.manipulation.open_runs import HIGH, Blind, Count, Open, Takings
from meldspec.placed import Placed, Table, is_stand_in, stands_for

IMPOSSIBLE: Final = 1 << 30


Choice: TypeAlias = tuple[int, int, int]
"""The naturals and the jokers of one card on the new table, and the cost of the naturals kept."""


Laying: TypeAlias = tuple[Choice, Count, Count, int, Blind]
"""Where the copies of a card go: the choice, the part in sets, the part of aces above the king, the
number of free jokers added, and the runs of jokers alone that go on with a joker."""


class Search(Protocol):
    """The parts of the search that a lane uses."""

    free: int
    bounding: bool

    @property
    def takings(self) -> Sequence[Takings]:
        """By rank and suit, the counts of the suit that may go into sets."""

    def steps(self, lane: Lane, taken: Count) -> tuple[Step, ...]:
        """The possible next steps in a suit if ``taken`` of it go into sets."""


Step: TypeAlias = "tuple[Lane, int, int, Laying]"
"""The suit one rank higher, the cost of the cards kept, the free jokers used, and the laying."""


@final
class Lane:
    """The open runs of a suit below a rank, and the aces that are to be above its king."""

    __slots__ = ("_bounds", "_search", "_steps", "high", "rank", "runs", "suit")

    def __init__(self, search: Search, suit: int, rank: int, runs: Open, high: Count) -> None:
        self.suit, self.rank, self.runs, self.high = suit, rank, runs, high
        self._search = search
        self._steps: dict[Count, tuple[Step, ...]] = {}
        self._bounds = [0 if rank > HIGH else -1] * (search.free + 1)

    def steps(self, taken: Count) -> tuple[Step, ...]:
        """The possible next steps if ``taken`` of the suit go into sets."""
        steps = self._steps.get(taken)
        if steps is None:
            steps = self._steps[taken] = self._search.steps(self, taken)
        return steps

    def bound(self, free: int) -> int:
        """The least cost from here on, of this suit alone, with ``free`` free jokers."""
        if not self._search.bounding:
            return 0
        least = self._bounds[free]
        if least < 0:
            least = IMPOSSIBLE
            for taken in self._search.takings[self.rank][self.suit]:
                for lane, cost, used, _ in self.steps(taken):
                    if used <= free and cost < least:
                        least = min(least, cost + lane.bound(free - used))
                if not least:
                    break
            self._bounds[free] = least
        return least


Lanes: TypeAlias = tuple[Lane, Lane, Lane, Lane]


def bound_of(lanes: Lanes, free: int) -> int:
    """The least cost from here on, of four suits that share ``free`` free jokers."""
    one, two, three, four = lanes
    least = one.bound(free) + two.bound(free) + three.bound(free) + four.bound(free)
    if not free or least >= IMPOSSIBLE:
        return least
    if one.bound(0) + two.bound(0) + three.bound(0) + four.bound(0) == least:
        return least
    shared = [one.bound(number) for number in range(free + 1)]
    for lane in lanes[1:]:
        alone = [lane.bound(number) for number in range(free + 1)]
        shared = [
            min([shared[used] + alone[number - used] for used in range(number + 1)])
            for number in range(free + 1)
        ]
    return shared[free]


@final
class Situation:
    """How often each card is on the table, as itself and by jokers, and in the hand."""

    def __init__(self, table: Table, hand: Collection[Card]) -> None:
        self.there, self.stood_for, self.held = [[0] * len(ONE_PACK) for _ in range(3)]
        self.held_jokers = 0
        self.beside = set[Card]()
        for meld in table:
            for placed in meld:
                card = stands_for(placed)
                if not is_stand_in(placed):
                    self.there[card] += 1
                else:
                    self.stood_for[card] += 1
                    if Placed(card) in meld:
                        self.beside.add(card)
        for card in hand:
            if card == JOKER:
                self.held_jokers += 1
            else:
                self.held[card] += 1
        self.jokers = sum(self.stood_for) + self.held_jokers

    def choices(self, card: Card, manner: Manner, by: By) -> tuple[Choice, ...]:
        """The choices for a card: each number of naturals, with the jokers bound to it then."""
        there, held, jokers = self.there[card], self.held[card], self.stood_for[card]
        if not held and not jokers:
            return ((there, 0, 0),)
        weight = weight_of(card, by)
        return tuple(
            [
                (
                    there + played,
                    jokers
                    and bound_jokers(
                        jokers,
                        there if manner.table_only else there + played,
                        card in self.beside,
                        manner,
                    ),
                    (held - played) * weight,
                )
                for played in range(held, -1, -1)
            ]
        )

    def may_name(self, card: Card, naturals: int, jokers: int, manner: Manner) -> bool:
        """Whether these numbers of naturals and jokers may be one card of the new table."""
        if jokers > 1 and not manner.two_alike:
            return False
        if jokers <= self.stood_for[card]:
            return True
        match manner.domain:
            case "any_card":
                return True
            case "not_visible_on_table":
                return not naturals
            case "copies_not_exceeded":
                return naturals + jokers <= manner.packs
            case _:
                assert_never(manner.domain)


Chain: TypeAlias = "tuple[Chain, tuple[Laying, ...], int] | None"
"""How a state was reached: the chain before, the laying of each suit, and free jokers in sets."""


State: TypeAlias = tuple[int, int, int, int, int, Lanes, Chain]
"""Two measures of priority; the free jokers and the time of finding, both negative; the cost so
far; the suits; and how the state was reached."""
