"""What each move changes: the whole table after it, spelled out."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.play import Refusal, Seat
from meldspec.rummy import game
from meldspec.rummy.discard import DISCARD, holds_the_discard, put_on_the_pile
from meldspec.rummy.draw import draw_from_stock, take_the_discard
from meldspec.rummy.layoff import LAY_OFF, add_to_meld, meld_lies_on_the_table
from meldspec.rummy.meld import MELD, holds_the_cards, lay_meld
from meldspec.rummy.options import DEFAULT
from meldspec.rummy.stock import with_stock_card
from meldspec.rummy.table import (
    Drawing,
    LaidOff,
    LayMeld,
    Playing,
    Table,
    TableMeld,
    TurnDone,
    change,
)
from meldspec.rummy.terms import with_lay_off, with_meld
from meldspec.rummy.turn import pass_the_turn
from meldspec.table import DRAW, Discard, LayOff
from meldspec.upcard import TAKE

from ...bugs import Bug
from ...law import law
from ...tables.rummy import HANDS, Seats, done, make, mover, table

RUNNING = 5
"""A turn of the dealer's where three play."""


@law(Bug(with_stock_card, "table.stock[0]", "table.stock[-1]"))
def a_draw(dealer: Seat, a: Card, b: Card, top: Card, under: Card) -> bool:
    """Drawing moves the top card of the stock into the hand, and changes nothing else.

    clause: rummy.draw.either-pile
    clause: rummy.draw.top-only
    clause: rummy.setup.stock
    pre: 0 <= dealer < 3 and 0 <= a < b < 40 and 0 <= top < 40 and 0 <= under < 40
    pre: top != a and top != b and under != a and under != b and under != top
    post: _
    """
    before = table(3, dealer, RUNNING, frozenset((a, b)), (top, under), (Card(45),))
    after = table(3, dealer, RUNNING, frozenset((a, b, top)), (under,), (Card(45),))
    return done(draw_from_stock, DEFAULT, Drawing(before), DRAW) == Playing(after)


@law(Bug(take_the_discard, "taken=top", "taken=None"))
def a_take(dealer: Seat, a: Card, b: Card, top: Card, under: Card) -> bool:
    """Taking moves the top discard into the hand, for all to see; which card it was is kept.

    clause: rummy.draw.either-pile
    clause: rummy.draw.top-only
    clause: rummy.draw.discard-public
    pre: 0 <= dealer < 3 and 0 <= a < b < 40 and 0 <= top < 40 and 0 <= under < 40
    pre: top != a and top != b and under != a and under != b and under != top
    post: _
    """
    before = table(3, dealer, RUNNING, frozenset((a, b)), (Card(45),), (under, top))
    hand = frozenset((a, b, top))
    after = table(3, dealer, RUNNING, hand, (Card(45),), (under,), taken=top)
    return done(take_the_discard, DEFAULT, Drawing(before), TAKE) == Playing(after)


@law(Bug(game.GAME.wrong_phase, "isinstance(action, Draw | Take)", "isinstance(action, Draw)"))
def the_upcard_may_be_taken(seats: Seats, dealer: Seat) -> bool:
    """The seat that opens may take the upcard, which leaves no pile, and draws nothing more then.

    clause: rummy.draw.upcard-first-turn
    clause: rummy.draw.one-card
    clause: rummy.draw.pile-empty
    pre: 0 <= dealer < seats
    post: _
    """
    hand = frozenset((Card(0), Card(14), Card(37)))
    before = table(seats, dealer, 0, hand, (Card(9),), (Card(24),))
    first = Seat((dealer + 1) % seats)
    taken = table(seats, dealer, 0, hand | {Card(24)}, (Card(9),), (), taken=Card(24))
    reached = game.GAME.step(DEFAULT, Drawing(before), first, TAKE)
    again = game.GAME.step(DEFAULT, Playing(taken), first, TAKE)
    return reached == Playing(taken) and again == Refusal(("rummy.draw.one-card",))


