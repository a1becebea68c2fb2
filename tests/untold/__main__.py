"""Print the gaps, a reading a line; the status is 1 if there are any."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from meldspec.games import NAMES
from tests import committed

from . import untold
from .silent import SILENT


def main(games: Sequence[str]) -> int:
    """Print what has neither a case nor a reason, and each reason that is not needed."""
    found = 0
    cases = committed.suite().cases
    for game in games or NAMES:
        gaps = list(untold(game, [case for case in cases if case.game == game]))
        reasons = {
            (reading, clause)
            for silent in SILENT[game]
            for reading in silent.readings
            for clause in silent.clauses
        }
        by_reading: dict[str, list[str]] = {}
        for reading, clause in gaps:
            if (reading, clause) not in reasons:
                by_reading.setdefault(reading, []).append(clause)
        for reading, clauses in by_reading.items():
            print(f"{game} {reading}: {', '.join(clauses)}")
        for reading, clause in sorted(reasons.difference(gaps)):
            print(f"{game} {reading}: {clause} has a reason that it does not need")
            found += 1
        found += sum(map(len, by_reading.values()))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
