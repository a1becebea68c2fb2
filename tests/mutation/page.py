"""The pages of the site about changes of the play."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final, final

from meldcheck.explore import EXPLORED
from meldspec.games import NAMES

from ..bars import bars, in_order_of_play
from . import alike
from .changes import PARTS, SHARED, Change, changes, module_of, play_of
from .evidence import key_of
from .results import UNFOUND, load, made_from, unjudged

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"


@final
@dataclass(slots=True)
class Tally:
    """What became of some changes."""

    found: Counter[str] = field(default_factory=Counter)
    """By the rules under which a case finds them."""
    equal: int = 0
    """Compared on all inputs within bounds."""
    reasoned: int = 0
    left: int = 0

    @property
    def all(self) -> int:
        """The number of changes that were judged."""
        return self.found.total() + self.equal + self.reasoned + self.left


def fate(part: str, change: Change) -> str:
    """``default``, ``source``, ``reading``, ``array``, ``equal``, ``reasoned`` or ``left``."""
    found = _load(part)[change.name]
    if found.by not in UNFOUND:
        return found.by
    named = {name for reason in alike.of(part)[1] for name in reason.names}
    return "reasoned" if found.by != "seeded" and change.name in named else "left"


_load = cache(load)


@cache
def fates(part: str) -> dict[str, str]:
    """By name of a change, what became of it; unjudged changes and broken imports are left out."""
    done = _load(part)
    return {
        change.name: fate(part, change)
        for change in changes(part)
        if change.name in done and done[change.name].by != "import"
    }


def tally(part: str, names: Iterator[str]) -> Tally:
    """The sum of what became of changes."""
    told = Tally()
    for name in names:
        match fates(part)[name]:
            case "equal":
                told.equal += 1
            case "reasoned":
                told.reasoned += 1
            case "left":
                told.left += 1
            case by:
                told.found[by] += 1
    return told


# ── clauses ──────────────────────────────────────────────────────────────────────────────────────


@cache
def clauses_of(part: str) -> dict[str, tuple[str, ...]]:
    """By module and function, the clauses that stand at it: as values, or in its docstring."""
    found: dict[str, tuple[str, ...]] = {}
    for path in play_of(part):
        for name, node in _named(ast.parse(path.read_bytes())):
            found[f"{module_of(path)}.{name}"] = tuple(dict.fromkeys(_clauses(part, node)))
    return found


def _named(tree: ast.AST, before: str = "") -> Iterator[tuple[str, ast.stmt]]:
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield before + name, node
                yield from _named(node, f"{before}{name}.")
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield before + name, node
            case _:
                pass


def _clauses(part: str, node: ast.AST) -> Iterator[str]:
    whole = re.compile(rf"{part}\.[a-z0-9-]+\.[a-z0-9-]+")
    for each in ast.walk(node):
        match each:
            case ast.Constant(value=str(text)) if whole.fullmatch(text):
                yield text
            case ast.Constant(value=str(text)) if "Clauses:" in text:
                said = text.partition("Clauses:")[2].partition(".\n")[0]
                for name in re.findall(r"[a-z0-9-]+\.[a-z0-9-]+", said):
                    yield f"{part}.{name}"
            case _:
                pass


def clauses_at(part: str, change: Change) -> tuple[str, ...]:
    """The clauses at the function of a change, or at the rules that it drops from a list."""
    if change.kind == "rule dropped":
        dropped = set(re.findall(r"\w+", change.was)) - set(re.findall(r"\w+", change.becomes))
        rules = [clauses_of(part).get(f"{change.module}.{name}", ()) for name in sorted(dropped)]
        return tuple(name for names in rules for name in names)
    return clauses_of(part).get(f"{change.module}.{change.function}", ())


# ── pages ────────────────────────────────────────────────────────────────────────────────────────

_OPENING: Final = """\
# Mistakes put into the play

<!-- Made by: python -m tests.mutation tell -->

A program changes the play of the reference in one place: it drops or turns a condition, moves a
number by one, takes another reading or another seat, forgets a field of an effect. The published
suite judges each change as it judges any engine: by the default rules, then by the rules of each
source and each named variation, then by each reading alone, with the readings that it needs or
that a case fixes, then by the rows of a covering array of the readings. Nothing else of the project
helps it.

"""

_CLOSING: Final = """
*Found* means that a case fails. *Equal on all inputs* means that the changed function was compared
with itself, unchanged, on every input within stated bounds, and every answer was the same. *With a
reason* means that no case finds the change, and that a sentence in `tests/mutation/alike` says why
no engine could show it. Many of these are the same on every state of a small table. A change that
is *left* is a gap of the suite.

A change is *not judged yet* until all of these rules have judged it, or until it was compared. The
changes of the shared play that the default rules did not find, and that have inputs, were compared
and judged by no other rules: for a part of a solver, by the answers to the question that its users
ask. Beyond the default rules a change has 20 seconds of processor time. Where most cases run the
changed lines, this is not enough for all rules.

Modules that only read and write messages are left alone, and so are guards against bad input.

    python -m tests.mutation run        # judge changes without a result; runs can be broken off
    python -m tests.mutation compare shared # compare changes without a result on stated inputs
    python -m tests.mutation left rummy # the changes that no case finds
    python -m tests.mutation tell       # write these pages
