"""The messages between the runner and an engine, version 1, as records.

The JSON Schemas for implementers are made from these records.  ``read_reply`` allows harmless
departures: unknown fields, and null for an absent field.
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
"""The version of the protocol."""

LATE_START: Final = "late-start"
"""The ability to begin a match with a hand other than the first."""

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
    """The first request of a run: the engine names itself and the games it plays."""

    seq: int
    protocol: int


class BeginRequest(Message, frozen=True, tag_field="cmd", tag="begin", kw_only=True):
    """Begin a new match; it replaces any earlier one.

    ``hand_number`` is the number of its first hand, if that is not 1.
    """

    seq: int
    game: str
    rules: Rules = Rules()
    players: int
    dealer: SeatNumber
    hand_number: int | None = None


class ActRequest(Message, frozen=True, tag_field="cmd", tag="act"):
    """An action of a seat or of chance in the match that has begun."""

    seq: int
    by: SeatNumber | Literal["chance"]
    do: dict[str, JSON]


class EndRequest(Message, frozen=True, tag_field="cmd", tag="end"):
    """End the match that has begun."""

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

    ``wild`` is the wild rank, if a game has one; cards may then be ``both``.
    """

    cards: CardNames
    wild: RankText | None = None


class AskDeadwood(AskOfFacts, frozen=True, tag="deadwood", kw_only=True):
    """The fewest points that can stay unmatched in a hand.

    ``wild`` is the wild rank, if there is one. ``table`` is the table's melds, in a game where they
    may matter.
    """

    hand: CardNames
    wild: RankText | None = None
    table: tuple[CardNames, ...] = ()


class AskDeal(AskOfFacts, frozen=True, tag="deal", kw_only=True):
    """Which cards of a deck, its top first, does each seat get?

    ``players`` is the number of seats, in a game where it varies. ``hand_number`` is the number of
    the hand in its match, if that matters.
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
    """How many sequences of ``depth`` accepted seat actions are there?"""

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
    """The name of an engine."""

    name: str
    version: str = ""
    language: str = ""


class GamePlayed(Message, frozen=True):
    """What an engine can do in one game.

    An option that ``options`` does not name has its default reading. ``actions`` names the action
    types that the engine knows; without it, the engine knows all. ``without`` names what the engine
    does not have: fields of answers, by question, and by ``actions`` forms of actions. ``players``
    has the numbers of players; without it, the engine plays all numbers of the game.
    """

    abilities: tuple[str, ...] = ()
    options: dict[str, tuple[Reading, ...]] = {}
    actions: tuple[str, ...] | None = None
    without: dict[str, tuple[str, ...]] = {}
    players: Annotated[tuple[int, ...], Meta(min_length=1)] | None = None


class HelloReply(Message, frozen=True):
    """The engine's name and the games that it plays."""

    seq: int
    protocol: int
    engine: EngineName
    games: dict[str, GamePlayed] = {}


class OkReply(Message, frozen=True):
    """The request is accepted, or answered."""

    seq: int
    ok: Literal[True]
    answer: JSON = None


class RefusedReply(Message, frozen=True):
    """The request is readable but not allowed. Nothing has changed."""

    seq: int
    ok: Literal[False]
    clauses: tuple[str, ...] = ()


class SkippedReply(Message, frozen=True):
    """The request is understood, but this engine cannot do it."""

    seq: int
    skipped: Annotated[str, Meta(description="the reason")]


class ErrorReply(Message, frozen=True):
    """The request cannot be read or understood. ``seq`` is null for a line that is no object."""

    seq: int | None
    error: Annotated[str, Meta(description="the reason")]


REPLIES: Final = (HelloReply, OkReply, RefusedReply, SkippedReply, ErrorReply)


# Reading


class NoReplyError(ValueError):
    """A line that is not a reply of the protocol."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """``ok: true``. ``more`` has all fields but ``seq`` and ``ok``, known or not."""

    more: Mapping[str, JSON]

    @property
    def answer(self) -> JSON:
        """The answer; None if the field is absent."""
        return self.more.get("answer")


@dataclass(frozen=True, slots=True)
class Refused:
    """``ok: false``, with clauses if the engine names any."""

    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Skipped:
    """The engine cannot do what the request asks."""

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
    """A line as a JSON object; NoReplyError for anything else."""
    try:
        message = msgspec.json.decode(line)
    except (ValueError, RecursionError) as error:
        raise NoReplyError(f"not readable as JSON ({str(error).rstrip('.')})") from None
    if not isinstance(message, dict):
        raise NoReplyError("not a JSON object")
    return message


def read_reply(message: dict[str, JSON]) -> tuple[int | None, Reply]:
    """The ``seq`` and the meaning of a reply; NoReplyError for an object that is not a reply."""
    try:
        form = msgspec.convert(message, _Form)
    except msgspec.ValidationError as error:
        raise NoReplyError(f"not a reply of the protocol: {error}") from None
    said = [name for name in ("skipped", "error") if message.get(name) is not None]
    if len(said) > 1 or (said and form.ok):
        raise NoReplyError(f"contradicts itself: {' and '.join(['ok'] * bool(form.ok) + said)}")
    if form.error is not None:
        return form.seq, NotUnderstood(form.error)
    if form.skipped is not None:
        return form.seq, Skipped(form.skipped)
    if form.ok is None:
        raise NoReplyError("not a reply of the protocol: none of ok, skipped, error")
    if not form.ok:
        return form.seq, Refused(form.clauses or ())
    more = {name: part for name, part in message.items() if name not in ("seq", "ok")}
    return form.seq, Accepted(more)


def read_hello(message: dict[str, JSON]) -> HelloReply:
    """A reply to ``hello``; NoReplyError for another reply or another protocol version."""
    for name in ("error", "skipped"):
        if message.get(name) is not None:
            raise NoReplyError(f"answers hello with {name}: {message[name]}")
    spoken = message.get("protocol")
    if type(spoken) is int and spoken != VERSION:
        raise NoReplyError(f"speaks protocol {spoken}; expected is protocol {VERSION}")
    try:
        hello = msgspec.convert(message, HelloReply)
    except msgspec.ValidationError as error:
        wanted = f'{{"seq": …, "protocol": {VERSION}, "engine": …, "games": …}}'
        message_of = f"answers hello with something else: {error}; expected is {wanted}"
        raise NoReplyError(message_of) from None
    return hello
