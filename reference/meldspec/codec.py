"""Records of the play to JSON values and back, by their annotations.

A card is its text.  Sets of cards are in printing order, tuples in their own.  A member of an
enumeration is its value, or as a key its name in lower case.  A record is an object without fields
at their default; an action has a ``type``, too.  ``meldspec.spelling`` has marks for the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum, StrEnum
from operator import attrgetter
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Generic,
    Literal,
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
from meldspec.placed import Laid, Placed, Table
from meldspec.play import Open, Seat
from meldspec.spelling import Letters, Named, Part, Unordered, plain_kind
from meldspec.wire import (
    JSON,
    WireError,
    read_cards,
    read_cards_and_jokers,
    read_field,
    read_flag,
    read_integer,
    read_laid,
    read_list,
    read_melds,
    read_record,
    read_seat,
    write_cards,
    write_melds,
    write_pile,
    write_placed,
)

Action = TypeVar("Action")
Record = TypeVar("Record")

_Writer: TypeAlias = Callable[[Any], JSON]
"""Writes values of one type, that of an annotation; here and below ``Any`` is such a value."""

_Field: TypeAlias = tuple[str, Callable[[object], Any], _Writer | None, Any]
_FIELDS: Final[dict[type, tuple[_Field, ...]]] = {}
_WORDS: Final[dict[type, str]] = {}


def write_record(record: Any) -> dict[str, JSON]:
    """A record as an object."""
    written: dict[str, JSON] = {}
    for name, get, write, absent in _fields(type(record)):
        value = get(record)
        if write is None:
            written |= {} if value is None else write_record(value)
        elif value != absent or absent is MISSING:
            written[name] = write(value)
    return written


def write_value(value: Any) -> JSON:
    """A record, a member of an enumeration, or a value that JSON has, as JSON."""
    if is_dataclass(value):
        return write_record(value)
    return value.value if isinstance(value, StrEnum) else _same(value)


def word_of(kind: type) -> str:
    """The name of a record in lower case, which is the ``type`` of an action: ``lay_off``."""
    return _WORDS.get(kind) or _WORDS.setdefault(
        kind, re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    )


_SPELLED: Final[dict[type, Mapping[str, tuple[str, Any]]]] = {}


def spelled(kind: type) -> Mapping[str, tuple[str, Any]]:
    """By field of a record type: the name that JSON gives it, and its annotation."""
    if kind not in _SPELLED:
        hints = get_type_hints(kind, include_extras=True)
        _SPELLED[kind] = {
            each.name: (_name(each.name, hints[each.name]), hints[each.name])
            for each in fields(kind)
        }
    return _SPELLED[kind]


def written_fields(kind: type) -> Iterator[tuple[str, Any, Any]]:
    """The fields of a record as they are written, each with annotation and default."""
    defaults = {one.name: one.default for one in fields(kind)}
    for name, (written, marked) in spelled(kind).items():
        plain, _ = plain_kind(marked)
        inner = or_none(plain)
        if not _is_part(marked):
            yield written, marked, defaults[name]
        elif inner is None:
            yield from written_fields(plain)
        else:
            for part, annotation, _default in written_fields(inner):
                yield part, annotation | None, None


def _name(name: str, kind: Any) -> str:  # an annotation
    _, marks = plain_kind(kind)
    return next((mark.name for mark in marks if isinstance(mark, Named)), name)


def _fields(kind: type) -> tuple[_Field, ...]:
    """By field: its name in JSON, getter, writer (none for a part, in its place), and default."""
    if kind not in _FIELDS:
        names = spelled(kind)
        _FIELDS[kind] = tuple(
            (
                names[each.name][0],
                attrgetter(each.name),
                None if _is_part(names[each.name][1]) else _writer(names[each.name][1]),
                each.default,
            )
            for each in fields(kind)
        )
    return _FIELDS[kind]


def _is_part(kind: Any) -> bool:  # an annotation
    return any(isinstance(mark, Part) for mark in plain_kind(kind)[1])


def or_none(kind: Any) -> Any:  # an annotation, and a part of it
    """The type that an annotation joins with None; None for any other annotation."""
    parts = get_args(kind)
    if get_origin(kind) in (Union, UnionType) and len(parts) == 2 and NoneType in parts:
        return next(part for part in parts if part is not NoneType)
    return None


def _writer(marked: Any) -> _Writer:  # an annotation
    kind, marks = plain_kind(marked)
    origin, parts = get_origin(kind), get_args(kind)
    for mark in marks:
        if isinstance(mark, Letters):
            return mark.letters.__getitem__
    if kind is Card:
        return text
    if kind is Placed:
        return write_placed
    if kind == Table:
        return write_melds
    if isinstance(kind, NewType):
        return _writer(kind.__supertype__)
    if kind in (int, bool, str) or origin is Literal:
        return _same
    if (inner := or_none(kind)) is not None:
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
    jokers: bool = False
    alike: bool = False
    """Whether cards that look alike are one card; if not, a repeated card is another copy."""

    def read(self, value: JSON, name: str) -> tuple[Card, ...]:
        """Cards in the order given.  Raises WireError."""
        found = (
            read_cards_and_jokers(value, name)
            if self.jokers
            else read_cards(value, name, self.title)
        )
        return tuple(map(first_copy, found)) if self.alike else found

    def hand(self, value: JSON, name: str) -> tuple[Card, ...]:
        """Cards in printing order.  Raises WireError."""
        return tuple(sorted(self.read(value, name)))


_Object: TypeAlias = Mapping[str, JSON]
_Reader: TypeAlias = Callable[[JSON, str, Pack, int], Any]
"""Reads a value that is there, by its name, the cards of the game and the number of seats."""

_READERS: Final[dict[type, tuple[tuple[str, Callable[[_Object, Pack, int], Any]], ...]]] = {}


def read_as(kind: type[Record], written: _Object, pack: Pack, seats: int) -> Record:
    """The record that an object holds, at a table of ``seats`` seats.  Raises WireError."""
    if kind not in _READERS:
        names = spelled(kind)
        _READERS[kind] = tuple(
            (each.name, _field_reader(*names[each.name], each.default))
            for each in fields(kind)  # type: ignore[arg-type]  # records are dataclasses
        )
    return kind(**{name: read(written, pack, seats) for name, read in _READERS[kind]})


def _field_reader(name: str, marked: Any, default: Any) -> Callable[[_Object, Pack, int], Any]:
    """Reads a field of an object: its default where it is absent.  It raises WireError."""
    kind, _ = plain_kind(marked)
    inner = or_none(kind)
    if _is_part(marked):
        own = inner or kind
        parts = [written for written, _ in spelled(own).values()]
        return lambda do, pack, seats: (
            None
            if inner is not None and all(do.get(part) is None for part in parts)
            else read_as(own, do, pack, seats)
        )
    if kind is bool:
        return lambda do, pack, seats: read_flag(do, name)
    read = _reader(marked if inner is None else inner)
    if inner is not None and _holds_many(inner):
        return lambda do, pack, seats: read(do.get(name), name, pack, seats) or None
    if inner is not None:
        return lambda do, pack, seats: (
            None if do.get(name) is None else read(do[name], name, pack, seats)
        )
    if _holds_many(kind):
        return lambda do, pack, seats: read(do.get(name), name, pack, seats)
    if default is not MISSING:
        return lambda do, pack, seats: (
            default if do.get(name) is None else read(do[name], name, pack, seats)
        )
    return lambda do, pack, seats: read(read_field(do, name), name, pack, seats)


def _holds_many(marked: Any) -> bool:  # an annotation
    return get_origin(plain_kind(marked)[0]) in (tuple, frozenset)


def _reader(marked: Any) -> _Reader:  # an annotation
    kind, marks = plain_kind(marked)
    origin, parts = get_origin(kind), get_args(kind)
    for mark in marks:
        if isinstance(mark, Letters):
            return _letter_reader(mark)
    if kind is Card:
        return lambda value, name, pack, seats: pack.read([value], name)[0]
    if kind is Seat:
        return lambda value, name, pack, seats: read_seat(value, name, seats)
    if kind is int:
        return lambda value, name, pack, seats: read_integer(value, name)
    if origin is Literal:
        return _word_reader({word: word for word in parts})
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _word_reader({word.value: word for word in kind})
    if kind == frozenset[Card]:
        return lambda value, name, pack, seats: frozenset(pack.read(value, name))
    if kind == tuple[Card, ...]:
        if Unordered() in marks:
            return lambda value, name, pack, seats: pack.hand(value, name)
        return lambda value, name, pack, seats: pack.read(value, name)
    if kind == tuple[Card | None, ...]:
        return _read_gaps
    if kind == Table:
        return lambda value, name, pack, seats: read_melds(value, name)
    if kind == Laid:
        return lambda value, name, pack, seats: read_laid(value, name)
    if origin is tuple and parts[1:] == (...,):
        return _list_reader(parts[0])
    if isinstance(kind, type) and is_dataclass(kind):
        return lambda value, name, pack, seats: read_as(kind, read_record(value, name), pack, seats)
    raise TypeError(f"no way to read {kind!r}")


def _list_reader(marked: Any) -> _Reader:  # an annotation
    inner = or_none(marked)
    read = _reader(marked if inner is None else inner)
    return lambda value, name, pack, seats: tuple(
        None if inner is not None and each is None else read(each, name, pack, seats)
        for each in read_list(value, name)
    )


def _letter_reader(mark: Letters) -> _Reader:
    def read(value: JSON, name: str, pack: Pack, seats: int) -> int:
        if not isinstance(value, str) or len(value) != 1 or value not in mark.letters:
            raise WireError(f"{name!r} is no {mark.meant}: {value!r}")
        return mark.letters.index(value)

    return read


def _word_reader(words: Mapping[str, Record]) -> _Reader:
    def read(value: JSON, name: str, pack: Pack, seats: int) -> Record:
        if not isinstance(value, str) or value not in words:
            raise WireError(f"{name!r} is none of {', '.join(words)}: {value!r}")
        return words[value]

    return read


def _read_gaps(value: JSON, name: str, pack: Pack, seats: int) -> tuple[Card | None, ...]:
    words = read_list(value, name)
    found = iter(pack.read([word for word in words if word is not None], name))
    return tuple(None if word is None else next(found) for word in words)


# ── actions ──────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class Actions(Generic[Action]):
    """The actions of a game as objects, by their records or by ``reads`` and ``writes``."""

    pack: Pack
    kinds: Mapping[str, type[Action]]
    """By the ``type`` of the action."""
    reads: Mapping[str, Callable[[_Object, int], Action]] = field(default_factory=dict)
    """Own readers of some actions, by object and number of seats.  They raise WireError."""
    writes: Mapping[type, Callable[[Any], dict[str, JSON]]] = field(default_factory=dict)
    """Own writers of some actions."""
    _words: Mapping[type, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_words", {kind: word for word, kind in self.kinds.items()})

    def read(self, do: _Object, seats: int) -> Action:
        """The action that an object names.  Raises WireError."""
        word = read_field(do, "type")
        if not isinstance(word, str) or word not in self.kinds:
            raise WireError(f"unknown action type {word!r}")
        if word in self.reads:
            return self.reads[word](do, seats)
        return read_as(self.kinds[word], do, self.pack, seats)

    def write(self, action: Action) -> dict[str, JSON]:
        """An action as the protocol writes it, in canonical form."""
        kind = type(action)
        if kind in self.writes:
            return {"type": self._words[kind], **self.writes[kind](action)}
        fields = write_record(action)
        stands_for_others = isinstance(action, Open) and not any(fields.values())
        return {"type": self._words[kind], **({} if stands_for_others else fields)}


def kinds_of(actions: Any, **others: Any) -> dict[str, Any]:
    """The records of a union by their names in lower case, ``lay_off``, or those in ``others``."""
    named = {word_of(kind): kind for kind in get_args(actions) if kind not in others.values()}
    return {**named, **others}
