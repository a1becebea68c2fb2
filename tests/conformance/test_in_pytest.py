"""The suite as tests of pytest, in an empty folder beside another program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final

import pytest

from meldcheck.check.run import NEVER_WELL
from tests import committed

REFERENCE: Final = f"{sys.executable} -P -m meldcheck engine"
CASE: Final = "tongits.draw-call.own-layoff-last-turn"
TONGITS: Final = ("--meldspec-game", "tongits")


IN_THIS_PROCESS: Final = (
    "--import-mode=importlib",
    *("-p", "meldcheck.commands.in_pytest"),
    *("-p", "no:cacheprovider"),
    *("-p", "no:faulthandler"),
    *("-p", "no:unraisableexception"),
)
Run = Callable[..., str]
"""From options and the exit status that is expected to what pytest prints."""


def in_a_process(folder: Path, *arguments: str, status: int) -> str:
    """What pytest prints in a process of its own, with all plugins that are installed."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Pytest in this process, in the folder of the test, with this plugin alone.

    Plugins of pytest that change the process are left out.  The fixture ``pytester`` is no help:
    it forgets the modules that a run has imported, and the next run has other classes.
    """
    for name in ("CI", "BUILD_NUMBER"):  # pytest tells failures a second time where one is set
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setattr("meldcheck.suite.store.load", committed.load)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, status: int) -> str:
        with redirect_stdout(StringIO()) as told, redirect_stderr(told):
            came = pytest.main([*IN_THIS_PROCESS, *arguments])
        sys.modules.pop("test_own", None)
        assert came == status, told.getvalue()
        return told.getvalue()

    return run


def test_every_case_is_a_test(tmp_path: Path) -> None:
    told = in_a_process(
        tmp_path, "--meldspec-engine", REFERENCE, *TONGITS, "-k", CASE, "-v", status=0
    )
    assert f"meldspec::{CASE} PASSED" in told
    assert "/ 1 selected" in told


@pytest.fixture
def not_played(tmp_path: Path) -> tuple[str, ...]:
    """The options that collect the cases of an engine which starts at once."""
    engine = tmp_path / "engine.py"
    engine.write_text(ACCEPTS_ALL, "utf-8")
    return ("--meldspec-engine", f"{sys.executable} {engine}", "--collect-only", "-q")


def test_a_game_and_a_clause_choose_the_cases(ran: Run, not_played: Sequence[str]) -> None:
    options = (*not_played, "--meldspec-game", "rummy")
    told = ran(*options, "-k", "rummy.stock.keep-top", status=0)
    tests = [line for line in told.splitlines() if "::" in line]
    assert tests
    assert all("rummy." in line for line in tests)


def test_marks_choose_by_game_and_by_clause(ran: Run, not_played: Sequence[str]) -> None:
    for mark, there, away in (
        ("game='rummy'", "rummy.stock.lowest-count-wins", CASE),
        ("clause='tongits.draw-call.own-layoff'", CASE, "rummy.stock.lowest-count-wins"),
    ):
        told = ran(*not_played, "-m", f"meldspec({mark})", status=0)
        tests = [line for line in told.splitlines() if "::" in line]
        assert f"meldspec::{there}" in tests
        assert f"meldspec::{away}" not in tests
        assert "no tests collected" not in told


def test_a_known_failure_is_expected_and_one_that_passes_fails(ran: Run, tmp_path: Path) -> None:
    engine, known = tmp_path / "engine.py", tmp_path / "known.txt"
    engine.write_text(ACCEPTS_ALL, "utf-8")
    known.write_text(f"{CASE} issue 7\n", "utf-8")
    options = ("--meldspec-known-failures", str(known), *TONGITS, "-k", CASE, "-rx")
    told = ran("--meldspec-engine", f"{sys.executable} {engine}", *options, status=0)
    assert f"XFAIL meldspec::{CASE} - known: issue 7" in told
    told = ran("--meldspec-engine", REFERENCE, *options, status=1)
    assert "passes, but is listed as failing: issue 7" in told
    known.write_text("tongits.draw-call.own-layoff issue 8\n", "utf-8")
    told = ran("--meldspec-engine", f"{sys.executable} {engine}", *options, status=0)
    assert "known: issue 8" in told
    known.write_text("no.such.case issue 9\n", "utf-8")
    told = ran("--meldspec-engine", REFERENCE, *options, status=4)
    assert f"{known}:1: no.such.case: the suite has no such case" in told


def test_a_known_failure_fails_where_pytest_expects_no_failure(ran: Run, tmp_path: Path) -> None:
    engine, known = tmp_path / "engine.py", tmp_path / "known.txt"
    engine.write_text(ACCEPTS_ALL, "utf-8")
    known.write_text(f"{CASE} issue 7\n", "utf-8")
    no_excuse = "--runxfail"  # the option under test: it switches expected failures off
    options = ("--meldspec-known-failures", str(known), no_excuse, *TONGITS, "-k", CASE)
    told = ran("--meldspec-engine", f"{sys.executable} {engine}", *options, status=1)
    assert f"FAILED meldspec::{CASE}" in told
    ran("--meldspec-engine", REFERENCE, *options, status=0)


def test_a_file_says_what_the_engine_has(ran: Run, tmp_path: Path) -> None:
    file = tmp_path / "engine.toml"
    options = (
        "--meldspec-engine",
        REFERENCE,
        "--meldspec-declare",
        str(file),
        *TONGITS,
        "-k",
        CASE,
    )
    file.write_text('[games.tongits.without]\nactions = ["lay_off"]\n', "utf-8")
    told = ran(*options, "-rs", status=1)
    assert "the engine does not know the action lay_off" in told
    assert NONE_JUDGED in told
    file.write_text('[games.tongits.without]\nactions = ["lay_of"]\n', "utf-8")
    told = ran(*options, status=4)
    assert f"{file}:2: tongits: no action 'lay_of'; did you mean lay_off?" in told


def test_a_failing_test_shows_the_play(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(ACCEPTS_ALL, "utf-8")
    command = f"{sys.executable} {engine}"
    told = in_a_process(tmp_path, "--meldspec-engine", command, *TONGITS, "-k", CASE, status=1)
    assert f"FAILED meldspec::{CASE}" in told
    assert "  clause    tongits.draw-call.own-layoff" in told
    assert "  got       null" in told
    assert f"  again     meldspec check --case {CASE} -- {command}" in told


def test_the_command_that_repeats_has_the_options_that_judge(ran: Run, tmp_path: Path) -> None:
    declared, known = tmp_path / "my engine.toml", tmp_path / "known.txt"
    declared.write_text("[games.tongits]\nabilities = ['play', 'legal']\n", "utf-8")
    known.write_text(f"{CASE} issue 7\n", "utf-8")
    options = ("--meldspec-declare", str(declared), "--meldspec-known-failures", str(known))
    told = ran("--meldspec-engine", REFERENCE, *TONGITS, *options, "-k", CASE, status=1)
    judged = f"--declare '{declared}' --known-failures {known}"
    assert f"  again     meldspec check {judged} --case {CASE} -- {REFERENCE}" in told


ACCEPTS_ALL: Final = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    more = {}
    if asked["cmd"] == "hello":
        more = {"engine": {"name": "yes", "version": "1"}, "protocol": 1,
                "games": {"tongits": {"abilities": ["play", "legal"]}}}
    print(json.dumps({"seq": asked["seq"], "ok": True, **more}), flush=True)
"""


