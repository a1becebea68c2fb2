"""Known mistakes of engines of Indian Chief."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Final, TypeAlias

from meldcheck.words.case import JSON
from meldspec.cards import Card, points, rank, suit, total
from meldspec.hands import Hand, without_all
from meldspec.indian_chief import (
    beggar,
    chief,
    doctor,
    match,
    poker,
    refill,
    restore,
    sheet,
    thief,
    turn,
)
from meldspec.indian_chief.lawyer import LAWYER_SUM
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import PokerAce, PokerTwoPack, Rules
from meldspec.indian_chief.poor import SPADES
from meldspec.indian_chief.questions import AskMeld, AskSettle, Settlement, declared
from meldspec.indian_chief.spoken import INDIAN_CHIEF
from meldspec.indian_chief.table import (
    Choose,
    Choosing,
    Claiming,
    Filling,
    Meld,
    Over,
    Reshuffling,
    Shown,
    State,
    Table,
    Target,
    lying,
    lying_cards,
    next_turn,
    table_of,
)
from meldspec.indian_chief.value import ACE
from meldspec.play import Chance, Seat
from meldspec.table import ReceiptLine, Reshuffle, opponents
from meldspec.wire import write_cards

from . import AnySpoken, Mistake, changes
from .changes import (
    Told,
    asked,
    dealer_first,
    done,
    follows,
    judged_by,
    left_of,
    right_of,
    seat_0_deals,
    seen_as,
    told_as,
)
from .prices import ace_at, count_of, court_at, from_two_to_ten

SPOKEN: Final[AnySpoken] = INDIAN_CHIEF

Shows: TypeAlias = tuple[Shown, ...]


def by_reading(name: str, reading: str) -> AnySpoken:
    return changes.by_reading(SPOKEN, name, reading)


# ── what melds score ─────────────────────────────────────────────────────────────────────────────


Scored: TypeAlias = Callable[[Rules, Shows, int, Seat], int]


def scores(box: Box, scored: Scored) -> AnySpoken:
    """A meld scores so."""
    return score_so({box: scored})


def score_so(scored: Mapping[Box, Scored]) -> AnySpoken:
    """These melds score so."""

    def line(rules: Rules, shown: Shows, turn: int, seat: Seat) -> ReceiptLine:
        entry = sheet.line(rules, shown, turn, seat)
        box = Box(shown[turn][seat].size)
        if box not in scored:
            return entry
        return replace(entry, points=scored[box](rules, shown, turn, seat))

    def sheets(rules: Rules, shown: Shows, seats: int) -> list[dict[str, int]]:
        filled: list[dict[Box, int]] = [{} for _ in range(seats)]
        for number, melds in enumerate(shown):
            for seat, meld in enumerate(melds):
                entry = line(rules, shown, number, Seat(seat))
                filled[seat][Box(meld.size)] = entry.points
        return [{box.name.lower(): one[box] for box in sorted(one)} for one in filled]

    def seen(told: Told, rules: Rules, state: State) -> Told:
        table = table_of(state)
        if table is None:
            return told
        filled = sheets(rules, table.shown, table.seats)
        return {**told, "sheets": filled, "scores": [sum(one.values()) for one in filled]}

    def result(told: Told, rules: Rules, state: Over) -> Told:
        table = state.table
        sums = [sum(one.values()) for one in sheets(rules, table.shown, table.seats)]
        winners = [seat for seat, made in enumerate(sums) if made == max(sums)]
        winner = winners[0] if len(winners) == 1 else None
        lines = [
            line(rules, table.shown, number, Seat(seat))
            for number in range(len(table.shown))
            for seat in range(table.seats)
        ]
        receipt = [
            {"clause": each.clause, "from": each.winner, "to": each.winner, "points": each.points}
            for each in lines
        ]
        made = {"winner": winner, "points": sums, "scores": sums, "match_winners": winners}
        return {**told, **made, "receipt": receipt}

    def answer(right: JSON, rules: Rules, asked: AskSettle) -> Settlement:
        shown = declared(asked)
        return Settlement(
            tuple(line(rules, (shown,), 0, Seat(seat)).points for seat in range(len(shown)))
        )

    return asked(seen_as(told_as(SPOKEN, result), seen), "settle", answer)


def meld_scores(box: Box, scored: Callable[[Meld], int]) -> AnySpoken:
    """A meld scores so, whatever else is shown."""
    return scores(box, lambda rules, shown, turn, seat: scored(shown[turn][seat]))


# ── the Indian Chief ─────────────────────────────────────────────────────────────────────────────

Categories: TypeAlias = Callable[[Hand, PokerAce, PokerTwoPack], int]
Baccarat: TypeAlias = Callable[[Hand], int]
Ways: TypeAlias = list[tuple[int, int]]
"""What the poker hand and the baccarat hand are worth, in every way to divide seven cards."""


def best(ways: Ways) -> int:
    """No mistake."""
    return max(one + other for one, other in ways)


def chief_scores(
    scored: Callable[[Ways], int] = best,
    category: Categories = poker.category,
    baccarat: Baccarat = chief.baccarat,
) -> AnySpoken:
    """Seven cards score so, however they are divided."""
    return scores(Box.INDIAN_CHIEF, chief_scored(scored, category, baccarat))


def chief_scored(
    scored: Callable[[Ways], int] = best,
    category: Categories = poker.category,
    baccarat: Baccarat = chief.baccarat,
) -> Scored:
    """What seven cards score, however they are divided."""

    def points(rules: Rules, shown: Shows, turn: int, seat: Seat) -> int:
        meld, readings = shown[turn][seat], rules.poker
        declared = None if meld.baccarat is None else [meld.baccarat]
        return scored(
            [
                (
                    category(
                        without_all(meld.cards, two), readings.poker_ace, readings.poker_two_pack
                    ),
                    baccarat(two),
                )
                for two in declared or sorted({*combinations(meld.cards, 2)})
            ]
        )

    return points


def one_card_in_both_hands(ways: Ways) -> int:
    return max(one for one, _ in ways) + max(other for _, other in ways)


def poker_first(ways: Ways) -> int:
    return sum(max(ways))


def baccarat_first(ways: Ways) -> int:
    other, one = max((other, one) for one, other in ways)
    return one + other


def no_baccarat(ways: Ways) -> int:
    return max(one for one, _ in ways)


def as_written(rules: Rules, shown: Shows, turn: int, seat: Seat) -> int:
    cards = shown[turn][seat].cards
    return chief.divided(cards, cards[-2:], rules.poker.poker_ace, rules.poker.poker_two_pack)


def over_nine(cards: Hand) -> int:
    """The tens digit is not dropped."""
    return sum(map(points, cards))


def straights(ranks_of: Callable[[frozenset[int]], bool]) -> Categories:
    """Five ranks follow each other so."""

    def category(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> int:
        ranks = frozenset(map(rank, cards))
        if len(ranks) < len(cards):
            return poker.category(cards, ace, alike)
        flush, straight = poker.is_flush(cards, alike), ranks_of(ranks)
        if flush:
            return poker.Category.STRAIGHT_FLUSH if straight else poker.Category.FLUSH
        return poker.Category.STRAIGHT if straight else poker.Category.HIGH_CARD

    return category


def ace_low_only(ranks: frozenset[int]) -> bool:
    return max(ranks) - min(ranks) == 4


def ace_high_only(ranks: frozenset[int]) -> bool:
    high = {13 if one == 0 else one for one in ranks}
    return max(high) - min(high) == 4


def round_the_corner(ranks: frozenset[int]) -> bool:
    return any({(first + step) % 13 for step in range(5)} == ranks for first in range(13))


def category_of(better: poker.Category, instead: poker.Category) -> Categories:
    """What is one category passes for another."""

    def category(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> int:
        found = poker.category(cards, ace, alike)
        return instead if found is better else found

    return category


# ── the other melds ──────────────────────────────────────────────────────────────────────────────


def doctor_if(condition: Callable[[Hand], bool]) -> AnySpoken:
    """Six cards are a Doctor where this holds."""

    def scored(meld: Meld) -> int:
        return doctor.doctor_score(meld) if condition(meld.cards) else 0

    def answer(right: JSON, rules: Rules, asked: AskMeld) -> JSON:
        if len(asked.cards) != Box.DOCTOR:
            return right
        return "doctor" if condition(asked.cards) else None

    return asked(meld_scores(Box.DOCTOR, scored), "meld", answer)


def different(cards: Hand) -> bool:
    return len({rank(card) for card in cards}) == len(cards)


def has_ace(cards: Hand) -> bool:
    return any(rank(card) == ACE for card in cards)


def has_heart(cards: Hand) -> bool:
    return any(suit(card) == doctor.HEARTS for card in cards)


def two_cards_for_both(cards: Hand) -> bool:
    others = [card for card in cards if rank(card) != ACE]
    return different(cards) and has_ace(cards) and has_heart(tuple(others))


def doctor_of_hearts(meld: Meld) -> int:
    cards = meld.cards
    valid = different(cards) and has_ace(cards) and has_heart(cards)
    return 10 * sum(suit(card) == doctor.HEARTS for card in cards) if valid else 0


def face_values(meld: Meld) -> int:
    return total(meld.cards)


def lawyer_with_aces_of_eleven(meld: Meld) -> int:
    aces = sum(rank(card) == ACE for card in meld.cards)
    return 25 if any(face_values(meld) + 10 * high == 25 for high in range(aces + 1)) else 0


def lawyer_up_to_25(meld: Meld) -> int:
    return face_values(meld) if face_values(meld) <= 25 else 0


def by_rank(card: Card) -> int:
    return rank(card) + 1


def court_at_nought(card: Card) -> int:
    return points(card) if rank(card) < 10 else 0


def ace_at_eleven(card: Card) -> int:
    return 11 if rank(card) == ACE else points(card)


def thief_at(price: Callable[[Card], int]) -> AnySpoken:
    return meld_scores(Box.THIEF, lambda meld: sum(map(price, meld.cards)))


def rich_man_at(price: Callable[[Card], int]) -> AnySpoken:
    return meld_scores(Box.RICH_MAN, lambda meld: -sum(map(price, meld.cards)))


def poor_man_at(price: Callable[[Card], int]) -> AnySpoken:
    def scored(meld: Meld) -> int:
        return sum(price(card) for card in meld.cards if suit(card) == SPADES)

    return meld_scores(Box.POOR_MAN, scored)


def lawyer_at(price: Callable[[Card], int]) -> AnySpoken:
    return meld_scores(
        Box.LAWYER, lambda meld: LAWYER_SUM if sum(map(price, meld.cards)) == LAWYER_SUM else 0
    )


def face_value_at(price: Callable[[Card], int]) -> AnySpoken:
    """A card has this face value in every meld."""

    def worth(cards: Iterable[Card]) -> int:
        return sum(map(price, cards))

    def meld(scored: Callable[[Hand], int]) -> Scored:
        return lambda rules, shown, turn, seat: scored(shown[turn][seat].cards)

    return score_so(
        {
            Box.THIEF: meld(worth),
            Box.POOR_MAN: meld(lambda cards: worth(c for c in cards if suit(c) == SPADES)),
            Box.LAWYER: meld(lambda cards: LAWYER_SUM if worth(cards) == LAWYER_SUM else 0),
            Box.RICH_MAN: meld(lambda cards: -worth(cards)),
            Box.INDIAN_CHIEF: chief_scored(baccarat=lambda cards: worth(cards) % 10),
        }
    )


def beggar_counts(facing: Callable[[Shown, Seat], list[Meld]]) -> AnySpoken:
    """A Beggar Man counts two for each card of these melds that is of a rank of its own."""

    def scored(rules: Rules, shown: Shows, turn: int, seat: Seat) -> int:
        ranks = {rank(card) for card in shown[turn][seat].cards}
        melds = facing(shown[turn], seat)
        return 2 * sum(rank(card) in ranks for meld in melds for card in meld.cards)

    return scores(Box.BEGGAR_MAN, scored)


def own_too(shown: Shown, seat: Seat) -> list[Meld]:
    return list(shown)


def next_seat_only(shown: Shown, seat: Seat) -> list[Meld]:
    return [shown[(seat + 1) % len(shown)]]


def no_other_beggars(shown: Shown, seat: Seat) -> list[Meld]:
    return [meld for meld in shown if meld.size != Box.BEGGAR_MAN]


def beggar_by_pairs(rules: Rules, shown: Shows, turn: int, seat: Seat) -> int:
    own = [rank(card) for card in shown[turn][seat].cards]
    others = [shown[turn][other] for other in opponents(seat, len(shown[turn]))]
    return 2 * sum(own.count(rank(card)) for meld in others for card in meld.cards)


def score_off(box: Box, more: int) -> AnySpoken:
    """A meld that scores something scores so much more."""

    def scored(rules: Rules, shown: Shows, turn: int, seat: Seat) -> int:
        return count_of(more, sheet.line(rules, shown, turn, seat).points)

    return scores(box, scored)


def score_times(box: Box, number: int, usual: int) -> AnySpoken:
    """A meld counts this number for each time that it should count the usual one."""

    def scored(rules: Rules, shown: Shows, turn: int, seat: Seat) -> int:
        return sheet.line(rules, shown, turn, seat).points * number // usual

    return scores(box, scored)


def lawyer_of(number: int) -> AnySpoken:
    """Four cards are a Lawyer with another sum."""

    def is_one(cards: Hand) -> bool:
        return total(cards) == number

    def answer(right: JSON, rules: Rules, asked: AskMeld) -> JSON:
        if len(asked.cards) != Box.LAWYER:
            return right
        return "lawyer" if is_one(asked.cards) else None

    spoken = meld_scores(Box.LAWYER, lambda meld: LAWYER_SUM if is_one(meld.cards) else 0)
    return asked(spoken, "meld", answer)


def spades_count(suit_of: int) -> AnySpoken:
    """A Poor Man counts the cards of another suit."""

    def scored(meld: Meld) -> int:
        return total(card for card in meld.cards if suit(card) == suit_of)

    return meld_scores(Box.POOR_MAN, scored)


def other_than_spades(meld: Meld) -> int:
    return total(card for card in meld.cards if suit(card) != SPADES)


def poker_costs(prices: dict[poker.Category, int]) -> AnySpoken:
    """Some categories have other points."""

    def category(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> int:
        found = poker.category(cards, ace, alike)
        return prices.get(found, int(found))

    return chief_scores(category=category)


def poker_off(more: int) -> AnySpoken:
    """Each category has so many points more."""
    return poker_costs({each: each + more for each in poker.Category})


def swapped(one: poker.Category, other: poker.Category) -> AnySpoken:
    """Two categories have the points of each other."""
    return poker_costs({one: int(other), other: int(one)})


def baccarat_off(more: int) -> AnySpoken:
    """A baccarat hand counts so much more."""
    return chief_scores(baccarat=lambda cards: max(chief.baccarat(cards) + more, 0))


def ten_is_ten(cards: Hand) -> int:
    """A sum of ten or twenty counts ten."""
    return chief.baccarat(cards) or 10


# ── the match ────────────────────────────────────────────────────────────────────────────────────


def won_by(told: Told, winners: list[int]) -> Told:
    winner = winners[0] if len(winners) == 1 else None
    return {**told, "winner": winner, "match_winners": winners}


def lowest_wins(told: Told, rules: Rules, state: State) -> Told:
    scores = told["scores"]
    return won_by(told, [seat for seat, made in enumerate(scores) if made == min(scores)])


def first_of_a_tie(told: Told, rules: Rules, state: State) -> Told:
    return won_by(told, told["match_winners"][:1])


def last_of_a_tie(told: Told, rules: Rules, state: State) -> Told:
    return won_by(told, told["match_winners"][-1:])


def nobody_of_a_tie(told: Told, rules: Rules, state: State) -> Told:
    winners = told["match_winners"]
    return won_by(told, winners if len(winners) == 1 else [])


def last_turn_alone() -> AnySpoken:
    """A score is what the last turn has brought."""

    def scores(rules: Rules, table: Table) -> list[int]:
        last = len(table.shown) - 1
        seats = [*map(Seat, range(table.seats))]
        return [
            sheet.line(rules, table.shown, last, seat).points if last >= 0 else 0 for seat in seats
        ]

    def seen(told: Told, rules: Rules, state: State) -> Told:
        table = table_of(state)
        return told if table is None else {**told, "scores": scores(rules, table)}

    def result(told: Told, rules: Rules, state: Over) -> Told:
        sums = scores(rules, state.table)
        winners = [seat for seat, made in enumerate(sums) if made == max(sums)]
        made = won_by({**told, "points": sums, "scores": sums}, winners)
        return {name: value for name, value in made.items() if name != "receipt"}

    return seen_as(told_as(SPOKEN, result), seen)


# ── turns ────────────────────────────────────────────────────────────────────────────────────────


def box_used_twice() -> AnySpoken:
    """A meld may be made again, and its box is written over."""

    def any_size(rules: Rules, state: Choosing, seat: Seat) -> Iterator[Choose]:
        return turn.choices(rules, replace(state, table=replace(state.table, shown=())), seat)

    spoken = judged_by(SPOKEN, turn.box_is_open.clause)
    usual = changes.move_of(spoken, turn.CHOOSE)
    return changes.with_move(spoken, usual, replace(usual, candidates=any_size))


def six_turns(rules: Rules, state: Filling) -> Over | None:
    """The match is over after the sixth turn."""
    return Over(state.table) if state.table.turn >= rules.size.melds - 1 else None


def choices_are_seen(seen: Told, rules: Rules, state: State) -> Told:
    """Every choice is seen as soon as it is made."""
    if not isinstance(state, Choosing) or not any(state.chosen):
        return seen
    chosen = enumerate(state.chosen)
    return {
        **seen,
        "melds": [
            {"owner": seat, "cards": write_cards(meld.cards) if meld else []}
            for seat, meld in chosen
        ],
    }


def own_choice_among_the_melds(seen: Told, rules: Rules, state: State) -> Told:
    """The own choice is shown among the melds, with what it declares."""
    if not seen.get("choice"):
        return seen
    return {**seen, "melds": [{"owner": seen["seat"], **seen["choice"]}]}


# ── stealing ─────────────────────────────────────────────────────────────────────────────────────

Groups: TypeAlias = tuple[tuple[Seat, ...], ...]


def thieves_go(order: Callable[[Groups], Groups]) -> AnySpoken:
    """Thieves steal in another order."""

    def comes(rules: Rules, state: Choosing) -> object:
        after = turn.all_have_chosen.comes(rules, state)
        if not isinstance(after, Claiming):
            return after
        return replace(after, waiting=order(after.waiting))

    return follows(SPOKEN, turn.all_have_chosen, comes)


def highest_first(groups: Groups) -> Groups:
    return groups[::-1]


def by_seat(groups: Groups) -> Groups:
    return tuple((seat,) for seat in sorted(seat for group in groups for seat in group))


def last_seat_first(groups: Groups) -> Groups:
    return tuple(group[::-1] for group in by_seat(groups)[::-1])


def ties_by_seat_backwards(groups: Groups) -> Groups:
    return tuple((seat,) for group in groups for seat in sorted(group, reverse=True))


def all_at_once(groups: Groups) -> Groups:
    return (tuple(sorted(seat for group in groups for seat in group)),) if groups else ()


def ties_by_seat(groups: Groups) -> Groups:
    return tuple((seat,) for group in groups for seat in sorted(group))


def first_seat_of_a_clash(rules: Rules, state: Claiming) -> object:
    """Of claims that clash the first seat's comes true: it steals alone before the others."""
    if thief.to_claim(state):
        return None
    taken: list[Target] = []
    claims = []
    for seat, target in state.claims:
        there = target is not None and lying(state.table)[target.seat].count(target.card)
        first = target is not None and taken.count(target) < there
        claims.append((seat, target if first else None))
        taken += [target] if target is not None and first else []
    return thief.all_have_claimed.comes(rules, replace(state, claims=tuple(claims)))


