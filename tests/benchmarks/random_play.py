"""Random legal play: at every decision the program lists the legal actions and takes one of them.

meldspec plays hands of Tong-its, from one immutable state to the next.  The peers have gin rummy
only.  There are two jobs: whole hands, which are begun and dealt in the timed part, and hands that
are dealt before.  The difference matters: ``new_initial_state`` of open_spiel takes longer than all
the decisions of a hand.  Its draws from the stock are chance nodes.  They are timed, because a draw
of meldspec is part of a timed step, but they are not counted as decisions.  They follow an order
that is shuffled before, like the stock of meldspec.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any, final

from meldspec.cards import ONE_PACK
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import Deal
from meldspec.tongits import game, turn
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.table import Over, State

from .rounds import Contender, Job, Work, peer


@final
class Tongits:
    """Hands of Tong-its."""

    def whole(self, chance: random.Random) -> Work:
        """A hand from its beginning."""
        deal = self._shuffled(chance)
        return lambda: self._play(self._dealt(deal), chance)

    def dealt(self, chance: random.Random) -> Work:
        """A hand from its first decision."""
        state = self._dealt(self._shuffled(chance))
        return lambda: self._play(state, chance)

    def _shuffled(self, chance: random.Random) -> Deal:
        cards = tuple(chance.sample(ONE_PACK, 52))
        return Deal((cards[:13], cards[13:25], cards[25:37]), cards[37:])

    def _dealt(self, deal: Deal) -> State:
        dealt = game.GAME.step(DEFAULT, turn.begin(DEFAULT, Seat(0)), CHANCE, deal)
        assert not isinstance(dealt, Refusal)
        return dealt

    def _play(self, state: State, chance: random.Random) -> int:
        decisions = 0
        while not isinstance(state, Over):
            (seat,) = game.GAME.actors(DEFAULT, state)
            assert seat is not CHANCE
            action = chance.choice(game.GAME.legal(DEFAULT, state, seat))
            after = game.GAME.step(DEFAULT, state, seat, action)
            assert not isinstance(after, Refusal)
            state = after
            decisions += 1
        return decisions


@final
class OpenSpiel:
    """Hands of gin rummy, played from Python on the C++ states."""

    def __init__(self) -> None:
        self.game = import_module("pyspiel").load_game("gin_rummy")

    def whole(self, chance: random.Random) -> Work:
        """A hand from its beginning, in one state that changes."""
        stock = self._shuffled(chance)
        return lambda: self._play(self._dealt(stock), stock, chance)

    def dealt(self, chance: random.Random) -> Work:
        """A hand from its first decision, in one state that changes."""
        stock = self._shuffled(chance)
        state = self._dealt(stock)
        return lambda: self._play(state, stock, chance)

    def kept(self, chance: random.Random) -> Work:
        """A hand from its first decision, with a new state after every action, as in meldspec."""
        stock = self._shuffled(chance)
        state = self._dealt(stock)
        return lambda: self._play_keeping(state, stock, chance)

    def _shuffled(self, chance: random.Random) -> Iterator[int]:
        return iter(chance.sample(range(52), 52))

    def _dealt(self, stock: Iterator[int]) -> Any:
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(next(stock))
        return state

    def _play(self, state: Any, stock: Iterator[int], chance: random.Random) -> int:
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(stock))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    def _play_keeping(self, state: Any, stock: Iterator[int], chance: random.Random) -> int:
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state = state.child(next(stock))
            else:
                state = state.child(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions


@final
class RLCard:
    """Hands of gin rummy in the environment, which lists the legal actions with every state."""

    def __init__(self) -> None:
        self.env = import_module("rlcard").make("gin-rummy")

    def whole(self, chance: random.Random) -> Work:
        """A hand from its beginning; the environment shuffles."""
        self.env.seed(chance.randrange(2**32))
        return lambda: self._play(self.env.reset(), chance)

    def dealt(self, chance: random.Random) -> Work:
        """A hand from its first decision."""
        self.env.seed(chance.randrange(2**32))
        first = self.env.reset()
        return lambda: self._play(first, chance)

    def _play(self, first: Any, chance: random.Random) -> int:
        state, _ = first
        decisions = 0
        while not self.env.is_over():
            state, _ = self.env.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions


def jobs() -> tuple[Job, ...]:
    """Whole hands and dealt hands, beside every peer."""
    whole = Job(
        name="random play, whole hands",
        unit="decisions",
        ours=Contender("meldspec", Tongits().whole),
        peers=(
            peer("open_spiel", lambda: OpenSpiel().whole),
            peer("rlcard", lambda: RLCard().whole),
        ),
    )
    dealt = Job(
        name="random play, dealt hands",
        unit="decisions",
        ours=Contender("meldspec", Tongits().dealt),
        peers=(
            peer("open_spiel", lambda: OpenSpiel().kept, "states kept"),
            peer("open_spiel", lambda: OpenSpiel().dealt, "state changed in place"),
            peer("rlcard", lambda: RLCard().dealt),
        ),
    )
    return whole, dealt
