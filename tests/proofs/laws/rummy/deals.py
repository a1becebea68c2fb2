"""How many play, what is dealt to them, and what a deal leaves on the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from meldspec.cards import ONE_PACK, Card, small_pack
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.rummy import deal as chapter
from meldspec.rummy import game
from meldspec.rummy.deal import DEAL, begin_hand, dealt
from meldspec.rummy.deck import is_the_whole_pack
from meldspec.rummy.options import DEFAULT, Rules, Size
from meldspec.rummy.players import may_play
from meldspec.rummy.table import BeforeDeal, Drawing, Ledger, Table
from meldspec.table import dealt_singly
from meldspec.upcard import Deal

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.rummy import Seats, done, make, nothing_won

SIZES = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""The cards of a hand where so many seats play."""

CLAUSES = {
    2: "rummy.deal.two",
    3: "rummy.deal.three-four",
    4: "rummy.deal.three-four",
    5: "rummy.deal.five-six",
    6: "rummy.deal.five-six",
}


def cut_up(sizes: tuple[int, ...]) -> Deal:
    """The pack in order, with hands of these sizes, an upcard and a stock."""
    hands: tuple[tuple[Card, ...], ...] = ()
    at = 0
    for size in sizes:
        hands = (*hands, ONE_PACK[at : at + size])
        at += size
    return Deal(hands, ONE_PACK[at], ONE_PACK[at + 1 :])


def judged(sizes: tuple[int, ...]) -> bool:
    """Whether a deal of these sizes is accepted, or else refused by the right clause."""
    seats = len(sizes)
    reached = make(DEAL, DEFAULT, BeforeDeal(Seat(0), nothing_won(seats)), cut_up(sizes))
    if all(size == SIZES[seats] for size in sizes):
        return isinstance(reached, Drawing)
    return reached == Refusal((CLAUSES[seats],))


@law(Bug(may_play, "FEWEST_SEATS <= seats", "FEWEST_SEATS < seats"), quick=True)
def seats_of_a_match(seats: int) -> bool:
    """A match has two, three, four, five or six seats.

    clause: rummy.players.range
    pre: True
    post: _
    """
    return may_play(seats) == (seats in (2, 3, 4, 5, 6))


@law(Bug(chapter.two_have_ten_each, "(2,)", "(3,)"))
def hands_of_two(one: int, two: int) -> bool:
    """Of two seats each is dealt ten cards, neither more nor fewer.

    clause: rummy.deal.two
    pre: 7 <= one <= 12 and 7 <= two <= 12
    post: _
    """
    return judged((one, two))


@law(Bug(chapter.three_or_four_have_seven_each, "(3, 4)", "(4,)"))
def hands_of_three(one: int, two: int, three: int) -> bool:
    """Of three seats each is dealt seven cards, neither more nor fewer.

    clause: rummy.deal.three-four
    pre: 6 <= one <= 8 and 6 <= two <= 8 and 6 <= three <= 8
    post: _
    """
    return judged((one, two, three))


@law(Bug(chapter.five_or_six_have_six_each, "(5, 6)", "(5,)"))
def hands_at_every_table(seats: Seats, odd: int, size: int) -> bool:
    """A seat with a hand of another size than ten, seven or six, as the table asks, is enough.

    The number of seats decides the size of all hands.

    clause: rummy.deal.two
    clause: rummy.deal.three-four
    clause: rummy.deal.five-six
    pre: 0 <= odd < seats and 4 <= size <= 11
    post: _
    """
    return judged(tuple(size if seat == odd else SIZES[seats] for seat in range(seats)))


@law(
    Bug(
        chapter._have_their_cards,
        "[len(hand) for hand in action.hands]",
        "[sum(map(len, action.hands)) // seats] * seats",
    )
)
def cards_of_one_hand_in_another(seats: Seats, more: int, fewer: int) -> bool:
    """A deal in which one seat has a card of another is refused, though the stock is right.

    clause: rummy.deal.two
    clause: rummy.deal.three-four
    clause: rummy.deal.five-six
    pre: 0 <= more < seats and 0 <= fewer < seats
    post: _
    """
    sizes = (SIZES[seats] + (seat == more) - (seat == fewer) for seat in range(seats))
    return judged(tuple(sizes))


