"""The step language of documents and reports, to and from the protocol's JSON.

``1 lay-off 7S on 4S 5S 6S`` is ``{"type": "lay_off", "card": "7S", "meld": ["4S", "5S", "6S"]}`` by
seat 1.  A line may also state what chance does (``deal two``, ``reshuffle 4S rest``), a refusal
(``2 draw -> refused tongits.turn.to-act``) or a question (``? view 1 {phase: draw}``).  Two lines
can only be refused: a seat that acts for chance (``1 deal two``), and ``chance draw``.

The games share one language; ``games`` lists the words that each game knows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from meldcheck.words.case import JSON, plain
from meldcheck.words.messages import Cards, Holds, answer_fields, has_no_fields, stated
from meldspec import cards as pack

CHANCE: Final = "chance"

ORDERED: Final = frozenset({"discard", "stock", "deck"})
"""Piles keep their order; hands and melds have none and are printed canonically."""

REST: Final = "rest"
"""Stands for all cards that are not named, in printing order."""

BY_CHANCE: Final = ("deal", "reshuffle", "refill", "cut")
"""The actions of chance. A line with one of them needs no actor."""

NOBODY: Final = "-"
"""Stands in a cut for a seat that draws no card."""


class NotationError(ValueError):
    """A line that the language does not know. The text names the word."""


@dataclass(frozen=True, slots=True)
class StepLine:
    """An action of a seat, and the clauses that refuse it; without clauses it is accepted.

    ``by`` may be chance, which every rule refuses.
    """

    by: int | str
    do: dict[str, JSON]
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealLine:
    """The hand with this name in ``deals``, dealt."""

    name: str
    refused: tuple[str, ...] = ()
    by: int | str = CHANCE


@dataclass(frozen=True, slots=True)
class ReshuffleLine:
    """Cards that become the stock, its top first. ``rest`` adds the due cards not named.

    ``name`` is the action of chance: ``reshuffle``, or ``refill`` for a stock that is made up.
    """

    cards: tuple[str, ...]
    rest: bool
    refused: tuple[str, ...] = ()
    name: str = "reshuffle"
    by: int | str = CHANCE


@dataclass(frozen=True, slots=True)
class CutLine:
    """The card of each seat that cuts for the deal; None for a seat that does not cut."""

    cards: tuple[str | None, ...]
    refused: tuple[str, ...] = ()
    by: int | str = CHANCE


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A question, and its answer (UNSET if none is stated)."""

    what: str
    seat: int | None
    answer: JSON | UnsetType
    depth: int | None = None


ChanceLine: TypeAlias = DealLine | ReshuffleLine | CutLine
Line: TypeAlias = StepLine | ChanceLine | CheckLine


def card(word: JSON) -> str:
    """The canonical text of a card; NotationError for anything that is no card."""
    if not isinstance(word, str):
        raise NotationError(f"{word!r} is not a card")
    try:
        return pack.text(pack.parse(word))
    except ValueError:
        raise NotationError(f"{word!r} is not a card") from None


def as_laid(written: Cards) -> list[str]:
    """The cards of a meld in their order, a joker with the card that it stands for.

    NotationError for a word that is no card.
    """
    words = written.replace(",", " ").split() if isinstance(written, str) else written
    return [_placed(word) for word in words]


def laid(written: Cards) -> list[str]:
    """The cards of a meld in printing order."""
    return canonical(as_laid(written))


def _placed(word: JSON) -> str:
    """A card, a joker that stands for a card (``*7H``), or a bare joker."""
    if not isinstance(word, str):
        return card(word)
    joker, star, named = word.strip().partition("*")
    if not (star and named) or joker:
        return card(word)
    if "*" in named:
        raise NotationError(f"{word!r} is not a card")
    return f"*{card(named)}"


def table(melds: Iterable[Cards]) -> list[list[str]]:
    """The melds of a table in printing order: they, and their cards, have no order of their own.

    NotationError for a word that is no card.
    """
    return sorted(map(laid, melds), key=lambda meld: list(map(_printing_place, meld)))


def pile(written: Cards) -> list[str]:
    """Cards in their order; NotationError for a word that is no card."""
    words = written.replace(",", " ").split() if isinstance(written, str) else written
    return [card(word) for word in words]


def hand(written: Cards) -> list[str]:
    """Cards in printing order, clubs first and ranks ascending; NotationError as for a pile."""
    return canonical(pile(written))


def canonical(texts: Iterable[str]) -> list[str]:
    """Canonical card texts in printing order."""
    return sorted(texts, key=_printing_place)


