"""Stated facts in words for people: facts of a hand, and the match before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from meldcheck.sources.told.names import by_seat, listed, plain, seats
from meldcheck.words.case import JSON

_ENDS: Final = {
    "tongits": "tongits",
    "draw": "a called draw",
    "stock": "the end of the stock",
    "spread": "a spread",
}

# ── before the hand ──────────────────────────────────────────────────────────────────────────────


def stated_words(name: str, of: JSON) -> str:
    """A field of the match before the hand, in words: ``12 chips in the pot``."""
    return _STATED.get(name, lambda value: f"{plain(name)} {_value(value)}")(of)


def _last_winner(seat: JSON) -> str:
    return "nobody won the last hand" if seat is None else f"seat {seat} won the last hand"


_STATED: Final[Mapping[str, Callable[[JSON], str]]] = {
    "pot": lambda chips: f"{chips} chips in the pot",
    "chips": lambda chips: f"chips {by_seat(chips)}",
    "last_winner": _last_winner,
    "wins_in_a_row": lambda wins: f"{wins} win{'s' if wins != 1 else ''} in a row",
    "scores": lambda scores: f"scores {by_seat(scores)}",
    "boxes": lambda boxes: f"boxes {by_seat(boxes)}",
    "hands_won": lambda hands: f"hands won {by_seat(hands)}",
    "outs": lambda outs: f"hands in which a seat went out {by_seat(outs)}",
}

# ── facts ────────────────────────────────────────────────────────────────────────────────────────


def asked_of_facts(what: str, question: Mapping[str, JSON]) -> Iterator[str]:
    """A question about facts, as a player asks it, with the stated cards."""
    wild = f" The {question['wild']} is wild." if question.get("wild") else ""
    match what:
        case "meld":
            yield f"Are {_cards(question['cards'])} a meld?{wild}"
        case "deadwood":
            yield f"How much does the hand {_cards(question['hand'])} count?{wild}"
            yield from _table(question)
        case "deal":
            yield f"Seat {question['dealer']} deals. Who gets which cards of the pack?"
        case "best":
            yield f"Which cards of {_cards(question.get('hand'))} are best played?"
            yield from _table(question)
        case _:
            yield " ".join(("A hand has ended. Who gets what?", *_ended(question)))
            yield from _held(question)


def _ended(question: Mapping[str, JSON]) -> Iterator[str]:
    """How the hand ended, one sentence for each fact."""
    if question.get("hand_number") is not None:
        yield f"It was hand {question['hand_number']}."
    if question.get("end") in _ENDS:
        yield f"It ended by {_ENDS[question['end']]}."
    for name, words in _WHO.items():
        if question.get(name) is not None:
            yield f"Seat {question[name]} {words}."
    if "end" in question and question.get("winner") is None:
        yield "Nobody won."
    if question.get("rummy"):
        yield "The winner went rummy."
    challengers: Sequence[int] = question.get("challengers") or ()
    if challengers:
        yield f"S{seats(challengers)[1:]} challenged."
    for name in ("scores", "boxes"):
        if question.get(name):
            yield f"The {name} were {by_seat(question[name])}."


_WHO: Final = {
    "caller": "called",
    "knocker": "knocked",
    "out": "went out",
    "winner": "won",
}


def _held(question: Mapping[str, JSON]) -> Iterator[str]:
    """The cards that each seat holds and has laid."""
    melds = question.get("melds") or ()
    laid: dict[int, list[str]] = {}
    for seat, meld in enumerate(melds):
        if isinstance(meld, dict):
            down = " (face down)" if meld.get("face_down") else ""
            laid.setdefault(meld.get("owner", 0), []).append(
                f"{_cards(meld.get('cards'))}{down}{_others(meld)}"
            )
        else:
            laid.setdefault(seat, []).append(_cards(meld))
    hands = question.get("hands") or ()
    for seat in range(max(len(hands), *(owner + 1 for owner in laid), 0)):
        held = [_cards(hands[seat]) or "no cards"] if seat < len(hands) else []
        shown = [f"on the table {listed(laid[seat])}"] if seat in laid else []
        declared = [*_declared(question, seat)]
        yield f"  Seat {seat}: {'; '.join((*held, *shown, *declared)) or 'no cards'}."
    yield from _table(question)


def _declared(question: Mapping[str, JSON], seat: int) -> Iterator[str]:
    """The declarations of a seat with its meld: suit, baccarat hand, opponent."""
    for name, words in _DECLARED.items():
        declared = question.get(name) or ()
        if seat < len(declared) and declared[seat] is not None:
            yield words(declared[seat])


_DECLARED: Final[Mapping[str, Callable[[JSON], str]]] = {
    "suits": lambda suit: f"naming {suit}",
    "baccarat": lambda cards: f"with {_cards(cards)} for baccarat",
    "opponents": lambda seat: f"against seat {seat}",
}


def _others(meld: Mapping[str, JSON]) -> str:
    """The cards of a meld that other seats have laid, in words."""
    by = meld.get("laid_by") or ()
    laid = [
        f"{card} by seat {seat}"
        for card, seat in zip(meld.get("cards") or (), by, strict=False)
        if seat != meld.get("owner")
    ]
    return f" (with {listed(laid)})" if laid else ""


def _table(question: Mapping[str, JSON]) -> Iterator[str]:
    if question.get("table"):
        yield f"  Table: {' / '.join(_cards(meld) for meld in question['table'])}."


def _cards(cards: JSON) -> str:
    return " ".join(map(str, cards)) if isinstance(cards, list) else str(cards or "")


def _value(value: JSON) -> str:
    if isinstance(value, list):
        return " ".join(_value(part) for part in value)
    return "nobody" if value is None else str(value)
