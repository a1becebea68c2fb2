"""Clauses and questions as boxes: the text, its sources, its code and its cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from docutils import nodes

from lawpages.book import STANCES, Book, asked
from lawpages.carriers import Carrier
from lawpages.elements import (
    Part,
    case_link,
    clause_link,
    el,
    folded,
    joined,
    link,
    paragraph,
    spoken,
)
from meldcheck.evidence.told import measured_parts
from meldcheck.law.document import Clause, Question, QuestionStatus, Stance

WORDS: Final = {
    "says": "says",
    "implies": "implies",
    "contradicts": "contradicts",
    "one_reading": "in one reading",
    "rules_out": "rules it out",
}


def clause_box(book: Book, clause: Clause) -> nodes.section:
    """The box of a clause."""
    box = _box(clause.id, "clause", f"kind-{clause.kind}")
    level = el("span", str(clause.level), css=f"tag level-{clause.level}")
    box += el("p", el("span", str(clause.kind), css="tag kind"), " ", level, css="tags")
    box += paragraph(*spoken(clause.text, book.clauses), css="law-text")
    rows: list[nodes.Node] = []
    if clause.refusal:
        rows.append(_row("a refusal means", *spoken(clause.refusal, book.clauses)))
    if clause.implied_by:
        names = joined(clause_link(name) for name in clause.implied_by)
        why: list[Part] = []
        if clause.why:
            why = [" ", el("span", *spoken(clause.why, book.clauses), css="why")]
        rows.append(_row("never fails alone", "refused by ", *names, ".", *why))
    if clause.aliases:
        rows.append(_row("also called", ", ".join(clause.aliases)))
    if clause.questions:
        game = clause.id.split(".")[0]
        points = (el("p", *_asked(book, game, name)) for name in clause.questions)
        rows.append(_row("questions", *points))
    if clause.id in book.measured:
        sure = "; ".join(measured_parts(book.measured[clause.id]))
        rows.append(_row("how sure", sure))
    if rows:
        box += el("dl", *rows, css="notes")
    box += _sources(clause)
    box += _code(book, clause)
    box += _cases(book, clause)
    return box


def question_box(book: Book, question: Question) -> nodes.section:
    """The box of a question."""
    box = _box(question.id, "question", f"kind-{question.kind}", anchor=book.anchor(question))
    box += el(
        "p",
        el("span", "question", css="tag kind"),
        " ",
        el("span", str(question.kind), css="tag"),
        " ",
        el("span", str(question.status), css="tag"),
        css="tags",
    )
    box += el("p", link("argument", question.id, asked(question)), css="asks")
    box += el("dl", *_readings(book, question), css="readings")
    rows = [*_open_to(question), _row("why the default", *spoken(question.reason, book.clauses))]
    if question.fixed is not None:
        rows.append(_row("why it is fixed", *spoken(question.fixed, book.clauses)))
    if question.alive_when:
        game = question.id.split(".")[0]
        conditions = (_condition(book, game, condition) for condition in question.alive_when)
        rows.append(_row("matters only with", *joined(conditions, ", or with ")))
    if question.status is QuestionStatus.OPTION:
        rows.append(_row("in a rule set", el("code", question.option)))
    if question.clauses:
        rows.append(_row("governs", *joined(clause_link(name) for name in question.clauses)))
    if question.witness is not None and question.witness in book.examples:
        witness = book.examples[question.witness].fields
        rows.append(_row("shown by", case_link(witness.id, witness.title)))
    if question.aliases:
        rows.append(_row("also called", ", ".join(question.aliases)))
    box += el("dl", *rows, css="notes")
    return box


def _box(slug: str, *classes: str, anchor: str | None = None) -> nodes.section:
    """An empty box as a section with its title and its anchor."""
    game_and_chapter, _, name = slug.rpartition(".")
    before = nodes.inline("", f"{game_and_chapter}.", classes=["slug-before"])
    title = nodes.title("", "", before, nodes.inline("", name, classes=["slug-name"]))
    box = nodes.section("", title, classes=["law-box", *classes])
    box["ids"].append(slug if anchor is None else anchor)
    return box


def _row(name: str, *shown: Part, css: str = "") -> nodes.Node:
    return el("div", el("dt", name), el("dd", *shown), css=css)


def _question(book: Book, game: str, name: str) -> nodes.Node:
    question = book.question(game, name)
    shown = el("code", name)
    return shown if question is None else link("question", question.id, shown)


def _asked(book: Book, game: str, name: str) -> Iterator[nodes.Node]:
    """A question by its name, and in words with a link to its argument."""
    yield _question(book, game, name)
    question = book.question(game, name)
    if question is not None:
        yield nodes.Text(": ")
        yield link("argument", question.id, asked(question))


# ── sources ──────────────────────────────────────────────────────────────────────────────────────


def _sources(clause: Clause) -> nodes.Node:
    if not clause.sources:
        return el("p", "No source says this, but a program needs it.", css="unsourced")
    rows = (
        _row(name, *_stance(name, stance), css="source") for name, stance in clause.sources.items()
    )
    return el("dl", *rows, css="sources", aria_label="What the sources say")


def _stance(source: str, stance: Stance) -> list[nodes.Node]:
    if stance.lost:
        return [el("span", "lost: the copy breaks off before", css="nothing")]
    parts: list[nodes.Node] = []
    for name in STANCES:
        found: tuple[str, ...] = getattr(stance, name)
        if found:
            parts.append(_cited(name, source, found))
    return joined(parts, " · ") or [el("span", "silent", css="nothing")]


def _cited(stance: str, source: str, cited: Sequence[str], *before: Part) -> nodes.Node:
    """Links to sentences of a source, with the stance that they take."""
    sentences = joined((_sentence(source, at) for at in cited), " ")
    return el("span", *before, el("b", WORDS[stance]), " ", *sentences, css=f"stance {stance}")


def _sentence(source: str, at: str) -> nodes.Node:
    return link("sentence", f"{source}:{at}", el("code", at))


# ── readings ─────────────────────────────────────────────────────────────────────────────────────


def _readings(book: Book, question: Question) -> Iterator[nodes.Node]:
    for reading, words in question.readings.items():
        under: list[nodes.Node] = []
        found = list(admitted(question, reading))
        if found:
            under.append(el("span", *joined(found, " · "), css="admitted"))
        if reading in question.unplayable:
            reason = spoken(question.unplayable[reading], book.clauses)
            under.append(el("span", el("b", "not played:"), " ", *reason, css="admitted"))
        yield el(
            "div",
            el("dt", el("code", reading), *marks(question, reading)),
            el("dd", words, *under),
            css="reading default" if reading == question.default else "reading",
        )


def marks(question: Question, reading: str) -> list[Part]:
    """The marks after a reading: *default*, *not played*."""
    words = [
        ("default", reading == question.default),
        ("not played", reading in question.unplayable),
    ]
    return [part for word, so in words if so for part in (" ", el("span", word, css="tag"))]


def admitted(question: Question, reading: str) -> Iterator[nodes.Node]:
    """The sources that say, imply or rule out a reading, each with its sentences."""
    for source, admits in question.sources.items():
        for stance, stated in (
            ("says", admits.says),
            ("implies", admits.implies),
            ("rules_out", admits.rules_out),
        ):
            if reading in stated:
                yield _cited(stance, source, stated[reading], link("source", source, source), " ")


def _open_to(question: Question) -> list[nodes.Node]:
    """The sources that admit every reading, because they are silent or their copy breaks off."""
    lost = [name for name, admits in question.sources.items() if admits.lost]
    silent = [
        name
        for name, admits in question.sources.items()
        if not admits.lost and not admits.says and not admits.implies
    ]
    rows: list[nodes.Node] = []
    if silent:
        rows.append(_row("silent", ", ".join(silent)))
    if lost:
        rows.append(_row("lost", f"{', '.join(lost)}: the copy breaks off before"))
    return rows


def _condition(book: Book, game: str, condition: Mapping[str, Sequence[str]]) -> nodes.Node:
    """Readings of other questions, all of which must be chosen."""
    chosen = (_chosen(book, game, option, readings) for option, readings in condition.items())
    return el("span", *joined(chosen, " and "))


def _chosen(book: Book, game: str, option: str, readings: Sequence[str]) -> nodes.Node:
    """Readings of another question, one of which must be chosen."""
    names = joined((el("code", reading) for reading in readings), " or ")
    return el("span", _question(book, game, option), " ", *names)


# ── code and cases ───────────────────────────────────────────────────────────────────────────────


def _code(book: Book, clause: Clause) -> list[nodes.Node]:
    """The code of a clause; if it has none, that of the clauses that refuse in its place."""
    found = list(book.carriers.get(clause.id, ()))
    if not found:
        others = (one for name in clause.implied_by for one in book.carriers.get(name, ()))
        found = list({(one.file, one.line): one for one in others}.values())
    if not found:
        return []
    names = joined(el("code", name) for name in dict.fromkeys(one.name for one in found))
    blocks: list[nodes.Node] = []
    for carrier in found:
        where = el("span", f"{carrier.file}:{carrier.line}", css="where")
        blocks.append(el("p", el("span", carrier.role, css="role"), " ", where, css="carrier"))
        blocks.append(_listing(carrier))
    return [folded((el("b", "Code"), " ", *names), *blocks, css="fold code")]


def _listing(carrier: Carrier) -> nodes.literal_block:
    block = nodes.literal_block(carrier.source, carrier.source, language="python")
    block["linenos"] = True
    block["highlight_args"] = {"linenostart": carrier.line}
    return block


def _cases(book: Book, clause: Clause) -> list[nodes.Node]:
    found = book.showing(clause.id)
    if not found:
        return []
    refused = {one.id for one in found if clause.id in book.refused_in(one)}
    items: list[nodes.Node] = []
    for one in found:
        item = el("li", case_link(one.id, one.fields.title))
        if one.id in refused:
            item += [nodes.Text(" "), el("span", "refused", css="verdict")]
        items.append(item)
    count = f" {len(found)} example{'s' if len(found) > 1 else ''}"
    note = f", refused in {len(refused)}" if refused else ""
    return [folded((el("b", "Cases"), count + note), el("ul", *items), css="fold cases")]