def _printing_place(text: str) -> tuple[int, bool]:
    """The place of a card in printing order. A joker that stands for a card follows that card."""
    stands_in = len(text) > 1 and text.startswith("*")
    return pack.parse(text[1:] if stands_in else text), stands_in


def without(cards: Iterable[str], gone: Iterable[str]) -> list[str]:
    """Cards in their order without ``gone``. Of equal cards, the first ones go."""
    due = Counter(gone)
    left = []
    for one in cards:
        if due[one]:
            due[one] -= 1
        else:
            left.append(one)
    return left


def parse_line(text: str) -> Line | None:
    """One line of a play; None for a blank line or a comment.
    NotationError names the word that is not understood.
    """
    line = text.split("#", 1)[0].strip()
    if not line:
        return None
    if line.startswith("?"):
        return parse_check(line[1:].strip())
    said, arrow, after = line.partition("->")
    refused = _refusal(after.strip()) if arrow else ()
    words = said.split()
    if not words:
        raise NotationError(f"no action before {arrow!r}")
    by = CHANCE if words[0] in (CHANCE, *BY_CHANCE) else _seat(words[0])
    match words if words[0] in BY_CHANCE else words[1:]:
        case ["deal", *name]:
            if len(name) != 1:
                raise NotationError("'deal' takes the name of one hand of 'deals'")
            return DealLine(name[0], refused, by)
        case ["reshuffle" | "refill" as name, *cards]:
            named, rest = split_rest(cards)
            return ReshuffleLine(tuple(pile(named)), rest, refused, name, by)
        case ["cut", *cards]:
            cut = tuple(None if word == NOBODY else card(word) for word in cards)
            return CutLine(cut, refused, by)
        case action:
            return StepLine(by, parse_action(action), refused)


def split_rest(words: list[str]) -> tuple[list[str], bool]:
    """The words without a ``rest`` at their end, and whether it was there.

    NotationError if ``rest`` is elsewhere.
    """
    named = words[:-1] if words[-1:] == [REST] else words
    if REST in named:
        raise NotationError(f"{REST!r} must come last, after the cards that are named")
    return named, len(named) < len(words)


def _refusal(after: str) -> tuple[str, ...]:
    word, _, rest = after.partition(" ")
    clauses = tuple(rest.replace(",", " ").split())
    if word != "refused" or not clauses:
        raise NotationError(f"'-> refused CLAUSE[, CLAUSE]' expected, not {'-> ' + after!r}")
    if len(set(clauses)) != len(clauses):
        raise NotationError("a clause occurs twice after 'refused'")
    return clauses


def _seat(word: str) -> int:
    return _number(word, "a seat")


def _number(word: str, meant: str = "a number") -> int:
    if not (word.isascii() and word.isdigit()):
        raise NotationError(f"{word!r} is not {meant}")
    return int(word)


def parse_action(words: Sequence[str]) -> dict[str, JSON]:
    """The protocol's JSON of an action; NotationError names what is wrong."""
    if not words:
        raise NotationError("a seat without an action")
    name, rest = words[0], list(words[1:])
    match name:
        case "take":
            return _take(rest)
        case "expose":
            if rest[:1] == ["face-down"]:
                return {"type": "expose", "cards": _some(name, rest[1:]), "face_down": True}
            return {"type": "expose", "cards": _some(name, rest)}
        case "meld":
            return {"type": "meld", "cards": _some(name, rest)}
        case "lay-off":
            if len(rest) < 2 or rest[1] != "on":
                raise NotationError("'lay-off CARD on CARDS' expected")
            return {"type": "lay_off", "card": card(rest[0]), "meld": _some("on", rest[2:])}
        case "discard":
            return {"type": "discard", "card": _one(name, rest)}
        case "call-tongits" | "go-out":
            return {"type": name.replace("-", "_"), **_discarding(rest)}
        case "choose":
            return {"type": "choose", **_choosing(rest)}
        case "claim":
            return {"type": "claim", **_claiming(rest)}
        case "rearrange":
            return {"type": "rearrange", **_rearranging(rest)}
        case _ if has_no_fields(name.replace("-", "_")):
            _nothing_more(name, rest)
            return {"type": name.replace("-", "_")}
        case _:
            raise NotationError(f"{name!r} is not an action")


def _take(rest: list[str]) -> dict[str, JSON]:
    """The fields of ``take``: with cards of the hand, onto a meld, or none (into the hand)."""
    match rest:
        case []:
            return {"type": "take"}
        case ["onto", *meld]:
            return {"type": "take", "meld": _some("onto", meld)}
        case _:
            return {"type": "take", "with": hand(rest)}


