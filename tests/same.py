"""``python -m tests.same COMMIT``: whether this tree makes the same files as the tree of a commit.

Compared byte for byte: the suite and its schemas, the verdicts, the exported suites, the pages of
plays that tell readings apart, and the replies of the reference to seeded requests.  This tree
makes the requests, and both trees get them.  The exit status is 1 if something differs.
"""

from __future__ import annotations

import filecmp
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, cycle, islice
from pathlib import Path
from typing import Final

import click

from meldcheck.check.plan import plan_of
from meldcheck.law.covering import covering
from meldcheck.law.rulespace import RuleSpace
from meldcheck.seeded.fuzz import Player, Setting
from meldcheck.words.protocol import GamePlayed
from meldspec.games import GAMES

HERE: Final = Path(__file__).parent.parent
REQUESTS: Final = 20_000
"""Requests for each game."""
SEED: Final = 1
PAGES: Final = {
    "tongits": "docs/distinguish.md",
    **{name: f"docs/distinguish-{name}.md" for name in GAMES if name != "tongits"},
}


def meldspec(tree: Path, *words: str, source: Path | None = None) -> bytes:
    """The output of a command in a tree, with a file as its input."""
    path = os.pathsep.join(str(tree / wing) for wing in ("reference", "conformance"))
    with (source or Path(os.devnull)).open("rb") as given:
        ran = subprocess.run(
            [sys.executable, "-m", "meldcheck", *words],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": path},
            stdin=given,
            stdout=subprocess.PIPE,
            check=True,
        )
    return ran.stdout


def requests(game: str) -> Iterator[bytes]:
    """Seeded matches of a game over its covering array, as lines of requests without ``seq``."""
    wire = GAMES[game]
    space = RuleSpace.of(wire)
    played = GamePlayed(abilities=tuple(wire.abilities))
    rows = [space.differing(row) for row in covering(game).rows]
    for number, row in zip(count(), cycle(rows)):
        case = Player(Setting(wire, row, played), SEED, number).play()
        for said in plan_of(case, {game: space.default}, games={game: played}).said:
            yield json.dumps(said.request).encode()


def transcripts(other: Path, folder: Path, games: Sequence[str]) -> Iterator[str]:
    """By game, the first request to which the replies of the two trees differ."""
    for game in games:
        asked = folder / f"{game}.jsonl"
        lines = islice(requests(game), REQUESTS)
        numbered = (b'{"seq":%d,%s' % (seq, line[1:]) for seq, line in enumerate(lines, start=1))
        asked.write_bytes(b"\n".join(numbered) + b"\n")
        ours, theirs = (
            meldspec(tree, "engine", source=asked).splitlines() for tree in (HERE, other)
        )
        for seq, (one, two) in enumerate(zip(ours, theirs, strict=True), start=1):
            if one != two:
                yield f"{game}: request {seq}: {one.decode()} and not {two.decode()}"
                break


def suite(other: Path, folder: Path, games: Sequence[str]) -> Iterator[str]:
    """The files of the suite and its schemas that differ; they are built in place."""
    meldspec(HERE, "suite", "build")
    for name in ("suite", "schemas"):
        yield from _apart(HERE / "conformance" / name, other / "conformance" / name)


def verdicts(other: Path, folder: Path, games: Sequence[str]) -> Iterator[str]:
    """The file of verdicts, if it differs; it is written in place."""
    meldspec(HERE, "suite", "verdicts")
    ours, theirs = (tree / "conformance/suite/verdicts.json" for tree in (HERE, other))
    if ours.read_bytes() != theirs.read_bytes():
        yield ours.name


def exports(other: Path, folder: Path, games: Sequence[str]) -> Iterator[str]:
    """The files that differ in the exported suite of a named rule set."""
    for game in games:
        named = json.loads(meldspec(HERE, "rules", game, "--format", "json"))
        for rules in (one["name"] for one in named["rule_sets"]):
            ours, theirs = folder / "ours" / game / rules, folder / "theirs" / game / rules
            for tree, to in ((HERE, ours), (other, theirs)):
                meldspec(tree, "suite", "export", str(to), "--game", game, "--rules", rules)
            yield from (f"{game}, {rules}: {line}" for line in _apart(ours, theirs))


def pages(other: Path, folder: Path, games: Sequence[str]) -> Iterator[str]:
    """The pages of plays that tell readings apart, if they differ."""
    for game in games:
        if meldspec(HERE, "distinguish", game, "--all") != (other / PAGES[game]).read_bytes():
            yield PAGES[game]


PARTS: Final[dict[str, Callable[[Path, Path, Sequence[str]], Iterator[str]]]] = {
    "suite": suite,
    "transcripts": transcripts,
    "exports": exports,
    "verdicts": verdicts,
    "pages": pages,
}


def _apart(ours: Path, theirs: Path) -> Iterator[str]:
    """The JSON files that differ between two folders, or are in one of them only."""
    names = {path.relative_to(root) for root in (ours, theirs) for path in root.rglob("*.json")}
    for name in sorted(names):
        one, two = ours / name, theirs / name
        if not (one.is_file() and two.is_file() and filecmp.cmp(one, two, shallow=False)):
            yield str(name)


@contextmanager
def _tree_of(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ("git", "-C", str(HERE), "worktree")
        named = ("git", "-C", str(HERE), "cat-file", "-e", f"{commit}^{{commit}}")
        if subprocess.run(named, stderr=subprocess.DEVNULL, check=False).returncode:
            raise click.UsageError(f"no commit {commit!r}")
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


@click.command()
@click.argument("commit")
@click.option("--only", "named", multiple=True, type=click.Choice([*PARTS]), help="These parts.")
@click.option("--game", "games", multiple=True, type=click.Choice([*GAMES]), help="These games.")
def main(commit: str, named: tuple[str, ...], games: tuple[str, ...]) -> None:
    """Compare the files that this tree makes with those of the tree of COMMIT.

    The suite, its schemas and the verdicts are compared for all games, even if games are named.
    """
    differing = 0
    with _tree_of(commit) as other, tempfile.TemporaryDirectory() as folder:
        for name in named or PARTS:
            told = [*PARTS[name](other, Path(folder), games or tuple(GAMES))]
            differing += len(told)
            click.echo(f"{name}: {'the same' if not told else ''}")
            for line in told:
                click.echo(f"  {line}")
    if left := [name for name in PARTS if named and name not in named]:
        click.echo(f"not compared: {', '.join(left)}")
    if others := [name for name in GAMES if games and name not in games]:
        click.echo(f"not played: {', '.join(others)}")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
