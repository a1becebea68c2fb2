"""The fuzzer finds no difference in the reference, finds each mistake, and reports short plays."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner, Result

from meldcheck.check.judge import FALLS_SHORT, Status
from meldcheck.cli import main
from meldcheck.engine.process import (
    Conversation,
    EngineFault,
    FaultKind,
    Request,
)
from meldcheck.seeded.campaign import KEPT, fuzz, most_late
from meldcheck.seeded.fuzz import Coverage, Player, Setting, compared
from meldcheck.seeded.reduction import Reduction, restated
from meldcheck.suite import derive
from meldcheck.suite.trace import read_trace
from meldcheck.words.case import Act, Ask, Case, Step
from meldcheck.words.protocol import GamePlayed, Refused
from meldspec.games import GAMES

from ..sampled import sampled
from .in_process import InProcess
from .mistakes.hunt import named
from .mistakes.tongits import MISTAKES
from .standins import command

ROOT = Path(__file__).parents[2]
TONGITS = GAMES["tongits"]
PLAYED = GamePlayed(abilities=TONGITS.abilities)
TABLE = Setting(TONGITS, {}, PLAYED)
REFERENCE = (sys.executable, "-P", "-m", "meldcheck", "engine")
SEED = 1
MOST_HANDS = 500
"""The most hands within which each mistake must be found."""


@cache
def hand(number: int) -> Case:
    """A seeded play; each is made once for all tests."""
    return Player(TABLE, SEED, number).play()


@dataclass(frozen=True)
class KnownPlayer:
    """A player whose plays of ``hand`` are made once for all tests, however they are asked for."""

    table: Setting
    seed: int
    number: int

    def play(self) -> Case:
        if (self.table, self.seed) == (TABLE, SEED):
            return hand(self.number)
        return Player(self.table, self.seed, self.number).play()


@pytest.fixture(autouse=True)
def _known_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign has the plays of ``hand``."""
    monkeypatch.setattr("meldcheck.seeded.campaign.Player", KnownPlayer)


def mistaken(name: str) -> InProcess:
    """An engine of Tong-its with a known mistake."""
    return InProcess(named("tongits", name).played)


def habit(name: str) -> tuple[str, ...]:
    """The command line of the reference with a habit."""
    return (sys.executable, str(Path(__file__).parent / "engines" / "habits.py"), name)


def test_the_same_seed_makes_the_same_plays() -> None:
    plays = [[Player(TABLE, seed, 3).play() for _ in range(2)] for seed in (5, 6)]
    for one, other in plays:
        assert one == other
    assert plays[0][0] != plays[1][0]


def test_plays_are_legal_nearly_legal_and_illegal() -> None:
    coverage = Coverage()
    for number in range(30):
        coverage.add(hand(number))
    tried = coverage.refused.total()
    assert 0.1 < tried / coverage.steps < 0.6


@pytest.mark.parametrize("number", [17, 40])
def test_a_match_ends_where_nothing_that_is_judged_can_be_done(number: int) -> None:
    """A seat that must go out has only melds left after a lay-off; no hand is dealt after that."""
    rummy = Setting(GAMES["rummy"], {}, PLAYED)
    steps = Player(rummy, 19, number).play().steps
    dealt = sum(_is_accepted_deal(step) for step in steps)
    ended = sum(
        isinstance(step, Ask) and step.what == "result" and bool(step.answer) for step in steps
    )
    assert dealt == ended + 1


def test_hands_that_are_broken_off_are_counted() -> None:
    coverage = Coverage()
    rummy = Setting(GAMES["rummy"], {}, PLAYED)
    matches = [Player(rummy, SEED, number).play() for number in range(12)]
    for case in matches:
        coverage.add(case)
    whole = sum(
        isinstance(step, Ask) and step.what == "result" and bool(step.answer)
        for case in matches
        for step in case.steps
    )
    assert 0 < coverage.broken_off == coverage.hands - whole


def _is_accepted_deal(step: Step) -> bool:
    return isinstance(step, Act) and step.do["type"] == "deal" and not step.refused


