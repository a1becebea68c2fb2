"""The page of the site about examples that were derived twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from meldcheck.explore import EXPLORED

from .derived import Count, counts
from .judged import JUDGED

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "derivations.md"

OPENING: Final = """\
# Worked out twice, by hand

<!-- Made by: python -m tests.derivations tell -->

Expectations in the documents are worked out from the texts, by hand, before the reference is run.
Then somebody else works them out again. This person has the source texts, the deals and the
steps, the names of messages, and the readings of the points that the texts leave open. They see
neither the first results nor titles, nor clauses, nor code. A second derivation may be worked out
by a program, if its author wrote it from the texts for this purpose alone.

Each second derivation is kept. A test compares it with the suite: which steps are refused, every
stated field of views and results, whole legal lists, melds, deadwood, deals, settlements, and
what follows under each reading of a question. If an example changes, its second derivation no
longer counts. A sheet names the fields of an answer, so it tells whether a hand has a result yet.

    python -m tests.derivations sheet rummy   # examples without their results
    python -m tests.derivations compare       # the two derivations side by side

| game | cases of the documents | derived twice, the same | differing, judged | derived once |
| --- | --- | --- | --- | --- |
"""

CLOSING: Final = """
Cases in which cards are exchanged that a seat cannot see state no result, so nothing is derived
there.

If the two results differ, the text decides, not the majority. Where the first was wrong, the
documents were mended, and the [changelog](changelog.md) says so. Where the second was wrong, it
is kept as it is, and the reason stands here.
"""


def lines() -> Iterator[str]:
    """The page."""
    told = counts()
    yield OPENING.rstrip("\n")
    for count in told:
        yield row(count)
    yield CLOSING.rstrip("\n")
    for count in told:
        judged = [line.split(": ", 1)[0] for line in count.disagreed]
        if judged:
            yield ""
            yield f"## {EXPLORED[count.game].spoken.title}"
            yield ""
            for case in judged:
                yield f"- `{case}`: {JUDGED.get(case, 'not judged yet.')}"


def row(count: Count) -> str:
    """The row of a game."""
    cells = (
        EXPLORED[count.game].spoken.title,
        f"{count.cases:,}",
        f"{count.agreed:,}",
        str(len(count.disagreed)),
        f"{len(count.waiting):,}",
    )
    return f"| {' | '.join(cells)} |"


def write() -> None:
    """Write the page."""
    PAGE.write_text("\n".join(lines()) + "\n", "utf-8")
