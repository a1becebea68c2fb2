"""Records of the play as JSON values, by their annotations.

A card is its text.  A set of cards stands in printing order, a tuple of cards in its own.  A word
of an enumeration is its value, and its name as a key.  A record is an object with its fields,
without those at their default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum, StrEnum
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Final, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from meldspec.cards import Card, text
from meldspec.wire import JSON, write_cards, write_pile

_Writer: TypeAlias = Callable[[Any], JSON]
"""For values of one type, which the annotation names; here and below ``Any`` is such a value."""

_Field: TypeAlias = tuple[str, Callable[[object], Any], _Writer, Any]
_FIELDS: Final[dict[type, tuple[_Field, ...]]] = {}
_WORDS: Final[dict[type, str]] = {}


def write_record(record: Any, **made: JSON) -> dict[str, JSON]:
    """A record as an object; fields that are ``made`` already are taken as they are."""
    written: dict[str, JSON] = {}
    for name, get, write, absent in _fields(type(record)):
        if name in made:
            written[name] = made[name]
        elif (value := get(record)) != absent or absent is MISSING:
            written[name] = write(value)
    return written


def write_named(action: Any) -> dict[str, JSON]:
    """An action as an object with its ``type``, the name of the record: ``lay_off``."""
    return {"type": _word(type(action)), **write_record(action)}


def write_receipt(lines: Iterable[tuple[str, int, int, int]], unit: str) -> list[JSON]:
    """The lines of a receipt: clause, from which seat, to which, how many of the unit."""
    return [
        {"clause": clause, "from": payer, "to": payee, unit: amount}
        for clause, payer, payee, amount in lines
    ]


def _word(kind: type) -> str:
    return _WORDS.get(kind) or _WORDS.setdefault(
        kind, re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    )


def _fields(kind: type) -> tuple[_Field, ...]:
    """Of a record type: each field, how it is read off and written, and its default."""
    if kind not in _FIELDS:
        hints = get_type_hints(kind)
        _FIELDS[kind] = tuple(
            (each.name, attrgetter(each.name), _writer(hints[each.name]), each.default)
            for each in fields(kind)
        )
    return _FIELDS[kind]


def _writer(kind: Any) -> _Writer:  # an annotation
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Card:
        return text
    if isinstance(kind, NewType):
        return _writer(kind.__supertype__)
    if kind in (int, bool, str):
        return _same
    if origin in (Union, UnionType) and len(parts) == 2 and NoneType in parts:
        (inner,) = (part for part in parts if part is not NoneType)
        return _or_none(_writer(inner))
    if origin is frozenset and parts == (Card,):
        return write_cards
    if origin is tuple and parts[1:] == (...,):
        return write_pile if parts[0] is Card else _each(_writer(parts[0]))
    if origin is tuple:
        return _side_by_side([_writer(part) for part in parts])
    if origin is Mapping and issubclass(parts[0], Enum):
        return _by_name(_writer(parts[1]))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _value
    if isinstance(kind, type) and is_dataclass(kind):
        return write_record
    raise TypeError(f"no way to write {kind!r}")


def _same(value: Any) -> JSON:
    written: JSON = value
    return written


def _value(word: StrEnum) -> JSON:
    return word.value


def _or_none(write: _Writer) -> _Writer:
    return lambda value: None if value is None else write(value)


def _each(write: _Writer) -> _Writer:
    return lambda values: [write(value) for value in values]


def _side_by_side(writers: list[_Writer]) -> _Writer:
    return lambda values: [write(value) for write, value in zip(writers, values, strict=True)]


def _by_name(write: _Writer) -> _Writer:
    return lambda values: {key.name.lower(): write(value) for key, value in values.items()}
