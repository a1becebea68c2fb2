"""A play with open readings has, for every rule set, the outcome that this rule set plays."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Final

import pytest

from meldcheck.law.covering import covering
from meldcheck.sources.receipts import Entry, entries_of
from meldcheck.sources.scenario import PlayStep, Scenario, played, tell
from meldcheck.sources.worlds import (
    Box,
    Options,
    TooOpenError,
    World,
    deciding,
    follow,
    merged,
    within,
)
from meldcheck.words.case import JSON, Act, Case
from meldcheck.words.readings import Reading
from meldspec.games import GAMES
from meldspec.tongits.options import TABLE
from meldspec.tongits.spoken import TONGITS
from meldspec.wire import Ended
from tests import committed

PLAYS: Final = (
    "tongits.showdown.three-way-tie-caller-0",
    "tongits.showdown.deadwood-basis-differs",
    "tongits.tongits-call.tongit-trigger-differs",
    "tongits.drawing.discard-take-requirement-differs",
    "tongits.settlement.sagasa-paid-or-not",
    "tongits.burned.burn-definition-differs-face-down",
    "tongits.variations.spread-payment-differs",
    "tongits.pot.second-win-bonus-differs",
)
OPEN: Final = Options(TONGITS)

FACTS: Final[Mapping[str, dict[str, JSON]]] = {
    "a called draw with a four face down and an ace that was laid off": {
        "end": "draw",
        "winner": 1,
        "caller": 0,
        "challengers": [1, 2],
        "hands": [["KD", "4C", "AD"], ["2C"], ["QH", "JH", "8S"]],
        "melds": [
            {"owner": 1, "cards": ["AH", "2H", "3H", "4H"], "laid_by": [1, 1, 1, 2]},
            {"owner": 1, "cards": ["9C", "9D", "9H", "9S"], "face_down": True},
            {"owner": 1, "cards": ["7C", "7D", "7H", "7S"]},
            {"owner": 2, "cards": ["TC", "TD", "TH"]},
        ],
    },
    "tongits with a four in the hand": {
        "end": "tongits",
        "winner": 2,
        "hands": [["KD", "KC", "KS"], ["2C", "AC"], ["5C", "5D", "5H", "5S"]],
        "melds": [{"owner": 2, "cards": ["AH", "2H", "3H", "4H"], "laid_by": [2, 2, 2, 0]}],
    },
    "the end of the stock with a run of five": {
        "end": "stock",
        "winner": 0,
        "hands": [["AD", "2D"], ["QC", "9H"], ["JH", "JD", "JS", "JC"]],
        "melds": [
            {"owner": 0, "cards": ["4S", "5S", "6S", "7S", "8S"]},
            {"owner": 1, "cards": ["3C", "3D", "3H"]},
        ],
    },
    "a hand without a winner": {
        "end": "stock",
        "hands": [["AD", "2D"], ["QC", "9H"], ["KH", "KD"]],
    },
}
"""Ends of hands that are paid under many readings."""


@cache
def cases() -> dict[str, Case]:
    return {case.id: case for case in committed.stated("tongits")}


def scenario(name: str) -> Scenario:
    """The play of a case with the steps under its first reading, and without fixed readings."""
    case = cases()[name]
    assert case.setup is not None
    tail = next(iter(case.outcomes.values()), ())
    acts = [step for step in (*case.steps, *tail) if isinstance(step, Act)]
    steps = tuple(PlayStep(act.by, act.do) for act in acts)
    return Scenario(case.setup.players, case.setup.dealer, steps, "result")


def vectors(every: int = 1) -> list[dict[str, Reading]]:
    """The default rule set, and one of ``every`` rows of the covering array."""
    usual = {option.name: option.readings[0] for option in TABLE.options}
    return [usual, *covering("tongits").rows[::every]]


def came(name: str, vector: dict[str, Reading]) -> dict[str, JSON]:
    """The outcome of the play under one rule set; refused steps change nothing."""
    play = scenario(name)
    match: JSON = TONGITS.begin({"options": dict(vector)}, play.players, play.dealer)
    for step in play.steps:
        after: JSON = match.act(step.by, step.do)
        match = after if hasattr(after, "act") else match
    fold = {"type": "fold"}
    while [*map(match.legal, set(match.actors()) - {"chance"})] == [[fold]]:
        match = match.act(match.actors()[0], fold)
    result: JSON = match.result()
    return {} if result is None else dict(result)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", PLAYS)
def test_each_rule_set_has_one_world_with_its_outcome(name: str, every: int) -> None:
    play = scenario(name)
    closed = {option: OPEN.game.readings()[option][0] for option in TONGITS.payment_options()}
    free = Options(TONGITS, closed)
    worlds = played(TONGITS, free, play)
    told = follow(free, worlds, tell(play))
    entries = [
        (world.box, entries_of(OPEN, world.box, world.outcome.match.debts())) for world in worlds
    ]
    for vector in vectors(every):
        point = {name: frozenset((reading,)) for name, reading in vector.items()}
        (outcome,) = {
            world.outcome for world in told if within(OPEN, world.box, without(point, closed))
        }
        result = came(name, vector)
        for field in ("end", "winner", "pot", "pot_to", "deadwood"):
            assert json.loads(outcome).get(field) == result.get(field), (field, vector)
        assert paid(entries, point, closed) == result.get("payments", [0, 0, 0]), vector


def paid(
    endings: Sequence[tuple[Box, Sequence[Entry]]],
    point: dict[str, frozenset[Reading]],
    closed: Mapping[str, Reading],
) -> list[int]:
    """The payments under one rule set, from the entries of each possible end."""
    payments = [0, 0, 0]
    own = without(point, closed)
    for owed in (owed for box, owed in endings if within(OPEN, box, own) is not None):
        for entry in owed:
            (chips,) = {world.outcome for world in entry.chips if within(OPEN, world.box, point)}
            payments[entry.payer] -= chips
            payments[entry.payee] += chips
    return payments


@pytest.mark.parametrize("name", FACTS)
def test_each_rule_set_has_one_end_of_stated_facts_with_its_payments(name: str) -> None:
    question = {field: of for field, of in FACTS[name].items() if field != "what"}
    free = Options.unpaid(TONGITS, {})
    begun: list[World[None]] = [World(None, {})]

    def ended(rules: object, _: None) -> Ended | None:
        return TONGITS.facts_ended(rules, "settle", question)

    worlds = follow(free, begun, ended)
    ends = [(world.box, end) for world in worlds if (end := world.outcome) is not None]
    entries = [(box, entries_of(OPEN, box, end.debts())) for box, end in ends]
    for vector in vectors():
        rules: JSON = {"options": dict(vector)}
        point = {name: frozenset((reading,)) for name, reading in vector.items()}
        answer: JSON = TONGITS.ask("settle", rules, question)
        assert paid(entries, point, free.closed) == answer["payments"], vector
        (end,) = {
            end for box, end in ends if within(OPEN, box, without(point, free.closed)) is not None
        }
        assert [*end.burned(TONGITS.rule_set(rules))] == answer["burned"], vector


def without(
    point: dict[str, frozenset[Reading]], closed: Mapping[str, Reading]
) -> dict[str, frozenset[Reading]]:
    return {name: left for name, left in point.items() if name not in closed}


def test_the_options_that_change_payments_change_nothing_else() -> None:
    for name, vector in ((name, vector) for name in PLAYS for vector in islice(vectors(), 6)):
        plain = {
            option: TONGITS.readings()[option][0] if option in TONGITS.payment_options() else value
            for option, value in vector.items()
        }
        one, other = came(name, vector), came(name, plain)
        for field in ("end", "winner", "pot", "pot_to", "deadwood"):
            assert one.get(field) == other.get(field), (name, field, vector)


def world(outcome: str, **box: str) -> World[str]:
    names = {"needs": "tongits_call.tongit_requires_open", "empty": EMPTY, "tie": TIE}
    return World(outcome, {names[name]: frozenset(left.split()) for name, left in box.items()})


EMPTY: Final = "tongits_call.empty_hand_policy"
TIE: Final = "showdown.tie_three_way"


def test_worlds_that_differ_in_one_option_are_made_one() -> None:
    both = merged(OPEN, [world("a", tie="next_after_caller"), world("a", tie="last_to_challenge")])
    assert both == [World("a", {})]
    apart = [world("a", tie="next_after_caller"), world("b", tie="last_to_challenge")]
    assert merged(OPEN, apart) == apart
    assert deciding(OPEN, apart, lambda outcome: outcome) == [TIE]


def test_a_reading_is_not_left_without_what_it_needs() -> None:
    admitted = {EMPTY: frozenset(("treated_as_called",))}
    assert within(OPEN, world("a", needs="opening_needed").box, admitted) is None
    cut = within(OPEN, {}, admitted)
    assert cut is not None
    assert cut["tongits_call.tongit_requires_open"] == frozenset(("opening_not_needed",))


@pytest.mark.parametrize("game", GAMES)
def test_boxes_are_joined_as_by_the_definition(game: str) -> None:
    """Over options that need others and some that do not; seeded."""
    chance, options = random.Random(game), Options(GAMES[game])
    for _ in range(150):
        names = chance.sample(sorted(options.needing), min(3, len(options.needing)))
        names += chance.sample(sorted(options.readings), 2)
        boxes = [narrowed_by_chance(options, names, chance) for _ in range(chance.randrange(1, 9))]
        worlds = [World(chance.choice("ab"), box) for box in boxes]
        told = merged(options, worlds)
        for outcome in dict.fromkeys(world.outcome for world in worlds):
            ours = [world.box for world in told if world.outcome == outcome]
            of = [world.box for world in worlds if world.outcome == outcome]
            assert ours == joined_by_definition(options, of), worlds


def narrowed_by_chance(options: Options, names: Sequence[str], chance: random.Random) -> Box:
    """A box in which some of these options have one reading."""
    box: Box = {}
    for name in names:
        reading = chance.choice(sorted(options.left(box, name), key=repr))
        if chance.random() < 0.8:
            box = options.narrowed(box, name, reading) or box
    return box


def joined_by_definition(options: Options, boxes: list[Box]) -> list[Box]:
    """Whole boxes that differ in one option only are joined, option after option.

    This ends when their number stays the same.  An option has all its readings where the others
    exclude those that are missing.
    """
    names = sorted({name for box in boxes for name in box})
    while True:
        before = boxes
        for name in names:
            groups: list[tuple[Box, frozenset[Reading]]] = []
            for box in boxes:
                others: Box = {
                    each: options.left(box, each)
                    for each in names
                    if each != name and options.left(box, each) != options.readings[each]
                }
                kept = [(of, left) for of, left in groups if of == others]
                left = kept[0][1] if kept else frozenset[Reading]()
                joined = others, left | options.left(box, name)
                if kept:
                    groups[groups.index(kept[0])] = joined
                else:
                    groups.append(joined)
            boxes = []
            for others, left in groups:
                missing = options.readings[name] - left
                whole = all(options.narrowed(others, name, one) is None for one in missing)
                boxes.append(others if whole else {**others, name: left})
        if len(boxes) == len(before):
            return boxes


def tie(rules: object, _: None) -> JSON:
    read: JSON = rules
    return read.showdown.tie_three_way


def test_only_what_is_possible_is_followed() -> None:
    known = Options(TONGITS, allows=lambda box: "last_to_challenge" not in box.get(TIE, ()))
    every, left = (
        {world.outcome for world in follow(options, [World(None, {})], tie)}
        for options in (OPEN, known)
    )
    assert left == every - {"last_to_challenge"} != every


def test_no_more_ways_are_followed_than_are_asked_for() -> None:
    with pytest.raises(TooOpenError, match="more than 1 ways"):
        follow(Options(TONGITS, most=1), [World(None, {})], tie)
    closed = Options(TONGITS, {TIE: "last_to_challenge"}, most=1)
    (only,) = follow(closed, [World(None, {})], tie)
    assert only == World("last_to_challenge", {})
