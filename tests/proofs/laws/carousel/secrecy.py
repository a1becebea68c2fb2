"""What a seat sees, and that it tells nothing of what is hidden."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.carousel import view
from meldspec.carousel.options import DEFAULT
from meldspec.carousel.table import (
    BeforeDeal,
    Drawing,
    Knocking,
    Ledger,
    Melding,
    Over,
    Table,
)
from meldspec.manipulation import Placed
from meldspec.play import Seat
from meldspec.table import seen

from ...bugs import Bug
from ...law import law
from ...tables.carousel import result

MELDS = ((Placed(0), Placed(13), Placed(26)),)
MINE = (Card(5), Card(7))


def seen_by(
    seat: Seat, phase: int, mover: Seat, hidden: tuple[Card, Card], stock: tuple[Card, Card]
) -> view.View:
    """What a seat sees of a table at which others hold these cards."""
    at = Table(
        dealer=Seat(1),
        mover=mover,
        hands=tuple(MINE if each == seat else hidden for each in range(3)),
        stock=stock,
        melds=MELDS,
        draws=2,
        passed=0,
        ledger=Ledger((7, 8, 9), (1, 0, 2)),
    )
    states = (Drawing(at), Melding(at), Knocking(at, (mover,)), Over(at, result((Seat(0),))))
    return view.view(DEFAULT, states[phase], seat)


@law(Bug(seen, "hands[seat]", "hands[seat - 1]"))
def a_view_tells_nothing_hidden(
    phase: int, mover: Seat, seat: Seat, a: Card, b: Card, c: Card, d: Card, e: Card, f: Card
) -> bool:
    """While a hand goes on two states that differ in hidden cards alone look the same to a seat.

    Hidden are the cards of the other hands and those of the stock.

    clause: carousel.table.hidden-hands
    clause: carousel.setup.stock
    clause: carousel.knock.silent
    pre: 0 <= phase < 3 and 0 <= mover < 3 and 0 <= seat < 3
    pre: 0 <= a <= b < 53 and 0 <= c <= d < 53 and 0 <= e < 53 and 0 <= f < 53
    post: _
    """
    one = seen_by(seat, phase, mover, (a, b), (e, f))
    two = seen_by(seat, phase, mover, (c, d), (f, e))
    return one == two and one.hand == MINE and one.revealed == ()


@law(Bug(seen, "tuple(map(len, hands))", "tuple(2 for _ in hands)"))
def what_everybody_sees(phase: int, mover: Seat, seat: Seat, a: int, drawn: int) -> bool:
    """Every seat sees its own cards, the table, and how many cards there are elsewhere.

    clause: carousel.table.counts-seen
    clause: carousel.table.hidden-hands
    clause: carousel.table.shared
    pre: 0 <= phase < 3 and 0 <= mover < 3 and 0 <= seat < 3
    pre: 0 <= a <= 3 and 0 <= drawn <= 3
    post: _
    """
    sizes = (a, 2, 1)
    hands = tuple((Card(40 + each),) * sizes[each] for each in range(3))
    stock = (Card(30),) * (a + 1)
    at = Table(Seat(2), mover, hands, stock, MELDS, drawn, 1, Ledger((7, 8, 9), (1, 0, 2)))
    state = (Drawing(at), Melding(at), Knocking(at))[phase]
    seen = view.view(DEFAULT, state, seat)
    return (
        (seen.seat, seen.dealer, seen.hand) == (seat, 2, hands[seat])
        and (seen.hand_sizes, seen.stock_size, seen.draws) == (sizes, a + 1, drawn)
        and (seen.table, seen.scores, seen.boxes) == (MELDS, (7, 8, 9), (1, 0, 2))
        and seen.phase == ("draw", "meld", "knock")[phase]
        and (seen.to_act, seen.declined, seen.match_over) == ((mover,), (), False)
    )


@law(Bug(view.view, "revealed=table.hands if isinstance(state, Over) else ()", "revealed=()"))
def hands_are_shown_in_the_end(seat: Seat, mover: Seat, a: Card, b: Card) -> bool:
    """When a hand is over everybody sees all hands, and no seat is to act.

    clause: carousel.score.reveal
    clause: carousel.stock.hands-shown
    clause: carousel.table.hidden-hands
    pre: 0 <= mover < 3 and 0 <= seat < 3 and 0 <= a <= b < 53
    post: _
    """
    seen = seen_by(seat, 3, mover, (a, b), (Card(1), Card(2)))
    return seen.revealed == tuple(MINE if each == seat else (a, b) for each in range(3)) and (
        (seen.to_act, seen.phase) == ((), "over")
    )


@law(Bug(view.empty_table, "hands=((),) * state", "hands=((1,),) * state"))
def before_the_first_deal(seat: Seat, seats: int, dealer: Seat, a: int, b: int) -> bool:
    """Before the first deal nobody has a card and no seat is to act; the scores are seen.

    clause: carousel.table.hidden-hands
    clause: carousel.turn.to-act
    pre: 2 <= seats <= 5 and 0 <= seat < seats and 0 <= dealer < seats and a < 150
    post: _
    """
    kept = Ledger((a,) * seats, (b,) * seats)
    seen = view.view(DEFAULT, BeforeDeal(dealer, kept), seat)
    return (
        (seen.hand, seen.hand_sizes, seen.stock_size) == ((), (0,) * seats, 0)
        and (seen.table, seen.draws, seen.to_act) == ((), 0, ())
        and (seen.scores, seen.boxes, seen.dealer, seen.phase)
        == (
            kept.scores,
            kept.boxes,
            dealer,
            "deal",
        )
    )
