"""Tong-its under every pair of readings: the laws hold, and each clause accepts and refuses.

The rule sets are the rows of a pairwise covering array, each walked at random with the whole pack
and with a small one.  What chance does not reach is dealt.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import get_args

import pytest

from meldspec.cards import ONE_PACK
from meldspec.kernel import AnyFollowing, AnyMove
from meldspec.play import CHANCE, Actor, Refusal, Seat, seats_to_act
from meldspec.table import DRAW, Deal
from meldspec.tongits import (
    answering,
    discarding,
    draw_call,
    drawing,
    exposing,
    game,
    laying_off,
    tongits_call,
    turn,
)
from meldspec.tongits.deal import DEAL
from meldspec.tongits.ending import End
from meldspec.tongits.options import DEFAULT, NEEDS, TABLE, Rules
from meldspec.tongits.options_of_payment import SecondWinBonus
from meldspec.tongits.options_of_play import SecretFacedownIdentity, TongitTrigger
from meldspec.tongits.table import (
    CHALLENGE,
    FOLD,
    KEEP,
    Action,
    Drawing,
    Over,
    Playing,
    Responding,
    State,
    Take,
    opponents,
    table_of,
)
from meldspec.tongits.view import view

from . import laws
from .covering import COVERING, covering_array
from .scenes import (
    CALLED_BESIDE_A_FOUR,
    CALLED_BESIDE_NO_FOUR,
    EMPTY_PILE,
    SCENES,
    STUCK,
    TABLE_TAKE,
    Scene,
    cards,
    endless,
    four_face_down,
)
from .twins import refusals, twins
from .walks import SMALL, Step, attempts, everything_conceivable, walk


@dataclass(frozen=True)
class Effort:
    """How much is walked through for every row."""

    small_matches: int
    """Matches of two hands with the small pack."""
    whole_hands: int
    """Hands with the whole pack."""
    twins: int
    """Matches with the small pack that are played beside a twin."""


SOME = Effort(small_matches=6, whole_hands=1, twins=1)
MANY = Effort(small_matches=18, whole_hands=4, twins=3)
CONCEIVABLE = 0.035
"""The share of states of the small pack in which everything conceivable is tried."""


def guards_of(move: AnyMove) -> tuple[str, ...]:
    """The clauses that the guards of a move carry."""
    return tuple(guard.clause for guard in (*move.exists, *move.conditions))


KINDS: tuple[AnyMove, ...] = (
    DEAL,
    drawing.TAKE,
    drawing.DRAW_MOVE,
    exposing.EXPOSE,
    laying_off.LAY_OFF,
    discarding.DISCARD,
    tongits_call.CALL_TONGITS_MOVE,
    draw_call.CALL_DRAW_MOVE,
    answering.FOLD_MOVE,
    answering.CHALLENGE_MOVE,
)
"""A move for each kind of action."""
MOVES: dict[type[Action], tuple[tuple[str, ...], tuple[str, ...]]] = {
    move.does: (guards_of(move), move.effect.says) for move in KINDS
}
"""For each kind of action the clauses of its guards, and those of its effect."""
GUARDS = sorted({clause for guards, _ in MOVES.values() for clause in guards})
"""Every clause that a guard of some move carries."""


@dataclass
class Found:
    """What was found while every row was walked."""

    effort: Effort
    faults: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """By what should hold, where it did not."""
    accepted: Counter[str] = field(default_factory=Counter)
    """Accepted actions by the clauses of their guards and effects, and what followed of itself."""
    refused: Counter[str] = field(default_factory=Counter)
    ends: Counter[End] = field(default_factory=Counter)
    automatic: Counter[TongitTrigger] = field(default_factory=Counter)
    second_wins: Counter[SecondWinBonus] = field(default_factory=Counter)
    """Payments for the second of three wins."""
    steps: int = 0
    compared: int = 0
    """States that were put beside a twin."""
    longest: Counter[bool] = field(default_factory=Counter)
    """Steps of the longest hand, by whether a discard may be kept in the hand."""

    def hold(self, right: bool, what: str, *where: object) -> None:
        """Note a fault unless it is right."""
        if not right:
            self.faults[what].append(" ".join(map(str, where)))

    def count(self, action: Action) -> None:
        """Count the clauses that an accepted action has passed."""
        for clauses in MOVES[type(action)]:
            self.accepted.update(clauses)

    def take(self, rules: Rules, step: Step) -> None:
        """Count an accepted step."""
        self.steps += 1
        self.count(step.action)
        if isinstance(step.after, Over):
            self.over(rules, step.after)

    def over(self, rules: Rules, state: Over) -> None:
        """Count what a hand that is over was worth."""
        result = state.result
        self.ends[result.outcome.end] += 1
        self.accepted.update(line.clause for line in result.receipt)
        if result.outcome.end is End.TONGITS:
            self.automatic[rules.tongits_call.tongit_trigger] += 1
        bonus = rules.pot.second_win_bonus
        owed = any(line.clause == "tongits.pot.variant-second-win-extra" for line in result.receipt)
        from_pot = 0 < state.table.ledger.pot < result.pot and result.outcome.winner is not None
        if owed or from_pot:
            self.second_wins[bonus] += 1


def may_keep(rules: Rules) -> bool:
    """Whether a discard may be kept in the hand, so that a hand may go on for ever."""
    return rules.drawing.discard_meld_exposure == "may_keep_in_hand"


def measure(rules: Rules, state: State) -> int:
    """A number that every accepted action of a seat lowers, unless it keeps the discard.

    No card leaves the table, none goes back to the stock, a turn takes one card and ends with one
    discard at most, and every answer to a call leaves fewer to be asked.
    """
    table = table_of(state)
    elsewhere = len(rules.size.pack) - sum(len(meld.cards) for meld in table.melds)
    match state:
        case Drawing():
            left = 3
        case Playing():
            left = 4
        case Responding():
            left = len(state.asked)
        case _:
            left = 0
    return 2 * len(table.stock) + 2 * elsewhere + left


def bound(rules: Rules) -> int:
    """The measure of a dealt hand, and so the most steps that a hand takes after its deal."""
    cards, hand = len(rules.size.pack), rules.size.hand
    return 2 * (cards - 3 * hand - 1) + 2 * cards + 4


def bad_deals(deal: Deal) -> Iterator[Deal]:
    """Deals of a torn pack, and of hands that are too large or too small."""
    first, *others = deal.hands
    yield Deal(deal.hands, (*deal.stock[:-1], deal.stock[0]))
    yield Deal((first[1:], *others), (*deal.stock, first[0]))
    yield Deal((*deal.hands[1:], first), deal.stock)
    yield Deal(deal.hands[1:], (*first, *deal.stock))


def try_everything(
    rules: Rules, step: Step, found: Found, thorough: bool, where: tuple[object, ...]
) -> None:
    """Whether what is legal is what is accepted, by the actor and by the others."""
    state, actor = step.before, step.actor
    before = repr(state)
    if actor is CHANCE:
        assert isinstance(step.action, Deal)
        for deal in bad_deals(step.action):
            refuse(rules, state, CHANCE, deal, found, where)
        return
    legal = game.GAME.legal(rules, state, actor)
    tried: list[Action] = [*attempts(state, actor), *legal]
    if thorough:
        tried.extend(everything_conceivable(rules, state))
    accepted = set()
    for action in tried:
        reached = game.GAME.step(rules, state, actor, action)
        if isinstance(reached, Refusal):
            found.refused.update(reached.clauses)
        else:
            accepted.add(action)
            found.count(action)
    found.hold(len(set(legal)) == len(legal), "each legal action is listed once", *where)
    found.hold(accepted == set(legal), "what is legal is accepted, and nothing else", *where)
    for seat in opponents(actor):
        found.hold(
            not game.GAME.legal(rules, state, seat), "only who is to act has actions", *where
        )
        for action in (DRAW, step.action, CHALLENGE, FOLD):
            refuse(rules, state, seat, action, found, where)
    refuse(rules, state, CHANCE, Deal((), ()), found, where)
    found.hold(repr(state) == before, "a refusal changes nothing", *where)


def refuse(
    rules: Rules,
    state: State,
    actor: Actor,
    action: Action,
    found: Found,
    where: tuple[object, ...],
) -> None:
    """Note a fault unless the action is refused."""
    reached = game.GAME.step(rules, state, actor, action)
    found.hold(isinstance(reached, Refusal), "what may not be done is refused", *where, action)
    if isinstance(reached, Refusal):
        found.refused.update(reached.clauses)


def walk_through(rules: Rules, seed: int, hands: int, found: Found, share: float) -> None:
    """A match at random, of which everything is checked."""
    chance = random.Random(seed)
    length = 0
    size = "small" if rules.size == SMALL.size else "whole"
    try:
        for number, step in enumerate(walk(rules, seed, hands)):
            where = (size, seed, number, step.action, readings_of(rules))
            for law in laws.LAWS:
                found.hold(law(rules, step.after), f"the law {law.__name__}", *where)
            found.take(rules, step)
            if step.actor is CHANCE:
                length = 0
            else:
                length += 1
                lower = measure(rules, step.after) < measure(rules, step.before)
                kept = step.action == KEEP and may_keep(rules)
                found.hold(lower or kept, "every action brings the end nearer", *where)
            key = may_keep(rules)
            found.longest[key] = max(found.longest[key], length)
            if chance.random() < (1 if size == "small" else 0.25):
                try_everything(rules, step, found, chance.random() < share, where)
    except (AssertionError, IndexError) as error:
        found.hold(False, "no seat is left without an action", size, seed, repr(error))


def readings_of(rules: Rules) -> dict[str, str | int]:
    """The readings that are not the default."""
    return {
        each.field: each.get(rules) for each in TABLE.options if each.get(rules) != each.readings[0]
    }


def see_through(rules: Rules, seed: int, found: Found) -> None:
    """A hand beside its twin, which differs in cards that the seat of the seed does not see.

    Where tongits happens by itself, or a Spread does, hidden cards may end a hand for all to see.
    """
    seat = Seat(seed % 3)
    by_itself = (
        rules.tongits_call.tongit_trigger == "automatic_when_coverable"
        or rules.variations.spread_enabled == "wins_before_first_turn"
    )
    for state, twin in twins(rules, seed):
        if isinstance(twin, Over) and by_itself:
            return
        found.compared += 1
        where = (seed, readings_of(rules))
        same = view(rules, state, seat) == view(rules, twin, seat)
        found.hold(same, "a view tells nothing hidden", *where)
        same = game.GAME.legal(rules, state, seat) == game.GAME.legal(rules, twin, seat)
        found.hold(same, "what a seat may do tells nothing hidden", *where)
        if table_of(state).turn % 4 == 1:
            same = refusals(rules, state, seat) == refusals(rules, twin, seat)
            found.hold(same, "a refusal tells nothing hidden", *where)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(SOME, id="some"),
        pytest.param(MANY, id="many", marks=pytest.mark.slow),
    ],
)
def found(request: pytest.FixtureRequest) -> Found:
    """Every row of the array, walked with the whole pack and with the small one."""
    effort: Effort = request.param
    found = Found(effort)

    def counting(each: AnyFollowing) -> AnyFollowing:
        def comes(rules: Rules, state: State) -> State | None:
            after: State | None = each.comes(rules, state)
            if after is not None:
                found.accepted.update(each.says)
            return after

        return replace(each, comes=comes)

    with pytest.MonkeyPatch.context() as patch:
        following = tuple(map(counting, game.GAME.following))
        patch.setattr(game, "GAME", replace(game.GAME, following=following))
        for number, rules in enumerate(covering_array()):
            small = replace(rules, size=SMALL.size)
            for seed in range(effort.small_matches):
                walk_through(small, 100 * number + seed, 2, found, CONCEIVABLE)
            for seed in range(effort.whole_hands):
                walk_through(rules, 100 * number + seed, 1, found, 0)
            for seed in range(effort.twins):
                see_through(small, 100 * number + seed, found)
            see_through(rules, number, found)
            deal_a_spread(rules, found)
        for scene in SCENES:
            play_on_purpose(scene, found)
    return found


def play_on_purpose(scene: Scene, found: Found) -> None:
    """A hand that was made up, of which everything is checked."""
    rules = scene.rules()
    for number, step in enumerate(scene.steps()):
        where = (number, step.action, scene.readings)
        for law in laws.LAWS:
            found.hold(law(rules, step.after), f"the law {law.__name__}", *where)
        found.take(rules, step)
        try_everything(rules, step, found, False, where)
        for seat in seats_to_act(game.GAME, rules, step.after):
            left = game.GAME.legal(rules, step.after, seat)
            found.hold(bool(left), "no seat is left without an action", *where)


def deal_a_spread(rules: Rules, found: Found) -> None:
    """A deal in which every seat's hand lies in melds: a Spread where one is played."""
    begun = turn.begin(rules, Seat(0))
    suits = [ONE_PACK[13 * number : 13 * number + 13] for number in range(4)]
    deal = Deal((suits[0], suits[1][:12], suits[2][:12]), (*suits[3], suits[1][12], suits[2][12]))
    after = game.GAME.step(rules, begun, CHANCE, deal)
    assert not isinstance(after, Refusal)
    found.take(rules, Step(begun, CHANCE, deal, after))
    spread = isinstance(after, Over) and after.result.outcome.end is End.SPREAD
    played = rules.variations.spread_enabled == "wins_before_first_turn"
    found.hold(spread == played, "a Spread wins just where it is played", readings_of(rules))
    found.hold(
        laws.payments_sum_to_zero(rules, after) and laws.chips_sum_to_zero(rules, after),
        "a Spread pays what it costs",
        readings_of(rules),
    )


