"""The command: exit statuses, the report in both forms, known failures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click
import msgspec
import pytest
from click.testing import CliRunner, Result

from meldcheck.check.comparison import WrittenSuite
from meldcheck.check.row import EngineRow
from meldcheck.cli import main
from meldcheck.suite.store import VERSION
from meldcheck.words.case import Kind
from tests import committed

from .standins import NO_MELD, case, command, write_suite


@pytest.fixture
def committed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands read the committed suite once for all tests; none of these changes it."""
    monkeypatch.setattr("meldcheck.suite.store.load", committed.load)


def check(folder: Path, name: str, *options: str, status: int, jobs: int = 1) -> Result:
    arguments = ["check", "--suite", str(folder), "--jobs", str(jobs), *options]
    result = CliRunner().invoke(main, [*arguments, "--", *command(name)])
    assert result.exit_code == status, result.output
    return result


def in_json(folder: Path, name: str, *options: str, status: int, jobs: int = 1) -> Any:
    result = check(folder, name, "--format", "json", *options, status=status, jobs=jobs)
    return json.loads(result.stdout)


def one_line(result: Result) -> str:
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("meldspec: ")
    return line.removeprefix("meldspec: ")


def test_a_sound_engine_holds_and_the_line_names_its_scope(suite_folder: Path) -> None:
    said = check(suite_folder, "Sound", status=0).stdout
    assert said.splitlines()[-2:] == [
        "stand-in 1.0:",
        f"Tong-its, default rules, 7 of 7 applicable cases of suite {VERSION}: all pass",
    ]
    assert "%" not in said


@pytest.mark.parametrize("words", [(), ("",), ("  ",), ("", "engine.py")])
@pytest.mark.parametrize("asked", ["check", "fuzz", "doctor", "identify"])
def test_no_engine_behind_the_dashes_is_one_line(asked: str, words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [asked, "--", *words])
    assert result.exit_code == 2
    missing = "Missing argument '-- ENGINE...'."
    none = "no engine is named behind --; expected is its command"
    assert one_line(result) == (missing if asked != "check" and not words else none)


def test_a_tier_is_named_in_the_scope(suite_folder: Path) -> None:
    said = check(suite_folder, "Sound", "--tier", "smoke", status=0).stdout
    assert f"1 of 1 applicable cases of tier smoke of suite {VERSION}: all pass" in said


def test_what_does_not_apply_is_named_in_the_scope(suite_folder: Path) -> None:
    said = check(suite_folder, "PlaysOptions", status=0).stdout
    assert f"5 of 5 applicable cases of suite {VERSION}: all pass (2 not applicable)" in said
    assert "not-applicable: 2 cases: the engine does not offer view" in said


def test_reasons_are_those_of_the_games_that_the_engine_plays(tmp_path: Path) -> None:
    options = ("no_ante", "no_bonus", "no_pot", "no_streak")
    lacked = [case(one, Kind.MELD, rules={f"pot.{one}": "yes"}) for one in options]
    others = [case(f"r{number}", Kind.MELD, game="rummy") for number in range(3)]
    said = check(write_suite(tmp_path, [*others, *lacked]), "Sound", status=1).stdout
    assert [line for line in said.splitlines() if line.startswith("not-applicable")] == [
        f"not-applicable: 1 case: the engine does not play pot.{one} = yes" for one in options
    ]
    assert f"no case of suite {VERSION} applies to this engine (7 not applicable)" in said


