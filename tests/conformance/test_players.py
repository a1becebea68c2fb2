"""Numbers of players: an engine may state them, and is asked for no others."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema
import msgspec
import pytest
from click.testing import CliRunner, Result

from meldcheck.check import advice
from meldcheck.check.advice import Advice
from meldcheck.check.causes import Catalogue, Trait
from meldcheck.check.declared import completed, read_declaration, unknown_parts
from meldcheck.check.doctor import Came, Examined, examined
from meldcheck.check.parts import OTHER_TABLE, seats_at
from meldcheck.check.plan import plan_of, protocol_defaults
from meldcheck.cli import main
from meldcheck.engine.process import Conversation, Request
from meldcheck.games import MEASURES
from meldcheck.identify.free_walks import FreeWalks
from meldcheck.law.rulespace import RuleSpace
from meldcheck.seeded.fuzz import Player, Setting
from meldcheck.sources.experiments import experiments_of, missing_for
from meldcheck.suite import store
from meldcheck.words.case import Case
from meldcheck.words.errors import SpecError
from meldcheck.words.lines import counted
from meldcheck.words.places import suite_directory
from meldcheck.words.protocol import (
    EngineName,
    GamePlayed,
    NoReplyError,
    Refused,
    Reply,
    Skipped,
    read_hello,
)
from meldspec.engine import Engine
from meldspec.games import GAMES
from tests import committed

from .forms import check_form
from .in_process import InProcess

ROOT: Final = Path(__file__).parents[2]
ADAPTER: Final = ROOT / "conformance" / "engines" / "python-adapter"
PACKAGE: Final = ROOT / "conformance" / "npm" / "meldspec-engine"
SUITE: Final = committed.suite()
RUMMY: Final = GAMES["rummy"]
LAW: Final = committed.law("rummy")
WHOLE: Final = GamePlayed(abilities=RUMMY.abilities)
TWO: Final = GamePlayed(abilities=RUMMY.abilities, players=(2,))


class ForTwo:
    """The reference of Rummy, which turns away other numbers of players than two."""

    def __init__(self, turned_away: Reply) -> None:
        self.turned_away: Final = turned_away
        self.engine: Final = InProcess(RUMMY)
        self.seats: Final[set[int]] = set()

    def converse(self, requests: Sequence[Request]) -> Conversation:
        begun = [one["players"] for one in requests if one["cmd"] == "begin"]
        self.seats.update(begun)
        if {*begun} <= {2}:
            return self.engine.converse(requests)
        return Conversation((self.turned_away,) * len(requests))


SKIPS: Final = Skipped("two players only")


@cache
def own(*players: int) -> list[Case]:
    """The cases of Rummy with one of these numbers of players."""
    every = [one for one in SUITE.cases if one.game == "rummy"]
    return [one for one in every if seats_at(one.setup, one.question) in players]


# ── what is stated ───────────────────────────────────────────────────────────────────────────────


def hello(players: object) -> dict[str, Any]:
    games = {"rummy": {"abilities": ["play"], "players": players}}
    return {"seq": 1, "protocol": 1, "engine": {"name": "x"}, "games": games}


def test_hello_may_state_the_numbers_of_players() -> None:
    check_form(hello([2, 3]), "protocol-reply")
    assert read_hello(hello([2, 3])).games["rummy"].players == (2, 3)
    assert read_hello(hello(None)).games["rummy"].players is None
    for wrong in (2, [], ["2"], [True]):
        with pytest.raises(NoReplyError, match=r"^answers hello with something else: .*players"):
            read_hello(hello(wrong))
        with pytest.raises(jsonschema.ValidationError):
            check_form(hello(wrong), "protocol-reply")


@pytest.mark.parametrize(
    ("game", "players", "told"),
    [
        ("rummy", (2, 7), ["rummy: no match has 7 players; known: 2, 3, 4, 5, 6"]),
        ("rummy", (), ["rummy: players is empty; known: 2, 3, 4, 5, 6"]),
        ("tongits", (1,), ["tongits: no match has 1 player; known: 3"]),
        ("three-thirteen", (2, 8), []),
        ("whist", (1,), []),
    ],
)
def test_a_number_that_the_game_lacks_is_told(
    game: str, players: tuple[int, ...], told: list[str]
) -> None:
    assert [*unknown_parts({game: GamePlayed(players=players)})] == told


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ("[2,\n 7]", ":3: rummy: no match has 7 players; known: 2, 3, 4, 5, 6"),
        ("[]", ":2: rummy: players is empty; known: 2, 3, 4, 5, 6"),
        ("2", ":2: games.rummy.players: expected `array`, got `int`"),
    ],
)
def test_a_wrong_number_in_a_declaration_has_its_line(
    tmp_path: Path, stated: str, message: str
) -> None:
    file = tmp_path / "engine.toml"
    file.write_text(f"[games.rummy]\nplayers = {stated}\n", encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        read_declaration(file)
    assert str(caught.value).startswith(f"{file}{message}")


def test_a_declaration_wins_over_hello(tmp_path: Path) -> None:
    file = tmp_path / "engine.toml"
    file.write_text("[games.rummy]\nplayers = [2]\n", encoding="utf-8")
    declared = read_declaration(file)
    assert completed({"rummy": WHOLE}, declared) == {"rummy": TWO}
    three = GamePlayed(abilities=RUMMY.abilities, players=(3,))
    assert completed({"rummy": three}, declared) == {"rummy": TWO}


# ── adapters ─────────────────────────────────────────────────────────────────────────────────────


class Table:
    """A table that can do nothing."""

    def draw(self) -> None:
        """Draw."""

    def result(self) -> None:
        """There is none."""


def said_by(engine: Engine) -> Any:
    reply = engine.reply(b'{"seq":1,"cmd":"hello","protocol":1}')
    return json.loads(reply)["games"]["rummy"].get("players")


def test_an_adapter_states_the_numbers_that_are_registered() -> None:
    engine = Engine("two")
    engine.game("rummy")(Table)
    assert said_by(engine) is None
    engine.game("rummy", players=2)(Table)
    assert said_by(engine) == [2]
    engine.game("rummy", players=(2, 3))(Table)
    assert said_by(engine) == [2, 3]
    with pytest.raises(ValueError, match=r"^rummy is not played by 7 players$"):
        engine.game("rummy", players=(2, 7))(Table)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("", None),
        ("{ players: 2 }", [2]),
        ("{ players: [2, 3] }", [2, 3]),
        ("{ players: [2, 7] }", "rummy is not played by 7 players"),
        ("{ players: [] }", "rummy is played by no number of players"),
    ],
)
def test_an_adapter_in_javascript_does_the_same(options: str, told: object) -> None:
    program = f"""
        import {{ Engine }} from {json.dumps((PACKAGE / "index.js").as_uri())};
        class Table {{ draw() {{}} result() {{ return null; }} }}
        const engine = new Engine('two');
        try {{
          engine.game('rummy', Table, {options});
          console.log(await engine.reply('{{"seq":1,"cmd":"hello","protocol":1}}'));
        }} catch (problem) {{
          console.log(JSON.stringify({{ games: {{ rummy: {{ players: problem.message }} }} }}));
        }}"""
    node = ["node", "--input-type=module", "--eval", program]
    ran = subprocess.run(node, check=True, capture_output=True, text=True)
    assert json.loads(ran.stdout)["games"]["rummy"].get("players") == told


# ── check ────────────────────────────────────────────────────────────────────────────────────────


def test_the_cases_of_a_game_with_one_number_have_that_number() -> None:
    cases = [one for one in SUITE.cases if one.game == "tongits"]
    assert {seats_at(one.setup, one.question) for one in cases} == {3, None}


def test_matches_and_facts_with_another_number_do_not_apply() -> None:
    usual = protocol_defaults(SUITE.manifest)
    plans = [plan_of(one, usual, games={"rummy": TWO}) for one in own(2, 3, 4, 5, 6)]
    away = [plan.case for plan in plans if plan.reason == OTHER_TABLE]
    assert {seats_at(one.setup, one.question) for one in away} == {3, 4, 5, 6}
    assert {one.kind.value for one in away} >= {"play", "deal", "settle"}
    left = [plan.case for plan in plans if plan.reason is None]
    assert {seats_at(one.setup, one.question) for one in left} == {2}
    whole = [plan_of(one, usual, games={"rummy": WHOLE}) for one in own(3)]
    assert OTHER_TABLE not in [plan.reason for plan in whole]


def for_two(folder: Path, *, states: bool = True) -> tuple[str, ...]:
    """The command of the example adapter with a library for two players."""
    shutil.copy(ADAPTER / "foreign.py", folder)
    text = (ADAPTER / "adapter.py").read_text(encoding="utf-8")
    table = 'engine.game("rummy", '
    assert table in text
    if not states:
        begin = "def __init__(self, players, dealer):\n"
        text = text.replace(begin, f"{begin}        if players > 2:\n            {STOPS}\n")
    else:
        text = text.replace(table, f"{table}players=2, ")
    (folder / "engine.py").write_text(text, encoding="utf-8")
    return (sys.executable, str(folder / "engine.py"))


STOPS: Final = "raise NotImplementedError('two players only')"
"""The line by which a library refuses a third player; the adapter skips such a match."""


def run(command: str, *more: str) -> Result:
    return CliRunner().invoke(main, [command, "--game", "rummy", *more])


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of some hands of two and of three."""
    folder = tmp_path_factory.mktemp("few") / "suite"
    usual = SUITE.manifest.defaults
    named = ("rummy.dealer.two-players-deal-by-turns", "rummy.dealer.last-seat-deals-first")
    plays = [one for one in SUITE.cases if one.id in named]
    store.write(store.files(store.part(SUITE, plays, usual, {})), folder)
    return folder


