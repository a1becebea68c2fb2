"""The benchmarks run, name what they compare, and compare answers that agree.  No times here."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from meldspec.arrangement import deadwood

from . import compiled, rearranging, waiting
from .__main__ import main
from .deadwood import KINDS, SIZES, open_spiel_solver, rlcard_solver
from .random_play import Tongits
from .rounds import Absent, Contender, Job, Row, Work, installed, measure, peer, table


def counting(units: int) -> Contender:
    """A contender whose work has no meaning."""

    def prepare(chance: random.Random) -> Work:
        return lambda: units if sum(range(1000)) else 0

    return Contender(f"does {units}", prepare)


def test_a_row_for_each_peer_and_an_absent_one_is_named() -> None:
    absent = peer("no-such-distribution", lambda: counting(1).prepare, "some way")
    assert absent == Absent("no-such-distribution, some way", "not installed")
    broken = peer("pytest", lambda: __import__("no_such_module").prepare)
    assert isinstance(broken, Absent)
    assert "no_such_module" in broken.reason
    job = Job("counting", "units", counting(20), (counting(10), absent))
    against_ten, against_absent = measure(job, rounds=3, seconds=0.001)
    assert len(against_ten.ratios) == 3
    assert against_ten.ratio in against_ten.ratios
    assert (against_absent.theirs, against_absent.ratio) == ((), None)
    assert "not installed" in table([against_ten, against_absent]).splitlines()[2]


@pytest.mark.parametrize("job", ["random-play", "deadwood", "wild-cards", "rearranging"])
def test_the_command_prints_every_comparison(job: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [job, "--rounds", "1", "--seconds", "0.0001"]
    main([*asked, "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert report["machine"]["python"]
    assert all(len(row["ours"]) == 1 for row in report["rows"])
    for row in report["rows"]:
        assert (row["ratio"] is None) == (row["absent"] is not None)
    main(asked)
    text = capsys.readouterr().out
    assert all(row["job"] in text and row["peer"] in text for row in report["rows"])


def test_the_page_of_the_documentation_has_every_comparison(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rates and versions are not compared: they belong to one machine on one day."""
    monkeypatch.setattr(waiting, "_seconds", lambda words, folder: 1.0)
    main(["--rounds", "1", "--seconds", "0.0001", "--format", "page"])
    committed = Path(__file__).resolve().parents[2] / "docs" / "speed.md"
    assert _compared(committed.read_text("utf-8")) == _compared(capsys.readouterr().out)


def _compared(page: str) -> list[object]:
    """The headings, and of each row its job, its unit, and the peer without its version."""
    lines = page.splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    names: list[tuple[str, ...]]
    names = [(row[0], row[1], re.sub(r" [0-9.]+", "", row[3])) for row in rows if len(row) > 2]
    names += [(row[0],) for row in rows if len(row) == 2]
    return [[line for line in lines if line.startswith("#")], names]


def test_the_page_of_compiled_solvers_has_every_comparison() -> None:
    """The build is left to ``nox -s compiled``; here the pure reference stands for both."""
    names = compiled.OURS, compiled.PURE_OURS
    rows = [Row(job.name, job.unit, names[1], (2.0,), (1.0,)) for job in compiled.JOBS.values()]
    slow = [(size, "1.0", "2.0", "3.0") for size in rearranging.SIZES]
    page = compiled.page(rows, slow, 1, "here")
    committed = Path(__file__).resolve().parents[2] / "docs" / "compiled.md"
    for line in page.splitlines():
        start = line.rpartition(" | 2 | ")[0] or line.partition(" | 1.0 |")[0]
        if start.startswith(("|", "#")):
            assert start in committed.read_text("utf-8")


def test_a_contender_answers_in_its_own_process() -> None:
    running = compiled.Runner(compiled.PURE)
    try:
        assert running.ask("compiled") == 0
        for name in ("deadwood of 10 random cards", "random play, dealt hands"):
            assert running.ask("rate", name, compiled.PURE_OURS, 1, 0.0001) > 0
    finally:
        running.end()


def test_every_command_of_the_table_runs() -> None:
    names = [name for name in waiting.COMMANDS if not name.startswith("check")]
    waits = waiting.measured(0, names)
    assert [wait.command for wait in waits] == names
    assert all(wait.times > 0 for wait in waits)
    assert all(wait.command in waiting.text(waits) for wait in waits)


def test_both_ways_of_timing_play_the_same_hands() -> None:
    game = Tongits()
    for seed in range(20):
        whole, dealt = game.whole(random.Random(seed)), game.dealt(random.Random(seed))
        assert whole() == dealt() > 0


@pytest.mark.parametrize("cards", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_open_spiel_finds_the_same_deadwood(kind: str, cards: int) -> None:
    if installed("open_spiel") is None:
        pytest.skip("open_spiel is not installed")
    solver, chance = open_spiel_solver(cards), random.Random(cards)
    for _ in range(200):
        hand = KINDS[kind](chance, cards)
        assert solver.solve(solver.form(hand)) == deadwood(frozenset(hand))


@pytest.mark.parametrize("kind", KINDS)
def test_rlcard_finds_the_same_deadwood(kind: str) -> None:
    if installed("rlcard") is None:
        pytest.skip("rlcard is not installed")
    solver, chance = rlcard_solver(), random.Random(1)
    for _ in range(200):
        hand = KINDS[kind](chance, 10)
        assert solver.solve(solver.form(hand)) == deadwood(frozenset(hand))


@pytest.mark.parametrize("backend", [None, "GLPK_MI"])
@pytest.mark.parametrize("on_table", rearranging.SIZES.values())
def test_rummikub_solver_plays_as_many_cards(on_table: int, backend: str | None) -> None:
    if installed("rummikub-solver") is None:
        pytest.skip("rummikub-solver is not installed")
    try:
        theirs = rearranging.rummikub_solver(backend)
    except ImportError as problem:
        pytest.skip(f"rummikub-solver: {problem}")
    ours, chance = rearranging.meldspec_solver(), random.Random(on_table)
    for _ in range(40):
        table, hand = rearranging.position(chance, on_table)
        assert ours.solve(ours.form(table, hand)) == theirs.solve(theirs.form(table, hand))