def ties_never_steal(rules: Rules, state: Claiming) -> object:
    """Nobody of a tie steals, whatever is claimed."""
    tied = len(state.waiting[0]) > 1 and not thief.to_claim(state)
    claims = tuple((seat, None) for seat, _ in state.claims) if tied else state.claims
    return thief.all_have_claimed.comes(rules, replace(state, claims=claims))


def thief_draws_as_well(rules: Rules, state: Filling) -> Reshuffling | None:
    """Who has stolen is dealt a card all the same, and holds nine."""
    after = restore.hands_are_full.comes(rules, state)
    if after is None:
        return None
    hands, stock = [*after.table.hands], after.table.stock
    for theft, card in zip(after.table.stolen, stock, strict=False):
        hands[theft.by] = tuple(sorted((*hands[theft.by], card)))
    left = stock[len(after.table.stolen) :]
    return Reshuffling(replace(after.table, hands=tuple(hands), stock=left))


def stolen_card_is_not_scored(seen: Told, rules: Rules, state: State) -> Told:
    """A meld is shown as scored without what was stolen of it."""
    table = table_of(state)
    stolen = () if table is None else table.stolen
    filled = [{**one} for one in seen["sheets"]]
    for theft in stolen:
        box = Box(table.shown[-1][theft.target.seat].size) if table else Box.THIEF
        filled[theft.target.seat][box.name.lower()] -= points(theft.target.card)
    return {**seen, "sheets": filled, "scores": [sum(one.values()) for one in filled]}


