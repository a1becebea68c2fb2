"""``python -m tests.derivations``: sheets for a second derivation, and what came of them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from meldspec.games import NAMES

from . import derived, page
from .sheet import sheets

_game = click.argument("game", type=click.Choice(NAMES))


@click.group()
def main() -> None:
    """Derive the examples of the documents a second time, without a look at their results."""


@main.command()
@_game
@click.option("--all", "everything", is_flag=True, help="Those that are derived already, too.")
def sheet(game: str, *, everything: bool) -> None:
    """Print the examples of GAME without their results, one JSON object a line."""
    done = {} if everything else derived.read(derived.FOLDER / f"{game}.jsonl")
    for each in sheets(game):
        if each.key not in done:
            click.echo(json.dumps({"key": each.key, **each.form}))


@main.command()
@_game
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def take(game: str, file: Path) -> None:
    """Keep the derivations in FILE beside those of GAME that are kept already."""
    kept = derived.read(derived.FOLDER / f"{game}.jsonl")
    try:
        new = derived.read(file)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    asked = {each.key for each in sheets(game)}
    if strange := sorted(set(new) - asked):
        raise click.UsageError(f"{file}: {strange[0]} is no example of {game}")
    derived.keep(game, kept | new)
    _say(derived.count(game))


@main.command()
@click.argument("games", nargs=-1, type=click.Choice(NAMES))
def compare(games: tuple[str, ...]) -> None:
    """Say where the two derivations of GAMES differ; the exit status is 1 if they do."""
    told = [derived.count(game) for game in games or NAMES]
    for each in told:
        _say(each)
    raise SystemExit(any(each.disagreed for each in told))


@main.command()
def tell() -> None:
    """Write the table of the page of derivations."""
    page.write()


def _say(count: derived.Count) -> None:
    click.echo(
        f"{count.game}: {count.cases} cases, {count.agreed} agree, "
        f"{len(count.disagreed)} disagree, {len(count.waiting)} not derived again"
    )
    for line in count.disagreed:
        click.echo(f"  {line}")


if __name__ == "__main__":
    main()
