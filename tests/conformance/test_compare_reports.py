"""``meldspec compare``: what has changed between two reports, and files that are none."""

from __future__ import annotations

import codecs
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from meldcheck.check.judge import Status
from meldcheck.cli import main

ENGINE = {"name": "acme", "version": "1.0"}
SUITE = {"version": "1", "hash": "abc"}
CAUSE = {"game": "tongits", "kind": "condition", "name": "tongits.draw-call.opened", "clauses": []}


def report(
    folder: Path, name: str, statuses: dict[str, str], causes: Any = None, **other: Any
) -> Path:
    cases = [{"id": case, "status": status, "game": "tongits"} for case, status in statuses.items()]
    file = folder / name
    written = {"engine": ENGINE, "suite": SUITE, "rules": {}, "cases": cases, "causes": causes}
    file.write_text(json.dumps(written | other), encoding="utf-8")
    return file


def compare(before: Path, after: Path, *options: str, status: int) -> Result:
    result = CliRunner().invoke(main, ["compare", str(before), str(after), *options])
    assert result.exit_code == status, result.output
    return result


def test_a_mended_engine_is_better(tmp_path: Path) -> None:
    cause = {**CAUSE, "cases": ["a", "b"]}
    before = report(tmp_path, "1.json", {"a": "fail", "b": "vacuous", "c": "pass"}, [cause])
    after = report(tmp_path, "2.json", {"a": "pass", "b": "pass", "c": "pass"}, [])
    said = compare(before, after, status=0).stdout
    assert said.splitlines() == [
        "0 cases got worse, 2 cases better.",
        "acme 1.0 on suite 1 → acme 1.0 on suite 1",
        "gone:  tongits.draw-call.opened is not asked (2 cases)",
        "better:",
        "  a: fail → pass",
        "  b: vacuous → pass",
    ]


def test_a_case_that_falls_short_now_is_worse_and_the_status_is_1(tmp_path: Path) -> None:
    before = report(tmp_path, "1.json", {"a": "pass", "b": "fail"}, [{**CAUSE, "cases": ["b"]}])
    after = report(
        tmp_path,
        "2.json",
        {"a": "error", "b": "fail"},
        [{**CAUSE, "cases": ["b"]}, {**CAUSE, "name": "tongits.melds.two-kinds", "cases": ["a"]}],
    )
    said = compare(before, after, status=1).stdout
    assert "1 case got worse, 0 cases better." in said
    assert "new:   tongits.melds.two-kinds is not asked (1 case)" in said
    assert "stays: tongits.draw-call.opened is not asked (1 case)" in said
    assert "  a: pass → error" in said
    told = json.loads(compare(before, after, "--format", "json", status=1).stdout)
    assert told["worse"] == [{"id": "a", "was": "pass", "now": "error"}]
    assert told["before"]["totals"] == {"pass": 1, "fail": 1}
    assert [(each["was"], each["now"]) for each in told["causes"]] == [(1, 1), (0, 1)]


def test_a_list_of_known_failures_makes_no_engine_better_or_worse(tmp_path: Path) -> None:
    plain = report(tmp_path, "1.json", {"a": "fail", "b": "fail"}, [{**CAUSE, "cases": ["a"]}])
    listed = report(tmp_path, "2.json", {"a": "known-failure", "b": "fail"})
    said = compare(plain, listed, status=0).stdout
    assert said.startswith("0 cases got worse, 0 cases better.")
    assert "gone" not in said  # the second report has no catalogue of causes
    mended = report(tmp_path, "3.json", {"a": "xpass", "b": "fail"})
    assert compare(listed, mended, status=0).stdout.startswith("0 cases got worse, 1 case better.")


STATUSES = [
    *("fail", "error", "vacuous", "known-failure"),
    *("pass", "identified", "xpass"),
    *("skip", "blocked", "not-applicable", None),
]
"""All statuses; None for a case that a report does not have."""
TABLE = """
. o o o  b b b  u u u u
o . o o  b b b  u u u u
o o . o  b b b  u u u u
o o o .  b b b  u u u u

w w w w  . o o  u u u u
w w w w  o . o  u u u u
w w w w  o o .  u u u u

w w w w  n n n  . . . .
w w w w  n n n  . . . .
w w w w  n n n  . . . .
w w w w  n n n  . . . .
"""
"""What is said of each status before (a row) with each status now (a column)."""
LISTS = {
    "w": "worse",
    "b": "better",
    "u": "unjudged",
    "n": "newly-judged",
    "o": "otherwise",
}