# ── refilling ────────────────────────────────────────────────────────────────────────────────────


def stub_from_below(rules: Rules, state: Filling) -> Filling | None:
    """Hands are filled up from the bottom of the stub."""
    turned = replace(state.table, stock=state.table.stock[::-1])
    after = refill.hands_are_filled_up.comes(rules, Filling(turned))
    return after and Filling(replace(after.table, stock=after.table.stock[::-1]))


def served_from_seat_0(rules: Rules, state: Filling) -> Filling | None:
    """Hands are filled up from seat 0 on, whoever deals."""
    table = state.table
    last = replace(table, dealer=Seat(table.seats - 1))
    after = refill.hands_are_filled_up.comes(rules, Filling(last))
    return after and Filling(replace(after.table, dealer=table.dealer))


def served_backwards(rules: Rules, state: Filling) -> Filling | None:
    """Hands are filled up from the dealer's right, and the dealer's last."""
    table = state.table
    last = table.seats - 1

    def turned(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
        return hands[::-1]

    mirrored = replace(table, dealer=Seat(last - table.dealer), turn=1, hands=turned(table.hands))
    after = refill.hands_are_filled_up.comes(rules, Filling(mirrored))
    if after is None:
        return None
    return Filling(replace(table, hands=turned(after.table.hands), stock=after.table.stock))


def served_from_the_seat_after_next(rules: Rules, state: Filling) -> Filling | None:
    """Hands are filled up from the second seat after the dealer on."""
    table = state.table
    later = replace(table, dealer=Seat((table.dealer + 1) % table.seats))
    after = refill.hands_are_filled_up.comes(rules, Filling(later))
    return after and Filling(replace(after.table, dealer=table.dealer))


def filled_to(cards: int) -> AnySpoken:
    """Hands are filled up to this number of cards."""

    def other(rules: Rules) -> Rules:
        return replace(rules, size=replace(rules.size, hand=cards))

    spoken = SPOKEN
    for usual in (
        match.match_is_over,
        refill.stub_is_short,
        refill.hands_are_filled_up,
        restore.hands_are_full,
    ):

        def comes(rules: Rules, state: Filling, usual: changes.Comes = usual.comes) -> object:
            return usual(other(rules), state)

        spoken = follows(spoken, usual, comes)
    return spoken


def dealt_to(order: changes.Order, packets: bool = False) -> AnySpoken:
    return changes.dealt_to(SPOKEN, order, lambda rules, seats: rules.size.hand, packets)


def short_stub() -> AnySpoken:
    """A stub that is short is dealt out, and the last seats go without."""

    def filled_up(rules: Rules, state: Filling) -> Filling | None:
        return refill.hands_are_filled_up.comes(rules, state) if state.table.stock else None

    def full(rules: Rules, state: Filling) -> Reshuffling | None:
        if not state.table.stock:
            return Reshuffling(state.table)
        return restore.hands_are_full.comes(rules, state)

    spoken = follows(SPOKEN, refill.stub_is_short, None)
    spoken = follows(spoken, refill.hands_are_filled_up, filled_up)
    return follows(spoken, restore.hands_are_full, full)


def reshuffle_of(cards: Callable[[Table], list[Card]]) -> AnySpoken:
    """These cards are due when the stub is shuffled for the next turn."""

    def holds(rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle) -> bool:
        return sorted(action.stock) == sorted(cards(state.table))

    return judged_by(SPOKEN, "indian-chief.restore.cards", holds)


def stolen_cards_restored() -> AnySpoken:
    """A stolen card is shuffled in as well as kept."""

    def stolen(table: Table) -> list[Card]:
        return [theft.target.card for theft in table.stolen]

    def makes(rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle) -> Choosing:
        usual = Reshuffle(without_all(action.stock, stolen(state.table)))
        after = restore.begin_the_next_turn.makes(rules, state, by, usual)
        return next_turn(replace(after.table, stock=action.stock))

    spoken = reshuffle_of(lambda table: [*table.stock, *lying_cards(table), *stolen(table)])
    return done(spoken, restore.RESHUFFLE, makes)


# ── the table ────────────────────────────────────────────────────────────────────────────────────

FIVE: Final = category_of(poker.Category.FIVE_KIND, poker.Category.FOUR_KIND)
ROYAL: Final = category_of(poker.Category.STRAIGHT_FLUSH, poker.Category.FLUSH)
MISTAKES: Final = (
    # melds
    Mistake("one card in both hands", "chief-shared-card", chief_scores(one_card_in_both_hands)),
    Mistake("poker hand first", "chief-greedy-split", chief_scores(poker_first)),
    Mistake("baccarat hand first", "chief-greedy-split", chief_scores(baccarat_first)),
    Mistake("split as written", "chief-greedy-split", scores(Box.INDIAN_CHIEF, as_written)),
    Mistake("no baccarat hand", "chief-greedy-split", chief_scores(no_baccarat)),
    Mistake("baccarat over nine", "baccarat-over-nine", chief_scores(baccarat=over_nine)),
    Mistake("ace low only", "ace-high-forgotten", chief_scores(category=straights(ace_low_only))),
    Mistake("ace high only", "ace-low-forgotten", chief_scores(category=straights(ace_high_only))),
    Mistake(
        "round the corner",
        "straight-round-the-corner",
        chief_scores(category=straights(round_the_corner)),
    ),
    Mistake("no five of a kind", "five-of-a-kind-missed", chief_scores(category=FIVE)),
    Mistake("no straight flush", "royal-flush-dearer", chief_scores(category=ROYAL)),
    Mistake(
        "doctor without heart",
        "doctor-without-heart",
        doctor_if(lambda six: different(six) and has_ace(six)),
    ),
    Mistake(
        "doctor without ace",
        "doctor-without-ace",
        doctor_if(lambda six: different(six) and has_heart(six)),
    ),
    Mistake(
        "doctor with a pair",
        "doctor-equal-ranks",
        doctor_if(lambda six: has_ace(six) and has_heart(six)),
    ),
    Mistake("ace of hearts not both", "ace-of-hearts-refused", doctor_if(two_cards_for_both)),
    Mistake(
        "failed doctor scores", "failed-meld-scored", meld_scores(Box.DOCTOR, doctor.doctor_score)
    ),
    Mistake("doctor of hearts", "suit-not-the-best", meld_scores(Box.DOCTOR, doctor_of_hearts)),
    Mistake("failed lawyer scores", "failed-meld-scored", meld_scores(Box.LAWYER, face_values)),
    Mistake("ace of eleven", "ace-eleven", meld_scores(Box.LAWYER, lawyer_with_aces_of_eleven)),
    Mistake("up to 25", "lawyer-not-exact", meld_scores(Box.LAWYER, lawyer_up_to_25)),
    Mistake("rich man positive", "rich-man-gains", meld_scores(Box.RICH_MAN, face_values)),
    Mistake("poor man counts all", "poor-man-counts-all", meld_scores(Box.POOR_MAN, face_values)),
    Mistake("thief by rank", "court-cards-by-rank", thief_at(by_rank)),
    Mistake("thief of nought", "court-cards-nought", thief_at(court_at_nought)),
    Mistake("thief of eleven", "ace-eleven", thief_at(ace_at_eleven)),
    Mistake("rich man by rank", "court-cards-by-rank", rich_man_at(by_rank)),
    Mistake("rich man without court", "court-cards-nought", rich_man_at(court_at_nought)),
    Mistake("rich man with aces of eleven", "ace-eleven", rich_man_at(ace_at_eleven)),
    Mistake("poor man by rank", "court-cards-by-rank", poor_man_at(by_rank)),
    Mistake("poor man without court", "court-cards-nought", poor_man_at(court_at_nought)),
    Mistake("poor man with aces of eleven", "ace-eleven", poor_man_at(ace_at_eleven)),
    Mistake("lawyer by rank", None, lawyer_at(by_rank)),
    Mistake("lawyer without court", None, lawyer_at(court_at_nought)),
    Mistake("lowest score wins", "lowest-score-wins", told_as(SPOKEN, lowest_wins)),
    Mistake("first of a tie", "tie-to-first-seat", told_as(SPOKEN, first_of_a_tie)),
    Mistake("no winner of a tie", "tie-without-winner", told_as(SPOKEN, nobody_of_a_tie)),
    Mistake("last turn alone", "scores-from-the-last-turn", last_turn_alone()),
    Mistake("own cards match", "beggar-own-cards", beggar_counts(own_too)),
    Mistake("next seat only", "beggar-one-opponent-only", beggar_counts(next_seat_only)),
    Mistake(
        "other beggars left out", "beggar-gets-nothing-of-beggar", beggar_counts(no_other_beggars)
    ),
    Mistake("pairs match twice", "beggar-pair-doubled", scores(Box.BEGGAR_MAN, beggar_by_pairs)),
    # turns
    Mistake("box used twice", "box-used-twice", box_used_twice()),
    Mistake("eighth turn", "eighth-turn", follows(SPOKEN, match.match_is_over, None)),
    Mistake("six turns", "match-too-short", follows(SPOKEN, match.match_is_over, six_turns)),
    Mistake(
        "choice changed",
        "changed-choice-accepted",
        by_reading("turn.simultaneity", "changeable_until_all"),
    ),
    Mistake("choices seen", "choice-shown-too-soon", seen_as(SPOKEN, choices_are_seen)),
    Mistake(
        "own choice among the melds",
        "choice-shown-too-soon",
        seen_as(SPOKEN, own_choice_among_the_melds),
    ),
    Mistake("highest thief first", "thieves-in-wrong-order", thieves_go(highest_first)),
    Mistake("thieves by seat", "thieves-by-seat", thieves_go(by_seat)),
    Mistake("ties by seat", "tie-by-seat", thieves_go(ties_by_seat)),
    Mistake(
        "first claim wins",
        "tie-first-claim-wins",
        follows(SPOKEN, thief.all_have_claimed, first_seat_of_a_clash),
    ),
    Mistake(
        "the others steal",
        "tie-clashing-only",
        by_reading("thief.thief_tie_partial", "clashing_only"),
    ),
    Mistake("like cards clash", "like-cards-clash", by_reading("thief.thief_tie_identity", "face")),
    Mistake(
        "ties never steal",
        "tie-never-agreed",
        follows(SPOKEN, thief.all_have_claimed, ties_never_steal),
    ),
    Mistake(
        "thieves in the last turn",
        "steal-in-last-turn",
        by_reading("thief.steal_last_turn", "perform"),
    ),
    Mistake(
        "thief draws as well",
        "stolen-card-and-dealt-card",
        follows(SPOKEN, restore.hands_are_full, thief_draws_as_well),
    ),
    Mistake(
        "stolen card not scored", "theft-changes-score", seen_as(SPOKEN, stolen_card_is_not_scored)
    ),
    Mistake(
        "dealer served first",
        "wrong-refill-order",
        by_reading("refill.shortage_last_served", "dealer_first"),
    ),
    Mistake(
        "served from seat 0",
        "wrong-refill-order",
        follows(SPOKEN, refill.hands_are_filled_up, served_from_seat_0),
    ),
    Mistake(
        "served one by one",
        "refill-singly",
        by_reading("refill.shortage_last_served", "singles_from_left"),
    ),
    Mistake(
        "stub from below",
        "stub-drawn-from-below",
        follows(SPOKEN, refill.hands_are_filled_up, stub_from_below),
    ),
    Mistake("stub runs out", "silent-shortage", short_stub()),
    Mistake(
        "melds not restored", "melds-never-restored", reshuffle_of(lambda table: [*table.stock])
    ),
    Mistake("stolen card restored", "stolen-card-restored", stolen_cards_restored()),
    # numbers off by one
    Mistake("thief a point too high", None, score_off(Box.THIEF, 1)),
    Mistake("thief a point too low", None, score_off(Box.THIEF, -1)),
    Mistake("beggar man a point too high", None, score_off(Box.BEGGAR_MAN, 1)),
    Mistake("beggar man a point too low", None, score_off(Box.BEGGAR_MAN, -1)),
    Mistake("poor man a point too high", None, score_off(Box.POOR_MAN, 1)),
    Mistake("poor man a point too low", None, score_off(Box.POOR_MAN, -1)),
    Mistake("lawyer a point too high", None, score_off(Box.LAWYER, 1)),
    Mistake("lawyer a point too low", None, score_off(Box.LAWYER, -1)),
    Mistake("rich man a point too high", None, score_off(Box.RICH_MAN, 1)),
    Mistake("rich man a point too low", None, score_off(Box.RICH_MAN, -1)),
    Mistake("doctor a point too high", None, score_off(Box.DOCTOR, 1)),
    Mistake("doctor a point too low", None, score_off(Box.DOCTOR, -1)),
    Mistake("chief a point too high", None, score_off(Box.INDIAN_CHIEF, 1)),
    Mistake("chief a point too low", None, score_off(Box.INDIAN_CHIEF, -1)),
    Mistake(
        "high card above pair",
        "poker-hand-misjudged",
        swapped(poker.Category.HIGH_CARD, poker.Category.PAIR),
    ),
    Mistake(
        "pair above two pairs",
        "poker-hand-misjudged",
        swapped(poker.Category.PAIR, poker.Category.TWO_PAIR),
    ),
    Mistake(
        "two pairs above three of a kind",
        "poker-hand-misjudged",
        swapped(poker.Category.TWO_PAIR, poker.Category.THREE_KIND),
    ),
    Mistake(
        "three of a kind above straight",
        "poker-hand-misjudged",
        swapped(poker.Category.THREE_KIND, poker.Category.STRAIGHT),
    ),
    Mistake(
        "straight above flush",
        "poker-hand-misjudged",
        swapped(poker.Category.STRAIGHT, poker.Category.FLUSH),
    ),
    Mistake(
        "flush above full house",
        "poker-hand-misjudged",
        swapped(poker.Category.FLUSH, poker.Category.FULL_HOUSE),
    ),
    Mistake(
        "full house above four of a kind",
        "poker-hand-misjudged",
        swapped(poker.Category.FULL_HOUSE, poker.Category.FOUR_KIND),
    ),
    Mistake(
        "four of a kind above straight flush",
        "poker-hand-misjudged",
        swapped(poker.Category.FOUR_KIND, poker.Category.STRAIGHT_FLUSH),
    ),
    Mistake(
        "straight flush above five of a kind",
        "poker-hand-misjudged",
        swapped(poker.Category.STRAIGHT_FLUSH, poker.Category.FIVE_KIND),
    ),
    Mistake("court cards by rank", "court-cards-by-rank", face_value_at(by_rank)),
    Mistake("court cards of nought", "court-cards-nought", face_value_at(court_at_nought)),
    Mistake("court cards of nine", "court-cards-by-rank", face_value_at(court_at(9))),
    Mistake("court cards of eleven", "court-cards-by-rank", face_value_at(court_at(11))),
    Mistake("aces of eleven", "ace-eleven", face_value_at(ace_at_eleven)),
    Mistake("aces of nought", "ace-eleven", face_value_at(ace_at(0))),
    Mistake("aces of two", "ace-eleven", face_value_at(ace_at(2))),
    Mistake("two to ten a point too low", None, face_value_at(from_two_to_ten(-1))),
    Mistake("two to ten a point too high", None, face_value_at(from_two_to_ten(1))),
    Mistake("beggar man one for a card", None, score_times(Box.BEGGAR_MAN, 1, 2)),
    Mistake("beggar man three for a card", None, score_times(Box.BEGGAR_MAN, 3, 2)),
    Mistake("doctor nine for a card", None, score_times(Box.DOCTOR, 9, 10)),
    Mistake("doctor eleven for a card", None, score_times(Box.DOCTOR, 11, 10)),
    Mistake("doctor five for a card", None, score_times(Box.DOCTOR, 5, 10)),
    Mistake("lawyer of 24", "lawyer-not-exact", lawyer_of(24)),
    Mistake("lawyer of 26", "lawyer-not-exact", lawyer_of(26)),
    Mistake(
        "lawyer at twenty",
        None,
        meld_scores(Box.LAWYER, lambda meld: 20 if total(meld.cards) == LAWYER_SUM else 0),
    ),
    Mistake("poor man of clubs", "poor-man-other-suit", spades_count(0)),
    Mistake("poor man of hearts", "poor-man-other-suit", spades_count(2)),
    Mistake(
        "poor man without spades",
        "poor-man-other-suit",
        meld_scores(Box.POOR_MAN, other_than_spades),
    ),
    Mistake(
        "high card for nothing", "high-card-nought", poker_costs({poker.Category.HIGH_CARD: 0})
    ),
    Mistake("poker hand five too low", None, poker_off(-5)),
    Mistake("poker hand five too high", None, poker_off(5)),
    Mistake("baccarat hand a point too low", None, baccarat_off(-1)),
    Mistake("baccarat hand of ten", "baccarat-over-nine", chief_scores(baccarat=ten_is_ten)),
    Mistake("filled up to nine", "hands-not-filled", filled_to(9)),
    # other seats
    Mistake("last of a tie", "tie-to-last-seat", told_as(SPOKEN, last_of_a_tie)),
    Mistake("thieves from the last seat", "thieves-by-seat", thieves_go(last_seat_first)),
    Mistake("ties from the last seat", "tie-by-seat", thieves_go(ties_by_seat_backwards)),
    Mistake("thieves all at once", "thieves-in-wrong-order", thieves_go(all_at_once)),
    Mistake(
        "served backwards",
        "wrong-refill-order",
        follows(SPOKEN, refill.hands_are_filled_up, served_backwards),
    ),
    Mistake(
        "served from the second seat",
        "wrong-refill-order",
        follows(SPOKEN, refill.hands_are_filled_up, served_from_the_seat_after_next),
    ),
    Mistake("seat 0 deals", "dealer-always-seat-0", seat_0_deals(SPOKEN)),
    Mistake("dealt backwards", None, dealt_to(right_of)),
    Mistake("dealer dealt first", "dealer-dealt-first", dealt_to(dealer_first)),
    Mistake("dealt in packets", "packets-dealt", dealt_to(left_of, packets=True)),
    Mistake(
        "seat 0 dealt last",
        "dealer-always-seat-0",
        dealt_to(lambda dealer, seats: left_of(0, seats)),
    ),
    # chance
    Mistake("anyone acts for chance", "out-of-turn-action", changes.anyone_for_chance(SPOKEN)),
)
SOUND: Final = {
    "divisions": chief_scores(),
    "face values": face_value_at(points),
    "thieves": meld_scores(Box.THIEF, face_values),
    "beggars": scores(
        Box.BEGGAR_MAN,
        lambda rules, shown, turn, seat: beggar.beggar_score(rules, shown[: turn + 1], seat),
    ),
}
"""Seven cards divided in every way, and lines of the reference made again."""
