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
    """Answer protocol requests on standard input, one reply a line on standard output.

    With --rules, a request that leaves an option unsaid means this rule set's reading.
    """
    chosen = rules or {}
    games: dict[str, Served] = {
        name: RuledGame(game, chosen[name].differs) if name in chosen else game
        for name, game in GAMES.items()
    }
    try:
        serve(games, sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Nobody listens any more; without this, Python would complain once more on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
