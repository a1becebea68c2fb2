"""Invariants: what must hold in every state, and between every two, whatever is played.

That the stock and the discard pile together are as large at the start of every turn follows from
the shape of a turn.  It begins with one card moving from one of the two piles into the mover's
hand; a reshuffle moves cards from pile to pile, and no move goes to or from another hand or to the
table.  It ends with one card moving from the mover's hand to the discard pile.  So what a turn
takes from the piles it gives back, and they stay as the deal left them: 52 cards for each of
⌈n/2⌉ packs, less n hands of k + 2.  For n = 2m that is 52m - 2m(k + 2), at least 26m as no hand has
more than thirteen cards; for n = 2m - 1 it is thirteen more.  So it is 26 at least, and where a
stock has run out some 25 discards lie there to make a new one of.

Under the readings by which a turn can end without a discard, only the final turns and the turn of
going out do, each seat has one of these, and none has a turn after it: the piles lack one card for
each hand that has one more.  ``moves_as_a_turn_does`` asks each step for just that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from meldcheck.explore.table import Explored, SmallTable
from meldspec.cards import Card, small_pack
from meldspec.play import Seat
from meldspec.table import Discard, Draw, Reshuffle, neighbour
from meldspec.three_thirteen.match import is_last, match_winners, next_dealer
from meldspec.three_thirteen.options import TABLE, Rules, Size
from meldspec.three_thirteen.out import all_in_melds
from meldspec.three_thirteen.spoken import THREE_THIRTEEN
from meldspec.three_thirteen.stock import due
from meldspec.three_thirteen.table import (
    GO_OUT_WITH_ALL,
    KEEP,
    Action,
    BeforeDeal,
    Discarding,
    Drawing,
    GoOut,
    Next,
    Over,
    Reshuffling,
    State,
    Table,
    ledger_of,
    table_of,
)
from meldspec.three_thirteen.wild import is_wild
from meldspec.upcard import TAKE, Deal
from meldspec.wild import price

# ── of one state ─────────────────────────────────────────────────────────────────────────────────


def pool_size(rules: Rules, seats: int, hand_number: int) -> int:
    """Cards in the stock and the discard pile after a deal."""
    return len(rules.size.deck(seats)) - seats * rules.size.hand(hand_number)


def pool_is_constant(rules: Rules, state: State) -> bool:
    """Between turns the two piles have as many cards as after the deal, as long as nobody is out.

    After that they have as many fewer as there are hands that have kept a card.
    """
    if not isinstance(state, Drawing):
        return True
    table = state.table
    size = pool_size(rules, len(table.hands), table.hand_number)
    return len(table.stock) + len(table.discard) == size - len(kept_a_card(rules, table))


def kept_a_card(rules: Rules, table: Table) -> list[int]:
    """The seats that hold a card more than they were dealt."""
    size = rules.size.hand(table.hand_number)
    return [seat for seat, hand in enumerate(table.hands) if len(hand) > size]


def out_may_keep(rules: Rules) -> bool:
    """Whether who goes out may keep all cards."""
    return rules.out.out_discard_needed == "may_keep"


def final_may_keep(rules: Rules) -> bool:
    """Whether a final turn may end without a discard."""
    return rules.out.final_turn_scope == "draw_only" or rules.out.final_turn_discard == "optional"


def hand_sizes_follow(rules: Rules, state: State) -> bool:
    """A hand is as large as it was dealt; who has drawn has one more, and keeps it by readings."""
    table = table_of(state)
    if table is None:
        return True
    size = rules.size.hand(table.hand_number)
    drawn = isinstance(state, Discarding) or (
        isinstance(state, Reshuffling) and state.then is Next.DISCARD
    )
    return all(
        len(hand) - size == 1
        if drawn and seat == table.mover
        else len(hand) == size or (len(hand) - size == 1 and may_have_kept(rules, state, seat))
        for seat, hand in enumerate(table.hands)
    )


def may_have_kept(rules: Rules, state: State, seat: int) -> bool:
    """Whether the seat has gone out, or had its final turn, by readings that let it keep a card."""
    table = table_of(state)
    if table is None or table.out is None:
        return False
    if seat == table.out:
        return out_may_keep(rules)
    return seat in has_had_its_last_turn(state, table) and final_may_keep(rules)


def has_had_its_last_turn(state: State, table: Table) -> list[int]:
    """The opponents of who went out whose turn since then is over."""
    if table.out is None:
        return []
    had: list[int] = []
    seat = neighbour(table.out, len(table.hands))
    while seat != table.out and (seat != table.mover or isinstance(state, Over)):
        had.append(seat)
        seat = neighbour(seat, len(table.hands))
    return had


def a_discard_lies_there(rules: Rules, state: State) -> bool:
    """When a turn begins there is a discard, unless a turn has ended without one."""
    keeps = out_may_keep(rules) or final_may_keep(rules)
    return not isinstance(state, Drawing) or bool(state.table.discard) or keeps


def reshuffles_when_it_is_time(rules: Rules, state: State) -> bool:
    """Chance reshuffles when the stock is empty, at the time that the reading says."""
    if not isinstance(state, Reshuffling):
        return True
    times = {
        "lazy": (Next.CARD,),
        "lazy_start": (Next.TURN,),
        "eager": (Next.DISCARD,),
    }
    return not state.table.stock and state.then in times[rules.stock.exhaustion_timing]


def reshuffle_has_its_size(rules: Rules, state: State) -> bool:
    """What is reshuffled is all that is between the turns but the top.

    An eager reshuffle comes in a turn, whose card is in the hand.
    """
    if not isinstance(state, Reshuffling):
        return True
    table = state.table
    size = pool_size(rules, len(table.hands), table.hand_number)
    left = size - len(kept_a_card(rules, table)) - 1
    return len(due(table)) == left and left > 0


def taken_card_is_held(rules: Rules, state: State) -> bool:
    """A card is taken in the mover's turn alone, and is then in its hand."""
    table = table_of(state)
    if table is None or table.taken is None:
        return True
    return isinstance(state, Discarding) and table.taken in table.hand


