"""The command ``meldspec``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from meldcheck.commands import (
    check,
    distinguish,
    engine,
    fuzz,
    identify,
    perft,
    replay,
    rules,
    settle,
    sources,
    suite,
)
from meldcheck.errors import SpecError
from meldcheck.serve import version

_COMMANDS = (
    check.command,
    distinguish.command,
    engine.command,
    fuzz.command,
    identify.command,
    perft.command,
    replay.command,
    rules.command,
    settle.command,
    sources.sources,
    suite.command,
)


class OneLine(click.Group):
    """A group whose errors are one line on standard error, and status 2."""

    def main(  # type: ignore[explicit-override]  # typing.override comes with Python 3.12
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **more: Any,  # click's own signature, and so is the return type
    ) -> Any:
        """Run the command; unless told otherwise, leave the process with its status."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **more)
        try:
            status = super().main(args, prog_name, complete_var, False, **more)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(2)
        except click.ClickException as error:
            _complain(error.format_message())
            sys.exit(2)
        except SpecError as error:
            _complain(str(error))
            sys.exit(2)
        except OSError as error:
            _complain(f"{error.filename or 'a file'}: {error.strerror or error}")
            sys.exit(2)
        except (click.Abort, KeyboardInterrupt):
            _complain("interrupted")
            sys.exit(130)
        sys.exit(status if isinstance(status, int) else 0)


def _complain(message: str) -> None:
    click.echo(f"meldspec: {' '.join(message.split())}", err=True)


@click.group("meldspec", cls=OneLine, commands=_COMMANDS)
@click.version_option(version(), prog_name="meldspec")
def main() -> None:
    """The reference specification of Tong-its and its relatives, and a suite for engines."""
