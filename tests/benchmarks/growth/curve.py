"""Curves: work of several sizes, measured in turn, and the times that come of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Final, TypeAlias, final

Work: TypeAlias = Callable[[], object]
"""One piece of work; it can be done again and again."""

Measure: TypeAlias = Callable[[Work], float]
"""Does a piece of work, and tells its time or what else is measured."""

SHORTEST: Final = 0.001
"""Seconds below which a piece of work is done several times, so that the clock can tell them."""


@final
@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of work: the pieces of each size, in the same order for every size."""

    name: str
    pieces: Callable[[int], Sequence[Work]]
    worst: bool = False
    """Whether the slowest piece of each size is told besides the median."""
    sizes: tuple[int, ...] = ()
    """Empty for all sizes of the curve."""


@final
@dataclass(frozen=True, slots=True)
class Limit:
    """Where the reference gives up: what is asked of it, and how its answer is heard."""

    asked: str
    """In words, up to a colon after which the answer is quoted."""
    says: Callable[[], str]
    slow: bool = False
    """Whether the answer takes more than a second."""


@final
@dataclass(frozen=True, slots=True)
class Curve:
    """What grows, with which sizes, and the work that is measured."""

    title: str
    grows: str
    """The sizes in words, as on the axis: ``cards in the hand``."""
    step: str
    """One step of the size: ``card``."""
    about: str
    """The paragraph of the page."""
    sizes: tuple[int, ...]
    kinds: tuple[Kind, ...]
    quick_kinds: tuple[Kind, ...] = ()
    """The kinds of a quick form, if the others take long to prepare."""
    unit: str = "ms"
    measure: Measure | None = None
    """None measures processor time in seconds, which is told in ``unit``."""
    most_rounds: int | None = None
    """Work that is too long for more rounds; what is no time is the same in each."""
    gives_up: tuple[type[Exception], ...] = ()
    """What a piece raises that gives up; larger sizes of it are not tried."""
    limits: tuple[Limit, ...] = ()

    @property
    def measured_in_words(self) -> str:
        """What is measured, as the title of a picture begins."""
        return f"Time in {self.unit}" if self.measure is None else self.unit.capitalize()


@final
@dataclass(frozen=True, slots=True)
class Line:
    """Measured points: sizes, each with a number in the unit of the curve."""

    name: str
    points: tuple[tuple[int, float], ...]


@final
@dataclass(frozen=True, slots=True)
class GivenUp:
    """How many pieces of a kind gave up at which size, first of all."""

    kind: str
    size: int
    pieces: int
    of: int


@final
@dataclass(frozen=True, slots=True)
class Measured:
    """A curve, the lines that it has, and where pieces of work gave up."""

    curve: Curve
    lines: tuple[Line, ...]
    given_up: tuple[GivenUp, ...]


PER_SECOND: Final = {"s": 1.0, "ms": 1e3, "µs": 1e6}
"""How many of a unit of time are a second."""


def seconds(work: Work) -> float:
    """Processor time of a piece of work.  Short work is done often, and the mean is told."""
    began = process_time()
    work()
    once = process_time() - began
    times = int(SHORTEST / max(once, SHORTEST / 1000))
    if times < 2:
        return once
    began = process_time()
    for _ in range(times):
        work()
    return (process_time() - began) / times


def measured(curve: Curve, rounds: int) -> Measured:
    """The least of each piece over the rounds; in a round every size and kind has its turn.

    A size of which a piece gives up has no point.
    """
    scale = 1.0 if curve.measure else PER_SECOND[curve.unit]
    measure = curve.measure or seconds
    least: dict[tuple[Kind, int, int], float] = {}
    stopped: dict[tuple[Kind, int], int] = {}
    works = {
        (kind, size): kind.pieces(size)
        for size in curve.sizes
        for kind in curve.kinds
        if size in (kind.sizes or curve.sizes)
    }
    for _ in range(min(rounds, curve.most_rounds or rounds)):
        for (kind, size), pieces in works.items():
            for number, work in enumerate(pieces):
                if stopped.get((kind, number), size + 1) <= size:
                    continue
                try:
                    came = measure(work) * scale
                except curve.gives_up:
                    stopped[kind, number] = size
                    continue
                known = least.get((kind, size, number), came)
                least[kind, size, number] = min(known, came)
    lines = [line for kind in curve.kinds for line in _lines(kind, works, least)]
    return Measured(curve, tuple(lines), tuple(_given_up(curve, stopped)))


def _lines(
    kind: Kind,
    works: dict[tuple[Kind, int], Sequence[Work]],
    least: dict[tuple[Kind, int, int], float],
) -> list[Line]:
    """The line of the medians, and that of the slowest pieces if it is wanted."""
    whole: dict[int, list[float]] = {}
    for (of, size), pieces in works.items():
        came = [least.get((of, size, number)) for number in range(len(pieces))]
        numbers = [one for one in came if one is not None]
        if of is kind and numbers and len(numbers) == len(came):
            whole[size] = numbers
    lines = [Line(kind.name, tuple((size, median(came)) for size, came in whole.items()))]
    if kind.worst:
        name = f"{kind.name}, slowest"
        lines.append(Line(name, tuple((size, max(came)) for size, came in whole.items())))
    return lines


def _given_up(curve: Curve, stopped: dict[tuple[Kind, int], int]) -> list[GivenUp]:
    found = []
    for kind in curve.kinds:
        sizes = [size for (of, _), size in stopped.items() if of is kind]
        if sizes:
            first = min(sizes)
            pieces = len(kind.pieces(first))
            found.append(GivenUp(kind.name, first, sizes.count(first), pieces))
    return found
