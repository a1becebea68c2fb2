"""Invariants: what must hold in every state, and between every two, whatever is played.

That the stock and the discard pile together are as large at the start of every turn follows from
the shape of a turn.  It begins with one card moving from the two piles into the mover's hand.  Then
cards move from that hand to the table, any number of times; a reshuffle moves cards from pile to
pile.  It ends with one card moving from the hand to the discard pile, or else the hand of play is
over, or, under the reading by which a seat keeps the card that it took, nothing moves.
``moves_as_a_turn_does`` asks each step for just that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from typing import Final

from meldcheck.explore.laws import discards_and_melds
from meldcheck.explore.table import Explored, SmallTable
from meldspec.cards import Card, small_pack
from meldspec.melds import is_meld
from meldspec.play import Seat
from meldspec.rummy.dealer import cut_is_due, cutters
from meldspec.rummy.match import match_is_over, match_winners
from meldspec.rummy.options import TABLE, Rules, Size
from meldspec.rummy.out import can_go_out
from meldspec.rummy.spoken import RUMMY
from meldspec.rummy.stock import due
from meldspec.rummy.table import (
    Action,
    BeforeDeal,
    Cut,
    Cutting,
    Drawing,
    End,
    LayMeld,
    Next,
    Over,
    Playing,
    Reshuffling,
    State,
    Table,
    ledger_of,
    table_of,
)
from meldspec.table import Draw, LayOff, Reshuffle
from meldspec.upcard import Deal

# ── of one state ─────────────────────────────────────────────────────────────────────────────────


def pool_size(rules: Rules, seats: int) -> int:
    """Cards in the stock and the discard pile between turns: 32, 31, 24, 22, 16 by default."""
    return len(rules.size.pack) - seats * rules.size.hand(seats)


def keeps(rules: Rules) -> bool:
    """Whether a turn can end without a discard."""
    return rules.discard.only_taken_card_left == "keep"


def pool_is_constant(rules: Rules, state: State) -> bool:
    """Between turns the stock and the discard pile have as many cards as after the deal.

    Where a seat keeps the card that it took, they have as many fewer.
    """
    if not isinstance(state, Drawing):
        return True
    table = state.table
    pool = len(table.stock) + len(table.discard)
    size = pool_size(rules, len(table.hands))
    return pool == size or (keeps(rules) and pool < size)


def turn_begins_with_a_discard(rules: Rules, state: State) -> bool:
    """When a turn begins there is a discard, unless all were shuffled or a seat kept a card."""
    all_shuffled = rules.stock.stock_exhaustion == "reshuffle_all"
    if not isinstance(state, Drawing) or all_shuffled or keeps(rules):
        return True
    return bool(state.table.discard)


def reshuffle_has_its_size(rules: Rules, state: State) -> bool:
    """What is reshuffled is all that is between the turns, without the top where that stays.

    An eager reshuffle comes in a turn, whose card is in the hand.
    """
    if not isinstance(state, Reshuffling) or keeps(rules):
        return True
    stays = rules.stock.stock_exhaustion == "reshuffle_keep_top"
    in_hand = state.then is Next.PLAY
    size = pool_size(rules, len(state.table.hands))
    return len(due(rules, state.table)) == size - stays - in_hand


def reshuffles_when_it_is_time(rules: Rules, state: State) -> bool:
    """Chance reshuffles when the stock is empty, at the time that the reading says."""
    if not isinstance(state, Reshuffling):
        return True
    times = {
        "lazy": (Next.CARD,),
        "lazy_start": (Next.TURN,),
        "eager": (Next.PLAY,),
    }
    asked_for = (Next.CARD, Next.TURN) if keeps(rules) else ()
    on_time = (*times[rules.stock.exhaustion_timing], *asked_for)
    return not state.table.stock and state.then in on_time


def table_melds_are_melds(rules: Rules, state: State) -> bool:
    """What lies on the table as a meld is one."""
    table = table_of(state)
    return table is None or all(is_meld(meld.cards) for meld in table.melds)


def hand_sizes_follow(rules: Rules, state: State) -> bool:
    """A hand lacks just the cards that its seat has laid down; who has drawn has one more.

    Where a seat keeps the card that it took, it may have more.
    """
    if not isinstance(state, Drawing | Playing | Reshuffling):
        return True
    table = state.table
    drawn = isinstance(state, Playing) or (
        isinstance(state, Reshuffling) and state.then is Next.PLAY
    )
    for seat, hand in enumerate(table.hands):
        expected = rules.size.hand(len(table.hands)) + (drawn and seat == table.mover)
        found = len(hand) + cards_laid_by(table, seat)
        if found != expected and not (keeps(rules) and found > expected):
            return False
    return True


def cards_laid_by(table: Table, seat: int) -> int:
    """How many cards a seat has put on the table, in melds of its own and as lay-offs."""
    own = sum(len(meld.cards) - len(meld.laid_off) for meld in table.melds if meld.owner == seat)
    return own + sum(laid.by == seat for meld in table.melds for laid in meld.laid_off)


def no_hand_is_empty_in_play(rules: Rules, state: State) -> bool:
    """Somebody holds no card only when the hand is over, and then the winner alone."""
    table = table_of(state)
    if table is None:
        return True
    out = [seat for seat, hand in enumerate(table.hands) if not hand]
    return not out or (isinstance(state, Over) and out == [state.result.outcome.winner])


def melds_keep_to_the_limit(rules: Rules, state: State) -> bool:
    """Where one meld a turn is the limit, a turn with more goes out, and until then it can.

    Where that is for going rummy alone, it has gone rummy with that.
    """
    table = table_of(state)
    if table is None or rules.meld.melds_per_turn == "many":
        return True
    if sum(meld.turn == table.turn for meld in table.melds) <= 1:
        return True
    if isinstance(state, Over):
        for_rummy = rules.meld.one_meld_exception == "goes_rummy"
        return not table.hand and (state.result.outcome.rummy or not for_rummy)
    return not table.hand or (isinstance(state, Playing) and can_go_out(rules, table))


def match_ends_on_its_score(rules: Rules, state: State) -> bool:
    """A match by points is over once a seat has reached the target; that one alone has, and wins.

    A match of hands has winners with the highest score once it is over.
    """
    ledger = ledger_of(state)
    over = match_is_over(rules, ledger)
    winners = match_winners(rules, ledger)
    if rules.match.match_end == "hands":
        return not over or {ledger.scores[seat] for seat in winners} == {max(ledger.scores)}
    target = rules.match.points_target
    reached = tuple(seat for seat, score in enumerate(ledger.scores) if score >= target)
    return (len(reached) == 1 and winners == reached) if over else not reached


def points_go_to_the_winner(rules: Rules, state: State) -> bool:
    """Only the winner scores: the others' counts, once or twice."""
    if not isinstance(state, Over):
        return True
    result = state.result
    winner = result.outcome.winner
    if winner is None:
        return not any(result.points) and not result.receipt
    others = sum(count for seat, count in enumerate(result.deadwood) if seat != winner)
    total = others * (2 if result.outcome.rummy else 1)
    expected = [total if seat == winner else 0 for seat in range(len(result.points))]
    return list(result.points) == expected


