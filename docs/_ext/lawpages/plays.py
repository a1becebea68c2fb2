"""Plays in words: deals as rows of cards, steps as sentences, checks as small tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from docutils import nodes

from lawpages.elements import cards, clause_link, el, flat, joined
from meldcheck.case import JSON, Act, Ask, Step
from meldcheck.cases import Dealt
from meldcheck.notation import CHANCE, show_action

ACTIONS: Final = {
    "draw": ("draw", "draws"),
    "take": ("take", "takes"),
    "expose": ("expose", "exposes"),
    "lay_off": ("lay off", "lays off"),
    "discard": ("discard", "discards"),
    "call_tongits": ("call tongits", "calls tongits"),
    "call_draw": ("call a draw", "calls a draw"),
    "fold": ("fold", "folds"),
    "challenge": ("challenge", "challenges"),
}
"""An action as one may do it, and as somebody does it."""

ENDS: Final = {"tongits": "tongits", "draw": "a called draw", "stock": "the stock has run out"}
PHASES: Final = {
    "deal": "before the deal",
    "draw": "taking a card",
    "play": "playing cards",
    "respond": "answering a call",
    "over": "after the hand",
}


@dataclass(slots=True)
class Piles:
    """The stock and the discard pile, as far as a reader wants to know what is drawn and taken."""

    stock: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)

    def deal(self, do: Mapping[str, JSON]) -> None:
        """Both piles of a new hand."""
        self.stock, self.discard = list(do["stock"]), []

    def follow(self, step: Act) -> str | None:
        """The card that comes from a pile by an accepted step; a deal makes both anew."""
        if step.by != CHANCE:
            return self.take(step.do)
        self.deal(step.do)
        return None

    def take(self, do: Mapping[str, JSON]) -> str | None:
        """The card that comes from a pile by this action; a discard goes there."""
        match do["type"]:
            case "draw":
                return self.stock.pop(0) if self.stock else None
            case "take":
                return self.discard.pop() if self.discard else None
            case "discard" | "call_tongits" if do.get("discard", do.get("card")):
                self.discard.append(do.get("discard", do.get("card")))
        return None


def seat(number: int | str) -> nodes.Node:
    """A seat by its number."""
    return el("span", f"seat {number}", css="seat")


def seats(numbers: Sequence[int]) -> list[nodes.Node]:
    """Several seats; nobody where there is none."""
    if not numbers:
        return [el("span", "nobody", css="nothing")]
    return joined(seat(number) for number in numbers)


def in_written_order(now: Sequence[str], written: Sequence[str]) -> list[str]:
    """Cards in the order of an author who had some others in place of a few of them."""
    new = [card for card in now if card not in written]
    if len(now) != len(written):
        return list(now)
    return [card if card in now else new.pop(0) for card in written]


def as_written(do: Mapping[str, JSON], written: Iterable[Dealt]) -> list[list[str]]:
    """The hands of a deal in the order of the author, whose deal they resemble most."""
    hands: list[list[str]] = [list(hand) for hand in do["hands"]]

    def shared(dealt: Dealt) -> int:
        return sum(
            len(set(here) & set(there)) for here, there in zip(hands, dealt.hands, strict=False)
        )

    best = max(written, key=shared, default=None)
    if best is None or len(best.hands) != len(hands):
        return hands
    return [in_written_order(here, there) for here, there in zip(hands, best.hands, strict=True)]


def deal_rows(
    hands: Sequence[Sequence[str]],
    stock: Sequence[str],
    dealer: int | None,
    marked: Iterable[str] = (),
) -> nodes.Node:
    """Hands and stock as rows of cards."""
    those = frozenset(marked)
    rows: list[nodes.Node] = []
    for number, hand in enumerate(hands):
        notes = [el("small", "dealer")] if number == dealer else []
        rows += [el("dt", seat(number), *notes), el("dd", cards(hand, "hand", those))]
    if stock:
        rows += [
            el("dt", el("span", "stock", css="seat"), el("small", "top first")),
            el("dd", cards(stock, "hand", those)),
        ]
    return flat(el("dl", *rows, css="deal"))


def play(
    steps: Sequence[Step], written: Sequence[Dealt], dealer: int, dealt: Act | None = None
) -> list[nodes.Node]:
    """A play: its deal, unless it has been ``dealt`` where the reader sees it, and its steps."""
    made: list[nodes.Node] = []
    piles = Piles()
    rest = list(steps)
    first = rest[0] if rest else None
    if dealt is None and isinstance(first, Act) and first.by == CHANCE:
        dealt = first
        rest.pop(0)
        made.append(deal_rows(as_written(dealt.do, written), dealt.do["stock"], dealer))
    if dealt is not None:
        piles.deal(dealt.do)
    if rest:
        made.append(_steps(rest, piles, written))
    return made


def tail(steps: Sequence[Step], after: Iterable[Step], written: Sequence[Dealt]) -> nodes.Node:
    """The end of a play whose beginning the reader sees elsewhere."""
    piles = Piles()
    before: int | str | None = None
    for step in after:
        if isinstance(step, Act) and not step.refused:
            before = None if step.by == CHANCE else step.by
            piles.follow(step)
    return _steps(steps, piles, written, before)


def _steps(
    steps: Iterable[Step],
    piles: Piles,
    written: Sequence[Dealt],
    before: int | str | None = None,
) -> nodes.Node:
    """Steps as a list; ``before`` is who acted last."""
    items: list[nodes.Node] = []
    for step in steps:
        if isinstance(step, Ask):
            items.append(flat(el("li", *check(step), css="check")))
            continue
        turn = before is not None and step.by != before
        before = step.by
        items.append(_step(step, piles, written, "step turn" if turn else "step"))
    return flat(el("ol", *items, css="play"))


def _step(step: Act, piles: Piles, written: Sequence[Dealt], css: str) -> nodes.Node:
    came = None if step.refused else piles.follow(step)
    if step.by == CHANCE:
        rows = deal_rows(as_written(step.do, written), step.do["stock"], None)
        told = el("div", el("p", "A hand is dealt:"), rows)
    else:
        told = el("span", seat(step.by), " ", *does(step.do, came))
    if not step.refused:
        return flat(el("li", told, css=css))
    why = joined(clause_link(name) for name in step.refused)
    verdict = el("span", el("b", "refused"), " by ", *why, css="verdict")
    return el("li", flat(told), " ", verdict, css=f"{css} refused")


def does(do: Mapping[str, JSON], came: str | None = None) -> list[nodes.Node]:
    """What somebody does; ``came`` is the card that is drawn or taken."""
    return _action(do, 1, came)


def may_do(do: Mapping[str, JSON]) -> list[nodes.Node]:
    """What somebody may do."""
    return _action(do, 0, None)


def _action(do: Mapping[str, JSON], form: int, came: str | None) -> list[nodes.Node]:
    kind = do["type"]
    if kind not in ACTIONS:
        return [nodes.Text(show_action(do))]
    verb = ACTIONS[kind][form]
    match kind:
        case "draw":
            return _sentence(verb, [came] if came else None)
        case "take":
            return _sentence(verb, *([[came]] if came else ["the discard"]), *_laid(do))
        case "expose":
            return _sentence(verb, do["cards"], *(["face down"] if do.get("face_down") else []))
        case "lay_off":
            return _sentence(verb, [do["card"]], "on", do["meld"])
        case "discard":
            return _sentence(verb, [do["card"]])
        case "call_tongits" if do.get("discard"):
            return _sentence(f"{verb}, discarding", [do["discard"]])
        case _:
            return _sentence(verb)


def _laid(do: Mapping[str, JSON]) -> tuple[str | Sequence[str], ...]:
    """Where a taken discard goes."""
    if do.get("meld"):
        return ("onto", do["meld"])
    return ("with", do["with"]) if do.get("with") else ("into the hand",)


def _sentence(*parts: str | Sequence[str] | None) -> list[nodes.Node]:
    made: list[nodes.Node] = [
        nodes.Text(part) if isinstance(part, str) else cards(part, "small")
        for part in parts
        if part is not None
    ]
    return joined(made, " ")


# ── checks ───────────────────────────────────────────────────────────────────────────────────────


def check(step: Ask) -> list[nodes.Node]:
    """What is asked in between, and the answer that is expected."""
    match step.what:
        case "result" if step.answer is None:
            return [el("p", "The hand goes on.")]
        case "result":
            return [el("p", "The hand has ended."), fields(step.answer)]
        case "view":
            return [el("p", seat(step.seat or 0), " sees:"), fields(step.answer)]
        case "legal":
            return [el("p", seat(step.seat or 0), " may "), *_legal(step.answer)]
        case _:
            return [el("p", f"{step.what} {step.depth or ''}: {step.answer}")]


def _legal(actions: Sequence[Mapping[str, JSON]]) -> list[nodes.Node]:
    if not actions:
        return [el("p", el("span", "do nothing", css="nothing"))]
    return [el("ul", *(el("li", *may_do(do)) for do in actions), css="choices")]


def fields(answer: Mapping[str, JSON]) -> nodes.Node:
    """The stated fields of a view, a result or a settlement; what each seat has, in a table."""
    rows: list[nodes.Node] = []
    lines: list[nodes.Node] = []
    width = 0
    for name, value in answer.items():
        shown = NAMES.get(name, name.replace("_", " "))
        if name in BY_SEAT:
            width = max(width, len(value))
            cells = (el("td", BY_SEAT[name](one)) for one in value)
            lines.append(el("tr", el("th", shown, scope="row"), *cells))
        else:
            rows.append(el("div", el("dt", shown), el("dd", *_value(name, value))))
    made: list[nodes.Node] = [el("dl", *rows, css="facts")] if rows else []
    if lines:
        heads = (el("th", f"seat {number}", scope="col") for number in range(width))
        head = el("thead", el("tr", el("td"), *heads))
        made.append(el("table", head, el("tbody", *lines), css="by-seat"))
    return flat(el("div", *made, css="fields"))


NAMES: Final = {
    "to_act": "to act",
    "end": "ended by",
    "stock_size": "cards in the stock",
    "hand_sizes": "cards in hand",
    "pot_to": "pot goes to",
    "discard": "discard pile",
}
"""Fields whose name says too little."""


def _value(name: str, value: JSON) -> list[nodes.Node]:
    show = SHOWN.get(name)
    return show(value) if show is not None else [nodes.Text(str(value))]


def _one_seat(value: int | None) -> list[nodes.Node]:
    return seats([] if value is None else [value])


def _cards(value: Sequence[str] | None) -> list[nodes.Node]:
    if value is None:
        return [el("span", "not shown", css="nothing")]
    return [cards(value, "small")]


def signed(number: int) -> str:
    """A number of chips that come or go."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def _revealed(hands: Sequence[Sequence[str] | None]) -> list[nodes.Node]:
    items = (el("li", seat(number), " ", *_cards(shown)) for number, shown in enumerate(hands))
    return [el("ul", *items, css="list")]


