"""Verdicts as values and as text: what each source says of a question or of a play.

Standard library and the reference alone, so that it can run wherever they do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from meldcheck.verdict import (
    Law,
    PartVerdict,
    Scenario,
    SourceVerdict,
    Status,
    Unplayed,
    by_field,
    judge,
    overall,
    seats_asked,
    whole_outcomes,
)
from meldcheck.worlds import Box, Options
from meldspec.play import Refusal
from meldspec.wire import JSON, GameWire

Citation = Mapping[str, JSON]


def settle_scenario(
    game: GameWire, law: Law, scenario: Scenario, sentences: Mapping[str, Citation]
) -> dict[str, JSON]:
    """The verdict of each source on a scenario, as a JSON value.

    ``sentences`` gives the section and place of each citation, by ``source AT``.  Raises WireError,
    ValueError and TooOpenError for a scenario that cannot be read, begun or followed,
    UnplayableError for readings that exclude each other.
    """
    game.rule_set({"options": dict(with_needs(game, scenario.rules or {}))})
    options = Options(game)
    return {
        "question": None,
        "verdicts": {
            source: _verdict(options, verdict, sentences)
            for source, verdict in judge(game, law, scenario).items()
        },
        "default": by_default(game, scenario),
    }


def by_default(game: GameWire, scenario: Scenario) -> JSON:
    """What follows by the default rules, with the readings that the scenario gives."""
    options = with_needs(game, scenario.rules or {})
    begun = game.begin(
        {"options": dict(options)}, scenario.players, scenario.dealer, scenario.hand_number
    )
    if isinstance(begun, Refusal):
        return None
    match = begun
    told: dict[str, JSON] = {}
    for step in scenario.steps:
        after = match.act(step.by, step.do)
        if isinstance(after, Refusal):
            told = {"legal": False, "clauses": [str(clause) for clause in after.clauses]}
        else:
            told = {"legal": True}
            match = after
    if scenario.ask == "legal-last":
        return told
    if scenario.ask == "view":
        return by_field([match.view(seat) for seat in seats_asked(scenario)])
    return match.result()


def with_needs(game: GameWire, given: Mapping[str, str | int]) -> dict[str, str | int]:
    """The readings given, with those that they need beside them where none is given."""
    made = dict(given)
    for need in game.needs():
        if made.get(need.option) == need.reading:
            made.setdefault(need.needed, need.readings[0])
    return made


def _verdict(
    options: Options, verdict: SourceVerdict, sentences: Mapping[str, Citation]
) -> dict[str, JSON]:
    parts = verdict.parts
    status, named = overall(parts)
    outcomes = whole_outcomes(options, parts)
    open_questions = {name for part in parts.values() for name in part.open_options}
    because = dict.fromkeys(each for name in named for each in parts[name].because)
    cited = dict.fromkeys(each for name in named for each in parts[name].citations)
    unplayed = dict.fromkeys(each for part in parts.values() for each in part.unplayed)
    told: dict[str, JSON] = {
        "status": status.value,
        "outcomes": [
            *(
                {**fields, **(_under(boxes, open_questions) if len(outcomes) > 1 else {})}
                for fields, boxes in outcomes
                if fields or not unplayed
            ),
            *_outcomes_unplayed(unplayed),
        ],
        "because": list(because),
        "citations": _cited(cited, sentences),
        "parts": {name: _part(of, sentences) for name, of in parts.items()},
    }
    if verdict.refused_steps:
        told["refused_steps"] = [*verdict.refused_steps]
    return {**told, "unplayed": _unplayed(unplayed)} if unplayed else told


def _under(boxes: Sequence[Box], deciding: Collection[str]) -> dict[str, JSON]:
    """The readings of the deciding questions under which an outcome comes about."""
    shown: dict[str, JSON] = {}
    for box in boxes:
        readings = {
            name: sorted(left, key=str) for name, left in sorted(box.items()) if name in deciding
        }
        shown[str(readings)] = {name: [*left] for name, left in readings.items()}
    return {"under": list(shown.values())}


def _part(of: PartVerdict, sentences: Mapping[str, Citation]) -> dict[str, JSON]:
    told: dict[str, JSON] = {
        "status": of.status.value,
        "outcomes": [
            *(dict(fields) for _, fields, _ in of.outcomes),
            *_outcomes_unplayed(of.unplayed),
        ],
        "because": list(of.because),
        "citations": _cited(of.citations, sentences),
    }
    if of.unplayed:
        told["unplayed"] = _unplayed(of.unplayed)
    return told


def _unplayed(readings: Iterable[Unplayed]) -> list[JSON]:
    return [
        {"question": one.question, "reading": one.reading, "reason": one.reason} for one in readings
    ]


def _outcomes_unplayed(readings: Iterable[Unplayed]) -> list[JSON]:
    """The outcomes that a source may mean and that are not played: each is told by its reading."""
    return [{"unplayed": reading} for reading in _unplayed(readings)]


def _cited(citations: Iterable[str], sentences: Mapping[str, Citation]) -> list[JSON]:
    return [dict(sentences.get(citation, {"cites": citation})) for citation in citations]


def settle_question(question: Mapping[str, JSON], sentences: Mapping[str, Citation]) -> JSON:
    """What each source says of a question, as a JSON value; ``question`` as it is published."""
    sources = question["sources"]
    assert isinstance(sources, dict)
    return {
        "question": question["id"],
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
    identity: str, source: str, stance: JSON, sentences: Mapping[str, Citation]
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
        status = Status.SETTLED if len(admitted) == 1 else Status.OPEN
    else:
        status = Status.LOST if stance.get("lost") is True else Status.SILENT
    return {
        "status": status.value,
        "outcomes": list(admitted),
        "because": [identity],
        "citations": _cited(cited, sentences),
    }


# ── text ─────────────────────────────────────────────────────────────────────────────────────────


def scenario_lines(told: Mapping[str, JSON]) -> Iterator[str]:
    """A scenario's verdicts in lines."""
    verdicts = told["verdicts"]
    assert isinstance(verdicts, dict)
    for source, verdict in verdicts.items():
        assert isinstance(verdict, dict)
        parts = verdict["parts"]
        assert isinstance(parts, dict)
        yield f"{source}: {verdict['status']}"
        refused = ", ".join(str(number) for number in _list(verdict.get("refused_steps")))
        if refused:
            yield f"  refused on the way there: step {refused}"
        for name, part in parts.items():
            assert isinstance(part, dict)
            yield from _part_lines(name, part)
    yield f"by default: {_short(told['default'])}"


