"""The messages of each game, made from the records of its play.

Schemas, the reading of documents and the comparison of answers all follow these records.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, is_dataclass
from enum import Enum, StrEnum, auto
from functools import cache
from keyword import iskeyword
from types import GenericAlias
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, UnsetType

from meldcheck.words.protocol import AskOfFacts, CardNames, CardText, Message, SeatNumber
from meldspec.cards import Card
from meldspec.codec import or_none, written_fields
from meldspec.games import GAMES
from meldspec.placed import Laid, Placed, Table
from meldspec.play import Open, Seat
from meldspec.spelling import Letters, Sometimes, Unordered, plain_kind
from meldspec.wire import Messages

Annotation: TypeAlias = Any
"""The type of a field, with its marks."""


# ── what a field holds ───────────────────────────────────────────────────────────────────────────


class Holds(Enum):
    """The content of a field: how it is spelled, and whether its order matters."""

    CARD = auto()
    PILE = auto()
    """Cards in their order."""
    HAND = auto()
    """Cards in no order."""
    HANDS = auto()
    TABLE = auto()
    """Melds in no order, each of cards in no order."""
    SEATS = auto()
    """Seats in no order."""
    OTHER = auto()


def holds(marked: Annotation) -> Holds:
    """What a field with this annotation holds."""
    kind, marks = plain_kind(marked)
    inner = or_none(kind)
    if inner is not None:
        return holds(inner)
    unordered = any(isinstance(mark, Unordered) for mark in marks)
    if kind in (Card, Placed):
        return Holds.CARD
    if kind == Table:
        return Holds.TABLE
    if kind == frozenset[Card] or kind == Laid:
        return Holds.HAND
    if kind == tuple[Card, ...]:
        return Holds.HAND if unordered else Holds.PILE
    if kind == tuple[Seat, ...] and unordered:
        return Holds.SEATS
    each = get_args(kind)
    if get_origin(kind) is tuple and each[1:] == (...,) and holds(each[0]) is Holds.HAND:
        return Holds.HANDS
    return Holds.OTHER


def _records_in(marked: Annotation) -> Iterator[type]:
    """The records that a value of this annotation holds."""
    kind, _ = plain_kind(marked)
    if isinstance(kind, type) and is_dataclass(kind):
        yield kind
        for _, inner, _ in written_fields(kind):
            yield from _records_in(inner)
    for each in get_args(kind):
        yield from _records_in(each)


def held(*records: type) -> dict[str, frozenset[Holds]]:
    """By field name in these records and the records in them: what the field may hold."""
    found: dict[str, set[Holds]] = defaultdict(set)
    for kind in {one: None for record in records for one in _records_in(record)}:
        for name, marked, _ in written_fields(kind):
            found[name].add(holds(marked))
    return {name: frozenset(several) for name, several in found.items()}


@cache
def _messages() -> tuple[Messages, ...]:
    return tuple(game.messages for game in GAMES.values())


@cache
def answer_fields() -> dict[str, frozenset[Holds]]:
    """By field name in the answers of any game: what the field may hold."""
    asked = ((one.view, one.result, *one.answers.values()) for one in _messages())
    return held(*(kind for kinds in asked for kind in kinds))


@cache
def all_fields() -> dict[str, frozenset[Holds]]:
    """By field name in the answers and actions of any game: what the field may hold."""
    actions = held(*(kind for one in _messages() for kind in one.actions.values()))
    both = {**answer_fields(), **actions}
    return {
        name: answer_fields().get(name, frozenset()) | actions.get(name, frozenset())
        for name in both
    }


@cache
def action_fields() -> dict[str, frozenset[str]]:
    """By type of action: the fields that it has in any game."""
    found: dict[str, frozenset[str]] = {}
    for one in _messages():
        for word, kind in one.actions.items():
            found[word] = found.get(word, frozenset()) | fields_of(kind)
    return found


@cache
def has_no_fields(word: str) -> bool:
    """Whether some game has this action, and no game gives it a field.

    The first game that has it tells, because reading all games takes time; no later game gives a
    field to an action that has none.
    """
    games = (game.messages.actions for game in GAMES.values())
    return next((not fields_of(found[word]) for found in games if word in found), False)


@cache
def view_fields() -> tuple[str, ...]:
    """The fields of a view in any game, in their order."""
    return tuple(
        dict.fromkeys(name for one in _messages() for name, _, _ in written_fields(one.view))
    )


PARTED: Final = ("result", "settle", "view")
"""The questions to which an engine may give an answer without some fields."""
SHARED_BY_SEATS: Final = ("winner", "pot_to")
"""The fields of one seat in which an engine may answer a list of seats."""
FORMS: Final = "actions"
"""The actions and forms of actions, beside these questions."""
NO_FIELD: Final = "none"
"""The form of an action without any of its fields."""


@cache
def parts_of(game: str) -> Mapping[str, tuple[str, ...]]:
    """The names of everything that an engine of a game may be without.

    By question: the fields of its answer. By ``FORMS``: the actions of seats and their forms, such
    as ``take`` and ``take.meld``.
    """
    messages = GAMES[game].messages
    answers = {"view": messages.view, "result": messages.result, **messages.answers}
    found: dict[str, tuple[str, ...]] = {
        what: tuple(name for name, _, _ in written_fields(answers[what]))
        for what in PARTED
        if what in answers
    }
    return {**found, FORMS: tuple(_forms(messages.seats))}


def _forms(actions: Mapping[str, type]) -> Iterator[str]:
    """The actions by their type, and each form that a field makes which may be left out."""
    for word, kind in actions.items():
        yield word
        names = [name for name, _, _ in written_fields(kind)]
        choices = [name for name in names if name not in needed_of(kind)]
        yield from (f"{word}.{name}" for name in choices)
        if choices and choices == names:
            yield f"{word}.{NO_FIELD}"


def fields_of(kind: type) -> frozenset[str]:
    """The fields of a record as they are written."""
    return frozenset(name for name, _, _ in written_fields(kind))


def needed_of(kind: type) -> frozenset[str]:
    """The fields without which an action or a question cannot be read or has no meaning."""
    return frozenset(
        name for name, marked, default in written_fields(kind) if _needs(kind, marked, default)
    )


def _needs(kind: type, marked: Annotation, default: object) -> bool:
    inner, _ = plain_kind(marked)
    absent = default is not MISSING or inner is bool or or_none(inner) is not None
    return not absent and not issubclass(kind, Open)


def _is_told(kind: type, marked: Annotation, default: object) -> bool:
    """Whether an answer always has the field. A field that may be empty may be left out."""
    inner, marks = plain_kind(marked)
    if any(isinstance(mark, Sometimes | Unordered) for mark in marks) or inner is bool:
        return False
    if get_origin(inner) is tuple:
        each, _ = plain_kind(get_args(inner)[0])
        return each in (int, bool) or get_origin(each) is Mapping
    return default is MISSING and or_none(inner) is None and get_origin(inner) is not frozenset


# ── forms ────────────────────────────────────────────────────────────────────────────────────────

_Needed: TypeAlias = Callable[[type, Annotation, object], bool]


def form(kind: type, **named: Any) -> type[Message]:
    """The form of a question or an action, from its record; ``named`` goes to its struct."""
    return _struct(kind, _needs, **named)


def told_form(kind: type, **named: Any) -> type[Message]:
    """The form of an answer, from its record.

    A field that several seats may share may also be a list of seats.
    """
    return _struct(kind, _is_told, **named)


def action_forms(game: str) -> dict[str, type[Message]]:
    """The forms of a game's actions, by their type."""
    actions = GAMES[game].messages.actions
    return {word: form(kind, tag_field="type", tag=word) for word, kind in actions.items()}