def who_went_out_has_no_turn(rules: Rules, state: State) -> bool:
    """Nobody is out until a turn is over, and who went out is not in turn again."""
    table = table_of(state)
    if table is None or table.out is None:
        return not isinstance(state, Over)
    if isinstance(state, Over):
        return neighbour(table.mover, len(table.hands)) == table.out == state.result.out
    return table.mover != table.out


def who_went_out_has_melds_alone(rules: Rules, state: State) -> bool:
    """Until the end no card of who went out is unmatched, unless it was asked before a discard."""
    table = table_of(state)
    if table is None or table.out is None:
        return True
    if rules.out.out_test_moment == "before_discard":
        return True
    return all_in_melds(rules, table.hands[table.out], rules.size.wild(table.hand_number))


def each_scores_its_own(rules: Rules, state: State) -> bool:
    """Who went out scores nought, and all others their deadwood."""
    if not isinstance(state, Over):
        return True
    result = state.result
    expected = [0 if seat == result.out else count for seat, count in enumerate(result.deadwood)]
    return list(result.points) == expected


def deadwood_is_bounded(rules: Rules, state: State) -> bool:
    """A hand counts nought at least, and at most what all its cards count."""
    if not isinstance(state, Over):
        return True
    table = state.table
    wild = rules.size.wild(table.hand_number)
    return all(
        0 <= counted <= sum(price(card, wild, 50) for card in hand)
        for counted, hand in zip(state.result.deadwood, table.hands, strict=True)
    )


def match_has_its_hands(rules: Rules, state: State) -> bool:
    """A match has no hand after the last; the winners have the lowest score of all."""
    table = table_of(state)
    if table is None:
        return isinstance(state, BeforeDeal) and 1 <= state.hand_number <= rules.size.hands
    if not 1 <= table.hand_number <= rules.size.hands:
        return False
    if not isinstance(state, Over) or not is_last(rules, table.hand_number):
        return True
    winners = match_winners(rules, table.ledger)
    return {table.ledger.scores[seat] for seat in winners} == {min(table.ledger.scores)}


# ── of a step ────────────────────────────────────────────────────────────────────────────────────


def same_hand(before: State, after: State) -> tuple[Table, Table] | None:
    """The tables of a step inside one hand; None for a deal."""
    one, other = table_of(before), table_of(after)
    if one is None or other is None or isinstance(before, Over):
        return None
    return one, other


def ends_a_turn(before: State, after: State) -> bool:
    """Whether a step is the last of a turn."""
    tables = same_hand(before, after)
    if tables is None:
        return False
    one, other = tables
    return other.mover != one.mover or isinstance(after, Over)


