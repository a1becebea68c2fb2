"""The table that is drawn before a step, and the result that follows the step."""

from __future__ import annotations

from itertools import islice

from lawpages.situations import situation
from meldcheck.words.case import Act, Ask, Case
from meldcheck.words.notation import CHANCE
from tests import committed


def ends(case: Case) -> bool:
    """Whether an accepted step of a seat and the result of the hand are the end of a case."""
    match case.steps[-2:]:
        case (Act(by=by, refused=()), Ask(what="result", answer=answer)):
            return by != CHANCE and answer is not None and not case.outcomes and case.twin is None
        case _:
            return False


def test_the_result_after_the_last_step_is_told() -> None:
    cases = [case for case in committed.suite().cases if ends(case)]
    shown = [(case, situation(case)) for case in islice(cases, 0, None, 5)]
    told = [(case, one) for case, one in shown if one is not None]
    assert len(told) > 30
    for case, one in told:
        assert one.step is case.steps[-2]
        assert one.ended is case.steps[-1]
