"""All that the pages show, read once for a build with the parser of the suite."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Final, Protocol, TypeAlias, TypeVar

import msgspec
from sphinx.environment import BuildEnvironment

from lawpages.carriers import Carrier, carriers
from lawpages.copies import CUT
from lawpages.together import together
from meldcheck.evidence.ladder import Evidence, evidence
from meldcheck.evidence.records import Measurement
from meldcheck.evidence.records import load as load_measurement
from meldcheck.games import MEASURES
from meldcheck.law import sources
from meldcheck.law.clauses import Clause, Document, Law, Question
from meldcheck.law.document import read_law
from meldcheck.law.rulesets import RuleSet, shelf_of
from meldcheck.law.sources import SourceText, Verified
from meldcheck.law.written import Example, QuestionExample
from meldcheck.sources.told.names import Words
from meldcheck.suite import store
from meldcheck.suite.examples import cases_in
from meldcheck.words.case import Act, Case, Origin
from meldcheck.words.code import PLAY
from meldcheck.words.errors import SpecError
from meldcheck.words.places import PACKAGE, suite_directory
from meldspec.games import GAMES

Entry: TypeAlias = Clause | Question | Example
"""The content of a block of a document."""

HOME: Final = "rules"
"""The folder of the site that has the documents."""

ARGUMENTS: Final = "arguments"
"""The folder of the site that has a page for each question."""

CLAUSES: Final = "clauses"
"""The folder of the site that has a page for each clause."""

SENTENCES: Final = "sentences"
"""The folder of the site that has the further pages of long sources."""

SHELF: Final = 20_000
"""The size of the cases on one page, in bytes as JSON; their HTML is up to four times as large."""

RULEBOOK: Final = "rulebook"
"""The name of the page with all clauses of a game as text."""

STANCES: Final = ("says", "implies", "contradicts", "one_reading")
"""The stances that a sentence may take to a clause."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is of the suite."""

    cases: int
    by_hand: int
    engines: int
    """The engines whose evidence is kept: the reference and others."""


