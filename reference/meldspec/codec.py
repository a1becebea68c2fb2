"""Records of the play to JSON values and back, by their annotations.

A card is its text.  A set of cards stands in printing order, a tuple of cards in its own.  A word
of an enumeration is its value, and its name as a key.  A record is an object with its fields,
without those at their default.  An action is an object with the name of its record as ``type``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum, StrEnum
from operator import attrgetter
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Generic,
    NewType,
    TypeAlias,
    TypeVar,
    Union,
    final,
    get_args,
    get_origin,
    get_type_hints,
)

from meldspec.cards import Card, first_copy, text
from meldspec.play import Seat
from meldspec.wire import (
    JSON,
    WireError,
    read_cards,
    read_cards_and_jokers,
    read_field,
    read_flag,
    read_list,
    read_seat,
    write_cards,
    write_pile,
)

Action = TypeVar("Action")

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


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class Pack:
    """How the cards of a game are read."""

    title: str
    """The name of the game in print."""
    jokers: bool = False
    alike: bool = False
    """Whether like cards of several packs are the same; else a repeated card is another copy."""

    def read(self, value: JSON, name: str) -> tuple[Card, ...]:
        """Cards in the order given.  Raises WireError."""
        found = (
            read_cards_and_jokers(value, name)
            if self.jokers
            else read_cards(value, name, self.title)
        )
        return tuple(map(first_copy, found)) if self.alike else found


_Reader: TypeAlias = Callable[[Mapping[str, JSON], str, Pack, int], Any]
"""The value of a field of an object: its name, the cards of the game, and how many seats play."""

_READERS: Final[dict[type, tuple[tuple[str, _Reader], ...]]] = {}


@final
@dataclass(frozen=True, slots=True)
class Actions(Generic[Action]):
    """The actions of a game as objects: by their records, but for those that are named apart."""

    pack: Pack
    kinds: Mapping[str, type[Action]]
    """By the word that is their ``type``."""
    reads: Mapping[str, Callable[[Mapping[str, JSON], int], Action]] = field(default_factory=dict)
    """Those that are read in their own way, at a table of so many seats.  They raise WireError."""
    writes: Mapping[type, Callable[[Any], dict[str, JSON]]] = field(default_factory=dict)
    """Those that are written in their own way."""
    _words: Mapping[type, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_words", {kind: word for word, kind in self.kinds.items()})

    def read(self, do: Mapping[str, JSON], seats: int) -> Action:
        """The action that an object names.  Raises WireError."""
        word = read_field(do, "type")
        if not isinstance(word, str) or word not in self.kinds:
            raise WireError(f"unknown action type {word!r}")
        if word in self.reads:
            return self.reads[word](do, seats)
        kind = self.kinds[word]
        return kind(**{name: read(do, name, self.pack, seats) for name, read in _readers(kind)})

    def write(self, action: Action) -> dict[str, JSON]:
        """An action as the protocol writes it, in canonical form."""
        kind = type(action)
        if kind in self.writes:
            return {"type": self._words[kind], **self.writes[kind](action)}
        return {"type": self._words[kind], **write_record(action)}


def kinds_of(actions: Any, **others: Any) -> dict[str, Any]:
    """The records of a union by their names in lower case, ``lay_off``, or by others."""
    named = {_word(kind): kind for kind in get_args(actions) if kind not in others.values()}
    return {**named, **others}


def _readers(kind: type) -> tuple[tuple[str, _Reader], ...]:
    if kind not in _READERS:
        hints = get_type_hints(kind)
        _READERS[kind] = tuple((each.name, _reader(hints[each.name])) for each in fields(kind))
    return _READERS[kind]


def _reader(kind: Any) -> _Reader:  # an annotation
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Card:
        return lambda do, name, pack, seats: pack.read([read_field(do, name)], name)[0]
    if kind is Seat:
        return lambda do, name, pack, seats: read_seat(read_field(do, name), name, seats)
    if kind is bool:
        return lambda do, name, pack, seats: read_flag(do, name)
    if origin in (Union, UnionType) and len(parts) == 2 and NoneType in parts:
        (inner,) = (_reader(part) for part in parts if part is not NoneType)
        return lambda do, name, pack, seats: (
            None if do.get(name) is None else inner(do, name, pack, seats)
        )
    if kind == frozenset[Card]:
        return lambda do, name, pack, seats: frozenset(pack.read(do.get(name), name))
    if kind == tuple[Card, ...]:
        return lambda do, name, pack, seats: pack.read(do.get(name), name)
    if kind == tuple[Card | None, ...]:
        return _read_gaps
    if kind == tuple[tuple[Card, ...], ...]:
        return lambda do, name, pack, seats: tuple(
            pack.read(pile, name) for pile in read_list(do.get(name), name)
        )
    raise TypeError(f"no way to read {kind!r}")


def _read_gaps(
    do: Mapping[str, JSON], name: str, pack: Pack, seats: int
) -> tuple[Card | None, ...]:
    words = read_list(do.get(name), name)
    found = iter(pack.read([word for word in words if word is not None], name))
    return tuple(None if word is None else next(found) for word in words)
