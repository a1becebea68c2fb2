"""``python -m tests.typos``: documents with a typo, and whether each gets one clear line.

A letter, a word or a line of one document is lost, doubled, exchanged or strange.  The documents of
the game are then read, and each of its cases is made.  What a typo makes wrong is told as
``file:line: message``; anything else is a fault of the reader.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

import click

from meldcheck.law import sources
from meldcheck.law.document import read_law
from meldcheck.suite.examples import cases_in
from meldcheck.suite.lint import lint
from meldcheck.words.errors import SpecError
from meldcheck.words.places import spec_directory
from meldspec.games import GAMES, NAMES

LONGEST: Final = 400
"""Letters of a message that still fits a few lines of a screen, with its place."""
STRANGE: Final = "{}[]:`#-\"'|,?\t\\\N{NO-BREAK SPACE}é0K7\N{BLACK SPADE SUIT}"


@final
@dataclass(frozen=True, slots=True)
class Typo:
    """One change of a document."""

    file: str
    line: int
    """Where it begins."""
    kind: str
    text: str
    """The whole document with the change in it."""


def typo(rng: random.Random, file: str, text: str) -> Typo:
    """A seeded typo in a document."""
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    line = lines[at]
    place = rng.randrange(len(line))
    word = rng.choice(line.split() or [line])
    kinds = {
        "letter lost": line[:place] + line[place + 1 :],
        "letter doubled": line[:place] + line[place] + line[place:],
        "letters exchanged": line[:place] + line[place : place + 2][::-1] + line[place + 2 :],
        "letter strange": line[:place] + rng.choice(STRANGE) + line[place + 1 :],
        "word lost": line.replace(word, "", 1),
        "word doubled": line.replace(word, f"{word} {word}", 1),
        "word of another line": line.replace(word, rng.choice(text.split()), 1),
        "line lost": "",
        "line doubled": line + line,
        "line exchanged": "".join(lines[at + 1 : at + 2]) + line,
        "line indented": "  " + line,
    }
    kind = rng.choice([*kinds])
    after = at + 2 if kind == "line exchanged" else at + 1
    return Typo(file, at + 1, kind, "".join([*lines[:at], kinds[kind], *lines[after:]]))


def faults(folder: Path, game: str) -> Iterator[str]:
    """The messages about the documents of a game; raises what no reader should raise."""
    rows = sources.load(folder / "sources")
    locators = {name: frozenset(row.at for row in rows[name].sentence) for name in rows}
    law, problems = read_law(folder, game, locators)
    yield from (str(problem) for problem in problems)
    for example in law.examples.values():
        try:
            for _ in cases_in(law, example):
                pass
        except SpecError as error:
            yield str(error)
    if not problems:
        try:
            yield from (fault.summary for fault in lint(folder, GAMES[game], []))
        except SpecError as error:
            yield str(error)


def tried(seed: int, number: int, game: str | None = None) -> Iterator[tuple[Typo, str]]:
    """Typos, and for each how the reader fell short; empty where it did not."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder) / "spec"
        shutil.copytree(spec_directory(), spec)
        for _ in range(number):
            chosen = game or rng.choice(NAMES)
            path = rng.choice(sorted((spec / chosen).glob("*.md")))
            before = path.read_bytes()
            made = typo(rng, path.relative_to(spec).as_posix(), before.decode())
            path.write_bytes(made.text.encode())
            try:
                yield made, _told([*faults(spec, chosen)])
            except Exception:
                yield made, traceback.format_exc()
            path.write_bytes(before)


def _told(messages: list[str]) -> str:
    for message in messages:
        if "\n" in message:
            return f"a message of several lines: {message}"
        if len(message) > LONGEST:
            return f"a message of {len(message)} letters: {message}"
    return ""


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option("--number", default=500, show_default=True, help="Typos to try.")
@click.option("--game", type=click.Choice(NAMES), help="Only in documents of this game.")
def main(seed: int, number: int, game: str | None) -> None:
    """Try typos in the documents; exit status 1 if one is not told in a line."""
    bad: Counter[str] = Counter()
    for made, short in tried(seed, number, game):
        if short:
            bad[short] += 1
            if bad[short] == 1:
                click.echo(f"{made.file}:{made.line}: {made.kind}\n{short}\n")
    click.echo(f"{number} typos, {bad.total()} not told in a line")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
