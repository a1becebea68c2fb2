"""Runs that are open from rank to rank, and the sets of a rank."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from meldspec.cards import RANKS, SUITS
from meldspec.melds import SMALLEST

Count: TypeAlias = tuple[int, int]
"""The number of naturals and the number of jokers.

They are told apart only where a meld needs a natural and there are enough jokers for a meld of
jokers alone; everywhere else all count as naturals here.
"""


Open: TypeAlias = tuple[int, int, int, int, int, int]
"""How many runs are open with one card, two, three or more; then the same for jokers alone."""


Blind: TypeAlias = tuple[int, int, int, int]
"""How many runs of one, two, three jokers alone go on with a joker, and how many begin with one."""


NO_CARDS: Final = (0, 0)


NO_RUNS: Final = (0, 0, 0, 0, 0, 0)


HIGH: Final = len(RANKS)
"""The rank of an ace above the king."""


@lru_cache(maxsize=1 << 14)
def continued(runs: Open, naturals: int, jokers: int) -> tuple[tuple[Open, Blind], ...]:
    """The runs that may be open one rank higher, if these cards of the suit go into runs.

    A run of fewer than three cards must go on.  No run begins while a whole one, of three or more,
    can go on, since a new run could do nothing that the whole one cannot.
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
"""The counts of each suit that may go into sets of one rank, and the free jokers besides."""


Takings: TypeAlias = tuple[tuple[Count, ...], ...]
"""For each suit the counts that may go into sets, whatever the others do."""


@lru_cache(maxsize=1 << 12)
def sets_of(
    most: tuple[Count, ...], there: tuple[int, ...], free: int, sparing: bool
) -> tuple[Sets, Takings]:
    """The ways to fill sets of one rank, from ``most`` cards of each suit and ``free`` jokers.

    There are as many sets as cards of the suit with the most of them, each with three cards or more
    and a natural.  If ``sparing``, a free joker only completes two other cards; otherwise the free
    jokers are the cards of a suit beyond those ``there``.
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
