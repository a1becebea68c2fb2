"""Known mistakes of engines of Rummy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any, Final, TypeAlias

from meldcheck.words.case import JSON
from meldspec.arrangement import most_worth
from meldspec.cards import ONE_PACK, Card, points, rank, suit
from meldspec.facts import AskDeadwood, AskMeld, Settlement
from meldspec.kernel import AnyMove
from meldspec.melds import is_meld, is_run, melds_in
from meldspec.play import CHANCE, Actor, Chance, Seat
from meldspec.rummy import dealer, layoff, out, score, stock, turn
from meldspec.rummy.deal import DEAL
from meldspec.rummy.discard import (
    DISCARD,
    can_still_be_ended,
    goes_out_if_it_must,
    may_discard,
)
from meldspec.rummy.draw import DRAW_MOVE
from meldspec.rummy.laying import may_go_out, must_go_out, open_melds, reached
from meldspec.rummy.meld import MELD, is_the_first_or_goes_out
from meldspec.rummy.meld import kind as kind_of
from meldspec.rummy.options import Rules
from meldspec.rummy.questions import AskSettle
from meldspec.rummy.spoken import RUMMY
from meldspec.rummy.stock import RESHUFFLE
from meldspec.rummy.table import (
    BeforeDeal,
    Between,
    Cut,
    Decided,
    Drawing,
    End,
    LayMeld,
    Next,
    Outcome,
    Over,
    Playing,
    Reshuffling,
    Result,
    State,
    Table,
    TableMeld,
    TurnDone,
    change,
    ledger_of,
    table_of,
)
from meldspec.rummy.terms import (
    has_laid_off,
    laid_off_before,
    melded_before,
    melds_laid,
    with_meld,
)
from meldspec.table import Discard, Draw, LayOff, Reshuffle
from meldspec.upcard import Deal
from meldspec.wire import write_pile

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
from .prices import ace_at, count_of, court_at, from_two_to_ten
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

    def answer(right: JSON, rules: Rules, asked: AskMeld) -> JSON:
        return kind(asked.cards)

    spoken = changes.judged_by(SPOKEN, "rummy.meld.two-kinds-only", holds)
    spoken = changes.judged_by(spoken, "rummy.layoff.extends-validly", fits)
    return asked(spoken, "meld", answer)


def also(more: Callable[[Cards], str | None]) -> AnySpoken:
    """Other cards are melds, too, and lay-offs that make them are listed."""

    def candidates(rules: Rules, state: Playing, seat: Seat) -> Iterator[LayOff]:
        yield from layoff.LAY_OFF.candidates(rules, state, seat)
        for meld in state.table.melds:
            for card in sorted(state.table.hand):
                grown = meld.cards | {card}
                if kind_of(grown) is None and more(grown):
                    yield LayOff(card, meld.cards)

    spoken = melds_are(lambda cards: kind_of(cards) or more(cards))
    usual = changes.move_of(spoken, layoff.LAY_OFF)
    return changes.with_move(spoken, usual, replace(usual, candidates=candidates))


def two_cards(cards: Cards) -> str | None:
    if len(cards) != 2:
        return None
    if len({*map(rank, cards)}) == 1:
        return "set"
    return "run" if of_one_suit(cards) and in_a_row(ranks_of(cards)) else None


def run_of_two(cards: Cards) -> str | None:
    return two_cards(cards) if len({*map(rank, cards)}) == 2 else None


def set_of_two(cards: Cards) -> str | None:
    return two_cards(cards) if len({*map(rank, cards)}) == 1 else None


def with_a_gap(cards: Cards) -> str | None:
    ranks = ranks_of(cards)
    gap = len(cards) > 2 and of_one_suit(cards) and ranks[-1] - ranks[0] == len(ranks)
    return "run" if gap else None


def of_any_suits(cards: Cards) -> str | None:
    return "run" if len(cards) > 2 and in_a_row(ranks_of(cards)) else None


def ace_above_king(cards: Cards) -> str | None:
    ranks = sorted(rank(card) or 13 for card in cards)
    return "run" if len(cards) > 2 and of_one_suit(cards) and in_a_row(ranks) else None


def round_the_corner(cards: Cards) -> str | None:
    ranks = {*map(rank, cards)}
    if len(cards) < 3 or not of_one_suit(cards):
        return None
    starts = ({(first + step) % 13 for step in range(len(ranks))} for first in ranks)
    return "run" if any(each == ranks for each in starts) else None


def no_four_of_a_rank(cards: Cards) -> str | None:
    kind = kind_of(cards)
    return None if kind == "set" and len(cards) == 4 else kind


def equal_points(cards: Cards) -> str | None:
    return "set" if len(cards) > 2 and len({*map(points, cards)}) == 1 else None


def two_melds(cards: Cards) -> str | None:
    parts = (frozenset(some) for size in (3, 4) for some in combinations(cards, size))
    return "set" if any(is_meld(part) and is_meld(cards - part) for part in parts) else None


def the_longest(rules: Rules, state: Playing, seat: Seat, action: LayMeld) -> bool:
    """A meld of the hand that is no part of another."""
    return is_meld(action.cards) and not any(
        action.cards < meld for meld in melds_in(state.table.hand)
    )


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


def a_hand_before_the_first() -> AnySpoken:
    """Before the first hand the deal moves on, and the number of the hand grows."""

    def makes(rules: Rules, state: Between, by: Chance, action: Deal) -> Drawing:
        after = DEAL.effect.makes(rules, state, by, action)
        if isinstance(state, Over):
            return after
        return Drawing(replace(after.table, dealer=after.table.mover))

    def seen(told: Told, rules: Rules, state: State) -> Told:
        shift = 0 if isinstance(state, BeforeDeal) else 1
        return {**told, "hand_number": told["hand_number"] + shift}

    return seen_as(done(SPOKEN, DEAL, makes), seen)


FULL: Final = frozenset(card for card in ONE_PACK if rank(card) == 0)
"""A meld that no card joins."""


def history_kept() -> AnySpoken:
    """What a seat has laid in an earlier hand counts as if it had laid it in this one.

    Each such seat has a full meld of an earlier turn, which nobody sees.
    """

    def makes(rules: Rules, state: Between, by: Chance, action: Deal) -> Drawing:
        after = DEAL.effect.makes(rules, state, by, action)
        old = state.table.melds if isinstance(state, Over) else ()
        laid_off = {laid.by for meld in old for laid in meld.laid_off}
        seats = sorted({meld.owner for meld in old} | laid_off)
        return Drawing(change(after.table, melds=tuple(TableMeld(one, FULL, -1) for one in seats)))

    def seen(told: Told, rules: Rules, state: State) -> Told:
        table = table_of(state)
        unseen = sum(meld.turn < 0 for meld in table.melds) if table else 0
        return {**told, "melds": told["melds"][unseen:]}

    return seen_as(done(SPOKEN, DEAL, makes), seen)


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


def taken_not_forgotten(rules: Rules, state: TurnDone) -> Drawing:
    """The card taken in a turn counts as taken in the next."""
    return Drawing(replace(state.table, turn=state.table.turn + 1))


def from_below(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> Any:
    """The last card of the stock is drawn."""
    table = state.table
    turned = change(table, stock=(*table.stock[-1:], *table.stock[:-1]))
    return DRAW_MOVE.effect.makes(rules, Drawing(turned), seat, action)


def put_below_the_top(rules: Rules, state: Playing, seat: Seat, action: Discard) -> TurnDone:
    """The discard is laid under the top of the pile."""
    table = DISCARD.effect.makes(rules, state, seat, action).table
    *others, card = table.discard
    pile = (*others[:-1], card, *others[-1:])
    return TurnDone(change(table, discard=pile))


def not_the_taken_rank(rules: Rules, state: Playing, seat: Seat, action: Discard) -> bool:
    taken = state.table.taken
    return taken is None or rank(action.card) != rank(taken)


def taken_card_is_laid(rules: Rules, state: Playing, seat: Seat, action: Discard) -> bool:
    return state.table.taken not in state.table.hand


def stock_has_a_card(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> bool:
    return bool(state.table.stock)


def shuffled_and_not_drawn(
    rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle
) -> Drawing | Playing:
    """With the new stock there, the seat has to draw once more."""
    return RESHUFFLE.effect.makes(rules, replace(state, then=Next.TURN), by, action)


# ── several melds in a turn ──────────────────────────────────────────────────────────────────────


ONE_MELD: Final = "rummy.meld.one-per-turn"


def melds_if(may: Callable[[Table], bool]) -> AnySpoken:
    """A meld needs this of the table as well."""

    def holds(rules: Rules, state: Playing, seat: Seat, action: LayMeld | Discard) -> bool:
        if isinstance(action, Discard):
            return goes_out_if_it_must.holds(rules, state, seat, action)
        return is_the_first_or_goes_out.holds(rules, state, seat, action) and may(state.table)

    return changes.judged_by(SPOKEN, ONE_MELD, holds)


def nothing_laid_before(table: Table) -> bool:
    return not melded_before(table) and not laid_off_before(table)


def one_meld_whatever_comes(rules: Rules, state: Playing, seat: Seat, action: Any) -> bool:
    """Nobody lays a second meld, even to go out."""
    return not isinstance(action, LayMeld) or not melds_laid(state.table)


def needs_no_way_out(rules: Rules, state: Playing, after: Playing) -> bool:
    return True


def need_not_go_out(*after: AnyMove) -> AnySpoken:
    """With several melds laid a seat discards what it likes; these moves may bar its way out."""

    def holds(rules: Rules, state: Playing, seat: Seat, action: LayMeld | Discard) -> bool:
        if isinstance(action, Discard):
            return True
        return is_the_first_or_goes_out.holds(rules, state, seat, action)

    spoken = changes.judged_by(SPOKEN, ONE_MELD, holds)
    return changes.limited_by(spoken, ONE_MELD, needs_no_way_out, *after)


Steps: TypeAlias = Callable[[Rules, Table], Iterable[Table]]
"""The tables after each play that is tried."""
Ends: TypeAlias = Callable[[Rules, Table], bool]
"""Whether a seat may be done with these cards in its hand."""


def melds_alone(rules: Rules, table: Table) -> Iterator[Table]:
    for cards in open_melds(rules, table):
        yield with_meld(table, cards)


def nothing_more(rules: Rules, table: Table) -> tuple[Table, ...]:
    return ()


def ends_by_right(rules: Rules, table: Table) -> bool:
    hand = table.hand
    if not hand:
        return may_go_out(rules, table, discarded=False)
    free = all(may_discard(rules, table, card) for card in hand)
    return len(hand) == 1 and free and may_go_out(rules, table, discarded=True)


def with_one_card(rules: Rules, table: Table) -> bool:
    """The last card can be discarded, though it may be the one taken."""
    return len(table.hand) < 2


def looks_ahead(reached: Steps = reached, ends: Ends = ends_by_right) -> AnySpoken:
    """Whether a seat can go out is found so, and nothing else is asked of its last card."""

    def can(rules: Rules, table: Table) -> bool:
        return ends(rules, table) or any(can(rules, after) for after in reached(rules, table))

    def goes_out(rules: Rules, state: Playing, after: Playing) -> bool:
        return not must_go_out(rules, after.table) or can(rules, after.table)

    def not_stranded(rules: Rules, state: Playing, after: Playing) -> bool:
        return must_go_out(rules, after.table) or can_still_be_ended.holds(rules, state, after)

    spoken = changes.limited_by(SPOKEN, ONE_MELD, goes_out)
    return changes.limited_by(spoken, can_still_be_ended.clause, not_stranded)


def never_the_taken_card_alone(rules: Rules, state: Playing, after: Playing) -> bool:
    """The taken card is not left alone, even if it can be laid off."""
    table = after.table
    return must_go_out(rules, table) or table.hand != {table.taken}


# ── the end of a hand ────────────────────────────────────────────────────────────────────────────


def rummy_if(is_rummy: Callable[[bool, Table], bool], spoken: AnySpoken = SPOKEN) -> AnySpoken:
    """Who goes out goes rummy where this holds of what is right and of the table."""

    def comes(rules: Rules, state: Playing | TurnDone) -> Decided | None:
        decided = out.go_out.comes(rules, state)
        if decided is None:
            return None
        rummy = is_rummy(decided.outcome.rummy, state.table)
        return replace(decided, outcome=replace(decided.outcome, rummy=rummy))

    return follows(spoken, out.go_out, comes)


def lay_off_spoils_rummy() -> AnySpoken:
    """Who has laid off in a turn does not go rummy in it, and may lay no second meld."""
    spoken = melds_if(lambda table: not (melds_laid(table) and has_laid_off(table)))
    return rummy_if(lambda right, table: right and not has_laid_off(table), spoken)


def out_by(ends: Callable[[Playing | TurnDone], bool]) -> AnySpoken:
    """A hand ends with an empty hand only where this holds."""

    def comes(rules: Rules, state: Playing | TurnDone) -> Decided | None:
        return out.go_out.comes(rules, state) if ends(state) else None

    return follows(SPOKEN, out.go_out, comes)


def by_discard(state: Playing | TurnDone) -> bool:
    return isinstance(state, TurnDone)


def by_discard_or_lay_off(state: Playing | TurnDone) -> bool:
    return isinstance(state, TurnDone) or has_laid_off(state.table)


# ── lay-offs ─────────────────────────────────────────────────────────────────────────────────────


def on_own_melds(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    return any(meld.owner == seat for meld in state.table.melds if meld.cards == action.meld)


def set_stays_of_three(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    return is_run(action.meld | {action.card})


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


Settles: TypeAlias = Callable[[Rules, Outcome, tuple[Cards, ...]], Result]
"""What a hand with this outcome and these cards left comes to."""


def settled_by(settle: Settles) -> AnySpoken:
    """A hand comes to this result."""

    def comes(rules: Rules, state: Decided) -> Over:
        over = score.score_the_hand.comes(rules, state)
        assert over is not None
        result = settle(rules, state.outcome, state.table.hands)
        ledger = score.entered(state.table.ledger, result)
        return replace(over, result=result, table=replace(over.table, ledger=ledger))

    def answer(right: JSON, rules: Rules, asked: AskSettle) -> Settlement:
        hands, winner = tuple(map(frozenset, asked.hands)), asked.winner
        end = End.OUT if winner is not None and not hands[winner] else End.STOCK
        result = settle(rules, Outcome(end, winner, asked.rummy), hands)
        return Settlement(result.deadwood, result.points)

    spoken = changes.without_receipt(SPOKEN)
    return asked(follows(spoken, score.score_the_hand, comes), "settle", answer)


def settled(otherwise: Callable[[Outcome, Result], Result]) -> AnySpoken:
    """A hand that ended so comes to something else than its right result."""
    return settled_by(
        lambda rules, outcome, hands: otherwise(outcome, score.settle(rules, outcome, hands))
    )


def priced(price: Callable[[Card], int]) -> AnySpoken:
    """A card in a hand counts so much."""

    def count(rules: Rules, hand: Cards) -> int:
        exempt = rules.score.concealed_melds_at_end == "exempt"
        left = most_worth(hand, lambda meld: sum(map(price, meld))).unmatched if exempt else hand
        return sum(map(price, left))

    return counted_by(count)


def counted_by(count: Callable[[Rules, Cards], int]) -> AnySpoken:
    """A hand counts so much."""

    def settle(rules: Rules, outcome: Outcome, hands: tuple[Cards, ...]) -> Result:
        counts, winner = tuple(count(rules, hand) for hand in hands), outcome.winner
        points = [0] * len(hands)
        if winner is not None:
            points[winner] = (sum(counts) - counts[winner]) * (2 if outcome.rummy else 1)
        return Result(outcome, counts, (), tuple(points))

    def answer(right: JSON, rules: Rules, asked: AskDeadwood) -> int:
        return count(rules, frozenset(asked.hand))

    return asked(settled_by(settle), "deadwood", answer)


def court_by_rank(card: Card) -> int:
    return rank(card) + 1


def winner_scores(points: Callable[[Outcome, Result], int]) -> AnySpoken:
    """The winner scores so much."""

    def otherwise(outcome: Outcome, result: Result) -> Result:
        if outcome.winner is None:
            return result
        scored = [*result.points]
        scored[outcome.winner] = points(outcome, result)
        return replace(result, points=tuple(scored))

    return settled(otherwise)


def points_more(more: int) -> Callable[[Outcome, Result], int]:
    """The winner scores so many points more than it should."""
    return lambda outcome, result: result.points[outcome.winner or 0] + more


def times(factor: int) -> Callable[[Outcome, Result], int]:
    """Who goes rummy scores the hands so often."""
    return lambda outcome, result: sum(result.deadwood) * (factor if outcome.rummy else 1)


def doubled_once_more(outcome: Outcome, result: Result) -> int:
    """Who goes rummy scores ten points more, and not twice as many."""
    return sum(result.deadwood) + (10 if outcome.rummy else 0)


def without_the_first_loser(outcome: Outcome, result: Result) -> int:
    losers = [count for seat, count in enumerate(result.deadwood) if seat != outcome.winner]
    return sum(losers[1:] or losers) * (2 if outcome.rummy else 1)


def once(outcome: Outcome, result: Result) -> int:
    return sum(result.deadwood)


def without_the_last_loser(outcome: Outcome, result: Result) -> int:
    losers = [count for seat, count in enumerate(result.deadwood) if seat != outcome.winner]
    return sum(losers[:-1]) * (2 if outcome.rummy else 1)


def largest_hand(outcome: Outcome, result: Result) -> int:
    return max(result.deadwood) * (2 if outcome.rummy else 1)


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


def whole_score_doubled(rules: Rules, state: Decided) -> Over:
    """Who goes rummy has twice its score of the match."""
    over = score.score_the_hand.comes(rules, state)
    assert over is not None
    if not state.outcome.rummy:
        return over
    seat, ledger = state.outcome.winner, over.table.ledger
    gained = over.result.points
    scores = tuple(
        2 * before + gained[each] if each == seat else before
        for each, before in enumerate(state.table.ledger.scores)
    )
    return replace(over, table=replace(over.table, ledger=replace(ledger, scores=scores)))


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


def last_of_the_winners(told: Told, rules: Rules, state: Over) -> Told:
    return {**told, "match_winners": told["match_winners"][-1:]}


def nobody_of_a_tie(told: Told, rules: Rules, state: Over) -> Told:
    winners = told["match_winners"]
    return {**told, "match_winners": winners if len(winners) == 1 else []}


def lowest_score_wins(told: Told, rules: Rules, state: Over) -> Told:
    scores = told["scores"]
    lowest = [seat for seat, score in enumerate(scores) if score == min(scores)]
    return {**told, "match_winners": lowest if told["match_over"] else []}


def ties_of_the_stock(of: Callable[[list[Seat], Table], Seat]) -> AnySpoken:
    """Where the lowest hand wins at the end of the stock, one of those that tie wins."""

    def tied(rules: Rules, decided: object) -> object:
        if not isinstance(decided, Decided) or decided.outcome.end is not End.STOCK:
            return decided
        if rules.stock.stock_exhaustion != "lowest_deadwood_wins":
            return decided
        counts = [score.counted(rules, hand) for hand in decided.table.hands]
        lowest = [Seat(seat) for seat, count in enumerate(counts) if count == min(counts)]
        winner = lowest[0] if len(lowest) == 1 else of(lowest, decided.table)
        return replace(decided, outcome=replace(decided.outcome, winner=winner))

    spoken = SPOKEN
    for usual in (stock.end_with_both_piles, stock.go_on_or_end):

        def comes(rules: Rules, state: Any, usual: changes.Comes = usual.comes) -> object:
            return tied(rules, usual(rules, state))

        spoken = follows(spoken, usual, comes)
    return spoken


def first_seat(tied: list[Seat], table: Table) -> Seat:
    return tied[0]


def last_seat(tied: list[Seat], table: Table) -> Seat:
    return tied[-1]


def next_after_the_mover(tied: list[Seat], table: Table) -> Seat:
    return min(tied, key=lambda seat: (seat - table.mover - 1) % len(table.hands))


def one_less(rules: Rules) -> Rules:
    """A match ends a point below its target."""
    return replace(rules, match=replace(rules.match, points_target=rules.match.points_target - 1))


def hands_more(more: int) -> Callable[[Rules], Rules]:
    """A match of hands has so many more."""
    return lambda rules: replace(
        rules, match=replace(rules.match, number_of_hands=rules.match.number_of_hands + more)
    )


def taken_forgotten(rules: Rules, state: Playing, seat: Seat, action: LayMeld) -> Playing:
    """With a meld the seat is free of the card that it has taken."""
    return Playing(replace(MELD.effect.makes(rules, state, seat, action).table, taken=None))


def taken_forgotten_with_lay_off(
    rules: Rules, state: Playing, seat: Seat, action: LayOff
) -> Playing:
    """With a lay-off the seat is free of the card that it has taken."""
    after = layoff.LAY_OFF.effect.makes(rules, state, seat, action)
    return Playing(replace(after.table, taken=None))


def dealer_is(step: int) -> AnySpoken:
    """After a hand that has a winner the deal goes to the seat so many places on."""

    def makes(rules: Rules, state: Between, by: Chance, action: Deal) -> Drawing:
        table = DEAL.effect.makes(rules, state, by, action).table
        if not isinstance(state, Over) or state.result.outcome.winner is None:
            return Drawing(table)
        dealer = Seat((state.table.dealer + step) % len(table.hands))
        return Drawing(replace(table, dealer=dealer))

    return done(SPOKEN, DEAL, makes)


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
    Mistake("a run of two", "two-card-meld", also(run_of_two)),
    Mistake("a set of two", "two-card-meld", also(set_of_two)),
    Mistake("a gap in a run", "gap-in-run", also(with_a_gap)),
    Mistake("a run of any suits", "mixed-suit-run", also(of_any_suits)),
    Mistake("ace above the king", "ace-high-run", also(ace_above_king)),
    Mistake("round the corner", "ace-high-run", also(round_the_corner)),
    Mistake("no set of four", "set-not-extended", melds_are(no_four_of_a_rank)),
    Mistake(
        "the longest meld only", "meld-size-forced", judged_by("meld.two-kinds-only", the_longest)
    ),
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
    Mistake("one meld a hand", "one-meld-a-hand", melds_if(lambda table: not melded_before(table))),
    Mistake("no meld after an earlier turn", "first-meld-refused", melds_if(nothing_laid_before)),
    Mistake(
        "several melds and no end", "exception-not-kept", need_not_go_out(MELD, layoff.LAY_OFF)
    ),
    Mistake("no duty after the second meld", "exception-not-kept", need_not_go_out(layoff.LAY_OFF)),
    Mistake(
        "looking ahead without lay-offs", "exception-without-layoffs", looks_ahead(melds_alone)
    ),
    Mistake("second meld with the last cards only", "exception-refused", looks_ahead(nothing_more)),
    Mistake(
        "looking ahead to discard the taken card",
        "stranded-with-taken-card",
        looks_ahead(ends=with_one_card),
    ),
    Mistake(
        "lay-off that bars going out",
        "exception-not-kept",
        changes.limited_by(SPOKEN, ONE_MELD, needs_no_way_out, layoff.LAY_OFF),
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
    Mistake(
        "never on a set",
        "set-not-extended",
        judged_by("layoff.extends-validly", set_stays_of_three),
    ),
    Mistake(
        "on own melds only",
        "layoff-needs-own-meld",
        judged_by("layoff.opponents-only", on_own_melds),
    ),
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
    Mistake("drawn twice", "double-draw", also_during(DRAW_MOVE, Playing)),
    Mistake("discard before drawing", "action-before-drawing", also_during(DISCARD, Drawing)),
    Mistake("drawn from below", "stock-drawn-from-below", done(SPOKEN, DRAW_MOVE, from_below)),
    Mistake("taken card discarded", "taken-card-thrown-back", judged_by("discard.not-taken-card")),
    Mistake(
        "taken rank banned",
        "taken-rank-banned",
        judged_by("discard.not-taken-card", not_the_taken_rank),
    ),
    Mistake(
        "taken card must be laid",
        "taken-card-must-be-used",
        judged_by("discard.not-taken-card", taken_card_is_laid),
    ),
    Mistake(
        "taken card not forgotten",
        "taken-card-banned-forever",
        follows(SPOKEN, turn.pass_the_turn, taken_not_forgotten),
    ),
    Mistake(
        "taken card never left alone",
        "taken-card-always-blocks",
        changes.limited_by(SPOKEN, can_still_be_ended.clause, never_the_taken_card_alone),
    ),
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
    Mistake("hand over with a discard only", "out-needs-discard", out_by(by_discard)),
    Mistake("last meld does not end the hand", "out-needs-discard", out_by(by_discard_or_lay_off)),
    Mistake(
        "last card discarded", "out-needs-discard", by_reading("out.final_discard", "required")
    ),
    # the stock
    Mistake("no new stock", "void-without-stock", by_reading("stock.stock_exhaustion", "void")),
    Mistake(
        "no draw from an empty stock",
        "dead-without-stock",
        judged_by("stock.nothing-to-draw", stock_has_a_card),
    ),
    Mistake("new stock not drawn from", None, done(SPOKEN, RESHUFFLE, shuffled_and_not_drawn)),
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
    Mistake("a hand before the first", "wrong-first-seat", a_hand_before_the_first()),
    Mistake("history kept", "history-kept-between-hands", history_kept()),
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
    Mistake("lay-off spoils rummy", "rummy-lost-by-layoff", lay_off_spoils_rummy()),
    Mistake(
        "lay-off not doubled",
        "rummy-lost-by-layoff",
        rummy_if(lambda right, table: right and not has_laid_off(table)),
    ),
    Mistake(
        "rummy after an earlier meld",
        "rummy-after-earlier-meld",
        rummy_if(lambda right, table: melds_laid(table) > 0),
    ),
    Mistake(
        "rummy against melds of others",
        "rummy-counts-others",
        rummy_if(
            lambda right, table: right and all(one.owner == table.mover for one in table.melds)
        ),
    ),
    Mistake(
        "whole score doubled",
        "total-doubled",
        follows(SPOKEN, score.score_the_hand, whole_score_doubled),
    ),
    Mistake("ace at eleven", "ace-eleven", priced(ace_at(11))),
    Mistake("ace at fifteen", "ace-eleven", priced(ace_at(15))),
    Mistake("court cards by rank", "court-cards-by-rank", priced(court_by_rank)),
    Mistake("one loser twice", "one-opponent-doubled", winner_scores(one_loser_doubled)),
    Mistake("one loser forgotten", "one-loser-forgotten", winner_scores(without_the_last_loser)),
    Mistake("largest hand alone", "one-loser-forgotten", winner_scores(largest_hand)),
    Mistake("losers lose", "losers-charged", settled(losers_pay)),
    Mistake(
        "held melds are left out",
        "hidden-meld-not-counted",
        changes.without_receipt(by_reading("score.concealed_melds_at_end", "exempt")),
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
    # numbers off by one
    Mistake("ace at nought", "ace-eleven", priced(ace_at(0))),
    Mistake("ace at two", "ace-eleven", priced(ace_at(2))),
    Mistake("court cards at nine", "court-cards-by-rank", priced(court_at(9))),
    Mistake("court cards at eleven", "court-cards-by-rank", priced(court_at(11))),
    Mistake("two to ten a point too low", None, priced(from_two_to_ten(-1))),
    Mistake("two to ten a point too high", None, priced(from_two_to_ten(1))),
    Mistake(
        "a hand a point too high",
        None,
        counted_by(lambda rules, hand: count_of(1, score.counted(rules, hand))),
    ),
    Mistake(
        "a hand a point too low",
        None,
        counted_by(lambda rules, hand: count_of(-1, score.counted(rules, hand))),
    ),
    Mistake("winner a point too high", None, winner_scores(points_more(1))),
    Mistake("winner a point too low", None, winner_scores(points_more(-1))),
    Mistake("rummy three times", "rummy-not-doubled", winner_scores(times(3))),
    Mistake("rummy for nothing", "rummy-not-doubled", winner_scores(times(0))),
    Mistake("ten more for rummy", "rummy-not-doubled", winner_scores(doubled_once_more)),
    Mistake("first loser forgotten", "one-loser-forgotten", winner_scores(without_the_first_loser)),
    Mistake("target a point too low", "target-too-low", changes.by_rules(SPOKEN, one_less)),
    Mistake("a hand too many", None, changes.by_rules(SPOKEN, hands_more(1))),
    Mistake("a hand too few", None, changes.by_rules(SPOKEN, hands_more(-1))),
    # other seats
    Mistake("last of a tie", None, changes.told_as(SPOKEN, last_of_the_winners)),
    Mistake("nobody of a tie", None, changes.told_as(SPOKEN, nobody_of_a_tie)),
    Mistake("lowest score wins", None, changes.told_as(SPOKEN, lowest_score_wins)),
    Mistake("first of tied hands", None, ties_of_the_stock(first_seat)),
    Mistake("last of tied hands", None, ties_of_the_stock(last_seat)),
    Mistake("next of tied hands", None, ties_of_the_stock(next_after_the_mover)),
    Mistake(
        "second seat begins", "wrong-first-seat", laid_out(lambda table: replace(table, turn=1))
    ),
    Mistake(
        "seat before the dealer begins",
        "wrong-first-seat",
        laid_out(lambda table: replace(table, turn=len(table.hands) - 2)),
    ),
    Mistake("deal goes right", "wrong-next-dealer", dealer_is(-1)),
    Mistake("deal skips a seat", "wrong-next-dealer", dealer_is(2)),
    Mistake(
        "seat 0 served first",
        "dealer-always-seat-0",
        dealt_to(lambda dealer, seats: left_of(seats - 1, seats)),
    ),
    # the taken card
    Mistake(
        "taken card forgotten with a meld",
        "taken-card-thrown-back",
        done(SPOKEN, MELD, taken_forgotten),
    ),
    Mistake(
        "taken card forgotten with a lay-off",
        None,
        done(SPOKEN, layoff.LAY_OFF, taken_forgotten_with_lay_off),
    ),
)
SOUND: Final = {
    "melds": melds_are(kind_of),
    "turns": turn_passes(lambda seats: 1),
    "scores": settled(lambda outcome, result: result),
    "prices": priced(points),
    "looking ahead": looks_ahead(),
    "rummy": rummy_if(lambda right, table: right),
}
"""Rules that are replaced by themselves."""
