"""Known mistakes of engines of Carousel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any, Final, TypeAlias, final

from meldcheck.words.case import JSON
from meldspec import manipulation
from meldspec.cards import JOKER, ONE_PACK, RANKS, Card, points, rank, suit
from meldspec.carousel import deal, draw, joker, knock, match, rearrange, score, search, turn, value
from meldspec.carousel.meld import kind_of as kind_by_rules
from meldspec.carousel.options import BOX_BONUS, GAME_BONUS, Rules
from meldspec.carousel.questions import AskBest, AskDeadwood, AskMeld, AskSettle, Best
from meldspec.carousel.seq import has_both_ends
from meldspec.carousel.spoken import CAROUSEL
from meldspec.carousel.table import (
    SOME_REARRANGEMENT,
    BeforeDeal,
    Between,
    Decided,
    Decline,
    Drawing,
    Knock,
    Knocking,
    Ledger,
    Melding,
    Over,
    Rearrange,
    Result,
    Showing,
    State,
    Table,
    TurnBegins,
    as_cards,
    change,
    ledger_of,
    table_of,
)
from meldspec.carousel.view import settlement
from meldspec.codec import write_record
from meldspec.facts import AskDeal
from meldspec.hands import Hand
from meldspec.kernel import Condition, always
from meldspec.manipulation import (
    By,
    Kind,
    Laid,
    Placed,
    Play,
    adds_to,
    extensions,
    is_stand_in,
    price,
    stand_in,
    stands_for,
)
from meldspec.manipulation import Table as Melds
from meldspec.placed import sorted_melds
from meldspec.play import CHANCE, Actor, Chance, Refusal, Seat
from meldspec.table import Deal, Draw, ReceiptLine
from meldspec.wire import write_pile

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
    seen_as,
    told_as,
    whoever_acts,
)
from .prices import ace_at, count_of, court_at, from_two_to_ten
from .ranks import in_a_row, of_one_suit, ranks_of

SPOKEN: Final[AnySpoken] = CAROUSEL


def by_reading(name: str, reading: str | int) -> AnySpoken:
    return changes.by_reading(SPOKEN, name, reading)


def rearranged(clause: str, holds: changes.Holds = changes.anything) -> AnySpoken:
    """A clause asks something else of a rearrangement, or nothing at all."""
    return judged_by(SPOKEN, f"carousel.{clause}", holds)


def demanded(holds: Callable[[Rules, Melding, Seat, Rearrange], bool]) -> AnySpoken:
    """Of the whole table something is asked beside that it is made of melds."""

    def both(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
        melds = rearrange.all_are_melds.holds(rules, state, seat, action)
        return melds and holds(rules, state, seat, action)

    return rearranged("rearrange.end-valid", both)


# ── melds ────────────────────────────────────────────────────────────────────────────────────────

Cards: TypeAlias = list[Card]
KindOf: TypeAlias = Callable[[Sequence[Placed], bool], Kind | None]


def melds_are(kind: KindOf, spoken: AnySpoken = SPOKEN) -> AnySpoken:
    """Cards are this kind of meld."""

    def all_are(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
        return all(kind(meld, has_both_ends(rules)) for meld in action.table if JOKER not in meld)

    def naturals_lie_beside(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
        return all(
            joker.may_lie_without_natural(rules, meld) or kind(meld, True) is None
            for meld in action.table
        )

    def answer(right: JSON, rules: Rules, asked: AskMeld) -> Kind | None:
        found = kind(asked.cards, has_both_ends(rules))
        return found if joker.may_lie_without_natural(rules, asked.cards) else None

    spoken = judged_by(spoken, "carousel.rearrange.end-valid", all_are)
    spoken = judged_by(spoken, "carousel.joker.natural-beside", naturals_lie_beside)
    return asked(spoken, "meld", answer)


def also(more: Callable[[Cards], Kind | None]) -> AnySpoken:
    """Other cards are melds, too; jokers count as what they stand for."""

    def kind(meld: Sequence[Placed], both_ends: bool) -> Kind | None:
        bare = Placed(JOKER) in meld
        usual = manipulation.kind(meld, both_ends)
        return usual or (None if bare else more([stands_for(placed) for placed in meld]))

    return melds_are(kind)


def unless(refused: Callable[[Cards], bool]) -> AnySpoken:
    """Some melds are none."""

    def kind(meld: Sequence[Placed], both_ends: bool) -> Kind | None:
        wrong = refused([stands_for(placed) for placed in meld])
        return None if wrong else manipulation.kind(meld, both_ends)

    return melds_are(kind)


def two_cards(cards: Cards) -> Kind | None:
    if len(cards) != 2:
        return None
    if rank(cards[0]) == rank(cards[1]) and cards[0] != cards[1]:
        return Kind.SET
    return Kind.RUN if of_one_suit(cards) and in_a_row(ranks_of(cards)) else None


def run_of_two(cards: Cards) -> Kind | None:
    return Kind.RUN if two_cards(cards) is Kind.RUN else None


def set_of_two(cards: Cards) -> Kind | None:
    return Kind.SET if two_cards(cards) is Kind.SET else None


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


def like_melds_are_one(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> State:
    """Two melds of like cards are kept as one."""
    after = rearrange.leave_the_new_table.makes(rules, state, seat, action)
    return Knocking(change(after.table, melds=tuple(sorted({*after.table.melds}))))


def like_cards_once_in_view(seen: Told, rules: Rules, state: State) -> Told:
    """A seat is shown one of two like cards."""
    return {**seen, "hand": [*dict.fromkeys(seen["hand"])]}


def table_cards_to_the_hand(clause: str) -> AnySpoken:
    """What is gone from the table is in the hand."""

    def effect(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> State:
        after = rearrange.leave_the_new_table.makes(rules, state, seat, action)
        gone = (as_cards(state.table.melds) - as_cards(action.table)).elements()
        return Knocking(change(after.table, hand=tuple(sorted((*after.table.hand, *gone)))))

    return done(rearranged(clause), rearrange.REARRANGE, effect)


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


def keeps_unless(freed: Freed) -> AnySpoken:
    """A joker is free to stand for another card where this holds."""

    def holds(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
        before, after = map(joker.stand_ins, (state.table.melds, action.table))
        return all(
            after[card] >= count or freed(state, action, card) for card, count in before.items()
        )

    return rearranged("joker.keeps-identity", holds)


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


def names_hidden(seen: Told, rules: Rules, state: State) -> Told:
    """On the table a joker is shown without its name."""
    hidden = [["*" if card[0] == "*" else card for card in meld] for meld in seen["table"]]
    return {**seen, "table": hidden}


def jokers_as_naturals(seen: Told, rules: Rules, state: State) -> Told:
    """On the table a joker is shown as the card that it stands for."""
    return {**seen, "table": [[card.removeprefix("*") for card in meld] for meld in seen["table"]]}


# ── what can be played ───────────────────────────────────────────────────────────────────────────


def best_is(found: Callable[[Melds, Hand, By], Play | None]) -> AnySpoken:
    """This is called the best."""

    def best(right: JSON, rules: Rules, asked: AskBest) -> Best | None:
        play = found(asked.table, asked.hand, By(asked.by))
        if play is None:
            return None
        return Best(tuple(sorted(play.cards)), play.points, play.table)

    return asked(SPOKEN, "best", best)


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


def freed_joker_missed(melds: Melds, hand: Hand, by: By) -> Play | None:
    """No card of the hand frees a joker."""
    return manipulation.best_play(melds, hand, manipulation.Manner(packs=2, table_only=True), by)


def bound_joker_renamed(melds: Melds, hand: Hand, by: By) -> Play | None:
    """Melds with jokers are played anew, and their jokers named anew."""
    left = tuple(meld for meld in melds if not any(map(is_stand_in, meld)))
    lifted = as_cards(melds) - as_cards(left)
    whole = tuple(sorted((*hand, *lifted.elements())))
    play = manipulation.best_play(left, whole, manipulation.Manner(packs=2), by)
    if play is None or lifted - Counter(play.cards):
        return None
    played = Counter(play.cards) - lifted
    cards = tuple(sorted(played.elements()))
    return Play(cards, play.table, sum(map(price, cards)))


def legal_is(found: Callable[[Table], bool]) -> AnySpoken:
    """A rearrangement is said to be legal where this holds."""

    def candidates(rules: Rules, state: Melding, seat: Seat) -> tuple[Rearrange, ...]:
        return (SOME_REARRANGEMENT,) if found(state.table) else ()

    usual = rearrange.REARRANGE
    return changes.with_move(SPOKEN, usual, replace(usual, candidates=candidates))


def by_laying_off(table: Table) -> bool:
    """Melds of the hand and cards that fit at a meld are found."""
    return adds_to(table.melds, frozenset(table.hand), manipulation.Manner(packs=2))


def with_any_cards(table: Table) -> bool:
    return bool(table.hand)


def knock_always_listed() -> AnySpoken:
    """A knock is listed whatever the seat holds, and refused then."""
    usual = knock.counts_less_than_five
    not_asked = Condition(usual.clause, usual.holds, given=always)
    move = replace(knock.KNOCK_MOVE, conditions=(not_asked,))
    return changes.with_move(SPOKEN, knock.KNOCK_MOVE, move)


# ── the turn ─────────────────────────────────────────────────────────────────────────────────────


def turn_goes_on() -> AnySpoken:
    """After a meld the seat draws or melds again."""

    def makes(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> State:
        return Melding(rearrange.leave_the_new_table.makes(rules, state, seat, action).table)

    usual = rearrange.REARRANGE
    return done(changes.with_move(SPOKEN, usual, replace(usual, limits=())), usual, makes)


def meld_after_third(rules: Rules, state: Melding, seat: Seat, action: Draw) -> State:
    after = draw.draw_again.makes(rules, state, seat, action)
    return Melding(after.table)


def draws(number: int) -> AnySpoken:
    """The turn is over with so many cards."""

    def is_one_more(rules: Rules, state: Melding, seat: Seat, action: Draw) -> bool:
        return state.table.draws < number

    def makes(rules: Rules, state: Melding, seat: Seat, action: Draw) -> State:
        table = draw.draw_again.makes(rules, state, seat, action).table
        return Knocking(table) if table.draws == number else Melding(table)

    def turn_may_end(rules: Rules, state: Melding, seat: Seat, action: Decline) -> bool:
        return not state.table.stock or state.table.draws == number

    spoken = judged_by(SPOKEN, "carousel.draw.no-fourth", is_one_more)
    spoken = judged_by(spoken, "carousel.draw.no-pass", turn_may_end)
    return done(spoken, draw.DRAW_AGAIN, makes)


def no_third_card() -> AnySpoken:
    """After the second card a seat melds or declines."""
    spoken = judged_by(SPOKEN, "carousel.draw.no-fourth", one_card_drawn)
    return judged_by(spoken, "carousel.draw.no-pass", two_cards_drawn)


def one_card_drawn(rules: Rules, state: Melding, seat: Seat, action: Draw) -> bool:
    return state.table.draws < 2


def two_cards_drawn(rules: Rules, state: Melding, seat: Seat, action: Decline) -> bool:
    return state.table.draws == 2


def not_after_the_first(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    return state.table.draws > 1


def from_below() -> AnySpoken:
    """The last card of the stock is drawn."""

    def turned(table: Table) -> Table:
        return change(table, stock=(*table.stock[-1:], *table.stock[:-1]))

    def first(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> State:
        return draw.draw_first.makes(rules, Drawing(turned(state.table)), seat, action)

    def again(rules: Rules, state: Melding, seat: Seat, action: Draw) -> State:
        return draw.draw_again.makes(rules, Melding(turned(state.table)), seat, action)

    return done(done(SPOKEN, draw.DRAW_FIRST, first), draw.DRAW_AGAIN, again)


def undrawn() -> AnySpoken:
    """Melds are laid, or declined, before a card is drawn."""
    spoken = changes.with_another_move(SPOKEN, replace(draw.PASS, during=(Drawing,)))
    return changes.with_another_move(spoken, replace(rearrange.REARRANGE, during=(Drawing,)))


def any_seat_knocks(state: State, actor: Actor, action: Any) -> bool:
    """After a turn any seat may knock."""
    return isinstance(state, Knocking) and isinstance(action, Knock)


def turn_passes(step: int) -> AnySpoken:
    """The next turn is that of another seat than the next."""

    def passed(rules: Rules, state: Knocking) -> State | None:
        table = state.table
        mover = Seat((table.mover + step) % table.seats)
        after = turn.pass_the_turn.comes(rules, state)
        return after and TurnBegins(change(table, mover=mover, draws=0))

    return follows(SPOKEN, turn.pass_the_turn, passed)


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


def laid_out(made: Callable[[Between, Table], Table]) -> AnySpoken:
    """After a deal the table is otherwise."""

    def lay_out(rules: Rules, state: Between, by: Chance, action: Deal) -> State:
        return TurnBegins(made(state, deal.lay_out.makes(rules, state, by, action).table))

    return done(SPOKEN, deal.DEAL, lay_out)


def dealer_begins(before: Between, table: Table) -> Table:
    return change(table, mover=table.dealer)


def second_seat_begins(before: Between, table: Table) -> Table:
    return change(table, mover=Seat((table.dealer + 2) % table.seats))


def seat_before_begins(before: Between, table: Table) -> Table:
    return change(table, mover=Seat((table.dealer - 1) % table.seats))


def old_table_kept(before: Between, table: Table) -> Table:
    old = table_of(before)
    return table if old is None else change(table, melds=old.melds)


# ── dealing ──────────────────────────────────────────────────────────────────────────────────────


def dealer_is(dealer: Callable[[Over], Seat]) -> AnySpoken:
    """After a hand this seat deals."""

    def dealt_by(before: Between, table: Table) -> Table:
        if isinstance(before, BeforeDeal):
            return table
        named = dealer(before)
        return replace(table, dealer=named, mover=Seat((named + 1) % table.seats))

    return laid_out(dealt_by)


def winner_deals(over: Over) -> Seat:
    winners = over.result.winners
    return winners[0] if winners else Seat((over.table.dealer + 1) % over.table.seats)


def dealer_right(over: Over) -> Seat:
    return Seat((over.table.dealer - 1) % over.table.seats)


def dealer_two_on(over: Over) -> Seat:
    return Seat((over.table.dealer + 2) % over.table.seats)


def loser_deals(over: Over) -> Seat:
    """Who has most points left deals."""
    left = over.result.deadwood
    return Seat(left.index(max(left)))


def same_dealer(over: Over) -> Seat:
    return over.table.dealer


def same_dealer_after_a_void_hand(over: Over) -> Seat:
    step = bool(over.result.winners)
    return Seat((over.table.dealer + step) % over.table.seats)


def dealt_to(order: changes.Order, packets: bool = False) -> AnySpoken:
    return changes.dealt_to(SPOKEN, order, lambda rules, seats: rules.size.hand, packets)


def deck_is(whole: Callable[[Rules, int, Cards], bool]) -> AnySpoken:
    """These are all cards that so many play with."""

    def holds(rules: Rules, state: Between, by: Chance, action: Deal) -> bool:
        piles = (*action.hands, action.stock)
        return whole(rules, ledger_of(state).seats, [card for pile in piles for card in pile])

    def answer(rules: Rules, asked: AskDeal) -> object:
        right = SPOKEN.questions["deal"].answer(rules, asked)
        if not isinstance(right, Refusal) or not whole(rules, asked.players, [*asked.deck]):
            return right
        return Deal(*deal.dealt(rules, asked.players, asked.dealer, asked.deck))

    spoken = judged_by(SPOKEN, "carousel.deck.two-players", holds)
    spoken = judged_by(spoken, "carousel.deck.three-to-five", holds)
    return changes.answered(spoken, "deal", answer)


def any_jokers(rules: Rules, seats: int, cards: Cards) -> bool:
    return sorted(cards) == sorted(rules.size.deck(seats, cards.count(Card(JOKER))))


def any_packs(rules: Rules, seats: int, cards: Cards) -> bool:
    return any(sorted(cards) == sorted(rules.size.deck(size, size - 1)) for size in (2, 3))


def each_card_once_at_least(rules: Rules, seats: int, cards: Cards) -> bool:
    return {*cards} == {*ONE_PACK, Card(JOKER)}


def hands_of(sizes: Callable[[list[int]], bool]) -> AnySpoken:
    """Hands of these sizes are dealt."""

    def holds(rules: Rules, state: Between, by: Chance, action: Deal) -> bool:
        return sizes([len(hand) for hand in action.hands])

    return judged_by(SPOKEN, "carousel.deal.ten", holds)


def nearly_ten(sizes: list[int]) -> bool:
    return {*sizes} <= {9, 10, 11}


def all_alike(sizes: list[int]) -> bool:
    return len({*sizes}) == 1


def hand_given_up() -> AnySpoken:
    """Chance deals while a hand goes on."""

    def makes(rules: Rules, state: Any, by: Chance, action: Deal) -> State:
        between = BeforeDeal(Seat(0), ledger_of(state))
        return deal.lay_out.makes(rules, between, by, action)

    move = replace(deal.DEAL, during=(Drawing, Melding, Knocking))
    return done(changes.with_another_move(SPOKEN, move), move, makes)


# ── the knock ────────────────────────────────────────────────────────────────────────────────────


def knock_if(may: Callable[[Table, Hand], bool]) -> AnySpoken:
    """A seat knocks where this holds."""

    def holds(rules: Rules, state: Knocking, seat: Seat, action: Knock) -> bool:
        return may(state.table, state.table.hands[seat])

    return judged_by(SPOKEN, "carousel.knock.threshold", holds)


def below(number: int) -> Callable[[Table, Hand], bool]:
    return lambda table, hand: value.worth(hand) < number


def four_cards_at_most(table: Table, hand: Hand) -> bool:
    return len(hand) < 5


def after_a_meld(table: Table, hand: Hand) -> bool:
    return value.worth(hand) < 5 and table.draws < 3


KNOCK_IN_A_TURN: Final = replace(knock.KNOCK_MOVE, during=(Drawing, Melding))


def when_the_next_turn_has_begun() -> AnySpoken:
    """The seat whose turn is over knocks in the turn of the next."""

    def may(state: State, actor: Actor, action: Any) -> bool:
        if not isinstance(state, Drawing | Melding) or not isinstance(action, Knock):
            return False
        return actor == (state.table.mover - 1) % state.table.seats

    return changes.with_another_move(whoever_acts(SPOKEN, may), KNOCK_IN_A_TURN)


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


def asked_in_view_if_able(seen: Told, rules: Rules, state: State) -> Told:
    """A view names a seat to act only where it could knock."""
    if not isinstance(state, Knocking):
        return seen
    able = [seat for seat in seen["to_act"] if could_knock(rules, state.table, seat)]
    return {**seen, "to_act": able}


def phase_tells(seen: Told, rules: Rules, state: State) -> Told:
    """In a view it is the next seat's turn where the last one could not knock."""
    if not isinstance(state, Knocking) or state.declined or value.worth(state.table.hand) < 5:
        return seen
    return {**seen, "phase": "draw"}


