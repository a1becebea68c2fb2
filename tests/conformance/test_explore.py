"""Small tables are explored to their end; merged states are alike; broken laws are found."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from meldcheck.cli import main
from meldcheck.explore import EXPLORED, told
from meldcheck.explore.search import Exploration
from meldcheck.explore.table import AnyExplored, SmallTable, as_it_is
from meldspec.games import NAMES

from .. import explored as pages
from ..reference import broken
from ..reference.laws import GAMES

WHOLE: Final = 99
"""More cards than any small table has."""
GROUPS: Final = 3
"""Groups of deals that are alike."""
ALIKE: Final = 12
"""Deals of each group."""
MOST: Final = 1500
"""States of each concrete exploration."""


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_small_table_is_explored_to_its_end(name: str) -> None:
    search = Exploration(EXPLORED[name], EXPLORED[name].tables["small"])
    reach = search.run()
    assert reach.violation is None
    assert reach.emptied
    page = Path(pages.PAGE).read_text(encoding="utf-8")
    assert pages.row(name, "small", search) in page.splitlines(), "write the page anew"
    assert "\n".join(pages.details(name, "small", search)) in page, "write the page anew"


def test_the_page_has_every_small_table() -> None:
    page = Path(pages.PAGE).read_text(encoding="utf-8")
    for name in NAMES:
        for table in EXPLORED[name].tables.values():
            assert f"| {table.says[0].upper()}{table.says[1:]} |" in page


# ── states that are one are alike ────────────────────────────────────────────────────────────────


def concrete(explored: AnyExplored) -> AnyExplored:
    """The game with every order of its cards told from every other."""
    return replace(
        explored,
        alike=as_it_is,
        loose=lambda rules: {},
        turned=WHOLE,
        reveals=lambda rules, state, action: WHOLE if hasattr(action, "stock") else 0,
    )


def unlike(explored: AnyExplored, table: SmallTable[Any]) -> tuple[int, int]:
    """How many states were met that are one with an earlier one, and how many were not alike.

    Deals are taken that are one, and every state after them is followed concretely, each order of
    the cards for itself.  States that are one must lead to the same states, whatever lies on top of
    the stock; and what a state leads to concretely must be among these.
    """
    merged = Exploration(explored, table)
    single = Exploration(concrete(explored), replace(table, one_deal_of=1), merging=False)

    def key(state: Any) -> bytes:
        return merged.key(explored.alike(table.rules, state))

    start = explored.begun(table)
    groups: dict[bytes, list[Any]] = {}
    for step in single.steps(start):
        groups.setdefault(key(step.after), []).append(step.after)
    chosen = islice((each for each in groups.values() if len(each) > 1), 0, None, 37)
    layer = [state for group in islice(chosen, GROUPS) for state in group[:ALIKE]]
    leads: dict[bytes, frozenset[bytes]] = {}
    known = set(layer)
    again = wrong = 0
    while layer and len(known) < MOST:
        coming = []
        for state in layer:
            if isinstance(state, explored.over):
                continue
            after = [step.after for step in single.steps(state)]
            keys = frozenset(key(step.after) for step in merged.steps(state))
            mark = key(state)
            again += mark in leads
            wrong += leads.setdefault(mark, keys) != keys or not keys.issuperset(map(key, after))
            coming += [each for each in dict.fromkeys(after) if each not in known]
            known.update(after)
        layer = coming
    return again, wrong


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_states_that_are_one_lead_to_the_same_states(name: str) -> None:
    again, wrong = unlike(EXPLORED[name], EXPLORED[name].tables["small"])
    assert again > MOST / 4
    assert wrong == 0


@pytest.mark.slow
def test_states_that_are_not_alike_are_found() -> None:
    too_much = {"stock": 0, "discard": 0}
    explored = replace(EXPLORED["rummy"], loose=lambda rules: too_much)
    assert unlike(explored, explored.tables["small"])[1] > 0


# ── broken laws ──────────────────────────────────────────────────────────────────────────────────


def spoilt(name: str, breaks: Callable[[Any], Any]) -> AnyExplored:
    """A game as it is explored, with a fault in it."""
    return replace(EXPLORED[name], spoken=breaks(GAMES[name].walks).spoken)


@pytest.mark.parametrize(
    ("breaks", "law"),
    [
        (broken.loses_a_card, "each_card_as_often"),
        (broken.scores_too_much, "scores_change_with_a_hand"),
        (broken.shows_the_stock, "nobody_sees_what_is_hidden"),
        (broken.hides_who_acts, "who_acts_is_public"),
        (broken.refuses_what_it_lists, "accepted just when it is listed"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_broken_law_is_found_with_a_play(breaks: Callable[[Any], Any], law: str) -> None:
    explored = spoilt("three-thirteen", breaks)
    few = replace(explored.tables["small"], one_deal_of=400)
    search = Exploration(explored, few)
    reach = search.run(20_000)
    assert reach.violation is not None
    assert law in reach.violation.law
    lines = [*told.lines(search)]
    assert any("A law is broken" in line for line in lines)
    assert "  1. chance: " in "\n".join(lines)
    last = reach.violation.play[-1]
    assert last.before is not last.after or last.action is not None


def test_what_is_accepted_and_not_listed_is_found() -> None:
    explored = spoilt("three-thirteen", broken.lists_too_few)
    search = Exploration(explored, replace(explored.tables["small"], one_deal_of=400), tried=1)
    violation = search.run(20_000).violation
    assert violation is not None
    assert "listed as legal" in violation.law or "has an action" in violation.law


# ── the command ──────────────────────────────────────────────────────────────────────────────────


def asked(*words: str) -> Any:
    """The outcome of the command."""
    return CliRunner().invoke(main, ["explore", *words])


def test_a_search_that_stops_early_says_so() -> None:
    outcome = asked("carousel", "--most", "2000")
    assert outcome.exit_code == 0
    assert "The search stopped at its bound of 2,000 states; there are more." in outcome.output
    value = json.loads(asked("carousel", "--most", "2000", "--format", "json").output)
    assert value["every_state_reached"] is False
    assert value["violation"] is None
    assert len(value["laws"]) > 20


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess",), "no game 'chess'"),
        (("rummy", "--table", "huge"), "no table 'huge'; there is small"),
        (("rummy", "--most", "0"), "0 is not in the range"),
    ],
)
def test_wrong_use_ends_with_two(words: tuple[str, ...], said: str) -> None:
    outcome = asked(*words)
    assert outcome.exit_code == 2
    assert said in outcome.output
    assert "Traceback" not in outcome.output
