"""The tables of Carousel as text, on which a joker stands for a card; and its results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldspec.cards import JOKER, Card, parse, text
from meldspec.carousel.match import match_is_over, match_winners, totals
from meldspec.carousel.options import Rules
from meldspec.carousel.table import (
    SOME_REARRANGEMENT,
    Ledger,
    Over,
    Rearrange,
    Result,
    sorted_melds,
)
from meldspec.carousel.view import View
from meldspec.codec import Pack, write_receipt, write_record
from meldspec.hands import Hand
from meldspec.manipulation import Laid, Placed, is_stand_in, stand_in, stands_for
from meldspec.manipulation import Table as Melds
from meldspec.wire import (
    JSON,
    WireError,
    read_list,
    write_cards,
)

# ── reading ──────────────────────────────────────────────────────────────────────────────────────


PACK: Final = Pack("Carousel", jokers=True, alike=True)
"""How its cards are read."""


def read_hand(value: JSON, name: str) -> Hand:
    """A hand.  Raises WireError."""
    return tuple(sorted(PACK.read(value, name)))


def read_hands(value: JSON) -> tuple[Hand, ...]:
    """The hands of all seats.  Raises WireError."""
    return tuple(read_hand(hand, "hands") for hand in read_list(value, "hands"))


def _placed(word: JSON, name: str) -> Placed:
    """A card on the table, where a joker may be written with what it stands for."""
    if not isinstance(word, str):
        raise WireError(f"{name!r} holds something that is no card: {word!r}")
    joker, star, named = word.strip().partition("*")
    try:
        if star and named and not joker:
            card = parse(named)
            if card == JOKER:
                raise ValueError(f"not a card: {word!r}")
            return stand_in(card)
        return Placed(parse(word))
    except ValueError as problem:
        raise WireError(f"{name!r}: {problem}") from None


def read_laid(value: JSON, name: str) -> Laid:
    """Cards that lie together on the table.  Raises WireError."""
    return tuple(sorted(_placed(word, name) for word in read_list(value, name)))


def read_melds(value: JSON) -> Melds:
    """The melds of a table.  Raises WireError."""
    return sorted_melds(read_laid(meld, "table") for meld in read_list(value, "table"))


def read_rearrange(do: Mapping[str, JSON]) -> Rearrange:
    """A rearrangement.  Raises WireError."""
    return Rearrange(read_melds(do.get("table")), read_hand(do.get("cards"), "cards"))


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def write_placed(placed: Placed) -> str:
    """A card on the table, a joker with what it stands for."""
    return f"*{text(stands_for(placed))}" if is_stand_in(placed) else text(Card(placed))


def write_table(melds: Melds) -> list[JSON]:
    """Melds in printing order, each by the cards that its jokers stand for."""
    return [_written(meld) for meld in sorted(map(_in_order, melds), key=_cards_of)]


def _written(meld: Laid) -> JSON:
    return [write_placed(placed) for placed in meld]


def _in_order(meld: Laid) -> Laid:
    return tuple(sorted(meld, key=lambda placed: (stands_for(placed), placed)))


def _cards_of(meld: Laid) -> list[tuple[Card, Placed]]:
    return [(stands_for(placed), placed) for placed in meld]


def write_rearrange(action: Rearrange) -> dict[str, JSON]:
    """A rearrangement; the one that stands for all of them names nothing."""
    if action == SOME_REARRANGEMENT:
        return {}
    return {"table": write_table(action.table), "cards": write_cards(action.cards)}


def write_view(seen: View) -> JSON:
    """A view as the protocol writes it."""
    return write_record(seen, table=write_table(seen.table))


def write_outcome(rules: Rules, result: Result, ledger: Ledger) -> dict[str, JSON]:
    """Who has won a hand, what it has brought, and the match as it then stands."""
    ended = match_is_over(rules, ledger)
    return {
        "winners": list(result.winners),
        "deadwood": list(result.deadwood),
        "points": list(result.points),
        "scores": list(ledger.scores),
        "boxes": list(ledger.boxes),
        "match_over": ended,
        "match_winners": list(match_winners(rules, ledger)) if ended else [],
        "totals": list(totals(rules, ledger)) if ended else [],
    }


def write_result(rules: Rules, over: Over) -> JSON:
    """A result as the protocol writes it."""
    result = over.result
    lines = ((line.clause, line.counted, line.winner, line.points) for line in result.receipt)
    return {
        "end": result.end.value,
        "knocker": result.knocker,
        **write_outcome(rules, result, over.table.ledger),
        "receipt": write_receipt(lines, "points"),
    }
