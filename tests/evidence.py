"""``python -m tests.evidence``: measure the evidence for each clause, and keep it with the suite.

With ``--check`` nothing is written: the exit status is 1 if a clause stands on a lower rung than
the kept measurement says.  With ``--page`` nothing is measured: the page is made of what is kept.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import click
import msgspec

from meldcheck.evidence import records
from meldcheck.evidence.ladder import Evidence, Rung, evidence, fallen
from meldcheck.evidence.records import ChangeCounts, LawCounts, Measured, Measurement
from meldcheck.explore import EXPLORED
from meldcheck.explore.search import Exploration
from meldcheck.law.covering import covering
from meldcheck.law.rulespace import RuleSpace
from meldcheck.seeded.fuzz import Coverage, Player, Setting
from meldcheck.words.places import suite_directory
from meldcheck.words.protocol import GamePlayed
from meldspec.games import GAMES
from tests import committed

from .bars import bars, in_order_of_play
from .mutation import page, results
from .mutation.changes import changes
from .proofs.law import LAWS, How, load

ROOT: Final = Path(__file__).resolve().parents[1]
ENGINES: Final = {"javascript": ("node", "conformance/engines/javascript/main.js")}
PAGE: Final = ROOT / "docs" / "evidence.md"
PLAYS: Final = 100
"""Seeded matches of each game, over its covering array."""
SEED: Final = 1


def law_counts() -> dict[str, LawCounts]:
    """By clause: the laws that name it.  The gate of the laws holds that each is as it says."""
    load()
    counted: Counter[tuple[str, How]] = Counter()
    for law in LAWS.values():
        counted.update((clause, law.how) for clause in law.clauses)
    return {
        clause: LawCounts(
            confirmed=counted[clause, How.SYMBOLICALLY],
            enumerated=counted[clause, How.EXHAUSTIVELY],
            sampled=counted[clause, How.BY_SAMPLES],
        )
        for clause in {clause for clause, _ in counted}
    }


def explored() -> set[str]:
    """The clauses that steps met or that refused them, in all states of the small tables."""
    met: set[str] = set()
    for name in GAMES:
        game = EXPLORED[name]
        reach = Exploration(game, game.tables["small"]).run()
        if not reach.emptied or reach.violation is not None:
            raise click.ClickException(f"the small table of {name} was not explored to its end")
        met |= {clause for clause, number in (reach.accepted + reach.refused).items() if number}
    return met


def played() -> set[str]:
    """The clauses that seeded plays met."""
    met: set[str] = set()
    for name, wire in GAMES.items():
        coverage = Coverage()
        rows = [RuleSpace.of(wire).differing(row) for row in covering(name).rows]
        hello = GamePlayed(abilities=tuple(wire.abilities))
        for number in range(PLAYS):
            setting = Setting(wire, rows[number % len(rows)], hello)
            coverage.add(Player(setting, SEED, number).play())
        met |= {*coverage.accepted, *coverage.refused}
    return met


def change_counts() -> dict[str, ChangeCounts]:
    """By clause: what became of the changes of its functions."""
    found: dict[str, ChangeCounts] = {}
    for name in GAMES:
        by_clause: dict[str, list[str]] = {}
        for change in changes(name):
            if change.name in page.fates(name):
                for clause in page.clauses_at(name, change):
                    by_clause.setdefault(clause, []).append(change.name)
        for clause, names in by_clause.items():
            told = page.tally(name, iter(names))
            found[clause] = ChangeCounts(
                found=told.found.total(),
                equal=told.equal,
                reasoned=told.reasoned,
                left=told.left,
            )
    return found


def engines() -> Iterator[tuple[str, tuple[str, ...]]]:
    """By engine: the cases that it does not pass."""
    for name, command in ENGINES.items():
        if shutil.which(command[0]) is None:
            raise click.ClickException(f"{command[0]} is not here: the engine {name} cannot run")
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            asked = ("check", "--report", str(report), "--", *command)
            subprocess.run(
                [sys.executable, "-m", "meldcheck", *asked],
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                check=False,
            )
            told = msgspec.json.decode(report.read_bytes())
        cases = told["cases"]
        yield name, tuple(sorted(one["id"] for one in cases if one["status"] != "pass"))


def measured() -> Measurement:
    """All that is measured, of this tree."""
    laws, seen, met, mutants = law_counts(), explored(), played(), change_counts()
    names = {clause for name in GAMES for clause in committed.law(name).clauses}
    return Measurement(
        commit=results.commit(),
        clauses={
            name: Measured(
                laws=laws.get(name, LawCounts()),
                explored=name in seen,
                played=name in met,
                changes=mutants.get(name, ChangeCounts()),
            )
            for name in sorted(names)
        },
        engines=dict(engines()),
    )


def rungs(measurement: Measurement) -> dict[str, Rung]:
    """The rung of each clause."""
    cases = committed.suite().cases
    return {
        one.clause.id: one.rung
        for name in GAMES
        for one in evidence(committed.law(name).clauses, cases, measurement)
    }


OPENING: Final = """\
# Evidence

