"""Gone through case by case over every hand of small packs: melds, arrangements, calls, deals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from meldspec import arrangement
from meldspec.arrangement import arrange, deadwood, fours_in, is_covered
from meldspec.cards import Card, small_pack
from meldspec.melds import melds_in
from meldspec.play import Refusal, Seat
from meldspec.table import Deal
from meldspec.tongits import exposing, tongits_call
from meldspec.tongits.deal import DEAL, whole_pack
from meldspec.tongits.drawing import TAKE
from meldspec.tongits.options import DEFAULT, Rules, Size
from meldspec.tongits.table import BeforeDeal, CallTongits, Drawing, Expose, Ledger, Playing, Take

from ...bugs import Bug
from ...law import enumerated
from ...plain import melds as plain
from ...tables.tongits import make, proposals, table

LATER = 4
"""A turn that is not the dealer's first."""


def hands(
    ranks: int, suits: int, smallest: int = 0, largest: int = 52
) -> Iterator[frozenset[Card]]:
    """Every hand of a small pack."""
    for cards in plain.subsets(small_pack(ranks, suits), smallest, largest):
        yield frozenset(map(Card, cards))


def melds(ranks: int, suits: int) -> tuple[frozenset[int], ...]:
    """Every meld of a small pack."""
    return plain.melds_of(frozenset(small_pack(ranks, suits)))


@enumerated(Bug(melds_in, "if ALL_MELDS[place] <= cards", "if len(ALL_MELDS[place]) < 5"))
def melds_in_a_hand() -> Iterator[tuple[object, bool]]:
    """The melds found in a hand are just its subsets that are melds, each once.

    clause: tongits.melds.card-used-once
    clause: tongits.exposing.any-number
    over: every hand of 4 ranks in 3 suits, of 3 ranks in 4 suits, and of 6 ranks in 2 suits
    """
    for ranks, suits in ((4, 3), (3, 4), (6, 2)):
        every = melds(ranks, suits)
        for hand in hands(ranks, suits):
            found = melds_in(hand)
            right = {meld for meld in every if meld <= hand}
            yield sorted(hand), len(found) == len(right) and set(found) == right


@enumerated(Bug(arrangement._heaviest, "if taken[0] >= left[0] else left", ""))
def the_best_arrangement() -> Iterator[tuple[object, bool]]:
    """A hand is arranged so that the fewest points remain and then so that it has the most fours.

    The arrangement is a division of the hand into melds and a rest; the deadwood is that rest's.

    clause: tongits.melds.best-arrangement
    clause: tongits.showdown.best-arrangement
    clause: tongits.stock-end.count-unmelded-in-hand
    clause: tongits.settlement.secret-arrangement
    over: every hand of 4 ranks in 4 suits, of 5 ranks in 3 suits, and of 6 ranks in 2 suits
    """
    for ranks, suits in ((4, 4), (5, 3), (6, 2)):
        divisions = plain.Divisions(melds(ranks, suits))
        for hand in hands(ranks, suits):
            found = arrange(hand)
            together = [card for cards in (*found.melds, found.unmatched) for card in cards]
            yield (
                sorted(hand),
                (found.deadwood, -found.fours) == divisions.best(hand)
                and deadwood(hand) == found.deadwood
                and sorted(together) == sorted(hand)
                and all(map(plain.is_meld, found.melds)),
            )


@enumerated(Bug(is_covered, "and not arrange(hand).unmatched", ""))
def covered_hands() -> Iterator[tuple[object, bool]]:
    """A hand is covered when nothing of it remains, and fours are counted by rank.

    clause: tongits.tongits-call.all-cards-used
    clause: tongits.settlement.secret-uncompared
    over: every hand of 4 ranks in 4 suits
    """
    divisions = plain.Divisions(melds(4, 4))
    for hand in hands(4, 4):
        points, _ = divisions.best(hand)
        fours = sum(1 for number in range(4) if sum(card % 13 == number for card in hand) == 4)
        yield sorted(hand), is_covered(hand) == (points == 0) and fours_in(hand) == fours


