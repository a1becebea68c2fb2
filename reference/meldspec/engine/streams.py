"""Standard input and output, kept for the protocol while the library's code runs."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import BinaryIO


@contextlib.contextmanager
def apart() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """The standard input and output of the process, for one reader and one writer.

    Whoever else prints, prints to standard error, and whoever else reads, reads nothing.  That
    holds for child processes too.
    """
    sys.stdout.flush()
    with (
        os.fdopen(os.dup(0), "rb") as source,
        os.fdopen(os.dup(1), "wb") as sink,
        open(os.devnull, encoding="utf-8") as nothing,
    ):
        os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        before, sys.stdout = sys.stdout, sys.stderr
        try:
            yield source, sink
        finally:
            sys.stdout = before
            os.dup2(source.fileno(), 0)
            os.dup2(sink.fileno(), 1)


def lines(source: BinaryIO, longest: int) -> Iterator[bytes]:
    """Lines without their end; of a line that is too long, only enough to see that it is."""
    while line := source.readline(longest + 1):
        part = line
        while part and not part.endswith(b"\n"):
            part = source.readline(longest)
        yield line.removesuffix(b"\n")
