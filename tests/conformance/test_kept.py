"""A run is kept as it goes: it goes on after a kill, and the next one begins with what failed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, cast

import pytest
from click.testing import CliRunner, Result

from meldcheck.check.judge import Outcome, Status
from meldcheck.check.kept import Journal, RunKey, read_kept
from meldcheck.check.plan import CasePlan, plan_of
from meldcheck.check.run import FAULTS, NEVER_WELL, run
from meldcheck.cli import main
from meldcheck.engine.process import (
    Conversation,
    Cost,
    Engine,
    EngineFault,
    FaultKind,
    Request,
)
from meldcheck.words.case import Kind
from meldcheck.words.compare import Difference
from meldcheck.words.places import CACHE

from .standins import CASES, RESULT, case, command

KEY: Final = RunKey("check", "1", ("engine",), "hello", "files", 10.0, {"suite": "suite"})


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs are kept in the folder of the test."""
    monkeypatch.chdir(tmp_path)


def check(folder: Path, engine: Sequence[str], *options: str) -> Result:
    arguments = ["check", "--suite", str(folder), "--format", "json", *options]
    return CliRunner().invoke(main, [*arguments, "--", *engine])


def kept() -> Path:
    (file,) = Path(CACHE).glob("*.jsonl")
    return file


def kill(lines: int) -> None:
    """Leave of the kept run what a run has written that is killed in the middle of a line."""
    whole = kept().read_bytes().splitlines(keepends=True)
    kept().write_bytes(b"".join(whole[:lines]) + whole[lines][:20])


def played(result: Result) -> list[str]:
    return [one["id"] for one in json.loads(result.stdout)["cases"]]


def test_a_run_that_was_killed_goes_on_and_ends_with_the_same_report(
    suite_folder: Path, tmp_path: Path
) -> None:
    record = tmp_path / "record"
    engine = command("Records", str(record))
    whole = check(suite_folder, engine)
    kill(lines=4)
    record.write_text("", encoding="utf-8")
    resumed = check(suite_folder, engine, "--resume")
    assert resumed.stderr == f"meldspec: 3 of {len(CASES)} cases are kept, the others are played\n"
    assert (resumed.stdout, resumed.exit_code) == (whole.stdout, whole.exit_code)
    sent = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    assert sum(one["cmd"] == "end" for one in sent) == len(CASES) - 3
    again = check(suite_folder, engine, "--resume")
    assert again.stderr.startswith("meldspec: the last run of this engine came to its end")


def test_a_run_that_was_interrupted_while_its_report_was_printed_goes_on(
    suite_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "record"
    engine = command("Records", str(record))
    whole = check(suite_folder, engine)
    record.write_text("", encoding="utf-8")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as while_printing:
        while_printing.setattr("meldcheck.check.report.as_value", interrupted)
        result = check(suite_folder, engine)
    assert result.exit_code == 130
    goes_on, over = filter(None, result.stderr.splitlines())
    assert goes_on == "meldspec: what was played is kept: the same command with --resume goes on"
    assert over == "meldspec: interrupted"
    record.write_text("", encoding="utf-8")
    resumed = check(suite_folder, engine, "--resume")
    every = len(CASES)
    assert resumed.stderr == f"meldspec: {every} of {every} cases are kept, the others are played\n"
    assert (resumed.stdout, resumed.exit_code) == (whole.stdout, whole.exit_code)
    assert '"end"' not in record.read_text("utf-8")


def test_an_outcome_is_kept_whole() -> None:
    outcome = Outcome(
        RESULT,
        Status.ERROR,
        step=3,
        expected=[{"a": 1}],
        got={"fault": "exit"},
        differences=(Difference("pot", 1, [2], "more"),),
        reason="why",
        before_play=True,
        readings={"showdown.tie": ("last", 3)},
        unheard=Status.FAIL,
        cost=Cost(FaultKind.EXIT, started=False),
        left_out=("view.pot",),
    )
    journal = Journal(KEY, ["another"])
    journal.note_outcome(outcome)
    found = read_kept(journal.path)
    assert found is not None
    assert found.outcomes([plan_of(RESULT)]) == {RESULT.id: outcome}
    assert found.short is None
    assert found.fell_short == frozenset((RESULT.id, "another"))
    journal.end([])
    found = read_kept(journal.path)
    assert found is not None
    assert found.short == ()
    assert found.fell_short == frozenset(("another",))


class Silent:
    """An engine that is asked in vain."""

    def converse(self, requests: Sequence[Request]) -> Conversation:
        return Conversation((), EngineFault(FaultKind.SILENCE, "no reply"))

    def stop(self) -> None:
        pass

    kill = pause = stop


@pytest.mark.parametrize("before", range(FAULTS + 2))
def test_an_engine_is_given_up_at_the_same_case_after_a_kill(before: int) -> None:
    plans = [plan_of(case(f"meld-{n}", Kind.MELD, question={})) for n in range(FAULTS + 2)]
    engine = cast("Engine", Silent())
    whole = run(plans, [engine])
    assert [one.ran for one in whole] == [True] * FAULTS + [False] * 2
    known = {one.case.id: one for one in whole[:before]}
    assert run(plans, [engine], before=known) == whole


@cache
def answered_twice() -> tuple[list[CasePlan], list[Outcome]]:
    """Cases on an engine that replies twice to each request, and how they come out."""
    asked = {"question": {"cards": ["7C", "7D", "7H"]}, "answer": "set"}
    plans = [plan_of(case(f"meld-{n}", Kind.MELD, **asked)) for n in range(NEVER_WELL + 3)]
    return plans, run(plans, [Engine(command("AnswersTwice"))])


@pytest.mark.parametrize("kept_ones", [[], [1], [*range(0, NEVER_WELL, 2)], [*range(NEVER_WELL)]])
def test_a_stray_line_belongs_to_its_case_also_beside_kept_ones(kept_ones: list[int]) -> None:
    """A case with all its replies went well, so that such an engine is never given up."""
    plans, whole = answered_twice()
    assert all(one.ran and one.status is Status.ERROR for one in whole)
    known = {whole[n].case.id: whole[n] for n in kept_ones}
    again = run(plans, [Engine(command("AnswersTwice"))], before=known)
    assert [(one.ran, one.status) for one in again] == [(one.ran, one.status) for one in whole]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--timeout", "11"], "kept of a run with another --timeout: all cases are played"),
        (["--case", "tongits.test.meld"], "kept of a run of other cases: all cases are played"),
    ],
)
def test_another_run_is_not_believed(suite_folder: Path, options: list[str], told: str) -> None:
    engine = command("Sound")
    check(suite_folder, engine)
    kill(lines=4)
    resumed = check(suite_folder, engine, "--resume", *options)
    assert resumed.stderr == f"meldspec: {kept()}: {told}\n"
    assert resumed.exit_code == 0


