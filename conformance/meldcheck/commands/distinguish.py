"""``meldspec distinguish``: a shortest play on which two rule sets differ."""

from __future__ import annotations

import dataclasses
from functools import cache, partial
from pathlib import Path
from typing import Final

import click

from meldcheck.commands.files import check_new, file_to_write, write_file
from meldcheck.commands.form import Output, game_of, progress, shown
from meldcheck.commands.scaling import executor_options, sharing
from meldcheck.distinguish import told
from meldcheck.distinguish.course import (
    TABLE,
    AskedPair,
    Effort,
    Finding,
    ReadingPair,
    distinguish,
    of_pair,
    pairs_of,
)
from meldcheck.distinguish.hunt import Library
from meldcheck.distinguish.sides import Pairing, Side, pair, read_side
from meldcheck.distinguish.tongits.small import read_pack, search
from meldcheck.games import MEASURES, not_argued
from meldcheck.law.clauses import Law
from meldcheck.law.document import load_law
from meldcheck.law.rulesets import Shelf, load_shelf
from meldcheck.suite import store
from meldcheck.suite.examples import cases_of
from meldcheck.words import places
from meldcheck.words.case import JSON, Case, Origin
from meldcheck.words.errors import SpecError

EFFORT: Final = Effort()


@click.command("distinguish")
@click.argument("game", metavar="GAME")
@click.argument("sides", nargs=-1, metavar="A B")
@click.option("--all", "every", is_flag=True, help="Every two readings, in a table.")
@click.option("--states", type=click.IntRange(0), metavar="N", help="Standings that are followed.")
@click.option("--hands", type=click.IntRange(0), metavar="N", help="Seeded plays of each kind.")
@click.option("--seed", type=int, show_default=str(EFFORT.seed), help="Seed of the plays.")
@click.option(
    "--small",
    "pack",
    is_flag=False,
    flag_value="4x4x4",
    metavar="[RxSxH]",
    help="Search one hand with a small pack: ranks x suits x cards in a hand (4x4x4).",
)
@file_to_write("--write", says="New file for the play.")
@executor_options
@shown
def command(
    game: str,
    sides: tuple[str, ...],
    every: bool,
    states: int | None,
    hands: int | None,
    seed: int | None,
    pack: str | None,
    write: Path | None,
    executor: str | None,
    scheduler: str | None,
    workers: int | None,
) -> Output:
    """Find a shortest play on which two rule sets differ.

    A and B are names of rule sets (see 'meldspec rules GAME'), house rule files, or readings
    written option=reading, with commas between.  Readings alone are added to the default rules,
    with the fewest other readings that they need to matter.

    Both rule sets allow every step before the last.  The answer has a proof that no play is
    shorter, for all deals or for this deal, or names the depth that was searched.

    With --small, the search examines every play with a small pack, on all deals where these are few
    and on seeded deals otherwise.

    With --all --executor dask, workers compare the readings, two by two.

    With --write, the play goes into a scenario file for 'meldspec replay' and 'meldspec settle'.

    Exit status 0: a difference is found, or --all is given.  1: none is found.  2: wrong use.
    """
    game_of(game)
    shelf = load_shelf(places.spec_directory(), game)
    if (hands, seed) != (None, None) and (uncovered := not_argued(game)):
        raise click.UsageError(f"--hands and --seed: {uncovered}")
    effort = _effort(TABLE if every else EFFORT, MEASURES[game].ways, states, hands, seed)
    if every:
        if sides or write is not None or pack is not None:
            raise click.UsageError("--all takes neither rule sets nor --write nor --small")
        with (
            sharing(executor, scheduler, workers) as cluster,
            progress("two readings", len([*pairs_of(shelf)])) as done,
        ):
            in_order = map if cluster is None else cluster.in_order
            rows = []
            for row in in_order(partial(compared, game, effort), pairs_of(shelf)):
                rows.append(row)
                done(1)
        return Output(lambda: told.table_value(rows), lambda: told.page(game, rows))
    if executor is not None or scheduler is not None or workers is not None:
        raise click.UsageError("--executor, --scheduler and --workers need --all")
    if len(sides) != 2:
        raise click.UsageError(f"two rule sets expected, not {len(sides)}")
    check_new(write)
    one, other = (read_side(shelf, words) for words in sides)
    if pack is not None:
        if uncovered := not_argued(game):
            raise click.UsageError(f"--small: {uncovered}")
        if write is not None:
            raise click.UsageError("--small does not go with --write: whole packs only")
        return _small(shelf, pair(shelf, one, other), pack, effort)
    return _finding(shelf, one, other, effort, write)


def _effort(
    usual: Effort, ways: int, states: int | None, hands: int | None, seed: int | None
) -> Effort:
    return dataclasses.replace(
        usual,
        states=usual.states // ways if states is None else states,
        hands=usual.hands if hands is None else hands,
        seed=usual.seed if seed is None else seed,
    )


def _library(shelf: Shelf) -> Library:
    """The plays of the documents, and the derived cases of the suite."""
    cases: list[Case] = cases_of(_documents(shelf))
    loaded = store.load(places.suite_directory(), (shelf.law.game,))
    return Library([*cases, *(case for case in loaded.cases if case.origin is Origin.DERIVED)])


def _documents(shelf: Shelf) -> Law:
    return load_law(places.spec_directory(), shelf.law.game)


def _finding(shelf: Shelf, one: Side, other: Side, effort: Effort, write: Path | None) -> Output:
    pairing = pair(shelf, one, other)
    if pairing.alive:
        finding = distinguish(shelf, one, other, _library(shelf), effort)
    else:
        finding = Finding(pairing, effort)
    if write is not None and finding.play is not None:
        written: JSON = told.scenario(finding, shelf.game)
        write_file(write, store.pretty(written))
    elif write is not None and finding.deck is not None:
        raise SpecError(str(write), None, "not written: the two differ in the deck, not in a play")
    return _told(finding, shelf)


def _told(finding: Finding, shelf: Shelf) -> Output:
    return Output(
        lambda: told.as_value(finding, shelf.game),
        lambda: told.lines(finding),
        told.differs(finding),
    )


def _small(shelf: Shelf, pairing: Pairing, pack: str, effort: Effort) -> Output:
    small = read_pack(pack)
    if small is None:
        problem = "RANKSxSUITSxHAND expected, such as 4x4x4, with a card left for the stock"
        raise click.UsageError(f"{pack!r}: {problem}")
    if not pairing.alive:
        return _told(Finding(pairing, effort), shelf)
    found = search(shelf.game, pairing, small, effort)
    return Output(
        lambda: told.small_value(pairing, found),
        lambda: told.small_lines(pairing, found),
        found.play is not None,
    )


@cache
def documents_of(game: str) -> tuple[Shelf, Library]:
    """The rule sets of a game and the plays of its documents."""
    shelf = load_shelf(places.spec_directory(), game)
    return shelf, Library(cases_of(_documents(shelf)))


def compared(game: str, effort: Effort, asked: AskedPair) -> ReadingPair:
    """Two readings compared, in whatever process."""
    shelf, library = documents_of(game)
    return of_pair(shelf, library, effort, asked)
