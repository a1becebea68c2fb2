"""The rule sets that can be named on the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

DEFAULT: Final = "default"
NAMES: Final = (DEFAULT,)

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def _known(context: click.Context, parameter: click.Parameter, name: str) -> str:
    if name not in NAMES:
        raise click.BadParameter(f"no rule set {name!r}; there is {', '.join(NAMES)}")
    return name


def rules_option(function: Decorated) -> Decorated:
    """The option ``--rules`` of a command."""
    return click.option(
        "--rules",
        callback=_known,
        default=DEFAULT,
        show_default=True,
        metavar="NAME",
        help="The rule set; there is only the default one so far.",
    )(function)
