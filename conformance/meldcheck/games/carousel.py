"""The measure of Carousel."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from meldcheck.games.measure import DECK, Few, Habits, Measure, Sighted, Working, sample
from meldcheck.words.case import JSON, Act
from meldcheck.words.readings import Readings
from meldspec.carousel.spoken import CAROUSEL, flaws
from meldspec.wire import Match, WireError

PLAYERS: Final = (2, 3, 4, 5)


def packs(players: int) -> int:
    """Number of packs: one for two players, else two."""
    return 1 if players == 2 else 2


def _hand_sizes(players: int, dealer: int, number: int) -> tuple[int, ...]:
    """Ten cards for each seat."""
    return (10,) * players


def _chance(rng: random.Random, match: Match, readings: Readings, made: Sequence[Act]) -> JSON:
    """Chance does nothing but deal."""
    return None


def _untimely(rng: random.Random, match: Match) -> Iterator[JSON]:
    yield from ()


def _named(rng: random.Random, match: Match, seat: int, readings: Readings, do: JSON) -> JSON:
    """A rearrangement of the best cards of the hand, or of part of it; other actions unchanged."""
    if do["type"] != "rearrange":
        return do
    view: JSON = match.view(seat)
    hand = list(view["hand"])
    fewer = sample(rng, hand, rng.randint(1, len(hand))) if hand else []
    for held in (fewer, hand) if rng.random() < 0.6 else (hand,):
        asked: dict[str, JSON] = {
            "players": len(view["hand_sizes"]),
            "table": view.get("table") or [],
            "hand": held,
            "by": rng.choice(("cards", "points")),
        }
        best: JSON = CAROUSEL.ask("best", {"options": dict(readings)}, asked)
        if best is not None:
            return {"type": "rearrange", "table": best["table"], "cards": best["cards"]}
    return {"type": "rearrange", "table": view.get("table") or [], "cards": []}


def _few(match: Match, seat: int, readings: Readings) -> list[JSON]:
    """The rearrangements that play the most cards, and the most points."""
    view: JSON = match.view(seat)
    table = {"players": len(view["hand_sizes"]), "table": view.get("table") or []}
    made: list[JSON] = []
    for by in ("cards", "points"):
        asked: dict[str, JSON] = {**table, "hand": list(view["hand"]), "by": by}
        best: JSON = CAROUSEL.ask("best", {"options": dict(readings)}, asked)
        if best is not None:
            do = {"type": "rearrange", "table": best["table"], "cards": best["cards"]}
            made += [do] if do not in made else []
    return made


def _wild(rng: random.Random, sighted: Sighted) -> Iterator[Act]:
    """Tables with a card lost, added or moved, and actions out of their phase."""
    for name in ("draw", "knock", "decline"):
        yield Act(by=sighted.mover, do={"type": name})
        yield Act(by=sighted.other, do={"type": name})
    table = [list(meld) for meld in sighted.table]
    some = sample(rng, sighted.hand, 3)
    for size in (1, 2, 3):
        yield _to([*table, some[:size]], some[:size], sighted.mover)
    yield _to(table, [], sighted.mover)
    if table:
        place = rng.randrange(len(table))
        others, meld = table[:place] + table[place + 1 :], table[place]
        yield _to([*others, [*meld, *some[:1]]], some[:1], sighted.mover)
        yield _to([*others, meld[1:]], [], sighted.mover)
        yield _to([*others, meld[:2], [*meld[2:], *some[:1]]], some[:1], sighted.mover)
        yield _to([*others, [card.removeprefix("*") for card in meld]], some[:1], sighted.mover)
    yield _to([*table, some], some, sighted.other)
    foreign = sample(rng, DECK, 3)
    yield _to([*table, foreign], foreign, sighted.mover)


def _to(table: Sequence[Sequence[str]], cards: Sequence[str], seat: int) -> Act:
    melds = [list(meld) for meld in table if meld]
    return Act(by=seat, do={"type": "rearrange", "table": melds, "cards": list(cards)})


_ALL_JOKERS: Final[dict[str, JSON]] = {"options": {"joker_count": "two_per_pack"}}
"""Rules by which every card of a hand counts and four jokers may be in it."""


def _flaw(request: Mapping[str, JSON], answer: JSON) -> str:
    """Why an answer to ``best`` would be refused as a rearrangement; empty if accepted."""
    try:
        clauses = flaws(request.get("rules"), request, answer)
        counted = CAROUSEL.ask("deadwood", _ALL_JOKERS, {"hand": answer.get("cards")})
    except WireError as error:
        return f"no rearrangement: {error}"
    if clauses:
        return f"refused by {', '.join(clauses)}"
    return "" if answer.get("points") == counted else f"the cards count {counted}"


_EAGER: Final = {"rearrange": 9.0, "draw": 2.0, "knock": 4.0}
_HOLDING: Final = {"rearrange": 1.0, "draw": 4.0, "knock": 1.0}

MEASURE: Final = Measure(
    name="carousel",
    title="Carousel",
    players=PLAYERS,
    packs=packs,
    jokers=packs,
    hand_sizes=_hand_sizes,
    ends=("knock", "stock"),
    least_cases=150,
    least_by_hand=90,
    working=Working(
        hand="count",
        gain="scores",
        form="'seat N count: CARD N + … = N' or 'seat N scores: N + … = N'",
        receipts=True,
    ),
    shown={
        "deal": "carousel.deal.ten",
        "draw": "carousel.draw.first",
        "rearrange": "carousel.table.manipulate",
        "knock": "carousel.knock.ends-hand",
        "decline": "carousel.knock.optional",
    },
    habits=Habits(
        tempers=((3, _EAGER), (1, _HOLDING)),
        usual={"decline": 1.0},
        late=("draw", "knock"),
        hands=(1, 1, 2, 9),
        wild=_wild,
        chance=_chance,
        untimely=_untimely,
        kept=0.2,
        besides=(
            {"draw.second_draw": "may_pass", "draw.second_pass": "may_pass"},
            {"knock.knock_actor": "anyone_below_five"},
            {"stock.stock_exhausted": "play_on"},
        ),
        many={"draw": 1, "meld": 2, "knock": 2},
        named=_named,
    ),
    few=Few("rearrange", _few),
    flaw=_flaw,
    passing={"type": "decline"},
)
"""Carousel."""
