"""No answer exceeds forty lines: for each question its page, and a situation with its play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from meldcheck.law.clauses import Law
from meldcheck.sources import answers
from meldcheck.sources.book import Book, read_book
from meldcheck.sources.question import settle_question
from meldcheck.sources.situation.text import ASKS, situation_of
from meldcheck.sources.told.question import Page
from meldcheck.suite.examples import cases_in
from meldcheck.words.case import JSON, Act, Ask, Case
from meldspec.games import GAMES
from tests import committed

SLOW = (pytest.mark.slow, pytest.mark.determined("spec", "conformance/suite"))

MOST = 40
CUT = "more lines are in the answer"


def witnesses(law: Law) -> Iterator[tuple[str, Case | None]]:
    """Every question with the case that shows it, if it has one."""
    for question in law.questions.values():
        witness = question.witness
        cases = [None] if witness is None else cases_in(law, law.examples[witness])
        yield from ((question.id, case) for case in cases)


def written_of(case: Case) -> dict[str, JSON]:
    """The play of a case as a situation with the same question."""
    assert case.setup is not None
    tail = next(iter(case.outcomes.values()))
    asks = [step for step in tail if isinstance(step, Ask)]
    steps = [step for step in (*case.steps, *tail) if isinstance(step, Act)]
    asked = asks[-1].what if asks else "legal-last"
    written: dict[str, JSON] = {
        "game": case.game,
        "players": case.setup.players,
        "dealer": case.setup.dealer,
        "hand_number": case.setup.hand_number,
        "steps": [{"by": step.by, "do": step.do} for step in steps],
        "rules": {"options": dict(case.rules)},
        "ask": asked if asked in ASKS else "result",
    }
    return {**written, "seat": asks[-1].seat} if asked == "view" else written


def page_of(book: Book, name: str, case: Case | None) -> list[str]:
    record = book.words.questions[name]
    told: JSON = settle_question(record, book.words.places)
    return list(Page(record, book.words, case).lines(told))


def answer_of(book: Book, case: Case) -> list[str]:
    situation = situation_of(written_of(case), case.id)
    return list(answers.lines(book, situation, answers.answer(book, situation)))


def too_long(told: Iterator[tuple[str, list[str]]]) -> list[str]:
    """The names of answers that exceed the bound, or were cut to keep it."""
    return [
        f"{name}: {len(lines)}"
        for name, lines in told
        if len(lines) > MOST or any(CUT in line for line in lines)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_a_question_is_longer_than_forty_lines(game: str) -> None:
    law, book = committed.law(game), read_book(game)
    assert too_long((name, page_of(book, name, case)) for name, case in witnesses(law)) == []


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=SLOW)])
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=SLOW if game == "tongits" else ()) for game in GAMES],
)
def test_no_answer_about_a_play_is_longer_than_forty_lines(game: str, every: int) -> None:
    """Of the plays on which readings differ, one of ``every``."""
    law, book = committed.law(game), read_book(game)
    plays = [case for _, case in witnesses(law) if case is not None and case.setup is not None]
    assert too_long((case.id, answer_of(book, case)) for case in plays[::every]) == []
