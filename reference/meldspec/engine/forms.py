"""The messages of a game as an adapter sees them: their fields, and the cards in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, get_origin

from meldspec.codec import or_none, written_fields
from meldspec.engine.calls import parameter
from meldspec.engine.cards import Spelling
from meldspec.spelling import plain_kind
from meldspec.wire import JSON

CARDS: Final = frozenset(
    (
        *("card", "cards", "hand", "hands", "deck", "stock", "upcard", "discard", "taken"),
        *("with", "meld", "melds", "table", "revealed", "baccarat", "aside"),
    )
)
"""The fields that hold cards, alone, in lists, or in the records of such a list."""

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "tongits": ("set", "run"),
    "rummy": ("set", "run"),
    "three-thirteen": ("set", "run", "both"),
    "indian-chief": (
        *("thief", "beggar_man", "poor_man", "lawyer"),
        *("rich_man", "doctor", "indian_chief"),
    ),
    "carousel": ("set", "run"),
}
"""By game: the words that answer the question ``meld``; None answers it where there is no meld."""

Form: TypeAlias = Mapping[str, object]
"""By field of a message: its value where it is absent."""


def form_of(kind: type) -> Form:
    """The fields of a record, with what they are where they are absent."""
    return {name: _absent(marked) for name, marked, _ in written_fields(kind)}


def holds_many(marked: Any) -> bool:  # an annotation
    """Whether an annotation is that of a list."""
    return get_origin(plain_kind(marked)[0]) in (tuple, frozenset)


def _absent(marked: Any) -> object:  # an annotation
    kind, _ = plain_kind(marked)
    if or_none(kind) is not None:
        return None
    if holds_many(kind):
        return []
    return False if kind is bool else None


def told(form: Form, message: Mapping[str, JSON], spelling: Spelling) -> dict[str, object]:
    """The fields of a message for the library, by the names of its parameters, in its own cards."""
    found: dict[str, object] = {}
    for name, absent in form.items():
        value = message.get(name)
        found[parameter(name)] = absent if value is None else with_cards(value, name, spelling.read)
    return found


def with_cards(value: JSON, name: str, read: Callable[[str], Any]) -> Any:
    """A readable value of a request with the library's cards in it."""
    match value:
        case str() if name in CARDS:
            return read(value)
        case list():
            return [with_cards(each, name, read) for each in value]
        case dict():
            return {field: with_cards(each, field, read) for field, each in value.items()}
        case _:
            return value


def without_cards(value: Any, name: str, spelling: Spelling) -> JSON:
    """An answer of the library as the protocol writes it.

    Sets and tuples become lists.  Raises ValueError for what the protocol lacks, or for something
    that is no card where cards should be.
    """
    if value is None:
        return None
    if name in CARDS:
        try:
            return spelling.write(value)
        except ValueError:
            if not isinstance(value, list | tuple | set | frozenset | Mapping):
                raise
    match value:
        case Mapping():
            return {
                str(key): without_cards(each, str(key), spelling) for key, each in value.items()
            }
        case list() | tuple() | set() | frozenset():
            return [without_cards(each, name, spelling) for each in value]
        case bool() | int() | str():
            return value
        case _:
            can = "a whole number, a text, a truth value, None, a list or a dictionary"
            raise ValueError(f"{name} is {value!r}; expected is {can}")
