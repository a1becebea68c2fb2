"""Small tables are explored to their end; merged states are alike; broken laws are found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from meldcheck.cli import main
from meldcheck.explore import EXPLORED, told
from meldcheck.explore.laws import AnyTransition, with_table
from meldcheck.explore.renaming import Renaming
from meldcheck.explore.search import Exploration
from meldcheck.explore.table import AnyExplored, SmallTable, as_it_is
from meldspec.cards import Card, parse_all, small_pack
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
READINGS: Final = "Readings that are not the default"
MOST: Final = 1500
"""States of each concrete exploration."""


@pytest.mark.slow
@pytest.mark.determined("tests/explored.json")
@pytest.mark.parametrize("name", NAMES)
def test_a_small_table_is_explored_to_its_end(name: str) -> None:
    search = Exploration(EXPLORED[name], EXPLORED[name].tables["small"])
    reach = search.run()
    assert reach.violation is None
    assert reach.emptied
    kept = pages.read()[f"{name}/small"]
    assert kept.row == pages.row(name, "small", search), "explore it anew"
    assert kept.details == "\n".join(pages.details(name, "small", search)), "explore it anew"


def test_the_page_tells_what_is_kept_of_every_small_table() -> None:
    record = pages.read()
    assert [*pages.lacking(record)] == []
    assert Path(pages.PAGE).read_text(encoding="utf-8") == pages.page_of(record)


@pytest.mark.parametrize("each", pages.TABLES)
def test_what_is_kept_of_a_table_has_its_cards_and_readings(each: str) -> None:
    name, key = each.split("/")
    search = Exploration(EXPLORED[name], EXPLORED[name].tables[key])
    kept = pages.read()[each]
    assert kept.row.split(" | ")[:2] == pages.row(name, key, search).split(" | ")[:2]
    readings = [line for line in pages.details(name, key, search) if READINGS in line]
    assert [line for line in kept.details.splitlines() if READINGS in line] == readings


def test_what_occurs_on_no_table_is_an_error() -> None:
    def told_of(*never: str) -> pages.Told:
        title = next(iter(pages.NEVER))
        return pages.Told("", "", "", {**dict.fromkeys(pages.NEVER, ()), title: never})

    assert [*pages.nowhere([told_of("Cut", "Draw"), told_of("Cut"), told_of("Cut", "Keep")])] == [
        "actions never made: Cut"
    ]
    assert [*pages.nowhere([told_of("Cut"), told_of("Keep")])] == []


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
@pytest.mark.determined
@pytest.mark.parametrize("name", NAMES)
def test_states_that_are_one_lead_to_the_same_states(name: str) -> None:
    again, wrong = unlike(EXPLORED[name], EXPLORED[name].tables["small"])
    assert again > MOST / 4
    assert wrong == 0


def both_ways(explored: AnyExplored, table: SmallTable[Any], depth: int) -> tuple[Any, Any]:
    """The keys of the states that so many steps reach: merged, and each order for itself.

    Those in which a turn begins or the hand is over: within a turn, a key still tells which card
    lies under a card that was taken, although the discard will cover it.
    """
    merged = Exploration(explored, table)
    single = Exploration(concrete(explored), table, merging=False)

    def key(state: Any) -> bytes:
        return merged.key(explored.alike(table.rules, state))

    def settled(states: Iterable[Any]) -> set[bytes]:
        return {key(state) for state in states if type(state).__name__ in ("Drawing", "Over")}

    def after(search: Exploration, states: Iterable[Any]) -> Iterator[Any]:
        going_on = (state for state in states if not isinstance(state, explored.over))
        return (step.after for state in going_on for step in search.steps(state))

    start = explored.begun(table)
    layer, states = {key(start): start}, {start}
    found, known = dict(layer), set(states)
    for _ in range(depth):
        reached = (explored.alike(table.rules, state) for state in after(merged, layer.values()))
        layer = {name: state for state in reached if (name := key(state)) not in found}
        found.update(layer)
        states = set(after(single, states)) - known
        known |= states
    return settled(found.values()), settled(known)


OTHER_READINGS: Final = (
    ("tongits", "strict", 17),
    ("tongits", "called", 8),
    ("rummy", "duties", 16),
    ("three-thirteen", "kept", 6),
)
"""Tables by other readings, with steps that are followed both ways."""


def few_deals(explored: AnyExplored, name: str) -> SmallTable[Any]:
    """A table with one deal, if all deals are played there."""
    table = explored.tables[name]
    return table if table.stated else replace(table, stated=(("AC 2C AD", "2D AH 3C"),))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "table", "depth"), OTHER_READINGS)
def test_merging_leaves_no_state_out_by_other_readings(name: str, table: str, depth: int) -> None:
    explored = EXPLORED[name]
    one, other = both_ways(explored, few_deals(explored, table), depth)
    assert len(one) > 100
    assert one == other


def forgets_what_lies_there(rules: Any, state: Any) -> Any:
    """A state without its melds: what one may do afterwards depends on them."""
    return with_table(state, melds=()) if hasattr(state, "table") else state


@pytest.mark.slow
def test_a_state_that_merging_leaves_out_is_found() -> None:
    explored = replace(EXPLORED["rummy"], alike=forgets_what_lies_there)
    one, other = both_ways(explored, explored.tables["duties"], 8)
    assert one != other


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
        (broken.deals_anything, "a card too many or too few is refused"),
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


def test_the_laws_of_states_are_asked_in_the_first_one() -> None:
    def has_begun(rules: Any, state: Any) -> bool:
        """No match is before its first deal."""
        return type(state).__name__ != "BeforeDeal"

    explored = replace(EXPLORED["three-thirteen"], of_states=(has_begun,))
    search = Exploration(explored, explored.tables["refused"])
    violation = search.run().violation
    assert violation is not None
    assert violation.law == "has_begun: No match is before its first deal."
    assert "  1. the match begins" in [*told.lines(search)]


@pytest.mark.parametrize("most", [2, 50, 300, None])
def test_the_depth_is_that_of_the_farthest_state_that_is_known(most: int | None) -> None:
    explored = EXPLORED["tongits"]
    search = Exploration(explored, explored.tables["called"], tried=0)
    depths: dict[bytes, int] = {}
    reach = search.run(most)
    for key, before in search.known.items():
        depths[key] = 0 if before is None else depths[before] + 1
    assert reach.depth == max(depths.values())


def test_what_is_accepted_and_not_listed_is_found() -> None:
    explored = spoilt("three-thirteen", broken.lists_too_few)
    search = Exploration(explored, replace(explored.tables["small"], one_deal_of=400), tried=1)
    violation = search.run(20_000).violation
    assert violation is not None
    assert "listed as legal" in violation.law or "has an action" in violation.law


def test_a_search_that_ends_before_it_tries_anything_does_not_speak_of_it() -> None:
    explored = EXPLORED["rummy"]
    search = Exploration(explored, explored.tables["small"])
    search.run(10)
    lines = [*told.lines(search)]
    assert "No other action was tried: the search ended too early." in lines
    assert not any("listed as legal" in line for line in lines)


# ── deals ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["three-thirteen", "indian-chief"])
def test_a_table_whose_deals_are_refused_has_one_state(name: str) -> None:
    explored = EXPLORED[name]
    table = explored.tables["refused"]
    search = Exploration(explored, table)
    reach = search.run()
    assert (reach.states, reach.emptied) == (1, True)
    assert all(reach.refused[clause] for clause in table.refuses)
    played = replace(table, refuses=("rummy.deal.two",))
    with pytest.raises(AssertionError, match="not refused as the table says"):
        Exploration(explored, played).run()


def test_cards_are_cut_for_the_deal_until_one_is_highest() -> None:
    explored = EXPLORED["rummy"]
    search = Exploration(explored, explored.tables["limits"])
    met: Counter[tuple[str, str]] = Counter()
    search.run(100, heard=lambda before, step, after: met.update([phases(step)]))
    assert met["BeforeDeal", "Cutting"] == 10
    assert met["BeforeDeal", "BeforeDeal"] == 80
    assert met["Cutting", "BeforeDeal"] == 80
    assert search.reach.refused["rummy.dealer.cut-cards"]


def phases(step: AnyTransition) -> tuple[str, str]:
    """The phases before and after a step."""
    return type(step.before).__name__, type(step.after).__name__


def test_a_suit_that_a_rule_names_keeps_its_name() -> None:
    pack = small_pack(2, 3)
    hands = parse_all(("AC", "2D")), parse_all(("AH", "2D"))
    kind = tuple[Card, ...]
    one, other = (Renaming(pack).key(kind, hand) for hand in hands)
    assert one == other
    kept = Renaming(pack, kept={2})
    one, other = (kept.key(kind, hand) for hand in hands)
    assert one != other
    assert EXPLORED["indian-chief"].suits(EXPLORED["indian-chief"].tables["named"].rules) == {2}


# ── the command ──────────────────────────────────────────────────────────────────────────────────


def asked(*words: str) -> Any:
    """The outcome of the command."""
    return CliRunner().invoke(main, ["explore", *words])


def test_a_search_that_stops_early_says_so() -> None:
    outcome = asked("carousel", "--most", "200")
    assert outcome.exit_code == 0
    assert "The search stopped at its bound of 200 states; there are more." in outcome.output
    value = json.loads(asked("carousel", "--most", "200", "--format", "json").output)
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