def points_are_bounded(rules: Rules, state: State) -> bool:
    """Who goes out scores a point or more for each opponent, and ten for each card, or twice that.

    An opponent then holds no more cards than it was dealt, unless it kept some.
    """
    if not isinstance(state, Over) or state.result.outcome.end is not End.OUT or keeps(rules):
        return True
    seats = len(state.result.points)
    most = 10 * rules.size.hand(seats) * (seats - 1) * (2 if state.result.outcome.rummy else 1)
    exempt = rules.score.concealed_melds_at_end == "exempt"
    return (0 if exempt else seats - 1) <= sum(state.result.points) <= most


# ── of a step ────────────────────────────────────────────────────────────────────────────────────


def same_hand(before: State, after: State) -> tuple[Table, Table] | None:
    """The tables of a step inside one hand; None for a deal, a cut, and what comes after a hand."""
    one, other = table_of(before), table_of(after)
    if one is None or other is None or isinstance(before, Over):
        return None
    return one, other


def moves_as_a_turn_does(rules: Rules, before: State, after: State) -> bool:
    """A card comes from the piles to begin a turn, and one goes there to end it; no other does."""
    tables = same_hand(before, after)
    if tables is None:
        return True
    one, other = tables
    came = {*one.stock, *one.discard} - {*other.stock, *other.discard}
    went = {*other.stock, *other.discard} - {*one.stock, *one.discard}
    waits = isinstance(before, Drawing) or (
        isinstance(before, Reshuffling) and before.then is Next.CARD
    )
    in_play = isinstance(after, Playing) or (
        isinstance(after, Reshuffling) and after.then is Next.PLAY
    )
    if came:
        return waits and len(came) == 1 and not went and other.hands[one.mover] == one.hand | came
    if went:
        ended = other.turn == one.turn + 1 or isinstance(after, Over)
        return isinstance(before, Playing) and ended and len(went) == 1 and went <= one.hand
    if isinstance(before, Playing):
        goes_on = other.turn == one.turn and isinstance(after, Playing | Over)
        return goes_on or (other.turn == one.turn + 1 and keeps(rules))
    return other.turn == one.turn and not (waits and in_play)


