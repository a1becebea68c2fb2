"""Documents with a typo: ``python -m tests.typos [--seed N] [--documents N]``.

Each document gets one random edit.  Whatever it is, reading and linting must end in findings or
in none, and never in another exception.  The status is 1 if one does; its edit is printed.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from meldcheck.law import sources
from meldcheck.law.carried import carried
from meldcheck.law.clauses import Law
from meldcheck.law.document import read_law
from meldcheck.law.rulesets import shelf_of
from meldcheck.suite.examples import read_cases
from meldcheck.suite.lint import RULES, Review, agreement, workings
from meldcheck.words.case import Case
from meldcheck.words.errors import SpecError
from meldcheck.words.places import spec_directory
from meldspec.games import GAMES, NAMES

PIECES: Final[tuple[str, ...]] = (
    *" \n\t:-{}[]'\"#|>&*!%@é\x00\u2028",
    *("null", "~", "1e999", "0x", "```", "```{clause} x\n", "---\n", "KS", "-1"),
)
"""Texts that an edit may put in."""


def edited(text: str, chance: random.Random) -> str:
    """The text after one edit: of a character, a word, or a line."""
    at = chance.randrange(len(text))
    end = min(len(text), at + chance.choice((1, 1, 2, 8)))
    lines = text.splitlines(keepends=True)
    line = chance.randrange(len(lines))
    other = chance.randrange(len(lines))
    match chance.randrange(8):
        case 0:
            return text[:at] + text[end:]
        case 1:
            return text[:at] + chance.choice(PIECES) + text[at:]
        case 2:
            return text[:at] + chance.choice(PIECES) + text[end:]
        case 3:
            return text[:at] + text[at:end][::-1] + text[end:]
        case 4:
            return "".join([*lines[:line], *lines[line + 1 :]])
        case 5:
            return "".join([*lines[:line], lines[other], *lines[line:]])
        case 6:
            return "".join([*lines[:line], "  " + lines[line], *lines[line + 1 :]])
        case _:
            words = lines[line].split(" ")
            words[chance.randrange(len(words))] = chance.choice(text.split())
            return "".join([*lines[:line], " ".join(words), *lines[line + 1 :]])


def read(spec: Path, game: str, usual: frozenset[str] | None = None) -> frozenset[str]:
    """Read and lint the documents of a game; the cases, as text.

    Only cases that are not ``usual`` are played.
    """
    rows = sources.load(spec / "sources")
    locators = {name: frozenset(row.at for row in rows[name].sentence) for name in rows}
    law, problems = read_law(spec, game, locators)
    cases, torn = read_cases(law)
    if not problems:
        shelf_of(law, spec)
    new = [case for case in cases if usual is not None and repr(case) not in usual]
    for rule in RULES:
        played = rule in (agreement, workings)
        bench = _bench(spec, law, new if played else cases, rows)
        if rule is workings:
            [*agreement(bench)]
        [*map(str, rule(bench))]
    [*map(str, (*problems, *torn))]
    return frozenset(map(repr, cases))


def _bench(
    spec: Path, law: Law, cases: Sequence[Case], rows: dict[str, sources.SourceText]
) -> Review:
    game = GAMES[law.game]
    return Review(spec, law, tuple(cases), (), rows, game, carried(law.game))


def tracebacks(number: int, seed: int) -> Iterator[str]:
    """What is wrong with each edit that ends in a traceback."""
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder) / "spec"
        shutil.copytree(spec_directory(), spec)
        usual = {game: read(spec, game) for game in NAMES}
        for each in range(seed, seed + number):
            chance = random.Random(each)
            game = chance.choice(NAMES)
            path = chance.choice(sorted((spec / game).glob("*.*")))
            text = path.read_text("utf-8")
            path.write_text(edited(text, chance), "utf-8")
            try:
                read(spec, game, usual[game])
            except SpecError:
                pass
            except Exception as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                told = f"{type(error).__name__}: {error}"[:200]
                yield f"seed {each}: {game}/{path.name}: {told} ({last.filename}:{last.lineno})"
            finally:
                path.write_text(text, "utf-8")


def main() -> int:
    """Print the edits that end in a traceback, and how many were made."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--documents", type=int, default=200)
    chosen = options.parse_args()
    found = 0
    for told in tracebacks(chosen.documents, chosen.seed):
        found += 1
        print(told, flush=True)
    print(f"{chosen.documents} documents with a typo: {found or 'no'} tracebacks")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
