"""Invariants: what must hold in every state, and between every two, whatever is played.

That a hand ends follows from ``a_turn_draws``.  Every turn takes one card from the stock at least,
nothing goes back to it, and with an empty stock no turn begins.  So a hand has as many turns at
most as the stock has cards after the deal: 33, 76, 66 or 56 for two to five seats.  By the reading
that plays on it may have more, without a card from the stock; and if even a rearrangement without
a card from the hand is a meld, then without end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Final

from meldcheck.explore.table import Explored, SmallTable
from meldspec.cards import JOKER, ONE_PACK, RANKS, Card, rank, small_pack, suit
from meldspec.carousel.deck import joker_count
from meldspec.carousel.joker import joker_frees, natural_frees_one, stand_ins, table_frees_only
from meldspec.carousel.match import finishers, match_winners, totals
from meldspec.carousel.options import (
    DRAWS,
    KNOCK_BELOW,
    TABLE,
    TARGET,
    UNDERCUT_BONUS,
    Rules,
    Size,
)
from meldspec.carousel.seq import has_both_ends
from meldspec.carousel.spoken import CAROUSEL
from meldspec.carousel.table import (
    DECLINE,
    KNOCK,
    Action,
    BeforeDeal,
    Drawing,
    Knocking,
    Melding,
    Over,
    Rearrange,
    State,
    Table,
    as_cards,
    ledger_of,
    placed_cards,
    table_of,
)
from meldspec.carousel.value import worth
from meldspec.hands import Hand
from meldspec.manipulation import Kind, kind, stands_for
from meldspec.placed import Laid, Placed, sorted_melds, stand_in
from meldspec.placed import Table as Melds
from meldspec.play import Seat
from meldspec.table import DRAW, Deal, Draw, neighbour

# ── of one state ─────────────────────────────────────────────────────────────────────────────────


def only_jokers_on_the_table_stand_for_a_card(rules: Rules, state: State) -> bool:
    """There each stands for one, and nowhere else does any."""
    table = table_of(state)
    if table is None:
        return True
    hidden = [card for zone in (*table.hands, table.stock) for card in zone]
    return all(card <= JOKER for card in hidden) and JOKER not in placed_cards(table.melds)


def what_lies_there_is_melds(rules: Rules, state: State) -> bool:
    """Every meld on the table is a set or a run, of three cards or more."""
    table = table_of(state)
    return table is None or all(
        kind(meld, has_both_ends(rules)) is not None and len(meld) >= 3 for meld in table.melds
    )


def sets_have_each_suit_once(rules: Rules, state: State) -> bool:
    """A set has three or four cards of one rank and of different suits, its jokers included."""
    table = table_of(state)
    for meld in () if table is None else table.melds:
        cards = [stands_for(placed) for placed in meld]
        if kind(meld, both_ends=True) is Kind.SET:
            suits = {suit(card) for card in cards}
            ranks = {rank(card) for card in cards}
            if not (3 <= len(cards) == len(suits) and len(ranks) == 1):
                return False
    return True


def runs_go_on_without_a_gap(rules: Rules, state: State) -> bool:
    """A run has three to thirteen cards of one suit, each next to another; or fourteen."""
    table = table_of(state)
    most = len(RANKS) + has_both_ends(rules)
    for meld in () if table is None else table.melds:
        cards = [stands_for(placed) for placed in meld]
        if kind(meld, both_ends=True) is Kind.RUN:
            ranks = sorted(rank(card) for card in cards)
            high = sorted(len(RANKS) if each == 0 else each for each in ranks)
            both = [*ranks[:1], *sorted((*ranks[2:], len(RANKS)))]
            steps = [_next_to_each_other(each) for each in (ranks, high, both)]
            one_suit = len({suit(card) for card in cards}) == 1
            if not (3 <= len(cards) <= most and one_suit and any(steps)):
                return False
    return True


def _next_to_each_other(ranks: list[int]) -> bool:
    return all(other - one == 1 for one, other in pairwise(ranks))


def draws_fit_the_phase(rules: Rules, state: State) -> bool:
    """Nothing is drawn before the turn; then one or two cards, and three at its end.

    By readings a seat melds after the third, too, or without any where the stock is empty.
    """
    if not isinstance(state, Drawing | Melding | Knocking):
        return not isinstance(state, Over) or state.table.draws == 0
    draws, empty = state.table.draws, not state.table.stock
    plays_on = empty and rules.stock.stock_exhausted == "play_on"
    match state:
        case Drawing():
            return draws == 0 and not empty
        case Melding():
            after_third = rules.draw.meld_after_third == "may_meld"
            return 1 - plays_on <= draws <= DRAWS - 1 + after_third
        case Knocking():
            return 1 - plays_on <= draws <= DRAWS


def who_declines_is_asked_no_more(rules: Rules, state: State) -> bool:
    """Between two turns somebody is always left to say something."""
    if not isinstance(state, Knocking):
        return True
    everybody = rules.knock.knock_actor == "anyone_below_five"
    return len(state.declined) < (state.table.seats if everybody else 1)


def who_has_knocked_had_few_points(rules: Rules, state: State) -> bool:
    """A knocker counts less than five, and it was its turn that was over."""
    if not isinstance(state, Over) or state.result.knocker is None:
        return True
    knocker, table = state.result.knocker, state.table
    anyone = rules.knock.knock_actor == "anyone_below_five"
    few = state.result.deadwood[knocker] < KNOCK_BELOW
    return few and (knocker == table.mover or anyone)


def winners_have_the_fewest(rules: Rules, state: State) -> bool:
    """A knock has a winner: the knocker alone, or all others that have the fewest points.

    Without a knock nobody wins, unless a reading has the fewest points win.
    """
    if not isinstance(state, Over):
        return True
    result = state.result
    least = min(result.deadwood)
    fewest = {seat for seat, count in enumerate(result.deadwood) if count == least}
    if result.knocker is None:
        shown = rules.stock.stock_exhausted == "showdown"
        return set(result.winners) == (fewest if shown else set())
    if result.knocker in result.winners:
        return fewest == {result.knocker} == set(result.winners)
    return bool(result.winners) and set(result.winners) == fewest - {result.knocker}


def points_are_what_they_should_be(rules: Rules, state: State) -> bool:
    """Nobody loses points, and only winners score.

    A knocker that wins scores a point at least for each opponent, and whoever undercuts it alone
    ten at least.  A knocker that has nothing left may score by readings although others have won.
    """
    if not isinstance(state, Over):
        return True
    result = state.result
    undercut = result.knocker is not None and len(result.winners) == 1
    least = UNDERCUT_BONUS if undercut else 0
    if result.knocker in result.winners:
        least = len(result.points) - 1
    return (
        min(result.points) >= 0
        and all(line.points > 0 for line in result.receipt)
        and all(result.points[seat] >= least for seat in result.winners)
        and all(
            points == 0 or seat in result.winners or seat == result.knocker
            for seat, points in enumerate(result.points)
        )
    )


def deadwood_is_what_is_held(rules: Rules, state: State) -> bool:
    """A hand counts what its cards count, so nought only if it is empty; by readings less."""
    if not isinstance(state, Over):
        return True
    counted = zip(state.result.deadwood, state.table.hands, strict=True)
    if rules.knock.deadwood_scope != "all_hand_cards":
        return all(0 <= count <= worth(hand) for count, hand in counted)
    return all(count == worth(hand) and bool(count) == bool(hand) for count, hand in counted)


def match_ends_at_its_target(rules: Rules, state: State) -> bool:
    """A match is over just when somebody has the points for it; winners and totals are then known.

    By a reading it goes on while several have the most.
    """
    ledger = ledger_of(state)
    reached = max(ledger.scores) >= TARGET
    ended = finishers(rules, ledger)
    if rules.match.simultaneous_150 == "play_on":
        reached = reached and ledger.scores.count(max(ledger.scores)) == 1
    if bool(ended) != reached:
        return False
    if not ended:
        return True
    added = totals(rules, ledger)
    more = all(total >= score for total, score in zip(added, ledger.scores, strict=True))
    return more and bool(match_winners(rules, ledger)) and isinstance(state, Over)


# ── of a step ────────────────────────────────────────────────────────────────────────────────────


def same_hand(before: State, after: State) -> tuple[Table, Table] | None:
    """The tables of a step inside one hand; None for a deal."""
    one, other = table_of(before), table_of(after)
    if one is None or other is None or isinstance(before, Over):
        return None
    return one, other


def stock_has_its_size(rules: Rules, before: State, after: State) -> bool:
    """After a deal everybody has ten cards, the stock has the rest, and nothing lies there."""
    table = table_of(after)
    if table is None or same_hand(before, after) is not None:
        return table is not None
    deck = rules.size.deck(table.seats, joker_count(rules, table.seats))
    return (
        all(len(hand) == rules.size.hand for hand in table.hands)
        and len(table.stock) == len(deck) - table.seats * rules.size.hand
        and not table.melds
    )


def nothing_leaves_the_table(rules: Rules, before: State, after: State) -> bool:
    """What lies there lies there still, jokers and all."""
    tables = same_hand(before, after)
    if tables is None:
        return True
    one, other = tables
    return not as_cards(one.melds) - as_cards(other.melds)


def jokers_keep_their_names(rules: Rules, before: State, after: State) -> bool:
    """A joker stands for another card only where that card is on the table then.

    By readings it must have lain there before, or frees but one; and by one another joker that
    stands for the same card is as good.
    """
    tables = same_hand(before, after)
    if tables is None:
        return True
    one, other = tables
    there, then = as_cards(one.melds), as_cards(other.melds)
    named, still = stand_ins(one.melds), stand_ins(other.melds)
    for card in named - still:
        naturals = there[card] if table_frees_only(rules) else then[card]
        enough = named[card] - still[card] if natural_frees_one(rules) else 1
        helped = joker_frees(rules) and still[card] > 0
        if naturals < enough and not helped:
            return False
    return True


def cards_go_from_stock_to_hand_to_table(rules: Rules, before: State, after: State) -> bool:
    """The mover draws the top of the stock or plays cards; the other hands stay as they are."""
    tables = same_hand(before, after)
    if tables is None:
        return True
    one, other = tables
    mover = one.mover
    came = Counter(other.hands[mover]) - Counter(one.hand)
    went = Counter(one.hand) - Counter(other.hands[mover])
    drawn = one.stock[: len(one.stock) - len(other.stock)]
    return (
        came == Counter(drawn)
        and len(drawn) <= 1
        and one.stock == (*drawn, *other.stock)
        and went == as_cards(other.melds) - as_cards(one.melds)
        and not (came and went)
        and all(hand == other.hands[seat] for seat, hand in enumerate(one.hands) if seat != mover)
    )


def a_turn_draws(rules: Rules, before: State, after: State) -> bool:
    """Each draw is counted; a turn without a meld has three, unless it ran out of cards.

    By readings one or two are enough.
    """
    tables = same_hand(before, after)
    if tables is None:
        return True
    one, other = tables
    drawn = len(one.stock) - len(other.stock)
    if isinstance(before, Knocking):
        return drawn == 0
    if isinstance(after, Knocking) and other.melds == one.melds and other.stock:
        passes = {
            1: rules.draw.second_draw == "may_pass",
            2: rules.draw.second_pass == "may_pass",
            DRAWS: True,
        }
        alone = rules.rearrange.rearrange_only == "allowed" and one.melds
        if not passes[other.draws] and not alone:
            return False
    return other.draws == (0 if isinstance(after, Over) else one.draws + drawn)


def melding_ends_a_turn(rules: Rules, before: State, after: State) -> bool:
    """Cards are played from the phase for it, no card is drawn with them, and the turn is over."""
    tables = same_hand(before, after)
    if tables is None or tables[0].melds == tables[1].melds:
        return True
    one, other = tables
    ended = isinstance(after, Knocking | Over)
    late = one.draws == DRAWS and rules.draw.meld_after_third == "turn_over"
    return isinstance(before, Melding) and ended and one.stock == other.stock and not late


def a_turn_ends_when_all_decline(rules: Rules, before: State, after: State) -> bool:
    """A turn passes to the next seat, and only when all that may knock have declined."""
    table, tables = table_of(after), same_hand(before, after)
    if table is None:
        return False
    if tables is None:
        return table.mover == neighbour(table.dealer, table.seats)
    one, other = tables
    if isinstance(before, Knocking) and isinstance(after, Drawing | Melding):
        return other.mover == neighbour(one.mover, one.seats) and other.dealer == one.dealer
    moved = isinstance(after, Over) and other.mover == neighbour(one.mover, one.seats)
    return (other.mover == one.mover or moved) and other.dealer == one.dealer


def the_deal_goes_round(rules: Rules, before: State, after: State) -> bool:
    """It goes to the next seat; by a reading not after a hand that nobody has won."""
    table = table_of(after)
    if table is None or same_hand(before, after) is not None:
        return table is not None
    if isinstance(before, BeforeDeal):
        return table.dealer == before.dealer
    assert isinstance(before, Over)
    again = not before.result.winners and rules.match.void_dealer == "redeal"
    dealer = before.table.dealer
    return table.dealer == (dealer if again else neighbour(dealer, table.seats))


def a_hand_has_its_boxes(rules: Rules, before: State, after: State) -> bool:
    """Boxes change when a hand is over, and at no other time.

    A hand with one winner has one box, one that nobody wins has none, and where several win each of
    them has one, or by a reading nobody.
    """
    one, other = ledger_of(before), ledger_of(after)
    boxes = {seat for seat, (b, a) in enumerate(zip(one.boxes, other.boxes, strict=True)) if a > b}
    if not isinstance(after, Over) or isinstance(before, Over):
        return not boxes
    shared = len(after.result.winners) > 1 and rules.match.box_for_tied_win == "no_box"
    return boxes == (set() if shared else set(after.result.winners)) and sum(other.boxes) - sum(
        one.boxes
    ) == len(boxes)


# ── exploring ─────────────────────────────────────────────────────────────────────────────────────


def deck_of(rules: Rules, seats: int) -> tuple[Card, ...]:
    """All cards that so many seats play with, in order."""
    return rules.size.deck(seats, joker_count(rules, seats))


def lies(state: State) -> Iterator[Card]:
    """What the melds are made of, jokers as such."""
    return as_cards(table.melds).elements() if (table := table_of(state)) else iter(())


OF_STATES: Final = (
    only_jokers_on_the_table_stand_for_a_card,
    what_lies_there_is_melds,
    sets_have_each_suit_once,
    runs_go_on_without_a_gap,
    draws_fit_the_phase,
    who_declines_is_asked_no_more,
    who_has_knocked_had_few_points,
    winners_have_the_fewest,
    points_are_what_they_should_be,
    deadwood_is_what_is_held,
    match_ends_at_its_target,
)
"""Every law of one state of this game."""

OF_STEPS: Final = (
    stock_has_its_size,
    nothing_leaves_the_table,
    jokers_keep_their_names,
    cards_go_from_stock_to_hand_to_table,
    a_turn_draws,
    melding_ends_a_turn,
    a_turn_ends_when_all_decline,
    the_deal_goes_round,
    a_hand_has_its_boxes,
)
"""Every law of one step."""


def rearrangements(rules: Rules, state: State, action: Action) -> Iterator[Rearrange]:
    """Every table into which cards of the hand and of the table can be put.

    Jokers stand for any card; what may not be so is for the rules to refuse.
    """
    if not isinstance(state, Melding):
        return
    table = state.table
    there = as_cards(table.melds)
    both_ends = has_both_ends(rules)
    for size in range(len(table.hand) + 1):
        for cards in sorted(set(combinations(table.hand, size))):
            for melds in divisions(tuple(sorted((*there.elements(), *cards))), both_ends):
                yield Rearrange(sorted_melds(melds), cards)


@cache
def divisions(cards: Hand, both_ends: bool) -> tuple[Melds, ...]:
    """Every way to divide cards into melds, with none left over."""
    if not cards:
        return ((),)
    found: list[Melds] = []
    first, others = cards[0], cards[1:]
    for size in range(2, len(cards)):
        for more in sorted(set(combinations(others, size))):
            left = list(others)
            for card in more:
                left.remove(card)
            rest = divisions(tuple(left), both_ends)
            if rest:
                for meld in as_melds((first, *more), both_ends):
                    found.extend((meld, *melds) for melds in rest)
    return tuple(dict.fromkeys(map(sorted_melds, found)))


@cache
def as_melds(cards: Hand, both_ends: bool) -> tuple[Laid, ...]:
    """The melds that these cards can be, with jokers for any cards."""
    jokers = cards.count(Card(JOKER))
    naturals = tuple(Placed(card) for card in cards if card != JOKER)
    named = combinations_with_replacement(map(stand_in, ONE_PACK), jokers)
    laid = (tuple(sorted((*naturals, *names))) for names in named)
    return tuple(meld for meld in laid if kind(meld, both_ends) is not None)


def attempts(rules: Rules, state: State, seat: Seat) -> Iterator[Action]:
    """Tables of any three cards and of any two with a joker, whatever lies there already."""
    yield from (DRAW, KNOCK, DECLINE)
    table = table_of(state)
    lying = () if table is None else table.melds
    yield Rearrange(lying, ())
    for cards in combinations(rules.size.pack, 3):
        laid = tuple(map(Placed, cards))
        yield Rearrange(sorted_melds((*lying, laid)), cards)
        yield Rearrange((laid,), cards)
        yield Rearrange(sorted_melds((*lying, laid)), ())
        held = tuple(sorted((*cards[:2], Card(JOKER))))
        for named in (Placed(JOKER), stand_in(cards[2]), stand_in(cards[0])):
            yield Rearrange(sorted_melds((*lying, (*laid[:2], named))), held)


def with_cards(ranks: int, suits: int, hand: int, **readings: str) -> Rules:
    """The rules with few cards: the default ones, but for these readings."""
    size = Size(pack=small_pack(ranks, suits), hand=hand)
    return replace(TABLE.read({"options": {**readings}}), size=size)


EXPLORED: Final = Explored(
    spoken=CAROUSEL,
    kind=State,
    over=Over,
    deck=deck_of,
    lies=lies,
    of_states=OF_STATES,
    of_steps=OF_STEPS,
    hand_sizes=lambda rules, seats: (rules.size.hand,) * seats,
    deal=Deal,
    reveals=lambda rules, state, action: int(isinstance(action, Draw)),
    attempts=attempts,
    loose=lambda rules: {"stock": 0},
    listed=rearrangements,
    winners="winners",
    endings=frozenset(
        {
            "knock, one winner",
            "knock, several winners",
            "stock, no winner",
            "stock, one winner",
            "stock, several winners",
        }
    ),
    tables={
        "small": SmallTable(
            rules=with_cards(3, 3, 2),
            seats=2,
            says="nine cards, ace to three of three suits, and a joker; two in each of two hands",
        ),
        "three": SmallTable(
            rules=with_cards(3, 2, 2),
            seats=3,
            says="two packs of six cards, and two jokers; two in each of three hands",
            stated=(("AC 2C", "AD *", "3C 3D"),),
            most=30_000,
        ),
        "jokers": SmallTable(
            rules=with_cards(
                3,
                1,
                2,
                joker_count="two_per_pack",
                meld_after_third="may_meld",
                meld_amount="maximum",
                joker_domain="not_visible_on_table",
                two_jokers_one_identity="forbidden",
                stock_exhausted="showdown",
            ),
            seats=3,
            says="two packs of three cards, and four jokers; two in each of three hands",
            stated=(("AC AC", "* *", "2C 2C"),),
        ),
    },
)
