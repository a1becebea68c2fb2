"""The pages of refusals: no condition of a game is missing, and stages are those of the play."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawpages.refusals import stages_of
from meldcheck.games import MEASURES
from meldcheck.law.carried import PLAY, named
from meldcheck.law.document import ClauseKind, load_law

from .building import ROOT


def by_turn_and_phase(game: str) -> frozenset[str]:
    """The clauses that refuse an action before its move is asked."""
    turn = Path(PLAY / game.replace("-", "_") / "turn.py").read_text(encoding="utf-8")
    return frozenset(named(game, turn))


@pytest.mark.parametrize("game", MEASURES)
def test_no_condition_is_missing(game: str) -> None:
    listed = {one for stages in stages_of(game).values() for stage in stages for one in stage}
    missing = [
        clause.id
        for clause in load_law(ROOT / "spec", game).clauses.values()
        if clause.kind is ClauseKind.CONDITION and not clause.implied_by
        if clause.id not in listed | by_turn_and_phase(game)
    ]
    assert missing == []


def test_conditions_stand_in_the_order_in_which_they_are_asked() -> None:
    things, conditions, after = (list(stage) for stage in stages_of("rummy")["meld"])
    assert things == ["rummy.meld.from-hand"]
    assert conditions[:2] == ["rummy.meld.two-kinds-only", "rummy.meld.one-per-turn"]
    assert after[-1] == "rummy.meld.compulsory"
