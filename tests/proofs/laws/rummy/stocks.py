"""What happens when the stock runs out, and what can be drawn then."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from meldspec.cards import Card
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.rummy import game
from meldspec.rummy import stock as chapter
from meldspec.rummy.draw import DRAW_MOVE, TAKE_MOVE, pile_has_a_card
from meldspec.rummy.options import DEFAULT, Rules, Stock
from meldspec.rummy.stock import (
    RESHUFFLE,
    due,
    end_with_both_piles,
    go_on_or_end,
    renew_stock,
    stock_can_be_drawn_from,
    use_up_early,
    with_stock_card,
)
from meldspec.rummy.table import (
    Decided,
    Drawing,
    End,
    Ledger,
    Next,
    Outcome,
    Over,
    Playing,
    Reshuffling,
    Table,
    UsedUp,
)
from meldspec.table import DRAW, Reshuffle
from meldspec.upcard import TAKE

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.rummy import done, make, nothing_won, table

Reading = Literal[
    "reshuffle_keep_top", "reshuffle_all", "turn_over", "void", "lowest_deadwood_wins"
]
Timing = Literal["lazy", "lazy_start", "eager"]

PILE = (Card(10), Card(23), Card(11))
STOCK = (Card(24), Card(12))
HAND = frozenset((Card(0), Card(15)))


def read(reading: Reading, timing: Timing = "lazy") -> Rules:
    """The rules with readings of the end of the stock."""
    return Rules(stock=Stock(stock_exhaustion=reading, exhaustion_timing=timing))


@law(Bug(due, "return table.discard[:-1]", "return table.discard[1:]"))
def which_discards_are_due(count: int, a: Card, b: Card, c: Card, reading: Reading) -> bool:
    """All discards but the top make a stock, and by a reading the top goes with them.

    clause: rummy.stock.reshuffle
    clause: rummy.stock.keep-top
    pre: 1 <= count <= 3 and 0 <= a < 52 and 0 <= b < 52 and 0 <= c < 52
    post: _
    """
    pile = ((a,), (a, b), (a, b, c))[count - 1]
    at = table(3, Seat(0), 4, HAND, (), pile)
    if reading == "reshuffle_all":
        return due(read(reading), at) == pile
    return due(read(reading), at) == ((), (a,), (a, b))[count - 1]


@enumerated(
    Bug(chapter.is_of_the_cards_due, "sorted(action.stock) == sorted", "set(action.stock) == set")
)
def cards_of_a_new_stock() -> Iterator[tuple[object, bool]]:
    """A new stock is made of exactly those discards that are due, each once, in any order.

    clause: rummy.stock.reshuffle-cards
    clause: rummy.stock.reshuffle
    over: piles of two, three and four discards, both readings, whatever goes on afterwards
    over: every sequence of up to four of these and a card that lies elsewhere
    """
    pile = (Card(3), Card(30), Card(7), Card(51))
    refusal = Refusal(("rummy.stock.reshuffle-cards",))
    for size, then in product((2, 3, 4), Next):
        at = table(3, Seat(0), 4, HAND, (), pile[:size])
        for every, length in product((False, True), range(5)):
            rules = read("reshuffle_all" if every else "reshuffle_keep_top")
            asked = pile[: size if every else size - 1]
            for cards in product((*pile, Card(20)), repeat=length):
                right = len(cards) == len(asked) and all(card in cards for card in asked)
                reached = make(RESHUFFLE, rules, Reshuffling(at, then), Reshuffle(cards))
                case = (size, then, every, cards)
                yield case, not isinstance(reached, Refusal) if right else reached == refusal


@law(Bug(renew_stock, "action.stock, state.then", "action.stock[::-1], state.then"))
def a_new_stock(then: Next, every: bool, a: Card, b: Card, top: Card, x: Card) -> bool:
    """The shuffled discards are the stock, the top alone is the pile, and play goes on.

    Whoever wanted a card has it; a turn that began begins; and a turn that went on goes on.

    clause: rummy.stock.reshuffle
    clause: rummy.stock.keep-top
    pre: 0 <= a < b < top < x < 40
    post: _
    """
    rules = read("reshuffle_all" if every else "reshuffle_keep_top")
    made = (b, top, a) if every else (b, a)
    left = () if every else (top,)
    hand = frozenset((x,))
    before = table(3, Seat(1), 5, hand, (), (a, b, top))
    reached = done(renew_stock, rules, Reshuffling(before, then), Reshuffle(made))
    if then is Next.CARD:
        drawn = hand | {b}
        return reached == Playing(table(3, Seat(1), 5, drawn, made[1:], left))
    after = table(3, Seat(1), 5, hand, made, left)
    return reached == (Drawing(after) if then is Next.TURN else Playing(after))


@law(
    Bug(
        go_on_or_end,
        "oldest_first = due(rules, state.table)",
        "oldest_first = due(rules, state.table)[::-1]",
    )
)
def what_follows_a_used_up_stock(
    dealer: Seat, then: Next, a: Card, b: Card, top: Card, reading: Reading
) -> bool:
    """A stock that is used up is made anew by chance, or is the pile turned over, or ends the hand.

    Turned over, the oldest discard is drawn first, and the top stays behind.

    clause: rummy.stock.reshuffle
    clause: rummy.stock.keep-top
    clause: rummy.stock.nothing-to-draw
    pre: 0 <= dealer < 3 and 0 <= a < b < top < 39
    post: _
    """
    hand = frozenset((Card(39),))
    before = table(3, dealer, 5, hand, (), (a, b, top))
    reached = go_on_or_end.comes(read(reading), UsedUp(before, then))
    if reading in ("reshuffle_keep_top", "reshuffle_all"):
        return reached == Reshuffling(before, then)
    if reading == "turn_over":
        if then is Next.CARD:
            drawn = table(3, dealer, 5, hand | {a}, (b,), (top,))
            return reached == Playing(drawn)
        after = table(3, dealer, 5, hand, (a, b), (top,))
        return reached == (Drawing(after) if then is Next.TURN else Playing(after))
    lowest = dealer if reading == "lowest_deadwood_wins" else None
    return reached == Decided(before, Outcome(End.STOCK, lowest))


@law(Bug(chapter.can_make_a_stock, "len(table.discard) != 1", "len(table.discard) < 1"))
def when_there_is_nothing_to_draw(stock: int, pile: int, reading: Reading) -> bool:
    """A card of the stock can be asked for if there is one, or if something follows from drawing.

    Without a stock it takes two discards, or one where all are shuffled or the hand then ends.

    clause: rummy.stock.nothing-to-draw
    clause: rummy.draw.either-pile
    pre: 0 <= stock <= 2 and 0 <= pile <= 3
    post: _
    """
    rules = read(reading)
    state = Drawing(table(3, Seat(2), 4, HAND, STOCK[:stock], PILE[:pile]))
    one_is_enough = reading not in ("reshuffle_keep_top", "turn_over")
    reached = make(DRAW_MOVE, rules, state, DRAW)
    if stock > 0 or pile > 1 or (pile == 1 and one_is_enough):
        return isinstance(reached, Playing if stock > 0 else UsedUp)
    return reached == Refusal(("rummy.stock.nothing-to-draw",))


@law(Bug(stock_can_be_drawn_from, "bool(state.table.stock) or", "len(state.table.stock) > 1 or"))
def piles_to_draw_from(dealer: Seat, turn: int, stock: int, pile: int) -> bool:
    """A seat may draw from the stock and take the discard, each where there is a card.

    An empty stock can be drawn from where two discards lie, for these make another.

    clause: rummy.draw.either-pile
    clause: rummy.draw.pile-empty
    clause: rummy.stock.nothing-to-draw
    pre: 0 <= dealer < 3 and 0 <= turn and 0 <= stock <= 2 and 0 <= pile <= 3
    post: _
    """
    state = Drawing(table(3, dealer, turn, HAND, STOCK[:stock], PILE[:pile]))
    player = Seat((dealer + turn + 1) % 3)
    draws = (DRAW,) if stock > 0 or pile > 1 else ()
    takes = (TAKE,) if pile > 0 else ()
    refused = make(TAKE_MOVE, DEFAULT, state, TAKE) == Refusal(("rummy.draw.pile-empty",))
    return game.GAME.legal(DEFAULT, state, player) == (*draws, *takes) and refused == (pile == 0)


@law(Bug(use_up_early, "early = len(table.discard) > 1", "early = len(table.discard) > 0"))
def when_a_stock_is_used_up(
    begins: bool, stock: int, pile: int, reading: Reading, timing: Timing
) -> bool:
    """Before a card is asked of it, an empty stock is used up by two readings alone.

    By one it is at the beginning of a turn, by the other as soon as two discards lie.

    clause: rummy.stock.reshuffle
    clause: rummy.stock.reshuffle-due
    pre: 0 <= stock <= 1 and 0 <= pile <= 3
    post: _
    """
    at = table(3, Seat(0), 5, HAND, STOCK[:stock], PILE[:pile])
    reached = use_up_early.comes(read(reading, timing), Drawing(at) if begins else Playing(at))
    one_is_enough = reading not in ("reshuffle_keep_top", "turn_over")
    early = stock == 0 and (
        (timing == "lazy_start" and begins and (pile > 1 or (pile == 1 and one_is_enough)))
        or (timing == "eager" and pile > 1)
    )
    return reached == (UsedUp(at, Next.TURN if begins else Next.PLAY) if early else None)


@law(Bug(end_with_both_piles, "if table.stock or table.discard", "if table.stock"))
def a_turn_without_a_card_to_draw(dealer: Seat, stock: int, pile: int, reading: Reading) -> bool:
    """Where a turn begins and both piles are empty, the hand is over; a card in one keeps it alive.

    The lowest count wins by one reading, and nobody by any other.

    clause: rummy.stock.nothing-to-draw
    pre: 0 <= dealer < 3 and 0 <= stock <= 1 and 0 <= pile <= 2
    post: _
    """
    hand = frozenset((Card(39),))
    at = table(3, dealer, 5, hand, STOCK[:stock], PILE[:pile])
    reached = game.GAME.follow(read(reading), Drawing(at))
    if stock > 0 or pile > 0:
        return reached == Drawing(at)
    winner = dealer if reading == "lowest_deadwood_wins" else None
    return isinstance(reached, Over) and reached.result.outcome == Outcome(End.STOCK, winner)


@enumerated(Bug(chapter._end_with_the_stock, "lowest(rules, table.hands)", "table.mover"))
def who_wins_with_the_stock() -> Iterator[tuple[object, bool]]:
    """A hand that ends with the stock is won by the one lowest count, by a reading, else by nobody.

    The winner scores the counts of the others; where several are lowest nobody scores.

    clause: rummy.stock.nothing-to-draw
    clause: rummy.score.winner-collects
    clause: rummy.score.losers-nothing
    over: two to four seats that hold one of four ranks each, every dealer, both readings of the end
    """
    endings: tuple[Reading, ...] = ("void", "lowest_deadwood_wins")
    for seats, reading in product((2, 3, 4), endings):
        rules = read(reading)
        for dealer, ranks in product(range(seats), product((0, 1, 5, 11), repeat=seats)):
            hands = tuple(frozenset((Card(13 * s + r),)) for s, r in enumerate(ranks))
            backs = (False,) * seats
            at = Table(Seat(dealer), 5, hands, (), (Card(9),), (), nothing_won(seats), backs)
            reached = game.GAME.step(rules, Drawing(at), at.mover, DRAW)
            counts = [min(number + 1, 10) for number in ranks]
            least = [seat for seat in range(seats) if counts[seat] == min(counts)]
            winner = (
                Seat(least[0]) if len(least) == 1 and reading == "lowest_deadwood_wins" else None
            )
            won = (
                tuple(
                    sum(counts) - counts[winner] if seat == winner else 0 for seat in range(seats)
                )
                if winner is not None
                else (0,) * seats
            )
            right = (
                isinstance(reached, Over)
                and reached.result.outcome == Outcome(End.STOCK, winner)
                and reached.result.points == won
                and reached.table.ledger
                == Ledger(won, 1, tuple(int(seat == winner) for seat in range(seats)))
            )
            yield (reading, dealer, ranks), right


@law(Bug(with_stock_card, "stock=table.stock[1:]", "stock=table.stock"))
def the_last_card_of_the_stock(dealer: Seat, pile: int, every: bool, timing: Timing) -> bool:
    """With the last card of the stock a turn goes on; by one reading alone a stock is made first.

    clause: rummy.stock.reshuffle
    clause: rummy.stock.reshuffle-due
    clause: rummy.draw.top-only
    pre: 0 <= dealer < 3 and 0 <= pile <= 3
    post: _
    """
    player = dealer
    before = table(3, dealer, 5, HAND, (Card(33),), PILE[:pile])
    after = table(3, dealer, 5, HAND | {Card(33)}, (), PILE[:pile])
    rules = read("reshuffle_all" if every else "reshuffle_keep_top", timing)
    reached = game.GAME.step(rules, Drawing(before), player, DRAW)
    if timing == "eager" and pile > 1:
        return reached == Reshuffling(after, Next.PLAY) and game.GAME.actors(rules, reached) == (
            CHANCE,
        )
    return reached == Playing(after)


@law(Bug(RESHUFFLE.effect, "state.then", "Next.TURN"))
def a_draw_from_a_new_stock(a: Card, b: Card, top: Card, every: bool) -> bool:
    """Whoever draws from an empty stock waits for chance, and has the first card of the new one.

    clause: rummy.stock.reshuffle
    clause: rummy.stock.keep-top
    clause: rummy.draw.compulsory
    pre: 0 <= a < b < top < 40
    post: _
    """
    player, dealer = Seat(1), Seat(1)
    rules = read("reshuffle_all" if every else "reshuffle_keep_top")
    hand = frozenset((Card(49), Card(50)))
    before = table(3, dealer, 5, hand, (), (a, b, top))
    waits = game.GAME.step(rules, Drawing(before), player, DRAW)
    made = (top, b, a) if every else (b, a)
    then = done(renew_stock, rules, waits, Reshuffle(made)) if isinstance(waits, Reshuffling) else 0
    drawn = table(3, dealer, 5, hand | {made[0]}, made[1:], () if every else (top,))
    return waits == Reshuffling(before, Next.CARD) and then == Playing(drawn)


@law(Bug(pile_has_a_card, "bool(state.table.discard)", "True"))
def an_empty_pile(dealer: Seat, stock: int) -> bool:
    """From an empty discard pile no card is taken, whether the stock has one or not.

    clause: rummy.draw.pile-empty
    pre: 0 <= dealer < 3 and 0 <= stock <= 2
    post: _
    """
    state = Drawing(table(3, dealer, 5, HAND, STOCK[:stock]))
    return not pile_has_a_card.holds(DEFAULT, state, dealer, TAKE)