HOLDING = (
    *(f"the law {law.__name__}" for law in laws.LAWS),
    "no seat is left without an action",
    "every action brings the end nearer",
    "each legal action is listed once",
    "what is legal is accepted, and nothing else",
    "only who is to act has actions",
    "what may not be done is refused",
    "a refusal changes nothing",
    "a view tells nothing hidden",
    "what a seat may do tells nothing hidden",
    "a refusal tells nothing hidden",
    "a Spread wins just where it is played",
    "a Spread pays what it costs",
)


@pytest.mark.parametrize("what", HOLDING)
def test_it_holds_under_every_pair_of_readings(what: str, found: Found) -> None:
    assert set(found.faults) <= set(HOLDING)
    assert not found.faults[what], "\n".join(found.faults[what][:3])


def test_enough_is_walked_through(found: Found) -> None:
    matches = found.effort.small_matches + found.effort.whole_hands
    assert found.steps > 9 * matches * len(covering_array())
    assert found.compared > 10 * found.effort.twins * len(covering_array())


def test_every_hand_ends(found: Found, tell: Callable[[str], None]) -> None:
    """By the measure a hand ends within its bound, unless a discard is kept in the hand."""
    assert (bound(DEFAULT), bound(SMALL)) == (138, 42)
    tell(
        f"longest hands: {found.longest[False]} steps of at most {bound(DEFAULT)};"
        f" where a discard may be kept {found.longest[True]}, and no bound"
    )
    assert found.longest[False] <= bound(DEFAULT)