@enumerated(Bug(is_the_whole_pack, "sorted(action.cards) == sorted", "set(action.cards) <= set"))
def whole_packs_are_dealt() -> Iterator[tuple[object, bool]]:
    """A deal is one of the whole pack: each card once, in whatever order.

    clause: rummy.deck.standard
    clause: rummy.deal.shuffle
    over: every sequence of six cards of a pack of six, as two hands, an upcard and a stock of three
    """
    pack = small_pack(3, 2)
    rules = Rules(size=Size(pack=pack, hands=(1, 1, 1, 1, 1)))
    state = BeforeDeal(Seat(1), nothing_won(2))
    refusal = Refusal(("rummy.deck.standard",))
    for cards in product(pack, repeat=6):
        reached = make(DEAL, rules, state, Deal((cards[:1], cards[1:2]), cards[2], cards[3:]))
        once = sorted(cards) == sorted(pack)
        yield cards, isinstance(reached, Drawing) if once else reached == refusal


@law(Bug(begin_hand, "discard=(action.upcard,)", "discard=()"))
def what_a_deal_leaves(
    seats: Seats, dealer: Seat, a: Card, b: Card, up: Card, top: Card, under: Card, score: int
) -> bool:
    """After a deal all lies where it was dealt, the upcard is the pile, and the scores stay.

    The seat at the dealer's left is to draw; of two that is the one who does not deal.

    clause: rummy.setup.stock
    clause: rummy.setup.upcard
    clause: rummy.turn.first
    clause: rummy.turn.first-two-player
    clause: rummy.deal.dealer-deals
    pre: 0 <= dealer < seats and 0 <= score
    pre: 0 <= a < b < 40 and 0 <= top < under < up < 40
    post: _
    """
    ledger = Ledger((score,) * seats, 1, (1,) + (0,) * (seats - 1))
    rest = tuple((Card(40 + seat),) for seat in range(1, seats))
    deal = Deal(((a, b), *rest), up, (top, under))
    reached = done(begin_hand, DEFAULT, BeforeDeal(dealer, ledger), deal)
    hands = (frozenset((a, b)), *(frozenset(hand) for hand in rest))
    backs = (False,) * seats
    right = Table(dealer, 0, hands, (top, under), (up,), (), ledger, backs, None)
    first = 0 if dealer == seats - 1 else dealer + 1
    return reached == Drawing(right) and game.GAME.actors(DEFAULT, reached) == (first,)


@law(Bug(dealt_singly, "(seat - dealer - 1)", "(seat - dealer)"))
def cards_are_dealt_singly(seats: Seats, dealer: Seat, place: int) -> bool:
    """Each card of the deck goes to the next seat, from the dealer's left, until hands are full.

    clause: rummy.deal.single-cards
    clause: rummy.deal.clockwise-from-left
    clause: rummy.setup.stock
    pre: 0 <= dealer < seats and 0 <= place < 6
    post: _
    """
    deck = tuple(reversed(ONE_PACK))
    hands, stock = dealt(DEFAULT, seats, dealer, deck)
    size = SIZES[seats]
    in_round = ((dealer + 1 + step) % seats for step in range(seats))
    return (
        stock == deck[seats * size :]
        and all(len(hand) == size for hand in hands)
        and all(
            hands[seat][place] == deck[seats * place + step] for step, seat in enumerate(in_round)
        )
    )


@law(Bug(dealt, "rules.size.hand(seats)", "rules.size.hand(2)"))
def the_last_card_dealt(seats: Seats, dealer: Seat) -> bool:
    """The dealer is dealt the last card of all, and the next card of the deck begins the rest.

    clause: rummy.deal.clockwise-from-left
    clause: rummy.setup.upcard
    pre: 0 <= dealer < seats
    post: _
    """
    hands, rest = dealt(DEFAULT, seats, dealer, ONE_PACK)
    last = SIZES[seats] * seats - 1
    return hands[dealer][-1] == last and rest == ONE_PACK[last + 1 :]


@law(Bug(game.GAME.not_to_act, "actor is CHANCE", "actor is not None"))
def only_chance_deals(seats: Seats, dealer: Seat, seat: Seat) -> bool:
    """A deal is made by chance, and by no seat, not even the dealer.

    clause: rummy.deal.dealer-deals
    clause: rummy.turn.to-act
    pre: 0 <= dealer < seats and 0 <= seat < seats
    post: _
    """
    state = BeforeDeal(dealer, nothing_won(seats))
    deal = cut_up((SIZES[seats],) * seats)
    return (
        game.GAME.actors(DEFAULT, state) == (CHANCE,)
        and game.GAME.step(DEFAULT, state, seat, deal) == Refusal(("rummy.turn.to-act",))
        and isinstance(game.GAME.step(DEFAULT, state, CHANCE, deal), Drawing)
    )
