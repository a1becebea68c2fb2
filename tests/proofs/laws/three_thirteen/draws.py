"""The piles: which may be drawn from, and when the discards become a new stock."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from meldspec.cards import Card
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import DRAW, Discard, Reshuffle
from meldspec.three_thirteen import discard, draw, options, out, stock, table
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.options import DEFAULT, Rules
from meldspec.three_thirteen.table import Discarding, Drawing, GoOut, Next, Reshuffling
from meldspec.upcard import TAKE

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import three_thirteen as plain
from ...tables import three_thirteen as tables
from ...tables.three_thirteen import Seats, added_to

HAND = (Card(30), Card(31))


def other_seat(seats: int, mover: Seat, away: int) -> Seat:
    """A seat that is not the mover."""
    return Seat((mover + 1 + away % (seats - 1)) % seats)


@law(Bug(draw.top_may_be_taken, "state.table.discard[-1]", "state.table.discard[0]"))
def the_top_may_be_taken(
    mover: Seat,
    hand_number: int,
    top: Card,
    under: Card,
    anybody: bool,
    wild: Literal["may_be_taken", "stays"],
    scope: Literal["normal", "stock_only", "draw_only"],
) -> bool:
    """The top discard is taken unless a reading leaves wild cards there or closes the pile.

    The one reading asks for the wild rank of the hand, the other for a final turn.  The refusal
    names each that forbids it.

    clause: three-thirteen.draw.either
    clause: three-thirteen.draw.wild-stays
    clause: three-thirteen.out.stock-only
    clause: three-thirteen.wild.schedule
    pre: 0 <= mover < 3 and 1 <= hand_number <= 11
    pre: 0 <= top < 52 and 0 <= under < 52
    post: _
    """
    rules = Rules(draw=options.Draw(wild_from_pile=wild), out=options.Out(final_turn_scope=scope))
    gone = other_seat(3, mover, 0) if anybody else None
    at = tables.table(3, mover, HAND, (Card(46),), (under, top), hand_number=hand_number, out=gone)
    failing = (
        *(
            ("three-thirteen.draw.wild-stays",)
            if wild == "stays" and top % 13 + 1 == hand_number + 2
            else ()
        ),
        *(("three-thirteen.out.stock-only",) if anybody and scope == "stock_only" else ()),
    )
    reached = draw.TAKE_MOVE.make(rules, Drawing(at), mover, TAKE)
    return reached == Refusal(failing) if failing else isinstance(reached, Discarding)


@law(Bug(draw.pile_has_a_card, "bool(state.table.discard)", "len(state.table.discard) > 1"))
def an_empty_pile(seats: Seats, mover: Seat, cards: int, strict: bool) -> bool:
    """From an empty pile no card is taken, and the refusal has no other clause beside that.

    clause: three-thirteen.draw.pile-empty
    pre: 0 <= mover < seats and 0 <= cards <= 2
    post: _
    """
    scope: Literal["normal", "stock_only"] = "stock_only" if strict else "normal"
    rules = Rules(out=options.Out(final_turn_scope=scope))
    gone = other_seat(seats, mover, 0) if strict else None
    pile = (Card(40), Card(41))[:cards]
    at = tables.table(seats, mover, HAND, (Card(46),), pile, out=gone)
    reached = GAME.step(rules, Drawing(at), mover, TAKE)
    if cards == 0:
        return reached == Refusal(("three-thirteen.draw.pile-empty",))
    if strict:
        return reached == Refusal(("three-thirteen.out.stock-only",))
    return isinstance(reached, Discarding)


@law(Bug(out.pile_is_open, "state.table.out is None or", "state.table.out is not None or"))
def legal_draws(
    mover: Seat,
    cards: int,
    top: Card,
    anybody: bool,
    wild: Literal["may_be_taken", "stays"],
    scope: Literal["normal", "stock_only", "draw_only"],
) -> bool:
    """A draw from the stock is always legal, and a take is wherever the pile and readings let it.

    clause: three-thirteen.draw.either
    clause: three-thirteen.draw.pile-empty
    clause: three-thirteen.draw.wild-stays
    clause: three-thirteen.out.stock-only
    clause: three-thirteen.stock.rebuild
    pre: 0 <= mover < 3 and 0 <= cards <= 1 and 0 <= top < 52
    post: _
    """
    rules = Rules(draw=options.Draw(wild_from_pile=wild), out=options.Out(final_turn_scope=scope))
    gone = other_seat(3, mover, 0) if anybody else None
    pile = (top,)[:cards]
    at = tables.table(3, mover, HAND, (), pile, out=gone)
    open_pile = cards == 1 and not (anybody and scope == "stock_only")
    if wild == "stays" and top % 13 == 2:
        open_pile = False
    return GAME.legal(rules, Drawing(at), mover) == ((DRAW, TAKE) if open_pile else (DRAW,))


@law(Bug(table.is_bound, "!= len(table.hand)", "> 0"))
def a_card_that_is_bound(
    mover: Seat, a: Card, b: Card, card: Card, taken: Card, anything: bool
) -> bool:
    """A card is bound that is like the one taken in the turn, unless the hand has no other.

    clause: three-thirteen.discard.not-taken-card
    pre: 0 <= mover < 3 and 0 <= a <= b < 52 and 0 <= card < 52 and 0 <= taken < 52
    post: _
    """
    at = tables.table(3, mover, (a, b), taken=taken if anything else None)
    bound = anything and card == taken and not (a == card and b == card)
    return table.is_bound(at, card) == bound


@law(
    Bug(discard.is_not_the_taken_card, "not bound or", "action.card != state.table.taken or"),
)
def a_card_thrown_back(
    mover: Seat,
    a: Card,
    b: Card,
    taken: Card,
    third: int,
    goes_out: bool,
    reading: Literal["allowed", "banned"],
) -> bool:
    """By a reading the card taken in a turn, or one like it, is not thrown in the same turn.

    That goes for a discard and for going out.  A hand of nothing but such cards is free.

    clause: three-thirteen.discard.not-taken-card
    pre: 0 <= mover < 3 and 0 <= a <= b < 52 and 0 <= taken < 52 and 0 <= third < 3
    post: _
    """
    rules = Rules(discard=options.Discard(discard_taken_card=reading))
    held = added_to((a, b), taken)
    card = held[third]
    free = reading == "allowed" or card != taken or (a == taken and b == taken)
    state = Discarding(tables.table(3, mover, held, (Card(46),), (Card(41),), taken=taken))
    if goes_out:
        return out.discards_no_taken_card.holds(rules, state, mover, GoOut(card)) == free
    return discard.is_not_the_taken_card.holds(rules, state, mover, Discard(card)) == free


@law(
    Bug(out.discards_no_taken_card, "action.discard is not None and", "action.discard is None or"),
)
def a_going_out_that_throws_nothing(
    mover: Seat, a: Card, b: Card, reading: Literal["allowed", "banned"]
) -> bool:
    """The ban of a card that was taken does not touch a going out without a discard.

    clause: three-thirteen.discard.not-taken-card
    clause: three-thirteen.out.with-discard
    pre: 0 <= mover < 3 and 0 <= a <= b < 52
    post: _
    """
    rules = Rules(discard=options.Discard(discard_taken_card=reading))
    state = Discarding(tables.table(3, mover, (a, b), (Card(46),), (Card(41),), taken=a))
    return out.discards_no_taken_card.holds(rules, state, mover, GoOut())


@enumerated(Bug(discard.discards, "different(state.table.hand)", "state.table.hand"))
def legal_discards() -> Iterator[tuple[object, bool]]:
    """Each card of a hand may be thrown, those that are alike as one choice, in order.

    A seat that must not throw back the card that it took has all others.

    clause: three-thirteen.discard.from-hand
    clause: three-thirteen.discard.one-card
    clause: three-thirteen.discard.not-taken-card
    over: every hand of three cards of two suits of three packs, each card taken, both readings
    """
    for cards in plain.hands(range(13, 39), 3):
        hand = tuple(map(Card, cards))
        unlike = sorted(set(hand))
        for taken, ban in product((None, *unlike), (False, True)):
            rules = Rules(
                discard=options.Discard(discard_taken_card="banned" if ban else "allowed")
            )
            at = tables.table(3, Seat(1), hand, (Card(46),), (), taken=taken, out=Seat(0))
            free = [card for card in unlike if not ban or card != taken] or unlike
            listed = GAME.legal(rules, Discarding(at), Seat(1))
            yield (cards, taken, ban), listed == tuple(map(Discard, free))


@law(Bug(stock.use_up_the_stock, 'if timing == "eager"', 'if timing != "lazy"'))
def when_a_stock_is_due(
    seats: Literal[2, 5],
    mover: Seat,
    cards: int,
    has_drawn: bool,
    timing: Literal["lazy", "lazy_start", "eager"],
) -> bool:
    """An empty stock is renewed at the moment that a reading names, and at no other.

    With the draw that asks for a card, or at the beginning of a turn, or as soon as it is empty.

    clause: three-thirteen.stock.rebuild
    clause: three-thirteen.stock.reshuffle-due
    pre: 0 <= mover < seats and 0 <= cards <= 2
    post: _
    """
    rules = Rules(stock=options.Stock(exhaustion_timing=timing))
    left = (Card(40), Card(41))[:cards]
    at = tables.table(seats, mover, HAND, left, (Card(42), Card(43)))
    state = Discarding(at) if has_drawn else Drawing(at)
    reached = GAME.follow(rules, state)
    if cards > 0:
        return reached == state
    if has_drawn:
        return reached == (Reshuffling(at, Next.DISCARD) if timing == "eager" else state)
    return reached == (state if timing == "lazy" else Reshuffling(at, Next.TURN))


@law(Bug(draw.draw_from_stock, "Next.CARD", "Next.TURN"))
def a_draw_from_no_stock(
    seats: Seats, mover: Seat, a: Card, b: Card, top: Card, under: Card
) -> bool:
    """A draw from a stock that is used up waits for a new one; the seat then has its top card.

    Its one card here is the one under the top discard.

    clause: three-thirteen.stock.rebuild
    clause: three-thirteen.stock.keep-upcard
    clause: three-thirteen.draw.one-card
    pre: 0 <= mover < seats and 0 <= a <= b < 52 and 0 <= top < 52 and 0 <= under < 52
    post: _
    """
    at = tables.table(seats, mover, (a, b), (), (under, top))
    waiting = GAME.step(DEFAULT, Drawing(at), mover, DRAW)
    if waiting != Reshuffling(at, Next.CARD):
        return False
    reached = stock.RESHUFFLE.make(DEFAULT, Reshuffling(at, Next.CARD), CHANCE, Reshuffle((under,)))
    return reached == Discarding(tables.table(seats, mover, added_to((a, b), under), (), (top,)))


@law(Bug(stock.has_the_cards_due, "sorted(action.stock) == sorted", "set(action.stock) == set"))
def the_cards_of_a_new_stock(
    mover: Seat, a: Card, b: Card, c: Card, one: Card, two: Card, top: Card
) -> bool:
    """A new stock has just the discards under the top, each as often as it lies there.

    clause: three-thirteen.stock.reshuffle-cards
    clause: three-thirteen.stock.shuffled
    clause: three-thirteen.stock.keep-upcard
    pre: 0 <= mover < 3 and 0 <= a < 52 and 0 <= b < 52 and 0 <= c < 52
    pre: 0 <= one < 52 and 0 <= two < 52 and 0 <= top < 52 and c == b
    post: _
    """
    state = Reshuffling(tables.table(3, mover, HAND, (), (a, b, c, top)), Next.DISCARD)
    move = Reshuffle((one, two, b))
    reached = stock.RESHUFFLE.make(DEFAULT, state, CHANCE, move)
    if (one == a and two == b) or (one == b and two == a):
        return isinstance(reached, Discarding)
    return reached == Refusal(("three-thirteen.stock.reshuffle-cards",))


@law(Bug(stock.due, "table.discard[:-1]", "table.discard[1:]"))
def the_discards_that_are_due(seats: Seats, mover: Seat, cards: int, first: Card) -> bool:
    """All discards but the top are due for a new stock; a pile of one card or none has none.

    clause: three-thirteen.stock.keep-upcard
    clause: three-thirteen.stock.reshuffle-cards
    pre: 0 <= mover < seats and 0 <= cards <= 4 and 0 <= first < 49
    post: _
    """
    pile = (first, Card(first + 1), Card(first + 2), Card(first + 3))[:cards]
    left = ((), (), (first,), (first, Card(first + 1)), (first, Card(first + 1), Card(first + 2)))
    return stock.due(tables.table(seats, mover, HAND, (), pile)) == left[cards]