def _discarding(rest: list[str]) -> dict[str, JSON]:
    """The fields of the last discard of a hand; none if there is no discard."""
    if not rest:
        return {}
    if rest[0] != "discarding":
        raise NotationError(f"'discarding CARD' or nothing expected, not {rest[0]!r}")
    return {"discard": _one("discarding", rest[1:])}


_DECLARED: Final = ("naming", "baccarat", "against")
"""The declarations of a meld that is chosen in secret."""


def _choosing(rest: list[str]) -> dict[str, JSON]:
    """The cards and declaration of ``choose``. A choice of no card is readable but refused."""
    place = next((at for at, word in enumerate(rest) if word in _DECLARED), len(rest))
    chosen: dict[str, JSON] = {"cards": hand(rest[:place])}
    match rest[place:]:
        case []:
            return chosen
        case ["naming", suit] if suit.upper() in pack.SUITS:
            return {**chosen, "suit": suit.upper()}
        case ["baccarat", *two]:
            return {**chosen, "baccarat": _some("baccarat", two)}
        case ["against", seat]:
            return {**chosen, "opponent": _seat(seat)}
        case other:
            raise NotationError(f"'naming SUIT', 'against SEAT' expected, not {' '.join(other)!r}")


def _claiming(rest: list[str]) -> dict[str, JSON]:
    """The fields of ``claim``: the card and its seat; none if the thief claims nothing."""
    match rest:
        case []:
            return {}
        case [word, "of", seat]:
            return {"seat": _seat(seat), "card": card(word)}
        case _:
            raise NotationError("'claim CARD of SEAT' or 'claim' expected")


def _rearranging(rest: list[str]) -> dict[str, JSON]:
    """The fields of ``rearrange``: the cards played and the table after it.

    No fields mean any rearrangement.
    """
    if not rest:
        return {}
    if "to" not in rest:
        raise NotationError("'rearrange CARDS to MELD / MELD …' or 'rearrange' expected")
    played, melds = rest[: rest.index("to")], rest[rest.index("to") + 1 :]
    parts = [part.split() for part in " ".join(melds).split("/")]
    if not all(parts) and melds:
        raise NotationError("a meld without cards after 'to'")
    return {"table": table(parts) if melds else [], "cards": hand(played)}


def _nothing_more(name: str, rest: list[str]) -> None:
    if rest:
        raise NotationError(f"nothing may follow {name!r}, not {rest[0]!r}")


def _some(name: str, rest: list[str]) -> list[str]:
    if not rest:
        raise NotationError(f"cards expected after {name!r}")
    return hand(rest)


def _one(name: str, rest: list[str]) -> str:
    if len(rest) != 1:
        raise NotationError(f"one card expected after {name!r}")
    return card(rest[0])


def parse_check(text: str) -> CheckLine:
    """A question of a play, ``view 1 {phase: draw}``; NotationError names what is wrong."""
    what, _, rest = text.partition(" ")
    rest = rest.strip()
    match what:
        case "result":
            return CheckLine("result", None, result_answer(_flow(rest)) if rest else UNSET)
        case "view" | "legal":
            word, _, said = rest.partition(" ")
            seat = _seat(word)
            if not said.strip():
                return CheckLine(what, seat, UNSET)
            answer = _flow(said)
            return CheckLine(
                what, seat, view_answer(answer) if what == "view" else legal_answer(answer)
            )
        case "perft":
            return CheckLine("perft", None, UNSET, depth=_number(rest))
        case _:
            raise NotationError(f"{'? ' + what!r} is not a question: result, view SEAT, legal SEAT")


def _flow(text: str) -> JSON:
    from yaml import YAMLError  # only answers that a text gives need it

    from meldcheck.words.block import loaded

    try:
        return loaded(text)
    except YAMLError as error:
        problem = getattr(error, "problem", None) or "unreadable"
        raise NotationError(f"{text!r}: {problem}") from None


def without_nulls(value: JSON) -> JSON:
    """The value with the words ``null`` and ``~`` read as null, which BaseLoader leaves as text."""
    if isinstance(value, dict):
        return {key: without_nulls(part) for key, part in value.items()}
    if isinstance(value, list):
        return [without_nulls(part) for part in value]
    return None if value in ("null", "~") else value


def view_answer(value: JSON) -> JSON:
    """The stated fields of a view, cards canonical; NotationError for a field that no view has."""
    return _answer(value, stated("view"))


def result_answer(value: JSON) -> JSON:
    """The stated fields of a result, or None; NotationError for a field that no result has."""
    return _answer(value, stated("result") | None)


def legal_answer(value: JSON) -> JSON:
    """A list of actions in words, as protocol JSON; NotationError for a word that is no action."""
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise NotationError("a list of actions expected")
    return [parse_action(words.split()) for words in value]


