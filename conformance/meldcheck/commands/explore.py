"""``meldspec explore``: every state of a small table, with all laws in each of them."""

from __future__ import annotations

import click

from meldcheck.commands.form import Output, game_of, progress, shown
from meldcheck.commands.scaling import executor_options, sharing
from meldcheck.explore import EXPLORED, is_explored, told
from meldcheck.explore.search import Exploration
from meldcheck.explore.shared import SharedSearch


@click.command("explore")
@click.argument("game", metavar="GAME")
@click.option(
    "--table",
    "name",
    default="small",
    show_default=True,
    help="Which small table; a wrong name lists all.",
)
@click.option(
    "--most",
    type=click.IntRange(1),
    metavar="N",
    help="Stop at N states; else where the table says, or at the end.",
)
@executor_options
@shown
def command(
    game: str,
    name: str,
    most: int | None,
    executor: str | None,
    scheduler: str | None,
    workers: int | None,
) -> Output:
    """Explore every state that one hand can reach on a small table.

    All choices of chance and of seats are followed, by the default rules or by the readings that
    the table has.  Every law of the game is asked in every state and on every step.  In some states
    everything is tried that was legal in any state, so that conditions fail, too.

    With --executor dask, workers share the states of each depth.  Seconds and megabytes are then
    those of this process alone.

    If a law is broken, the answer is a shortest play that breaks it, and the status is 1.
    """
    game_of(game)
    if not is_explored(game):
        raise click.UsageError(f"no small table is described for {game!r}")
    explored = EXPLORED[game]
    if name not in explored.tables:
        raise click.UsageError(f"no table {name!r}; there is {', '.join(explored.tables)}")
    search = Exploration(explored, explored.tables[name])
    with (
        sharing(executor, scheduler, workers) as cluster,
        progress("states", None) as known,
    ):
        shared = None if cluster is None else SharedSearch(game, name, cluster.in_order).next_layer
        reach = search.run(most or search.table.most, known, next_layer=shared)
    return Output(
        lambda: told.as_value(search), lambda: told.lines(search), reach.violation is None
    )
