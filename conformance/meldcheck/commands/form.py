"""How a command writes its answer: as text for people, or as one JSON value for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
import msgspec

form_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the answer is written.",
)


def write_answer(
    form: str, value: Callable[[], object], lines: Callable[[], Iterable[str]]
) -> None:
    """Write one of the two; only the one that is asked for is worked out."""
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(value()), indent=2))
        return
    for line in lines():
        click.echo(line)
