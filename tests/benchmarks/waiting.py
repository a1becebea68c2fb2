"""How long commands take, as multiples of a bare interpreter that imports what each of them needs.

A command that people wait for should answer at once.  Every round runs each command and the bare
interpreter once, with byte code written.  A multiple is the least processor time of a command,
engines that it starts included, by the least of the bare interpreter.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

from meldcheck.words import places

ROOT: Final = Path(__file__).resolve().parents[2]
BARE: Final = ("-c", "import click, msgspec")
COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "--help": ("--help",),
    "rules GAME": ("rules", "tongits"),
    "rules GAME --rules NAME": ("rules", "tongits", "--rules", "pagat"),
    "settle QUESTION": ("settle", "tongits.answering.challenge-eligibility"),
    "settle QUESTION --format json": (
        "settle",
        "tongits.answering.challenge-eligibility",
        "--format",
        "json",
    ),
    "settle WORDS": ("settle", "three", "way", "tie"),
    "settle SCENARIO": ("settle", "scenario.yaml"),
    "replay TRACE": ("replay", "trace.json"),
    "evidence CLAUSE": ("evidence", "tongits.draw-call.opponent-layoff"),
    "check --game rummy": ("check", "--game", "rummy"),
    "check": ("check",),
}
"""What a command is called in the table, and its words."""


@final
@dataclass(frozen=True, slots=True)
class Wait:
    """A command, its least processor time in seconds, and that of the bare interpreter."""

    command: str
    seconds: float
    bare: float

    @property
    def times(self) -> float:
        """The time as a multiple of the bare interpreter."""
        return self.seconds / self.bare


def measured(rounds: int, names: Sequence[str] = tuple(COMMANDS)) -> list[Wait]:
    """The time of each command.  AssertionError for one that fails."""
    least = dict.fromkeys(("", *names), float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        _write_files(Path(folder))
        for number in range(rounds + 1):
            for name in least:
                words = ("-m", "meldcheck", *COMMANDS[name]) if name else BARE
                seconds = _seconds(words, folder)
                if number > 0 or rounds == 0:
                    least[name] = min(least[name], seconds)
    return [Wait(name, least[name], least[""]) for name in names]


def _seconds(words: Sequence[str], folder: str) -> float:
    """Processor seconds of one run, with all processes that it starts and waits for."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, _packages()))}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert ran.returncode == 0, ran.stderr.decode()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _packages() -> tuple[Path, Path]:
    return ROOT / "reference", ROOT / "conformance"


def _write_files(folder: Path) -> None:
    """The scenario of the documentation, and a trace of a published case."""
    page = (ROOT / "docs" / "settle.md").read_text(encoding="utf-8")
    scenario = re.search(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert scenario is not None
    (folder / "scenario.yaml").write_text(scenario[1], encoding="utf-8")
    group = json.loads((places.suite_directory() / "tongits" / "draw-call.json").read_bytes())
    case = next(one for one in group["cases"] if one["kind"] == "play")
    acts = [{"by": step["by"], "do": step["do"]} for step in case["steps"] if step["step"] == "act"]
    trace = {"game": "tongits", **case["setup"], "steps": acts}
    (folder / "trace.json").write_text(json.dumps(trace), encoding="utf-8")


def text(waits: Sequence[Wait]) -> str:
    """The multiples in columns."""
    width = max(len(wait.command) for wait in waits)
    return "\n".join(f"meldspec {wait.command:<{width}}  {wait.times:6.1f}" for wait in waits)


def markdown(waits: Sequence[Wait]) -> str:
    """The multiples as a table of a page."""
    rows = [f"| `meldspec {wait.command}` | {wait.times:.1f} |" for wait in waits]
    return "\n".join(("| command | times as long |", "| --- | --- |", *rows))