def test_every_clause_of_a_guard_accepts_and_refuses(
    found: Found, tell: Callable[[str], None]
) -> None:
    tell(f"clauses over {len(covering_array())} rule sets: accepted, refused")
    for clause in sorted(found.accepted | found.refused):
        tell(f"  {clause:55} {found.accepted[clause]:8} {found.refused[clause]:8}")
    assert [clause for clause in GUARDS if not found.accepted[clause]] == []
    assert [clause for clause in GUARDS if not found.refused[clause]] == []


def test_what_is_rare_occurs(found: Found, tell: Callable[[str], None]) -> None:
    for title, counts in (
        ("ends", found.ends),
        ("tongits", found.automatic),
        ("second wins", found.second_wins),
    ):
        tell(f"{title}: {', '.join(f'{each} {count}' for each, count in counts.items())}")
    assert set(found.ends) == set(End)
    assert set(found.automatic) == set(get_args(TongitTrigger))
    assert set(found.second_wins) == set(get_args(SecondWinBonus)) - {"nothing_extra"}


def test_every_playable_pair_meets_in_the_array_and_nothing_else_is_left_out() -> None:
    needing = [option for option in TABLE.options if option.name in NEEDED]
    playable = []
    for readings in product(*(option.readings for option in needing)):
        chosen = dict(zip((option.name for option in needing), readings, strict=True))
        rules = DEFAULT
        for option in needing:
            rules = option.put(rules, chosen[option.name])
        if not list(TABLE.undefined(rules)):
            playable.append(chosen)
    meeting = {frozenset(pair) for row in COVERING.rows for pair in combinations(row.items(), 2)}
    left_out: list[dict[str, str | int]] = []
    for first, second in combinations(TABLE.options, 2):
        for pair in product(first.readings, second.readings):
            asked = {first.name: pair[0], second.name: pair[1]}
            can_be = any(
                all(chosen.get(name, reading) == reading for name, reading in asked.items())
                for chosen in playable
            )
            meets = frozenset(asked.items()) in meeting
            assert meets == can_be, asked
            if not can_be:
                left_out.append(asked)
    assert left_out == NOT_TOGETHER


