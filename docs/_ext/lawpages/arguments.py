"""Pages of arguments: one for each question, and the picture of who says what for each game.

Their sources are written at the beginning of a build.  Each has the id of a question or a game as
its text; this module makes the page from the book.
"""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.parsers import Parser
from sphinx.util import logging

from lawpages import shelf
from lawpages.book import Book, asked, place_of
from lawpages.citing import admitted, marks
from lawpages.copies import CUT, copies_last, cut_copies, is_cut, voices
from lawpages.domain import LawDomain, Named
from lawpages.elements import (
    Part,
    as_node,
    case_link,
    clause_link,
    el,
    flat,
    flatten,
    folded,
    joined,
    link,
    paragraph,
    spoken,
)
from lawpages.examples import common_play, outcome, shared_working, stepper
from lawpages.losers import LOSERS, tells_apart, two_losers
from lawpages.origins import order_of_signs
from lawpages.plays import NUMBERED, seats
from lawpages.stands import STANDS, Dispute, Stand, are_apart, dispute_of, legend, signed, stand_of
from lawpages.steps import has_steps
from meldcheck.games import title_of
from meldcheck.law.clauses import ClauseKind, Document, Law, Question, QuestionKind, QuestionStatus
from meldcheck.law.rulesets import RuleSet
from meldcheck.law.rulesheet import option_line
from meldcheck.law.written import Example, QuestionExample
from meldcheck.sources.told.names import listed
from meldcheck.words.case import JSON, Act, Ask, Case, Step
from meldcheck.words.readings import reading_value

LOGGER: Final = logging.getLogger(__name__)

SUFFIX: Final = ".argument"
LONG: Final = 16
"""Plays of more steps are folded, so that what follows from them is near."""


# ── the sources of the pages ─────────────────────────────────────────────────────────────────────


def sources(book: Book) -> dict[str, str]:
    """By the place of each page: the question or the game that it is about."""
    wanted = {game: game for game in book.laws}
    return wanted | {place_of(one): one.id for one in book.questions.values()}


