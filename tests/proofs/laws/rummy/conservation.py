"""No move makes a card or loses one: whichever card is looked for, it is found as often."""

from __future__ import annotations

from typing import Literal

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.rummy.deal import begin_hand
from meldspec.rummy.discard import put_on_the_pile
from meldspec.rummy.draw import draw_from_stock, take_the_discard
from meldspec.rummy.layoff import add_to_meld
from meldspec.rummy.meld import lay_meld
from meldspec.rummy.options import DEFAULT, Rules, Stock
from meldspec.rummy.stock import _go_on, renew_stock, with_stock_card
from meldspec.rummy.table import (
    BeforeDeal,
    Drawing,
    LayMeld,
    Next,
    Playing,
    Reshuffling,
    TableMeld,
)
from meldspec.rummy.terms import with_lay_off, with_meld
from meldspec.table import DRAW, Discard, LayOff, Reshuffle
from meldspec.upcard import TAKE, Deal

from ...bugs import Bug
from ...law import law
from ...tables.acting import found
from ...tables.rummy import RUN, done, nothing_won, table


@law(Bug(with_stock_card, "stock=table.stock[1:]", "stock=table.stock"))
def drawing_moves_one_card(a: Card, b: Card, top: Card, under: Card, card: Card) -> bool:
    """Drawing neither makes nor loses a card, and the hand has one more after it.

    clause: rummy.deck.standard
    clause: rummy.draw.one-card
    pre: 0 <= a < b < top < under < 40 and 0 <= card < 52
    post: _
    """
    before = table(3, Seat(0), 5, frozenset((a, b)), (top, under), (Card(39),))
    after = done(draw_from_stock, DEFAULT, Drawing(before), DRAW).table
    return found(card, after) == found(card, before) and len(after.hand) == 3


@law(Bug(take_the_discard, "discard=table.discard[:-1]", "discard=table.discard"))
def taking_moves_one_card(a: Card, b: Card, top: Card, under: Card, card: Card) -> bool:
    """Taking the discard neither makes nor loses a card, and the hand has one more after it.

    clause: rummy.deck.standard
    clause: rummy.draw.one-card
    pre: 0 <= a < b < top < under < 40 and 0 <= card < 52
    post: _
    """
    before = table(3, Seat(0), 5, frozenset((a, b)), (Card(39),), (under, top))
    after = done(take_the_discard, DEFAULT, Drawing(before), TAKE).table
    return found(card, after) == found(card, before) and len(after.hand) == 3


@law(Bug(with_meld, "hand=table.hand - cards", "hand=table.hand"))
def melding_keeps_every_card(a: Card, b: Card, c: Card, d: Card, card: Card) -> bool:
    """Laying a meld neither makes nor loses a card.

    clause: rummy.deck.standard
    clause: rummy.meld.disjoint
    pre: 0 <= a < b < c < d < 26 and 0 <= card < 52
    post: _
    """
    melds = (TableMeld(Seat(1), RUN, 1),)
    before = table(3, Seat(0), 5, frozenset((a, b, c, d)), (Card(39),), (), melds)
    after = done(lay_meld, DEFAULT, Playing(before), LayMeld(frozenset((a, c, d)))).table
    return found(card, after) == found(card, before)


@law(Bug(with_lay_off, "meld.cards | {card}", "meld.cards"))
def laying_off_keeps_every_card(owner: Seat, a: Card, b: Card, c: Card, card: Card) -> bool:
    """Laying off neither makes nor loses a card.

    clause: rummy.deck.standard
    clause: rummy.meld.disjoint
    clause: rummy.layoff.no-transfer
    pre: 0 <= owner < 3 and 0 <= a < b < c < 26 and 0 <= card < 52
    post: _
    """
    beside = TableMeld(Seat(2), frozenset((Card(31), Card(32), Card(33))), 2)
    melds = (TableMeld(owner, RUN, 1), beside)
    before = table(3, Seat(0), 5, frozenset((a, b, c)), (Card(39),), (), melds)
    after = done(add_to_meld, DEFAULT, Playing(before), LayOff(b, RUN)).table
    return found(card, after) == found(card, before)


@law(Bug(put_on_the_pile, "- {card}", ""))
def discarding_keeps_every_card(a: Card, b: Card, c: Card, top: Card, card: Card) -> bool:
    """A discard neither makes nor loses a card, and the hand has one less after it.

    clause: rummy.deck.standard
    clause: rummy.discard.one-card
    pre: 0 <= a < b < c < top < 40 and 0 <= card < 52
    post: _
    """
    hand = frozenset((a, b, c))
    before = table(3, Seat(0), 5, hand, (Card(39),), (top,), held_back=True)
    after = done(put_on_the_pile, DEFAULT, Playing(before), Discard(b)).table
    return found(card, after) == found(card, before) and len(after.hand) == 2


@law(Bug(_go_on, "[len(due(rules, before)) :]", "[len(due(rules, before)) - 1 :]"))
def a_new_stock_keeps_every_card(
    then: Next,
    a: Card,
    b: Card,
    top: Card,
    card: Card,
    reading: Literal["reshuffle_keep_top", "reshuffle_all"],
) -> bool:
    """A new stock neither makes nor loses a card.

    clause: rummy.deck.standard
    clause: rummy.stock.reshuffle
    pre: 0 <= a < b < top < 39 and 0 <= card < 52
    post: _
    """
    rules = Rules(stock=Stock(stock_exhaustion=reading))
    before = table(3, Seat(0), 5, frozenset((Card(39),)), (), (a, b, top))
    made = (top, b, a) if reading == "reshuffle_all" else (b, a)
    after = done(renew_stock, rules, Reshuffling(before, then), Reshuffle(made)).table
    return found(card, after) == found(card, before)


@law(Bug(begin_hand, "stock=action.stock", "stock=action.stock[1:]"))
def dealing_keeps_every_card(
    dealer: Seat, a: Card, b: Card, up: Card, top: Card, under: Card, card: Card
) -> bool:
    """What is dealt lies on the table, each card once, and nothing else lies there.

    clause: rummy.deck.standard
    clause: rummy.setup.stock
    clause: rummy.setup.upcard
    pre: 0 <= dealer < 2
    pre: 0 <= a < b < up < top < under < 52 and 0 <= card < 52
    post: _
    """
    deal = Deal(((a,), (b,)), up, (under, top))
    at = done(begin_hand, DEFAULT, BeforeDeal(dealer, nothing_won(2)), deal).table
    return found(card, at) == (1 if card in (a, b, up, top, under) else 0)
