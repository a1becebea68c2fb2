"""Known mistakes of engines of Three Thirteen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any, Final, TypeAlias, final

from meldcheck.words.case import JSON
from meldspec import wild as melds
from meldspec.cards import RANKS, Card, rank, suit
from meldspec.facts import Settlement
from meldspec.hands import Hand, without_card
from meldspec.kernel import AnyMove, Condition
from meldspec.play import Chance, Seat
from meldspec.table import Discard, Draw, Reshuffle, neighbour, opponents, own_line
from meldspec.three_thirteen import turn
from meldspec.three_thirteen.deadwood import wild_points
from meldspec.three_thirteen.deal import DEAL, dealt, last_hand_has_thirteen_cards
from meldspec.three_thirteen.discard import DISCARD
from meldspec.three_thirteen.draw import DRAW_MOVE
from meldspec.three_thirteen.match import entered, is_last
from meldspec.three_thirteen.meld import set_limits
from meldspec.three_thirteen.options import Rules, Size
from meldspec.three_thirteen.out import KEEP_MOVE, end_the_hand
from meldspec.three_thirteen.questions import AskDeadwood, AskDeal, AskMeld, AskSettle
from meldspec.three_thirteen.score import settle
from meldspec.three_thirteen.spoken import THREE_THIRTEEN
from meldspec.three_thirteen.stock import RESHUFFLE
from meldspec.three_thirteen.table import (
    Between,
    Discarding,
    Drawing,
    GoOut,
    Next,
    Over,
    Reshuffling,
    Result,
    State,
    Table,
    TurnDone,
    change,
    ledger_of,
)
from meldspec.upcard import Deal
from meldspec.wild import Kind, SetLimits

from . import AnySpoken, Mistake, changes
from .changes import (
    Told,
    asked,
    dealer_first,
    done,
    follows,
    judged_by,
    left_of,
    not_told,
    right_of,
    seat_0_deals,
)
from .prices import COURT, count_of

SPOKEN: Final[AnySpoken] = THREE_THIRTEEN


def ended(rules: Rules, table: Table) -> Over:
    """The hand, ended as it is after the last final turn."""
    assert table.out is not None
    last = opponents(table.out, len(table.hands))[-1]
    over = end_the_hand.comes(rules, TurnDone(replace(table, mover=last)))
    assert over is not None
    return replace(over, table=replace(over.table, mover=table.mover))


# ── the match ────────────────────────────────────────────────────────────────────────────────────


def the_last_again(rules: Rules, state: Between) -> Between:
    """Where the match is over, the match before its last hand."""
    if not isinstance(state, Over) or not is_last(rules, state.table.hand_number):
        return state
    return replace(state, table=replace(state.table, hand_number=rules.size.hands - 1))


def dealt_after_the_end() -> AnySpoken:
    """The match is won, and told to be, but a deal is accepted: the last hand comes again."""

    def asked_again(each: Condition[Any, Any, Any, Any]) -> Condition[Any, Any, Any, Any]:
        def holds(rules: Rules, state: Between, by: Chance, action: Deal) -> bool:
            return each.holds(rules, the_last_again(rules, state), by, action)

        return Condition(each.clause, holds)

    def lay_out(rules: Rules, state: Between, by: Chance, action: Deal) -> Drawing:
        return DEAL.effect.makes(rules, the_last_again(rules, state), by, action)

    def actors(rules: Rules, state: Any) -> Any:
        return turn.actors(rules, the_last_again(rules, state))

    def not_to_act(rules: Rules, state: Any, actor: Any, action: Any) -> tuple[str, ...]:
        return turn.not_to_act(rules, the_last_again(rules, state), actor, action)

    conditions = tuple(map(asked_again, DEAL.conditions))
    spoken = changes.with_move(SPOKEN, DEAL, replace(DEAL, conditions=conditions))
    game = replace(done(spoken, DEAL, lay_out).game, actors=actors, not_to_act=not_to_act)
    return replace(SPOKEN, game=game)


def never_over() -> AnySpoken:
    """The match goes on after the eleventh hand."""

    def seen(told: Told, rules: Rules, state: State) -> Told:
        return {**told, "match_over": False}

    def result(told: Told, rules: Rules, state: State) -> Told:
        return {**told, "match_over": False, "match_winners": []}

    return changes.seen_as(changes.told_as(dealt_after_the_end(), result), seen)


def highest_wins(told: Told, rules: Rules, state: State) -> Told:
    """The winners are the seats with the most points."""
    scores = told["scores"]
    highest = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return {**told, "match_winners": highest if told["match_over"] else []}


def same_dealer(rules: Rules, state: Between, by: Chance, deal: Deal) -> Drawing:
    """Who has dealt deals again."""
    table = DEAL.effect.makes(rules, state, by, deal).table
    dealer = state.table.dealer if isinstance(state, Over) else state.dealer
    first = neighbour(dealer, ledger_of(state).seats)
    return Drawing(replace(table, dealer=dealer, mover=first))


@final
@dataclass(frozen=True, slots=True)
class OtherWild:
    """The table's size, and a wild rank so far from the right one."""

    usual: Size
    by: int

    def __getattr__(self, name: str) -> Any:  # of the right size
        return getattr(self.usual, name)

    def wild(self, hand_number: int) -> int:
        """The rank that is wild in this hand."""
        return (self.usual.wild(hand_number) + self.by) % len(RANKS)


