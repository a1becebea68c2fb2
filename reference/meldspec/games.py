"""All games, by id; a game, or its options alone, is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final, TypeVar, final

from meldspec.readings import OptionTable
from meldspec.wire import GameWire

NAMES: Final = ("tongits", "rummy", "three-thirteen", "indian-chief", "carousel")
"""The game ids.  Each game is a package whose module ``spoken`` has it, by its name in capitals."""

Kept = TypeVar("Kept")


@final
class OnDemand(Mapping[str, Kept]):
    """Values by name, each found only when it is asked for, because finding one takes time."""

    def __init__(self, names: tuple[str, ...], find: Callable[[str], Kept]) -> None:
        self._names = names
        self._find = find

    def __getitem__(self, name: str) -> Kept:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """The value of a name; KeyError where there is none."""
        if name not in self._names:
            raise KeyError(name)
        return self._find(name)

    def __contains__(self, name: object) -> bool:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """Whether there is a value of the name; it is not found for that."""
        return name in self._names

    def __iter__(self) -> Iterator[str]:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """The names in their order."""
        return iter(self._names)

    def __len__(self) -> int:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """The number of names."""
        return len(self._names)


def package_of(name: str) -> str:
    """The package that plays a game."""
    return f"meldspec.{name.replace('-', '_')}"


def _game(name: str) -> GameWire:
    spoken: Any = import_module(f"{package_of(name)}.spoken")  # each game has one
    game: GameWire = getattr(spoken, name.replace("-", "_").upper())
    return game


def _table(name: str) -> OptionTable[Any]:  # each game has rules of its own
    options: Any = import_module(f"{package_of(name)}.options")  # each game has one
    table: OptionTable[Any] = options.TABLE
    return table


GAMES: Final[Mapping[str, GameWire]] = OnDemand(NAMES, _game)
"""Game id to game."""

OPTIONS: Final[Mapping[str, OptionTable[Any]]] = OnDemand(NAMES, _table)
"""Game id to the options of the game; only they are imported, not the play."""
