"""``meldspec engine``: the reference as an engine."""

from __future__ import annotations

import os
import sys

import click

from meldcheck.engine.ruleset import RuledGame
from meldcheck.engine.serve import Served, serve
from meldcheck.law.rulesets import Chosen, rules_option
from meldspec.games import GAMES


@click.command("engine")
@rules_option
def command(rules: Chosen | None) -> None:
    """Answer protocol requests from standard input, one reply a line on standard output.

    With --rules, an option that a request does not name has the reading of this rule set.
    """
    chosen = rules or {}
    games: dict[str, Served] = {
        name: RuledGame(game, chosen[name].differs) if name in chosen else game
        for name, game in GAMES.items()
    }
    try:
        with (
            open(sys.stdin.fileno(), "rb", closefd=False) as source,
            open(sys.stdout.fileno(), "wb", closefd=False) as sink,  # buffered under -u, too
        ):
            serve(games, source, sink)
    except BrokenPipeError:
        # Nobody reads any more. Without this, Python would report a second error when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
