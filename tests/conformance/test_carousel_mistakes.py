"""Known mistakes of engines of Carousel, each caught by a case of the documents.

Each mistake is the reference in this process with one rule replaced, and is judged as an engine is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product
from typing import Any, Final, TypeAlias, TypeVar

import pytest

from meldcheck.check.judge import Status
from meldspec import manipulation
from meldspec.cards import JOKER, ONE_PACK, RANKS, Card, points, rank, suit
from meldspec.carousel import (
    deal,
    deck,
    draw,
    joker,
    knock,
    match,
    meld,
    notation,
    players,
    questions,
    rearrange,
    score,
    search,
    spoken,
    stock,
    turn,
    value,
    view,
)
from meldspec.carousel.meld import kind_of as kind_by_rules
from meldspec.carousel.options import BOX_BONUS, GAME_BONUS, Rules, StockExhausted
from meldspec.carousel.table import (
    DECLINE,
    KNOCK,
    SOME_REARRANGEMENT,
    Action,
    BeforeDeal,
    Between,
    Deal,
    Decided,
    Decline,
    Draw,
    Drawing,
    Hand,
    Knock,
    Knocking,
    Ledger,
    Melding,
    Over,
    Rearrange,
    ReceiptLine,
    Result,
    Showing,
    State,
    Table,
    TurnBegins,
    as_cards,
    change,
    ledger_of,
    sorted_melds,
    table_of,
)
from meldspec.kernel import AnyMove, Condition, Following, Move
from meldspec.manipulation import (
    By,
    Kind,
    Laid,
    Placed,
    Play,
    adds_to,
    best,
    extensions,
    is_stand_in,
    lanes,
    manner,
    price,
    stand_in,
    stands_for,
)
from meldspec.manipulation import Table as Melds
from meldspec.play import CHANCE, Actor, Chance, Playable, Refusal, Seat, seats_to_act
from meldspec.wire import JSON, write_pile

from .mistaken import Known, Mistake, Patch, assert_caught, caught_by, each_of, judged, scripts

GAME: Final = "carousel"
USUAL: Final = spoken.CAROUSEL.game
"""The game without a mistake."""

Before = TypeVar("Before")
Who = TypeVar("Who")
Act = TypeVar("Act")
Phase = TypeVar("Phase")
After = TypeVar("After")
Step: TypeAlias = Callable[[Rules, State, Actor, Action], State | Refusal]

# ── how a rule is replaced ───────────────────────────────────────────────────────────────────────


@pytest.fixture(autouse=True)
def searches_forgotten() -> Iterator[None]:
    """What was found by other rules is not remembered."""
    for found in (search._best_play, search._can_play):
        found.cache_clear()
    yield
    for found in (search._best_play, search._can_play):
        found.cache_clear()


def anything(rules: object, state: object, by: object, action: object) -> bool:
    return True


def put(patch: Patch, game: Any) -> None:  # also what only stands in for a game
    """Carousel is spoken with another game in its place."""
    patch.setattr(spoken, "CAROUSEL", replace(spoken.CAROUSEL, game=game))


def remade(
    move: Move[Rules, Before, Who, Act, After], remake: Callable[[AnyMove], AnyMove]
) -> Mistake:
    """In the place of a move the game has another."""
    place = USUAL.moves.index(move)

    def made(patch: Patch) -> None:
        moves = [*spoken.CAROUSEL.game.moves]
        moves[place] = remake(moves[place])
        put(patch, replace(spoken.CAROUSEL.game, moves=tuple(moves)))

    return made


def judged_by(
    move: Move[Rules, Before, Who, Act, After],
    clause: str,
    holds: Callable[[Rules, Before, Who, Act], bool] = anything,
) -> Mistake:
    """In a move a clause asks something else, or nothing at all."""

    def anew(
        conditions: tuple[Condition[Any, Any, Any, Any], ...],
    ) -> tuple[Condition[Any, Any, Any, Any], ...]:
        return tuple(
            replace(each, holds=holds) if each.clause == clause else each for each in conditions
        )

    assert clause in {each.clause for each in (*move.exists, *move.conditions)}
    return remade(
        move,
        lambda one: replace(one, exists=anew(one.exists), conditions=anew(one.conditions)),
    )


def rearranged(
    clause: str, holds: Callable[[Rules, Melding, Seat, Rearrange], bool] = anything
) -> Mistake:
    """A clause asks something else of a rearrangement, or nothing at all."""
    return judged_by(rearrange.REARRANGE, clause, holds)


def demanded(holds: Callable[[Rules, Melding, Seat, Rearrange], bool]) -> Mistake:
    """Of the whole table something is asked beside that it is made of melds."""

    def both(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
        melds = rearrange.all_are_melds.holds(rules, state, seat, action)
        return melds and holds(rules, state, seat, action)

    return rearranged("carousel.rearrange.end-valid", both)


def done(
    move: Move[Rules, Before, Who, Act, After],
    makes: Callable[[Rules, Before, Who, Act], State],
) -> Mistake:
    """A move has another effect."""
    return remade(move, lambda one: replace(one, effect=replace(one.effect, makes=makes)))


def follows(
    usual: Following[Rules, Phase, After], comes: Callable[[Rules, Phase], State | None]
) -> Mistake:
    """What follows of itself follows at another time, or is something else."""
    place = USUAL.following.index(usual)

    def made(patch: Patch) -> None:
        following = [*spoken.CAROUSEL.game.following]
        following[place] = replace(following[place], comes=comes)
        put(patch, replace(spoken.CAROUSEL.game, following=tuple(following)))

    return made


@dataclass(frozen=True)
class Otherwise:
    """The game, whose actions or lists are something else."""

    step: Step = USUAL.step
    legal: Callable[[Rules, State, Seat], tuple[Action, ...]] = USUAL.legal
    actors: Callable[[Rules, State], tuple[Actor, ...]] = USUAL.actors


def taken_for(other: Callable[[State, Actor, Action], State | None]) -> Mistake:
    """An action is made as if the match stood elsewhere, where that is told."""

    def step(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
        return USUAL.step(rules, other(state, actor, action) or state, actor, action)

    return lambda patch: put(patch, Otherwise(step=step))


# ── melds ────────────────────────────────────────────────────────────────────────────────────────

Cards: TypeAlias = list[Card]


def melds_are(kind: Callable[[Sequence[Placed], bool], Kind | None]) -> Mistake:
    """Cards are this kind of meld."""

    def made(patch: Patch) -> None:
        for module in (meld, joker):
            patch.setattr(module, "kind", kind)

    return made


def also(more: Callable[[Cards], Kind | None]) -> Mistake:
    """Other cards are melds, too; jokers count as what they stand for."""

    def kind(meld: Sequence[Placed], both_ends: bool) -> Kind | None:
        bare = Placed(JOKER) in meld
        usual = manipulation.kind(meld, both_ends)
        return usual or (None if bare else more([stands_for(placed) for placed in meld]))

    return melds_are(kind)


def unless(refused: Callable[[Cards], bool]) -> Mistake:
    """Some melds are none."""

    def kind(meld: Sequence[Placed], both_ends: bool) -> Kind | None:
        wrong = refused([stands_for(placed) for placed in meld])
        return None if wrong else manipulation.kind(meld, both_ends)

    return melds_are(kind)


def ranks_of(cards: Iterable[Card]) -> list[int]:
    return sorted(map(rank, cards))


def of_one_suit(cards: Cards) -> bool:
    return len({*map(suit, cards)}) == 1


def in_a_row(ranks: Sequence[int]) -> bool:
    return all(high - low == 1 for low, high in pairwise(ranks))


def two_cards(cards: Cards) -> Kind | None:
    if len(cards) != 2:
        return None
    if rank(cards[0]) == rank(cards[1]) and cards[0] != cards[1]:
        return Kind.SET
    return Kind.RUN if of_one_suit(cards) and in_a_row(ranks_of(cards)) else None


def like_suits(cards: Cards) -> Kind | None:
    return Kind.SET if len(cards) in (3, 4) and len({*map(rank, cards)}) == 1 else None


def five_cards(cards: Cards) -> Kind | None:
    return Kind.SET if len(cards) > 4 and len({*map(rank, cards)}) == 1 else None


def equal_points(cards: Cards) -> Kind | None:
    unlike = len({*map(suit, cards)}) == len(cards)
    return Kind.SET if len(cards) > 2 and unlike and len({*map(points, cards)}) == 1 else None


def two_melds(cards: Cards) -> Kind | None:
    for size in range(3, len(cards) - 2):
        for some in combinations(range(len(cards)), size):
            one = [Placed(cards[place]) for place in some]
            other = [Placed(card) for place, card in enumerate(cards) if place not in some]
            if manipulation.kind(one, True) and manipulation.kind(other, True):
                return manipulation.kind(one, True)
    return None


def round_the_corner(cards: Cards) -> Kind | None:
    if len(cards) < 3 or not of_one_suit(cards):
        return None
    starts = ([(rank(card) - rank(first)) % len(RANKS) for card in cards] for first in cards)
    found = any(sorted(steps) == [*range(len(cards))] for steps in starts)
    return Kind.RUN if found else None


def with_a_gap(cards: Cards) -> Kind | None:
    ranks = ranks_of(cards)
    if len(cards) < 3 or not of_one_suit(cards) or len({*ranks}) < len(ranks):
        return None
    return Kind.RUN if ranks[-1] - ranks[0] == len(ranks) else None


def of_any_suits(cards: Cards) -> Kind | None:
    return Kind.RUN if len(cards) > 2 and in_a_row(ranks_of(cards)) else None


def ace_above_king(cards: Cards) -> bool:
    return of_one_suit(cards) and 0 in ranks_of(cards) and not in_a_row(ranks_of(cards))


def ace_below_two(cards: Cards) -> bool:
    ranks = ranks_of(cards)
    return of_one_suit(cards) and 0 in ranks and 1 in ranks


def more_than_ten(cards: Cards) -> bool:
    return len(cards) > 10


def joker_fits(meld: Sequence[Placed], both_ends: bool) -> Kind | None:
    """A joker is whatever makes a meld."""
    return fitting(lambda placed: is_stand_in(placed) or placed == JOKER, meld, both_ends)


def bare_joker_fits(meld: Sequence[Placed], both_ends: bool) -> Kind | None:
    """One that stands for nothing is whatever makes a meld."""
    return fitting(lambda placed: placed == JOKER, meld, both_ends)


def fitting(free: Callable[[Placed], bool], meld: Sequence[Placed], both_ends: bool) -> Kind | None:
    """What cards are if some of them may be any card."""
    bound = [placed for placed in meld if not free(placed)]
    for named in product(ONE_PACK, repeat=len(meld) - len(bound)):
        kind = manipulation.kind([*bound, *map(stand_in, named)], both_ends)
        if kind is not None:
            return kind
    return None


def joker_of_any_suit(meld: Sequence[Placed], both_ends: bool) -> Kind | None:
    """In a set a joker has a rank, and no suit."""
    naturals = [Card(placed) for placed in meld if not is_stand_in(placed)]
    ranks = {rank(stands_for(placed)) for placed in meld if placed != JOKER}
    unlike = len({*map(suit, naturals)}) == len(naturals)
    if len(meld) in (3, 4) and len(ranks) == 1 and unlike and Placed(JOKER) not in meld:
        return Kind.SET
    return manipulation.kind(meld, both_ends)


def no_joker(meld: Sequence[Placed], both_ends: bool) -> Kind | None:
    jokers = any(map(is_stand_in, meld))
    return None if jokers else manipulation.kind(meld, both_ends)


def jokers_unnamed(patch: Patch) -> None:
    """A joker need not stand for anything."""
    rearranged("carousel.joker.declare")(patch)
    melds_are(bare_joker_fits)(patch)


def always_both_ends(patch: Patch) -> None:
    """A run may have fourteen cards, whatever is agreed."""
    melds_are(lambda meld, both_ends: manipulation.kind(meld, True))(patch)


# ── what is played, and what lies there ──────────────────────────────────────────────────────────


def held_as_set(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """Of each card played one at least is in the hand."""
    return set(action.cards) <= set(state.table.hand)


def table_as_set(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """On the new table lies what lay there and what is played, how often is not asked."""
    return {*as_cards(action.table)} <= {*as_cards(state.table.melds), *action.cards}


def like_cards_leave_together(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> State:
    """A card that is played takes its copy along."""
    after = rearrange.leave_the_new_table.makes(rules, state, seat, action)
    left = tuple(card for card in state.table.hand if card not in action.cards)
    return Knocking(change(after.table, hand=left))


def like_melds_are_one(patch: Patch) -> None:
    """Two melds of like cards are kept as one."""
    patch.setattr(rearrange, "sorted_melds", lambda melds: tuple(sorted({*sorted_melds(melds)})))


def like_cards_once_in_view(patch: Patch) -> None:
    """A seat is shown one of two like cards."""
    seen_as(lambda seen, state: replace(seen, hand=tuple(dict.fromkeys(seen.hand))))(patch)


def table_cards_to_the_hand(clause: str) -> Mistake:
    """What is gone from the table is in the hand."""

    def effect(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> State:
        after = rearrange.leave_the_new_table.makes(rules, state, seat, action)
        gone = (as_cards(state.table.melds) - as_cards(action.table)).elements()
        return Knocking(change(after.table, hand=tuple(sorted((*after.table.hand, *gone)))))

    def made(patch: Patch) -> None:
        rearranged(clause)(patch)
        done(rearrange.REARRANGE, effect)(patch)

    return made


def only_melds_that_grow(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """What is left of an old meld is not looked at."""
    old = [Counter(meld) for meld in state.table.melds]
    grown = [meld for meld in action.table if not any(Counter(meld) <= each for each in old)]
    return all(kind_by_rules(rules, meld) for meld in grown)


def old_melds_whole(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    new = [Counter(meld) for meld in action.table]
    return all(any(Counter(meld) <= each for each in new) for meld in state.table.melds)


def no_fewer_melds(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    return len(action.table) >= len(state.table.melds)


def one_more_meld(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    return len(action.table) <= len(state.table.melds) + 1


def runs_not_parted(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """No two runs are made of what was one."""

    def runs(melds: Melds) -> list[set[Placed]]:
        return [{*meld} for meld in melds if kind_by_rules(rules, meld) is Kind.RUN]

    return all(
        sum(len(new & old) > 1 for new in runs(action.table)) <= 1
        for old in runs(state.table.melds)
    )


def one_card_moves(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """At most one card is in other company than before."""
    old = [Counter(meld) for meld in state.table.melds]
    stayed = sum(max((Counter(one) & each).total() for one in action.table) for each in old)
    return sum(each.total() for each in old) - stayed <= 1 if old else True


# ── jokers ───────────────────────────────────────────────────────────────────────────────────────

Freed: TypeAlias = Callable[[Melding, Rearrange, Card], bool]


def keeps_unless(freed: Freed) -> Mistake:
    """A joker is free to stand for another card where this holds."""

    def holds(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
        before, after = map(joker.stand_ins, (state.table.melds, action.table))
        return all(
            after[card] >= count or freed(state, action, card) for card, count in before.items()
        )

    return rearranged("carousel.joker.keeps-identity", holds)


def never_freed(state: Melding, action: Rearrange, card: Card) -> bool:
    return False


def by_the_table(state: Melding, action: Rearrange, card: Card) -> bool:
    return as_cards(state.table.melds)[card] > 0


def by_the_hand(state: Melding, action: Rearrange, card: Card) -> bool:
    return card in action.cards


def by_any_of_the_rank(state: Melding, action: Rearrange, card: Card) -> bool:
    there = as_cards(action.table)
    return any(each != JOKER and rank(each) == rank(card) for each in there)


def old_company(state: Melding, card: Card) -> set[Placed]:
    """What lay beside the jokers that stood for a card."""
    melds = [meld for meld in state.table.melds if stand_in(card) in meld]
    return {placed for meld in melds for placed in meld if placed != stand_in(card)}


def by_one_in_its_place(state: Melding, action: Rearrange, card: Card) -> bool:
    """The natural card lies beside a card that lay beside the joker."""
    beside = old_company(state, card)
    return any(Placed(card) in meld and beside & {*meld} for meld in action.table)


def natural_without_joker(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """No joker stands for a card that lies on the table."""
    there = as_cards(action.table)
    return not any(there[card] for card in joker.stand_ins(action.table))


def freed_joker_leaves(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """No joker lies under a new name beside what lay beside it."""
    before, after = map(joker.stand_ins, (state.table.melds, action.table))
    beside = {placed for card in before - after for placed in old_company(state, card)}
    named = {stand_in(card) for card in after - before}
    return not any(named & {*meld} and beside & {*meld} for meld in action.table)


def joker_stays_in_its_meld(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """A joker that stands for a card lies beside what lay beside it."""
    return all(
        old_company(state, card) & {*meld}
        for card in joker.stand_ins(state.table.melds)
        for meld in action.table
        if stand_in(card) in meld
    )


def ace_stays_at_its_end(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """A joker that is an ace above a king is not below a two."""

    def aces(melds: Melds, next_rank: int) -> set[Placed]:
        of_suits = {stand_in(card): Placed(card + next_rank) for card in ONE_PACK[:: len(RANKS)]}
        return {
            ace for ace, next_to in of_suits.items() for one in melds if {ace, next_to} <= {*one}
        }

    return not aces(state.table.melds, len(RANKS) - 1) & aces(action.table, 1)


def only_one_freed(patch: Patch) -> None:
    """Each natural card frees one joker."""
    patch.setattr(search, "natural_frees_one", lambda rules: True)


def names_hidden(patch: Patch) -> None:
    """On the table a joker is shown without its name."""
    usual = notation.write_placed
    patch.setattr(notation, "write_placed", lambda one: "*" if is_stand_in(one) else usual(one))


# ── what can be played ───────────────────────────────────────────────────────────────────────────


def best_is(found: Callable[[Melds, Hand, By], Play | None]) -> Mistake:
    """This is called the best."""

    def best(rules: Rules, packs: int, melds: Melds, hand: Hand, by: By) -> Play | None:
        return found(melds, hand, by)

    return lambda patch: patch.setattr(questions, "best", best)


def greedy(melds: Melds, hand: Hand, by: By) -> Play | None:
    """Melds of the hand, the first that are found, and then cards that fit at the table's."""
    table, left = [*melds], list(hand)
    while meld := next((three for three in combinations(left, 3) if kind_of(three)), None):
        table.append(tuple(map(Placed, meld)))
        left = [*(Counter(left) - Counter(meld)).elements()]
    while place := next(
        ((at, card) for at, one in enumerate(table) for card in fits(one, left)), ()
    ):
        at, card = place
        table[at] = (*table[at], Placed(card))
        left.remove(card)
    played = tuple(sorted((Counter(hand) - Counter(left)).elements()))
    if not played:
        return None
    return Play(played, sorted_melds(table), sum(map(price, played)))


