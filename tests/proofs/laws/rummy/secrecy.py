"""What a seat sees, and that it tells nothing of what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.rummy.options import DEFAULT, Dealer, Rules
from meldspec.rummy.table import (
    BeforeDeal,
    Cutting,
    Drawing,
    End,
    LaidOff,
    Ledger,
    Next,
    Outcome,
    Over,
    Playing,
    Reshuffling,
    Result,
    State,
    Table,
    TableMeld,
)
from meldspec.rummy.view import HandResult, Phase, SeenMeld, View, hand_result, phase, view
from meldspec.table import seen

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.rummy import HANDS, RUN, Seats, mover, nothing_won, table

MINE = frozenset((Card(37), Card(38)))


@law(Bug(seen, "hands[seat]", "hands[seat - 1]"))
def a_view_tells_nothing_hidden(
    seat: Seat, a: Card, b: Card, c: Card, d: Card, top: Card, other: Card, drawn: bool, held: bool
) -> bool:
    """Two states that differ in hidden cards alone look the same to a seat.

    Hidden are the hands of the others, the stock, and whether a seat has held a meld back.

    clause: rummy.draw.stock-hidden
    clause: rummy.setup.stock
    pre: 0 <= seat < 3
    pre: 0 <= a < b < 52 and 0 <= c < d < 52 and 0 <= top < 52 and 0 <= other < 52
    post: _
    """
    views = []
    for theirs, stock, back in (((a, b), top, held), ((c, d), other, False)):
        hands = tuple(MINE if s == seat else frozenset(theirs) for s in range(3))
        melds = (TableMeld(Seat(0), RUN, 1),)
        at = Table(Seat(0), 4, hands, (stock,), (Card(47),), melds, nothing_won(3), (back,) * 3)
        views.append(view(DEFAULT, Playing(at) if drawn else Drawing(at), seat))
    one, two = views
    return one == two and one.hand == MINE and one.hand_sizes == (2, 2, 2)


@law(Bug(view, "discard=table.discard", "discard=table.discard[-1:]"))
def what_everybody_sees(
    dealer: Seat, seat: Seat, a: Card, b: Card, stock: int, drawn: bool, taken: bool
) -> bool:
    """A seat sees its hand, all sizes, the pile, the melds, the card taken, and the scores.

    clause: rummy.draw.discard-public
    clause: rummy.discard.face-up-on-top
    clause: rummy.meld.face-up
    clause: rummy.deal.dealer-deals
    pre: 0 <= dealer < 3 and 0 <= seat < 3 and 0 <= stock <= 1
    pre: 0 <= a < 52 and 0 <= b < 52
    post: _
    """
    melds = (TableMeld(Seat(1), RUN | {Card(29)}, 1, (LaidOff(Card(29), Seat(0), 2),)),)
    ledger = Ledger((7,) * 3, 3, (3,) + (0,) * 2)
    at = table(
        3,
        dealer,
        7,
        MINE,
        (Card(5),)[:stock],
        (a, b),
        melds,
        taken=Card(37) if taken else None,
        ledger=ledger,
    )
    player = mover(3, dealer, 7)
    return view(DEFAULT, Playing(at) if drawn else Drawing(at), seat) == View(
        seat=seat,
        phase=Phase.PLAY if drawn else Phase.DRAW,
        to_act=(player,),
        dealer=dealer,
        hand=MINE if seat == player else HANDS[seat],
        hand_sizes=(2,) * 3,
        stock_size=stock,
        discard=(a, b),
        melds=(SeenMeld(Seat(1), RUN | {Card(29)}),),
        taken=Card(37) if taken else None,
        scores=(7,) * 3,
        hand_number=4,
        match_over=False,
    )


@law(
    Bug(
        view, "isinstance(state, BeforeDeal) and now is Phase.DEAL", "isinstance(state, BeforeDeal)"
    )
)
def what_is_seen_before_a_deal(
    seats: Seats, seat: Seat, kind: int, by_cut: bool, cut: bool
) -> bool:
    """Before a deal a seat sees the scores, and the dealer once nobody has to be cut for.

    clause: rummy.dealer.determined
    clause: rummy.deal.dealer-deals
    clause: rummy.dealer.cut-due
    pre: 0 <= seat < seats and 0 <= kind < 2
    post: _
    """
    rules = Rules(dealer=Dealer(first_dealer="cut" if cut else "seat"))
    ledger = Ledger((9,) * seats, 2, (2,) + (0,) * (seats - 1))
    tied = (Seat(0), Seat(1))
    state = (BeforeDeal(Seat(1), ledger, by_cut), Cutting(tied, (Card(3), Card(16)), ledger))[kind]
    cutting = kind == 1 or (cut and not by_cut)
    right = View(
        seat=seat,
        phase=Phase.CUT if cutting else Phase.DEAL,
        to_act=(),
        dealer=None if cutting else Seat(1),
        hand=frozenset(),
        hand_sizes=(0,) * seats,
        stock_size=0,
        discard=(),
        melds=(),
        taken=None,
        scores=(9,) * seats,
        hand_number=3,
        match_over=False,
    )
    return view(rules, state, seat) == right


@enumerated(Bug(phase, "return Phase.RESHUFFLE", "return Phase.DRAW"))
def the_phases() -> Iterator[tuple[object, bool]]:
    """Everybody sees which part of a turn the table waits for, and when chance is to act.

    clause: rummy.turn.sequence
    clause: rummy.turn.to-act
    over: three seats, every seat that looks, every phase, and what a new stock is made for
    """
    at = table(3, Seat(0), 5, MINE, (), (Card(3), Card(4)))
    result = Result(Outcome(End.OUT, Seat(0)), (0, 0, 0), (), (0, 0, 0))
    cases: tuple[tuple[State, Phase, tuple[Seat, ...]], ...] = (
        (Drawing(at), Phase.DRAW, (Seat(0),)),
        (Playing(at), Phase.PLAY, (Seat(0),)),
        (Over(at, result), Phase.OVER, ()),
        *((Reshuffling(at, then), Phase.RESHUFFLE, ()) for then in Next),
    )
    for (state, now, acting), seat in product(cases, range(3)):
        seen = view(DEFAULT, state, Seat(seat))
        yield (now, seat), phase(DEFAULT, state) is now is seen.phase and seen.to_act == acting


@law(
    Bug(hand_result, "match_winners(rules, ledger) if over else ()", "match_winners(rules, ledger)")
)
def what_is_told_after_a_hand(x: int, y: int, winner: Seat, won: bool, rummy: bool) -> bool:
    """After a hand all is told: the end, the scores, and the winner of a match that is over.

    clause: rummy.match.highest-wins
    clause: rummy.match.over
    clause: rummy.score.winner-collects
    pre: 0 <= x < 200 and 0 <= y < 200 and 0 <= winner < 2
    post: _
    """
    outcome = Outcome(End.OUT, winner if won else None, rummy)
    result = Result(outcome, (3, 4), (), (5, 6))
    at = table(2, Seat(0), 5, MINE, ledger=Ledger((x, y), 2, (1, 1)))
    over = x >= 150 or y >= 150
    leaders = (*((Seat(0),) if x >= y else ()), *((Seat(1),) if y >= x else ()))
    told = HandResult(
        end=End.OUT,
        winner=winner if won else None,
        rummy=rummy,
        deadwood=(3, 4),
        points=(5, 6),
        scores=(x, y),
        match_over=over,
        match_winners=leaders if over else (),
        receipt=(),
    )
    return (
        hand_result(DEFAULT, Over(at, result)) == told and hand_result(DEFAULT, Playing(at)) is None
    )
