"""Declarations: what an engine has of each game, by its ``hello`` and by a file beside it."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias, final

import msgspec
from msgspec import UNSET, UnsetType

from meldcheck.engine.process import printable
from meldcheck.games import MEASURES
from meldcheck.law.rulespace import RuleSpace
from meldcheck.suite import store
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError, split_path
from meldcheck.words.lines import counted
from meldcheck.words.messages import FORMS, parts_of
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Reading
from meldcheck.words.toml_file import read_toml
from meldspec.games import GAMES
from meldspec.play import Refusal


@final
class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says of an engine in one game. A field that is missing says nothing."""

    abilities: tuple[str, ...] | UnsetType = UNSET
    options: dict[str, tuple[Reading, ...]] | UnsetType = UNSET
    actions: tuple[str, ...] | UnsetType = UNSET
    without: dict[str, tuple[str, ...]] | UnsetType = UNSET
    players: tuple[int, ...] | UnsetType = UNSET


@final
class Declaration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says of an engine, by game, with the fields of ``hello``."""

    games: dict[str, Declared]


def read_declaration(path: Path) -> Declaration:
    """The declaration in a file: JSON if its name ends in ``.json``, TOML otherwise.

    SpecError, with the line if known, for a file that cannot be read or names something unknown.
    """
    if path.suffix.lower() == ".json":
        table = store.read_mapping(path)
        text = path.read_text(encoding="utf-8")
    else:
        text, table = read_toml(path, dict[str, JSON])
        text = _COMMENT.sub("", text)
    for names, message in _unknown_fields(table):
        raise SpecError(str(path), _line_of(text, names), message)
    try:
        told = msgspec.convert(table, Declaration)
    except msgspec.ValidationError as error:
        what, _ = split_path(str(error))
        within = _names_of_wrong(table)
        message = ": ".join((".".join(within), f"{what[:1].lower()}{what[1:]}")).removeprefix(": ")
        raise SpecError(str(path), _line_of(text, within), message) from None
    for game, declared in told.games.items():
        for names, message in _unknown_in_file(game, declared):
            raise SpecError(str(path), _line_of(text, (game, *names)), message)
    return told


def _names_of_wrong(table: Mapping[str, JSON]) -> list[str]:
    """The names on the way to the first value that no declaration has there.

    The error of a conversion leaves out the names that a user chooses.
    """
    names: list[str] = []
    value: JSON = table
    while isinstance(value, dict):
        wrong = (name for name in value if not _fits((*names, name), value[name]))
        name = next(wrong, None)
        if name is None:
            break
        names.append(name)
        value = value[name]
    return names


def _fits(names: Sequence[str], value: JSON) -> bool:
    """Whether a declaration may have a value under these names."""
    for name in reversed(names):
        value = {name: value}
    try:
        msgspec.convert(value, Declaration)
    except msgspec.ValidationError:
        return False
    return True


_COMMENT: Final = re.compile(r"#[^\n]*")
_Place: TypeAlias = tuple[tuple[str, ...], str]
"""The names on the way to something, and a message about it."""


def _line_of(text: str, names: Iterable[str]) -> int | None:
    """The line of the last of these names, each looked for behind the one before; None if none."""
    at = 0
    for name in names:
        found = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])").search(text, at)
        at = at if found is None else found.end()
    return text.count("\n", 0, at) + 1 if at else None


def _unknown_fields(table: Mapping[str, JSON]) -> Iterator[_Place]:
    """Each field of a file that no declaration has."""
    yield from _strangers(table, Declaration.__struct_fields__, "no field")
    games = table.get("games")
    for game, declared in games.items() if isinstance(games, dict) else ():
        if isinstance(declared, dict):
            unknown = _strangers(declared, Declared.__struct_fields__, f"{game}: no field")
            yield from ((("games", game, *names), message) for names, message in unknown)


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


def with_options(
    declaration: Declaration | None, game: str, options: Mapping[str, tuple[Reading, ...]]
) -> Declaration:
    """The declaration, or an empty one, with these readings of a game in the place of its own."""
    games = {} if declaration is None else declaration.games
    own = msgspec.structs.replace(games.get(game, Declared()), options=dict(options))
    return Declaration({**games, game: own})


def declaration_as_file(declaration: Declaration, file: Path) -> bytes:
    """The content of a file: JSON if its name ends in ``.json``, TOML otherwise."""
    if file.suffix.lower() == ".json":
        return msgspec.json.format(msgspec.json.encode(declaration), indent=2) + b"\n"
    return "".join(f"{line}\n" for line in declaration_as_toml(declaration)).encode()


def declaration_as_toml(declaration: Declaration) -> Iterator[str]:
    """The lines of a declaration as TOML."""
    for game, declared in declaration.games.items():
        tables: dict[str, Mapping[str, JSON]] = {"": {}}
        for name, value in msgspec.to_builtins(declared).items():
            if isinstance(value, dict):
                tables[f".{name}"] = value
            else:
                tables[""] = {**tables[""], name: value}
        for name, fields in tables.items():
            if fields or not any(tables.values()):
                yield f"[games.{game}{name}]"
            for key, value in fields.items():
                plain = key if key.isidentifier() else f'"{key}"'
                yield f"{plain} = {msgspec.json.encode(value).decode()}"


def command_with(file: str, engine: Sequence[str]) -> str:
    """A line with the command that checks an engine by its declaration."""
    words = f"--declare {shlex.quote(file)} -- {shlex.join(engine)}"
    return f"then: meldspec check {printable(words)}"


def unknown_parts(games: Mapping[str, GamePlayed]) -> Iterator[str]:
    """A message about each name in ``without``, and each number of players, that its game lacks.

    Games that the suite does not have are passed over.
    """
    for game, played in games.items():
        if game in GAMES:
            yield from (message for _, message in _unknown_parts(game, played.without))
            yield from (message for _, message in _unknown_players(game, played.players))


def _unknown_parts(game: str, without: Mapping[str, Collection[str]]) -> Iterator[_Place]:
    """Each unknown name, and the message about it."""
    if not without:
        return
    parts = parts_of(game)
    for what, names in without.items():
        if what not in parts:
            yield ("without", what), f"{game}: without has no {what!r}; it has {', '.join(parts)}"
            continue
        of = "action" if what == FORMS else f"field of {what}"
        unknown = _strangers(names, parts[what], f"{game}: no {of}")
        yield from ((("without", what, *place), message) for place, message in unknown)


def _unknown_players(game: str, players: Collection[int] | None) -> Iterator[_Place]:
    """Each number of players with which no match begins."""
    known = MEASURES[game].players
    if players is not None and not players:
        yield ("players",), f"{game}: players is empty; known: {', '.join(map(str, known))}"
    for number in players or ():
        if isinstance(GAMES[game].begin({}, number, 0), Refusal):
            message = f"{game}: no match has {counted(number, 'player')}"
            yield ("players", str(number)), f"{message}; known: {', '.join(map(str, known))}"


def _unknown_in_file(game: str, declared: Declared) -> Iterator[_Place]:
    yield from _unknown_names(game, declared)
    if game not in GAMES:
        return
    if declared.without is not UNSET:
        yield from _unknown_parts(game, declared.without)
    if declared.players is not UNSET:
        yield from _unknown_players(game, declared.players)


def unknown_names(games: Mapping[str, GamePlayed]) -> Iterator[str]:
    """A message about each game, ability, action, option and reading that the suite does not know.

    A newer protocol may have them.
    """
    for game, played in games.items():
        yield from (message for _, message in _unknown_names(game, played))


def _unknown_names(game: str, told: GamePlayed | Declared) -> Iterator[_Place]:
    """The game if it is unknown, or else each unknown name that is told of it."""
    if game not in GAMES:
        yield from _strangers([game], GAMES, "no game")
        return
    if told.abilities is not UNSET:
        yield from _strangers(told.abilities, GAMES[game].abilities, f"{game}: no ability")
    if told.actions:
        types = [name for name in parts_of(game)[FORMS] if "." not in name]
        yield from _strangers(told.actions, types, f"{game}: no action")
    if told.options is not UNSET:
        yield from _unknown_readings(game, told.options)


def _unknown_readings(game: str, options: Mapping[str, Collection[Reading]]) -> Iterator[_Place]:
    known = RuleSpace.of(GAMES[game]).readings if options else {}
    for option, readings in options.items():
        plain = option.replace("-", "_")
        full = [name for name in known if plain in (name, name.rpartition(".")[2])]
        if not full:
            yield from _strangers([option], known, f"{game}: no option")
        for name in full[:1]:
            words = {str(reading): reading for reading in known[name]}
            unknown = _strangers(map(str, readings), words, f"{game}: {name} has no reading")
            yield from (((option, *place), message) for place, message in unknown)


_NAMED: Final = 20
"""How many known names a message lists."""


def _strangers(names: Iterable[str], known: Iterable[str], message: str) -> Iterator[_Place]:
    """Each name that is not known, and a message with the known name that it is nearest to."""
    there = list(known)
    more = len(there) - _NAMED
    shown = [*there[:_NAMED], f"and {more} more"] if more > 0 else there
    for name in names:
        if name not in there:
            near = difflib.get_close_matches(name, there, n=1)
            meant = f"; did you mean {near[0]}?" if near else f"; known: {', '.join(shown)}"
            yield (name,), f"{message} {name!r}{meant}"
