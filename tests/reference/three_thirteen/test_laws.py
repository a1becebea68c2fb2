"""The laws of Three Thirteen hold on seeded random walks, and each law can fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from meldspec.cards import RANKS, small_pack
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.table import Reshuffle, opponents, own_line
from meldspec.three_thirteen.deck import packs_suffice
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.match import begin
from meldspec.three_thirteen.options import DEFAULT, Rules, Size
from meldspec.three_thirteen.stock import due
from meldspec.three_thirteen.table import (
    Action,
    BeforeDeal,
    Discarding,
    Drawing,
    GoOut,
    Keep,
    Ledger,
    Next,
    Over,
    Reshuffling,
    State,
    table_of,
)
from meldspec.three_thirteen.view import view
from meldspec.three_thirteen.wild import is_wild
from meldspec.upcard import Deal

from . import laws
from .covering import COVERING, covering_array
from .walks import SMALL, Step, everything_conceivable, hand, walk, with_readings


def obeys(rules: Rules, step: Step) -> None:
    """Every law holds after a step and of it."""
    for law in laws.LAWS:
        assert law(rules, step.after), (law.__name__, step)
    for step_law in laws.STEP_LAWS:
        assert step_law(rules, step.before, step.after), (step_law.__name__, step)


def test_every_law_holds_after_every_step_of_whole_matches() -> None:
    """At two to eight seats, eleven hands or as many as the steps suffice for."""
    seen: Counter[object] = Counter()
    for seed in range(14):
        for step in walk(DEFAULT, 2 + seed % 7, seed, hands=11, first=1 + seed % 11):
            obeys(DEFAULT, step)
            seen[type(step.action)] += 1
            if isinstance(step.after, Over):
                seen[step.after.table.hand_number] += 1
                seen["match"] += not GAME.actors(DEFAULT, step.after)
    assert seen[GoOut] > 40
    assert all(seen[number] for number in range(1, 12))
    assert seen["match"] > 3
    assert not seen[Keep]


def test_a_match_is_eleven_hands_each_with_its_size_and_its_wild_rank() -> None:
    hands = []
    steps = list(walk(DEFAULT, 2, 0, hands=11, most=2000))
    for step in steps:
        if isinstance(step.before, BeforeDeal | Over):
            seen = view(DEFAULT, step.after, Seat(0))
            hands.append((seen.hand_number, seen.hand_sizes[0], RANKS[seen.wild], seen.dealer))
    assert hands == [
        (number, number + 2, RANKS[number + 1], (number - 1) % 2) for number in range(1, 12)
    ]
    assert [each[2] for each in hands] == list("3456789TJQK")
    last = steps[-1].after
    assert isinstance(last, Over)
    assert GAME.actors(DEFAULT, last) == ()


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_two_piles_are_as_large_at_every_turn_as_after_the_deal(seats: int) -> None:
    """By the argument of the laws: 52 for each pack, less a hand for each seat."""
    turns = 0
    for first in (1, 6, 11):
        pool = 52 * ((seats + 1) // 2) - seats * (first + 2)
        assert pool >= 26
        for step in walk(DEFAULT, seats, 3 * first, hands=1, first=first):
            if isinstance(step.after, Drawing):
                table = step.after.table
                assert len(table.stock) + len(table.discard) == pool
                turns += 1
            if isinstance(step.after, Reshuffling):
                assert len(due(step.after.table)) == pool - 1
    assert turns > 20


def test_the_piles_are_smallest_for_two_seats_in_the_last_hand() -> None:
    pools = {
        (seats, number): laws.pool_size(DEFAULT, seats, number)
        for seats in range(2, 60)
        for number in range(1, 12)
    }
    assert min(pools.values()) == pools[2, 11] == 26


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_after_going_out_each_opponent_has_one_turn(seats: int) -> None:
    for seed in range(6):
        turns: list[Actor] = []
        for step in walk(DEFAULT, seats, 3 * seed, hands=1, first=1 + seed):
            table = table_of(step.before)
            if table is not None and table.out is not None and isinstance(step.before, Drawing):
                turns.append(step.actor)
            if isinstance(step.after, Over):
                assert turns == list(opponents(step.after.result.out, seats))


ACTIONS = 7
"""Three turns and the draw of the fourth."""


@pytest.mark.parametrize(
    "readings",
    [
        {},
        {"out_discard_needed": "may_keep", "final_turn_discard": "optional"},
        {"final_turn_scope": "draw_only", "exhaustion_timing": "eager"},
    ],
    ids=str,
)
def test_every_shape_of_a_turn_moves_one_card_in_and_one_out(
    readings: dict[str, str | int],
) -> None:
    """All plays of the first turns of some deals of a small pack, with laws after each step.

    Ten cards for two seats, three in each hand: the stock is used up by the third turn, and going
    out is always near.
    """
    rules = replace(
        with_readings(**readings), size=Size(pack=small_pack(5, 2), hands=1, first_hand=3)
    )
    ended = states = reshuffled = 0
    for seed in range(3):
        (first, *_) = walk(rules, 2, seed, hands=1)
        reached = {first.after}
        for _ in range(ACTIONS):
            reached = {after for before in reached for after in _successors(rules, before)}
            states += len(reached)
            ended += sum(isinstance(state, Over) for state in reached)
            reshuffled += sum(isinstance(state, Reshuffling) for state in reached)
    assert states > 1000
    assert ended > 50
    assert reshuffled > 10


def _successors(rules: Rules, before: State) -> Iterator[State]:
    """The states after each legal action, every one of them lawful; one after a reshuffle."""
    actor: Actor
    for actor in GAME.actors(rules, before):
        if actor is CHANCE:
            if not isinstance(before, Reshuffling):
                return
            actions: tuple[Action, ...] = (Reshuffle(due(before.table)),)
        else:
            actions = GAME.legal(rules, before, actor)
        for action in actions:
            after = GAME.step(rules, before, actor, action)
            assert not isinstance(after, Refusal)
            obeys(rules, Step(before, actor, action, after))
            yield after


def test_the_array_has_every_pair() -> None:
    assert [dict(pair) for pair in _all_pairs() if pair not in COVERING.pairs] == []
    read = {(name, reading) for row in COVERING.rows for name, reading in row.items()}
    assert read == {(name, reading) for name, of in COVERING.readings.items() for reading in of}


def _all_pairs() -> Iterator[frozenset[tuple[str, str | int]]]:
    readings = [(name, reading) for name, of in COVERING.readings.items() for reading in of]
    for number, one in enumerate(readings):
        for other in readings[number:]:
            if one[0] != other[0]:
                yield frozenset((one, other))


class Found:
    """What the walks of all rule sets have come upon."""

    def __init__(self) -> None:
        self.accepted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.actions: Counter[type] = Counter()
        self.kept = 0
        self.over = 0
        self.tried = 0


@pytest.fixture(scope="module")
def found() -> Found:
    """Every row of the array, walked with whole packs and with small ones."""
    found = Found()
    for number, rules in enumerate(covering_array()):
        small = replace(rules, size=SMALL)
        for seed in range(3):
            look_through(small, 2 + (number + seed) % 4, 10 * number + seed, 1, found, every=9)
        look_through(rules, 2 + number % 7, number, 1 + number % 11, found, every=60)
    return found


def look_through(rules: Rules, seats: int, seed: int, first: int, found: Found, every: int) -> None:
    """Part of a match at random: laws after each step, and what is legal at some of them."""
    if seats > 6 and not packs_suffice(rules, seats):
        seats = 6
    for number, step in enumerate(walk(rules, seats, seed, hands=3, first=first)):
        obeys(rules, step)
        found.actions[type(step.action)] += 1
        if number % every == 0 or (number % 2 and is_final(step.before)):
            try_everything(rules, step, found)
        if isinstance(step.after, Over):
            found.over += 1
            found.kept += bool(laws.kept_a_card(rules, step.after.table))


def is_final(state: State) -> bool:
    """Whether somebody has gone out, and the hand goes on."""
    return isinstance(state, Drawing | Discarding) and state.table.out is not None


def try_everything(rules: Rules, step: Step, found: Found) -> None:
    """What is legal is just what is accepted; a refusal says why, and nothing else may be done."""
    state, actor = step.before, step.actor
    before = repr(state)
    if actor is CHANCE:
        refuse(rules, state, Seat(0), step.action, found)
        return
    legal = GAME.legal(rules, state, actor)
    assert len(set(legal)) == len(legal)
    accepted = set()
    for action in everything_conceivable(rules):
        reached = GAME.step(rules, state, actor, action)
        if isinstance(reached, Refusal):
            assert reached.clauses
            found.refused.update(reached.clauses)
        else:
            accepted.add(action)
            found.accepted.update(GUARDED[type(action)])
    assert accepted == set(legal), (rules, state, accepted ^ set(legal))
    found.tried += 1
    table = table_of(state)
    assert table is not None
    for seat in opponents(actor, len(table.hands)):
        assert GAME.legal(rules, state, seat) == ()
        refuse(rules, state, seat, step.action, found)
    refuse(rules, state, CHANCE, step.action, found)
    assert repr(state) == before


def refuse(rules: Rules, state: State, actor: Actor, action: Action, found: Found) -> None:
    """The action must be refused from that actor."""
    reached = GAME.step(rules, state, actor, action)
    assert isinstance(reached, Refusal), (state, actor, action)
    found.refused.update(reached.clauses)


GUARDED: dict[type, set[str]] = {
    move.does: {one.clause for one in (*move.exists, *move.conditions)}
    for move in GAME.moves
    if move.does not in (Deal, Reshuffle)
}
"""Every clause by which an action of a seat in turn can be refused, its phase apart."""


def test_laws_hold_under_every_pair_of_readings_and_what_is_legal_is_what_is_accepted(
    found: Found,
) -> None:
    assert found.tried > 20 * len(covering_array())
    assert found.over > 2 * len(covering_array())


PHASES = {
    "three-thirteen.turn.to-act",
    "three-thirteen.draw.first-action",
    "three-thirteen.draw.one-card",
}


def test_every_clause_of_a_seat_accepts_and_refuses_under_some_readings(
    found: Found, tell: Callable[[str], None]
) -> None:
    guards = sorted({clause for clauses in GUARDED.values() for clause in clauses})
    tell(f"clauses over {len(covering_array())} rule sets of Three Thirteen: accepted, refused")
    for clause in guards:
        tell(f"  {clause:40} {found.accepted[clause]:8} {found.refused[clause]:8}")
    assert all(found.accepted[clause] for clause in guards)
    assert set(guards) | PHASES <= set(found.refused)


def test_what_is_rare_occurs(found: Found) -> None:
    assert found.kept > 5
    assert found.actions[Keep] > 5
    assert found.actions[Reshuffle] > 20


# ── each law can fail ────────────────────────────────────────────────────────────────────────────


def some_states() -> tuple[Drawing, Discarding, Reshuffling, Over]:
    """A turn that begins, one that goes on, a reshuffle and the end of a hand, each from a walk."""
    small = replace(DEFAULT, size=SMALL)
    found: dict[type, State] = {}
    for seed in range(9):
        for step in walk(small, 3, seed, hands=3):
            state = step.after
            table = table_of(state)
            assert table is not None
            if isinstance(state, Drawing | Discarding) and (
                table.out is not None or len(table.stock) < 2 or table.hand_number == 1
            ):
                continue
            found[type(state)] = state
    drawing, discarding = found[Drawing], found[Discarding]
    reshuffling, over = found[Reshuffling], found[Over]
    assert isinstance(drawing, Drawing)
    assert isinstance(discarding, Discarding)
    assert isinstance(reshuffling, Reshuffling)
    assert isinstance(over, Over)
    return drawing, discarding, reshuffling, over


def test_a_law_that_is_broken_says_so() -> None:
    rules = replace(DEFAULT, size=SMALL)
    drawing, discarding, reshuffling, over = some_states()
    table = drawing.table
    for law in laws.LAWS:
        for state in (drawing, discarding, reshuffling, over):
            assert law(rules, state), law.__name__
    lost = Drawing(replace(table, stock=table.stock[1:]))
    assert not laws.each_card_as_often_as_the_packs_have_it(rules, lost)
    twice = Drawing(replace(table, stock=(table.stock[0], table.stock[0], *table.stock[2:])))
    assert table.stock[0] == table.stock[1] or not (
        laws.each_card_as_often_as_the_packs_have_it(rules, twice)
    )
    assert not laws.pool_is_constant(rules, lost)
    assert not laws.hand_sizes_follow(rules, Drawing(discarding.table))
    assert not laws.hand_sizes_follow(rules, Discarding(table))
    assert not laws.a_discard_lies_there(rules, Drawing(replace(table, discard=())))
    early = Reshuffling(reshuffling.table, Next.TURN)
    assert not laws.reshuffles_when_it_is_time(rules, early)
    fewer = replace(reshuffling.table, discard=reshuffling.table.discard[1:])
    assert not laws.reshuffle_has_its_size(rules, Reshuffling(fewer, reshuffling.then))
    stale = Drawing(replace(table, taken=table.hand[0]))
    assert not laws.taken_card_is_held(rules, stale)
    again = Drawing(replace(table, out=table.mover))
    assert not laws.who_went_out_has_no_turn(rules, again)
    late = Over(replace(over.table, mover=over.result.out), over.result)
    assert not laws.who_went_out_has_no_turn(rules, late)
    seat = opponents(table.mover, 3)[0]
    bare = replace(table, out=seat, hands=(hand("AC 2D 4D 5H"),) * 3)
    assert not laws.who_went_out_has_melds_alone(rules, Drawing(bare))
    result = over.result
    paid = replace(result, points=tuple(count + 1 for count in result.points))
    assert not laws.each_scores_its_own(rules, Over(over.table, paid))
    line = own_line("three-thirteen.score.deadwood", result.out, 1)
    assert not laws.each_scores_its_own(
        rules, Over(over.table, replace(result, receipt=(*result.receipt, line)))
    )
    heavy = replace(result, deadwood=(999, 999, 999))
    assert not laws.deadwood_is_bounded(rules, Over(over.table, heavy))
    assert not laws.match_has_its_hands(rules, Drawing(replace(table, hand_number=4)))
    assert not laws.match_has_its_hands(rules, begin(3, Seat(0), 4))


def test_a_law_of_a_step_that_is_broken_says_so() -> None:
    rules = replace(DEFAULT, size=SMALL)
    drawing, discarding, _, over = some_states()
    table, turn = drawing.table, discarding.table
    assert not laws.moves_as_a_turn_does(rules, drawing, Discarding(table))
    two = replace(table, hands=tuple((*each, *table.stock[:2]) for each in table.hands))
    assert not laws.moves_as_a_turn_does(rules, drawing, Discarding(two))
    passed = replace(turn, mover=opponents(turn.mover, 3)[0])
    assert not laws.moves_as_a_turn_does(rules, discarding, Drawing(passed))
    around = replace(turn, hands=turn.hands[1:] + turn.hands[:1])
    assert not laws.only_the_mover_plays(rules, discarding, Discarding(around))
    skipped = replace(turn, mover=opponents(turn.mover, 3)[1])
    assert not laws.turns_go_round(rules, discarding, Drawing(skipped))
    assert not laws.turns_go_round(rules, over, Drawing(replace(table, mover=table.dealer)))
    other = replace(passed, out=passed.mover)
    assert not laws.out_is_said_once(rules, discarding, Drawing(other))
    banned = replace(with_readings(discard_taken_card="banned"), size=SMALL)
    took = replace(turn, taken=turn.hand[0])
    back = replace(passed, discard=(*turn.discard, turn.hand[0]))
    assert not laws.taken_card_is_not_discarded(banned, Discarding(took), Drawing(back))
    assert laws.taken_card_is_not_discarded(rules, Discarding(took), Drawing(back))
    tame = replace(with_readings(wild_from_pile="stays"), size=SMALL)
    wild = next(each for each in SMALL.pack if is_wild(rules, turn, each))
    wild_taken = Discarding(replace(turn, taken=wild))
    assert not laws.wild_card_is_not_taken(tame, drawing, wild_taken)
    assert laws.wild_card_is_not_taken(rules, drawing, wild_taken)
    assert not laws.hands_follow_each_other(rules, over, Drawing(over.table))
    richer = replace(turn, ledger=Ledger((1, 0, 0), turn.ledger.outs))
    assert not laws.scores_change_with_a_hand(rules, discarding, Discarding(richer))
    assert not laws.scores_change_with_a_hand(rules, discarding, Over(turn, over.result))
