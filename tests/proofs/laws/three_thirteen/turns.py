"""The seat that acts, the order of turns, the sizes of hands, and the dealer."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from meldspec.cards import Card
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import DRAW, Discard, Reshuffle
from meldspec.three_thirteen import match, options, out, stock, turn
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.options import DEFAULT, Rules
from meldspec.three_thirteen.table import (
    KEEP,
    BeforeDeal,
    Discarding,
    Drawing,
    GoOut,
    Ledger,
    Next,
    Over,
    Reshuffling,
    Result,
    TurnDone,
)
from meldspec.upcard import TAKE, Deal

from ...bugs import Bug
from ...law import law
from ...tables.three_thirteen import Seats, at_seat, before, table

MOVER = Seat(1)
HAND = (Card(30), Card(31), Card(45))
DEALT = Deal((), Card(0), ())


def nobody_won(seats: int, gone: Seat) -> Result:
    """A hand in which nobody scores."""
    return Result(gone, (0,) * seats, (), (0,) * seats)


@law(Bug(turn.actors, "return (state.table.mover,)", "return (state.table.dealer,)"))
def the_actor(
    seats: Literal[2, 5], mover: Seat, dealer: Seat, hand_number: int, phase: int
) -> bool:
    """The mover acts in its turn, and chance acts else; after the last hand nobody does.

    clause: three-thirteen.turn.to-act
    clause: three-thirteen.match.over
    pre: 0 <= mover < seats and 0 <= dealer < seats and 1 <= hand_number <= 11 and 0 <= phase < 5
    post: _
    """
    at = table(seats, mover, HAND, dealer=dealer, hand_number=hand_number)
    states = (
        BeforeDeal(dealer, hand_number, at.ledger),
        Drawing(at),
        Discarding(at),
        Reshuffling(at, Next.TURN),
        Over(at, nobody_won(seats, mover)),
    )
    acting = GAME.actors(DEFAULT, states[phase])
    if phase == 4:
        return acting == ((CHANCE,) if hand_number < 11 else ())
    return acting == ((mover,) if phase in (1, 2) else (CHANCE,))


@law(Bug(turn.not_to_act, "and actor == state.table.mover", ""))
def only_the_mover_acts(
    seats: Literal[2, 5], mover: Seat, seat: Seat, phase: int, kind: int
) -> bool:
    """A seat that is not the mover, or acts outside a turn, is refused whatever it tries.

    It has no legal action either.

    clause: three-thirteen.turn.to-act
    pre: 0 <= mover < seats and 0 <= seat < seats and 0 <= phase < 5 and 0 <= kind < 5
    pre: phase < 3 or seat != mover
    post: _
    """
    at = table(seats, mover, HAND, (Card(46),), (Card(47),))
    state = (
        before(seats, mover),
        Over(at, nobody_won(seats, mover)),
        Reshuffling(at, Next.CARD),
        Drawing(at),
        Discarding(at),
    )[phase]
    action = (DRAW, TAKE, Discard(HAND[0]), GoOut(HAND[0]), KEEP)[kind]
    refusal = Refusal(("three-thirteen.turn.to-act",))
    return GAME.step(DEFAULT, state, seat, action) == refusal and not GAME.legal(
        DEFAULT, state, seat
    )


@law(Bug(turn.not_to_act, "if actor is CHANCE:", "if actor is not None:"))
def seats_and_chance_keep_apart(
    seats: Literal[2, 5], seat: Seat, phase: int, kind: int, shuffles: bool
) -> bool:
    """A seat neither deals nor shuffles, and chance neither draws nor discards, at any time.

    clause: three-thirteen.turn.to-act
    pre: 0 <= seat < seats and 0 <= phase < 5 and 0 <= kind < 5
    post: _
    """
    at = table(seats, MOVER, HAND, (Card(46),), (Card(47),))
    state = (
        before(seats, MOVER),
        Over(at, nobody_won(seats, MOVER)),
        Reshuffling(at, Next.CARD),
        Drawing(at),
        Discarding(at),
    )[phase]
    action = (DRAW, TAKE, Discard(HAND[0]), GoOut(HAND[0]), KEEP)[kind]
    refusal = Refusal(("three-thirteen.turn.to-act",))
    by_seat = GAME.step(DEFAULT, state, seat, Reshuffle(()) if shuffles else DEALT)
    return by_seat == refusal and GAME.step(DEFAULT, state, CHANCE, action) == refusal


@law(
    Bug(
        turn._not_due,
        "if not isinstance(state, BeforeDeal | Over)",
        "if isinstance(state, Drawing | Discarding)",
    )
)
def chance_waits_for_its_time(
    seats: Literal[2, 5], mover: Seat, phase: int, hand_number: int
) -> bool:
    """Chance shuffles only where a stock is due, and deals only between two hands of a match.

    Each wrong time has a clause of its own.

    clause: three-thirteen.stock.reshuffle-due
    clause: three-thirteen.deal.between-hands
    clause: three-thirteen.match.over
    pre: 0 <= mover < seats and 0 <= phase < 5 and 1 <= hand_number <= 11
    post: _
    """
    at = table(seats, mover, HAND, (Card(46),), (Card(47),), hand_number=hand_number)
    state = (
        BeforeDeal(mover, hand_number, at.ledger),
        Over(at, nobody_won(seats, mover)),
        Reshuffling(at, Next.CARD),
        Drawing(at),
        Discarding(at),
    )[phase]
    deal, shuffle = (
        turn.not_to_act(DEFAULT, state, CHANCE, DEALT),
        turn.not_to_act(DEFAULT, state, CHANCE, Reshuffle(())),
    )
    if phase >= 2:
        wrong_deal: tuple[str, ...] = ("three-thirteen.deal.between-hands",)
    elif phase == 1 and hand_number == 11:
        wrong_deal = ("three-thirteen.match.over",)
    else:
        wrong_deal = ()
    wrong_shuffle = () if phase == 2 else ("three-thirteen.stock.reshuffle-due",)
    return deal == wrong_deal and shuffle == wrong_shuffle


@law(Bug(turn.wrong_phase, "if isinstance(action, Draw | Take)", "if isinstance(action, Draw)"))
def a_draw_and_then_the_rest(
    seats: Seats, mover: Seat, has_drawn: bool, kind: int, gone: bool
) -> bool:
    """A mover that has drawn draws no more; before the draw it neither discards nor goes out.

    clause: three-thirteen.draw.one-card
    clause: three-thirteen.draw.first-action
    pre: 0 <= mover < seats and 0 <= kind < 6
    pre: kind < 2 if has_drawn else kind >= 2
    post: _
    """
    other = Seat(0 if mover == seats - 1 else mover + 1)
    at = table(seats, mover, HAND, (Card(46),), (Card(47),), out=other if gone else None)
    state = Discarding(at) if has_drawn else Drawing(at)
    actions = (DRAW, TAKE, Discard(HAND[0]), GoOut(HAND[0]), GoOut(), KEEP)
    clause = "three-thirteen.draw.one-card" if has_drawn else "three-thirteen.draw.first-action"
    return GAME.step(DEFAULT, state, mover, actions[kind]) == Refusal((clause,))


@law(Bug(out.end_the_hand, "neighbour(table.mover, len(table.hands))", "table.mover"))
def the_end_of_the_hand(seats: Seats, mover: Seat, dealer: Seat, gone: Seat, anybody: bool) -> bool:
    """The hand is over just when the turn would come to the seat that has gone out.

    Else that turn begins.

    clause: three-thirteen.out.hand-ends
    clause: three-thirteen.out.one-more-turn
    clause: three-thirteen.turn.left
    pre: 0 <= mover < seats and 0 <= dealer < seats and 0 <= gone < seats
    post: _
    """
    following = 0 if mover == seats - 1 else mover + 1
    at = table(seats, mover, (), (Card(46),), dealer=dealer, out=gone if anybody else None)
    reached = GAME.follow(DEFAULT, TurnDone(at))
    if anybody and gone == following:
        return isinstance(reached, Over) and reached.result.out == gone
    return isinstance(reached, Drawing) and reached.table.mover == following


@law(Bug(turn.pass_the_turn, "neighbour(table.mover", "neighbour(table.out or table.mover"))
def the_final_turns(seats: Seats, gone: Seat, dealer: Seat) -> bool:
    """After a going out each other seat has just one more turn, in the usual order.

    clause: three-thirteen.out.one-more-turn
    clause: three-thirteen.out.hand-ends
    clause: three-thirteen.turn.left
    pre: 0 <= gone < seats and 0 <= dealer < seats
    post: _
    """
    at = table(seats, gone, (), (Card(46),), dealer=dealer)
    state = GAME.follow(DEFAULT, turn.end_turn(at, goes_out=True))
    movers: list[int] = []
    while isinstance(state, Drawing) and len(movers) < seats:
        movers.append(state.table.mover)
        state = GAME.follow(DEFAULT, turn.end_turn(state.table))
    others = [seat for seat in range(seats) if seat > gone] + [
        seat for seat in range(seats) if seat < gone
    ]
    return movers == others and isinstance(state, Over)


@law(Bug(turn.end_turn, "hand = without_card(table.hand, discard)", "hand = table.hand"))
def sizes_of_hands_in_a_turn(
    seats: Literal[2, 5], mover: Seat, size: int, takes: bool, goes_out: bool
) -> bool:
    """A hand has one card more between the draw and the discard; all others have their size.

    clause: three-thirteen.draw.one-card
    clause: three-thirteen.discard.one-card
    clause: three-thirteen.deal.vary
    pre: 0 <= mover < seats and 1 <= size <= 3
    post: _
    """
    dealt = (Card(3), Card(3), Card(20))[:size]
    alike = (dealt,) * 6
    at = table(seats, mover, dealt, (Card(46), Card(46)), (Card(47), Card(47)))
    start = Drawing(replace(at, hands=at_seat(seats, mover, dealt, alike)))
    drawn = GAME.step(DEFAULT, start, mover, TAKE if takes else DRAW)
    if not isinstance(drawn, Discarding):
        return False
    done = turn.end_turn(drawn.table, Card(3), goes_out=goes_out)
    sizes = tuple(len(hand) for hand in drawn.table.hands)
    return (
        sizes == tuple(size + (1 if seat == mover else 0) for seat in range(seats))
        and tuple(len(hand) for hand in done.table.hands) == (size,) * seats
    )


@law(Bug(turn.end_turn, "(*table.discard, discard)", "(discard,)"))
def sizes_of_the_piles(mover: Seat, held: int, pile: int, takes: bool) -> bool:
    """A turn leaves the piles together as large as they were, and a discard for the next seat.

    The stock has a card less after a draw, and the pile is as large as before after a take.

    clause: three-thirteen.draw.one-card
    clause: three-thirteen.discard.one-card
    clause: three-thirteen.discard.face-up-on-top
    clause: three-thirteen.draw.pile-empty
    pre: 0 <= mover < 3 and 1 <= held <= 2 and 0 <= pile <= 2
    pre: pile >= 1 or not takes
    post: _
    """
    piles = (Card(46), Card(46), Card(47))
    at = table(3, mover, HAND, piles[:held], piles[:pile], out=Seat((mover + 2) % 3))
    drawn = GAME.step(DEFAULT, Drawing(at), mover, TAKE if takes else DRAW)
    if not isinstance(drawn, Discarding):
        return False
    done = GAME.step(DEFAULT, drawn, mover, Discard(HAND[1]))
    if not isinstance(done, Drawing):
        return False
    sizes = (len(done.table.stock), len(done.table.discard))
    return sizes == ((held, pile) if takes else (held - 1, pile + 1))


@law(Bug(stock.renew_stock, "discard=state.table.discard[-1:]", "discard=()"))
def sizes_after_a_new_stock(mover: Seat, pile: int, then: Next) -> bool:
    """A new stock has all discards but one, and the pile that one; hands stay in their size.

    A mover that was waiting for a card has it from the new stock.

    clause: three-thirteen.stock.rebuild
    clause: three-thirteen.stock.keep-upcard
    clause: three-thirteen.draw.one-card
    pre: 0 <= mover < 3 and 2 <= pile <= 5
    post: _
    """
    cards = (Card(46), Card(46), Card(46), Card(46), Card(46))
    at = table(3, mover, HAND, (), cards[:pile])
    reached = GAME.step(DEFAULT, Reshuffling(at, then), CHANCE, Reshuffle(cards[: pile - 1]))
    if not isinstance(reached, Drawing | Discarding):
        return False
    draws = then is Next.CARD
    after = reached.table
    sizes = (len(after.stock), len(after.discard), len(after.hand))
    return sizes == ((pile - 2, 1, 4) if draws else (pile - 1, 1, 3)) and isinstance(
        reached, Drawing
    ) == (then is Next.TURN)


@law(Bug(out.announce, "goes_out=True", "goes_out=state.table.out is not None"))
def a_turn_after_a_going_out(seats: Seats, mover: Seat, hand_number: int) -> bool:
    """A seat that goes out ends its turn, and the next seat has the first of the final turns.

    clause: three-thirteen.out.announce
    clause: three-thirteen.out.one-more-turn
    clause: three-thirteen.discard.ends-turn
    pre: 0 <= mover < seats and 1 <= hand_number <= 11
    post: _
    """
    hand = (Card(0), Card(13), Card(26), Card(45))
    at = table(seats, mover, hand, (Card(46),), (Card(47),), hand_number=hand_number)
    reached = GAME.step(DEFAULT, Discarding(at), mover, GoOut(Card(45)))
    left = Seat(0 if mover == seats - 1 else mover + 1)
    return (
        isinstance(reached, Drawing)
        and (reached.table.out, reached.table.mover) == (mover, left)
        and reached.table.discard == (Card(47), Card(45))
        and reached.table.hands[mover] == hand[:3]
    )


@law(
    Bug(
        match.next_dealer,
        "return opponents(dealer, seats)[-1]",
        "return opponents(dealer, seats)[0]",
    )
)
def the_next_dealer(
    seats: Seats,
    dealer: Seat,
    mover: Seat,
    hand_number: int,
    begun: bool,
    direction: Literal["left", "right"],
) -> bool:
    """The deal moves on to the next seat after each hand, or by a reading to the one before.

    The first dealer is the seat that was named.

    clause: three-thirteen.match.deal-rotates
    pre: 0 <= dealer < seats and 0 <= mover < seats and 1 <= hand_number <= 10
    post: _
    """
    rules = Rules(match=options.Match(rotation_direction=direction))
    if not begun:
        return match.next_dealer(rules, before(seats, dealer, hand_number)) == dealer
    at = table(seats, mover, (), dealer=dealer, hand_number=hand_number)
    deals = match.next_dealer(rules, Over(at, nobody_won(seats, mover)))
    if direction == "left":
        return deals == (0 if dealer == seats - 1 else dealer + 1)
    return deals == (seats - 1 if dealer == 0 else dealer - 1)


@law(Bug(match.coming_hand, "state.table.hand_number + 1", "state.table.hand_number"))
def the_coming_hand(seats: Seats, mover: Seat, hand_number: int, begun: bool) -> bool:
    """The hand that is dealt next has the next number, and the first one the number stated.

    clause: three-thirteen.match.eleven
    pre: 0 <= mover < seats and 1 <= hand_number <= 10
    post: _
    """
    if not begun:
        return match.coming_hand(before(seats, mover, hand_number)) == hand_number
    at = table(seats, mover, (), hand_number=hand_number)
    return match.coming_hand(Over(at, nobody_won(seats, mover))) == hand_number + 1


@law(Bug(match.is_a_hand, "1 <= hand_number", "0 <= hand_number"), quick=True)
def eleven_hands(hand_number: int) -> bool:
    """A match has the hands from one to eleven, and the eleventh is the last.

    clause: three-thirteen.match.eleven
    pre: hand_number == hand_number
    post: _
    """
    numbers = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
    return match.is_a_hand(DEFAULT, hand_number) == (hand_number in numbers) and match.is_last(
        DEFAULT, hand_number
    ) == (hand_number == 11)


@law(Bug(match.begin, "(0,) * seats, (0,) * seats", "(0,) * seats, (1,) * seats"))
def a_match_begins(seats: Seats, dealer: Seat, hand_number: int) -> bool:
    """A match begins before a deal, with no points, and no going out of any seat.

    clause: three-thirteen.players.min
    clause: three-thirteen.match.scores-add-up
    pre: 0 <= dealer < seats and 1 <= hand_number <= 11
    post: _
    """
    nothing = tuple(0 for _ in range(seats))
    begun = match.begin(seats, dealer, hand_number)
    return begun == BeforeDeal(dealer, hand_number, Ledger(nothing, nothing))
