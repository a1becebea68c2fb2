"""Causes: the fewest known differences that explain the failing cases of a run.

The suite has a catalogue of engines that differ from the reference in one rule, each with the signs
of the cases that it fails.  An engine with some of these mistakes shows their signs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, final

import msgspec

from meldcheck.check.judge import Outcome, Status
from meldcheck.check.signs import DIFFERING, Sign, sign_of
from meldcheck.suite import store
from meldcheck.words.case import Manifest
from meldcheck.words.errors import SpecError


class Trait(StrEnum):
    """What an engine of the catalogue has otherwise."""

    MISTAKE = "mistake"
    """A mistake that engines are known to make; its name is a sentence."""
    CONDITION = "condition"
    """A condition that is not asked; its name is the clause."""
    CONSEQUENCE = "consequence"
    """Something that never comes by itself; its name is the clause."""
    READING = "reading"
    """A reading that is played whatever is agreed: ``option=reading``."""


@final
class Deviation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An engine of the catalogue that differs in one rule."""

    game: str
    kind: Trait
    name: str
    clauses: tuple[str, ...]
    """The clauses whose cases it fails, the most telling one first."""
    signs: Mapping[str, str]
    """By case: how it fails there."""


@final
class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: engines with one difference, for the suite with this hash."""

    suite: str
    entries: tuple[Deviation, ...]


def load(directory: Path, manifest: Manifest) -> Catalogue | None:
    """The catalogue of a suite; None if it has none, or one for other cases.

    Raises SpecError if it cannot be read.
    """
    path = directory / store.CAUSES
    if not path.is_file():
        return None
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Catalogue)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SpecError(str(path), None, str(error)) from None
    return found if found.suite == manifest.hash else None


@final
@dataclass(frozen=True, slots=True)
class Cause:
    """A known difference that explains failing cases.  Cases stand for their ids."""

    entry: Deviation
    explained: tuple[str, ...]
    """The failing cases that it explains best."""
    passing: tuple[str, ...]
    """Cases that it would fail, and the engine passes."""
    alike: tuple[Deviation, ...]
    """Other differences that explain as much in its place."""


@final
@dataclass(frozen=True, slots=True)
class Explained:
    """The causes of a run, and the failing cases that no cause explains."""

    causes: tuple[Cause, ...]
    left: tuple[str, ...]


AGAINST: Final = 2
"""How many explained cases one case against a cause outweighs."""
ENOUGH: Final = 1.0
"""How many cases a cause must explain, less the cases against it."""
NEARLY: Final = 0.5
"""How far a case is explained that differs in the same field of the same step in another way.

It counts only for a cause that explains as many cases to the letter: many mistakes touch the same
field, such as the payments.
"""


def explain(outcomes: Iterable[Outcome], entries: Sequence[Deviation]) -> Explained:
    """The causes of the failing cases of a run.

    A case that passes without some of its stated parts tells against no cause.
    """
    signs: dict[str, Sign] = {}
    passing: set[str] = set()
    for one in outcomes:
        if one.status in DIFFERING:
            signs[one.case.id] = sign_of(one)
        elif one.status is Status.PASS and not one.left_out:
            passing.add(one.case.id)
    return explained(signs, passing, entries)


def explained(
    signs: Mapping[str, Sign], passing: Collection[str], entries: Iterable[Deviation]
) -> Explained:
    """The causes of cases that fail in these ways, found one by one: who explains most comes first.

    A cause counts the failing cases with its signs, less the cases that it would fail and that
    pass.  A case that fails earlier than the cause would have it says nothing about the cause.
    """
    views = [
        _View.of(entry, signs, passing)
        for entry in entries
        if not entry.signs.keys().isdisjoint(signs)
    ]
    chosen: list[_View] = []
    while views:
        known = _known(chosen)
        best = max(views, key=lambda view: view.rank(known))
        if best.gain(known) < ENOUGH:
            break
        views.remove(best)
        chosen.append(best)
    for view in chosen.copy():
        rest = [other for other in chosen if other is not view]
        if view.gain(_known(rest)) <= 0:
            chosen = rest
    best_for = {
        name: max(chosen, key=lambda view: view.shares.get(name, 0.0)) for name in _known(chosen)
    }
    causes: list[Cause] = []
    for view in chosen:
        beside = _known(other for other in chosen if other is not view)
        gain = view.gain(beside)
        alike = tuple(other.entry for other in views if other.gain(beside) >= gain)
        own = tuple(name for name in signs if best_for.get(name) is view)
        causes.append(Cause(view.entry, own, view.passing, alike))
    return Explained(tuple(causes), tuple(name for name in signs if name not in best_for))


@final
@dataclass(frozen=True, eq=False)
class _View:
    """A difference of the catalogue beside the outcomes of a run."""

    entry: Deviation
    shares: Mapping[str, float]
    """By failing case: how far it explains the case."""
    passing: tuple[str, ...]
    against: int
    """How many cases tell against it."""

    @classmethod
    def of(cls, entry: Deviation, signs: Mapping[str, Sign], passing: Collection[str]) -> _View:
        same: set[str] = set()
        nearly: set[str] = set()
        against = 0
        for name, text in entry.signs.items():
            seen, would = signs.get(name), Sign.read(text)
            if seen is None:
                against += name in passing
            elif seen == would:
                same.add(name)
            elif seen.like(would):
                nearly.add(name)
            elif seen.place == would.place or seen.after(would):
                against += 1
        shares = dict.fromkeys(same, 1.0)
        if len(same) >= len(nearly):
            shares |= dict.fromkeys(nearly, NEARLY)
        return cls(entry, shares, tuple(each for each in entry.signs if each in passing), against)

    def gain(self, known: Mapping[str, float]) -> float:
        """How much more it explains than is known, less the cases against it."""
        more = sum(max(0.0, share - known.get(name, 0.0)) for name, share in self.shares.items())
        return more - AGAINST * self.against

    def rank(self, known: Mapping[str, float]) -> tuple[float, int]:
        """The order among differences that explain as much: mistakes with names come first."""
        return self.gain(known), -list(Trait).index(self.entry.kind)


def _known(chosen: Iterable[_View]) -> dict[str, float]:
    """How far each case is explained by these differences."""
    known: dict[str, float] = {}
    for view in chosen:
        for name, share in view.shares.items():
            known[name] = max(known.get(name, 0.0), share)
    return known
