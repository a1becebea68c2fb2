"""Where the stub of Indian Chief can be short: every profile of meld sizes, counted.

With n seats and D cards the stub has D - 8n cards when melds are shown, whatever was played before.
The hands lack as many cards as were melded, less one for each thief that steals.  A profile is a
size from 1 to 7 for each seat; it is short where the hands lack more than the stub has.

``python -m tests.reference.indian_chief.stub_bound`` prints the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Final

from meldspec.indian_chief.options import FEWEST_SEATS, MOST_SEATS, Size

SIZE: Final = Size()
SIZES: Final = range(1, SIZE.melds + 1)


@dataclass(frozen=True)
class Bound:
    """What is so for one number of seats."""

    seats: int
    cards: int
    stub: int
    most: int
    """Cards that hands lack at most."""
    profiles: int
    short: int
    """Profiles in which the stub is short if nobody steals."""
    short_all_steal: int
    """The same if every thief steals."""

    @property
    def deficit(self) -> int:
        """How many cards the stub has too few at worst."""
        return max(self.most - self.stub, 0)


@cache
def stub(seats: int) -> int:
    """Cards in the stub when melds are shown."""
    return len(SIZE.deck(seats)) - SIZE.hand * seats


def lacking(profile: tuple[int, ...], all_steal: bool) -> int:
    """Cards that hands lack after such melds."""
    return sum(profile) - (profile.count(1) if all_steal else 0)


def is_short(profile: tuple[int, ...], all_steal: bool) -> bool:
    """Whether the stub has fewer."""
    return lacking(profile, all_steal) > stub(len(profile))


def orders(profile: tuple[int, ...]) -> int:
    """In how many ways these sizes can be given to the seats."""
    alike = prod(factorial(count) for count in Counter(profile).values())
    return factorial(len(profile)) // alike


def short_profiles(seats: int, all_steal: bool) -> int:
    """How many profiles are short: each set of sizes once, with the number of its orders."""
    return sum(
        orders(profile)
        for profile in combinations_with_replacement(SIZES, seats)
        if is_short(profile, all_steal)
    )


def short_profiles_one_by_one(seats: int, all_steal: bool) -> int:
    """The same, by looking at every profile."""
    return sum(is_short(profile, all_steal) for profile in product(SIZES, repeat=seats))


def bound(seats: int) -> Bound:
    """What is so for so many seats."""
    return Bound(
        seats=seats,
        cards=len(SIZE.deck(seats)),
        stub=stub(seats),
        most=SIZES[-1] * seats,
        profiles=len(SIZES) ** seats,
        short=short_profiles(seats, all_steal=False),
        short_all_steal=short_profiles(seats, all_steal=True),
    )


def most_short_turns(seats: int) -> int:
    """In how many turns of a match the stub can be short at most.

    In so many turns all seats together meld no more than each of them in its largest melds.
    """
    turns = 0
    melded = 0
    for size in reversed(SIZES):
        melded += size * seats
        if melded < (turns + 1) * (stub(seats) + 1):
            break
        turns += 1
    return turns


def largest_of_two_turns(seats: int) -> int:
    """Cards that hands lack, or that lie aside, at most where the melds of a turn lie aside."""
    return seats * (SIZES[-1] + SIZES[-2])


def table() -> Iterator[str]:
    """All of it as Markdown."""
    yield "| seats | cards | stub | lacking at most | too few at worst | profiles | short |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for seats in range(FEWEST_SEATS, MOST_SEATS + 1):
        each = bound(seats)
        short = f"{each.short}"
        if each.short_all_steal != each.short:
            short += f", and {each.short_all_steal} if every thief steals"
        yield (
            f"| {each.seats} | {each.cards} | {each.stub} | {each.most} | {each.deficit} "
            f"| {each.profiles} | {short} |"
        )
    yield ""
    for seats in range(FEWEST_SEATS, MOST_SEATS + 1):
        turns = most_short_turns(seats)
        if turns:
            yield f"With {seats} seats the stub is short in {turns} of a match's turns at most."


if __name__ == "__main__":
    print("\n".join(table()))