def melds_only_grow(rules: Rules, before: State, after: State) -> bool:
    """A meld keeps its place, its owner and its cards."""
    tables = same_hand(before, after)
    if tables is None:
        return True
    one, other = tables
    return len(one.melds) <= len(other.melds) and all(
        was.owner == now.owner and was.turn == now.turn and was.cards <= now.cards
        for was, now in zip(one.melds, other.melds, strict=False)
    )


def taken_card_is_not_discarded(rules: Rules, before: State, after: State) -> bool:
    """The card taken from the pile is not on top of it when the turn ends, unless it goes out."""
    tables = same_hand(before, after)
    if tables is None or not isinstance(before, Playing) or before.table.taken is None:
        return True
    _, other = tables
    ended = other.turn != before.table.turn
    return not ended or not other.discard or other.discard[-1] != before.table.taken


def a_hand_is_counted(rules: Rules, before: State, after: State) -> bool:
    """A hand that is over is one more."""
    ended = isinstance(after, Over) and not isinstance(before, Over)
    return ledger_of(after).hands_over == ledger_of(before).hands_over + ended


# ── exploring ─────────────────────────────────────────────────────────────────────────────────────


def lies(state: State) -> list[Card]:
    """The discards and the cards of all melds."""
    table = table_of(state)
    assert table is not None
    return discards_and_melds(table)


OF_STATES: Final = (
    pool_is_constant,
    turn_begins_with_a_discard,
    reshuffle_has_its_size,
    reshuffles_when_it_is_time,
    table_melds_are_melds,
    hand_sizes_follow,
    no_hand_is_empty_in_play,
    melds_keep_to_the_limit,
    match_ends_on_its_score,
    points_go_to_the_winner,
    points_are_bounded,
)
"""Every law of one state of this game."""

OF_STEPS: Final = (
    moves_as_a_turn_does,
    melds_only_grow,
    taken_card_is_not_discarded,
    a_hand_is_counted,
)
"""Every law of one step."""


def alike(rules: Rules, state: State) -> State:
    """The state without the differences that no rule looks at.

    Of the turn in which a card was laid it matters whether it is this turn.  Melds held back matter
    by one reading, and cards that were cut by another.
    """
    if isinstance(state, Cutting):
        return replace(state, gone=cards_gone(rules, state))
    if not isinstance(state, Drawing | Playing | Reshuffling | Over):
        return state
    table = state.table
    seats = len(table.hands)
    now = seats + table.turn % seats
    held_back = table.held_back if rules.rummy.rummy_held_back == "needed" else (False,) * seats

    def moved(turn: int) -> int:
        return now if turn == table.turn else 0

    melds = tuple(
        replace(
            meld,
            turn=moved(meld.turn),
            laid_off=tuple(replace(each, turn=moved(each.turn)) for each in meld.laid_off),
        )
        for meld in table.melds
    )
    changed = replace(table, turn=now, melds=melds, held_back=held_back)
    return replace(state, table=changed)


def loose(rules: Rules) -> dict[str, int]:
    """The stock, and the discard pile under its top.

    But its order means something where it is turned over, or where a turn may end without a
    discard.
    """
    turned = rules.stock.stock_exhaustion == "turn_over"
    return {"stock": 0} if turned or keeps(rules) else {"stock": 0, "discard": 1}


def cards_gone(rules: Rules, state: State) -> tuple[Card, ...]:
    """The cards that cannot be cut again."""
    returned = rules.dealer.cut_replacement == "return_and_shuffle"
    return () if returned or not isinstance(state, Cutting) else tuple(sorted(state.gone))


