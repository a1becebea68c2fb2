"""Rule sets that differ in name only: no play and no question tells them apart.

One reason is a question that does not matter (``alive-when`` in the documents). The other reasons
are in the corner of each game, each with its argument.
"""

from __future__ import annotations

from meldcheck.identify.corner import CORNERS, Alike
from meldcheck.law.rulespace import RuleSpace
from meldcheck.words.readings import Reading, Readings


def plainest(space: RuleSpace, readings: Readings) -> dict[str, Reading]:
    """The plainest of all rule sets that are known to be the same game."""
    plain = dict(readings)
    while True:
        before = dict(plain)
        for option in space.alive_when or ():
            if option in space.readings and not space.is_alive(option, plain):
                plain[option] = space.default[option]
        for alike in CORNERS[space.game].alike:
            if applies(alike, plain):
                plain |= alike.change
        if plain == before:
            return plain


def applies(alike: Alike, readings: Readings) -> bool:
    """Whether a rule set has the readings that make it the same as a plainer one."""
    return all(readings[option] in among for option, among in alike.when.items())


def why_alike(space: RuleSpace, option: str, readings: Readings) -> str:
    """The argument that a reading gives the same game as a plainer one; empty if there is none."""
    for alike in CORNERS[space.game].alike:
        if option in alike.change and applies(alike, readings):
            return alike.why
    return ""
