"""An engine as a process: it starts, it ends, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from meldcheck.check.judge import Status
from meldcheck.check.plan import plan_of
from meldcheck.check.run import FAULTS, run
from meldcheck.engine.process import (
    REMEDIES,
    Engine,
    EngineFault,
    FaultError,
    FaultKind,
    Limits,
    StartError,
    telling_lines,
)
from meldcheck.words import protocol
from meldcheck.words.case import JSON
from meldcheck.words.protocol import Accepted, NotUnderstood

from .standins import LIMITS, RESULT, command

ASK_MELD = {"cmd": "ask", "game": "tongits", "what": "meld", "cards": ["7C", "7D", "7H"]}
ASK_RESULT = {"cmd": "ask", "what": "result"}


def test_hello_says_who_the_engine_is() -> None:
    engine = Engine(command("Sound"), LIMITS)
    hello = engine.start()
    engine.stop()
    assert (hello.engine.name, hello.engine.version) == ("stand-in", "1.0")
    assert "play" in hello.games["tongits"].abilities


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("DiesInHello", FaultKind.EXIT, "input ends); standard error: no licence"),
        (
            "OtherProtocol",
            FaultKind.GARBAGE,
            "speaks protocol 2; expected is protocol 1 (the page",
        ),
        ("HelloWithoutNumber", FaultKind.GARBAGE, 'expected is {"seq": …, "protocol": 1, "engine"'),
        ("HelloWithMark", FaultKind.ENCODING, 'a line that begins with a byte order mark: {"seq"'),
        ("HelloIsWrong", FaultKind.GARBAGE, "answers hello with something else: Expected"),
        ("NeverSaysHello", FaultKind.SILENCE, "no reply in 0.5 s"),
    ],
)
def test_a_program_that_is_no_engine_is_told_as_what_it_is(
    name: str, kind: FaultKind, message: str
) -> None:
    startup = 0.5 if kind is FaultKind.SILENCE else 20.0
    with pytest.raises(FaultError) as raised:
        Engine(command(name), Limits(startup=startup)).start()
    assert raised.value.fault.kind is kind
    assert message in raised.value.fault.text


def test_a_command_that_does_not_exist_is_named() -> None:
    with pytest.raises(StartError, match=r"^no such command: no-such-engine$"):
        Engine(["no-such-engine"]).start()


def test_a_file_that_is_not_executable_is_named(tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    engine.write_text("#!/bin/sh\n", encoding="utf-8")
    with pytest.raises(StartError, match=f"^not executable: {engine}$"):
        Engine([str(engine)]).start()


def test_a_script_without_its_interpreter_is_named(tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    engine.write_text("#!/no/such/interpreter\n", encoding="utf-8")
    engine.chmod(0o755)
    with pytest.raises(StartError, match="the program that it names in its first line is missing"):
        Engine([str(engine)]).start()


def test_a_file_of_no_known_form_is_named(tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    engine.write_bytes(b"\x00\x01\x02")
    engine.chmod(0o755)
    with pytest.raises(StartError, match=r"^cannot be run: .*engine: Exec format error$"):
        Engine([str(engine)]).start()


def test_replies_come_in_the_order_of_the_requests() -> None:
    engine = Engine(command("Sound"), LIMITS)
    heard = engine.converse([ASK_MELD, ASK_RESULT, ASK_MELD])
    engine.stop()
    assert heard.fault is None
    assert [reply.answer for reply in heard.replies if isinstance(reply, Accepted)] == [
        "set",
        None,
        "set",
    ]


def test_a_batch_larger_than_any_pipe_does_not_lock_up() -> None:
    engine = Engine(command("Sound"), LIMITS)
    batch = [{**ASK_MELD, "cards": ["7C"] * 100}] * 2000
    heard = engine.converse(batch)
    engine.stop()
    assert heard.fault is None
    assert len(heard.replies) == len(batch)


def test_what_was_replied_before_a_flood_is_heard_however_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first reply is read once the engine has been cut off."""
    engine = Engine(command("Floods"), LIMITS)
    engine.start()
    assert engine._process is not None
    _, reader, _ = engine._process.threads
    read = protocol.read_reply

    def late(message: dict[str, JSON]) -> tuple[int | None, protocol.Reply]:
        reader.join()
        return read(message)

    monkeypatch.setattr(protocol, "read_reply", late)
    heard = engine.converse([ASK_MELD, ASK_MELD, ASK_RESULT])
    assert len(heard.replies) == 2
    assert heard.fault is not None
    assert heard.fault.kind is FaultKind.FLOOD