def test_the_json_report_has_the_promised_form(suite_folder: Path) -> None:
    report = in_json(suite_folder, "AcceptsEverything", status=1)
    assert report["engine"] == {"name": "stand-in", "version": "1.0", "language": "python"}
    manifest = json.loads((suite_folder / "manifest.json").read_text(encoding="utf-8"))
    assert report["suite"] == {"version": manifest["version"], "hash": manifest["hash"]}
    assert report["rules"] == {}
    assert report["games"] == {"tongits": {"pass": 6, "fail": 1}}
    assert report["totals"] == {
        "pass": 6,
        "fail": 1,
        "error": 0,
        "skip": 0,
        "blocked": 0,
        "identified": 0,
        "vacuous": 0,
        "known-failure": 0,
        "xpass": 0,
        "not-applicable": 0,
    }
    (failing,) = (case for case in report["cases"] if case["status"] == "fail")
    assert failing["id"] == "tongits.test.refused"
    assert failing["game"] == "tongits"
    assert failing["origin"] == "document"
    assert failing["clauses"] == ["tongits.test.clause"]
    assert failing["step"] == 3
    assert failing["expected"] == {"ok": False, "clauses": ["tongits.draw-call.before-drawing"]}
    assert failing["got"] == {"ok": True}


def test_several_reports_are_written_in_one_run(suite_folder: Path, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("report.json", "report.xml", "report.HTML")]
    options = [word for file in files for word in ("--report", str(file))]
    check(suite_folder, "Errs", *options, status=1)
    assert [file.read_text("utf-8")[:5] for file in files] == ['{\n  "', "<?xml", "<!doc"]


def test_no_output_is_written_over_an_input(suite_folder: Path, tmp_path: Path) -> None:
    known, link = tmp_path / "known.txt", tmp_path / "link.json"
    known.write_text("tongits.test.result issue 7\n", encoding="utf-8")
    declared, program = tmp_path / "engine.toml", tmp_path / "engine.py"
    declared.write_text("[games.tongits]\n", encoding="utf-8")
    program.write_text("", encoding="utf-8")
    link.symlink_to(known)
    for options in (
        ["--known-failures", str(known), "--report", str(link)],
        [f"--known-failures={known}", "--report", f"{tmp_path}/../{tmp_path.name}/known.txt"],
        [f"--write-known-failures={known}", f"--known-failures={known}", f"--badge={link}"],
        ["--declare", str(declared), "--badge", str(declared)],
        ["--badge", str(declared), "--report", f"{tmp_path}/./engine.toml"],
        ["--report", str(program), "--", sys.executable, str(program)],
    ):
        files = {file: file.read_bytes() for file in (known, declared, program)}
        engine = [] if "--" in options else ["--", *command("Sound")]
        ran = CliRunner().invoke(main, ["check", "--suite", str(suite_folder), *options, *engine])
        assert ran.exit_code == 2, options
        said = one_line(ran)
        assert "would be overwritten" in said or "two outputs" in said
        assert {file: file.read_bytes() for file in files} == files


def test_no_output_is_written_into_the_suite(suite_folder: Path) -> None:
    file = suite_folder / "manifest.json"
    before = file.read_bytes()
    words = ["check", "--suite", str(suite_folder), "--report", str(file), "--", *command("Sound")]
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 2
    assert one_line(ran) == f"{file}: it lies in {suite_folder}, which is read"
    assert file.read_bytes() == before


@pytest.mark.usefixtures("committed_once")
def test_a_word_that_is_no_file_to_be_read_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rummy").write_text("", encoding="utf-8")
    smoke = ["check", "--tier", "smoke"]
    ran = CliRunner().invoke(main, [*smoke, "--game", "rummy", "--report", "rummy"])
    assert ran.exit_code == 0, ran.stderr
    words = [*smoke, "--report", os.devnull, "--", "no-such-engine", os.devnull]
    ran = CliRunner().invoke(main, words)
    assert "cannot be started" in one_line(ran)


def test_the_last_word_of_an_engine_may_be_two_dashes(suite_folder: Path) -> None:
    words = ["check", "--suite", str(suite_folder), "--", *command("Sound"), "--"]
    ran = CliRunner().invoke(main, words)
    assert "no engine is named" not in ran.stderr


