"""Known mistakes of engines of Three Thirteen, each caught by a case of the documents.

Each mistake is the reference in this process with one rule replaced, and is judged as an engine is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

import pytest

from meldcheck.check.judge import Status
from meldspec import wild as melds
from meldspec.cards import RANKS, Card, rank, suit
from meldspec.kernel import AnyFollowing, AnyMove, Condition, Effect, Game
from meldspec.play import Chance, Seat
from meldspec.three_thirteen import deadwood, out, questions, spoken, stock, turn, view
from meldspec.three_thirteen import meld as kinds
from meldspec.three_thirteen.deal import DEAL
from meldspec.three_thirteen.discard import DISCARD
from meldspec.three_thirteen.options import Rules, Size
from meldspec.three_thirteen.out import KEEP_MOVE, end_the_hand
from meldspec.three_thirteen.score import settle
from meldspec.three_thirteen.stock import RESHUFFLE
from meldspec.three_thirteen.table import (
    Action,
    Between,
    Deal,
    Discarding,
    Drawing,
    Hand,
    Ledger,
    Over,
    Reshuffle,
    Reshuffling,
    Result,
    State,
    Table,
    TurnDone,
    ledger_of,
    neighbour,
    opponents,
)
from meldspec.wild import Kind, SetLimits

from .mistaken import (
    Known,
    Mistake,
    Patch,
    assert_caught,
    caught_by,
    each_of,
    judged,
    scripts,
)

GAME: Final = "three-thirteen"


def put(patch: Patch, game: Game[Rules, State, Action]) -> None:
    """Three Thirteen is spoken with another game in its place."""
    patch.setattr(spoken, "THREE_THIRTEEN", replace(spoken.THREE_THIRTEEN, game=game))


def with_move(patch: Patch, move: AnyMove, other: AnyMove) -> None:
    """The game has another move in the place of one of its own."""
    assert move in spoken.THREE_THIRTEEN.game.moves
    moves = tuple(other if each is move else each for each in spoken.THREE_THIRTEEN.game.moves)
    put(patch, replace(spoken.THREE_THIRTEEN.game, moves=moves))


def with_hand_ends(patch: Patch, *others: AnyFollowing) -> None:
    """The game has other followings, or none, in the place of the end of a hand."""
    at = spoken.THREE_THIRTEEN.game.following.index(end_the_hand)
    following = (
        *spoken.THREE_THIRTEEN.game.following[:at],
        *others,
        *spoken.THREE_THIRTEEN.game.following[at + 1 :],
    )
    put(patch, replace(spoken.THREE_THIRTEEN.game, following=following))


def ended(rules: Rules, table: Table) -> Over:
    """The hand, ended as it is after the last final turn."""
    assert table.out is not None
    last = opponents(table.out, len(table.hands))[-1]
    over = end_the_hand.comes(rules, TurnDone(replace(table, mover=last)))
    assert over is not None
    return replace(over, table=replace(over.table, mover=table.mover))


# ── the match ────────────────────────────────────────────────────────────────────────────────────


def never_last(rules: Rules, hand_number: int) -> bool:
    return False


def after_the_eleventh_the_same(patch: Patch) -> None:
    """Any hand after the eleventh has thirteen cards too, and kings wild."""
    hand, wild = Size.hand, Size.wild
    patch.setattr(Size, "hand", lambda size, number: hand(size, min(number, size.hands)))
    patch.setattr(Size, "wild", lambda size, number: wild(size, min(number, size.hands)))


def twelfth_hand(patch: Patch) -> None:
    """The match goes on after the eleventh hand."""
    after_the_eleventh_the_same(patch)
    for module in (turn, view, spoken):
        patch.setattr(module, "is_last", never_last)


def twelfth_hand_of_a_match_that_is_over(patch: Patch) -> None:
    """The match is won, and told to be, but a deal is accepted."""
    after_the_eleventh_the_same(patch)
    patch.setattr(turn, "is_last", never_last)


def highest_wins(patch: Patch) -> None:
    """The winners are the seats with the most points."""

    def winners(rules: Rules, ledger: Ledger) -> tuple[Seat, ...]:
        most = max(ledger.scores)
        return tuple(Seat(seat) for seat, score in enumerate(ledger.scores) if score == most)

    patch.setattr(spoken, "match_winners", winners)


def same_dealer(patch: Patch) -> None:
    """Who has dealt deals again."""

    def lay_out(rules: Rules, state: Between, by: Chance, deal: Deal) -> Drawing:
        table = DEAL.effect.makes(rules, state, by, deal).table
        dealer = state.table.dealer if isinstance(state, Over) else state.dealer
        first = neighbour(dealer, ledger_of(state).seats)
        return Drawing(replace(table, dealer=dealer, mover=first))

    with_move(patch, DEAL, replace(DEAL, effect=Effect(DEAL.effect.says, lay_out)))


def wild_rank_off(by: int) -> Mistake:
    """The wild rank is so far from the right one."""

    def mistake(patch: Patch) -> None:
        right = Size.wild
        patch.setattr(Size, "wild", lambda size, number: (right(size, number) + by) % len(RANKS))
        patch.setattr(questions, "is_ever_wild", lambda rules, wild: wild >= RANKS.index("3"))

    return mistake


# ── the new stock ────────────────────────────────────────────────────────────────────────────────

MadeNew: TypeAlias = Callable[[Table, tuple[Card, ...]], Table]
"""The table once the new stock has come, from the one that has come of it by right and the pile."""


def new_stock(made: MadeNew) -> Mistake:
    """A reshuffle leaves the piles otherwise."""

    def renew(
        rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle
    ) -> Drawing | Discarding:
        after = RESHUFFLE.effect.makes(rules, state, by, action)
        return replace(after, table=made(after.table, state.table.discard))

    def mistake(patch: Patch) -> None:
        effect = Effect(RESHUFFLE.effect.says, renew)
        with_move(patch, RESHUFFLE, replace(RESHUFFLE, effect=effect))

    return mistake


def pile_kept(table: Table, pile: tuple[Card, ...]) -> Table:
    return replace(table, discard=pile)


def top_lost(table: Table, pile: tuple[Card, ...]) -> Table:
    return replace(table, discard=())


def bottom_lost(table: Table, pile: tuple[Card, ...]) -> Table:
    return replace(table, stock=table.stock[:-1])


def like_cards_lost(table: Table, pile: tuple[Card, ...]) -> Table:
    return replace(table, stock=tuple(dict.fromkeys(table.stock)))


def two_cards_stay(patch: Patch) -> None:
    """Two discards stay on the pile, and a stock of all others is wanted."""
    patch.setattr(stock, "due", lambda table: table.discard[:-2])
    new_stock(lambda table, pile: replace(table, discard=pile[-2:]))(patch)


def like_cards_refused(patch: Patch) -> None:
    """A new stock with like cards is no stock."""

    (right,) = RESHUFFLE.conditions

    def holds(rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle) -> bool:
        unlike = len(set(action.stock)) == len(action.stock)
        return unlike and right.holds(rules, state, by, action)

    conditions = (Condition(right.clause, holds),)
    with_move(patch, RESHUFFLE, replace(RESHUFFLE, conditions=conditions))


# ── the final turns ──────────────────────────────────────────────────────────────────────────────


def hand_ends_when(ends: Callable[[Table], bool]) -> Mistake:
    """A hand in which a seat has gone out ends after another turn than the right one."""

    def comes(rules: Rules, state: TurnDone) -> Over | None:
        is_out = state.table.out is not None
        return ended(rules, state.table) if is_out and ends(state.table) else None

    def mistake(patch: Patch) -> None:
        with_hand_ends(patch, replace(end_the_hand, comes=comes))

    return mistake


def at_once(table: Table) -> bool:
    return True


def after_the_next_seat(table: Table) -> bool:
    return table.out is not None and table.mover == neighbour(table.out, len(table.hands))


def turn_for_who_went_out(patch: Patch) -> None:
    """After all others, the seat that went out has a turn too."""

    def ends_the_extra_turn(move: AnyMove) -> None:
        def makes(rules: Rules, state: Discarding, seat: Seat, action: object) -> State:
            after: TurnDone = move.effect.makes(rules, state, seat, action)
            return ended(rules, after.table) if state.table.out == seat else after

        with_move(patch, move, replace(move, effect=Effect(move.effect.says, makes)))

    with_hand_ends(patch)
    for move in (DISCARD, KEEP_MOVE):
        ends_the_extra_turn(move)


# ── the count of a hand ──────────────────────────────────────────────────────────────────────────


def settled_otherwise(patch: Patch, points: Callable[[Result, tuple[Hand, ...]], int]) -> None:
    """The seat that went out scores otherwise than nought."""

    def otherwise(rules: Rules, hand_number: int, goer: Seat, hands: tuple[Hand, ...]) -> Result:
        result = settle(rules, hand_number, goer, hands)
        scored = list(result.points)
        scored[goer] = points(result, hands)
        return replace(result, points=tuple(scored))

    for module in (out, questions):
        patch.setattr(module, "settle", otherwise)


def goer_out_scores_deadwood(patch: Patch) -> None:
    """Everybody scores what is left over, the seat that went out too."""
    settled_otherwise(patch, lambda result, hands: result.deadwood[result.out])


def goer_out_scores_hand(patch: Patch) -> None:
    """The seat that went out scores all its cards where not all of them lie in melds."""

    def points(result: Result, hands: tuple[Hand, ...]) -> int:
        whole = sum(min(rank(card) + 1, 10) for card in hands[result.out])
        return whole if result.deadwood[result.out] else 0

    settled_otherwise(patch, points)


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


def melds_in(hand: Hand, wild: int, limits: SetLimits) -> dict[int, Kind]:
    """The melds that a hand holds, by ``wild.is_set`` and ``is_run`` as they are by now."""
    kinds = (
        (meld, melds.kind([hand[place] for place in places], wild, limits))
        for places, meld in may_be_melds(hand, wild)
    )
    return {meld: kind for meld, kind in kinds if kind is not None}


class Hold:
    """A hand, what its cards count, and the melds that it holds, the shortest first."""

    def __init__(self, hand: Hand, prices: list[int], found: Mapping[int, Kind]) -> None:
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


def counted(count: Count) -> Mistake:
    """Hands are counted, and going out is judged, by this."""

    def mistake(patch: Patch) -> None:
        found = cache(melds_in)

        @cache
        def left(hand: Hand, wild: int, limits: SetLimits, wild_points: int | None = None) -> int:
            prices = [melds.price(card, wild, wild_points) for card in hand]
            return count(Hold(hand, prices, found(hand, wild, limits)))

        patch.setattr(deadwood, "least_deadwood", left)
        patch.setattr(out, "_fits", lambda hand, *of: left(hand, *of) == 0)

    return mistake


def set_of_texts(patch: Patch) -> None:
    """Like cards are seen once when a hand or a meld is looked at."""
    right, fits, kind = melds.least_deadwood, melds.is_all_melds, melds.kind
    patch.setattr(deadwood, "least_deadwood", lambda hand, *of: right(set(hand), *of))
    patch.setattr(out, "_fits", lambda hand, *of: fits(set(hand), *of))
    patch.setattr(kinds, "kind", lambda cards, *of: kind(set(cards), *of))


Allows: TypeAlias = Callable[[Sequence[Card], Sequence[Card]], bool]
"""Whether natural and wild cards may be together, where they are a meld by right."""


def anything(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    return True


def nothing(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    return False


def melds_are(
    *, sets: Allows = anything, runs: Allows = anything, more_runs: Allows = nothing
) -> Mistake:
    """Sets and runs are refused unless allowed, and other cards are runs."""

    def mistake(patch: Patch) -> None:
        right_set, right_run = melds.is_set, melds.is_run

        def parted(cards: Iterable[Card], wild: int) -> tuple[list[Card], list[Card]]:
            held = list(cards)
            naturals = [card for card in held if rank(card) != wild]
            return naturals, [card for card in held if rank(card) == wild]

        def is_set(cards: Sequence[Card], wild: int, limits: SetLimits) -> bool:
            return right_set(cards, wild, limits) and sets(*parted(cards, wild))

        def is_run(cards: Sequence[Card], wild: int) -> bool:
            if right_run(cards, wild):
                return runs(*parted(cards, wild))
            return more_runs(*parted(cards, wild))

        patch.setattr(melds, "is_set", is_set)
        patch.setattr(melds, "is_run", is_run)
        counted(least)(patch)

    return mistake


def has_natural(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    return bool(naturals)


def none_alike(naturals: Sequence[Card], wilds: Sequence[Card]) -> bool:
    return len(set(naturals)) == len(naturals)


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


# ── each is caught ───────────────────────────────────────────────────────────────────────────────

IN_PLAY: Final[Known] = (
    ("twelfth hand", twelfth_hand, "match-never-ends"),
    ("twelfth hand after the end", twelfth_hand_of_a_match_that_is_over, "hand-after-match"),
    ("discards stay on the pile", new_stock(pile_kept), "cards-left-in-the-pile"),
    ("two discards stay", two_cards_stay, "cards-left-in-the-pile"),
    ("top discard lost", new_stock(top_lost), "top-discard-shuffled"),
    ("bottom of the stock lost", new_stock(bottom_lost), "cards-left-in-the-pile"),
    ("no final turn", hand_ends_when(at_once), "no-final-turn"),
    ("turn for who went out", turn_for_who_went_out, "extra-final-turn"),
    ("final turn of one seat", hand_ends_when(after_the_next_seat), "final-turn-skipped"),
    ("next rank wild", wild_rank_off(1), "wild-rank-off-by-one"),
    ("rank before wild", wild_rank_off(-1), "wild-rank-off-by-one"),
    ("who went out scores deadwood", goer_out_scores_deadwood, "goer-out-scores"),
    ("who went out scores the hand", goer_out_scores_hand, "goer-out-scores"),
    ("highest total wins", highest_wins, "highest-score-wins"),
    ("dealer stays", same_dealer, "wrong-next-dealer"),
    ("like cards lost", new_stock(like_cards_lost), "copies-confused"),
    ("like cards refused in a stock", like_cards_refused, "copies-confused"),
)
IN_MELDS: Final[Known] = (
    ("no wild above", melds_are(runs=none_above), "wild-above-refused"),
    ("no wild below", melds_are(runs=none_below), "wild-below-refused"),
    ("wild in gaps only", melds_are(runs=only_in_gaps), "wild-above-refused"),
    ("ace after king", melds_are(more_runs=ace_after_king), "ace-high-run"),
    ("round the corner", melds_are(more_runs=round_the_corner), "ace-high-run"),
    ("one card in two melds", counted(overlapping), "card-in-two-melds"),
    ("hand as a set of texts", set_of_texts, "copies-confused"),
    ("meld takes like cards along", counted(with_like_cards), "copies-confused"),
    ("no all-wild meld", melds_are(sets=has_natural, runs=has_natural), "all-wild-refused"),
    ("first meld found", counted(greedy(first_found)), "greedy-arrangement"),
    ("longest meld", counted(greedy(longest)), "greedy-arrangement"),
    ("dearest meld", counted(greedy(dearest)), "greedy-arrangement"),
    ("sets before runs", counted(greedy(sets_first)), "greedy-arrangement"),
    ("runs before sets", counted(greedy(runs_first)), "greedy-arrangement"),
    ("no like cards in a set", melds_are(sets=none_alike), "like-cards-refused"),
)
SHORT: Final = 40
"""So many requests at most has a case in which melds are looked for slowly."""


def test_the_reference_fails_no_case() -> None:
    outcomes = judged(scripts(GAME))
    assert len(outcomes) > 300
    assert [one.case.id for one in outcomes if one.status is not Status.PASS] == []


@pytest.mark.parametrize("sound", [counted(least), melds_are()], ids=["counted", "melds"])
def test_looking_for_melds_slowly_is_no_mistake(monkeypatch: Patch, sound: Mistake) -> None:
    sound(monkeypatch)
    assert caught_by(GAME) == []


@each_of(IN_PLAY)
def test_a_mistake_in_play_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)


@each_of(IN_MELDS)
def test_a_mistake_in_melds_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag, SHORT)
