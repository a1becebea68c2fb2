"""Melds on a shared table, jokers that stand for cards, and the most that a hand can play there.

Cards that look alike are one card here, that of the first copy; a joker is ``JOKER``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import combinations, product
from typing import Final, Literal, NewType, TypeAlias, assert_never, final

from meldspec.cards import CARDS_IN_A_COPY, JOKER, ONE_PACK, RANKS, SUITS, Card, points, rank, suit
from meldspec.melds import SMALLEST

Placed = NewType("Placed", int)
"""A card on the table: a natural card as itself, or ``54 + card``, a joker that stands for it.

The bare ``JOKER`` is one that stands for nothing, and belongs to no meld.
"""

Laid: TypeAlias = tuple[Placed, ...]
"""A meld on the table, sorted."""

Table: TypeAlias = tuple[Laid, ...]
"""The melds on the table, sorted."""

JOKER_POINTS: Final = 25


def stands_for(placed: Placed) -> Card:
    """The card that it counts as in a meld: itself, or what the joker stands for."""
    return Card(placed % CARDS_IN_A_COPY)


def is_stand_in(placed: Placed) -> bool:
    """Whether it is a joker that stands for a card."""
    return placed >= CARDS_IN_A_COPY


def stand_in(card: Card) -> Placed:
    """A joker that stands for the card."""
    return Placed(CARDS_IN_A_COPY + card)


def price(card: Card) -> int:
    """The points of a card in a hand; a joker counts 25."""
    return JOKER_POINTS if card == JOKER else points(card)


# What a meld is


@final
class Kind(StrEnum):
    """What cards are together; no cards are both."""

    SET = "set"
    RUN = "run"


def is_set(cards: Collection[Card]) -> bool:
    """Whether the cards are three or four of one rank, each of another suit."""
    ranks, suits = {rank(card) for card in cards}, {suit(card) for card in cards}
    return len(cards) in (3, 4) and len(ranks) == 1 and len(suits) == len(cards)


def is_run(cards: Collection[Card], both_ends: bool) -> bool:
    """Whether the cards are three or more of one suit in a row, the ace below two or above king.

    The ace may stand at both ends of one run only if that is allowed.
    """
    if len(cards) < SMALLEST or len({suit(card) for card in cards}) != 1:
        return False
    ranks = sorted(rank(card) for card in cards)
    if len(ranks) > len(RANKS):
        return both_ends and ranks == [0, *range(len(RANKS))]
    low = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    high = ranks == [0, *range(len(RANKS) - len(ranks) + 1, len(RANKS))]
    return low or high


def kind(meld: Collection[Placed], both_ends: bool) -> Kind | None:
    """Whether the cards are a set, a run, or no meld; a joker is the card that it stands for.

    One that stands for nothing is of no rank and suit that other cards have, and so in no meld.
    """
    cards = [stands_for(placed) for placed in meld]
    if is_set(cards):
        return Kind.SET
    return Kind.RUN if is_run(cards, both_ends) else None


# What a new table may be


@final
class By(StrEnum):
    """What there should be most of among the cards that are played."""

    CARDS = "cards"
    POINTS = "points"
    POINTS_OF_MOST_CARDS = "points of most cards"
    """Cards, and among as many cards points."""


_ALL_POINTS: Final = 1 << 10
"""More points than two packs have with four jokers, so that one card weighs more than any."""


def _weight(card: Card, by: By) -> int:
    """What it is worth to play a card."""
    match by:
        case By.CARDS:
            return 1
        case By.POINTS:
            return price(card)
        case By.POINTS_OF_MOST_CARDS:
            return _ALL_POINTS + price(card)
        case _:
            assert_never(by)


Domain: TypeAlias = Literal["any_card", "not_visible_on_table", "copies_not_exceeded"]
"""The cards that a joker may be named as."""


@final
@dataclass(frozen=True, slots=True)
class Manner:
    """How the table may be rearranged.

    ``both_ends``: a run may have an ace at either end.  ``packs``: how many there are.
    ``domain``: what jokers may be named as.  ``two_alike``: two jokers may stand for one card.
    ``natural_beside``: a meld has a natural card.  The others tell what frees a joker from its
    card: ``table_only``: naturals that lay on the table before.  ``one_per_natural``: each natural
    one joker.  ``joker_counts``: another joker for the same card, too.  ``same_meld_counts``: also
    the natural at the other end of its own run.
    """

    both_ends: bool = True
    packs: int = 1
    domain: Domain = "any_card"
    two_alike: bool = True
    natural_beside: bool = True
    table_only: bool = False
    one_per_natural: bool = False
    joker_counts: bool = False
    same_meld_counts: bool = True


@final
@dataclass(frozen=True, slots=True)
class Play:
    """Cards of a hand that are played, the whole table after it, and what the cards count."""

    cards: tuple[Card, ...]
    table: Table
    points: int


def _of(cards: Iterable[Placed], stand_ins: bool) -> Counter[Card]:
    return Counter(stands_for(placed) for placed in cards if is_stand_in(placed) == stand_ins)


def bound(card: Card, old: Table, naturals: int, manner: Manner) -> int:
    """How many jokers must still stand for a card if so many naturals of it are on the new table.

    Naturals never leave the table, so each of the old ones is among them.
    """
    jokers = sum(meld.count(stand_in(card)) for meld in old)
    there = sum(meld.count(Placed(card)) for meld in old)
    beside = any(Placed(card) in meld and stand_in(card) in meld for meld in old)
    return _bound(jokers, there if manner.table_only else naturals, beside, manner)


def _bound(jokers: int, naturals: int, beside: bool, manner: Manner) -> int:
    """The same, if so many naturals may free, and one of them lay beside a joker or not."""
    not_by_its_own = beside and naturals == 1 and not manner.same_meld_counts
    most = jokers - not_by_its_own
    free = min(most, naturals) if manner.one_per_natural else most if naturals else 0
    if manner.joker_counts:
        return min(jokers, 1) if not free else 0
    return jokers - free


def keeps_identities(old: Table, new: Table, manner: Manner) -> bool:
    """Whether as many jokers as are not free stand for the same card as before."""
    before = [placed for meld in old for placed in meld]
    after = [placed for meld in new for placed in meld]
    naturals, jokers = _of(after, False), _of(after, True)
    return all(
        jokers[card] >= bound(card, old, naturals[card], manner) for card in _of(before, True)
    )


def names_in_domain(old: Table, new: Table, manner: Manner) -> bool:
    """Whether the cards that jokers are newly named as are such as may be named."""
    before = _of([placed for meld in old for placed in meld], True)
    after = [placed for meld in new for placed in meld]
    naturals, jokers = _of(after, False), _of(after, True)
    named = jokers - before
    match manner.domain:
        case "any_card":
            return True
        case "not_visible_on_table":
            return all(not naturals[card] for card in named)
        case "copies_not_exceeded":
            return all(naturals[card] + jokers[card] <= manner.packs for card in named)


def names_differ(new: Table) -> bool:
    """Whether no two jokers stand for the same card."""
    return max(_of([placed for meld in new for placed in meld], True).values(), default=0) < 2


def has_natural(meld: Laid) -> bool:
    """Whether the meld has a natural card."""
    return not all(is_stand_in(placed) for placed in meld)


def may_follow(old: Table, new: Table, manner: Manner) -> bool:
    """Whether the new table is made of melds, with jokers as they may be named after the old one.

    Where its cards come from is not looked at.
    """
    return (
        all(kind(meld, manner.both_ends) is not None for meld in new)
        and (not manner.natural_beside or all(has_natural(meld) for meld in new))
        and (manner.two_alike or names_differ(new))
        and keeps_identities(old, new, manner)
        and names_in_domain(old, new, manner)
    )


# What can be seen at once


def extensions(meld: Laid, both_ends: bool) -> tuple[Card, ...]:
    """The cards that make a longer meld of this one."""
    cards = [stands_for(placed) for placed in meld]
    if kind(meld, both_ends) is Kind.SET:
        near = ONE_PACK[rank(cards[0]) :: len(RANKS)]
    else:
        first = cards[0] - rank(cards[0])
        places = {(rank(card) + step) % len(RANKS) for card in cards for step in (1, -1)}
        near = tuple([Card(first + place) for place in sorted(places)])
    return tuple(
        [
            card
            for card in near
            if (card not in cards or rank(card) == 0)
            and kind((*meld, Placed(card)), both_ends) is not None
        ]
    )


_MELDS_OF_THREE: Final = (
    *(
        frozenset(Card(13 * s + r) for s in suits)
        for r in range(len(RANKS))
        for suits in combinations(range(len(SUITS)), SMALLEST)
    ),
    *(
        frozenset(Card(13 * s + (low + step) % len(RANKS)) for step in range(SMALLEST))
        for s in range(len(SUITS))
        for low in range(len(RANKS) - 1)
    ),
)

_TWO_OTHERS: Final = tuple(
    tuple(meld - {card} for meld in _MELDS_OF_THREE if card in meld) for card in ONE_PACK
)
"""For each card the two others of every meld of three with it."""


def adds_to(table: Table, hand: frozenset[Card], manner: Manner) -> bool:
    """Whether a meld of the hand can be laid beside the others, or a card added to one of them."""
    if not may_follow(table, table, manner):
        return False
    if any(meld <= hand for meld in _MELDS_OF_THREE):
        return True
    for place, meld in enumerate(table):
        longer = extensions(meld, manner.both_ends)
        if not hand.isdisjoint(longer):
            return True
        if JOKER in hand:
            others = (*table[:place], *table[place + 1 :])
            with_joker = [(*meld, stand_in(card)) for card in longer]
            if any(may_follow(table, (*others, named), manner) for named in with_joker):
                return True
    return False


# The most that can be played
#
# From rank to rank upwards, the ace below the two and once more above the king, the cards of each
# suit go into sets, continue the runs that are open, or begin new ones; a card of the hand may be
# kept.  Of what lies below, all that matters is how many runs of a suit are open with one card,
# with two, and with three or more; these are whole and may end.
#
# A suit by itself, if the others did for its sets whatever it likes, would keep no more than it
# does.  The sum over the suits is a bound, and the states of the least bound are looked at first,
# of these the highest rank.  The bound is worth its time only after some states.
#
# Keeping and naming jokers depends on nothing but how many jokers stand for a card and how many
# naturals of it lie there, so these are chosen together, card by card.  Where a joker may be named
# as any card, less is enough: a free one goes where a run or a set lacks a card, and those that are
# left are added to some melds at the end.

Count: TypeAlias = tuple[int, int]
"""So many naturals and so many jokers.

