"""Known mistakes of engines of Rummy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, Final, TypeAlias

from meldcheck.words.case import JSON
from meldspec.cards import Card, points, rank, suit
from meldspec.melds import is_meld
from meldspec.play import CHANCE, Actor, Chance, Seat
from meldspec.rummy import dealer, layoff, out, score, turn
from meldspec.rummy.deal import DEAL
from meldspec.rummy.discard import DISCARD
from meldspec.rummy.draw import DRAW
from meldspec.rummy.meld import MELD
from meldspec.rummy.meld import kind as kind_of
from meldspec.rummy.options import Rules
from meldspec.rummy.questions import PACK
from meldspec.rummy.spoken import RUMMY
from meldspec.rummy.table import (
    BeforeDeal,
    Between,
    Cut,
    Deal,
    Decided,
    Discard,
    Draw,
    Drawing,
    End,
    LayMeld,
    LayOff,
    Outcome,
    Over,
    Playing,
    Result,
    State,
    Table,
    TurnDone,
    change,
    ledger_of,
)
from meldspec.rummy.terms import has_laid_off, melds_laid
from meldspec.wire import read_piles, write_pile

from . import AnySpoken, Mistake, changes
from .changes import (
    Told,
    asked,
    dealer_first,
    done,
    follows,
    left_of,
    not_told,
    right_of,
    seat_0_deals,
    seen_as,
    whoever_acts,
)
from .ranks import in_a_row, of_one_suit, ranks_of

SPOKEN: Final[AnySpoken] = RUMMY


def by_reading(name: str, reading: str | int) -> AnySpoken:
    return changes.by_reading(SPOKEN, name, reading)


def judged_by(clause: str, holds: changes.Holds = changes.anything) -> AnySpoken:
    return changes.judged_by(SPOKEN, f"rummy.{clause}", holds)


# ── melds ────────────────────────────────────────────────────────────────────────────────────────

Cards: TypeAlias = frozenset[Card]


def melds_are(kind: Callable[[Cards], str | None]) -> AnySpoken:
    """Cards are this kind of meld."""

    def holds(rules: Rules, state: Playing, seat: Seat, action: LayMeld) -> bool:
        return kind(action.cards) is not None

    def fits(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
        return kind(action.meld | {action.card}) is not None

    def answer(right: JSON, rules: Rules, question: Mapping[str, JSON]) -> JSON:
        return kind(frozenset(PACK.read(question["cards"], "cards")))

    spoken = changes.judged_by(SPOKEN, "rummy.meld.two-kinds-only", holds)
    spoken = changes.judged_by(spoken, "rummy.layoff.extends-validly", fits)
    return asked(spoken, "meld", answer)


def also(more: Callable[[Cards], str | None]) -> AnySpoken:
    """Other cards are melds, too."""
    return melds_are(lambda cards: kind_of(cards) or more(cards))


def two_cards(cards: Cards) -> str | None:
    if len(cards) != 2:
        return None
    if len({*map(rank, cards)}) == 1:
        return "set"
    return "run" if of_one_suit(cards) and in_a_row(ranks_of(cards)) else None


def with_a_gap(cards: Cards) -> str | None:
    ranks = ranks_of(cards)
    gap = len(cards) > 2 and of_one_suit(cards) and ranks[-1] - ranks[0] == len(ranks)
    return "run" if gap else None


def of_any_suits(cards: Cards) -> str | None:
    return "run" if len(cards) > 2 and in_a_row(ranks_of(cards)) else None


def ace_above_king(cards: Cards) -> str | None:
    ranks = sorted(rank(card) or 13 for card in cards)
    return "run" if len(cards) > 2 and of_one_suit(cards) and in_a_row(ranks) else None


def equal_points(cards: Cards) -> str | None:
    return "set" if len(cards) > 2 and len({*map(points, cards)}) == 1 else None


def two_melds(cards: Cards) -> str | None:
    parts = (frozenset(some) for size in (3, 4) for some in combinations(cards, size))
    return "set" if any(is_meld(part) and is_meld(cards - part) for part in parts) else None


# ── the deal and the cut ─────────────────────────────────────────────────────────────────────────


def laid_out(made: Callable[[Table], Table]) -> AnySpoken:
    """After a deal the table is otherwise."""

    def makes(rules: Rules, state: Between, by: Chance, action: Deal) -> Drawing:
        return Drawing(made(DEAL.effect.makes(rules, state, by, action).table))

    return done(SPOKEN, DEAL, makes)


def cut_by(value: Callable[[Card], int]) -> AnySpoken:
    """The card of the highest value deals, and of several the first seat's."""

    def makes(rules: Rules, state: Between, by: Chance, action: Cut) -> BeforeDeal:
        drawn = {Seat(seat): card for seat, card in enumerate(action.cards) if card is not None}
        highest = max(drawn, key=lambda seat: value(drawn[seat]))
        return BeforeDeal(highest, ledger_of(state), by_cut=True)

    return done(SPOKEN, dealer.CUT, makes)


