"""Every theorem is a law with a bug and a clause of the documents, and the page has them all."""

from __future__ import annotations

import sys
from collections import Counter
from types import FunctionType

import pytest

from meldspec import melds

from .bugs import Bug, broken_code
from .law import How, folders, law, load, modules, read
from .page import file_name, stated
from .registry import ROOT, problems

LAWS = load()
GAP = Bug(melds.is_meld, "is_set(cards) or is_run(cards)", "is_run(cards)")


def test_every_theorem_is_a_law_with_a_bug() -> None:
    assert list(problems(LAWS)) == []


def test_every_bug_can_be_put_into_its_rule() -> None:
    for each in LAWS.values():
        rule = each.bug.rule
        assert isinstance(rule, FunctionType)
        assert broken_code(each.bug, rule) != rule.__code__, each.name


def test_there_are_as_many_symbolic_laws_as_promised() -> None:
    how = Counter(law.how for law in LAWS.values())
    assert how[How.SYMBOLICALLY] >= 30
    assert how[How.EXHAUSTIVELY] > how[How.BY_SAMPLES] > 0


def test_every_module_has_laws() -> None:
    named = {".".join(module.__name__.split(".")[-2:]) for module in modules()}
    assert named == {law.module for law in LAWS.values()}


def test_a_theorem_that_is_not_registered_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten = LAWS["ground.cards.points_add"]
    without = {name: law for name, law in LAWS.items() if law is not forgotten}
    (problem,) = problems(without)
    assert "points_add" in problem


def test_a_clause_of_no_document_is_found() -> None:
    def theorem(number: int) -> bool:
        """Nothing.

        clause: tongits.no.such-clause
        pre: 0 <= number
        post: _
        """
        return True

    made = read(theorem, How.SYMBOLICALLY, GAP)
    (problem,) = (found for found in problems({**LAWS, made.name: made}) if made.name in found)
    assert "tongits.no.such-clause" in problem


def test_a_law_needs_just_one_postcondition() -> None:
    def twice(number: int) -> bool:
        """Nothing.

        clause: tongits.turn.to-act
        pre: 0 <= number
        post: _
        post: _
        """
        return True

    with pytest.raises(ValueError, match="not the contract"):
        law(GAP)(twice)


def test_the_pages_state_every_law_as_it_is() -> None:
    rows_of = {
        folder: [
            line
            for line in (ROOT / "docs" / file_name(folder)).read_text("utf-8").splitlines()
            if "{law:clause}" in line
        ]
        for folder in folders()
        if folder.MODULES
    }
    assert sum(map(len, rows_of.values())) == len(LAWS)
    for each in LAWS.values():
        rows = rows_of[sys.modules[each.theorem.__module__.rpartition(".")[0]]]
        law_and_clauses, domain = stated(each)
        cells = f"| {law_and_clauses} | {domain} |"
        found = [row for row in rows if row.startswith(cells)]
        assert len(found) == 1, "write the pages anew: its top says how"
        assert all(line in found[0] for line in each.domain)