@dataclass(frozen=True, slots=True)
class Book:
    """The documents of every game, their cases, sources and code, and the problems in them."""

    spec: Path
    laws: Mapping[str, Law]
    sources: Mapping[str, SourceText]
    receipt: Mapping[str, Verified]
    cases: Mapping[str, tuple[Case, ...]]
    """By the id of the example."""
    carriers: Mapping[str, tuple[Carrier, ...]]
    """By clause."""
    evidence: Mapping[str, Evidence]
    """By clause: all evidence for it."""
    counts: Counts
    rule_sets: Mapping[str, tuple[RuleSet, ...]]
    """By game: the rule sets that have a name."""
    problems: tuple[SpecError, ...]
    digest: str
    """A hash that changes with everything that a page may show."""
    clauses: Mapping[str, Clause] = field(init=False)
    questions: Mapping[str, Question] = field(init=False)
    examples: Mapping[str, Example] = field(init=False)
    entries: Mapping[tuple[str, int], Entry] = field(init=False)
    """By file and line of the block."""
    shelves: Mapping[str, tuple[tuple[Example, ...], ...]] = field(init=False)
    """By clause: the examples that name it first, in parts that fit on a page."""
    naming: Mapping[str, tuple[Example, ...]] = field(init=False)
    """By clause: the examples that name it."""
    named: Mapping[tuple[str, str], Question] = field(init=False)
    """By game and id, option, last part of an option, or alias: the first question with it."""
    plays: Mapping[str, tuple[Example, ...]] = field(init=False)
    """By question: the plays on which its readings differ."""
    taken: frozenset[str] = field(init=False)
    """The ids of clauses, examples and cases."""

    def __post_init__(self) -> None:
        laws = self.laws.values()
        entries = {place(entry): entry for law in laws for entry in _entries_of(law)}
        made: dict[str, object] = {
            "clauses": {name: clause for law in laws for name, clause in law.clauses.items()},
            "questions": {name: one for law in laws for name, one in law.questions.items()},
            "examples": {name: one for law in laws for name, one in law.examples.items()},
            "entries": entries,
            "shelves": self._shelves(),
            "naming": self._naming(),
            "named": self._named(),
            "plays": self._plays(),
        }
        cases = (case.id for those in self.cases.values() for case in those)
        examples = (name for law in laws for name in law.examples)
        made["taken"] = frozenset(
            (*(name for law in laws for name in law.clauses), *examples, *cases)
        )
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def _naming(self) -> dict[str, tuple[Example, ...]]:
        found: dict[str, list[Example]] = {}
        for one in (one for law in self.laws.values() for one in law.examples.values()):
            for clause in dict.fromkeys(one.fields.clauses):
                found.setdefault(clause, []).append(one)
        return {clause: tuple(those) for clause, those in found.items()}

    def _named(self) -> dict[tuple[str, str], Question]:
        found: dict[tuple[str, str], Question] = {}
        for game, law in self.laws.items():
            for one in law.questions.values():
                for name in (one.id, one.option, one.name, *one.aliases):
                    found.setdefault((game, name), one)
        return found

    def _plays(self) -> dict[str, tuple[Example, ...]]:
        found: dict[str, list[Example]] = {}
        for one in (one for law in self.laws.values() for one in law.examples.values()):
            if isinstance(one.fields, QuestionExample):
                found.setdefault(one.fields.question, []).append(one)
        return {question: tuple(those) for question, those in found.items()}

    def _shelves(self) -> dict[str, tuple[tuple[Example, ...], ...]]:
        found: dict[str, list[Example]] = {}
        for one in (one for law in self.laws.values() for one in law.examples.values()):
            found.setdefault(one.fields.clauses[0], []).append(one)
        return {clause: tuple(self._parts(those)) for clause, those in found.items()}

    def _parts(self, examples: Iterable[Example]) -> Iterator[tuple[Example, ...]]:
        part: list[Example] = []
        size = 0
        for one in examples:
            own = len(msgspec.json.encode(self.cases.get(one.id, ())))
            if part and size + own > SHELF:
                yield tuple(part)
                part, size = [], 0
            part.append(one)
            size += own
        yield tuple(part)

    def chapter(self, name: str) -> Document | None:
        """The chapter of the clause, question or example with this id."""
        game, chapter, _ = name.split(".", 2)
        return next((one for one in self.laws[game].documents if one.chapter == chapter), None)

    def showing(self, clause: str) -> list[Example]:
        """The examples that name a clause."""
        return [*self.naming.get(clause, ())]

    def hunting(self, game: str, flag: str) -> list[Example]:
        """The examples of a game that carry a flag."""
        return [one for one in self.laws[game].examples.values() if flag in one.fields.flags]

    def refused_in(self, example: Example) -> frozenset[str]:
        """The clauses by which a step of an example is refused."""
        cases = self.cases.get(example.id, ())
        plays = (steps for case in cases for steps in (case.steps, *case.outcomes.values()))
        acts = (step for steps in plays for step in steps if isinstance(step, Act))
        return frozenset(name for act in acts for name in act.refused)

    def question(self, game: str, name: str) -> Question | None:
        """The question with this id, option, last part of an option, or alias; None if none."""
        return self.named.get((game, name))

    def name(self, source: str) -> str:
        """The name of a source for people; a cut copy has that of its source in it."""
        if source in CUT:
            return f"cut copy of {self.name(CUT[source])}"
        return Words({}, {}, {}, {name: one.title for name, one in self.sources.items()}).name(
            source
        )

    def arguing(self, question: Question) -> list[Example]:
        """The plays on which the readings of a question differ; its witness is the first."""
        return sorted(self.plays.get(question.id, ()), key=lambda one: one.id != question.witness)

    def anchor(self, question: Question) -> str:
        """The anchor of a question: its id, or ``question-ID`` if a clause or example has this id.

        The ids of questions and examples never change, so one id can belong to both.
        """
        return f"question-{question.id}" if question.id in self.taken else question.id


def place(entry: Entry) -> tuple[str, int]:
    """The file and the line of a block."""
    fields = entry.fields if isinstance(entry, Example) else entry
    return fields.file, fields.line


def place_of(question: Question) -> str:
    """The place of the page of a question in its folder, as in ``tongits/tie-three-way``.

    No two questions of a game have the same last part.
    """
    return f"{question.id.partition('.')[0]}/{question.id.rpartition('.')[2]}"


def page_of(clause: str) -> str:
    """The place of the page of a clause in its folder, as in ``tongits/draw-call/opened``."""
    return clause.replace(".", "/")


def rulebook_of(game: str) -> str:
    """The page with all clauses of a game as text."""
    return f"{CLAUSES}/{game}/{RULEBOOK}"


def asked(question: Question) -> str:
    """A question in words; its name if its words are not written yet."""
    return question.asks or question.name.replace("_", " ")


def file_of(env: BuildEnvironment, docname: str) -> str:
    """The file of the documents that a page shows."""
    inside = docname.removeprefix(f"{HOME}/")
    return f"spec/{inside}{env.doc2path(docname).suffix}"


def _entries_of(law: Law) -> Iterator[Entry]:
    for document in law.documents:
        yield from document.clauses
        yield from document.questions
        yield from document.examples


@dataclass(frozen=True, slots=True)
class Volume:
    """What the pages of one game show."""

    law: Law
    cases: Mapping[str, tuple[Case, ...]]
    carriers: Mapping[str, tuple[Carrier, ...]]
    evidence: Mapping[str, Evidence]
    rule_sets: tuple[RuleSet, ...]
    problems: tuple[SpecError, ...]


@dataclass(frozen=True, slots=True)
class Common:
    """What the pages of all games show: the sources, and how much there is."""

    sources: Mapping[str, SourceText]
    receipt: Mapping[str, Verified]
    counts: Counts
    problems: tuple[SpecError, ...]


