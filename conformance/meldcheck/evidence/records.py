"""What was measured about each clause, kept beside the suite; the rest of the evidence is counted.

Laws, explorations and changed plays take hours, so their results are kept in a file with the commit
that they were made from.  ``python -m tests.evidence`` writes it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from meldcheck.suite import store
from meldcheck.words.case import Record
from meldcheck.words.errors import SpecError


class LawCounts(Record, frozen=True):
    """The laws that name a clause, by how they are checked."""

    confirmed: int = 0
    """Confirmed symbolically, over all paths that the preconditions leave."""
    enumerated: int = 0
    """True in every case of a finite domain."""
    sampled: int = 0
    """True in seeded samples."""


class ChangeCounts(Record, frozen=True):
    """Single changes of the functions that carry a clause, by what became of them."""

    found: int = 0
    """A case of the suite fails, by the default rules or by others."""
    equal: int = 0
    """The changed function answers the same on all inputs within stated bounds."""
    reasoned: int = 0
    """No case finds it, and a sentence says why nothing could."""
    left: int = 0
    """No case finds it, and nothing explains that."""

    @property
    def all(self) -> int:
        """The number of changes."""
        return self.found + self.equal + self.reasoned + self.left


class Measured(Record, frozen=True):
    """What was measured about one clause."""

    laws: LawCounts = LawCounts()
    explored: bool = False
    """Whether an explored step met it or was refused by it, in every state of a small table."""
    played: bool = False
    """Whether it was met in seeded plays, in which every invariant was asked."""
    changes: ChangeCounts = ChangeCounts()


class Measurement(Record, frozen=True):
    """All that was measured, and the commit that it was made from."""

    commit: str
    clauses: dict[str, Measured]
    engines: dict[str, tuple[str, ...]]
    """By engine other than the reference: the cases that it does not pass."""


def load(directory: Path) -> Measurement:
    """The measurement beside a suite.  SpecError if there is none or it cannot be read."""
    path = directory / store.EVIDENCE
    if not path.is_file():
        raise SpecError(str(path), None, "missing; python -m tests.evidence writes it")
    return store.read_json(path, Measurement)


def write(measurement: Measurement, directory: Path) -> None:
    """Write a measurement beside its suite."""
    (directory / store.EVIDENCE).write_bytes(store.pretty(msgspec.to_builtins(measurement)))
