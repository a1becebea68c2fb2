"""The players, the deck and the deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from meldspec.cards import Card
from meldspec.carousel import deal, deck, game, players, turn
from meldspec.carousel.options import DEFAULT, Deck, Rules, Size
from meldspec.carousel.players import begin
from meldspec.carousel.table import BeforeDeal, Drawing, Knocking, Ledger, Melding, Over, TurnBegins
from meldspec.manipulation import Placed
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import Deal, dealt_singly

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.carousel import ledger, result, table


@law(Bug(players.may_play, "FEWEST_SEATS <= seats", "FEWEST_SEATS < seats"))
def how_many_play(seats: int) -> bool:
    """Two to five can play.

    clause: carousel.players.range
    pre: True
    post: _
    """
    return players.may_play(seats) == (seats in (2, 3, 4, 5))


@law(Bug(players.begin, "(0,) * seats, (0,) * seats", "(0,) * seats, (1,) * seats"))
def a_match_begins(seats: int, dealer: Seat) -> bool:
    """A match begins with the dealer that was named, and nobody has a point or a hand won.

    clause: carousel.players.range
    clause: carousel.match.deal-left
    pre: 2 <= seats <= 5 and 0 <= dealer < seats
    post: _
    """
    begun = begin(seats, dealer)
    noughts = ((0, 0), (0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0, 0))[seats - 2]
    return begun == BeforeDeal(dealer, Ledger(noughts, noughts))


@law(Bug(deck.joker_count, "return 2 * packs", "return 2 + packs - 1"))
def how_many_jokers(seats: int, count: Literal["two_total", "two_per_pack"]) -> bool:
    """Two seats play with one pack and one joker, more with two packs and two jokers.

    By a reading there are two jokers for each of two packs.

    clause: carousel.deck.two-players
    clause: carousel.deck.three-to-five
    pre: 2 <= seats <= 5
    post: _
    """
    rules = Rules(deck=Deck(joker_count=count))
    jokers = 1 if seats == 2 else 2 if count == "two_total" else 4
    cards = rules.size.deck(seats, deck.joker_count(rules, seats))
    copies = 1 if seats == 2 else 2
    return (
        deck.joker_count(rules, seats) == jokers
        and len(cards) == 52 * copies + jokers
        and all(cards.count(Card(card)) == copies for card in range(52))
        and cards.count(Card(52)) == jokers
    )


@law(Bug(deck.deck_clause, "seats <= SEATS_OF_ONE_PACK", "seats < SEATS_OF_ONE_PACK"))
def which_clause_names_the_deck(seats: int) -> bool:
    """Of the deck of two seats one clause speaks, and of all larger tables another.

    clause: carousel.deck.two-players
    clause: carousel.deck.three-to-five
    pre: 2 <= seats <= 5
    post: _
    """
    two = seats == 2
    return deck.deck_clause(seats) == (
        "carousel.deck.two-players" if two else "carousel.deck.three-to-five"
    )


@enumerated(Bug(deck.is_whole_deck, "if given != sorted(", "if set(given) != set("))
def the_deck_of_two_seats() -> Iterator[tuple[object, bool]]:
    """Two seats are dealt each card of one pack and one joker, and nothing else is accepted.

    clause: carousel.deck.two-players
    clause: carousel.deal.ten
    over: every sequence of five cards out of three naturals and the joker, as two hands and a stock
    over: every sequence of four such cards
    """
    pack = (Card(0), Card(1), Card(13))
    rules = Rules(size=Size(pack=pack, hand=1))
    for cards in [*product((*pack, Card(52)), repeat=5), *product((*pack, Card(52)), repeat=4)]:
        made = Deal((cards[:1], cards[1:2]), cards[2:])
        reached = game.GAME.step(rules, BeforeDeal(Seat(0), ledger(2)), CHANCE, made)
        whole = len(cards) == 4 and all(cards.count(card) == 1 for card in (*pack, Card(52)))
        refusal = Refusal(("carousel.deck.two-players",))
        yield cards, isinstance(reached, Drawing) if whole else reached == refusal


@enumerated(Bug(deck.is_whole_deck, "jokers in (packs, 2 * packs)", "jokers == packs"))
def the_deck_of_more_seats() -> Iterator[tuple[object, bool]]:
    """Three seats are dealt each card of two packs twice with two jokers, or by a reading four.

    clause: carousel.deck.three-to-five
    clause: carousel.deal.ten
    over: every way to have none to three of each of two naturals and none to five jokers
    over: three seats, both readings of the number of jokers
    """
    pack = (Card(0), Card(1))
    counts: tuple[Literal["two_total", "two_per_pack"], ...] = ("two_total", "two_per_pack")
    for count, a, b, jokers in product(counts, range(4), range(4), range(6)):
        rules = Rules(size=Size(pack=pack, hand=0), deck=Deck(joker_count=count))
        cards = (Card(52),) * jokers + (Card(1),) * b + (Card(0),) * a
        made = Deal(((), (), ()), cards)
        reached = deal.DEAL.make(rules, BeforeDeal(Seat(0), ledger(3)), CHANCE, made)
        whole = (a, b, jokers) == (2, 2, 2 if count == "two_total" else 4)
        refusal = Refusal(("carousel.deck.three-to-five",))
        yield (
            (count, a, b, jokers),
            isinstance(reached, TurnBegins) if whole else reached == refusal,
        )


@law(Bug(deal.deals_ten_each, "== [rules.size.hand] * ", "!= [0] * "))
def sizes_of_a_deal(seats: int, seat: Seat, cards: int, other: int) -> bool:
    """Each seat is dealt ten cards, whoever deals and however many play.

    clause: carousel.deal.ten
    pre: 2 <= seats <= 5 and 0 <= seat < seats
    pre: 8 <= cards <= 12 and 9 <= other <= 10
    post: _
    """
    sizes = [cards if each == seat else other for each in range(seats)]
    hands = tuple((Card(each),) * sizes[each] for each in range(seats))
    ten = cards == 10 and other == 10
    state = BeforeDeal(Seat(0), begin(seats, Seat(0)).ledger)
    return deal.deals_ten_each.holds(DEFAULT, state, CHANCE, Deal(hands, ())) == ten


@law(Bug(deal.lay_out, "neighbour(dealer, len(action.hands))", "dealer"))
def a_hand_begins(
    dealer: Seat, a: Card, b: Card, c: Card, d: Card, e: Card, first: bool, x: int, y: int
) -> bool:
    """The hands are as dealt, the rest is the stock, the table is empty, the dealer's left begins.

    clause: carousel.deal.shuffle
    clause: carousel.setup.stock
    clause: carousel.setup.no-discard-pile
    clause: carousel.turn.first
    clause: carousel.match.deal-left
    clause: carousel.match.new-hand
    pre: 0 <= dealer < 2 and 0 <= a <= b < 53 and 0 <= c < 53 and 0 <= d < 53 and 0 <= e < 53
    post: _
    """
    kept = Ledger((x, y), (1, 2))
    made = Deal(((b, a), (c,)), (e, d))
    melds = ((Placed(0), Placed(1), Placed(2)),)
    before = table(Seat(0), (), (), melds, draws=2, passed=1, seats=2, dealer=dealer, kept=kept)
    state = BeforeDeal(dealer, kept) if first else Over(before, result((), 2))
    deals = dealer if first else Seat(1 - dealer)
    after = deal.lay_out.makes(DEFAULT, state, CHANCE, made)
    at = after.table
    return (
        (at.dealer, at.mover) == (deals, 1 - deals)
        and at.hands == ((a, b), (c,))
        and (at.stock, at.melds, at.draws, at.passed) == ((e, d), (), 0, 0)
        and at.ledger == kept
    )


@law(Bug(dealt_singly, "(seat - dealer - 1) % seats", "(seat - dealer) % seats"))
def cards_dealt_one_by_one(dealer: Seat, seats: int, place: int) -> bool:
    """Cards go round one at a time, the seat after the dealer first, until each has ten.

    clause: carousel.deal.shuffle
    clause: carousel.deal.ten
    pre: 2 <= seats <= 5 and 0 <= dealer < seats and 0 <= place < 53
    post: _
    """
    pack = tuple(Card(each) for each in range(53))
    hands, stock = deal.dealt(DEFAULT, seats, dealer, pack)
    if place >= 10 * seats:
        return stock[place - 10 * seats] == place
    return hands[(dealer + 1 + place) % seats][place // seats] == place


@law(Bug(deal.dealt, "rules.size.hand", "rules.size.hand + 1"))
def a_pack_is_dealt_whole(dealer: Seat, seats: int) -> bool:
    """Of a pack of which hands are dealt every seat has ten cards, and the stock all others.

    clause: carousel.deal.ten
    clause: carousel.setup.stock
    pre: 2 <= seats <= 5 and 0 <= dealer < seats
    post: _
    """
    pack = DEFAULT.size.deck(seats, 1 if seats == 2 else 2)
    hands, stock = deal.dealt(DEFAULT, seats, dealer, pack)
    together = sorted([card for pile in (*hands, stock) for card in pile])
    return (
        [len(hand) for hand in hands] == [10] * seats
        and len(stock) == (0, 0, 33, 76, 66, 56)[seats]
        and together == sorted(pack)
    )


@law(
    Bug(
        turn.wrong_phase,
        "(Drawing() | Melding() | Knocking()), Deal()",
        "(Drawing() | Melding()), Deal()",
    )
)
def no_deal_in_a_hand(phase: int, mover: Seat, a: Card, stock: bool) -> bool:
    """Cards are dealt only between hands; while one goes on a deal is refused.

    clause: carousel.deal.between-hands
    pre: 0 <= phase < 3 and 0 <= mover < 3 and 0 <= a < 53
    post: _
    """
    at = table(mover, (a,), (Card(30),) if stock else ())
    state = (Drawing(at), Melding(at), Knocking(at))[phase]
    reached = game.GAME.step(DEFAULT, state, CHANCE, Deal(((), (), ()), ()))
    return reached == Refusal(("carousel.deal.between-hands",)) and CHANCE not in game.GAME.actors(
        DEFAULT, state
    )
