"""Positions of Indian Chief that are stated instead of played: the melds of earlier turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.questions import packs_have, refused_melds
from meldspec.indian_chief.spoken import ACTIONS
from meldspec.indian_chief.table import (
    BeforeDeal,
    Choose,
    Choosing,
    Meld,
    Shown,
    State,
    Table,
    next_turn,
    seats_of,
)
from meldspec.play import CHANCE, Refusal
from meldspec.stated import Stated, Stating, words
from meldspec.wire import JSON, WireError, read_list

_TURNS: Final = 7


def standing(
    rules: Rules, state: BeforeDeal, do: Mapping[str, JSON], stated: Stated
) -> State | Refusal:
    """The match at the beginning of a turn, with the melds shown in earlier turns."""
    seats = seats_of(state)
    after = GAME.step(rules, state, CHANCE, ACTIONS.read(do, seats))
    if isinstance(after, Refusal):
        return after
    assert isinstance(after, Choosing)
    shown, table = _shown(rules, stated, seats), after.table
    return next_turn(Table(table.dealer, len(shown) + 1, table.hands, table.stock, shown))


def _shown(rules: Rules, stated: Stated, seats: int) -> tuple[Shown, ...]:
    """The melds of each turn, by seat.  Raises WireError for melds that cannot have been shown."""
    turns = [read_list(turn, "shown") for turn in read_list(stated.get("shown"), "shown")]
    if len(turns) >= _TURNS:
        raise WireError(f"'shown' has {len(turns)} turns; the match is over after {_TURNS}")
    for number, turn in enumerate(turns, start=1):
        if len(turn) != seats:
            raise WireError(f"'shown' has {len(turn)} melds for turn {number}; {seats} play")
    shown = tuple(tuple(_meld(one, seats) for one in turn) for turn in turns)
    for number, melds in enumerate(shown, start=1):
        if not packs_have(rules, melds):
            raise WireError(f"'shown': turn {number} has a card more often than the packs have it")
        if refused := refused_melds(rules, melds):
            raise WireError(f"'shown': turn {number} is refused by {', '.join(refused.clauses)}")
    for seat in range(seats):
        sizes = [turn[seat].size for turn in shown]
        for size in sizes:
            if not 1 <= size <= _TURNS or sizes.count(size) > 1:
                raise WireError(f"'shown': seat {seat} cannot have shown {size} cards so often")
    return shown


def _meld(stated: JSON, seats: int) -> Meld:
    """A meld: its cards, or a record of its cards and its declaration."""
    given = stated if isinstance(stated, dict) else {"cards": stated}
    made = {**given, "type": "choose", "cards": words(given.get("cards"), "shown")}
    action = ACTIONS.read(made, seats)
    assert isinstance(action, Choose)
    return action.meld


STATING: Final[Stating[Rules, BeforeDeal, State]] = Stating(
    match_fields=frozenset(),
    hand_fields=frozenset({"shown"}),
    begun=lambda state, stated: state,
    standing=standing,
)
"""How a position of Indian Chief is stated."""
