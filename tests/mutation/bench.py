"""A process that judges changes: a worker of a cluster keeps one, as it would an engine.

A change is judged in a fork of the judge, and the process of a worker has too many threads for one.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final, final

import msgspec

from meldcheck.engine.process import Engine, Limits, Subject
from meldcheck.words.case import JSON
from meldcheck.words.protocol import VERSION, Accepted, EngineName

from .changes import changes
from .hunt import Found, games_of, hunt
from .trials import Trial, digest, trials

TRACES: Final = Path(__file__).parent.parent.parent / "build" / "mutation"
"""Where the lines of trials are kept."""
LIMITS: Final = Limits(reply=86_400, startup=86_400)
"""A change has limits of its own, and trials without kept lines take minutes."""


def bench_of(part: str, seconds: float) -> Engine:
    """A bench for the changes of a part; ``seconds`` are those of ``judged``."""
    return Engine((sys.executable, "-m", __spec__.name, part, str(seconds)), LIMITS)


def bench_name() -> EngineName:
    """The name of a bench: another one of the same name has the same play and the same trials."""
    return EngineName("bench", digest())


def judged_on(bench: Subject, name: str) -> Found:
    """What becomes of the change of a name.  RuntimeError if the bench breaks."""
    heard = bench.converse([{"cmd": "judge", "change": name}])
    match heard.replies:
        case (Accepted(more),):
            return Found(**more["answer"])
        case _:
            why = heard.replies if heard.fault is None else heard.fault.came
            raise RuntimeError(f"{name}: the bench broke: {why}")


@final
class Bench:
    """The judge of the changes of a part, by some trials."""

    def __init__(self, part: str, asked: Mapping[str, Sequence[Trial]], seconds: float) -> None:
        self._changes = {change.name: change for change in changes(part)}
        self._asked = asked
        self._seconds = seconds

    def reply(self, request: JSON) -> JSON:
        """The reply to ``hello``, or what becomes of a change."""
        match request:
            case {"cmd": "hello", "seq": seq}:
                return {"seq": seq, "protocol": VERSION, "engine": bench_name(), "games": {}}
            case {"cmd": "judge", "seq": seq, "change": name} if name in self._changes:
                (found,) = hunt([self._changes[name]], self._asked, self._seconds, 1)
                return {"seq": seq, "ok": True, "answer": asdict(found)}
            case _:
                return {"seq": request["seq"], "error": "no change of this part"}


def main(part: str, seconds: str) -> None:
    """Reply until the input ends."""
    bench = Bench(part, {game: trials(game, TRACES) for game in games_of(part)}, float(seconds))
    for line in sys.stdin.buffer:
        told = msgspec.json.encode(bench.reply(msgspec.json.decode(line)))
        sys.stdout.buffer.write(told + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
