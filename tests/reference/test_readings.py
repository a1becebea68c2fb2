"""The readings of every game: their names, and which are not played, or not together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Final

import pytest

from meldcheck.law.rulespace import RuleSpace
from meldcheck.words.readings import Reading, Readings
from meldspec.games import NAMES
from meldspec.readings import OptionTable
from meldspec.wire import JSON, UnplayableError, WireError

from .laws import GAMES

OPTIONS: Final = {
    "tongits": 81,
    "rummy": 29,
    "three-thirteen": 15,
    "indian-chief": 23,
    "carousel": 30,
}


def table_of(name: str) -> OptionTable[Any]:
    """The options of a game."""
    table: OptionTable[Any] = GAMES[name].walks.spoken.table
    return table


@pytest.mark.parametrize("name", NAMES)
def test_there_are_as_many_options_as_said_and_each_name_is_one(name: str) -> None:
    table, spoken = table_of(name), GAMES[name].walks.spoken
    assert len(table.options) == OPTIONS[name]
    names = {each.field for each in table.options} | {each.name for each in table.options}
    assert len(names) == 2 * OPTIONS[name]
    assert spoken.readings() == {each.name: list(each.readings) for each in table.options}
    assert spoken.rule_set({}) == table.default
    assert spoken.needs() == table.needs
    assert bool(spoken.payment_options()) == (name == "tongits")
    assert spoken.payment_options() <= set(spoken.readings())


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_read_by_either_name_and_its_default_comes_first(name: str) -> None:
    table = table_of(name)
    for each in table.options:
        assert each.get(table.default) == each.readings[0]
        for called, reading in product((each.name, each.field), each.readings):
            given = {called: reading, **beside(table, each.name, reading)}
            assert each.get(table.read({"options": given})) == reading
        for wrong in ("nonsense", 77):
            with pytest.raises(UnplayableError):
                table.read({"options": {each.name: wrong}})
        unreadable: tuple[JSON, ...] = (True, None, [each.readings[0]])
        for thing in unreadable:
            with pytest.raises(WireError):
                table.read({"options": {each.name: thing}})
        twice: JSON = {each.name: each.readings[0], each.field: each.readings[0]}
        with pytest.raises(WireError, match=f"option '{each.name}' is named twice"):
            table.read({"options": twice})
    with pytest.raises(WireError):
        table.read({"options": {"no.such_option": 1}})


def beside(table: OptionTable[Any], option: str, reading: str | int) -> dict[str, JSON]:
    """The readings that this reading needs."""
    return {
        need.needed: need.readings[0]
        for need in table.needs
        if (need.option, need.reading) == (option, reading)
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_reading_that_is_not_played_is_told_with_its_reason(name: str) -> None:
    table = table_of(name)
    for (option, reading), reason in table.unplayable.items():
        for given in (option, option.partition(".")[2]):
            with pytest.raises(UnplayableError, match=re.escape(reason)):
                table.read({"options": {given: reading}})


@pytest.mark.parametrize("name", NAMES)
def test_readings_that_leave_play_undefined_are_not_played(name: str) -> None:
    table = table_of(name)
    for need in table.needs:
        (option,) = (each for each in table.options if each.name == need.needed)
        for reading in option.readings:
            asked: JSON = {"options": {need.option: need.reading, need.needed: reading}}
            if reading in need.readings:
                assert not list(table.undefined(table.read(asked)))
            else:
                with pytest.raises(UnplayableError, match=re.escape(need.sentence())):
                    table.read(asked)


# ── the covering array ───────────────────────────────────────────────────────────────────────────

NOT_TOGETHER: Final[dict[str, list[dict[str, str]]]] = {
    "tongits": [
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
    ],
    "rummy": [
        {"meld.melds_per_turn": "one", "meld.meld_compulsion": compulsion}
        for compulsion in ("melds_compulsory", "melds_and_layoffs_compulsory")
    ],
    "indian-chief": [
        {"refill.stub_shortage": "limit_players_6", "restore.restore_which": "one_turn_lag"}
    ],
}
"""The readings that cannot be played together, so that no row of the array has both."""


@pytest.mark.parametrize("name", NAMES)
def test_every_playable_pair_meets_in_the_array_and_nothing_else_is_left_out(name: str) -> None:
    table, rows = table_of(name), GAMES[name].walks.covering.rows
    needed = {name for need in table.needs for name in (need.option, need.needed)}
    needing = [option for option in table.options if option.name in needed]
    playable = []
    for readings in product(*(option.readings for option in needing)):
        rules = table.default
        for option, reading in zip(needing, readings, strict=True):
            rules = option.put(rules, reading)
        if not list(table.undefined(rules)):
            playable.append(dict(zip((each.name for each in needing), readings, strict=True)))
    meeting = {frozenset(pair) for row in rows for pair in combinations(row.items(), 2)}
    left_out: list[dict[str, str | int]] = []
    for first, second in combinations(table.options, 2):
        for pair in product(first.readings, second.readings):
            asked = {first.name: pair[0], second.name: pair[1]}
            can_be = any(
                all(chosen.get(option, reading) == reading for option, reading in asked.items())
                for chosen in playable
            )
            assert (frozenset(asked.items()) in meeting) == can_be, asked
            if not can_be:
                left_out.append(asked)
    assert left_out == NOT_TOGETHER.get(name, [])


@pytest.mark.parametrize("name", NAMES)
def test_every_row_is_defined_and_pairs_meet_where_they_mean_something(name: str) -> None:
    walks = GAMES[name].walks
    covering = walks.covering
    assert not any(list(walks.spoken.table.undefined(rules)) for rules in walks.rows())
    met = {pair for row in covering.rows for pair in _met(covering.space, row)}
    together = {
        pair
        for pair, row in covering.pairs.items()
        if all(covering.space.is_alive(name, row) for name, _ in pair)
    }
    for pair in covering.pairs:
        assert (pair, pair in together) in met, pair


def _met(space: RuleSpace, row: Readings) -> Iterator[tuple[frozenset[tuple[str, Reading]], bool]]:
    """The pairs of a row: each as one that needs no more, and, if both options matter, as such."""
    for one, other in combinations(row.items(), 2):
        pair = frozenset((one, other))
        yield pair, False
        if space.is_alive(one[0], row) and space.is_alive(other[0], row):
            yield pair, True
