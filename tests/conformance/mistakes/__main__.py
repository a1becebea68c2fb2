"""The reference with a known mistake, as an engine.

Usage, in a checkout: ``python -m tests.conformance.mistakes GAME NAME``.
"""

from __future__ import annotations

import sys

from meldcheck.engine.serve import serve

from .hunt import named

if __name__ == "__main__":
    mistaken = named(*sys.argv[1:]).played
    with open(sys.stdin.fileno(), "rb", closefd=False) as source:
        serve({mistaken.name: mistaken}, source, sys.stdout.buffer)
