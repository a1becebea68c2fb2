"""An engine of Indian Chief or Tong-its that once kills the program that asks it.

Usage: ``kills.py FOLDER NUMBER [MISTAKE]``. The kill comes at its begin with this number, and
leaves a file in FOLDER so that there is no other. Another file there gets a byte for each begin.
MISTAKE is a known mistake of Tong-its.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tests.conformance.mistakes.hunt import named

from meldcheck.engine.serve import Session
from meldspec.games import GAMES


def main() -> None:
    """Reply until the input ends."""
    once, left = Path(sys.argv[1], "killed"), int(sys.argv[2])
    mistaken = [named("tongits", name).played for name in sys.argv[3:]]
    session = Session({**GAMES, **{game.name: game for game in mistaken}})
    for line in sys.stdin.buffer:
        if b'"begin"' in line:
            left -= 1
            with Path(sys.argv[1], "begins").open("a", encoding="utf-8") as begins:
                begins.write(".")
        if left == 0 and not once.exists():
            once.touch()
            os.kill(os.getppid(), signal.SIGKILL)
        print(session.reply(line.rstrip()).decode(), flush=True)


if __name__ == "__main__":
    main()
