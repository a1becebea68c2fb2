"""Each clause with a case by the default rules has one under each other reading, or a reason."""

from __future__ import annotations

import pytest

from meldcheck.suite import store
from meldspec.games import NAMES
from tests import committed

from . import __main__ as command
from .silent import SILENT

DETERMINED = pytest.mark.determined("spec", "conformance/suite")


@pytest.mark.slow
@DETERMINED
@pytest.mark.parametrize("game", NAMES)
def test_no_clause_is_left_without_a_case_under_a_reading(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = command.main([game])
    assert capsys.readouterr().out == ""
    assert status == 0


def test_a_gap_without_its_reason_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of the cases of Rummy, those of the clauses of the reason are enough."""
    (silent, *_) = SILENT["rummy"]
    monkeypatch.setitem(SILENT, "rummy", SILENT["rummy"][1:])
    whole, named = committed.suite(), {*silent.clauses}
    some = store.part(whole, [case for case in whole.cases if named.intersection(case.clauses)])
    monkeypatch.setattr(committed, "suite", lambda: some)
    assert command.main(["rummy"]) == 1
    told = capsys.readouterr().out
    assert f"rummy {silent.readings[0]}: " in told
    assert silent.clauses[0] in told
