"""``meldspec evidence``: how sure one may be of each clause, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from meldcheck.commands.form import Output, game_of, shown
from meldcheck.evidence import records, told
from meldcheck.evidence.ladder import Evidence, evidence
from meldcheck.law.clauses import Clause
from meldcheck.law.document import load_law
from meldcheck.law.recorded import recorded_law
from meldcheck.suite import store
from meldcheck.words.case import Case
from meldcheck.words.places import spec_directory, suite_directory
from meldcheck.words.published import Published, published
from meldspec.games import GAMES


@click.command("evidence")
@click.argument("names", nargs=-1, metavar="[CLAUSE]...")
@click.option("--game", metavar="GAME", help="Only the clauses of this game.")
@shown
def command(names: tuple[str, ...], game: str | None) -> Output:
    """Tell how sure one may be of each clause, and why.

    The rungs: proved symbolically, proved by exhaustion, explored, property-tested, shown by
    example.  A clause is proved if a law that names it is proved; the law says within which bounds.
    Beside the rung stand its laws, the cases that keep it and those that it refuses, the single
    changes of its code that the suite finds, the sources that say it, and the engines that play it.
    """
    if game is not None:
        game_of(game)
    measurement = records.load(suite_directory())
    files = published(spec_directory())
    found: list[Evidence] = []
    for each in GAMES:
        if game in (None, each) and (not names or any(_is_of(each, name) for name in names)):
            found += evidence(*_shown(each, files), measurement)
    known = {one.clause.id for one in found}
    if unknown := [name for name in names if name not in known]:
        raise click.UsageError(f"no clause {unknown[0]!r}")
    chosen = [one for one in found if not names or one.clause.id in names]
    return Output(lambda: told.as_value(chosen), lambda: told.lines(chosen, measurement.commit))


def _is_of(game: str, clause: str) -> bool:
    return clause.startswith(f"{game}.")


def _shown(game: str, files: Published | None) -> tuple[Mapping[str, Clause], Sequence[Case]]:
    """The clauses and the cases of a game."""
    if files is not None:
        return recorded_law(game, files.law).clauses, [*files.cases(game)]
    suite = store.load(suite_directory(), (game,))
    return load_law(spec_directory(), game).clauses, suite.cases