def test_other_numbers_are_not_asked_and_the_report_says_what_that_costs(
    few: Path, tmp_path: Path
) -> None:
    engine = for_two(tmp_path)
    told = run("check", "--suite", str(few), "--", *engine)
    two, three = sorted(
        store.load(few).cases, key=lambda one: one.setup.players if one.setup else 0
    )
    lost = sorted({*three.clauses} - {*two.clauses})
    assert 0 < len(lost) < len({*three.clauses})
    are = "is" if len(lost) == 1 else "are"
    seen = f"{counted(len(lost), 'clause')} {are} seen by no other case: {', '.join(lost[:3])}"
    assert told.exit_code == 0
    assert f"not-applicable: 1 case of Rummy needs 3 players; {seen}" in told.output
    assert "meldspec fuzz --game rummy -- ENGINE plays hands of 2 players" in told.output
    assert "1 of 1 applicable cases" in told.output
    assert OTHER_TABLE not in told.output
    written = run("check", "--suite", str(few), "--format", "json", "--", *engine)
    assert json.loads(written.stdout)["players"] == {
        "rummy": {"played": [2], "needed": [3], "cases": 1, "clauses": lost}
    }


def test_an_engine_that_skips_a_number_is_led_to_the_doctor(few: Path, tmp_path: Path) -> None:
    told = run("check", "--suite", str(few), "--", *for_two(tmp_path, states=False))
    assert "skip: every match of 3 players of Rummy: meldspec doctor tells" in told.output
    assert "needs 3 players" not in told.output


