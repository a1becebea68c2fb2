"""Cases that an open question decides, as plays under one reading of it."""

from __future__ import annotations

import msgspec

from meldcheck.words.case import Ask, Case, option_of
from meldcheck.words.readings import Readings, reading_value


def under(case: Case, reading: str) -> Case:
    """The case under one reading of the question that it asks; its rules then fix this reading."""
    if case.asks is None:
        raise AssertionError(f"{case.id} asks no question")
    tail = case.outcomes[reading]
    rules = {**case.rules, option_of(case.asks): reading_value(reading)}
    alone = msgspec.structs.replace(case, rules=rules, outcomes={})
    if case.setup is not None:
        return msgspec.structs.replace(alone, steps=case.steps + tail)
    (fact,) = (step for step in tail if isinstance(step, Ask))
    return msgspec.structs.replace(alone, answer=fact.answer)


def decided(case: Case, readings: Readings) -> Case:
    """The case under the reading that these rules give the question that it asks.

    A reading that the case itself fixes comes first. A case may lack an outcome for a reading that
    leaves play undefined with its other rules; then it takes the alphabetically first reading that
    it has. A case that no question decides is not changed.
    """
    if case.asks is None or not case.outcomes:
        return case
    option = option_of(case.asks)
    reading = str(case.rules.get(option, readings.get(option)))
    return under(case, reading if reading in case.outcomes else min(case.outcomes))
