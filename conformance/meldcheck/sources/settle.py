"""Verdicts as JSON: what each source says about a play or facts.

Standard library and the reference only, so that it can run wherever they can.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.parts import PartVerdict, SourceVerdict, Unplayed, overall, whole_outcomes
from meldcheck.sources.question import CitedSentence, cited_in
from meldcheck.sources.scenario import FactsAsked, Scenario, seats_asked
from meldcheck.sources.stands import VerdictLaw
from meldcheck.sources.verdict import Weighed, judge, judge_facts
from meldcheck.sources.worlds import Box, Options
from meldspec.play import Refusal
from meldspec.wire import JSON, GameWire


def settle_scenario(
    game: GameWire,
    law: VerdictLaw,
    scenario: Scenario,
    sentences: Mapping[str, CitedSentence],
    weighed: Weighed,
) -> dict[str, JSON]:
    """The verdict of each source on a scenario, as JSON.

    ``sentences`` has the section and place of each citation, by ``source AT``.  Raises WireError,
    ValueError and TooOpenError for a scenario that cannot be read, begun or followed, and
    UnplayableError for readings that exclude each other.
    """
    game.rule_set({"options": {**RuleSpace.of(game).with_needs(scenario.rules or {})}})
    return {
        "question": None,
        "verdicts": _verdicts(game, judge(game, law, scenario, weighed), sentences),
        "default": by_default(game, scenario),
    }


def settle_facts(
    game: GameWire,
    law: VerdictLaw,
    asked: FactsAsked,
    rules: Mapping[str, str | int],
    sentences: Mapping[str, CitedSentence],
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
    sentences: Mapping[str, CitedSentence],
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
    options: Options, verdict: SourceVerdict, sentences: Mapping[str, CitedSentence]
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
        "citations": cited_in(cited, sentences),
        "parts": {name: _part(of, sentences) for name, of in parts.items()},
    }
    if verdict.refused_steps:
        told["refused_steps"] = [*verdict.refused_steps]
    if verdict.refused:
        told["refused"] = [*verdict.refused]
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


def _part(of: PartVerdict, sentences: Mapping[str, CitedSentence]) -> dict[str, JSON]:
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
        "citations": cited_in(of.citations, sentences),
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
