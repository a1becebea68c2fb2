"""The comparison of answers: order, absent fields and the ways to write a card do not matter.

Every comparison yields the differences; there are none if the answers are the same.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec

from meldcheck.words.case import JSON
from meldcheck.words.messages import (
    SHARED_BY_SEATS,
    Holds,
    action_fields,
    all_fields,
    view_fields,
)
from meldcheck.words.notation import show_action
from meldspec import cards as pack


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where an answer differs; ``where`` is empty for the whole answer."""

    where: str
    expected: JSON
    got: JSON
    remark: str = ""


def differences(what: str, expected: JSON, got: JSON) -> tuple[Difference, ...]:
    """How an answer differs from the one expected, by the kind of question."""
    try:
        return _COMPARE.get(what, _whole)(expected, got)
    except RecursionError:
        return (Difference("", expected, None, "the answer is nested too deeply to compare"),)


def told_apart(what: str, one: JSON, other: JSON) -> str:
    """Where two answers of one engine to the same seat differ; empty if they say the same.

    Known fields are compared in full. Other fields may have times or counts, so only the cards that
    they name are compared.
    """
    if what == "legal":
        if _actions(one) != _actions(other):
            return "the actions"
    elif isinstance(one, dict) and isinstance(other, dict):
        for name in view_fields():
            compared = _melds if name == "melds" else partial(_field, name)
            if compared(one.get(name), other.get(name)):
                return f"the field {name}"
    elif key(one) != key(other):
        return "the answer"
    return "" if cards_named(one) == cards_named(other) else "a field of the engine's own"


def cards_named(value: JSON) -> Counter[str]:
    """Every card named anywhere in an answer, in canonical text."""
    if isinstance(value, dict):
        return sum((cards_named(part) for part in value.values()), Counter())
    if isinstance(value, list):
        return sum((cards_named(part) for part in value), Counter())
    if not isinstance(value, str):
        return Counter()
    with contextlib.suppress(ValueError):
        stands_for = value.strip().removeprefix("*")
        pack.parse(stands_for or value)
        return Counter([_printed(value.strip())])
    return Counter()


def _plain_action(action: JSON) -> JSON:
    """An action with its known fields only."""
    if not isinstance(action, dict):
        return action
    kind = action.get("type")
    known = action_fields().get(kind) if isinstance(kind, str) else None
    if known is None:
        return action
    return {name: part for name, part in action.items() if name == "type" or name in known}


def _actions(answer: JSON) -> JSON:
    if _empty(answer):
        return []
    if not isinstance(answer, list):
        return key(answer)
    return sorted(key(_plain_action(action)) for action in answer)


