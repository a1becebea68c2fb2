"""The games as the npm package ``meldspec-engine`` knows them, made from the records of the play.

A shape says how a value of a message is read: ``card``, ``cards`` (in any order), ``pile`` (in this
order), ``placed`` (a card on a shared table), ``seat``, ``integer``, ``flag``, or the words that
are understood.  A list with one shape is a list of these, an object has a shape for each field.
A ``?`` behind a name marks what may be absent, and is null then.  An absent list is empty, an
absent flag is false.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin

from meldspec.cards import Card
from meldspec.codec import or_none, written_fields
from meldspec.engine.forms import KINDS
from meldspec.games import GAMES
from meldspec.placed import Placed
from meldspec.play import Seat
from meldspec.spelling import Letters, plain_kind
from meldspec.wire import GameWire

Shape: TypeAlias = "str | list[Shape] | dict[str, Shape]"

PACKAGE: Final = Path(__file__).parents[2] / "conformance" / "npm" / "meldspec-engine"

_TYPES: Final = {
    "card": "Card",
    "placed": "Card",
    "cards": "Card[]",
    "pile": "Card[]",
    "seat": "number",
    "integer": "number",
    "flag": "boolean",
}
_MADE: Final = "// Made by `python -m tests.released --write` from the records of the reference.\n"


def fields_of(kind: type) -> dict[str, Shape]:
    """The shape of each field of a record."""
    return {
        name: _absent(shape_of(marked), default) for name, marked, default in written_fields(kind)
    }


def _absent(shape: Shape, default: object) -> Shape:
    """The shape of a field with a default: one that is no list and no flag may be absent."""
    plain = isinstance(shape, str) and shape not in ("cards", "pile", "flag")
    return f"{shape}?" if plain and default not in (MISSING, None) else shape


def shape_of(marked: Any) -> Shape:  # an annotation
    """The shape of the values of an annotation; TypeError where none is known."""
    kind, marks = plain_kind(marked)
    inner = or_none(kind)
    if inner is not None:
        return f"{shape_of(inner)}?"
    for mark in marks:
        if isinstance(mark, Letters):
            return "|".join(mark.letters)
    known = {Card: "card", Placed: "placed", Seat: "seat", int: "integer", bool: "flag"}
    if kind in known:
        return known[kind]
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return "|".join(parts)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return "|".join(word.value for word in kind)
    if kind == frozenset[Card]:
        return "cards"
    if kind == tuple[Card, ...]:
        return "cards" if marks else "pile"
    if origin is tuple and parts[1:] == (...,):
        return [shape_of(parts[0])]
    if isinstance(kind, type) and is_dataclass(kind):
        return fields_of(kind)
    raise TypeError(f"no shape for {kind!r}")


def table_of(game: GameWire) -> dict[str, object]:
    """What the package knows of a game."""
    messages = game.messages
    return {
        "abilities": list(game.abilities),
        "options": game.readings(),
        "chance": {word: fields_of(kind) for word, kind in messages.chance.items()},
        "seats": {word: fields_of(kind) for word, kind in messages.seats.items()},
        "kinds": KINDS[game.name],
        "facts": {what: fields_of(kind) for what, kind in messages.facts.items()},
    }


def type_of(shape: Shape) -> str:
    """The type of a shape in TypeScript."""
    if isinstance(shape, list):
        inner = type_of(shape[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if isinstance(shape, dict):
        fields = "; ".join(f"{name}: {type_of(each)}" for name, each in shape.items())
        return f"{{ {fields} }}" if fields else "{}"
    plain = shape.removesuffix("?")
    words = " | ".join(f"'{word}'" for word in plain.split("|"))
    return _TYPES.get(plain, words) + " | null" * shape.endswith("?")


def files() -> dict[Path, str]:
    """The content of each file that is made."""
    tables = {name: table_of(game) for name, game in GAMES.items()}
    return {PACKAGE / "games.js": _module(tables), PACKAGE / "games.d.ts": _types(tables)}


def _module(tables: Mapping[str, Mapping[str, object]]) -> str:
    lines = [_MADE, "export const GAMES = {"]
    for name, table in tables.items():
        lines.append(f"  {json.dumps(name)}: {{")
        lines += [f"    {key}: {json.dumps(each)}," for key, each in table.items()]
        lines.append("  },")
    return "\n".join([*lines, "};", ""])


def _types(tables: Mapping[str, Mapping[str, Any]]) -> str:
    lines = [_MADE]
    sections = {"Actions": ("chance", "seats"), "Facts": ("facts",)}
    for title, parts in sections.items():
        lines.append(f"export interface {title}<Card> {{")
        for name, table in tables.items():
            lines.append(f"  {json.dumps(name)}: {{")
            for part in parts:
                lines += [f"    {word}: {type_of(fields)};" for word, fields in table[part].items()]
            lines.append("  };")
        lines += ["}", ""]
    lines.append("export interface Options {")
    for name, table in tables.items():
        lines.append(f"  {json.dumps(name)}: {{")
        for option, readings in table["options"].items():
            lines.append(f"    {json.dumps(option)}: {' | '.join(map(json.dumps, readings))};")
        lines.append("  };")
    return "\n".join([*lines, "}", ""])
