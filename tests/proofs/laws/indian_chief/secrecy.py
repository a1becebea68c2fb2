"""What a seat sees, and that it tells nothing of what is hidden."""

from __future__ import annotations

from meldspec import table as tables
from meldspec.cards import Card
from meldspec.indian_chief import view as seen
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import DEFAULT, Refill, Rules
from meldspec.indian_chief.table import (
    BeforeDeal,
    Choosing,
    Claiming,
    Meld,
    Over,
    Refilling,
    Reshuffling,
    State,
    Table,
    Target,
    Theft,
)
from meldspec.indian_chief.view import Lying, OwnClaim, Phase, view
from meldspec.play import Seat

from ...bugs import Bug
from ...law import law
from ...tables.indian_chief import DealerRotation, first, melds

SHOWN = (melds((Card(5),), (Card(18),), (Card(1), Card(2))),)


@law(Bug(tables.seen, "hands[seat]", "hands[seat - 1]"))
def hands_and_stub_are_hidden(seat: Seat, a: Card, b: Card, c: Card, d: Card) -> bool:
    """Two states that differ in the hands of others and in the stub look the same to a seat.

    clause: indian-chief.deal.face-down
    clause: indian-chief.setup.stub
    pre: 0 <= seat < 3 and 0 <= a < 52 and 0 <= b < 52 and 0 <= c < 52 and 0 <= d < 52
    post: _
    """
    own = (Card(20), Card(33))
    views = []
    for other, top in (((a, b), c), ((b, d), a)):
        hands = (
            own if seat == 0 else other,
            own if seat == 1 else other,
            own if seat == 2 else other,
        )
        views.append(view(DEFAULT, Reshuffling(Table(Seat(0), 1, hands, (top, d), SHOWN)), seat))
    one, two = views
    return one == two and one.hand == own and (one.hand_sizes, one.stock_size) == ((2, 2, 2), 2)


@law(Bug(view, "choice=state.chosen[seat]", "choice=state.chosen[0]"))
def choices_are_hidden(seat: Seat, by: Seat, one: Card, two: Card) -> bool:
    """The choice of another seat is hidden, and its own is seen; that a seat has chosen is public.

    clause: indian-chief.turn.choose-privately
    pre: 0 <= seat < 3 and 0 <= by < 3 and 0 <= one < 52 and 0 <= two < 52
    post: _
    """
    table = Table(Seat(0), 1, (first(8), first(8), first(8)), (Card(40),))
    views = []
    for chosen in (Meld((one,)), Meld((one, two), opponent=Seat(1))):
        made = (
            chosen if by == 0 else None,
            chosen if by == 1 else None,
            chosen if by == 2 else None,
        )
        views.append(view(DEFAULT, Choosing(table, made), seat))
    first_view, second = views
    if seat != by:
        return first_view == second and first_view.choice is None and first_view.chosen == (by,)
    return first_view.choice == Meld((one,)) and second.choice is not None


@law(Bug(view, "claims[seat]) if seat in claims", "[*claims.values()][0]) if claims"))
def claims_are_hidden(by: Seat, seat: Seat, place: int, other: bool) -> bool:
    """The claim of another thief of a tie is hidden, and so is whether it was for nothing.

    A thief sees its own claim, and that a seat has claimed is public.

    clause: indian-chief.thief.claims-secret
    pre: 0 <= by < 2 and 0 <= seat < 3 and 0 <= place < 2
    post: _
    """
    shown = (melds((Card(5),), (Card(18),), (Card(1), Card(2))),)
    table = Table(Seat(2), 1, (first(7), first(7), first(6)), (Card(40),), shown)
    group = ((Seat(0), Seat(1)),)
    target = Target(Seat(2), Card(1 + place))
    state = Claiming(table, group, ((by, target),))
    changed = Claiming(table, group, ((by, None if other else Target(Seat(2), Card(2))),))
    one, two = view(DEFAULT, state, seat), view(DEFAULT, changed, seat)
    if seat == by:
        return one.claim == OwnClaim(target) and one.claimed == (by,)
    same = GAME.legal(DEFAULT, state, seat) == GAME.legal(DEFAULT, changed, seat)
    return one == two and same and one.claim is None and one.claimed == (by,)


STATES: tuple[State, ...] = (
    BeforeDeal(Seat(1), 3),
    Choosing(Table(Seat(1), 1, (first(8),) * 3, ()), (Meld(first(1)), None, Meld(first(2)))),
    Claiming(Table(Seat(1), 1, (first(7),) * 3, (), SHOWN), ((Seat(0), Seat(1)),)),
    Refilling(Table(Seat(1), 1, (first(7),) * 3, (), SHOWN)),
    Reshuffling(Table(Seat(1), 1, (first(8),) * 3, (), SHOWN)),
    Over(Table(Seat(1), 1, (first(7),) * 3, (), SHOWN)),
)


