"""All games, by id; a game is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final, TypeVar, final

from meldspec.wire import GameWire

_PLACES: Final[Mapping[str, tuple[str, str]]] = {
    "tongits": ("meldspec.tongits.spoken", "TONGITS"),
    "rummy": ("meldspec.rummy.wire", "RUMMY"),
    "three-thirteen": ("meldspec.three_thirteen.wire", "THREE_THIRTEEN"),
    "indian-chief": ("meldspec.indian_chief.wire", "INDIAN_CHIEF"),
    "carousel": ("meldspec.carousel.wire", "CAROUSEL"),
}
"""Game id to the module that speaks the game, and its name there."""

Kept = TypeVar("Kept")


@final
class OnDemand(Mapping[str, Kept]):
    """Values by name, each found when it is asked for: who wants one does not wait for others."""

    def __init__(self, names: tuple[str, ...], find: Callable[[str], Kept]) -> None:
        self._names = names
        self._find = find

    def __getitem__(self, name: str) -> Kept:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """The value of a name; KeyError where there is none."""
        if name not in self._names:
            raise KeyError(name)
        return self._find(name)

    def __contains__(self, name: object) -> bool:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """Whether there is a value of the name; none is found for that."""
        return name in self._names

    def __iter__(self) -> Iterator[str]:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """The names in their order."""
        return iter(self._names)

    def __len__(self) -> int:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """The number of names."""
        return len(self._names)


def _game(name: str) -> GameWire:
    module, place = _PLACES[name]
    spoken: Any = import_module(module)  # the table names a game in each module
    game: GameWire = getattr(spoken, place)
    return game


GAMES: Final[Mapping[str, GameWire]] = OnDemand(tuple(_PLACES), _game)
"""Game id to game."""
