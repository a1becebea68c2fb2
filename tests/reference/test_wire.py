"""Every game over the protocol: messages read, written, refused and not understood; open rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from meldspec.games import GAMES as SPOKEN
from meldspec.games import NAMES
from meldspec.play import Open, Refusal
from meldspec.spoken import ABILITIES, SpokenMatch
from meldspec.wire import JSON, UnplayableError, WireError

from ..sampled import sampled
from .forms import FEW, Form, form_of, forms, matches
from .laws import GAMES
from .opened import by, follow

SLOW = (pytest.mark.slow, pytest.mark.determined)

LACKS: Final = {
    "tongits": {"best", "late-start"},
    "rummy": {"best", "late-start"},
    "three-thirteen": {"best"},
    "indian-chief": {"best", "deadwood", "late-start"},
    "carousel": {"late-start"},
}
"""By game, the questions that it does not have."""


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_found_by_its_id_and_says_what_may_be_asked(name: str) -> None:
    spoken = GAMES[name].walks.spoken
    assert SPOKEN[name] is spoken
    assert spoken.name == name
    assert spoken.abilities == tuple(one for one in ABILITIES if one not in LACKS[name])


@pytest.mark.parametrize("every", [FEW, pytest.param(1, marks=SLOW)])
@pytest.mark.parametrize("name", NAMES)
def test_every_match_under_every_pair_of_readings_is_spoken(name: str, every: int) -> None:
    """By one of ``every`` rule sets."""
    walks, ended = GAMES[name].walks, 0
    spoken = walks.spoken
    for place, (rules, steps) in enumerate(matches(name, every)):
        number = place * every
        readings: JSON = {each.name: each.get(rules) for each in spoken.table.options}
        seats = spoken.seats(steps[0].before)
        late = walks.first_hand(rules, number) if spoken.starts_late else None
        match = spoken.begin({"options": readings}, seats, number % seats, late)
        for at, step in enumerate(steps):
            assert not isinstance(match, Refusal)
            written = spoken.actions.write(step.action)
            assert spoken.actions.read(written, seats) == step.action
            assert by(step) in match.actors()
            if by(step) != "chance" and (at % 4 == 0 or name != "carousel"):
                kind: JSON = {"type": written["type"]}
                listed = kind if isinstance(step.action, Open) else written
                assert listed in match.legal(by(step))
            match = match.act(by(step), written)
            assert not isinstance(match, Refusal)
            over = isinstance(step.after, walks.over)
            assert (match.result() is not None) == over
            assert bool(match.grounds()) == over or name == "rummy"
            ended += over
        assert not isinstance(match, Refusal)
        assert match.position == steps[-1].after
    assert ended * every > len(walks.rows()) // 3
    assert {form[0] for form in forms(name)} | {"keep"} >= set(spoken.actions.kinds)
    assert set(forms(name)) >= ALSO.get(name, set())


@pytest.mark.parametrize("name", NAMES)
def test_before_the_first_deal_a_seat_sees_an_empty_table(name: str) -> None:
    seats = 3
    match = GAMES[name].walks.spoken.begin({}, seats, 1)
    assert not isinstance(match, Refusal)
    for seat in range(seats):
        seen: Any = match.view(seat)
        assert (seen["seat"], seen["phase"], seen["to_act"], seen["dealer"]) == (
            seat,
            "deal",
            [],
            1,
        )
        assert (seen["hand"], seen["hand_sizes"], seen["stock_size"]) == ([], [0] * seats, 0)
        assert not any(seen.get(field) for field in ("discard", "melds", "table", "revealed"))
        assert seen.get("scores", [0] * seats) == [0] * seats
        assert not seen.get("match_over")


ALSO: Final[dict[str, set[Form]]] = {
    "tongits": {("take", "meld"), ("take", "with"), ("call_tongits", "discard")},
    "indian-chief": {
        ("choose", "cards", "suit"),
        ("choose", "baccarat", "cards"),
        ("choose", "cards", "opponent"),
        ("claim",),
        ("claim", "card", "seat"),
    },
    "carousel": {("rearrange", "cards", "table")},
}
"""By game, the forms of actions with optional fields."""


# ── what is not understood ───────────────────────────────────────────────────────────────────────


def torn(value: JSON, jokers: bool) -> Iterator[Any]:
    """Values that cannot stand in place of a value: wrong words, numbers and lists."""
    match value:
        case bool():
            yield from ("yes", 1)
        case int():
            yield from (99, -1, "0", True, [value])
        case str():
            yield from ("1X", 3, [value], {}, *(() if jokers else ("*",)))
        case [list(), *_]:
            yield from ("4S", {}, [4], [{}], [["1X"]], [[4]])
        case list():
            yield from ("4S 5S 6S", {}, [4], ["1X"], [["4S"]], *(() if jokers else (["*"],)))
        case _:
            pass


def not_understood(name: str) -> Iterator[tuple[dict[str, JSON], int]]:
    """The actions of a game with one thing wrong in each."""
    written = forms(name)
    yield {}, 2
    for form, (do, seats) in written.items():
        unknown: tuple[JSON, ...] = ("fly", ["draw"], None, 3)
        for wrong in unknown:
            yield {**do, "type": wrong}, seats
        yield {key: value for key, value in do.items() if key != "type"}, seats
        for key, value in do.items():
            if key != "type":
                for other in torn(value, name == "carousel"):
                    yield {**do, key: other}, seats
                less = {one: value for one, value in do.items() if one != key}
                optional = form_of(less) in written or form[0] in ("go_out", "call_tongits")
                if type(value) in (str, int) and not optional:
                    yield less, seats


@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_action_is_not_understood(name: str) -> None:
    read = GAMES[name].walks.spoken.actions.read
    tried = 0
    for do, seats in not_understood(name):
        with pytest.raises(WireError):
            read(do, seats)
        tried += 1
    assert tried > 40


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_list_is_an_empty_one(name: str) -> None:
    read = GAMES[name].walks.spoken.actions.read
    for do, seats in forms(name).values():
        lists = [key for key, value in do.items() if isinstance(value, list)]
        less = {key: value for key, value in do.items() if key not in lists}
        if lists:
            assert read(less, seats) == read({**less, **{key: [] for key in lists}}, seats)


@pytest.mark.parametrize("name", NAMES)
def test_seats_are_those_of_the_match(name: str) -> None:
    walks = GAMES[name].walks
    spoken, seats = walks.spoken, walks.seats(walks.default)[-1]
    match = spoken.begin({}, seats, 0)
    assert not isinstance(match, Refusal)
    do = next(do for form, (do, _) in forms(name).items() if form[0] not in ("deal", "cut"))
    assert match.act(seats - 1, do) == Refusal((f"{name}.turn.to-act",))
    for nobody in (seats, -1, None, "north", True):
        with pytest.raises(WireError):
            match.act(nobody, do)
        with pytest.raises(WireError):
            match.view(nobody)
    wrong: tuple[tuple[JSON, JSON], ...] = ((3, 3), (3, -1), (2, True), ("2", 0), (1, 3), (3, None))
    for players, dealer in wrong:
        with pytest.raises(WireError):
            spoken.begin({}, players, dealer)
    with pytest.raises(WireError):
        spoken.ask("fly", {}, {})


@pytest.mark.parametrize("name", NAMES)
def test_a_match_begins_with_the_first_hand_unless_a_game_has_others(name: str) -> None:
    walks = GAMES[name].walks
    spoken, seats = walks.spoken, walks.seats(walks.default)[-1]
    assert not isinstance(spoken.begin({}, seats, 0, 1), Refusal)
    numbers: tuple[JSON, ...] = ("2", True, [1])
    for number in numbers:
        with pytest.raises(WireError):
            spoken.begin({}, seats, 0, number)
    if spoken.starts_late:
        assert not isinstance(spoken.begin({}, seats, 0, 2), Refusal)
    else:
        with pytest.raises(UnplayableError, match="hand_number"):
            spoken.begin({}, seats, 0, 2)


# ── rules left open ──────────────────────────────────────────────────────────────────────────────

RARELY: Final = {
    "indian-chief": {
        "thief.thief_tie_decline",
        "doctor.doctor_ace_of_hearts",
        "poker.poker_ace",
    },
}
"""The options that seeded steps do not look at, in a game where they look at all others."""
LOOKED_AT: Final = {
    "tongits": {
        "answering.challenge_eligibility",
        "drawing.discard_meld_size",
        "settlement.secret_definition",
        "stock_end.exhaustion_timing",
        "tongits_call.tongit_trigger",
    },
    "rummy": {"meld.meld_compulsion", "stock.stock_exhaustion", "match.match_end"},
    "three-thirteen": {
        "deck.packs_beyond_six",
        "draw.wild_from_pile",
        "out.out_automatic",
        "out.final_turn_scope",
        "match.rotation_direction",
    },
    "carousel": {
        "draw.meld_after_third",
        "meld.meld_amount",
        "deck.joker_count",
        "knock.knock_actor",
        "stock.stock_exhausted",
    },
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=sampled(at, 3)) for at, name in enumerate(NAMES)]
)
def test_under_open_rules_a_match_goes_the_same_way(name: str) -> None:
    walks = GAMES[name].walks
    rules, seats = walks.default, walks.seats(walks.default)
    looked_at: set[str] = set()
    for seed in range(14):
        first, chosen = walks.first_hand(rules, seed), seats[seed % len(seats)]
        for step in walks.walk(rules, chosen, seed, hands=2, first=first, most=200):
            match, read = follow(walks, step, looks=(0,))
            assert match.position == step.after
            assert match.view(0) == SpokenMatch(walks.spoken, rules, step.after).view(0)
            looked_at |= read
    due = LOOKED_AT.get(name) or set(walks.spoken.readings()) - RARELY[name]
    assert sorted(due - looked_at) == []