def empty_hand_knocks(rules: Rules, state: Knocking) -> State | None:
    empty = not state.table.hand and not state.declined
    return Decided(state.table, state.table.mover) if empty else None


def goes_on(rules: Rules, state: Knocking, seat: Seat, action: Knock) -> State:
    """After a knock the others have their turns."""
    table = state.table
    return TurnBegins(change(table, mover=Seat((seat + 1) % table.seats), draws=0))


def after_the_end() -> AnySpoken:
    """Any seat draws when the hand is over."""

    def makes(rules: Rules, state: Over, seat: Seat, action: Draw) -> State:
        return draw.draw_first.makes(rules, Drawing(change(state.table, mover=seat)), seat, action)

    spoken = whoever_acts(
        SPOKEN, lambda state, actor, action: isinstance(state, Over) and actor != CHANCE
    )
    move = replace(draw.DRAW_FIRST, during=(Over,))
    return done(changes.with_another_move(spoken, move), move, makes)


# ── the stock ────────────────────────────────────────────────────────────────────────────────────


def over_with_the_last_card(rules: Rules, state: Melding, seat: Seat, action: Draw) -> State:
    after = draw.draw_again.makes(rules, state, seat, action)
    return after if after.table.stock else Decided(after.table, None)


def turn_is_stuck(rules: Rules, state: Melding, seat: Seat, action: Decline) -> bool:
    """Who finds the stock empty must not decline."""
    return state.table.draws == 3


