"""How well causes are named: ``python -m tests.causes.measure [GAME…]`` prints ``docs/causes.md``.

Three kinds of engines are judged by the whole suite: those of the catalogue, pairs of them that are
drawn by seed, and the JavaScript engine without one of its conditions, which is in no catalogue.
"""

from __future__ import annotations

import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final, final

from meldcheck.check.causes import (
    Cause,
    Deviation,
    Explained,
    Trait,
    explain,
    explained,
    load,
)
from meldcheck.check.judge import judge
from meldcheck.check.plan import plan_of
from meldcheck.check.run import run
from meldcheck.check.signs import Sign
from meldcheck.engine.process import Engine
from meldcheck.games import title_of
from meldcheck.words.places import suite_directory
from meldspec.games import NAMES
from tests.conformance.mistakes import AnySpoken, changes
from tests.conformance.mistakes.hunt import bundled, tables

from .__main__ import differences, heard, scripts
from .catalogue import Difference

SEED: Final = 1
PAIRS: Final = 20
JAVASCRIPT: Final = Path("conformance/engines/javascript")
CONDITIONS: Final = "conditions.js"
FAILS: Final = "=> conditions[clause]"
"""Where the JavaScript engine asks a condition."""


@final
@dataclass(frozen=True, slots=True)
class Named:
    """What was wrong with an engine, and what the report says of it."""

    wrong: tuple[str, ...]
    right: bool
    causes: int
    left: int
    instead: tuple[str, ...]


@cache
def entries(game: str) -> tuple[Deviation, ...]:
    """The catalogue of a game."""
    found = load(suite_directory(), bundled().manifest)
    if found is None:
        sys.exit("no catalogue for this suite; run: python -m tests.causes")
    return tuple(entry for entry in found.entries if entry.game == game)


@cache
def known(game: str) -> tuple[Difference, ...]:
    """The engines of the catalogue that can be played."""
    names = {entry.name for entry in entries(game)}
    return tuple(each for each in differences(game) if each.name in names)


def judged(difference: Difference) -> Explained:
    """The causes that the report names for an engine."""
    outcomes = [
        judge(case, said, heard(difference, said)) for case, said in scripts(difference.game)
    ]
    return explain(outcomes, entries(difference.game))


def names(cause: Cause, wrong: str) -> bool:
    """Whether a cause has this name, or one that explains the same cases as well."""
    return wrong in (cause.entry.name, *(entry.name for entry in cause.alike))


def _told(wrong: Sequence[str], found: Explained, *, right: bool) -> Named:
    instead = tuple(cause.entry.name for cause in found.causes[:3])
    return Named(tuple(wrong), right, len(found.causes), len(found.left), instead)


# ── one mistake ──────────────────────────────────────────────────────────────────────────────────


def single(game: str, place: int) -> Named:
    """An engine of the catalogue, by the signs that it shows: its cause comes first."""
    each = entries(game)[place]
    signs = {name: Sign.read(text) for name, text in each.signs.items()}
    passing = [case.id for case, _ in scripts(game) if case.id not in signs]
    found = explained(signs, passing, entries(game))
    return _told([each.name], found, right=bool(found.causes) and names(found.causes[0], each.name))


# ── two mistakes ─────────────────────────────────────────────────────────────────────────────────


@cache
def pairs(game: str) -> tuple[tuple[Difference, Difference], ...]:
    """Two differences each, drawn by seed; the second is a condition or a reading."""
    chance = random.Random(SEED)
    asked = _conditions(tables()[game].SPOKEN)
    second = [each for each in known(game) if each.kind is Trait.READING or each.name in asked]
    drawn = ((chance.choice(known(game)), chance.choice(second)) for _ in range(10 * PAIRS))
    apart = (pair for pair in drawn if pair[0].name != pair[1].name)
    return tuple(pair for pair in apart if _can_be_both(*pair))[:PAIRS]


def _can_be_both(one: Difference, other: Difference) -> bool:
    """Whether the other condition is still asked by the first engine."""
    return other.kind is Trait.READING or other.name in _conditions(one.played)


def pair(game: str, place: int) -> Named:
    """An engine with two differences: both are among its causes."""
    one, other = pairs(game)[place]
    wrong = (one.name, other.name)
    both = Difference(game, one.kind, " and ".join(wrong), _with(one, other), lambda *_: True)
    found = judged(both)
    right = all(any(names(cause, name) for cause in found.causes) for name in wrong)
    return _told(wrong, found, right=right)


def _conditions(spoken: AnySpoken) -> set[str]:
    moves = spoken.game.moves
    return {each.clause for move in moves for each in (*move.exists, *move.conditions)}


def _with(one: Difference, other: Difference) -> AnySpoken:
    if other.kind is not Trait.READING:
        return changes.judged_by(one.played, other.name)
    name, _, reading = other.name.partition("=")
    (option,) = (each for each in tables()[one.game].SPOKEN.table.options if each.name == name)
    chosen = next(each for each in option.readings if str(each) == reading)
    return changes.by_rules(one.played, lambda rules: option.put(rules, chosen))


