"""The states that differ in the names of suits alone, as one.

No game ranks suits, so a state and the same state with other suits lead to the same play.  A suit
that a rule names keeps its name.  A state is spelled as numbers, by the annotations of the records
of which it is made; the least spelling under all names of the suits stands for it.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import permutations
from types import UnionType
from typing import Any, Final, TypeAlias, Union, final, get_args, get_origin, get_type_hints

from meldspec.cards import CARDS_IN_A_COPY, JOKER, SUITS, Card, suit
from meldspec.placed import Placed
from meldspec.spelling import Letters, Unordered, plain_kind

Spelling: TypeAlias = Any  # numbers, and tuples of spellings
Spell: TypeAlias = Callable[[Any, int], Spelling]  # of values of one annotation
"""The spelling of a value under one of the ways to rename suits, by its number."""

MARSHAL_VERSION: Final = 2
"""Equal values have equal bytes: later versions write what they have written before another way."""


@final
class Renaming:
    """All ways to rename the suits of a pack, and the least spelling of a state under them."""

    def __init__(
        self,
        pack: Sequence[Card],
        *,
        loose: Mapping[str, int] | None = None,
        kept: Container[int] = (),
    ) -> None:
        """``loose`` names piles whose order means nothing, but for so many cards at the end.

        The suits in ``kept`` keep their names.
        """
        used = sorted({suit(card) for card in pack if card % CARDS_IN_A_COPY < JOKER})
        if used != list(range(len(used))):
            raise ValueError("a pack has the first suits")
        rest = range(len(used), len(SUITS))
        self.ways: tuple[tuple[int, ...], ...] = tuple(
            (*way, *rest)
            for way in permutations(used)
            if all(way[one] == one for one in used if one in kept)
        )
        self._cards = [[_renamed(card, way) for card in range(256)] for way in self.ways]
        self._loose = loose or {}
        self._spells: dict[Any, Spell | None] = {}
        self._numbers: dict[Any, int] = {}

    def key(self, kind: Any, value: object) -> bytes:  # any annotation
        """The least spelling of a value of an annotation, as bytes.

        Keys of one renaming can be compared with each other, and with no others.
        """
        spell = self._spell(kind) or self._number
        return marshal.dumps(
            min(spell(value, way) for way in range(len(self.ways))), MARSHAL_VERSION
        )

    def _number(self, value: Any, way: int) -> int:
        """Of values without suits: their number, in the order in which they have come."""
        return self._numbers.setdefault(value, len(self._numbers))

    def _card(self, card: int, way: int) -> int:
        return self._cards[way][card]

    def _spell(self, kind: Any) -> Spell | None:
        """How values of an annotation are spelled; None where no suit is among them."""
        if kind not in self._spells:
            self._spells[kind] = self._made(kind)
        return self._spells[kind]

    def _made(self, marked: Any) -> Spell | None:
        kind, marks = plain_kind(marked)
        if kind in (Card, Placed):
            return self._card
        if any(isinstance(mark, Letters) and mark.letters == SUITS for mark in marks):
            return lambda value, way: self.ways[way][value]
        inside = get_args(kind)
        match get_origin(kind):
            case origin if origin in (Union, UnionType):
                return self._one_of(inside)
            case origin if origin is frozenset:
                return self._several(inside[0], in_order=False)
            case origin if origin is tuple and inside[1:] == (...,):
                loose = any(isinstance(mark, Unordered) for mark in marks)
                return self._several(inside[0], in_order=not (loose or _lies(inside[0])))
            case origin if origin is tuple:
                return self._row(tuple(enumerate(inside)), lambda value, place: value[place])
        if is_dataclass(kind) and isinstance(kind, type):
            hints = get_type_hints(kind, include_extras=True)
            parts = tuple((each.name, hints[each.name]) for each in fields(kind))
            return self._row(parts, getattr, self._loose)
        return None

    def _several(self, kind: Any, in_order: bool) -> Spell | None:
        each = self._spell(kind)
        if each is None:
            return None
        known: dict[Any, Spelling] = {}

        def spell(value: Any, way: int) -> Spelling:
            found = known.get((value, way))
            if found is None:
                parts = [each(one, way) for one in value]
                found = known[value, way] = tuple(parts if in_order else sorted(parts))
            return found

        return spell

    def _row(
        self,
        parts: tuple[tuple[Any, Any], ...],
        part_of: Callable[..., Any],
        loose: Mapping[str, int] | None = None,
    ) -> Spell | None:
        spelled = tuple((name, self._spell(kind)) for name, kind in parts)
        if all(spell is None for _, spell in spelled):
            return None
        row = tuple((name, spell or self._number) for name, spell in spelled)
        if loose:
            row = tuple(
                (name, _sorted_but(loose[name], spell) if name in loose else spell)
                for name, spell in row
            )

        def spell(value: Any, way: int) -> Spelling:
            return tuple([each(part_of(value, name), way) for name, each in row])

        return spell

    def _one_of(self, kinds: tuple[Any, ...]) -> Spell | None:
        """Of a union: the place of the kind, and the value."""
        found: dict[type, tuple[int, Spell]] = {}
        for place, kind in enumerate(kinds):
            base = _base(kind)
            if base in found:
                raise TypeError(f"a value cannot tell which of {kinds} it is")
            found[base] = place, self._spell(kind) or self._number
        if all(spell == self._number for _, spell in found.values()):
            return None

        def spell(value: Any, way: int) -> Spelling:
            place, rest = found[type(value)]
            return place, rest(value, way)

        return spell


def _sorted_but(kept: int, spell: Spell) -> Spell:
    """The spelling of a pile, sorted but for the last cards."""

    def again(value: Any, way: int) -> Spelling:
        cards = spell(value, way)
        place = max(len(cards) - kept, 0)
        return (*sorted(cards[:place]), *cards[place:])

    return again


def _renamed(card: int, way: tuple[int, ...]) -> int:
    copy, place = divmod(card, CARDS_IN_A_COPY)
    if place >= JOKER:
        return card
    return CARDS_IN_A_COPY * copy + 13 * way[place // 13] + place % 13


def _lies(kind: Any) -> bool:
    """Whether a tuple of these is a meld on a shared table, or the table: both are kept sorted."""
    return kind is Placed or get_args(kind)[:1] == (Placed,)


def _base(kind: Any) -> type:
    """The type that a value of an annotation has when the program runs."""
    plain, _ = plain_kind(kind)
    base: type = get_origin(plain) or getattr(plain, "__supertype__", plain)
    return base
