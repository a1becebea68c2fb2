"""Twin plays at length: ``python -m tests.twin_plays --steps 1000000 --write``.

The same play is made twice, with two cards exchanged that one seat cannot see.  After each step,
this seat's view, its legal actions, who is to act, and now and then its refusals must be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Final, final

import click

from meldspec.games import NAMES

from .mutation.results import commit
from .reference.laws import GAMES
from .reference.twins import LONGEST, compared
from .reference.walks import MOST_STEPS, AnyWalks

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "secrets.md"
EVERY: Final = 6
"""Actions are tried in one of this many states."""
BATCH: Final = 20
"""Hands that a process plays before it reports."""
AT_ONCE: Final = 16
"""Batches between two looks at how many steps there are."""

OPENING: Final = """\
# Hidden cards stay hidden

<!-- Made by: python -m tests.twin_plays --write -->

Nobody learns of hidden cards before a rule shows them. A program plays each hand twice: the
second time two cards are exchanged that one seat sees in neither play. After every step three
things are compared for this seat, byte for byte: its view, its list of legal actions, and who is
to act. In one of six states actions are also tried that may be refused, and the clauses of each
refusal are compared. If a rule brings one of the two cards to light, the pair of plays ends
there. Half of the hands follow the default rules, and the other half the rows of an array in
which every pair of readings occurs.

    python -m tests.twin_plays --steps 1000000   # as long as you like

"""


@final
@dataclass(slots=True)
class Seen:
    """What was compared in some hands."""

    hands: int = 0
    """Pairs of plays."""
    steps: int = 0
    """Steps after which a seat was asked in both plays."""
    differing: int = 0
    """Steps after which the two tables differ."""
    phases: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Steps by phase, and by whether the seat is to act."""
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Steps by the number of seats, and the seat."""
    rows: Counter[int] = field(default_factory=Counter)
    """Steps by row of the array; -1 for the default rules."""

    def add(self, other: Seen) -> None:
        """Count the hands of another batch, too."""
        self.hands += other.hands
        self.steps += other.steps
        self.differing += other.differing
        self.phases += other.phases
        self.seats += other.seats
        self.rows += other.rows


def batch(game: str, first: int) -> Seen:
    """Play hands of a game from one seed on, each with its twin."""
    walks: AnyWalks = GAMES[game].walks
    rows = walks.rows()
    seen = Seen()
    for seed in range(first, first + BATCH):
        row = -1 if seed % 2 else seed // 2 % len(rows)
        rules = walks.default if row < 0 else rows[row]
        if row >= 0 and seed // 2 // len(rows) % 2:
            rules = walks.small(rules)
        seats = walks.seats(rules)
        number = seats[seed // 2 % len(seats)]
        longest = LONGEST if seed // 4 % 2 else MOST_STEPS
        seen.hands += 1
        try:
            for seat, state, twin in compared(walks, rules, number, seed, EVERY, longest):
                seen.steps += 1
                seen.differing += state != twin
                acts = walks.game.actors(rules, state)
                who = "to act" if seat in acts else "waiting"
                seen.phases[type(state).__name__, who] += 1
                seen.seats[number, seat] += 1
                seen.rows[row] += 1
        except AssertionError as error:
            told = " ".join(str(error).split())[:400]
            raise AssertionError(
                f"{game}, seed {seed}, {number} seats, "
                f"{'default rules' if row < 0 else f'row {row}'}: {told}"
            ) from None
    return seen


def asked(game: str, steps: int, processes: int, first: int) -> Seen:
    """Batches of one game until so many steps are compared, whatever the number of processes."""
    seen = Seen()
    seeds = count(first, BATCH)
    with ProcessPoolExecutor(processes) as pool:
        while seen.steps < steps:
            for each in pool.map(partial(batch, game), islice(seeds, AT_ONCE)):
                seen.add(each)
            click.echo(f"{game}: {seen.steps:,} steps", err=True)
    return seen


def lines(seen: dict[str, Seen], first: int) -> Iterator[str]:
    """The page: a table of the games, and one of phases and seats for each."""
    yield OPENING.rstrip("\n")
    yield ""
    yield "| game | pairs of plays | steps compared | with tables that differ | rule sets |"
    yield "| --- | --- | --- | --- | --- |"
    for game, each in (*seen.items(), ("", _all(seen))):
        title = GAMES[game].walks.spoken.title if game else "all"
        sets = f"{len(each.rows):,}" if game else ""
        yield f"| {title} | {each.hands:,} | {each.steps:,} | {each.differing:,} | {sets} |"
    yield ""
    yield f"No difference was found. Seeds from {first} on; measured from `{commit()}`."
    for game, each in seen.items():
        yield ""
        yield f"## {GAMES[game].walks.spoken.title}"
        yield ""
        yield "| phase | the seat is to act | the seat waits |"
        yield "| --- | --- | --- |"
        for phase in sorted({phase for phase, _ in each.phases}):
            acts, waits = (each.phases[phase, who] for who in ("to act", "waiting"))
            yield f"| {phase} | {acts:,} | {waits:,} |"
        yield ""
        yield "| seats | " + " | ".join(f"seat {seat}" for seat in range(_most(each))) + " |"
        yield "| --- |" + " --- |" * _most(each)
        for number in sorted({number for number, _ in each.seats}):
            cells = (
                f"{each.seats[number, seat]:,}" if seat < number else ""
                for seat in range(_most(each))
            )
            yield f"| {number} | " + " | ".join(cells) + " |"


def _all(seen: dict[str, Seen]) -> Seen:
    total = Seen()
    for each in seen.values():
        total.hands += each.hands
        total.steps += each.steps
        total.differing += each.differing
    return total


def _most(seen: Seen) -> int:
    return max(number for number, _ in seen.seats)


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(NAMES))
@click.option("--steps", default=20_000, type=click.IntRange(1), help="Of all games together.")
@click.option("--first", default=1, help="The first seed.")
@click.option("--processes", default=2, type=click.IntRange(1, 64))
@click.option("--write", is_flag=True, help="Write the page of the site.")
def main(games: tuple[str, ...], steps: int, first: int, processes: int, *, write: bool) -> None:
    """Compare twin plays of GAMES until so many steps are compared.

    The exit status is 1, with the seed, if a seat can tell two plays apart.
    """
    chosen = games or NAMES
    try:
        seen = {game: asked(game, -(-steps // len(chosen)), processes, first) for game in chosen}
    except AssertionError as error:
        click.echo(f"a seat can tell two plays apart: {error}")
        raise SystemExit(1) from None
    page = "\n".join(lines(seen, first)) + "\n"
    if write:
        PAGE.write_text(page, "utf-8")
    else:
        click.echo(page, nl=False)


if __name__ == "__main__":
    main()