def changes(before: JSON, after: JSON) -> tuple[Difference, ...]:
    """The known fields that changed between two views of one seat."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return _whole(before, after)
    known = {name: before.get(name) for name in view_fields()}
    return differences("view", known, after)


def key(value: JSON, field: str = "") -> bytes:
    """A canonical form: two values have the same form exactly if they are the same."""
    return msgspec.json.encode(canonical(value, field), order="deterministic")


def canonical(value: JSON, field: str = "") -> JSON:
    """The value with cards in canonical text, unordered fields sorted, empty fields dropped.

    A part whose type does not fit the name of its field is not changed.
    """
    if isinstance(value, dict):
        return {name: canonical(part, name) for name, part in value.items() if not _empty(part)}
    if isinstance(value, list):
        return _list(value, field)
    if isinstance(value, str) and Holds.CARD in _held(field):
        return card(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _empty(value: JSON) -> bool:
    return value is None or value is False or (value == [] and isinstance(value, list))


def _list(value: list[JSON], field: str) -> list[JSON]:
    held = _held(field)
    if Holds.HAND in held:
        return _sorted([card(part) for part in value])
    if Holds.PILE in held:
        return [card(part) for part in value]
    if Holds.HANDS in held:
        return [canonical(part, "hand") for part in value]
    if Holds.TABLE in held:
        return _sorted([canonical(part, "cards") for part in value])
    parts = [canonical(part) for part in value]
    return _sorted(parts) if Holds.SEATS in held else parts


def _held(field: str) -> frozenset[Holds]:
    return all_fields().get(field, _NOTHING)


_NOTHING: Final[frozenset[Holds]] = frozenset()


def _sorted(parts: list[JSON]) -> list[JSON]:
    return sorted(parts, key=lambda part: msgspec.json.encode(part, order="deterministic"))


def card(word: JSON) -> JSON:
    """The canonical text of a card. A word that is no card is not changed."""
    if not isinstance(word, str):
        return canonical(word)
    return word if word in _PRINTED else _printed(word)


_PRINTED: Final = frozenset(pack.text(card) for card in pack.ONE_PACK)
"""The canonical texts, which need no parsing."""


def _printed(word: str) -> str:
    stands_for = word[1:] if word.startswith("*") else word
    try:
        return ("*" if word.startswith("*") else "") + (
            pack.text(pack.parse(stands_for)) if stands_for else ""
        )
    except ValueError:
        return word


def _best(expected: JSON, got: JSON) -> tuple[Difference, ...]:
    """The stated fields of ``best``: the cards, their count or their points."""
    if not isinstance(expected, dict) or not isinstance(got, dict):
        return _whole(expected, got)
    played = got.get("cards")
    count = len(played) if isinstance(played, list) else None
    return _stated(expected, {**got, "count": count})


def _whole(expected: JSON, got: JSON) -> tuple[Difference, ...]:
    """Both answers are the same in full."""
    if _empty(expected) and _empty(got):
        return ()
    return () if key(expected) == key(got) else (Difference("", expected, got),)


def _field(name: str, expected: JSON, got: JSON) -> tuple[Difference, ...]:
    if _empty(expected) and _empty(got):
        return ()
    if name in SHARED_BY_SEATS and isinstance(got, list):
        return _one_seat(name, expected, got)
    return () if key(expected, name) == key(got, name) else (Difference(name, expected, got),)


def _one_seat(name: str, expected: JSON, got: list[JSON]) -> tuple[Difference, ...]:
    """Compare a seat with a list of seats: it has to be this seat alone."""
    if key([expected]) == key(got):
        return ()
    seats = " and ".join(str(seat) for seat in got)
    return (Difference(name, expected, got, f"shared by seats {seats}" if got[1:] else ""),)


def _stated(expected: JSON, got: JSON) -> tuple[Difference, ...]:
    """Compare only the fields that the expectation states."""
    if not isinstance(expected, dict) or not isinstance(got, dict):
        return _whole(expected, got)
    found: list[Difference] = []
    for name, value in expected.items():
        match name:
            case "melds":
                found += _melds(value, got.get(name))
            case "by_action":
                found += _counts(value, got.get(name))
            case "receipt":
                found += _receipts(value, got.get(name))
            case _:
                found += _field(name, value, got.get(name))
    return tuple(found)


_MELD_FIELDS: Final = ("owner", "cards", "face_down")


def _melds(expected: JSON, got: JSON) -> tuple[Difference, ...]:
    """Compare melds in the order laid, by known fields. A hidden meld must show no cards."""
    ours, theirs = ([] if _empty(melds) else melds for melds in (expected, got))
    if not (_is_list_of_objects(ours) and _is_list_of_objects(theirs)):
        return _field("melds", expected, got)
    if len(ours) != len(theirs):
        return (Difference("melds", expected, got, f"{len(ours)} melds and {len(theirs)}"),)
    found: list[Difference] = []
    for place, (our, their) in enumerate(zip(ours, theirs, strict=True)):
        fields = _MELD_FIELDS + (("size",) if "size" in our else ())
        wrong = [name for name in fields if _field(name, our.get(name), their.get(name))]
        if wrong:
            leak = "cards" in wrong and "cards" not in our
            remark = "a hidden meld shows its cards" if leak else f"in {', '.join(wrong)}"
            found.append(Difference(f"melds[{place}]", our, their, remark))
    return tuple(found)


def _is_list_of_objects(value: JSON) -> bool:
    return isinstance(value, list) and all(isinstance(part, dict) for part in value)


def _legal(expected: JSON, got: JSON) -> tuple[Difference, ...]:
    """Compare lists of actions in any order, by known fields; each action must occur once."""
    known = [_plain_action(action) for action in got] if isinstance(got, list) else got
    return _bags("", expected, known)


def _bags(where: str, expected: JSON, got: JSON) -> tuple[Difference, ...]:
    ours = [] if _empty(expected) else expected
    theirs = [] if _empty(got) else got
    if not isinstance(ours, list) or not isinstance(theirs, list):
        return (Difference(where, expected, got, "a list is expected"),)
    wanted, given = Counter(map(key, ours)), Counter(map(key, theirs))
    if wanted == given:
        return ()
    words = {key(part): _in_words(part) for part in (*ours, *theirs)}
    remarks = [
        f"{word} {', '.join(words[part] for part in parts)}"
        for word, parts in (
            ("missing", sorted(wanted - given)),
            ("not expected", sorted(set(given) - set(wanted))),
            ("more than once", sorted(part for part, n in given.items() if n > 1)),
        )
        if parts
    ]
    return (Difference(where, expected, got, "; ".join(remarks)),)


def _in_words(part: JSON) -> str:
    """An action, with its count if it has one, as the documents write it."""
    match part:
        case [{"type": str()} as action, int() as number]:
            return f"{_in_words(action)} = {number}"
        case {"type": str()}:
            with contextlib.suppress(AttributeError, KeyError, TypeError, ValueError):
                return show_action(part)
        case _:
            pass
    return msgspec.json.encode(part).decode()


def _counts(expected: JSON, got: JSON) -> tuple[Difference, ...]:
    return _bags("by_action", expected, got)


def _settlement(expected: JSON, got: JSON) -> tuple[Difference, ...]:
    """Compare the stated fields, and check that the receipt adds up to the payments or points."""
    found = _stated(expected, got)
    if not isinstance(got, dict) or _empty(got.get("receipt")):
        return found
    name = "points" if "points" in got else "payments"
    received = _received(got["receipt"], got.get(name), pays=name == "payments")
    if received is None:
        return (*found, Difference("receipt", None, got["receipt"], "unreadable"))
    if received != canonical(got.get(name)):
        remark = f"the lines do not add up to the {name}"
        return (*found, Difference("receipt", got.get(name), received, remark))
    return found


def _received(receipt: JSON, totals: JSON, *, pays: bool) -> list[int] | None:
    """What each seat receives by the lines of a receipt; None if the receipt cannot be read.

    Chips are paid by the other seat; points are not.
    """
    lines = _lines(receipt)
    if lines is None or not isinstance(totals, list):
        return None
    received = [0] * len(totals)
    for (giver, taker), amount in lines.items():
        if not (0 <= giver < len(received) and 0 <= taker < len(received)):
            return None
        received[giver] -= amount if pays else 0
        received[taker] += amount
    return received


def _lines(receipt: JSON) -> Counter[tuple[int, int]] | None:
    """Chips by payer and payee, or points in the same way; None if the receipt cannot be read."""
    if not isinstance(receipt, list):
        return None
    lines: Counter[tuple[int, int]] = Counter()
    for line in receipt:
        if not isinstance(line, dict):
            return None
        amount = "points" if "points" in line else "chips"
        numbers = [canonical(line.get(name)) for name in ("from", "to", amount)]
        if not all(type(number) is int for number in numbers):
            return None
        lines[numbers[0], numbers[1]] += numbers[2]
    return lines


def _receipts(expected: JSON, got: JSON) -> tuple[Difference, ...]:
    """Compare what passes between each two seats, if both answers have a receipt."""
    if _empty(expected) or _empty(got):
        return ()
    ours, theirs = _lines(expected), _lines(got)
    if ours is None or theirs is None:
        return _field("receipt", expected, got)
    ours_paid = {pair: chips for pair, chips in ours.items() if chips}
    theirs_paid = {pair: chips for pair, chips in theirs.items() if chips}
    return () if ours_paid == theirs_paid else (Difference("receipt", expected, got),)


_COMPARE: Final[Mapping[str, Callable[[JSON, JSON], tuple[Difference, ...]]]] = {
    "meld": _whole,
    "deadwood": _whole,
    "best": _best,
    "deal": _stated,
    "settle": _settlement,
    "view": _stated,
    "legal": _legal,
    "result": _settlement,
    "perft": _stated,
}
