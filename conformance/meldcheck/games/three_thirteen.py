"""The measure of Three Thirteen."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from meldcheck.games.measure import DECK, Dealing, Habits, Measure, Sighted, Working
from meldcheck.words.case import JSON, Act
from meldcheck.words.readings import Readings
from meldspec.cards import RANKS
from meldspec.wire import Match

PLAYERS: Final = (2, 3, 4, 5, 6, 7)
"""Numbers of players. More can play, with the same rules as seven."""

HANDS: Final = tuple(range(1, 12))
"""The hands of a match, by number."""


def _packs(players: int) -> int:
    """Number of packs: one for every two seats."""
    return (players + 1) // 2


def _hand_sizes(players: int, dealer: int, number: int) -> tuple[int, ...]:
    """The same number of cards for each seat, one more in each hand."""
    return (number + 2,) * players


def _wild_rank(number: int) -> str:
    """The wild rank of a hand: three in the first, then the next rank each time.

    A number that no hand has gets a rank, too: the rules refuse such a hand later.
    """
    return RANKS[(number + 1) % len(RANKS)]


def _chance(rng: random.Random, match: Match, readings: Readings, made: Sequence[Act]) -> JSON:
    """A reshuffle of all discards except the top one; None if none is due."""
    view: JSON = match.view(0)
    if view["phase"] != "reshuffle":
        return None
    due = list(view["discard"][:-1])
    rng.shuffle(due)
    return {"type": "reshuffle", "stock": due}


def _untimely(rng: random.Random, match: Match) -> Iterator[JSON]:
    view: JSON = match.view(0)
    yield {"type": "reshuffle", "stock": view["discard"][:-1]}


def _wild(rng: random.Random, sighted: Sighted) -> Iterator[Act]:
    mover, own = sighted.mover, sighted.hand
    for name in ("draw", "take", "keep", "go_out"):
        yield Act(by=mover, do={"type": name})
        yield Act(by=sighted.other, do={"type": name})
    for cards in (own or DECK, DECK):
        if not cards:
            continue
        yield Act(by=mover, do={"type": "discard", "card": rng.choice(cards)})
        yield Act(by=mover, do={"type": "go_out", "discard": rng.choice(cards)})


_EAGER: Final = {"take": 1.0, "go_out": 9.0}
_TAKING: Final = {"take": 3.0, "go_out": 9.0}
_DRAWING: Final = {"take": 0.0, "go_out": 9.0}
_PATIENT: Final = {"take": 1.0, "go_out": 0.5}
_ENDLESS: Final = {"take": 0.0, "go_out": 0.0}

MEASURE: Final = Measure(
    name="three-thirteen",
    title="Three Thirteen",
    players=PLAYERS,
    first_hands=HANDS,
    packs=_packs,
    hand_sizes=_hand_sizes,
    wild=_wild_rank,
    upcard=True,
    ends=("out",),
    least_cases=150,
    least_by_hand=90,
    working=Working(
        hand="deadwood",
        gain=None,
        form="'seat N deadwood: CARD N + … = N[; melds CARDS, CARDS]'",
    ),
    shown={
        "deal": "three-thirteen.setup.upcard",
        "reshuffle": "three-thirteen.stock.rebuild",
        "draw": "three-thirteen.draw.either",
        "take": "three-thirteen.draw.top-only",
        "discard": "three-thirteen.discard.ends-turn",
        "go_out": "three-thirteen.out.announce",
        "keep": "three-thirteen.out.one-more-turn",
    },
    habits=Habits(
        tempers=((5, _EAGER), (2, _TAKING), (2, _DRAWING), (1, _PATIENT), (2, _ENDLESS)),
        usual={"draw": 3.0, "discard": 1.0, "keep": 1.0},
        late=("draw", "take"),
        hands=(1, 1, 2, 3),
        wild=_wild,
        chance=_chance,
        untimely=_untimely,
        kept=0.3,
        besides=(
            {"discard.discard_taken_card": "banned", "draw.wild_from_pile": "stays"},
            {"out.final_turn_scope": "stock_only", "stock.exhaustion_timing": "lazy_start"},
            {"out.final_turn_scope": "draw_only", "stock.exhaustion_timing": "eager"},
            {"out.out_discard_needed": "may_keep", "out.final_turn_discard": "optional"},
        ),
        many={"draw": 2, "discard": 6},
    ),
    melds=("set", "run", "both"),
    dealing=Dealing(first={}, later=({"match.rotation_direction": "right"},)),
)
"""Three Thirteen."""
