"""Two losers side by side as cards: one who is burned, and one who is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from docutils import nodes

from lawpages.book import Book
from lawpages.elements import Part, cards, case_link, el, flat
from lawpages.plays import seat
from meldcheck.law.clauses import Clause, ClauseKind, Question
from meldcheck.law.written import Example, SettleExample
from meldcheck.words.case import JSON, Ask, Case, Step

LOSERS: Final = "Two losers, one of them burned"


def tells_apart(book: Book, question: Question) -> bool:
    """Whether other players are burned under one reading of a question than under another."""
    cases = book.cases.get(question.witness or "", ())
    burned = {str(_burned(steps)) for case in cases for steps in case.outcomes.values()}
    return len(burned) > 1


def _burned(steps: Sequence[Step]) -> list[int] | None:
    """The seats that are burned by the last result; None if no result names them."""
    answers = (step.answer for step in steps if isinstance(step, Ask))
    found = [one["burned"] for one in answers if isinstance(one, dict) and "burned" in one]
    return found[-1] if found else None


def defines(book: Book, clause: Clause) -> bool:
    """Whether a clause defines who is burned, as a question about it shows."""
    game = clause.id.split(".")[0]
    asked = (book.question(game, name) for name in clause.questions)
    is_definition = clause.kind is ClauseKind.DEFINITION
    return is_definition and any(one is not None and tells_apart(book, one) for one in asked)


def two_losers(book: Book, clause: str) -> nodes.Node | None:
    """Two losers of the settlement with the fewest melds that shows a clause and has both.

    None if no case that names the clause first has a loser who is burned and one who is not.
    """
    found = [
        (one, case, pair)
        for one in book.showing(clause)
        if isinstance(one.fields, SettleExample) and one.fields.clauses[0] == clause
        for case in book.cases.get(one.id, ())
        for pair in _pairs(case)
    ]
    if not found:
        return None
    example, case, (burned, spared) = min(found, key=lambda one: _size(one[1]))
    return _drawn(example, case.question or {}, {"burned": burned, "not burned": spared})


def _pairs(case: Case) -> Iterator[tuple[int, int]]:
    """A seat that is burned and a loser that is not, if a settlement has both."""
    if isinstance(case.answer, dict) and case.question is not None:
        burned: Sequence[int] = case.answer.get("burned") or ()
        lost = set(range(len(case.question.get("hands", ())))) - {case.question.get("winner")}
        spared = sorted(lost - set(burned))
        if burned and spared:
            yield burned[0], spared[0]


def _size(case: Case) -> int:
    """How many cards lie on the table."""
    return sum(len(meld["cards"]) for meld in (case.question or {})["melds"])


def _drawn(example: Example, question: Mapping[str, JSON], losers: Mapping[str, int]) -> nodes.Node:
    rows: list[nodes.Node] = []
    for verdict, number in losers.items():
        own = [meld["cards"] for meld in question["melds"] if meld["owner"] == number]
        laid: list[Part] = [cards(one, "small") for one in own]
        table = el("span", "on the table: ", *(laid or ["no meld of its own"]), css="laid")
        rows += [
            el("dt", el("b", verdict), " ", el("small", seat(number))),
            el("dd", cards(question["hands"][number], "hand"), table),
        ]
    whole = el("small", "From: ", case_link(example.id, example.fields.title))
    drawn = el("dl", *rows, css="deal situation losers")
    return flat(el("div", drawn, el("p", whole, css="told")))
