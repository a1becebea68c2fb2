"""The options of a game: the questions of which a rule set chooses the reading, in one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from docutils import nodes

from lawpages.book import ARGUMENTS, Book, asked, place_of
from lawpages.elements import el, paragraph, spoken
from lawpages.tables import table
from meldcheck.games import title_of
from meldcheck.law.clauses import Law, Question, QuestionStatus
from meldcheck.law.rulesheet import conditions_in_words

HEADS: Final = ("option", "its readings, the default first")


def options_of(law: Law) -> list[Question]:
    """The questions of a game with a reading to choose."""
    return [one for one in law.questions.values() if one.status is QuestionStatus.OPTION]


def options(_book: Book, law: Law) -> Iterator[nodes.Node]:
    """The table of a game: a row an option, with each reading that can be played."""
    found = options_of(law)
    fixed = len(law.questions) - len(found)
    yield paragraph(
        f"{title_of(law.game)} has {len(found)} options. {fixed} more questions have one fixed "
        "reading, and so they are no options."
    )
    yield table(HEADS, map(_row, found), "options", f"Options of {title_of(law.game)}")


def _row(question: Question) -> nodes.Node:
    there = f"{ARGUMENTS}/{place_of(question)}.html"
    readings = sorted(question.played, key=lambda one: one != question.default)
    told = [part for reading in readings for part in _reading(question, reading)]
    only = [el("span", f"matters only with {conditions_in_words(question)}", css="aside")]
    name = el("a", el("code", question.option), href=there)
    return el(
        "tr",
        el("th", name, el("span", asked(question), css="aside"), scope="row"),
        el("td", el("dl", *told), *(only if question.alive_when else ())),
    )


def _reading(question: Question, reading: str) -> Iterator[nodes.Node]:
    mark = ", the default" if reading == question.default else ""
    yield el("dt", el("code", reading), mark)
    yield el("dd", *spoken(question.readings[reading]))
