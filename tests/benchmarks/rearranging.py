"""The most cards of a hand that can be played by rearranging a shared table of two packs.

The peer plays Rummikub.  Its rules agree with those of Carousel if no run can end in an ace above
a king and there are no jokers: its ace is low only, and its jokers never keep the card that they
stood for.  So positions are dealt from two packs without kings and jokers.  The peer is measured
twice: with the integer-programming solver that it chooses among the installed ones, and with GLPK,
which is faster for it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, TypeVar, final

from meldspec.cards import ONE_PACK, RANKS, Card, rank, suit
from meldspec.manipulation import By, Manner, Placed, Table, best_play
from meldspec.melds import ALL_MELDS

from .rounds import Contender, Job, Work, peer

POSITIONS = 20
"""Positions in one piece of work."""

IN_HAND = 14
SIZES = {"early": 12, "middle": 30, "late": 60}
"""The least number of cards on the table."""

KING = len(RANKS) - 1
WITHOUT_KINGS = [card for card in ONE_PACK if rank(card) < KING]
MELDS = [meld for meld in ALL_MELDS if len(meld) < 6 and meld <= set(WITHOUT_KINGS)]
TWO_PACKS = Manner(packs=2)

Position = TypeVar("Position")
Dealt = tuple[Table, tuple[Card, ...]]
"""A table and a hand."""


@final
@dataclass(frozen=True, slots=True)
class Solver(Generic[Position]):
    """A function for the number of cards that can be played, and the form of its position."""

    form: Callable[[Table, tuple[Card, ...]], Position]
    solve: Callable[[Position], int]


def position(chance: random.Random, on_table: int) -> Dealt:
    """A table of melds of up to five cards each, and a hand, all of two packs without kings."""
    left = Counter(dict.fromkeys(WITHOUT_KINGS, 2))
    table = list[tuple[Placed, ...]]()
    while sum(map(len, table)) < on_table:
        meld = chance.choice(MELDS)
        if all(left[card] for card in meld):
            left.subtract(meld)
            table.append(tuple(Placed(card) for card in sorted(meld)))
    hand = chance.sample(sorted(left.elements()), IN_HAND)
    return tuple(sorted(table)), tuple(sorted(hand))


def meldspec_solver() -> Solver[Dealt]:
    """The reference; it finds the cards and the whole table after it, and the cards are counted."""

    def solve(dealt: Dealt) -> int:
        play = best_play(*dealt, TWO_PACKS, By.CARDS)
        return len(play.cards) if play else 0

    return Solver(lambda table, hand: (table, hand), solve)


def rummikub_solver(backend: str | None) -> Solver[Any]:
    """The peer; its tiles are listed colour by colour.  ImportError for a missing backend."""
    package = import_module("rummikub_solver")
    if backend is not None and backend not in package.MILPSolver.supported():
        raise ImportError(f"{backend} is not installed")
    rules = package.RuleSet(numbers=KING, repeats=2, colours=4, jokers=0, solver_backend=backend)
    tile_count = package.SolverMode.TILE_COUNT

    def tile(card: int) -> Any:
        return rules.tiles[KING * suit(Card(card)) + rank(Card(card))]

    def form(table: Table, hand: tuple[Card, ...]) -> Any:
        state = rules.new_game()
        state.initial = False
        state.add_table(*[tile(placed) for meld in table for placed in meld])
        state.add_rack(*[tile(card) for card in hand])
        return state

    def solve(state: Any) -> int:
        found = rules.solve(state, tile_count)
        return len(found.tiles) if found else 0

    return Solver(form, solve)


def solving(solver: Solver[Position], on_table: int) -> Callable[[random.Random], Work]:
    """Work on some positions at a time."""

    def prepare(chance: random.Random) -> Work:
        dealt = [solver.form(*position(chance, on_table)) for _ in range(POSITIONS)]
        solve = solver.solve

        def work() -> int:
            for each in dealt:
                solve(each)
            return POSITIONS

        return work

    return prepare


def jobs() -> tuple[Job, ...]:
    """A job for each size of the table."""
    return tuple(_job(name, on_table) for name, on_table in SIZES.items())


def _job(name: str, on_table: int) -> Job:
    return Job(
        name=f"most cards played, {name} ({on_table} cards on the table)",
        unit="positions",
        ours=Contender("meldspec", solving(meldspec_solver(), on_table)),
        peers=(
            peer("rummikub-solver", lambda: solving(rummikub_solver(None), on_table)),
            peer("rummikub-solver", lambda: solving(rummikub_solver("GLPK_MI"), on_table), "GLPK"),
        ),
    )
