"""Who is to act, how many cards a seat has, and in which order things come of themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from meldspec.cards import Card
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.rummy import game, turn
from meldspec.rummy.discard import put_on_the_pile
from meldspec.rummy.draw import draw_from_stock, take_the_discard
from meldspec.rummy.layoff import add_to_meld
from meldspec.rummy.meld import lay_meld
from meldspec.rummy.options import DEFAULT, Rules, Stock
from meldspec.rummy.out import go_out
from meldspec.rummy.stock import use_up_early
from meldspec.rummy.table import (
    BeforeDeal,
    Cutting,
    Drawing,
    End,
    LayMeld,
    Next,
    Outcome,
    Over,
    Playing,
    Reshuffling,
    State,
    Table,
    TableMeld,
    TurnDone,
)
from meldspec.rummy.terms import with_lay_off
from meldspec.rummy.turn import not_to_act
from meldspec.table import DRAW, Discard, LayOff
from meldspec.upcard import TAKE

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.rummy import RUN, Seats, done, nothing_won, table

HAND = frozenset((Card(0), Card(1), Card(2), Card(29), Card(50)))
THERE = (TableMeld(Seat(0), RUN, 0),)
ACTIONS = (DRAW, TAKE, LayMeld(frozenset((Card(0), Card(1), Card(2)))), LayOff(Card(29), RUN))


@law(Bug(not_to_act, "actor == state.table.mover", "actor is not CHANCE"))
def only_the_seat_in_turn_acts(seats: Seats, dealer: Seat, seat: Seat, drawn: bool) -> bool:
    """A seat that is not in turn is refused, whatever it tries, and nothing is listed for it.

    clause: rummy.turn.to-act
    pre: 0 <= dealer < seats and 0 <= seat < seats and seat != (dealer + 8) % seats
    post: _
    """
    at = table(seats, dealer, 7, HAND, (Card(39),), (Card(38), Card(25)), THERE)
    state = Playing(at) if drawn else Drawing(at)
    player = Seat((dealer + 8) % seats)
    return (
        all(
            game.GAME.step(DEFAULT, state, seat, action) == Refusal(("rummy.turn.to-act",))
            for action in (*ACTIONS, Discard(Card(50)))
        )
        and game.GAME.legal(DEFAULT, state, seat) == ()
        and game.GAME.actors(DEFAULT, state) == (player,)
    )


@enumerated(Bug(turn.actors, "(state.table.mover,)", "(state.table.dealer,)"))
def who_is_to_act() -> Iterator[tuple[object, bool]]:
    """In its turn one seat is to act; before a deal and for a new stock chance is, and no seat.

    clause: rummy.turn.to-act
    clause: rummy.turn.passes-left
    over: two to six seats, every dealer, two rounds of turns, every phase of them and every seat
    """
    for seats in range(2, 7):
        for dealer, number in product(range(seats), range(2 * seats)):
            at = table(seats, Seat(dealer), number, HAND, (Card(39),), (Card(38),))
            player = (dealer + 1 + number) % seats
            begun, tied = BeforeDeal(Seat(dealer), nothing_won(seats)), (Seat(0), Seat(1))
            cases: tuple[tuple[State, tuple[Actor, ...]], ...] = (
                (begun, (CHANCE,)),
                (Cutting(tied, (), nothing_won(seats)), (CHANCE,)),
                (Reshuffling(at, Next.TURN), (CHANCE,)),
                (Reshuffling(at, Next.CARD), (CHANCE,)),
                (Reshuffling(at, Next.PLAY), (CHANCE,)),
                (Drawing(at), (Seat(player),)),
                (Playing(at), (Seat(player),)),
            )
            for state, acting in cases:
                right = game.GAME.actors(DEFAULT, state) == acting
                for seat in range(seats):
                    refused = game.GAME.step(DEFAULT, state, Seat(seat), DRAW)
                    barred = refused == Refusal(("rummy.turn.to-act",))
                    yield (seats, state, seat), right and barred == (seat not in acting)


@law(Bug(turn.wrong_phase, 'return "rummy.draw.first-action"', 'return "rummy.draw.one-card"'))
def the_parts_of_a_turn(dealer: Seat, drawn: bool, kind: int) -> bool:
    """Before its draw a seat does nothing else, and after its draw it draws no second card.

    clause: rummy.turn.sequence
    clause: rummy.draw.first-action
    clause: rummy.draw.one-card
    clause: rummy.draw.compulsory
    clause: rummy.meld.after-draw
    pre: 0 <= dealer < 3 and 0 <= kind < 5
    post: _
    """
    at = table(3, dealer, 5, HAND, (Card(39),), (Card(38), Card(25)), THERE)
    action = (*ACTIONS, Discard(Card(50)))[kind]
    reached = game.GAME.step(DEFAULT, Playing(at) if drawn else Drawing(at), dealer, action)
    if drawn and kind < 2:
        return reached == Refusal(("rummy.draw.one-card",))
    if not drawn and kind >= 2:
        return reached == Refusal(("rummy.draw.first-action",))
    return isinstance(reached, Drawing if kind == 4 else Playing)


@law(Bug(use_up_early, "if table.stock or not", "if not"))
def an_empty_hand_comes_before_an_empty_stock(
    dealer: Seat, cards: int, stock: int, early: bool, void: bool
) -> bool:
    """After a discard an empty hand has won; else the next turn begins with the stock as it is.

    clause: rummy.out.ends-hand
    clause: rummy.discard.ends-turn
    clause: rummy.turn.passes-left
    clause: rummy.stock.reshuffle
    pre: 0 <= dealer < 3 and 0 <= cards <= 1 and 0 <= stock <= 1
    post: _
    """
    rules = Rules(
        stock=Stock(
            exhaustion_timing="lazy_start" if early else "lazy",
            stock_exhaustion="void" if void else "reshuffle_keep_top",
        )
    )
    at = table(
        3, dealer, 5, frozenset((Card(30),)[:cards]), (Card(39),)[:stock], (Card(5), Card(8))
    )
    reached = game.GAME.follow(rules, TurnDone(at))
    if cards == 0:
        return isinstance(reached, Over) and reached.result.outcome == Outcome(End.OUT, dealer)
    following = Table(dealer, 6, at.hands, at.stock, at.discard, (), at.ledger, (False,) * 3)
    if stock == 0 and early:
        if void:
            return isinstance(reached, Over) and reached.result.outcome == Outcome(End.STOCK, None)
        return reached == Reshuffling(following, Next.TURN)
    return reached == Drawing(following)


def brought(at: Table, seat: int) -> int:
    """The cards that a seat holds and has laid, counted together."""
    cards = len(at.hands[seat])
    for meld in at.melds:
        if meld.owner == seat:
            cards += len(meld.cards) - len(meld.laid_off)
        for laid in meld.laid_off:
            if laid.by == seat:
                cards += 1
    return cards


@law(Bug(with_lay_off, "(*meld.laid_off, laid)", "(laid,)"))
def cards_of_a_seat(dealer: Seat, kind: int, again: bool) -> bool:
    """A draw brings the seat in turn one card, a discard takes one, and what is laid stays counted.

    So between its turns a seat has as many cards in its hand and on the table as it was dealt.

    clause: rummy.draw.one-card
    clause: rummy.discard.one-card
    clause: rummy.layoff.unlimited
    clause: rummy.meld.owned
    pre: 0 <= dealer < 4 and 0 <= kind < 5
    post: _
    """
    hand = HAND | {Card(25)}
    at = table(4, dealer, 6, hand, (Card(39),), (Card(38),), THERE)
    player = (dealer + 7) % 4
    if again:
        at = with_lay_off(at, Card(25), RUN)
    longer = RUN | {Card(25)} if again else RUN
    after = (
        done(draw_from_stock, DEFAULT, Drawing(at), DRAW),
        done(take_the_discard, DEFAULT, Drawing(at), TAKE),
        done(put_on_the_pile, DEFAULT, Playing(at), Discard(Card(50))),
        done(lay_meld, DEFAULT, Playing(at), LayMeld(frozenset((Card(0), Card(1), Card(2))))),
        done(add_to_meld, DEFAULT, Playing(at), LayOff(Card(29), longer)),
    )[kind]
    more = (1, 1, -1, 0, 0)[kind]
    return all(
        brought(after.table, seat) - brought(at, seat) == (more if seat == player else 0)
        and brought(at, seat) == (6 if seat == player else 2) + (3 if seat == 0 else 0)
        for seat in range(4)
    )


@law(Bug(go_out, "if table.hand:", "if table.hand and table.stock:"))
def nothing_comes_of_itself(dealer: Seat, stock: int, pile: int, drawn: bool) -> bool:
    """Where the seat in turn has cards and a card can be drawn, play waits for that seat.

    clause: rummy.turn.to-act
    clause: rummy.out.ends-hand
    clause: rummy.stock.reshuffle-due
    pre: 0 <= dealer < 3 and 0 <= stock <= 1 and 0 <= pile <= 2 and (stock > 0 or pile > 0)
    post: _
    """
    at = table(3, dealer, 5, HAND, (Card(39),)[:stock], (Card(38), Card(24))[:pile])
    state = Playing(at) if drawn else Drawing(at)
    return game.GAME.follow(DEFAULT, state) == state
