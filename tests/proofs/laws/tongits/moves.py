"""What each move changes: the whole state after it, spelled out."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.play import Refusal, Seat
from meldspec.table import DRAW, Discard, LayOff
from meldspec.tongits import discarding, drawing, exposing, game, laying_off, tongits_call
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.table import (
    KEEP,
    CallTongits,
    Decided,
    Drawing,
    Expose,
    LaidOff,
    Playing,
    Table,
    TableMeld,
    Take,
    Taken,
    TurnDone,
)
from meldspec.tongits.turn import pass_the_turn

from ...bugs import Bug
from ...law import law
from ...tables.tongits import done, make, table


@law(Bug(drawing.draw_from_stock, "stock=table.stock[1:]", "stock=table.stock[:-1]"))
def a_draw(dealer: Seat, turn: int, a: Card, b: Card, top: Card, next_: Card) -> bool:
    """Drawing moves the top card of the stock into the hand, and nothing else; this is kept.

    clause: tongits.drawing.two-sources
    clause: tongits.drawing.stock-otherwise
    pre: 0 <= dealer < 3 and 0 < turn
    pre: 0 <= a < b < 52 and 0 <= top < 52 and 0 <= next_ < 52
    pre: top != a and top != b and next_ != a and next_ != b and next_ != top
    post: _
    """
    before = table(dealer, turn, frozenset((a, b)), (top, next_), (Card(47),))
    drawn = (Taken(top, turn),)
    after = table(dealer, turn, frozenset((a, b, top)), (next_,), (Card(47),), taken=drawn)
    player = Seat((dealer + turn) % 3)
    return game.GAME.step(DEFAULT, Drawing(before), player, DRAW) == Playing(after)


@law(Bug(drawing.take_discard, "table.discard[:-1]", "table.discard"))
def a_take(dealer: Seat, turn: int, a: Card, b: Card, c: Card, top: Card, under: Card) -> bool:
    """Taking the discard lays it with the named cards as a new meld, face up, of the taker.

    clause: tongits.drawing.discard-must-expose
    clause: tongits.drawing.discard-new-meld
    clause: tongits.drawing.discard-top-only
    clause: tongits.drawing.discard-face-up
    pre: 0 <= dealer < 3 and 0 < turn
    pre: 0 <= a < b < c < 52 and 0 <= under < 52
    pre: 0 <= top < 52 and top != a and top != b and top != c
    post: _
    """
    player = Seat((dealer + turn) % 3)
    taken = TableMeld(player, frozenset((a, b, top)), turn=turn, from_pile=top)
    before = table(dealer, turn, frozenset((a, b, c)), (Card(47),), (under, top))
    after = table(dealer, turn, frozenset((c,)), (Card(47),), (under,), (taken,))
    action = Take(frozenset((a, b)))
    return done(drawing.take_discard, DEFAULT, Drawing(before), action) == Playing(after)


@law(Bug(drawing.take_discard, "if action.meld is not None:", "if action.hand_cards:"))
def a_take_onto_the_table(
    dealer: Seat, turn: int, owner: Seat, low: Card, a: Card, b: Card, other: Card, top: Card
) -> bool:
    """Where a reading lets it, the discard joins a table meld; who put it there, when, is kept.

    clause: tongits.drawing.discard-onto-fitting-meld
    clause: tongits.drawing.discard-not-for-layoff
    pre: 0 <= dealer < 3 and 0 < turn and 0 <= owner < 3
    pre: 0 <= a < b < low and low + 2 < other and other + 2 < 52
    pre: 0 <= top < low and top != a and top != b
    post: _
    """
    player = Seat((dealer + turn) % 3)
    meld = frozenset((low, Card(low + 1), Card(low + 2)))
    beside = TableMeld(Seat(0), frozenset((other, Card(other + 1), Card(other + 2))))
    melds = (beside, TableMeld(owner, meld, turn=1))
    hand = frozenset((a, b))
    before = table(dealer, turn, hand, (Card(46),), (Card(47), top), melds)
    longer = frozenset((low, Card(low + 1), Card(low + 2), top))
    laid = TableMeld(owner, longer, False, (LaidOff(top, player, turn, from_pile=True),), 1)
    after = table(dealer, turn, hand, (Card(46),), (Card(47),), (beside, laid))
    action = Take(frozenset(), meld)
    return done(drawing.take_discard, DEFAULT, Drawing(before), action) == Playing(after)


@law(Bug(drawing.take_discard, "Taken(top, table.turn, from_pile=True)", "Taken(top, table.turn)"))
def a_take_into_the_hand(dealer: Seat, turn: int, a: Card, b: Card, top: Card, under: Card) -> bool:
    """Where a reading lets it, the discard joins the hand, and that it was taken is kept.

    clause: tongits.drawing.discard-kept-needs-meld
    pre: 0 <= dealer < 3 and 0 < turn
    pre: 0 <= a < b < 52 and 0 <= under < 52 and 0 <= top < 52 and top != a and top != b
    post: _
    """
    before = table(dealer, turn, frozenset((a, b)), (Card(46),), (under, top))
    taken = (Taken(top, turn, from_pile=True),)
    after = table(dealer, turn, frozenset((a, b, top)), (Card(46),), (under,), taken=taken)
    return done(drawing.take_discard, DEFAULT, Drawing(before), KEEP) == Playing(after)


@law(Bug(exposing.lay_meld, "action.cards, action.face_down, turn", "action.cards, turn"))
def a_meld_laid(
    dealer: Seat, turn: int, a: Card, b: Card, c: Card, d: Card, e: Card, down: bool
) -> bool:
    """Exposing moves the named cards from the hand to the table, as a meld of the player.

    clause: tongits.exposing.owned
    clause: tongits.exposing.face-up
    clause: tongits.exposing.face-down-four
    pre: 0 <= dealer < 3 and 0 <= turn
    pre: 0 <= a < b < c < d < e < 52
    post: _
    """
    player = Seat((dealer + turn) % 3)
    there = TableMeld(Seat(1), frozenset((Card(45), Card(46), Card(47))))
    named = frozenset((a, c, d))
    before = table(dealer, turn, frozenset((a, b, c, d, e)), melds=(there,))
    melds = (there, TableMeld(player, named, down, turn=turn))
    after = table(dealer, turn, frozenset((b, e)), melds=melds)
    return done(exposing.lay_meld, DEFAULT, Playing(before), Expose(named, down)) == Playing(after)


@law(
    Bug(
        laying_off.add_to_meld,
        "LaidOff(action.card, table.mover,",
        "LaidOff(action.card, table.dealer,",
    )
)
def a_card_laid_off(
    dealer: Seat, turn: int, owner: Seat, low: Card, other: Card, card: Card, kept: Card
) -> bool:
    """Laying off moves one card to one meld, which stays its owner's; who did it, when, is kept.

    clause: tongits.laying-off.others-melds
    clause: tongits.laying-off.own-melds
    clause: tongits.laying-off.blocks-owner-call
    pre: 0 <= dealer < 3 and 0 <= turn and 0 <= owner < 3
    pre: 0 <= low and low + 2 < other and other + 2 < 52
    pre: 0 <= card < low and 0 <= kept < low and card != kept
    post: _
    """
    player = Seat((dealer + turn) % 3)
    meld = frozenset((low, Card(low + 1), Card(low + 2)))
    beside = TableMeld(Seat(0), frozenset((other, Card(other + 1), Card(other + 2))))
    melds = (beside, TableMeld(owner, meld))
    before = table(dealer, turn, frozenset((card, kept)), melds=melds)
    longer = frozenset((low, Card(low + 1), Card(low + 2), card))
    laid = TableMeld(owner, longer, laid_off=(LaidOff(card, player, turn),))
    after = table(dealer, turn, frozenset((kept,)), melds=(beside, laid))
    return done(laying_off.add_to_meld, DEFAULT, Playing(before), LayOff(card, meld)) == Playing(
        after
    )


@law(Bug(discarding.put_on_pile, "without(state.table, action.card)", "state.table"))
def a_discard(dealer: Seat, turn: int, a: Card, b: Card, card: Card, top: Card) -> bool:
    """A discard leaves the hand and lies on top of the pile.

    clause: tongits.discarding.face-up-on-top
    clause: tongits.turn.first-discard-starts-pile
    pre: 0 <= dealer < 3 and 0 <= turn
    pre: 0 <= a < b < 52 and 0 <= card < 52 and card != a and card != b
    pre: 0 <= top < 52
    post: _
    """
    before = table(dealer, turn, frozenset((a, b, card)), (Card(46),), (top,))
    after = table(dealer, turn, frozenset((a, b)), (Card(46),), (top, card))
    return make(discarding.DISCARD, DEFAULT, Playing(before), Discard(card)) == TurnDone(after)


@law(
    Bug(
        discarding.discarded_from_hand,
        "return action.card",
        "return 51 == action.card or action.card",
    )
)
def a_discard_not_in_hand(dealer: Seat, turn: int, a: Card, b: Card, card: Card) -> bool:
    """A card that is not in the hand cannot be discarded, nor be the last discard of a call.

    clause: tongits.discarding.from-hand
    pre: 0 <= dealer < 3 and 0 <= turn
    pre: 0 <= a < b < 52 and 0 <= card < 52 and card != a and card != b
    post: _
    """
    state = Playing(table(dealer, turn, frozenset((a, b)), (Card(46),)))
    player = Seat((dealer + turn) % 3)
    refusal = Refusal(("tongits.discarding.from-hand",))
    return (
        game.GAME.step(DEFAULT, state, player, Discard(card)) == refusal
        and game.GAME.step(DEFAULT, state, player, CallTongits(card)) == refusal
    )


@law(
    Bug(
        tongits_call.end_by_tongits,
        "Outcome(End.TONGITS, table.mover,",
        "Outcome(End.TONGITS, table.dealer,",
    )
)
def a_call_of_tongits(dealer: Seat, turn: int, a: Card, b: Card, card: Card, last: bool) -> bool:
    """A call of tongits decides the hand for the caller; a last discard goes to the pile.

    clause: tongits.tongits-call.caller-wins
    clause: tongits.tongits-call.ends-at-once
    clause: tongits.tongits-call.with-final-discard
    clause: tongits.tongits-call.without-discard
    pre: 0 <= dealer < 3 and 0 <= turn
    pre: 0 <= a < b < 52 and 0 <= card < 52 and card != a and card != b
    post: _
    """
    player = Seat((dealer + turn) % 3)
    hand = frozenset((a, b, card))
    before = table(dealer, turn, hand, (), (Card(46),))
    after = table(dealer, turn, frozenset((a, b)), (), (Card(46), card)) if last else before
    action = CallTongits(card if last else None)
    reached = done(tongits_call.end_by_tongits, DEFAULT, Playing(before), action)
    outcome = Outcome(End.TONGITS, player, last_discard=card if last else None)
    return reached == Decided(after, outcome)


@law(Bug(pass_the_turn, "turn=state.table.turn + 1", "turn=state.table.turn + 2"))
def the_turn_passes(dealer: Seat, turn: int, a: Card, b: Card, top: Card, stock: Card) -> bool:
    """After a discard the next seat is to act, as long as the hand and the stock have a card.

    clause: tongits.turn.discard-ends-turn
    clause: tongits.turn.repeat
    clause: tongits.drawing.next-player-only
    pre: 0 <= dealer < 3 and 0 <= turn
    pre: 0 <= a < b < 52 and 0 <= top < 52 and 0 <= stock < 52
    post: _
    """
    done = table(dealer, turn, frozenset((a, b)), (stock,), (top,))
    after = Table(dealer, turn + 1, done.hands, (stock,), (top,), (), done.ledger)
    reached = game.GAME.follow(DEFAULT, TurnDone(done))
    following = Seat((dealer + turn + 1) % 3)
    return reached == Drawing(after) and game.GAME.actors(DEFAULT, reached) == (following,)
