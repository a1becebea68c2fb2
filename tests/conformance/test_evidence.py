"""The ladder of evidence: each rung, each line, and what makes a clause fall."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from meldcheck.cli import main
from meldcheck.evidence import records
from meldcheck.evidence.ladder import Evidence, Rung, Shown, evidence, fallen, shown_by
from meldcheck.evidence.records import ChangeCounts, LawCounts, Measured, Measurement
from meldcheck.suite import store
from meldcheck.words.errors import SpecError
from meldcheck.words.places import suite_directory
from tests import committed

CLAUSE = "rummy.turn.to-act"


@pytest.fixture(scope="module")
def suite() -> store.Suite:
    return committed.suite()


def of(measured: Measured, shown: Shown) -> Evidence:
    return Evidence(committed.law("rummy").clauses[CLAUSE], measured, shown, ())


A_CASE = Shown(kept=1, names=["a"])


@pytest.mark.parametrize(
    ("measured", "rung"),
    [
        (Measured(), Rung.SHOWN_BY_EXAMPLE),
        (Measured(played=True), Rung.PROPERTY_TESTED),
        (Measured(laws=LawCounts(sampled=1)), Rung.PROPERTY_TESTED),
        (Measured(played=True, explored=True), Rung.EXPLORED),
        (Measured(explored=True, laws=LawCounts(enumerated=1)), Rung.PROVED_BY_EXHAUSTION),
        (Measured(laws=LawCounts(confirmed=1, enumerated=1)), Rung.PROVED_SYMBOLICALLY),
    ],
)
def test_the_surest_evidence_is_the_rung(measured: Measured, rung: Rung) -> None:
    assert of(measured, A_CASE).rung is rung


def test_without_evidence_a_clause_stands_on_nothing() -> None:
    assert of(Measured(), Shown()).stands == "nothing"
    aim = committed.law("carousel").clauses["carousel.goal.shed"]
    assert Evidence(aim, Measured(), Shown(), ()).stands == "nothing to show: aim"


def test_a_clause_that_falls_is_named() -> None:
    before = {"a": Rung.EXPLORED, "b": Rung.SHOWN_BY_EXAMPLE, "gone": Rung.EXPLORED}
    after = {"a": Rung.PROPERTY_TESTED, "b": Rung.EXPLORED}
    assert [*fallen(before, after)] == ["a was explored, and is property-tested now"]


def test_cases_stand_on_the_side_that_they_show(suite: store.Suite) -> None:
    clause = shown_by(suite.cases)[CLAUSE]
    assert clause.refused > 0
    assert clause.kept + clause.refused == len(clause.names)


def test_an_engine_that_fails_a_case_is_not_named(suite: store.Suite) -> None:
    clauses = {CLAUSE: committed.law("rummy").clauses[CLAUSE]}
    (case, *_) = shown_by(suite.cases)[CLAUSE].names
    engines: dict[str, tuple[str, ...]] = {"good": (), "bad": (case,)}
    (found,) = evidence(clauses, suite.cases, Measurement(commit="x", clauses={}, engines=engines))
    assert found.engines == ("good",)


def test_a_measurement_is_kept_and_read(tmp_path: Path) -> None:
    kept = Measurement(
        commit="abc",
        clauses={CLAUSE: Measured(changes=ChangeCounts(found=3, left=1), played=True)},
        engines={"one": ("a",)},
    )
    records.write(kept, tmp_path)
    assert records.load(tmp_path) == kept


def test_a_missing_or_torn_measurement_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"evidence\.json: missing"):
        records.load(tmp_path)
    (tmp_path / store.EVIDENCE).write_text('{"commit": 3}')
    with pytest.raises(SpecError, match=r"evidence\.json"):
        records.load(tmp_path)


def run(*words: str) -> tuple[int, str]:
    told = CliRunner().invoke(main, ["evidence", *words])
    return told.exit_code, told.output


def test_every_clause_has_a_line() -> None:
    status, text = run("--game", "rummy")
    assert status == 0
    clauses = committed.law("rummy").clauses
    lines = text.splitlines()
    assert [line.split()[0] for line in lines[: len(clauses)]] == [*clauses]


def test_one_clause_as_json() -> None:
    status, text = run(CLAUSE, "--format", "json")
    assert status == 0
    (told,) = json.loads(text)["clauses"]
    assert told["id"] == CLAUSE
    assert told["rung"] == "proved symbolically"
    assert told["cases"]["refused"] > 0


def test_every_measured_clause_is_of_the_documents() -> None:
    """A clause that is new, renamed or gone asks for ``python -m tests.evidence``."""
    measured = records.load(suite_directory()).clauses
    games = ("tongits", "rummy", "carousel", "three-thirteen", "indian-chief")
    assert {*measured} == {name for game in games for name in committed.law(game).clauses}


def test_wrong_use_is_one_line() -> None:
    for words in (("nothing.of.it",), ("--game", "whist")):
        status, text = run(*words)
        assert status == 2
        assert "Traceback" not in text