ANOTHER_READING: Final = """
import json, sys
from meldcheck.engine.serve import Session
from meldspec.games import GAMES
session = Session(GAMES)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["cmd"] == "begin":
        options = (asked.get("rules") or {}).get("options", {})
        asked["rules"] = {"options": {**options, "turn.dealer_first_turn_melds": "discard_only"}}
    print(session.reply(json.dumps(asked).encode()).decode(), flush=True)
"""


STRAY: Final = """
import json, sys
from meldcheck.engine.serve import Session
from meldspec.games import GAMES
session, melds = Session(GAMES), 0
for line in sys.stdin:
    reply = session.reply(line.encode()).decode()
    print(reply, flush=True)
    melds += json.loads(line)["cmd"] == "ask"
    if melds == int(sys.argv[1]):
        print(reply, flush=True)
"""


@pytest.mark.parametrize(("after", "case"), [(3, "over-the-ten"), (4, "up-to-the-king")])
def test_a_line_too_many_is_an_error_of_the_case_before(
    ran: Run, tmp_path: Path, after: int, case: str
) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(STRAY, "utf-8")
    options = ("--meldspec-engine", f"{sys.executable} {engine} {after}", *TONGITS)
    told = ran(*options, "-k", "ace-below-the-two or neighbours-in-rank", status=1)
    assert "4 passed" in told
    assert "1 error" in told
    assert f"ERROR at teardown of tongits.cards.neighbours-in-rank.{case}" in told
    assert "  got       out-of-order: " in told