# ── fuzz and identify ────────────────────────────────────────────────────────────────────────────


def test_fuzz_plays_only_the_numbers_that_are_stated() -> None:
    played = GamePlayed(abilities=RUMMY.abilities, players=(2, 4))
    setups = [Player(Setting(RUMMY, {}, played), 1, number).play().setup for number in range(8)]
    assert {setup.players for setup in setups if setup is not None} == {2, 4}


def test_fuzz_tells_how_many_hands_were_skipped(tmp_path: Path) -> None:
    engine = for_two(tmp_path, states=False)
    told = json.loads(run("fuzz", "--hands", "2", "--format", "json", "--", *engine).stdout)
    assert 0 < told["skipped"] <= told["hands"]
    assert 0 <= told["broken_off"] <= told["hands"] - told["skipped"]
    text = run("fuzz", "--hands", "2", "--", *engine).output
    assert f"{told['skipped']} hands skipped by the engine" in text


def test_identify_plays_only_the_numbers_that_are_stated() -> None:
    three, *_ = experiments_of(next(one for one in own(3) if one.setup is not None))
    assert missing_for(three, TWO) == OTHER_TABLE
    assert missing_for(three, WHOLE) is None
    usual = RuleSpace.of(RUMMY).default
    pair = usual, {**usual, "dealer.first_dealer": "cut"}
    for played, seats in ((TWO, {2}), (WHOLE, {2, 3, 4, 5, 6})):
        walks, seen = FreeWalks(RUMMY, LAW, (), played), set[int]()
        for seed in range(10):
            found = walks.led_to(pair, random.Random(seed), "a walk")
            seen.update([] if found is None or found.setup is None else [found.setup.players])
        assert seen
        assert seen <= seats
        assert played is TWO or seen != {2}


# ── the doctor ───────────────────────────────────────────────────────────────────────────────────


