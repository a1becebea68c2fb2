"""``python -m tests.conformance.situations``: the table of the page on verdicts, and who was right.

With ``--check`` each verdict is worked out too; the exit status is 1 where one differs.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

from meldcheck.sources.stands import Certainty
from meldspec.games import GAMES
from tests.conformance import situations
from tests.conformance.situations import Asked

COLUMNS = ("views", "refused", "accepted", "results", "facts", "decided", "fault", "verdicts")


def counts(game: str) -> Counter[str]:
    """Of a game's situations, the number of each kind.

    A step is counted as refused or accepted where some source says so, so it may be both;
    ``decided`` are those of which the author's reading was not upheld, ``fault`` those of which the
    command is known to be wrong.
    """
    found: Counter[str] = Counter()
    for asked in situations.read(game):
        found["situations"] += 1
        found["verdicts"] += len(asked.expect)
        found["decided"] += bool(asked.decided)
        found["fault"] += bool(asked.fault)
        for status, _ in asked.expect.values():
            found[status.value] += 1
        found.update(_kinds(asked))
    return found


def _kinds(asked: Asked) -> Iterator[str]:
    match asked.ask:
        case "view":
            yield "views"
        case "legal-last":
            said = [one["legal"] for _, of in asked.expect.values() for one in of]
            yield from ["refused"] * (False in said) + ["accepted"] * (True in said)
        case "facts":
            yield "facts"
        case _:
            yield "results"


def table() -> Iterator[str]:
    """The table in lines of Markdown."""
    heads = ("game", "situations", *COLUMNS, *(status.value for status in Certainty))
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    rows = {game: counts(game) for game in GAMES}
    total = sum(rows.values(), Counter[str]())
    for game, row in (*rows.items(), ("all", total)):
        yield f"| {' | '.join([game, *(str(row[name]) for name in heads[1:])])} |"


def main(words: list[str]) -> int:
    """Print the table; with ``--check`` the situations with another verdict as well."""
    for line in table():
        print(line)
    if "--check" not in words:
        return 0
    differing = [
        f"{asked.place}: {told}"
        for game in GAMES
        for asked in situations.read(game)
        for told in situations.disagreements(asked)
    ]
    print(*differing, sep="\n")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
