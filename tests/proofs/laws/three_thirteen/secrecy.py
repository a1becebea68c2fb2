"""The view of a seat, and that it tells nothing of hidden cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.table import seen
from meldspec.three_thirteen import options, view
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.options import DEFAULT, Rules
from meldspec.three_thirteen.table import (
    BeforeDeal,
    Discarding,
    Drawing,
    Ledger,
    Next,
    Over,
    Reshuffling,
    Result,
    State,
    Table,
    ledger_of,
    table_of,
)
from meldspec.three_thirteen.turn import actors
from meldspec.three_thirteen.view import Phase, View

from ...bugs import Bug
from ...law import law
from ...tables.three_thirteen import Seats, at_seat, before, none_yet, table

MINE = (Card(3), Card(3), Card(17))


def in_phase(phase: int, at: Table) -> State:
    """A state of a hand that goes on."""
    return (
        Drawing(at),
        Discarding(at),
        Reshuffling(at, Next.CARD),
        Reshuffling(at, Next.TURN),
        Reshuffling(at, Next.DISCARD),
    )[phase]


@law(Bug(seen, "hands[seat]", "hands[seat - 1]"))
def a_view_tells_nothing_hidden(
    seat: Seat,
    mover: Seat,
    phase: int,
    out: Literal["nobody", "the seat", "the next"],
    a: Card,
    b: Card,
    c: Card,
    d: Card,
    top: Card,
    other: Card,
) -> bool:
    """Two states that differ in hidden cards alone look the same to a seat.

    Hidden are the hands of all others and the stock.  The seat sees its own hand, and sizes.

    clause: three-thirteen.draw.stock-hidden
    clause: three-thirteen.meld.in-hand
    clause: three-thirteen.setup.stock
    clause: three-thirteen.out.reveal
    pre: 0 <= seat < 3 and 0 <= mover < 3 and 0 <= phase < 3
    pre: 0 <= a <= b < 52 and 0 <= c <= d < 52 and 0 <= top < 52 and 0 <= other < 52
    post: _
    """
    gone = {"nobody": None, "the seat": seat, "the next": Seat((seat + 1) % 3)}[out]
    views = []
    for theirs, unseen in (((a, b), top), ((c, d), other)):
        hands = at_seat(3, seat, MINE, (theirs,) * 3)
        at = Table(
            Seat(0), 4, mover, hands, (unseen,), (Card(40), Card(41)), none_yet(3), None, gone
        )
        views.append(view.view(DEFAULT, in_phase(phase, at), seat))
    one, two = views
    return (
        one == two
        and one.hand == MINE
        and one.hand_sizes == (3 if seat == 0 else 2, 3 if seat == 1 else 2, 3 if seat == 2 else 2)
    )


@law(Bug(view.view, "(table.mover,) if", "(seat,) if"))
def all_that_a_seat_sees(
    seats: Literal[2, 4],
    seat: Seat,
    mover: Seat,
    hand_number: int,
    phase: int,
    taken: Card,
    takes: bool,
) -> bool:
    """A seat sees its cards, the pile and the card taken from it, all counts, and the wild rank.

    clause: three-thirteen.draw.discard-public
    clause: three-thirteen.discard.face-up-on-top
    clause: three-thirteen.wild.schedule
    clause: three-thirteen.out.announce
    pre: 0 <= seat < seats and 0 <= mover < seats and 1 <= hand_number <= 11 and 0 <= phase < 2
    pre: 0 <= taken < 52
    post: _
    """
    ledger = Ledger((7,) * seats, (1,) * seats)
    card = taken if takes else None
    at = table(
        seats,
        mover,
        MINE,
        (Card(40), Card(41)),
        (Card(42), Card(43)),
        hand_number=hand_number,
        taken=card,
        ledger=ledger,
    )
    hands = at_seat(seats, mover, MINE)
    return view.view(DEFAULT, in_phase(phase, at), seat) == View(
        seat=seat,
        phase=Phase.DRAW if phase == 0 else Phase.DISCARD,
        to_act=(mover,),
        dealer=Seat(0),
        hand=hands[seat],
        hand_sizes=tuple(map(len, hands)),
        stock_size=2,
        discard=(Card(42), Card(43)),
        taken=card,
        wild=hand_number + 1,
        hand_number=hand_number,
        out=None,
        scores=(7,) * seats,
        revealed=(),
        match_over=False,
    )


@law(Bug(view.empty_table, "((),) * state.ledger.seats", "((),) * 2"))
def a_view_before_the_deal(seats: Seats, seat: Seat, dealer: Seat, hand_number: int) -> bool:
    """Before the first deal a seat sees the dealer, the hand that comes, and no card anywhere.

    clause: three-thirteen.turn.to-act
    clause: three-thirteen.wild.schedule
    pre: 0 <= seat < seats and 0 <= dealer < seats and 1 <= hand_number <= 11
    post: _
    """
    nothing = (0,) * seats
    return view.view(DEFAULT, before(seats, dealer, hand_number), seat) == View(
        seat=seat,
        phase=Phase.DEAL,
        to_act=(),
        dealer=dealer,
        hand=(),
        hand_sizes=nothing,
        stock_size=0,
        discard=(),
        taken=None,
        wild=hand_number + 1,
        hand_number=hand_number,
        out=None,
        scores=nothing,
        revealed=(),
        match_over=False,
    )


@law(Bug(view.revealed, "if seat == table.out", "if seat != table.out"))
def hands_that_are_shown(
    seats: Seats,
    mover: Seat,
    gone: Seat,
    anybody: bool,
    over: bool,
    moment: Literal["after_final_turns", "at_announcement"],
) -> bool:
    """All hands are shown when the hand is over, and before that none.

    By a reading the hand of the seat that went out is shown at once.

    clause: three-thirteen.out.reveal
    clause: three-thirteen.out.opponents-arrange
    clause: three-thirteen.meld.in-hand
    pre: 0 <= mover < seats and 0 <= gone < seats
    post: _
    """
    rules = Rules(out=options.Out(reveal_moment=moment))
    at = table(seats, mover, MINE, out=gone if anybody or over else None)
    hands = at_seat(seats, mover, MINE)
    if over:
        nothing = (0,) * seats
        state: State = Over(at, Result(gone, nothing, (), nothing))
        return view.revealed(rules, state) == hands
    shown = view.revealed(rules, Drawing(at))
    if not anybody or moment == "after_final_turns":
        return shown == ()
    return shown == tuple(hands[seat] if seat == gone else None for seat in range(seats))


@law(Bug(view.phase, "return Phase.RESHUFFLE", "return Phase.DRAW"))
def the_phase_that_all_see(seats: Seats, mover: Seat, phase: int) -> bool:
    """Each state has a phase that all seats see, and tells it apart from the others.

    clause: three-thirteen.turn.to-act
    clause: three-thirteen.draw.first-action
    pre: 0 <= mover < seats and 0 <= phase < 7
    post: _
    """
    at = table(seats, mover, MINE)
    nothing = (0,) * seats
    if phase < 5:
        state = in_phase(phase, at)
    else:
        over = Over(at, Result(mover, nothing, (), nothing))
        state = before(seats, mover) if phase == 5 else over
    words = ("draw", "discard", "reshuffle", "reshuffle", "reshuffle", "deal", "over")
    return view.phase(state).value == words[phase]


@law(Bug(view.view, "isinstance(state, Over) and is_last", "is_last"))
def the_match_is_over(seats: Seats, mover: Seat, hand_number: int, over: bool) -> bool:
    """Each seat sees that the match is over when the eleventh hand is, and not before.

    clause: three-thirteen.match.eleven
    clause: three-thirteen.match.over
    pre: 0 <= mover < seats and 1 <= hand_number <= 11
    post: _
    """
    at = table(seats, mover, MINE, hand_number=hand_number, out=mover)
    nothing = (0,) * seats
    state = Over(at, Result(mover, nothing, (), nothing)) if over else Drawing(at)
    seen = view.view(DEFAULT, state, mover).match_over
    return seen == (over and hand_number == 11)


@law(Bug(actors, "return (state.table.mover,)", "return (0, 1, 2)"))
def choices_tell_nothing_hidden(
    seat: Seat, mover: Seat, phase: int, a: Card, b: Card, top: Card, other: Card
) -> bool:
    """The legal actions of a seat are the same whatever the others hold and the stock hides.

    clause: three-thirteen.draw.stock-hidden
    clause: three-thirteen.meld.in-hand
    clause: three-thirteen.turn.to-act
    pre: 0 <= seat < 3 and 0 <= mover < 3 and 0 <= phase < 2
    pre: 0 <= a <= b < 52 and 0 <= top < 52 and 0 <= other < 52
    post: _
    """
    first = table(3, mover, MINE, (top,), (Card(40),))
    known = first.hands[seat]
    hands = at_seat(3, seat, known, ((a, b),) * 3)
    second = replace(first, hands=hands, stock=(other,))
    one = GAME.legal(DEFAULT, in_phase(phase, first), seat)
    return one == GAME.legal(DEFAULT, in_phase(phase, second), seat) and bool(one) == (
        seat == mover
    )


@law(Bug(table_of, "isinstance(state, BeforeDeal)", "isinstance(state, BeforeDeal | Over)"))
def the_table_of_a_state(seats: Seats, mover: Seat, phase: int) -> bool:
    """Each state but that before the first deal has a table, and the match so far is on it.

    clause: three-thirteen.match.scores-add-up
    pre: 0 <= mover < seats and 0 <= phase < 4
    post: _
    """
    ledger = Ledger((5,) * seats, (1,) * seats)
    at = table(seats, mover, MINE, ledger=ledger)
    nothing = (0,) * seats
    state = (
        BeforeDeal(mover, 1, ledger),
        Drawing(at),
        Discarding(at),
        Over(at, Result(mover, nothing, (), nothing)),
    )[phase]
    return table_of(state) == (None if phase == 0 else at) and ledger_of(state) == ledger