def test_a_flood_is_told_without_what_the_engine_says_of_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An engine that is cut off has time to end by itself, and does not."""
    engine = Engine(command("Floods"), LIMITS)
    engine.start()
    process = engine._process
    assert process is not None
    _, reader, words = process.threads
    kill = type(process).kill

    def late(self: object) -> None:
        reader.join()
        words.join(timeout=0.5)
        kill(process)

    monkeypatch.setattr(type(process), "kill", late)
    heard = engine.converse([ASK_RESULT])
    assert heard.fault is not None
    assert heard.fault.came == "wrote a line of more than 1048576 bytes"
    assert heard.fault.raised == ""


def test_a_flood_after_the_last_reply_is_told_at_the_end() -> None:
    engine = Engine(command("FloodsAtTheEnd"), LIMITS)
    engine.converse([ASK_MELD])
    assert engine._process is not None
    engine._process.threads[1].join()
    fault = engine.stop()
    assert fault is not None
    assert (fault.kind, fault.belated) == (FaultKind.FLOOD, True)


def test_an_unreadable_request_is_answered_without_a_number() -> None:
    engine = Engine(command("Errs"), LIMITS)
    heard = engine.converse([ASK_RESULT])
    engine.stop()
    assert heard.replies == (NotUnderstood("what is a result?"),)


def test_after_a_fault_the_engine_is_started_again() -> None:
    engine = Engine(command("HalfALine"), LIMITS)
    assert engine.converse([ASK_MELD, ASK_RESULT]).fault is not None
    heard = engine.converse([ASK_MELD])
    engine.stop()
    assert heard.fault is None
    assert heard.replies == (Accepted({"answer": "set"}),)


def test_a_stopped_engine_is_not_started_again() -> None:
    engine = Engine(command("Sound"), LIMITS)
    engine.start()
    engine.stop()
    heard = engine.converse([ASK_MELD])
    assert not heard.started


def test_an_engine_that_hangs_again_and_again_is_given_up_and_nothing_is_hidden() -> None:
    engine = Engine(command("Hangs"), Limits(reply=0.2, startup=20.0))
    plan = plan_of(RESULT, games=engine.start().games)
    outcomes = run([plan] * (FAULTS + 2), [engine])
    assert [outcome.ran for outcome in outcomes] == [True] * FAULTS + [False] * 2
    assert {outcome.status for outcome in outcomes} == {Status.ERROR}
    assert outcomes[-1].reason == "not run: the engine faulted 5 times in a row (silence)"


def pipe_in(folder: Path) -> Path:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    return pipe


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_neither_the_engine_nor_its_children_outlive_the_run(tmp_path: Path, how: str) -> None:
    pipe = pipe_in(tmp_path)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    engine = Engine(command("Lingers", str(pipe)), LIMITS)
    assert engine.converse([ASK_RESULT]).fault is None
    assert os.read(reader, 100) == b"asked\n"
    getattr(engine, how)()
    # The pipe ends when every process that held it open is gone.
    assert os.read(reader, 100) == b""
    os.close(reader)


def test_a_fault_ends_the_children_too(tmp_path: Path) -> None:
    pipe = pipe_in(tmp_path)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    engine = Engine(command("Lingers", str(pipe), "hang"), Limits(reply=0.5, startup=20.0))
    fault = engine.converse([ASK_RESULT]).fault
    assert fault is not None
    assert fault.kind is FaultKind.SILENCE
    assert os.read(reader, 100) == b"asked\n"
    assert os.read(reader, 100) == b""
    os.close(reader)


@pytest.mark.skipif(sys.platform != "linux", reason="such processes are found on Linux only")
@pytest.mark.parametrize("how", [(), ("without environment",)])
def test_a_process_that_has_left_its_group_does_not_outlive_the_case(
    tmp_path: Path, how: tuple[str, ...]
) -> None:
    pipe = pipe_in(tmp_path)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    engine = Engine(command("Escapes", str(pipe), *how), Limits(reply=2.0, startup=60.0))
    fault = engine.converse([ASK_RESULT]).fault
    assert fault is not None
    assert fault.text.startswith("exit: exited with status 1")
    assert fault.last_words == ("gone",)
    assert os.read(reader, 100) == b"asked\n"
    assert os.read(reader, 100) == b""
    os.close(reader)


PYTHON = """\
Traceback (most recent call last):
  File "engine.py", line 1, in <module>
    import cards
  File "cards.py", line 2, in <module>
    raise Closed("on Mondays")
