"""The messages between the runner and an engine, version 1, as records.

The JSON Schemas that implementers read are made from these records.  Replies are read through
``read_reply``, which forgives what does no harm: unknown fields, and null for an absent one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from meldcheck.words.case import JSON
from meldcheck.words.readings import Reading

VERSION: Final = 1
"""The version of the protocol that is spoken here."""

LATE_START: Final = "late-start"
"""The ability to begin a match with another hand than the first."""

CardText = Annotated[
    str,
    Meta(
        pattern=r"^([A2-9TJQK][CDHS]|\*([A2-9TJQK][CDHS])?)$",
        description="rank then suit, such as 7H or TS; a joker is *, one that stands for 7H is *7H",
    ),
]
SeatNumber = Annotated[int, Meta(ge=0, description="a seat, counted from 0 in order of play")]
RankText = Annotated[str, Meta(pattern=r"^[A2-9TJQK]$", description="the letter of a rank")]
CardNames: TypeAlias = tuple[CardText, ...]


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message or a part of one; unknown fields are ignored."""


# Requests


class Rules(Message, frozen=True):
    """The options that differ from the default rules, by full name."""

    options: dict[str, Reading] = {}


class HelloRequest(Message, frozen=True, tag_field="cmd", tag="hello"):
    """The first line of a run: who are you, and what do you play?"""

    seq: int
    protocol: int


class BeginRequest(Message, frozen=True, tag_field="cmd", tag="begin", kw_only=True):
    """A new match, whatever came before.

    ``hand_number`` is the hand with which it begins, where that is not the first.
    """

    seq: int
    game: str
    rules: Rules = Rules()
    players: int
    dealer: SeatNumber
    hand_number: int | None = None


class ActRequest(Message, frozen=True, tag_field="cmd", tag="act"):
    """An action of a seat or of chance in the begun match."""

    seq: int
    by: SeatNumber | Literal["chance"]
    do: dict[str, JSON]


class EndRequest(Message, frozen=True, tag_field="cmd", tag="end"):
    """The end of the begun match."""

    seq: int


class _Ask(Message, frozen=True, tag_field="what"):
    seq: int
    cmd: Literal["ask"]


class AskOfFacts(_Ask, frozen=True, kw_only=True):
    """A question about stated facts of a game."""

    game: str
    rules: Rules = Rules()


class AskMeld(AskOfFacts, frozen=True, tag="meld", kw_only=True):
    """Are these cards a ``set``, a ``run``, or no meld (null)?

    ``wild`` is the rank that is wild, where a game has one; cards may then be ``both``.
    """

    cards: CardNames
    wild: RankText | None = None


class AskDeadwood(AskOfFacts, frozen=True, tag="deadwood", kw_only=True):
    """The fewest points that can stay unmatched in a hand, beside the rank that is wild, if any.

    ``table`` is what lies there, in a game in which that may matter.
    """

    hand: CardNames
    wild: RankText | None = None
    table: tuple[CardNames, ...] = ()


class AskDeal(AskOfFacts, frozen=True, tag="deal", kw_only=True):
    """Who gets which cards of a deck, its top first.

    ``players`` is how many seats there are, where a game can have several numbers of them, and
    ``hand_number`` which hand of a match it is, where that matters.
    """

    deck: CardNames
    dealer: SeatNumber
    players: int | None = None
    hand_number: int | None = None


class AskView(_Ask, frozen=True, tag="view"):
    """What may this seat see?"""

    seat: SeatNumber


class AskLegal(_Ask, frozen=True, tag="legal"):
    """Which actions of this seat would be accepted?"""

    seat: SeatNumber


class AskResult(_Ask, frozen=True, tag="result"):
    """How did the hand end?"""


class AskPerft(_Ask, frozen=True, tag="perft"):
    """How many sequences of that many accepted seat actions are there?"""

    depth: Annotated[int, Meta(ge=0)]


REQUESTS: Final = (
    HelloRequest,
    BeginRequest,
    ActRequest,
    AskMeld,
    AskDeadwood,
    AskDeal,
    AskView,
    AskLegal,
    AskResult,
    AskPerft,
    EndRequest,
)


# Replies


class EngineName(Message, frozen=True):
    """Who answers."""

    name: str
    version: str = ""
    language: str = ""


