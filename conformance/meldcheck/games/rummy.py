"""The measure of Rummy."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from meldcheck.games.measure import (
    DECK,
    Dealing,
    Habits,
    Measure,
    Sighted,
    Working,
    one_pack,
    sample,
    wild_lay_offs,
)
from meldcheck.words.case import JSON, Act
from meldcheck.words.readings import Readings
from meldspec.cards import parse_all, texts
from meldspec.melds import melds_in
from meldspec.wire import Match

PLAYERS: Final = (2, 3, 4, 5, 6)
HANDS: Final = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""By number of seats: the number of cards that each seat is dealt."""


def _hand_sizes(players: int, dealer: int, number: int) -> tuple[int, ...]:
    """The same number of cards for each seat."""
    return (HANDS[players],) * players


def _chance(rng: random.Random, match: Match, readings: Readings, made: Sequence[Act]) -> JSON:
    """A cut or a reshuffle; None if neither is due."""
    view: JSON = match.view(0)
    result: JSON = match.result()
    cuts = [act.do["cards"] for act in made if act.do["type"] == "cut"]
    cuts_again = readings.get("dealer.next_dealer") == "recut" and not cuts
    match view["phase"]:
        case "cut":
            return {"type": "cut", "cards": _cut(rng, len(view["hand_sizes"]), readings, cuts)}
        case "over" if cuts_again and result["winner"] is not None and not view["match_over"]:
            return {"type": "cut", "cards": _cut(rng, len(view["hand_sizes"]), readings, ())}
        case "reshuffle":
            keeps = readings.get("stock.stock_exhaustion") != "reshuffle_all"
            due = list(view["discard"][:-1] if keeps else view["discard"])
            rng.shuffle(due)
            return {"type": "reshuffle", "stock": due}
        case _:
            return None


def _cut(
    rng: random.Random, seats: int, readings: Readings, cuts: Sequence[Sequence[str | None]]
) -> list[str | None]:
    """A card for each seat that cuts: all at first, then those that drew the highest."""
    due = set(range(seats))
    pack = list(DECK)
    if cuts and len(highest(cuts[-1])) > 1:
        due = highest(cuts[-1])
        if readings.get("dealer.cut_replacement") != "return_and_shuffle":
            pack = [card for card in DECK if not any(card in cut for cut in cuts)]
    # Few ranks, so that ties happen.
    few = [card for card in pack if card[0] in "23"]
    drawn = iter(rng.sample(few if len(few) >= len(due) else pack, len(due)))
    return [next(drawn) if seat in due else None for seat in range(seats)]


def _untimely(rng: random.Random, match: Match) -> Iterator[JSON]:
    view: JSON = match.view(0)
    yield {"type": "reshuffle", "stock": view["discard"][:-1]}
    yield {"type": "cut", "cards": rng.sample(DECK, len(view["hand_sizes"]))}


def highest(cut: Sequence[str | None]) -> set[int]:
    """The seats that drew the highest number; an ace is one, a king thirteen."""
    numbers = {seat: DECK.index(card) % 13 for seat, card in enumerate(cut) if card is not None}
    return {seat for seat, number in numbers.items() if number == max(numbers.values())}


def _wild(rng: random.Random, sighted: Sighted) -> Iterator[Act]:
    mover, own = sighted.mover, sighted.hand
    for name in ("draw", "take"):
        yield Act(by=mover, do={"type": name})
        yield Act(by=sighted.other, do={"type": name})
    for held in melds_in(frozenset(parse_all(list(own)))):
        yield Act(by=mover, do={"type": "meld", "cards": list(texts(held))})
    for cards in (own or DECK, DECK):
        if not cards:
            continue
        yield Act(by=mover, do={"type": "discard", "card": rng.choice(cards)})
        for size in (1, 2, 3, 4):
            yield Act(by=mover, do={"type": "meld", "cards": sample(rng, cards, size)})
        yield from wild_lay_offs(rng, sighted, cards)


def _named(dealer: int, seats: int) -> JSON:
    """A cut in which this seat draws the highest card."""
    low = iter(DECK)
    return {
        "type": "cut",
        "cards": ["KS" if seat == dealer else next(low) for seat in range(seats)],
    }


_EAGER: Final = {"take": 2.0, "meld": 9.0, "lay_off": 9.0, "discard": 1.0}
_PATIENT: Final = {"take": 1.0, "meld": 2.0, "lay_off": 2.0, "discard": 3.0}
_HOLDING: Final = {"take": 1.0, "meld": 0.2, "lay_off": 0.1, "discard": 4.0}
_DRAWING: Final = {"take": 0.0, "meld": 4.0, "lay_off": 2.0, "discard": 4.0}

MEASURE: Final = Measure(
    name="rummy",
    title="Rummy",
    players=PLAYERS,
    packs=one_pack,
    hand_sizes=_hand_sizes,
    upcard=True,
    ends=("out",),
    least_cases=200,
    least_by_hand=120,
    working=Working(
        hand="count",
        gain="scores",
        form="'seat N count: CARD N + … = N' or 'seat N scores: N + … = N[; doubled N]'",
    ),
    lays="meld",
    order=("turn.step_order", "meld.meld_compulsion"),
    shown={
        "deal": "rummy.setup.upcard",
        "cut": "rummy.dealer.cut",
        "reshuffle": "rummy.stock.reshuffle",
        "draw": "rummy.draw.either-pile",
        "take": "rummy.draw.discard-public",
        "meld": "rummy.meld.owned",
        "lay_off": "rummy.layoff.unlimited",
        "discard": "rummy.discard.face-up-on-top",
    },
    habits=Habits(
        tempers=((5, _EAGER), (2, _PATIENT), (1, _HOLDING), (2, _DRAWING)),
        usual={"draw": 4.0},
        late=("draw", "take"),
        hands=(1, 1, 2, 3, 9),
        wild=_wild,
        chance=_chance,
        untimely=_untimely,
        tidy={"score.concealed_melds_at_end": "exempt"},
        kept=0.3,
        besides=(
            {"dealer.first_dealer": "cut"},
            {"stock.stock_exhaustion": "reshuffle_all", "stock.exhaustion_timing": "lazy_start"},
            {"match.match_end": "hands", "match.number_of_hands": 2},
        ),
        many={"draw": 2, "play": 12},
    ),
    dealing=Dealing(
        first={"dealer.first_dealer": "cut"},
        later=tuple({"dealer.next_dealer": name} for name in ("winner", "same", "recut")),
        named=_named,
    ),
)
"""Rummy."""
