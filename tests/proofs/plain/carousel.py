"""The obvious definitions of Carousel, written without the reference.

A card is ``13 * suit + rank``, with the ace as rank 0; 52 is a joker that stands for nothing, and
54 more than a card is a joker that stands for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

Cards = tuple[int, ...]

JOKER = 52
ABOVE_THE_KING = 13
"""The place in a suit of an ace that stands above the king."""


def value(card: int) -> int:
    """What a card in a hand counts."""
    if card == JOKER:
        return 25
    number = card % 13 + 1
    return 10 if number in (11, 12, 13) else number


def one(card: int) -> int:
    """A card counted as a card."""
    return 1


def is_set(cards: Sequence[int]) -> bool:
    """Three or four cards of one rank, no two of one suit."""
    alike = all(card % 13 == cards[0] % 13 for card in cards)
    return len(cards) in (3, 4) and alike and len({card // 13 for card in cards}) == len(cards)


def is_run(cards: Sequence[int], both_ends: bool) -> bool:
    """Three or more cards of one suit on places that follow one another.

    The places of a suit go from the ace below the two to the ace above the king.
    """
    if len(cards) < 3 or any(card // 13 != cards[0] // 13 for card in cards):
        return False
    if len(cards) == ABOVE_THE_KING + 1 and not both_ends:
        return False
    ranks = sorted(card % 13 for card in cards)
    return any(
        ranks == sorted(place % 13 for place in range(first, first + len(cards)))
        for first in range(ABOVE_THE_KING + 2 - len(cards))
    )


def kind(meld: Sequence[int], both_ends: bool) -> str | None:
    """The kind of a meld with jokers, each of which counts as the card that it stands for."""
    if JOKER in meld:
        return None
    cards = [placed % 54 for placed in meld]
    if is_set(cards):
        return "set"
    return "run" if is_run(cards, both_ends) else None


def melds_of(cards: Sequence[int], both_ends: bool = True) -> list[Cards]:
    """Every meld of some cards of which there are two each, as sorted cards."""
    found = []
    for number in range(13):
        suits = [card for card in cards if card % 13 == number]
        found += [chosen for chosen in choices(suits) if is_set(chosen)]
    for suit in range(4):
        for length in range(3, ABOVE_THE_KING + 2):
            for first in range(ABOVE_THE_KING + 2 - length):
                run = [13 * suit + place % 13 for place in range(first, first + length)]
                if set(run) <= set(cards) and is_run(run, both_ends):
                    found.append(tuple(sorted(run)))
    return found


def choices(cards: Sequence[int]) -> Iterator[Cards]:
    """Every choice of some cards, in their order; those that are alike are chosen alike, once."""
    if not cards:
        yield ()
        return
    first = cards[0]
    rest = [card for card in cards if card != first]
    times = len(cards) - len(rest)
    for chosen in choices(rest):
        for number in range(times + 1):
            yield (first,) * number + chosen


# ── jokers on the table ──────────────────────────────────────────────────────────────────────────


def freed(beside: Sequence[int | None], naturals: Sequence[int], one_each: bool) -> int:
    """How many jokers that stand for one card the naturals of it can free.

    Of each joker it is told which natural does not count for it, if any.  By a reading each
    natural frees one joker, and the most is looked for.
    """
    if not one_each:
        return sum(any(natural != own for natural in naturals) for own in beside)
    if not beside:
        return 0
    best = freed(beside[1:], naturals, one_each)
    for natural in naturals:
        if natural != beside[0]:
            rest = [other for other in naturals if other != natural]
            best = max(best, 1 + freed(beside[1:], rest, one_each))
    return best


# ── what a hand could play ───────────────────────────────────────────────────────────────────────


def heaps(cards: Cards, both_ends: bool, known: dict[Cards, bool]) -> bool:
    """Whether sorted cards can be put into melds, all of them; like ones go into several.

    The lowest card lies in one of the melds in which it is lowest, or in a run above a king.
    """
    if not cards:
        return True
    found = known.get(cards)
    if found is None:
        found = known[cards] = any(
            heaps(without(cards, meld), both_ends, known)
            for meld in choices(sorted(cards))
            if cards[0] in meld and kind(meld, both_ends)
        )
    return found


def without(cards: Sequence[int], others: Sequence[int]) -> Cards:
    """The cards that are left when others are taken from them."""
    left = list(cards)
    for card in others:
        left.remove(card)
    return tuple(left)


def names(naturals: Sequence[int], jokers: int, melds: Sequence[Cards]) -> list[int]:
    """The cards that so many jokers may be of use as: they lack nothing else of some meld."""
    useful = {
        card
        for meld in melds
        if len(set(meld) - set(naturals)) <= jokers and set(meld) & set(naturals)
        for card in meld
    }
    return sorted(useful)


def named(useful: Sequence[int], jokers: int) -> Iterator[Cards]:
    """Every way to name so many jokers, like names too."""
    if jokers == 0:
        yield ()
        return
    for place, card in enumerate(useful):
        for others in named(useful[place:], jokers - 1):
            yield (card, *others)


def may_be_named(
    old: Sequence[int], naturals: Sequence[int], new: Sequence[int], reading: str
) -> bool:
    """Whether jokers that had some names may have others, of a pack with one of each card."""
    for card in new:
        if new.count(card) <= old.count(card):
            continue
        if reading == "not_visible_on_table" and card in naturals:
            return False
        if reading == "copies_not_exceeded" and naturals.count(card) + new.count(card) > 1:
            return False
    return reading != "forbidden" or len(set(new)) == len(new)


def most_played(
    table: Sequence[Cards],
    hand: Cards,
    both_ends: bool,
    weigh: Callable[[int], int],
    known: dict[Cards, bool],
    reading: str = "",
) -> int:
    """The most that some rearrangement plays of a hand, each card by its weight; nought if nothing.

    A joker on the table keeps its name unless a natural of that card lies there in the end, or by
    a reading lay there before.  By another reading a natural of a new name does not lie there, and
    by a third no card is there twice.  By a fourth no two jokers have one name.
    """
    lying = [placed for meld in table for placed in meld]
    old = [placed - 54 for placed in lying if placed > JOKER]
    there = [placed for placed in lying if placed < JOKER]
    every = melds_of(range(52), both_ends)
    best = 0
    for chosen in choices(sorted(hand)):
        count = sum(map(weigh, chosen))
        if count <= best:
            continue
        naturals = [*there, *(card for card in chosen if card != JOKER)]
        frees = there if reading == "table_only" else naturals
        bound = [card for card in old if card not in frees]
        free = len(old) - len(bound) + chosen.count(JOKER)
        useful = names([*naturals, *bound], free, every)
        if any(
            may_be_named(old, naturals, [*bound, *given], reading)
            and heaps(tuple(sorted([*naturals, *bound, *given])), both_ends, known)
            for given in named(useful, free)
        ):
            best = count
    return best