def test_nothing_is_asked_that_an_engine_does_not_offer() -> None:
    played = GamePlayed(abilities=("play",), actions=("draw", "discard", "expose"))
    for number in range(10):
        for step in Player(Setting(TONGITS, {}, played), SEED, number).play().steps:
            match step:
                case Ask():
                    assert step.what == "result"
                case Act(by="chance"):
                    pass
                case Act():
                    assert step.do["type"] in ("draw", "discard", "expose")


def test_there_are_forty_mistakes() -> None:
    assert len(MISTAKES) >= 40


BY_OTHER_RULES: Final = {
    "a Sagasa costs two chips",
    "a Sagasa costs four chips",
    "a long run costs two chips",
    "a long run costs four chips",
}
"""Payments that the default rules do not have."""
WITHOUT_PLAY: Final = {
    "the deal goes backwards",
    "the dealer is served last",
    "seat 0 is served first",
}
"""The order in which cards are dealt: chance deals whole hands, and only a question asks for it."""
SELDOM_TRIED: Final = {
    "an ace ranks above the king, too",
    "a run goes round the corner",
}
"""Melds that drawn plays hardly ever try; the cases of the suite try them."""
BY_TWINS: Final = {"the stock is seen"}
"""A field that no view has; only plays with hidden cards exchanged compare whole views."""
NOT_HUNTED: Final = BY_OTHER_RULES | WITHOUT_PLAY | SELDOM_TRIED | BY_TWINS


def test_mistakes_that_are_left_out_are_known() -> None:
    assert {mistake.name for mistake in MISTAKES} >= NOT_HUNTED


