"""A difference on a point that a source leaves open is no failure; on a settled point it is one."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import pytest
from click.testing import CliRunner

from meldcheck.check import plan
from meldcheck.check.judge import Outcome, Status, judge
from meldcheck.cli import main
from meldcheck.engine.process import Conversation
from meldcheck.engine.serve import Session
from meldcheck.law.rulesets import RuleSet, load_shelf
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources import matrix
from meldcheck.sources.appeal import Appeal, reconciled
from meldcheck.suite import store
from meldcheck.suite.store import Suite
from meldcheck.words import places
from meldcheck.words.case import JSON, Act, Ask, Case, Row, Says, option_of
from meldcheck.words.protocol import Accepted, GamePlayed, Reply, read_reply
from meldcheck.words.readings import Readings
from meldspec.games import GAMES
from meldspec.wire import UnplayableError
from tests import committed
from tests.watched import Watched

SLOW = (pytest.mark.slow, pytest.mark.determined("spec", "conformance/suite"))

TONGITS = GAMES["tongits"]
USUAL = RuleSpace.of(TONGITS).default
SOURCES = ("denexa", "pagat", "pagat-partial", "wikipedia")
SEED = 7
PLAYED = {
    "tongits": GamePlayed(
        abilities=tuple(TONGITS.abilities), options=dict(RuleSpace.of(TONGITS).readings)
    )
}
"""The reference."""
VECTORS = 3
CASES = 40


@cache
def loaded() -> Suite:
    return committed.suite()


def rule_set(source: str) -> RuleSet:
    found = load_shelf(places.spec_directory(), "tongits").find(source)
    assert found is not None
    return found


@cache
def appeal(source: str) -> Appeal:
    shelf = load_shelf(places.spec_directory(), "tongits")
    chosen = rule_set(source)
    assert chosen.profile is not None
    verdicts = matrix.load(places.suite_directory(), loaded().manifest)
    assert verdicts is not None
    return Appeal(chosen, chosen.profile, shelf.law, verdicts)


@cache
def applicable(source: str) -> tuple[Case, ...]:
    """The cases of the documents that apply to the rule set of a source."""
    chosen = {"tongits": rule_set(source)}
    cases = [
        case
        for case in loaded().cases
        if case.game == "tongits" and case.id.split(".")[1] != "derived"
    ]
    courts = {"tongits": appeal(source)}
    plans = plan.planned(cases, chosen, loaded().manifest, courts, PLAYED)
    return tuple(one.case for one in plans if one.reason is None)


def told(
    source: str, case: Case, readings: Readings, played: GamePlayed = PLAYED["tongits"]
) -> Outcome:
    """The outcome of a case on an engine that always plays these readings.

    An engine that is without payments has its own.
    """
    defaults, games = {"tongits": USUAL}, {"tongits": played}
    made = plan.plan_of(case, defaults, {"tongits": rule_set(source).sent}, games)
    if made.reason is not None:
        return Outcome(case, Status.NOT_APPLICABLE, reason=made.reason)
    said = made.said
    rules = TONGITS.rule_set({"options": dict(readings)})
    session = Session({"tongits": Watched(TONGITS, rules)})
    replies: list[Reply] = []
    for number, exchange in enumerate(said):
        line = session.reply(msgspec.json.encode({"seq": number, **exchange.request}))
        reply = read_reply(msgspec.json.decode(line))[1]
        if played.without and isinstance(reply, Accepted) and isinstance(reply.answer, dict):
            own = {**reply.answer, "payments": [77], "receipt": None}
            reply = Accepted({"answer": own}) if "payments" in reply.answer else reply
        replies.append(reply)
    heard = Conversation(tuple(replies))
    return appeal(source).judged(said, heard, judge(case, said, heard))


def admitted_vectors(source: str, number: int) -> list[dict[str, str | int]]:
    """Random rule sets that a source admits."""
    profile = rule_set(source).profile
    assert profile is not None
    rng = random.Random(f"{SEED} {source}")
    found: list[dict[str, str | int]] = []
    while len(found) < number:
        vector = dict(profile.readings)
        for option in profile.open:
            readings = [one for one in TONGITS.readings()[option] if one in profile.admits[option]]
            was, vector[option] = vector[option], rng.choice(readings)
            try:
                TONGITS.rule_set({"options": {**vector}})
            except UnplayableError:
                vector[option] = was
        found.append(vector)
    return found


@pytest.mark.parametrize(
    "source",
    [
        source if source.startswith("pagat") else pytest.param(source, marks=SLOW)
        for source in SOURCES
    ],
)
def test_an_engine_that_plays_what_a_source_admits_never_fails(source: str) -> None:
    rng = random.Random(SEED)
    seen = 0
    for vector in admitted_vectors(source, VECTORS):
        for case in rng.sample(applicable(source), CASES):
            outcome = told(source, case, vector)
            assert outcome.status in (Status.PASS, Status.IDENTIFIED), (case.id, outcome, vector)
            for option, readings in outcome.readings.items():
                assert vector[option] in readings, (case.id, option)
                seen += 1
    assert seen > VECTORS


SEES_NOTHING: Final = "tongits.showdown.unchallenged-caller-sees-nothing"


def test_a_twin_that_an_open_reading_tells_apart_is_no_failure() -> None:
    """Pagat leaves open whether a hand is shown that was not compared."""
    (case,) = (one for one in applicable("pagat") if one.id == SEES_NOTHING)
    profile = rule_set("pagat").profile
    assert profile is not None
    shows_all = {**profile.readings, "showdown.reveal_at_end": "all_hands"}
    outcome = told("pagat", case, shows_all)
    assert (outcome.status, outcome.unheard) == (Status.IDENTIFIED, Status.FAIL)
    assert outcome.readings == {"showdown.reveal_at_end": ("all_hands",)}


def test_a_twin_that_no_reading_tells_apart_is_a_failure() -> None:
    (case,) = (one for one in applicable("pagat") if one.id == SEES_NOTHING)
    for one, other in (({"stock_size": 3}, {"stock_size": 4}), ([], [{"type": "draw"}])):
        leak = Outcome(case, Status.FAIL, expected=one, got=other)
        assert appeal("pagat").judged((), Conversation(()), leak).status is Status.FAIL


def test_an_engine_without_payments_plays_what_a_source_admits() -> None:
    """Its own payments fit no rule set; they are compared with none."""
    lacks = msgspec.structs.replace(PLAYED["tongits"], without={"result": ("payments",)})
    paid = [case for case in applicable("denexa") if _states_payments(case)]
    unheard: set[Status | None] = set()
    for vector in admitted_vectors("denexa", VECTORS):
        for case in random.Random(SEED).sample(paid, CASES):
            outcome = told("denexa", case, vector, lacks)
            assert outcome.status in (Status.PASS, Status.IDENTIFIED, Status.NOT_APPLICABLE), (
                case.id
            )
            unheard.add(outcome.unheard)
    assert unheard == {None, Status.PASS, Status.FAIL}


def _states_payments(case: Case) -> bool:
    asked = (step.answer for step in case.steps if isinstance(step, Ask) and step.what == "result")
    return any("payments" in (answer or {}) for answer in asked)


def test_what_a_source_settles_can_fail() -> None:
    """For each reading that pagat does not admit there is a case that fails."""
    profile = rule_set("pagat").profile
    assert profile is not None
    whole = {case.id: case for case in loaded().cases}
    law = load_shelf(places.spec_directory(), "tongits").law
    asked = {question.option: question for question in law.questions.values()}
    failing: set[tuple[str, str | int]] = set()
    missed: set[tuple[str, str | int]] = set()
    for option, all_readings in TONGITS.readings().items():
        cases = [
            case
            for case in applicable("pagat")
            if option in whole[case.id].rules or _asks(case) == option
        ]
        cases.sort(key=lambda case: (_asks(case) != option, len(case.steps)))
        for reading in all_readings:
            vector = {**profile.readings, option: reading}
            if reading in profile.admits[option] or not is_playable(vector):
                continue
            if option in asked and not asked[option].is_alive(vector):
                continue
            caught = any(told("pagat", case, vector).status is Status.FAIL for case in cases)
            (failing if caught else missed).add((option, reading))
    assert len(failing) > 40, failing
    assert missed == set()


def _asks(case: Case) -> str | None:
    return None if case.asks is None else option_of(case.asks)


def is_playable(vector: Readings) -> bool:
    try:
        TONGITS.rule_set({"options": dict(vector)})
    except UnplayableError:
        return False
    return True


def test_an_open_reading_is_named() -> None:
    (case,) = (
        case for case in applicable("denexa") if case.id == "tongits.draw-call.after-drawing"
    )
    for reading in TONGITS.readings()["draw_call.draw_call_window"]:
        vector = {**rule_set("denexa").readings, "draw_call.draw_call_window": reading}
        outcome = told("denexa", case, vector)
        assert outcome.status is Status.IDENTIFIED
        assert outcome.readings == {"draw_call.draw_call_window": (reading,)}


def test_an_engine_is_asked_for_a_reading_that_it_plays() -> None:
    option = "draw_call.draw_call_window"
    usual, other = TONGITS.readings()[option]
    played = GamePlayed(abilities=("play",), options={option: (other,)})
    assert rule_set("denexa").readings[option] == usual
    assert appeal("denexa").suited({}, played) == {option: other}
    assert appeal("pagat").suited({}, played) == {}


def test_the_report_tells_what_is_left_open() -> None:
    words = ["check", "--rules", "pagat", "--tier", "smoke", "--format", "json"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    told_json = json.loads(result.stdout)
    identified = [case for case in told_json["cases"] if case["status"] == "identified"]
    assert identified
    assert all(case["readings"] for case in identified)
    assert told_json["totals"]["fail"] == 0


def test_a_suite_without_verdicts_says_that_it_identifies_nothing(tmp_path: Path) -> None:
    bare = tmp_path / "suite"
    shutil.copytree(places.suite_directory(), bare)
    (bare / store.VERDICTS).unlink()
    words = ["check", "--game", "tongits", "--tier", "smoke", "--suite", str(bare)]
    of_a_source = CliRunner().invoke(main, [*words, "--rules", "wikipedia"])
    assert of_a_source.exit_code == 0, of_a_source.output
    assert of_a_source.stderr.count("\n") == 1
    assert "no verdicts.json for this suite" in of_a_source.stderr
    by_default = CliRunner().invoke(main, words)
    assert by_default.stderr == ""


WINDOW = "draw_call.draw_call_window"


def seen(case: Case, *readings: str, unheard: Status = Status.FAIL) -> Outcome:
    """An outcome whose replies were explained by readings of one option."""
    return Outcome(case, Status.IDENTIFIED, readings={WINDOW: readings}, unheard=unheard)


def test_readings_that_contradict_each_other_in_one_run_excuse_nothing() -> None:
    one, other, third = loaded().cases[:3]
    start, later = map(str, TONGITS.readings()[WINDOW][:2])
    heard = [seen(one, start), seen(other, later), seen(third, start, unheard=Status.PASS)]
    told = reconciled([replace(outcome, case=of("tongits", outcome.case)) for outcome in heard])
    assert [outcome.status for outcome in told] == [Status.FAIL, Status.FAIL, Status.PASS]
    assert told[0].reason == f"{WINDOW} is played as {start} here, but as {later} in {other.id}"
    assert not any(outcome.readings for outcome in told)


def test_readings_that_one_rule_set_can_have_stay() -> None:
    one, other = loaded().cases[:2]
    start, later = map(str, TONGITS.readings()[WINDOW][:2])
    heard = [seen(one, start), seen(other, start, later)]
    told = reconciled([replace(outcome, case=of("tongits", outcome.case)) for outcome in heard])
    assert [outcome.status for outcome in told] == [Status.IDENTIFIED, Status.IDENTIFIED]


def of(game: str, case: Case) -> Case:
    return msgspec.structs.replace(case, game=game)


def test_silence_on_a_question_excuses_no_answer_beyond_its_readings() -> None:
    """Wikipedia has no ante: an ante of one or two chips is excused, an ante of seven is not."""
    case = next(
        case
        for case in applicable("wikipedia")
        if any(
            statement.part == "pot"
            and statement.sources.get("wikipedia") is not None
            and statement.sources["wikipedia"].says in (Says.SILENT, Says.OPEN)
            for statement in rows()[case.id].statements
        )
        and told("wikipedia", case, USUAL).status in (Status.PASS, Status.IDENTIFIED)
    )
    defaults = {"tongits": USUAL}
    said = plan.plan_of(case, defaults, {"tongits": rule_set("wikipedia").sent}, PLAYED).said
    session = Session({"tongits": Watched(TONGITS, TONGITS.rule_set({"options": {**USUAL}}))})
    statuses = []
    for pot in (None, 7):
        replies = []
        for number, exchange in enumerate(said):
            line = session.reply(msgspec.json.encode({"seq": number, **exchange.request}))
            reply = msgspec.json.decode(line)
            if pot is not None and isinstance(reply.get("answer"), dict):
                reply["answer"] |= {"pot": pot} if "pot" in reply["answer"] else {}
            replies.append(read_reply(reply)[1])
        heard = Conversation(tuple(replies))
        outcome = appeal("wikipedia").judged(said, heard, judge(case, said, heard))
        statuses.append(outcome.status)
    assert statuses[0] in (Status.PASS, Status.IDENTIFIED)
    assert statuses[1] is Status.FAIL


@dataclass(frozen=True, slots=True)
class AltersReplies:
    """An engine that plays like the reference, but for some replies."""

    to: Callable[[Mapping[str, JSON], dict[str, JSON]], dict[str, JSON]]
    """From a request and the reply of the reference to the reply."""

    def judged(self, case: Case, source: str) -> Outcome:
        """The outcome of a case of Three Thirteen by the rules of a source."""
        shelf = load_shelf(places.spec_directory(), case.game)
        chosen = shelf.find(source)
        assert chosen is not None
        assert chosen.profile is not None
        verdicts = matrix.load(places.suite_directory(), loaded().manifest)
        court = Appeal(chosen, chosen.profile, shelf.law, verdicts)
        usual = {case.game: loaded().manifest.defaults[case.game]}
        game = GAMES[case.game]
        played = {case.game: GamePlayed(abilities=tuple(game.abilities))}
        said = plan.plan_of(case, usual, {case.game: chosen.sent}, played).said
        session = Session({case.game: game})
        replies = []
        for number, exchange in enumerate(said):
            line = session.reply(msgspec.json.encode({"seq": number, **exchange.request}))
            reply = self.to(exchange.request, msgspec.json.decode(line))
            replies.append(read_reply(reply)[1])
        heard = Conversation(tuple(replies))
        return court.judged(said, heard, judge(case, said, heard))


def case_of(name: str) -> Case:
    return next(case for case in loaded().cases if case.id == name)


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("three-thirteen.out.no-second", Status.IDENTIFIED),
        ("three-thirteen.out.no-second-with-deadwood", Status.FAIL),
    ],
)
def test_a_reading_that_nobody_can_play_excuses_a_step(name: str, status: Status) -> None:
    """Denexa may let a second seat announce that it goes out, but only without deadwood."""

    def accepts(request: Mapping[str, JSON], reply: dict[str, JSON]) -> dict[str, JSON]:
        is_second = request["cmd"] == "act" and request["do"]["type"] == "go_out"
        return {"seq": reply["seq"], "ok": True} if is_second else reply

    outcome = AltersReplies(accepts).judged(case_of(name), "denexa")
    assert outcome.status is status
    if status is Status.IDENTIFIED:
        question = "three-thirteen.out.second-out"
        assert outcome.reason == f"denexa can be read otherwise: {question}"


@pytest.mark.parametrize("also", [{}, {"type": "draw"}])
def test_a_reading_that_nobody_can_play_excuses_its_own_actions_in_a_list(
    also: dict[str, JSON],
) -> None:
    """The second seat may go out by that reading; it may draw a second card by none."""
    case = case_of("three-thirteen.out.no-second")
    refused = next(at for at, one in enumerate(case.steps) if isinstance(one, Act) and one.refused)
    listed = [{"type": "discard", "card": card} for card in ("9C", "9D", "9H", "QC")]
    asked = Ask("legal", 0, answer=listed)
    tried = msgspec.structs.replace(case, steps=(*case.steps[:refused], asked), control=None)

    def lists(request: Mapping[str, JSON], reply: dict[str, JSON]) -> dict[str, JSON]:
        if request.get("what") != "legal":
            return reply
        more = [{"type": "go_out", "discard": "QC"}, *([also] if also else [])]
        return {**reply, "answer": [*reply["answer"], *more]}

    outcome = AltersReplies(lists).judged(tried, "denexa")
    assert outcome.status is (Status.FAIL if also else Status.IDENTIFIED)


@cache
def rows() -> dict[str, Row]:
    verdicts = matrix.load(places.suite_directory(), loaded().manifest)
    assert verdicts is not None
    return dict(verdicts.cases)