ENDS: Final = """
import json, sys
print(json.dumps({"seq": json.loads(input())["seq"], "ok": True, "protocol": 1,
    "engine": {"name": "brief", "version": "1"}, "games": {"tongits": {"abilities": ["meld"]}}}))
"""


def test_an_engine_that_never_ends_a_case_well_is_given_up(ran: Run, tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(ENDS, "utf-8")
    told = ran("--meldspec-engine", f"{sys.executable} {engine}", *TONGITS, status=1)
    given_up = f"the first {NEVER_WELL} cases of the game that were run all ended in a fault"
    assert told.count(f"  because   not run: {given_up}") == 4


def test_a_case_is_judged_by_the_rules_of_a_source(ran: Run, tmp_path: Path) -> None:
    engine, case = tmp_path / "engine.py", "tongits.answering.challenger-wins"
    engine.write_text(ANOTHER_READING, "utf-8")
    options = ("--meldspec-engine", f"{sys.executable} {engine}", *TONGITS, "-k", case)
    told = ran(*options, "--meldspec-rules", "wikipedia", status=0)
    assert "1 passed" in told
    told = ran(*options, "--meldspec-rules", "pagat", status=1)
    assert f"  again     meldspec check --rules pagat --case {case} -- " in told


def test_a_tier_chooses_the_cases(ran: Run, not_played: Sequence[str]) -> None:
    options = (*not_played, *TONGITS)
    told = ran(*options, "--meldspec-tier", "smoke", status=0)
    tests = [line for line in told.splitlines() if "::" in line]
    assert "meldspec::tongits.cards.fifty-two-cards-are-all" in tests
    assert f"meldspec::{CASE}" not in tests
    told = ran(*options, "--meldspec-tier", "smok", status=4)
    assert "no tier 'smok'; known: smoke, core, full" in told


NONE_JUDGED: Final = "meldspec: no case was judged, so the engine does not hold"


PLAYS_NOTHING: Final = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    hello = {"engine": {"name": "no", "version": "1"}, "protocol": 1,
             "games": {"tongits": {"abilities": ["play", *sys.argv[1:]]}}}
    reply = hello if asked["cmd"] == "hello" else {"skipped": "not yet"}
    print(json.dumps({"seq": asked["seq"], **reply}), flush=True)
"""


@pytest.mark.parametrize("more", ["", " meld"])
def test_a_run_in_which_no_case_is_judged_fails(ran: Run, tmp_path: Path, more: str) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(PLAYS_NOTHING, "utf-8")
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n", "utf-8")
    options = ("--meldspec-engine", f"{sys.executable} {engine}{more}", *TONGITS)
    chosen = ("--meldspec-tier", "smoke")
    told = ran(*options, *chosen, status=1)
    assert NONE_JUDGED in told
    assert "1 passed" in told
    told = ran(*options, *chosen, "-k", "test_own", status=0)
    assert NONE_JUDGED not in told
    assert NONE_JUDGED not in ran(*options, *chosen, "--collect-only", status=0)


@pytest.mark.parametrize("blank", ["", "  ", "''"])
def test_a_blank_engine_is_one_line(ran: Run, blank: str) -> None:
    told = ran("--meldspec-engine", blank, *TONGITS, status=4)
    assert told.splitlines() == [
        "ERROR: no engine is named by --meldspec-engine; expected is its command",
        "",
    ]


def test_no_engine_and_no_game_are_one_line(ran: Run) -> None:
    told = ran("--meldspec-engine", "no-such-engine", status=4)
    assert "the engine cannot be started: no such command: no-such-engine" in told
    told = ran("--meldspec-engine", REFERENCE, "--meldspec-game", "chess", status=4)
    assert "the suite has no game 'chess'" in told
    told = ran("--meldspec-engine", "'unbalanced", status=4)
    assert "--meldspec-engine: no closing quotation" in told
    other = ("--meldspec-game", "rummy", "--meldspec-rules", "pagat")
    told = ran("--meldspec-engine", REFERENCE, *other, status=4)
    assert "these are rules of tongits, not of rummy" in told


def test_without_the_option_nothing_is_imported(tmp_path: Path) -> None:
    test = tmp_path / "test_own.py"
    test.write_text(
        "import sys\n\ndef test_own():\n"
        "    assert not [name for name in sys.modules if name.startswith('meldspec')]\n",
        "utf-8",
    )
    assert "1 passed" in in_a_process(tmp_path, status=0)
