"""Tong-its as it is measured."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from meldcheck.games.measure import (
    DECK,
    Habits,
    Measure,
    Messages,
    Sighted,
    Working,
    one_pack,
    sample,
    wild_lay_offs,
)
from meldcheck.words.case import JSON, Act
from meldcheck.words.protocol import AskOfFacts, CardNames, CardText, Message, SeatNumber
from meldcheck.words.readings import Readings
from meldspec.wire import Match

SEATS: Final = 3
HAND: Final = 12
"""Cards of a seat that does not deal."""

# Messages


class Deal(Message, frozen=True, tag_field="type", tag="deal"):
    """Chance deals: a hand for each seat, the stock with its top first."""

    hands: tuple[CardNames, ...]
    stock: CardNames


class Draw(Message, frozen=True, tag_field="type", tag="draw"):
    """Take the top card of the stock."""


class Take(Message, frozen=True, tag_field="type", tag="take"):
    """Take the top of the discard pile and lay it at once with these hand cards.

    Readings that allow it lay it on the table meld that now holds the cards of ``meld`` instead,
    or, where neither is named, keep it in the hand.
    """

    with_: CardNames = msgspec.field(name="with", default=())
    meld: CardNames = ()


class Expose(Message, frozen=True, tag_field="type", tag="expose"):
    """Lay a meld on the table; a four may lie face down."""

    cards: CardNames
    face_down: bool = False


class LayOff(Message, frozen=True, tag_field="type", tag="lay_off"):
    """Add one card to the table meld that now holds the cards of ``meld``."""

    card: CardText
    meld: CardNames


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
    cards: CardNames = ()
    face_down: bool = False
    size: int | None = None


class View(Message, frozen=True, kw_only=True):
    """What one seat may see of Tong-its; ``discard`` has its top last."""

    seat: SeatNumber
    phase: Literal["deal", "draw", "play", "respond", "over"]
    to_act: tuple[SeatNumber, ...] = ()
    dealer: SeatNumber
    hand: CardNames = ()
    hand_sizes: tuple[int, ...] = ()
    stock_size: int
    discard: CardNames = ()
    opened: tuple[bool, ...] = ()
    chips: tuple[int, ...] = ()
    pot: int
    melds: tuple[MeldSeen, ...] = ()
    caller: SeatNumber | None = None
    answers: tuple[tuple[SeatNumber, Literal["fold", "challenge"]], ...] = ()
    revealed: tuple[CardNames | None, ...] = ()


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

    hands: tuple[CardNames, ...]
    stock: CardNames


class Counted(Message, frozen=True):
    """The answer to ``perft``."""

    total: int
    by_action: tuple[tuple[SeatAction, int], ...] = ()


class MeldLaid(Message, frozen=True):
    """A meld that lay on the table at the end; ``laid_by`` names a seat for each card."""

    owner: SeatNumber
    cards: CardNames
    laid_by: tuple[SeatNumber, ...] = ()
    face_down: bool = False


class AskSettle(AskOfFacts, frozen=True, tag="settle", kw_only=True):
    """Who pays what at the end of a hand of which only the facts are given."""

    end: str
    winner: SeatNumber | None = None
    caller: SeatNumber | None = None
    challengers: tuple[SeatNumber, ...] = ()
    hands: tuple[CardNames, ...]
    melds: tuple[MeldLaid, ...] = ()


# Play


def _hand_sizes(players: int, dealer: int, number: int) -> tuple[int, ...]:
    """The dealer gets a card more than the others."""
    return tuple(HAND + (seat == dealer) for seat in range(players))


def _only_deals(rng: random.Random, match: Match, readings: Readings, made: Sequence[Act]) -> JSON:
    """Chance does nothing but deal."""
    return None


def _wild(rng: random.Random, sighted: Sighted) -> Iterator[Act]:
    mover, other, own = sighted.mover, sighted.other, sighted.hand
    for name in ("draw", "call_draw", "fold", "challenge", "call_tongits"):
        yield Act(by=mover, do={"type": name})
        yield Act(by=other, do={"type": name})
    for cards in (own, DECK):
        yield Act(by=mover, do={"type": "discard", "card": rng.choice(cards)})
        yield Act(by=mover, do={"type": "call_tongits", "discard": rng.choice(cards)})
        for size in (1, 2, 3, 4):
            some = sample(rng, cards, size)
            yield Act(by=mover, do={"type": "take", "with": some})
            yield Act(by=mover, do={"type": "expose", "cards": some})
            yield Act(by=mover, do={"type": "expose", "cards": some, "face_down": True})
        yield from wild_lay_offs(rng, sighted, cards)


_EAGER: Final = {"call_draw": 6.0, "take": 8.0, "expose": 6.0, "lay_off": 8.0}
_PATIENT: Final = {"call_draw": 0.3, "take": 3.0, "expose": 1.0, "lay_off": 3.0}
_CLOSED: Final = {"call_draw": 0.0, "take": 0.0, "expose": 0.0, "lay_off": 4.0}
_OPENED: Final = {"call_draw": 0.0, "take": 6.0, "expose": 8.0, "lay_off": 1.0}

MEASURE: Final = Measure(
    name="tongits",
    title="Tong-its",
    players=(SEATS,),
    first_hands=(1,),
    packs=one_pack,
    hand_sizes=_hand_sizes,
    wild=None,
    upcard=False,
    messages=Messages(
        chance=(Deal,),
        seats=SEAT_ACTIONS,
        view=View,
        result=Result,
        deal=Dealt,
        ask_settle=AskSettle,
        settle=Settlement,
        perft=Counted,
    ),
    ends=("tongits", "draw", "stock"),
    least_cases=450,
    least_by_hand=250,
    working=Working(
        hand="deadwood",
        gain="pays",
        field="payments",
        labels={
            "win": "tongits.settlement.win-one",
            "tongits": "tongits.settlement.tongit-three",
            "challenged": "tongits.settlement.challenge-three",
            "burned": "tongits.burned.one-chip",
            "ace": "tongits.settlement.ace-one-each",
            "secret": "tongits.settlement.secret-three-each",
            "sagasa": "tongits.settlement.sagasa-like-a-secret",
            "long-run": "tongits.variations.long-run",
            "second-win": "tongits.pot.variant-second-win-extra",
        },
        form="'seat N pays: LABEL N + … = N' or 'seat N deadwood: …'",
    ),
    lays="expose",
    order=(),
    shown={
        "deal": "tongits.deal.stock-is-remainder",
        "draw": "tongits.drawing.two-sources",
        "take": "tongits.drawing.discard-must-expose",
        "expose": "tongits.exposing.owned",
        "lay_off": "tongits.laying-off.others-melds",
        "discard": "tongits.discarding.face-up-on-top",
        "call_tongits": "tongits.tongits-call.caller-wins",
        "call_draw": "tongits.draw-call.ends-hand",
        "fold": "tongits.answering.fold-or-challenge",
        "challenge": "tongits.showdown.participants",
    },
    habits=Habits(
        tempers=((4, _EAGER), (4, _PATIENT), (1, _CLOSED), (2, _OPENED)),
        usual={"draw": 2.0, "discard": 2.0, "fold": 1.0, "challenge": 2.0, "call_tongits": 20.0},
        late=("draw", "call_draw", "fold", "call_tongits"),
        hands=(1, 1, 2, 3),
        wild=_wild,
        chance=_only_deals,
        untimely=lambda rng, match: iter(()),
        tidy={},
        kept=1.0,
        besides=(),
        many={"draw": 4, "play": 12, "respond": 2},
    ),
)
"""Tong-its."""
