"""Chapters to read: prose, clauses as text, and one drawn situation.

Cases and arguments have pages of their own; each leaves its anchor and a line in its chapter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from docutils import nodes

from lawpages.book import Book, asked
from lawpages.elements import Part, case_link, el, flat, folded, link, paragraph, spoken
from lawpages.situations import Situation, drawn, situation, told
from lawpages.stands import are_apart
from meldcheck.games import title_of
from meldcheck.law.clauses import Clause, ClauseKind, Document, Law, Question
from meldcheck.law.written import Example
from meldcheck.words.lines import counted

CASE: Final = "law-case"
"""The class of the line of a case, before the lines of neighbours are folded together."""
QUESTION: Final = "law-question"

UNPLAYED: Final = {
    ClauseKind.VARIATION: "a variation",
    ClauseKind.REJECTED: "not played here",
    ClauseKind.AIM: "an aim",
}
"""Marks of the kinds of clauses that a reader could take for rules."""


def clause_text(book: Book, clause: Clause) -> nodes.Node:
    """A clause as a paragraph, with its name and the marks that a reader needs."""
    name = clause.id.rpartition(".")[2]
    shown: list[Part] = [*spoken(clause.text, book.clauses), " "]
    shown += [el("span", link("clause", clause.id, el("code", name)), css="rule-name")]
    shown += _marks(book, clause)
    made = el("div", paragraph(*shown), css=f"rule kind-{clause.kind}")
    made["ids"].append(clause.id)
    return made


def _marks(book: Book, clause: Clause) -> Iterator[Part]:
    word = UNPLAYED.get(clause.kind)
    if word is not None:
        yield el("span", word, css="tag")
    game = clause.id.split(".")[0]
    asked_of = (book.question(game, name) for name in clause.questions)
    apart = [one for one in asked_of if one is not None and are_apart(one)]
    if apart:
        yield el("span", link("argument", apart[0].id, "sources disagree"), css="tag apart")
    elif any(stance.contradicts for stance in clause.sources.values()):
        yield el("span", link("clause", clause.id, "a source disagrees"), css="tag apart")
    elif not clause.sources:
        yield el("span", "no source says it", css="tag")


def rulebook(book: Book, law: Law, order: Sequence[str]) -> nodes.section:
    """All clauses of a game as text, to be printed; chapters in an order, others after them."""
    title = f"{title_of(law.game)}: the rules, to print"
    page = nodes.section(
        "", nodes.title("", title), ids=[f"rulebook-{law.game}"], classes=["rulebook"]
    )
    places = {name: place for place, name in enumerate(order)}
    for chapter in sorted(law.documents, key=lambda one: places.get(one.chapter, len(places))):
        if chapter.clauses:
            anchor = f"chapter-{chapter.chapter}"
            part = nodes.section("", nodes.title("", chapter.title), ids=[anchor])
            part += [_ruled(book, one) for one in _under_played(chapter.clauses)]
            page += part
    return page


def _under_played(clauses: Iterable[Clause]) -> Sequence[Clause]:
    """Clauses with each unplayed one under those before it that belong to one of its questions."""
    made: list[Clause] = []
    for clause in clauses:
        alike = [at for at, one in enumerate(made) if set(one.questions) & set(clause.questions)]
        is_moved = clause.kind in UNPLAYED and bool(alike)
        made.insert(alike[-1] + 1 if is_moved else len(made), clause)
    return made


def _ruled(book: Book, clause: Clause) -> nodes.Node:
    """A clause as a paragraph of a rulebook."""
    name = link("clause", clause.id, clause.id.rpartition(".")[2])
    word = UNPLAYED.get(clause.kind)
    marks: list[Part] = [" ", el("small", f"({word})")] if word is not None else []
    css = "unplayed" if clause.kind in (ClauseKind.VARIATION, ClauseKind.REJECTED) else ""
    return el("p", *spoken(clause.text, book.clauses), " ", el("small", name), *marks, css=css)


def question_line(book: Book, question: Question) -> nodes.Node:
    """A question as one line, with a link to its argument."""
    line = el("p", link("argument", question.id, asked(question)), css=QUESTION)
    line["ids"].append(book.anchor(question))
    return line


def case_line(book: Book, example: Example) -> nodes.Node:
    """A case as one line, with a link to the page where it is played."""
    line = el("li", case_link(example.id, example.fields.title), css=CASE)
    line["ids"].append(example.id)
    for case in book.cases.get(example.id, ()):
        if case.id != example.id:
            anchor = el("span")
            anchor["ids"].append(case.id)
            line += anchor
    return line


def fold_cases(document: nodes.document) -> None:
    """Put the lines of cases that stand under one clause or paragraph into one fold."""
    for parent in {id(one.parent): one.parent for one in document.findall(_is_case)}.values():
        run: list[nodes.Node] = []
        kept: list[nodes.Node] = []
        for child in parent.children:
            if _is_case(child):
                run.append(child)
                continue
            if not _has_class(child, QUESTION):
                kept += _folded(run)
                run = []
            kept.append(child)
        parent.children = []
        parent += [*kept, *_folded(run)]


def _is_case(node: nodes.Node) -> bool:
    return _has_class(node, CASE)


def _has_class(node: nodes.Node, name: str) -> bool:
    return isinstance(node, nodes.Element) and name in node["classes"]


def _folded(run: list[nodes.Node]) -> list[nodes.Node]:
    if not run:
        return []
    return [folded((counted(len(run), "case"),), el("ul", *run), css="fold cases")]


def add_picture(book: Book, chapter: Document, document: nodes.document) -> None:
    """Draw the situation of a chapter under the clause that its play shows."""
    found = _shown_play(book, chapter)
    if found is None:
        return
    example, shown = found
    for rule in document.findall(lambda node: example.fields.clauses[0] in _ids(node)):
        rule.parent.insert(rule.parent.index(rule) + 1, _picture(example, shown))
        return


def _ids(node: nodes.Node) -> Sequence[str]:
    return node["ids"] if isinstance(node, nodes.Element) else ()


def _picture(example: Example, shown: Situation) -> nodes.Node:
    verdict = el("b", "refused", css="verdict") if shown.step.refused else el("b", "allowed")
    words = flat(el("span", *told(shown), ": ", verdict, "."))
    more = el("small", link("example", example.id, "The whole play"))
    return el("figure", drawn(shown), el("figcaption", words, " ", more), css="situation")


def _shown_play(book: Book, chapter: Document) -> tuple[Example, Situation] | None:
    """The play whose table is drawn in a chapter.

    It is the first that the clause refuses which it shows, or else the first that can be drawn.
    """
    drawable: tuple[Example, Situation] | None = None
    for one in chapter.examples:
        shown = _situation(book, one)
        if shown is None:
            continue
        if one.fields.clauses[0] in shown.step.refused:
            return one, shown
        drawable = drawable or (one, shown)
    return drawable


def _situation(book: Book, example: Example) -> Situation | None:
    """The table of a play that a clause of its own chapter shows."""
    home, cases = example.fields.clauses[0], book.cases.get(example.id, ())
    if home.split(".")[1] != example.id.split(".")[1] or len(cases) != 1:
        return None
    return situation(cases[0], home)
