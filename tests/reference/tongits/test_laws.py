"""The laws of Tong-its hold on seeded random walks, and each law can fail."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from meldspec.cards import ONE_PACK
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.tongits import game
from meldspec.tongits.ending import End
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.table import (
    CALL_DRAW,
    Drawing,
    Over,
    Playing,
    Responding,
    Table,
    TableMeld,
    opponents,
    table_of,
)

from . import laws
from .walks import SMALL, everything_conceivable, walk

MATCHES = 150

REFUSING = (
    "tongits.turn.dealer-first-turn-no-draw",
    "tongits.turn.dealer-first-turn-no-layoff",
    "tongits.drawing.mandatory",
    "tongits.drawing.exactly-one",
    "tongits.drawing.discard-needs-meld",
    "tongits.drawing.discard-two-from-hand",
    "tongits.turn.cards-in-hand",
    "tongits.melds.two-kinds",
    "tongits.exposing.face-down-only-fours",
    "tongits.laying-off.table-only",
    "tongits.laying-off.set-fourth",
    "tongits.laying-off.run-continuation",
    "tongits.discarding.from-hand",
    "tongits.tongits-call.all-cards-used",
    "tongits.draw-call.opened",
    "tongits.draw-call.before-drawing",
    "tongits.answering.fold-or-challenge",
    "tongits.answering.call-pending",
)
"""Every clause that refuses a seat that is to act, the two blocks of a call apart."""


def test_every_law_holds_after_every_step_and_every_ending_occurs() -> None:
    endings: Counter[tuple[End, bool, bool]] = Counter()
    for seed in range(MATCHES):
        for step in walk(DEFAULT, seed, hands=3):
            for law in laws.LAWS:
                assert law(DEFAULT, step.after), (law.__name__, seed, step)
            if isinstance(step.after, Over):
                outcome = step.after.result.outcome
                endings[outcome.end, outcome.winner is None, bool(outcome.compared)] += 1
    assert set(endings) >= {
        (End.DRAW, False, False),
        (End.DRAW, False, True),
        (End.STOCK, False, False),
        (End.STOCK, False, True),
        (End.STOCK, True, False),
    }


def test_both_blocks_refuse_calls_and_each_alone_does() -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for seed in range(MATCHES):
        for step in walk(DEFAULT, seed, hands=1):
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


def test_laws_hold_on_a_small_pack_where_tongits_is_frequent() -> None:
    endings: Counter[End] = Counter()
    for seed in range(MATCHES):
        for step in walk(SMALL, seed, hands=3):
            for law in laws.LAWS:
                assert law(SMALL, step.after), (law.__name__, seed, step)
            if isinstance(step.after, Over):
                endings[step.after.result.outcome.end] += 1
    assert endings[End.TONGITS] > 10


def test_what_is_legal_is_just_what_step_accepts() -> None:
    accepted: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for seed in range(34):
        for step in walk(SMALL, seed, hands=1):
            if step.actor is CHANCE:
                continue
            state = step.before
            legal = game.GAME.legal(SMALL, state, step.actor)
            assert len(set(legal)) == len(legal)
            passing = set()
            for action in everything_conceivable(SMALL, state):
                reached = game.GAME.step(SMALL, state, step.actor, action)
                if isinstance(reached, Refusal):
                    refused.update(reached.clauses)
                else:
                    passing.add(action)
                    accepted[type(action).__name__] += 1
            assert passing == set(legal)
            for seat in opponents(step.actor):
                assert game.GAME.legal(SMALL, state, seat) == ()
    assert len(accepted) == 9, accepted
    assert set(refused) >= set(REFUSING)


def a_table() -> Table:
    """The table in the middle of a hand."""
    steps = list(walk(DEFAULT, 3, hands=1))
    return table_of(steps[len(steps) // 2].after)


def test_a_law_that_is_broken_says_so() -> None:
    table = a_table()
    lost_card = Playing(replace(table, stock=table.stock[1:]))
    assert not laws.each_card_in_one_place(DEFAULT, lost_card)
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
    *_, last = walk(DEFAULT, 3, hands=1)
    assert isinstance(last.after, Over)
    unpaid = replace(last.after.result, payments=(0, 0, 1))
    assert not laws.payments_sum_to_zero(DEFAULT, Over(last.after.table, unpaid))


def test_a_hand_never_ends_without_payment_from_each_loser() -> None:
    for seed in range(40):
        for step in walk(DEFAULT, seed, hands=2):
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