cards.Closed: on Mondays
"""
NODE = """\
node:internal/modules/cjs/loader:1143
  throw err;
  ^

Error: Cannot find module 'cards'
Require stack:
- /home/engine.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1140:15)
    at Module._load (node:internal/modules/cjs/loader:981:27) {
  code: 'MODULE_NOT_FOUND'
}

Node.js v18.19.0
"""
JAVA = """\
Exception in thread "main" java.lang.IllegalStateException: no deck
\tat Engine.deal(Engine.java:7)
\tat Engine.main(Engine.java:3)
"""


@pytest.mark.parametrize(
    ("words", "told", "raised"),
    [
        (PYTHON, ("cards.Closed: on Mondays",), ""),
        (NODE, ("Error: Cannot find module 'cards'",), "Error"),
        (
            JAVA,
            ('Exception in thread "main" java.lang.IllegalStateException: no deck',),
            "IllegalStateException",
        ),
        ("1\n2\n3\n4\n5\nno licence\n", ("2", "3", "4", "5", "no licence"), ""),
        ("", (), ""),
    ],
)
def test_the_telling_line_of_a_trace_is_told_and_its_error_named(
    words: str, told: tuple[str, ...], raised: str
) -> None:
    assert telling_lines([line for line in words.splitlines() if line]) == told
    assert EngineFault(FaultKind.EXIT, "exited", told).raised == raised


def test_every_fault_says_what_to_do() -> None:
    assert {*REMEDIES} == {*FaultKind}


def test_a_worker_process_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    pipe = pipe_in(tmp_path)
    program = f"""
import concurrent.futures, multiprocessing, os, signal
from meldcheck.sources.matrix import end_with_parent
if __name__ == "__main__":
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, spawn, end_with_parent) as pool:
        pool.submit(os.open, {str(pipe)!r}, os.O_WRONLY).result()
        os.kill(os.getpid(), signal.SIGKILL)
"""
    file = tmp_path / "pool.py"
    file.write_text(program, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(file)]) as ran, pipe.open("rb") as reader:
        assert reader.read() == b""
    assert ran.returncode == -signal.SIGKILL


@pytest.mark.skipif(sys.platform != "linux", reason="such processes are found on Linux only")
def test_a_check_that_is_killed_leaves_no_engine_behind(tmp_path: Path, suite_folder: Path) -> None:
    pipe = pipe_in(tmp_path)
    engine = command("Lingers", str(pipe), "hang")
    asked = (sys.executable, "-m", "meldcheck", "check", "--suite", str(suite_folder), "--")
    check = subprocess.Popen([*asked, *engine], cwd=tmp_path)
    with check, pipe.open("rb", buffering=0) as reader:
        assert reader.read(100) == b"asked\n"
        check.kill()
        assert reader.read(100) == b""


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are taken in on Linux only")
def test_a_process_that_hides_does_not_outlive_the_case(tmp_path: Path, suite_folder: Path) -> None:
    pipe = pipe_in(tmp_path)
    engine = command("Escapes", str(pipe), "without environment", "without output")
    asked = (sys.executable, "-m", "meldcheck", "check", "--suite", str(suite_folder), "--")
    with pipe.open("r+b", buffering=0) as both:
        ran = subprocess.run([*asked, *engine], cwd=tmp_path, capture_output=True, check=False)
        assert ran.returncode == 1, ran.stderr
        assert both.read(100) == b"asked\n"
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    # Without a writer the pipe is at its end; with one, it is empty for now.
    assert os.read(reader, 100) == b""
    os.close(reader)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_check_leaves_no_engine_behind(
    tmp_path: Path, suite_folder: Path, number: signal.Signals
) -> None:
    pipe = pipe_in(tmp_path)
    check = subprocess.Popen(
        [
            *(sys.executable, "-m", "meldcheck", "check", "--suite", str(suite_folder)),
            *("--timeout", "600", "--", *command("Lingers", str(pipe), "hang")),
        ],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        # A run in the background, or under nohup, ignores signals; what it starts inherits that.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    with pipe.open("rb", buffering=0) as reader:
        assert reader.read(100) == b"asked\n"
        check.send_signal(number)
        assert reader.read(100) == b""
    _, said = check.communicate()
    assert check.returncode == 128 + number
    assert b"Traceback" not in said
    assert b"with --resume goes on" in said
