"""``python -m tests.conformance.verdict_changes COMMIT``: the published verdicts that have changed.

It compares the statements of cases that both versions have.  A row of the table is one kind of
change for one reason: the question or clause that decides now, or that decided before.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from meldcheck.suite.store import VERDICTS
from meldcheck.words import places
from meldcheck.words.case import Matrix, Row, Says

Key = tuple[str, str, str, str, str]
"""Game, source, the status before and now, and the question or clause that decides."""


def changes(before: Matrix, now: Matrix) -> Counter[Key]:
    """The number of statements of each kind of change."""
    found: Counter[Key] = Counter()
    for name in before.cases.keys() & now.cases.keys():
        game = name.split(".", 1)[0]
        old, new = _said(before.cases[name]), _said(now.cases[name])
        for place in sorted({*old, *new}):
            was, why = old.get(place, (Says.SETTLED.value, ""))
            says, because = new.get(place, (Says.SETTLED.value, ""))
            if was != says:
                found[game, place[2], was, says, because or why] += 1
    return found


def _said(row: Row) -> Mapping[tuple[int, str, str], tuple[str, str]]:
    """By step, part and source, the verdict that is not settled, and the first reason for it."""
    return {
        (statement.step, statement.part, source): (
            verdict.says.value,
            next(iter(verdict.because), ""),
        )
        for statement in row.statements
        for source, verdict in statement.sources.items()
    }


def table(found: Mapping[Key, int]) -> Iterator[str]:
    """The changes in lines of Markdown, the most frequent of each game first."""
    heads = ("game", "source", "before", "now", "decided by", "statements")
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    order = sorted(found.items(), key=lambda one: (one[0][0], -one[1], one[0]))
    for (game, source, was, says, why), number in order:
        name = why.split(".", 1)[-1]
        yield f"| {game} | {source} | {was} | {says} | `{name}` | {number} |"


def main(words: list[str]) -> int:
    """Print the table against the verdicts of a commit."""
    (commit,) = words
    path = f"{commit}:conformance/suite/{VERDICTS}"
    shown = subprocess.run(["git", "show", path], capture_output=True, check=True)
    before = msgspec.json.decode(shown.stdout, type=Matrix)
    now = msgspec.json.decode((places.suite_directory() / VERDICTS).read_bytes(), type=Matrix)
    for line in table(changes(before, now)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
