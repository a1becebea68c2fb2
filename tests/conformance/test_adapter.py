"""Adapters: a library speaks the protocol by ``meldspec.engine``, and the page on it is true."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from meldcheck.check.plan import plan_of, protocol_defaults
from meldcheck.cli import main
from meldcheck.engine.process import Engine as Process
from meldcheck.engine.serve import Session
from meldcheck.suite.store import Suite
from meldcheck.words.case import JSON, Kind
from meldcheck.words.protocol import Accepted, NotUnderstood
from meldspec.cards import ONE_PACK, text
from meldspec.engine import Arranged, Engine, RefusedError, Seating, Spelling, cards, deck
from meldspec.engine.cards import TEXTS
from meldspec.engine.forms import KINDS
from meldspec.games import GAMES
from meldspec.play import Refusal
from tests import committed

from .standins import LIMITS

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
EXAMPLE: Final = ROOT / "conformance" / "engines" / "python-adapter" / "adapter.py"
BY_TRIAL: Final = ("tongits", "rummy", "three-thirteen")
ROOM: Final = " " * (1 << 20)


@cache
def suite() -> Suite:
    """The suite of the project."""
    return committed.suite()


def checked(
    tmp_path: Path, program: Path, game: str, tier: str = "full"
) -> Mapping[str, tuple[str, str]]:
    """By case: its kind, and its status on a program."""
    report = tmp_path / "report.json"
    arguments = [
        "check",
        "--suite",
        str(ROOT / "conformance" / "suite"),
        "--game",
        game,
        "--tier",
        tier,
        "--timeout",
        "60",
    ]
    arguments += ["--report", str(report), "--", sys.executable, str(program)]
    told = CliRunner().invoke(main, arguments)
    assert told.exit_code == 0, told.output
    kinds = {case.id: case.kind.value for case in suite().cases}
    cases = json.loads(report.read_text(encoding="utf-8"))["cases"]
    return {case["id"]: (kinds[case["id"]], case["status"]) for case in cases}


def blocks() -> Iterator[str]:
    """The blocks of Python on the page."""
    yield from re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)


# ── the page ─────────────────────────────────────────────────────────────────────────────────────


def test_the_first_adapter_of_the_page_passes_all_cases_that_apply(tmp_path: Path) -> None:
    for block in blocks():
        if named := re.match(r"# (\w+\.py)\n", block):
            (tmp_path / named[1]).write_text(block, encoding="utf-8")
    told = checked(tmp_path, tmp_path / "adapter.py", "tongits")
    passed = Counter(kind for kind, status in told.values() if status == "pass")
    assert passed.keys() == {"meld", "deadwood"}
    assert passed.total() > 50
    assert {status for _, status in told.values()} == {"pass", "not-applicable"}


def test_the_first_adapter_of_the_page_has_ten_lines_beside_blanks_and_imports() -> None:
    (adapter,) = (block for block in blocks() if block.startswith("# adapter.py"))
    lines = [line for line in adapter.splitlines()[1:] if line]
    assert len([line for line in lines if not re.match("import|from", line)]) <= 10


def test_the_play_of_the_page_has_forty_lines_and_fails_nothing(tmp_path: Path) -> None:
    (play,) = (block for block in blocks() if block.startswith("# play.py"))
    assert len(without_blanks(play)) <= 40
    program, declared = tmp_path / "play.py", tmp_path / "engine.toml"
    program.write_text(play, encoding="utf-8")
    shutil.copy(EXAMPLE.parent / "foreign.py", tmp_path)
    asked = ("--game", "rummy", "--declare", str(declared))
    engine = ("--", sys.executable, str(program))
    examined = CliRunner().invoke(main, ["doctor", *asked, *engine])
    assert declared.exists(), examined.output
    told = CliRunner().invoke(main, ["check", "--format", "json", *asked, *engine])
    assert told.exit_code == 0, told.output
    totals = json.loads(told.stdout)["totals"]
    assert totals["pass"] > 150
    assert totals["skip"] < 10


@pytest.mark.parametrize(
    ("tier", "more_than", "lacking"),
    [
        ("smoke", 8, {"deadwood", "perft"}),
        pytest.param("full", 350, set(), marks=pytest.mark.slow),
    ],
)
def test_the_foreign_library_passes_all_cases_that_apply(
    tmp_path: Path, tier: str, more_than: int, lacking: set[str]
) -> None:
    told = checked(tmp_path, EXAMPLE, "rummy", tier)
    passed = Counter(kind for kind, status in told.values() if status == "pass")
    assert {status for _, status in told.values()} == {"pass", "not-applicable"}
    kinds = {"meld", "deadwood", "play", "legal", "view", "perft", "twin", "question"}
    assert passed.keys() == kinds - lacking
    assert passed.total() > more_than


def without_blanks(program: str) -> list[str]:
    """The lines of a program that are not blank."""
    return [line for line in program.splitlines() if line.strip()]


def test_the_blocks_of_the_page_in_their_order_are_the_worked_example() -> None:
    explained = [block for block in blocks() if not block.startswith("# ")]
    whole = EXAMPLE.read_text(encoding="utf-8")
    assert without_blanks("".join(explained)) == without_blanks(whole)


# ── engines of these tests ───────────────────────────────────────────────────────────────────────


def replies(engine: Engine, *requests: Mapping[str, JSON]) -> list[dict[str, Any]]:
    """The replies to requests, which get their numbers here."""
    lines = (json.dumps({"seq": at, **one}).encode() for at, one in enumerate(requests))
    return [json.loads(engine.reply(line)) for line in lines]


def reply(engine: Engine, **request: JSON) -> dict[str, Any]:
    """The reply to one request."""
    return replies(engine, request)[0]


def kind_of(told: Mapping[str, JSON]) -> str:
    """Whether a reply accepts, refuses, skips, or tells an error."""
    if "ok" in told:
        return "accepts" if told["ok"] else "refuses"
    return "hello" if "games" in told else "skips" if "skipped" in told else "error"


class Beside:
    """A table that plays as the reference does; a subclass names its game."""

    game: str

    def __init__(self, players: int, dealer: int, hand_number: int) -> None:
        self.match: Any = GAMES[self.game].begin({}, players, dealer, hand_number)

    def __deepcopy__(self, memo: object) -> Beside:
        return copy.copy(self)

    def done(self, by: JSON, **fields: Any) -> bool:
        after = self.match.act(by, {name.rstrip("_"): each for name, each in fields.items()})
        if isinstance(after, Refusal):
            return False
        self.match = after
        return True

    def result(self) -> JSON:
        result: JSON = self.match.result()
        return result

    def view(self, seat: int) -> JSON:
        seen: JSON = self.match.view(seat)
        return seen


def beside(name: str, perft: bool = True) -> Engine:
    """An engine that plays by the reference, through the adapter."""

    def acting(word: str) -> Callable[..., bool]:
        return lambda self, by, **fields: self.done(**{**fields, "by": by, "type": word})

    acts = {word: acting(word) for word in GAMES[name].messages.actions}
    engine = Engine("beside", "1", seconds=600)
    engine.game(name, perft=perft)(type("Table", (Beside,), {"game": name, **acts}))
    for what in GAMES[name].messages.facts:

        def answer(what: str = what, **fields: Any) -> JSON:
            told = GAMES[name].ask(what, {}, {k: v for k, v in fields.items() if k != "rules"})
            if isinstance(told, Refusal):
                raise RefusedError(*told.clauses)
            return told

        engine.question(what, name)(answer)
    return engine


PACK: Final[list[JSON]] = [text(card) for card in ONE_PACK]
DEAL: Final[dict[str, JSON]] = {
    "type": "deal",
    "hands": [PACK[:13], PACK[13:25], PACK[25:37]],
    "stock": PACK[37:],
}
BEGIN: Final[dict[str, JSON]] = {"cmd": "begin", "game": "tongits", "players": 3, "dealer": 0}
DEALT: Final[tuple[dict[str, JSON], ...]] = (BEGIN, {"cmd": "act", "by": "chance", "do": DEAL})


def acts(by: JSON, **do: JSON) -> dict[str, JSON]:
    """A request to act."""
    return {"cmd": "act", "by": by, "do": do}


def asks(what: JSON, **more: JSON) -> dict[str, JSON]:
    """A question."""
    return {"cmd": "ask", "what": what, **more}


# ── what can be read ─────────────────────────────────────────────────────────────────────────────

MELD: Final = {"game": "tongits", "rules": {}}
REQUESTS: Final[tuple[dict[str, JSON], ...]] = (
    {"cmd": "dance"},
    {"cmd": 7},
    {},
    {"cmd": "hello"},
    {"cmd": "hello", "protocol": "1"},
    {"cmd": "hello", "protocol": True},
    {"cmd": "hello", "protocol": 2},
    {"cmd": "end"},
    {**BEGIN, "players": "3"},
    {**BEGIN, "players": 4},
    {**BEGIN, "players": 3.0},
    {**BEGIN, "dealer": 3},
    {**BEGIN, "dealer": True},
    {**BEGIN, "game": 3},
    {**BEGIN, "rules": []},
    {**BEGIN, "rules": {"options": {"showdown.no_such": 1}}},
    {**BEGIN, "rules": {"options": {"pot.pot_wins_required": "2"}}},
    {**BEGIN, "hand_number": "1"},
    *({name: each for name, each in BEGIN.items() if name != left_out} for left_out in BEGIN),
    asks("meld", cards=["7C", "7D", "7H"], **MELD),
    asks("meld", cards="7C 7D", **MELD),
    asks("meld", cards=["7X"], **MELD),
    asks("meld", cards=["*"], **MELD),
    asks("meld", cards=[7], **MELD),
    asks("meld", **MELD),
    asks("meld", cards=["7C"]),
    asks("riddle", **MELD),
    asks(3, **MELD),
    asks("deadwood", hand=["7C", "7C"], **MELD),
    asks("deal", deck=PACK, dealer=0, **MELD),
    asks("deal", deck=PACK[1:], dealer=0, **MELD),
    asks("deal", deck=PACK, **MELD),
    asks("settle", end="draw", hands=[[], [], []], winner=0, **MELD),
    asks("settle", end="draw", hands=[[], [], []], winner=7, **MELD),
    {"cmd": "ask"},
)
IN_A_HAND: Final[tuple[dict[str, JSON], ...]] = (
    {"cmd": "act", "do": {"type": "draw"}},
    {"cmd": "act", "by": 0},
    {"cmd": "act", "by": 0, "do": "draw"},
    {"cmd": "act", "by": 0, "do": {}},
    acts(0, type="dance"),
    acts(0, type=3),
    acts(3, type="draw"),
    acts(-1, type="draw"),
    acts(True, type="draw"),
    acts(0.0, type="draw"),
    acts("0", type="draw"),
    acts(None, type="draw"),
    acts("chance", type="draw"),
    acts(0, **DEAL),
    acts("chance", **DEAL),
    acts(0, type="discard"),
    acts(0, type="discard", card="7X"),
    acts(0, type="discard", card=["AC"]),
    acts(0, type="discard", card=None),
    acts(0, type="discard", card="KS"),
    acts(0, type="discard", card="AC"),
    acts(1, type="discard", card="AD"),
    acts(0, type="expose"),
    acts(0, type="expose", cards="AC 2C 3C"),
    acts(0, type="expose", cards=["AC", "2C", "3C"], face_down=1),
    acts(0, type="expose", cards=["AC", "2C", "3C"]),
    acts(0, type="lay_off", card="AC"),
    acts(0, type="lay_off", meld=["AC", "2C", "3C"]),
    acts(0, type="take", **{"with": ["AC", "2C"], "meld": ["AC", "2C", "3C"]}),
    asks("view", seat=0),
    asks("view", seat=3),
    asks("view", seat="0"),
    asks("view"),
    asks("legal", seat=1),
    asks("legal", seat=False),
    asks("legal"),
    asks("result"),
    asks("perft", depth=-1),
    asks("perft", depth="1"),
    asks("perft"),
)


@pytest.mark.parametrize("before", [(), DEALT], ids=["no match", "a hand"])
@pytest.mark.parametrize("request_", [*REQUESTS, *IN_A_HAND], ids=json.dumps)
def test_every_request_gets_the_kind_of_reply_that_the_reference_gives(
    request_: dict[str, JSON], before: tuple[dict[str, JSON], ...]
) -> None:
    session = Session({"tongits": GAMES["tongits"]})
    lines = [json.dumps({"seq": at, **one}).encode() for at, one in enumerate((*before, request_))]
    theirs = [json.loads(session.reply(line)) for line in lines]
    ours = replies(beside("tongits"), *before, request_)
    assert list(map(kind_of, ours)) == list(map(kind_of, theirs))
    assert ours[-1]["seq"] == len(before)


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b"no", b"[]", b"3", b"null", b"{", b'{"seq":1', b"\xff", b"\xef\xbb\xbf{}"),
        *(b'{"cmd":"end"}', b'{"seq":"1","cmd":"end"}', b'{"seq":true,"cmd":"end"}'),
        *(b'{"seq":1.0,"cmd":"end"}', b'{"seq":null}', b'{"seq":NaN,"cmd":"end"}'),
        b'{"seq":1,"cmd":"end","more":NaN}',
        b"[" * 100_000,
        b'{"seq":1,"cmd":"end"}' + ROOM.encode(),
    ],
)
def test_a_line_without_a_readable_number_is_answered_without_one(line: bytes) -> None:
    told = json.loads(Engine("bare").reply(line))
    assert told["seq"] is None
    assert told["error"]


def test_a_request_that_is_nested_however_deeply_is_an_error() -> None:
    engine = beside("tongits")
    begin = b'{"seq":1,"cmd":"ask","what":"meld","game":"tongits","cards":'
    told = {
        json.loads(engine.reply(begin + b"[" * depth + b"]" * depth + b"}"))["error"]
        for depth in range(2, sys.getrecursionlimit() + 100)
    }
    assert "the request is nested too deeply" in told
    assert len(told) > 2


def test_after_a_skipped_begin_all_about_the_match_is_skipped_until_the_end() -> None:
    told = replies(
        beside("tongits"),
        {**BEGIN, "game": "bridge"},
        acts(0, type="dance"),
        asks("result"),
        asks("meld", cards=["7C"], **MELD),
        {"cmd": "end"},
        acts(0, type="draw"),
        {**BEGIN, "game": "bridge"},
        *DEALT,
        asks("result"),
    )
    assert [kind_of(one) for one in told] == [
        *("skips", "skips", "skips", "accepts", "accepts", "error"),
        *("skips", "accepts", "accepts", "accepts"),
    ]


def test_a_begin_that_cannot_be_read_or_is_refused_leaves_the_match() -> None:
    told = replies(
        beside("tongits"),
        *DEALT,
        {**BEGIN, "dealer": 9},
        {**BEGIN, "players": 4},
        asks("view", seat=0),
    )
    assert [kind_of(one) for one in told[2:]] == ["error", "refuses", "accepts"]
    assert told[-1]["answer"]["phase"] == "play"


# ── by trial ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", [Kind.LEGAL, Kind.PERFT])
@pytest.mark.parametrize("game", BY_TRIAL)
def test_what_is_found_by_trial_is_what_the_reference_lists(game: str, kind: Kind) -> None:
    usual = protocol_defaults(suite().manifest)
    plans = [plan_of(one, usual) for one in suite().cases if (one.game, one.kind) == (game, kind)]
    by_default = [plan for plan in plans if not plan.rules]
    asked = 0
    for plan in by_default[: 12 if kind is Kind.LEGAL else 3]:
        session, engine = Session({game: GAMES[game]}), beside(game)
        for at, exchange in enumerate(plan.said):
            request = {**exchange.request, "seq": at}
            if request.get("depth", 0) not in (0, 1, 2):
                continue
            line = json.dumps(request).encode()
            theirs, ours = json.loads(session.reply(line)), json.loads(engine.reply(line))
            assert comparable(ours) == comparable(theirs)
            asked += request.get("what") in ("legal", "perft")
    assert asked > 1


def comparable(told: Mapping[str, Any]) -> object:
    """A reply whose lists of actions have no order, without clauses."""
    answer = told.get("answer")
    if isinstance(answer, dict) and "by_action" in answer:
        split = [[plain(do), number] for do, number in answer["by_action"]]
        return answer["total"], sorted(split, key=json.dumps)
    if isinstance(answer, list):
        return sorted((plain(do) for do in answer), key=json.dumps)
    return kind_of(told), answer


def plain(do: Mapping[str, Any]) -> list[list[Any]]:
    """An action without fields that say nothing, and with sorted cards."""
    return sorted(
        [name, sorted(each) if isinstance(each, list) else each]
        for name, each in do.items()
        if each not in (None, False, [])
    )


class Bent:
    """A table of Tong-its on which every draw does what the test says."""

    draws: Callable[[Bent], object]

    def __init__(self) -> None:
        self.seen: list[str] = []

    def deal(self, hands: list[list[str]]) -> bool:
        self.seen.append("deal")
        return True

    def draw(self) -> object:
        self.seen.append("draw")
        return type(self).draws(self)

    def view(self, seat: int) -> dict[str, object]:
        return {"seen": self.seen}

    def result(self) -> None:
        return None


class Choosy(Bent):
    """A table of Carousel that lists what to try, and answers whatever it is asked."""

    def draw(self) -> bool:  # type: ignore[explicit-override]  # typing.override is in 3.12
        return "deal" in self.seen

    def knock(self, by: int) -> bool:
        return by == 1

    def candidates(self, seat: int) -> list[dict[str, str]]:
        return [{"type": "draw"}, {"type": "knock"}, {"type": "draw"}]

    def perft(self, depth: int) -> dict[str, object]:
        return {"total": depth, "by_action": []}


CAROUSEL: Final[tuple[dict[str, JSON], ...]] = (
    {**BEGIN, "game": "carousel"},
    acts(
        "chance",
        type="deal",
        hands=[PACK[:10], PACK[10:20], PACK[20:30]],
        stock=[*PACK[30:], *PACK, "*", "*"],
    ),
)


def test_listed_candidates_are_tried_and_told_once() -> None:
    engine = Engine("choosy")
    engine.game("carousel")(Choosy)
    questions = [asks("legal", seat=0), asks("legal", seat=1), asks("perft", depth=5)]
    *_, first, second, counted = replies(engine, *CAROUSEL, *questions)
    assert first["answer"] == [{"type": "draw"}]
    assert second["answer"] == [{"type": "draw"}, {"type": "knock"}]
    assert counted["answer"] == {"total": 5, "by_action": []}


@pytest.mark.parametrize(
    "question",
    [
        *(asks(what, seat=seat) for what in ("view", "legal") for seat in (3, -1, "0", True)),
        *(asks("perft", depth=depth) for depth in (-1, "1", 1.0)),
        *(asks("view"), asks("legal"), asks("perft")),
    ],
    ids=json.dumps,
)
def test_a_library_is_asked_for_seats_and_depths_that_there_are(question: dict[str, JSON]) -> None:
    engine = Engine("choosy")
    engine.game("carousel")(Choosy)
    *_, told = replies(engine, *CAROUSEL, question)
    assert kind_of(told) == "error"


def test_only_games_whose_actions_name_cards_and_melds_have_legal_without_candidates() -> None:
    offered = {
        name: reply(beside(name), cmd="hello", protocol=1)["games"][name]["abilities"]
        for name in GAMES
    }
    assert {name for name, abilities in offered.items() if "legal" in abilities} == set(BY_TRIAL)


# ── what a library does ──────────────────────────────────────────────────────────────────────────


def bent(draws: Callable[[Bent], object], refuses: object = False, seconds: float = 9) -> Engine:
    """An engine with such a table."""
    engine = Engine("bent", seconds=seconds)
    engine.game("tongits", refuses=refuses)(type("Table", (Bent,), {"draws": draws}))
    return engine


class IllegalError(Exception):
    """How some library refuses."""


def raising(problem: BaseException) -> Callable[[object], object]:
    """A draw that raises."""

    def draws(table: object) -> object:
        raise problem

    return draws


@pytest.mark.parametrize(
    ("draws", "refuses", "expected"),
    [
        (lambda table: None, False, "accepts"),
        (lambda table: False, False, "refuses"),
        (lambda table: 0, False, "accepts"),
        (lambda table: None, None, "refuses"),
        (lambda table: False, None, "accepts"),
        (lambda table: "no", (None, "no"), "refuses"),
        (lambda table: 0, 0, "refuses"),
        (raising(IllegalError()), (None, IllegalError), "refuses"),
        (raising(IllegalError()), None, "error"),
        (raising(RefusedError()), None, "refuses"),
        (raising(NotImplementedError()), False, "skips"),
        (raising(ZeroDivisionError()), False, "error"),
        (raising(SystemExit(3)), False, "error"),
        (raising(RecursionError()), False, "error"),
    ],
)
def test_a_library_refuses_as_its_adapter_says(
    draws: Callable[[object], object], refuses: object, expected: str
) -> None:
    *_, told, view = replies(
        bent(draws, refuses), *DEALT, acts(0, type="draw"), asks("view", seat=0)
    )
    assert kind_of(told) == expected
    assert view["answer"] == {"seen": ["deal", *(["draw"] if expected == "accepts" else [])]}


def test_a_refusal_has_the_clauses_that_the_adapter_gives() -> None:
    engine = bent(raising(RefusedError("tongits.turn.to-act", "tongits.drawing.mandatory")))
    *_, told = replies(engine, *DEALT, acts(0, type="draw"))
    assert told["clauses"] == ["tongits.turn.to-act", "tongits.drawing.mandatory"]


def test_an_exception_is_told_in_one_line_and_on_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    engine = bent(raising(IndexError("first" + "x" * 400 + "\nsecond")))
    *_, told, after = replies(engine, *DEALT, acts(0, type="draw"), asks("result"))
    assert told["error"] == "IndexError: first" + "x" * 283 + "…"
    *_, short = replies(bent(raising(IndexError("one\ntwo"))), *DEALT, acts(0, type="draw"))
    assert re.fullmatch(r"IndexError: one \(test_adapter.py:\d+\)", str(short["error"]))
    assert after["answer"] is None
    assert "in draws" in capsys.readouterr().err


@pytest.mark.parametrize("problem", [IllegalError("no\nreally"), ValueError("no")])
def test_an_exception_that_may_be_meant_to_refuse_is_told_with_the_remedy(
    problem: Exception,
) -> None:
    *_, told = replies(bent(raising(problem)), *DEALT, acts(0, type="draw"))
    name = type(problem).__name__
    assert re.fullmatch(
        rf"{name}: no \(test_adapter.py:\d+\) \(if this is a refusal: refuses={name}\)",
        str(told["error"]),
    )


def test_an_error_of_the_adapter_itself_is_not_taken_for_a_refusal() -> None:
    def shuffles(game: object) -> object:
        Arranged(str).shuffle([1, 2])
        return True

    *_, told = replies(bent(shuffles), *DEALT, acts(0, type="draw"))
    assert "no order is due" in str(told["error"])
    assert "refusal" not in str(told["error"])


def test_a_method_with_another_spelling_of_an_action_is_named() -> None:
    class Table:
        def draw(self) -> bool:
            return True

        def layOff(self) -> bool:  # noqa: N802 - the slip that is to be named
            return True

        def result(self) -> None:
            return None

    wanted = "the table of rummy has 'layOff' and no 'lay_off': the method needs this name"
    with pytest.raises(TypeError, match=re.escape(wanted)):
        Engine("camel").game("rummy")(Table)
    both = type("Both", (Table,), {"lay_off": Table.layOff})
    assert Engine("camel").game("rummy")(both) is both
    slip = type("Slip", (), {"lay_of": Table.layOff, "result": Table.result, "draw": Table.draw})
    heir = type("Heir", (slip,), {})
    for wrong in (slip, heir):
        with pytest.raises(TypeError, match="'lay_of' and no 'lay_off'"):
            Engine("slip").game("rummy")(wrong)
    swapped = type("Swapped", (), {"dicsard": Table.draw, "draw": Table.draw, "result": None})
    with pytest.raises(TypeError, match="'dicsard' and no 'discard'"):
        Engine("swap").game("rummy")(swapped)


def test_a_method_of_ones_own_may_be_like_an_action() -> None:
    class Table:
        def draw(self) -> bool:
            return True

        def melds(self) -> list[object]:
            return []

        def views(self) -> list[object]:
            return []

        def is_legal(self) -> bool:
            return True

        def shuffle(self) -> None:
            return None

        def can_lay_off(self) -> bool:
            return True

        def result(self) -> None:
            return None

    assert Engine("own").game("rummy")(Table) is Table


def test_an_exception_where_nothing_can_be_refused_has_no_remedy() -> None:
    engine = Engine("strict")
    engine.meld("tongits")(lambda cards: raising(IllegalError("no"))(cards))
    told = reply(engine, **asks("meld", cards=["7C"], **MELD))
    assert re.fullmatch(r"IllegalError: no \(test_adapter.py:\d+\)", str(told["error"]))


@pytest.mark.parametrize(
    ("game", "answer", "can"),
    [
        ("tongits", True, "'set', 'run' or None"),
        ("tongits", False, "'set', 'run' or None"),
        ("rummy", "both", "'set', 'run' or None"),
        ("three-thirteen", "Set", "'set', 'run', 'both' or None"),
        ("carousel", ["set"], "'set', 'run' or None"),
        ("indian-chief", "set", "'thief', 'beggar_man', 'poor_man', 'lawyer', 'rich_man', "),
    ],
)
def test_an_answer_that_names_no_kind_of_meld_is_told_with_those_that_there_are(
    game: str, answer: object, can: str
) -> None:
    engine = Engine("plain")
    engine.meld(game)(lambda cards: answer)
    wild: dict[str, JSON] = {"wild": "3"} if game == "three-thirteen" else {}
    told = reply(engine, **asks("meld", game=game, cards=["7C"], **wild))
    assert told["error"].startswith(f"meld of {game} must return {can}")
    assert told["error"].endswith(f"None, not {answer!r}")


def test_the_kinds_of_melds_are_those_that_the_reference_answers() -> None:
    expected = {name: set[JSON]() for name in GAMES}
    for case in suite().cases:
        if case.kind is Kind.MELD:
            usual = protocol_defaults(suite().manifest)
            for exchange in plan_of(case, usual).said:
                request = dict(exchange.request)
                if request.get("what") == "meld":
                    told = GAMES[case.game].ask("meld", request["rules"], request)
                    expected[case.game] |= set() if isinstance(told, Refusal) else {told}
    assert {name: {*kinds, None} for name, kinds in KINDS.items()} == expected


def test_a_view_without_what_a_trial_needs_is_told_and_the_engine_goes_on() -> None:
    engine = Engine("blind")
    engine.game("tongits", perft=True)(type("Table", (Bent,), {"draws": lambda table: None}))
    *_, told, after = replies(engine, *DEALT, asks("perft", depth=1), asks("result"))
    assert told["error"] == "the answer lacks what is needed: KeyError: 'to_act'"
    assert after["answer"] is None


def test_a_table_that_cannot_be_copied_is_told_and_the_engine_goes_on() -> None:
    engine = bent(lambda table: setattr(table, "kept", (one for one in "a")))
    *_, first, second, third = replies(
        engine, *DEALT, acts(0, type="draw"), acts(0, type="draw"), asks("result")
    )
    assert kind_of(first) == "accepts"
    assert second["error"].startswith("the table cannot be copied: cannot pickle 'generator'")
    assert third["answer"] is None


def test_code_that_does_not_end_is_stopped() -> None:
    def hangs(table: object) -> object:
        while True:
            with contextlib.suppress(Exception):
                sum(range(1000))

    *_, told, view = replies(
        bent(hangs, seconds=0.2), *DEALT, acts(0, type="draw"), asks("view", seat=0)
    )
    assert told["error"] == "no answer within 0.2 seconds"
    assert view["answer"] == {"seen": ["deal"]}


@pytest.mark.parametrize("wrong", ["XX", 52, "AC", 1.5])
def test_an_answer_with_something_in_place_of_a_card_is_an_error(wrong: object) -> None:
    engine = Engine("strange", cards=cards.numbered())
    engine.deal("tongits")(lambda deck: {"hands": [[deck[0], wrong]], "stock": deck[1:]})
    told = reply(engine, **asks("deal", deck=PACK, dealer=0, **MELD))
    assert "not a card of the library" in told.get("error", "no error"), told


def test_an_answer_that_the_protocol_lacks_is_an_error() -> None:
    endless: list[object] = []
    endless.append(endless)
    can = "; expected is a whole number, a text, a truth value, None, a list or a dictionary"
    for answer, message in (
        (3.0, f"deadwood is 3.0{can}"),
        ({"points": [1, 2.5]}, f"points is 2.5{can}"),
        ({"pot": b"7"}, f"pot is b'7'{can}"),
        (object(), can),
        (endless, "recursion"),
    ):
        engine = Engine("strange")
        engine.deadwood("tongits")(lambda hand, answer=answer: answer)
        told = reply(engine, **asks("deadwood", hand=[], **MELD))
        assert message in told["error"]


NOISY: Final = """
import os
import subprocess
import sys