@final
@dataclass(frozen=True, slots=True)
class OtherHands:
    """The table's size, with the cards and the wild rank of other hands than the right ones."""

    usual: Size
    sized_as: Callable[[int], int]
    wild_as: Callable[[int], int]

    def __getattr__(self, name: str) -> Any:  # of the right size
        return getattr(self.usual, name)

    def hand(self, hand_number: int) -> int:
        """Cards that each seat is dealt in this hand."""
        return self.usual.hand(self.sized_as(hand_number))

    def wild(self, hand_number: int) -> int:
        """The rank that is wild in this hand."""
        return self.usual.wild(self.wild_as(hand_number))


def hands_are(
    sized_as: Callable[[int], int] = int, wild_as: Callable[[int], int] = int
) -> AnySpoken:
    """Hands have the size and the wild rank of the hands of these numbers.

    A question that names a wild rank is answered by right.
    """

    def other(rules: Rules) -> Rules:
        size: Any = OtherHands(rules.size, sized_as, wild_as)  # stands in for the size
        return replace(rules, size=size)

    def by_wild(what: str, wild_as: Callable[[int], int]) -> Callable[[Any, Any], object]:
        def answer(rules: Any, facts: Any) -> object:  # of the game, with the other size
            size: Any = OtherHands(rules.size.usual, int, wild_as)  # the same
            return SPOKEN.questions[what].answer(replace(rules, size=size), facts)

        return answer

    spoken = changes.by_rules(SPOKEN, other)
    for what in ("meld", "deadwood"):
        spoken = changes.answered(spoken, what, by_wild(what, int))
    return changes.answered(spoken, "settle", by_wild("settle", wild_as))


def last_dealt_as_first() -> AnySpoken:
    """Of the cards dealt for the eleventh hand seats get those of a first one, and its wild rank.

    The cards that they do not get are the upcard and the top of the stock.
    """

    def thirteen(rules: Any, state: Between, by: Chance, deal: Deal) -> bool:  # the other size
        right = replace(rules, size=rules.size.usual)
        return last_hand_has_thirteen_cards.holds(right, state, by, deal)

    def makes(rules: Rules, state: Between, by: Chance, deal: Deal) -> Drawing:
        after = DEAL.effect.makes(rules, state, by, deal)
        table, number = after.table, len(deal.hands)
        if table.hand_number != LAST:
            return after
        served = [deal.hands[(table.mover + step) % number] for step in range(number)]
        singly = [card for each in zip(*served, strict=True) for card in each]
        deck = (*singly, deal.upcard, *deal.stock)
        hands, (upcard, *stock) = dealt(rules, number, table.dealer, LAST, deck)
        return DEAL.effect.makes(
            rules, state, by, Deal(tuple(map(tuple, hands)), upcard, tuple(stock))
        )

    spoken = hands_are(last_as_first, last_as_first)
    return done(judged_by(spoken, last_hand_has_thirteen_cards.clause, thirteen), DEAL, makes)


def the_first(hand_number: int) -> int:
    return 1


def last_as_first(hand_number: int) -> int:
    """The eleventh hand is like the first."""
    return 1 if hand_number == LAST else hand_number


LAST: Final = 11
"""The number of the last hand."""


def hands_in_a_match(number: int) -> AnySpoken:
    """The match is over after so many hands."""
    return changes.by_rules(
        SPOKEN, lambda rules: replace(rules, size=replace(rules.size, hands=number))
    )


def last_winner_wins(told: Told, rules: Rules, state: State) -> Told:
    return {**told, "match_winners": [told["winner"]] if told["match_over"] else []}


def first_of_the_winners(told: Told, rules: Rules, state: State) -> Told:
    return {**told, "match_winners": told["match_winners"][:1]}


def last_of_the_winners(told: Told, rules: Rules, state: State) -> Told:
    return {**told, "match_winners": told["match_winners"][-1:]}


def nobody_of_a_tie(told: Told, rules: Rules, state: State) -> Told:
    winners = told["match_winners"]
    return {**told, "match_winners": winners if len(winners) == 1 else []}


def deal_skips_a_seat(rules: Rules, state: Between, by: Chance, deal: Deal) -> Drawing:
    """The deal goes two seats on."""
    table = DEAL.effect.makes(rules, state, by, deal).table
    if not isinstance(state, Over):
        return Drawing(table)
    seats = len(table.hands)
    dealer = neighbour(neighbour(state.table.dealer, seats), seats)
    return Drawing(replace(table, dealer=dealer, mover=neighbour(dealer, seats)))


def served(order: changes.Order, packets: bool = False) -> AnySpoken:
    """A deck is dealt to the seats in another order, or a hand at a time."""

    def answer(rules: Rules, facts: AskDeal) -> object:
        size = rules.size.hand(facts.hand_number)
        spoken = changes.dealt_to(SPOKEN, order, lambda rules, seats: size, packets)
        return spoken.questions["deal"].answer(rules, facts)

    return changes.answered(SPOKEN, "deal", answer)


def out_not_forgotten(rules: Rules, state: Between, by: Chance, deal: Deal) -> Drawing:
    """Who has gone out is out in the next hand, too."""
    table = DEAL.effect.makes(rules, state, by, deal).table
    old = state.table.out if isinstance(state, Over) else None
    return Drawing(replace(table, out=old))


def out_forgotten(rules: Rules, state: TurnDone) -> Drawing:
    """With the next turn nobody has gone out any more."""
    return Drawing(replace(passed(state.table), out=None))


def out_forgotten_after_a_turn(rules: Rules, state: TurnDone) -> Drawing:
    """Once the next seat has had its final turn nobody has gone out any more."""
    table = state.table
    final = table.out not in (None, table.mover)
    return Drawing(replace(passed(table), out=None if final else table.out))


