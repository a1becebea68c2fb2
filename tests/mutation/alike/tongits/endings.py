"""Changes of Tong-its that no trial finds: endings, showdown, stock and views."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Final, get_args

from meldspec.cards import Card, parse_all
from meldspec.play import Seat
from meldspec.tongits.options import Rules
from meldspec.tongits.options_of_payment import (
    LongRunForeignCards,
    Showdown,
    SpreadDealerHand,
    SpreadMultiple,
    SpreadTwelveCardHand,
    TieThreeWay,
    TieTwoChallengers,
    Variations,
)
from meldspec.tongits.table import SEATS, LaidOff, Ledger, Table, TableMeld, opponents

from .. import Inputs, InputsOf, Reason

EVERY_SEAT: Final = tuple(map(Seat, range(SEATS)))

HANDS: Final = tuple(
    frozenset(parse_all(each.split()))
    for each in ("4C 5C 6C", "AC 2C 3C", "AC AD AH", "4C 5C 6C TC", "AC 2C 3C TC", "8C TC", "")
)
"""Hands in melds with no ace, one and three; with one card over; with two cards over; none."""


def _comparisons() -> Iterator[tuple[Any, ...]]:
    every = tuple(
        Showdown(tie_two_challengers=two, tie_three_way=three)
        for two in get_args(TieTwoChallengers)
        for three in get_args(TieThreeWay)
    )
    for options, caller in product(every, EVERY_SEAT):
        others = opponents(caller)
        for size in range(SEATS):
            for challengers in combinations(others, size):
                rest = [seat for seat in others if seat not in challengers]
                for more in range(len(rest) + 1):
                    for folded in combinations(rest, more):
                        for totals in product(range(3), repeat=SEATS):
                            yield options, caller, challengers, totals, folded


def _spreads() -> Iterator[tuple[Any, ...]]:
    every = tuple(
        Rules(
            variations=Variations(
                spread_enabled="wins_before_first_turn",
                spread_multiple=several,
                spread_dealer_hand=whole,
                spread_twelve_card_hand=twelve,
            )
        )
        for several in get_args(SpreadMultiple)
        for whole in get_args(SpreadDealerHand)
        for twelve in get_args(SpreadTwelveCardHand)
    )
    for rules, dealer, hands in product(every, EVERY_SEAT, product(HANDS, repeat=SEATS)):
        yield rules, Table(dealer, 0, hands, (), (), (), Ledger())


def _runs() -> Iterator[tuple[Any, ...]]:
    for cards in get_args(LongRunForeignCards):
        rules = Rules(variations=Variations(long_run_foreign_cards=cards))
        for size in range(3, 14):
            run = [Card(rank) for rank in range(size)]
            for laid in range(size - 2):
                for by in product(EVERY_SEAT, repeat=min(laid, 4)):
                    laid_off = tuple(
                        LaidOff(card, seat, 0) for card, seat in zip(run[3:], by, strict=False)
                    )
                    yield rules, TableMeld(Seat(0), frozenset(run), False, laid_off)


INPUTS: Final[InputsOf] = {
    "tongits.showdown.challenged_winner": Inputs(
        "each caller with each choice of challengers and of seats that folded, totals from 0 to 2, "
        "both readings of both ties",
        _comparisons,
    ),
    "tongits.variations.spread_winner": Inputs(
        "each dealer, three seats each with one of seven hands: in melds with no ace, one or "
        "three, with a card over, with two cards over, or empty; all readings of the Spread",
        _spreads,
    ),
    "tongits.variations._long_run_cards": Inputs(
        "runs of three to thirteen cards of which up to four were laid off, by each seat, both "
        "readings",
        _runs,
    ),
}

REASONS: Final[tuple[Reason, ...]] = (
    Reason(
        names=("14129340", "890c5e18", "c2e15ece"),
        why=(
            "The bound is only for a winner with whom nobody can catch up. An arrangement that "
            "holds a four or a long run never leaves 129 points outside, so such a limit leaves "
            "out none."
        ),
    ),
    Reason(
        names=("e66f4497",),
        why=(
            "The limit is worked out under a reading that never asks for it: `_most_points` of the "
            "paid cards reads it for `best_for_winner` alone, and no result shows it."
        ),
    ),
    Reason(
        names=("970b9072",),
        why=(
            "Where nobody has challenged, `caller_wins` comes first and ends the hand, so the "
            "comparison after a challenge is never asked."
        ),
    ),
    Reason(
        names=("e11e1922", "54fd8cdd"),
        why=(
            "A challenger is named once more behind the challengers, among the seats that folded. "
            "It ties with itself alone, goes before itself, and is compared or seen once only."
        ),
    ),
    Reason(
        names=("504ae1ca",),
        why=(
            "The play asks for a winner only among two seats or more that can win: without one "
            "`_nobody_can_win` decides, and one alone has won. The law `when_the_stock_is_gone` "
            "asks for none."
        ),
    ),
    Reason(
        names=("b818a52f",),
        why="There is one seat, or one card, and the last of one is the first.",
    ),
    Reason(
        names=("e35d473c",),
        why=(
            "Without a card from the discard pile there is nothing to spoil a four, so both "
            "readings give no card. Only the option is read where it does not matter."
        ),
    ),
    Reason(
        names=("a41d8ed1",),
        why=(
            "Cards that left the hand are named among the spoilt ones, but every caller takes "
            "these out of the hand, or looks for them in melds of the hand."
        ),
    ),
    Reason(
        names=("bcd62515",),
        why=(
            "Where long runs earn nothing, `long_run_count` is 0 for every run, and so are the "
            "chips."
        ),
    ),
    Reason(
        names=("42be67a4",),
        why=(
            "In the dealer's first turn the cards that it has laid down are melds themselves. So "
            "its hand lies in melds after that only if it did before, and then it has won already; "
            "the other hands are as they were dealt."
        ),
    ),
    Reason(
        names=("4fef9849", "0ca005cb"),
        why=(
            "The play states the number of wins in every result. The default is for the laws "
            "about the pot, which make results of their own."
        ),
    ),
    Reason(
        names=("3232d5e6", "21a66b9f"),
        why=(
            "The default is no reading of its option any more, and the play asks only whether the "
            "other reading is chosen. `meldspec suite lint` compares each default with its "
            "question, and `test_every_option_is_read_by_either_name_and_its_default_comes_first` "
            "reads it."
        ),
    ),
    Reason(
        names=("189bbf11", "3489975b"),
        why=(
            "The option is read only where a discard may be kept, and there it must be chosen: a "
            "match with its default does not begin "
            "(`test_readings_that_leave_play_undefined_are_not_played`)."
        ),
    ),
    Reason(
        names=("703954f1",),
        why=(
            "A flag that a question leaves out is read as not set, whatever the record has as its "
            "default; the default is for the schema."
        ),
    ),
)
