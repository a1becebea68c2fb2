"""A second engine is compared with the reference on every step; a changed engine is found."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from meldcheck.engine.process import Engine, Subject
from meldcheck.explore import EXPLORED
from meldcheck.explore.search import Exploration
from meldcheck.explore.table import SmallTable
from meldspec.games import NAMES
from meldspec.spoken import Spoken

from ..beside import page
from ..beside.__main__ import main
from ..beside.side import Beside, Tally, command
from ..beside.tree import Tree
from ..explored import PAGE
from ..reference import broken
from ..reference.laws import GAMES
from ..sampled import sampled
from .in_process import InProcess

FIRST: Final = 100
"""States of a quick comparison."""
SOME: Final = 300
"""States among which hands are over."""
THIN: Final = {
    "tongits": 700,
    "rummy": 800,
    "three-thirteen": 800,
    "indian-chief": 5000,
    "carousel": 200,
}
"""Of the deals, quick comparisons play one of so many, so that they come to later states."""

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


def thin(name: str) -> SmallTable[Any]:
    """The small table with few deals."""
    return replace(EXPLORED[name].tables["small"], one_deal_of=THIN[name])


def compared(name: str, table: SmallTable[Any], engine: Subject, most: int | None = None) -> Tally:
    """The comparison of an engine with the reference."""
    return Beside(Exploration(EXPLORED[name], table), engine).run(most)


def on_small_table(spoken: Spoken[Any, Any, Any], table: SmallTable[Any]) -> InProcess:
    """An engine that plays a game with the sizes of a small table."""
    return InProcess(replace(spoken, table=replace(spoken.table, default=table.rules)))


# ── the second engine ────────────────────────────────────────────────────────────────────────────


@needs_node
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=sampled(at, 3)) for at, name in enumerate(NAMES)]
)
def test_the_first_states_are_equal(name: str) -> None:
    table = thin(name)
    engine = Engine(command(name, table))
    tally = compared(name, table, engine, FIRST)
    engine.stop()
    assert tally.told == []
    assert tally.counts.states == FIRST
    assert tally.counts.refusals > 0


@needs_node
@pytest.mark.slow
@pytest.mark.determined("conformance/engines/javascript", "tests/beside/results.json")
@pytest.mark.parametrize("name", NAMES)
def test_every_state_of_a_small_table_is_equal(name: str) -> None:
    table = EXPLORED[name].tables["small"]
    engine = Engine(command(name, table))
    tally = compared(name, table, engine)
    engine.stop()
    assert tally.told == []
    assert tally.whole
    assert tally.counts == page.read()[name], "run python -m tests.beside --write"


def test_the_page_has_the_kept_record() -> None:
    assert page.section() in PAGE.read_text(encoding="utf-8")


@needs_node
@pytest.mark.parametrize("sizes", [{"rummy": {"hand": 3}}, {"chess": {"hand": 3}}])
def test_the_engine_refuses_a_size_that_there_is_not(sizes: dict[str, Any]) -> None:
    engine = Engine([*command("rummy", EXPLORED["rummy"].tables["small"])[:3], json.dumps(sizes)])
    said = engine.converse([{"cmd": "end"}])
    assert said.fault is not None
    assert "exited with status 1" in said.fault.text


# ── engines with a fault ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=sampled(at, 3)) for at, name in enumerate(NAMES)]
)
def test_the_reference_is_equal_to_itself(name: str) -> None:
    tally = compared(name, thin(name), on_small_table(EXPLORED[name].spoken, thin(name)), FIRST)
    assert tally.told == []


@pytest.mark.parametrize(
    ("breaks", "asked"),
    [
        (broken.loses_a_card, "stock_size: the reference 2, the engine 1"),
        (broken.scores_too_much, "scores: the reference [0,0], the engine [1,1]"),
        (broken.hides_who_acts, "to_act: the reference [1], the engine []"),
        (broken.refuses_what_it_lists, "the engine refuses it"),
        (broken.lists_too_few, "? legal"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_changed_engine_is_told_with_its_play(breaks: Callable[[Any], Any], asked: str) -> None:
    table = thin("three-thirteen")
    changed = breaks(GAMES["three-thirteen"].walks).spoken
    tally = compared("three-thirteen", table, on_small_table(changed, table), SOME)
    assert tally.different > 0
    assert asked in tally.told[0]
    assert "  1. chance deal" in tally.told[0]


def test_an_engine_with_another_table_is_found() -> None:
    table = thin("rummy")
    usual = InProcess(EXPLORED["rummy"].spoken)
    tally = compared("rummy", table, usual, FIRST)
    assert "the engine refuses it, by rummy.deck.standard, rummy.deal.two" in tally.told[0]
    assert len(tally.told) == 3 < tally.different


# ── plays ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=sampled(at, 3)) for at, name in enumerate(NAMES)]
)
def test_plays_make_every_step(name: str) -> None:
    tree = Tree()
    reach = Exploration(EXPLORED[name], thin(name)).run(SOME, heard=tree.heard)
    plays = [*tree.plays()]
    pairs = {
        pair for play in plays for pair in zip((play.start, *play.keys), play.keys, strict=False)
    }
    assert len({key for pair in pairs for key in pair}) == reach.states
    assert pairs == {
        *((before, after) for after, (before, _) in tree.came.items()),
        *((before, after) for before, _, after in tree.others),
    }


# ── the command ──────────────────────────────────────────────────────────────────────────────────


@needs_node
def test_the_command_tells_how_far_it_came(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rummy", "--most", "300", "--one-deal-of", "800"]) == 0
    assert "rummy: 300 states, " in (said := capsys.readouterr().out)
    assert "there are more states" in said


def test_an_engine_that_dies_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dies = [sys.executable, "-c", "import sys; sys.exit('no memory left')"]
    monkeypatch.setattr("tests.beside.__main__.command", lambda game, table: dies)
    assert main(["rummy", "--most", "10"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("rummy: exit: exited with status 1 (")
    assert said.endswith("; standard error: no memory left\n")