@law(
    Bug(
        with_meld,
        "TableMeld(table.mover, cards, table.turn)",
        "TableMeld(table.dealer, cards, table.turn)",
    )
)
def a_meld_laid(seats: Seats, dealer: Seat, a: Card, b: Card, c: Card, d: Card, e: Card) -> bool:
    """A meld moves its cards from the hand to the table, as the last meld and of the seat in turn.

    clause: rummy.meld.face-up
    clause: rummy.meld.owned
    clause: rummy.meld.disjoint
    clause: rummy.meld.immovable
    pre: 0 <= dealer < seats and 0 <= a < b < c < d < e < 40
    post: _
    """
    there = TableMeld(Seat(1), frozenset((Card(49), Card(50), Card(51))), 1)
    named = frozenset((a, c, d))
    before = table(seats, dealer, 7, frozenset((a, b, c, d, e)), melds=(there,), taken=a)
    laid = TableMeld(mover(seats, dealer, 7), named, 7)
    after = table(seats, dealer, 7, frozenset((b, e)), melds=(there, laid), taken=a)
    return done(lay_meld, DEFAULT, Playing(before), LayMeld(named)) == Playing(after)


@law(Bug(with_lay_off, "LaidOff(card, table.mover, table.turn)", "LaidOff(card, table.mover, 0)"))
def a_card_laid_off(dealer: Seat, owner: Seat, low: Card, card: Card, kept: Card) -> bool:
    """Laying off moves one card to one meld, which stays its owner's; who did it, when, is kept.

    clause: rummy.layoff.opponent-meld
    clause: rummy.layoff.own-meld
    clause: rummy.layoff.no-transfer
    clause: rummy.meld.immovable
    clause: rummy.meld.owned
    pre: 0 <= dealer < 3 and 0 <= owner < 3
    pre: 20 < low < 40 and 0 <= card < kept < 20
    post: _
    """
    meld = frozenset((low, Card(low + 1), Card(low + 2)))
    others = (TableMeld(Seat(0), frozenset((Card(43), Card(44), Card(45))), 2),)
    first = LaidOff(low, Seat(2), 3)
    before = table(
        3,
        dealer,
        RUNNING,
        frozenset((card, kept)),
        melds=(TableMeld(owner, meld, 1, (first,)), *others),
    )
    longer = frozenset((low, Card(low + 1), Card(low + 2), card))
    laid = TableMeld(owner, longer, 1, (first, LaidOff(card, dealer, RUNNING)))
    after = table(3, dealer, RUNNING, frozenset((kept,)), melds=(laid, *others))
    return done(add_to_meld, DEFAULT, Playing(before), LayOff(card, meld)) == Playing(after)


@law(Bug(put_on_the_pile, "(*table.discard, card)", "(card, *table.discard)"))
def a_discard(dealer: Seat, a: Card, b: Card, card: Card, top: Card, melded: bool) -> bool:
    """A discard leaves the hand and lies on top of the pile, and the turn is done.

    clause: rummy.discard.one-card
    clause: rummy.discard.face-up-on-top
    pre: 0 <= dealer < 3 and 0 <= a < b < 26 and 0 <= top < 26
    pre: b < card < 26
    post: _
    """
    held_back = not melded
    melds = (TableMeld(dealer, frozenset((Card(49), Card(50), Card(51))), RUNNING),)
    laid = melds if melded else ()
    before = table(
        3, dealer, RUNNING, frozenset((a, b, card)), (Card(39),), (top,), laid, held_back=held_back
    )
    after = table(
        3, dealer, RUNNING, frozenset((a, b)), (Card(39),), (top, card), laid, held_back=held_back
    )
    return done(put_on_the_pile, DEFAULT, Playing(before), Discard(card)) == TurnDone(after)


@law(Bug(pass_the_turn, "taken=None", "taken=state.table.taken"))
def the_turn_passes(seats: Seats, dealer: Seat, taken: bool, top: Card, stock: Card) -> bool:
    """After a discard the next seat at the left is to draw, with all cards where they lie.

    clause: rummy.turn.passes-left
    clause: rummy.discard.ends-turn
    pre: 0 <= dealer < seats and 0 <= top < 26 and 0 <= stock < 26
    post: _
    """
    hand = frozenset((Card(30), Card(33)))
    mark = Card(30) if taken else None
    over = table(seats, dealer, 8, hand, (stock,), (top,), taken=mark)
    after = Table(dealer, 9, over.hands, (stock,), (top,), (), over.ledger, (False,) * seats, None)
    reached = game.GAME.follow(DEFAULT, TurnDone(over))
    before = (dealer + 9) % seats
    following = 0 if before == seats - 1 else before + 1
    return reached == Drawing(after) and game.GAME.actors(DEFAULT, reached) == (following,)


