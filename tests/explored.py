"""Explore the small tables and write the page of the site: ``python -m tests.explored``.

What was found on each table is kept beside this module, so that one table can be explored anew:
``python -m tests.explored rummy/limits``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TypeAlias, final

from meldcheck.explore import EXPLORED, told
from meldcheck.explore.search import Exploration
from meldspec.games import NAMES

from .bars import bars
from .beside import page

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "explore.md"
RECORD: Final = Path(__file__).with_name("explored.json")

OPENING: Final = """\
# Small tables, explored to the end

<!-- Made by: python -m tests.explored -->

`meldspec explore GAME` follows every choice of chance and of every seat on a small table, until no
new state is found. All laws of the game are asked in every state and on every step: each card is in
one place, hands have their sizes, a receipt adds up, nobody sees hidden cards, and many more. A law
that does not hold is reported with a shortest play that breaks it.

    meldspec explore rummy
    meldspec explore rummy --table limits
    meldspec explore three-thirteen --table large --most 100000
    meldspec explore rummy --format json

The status is 1 if a law is broken. A search that stops at `--most` says so.

Each exploration plays one hand, dealt by seat 0; Indian Chief plays its match. Some tables play by
other readings than the default ones, so that every condition of the game can fail. Two states are
counted as one if they differ only in the names of the suits, in the order of cards that nobody can
see, or in facts that no rule looks at. A test follows such states card by card and finds that they
lead to the same states.

In the first hundred states of each phase, and in one of fifty after them, everything is also tried
that was legal in any state, and proposals that are wrong in many ways. Some tables try more often,
and one less often. An action is accepted only if it is listed as legal. So conditions fail, too.

## What was explored

"""

ROWS: Final = """\
| game | table | states | steps | depth | every state reached |
| --- | --- | --- | --- | --- | --- |
"""

ALL: Final = """\
## All tables together

On the tables of each game together, every kind of action is made, every ending is reached, and
every condition is met by an accepted action and fails for a refused one. Otherwise this page would
not be written.

| game | kinds of actions | endings | conditions |
| --- | --- | --- | --- |
"""

EFFORT: Final = """\
## Time and memory

Each table was explored in a process of its own, on the machine that wrote this page: seconds of
processor time, and megabytes of memory at most.

