"""The laws of Tong-its alone: each can fail, and broken games are found with short traces."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from meldcheck.explore import tongits as laws
from meldspec.cards import ONE_PACK
from meldspec.kernel import AnyFollowing, AnyGame, AnyMove, Effect, Following
from meldspec.play import Refusal, Seat
from meldspec.tongits import game, turn
from meldspec.tongits.drawing import TAKE
from meldspec.tongits.ending import End
from meldspec.tongits.options import DEFAULT, Rules
from meldspec.tongits.table import (
    CALL_DRAW,
    Decided,
    Drawing,
    Over,
    Playing,
    Responding,
    State,
    Table,
    TableMeld,
    Take,
    opponents,
    table_of,
)

from .laws import LAWS
from .walks import SMALL, WALKS, Step, walk

MATCHES = 150


def test_both_blocks_refuse_calls_and_each_alone_does() -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for seed in range(MATCHES):
        for step in walk(DEFAULT, 3, seed, hands=1):
            if isinstance(step.before, Drawing):
                called = game.GAME.step(DEFAULT, step.before, step.before.table.mover, CALL_DRAW)
                seen[called.clauses if isinstance(called, Refusal) else ()] += 1
    assert set(seen) == {
        (),
        ("tongits.draw-call.opened",),
        ("tongits.draw-call.opponent-layoff",),
        ("tongits.draw-call.own-layoff",),
        ("tongits.draw-call.opponent-layoff", "tongits.draw-call.own-layoff"),
    }


def a_table() -> Table:
    """The table in the middle of a hand."""
    steps = list(walk(DEFAULT, 3, 3, hands=1))
    return table_of(steps[len(steps) // 2].after)


def test_a_law_that_is_broken_says_so() -> None:
    table = a_table()
    found_chip = Playing(replace(table, ledger=replace(table.ledger, pot=7)))
    assert not laws.chips_sum_to_zero(DEFAULT, found_chip)
    torn_meld = TableMeld(Seat(0), frozenset(ONE_PACK[:2]))
    assert not laws.table_melds_are_melds(DEFAULT, Playing(replace(table, melds=(torn_meld,))))
    in_turn = replace(table, turn=3)
    assert not (
        laws.hand_sizes_follow(DEFAULT, Drawing(in_turn))
        and laws.hand_sizes_follow(DEFAULT, Playing(in_turn))
    )
    assert not laws.turn_begins_with_cards_to_take(DEFAULT, Drawing(replace(table, stock=())))
    assert not laws.turns_are_bounded(DEFAULT, Playing(replace(table, turn=25)))
    unopened = Responding(replace(table, melds=()), asked=(Seat(1),))
    assert not laws.only_opened_seats_are_asked(DEFAULT, unopened)
    turned = Drawing(replace(table, turn=table.turn + 1, stock=table.stock[1:]))
    assert laws.every_action_brings_the_end_nearer(DEFAULT, Drawing(table), turned)
    assert not laws.every_action_brings_the_end_nearer(DEFAULT, turned, Drawing(table))
    assert not laws.every_action_brings_the_end_nearer(SMALL, turn.begin(SMALL, Seat(0)), turned)
    *_, last = walk(DEFAULT, 3, 3, hands=1)
    assert isinstance(last.after, Over)
    unpaid = replace(last.after.result, payments=(0, 0, 1))
    assert not laws.payments_sum_to_zero(DEFAULT, Over(last.after.table, unpaid))


def test_a_hand_never_ends_without_payment_from_each_loser() -> None:
    for seed in range(40):
        for step in walk(DEFAULT, 3, seed, hands=2):
            if isinstance(step.after, Over) and step.after.result.outcome.winner is not None:
                winner = step.after.result.outcome.winner
                payments = step.after.result.payments
                assert all(1 <= -payments[seat] <= 17 for seat in opponents(winner))


@pytest.mark.parametrize("seat", [Seat(0), Seat(1), Seat(2)])
def test_opponents_are_the_others_in_turn_order(seat: Seat) -> None:
    assert opponents(seat) == ((seat + 1) % 3, (seat + 2) % 3)


def test_the_play_needs_nothing_but_the_standard_library() -> None:
    wing = Path(game.__file__).parent.parent
    imported = {
        line.split()[1].split(".")[0]
        for module in wing.rglob("*.py")
        for line in module.read_text(encoding="utf-8").splitlines()
        if line.startswith(("import ", "from "))
    }
    assert imported - sys.stdlib_module_names == {"meldspec"}


def test_an_empty_hand_is_never_left_to_play_on() -> None:
    for seed in range(100):
        for step in walk(DEFAULT, 3, seed, hands=1):
            if not isinstance(step.after, Over | Decided):
                assert all(table_of(step.after).hands), (seed, step)
            elif isinstance(step.after, Over):
                outcome = step.after.result.outcome
                assert outcome.winner is not None or not table_of(step.after).stock


def test_a_hand_has_a_bound() -> None:
    assert (laws.bound(DEFAULT), laws.bound(SMALL)) == (138, 42)


# ── broken games ─────────────────────────────────────────────────────────────────────────────────


def loses_a_card() -> AnyGame:
    """Taking the discard loses the card below it."""

    def takes(rules: Rules, state: Drawing, by: Seat, action: Take) -> State:
        after = TAKE.effect.makes(rules, state, by, action)
        if not isinstance(after, Playing):
            return after
        return Playing(replace(after.table, discard=after.table.discard[:-1]))

    def change(move: AnyMove) -> AnyMove:
        return move if move is not TAKE else replace(move, effect=Effect((), takes))

    return replace(game.GAME, moves=tuple(map(change, game.GAME.moves)))


def with_one_more(following: AnyFollowing) -> AnyGame:
    """The game in which that comes of itself, too."""
    return replace(game.GAME, following=(*game.GAME.following, following))


def forgets_a_turn() -> AnyGame:
    """The stock may run out before a turn begins."""

    def runs_out(rules: Rules, state: Drawing) -> State | None:
        table = state.table
        return Drawing(replace(table, stock=())) if table.stock and len(table.melds) >= 3 else None

    return with_one_more(Following((), (Drawing,), runs_out))


def pays_too_much() -> AnyGame:
    """A seat receives a chip from nowhere after a called draw."""

    def pays(rules: Rules, state: Over) -> State | None:
        first, *others = state.result.payments
        if state.result.outcome.end is not End.DRAW or first + sum(others):
            return None
        return Over(state.table, replace(state.result, payments=(first + 1, *others)))

    return with_one_more(Following((), (Over,), pays))


def shortest_failure(broken: AnyGame, seeds: Iterable[int]) -> list[Step] | None:
    """The shortest trace over many hands whose last step breaks a law; None if none does."""
    shortest: list[Step] | None = None
    walks = WALKS.playing(broken)
    for seed in seeds:
        trace: list[Step] = []
        for step in walks.walk(DEFAULT, 3, seed, hands=1):
            trace.append(step)
            if shortest is not None and len(trace) >= len(shortest):
                break
            try:
                LAWS.obeys(DEFAULT, step)
            except AssertionError:
                shortest = trace
                break
    return shortest


@pytest.mark.parametrize(
    ("broken", "at_most"), [(loses_a_card, 8), (forgets_a_turn, 16), (pays_too_much, 16)]
)
def test_a_broken_game_is_found_with_a_short_trace(
    broken: Callable[[], AnyGame], at_most: int
) -> None:
    trace = shortest_failure(broken(), range(200))
    assert trace is not None
    assert len(trace) <= at_most, [(step.actor, step.action) for step in trace]