@law(Bug(seen.phase, "return Phase.REFILL", "return Phase.RESHUFFLE"))
def the_phase_is_seen(number: int, seat: Seat) -> bool:
    """Everybody sees the phase, and whether the match is over.

    clause: indian-chief.turn.to-act
    clause: indian-chief.match.seven-turns
    pre: 0 <= number < 6 and 0 <= seat < 3
    post: _
    """
    state = STATES[number % 6]
    phase = tuple(Phase)[number % 6]
    found = view(DEFAULT, state, seat)
    return seen.phase(state) is phase and found.phase is phase and found.match_over == (number == 5)


@law(Bug(seen.chosen, "if meld is not None", "if meld is None"))
def who_has_chosen_is_seen(number: int) -> bool:
    """The seats that have chosen are public: none before the deal, and all when melds are shown.

    clause: indian-chief.turn.choose-privately
    pre: 0 <= number < 6
    post: _
    """
    right = () if number == 0 else (0, 2) if number == 1 else (0, 1, 2)
    return seen.chosen(STATES[number % 6]) == right


@law(Bug(seen.empty_table, "((),) * state.seats", "((),) * (state.dealer + 1)"))
def before_the_deal(dealer: Seat, seats: int) -> bool:
    """Before the deal nobody has a card, and the dealer of the first turn is seen.

    clause: indian-chief.deal.once
    clause: indian-chief.sheet.per-player
    pre: 2 <= seats <= 4 and 0 <= dealer < seats
    post: _
    """
    found = view(DEFAULT, BeforeDeal(dealer, seats), Seat(0))
    return (
        (found.hand, found.stock_size, found.melds, found.stolen) == ((), 0, (), ())
        and found.hand_sizes == (0,) * seats
        and found.scores == (0,) * seats
        and (found.dealer, found.turn) == (dealer, 1)
    )


@law(Bug(view, "dealer_of(rules, table)", "table.dealer"))
def what_everybody_sees(
    seat: Seat, dealer: Seat, turn: int, stolen: bool, rotation: DealerRotation
) -> bool:
    """Everybody sees the melds that lie there, the thefts, the sheets, and the dealer of the turn.

    clause: indian-chief.turn.simultaneous
    clause: indian-chief.thief.may-steal
    clause: indian-chief.sheet.per-player
    clause: indian-chief.refill.by-dealer
    pre: 0 <= seat < 3 and 0 <= dealer < 3 and 1 <= turn <= 2
    post: _
    """
    rules = Rules(refill=Refill(dealer_rotation=rotation))
    thefts = (Theft(Seat(0), Target(Seat(2), Card(2))),) if stolen else ()
    earlier = (melds(first(3), first(3), (Card(39), Card(40), Card(41))),) * (turn - 1)
    shown = (*earlier, SHOWN[0])
    table = Table(dealer, turn, (first(8),) * 3, (Card(40),), shown, thefts)
    found = view(rules, Reshuffling(table), seat)
    deals = (dealer + turn - 1) % 3 if rotation == "rotates_each_turn" else dealer
    return (
        found.dealer == deals
        and found.turn == turn
        and found.stolen == thefts
        and found.scores == (6, 6, 0 if turn == 1 else 6)
        and [*found.sheets[0].items()] == [(1, 6), *(() if turn == 1 else ((3, 0),))]
        and found.melds
        == (
            Lying(Seat(0), (Card(5),)),
            Lying(Seat(1), (Card(18),)),
            Lying(Seat(2), (Card(1),) if stolen else (Card(1), Card(2))),
        )
    )


@law(Bug(view, "aside=table.aside", "aside=()"))
def cards_that_lie_aside_are_seen(seat: Seat, a: Card, b: Card) -> bool:
    """Melds that wait beside the stub are seen by all, and no meld lies there in a new turn.

    clause: indian-chief.restore.melds
    clause: indian-chief.setup.stub
    pre: 0 <= seat < 3 and 0 <= a <= b < 52
    post: _
    """
    table = Table(Seat(0), 2, (first(8),) * 3, (), SHOWN, aside=(a, b))
    found = view(DEFAULT, Choosing(table, (None, None, None)), seat)
    return found.aside == (a, b) and found.melds == () and found.chosen == ()
