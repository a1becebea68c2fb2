"""What each source says about a question, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from meldcheck.sources.stands import Certainty
from meldspec.wire import JSON

CitedSentence: TypeAlias = Mapping[str, JSON]
"""The section and the place of a sentence."""


def settle_question(question: Mapping[str, JSON], sentences: Mapping[str, CitedSentence]) -> JSON:
    """What each source says about a question, as JSON; ``question`` is a published record."""
    sources = question["sources"]
    assert isinstance(sources, dict)
    return {
        "question": question["id"],
        "asks": question.get("asks", ""),
        "verdicts": {
            source: _stand(str(question["id"]), source, stance, sentences)
            for source, stance in sources.items()
        },
        "default": question["default"],
        "readings": question["readings"],
        "reason": question["reason"],
        "status": question["status"],
        "unplayable": question["unplayable"],
        "witness": question["witness"],
    }


def _stand(
    identity: str, source: str, stance: JSON, sentences: Mapping[str, CitedSentence]
) -> dict[str, JSON]:
    assert isinstance(stance, dict)
    admitted: dict[str, None] = {}
    cited: dict[str, None] = {}
    for how in ("says", "implies"):
        readings = stance.get(how)
        for reading, at in (readings if isinstance(readings, dict) else {}).items():
            admitted[reading] = None
            cited.update(
                (f"{source} {each}", None) for each in (at if isinstance(at, list) else ())
            )
    if admitted:
        status = Certainty.SETTLED if len(admitted) == 1 else Certainty.OPEN
    else:
        status = Certainty.LOST if stance.get("lost") is True else Certainty.SILENT
    return {
        "status": status.value,
        "outcomes": list(admitted),
        "because": [identity],
        "citations": cited_in(cited, sentences),
    }


def cited_in(citations: Iterable[str], sentences: Mapping[str, CitedSentence]) -> list[JSON]:
    """The places of sentences that are named ``source AT``; the name of one without a place."""
    return [dict(sentences.get(citation, {"cites": citation})) for citation in citations]