def test_a_report_file_holds_the_same_as_the_json_form(suite_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    said = check(suite_folder, "Errs", "--report", str(file), "--format", "json", status=1)
    assert file.read_text(encoding="utf-8") == said.stdout


def test_jobs_do_not_change_the_report(suite_folder: Path) -> None:
    assert in_json(suite_folder, "Leaks", status=1) == in_json(
        suite_folder, "Leaks", status=1, jobs=3
    )


def test_a_failure_is_told_with_its_rule_its_play_and_the_difference(suite_folder: Path) -> None:
    said = check(suite_folder, "AcceptsEverything", status=1).stdout
    assert said.startswith(
        """\
FAIL tongits.test.refused (document play)
  The fact called refused
  clause    tongits.test.clause: A draw is called before a card is drawn.
            denexa DRW2: Ending the hand, sentence 2
  flag      late-call: Calls late. Seats hold a card more.
            3 players, dealer 0
            deal
              hand 0  7C TD
              hand 1  KS
              hand 2  AH
              stock   2S 3S
            1 draw  # 2S
         -> 1 call-draw -> refused tongits.draw-call.before-drawing
  expected  refused by tongits.draw-call.before-drawing
  got       accepted
"""
    )


def test_a_leak_is_told_with_both_answers(suite_folder: Path) -> None:
    said = check(suite_folder, "Leaks", status=1).stdout
    assert "FAIL tongits.test.twin" in said
    assert "seat 0 can tell the two plays apart by its view" in said
    assert '"debug": {"next": ["2S"]}' in said
    assert '"debug": {"next": ["3S"]}' in said


@pytest.mark.parametrize(
    ("name", "summary"),
    [
        ("Hangs", f"6 of 7 applicable cases of suite {VERSION} pass: 1 error"),
        ("Skips", f"6 of 7 applicable cases of suite {VERSION} pass: 1 skip"),
        ("RefusesCalls", f"6 of 7 applicable cases of suite {VERSION} pass: 1 vacuous"),
        ("RefusesDeals", f"2 of 7 applicable cases of suite {VERSION} pass: 1 fail, 4 blocked"),
    ],
)
def test_the_summary_counts_what_is_not_a_pass(suite_folder: Path, name: str, summary: str) -> None:
    status = 0 if name == "Skips" else 1
    assert summary in check(suite_folder, name, "--timeout", "2", status=status).stdout


def test_an_engine_that_does_nothing_does_not_hold(suite_folder: Path) -> None:
    said = check(suite_folder, "SkipsEverything", status=1).stdout
    assert f"0 of 7 applicable cases of suite {VERSION} pass: 7 skip" in said
    assert said.splitlines()[-1] == "No case was judged, so the run does not hold."


def test_an_engine_that_plays_nothing_does_not_hold(suite_folder: Path) -> None:
    said = check(suite_folder, "PlaysNothing", status=1).stdout
    assert f"no case of suite {VERSION} applies to this engine (7 not applicable)" in said


LISTED = 'id = "tongits.test.result"\nreason = "issue 7: no results yet"\n'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("known.toml", f"[[known-failure]]\n{LISTED}"),
        ("known.txt", "# what we know\n\ntongits.test.result  issue 7: no results yet\n"),
    ],
)
def test_a_known_failure_is_told_apart(
    suite_folder: Path, tmp_path: Path, name: str, text: str
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    report = in_json(suite_folder, "Errs", "--known-failures", str(file), status=0)
    assert report["totals"]["known-failure"] == 1
    (known,) = (case for case in report["cases"] if case["status"] == "known-failure")
    assert known["reason"] == "known: issue 7: no results yet"
    said = check(suite_folder, "Errs", "--known-failures", str(file), status=0).stdout
    assert f"6 of 7 applicable cases of suite {VERSION} pass: 1 known-failure" in said


def test_a_known_failure_that_passes_falls_short(suite_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text("tongits.test.result issue 7\n", encoding="utf-8")
    said = check(suite_folder, "Sound", "--known-failures", str(file), status=1).stdout
    assert "NO LONGER FAILING (1 entry): take these off the list" in said
    assert "tongits.test.result passes, but is listed as failing: issue 7" in said
    assert "-> " not in said


def test_known_failures_are_written_and_read_again(suite_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    check(suite_folder, "Errs", "--write-known-failures", str(file), status=1)
    assert file.read_text("utf-8").splitlines()[1:] == ["tongits.test.result no known cause"]
    again = tmp_path / "again.txt"
    options = ("--known-failures", str(file), "--write-known-failures", str(again))
    check(suite_folder, "Errs", *options, status=0)
    assert again.read_bytes() == file.read_bytes()


def test_a_list_keeps_the_reasons_of_cases_that_are_not_played(
    suite_folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "known.toml"
    file.write_text(
        "[[known-failure]]\nid = 'tongits.test.result'\nreason = 'issue 7'\n", encoding="utf-8"
    )
    alone = check(suite_folder, "Errs", "--write-known-failures", str(file), status=2)
    assert (
        f"{file} exists and may have reasons of yours: name it by --known-failures" in alone.stderr
    )
    both = ("--known-failures", str(file), "--write-known-failures", str(file))
    check(suite_folder, "Errs", "--case", "tongits.test.meld", *both, status=0)
    assert 'reason = "issue 7"' in file.read_text("utf-8")
    check(suite_folder, "Sound", *both, status=1)
    assert "issue 7" not in file.read_text("utf-8")


def test_a_clause_that_is_listed_excuses_its_cases_until_none_falls_short(
    suite_folder: Path, tmp_path: Path
) -> None:
    file, again = tmp_path / "known.txt", tmp_path / "known.toml"
    file.write_text("tongits.test.clause issue 7: all of it\n", encoding="utf-8")
    options = ("--known-failures", str(file), "--write-known-failures", str(again))
    check(suite_folder, "Errs", *options, status=0)
    assert again.read_text("utf-8").splitlines()[2:] == [
        "[[known-failure]]",
        'clause = "tongits.test.clause"',
        'reason = "issue 7: all of it"',
    ]
    known = ("--known-failures", str(again))
    check(suite_folder, "Errs", *known, status=0)
    said = check(suite_folder, "Sound", *known, status=1).stdout
    assert said.count("NO LONGER FAILING (1 entry)") == 1
    assert "passes like each case of the clause 'tongits.test.clause', but this clause" in said
    part = check(suite_folder, "Sound", "--case", "tongits.test.meld", *known, status=0)
    assert "NO LONGER FAILING" not in part.stdout


def of_a_part(folder: Path, entry: str) -> tuple[Path, tuple[str, ...]]:
    """A list of known failures, and the options with which an engine that asks nothing has it."""
    declared, file = folder / "engine.toml", folder / "known.txt"
    declared.write_text("[games.tongits]\nabilities = ['play', 'view']\n", encoding="utf-8")
    file.write_text(f"{entry}\tissue 12 open\n", encoding="utf-8")
    return file, ("--declare", str(declared), "--known-failures", str(file))


def test_an_entry_is_out_of_date_if_each_case_passes_that_the_engine_plays(
    suite_folder: Path, tmp_path: Path
) -> None:
    file, options = of_a_part(tmp_path, "tongits.test.clause")
    said = check(suite_folder, "Sound", *options, status=1).stdout
    assert "not applicable" in said
    assert "NO LONGER FAILING (1 entry)" in said
    check(suite_folder, "Sound", *options, "--write-known-failures", str(file), status=1)
    assert file.read_text("utf-8").splitlines()[1:] == []


def test_what_is_not_judged_neither_ends_an_entry_nor_removes_it(
    suite_folder: Path, tmp_path: Path
) -> None:
    file, options = of_a_part(tmp_path, "tongits.test.meld")
    said = check(suite_folder, "Sound", *options, status=0).stdout
    assert "NO LONGER FAILING" not in said
    check(suite_folder, "Sound", *options, "--write-known-failures", str(file), status=0)
    assert file.read_text("utf-8").splitlines()[1:] == ["tongits.test.meld issue 12 open"]


@pytest.mark.usefixtures("committed_once")
def test_the_end_of_a_name_stands_for_one_name_only() -> None:
    several = CliRunner().invoke(main, ["check", "--clause", "deadwood"])
    assert several.exit_code == 2
    named = "three-thirteen.score.deadwood or tongits.terms.deadwood"
    assert one_line(several) == f"deadwood is the end of several clauses: {named}"


@pytest.mark.usefixtures("committed_once")
def test_a_row_of_the_page_of_engines_counts_the_whole_suite(tmp_path: Path) -> None:
    file = tmp_path / "row.json"
    engine = command("SkipsEverything")
    result = CliRunner().invoke(main, ["check", "--row", str(file), "--", *engine])
    row = msgspec.json.decode(file.read_bytes(), type=EngineRow)
    assert (row.title, row.command, row.engine.version) == ("stand-in", " ".join(engine), "1.0")
    manifest = committed.suite().manifest
    assert row.suite == WrittenSuite(manifest.version, manifest.hash)
    cases = committed.suite().cases
    assert sum(map(sum, (one.values() for one in row.games.values()))) == len(cases)
    assert result.exit_code == 1


@pytest.mark.parametrize("option", ["--rules=pagat", "--tier=smoke", "--clause=x", "--failed-last"])
def test_a_row_of_a_part_of_the_suite_or_of_other_rules_is_refused(
    option: str, tmp_path: Path
) -> None:
    file = tmp_path / "row.json"
    result = CliRunner().invoke(main, ["check", "--row", str(file), option, "--", "true"])
    assert result.exit_code == 2
    name = option.partition("=")[0]
    assert one_line(result) == f"--row does not go with {name}: a row counts the whole suite"
    assert not file.exists()


@pytest.mark.parametrize(
    ("name", "text", "colour"),
    [
        ("Sound", "7 of 7", "#2e7d32"),
        ("Errs", "6 of 7", "#b3402a"),
        ("SkipsEverything", "no case judged", "#6b6b6b"),
    ],
)
def test_a_badge_has_the_counts_and_the_colour(
    suite_folder: Path, tmp_path: Path, name: str, text: str, colour: str
) -> None:
    file = tmp_path / "badge.svg"
    check(suite_folder, name, "--badge", str(file), status=0 if name == "Sound" else 1)
    picture = ElementTree.parse(file).getroot()
    assert picture.attrib["aria-label"] == f"meldspec: {text}"
    assert colour in {each.get("fill") for each in picture}
    assert "href" not in file.read_text("utf-8")


@pytest.mark.usefixtures("committed_once")
@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--game", "rummy", "--tier", "smoke"], "Rummy, tier smoke"),
        (["--tier", "smoke"], "tier smoke"),
        (
            ["--game", "tongits", "--rules", "pagat", "--tier", "smoke"],
            "Tong-its, rules pagat, tier smoke",
        ),
        (
            ["--game", "rummy", "--rules", "denexa", "--tier", "smoke"],
            "Rummy, rules denexa, tier smoke",
        ),
        (["--rules", "denexa", "--tier", "smoke"], "rules denexa, tier smoke"),
    ],
)
def test_a_badge_names_what_the_run_was_restricted_to(
    tmp_path: Path, options: list[str], text: str
) -> None:
    file = tmp_path / "badge.svg"
    ran = CliRunner().invoke(main, ["check", *options, "--badge", str(file)])
    assert ran.exit_code == 0, ran.output
    label = ElementTree.parse(file).getroot().attrib["aria-label"]
    assert label.partition(", ")[2] == text


@pytest.mark.parametrize("option", ["--case=x", "--clause=x", "--failed-last"])
def test_a_badge_of_some_cases_of_a_game_is_refused(option: str, tmp_path: Path) -> None:
    file = tmp_path / "badge.svg"
    result = CliRunner().invoke(main, ["check", "--badge", str(file), option, "--", "true"])
    assert result.exit_code == 2
    name = option.partition("=")[0]
    assert (
        one_line(result) == f"--badge does not go with {name}: a badge counts all cases of a game"
    )
    assert not file.exists()


def test_only_some_cases_are_played(suite_folder: Path) -> None:
    report = in_json(suite_folder, "Sound", "--case", "tongits.test.meld", status=0)
    assert [case["id"] for case in report["cases"]] == ["tongits.test.meld"]
    (clause,) = {clause for case in report["cases"] for clause in case["clauses"]}
    report = in_json(suite_folder, "Sound", "--clause", clause, status=0)
    assert all(clause in case["clauses"] for case in report["cases"])
    assert in_json(suite_folder, "Sound", "--clause", "test.clause", status=0) == report


def test_a_report_for_tools_that_show_tests(suite_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.xml"
    check(suite_folder, "Errs", "--report", str(file), status=1)
    (of_game,) = ElementTree.parse(file).getroot()
    assert of_game.attrib == {
        "name": "tongits",
        "tests": "7",
        "failures": "0",
        "errors": "1",
        "skipped": "0",
    }
    (wrong,) = (test for test in of_game if len(test))
    assert wrong.attrib == {"classname": "tongits.play", "name": "tongits.test.result"}
    assert wrong[0].tag == "error"
    assert "deal" in (wrong[0].text or "")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("k.txt", "tongits.test.result\n", ":1: tongits.test.result: no reason is given"),
        ("k.txt", "\ntongits.test.results why\n", ":2: tongits.test.results: the suite has no"),
        ("k.txt", "tongits.test.gone x\n", ":1: tongits.test.gone: this case is withdrawn (it"),
        ("k.txt", "tongits.test.meld a\ntongits.test.meld b\n", ":2: tongits.test.meld: listed"),
        ("k.toml", f"[[known-failure]]\n{LISTED.replace('issue 7: no results yet', ' ')}", ":2: "),
        ("k.toml", "[[known-failure]]\nid = 'x'\n", ":1: known-failure: object missing"),
        ("k.txt", "tongits.test.claus why\n", ":1: tongits.test.claus: the suite has no such case"),
        ("k.toml", "[[known-failure]]\nclause = 'x'\nreason = 'y'", ":2: x: no case of the suite"),
        ("k.toml", "[[known-failure]]\ncause = 'x'\nreason = 'y'", ":2: x: the suite knows no"),
        ("k.toml", "# known\n[[known]]\nid = 'y'\n", ":2: unknown field 'known'"),
        ("k.toml", "\n[[known-failure]]\nid = 3\n", ":3: known-failure.id: expected"),
        (
            "k.toml",
            f"[[known-failure]]\n{LISTED}\n[[known-failure]]\nid = 3\n",
            ":6: known-failure.id",
        ),
        ("k.toml", "a = " + "[" * 5000, ": this is nested too deeply"),
        ("k.toml", "[[known-failure]]\nreason = 'y'\n", ":1: an entry has an id, a clause or a"),
        ("k.toml", "[[known-failure]]\nid = \n", ":2: "),
    ],
)
def test_a_wrong_list_of_known_failures_is_one_line(
    suite_folder: Path, tmp_path: Path, name: str, text: str, message: str
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    result = check(suite_folder, "Sound", "--known-failures", str(file), status=2)
    assert one_line(result).startswith(f"{file}{message}")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rules", "house"], "no rule set 'house'; known: default"),
        (["--game", "chess"], "the suite has no game 'chess'; it has tongits"),
        (["--case", "tongits.test.mell"], "did you mean tongits.test.meld?"),
        (
            ["--tier", "smoke", "--case", "tongits.test.view"],
            "the case tongits.test.view is not selected: tongits.test.view is of tongits and of "
            "tier core",
        ),
        (["--clause", "x"], "no selected case has the clause 'x'"),
        (["--write-known-failures", "/no/such/folder/known.txt"], "its folder does not exist"),
        (["--tier", "huge"], "'huge' is not one of 'smoke', 'core', 'full'"),
        (["--jobs", "0"], "0 is not in the range"),
        (["--timeout", "0"], "0.0 is not in the range"),
        (["--report", "/no/such/folder/report.json"], "its folder does not exist"),
        (["--badge", "/no/such/folder/badge.svg"], "its folder does not exist"),
        (["--known-failures", "/no/such/file"], "does not exist"),
        (["--no-such-option"], "--no-such-option"),
    ],
)
def test_wrong_use_is_one_line(suite_folder: Path, options: list[str], message: str) -> None:
    assert message in one_line(check(suite_folder, "Sound", *options, status=2))


