"""Sets and runs with wild cards, for every choice of cards of several packs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from meldspec import wild as solver
from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.three_thirteen import meld, options, wild
from meldspec.three_thirteen.meld import FREEST, STRICTEST, kind_of, set_limits
from meldspec.three_thirteen.options import DEFAULT, Rules, Size
from meldspec.wild import Kind, SetLimits, is_run, is_set, kind, price

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import three_thirteen as plain
from ...tables.three_thirteen import Seats, table


def one_rank(one: Card, other: Card, rank: int) -> bool:
    """Two cards are of one rank, or one of them is wild."""
    return one % 13 == rank or other % 13 == rank or one % 13 == other % 13


def alike(one: Card, other: Card, rank: int) -> bool:
    """Two natural cards look alike."""
    return one == other and one % 13 != rank


def within(low: Card, high: Card, rank: int, length: int) -> bool:
    """Two cards, sorted, fit into one run of this length, or one of them is wild."""
    if low % 13 == rank or high % 13 == rank:
        return True
    return low // 13 == high // 13 and low < high < low + length


@law(Bug(solver.is_set, "if rank(card) != wild", "if rank(card) <= wild"))
def a_set_of_three(a: Card, b: Card, c: Card, rank: int) -> bool:
    """Three cards are a set just when those among them that are not wild are of one rank.

    Cards may be alike.

    clause: three-thirteen.meld.kind
    clause: three-thirteen.wild.substitutes
    clause: three-thirteen.wild.unlimited
    pre: 0 <= a <= b <= c < 52 and 2 <= rank <= 12
    post: _
    """
    right = one_rank(a, b, rank) and one_rank(a, c, rank) and one_rank(b, c, rank)
    return is_set((a, b, c), rank, FREEST) == right


@law(Bug(solver.is_set, "limits.duplicates or unlike", "limits.duplicates or not unlike"))
def a_set_of_unlike_cards(a: Card, b: Card, c: Card, rank: int) -> bool:
    """By a reading no two natural cards of a set of three are alike, while wild ones may be.

    clause: three-thirteen.meld.kind
    clause: three-thirteen.wild.substitutes
    pre: 0 <= a <= b <= c < 52 and 2 <= rank <= 12
    post: _
    """
    right = one_rank(a, b, rank) and one_rank(a, c, rank) and one_rank(b, c, rank)
    unlike = not alike(a, b, rank) and not alike(b, c, rank)
    return is_set((a, b, c), rank, STRICTEST) == (right and unlike)


@law(Bug(solver.is_set, "len(cards) <= limits.greatest", "len(naturals) <= limits.greatest"))
def the_greatest_set(card: Card, naturals: int, wilds: int, rank: int, four: bool) -> bool:
    """Like cards and wild ones are a set from three on, by a reading up to four of them.

    The wild ones count as well.

    clause: three-thirteen.meld.kind
    clause: three-thirteen.meld.min-three
    clause: three-thirteen.wild.unlimited
    pre: 0 <= card < 52 and 2 <= rank <= 12 and card % 13 != rank
    pre: 0 <= naturals <= 4 and 0 <= wilds <= 4
    post: _
    """
    spare = Card(rank)
    cards = (card, card, card, card)[:naturals] + (spare, spare, spare, spare)[:wilds]
    together = naturals + wilds
    right = together >= 3 and (not four or together <= 4)
    return is_set(cards, rank, SetLimits(greatest=4 if four else None)) == right


@law(
    Bug(
        solver.is_run,
        "max(ranks) - min(ranks) < len(cards)",
        "max(ranks) - min(ranks) <= len(cards)",
    )
)
def a_run_of_three(a: Card, b: Card, c: Card, rank: int) -> bool:
    """Three cards are a run just when any two natural ones fit into three places of one suit.

    clause: three-thirteen.meld.run
    clause: three-thirteen.meld.ace-low
    clause: three-thirteen.meld.king-high
    clause: three-thirteen.wild.substitutes
    pre: 0 <= a <= b <= c < 52 and 2 <= rank <= 12
    post: _
    """
    fits = within(a, b, rank, 3) and within(a, c, rank, 3) and within(b, c, rank, 3)
    return is_run((a, b, c), rank) == fits


@law(Bug(solver.is_run, "max(ranks) - min(ranks) < len(cards)", "len(ranks) < len(cards)"))
def two_cards_and_wild_ones(low: Card, high: Card, wilds: int) -> bool:
    """Two cards of a suit and wild ones are a run just when the gap is no wider than these.

    No run leads from the king to the ace.  So ace and king need all ranks between them.

    clause: three-thirteen.meld.run
    clause: three-thirteen.meld.no-turn-corner
    clause: three-thirteen.wild.unlimited
    pre: 0 <= low < high < 13 and low != 5 and high != 5 and 0 <= wilds <= 12
    post: _
    """
    spare = Card(44)
    every = (spare,) * 12
    gap = high - low - 1
    right = wilds >= 1 and gap <= wilds and wilds + 2 <= 13
    return is_run((low, high, *every[:wilds]), 5) == right


@law(Bug(solver.kind, "case True, True:", "case True, (True | False):"))
def one_card_and_wild_ones(card: Card, wilds: int, rank: int) -> bool:
    """One natural card and two wild ones or more are a set and a run at once.

    From fourteen cards on they are a set alone, for a run has no more ranks.

    clause: three-thirteen.wild.unlimited
    clause: three-thirteen.meld.run
    pre: 0 <= card < 52 and 2 <= rank <= 12 and card % 13 != rank and 0 <= wilds <= 14
    post: _
    """
    found = kind((card, *((Card(rank),) * 14)[:wilds]), rank, FREEST)
    if wilds < 2:
        return found is None
    return found is (Kind.BOTH if wilds <= 12 else Kind.SET)


@law(Bug(solver.is_run, "SMALLEST <= len(cards) <= len(RANKS)", "SMALLEST <= len(cards)"))
def wild_cards_alone(wilds: int, rank: Literal[2, 7, 12], four: bool) -> bool:
    """Three wild cards or more are a meld by themselves.  They are a set and a run.

    Neither has more cards than its greatest size.

    clause: three-thirteen.wild.all-wild
    clause: three-thirteen.meld.min-three
    pre: 0 <= wilds <= 15
    post: _
    """
    rules = Rules(meld=options.Meld(set_max="four" if four else "unbounded"))
    found = kind_of(rules, ((Card(rank),) * 15)[:wilds], rank)
    is_a_set = wilds >= 3 and (wilds <= 4 or not four)
    is_a_run = 3 <= wilds <= 13
    if is_a_set and is_a_run:
        return found is Kind.BOTH
    if is_a_set:
        return found is Kind.SET
    return found is (Kind.RUN if is_a_run else None)


@law(Bug(solver.is_set, "len(cards) >= SMALLEST", "len(cards) >= SMALLEST - 1"))
def no_meld_of_two(a: Card, b: Card, rank: int) -> bool:
    """Two cards are no meld, wild or not, and neither is one, nor none.

    clause: three-thirteen.meld.min-three
    pre: 0 <= a <= b < 52 and 2 <= rank <= 12
    post: _
    """
    few: tuple[tuple[Card, ...], ...] = ((), (a,), (a, b))
    return all(kind(cards, rank, FREEST) is None for cards in few)


@enumerated(Bug(solver.kind, "case True, False:", "case (True | False), False:"))
def the_kind_of_three() -> Iterator[tuple[object, bool]]:
    """Three cards are a set, a run, either or no meld, as places can be found for the natural ones.

    By a reading two like cards make no set.

    clause: three-thirteen.meld.kind
    clause: three-thirteen.meld.run
    clause: three-thirteen.meld.closed
    over: every three cards of three packs, with every rank from the three to the king wild
    """
    unlike = Rules(meld=options.Meld(set_duplicates="distinct_suits"))
    for rank in range(2, 13):
        for cards in plain.hands(range(52), 3):
            three = tuple(map(Card, cards))
            right = kind_of(DEFAULT, three, rank) == plain.kind(cards, rank)
            if len(set(cards)) < 3:
                right = right and kind_of(unlike, three, rank) == plain.kind(cards, rank, False)
            yield (rank, cards), right


@enumerated(Bug(solver.is_run, "and len(ranks) == len(naturals)", ""))
def the_kind_of_four() -> Iterator[tuple[object, bool]]:
    """Four cards are a set, a run, either or no meld, as places can be found for the natural ones.

    By a reading like cards make no set; a limit of four cards makes no difference here.

    clause: three-thirteen.meld.kind
    clause: three-thirteen.meld.run
    clause: three-thirteen.meld.ace-low
    clause: three-thirteen.meld.king-high
    clause: three-thirteen.meld.no-turn-corner
    clause: three-thirteen.wild.unlimited
    over: every four cards of two suits of four packs, with the three, the eight or the king wild
    """
    strictest = Rules(meld=options.Meld(set_duplicates="distinct_suits", set_max="four"))
    for rank in (2, 7, 12):
        for cards in plain.hands(range(13, 39), 4):
            four = tuple(map(Card, cards))
            right = kind_of(DEFAULT, four, rank) == plain.kind(cards, rank)
            unlike = kind_of(strictest, four, rank) == plain.kind(cards, rank, False)
            yield (rank, cards), right and unlike


@law(Bug(meld.set_limits, '"allowed"', '"distinct_suits"'))
def the_limits_of_sets(
    duplicates: Literal["allowed", "distinct_suits"], most: Literal["unbounded", "four"]
) -> bool:
    """Two readings say how far sets go: whether cards may be alike, and how many there may be.

    clause: three-thirteen.meld.kind
    clause: three-thirteen.wild.unlimited
    post: _
    """
    rules = Rules(meld=options.Meld(set_duplicates=duplicates, set_max=most))
    limits = set_limits(rules)
    return limits.duplicates == (duplicates != "distinct_suits") and limits.greatest == (
        None if most == "unbounded" else 4
    )


@enumerated(Bug(meld.kind_of, "if at_most is kind(cards, wild, STRICTEST)", "if at_most"))
def readings_of_sets() -> Iterator[tuple[object, bool]]:
    """Cards of one rank with wild ones are a set in any size, but for the readings in force.

    One reading bans like cards, and the other more than four cards.

    clause: three-thirteen.meld.kind
    clause: three-thirteen.meld.min-three
    clause: three-thirteen.wild.unlimited
    over: two to four cards of a rank of four packs, none to three wild ones, all ranks and readings
    """
    for rank, number in product(range(2, 13), range(13)):
        if rank == number:
            continue
        spare = (Card(rank), Card(rank), Card(rank + 13))
        for naturals, wilds in product((2, 3, 4), range(4)):
            for suits in plain.hands(range(4), naturals):
                cards = (*(Card(13 * suit + number) for suit in suits), *spare[:wilds])
                for alike, most in product((True, False), (99, 4)):
                    rules = Rules(
                        meld=options.Meld(
                            set_duplicates="allowed" if alike else "distinct_suits",
                            set_max="unbounded" if most == 99 else "four",
                        )
                    )
                    enough = 3 <= naturals + wilds <= most
                    right = enough and (alike or len(set(suits)) == naturals)
                    found = kind_of(rules, cards, rank)
                    yield (rank, cards, alike, most), found is (Kind.SET if right else None)


@law(Bug(Size.wild, "self.first_wild + hand_number - 1", "self.first_wild + hand_number"))
def the_wild_rank(seats: Seats, mover: Seat, card: Card, hand_number: int) -> bool:
    """The wild rank of a hand is the one whose number is that of the cards dealt, and no other.

    clause: three-thirteen.wild.one-rank
    clause: three-thirteen.wild.schedule
    clause: three-thirteen.deal.vary
    pre: 0 <= mover < seats and 0 <= card < 52 and 1 <= hand_number <= 11
    post: _
    """
    at = table(seats, mover, (card,), hand_number=hand_number)
    dealt = DEFAULT.size.hand(hand_number)
    return dealt == hand_number + 2 and wild.is_wild(DEFAULT, at, card) == (
        card % 13 + 1 == hand_number + 2
    )


@law(Bug(wild.is_ever_wild, "range(1, rules.size.hands + 1)", "range(1, rules.size.hands)"))
def ranks_that_are_ever_wild(rank: int) -> bool:
    """Each rank from the three to the king is wild in one hand; aces and twos never are.

    clause: three-thirteen.wild.schedule
    pre: 0 <= rank < 13
    post: _
    """
    return wild.is_ever_wild(DEFAULT, rank) == (rank >= 2)


@law(Bug(solver.price, "or rank(card) != wild", "or rank(card) == wild"))
def the_price_of_a_card(card: Card, rank: int, given: bool, number: int) -> bool:
    """An ace counts one, a court card ten, another its number; a wild one may have its own price.

    clause: three-thirteen.score.ace
    clause: three-thirteen.score.pip
    clause: three-thirteen.score.face
    clause: three-thirteen.score.unmelded-wild
    pre: 0 <= card < 52 and 2 <= rank <= 12
    post: _
    """
    counted = price(card, rank, number if given else None)
    if given and card % 13 == rank:
        return counted == number
    return counted == (10 if card % 13 >= 10 else card % 13 + 1)