# ── an engine of another hand ────────────────────────────────────────────────────────────────────


@cache
def strangers(game: str) -> tuple[str, ...]:
    """The clauses of the cases that the JavaScript engine has as conditions."""
    sources = "".join(path.read_text() for path in sorted((JAVASCRIPT / game).glob("*.js")))
    clauses = sorted({clause for case, _ in scripts(game) for clause in case.clauses})
    return tuple(each for each in clauses if f"'{each.partition('.')[2]}':" in sources)


def stranger(game: str, place: int) -> Named:
    """The JavaScript engine without a condition: the first cause names its clause."""
    clause = strangers(game)[place]
    text = (JAVASCRIPT / CONDITIONS).read_text()
    left_out = text.replace(FAILS, f"{FAILS} && clause !== '{clause.partition('.')[2]}'")
    if left_out == text:
        sys.exit(f"{JAVASCRIPT / CONDITIONS} asks its conditions otherwise")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "engine"
        shutil.copytree(JAVASCRIPT, copy)
        (copy / CONDITIONS).write_text(left_out)
        engine = Engine(("node", str(copy / "main.js")))
        try:
            games = engine.start().games
            usual = bundled().manifest.defaults
            cases = (case for case in bundled().cases if case.game == game)
            found = run([plan_of(case, usual, games=games) for case in cases], [engine])
        finally:
            engine.kill()
    causes = explain(found, entries(game))
    first = causes.causes[:1]
    right = any(names(cause, clause) or clause in cause.entry.clauses for cause in first)
    return _told([clause], causes, right=right)


# ── the page ─────────────────────────────────────────────────────────────────────────────────────


def measured(game: str) -> dict[str, list[Named]]:
    """By kind of engine: what is said of each that fails a case."""
    kinds = {
        "single": (single, len(entries(game))),
        "pair": (pair, len(pairs(game))),
        "stranger": (stranger, len(strangers(game))),
    }
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        asked = {
            kind: list(pool.map(partial(one, game), range(number)))
            for kind, (one, number) in kinds.items()
        }
    return {
        kind: [each for each in some if each.causes or each.left] for kind, some in asked.items()
    }


def lines(games: Sequence[str]) -> Iterator[str]:
    """The page."""
    yield INTRODUCTION
    rows = {game: measured(game) for game in games}
    head = (
        "game | differences | cases of one | named first | pairs | both named | JavaScript | named"
    )
    yield f"| {head} |"
    yield "|" + " --- |" * 8
    for game, row in rows.items():
        sizes = [len(entry.signs) for entry in entries(game)]
        cells: list[object] = [title_of(game), len(sizes), round(statistics.median(sizes))]
        for some in row.values():
            cells += [len(some), sum(each.right for each in some)]
        del cells[3]
        cells[1] = len(row["single"])
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""
    yield MISSED
    for game, row in rows.items():
        for kind, some in row.items():
            for each in some:
                if not each.right:
                    instead = ", ".join(map(_code, each.instead)) or "nothing"
                    engine = "JavaScript without " if kind == "stranger" else ""
                    wrong = " and ".join(map(_code, each.wrong))
                    yield f"- {title_of(game)}: {engine}{wrong}; named instead: {instead}"


def _code(name: str) -> str:
    return f"`{name}`"


INTRODUCTION: Final = """# Causes

<!-- Made by: python -m tests.causes.measure -->

An engine with one mistake fails many cases. `meldspec check` therefore tells *causes*: the fewest
differences in a rule that explain the failing cases. Each cause has its clause, the number of its
cases, and the shortest play.

The suite keeps a catalogue of engines that differ from the reference in one rule: known mistakes of
real engines, conditions and consequences left out, other readings. For each of them, `causes.json`
has the cases that it fails, with a sign of its first wrong reply. A cause explains the failing
cases that have its signs. The cases that it would fail and that pass count against it. Causes are
found one by one; the one that explains most comes first. A cause is a description and no proof:
two different programs can behave alike in all cases. Its clause is that of the rule left out, or of
the question of the reading. A mistake has the clause that its failing cases name most among their
few, unless `clauses.toml` beside the mistakes states another.

    python -m tests.causes           # plays every case on each engine of the catalogue
    python -m tests.causes.measure   # prints this page

## How often the right rule is named

Each engine of the catalogue was judged, then pairs of them, drawn by seed, and at last the
JavaScript engine without one of its conditions. That engine is in no catalogue. An engine counts as
named if the first cause, or one that explains the same cases as well, is its mistake; of a pair,
both are among the causes. *Cases of one* is the median of the cases that fail by one difference.

*Named first* measures the catalogue against itself: each of these engines has just one mistake, and
the catalogue knows it. The column shows that the differences can be told apart. It does not say how
often the mistake of your engine is named. The last two columns are nearer to that.
"""
MISSED: Final = """## Named otherwise
"""


def main(games: Sequence[str]) -> int:
    """Print the page."""
    for line in lines(games or NAMES):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
