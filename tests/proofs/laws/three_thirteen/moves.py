"""The whole state after each move, spelled out."""

from __future__ import annotations

from typing import Literal

from meldspec.cards import Card
from meldspec.hands import with_card, without_card
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import DRAW, Discard, Reshuffle
from meldspec.three_thirteen import discard as discarding
from meldspec.three_thirteen import draw, options, out, stock, turn
from meldspec.three_thirteen.discard import holds_the_card
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.options import DEFAULT, Rules
from meldspec.three_thirteen.out import holds_the_discard
from meldspec.three_thirteen.table import (
    KEEP,
    Discarding,
    Drawing,
    GoOut,
    Next,
    Reshuffling,
    Table,
    TurnDone,
)
from meldspec.upcard import TAKE

from ...bugs import Bug
from ...law import law
from ...tables.three_thirteen import Seats, added_to, at_seat, table


@law(Bug(stock.draw_top, "stock=table.stock[1:]", "stock=table.stock[:-1]"))
def a_draw(seats: Seats, mover: Seat, a: Card, b: Card, top: Card, under: Card) -> bool:
    """A draw moves the top card of the stock into the hand and changes nothing else.

    clause: three-thirteen.draw.either
    clause: three-thirteen.draw.top-only
    pre: 0 <= mover < seats
    pre: 0 <= a <= b < 52 and 0 <= top < 52 and 0 <= under < 52
    post: _
    """
    before = table(seats, mover, (a, b), (top, under), (Card(40),), dealer=Seat(1), hand_number=3)
    after = table(
        seats, mover, added_to((a, b), top), (under,), (Card(40),), dealer=Seat(1), hand_number=3
    )
    return GAME.step(DEFAULT, Drawing(before), mover, DRAW) == Discarding(after)


@law(Bug(draw.take_discard, "discard=table.discard[:-1]", "discard=table.discard[1:]"))
def a_take(seats: Literal[2, 5], mover: Seat, a: Card, b: Card, top: Card, under: Card) -> bool:
    """A take moves the top of the discard pile into the hand, and the table remembers the card.

    clause: three-thirteen.draw.either
    clause: three-thirteen.draw.top-only
    clause: three-thirteen.draw.discard-public
    pre: 0 <= mover < seats
    pre: 0 <= a <= b < 52 and 0 <= top < 52 and 0 <= under < 52
    post: _
    """
    before = table(seats, mover, (a, b), (Card(40),), (Card(41), under, top))
    after = table(seats, mover, added_to((a, b), top), (Card(40),), (Card(41), under), taken=top)
    return GAME.step(DEFAULT, Drawing(before), mover, TAKE) == Discarding(after)


@law(
    Bug(
        discarding.put_on_pile,
        "state.table, action.card, goes_out",
        "state.table, state.table.hand[0], goes_out",
    )
)
def a_discard(
    seats: Literal[3, 5], mover: Seat, a: Card, b: Card, c: Card, top: Card, which: int
) -> bool:
    """A discard moves one card of the hand to the top of the pile, and the next seat is to draw.

    Of like cards the others stay.  A card that was taken in the turn is forgotten.  The seat after
    the next has gone out, and that stays so.

    clause: three-thirteen.discard.one-card
    clause: three-thirteen.discard.from-hand
    clause: three-thirteen.discard.face-up-on-top
    clause: three-thirteen.discard.ends-turn
    clause: three-thirteen.turn.left
    pre: 0 <= mover < seats and 0 <= which < 3
    pre: 0 <= a <= b <= c < 52 and 0 <= top < 52
    post: _
    """
    thrown = (a, b, c)[which]
    kept = ((b, c), (a, c), (a, b))[which]
    following = Seat(0 if mover == seats - 1 else mover + 1)
    gone = Seat(0 if following == seats - 1 else following + 1)
    before = table(seats, mover, (a, b, c), (Card(40),), (top,), taken=thrown, out=gone)
    after = Table(
        Seat(0),
        1,
        following,
        at_seat(seats, mover, kept),
        (Card(40),),
        (top, thrown),
        before.ledger,
        None,
        gone,
    )
    return GAME.step(DEFAULT, Discarding(before), mover, Discard(thrown)) == Drawing(after)


