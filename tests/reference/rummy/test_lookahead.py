"""Look-ahead inside a turn against its obvious definition: by way of every order of every play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations

import pytest

from meldspec.cards import ONE_PACK, Card, rank, small_pack, suit
from meldspec.play import Refusal, Seat
from meldspec.rummy.discard import can_be_ended, can_still_be_ended
from meldspec.rummy.game import GAME
from meldspec.rummy.laying import is_stranded, loose, most_cards
from meldspec.rummy.options import DEFAULT, Rules
from meldspec.rummy.out import can_go_out
from meldspec.rummy.table import Drawing, LayMeld, Ledger, Playing, Table, TableMeld
from meldspec.table import Discard, LayOff

from .walks import with_readings

PACK = small_pack(4, 3)
"""Twelve cards."""


def is_plain_meld(cards: tuple[Card, ...]) -> bool:
    """The definition of a meld, without any of the reference's helpers."""
    ranks = sorted(rank(card) for card in cards)
    suits = [suit(card) for card in cards]
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return True
    return len(set(suits)) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


Spread = tuple[frozenset[Card], ...]
"""Melds on the table."""


def plain_plays(hand: frozenset[Card], table: Spread) -> Iterator[tuple[frozenset[Card], Spread]]:
    """What is left of the hand, and the table, after each meld and each lay-off of one card."""
    subsets = chain.from_iterable(combinations(sorted(hand), n) for n in range(3, len(hand) + 1))
    for chosen in filter(is_plain_meld, subsets):
        yield hand - set(chosen), (*table, frozenset(chosen))
    for place, meld in enumerate(table):
        for card in hand:
            if is_plain_meld((*meld, card)):
                yield hand - {card}, (*table[:place], meld | {card}, *table[place + 1 :])


def plainly_goes_out(
    hand: frozenset[Card], table: Spread, taken: Card | None, discard_due: bool
) -> bool:
    """Whether the hand can be emptied, by trying everything in every order."""
    if len(hand) == 1 and hand != {taken}:
        return True
    return any(
        not (discard_due and not left)
        and (not left or plainly_goes_out(left, after, taken, discard_due))
        for left, after in plain_plays(hand, table)
    )


def plainly_most(hand: frozenset[Card], table: Spread, discard_due: bool) -> int:
    """The most cards in melds, by trying everything in every order."""
    return max(
        (
            len(after[-1]) + plainly_most(left, after, discard_due)
            for left, after in plain_plays(hand, table)
            if len(after) > len(table) and not (discard_due and not left)
        ),
        default=0,
    )


def plainly_completes(hand: frozenset[Card], table: Spread, taken: Card | None) -> bool:
    """Whether some plays, perhaps none, end in a discard that may be made or in an empty hand."""
    if not hand or hand - {taken}:
        return True
    return any(plainly_completes(left, after, taken) for left, after in plain_plays(hand, table))


def plainly_completes_by_duty(hand: frozenset[Card], table: Spread, taken: Card | None) -> bool:
    """The same where no discard may be made while a meld could be laid, whatever comes of it."""
    plays = list(plain_plays(hand, table))
    must_meld = any(len(after) > len(table) for _, after in plays)
    if not hand or (hand - {taken} and not must_meld):
        return True
    return any(plainly_completes_by_duty(left, after, taken) for left, after in plays)


def in_play(hand: frozenset[Card], melds: Spread, taken: Card | None, laid: int = 2) -> Table:
    """Seat 1 of two in its turn, with so many of the melds laid in it, the others by seat 0."""
    table_melds = tuple(
        TableMeld(Seat(1), cards, 4) if place < laid else TableMeld(Seat(0), cards, 3)
        for place, cards in enumerate(melds)
    )
    rest = tuple(card for card in ONE_PACK if card not in hand.union(*melds))
    return Table(
        dealer=Seat(0),
        turn=4,
        hands=(frozenset(rest[:3]), hand),
        stock=rest[4:],
        discard=rest[3:4],
        melds=table_melds,
        ledger=Ledger((0, 0), 0, (0, 0)),
        held_back=(False, False),
        taken=taken,
    )


def positions(
    seed: int, count: int, most: int
) -> Iterator[tuple[frozenset[Card], Spread, Card | None]]:
    """Random hands of cards close together, melds that lie beside them, and a card taken."""
    chance = random.Random(seed)
    pack = small_pack(6, 4)
    melds = [chosen for n in (3, 4) for chosen in combinations(pack, n) if is_plain_meld(chosen)]
    for _ in range(count):
        first = chance.choice(melds)
        second = chance.choice([meld for meld in melds if not {*meld} & {*first}])
        left = sorted(set(pack) - {*first, *second})
        hand = chance.sample(left, chance.randint(1, most))
        taken = chance.choice([None, *hand])
        yield frozenset(hand), (frozenset(first), frozenset(second)), taken


def test_going_out_is_what_trying_everything_finds() -> None:
    found: Counter[object] = Counter()
    for discard_due in (False, True):
        rules = with_readings(final_discard="required" if discard_due else "optional")
        for hand, melds, taken in positions(1, 1500, 5):
            expected = plainly_goes_out(hand, melds, taken, discard_due)
            assert can_go_out(rules, in_play(hand, melds, taken)) == expected, (hand, melds, taken)
            found[expected] += 1
    assert min(found.values()) > 300