def nothing_drawn() -> AnySpoken:
    """A draw from an empty stock is a draw without a card."""

    def draw_again(rules: Rules, state: Melding, seat: Seat, action: Draw) -> State:
        if state.table.stock:
            return draw.draw_again.makes(rules, state, seat, action)
        return Knocking(change(state.table, draws=state.table.draws + 1))

    usual = draw.DRAW_AGAIN
    return done(changes.with_move(SPOKEN, usual, replace(usual, exists=())), usual, draw_again)


# ── views ────────────────────────────────────────────────────────────────────────────────────────


def first_hand_only(seen: Told, rules: Rules, state: State) -> Told:
    return {**seen, "revealed": seen["revealed"][:1]}


def hands_open(seen: Told, rules: Rules, state: State) -> Told:
    table = table_of(state)
    return seen if table is None else {**seen, "revealed": [*map(write_pile, table.hands)]}


def own_size_only(seen: Told, rules: Rules, state: State) -> Told:
    sizes = [size if seat == seen["seat"] else 0 for seat, size in enumerate(seen["hand_sizes"])]
    return {**seen, "hand_sizes": sizes}


def leaks(secret: Callable[[Table], tuple[Card, ...]]) -> AnySpoken:
    """Every view shows these cards in a field of its own."""

    def shown(seen: Told, rules: Rules, state: State) -> Told:
        table = table_of(state)
        return {**seen, "note": [] if table is None else write_pile(secret(table))}

    return seen_as(SPOKEN, shown)


# ── the score of a hand ──────────────────────────────────────────────────────────────────────────

Left: TypeAlias = tuple[int, ...]
Seats: TypeAlias = tuple[Seat, ...]
Count: TypeAlias = Callable[[Rules, int, Melds, Hand], int]


