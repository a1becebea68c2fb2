"""Copies of a source that have lost a part of it: they are no further voice."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

CUT: Final = {"pagat-partial": "pagat"}
"""By a copy that has lost a part: the source of which it is a copy."""


def is_cut(source: str, among: Collection[str]) -> bool:
    """Whether a source is a cut copy of another one among these."""
    return CUT.get(source) in among


def voices(sources: Iterable[str]) -> tuple[str, ...]:
    """The sources that are no cut copy of another of them."""
    named = (*sources,)
    return tuple(one for one in named if not is_cut(one, named))


def cut_copies(sources: Iterable[str]) -> tuple[str, ...]:
    """The sources that are a cut copy of another of them."""
    named = (*sources,)
    return tuple(one for one in named if is_cut(one, named))


def copies_last(sources: Iterable[str]) -> tuple[str, ...]:
    """The sources in their order, then the cut copies among them."""
    named = (*sources,)
    return (*voices(named), *cut_copies(named))