def by_rank_and_suit(card: Card) -> int:
    return 4 * rank(card) + suit(card)


def ace_highest(card: Card) -> int:
    return rank(card) or 13


def dealt_to(order: changes.Order, packets: bool = False) -> AnySpoken:
    return changes.dealt_to(SPOKEN, order, lambda rules, seats: rules.size.hand(seats), packets)


# ── the turn ─────────────────────────────────────────────────────────────────────────────────────


def seat_acts(state: State, actor: Actor, action: Any) -> bool:
    return isinstance(state, Drawing | Playing) and actor is not CHANCE


def hand_going_on(state: State, actor: Actor, action: Any) -> bool:
    return isinstance(state, Drawing | Playing) and actor is CHANCE and isinstance(action, Deal)


def deal_in_a_hand() -> AnySpoken:
    """Chance deals while a hand goes on."""

    def makes(rules: Rules, state: Any, by: Chance, action: Deal) -> Drawing:
        between = BeforeDeal(Seat(0), ledger_of(state))
        return DEAL.effect.makes(rules, between, by, action)

    move = replace(DEAL, during=(Drawing, Playing))
    return whoever_acts(done(changes.with_another_move(SPOKEN, move), move, makes), hand_going_on)


def also_during(move: Any, phase: type) -> AnySpoken:
    """A move may be made in another phase, too."""
    return changes.with_another_move(SPOKEN, replace(move, during=(phase,)))


def turn_passes(step: Callable[[int], int]) -> AnySpoken:
    """The next turn is that of another seat than the next, for a number of seats."""

    def comes(rules: Rules, state: TurnDone) -> Drawing:
        table = state.table
        seats = len(table.hands)
        return Drawing(replace(table, turn=table.turn + step(seats), taken=None))

    return follows(SPOKEN, turn.pass_the_turn, comes)