@enumerated(Bug(tongits_call.tongits_calls, "len(loose) > 1", "len(loose) > 0"))
def calls_of_tongits() -> Iterator[tuple[object, bool]]:
    """Tongits is called, with a last discard or none, just when nothing but melds remains.

    What is proposed is all that is accepted; the last card of a hand may go with the call too.

    clause: tongits.tongits-call.all-cards-used
    clause: tongits.tongits-call.with-final-discard
    clause: tongits.tongits-call.without-discard
    clause: tongits.tongits-call.cards-may-stay-in-hand
    over: every hand of 4 ranks in 3 suits and of 3 ranks in 4 suits, with every discard and none
    """
    for ranks, suits in ((4, 3), (3, 4)):
        divisions = plain.Divisions(melds(ranks, suits))
        for hand in hands(ranks, suits, smallest=1):
            yield from calls_with(hand, divisions)


def calls_with(hand: frozenset[Card], divisions: plain.Divisions) -> Iterator[tuple[object, bool]]:
    """Whether each call of tongits with a hand is accepted, refused and proposed as it should."""
    state = Playing(table(Seat(0), LATER, hand))
    accepted = set()
    for last in (None, *sorted(hand)):
        left = hand if last is None else hand - {last}
        failing = () if divisions.best(left)[0] == 0 else ("tongits.tongits-call.all-cards-used",)
        reached = make(tongits_call.CALL_TONGITS_MOVE, DEFAULT, state, CallTongits(last))
        if not failing:
            accepted.add(CallTongits(last))
        right = reached == Refusal(failing) if failing else not isinstance(reached, Refusal)
        yield (sorted(hand), last), right
    proposed = list(proposals(tongits_call.CALL_TONGITS_MOVE, DEFAULT, state))
    yield sorted(hand), len(proposed) == len(accepted) and set(proposed) == accepted


@enumerated(Bug(exposing.exposures, "if is_four(meld)", "if is_four(meld) and False"))
def melds_proposed() -> Iterator[tuple[object, bool]]:
    """What is proposed to be exposed, or to be taken with the discard, is all that is accepted.

    clause: tongits.melds.two-kinds
    clause: tongits.exposing.face-down-four
    clause: tongits.drawing.discard-adds-to-set
    over: every hand of up to five cards of 3 ranks in 4 suits, every choice of it, every discard
    """
    pack = small_pack(3, 4)
    for hand in hands(3, 4, largest=5):
        chosen = [frozenset(map(Card, cards)) for cards in plain.subsets(hand)]
        playing = Playing(table(Seat(0), LATER, hand))
        actions = [Expose(cards, down) for cards in chosen for down in (False, True)]
        right = {
            action
            for action in actions
            if plain.is_four(action.cards) or (plain.is_meld(action.cards) and not action.face_down)
        }
        proposed = list(proposals(exposing.EXPOSE, DEFAULT, playing))
        yield sorted(hand), len(proposed) == len(right) and set(proposed) == right
        for top in pack:
            if top in hand:
                continue
            under = next(card for card in pack if card not in hand and card != top)
            drawing = Drawing(table(Seat(0), LATER, hand, (), (under, top)))
            takes = [Take(cards) for cards in chosen if plain.is_meld(cards | {top})]
            taken = list(proposals(TAKE, DEFAULT, drawing))
            yield (sorted(hand), top), len(taken) == len(takes) and set(taken) == set(takes)


@enumerated(Bug(whole_pack, "sorted(deal.cards) == sorted", "set(deal.cards) <= set"))
def whole_packs_are_dealt() -> Iterator[tuple[object, bool]]:
    """A deal is one of the whole pack: each card once, in whatever order.

    clause: tongits.cards.standard-52
    clause: tongits.deal.shuffle-before-deal
    over: every sequence of six cards of a pack of six, as three hands and a stock of two
    """
    pack = small_pack(3, 2)
    rules = Rules(size=Size(pack=pack, hand=1))
    state = BeforeDeal(Seat(1), Ledger())
    refusal = Refusal(("tongits.cards.standard-52",))
    for cards in product(pack, repeat=6):
        deal = Deal((cards[:1], cards[1:3], cards[3:4]), cards[4:])
        reached = make(DEAL, rules, state, deal)
        once = sorted(cards) == sorted(pack)
        yield cards, isinstance(reached, Playing) if once else reached == refusal
