"""The sign of a failing case: at which step an engine differs first, and how."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from meldcheck.check.judge import Outcome, Status
from meldcheck.words.case import JSON
from meldcheck.words.compare import key

DIFFERING: Final = frozenset({Status.FAIL, Status.VACUOUS})
"""The outcomes that have a sign.  An error says nothing about the rules that an engine plays."""

_MARKS: Final = 8
"""Most differences of one reply that a sign tells apart."""
_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Sign:
    """The first reply of a case that differs from the expected one.

    ``place`` is the play and the step; ``marks`` has a digest of each difference in the reply,
    first of the field and then of its content.
    """

    place: str
    marks: frozenset[str]

    @property
    def text(self) -> str:
        """The sign in a file."""
        return f"{self.place}:{''.join(sorted(self.marks))}"

    @classmethod
    def read(cls, text: str) -> Sign:
        """The sign that ``text`` wrote."""
        place, _, marks = text.partition(":")
        size = 2 * _DIGITS
        return cls(place, frozenset(marks[at : at + size] for at in range(0, len(marks), size)))

    def like(self, other: Sign) -> bool:
        """Whether both differ at the same step in the same field, perhaps in another way."""
        fields = {mark[:_DIGITS] for mark in self.marks}
        return self.place == other.place and any(mark[:_DIGITS] in fields for mark in other.marks)

    def after(self, other: Sign) -> bool:
        """Whether it stands later in the case than another sign."""
        return _order(self.place) > _order(other.place)


def _order(place: str) -> tuple[int, int]:
    return "pct".index(place[0]), int(place[1:])


def sign_of(outcome: Outcome) -> Sign:
    """The sign of a case that failed, or whose control was refused."""
    marks = sorted(_digest(where) + _digest(told) for where, told in _told(outcome))
    return Sign(f"{outcome.part.value[0]}{outcome.step or 0}", frozenset(marks[:_MARKS]))


def _told(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Each field of the reply that differs, with its content, without the ways to write a card."""
    for each in outcome.differences:
        for remark in each.remark.split("; "):
            yield each.where, remark or key(each.got, each.where).decode()
    if not outcome.differences:
        yield "", outcome.reason or _plain(outcome.got)


def _plain(got: JSON) -> str:
    """A reply without what an engine may leave out."""
    told = {"ok": got["ok"]} if isinstance(got, dict) and "ok" in got else got
    return key(told).decode()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