def moves_as_a_turn_does(rules: Rules, before: State, after: State) -> bool:
    """A turn brings one card from the piles to the mover's hand and one back, and no other moves.

    Where readings let it, who goes out and who has a final turn keeps the card that came.
    """
    tables = same_hand(before, after)
    if tables is None:
        return True
    one, other = tables
    came = Counter(other.hands[one.mover]) - Counter(one.hand)
    went = Counter(one.hand) - Counter(other.hands[one.mover])
    waits = isinstance(before, Drawing) or (
        isinstance(before, Reshuffling) and before.then is Next.CARD
    )
    if ends_a_turn(before, after):
        if other.out is not None and not waits and not came and not went:
            return out_may_keep(rules) or final_may_keep(rules)
        if waits or came:
            return rules.out.final_turn_scope == "draw_only" and came.total() == 1
        return isinstance(before, Discarding) and went.total() == 1
    gets = waits and (
        isinstance(after, Discarding)
        or (isinstance(after, Reshuffling) and after.then is Next.DISCARD)
    )
    return not went and came.total() == gets


def the_first_turn_follows_the_dealer(rules: Rules, before: State, after: State) -> bool:
    """After a deal the seat after the dealer begins.

    As turns go round, with ``who_went_out_has_no_turn`` every opponent has just one turn after
    going out.
    """
    table = table_of(after)
    if table is None or same_hand(before, after) is not None:
        return table is not None
    return table.mover == neighbour(table.dealer, len(table.hands))


def out_is_said_once(rules: Rules, before: State, after: State) -> bool:
    """Who goes out does so at the end of its turn, and nobody after it."""
    tables = same_hand(before, after)
    if tables is None:
        table = table_of(after)
        return table is not None and table.out is None
    one, other = tables
    if one.out is None and other.out is not None:
        return other.out == one.mover and isinstance(before, Discarding)
    return one.out == other.out


def taken_card_is_not_discarded(rules: Rules, before: State, after: State) -> bool:
    """By a reading the card taken from the pile is not on top of it when the turn ends.

    A hand of nothing but such cards is free of that.
    """
    allowed = rules.discard.discard_taken_card == "allowed"
    tables = same_hand(before, after)
    if allowed or tables is None or not isinstance(before, Discarding):
        return True
    one, other = tables
    discarded = other.discard[len(one.discard) :]
    bound = one.taken is not None and one.hand.count(one.taken) < len(one.hand)
    return not bound or one.taken not in discarded


def wild_card_is_not_taken(rules: Rules, before: State, after: State) -> bool:
    """By a reading no wild card is taken from the pile."""
    table = table_of(after)
    if rules.draw.wild_from_pile == "may_be_taken" or table is None or table.taken is None:
        return True
    return not is_wild(rules, table, table.taken)


def hands_follow_each_other(rules: Rules, before: State, after: State) -> bool:
    """A deal goes to the seat that is due and begins the hand that comes; else both stay."""
    one, other = table_of(before), table_of(after)
    if other is None:
        return False
    if isinstance(before, BeforeDeal):
        return (other.dealer, other.hand_number) == (before.dealer, before.hand_number)
    assert one is not None
    if isinstance(before, Over):
        due_next = (next_dealer(rules, before), one.hand_number + 1)
        return (other.dealer, other.hand_number) == due_next
    return other.hand_number == one.hand_number


def a_hand_costs_points(rules: Rules, before: State, after: State) -> bool:
    """Nobody wins points by a hand, and just one seat has gone out in it."""
    ended = isinstance(after, Over) and not isinstance(before, Over)
    outs, more = sum(ledger_of(before).outs), sum(ledger_of(after).outs)
    return more == outs + ended and (not isinstance(after, Over) or min(after.result.points) >= 0)


# ── exploring ─────────────────────────────────────────────────────────────────────────────────────


def open_hands(rules: Rules, state: State) -> tuple[Seat, ...]:
    """The hand of who has gone out, where a reading shows it at once."""
    table = table_of(state)
    if table is None or table.out is None or rules.out.reveal_moment != "at_announcement":
        return ()
    return (table.out,)


def lies(state: State) -> tuple[Card, ...]:
    """The discards."""
    table = table_of(state)
    assert table is not None
    return table.discard


OF_STATES: Final = (
    pool_is_constant,
    hand_sizes_follow,
    a_discard_lies_there,
    reshuffles_when_it_is_time,
    reshuffle_has_its_size,
    taken_card_is_held,
    who_went_out_has_no_turn,
    who_went_out_has_melds_alone,
    each_scores_its_own,
    deadwood_is_bounded,
    match_has_its_hands,
)
"""Every law of one state of this game."""

