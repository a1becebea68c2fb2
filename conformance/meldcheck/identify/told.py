"""The findings about an engine, as JSON for programs and as text for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, final

import msgspec

from meldcheck.check.declared import Declaration, Declared, declaration_as_toml
from meldcheck.engine.process import EngineFault, called, printable
from meldcheck.identify.findings import (
    Answer,
    Findings,
    Lack,
    Upshot,
    misfit_in_words,
    options_found,
)
from meldcheck.identify.identification import Unanswered
from meldcheck.identify.nearest import Nearness, admitted, citations, nearest, nearness
from meldcheck.law.clauses import Law
from meldcheck.law.sources import SourceText
from meldcheck.sources.experiments import Misfit
from meldcheck.words.case import JSON
from meldcheck.words.lines import counted, filled
from meldcheck.words.protocol import EngineName

_TITLES: Final = {
    Lack.DOUBTFUL: "cannot tell, because the engine contradicts itself:",
    Lack.MISSING: "cannot tell, because something is missing:",
    Lack.UNFOUND: "cannot tell, because no play was found that tells:",
    Lack.ALIKE: "cannot tell, because the readings are the same game:",
    Lack.DEAD: "cannot tell, and it does not matter:",
}

_MOST: Final = 10
"""Number of troubles, and of replies that fit nothing, shown in full."""


@final
@dataclass(frozen=True, slots=True)
class Identified:
    """An engine, and everything found out about it."""

    engine: EngineName
    law: Law
    findings: Findings
    texts: Mapping[str, SourceText]

    @property
    def near(self) -> tuple[Nearness, ...]:
        """The nearness of each source."""
        return nearness(self.law, self.findings)


# ── JSON ─────────────────────────────────────────────────────────────────────────────────────────


def as_value(told: Identified) -> dict[str, JSON]:
    """Everything as one JSON value."""
    near = told.near
    best = nearest(near)
    return {
        "engine": msgspec.structs.asdict(told.engine),
        "game": told.findings.game,
        "questions": [_question(answer) for answer in told.findings.answers],
        "nearest": None if best is None else best.source,
        "sources": {
            one.source: {
                "agrees": len(one.agrees),
                "contradicts": [answer.question.option for answer in one.contradicts],
                "silent": len(one.silent),
            }
            for one in near
        },
        "contradictions": []
        if best is None
        else [_contradiction(told, answer, best.source) for answer in best.contradicts],
        "unexplained": [_unexplained(*each) for each in told.findings.unexplained],
        "troubles": dict(told.findings.troubles),
        "unanswered": {one.kind: one.said for one in told.findings.unanswered.values()},
        "mistakes": told.findings.mistakes,
        "broken": told.findings.broken,
        "given_up": told.findings.given_up or None,
        "interrupted": told.findings.interrupted,
        "plays": told.findings.plays,
        "seeded": {"matches": told.findings.walks, "most": told.findings.most_walks},
        "holds": told.findings.holds,
    }


def _question(answer: Answer) -> dict[str, JSON]:
    return {
        "id": answer.question.id,
        "option": answer.question.option,
        "status": answer.finding.value,
        "reading": answer.reading,
        "default": None if answer.reading is None else answer.is_default,
        "left": list(answer.left),
        "declared": list(answer.declared) or None,
        "contradicts_hello": answer.contradicts_hello,
        "lack": None if answer.lack is None else answer.lack.value,
        "why": answer.why or None,
        "by": list(answer.by),
        "shown": None if answer.backing is None else list(answer.backing.shown),
        "against": None if answer.backing is None else list(answer.backing.against),
    }


def _contradiction(told: Identified, answer: Answer, source: str) -> dict[str, JSON]:
    return {
        "question": answer.question.id,
        "option": answer.question.option,
        "reading": answer.reading,
        "left": list(answer.left),
        "source": source,
        "admits": list(admitted(answer, source)),
        "citations": list(citations(answer, source, told.texts)),
    }


# ── text ─────────────────────────────────────────────────────────────────────────────────────────


def as_lines(told: Identified) -> Iterator[str]:
    """Everything as text: differences from the default first, then a summary of the rest."""
    findings = told.findings
    if findings.is_empty:
        yield from _empty_lines(told)
        return
    yield f"{called(told.engine)}, {findings.game}: {findings.plays} plays on the engine"
    if findings.interrupted:
        yield "interrupted: this is what is known so far"
    if findings.given_up:
        yield from filled("", f"given up: {printable(findings.given_up)}")
    if findings.misfits:
        number = counted(findings.mistakes, "time")
        unlike = f"the engine has mistakes: {number} its reply fits no rule set that others allow"
        yield from filled("", f"{unlike}. meldspec check names them; mend them first")
    if findings.broken and not findings.unanswered:
        of = f"{findings.broken} of {counted(findings.plays, 'play')}"
        yield from filled("", f"the engine broke the protocol in {of}; mend that first")
    for never in findings.unanswered.values():
        yield from filled("", printable(_unanswered_in_words(never)))
    answers = findings.answers
    known = [one for one in answers if one.reading is not None]
    others = [one for one in known if not one.is_default]
    unknown = [one for one in answers if one.finding is Upshot.CANNOT_TELL]
    yield from _section("different from the default:", others, _reading_lines)
    neither = [one for one in answers if one.finding is Upshot.NEITHER]
    yield from _section("no reading fits:", neither, _why_lines)
    for lack, title in _TITLES.items():
        yield from _cannot_tell_lines(title, [one for one in unknown if one.lack is lack])
        if lack is Lack.UNFOUND and any(one.lack is lack for one in unknown):
            bound = f"{findings.walks} seeded matches, up to {findings.most_walks} for two readings"
            yield f"  (looked for in all plays of the suite and in {bound})"
        if lack is Lack.MISSING and findings.walks and any(one.lack is lack for one in unknown):
            yield f"  (seeded matches in search of a play that tells: {findings.walks})"
    usual = [one for one in known if one.is_default]
    if usual:
        yield ""
        yield f"by default, {len(usual)} of {len(answers)} questions:"
        yield from filled("  ", ", ".join(one.question.option for one in usual), hanging="  ")
    lying = [one for one in known if one.contradicts_hello]
    yield from _section("different from its hello:", lying, _hello_lines)
    if lying:
        yield from _declaration_lines(findings)
    yield from _unexplained_lines(findings)
    yield from _near_lines(told)


def _unanswered_in_words(never: Unanswered) -> str:
    """A kind of request that was asked no more, and what to do about it."""
    times = f"{never.plays} times out of {never.asked}"
    ends = "so no play goes on there."
    if isinstance(never.first, EngineFault):
        mend = f"Mend this first, then identify again: {never.said}"
        return f"the engine never answers {never.kind}: it faulted there {times}, {ends} {mend}"
    return f"the engine never answers {never.kind} ({times}), {ends} It says: {never.said}"


def _empty_lines(told: Identified) -> Iterator[str]:
    findings = told.findings
    after = f"after {counted(findings.plays, 'play')}"
    why = f"given up {after}: {printable(findings.given_up)}"
    if findings.interrupted:
        why = f"interrupted {after}: nothing is known yet"
    yield f"{called(told.engine)}, {findings.game}: {why}"
    yield from _misfit_lines(findings)


def _section(
    title: str, answers: Sequence[Answer], lines: Callable[[Answer], Iterator[str]]
) -> Iterator[str]:
    if answers:
        yield ""
        yield title
    for answer in answers:
        yield from lines(answer)


def _reading_lines(answer: Answer) -> Iterator[str]:
    question = answer.question
    meaning = " ".join(question.readings[str(answer.reading)].split())
    yield from filled("  ", f"{question.option} is {answer.reading}: {meaning}{_shown_by(answer)}")


def _shown_by(answer: Answer) -> str:
    """How many plays show a reading, and one of them."""
    shown = answer.by[-1:] if answer.backing is None else answer.backing.shown
    if not shown:
        return ""
    return f" (shown by {'one play' if len(shown) == 1 else f'{len(shown)} plays'}: {shown[0]})"


def _why_lines(answer: Answer) -> Iterator[str]:
    yield from filled("  ", f"{answer.question.option}: {printable(answer.why)}")


def _cannot_tell_lines(title: str, answers: Sequence[Answer]) -> Iterator[str]:
    """Questions without an answer, grouped by reason."""
    by_why: dict[str, list[str]] = {}
    for answer in answers:
        left = " or ".join(str(reading) for reading in answer.left)
        between = "" if answer.lack in (Lack.DEAD, Lack.DOUBTFUL) else f" ({left})"
        by_why.setdefault(answer.why, []).append(f"{answer.question.option}{between}")
    if answers:
        yield ""
        yield title
    for why, names in by_why.items():
        yield from filled("  ", f"{', '.join(names)}: {printable(why)}")


def _hello_lines(answer: Answer) -> Iterator[str]:
    said = " or ".join(str(reading) for reading in answer.declared)
    told = f"it says {said}" if said else "it says nothing, which means the default"
    yield from filled("  ", f"{answer.question.option}: {told}, but it plays {answer.reading}")


def _declaration_lines(findings: Findings) -> Iterator[str]:
    """What a file says in the place of ``hello``, as TOML."""
    yield ""
    yield "to declare, as options in hello or in a file for --declare:"
    options = Declared(options=options_found(findings))
    for line in declaration_as_toml(Declaration({findings.game: options})):
        yield f"  {line}"


def _unexplained(misfit: Misfit, reading: str) -> str:
    """A reply that fits no rule set that is left, in words."""
    told = misfit_in_words(misfit)
    return f"{told}; the play fits {reading}, which other plays exclude" if reading else told


def _misfit_lines(findings: Findings) -> Iterator[str]:
    unexplained = findings.unexplained
    if unexplained:
        yield ""
        yield "replies that fit no rule set that is left:"
    for each in unexplained[:_MOST]:
        yield from filled("  ", printable(_unexplained(*each)))
    if len(unexplained) > _MOST:
        yield f"  and {len(unexplained) - _MOST} more"


def _unexplained_lines(findings: Findings) -> Iterator[str]:
    yield from _misfit_lines(findings)
    if findings.troubles:
        yield ""
        yield f"plays that were broken off: {len(findings.troubles)}"
    for name, trouble in list(findings.troubles.items())[:_MOST]:
        yield from filled("  ", f"{name}: {printable(trouble)}")
    if len(findings.troubles) > _MOST:
        yield f"  and {len(findings.troubles) - _MOST} more"


def _near_lines(told: Identified) -> Iterator[str]:
    near = told.near
    best = nearest(near)
    if best is None:
        return
    yield ""
    yield f"{'source':<16}{'agrees':>8}{'contradicts':>13}{'silent':>8}"
    for one in near:
        mark = "  nearest" if one is best else ""
        counts = (len(one.agrees), len(one.contradicts), len(one.silent))
        yield f"{one.source:<16}{counts[0]:>8}{counts[1]:>13}{counts[2]:>8}{mark}"
    if best.contradicts:
        yield ""
        yield f"where {best.source} says something else:"
    for answer in best.contradicts:
        says = " or ".join(admitted(answer, best.source))
        cited = "; ".join(citations(answer, best.source, told.texts))
        played = " or ".join(str(reading) for reading in answer.left)
        beside = "" if answer.reading is not None else ", with the other readings that are played"
        text = f"{answer.question.option} is {played}, not {says}{beside} ({cited})"
        yield from filled("  ", text)
