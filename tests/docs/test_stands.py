"""Why a question is open, in one phrase, agrees with what its sources are said to state."""

from __future__ import annotations

from lawpages.stands import Dispute, dispute_of
from meldcheck.law.document import Question
from meldcheck.suite.build import read_laws
from meldcheck.words.places import spec_directory

QUESTIONS = {
    question.id: question
    for law in read_laws(spec_directory())
    for question in law.questions.values()
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
