"""Causes: the fewest known differences that explain the failing cases of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
import pytest

from meldcheck.check.causes import Catalogue, Deviation, Explained, Trait, explain, load
from meldcheck.check.failures import as_known_failures, excuse
from meldcheck.check.failures import load as load_known
from meldcheck.check.judge import Outcome, Status
from meldcheck.check.report import (
    STOCK_SHOWN,
    Report,
    absent_fields,
    failures_alike,
    flags_alike,
    judged_of,
    lines,
    near_clauses,
    play_lines,
)
from meldcheck.check.signs import Sign, sign_of
from meldcheck.engine.process import Cost, FaultKind
from meldcheck.suite import store
from meldcheck.words.case import Case, Flag
from meldcheck.words.compare import Difference
from meldcheck.words.errors import SpecError
from meldcheck.words.places import suite_directory
from meldcheck.words.protocol import EngineName
from meldspec.games import NAMES
from tests.causes import __main__ as built
from tests.causes.catalogue import Difference as RuleDifference
from tests.causes.catalogue import broken_clauses

from .mistakes.hunt import bundled
from .standins import RESULT, VIEW, play_on

MISTAKES = "tests/conformance/mistakes/clauses.toml"
SLOW = (pytest.mark.slow, pytest.mark.determined("spec", "conformance/suite", MISTAKES))

CASES: Final = [case for case in bundled().cases if case.game == "tongits"][:6]


def failed(case: Case, step: int, *wrong: tuple[str, int]) -> Outcome:
    told = tuple(Difference(field, None, got) for field, got in wrong)
    return Outcome(case, Status.FAIL, step=step, got={"ok": True}, differences=told)


def entry(name: str, *outcomes: Outcome, kind: Trait = Trait.MISTAKE) -> Deviation:
    return Deviation(
        "tongits", kind, name, (), {one.case.id: sign_of(one).text for one in outcomes}
    )


def passed(*cases: Case) -> list[Outcome]:
    return [Outcome(case, Status.PASS) for case in cases]


def found(explained: Explained) -> list[tuple[str, list[str]]]:
    return [(cause.entry.name, list(cause.explained)) for cause in explained.causes]


# ── known by cause ───────────────────────────────────────────────────────────────────────────────


def excused(tmp_path: Path, *outcomes: Outcome) -> list[Outcome]:
    """The outcomes, with a cause listed that fails the first case at step 3 in the pot."""
    file = tmp_path / "known.toml"
    text = '[[known-failure]]\ncause = "a mistake"\nreason = "issue 7"\n'
    file.write_text(text, encoding="utf-8")
    catalogue = [entry("a mistake", *(failed(case, 3, ("pot", 4)) for case in CASES[:2]))]
    return excuse(outcomes, load_known(file, CASES, bundled().manifest, catalogue))


def test_a_known_cause_excuses_the_cases_that_fail_as_it_says(tmp_path: Path) -> None:
    told = excused(
        tmp_path,
        failed(CASES[0], 3, ("pot", 5)),
        failed(CASES[1], 3, ("winner", 1)),
        failed(CASES[2], 3, ("pot", 4)),
    )
    assert [one.status for one in told] == [Status.KNOWN_FAILURE, Status.FAIL, Status.FAIL]
    assert told[0].reason == "known: issue 7"


AWAY: Final = Outcome(CASES[1], Status.NOT_APPLICABLE)


@pytest.mark.parametrize(
    ("outcomes", "statuses"),
    [
        (passed(*CASES[:3]), ["xpass", "pass", "pass"]),
        (passed(*CASES[:1]), ["pass"]),
        ([*passed(CASES[0]), failed(CASES[1], 1, ("pot", 4))], ["pass", "fail"]),
        (
            [*passed(CASES[0]), Outcome(CASES[1], Status.NOT_APPLICABLE)],
            ["xpass", "not-applicable"],
        ),
        ([*passed(CASES[0]), Outcome(CASES[1], Status.SKIP)], ["xpass", "skip"]),
        ([*passed(CASES[0]), Outcome(CASES[1], Status.BLOCKED)], ["pass", "blocked"]),
        ([Outcome(case, Status.SKIP) for case in CASES[:2]], ["skip", "skip"]),
        ([replace(one, left_out=("result.pot",)) for one in passed(*CASES[:2])], ["pass", "pass"]),
    ],
)
def test_a_known_cause_is_not_needed_if_none_of_its_cases_falls_short_that_the_engine_plays(
    tmp_path: Path, outcomes: list[Outcome], statuses: list[str]
) -> None:
    assert [one.status.value for one in excused(tmp_path, *outcomes)] == statuses


def test_known_failures_in_toml_have_an_entry_for_each_cause() -> None:
    wrong = [failed(case, 3, ("pot", 4)) for case in CASES[:2]]
    left = failed(CASES[3], 9, ("winner", 2))
    told = Report(
        EngineName("acme", "1"),
        bundled().manifest,
        (*wrong, left),
        catalogue=[entry("a mistake", *wrong)],
    )
    tables = as_known_failures(told, (), toml=True)
    assert tables.count("[[known-failure]]") == 2
    assert 'cause = "a mistake"' in tables
    assert f'id = "{CASES[3].id}"\nreason = "no known cause"' in tables
    listed = as_known_failures(told, (), toml=False).splitlines()[1:]
    assert listed == [
        f"{CASES[0].id} a mistake",
        f"{CASES[1].id} a mistake",
        f"{CASES[3].id} no known cause",
    ]


def test_a_case_that_passes_in_a_part_does_not_dilute_a_clause() -> None:
    clause = CASES[0].clauses[0]
    alike = [case for case in bundled().cases if clause in case.clauses][:4]
    wrong = [failed(alike[0], 2, ("winner", 1))]
    partly = [replace(one, left_out=("result.payments",)) for one in passed(*alike[1:])]
    told = Report(EngineName("acme"), bundled().manifest, (*wrong, *partly))
    near = dict(near_clauses(wrong, judged_of(told, "tongits")))
    assert near[clause] == "1 of its 1 case"


def test_a_flag_is_told_if_half_of_its_cases_fail_and_not_one_alone() -> None:
    flagged: dict[str, list[Case]] = {}
    for case in bundled().cases:
        for name in case.flags if case.game == "tongits" else ():
            flagged.setdefault(name, []).append(case)
    name, cases = next((name, some) for name, some in sorted(flagged.items()) if len(some) == 5)
    alone, two = next((one, some) for one, some in sorted(flagged.items()) if len(some) == 2)
    others = [case for case in bundled().cases if case.game == "tongits" and not case.flags]

    def told(number: int, cases: Sequence[Case] = cases, cost: Cost | None = None) -> list[str]:
        wrong = [replace(failed(case, 2, ("winner", 1)), cost=cost) for case in cases[:number]]
        right = passed(*cases[number:], *others)
        report = Report(EngineName("acme"), bundled().manifest, (*wrong, *right))
        return [f"{one.flag.name} {one.share}" for one in flags_alike(report, wrong)]

    assert f"{name} 3 of its 5 cases" in told(3)
    assert not told(3, cost=Cost(FaultKind.EXIT, started=True)), "a fault is like no mistake"
    assert all(not one.startswith(f"{name} ") for one in (*told(2), *told(1)))
    assert f"{alone} 2 of its 2 cases" in told(2, two)
    assert all(not one.startswith(f"{alone} ") for one in told(1, two))


def test_wrong_facts_come_first_then_a_whole_clause_then_the_largest_group() -> None:
    own = [case for case in bundled().cases if case.game == "tongits"]
    played = next(case for case in own if case.setup is not None)
    fact = next(case for case in own if case.setup is None)
    by_clause = [
        [msgspec.structs.replace(played, id=f"{name}-{n}", clauses=(name,)) for n in (1, 2, 3)]
        for name in ("whole", "part")
    ]
    fewer = [failed(case, 2, ("winner", 1)) for case in by_clause[0][:2]]
    more = [failed(case, 2, ("pot", 1)) for case in by_clause[1]]
    left = [*more, *fewer, failed(fact, 1, ("points", 1))]
    rest = passed(msgspec.structs.replace(by_clause[1][0], id="another"))
    report = Report(EngineName("acme"), bundled().manifest, (*left, *rest))
    kinds = [kind for (_, kind), _ in failures_alike(report, left)]
    assert kinds == ["points differs", "winner differs", "pot differs"]


def test_answers_with_one_field_wrong_are_alike_whatever_else_is_wrong() -> None:
    own = [case for case in bundled().cases if case.setup is not None and case.game == "rummy"]
    fields = [("points",), ("points", "rummy"), ("rummy", "points", "scores"), ("winner",)]
    wrong = [
        failed(case, 2, *((name, 1) for name in some))
        for case, some in zip(own, fields, strict=False)
    ]
    report = Report(EngineName("acme"), bundled().manifest, tuple(wrong))
    groups = {kind: len(some) for (_, kind), some in failures_alike(report, wrong)}
    assert groups == {"points differs, and rummy or scores in some": 3, "winner differs": 1}


def test_an_engine_that_begins_no_match_is_like_no_mistake() -> None:
    flagged = [
        msgspec.structs.replace(VIEW, id=f"{VIEW.id}-{n}", flags=("late-call",)) for n in "ab"
    ]
    outcomes = play_on([*flagged, RESULT], "RefusesBegin")
    left = [one for one in outcomes if one.status is Status.FAIL]
    assert [one.case.id for one in left] == [case.id for case in flagged]
    flag = Flag(name="late-call", description="Calls late.", effect="Seats hold a card more.")
    manifest = msgspec.structs.replace(bundled().manifest, flags=(flag,))
    report = Report(EngineName("acme"), manifest, tuple(outcomes))
    assert [kind for (_, kind), _ in failures_alike(report, left)] == ["begin is refused"]
    assert not flags_alike(report, left)
    assert flags_alike(report, [replace(one, step=1) for one in left])


def test_a_field_that_is_never_given_leads_to_doctor() -> None:
    absent = Difference("taken", "4S", None)
    other = Difference("taken", "4S", "5S")
    never = [replace(failed(case, 2), differences=(absent,)) for case in CASES[:2]]
    report = Report(EngineName("acme"), bundled().manifest, tuple(never), catalogue=[])
    assert absent_fields(never) == ["taken"]
    [hint] = [line for line in lines(report) if line.startswith("  perhaps ")]
    assert "the engine gives no taken here: meldspec doctor" in hint
    assert absent_fields([*never, replace(never[0], differences=(other,))]) == []


def test_a_list_of_actions_and_a_long_stock_are_told_in_words() -> None:
    case = next(one for one in bundled().cases if one.id == "three-thirteen.out.no-second")
    got = [{"card": "4S", "type": "discard"}, {"type": "call_draw"}]
    wrong = Difference("", got[:1], got, "not expected call-draw")
    told = [*play_lines(Outcome(case, Status.FAIL, step=len(case.steps), differences=(wrong,)))]
    assert "  expected  discard 4S" in told
    assert "  got       call-draw; discard 4S" in told
    [stock] = [line for line in told if line.strip().startswith("stock ")]
    assert stock.endswith(" more")
    assert len(stock.split()) == STOCK_SHOWN + 5


# ── signs ────────────────────────────────────────────────────────────────────────────────────────


def test_a_sign_is_read_as_it_was_written() -> None:
    sign = sign_of(failed(CASES[0], 3, ("pot", 4), ("winner", 1)))
    assert Sign.read(sign.text) == sign
    assert sign.place == "p3"
    assert len(sign.marks) == 2


def test_two_ways_to_write_a_card_have_one_sign() -> None:
    one, other = (
        Outcome(CASES[0], Status.FAIL, differences=(Difference("hand", None, hand),))
        for hand in (["TC", "2D"], ["2D", "10C"])
    )
    assert sign_of(one) == sign_of(other)


def test_clauses_of_a_refusal_are_no_part_of_a_sign() -> None:
    one, other = (
        Outcome(CASES[0], Status.FAIL, got=got)
        for got in ({"ok": False}, {"ok": False, "clauses": ["tongits.turn.to-act"]})
    )
    assert sign_of(one) == sign_of(other)


# ── the search ───────────────────────────────────────────────────────────────────────────────────


def test_one_mistake_is_one_cause() -> None:
    outcomes = [failed(CASES[0], 2), failed(CASES[1], 5)]
    causes = explain(
        [*outcomes, *passed(*CASES[2:])], [entry("a", *outcomes), entry("b", outcomes[0])]
    )
    assert found(causes) == [("a", [CASES[0].id, CASES[1].id])]
    assert causes.left == ()


def test_two_mistakes_are_two_causes() -> None:
    one, other = failed(CASES[0], 2), failed(CASES[1], 5)
    more = failed(CASES[2], 5)
    causes = explain([one, other, more], [entry("a", one), entry("b", other, more)])
    assert [name for name, _ in found(causes)] == ["b", "a"]


def test_a_case_that_passes_counts_against_a_cause() -> None:
    one, would = failed(CASES[0], 2), failed(CASES[1], 2)
    causes = explain([one, *passed(CASES[1])], [entry("a", one, would)])
    assert causes.causes == ()
    assert causes.left == (CASES[0].id,)


def test_a_case_that_fails_before_a_cause_says_nothing_about_it() -> None:
    one, early, late = failed(CASES[0], 2), failed(CASES[1], 1), failed(CASES[1], 4)
    causes = explain([one, early], [entry("a", one, late)])
    assert found(causes) == [("a", [CASES[0].id])]
    assert causes.left == (CASES[1].id,)


def test_a_case_that_fails_later_than_a_cause_counts_against_it() -> None:
    one, early, late = failed(CASES[0], 2), failed(CASES[1], 1), failed(CASES[1], 4)
    assert explain([one, late], [entry("a", one, early)]).causes == ()


def test_causes_that_explain_the_same_are_named_beside() -> None:
    one = failed(CASES[0], 2)
    (cause,) = explain([one], [entry("r=1", one, kind=Trait.READING), entry("a", one)]).causes
    assert cause.entry.name == "a"
    assert [each.name for each in cause.alike] == ["r=1"]


def test_another_wrong_answer_in_the_same_field_explains_half_beside_a_case_explained() -> None:
    one, near = failed(CASES[0], 2, ("pot", 4)), failed(CASES[0], 2, ("pot", 5))
    other = failed(CASES[1], 3)
    assert explain([one], [entry("a", near)]).left == (CASES[0].id,)
    assert found(explain([one, other], [entry("a", near, other)])) == [
        ("a", [CASES[0].id, CASES[1].id])
    ]
    assert found(explain([one], [entry("a", near), entry("b", one)])) == [("b", [CASES[0].id])]


def test_an_error_has_no_cause() -> None:
    error = Outcome(CASES[0], Status.ERROR, step=2, got={"ok": True})
    assert explain([error], [entry("a", failed(CASES[0], 2))]) == Explained((), ())


# ── the catalogue ────────────────────────────────────────────────────────────────────────────────


def test_the_catalogue_is_of_this_suite() -> None:
    catalogue = load(suite_directory(), bundled().manifest)
    assert catalogue is not None, "run: python -m tests.causes"
    assert {each.game for each in catalogue.entries} == {*NAMES}
    ids = {case.id for case in bundled().cases}
    assert all(ids.issuperset(each.signs) for each in catalogue.entries)


def signs(difference: RuleDifference) -> dict[str, str]:
    return {one.case.id: sign_of(one).text for one in built.failing(difference)}


def test_the_clause_that_should_have_refused_comes_first() -> None:
    blocked = "tongits.draw-call.opponent-layoff"
    of = {each.name: each for each in built.differences("tongits")}
    failed = list(built.failing(of[blocked]))
    names = [one.case.id for one in failed]
    assert built.clauses_of("tongits", names, built.refusing(failed))[0] == blocked
    assert built.clauses_of("tongits", names)[0] != blocked


def test_a_stated_clause_is_of_a_known_mistake_and_comes_first() -> None:
    catalogue = load(suite_directory(), bundled().manifest)
    assert catalogue is not None
    first = {(each.game, each.name): each.clauses[0] for each in catalogue.entries}
    stated = broken_clauses()
    assert stated
    for game, clauses in stated.items():
        for name, clause in clauses.items():
            assert first[game, name] == clause
    known = {clause.id for clause in bundled().manifest.clauses}
    assert known.issuperset(first.values())


def test_an_engine_that_answers_what_a_clause_refuses_is_named_with_the_clause() -> None:
    """No move asks the number of players; one asks the points of a knock."""
    catalogue = load(suite_directory(), bundled().manifest)
    assert catalogue is not None
    for clause in ("carousel.players.range", "carousel.knock.threshold"):
        refused = [case for case in bundled().cases if case.refused == (clause,)]
        answered = [Outcome(case, Status.FAIL, got={"ok": True}) for case in refused]
        (cause,) = explain(answered, catalogue.entries).causes
        assert cause.entry.name == f"a question that {clause} refuses is answered"
        assert cause.entry.clauses == (clause,)
        assert set(cause.explained) == {case.id for case in refused}


def test_a_default_that_is_played_whatever_is_agreed_is_named() -> None:
    """A single case fixes the other reading and tells them apart."""
    catalogue = load(suite_directory(), bundled().manifest)
    assert catalogue is not None
    name = "layoff.layoff_prerequisite=no_condition"
    (played,) = (each for each in built.differences("rummy") if each.name == name)
    causes = explain(built.failing(played), catalogue.entries)
    assert found(causes) == [(name, ["rummy.layoff.not-owed-without-a-meld"])]
    assert "rummy.layoff.prerequisite" in causes.causes[0].entry.clauses


@pytest.mark.parametrize(
    ("game", "every"),
    [("carousel", 174), *(pytest.param(game, 29, marks=SLOW) for game in NAMES)],
)
def test_some_engines_of_the_catalogue_are_played_anew(game: str, every: int) -> None:
    catalogue = load(suite_directory(), bundled().manifest)
    assert catalogue is not None
    kept = {each.name: each.signs for each in catalogue.entries if each.game == game}
    for difference in built.differences(game)[::every]:
        assert kept.get(difference.name, {}) == signs(difference), difference.name


def test_a_catalogue_of_another_suite_is_not_used(tmp_path: Path) -> None:
    other = Catalogue("0" * 64, ())
    (tmp_path / store.CAUSES).write_bytes(msgspec.json.encode(other))
    assert load(tmp_path, bundled().manifest) is None
    assert load(tmp_path / "nowhere", bundled().manifest) is None


def test_a_torn_catalogue_is_named(tmp_path: Path) -> None:
    (tmp_path / store.CAUSES).write_bytes(b'{"suite": ')
    with pytest.raises(SpecError, match=r"causes\.json"):
        load(tmp_path, bundled().manifest)


# ── the report ───────────────────────────────────────────────────────────────────────────────────


def told(outcomes: list[Outcome], entries: list[Deviation] | None) -> list[str]:
    report = Report(EngineName("toy"), bundled().manifest, tuple(outcomes), catalogue=entries)
    return list(lines(report))


def test_the_first_line_counts_the_causes() -> None:
    one, other = both = [failed(CASES[0], 1), failed(CASES[1], 1)]
    assert told(both, [entry("a", *both)])[0] == "1 cause explains all 2 failing cases."
    assert told(both, [entry("a", one)])[0] == "1 cause explains 1 of 2 failing cases."
    assert told([one], [entry("a", one)])[0] == "1 cause explains the failing case."
    assert told([other], [])[0] == "No known cause explains the failing case."
    assert told(both, [])[0] == "No known cause explains any of the 2 failing cases."


def test_a_cause_is_told_with_its_cases_and_what_is_left() -> None:
    one, other = failed(CASES[0], 1), failed(CASES[1], 1)
    text = told([one, other], [entry("fours are free", one)])
    assert "CAUSE 1 (1 case): fours are free" in text
    assert any(line.startswith("  shortest  " + CASES[0].id) for line in text)
    assert any(line.startswith("NO KNOWN CAUSE (1 case)") for line in text)
    assert any(line.startswith(f"  near      {CASES[1].clauses[0]}") for line in text)


def test_without_a_catalogue_failures_are_told_one_by_one() -> None:
    text = told([failed(CASES[0], 1)], None)
    assert text[0].startswith(f"FAIL {CASES[0].id}")
