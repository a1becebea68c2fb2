"""Adapters in JavaScript: the npm package agrees with the reference, and the page on it is true."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from meldcheck.check.plan import plan_of, protocol_defaults
from meldcheck.cli import main
from meldcheck.engine.serve import Session
from meldcheck.words.case import JSON, Kind
from meldspec.games import GAMES

from ..released.games import PACKAGE, files
from .test_adapter import (
    BY_TRIAL,
    DEALT,
    IN_A_HAND,
    PACK,
    REQUESTS,
    ROOT,
    comparable,
    kind_of,
    suite,
    without_blanks,
)

NODE: Final = shutil.which("node") or "node"
JAVA: Final = shutil.which("java") or "java"
PAGE: Final = (ROOT / "docs" / "adapters-javascript.md").read_text(encoding="utf-8")
EXAMPLE: Final = ROOT / "conformance" / "engines" / "javascript-adapter"
PLAIN: Final = ROOT / "conformance" / "engines" / "java" / "Engine.java"
ENGINES: Final = Path(__file__).parent / "engines"
ADAPTED: Final = ("env", "ADAPTED=copies", NODE, str(ENGINES / "adapted.js"))
REPEATED: Final = (NODE, str(ENGINES / "adapted.js"))

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
needs_java = pytest.mark.skipif(shutil.which("java") is None, reason="there is no java")


def checked(folder: Path, *asked: str, engine: Sequence[str]) -> Mapping[str, tuple[str, str]]:
    """By case: its kind, and its status on an engine."""
    report = folder / "report.json"
    arguments = ["check", "--suite", str(ROOT / "conformance" / "suite"), "--timeout", "60", *asked]
    told = CliRunner().invoke(main, [*arguments, "--report", str(report), "--", *engine])
    assert told.exit_code == 0, told.output
    cases = json.loads(report.read_text(encoding="utf-8"))["cases"]
    return {case["id"]: (case["kind"], case["status"]) for case in cases}


def passed(told: Mapping[str, tuple[str, str]]) -> Counter[str]:
    """The number of cases that pass, by kind; no other case is judged."""
    assert {status for _, status in told.values()} <= {"pass", "not-applicable"}
    return Counter(kind for kind, status in told.values() if status == "pass")


def with_package(folder: Path) -> Path:
    """A folder in which the package is installed."""
    modules = folder / "node_modules"
    modules.mkdir()
    (modules / "meldspec-engine").symlink_to(PACKAGE)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return folder


def blocks(language: str) -> Iterator[str]:
    """The blocks of a language on the page."""
    yield from re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


# ── the page ─────────────────────────────────────────────────────────────────────────────────────


@needs_node
def test_the_first_adapter_of_the_page_passes_all_cases_that_apply(tmp_path: Path) -> None:
    with_package(tmp_path)
    for block in blocks("js"):
        if named := re.match(r"// (\w+\.js)\n", block):
            (tmp_path / named[1]).write_text(block, encoding="utf-8")
    told = checked(tmp_path, "--game", "tongits", engine=(NODE, str(tmp_path / "adapter.js")))
    assert passed(told).keys() == {"meld", "deadwood"}
    assert passed(told).total() > 50


def test_the_first_adapter_of_the_page_has_ten_lines() -> None:
    (adapter,) = (block for block in blocks("js") if block.startswith("// adapter.js"))
    assert len([line for line in adapter.splitlines()[1:] if line]) <= 10


@needs_node
def test_the_play_of_the_page_has_forty_lines_and_fails_nothing(tmp_path: Path) -> None:
    (play,) = (block for block in blocks("js") if block.startswith("// play.js"))
    assert len([one for one in play.splitlines() if not re.match(r"\s*[})]*;?$|//", one)]) <= 40
    with_package(tmp_path)
    (tmp_path / "play.js").write_text(play, encoding="utf-8")
    shutil.copy(EXAMPLE / "foreign.js", tmp_path)
    asked = ("--game", "rummy", "--declare", str(tmp_path / "engine.toml"))
    engine = ("--", str(NODE), str(tmp_path / "play.js"))
    CliRunner().invoke(main, ["doctor", *asked, *engine])
    told = CliRunner().invoke(main, ["check", "--format", "json", *asked, *engine])
    assert told.exit_code == 0, told.output
    totals = json.loads(told.stdout)["totals"]
    assert totals["pass"] > 150
    assert totals["skip"] < 10


def test_the_blocks_of_the_page_in_their_order_are_the_worked_example() -> None:
    explained = [block for block in blocks("js") if not re.match(r"// [\w.]+\.js\n", block)]
    whole = (EXAMPLE / "adapter.js").read_text(encoding="utf-8")
    assert without_blanks("".join(explained)) == without_blanks(whole)


@needs_node
@pytest.mark.parametrize(
    ("tier", "more_than"), [("smoke", 8), pytest.param("full", 380, marks=pytest.mark.slow)]
)
def test_the_foreign_library_passes_all_cases_that_apply(
    tmp_path: Path, tier: str, more_than: int
) -> None:
    with_package(tmp_path)
    for name in ("adapter.js", "foreign.js"):
        shutil.copy(EXAMPLE / name, tmp_path)
    engine = (NODE, str(tmp_path / "adapter.js"))
    told = checked(tmp_path, "--game", "rummy", "--tier", tier, engine=engine)
    assert passed(told).total() > more_than


def test_the_page_has_the_engine_in_java() -> None:
    (block,) = blocks("java")
    assert block == PLAIN.read_text(encoding="utf-8")


def test_the_engine_in_java_has_thirty_lines_beside_braces_and_imports() -> None:
    lines = PLAIN.read_text(encoding="utf-8").splitlines()
    assert len([one for one in lines if not re.match(r"\s*}*;?$|//|import", one)]) <= 30


@needs_java
def test_the_engine_in_java_passes_all_cases_that_apply(tmp_path: Path) -> None:
    told = checked(tmp_path, "--game", "rummy", engine=(JAVA, str(PLAIN)))
    assert passed(told).keys() == {"meld", "deadwood"}


# ── the tests of a user ──────────────────────────────────────────────────────────────────────────


@needs_node
@pytest.mark.slow
def test_each_case_is_a_test_of_node(tmp_path: Path) -> None:
    told = ran_by_node(tmp_path, json.dumps(ADAPTED), "--clause", "rummy.stock.keep-top")
    assert re.search(r"^ok \d+ - rummy\.\S+ \[play .*rummy\.stock\.keep-top", told, re.M), told


@needs_node
def test_a_case_that_falls_short_or_does_not_apply_says_why(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(ACCEPTS_ALL, encoding="utf-8")
    command = json.dumps([sys.executable, str(engine)])
    clause = "rummy.meld.two-kinds-only"
    told = ran_by_node(tmp_path, command, "--clause", clause, "--timeout", "20", status=1)
    assert re.search(rf"^not ok \d+ - \S+ \[play .*{clause}", told, re.M), told
    assert "the play  meldspec check --timeout 20 --case rummy." in told
    assert re.search(r"^ok \d+ - \S+ \[meld .*not-applicable: .*meld.* # SKIP", told, re.M), told


@needs_node
def test_a_run_in_which_no_case_is_judged_fails(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(ACCEPTS_ALL.replace('"play"', ""), encoding="utf-8")
    command = json.dumps([sys.executable, str(engine)])
    told = ran_by_node(tmp_path, command, "--tier", "smoke", status=1)
    assert re.search(r"^not ok \d+ - rummy: no case was judged$", told, re.M), told
    assert re.search(r"^ok \d+ - .* # SKIP", told, re.M), told


@needs_node
def test_a_missing_command_and_a_missing_engine_are_told(tmp_path: Path) -> None:
    told = ran_by_node(tmp_path, '["no-such-engine"]', status=1)
    assert "meldspec check ended with 2: " in told
    assert "no such command: no-such-engine" in told
    (tmp_path / "blank.test.js").write_text(BLANK, encoding="utf-8")
    command = (NODE, "--test", "--test-reporter", "tap", "blank.test.js")
    blank = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert blank.returncode == 0, blank.stdout
    assert re.search(r"^# pass 4$", blank.stdout, re.M), blank.stdout
    told = ran_by_node(tmp_path, '["node"]', meldspec='["no-such-command"]', status=1)
    assert "no command 'no-such-command': pip install meldspec" in told


BLANK: Final = """
import { rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { cases } from 'meldspec-engine/test-runner';

const message = /no engine is named; expected are the parts of its command/;
for (const blank of [[], [''], [' ', 'engine.js'], 'engine.js'])
  test(JSON.stringify(blank), () => rejects(cases(test, blank), { name: 'TypeError', message }));
"""
"""No command without a program is tried."""


def ran_by_node(
    folder: Path,
    engine: str,
    *options: str,
    meldspec: str = json.dumps([sys.executable, "-m", "meldcheck"]),
    status: int = 0,
) -> str:
    """What node's test runner prints of the cases of Rummy."""
    if not (folder / "node_modules").is_dir():
        with_package(folder)
    chosen = f"{{ games: ['rummy'], options: {json.dumps(options)}, meldspec: {meldspec} }}"
    program = (
        "import { test } from 'node:test';\n"
        "import { cases } from 'meldspec-engine/test-runner';\n\n"
        f"await cases(test, {engine}, {chosen});\n"
    )
    (folder / "rummy.test.js").write_text(program, encoding="utf-8")
    command = (NODE, "--test", "--test-reporter", "tap", "rummy.test.js")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return re.sub(r"^ +", "", done.stdout, flags=re.M)


ACCEPTS_ALL: Final = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    more = {}
    if asked["cmd"] == "hello":
        more = {"engine": {"name": "yes", "version": "1"}, "protocol": 1,
                "games": {"rummy": {"abilities": ["play"]}}}
    print(json.dumps({"seq": asked["seq"], "ok": True, **more}), flush=True)
"""


# ── the package beside the reference ─────────────────────────────────────────────────────────────


def test_what_the_package_knows_of_the_games_is_current() -> None:
    for path, content in files().items():
        assert path.read_text(encoding="utf-8") == content, path.name


@needs_node
def test_the_package_by_itself() -> None:
    command = (NODE, "--test", str(ENGINES / "adapter.test.js"))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_engine_imports_nothing_of_node() -> None:
    imported, left = set[str](), {"index.js"}
    while left:
        name = left.pop()
        imported.add(name)
        program = (PACKAGE / name).read_text(encoding="utf-8")
        assert "import(" not in program
        for place in re.findall(r" from '(.*)';", program):
            assert place.startswith("./"), f"{name} imports {place}"
            left |= {place.removeprefix("./")} - imported
    assert "engine.js" in imported
    assert "test-runner.js" not in imported


def replies(lines: Iterable[bytes], engine: Sequence[str] = ADAPTED) -> list[dict[str, Any]]:
    """The replies of an engine that gets all lines at once."""
    given = b"".join(line + b"\n" for line in lines)
    done = subprocess.run(engine, input=given, capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@needs_node
@pytest.mark.parametrize("before", [(), DEALT], ids=["no match", "a hand"])
def test_every_request_gets_the_kind_of_reply_that_the_reference_gives(
    before: tuple[dict[str, JSON], ...],
) -> None:
    requests = [*REQUESTS, *IN_A_HAND]
    lines: list[bytes] = []
    for request in requests:
        for one in ({"cmd": "end"}, *before, request):
            lines.append(json.dumps({"seq": len(lines), **one}).encode())
    session = Session({"tongits": GAMES["tongits"]})
    theirs = [json.loads(session.reply(line)) for line in lines]
    ours = replies(lines)
    different = [
        (line, kind_of(mine), kind_of(other))
        for line, mine, other in zip(lines, ours, theirs, strict=True)
        if kind_of(mine) != kind_of(other)
    ]
    assert different == []
    assert [one["seq"] for one in ours] == list(range(len(lines)))


DECKS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "carousel": ("deck.joker_count", ("two_total", "two_per_pack")),
    "three-thirteen": ("deck.packs_beyond_six", ("one_more_per_pair", "limit_six")),
    "indian-chief": ("refill.stub_shortage", ("recycle_when_short", "limit_players_6")),
}
"""By game: the option that changes who may be dealt which cards, and its readings."""


def deals(game: str, players: int) -> Iterator[dict[str, JSON]]:
    """Deals for a table, most of them wrong: by packs, jokers, sizes and who has one card more."""
    for packs, jokers in product((1, 2, 4), (0, 1, 2, 4) if game == "carousel" else (0,)):
        for size, longer in product((3, 6, 7, 8, 10, 12), (None, 0)):
            cards = [*PACK * packs, *["*"] * jokers]
            hands = [
                [cards.pop() for _ in range(size + (seat == longer)) if cards]
                for seat in range(players)
            ]
            upcard = (
                {"upcard": cards.pop()} if game in ("rummy", "three-thirteen") and cards else {}
            )
            yield {"type": "deal", "hands": [*hands], **upcard, "stock": [*cards]}


@needs_node
@pytest.mark.parametrize("game", GAMES)
def test_a_deal_that_is_none_is_refused_before_the_library_sees_it(game: str) -> None:
    option, readings = DECKS.get(game, ("", ("",)))
    numbers = (1, 4) if game == "three-thirteen" else (1,)
    session = Session({game: GAMES[game]})
    lines, theirs = list[bytes](), list[str]()

    def says(**request: JSON) -> None:
        lines.append(json.dumps({"seq": len(lines), **request}).encode())
        theirs.append(kind_of(json.loads(session.reply(lines[-1]))))

    for players, reading, number in product((1, 2, 3, 5, 7, 9), readings, numbers):
        options: JSON = {"options": {option: reading}} if option else {}
        begin = {"game": game, "players": players, "dealer": 0, "hand_number": number}
        says(cmd="begin", rules=options, **begin)
        for deal in deals(game, players) if theirs[-1] == "accepts" else ():
            says(cmd="act", by="chance", do=deal)
            if theirs[-1] == "accepts":
                says(cmd="begin", rules=options, **begin)
    assert Counter(theirs)["accepts"] > 1
    assert Counter(theirs)["refuses"] > 20
    ours = replies(lines, (NODE, str(ENGINES / "accepts.js")))
    assert [kind_of(one) for one in ours] == theirs


@needs_node
def test_a_line_without_a_readable_number_is_answered_without_one() -> None:
    lines = [
        *(b"", b"no", b"[]", b"3", b"null", b"{", b'{"seq":1', b"\xff", b"\xef\xbb\xbf{}"),
        *(b'{"cmd":"end"}', b'{"seq":"1","cmd":"end"}', b'{"seq":true,"cmd":"end"}'),
        *(b'{"seq":1.0,"cmd":"end"}', b'{"seq":null}', b'{"seq":NaN,"cmd":"end"}'),
        b'{"seq":1,"cmd":"end","more":NaN}',
        b'{"seq":1,"cmd":"end"}' + b" " * (1 << 20),
        b'{"seq":2,"cmd":"end"}',
    ]
    told = replies(lines)
    assert [one["seq"] for one in told] == [*(None for _ in lines[1:]), 2]
    assert all(one["error"] for one in told[:-1])


@needs_node
@pytest.mark.parametrize(
    "engine",
    [
        pytest.param(REPEATED, id="repeated"),
        pytest.param(ADAPTED, id="copied", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("kind", [Kind.LEGAL, Kind.PERFT])
def test_what_is_found_by_trial_is_what_the_reference_lists(
    kind: Kind, engine: Sequence[str]
) -> None:
    usual = protocol_defaults(suite().manifest)
    lines: list[bytes] = []
    for game in BY_TRIAL:
        plans = [
            plan_of(one, usual) for one in suite().cases if (one.game, one.kind) == (game, kind)
        ]
        by_default = [plan for plan in plans if not plan.rules]
        for plan in by_default[: 6 if kind is Kind.LEGAL else 2]:
            for exchange in plan.said:
                if exchange.request.get("depth", 0) in (0, 1, 2):
                    lines.append(json.dumps({**exchange.request, "seq": len(lines)}).encode())
    session = Session(GAMES)
    theirs = [json.loads(session.reply(line)) for line in lines]
    ours = replies(lines, engine)
    assert list(map(comparable, ours)) == list(map(comparable, theirs))
    assert sum(b'"legal"' in line or b'"perft"' in line for line in lines) > 3


@needs_node
@pytest.mark.parametrize(
    ("tier", "more_than"), [("smoke", 90), pytest.param("full", 2900, marks=pytest.mark.slow)]
)
def test_a_whole_engine_behind_the_adapter_passes_all_cases(
    tmp_path: Path, tier: str, more_than: int
) -> None:
    told = checked(tmp_path, "--tier", tier, engine=ADAPTED)
    assert passed(told).total() > more_than
    assert {case.partition(".")[0] for case in told} == GAMES.keys()


NOISY: Final = """
import { Engine } from 'meldspec-engine';

const engine = new Engine('noisy');
engine.meld('rummy', () => {
  console.log('thinking');
  process.stdout.write('aloud\\n');
  return 'run';
});
engine.run();
"""


@needs_node
def test_what_a_library_prints_is_kept_from_the_protocol(tmp_path: Path) -> None:
    program = with_package(tmp_path) / "noisy.js"
    program.write_text(NOISY, encoding="utf-8")
    line = b'{"seq":7,"cmd":"ask","what":"meld","game":"rummy","cards":[]}\n'
    done = subprocess.run((NODE, str(program)), input=line, capture_output=True, check=True)
    assert json.loads(done.stdout) == {"seq": 7, "ok": True, "answer": "run"}
    assert done.stderr == b"thinking\naloud\n"


WORKER: Final = """
import { parentPort, Worker, isMainThread, workerData } from 'node:worker_threads';

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { workerData: process.argv[2] });
  worker.on('message', (line) => {
    console.log(line);
    worker.terminate();
  });
  worker.postMessage('{"seq":1,"cmd":"hello","protocol":1}');
} else {
  globalThis.addEventListener = (type, heard) => parentPort.on(type, (data) => heard({ data }));
  globalThis.postMessage = (line) => parentPort.postMessage(line);
  delete globalThis.process;
  await import(workerData);
}
"""


@needs_node
def test_in_a_worker_without_node_an_engine_replies_to_messages(tmp_path: Path) -> None:
    (with_package(tmp_path) / "noisy.js").write_text(NOISY, encoding="utf-8")
    (tmp_path / "page.js").write_text(WORKER, encoding="utf-8")
    command = (NODE, "page.js", "./noisy.js")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=True)
    assert json.loads(done.stdout)["engine"]["name"] == "noisy"