def _melds(melds: Sequence[Mapping[str, JSON]]) -> list[nodes.Node]:
    if not melds:
        return [el("span", "none", css="nothing")]
    return [el("ul", *(el("li", *_meld(meld)) for meld in melds), css="list")]


def _meld(meld: Mapping[str, JSON]) -> Iterator[nodes.Node]:
    yield seat(meld["owner"])
    yield nodes.Text(" ")
    if "cards" in meld:
        yield cards(meld["cards"], "small")
    if "size" in meld:
        yield nodes.Text(f" {meld['size']} cards")
    if meld.get("face_down"):
        yield nodes.Text(" face down")
    for card, by in zip(meld.get("cards", ()), meld.get("laid_by", ()), strict=False):
        if by != meld["owner"]:
            yield nodes.Text(", ")
            yield cards([card], "small")
            yield nodes.Text(" laid off by ")
            yield seat(by)


def _answers(pairs: Sequence[tuple[int, str]]) -> list[nodes.Node]:
    if not pairs:
        return [el("span", "none yet", css="nothing")]
    return joined(el("span", seat(by), f" {ACTIONS[answer][1]}") for by, answer in pairs)


def _receipt(lines: Sequence[Mapping[str, JSON]]) -> list[nodes.Node]:
    items = (
        el(
            "li",
            seat(line["from"]),
            f" pays {line['chips']} to ",
            seat(line["to"]),
            ": ",
            clause_link(line["clause"]),
        )
        for line in lines
    )
    return [el("ul", *items, css="list")]


BY_SEAT: Final[Mapping[str, Callable[[JSON], str]]] = {
    "hand_sizes": str,
    "deadwood": str,
    "chips": signed,
    "payments": signed,
    "opened": lambda value: "yes" if value else "no",
}
"""How the value of one seat is shown."""

SHOWN: Final[Mapping[str, Callable[[JSON], list[nodes.Node]]]] = {
    "seat": _one_seat,
    "phase": lambda value: [nodes.Text(PHASES.get(str(value), str(value)))],
    "end": lambda value: [nodes.Text(ENDS.get(str(value), str(value)))],
    "to_act": seats,
    "burned": seats,
    "challengers": seats,
    "winner": _one_seat,
    "dealer": _one_seat,
    "caller": _one_seat,
    "pot_to": _one_seat,
    "hand": _cards,
    "discard": _cards,
    "melds": _melds,
    "answers": _answers,
    "revealed": _revealed,
    "receipt": _receipt,
}
"""How the value of a field is shown; what is not here is shown as it is."""
