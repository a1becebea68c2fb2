"""Check every law and every seeded bug: ``python -m tests.proofs [LAW ...]``.

Ends with 0 if every law is established and every bug refuted, else with 1; 2 is for wrong use.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from rich.console import Console

from .kept import keep, known, to_check
from .law import load
from .page import pages
from .registry import problems
from .run import check_all, failures
from .table import as_json, as_text, summary


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the laws asked for and tell what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs", description=__doc__)
    parser.add_argument(
        "law", nargs="*", help="a law, a module or a folder of laws; all by default"
    )
    parser.add_argument(
        "--changed", action="store_true", help="only laws behind which something has changed"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the pages of the site")
    parser.add_argument("--processes", type=int, default=2, help="how many at once")
    asked = parser.parse_args(arguments)
    laws = load()
    unknown = [name for name in asked.law if not any(_means(name, law) for law in laws)]
    if unknown:
        parser.error(f"no such law: {', '.join(unknown)}")
    if asked.processes < 1:
        parser.error("at least one process")
    if (asked.law or asked.changed) and asked.write:
        parser.error("the pages have all laws, so none can be left out with --write")

    chosen = {
        name: law
        for name, law in laws.items()
        if not asked.law or any(_means(word, name) for word in asked.law)
    }
    if asked.changed:
        chosen, says = to_check(chosen, known(), date.today())
        print(says, file=sys.stderr)
    faults = list(problems(laws))
    checked = []
    for each in check_all(chosen, asked.processes):
        checked.append(each)
        print(f"{len(checked)}/{len(chosen)} {each.law.name}", file=sys.stderr, flush=True)
        if asked.write or asked.changed:  # at once: a run that is broken off loses nothing
            keep(checked, laws.values())
    if asked.write:
        for name, text in pages(checked).items():
            (asked.write / name).write_text(text, encoding="utf-8")
    if asked.format == "json":
        print(as_json(checked, faults))
    else:
        console = Console(width=None if sys.stdout.isatty() else 200)
        as_text(checked, console)
        console.print(summary(checked), highlight=False)
    faults += failures(checked)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def _means(word: str, law: str) -> bool:
    """Whether a word on the command line names a law: the law, its module or its folder."""
    return law == word or law.startswith(f"{word}.")


if __name__ == "__main__":
    sys.exit(main())