SHARED: Final = ("meld", "deadwood", "deal")
"""The questions about facts that have the same message in every game."""


def question_forms(game: str) -> dict[str, type[Message]]:
    """The forms of the questions about facts that only this game has."""
    facts = GAMES[game].messages.facts
    camel = "".join(part.title() for part in game.split("-"))
    return {
        what: form(
            kind,
            name=f"{kind.__name__}{camel}",
            bases=(AskOfFacts,),
            tag=what,
            more=[("game", Literal[game])],
        )
        for what, kind in facts.items()
        if what not in SHARED
    }


def counted_form(game: str) -> type[Message]:
    """The form of the answer to ``perft``."""
    seats = action_forms(game)
    kinds = tuple(seats[word] for word in GAMES[game].messages.seats)
    action: Any = Union.__getitem__(kinds)  # a type that is only known here
    counted = GenericAlias(tuple, (tuple[action, int], ...))
    rows = [("total", int), ("by_action", counted, ())]
    return _message("Counted", rows, "The answer to ``perft``.")


def _struct(kind: type, needs: _Needed, **named: Any) -> type[Message]:
    """A struct with the fields of a record."""
    rows: list[Any] = []
    for written, marked, default in written_fields(kind):
        name = f"{written}_" if iskeyword(written) else written
        value = _form(marked, needs, at_top=True)
        if needs is _is_told and written in SHARED_BY_SEATS:
            value = value | tuple[SeatNumber, ...]
        if needs(kind, marked, default):
            rows.append((name, value, msgspec.field(name=written)))
        else:
            usual = _empty(marked) if default is MISSING else default or _empty(marked)
            rows.append((name, value, msgspec.field(name=written, default=usual)))
    options = {"name": kind.__name__, "doc": kind.__doc__, "more": (), **named}
    name, doc, more = (options.pop(word) for word in ("name", "doc", "more"))
    return _message(str(name), [*more, *rows], str(doc), **options)


