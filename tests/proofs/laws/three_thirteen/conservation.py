"""Every card is in one place after each move: any card that is looked for is found as often."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.hands import with_card, without_card
from meldspec.play import CHANCE, Seat
from meldspec.table import DRAW, Discard, Reshuffle
from meldspec.three_thirteen import deal, draw, out, stock, table, turn
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.options import DEFAULT, Rules
from meldspec.three_thirteen.options import Out as OutReadings
from meldspec.three_thirteen.table import (
    KEEP,
    Discarding,
    Drawing,
    GoOut,
    Next,
    Over,
    Reshuffling,
    Table,
    TurnDone,
)
from meldspec.upcard import TAKE, Deal

from ...bugs import Bug
from ...law import law
from ...tables import three_thirteen as tables
from ...tables.three_thirteen import Seats


def found(card: Card, at: Table) -> int:
    """How often a card lies somewhere: in hands, stock and discard pile."""
    places = 0
    for zone in (*at.hands, at.stock, at.discard):
        for lying in zone:
            places += lying == card
    return places


@law(Bug(stock.draw_top, "table.hand, table.stock[0]", "table.hand, table.stock[-1]"))
def drawing_keeps_every_card(
    mover: Seat, a: Card, b: Card, top: Card, under: Card, card: Card
) -> bool:
    """A draw neither makes nor loses a card.

    clause: three-thirteen.draw.either
    clause: three-thirteen.draw.top-only
    pre: 0 <= mover < 3 and 0 <= a <= b < 52 and 0 <= top < 52 and 0 <= under < 52
    pre: 0 <= card < 52
    post: _
    """
    before = tables.table(3, mover, (a, b), (top, under), (Card(40),))
    after = GAME.step(DEFAULT, Drawing(before), mover, DRAW)
    return isinstance(after, Discarding) and found(card, after.table) == found(card, before)


@law(Bug(draw.take_discard, "discard=table.discard[:-1]", "discard=table.discard"))
def taking_keeps_every_card(
    mover: Seat, a: Card, b: Card, top: Card, under: Card, card: Card
) -> bool:
    """A take of the discard neither makes nor loses a card.

    clause: three-thirteen.draw.either
    clause: three-thirteen.draw.discard-public
    pre: 0 <= mover < 3 and 0 <= a <= b < 52 and 0 <= top < 52 and 0 <= under < 52
    pre: 0 <= card < 52
    post: _
    """
    before = tables.table(3, mover, (a, b), (Card(40),), (under, top))
    after = GAME.step(DEFAULT, Drawing(before), mover, TAKE)
    return isinstance(after, Discarding) and found(card, after.table) == found(card, before)


@law(
    Bug(turn.end_turn, "discard=(*table.discard, discard)", "discard=(*table.discard[1:], discard)")
)
def discarding_keeps_every_card(
    mover: Seat, a: Card, b: Card, c: Card, which: int, top: Card, card: Card
) -> bool:
    """A discard neither makes nor loses a card, in a final turn or in going out.

    clause: three-thirteen.discard.one-card
    clause: three-thirteen.out.with-discard
    pre: 0 <= mover < 3 and 0 <= a <= b <= c < 52 and 0 <= which < 3
    pre: 0 <= top < 52 and 0 <= card < 52
    post: _
    """
    thrown = (a, b, c)[which]
    gone = Seat((mover + 2) % 3)
    before = tables.table(3, mover, (a, b, c), (Card(40),), (top,), out=gone)
    after = GAME.step(DEFAULT, Discarding(before), mover, Discard(thrown))
    announced = out.announce.makes(DEFAULT, Discarding(before), mover, GoOut(thrown))
    if not isinstance(after, Drawing):
        return False
    cards = found(card, before)
    return found(card, after.table) == cards and found(card, announced.table) == cards


@law(Bug(out.keep_all, "end_turn(state.table)", "end_turn(state.table, state.table.hand[0])"))
def keeping_moves_no_card(mover: Seat, a: Card, b: Card, top: Card) -> bool:
    """A turn that ends without a discard leaves each card where it lies.

    clause: three-thirteen.out.final-discard
    clause: three-thirteen.out.one-more-turn
    pre: 0 <= mover < 3 and 0 <= a <= b < 52 and 0 <= top < 52
    post: _
    """
    gone = Seat((mover + 2) % 3)
    before = tables.table(3, mover, (a, b), (Card(40),), (top,), out=gone)
    rules = Rules(out=OutReadings(final_turn_discard="optional"))
    kept = GAME.step(rules, Discarding(before), mover, KEEP)
    rules = Rules(out=OutReadings(final_turn_scope="draw_only"))
    drawn = GAME.follow(rules, Discarding(before))
    piles = (before.hands, before.stock, before.discard)
    return all(
        isinstance(after, Drawing)
        and (after.table.hands, after.table.stock, after.table.discard) == piles
        for after in (kept, drawn)
    )


@law(Bug(stock.renew_stock, "discard=state.table.discard[-1:]", "discard=state.table.discard[:1]"))
def a_new_stock_keeps_every_card(
    mover: Seat, then: Next, a: Card, b: Card, top: Card, first: Card, second: Card, card: Card
) -> bool:
    """A shuffle of the discards neither makes nor loses a card, whatever goes on after it.

    clause: three-thirteen.stock.rebuild
    clause: three-thirteen.stock.reshuffle-cards
    pre: 0 <= mover < 3 and 0 <= a <= b < 52 and 0 <= top < 52
    pre: 0 <= first < 52 and 0 <= second < 52 and 0 <= card < 52
    post: _
    """
    before = tables.table(3, mover, (a, b), (), (first, second, top))
    move = Reshuffle((second, first))
    after = stock.renew_stock.makes(DEFAULT, Reshuffling(before, then), CHANCE, move)
    return found(card, after.table) == found(card, before)


@law(Bug(deal.lay_out, "discard=(deal.upcard,)", "discard=deal.stock[:1]"))
def dealing_keeps_every_card(
    dealer: Seat, a: Card, b: Card, c: Card, up: Card, top: Card, under: Card, card: Card
) -> bool:
    """The cards of a deal lie on the table as often as they are dealt, and no other does.

    clause: three-thirteen.setup.stock
    clause: three-thirteen.setup.upcard
    clause: three-thirteen.match.reshuffle
    pre: 0 <= dealer < 3 and 0 <= a < 52 and 0 <= b < 52 and 0 <= c < 52
    pre: 0 <= up < 52 and 0 <= top < 52 and 0 <= under < 52 and 0 <= card < 52
    post: _
    """
    dealt = Deal(((a,), (b,), (c,)), up, (top, under))
    after = deal.lay_out.makes(DEFAULT, tables.before(3, dealer), CHANCE, dealt)
    times = 0
    for one in (a, b, c, up, top, under):
        times += one == card
    return found(card, after.table) == times


@law(Bug(turn.pass_the_turn, "replace(table, mover=", "replace(table, stock=(), mover="))
def a_turn_done_moves_no_card(seats: Seats, mover: Seat, gone: Seat, anybody: bool) -> bool:
    """No card moves when a turn passes, nor when the hand ends.

    clause: three-thirteen.turn.left
    clause: three-thirteen.out.hand-ends
    pre: 0 <= mover < seats and 0 <= gone < seats
    post: _
    """
    hand = (Card(3), Card(4))
    gone_out = gone if anybody else None
    before = tables.table(seats, mover, hand, (Card(40),), (Card(41), Card(42)), out=gone_out)
    after = GAME.follow(DEFAULT, TurnDone(before))
    if not isinstance(after, Drawing | Over):
        return False
    at = after.table
    return (at.hands, at.stock, at.discard) == (before.hands, before.stock, before.discard)


@law(Bug(table.change, "table.stock if stock is None else stock", "stock or table.stock"))
def a_change_leaves_the_rest(
    seats: Seats, mover: Seat, hand: bool, stock: bool, discard: bool
) -> bool:
    """A change of the mover's hand or of a pile leaves everything else on the table as it was.

    A pile may be left with no card.

    clause: three-thirteen.draw.top-only
    clause: three-thirteen.stock.rebuild
    pre: 0 <= mover < seats
    post: _
    """
    held, other = (Card(3), Card(4)), (Card(5),)
    gone = Seat(0 if mover == seats - 1 else mover + 1)
    before = tables.table(seats, mover, held, other, other, taken=Card(4), out=gone)
    after = table.change(
        before,
        hand=() if hand else None,
        stock=() if stock else None,
        discard=() if discard else None,
    )
    return after == tables.table(
        seats,
        mover,
        () if hand else held,
        () if stock else other,
        () if discard else other,
        taken=Card(4),
        out=gone,
    )


@law(Bug(without_card, "(*hand[:place], *hand[place + 1 :])", "hand[:place]"))
def like_cards_are_counted(a: Card, card: Card, other: Card, copies: int) -> bool:
    """A hand may have a card several times, and one of them is added or goes at a time.

    clause: three-thirteen.discard.from-hand
    clause: three-thirteen.deck.general
    pre: 0 <= a < card < other < 52 and 1 <= copies <= 5
    post: _
    """
    hand = (a, *(card,) * copies, other)
    more = (a, *(card,) * (copies + 1), other)
    return with_card(hand, card) == more and without_card(more, card) == hand
