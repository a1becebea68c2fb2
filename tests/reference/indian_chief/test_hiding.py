"""Choices and claims of Indian Chief are hidden until all have made theirs; then all see them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import DEFAULT, Rules
from meldspec.indian_chief.table import Choose, Choosing, Claim, Claiming, Meld, Over, State
from meldspec.indian_chief.view import view
from meldspec.play import CHANCE, Seat

from ..twins import same_for
from .walks import WALKS, walk


def hidden_otherwise(rules: Rules, state: State, seat: Seat, chance: random.Random) -> State:
    """The state with other choices, or other claims, of those that have made one in secret."""
    if isinstance(state, Choosing):
        chosen = list(state.chosen)
        for number, meld in enumerate(chosen):
            if meld is not None and number != seat:
                chosen[number] = another_choice(rules, state, Seat(number), chance)
        return replace(state, chosen=tuple(chosen))
    if isinstance(state, Claiming):
        claims = []
        for thief, target in state.claims:
            kept = replace(state, claims=tuple(each for each in state.claims if each[0] != thief))
            legal = GAME.legal(rules, kept, thief)
            other = chance.choice([each for each in legal if isinstance(each, Claim)])
            claims.append((thief, target if thief == seat else other.target))
        return replace(state, claims=tuple(claims))
    return state


def another_choice(rules: Rules, state: Choosing, seat: Seat, chance: random.Random) -> Meld:
    """Any choice that the seat could have made."""
    chosen = (*state.chosen[:seat], None, *state.chosen[seat + 1 :])
    legal = GAME.legal(rules, replace(state, chosen=chosen), seat)
    return chance.choice([each.meld for each in legal if isinstance(each, Choose)])


def secrets_make_no_difference(rules: Rules, seats: int, seed: int, every: int) -> tuple[int, int]:
    """How many states were compared that differ in choices, and in claims."""
    choices = claims = 0
    chance = random.Random(seed)
    for number, step in enumerate(walk(rules, seats, seed)):
        if number % every and not (isinstance(step.after, Claiming) and step.after.claims):
            continue
        for seat in map(Seat, range(seats)):
            twin = hidden_otherwise(rules, step.after, seat, chance)
            if twin != step.after:
                tried = WALKS.attempts(rules, step.after, seat, chance)
                same_for(WALKS, rules, (step.after, twin), seat, list(tried))
                choices += isinstance(twin, Choosing)
                claims += isinstance(twin, Claiming)
    return choices, claims


def test_choices_and_claims_that_are_not_shown_yet_make_no_difference() -> None:
    choices = claims = 0
    for seed in range(28):
        more = secrets_make_no_difference(DEFAULT, 2 + seed % 7, seed, 11)
        choices, claims = choices + more[0], claims + more[1]
    assert choices > 150
    assert claims > 20


@pytest.mark.slow
def test_nor_do_they_under_any_pair_of_readings() -> None:
    choices = claims = 0
    for number, rules in enumerate(WALKS.rows()):
        for seed in (2 * number, 2 * number + 1):
            more = secrets_make_no_difference(WALKS.small(rules), 3 + number % 4, seed, 9)
            choices, claims = choices + more[0], claims + more[1]
    assert choices > 150
    assert claims > 10


def test_who_made_a_choice_or_a_claim_sees_it_and_all_see_what_is_shown() -> None:
    seen_choices = seen_claims = 0
    for seed in range(1, 30, 2):
        for step in walk(DEFAULT, 3 + seed % 6, seed):
            state, actor = step.after, step.actor
            if actor is CHANCE or isinstance(state, Over):
                continue
            own = view(DEFAULT, state, actor)
            others = [
                view(DEFAULT, state, Seat(seat))
                for seat in range(len(own.hand_sizes))
                if seat != actor
            ]
            if isinstance(state, Choosing) and isinstance(step.action, Choose):
                assert own.choice == step.action.meld
                assert all(actor in each.chosen for each in others)
                seen_choices += 1
            if isinstance(state, Claiming) and state.claims:
                assert isinstance(step.action, Claim)
                assert own.claim is not None
                assert own.claim.target == step.action.target
                assert all(actor in each.claimed and each.melds != () for each in others)
                seen_claims += 1
            for each in others:
                assert (each.melds, each.stolen, each.sheets) == (own.melds, own.stolen, own.sheets)
    assert seen_choices > 100
    assert seen_claims > 5
