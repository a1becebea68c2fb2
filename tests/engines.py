"""``python -m tests.engines``: measure engines, and keep the counts for ``docs/engines.md``."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
import msgspec
from msgspec.structs import replace

from meldcheck.check.row import EngineRow, row_as_json
from meldcheck.games import MEASURES
from meldcheck.law import sources
from meldcheck.sources.told.names import Words
from meldspec.games import NAMES
from tests import committed

ROOT: Final = Path(__file__).resolve().parents[1]
KEPT: Final = ROOT / "docs" / "engines"
PYTHON: Final = {"python": sys.executable, "meldspec": f"{sys.executable} -m meldcheck"}
"""By the first word of a command: the words that run it here."""


@dataclass(frozen=True, slots=True)
class Measured:
    """An engine of this repository: its title, its command and its games."""

    title: str
    command: str
    games: Sequence[str] = NAMES
    package: str = ""
    """The folder in which ``npm install`` comes first; none if empty."""


def engines() -> Mapping[str, Measured]:
    """The engines by the names of their files; a rule set of a source is one, too."""
    return {
        "reference": Measured("The reference", "meldspec engine"),
        "javascript": Measured(
            "The second engine, written from the documents alone",
            "node conformance/engines/javascript/main.js",
        ),
        "python-adapter": Measured(
            "A library in Python, with its adapter",
            "python conformance/engines/python-adapter/adapter.py",
            ("rummy",),
        ),
        "javascript-adapter": Measured(
            "A library in JavaScript, with its adapter",
            "node conformance/engines/javascript-adapter/adapter.js",
            ("rummy",),
            "conformance/engines/javascript-adapter",
        ),
        "java": Measured(
            "Melds and counts of Rummy in Java, without a library",
            "java conformance/engines/java/Engine.java",
            ("rummy",),
        ),
        **{f"rules-{name}": _by_rules(name, games) for name, games in _sources().items()},
    }


def _sources() -> dict[str, list[str]]:
    """The sources that have a rule set, each with its games."""
    found: dict[str, list[str]] = {}
    for game in NAMES:
        for source in committed.law(game).profiles:
            found.setdefault(source, []).append(game)
    return found


def _by_rules(name: str, games: Sequence[str]) -> Measured:
    titles = {one.id: one.title for one in sources.load(ROOT / "spec" / "sources").values()}
    source = Words({}, {}, {}, titles).name(name)
    return Measured(
        f"The reference by the rules of {source}", f"meldspec engine --rules {name}", games
    )


def measured(engine: Measured) -> EngineRow:
    """The row of an engine: what it says of itself, and the counts of each game."""
    if engine.package:
        subprocess.run(["npm", "install", "--no-audit"], cwd=ROOT / engine.package, check=True)
    rows = [_row(engine, game) for game in engine.games]
    games = {game: counts for row in rows for game, counts in row.games.items()}
    return replace(rows[-1], title=engine.title, command=engine.command, games=games)


def _row(engine: Measured, game: str) -> EngineRow:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "row.json"
        asked = f"meldspec check --game {game} --timeout 60 --row {file} -- {engine.command}"
        done = subprocess.run(
            [*_words(asked)], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if not file.exists():
            raise SystemExit(f"{engine.command}: {done.stderr.strip()}")
        return msgspec.json.decode(file.read_bytes(), type=EngineRow)


def _words(command: str) -> Iterator[str]:
    for word in command.split():
        yield from PYTHON.get(word, word).split()


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
def main(names: Sequence[str]) -> None:
    """Measure the engines named, or all, and keep their counts."""
    known = engines()
    for name in names or known:
        if name not in known:
            raise click.UsageError(f"no engine {name!r}: {', '.join(known)}")
        row = measured(known[name])
        KEPT.mkdir(exist_ok=True)
        (KEPT / f"{name}.json").write_bytes(row_as_json(row))
        for game, counts in row.games.items():
            told = ", ".join(f"{number} {status}" for status, number in counts.items())
            click.echo(f"{name}: {MEASURES[game].title}: {told}")


if __name__ == "__main__":
    main()