"""


def titles() -> dict[str, str]:
    """The parts in print."""
    return {**{name: EXPLORED[name].spoken.title for name in NAMES}, SHARED: "Shared by all games"}


def overview() -> str:
    """The page of all parts."""
    head = (
        "\n\n| play of | changes | found by the default rules | by a source or variation |"
        " by one reading | by the covering array | equal on all inputs | with a reason | left |"
        " not judged yet |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
    )
    rows = ""
    shown = bars(
        "What became of the changes of each game",
        ["play of", *_KINDS],
        ([titles()[part], *_by_kind(tally(part, iter(fates(part))))] for part in PARTS),
        "change",
    )
    sums: Counter[str] = Counter()
    for part in PARTS:
        told = tally(part, iter(fates(part)))
        cells = _cells(told)
        cells["unjudged"] = len(unjudged(part))
        sums.update(cells)
        title = titles()[part]
        link = f"[{title}](mutation-{part}.md)"
        rows += f"| {link} | " + " | ".join(f"{cells[name]:,}" for name in _COLUMNS) + " |\n"
    total = "| all | " + " | ".join(f"{sums[name]:,}" for name in _COLUMNS) + " |\n"
    commits = sorted({made_from(part) for part in PARTS if _load(part)})
    named = ", ".join(f"`{commit}`" for commit in commits)
    made = f"\nEach part was judged last by the suite of {named}. {_left_out()}\n"
    return _OPENING + shown + head + rows + total + made + _CLOSING


def _left_out() -> str:
    """How many changes that no case finds had no time for all rules."""
    short = sum(
        found.by in UNFOUND and found.left > 0 for part in PARTS for found in _load(part).values()
    )
    return f"Of the changes with a reason {short} had no time for all of the rules."


_COLUMNS: Final = (
    "all",
    "default",
    "source",
    "reading",
    "array",
    "equal",
    "reasoned",
    "left",
    "unjudged",
)


def _cells(told: Tally) -> Counter[str]:
    return Counter(
        all=told.all,
        default=told.found["default"],
        source=told.found["source"],
        reading=told.found["reading"],
        array=told.found["array"],
        equal=told.equal,
        reasoned=told.reasoned,
        left=told.left,
    )


_KINDS: Final = (
    "found by the default rules",
    "found by other rules",
    "equal on all inputs",
    "with a reason",
    "left",
)
"""The kinds of the pictures: the changes that a case finds, and then the others."""


def _by_kind(told: Tally) -> tuple[int, ...]:
    default = told.found["default"]
    return default, told.found.total() - default, told.equal, told.reasoned, told.left


def _by_chapter(part: str) -> list[Sequence[str | int]]:
    """The rows of the picture of a part; a change counts once for each chapter of its clauses."""
    inside: dict[str, list[str]] = {}
    for change in changes(part):
        if change.name in fates(part):
            found = {clause.split(".")[1] for clause in clauses_at(part, change)}
            for chapter in found or {"no clause"}:
                inside.setdefault(chapter, []).append(change.name)
    links = {} if part == SHARED else in_order_of_play(part)
    order = [*(one for one in links if one in inside), *(inside.keys() - links.keys())]
    return [[links.get(one, one), *_by_kind(tally(part, iter(inside[one])))] for one in order]


def of_part(part: str) -> str:
    """The page of one part: by chapter, by clause, and the changes that no case finds."""
    by_clause: dict[str, list[str]] = {}
    elsewhere: list[str] = []
    for change in changes(part):
        if change.name in fates(part):
            names = clauses_at(part, change)
            for clause in names:
                by_clause.setdefault(clause, []).append(change.name)
            if not names:
                elsewhere.append(change.name)
    lines = [
        "---",
        "orphan: true",
        "---",
        "",
        f"# Mistakes put into the play: {titles()[part]}",
        "",
        "<!-- Made by: python -m tests.mutation tell -->",
        "",
        "Each change counts for every chapter and clause of its function. How to read this:"
        " [](mutation.md).",
        "",
        bars(
            f"What became of the changes of {titles()[part]}, by chapter",
            ["chapter", *_KINDS],
            _by_chapter(part),
            "change",
            scale="share",
        ),
        "",
        "| clause | changes | found by the default rules | by other rules | equal"
        " | with a reason | left |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for clause, inside in [*sorted(by_clause.items()), ("functions without a clause", elsewhere)]:
        told = tally(part, iter(inside))
        other = told.found.total() - told.found["default"]
        cells = (told.all, told.found["default"], other, told.equal, told.reasoned, told.left)
        shown = f"`{clause}`" if "." in clause else clause
        lines.append(f"| {shown} | " + " | ".join(str(each) for each in cells) + " |")
    lines += ["", "## Changes that no case finds", ""]
    lines += [*_unfound(part)]
    return "\n".join(lines).rstrip() + "\n"


def _unfound(part: str) -> Iterator[str]:
    """The changes by module, each sentence once with the changes that it is about."""
    inputs, reasons = alike.of(part)
    why = {name: reason.why for reason in reasons for name in reason.names}
    told: dict[str, dict[str, list[str]]] = {}
    for change in changes(part):
        match fates(part).get(change.name):
            case "equal":
                said = f"Equal on all inputs: {inputs[key_of(change)].bounds}."
            case "reasoned":
                said = why[change.name]
            case "left":
                seeded = _load(part)[change.name].by == "seeded"
                said = "Left: a seeded play finds it." if seeded else "Left."
            case _:
                continue
        line = f"- `{change.function}`: `{_short(change.was)}` becomes `{_short(change.becomes)}`."
        told.setdefault(change.module, {}).setdefault(said, []).append(line)
    for module, sentences in told.items():
        yield from (f"### `{module.removeprefix('meldspec.')}`", "")
        for said, lines in sentences.items():
            yield from (said, "", *lines, "")


def _short(text: str) -> str:
    words = " ".join(text.split()).replace("`", "'")
    return words if len(words) <= 80 else words[:79] + "…"