def _answer(value: JSON, kind: JSON) -> JSON:
    try:
        said = msgspec.convert(without_nulls(value), kind, strict=False)
    except msgspec.ValidationError as error:
        raise NotationError(str(error)) from None
    return canonical_cards(plain(said))


def canonical_cards(value: JSON) -> JSON:
    """The value with every hand, meld and pile in it as a list of canonical cards."""
    if isinstance(value, list):
        return [canonical_cards(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {name: _canonical_field(name, part) for name, part in value.items()}


def _canonical_field(name: str, value: JSON) -> JSON:
    if value is None:
        return None
    if name in ORDERED:
        return pile(value)
    held = answer_fields().get(name, frozenset())
    if Holds.CARD in held:
        return card(value)
    if Holds.HAND in held:
        return hand(value)
    if Holds.TABLE in held:
        return table(value)
    if Holds.HANDS in held:
        return [None if part is None else hand(part) for part in value]
    return canonical_cards(value)


def show_action(do: Mapping[str, JSON]) -> str:
    """An action in words. An action that the language does not know is compact JSON."""
    try:
        return _shown(do)
    except (KeyError, TypeError, NotationError):
        return json.dumps(do, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _shown(do: Mapping[str, JSON]) -> str:
    match do["type"]:
        case "take":
            return _shown_take(do.get("with") or [], do.get("meld") or [])
        case "expose":
            down = "face-down " if do.get("face_down") else ""
            return f"expose {down}{show_cards(do['cards'])}"
        case "meld":
            return f"meld {show_cards(do['cards'])}"
        case "lay_off":
            return f"lay-off {card(do['card'])} on {show_cards(do['meld'])}"
        case "discard":
            return f"discard {card(do['card'])}"
        case "call_tongits" | "go_out" as name:
            final = do.get("discard")
            words = str(name).replace("_", "-")
            return words if final is None else f"{words} discarding {card(final)}"
        case "deal":
            hands = " | ".join(show_cards(part) for part in do["hands"])
            turned = f" | upcard {card(do['upcard'])}" if do.get("upcard") else ""
            return f"deal {hands}{turned} | stock {' '.join(pile(do['stock']))}"
        case "reshuffle" | "refill" as name:
            return " ".join((str(name), *pile(do["stock"])))
        case "choose":
            return f"choose {show_cards(do['cards'])}{_shown_declaration(do)}".rstrip()
        case "claim":
            named = {"seat", "card"} & do.keys()
            return f"claim {card(do['card'])} of {do['seat']}" if named else "claim"
        case "rearrange":
            return _shown_rearrangement(do)
        case "cut":
            drawn = (NOBODY if one is None else card(one) for one in do["cards"])
            return " ".join(("cut", *drawn))
        case str() as name if has_no_fields(name):
            return name.replace("_", "-")
        case other:
            raise NotationError(f"{other!r} is not an action")


def _shown_rearrangement(do: Mapping[str, JSON]) -> str:
    """``rearrange`` in words, with the cards played and the table after it if they are named."""
    if not do.keys() & {"table", "cards"}:
        return "rearrange"
    melds = " / ".join(" ".join(meld) for meld in table(do.get("table") or ()))
    return " ".join(["rearrange", *hand(do.get("cards") or []), "to", *melds.split()])


def _shown_declaration(do: Mapping[str, JSON]) -> str:
    """The declaration of a chosen meld, in words."""
    suit, two, opponent = (do.get(name) for name in ("suit", "baccarat", "opponent"))
    naming = "" if suit is None else f" naming {suit}"
    baccarat = "" if two is None else f" baccarat {show_cards(two)}"
    against = "" if opponent is None else f" against {opponent}"
    return naming + baccarat + against


def _shown_take(with_cards: list[str], meld: list[str]) -> str:
    if with_cards and meld:
        raise NotationError("the discard goes with cards of the hand or onto a meld, not both")
    words = ["take", "onto", show_cards(meld)] if meld else ["take", show_cards(with_cards)]
    return " ".join(words).rstrip()


def show_cards(texts: list[str]) -> str:
    """A hand or meld in printing order."""
    return " ".join(hand(texts))


def show_step(by: int | str, do: Mapping[str, JSON]) -> str:
    """A step in words: ``1 lay-off 7S on 4S 5S 6S``.

    A cut, reshuffle or refill by chance has no seat in front.
    """
    words = show_action(do)
    alone = by == CHANCE and do.get("type") in ("cut", "reshuffle", "refill")
    return words if alone else f"{by} {words}"
