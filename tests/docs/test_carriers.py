"""The code of each clause: found by its id, or the clause says why there is none."""

from __future__ import annotations

from typing import Final

import pytest

from lawpages.carriers import carriers
from meldcheck.games import MEASURES
from meldcheck.law.carried import carried
from meldcheck.law.clauses import ClauseKind
from meldcheck.law.document import read_law

from .building import ROOT

NO_CODE: Final = (ClauseKind.AIM, ClauseKind.TERM, ClauseKind.REJECTED, ClauseKind.VARIATION)
"""Kinds by which a clause says that no code may carry it; a variation that is played has code."""


@pytest.mark.parametrize("game", MEASURES)
def test_each_clause_has_code_or_says_why_not(game: str) -> None:
    law, problems = read_law(ROOT / "spec", game, None)
    assert not problems
    found = carriers(game)
    assert set(found) - set(law.clauses) == set()
    clauses = law.clauses.values()
    needing = {one.id for one in clauses if one.kind not in NO_CODE and not one.implied_by}
    assert needing
    assert needing - set(found) == set()
    assert carried(game) - set(found) == set()


@pytest.mark.parametrize("game", MEASURES)
def test_the_code_of_a_clause_stands_where_it_is_said_to(game: str) -> None:
    for those in carriers(game).values():
        for carrier in those:
            lines = (ROOT / carrier.file).read_text(encoding="utf-8").splitlines()
            shown = carrier.source.splitlines()
            assert lines[carrier.line - 1 : carrier.line - 1 + len(shown)] == shown
            assert f"def {carrier.name}(" in carrier.source