def cuts(rules: Rules, state: State) -> Iterator[Cut]:
    """Every way to give cards to the seats that draw for the deal."""
    if not isinstance(state, BeforeDeal | Cutting | Over) or not cut_is_due(rules, state):
        return
    cutting = cutters(state)
    left = [card for card in rules.size.pack if card not in cards_gone(rules, state)]
    for cards in permutations(left, len(cutting)):
        drawn = dict(zip(cutting, cards, strict=True))
        yield Cut(tuple(drawn.get(Seat(seat)) for seat in range(ledger_of(state).seats)))


def reveals(rules: Rules, state: State, action: Action) -> int:
    """One card of the stock: when it is drawn, and when a new stock is made for a draw."""
    renewed = isinstance(state, Reshuffling) and state.then is Next.CARD
    return int(renewed or isinstance(action, Draw))


def attempts(rules: Rules, state: State, seat: Seat) -> Iterator[Action]:
    """Melds of any three cards, and lay-offs of any card on anything that lies there."""
    table = table_of(state)
    lying = [] if table is None else [meld.cards for meld in table.melds]
    for meld in (*lying, frozenset(rules.size.pack[:3])):
        yield from (LayOff(card, meld) for card in rules.size.pack)
    yield from map(LayMeld, map(frozenset, combinations(rules.size.pack, 3)))


def with_cards(ranks: int, suits: int, hand: int, **readings: str) -> Rules:
    """The rules with few cards: the default ones, but for these readings."""
    size = Size(pack=small_pack(ranks, suits), hands=(hand,) * 5)
    return replace(TABLE.read({"options": {**readings}}), size=size)


EXPLORED: Final = Explored(
    spoken=RUMMY,
    kind=State,
    over=Over,
    deck=lambda rules, seats: rules.size.pack,
    lies=lies,
    of_states=OF_STATES,
    of_steps=OF_STEPS,
    hand_sizes=lambda rules, seats: (rules.size.hand(seats),) * seats,
    deal=lambda hands, rest: Deal(hands, rest[0], rest[1:]),
    turned=1,
    restocks=lambda rules, state: (
        (Reshuffle, due(rules, state.table)) if isinstance(state, Reshuffling) else None
    ),
    cuts=cuts,
    reveals=reveals,
    attempts=attempts,
    alike=alike,
    loose=loose,
    endings=frozenset({"out, one winner", "stock, no winner", "stock, one winner"}),
    tables={
        "small": SmallTable(
            rules=with_cards(3, 3, 3),
            seats=2,
            says="nine cards, ace to three of three suits; three in each of two hands",
        ),
        "large": SmallTable(
            rules=with_cards(6, 4, 7),
            seats=3,
            says="24 cards, ace to six of four suits; seven in each of three hands",
            stated=(("AC 2C 3C 4D 4S 5H 6D", "AD AH AS 2H 3H 4H 6H", "2S 3S 5C 5D 5S 4C 6C"),),
            most=30_000,
        ),
        "five": SmallTable(
            rules=with_cards(7, 1, 1),
            seats=5,
            says="seven cards, ace to seven of one suit; one in each of five hands",
            stated=(("AC", "2C", "3C", "4C", "5C"),),
        ),
        "duties": SmallTable(
            rules=with_cards(
                4,
                3,
                4,
                step_order="strict",
                melds_per_turn="many",
                meld_compulsion="melds_and_layoffs_compulsory",
                compulsion_measure="maximum",
                compulsion_vs_dead_state="draw_illegal",
                layoff_fresh_meld="earlier_turns_only",
                stock_exhaustion="lowest_deadwood_wins",
            ),
            seats=2,
            says="twelve cards, ace to four of three suits; four in each of two hands",
            stated=(("AC 2C 3C 4C", "AD 2D 3D 4D"), ("AC 2C 3C AH", "4C AD 2D 3D")),
            tried=5,
        ),
        "limits": SmallTable(
            rules=with_cards(
                5,
                2,
                4,
                first_dealer="cut",
                cut_replacement="return_and_shuffle",
                layoff_own="opponents_only",
                layoff_prerequisite="own_meld_this_hand",
                only_taken_card_left="keep",
                final_discard="required",
            ),
            seats=2,
            says="ten cards, ace to five of two suits; four in each of two hands",
            stated=(("AC 2C 3C 4C", "AD 2D 3D 4D"), ("AC 2C 3C 5D", "4C 2D 3D 4D")),
            tried=5,
        ),
    },
)
