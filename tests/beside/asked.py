"""Requests to an engine, and how its replies differ from those of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, final

import msgspec

from meldcheck.engine.process import Request
from meldcheck.words import compare
from meldcheck.words.case import JSON
from meldcheck.words.messages import fields_of
from meldcheck.words.notation import show_step
from meldcheck.words.protocol import Accepted, NotUnderstood, Refused, Reply, Skipped
from meldspec.wire import GameWire


@final
@dataclass(frozen=True, slots=True)
class Asked:
    """A request, and the reply of the reference."""

    request: Request
    answer: JSON = None
    """The answer to a question."""
    clauses: tuple[str, ...] = ()
    """The clauses that refuse an action; none where it is accepted."""

    @property
    def is_step(self) -> bool:
        """Whether it is an accepted action."""
        return self.request["cmd"] == "act" and not self.clauses

    @property
    def text(self) -> str:
        """The request in the notation of the documents."""
        match self.request:
            case {"cmd": "act", "by": by, "do": do}:
                return show_step(by, do)
            case {"cmd": "ask", "what": what, "seat": seat}:
                return f"? {what} {seat}"
            case {"cmd": "ask", "what": what}:
                return f"? {what}"
            case {"cmd": cmd}:
                return str(cmd)
            case _:
                raise AssertionError("a request has a command")


Known: TypeAlias = Mapping[str, frozenset[str]]
"""By question: the fields of its answer, if that is a record."""


def known_fields(game: GameWire) -> Known:
    """The fields of a view and of a result of a game."""
    messages = game.messages
    return {"view": fields_of(messages.view), "result": fields_of(messages.result)}


def differences(known: Known, asked: Asked, reply: Reply) -> Iterator[str]:
    """How a reply differs from the reply of the reference, in words; nothing where it does not."""
    match reply:
        case NotUnderstood(reason=reason):
            yield f"the engine cannot read it: {reason}"
        case Skipped(reason=reason):
            yield f"the engine skips it: {reason}"
        case Refused(clauses=theirs):
            if not asked.clauses:
                yield f"the engine refuses it, {_by(theirs)}"
            elif theirs and not set(theirs) & set(asked.clauses):
                yield f"the reference refuses it {_by(asked.clauses)}, the engine {_by(theirs)}"
        case Accepted(answer=answer):
            if asked.clauses:
                yield f"the engine accepts it; the reference refuses it {_by(asked.clauses)}"
            elif asked.request["cmd"] == "ask" and answer != asked.answer:
                yield from _apart(known, asked, answer)


def _by(clauses: tuple[str, ...]) -> str:
    return f"by {', '.join(clauses) or 'no clause that it names'}"


def _apart(known: Known, asked: Asked, answer: JSON) -> Iterator[str]:
    """Where an answer differs; a field that the reference leaves out must be empty."""
    expected, what = asked.answer, asked.request["what"]
    if what in known and isinstance(expected, dict):
        expected = {**dict.fromkeys(known[what]), **expected}
    for one in compare.differences(what, expected, answer):
        where = f"{one.where}: " if one.where else ""
        remark = f" ({one.remark})" if one.remark else ""
        yield f"{where}the reference {_json(one.expected)}, the engine {_json(one.got)}{remark}"


def _json(value: JSON) -> str:
    return msgspec.json.encode(value).decode()
