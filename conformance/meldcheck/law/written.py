"""The examples of the documents, as their authors wrote them.

``suite.examples`` turns them into cases.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec

from meldcheck.law.clauses import Written
from meldcheck.words.block import Block
from meldcheck.words.case import JSON, Record, Tier
from meldcheck.words.errors import SpecError
from meldcheck.words.messages import Cards


class WrittenDeal(Written, frozen=True, kw_only=True):
    """An explicit deal: every card in its place.

    ``players`` is given if the number of seats can vary, ``upcard`` if a card is turned up to begin
    the discard pile, and ``hand_number`` if the match begins with a later hand.
    """

    dealer: int
    hands: tuple[Cards, ...]
    stock: Cards
    players: int | None = None
    upcard: str | None = None
    hand_number: int | None = msgspec.field(default=None, name="hand_number")


DealWords: TypeAlias = WrittenDeal | str
"""A deal, or ``as EXAMPLE-ID``."""


class ControlWords(Written, frozen=True, kw_only=True):
    """The accepted counterpart of a refused play."""

    why: str
    play: str
    deal: DealWords | None = None
    swap: str | tuple[str, ...] | None = None


class ExampleFields(Written, frozen=True, kw_only=True, tag_field="kind"):
    """The fields that examples of every kind have."""

    title: str
    file: str
    line: int
    id: str
    clauses: tuple[str, ...]
    flags: tuple[str, ...] = ()
    tier: Tier | None = None
    rules: dict[str, str] = msgspec.field(default_factory=dict)
    working: tuple[str, ...] = ()


class PlayExample(ExampleFields, frozen=True, kw_only=True, tag="play"):
    """A play with the result of each step."""

    play: str
    deal: DealWords | None = None
    deals: dict[str, DealWords] = msgspec.field(default_factory=dict)
    swap: str | tuple[str, ...] | None = None
    control: ControlWords | str | None = None


class LegalExample(PlayExample, frozen=True, kw_only=True, tag="legal"):
    """A play that tests a list of legal actions."""


class ViewExample(PlayExample, frozen=True, kw_only=True, tag="view"):
    """A play that tests what a seat sees."""


class TwinExample(ExampleFields, frozen=True, kw_only=True, tag="twin"):
    """Two plays that a seat cannot tell apart."""

    deal: DealWords
    play: str
    swap: str | tuple[str, ...]
    blind: int | tuple[int, ...]


class MeldExample(ExampleFields, frozen=True, kw_only=True, tag="meld"):
    """Cards that are a meld of the game or not, one case a row.

    ``wild`` is the wild rank, if there is one.
    """

    rows: dict[str, str]
    wild: str | None = None


class DeadwoodExample(ExampleFields, frozen=True, kw_only=True, tag="deadwood"):
    """The fewest points that can stay unmatched in a hand.

    ``wild`` is the wild rank, if there is one. ``table`` is the table's melds, if a reading lets
    them matter.
    """

    hand: Cards
    deadwood: int
    wild: str | None = None
    table: tuple[Cards, ...] = ()


class BestAsked(Written, frozen=True, kw_only=True):
    """A table and a hand, and whether to play the most cards or the most points."""

    what: Literal["best"]
    players: int
    hand: Cards
    table: tuple[Cards, ...] = ()
    by: Literal["cards", "points"] = "cards"


class BestStated(Written, frozen=True, kw_only=True):
    """The stated parts of the best play: its cards, their count, their points."""

    cards: Cards | None = None
    count: int | None = None
    points: int | None = None


class BestExample(ExampleFields, frozen=True, kw_only=True, tag="best"):
    """The most that a hand can play on a table; ``none`` if it can play nothing."""

    asks: BestAsked
    answer: BestStated | Literal["none"]


class DealExample(ExampleFields, frozen=True, kw_only=True, tag="deal"):
    """A deck, and the hands dealt from it."""

    deck: Cards
    dealer: int
    hands: tuple[Cards, ...]
    stock: Cards
    players: int | None = None
    upcard: str | None = None
    hand_number: int | None = msgspec.field(default=None, name="hand_number")


class Facts(Record, frozen=True):
    """How a hand to be settled ended, with the fields of all games."""

    end: str | None = None
    winner: int | None = None
    rummy: bool | None = None
    hand_number: int | None = None
    out: int | None = None
    caller: int | None = None
    challengers: tuple[int, ...] = ()
    suits: tuple[str | None, ...] = ()
    baccarat: tuple[Cards | None, ...] = ()
    opponents: tuple[int | None, ...] = ()
    knocker: int | None = None
    scores: tuple[int, ...] = ()
    boxes: tuple[int, ...] = ()
    table: tuple[Cards, ...] = ()


class LaidMeld(Record, frozen=True):
    """A meld on the table when a hand is settled."""

    owner: int
    cards: Cards
    laid_by: tuple[int, ...] = ()
    face_down: bool = False


class Settled(Record, frozen=True):
    """The settlement of a hand: the fields that the author worked out."""

    points: tuple[int, ...] | None = None
    payments: tuple[int, ...] | None = None
    burned: tuple[int, ...] | None = None
    deadwood: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    boxes: tuple[int, ...] | None = None
    match_over: bool | None = None
    match_winners: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None


class SettleExample(ExampleFields, frozen=True, kw_only=True, tag="settle"):
    """Payments or points from stated facts.

    ``melds`` are on the table. In a game with melds only, they are what each seat shows.
    """

    answer: Settled
    facts: Facts = Facts()
    hands: tuple[Cards, ...] = ()
    melds: tuple[LaidMeld | Cards, ...] = ()


class RefusedExample(ExampleFields, frozen=True, kw_only=True, tag="refused"):
    """A question that the rules refuse: that of the example ``of``, with other facts.

    ``change`` has the facts that differ. The question of the other example is the control.
    """

    of: str
    change: dict[str, JSON]
    refused: tuple[str, ...]


class DeckAsked(Written, frozen=True, kw_only=True):
    """A question about the deal of a deck, without play."""

    what: Literal["deal"]
    deck: Cards
    dealer: int
    players: int | None = None
    hand_number: int | None = msgspec.field(default=None, name="hand_number")


class DeckDealt(Written, frozen=True, kw_only=True):
    """The hands, the stock and the upcard that a deck gives."""

    hands: tuple[Cards, ...]
    stock: Cards
    upcard: str | None = None


class QuestionExample(ExampleFields, frozen=True, kw_only=True, tag="question"):
    """A play that continues differently under each reading of an open question.

    ``play`` is accepted under all readings. Each entry of ``readings`` has the same steps, with the
    results under that reading. If the deal decides, a deck is asked about instead of a play.
    """

    question: str
    readings: dict[str, str | DeckDealt]
    play: str = ""
    deal: DealWords | None = None
    deals: dict[str, DealWords] = msgspec.field(default_factory=dict)
    swap: str | tuple[str, ...] | None = None
    asks: DeckAsked | None = None


PlayedExample: TypeAlias = PlayExample | LegalExample | ViewExample
DealingExample: TypeAlias = PlayedExample | QuestionExample
"""The kinds whose play may deal several hands."""
AnyExample: TypeAlias = (
    PlayExample
    | LegalExample
    | ViewExample
    | TwinExample
    | MeldExample
    | DeadwoodExample
    | BestExample
    | DealExample
    | SettleExample
    | RefusedExample
    | QuestionExample
)


@dataclass(frozen=True, slots=True)
class Example:
    """An example and its block in the chapter."""

    fields: AnyExample
    block: Block

    @property
    def id(self) -> str:
        """The id of the case; for rows, the part that their ids share."""
        return self.fields.id

    def error(self, message: str, *path: str | int) -> SpecError:
        """The error at a field of the block."""
        return self.block.error(f"{self.id}: {message}", *path)
