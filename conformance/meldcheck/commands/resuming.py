"""Runs that go on after a kill: the option ``--resume`` of all commands that have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from meldcheck.check import kept
from meldcheck.check.judge import Outcome
from meldcheck.check.kept import Journal, KeptRun, Memory, RunKey
from meldcheck.commands import watching
from meldcheck.engine.serve import version
from meldcheck.words import places
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
from meldcheck.words.protocol import HelloReply

resume_option = click.option(
    "--resume", is_flag=True, help="Go on with a run of this engine that was killed."
)


def remark(text: str) -> None:
    """One line on standard error."""
    click.echo(f"meldspec: {text}", err=True)


def key_of(
    command: str,
    engine: Sequence[str],
    hello: HelloReply,
    timeout: float,
    asked: Mapping[str, JSON],
) -> RunKey:
    """What a run of a command is of; ``asked`` has all else that decides its parts."""
    return RunKey(
        command=command,
        version=version(),
        engine=tuple(engine),
        hello=kept.digest_of_value(hello),
        files=watching.digest_of_code(engine),
        timeout=timeout,
        asked=asked,
    )


def last_run(command: str, engine: Sequence[str]) -> KeptRun | None:
    """The last run of a command on an engine; a damaged file is named and not used."""
    try:
        return kept.read_kept(kept.kept_file(command, engine))
    except SpecError as error:
        remark(f"{error}; it is not used")
        return None


def going_on(before: KeptRun | None, key: RunKey, parts: str, told: str) -> KeptRun | None:
    """The kept run, if it is this one and was killed; otherwise a remark says why not.

    ``parts`` names the parts of a run, and ``told`` those that are kept.
    """
    if before is None:
        remark(f"no run of this engine is kept: all {parts} are played")
    elif before.short is not None:
        remark(f"the last run of this engine came to its end: all {parts} are played")
    elif (how := before.unlike(key)) is not None:
        remark(f"{before.path}: kept of a run {how}: all {parts} are played")
    else:
        remark(f"{len(before.parts)} {told} are kept, the others are played")
        return before
    return None


@contextmanager
def keeping(journal: Journal) -> Iterator[None]:
    """Tell at the end if the run could not be kept, or how it goes on if it was broken off.

    The file of a run of which all parts came stays open, for ``ending``.
    """
    click.get_current_context().call_on_close(journal.close)
    try:
        yield
    except SpecError:  # a kept part cannot be understood: the run would end so again
        raise
    except BaseException:
        _tell(journal, goes_on=True)
        raise
    finally:
        if not journal.whole:
            journal.close()
    _tell(journal, goes_on=not journal.whole)


@contextmanager
def ending(journal: Journal | None, outcomes: Iterable[Outcome] = ()) -> Iterator[None]:
    """Keep that a run came to its end, once its result is printed; until then it can go on."""
    if journal is None:
        yield
        return
    try:
        yield
        journal.end(outcomes)
    except (KeyboardInterrupt, SystemExit):
        _tell(journal, goes_on=True)
        raise
    finally:
        journal.close()


def _tell(journal: Journal, *, goes_on: bool) -> None:
    if journal.trouble:
        remark(f"{places.CACHE}: {journal.trouble}: this run is not kept")
    elif goes_on:
        remark("what was played is kept: the same command with --resume goes on")


@contextmanager
def remembering(key: RunKey, parts: str, *, resume: bool) -> Iterator[Memory]:
    """The memory of a run, to be ended with it.  ``parts`` names its parts."""
    before = None
    if resume:
        before = going_on(last_run(key.command, key.engine), key, parts, parts)
    known = {} if before is None else before.parts
    journal = Journal(key, parts=known)
    with keeping(journal):
        yield Memory(known, journal)
