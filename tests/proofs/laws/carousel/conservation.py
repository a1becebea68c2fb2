"""No move makes a card or loses one, and each move leads to a state that may be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal, get_args

from meldspec.cards import Card
from meldspec.carousel import deal, draw, game, knock, rearrange
from meldspec.carousel.joker import jokers_stay
from meldspec.carousel.options import DEFAULT, Draw, Rules, Stock, StockExhausted
from meldspec.carousel.table import (
    DECLINE,
    KNOCK,
    BeforeDeal,
    Drawing,
    Knocking,
    Melding,
    Over,
    Rearrange,
    State,
    Table,
)
from meldspec.manipulation import Placed
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import DRAW, Deal

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.carousel import ledger, table

Few = Literal[0, 1, 2]
MOVER = Seat(1)
MELDS = ((Placed(0), Placed(1), Placed(54 + 2)),)


def found(card: Card, at: Table) -> int:
    """How often a card lies somewhere: in hands, stock and melds, jokers there without names."""
    places = 0
    for zone in (*at.hands, at.stock):
        for lying in zone:
            places += lying == card
    for meld in at.melds:
        for placed in meld:
            places += (52 if placed > 52 else placed) == card
    return places


@law(Bug(draw._with_stock_card, "stock=table.stock[1:]", "stock=table.stock"))
def drawing_keeps_every_card(
    mover: Seat, a: Card, b: Card, top: Card, under: Card, draws: int, card: Card
) -> bool:
    """Drawing neither makes nor loses a card, and only the hand of the mover is another then.

    clause: carousel.draw.stock-only
    clause: carousel.draw.second
    clause: carousel.draw.third
    pre: 0 <= mover < 3 and 0 <= a <= b < 53 and 0 <= top < 53 and 0 <= under < 53
    pre: 0 <= draws < 3 and 0 <= card < 53
    post: _
    """
    before = table(mover, (a, b), (top, under), MELDS, draws=draws)
    state = Drawing(before) if draws == 0 else Melding(before)
    after = game.GAME.step(DEFAULT, state, mover, DRAW)
    if not isinstance(after, Melding | Knocking):
        return False
    now = after.table
    same = all(now.hands[seat] == before.hands[seat] for seat in range(3) if seat != mover)
    return found(card, now) == found(card, before) and same and len(now.hand) == 3


@law(Bug(deal.lay_out, "stock=action.stock", "stock=action.stock[:-1]"))
def dealing_keeps_every_card(
    dealer: Seat, a: Card, b: Card, c: Card, d: Card, e: Card, card: Card
) -> bool:
    """Every card that is dealt lies in a hand or in the stock, and no other lies anywhere.

    clause: carousel.deal.shuffle
    clause: carousel.match.new-hand
    clause: carousel.setup.stock
    pre: 0 <= dealer < 3
    pre: 0 <= a < 53 and 0 <= b < 53 and 0 <= c < 53 and 0 <= d < 53 and 0 <= e < 53
    pre: 0 <= card < 53
    post: _
    """
    made = Deal(((a,), (b,), (c,)), (d, e))
    after = deal.lay_out.makes(DEFAULT, BeforeDeal(dealer, ledger(3)), CHANCE, made)
    times = (a == card) + (b == card) + (c == card) + (d == card) + (e == card)
    return found(card, after.table) == times


@law(Bug(rearrange.leave_the_new_table, " - Counter(action.cards)", ""))
def rearranging_keeps_every_card(
    held: Few, old: bool, new: Few, played: Few, jokers: bool, more: Few, named: bool
) -> bool:
    """A rearrangement that keeps to its conditions neither makes nor loses a card.

    clause: carousel.rearrange.as-named
    clause: carousel.rearrange.from-hand
    clause: carousel.rearrange.no-pickup
    clause: carousel.joker.no-return
    pre: True
    post: _
    """
    seven, joker = Card(7), Card(52)
    there = ((Placed(7),) if old else (), (Placed(54),) if jokers else ())
    before = Melding(table(MOVER, (seven,) * held + (joker,), (), there))
    cards = (seven,) * played + ((joker,) if named else ())
    action = Rearrange(((Placed(7),) * new, (Placed(60),) * more), cards)
    for asked in (
        rearrange.plays_from_hand,
        rearrange.table_grows_as_named,
        rearrange.naturals_stay,
        jokers_stay,
    ):
        if not asked.holds(DEFAULT, before, MOVER, action):
            return True
    after = rearrange.leave_the_new_table.makes(DEFAULT, before, MOVER, action)
    return all(
        found(card, after.table) == found(card, before.table) for card in (seven, joker, Card(9))
    )


@law(Bug(draw.end_without_a_meld, "passed=0", "stock=table.stock[1:], passed=0"))
def ending_a_turn_keeps_every_card(
    mover: Seat, a: Card, top: Card, passes: bool, draws: int, card: Card
) -> bool:
    """Whoever ends a turn without a meld, knocks or declines to, moves no card.

    clause: carousel.draw.short-stock
    clause: carousel.knock.ends-hand
    clause: carousel.knock.optional
    clause: carousel.rearrange.only-while-melding
    pre: 0 <= mover < 3 and 0 <= a < 53 and 0 <= top < 53 and 0 <= draws <= 3 and 0 <= card < 53
    post: _
    """
    before = table(mover, (a,), (top,), MELDS, draws=draws)
    if passes:
        passed = draw.end_without_a_meld.makes(DEFAULT, Melding(before), mover, DECLINE)
        return found(card, passed.table) == found(card, before)
    state = Knocking(before)
    declined = knock.let_the_hand_go_on.makes(DEFAULT, state, mover, DECLINE)
    ended = knock.end_the_hand.makes(DEFAULT, state, mover, KNOCK)
    return found(card, declined.table) == found(card, ended.table) == found(card, before)


# ── states that may be ───────────────────────────────────────────────────────────────────────────


def may_be(rules: Rules, state: State) -> bool:
    """Whether a state has the cards and the numbers of its phase."""
    match state:
        case Drawing(at):
            return at.draws == 0 and len(at.stock) > 0 and at.passed == 0
        case Melding(at) if at.draws == 0:
            on = rules.stock.stock_exhausted == "play_on"
            return not at.stock and on and at.passed < at.seats
        case Melding(at):
            last = 3 if rules.draw.meld_after_third == "may_meld" else 2
            return at.draws <= last and at.passed == 0
        case Knocking(at):
            on = rules.stock.stock_exhausted == "play_on" and not at.stock
            return at.draws <= 3 and at.passed <= (at.seats if on else 0)
        case Over(at):
            return at.draws == 0
        case _:
            return False


@enumerated(Bug(draw.draw_again, "table.draws == DRAWS and", "table.draws > DRAWS and"))
def every_step_leads_to_a_state_that_may_be() -> Iterator[tuple[object, bool]]:
    """From a state that may be, drawing, going on, knocking and declining lead to one that may be.

    One of them is always accepted from whoever is to act, so that no hand comes to a standstill.
    No card is made or lost on the way, and a hand goes on as long as somebody is to act.

    clause: carousel.draw.first
    clause: carousel.draw.no-pass
    clause: carousel.draw.no-fourth
    clause: carousel.stock.exhausted
    clause: carousel.stock.nothing-to-draw
    clause: carousel.turn.third-ends
    clause: carousel.turn.left
    over: every phase of a hand with two to five seats, mover, draws, stock of none to two
    over: every number of turns without a card, and all readings of the stock and the third card
    """
    thirds: tuple[Literal["turn_over", "may_meld"], ...] = ("turn_over", "may_meld")
    for ends, third, seats in product(get_args(StockExhausted), thirds, range(2, 6)):
        rules = Rules(stock=Stock(stock_exhausted=ends), draw=Draw(meld_after_third=third))
        for mover, draws, cards, passed in product(
            range(seats), range(4), range(3), range(seats + 1)
        ):
            stock = (Card(30), Card(31))[:cards]
            at = table(
                Seat(mover), (Card(2),), stock, MELDS, draws=draws, passed=passed, seats=seats
            )
            for state in (Drawing(at), Melding(at), Knocking(at)):
                if not may_be(rules, state):
                    continue
                (actor,) = game.GAME.actors(rules, state)
                accepted = 0
                for action in (DRAW, DECLINE, KNOCK):
                    after = game.GAME.step(rules, state, actor, action)
                    if isinstance(after, Refusal):
                        continue
                    accepted += 1
                    same = isinstance(after, BeforeDeal) or all(
                        found(Card(card), after.table) == found(Card(card), at)
                        for card in (2, 30, 31, 48, 50)
                    )
                    acting = bool(game.GAME.actors(rules, after))
                    case = (ends, third, type(state).__name__, mover, draws, cards, passed)
                    yield (case, action), may_be(rules, after) and same and acting
                yield (ends, third, mover, draws, cards, passed), accepted > 0
