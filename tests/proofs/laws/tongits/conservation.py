"""No move makes a card or loses one: whichever card is looked for, it is found as often."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.table import DRAW, Deal, Discard, LayOff
from meldspec.tongits import discarding, drawing, exposing, game, laying_off, tongits_call
from meldspec.tongits.deal import lay_out
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.table import (
    KEEP,
    BeforeDeal,
    CallTongits,
    Decided,
    Drawing,
    Expose,
    Ledger,
    Playing,
    TableMeld,
    Take,
    TurnDone,
    lengthened,
    without,
)

from ...bugs import Bug
from ...law import law
from ...tables.acting import found
from ...tables.tongits import done, table


@law(Bug(drawing.draw_from_stock, "stock=table.stock[1:]", "stock=table.stock"))
def drawing_keeps_every_card(
    dealer: Seat, a: Card, b: Card, top: Card, next_: Card, card: Card
) -> bool:
    """Drawing neither makes nor loses a card.

    clause: tongits.cards.standard-52
    clause: tongits.drawing.two-sources
    pre: 0 <= dealer < 3
    pre: 0 <= a < b < 47 and 0 <= top < 47 and 0 <= next_ < 47 and top != next_
    pre: top != a and top != b and next_ != a and next_ != b
    pre: 0 <= card < 52
    post: _
    """
    before = table(dealer, 4, frozenset((a, b)), (top, next_), (Card(47),))
    after = done(drawing.draw_from_stock, DEFAULT, Drawing(before), DRAW)
    return isinstance(after, Playing) and found(card, after.table) == found(card, before)


@law(
    Bug(
        drawing.take_discard,
        "hand = table.hands[mover] - action.hand_cards",
        "hand = table.hands[mover]",
    )
)
def taking_keeps_every_card(
    dealer: Seat, a: Card, b: Card, c: Card, top: Card, under: Card, card: Card
) -> bool:
    """Taking the discard for a meld neither makes nor loses a card.

    clause: tongits.cards.standard-52
    clause: tongits.drawing.discard-must-expose
    pre: 0 <= dealer < 3
    pre: 0 <= a < b < c < 47 and 0 <= top < 47 and 0 <= under < 47 and top != under
    pre: top != a and top != b and top != c and under != a and under != b and under != c
    pre: 0 <= card < 52
    post: _
    """
    before = table(dealer, 4, frozenset((a, b, c)), (Card(47),), (under, top))
    after = done(drawing.take_discard, DEFAULT, Drawing(before), Take(frozenset((a, c))))
    return isinstance(after, Playing) and found(card, after.table) == found(card, before)


@law(Bug(drawing.take_discard, "hand = table.hands[mover] | {top}", "hand = table.hands[mover]"))
def other_takes_keep_every_card(
    dealer: Seat, owner: Seat, kept: bool, low: Card, a: Card, b: Card, top: Card, card: Card
) -> bool:
    """Taking the discard onto a table meld, or into the hand, neither makes nor loses a card.

    clause: tongits.cards.standard-52
    clause: tongits.drawing.discard-onto-fitting-meld
    clause: tongits.drawing.discard-kept-needs-meld
    pre: 0 <= dealer < 3 and 0 <= owner < 3
    pre: 0 <= a < b < low and low < 40 and 0 <= top < low and top != a and top != b
    pre: 0 <= card < 52
    post: _
    """
    meld = frozenset((low, Card(low + 1), Card(low + 2)))
    melds = (TableMeld(owner, meld),)
    before = table(dealer, 4, frozenset((a, b)), (Card(47),), (Card(48), top), melds)
    action = KEEP if kept else Take(frozenset(), meld)
    after = done(drawing.take_discard, DEFAULT, Drawing(before), action)
    return isinstance(after, Playing) and found(card, after.table) == found(card, before)


@law(
    Bug(
        exposing.lay_meld,
        "hand = table.hands[table.mover] - action.cards",
        "hand = table.hands[table.mover]",
    )
)
def exposing_keeps_every_card(
    dealer: Seat, a: Card, b: Card, c: Card, d: Card, e: Card, down: bool, card: Card
) -> bool:
    """Exposing a meld neither makes nor loses a card.

    clause: tongits.cards.standard-52
    clause: tongits.exposing.owned
    pre: 0 <= dealer < 3
    pre: 0 <= a < b < c < d < e < 47 and 0 <= card < 52
    post: _
    """
    before = table(dealer, 4, frozenset((a, b, c, d, e)), (Card(47),))
    action = Expose(frozenset((a, c, d)), down)
    after = done(exposing.lay_meld, DEFAULT, Playing(before), action)
    return isinstance(after, Playing) and found(card, after.table) == found(card, before)


@law(Bug(lengthened, "cards=meld.cards | {laid.card}", "cards=meld.cards"))
def laying_off_keeps_every_card(
    dealer: Seat, owner: Seat, low: Card, off: Card, kept: Card, card: Card
) -> bool:
    """Laying off neither makes nor loses a card.

    clause: tongits.cards.standard-52
    clause: tongits.laying-off.others-melds
    pre: 0 <= dealer < 3 and 0 <= owner < 3
    pre: 0 <= off < low and 0 <= kept < low and off != kept and low < 40
    pre: 0 <= card < 52
    post: _
    """
    meld = frozenset((low, Card(low + 1), Card(low + 2)))
    beside = TableMeld(Seat(0), frozenset((Card(43), Card(44), Card(45))))
    melds = (beside, TableMeld(owner, meld))
    before = table(dealer, 4, frozenset((off, kept)), (Card(47),), melds=melds)
    after = done(laying_off.add_to_meld, DEFAULT, Playing(before), LayOff(off, meld))
    return isinstance(after, Playing) and found(card, after.table) == found(card, before)


@law(Bug(without, "- {card}", ""))
def discarding_keeps_every_card(
    dealer: Seat, a: Card, b: Card, off: Card, top: Card, tongits: bool, card: Card
) -> bool:
    """Neither a discard nor the last discard of a call makes or loses a card.

    clause: tongits.cards.standard-52
    clause: tongits.discarding.one-card
    pre: 0 <= dealer < 3
    pre: 0 <= a < b < 47 and 0 <= off < 47 and 0 <= top < 47
    pre: off != a and off != b and top != a and top != b and top != off
    pre: 0 <= card < 52
    post: _
    """
    before = table(dealer, 4, frozenset((a, b, off)), (Card(47),), (top,))
    if tongits:
        after = done(tongits_call.end_by_tongits, DEFAULT, Playing(before), CallTongits(off))
    else:
        after = done(discarding.put_on_pile, DEFAULT, Playing(before), Discard(off))
    return isinstance(after, TurnDone | Decided) and found(card, after.table) == found(card, before)


@law(Bug(lay_out, "stock=deal.stock", "stock=deal.stock[1:]"))
def dealing_keeps_every_card(
    dealer: Seat, a: Card, b: Card, c: Card, d: Card, e: Card, card: Card
) -> bool:
    """Every card lies where the deal puts it, and nothing else lies anywhere.

    clause: tongits.cards.standard-52
    clause: tongits.deal.stock-is-remainder
    clause: tongits.deal.no-upcard
    clause: tongits.turn.dealer-acts-first
    pre: 0 <= dealer < 3
    pre: 0 <= a < b < c < d < e < 52 and 0 <= card < 52
    post: _
    """
    deal = Deal(((a,), (b,), (c,)), (e, d))
    after = done(lay_out, DEFAULT, BeforeDeal(dealer, Ledger()), deal)
    if not isinstance(after, Playing):
        return False
    dealt = int(card in (a, b, c, d, e))
    at = after.table
    return (
        found(card, at) == dealt
        and at.hands == (frozenset((a,)), frozenset((b,)), frozenset((c,)))
        and (at.stock, at.discard, at.melds) == ((e, d), (), ())
        and game.GAME.actors(DEFAULT, after) == (dealer,)
    )