<!-- Made by: python -m tests.evidence -->

How well is it checked that the play keeps to a clause? `meldspec evidence` prints a line for each
clause: the rung on which it stands, and everything that bears on it. The page of the clause has it
in a few words. Proofs are about the program. Whether the sources say the clause is another
question: its page lists them, and [](arguments.md) has the points that they leave open.

{games}

[The rungs](#the-rungs) stand below, with the chapters of each game. [Laws](laws.md) has the proofs.

```{{law-drawn}} mutation
```

A program changed the play in one place, and the suite looked for it:
[Mistakes put into the play](mutation.md).

```{{law-drawn}} explore
```

Play was followed on small tables, choice by choice, and no law was broken:
[Explore](explore.md).

```{{law-engine-bars}}
```

These engines answered the cases of the suite: [Engines](engines.md) has them game by game.

Further pictures: [how fast the play is beside others](speed.md), and
[how its time grows](growth.md).

## The rungs

    meldspec evidence
    meldspec evidence --game rummy
    meldspec evidence tongits.laying-off.table-only --format json

The surest first:

- *Proved symbolically*: a law that names the clause holds on all paths that its preconditions
  leave. *Proved by exhaustion*: such a law holds in every case of a finite domain. The
  [pages of laws](laws.md) say each law and its bounds. A law may state a part of its clause.
- *Explored*: steps on a small table met the clause or were refused by it, and every state of that
  [table](explore.md) was reached.
- *Property-tested*: a law holds in seeded samples, or {plays} seeded matches a game met the clause
  while every invariant was asked.
- *Shown by example*: only cases show it.

Words, aims, and rules that are not played here have nothing to show.

*Changes* are single [changes of the play](mutation.md) at the code that carries the clause. *Found*
are those for which a case fails. *Explained* are those that make no difference, or none that an
engine could show. *Left* are gaps of the suite.

"""


RUNGS: Final = (*reversed(Rung),)
"""The kinds of a picture, the surest first; the last one has nothing to show."""


def page_of(now: Measurement) -> str:
    """The page of the site: the rungs of the clauses of each game and chapter as pictures."""
    cases = committed.suite().cases
    of_game = {name: [*evidence(committed.law(name).clauses, cases, now)] for name in GAMES}
    titles = {name: EXPLORED[name].spoken.title for name in GAMES}
    kinds = [rung.words if rung else "nothing to show" for rung in RUNGS]
    games: list[Sequence[str | int]] = [[titles[name], *by_rung(of_game[name])] for name in GAMES]
    engines = "; ".join(
        f"{name} passes {f'all but {len(failing)} cases' if failing else 'every case'}"
        for name, failing in now.engines.items()
    )
    shown = bars("Clauses of each game, by rung", ["game", *kinds], games, "clause")
    lines = [
        f"Engines beside the reference: {engines}. Measured from `{now.commit}`.",
        "",
    ]
    for name, title in titles.items():
        rows: list[Sequence[str | int]] = []
        for chapter, link in in_order_of_play(name).items():
            inside = [one for one in of_game[name] if one.clause.id.split(".")[1] == chapter]
            rows.append([link, *by_rung(inside)])
        chapters = bars(f"Clauses of {title}, by rung", ["chapter", *kinds], rows, "clause")
        lines += [f"## {title}", "", chapters, ""]
        low = [one.clause.id for one in of_game[name] if one.rung == Rung.SHOWN_BY_EXAMPLE]
        if low:
            links = ", ".join(f"{{law:clause}}`{clause}`" for clause in low)
            lines += [f"**Shown by example alone:** {links}.", ""]
        agree = f"{{law:argument}}`who says what <{name}>`"
        more = f"{agree}, [laws](laws-{name}.md), [changes of the play](mutation-{name}.md)"
        lines += [f"More pictures of {title}: {more}.", ""]
    return OPENING.format(plays=PLAYS, games=shown) + "\n".join(lines).rstrip() + "\n"


def by_rung(found: Iterable[Evidence]) -> list[int]:
    """How many clauses stand on each rung."""
    counted = Counter(one.rung for one in found)
    return [counted[rung] for rung in RUNGS]


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; compare with the kept measurement.")
@click.option("--page", "only_page", is_flag=True, help="Write the page of the kept measurement.")
def main(*, check: bool, only_page: bool) -> None:
    """Measure the evidence for each clause: laws, explorations, plays, changes, engines."""
    if only_page:
        PAGE.write_text(page_of(records.load(suite_directory())), "utf-8")
        return
    now = measured()
    if not check:
        records.write(now, suite_directory())
        PAGE.write_text(page_of(now), "utf-8")
        return
    down = [*fallen(rungs(records.load(suite_directory())), rungs(now))]
    for line in down:
        click.echo(line)
    sys.exit(1 if down else 0)


if __name__ == "__main__":
    main()
