"""The curves of searches among cards: deadwood, wild cards, and tables that are rearranged."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec

from meldcheck.engine.process import Engine, Limits
from meldcheck.engine.serve import Session
from meldcheck.words.case import JSON
from meldspec.arrangement import deadwood
from meldspec.cards import CARDS_IN_A_COPY, JOKER, ONE_PACK, RANKS, Card, rank, texts
from meldspec.games import GAMES
from meldspec.manipulation import By, Manner, Placed, Table, best_play
from meldspec.melds import ALL_MELDS
from meldspec.wild import least_deadwood

from .curve import Curve, Kind, Limit, Work

PIECES: Final = 21
"""Hands of each size."""

POSITIONS: Final = 41
"""Positions of each size of a table: one in so many is far slower than the others."""

KING: Final = len(RANKS) - 1
IN_HAND: Final = 13
RICH_RANKS: Final = 7
"""Consecutive ranks from which a hand rich in melds is dealt: 28 cards."""

WILD_RICH_RANKS: Final = 6

Deal = Callable[[random.Random, int], list[Card]]
"""A hand of a size."""


def packs_of(number: int) -> list[Card]:
    """The cards of some packs, without jokers."""
    return [Card(CARDS_IN_A_COPY * copy + card) for copy in range(number) for card in ONE_PACK]


def seeded(deal: Callable[[random.Random], Work], number: int) -> Sequence[Work]:
    """Pieces of work that are the same in every run."""
    return [deal(random.Random(seed)) for seed in range(number)]


def near(chance: random.Random, cards: Sequence[Card], ranks: int) -> list[Card]:
    """The cards of some consecutive ranks that do not reach the king."""
    lowest = chance.randrange(KING - ranks + 1)
    return [card for card in cards if lowest <= rank(card) < lowest + ranks]


# ── one pack ──────────────────────────────────────────────────────────────────────────────────────


def _deadwood(deal: Deal) -> Callable[[int], Sequence[Work]]:
    return lambda size: seeded(
        lambda chance: partial(deadwood, frozenset(deal(chance, size))), PIECES
    )


def _random_hand(chance: random.Random, size: int) -> list[Card]:
    return chance.sample(ONE_PACK, size)


def _rich_hand(chance: random.Random, size: int) -> list[Card]:
    return chance.sample(near(chance, ONE_PACK, RICH_RANKS), size)


def asked(game: str, what: str, question: dict[str, JSON]) -> str:
    """What the reference says as an engine to a question about facts that it does not answer."""
    request = {"seq": 1, "cmd": "ask", "game": game, "rules": {}, "what": what, **question}
    reply = msgspec.json.decode(Session(GAMES).reply(msgspec.json.encode(request)))
    return str(reply["error"])


PATIENCE: Final = 1.0
"""Seconds for a reply that does not come; ``check`` waits longer."""

HOPELESS: Final = 36
"""The lowest cards of the pack, in order: nine ranks of four suits."""


def _never_answered() -> str:
    """What the runner says of the reference, asked for the deadwood of a hand that is too large."""
    by_rank = sorted(ONE_PACK, key=lambda card: (rank(card), card))
    question: dict[str, JSON] = {"hand": [*texts(by_rank[:HOPELESS])]}
    limits = Limits(reply=PATIENCE)
    engine = Engine((sys.executable, "-P", "-m", "meldcheck", "engine"), limits)
    try:
        ask = {"cmd": "ask", "game": "tongits", "rules": {}, "what": "deadwood", **question}
        fault = engine.converse([ask]).fault
    finally:
        engine.kill()
    if fault is None:
        raise AssertionError("the reference has answered")
    return fault.text


HANDS: Final = Curve(
    title="Hand size",
    grows="cards in the hand",
    step="card",
    about=f"""The least deadwood of a hand of one pack, with the search that Tong-its uses:
{PIECES} hands of each size. They are drawn from the whole pack, or, to be rich in melds, from
{RICH_RANKS} consecutive ranks. No hand that is dealt has more than 13 cards. The search tries for
each meld both to take it and to leave it, and remembers no remainder that it has seen before. So
its time follows the number of melds that overlap, and that number climbs steeply when the
{4 * RICH_RANKS} cards of {RICH_RANKS} ranks are nearly all there.""",
    sizes=tuple(range(7, 27)),
    kinds=(
        Kind("rich in melds", _deadwood(_rich_hand), worst=True),
        Kind("from the whole pack", _deadwood(_random_hand)),
    ),
    limits=(
        Limit(
            f"""The search has no bound of its own. It ends when the runner has waited long enough:
`check` waits {Limits().reply:g} seconds for a reply. For a reference that was given
{PATIENCE:g} second, and was asked for the deadwood of the {HOPELESS} lowest cards of a pack, the
runner says:""",
            _never_answered,
            slow=True,
        ),
    ),
)


# ── several packs, and wild cards ─────────────────────────────────────────────────────────────────


def _of_packs(packs: int, ranks: int) -> Sequence[Work]:
    """Hands without wild cards; kings would be wild."""

    def deal(chance: random.Random) -> Work:
        hand = chance.sample(near(chance, packs_of(packs), ranks), IN_HAND)
        return partial(least_deadwood, hand, KING)

    return seeded(deal, PIECES)


def _too_many_cards() -> str:
    most = 14
    return asked("three-thirteen", "deadwood", {"hand": ["AC"] * (most + 1), "wild": "K"})


PACKS: Final = Curve(
    title="Packs",
    grows="packs",
    step="pack",
    about=f"""The least deadwood of {IN_HAND} cards from one to four packs, with the search that