OF_STEPS: Final = (
    moves_as_a_turn_does,
    the_first_turn_follows_the_dealer,
    out_is_said_once,
    taken_card_is_not_discarded,
    wild_card_is_not_taken,
    hands_follow_each_other,
    a_hand_costs_points,
)
"""Every law of one step."""


def reveals(rules: Rules, state: State, action: Action) -> int:
    """One card of the stock: when it is drawn, and when a new stock is made for a draw."""
    renewed = isinstance(state, Reshuffling) and state.then is Next.CARD
    return int(renewed or isinstance(action, Draw))


def attempts(rules: Rules, state: State, seat: Seat) -> Iterator[Action]:
    """Discards of any card, with and without going out, and turns without a discard."""
    yield from (TAKE, KEEP, GO_OUT_WITH_ALL)
    for card in rules.size.pack:
        yield Discard(card)
        yield GoOut(card)


def with_cards(ranks: int, suits: int, hands: int = 1, **readings: str) -> Rules:
    """The rules with few cards: the default ones, but for these readings.

    A match has few hands; threes are wild in the first.
    """
    size = Size(pack=small_pack(ranks, suits), hands=hands)
    return replace(TABLE.read({"options": {**readings}}), size=size)


def loose(rules: Rules) -> dict[str, int]:
    """The stock, and the discard pile under its top unless a turn may end without a discard."""
    keeps = out_may_keep(rules) or final_may_keep(rules)
    return {"stock": 0} if keeps else {"stock": 0, "discard": 1}


SEVEN: Final = (*("AC 2C AD",) * 4, *("2D 3D 3C",) * 3)
"""A deal of four packs of six cards to seven seats."""

EXPLORED: Final = Explored(
    spoken=THREE_THIRTEEN,
    kind=State,
    over=Over,
    deck=lambda rules, seats: rules.size.deck(seats),
    lies=lies,
    open_hands=open_hands,
    of_states=OF_STATES,
    of_steps=OF_STEPS,
    hand_sizes=lambda rules, seats: (rules.size.hand(1),) * seats,
    deal=lambda hands, rest: Deal(hands, rest[0], rest[1:]),
    turned=1,
    restocks=lambda rules, state: (
        (Reshuffle, due(state.table)) if isinstance(state, Reshuffling) else None
    ),
    reveals=reveals,
    attempts=attempts,
    loose=loose,
    endings=frozenset({"out, one winner"}),
    tables={
        "small": SmallTable(
            rules=with_cards(3, 3),
            seats=2,
            says="nine cards, ace to three of three suits; three in each of two hands, threes wild",
        ),
        "large": SmallTable(
            rules=with_cards(5, 2),
            seats=2,
            says="ten cards, ace to five of two suits; three in each of two hands, threes wild",
        ),
        "second": SmallTable(
            rules=with_cards(4, 2, 3),
            seats=3,
            says="two packs of eight cards; the second hand, four cards each, fours wild",
            stated=(("AC 2C 3C AD", "AC 2C 3C 2D", "AD 2D 3D 4C"),),
            hand_number=2,
            most=30_000,
        ),
        "five": SmallTable(
            rules=with_cards(3, 2),
            seats=5,
            says="three packs of six cards; three in each of five hands",
            stated=(("AC 2C AD", "AC 2C 2D", "AC 2C 3D", "AD 2D 3D", "AD 2D 3D"),),
            most=30_000,
        ),
        "seven": SmallTable(
            rules=with_cards(3, 2),
            seats=7,
            says="four packs of six cards; three in each of seven hands",
            stated=(SEVEN,),
            most=30_000,
        ),
        "kept": SmallTable(
            rules=with_cards(
                3,
                3,
                wild_from_pile="stays",
                discard_taken_card="banned",
                out_discard_needed="may_keep",
                final_turn_scope="stock_only",
                final_turn_discard="optional",
            ),
            seats=2,
            says="nine cards, ace to three of three suits; three in each of two hands, threes wild",
        ),
        "refused": SmallTable(
            rules=with_cards(3, 2, packs_beyond_six="limit_six"),
            seats=7,
            says="four packs of six cards; three in each of seven hands",
            stated=(SEVEN,),
            refuses=("three-thirteen.deck.six-at-most",),
        ),
    },
)
