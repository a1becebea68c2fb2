"""Indian Chief as it is measured."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from meldcheck.games.measure import DECK, Habits, Measure, Messages, Sighted, Working, sample
from meldcheck.words.case import JSON, Act
from meldcheck.words.notation import without
from meldcheck.words.protocol import AskOfFacts, CardNames, CardText, Message, SeatNumber
from meldcheck.words.readings import Readings
from meldspec.wire import Match

PLAYERS: Final = (2, 3, 4, 5, 6, 7, 8)

# Messages


class Deal(Message, frozen=True, tag_field="type", tag="deal"):
    """Chance deals: eight cards for each seat, the stub with its top first."""

    hands: tuple[CardNames, ...]
    stock: CardNames


class Refill(Message, frozen=True, tag_field="type", tag="refill"):
    """The cards that the stub lacks to fill all hands, their top first."""

    stock: CardNames


class Reshuffle(Message, frozen=True, tag_field="type", tag="reshuffle"):
    """The stub of the next turn, its top first."""

    stock: CardNames


SuitText: TypeAlias = Literal["C", "D", "H", "S"]


class Choose(Message, frozen=True, tag_field="type", tag="choose"):
    """Choose a meld in secret; the other fields only where a reading asks for them."""

    cards: CardNames = ()
    suit: SuitText | None = None
    baccarat: CardNames = ()
    opponent: SeatNumber | None = None


class Claim(Message, frozen=True, tag_field="type", tag="claim"):
    """Claim a card of what a seat has shown; without fields, none."""

    seat: SeatNumber | None = None
    card: CardText | None = None


SEAT_ACTIONS: Final = (Choose, Claim)
SeatAction: TypeAlias = Choose | Claim


class Choice(Message, frozen=True):
    """A meld that is still hidden."""

    cards: CardNames
    suit: SuitText | None = None
    baccarat: CardNames = ()
    opponent: SeatNumber | None = None


class Claimed(Message, frozen=True):
    """A claim that is still hidden; without fields, of nothing."""

    seat: SeatNumber | None = None
    card: CardText | None = None


class Shown(Message, frozen=True):
    """What lies there of the meld of a seat."""

    owner: SeatNumber
    cards: CardNames = ()


class Theft(Message, frozen=True):
    """A card that a seat has stolen of another."""

    by: SeatNumber
    seat: SeatNumber
    card: CardText


class Sheet(Message, frozen=True):
    """The boxes of a seat that are filled."""

    thief: int | None = None
    beggar_man: int | None = None
    poor_man: int | None = None
    lawyer: int | None = None
    rich_man: int | None = None
    doctor: int | None = None
    indian_chief: int | None = None


MELDS: Final = Sheet.__struct_fields__
"""The melds by name, those of fewer cards first."""


class View(Message, frozen=True, kw_only=True):
    """What one seat may see of Indian Chief."""

    seat: SeatNumber
    phase: Literal["deal", "choose", "claim", "refill", "reshuffle", "over"]
    to_act: tuple[SeatNumber, ...] = ()
    dealer: SeatNumber
    turn: int
    hand: CardNames = ()
    hand_sizes: tuple[int, ...] = ()
    stock_size: int
    chosen: tuple[SeatNumber, ...] = ()
    choice: Choice | None = None
    melds: tuple[Shown, ...] = ()
    claimed: tuple[SeatNumber, ...] = ()
    claim: Claimed | None = None
    stolen: tuple[Theft, ...] = ()
    aside: CardNames = ()
    sheets: tuple[Sheet, ...]
    scores: tuple[int, ...]
    match_over: bool = False


class ReceiptLine(Message, frozen=True):
    """Points that a seat has in a box because of a clause; both seats are that one."""

    clause: str
    from_: SeatNumber = msgspec.field(name="from")
    to: SeatNumber
    points: int


class Result(Message, frozen=True, kw_only=True):
    """How a match of Indian Chief ended; ``winner`` is null where several share it."""

    end: Literal["sheets"]
    winner: SeatNumber | None = None
    points: tuple[int, ...]
    scores: tuple[int, ...]
    match_over: bool = False
    match_winners: tuple[SeatNumber, ...] = ()
    receipt: tuple[ReceiptLine, ...] = ()


class Settlement(Message, frozen=True, kw_only=True):
    """The answer to ``settle``."""

    points: tuple[int, ...]


class Dealt(Message, frozen=True):
    """The answer to ``deal``."""

    hands: tuple[CardNames, ...]
    stock: CardNames


class Counted(Message, frozen=True):
    """The answer to ``perft``."""

    total: int
    by_action: tuple[tuple[SeatAction, int], ...] = ()


class AskSettleIndianChief(AskOfFacts, frozen=True, tag="settle", kw_only=True):
    """Who scores what for the melds of one turn, a first one."""

    game: Literal["indian-chief"]
    melds: tuple[CardNames, ...]
    suits: tuple[SuitText | None, ...] = ()
    baccarat: tuple[CardNames | None, ...] = ()
    opponents: tuple[SeatNumber | None, ...] = ()


# Play


def packs(players: int) -> int:
    """One up to three players, then two."""
    return 1 if players <= 3 else 2


def _hand_sizes(players: int, dealer: int, number: int) -> tuple[int, ...]:
    """All get eight cards."""
    return (8,) * players


def due(match: Match, readings: Readings) -> list[str]:
    """The cards that chance is to give the stub, as the seats see what lies where; else none."""
    seen: list[JSON] = [match.view(0)]
    seen += [match.view(seat) for seat in range(1, len(seen[0]["scores"]))]
    held = [card for view in seen for card in view["hand"]]
    lying = [card for meld in seen[0].get("melds") or () for card in meld.get("cards") or ()]
    deck = [card for card in DECK for _ in range(packs(len(seen)))]
    lags = readings.get("restore.restore_which") == "one_turn_lag"
    match seen[0]["phase"]:
        case "refill" if readings.get("refill.stub_shortage") != "restore_first":
            return [*lying, *(seen[0].get("aside") or ())]
        case "refill":
            return without(deck, held)
        case "reshuffle":
            return without(deck, [*held, *(lying if lags else ())])
        case _:
            return []


def _chance(rng: random.Random, match: Match, readings: Readings, made: Sequence[Act]) -> JSON:
    """A refill or a reshuffle of the cards that are due, where one is."""
    view: JSON = match.view(0)
    if view["phase"] not in ("refill", "reshuffle"):
        return None
    stock = due(match, readings)
    rng.shuffle(stock)
    return {"type": view["phase"], "stock": stock}


def _untimely(rng: random.Random, match: Match) -> Iterator[JSON]:
    view: JSON = match.view(0)
    lying = [card for meld in view.get("melds") or () for card in meld.get("cards") or ()]
    yield {"type": "reshuffle", "stock": lying}
    yield {"type": "refill", "stock": lying}


def _wild(rng: random.Random, sighted: Sighted) -> Iterator[Act]:
    """Melds of the hand and of other cards, claims of what lies there and of what does not."""
    for seat in (sighted.mover, sighted.other):
        yield Act(by=seat, do={"type": "claim"})
        for cards in (sighted.hand, DECK):
            size = rng.randint(0, 8)
            if len(cards) >= size:
                yield Act(by=seat, do={"type": "choose", "cards": sample(rng, cards, size)})
        for owner, lying in enumerate(sighted.table):
            for card in (*lying[:1], rng.choice(DECK)):
                yield Act(by=seat, do={"type": "claim", "seat": owner, "card": card})
    cards = sample(rng, sighted.hand, rng.choice((1, 2, 6, 7)))
    declared: tuple[dict[str, JSON], ...] = (
        {"suit": rng.choice("CDHS")},
        {"baccarat": sample(rng, sighted.hand, 2)},
        {"opponent": rng.choice((sighted.mover, sighted.other))},
    )
    for more in declared:
        yield Act(by=sighted.mover, do={"type": "choose", "cards": cards, **more})


MEASURE: Final = Measure(
    name="indian-chief",
    title="Indian Chief",
    players=PLAYERS,
    first_hands=(1,),
    packs=packs,
    hand_sizes=_hand_sizes,
    wild=None,
    upcard=False,
    messages=Messages(
        chance=(Deal, Refill, Reshuffle),
        seats=SEAT_ACTIONS,
        view=View,
        result=Result,
        deal=Dealt,
        ask_settle=AskSettleIndianChief,
        settle=Settlement,
        perft=Counted,
    ),
    ends=("sheets",),
    least_cases=150,
    least_by_hand=90,
    working=Working(
        hand=None,
        gain="scores",
        field="points",
        labels=None,
        form="'seat N scores: CARD N + … = N', where cards need not be named",
    ),
    lays=None,
    order=(),
    shown={
        "deal": "indian-chief.deal.eight",
        "refill": "indian-chief.refill.stub-short",
        "reshuffle": "indian-chief.restore.shuffle",
        "choose": "indian-chief.turn.choose-privately",
        "claim": "indian-chief.thief.may-steal",
    },
    habits=Habits(
        tempers=((1, {}),),
        usual={"choose": 1.0, "claim": 1.0},
        late=("claim",),
        hands=(1,),
        wild=_wild,
        chance=_chance,
        untimely=_untimely,
        tidy={},
        kept=0.2,
        besides=(
            {"thief.thief_target_class": "valid_melds_only"},
            {"doctor.doctor_suit": "named_at_commit", "chief.chief_split": "declared_at_commit"},
            {"beggar.beggar_scope": "one_named"},
        ),
        many={"choose": 100, "claim": 4},
    ),
    melds=MELDS,
    ways=100,
    due=due,
)
"""Indian Chief."""
