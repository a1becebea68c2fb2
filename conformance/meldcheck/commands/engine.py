"""``meldspec engine``: the reference as an engine."""

from __future__ import annotations

import os
import sys

import click

from meldcheck.rulesets import rules_option
from meldcheck.serve import serve
from meldspec.games import GAMES


@click.command("engine")
@rules_option
def command(rules: str) -> None:
    """Answer protocol requests on standard input, one reply a line on standard output."""
    del rules  # There is one rule set, and it is what a request means that names no options.
    try:
        serve(GAMES, sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Nobody listens any more; without this, Python would complain once more on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