LATE: Final = "a run may be of any suits"
"""The mistake that takes hundreds of hands to find: ten seconds."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one.name, marks=pytest.mark.slow if one.name == LATE else sampled(number, 8))
        for number, one in enumerate(MISTAKES)
        if one.name not in NOT_HUNTED
    ],
)
def test_a_mistake_is_found(name: str, tell: Callable[[str], None]) -> None:
    engine, coverage = mistaken(name), Coverage()
    for number in range(MOST_HANDS):
        case = hand(number)
        coverage.add(case)
        if compared(engine, TABLE, case).status in FALLS_SHORT:
            break
    else:
        pytest.fail("not found")
    tell(f"{name}: found within {coverage.hands} hands")
    assert coverage.hands <= MOST_HANDS


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("threes lie face down", 16),
        pytest.param("tongits is free", 16, marks=pytest.mark.slow),
        pytest.param("an opponent's lay-off blocks nothing", 16, marks=pytest.mark.slow),
        ("the pot is taken at once", 16),
    ],
)
def test_no_step_of_a_reduced_play_can_be_left_out(name: str, most: int) -> None:
    engine = mistaken(name)
    came = fuzz(engine, [TABLE], 60, SEED)
    assert not came.holds
    shortest = came.differences[0]
    assert shortest.whole
    steps = shortest.outcome.case.steps
    assert len(steps) <= most, steps
    for left_out in range(len(steps)):
        case = restated(TABLE, shortest.outcome.case, (*steps[:left_out], *steps[left_out + 1 :]))
        assert case is None or compared(engine, TABLE, case).status is Status.PASS


def test_an_engine_that_breaks_off_at_once_is_given_up_and_asked_little_more() -> None:
    class Silent:
        asked = 0

        def converse(self, requests: Sequence[Request]) -> Conversation:
            self.asked += 1
            return Conversation((), EngineFault(FaultKind.SILENCE, "says nothing"))

    engine = Silent()
    came = fuzz(engine, [TABLE], 100, SEED)
    assert not came.holds
    assert came.plays == 5
    assert "silence: says nothing" in came.given_up
    assert engine.asked <= 8
    (difference,) = came.differences
    assert difference.way == "fault: silence"
    assert difference.outcome.case.steps == ()
    assert difference.whole
    assert difference.repeats


class Crashes:
    """Ends at some actions, with the error of each on standard error."""

    def __init__(self, **errors: str) -> None:
        self.engine = InProcess(TONGITS)
        self.errors = errors

    def converse(self, requests: Sequence[Request]) -> Conversation:
        heard = self.engine.converse(requests)
        for place, request in enumerate(requests):
            action = request["do"]["type"] if request["cmd"] == "act" else ""
            if action in self.errors:
                words = (f"{self.errors[action]}: {place}",)
                fault = EngineFault(FaultKind.EXIT, "exited with status 1", words)
                return Conversation(heard.replies[:place], fault)
        return heard


def test_faults_of_one_kind_are_one_group_with_one_shortest_play() -> None:
    engine = Crashes(take="RangeError", lay_off="RangeError", fold="RangeError")
    (difference,) = fuzz(engine, [TABLE], 100, SEED).differences
    assert difference.way == "fault: exit after RangeError"
    assert len(difference.outcome.case.steps) == 1


def test_faults_with_other_errors_are_groups_of_their_own() -> None:
    engine = Crashes(fold="KeyError", challenge="nothing")
    differences = fuzz(engine, [TABLE], 100, SEED).differences
    assert {one.way for one in differences} == {"fault: exit after KeyError", "fault: exit"}


def test_an_engine_that_is_given_up_is_told_in_one_line_after_its_play() -> None:
    words = ["fuzz", "--game", "tongits", "--", *command("DiesOnTenth")]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1, result.output
    lines = result.stdout.splitlines()
    assert [line for line in lines if line.startswith("DIFFERS")] == [lines[0]]
    assert lines[-2] == ""
    assert lines[-1].startswith("stand-in 1.0: given up at match 4 of seed 1: 5 plays in a row")


def test_plays_that_are_not_shown_are_counted_where_an_engine_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("meldcheck.seeded.campaign.WAYS", 0)
    words = ["fuzz", "--game", "tongits", "--", *command("DiesOnTenth")]
    (line,) = CliRunner().invoke(main, words).stdout.splitlines()
    assert "given up at match 4 of seed 1; 5 plays that differ in other ways: 5 plays" in line


class Hangs:
    """Hangs at the end of every fifth play that has more than five steps."""

    every = 5

    def __init__(self) -> None:
        self.engine = InProcess(TONGITS)
        self.played = self.hung = 0

    def converse(self, requests: Sequence[Request]) -> Conversation:
        heard = self.engine.converse(requests)
        self.played += 1
        if self.played % self.every or len(requests) <= 5:
            return heard
        self.hung += 1
        fault = EngineFault(FaultKind.SILENCE, "no reply in 10 s")
        return Conversation(heard.replies[:-1], fault)


@pytest.mark.parametrize(("timeout", "most"), [(20.0, 6), (60.0, 5)])
def test_an_engine_that_hangs_now_and_then_is_given_up_after_two_minutes(
    timeout: float, most: int
) -> None:
    engine = Hangs()
    came = fuzz(engine, [TABLE], 1000, SEED, timeout=timeout)
    assert not came.holds
    assert came.plays == engine.every * most
    left = 1000 - came.coverage.hands
    lost = f"{most} plays took the limit of {timeout:g} s"
    told = f"{lost}, and {left} of 1000 hands are not played: silence: no reply in 10 s"
    assert came.given_up.startswith(told)
    assert engine.hung <= 2 * most + 1


def test_all_reductions_together_may_take_as_long_as_the_plays() -> None:
    class HangsLater:
        """Answers each of ten plays wrongly at its end, and then hangs in all that is tried."""

        def __init__(self) -> None:
            self.engine = Hangs()

        def converse(self, requests: Sequence[Request]) -> Conversation:
            self.engine.every = 1 if self.engine.played >= 10 else 1000
            heard = self.engine.converse(requests)
            return heard if heard.fault else Conversation((*heard.replies[:-1], Refused(())))

    engine, timeout = HangsLater(), 20.0
    came = fuzz(engine, [TABLE], 20, SEED, timeout=timeout)
    assert (came.plays, len(came.differences)) == (10, 1)
    begun = 2 * KEPT  # each reduction tries once, and plays once more what it has found
    assert most_late(timeout) < engine.engine.hung <= most_late(timeout) + begun


def test_a_hang_is_not_reduced_to_another_difference() -> None:
    class Refuses:
        """Hangs at the end of each longer play, and refuses the end of each short one."""

        def __init__(self) -> None:
            self.engine = Hangs()
            self.engine.every = 1

        def converse(self, requests: Sequence[Request]) -> Conversation:
            heard = self.engine.converse(requests)
            return heard if heard.fault else Conversation((*heard.replies[:-1], Refused(())))

    (difference,) = fuzz(Refuses(), [TABLE], 60, SEED, timeout=0.1).differences
    assert difference.way == "fault: silence"
    assert difference.outcome.cost


def test_an_engine_that_skips_every_match_does_not_hold() -> None:
    words = ["fuzz", "--game", "tongits", "--examples", "5", "--", *habit("skips_all")]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    assert "nothing was compared: the engine skipped a part of every match" in line


def test_a_run_in_which_no_cards_can_be_dealt_ends() -> None:
    game = GAMES["three-thirteen"]
    seven = GamePlayed(abilities=game.abilities, players=(7,))
    table = Setting(game, {"deck.packs_beyond_six": "limit_six"}, seven)
    came = fuzz(InProcess(game), [table], 1, SEED)
    assert "5 matches in a row deal no hand" in came.given_up


def test_a_play_whose_match_an_engine_refuses_later_is_reduced_to_its_beginning() -> None:
    """No step is left then, so that nothing more can be left out."""

    class Tires:
        """Refuses every match but the first."""

        def __init__(self) -> None:
            self.engine = mistaken("threes lie face down")
            self.begun = 0

        def converse(self, requests: Sequence[Request]) -> Conversation:
            self.begun += 1
            if self.begun == 1:
                return self.engine.converse(requests)
            return Conversation((Refused(()),) * len(requests))

    came = fuzz(mistaken("threes lie face down"), [TABLE], 50, SEED)
    reduction = Reduction(Tires(), TABLE, came.differences[0].outcome)
    assert reduction.run().case.steps == ()
    assert reduction.whole


def test_a_difference_that_depends_on_earlier_matches_is_shown_as_it_was_found() -> None:
    class Tires:
        """Ends at every hundredth request, whatever it is."""

        def __init__(self) -> None:
            self.engine = InProcess(TONGITS)
            self.asked = 0

        def converse(self, requests: Sequence[Request]) -> Conversation:
            heard = self.engine.converse(requests)
            left = 100 - self.asked
            self.asked += len(requests)
            if self.asked < 100:
                return heard
            self.asked = 0
            return Conversation(heard.replies[: left - 1], EngineFault(FaultKind.EXIT, "tired"))

    came = fuzz(Tires(), [TABLE], 6, SEED)
    assert came.differences
    for difference in came.differences:
        assert not difference.repeats
        assert not difference.whole
        found = hand(difference.number).steps
        assert found[: len(difference.outcome.case.steps)] == difference.outcome.case.steps


def test_a_difference_is_told_saved_replayed_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    name = "two cards are a meld"
    engine = [sys.executable, "-m", "tests.conformance.mistakes", "tongits", name]
    words = ["fuzz", "--hands", "12", "--save", str(tmp_path / "traces"), "--", *engine]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1, result.output
    assert "DIFFERS expose: accepted, not refused by tongits.melds.two-kinds" in result.stdout
    assert "no step can be left out" in result.stdout
    assert "did not differ again" not in result.stdout
    file = tmp_path / "traces" / "fuzz-1-1.json"
    assert f"saved     {file}" in result.stdout
    replayed = CliRunner().invoke(main, ["replay", str(file)])
    assert replayed.exit_code == 0
    assert "refused: tongits.melds.two-kinds" in replayed.stdout
    assert replayed.stdout.splitlines()[-1] == "legal-last: false"
    found = tmp_path / "found"
    adding = ["suite", "add", str(file), "--into", str(found)]
    kept = CliRunner().invoke(main, [*adding, "--format", "json"])
    assert kept.exit_code == 0, kept.output
    assert json.loads(kept.stdout) == {"added": "tongits.derived.fuzz-001"}
    again = CliRunner().invoke(main, adding)
    assert again.exit_code == 2
    assert "already there, as tongits.derived.fuzz-001" in again.stderr
    (case,) = derive.derived_cases(derive.read_found(found), GAMES)
    assert case.source is not None
    assert case.source.found is not None
    assert case.source.found.startswith("meldspec fuzz --seed 1, match ")
    assert case.control is not None
    assert read_trace(file).found == case.source.found
    assert compared(mistaken(name), TABLE, case).status is Status.FAIL


FOUND: Final = "meldspec fuzz --seed 1, match 7, on"


def saved(folder: Path) -> Result:
    """A run with a folder for traces."""
    words = ["fuzz", "--game", "tongits", "--save", str(folder), "--", *command("Sound")]
    return CliRunner().invoke(main, words)


def test_the_folder_of_traces_is_looked_at_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("meldcheck.commands.fuzz.fuzz", None)
    whole = {"game": "tongits", "players": 3, "dealer": 0, "steps": []}
    folder = tmp_path / "traces"
    folder.mkdir()
    (tmp_path / "file").write_text("", encoding="utf-8")
    (folder / "fuzz-2-1.json").write_text("of another seed", encoding="utf-8")
    own = folder / "fuzz-1-2.json"
    for into, content, message in (
        (tmp_path / "file" / "traces", "", "Not a directory"),
        (folder, "{}", "it is no trace of fuzz of tongits"),
        (folder, json.dumps(whole), "it is no trace of fuzz of tongits"),
        (folder, json.dumps(whole | {"found": f"{FOUND} other 1.0"}), "it is no trace of fuzz"),
        (
            folder,
            json.dumps(whole | {"game": "rummy", "found": f"{FOUND} stand-in 1"}),
            "it is no",
        ),
    ):
        own.write_text(content, encoding="utf-8")
        ran = saved(into)
        assert ran.exit_code == 2
        (line,) = ran.stderr.splitlines()
        assert line.startswith(f"meldspec: {into if message[0] == 'N' else own}: {message}")
        assert own.read_text(encoding="utf-8") == content
    (folder / "fuzz-1-2-notes.json").write_text("of the user", encoding="utf-8")
    own.write_text(json.dumps(whole | {"found": f"{FOUND} stand-in 0.1"}), encoding="utf-8")
    ran = saved(folder)
    assert isinstance(ran.exception, TypeError), "the run begins, and there is none"


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([], "the play does not begin with a deal"),
        ([{"by": 0, "do": {"type": "draw"}}], "the play does not begin with a deal"),
        ([{"by": "chance", "do": {"type": "deal"}}], "step 1 is not a deal with hands and stock"),
        ([{"by": "chance", "do": {"type": "draw"}}], "step 1 is not a deal"),
        ([{"by": "chance", "do": {"type": "deal", "hands": 3, "stock": []}}], "'hands'"),
    ],
)
def test_a_trace_that_is_no_play_is_not_kept(
    tmp_path: Path, steps: list[object], message: str
) -> None:
    file = tmp_path / "trace.json"
    told = {"game": "tongits", "players": 3, "dealer": 0, "steps": steps}
    file.write_text(json.dumps(told), encoding="utf-8")
    kept = CliRunner().invoke(main, ["suite", "add", str(file), "--into", str(tmp_path)])
    assert kept.exit_code == 2, kept.output
    (line,) = kept.stderr.splitlines()
    assert message in line
    assert not (tmp_path / "tongits").exists()


def test_no_difference_ends_with_zero() -> None:
    words = ["fuzz", "--hands", "5", "--format", "json", "--", sys.executable, "-P", "-m"]
    result = CliRunner().invoke(main, [*words, "meldcheck", "engine"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["differences"] == []
    assert told["hands"] >= 5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--", "no-such-engine"], "the engine cannot be started"),
        (["--game", "chess", "--", "true"], "no game 'chess'"),
        (["--covering", "--rules", "pagat", "--", "true"], "--covering does not go with --rules"),
        (["--covering", "--rules", "default", "--", "true"], "--covering does not go with --rules"),
        (["--", "true"], "the engine does not answer hello"),
        (
            ["--game", "tongits", "--rules", "jetpunk", "--", *REFERENCE],
            "these are rules of rummy, not of tongits",
        ),
        (["--timeout", "nan", "--", "true"], "nan is no number of seconds"),
    ],
)
def test_wrong_use_is_told_in_one_line(words: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["fuzz", *words])
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert message in line
