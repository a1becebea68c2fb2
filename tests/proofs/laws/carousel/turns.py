"""Whose turn it is, what it may do in each phase, and how a turn begins and ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from meldspec.cards import Card
from meldspec.carousel import draw, game, knock, stock, turn
from meldspec.carousel.options import DEFAULT, Draw, Knock, Rules, Stock, StockExhausted
from meldspec.carousel.table import (
    DECLINE,
    KNOCK,
    BeforeDeal,
    Decided,
    Drawing,
    Knocking,
    Melding,
    Over,
    Rearrange,
    TurnBegins,
)
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import DRAW, neighbour

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.carousel import ledger, result, table

Actor = Literal["only_player_just_ended", "anyone_below_five"]

NO_CARDS = Rearrange((), ())
TOP = (Card(30), Card(31))


@law(Bug(neighbour, "(seat + 1) % seats", "(seat + 1) % 5"))
def the_turn_goes_round(mover: Seat, seats: int, a: Card, b: Card, draws: int, passed: int) -> bool:
    """When nobody knocks the next seat has its turn, after the last seat the first.

    Nothing else changes but that nobody has drawn a card yet in the new turn.

    clause: carousel.turn.left
    clause: carousel.knock.window
    pre: 2 <= seats <= 5 and 0 <= mover < seats and 0 <= a <= b < 53
    pre: 0 <= draws <= 3 and 0 <= passed < 5
    post: _
    """
    at = table(mover, (a, b), TOP, seats=seats, draws=draws, passed=passed)
    after = turn.pass_the_turn.comes(DEFAULT, Knocking(at, (mover,)))
    if after is None:
        return False
    now = after.table
    return (
        now.mover == (0 if mover == seats - 1 else mover + 1)
        and (now.draws, now.passed, now.hands, now.stock) == (0, passed, at.hands, TOP)
        and (now.dealer, now.melds, now.ledger) == (at.dealer, at.melds, at.ledger)
    )


@law(
    Bug(
        turn.pass_the_turn,
        "if not state.declined or to_knock(rules, state)",
        "if not state.declined",
    )
)
def when_the_turn_passes(mover: Seat, zero: bool, one: bool, two: bool, who: Actor) -> bool:
    """The next turn begins when the seat of the last one has declined to knock, and not before.

    By a reading everybody has to decline.

    clause: carousel.knock.window
    clause: carousel.turn.left
    clause: carousel.knock.silent
    pre: 0 <= mover < 3
    post: _
    """
    rules = Rules(knock=Knock(knock_actor=who))
    said = (zero, one, two)
    declined = tuple(Seat(seat) for seat in range(3) if said[seat])
    passes = turn.pass_the_turn.comes(rules, Knocking(table(mover, (), TOP), declined)) is not None
    return passes == (said[mover] if who == "only_player_just_ended" else zero and one and two)


@law(Bug(knock.is_asked, "if seat in state.declined", "if state.declined"))
def who_is_asked_to_knock(
    mover: Seat, seat: Seat, zero: bool, one: bool, two: bool, who: Actor
) -> bool:
    """After a turn its seat is asked whether it knocks, by a reading every seat, each one once.

    clause: carousel.knock.after-own-turn
    clause: carousel.knock.silent
    clause: carousel.turn.to-act
    pre: 0 <= mover < 3 and 0 <= seat < 3
    post: _
    """
    rules = Rules(knock=Knock(knock_actor=who))
    said = (zero, one, two)
    state = Knocking(table(mover, ()), tuple(Seat(each) for each in range(3) if said[each]))
    asked = not said[seat] and (seat == mover or who == "anyone_below_five")
    actors = turn.actors(rules, state)
    return (
        knock.is_asked(rules, state, seat) == asked
        and (seat in actors) == asked
        and turn.may_act(rules, state, seat) == asked
    )


@law(Bug(turn.may_act, "return seat == state.table.mover", "return seat >= state.table.mover"))
def who_acts_in_each_phase(phase: int, mover: Seat, seat: Seat, a: Card, draws: int) -> bool:
    """While a turn goes on its seat alone is to act; between hands chance deals and no seat acts.

    clause: carousel.turn.to-act
    clause: carousel.deal.between-hands
    pre: 0 <= phase < 4 and 0 <= mover < 3 and 0 <= seat < 3 and 0 <= a < 53 and 0 <= draws <= 3
    post: _
    """
    at = table(mover, (a,), TOP, draws=draws)
    state = (
        Drawing(at),
        Melding(at),
        BeforeDeal(Seat(0), ledger(3)),
        Over(at, result((Seat(0),))),
    )[phase]
    actors = turn.actors(DEFAULT, state)
    if phase < 2:
        return actors == (mover,) and turn.may_act(DEFAULT, state, seat) == (seat == mover)
    legal = game.GAME.legal(DEFAULT, state, seat)
    return actors == (CHANCE,) and not turn.may_act(DEFAULT, state, seat) and legal == ()


@law(
    Bug(
        turn.not_to_act, "asked = is_to_act(rules, state, actor, action)", "asked = actor != CHANCE"
    )
)
def nobody_else_acts(phase: int, mover: Seat, seat: Seat, kind: int) -> bool:
    """A seat that is not to act is refused, and hears besides where the phase is another.

    The next seat that draws too early hears instead that it has to wait for the knock.

    clause: carousel.turn.to-act
    clause: carousel.knock.next-waits
    clause: carousel.knock.nothing-else
    clause: carousel.knock.after-own-turn
    clause: carousel.draw.first
    pre: 0 <= phase < 3 and 0 <= kind < 4 and 0 <= mover < 3 and 0 <= seat < 3 and seat != mover
    post: _
    """
    at = table(mover, (), TOP, draws=0 if phase == 0 else 1)
    state = (Drawing(at), Melding(at), Knocking(at))[phase]
    action = (DRAW, NO_CARDS, KNOCK, DECLINE)[kind]
    refused = game.GAME.step(DEFAULT, state, seat, action)
    if phase == 2 and kind == 0 and seat == (mover + 1) % 3:
        return refused == Refusal(("carousel.knock.next-waits",))
    here = "carousel.turn.to-act"
    phases = (
        (here, "carousel.draw.first", "carousel.knock.after-own-turn", "carousel.draw.first"),
        (here, here, "carousel.knock.after-own-turn", here),
        ("carousel.knock.nothing-else", "carousel.knock.nothing-else", here, here),
    )
    also = phases[phase][kind]
    return refused == Refusal((here,) if also == here else (here, also))


@law(Bug(turn.wrong_phase, '"carousel.knock.nothing-else"', '"carousel.draw.first"'))
def what_a_phase_has_no_room_for(phase: int, mover: Seat, kind: int, draws: int) -> bool:
    """A seat draws before all else, knocks only after its turn, and then does nothing else.

    clause: carousel.draw.first
    clause: carousel.knock.after-own-turn
    clause: carousel.knock.nothing-else
    clause: carousel.meld.ends-turn
    clause: carousel.rearrange.only-while-melding
    pre: 0 <= phase < 3 and 0 <= kind < 4 and 0 <= mover < 3 and 1 <= draws <= 3
    pre: (phase, kind) in ((0, 1), (0, 2), (0, 3), (1, 2), (2, 0), (2, 1))
    post: _
    """
    at = table(mover, (), TOP, draws=0 if phase == 0 else draws)
    state = (Drawing(at), Melding(at), Knocking(at))[phase]
    action = (DRAW, NO_CARDS, KNOCK, DECLINE)[kind]
    clause = (
        "carousel.knock.after-own-turn"
        if kind == 2
        else "carousel.draw.first"
        if phase == 0
        else "carousel.knock.nothing-else"
    )
    return game.GAME.step(DEFAULT, state, mover, action) == Refusal((clause,))


@law(Bug(knock.draws_too_early, "neighbour(state.table.mover, state.table.seats)", "0"))
def whose_draw_comes_too_early(
    phase: int, mover: Seat, seat: Seat, chance: bool, said: bool, draws: bool
) -> bool:
    """The next seat draws too early as long as a seat is asked, be it that seat or another one.

    clause: carousel.knock.next-waits
    pre: 0 <= phase < 2 and 0 <= mover < 3 and 0 <= seat < 3
    post: _
    """
    at = table(mover, (), TOP)
    declined = (seat,) if said else ()
    state = Melding(at) if phase == 0 else Knocking(at, declined)
    action = DRAW if draws else DECLINE
    early = knock.draws_too_early(state, CHANCE if chance else seat, action)
    return early == (phase == 1 and draws and not chance and seat == (mover + 1) % 3)


# ── how a turn begins ────────────────────────────────────────────────────────────────────────────


@law(
    Bug(stock.end_with_the_stock, "table.passed == table.seats or", "table.passed > table.seats or")
)
def a_turn_begins(
    mover: Seat, seats: int, cards: int, passed: int, ends: StockExhausted, a: Card
) -> bool:
    """A turn begins with a draw; where there is no card for it, the hand is over.

    By a reading the seat may then meld all the same, until each has gone on without one.

    clause: carousel.draw.first
    clause: carousel.stock.exhausted
    clause: carousel.stock.void
    pre: 2 <= seats <= 5 and 0 <= mover < seats and 0 <= cards <= 2 and 0 <= passed <= seats
    pre: 0 <= a < 53
    post: _
    """
    rules = Rules(stock=Stock(stock_exhausted=ends))
    at = table(mover, (a,), TOP[:cards], passed=passed, seats=seats)
    state = TurnBegins(at)
    over = stock.end_with_the_stock.comes(rules, state)
    if cards > 0:
        return over is None and draw.begin_the_turn.comes(rules, state) == Drawing(at)
    if ends == "play_on" and passed < seats:
        return over is None and draw.begin_the_turn.comes(rules, state) == Melding(at)
    return over == Decided(at, None)


@law(Bug(draw.begin_the_turn, "if state.table.stock else", "if not state.table.stock else"))
def the_next_turn_after_a_decline(mover: Seat, seats: int, cards: int) -> bool:
    """When the knock is declined the next seat is to draw, or the hand is over without a winner.

    clause: carousel.turn.left
    clause: carousel.stock.exhausted
    clause: carousel.stock.void
    clause: carousel.knock.optional
    clause: carousel.stock.hands-shown
    pre: 2 <= seats <= 3 and 0 <= mover < seats and 0 <= cards <= 1
    post: _
    """
    at = table(mover, (), TOP[:cards], seats=seats, draws=1)
    after = game.GAME.step(DEFAULT, Knocking(at), mover, DECLINE)
    following = Seat((mover + 1) % seats)
    if cards > 0:
        return isinstance(after, Drawing) and game.GAME.actors(DEFAULT, after) == (following,)
    return (
        isinstance(after, Over)
        and after.result.winners == ()
        and after.result.points == (0,) * seats
        and after.result.boxes == (0,) * seats
        and after.result.knocker is None
    )


# ── drawing again, and ending a turn ─────────────────────────────────────────────────────────────


@law(Bug(draw.is_no_fourth_card, "< DRAWS", "<= DRAWS"), quick=True)
def no_fourth_card(mover: Seat, draws: int, cards: int) -> bool:
    """In a turn a card may be drawn as long as the stock has one and fewer than three were drawn.

    clause: carousel.draw.no-fourth
    clause: carousel.stock.nothing-to-draw
    clause: carousel.draw.second
    clause: carousel.draw.third
    pre: 0 <= mover < 3 and 0 <= draws <= 3 and 0 <= cards <= 2
    post: _
    """
    state = Melding(table(mover, (Card(0),), TOP[:cards], draws=draws))
    reached = draw.DRAW_AGAIN.make(DEFAULT, state, mover, DRAW)
    if cards == 0:
        return reached == Refusal(("carousel.stock.nothing-to-draw",))
    if draws == 3:
        return reached == Refusal(("carousel.draw.no-fourth",))
    return not isinstance(reached, Refusal)


@law(Bug(draw.turn_may_end, "if table.draws == 1:", "if table.draws >= 1:"))
def when_a_turn_may_end(
    mover: Seat,
    draws: int,
    cards: int,
    first: Literal["must_continue", "may_pass"],
    second: Literal["must_continue", "may_pass"],
) -> bool:
    """A turn ends without a meld after the third card, or where the stock has no more cards.

    By one reading it may end after the first card too, by another after the second.

    clause: carousel.draw.no-pass
    clause: carousel.draw.short-stock
    clause: carousel.meld.optional
    pre: 0 <= mover < 3 and 1 <= draws <= 3 and 0 <= cards <= 2
    post: _
    """
    rules = Rules(draw=Draw(second_draw=first, second_pass=second))
    state = Melding(table(mover, (Card(0),), TOP[:cards], draws=draws))
    reached = draw.PASS.make(rules, state, mover, DECLINE)
    ends = (
        cards == 0
        or draws == 3
        or (draws == 1 and first == "may_pass")
        or (draws == 2 and second == "may_pass")
    )
    return isinstance(reached, Knocking) if ends else reached == Refusal(("carousel.draw.no-pass",))


@enumerated(Bug(draw.turn_may_end, "not table.stock or", ""))
def what_is_legal_in_a_phase() -> Iterator[tuple[object, bool]]:
    """A seat may draw, go on or knock just as the clauses say; nobody else may do anything.

    clause: carousel.draw.first
    clause: carousel.draw.no-pass
    clause: carousel.draw.no-fourth
    clause: carousel.draw.short-stock
    clause: carousel.knock.optional
    clause: carousel.knock.threshold
    clause: carousel.turn.to-act
    over: every phase of a hand, mover and seat of three, number of draws, and stock of 0 to 2 cards
    over: a hand of one card that counts four or five, and can be brought into no meld
    """
    for mover, seat, draws, cards, card in product(range(3), range(3), (1, 2, 3), range(3), (3, 4)):
        at = table(Seat(mover), (Card(card),), TOP[:cards], draws=draws)
        begun = table(Seat(mover), (Card(card),), TOP)
        mine = seat == mover
        case = (mover, seat, draws, cards, card)
        drawing = game.GAME.legal(DEFAULT, Drawing(begun), Seat(seat))
        yield case, drawing == ((DRAW,) if mine else ())
        knocking = game.GAME.legal(DEFAULT, Knocking(at), Seat(seat))
        yield case, knocking == ((KNOCK, DECLINE)[card - 3 :] if mine else ())
        melding = game.GAME.legal(DEFAULT, Melding(at), Seat(seat))
        ends = cards == 0 or draws == 3
        yield case, melding == ((DECLINE if ends else DRAW,) if mine else ())
