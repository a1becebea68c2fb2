"""Who deals: the seat that is named, cut for, or found by the last hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from meldspec.cards import Card, small_pack
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.rummy import deal as dealing
from meldspec.rummy import dealer as chapter
from meldspec.rummy import game
from meldspec.rummy.dealer import CUT, begin, cut_is_due, cutters, find_dealer, next_dealer
from meldspec.rummy.options import DEFAULT, Dealer, Rules, Size
from meldspec.rummy.table import (
    BeforeDeal,
    Cut,
    Cutting,
    Drawing,
    End,
    Ledger,
    Next,
    Outcome,
    Over,
    Playing,
    Reshuffling,
    Result,
)
from meldspec.rummy.turn import _chance_may_not
from meldspec.table import Reshuffle
from meldspec.upcard import Deal

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.rummy import Seats, done, make, nothing_won, table

First = Literal["seat", "cut"]
Following = Literal["rotate_left", "winner", "same", "recut"]
Void = Literal["redeal_same", "rotate"]
Replacement = Literal["without_return", "return_and_shuffle"]

HAND = frozenset((Card(0), Card(1)))


def over(seats: int, dealer: Seat, turn: int, winner: Seat | None, score: int = 0) -> Over:
    """A hand that is over, with a winner or none, and the score of seat 0."""
    counts = (0,) * seats
    result = Result(Outcome(End.OUT, winner), counts, (), counts)
    ledger = Ledger((score, *counts[1:]), 1, counts)
    return Over(table(seats, dealer, turn, HAND, ledger=ledger), result)


@law(Bug(begin, "BeforeDeal(dealer,", "BeforeDeal(Seat(0),"))
def a_match_begins(seats: Seats, dealer: Seat) -> bool:
    """A match begins with the dealer that is named, no points and no hand played.

    clause: rummy.dealer.determined
    clause: rummy.dealer.free-choice
    pre: 0 <= dealer < seats
    post: _
    """
    noughts = (0, 0, 0, 0, 0, 0)[:seats]
    return begin(seats, dealer) == BeforeDeal(dealer, Ledger(noughts, 0, noughts), False)


@law(Bug(cut_is_due, "return won and", "return"))
def when_a_cut_is_due(
    phase: int, by_cut: bool, won: bool, first: First, following: Following
) -> bool:
    """A dealer is cut for before the first hand, and after a hand that was won, as is read.

    Whoever has cut the highest card deals without another cut; a tie is always cut again.

    clause: rummy.dealer.determined
    clause: rummy.dealer.cut
    clause: rummy.dealer.cut-due
    pre: 0 <= phase < 3
    post: _
    """
    rules = Rules(dealer=Dealer(first_dealer=first, next_dealer=following))
    ledger = nothing_won(3)
    if phase == 0:
        return cut_is_due(rules, BeforeDeal(Seat(1), ledger, by_cut)) == (
            first == "cut" and not by_cut
        )
    if phase == 1:
        return cut_is_due(rules, Cutting((Seat(0), Seat(2)), (), ledger))
    state = over(3, Seat(0), 4, Seat(2) if won else None)
    return cut_is_due(rules, state) == (following == "recut" and won)


@law(Bug(cutters, "return state.asked", "return ()"))
def who_cuts(seats: Seats, one: Seat, two: Seat, again: bool, after: bool) -> bool:
    """Every seat draws in the first cut, and in a later one just those that are tied.

    clause: rummy.dealer.cut
    clause: rummy.dealer.cut-tie
    clause: rummy.dealer.cut-cards
    pre: 0 <= one < two < seats
    post: _
    """
    if again:
        return cutters(Cutting((one, two), (), nothing_won(seats))) == (one, two)
    state = over(seats, one, 5, two) if after else BeforeDeal(one, nothing_won(seats))
    return cutters(state) == (0, 1, 2, 3, 4, 5)[:seats]


@enumerated(Bug(chapter.each_cutter_has_a_card, "len(set(drawn)) == len(drawn)", "drawn"))
def cards_of_a_cut() -> Iterator[tuple[object, bool]]:
    """Exactly those draw that are to draw, each another card of the pack.

    A card drawn before stays out, unless a reading gives the cards back.

    clause: rummy.dealer.cut-cards
    over: three seats, all of them asked or just two or one, both readings of what is given back
    over: for each seat no card, one of a pack of four, or a stranger, and also two and four seats
    """
    pack = small_pack(2, 2)
    gone = pack[:2]
    refusal = Refusal(("rummy.dealer.cut-cards",))
    choices = (None, *pack, Card(50))
    askings = ((0, 1, 2), (0, 1), (0, 2), (1, 2), (2,))
    for asked, back, length in product((None, *askings), (False, True), (2, 3, 4)):
        replacement: Replacement = "return_and_shuffle" if back else "without_return"
        rules = Rules(
            size=Size(pack=pack),
            dealer=Dealer(cut_replacement=replacement, first_dealer="cut"),
        )
        ledger = nothing_won(3)
        state = (
            BeforeDeal(Seat(0), ledger)
            if asked is None
            else Cutting(tuple(map(Seat, asked)), gone, ledger)
        )
        for cards in product(choices, repeat=length):
            drawing = [seat for seat in range(length) if cards[seat] is not None]
            usable = set(pack) if back or asked is None else set(pack) - set(gone)
            drawn = [card for card in cards if card is not None]
            right = (
                length == 3
                and drawing == list(askings[0] if asked is None else asked)
                and all(card in usable and drawn.count(card) == 1 for card in drawn)
            )
            reached = make(CUT, rules, state, Cut(cards))
            case = (asked, back, cards)
            yield case, not isinstance(reached, Refusal) if right else reached == refusal


@law(Bug(find_dealer, "max(rank(card)", "min(rank(card)"))
def the_highest_card_deals(a: Card, b: Card, c: Card, named: Seat) -> bool:
    """Of three that cut the highest deals, and those that share it cut again; suits do not count.

    Ace is lowest and king highest.  All cards drawn are kept apart, for the next cut.

    clause: rummy.dealer.cut-ranking
    clause: rummy.dealer.cut-highest
    clause: rummy.dealer.cut-tie
    pre: 0 <= a < 52 and 0 <= b < 52 and 0 <= c < 52 and 0 <= named < 3
    post: _
    """
    ledger = nothing_won(3)
    x, y, z = a % 13, b % 13, c % 13
    reached = done(find_dealer, DEFAULT, BeforeDeal(named, ledger), Cut((a, b, c)))
    first = x >= y and x >= z
    second = y >= x and y >= z
    third = z >= x and z >= y
    tied = (*((0,) if first else ()), *((1,) if second else ()), *((2,) if third else ()))
    if len(tied) == 1:
        return reached == BeforeDeal(Seat(tied[0]), ledger, True)
    return reached == Cutting(tuple(map(Seat, tied)), (a, b, c), ledger)


@law(Bug(find_dealer, "(*before, *drawn.values())", "tuple(drawn.values())"))
def those_tied_cut_again(one: Seat, two: Seat, a: Card, b: Card, out: Card) -> bool:
    """In a second cut only the cards of those tied are compared; what was drawn stays in mind.

    clause: rummy.dealer.cut-tie
    clause: rummy.dealer.cut-highest
    pre: 0 <= one < two < 3 and 0 <= a < 52 and 0 <= b < 52 and 0 <= out < 52
    post: _
    """
    ledger = nothing_won(3)
    cut = Cut(tuple(a if s == one else b if s == two else None for s in range(3)))
    reached = done(find_dealer, DEFAULT, Cutting((one, two), (out,), ledger), cut)
    if a % 13 == b % 13:
        return reached == Cutting((one, two), (out, a, b), ledger)
    return reached == BeforeDeal(one if a % 13 > b % 13 else two, ledger, True)


@enumerated(Bug(find_dealer, "< len(tied)", "<= len(tied)"))
def cards_go_back_when_too_few_are_left() -> Iterator[tuple[object, bool]]:
    """After a tie the drawn cards stay out just if the pack has one for each that draws again.

    clause: rummy.dealer.cut-spent
    clause: rummy.dealer.cut-tie
    over: two to four seats, two to four of them tied, packs of four to sixteen cards
    over: each number of cards drawn before
    """
    for seats, ranks in product((2, 3, 4), (1, 2, 3, 4)):
        pack = small_pack(ranks, 4)
        rules = Rules(size=Size(pack=pack), dealer=Dealer(first_dealer="cut"))
        ledger = nothing_won(seats)
        for asked in (tuple(map(Seat, range(some))) for some in range(2, seats + 1)):
            cut = Cut(tuple(pack[s * ranks] if s in asked else None for s in range(seats)))
            now = tuple(card for card in cut.cards if card is not None)
            others = tuple(card for card in pack if card not in now)
            for before in range(len(others) + 1):
                state = Cutting(asked, others[:before], ledger)
                left = len(others) - before
                reached = done(find_dealer, rules, state, cut)
                kept = (*others[:before], *now) if left >= len(asked) else ()
                yield (seats, ranks, asked, before), reached == Cutting(asked, kept, ledger)


@law(Bug(chapter._dealer_after, "return _left_of_dealer(table)", "return winner"))
def who_deals_after_a_win(
    seats: Seats,
    dealer: Seat,
    turn: int,
    winner: Seat,
    following: Literal["rotate_left", "winner", "same"],
) -> bool:
    """After a hand that was won the next seat deals, or by readings the winner, or the same.

    clause: rummy.dealer.determined
    pre: 0 <= dealer < seats and 0 <= winner < seats and 0 <= turn
    post: _
    """
    rules = Rules(dealer=Dealer(next_dealer=following))
    deals = next_dealer(rules, over(seats, dealer, turn, winner))
    if following == "rotate_left":
        return deals == (0 if dealer + 1 == seats else dealer + 1)
    return deals == (winner if following == "winner" else dealer)


@law(Bug(chapter._dealer_after_no_winner, "return table.dealer", "return table.mover"))
def who_deals_after_no_win(
    seats: Seats, dealer: Seat, turn: int, following: Following, void: Void
) -> bool:
    """After a hand that nobody won the same seat deals, or by a reading the next one.

    It does not matter how a dealer is found after a hand that was won.

    clause: rummy.dealer.determined
    pre: 0 <= dealer < seats and 0 <= turn
    post: _
    """
    rules = Rules(dealer=Dealer(next_dealer=following, void_hand_dealer=void))
    deals = next_dealer(rules, over(seats, dealer, turn, None))
    left = 0 if dealer + 1 == seats else dealer + 1
    return deals == (left if void == "rotate" else dealer)


@law(Bug(next_dealer, "return state.dealer", "return Seat(0)"))
def who_deals_first(seats: Seats, dealer: Seat, by_cut: bool, first: First) -> bool:
    """The first hand is dealt by whoever was named, or has cut the highest card.

    clause: rummy.dealer.determined
    clause: rummy.dealer.free-choice
    clause: rummy.dealer.cut-highest
    pre: 0 <= dealer < seats
    post: _
    """
    rules = Rules(dealer=Dealer(first_dealer=first))
    return next_dealer(rules, BeforeDeal(dealer, nothing_won(seats), by_cut)) == dealer


@law(Bug(chapter._left_of_dealer, "len(table.hands)", "3"))
def the_dealer_of_the_next_hand(seats: Seats, dealer: Seat, turn: int, winner: Seat) -> bool:
    """In the next deal the seat at the left of the last dealer deals, and its neighbour begins.

    clause: rummy.dealer.determined
    clause: rummy.turn.first
    pre: 0 <= dealer < seats and 0 <= winner < seats and 0 <= turn
    post: _
    """
    hands = tuple((Card(seat),) for seat in range(seats))
    after = over(seats, dealer, turn, winner)
    reached = done(dealing.begin_hand, DEFAULT, after, Deal(hands, Card(10), (Card(11),)))
    return (
        reached.table.dealer == (dealer + 1) % seats
        and reached.table.mover == (dealer + 2) % seats
        and reached.table.ledger == after.table.ledger
    )


@law(
    Bug(
        _chance_may_not,
        "isinstance(action, Cut) == cut_is_due(rules, state)",
        "cut_is_due(rules, state)",
    )
)
def what_chance_may_do(
    phase: int, kind: int, first: First, following: Following, by_cut: bool, won: bool, score: int
) -> bool:
    """Chance deals, cuts and makes a stock just when that is due, and is refused everything else.

    Cards are dealt between two hands unless a dealer is to be cut for, and none after the match.

    clause: rummy.deal.between-hands
    clause: rummy.dealer.cut-due
    clause: rummy.stock.reshuffle-due
    clause: rummy.match.over
    pre: 0 <= phase < 6 and 0 <= kind < 3 and 0 <= score
    post: _
    """
    rules = Rules(dealer=Dealer(first_dealer=first, next_dealer=following))
    at = table(3, Seat(0), 4, HAND, (Card(5),), (Card(6), Card(7)))
    state = (
        BeforeDeal(Seat(0), nothing_won(3), by_cut),
        Cutting((Seat(0), Seat(1)), (), nothing_won(3)),
        over(3, Seat(0), 4, Seat(1) if won else None, score),
        Drawing(at),
        Playing(at),
        Reshuffling(at, Next.TURN),
    )[phase]
    action = (Deal((), Card(0), ()), Cut(()), Reshuffle((Card(6),)))[kind]
    refused = game.GAME.not_to_act(rules, state, CHANCE, action)
    if kind == 2:
        return refused == (() if phase == 5 else ("rummy.stock.reshuffle-due",))
    if phase > 2:
        return refused == (("rummy.deal.between-hands", "rummy.dealer.cut-due")[kind],)
    if phase == 2 and score >= 150:
        return refused == ("rummy.match.over",)
    due = (first == "cut" and not by_cut, True, following == "recut" and won)[phase]
    return refused == (() if due == (kind == 1) else ("rummy.dealer.cut-due",))
