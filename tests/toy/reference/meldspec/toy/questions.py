"""What may be asked about stated facts: the points of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldspec.facts import AskDeadwood
from meldspec.spoken import Question
from meldspec.toy.draw import count
from meldspec.toy.options import Rules


def _answer_deadwood(rules: Rules, asked: AskDeadwood) -> int:
    return count(rules, frozenset(asked.hand))


QUESTIONS: Final[Mapping[str, Question[Rules]]] = {
    "deadwood": Question(AskDeadwood, _answer_deadwood),
}
