"""Rule sets that differ in name only: no play and no question tells them apart.

A question that does not matter (``alive-when`` in the documents) is one reason; the others stand
in the corner of each game, each with its argument.
"""

from __future__ import annotations

from collections.abc import Mapping

from meldcheck.identify.corner import CORNERS, Alike
from meldcheck.law.document import Law, QuestionStatus, reading_value
from meldcheck.words.readings import Reading


def plainest(law: Law, readings: Mapping[str, Reading]) -> dict[str, Reading]:
    """The one rule set that stands for all that are the same game, as far as that is known."""
    plain = dict(readings)
    while True:
        before = dict(plain)
        for question in law.questions.values():
            if question.status is QuestionStatus.OPTION and not question.is_alive(plain):
                plain[question.option] = reading_value(question.default)
        for alike in CORNERS[law.game].alike:
            if applies(alike, plain):
                plain |= alike.change
        if plain == before:
            return plain


def applies(alike: Alike, readings: Mapping[str, Reading]) -> bool:
    """Whether a rule set has the readings that make it the same as a plainer one."""
    return all(readings[option] in among for option, among in alike.when.items())


def why_alike(law: Law, option: str, readings: Mapping[str, Reading]) -> str:
    """The argument by which a reading of an option comes to the same as a plainer one; or none."""
    for alike in CORNERS[law.game].alike:
        if option in alike.change and applies(alike, readings):
            return alike.why
    return ""
