"""The doctor: what it finds in engines that lack something, and in engines that break."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from click.testing import CliRunner, Result

from meldcheck.check import advice
from meldcheck.check.advice import Advice
from meldcheck.check.declared import completed, read_declaration
from meldcheck.check.doctor import SHORTEST, Came, Examined, Symptom, course, examined
from meldcheck.check.judge import FALLS_SHORT, judge
from meldcheck.check.plan import plan_of, protocol_defaults
from meldcheck.cli import main
from meldcheck.engine.process import Conversation, EngineFault, FaultKind, Request
from meldcheck.words.case import JSON, Case, Kind, Tier
from meldcheck.words.messages import PARTED, parts_of
from meldcheck.words.protocol import (
    Accepted,
    EngineName,
    GamePlayed,
    NotUnderstood,
    Refused,
    Reply,
    Skipped,
)
from meldspec.games import GAMES
from tests import committed

from .in_process import InProcess
from .standins import CASES, command, write_suite

SUITE: Final = committed.suite()
DEFAULTS: Final = protocol_defaults(SUITE.manifest)
WHOLE: Final = GamePlayed(abilities=GAMES["tongits"].abilities)
NAME: Final = EngineName("partial", "1.0")

Change = Callable[[Request, Reply], Reply]


class Changed:
    """The reference, with its replies changed; whatever it skips does not happen."""

    def __init__(self, change: Change, game: str = "tongits") -> None:
        self.change: Final = change
        self.engine: Final = InProcess(GAMES[game])

    def converse(self, requests: Sequence[Request]) -> Conversation:
        heard = self.engine.converse(requests)
        replies = zip(requests, heard.replies, strict=True)
        return Conversation(tuple(self.change(request, reply) for request, reply in replies))


def answered(reply: Reply, **fields: JSON) -> Reply:
    """The reply with other fields in its answer."""
    if not isinstance(reply, Accepted) or not isinstance(reply.answer, dict):
        return reply
    return Accepted({**reply.more, "answer": {**reply.answer, **fields}})


def partial(request: Request, reply: Reply) -> Reply:
    """No settlements, no payments, own pots; no four face down, and calls without a discard."""
    do = request.get("do", {})
    match request.get("what", do.get("type")):
        case "settle":
            return Skipped("no settlements")
        case "perft":
            return NotUnderstood("what is perft?")
        case "result":
            return answered(reply, payments=None, receipt=None, pot=777)
        case "legal" if isinstance(reply, Accepted):
            return Accepted({"answer": [one for one in reply.answer if not _lacks(one)]})
        case "expose" if do.get("face_down"):
            return Skipped("no fours face down")
        case "call_tongits" if do.get("discard"):
            return Refused(())
        case _:
            return reply


def _lacks(do: dict[str, JSON]) -> bool:
    return bool(do.get("face_down") or (do["type"] == "call_tongits" and do.get("discard")))


@cache
def in_short(game: str) -> tuple[Case, ...]:
    """The cases of a suite that has no others than those of the course.

    What is found is the same as by the whole suite; what a lack costs is less, and told sooner.
    """
    names = {case.id for case in course(SUITE.cases, game, DEFAULTS)}
    return tuple(case for case in SUITE.cases if case.id in names)


def look(change: Change, said: GamePlayed = WHOLE, game: str = "tongits") -> Examined:
    return examined(Changed(change, game), game, said, in_short(game), DEFAULTS)


@cache
def looked(change: Change) -> Examined:
    """Of Tong-its, for changes that remember nothing: the same for all tests."""
    return look(change)


def unchanged(_: Request, reply: Reply) -> Reply:
    return reply


@pytest.fixture(scope="module")
def found() -> Examined:
    """By the whole suite."""
    return examined(Changed(partial), "tongits", WHOLE, SUITE.cases, DEFAULTS)


def named(symptoms: Sequence[Symptom]) -> dict[str, set[Came]]:
    return {one.name: {*one.came} for one in symptoms}


# ── what is found ────────────────────────────────────────────────────────────────────────────────


def test_what_is_skipped_not_understood_or_absent_is_missing(found: Examined) -> None:
    assert named(found.missing) == {
        "settle": {Came.SKIPPED},
        "perft": {Came.NOT_UNDERSTOOD},
        "expose.face_down": {Came.SKIPPED},
        "result.payments": {Came.ABSENT},
    }
    assert found.abilities == ("meld", "deadwood", "deal", "play", "legal", "view")
    assert not found.is_declared


def test_what_comes_otherwise_is_doubtful_and_nothing_else_is_told(found: Examined) -> None:
    assert named(found.doubtful) == {
        "call_tongits.discard": {Came.REFUSED},
        "result.pot": {Came.OTHERWISE},
    }
    (lists,) = (one for one in found.symptoms if one.name == "legal")
    assert {*lists.came} == {Came.AS_STATED, Came.OTHERWISE}


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_with_everything_has_no_symptom_and_every_part_is_asked(game: str) -> None:
    whole = look(unchanged, GamePlayed(abilities=GAMES[game].abilities), game)
    assert (whole.missing, whole.doubtful, whole.not_run) == ((), (), 0)
    assert whole.abilities == GAMES[game].abilities
    assert whole.is_declared
    asked = {one.name for one in whole.symptoms}
    parts = parts_of(game)
    types = {name for name in parts["actions"] if "." not in name}
    default = types - {"keep"}
    assert default <= asked
    fields = {f"{what}.{name}" for what in PARTED for name in parts[what]}
    rest = {name.partition(".")[2] for name in fields - asked}
    assert rest <= {"receipt", "aside", "opponent", "declined"}


def test_an_ability_whose_answer_is_right_in_a_part_is_no_mistake() -> None:
    def priced(request: Request, reply: Reply) -> Reply:
        return answered(reply, payments=[7, 7, 7], receipt=None) if _settles(request) else reply

    assert set(named(look(priced).doubtful)) == {"settle.payments"}

    def nothing(request: Request, reply: Reply) -> Reply:
        return Accepted({"answer": None}) if _settles(request) else reply

    empty = look(nothing)
    assert empty.missing == (), "no answer at all is no answer without a part"
    assert "settle" in named(empty.doubtful)
    assert empty.is_declared
    assert not empty.faults
    assert not Advice(NAME, (empty,)).holds, "hello names what no answer shows"


def _settles(request: Request) -> bool:
    return bool(request.get("what") == "settle")


def test_the_course_is_short_and_has_the_smoke_tier() -> None:
    cases = course(SUITE.cases, "tongits", DEFAULTS)
    assert len(cases) < 250
    assert course(in_short("tongits"), "tongits", DEFAULTS) == cases, "as these tests suppose"
    usual = DEFAULTS["tongits"]
    assert all(case.rules.items() <= usual.items() for case in cases)
    smoke = {one.id for one in SUITE.cases if one.tier is Tier.SMOKE and one.game == "tongits"}
    open_rules = {one.id for one in SUITE.cases if not one.rules.items() <= usual.items()}
    assert smoke - open_rules <= {one.id for one in cases}
    kinds = [case.kind for case in cases]
    assert all(kinds.count(kind) >= SHORTEST for kind in (Kind.MELD, Kind.DEADWOOD, Kind.DEAL))


def test_what_follows_a_wrong_step_shows_nothing() -> None:
    """An engine that refuses to draw, and then plays on with another card."""
    lost = False

    def refuses(request: Request, reply: Reply) -> Reply:
        nonlocal lost
        draws = request.get("do") == {"type": "draw"} and isinstance(reply, Accepted)
        lost = request["cmd"] not in ("begin", "end") and (lost or draws)
        return Refused(()) if lost else reply

    refused = look(refuses)
    assert set(named(refused.doubtful)) == {"draw"}
    others = (one for one in refused.symptoms if one.name != "draw")
    assert all({*one.came} == {Came.AS_STATED} for one in others)


def test_a_form_of_an_action_that_is_missing_is_not_told_again() -> None:
    def no_takes(request: Request, reply: Reply) -> Reply:
        return Skipped("none") if request.get("do", {}).get("type") == "take" else reply

    found = look(no_takes)
    assert set(named(found.missing)) == {"take"}
    others = tuple(name for name in parts_of("tongits")["actions"] if name != "take")
    listed = GamePlayed(abilities=WHOLE.abilities, actions=others)
    assert look(no_takes, listed).is_declared
    assert not found.is_declared


def test_costs_are_those_of_a_check(found: Examined) -> None:
    own = [case for case in SUITE.cases if case.game == "tongits"]
    (payments,) = (one for one in found.missing if one.name == "result.payments")
    lacks = GamePlayed(abilities=WHOLE.abilities, without={"result": ("payments",)})
    before = {one.id for one in own if plan(one, WHOLE).reason is None}
    after = {one.id for one in own if plan(one, lacks).reason is None}
    assert payments.unjudged == len(before - after) > 0
    assert payments.partly > 100
    (settle,) = (one for one in found.missing if one.name == "settle")
    gone = [one for one in own if one.id in before and "settle" in one.requires.abilities]
    assert (settle.unjudged, settle.partly) == (len(gone), 0)


def plan(case: Case, played: GamePlayed) -> Any:
    return plan_of(case, DEFAULTS, games={"tongits": played})


# ── what is written ──────────────────────────────────────────────────────────────────────────────


def test_the_declaration_can_be_read_and_then_only_the_doubtful_fails(
    found: Examined, tmp_path: Path
) -> None:
    file = tmp_path / "engine.toml"
    file.write_text(advice.as_toml(Advice(NAME, (found,))), encoding="utf-8")
    declared = read_declaration(file)
    played = completed({"tongits": WHOLE}, declared)["tongits"]
    assert played == GamePlayed(
        abilities=("meld", "deadwood", "deal", "play", "legal", "view"),
        without={"result": ("payments",), "actions": ("expose.face_down",)},
    )
    wrong = falling_short(played)
    assert wrong
    assert all("pot" in fields or fields == {""} for fields in wrong.values())
    text = file.read_text(encoding="utf-8")
    commented = ('  # "pot"', '  # "call_tongits.discard"')
    assert all(line in text for line in commented)
    for line in commented:
        text = text.replace(line, line.replace("# ", "", 1))
    file.write_text(text, encoding="utf-8")
    meant = completed({"tongits": WHOLE}, read_declaration(file))["tongits"]
    assert meant.without["result"] == ("payments", "pot")
    assert not falling_short(meant)


def falling_short(played: GamePlayed) -> dict[str, set[str]]:
    """The short cases of plays and lists that fail, each with the fields that differ."""
    subject = Changed(partial)
    failing: dict[str, set[str]] = {}
    for one in SUITE.cases:
        if one.game != "tongits" or ("settlement" not in one.id and one.kind is not Kind.LEGAL):
            continue
        made = plan(one, played)
        if made.reason is None:
            heard = subject.converse([exchange.request for exchange in made.said])
            outcome = judge(made.case, made.said, heard)
            if outcome.status in FALLS_SHORT:
                failing[one.id] = {each.where for each in outcome.differences} or {""}
    return failing


def test_json_has_the_same_declaration_without_comments(found: Examined, tmp_path: Path) -> None:
    told = Advice(NAME, (found,))
    toml, plain = tmp_path / "engine.toml", tmp_path / "engine.json"
    toml.write_text(advice.as_toml(told), encoding="utf-8")
    plain.write_bytes(advice.as_json(told))
    assert read_declaration(plain) == read_declaration(toml)
    value = msgspec.json.decode(msgspec.json.encode(advice.as_value(told)))
    of_game = value["games"]["tongits"]
    assert of_game["declaration"] == json.loads(plain.read_text("utf-8"))["games"]["tongits"]
    assert [one["name"] for one in of_game["doubtful"]] == [one.name for one in found.doubtful]
    assert value["holds"] is False


def test_what_hello_says_is_kept_and_counts_as_said(found: Examined) -> None:
    lacks = {
        "result": ("payments",),
        "actions": ("expose.face_down", "take.meld"),
        "view": ("answers",),
    }
    said = GamePlayed(abilities=found.abilities, without=lacks)
    again = look(partial, said)
    assert again.is_declared
    assert Advice(NAME, (again,)).holds
    assert advice.declared(again)["without"] == {name: [*each] for name, each in lacks.items()}


def own_ways(request: Request, reply: Reply) -> Reply:
    """Own pots, own counts of sequences, and no challenge is accepted."""
    match request.get("what", request.get("do", {}).get("type")):
        case "challenge":
            return Refused(())
        case "perft":
            return answered(reply, total=-1, by_action=[])
        case _:
            return answered(reply, pot=777)


@pytest.mark.parametrize("listed", [True, False])
def test_what_hello_says_is_lacking_is_no_mistake(listed: bool, tmp_path: Path) -> None:
    kept = tuple(name for name in parts_of("tongits")["actions"] if name != "challenge")
    lacks: dict[str, tuple[str, ...]] = {"result": ("pot",), "view": ("pot",)}
    said = GamePlayed(
        abilities=tuple(name for name in WHOLE.abilities if name != "perft"),
        actions=kept if listed else None,
        without=lacks if listed else {**lacks, "actions": ("challenge",)},
    )
    unsaid = named(looked(own_ways).doubtful)
    assert {"challenge", "perft", "result.pot", "view.pot"} <= unsaid.keys()
    found = look(own_ways, said)
    told = Advice(NAME, (found,))
    assert found.doubtful == ()
    assert found.abilities == said.abilities
    assert told.holds
    assert next(advice.lines(told)) == "partial 1.0 has everything that it was asked for."
    assert list(advice.hints(told, ["x"], "x.toml"))[-2] == "written: x.toml"
    file = tmp_path / "engine.toml"
    file.write_text(advice.as_toml(told), encoding="utf-8")
    assert completed({"tongits": said}, read_declaration(file)) == {"tongits": said}


@pytest.mark.parametrize("listed", [True, False])
def test_what_an_engine_has_although_its_hello_leaves_it_out_is_told(listed: bool) -> None:
    kept = tuple(name for name in parts_of("tongits")["actions"] if name != "challenge")
    lacks: dict[str, tuple[str, ...]] = {"result": ("payments",)}
    said = GamePlayed(
        abilities=tuple(name for name in WHOLE.abilities if name != "meld"),
        actions=kept if listed else None,
        without=lacks if listed else {**lacks, "actions": ("challenge",)},
    )
    found = look(unchanged, said)
    told = Advice(NAME, (found,))
    assert [one.name for one in found.left_out] == ["meld", "challenge"]
    assert not told.holds
    lines = [*advice.lines(told)]
    assert lines[0] == "partial 1.0 has 2 parts that its hello leaves out."
    assert "  left out  meld, challenge: they come as stated" in lines
    games: Any = advice.as_value(told)["games"]
    assert [one["name"] for one in games["tongits"]["left_out"]] == ["meld", "challenge"]


def test_the_text_has_one_sentence_first_and_each_part_with_its_cost(found: Examined) -> None:
    lines = [*advice.lines(Advice(NAME, (found,)))]
    assert lines[0] == "partial 1.0 lacks 4 parts, and has 2 parts that hardly ever come as stated."
    assert lines[2] == f"Tong-its: {found.plays} cases played"
    lacks = [line for line in lines if line.startswith("  lacks     ")]
    (settle,) = (line for line in lacks if "settle" in line)
    (asked,) = (one.asked for one in found.missing if one.name == "settle")
    assert settle.startswith(f"  lacks     settle: skipped {asked} of {asked} (")
    assert "cases not judged" in settle
    perhaps = [line for line in lines if line.startswith("  perhaps   ")]
    assert any("result.pot: another value" in line and "mistake?" in line for line in perhaps)
    whole = [*advice.lines(Advice(NAME, (look(unchanged),)))]
    assert whole[0] == "partial 1.0 has everything that it was asked for."


def test_hands_that_are_not_dealt_ask_for_the_deal() -> None:
    def shuffles(request: Request, reply: Reply) -> Reply:
        return answered(reply, hand=["AC"]) if request.get("what") == "view" else reply

    told = advice.lines(Advice(NAME, (look(shuffles),)))
    (line,) = (one for one in told if "perhaps   view.hand" in one)
    assert line.endswith("play with the cards that the deal states, if it shuffles by itself?")


def test_questions_that_get_no_answer_are_told_once_and_not_by_their_fields() -> None:
    def silent(request: Request, reply: Reply) -> Reply:
        return Accepted({}) if request["cmd"] == "ask" else reply

    found = look(silent)
    told = named(found.doubtful)
    unanswered = {name for name, came in told.items() if came == {Came.UNANSWERED}}
    assert unanswered == {"deadwood", "deal", "settle", "legal", "view", "perft"}
    assert not any(name.startswith(("view.", "settle.")) for name in told)
    (line,) = (one for one in advice.lines(Advice(NAME, (found,))) if "perhaps   view" in one)
    assert "no answer" in line
    assert line.endswith("A reply to a question has it in the field answer")


class Breaking(Changed):
    """An engine that ends when it is asked to settle."""

    def __init__(self) -> None:
        super().__init__(unchanged)

    def converse(self, requests: Sequence[Request]) -> Conversation:  # type: ignore[explicit-override]  # typing.override is in 3.12
        heard = super().converse(requests)
        for place, request in enumerate(requests):
            if request.get("what") == "settle":
                return Conversation(heard.replies[:place], EngineFault(FaultKind.EXIT, "ended"))
        return heard


class Talkative(Changed):
    """An engine that writes one line more after each settlement; the next talk hears it."""

    def __init__(self) -> None:
        super().__init__(unchanged)
        self.settled: list[bool] = []

    def converse(self, requests: Sequence[Request]) -> Conversation:  # type: ignore[explicit-override]  # typing.override is in 3.12
        if self.settled and self.settled.pop():
            fault = EngineFault(FaultKind.OUT_OF_ORDER, "one line more: {}", belated=True)
            return Conversation((), fault)
        self.settled.append(any(request.get("what") == "settle" for request in requests))
        return super().converse(requests)


def test_a_line_more_is_a_fault_of_the_case_before_it() -> None:
    """Nothing of the next case counts as broken: it is talked of again."""
    told = examined(Talkative(), "tongits", WHOLE, in_short("tongits"), DEFAULTS)
    assert told.doubtful == told.missing == ()
    (kind,) = told.faults
    assert kind == FaultKind.OUT_OF_ORDER
    case = told.first_faults[kind].partition(", in ")[2]
    assert {one.kind for one in SUITE.cases if one.id == case} == {Kind.SETTLE}


def test_a_fault_is_a_mistake_and_never_something_that_an_engine_lacks() -> None:
    broken = examined(Breaking(), "tongits", WHOLE, in_short("tongits"), DEFAULTS)
    assert broken.missing == ()
    assert named(broken.doubtful) == {"settle": {Came.FAULT}}
    assert broken.faults["exit"] >= SHORTEST
    assert "settle" not in broken.abilities
    told = Advice(NAME, (broken,))
    written = advice.as_toml(told)
    assert "# lacks settle" not in written
    (line,) = (line for line in written.splitlines() if '"settle"' in line)
    assert line.startswith('  # "settle",  # fault ')
    assert line.endswith(": to be added when it is mended")
    assert "settle" not in advice.declared(broken)["abilities"]
    assert not told.holds
    lines = [*advice.lines(told)]
    assert lines[0] == (
        "partial 1.0 has 1 part that hardly ever comes as stated, "
        f"and broke the protocol in {broken.faults['exit']} cases."
    )
    (at,) = (at for at, line in enumerate(lines) if line.startswith("  faults    "))
    assert lines[at].startswith(
        f"  faults    exit {broken.faults['exit']}: an engine replies until"
    )
    assert lines[at + 1].startswith("            the first: ended, in tongits.")


class Dead:
    """An engine that ends at every request."""

    def converse(self, requests: Sequence[Request]) -> Conversation:
        return Conversation((), EngineFault(FaultKind.EXIT, "ended"))


def test_an_engine_from_which_only_faults_come_has_nothing_whatever_its_hello_says() -> None:
    dead = examined(Dead(), "tongits", WHOLE, in_short("tongits"), DEFAULTS)
    assert {"play", "settle", "meld"} <= named(dead.doubtful).keys()
    lines = [*advice.lines(Advice(NAME, (dead,)))]
    assert "  has       no ability" in lines


def test_commands_to_copy_are_quoted_and_name_the_file(found: Examined) -> None:
    command = ["./engine", "two words", '{"a": 1}']
    declaring, quoted = "--declare 'my file.toml'", """./engine 'two words' '{"a": 1}'"""
    for line in [*advice.hints(Advice(NAME, (found,)), command, "my file.toml")][-3::2]:
        assert line.endswith(f" {declaring} -- {quoted}")
    without = [*advice.hints(Advice(NAME, (found,)), command, None)]
    assert without == ["", f"readings: meldspec identify --game tongits -- {quoted}"]


# ── the command ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_suite(tmp_path_factory.mktemp("doctor") / "suite", CASES)


def doctor(folder: Path, name: str, *options: str) -> Result:
    arguments = ["doctor", "--suite", str(folder), "--timeout", "2", *options]
    return CliRunner().invoke(main, [*arguments, "--", *command(name)])


def test_a_sound_engine_is_told_so_and_what_to_do_next(small: Path, tmp_path: Path) -> None:
    file = tmp_path / "engine.toml"
    ran = doctor(small, "Sound", "--declare", str(file))
    assert ran.exit_code == 0
    lines = ran.stdout.splitlines()
    assert lines[0] == "stand-in 1.0 has everything that it was asked for."
    declaring = f"--declare {file} -- "
    assert lines[-3].startswith(f"readings: meldspec identify --game tongits {declaring}")
    assert lines[-2].startswith(f"written: {file}")
    assert lines[-1].startswith(f"then: meldspec check --declare {file} -- ")
    assert read_declaration(file).games["tongits"].abilities == WHOLE.abilities
    as_json = json.loads(doctor(small, "Sound", "--format", "json").stdout)
    assert as_json["engine"]["name"] == "stand-in"
    assert as_json["games"]["tongits"]["plays"] == len(CASES)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Hangs", "silence"),
        ("Floods", "flood"),
        ("Chatters", "flood"),
        ("HalfALine", "exit"),
        ("ClosesItsOutput", "closed"),
        ("PrintsGarbage", "garbage"),
        ("PrintsLatin", "encoding"),
        ("OutOfOrder", "out-of-order"),
    ],
)
def test_an_engine_that_breaks_in_one_case_is_told_and_the_course_goes_on(
    small: Path, name: str, kind: str
) -> None:
    ran = doctor(small, name, "--format", "json")
    assert ran.exit_code == 1
    of_game = json.loads(ran.stdout)["games"]["tongits"]
    assert of_game["faults"] == {kind: 1}
    assert of_game["plays"] == len(CASES)
    assert of_game["missing"] == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("NeverSaysHello", "the engine does not answer hello: silence"),
        ("DiesInHello", "the engine does not answer hello: exit"),
        ("HelloIsWrong", "the engine does not answer hello: garbage"),
        ("WithoutSense", "the engine's hello, tongits: no field of view 'pots'"),
    ],
)
def test_a_program_that_is_no_engine_is_one_line(small: Path, name: str, message: str) -> None:
    patience = "0.5" if name == "NeverSaysHello" else "2"
    ran = doctor(small, name, "--timeout", patience)
    assert (ran.exit_code, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    assert line.startswith(f"meldspec: {message}")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--game", "chess"], "no game 'chess'"),
        (["--game", "rummy"], "the suite has no case of rummy"),
        (["--declare", "/no/such/folder/file.toml"], "its folder does not exist"),
    ],
)
def test_wrong_use_is_one_line(small: Path, options: list[str], message: str) -> None:
    ran = doctor(small, "Sound", *options)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert message in ran.stderr


def test_an_engine_that_skips_everything_has_nothing(small: Path, tmp_path: Path) -> None:
    file = tmp_path / "engine.toml"
    ran = doctor(small, "SkipsEverything", "--declare", str(file))
    assert "meldspec identify" not in ran.stdout
    assert ran.exit_code == 1
    assert "  has       no ability\n" in ran.stdout
    untried = "  untried   deadwood, deal, settle: its hello says that it has them\n"
    assert untried in ran.stdout, "what the course did not ask"
    assert "lacks     meld: skipped 2 of 2" in ran.stdout
    assert read_declaration(file).games["tongits"].abilities == (*("deadwood", "deal", "settle"),)


def test_an_engine_that_names_no_game_is_asked_for_all(small: Path) -> None:
    ran = doctor(small, "PlaysNothing")
    assert ran.exit_code == 1
    assert "Tong-its: 7 cases played" in ran.stdout
