"""Evidence in words, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from meldcheck.evidence.ladder import Evidence
from meldcheck.evidence.records import Measured
from meldcheck.words.case import JSON


def as_value(found: Sequence[Evidence]) -> JSON:
    """The evidence for clauses as JSON."""
    return {
        "rungs": _rungs(found),
        "clauses": [
            {
                "id": one.clause.id,
                "rung": one.stands,
                "laws": one.measured.laws,
                "explored": one.measured.explored,
                "played": one.measured.played,
                "cases": {
                    "kept": one.shown.kept,
                    "refused": one.shown.refused,
                    "by_hand": one.shown.by_hand,
                },
                "changes": one.measured.changes,
                "agreeing": list(one.agreeing),
                "contradicting": list(one.contradicting),
                "engines": list(one.engines),
            }
            for one in found
        ],
    }


def lines(found: Sequence[Evidence], commit: str) -> Iterator[str]:
    """A line for each clause, and how many stand on each rung."""
    width = max(len(one.clause.id) for one in found)
    wide = max(len(one.stands) for one in found)
    for one in found:
        yield f"{one.clause.id:<{width}}  {one.stands:<{wide}}  {'; '.join(_parts(one))}"
    yield ""
    for stands, number in _rungs(found).items():
        yield f"{number:>5} {stands}"
    yield f"Laws, explorations, plays and changes were measured from {commit}."


def _rungs(found: Sequence[Evidence]) -> dict[str, int]:
    """How many clauses stand on each rung, the surest first."""
    ordered = sorted(found, key=lambda one: (-one.rung, one.stands))
    return dict(Counter(one.stands for one in ordered))


def _parts(one: Evidence) -> Iterator[str]:
    yield from measured_parts(one.measured)
    shown = one.shown
    derived = len(shown.names) - shown.by_hand
    yield f"cases {shown.kept} kept, {shown.refused} refused ({derived} derived)"
    yield f"said by {', '.join(one.agreeing) or 'no source'}"
    if one.contradicting:
        yield f"contradicted by {', '.join(one.contradicting)}"
    if one.engines:
        yield f"played by {', '.join(one.engines)}"


def measured_parts(measured: Measured) -> Iterator[str]:
    """What was measured about a clause, a few words for each part."""
    laws, changes = measured.laws, measured.changes
    counts = (
        (laws.confirmed, "confirmed"),
        (laws.enumerated, "enumerated"),
        (laws.sampled, "sampled"),
    )
    told = " + ".join(f"{number} {how}" for number, how in counts if number)
    yield f"laws {told or 'none'}"
    if measured.explored:
        yield "explored"
    if changes.all:
        explained = changes.equal + changes.reasoned
        rest = ((explained, "explained"), (changes.left, "left"))
        more = "".join(f", {number} {how}" for number, how in rest if number)
        yield f"changes {changes.found} of {changes.all} found{more}"