@law(
    Bug(
        out.announce,
        "state.table, action.discard, goes_out",
        "state.table, None, goes_out",
    )
)
def a_going_out(
    seats: Seats, mover: Seat, a: Card, card: Card, top: Card, hand_number: int
) -> bool:
    """A seat that goes out discards a card, and its name stands on the table from then on.

    clause: three-thirteen.out.announce
    clause: three-thirteen.out.with-discard
    clause: three-thirteen.turn.left
    pre: 0 <= mover < seats and 1 <= hand_number <= 11
    pre: 0 <= a < 52 and 0 <= card < 52 and 0 <= top < 52
    post: _
    """
    held = (a, card) if a <= card else (card, a)
    before = table(seats, mover, held, (Card(40),), (top,), taken=top, hand_number=hand_number)
    hands = tuple((a,) if seat == mover else hand for seat, hand in enumerate(before.hands))
    after = Table(
        Seat(0),
        hand_number,
        mover,
        hands,
        (Card(40),),
        (top, card),
        before.ledger,
        None,
        mover,
    )
    reached = out.announce.makes(DEFAULT, Discarding(before), mover, GoOut(card))
    return reached.table == after


@law(Bug(turn.end_turn, "out=table.mover if goes_out", "out=table.dealer if goes_out"))
def a_going_out_without_a_discard(
    seats: Seats, mover: Seat, dealer: Seat, a: Card, b: Card, c: Card, top: Card
) -> bool:
    """A seat that may keep all cards goes out with every card in its hand and the pile as it was.

    clause: three-thirteen.out.with-discard
    clause: three-thirteen.out.announce
    pre: 0 <= mover < seats and 0 <= dealer < seats
    pre: 0 <= a <= b <= c < 52 and 0 <= top < 52
    post: _
    """
    before = table(seats, mover, (a, b, c), (Card(40),), (top,), dealer=dealer, taken=a)
    after = table(seats, mover, (a, b, c), (Card(40),), (top,), dealer=dealer, out=mover)
    reached = out.announce.makes(DEFAULT, Discarding(before), mover, GoOut())
    return reached.table == after


@law(Bug(out.keep_all, "end_turn(state.table)", "end_turn(state.table, goes_out=True)"))
def a_turn_without_a_discard(
    seats: Seats, mover: Seat, gone: Seat, a: Card, b: Card, top: Card, drawn_only: bool
) -> bool:
    """By two readings a final turn ends with no discard, and the cards stay where they are.

    The seat says so by the one; by the other the turn is over with the card that is drawn.

    clause: three-thirteen.out.final-discard
    clause: three-thirteen.out.one-more-turn
    pre: 0 <= mover < seats and 0 <= gone < seats
    pre: gone != mover and gone != (0 if mover == seats - 1 else mover + 1)
    pre: 0 <= a <= b < 52 and 0 <= top < 52
    post: _
    """
    before = table(seats, mover, (a, b), (Card(40),), (top,), taken=a, out=gone)
    after = Table(
        Seat(0),
        1,
        Seat((mover + 1) % seats),
        before.hands,
        (Card(40),),
        (top,),
        before.ledger,
        None,
        gone,
    )
    if drawn_only:
        rules = Rules(out=options.Out(final_turn_scope="draw_only"))
        return GAME.follow(rules, Discarding(before)) == Drawing(after)
    rules = Rules(out=options.Out(final_turn_discard="optional"))
    return GAME.step(rules, Discarding(before), mover, KEEP) == Drawing(after)