def from_below(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> Any:
    """The last card of the stock is drawn."""
    table = state.table
    turned = change(table, stock=(*table.stock[-1:], *table.stock[:-1]))
    return DRAW.effect.makes(rules, Drawing(turned), seat, action)


def put_below_the_top(rules: Rules, state: Playing, seat: Seat, action: Discard) -> TurnDone:
    """The discard is laid under the top of the pile."""
    table = DISCARD.effect.makes(rules, state, seat, action).table
    *others, card = table.discard
    pile = (*others[:-1], card, *others[-1:])
    return TurnDone(change(table, discard=pile))


def one_meld_whatever_comes(rules: Rules, state: Playing, seat: Seat, action: Any) -> bool:
    """Nobody lays a second meld, even to go out."""
    return not isinstance(action, LayMeld) or not melds_laid(state.table)


def one_lay_off(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    return action.card in state.table.hand and not has_laid_off(state.table)


def only_above(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """A run grows at its high end only."""
    is_set = len({*map(rank, action.meld)}) == 1
    fits = is_meld(action.meld | {action.card})
    return fits and (is_set or rank(action.card) > max(map(rank, action.meld)))


def named_by_some_cards(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """A meld is found by some of its cards."""
    return any(meld.cards >= action.meld for meld in state.table.melds)


def laid_off_by_owner(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> Playing:
    """Whoever lays off owns the meld."""
    after = layoff.LAY_OFF.effect.makes(rules, state, seat, action).table
    grown = action.meld | {action.card}
    melds = (replace(each, owner=seat) if each.cards == grown else each for each in after.melds)
    return Playing(change(after, melds=tuple(melds)))


def laid_off_and_kept(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> Playing:
    """A card that is laid off stays in the hand."""
    after = layoff.LAY_OFF.effect.makes(rules, state, seat, action).table
    return Playing(change(after, hand=after.hand | {action.card}))


def last_meld_unlisted() -> AnySpoken:
    """Of the melds in a hand the last is not listed."""

    def candidates(rules: Rules, state: Playing, seat: Seat) -> list[LayMeld]:
        return [*MELD.candidates(rules, state, seat)][:-1]

    return changes.with_move(SPOKEN, MELD, replace(MELD, candidates=candidates))


# ── the score ────────────────────────────────────────────────────────────────────────────────────


def settled(otherwise: Callable[[Outcome, Result], Result]) -> AnySpoken:
    """A hand that ended so comes to something else than its right result."""

    def comes(rules: Rules, state: Decided) -> Over:
        over = score.score_the_hand.comes(rules, state)
        assert over is not None
        result = otherwise(state.outcome, over.result)
        ledger = score.entered(state.table.ledger, result)
        return replace(over, result=result, table=replace(over.table, ledger=ledger))

    def answer(right: JSON, rules: Rules, question: Mapping[str, JSON]) -> JSON:
        hands = tuple(map(frozenset, read_piles(question["hands"], "hands", PACK.title)))
        winner = question.get("winner")
        end = End.OUT if winner is not None and not hands[winner] else End.STOCK
        outcome = Outcome(end, winner, bool(question.get("rummy")))
        result = otherwise(outcome, score.settle(rules, outcome, hands))
        return {"deadwood": [*result.deadwood], "points": [*result.points]}

    return asked(follows(SPOKEN, score.score_the_hand, comes), "settle", answer)


def winner_scores(points: Callable[[Outcome, Result], int]) -> AnySpoken:
    """The winner scores so much."""

    def otherwise(outcome: Outcome, result: Result) -> Result:
        if outcome.winner is None:
            return result
        scored = [*result.points]
        scored[outcome.winner] = points(outcome, result)
        return replace(result, points=tuple(scored))

    return settled(otherwise)


def once(outcome: Outcome, result: Result) -> int:
    return sum(result.deadwood)


def without_the_last_loser(outcome: Outcome, result: Result) -> int:
    losers = [count for seat, count in enumerate(result.deadwood) if seat != outcome.winner]
    return sum(losers[:-1]) * (2 if outcome.rummy else 1)


def one_loser_doubled(outcome: Outcome, result: Result) -> int:
    return sum(result.deadwood) + (max(result.deadwood) if outcome.rummy else 0)


def losers_pay(outcome: Outcome, result: Result) -> Result:
    """The losers lose what the winner scores for them."""
    if outcome.winner is None:
        return result
    factor = 2 if outcome.rummy else 1
    lost = [-factor * count for count in result.deadwood]
    lost[outcome.winner] = result.points[outcome.winner]
    return replace(result, points=tuple(lost))


def scores_forgotten(rules: Rules, state: Decided) -> Over:
    """The scores of earlier hands are forgotten."""
    over = score.score_the_hand.comes(rules, state)
    assert over is not None
    ledger = replace(over.table.ledger, scores=over.result.points)
    return replace(over, table=replace(over.table, ledger=ledger))


def taken_card_kept(rules: Rules, state: Decided) -> Over:
    """When the hand is over, the card taken in its last turn is shown as taken."""
    over = score.score_the_hand.comes(rules, state)
    assert over is not None
    return replace(over, table=replace(over.table, taken=state.table.taken))


def match_ends(**numbers: int) -> AnySpoken:
    """The match ends at these numbers, whatever is agreed."""
    return changes.by_rules(
        SPOKEN, lambda rules: replace(rules, match=replace(rules.match, **numbers))
    )


def one_more(rules: Rules) -> Rules:
    """A match ends only beyond its target."""
    return replace(rules, match=replace(rules.match, points_target=rules.match.points_target + 1))


def last_winner_wins(told: Told, rules: Rules, state: Over) -> Told:
    return {**told, "match_winners": [told["winner"]] if told["match_over"] else []}


def first_of_the_winners(told: Told, rules: Rules, state: Over) -> Told:
    return {**told, "match_winners": told["match_winners"][:1]}


def hand_number_from_nought(seen: Told, rules: Rules, state: State) -> Told:
    return {**seen, "hand_number": seen["hand_number"] - 1}


def top_of_the_pile_only(seen: Told, rules: Rules, state: State) -> Told:
    return {**seen, "discard": seen["discard"][-1:]}


def next_card_shown(seen: Told, rules: Rules, state: State) -> Told:
    table = getattr(state, "table", None)
    return {**seen, "note": [] if table is None else write_pile(table.stock[:1])}


# ── the table ────────────────────────────────────────────────────────────────────────────────────

MISTAKES: Final = (
    # melds
    Mistake("two cards", "two-card-meld", also(two_cards)),
    Mistake("a gap in a run", "gap-in-run", also(with_a_gap)),
    Mistake("a run of any suits", "mixed-suit-run", also(of_any_suits)),
    Mistake("ace above the king", "ace-high-run", also(ace_above_king)),
    Mistake("a set of equal points", "set-by-points", also(equal_points)),
    Mistake("two melds as one", "joined-melds", also(two_melds)),
    Mistake(
        "five cards at most",
        "run-length-capped",
        melds_are(lambda cards: kind_of(cards) if len(cards) < 6 else None),
    ),
    Mistake("cards of another", "foreign-card-used", judged_by("meld.from-hand")),
    Mistake("many melds a turn", "second-meld-accepted", by_reading("meld.melds_per_turn", "many")),
    Mistake(
        "never a second meld",
        "exception-refused",
        judged_by("meld.one-per-turn", one_meld_whatever_comes),
    ),
    Mistake(
        "melds must be laid", "meld-forced", by_reading("meld.meld_compulsion", "melds_compulsory")
    ),
    Mistake("a meld not listed", "legal-list-incomplete", last_meld_unlisted()),
    # lay-offs
    Mistake("on a hand", "layoff-on-hand", judged_by("layoff.table-only")),
    Mistake(
        "on a meld named before",
        "stale-meld-name",
        judged_by("layoff.table-only", named_by_some_cards),
    ),
    Mistake("another rank joins a set", "run-grows-from-set", judged_by("layoff.extends-validly")),
    Mistake("above only", "one-end-only", judged_by("layoff.extends-validly", only_above)),
    Mistake("one a turn", "one-layoff-a-turn", judged_by("layoff.from-hand", one_lay_off)),
    Mistake(
        "on others' melds only",
        "own-layoff-refused",
        by_reading("layoff.layoff_own", "opponents_only"),
    ),
    Mistake(
        "after a meld only",
        "layoff-needs-own-meld",
        by_reading("layoff.layoff_prerequisite", "own_meld_this_hand"),
    ),
    Mistake(
        "owner changes",
        "owner-changes-with-layoff",
        done(SPOKEN, layoff.LAY_OFF, laid_off_by_owner),
    ),
    Mistake("card kept", "layoff-keeps-card", done(SPOKEN, layoff.LAY_OFF, laid_off_and_kept)),
    # turns
    Mistake("drawn twice", "double-draw", also_during(DRAW, Playing)),
    Mistake("discard before drawing", "action-before-drawing", also_during(DISCARD, Drawing)),
    Mistake("drawn from below", "stock-drawn-from-below", done(SPOKEN, DRAW, from_below)),
    Mistake("taken card discarded", "taken-card-thrown-back", judged_by("discard.not-taken-card")),
    Mistake("under the top", "discard-order-wrong", done(SPOKEN, DISCARD, put_below_the_top)),
    Mistake("out of turn", "out-of-turn-action", whoever_acts(SPOKEN, seat_acts)),
    Mistake("backwards", "turn-goes-backwards", turn_passes(lambda seats: seats - 1)),
    Mistake("two turns in a row", "turn-not-passed", turn_passes(lambda seats: seats)),
    Mistake(
        "taken card kept",
        "taken-card-shown-too-long",
        follows(SPOKEN, score.score_the_hand, taken_card_kept),
    ),
    Mistake("empty hand", "empty-hand-plays-on", follows(SPOKEN, out.go_out, None)),
    Mistake(
        "last card discarded", "out-needs-discard", by_reading("out.final_discard", "required")
    ),
    # the stock
    Mistake("no new stock", "void-without-stock", by_reading("stock.stock_exhaustion", "void")),
    Mistake(
        "all discards shuffled",
        "top-discard-shuffled",
        by_reading("stock.stock_exhaustion", "reshuffle_all"),
    ),
    Mistake("new stock at once", "early-reshuffle", by_reading("stock.exhaustion_timing", "eager")),
    Mistake(
        "any cards in the stock", "wrong-reshuffle-accepted", judged_by("stock.reshuffle-cards")
    ),
    # deals
    Mistake("no upcard", "upcard-not-turned", laid_out(lambda table: replace(table, discard=()))),
    Mistake(
        "dealer begins",
        "wrong-first-seat",
        laid_out(lambda table: replace(table, turn=len(table.hands) - 1)),
    ),
    Mistake("torn pack", "torn-deal-accepted", judged_by("deck.standard")),
    Mistake("hands of any size", "wrong-hand-size", judged_by("deal.three-four")),
    Mistake("dealer stays", "wrong-next-dealer", by_reading("dealer.next_dealer", "same")),
    Mistake("seat 0 deals", "dealer-always-seat-0", seat_0_deals(SPOKEN)),
    Mistake("dealt in packets", "packets-dealt", dealt_to(left_of, packets=True)),
    Mistake("dealt backwards", "deal-goes-backwards", dealt_to(right_of)),
    Mistake("dealer served first", "dealer-served-first", dealt_to(dealer_first)),
    Mistake("deal in a hand", "deal-during-hand", deal_in_a_hand()),
    Mistake("cut by suit", "cut-tie-by-suit", cut_by(by_rank_and_suit)),
    Mistake("first of tied cards", "cut-tie-to-first-seat", cut_by(rank)),
    Mistake("ace deals", "ace-high-cut", cut_by(ace_highest)),
    Mistake("cut by points", "cut-by-points", cut_by(points)),
    Mistake("lowest card deals", "lowest-cut-deals", cut_by(lambda card: -rank(card))),
    # scores
    Mistake("rummy once", "rummy-not-doubled", winner_scores(once)),
    Mistake(
        "always twice",
        "always-doubled",
        winner_scores(lambda outcome, result: 2 * sum(result.deadwood)),
    ),
    Mistake("one loser twice", "one-opponent-doubled", winner_scores(one_loser_doubled)),
    Mistake("one loser forgotten", "one-loser-forgotten", winner_scores(without_the_last_loser)),
    Mistake("losers lose", "losers-charged", settled(losers_pay)),
    Mistake(
        "held melds are left out",
        "hidden-meld-not-counted",
        by_reading("score.concealed_melds_at_end", "exempt"),
    ),
    Mistake(
        "held melds count",
        "hidden-meld-counted",
        by_reading("score.concealed_melds_at_end", "count"),
    ),
    Mistake(
        "scores forgotten", "scores-reset", follows(SPOKEN, score.score_the_hand, scores_forgotten)
    ),
    # matches
    Mistake("target of 100", "target-too-low", match_ends(points_target=100)),
    Mistake("target missed", "target-exclusive", changes.by_rules(SPOKEN, one_more)),
    Mistake("never over", "match-never-ends", match_ends(points_target=1000, number_of_hands=1000)),
    Mistake("last winner", "last-winner-wins-match", changes.told_as(SPOKEN, last_winner_wins)),
    Mistake("first of a tie", "tie-to-first-seat", changes.told_as(SPOKEN, first_of_the_winners)),
    # views
    Mistake("taken card hidden", "taken-card-hidden", not_told(SPOKEN, "taken")),
    Mistake("discards hidden", "discard-not-seen", not_told(SPOKEN, "discard")),
    Mistake("melds hidden", "meld-hidden", not_told(SPOKEN, "melds")),
    Mistake("top discard alone", "pile-history-lost", seen_as(SPOKEN, top_of_the_pile_only)),
    Mistake("hands from nought", "hand-number-wrong", seen_as(SPOKEN, hand_number_from_nought)),
    Mistake("next card shown", "hidden-card-leaked", seen_as(SPOKEN, next_card_shown)),
)
SOUND: Final = {
    "melds": melds_are(kind_of),
    "turns": turn_passes(lambda seats: 1),
    "scores": settled(lambda outcome, result: result),
}
"""Rules that are replaced by themselves."""