They are told apart only where a meld needs a natural and there are enough jokers for one without;
everywhere else all count as naturals here.
"""

Open: TypeAlias = tuple[int, int, int, int, int, int]
"""How many runs are open with one card, two, and three or more; then of jokers alone the same."""

Blind: TypeAlias = tuple[int, int, int, int]
"""How many runs of one, two, three jokers alone go on with a joker, and how many begin with one."""

_NO_CARDS: Final = (0, 0)
_NO_RUNS: Final = (0, 0, 0, 0, 0, 0)
_HIGH: Final = len(RANKS)
"""The rank of an ace above the king."""

_IMPOSSIBLE: Final = 1 << 30
_PATIENCE: Final = 60
"""So many states are looked at without a bound; often no more are needed."""


@lru_cache(maxsize=1 << 14)
def continued(runs: Open, naturals: int, jokers: int) -> tuple[tuple[Open, Blind], ...]:
    """What may be open one rank higher if so many cards of the suit go into runs.

    Those that are not whole must go on, and no run begins while a whole one can go on: a run just
    begun could do nothing that the whole one cannot.
    """
    one, two, more, *alone = runs
    spare = naturals + jokers - one - two - sum(alone)
    longer = min(more, spare)
    if spare < 0:
        return ()
    found = list[tuple[Open, Blind]]()
    for first, second, third in product(*[range(number + 1) for number in alone]):
        for begun in range(min(spare - longer, jokers) + 1):
            others = jokers - first - second - third - begun
            if 0 <= others <= one + two + longer:
                seeing = (
                    spare - longer - begun,
                    one + alone[0] - first,
                    two + longer + alone[1] - second + alone[2] - third,
                )
                found.append(
                    ((*seeing, begun, first, second + third), (first, second, third, begun))
                )
    return tuple(found)


Sets: TypeAlias = dict[Count, dict[Count, dict[Count, dict[Count, int]]]]
"""What of each suit may go into sets of one rank, and how many free jokers besides."""

Takings: TypeAlias = tuple[tuple[Count, ...], ...]
"""For each suit what may go into sets, whatever goes there of the others."""


@lru_cache(maxsize=1 << 12)
def sets_of(
    most: tuple[Count, ...], there: tuple[int, ...], free: int, sparing: bool
) -> tuple[Sets, Takings]:
    """What can go into sets of one rank, of so many cards of each suit and so many free jokers.

    There are as many sets as cards of the suit that has most of them, with three cards or more and
    a natural in each.  Free jokers are those that go to two others, if sparing, and otherwise the
    cards beyond what is there without.
    """
    found: Sets = {}
    takings: list[dict[Count, None]] = [{} for _ in SUITS]
    amounts = [product(range(naturals + 1), range(jokers + 1)) for naturals, jokers in most]
    for first, second, third, fourth in product(*amounts):
        naturals = first[0] + second[0] + third[0] + fourth[0]
        sizes = [sum(count) for count in (first, second, third, fourth)]
        number = max(sizes)
        lacking = max(0, SMALLEST * number - sum(sizes))
        named = sum([max(0, size - here) for size, here in zip(sizes, there, strict=True)])
        if lacking > (number if sparing else 0) or lacking + named > free or number > naturals:
            continue
        with_second = found.setdefault(first, {}).setdefault(second, {})
        with_second.setdefault(third, {})[fourth] = lacking
        for counts, count in zip(takings, (first, second, third, fourth), strict=True):
            counts[count] = None
    return found, tuple(map(tuple, takings))


Choice: TypeAlias = tuple[int, int, int]
"""So many naturals and jokers for one card on the new table, and the cost of keeping the rest."""

Laying: TypeAlias = tuple[Choice, Count, Count, int, Blind]
"""What becomes of a card: the choice, what goes into sets, what of aces is to be above the king,
how many free jokers are added, and the runs of jokers alone that go on with one."""

Step: TypeAlias = "tuple[_Lane, int, int, Laying]"
"""The suit one rank higher, what has been kept for that, and how many free jokers were used."""


@final
class _Lane:
    """The open runs of a suit below a rank, and the aces that are to be above its king."""

    __slots__ = ("_bounds", "_search", "_steps", "high", "rank", "runs", "suit")

    def __init__(self, search: _Search, suit: int, rank: int, runs: Open, high: Count) -> None:
        self.suit, self.rank, self.runs, self.high = suit, rank, runs, high
        self._search = search
        self._steps: dict[Count, tuple[Step, ...]] = {}
        self._bounds = [0 if rank > _HIGH else -1] * (search.free + 1)

    def steps(self, taken: Count) -> tuple[Step, ...]:
        """What may come next if so much of the suit goes into sets."""
        steps = self._steps.get(taken)
        if steps is None:
            steps = self._steps[taken] = self._search.steps(self, taken)
        return steps

    def bound(self, free: int) -> int:
        """The least that is kept from here on, by this suit alone, with so many free jokers."""
        if not self._search.bounding:
            return 0
        least = self._bounds[free]
        if least < 0:
            least = _IMPOSSIBLE
            for taken in self._search.takings[self.rank][self.suit]:
                for lane, cost, used, _ in self.steps(taken):
                    if used <= free and cost < least:
                        least = min(least, cost + lane.bound(free - used))
                if not least:
                    break
            self._bounds[free] = least
        return least


Lanes: TypeAlias = tuple[_Lane, _Lane, _Lane, _Lane]


def _bound_of(lanes: Lanes, free: int) -> int:
    """The least that is kept from here on, by suits that share so many free jokers."""
    one, two, three, four = lanes
    least = one.bound(free) + two.bound(free) + three.bound(free) + four.bound(free)
    if not free or least >= _IMPOSSIBLE:
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
class _Situation:
    """How often each card lies on the table, as itself and by jokers, and is in the hand."""

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
        """The naturals of the card that may lie there, with the jokers that are bound then."""
        there, held, jokers = self.there[card], self.held[card], self.stood_for[card]
        if not held and not jokers:
            return ((there, 0, 0),)
        weight = _weight(card, by)
        return tuple(
            [
                (
                    there + played,
                    jokers
                    and _bound(
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
        """Whether so many naturals and jokers may be one card of the new table."""
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
"""How a state was reached: from which, by what in each suit, with how many free jokers in sets."""


State: TypeAlias = tuple[int, int, int, int, int, Lanes, Chain]
"""How soon it is looked at: two measures, the free jokers and when it was found, both negative;
then what has been kept so far, the suits, and how it was reached."""


@final
class _Search:
    """The search for a table by which the least is kept in the hand.

    ``sparing``: a free joker is put only where one is lacking, and what is left of them is taken
    to find a place.  Otherwise they are put wherever they may be named, and what is left is kept.
    """

    def __init__(self, situation: _Situation, manner: Manner, by: By, sparing: bool) -> None:
        self._situation, self._manner, self._sparing = situation, manner, sparing
        self._telling = manner.natural_beside and situation.jokers >= SMALLEST
        self._joker_weight = _weight(Card(JOKER), by)
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
        sets = [self._sets_of(rank) for rank in range(_HIGH)]
        sets.append(sets_of((_NO_CARDS,) * len(SUITS), (0,) * len(SUITS), 0, sparing))
        self._sets = [found for found, _ in sets]
        self.takings = [takings for _, takings in sets]
        self.bounding = False
        self._lanes: list[dict[tuple[Open, Count], _Lane]] = [
            {} for _ in range(len(SUITS) * (_HIGH + 2))
        ]

    def _with_names(self, card: Card) -> tuple[Choice, ...]:
        """The choices for a card with all the jokers that may stand for it."""
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
        """How many of the card can go into sets of its rank, of which there are four at most."""
        choices = self._choices[card]
        if not self._telling:
            return min(len(SUITS), max([choice[0] + choice[1] for choice in choices], default=0)), 0
        naturals = max([naturals for naturals, _, _ in choices], default=0)
        jokers = max([jokers for _, jokers, _ in choices], default=0)
        return min(naturals, len(SUITS)), min(jokers, len(SUITS))

    def _lane(self, suit: int, rank: int, runs: Open, high: Count) -> _Lane:
        lanes, key = self._lanes[len(SUITS) * rank + suit], (runs, high)
        lane = lanes.get(key)
        if lane is None:
            lane = lanes[key] = _Lane(self, suit, rank, runs, high)
        return lane

    # One suit at one rank

    def steps(self, lane: _Lane, taken: Count) -> tuple[Step, ...]:
        """What may come next in a suit if so much of it goes into sets."""
        if lane.rank == _HIGH:
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
                    if following.bound(free) < _IMPOSSIBLE:
                        laying = (choice, taken, high, added, blind)
                        found.append((following, cost, self.free - free, laying))
        return tuple(found)

    def _ahead(self, lane: _Lane) -> tuple[int, int]:
        """How many cards the suit has one rank higher and two, free jokers apart."""
        card, aces = len(RANKS) * lane.suit + lane.rank, sum(lane.high)
        match _HIGH - lane.rank:
            case 1:
                return aces, 0
            case 2:
                return self._there[card + 1], aces
            case _:
                return self._there[card + 1], self._there[card + 2]

    def _splits(self, lane: _Lane, left: Count, ahead: int) -> list[tuple[Count, Count, int]]:
        """What goes into runs, what is to be above the king, and the free jokers that are added.

        A free joker is added where a run lacks a card, or where a whole run is to go on over a
        gap.  One that begins a run could as well be at its end, unless that is an ace.
        """
        if lane.rank == 0:
            return self._aces(lane.suit, left)
        one, two, more, first, second, third = lane.runs
        due = one + two + first + second + third - left[0] - left[1]
        fewest = most = max(0, due)
        if ahead or self._telling:
            most = max(most, due + more)
        if lane.rank == _HIGH - 2:
            most += ahead
        return [(left, lane.high, added) for added in range(fewest, min(most, self.free) + 1)]

    def _aces(self, suit: int, left: Count) -> list[tuple[Count, Count, int]]:
        """What of the aces is to be below the two and above the king; above it with a queen."""
        king = len(RANKS) * suit + len(RANKS) - 1
        most = min(self._there[king], self._there[king - 1]) + self.free
        return [
            ((left[0] - naturals, left[1] - jokers), (naturals, jokers), 0)
            for naturals, jokers in product(range(left[0] + 1), range(left[1] + 1))
            if naturals + jokers <= most
        ]

    def _last_steps(self, lane: _Lane) -> tuple[Step, ...]:
        """The aces above the kings, if they leave no run too short."""
        one, two, _, *alone = lane.runs
        added = max(0, one + two + sum(alone) - sum(lane.high))
        if added > (self.free if self._sparing else 0):
            return ()
        for (one, two, _, *alone), blind in self._continued(lane.runs, lane.high, added):
            if not (one or two or any(alone)):
                end = self._lane(lane.suit, _HIGH + 1, _NO_RUNS, _NO_CARDS)
                return ((end, 0, added, ((0, 0, 0), _NO_CARDS, _NO_CARDS, added, blind)),)
        return ()

    def _continued(self, runs: Open, count: Count, added: int) -> tuple[tuple[Open, Blind], ...]:
        naturals, jokers = count
        if self._telling:
            return continued(runs, naturals, jokers + added)
        return continued(runs, naturals + added, jokers)

    # All suits

    def best(self, most: int, hasty: bool) -> tuple[Chain, int] | None:
        """How to keep least, and the free jokers left; none if more than ``most`` must be kept.

        In haste it is the first way found to keep no more than that.
        """
        one, two, three, four = [
            self._lane(suit, 0, _NO_RUNS, _NO_CARDS) for suit in range(len(SUITS))
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
            if lanes[0].rank > _HIGH:
                return chain, -left
            if known[lanes][-left] < cost:
                continue
            for following, kept, free, link in self._following(lanes, -left, chain):
                total = cost + kept
                costs = known.get(following)
                if costs is None:
                    costs = known[following] = [_IMPOSSIBLE] * (self.free + 1)
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
        """The least that is kept from a state on, and the state with its place among others."""
        _, _, left, number, cost, lanes, chain = state
        bound = cost + _bound_of(lanes, -left)
        first, second = (-lanes[0].rank, bound) if hasty else (bound, -lanes[0].rank)
        return bound, (first, second, left, number, cost, lanes, chain)

    def _following(
        self, lanes: Lanes, free: int, chain: Chain
    ) -> Iterator[tuple[Lanes, int, int, Chain]]:
        """The states one rank higher, what is kept for each, and the free jokers that are left."""
        last = lanes[0].rank == _HIGH and not self._sparing
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
        """The steps of the four suits, for all that may go into sets of the rank."""
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

    # The melds of what was found

    def melds(self, chain: Chain) -> list[list[Placed]]:
        """The melds that a state was reached by."""
        ranks = list[tuple[tuple[Laying, ...], int]]()
        while chain is not None:
            chain, laid, in_sets = chain
            ranks.append((laid, in_sets))
        melds = list[list[Placed]]()
        runs: list[list[list[Placed]]] = [[] for _ in SUITS]
        above: list[tuple[list[Placed], list[Placed]]] = [([], []) for _ in SUITS]
        for place, (laid, in_sets) in enumerate(reversed(ranks)):
            of_rank = list[Placed]()
            for of_suit, (choice, taken, high, added, blind) in enumerate(laid):
                if not (choice[0] or choice[1] or added or runs[of_suit] or place == _HIGH):
                    continue
                card = Card(len(RANKS) * of_suit + place % len(RANKS))
                if place == _HIGH:
                    naturals, jokers = above[of_suit]
                else:
                    naturals, jokers = [Placed(card)] * choice[0], [stand_in(card)] * choice[1]
                    if not self._telling:
                        naturals, jokers = naturals + jokers, []
                    of_rank += naturals[: taken[0]] + jokers[: taken[1]]
                    naturals, jokers = naturals[taken[0] :], jokers[taken[1] :]
                if place == 0:
                    above[of_suit] = naturals[: high[0]], jokers[: high[1]]
                    naturals, jokers = naturals[high[0] :], jokers[high[1] :]
                (jokers if self._telling else naturals).extend([stand_in(card)] * added)
                if naturals or jokers or runs[of_suit]:
                    melds += self._go_on(runs[of_suit], naturals, jokers, blind)
            if of_rank:
                melds += self._grouped(of_rank, in_sets)
        for open_runs in runs:
            melds += open_runs
        return [part for meld in melds for part in self._cut(meld)]

    def _sees(self, meld: list[Placed]) -> bool:
        """Whether there is a natural in the meld, or none is asked for."""
        return not self._telling or has_natural(tuple(meld))

    def _go_on(
        self,
        runs: list[list[Placed]],
        naturals: list[Placed],
        jokers: list[Placed],
        blind: Blind,
    ) -> list[list[Placed]]:
        """Lay cards of one suit and rank, as told by ``continued``; what ends here is returned."""
        alone = [run for run in runs if not self._sees(run)] if self._telling else []
        others = [run for run in runs if run not in alone] if alone else runs
        whole = [run for run in others if len(run) >= SMALLEST]
        due = [run for run in others if len(run) < SMALLEST]
        spare = len(naturals) + len(jokers) - len(alone) - len(due)
        longer = min(len(whole), spare)
        begun = [[jokers.pop()] for _ in range(blind[3])]
        begun += [[naturals.pop()] for _ in range(spare - longer - blind[3])]
        still = list(blind[:3])
        for run in alone:
            size = min(len(run), SMALLEST) - 1
            if still[size]:
                still[size] -= 1
                run.append(jokers.pop())
            else:
                run.append(naturals.pop())
        for run, placed in zip(due + whole[:longer], naturals + jokers, strict=True):
            run.append(placed)
        runs[:] = alone + due + whole[:longer] + begun
        return whole[longer:]

    def _grouped(self, cards: list[Placed], free: int) -> list[list[Placed]]:
        """Sets of one rank, of these cards and so many jokers."""
        suits = [suit(stands_for(placed)) for placed in cards]
        number = max(suits.count(each) for each in range(len(SUITS)))
        groups: list[list[Placed]] = [[] for _ in range(number)]

        def fill(place: int) -> bool:
            if place == len(cards):
                lacking = sum(max(0, SMALLEST - len(group)) for group in groups)
                return lacking == free and all(
                    len(group) >= SMALLEST - 1 and self._sees(group) for group in groups
                )
            for group in groups:
                if suits[place] not in [suit(stands_for(placed)) for placed in group]:
                    group.append(cards[place])
                    if fill(place + 1):
                        return True
                    group.pop()
            return False

        if not fill(0):
            raise AssertionError(f"no sets of {cards} and {free} jokers")
        for group in groups:
            if len(group) < SMALLEST:
                group.append(self._third(group))
        return groups

    def _third(self, pair: list[Placed]) -> Placed:
        """A joker that makes a set of two cards of one rank."""
        cards = [stands_for(placed) for placed in pair]
        alike = ONE_PACK[rank(cards[0]) :: len(RANKS)]
        return stand_in(next(card for card in alike if card not in cards))

    def _cut(self, meld: list[Placed]) -> list[list[Placed]]:
        """The meld, or two of it if it is a run that may not have both aces."""
        if len(meld) <= len(RANKS) or self._manner.both_ends:
            return [meld]
        parts = ((meld[:place], meld[place:]) for place in range(SMALLEST, len(RANKS) - 1))
        return next([low, high] for low, high in parts if self._sees(low) and self._sees(high))


def _added(melds: list[list[Placed]], jokers: int, both_ends: bool) -> bool:
    """Add so many jokers to melds, if there is room for all."""
    for _ in range(jokers):
        rooms = ((meld, extensions(tuple(meld), both_ends)) for meld in melds)
        found = next(((meld, cards[0]) for meld, cards in rooms if cards), None)
        if found is None:
            return False
        meld, card = found
        meld.append(stand_in(card))
    return True


def _fitting(table: Table, hand: Collection[Card]) -> list[Card]:
    """The cards of the hand without those for which all there is cannot make a meld."""
    there = {stands_for(placed) for meld in table for placed in meld}.union(hand)
    jokers = sum([is_stand_in(placed) for meld in table for placed in meld])
    jokers += sum([card == JOKER for card in hand])
    return [
        card
        for card in hand
        if card == JOKER or any(len(others - there) <= jokers for others in _TWO_OTHERS[card])
    ]


def _played(
    table: Table, hand: Collection[Card], manner: Manner, by: By, hasty: bool
) -> list[list[Placed]] | None:
    """The melds of a new table with most played, or in haste with anything; none if nothing can be.

    With the sparing search there may be no room for all jokers that are left; then the other tells.
    """
    fitting = _fitting(table, hand)
    situation = _Situation(table, fitting)
    weight = sum([_weight(card, by) for card in fitting])
    if manner.domain == "any_card" and manner.two_alike:
        search = _Search(situation, manner, by, sparing=True)
        found = search.best(weight - 1, hasty)
        if found is None:
            return None
        chain, left = found
        melds = search.melds(chain)
        if _added(melds, left, manner.both_ends):
            return melds
    search = _Search(situation, manner, by, sparing=False)
    found = search.best(weight - 1, hasty)
    return None if found is None else search.melds(found[0])


def best_play(table: Table, hand: Collection[Card], manner: Manner, by: By) -> Play | None:
    """A play of the most by some measure, always the same one; none if no card can be played."""
    melds = _played(table, hand, manner, by, hasty=False)
    if melds is None:
        return None
    new = tuple(sorted(tuple(sorted(meld)) for meld in melds))
    before = Counter(_as_held(placed) for meld in table for placed in meld)
    after = Counter(_as_held(placed) for meld in new for placed in meld)
    cards = tuple(sorted((after - before).elements()))
    return Play(cards, new, sum(price(card) for card in cards))


def _as_held(placed: Placed) -> Card:
    """The card as it is in a hand, where a joker stands for nothing."""
    return Card(JOKER) if is_stand_in(placed) else stands_for(placed)


def can_play(table: Table, hand: Collection[Card], manner: Manner) -> bool:
    """Whether some card of the hand can be played."""
    if adds_to(table, frozenset(hand), manner):
        return True
    return _played(table, hand, manner, By.CARDS, hasty=True) is not None