class ArgumentParser(Parser):
    """Makes a page of the id of a question or a game."""

    supported: ClassVar[tuple[str, ...]] = ("law-argument",)

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Fill the page from the book."""
        env: BuildEnvironment = document.settings.env
        book, name = shelf.book(env), str(inputstring).strip()
        domain = env.domains["law"]
        assert isinstance(domain, LawDomain)
        env.metadata[env.docname] |= {"orphan": "", "hide-toc": ""}
        if name in book.questions:
            question = book.questions[name]
            domain.note(name, Named(env.docname, "", "argument", asked(question)), env.docname)
            document += question_page(book, question)
        elif name in book.laws:
            domain.note(name, Named(env.docname, "", "argument", title_of(name)), env.docname)
            document += game_page(book, book.laws[name])
        else:
            LOGGER.warning(f"no question and no game {name!r}", location=env.docname, type="law")
        flatten(document)


# ── the page of a question ───────────────────────────────────────────────────────────────────────


def question_page(book: Book, question: Question) -> nodes.section:
    """The argument about a question: who says what, the play, and the readings side by side."""
    law = book.laws[question.id.split(".")[0]]
    plays = book.arguing(question)
    page = _section(
        asked(question),
        question.id,
        _crumbs(law, question),
        paragraph(*_who_says_what(book, question), css="who"),
        paragraph(*_played_here(book, question), css="here"),
        *_losers(book, question),
        *_readings(book, law, question, plays),
        *_more(book, law, question, plays),
    )
    page["classes"].append("argument")
    return page


def _section(title: str, anchor: str, *parts: Part) -> nodes.section:
    section = nodes.section("", nodes.title("", title), *map(as_node, parts))
    section["ids"].append(anchor)
    return section


def _losers(book: Book, question: Question) -> Iterator[nodes.Node]:
    """Two losers as played here, if the readings differ in who is burned."""
    shown = two_losers(book, question.clauses[0]) if tells_apart(book, question) else None
    if shown is not None:
        yield _section(LOSERS, "losers", shown)


def _readings(
    book: Book, law: Law, question: Question, plays: Sequence[Example]
) -> Iterator[nodes.Node]:
    """The play, if there is one, and the readings with what follows from it under each."""
    case = next((case for one in plays[:1] for case in book.cases.get(one.id, ())), None)
    if case is None:
        yield _section("The readings", "readings", _columns(book, question, {}))
        return
    example, made = plays[0], plays[0].fields
    assert isinstance(made, QuestionExample)
    common = _common(law, example, made, case)
    yield _section("The play, the same under each reading", "play", *common)
    ends = {
        one: [*_headline(case, one), *outcome(law, example, made, case, one)]
        for one in case.outcomes
    }
    columns = _columns(book, question, ends)
    title = "What each reading makes of it"
    yield _section(title, "readings", columns, *shared_working(made))


def _crumbs(law: Law, question: Question) -> nodes.Node:
    chapter = next(one.title for one in law.documents if question in one.questions)
    steps = (
        link("argument", law.game, f"Arguments of {title_of(law.game)}"),
        link("question", question.id, chapter),
    )
    return el("p", *joined(steps, " › "), css="crumbs")


def _who_says_what(book: Book, question: Question) -> Iterator[Part]:
    """A sentence for the sources that say the same, one for those that say nothing, then copies."""
    yield el("b", _dispute(question))
    alike: dict[str, list[str]] = {}
    for source in voices(question.sources):
        alike.setdefault(_position(question, source), []).append(source)
    for position, sources in alike.items():
        many = len(sources) > 1
        yield from _listed([_saying(book, one) for one in sources])
        yield from spoken(f" {_inflected(position, many)} ", book.clauses)
    for source in cut_copies(question.sources):
        position, whole = (_position(question, one) for one in (source, CUT[source]))
        told = _inflected(position, many=False)
        if position == whole:
            told = "is silent, too." if stand_of(question, source) is Stand.SILENT else "agrees."
        yield el("small", "The ", _saying(book, source), *spoken(f" {told}", book.clauses))


def _saying(book: Book, source: str) -> nodes.Node:
    """The name of a source, as the place to which its cell in the picture leads."""
    return el("span", link("source", source, book.name(source)), id=f"says-{source}")


def _dispute(question: Question) -> str:
    """Why the question is open, with what its sources say in mind."""
    if are_apart(question):
        return "Sources contradict each other. "
    alone = len(question.sources) == 1
    match dispute_of(question):
        case Dispute.CONTRADICTION if alone:
            return "The source contradicts itself. "
        case Dispute.VARIATION if alone:
            return "The source offers a choice. "
        case Dispute.AGREED if alone:
            return "The source says one thing, but its words leave room for another reading. "
        case Dispute.GAP:
            saying = [bool(question.sources[one].says) for one in voices(question.sources)]
            if not any(saying):
                return "No source says it outright. "
            return "" if all(saying) else "Not every source says it. "
        case why:
            return f"{why.value}. "


def _position(question: Question, source: str) -> str:
    """What a source says of a question, after its name; *SAY* stands for the inflected verb."""
    admits = question.sources[source]
    stated = [one for one in question.readings if one in admits.says or one in admits.implies]
    words = [question.readings[one] for one in stated]
    match stand_of(question, source):
        case Stand.LOST:
            return "BE cut off before this point."
        case Stand.SILENT:
            return "BE silent."
        case _ if len(stated) > 1:
            return f"can be read in {COUNTED[len(stated)]} ways: {'; or '.join(words)}."
        case _ if stated:
            return f"{'SAY' if stated[0] in admits.says else 'IMPLY'}: {words[0]}."
        case _:
            ruled_out = (question.readings[one] for one in admits.rules_out)
            return f"only RULE out: {'; '.join(ruled_out)}."


COUNTED: Final = ("no", "one", "two", "three", "four", "five", "six")


def _inflected(position: str, many: bool) -> str:
    for verb, (one, several) in VERBS.items():
        position = position.replace(verb, several if many else one)
    return position


VERBS: Final = {
    "BE": ("is", "are"),
    "SAY": ("says", "say"),
    "IMPLY": ("implies", "imply"),
    "RULE": ("rules", "rule"),
}


def _listed(parts: Sequence[nodes.Node]) -> list[Part]:
    """Parts as ``A, B and C``."""
    if len(parts) < 2:
        return list(parts)
    return [*joined(parts[:-1]), " and ", parts[-1]]


def _played_here(book: Book, question: Question) -> Iterator[Part]:
    """The default reading and why, and why it is fixed."""
    fixed = question.status is QuestionStatus.FIXED
    yield "Always played here: " if fixed else "Played here by default: "
    yield el("b", question.readings[question.default])
    yield ". "
    yield from spoken(question.reason, book.clauses)
    if question.fixed is not None and question.fixed != question.reason:
        yield from spoken(f" {question.fixed}", book.clauses)


# ── the play ─────────────────────────────────────────────────────────────────────────────────────


def _common(law: Law, example: Example, made: QuestionExample, case: Case) -> list[nodes.Node]:
    """The common part, once; a long one is folded."""
    moving = [el("p", NUMBERED, css="numbered"), *([stepper(example)] if has_steps(case) else [])]
    shown = [*common_play(law, example, made, case)]
    steps = sum(isinstance(step, Act) for step in case.steps)
    if steps <= LONG:
        return [*moving, el("div", *shown, css="common")]
    return [*moving, folded((f"The deal and {steps - 1} steps",), *shown, css="fold common")]


def _headline(case: Case, reading: str) -> Iterator[nodes.Node]:
    """The difference in one or two words, if steps or winners differ."""
    refused = {one: any(_is_refused(step) for step in case.outcomes[one]) for one in case.outcomes}
    winners = {one: _winners(case.outcomes[one]) for one in case.outcomes}
    if len(set(refused.values())) > 1:
        css = "headline refused" if refused[reading] else "headline"
        yield el("p", "Refused" if refused[reading] else "Allowed", css=css)
    elif len(set(winners.values())) > 1:
        won = winners[reading]
        if won is not None:
            yield el("p", *seats(won), " wins" if len(won) < 2 else " win", css="headline")
        elif _goes_on(case.outcomes[reading]):
            yield el("p", "The hand goes on", css="headline")


def _is_refused(step: Step) -> bool:
    return isinstance(step, Act) and bool(step.refused)


def _goes_on(steps: Sequence[Step]) -> bool:
    results = [step for step in steps if isinstance(step, Ask) and step.what == "result"]
    return bool(results) and results[-1].answer is None


def _winners(steps: Sequence[Step]) -> tuple[int, ...] | None:
    """The seats that win by the last result; None if no result names them."""
    answers: list[Mapping[str, JSON]] = [
        step.answer for step in steps if isinstance(step, Ask) and isinstance(step.answer, dict)
    ]
    for answer in reversed(answers):
        if "winner" in answer:
            return () if answer["winner"] is None else (answer["winner"],)
        if "winners" in answer:
            return tuple(answer["winners"])
    return None


# ── the readings ─────────────────────────────────────────────────────────────────────────────────


def _columns(book: Book, question: Question, ends: Mapping[str, Sequence[Part]]) -> nodes.Node:
    """A column for each reading, the default first."""
    others = [one for one in question.readings if one != question.default]
    made = (
        _column(book, question, reading, ends.get(reading, ()))
        for reading in (question.default, *others)
    )
    return el("div", *made, css="columns", tabindex="0", role="group", aria_label="The readings")


def _offered(book: Book, question: Question) -> Iterator[list[Part]]:
    """The sources that let a table choose another reading, each with the clause that says so."""
    for name in question.clauses:
        clause = book.clauses[name]
        if clause.kind is ClauseKind.VARIATION:
            for source in copies_last(clause.sources):
                if clause.sources[source].says:
                    named = link("source", source, book.name(source))
                    yield [named, " offers it as a choice: ", clause_link(name)]


def _column(book: Book, question: Question, reading: str, end: Sequence[Part]) -> nodes.Node:
    """A reading: its words, what happens under it, who says so, who plays it."""
    default = reading == question.default
    column = el("div", css="column default" if default else "column")
    column += el("h3", question.readings[reading], id=f"reading-{reading}")
    column += el("p", el("code", reading), *marks(question, reading), css="reading-name")
    if end:
        column += el("div", *end, css="end")
    if reading in question.unplayable:
        column += _part("Why it is not played", *spoken(question.unplayable[reading], book.clauses))
    said = [el("li", one) for one in admitted(book, question, reading)]
    if not said and not default and question.kind is QuestionKind.VARIATION:
        said = [el("li", *one) for one in _offered(book, question)]
    column += _part("Who says so", el("ul", *said) if said else el("span", "nobody", css="nothing"))
    if reading in question.played:
        column += _part("Rule sets", *_rule_sets(book, question, reading))
    if question.status is QuestionStatus.OPTION and reading in question.played:
        line = option_line(question.option, reading_value(reading))
        column += _part("In a house rule file", el("code", line, css="house-line"))
    return column


def _part(name: str, *shown: Part) -> nodes.Node:
    return el("div", el("p", name, css="label"), el("div", *shown), css="part")


def _rule_sets(book: Book, question: Question, reading: str) -> Iterator[Part]:
    """The rule sets with a reading; those of sources that leave the question open say so."""
    game = question.id.split(".")[0]
    named = book.rule_sets.get(game, ())
    if question.status is QuestionStatus.FIXED:
        yield "all"
        return
    wanted = reading_value(reading)
    found = [one for one in named if one.readings.get(question.option) == wanted]
    shown = (el("span", el("code", one.name), _openness(one, question)) for one in found)
    yield from joined(shown) or [el("span", "none", css="nothing")]


def _openness(one: RuleSet, question: Question) -> str:
    left = one.profile is not None and question.option in one.profile.open
    return " (left open)" if left else ""


# ── under the readings ───────────────────────────────────────────────────────────────────────────


def _more(
    book: Book, law: Law, question: Question, plays: Sequence[Example]
) -> Iterator[nodes.Node]:
    """When the question matters, its clauses, its plays, and how to ask further."""
    if question.alive_when:
        yield _section("When it matters", "matters", _conditions(book, law, question))
    rows: list[nodes.Node] = []

    def row(name: str, *shown: Part) -> None:
        rows.append(el("div", el("dt", name), el("dd", *shown)))

    if question.clauses:
        row("clauses", *joined(clause_link(name) for name in question.clauses))
    if plays:
        row("plays", el("ul", *(el("li", case_link(one.id, one.fields.title)) for one in plays)))
    if question.aliases:
        row("also called", ", ".join(question.aliases))
    row("in its chapter", link("question", question.id, el("code", question.id)))
    row("your own play", el("code", f"meldspec settle {question.id}"))
    yield _section("More", "more", el("dl", *rows, css="notes"))


def _conditions(book: Book, law: Law, question: Question) -> nodes.Node:
    """The answers to other questions with which this one matters."""
    rows: list[nodes.Node] = []
    for condition in question.alive_when:
        parts = (_answered(book, law, option, of) for option, of in condition.items())
        rows.append(el("li", *joined(parts, ", and ")))
    told = "Only if one of these holds:" if len(rows) > 1 else "Only if this holds:"
    return el("div", el("p", told), el("ul", *rows), css="matters")


def _answered(book: Book, law: Law, option: str, readings: Sequence[str]) -> nodes.Node:
    """Another question, and the answers to it that matter."""
    other = book.question(law.game, option)
    if other is None:
        return el("span", el("code", option), " ", listed(readings, "or"))
    words = listed([other.readings.get(one, one) for one in readings], "or")
    return el("span", link("argument", other.id, asked(other)), f" Answered: {words}")


# ── the picture of a game ────────────────────────────────────────────────────────────────────────


def game_page(book: Book, law: Law) -> nodes.section:
    """Who says what of a game: a row a question, a column a source, each cell with its link."""
    title = title_of(law.game)
    blocks = [_chapter(book, law, one) for one in law.documents if one.questions]
    return _section(
        f"Arguments of {title}: who says what",
        law.game,
        paragraph(
            f"{len(law.questions)} questions about {title}, chapter by chapter. "
            f"{order_of_signs(book, law.profiles)} Each cell leads to the argument."
        ),
        legend(),
        _counts(book, law),
        flat(el("div", *blocks, css="picture")),
    )


def _counts(book: Book, law: Law) -> nodes.Node:
    """How often each source stands where."""
    signs = (
        el("span", el("i", one.value, css=one.css), css="stands", role="img", aria_label=words)
        for one, words in STANDS.items()
    )
    heads = (el("th", sign, scope="col") for sign in signs)
    rows: list[nodes.Node] = []
    for source in copies_last(law.profiles):
        counted = Counter(stand_of(one, source) for one in law.questions.values())
        numbers = (el("td", str(counted[stand])) for stand in STANDS)
        name = el("th", link("source", source, book.name(source)), scope="row")
        rows.append(el("tr", name, *numbers, css="cut" if is_cut(source, law.profiles) else ""))
    head = el("thead", el("tr", el("th", "source", scope="col"), *heads))
    return el("table", head, el("tbody", *rows), css="stand-counts")


def _chapter(book: Book, law: Law, chapter: Document) -> nodes.Node:
    """The questions of a chapter as rows."""
    names = (el("th", book.name(one), scope="col") for one in copies_last(law.profiles))
    head = el("thead", el("tr", *names, el("th", "question", scope="col")))
    rows = (_line(book, law, question) for question in chapter.questions)
    return el(
        "div",
        el("h2", chapter.title),
        el("table", head, el("tbody", *rows)),
        css="picture-chapter",
    )


def _line(book: Book, law: Law, question: Question) -> nodes.Node:
    """A question with a cell for each source."""
    there = f"{place_of(question)}.html"
    made: list[nodes.Node] = []
    for source in copies_last(law.profiles):
        stand, css = signed(question, source, [*law.profiles])
        told = f"{book.name(source)} {STANDS[stand]}"
        made.append(
            el(
                "td",
                el(
                    "a",
                    stand.value,
                    css=css,
                    href=f"{there}#says-{source}",
                    aria_label=told,
                    tabindex="-1",
                ),
            )
        )
    return el("tr", *made, el("th", el("a", asked(question), href=there), scope="row"))
