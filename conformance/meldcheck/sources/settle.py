"""Verdicts as JSON: what each source says about a question, a play or facts.

Standard library and the reference only, so that it can run wherever they can.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.parts import PartVerdict, SourceVerdict, Unplayed, overall, whole_outcomes
from meldcheck.sources.scenario import FactsAsked, Scenario, seats_asked
from meldcheck.sources.stands import Certainty, VerdictLaw
from meldcheck.sources.verdict import judge, judge_facts
from meldcheck.sources.worlds import Box, Options
from meldspec.play import Refusal
from meldspec.wire import JSON, GameWire

_Citation = Mapping[str, JSON]


def settle_scenario(
    game: GameWire, law: VerdictLaw, scenario: Scenario, sentences: Mapping[str, _Citation]
) -> dict[str, JSON]:
    """The verdict of each source on a scenario, as JSON.

    ``sentences`` has the section and place of each citation, by ``source AT``.  Raises WireError,
    ValueError and TooOpenError for a scenario that cannot be read, begun or followed, and
    UnplayableError for readings that exclude each other.
    """
    game.rule_set({"options": {**RuleSpace.of(game).with_needs(scenario.rules or {})}})
    return {
        "question": None,
        "verdicts": _verdicts(game, judge(game, law, scenario), sentences),
        "default": by_default(game, scenario),
    }


def settle_facts(
    game: GameWire,
    law: VerdictLaw,
    asked: FactsAsked,
    rules: Mapping[str, str | int],
    sentences: Mapping[str, _Citation],
) -> dict[str, JSON]:
    """The verdict of each source on a question about facts, as JSON.

    Raises like ``settle_scenario``.
    """
    made: JSON = {"options": {**RuleSpace.of(game).with_needs(rules)}}
    by = game.ask_under(game.rule_set(made), asked.what, asked.question)
    told: JSON = by if not isinstance(by, Refusal) else {"refused": [*map(str, by.clauses)]}
    return {
        "question": None,
        "verdicts": _verdicts(
            game, judge_facts(game, law, asked.what, asked.question, rules), sentences
        ),
        "default": told if isinstance(told, dict) else {asked.what: told},
    }


def _verdicts(
    game: GameWire,
    judged: Mapping[str, SourceVerdict],
    sentences: Mapping[str, _Citation],
) -> dict[str, JSON]:
    options = Options(game)
    return {source: _verdict(options, verdict, sentences) for source, verdict in judged.items()}


def by_default(game: GameWire, scenario: Scenario) -> JSON:
    """The result by the default rules with the readings that the scenario gives."""
    made: JSON = {"options": {**RuleSpace.of(game).with_needs(scenario.rules or {})}}
    begun = game.begin(made, scenario.players, scenario.dealer, scenario.hand_number)
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
        return [match.view(seat) for seat in seats_asked(scenario)]
    return match.result()


def _verdict(
    options: Options, verdict: SourceVerdict, sentences: Mapping[str, _Citation]
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
    """The readings of the deciding questions that lead to an outcome."""
    shown: dict[str, JSON] = {}
    for box in boxes:
        readings = {
            name: sorted(left, key=str) for name, left in sorted(box.items()) if name in deciding
        }
        shown[str(readings)] = {name: [*left] for name, left in readings.items()}
    return {"under": list(shown.values())}


def _part(of: PartVerdict, sentences: Mapping[str, _Citation]) -> dict[str, JSON]:
    told: dict[str, JSON] = {
        "status": of.status.value,
        "outcomes": [
            *(
                {**fields, **(_under(boxes, of.open_options) if len(of.outcomes) > 1 else {})}
                for _, fields, boxes in of.outcomes
            ),
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
    """The outcomes that a source may mean but cannot be played, each as its reading."""
    return [{"unplayed": reading} for reading in _unplayed(readings)]


def _cited(citations: Iterable[str], sentences: Mapping[str, _Citation]) -> list[JSON]:
    return [dict(sentences.get(citation, {"cites": citation})) for citation in citations]


def settle_question(question: Mapping[str, JSON], sentences: Mapping[str, _Citation]) -> JSON:
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
    identity: str, source: str, stance: JSON, sentences: Mapping[str, _Citation]
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
        "citations": _cited(cited, sentences),
    }