def _message(name: str, rows: Sequence[Any], doc: str, **options: Any) -> type[Message]:
    made: Any = msgspec.defstruct(  # its type is that of its base
        name,
        rows,
        **{"bases": (Message,), **options},
        namespace={"__doc__": doc},
        frozen=True,
        omit_defaults=True,
        kw_only=True,
    )
    struct: type[Message] = made
    return struct


def _empty(marked: Annotation) -> Any:
    """The value of a field that is left out."""
    kind, _ = plain_kind(marked)
    if _is_list(or_none(kind) or kind):
        return ()
    return False if kind is bool else None


def _is_list(marked: Annotation) -> bool:
    return get_origin(plain_kind(marked)[0]) in (tuple, frozenset)


def _form(marked: Annotation, needs: _Needed, *, at_top: bool = False) -> Any:
    """The type of a value in a struct. A field that is a list may be empty, never null."""
    kind, marks = plain_kind(marked)
    for mark in marks:
        if isinstance(mark, Letters):
            meant = f"the letter of a {mark.meant}"
            return Annotated[str, Meta(pattern=f"^[{mark.letters}]$", description=meant)]
    if (inner := or_none(kind)) is not None:
        return _form(inner, needs) if _is_list(inner) and at_top else _form(inner, needs) | None
    origin, parts = get_origin(kind), get_args(kind)
    if kind in (Card, Placed):
        return CardText
    if kind is Seat:
        return SeatNumber
    if kind in (int, bool, str) or origin is Literal:
        return kind
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Literal[tuple(word.value for word in kind)]
    if origin is frozenset:
        return CardNames
    if origin is tuple and parts[1:] == (...,):
        return GenericAlias(tuple, (_form(parts[0], needs), ...))
    if origin is tuple:
        return GenericAlias(tuple, tuple(_form(part, needs) for part in parts))
    if origin is Mapping:
        names = [word.name.lower() for word in parts[0]]
        return _counts(parts[0], tuple(names))
    return _once(kind, needs)


@cache
def _counts(kind: type, names: tuple[str, ...]) -> type[Message]:
    """A struct with an optional number for each name."""
    rows = [(name, int | None, None) for name in names]
    return _message(kind.__name__, rows, str(kind.__doc__))


@cache
def _once(kind: type, needs: _Needed) -> type[Message]:
    return _struct(kind, needs)


# ── what documents state of an answer ────────────────────────────────────────────────────────────

Cards: TypeAlias = str | list[str]
"""Cards in a document: ``4S 5S 6S``, or a list."""


@cache
def stated(what: str) -> Any:
    """The type of a stated part of a ``view`` or ``result`` of any game, as documents write it."""
    kinds = [one.view if what == "view" else one.result for one in _messages()]
    return _stated(f"{what.capitalize()}Shown", tuple(dict.fromkeys(kinds)), all_of_it=False)


def _stated(name: str, kinds: tuple[type, ...], *, all_of_it: bool) -> Any:
    """A struct for records of several games. A shared field takes the types of all."""
    annotations: dict[str, list[Annotation]] = defaultdict(list)
    needed: dict[str, bool] = {}
    for kind in kinds:
        for written, marked, default in written_fields(kind):
            annotations[written].append(marked)
            needed[written] = all_of_it and _is_told(kind, marked, default)
    rows: list[Any] = []
    for written, several in annotations.items():
        field = f"{written}_" if iskeyword(written) else written
        made = _written(f"{name} {written}", several)
        if needed[written] and len(several) == len(kinds):
            rows.append((field, made, msgspec.field(name=written)))
        else:
            rows.append((field, made | UnsetType, msgspec.field(name=written, default=UNSET)))
    return msgspec.defstruct(name, rows, frozen=True, forbid_unknown_fields=True, kw_only=True)


def _written(name: str, several: list[Annotation]) -> Any:
    """The type of a value in a document, by all the annotations that a field has."""
    kinds = [plain_kind(marked)[0] for marked in several]
    inner = [or_none(kind) for kind in kinds]
    if any(one is not None for one in inner):
        plain = [marked if one is None else one for one, marked in zip(inner, several, strict=True)]
        return _written(name, plain) | None
    records = tuple(kind for kind in kinds if isinstance(kind, type) and is_dataclass(kind))
    if records:
        return _stated(name, tuple(dict.fromkeys(records)), all_of_it=True)
    found = holds(several[0])
    if found in (Holds.HAND, Holds.PILE):
        return Cards
    kind = kinds[0]
    origin, parts = get_origin(kind), get_args(kind)
    if any(isinstance(mark, Letters) for mark in plain_kind(several[0])[1]):
        return str
    if kind in (int, bool):
        return kind
    if kind is Seat:
        return int
    if origin is tuple and parts[1:] == (...,):
        each = [part for kind in kinds for part in get_args(kind)[:1]]
        return GenericAlias(list, (_written(name, each),))
    if origin is tuple:
        return GenericAlias(tuple, tuple(_written(name, [part]) for part in parts))
    if origin is Mapping:
        return dict[str, int]
    return str
