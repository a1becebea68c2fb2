"""What a seat sees, may do and is refused does not depend on what is hidden from it.

Hidden are the cards of others, their choices before all have chosen, and the claims of others in a
tie before all have claimed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from meldspec.cards import Card
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import DEFAULT, Rules
from meldspec.indian_chief.table import (
    Action,
    Choose,
    Choosing,
    Claim,
    Claiming,
    Meld,
    Over,
    Refill,
    SeatAction,
    State,
    Target,
    lying,
    table_of,
)
from meldspec.indian_chief.view import view
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.table import Deal, Reshuffle

from .covering import covering_array
from .walks import SMALL, Step, walk

# ── cards ────────────────────────────────────────────────────────────────────────────────────────


def never_seen(rules: Rules, steps: list[Step], seat: Seat) -> list[Card]:
    """The cards of which no copy is shown to a seat through all these steps."""
    shown: set[Card] = set()
    for step in steps:
        table = table_of(step.after)
        assert table is not None
        shown.update(table.hands[seat])
        for turn in table.shown:
            shown.update(card for meld in turn for card in meld.cards)
    return [card for card in rules.size.pack if card not in shown]


def exchanged(action: Action, names: dict[Card, Card]) -> Action:
    """What is done, with two cards in each other's place."""

    def other(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(names.get(card, card) for card in cards)

    match action:
        case Deal(hands, stock):
            return Deal(tuple(map(other, hands)), other(stock))
        case Refill(stock):
            return Refill(other(stock))
        case Reshuffle(stock):
            return Reshuffle(other(stock))
        case Choose(meld):
            two = None if meld.baccarat is None else tuple(sorted(other(meld.baccarat)))
            return Choose(replace(meld, cards=tuple(sorted(other(meld.cards))), baccarat=two))
        case _:
            return action


def twins(rules: Rules, seats: int, seed: int) -> Iterator[tuple[Seat, State, State]]:
    """A seat, and the states of a match, each beside the one with two cards exchanged.

    The seat sees neither of these cards; another may have chosen them, as long as that is hidden.
    """
    chance = random.Random(seed)
    seat = Seat(seed % seats)
    steps = list(walk(rules, seats, seed))[: 3 + seed % (5 * seats)]
    hidden = never_seen(rules, steps, seat)
    if len(hidden) < 2:
        return
    one, other = chance.sample(hidden, 2)
    chosen = [
        card
        for step in steps[-seats:]
        if isinstance(step.action, Choose) and isinstance(step.after, Choosing)
        for card in step.action.meld.cards
        if card in hidden
    ]
    if chosen:
        one = chosen[0]
        other = chance.choice([card for card in hidden if card != one])
    twin = steps[0].before
    for step in steps:
        after = GAME.step(rules, twin, step.actor, exchanged(step.action, {one: other, other: one}))
        assert not isinstance(after, Refusal)
        twin = after
        yield seat, step.after, twin


# ── choices and claims ───────────────────────────────────────────────────────────────────────────


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


# ── no difference ────────────────────────────────────────────────────────────────────────────────


def refusals(
    rules: Rules, state: State, seat: Seat, tried: list[SeatAction]
) -> list[tuple[str, ...]]:
    """What a seat is told of everything that it might try."""
    verdicts: list[tuple[str, ...]] = []
    for action in tried:
        reached = GAME.step(rules, state, seat, action)
        verdicts.append(reached.clauses if isinstance(reached, Refusal) else ())
    return verdicts


def anything(rules: Rules, state: State, seat: Seat, chance: random.Random) -> SeatAction:
    """Something that a seat might try, mostly with cards that it has."""
    table = table_of(state)
    assert table is not None
    other = Seat(chance.randrange(table.seats))
    if chance.random() < 0.3:
        lies = [card for cards in lying(table) for card in cards] or rules.size.pack
        return Claim(chance.choice((None, Target(other, chance.choice(lies)))))
    pool = (*table.hands[seat], chance.choice(rules.size.pack))
    chosen = tuple(sorted(chance.sample(pool, chance.randrange(min(9, len(pool))))))
    two = tuple(sorted(chosen[:2])) or None
    plain = Meld(chosen)
    named = (replace(plain, opponent=other), replace(plain, suit=2), replace(plain, baccarat=two))
    return Choose(chance.choice((plain, plain, *named)))


def same_for(rules: Rules, state: State, twin: State, seat: Seat, chance: random.Random) -> None:
    """Nothing that a seat gets to know tells the two states apart."""
    assert view(rules, state, seat) == view(rules, twin, seat)
    assert GAME.actors(rules, state) == GAME.actors(rules, twin)
    assert GAME.legal(rules, state, seat) == GAME.legal(rules, twin, seat)
    tried = [anything(rules, state, seat, chance) for _ in range(20)]
    assert refusals(rules, state, seat, tried) == refusals(rules, twin, seat, tried)


def cards_make_no_difference(rules: Rules, seats: int, seed: int, every: int) -> int:
    """How many states were compared that differ in cards."""
    compared = 0
    chance = random.Random(seed)
    for number, (seat, state, twin) in enumerate(twins(rules, seats, seed)):
        if number % every == 0 or isinstance(state, Claiming):
            same_for(rules, state, twin, seat, chance)
            compared += state != twin
    return compared


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
                same_for(rules, step.after, twin, seat, chance)
                choices += isinstance(twin, Choosing)
                claims += isinstance(twin, Claiming)
    return choices, claims


def test_hidden_cards_make_no_difference_to_who_cannot_see_them() -> None:
    compared = 0
    for seed in range(28):
        compared += cards_make_no_difference(DEFAULT, 2 + seed % 7, seed, 2)
    assert compared > 150


def test_nor_do_choices_and_claims_that_are_not_shown_yet() -> None:
    choices = claims = 0
    for seed in range(28):
        more = secrets_make_no_difference(DEFAULT, 2 + seed % 7, seed, 11)
        choices, claims = choices + more[0], claims + more[1]
    assert choices > 150
    assert claims > 20


def test_nor_under_any_pair_of_readings() -> None:
    cards = choices = claims = 0
    for number, rules in enumerate(covering_array()):
        small = replace(rules, size=SMALL)
        seats = 3 + number % 4
        for seed in (2 * number, 2 * number + 1):
            cards += cards_make_no_difference(small, seats, seed, 4)
            more = secrets_make_no_difference(small, seats, seed, 9)
            choices, claims = choices + more[0], claims + more[1]
        cards += cards_make_no_difference(rules, seats, number, 6)
    assert cards > 60
    assert choices > 150
    assert claims > 10


def test_a_leak_is_noticed() -> None:
    (step, *_) = walk(DEFAULT, 3, 0)
    deal = step.action
    assert isinstance(deal, Deal)
    one, other = deal.hands[1][0], deal.hands[2][0]
    twin = GAME.step(DEFAULT, step.before, CHANCE, exchanged(deal, {one: other, other: one}))
    assert not isinstance(twin, Refusal)
    assert view(DEFAULT, step.after, Seat(1)) != view(DEFAULT, twin, Seat(1))
    assert view(DEFAULT, step.after, Seat(0)) == view(DEFAULT, twin, Seat(0))


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


def test_who_acts_is_public() -> None:
    """Who is to act follows from what everybody sees, whoever looks."""
    for seed in range(6):
        for step in walk(DEFAULT, 2 + seed, seed):
            acting: tuple[Actor, ...] = GAME.actors(DEFAULT, step.after)
            seen = {view(DEFAULT, step.after, Seat(seat)).to_act for seat in range(2 + seed)}
            assert seen == {tuple(actor for actor in acting if actor is not CHANCE)}
