"""The reference over the protocol: one reply to every line, even to one that cannot be read."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, count
from typing import Any

import jsonschema
import pytest

from meldcheck.engine.serve import LONGEST_LINE, Session, serve
from meldcheck.suite.schemas import schemas, spelled
from meldcheck.words.protocol import (
    Accepted,
    NoReplyError,
    NotUnderstood,
    Refused,
    Skipped,
    read_hello,
    read_object,
    read_reply,
)
from meldspec.games import GAMES

from .forms import check_form

HANDS = [
    ["4S", "5S", "6S", "AC", "2H", "4D", "5D", "6C", "6D", "7H", "TH", "TS", "JD"],
    ["7C", "7D", "AD", "3D", "4C", "5H", "6H", "8C", "8H", "8S", "QC", "QH"],
    ["AH", "2C", "2D", "2S", "3C", "3H", "5C", "9H", "9S", "JH", "KC", "KS"],
]
STOCK = ["7S", "KD", "QS", "TC", "JC", "QD", "KH", "4H", "9C", "3S", "9D", "AS", "8D", "TD", "JS"]
DECK = [*chain.from_iterable(HANDS), *STOCK]
DEAL = {"type": "deal", "hands": HANDS, "stock": STOCK}
BEGIN = {"cmd": "begin", "game": "tongits", "rules": {}, "players": 3, "dealer": 0}
DEALT = {"cmd": "act", "by": "chance", "do": DEAL}
END = {"cmd": "end"}
RESULT = {"cmd": "ask", "what": "result"}
SKIPPED_BEGIN = {**BEGIN, "game": "whist"}
OPENING: list[dict[str, Any]] = [BEGIN, DEALT]


def without(message: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name not in names}


def act(by: object, kind: str, **fields: object) -> dict[str, Any]:
    return {"cmd": "act", "by": by, "do": {"type": kind, **fields}}


def ask(what: object, **fields: object) -> dict[str, Any]:
    return {"cmd": "ask", "what": what, **fields}


def fact(what: str, **fields: object) -> dict[str, Any]:
    return {"cmd": "ask", "game": "tongits", "rules": {}, "what": what, **fields}


def play(session: Session, *requests: dict[str, Any]) -> dict[str, Any]:
    """The reply to the last of these requests."""
    reply: dict[str, Any] = {}
    for seq, request in enumerate(requests, start=1):
        reply = json.loads(session.reply(json.dumps({"seq": seq, **request}).encode()))
        check_form(reply, "protocol-reply")
        assert reply["seq"] == seq
    return reply


def form(reply: dict[str, Any]) -> str:
    if "ok" in reply:
        return "ok" if reply["ok"] else "refused"
    if "protocol" in reply:
        return "hello"
    (name,) = set(reply) - {"seq"}
    return name


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        b"hello",
        b"{",
        b'{"seq":1,"cmd":"hel',
        b"[1]",
        b"1",
        b"null",
        b'"hello"',
        b'{"seq":NaN,"cmd":"end"}',
        b'{"seq":1,"cmd":"end"} {}',
        b"{'seq':1}",
        b"\xff\xfe",
        b'{"seq":1,"cmd":"\xff"}',
        b'{"seq":1,"cmd":"\\ud800"}',
        b'{"seq":1,"cmd":"end"}\x00',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"9" * 10_000,
        b'{"seq":1e999,"cmd":"end"}',
        b'{"seq":' + b"9" * 10_000 + b"}",
        b" " * (LONGEST_LINE + 1),
        b'{"cmd":"end"}',
        b'{"seq":null,"cmd":"end"}',
        b'{"seq":"1","cmd":"end"}',
        b'{"seq":true,"cmd":"end"}',
        b'{"seq":1.5,"cmd":"end"}',
    ],
    ids=lambda line: repr(line[:24]),
)
def test_an_unreadable_line_is_answered_without_a_number(line: bytes) -> None:
    reply = json.loads(Session(GAMES).reply(line))
    assert reply["seq"] is None
    assert set(reply) == {"seq", "error"}
    assert 0 < len(reply["error"]) < 400


@pytest.mark.parametrize(
    ("requests", "expected"),
    [
        # Commands
        ([{"cmd": "hello"}], "error"),
        ([{"cmd": "hello", "protocol": True}], "error"),
        ([{"cmd": "hello", "protocol": "1"}], "error"),
        ([{"cmd": "hello", "protocol": 2}], "skipped"),
        ([{}], "error"),
        ([{"cmd": None}], "error"),
        ([{"cmd": ["end"]}], "error"),
        ([{"cmd": "jump"}], "error"),
        ([{"cmd": "END"}], "error"),
        ([END], "ok"),
        ([{**END, "more": 1}], "ok"),
        # begin
        ([BEGIN], "ok"),
        ([without(BEGIN, "rules")], "ok"),
        ([without(BEGIN, "game")], "error"),
        ([without(BEGIN, "players")], "error"),
        ([without(BEGIN, "dealer")], "error"),
        ([{**BEGIN, "game": 1}], "error"),
        ([{**BEGIN, "game": "chess"}], "skipped"),
        ([{**BEGIN, "players": True}], "error"),
        ([{**BEGIN, "players": "3"}], "error"),
        ([{**BEGIN, "players": 3.0}], "error"),
        ([{**BEGIN, "players": None}], "error"),
        ([{**BEGIN, "players": 2}], "refused"),
        ([{**BEGIN, "players": 4}], "refused"),
        ([{**BEGIN, "dealer": 3}], "error"),
        ([{**BEGIN, "dealer": -1}], "error"),
        ([{**BEGIN, "dealer": False}], "error"),
        ([{**BEGIN, "rules": []}], "error"),
        ([{**BEGIN, "rules": {"options": []}}], "error"),
        ([{**BEGIN, "rules": {"options": {"no.such_option": "x"}}}], "error"),
        ([{**BEGIN, "rules": {"options": {"pot.pot_wins_required": 99}}}], "skipped"),
        ([{**BEGIN, "rules": {"options": {"pot.pot_wins_required": True}}}], "error"),
        ([{**BEGIN, "rules": {"options": {"pot.pot_wins_required": 3}}}], "ok"),
        # act
        ([DEALT], "error"),
        ([act(0, "draw")], "error"),
        ([BEGIN, DEALT], "ok"),
        ([BEGIN, END, DEALT], "error"),
        ([BEGIN, act(0, "discard", card="AC")], "refused"),
        ([*OPENING, act(0, "discard", card="AC")], "ok"),
        ([*OPENING, act(0, "discard", card="ac")], "ok"),
        ([*OPENING, act(0, "discard", card="10♥")], "ok"),
        ([*OPENING, act(0, "discard", card="7C")], "refused"),
        ([*OPENING, act(0, "discard")], "error"),
        ([*OPENING, act(0, "discard", card=None)], "error"),
        ([*OPENING, act(0, "discard", card=7)], "error"),
        ([*OPENING, act(0, "discard", card="1C")], "error"),
        ([*OPENING, act(0, "discard", card="C7")], "error"),
        ([*OPENING, act(0, "discard", card="")], "error"),
        ([*OPENING, act(0, "discard", card="*")], "error"),
        ([*OPENING, act(0, "discard", card="*7H")], "error"),
        ([*OPENING, act(0, "discard", card=["AC"])], "error"),
        ([*OPENING, act(0, "discards", card="AC")], "error"),
        ([*OPENING, {"cmd": "act", "by": 0, "do": {}}], "error"),
        ([*OPENING, {"cmd": "act", "by": 0, "do": {"type": 1}}], "error"),
        ([*OPENING, {"cmd": "act", "by": 0, "do": []}], "error"),
        ([*OPENING, {"cmd": "act", "by": 0, "do": "draw"}], "error"),
        ([*OPENING, {"cmd": "act", "by": 0}], "error"),
        ([*OPENING, {"cmd": "act", "do": {"type": "draw"}}], "error"),
        ([*OPENING, act(None, "draw")], "error"),
        ([*OPENING, act(3, "draw")], "error"),
        ([*OPENING, act(-1, "draw")], "error"),
        ([*OPENING, act(False, "discard", card="AC")], "error"),
        ([*OPENING, act("0", "draw")], "error"),
        ([*OPENING, act(0.0, "draw")], "error"),
        ([*OPENING, act("nobody", "draw")], "error"),
        ([*OPENING, act(1, "draw")], "refused"),
        ([*OPENING, DEALT], "refused"),
        ([*OPENING, act("chance", "draw")], "refused"),
        ([*OPENING, act(0, "expose", cards="4S 5S 6S")], "error"),
        ([*OPENING, act(0, "expose", cards=["4S", 5, "6S"])], "error"),
        ([*OPENING, act(0, "expose", cards=[["4S"]])], "error"),
        ([*OPENING, act(0, "expose", cards=["4S", "5S", "6S"], face_down=1)], "error"),
        ([*OPENING, act(0, "expose", cards=["4S", "5S", "6S"], face_down=False)], "ok"),
        ([*OPENING, act(0, "expose")], "refused"),
        ([BEGIN, {**DEALT, "do": {**DEAL, "hands": HANDS[:2]}}], "refused"),
        ([BEGIN, {**DEALT, "do": {**DEAL, "stock": [*STOCK[:-1], STOCK[0]]}}], "refused"),
        ([BEGIN, {**DEALT, "do": {**DEAL, "stock": STOCK[:-1]}}], "refused"),
        ([BEGIN, {**DEALT, "do": {**DEAL, "stock": "7S"}}], "error"),
        ([BEGIN, {**DEALT, "do": {**DEAL, "hands": {}}}], "error"),
        ([BEGIN, {**DEALT, "do": {**DEAL, "hands": [*HANDS[:2], ["x"]]}}], "error"),
        # Asking about the match
        ([RESULT], "error"),
        ([ask("view", seat=0)], "error"),
        ([BEGIN, RESULT], "ok"),
        ([*OPENING, ask("view", seat=0)], "ok"),
        ([*OPENING, ask("view")], "error"),
        ([*OPENING, ask("view", seat=3)], "error"),
        ([*OPENING, ask("view", seat=True)], "error"),
        ([*OPENING, ask("view", seat="0")], "error"),
        ([*OPENING, ask("legal")], "error"),
        ([*OPENING, ask("legal", seat=2)], "ok"),
        ([*OPENING, ask("perft")], "error"),
        ([*OPENING, ask("perft", depth=1)], "ok"),
        ([*OPENING, ask("perft", depth=-1)], "error"),
        ([*OPENING, ask("perft", depth=True)], "error"),
        ([*OPENING, ask("weather")], "error"),
        ([*OPENING, ask(1)], "error"),
        ([*OPENING, {"cmd": "ask"}], "error"),
        # Asking about facts
        ([fact("meld", cards=["7C", "7D", "7H"])], "ok"),
        ([without(fact("meld", cards=["7C", "7D", "7H"]), "rules")], "ok"),
        ([without(fact("meld", cards=["7C", "7D", "7H"]), "game")], "error"),
        ([fact("meld", cards=["7C", "7D", "1H"])], "error"),
        ([fact("meld", cards="7C")], "error"),
        ([fact("meld")], "ok"),
        ([{**fact("meld"), "game": "whist"}], "skipped"),
        ([fact("deadwood", hand=["7C"])], "ok"),
        ([fact("deal", deck=DECK, dealer=0)], "ok"),
        ([fact("deal", deck=STOCK, dealer=0)], "refused"),
        ([fact("deal", deck=STOCK)], "error"),
        ([fact("deal", deck=STOCK, dealer=3)], "error"),
        ([fact("weather")], "error"),
        ([*OPENING, fact("meld", cards=["7C", "7D", "7H"])], "ok"),
        # A skipped begin
        ([SKIPPED_BEGIN], "skipped"),
        ([SKIPPED_BEGIN, DEALT], "skipped"),
        ([SKIPPED_BEGIN, RESULT], "skipped"),
        ([SKIPPED_BEGIN, fact("meld", cards=["7C", "7D", "7H"])], "skipped"),
        ([SKIPPED_BEGIN, {"cmd": "jump"}], "error"),
        ([SKIPPED_BEGIN, END], "ok"),
        ([SKIPPED_BEGIN, END, DEALT], "error"),
        ([SKIPPED_BEGIN, BEGIN, DEALT], "ok"),
        ([SKIPPED_BEGIN, {**BEGIN, "players": 4}, DEALT], "skipped"),
        ([*OPENING, SKIPPED_BEGIN, act(0, "discard", card="AC")], "skipped"),
    ],
)
def test_each_request_has_its_form_of_reply(requests: list[dict[str, Any]], expected: str) -> None:
    reply = play(Session(GAMES), *requests)
    assert form(reply) == expected, reply


@pytest.mark.parametrize(
    "failing",
    [
        {**BEGIN, "players": 4},
        {**BEGIN, "dealer": 9},
        without(BEGIN, "game"),
        {**BEGIN, "rules": 1},
    ],
)
def test_a_begin_that_is_refused_or_unreadable_leaves_the_running_match_alone(
    failing: dict[str, Any],
) -> None:
    session = Session(GAMES)
    before = play(session, *OPENING, ask("view", seat=0))["answer"]
    assert form(play(session, failing)) in ("refused", "error")
    assert play(session, ask("view", seat=0))["answer"] == before


def test_an_accepted_begin_starts_afresh() -> None:
    session = Session(GAMES)
    play(session, *OPENING, act(0, "discard", card="AC"), {**BEGIN, "dealer": 2})
    view = play(session, ask("view", seat=0))["answer"]
    assert (view["phase"], view["dealer"], view["hand"]) == ("deal", 2, [])


def test_a_refused_action_names_its_clauses_and_changes_nothing() -> None:
    session = Session(GAMES)
    before = play(session, *OPENING, ask("view", seat=0))["answer"]
    reply = play(session, act(1, "draw"))
    assert reply == {"seq": 1, "ok": False, "clauses": ["tongits.turn.to-act"]}
    assert play(session, ask("view", seat=0))["answer"] == before


def test_an_action_that_cannot_be_read_changes_nothing() -> None:
    session = Session(GAMES)
    before = play(session, *OPENING, ask("view", seat=0))["answer"]
    play(session, act(0, "discard", card="1C"))
    assert play(session, ask("view", seat=0))["answer"] == before


def test_facts_can_be_asked_while_a_match_runs() -> None:
    session = Session(GAMES)
    before = play(session, *OPENING, ask("view", seat=0))["answer"]
    assert play(session, fact("deadwood", hand=["7C", "KD"]))["answer"] == 17
    assert play(session, ask("view", seat=0))["answer"] == before


@pytest.mark.parametrize("game", GAMES)
def test_a_table_without_end_gets_an_error_and_the_engine_goes_on(game: str) -> None:
    session = Session(GAMES)
    for seats in (10**9, 10**30):
        begun = play(session, {**BEGIN, "game": game, "players": seats})
        assert begun["error"] == "'players' is more than 1000"
    asked = fact("deal", game=game, players=10**8, dealer=0, deck=["7C"])
    assert "answer" not in play(session, asked)
    assert play(session, fact("deadwood", hand=["7C", "KD"]))["answer"] == 17


JUNK: list[Any] = [
    *(None, True, False, 0, -1, 99, 1.5, 10**30, "", "7H", "*", "x" * 5000, [], {}, [[]], [None]),
    *([1], ["7H", "7H"], [["7H"], ["7H"], ["7H"]], {"type": "draw"}, [{}], [{"owner": 0}]),
]
SETTLE = fact(
    "settle",
    end="draw",
    winner=1,
    caller=0,
    challengers=[1],
    hands=[["KD"], ["2C"], ["QC"]],
    melds=[
        {"owner": 1, "cards": ["AH", "2H", "3H", "4H"], "laid_by": [1, 1, 1, 2], "face_down": False}
    ],
)


def spoilt(value: Any) -> Iterator[Any]:
    """The value with each part left out, and with each part replaced by wrong values."""
    yield from JUNK
    if isinstance(value, dict):
        for name, part in value.items():
            yield without(value, name)
            for other in spoilt(part):
                yield {**value, name: other}
    elif isinstance(value, list) and value:
        for other in spoilt(value[0]):
            yield [other, *value[1:]]


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "hello", "protocol": 1},
        {**BEGIN, "rules": {"options": {"pot.pot_wins_required": 3}}},
        DEALT,
        SETTLE,
        act(0, "take", **{"with": ["7C", "7D"]}),
        act(0, "expose", cards=["4S", "5S", "6S"], face_down=False),
        act(0, "lay_off", card="7S", meld=["4S", "5S", "6S"]),
        act(0, "discard", card="AC"),
        act(0, "call_tongits", discard="AC"),
        ask("view", seat=0),
        ask("legal", seat=0),
        ask("result"),
        fact("meld", cards=["7C", "7D", "7H"]),
        fact("deadwood", hand=["7C", "7D", "7H"]),
        fact("deal", deck=DECK, dealer=0),
    ],
    ids=lambda request: request.get("do", {}).get("type") or request.get("what", request["cmd"]),
)
def test_whatever_is_spoilt_in_a_request_it_has_one_reply(request_: dict[str, Any]) -> None:
    session = Session(GAMES)
    play(session, *OPENING)
    for seq, spoilt_request in enumerate(spoilt(request_)):
        if request_["cmd"] == "act":
            play(session, *OPENING)
        if not isinstance(spoilt_request, dict) or "seq" in spoilt_request:
            continue
        reply = json.loads(session.reply(json.dumps({"seq": seq, **spoilt_request}).encode()))
        assert reply["seq"] == seq
        assert form(reply) in ("ok", "refused", "skipped", "error", "hello")


def test_hello_names_the_games_and_what_they_can_do() -> None:
    reply = play(Session(GAMES), {"cmd": "hello", "protocol": 1})
    assert (reply["protocol"], reply["engine"]["name"]) == (1, "meldspec")
    assert "ok" not in reply
    for name in ("meld", "deadwood", "deal", "play", "legal", "view", "settle", "perft"):
        assert name in reply["games"]["tongits"]["abilities"]


def test_answers_have_the_published_form() -> None:
    def check(name: str, answer: object) -> None:
        check_form(answer, f"protocol-tongits-{name}")

    session = Session(GAMES)
    check("action", DEAL)
    check("view", play(session, BEGIN, ask("view", seat=0))["answer"])
    check("view", play(session, DEALT, ask("view", seat=1))["answer"])
    for action in play(session, ask("legal", seat=0))["answer"]:
        check("action", action)
    check("perft", play(session, ask("perft", depth=2))["answer"])
    check("deal", play(session, fact("deal", deck=DECK, dealer=1))["answer"])
    check("settle", play(session, SETTLE)["answer"])


def test_every_schema_is_a_schema() -> None:
    for name, schema in schemas().items():
        assert name.startswith("protocol-")
        assert name.endswith(".json")
        jsonschema.Draft202012Validator.check_schema(json.loads(schema))


def test_texts_of_schemas_are_the_same_with_each_version_of_msgspec() -> None:
    indented = {"type": "object", "description": "What it is.\n\n    Why.", "properties": {}}
    named = {"description": {"type": "string", "description": "A name.\n    More."}}
    told = json.loads(spelled({**indented, "$defs": {"One": {"properties": named}}}))
    assert told["description"] == "What it is.\n\nWhy."
    assert told["$defs"]["One"]["properties"] == {
        "description": {"type": "string", "description": "A name.\nMore."}
    }
    for name, schema in schemas().items():
        assert schema == spelled(json.loads(schema)), name


def test_half_a_line_at_the_end_is_a_line() -> None:
    sink = io.BytesIO()
    serve(GAMES, io.BytesIO(b'{"seq":1,"cmd":"end"}\n{"seq":2,"cm'), sink)
    first, second = sink.getvalue().splitlines()
    assert json.loads(first) == {"seq": 1, "ok": True}
    assert json.loads(second)["seq"] is None


def test_a_line_that_is_too_long_is_one_line() -> None:
    sink = io.BytesIO()
    long = b'{"seq":1,"cmd":"' + b"x" * (3 * LONGEST_LINE) + b'"}\n'
    serve(GAMES, io.BytesIO(long + b'{"seq":2,"cmd":"end"}\r\n'), sink)
    first, second = map(json.loads, sink.getvalue().splitlines())
    assert first == {"seq": None, "error": f"a line of more than {LONGEST_LINE} bytes"}
    assert second == {"seq": 2, "ok": True}


class Flushes(io.BytesIO):
    """A sink that counts the replies of each flush."""

    def __init__(self) -> None:
        super().__init__()
        self.counted: list[int] = []

    def flush(self) -> None:  # type: ignore[explicit-override]  # typing.override is in 3.12
        self.counted.append(self.getvalue().count(b"\n") - sum(self.counted))


@pytest.mark.parametrize(("seconds", "flushes"), [(0, [3, 1]), (1, [1, 1, 1, 0, 1, 0])])
def test_quick_replies_go_together_and_slow_ones_alone(
    monkeypatch: pytest.MonkeyPatch, seconds: int, flushes: list[int]
) -> None:
    clock = count(step=seconds)
    # a trial of tests/mutation in this process leaves another module as the package's attribute
    monkeypatch.setitem(serve.__globals__, "monotonic", lambda: next(clock))
    sink = Flushes()
    serve(GAMES, io.BytesIO(b'{"seq":1,"cmd":"end"}\n' * 3 + b'{"seq":4'), sink)
    assert sink.counted == flushes


def test_the_command_answers_each_line_at_once() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "meldcheck", "engine", "--rules", "default"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for seq in (1, 2):
            engine.stdin.write(b'{"seq":%d,"cmd":"end"}\n' % seq)
            engine.stdin.flush()
            assert json.loads(engine.stdout.readline()) == {"seq": seq, "ok": True}
        engine.stdin.close()
        assert engine.wait() == 0


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        ({"seq": 1, "ok": True}, Accepted({})),
        ({"seq": 1, "ok": True, "answer": 3, "x": 1}, Accepted({"answer": 3, "x": 1})),
        ({"seq": 1, "ok": False}, Refused(())),
        ({"seq": 1, "ok": False, "clauses": ["a.b"]}, Refused(("a.b",))),
        ({"seq": 1, "ok": False, "clauses": None}, Refused(())),
        ({"seq": 1, "skipped": "no"}, Skipped("no")),
        ({"seq": 1, "ok": False, "skipped": "no", "error": None}, Skipped("no")),
        ({"seq": 1, "error": "what?"}, NotUnderstood("what?")),
    ],
)
def test_a_reply_is_read(message: dict[str, Any], reply: object) -> None:
    assert read_reply(message) == (1, reply)


@pytest.mark.parametrize(
    "message",
    [
        {"seq": 1},
        {"seq": 1, "ok": None},
        {"seq": 1, "ok": "true"},
        {"seq": 1, "ok": 1},
        {"seq": "1", "ok": True},
        {"seq": 1, "ok": True, "error": "x"},
        {"seq": 1, "skipped": "x", "error": "x"},
        {"seq": 1, "skipped": True},
        {"seq": 1, "ok": False, "clauses": "a.b"},
    ],
)
def test_what_is_no_reply_is_refused(message: dict[str, Any]) -> None:
    with pytest.raises(NoReplyError):
        read_reply(message)


def test_hello_of_another_version_is_refused() -> None:
    hello = {"seq": 1, "protocol": 1, "engine": {"name": "x"}}
    assert read_hello(hello).games == {}
    with pytest.raises(NoReplyError, match="speaks protocol 2; expected is protocol 1"):
        read_hello({**hello, "protocol": 2})
    with pytest.raises(NoReplyError, match="speaks protocol 2; expected is protocol 1"):
        read_hello({"seq": 1, "protocol": 2, "program": "x"})
    with pytest.raises(NoReplyError, match="answers hello with something else"):
        read_hello({"seq": 1, "ok": True})
    with pytest.raises(NoReplyError, match="answers hello with error: what"):
        read_hello({"seq": None, "error": "what"})


def test_a_deep_line_is_no_object() -> None:
    with pytest.raises(NoReplyError):
        read_object(b"[" * 100_000)