| game | seconds | megabytes |
| --- | --- | --- |
"""

Never: TypeAlias = Callable[[Exploration], Iterator[str]]

NEVER: Final[Mapping[str, Never]] = {
    "actions never made": Exploration.never_made,
    "endings never reached": Exploration.never_reached,
    "conditions never met": Exploration.never_met,
    "conditions that never fail": Exploration.never_failed,
}
"""The names that an exploration has not come upon, by what they name."""


@final
@dataclass(frozen=True, slots=True)
class Told:
    """One exploration, as the page tells it."""

    row: str
    details: str
    effort: str
    never: Mapping[str, Sequence[str]]
    """By the titles of ``NEVER``."""


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
    """The section of one exploration: its readings, and what occurred there."""
    reach = search.reach
    yield f"## {search.explored.spoken.title}, {table}"
    yield ""
    yield (
        f"{len(search.law_names)} laws hold in all {reach.states:,} states and on all "
        f"{reach.steps:,} steps. {reach.tried:,} actions were also tried."
    )
    yield ""
    readings = [f"`{option}={reading}`" for option, reading in told.readings(search)]
    if readings:
        yield f"- Readings that are not the default: {', '.join(readings)}."
    if search.table.refuses:
        clauses = ", ".join(CLAUSE.format(clause) for clause in search.table.refuses)
        yield f"- Every deal is refused: {clauses}."
        return
    kinds = sorted(reach.kinds.items())
    yield f"- Actions: {', '.join(f'{kind} {number:,}' for kind, number in kinds)}."
    ends = sorted(reach.endings.items())
    yield f"- Endings: {'; '.join(f'{end}: {number:,}' for end, number in ends) or 'none'}."
    number = len(search.conditions)
    met, failed = (number - len([*never]) for never in (search.never_met(), search.never_failed()))
    yield f"- Of {number} conditions, {met} are met and {failed} fail."


CLAUSE: Final = "{{law:clause}}`{}`"


def explored(table: str) -> Told:
    """What the page tells of a table, named as ``game/table``; RuntimeError if a law is broken."""
    name, key = table.split("/")
    search = Exploration(EXPLORED[name], EXPLORED[name].tables[key])
    reach = search.run(search.table.most)
    if reach.violation is not None:
        raise RuntimeError("\n".join(told.lines(search)))
    title = f"{search.explored.spoken.title}, {key}"
    return Told(
        row=row(name, key, search),
        details="\n".join(details(name, key, search)),
        effort=f"| {title} | {reach.seconds:,.0f} | {reach.megabytes:,} |",
        never={title: [*never(search)] for title, never in NEVER.items()},
    )


def nowhere(tables: Sequence[Told]) -> Iterator[str]:
    """What occurs on none of the tables of a game; nothing is the aim."""
    for title in NEVER:
        everywhere = set.intersection(*(set(table.never[title]) for table in tables))
        yield from (f"{title}: {name}" for name in sorted(everywhere))


def together(name: str) -> str:
    """The row of a game in the section of all tables: how many names it has of each kind."""
    game = EXPLORED[name]
    search = Exploration(game, game.tables["small"])
    counts = (len([*search.never_made()]), len(game.endings), len(search.conditions))
    return f"| {game.spoken.title} | {' | '.join(map(str, counts))} |"


# ── the record and the page ──────────────────────────────────────────────────────────────────────

TABLES: Final = tuple(f"{name}/{table}" for name in NAMES for table in EXPLORED[name].tables)
"""Every small table, as ``game/table``."""


def read() -> dict[str, Told]:
    """What is kept of each table, in the order of the page."""
    kept = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return {table: Told(**kept[table]) for table in TABLES if table in kept}


def write(record: Mapping[str, Told]) -> None:
    """Keep what was found on these tables."""
    value = {table: asdict(record[table]) for table in TABLES if table in record}
    RECORD.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def lacking(record: Mapping[str, Told]) -> Iterator[str]:
    """What the page cannot tell: tables that are not explored, and what occurs on no table."""
    for name in NAMES:
        tables = [f"{name}/{table}" for table in EXPLORED[name].tables]
        missing = [table for table in tables if table not in record]
        if missing:
            yield from (f"not explored: {table}" for table in missing)
            continue
        yield from (f"{name}: {one}" for one in nowhere([record[table] for table in tables]))


KINDS: Final = ("every state reached", "stopped at its bound")


def states(name: str, record: Mapping[str, Told]) -> Iterator[tuple[str, int, int]]:
    """By table of a game: the number of its states, under one of ``KINDS``."""
    for table in EXPLORED[name].tables:
        cells = [cell.strip() for cell in record[f"{name}/{table}"].row.strip("|").split("|")]
        found, every = int(cells[2].replace(",", "")), cells[5].startswith("yes")
        yield table, found if every else 0, 0 if every else found


def whole(record: Mapping[str, Told]) -> str:
    """The number of states on all tables of each game."""
    rows: list[tuple[str, int, int]] = []
    for name in NAMES:
        _, every, bound = zip(*states(name, record), strict=True)
        rows.append((EXPLORED[name].spoken.title, sum(every), sum(bound)))
    title = "States that were found on the tables of each game"
    return bars(title, ("game", *KINDS), rows, "state", colours="1 5")


def picture(name: str, record: Mapping[str, Told]) -> str:
    """The number of states on each table of a game."""
    title = f"States that were found on the tables of {EXPLORED[name].spoken.title}"
    rows = states(name, record)
    return bars(title, ("table", *KINDS), rows, "state", colours="1 5", scale="log")


def page_of(record: Mapping[str, Told]) -> str:
    """The page of the site."""
    sections = (
        OPENING + "\n\n".join([whole(record), *map(picture, NAMES, repeat(record))]),
        ROWS + "\n".join(each.row for each in record.values()),
        ALL + "\n".join(map(together, NAMES)),
        page.section().strip(),
        EFFORT + "\n".join(each.effort for each in record.values()),
        *(each.details for each in record.values()),
    )
    return "\n\n".join(sections) + "\n"


def known(table: str) -> str:
    """A table by its name; ArgumentTypeError where there is none."""
    if table not in TABLES:
        raise argparse.ArgumentTypeError(f"no table {table!r}; there is {', '.join(TABLES)}")
    return table


def main(arguments: Sequence[str] | None = None) -> int:
    """Explore, and write the record and the page; 1 if something occurs on no table."""
    parser = argparse.ArgumentParser(prog="python -m tests.explored", description=__doc__)
    parser.add_argument("tables", nargs="*", type=known, metavar="GAME/TABLE")
    parser.add_argument("--rest", action="store_true", help="only tables not explored before")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    asked = parser.parse_args(arguments)
    due = [each for each in asked.tables or TABLES if not asked.rest or each not in read()]
    with ProcessPoolExecutor(asked.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        searches = {pool.submit(explored, table): table for table in due}
        for search in as_completed(searches):
            found = search.result()
            write({**read(), searches[search]: found})
            print(found.effort, file=sys.stderr)
    record = read()
    wrong = [*lacking(record)]
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    if not wrong:
        PAGE.write_text(page_of(record), encoding="utf-8")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
