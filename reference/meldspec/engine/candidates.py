"""Actions that may be legal: those that a seat can name by what it sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from meldspec.cards import Card, parse, texts
from meldspec.codec import written_fields
from meldspec.melds import melds_in
from meldspec.spelling import plain_kind
from meldspec.wire import JSON

_SEEN: Final = ("hand", "melds", "discard")


def can_be_named(kinds: Mapping[str, type]) -> bool:
    """Whether the actions of a game, by type, name nothing but cards and melds of the table."""
    return all(
        _is_plain(marked) for kind in kinds.values() for _, marked, _ in written_fields(kind)
    )


def _is_plain(marked: Any) -> bool:  # an annotation
    kind, _ = plain_kind(marked)
    return kind in (Card, Card | None, bool, frozenset[Card], frozenset[Card] | None)


def candidates(kinds: Mapping[str, type], view: Mapping[str, JSON]) -> Iterator[dict[str, JSON]]:
    """Every action of these types that could be legal by what a seat sees, once.

    They name cards of the hand, melds in it, two or more cards that make a meld with the top
    discard, and melds that lie face up.
    """
    told: dict[str, Any] = {name: view.get(name) or [] for name in _SEEN}
    hand = [parse(word) for word in told["hand"]]
    lying = [meld["cards"] for meld in told["melds"] if meld.get("cards")]
    top = [parse(word) for word in told["discard"][-1:]]
    for word, kind in kinds.items():
        choices = {
            name: _choices(name, plain_kind(marked)[0], hand, lying, top)
            for name, marked, _ in written_fields(kind)
        }
        for chosen in product(*choices.values()):
            named = dict(zip(choices, chosen, strict=True))
            if not (named.get("with") and named.get("meld")):
                yield {"type": word, **{name: each for name, each in named.items() if each}}


def _choices(
    name: str, kind: Any, hand: list[Card], lying: list[JSON], top: list[Card]
) -> list[JSON]:
    """The values of a field with this annotation."""
    if kind is bool:
        return [False, True]
    if kind == Card or kind == Card | None:
        alone: list[JSON] = [*texts(set(hand))]
        return alone if kind == Card else [None, *alone]
    if name == "meld":
        return lying if kind == frozenset[Card] else [None, *lying]
    if name == "with":
        made = (meld for meld in melds_in({*hand, *top}) if meld.issuperset(top))
        beside: list[JSON] = [[*texts(meld.difference(top))] for meld in made]
        return [None, *beside] if top else [None]
    return [[*texts(meld)] for meld in melds_in(set(hand))]
