"""How far a source settles a part, from the questions and clauses behind it.

Standard library and the reference only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never, final

from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.parts import Grounds, Unplayed
from meldcheck.sources.scenario import TO_ACT
from meldcheck.sources.stands import Certainty, Stand, VerdictLaw
from meldcheck.words.readings import Readings
from meldcheck.words.values import as_list, as_record
from meldspec.wire import JSON


@final
@dataclass(frozen=True, slots=True)
class Point:
    """The point put to one source about one part: the options that matter, and the clauses."""

    source: str
    matter: Sequence[str]
    clauses: Sequence[str]
    grounds: Grounds
    beyond: Sequence[str] = ()
    """Options that govern the clauses and on which the source is silent."""
    kinds: Sequence[str] = ()
    """The kinds of action that were accepted, or fields that are shown."""
    tried: Sequence[str] = ()
    """The kinds of action that were refused."""
    unknown: Sequence[str] = ()
    """Options that decide these kinds and on which the source is silent."""


@final
@dataclass(frozen=True, slots=True)
class Fixed:
    """Fixed questions behind a refusal for which a source admits other readings."""

    questions: tuple[str, ...] = ()
    others: tuple[Unplayed, ...] = ()
    default_admitted: bool = True


def fixed(law: VerdictLaw, asked: Point) -> Fixed:
    """The fixed questions behind these clauses, if the source admits other readings of them.

    If a clause that depends on none of them has a source, that clause decides.
    """
    source = asked.source
    if asked.grounds is not Grounds.CLAUSES and not asked.kinds:
        return Fixed()
    open_still = [
        question
        for question in law.questions.values()
        if question.fixed and question.sources[source].sentences.keys() - {question.default}
    ]
    turning = {
        name: [
            question
            for question in open_still
            if name in question.turns_on
            or (name in question.clauses and any(of in question.turns_on for of in asked.tried))
        ]
        for name in (*(asked.clauses if asked.grounds is Grounds.CLAUSES else ()), *asked.kinds)
    }
    if not asked.kinds and any(
        not turning[clause] and law.support(clause, source).status is Certainty.SETTLED
        for clause in asked.clauses
    ):
        return Fixed()
    questions = {question.id: question for found in turning.values() for question in found}
    others = tuple(
        Unplayed(question.id, str(name), question.unplayable.get(str(name), ""))
        for question in questions.values()
        for name in question.sources[source].sentences
        if name != question.default
    )
    admitted = all(
        question.default in question.sources[source].sentences for question in questions.values()
    )
    return Fixed(tuple(questions), others, admitted)


def lifted(law: VerdictLaw, space: RuleSpace, given: Readings) -> VerdictLaw:
    """The law without the sources' readings of options that the given readings need otherwise."""
    needed = {need.needed for need in space.needs if given.get(need.option) == need.reading}
    questions = {
        option: replace(question, sources={source: Stand({}) for source in question.sources})
        if option in needed
        else question
        for option, question in law.questions.items()
    }
    return replace(law, questions=questions)


def unplayed(law: VerdictLaw, source: str, matter: Sequence[str]) -> tuple[Unplayed, ...]:
    """The readings of the deciding questions that the source admits and nobody can play."""
    return tuple(
        Unplayed(question.id, name, question.unplayable[name])
        for option in matter
        if (question := law.questions.get(option)) is not None
        for name in map(str, question.sources[source].sentences)
        if name in question.unplayable
    )