def kind_of(cards: Sequence[Card]) -> Kind | None:
    return manipulation.kind([*map(Placed, cards)], True)


def fits(meld: Laid, hand: Sequence[Card]) -> list[Card]:
    return [card for card in extensions(meld, True) if card in hand]


def other_measure(melds: Melds, hand: Hand, by: By) -> Play | None:
    other = By.POINTS if by is By.CARDS else By.CARDS
    return manipulation.best_play(melds, hand, manipulation.Manner(packs=2), other)


def without_jokers(melds: Melds, hand: Hand, by: By) -> Play | None:
    naturals = tuple(card for card in hand if card != JOKER)
    return manipulation.best_play(melds, naturals, manipulation.Manner(packs=2), by)


def legal_is(found: Callable[[Table], bool]) -> Mistake:
    """A rearrangement is said to be legal where this holds."""

    def candidates(rules: Rules, state: Melding, seat: Seat) -> tuple[Rearrange, ...]:
        return (SOME_REARRANGEMENT,) if found(state.table) else ()

    return remade(rearrange.REARRANGE, lambda one: replace(one, candidates=candidates))


def by_laying_off(table: Table) -> bool:
    """Melds of the hand and cards that fit at a meld are found."""
    return adds_to(table.melds, frozenset(table.hand), manipulation.Manner(packs=2))


