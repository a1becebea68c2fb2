"""The seats, the packs, and the deal."""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.cards import Card, small_pack
from meldspec.indian_chief import deck
from meldspec.indian_chief.deal import DEAL, begin, dealt, each_has_eight, lay_out
from meldspec.indian_chief.options import DEFAULT, Refill, Rules, Size
from meldspec.indian_chief.players import refused_table
from meldspec.indian_chief.table import BeforeDeal, Choosing, Table
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import Deal

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.indian_chief import StubShortage, first, make

SMALL = Rules(size=Size(pack=small_pack(9, 1), hand=1, melds=1))
"""A game of nine cards, or of two packs of nine."""


@law(Bug(refused_table, "FEWEST_SEATS <= seats <=", "FEWEST_SEATS < seats <="), quick=True)
def how_many_play(seats: int) -> bool:
    """From two to eight seats play.

    clause: indian-chief.players.range
    post: _
    """
    refused = refused_table(seats)
    if seats in (2, 3, 4, 5, 6, 7, 8):
        return refused is None
    return refused == Refusal(("indian-chief.players.range",))


@enumerated(Bug(dealt, "dealer, rules.size.hand", "Seat(0), rules.size.hand"))
def cards_are_dealt_singly() -> Iterator[tuple[object, bool]]:
    """Cards go round one at a time from the seat after the dealer, till each seat has eight.

    All other cards are the stub, in their order.

    clause: indian-chief.deal.single-cards
    clause: indian-chief.deal.eight
    clause: indian-chief.setup.stub
    over: every number of seats and every dealer, with a deck in order
    """
    for seats in range(2, 9):
        cards = tuple(map(Card, range(52))) * (1 if seats < 4 else 2)
        for dealer in range(seats):
            hands: list[list[Card]] = [[] for _ in range(seats)]
            turn = dealer
            for card in cards[: 8 * seats]:
                turn = turn + 1 if turn < seats - 1 else 0
                hands[turn].append(card)
            right = (tuple(map(tuple, hands)), cards[8 * seats :])
            yield (seats, dealer), dealt(DEFAULT, seats, Seat(dealer), cards) == right


@law(Bug(each_has_eight, "* state.seats", "* len(action.hands)"))
def hands_of_eight(zero: int, one: int, three: bool) -> bool:
    """There is a hand of eight cards for each seat.

    clause: indian-chief.deal.eight
    pre: 7 <= zero <= 9 and 7 <= one <= 9
    post: _
    """
    hands = (first(zero), first(one), *((first(8),) if three else ()))
    action = Deal(hands, ())
    holds = each_has_eight.holds(DEFAULT, BeforeDeal(Seat(0), 2), CHANCE, action)
    return holds == (zero == 8 and one == 8 and not three)


@enumerated(Bug(deck.is_whole_deck, "sorted(cards) ==", "len(sorted(cards)) and"))
def the_packs_that_are_dealt() -> Iterator[tuple[object, bool]]:
    """Two or three seats are dealt one pack, more are dealt two; no card is another or missing.

    clause: indian-chief.deck.one
    clause: indian-chief.deck.two
    over: every number of seats in a game of nine cards with hands of one; one pack and two
    over: each of them whole, without any one card, and with any card in place of any other
    """
    for seats in range(2, 9):
        for packs in (1, 2):
            whole = sorted(SMALL.size.pack * packs)
            changed = [whole[:place] + whole[place + 1 :] for place in range(len(whole))]
            exchanged = [[*each, Card(card)] for each in changed for card in range(10)]
            for cards in (whole, *changed, *exchanged):
                hands = tuple((card,) for card in cards[:seats])
                action = Deal(hands, tuple(cards[seats:]))
                reached = make(DEAL, SMALL, BeforeDeal(Seat(0), seats), CHANCE, action)
                if packs == (1 if seats < 4 else 2) and sorted(cards) == whole:
                    yield (seats, cards), isinstance(reached, Choosing)
                else:
                    clause = f"indian-chief.deck.{'one' if seats < 4 else 'two'}"
                    yield (seats, cards), reached == Refusal((clause,))


@law(Bug(deck.stub_lasts, "few or", "few and"))
def six_at_most(seats: int, shortage: StubShortage) -> bool:
    """By a reading nothing is dealt to more than six seats.

    clause: indian-chief.deck.six-at-most
    pre: 2 <= seats <= 8
    post: _
    """
    rules = Rules(refill=Refill(stub_shortage=shortage))
    state = BeforeDeal(Seat(0), seats)
    holds = deck.seats_have_a_stub.holds(rules, state, CHANCE, Deal((), ()))
    return holds == (seats <= 6 or shortage != "limit_players_6")


