"""Work that may be done elsewhere, with its results in the order in which it was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

_Asked = TypeVar("_Asked")
_Came = TypeVar("_Came")


class InOrder(Protocol):
    """Does work for each of many arguments; ``map`` does it here, when a result is wanted.

    Elsewhere, work is begun before its result is wanted.  Nothing may depend on work that was done
    before it, and both the arguments and the results must pass from one process to another.
    """

    def __call__(
        self, work: Callable[[_Asked], _Came], asked: Iterable[_Asked], /
    ) -> Iterator[_Came]:
        """The results, in the order of the arguments.  An exception of the work is raised."""
