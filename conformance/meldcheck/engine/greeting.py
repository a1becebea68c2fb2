"""Misspelt fields of a reply to ``hello``, which would be ignored like any unknown field."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping

from meldcheck.words.case import JSON
from meldcheck.words.protocol import EngineName, GamePlayed, HelloReply


def misspelt(message: Mapping[str, JSON]) -> str | None:
    """The first field that is nearly one of the protocol, where that one is missing; None if none.

    Other unknown fields are no mistake: a later protocol may have them.
    """
    return next(_misspelt(message), None)


def _misspelt(message: Mapping[str, JSON]) -> Iterator[str]:
    yield from _near("hello", message, HelloReply.__struct_fields__)
    yield from _near("engine", message.get("engine"), EngineName.__struct_fields__)
    games = message.get("games")
    for game, played in games.items() if isinstance(games, dict) else ():
        yield from _near(game, played, GamePlayed.__struct_fields__)


def _near(place: str, fields: JSON, known: tuple[str, ...]) -> Iterator[str]:
    if not isinstance(fields, dict):
        return
    missing = [name for name in known if name not in fields]
    for name in fields:
        if name not in known and (near := difflib.get_close_matches(name, missing, 1, 0.75)):
            yield f"{place}: no field {name!r}; did you mean {near[0]}?"
