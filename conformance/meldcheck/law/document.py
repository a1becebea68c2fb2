"""The rule documents: clauses, questions and examples, read from the chapters in ``spec/``.

A chapter is Markdown. Its blocks are fences whose first words are ``{clause}``, ``{question}`` or
``{example}`` and whose content is YAML. These records repeat what the authors wrote;
``suite.examples`` turns examples into cases.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar, assert_never

import msgspec

from meldcheck.law.rulespace import Conditions, RuleSpace, is_met
from meldcheck.law.sources import speaking_of
from meldcheck.words.block import Block, convert, convert_union, read_block
from meldcheck.words.case import JSON, Flag, Record, Tier, Withdrawn, option_of
from meldcheck.words.errors import SpecError
from meldcheck.words.messages import Cards
from meldcheck.words.readings import Reading, Readings, reading_value
from meldspec.wire import GameWire

if TYPE_CHECKING:
    from markdown_it.token import Token


class ClauseKind(StrEnum):
    """The effect of a clause. The last four kinds need no case."""

    CONDITION = "condition"
    PERMISSION = "permission"
    EFFECT = "effect"
    PAYMENT = "payment"
    DEFINITION = "definition"
    AIM = "aim"
    TERM = "term"
    VARIATION = "variation"
    REJECTED = "rejected"


class Level(StrEnum):
    """Whether a source says or implies the clause (rule) or only programs need it (convention)."""

    RULE = "rule"
    CONVENTION = "convention"


class QuestionKind(StrEnum):
    """Why a question is open."""

    CONTRADICTION = "contradiction"
    AMBIGUITY = "ambiguity"
    GAP = "gap"
    VARIATION = "variation"
    UNOBSERVABLE = "unobservable"


class QuestionStatus(StrEnum):
    """Whether a rule set can choose the reading (option), or one behaviour is fixed."""

    OPTION = "option"
    FIXED = "fixed"


class Written(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"
):
    """A record that an author wrote; an unknown field is an error."""


class Stance(Written, frozen=True, kw_only=True):
    """The relation of one source to a clause: locators of the sentences that bear on it."""

    says: tuple[str, ...] = ()
    implies: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    one_reading: tuple[str, ...] = ()
    silent: bool = False
    lost: bool = False

    def locators(self) -> tuple[str, ...]:
        """The locators of every sentence behind the stance."""
        return self.says + self.implies + self.contradicts + self.one_reading


class Clause(Written, frozen=True, kw_only=True):
    """One atomic rule."""

    id: str
    file: str
    line: int
    kind: ClauseKind
    level: Level
    text: str
    sources: dict[str, Stance]
    aliases: tuple[str, ...] = ()
    refusal: str | None = None
    implied_by: tuple[str, ...] = ()
    why: str | None = None
    questions: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()
    """The kinds of action that it allows: when one is accepted, this clause is the reason."""
    bars: tuple[str, ...] = ()
    """The kinds of action that it refuses out of turn, instead of `turn.to-act`, which refuses all.
    """
    undisputed: dict[str, str] = {}
    """By question: the part of this clause that all its readings share.

    A source that admits several readings of the question still states this part.
    """


class Admits(Written, frozen=True, kw_only=True):
    """The readings that a source says or implies, each with its sentences.

    A source without such readings is silent, or lost if its copy ends too early. It admits every
    reading that none of its sentences rules out.
    """

    says: dict[str, tuple[str, ...]] = {}
    implies: dict[str, tuple[str, ...]] = {}
    rules_out: dict[str, tuple[str, ...]] = {}
    lost: bool = False

    def readings(self, offered: Iterable[str]) -> tuple[str, ...]:
        """The readings that are admitted, of those that a question offers, in its order."""
        stated = self.says.keys() | self.implies.keys()
        return tuple(
            reading
            for reading in offered
            if (reading in stated if stated else reading not in self.rules_out)
        )

    def locators(self) -> tuple[str, ...]:
        """The locators of every sentence behind the admission, each once."""
        cited = (*self.says.values(), *self.implies.values(), *self.rules_out.values())
        return tuple(dict.fromkeys(at for sentences in cited for at in sentences))


class Question(Written, frozen=True, kw_only=True):
    """A point on which the sources leave more than one reading."""

    id: str
    file: str
    line: int
    kind: QuestionKind
    status: QuestionStatus
    readings: dict[str, str]
    default: str
    reason: str
    asks: str = ""
    """The question as players would ask it, in one plain sentence."""
    sources: dict[str, Admits] = {}
    clauses: tuple[str, ...] = ()
    witness: str | None = None
    aliases: tuple[str, ...] = ()
    unplayable: dict[str, str] = {}
    """Readings that the reference cannot play, each with the reason."""
    alive_when: tuple[dict[str, tuple[str, ...]], ...] = ()
    """The question matters only if one of these conditions holds; without any, it always matters.

    A condition holds if every option in it has one of the readings listed for it.
    """
    fixed: str | None = None
    """Why one behaviour is fixed."""
    turns_on: tuple[str, ...] = ()
    """For a fixed question: what refuses or decides a play where its readings differ.

    Each entry is one of its clauses, or a kind of action as in ``grants`` of clauses.
    """

    @property
    def option(self) -> str:
        """The name of the question in a rule set: ``showdown.tie_three_way``."""
        return option_of(self.id)

    @property
    def name(self) -> str:
        """The short name for clauses and engines: ``tie_three_way``."""
        return self.option.rsplit(".", 1)[-1]

    @property
    def played(self) -> tuple[str, ...]:
        """The readings that a rule set can choose; for a fixed question, only its default."""
        if self.status is QuestionStatus.FIXED:
            return (self.default,)
        return tuple(reading for reading in self.readings if reading not in self.unplayable)

    @property
    def conditions(self) -> Conditions:
        """``alive_when``, with readings in the form of rule sets."""
        return tuple(
            {option: tuple(map(reading_value, of)) for option, of in condition.items()}
            for condition in self.alive_when
        )

    def is_alive(self, chosen: Readings) -> bool:
        """Whether the question matters with these readings, given by option name."""
        return is_met(self.conditions, chosen)


class WrittenDeal(Written, frozen=True, kw_only=True):
    """An explicit deal: every card in its place.

    ``players`` is given if the number of seats can vary, ``upcard`` if a card is turned up to begin
    the discard pile, and ``hand_number`` if the match begins with a later hand.
    """

    dealer: int
    hands: tuple[Cards, ...]
    stock: Cards
    players: int | None = None
    upcard: str | None = None
    hand_number: int | None = msgspec.field(default=None, name="hand_number")


DealWords: TypeAlias = WrittenDeal | str
"""A deal, or ``as EXAMPLE-ID``."""


class ControlWords(Written, frozen=True, kw_only=True):
    """The accepted counterpart of a refused play."""

    why: str
    play: str
    deal: DealWords | None = None
    swap: str | tuple[str, ...] | None = None


class ExampleFields(Written, frozen=True, kw_only=True, tag_field="kind"):
    """The fields that examples of every kind have."""

    title: str
    file: str
    line: int
    id: str
    clauses: tuple[str, ...]
    flags: tuple[str, ...] = ()
    tier: Tier | None = None
    rules: dict[str, str] = {}
    working: tuple[str, ...] = ()


class PlayExample(ExampleFields, frozen=True, kw_only=True, tag="play"):
    """A play with the result of each step."""

    play: str
    deal: DealWords | None = None
    deals: dict[str, DealWords] = {}
    swap: str | tuple[str, ...] | None = None
    control: ControlWords | str | None = None


class LegalExample(PlayExample, frozen=True, kw_only=True, tag="legal"):
    """A play that tests a list of legal actions."""


class ViewExample(PlayExample, frozen=True, kw_only=True, tag="view"):
    """A play that tests what a seat sees."""


class TwinExample(ExampleFields, frozen=True, kw_only=True, tag="twin"):
    """Two plays that a seat cannot tell apart."""

    deal: DealWords
    play: str
    swap: str | tuple[str, ...]
    blind: int | tuple[int, ...]


class MeldExample(ExampleFields, frozen=True, kw_only=True, tag="meld"):
    """Cards that are a meld of the game or not, one case a row.

    ``wild`` is the wild rank, if there is one.
    """

    rows: dict[str, str]
    wild: str | None = None


class DeadwoodExample(ExampleFields, frozen=True, kw_only=True, tag="deadwood"):
    """The fewest points that can stay unmatched in a hand.

    ``wild`` is the wild rank, if there is one. ``table`` is the table's melds, if a reading lets
    them matter.
    """

    hand: Cards
    deadwood: int
    wild: str | None = None
    table: tuple[Cards, ...] = ()


class BestAsked(Written, frozen=True, kw_only=True):
    """A table and a hand, and whether to play the most cards or the most points."""

    what: Literal["best"]
    players: int
    hand: Cards
    table: tuple[Cards, ...] = ()
    by: Literal["cards", "points"] = "cards"


class BestStated(Written, frozen=True, kw_only=True):
    """The stated parts of the best play: its cards, their count, their points."""

    cards: Cards | None = None
    count: int | None = None
    points: int | None = None


class BestExample(ExampleFields, frozen=True, kw_only=True, tag="best"):
    """The most that a hand can play on a table; ``none`` if it can play nothing."""

    asks: BestAsked
    answer: BestStated | Literal["none"]


class DealExample(ExampleFields, frozen=True, kw_only=True, tag="deal"):
    """A deck, and the hands dealt from it."""

    deck: Cards
    dealer: int
    hands: tuple[Cards, ...]
    stock: Cards
    players: int | None = None
    upcard: str | None = None
    hand_number: int | None = msgspec.field(default=None, name="hand_number")


class Facts(Record, frozen=True):
    """How a hand to be settled ended, with the fields of all games."""

    end: str | None = None
    winner: int | None = None
    rummy: bool | None = None
    hand_number: int | None = None
    out: int | None = None
    caller: int | None = None
    challengers: tuple[int, ...] = ()
    suits: tuple[str | None, ...] = ()
    baccarat: tuple[Cards | None, ...] = ()
    opponents: tuple[int | None, ...] = ()
    knocker: int | None = None
    scores: tuple[int, ...] = ()
    boxes: tuple[int, ...] = ()
    table: tuple[Cards, ...] = ()


class LaidMeld(Record, frozen=True):
    """A meld on the table when a hand is settled."""

    owner: int
    cards: Cards
    laid_by: tuple[int, ...] = ()
    face_down: bool = False


class Settled(Record, frozen=True):
    """The settlement of a hand: the fields that the author worked out."""

    points: tuple[int, ...] | None = None
    payments: tuple[int, ...] | None = None
    burned: tuple[int, ...] | None = None
    deadwood: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    boxes: tuple[int, ...] | None = None
    match_over: bool | None = None
    match_winners: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None


class SettleExample(ExampleFields, frozen=True, kw_only=True, tag="settle"):
    """Payments or points from stated facts.

    ``melds`` are on the table. In a game with melds only, they are what each seat shows.
    """

    answer: Settled
    facts: Facts = Facts()
    hands: tuple[Cards, ...] = ()
    melds: tuple[LaidMeld | Cards, ...] = ()


class RefusedExample(ExampleFields, frozen=True, kw_only=True, tag="refused"):
    """A question that the rules refuse: that of the example ``of``, with other facts.

    ``change`` has the facts that differ. The question of the other example is the control.
    """

    of: str
    change: dict[str, JSON]
    refused: tuple[str, ...]


class DeckAsked(Written, frozen=True, kw_only=True):
    """A question about the deal of a deck, without play."""

    what: Literal["deal"]
    deck: Cards
    dealer: int
    players: int | None = None
    hand_number: int | None = msgspec.field(default=None, name="hand_number")


class DeckDealt(Written, frozen=True, kw_only=True):
    """The hands, the stock and the upcard that a deck gives."""

    hands: tuple[Cards, ...]
    stock: Cards
    upcard: str | None = None


class QuestionExample(ExampleFields, frozen=True, kw_only=True, tag="question"):
    """A play that continues differently under each reading of an open question.

    ``play`` is accepted under all readings. Each entry of ``readings`` has the same steps, with the
    results under that reading. If the deal decides, a deck is asked about instead of a play.
    """

    question: str
    readings: dict[str, str | DeckDealt]
    play: str = ""
    deal: DealWords | None = None
    deals: dict[str, DealWords] = {}
    swap: str | tuple[str, ...] | None = None
    asks: DeckAsked | None = None


class Flags(Written, frozen=True, kw_only=True):
    """The list of mistakes, ``flags.toml``."""

    flag: tuple[Flag, ...] = ()


class Gone(Written, frozen=True, kw_only=True):
    """The list of withdrawn cases, ``withdrawn.toml``."""

    withdrawn: tuple[Withdrawn, ...] = ()


PlayedExample: TypeAlias = PlayExample | LegalExample | ViewExample
DealingExample: TypeAlias = PlayedExample | QuestionExample
"""The kinds whose play may deal several hands."""
AnyExample: TypeAlias = (
    PlayExample
    | LegalExample
    | ViewExample
    | TwinExample
    | MeldExample
    | DeadwoodExample
    | BestExample
    | DealExample
    | SettleExample
    | RefusedExample
    | QuestionExample
)


@dataclass(frozen=True, slots=True)
class Example:
    """An example and its block in the chapter."""

    fields: AnyExample
    block: Block

    @property
    def id(self) -> str:
        """The id of the case; for rows, the part that their ids share."""
        return self.fields.id

    def error(self, message: str, *path: str | int) -> SpecError:
        """The error at a field of the block."""
        return self.block.error(f"{self.id}: {message}", *path)


@dataclass(frozen=True, slots=True)
class Document:
    """One chapter."""

    file: str
    chapter: str
    title: str
    clauses: tuple[Clause, ...]
    questions: tuple[Question, ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Law:
    """The documents of one game, and the lists that they refer to."""

    game: str
    documents: tuple[Document, ...]
    flags: Mapping[str, Flag]
    withdrawn: tuple[Withdrawn, ...]
    profiles: tuple[str, ...]
    """The sources that speak of the game.

    Each has a rule set of its name, and each question states a position for each of them.
    """
    clauses: Mapping[str, Clause] = field(init=False)
    questions: Mapping[str, Question] = field(init=False)
    options: Mapping[str, Question] = field(init=False)
    """The questions by the names of their options."""
    examples: Mapping[str, Example] = field(init=False)

    def __post_init__(self) -> None:
        chapters = self.documents
        object.__setattr__(self, "clauses", {c.id: c for d in chapters for c in d.clauses})
        object.__setattr__(self, "questions", {q.id: q for d in chapters for q in d.questions})
        object.__setattr__(self, "options", {q.option: q for q in self.questions.values()})
        object.__setattr__(self, "examples", {e.id: e for d in chapters for e in d.examples})

    def chosen(self, rules: Mapping[str, str]) -> dict[str, Reading]:
        """The reading of each option under these rules, by option name."""
        defaults = {question.option: question.default for question in self.questions.values()}
        return {option: reading_value(word) for option, word in {**defaults, **rules}.items()}

    def rule_space(self, game: GameWire) -> RuleSpace:
        """The rule space of the game, with the conditions from the documents."""
        asked = self.questions.values()
        return RuleSpace.of(game, {one.option: one.conditions for one in asked if one.alive_when})


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