def _part_lines(name: str, part: Mapping[str, JSON]) -> Iterator[str]:
    outcomes = part["outcomes"]
    assert isinstance(outcomes, list)
    shown = (
        " or ".join(_short(outcome) for outcome in outcomes)
        if part["status"] in (Status.SETTLED, Status.OPEN)
        else "says nothing that decides it"
    )
    yield f"  {name}: {part['status']}: {shown}"
    because = part["because"]
    if isinstance(because, list) and because:
        yield f"    decided by {', '.join(str(name) for name in because)}"
    cited = ", ".join(_place(citation) for citation in _list(part["citations"]))
    if cited:
        yield f"    {cited}"
    for unplayed in _list(part.get("unplayed")):
        if isinstance(unplayed, dict):
            yield (
                f"    admits also {unplayed['reading']} of {unplayed['question']}, "
                f"which is not played: {unplayed['reason']}"
            )


def _list(value: JSON) -> list[JSON]:
    return value if isinstance(value, list) else []


def _place(citation: JSON) -> str:
    if not isinstance(citation, dict) or "section" not in citation:
        return str(citation)
    return f"{citation['source']} {citation['at']} ({citation['section']}, {citation['ordinal']})"


def _short(outcome: JSON) -> str:
    if not isinstance(outcome, dict):
        return "nothing yet" if outcome is None else str(outcome)
    if "payments" in outcome and "receipt" in outcome and "winner" not in outcome:
        return _receipt(outcome)
    told = (f"{name} {_plain(value)}" for name, value in outcome.items() if name != "receipt")
    return ", ".join(told) or "nothing"


def _receipt(outcome: Mapping[str, JSON]) -> str:
    lines = (
        f"seat {line['from']} pays {line['chips']} ({str(line['clause']).split('.', 1)[1]})"
        for line in _list(outcome["receipt"])
        if isinstance(line, dict)
    )
    return f"{outcome['payments']}: {'; '.join(lines) or 'nobody pays'}"


def _plain(value: JSON) -> str:
    return "nobody" if value is None else str(value)