class GamePlayed(Message, frozen=True):
    """What an engine can do in one game; what ``options`` does not name is the default reading.

    ``actions`` names the action types it knows; absent, it knows them all.
    """

    abilities: tuple[str, ...] = ()
    options: dict[str, tuple[Reading, ...]] = {}
    actions: tuple[str, ...] | None = None


class HelloReply(Message, frozen=True):
    """Who the engine is and what it plays."""

    seq: int
    protocol: int
    engine: EngineName
    games: dict[str, GamePlayed] = {}


class OkReply(Message, frozen=True):
    """Accepted, or answered."""

    seq: int
    ok: Literal[True]
    answer: JSON = None


class RefusedReply(Message, frozen=True):
    """Readable and not allowed: nothing has changed."""

    seq: int
    ok: Literal[False]
    clauses: tuple[str, ...] = ()


class SkippedReply(Message, frozen=True):
    """Understood, and not something that this engine can do."""

    seq: int
    skipped: Annotated[str, Meta(description="the reason")]


class ErrorReply(Message, frozen=True):
    """Not readable, or not understood; ``seq`` is null for a line that is no JSON object."""

    seq: int | None
    error: Annotated[str, Meta(description="the reason")]


REPLIES: Final = (HelloReply, OkReply, RefusedReply, SkippedReply, ErrorReply)


# Reading


class NoReplyError(ValueError):
    """A line that is no reply of the protocol."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """``ok: true``; ``more`` holds the fields beside ``seq`` and ``ok``, known or not."""

    more: Mapping[str, JSON]

    @property
    def answer(self) -> JSON:
        """What was answered; null where the field is absent."""
        return self.more.get("answer")


@dataclass(frozen=True, slots=True)
class Refused:
    """``ok: false``, with the clauses where the engine names some."""

    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Skipped:
    """The engine cannot do it."""

    reason: str


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """The engine could not read or understand the request."""

    reason: str


Reply: TypeAlias = Accepted | Refused | Skipped | NotUnderstood


class _Form(msgspec.Struct):
    seq: int | None = None
    ok: bool | None = None
    clauses: tuple[str, ...] | None = None
    skipped: str | None = None
    error: str | None = None


def read_object(line: bytes) -> dict[str, JSON]:
    """A line as a JSON object; NoReplyError for anything else, however deep or torn."""
    try:
        message = msgspec.json.decode(line)
    except (ValueError, RecursionError) as error:
        raise NoReplyError(f"not readable as JSON ({str(error).rstrip('.')})") from None
    if not isinstance(message, dict):
        raise NoReplyError("not a JSON object")
    return message


def read_reply(message: dict[str, JSON]) -> tuple[int | None, Reply]:
    """The ``seq`` and the meaning of a reply; NoReplyError for an object that is none."""
    try:
        form = msgspec.convert(message, _Form)
    except msgspec.ValidationError as error:
        raise NoReplyError(f"no reply of the protocol: {error}") from None
    said = [name for name in ("skipped", "error") if message.get(name) is not None]
    if len(said) > 1 or (said and form.ok):
        raise NoReplyError(f"contradicts itself: {' and '.join(['ok'] * bool(form.ok) + said)}")
    if form.error is not None:
        return form.seq, NotUnderstood(form.error)
    if form.skipped is not None:
        return form.seq, Skipped(form.skipped)
    if form.ok is None:
        raise NoReplyError("no reply of the protocol: none of ok, skipped, error")
    if not form.ok:
        return form.seq, Refused(form.clauses or ())
    more = {name: part for name, part in message.items() if name not in ("seq", "ok")}
    return form.seq, Accepted(more)


def read_hello(message: dict[str, JSON]) -> HelloReply:
    """What an engine says of itself; NoReplyError where it does not or speaks another version."""
    for name in ("error", "skipped"):
        if message.get(name) is not None:
            raise NoReplyError(f"answers hello with {name}: {message[name]}")
    try:
        hello = msgspec.convert(message, HelloReply)
    except msgspec.ValidationError as error:
        raise NoReplyError(f"answers hello with something else: {error}") from None
    if hello.protocol != VERSION:
        raise NoReplyError(f"speaks protocol {hello.protocol}; here it is {VERSION}")
    return hello
