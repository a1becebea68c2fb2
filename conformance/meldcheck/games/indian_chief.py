"""The measure of Indian Chief."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from meldcheck.games.measure import DECK, Habits, Measure, Sighted, Working, sample
from meldcheck.words.case import JSON, Act
from meldcheck.words.notation import without
from meldcheck.words.readings import Readings
from meldspec.indian_chief.melds import Box
from meldspec.wire import Match

PLAYERS: Final = (2, 3, 4, 5, 6, 7, 8)


def packs(players: int) -> int:
    """Number of packs: one for up to three players, else two."""
    return 1 if players <= 3 else 2


def _hand_sizes(players: int, dealer: int, number: int) -> tuple[int, ...]:
    """Eight cards for each seat."""
    return (8,) * players


def due(match: Match, readings: Readings) -> list[str]:
    """The cards that chance must put into the stub, from the views of all seats; empty if none."""
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
    """A refill or a reshuffle of the due cards; None if none is due."""
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
    """Choices from the hand and from other cards, and claims of cards that lie there or do not."""
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
    packs=packs,
    hand_sizes=_hand_sizes,
    ends=("sheets",),
    least_cases=150,
    least_by_hand=90,
    working=Working(
        hand=None,
        gain="scores",
        form="'seat N scores: CARD N + … = N', where cards need not be named",
    ),
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
        kept=0.2,
        besides=(
            {"thief.thief_target_class": "valid_melds_only"},
            {"doctor.doctor_suit": "named_at_commit", "chief.chief_split": "declared_at_commit"},
            {"beggar.beggar_scope": "one_named"},
        ),
        many={"choose": 100, "claim": 4},
    ),
    melds=tuple(box.name.lower() for box in Box),
    ways=100,
    due=due,
)
"""Indian Chief."""
