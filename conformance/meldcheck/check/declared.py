"""Declarations: what an engine has of each game, by its ``hello`` and by a file beside it."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import final

import msgspec
from msgspec import UNSET, UnsetType

from meldcheck.law.rulespace import RuleSpace
from meldcheck.suite import store
from meldcheck.words.errors import SpecError
from meldcheck.words.messages import FORMS, parts_of
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Reading
from meldcheck.words.toml_file import line_of, read_toml
from meldspec.games import GAMES


@final
class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says of an engine in one game. A field that is missing says nothing."""

    abilities: tuple[str, ...] | UnsetType = UNSET
    options: dict[str, tuple[Reading, ...]] | UnsetType = UNSET
    actions: tuple[str, ...] | UnsetType = UNSET
    without: dict[str, tuple[str, ...]] | UnsetType = UNSET


@final
class Declaration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says of an engine, by game, with the fields of ``hello``."""

    games: dict[str, Declared]


def read_declaration(path: Path) -> Declaration:
    """The declaration in a file: JSON if its name ends in ``.json``, TOML otherwise.

    SpecError, with the line if known, for a file that cannot be read or names something unknown.
    """
    if path.suffix == ".json":
        told = store.read_json(path, Declaration)
        place: Callable[[str], int | None] = _no_line
    else:
        text, told = read_toml(path, Declaration)

        def place(name: str) -> int | None:
            return _line_with(text, name)

    for game, declared in told.games.items():
        for name, message in _unknown_in_file(game, declared):
            raise SpecError(str(path), place(name), message)
    return told


def _no_line(_: str) -> int | None:
    return None


def _line_with(text: str, name: str) -> int | None:
    """The first line that has a name in quotes, or that gives the name a value."""
    quoted = (f'"{name}"', f"'{name}'")
    lines = enumerate(text.splitlines(), start=1)
    found = (number for number, line in lines if any(word in line for word in quoted))
    return next(found, line_of(text, name))


def completed(
    games: Mapping[str, GamePlayed], declaration: Declaration | None
) -> dict[str, GamePlayed]:
    """The games of an engine's ``hello``, with what a declaration says.

    The declaration wins: each field that it states for a game stands in the place of the field of
    ``hello``. A game that ``hello`` does not name is added.
    """
    whole = dict(games)
    for game, declared in {} if declaration is None else declaration.games.items():
        stated = {
            name: value
            for name, value in msgspec.structs.asdict(declared).items()
            if value is not UNSET
        }
        whole[game] = msgspec.structs.replace(whole.get(game, GamePlayed()), **stated)
    return whole


def unknown_parts(games: Mapping[str, GamePlayed]) -> Iterator[str]:
    """A message about each name in ``without`` that is no part of its game.

    Games that the suite does not have are passed over.
    """
    for game, played in games.items():
        if game in GAMES:
            yield from (message for _, message in _unknown_parts(game, played.without))


def _unknown_parts(game: str, without: Mapping[str, Collection[str]]) -> Iterator[tuple[str, str]]:
    """Each unknown name, and the message about it."""
    parts = parts_of(game)
    for what, names in without.items():
        if what not in parts:
            yield what, f"{game}: without has no {what!r}; it has {', '.join(parts)}"
            continue
        of = "action" if what == FORMS else f"field of {what}"
        yield from _strangers(names, parts[what], f"{game}: no {of}")


def _unknown_in_file(game: str, declared: Declared) -> Iterator[tuple[str, str]]:
    if game not in GAMES:
        yield from _strangers([game], GAMES, "no game")
        return
    played, parts = GAMES[game], parts_of(game)
    if declared.abilities is not UNSET:
        yield from _strangers(declared.abilities, played.abilities, f"{game}: no ability")
    if declared.actions is not UNSET:
        types = [name for name in parts[FORMS] if "." not in name]
        yield from _strangers(declared.actions, types, f"{game}: no action")
    if declared.without is not UNSET:
        yield from _unknown_parts(game, declared.without)
    for option, readings in ({} if declared.options is UNSET else declared.options).items():
        known = RuleSpace.of(played).readings
        plain = option.replace("-", "_")
        full = [name for name in known if plain in (name, name.rpartition(".")[2])]
        if not full:
            yield from _strangers([option], known, f"{game}: no option")
        for name in full[:1]:
            words = {str(reading): reading for reading in known[name]}
            yield from _strangers(map(str, readings), words, f"{game}: {name} has no reading")


def _strangers(
    names: Iterable[str], known: Iterable[str], message: str
) -> Iterator[tuple[str, str]]:
    """Each name that is not known, and a message with the known name that it is nearest to."""
    there = list(known)
    for name in names:
        if name not in there:
            near = difflib.get_close_matches(name, there, n=1)
            meant = f"; did you mean {near[0]}?" if near else f"; known: {', '.join(there)}"
            yield name, f"{message} {name!r}{meant}"
