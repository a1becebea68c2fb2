"""What each move changes: the whole state after it, spelled out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Literal

from meldspec import hands
from meldspec.cards import Card
from meldspec.carousel import draw, game, knock, rearrange, score, stock
from meldspec.carousel.options import DEFAULT, Draw, Knock, Match, Rules, Stock, StockExhausted
from meldspec.carousel.table import (
    DECLINE,
    KNOCK,
    Decided,
    Drawing,
    Knocking,
    Ledger,
    Melding,
    Over,
    Rearrange,
    Result,
    change,
)
from meldspec.manipulation import Placed
from meldspec.play import Refusal, Seat
from meldspec.table import DRAW

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import carousel as plain
from ...tables.carousel import table

MELDS = ((Placed(39), Placed(40), Placed(41)),)


def in_order(a: Card, b: Card, top: Card) -> tuple[Card, ...]:
    """Three cards in order, the first two of which are."""
    if top <= a:
        return (top, a, b)
    return (a, top, b) if top <= b else (a, b, top)


@law(Bug(draw._with_stock_card, "stock=table.stock[1:]", "stock=table.stock[:-1]"))
def the_first_card(mover: Seat, a: Card, b: Card, top: Card, under: Card, passed: int) -> bool:
    """The first card of a turn is the top one of the stock, and nothing else changes.

    clause: carousel.draw.first
    clause: carousel.draw.stock-only
    clause: carousel.meld.after-first
    pre: 0 <= mover < 3 and 0 <= a <= b < 53 and 0 <= top < 53 and 0 <= under < 53 and 0 <= passed
    post: _
    """
    before = table(mover, (a, b), (top, under), MELDS, passed=passed)
    after = table(mover, in_order(a, b, top), (under,), MELDS, draws=1, passed=passed)
    return game.GAME.step(DEFAULT, Drawing(before), mover, DRAW) == Melding(after)


@law(Bug(draw.draw_again, "table.draws == DRAWS and", "table.draws >= 2 and"))
def the_second_and_third_card(
    mover: Seat,
    a: Card,
    b: Card,
    top: Card,
    under: Card,
    third: bool,
    after_third: Literal["turn_over", "may_meld"],
) -> bool:
    """A second card and a third one are drawn like the first, and with the third the turn is over.

    By a reading the seat may still meld then.

    clause: carousel.draw.second
    clause: carousel.draw.third
    clause: carousel.turn.third-ends
    clause: carousel.meld.after-second
    clause: carousel.draw.stock-only
    pre: 0 <= mover < 3 and 0 <= a <= b < 53 and 0 <= top < 53 and 0 <= under < 53
    post: _
    """
    rules = Rules(draw=Draw(meld_after_third=after_third))
    draws = 2 if third else 1
    before = table(mover, (a, b), (top, under), MELDS, draws=draws)
    after = table(mover, in_order(a, b, top), (under,), MELDS, draws=draws + 1)
    reached = game.GAME.step(rules, Melding(before), mover, DRAW)
    over = third and after_third == "turn_over"
    return reached == (Knocking(after) if over else Melding(after))


@law(Bug(hands.with_card, "(*hand[:place], card, *hand[place:])", "(card, *hand)"))
def a_card_joins_a_hand(a: Card, b: Card, card: Card) -> bool:
    """A card that joins a hand lies there in its place, beside one that looks the same too.

    clause: carousel.draw.stock-only
    pre: 0 <= a <= b < 53 and 0 <= card < 53
    post: _
    """
    return hands.with_card((a, b), card) == in_order(a, b, card)


@law(Bug(draw.end_without_a_meld, "0 if table.draws else table.passed + 1", "table.passed + 1"))
def a_turn_without_a_meld(mover: Seat, a: Card, draws: int, passed: int) -> bool:
    """A turn that ends without a meld leaves all cards where they are.

    Where it began without a card to draw, it is counted among such turns; else none is.

    clause: carousel.draw.short-stock
    clause: carousel.meld.optional
    clause: carousel.stock.exhausted
    pre: 0 <= mover < 3 and 0 <= a < 53 and 0 <= draws <= 3 and 0 <= passed < 3
    post: _
    """
    before = table(mover, (a,), (), MELDS, draws=draws, passed=passed)
    turns = passed + 1 if draws == 0 else 0
    after = table(mover, (a,), (), MELDS, draws=draws, passed=turns)
    return draw.PASS.make(DEFAULT, Melding(before), mover, DECLINE) == Knocking(after)


@law(
    Bug(knock.end_the_hand, "Decided(state.table, seat)", "Decided(state.table, state.table.mover)")
)
def a_knock_ends_the_hand(mover: Seat, seat: Seat, a: Card, draws: int) -> bool:
    """With a knock the hand is decided as it stands, and the seat that has knocked is the knocker.

    clause: carousel.knock.ends-hand
    clause: carousel.knock.no-melding-after
    clause: carousel.knock.window
    pre: 0 <= mover < 3 and 0 <= seat < 3 and 0 <= a < 53 and 0 <= draws <= 3
    post: _
    """
    at = table(mover, (a,), (Card(30),), MELDS, draws=draws)
    return knock.end_the_hand.makes(DEFAULT, Knocking(at), seat, KNOCK) == Decided(at, seat)


@law(Bug(knock.let_the_hand_go_on, "sorted((*state.declined, seat))", "(*state.declined, seat)"))
def a_knock_is_declined(mover: Seat, seat: Seat, other: Seat, a: Card, first: bool) -> bool:
    """A seat that declines to knock is kept among those that have, and nothing else changes.

    clause: carousel.knock.optional
    clause: carousel.knock.silent
    pre: 0 <= mover < 5 and 0 <= seat < 5 and 0 <= other < 5 and seat != other and 0 <= a < 53
    post: _
    """
    at = table(mover, (a,), (Card(30),), MELDS, seats=5)
    before = Knocking(at, () if first else (other,))
    after = (seat,) if first else (seat, other) if seat < other else (other, seat)
    return knock.let_the_hand_go_on.makes(DEFAULT, before, seat, DECLINE) == Knocking(at, after)


@law(
    Bug(
        knock.knock_with_an_empty_hand,
        "if state.table.hand or state.declined or",
        "if state.declined or",
    )
)
def an_empty_hand_knocks(
    mover: Seat, a: Card, empty: bool, declined: bool, reading: Literal["may_decline", "auto_knock"]
) -> bool:
    """By a reading a turn that leaves its seat without cards is a knock; else nothing comes of it.

    clause: carousel.knock.optional
    clause: carousel.knock.ends-hand
    pre: 0 <= mover < 3 and 0 <= a < 53
    post: _
    """
    rules = Rules(knock=Knock(empty_hand=reading))
    at = table(mover, () if empty else (a,), (Card(30),), MELDS)
    before = Knocking(at, (Seat((mover + 1) % 3),) if declined else ())
    after = knock.knock_with_an_empty_hand.comes(rules, before)
    knocks = reading == "auto_knock" and empty and not declined
    return after == (Decided(at, mover) if knocks else None)


@enumerated(Bug(knock.may_knock, "worth(hand) < KNOCK_BELOW or", "worth(hand) <= KNOCK_BELOW or"))
def who_may_knock() -> Iterator[tuple[object, bool]]:
    """A seat knocks just when all its cards together count less than five.

    clause: carousel.knock.threshold
    clause: carousel.score.total-deadwood
    over: every hand of at most four cards of two suits up to the six, their kings and a joker
    over: like ones too, on an empty table of three
    """
    some = [13 * suit + rank for suit in range(2) for rank in (0, 1, 2, 3, 4, 5, 12)]
    for size in range(5):
        for cards in combinations_with_replacement((*some, plain.JOKER), size):
            state = Knocking(table(Seat(1), tuple(map(Card, cards)), (Card(30),)))
            reached = knock.KNOCK_MOVE.make(DEFAULT, state, Seat(1), KNOCK)
            few = sum(map(plain.value, cards)) < 5
            refusal = Refusal(("carousel.knock.threshold",))
            yield cards, reached == (Decided(state.table, Seat(1)) if few else refusal)


@enumerated(Bug(rearrange.leave_the_new_table, "passed=0", "passed=1"))
def a_rearrangement() -> Iterator[tuple[object, bool]]:
    """A rearrangement leaves the table as it was said, takes its cards, and ends the turn.

    clause: carousel.table.shared
    clause: carousel.meld.amount
    clause: carousel.meld.ends-turn
    clause: carousel.rearrange.whole
    clause: carousel.joker.wild
    over: every hand of at most five cards of five, like ones too, and every choice of its cards
    over: each of three numbers of draws
    """
    there = (Placed(13), Placed(26), Placed(39))
    for size in range(1, 6):
        for cards in combinations_with_replacement((0, 5, 7, 51, plain.JOKER), size):
            hand = tuple(map(Card, cards))
            for chosen in plain.choices(cards):
                left = list(cards)
                for card in chosen:
                    left.remove(card)
                laid = tuple(Placed(card) for card in sorted(chosen, reverse=True))
                for draws in (1, 2, 3):
                    before = Melding(table(Seat(2), hand, (), (there,), draws=draws, passed=2))
                    action = Rearrange((laid, there), tuple(map(Card, sorted(chosen))))
                    after = rearrange.leave_the_new_table.makes(DEFAULT, before, Seat(2), action)
                    melds = tuple(sorted(((there), laid[::-1])))
                    held = tuple(map(Card, left))
                    right = table(Seat(2), held, (), melds, draws=draws, passed=0)
                    yield (cards, chosen, draws), after == Knocking(right)


@law(Bug(change, "ledger=table.ledger if ledger is None else ledger", "ledger=table.ledger"))
def a_hand_is_scored(
    knocker: Seat, x: int, y: int, z: int, draws: int, timing: Literal["end_of_game", "per_hand"]
) -> bool:
    """When a hand is decided its points and boxes are entered, and the cards stay where they lie.

    Seat 0 has no card left, seat 1 the four of clubs, and seat 2 two tens.

    clause: carousel.knock.ends-hand
    clause: carousel.score.reveal
    clause: carousel.score.add-bonuses
    clause: carousel.score.nobody-else
    clause: carousel.match.box-bonus
    pre: 0 <= knocker < 2 and 0 <= draws <= 3
    post: _
    """
    rules = Rules(match=Match(box_timing=timing))
    at = table(
        Seat(2),
        (Card(9), Card(22)),
        (Card(30),),
        MELDS,
        draws=draws,
        kept=Ledger((x, y, z), (1, 2, 3)),
    )
    at = replace(at, mover=Seat(0), hands=((), (Card(3),), at.hand))
    reached = score.show_and_score.comes(rules, Decided(at, knocker))
    if reached is None:
        return False
    scored = 4 + 20 + 25 + (10 if knocker == 1 else 0) + (25 if timing == "per_hand" else 0)
    after = replace(at, draws=0, ledger=Ledger((x + scored, y, z), (2, 2, 3)))
    told = reached.result
    return (
        reached == Over(after, told)
        and (told.knocker, told.winners, told.deadwood) == (knocker, (Seat(0),), (0, 4, 20))
        and (told.points, told.boxes) == ((scored, 0, 0), (1, 0, 0))
        and sum(line.points for line in told.receipt) == scored
        and score.grounds(told) == ("carousel.knock.ends-hand",)
    )


@law(Bug(score.grounds, '"carousel.stock.exhausted"', '"carousel.stock.void"'))
def how_a_hand_was_decided(seat: Seat, knocked: bool) -> bool:
    """A hand that a seat has knocked was decided by the knock, and every other by the stock.

    clause: carousel.knock.ends-hand
    clause: carousel.stock.exhausted
    pre: 0 <= seat < 3
    post: _
    """
    told = Result(seat if knocked else None, (), (0, 0, 0), (), (0, 0, 0), (0, 0, 0))
    return score.grounds(told) == (
        ("carousel.knock.ends-hand",) if knocked else ("carousel.stock.exhausted",)
    )


@law(Bug(stock.after_the_stock, "rules.stock.stock_exhausted", '"void"'))
def what_follows_the_stock(ends: StockExhausted) -> bool:
    """What follows an empty stock is what the reading says.

    clause: carousel.stock.exhausted
    clause: carousel.stock.void
    pre: True
    post: _
    """
    return stock.after_the_stock(Rules(stock=Stock(stock_exhausted=ends))) == ends
