"""The rule documents, read from the chapters in ``spec/``: clauses, questions and examples.

A chapter is Markdown. Its blocks are fences whose first words are ``{clause}``, ``{question}`` or
``{example}`` and whose content is YAML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, assert_never

import msgspec

from meldcheck.law.clauses import (
    Admits,
    Clause,
    ClauseKind,
    Document,
    Law,
    Question,
    QuestionStatus,
    Written,
)
from meldcheck.law.sources import speaking_of
from meldcheck.law.written import AnyExample, Example, QuestionExample
from meldcheck.words.block import Block, convert, convert_union, read_block
from meldcheck.words.case import Flag, Withdrawn
from meldcheck.words.errors import SpecError

if TYPE_CHECKING:
    from markdown_it.token import Token


class Flags(Written, frozen=True, kw_only=True):
    """The list of mistakes, ``flags.toml``."""

    flag: tuple[Flag, ...] = ()


class Gone(Written, frozen=True, kw_only=True):
    """The list of withdrawn cases, ``withdrawn.toml``."""

    withdrawn: tuple[Withdrawn, ...] = ()


Locators: TypeAlias = Mapping[str, frozenset[str]]
"""The sentence locators of each source."""

_DIRECTIVE: Final = re.compile(r"^\{([A-Za-z:_-]+)\}\s*(.*)$")
_SLUG: Final = re.compile(r"^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*){2,}$")
_READING: Final = re.compile(r"^[a-z0-9_]+$")
_OTHER_BLOCKS: Final = frozenset({"hint", "important", "list-table", "mermaid", "note", "tip"})
"""Directives of the documentation that contain no law."""


def load_law(spec: Path, game: str, locators: Locators | None = None) -> Law:
    """The documents of a game; SpecError for the first fault in them."""
    law, problems = read_law(spec, game, locators)
    if problems:
        raise problems[0]
    return law


def read_law(
    spec: Path, game: str, locators: Locators | None = None
) -> tuple[Law, tuple[SpecError, ...]]:
    """The readable documents of a game, and all faults of the others.

    With ``locators``, a citation of a sentence that its source does not have is a fault too.
    """
    folder = spec / game
    root = spec.parent
    if not folder.is_dir():
        raise SpecError(_name(folder, root), None, "there is no such folder of documents")
    problems: list[SpecError] = []
    documents = tuple(
        _read_document(path, _name(path, root), game, problems)
        for path in sorted(folder.glob("*.md"))
    )
    flags = _read_list(folder / "flags.toml", root, Flags, Flags(), problems).flag
    problems.extend(_flags_twice(folder / "flags.toml", root, flags))
    gone = _read_list(folder / "withdrawn.toml", root, Gone, Gone(), problems).withdrawn
    speaking = speaking_of(game, spec / "sources")
    law = Law(game, documents, {flag.name: flag for flag in flags}, gone, speaking)
    problems.extend(_loose_ends(law, locators))
    return law, tuple(problems)


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


ListType = TypeVar("ListType")


def _read_list(
    path: Path, root: Path, kind: type[ListType], empty: ListType, problems: list[SpecError]
) -> ListType:
    if not path.exists():
        return empty
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        problems.append(SpecError(_name(path, root), None, str(error)))
        return empty


def _flags_twice(path: Path, root: Path, flags: tuple[Flag, ...]) -> Iterator[SpecError]:
    """An error, with its line, for each flag whose name an earlier flag has."""
    text = path.read_text(encoding="utf-8") if flags else ""
    heads = re.finditer(r"^[ \t]*\[\[[ \t]*flag[ \t]*\]\]", text, re.MULTILINE)
    lines = [text.count("\n", 0, head.start()) + 1 for head in heads]
    seen: dict[str, int | None] = {}
    for number, flag in enumerate(flags):
        line = lines[number] if len(lines) == len(flags) else None
        if flag.name in seen:
            where = "" if seen[flag.name] is None else f" in line {seen[flag.name]}"
            yield SpecError(_name(path, root), line, f"flag {flag.name} is also defined{where}")
        seen.setdefault(flag.name, line)


def _read_document(path: Path, file: str, game: str, problems: list[SpecError]) -> Document:
    chapter = path.stem
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        problems.append(SpecError(file, None, f"this is not UTF-8 text (byte {error.start})"))
        return Document(file, chapter, chapter, (), (), ())
    document, found = _parsed(text, file, game, chapter)
    problems.extend(found)
    return document


@lru_cache(maxsize=512)
def _parsed(
    text: str, file: str, game: str, chapter: str
) -> tuple[Document, tuple[SpecError, ...]]:
    """The document in a text, and its faults. Cached, because reading is slow and repeated."""
    from markdown_it import MarkdownIt

    problems: list[SpecError] = []
    tokens = MarkdownIt("commonmark").parse(text)
    clauses: list[Clause] = []
    questions: list[Question] = []
    examples: list[Example] = []
    lines = text.splitlines()
    for name, title, token in _directives(tokens, file, problems):
        try:
            block = _block(token, file, lines)
            place = {"file": file, "line": block.first - 1}
            match name:
                case "clause":
                    clause = convert(block, Clause, id=title, **place)
                    _check_slug(block, title, game, chapter)
                    clauses.append(clause)
                case "question":
                    question = convert(block, Question, id=title, **place)
                    _check_slug(block, title, game, chapter)
                    questions.append(question)
                    problems.extend(_question_faults(block, question))
                case _:
                    examples.append(_read_example(block, title, game, chapter))
        except SpecError as error:
            problems.append(error)
    title = _title(tokens, chapter)
    document = Document(file, chapter, title, tuple(clauses), tuple(questions), tuple(examples))
    return document, tuple(problems)


def _directives(
    tokens: list[Token], file: str, problems: list[SpecError]
) -> Iterator[tuple[str, str, Token]]:
    for token in tokens:
        found = _DIRECTIVE.match(token.info.strip()) if token.type == "fence" else None
        if found is None:
            continue
        name, title = found[1], found[2].strip()
        line = token.map[0] + 1 if token.map else None
        if name in ("clause", "question", "example"):
            if title:
                yield name, title, token
            else:
                problems.append(SpecError(file, line, f"a {name} without a name"))
        elif name not in _OTHER_BLOCKS:
            problems.append(SpecError(file, line, f"unknown block {{{name}}}"))


def _block(token: Token, file: str, lines: list[str]) -> Block:
    start, end = token.map if token.map else (0, 0)
    if end - start < 2 or not lines[end - 1].strip().startswith(token.markup):
        raise SpecError(file, start + 1, "the block is not closed")
    return read_block(token.content, file, start + 2)


def _title(tokens: list[Token], chapter: str) -> str:
    for token, after in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h1":
            return after.content
    return chapter


def _read_example(block: Block, title: str, game: str, chapter: str) -> Example:
    block.fields.setdefault("kind", "play")
    place = {"file": block.file, "line": block.first - 1}
    fields: AnyExample = convert_union(block, AnyExample, title=title, **place)
    _check_slug(block, fields.id, game, chapter)
    return Example(fields, block)


def _check_slug(block: Block, slug: str, game: str, chapter: str) -> None:
    if not _SLUG.match(slug):
        raise block.error(f"{slug!r} is not an id of the form {game}.{chapter}.some-name", "id")
    if not slug.startswith(f"{game}.{chapter}."):
        raise block.error(f"{slug!r} must begin with its chapter, {game}.{chapter}", "id")


def _question_faults(block: Block, question: Question) -> Iterator[SpecError]:
    """All faults of a question by itself, so that one run shows every one."""
    for reading in question.readings:
        if not _READING.match(reading):
            yield block.error(f"{reading!r} is not in snake_case", "readings", reading)
    for reading in question.unplayable:
        if reading not in question.readings:
            yield block.error(f"{reading!r} is no reading", "unplayable", reading)
    if question.default not in question.readings:
        yield block.error(f"the default {question.default!r} is no reading", "default")
    elif question.default in question.unplayable:
        yield block.error(f"the default {question.default!r} is unplayable", "default")
    match question.status:
        case QuestionStatus.OPTION:
            if question.fixed is not None:
                yield block.error("status option does not go with 'fixed'", "fixed")
            if len(question.played) < 2:
                yield block.error("an option with fewer than two playable readings", "readings")
        case QuestionStatus.FIXED:
            if not question.fixed:
                yield block.error("status fixed needs 'fixed', the reason", "status")
        case _:
            assert_never(question.status)
    for source, admits in question.sources.items():
        yield from _admission_faults(block, question, source, admits)


def _admission_faults(
    block: Block, question: Question, source: str, admits: Admits
) -> Iterator[SpecError]:
    said = (("says", admits.says), ("implies", admits.implies), ("rules-out", admits.rules_out))
    for how, stated in said:
        for reading, sentences in stated.items():
            if reading not in question.readings:
                message = f"{reading!r} is no reading"
                yield block.error(message, "sources", source, how, reading)
            if not sentences:
                message = f"{source} {how} {reading!r} without a sentence"
                yield block.error(message, "sources", source, how, reading)
    for reading in admits.implies:
        if reading in admits.says:
            message = f"{source} both says and implies {reading!r}"
            yield block.error(message, "sources", source, "implies", reading)
    if admits.lost and admits.locators():
        yield block.error(f"{source} is lost but cited", "sources", source)
    if admits.rules_out and (admits.says or admits.implies):
        message = f"{source} states readings, so it admits no others: rules-out adds nothing"
        yield block.error(message, "sources", source)
    if not admits.readings(question.readings):
        yield block.error(f"{source} admits no reading", "sources", source)


def _loose_ends(law: Law, locators: Locators | None) -> Iterator[SpecError]:
    yield from _twice(law)
    for document in law.documents:
        for clause in document.clauses:
            yield from _loose_clause(law, clause, locators)
        for question in document.questions:
            for problem in _loose_question(law, question, locators):
                yield SpecError(question.file, question.line, problem)
        for example in document.examples:
            yield from _loose_example(law, example)


def _twice(law: Law) -> Iterator[SpecError]:
    kinds: tuple[tuple[str, Callable[[Document], Iterable[tuple[str, str, int]]]], ...] = (
        ("clause", lambda d: ((c.id, c.file, c.line) for c in d.clauses)),
        ("question", lambda d: ((q.id, q.file, q.line) for q in d.questions)),
        ("question name", lambda d: ((q.name, q.file, q.line) for q in d.questions)),
        ("example", lambda d: ((e.id, e.fields.file, e.fields.line) for e in d.examples)),
    )
    for kind, listed in kinds:
        seen: dict[str, str] = {}
        for document in law.documents:
            for name, file, line in listed(document):
                if name in seen:
                    yield SpecError(file, line, f"{kind} {name} is also defined at {seen[name]}")
                seen.setdefault(name, f"{file}:{line}")


def _loose_clause(law: Law, clause: Clause, locators: Locators | None) -> Iterator[SpecError]:
    for named in clause.implied_by:
        if named not in law.clauses:
            yield SpecError(clause.file, clause.line, f"implied by unknown clause {named!r}")
    if clause.implied_by and not clause.why:
        yield SpecError(clause.file, clause.line, "'implied-by' without 'why'")
    if clause.kind is ClauseKind.CONDITION and not clause.refusal:
        yield SpecError(clause.file, clause.line, "a condition without 'refusal'")
    questions = {question.name: question for question in law.questions.values()}
    for name in clause.questions:
        if name not in questions:
            yield SpecError(clause.file, clause.line, f"unknown question {name!r}")
        elif clause.id not in questions[name].clauses:
            problem = f"the question {name} does not list {clause.id} among its clauses"
            yield SpecError(clause.file, clause.line, problem)
    for name in clause.undisputed:
        if name not in clause.questions:
            problem = f"'undisputed' names {name!r}, which is none of its questions"
            yield SpecError(clause.file, clause.line, problem)
    for source, stance in clause.sources.items():
        cited = stance.locators()
        if (stance.silent or stance.lost) and cited:
            problem = f"{source} is silent or lost but cited"
            yield SpecError(clause.file, clause.line, problem)
        for problem in _unknown_sentences(source, cited, locators):
            yield SpecError(clause.file, clause.line, problem)


def _loose_question(law: Law, question: Question, locators: Locators | None) -> Iterator[str]:
    for named in question.clauses:
        clause = law.clauses.get(named)
        if clause is None:
            yield f"unknown clause {named!r}"
        elif question.name not in clause.questions:
            yield f"{named} does not list {question.name} among its questions"
    for named in question.turns_on:
        if "." in named and named not in question.clauses:
            yield f"'turns-on' names {named!r}, which is none of its clauses"
    if question.status is not QuestionStatus.FIXED and any(
        "." in named for named in question.turns_on
    ):
        yield "'turns-on' of an option names a clause; only a fixed question may"
    if question.witness is not None:
        yield from _loose_witness(law, question, question.witness)
    for source, admits in question.sources.items():
        yield from _unknown_sentences(source, admits.locators(), locators)
    for source in law.profiles:
        if source not in question.sources and (locators is None or source in locators):
            yield f"has no entry for the source {source}"
    for condition in question.alive_when:
        if not condition:
            yield "alive-when: a condition without an option always holds"
        for option, readings in condition.items():
            if option not in law.options:
                yield f"alive-when: no question has the option {option!r}"
                continue
            for reading in readings:
                if reading not in law.options[option].readings:
                    yield f"alive-when: {option} has no reading {reading!r}"


def _loose_witness(law: Law, question: Question, name: str) -> Iterator[str]:
    if name not in law.examples:
        yield f"unknown witness {name!r}"
        return
    witness = law.examples[name].fields
    if not isinstance(witness, QuestionExample) or witness.question != question.id:
        yield f"the witness {name} is no example of kind question about this question"


def _unknown_sentences(
    source: str, cited: Iterable[str], locators: Locators | None
) -> Iterator[str]:
    if locators is None:
        return
    if source not in locators:
        yield f"unknown source {source!r}"
        return
    for at in cited:
        if at not in locators[source]:
            yield f"{source} has no sentence {at!r}"


def _loose_example(law: Law, example: Example) -> Iterator[SpecError]:
    fields = example.fields
    if not fields.clauses:
        yield example.error("shows no clause", "clauses")
    for place, clause in enumerate(fields.clauses):
        if clause not in law.clauses:
            yield example.error(f"unknown clause {clause!r}", "clauses", place)
    for place, flag in enumerate(fields.flags):
        if flag not in law.flags:
            yield example.error(f"unknown flag {flag!r}", "flags", place)
    for option, reading in fields.rules.items():
        if option not in law.options or reading not in law.options[option].readings:
            yield example.error(f"unknown option or reading {option}: {reading}", "rules", option)
    if isinstance(fields, QuestionExample):
        yield from _loose_question_example(law, example, fields)


def _loose_question_example(
    law: Law, example: Example, fields: QuestionExample
) -> Iterator[SpecError]:
    """The faults of an example about a question.

    Its readings must be played, and the option must matter under its rules. Whether it shows all
    readings is checked elsewhere: only the reference knows which of them leave play defined.
    """
    question = law.questions.get(fields.question)
    if question is None:
        yield example.error(f"unknown question {fields.question!r}", "question")
        return
    if question.status is not QuestionStatus.OPTION:
        yield example.error(f"{question.id} is {question.status}, not an option", "question")
        return
    for reading in fields.readings:
        if reading not in question.played:
            yield example.error(f"{question.id} cannot play {reading!r}", "readings", reading)
    if question.option in fields.rules:
        yield example.error(f"{question.option} is both asked and fixed", "rules", question.option)
    if not question.is_alive(law.chosen(fields.rules)):
        message = f"{question.id} does not matter under these rules (see its alive-when)"
        yield example.error(message, "rules")
