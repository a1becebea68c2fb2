"""On which options a case depends: those of which another reading changes what is expected."""

from __future__ import annotations

import msgspec

from meldcheck.agreement import disagreements
from meldcheck.case import Case
from meldspec.wire import GameWire


def default_readings(game: GameWire) -> dict[str, str | int]:
    """The default reading of each option of a game."""
    return {option: readings[0] for option, readings in game.readings().items()}


def depending(case: Case, game: GameWire) -> Case:
    """The case with the reading fixed of every option on which it depends.

    Each other reading is played in its stead, one option at a time; the case depends on those with
    which the reference says otherwise.
    """
    usual = default_readings(game)
    fixed = {
        option: usual[option]
        for option, readings in game.readings().items()
        if option not in case.rules
        and any(not _holds(case, game, option, other) for other in readings[1:])
    }
    return msgspec.structs.replace(case, rules={**case.rules, **fixed})


def _holds(case: Case, game: GameWire, option: str, reading: str | int) -> bool:
    """Whether the reference agrees with the case under this reading."""
    other = msgspec.structs.replace(case, rules={**case.rules, option: reading})
    return next(disagreements(game, other, []), None) is None