def test_each_pair_of_statuses_is_in_the_list_that_a_reader_expects(tmp_path: Path) -> None:
    cells = [line.split() for line in TABLE.split("\n") if line]
    pairs = {
        f"{was or 'absent'}.{now or 'absent'}": (was, now, cell)
        for was, row in zip(STATUSES, cells, strict=True)
        for now, cell in zip(STATUSES, row, strict=True)
    }
    assert {each for each in STATUSES if each} == set(Status)
    before = {name: was for name, (was, _, _) in pairs.items() if was}
    after = {name: now for name, (_, now, _) in pairs.items() if now}
    files = (report(tmp_path, "1.json", before), report(tmp_path, "2.json", after))
    told = json.loads(compare(*files, "--format", "json", status=1).stdout)
    for sign, key in LISTS.items():
        expected = {name for name, (_, _, cell) in pairs.items() if cell == sign}
        assert {each["id"] for each in told[key]} == expected, key


def test_a_case_that_leaves_the_list_of_known_failures_is_named(tmp_path: Path) -> None:
    before = report(tmp_path, "1.json", {"a": "known-failure", "b": "fail"})
    after = report(tmp_path, "2.json", {"a": "fail", "b": "known-failure"})
    said = compare(before, after, status=0).stdout.splitlines()
    assert said[0] == "0 cases got worse, 0 cases better."
    assert said[2:] == [
        "neither worse nor better:",
        "  a: known-failure → fail",
        "  b: fail → known-failure",
    ]


def test_cases_that_are_judged_no_longer_are_told(tmp_path: Path) -> None:
    before = report(tmp_path, "1.json", {"a": "fail", "b": "pass", "c": "skip"})
    after = report(
        tmp_path,
        "2.json",
        {"a": "not-applicable", "c": "pass", "d": "fail"},
        suite={"version": "2", "hash": "def"},
        rules={"tongits": {"name": "pagat"}},
    )
    said = compare(before, after, status=1).stdout
    assert said.splitlines() == [
        "1 case got worse, 0 cases better, 2 cases no longer judged.",
        "acme 1.0 on suite 1 → acme 1.0 on suite 2",
        "The suites differ: a case that one of them lacks is not in its report.",
        "The rules differ.",
        "worse:",
        "  d: not in the report → fail",
        "no longer judged:",
        "  a: fail → not-applicable",
        "  b: pass → not in the report",
        "judged for the first time:",
        "  c: skip → pass",
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "no report of meldspec check: "),
        ("[]", "no report of meldspec check: Expected `object`, got `array`"),
        ('{"a":' * 5000, "no report of meldspec check: maximum recursion depth"),
        ("{}", "no report of meldspec check: Object missing required field `engine`"),
    ],
)
def test_a_file_that_is_no_report_is_one_line(tmp_path: Path, content: str, said: str) -> None:
    good = report(tmp_path, "1.json", {"a": "pass"})
    bad = tmp_path / "2.json"
    bad.write_text(content, encoding="utf-8")
    result = compare(good, bad, status=2)
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"meldspec: {bad}: {said}")
    assert result.stdout == ""


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    file = report(tmp_path, "1.json", {"a": "pass"})
    file.write_bytes(codecs.BOM_UTF8 + file.read_bytes())
    compare(file, file, status=0)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    good = report(tmp_path, "1.json", {"a": "pass"})
    (line,) = compare(good, tmp_path / "none.json", status=2).stderr.splitlines()
    assert line == f"meldspec: {tmp_path / 'none.json'}: No such file or directory"


def test_reports_of_check_are_read(tmp_path: Path) -> None:
    file = tmp_path / "real.json"
    arguments = ["check", "--tier", "smoke", "--game", "rummy", "--report", str(file)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    said = compare(file, file, status=0).stdout
    assert said.startswith("0 cases got worse, 0 cases better.\nmeldspec ")


@pytest.mark.parametrize("content", ["<!doctype html>", "<?xml version='1.0'?>"])
def test_a_report_in_another_form_is_named_with_the_one_to_give(
    tmp_path: Path, content: str
) -> None:
    other = tmp_path / "report.html"
    other.write_text(content, encoding="utf-8")
    ran = CliRunner().invoke(main, ["compare", str(other), str(other)])
    assert ran.exit_code == 2
    assert "give the JSON report (check --report FILE.json)" in ran.stderr