@law(Bug(stock.renew_stock, "case Next.TURN:", "case Next.DISCARD:"))
def a_new_stock(
    seats: Literal[2, 5],
    mover: Seat,
    then: Literal["turn", "card", "discard"],
    a: Card,
    b: Card,
    top: Card,
    first: Card,
    second: Card,
    swap: bool,
) -> bool:
    """All discards but the top are the new stock, in the order of the shuffle.

    The top discard is the whole pile.  The turn goes on where it stood: the mover is to draw, or
    has drawn the top of the new stock, or is to discard.

    clause: three-thirteen.stock.rebuild
    clause: three-thirteen.stock.keep-upcard
    clause: three-thirteen.stock.shuffled
    clause: three-thirteen.stock.reshuffle-cards
    pre: 0 <= mover < seats and 0 <= a <= b < 52
    pre: 0 <= top < 52 and 0 <= first < 52 and 0 <= second < 52
    post: _
    """
    shuffled = (second, first) if swap else (first, second)
    before = table(seats, mover, (a, b), (), (first, second, top))
    going_on = {"turn": Next.TURN, "card": Next.CARD, "discard": Next.DISCARD}[then]
    reached = GAME.step(DEFAULT, Reshuffling(before, going_on), CHANCE, Reshuffle(shuffled))
    if then == "card":
        hand = added_to((a, b), shuffled[0])
        return reached == Discarding(table(seats, mover, hand, shuffled[1:], (top,)))
    after = table(seats, mover, (a, b), shuffled, (top,))
    return reached == (Drawing(after) if then == "turn" else Discarding(after))


@law(Bug(with_card, "(*hand[:place], card, *hand[place:])", "(*hand, card)"))
def a_hand_stays_in_order(a: Card, b: Card, c: Card, card: Card) -> bool:
    """A card joins a hand in its place, and leaves it from there, like cards beside it or not.

    clause: three-thirteen.draw.top-only
    clause: three-thirteen.discard.from-hand
    pre: 0 <= a <= b <= c < 52 and 0 <= card < 52
    post: _
    """
    longer = with_card((a, b, c), card)
    low, second, third, high = longer
    in_order = low <= second <= third <= high
    back = without_card(longer, card)
    same = low + second + third + high == a + b + c + card
    return in_order and same and card in longer and back == (a, b, c)


@law(
    Bug(
        turn.pass_the_turn,
        "neighbour(table.mover, len(table.hands))",
        "neighbour(table.dealer, len(table.hands))",
    )
)
def the_turn_passes(seats: Seats, mover: Seat, dealer: Seat, a: Card, top: Card) -> bool:
    """After a turn the seat at the left has its own, and the first seat follows the last.

    clause: three-thirteen.turn.left
    clause: three-thirteen.discard.ends-turn
    pre: 0 <= mover < seats and 0 <= dealer < seats
    pre: 0 <= a < 52 and 0 <= top < 52
    post: _
    """
    done = table(seats, mover, (a,), (Card(40),), (top,), dealer=dealer)
    left = Seat(0 if mover == seats - 1 else mover + 1)
    after = Table(dealer, 1, left, done.hands, (Card(40),), (top,), done.ledger)
    return GAME.follow(DEFAULT, TurnDone(done)) == Drawing(after)


@law(Bug(out.holds_the_discard, "in state.table.hand", "in state.table.hand[1:]"))
def a_card_of_the_hand(seats: Seats, mover: Seat, a: Card, b: Card, card: Card, out: bool) -> bool:
    """A card is discarded, or thrown to go out, only if the mover has it.

    The clause of the hand is else the one that the refusal names.

    clause: three-thirteen.discard.from-hand
    pre: 0 <= mover < seats
    pre: 0 <= a <= b < 52 and 0 <= card < 52
    post: _
    """
    state = Discarding(table(seats, mover, (a, b), (Card(40),), (Card(41),)))
    has_it = card in (a, b)
    if out:
        right = holds_the_discard.holds(DEFAULT, state, mover, GoOut(card)) == has_it
        reached = None if has_it else GAME.step(DEFAULT, state, mover, GoOut(card))
    else:
        right = holds_the_card.holds(DEFAULT, state, mover, Discard(card)) == has_it
        reached = None if has_it else GAME.step(DEFAULT, state, mover, Discard(card))
    return right and reached == (None if has_it else Refusal(("three-thirteen.discard.from-hand",)))