from meldspec.engine import Engine

engine = Engine("noisy")


@engine.meld("tongits")
def meld(cards):
    print("thinking")
    os.write(1, b"aloud\\n")
    subprocess.run([sys.executable, "-c", "print('together')"], check=True)
    subprocess.run(["cat"], check=True)
    return sys.stdin.read() or "run"


@engine.deadwood("tongits")
def deadwood(hand):
    return int(input())


engine.run()
"""


def test_what_a_library_prints_and_reads_is_kept_from_the_protocol(tmp_path: Path) -> None:
    program = tmp_path / "noisy.py"
    program.write_text(NOISY, encoding="utf-8")
    process = Process((sys.executable, str(program)), LIMITS)
    process.start()
    meld = asks("meld", cards=["7C", "8C", "9C"], **MELD)
    try:
        told = process.converse([meld, asks("deadwood", hand=[], **MELD), meld]).replies
    finally:
        process.stop()
    first, second, third = told
    assert isinstance(first, Accepted)
    assert first.answer == "run"
    assert isinstance(second, NotUnderstood)
    assert "EOFError" in second.reason
    assert third == first
    lines = [json.dumps({"seq": at, **meld}) for at in (1, 2)]
    ran = subprocess.run(
        (sys.executable, str(program)),
        input="\n".join(lines),
        capture_output=True,
        text=True,
        env={name: each for name, each in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    assert list(map(json.loads, ran.stdout.splitlines())) == [
        {"seq": at, "ok": True, "answer": "run"} for at in (1, 2)
    ]
    assert Counter(ran.stderr.split()) == {"thinking": 2, "aloud": 2, "together": 2}


# ── deals ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "hands",
    [
        [PACK[:12], PACK[12:25], PACK[25:37]],
        [PACK[:13], PACK[13:25]],
        [[*PACK[:12], PACK[13]], PACK[13:25], PACK[25:37]],
        [[], [], []],
    ],
)
def test_a_deal_that_is_none_is_refused_before_the_library_sees_it(hands: JSON) -> None:
    *_, told, view = replies(
        bent(lambda table: None),
        BEGIN,
        acts("chance", **{**DEAL, "hands": hands}),
        asks("view", seat=0),
    )
    assert kind_of(told) == "refuses"
    assert told["clauses"]
    assert view["answer"] == {"seen": []}


def test_a_deck_that_is_none_is_refused_before_the_library_sees_it() -> None:
    seen: list[int] = []
    engine = Engine("dealer")

    @engine.deal("tongits")
    def deal(deck: list[str], dealer: int) -> dict[str, list[list[str]]]:
        seen.append(dealer)
        return {"hands": [deck[:13]]}

    whole, wrong = replies(
        engine,
        asks("deal", deck=PACK, dealer=2, **MELD),
        asks("deal", deck=[*PACK[1:], "2C"], dealer=2, **MELD),
    )
    assert whole["answer"] == {"hands": [PACK[:13]]}
    assert wrong["clauses"] == ["tongits.cards.standard-52"]
    assert seen == [2]


def test_between_hands_seats_are_refused_and_a_deal_may_be_anybodys() -> None:
    ended: dict[str, Any] = {
        "draws": lambda table: None,
        "result": lambda table: {"end": "draw"} if "draw" in table.seen else None,
    }
    engine = Engine("short")
    engine.game("tongits")(type("Table", (Bent,), ended))
    others = {**DEAL, "hands": [PACK[:12], PACK[12:25], PACK[25:37]]}
    wrong = {**DEAL, "hands": [PACK[:12], PACK[12:24], PACK[24:36]], "stock": PACK[36:]}
    told = replies(
        engine,
        BEGIN,
        acts(0, type="draw"),
        acts("chance", **DEAL),
        acts("chance", **DEAL),
        acts("chance", type="draw"),
        acts(0, type="draw"),
        acts(0, type="draw"),
        acts("chance", **wrong),
        acts("chance", **others),
    )
    assert [kind_of(one) for one in told] == [
        *("accepts", "refuses", "accepts", "refuses", "refuses"),
        *("accepts", "refuses", "refuses", "accepts"),
    ]
    assert "clauses" not in told[-2]


class Numbered:
    """A table of Three Thirteen on which every hand is over at once, and whatever it sees."""

    def __init__(self, players: int, hand_number: int) -> None:
        self.sizes: list[list[int]] = []

    def deal(self, hands: list[list[str]]) -> None:
        self.sizes.append([len(hand) for hand in hands])

    def draw(self) -> None:
        pass

    def result(self) -> str:
        return "over"

    def view(self, seat: int) -> dict[str, object]:
        return {"sizes": self.sizes}


def deals_of(*sizes: int) -> dict[str, JSON]:
    """A deal of one pack with hands of these sizes, an upcard and a stock."""
    left = list(PACK)
    hands: list[JSON] = [[left.pop() for _ in range(size)] for size in sizes]
    return acts("chance", type="deal", hands=hands, upcard=left.pop(), stock=left)


@pytest.mark.parametrize(
    ("first", "sizes", "clause"),
    [
        (1, (3, 3), "deal.grow"),
        (1, (5, 5), "deal.grow"),
        (1, (13, 13), "deal.grow"),
        (1, (4, 5), "deal.grow"),
        (6, (8, 8), "deal.grow"),
        (10, (12, 12), "deal.last"),
        (1, (4, 4, 4), "deal.grow"),
    ],
)
def test_a_later_deal_of_other_sizes_is_refused_by_the_clause_of_its_hand(
    first: int, sizes: tuple[int, ...], clause: str
) -> None:
    engine = Engine("numbered")
    engine.game("three-thirteen")(Numbered)
    begin: dict[str, JSON] = {"cmd": "begin", "game": "three-thirteen", "players": 2, "dealer": 0}
    right = [deals_of(number + 2, number + 2) for number in (first, first + 1)]
    requests = ({**begin, "hand_number": first}, right[0], deals_of(*sizes), right[1])
    *_, wrong, second, view = replies(engine, *requests, asks("view", seat=0))
    assert wrong["clauses"] == [f"three-thirteen.{clause}"]
    assert kind_of(second) == "accepts"
    assert view["answer"] == {"sizes": [[first + 2] * 2, [first + 3] * 2]}


def test_after_the_last_hand_only_the_library_knows_that_the_match_is_over() -> None:
    engine = Engine("numbered")
    engine.game("three-thirteen")(Numbered)
    begin: dict[str, JSON] = {"cmd": "begin", "game": "three-thirteen", "players": 2, "dealer": 0}
    deals = [deals_of(13, 13), deals_of(14, 14), deals_of(13, 13)]
    told = replies(engine, {**begin, "hand_number": 11}, *deals, asks("view", seat=0))
    assert told[-1]["answer"] == {"sizes": [[13, 13], [14, 14], [13, 13]]}


@pytest.mark.parametrize("given", [True, False])
def test_a_deal_that_leaves_the_order_of_the_shuffle_unused_is_told(given: bool) -> None:
    class Table:
        def __init__(self) -> None:
            self.chance = Arranged()
            self.own = self.chance if given else random.Random(1)
            self.dealt = False

        def deal(self, stock: list[str]) -> None:
            self.chance.next(stock)
            self.own.shuffle(stock)
            self.dealt = True

        def draw(self) -> None:
            pass

        def view(self, seat: int) -> dict[str, object]:
            return {"dealt": self.dealt}

        def result(self) -> None:
            return None

    engine = Engine("shuffling")
    engine.game("tongits")(Table)
    *_, told, view = replies(engine, *DEALT, asks("view", seat=0))
    assert ("the order given to 'chance' is not used" in told.get("error", "")) is not given
    assert view["answer"] == {"dealt": given}


def test_after_a_cut_no_hand_goes_on() -> None:
    class Table:
        def __init__(self) -> None:
            self.ended = False

        def deal(self) -> None:
            self.ended = False

        def cut(self) -> None:
            self.ended = False

        def draw(self) -> None:
            self.ended = True

        def result(self) -> str | None:
            return "out" if self.ended else None

    engine = Engine("cutting")
    engine.game("rummy")(Table)
    hands: JSON = [PACK[:7], PACK[7:14], PACK[14:21]]
    deal = acts("chance", type="deal", hands=hands, upcard=PACK[21], stock=PACK[22:])
    cut = acts("chance", type="cut", cards=["KS", "2C", "3C"])
    draw = acts(0, type="draw")
    told = replies(engine, {**BEGIN, "game": "rummy"}, deal, deal, draw, cut, draw, deal, draw)
    assert [kind_of(one) for one in told] == [
        *("accepts", "accepts", "refuses", "accepts", "accepts", "refuses", "accepts", "accepts"),
    ]


@pytest.mark.parametrize("game", ["rummy", "carousel", "indian-chief", "tongits"])
def test_a_deck_is_that_from_which_the_hands_are_dealt(game: str) -> None:
    whole = PACK if game != "carousel" else [*PACK, *PACK, "*", "*"]
    question: dict[str, JSON] = {"deck": whole, "players": 3, "dealer": 1, "hand_number": 1}
    dealt: Any = GAMES[game].ask("deal", {}, question)
    rest = [dealt["upcard"], *dealt["stock"]] if "upcard" in dealt else dealt["stock"]
    assert deck(dealt["hands"], rest, dealer=1) == whole or game == "tongits"
    if game == "tongits":
        ordered = deck(dealt["hands"], rest, dealer=0)
        assert ordered[:3] == [dealt["hands"][seat][0] for seat in (1, 2, 0)]
        assert ordered[36] == dealt["hands"][1][12]


def test_a_later_deal_is_measured_by_the_rules_of_the_match() -> None:
    class Table:
        def draw(self) -> None:
            pass

        def deal(self) -> None:
            pass

        def result(self) -> str:
            return "over"

    engine = Engine("jokers")
    engine.options("carousel", {"joker_count": ["two_total", "two_per_pack"]})
    engine.game("carousel")(Table)
    usual: list[JSON] = [*PACK, *PACK, "*", "*"]
    deals = {
        name: acts("chance", type="deal", hands=[each[:10], each[10:20], each[20:30]], stock=rest)
        for name, each in (("two_total", usual), ("two_per_pack", [*usual, "*", "*"]))
        for rest in (each[30:],)
    }
    for reading, other in (("two_total", "two_per_pack"), ("two_per_pack", "two_total")):
        rules: JSON = {"options": {"deck.joker_count": reading}}
        begin = {**BEGIN, "game": "carousel", "rules": rules}
        told = replies(engine, begin, deals[reading], deals[other], deals[reading])
        assert list(map(kind_of, told)) == ["accepts", "accepts", "refuses", "accepts"]


def test_a_deck_in_packets_has_one_hand_after_the_other() -> None:
    assert deck(["ab", "cd", "ef"], "xy", dealer=0, packets=True) == list("cdefabxy")
    assert deck(["ab", "cd", "ef"], "xy", dealer=2) == list("acebdfxy")


def test_an_arranged_shuffle_brings_each_order_once() -> None:
    chance = Arranged(key=str.upper)
    chance.next("bca")
    chance.next("cab")
    letters = ["A", "B", "C"]
    chance.shuffle(letters)
    assert letters == ["B", "C", "A"]
    assert chance.sample(letters, 3) == ["C", "A", "B"]
    with pytest.raises(ValueError, match="no order is due"):
        chance.shuffle(letters)


@pytest.mark.parametrize(("order", "message"), [("abd", "not shuffle 'd'"), ("ab", "shuffles 'c'")])
def test_an_arranged_shuffle_of_other_cards_is_told(order: str, message: str) -> None:
    chance = Arranged()
    chance.next(order)
    with pytest.raises(ValueError, match=message):
        chance.shuffle(list("abc"))


# ── cards ────────────────────────────────────────────────────────────────────────────────────────


class Own:
    """A card that is equal to itself alone."""

    def __init__(self, rank: int, suit: int) -> None:
        self.rank, self.suit = rank, suit


SPELLINGS: Final[tuple[tuple[Spelling, object, object], ...]] = (
    (cards.spelled("TH"), "TH", "QS"),
    (cards.spelled("10H"), "10H", "QS"),
    (cards.spelled("10h"), "10h", "Qs"),
    (cards.spelled("th"), "th", "qs"),
    (cards.spelled("H10"), "H10", "SQ"),
    (cards.spelled("hT"), "hT", "sQ"),
    (cards.spelled("10♥"), "10♥", "Q♠"),
    (cards.spelled("♡T"), "♡T", "♤Q"),
    (cards.spelled("T-H"), "T-H", "Q-S"),
    (cards.spelled("Ten of Hearts"), "Ten of Hearts", "Queen of Spades"),
    (cards.spelled("hearts_10"), "hearts_10", "spades_Q"),
    (cards.spelled("🂺"), "🂺", "🂭"),
    (cards.numbered(), 35, 50),
    (cards.numbered(1), 36, 51),
    (cards.numbered(0, "23456789TJQKA", "SHDC"), 21, 10),
    (cards.numbered(0, suits="DCHS", suit_by_suit=False), 38, 47),
    (
        cards.records(),
        {"rank": 10, "suit": "hearts"},
        {"rank": 12, "suit": "spades"},
    ),
    (cards.records("A23456789TJQK", "cdhs", rank="r", suit="s"), {"r": "T", "s": "h"}, None),
    (
        cards.made(lambda rank, suit: (suit, rank), parts=lambda one: (one[1], one[0])),
        (2, 10),
        (3, 12),
    ),
    (cards.table({name: name.encode() for name in TEXTS}), b"TH", b"QS"),
)


@pytest.mark.parametrize("at", range(len(SPELLINGS)))
def test_each_card_has_its_spelling_and_is_read_back(at: int) -> None:
    spelling, ten, queen = SPELLINGS[at]
    assert spelling.read("TH") == ten
    assert queen is None or spelling.read("QS") == queen
    assert spelling.texts(spelling.read(name) for name in TEXTS) == list(TEXTS)
    assert len({repr(spelling.read(name)) for name in TEXTS}) == 52


def test_objects_are_made_anew_each_time() -> None:
    spelling = cards.records()
    spelling.read("TH")["rank"] = 99
    assert spelling.read("TH") == {"rank": 10, "suit": "hearts"}


def test_cards_that_are_equal_to_themselves_alone_are_read_back() -> None:
    spelling = cards.made(Own)
    assert spelling.write(Own(10, 2)) == "TH"
    assert spelling.texts(spelling.read(name) for name in TEXTS) == list(TEXTS)


def test_jokers_stay_as_they_are_unless_a_table_has_them() -> None:
    spelling = cards.numbered()
    assert [spelling.read(word) for word in ("*", "*7H")] == ["*", "*7H"]
    assert spelling.texts(["*", 0, "*7H"]) == ["*", "AC", "*7H"]
    own = cards.table({**{name: name.lower() for name in TEXTS}, "*": "joker"})
    assert own.read("*") == "joker"
    assert own.write("joker") == "*"


def test_what_is_no_card_is_told() -> None:
    for spelling in (cards.numbered(), cards.made(Own), cards.spelled("H10")):
        for wrong in (99, "XX", None, object(), [], {}):
            with pytest.raises(ValueError, match="not a card"):
                spelling.write(wrong)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: cards.spelled("QS"), "no known spelling"),
        (lambda: cards.spelled("10xH"), "no known spelling"),
        (lambda: cards.numbered(0, "A23"), "not the letters"),
        (lambda: cards.made(Own, range(12)), "12 ranks"),
        (lambda: cards.table({"AC": 1}), "the table lacks"),
        (lambda: cards.table(dict.fromkeys(TEXTS, 1)), "are the same"),
    ],
)
def test_a_spelling_that_is_none_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_a_library_gets_and_returns_its_own_cards_everywhere() -> None:
    seen: list[object] = []

    class Table:
        def __init__(self) -> None:
            self.hand: set[int] = set()

        def deal(self, hands: list[list[int]], stock: list[int]) -> None:
            self.hand, self.stock = set(hands[0]), stock

        def take(self, by: int, with_: list[int], meld: list[int] | None) -> bool:
            seen.extend([by, with_, meld])
            return True

        def discard(self, card: int) -> None:
            seen.append(card)

        def result(self) -> None:
            return None

        def view(self, seat: int) -> dict[str, object]:
            lying = [{"owner": 0, "cards": (0, 13, 26)}, {"owner": 1, "face_down": True, "size": 4}]
            return {
                "hand": self.hand,
                "discard": [51],
                "melds": lying,
                "pot": 3,
                "revealed": [[1], None],
            }

        def legal(self, seat: int) -> list[dict[str, object]]:
            return [{"type": "discard", "card": 12}]

    engine = Engine("numbers", cards=cards.numbered())
    engine.game("tongits")(Table)

    @engine.meld("tongits")
    def meld(cards: list[int]) -> str:
        seen.append(cards)
        return "set"

    *_, view, legal, kind = replies(
        engine,
        *DEALT,
        acts(0, type="take", **{"with": ["AC", "10C"]}),
        acts(0, type="discard", card="K♣"),
        asks("view", seat=0),
        asks("legal", seat=0),
        asks("meld", cards=["AC", "AD"], **MELD),
    )
    assert seen == [0, [0, 9], None, 12, [0, 13]]
    assert sorted(view["answer"]["hand"]) == sorted(map(str, PACK[:13]))
    assert view["answer"]["discard"] == ["KS"]
    assert view["answer"]["melds"] == [
        {"owner": 0, "cards": ["AC", "AD", "AH"]},
        {"owner": 1, "face_down": True, "size": 4},
    ]
    assert view["answer"]["revealed"] == [["2C"], None]
    assert view["answer"]["pot"] == 3
    assert legal["answer"] == [{"type": "discard", "card": "KC"}]
    assert kind["answer"] == "set"


# ── seats ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("seating", "numbers"),
    [
        (Seating(3), [0, 1, 2]),
        (Seating(3, first=1), [1, 2, 3]),
        (Seating(3, first=1, backwards=True), [1, 3, 2]),
        (Seating(4, backwards=True), [0, 3, 2, 1]),
        (Seating(4, start=1), [3, 0, 1, 2]),
        (Seating(4, first=1, backwards=True, start=3), [4, 3, 2, 1]),
        (Seating(4, first=1, backwards=True, start=1), [2, 1, 4, 3]),
    ],
)
def test_seats_are_numbered_as_the_library_does(seating: Seating, numbers: list[int]) -> None:
    seats = range(seating.players)
    assert [seating.theirs(seat) for seat in seats] == numbers
    assert [seating.ours(number) for number in numbers] == list(seats)
    assert seating.ordered(sorted(numbers)) == numbers
    for wrong in (min(numbers) - 1, max(numbers) + 1):
        with pytest.raises(ValueError, match="no seat"):
            seating.ours(wrong)


# ── what is registered ───────────────────────────────────────────────────────────────────────────


def test_hello_offers_what_is_registered_and_nothing_else() -> None:
    engine = bent(lambda table: None)
    engine.deadwood("rummy")(lambda hand: 0)
    engine.options("tongits", {"tie_three_way": ["last_to_challenge"]})
    told = reply(engine, cmd="hello", protocol=1)
    assert told == {
        "seq": 0,
        "protocol": 1,
        "engine": {"name": "bent", "version": "", "language": "python"},
        "games": {
            "tongits": {
                "abilities": ["play", "legal", "view"],
                "options": {"showdown.tie_three_way": ["last_to_challenge"]},
                "actions": ["deal", "draw"],
            },
            "rummy": {"abilities": ["deadwood"]},
        },
    }


def test_what_is_not_registered_is_skipped() -> None:
    engine = bent(lambda table: None)
    told = replies(
        engine,
        *DEALT,
        acts(0, type="fold"),
        asks("perft", depth=1),
        asks("deadwood", hand=[], **MELD),
        {"cmd": "begin", "game": "rummy", "players": 3, "dealer": 0},
    )
    assert [kind_of(one) for one in told[2:]] == ["skips"] * 4


def test_numbers_of_players_and_later_hands_that_are_not_played_are_skipped() -> None:
    class Table:
        def __init__(self, players: int) -> None:
            pass

        def draw(self) -> None:
            pass

        def result(self) -> None:
            pass

    engine = Engine("two")
    engine.game("three-thirteen", players=(2, 3))(Table)
    begin: dict[str, JSON] = {"cmd": "begin", "game": "three-thirteen", "dealer": 0}
    told = replies(
        engine,
        *({**begin, "players": players} for players in (1, 2, 3, 4)),
        {**begin, "players": 2, "hand_number": 7},
    )
    assert list(map(kind_of, told)) == ["refuses", "accepts", "accepts", "skips", "skips"]
    assert "late-start" not in reply(engine, cmd="hello", protocol=1)["games"]["three-thirteen"]


def test_a_registered_reading_is_told_and_any_other_is_skipped() -> None:
    seen: list[dict[str, str | int]] = []
    engine = Engine("readings")
    engine.options("rummy", {"concealed_melds_at_end": ["exempt", "count"]})
    engine.options("rummy", {"points_target": [100]})

    @engine.deadwood("rummy")
    def deadwood(rules: Mapping[str, str | int]) -> int:
        seen.append(dict(rules))
        return 0

    def asked(**options: JSON) -> str:
        rules: JSON = {"options": dict(options)}
        return kind_of(reply(engine, **asks("deadwood", hand=[], game="rummy", rules=rules)))

    assert asked(**{"match.points_target": 100}) == "accepts"
    assert asked(points_target=100, concealed_melds_at_end="exempt") == "accepts"
    assert asked() == "skips"
    assert asked(**{"match.points_target": 100, "layoff.layoff_own": "opponents_only"}) == "skips"
    assert asked(**{"match.no_such": 1}) == "error"
    assert [one["score.concealed_melds_at_end"] for one in seen] == ["count", "exempt"]
    assert {one["match.points_target"] for one in seen} == {100}


def _registrations() -> Iterable[tuple[Callable[[Engine], object], type[Exception], str]]:
    yield lambda engine: engine.meld("bridge"), ValueError, "no game is called 'bridge'"
    yield lambda engine: engine.question("best", "rummy"), ValueError, "has no question 'best'"
    yield lambda engine: engine.meld("rummy")(lambda hand: None), TypeError, "parameter 'hand'"
    yield lambda engine: engine.options("rummy", {"x": [1]}), ValueError, "has no option 'x'"
    for fields, message in (
        ({}, "no 'result'"),
        ({"result": lambda self: None}, "no action of a seat"),
        ({"result": lambda self: None, "draw": lambda self, card: None}, "draw of rummy: .*'card'"),
        ({"result": lambda self, x: None, "draw": lambda self: None}, "result of rummy: .*'x'"),
        (
            {"__init__": lambda self, seats: None, "draw": lambda self: None},
            "the table of rummy: .*'seats'",
        ),
    ):
        table = type("Table", (), dict(fields))
        yield partial(_register, table), TypeError, message
    for wrong, message in (
        ([None, IllegalError], r"refuses of rummy is a list.*: \[None, .*a tuple"),
        ({IllegalError}, "refuses of rummy is a set.*a tuple"),
        (SystemExit, "refuses of rummy has <class 'SystemExit'>.*types of exceptions"),
        ((None, int), "refuses of rummy has <class 'int'>.*types of exceptions"),
        (IllegalError("no"), "refuses of rummy has IllegalError.*types of exceptions"),
    ):
        yield partial(_refusing, wrong), TypeError, message
    no_reading = "match.points_target of rummy has no reading '100'.*150, 100"
    yield partial(_playing, {"points_target": ["100"]}), ValueError, no_reading
    no_list = "match.points_target of rummy are '100'; expected is a list"
    yield partial(_playing, {"points_target": "100"}), TypeError, no_list
    table = type("Table", (Bent,), {"draws": None, "discrad": lambda self, card: None})
    yield partial(_register, table), TypeError, "has 'discrad' and no 'discard': .* begins with _"
    for players in ("3", ["3"], [3.0], (True,)):
        yield partial(_seated, players), ValueError, "rummy is not played by .* players"
    yield lambda engine: engine.question("settel", "rummy"), ValueError, "mean settle"
    yield lambda engine: engine.options("rummy", {"points_taget": [1]}), ValueError, "points_target"


def test_a_method_of_a_table_that_begins_with_an_underscore_is_its_own() -> None:
    table = type("Table", (Bent,), {"draws": None, "_discrad": lambda self, card: None})
    Engine("own").game("rummy")(table)


def _playing(readings: Any, engine: Engine) -> None:
    engine.options("rummy", readings)


def _seated(players: Any, engine: Engine) -> object:
    return engine.game("rummy", players=players)(Bent)


def _refusing(refuses: object, engine: Engine) -> object:
    return engine.settle("rummy", refuses=refuses)(lambda hands: None)


def _register(table: type, engine: Engine) -> object:
    return engine.game("rummy")(table)


@pytest.mark.parametrize(("register", "problem", "message"), list(_registrations()))
def test_what_cannot_be_registered_is_told_at_once(
    register: Callable[[Engine], object], problem: type[Exception], message: str
) -> None:
    with pytest.raises(problem, match=message):
        register(Engine("wrong"))