@law(Bug(holds_the_discard, "action.card in state.table.hands[seat]", "state.table.hands[seat]"))
def a_discard_not_in_hand(dealer: Seat, a: Card, b: Card, card: Card) -> bool:
    """A card that is not in the hand cannot be discarded, though another seat may hold it.

    clause: rummy.discard.from-hand
    pre: 0 <= dealer < 3 and 0 <= a < b < 40 and 0 <= card < 52 and card != a and card != b
    post: _
    """
    state = Playing(table(3, dealer, RUNNING, frozenset((a, b))))
    return make(DISCARD, DEFAULT, state, Discard(card)) == Refusal(("rummy.discard.from-hand",))


@law(Bug(holds_the_cards, "action.cards <= state", "action.cards & state"))
def a_meld_not_in_hand(dealer: Seat, low: Card, missing: int) -> bool:
    """A meld of which one card is elsewhere cannot be laid, not even with a card that was taken.

    clause: rummy.meld.from-hand
    pre: 0 <= dealer < 3 and 0 <= low < 11 and 0 <= missing < 3
    post: _
    """
    run = (low, Card(low + 1), Card(low + 2))
    hand = frozenset(card for place, card in enumerate(run) if place != missing)
    state = Playing(table(3, dealer, RUNNING, hand, (), (run[missing],)))
    reached = make(MELD, DEFAULT, state, LayMeld(frozenset(run)))
    return reached == Refusal(("rummy.meld.from-hand",))


@law(Bug(meld_lies_on_the_table, "meld.cards == action.meld", "meld.cards >= action.meld"))
def a_lay_off_of_what_is_not_there(
    dealer: Seat, owner: Seat, low: Card, card: Card, held: bool, named: int
) -> bool:
    """A lay-off takes a card of the hand and names a meld with just the cards that lie there.

    clause: rummy.layoff.from-hand
    clause: rummy.layoff.table-only
    clause: rummy.layoff.no-transfer
    pre: 0 <= dealer < 3 and 0 <= owner < 3 and 0 <= named < 3
    pre: 13 <= low < 22 and 0 <= card < 13 and not (held and named == 0)
    post: _
    """
    run = (low, Card(low + 1), Card(low + 2), Card(low + 3))
    at = table(
        3,
        dealer,
        RUNNING,
        frozenset((card, Card(39))) if held else frozenset((Card(39),)),
        melds=(TableMeld(owner, frozenset(run), 1),),
    )
    meld = frozenset((run, run[:3], (*run, Card(51)))[named])
    failing = (
        *(() if held else ("rummy.layoff.from-hand",)),
        *(() if named == 0 else ("rummy.layoff.table-only",)),
    )
    return make(LAY_OFF, DEFAULT, Playing(at), LayOff(card, meld)) == Refusal(failing)


@law(
    Bug(
        change,
        "changed_at(table.mover, table.hands, hand)",
        "changed_at(table.dealer, table.hands, hand)",
    )
)
def only_the_seat_in_turn_changes(dealer: Seat, seat: Seat, kind: int) -> bool:
    """No move changes the hand of a seat that is not in turn.

    clause: rummy.turn.to-act
    clause: rummy.meld.from-hand
    clause: rummy.layoff.from-hand
    pre: 0 <= dealer < 4 and 0 <= seat < 4 and 0 <= kind < 4
    pre: seat != (dealer + 7) % 4
    post: _
    """
    hand = frozenset((Card(0), Card(1), Card(2), Card(30)))
    there = TableMeld(Seat(0), frozenset((Card(27), Card(28), Card(29))), 0)
    at = table(4, dealer, 6, hand, (Card(39),), (Card(25),), (there,))
    after = (
        done(draw_from_stock, DEFAULT, Drawing(at), DRAW),
        done(take_the_discard, DEFAULT, Drawing(at), TAKE),
        done(lay_meld, DEFAULT, Playing(at), LayMeld(frozenset((Card(0), Card(1), Card(2))))),
        done(add_to_meld, DEFAULT, Playing(at), LayOff(Card(30), there.cards)),
    )[kind]
    return after.table.hands[seat] == HANDS[seat] and after.table.hands != at.hands
