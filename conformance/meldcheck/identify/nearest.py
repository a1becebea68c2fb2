"""The nearness of each source: on how many questions it admits the reading that an engine plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import final

from meldcheck.check.causes import AGAINST
from meldcheck.identify.findings import Answer, Findings, Lack, Upshot
from meldcheck.law.clauses import Admits, Law
from meldcheck.law.sources import SourceText
from meldcheck.words.readings import Reading, reading_value


@final
@dataclass(frozen=True, slots=True)
class Nearness:
    """The agreement of one source with the readings that were identified."""

    source: str
    agrees: tuple[Answer, ...]
    """The source says or implies the reading that the engine plays."""
    contradicts: tuple[Answer, ...]
    """The source says or implies other readings than are played, or possible together."""
    silent: tuple[Answer, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key, nearest first: more agreements than contradictions, then few of these.

        A contradiction outweighs ``AGAINST`` agreements. So a source that says little is not near
        by its silence.
        """
        return AGAINST * len(self.contradicts) - len(self.agrees), len(self.contradicts)


def nearness(law: Law, findings: Findings) -> tuple[Nearness, ...]:
    """The nearness of every source that has a rule set, in their order."""
    return tuple(_nearness(source, findings) for source in law.profiles)


def _nearness(source: str, findings: Findings) -> Nearness:
    agrees: list[Answer] = []
    contradicts = list(_contradicted_together(source, findings))
    silent: list[Answer] = []
    for answer in findings.answers:
        if answer.reading is None:
            continue
        stated = admitted(answer, source)
        if not stated:
            silent.append(answer)
        elif str(answer.reading) in stated:
            agrees.append(answer)
        else:
            contradicts.append(answer)
    return Nearness(source, tuple(agrees), tuple(contradicts), tuple(silent))


def _contradicted_together(source: str, findings: Findings) -> Iterator[Answer]:
    """Questions without a known reading where no possible rule set agrees with the source."""
    box: dict[str, frozenset[Reading]] = {}
    for answer in findings.answers:
        stated = frozenset(map(reading_value, admitted(answer, source)))
        if answer.finding is not Upshot.CANNOT_TELL or answer.lack is Lack.DEAD or not stated:
            continue
        wider = {**box, answer.question.option: stated}
        if findings.known.allows(wider):
            box = wider
        else:
            yield answer


def nearest(of: Sequence[Nearness]) -> Nearness | None:
    """The nearest source, the first of equally near ones; None if no source says anything."""
    speaking = [one for one in of if one.agrees or one.contradicts]
    return min(speaking, key=lambda one: one.rank, default=None)


def admitted(answer: Answer, source: str) -> Mapping[str, tuple[str, ...]]:
    """The readings that a source says or implies, each with its sentences; empty if silent."""
    admits = answer.question.sources.get(source, Admits())
    return {**admits.implies, **admits.says}


def citations(answer: Answer, source: str, texts: Mapping[str, SourceText]) -> tuple[str, ...]:
    """The sentences of a source on a question, each with its place."""
    rows = {row.at: row for row in texts[source].sentence} if source in texts else {}
    cited = [at for sentences in admitted(answer, source).values() for at in sentences]
    return tuple(
        f"{source} {at}: {rows[at].section}, sentence {rows[at].ordinal}"
        if at in rows
        else f"{source} {at}"
        for at in dict.fromkeys(cited)
    )