def with_any_cards(table: Table) -> bool:
    return bool(table.hand)


def knock_always_listed(patch: Patch) -> None:
    """A knock is listed whatever the seat holds, and refused then."""

    def legal(rules: Rules, state: State, seat: Seat) -> tuple[Action, ...]:
        listed = USUAL.legal(rules, state, seat)
        return (KNOCK, DECLINE) if listed == (DECLINE,) else listed

    put(patch, Otherwise(legal=legal))


def free_of(bound: Callable[[int, int], int]) -> Mistake:
    """The search binds so many jokers of those that stand for a card with so many naturals."""

    def made(patch: Patch) -> None:
        patch.setattr(
            lanes, "bound_jokers", lambda jokers, naturals, beside, manner: bound(jokers, naturals)
        )

    return made


# ── the turn ─────────────────────────────────────────────────────────────────────────────────────


def turn_goes_on(patch: Patch) -> None:
    """After a meld the seat draws or melds again."""

    def makes(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> State:
        return Melding(rearrange.leave_the_new_table.makes(rules, state, seat, action).table)

    done(rearrange.REARRANGE, makes)(patch)
    remade(rearrange.REARRANGE, lambda one: replace(one, limits=()))(patch)


def meld_after_third(rules: Rules, state: Melding, seat: Seat, action: Draw) -> State:
    after = draw.draw_again.makes(rules, state, seat, action)
    return Melding(after.table)


def draws(number: int) -> Mistake:
    """The turn is over with so many cards."""
    return lambda patch: patch.setattr(draw, "DRAWS", number)


def no_third_card(patch: Patch) -> None:
    """After the second card a seat melds or declines."""
    judged_by(draw.DRAW_AGAIN, "carousel.draw.no-fourth", one_card_drawn)(patch)
    judged_by(draw.PASS, "carousel.draw.no-pass", two_cards_drawn)(patch)


def one_card_drawn(rules: Rules, state: Melding, seat: Seat, action: Draw) -> bool:
    return state.table.draws < 2


def two_cards_drawn(rules: Rules, state: Melding, seat: Seat, action: Decline) -> bool:
    return state.table.draws == 2


def not_after_the_first(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    return state.table.draws > 1


def all_must_be_melded(patch: Patch) -> None:
    """Who melds plays as many cards as can be."""
    patch.setattr(meld, "must_play_most", lambda rules: True)


def from_below(patch: Patch) -> None:
    """The last card of the stock is drawn."""

    def turned(table: Table) -> Table:
        return change(table, stock=(*table.stock[-1:], *table.stock[:-1]))

    def first(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> State:
        return draw.draw_first.makes(rules, Drawing(turned(state.table)), seat, action)

    def again(rules: Rules, state: Melding, seat: Seat, action: Draw) -> State:
        return draw.draw_again.makes(rules, Melding(turned(state.table)), seat, action)

    done(draw.DRAW_FIRST, first)(patch)
    done(draw.DRAW_AGAIN, again)(patch)


def undrawn(state: State, actor: Actor, action: Action) -> State | None:
    if not isinstance(state, Drawing) or not isinstance(action, Rearrange | Decline):
        return None
    return Melding(state.table)


def anybody_acts(patch: Patch) -> None:
    """Whose turn it is is not asked."""
    patch.setattr(turn, "is_to_act", lambda rules, state, actor, action: True)


def anybody_knocks(patch: Patch) -> None:
    """After a turn any seat may knock."""
    usual = turn.is_to_act

    def is_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> bool:
        knocks = isinstance(state, Knocking) and isinstance(action, Knock)
        return knocks or usual(rules, state, actor, action)

    patch.setattr(turn, "is_to_act", is_to_act)


def turn_passes(step: int) -> Mistake:
    """The next turn is that of another seat than the next."""

    def passed(rules: Rules, state: Knocking) -> State | None:
        table = state.table
        mover = Seat((table.mover + step) % table.seats)
        after = turn.pass_the_turn.comes(rules, state)
        return after and TurnBegins(change(table, mover=mover, draws=0))

    return follows(turn.pass_the_turn, passed)


def draws_kept(rules: Rules, state: Knocking) -> State | None:
    """A turn begins with the cards drawn in the last one counted."""
    after = turn.pass_the_turn.comes(rules, state)
    return after and TurnBegins(change(after.table, draws=state.table.draws))


def empty_hand_skipped(rules: Rules, state: Knocking) -> State | None:
    """Seats without cards have no turn."""
    table = state.table
    others = [Seat((table.mover + step) % table.seats) for step in range(1, table.seats + 1)]
    mover = next((seat for seat in others if table.hands[seat]), others[0])
    after = turn.pass_the_turn.comes(rules, state)
    return after and TurnBegins(change(table, mover=mover, draws=0))


def laid_out(made: Callable[[State, Table], Table]) -> Mistake:
    """After a deal the table is otherwise."""

    def lay_out(rules: Rules, state: Between, by: Chance, action: Deal) -> State:
        return TurnBegins(made(state, deal.lay_out.makes(rules, state, by, action).table))

    return done(deal.DEAL, lay_out)


def dealer_begins(before: State, table: Table) -> Table:
    return change(table, mover=table.dealer)


def old_table_kept(before: State, table: Table) -> Table:
    old = table_of(before)
    return table if old is None else change(table, melds=old.melds)


# ── dealing ──────────────────────────────────────────────────────────────────────────────────────


def dealer_is(dealer: Callable[[Over], Seat]) -> Mistake:
    """After a hand this seat deals."""

    def next_dealer(rules: Rules, state: Between) -> Seat:
        return state.dealer if isinstance(state, BeforeDeal) else dealer(state)

    return lambda patch: patch.setattr(deal, "next_dealer", next_dealer)


def winner_deals(over: Over) -> Seat:
    winners = over.result.winners
    return winners[0] if winners else Seat((over.table.dealer + 1) % over.table.seats)


def same_dealer(over: Over) -> Seat:
    return over.table.dealer


def same_dealer_after_a_void_hand(over: Over) -> Seat:
    step = bool(over.result.winners)
    return Seat((over.table.dealer + step) % over.table.seats)


def seat_0_deals(patch: Patch) -> None:
    """Whoever is named, seat 0 deals first."""
    usual = players.begin
    patch.setattr(spoken, "begin", lambda seats, dealer: usual(seats, Seat(0)))


def seat_0_dealt_last(patch: Patch) -> None:
    """Where a deck is dealt, seat 0 is taken for the dealer."""
    usual = deal.dealt
    patch.setattr(
        questions, "dealt", lambda rules, seats, dealer, deck: usual(rules, seats, Seat(0), deck)
    )


def dealt_to(order: Callable[[Seat, int], list[int]], packets: bool = False) -> Mistake:
    """A deck is dealt to the seats in another order, or ten cards at a time."""

    def dealt(
        rules: Rules, seats: int, dealer: Seat, deck: tuple[Card, ...]
    ) -> tuple[tuple[Hand, ...], Hand]:
        size = rules.size.hand
        hands: dict[int, Hand] = {}
        for place, seat in enumerate(order(dealer, seats)):
            single, packet = deck[place : seats * size : seats], deck[place * size :][:size]
            hands[seat] = packet if packets else single
        return tuple(hands[seat] for seat in range(seats)), deck[seats * size :]

    return lambda patch: patch.setattr(questions, "dealt", dealt)


def left_of(dealer: Seat, seats: int) -> list[int]:
    return [(dealer + step) % seats for step in range(1, seats + 1)]


def right_of(dealer: Seat, seats: int) -> list[int]:
    return [(dealer - step) % seats for step in range(1, seats + 1)]


def dealer_first(dealer: Seat, seats: int) -> list[int]:
    return [(dealer + step) % seats for step in range(seats)]


def deck_is(whole: Callable[[Rules, int, list[Card]], bool]) -> Mistake:
    """These are all cards that so many play with."""

    def is_whole_deck(rules: Rules, seats: int, cards: Iterable[Card]) -> bool:
        return whole(rules, seats, list(cards))

    def made(patch: Patch) -> None:
        for module in (deck, questions):
            patch.setattr(module, "is_whole_deck", is_whole_deck)

    return made


def any_jokers(rules: Rules, seats: int, cards: Cards) -> bool:
    return sorted(cards) == sorted(rules.size.deck(seats, cards.count(Card(JOKER))))


def any_packs(rules: Rules, seats: int, cards: Cards) -> bool:
    return any(sorted(cards) == sorted(rules.size.deck(size, size - 1)) for size in (2, 3))


def each_card_once_at_least(rules: Rules, seats: int, cards: Cards) -> bool:
    return {*cards} == {*ONE_PACK, Card(JOKER)}


def hands_of(sizes: Callable[[list[int]], bool]) -> Mistake:
    """Hands of these sizes are dealt."""

    def holds(rules: Rules, state: Between, by: Chance, action: Deal) -> bool:
        return sizes([len(hand) for hand in action.hands])

    return judged_by(deal.DEAL, "carousel.deal.ten", holds)


def nearly_ten(sizes: list[int]) -> bool:
    return {*sizes} <= {9, 10, 11}


def all_alike(sizes: list[int]) -> bool:
    return len({*sizes}) == 1


def hand_given_up(state: State, actor: Actor, action: Action) -> State | None:
    going_on = isinstance(state, Drawing | Melding | Knocking) and isinstance(action, Deal)
    return BeforeDeal(Seat(0), ledger_of(state)) if going_on else None


def forgotten(made: Callable[[Ledger, Ledger], Ledger]) -> Mistake:
    """Something of the match before the last hand is forgotten."""

    def entered(ledger: Ledger, result: Result) -> Ledger:
        return made(match.entered(ledger, result), Ledger(result.points, result.boxes))

    return lambda patch: patch.setattr(score, "entered", entered)


# ── the knock ────────────────────────────────────────────────────────────────────────────────────


def knock_below(number: int) -> Mistake:
    return lambda patch: patch.setattr(knock, "KNOCK_BELOW", number)


def knock_if(may: Callable[[Table, Hand], bool]) -> Mistake:
    """A seat knocks where this holds."""

    def holds(rules: Rules, state: Knocking, seat: Seat, action: Knock) -> bool:
        return may(state.table, state.table.hands[seat])

    return judged_by(knock.KNOCK_MOVE, "carousel.knock.threshold", holds)


def four_cards_at_most(table: Table, hand: Hand) -> bool:
    return len(hand) < 5


def after_a_meld(table: Table, hand: Hand) -> bool:
    return value.worth(hand) < 5 and table.draws < 3


def in_a_turn(state: State, actor: Actor, action: Action) -> State | None:
    if not isinstance(state, Drawing | Melding) or not isinstance(action, Knock):
        return None
    return Knocking(state.table) if actor == state.table.mover else None


def when_the_next_turn_has_begun(state: State, actor: Actor, action: Action) -> State | None:
    if not isinstance(state, Drawing | Melding) or not isinstance(action, Knock):
        return None
    last = Seat((state.table.mover - 1) % state.table.seats)
    return Knocking(change(state.table, mover=last)) if actor == last else None


def could_knock(rules: Rules, table: Table, seat: Seat) -> bool:
    return knock.may_knock(rules, 2, table.melds, table.hands[seat])


def not_asked(rules: Rules, state: Knocking) -> State | None:
    """The turn passes where the seat could not knock."""
    if state.declined or could_knock(rules, state.table, state.table.mover):
        return turn.pass_the_turn.comes(rules, state)
    return never_asked(rules, state)


def never_asked(rules: Rules, state: Knocking) -> State:
    table = state.table
    return TurnBegins(change(table, mover=Seat((table.mover + 1) % table.seats), draws=0))


def asked_in_view_if_able(patch: Patch) -> None:
    """A view names a seat to act only where it could knock."""

    def able(
        playing: Playable[Rules, State, Action], rules: Rules, state: State
    ) -> tuple[Seat, ...]:
        asked = seats_to_act(playing, rules, state)
        if not isinstance(state, Knocking):
            return asked
        return tuple(seat for seat in asked if could_knock(rules, state.table, seat))

    patch.setattr(view, "seats_to_act", able)


def phase_tells(patch: Patch) -> None:
    """In a view it is the next seat's turn where the last one could not knock."""

    def phase(seen: view.View, state: State) -> view.View:
        if not isinstance(state, Knocking) or state.declined:
            return seen
        able = value.worth(state.table.hand) < 5
        return seen if able else replace(seen, phase=view.Phase.DRAW)

    seen_as(phase)(patch)


def empty_hand_knocks(rules: Rules, state: Knocking) -> State | None:
    empty = not state.table.hand and not state.declined
    return Decided(state.table, state.table.mover) if empty else None


def goes_on(rules: Rules, state: Knocking, seat: Seat, action: Knock) -> State:
    """After a knock the others have their turns."""
    table = state.table
    return TurnBegins(change(table, mover=Seat((seat + 1) % table.seats), draws=0))


def after_the_end(state: State, actor: Actor, action: Action) -> State | None:
    if not isinstance(state, Over) or actor is CHANCE:
        return None
    return Drawing(change(state.table, mover=actor))


# ── the stock ────────────────────────────────────────────────────────────────────────────────────


def over_with_the_last_card(rules: Rules, state: Melding, seat: Seat, action: Draw) -> State:
    after = draw.draw_again.makes(rules, state, seat, action)
    return after if after.table.stock else Decided(after.table, None)


def turn_is_stuck(rules: Rules, state: Melding, seat: Seat, action: Decline) -> bool:
    """Who finds the stock empty must not decline."""
    return state.table.draws == 3


def nothing_drawn(patch: Patch) -> None:
    """A draw from an empty stock is a draw without a card."""

    def draw_again(rules: Rules, state: Melding, seat: Seat, action: Draw) -> State:
        if state.table.stock:
            return draw.draw_again.makes(rules, state, seat, action)
        return Knocking(change(state.table, draws=state.table.draws + 1))

    done(draw.DRAW_AGAIN, draw_again)(patch)
    remade(draw.DRAW_AGAIN, lambda one: replace(one, exists=()))(patch)


def after_the_stock(reading: StockExhausted) -> Mistake:
    """It goes on, or ends, otherwise than is agreed."""

    def made(patch: Patch) -> None:
        for module in (stock, score):
            patch.setattr(module, "after_the_stock", lambda rules: reading)

    return made


def box_for_the_lowest(patch: Patch) -> None:
    """Who has least when the stock is gone has won a hand."""
    usual = match.boxes_won

    def boxes_won(rules: Rules, showing: Showing) -> tuple[int, ...]:
        if showing.knocker is None:
            return tuple(int(count == min(showing.left)) for count in showing.left)
        return usual(rules, showing)

    patch.setattr(score, "boxes_won", boxes_won)


# ── views ────────────────────────────────────────────────────────────────────────────────────────


def seen_as(made: Callable[[view.View, State], view.View]) -> Mistake:
    """A seat sees this of a state in place of what it should see."""

    def shown(rules: Rules, state: State, seat: Seat) -> view.View:
        return made(view.view(rules, state, seat), state)

    return lambda patch: patch.setattr(spoken, "view", shown)


def hands_hidden(seen: view.View, state: State) -> view.View:
    return replace(seen, revealed=())


def first_hand_only(seen: view.View, state: State) -> view.View:
    return replace(seen, revealed=seen.revealed[:1])


def hands_open(seen: view.View, state: State) -> view.View:
    table = table_of(state)
    return seen if table is None else replace(seen, revealed=table.hands)


def own_size_only(seen: view.View, state: State) -> view.View:
    sizes = enumerate(seen.hand_sizes)
    return replace(seen, hand_sizes=tuple(n if seat == seen.seat else 0 for seat, n in sizes))


def no_draws(seen: view.View, state: State) -> view.View:
    return replace(seen, draws=0)


def leaks(secret: Callable[[Table], tuple[Card, ...]]) -> Mistake:
    """Every view shows these cards in a field of its own."""
    usual = spoken.CAROUSEL.views

    def shown(rules: Rules, state: State, seat: Seat) -> JSON:
        table = table_of(state)
        seen = usual(rules, state, seat)
        assert isinstance(seen, dict)
        return {**seen, "note": [] if table is None else write_pile(secret(table))}

    return lambda patch: patch.setattr(spoken, "CAROUSEL", replace(spoken.CAROUSEL, views=shown))


def hand_of_the_mover(table: Table) -> tuple[Card, ...]:
    return table.hand


def next_of_the_stock(table: Table) -> tuple[Card, ...]:
    return table.stock[:1]


# ── the score of a hand ──────────────────────────────────────────────────────────────────────────

Left: TypeAlias = tuple[int, ...]
Seats: TypeAlias = tuple[Seat, ...]


def winners_are(won: Callable[[Seat, Left, Seats], Seats]) -> Mistake:
    """Of a knocker, what is left in the hands, and the right winners these have won."""
    usual = score.winners

    def winners(rules: Rules, knocker: Seat | None, left: Left) -> Seats:
        right = usual(rules, knocker, left)
        return right if knocker is None else won(knocker, left, right)

    return lambda patch: patch.setattr(score, "winners", winners)


def knocker_wins(knocker: Seat, left: tuple[int, ...], right: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return (knocker,)


def knocker_wins_ties(knocker: Seat, left: Left, right: Seats) -> Seats:
    return (knocker,) if left[knocker] == min(left) else right


def ties_are_shared(knocker: Seat, left: Left, right: Seats) -> Seats:
    return tuple(Seat(seat) for seat, count in enumerate(left) if count == min(left))


def first_of_a_tie(knocker: Seat, left: Left, right: Seats) -> Seats:
    return right[:1]


def all_undercutters(knocker: Seat, left: Left, right: Seats) -> Seats:
    seats = [Seat(seat) for seat, count in enumerate(left) if count <= left[knocker]]
    return tuple(seat for seat in seats if seat != knocker) or right


def first_undercutter(knocker: Seat, left: Left, right: Seats) -> Seats:
    return all_undercutters(knocker, left, right)[:1]


def undercut_by_a_point_more(knocker: Seat, left: Left, right: Seats) -> Seats:
    others = [count for seat, count in enumerate(left) if seat != knocker]
    if min(others) > left[knocker] + 1:
        return right
    seats = (Seat(seat) for seat, count in enumerate(left) if count == min(others))
    return tuple(seat for seat in seats if seat != knocker)


def undercut_bonus(bonus: Callable[[Showing, Seat, int], int]) -> Mistake:
    """A seat has this for undercutting, told what it should have."""
    usual = score.undercut_bonus

    def given(rules: Rules, showing: Showing, seat: Seat) -> int:
        return bonus(showing, seat, usual(rules, showing, seat))

    return lambda patch: patch.setattr(score, "undercut_bonus", given)


def no_bonus(showing: Showing, seat: Seat, usual: int) -> int:
    return 0


def ten_for_all_others(showing: Showing, seat: Seat, usual: int) -> int:
    return 10 * (showing.undercut and seat != showing.knocker)


def ten_for_each_other(showing: Showing, seat: Seat, usual: int) -> int:
    return usual * (len(showing.hands) - 1)


def ten_for_a_knocker_too(showing: Showing, seat: Seat, usual: int) -> int:
    return 10 if seat == showing.knocker and seat in showing.winners else usual


def ten_without_a_knock(showing: Showing, seat: Seat, usual: int) -> int:
    return 10 if showing.knocker is None and seat in showing.winners else usual


def zero_bonus(has: Callable[[Showing, Seat], bool]) -> Mistake:
    """A seat has the bonus for an empty hand where this holds."""

    def has_zero_bonus(rules: Rules, showing: Showing, seat: Seat) -> bool:
        return has(showing, seat)

    return lambda patch: patch.setattr(score, "has_zero_bonus", has_zero_bonus)


def nobody(showing: Showing, seat: Seat) -> bool:
    return False


def every_empty_hand(showing: Showing, seat: Seat) -> bool:
    return bool(showing.winners) and not showing.hands[seat]


def every_winner(showing: Showing, seat: Seat) -> bool:
    return seat in showing.winners


def empty_knocker(showing: Showing, seat: Seat) -> bool:
    return seat in showing.winners and seat == showing.knocker and not showing.hands[seat]


def one_bonus_only(patch: Patch) -> None:
    """Who has undercut with an empty hand has the larger bonus alone."""
    usual = score.has_zero_bonus

    def bonus(rules: Rules, showing: Showing, seat: Seat) -> int:
        right = right_bonus(rules, showing, seat)
        return 0 if usual(rules, showing, seat) else right

    right_bonus = score.undercut_bonus
    patch.setattr(score, "undercut_bonus", bonus)


def scored_by(line: Callable[[Showing, ReceiptLine], ReceiptLine | None]) -> Mistake:
    """Each line of a winner's differences is this instead, or is left out."""
    usual = score.differences

    def differences(rules: Rules, showing: Showing, winner: Seat) -> list[ReceiptLine]:
        lines = (line(showing, each) for each in usual(rules, showing, winner))
        return [each for each in lines if each is not None]

    return lambda patch: patch.setattr(score, "differences", differences)


def from_the_knocker(showing: Showing, line: ReceiptLine) -> ReceiptLine | None:
    return line if line.counted == showing.knocker or not showing.undercut else None


def not_from_the_last_seat(showing: Showing, line: ReceiptLine) -> ReceiptLine | None:
    last = max(Seat(seat) for seat in range(len(showing.hands)) if seat != line.winner)
    return None if line.counted == last and len(showing.hands) > 2 else line


def in_full(showing: Showing, line: ReceiptLine) -> ReceiptLine | None:
    return replace(line, points=showing.left[line.counted])


def split(showing: Showing, line: ReceiptLine) -> ReceiptLine | None:
    return replace(line, points=line.points // len(showing.winners))


def losers_score(patch: Patch) -> None:
    """Every seat scores what others have more."""
    usual = score.scored

    def scored(rules: Rules, showing: Showing, seat: Seat, boxes: int) -> list[ReceiptLine]:
        lines = [*usual(rules, showing, seat, boxes)]
        lost = bool(showing.winners) and seat not in showing.winners
        return [*lines, *(score.differences(rules, showing, seat) if lost else ())]

    patch.setattr(score, "scored", scored)


def count_as(count: Callable[[Rules, Melds, Hand], int]) -> Mistake:
    """A hand counts so much."""

    def deadwood(rules: Rules, packs: int, melds: Melds, hand: Hand) -> int:
        return count(rules, melds, hand)

    def made(patch: Patch) -> None:
        for module in (score, knock, questions):
            patch.setattr(module, "deadwood", deadwood)

    return made


def without_own_melds(rules: Rules, melds: Melds, hand: Hand) -> int:
    return value.worth(hand) - search.most_points(rules, 2, (), hand)


def without_what_fits(rules: Rules, melds: Melds, hand: Hand) -> int:
    return value.worth(hand) - search.most_points(rules, 2, melds, hand)


def greedy_count(patch: Patch) -> None:
    """Where melds in a hand do not count, those that are found first are left out."""

    def most_points(rules: Rules, packs: int, melds: Melds, hand: Hand) -> int:
        found = greedy(melds, hand, By.POINTS)
        return 0 if found is None else found.points

    patch.setattr(score, "most_points", most_points)


def priced(worth: Callable[[Card], int]) -> Mistake:
    """A card counts so much."""

    def made(patch: Patch) -> None:
        for module in (value, best, manner):
            patch.setattr(module, "price", worth)

    return made


def joker_at(number: int) -> Mistake:
    return priced(lambda card: number if card == JOKER else points(card))


def ace_at_eleven(card: Card) -> int:
    return 11 if card != JOKER and rank(card) == 0 else price(card)


def court_by_rank(card: Card) -> int:
    return price(card) if card == JOKER else rank(card) + 1


# ── the match ────────────────────────────────────────────────────────────────────────────────────


def number(name: str, number: int) -> Mistake:
    """A number of the score is another."""

    def made(patch: Patch) -> None:
        for module in (match, score):
            patch.setattr(module, name, number, raising=False)

    return made


def never_over(patch: Patch) -> None:
    """Nobody ever ends a match."""
    patch.setattr(match, "finishers", lambda rules, ledger: ())


def hand_after_match(patch: Patch) -> None:
    """The match is told to be over, and another hand is dealt."""
    patch.setattr(turn, "has_ended", lambda rules, state: False)


def match_won_by(won: Callable[[Ledger, tuple[int, ...]], tuple[Seat, ...]]) -> Mistake:
    """Of the scores and the totals these have won the match."""

    def match_winners(rules: Rules, ledger: Ledger) -> tuple[Seat, ...]:
        return won(ledger, match.totals(rules, ledger))

    return lambda patch: patch.setattr(notation, "match_winners", match_winners)


def highest_total(ledger: Ledger, totals: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, total in enumerate(totals) if total == max(totals))


def all_above(ledger: Ledger, totals: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, score in enumerate(ledger.scores) if score >= 150)


def first_above(ledger: Ledger, totals: tuple[int, ...]) -> tuple[Seat, ...]:
    return all_above(ledger, totals)[:1]


def match_won_by_the_knocker(patch: Patch) -> None:
    """Who has knocked in the last hand has won the match."""
    usual = notation.write_outcome

    def outcome(rules: Rules, result: Result, ledger: Ledger) -> dict[str, JSON]:
        told = usual(rules, result, ledger)
        return {**told, "match_winners": [result.knocker]} if told["match_over"] else told

    for module in (notation, questions):
        patch.setattr(module, "write_outcome", outcome)


def totals_are(made: Callable[[Ledger, tuple[Seat, ...]], Iterable[int]]) -> Mistake:
    """The bonuses at the end of a match are these, for a ledger and who has ended the match."""

    def totals(rules: Rules, ledger: Ledger) -> tuple[int, ...]:
        bonuses = made(ledger, match.finishers(rules, ledger))
        return tuple(map(sum, zip(ledger.scores, bonuses, strict=True)))

    return lambda patch: patch.setattr(notation, "totals", totals)


def boxes_of_finishers(ledger: Ledger, first: tuple[Seat, ...]) -> Iterable[int]:
    return [
        (GAME_BONUS + BOX_BONUS * won) * (seat in first) for seat, won in enumerate(ledger.boxes)
    ]


def game_bonus_by_total(ledger: Ledger, first: tuple[Seat, ...]) -> Iterable[int]:
    added = [score + BOX_BONUS * won for score, won in zip(*parts(ledger), strict=True)]
    return [
        BOX_BONUS * won + GAME_BONUS * (total == max(added))
        for won, total in zip(ledger.boxes, added, strict=True)
    ]


def game_bonus_above(ledger: Ledger, first: tuple[Seat, ...]) -> Iterable[int]:
    return [
        BOX_BONUS * won + GAME_BONUS * (score >= 150)
        for score, won in zip(*parts(ledger), strict=True)
    ]


def boxes_in_any_case(ledger: Ledger, first: tuple[Seat, ...]) -> Iterable[int]:
    return [BOX_BONUS * won + GAME_BONUS * (seat in first) for seat, won in enumerate(ledger.boxes)]


def parts(ledger: Ledger) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return ledger.scores, ledger.boxes


def boxes_at_once(patch: Patch) -> None:
    """The bonus for a hand is scored with it."""
    for module in (match, score):
        patch.setattr(module, "boxes_count_at_once", lambda rules: True)


# ── each is caught ───────────────────────────────────────────────────────────────────────────────

IN_MELDS: Final[Known] = (
    ("two cards", also(two_cards), "two-card-meld"),
    ("a suit twice in a set", also(like_suits), "like-suits-in-a-set"),
    ("five cards in a set", also(five_cards), "set-too-large"),
    ("a set of equal points", also(equal_points), "set-by-points"),
    ("two melds as one", also(two_melds), "joined-melds"),
    ("round the corner", also(round_the_corner), "ace-wraps-round"),
    ("a joker round the corner", also(round_the_corner), "ace-in-the-middle"),
    ("a gap in a run", also(with_a_gap), "gap-in-run"),
    ("a run of any suits", also(of_any_suits), "mixed-suit-run"),
    ("no ace above the king", unless(ace_above_king), "ace-high-refused"),
    ("no ace below the two", unless(ace_below_two), "ace-low-refused"),
    ("ten cards at most", unless(more_than_ten), "run-length-capped"),
    ("fourteen cards in any case", always_both_ends, "run-longer-than-suit"),
    ("joker refused", melds_are(no_joker), "joker-refused"),
    ("joker fits anything", melds_are(joker_fits), "joker-fits-anything"),
    ("joker without a suit", melds_are(joker_of_any_suit), "joker-without-suit"),
    ("joker without a name", jokers_unnamed, "unnamed-joker-accepted"),
)
ON_THE_TABLE: Final[Known] = (
    ("hand as a set", rearranged("carousel.rearrange.from-hand", held_as_set), "copies-confused"),
    ("table as a set", rearranged("carousel.rearrange.as-named", table_as_set), "copies-confused"),
    (
        "like cards leave together",
        done(rearrange.REARRANGE, like_cards_leave_together),
        "copies-confused",
    ),
    ("like melds are one", like_melds_are_one, "copies-confused"),
    ("like cards seen once", like_cards_once_in_view, "copies-confused"),
    (
        "a card in two melds",
        rearranged("carousel.rearrange.as-named", table_as_set),
        "card-in-two-melds",
    ),
    ("card of another", rearranged("carousel.rearrange.from-hand"), "foreign-card-used"),
    ("card from nowhere", rearranged("carousel.rearrange.as-named"), "table-changed-unnamed"),
    ("table card gone", rearranged("carousel.rearrange.no-pickup"), "table-card-taken"),
    (
        "table card to the hand",
        table_cards_to_the_hand("carousel.rearrange.no-pickup"),
        "table-card-taken",
    ),
    (
        "nothing played",
        rearranged("carousel.rearrange.needs-hand-card"),
        "empty-rearrangement-accepted",
    ),
    (
        "old melds not judged",
        rearranged("carousel.rearrange.end-valid", only_melds_that_grow),
        "only-touched-melds-judged",
    ),
    (
        "a short meld left",
        rearranged("carousel.rearrange.end-valid", only_melds_that_grow),
        "short-meld-left",
    ),
    ("cards only added", demanded(old_melds_whole), "table-cards-fixed"),
    ("melds not joined", demanded(no_fewer_melds), "melds-cannot-be-joined"),
    ("one new meld", demanded(one_more_meld), "one-meld-a-turn"),
    ("runs not parted", demanded(runs_not_parted), "middle-of-a-run-refused"),
    ("one card moves", demanded(one_card_moves), "one-move-at-a-time"),
)
OF_JOKERS: Final[Known] = (
    ("renamed at will", rearranged("carousel.joker.keeps-identity"), "identity-not-fixed"),
    ("never freed", keeps_unless(never_freed), "joker-frozen"),
    ("never moved", demanded(joker_stays_in_its_meld), "joker-frozen"),
    ("freed by the table only", keeps_unless(by_the_table), "hand-natural-refused"),
    ("freed by the hand only", keeps_unless(by_the_hand), "table-natural-refused"),
    ("freed by any of the rank", keeps_unless(by_any_of_the_rank), "any-natural-frees"),
    ("freed from its place", keeps_unless(by_one_in_its_place), "natural-tied-to-the-place"),
    ("one freed", only_one_freed, "one-joker-freed-only"),
    ("forced out", demanded(natural_without_joker), "natural-forces-the-joker-out"),
    ("must leave its meld", demanded(freed_joker_leaves), "another-meld-demanded"),
    ("ace at one end", demanded(ace_stays_at_its_end), "ace-tied-to-its-end"),
    (
        "back to the hand",
        table_cards_to_the_hand("carousel.joker.no-return"),
        "freed-joker-to-hand",
    ),
    ("name hidden", names_hidden, "joker-name-hidden"),
)
IN_SEARCH: Final[Known] = (
    ("greedy", best_is(greedy), "best-too-few"),
    ("greedy with a full table", best_is(greedy), "table-cards-fixed"),
    ("playable by laying off", best_is(greedy), "best-not-playable"),
    ("points for cards", best_is(other_measure), "best-by-the-other-measure"),
    ("cards for points", best_is(other_measure), "best-by-the-wrong-measure"),
    ("without jokers", best_is(without_jokers), "best-without-jokers"),
    ("freed joker missed", free_of(lambda jokers, naturals: jokers), "best-misses-the-freed-joker"),
    ("bound joker renamed", free_of(lambda jokers, naturals: 0), "best-renames-a-bound-joker"),
    ("legal by laying off", legal_is(by_laying_off), "legal-list-incomplete"),
    ("legal with any cards", legal_is(with_any_cards), "legal-list-incomplete"),
    ("knock listed", knock_always_listed, "legal-list-incomplete"),
)
IN_TURNS: Final[Known] = (
    ("turn goes on", turn_goes_on, "turn-goes-on-after-melding"),
    ("turn goes on after a meld", turn_goes_on, "turn-goes-on-after-a-meld"),
    (
        "meld after the third",
        done(draw.DRAW_AGAIN, meld_after_third),
        "meld-after-third-draw",
    ),
    ("fourth card", draws(4), "fourth-draw"),
    ("two cards end a turn", draws(2), "meld-refused-in-time"),
    ("no third card", no_third_card, "pass-accepted"),
    ("no meld after the first", demanded(not_after_the_first), "meld-refused-in-time"),
    ("pass", judged_by(draw.PASS, "carousel.draw.no-pass"), "pass-accepted"),
    (
        "pass near the end",
        judged_by(draw.PASS, "carousel.draw.no-pass"),
        "pass-with-cards-left",
    ),
    ("all must be melded", all_must_be_melded, "meld-forced"),
    ("drawn from below", from_below, "stock-drawn-from-below"),
    ("meld before drawing", taken_for(undrawn), "action-before-drawing"),
    ("out of turn", anybody_acts, "out-of-turn-action"),
    ("two turns in a row", turn_passes(0), "turn-not-passed"),
    ("backwards", turn_passes(-1), "turn-goes-backwards"),
    ("draws kept", follows(turn.pass_the_turn, draws_kept), "draws-not-told"),
    (
        "empty hand skipped",
        follows(turn.pass_the_turn, empty_hand_skipped),
        "empty-hand-skipped",
    ),
    ("dealer begins", laid_out(dealer_begins), "wrong-first-seat"),
    ("old table kept", laid_out(old_table_kept), "table-kept"),
    ("old table kept after a knock", laid_out(old_table_kept), "table-kept-for-the-next-hand"),
    ("dealer stays", dealer_is(same_dealer), "wrong-next-dealer"),
    ("dealer of a void hand stays", dealer_is(same_dealer_after_a_void_hand), "wrong-next-dealer"),
    ("seat 0 deals", seat_0_deals, "dealer-always-seat-0"),
    ("seat 0 is served last", seat_0_dealt_last, "dealer-always-seat-0"),
    ("dealt in packets", dealt_to(left_of, packets=True), "packets-dealt"),
    ("dealt backwards", dealt_to(right_of), "deal-goes-backwards"),
    ("dealer served first", dealt_to(dealer_first), "dealer-served-first"),
    ("winner deals", dealer_is(winner_deals), "winner-deals"),
    ("any jokers", deck_is(any_jokers), "wrong-number-of-jokers"),
    ("any packs", deck_is(any_packs), "wrong-number-of-packs"),
    ("each card once", deck_is(each_card_once_at_least), "torn-deal-accepted"),
    ("nine or eleven cards", hands_of(nearly_ten), "hand-size-off-by-one"),
    ("uneven hands", hands_of(nearly_ten), "uneven-deal-accepted"),
    ("hands of any size", hands_of(all_alike), "hand-size-of-another-game"),
    ("deal in a hand", taken_for(hand_given_up), "deal-during-hand"),
)
IN_KNOCKS: Final[Known] = (
    ("at five", knock_below(6), "knock-at-five"),
    ("not at four", knock_below(4), "four-refused"),
    ("by cards", knock_if(four_cards_at_most), "knock-by-number-of-cards"),
    ("after a meld only", knock_if(after_a_meld), "knock-only-after-a-meld"),
    ("by anybody", anybody_knocks, "knock-by-anyone"),
    ("in a turn", taken_for(in_a_turn), "knock-in-a-turn"),
    ("too late", taken_for(when_the_next_turn_has_begun), "late-knock"),
    ("asked if able", follows(turn.pass_the_turn, not_asked), "knock-asked-only-if-possible"),
    (
        "asked below five",
        follows(turn.pass_the_turn, not_asked),
        "knock-offered-below-five-only",
    ),
    ("view asks if able", asked_in_view_if_able, "knock-asked-only-if-possible"),
    ("phase tells who is able", phase_tells, "knock-asked-only-if-possible"),
    ("never asked", follows(turn.pass_the_turn, never_asked), "knock-window-skipped"),
    ("by itself", follows(knock.knock_with_an_empty_hand, empty_hand_knocks), "knock-by-itself"),
    ("hand goes on", done(knock.KNOCK_MOVE, goes_on), "melding-after-a-knock"),
    ("action after the end", taken_for(after_the_end), "act-after-end"),
    ("hands hidden", seen_as(hands_hidden), "hands-not-shown"),
    ("one hand shown", seen_as(first_hand_only), "hands-not-shown"),
    ("hands open", seen_as(hands_open), "hand-shown-too-soon"),
    ("sizes hidden", seen_as(own_size_only), "sizes-hidden"),
    ("draws hidden", seen_as(no_draws), "draws-not-told"),
    ("drawn card shown", leaks(hand_of_the_mover), "hidden-card-leaked"),
    ("next card shown", leaks(next_of_the_stock), "hidden-card-leaked"),
)
WITHOUT_STOCK: Final[Known] = (
    (
        "over with the last card",
        done(draw.DRAW_AGAIN, over_with_the_last_card),
        "dead-without-stock",
    ),
    (
        "no knock with the last card",
        done(draw.DRAW_AGAIN, over_with_the_last_card),
        "short-stock-stuck",
    ),
    (
        "stuck",
        judged_by(draw.PASS, "carousel.draw.no-pass", turn_is_stuck),
        "short-stock-stuck",
    ),
    ("nothing drawn", nothing_drawn, "draw-from-empty-stock"),
    ("played on", after_the_stock("play_on"), "void-scored"),
    ("lowest wins", after_the_stock("showdown"), "void-scored"),
    ("box for the lowest", box_for_the_lowest, "void-takes-a-box"),
)
IN_SCORES: Final[Known] = (
    ("knocker wins", winners_are(knocker_wins), "knocker-always-wins"),
    ("knocker wins ties", winners_are(knocker_wins_ties), "tie-to-knocker"),
    ("ties are shared", winners_are(ties_are_shared), "tie-shared-with-knocker"),
    ("first of a tie", winners_are(first_of_a_tie), "tie-to-first-seat"),
    ("all undercutters", winners_are(all_undercutters), "all-undercutters-win"),
    ("first undercutter", winners_are(first_undercutter), "first-undercutter-wins"),
    ("undercut by a point more", winners_are(undercut_by_a_point_more), "undercut-too-soon"),
    ("no ten points", undercut_bonus(no_bonus), "undercut-bonus-forgotten"),
    ("ten points for all", undercut_bonus(ten_for_all_others), "undercut-bonus-to-all"),
    ("ten points from each", undercut_bonus(ten_for_each_other), "undercut-bonus-to-all"),
    (
        "ten points for the knocker",
        undercut_bonus(ten_for_a_knocker_too),
        "undercut-bonus-to-the-knocker",
    ),
    ("ten without a knock", undercut_bonus(ten_without_a_knock), "undercut-bonus-without-knock"),
    ("no bonus for nothing", zero_bonus(nobody), "zero-bonus-forgotten"),
    ("bonus for a loser", zero_bonus(every_empty_hand), "zero-bonus-for-a-loser"),
    ("bonus for every winner", zero_bonus(every_winner), "zero-bonus-for-every-winner"),
    ("bonus for the knocker", zero_bonus(empty_knocker), "zero-bonus-for-the-knocker-only"),
    ("one bonus", one_bonus_only, "bonuses-not-stacked"),
    ("from the knocker", scored_by(from_the_knocker), "undercut-from-the-knocker-only"),
    ("one left out", scored_by(not_from_the_last_seat), "one-opponent-forgotten"),
    ("in full", scored_by(in_full), "own-deadwood-not-taken-off"),
    ("split", scored_by(split), "tied-points-split"),
    ("losers score", losers_score, "losers-score"),
    ("melds do not count", count_as(without_own_melds), "melds-in-hand-exempt"),
    ("hidden melds do not count", count_as(without_own_melds), "hidden-meld-not-counted"),
    ("laid off at the end", count_as(without_what_fits), "laid-off-at-the-end"),
    ("first melds do not count", greedy_count, "greedy-arrangement"),
    ("joker for nothing", joker_at(0), "joker-worth-nothing"),
    ("joker at fifty", joker_at(50), "joker-priced-otherwise"),
    ("ace at eleven", priced(ace_at_eleven), "ace-eleven"),
    ("ace at eleven in a hand", priced(ace_at_eleven), "ace-priced-otherwise"),
    ("court cards by rank", priced(court_by_rank), "court-cards-by-rank"),
)
IN_MATCHES: Final[Known] = (
    ("target of 100", number("TARGET", 100), "target-too-low"),
    ("target of 151", number("TARGET", 151), "target-exclusive"),
    ("never over", never_over, "match-never-ends"),
    ("a hand more", hand_after_match, "hand-after-match"),
    ("highest total", match_won_by(highest_total), "match-winner-by-total"),
    ("first above", match_won_by(first_above), "first-above-wins"),
    ("all above", match_won_by(all_above), "both-win"),
    ("knocker of the last hand", match_won_by_the_knocker, "match-won-by-the-knocker"),
    ("no game bonus", number("GAME_BONUS", 0), "game-bonus-forgotten"),
    ("game bonus by total", totals_are(game_bonus_by_total), "game-bonus-follows-the-total"),
    ("game bonus for all above", totals_are(game_bonus_above), "game-bonus-to-all-above"),
    ("no boxes", number("BOX_BONUS", 0), "box-bonus-forgotten"),
    ("boxes of the winner", totals_are(boxes_of_finishers), "box-bonus-to-the-winner-only"),
    ("boxes twice", totals_are(boxes_in_any_case), "boxes-counted-twice"),
    ("boxes at once", boxes_at_once, "boxes-counted-at-once"),
    (
        "scores forgotten",
        forgotten(lambda ledger, last: replace(ledger, scores=last.scores)),
        "scores-reset",
    ),
    (
        "boxes forgotten",
        forgotten(lambda ledger, last: replace(ledger, boxes=last.boxes)),
        "boxes-reset",
    ),
)


def test_the_reference_fails_no_case() -> None:
    outcomes = judged(scripts(GAME))
    assert len(outcomes) > 350
    assert [one.case.id for one in outcomes if one.status is not Status.PASS] == []


SOUND: Final[tuple[Mistake, ...]] = (
    melds_are(manipulation.kind),
    demanded(anything),
    keeps_unless(lambda state, action, card: as_cards(action.table)[card] > 0),
    follows(turn.pass_the_turn, turn.pass_the_turn.comes),
    winners_are(lambda knocker, left, right: right),
    totals_are(boxes_in_any_case),
)
"""Rules that are replaced by themselves, under the default readings."""


@pytest.mark.parametrize("sound", SOUND, ids=range(len(SOUND)))
def test_a_rule_replaced_by_itself_is_no_mistake(monkeypatch: Patch, sound: Mistake) -> None:
    sound(monkeypatch)
    assert [case.id for case in caught_by(GAME) if not case.rules and case.question is None] == []


@each_of(IN_MELDS)
def test_a_mistake_in_melds_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)


@each_of(ON_THE_TABLE)
def test_a_mistake_on_the_table_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)


@each_of(OF_JOKERS)
def test_a_mistake_of_jokers_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)


@each_of(IN_SEARCH)
def test_a_mistake_in_the_search_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)


@each_of(IN_TURNS)
def test_a_mistake_in_turns_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)


@each_of(IN_KNOCKS)
def test_a_mistake_in_knocks_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)


@each_of(WITHOUT_STOCK)
def test_a_mistake_without_a_stock_is_caught(
    monkeypatch: Patch, mistake: Mistake, flag: str
) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)


@each_of(IN_SCORES)
def test_a_mistake_in_scores_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)


@each_of(IN_MATCHES)
def test_a_mistake_in_matches_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)
