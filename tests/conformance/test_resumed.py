"""A fuzz or an identification that was killed goes on, and ends with the same report."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
import pytest
from click.testing import CliRunner, Result

from meldcheck.check.kept import Journal, Memory, RunKey, read_kept
from meldcheck.cli import main
from meldcheck.engine.process import Conversation, EngineFault, FaultKind, Request
from meldcheck.identify.kept_plays import Remembered
from meldcheck.words.places import CACHE
from meldcheck.words.protocol import Accepted, NotUnderstood, Refused, Reply, Skipped

ROOT: Final = Path(__file__).parents[2]
KILLS: Final = Path(__file__).parent / "engines" / "kills.py"
FUZZ: Final = ("fuzz", "--game", "tongits", "--examples", "12", "--format", "json")
IDENTIFY: Final = ("identify", "--game", "indian-chief", "--matches", "2", "--format", "json")
MISTAKE: Final = "two cards are a meld"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs are kept in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)


def ran(words: Sequence[str], engine: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """A run in a process of its own."""
    asked = [sys.executable, "-m", "meldcheck", *words, "--", sys.executable, str(KILLS), *engine]
    return subprocess.run(asked, capture_output=True, text=True, check=False)


def begins() -> int:
    """Number of matches that engines have begun since the last call."""
    file = Path("begins")
    number = file.stat().st_size
    file.unlink()
    return number


@pytest.mark.parametrize(
    ("words", "number", "mistake"),
    [
        pytest.param(FUZZ, 5, (MISTAKE,), id="fuzz-in-a-match", marks=pytest.mark.slow),
        pytest.param(FUZZ, 60, (MISTAKE,), id="fuzz-in-a-reduction", marks=pytest.mark.slow),
        pytest.param(IDENTIFY, 12, (), id="identify"),
    ],
)
def test_a_run_that_was_killed_goes_on_and_ends_with_the_same_report(
    words: Sequence[str], number: int, mistake: Sequence[str]
) -> None:
    engine = (".", str(number), *mistake)
    Path("killed").touch()
    whole = CliRunner().invoke(main, [*words, "--", sys.executable, str(KILLS), *engine])
    assert whole.stderr == ""
    Path("killed").unlink()
    every = begins()
    assert ran(words, engine).returncode == -signal.SIGKILL
    (file,) = Path(CACHE).glob("*.jsonl")
    with file.open("ab") as kept:
        kept.write(b'00000000 {"line":"pa')
    begins()
    resumed = ran([*words, "--resume"], engine)
    assert begins() < every
    assert re.fullmatch(
        r"meldspec: \d+ (matches and reductions|plays) are kept, the others are played\n",
        resumed.stderr,
    )
    assert (resumed.stdout, resumed.returncode) == (whole.stdout, whole.exit_code)


def fuzzed(*options: str, engine: Sequence[str] = (), lines: int | None = None) -> Result:
    """A short run in this process; ``lines`` are left of its file, as after a kill."""
    words = [*FUZZ[:3], "--examples", "3", "--format", "json", *options]
    reference = (sys.executable, "-P", "-m", "meldcheck", "engine", *engine)
    result = CliRunner().invoke(main, [*words, "--", *reference])
    if lines is not None:
        (file,) = Path(CACHE).glob("fuzz-*.jsonl")
        whole = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(b"".join(whole[:lines]))
    return result


@pytest.mark.parametrize(
    ("options", "how"),
    [
        (["--seed", "2"], "with another --seed"),
        (["--game", "rummy"], "of another game"),
        (["--rules", "wikipedia"], "by other rules"),
    ],
)
def test_another_run_is_not_believed(options: list[str], how: str) -> None:
    assert fuzzed(lines=2).exit_code == 0
    (file,) = Path(CACHE).glob("fuzz-*.jsonl")
    resumed = fuzzed("--resume", *options)
    assert resumed.exit_code == 0
    told = f"{file}: kept of a run {how}: all matches and reductions are played"
    assert resumed.stderr == f"meldspec: {told}\n"


def test_a_run_that_was_interrupted_while_its_result_was_printed_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as while_printing:
        while_printing.setattr("meldcheck.commands.fuzz._as_value", interrupted)
        result = fuzzed()
    assert result.exit_code == 130
    assert result.stderr.startswith("meldspec: what was played is kept: the same command")
    resumed = fuzzed("--resume")
    assert "matches and reductions are kept, the others are played" in resumed.stderr
    assert resumed.exit_code == 0
    again = fuzzed("--resume")
    assert again.stderr.startswith("meldspec: the last run of this engine came to its end")


def test_a_run_that_ends_by_trouble_with_its_workers_says_that_it_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_worker(*_: object, **__: object) -> None:
        raise click.UsageError("no worker is left")

    with monkeypatch.context() as patched:
        patched.setattr("meldcheck.commands.fuzz.fuzz", no_worker)
        ended = fuzzed()
    assert ended.exit_code == 2
    assert ended.stderr.splitlines() == [
        "meldspec: what was played is kept: the same command with --resume goes on",
        "meldspec: no worker is left",
    ]


def test_no_run_of_another_engine_or_command_is_taken() -> None:
    assert fuzzed(lines=2).exit_code == 0
    other = fuzzed("--resume", "--examples", "1", engine=("--rules", "default"))
    assert other.stderr.startswith("meldspec: no run of this engine is kept")


def test_a_damaged_file_is_named_and_not_used() -> None:
    whole = fuzzed(lines=2)
    (file,) = Path(CACHE).glob("fuzz-*.jsonl")
    file.write_bytes(file.read_bytes().replace(b'"hands":', b'"hands":9', 1))
    resumed = fuzzed("--resume")
    damaged, all_played = resumed.stderr.splitlines()
    assert damaged == f"meldspec: {file}:2: this line is damaged; it is not used"
    assert all_played.startswith("meldspec: no run of this engine is kept")
    assert resumed.stdout == whole.stdout


class Tells:
    """An engine that replies in every way, and then faults."""

    replies: tuple[Reply, ...] = (
        Accepted({"answer": {"pot": 2**70}, "note": None}),
        Accepted({}),
        Refused(("tongits.turn.to-act",)),
        Refused(()),
        Skipped("not here"),
        NotUnderstood("pardon?"),
    )
    asked = 0

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """All replies, whatever is asked."""
        self.asked += 1
        return Conversation(self.replies, EngineFault(FaultKind.EXIT, "gone", ("why",)))


def test_the_replies_of_a_play_are_kept_whole_and_only_of_that_play() -> None:
    key = RunKey("identify", "1", ("engine",), "hello", "files", 10.0, {})
    journal, engine = Journal(key), Tells()
    whole = Remembered(engine, Memory({}, journal)).converse([{"cmd": "end"}])
    assert whole == Tells().converse([])
    kept = read_kept(journal.path)
    assert kept is not None
    parts = kept.parts
    journal.close()
    resumed = Remembered(engine, Memory(parts, journal))
    assert resumed.converse([{"cmd": "end"}]) == whole
    assert engine.asked == 1
    assert Remembered(engine, Memory(parts, journal)).converse([{"cmd": "act"}]) == whole
    assert engine.asked == 2
