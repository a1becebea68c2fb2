"""The laws of Rummy hold on seeded random walks, and each law can fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from meldspec.cards import ONE_PACK, Card, small_pack
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.rummy.game import GAME
from meldspec.rummy.options import DEFAULT, Rules, Size
from meldspec.rummy.stock import due
from meldspec.rummy.table import (
    Action,
    Drawing,
    End,
    LayMeld,
    Ledger,
    Next,
    Over,
    Playing,
    Reshuffling,
    State,
    table_of,
)
from meldspec.table import Discard, Draw, LayOff, opponents
from meldspec.upcard import Take

from . import laws
from .covering import COVERING, covering_array
from .walks import SMALL, Step, everything_conceivable, walk, with_readings

POOLS = {2: 32, 3: 31, 4: 24, 5: 22, 6: 16}
"""Cards between the turns, by seats: 52 less the hands."""


def obeys(rules: Rules, step: Step) -> None:
    """Every law holds after a step and of it."""
    for law in laws.LAWS:
        assert law(rules, step.after), (law.__name__, step)
    for step_law in laws.STEP_LAWS:
        assert step_law(rules, step.before, step.after), (step_law.__name__, step)


def test_every_law_holds_after_every_step_at_two_to_six_seats() -> None:
    seen: Counter[object] = Counter()
    for seed in range(60):
        for step in walk(DEFAULT, 2 + seed % 5, seed, hands=3):
            obeys(DEFAULT, step)
            seen[type(step.action).__name__] += 1
            if isinstance(step.after, Over):
                outcome = step.after.result.outcome
                seen[outcome.end, outcome.rummy] += 1
    assert seen["Reshuffle"] > 20
    assert seen["LayMeld"] > 200
    assert seen["LayOff"] > 200
    assert seen[End.OUT, False] > 50
    assert seen[End.OUT, True] > 5
    assert not seen[End.STOCK, False]


@pytest.mark.parametrize(("seats", "pool"), POOLS.items())
def test_the_two_piles_are_as_large_at_every_turn_as_after_the_deal(seats: int, pool: int) -> None:
    turns = 0
    for seed in range(4):
        for step in walk(DEFAULT, seats, seed, hands=2):
            if isinstance(step.after, Drawing):
                table = step.after.table
                assert len(table.stock) + len(table.discard) == pool
                turns += 1
            if isinstance(step.after, Reshuffling):
                assert len(due(DEFAULT, step.after.table)) == pool - 1
    assert turns > 50


TURNS = 2


@pytest.mark.parametrize("readings", [{}, {"only_taken_card_left": "keep"}], ids=str)
def test_every_shape_of_a_turn_moves_one_card_in_and_one_out(
    readings: dict[str, str | int],
) -> None:
    """All plays of the first turns of some deals of a small pack, with laws after each step.

    Sixteen cards, five in each of two hands: melds, lay-offs and going out are in reach at once.
    """
    rules = replace(with_readings(**readings), size=Size(pack=small_pack(4, 4), hands=(5,)))
    ended = states = 0
    for seed in range(12):
        (first, *_) = walk(rules, 2, seed, hands=1)
        reached = {first.after}
        while reached:
            states += len(reached)
            reached = {
                after
                for before in reached
                for after in _successors(rules, before)
                if isinstance(after, Drawing | Playing) and after.table.turn < TURNS
            }
            ended += sum(isinstance(state, Drawing) for state in reached)
    assert states > 1500
    assert ended > 100


def _successors(rules: Rules, before: State) -> Iterator[State]:
    """The states after each legal action, every one of them lawful."""
    (mover,) = GAME.actors(rules, before)
    assert mover is not CHANCE
    for action in GAME.legal(rules, before, mover):
        after = GAME.step(rules, before, mover, action)
        assert not isinstance(after, Refusal)
        obeys(rules, Step(before, mover, action, after))
        yield after


def test_the_array_has_every_pair_that_can_be_played() -> None:
    left_out = [dict(pair) for pair in _all_pairs() if pair not in COVERING.pairs]
    assert left_out == [
        {"meld.melds_per_turn": "one", "meld.meld_compulsion": compulsion}
        for compulsion in ("melds_compulsory", "melds_and_layoffs_compulsory")
    ]


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
        self.ends: Counter[tuple[End, bool, bool]] = Counter()
        self.kept = 0
        self.tried = 0


@pytest.fixture(scope="module")
def found() -> Found:
    """Every row of the array, walked with the whole pack and with a small one."""
    found = Found()
    for number, rules in enumerate(covering_array()):
        small = replace(rules, size=SMALL)
        for seed in range(4):
            look_through(small, 2 + (number + seed) % 5, 10 * number + seed, found, every=9)
        look_through(rules, 2 + number % 5, number, found, every=60)
    return found


def look_through(rules: Rules, seats: int, seed: int, found: Found, every: int) -> None:
    """Part of a match at random: laws after each step, and what is legal at some of them."""
    for number, step in enumerate(walk(rules, seats, seed, hands=4)):
        obeys(rules, step)
        if number % every == 0:
            try_everything(rules, step, found)
        found.kept += has_kept_the_taken_card(step)
        if isinstance(step.after, Over):
            outcome = step.after.result.outcome
            found.ends[outcome.end, outcome.winner is None, outcome.rummy] += 1


def has_kept_the_taken_card(step: Step) -> bool:
    """Whether the turn was over with the card taken from the pile in the hand."""
    if not isinstance(step.before, Playing) or not isinstance(step.after, Drawing):
        return False
    mover = step.before.table.mover
    return step.before.table.taken in step.after.table.hands[mover]


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
    for action in everything_conceivable(rules, state):
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
    move.does: {each.clause for each in (*move.exists, *move.conditions)}
    | {each.clause for each in move.limits}
    for move in GAME.moves
    if move.does in (Draw, Take, LayMeld, LayOff, Discard)
}
"""Every clause by which an action of a seat in turn can be refused, its phase apart."""


def test_laws_hold_under_every_pair_of_readings_and_what_is_legal_is_what_is_accepted(
    found: Found,
) -> None:
    assert found.tried > 20 * len(covering_array())


RARE = {
    "rummy.draw.would-strand",
    "rummy.discard.only-taken-card-left",
    "rummy.stock.nothing-to-draw",
}
"""Refusals that chance hardly reaches; hands made up on purpose do."""


PHASES = {"rummy.turn.to-act", "rummy.draw.first-action", "rummy.draw.one-card"}


def test_every_clause_of_a_seat_accepts_and_refuses_under_some_readings(
    found: Found, tell: Callable[[str], None]
) -> None:
    guards = sorted({clause for clauses in GUARDED.values() for clause in clauses})
    tell(f"clauses over {len(covering_array())} rule sets of Rummy: accepted, refused")
    for clause in guards:
        tell(f"  {clause:40} {found.accepted[clause]:8} {found.refused[clause]:8}")
    assert all(found.accepted[clause] for clause in guards)
    assert (set(guards) - RARE) | PHASES <= set(found.refused)


def test_what_is_rare_occurs(found: Found) -> None:
    assert found.kept > 0
    assert {(end, nobody) for end, nobody, _ in found.ends} == {
        (End.OUT, False),
        (End.STOCK, False),
        (End.STOCK, True),
    }
    assert found.ends[End.OUT, False, True] > 5


# ── each law can fail ────────────────────────────────────────────────────────────────────────────


def some_states() -> tuple[Drawing, Playing, Reshuffling, Over]:
    """A turn that begins, one that goes on, a reshuffle and the end of a hand, each from a walk."""
    drawing = playing = reshuffling = over = None
    steps = (step for seed in (0, 1, 2, 4, 5) for step in walk(DEFAULT, 3, seed, hands=3))
    for step in steps:
        match step.after:
            case Drawing() if step.after.table.melds and len(step.after.table.stock) > 2:
                drawing = step.after
            case Playing() if step.after.table.melds:
                playing = step.after
            case Reshuffling():
                reshuffling = step.after
            case Over():
                over = step.after
            case _:
                pass
    assert drawing is not None
    assert playing is not None
    assert reshuffling is not None
    assert over is not None
    return drawing, playing, reshuffling, over


def test_a_law_that_is_broken_says_so() -> None:
    drawing, playing, reshuffling, over = some_states()
    lost = Drawing(replace(drawing.table, stock=drawing.table.stock[1:]))
    assert not laws.each_card_in_one_place(DEFAULT, lost)
    assert not laws.pool_is_constant(DEFAULT, lost)
    bare = Drawing(replace(drawing.table, discard=()))
    assert not laws.turn_begins_with_a_discard(DEFAULT, bare)
    fewer = replace(reshuffling.table, discard=reshuffling.table.discard[1:])
    assert not laws.reshuffle_has_its_size(DEFAULT, Reshuffling(fewer, reshuffling.then))
    early = Reshuffling(reshuffling.table, Next.TURN)
    assert not laws.reshuffles_when_it_is_time(DEFAULT, early)
    meld = playing.table.melds[0]
    torn = replace(playing.table, melds=(replace(meld, cards=meld.cards - {min(meld.cards)}),))
    assert not laws.table_melds_are_melds(DEFAULT, Playing(torn))
    assert not laws.hand_sizes_follow(DEFAULT, Drawing(playing.table))
    hands = (frozenset[Card](), *playing.table.hands[1:])
    assert not laws.no_hand_is_empty_in_play(DEFAULT, Playing(replace(playing.table, hands=hands)))
    twice = replace(playing.table, turn=50, melds=(replace(meld, turn=3), replace(meld, turn=3)))
    assert not laws.melds_keep_to_the_limit(DEFAULT, Playing(twice))
    stuck = replace(twice, turn=3, hands=(frozenset(ONE_PACK[::9]),) * 3)
    assert not laws.melds_keep_to_the_limit(DEFAULT, Playing(stuck))
    plainly_out = replace(stuck, hands=(frozenset[Card](),) * 3)
    no_rummy = replace(over.result, outcome=replace(over.result.outcome, rummy=False))
    assert not laws.melds_keep_to_the_limit(DEFAULT, Over(plainly_out, no_rummy))
    level = Over(replace(over.table, ledger=Ledger((150, 150, 0), 9, (4, 5, 0))), over.result)
    assert not laws.match_ends_on_its_score(DEFAULT, level)
    paid = replace(over.result, points=(1, 1, 1))
    assert not laws.points_go_to_the_winner(DEFAULT, Over(over.table, paid))
    more = replace(over.result, points=(999, 0, 0))
    assert not laws.points_are_bounded(DEFAULT, Over(over.table, more))


def test_a_law_of_a_step_that_is_broken_says_so() -> None:
    drawing, playing, _, over = some_states()
    table = playing.table
    two_drawn = replace(
        drawing.table,
        hands=(frozenset(drawing.table.stock[:2]), *drawing.table.hands[1:]),
        stock=drawing.table.stock[2:],
    )
    assert not laws.moves_as_a_turn_does(DEFAULT, drawing, Playing(two_drawn))
    assert not laws.moves_as_a_turn_does(DEFAULT, drawing, Playing(drawing.table))
    next_turn = replace(table, turn=table.turn + 1)
    assert not laws.moves_as_a_turn_does(DEFAULT, playing, Drawing(next_turn))
    hands = tuple(table.hands[seat - 1] for seat in range(3))
    assert not laws.only_the_mover_plays(DEFAULT, playing, Playing(replace(table, hands=hands)))
    assert not laws.melds_only_grow(DEFAULT, playing, Playing(replace(table, melds=())))
    boomerang = replace(table, taken=table.discard[-1])
    assert not laws.taken_card_is_not_discarded(DEFAULT, Playing(boomerang), Drawing(next_turn))
    richer = replace(table.ledger, scores=(1, 0, 0))
    assert not laws.scores_change_with_a_hand(
        DEFAULT, playing, Playing(replace(table, ledger=richer))
    )
    assert not laws.scores_change_with_a_hand(DEFAULT, playing, Over(table, over.result))