def passed(table: Table) -> Table:
    """The table in the turn of the next seat."""
    return replace(table, mover=neighbour(table.mover, len(table.hands)))


# ── the turn ─────────────────────────────────────────────────────────────────────────────────────


def first_seat_after(step: int) -> AnySpoken:
    """Another seat begins than the one after the dealer."""

    def makes(rules: Rules, state: Between, by: Chance, deal: Deal) -> Drawing:
        table = DEAL.effect.makes(rules, state, by, deal).table
        mover = Seat((table.mover + step) % len(table.hands))
        return Drawing(replace(table, mover=mover))

    return done(SPOKEN, DEAL, makes)


def turn_passes(step: int, spoken: AnySpoken = SPOKEN) -> AnySpoken:
    """The next turn is that of another seat."""

    def comes(rules: Rules, state: TurnDone) -> Drawing:
        table = state.table
        return Drawing(replace(table, mover=Seat((table.mover + step) % len(table.hands))))

    return follows(spoken, turn.pass_the_turn, comes)


def from_below(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> State:
    """The last card of the stock is drawn."""
    *others, last = state.table.stock or (None,)
    turned = state.table if last is None else change(state.table, stock=(last, *others))
    return DRAW_MOVE.effect.makes(rules, Drawing(turned), seat, action)


def taken_not_forgotten(rules: Rules, state: Discarding, seat: Seat, action: Discard) -> TurnDone:
    """The card taken in a turn counts as taken in the next."""
    after = DISCARD.effect.makes(rules, state, seat, action)
    return TurnDone(replace(after.table, taken=state.table.taken))


def empty_stock_refused() -> AnySpoken:
    """Nobody may draw where the stock is used up."""

    def holds(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> bool:
        return bool(state.table.stock)

    condition = Condition("three-thirteen.stock.rebuild", holds)
    return changes.with_move(SPOKEN, DRAW_MOVE, replace(DRAW_MOVE, conditions=(condition,)))


def shuffled_and_not_drawn(
    rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle
) -> Drawing | Discarding:
    """With the new stock there, the seat has to draw once more."""
    return RESHUFFLE.effect.makes(rules, replace(state, then=Next.TURN), by, action)


def wild_rank_off(by: int) -> AnySpoken:
    """The wild rank is so far from the right one."""

    def shifted(rules: Rules) -> Rules:
        size: Any = OtherWild(rules.size, by)  # stands in for the size
        return replace(rules, size=size)

    return changes.by_rules(SPOKEN, shifted)


# ── the new stock ────────────────────────────────────────────────────────────────────────────────

MadeNew: TypeAlias = Callable[[Table, tuple[Card, ...]], Table]
"""The table once the new stock has come, from the one that has come of it by right and the pile."""


def new_stock(made: MadeNew, spoken: AnySpoken = SPOKEN) -> AnySpoken:
    """A reshuffle leaves the piles otherwise."""

    def renew(
        rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle
    ) -> Drawing | Discarding:
        after = RESHUFFLE.effect.makes(rules, state, by, action)
        return replace(after, table=made(after.table, state.table.discard))

    return done(spoken, RESHUFFLE, renew)


def pile_kept(table: Table, pile: tuple[Card, ...]) -> Table:
    return replace(table, discard=pile)


def top_lost(table: Table, pile: tuple[Card, ...]) -> Table:
    return replace(table, discard=())


def bottom_lost(table: Table, pile: tuple[Card, ...]) -> Table:
    return replace(table, stock=table.stock[:-1])


def like_cards_lost(table: Table, pile: tuple[Card, ...]) -> Table:
    return replace(table, stock=tuple(dict.fromkeys(table.stock)))


def cards_due(
    are: Callable[[tuple[Card, ...], tuple[Card, ...]], bool],
) -> AnySpoken:
    """A new stock has the right cards where this holds of it and of the pile."""

    def holds(rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle) -> bool:
        return are(action.stock, state.table.discard)

    return judged_by(SPOKEN, "three-thirteen.stock.reshuffle-cards", holds)


def two_cards_stay() -> AnySpoken:
    """Two discards stay on the pile, and a stock of all others is wanted."""
    spoken = cards_due(lambda stock, pile: sorted(stock) == sorted(pile[:-2]))
    return new_stock(lambda table, pile: replace(table, discard=pile[-2:]), spoken)


def all_unlike(stock: tuple[Card, ...], pile: tuple[Card, ...]) -> bool:
    """A new stock with like cards is no stock."""
    return len({*stock}) == len(stock) and sorted(stock) == sorted(pile[:-1])


# ── the final turns ──────────────────────────────────────────────────────────────────────────────


def hand_ends_when(ends: Callable[[Table], bool]) -> AnySpoken:
    """A hand in which a seat has gone out ends after another turn than the right one."""

    def comes(rules: Rules, state: TurnDone) -> Over | None:
        is_out = state.table.out is not None
        return ended(rules, state.table) if is_out and ends(state.table) else None

    return follows(SPOKEN, end_the_hand, comes)


def at_once(table: Table) -> bool:
    return True


def after_the_next_seat(table: Table) -> bool:
    return table.out is not None and table.mover == neighbour(table.out, len(table.hands))


def after_all_but_one(table: Table) -> bool:
    """The last of the final turns does not come, where there are several."""
    seats = len(table.hands)
    assert table.out is not None
    return (table.out - table.mover) % seats in ((1, 2) if seats > 2 else (1,))


def after_the_left_neighbour(table: Table) -> bool:
    """The last final turn, where turns go backwards."""
    return table.out is not None and table.mover == neighbour(table.out, len(table.hands))


def turn_for_who_went_out() -> AnySpoken:
    """After all others, the seat that went out has a turn too."""

    def ends_the_extra_turn(spoken: AnySpoken, move: AnyMove) -> AnySpoken:
        def makes(rules: Rules, state: Discarding, seat: Seat, action: object) -> State:
            after: TurnDone = move.effect.makes(rules, state, seat, action)
            return ended(rules, after.table) if state.table.out == seat else after

        return done(spoken, move, makes)

    spoken = follows(SPOKEN, end_the_hand, None)
    return ends_the_extra_turn(ends_the_extra_turn(spoken, DISCARD), KEEP_MOVE)


# ── the count of a hand ──────────────────────────────────────────────────────────────────────────

Settle: TypeAlias = Callable[[Rules, int, Seat, tuple[Hand, ...]], Result]


def settled(settle: Settle, spoken: AnySpoken = SPOKEN) -> AnySpoken:
    """A hand comes to this result."""

    def comes(rules: Rules, state: TurnDone) -> Over | None:
        over, table = end_the_hand.comes(rules, state), state.table
        if over is None or table.out is None:
            return None
        result = settle(rules, table.hand_number, table.out, table.hands)
        return Over(replace(table, ledger=entered(table.ledger, result)), result)

    def answer(right: JSON, rules: Rules, asked: AskSettle) -> Settlement:
        result = settle(rules, asked.hand_number, asked.out, asked.hands)
        return Settlement(result.deadwood, result.points)

    spoken = changes.without_receipt(spoken)
    return asked(follows(spoken, end_the_hand, comes), "settle", answer)


def scores_are(made: Callable[[tuple[int, ...], Result], Iterable[int]]) -> AnySpoken:
    """The scores of the match after a hand, from those before and its result."""

    def comes(rules: Rules, state: TurnDone) -> Over | None:
        over = end_the_hand.comes(rules, state)
        if over is None:
            return None
        scores = tuple(made(state.table.ledger.scores, over.result))
        ledger = replace(over.table.ledger, scores=scores)
        return replace(over, table=replace(over.table, ledger=ledger))

    return follows(SPOKEN, end_the_hand, comes)


def scores_forgotten(before: tuple[int, ...], result: Result) -> Iterable[int]:
    return result.points


def ten_less_for_going_out(before: tuple[int, ...], result: Result) -> Iterable[int]:
    """Who went out has ten points less in the match, and nought for the hand."""
    for seat, (score, points) in enumerate(zip(before, result.points, strict=True)):
        yield score + points - (10 if seat == result.out else 0)


def goer_collects(rules: Rules, hand_number: int, goer: Seat, hands: tuple[Hand, ...]) -> Result:
    """Who went out scores the deadwood of the others, and they score nought."""
    result = settle(rules, hand_number, goer, hands)
    collected = sum(result.points)
    points = tuple(collected if seat == goer else 0 for seat in range(len(hands)))
    return replace(result, points=points)


def goer_out_scores(points: Callable[[Result, tuple[Hand, ...]], int]) -> AnySpoken:
    """The seat that went out scores otherwise than nought."""

    def otherwise(rules: Rules, hand_number: int, goer: Seat, hands: tuple[Hand, ...]) -> Result:
        result = settle(rules, hand_number, goer, hands)
        scored = list(result.points)
        scored[goer] = points(result, hands)
        return replace(result, points=tuple(scored))

    return settled(otherwise)


def hands_score(more: int) -> AnySpoken:
    """Each seat that has points scores so many more."""

    def otherwise(rules: Rules, hand_number: int, goer: Seat, hands: tuple[Hand, ...]) -> Result:
        result = settle(rules, hand_number, goer, hands)
        points = tuple(count_of(more, count) for count in result.points)
        return replace(result, points=points)

    return settled(otherwise)


def losers_score(more: int) -> AnySpoken:
    """Each seat that has not gone out scores so many more, even for nothing."""

    def otherwise(rules: Rules, hand_number: int, goer: Seat, hands: tuple[Hand, ...]) -> Result:
        result = settle(rules, hand_number, goer, hands)
        points = tuple(count + more * (seat != goer) for seat, count in enumerate(result.points))
        return replace(result, points=points)

    return settled(otherwise)


def counts_off(more: int) -> AnySpoken:
    """A hand counts so much more, wherever it is counted."""
    left = left_by(least)
    return leaves(lambda hand, *of: count_of(more, left(hand, *of)))


def whole_hand(result: Result, hands: tuple[Hand, ...]) -> int:
    """All cards of the seat that went out where not all of them lie in melds."""
    whole = sum(min(rank(card) + 1, 10) for card in hands[result.out])
    return whole if result.deadwood[result.out] else 0


# ── melds ────────────────────────────────────────────────────────────────────────────────────────


def of_one_rank(hand: Hand, places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The places of natural cards that could be in one set, one card at least."""
    for of in {rank(hand[place]) for place in places}:
        alike = [place for place in places if rank(hand[place]) == of]
        for size in range(1, len(alike) + 1):
            yield from combinations(alike, size)


def of_one_suit(hand: Hand, places: Sequence[int], wilds: int) -> Iterator[tuple[int, ...]]:
    """The places of natural cards that could be in one run, even in one round the corner."""
    for start in places:
        steps = [
            ((rank(hand[place]) - rank(hand[start])) % len(RANKS), place)
            for place in places
            if suit(hand[place]) == suit(hand[start])
        ]
        begun: list[tuple[tuple[int, ...], int, int]] = [((start,), 0, wilds)]
        while begun:
            chosen, last, gaps = begun.pop()
            yield chosen
            begun += [
                ((*chosen, place), step, gaps - (step - last - 1))
                for step, place in steps
                if last < step <= last + 1 + gaps
            ]


@cache
def may_be_melds(hand: Hand, wild: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The places of cards that could be a meld, the fewest first, and a number for them.

    It has a bit for each place.
    """
    wilds = [place for place, card in enumerate(hand) if rank(card) == wild]
    naturals = [place for place in range(len(hand)) if place not in wilds]
    chosen = {
        (),
        *of_one_rank(hand, naturals),
        *(tuple(sorted(run)) for run in of_one_suit(hand, naturals, len(wilds))),
    }
    joined = {
        tuple(sorted((*places, *more)))
        for places in chosen
        for size in range(max(0, 3 - len(places)), len(wilds) + 1)
        for more in combinations(wilds, size)
    }
    in_order = sorted(joined, key=lambda places: (len(places), places))
    return tuple((places, sum(1 << place for place in places)) for places in in_order)


KindOf: TypeAlias = Callable[[Sequence[Card], int, SetLimits], Kind | None]
"""The kind of meld that cards are, for the wild rank."""


class Hold:
    """A hand, what its cards count, and the melds that it holds, the shortest first."""

    def __init__(self, hand: Hand, prices: Sequence[int], found: Mapping[int, Kind]) -> None:
        self.hand, self.prices, self.melds = hand, prices, found

    @property
    def whole(self) -> int:
        """All cards."""
        return (1 << len(self.hand)) - 1

    def points(self, cards: int) -> int:
        """What cards count."""
        return sum(price for place, price in enumerate(self.prices) if cards >> place & 1)

    def like(self, cards: int) -> int:
        """The cards, and all of the hand that are like them."""
        texts = {card for place, card in enumerate(self.hand) if cards >> place & 1}
        return sum(1 << place for place, card in enumerate(self.hand) if card in texts)


Count: TypeAlias = Callable[[Hold], int]
"""What of a hand counts."""


def least(hold: Hold, taken: Callable[[int], int] = int) -> int:
    """The least that melds leave; ``taken`` is what leaves the hand with a meld."""
    by_first: dict[int, list[int]] = {}
    for meld in hold.melds:
        by_first.setdefault(meld & -meld, []).append(meld)

    @cache
    def of(left: int) -> int:
        if not left:
            return 0
        first = left & -left
        found = hold.points(first) + of(left ^ first)
        fitting = (meld for meld in by_first.get(first, ()) if meld & left == meld)
        return min([found, *(of(left & ~taken(meld)) for meld in fitting)])

    return of(hold.whole)


def with_like_cards(hold: Hold) -> int:
    """The least, where a meld takes every card of its texts out of the hand."""
    return least(hold, hold.like)


def overlapping(hold: Hold) -> int:
    """What lies in no meld at all; melds may share cards."""
    left = hold.whole
    for meld in hold.melds:
        left &= ~meld
    return hold.points(left)


def greedy(order: Callable[[Hold, int], tuple[int, ...]]) -> Count:
    """What is left after melds are laid in this order, each that still can be."""

    def count(hold: Hold) -> int:
        left = hold.whole
        for meld in sorted(hold.melds, key=lambda meld: order(hold, meld)):
            if meld & left == meld:
                left ^= meld
        return hold.points(left)

    return count


def first_found(hold: Hold, meld: int) -> tuple[int, ...]:
    return ()


def longest(hold: Hold, meld: int) -> tuple[int, ...]:
    return (-meld.bit_count(),)


def dearest(hold: Hold, meld: int) -> tuple[int, ...]:
    return (-hold.points(meld),)


def sets_first(hold: Hold, meld: int) -> tuple[int, ...]:
    return (hold.melds[meld] is Kind.RUN, -meld.bit_count())


def runs_first(hold: Hold, meld: int) -> tuple[int, ...]:
    return (hold.melds[meld] is Kind.SET, -meld.bit_count())


def four_at_most(hold: Hold) -> int:
    """The least, where no meld has more than four cards."""
    short = {meld: kind for meld, kind in hold.melds.items() if meld.bit_count() <= 4}
    return least(Hold(hold.hand, hold.prices, short))


def all_cards(hold: Hold) -> int:
    """Every card, in melds or not."""
    return hold.points(hold.whole)


Price: TypeAlias = Callable[[Card, int, int | None], int]
"""The points of a card in no meld, by the wild rank and the points of a wild card."""


def court_by_rank(card: Card, wild: int, wild_points: int | None) -> int:
    usual = melds.price(card, wild, wild_points)
    is_wild = wild_points is not None and rank(card) == wild
    return usual if is_wild else rank(card) + 1


def court_at(number: int) -> Price:
    def price(card: Card, wild: int, wild_points: int | None) -> int:
        is_wild = wild_points is not None and rank(card) == wild
        usual = melds.price(card, wild, wild_points)
        return number if rank(card) in COURT and not is_wild else usual

    return price


def two_to_ten(more: int) -> Price:
    def price(card: Card, wild: int, wild_points: int | None) -> int:
        is_wild = wild_points is not None and rank(card) == wild
        usual = melds.price(card, wild, wild_points)
        return usual + more * (rank(card) in range(1, 10) and not is_wild)

    return price


def wild_at(number: int) -> Price:
    """A wild card has a price of its own."""
    return lambda card, wild, wild_points: (
        number if rank(card) == wild else melds.price(card, wild, wild_points)
    )


def wild_costs(more: int) -> Price:
    """A wild card costs so much more than it should."""

    def price(card: Card, wild: int, wild_points: int | None) -> int:
        return melds.price(card, wild, wild_points) + more * (rank(card) == wild)

    return price


def ace_at(number: int) -> Price:
    def price(card: Card, wild: int, wild_points: int | None) -> int:
        return melds.price(card, wild, wild_points) if rank(card) else number

    return price


LeftOver: TypeAlias = Callable[[Hand, int, SetLimits, int | None], int]
"""What a hand leaves in no meld, by the wild rank, the limits of sets and the points of a wild."""


def left_by(count: Count, kind: KindOf = melds.kind, price: Price = melds.price) -> LeftOver:
    """What this counts of hands, by the melds of this kind and the price of a card."""

    @cache
    def melds_in(hand: Hand, wild: int, limits: SetLimits) -> dict[int, Kind]:
        kinds = (
            (meld, kind([hand[place] for place in places], wild, limits))
            for places, meld in may_be_melds(hand, wild)
        )
        return {meld: found for meld, found in kinds if found is not None}

    @cache
    def left(hand: Hand, wild: int, limits: SetLimits, wild_points: int | None) -> int:
        prices = [price(card, wild, wild_points) for card in hand]
        return count(Hold(hand, prices, melds_in(hand, wild, limits)))

    return left


def counted(count: Count, kind: KindOf = melds.kind) -> AnySpoken:
    """Hands are counted, and going out is judged, by this and by the melds of this kind."""
    return arranged(left_by(count, kind), kind)


def scored(count: Count = least, price: Price = melds.price) -> AnySpoken:
    """Hands are counted by this; going out is judged by right."""
    return leaves(left_by(count, price=price))


def leaves(left: LeftOver) -> AnySpoken:
    """Hands are counted by what ``left`` says that is left of them."""

    def deadwood(rules: Rules, hand: Hand, wild: int) -> int:
        return left(hand, wild, set_limits(rules), wild_points(rules))

    def settle(rules: Rules, hand_number: int, out: Seat, hands: tuple[Hand, ...]) -> Result:
        counts = tuple(deadwood(rules, hand, rules.size.wild(hand_number)) for hand in hands)
        points = tuple(0 if seat == out else count for seat, count in enumerate(counts))
        clause = "three-thirteen.score.deadwood"
        lines = (own_line(clause, Seat(seat), score) for seat, score in enumerate(points))
        return Result(out, counts, tuple(line for line in lines if line.points), points)

    def answer_deadwood(right: JSON, rules: Rules, asked: AskDeadwood) -> int:
        return deadwood(rules, asked.hand, asked.wild)

    return asked(settled(settle), "deadwood", answer_deadwood)


def arranged(left: LeftOver, kind: KindOf) -> AnySpoken:
    """What is left of hands is said by ``left``, and the kind of a meld by ``kind``."""

    def can_go_out(rules: Rules, state: Discarding, seat: Seat, action: GoOut) -> bool:
        table, hand = state.table, state.table.hand
        if action.discard is not None and rules.out.out_test_moment == "after_discard":
            hand = without_card(hand, action.discard)
        return left(hand, rules.size.wild(table.hand_number), set_limits(rules), None) == 0

    def answer_meld(right: JSON, rules: Rules, asked: AskMeld) -> Kind | None:
        return kind(asked.cards, asked.wild, set_limits(rules))

    spoken = judged_by(leaves(left), "three-thirteen.out.condition", can_go_out)
    return asked(spoken, "meld", answer_meld)


def once(cards: Iterable[Card]) -> Hand:
    """Cards without those that are like one of them."""
    return tuple(sorted({*cards}))


def set_of_texts() -> AnySpoken:
    """Like cards are seen once when a hand or a meld is looked at."""
    return arranged(
        lambda hand, *of: melds.least_deadwood(once(hand), *of),
        lambda cards, *of: melds.kind(once(cards), *of),
    )


Allows: TypeAlias = Callable[[Sequence[Card], Sequence[Card]], bool]
"""Whether natural and wild cards may be together, where they are a meld by right."""


def anything(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    return True


def nothing(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    return False


def melds_are(
    *, sets: Allows = anything, runs: Allows = anything, more_runs: Allows = nothing
) -> AnySpoken:
    """Sets and runs are refused unless allowed, and other cards are runs."""

    def kind(cards: Sequence[Card], wild: int, limits: SetLimits) -> Kind | None:
        naturals = [card for card in cards if rank(card) != wild]
        wilds = [card for card in cards if rank(card) == wild]
        is_set = melds.is_set(cards, wild, limits) and sets(naturals, wilds)
        is_run = (runs if melds.is_run(cards, wild) else more_runs)(naturals, wilds)
        if is_set and is_run:
            return Kind.BOTH
        return Kind.SET if is_set else Kind.RUN if is_run else None

    return counted(least, kind)


def has_natural(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    return bool(naturals)


def none_alike(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    return len(set(naturals)) == len(naturals)


def no_wild(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    return not wilds


def one_wild(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    return len(wilds) < 2


def half_natural(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    return len(naturals) >= len(wilds)


def to_spare(ranks: Iterable[int], wilds: Sequence[Card]) -> int:
    """How many wild cards are left when those between natural cards are in their places."""
    held = set(ranks)
    return len(wilds) - (max(held) - min(held) + 1 - len(held))


def none_above(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    """All wild cards to spare have room below."""
    ranks = [rank(card) for card in naturals]
    return not ranks or to_spare(ranks, wilds) <= min(ranks)


def none_below(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    """All wild cards to spare have room above."""
    ranks = [rank(card) for card in naturals]
    return not ranks or to_spare(ranks, wilds) <= len(RANKS) - 1 - max(ranks)


def only_in_gaps(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    """No wild card is to spare."""
    return not naturals or to_spare(map(rank, naturals), wilds) == 0


def one_suit(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    """Three cards or more, the natural ones of one suit and no two of them alike."""
    unlike = len(set(naturals)) == len(naturals)
    return len(naturals) + len(wilds) >= 3 and len({*map(suit, naturals)}) == 1 and unlike


def ace_after_king(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    """A run with the ace above the king."""
    if not one_suit(naturals, wilds) or not any(rank(card) == 0 for card in naturals):
        return False
    ranks = [rank(card) or len(RANKS) for card in naturals]
    size = len(naturals) + len(wilds)
    return max(ranks) - min(ranks) < size <= len(RANKS)


def round_the_corner(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    """A run that goes on from the king to the ace and beyond."""
    if not one_suit(naturals, wilds):
        return False
    size = len(naturals) + len(wilds)
    ranks = [rank(card) for card in naturals]
    spans = (max([(one - first) % len(RANKS) for one in ranks]) for first in ranks)
    return size <= len(RANKS) and any(span < size for span in spans)


# ── the table ────────────────────────────────────────────────────────────────────────────────────

SLOW: Final = 200
"""The most requests of a case in which melds are looked for slowly."""

MISTAKES: Final = (
    # play
    Mistake("twelfth hand", "match-never-ends", never_over()),
    Mistake("twelfth hand after the end", "hand-after-match", dealt_after_the_end()),
    Mistake("ten hands", "match-too-short", hands_in_a_match(10)),
    Mistake("last hand like the first", None, last_dealt_as_first()),
    Mistake("three cards in each hand", "hand-size-never-grows", hands_are(sized_as=the_first)),
    Mistake("threes wild in each hand", "old-wild-rank-kept", hands_are(wild_as=the_first)),
    Mistake("dealer begins", "wrong-first-seat", first_seat_after(-1)),
    Mistake(
        "backwards",
        "turn-goes-backwards",
        turn_passes(-1, hand_ends_when(after_the_left_neighbour)),
    ),
    Mistake("two turns in a row", "turn-not-passed", turn_passes(0)),
    Mistake("drawn from below", "stock-drawn-from-below", done(SPOKEN, DRAW_MOVE, from_below)),
    Mistake("taken card not forgotten", None, done(SPOKEN, DISCARD, taken_not_forgotten)),
    Mistake("no draw from an empty stock", "dead-without-stock", empty_stock_refused()),
    Mistake("new stock not drawn from", None, done(SPOKEN, RESHUFFLE, shuffled_and_not_drawn)),
    Mistake("discards stay on the pile", "cards-left-in-the-pile", new_stock(pile_kept)),
    Mistake("two discards stay", "cards-left-in-the-pile", two_cards_stay()),
    Mistake("top discard lost", "top-discard-shuffled", new_stock(top_lost)),
    Mistake("bottom of the stock lost", "cards-left-in-the-pile", new_stock(bottom_lost)),
    Mistake("no final turn", "no-final-turn", hand_ends_when(at_once)),
    Mistake("turn for who went out", "extra-final-turn", turn_for_who_went_out()),
    Mistake("final turn of one seat", "final-turn-skipped", hand_ends_when(after_the_next_seat)),
    Mistake("one final turn too few", "final-turn-skipped", hand_ends_when(after_all_but_one)),
    Mistake("next rank wild", "wild-rank-off-by-one", wild_rank_off(1)),
    Mistake("rank before wild", "wild-rank-off-by-one", wild_rank_off(-1)),
    Mistake(
        "who went out scores deadwood",
        "goer-out-scores",
        goer_out_scores(lambda result, hands: result.deadwood[result.out]),
    ),
    Mistake("who went out scores the hand", "goer-out-scores", goer_out_scores(whole_hand)),
    Mistake("ten off for going out", "goer-out-scores", goer_out_scores(lambda *of: -10)),
    Mistake(
        "ten off the score for going out", "goer-out-scores", scores_are(ten_less_for_going_out)
    ),
    Mistake("who went out collects", "winner-collects", settled(goer_collects)),
    Mistake("scores forgotten", "scores-reset", scores_are(scores_forgotten)),
    Mistake("cards in melds count", "whole-hand-counted", scored(all_cards)),
    Mistake("ace at eleven", "ace-eleven", scored(price=ace_at(11))),
    Mistake("ace at fifteen", "ace-eleven", scored(price=ace_at(15))),
    Mistake("court cards by rank", "court-cards-by-rank", scored(price=court_by_rank)),
    Mistake("last winner", "last-winner-wins-match", changes.told_as(SPOKEN, last_winner_wins)),
    Mistake("first of a tie", "tie-to-first-seat", changes.told_as(SPOKEN, first_of_the_winners)),
    Mistake("highest total wins", "highest-score-wins", changes.told_as(SPOKEN, highest_wins)),
    Mistake("dealer stays", "wrong-next-dealer", done(SPOKEN, DEAL, same_dealer)),
    Mistake("like cards lost", "copies-confused", new_stock(like_cards_lost)),
    Mistake("like cards refused in a stock", "copies-confused", cards_due(all_unlike)),
    Mistake("going out hidden", "out-not-shown", not_told(SPOKEN, "out")),
    # numbers off by one
    Mistake("a hand a point too high", None, counts_off(1)),
    Mistake("a hand a point too low", None, counts_off(-1)),
    Mistake("a hand scores a point too many", None, hands_score(1)),
    Mistake("a hand scores a point too few", None, hands_score(-1)),
    Mistake("a point for each seat that is not out", None, losers_score(1)),
    Mistake("a point for who went out", "goer-out-scores", goer_out_scores(lambda *of: 1)),
    Mistake("ace at nought", "ace-eleven", scored(price=ace_at(0))),
    Mistake("ace at two", "ace-eleven", scored(price=ace_at(2))),
    Mistake("court cards at nine", "court-cards-by-rank", scored(price=court_at(9))),
    Mistake("court cards at eleven", "court-cards-by-rank", scored(price=court_at(11))),
    Mistake("two to ten a point too low", None, scored(price=two_to_ten(-1))),
    Mistake("two to ten a point too high", None, scored(price=two_to_ten(1))),
    Mistake("wild card for nothing", "wild-priced-otherwise", scored(price=wild_at(0))),
    Mistake("wild card at ten", "wild-priced-otherwise", scored(price=wild_at(10))),
    Mistake("wild card a point too low", "wild-priced-otherwise", scored(price=wild_costs(-1))),
    Mistake("wild card a point too high", "wild-priced-otherwise", scored(price=wild_costs(1))),
    Mistake("twelve hands", "match-never-ends", hands_in_a_match(12)),
    Mistake(
        "a card more in each hand",
        "hand-size-off-by-one",
        hands_are(sized_as=lambda number: number + 1),
    ),
    Mistake(
        "a card less in each hand",
        "hand-size-off-by-one",
        hands_are(sized_as=lambda number: number - 1),
    ),
    # other seats
    Mistake("last of a tie", None, changes.told_as(SPOKEN, last_of_the_winners)),
    Mistake("nobody of a tie", None, changes.told_as(SPOKEN, nobody_of_a_tie)),
    Mistake("second seat begins", "wrong-first-seat", first_seat_after(1)),
    Mistake("seat before the dealer begins", "wrong-first-seat", first_seat_after(-2)),
    Mistake("deal skips a seat", "wrong-next-dealer", done(SPOKEN, DEAL, deal_skips_a_seat)),
    Mistake("seat 0 deals", "dealer-always-seat-0", seat_0_deals(SPOKEN)),
    Mistake("dealt backwards", "deal-goes-backwards", served(right_of)),
    Mistake("dealer served first", "dealer-served-first", served(dealer_first)),
    Mistake("dealt in packets", "packets-dealt", served(left_of, packets=True)),
    Mistake(
        "seat 0 is served last",
        "dealer-always-seat-0",
        served(lambda dealer, seats: left_of(0, seats)),
    ),
    # who has gone out
    Mistake("going out not forgotten", None, done(SPOKEN, DEAL, out_not_forgotten)),
    Mistake("going out forgotten", None, follows(SPOKEN, turn.pass_the_turn, out_forgotten)),
    Mistake(
        "going out forgotten after a turn",
        "final-turn-skipped",
        follows(SPOKEN, turn.pass_the_turn, out_forgotten_after_a_turn),
    ),
    # melds
    Mistake("no wild above", "wild-above-refused", melds_are(runs=none_above), SLOW),
    Mistake("no wild below", "wild-below-refused", melds_are(runs=none_below), SLOW),
    Mistake("wild in gaps only", "wild-above-refused", melds_are(runs=only_in_gaps), SLOW),
    Mistake("ace after king", "ace-high-run", melds_are(more_runs=ace_after_king), SLOW),
    Mistake("round the corner", "ace-high-run", melds_are(more_runs=round_the_corner), SLOW),
    Mistake("one card in two melds", "card-in-two-melds", counted(overlapping), SLOW),
    Mistake("hand as a set of texts", "copies-confused", set_of_texts(), SLOW),
    Mistake("meld takes like cards along", "copies-confused", counted(with_like_cards), SLOW),
    Mistake(
        "no all-wild meld", "all-wild-refused", melds_are(sets=has_natural, runs=has_natural), SLOW
    ),
    Mistake("no wild cards", "wild-refused", melds_are(sets=no_wild, runs=no_wild), SLOW),
    Mistake("one wild in a meld", "wilds-limited", melds_are(sets=one_wild, runs=one_wild), SLOW),
    Mistake(
        "half natural cards",
        "wilds-limited",
        melds_are(sets=half_natural, runs=half_natural),
        SLOW,
    ),
    Mistake("melds of four at most", None, counted(four_at_most), SLOW),
    Mistake("first meld found", "greedy-arrangement", counted(greedy(first_found)), SLOW),
    Mistake("longest meld", "greedy-arrangement", counted(greedy(longest)), SLOW),
    Mistake("dearest meld", "greedy-arrangement", counted(greedy(dearest)), SLOW),
    Mistake("sets before runs", "greedy-arrangement", counted(greedy(sets_first)), SLOW),
    Mistake("runs before sets", "greedy-arrangement", counted(greedy(runs_first)), SLOW),
    Mistake("no like cards in a set", "like-cards-refused", melds_are(sets=none_alike), SLOW),
)
SOUND: Final = {"counts": counted(least), "melds": melds_are(), "prices": scored()}
"""Melds looked for slowly."""
