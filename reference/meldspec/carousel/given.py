"""Positions of Carousel that are stated instead of played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from meldspec.carousel.deck import deck_clause, is_whole_deck
from meldspec.carousel.draw import DRAW_AGAIN, PASS
from meldspec.carousel.knock import knock_with_an_empty_hand
from meldspec.carousel.match import match_is_over
from meldspec.carousel.options import DRAWS, Rules
from meldspec.carousel.questions import refused_melds
from meldspec.carousel.spoken import ACTIONS
from meldspec.carousel.table import (
    DECLINE,
    BeforeDeal,
    Drawing,
    Knocking,
    Ledger,
    Melding,
    State,
    Table,
    as_cards,
    change,
)
from meldspec.manipulation import Table as Melds
from meldspec.play import Refusal, Seat
from meldspec.stated import Stated, Stating, number, numbers, seat_to_act, words
from meldspec.table import DRAW, Deal
from meldspec.wire import JSON, WireError, read_list, read_melds

_PHASES: Final[Mapping[str, Callable[[Table], State]]] = {
    "draw": Drawing,
    "meld": Melding,
    "knock": Knocking,
}


def begun(state: BeforeDeal, stated: Stated) -> BeforeDeal:
    """A match with the stated scores and hands won, or with one hand won for each score."""
    seats = state.ledger.seats
    scores = numbers(stated, "scores", seats) or (0,) * seats
    boxes = numbers(stated, "boxes", seats) or tuple(int(score > 0) for score in scores)
    return replace(state, ledger=Ledger(scores, boxes))


def _check_boxes(rules: Rules, state: BeforeDeal) -> None:
    """Raises WireError for a seat that has scored, but has won no hand.

    By a reading a hand with several winners is no box; by another a knocker scores that others tie.
    """
    if rules.match.box_for_tied_win == "no_box" or rules.score.zero_knocker_tied == "bonus_kept":
        return
    for seat, (score, boxes) in enumerate(
        zip(state.ledger.scores, state.ledger.boxes, strict=True)
    ):
        if score and not boxes:
            raise WireError(f"'boxes' has 0 for seat {seat}, which has scored")


def _is_over(rules: Rules, state: BeforeDeal) -> bool:
    return match_is_over(rules, state.ledger)


def standing(
    rules: Rules, state: BeforeDeal, do: Mapping[str, JSON], stated: Stated
) -> State | Refusal:
    """The match in a hand: the table, who is to act, and how many cards it has drawn."""
    seats, dealer = state.ledger.seats, state.dealer
    deal = ACTIONS.read(do, seats)
    assert isinstance(deal, Deal)
    melds = _melds(stated)
    if len(deal.hands) != seats:
        raise WireError(f"'hands' must be {seats} hands")
    table_cards = list(as_cards(melds).elements())
    dealt = [one for hand in deal.hands for one in hand]
    if not is_whole_deck(rules, seats, [*dealt, *deal.stock, *table_cards]):
        return Refusal((deck_clause(seats),))
    refused = refused_melds(rules, melds)
    if refused is not None:
        return refused
    mover = seat_to_act(stated, dealer, seats)
    draws = number(stated, "draws") or 0
    phase = _phase(stated, draws)
    if not deal.stock:
        raise WireError("the stock is used up: write the play that leads there instead")
    table = Table(
        dealer=dealer,
        mover=mover,
        hands=tuple(tuple(sorted(hand)) for hand in deal.hands),
        stock=deal.stock,
        melds=melds,
        draws=draws,
        passed=0,
        ledger=state.ledger,
    )
    _check_turn(rules, table, phase)
    _check_empty_hands(rules, table, phase)
    return _PHASES[phase](table)


def _check_turn(rules: Rules, table: Table, phase: str) -> None:
    """Raises WireError if no turn comes to this phase with so many draws and so few cards."""
    draws, held = table.draws, len(table.hand)
    if phase == "meld" and _third_draw_ends(rules, table):
        raise WireError("after a third draw a meld is refused: carousel.turn.third-ends")
    if phase == "knock" and not table.melds:
        passed = PASS.make(rules, Melding(table), table.mover, DECLINE)
        if isinstance(passed, Refusal):
            clauses = ", ".join(passed.clauses)
            raise WireError(f"'draws' is {draws}; to end the turn then is refused: {clauses}")
    unmelded = phase == "meld" or not table.melds
    if held < draws and (unmelded or _third_draw_ends(rules, table)):
        raise WireError(f"seat {table.mover} has drawn {draws} cards, and holds {held}")


def _third_draw_ends(rules: Rules, table: Table) -> bool:
    """Whether the last draw was the third, and no meld may follow it."""
    if table.draws < DRAWS:
        return False
    before = Melding(change(table, draws=table.draws - 1))
    return isinstance(DRAW_AGAIN.make(rules, before, table.mover, DRAW), Knocking)


def _check_empty_hands(rules: Rules, table: Table, phase: str) -> None:
    """Raises WireError for a seat without cards that has not melded, or that must have knocked.

    What comes of the mover's empty hand at the end of its turn comes after this.
    """
    for seat, hand in enumerate(table.hands):
        if hand:
            continue
        if not table.melds:
            raise WireError(f"seat {seat} has no card, and no meld is on the table")
        if seat == table.mover and phase == "knock":
            continue
        ended = Knocking(change(table, mover=Seat(seat)))
        if knock_with_an_empty_hand.comes(rules, ended) is not None:
            raise WireError(f"seat {seat} has no card, and has knocked: carousel.knock.optional")


def _phase(stated: Stated, draws: int) -> str:
    phase = stated.get("phase", "meld" if draws else "draw")
    if not isinstance(phase, str) or phase not in _PHASES:
        raise WireError(f"'phase' is {phase!r}; there is {', '.join(_PHASES)}")
    if draws > DRAWS or (phase == "draw") != (draws == 0):
        raise WireError(f"'draws' is {draws}; that cannot be in the phase {phase!r}")
    return phase


def _melds(stated: Stated) -> Melds:
    """The melds on the table, each stated as a list or as words."""
    melds = [words(meld, "melds") for meld in read_list(stated.get("melds"), "melds")]
    table = read_melds([*melds], "table")
    if any(len(meld) < 3 for meld in melds):
        raise WireError("'melds' has one of fewer than three cards")
    return table


STATING: Final[Stating[Rules, BeforeDeal, State]] = Stating(
    match_fields=frozenset({"scores", "boxes"}),
    hand_fields=frozenset({"melds", "to_act", "draws", "phase"}),
    begun=begun,
    is_over=_is_over,
    check_match=_check_boxes,
    standing=standing,
)
"""How a position of Carousel is stated."""