Bound = TypeVar("Bound", Volume, Common)


class Keeping(Protocol):
    """Finds a part of the book by its name and digest, or makes it."""

    def __call__(self, name: str, digest: str, make: Callable[[], Bound], /) -> Bound:
        """The part."""


def made_anew(_name: str, _digest: str, make: Callable[[], Bound]) -> Bound:
    """A part that is not kept."""
    return make()


def read_book(spec: Path, keep: Keeping = made_anew, processes: int = 1) -> Book:
    """The book of a folder of documents; what cannot be read is listed in ``problems``.

    Several processes share the games, so ``keep`` may run in any of them.
    """
    digest = digest_of(spec / "sources")
    measured = cache(_measured)  # read for parts that are made, and then once
    common = keep("common", digest, partial(_read_common, spec, measured))
    rows = common.sources
    locators = {name: frozenset(row.at for row in rows[name].sentence) for name in rows}
    there = {path.parent.name for path in spec.glob("*/*.md")}
    games = (*(game for game in MEASURES if game in there), *sorted(there - MEASURES.keys()))

    def volume(game: str) -> Volume:
        read = partial(_read_volume, spec, game, locators if rows else None, measured)
        return keep(game, f"{digest}-{digest_in(spec / game)}", read)

    read = together([partial(volume, game) for game in games], processes)
    volumes = dict(zip(games, read, strict=True))
    return Book(
        spec,
        {game: one.law for game, one in volumes.items()},
        rows,
        common.receipt,
        _joined(one.cases for one in volumes.values()),
        _joined(one.carriers for one in volumes.values()),
        _joined(one.evidence for one in volumes.values()),
        common.counts,
        {game: one.rule_sets for game, one in volumes.items()},
        (*common.problems, *(problem for one in volumes.values() for problem in one.problems)),
        digest_of(spec),
    )


Value = TypeVar("Value")


def _joined(parts: Iterable[Mapping[str, Value]]) -> dict[str, Value]:
    return {name: value for part in parts for name, value in part.items()}


Measured: TypeAlias = tuple[tuple[Case, ...], Measurement, tuple[SpecError, ...]]
"""The cases of the suite, the evidence, and the problem that they cannot be read."""


def _measured() -> Measured:
    nothing = Measurement(commit="", clauses={}, engines={})
    try:
        cases = store.load(suite_directory()).cases
    except SpecError as error:
        return (), nothing, (error,)
    try:
        return cases, load_measurement(suite_directory()), ()
    except SpecError as error:
        return cases, nothing, (error,)


def _read_common(spec: Path, measured: Callable[[], Measured]) -> Common:
    rows: dict[str, SourceText] = {}
    receipt: dict[str, Verified] = {}
    problems: list[SpecError] = []
    try:
        rows, receipt = sources.load(spec / "sources"), sources.read_receipt(spec / "sources")
    except SpecError as error:
        problems.append(error)
    cases, measurement, unread = measured()
    by_hand = sum(case.origin is Origin.DOCUMENT for case in cases)
    counts = Counts(len(cases), by_hand, len(measurement.engines) + 1)
    return Common(rows, receipt, counts, (*problems, *unread))


def _read_volume(
    spec: Path,
    game: str,
    locators: Mapping[str, frozenset[str]] | None,
    measured: Callable[[], Measured],
) -> Volume:
    law, wrong = read_law(spec, game, locators)
    problems = list(wrong)
    cases: dict[str, tuple[Case, ...]] = {}
    for example in law.examples.values():
        try:
            cases[example.id] = tuple(cases_in(law, example))
        except SpecError as error:
            problems.append(error)
    rule_sets: tuple[RuleSet, ...] = ()
    if game in GAMES:
        try:
            rule_sets = tuple(shelf_of(law, spec).rule_sets.values())
        except SpecError as error:
            problems.append(error)
    suite, measurement, _ = measured()
    own = (case for case in suite if case.game == game)
    sure = {one.clause.id: one for one in evidence(law.clauses, own, measurement)}
    return Volume(law, cases, carriers(game), sure, rule_sets, tuple(problems))


def digest_of(spec: Path) -> str:
    """A digest of every file that the pages depend on: documents, play, measure and this code."""
    kept = (suite_directory() / store.EVIDENCE, suite_directory() / store.MANIFEST)
    return digest_in(spec, *CODE, *kept)


CODE: Final = (PLAY, PACKAGE, Path(__file__).parent)
"""The play, the measure, and this package."""

READ: Final = (".md", ".toml", ".py")
"""The endings of the files on which pages depend."""


def digest_in(*places: Path) -> str:
    """A digest of files, and of the files in folders that pages depend on."""
    digest = hashlib.sha256()
    for place in places:
        inside = [path for path in sorted(place.rglob("*")) if path.suffix in READ]
        for path in [place] if place.is_file() else inside:
            digest.update(path.relative_to(place).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