def look(turned_away: Reply, said: GamePlayed = WHOLE) -> Examined:
    usual = protocol_defaults(SUITE.manifest)
    return examined(ForTwo(turned_away), "rummy", said, SUITE.cases, usual)


NONE_OF_THE_GAME: Final = (1, 7)
"""Numbers that a question is refused for; an engine that lists its numbers is not asked."""
OTHERS: Final = ["3 players", "4 players", "5 players", "6 players"]


def test_the_doctor_finds_the_numbers_and_tells_what_the_others_cost(tmp_path: Path) -> None:
    found = look(SKIPS)
    assert found.players == (2,)
    assert [one.name for one in found.missing] == OTHERS
    assert not found.doubtful
    for number, one in zip(range(3, 7), found.missing, strict=True):
        assert one.came == {Came.SKIPPED: 1}
        usual = protocol_defaults(SUITE.manifest)
        cost = [
            case
            for case in own(number, *NONE_OF_THE_GAME)
            if plan_of(case, usual, games={"rummy": WHOLE}).reason is None
        ]
        assert one.unjudged == len(cost) > 0
    assert "play" in found.abilities
    assert not found.is_declared
    file = tmp_path / "engine.toml"
    file.write_text(advice.as_toml(Advice(EngineName("two"), (found,))), encoding="utf-8")
    assert read_declaration(file).games["rummy"].players == (2,)
    assert advice.declared(found)["players"] == [2]


def test_the_doctor_asks_a_short_course_of_the_numbers_that_are_played() -> None:
    engine = ForTwo(SKIPS)
    usual = protocol_defaults(SUITE.manifest)
    found = examined(engine, "rummy", WHOLE, SUITE.cases, usual)
    assert engine.seats == {*MEASURES["rummy"].players}
    assert found.plays < examined(InProcess(RUMMY), "rummy", WHOLE, SUITE.cases, usual).plays


def test_what_hello_states_is_declared() -> None:
    found = look(SKIPS, TWO)
    assert found.is_declared
    assert found.players == (2,)
    assert not look(SKIPS, GamePlayed(abilities=RUMMY.abilities, players=(2, 3))).is_declared


def test_a_number_that_is_refused_may_be_a_mistake(tmp_path: Path) -> None:
    found = look(Refused(()))
    assert [one.name for one in found.doubtful] == OTHERS
    assert found.players is None
    assert not found.missing
    text = advice.as_toml(Advice(EngineName("two"), (found,)))
    assert "does the engine lack it, or refuse it wrongly?" in "\n".join(
        advice.lines(Advice(EngineName("two"), (found,)))
    )
    file = tmp_path / "engine.toml"
    file.write_text(text, encoding="utf-8")
    assert read_declaration(file).games["rummy"].players == (2, 3, 4, 5, 6)


def test_an_engine_without_matches_lacks_no_number() -> None:
    class Facts:
        """The reference without matches."""

        def converse(self, requests: Sequence[Request]) -> Conversation:
            if requests[0]["cmd"] == "begin":
                return Conversation((SKIPS,) * len(requests))
            return InProcess(RUMMY).converse(requests)

    usual = protocol_defaults(SUITE.manifest)
    found = examined(Facts(), "rummy", WHOLE, SUITE.cases, usual)
    assert found.players is None
    assert "play" not in found.abilities
    assert not {one.name for one in found.missing}.intersection(OTHERS)


NOT_FOR_TWO: Final = {
    "a question that rummy.players.range refuses is answered",
    "backwards",
    "deal goes right",
    "dealt backwards",
    "first loser forgotten",
    "first of tied hands",
    "hands of any size",
    "largest hand alone",
    "last of tied hands",
    "looking ahead to discard the taken card",
    "next card shown",
    "next of tied hands",
    "one loser twice",
    "seat before the dealer begins",
    "target a point too low",
    "whole score doubled",
}
"""Known mistakes of Rummy that no case for two players shows.

With two seats there is no direction and one loser: seven of them need a third seat.
"""


def test_cases_for_two_show_the_known_mistakes_of_rummy() -> None:
    read = (suite_directory() / store.CAUSES).read_bytes()
    entries = msgspec.json.decode(read, type=Catalogue).entries
    ours = {case.id for case in own(2)}
    mistakes = [one for one in entries if one.game == "rummy" and one.kind is Trait.MISTAKE]
    assert {one.name for one in mistakes if ours.isdisjoint(one.signs)} == NOT_FOR_TWO
