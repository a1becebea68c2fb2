"""``python -m tests.changed``: write ``docs/changed.md`` from the versions of the suite in git."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import click

from meldcheck.games import MEASURES, title_of
from meldcheck.law.document import load_law

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "changed.md"
SUITE: Final = "conformance/suite"
MANIFEST: Final = f"{SUITE}/manifest.json"
FEW: Final = 80
"""The number of names up to which each is told."""

OPENING: Final = """\
# From version to version

<!-- Made by: python -m tests.changed -->

The suite has a version of its own, which every report names. This page compares each version with
the one before, as the history of the repository has them: clauses, questions and cases. A clause is
*reworded* if its text differs. A case is *changed* if anything in it differs, be it a clause that
it names. [](changelog.md) tells what a user sees.

| suite | clauses | questions | cases |
| --- | --- | --- | --- |
"""


@dataclass(frozen=True, slots=True)
class Suite:
    """A version of the suite: texts of clauses, ids of questions, and cases as written."""

    version: str
    clauses: Mapping[str, str]
    questions: Collection[str]
    cases: Mapping[str, str]


def git(*words: str) -> str:
    """The output of a git command in this repository."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def versions() -> Iterator[Suite]:
    """The last state of each version, the oldest first."""
    last: dict[str, str] = {}
    for commit in git("log", "--format=%H", "--reverse", "--topo-order", "--", MANIFEST).split():
        last[_read(commit, MANIFEST)["version"]] = commit
    for version in sorted(last, key=lambda one: [*map(int, one.split("."))]):
        yield suite_at(version, last[version])


def suite_at(version: str, commit: str) -> Suite:
    """The suite as a commit has it."""
    files = git("ls-tree", "-r", "--name-only", commit, SUITE).split()
    groups = [_read(commit, name) for name in files if name.count("/") == 3]
    cases = [case for group in groups for case in group["cases"]]
    asked = f"{SUITE}/questions.json"
    questions = _read(commit, asked)["questions"] if asked in files else []
    return Suite(
        version,
        {one["id"]: one["text"] for one in _read(commit, MANIFEST)["clauses"]},
        {one["id"] for one in questions},
        {one["id"]: json.dumps(one, sort_keys=True) for one in cases},
    )


def _read(commit: str, file: str) -> Any:  # files of older versions have other forms
    return json.loads(git("show", f"{commit}:{file}"))


def page(suites: Sequence[Suite], known: Collection[str]) -> str:
    """The page of these versions; only ``known`` clauses and questions become links."""
    rows = (
        f"| {one.version} | {len(one.clauses)} | {len(one.questions) or 'not listed'} "
        f"| {len(one.cases)} |\n"
        for one in reversed(suites)
    )
    parts = (_section(old, new, known) for old, new in reversed([*pairwise(suites)]))
    return OPENING + "".join(rows) + "".join(parts)


def _section(old: Suite, new: Suite, known: Collection[str]) -> str:
    added = [one for one in new.clauses if one not in old.clauses]
    reworded = _differ(old.clauses, new.clauses)
    gone = [one for one in old.clauses if one not in new.clauses]

    def clause(name: str) -> str:
        return f"{{law:clause}}`{name}`" if name in known else f"`{name}`"

    def wording(name: str) -> str:
        return f"\n  - {clause(name)}: {new.clauses[name]} (Before: {old.clauses[name]})"

    def question(name: str) -> str:
        return f"\n  - {{law:argument}}`{name}`" if name in known else f"\n  - `{name}`"

    lines = [
        _line("Clauses added", added, clause),
        _line("Clauses reworded", reworded, wording),
        _line("Clauses withdrawn", gone, clause),
        _line("Cases added", [one for one in new.cases if one not in old.cases]),
        _line("Cases changed", _differ(old.cases, new.cases)),
        _line("Cases withdrawn", [one for one in old.cases if one not in new.cases]),
    ]
    if old.questions:
        asked = [one for one in sorted(new.questions) if one not in old.questions]
        dropped = [one for one in sorted(old.questions) if one not in new.questions]
        lines[3:3] = [
            _line("Questions added", asked, question),
            _line("Questions withdrawn", dropped, question),
        ]
    body = "\n".join(line for line in lines if line)
    return f"\n## {new.version}, after {old.version}\n\n{body}\n"


def _differ(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    return [one for one in new if one in old and new[one] != old[one]]


def _line(what: str, names: Sequence[str], told: Callable[[str], str] = "`{}`".format) -> str:
    """A line of the list: how many, and which if they are few; nothing if there are none."""
    if not names:
        return ""
    by_game = Counter(title_of(name.partition(".")[0]) for name in names)
    games = ", ".join(f"{game} {number}" for game, number in by_game.items())
    line = f"- **{what}: {len(names)}.** {games}."
    if len(names) > FEW:
        return line
    shown = [told(one) for one in names]
    return f"{line}{''.join(shown)}" if shown[0][0] == "\n" else f"{line} {', '.join(shown)}."


@click.command()
def main() -> None:
    """Write the page of the versions of the suite."""
    laws = [load_law(ROOT / "spec", game) for game in MEASURES]
    known = {name for law in laws for name in (*law.clauses, *law.questions)}
    PAGE.write_text(page([*versions()], known), encoding="utf-8")
    click.echo(f"{PAGE.relative_to(ROOT)} is written")


if __name__ == "__main__":
    main()