def test_a_damaged_file_is_not_believed(suite_folder: Path) -> None:
    engine = command("Errs")
    check(suite_folder, engine)
    kept().write_bytes(kept().read_bytes().replace(b'"pass"', b'"fail"', 1))
    ran = check(suite_folder, engine, "--failed-last", "--case", "tongits.test.meld")
    damaged, all_played = ran.stderr.splitlines()
    assert damaged == f"meldspec: {kept()}:2: this line is damaged; it is not used"
    assert all_played == "meldspec: no run of this engine is kept: all cases are played"
    assert played(ran) == ["tongits.test.meld"]


def test_a_file_without_a_whole_line_is_not_believed(suite_folder: Path) -> None:
    engine = command("Sound")
    check(suite_folder, engine)
    kill(lines=0)
    ran = check(suite_folder, engine, "--resume")
    told, _ = ran.stderr.splitlines()
    assert told == f"meldspec: {kept()}: no kept run: it has no whole line; it is not used"
    assert ran.exit_code == 0


def test_the_cases_that_fell_short_last_are_played_again(suite_folder: Path) -> None:
    engine = command("Errs")
    check(suite_folder, engine)
    assert played(check(suite_folder, engine, "--failed-last")) == [RESULT.id]
    other = check(suite_folder, engine, "--case", "tongits.test.meld")
    assert other.exit_code == 0
    assert played(check(suite_folder, engine, "--failed-last")) == [RESULT.id]


def test_a_known_failure_is_played_again(suite_folder: Path) -> None:
    engine = command("Errs")
    Path("known.txt").write_text(f"{RESULT.id} issue 7\n", encoding="utf-8")
    assert check(suite_folder, engine, "--known-failures", "known.txt").exit_code == 0
    assert played(check(suite_folder, engine, "--failed-last")) == [RESULT.id]


def test_if_none_fell_short_all_are_played(suite_folder: Path) -> None:
    engine = command("Sound")
    check(suite_folder, engine)
    ran = check(suite_folder, engine, "--failed-last")
    assert ran.stderr == "meldspec: none of these cases fell short last: all are played\n"
    assert len(played(ran)) == len(CASES)


def test_what_cannot_be_kept_does_not_end_the_run(suite_folder: Path) -> None:
    Path(CACHE).write_text("a file where the folder should be", encoding="utf-8")
    ran = check(suite_folder, command("Sound"))
    assert ran.exit_code == 0
    assert ran.stderr == f"meldspec: {CACHE}: File exists: this run is not kept\n"


def test_two_runs_at_once_share_no_file(suite_folder: Path) -> None:
    first = check(suite_folder, command("Sound"))
    own = read_kept(kept())
    assert own is not None
    going_on = Journal(own.key)
    second = check(suite_folder, command("Sound"))
    assert (second.stdout, second.exit_code) == (first.stdout, first.exit_code)
    busy = "another run of this engine goes on here"
    assert second.stderr == f"meldspec: {CACHE}: {busy}: this run is not kept\n"
    going_on.note_outcome(Outcome(RESULT, Status.PASS))
    assert statuses(kept()) == ["pass"]
    going_on.close()
    assert check(suite_folder, command("Sound")).stderr == ""
    assert len(statuses(kept())) == len(CASES)


@pytest.mark.parametrize("other", ["--failed-last", "--watch"])
def test_a_run_that_goes_on_is_the_same_run(suite_folder: Path, other: str) -> None:
    ran = check(suite_folder, command("Sound"), "--resume", other)
    assert (ran.exit_code, ran.stderr) == (2, f"meldspec: --resume does not go with {other}\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_ended_keeps_no_case_that_its_end_spoilt(number: signal.Signals) -> None:
    """The engines are ended while most of their cases are still to come: they take their time."""
    engine = (sys.executable, str(Path(__file__).parent / "engines" / "habits.py"), "slow")
    asked = [sys.executable, "-P", "-m", "meldcheck", "check", "--game", "rummy"]
    with subprocess.Popen(
        [*asked, "--jobs", "2", "--", *engine],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=heeding,
    ) as process:
        while not any(map(statuses, Path(CACHE).glob("*.jsonl"))):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        _, said = process.communicate()
    assert process.returncode
    assert b"what was played is kept" in said
    assert set(statuses(kept())) == {"pass"}
    assert len(statuses(kept())) < 500, "of more cases of Rummy"


def heeding() -> None:
    """A process that a shell starts in the background ignores Ctrl-C, and so do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def statuses(file: Path) -> list[str]:
    """How the cases came out that a run has kept so far."""
    run = read_kept(file)
    return [] if run is None else [str(came["status"]) for came in run.parts.values()]
