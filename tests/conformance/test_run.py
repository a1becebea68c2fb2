"""The runner on engines with one fault each: it reports each fault by its name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import msgspec
import pytest

from meldcheck.check.judge import Outcome, Status
from meldcheck.check.plan import plan_of
from meldcheck.check.run import FAULTS, NEVER_WELL, run
from meldcheck.check.script import Strand
from meldcheck.engine.process import Conversation, Engine, EngineFault, FaultKind, Request
from meldcheck.words.case import Ask, Case, Kind, Requires, Setup
from meldcheck.words.protocol import GamePlayed, Refused

from .forms import check_form
from .standins import (
    CASES,
    IMPATIENT,
    LEGAL,
    LIMITS,
    MELD,
    NO_MELD,
    REFUSED,
    RESULT,
    TWIN,
    VIEW,
    act,
    case,
    command,
    deal,
    play_on,
)


def statuses(outcomes: list[Outcome]) -> dict[str, str]:
    return {
        outcome.case.id.removeprefix("tongits.test."): outcome.status.value for outcome in outcomes
    }


def all_pass_but(**others: str) -> dict[str, str]:
    return {one.id.removeprefix("tongits.test."): "pass" for one in CASES} | others


def found(outcomes: list[Outcome], name: str) -> Outcome:
    return next(outcome for outcome in outcomes if outcome.case.id == f"tongits.test.{name}")


@pytest.mark.parametrize("name", ["Sound", "NoClause", "Untidy"])
def test_a_sound_engine_passes(name: str) -> None:
    assert statuses(play_on(CASES, name)) == all_pass_but()


@pytest.mark.parametrize(
    ("name", "expected", "reason"),
    [
        ("Hangs", "error", "silence: no reply in 2 s ("),
        ("NeverEndsItsLine", "error", "silence: no reply in 2 s, but 9 bytes without a line end ("),
        ("PrintsGarbage", "error", "garbage: not readable as JSON"),
        (
            "PrintsLatin",
            "error",
            'encoding: a line that is not UTF-8: {"end":"gagn\N{REPLACEMENT CHARACTER}"}',
        ),
        (
            "PrintsMark",
            "error",
            'encoding: a line that begins with a byte order mark: {"seq": ',
        ),
        ("NotAReply", "error", "garbage: not a reply of the protocol: none of ok, skipped, error"),
        ("Floods", "error", "flood: wrote a line of more than 1048576 bytes"),
        ("Chatters", "error", "flood: wrote more than 8388608 bytes"),
        ("OutOfOrder", "error", "out-of-order: a reply to request "),
        ("NoNumber", "error", "out-of-order: a reply without seq; expected is seq "),
        ("ClosesItsOutput", "error", "closed: closed its output"),
        ("HalfALine", "error", "exit: exited with status 3 in the middle of a line"),
        ("Errs", "error", "the engine replies: what is a result?"),
        ("Skips", "skip", "no results here"),
    ],
)
def test_what_goes_wrong_in_one_case_is_told_there_and_the_run_goes_on(
    name: str, expected: str, reason: str
) -> None:
    outcomes = play_on(CASES, name, limits=IMPATIENT if "no reply" in reason else LIMITS)
    assert statuses(outcomes) == all_pass_but(result=expected)
    result = found(outcomes, "result")
    assert result.reason.startswith(reason)
    assert (result.part, result.step) == (Strand.PLAY, 3)


@pytest.mark.parametrize("cases", [CASES, [RESULT, MELD]])
def test_an_engine_that_answers_twice_loses_the_case_in_which_it_does_so(cases: list[Case]) -> None:
    """Whether another case comes after it, or the run ends."""
    outcomes = play_on(cases, "AnswersTwice")
    asked = {one.id for one in cases if one.kind is Kind.MELD}
    assert {one.case.id for one in outcomes if one.status is Status.ERROR} == asked
    assert {one.status for one in outcomes} == {Status.ERROR, Status.PASS}
    assert all(one.reason.startswith("out-of-order: ") for one in outcomes if one.cost)


def test_what_an_engine_prints_cannot_move_the_cursor() -> None:
    outcome = found(play_on(CASES, "PrintsGarbage"), "result")
    assert "\x1b" not in outcome.reason
    assert "Exception in thread �[31mmain" in outcome.reason


def test_an_engine_that_dies_on_its_tenth_request_loses_only_the_cases_in_which_it_dies() -> None:
    outcomes = play_on(CASES * 3, "DiesOnTenth")
    errors = [outcome for outcome in outcomes if outcome.status is Status.ERROR]
    assert errors
    assert all(
        o.reason == "exit: exited with status 1 (an engine replies until its standard input ends); "
        "standard error: out of �[31mpatience"
        for o in errors
    )
    assert {outcome.status for outcome in outcomes} == {Status.PASS, Status.ERROR}
    assert all(outcome.ran for outcome in outcomes)


def test_an_engine_that_accepts_everything_fails_where_a_refusal_is_expected() -> None:
    outcomes = play_on(CASES, "AcceptsEverything")
    assert statuses(outcomes) == all_pass_but(refused="fail")
    refused = found(outcomes, "refused")
    assert (refused.part, refused.step) == (Strand.PLAY, 3)
    assert refused.expected == {"ok": False, "clauses": ["tongits.draw-call.before-drawing"]}
    assert refused.got == {"ok": True}


def test_a_refusal_whose_control_is_refused_too_is_vacuous() -> None:
    outcomes = play_on(CASES, "RefusesCalls")
    assert statuses(outcomes) == all_pass_but(refused="vacuous")
    refused = found(outcomes, "refused")
    assert (refused.part, refused.step) == (Strand.CONTROL, 2)


def test_a_refusal_by_another_clause_is_a_difference() -> None:
    outcomes = play_on(CASES, "OtherClause")
    assert statuses(outcomes) == all_pass_but(refused="fail")
    assert "none of the expected clauses" in found(outcomes, "refused").reason


@pytest.mark.parametrize("name", ["Leaks", "LeaksBeside"])
def test_a_twin_tells_of_hidden_cards_under_any_name(name: str) -> None:
    outcomes = play_on(CASES, name)
    assert statuses(outcomes) == all_pass_but(twin="fail")
    twin = found(outcomes, "twin")
    assert (twin.part, twin.step) == (Strand.TWIN, 1)
    assert twin.reason.startswith("seat 0 can tell the two plays apart by its view: ")


def test_plays_are_blocked_where_a_case_of_dealing_fails() -> None:
    outcomes = play_on(CASES, "RefusesDeals")
    blocked = dict.fromkeys(("legal", "result", "refused", "twin"), "blocked")
    assert statuses(outcomes) == all_pass_but(view="fail", **blocked)
    assert "tongits.test.view" in found(outcomes, "result").reason


def test_plays_fail_where_no_case_of_dealing_does() -> None:
    outcomes = play_on([RESULT, REFUSED], "RefusesDeals")
    assert statuses(outcomes) == {"result": "fail", "refused": "fail"}


def test_an_engine_that_cannot_be_started_again_is_given_up_and_nothing_is_hidden(
    tmp_path: Path,
) -> None:
    outcomes = play_on([RESULT] * 9, "StartsOnce", str(tmp_path / "started"))
    assert {outcome.status for outcome in outcomes} == {Status.ERROR}
    assert outcomes[0].reason.startswith("exit: killed by signal 9")
    restarts = outcomes[1 : 1 + FAULTS]
    assert all("started before" in outcome.reason for outcome in restarts)
    rest = outcomes[1 + FAULTS :]
    assert [outcome.ran for outcome in rest] == [False] * 3
    assert rest[0].reason == "not run: the engine faulted 5 times in a row (exit)"


class OutOfOrder:
    """An engine of which only the cases with these numbers end without a fault."""

    def __init__(self, well: frozenset[int]) -> None:
        self._well = well
        self._asked = 0

    def converse(self, requests: Sequence[Request]) -> Conversation:
        self._asked += 1
        if self._asked in self._well:
            return Conversation(tuple(Refused(()) for _ in requests))
        return Conversation((), EngineFault(FaultKind.OUT_OF_ORDER, "seq 2 twice"))

    def stop(self) -> None:
        pass

    kill = pause = stop


@pytest.mark.parametrize(
    ("well", "left"), [(frozenset[int](), 3), (frozenset((NEVER_WELL,)), 0), (frozenset((1,)), 0)]
)
def test_an_engine_is_given_up_in_a_game_in_which_no_case_ever_went_well(
    well: frozenset[int], left: int
) -> None:
    plans = [plan_of(case(f"meld-{n}", Kind.MELD, question={})) for n in range(NEVER_WELL + 3)]
    outcomes = run(plans, [cast("Engine", OutOfOrder(well))])
    assert [one.ran for one in outcomes].count(False) == left
    if left:
        assert outcomes[-1].status is Status.ERROR
        assert outcomes[-1].reason == (
            "not run: the first 20 cases of the game that were run all ended in a fault"
        )


def test_jobs_do_not_change_the_report() -> None:
    one = play_on(CASES * 2, "Errs")
    three = play_on(CASES * 2, "Errs", jobs=3)
    assert one == three


def test_an_engine_is_sent_nothing_that_gives_the_answer_away(tmp_path: Path) -> None:
    record = tmp_path / "record"
    play_on(CASES, "Records", str(record))
    sent = record.read_text(encoding="utf-8")
    for one in CASES:
        assert one.id not in sent
        assert one.title not in sent
    for word in ("clause", "refused", "answer", "expected", "title", "tongits.test", "before"):
        assert word not in sent
    known = {"seq", "cmd", "protocol", "game", "rules", "what", "cards", "players", "dealer"}
    known |= {"by", "do", "seat"}
    for line in sent.splitlines():
        assert set(msgspec.json.decode(line)) <= known


def test_everything_that_is_sent_is_of_the_published_form(tmp_path: Path) -> None:
    record = tmp_path / "record"
    play_on(CASES, "Records", str(record))
    for line in record.read_text(encoding="utf-8").splitlines():
        check_form(msgspec.json.decode(line), "protocol-request")


def test_each_batch_is_numbered_on_and_one_process_serves_all_cases(tmp_path: Path) -> None:
    record = tmp_path / "record"
    play_on(CASES, "Records", str(record))
    sent = [msgspec.json.decode(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert [message["seq"] for message in sent] == list(range(1, len(sent) + 1))
    assert [message["cmd"] for message in sent].count("hello") == 1


def test_a_case_is_one_batch_with_its_control() -> None:
    commands = [exchange.request["cmd"] for exchange in plan_of(REFUSED).said]
    assert commands == ["begin", "act", "act", "act", "begin", "act", "act", "end"]


def test_a_twin_asks_each_blind_seat_after_each_accepted_step() -> None:
    what = [
        exchange.request.get("what", exchange.request["cmd"]) for exchange in plan_of(TWIN).said
    ]
    asked = ["act", "view", "legal", "view", "legal"] * 2
    assert what == ["begin", *asked, "begin", *asked, "end"]


PLAYED = GamePlayed(
    abilities=("meld", "play", "legal"),
    options={"showdown.tie_three_way": ("last_to_challenge",), "wins_required": (2, 3)},
    actions=("draw", "discard"),
)


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (MELD, None),
        (LEGAL, None),
        (VIEW, "the engine does not offer view"),
        (TWIN, "the engine does not offer view"),
        (
            case("perft", Kind.MELD, requires=Requires(abilities=("meld", "perft"))),
            "the engine does not offer perft",
        ),
        (
            case("take", Kind.PLAY, deal(), requires=Requires(actions=("draw", "take"))),
            "the engine does not know the action take",
        ),
        (case("rummy", Kind.MELD, game="rummy"), "the engine does not play rummy"),
        (
            case("tie", Kind.MELD, rules={"showdown.tie_three_way": "next_after_caller"}),
            "the engine does not play showdown.tie_three_way = next_after_caller",
        ),
        (case("same", Kind.MELD, rules={"showdown.tie_three_way": "last_to_challenge"}), None),
        (case("last", Kind.MELD, rules={"pot.wins_required": 3}), None),
        (
            case("four", Kind.MELD, rules={"pot.wins_required": 4}),
            "the engine does not play pot.wins_required = 4",
        ),
        (
            case("unnamed", Kind.MELD, rules={"turn.unheard_of": "some"}),
            "the engine does not play turn.unheard_of = some",
        ),
    ],
    ids=lambda value: value.id if hasattr(value, "id") else "",
)
def test_a_case_applies_to_an_engine_that_says_it_can(one: object, reason: str | None) -> None:
    plan = plan_of(one, games={"tongits": PLAYED})  # type: ignore[arg-type]  # cases
    assert plan.reason == reason


def test_what_does_not_apply_is_not_sent(tmp_path: Path) -> None:
    record = tmp_path / "record"
    engine = Engine(command("Records", str(record)), LIMITS)
    engine.start()
    outcomes = run([plan_of(one, games={"tongits": PLAYED}) for one in (MELD, VIEW)], [engine])
    assert statuses(outcomes) == {"meld": "pass", "view": "not-applicable"}
    assert "view" not in record.read_text(encoding="utf-8")


def test_options_of_a_case_are_sent_as_rules() -> None:
    rules = {"showdown.tie_three_way": "last_to_challenge"}
    (question,) = plan_of(case("x", Kind.MELD, rules=rules, question={"cards": []})).said
    assert question.request["rules"] == {"options": rules}
    begin = plan_of(case("y", Kind.PLAY, deal(), rules=rules)).said[0]
    assert begin.request["rules"] == {"options": rules}


def test_a_wrong_answer_names_the_step_and_the_field() -> None:
    wrong = case(
        "wrong",
        Kind.VIEW,
        deal(),
        Ask(what="view", seat=1, answer={"hand": ["KS"], "stock_size": 3}),
    )
    (outcome,) = play_on([wrong], "Sound")
    assert (outcome.status, outcome.step) == (Status.FAIL, 2)
    (difference,) = outcome.differences
    assert (difference.where, difference.expected, difference.got) == ("stock_size", 3, 2)


def test_the_first_difference_decides() -> None:
    twice = case(
        "twice",
        Kind.PLAY,
        deal(),
        act(1, "draw", "tongits.test.clause"),
        act(1, "call_draw"),
        setup=Setup(players=3, dealer=1),
    )
    (outcome,) = play_on([twice], "Sound")
    assert (outcome.status, outcome.step) == (Status.FAIL, 2)


def test_a_fault_after_a_difference_is_an_error_that_tells_both() -> None:
    late = case(
        "late", Kind.PLAY, deal(), act(1, "draw", "tongits.test.clause"), Ask(what="result")
    )
    outcomes = play_on([late, NO_MELD], "HalfALine")
    assert statuses(outcomes) == {"late": "error", "no-meld": "pass"}
    assert "an earlier reply differed already, at step 2" in outcomes[0].reason