def test_a_long_complaint_is_cut(suite_folder: Path) -> None:
    line = one_line(check(suite_folder, "Sound", "--game", "x" * 10_000, status=2))
    assert len(line) < 700
    assert "characters cut) …" in line
    assert line.endswith("it has tongits")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("DiesInHello", "the engine does not answer hello: exit: exited with status 1 (an engine"),
        ("OtherProtocol", "the engine does not answer hello: garbage: speaks protocol 2"),
        ("NeverSaysHello", "the engine does not answer hello: silence: no reply in 1.5 s"),
    ],
)
def test_a_program_that_is_no_engine_is_one_line(
    suite_folder: Path, name: str, message: str
) -> None:
    options = ("--timeout", "0.5") if name == "NeverSaysHello" else ()
    result = check(suite_folder, name, *options, status=2)
    assert one_line(result).startswith(message)


def test_a_command_that_does_not_exist_is_one_line(suite_folder: Path) -> None:
    arguments = ["check", "--suite", str(suite_folder), "--", "no-such-engine"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert one_line(result) == "the engine cannot be started: no such command: no-such-engine"


def test_a_torn_suite_is_one_line(suite_folder: Path) -> None:
    file = suite_folder / "tongits" / "test.json"
    file.write_bytes(file.read_bytes()[:100])
    assert one_line(check(suite_folder, "Sound", status=2)).startswith(f"{file}:")


def test_more_than_ten_failures_are_counted_and_told_on_demand(tmp_path: Path) -> None:
    wrong = [
        case(f"wrong-{letter}", Kind.MELD, question={"cards": ["7C"]}, answer=None)
        for letter in "abcdefghijkl"
    ]
    folder = write_suite(tmp_path / "suite", wrong)
    said = check(folder, "Sound", status=1).stdout
    assert said.count("FAIL tongits.test.wrong-") == 10
    assert "… and 2 more; --all-failures shows them all." in said
    said = check(folder, "Sound", "--all-failures", status=1).stdout
    assert said.count("FAIL tongits.test.wrong-") == 12
    assert '  cards     7C\n  expected  null\n  got       "set"\n' in said


def test_nothing_selected_is_wrong_use(tmp_path: Path) -> None:
    folder = write_suite(tmp_path / "suite", [NO_MELD])
    assert one_line(check(folder, "Sound", "--tier", "smoke", status=2)) == "no case is selected"


def test_without_arguments_the_help_is_shown() -> None:
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 2
    assert "check" in result.stderr


def test_the_version_is_shown() -> None:
    assert CliRunner().invoke(main, ["--version"]).stdout.startswith("meldspec, version ")


def test_the_help_says_of_each_command_what_the_command_says() -> None:
    shown = " ".join(CliRunner().invoke(main, ["--help"]).stdout.split())
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert command.help is not None
        assert f"{name} {' '.join(command.help.partition(chr(10) * 2)[0].split())}" in shown


def test_the_help_imports_no_command() -> None:
    asked = "import sys; from meldcheck.cli import main; main(['--help'], standalone_mode=False)"
    listed = f"{asked}; print(*(name for name in sys.modules if 'meldcheck.commands.' in name))"
    ran = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True, check=True)
    assert "suite" in ran.stdout
    assert ran.stdout.endswith("\n\n")


def test_every_command_but_the_engine_answers_as_json_too() -> None:
    without = {name for name, one in commands(main) if "form" not in {p.name for p in one.params}}
    assert without == {"engine"}


def commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """The commands of a group, and of its groups, by name."""
    context = click.Context(group)
    for name in group.list_commands(context):
        one = group.get_command(context, name)
        assert one is not None
        if isinstance(one, click.Group):
            yield from commands(one, f"{name} ")
        else:
            yield before + name, one