@law(Bug(deck.more_have_two_packs, "return few or", "return not few or"))
def each_pack_has_its_seats(seats: int, two: bool) -> bool:
    """Of one pack and two just one suits the number of seats.

    clause: indian-chief.deck.one
    clause: indian-chief.deck.two
    pre: 2 <= seats <= 8
    post: _
    """
    cards = small_pack(9, 1) * (2 if two else 1)
    state, action = BeforeDeal(Seat(0), seats), Deal((cards,), ())
    one_holds = deck.few_have_one_pack.holds(SMALL, state, CHANCE, action)
    two_holds = deck.more_have_two_packs.holds(SMALL, state, CHANCE, action)
    return one_holds == (seats >= 4 or not two) and two_holds == (seats < 4 or two)


@law(Bug(deck.refused_deck, "seats <= MOST_SEATS_OF_ONE_PACK", "seats < MOST_SEATS_OF_ONE_PACK"))
def a_deck_that_is_asked_about(seats: int, kind: int, shortage: StubShortage) -> bool:
    """A deck is refused as its deal is, by the clause of its seats.

    clause: indian-chief.deck.one
    clause: indian-chief.deck.two
    clause: indian-chief.deck.six-at-most
    pre: 2 <= seats <= 8 and 0 <= kind < 3
    post: _
    """
    size = Size(pack=small_pack(9, 1), hand=1, melds=1)
    rules = Rules(size=size, refill=Refill(stub_shortage=shortage))
    pack = small_pack(9, 1)
    refused = deck.refused_deck(rules, seats, (pack, pack + pack, pack[1:])[kind % 3])
    if seats > 6 and shortage == "limit_players_6":
        return refused == Refusal(("indian-chief.deck.six-at-most",))
    if seats < 4:
        return refused == (None if kind == 0 else Refusal(("indian-chief.deck.one",)))
    return refused == (None if kind == 1 else Refusal(("indian-chief.deck.two",)))


@law(Bug(lay_out, "state.dealer, 1, hands", "Seat(0), 1, hands"))
def the_first_turn(dealer: Seat, top: Card, under: Card) -> bool:
    """With the deal the first turn begins: each seat has its hand, and nobody has chosen.

    The stub keeps its order.

    clause: indian-chief.deal.shuffle
    clause: indian-chief.setup.stub
    pre: 0 <= dealer < 3 and 0 <= top < 52 and 0 <= under < 52
    post: _
    """
    hands = ((Card(5), Card(3)), (Card(1), Card(0)), (Card(7), Card(9)))
    in_order = ((Card(3), Card(5)), (Card(0), Card(1)), (Card(7), Card(9)))
    action = Deal(hands, (top, under))
    after = lay_out.makes(DEFAULT, BeforeDeal(dealer, 3), CHANCE, action)
    return after == Choosing(Table(dealer, 1, in_order, (top, under)), (None, None, None))


@law(Bug(begin, "BeforeDeal(dealer, seats)", "BeforeDeal(Seat(0), seats)"))
def a_match_begins(dealer: Seat, seats: int) -> bool:
    """Before the deal the dealer is the one that the players name.

    clause: indian-chief.deal.once
    clause: indian-chief.players.range
    pre: 2 <= seats <= 8 and 0 <= dealer < seats
    post: _
    """
    return begin(seats, dealer) == BeforeDeal(dealer, seats)


@law(Bug(deck.few_have_one_pack, "return not few or", "return"))
def the_clause_of_a_wrong_pack(seats: int, missing: int) -> bool:
    """A pack that is not whole is refused by the clause of the number of seats, and by no other.

    clause: indian-chief.deck.one
    clause: indian-chief.deck.two
    pre: 2 <= seats <= 8 and 0 <= missing <= 2
    post: _
    """
    cards = small_pack(9, 1)
    whole = (cards, cards, cards + cards)[(0 if seats < 4 else 2) % 3]
    action = Deal(
        tuple((card,) for card in whole[missing : missing + seats]), whole[missing + seats :]
    )
    reached = make(DEAL, SMALL, BeforeDeal(Seat(0), seats), CHANCE, action)
    if missing == 0:
        return isinstance(reached, Choosing)
    return reached == Refusal((f"indian-chief.deck.{'one' if seats < 4 else 'two'}",))


@law(Bug(deck.seats_have_a_stub, "state.seats", "len(action.hands)"))
def a_table_without_a_stub(seats: int, hands: int, shortage: StubShortage) -> bool:
    """The number of seats that play counts, and not that of the hands that are dealt.

    clause: indian-chief.deck.six-at-most
    pre: 5 <= seats <= 8 and 6 <= hands <= 7
    post: _
    """
    rules = Rules(refill=Refill(stub_shortage=shortage))
    action = Deal(((),) * hands, ())
    holds = deck.seats_have_a_stub.holds(rules, BeforeDeal(Seat(0), seats), CHANCE, action)
    return holds == (seats <= 6 or shortage != "limit_players_6")