NEEDED = {name for need in NEEDS for name in (need.option, need.needed)}
NOT_TOGETHER = [
    {
        "drawing.discard_meld_exposure": "may_keep_in_hand",
        "discarding.discard_taken_card_back": "impossible_because_melded",
    },
    *(
        {"tongits_call.empty_hand_policy": policy, needing: reading}
        for needing, reading in (
            ("tongits_call.tongit_requires_open", "opening_needed"),
            ("tongits_call.meld_needed_to_win", "own_meld_needed"),
        )
        for policy in ("treated_as_called", "emptying_requires_call")
    ),
]
"""The readings that leave play undefined, and which no row holds."""


def test_every_row_is_defined_and_pairs_meet_where_they_mean_something() -> None:
    assert not any(list(TABLE.undefined(rules)) for rules in covering_array())
    assert {pair for row in COVERING.rows for pair in COVERING.met(row)} >= set(COVERING.pairs)


def test_a_hand_need_not_end_where_a_discard_may_be_kept() -> None:
    """Once round the table nothing has changed but the number of the turn and what it records."""
    *_, once, twice = (
        table_of(step.after)
        for step in endless(rounds=7).steps()
        if isinstance(step.after, Drawing) and table_of(step.after).turn % 3 == 1
    )
    assert twice == replace(once, turn=once.turn + 3, taken=twice.taken)


