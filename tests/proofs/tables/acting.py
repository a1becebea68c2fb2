"""Moves of whoever acts, and cards wherever they lie: the same for the tables of several games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, final

from meldspec.cards import Card
from meldspec.kernel import Effect, Move
from meldspec.play import Actor, Refusal

Rules = TypeVar("Rules")
At = TypeVar("At")
By = TypeVar("By", bound=Actor)
Done = TypeVar("Done")
After = TypeVar("After")


@final
class Acting(Generic[Rules]):
    """The moves of a game, made by the actor of a state."""

    def __init__(self, by: Callable[[Any], Actor]) -> None:
        """With the actor of each state of the game."""
        self.by = by

    def make(
        self, move: Move[Rules, At, By, Done, After], rules: Rules, state: At, action: Done
    ) -> After | Refusal:
        """The state after the move, or its refusal."""
        actor: Any = self.by(state)  # of the kind that the move is for
        return move.make(rules, state, actor, action)

    def done(
        self, effect: Effect[Rules, At, By, Done, After], rules: Rules, state: At, action: Done
    ) -> After:
        """The state after an effect."""
        actor: Any = self.by(state)  # of the kind that the effect is for
        return effect.makes(rules, state, actor, action)

    def proposals(
        self, move: Move[Rules, At, By, Done, After], rules: Rules, state: At
    ) -> list[Done]:
        """The proposals of the move."""
        actor: Any = self.by(state)  # of the kind that the move is for
        return move.proposals(rules, state, actor)


def found(card: Card, at: Any) -> int:  # a table on which seats own the melds
    """The number of places of a card, in hands, stock, discard pile and melds."""
    zones = (*at.hands, at.stock, at.discard, *(meld.cards for meld in at.melds))
    places = 0
    for zone in zones:
        for lying in zone:
            places += lying == card
    return places
