"""The packs, the sizes of a deal, and the table that it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Literal

from meldspec.cards import Card
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import dealt_singly
from meldspec.three_thirteen import deal, deck, options, players, questions
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.options import DEFAULT, Rules, Size
from meldspec.three_thirteen.table import Drawing, Ledger, Over, Result, Table
from meldspec.upcard import Deal

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.three_thirteen import Seats, before, make, none_yet, table

ONE_EACH = Rules(size=Size(pack=(Card(0), Card(1)), first_hand=1))
"""A pack of two cards, and a first hand of one."""


def small_deal(cards: tuple[Card, ...]) -> Deal:
    """A card for each seat, and one turned up; the stock is empty."""
    return Deal(tuple((card,) for card in cards[:-1]), cards[-1], ())


@law(Bug(Size.packs, "(seats + 1) // 2", "seats // 2 + 1"), quick=True)
def how_many_packs(seats: int) -> bool:
    """There is a pack for every two seats, and one for a single seat that is left over.

    clause: three-thirteen.deck.two
    clause: three-thirteen.deck.three-four
    clause: three-thirteen.deck.five-six
    clause: three-thirteen.deck.general
    pre: seats >= 2
    post: _
    """
    packs = DEFAULT.size.packs(seats)
    return 2 * packs == seats or 2 * packs == seats + 1


@enumerated(Bug(Size.deck, "for _ in range(self.packs(seats))", "for _ in range(2)"))
def the_deck() -> Iterator[tuple[object, bool]]:
    """A deck has each of the 52 cards as often as there are packs, in order, and no joker.

    clause: three-thirteen.deck.no-jokers
    clause: three-thirteen.deck.two
    clause: three-thirteen.deck.three-four
    clause: three-thirteen.deck.five-six
    clause: three-thirteen.deck.general
    over: every number of seats from two to twelve, with every card of a copy and both jokers
    """
    packs = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5, 11: 6, 12: 6}
    for seats, copies in packs.items():
        cards = DEFAULT.size.deck(seats)
        yield seats, list(cards) == sorted(cards) and len(cards) == 52 * copies
        for card in range(54):
            yield (seats, card), cards.count(Card(card)) == (copies if card < 52 else 0)


@law(Bug(deck.two_share_one_pack, "ledger_of(state).seats != 2", "ledger_of(state).seats == 2"))
def one_pack_for_two(dealer: Seat, a: Card, b: Card, c: Card) -> bool:
    """Two seats are dealt each card of one pack once.

    The pack here has three cards, and any three cards are dealt.

    clause: three-thirteen.deck.two
    pre: 0 <= dealer < 2 and 0 <= a < 52 and 0 <= b < 52 and 0 <= c < 52
    post: _
    """
    rules = Rules(size=Size(pack=(Card(0), Card(1), Card(2)), first_hand=1))
    reached = GAME.step(rules, before(2, dealer), CHANCE, small_deal((a, b, c)))
    if a < 3 and b < 3 and c < 3 and a != b and b != c and a != c:
        return isinstance(reached, Drawing)
    return reached == Refusal(("three-thirteen.deck.two",))


@law(Bug(deck.four_share_two_packs, "not in (3, 4)", "not in (4,)"))
def two_packs_for_three(dealer: Seat, a: Card, b: Card, c: Card, d: Card) -> bool:
    """Three seats are dealt each card of a pack twice.

    The pack here has two cards, and any four cards are dealt.

    clause: three-thirteen.deck.three-four
    pre: 0 <= dealer < 3 and 0 <= a < 3 and 0 <= b < 3 and 0 <= c < 3 and 0 <= d < 3
    post: _
    """
    reached = GAME.step(ONE_EACH, before(3, dealer), CHANCE, small_deal((a, b, c, d)))
    zeros = (a == 0) + (b == 0) + (c == 0) + (d == 0)
    ones = (a == 1) + (b == 1) + (c == 1) + (d == 1)
    if zeros == 2 and ones == 2:
        return isinstance(reached, Drawing)
    return reached == Refusal(("three-thirteen.deck.three-four",))


@enumerated(Bug(deck.six_share_three_packs, "not in (5, 6)", "not in (6, 7)"))
def packs_for_every_table() -> Iterator[tuple[object, bool]]:
    """Each table is dealt each card of a pack as often as it has packs, whatever its number.

    The refusal names the clause of that number.

    clause: three-thirteen.deck.two
    clause: three-thirteen.deck.three-four
    clause: three-thirteen.deck.five-six
    clause: three-thirteen.deck.general
    over: two to eight seats, a card for each and one turned up, all of two kinds; a third in stock
    """
    clauses = {2: "two", 3: "three-four", 4: "three-four", 5: "five-six", 6: "five-six"}
    for seats in range(2, 9):
        packs = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}.get(seats, 4)
        refusal = Refusal((f"three-thirteen.deck.{clauses.get(seats, 'general')}",))
        for stock in ((), (Card(2),)):
            pack = (Card(0), Card(1), *stock)
            rules = Rules(size=Size(pack=pack, first_hand=1))
            for cards in product((0, 1), repeat=seats + 1):
                dealt = Deal(
                    tuple((Card(card),) for card in cards[:-1]), Card(cards[-1]), stock * packs
                )
                reached = make(deal.DEAL, rules, before(seats, Seat(0)), dealt)
                right = cards.count(0) == cards.count(1) == packs
                yield (
                    (seats, stock, cards),
                    isinstance(reached, Drawing) if right else reached == refusal,
                )


@law(Bug(deck.more_share_more_packs, "few or _has_every_card", "not few or _has_every_card"))
def larger_tables(seats: Literal[6, 7, 8, 9], missing: bool) -> bool:
    """More than six seats are dealt all cards of their packs, under a clause of their own.

    clause: three-thirteen.deck.general
    post: _
    """
    whole = DEFAULT.size.deck(seats)
    cards = whole[1:] if missing else whole
    hands = tuple(cards[3 * seat : 3 * seat + 3] for seat in range(seats))
    dealt = Deal(hands, cards[3 * seats], cards[3 * seats + 1 :])
    holds = deck.more_share_more_packs.holds(DEFAULT, before(seats, Seat(0)), CHANCE, dealt)
    return holds == (seats == 6 or not missing)


@law(
    Bug(
        deck.packs_suffice,
        "seats <= MOST_SEATS_OF_THREE_PACKS",
        "seats < MOST_SEATS_OF_THREE_PACKS",
    )
)
def tables_of_more_than_six(
    seats: Literal[2, 3, 4, 5, 6, 7, 8], reading: Literal["one_more_per_pair", "limit_six"]
) -> bool:
    """By a reading no cards are dealt to more than six seats; else any number of them plays.

    clause: three-thirteen.deck.six-at-most
    clause: three-thirteen.deck.general
    post: _
    """
    rules = Rules(deck=options.Deck(packs_beyond_six=reading))
    limited = reading == "limit_six" and seats in (7, 8)
    state = before(seats, Seat(0))
    holds = deck.seats_have_packs.holds(rules, state, CHANCE, Deal((), Card(0), ()))
    return deck.packs_suffice(rules, seats) == holds == (not limited)


@law(Bug(deck.deck_of, "if seats <= 4:", "if seats < 4:"))
def the_clause_of_a_table(seats: int) -> bool:
    """Each number of seats has the clause that gives its packs.

    clause: three-thirteen.deck.two
    clause: three-thirteen.deck.three-four
    clause: three-thirteen.deck.five-six
    clause: three-thirteen.deck.general
    pre: seats >= 2
    post: _
    """
    if seats == 2:
        name = "two"
    elif seats in (3, 4):
        name = "three-four"
    else:
        name = "five-six" if seats in (5, 6) else "general"
    return deck.deck_of(seats) == f"three-thirteen.deck.{name}"


@law(Bug(deck.is_whole_deck, "sorted(cards) == sorted", "set(cards) == set"))
def a_whole_deck(a: Card, b: Card, c: Card, d: Card) -> bool:
    """A deck of two packs of two cards has each of them twice, in whatever order.

    clause: three-thirteen.deck.three-four
    pre: 0 <= a < 52 and 0 <= b < 52 and 0 <= c < 52 and 0 <= d < 52
    post: _
    """
    if a == b:
        right = a < 2 and c == d and c == 1 - a
    else:
        right = a < 2 and b < 2 and c < 2 and d < 2 and c != d
    return deck.is_whole_deck(ONE_EACH, 3, (a, b, c, d)) == right


@law(Bug(deal.first_hand_has_three_cards, "coming_hand(state) != 1", "coming_hand(state) > 0"))
def the_first_hand(zero: int, one: int, two: int) -> bool:
    """In the first hand each of three seats has just three cards.

    clause: three-thirteen.deal.first
    clause: three-thirteen.deal.vary
    pre: 0 <= zero <= 5 and 0 <= one <= 5 and 0 <= two <= 5
    post: _
    """
    right = zero == 3 and one == 3 and two == 3
    return sizes_fail(3, 1, (zero, one, two)) == (() if right else ("three-thirteen.deal.first",))


@law(Bug(deal.later_hand_has_one_more, "in (1, rules.size.hands)", "in (1, 2)"))
def a_later_hand(hand_number: int, zero: int, one: int) -> bool:
    """From the second hand to the tenth each seat has two cards more than the hand's number.

    clause: three-thirteen.deal.grow
    clause: three-thirteen.deal.vary
    pre: 2 <= hand_number <= 10
    pre: hand_number <= zero <= hand_number + 3 and hand_number <= one <= hand_number + 3
    post: _
    """
    right = zero == hand_number + 2 and one == hand_number + 2
    failing = sizes_fail(2, hand_number, (zero, one))
    return failing == (() if right else ("three-thirteen.deal.grow",))


@law(Bug(deal.last_hand_has_thirteen_cards, "!= rules.size.hands", "< rules.size.hands + 1"))
def the_last_hand(zero: int, one: int, two: int) -> bool:
    """In the eleventh hand each of three seats has just thirteen cards.

    clause: three-thirteen.deal.last
    clause: three-thirteen.deal.vary
    pre: 11 <= zero <= 15 and 11 <= one <= 15 and 11 <= two <= 15
    post: _
    """
    right = zero == 13 and one == 13 and two == 13
    return sizes_fail(3, 11, (zero, one, two)) == (() if right else ("three-thirteen.deal.last",))


@law(Bug(deal._hands_have_their_size, "* ledger_of(state).seats", "* len(deal.hands)"))
def a_hand_for_each_seat(seats: Seats, dealt: int, hand_number: int) -> bool:
    """As many hands are dealt as seats play.

    clause: three-thirteen.deal.first
    clause: three-thirteen.deal.grow
    clause: three-thirteen.deal.last
    pre: 1 <= dealt <= 7 and 1 <= hand_number <= 11
    post: _
    """
    failing = sizes_fail(seats, hand_number, (hand_number + 2,) * dealt)
    if dealt == seats:
        return failing == ()
    name = "first" if hand_number == 1 else "last" if hand_number == 11 else "grow"
    return failing == (f"three-thirteen.deal.{name}",)


class Held:
    """A hand of which only the size matters."""

    def __init__(self, size: int) -> None:
        """With so many cards."""
        self.size = size

    def __len__(self) -> int:
        """How many cards it has."""
        return self.size


def sizes_fail(seats: int, hand_number: int, sizes: tuple[int, ...]) -> tuple[str, ...]:
    """The clauses of the sizes by which a deal of hands of these sizes fails."""
    hands: Any = tuple(map(Held, sizes))  # nothing but their sizes is asked
    dealt = Deal(hands, Card(0), ())
    state = before(seats, Seat(0), hand_number)
    conditions = (
        deal.first_hand_has_three_cards,
        deal.later_hand_has_one_more,
        deal.last_hand_has_thirteen_cards,
    )
    return tuple(
        each.clause for each in conditions if not each.holds(DEFAULT, state, CHANCE, dealt)
    )


@law(Bug(deal.lay_out, "mover=neighbour(dealer, len(deal.hands))", "mover=dealer"))
def the_table_laid_out(
    seats: Seats, dealer: Seat, hand_number: int, up: Card, a: Card, b: Card, top: Card, under: Card
) -> bool:
    """After the deal the stock is the rest, the discards begin with the upcard, all hands lie.

    The seat at the dealer's left has the first turn.

    clause: three-thirteen.setup.stock
    clause: three-thirteen.setup.upcard
    clause: three-thirteen.turn.first
    clause: three-thirteen.wild.one-rank
    pre: 0 <= dealer < seats and 1 <= hand_number <= 11
    pre: 0 <= a < 52 and 0 <= b < 52 and 0 <= up < 52 and 0 <= top < 52 and 0 <= under < 52
    post: _
    """
    hands = ((a, b), (b, a), (a, a), (b, b), (a, b), (a, b))[:seats]
    low, high = (a, b) if a <= b else (b, a)
    sorted_hands = ((low, high), (low, high), (a, a), (b, b), (low, high), (low, high))[:seats]
    state = before(seats, dealer, hand_number)
    reached = deal.lay_out.makes(DEFAULT, state, CHANCE, Deal(hands, up, (top, under)))
    left = Seat(0 if dealer == seats - 1 else dealer + 1)
    return reached == Drawing(
        Table(dealer, hand_number, left, sorted_hands, (top, under), (up,), none_yet(seats))
    )


@law(Bug(deal.lay_out, "hand_number=coming_hand(state)", "hand_number=1"))
def the_next_hand_laid_out(
    seats: Literal[2, 3, 4], dealer: Seat, gone: Seat, hand_number: int, score: int, up: Card
) -> bool:
    """A hand begins with all cards gathered anew; of the one before only the match so far stays.

    Nobody has gone out, nothing is taken, and the pile has nothing but the upcard.

    clause: three-thirteen.match.reshuffle
    clause: three-thirteen.match.scores-add-up
    clause: three-thirteen.match.deal-rotates
    clause: three-thirteen.turn.first
    pre: 0 <= dealer < seats and 0 <= gone < seats and 1 <= hand_number <= 10 and score >= 0
    pre: 0 <= up < 52
    post: _
    """
    ledger = Ledger((score,) * seats, (1,) * seats)
    old = table(
        seats,
        gone,
        (Card(3),),
        (Card(4),),
        (Card(5), Card(6)),
        dealer=dealer,
        hand_number=hand_number,
        out=gone,
        ledger=ledger,
    )
    over = Over(old, Result(gone, (0,) * seats, (), (0,) * seats))
    dealt = Deal(((Card(9),),) * seats, up, (Card(8),))
    reached = deal.lay_out.makes(DEFAULT, over, CHANCE, dealt)
    deals = Seat(0 if dealer == seats - 1 else dealer + 1)
    left = Seat(0 if deals == seats - 1 else deals + 1)
    return reached == Drawing(
        Table(deals, hand_number + 1, left, ((Card(9),),) * seats, (Card(8),), (up,), ledger)
    )


@law(Bug(dealt_singly, "(seat - dealer - 1) % seats", "(seat - dealer) % seats"))
def cards_go_round(seats: Seats, dealer: Seat, hand_number: Literal[1, 2, 3]) -> bool:
    """Cards are dealt singly and in the order of play; the dealer has the last of each round.

    clause: three-thirteen.deal.single-cards
    clause: three-thirteen.deal.clockwise-from-left
    clause: three-thirteen.setup.stock
    pre: 0 <= dealer < seats
    post: _
    """
    cards = DEFAULT.size.deck(seats)
    piles: list[list[Card]] = [[] for _ in range(seats)]
    place, turn = 0, 0 if dealer == seats - 1 else dealer + 1
    for _ in range(seats * (hand_number + 2)):
        piles[turn].append(cards[place])
        place, turn = place + 1, 0 if turn == seats - 1 else turn + 1
    hands, rest = deal.dealt(DEFAULT, seats, dealer, hand_number, cards)
    return hands == tuple(map(tuple, piles)) and rest == cards[place:]


@law(Bug(players.enough_play, "seats >= FEWEST_SEATS", "seats > FEWEST_SEATS"))
def enough_players(seats: int, hand_number: int) -> bool:
    """A match has two seats or more, and its hands have the numbers from one to eleven.

    Each of the two is refused by a clause of its own.

    clause: three-thirteen.players.min
    clause: three-thirteen.match.eleven
    pre: seats >= 0
    post: _
    """
    failing = (
        *(() if seats not in (0, 1) else ("three-thirteen.players.min",)),
        *(() if hand_number in range(1, 12) else ("three-thirteen.match.eleven",)),
    )
    refused = questions.refused_table(DEFAULT, seats, hand_number)
    return refused == (Refusal(failing) if failing else None)


@enumerated(Bug(questions._answer_deal, "hands, (upcard, *stock) =", "hands, (*stock, upcard) ="))
def answers_about_a_deal() -> Iterator[tuple[object, bool]]:
    """A deck that is named is dealt round, its next card is turned up, and the rest is the stock.

    A deck that is not whole, or a table of no such size, is refused.

    clause: three-thirteen.deal.single-cards
    clause: three-thirteen.deal.clockwise-from-left
    clause: three-thirteen.setup.upcard
    clause: three-thirteen.setup.stock
    clause: three-thirteen.deck.six-at-most
    over: one to eight seats, every dealer and hand of a match, whole decks and decks without a card
    """
    limited = Rules(deck=options.Deck(packs_beyond_six="limit_six"))
    for seats, number, reverse in product(range(1, 9), range(13), (False, True)):
        cards = DEFAULT.size.deck(seats)[:: -1 if reverse else 1]
        for dealer in range(seats):
            asked = questions.AskDeal(seats, Seat(dealer), cards, number)
            found = questions._answer_deal(DEFAULT, asked)
            failing = (
                *(("three-thirteen.players.min",) if seats < 2 else ()),
                *(() if 0 < number < 12 else ("three-thirteen.match.eleven",)),
            )
            if failing:
                yield asked, found == Refusal(failing)
                continue
            first = (dealer + 1) % seats
            each = number + 2
            hands = tuple(
                tuple(cards[(seat - first) % seats + seats * turn] for turn in range(each))
                for seat in range(seats)
            )
            right = Deal(hands, cards[seats * each], cards[seats * each + 1 :])
            yield asked, found == right
            few = questions._answer_deal(limited, asked)
            six = Refusal(("three-thirteen.deck.six-at-most",))
            yield asked, few == (six if seats > 6 else right)
            short = questions.AskDeal(seats, Seat(dealer), cards[1:], number)
            name = "two" if seats == 2 else "three-four" if seats < 5 else "five-six"
            missing = Refusal((f"three-thirteen.deck.{name if seats < 7 else 'general'}",))
            yield short, questions._answer_deal(DEFAULT, short) == missing