def test_going_out_exhaustively_with_a_small_pack() -> None:
    """All hands of one to four of twelve cards beside each pair of melds of them."""
    melds = [
        frozenset(chosen)
        for n in (3, 4)
        for chosen in combinations(PACK, n)
        if is_plain_meld(chosen)
    ]
    tried = 0
    for first, second in combinations(melds, 2):
        if first & second:
            continue
        left = [card for card in PACK if card not in first | second]
        for size in range(1, 5):
            for hand in map(frozenset, combinations(left, size)):
                for taken in (None, min(hand)):
                    expected = plainly_goes_out(hand, (first, second), taken, False)
                    found = can_go_out(DEFAULT, in_play(hand, (first, second), taken))
                    assert found == expected, (hand, first, second, taken)
                    tried += 1
    assert tried > 1000


def test_a_turn_can_be_ended_unless_only_the_taken_card_is_left_and_fits_nowhere() -> None:
    found: Counter[bool] = Counter()
    for hand, melds, taken in positions(2, 1500, 3):
        table = in_play(hand, melds, taken, laid=0)
        expected = plainly_completes(hand, melds, taken)
        assert is_stranded(DEFAULT, table) == (not expected), (hand, melds, taken)
        assert can_still_be_ended.holds(DEFAULT, Playing(table), Playing(table)) == expected
        found[expected] += 1
    assert min(found.values()) > 100


def test_a_turn_that_the_duty_rules_is_what_trying_everything_finds() -> None:
    rules = with_readings(
        melds_per_turn="many",
        meld_compulsion="melds_compulsory",
        compulsion_vs_dead_state="draw_illegal",
    )
    found: Counter[bool] = Counter()
    for hand, melds, taken in positions(3, 1500, 7):
        table = in_play(hand, melds, taken, laid=0)
        expected = plainly_completes_by_duty(hand, melds, taken)
        assert can_be_ended(rules, table) == expected, (hand, melds, taken)
        found[expected] += 1
    assert min(found.values()) > 10


@pytest.mark.parametrize("discard_due", [False, True])
def test_the_most_cards_in_melds_is_what_trying_everything_finds(discard_due: bool) -> None:
    rules = with_readings(
        melds_per_turn="many",
        meld_compulsion="melds_compulsory",
        compulsion_measure="maximum",
        final_discard="required" if discard_due else "optional",
    )
    found: Counter[int] = Counter()
    for hand, melds, _ in positions(4, 400, 8):
        table = in_play(hand, melds, None, laid=0)
        expected = plainly_most(hand, melds, discard_due)
        assert most_cards(rules, table) == expected, hand
        found[expected] += 1
    assert len(found) > 4


def test_a_loose_card_is_never_laid_down() -> None:
    seen = 0
    for hand, melds, taken in positions(5, 400, 6):
        table = in_play(hand, melds, taken, laid=0)
        never = hand - laid_some_day(hand, melds)
        assert loose(table) == never, (hand, melds)
        seen += bool(never) and never != hand
    assert seen > 100


def laid_some_day(hand: frozenset[Card], melds: Spread) -> frozenset[Card]:
    """The cards that some sequence of plays lays down."""
    down: frozenset[Card] = frozenset()
    for left, after in plain_plays(hand, melds):
        down |= (hand - left) | laid_some_day(left, after)
    return down


def rest_of_turn(rules: Rules, table: Table) -> bool:
    """Whether the turn, played on by ``step`` alone, comes to an end in some way."""
    state = Playing(table)
    for action in GAME.legal(rules, state, table.mover):
        after = GAME.step(rules, state, table.mover, action)
        assert not isinstance(after, Refusal)
        if not isinstance(after, Playing) or rest_of_turn(rules, after.table):
            return True
    return False


READINGS: tuple[dict[str, str | int], ...] = (
    {},
    {"final_discard": "required"},
    {"layoff_own": "opponents_only"},
    {"one_meld_exception": "any_going_out", "layoff_prerequisite": "own_meld_this_turn"},
    {"rummy_same_turn_layoff": "required", "rummy_needs_discard": "ends_with_discard"},
    {"rummy_same_turn_layoff": "disqualifies"},
    {"melds_per_turn": "many", "meld_compulsion": "melds_compulsory"},
    {
        "melds_per_turn": "many",
        "meld_compulsion": "melds_and_layoffs_compulsory",
        "compulsion_measure": "maximum",
        "step_order": "strict",
    },
    {
        "melds_per_turn": "many",
        "meld_compulsion": "melds_and_layoffs_compulsory",
        "compulsion_vs_dead_state": "waive_ban",
        "final_discard": "required",
    },
    {
        "melds_per_turn": "many",
        "meld_compulsion": "melds_compulsory",
        "compulsion_vs_dead_state": "draw_illegal",
        "compulsion_measure": "maximum",
    },
)


@pytest.mark.parametrize("readings", READINGS, ids=str)
def test_no_play_leaves_a_turn_that_cannot_be_ended(readings: dict[str, str | int]) -> None:
    rules = with_readings(**readings)
    actions: Counter[type] = Counter()
    for hand, melds, taken in positions(6, 150, 5):
        if taken is None:
            continue
        table = in_play(hand - {taken}, melds, None, laid=0)
        before = Drawing(replace(table, discard=(*table.discard, taken)))
        for drawn in GAME.legal(rules, before, table.mover):
            state = GAME.step(rules, before, table.mover, drawn)
            assert isinstance(state, Playing)
            for action in GAME.legal(rules, state, table.mover):
                actions[type(action)] += 1
                after = GAME.step(rules, state, table.mover, action)
                if isinstance(after, Playing):
                    assert rest_of_turn(rules, after.table), (after, action)
    assert min(actions[kind] for kind in (Discard, LayMeld)) > 0
    assert actions[LayOff] or "layoff_prerequisite" in readings
