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

from meldcheck.case import JSON

VERSION: Final = 1
"""The version of the protocol that is spoken here."""

CardText = Annotated[
    str,
    Meta(
        pattern=r"^([A2-9TJQK][CDHS]|\*([A2-9TJQK][CDHS])?)$",
        description="rank then suit, such as 7H or TS; a joker is *, one that stands for 7H is *7H",
    ),
]
SeatNumber = Annotated[int, Meta(ge=0, description="a seat, counted from 0 in order of play")]
Cards: TypeAlias = tuple[CardText, ...]
Reading: TypeAlias = str | int


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
    """A new match, whatever came before."""

    seq: int
    game: str
    rules: Rules = Rules()
    players: int
    dealer: SeatNumber


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


class _AskOfFacts(_Ask, frozen=True, kw_only=True):
    game: str
    rules: Rules = Rules()


class AskMeld(_AskOfFacts, frozen=True, tag="meld", kw_only=True):
    """Are these cards a ``set``, a ``run``, or no meld (null)?"""

    cards: Cards


class AskDeadwood(_AskOfFacts, frozen=True, tag="deadwood", kw_only=True):
    """The fewest points that can stay unmatched in a hand."""

    hand: Cards


class AskDeal(_AskOfFacts, frozen=True, tag="deal", kw_only=True):
    """Who gets which cards of a deck, its top first."""

    deck: Cards
    dealer: SeatNumber


class MeldLaid(Message, frozen=True):
    """A meld that lay on the table at the end; ``laid_by`` names a seat for each card."""

    owner: SeatNumber
    cards: Cards
    laid_by: tuple[SeatNumber, ...] = ()
    face_down: bool = False


class AskSettle(_AskOfFacts, frozen=True, tag="settle", kw_only=True):
    """Who pays what at the end of a hand of which only the facts are given."""

    end: str
    winner: SeatNumber | None = None
    caller: SeatNumber | None = None
    challengers: tuple[SeatNumber, ...] = ()
    hands: tuple[Cards, ...]
    melds: tuple[MeldLaid, ...] = ()


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
    AskSettle,
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


# Tong-its


class Deal(Message, frozen=True, tag_field="type", tag="deal"):
    """Chance deals: a hand for each seat, the stock with its top first."""

    hands: tuple[Cards, ...]
    stock: Cards


class Draw(Message, frozen=True, tag_field="type", tag="draw"):
    """Take the top card of the stock."""


class Take(Message, frozen=True, tag_field="type", tag="take"):
    """Take the top of the discard pile and lay it at once with these hand cards.

    Readings that allow it lay it on the table meld that now holds the cards of ``meld`` instead,
    or, where neither is named, keep it in the hand.
    """

    with_: Cards = msgspec.field(name="with", default=())
    meld: Cards = ()


class Expose(Message, frozen=True, tag_field="type", tag="expose"):
    """Lay a meld on the table; a four may lie face down."""

    cards: Cards
    face_down: bool = False


class LayOff(Message, frozen=True, tag_field="type", tag="lay_off"):
    """Add one card to the table meld that now holds the cards of ``meld``."""

    card: CardText
    meld: Cards


class Discard(Message, frozen=True, tag_field="type", tag="discard"):
    """Put a card on the discard pile."""

    card: CardText


class CallTongits(Message, frozen=True, tag_field="type", tag="call_tongits"):
    """End the hand with every card left in melds, after a last discard if one is named."""

    discard: CardText | None = None


class CallDraw(Message, frozen=True, tag_field="type", tag="call_draw"):
    """Call a draw in place of taking a card."""


class Fold(Message, frozen=True, tag_field="type", tag="fold"):
    """Answer a called draw by giving up."""


class Challenge(Message, frozen=True, tag_field="type", tag="challenge"):
    """Answer a called draw by comparing hands."""


SEAT_ACTIONS: Final = (
    Draw,
    Take,
    Expose,
    LayOff,
    Discard,
    CallTongits,
    CallDraw,
    Fold,
    Challenge,
)
SeatAction: TypeAlias = (
    Draw | Take | Expose | LayOff | Discard | CallTongits | CallDraw | Fold | Challenge
)


class MeldSeen(Message, frozen=True):
    """A table meld: its cards, or its size where they are hidden."""

    owner: SeatNumber
    cards: Cards = ()
    face_down: bool = False
    size: int | None = None


class View(Message, frozen=True, kw_only=True):
    """What one seat may see of Tong-its; ``discard`` has its top last."""

    seat: SeatNumber
    phase: Literal["deal", "draw", "play", "respond", "over"]
    to_act: tuple[SeatNumber, ...] = ()
    dealer: SeatNumber
    hand: Cards = ()
    hand_sizes: tuple[int, ...] = ()
    stock_size: int
    discard: Cards = ()
    opened: tuple[bool, ...] = ()
    chips: tuple[int, ...] = ()
    pot: int
    melds: tuple[MeldSeen, ...] = ()
    caller: SeatNumber | None = None
    answers: tuple[tuple[SeatNumber, Literal["fold", "challenge"]], ...] = ()
    revealed: tuple[Cards | None, ...] = ()


class ReceiptLine(Message, frozen=True):
    """Chips that pass from one seat to another because of a clause."""

    clause: str
    from_: SeatNumber = msgspec.field(name="from")
    to: SeatNumber
    chips: int


class Result(Message, frozen=True, kw_only=True):
    """How a hand of Tong-its ended; ``pot`` is the amount before it is paid."""

    end: Literal["tongits", "draw", "stock", "spread"]
    winner: SeatNumber | None = None
    deadwood: tuple[int, ...]
    burned: tuple[SeatNumber, ...] = ()
    payments: tuple[int, ...]
    pot: int
    pot_to: SeatNumber | None = None
    receipt: tuple[ReceiptLine, ...] = ()


class Settlement(Message, frozen=True, kw_only=True):
    """The answer to ``settle``."""

    payments: tuple[int, ...]
    burned: tuple[SeatNumber, ...] = ()
    deadwood: tuple[int, ...]


class Dealt(Message, frozen=True):
    """The answer to ``deal``."""

    hands: tuple[Cards, ...]
    stock: Cards


class Counted(Message, frozen=True):
    """The answer to ``perft``."""

    total: int
    by_action: tuple[tuple[SeatAction, int], ...] = ()


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


# Schemas

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, bytes]:
    """The JSON Schemas of the protocol, by file name."""
    return {
        "protocol-request.json": _schema("A request of the runner", REQUESTS),
        "protocol-reply.json": _schema("A reply of an engine", REPLIES),
        "protocol-tongits-action.json": _schema("An action of Tong-its", (Deal, *SEAT_ACTIONS)),
        "protocol-tongits-view.json": _schema("What a seat may see of Tong-its", (View,)),
        "protocol-tongits-result.json": _schema("How a hand of Tong-its ended", (Result,)),
        "protocol-tongits-deal.json": _schema("The answer to deal", (Dealt,)),
        "protocol-tongits-settle.json": _schema("The answer to settle", (Settlement,)),
        "protocol-tongits-perft.json": _schema("The answer to perft", (Counted,)),
    }


def _schema(title: str, kinds: tuple[type[Message], ...]) -> bytes:
    references, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    whole: dict[str, JSON] = {"$schema": _DIALECT, "title": title}
    whole |= {"anyOf": list(references)} if len(references) > 1 else references[0]
    whole["$defs"] = parts
    encoded = msgspec.json.encode(whole, order="sorted")
    return msgspec.json.format(encoded, indent=2) + b"\n"