def status(
    law: VerdictLaw, asked: Point, undecided: Sequence[str], fixed: Fixed, unplayed: bool
) -> tuple[Certainty, tuple[str, ...]]:
    """How far the source decides a part, and the questions or clauses behind that.

    Of several clauses that refuse a step, one with a source is enough. Each line of a receipt needs
    a source.
    """
    source = asked.source
    deciding_questions = [law.questions[option] for option in asked.matter]
    questions = tuple(question.id for question in deciding_questions)
    governed = {clause for question in deciding_questions for clause in question.clauses}
    bare = [clause for clause in asked.clauses if clause not in governed]
    supports = {clause: law.support(clause, source).status for clause in bare}
    missing = _missing(supports)
    if missing is not None and asked.grounds is Grounds.RECEIPT:
        return missing
    unknown = _silence(law, asked.source, asked.unknown)
    if unknown is not None:
        return unknown
    beyond = _silence(law, asked.source, asked.beyond)
    if beyond is not None and asked.grounds is Grounds.MATCH:
        return beyond
    if undecided:
        stands = [law.questions[option].sources[source] for option in undecided]
        ids = tuple(law.questions[option].id for option in undecided)
        if any(stand.lost for stand in stands):
            return Certainty.LOST, ids
        return (Certainty.OPEN if any(stand.speaks for stand in stands) else Certainty.SILENT), ids
    if unplayed:
        told = (*questions, *fixed.questions)
        return (Certainty.OPEN if fixed.default_admitted else Certainty.SETTLED), told
    decided = any(question.sources[source].speaks for question in deciding_questions)
    if beyond is not None and not decided:
        return beyond
    sure = (decided and not bare) or Certainty.SETTLED in supports.values()
    if asked.grounds is Grounds.CLAUSES and sure:
        kept = [clause for clause, of in supports.items() if of is Certainty.SETTLED]
        return Certainty.SETTLED, (*questions, *kept)
    return missing or (Certainty.SETTLED, (*questions, *bare))


def _silence(
    law: VerdictLaw, source: str, options: Sequence[str]
) -> tuple[Certainty, tuple[str, ...]] | None:
    """The status silent or lost for options without a sentence; None if there are no options."""
    if not options:
        return None
    stands = [law.questions[option].sources[source] for option in options]
    status = Certainty.LOST if any(stand.lost for stand in stands) else Certainty.SILENT
    return status, tuple(law.questions[option].id for option in options)


def _missing(supports: Mapping[str, Certainty]) -> tuple[Certainty, tuple[str, ...]] | None:
    """The status of the clauses without a source, lost before silent; None if all have one."""
    for worst in (Certainty.LOST, Certainty.SILENT):
        missing = tuple(clause for clause, of in supports.items() if of is worst)
        if missing:
            return worst, missing
    return None


def clauses(
    law: VerdictLaw, grounds: Grounds, told: Sequence[Mapping[str, JSON]]
) -> tuple[str, ...]:
    """The clauses that refused or allowed a step, decided a hand, or scored points."""
    found: dict[str, None] = {}
    for outcome in told:
        match grounds:
            case Grounds.QUESTIONS:
                pass
            case Grounds.CLAUSES:
                named = [*as_list(outcome.get("clauses")), *as_list(outcome.get("grounds"))]
                refused = [*map(str, as_list(outcome.get("refused")))]
                for ground in map(str, named):
                    found.update(dict.fromkeys(_barring(law, ground, refused)))
                for kind in as_list(outcome.get("kinds")):
                    found.update(dict.fromkeys(law.granting.get(str(kind), ())))
            case Grounds.MATCH:
                for clause in as_list(outcome.get("match_grounds")):
                    found[str(clause)] = None
            case Grounds.RECEIPT:
                lines = [as_record(line) for line in as_list(outcome.get("receipt"))]
                found.update((str(line["clause"]), None) for line in lines if line.get("points"))
            case _:
                assert_never(grounds)
    return tuple(found)


def _barring(law: VerdictLaw, clause: str, refused: Sequence[str]) -> tuple[str, ...]:
    """The clauses that bar these kinds out of turn; the clause itself if there are none."""
    if not clause.endswith(TO_ACT):
        return (clause,)
    return tuple(named for kind in refused for named in law.barring.get(kind, ())) or (clause,)


def citations(law: VerdictLaw, source: str, because: Sequence[str]) -> tuple[str, ...]:
    """The sentences of the source for these questions and clauses, as ``source AT``."""
    found: dict[str, None] = {}
    by_id = {question.id: question for question in law.questions.values()}
    for name in because:
        if name in by_id:
            for sentences in by_id[name].sources[source].sentences.values():
                found.update((f"{source} {at}", None) for at in sentences)
        else:
            sentences = law.support(name, source).sentences
            found.update((f"{source} {at}", None) for at in sentences)
    return tuple(found)


def names_in(lists: Iterable[JSON]) -> tuple[str, ...]:
    """The names in these lists, each once."""
    return tuple(dict.fromkeys(str(name) for one in lists for name in as_list(one)))


def names_in_all(lists: Iterable[JSON]) -> tuple[str, ...]:
    """The names that are in every one of these lists."""
    named = [names_in((one,)) for one in lists]
    return tuple(name for name in named[0] if all(name in one for one in named)) if named else ()
