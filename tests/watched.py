"""A game of which every match follows one given rule set, such as one that tells what is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from meldspec.play import Refusal
from meldspec.wire import JSON, GameWire, Match


@final
class Watched:
    """A game whose matches and answers all follow one given rule set."""

    def __init__(self, game: GameWire, rules: object) -> None:
        self._game = game
        self._rules = rules

    @property
    def abilities(self) -> tuple[str, ...]:
        """The abilities of the game."""
        return self._game.abilities

    def readings(self) -> dict[str, list[str | int]]:
        """The options of the game."""
        return self._game.readings()

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refusal:
        """A new match by the given rule set; ``rules`` is ignored."""
        begun = self._game.begin({}, players, dealer, hand_number)
        return begun if isinstance(begun, Refusal) else begun.under(self._rules)

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer by the given rule set; ``rules`` is ignored."""
        return self._game.ask_under(self._rules, what, question)
