"""The option and the start that all commands with an engine share."""

from __future__ import annotations

import click

from meldcheck.engine.process import Engine, FaultError, StartError
from meldcheck.words.protocol import HelloReply

timeout_option = click.option(
    "--timeout",
    type=click.FloatRange(0.0, 86_400.0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="S",
    help="Seconds for one reply; starting may take three times as long.",
)


def started(subject: Engine) -> HelloReply:
    """The engine's reply to ``hello``.  UsageError if it cannot be started or does not reply."""
    try:
        return subject.start()
    except StartError as error:
        raise click.UsageError(f"the engine cannot be started: {error}") from None
    except FaultError as fault:
        raise click.UsageError(f"the engine does not answer hello: {fault}") from None