def test_who_keeps_a_discard_is_never_left_without_an_action() -> None:
    *_, last = STUCK.steps()
    (seat,) = seats_to_act(game.GAME, STUCK.rules(), last.after)
    assert game.GAME.legal(STUCK.rules(), last.after, seat)


def test_a_turn_begins_with_a_discard_to_take() -> None:
    *_, last = EMPTY_PILE.steps()
    assert laws.turn_begins_with_cards_to_take(EMPTY_PILE.rules(), last.after)


@pytest.mark.parametrize("identity", get_args(SecretFacedownIdentity))
def test_a_four_face_down_tells_its_rank_only_where_a_reading_says_so(
    identity: SecretFacedownIdentity,
) -> None:
    """Two hands in which seat 1 lays another four look the same to the others, or do not."""
    one, other = ([step.after for step in four_face_down(rank, identity).steps()] for rank in "QK")
    hidden = identity == "hidden"
    rules = four_face_down("Q", identity).rules()
    for seat in (Seat(0), Seat(2)):
        assert view(rules, one[-2], seat) == view(rules, other[-2], seat)
        assert (view(rules, one[-1], seat) == view(rules, other[-1], seat)) == hidden
        assert game.GAME.legal(rules, one[-1], seat) == game.GAME.legal(rules, other[-1], seat)


def test_being_asked_tells_nothing_of_a_four() -> None:
    rules = CALLED_BESIDE_A_FOUR.rules()
    whole, torn = (
        [step.after for step in scene.steps()][-1]
        for scene in (CALLED_BESIDE_A_FOUR, CALLED_BESIDE_NO_FOUR)
    )
    for seat in (Seat(0), Seat(1)):
        assert view(rules, whole, seat) == view(rules, torn, seat)
    assert game.GAME.actors(rules, whole) == game.GAME.actors(rules, torn)


def test_a_seat_that_may_challenge_is_refused_out_of_turn_for_that_alone() -> None:
    rules = CALLED_BESIDE_A_FOUR.rules()
    *_, last = CALLED_BESIDE_A_FOUR.steps()
    assert game.GAME.step(rules, last.after, Seat(2), CHALLENGE) == Refusal(
        ("tongits.turn.to-act",)
    )
    folded = game.GAME.step(rules, last.after, Seat(1), FOLD)
    assert not isinstance(folded, Refusal)
    assert isinstance(game.GAME.step(rules, folded, Seat(2), CHALLENGE), Over)


def test_a_take_is_for_a_new_meld_or_for_one_on_the_table() -> None:
    rules = TABLE_TAKE.rules()
    *_, last = TABLE_TAKE.steps()
    both = Take(cards("8D 8H"), cards("5C 6C 7C"))
    assert both not in game.GAME.legal(rules, last.after, Seat(1))
    assert isinstance(game.GAME.step(rules, last.after, Seat(1), both), Refusal)
