"""Explore the small tables and write the page of the site: ``python -m tests.explored``."""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from meldcheck.explore import EXPLORED, told
from meldcheck.explore.search import Exploration
from meldspec.games import NAMES

from .beside import page

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "explore.md"

OPENING: Final = """\
# Explore

<!-- Made by: python -m tests.explored -->

`meldspec explore GAME` follows every choice of chance and of every seat on a small table, until no
new state is found. All laws of the game are asked in every state and on every step: each card is in
one place, hands have their sizes, a receipt adds up, nobody sees hidden cards, and many more. A law
that does not hold is reported with a shortest play that breaks it.

    meldspec explore rummy
    meldspec explore three-thirteen --table large --most 100000
    meldspec explore rummy --format json

The status is 1 if a law is broken. A search that stops at `--most` says so.

Each exploration plays one hand by the default rules, dealt by seat 0; Indian Chief plays its match.
Two states are counted as one if they differ only in the names of the suits, in the order of cards
that nobody can see, or in facts that no rule looks at. A test follows such states card by card and
finds that they lead to the same states.

In the first 300 states, and in one of fifty after them, everything is also tried that was legal in
any state, and proposals that are wrong in many ways. An action is accepted only if it is listed as
legal. So conditions fail, too.

## What was explored

| game | table | states | steps | depth | every state reached |
| --- | --- | --- | --- | --- | --- |
"""


def row(name: str, table: str, search: Exploration) -> str:
    """The row of the table of one exploration."""
    reach = search.reach
    says = search.table.says
    every = search.table.one_deal_of == 1 and not search.table.stated
    deals = "" if every else f" ({told.deals(search).lower()})"
    cells = (
        f"{search.explored.spoken.title}, {table}",
        f"{says[0].upper()}{says[1:]}",
        f"{reach.states:,}",
        f"{reach.steps:,}",
        str(reach.depth),
        f"yes{deals}" if reach.emptied else "no, stopped at its bound",
    )
    return f"| {' | '.join(cells)} |"


def details(name: str, table: str, search: Exploration) -> Iterator[str]:
    """The section of one exploration: what occurred there, and what did not."""
    reach = search.reach
    yield f"## {search.explored.spoken.title}, {table}"
    yield ""
    yield (
        f"{len(search.law_names)} laws hold in all {reach.states:,} states and on all "
        f"{reach.steps:,} steps. {reach.tried:,} actions were also tried."
    )
    yield ""
    kinds = sorted(reach.kinds.items())
    yield f"- Actions: {', '.join(f'{kind} {number:,}' for kind, number in kinds)}."
    ends = sorted(reach.endings.items())
    yield f"- Endings: {'; '.join(f'{end}: {number:,}' for end, number in ends)}."
    yield from _listed("Actions that are never made here", search.never_made(), "`{}`")
    yield from _listed("Conditions that are never met here", search.never_met(), CLAUSE)
    yield from _listed("Conditions that never fail here", search.never_failed(), CLAUSE)


def together(searches: Sequence[Exploration]) -> Iterator[str]:
    """The section of all explorations of a game: what occurred in none of them."""

    def everywhere(of_one: Callable[[Exploration], Iterator[str]]) -> Iterator[str]:
        first, *others = ([*of_one(search)] for search in searches)
        return (name for name in first if all(name in other for other in others))

    yield f"## {searches[0].explored.spoken.title}, all tables together"
    yield ""
    yield from _listed("Actions that are never made", everywhere(Exploration.never_made), "`{}`")
    yield from _listed("Conditions that are never met", everywhere(Exploration.never_met), CLAUSE)
    yield from _listed("Conditions that never fail", everywhere(Exploration.never_failed), CLAUSE)
    yield ""
    yield "Most conditions that never fail belong to readings that are not the default."


CLAUSE: Final = "{{law:clause}}`{}`"


def _listed(title: str, names: Iterator[str], form: str) -> Iterator[str]:
    listed = ", ".join(form.format(name) for name in names)
    yield f"- {title}: {listed or 'none'}."


def main(arguments: Sequence[str] | None = None) -> int:
    """Explore, and write the page; 1 if a law is broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.explored", description=__doc__)
    parser.add_argument("--write", type=Path, default=PAGE, metavar="FILE")
    asked = parser.parse_args(arguments)
    rows, sections = [], []
    for name in NAMES:
        searches = list[Exploration]()
        for table in EXPLORED[name].tables:
            search = Exploration(EXPLORED[name], EXPLORED[name].tables[table])
            reach = search.run(search.table.most)
            if reach.violation is not None:
                print("\n".join(told.lines(search)), file=sys.stderr)
                return 1
            rows.append(row(name, table, search))
            sections.append("\n".join(details(name, table, search)))
            searches.append(search)
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(f"{name} {table}: {reach.seconds:.0f} s, at most {most} MB", file=sys.stderr)
        sections.append("\n".join(together(searches)))
    asked.write.write_text(
        "\n\n".join((OPENING + "\n".join(rows), page.section().strip(), *sections)) + "\n",
        encoding="utf-8",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
