"""``python -m tests.same COMMIT``: whether this tree makes what the tree of a commit made.

Byte for byte: the suite and its schemas, the verdicts, the exported suites, the pages of plays that
tell readings apart, and what the reference replies to seeded requests.  The requests are made by
this tree and go to both.  The exit status is 1 where something differs.
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

from meldcheck.check.script import script
from meldcheck.law.covering import covering
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
    """What the command prints in a tree, with a file as its input."""
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
    """Seeded matches of a game over its covering array, as the lines that are sent."""
    wire = GAMES[game]
    usual = {name: readings[0] for name, readings in wire.readings().items()}
    played = GamePlayed(abilities=tuple(wire.abilities))
    rows = [{name: one for name, one in row.items() if usual[name] != one} for row in _rows(game)]
    for number, row in zip(count(), cycle(rows)):
        case = Player(Setting(wire, row, played), SEED, number).play()
        for said in script(case, {game: usual}, shows_views=True):
            yield json.dumps(said.request).encode()


def _rows(game: str) -> Sequence[dict[str, str | int]]:
    return [dict(row) for row in covering(game).rows]


def transcripts(other: Path, folder: Path, games: Sequence[str]) -> Iterator[str]:
    """The replies of both trees to the same requests."""
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
    """The suite and its schemas, built in place."""
    meldspec(HERE, "suite", "build")
    for name in ("suite", "schemas"):
        yield from _apart(HERE / "conformance" / name, other / "conformance" / name)


def verdicts(other: Path, folder: Path, games: Sequence[str]) -> Iterator[str]:
    """What each source says of each case, worked out in place."""
    meldspec(HERE, "suite", "verdicts")
    ours, theirs = (tree / "conformance/suite/verdicts.json" for tree in (HERE, other))
    if ours.read_bytes() != theirs.read_bytes():
        yield ours.name


def exports(other: Path, folder: Path, games: Sequence[str]) -> Iterator[str]:
    """The suite of every rule set that has a name."""
    for game in games:
        named = json.loads(meldspec(HERE, "rules", game, "--format", "json"))
        for rules in (one["name"] for one in named["rule_sets"]):
            ours, theirs = folder / "ours" / game / rules, folder / "theirs" / game / rules
            for tree, to in ((HERE, ours), (other, theirs)):
                meldspec(tree, "suite", "export", str(to), "--game", game, "--rules", rules)
            yield from (f"{game}, {rules}: {line}" for line in _apart(ours, theirs))


def pages(other: Path, folder: Path, games: Sequence[str]) -> Iterator[str]:
    """The pages of plays that tell readings apart."""
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
    """The files of two folders that are not the same."""
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
    """Compare what this tree makes with what the tree of COMMIT makes.

    The suite, its schemas and the verdicts are those of all games, whichever are named.
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