def usual_outcome(rules: Rules, result: Result, ledger: Ledger) -> Told:
    """What is told of a hand, as it is written."""
    return write_record(settlement(rules, result, ledger))


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How a hand is scored, and what is told of it: as by the reference where nothing is said."""

    count: Count = score.deadwood
    winners: Callable[[Rules, Seat | None, Left], Seats] = score.winners
    lines: Callable[[Rules, Showing, Seat, int], Iterable[ReceiptLine]] = score.scored
    boxes: Callable[[Rules, Showing], tuple[int, ...]] = match.boxes_won
    entered: Callable[[Ledger, Result], Ledger] = match.entered
    outcome: Callable[[Rules, Result, Ledger], Told] = usual_outcome

    def settle(
        self, rules: Rules, knocker: Seat | None, hands: tuple[Hand, ...], melds: Melds
    ) -> Result:
        """The result of a hand that has ended so."""
        seats = [*map(Seat, range(len(hands)))]
        packs = rules.size.packs(len(hands))
        left = tuple(self.count(rules, packs, melds, hand) for hand in hands)
        showing = Showing(knocker, hands, left, self.winners(rules, knocker, left))
        boxes = self.boxes(rules, showing)
        lines = [each for seat in seats for each in self.lines(rules, showing, seat, boxes[seat])]
        points = tuple(sum(each.points for each in lines if each.winner == seat) for seat in seats)
        receipt = tuple(each for each in lines if each.points)
        return Result(knocker, showing.winners, left, receipt, points, boxes)

    def comes(self, rules: Rules, state: Decided) -> Over:
        """The hand is over and scored."""
        table = state.table
        result = self.settle(rules, state.knocker, table.hands, table.melds)
        return Over(change(table, draws=0, ledger=self.entered(table.ledger, result)), result)

    def told(self, told: Told, rules: Rules, state: Over) -> Told:
        """The result of the hand as it is told."""
        return {**told, **self.outcome(rules, state.result, state.table.ledger)}

    def answer(self, right: JSON, rules: Rules, asked: AskSettle) -> JSON:
        """What comes of a hand whose end is stated."""
        result = self.settle(rules, asked.knocker, asked.hands, asked.table)
        none = (0,) * len(asked.hands)
        before = Ledger(asked.scores or none, asked.boxes or none)
        return self.outcome(rules, result, self.entered(before, result))


def scored(**parts: Any) -> AnySpoken:
    """Some of the score is made otherwise."""
    otherwise = Score(**parts)
    spoken = follows(SPOKEN, score.show_and_score, otherwise.comes)
    return asked(told_as(spoken, otherwise.told), "settle", otherwise.answer)


def winners_are(won: Callable[[Seat, Left, Seats], Seats]) -> AnySpoken:
    """Of a knocker, what is left in the hands, and the right winners these have won."""

    def winners(rules: Rules, knocker: Seat | None, left: Left) -> Seats:
        right = score.winners(rules, knocker, left)
        return right if knocker is None else won(knocker, left, right)

    return scored(winners=winners)


def knocker_wins(knocker: Seat, left: Left, right: Seats) -> Seats:
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


def last_of_a_tie(knocker: Seat, left: Left, right: Seats) -> Seats:
    return right[-1:]


def next_after_the_knocker(knocker: Seat, left: Left, right: Seats) -> Seats:
    after = sorted(right, key=lambda seat: (seat - knocker - 1) % len(left))
    return tuple(after[:1])


def nobody_of_a_tie(knocker: Seat, left: Left, right: Seats) -> Seats:
    return right if len(right) == 1 else ()


def highest_wins(knocker: Seat, left: Left, right: Seats) -> Seats:
    return tuple(Seat(seat) for seat, count in enumerate(left) if count == max(left))


def undercut_by_two_points_only(knocker: Seat, left: Left, right: Seats) -> Seats:
    """Who has a point less than the knocker has not undercut it."""
    return (knocker,) if min(left) >= left[knocker] - 1 else right


def undercut_by_a_point_more(knocker: Seat, left: Left, right: Seats) -> Seats:
    others = [count for seat, count in enumerate(left) if seat != knocker]
    if min(others) > left[knocker] + 1:
        return right
    seats = (Seat(seat) for seat, count in enumerate(left) if count == min(others))
    return tuple(seat for seat in seats if seat != knocker)


def lines_are(line: Callable[[Showing, ReceiptLine], ReceiptLine | None]) -> AnySpoken:
    """Each line of a receipt is this instead, or is left out."""

    def lines(rules: Rules, showing: Showing, seat: Seat, boxes: int) -> list[ReceiptLine]:
        changed = (line(showing, each) for each in score.scored(rules, showing, seat, boxes))
        return [each for each in changed if each is not None]

    return scored(lines=lines)


def undercut_bonus(bonus: Callable[[Showing, Seat, int], int]) -> AnySpoken:
    """A seat has this for undercutting, told what it should have."""

    def line(showing: Showing, each: ReceiptLine) -> ReceiptLine:
        if each.clause != "carousel.score.undercut-bonus":
            return each
        return replace(each, points=bonus(showing, each.winner, each.points))

    return lines_are(line)


def points_for_undercutting(number: int) -> AnySpoken:
    """Who undercuts has so many points for it."""
    return undercut_bonus(lambda showing, seat, usual: number if usual else 0)


def points_for_nothing(number: int) -> AnySpoken:
    """Who has an empty hand has so many points for it."""

    def line(showing: Showing, each: ReceiptLine) -> ReceiptLine:
        if each.clause != "carousel.score.zero-bonus" or not each.points:
            return each
        return replace(each, points=number)

    return lines_are(line)


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


def zero_bonus(has: Callable[[Showing, Seat], bool]) -> AnySpoken:
    """A seat has the bonus for an empty hand where this holds."""

    def line(showing: Showing, each: ReceiptLine) -> ReceiptLine:
        if each.clause != "carousel.score.zero-bonus":
            return each
        return replace(each, points=25 * has(showing, each.winner))

    return lines_are(line)


def nobody(showing: Showing, seat: Seat) -> bool:
    return False


def every_empty_hand(showing: Showing, seat: Seat) -> bool:
    return bool(showing.winners) and not showing.hands[seat]


def every_winner(showing: Showing, seat: Seat) -> bool:
    return seat in showing.winners


def empty_knocker(showing: Showing, seat: Seat) -> bool:
    return seat in showing.winners and seat == showing.knocker and not showing.hands[seat]


def differences_are(of: Callable[[Showing, ReceiptLine], ReceiptLine | None]) -> AnySpoken:
    """Each line of a winner's differences is this instead, or is left out."""

    def line(showing: Showing, each: ReceiptLine) -> ReceiptLine | None:
        return of(showing, each) if each.clause.endswith("sum-of-differences") else each

    return lines_are(line)


def from_the_knocker(showing: Showing, line: ReceiptLine) -> ReceiptLine | None:
    return line if line.counted == showing.knocker or not showing.undercut else None


def not_from_the_last_seat(showing: Showing, line: ReceiptLine) -> ReceiptLine | None:
    last = max(Seat(seat) for seat in range(len(showing.hands)) if seat != line.winner)
    return None if line.counted == last and len(showing.hands) > 2 else line


def in_full(showing: Showing, line: ReceiptLine) -> ReceiptLine | None:
    return replace(line, points=showing.left[line.counted])


