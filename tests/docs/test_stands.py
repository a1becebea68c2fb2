"""Why a question is open, in one phrase, agrees with what its sources are said to state."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final

import pytest
from docutils import nodes

from lawpages.arguments import _who_says_what
from lawpages.elements import law_element
from lawpages.stands import Dispute, cells, dispute_of
from meldcheck.law.clauses import Question
from meldspec.games import GAMES
from tests import committed

QUESTIONS = {
    question.id: question for game in GAMES for question in committed.law(game).questions.values()
}


def stated(question: Question) -> set[str]:
    return {
        reading
        for admits in question.sources.values()
        for reading in (*admits.says, *admits.implies)
    }


def test_sources_that_state_one_reading_are_not_said_to_disagree() -> None:
    for name, question in QUESTIONS.items():
        match dispute_of(question):
            case Dispute.AMBIGUITY | Dispute.CONTRADICTION:
                assert len(stated(question)) != 1, name
            case Dispute.AGREED:
                assert len(stated(question)) == 1, name
            case _:
                pass


def test_disputes_of_each_sort() -> None:
    names = {
        "tongits.deal.play-direction": Dispute.CONTRADICTION,
        "tongits.burned.burn-definition": Dispute.CONTRADICTION,
        "tongits.draw-call.draw-block-opponent-span": Dispute.AGREED,
    }
    told = {name: dispute_of(QUESTIONS[name]) for name in names if name in QUESTIONS}
    assert told == names


BOOK: Final[Any] = SimpleNamespace(name=str.title, clauses=())


def classes(node: nodes.Node) -> list[list[str]]:
    return [one["classes"] for one in node.findall(law_element) if one["tag"] == "i"]


def test_a_cut_copy_has_the_last_sign_and_a_narrow_one() -> None:
    question = QUESTIONS["tongits.deal.play-direction"]
    shown = cells(BOOK, question, [*question.sources])
    assert len(classes(shown)) == len(question.sources)
    assert ["cut" in one for one in classes(shown)] == [False, False, False, True]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("tongits.showdown.tie-three-way", "agrees"),
        ("tongits.tongits-call.tongit-trigger", "is cut off before this point"),
        ("tongits.deal.dealer-after-no-winner", "is silent, too"),
    ],
)
def test_a_cut_copy_is_named_after_the_voices(name: str, told: str) -> None:
    parts = _who_says_what(BOOK, QUESTIONS[name])
    words = " ".join(one if isinstance(one, str) else one.astext() for one in parts)
    words = " ".join(words.split()).replace(" .", ".")
    assert words.endswith(f". The Pagat-Partial {told}.")
    assert words.count("Pagat-Partial") == 1