Three Thirteen uses. No card is wild. Cards that look alike are counted, not told apart, so a pack
more is no more work. A hand rich in melds is drawn from {WILD_RICH_RANKS} consecutive ranks.""",
    sizes=(1, 2, 3, 4),
    kinds=(
        Kind("rich in melds", partial(_of_packs, ranks=WILD_RICH_RANKS)),
        Kind("from all ranks", partial(_of_packs, ranks=KING)),
    ),
    unit="µs",
    limits=(
        Limit(
            """The hand is what is bounded. Three Thirteen deals 13 cards at most, and a question
about more than are held after a draw is not answered. The reference says:""",
            _too_many_cards,
        ),
    ),
)


def _with_wild_cards(wilds: int, ranks: int) -> Sequence[Work]:
    """Hands of two packs with so many kings, which are wild."""
    cards = packs_of(2)
    kings = [card for card in cards if rank(card) == KING]

    def deal(chance: random.Random) -> Work:
        naturals = chance.sample(near(chance, cards, ranks), IN_HAND - wilds)
        return partial(least_deadwood, [*naturals, *kings[:wilds]], KING)

    return seeded(deal, PIECES)


WILD_CARDS: Final = Curve(
    title="Wild cards",
    grows="wild cards in the hand",
    step="wild card",
    about=f"""The least deadwood of {IN_HAND} cards of two packs, by the number of wild cards among
them. Each wild card makes melds of more of the others, and leaves fewer others. So the time first
rises and then falls again.""",
    sizes=tuple(range(7)),
    kinds=(
        Kind("rich in melds", partial(_with_wild_cards, ranks=WILD_RICH_RANKS)),
        Kind("from all ranks", partial(_with_wild_cards, ranks=KING)),
    ),
    unit="µs",
)


# ── rearranging ───────────────────────────────────────────────────────────────────────────────────

CAROUSEL_HAND: Final = 14
CAROUSEL_PACKS: Final = 2
MIDDLE: Final = 30
"""The cards on the table where jokers are counted."""

LAID: Final = [meld for meld in ALL_MELDS if len(meld) < 6]
ANY_CARD: Final = Manner(packs=CAROUSEL_PACKS)
UNSEEN: Final = Manner(packs=CAROUSEL_PACKS, domain="not_visible_on_table")
WITHIN_PACKS: Final = Manner(packs=CAROUSEL_PACKS, domain="copies_not_exceeded")


def position(chance: random.Random, on_table: int, jokers: int = 0) -> tuple[Table, list[Card]]:
    """A table of melds of three to five cards, with this many cards or a few more, and a hand.

    All cards are of two packs; the jokers are in the hand.
    """
    left = Counter(dict.fromkeys(ONE_PACK, CAROUSEL_PACKS))
    table = list[tuple[Placed, ...]]()
    while sum(map(len, table)) < on_table:
        meld = chance.choice([meld for meld in LAID if all(left[card] for card in meld)])
        left.subtract(meld)
        table.append(tuple(Placed(card) for card in sorted(meld)))
    naturals = chance.sample(sorted(left.elements()), CAROUSEL_HAND - jokers)
    return tuple(sorted(table)), sorted([*naturals, *([Card(JOKER)] * jokers)])


def _rearranging(on_table: int) -> Sequence[Work]:
    def deal(chance: random.Random) -> Work:
        return partial(best_play, *position(chance, on_table), ANY_CARD, By.CARDS)

    return seeded(deal, POSITIONS)


def _with_jokers(jokers: int, manner: Manner) -> Sequence[Work]:
    def deal(chance: random.Random) -> Work:
        return partial(best_play, *position(chance, MIDDLE, jokers), manner, By.CARDS)

    return seeded(deal, PIECES)


def _too_many(card: str, copies: int) -> str:
    """What the reference says of a hand with too many copies of a card."""
    hand: list[JSON] = [card] * copies
    return asked("carousel", "best", {"players": 3, "by": "cards", "hand": hand, "table": []})


JOKERS: Final = Curve(
    title="Jokers",
    grows="jokers in the hand",
    step="joker",
    about=f"""The most cards of a hand of {CAROUSEL_HAND} that can be played by rearranging a table
of {MIDDLE} cards of Carousel. A deck of two packs has two jokers, or four by a reading. Three
readings say which cards a joker may be named as. By the default any card is allowed, and the search
leaves each joker aside until a meld lacks a card. By the others it must try every name.""",
    sizes=tuple(range(5)),
    kinds=(
        Kind("copies_not_exceeded", partial(_with_jokers, manner=WITHIN_PACKS)),
        Kind("not_visible_on_table", partial(_with_jokers, manner=UNSEEN)),
        Kind("any_card, the default", partial(_with_jokers, manner=ANY_CARD)),
    ),
    limits=(
        Limit(
            "The jokers are bounded by the deck. Of a hand with five, the reference says:",
            lambda: _too_many("*", 5),
        ),
    ),
)

TABLES: Final = Curve(
    title="Table size",
    grows="cards on the table",
    step="card",
    about=f"""The most cards of a hand of {CAROUSEL_HAND} that can be played by rearranging a table
of Carousel, without jokers: {POSITIONS} positions of each size. The search goes from rank to rank,
and what it remembers of the ranks below does not grow with the table. So a full table costs little
more than one that is half full. Some positions take many times as long as the median.""",
    sizes=tuple(range(10, 81, 10)),
    kinds=(Kind("all positions", _rearranging, worst=True),),
    limits=(
        Limit(
            """The table is bounded by its two packs. Of a hand with three aces of clubs, the
reference says:""",
            lambda: _too_many("AC", CAROUSEL_PACKS + 1),
        ),
    ),
)