def split(showing: Showing, line: ReceiptLine) -> ReceiptLine | None:
    return replace(line, points=line.points // len(showing.winners))


def not_from_the_first_seat(showing: Showing, line: ReceiptLine) -> ReceiptLine | None:
    first = min(Seat(seat) for seat in range(len(showing.hands)) if seat != line.winner)
    return None if line.counted == first and len(showing.hands) > 2 else line


def differences_off(more: int) -> AnySpoken:
    """Each difference is so much more than it should be."""
    return differences_are(lambda showing, line: replace(line, points=line.points + more))


def losers_score(rules: Rules, showing: Showing, seat: Seat, boxes: int) -> list[ReceiptLine]:
    """Every seat scores what others have more."""
    lost = bool(showing.winners) and seat not in showing.winners
    more = score.differences(rules, showing, seat) if lost else ()
    return [*score.scored(rules, showing, seat, boxes), *more]


def box_for_the_lowest(rules: Rules, showing: Showing) -> tuple[int, ...]:
    """Who has least when the stock is gone has won a hand."""
    if showing.knocker is None:
        return tuple(int(count == min(showing.left)) for count in showing.left)
    return match.boxes_won(rules, showing)


def count_as(count: Count) -> AnySpoken:
    """A hand counts so much."""

    def holds(rules: Rules, state: Knocking, seat: Seat, action: Knock) -> bool:
        table = state.table
        packs = rules.size.packs(table.seats)
        return count(rules, packs, table.melds, table.hands[seat]) < 5

    def answer(right: JSON, rules: Rules, asked: AskDeadwood) -> int:
        return count(rules, 2, asked.table, asked.hand)

    spoken = judged_by(scored(count=count), "carousel.knock.threshold", holds)
    return asked(spoken, "deadwood", answer)


def without_own_melds(rules: Rules, packs: int, melds: Melds, hand: Hand) -> int:
    return value.worth(hand) - search.most_points(rules, 2, (), hand)


def without_what_fits(rules: Rules, packs: int, melds: Melds, hand: Hand) -> int:
    return value.worth(hand) - search.most_points(rules, 2, melds, hand)


def greedy_count(rules: Rules, packs: int, melds: Melds, hand: Hand) -> int:
    """Where melds in a hand do not count, those that are found first are left out."""
    scope = rules.knock.deadwood_scope
    if scope == "all_hand_cards":
        return value.worth(hand)
    found = greedy(() if scope == "own_melds_exempt" else melds, hand, By.POINTS)
    return value.worth(hand) - (0 if found is None else found.points)


def priced(worth: Callable[[Card], int]) -> AnySpoken:
    """A card counts so much."""
    return count_as(lambda rules, packs, melds, hand: sum(map(worth, hand)))


def count_off(more: int) -> AnySpoken:
    """A hand counts so much more than it should."""
    return count_as(
        lambda rules, packs, melds, hand: count_of(more, score.deadwood(rules, packs, melds, hand))
    )


def joker_at(number: int) -> AnySpoken:
    return priced(lambda card: number if card == JOKER else points(card))


def ace_at_eleven(card: Card) -> int:
    return 11 if card != JOKER and rank(card) == 0 else price(card)


def ace_at_fifteen(card: Card) -> int:
    return 15 if rank(card) == 0 else price(card)


def court_by_rank(card: Card) -> int:
    return price(card) if card == JOKER else rank(card) + 1


# ── the match ────────────────────────────────────────────────────────────────────────────────────


def forgotten(made: Callable[[Ledger, Ledger], Ledger]) -> AnySpoken:
    """Something of the match before the last hand is forgotten."""

    def entered(ledger: Ledger, result: Result) -> Ledger:
        return made(match.entered(ledger, result), Ledger(result.points, result.boxes))

    return follows(SPOKEN, score.show_and_score, Score(entered=entered).comes)


def is_over(over: Callable[[Rules, Ledger], bool], spoken: AnySpoken = SPOKEN) -> AnySpoken:
    """Another hand is dealt unless the match is over by this."""

    def still(rules: Rules, state: State) -> State:
        """The match where it stands, but for the scores that end it."""
        if not isinstance(state, Over):
            return state
        first = 150 if over(rules, state.table.ledger) else 0
        ledger = Ledger((first, *(0,) * (state.table.seats - 1)), state.table.ledger.boxes)
        return replace(state, table=change(state.table, ledger=ledger))

    def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
        return turn.actors(rules, still(rules, state))

    def not_to_act(rules: Rules, state: State, actor: Actor, action: Any) -> tuple[str, ...]:
        return turn.not_to_act(rules, still(rules, state), actor, action)

    return replace(spoken, game=replace(spoken.game, actors=actors, not_to_act=not_to_act))


def ended_by(finishers: Callable[[Rules, Ledger], Seats]) -> AnySpoken:
    """These end a match, and it goes on as long as there are none."""

    def outcome(rules: Rules, result: Result, ledger: Ledger) -> Told:
        first = finishers(rules, ledger)
        bonus = match.game_bonus(rules, len(first)) if first else 0
        boxes = [] if match.boxes_count_at_once(rules) else [BOX_BONUS * n for n in ledger.boxes]
        scores = zip(ledger.scores, boxes or [0] * ledger.seats, strict=True)
        totals = [score + box + bonus * (seat in first) for seat, (score, box) in enumerate(scores)]
        highest = [seat for seat, total in enumerate(totals) if total == max(totals)]
        by_total = rules.match.match_winner == "highest_total"
        return {
            **usual_outcome(rules, result, ledger),
            "match_over": bool(first),
            "match_winners": (highest if by_total else [*first]) if first else [],
            "totals": totals if first else [],
        }

    def seen(told: Told, rules: Rules, state: State) -> Told:
        over = isinstance(state, Over) and bool(finishers(rules, state.table.ledger))
        return {**told, "match_over": over}

    over = is_over(lambda rules, ledger: bool(finishers(rules, ledger)), scored(outcome=outcome))
    return seen_as(over, seen)


def at_target(target: int) -> Callable[[Rules, Ledger], Seats]:
    """The highest score ends a match if it is so high."""

    def finishers(rules: Rules, ledger: Ledger) -> Seats:
        highest = max(ledger.scores)
        ahead = (Seat(seat) for seat, score in enumerate(ledger.scores) if score == highest)
        return tuple(ahead) if highest >= target else ()

    return finishers


def outcome_with(change: Callable[[Result, Ledger, Told], Told]) -> AnySpoken:
    """When a match is over, this is told of it."""

    def outcome(rules: Rules, result: Result, ledger: Ledger) -> Told:
        told = usual_outcome(rules, result, ledger)
        return change(result, ledger, told) if told["match_over"] else told

    return scored(outcome=outcome)


def winners_told(told_of: Callable[[list[int]], list[int]]) -> AnySpoken:
    """Of the right winners of a match these are told."""
    return outcome_with(
        lambda result, ledger, told: {**told, "match_winners": told_of(told["match_winners"])}
    )


def match_won_by(won: Callable[[Result, Ledger, list[int]], Sequence[Seat | None]]) -> AnySpoken:
    """Of the last result, the scores and the totals these have won the match."""
    return outcome_with(
        lambda result, ledger, told: {
            **told,
            "match_winners": [*won(result, ledger, told["totals"])],
        }
    )


def highest_total(result: Result, ledger: Ledger, totals: list[int]) -> Seats:
    return tuple(Seat(seat) for seat, total in enumerate(totals) if total == max(totals))


def all_above(result: Result, ledger: Ledger, totals: list[int]) -> Seats:
    return tuple(Seat(seat) for seat, score in enumerate(ledger.scores) if score >= 150)


def last_above(result: Result, ledger: Ledger, totals: list[int]) -> Seats:
    return all_above(result, ledger, totals)[-1:]


def first_above(result: Result, ledger: Ledger, totals: list[int]) -> Seats:
    return all_above(result, ledger, totals)[:1]


def totals_are(made: Callable[[Ledger, Seats], Iterable[int]]) -> AnySpoken:
    """The bonuses at the end of a match are these, for a ledger and who has ended the match."""

    def changed(result: Result, ledger: Ledger, told: Told) -> Told:
        bonuses = made(ledger, match.finishers(Rules(), ledger))
        return {**told, "totals": [*map(sum, zip(ledger.scores, bonuses, strict=True))]}

    return outcome_with(changed)


def totals_off(more: Callable[[Rules, Ledger], Sequence[int]]) -> AnySpoken:
    """When a match is over, each total is so much more than it should be."""

    def outcome(rules: Rules, result: Result, ledger: Ledger) -> Told:
        told = usual_outcome(rules, result, ledger)
        if not told["match_over"]:
            return told
        added = zip(told["totals"], more(rules, ledger), strict=True)
        return {**told, "totals": [*map(sum, added)]}

    return scored(outcome=outcome)


def game_bonus_off(more: int) -> AnySpoken:
    """The game bonus is so much more."""

    def by_seat(rules: Rules, ledger: Ledger) -> list[int]:
        first = match.finishers(rules, ledger)
        paid = match.game_bonus(rules, len(first)) > 0
        return [more * (paid and seat in first) for seat in range(ledger.seats)]

    return totals_off(by_seat)


def boxes_off(more: int) -> AnySpoken:
    """Each box that counts at the end is worth so much more."""

    def by_seat(rules: Rules, ledger: Ledger) -> list[int]:
        late = not match.boxes_count_at_once(rules)
        return [more * late * won for won in ledger.boxes]

    return totals_off(by_seat)


def no_boxes(ledger: Ledger, first: Seats) -> Iterable[int]:
    return [GAME_BONUS * (seat in first) for seat in range(ledger.seats)]


def no_game_bonus(ledger: Ledger, first: Seats) -> Iterable[int]:
    return [BOX_BONUS * won for won in ledger.boxes]


def boxes_of_finishers(ledger: Ledger, first: Seats) -> Iterable[int]:
    return [
        (GAME_BONUS + BOX_BONUS * won) * (seat in first) for seat, won in enumerate(ledger.boxes)
    ]


def game_bonus_by_total(ledger: Ledger, first: Seats) -> Iterable[int]:
    added = [score + BOX_BONUS * won for score, won in zip(*parts(ledger), strict=True)]
    return [
        BOX_BONUS * won + GAME_BONUS * (total == max(added))
        for won, total in zip(ledger.boxes, added, strict=True)
    ]


def game_bonus_above(ledger: Ledger, first: Seats) -> Iterable[int]:
    return [
        BOX_BONUS * won + GAME_BONUS * (score >= 150)
        for score, won in zip(*parts(ledger), strict=True)
    ]


def boxes_in_any_case(ledger: Ledger, first: Seats) -> Iterable[int]:
    return [BOX_BONUS * won + GAME_BONUS * (seat in first) for seat, won in enumerate(ledger.boxes)]


def parts(ledger: Ledger) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return ledger.scores, ledger.boxes


# ── the table ────────────────────────────────────────────────────────────────────────────────────

LAYING: Final = rearrange.REARRANGE
PASSING: Final = turn.pass_the_turn
MISTAKES: Final = (
    # melds
    Mistake("two cards", "two-card-meld", also(two_cards)),
    Mistake("a run of two", "two-card-meld", also(run_of_two)),
    Mistake("a set of two", "two-card-meld", also(set_of_two)),
    Mistake("a suit twice in a set", "like-suits-in-a-set", also(like_suits)),
    Mistake("five cards in a set", "set-too-large", also(five_cards)),
    Mistake("a set of equal points", "set-by-points", also(equal_points)),
    Mistake("two melds as one", "joined-melds", also(two_melds)),
    Mistake("round the corner", "ace-wraps-round", also(round_the_corner)),
    Mistake("a joker round the corner", "ace-in-the-middle", also(round_the_corner)),
    Mistake("a gap in a run", "gap-in-run", also(with_a_gap)),
    Mistake("a run of any suits", "mixed-suit-run", also(of_any_suits)),
    Mistake("no ace above the king", "ace-high-refused", unless(ace_above_king)),
    Mistake("no ace below the two", "ace-low-refused", unless(ace_below_two)),
    Mistake("ten cards at most", "run-length-capped", unless(more_than_ten)),
    Mistake(
        "fourteen cards in any case",
        "run-longer-than-suit",
        by_reading("seq.ace_both_ends", "both_ends"),
    ),
    Mistake("joker refused", "joker-refused", melds_are(no_joker)),
    Mistake("joker fits anything", "joker-fits-anything", melds_are(joker_fits)),
    Mistake("joker without a suit", "joker-without-suit", melds_are(joker_of_any_suit)),
    Mistake(
        "joker without a name",
        "unnamed-joker-accepted",
        melds_are(bare_joker_fits, rearranged("joker.declare")),
    ),
    # on the table
    Mistake("hand as a set", "copies-confused", rearranged("rearrange.from-hand", held_as_set)),
    Mistake("table as a set", "copies-confused", rearranged("rearrange.as-named", table_as_set)),
    Mistake(
        "like cards leave together",
        "copies-confused",
        done(SPOKEN, LAYING, like_cards_leave_together),
    ),
    Mistake("like melds are one", "copies-confused", done(SPOKEN, LAYING, like_melds_are_one)),
    Mistake("like cards seen once", "copies-confused", seen_as(SPOKEN, like_cards_once_in_view)),
    Mistake(
        "a card in two melds", "card-in-two-melds", rearranged("rearrange.as-named", table_as_set)
    ),
    Mistake("card of another", "foreign-card-used", rearranged("rearrange.from-hand")),
    Mistake("card from nowhere", "table-changed-unnamed", rearranged("rearrange.as-named")),
    Mistake("table card gone", "table-card-taken", rearranged("rearrange.no-pickup")),
    Mistake(
        "table card to the hand", "table-card-taken", table_cards_to_the_hand("rearrange.no-pickup")
    ),
    Mistake(
        "nothing played", "empty-rearrangement-accepted", rearranged("rearrange.needs-hand-card")
    ),
    Mistake(
        "old melds not judged",
        "only-touched-melds-judged",
        rearranged("rearrange.end-valid", only_melds_that_grow),
    ),
    Mistake(
        "a short meld left",
        "short-meld-left",
        rearranged("rearrange.end-valid", only_melds_that_grow),
    ),
    Mistake("cards only added", "table-cards-fixed", demanded(old_melds_whole)),
    Mistake("melds not joined", "melds-cannot-be-joined", demanded(no_fewer_melds)),
    Mistake("one new meld", "one-meld-a-turn", demanded(one_more_meld)),
    Mistake("runs not parted", "middle-of-a-run-refused", demanded(runs_not_parted)),
    Mistake("one card moves", "one-move-at-a-time", demanded(one_card_moves)),
    # jokers
    Mistake("renamed at will", "identity-not-fixed", rearranged("joker.keeps-identity")),
    Mistake("never freed", "joker-frozen", keeps_unless(never_freed)),
    Mistake("never moved", "joker-frozen", demanded(joker_stays_in_its_meld)),
    Mistake("freed by the table only", "hand-natural-refused", keeps_unless(by_the_table)),
    Mistake("freed by the hand only", "table-natural-refused", keeps_unless(by_the_hand)),
    Mistake("freed by any of the rank", "any-natural-frees", keeps_unless(by_any_of_the_rank)),
    Mistake("freed from its place", "natural-tied-to-the-place", keeps_unless(by_one_in_its_place)),
    Mistake(
        "one freed",
        "one-joker-freed-only",
        by_reading("joker.one_natural_frees_two", "one_per_natural"),
    ),
    Mistake("forced out", "natural-forces-the-joker-out", demanded(natural_without_joker)),
    Mistake("must leave its meld", "another-meld-demanded", demanded(freed_joker_leaves)),
    Mistake("ace at one end", "ace-tied-to-its-end", demanded(ace_stays_at_its_end)),
    Mistake("back to the hand", "freed-joker-to-hand", table_cards_to_the_hand("joker.no-return")),
    Mistake("name hidden", "joker-name-hidden", seen_as(SPOKEN, names_hidden)),
    Mistake("shown as naturals", "joker-name-hidden", seen_as(SPOKEN, jokers_as_naturals)),
    # what can be played
    Mistake("greedy", "best-too-few", best_is(greedy)),
    Mistake("greedy with a full table", "table-cards-fixed", best_is(greedy)),
    Mistake("playable by laying off", "best-not-playable", best_is(greedy)),
    Mistake("points for cards", "best-by-the-other-measure", best_is(other_measure)),
    Mistake("cards for points", "best-by-the-wrong-measure", best_is(other_measure)),
    Mistake("without jokers", "best-without-jokers", best_is(without_jokers)),
    Mistake("freed joker missed", "best-misses-the-freed-joker", best_is(freed_joker_missed)),
    Mistake("bound joker renamed", "best-renames-a-bound-joker", best_is(bound_joker_renamed)),
    Mistake("legal by laying off", "legal-list-incomplete", legal_is(by_laying_off)),
    Mistake("legal with any cards", "legal-list-incomplete", legal_is(with_any_cards)),
    Mistake("knock listed", "legal-list-incomplete", knock_always_listed()),
    # turns
    Mistake("turn goes on", "turn-goes-on-after-melding", turn_goes_on()),
    Mistake("turn goes on after a meld", "turn-goes-on-after-a-meld", turn_goes_on()),
    Mistake(
        "meld after the third",
        "meld-after-third-draw",
        done(SPOKEN, draw.DRAW_AGAIN, meld_after_third),
    ),
    Mistake("fourth card", "fourth-draw", draws(4)),
    Mistake("two cards end a turn", "meld-refused-in-time", draws(2)),
    Mistake("no third card", "pass-accepted", no_third_card()),
    Mistake("no meld after the first", "meld-refused-in-time", demanded(not_after_the_first)),
    Mistake("pass", "pass-accepted", judged_by(SPOKEN, "carousel.draw.no-pass")),
    Mistake(
        "pass near the end", "pass-with-cards-left", judged_by(SPOKEN, "carousel.draw.no-pass")
    ),
    Mistake("all must be melded", "meld-forced", by_reading("meld.meld_amount", "maximum")),
    Mistake("drawn from below", "stock-drawn-from-below", from_below()),
    Mistake("meld before drawing", "action-before-drawing", undrawn()),
    Mistake("out of turn", "out-of-turn-action", whoever_acts(SPOKEN, lambda *of: True)),
    Mistake("two turns in a row", "turn-not-passed", turn_passes(0)),
    Mistake("backwards", "turn-goes-backwards", turn_passes(-1)),
    Mistake("draws kept", "draws-not-told", follows(SPOKEN, PASSING, draws_kept)),
    Mistake(
        "empty hand skipped", "empty-hand-skipped", follows(SPOKEN, PASSING, empty_hand_skipped)
    ),
    Mistake("dealer begins", "wrong-first-seat", laid_out(dealer_begins)),
    Mistake("old table kept", "table-kept", laid_out(old_table_kept)),
    Mistake(
        "old table kept after a knock", "table-kept-for-the-next-hand", laid_out(old_table_kept)
    ),
    Mistake("dealer stays", "wrong-next-dealer", dealer_is(same_dealer)),
    Mistake(
        "dealer of a void hand stays", "wrong-next-dealer", dealer_is(same_dealer_after_a_void_hand)
    ),
    Mistake("seat 0 deals", "dealer-always-seat-0", seat_0_deals(SPOKEN)),
    Mistake(
        "seat 0 is served last",
        "dealer-always-seat-0",
        dealt_to(lambda dealer, seats: left_of(0, seats)),
    ),
    Mistake("dealt in packets", "packets-dealt", dealt_to(left_of, packets=True)),
    Mistake("dealt backwards", "deal-goes-backwards", dealt_to(right_of)),
    Mistake("dealer served first", "dealer-served-first", dealt_to(dealer_first)),
    Mistake("winner deals", "winner-deals", dealer_is(winner_deals)),
    Mistake("any jokers", "wrong-number-of-jokers", deck_is(any_jokers)),
    Mistake("any packs", "wrong-number-of-packs", deck_is(any_packs)),
    Mistake("each card once", "torn-deal-accepted", deck_is(each_card_once_at_least)),
    Mistake("nine or eleven cards", "hand-size-off-by-one", hands_of(nearly_ten)),
    Mistake("uneven hands", "uneven-deal-accepted", hands_of(nearly_ten)),
    Mistake("hands of any size", "hand-size-of-another-game", hands_of(all_alike)),
    Mistake("deal in a hand", "deal-during-hand", hand_given_up()),
    # knocks
    Mistake("at five", "knock-at-five", knock_if(below(6))),
    Mistake("not at four", "four-refused", knock_if(below(4))),
    Mistake("by cards", "knock-by-number-of-cards", knock_if(four_cards_at_most)),
    Mistake("after a meld only", "knock-only-after-a-meld", knock_if(after_a_meld)),
    Mistake("by anybody", "knock-by-anyone", whoever_acts(SPOKEN, any_seat_knocks)),
    Mistake("in a turn", "knock-in-a-turn", changes.with_another_move(SPOKEN, KNOCK_IN_A_TURN)),
    Mistake("too late", "late-knock", when_the_next_turn_has_begun()),
    Mistake("asked if able", "knock-asked-only-if-possible", follows(SPOKEN, PASSING, not_asked)),
    Mistake(
        "asked below five", "knock-offered-below-five-only", follows(SPOKEN, PASSING, not_asked)
    ),
    Mistake(
        "view asks if able", "knock-asked-only-if-possible", seen_as(SPOKEN, asked_in_view_if_able)
    ),
    Mistake(
        "phase tells who is able", "knock-asked-only-if-possible", seen_as(SPOKEN, phase_tells)
    ),
    Mistake("never asked", "knock-window-skipped", follows(SPOKEN, PASSING, never_asked)),
    Mistake(
        "by itself",
        "knock-by-itself",
        follows(SPOKEN, knock.knock_with_an_empty_hand, empty_hand_knocks),
    ),
    Mistake("hand goes on", "melding-after-a-knock", done(SPOKEN, knock.KNOCK_MOVE, goes_on)),
    Mistake("action after the end", "act-after-end", after_the_end()),
    # views
    Mistake("hands hidden", "hands-not-shown", not_told(SPOKEN, "revealed")),
    Mistake("one hand shown", "hands-not-shown", seen_as(SPOKEN, first_hand_only)),
    Mistake("hands open", "hand-shown-too-soon", seen_as(SPOKEN, hands_open)),
    Mistake("sizes hidden", "sizes-hidden", seen_as(SPOKEN, own_size_only)),
    Mistake(
        "draws hidden", "draws-not-told", seen_as(SPOKEN, lambda seen, *of: {**seen, "draws": 0})
    ),
    Mistake("drawn card shown", "hidden-card-leaked", leaks(lambda table: table.hand)),
    Mistake("next card shown", "hidden-card-leaked", leaks(lambda table: table.stock[:1])),
    # without a stock
    Mistake(
        "over with the last card",
        "dead-without-stock",
        done(SPOKEN, draw.DRAW_AGAIN, over_with_the_last_card),
    ),
    Mistake(
        "no knock with the last card",
        "short-stock-stuck",
        done(SPOKEN, draw.DRAW_AGAIN, over_with_the_last_card),
    ),
    Mistake(
        "stuck", "short-stock-stuck", judged_by(SPOKEN, "carousel.draw.no-pass", turn_is_stuck)
    ),
    Mistake("nothing drawn", "draw-from-empty-stock", nothing_drawn()),
    Mistake("played on", "void-scored", by_reading("stock.stock_exhausted", "play_on")),
    Mistake("lowest wins", "void-scored", by_reading("stock.stock_exhausted", "showdown")),
    Mistake("box for the lowest", "void-takes-a-box", scored(boxes=box_for_the_lowest)),
    # scores
    Mistake("knocker wins", "knocker-always-wins", winners_are(knocker_wins)),
    Mistake("knocker wins ties", "tie-to-knocker", winners_are(knocker_wins_ties)),
    Mistake("ties are shared", "tie-shared-with-knocker", winners_are(ties_are_shared)),
    Mistake("first of a tie", "tie-to-first-seat", winners_are(first_of_a_tie)),
    Mistake("all undercutters", "all-undercutters-win", winners_are(all_undercutters)),
    Mistake("first undercutter", "first-undercutter-wins", winners_are(first_undercutter)),
    Mistake("undercut by a point more", "undercut-too-soon", winners_are(undercut_by_a_point_more)),
    Mistake("no ten points", "undercut-bonus-forgotten", undercut_bonus(no_bonus)),
    Mistake("ten points for all", "undercut-bonus-to-all", undercut_bonus(ten_for_all_others)),
    Mistake("ten points from each", "undercut-bonus-to-all", undercut_bonus(ten_for_each_other)),
    Mistake(
        "ten points for the knocker",
        "undercut-bonus-to-the-knocker",
        undercut_bonus(ten_for_a_knocker_too),
    ),
    Mistake(
        "ten without a knock", "undercut-bonus-without-knock", undercut_bonus(ten_without_a_knock)
    ),
    Mistake("no bonus for nothing", "zero-bonus-forgotten", zero_bonus(nobody)),
    Mistake("bonus for a loser", "zero-bonus-for-a-loser", zero_bonus(every_empty_hand)),
    Mistake("bonus for every winner", "zero-bonus-for-every-winner", zero_bonus(every_winner)),
    Mistake("bonus for the knocker", "zero-bonus-for-the-knocker-only", zero_bonus(empty_knocker)),
    Mistake(
        "one bonus", "bonuses-not-stacked", by_reading("score.zero_with_undercut", "zero_only")
    ),
    Mistake(
        "from the knocker", "undercut-from-the-knocker-only", differences_are(from_the_knocker)
    ),
    Mistake("one left out", "one-opponent-forgotten", differences_are(not_from_the_last_seat)),
    Mistake("in full", "own-deadwood-not-taken-off", differences_are(in_full)),
    Mistake("split", "tied-points-split", differences_are(split)),
    Mistake("losers score", "losers-score", scored(lines=losers_score)),
    Mistake("melds do not count", "melds-in-hand-exempt", count_as(without_own_melds)),
    Mistake("hidden melds do not count", "hidden-meld-not-counted", count_as(without_own_melds)),
    Mistake("laid off at the end", "laid-off-at-the-end", count_as(without_what_fits)),
    Mistake("first melds do not count", "greedy-arrangement", count_as(greedy_count)),
    Mistake("joker for nothing", "joker-worth-nothing", joker_at(0)),
    Mistake("joker at fifty", "joker-priced-otherwise", joker_at(50)),
    Mistake("ace at eleven", "ace-eleven", priced(ace_at_eleven)),
    Mistake("ace at fifteen", "ace-eleven", priced(ace_at_fifteen)),
    Mistake("ace at eleven in a hand", "ace-priced-otherwise", priced(ace_at_eleven)),
    Mistake("court cards by rank", "court-cards-by-rank", priced(court_by_rank)),
    # matches
    Mistake("target of 100", "target-too-low", ended_by(at_target(100))),
    Mistake("target of 151", "target-exclusive", ended_by(at_target(151))),
    Mistake("never over", "match-never-ends", ended_by(lambda rules, ledger: ())),
    Mistake("a hand more", "hand-after-match", is_over(lambda rules, ledger: False)),
    Mistake("highest total", "match-winner-by-total", match_won_by(highest_total)),
    Mistake("first above", "first-above-wins", match_won_by(first_above)),
    Mistake("all above", "both-win", match_won_by(all_above)),
    Mistake(
        "knocker of the last hand",
        "match-won-by-the-knocker",
        match_won_by(lambda result, *of: (result.knocker,)),
    ),
    Mistake("no game bonus", "game-bonus-forgotten", totals_are(no_game_bonus)),
    Mistake("game bonus by total", "game-bonus-follows-the-total", totals_are(game_bonus_by_total)),
    Mistake("game bonus for all above", "game-bonus-to-all-above", totals_are(game_bonus_above)),
    Mistake("no boxes", "box-bonus-forgotten", totals_are(no_boxes)),
    Mistake("boxes of the winner", "box-bonus-to-the-winner-only", totals_are(boxes_of_finishers)),
    Mistake("boxes twice", "boxes-counted-twice", totals_are(boxes_in_any_case)),
    Mistake("boxes at once", "boxes-counted-at-once", by_reading("match.box_timing", "per_hand")),
    Mistake(
        "scores forgotten",
        "scores-reset",
        forgotten(lambda ledger, last: replace(ledger, scores=last.scores)),
    ),
    Mistake(
        "boxes forgotten",
        "boxes-reset",
        forgotten(lambda ledger, last: replace(ledger, boxes=last.boxes)),
    ),
    # numbers off by one
    Mistake("joker at twenty-four", "joker-priced-otherwise", joker_at(24)),
    Mistake("joker at twenty-six", "joker-priced-otherwise", joker_at(26)),
    Mistake("joker at fifteen", "joker-priced-otherwise", joker_at(15)),
    Mistake("joker at twenty", "joker-priced-otherwise", joker_at(20)),
    Mistake("ace at nought", "ace-priced-otherwise", priced(ace_at(0, price))),
    Mistake("ace at two", "ace-priced-otherwise", priced(ace_at(2, price))),
    Mistake("court cards at nine", "court-cards-by-rank", priced(court_at(9, price))),
    Mistake("court cards at eleven", "court-cards-by-rank", priced(court_at(11, price))),
    Mistake("two to ten a point too low", None, priced(from_two_to_ten(-1, price))),
    Mistake("two to ten a point too high", None, priced(from_two_to_ten(1, price))),
    Mistake("a hand a point too high", None, count_off(1)),
    Mistake("a hand a point too low", None, count_off(-1)),
    Mistake("a difference a point too high", None, differences_off(1)),
    Mistake("a difference a point too low", None, differences_off(-1)),
    Mistake("first left out", "one-opponent-forgotten", differences_are(not_from_the_first_seat)),
    Mistake("nine points for undercutting", None, points_for_undercutting(9)),
    Mistake("eleven points for undercutting", None, points_for_undercutting(11)),
    Mistake("twenty-five points for undercutting", None, points_for_undercutting(25)),
    Mistake("ten points for nothing", None, points_for_nothing(10)),
    Mistake("twenty-four points for nothing", None, points_for_nothing(24)),
    Mistake("twenty-six points for nothing", None, points_for_nothing(26)),
    Mistake("game bonus of ninety-nine", None, game_bonus_off(-1)),
    Mistake("game bonus of a hundred and one", None, game_bonus_off(1)),
    Mistake("boxes of twenty-four", "box-bonus-forgotten", boxes_off(-1)),
    Mistake("boxes of twenty-six", "box-bonus-forgotten", boxes_off(1)),
    Mistake("boxes of twenty", "box-bonus-forgotten", boxes_off(-5)),
    Mistake("target of 149", "target-too-low", ended_by(at_target(149))),
    Mistake("undercut by two points only", None, winners_are(undercut_by_two_points_only)),
    # other seats
    Mistake("highest wins", None, winners_are(highest_wins)),
    Mistake("last of a tie", None, winners_are(last_of_a_tie)),
    Mistake("next after the knocker of a tie", None, winners_are(next_after_the_knocker)),
    Mistake("nobody of a tie", None, winners_are(nobody_of_a_tie)),
    Mistake("last above", None, match_won_by(last_above)),
    Mistake("first of the match winners", None, winners_told(lambda winners: winners[:1])),
    Mistake("last of the match winners", None, winners_told(lambda winners: winners[-1:])),
    Mistake(
        "nobody of the match winners",
        None,
        winners_told(lambda winners: winners if len(winners) == 1 else []),
    ),
    Mistake("second seat begins", "wrong-first-seat", laid_out(second_seat_begins)),
    Mistake("seat before the dealer begins", "wrong-first-seat", laid_out(seat_before_begins)),
    Mistake("deal goes right", "wrong-next-dealer", dealer_is(dealer_right)),
    Mistake("deal skips a seat", "wrong-next-dealer", dealer_is(dealer_two_on)),
    Mistake("loser deals", "wrong-next-dealer", dealer_is(loser_deals)),
    Mistake("a seat is skipped", None, turn_passes(2)),
)
SOUND: Final = {
    "melds": melds_are(manipulation.kind),
    "rearrangements": demanded(changes.anything),
    "jokers": keeps_unless(lambda state, action, card: as_cards(action.table)[card] > 0),
    "turns": follows(SPOKEN, PASSING, PASSING.comes),
    "winners": winners_are(lambda knocker, left, right: right),
    "outcomes": outcome_with(lambda result, ledger, told: told),
    "counts": count_as(score.deadwood),
    "end of a match": ended_by(match.finishers),
}
"""Rules that are replaced by themselves."""
