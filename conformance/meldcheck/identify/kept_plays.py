"""The plays of an identification that goes on after a kill: the replies that were kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never, final

from meldcheck.check.kept import Memory, digest_of_value
from meldcheck.engine.process import Conversation, EngineFault, Request, Subject
from meldcheck.words import protocol
from meldcheck.words.case import JSON
from meldcheck.words.protocol import Accepted, NotUnderstood, Refused, Reply, Skipped


@final
@dataclass(frozen=True, slots=True)
class _Heard:
    """A conversation, its replies as messages."""

    replies: tuple[dict[str, JSON], ...]
    fault: EngineFault | None
    started: bool


@final
class Remembered:
    """An engine whose replies are kept, and which is not asked again what was kept before."""

    def __init__(self, subject: Subject, memory: Memory) -> None:
        self.subject = subject
        self.memory = memory
        self.plays = 0

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """The replies to a batch of requests: as they were kept, or else of the engine."""

        def ask() -> _Heard:
            heard = self.subject.converse(requests)
            replies = tuple(_as_message(reply) for reply in heard.replies)
            return _Heard(replies, heard.fault, heard.started)

        self.plays += 1
        name = f"play {self.plays} {digest_of_value([*requests])[:12]}"
        came = self.memory.of(name, _Heard, ask)
        replies = tuple(protocol.read_reply(message)[1] for message in came.replies)
        return Conversation(replies, came.fault, came.started)


def _as_message(reply: Reply) -> dict[str, JSON]:
    match reply:
        case Accepted(more):
            return {**more, "ok": True}
        case Refused(clauses):
            return {"ok": False, "clauses": clauses}
        case Skipped(reason):
            return {"skipped": reason}
        case NotUnderstood(reason):
            return {"error": reason}
        case _:
            assert_never(reply)
