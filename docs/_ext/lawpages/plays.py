"""Plays in words: deals as rows of cards, steps as sentences, checks as small tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from lawpages.elements import Html, cards, clause_link, joined, piece
from lawpages.steps import MAIN
from meldcheck.words.case import JSON, Act, Ask, Step
from meldcheck.words.deal import Dealt
from meldcheck.words.notation import CHANCE, show_action, without
from meldcheck.words.readings import Readings
from meldcheck.words.telling import Piles
from meldspec.engine.forms import KINDS

ACTIONS: Final = {
    "draw": ("draw", "draws"),
    "take": ("take", "takes"),
    "meld": ("meld", "melds"),
    "expose": ("expose", "exposes"),
    "lay_off": ("lay off", "lays off"),
    "discard": ("discard", "discards"),
    "call_tongits": ("call tongits", "calls tongits"),
    "go_out": ("go out", "goes out"),
    "keep": ("keep all cards", "keeps all cards"),
    "call_draw": ("call a draw", "calls a draw"),
    "fold": ("fold", "folds"),
    "challenge": ("challenge", "challenges"),
    "choose": ("choose", "chooses"),
    "claim": ("claim", "claims"),
    "rearrange": ("rearrange the table", "rearranges the table"),
    "knock": ("knock", "knocks"),
    "decline": ("decline", "declines"),
    "cut": ("cut for all seats", "cuts for all seats"),
    "deal": ("deal", "deals"),
    "reshuffle": ("make a new stock", "makes a new stock"),
    "refill": ("add cards to the stub", "adds cards to the stub"),
}
"""By action, the verb after *may* and the verb after a seat."""

ENDS: Final = {
    "tongits": "tongits",
    "draw": "a called draw",
    "out": "going out",
    "stock": "the end of the stock",
    "sheets": "filling all boxes",
    "knock": "a knock",
}
PHASES: Final = {
    "cut": "cutting for the deal",
    "deal": "before the deal",
    "draw": "taking a card",
    "reshuffle": "making a new stock",
    "play": "playing cards",
    "discard": "discarding",
    "respond": "answering a call",
    "choose": "choosing melds in secret",
    "claim": "stealing",
    "refill": "adding cards to the stub",
    "meld": "melding, or drawing another card",
    "knock": "saying whether to knock",
    "over": "after the hand",
}


BOXES: Final = tuple(name.replace("_", " ").title() for name in KINDS["indian-chief"])
"""The melds of Indian Chief by their number of cards, from one on."""

NUMBERED: Final = "Seats are numbered from 0, in the order of their turns."
"""What a reader needs to know of the names of seats, where one may meet them first."""


def seat(number: int | str) -> Html:
    """A seat by its number."""
    return piece("span", f"seat {number}", css="seat")


def seats(numbers: Sequence[int]) -> list[str]:
    """Several seats; *nobody* for an empty list."""
    if not numbers:
        return [piece("span", "nobody", css="nothing")]
    return joined(seat(number) for number in numbers)


def in_written_order(now: Sequence[str], written: Sequence[str]) -> list[str]:
    """Cards in the order of an author whose list has other cards in a few places."""
    if len(now) != len(written):
        return list(now)
    new, gone = without(now, written), without(written, now)
    stayed = without(written, gone)
    return [stayed.pop(0) if stayed[:1] == [card] else new.pop(0) for card in written]


def as_written(do: Mapping[str, JSON], written: Iterable[Dealt]) -> list[list[str]]:
    """The hands of a deal, in the card order of the written deal that resembles them most."""
    hands: list[list[str]] = [list(hand) for hand in do["hands"]]

    def shared(dealt: Dealt) -> int:
        pairs = zip(hands, dealt.hands, strict=False)
        return sum(len(here) - len(without(here, there)) for here, there in pairs)

    best = max(written, key=shared, default=None)
    if best is None or len(best.hands) != len(hands):
        return hands
    return [in_written_order(here, there) for here, there in zip(hands, best.hands, strict=True)]


def deal_rows(
    hands: Sequence[Sequence[str]],
    stock: Sequence[str],
    dealer: int | None,
    upcard: str | None = None,
    marked: Iterable[str] = (),
) -> Html:
    """Hands, upcard and stock as rows of cards."""
    those = frozenset(marked)
    rows: list[str] = []
    for number, hand in enumerate(hands):
        notes = [piece("small", "dealer")] if number == dealer else []
        rows += [piece("dt", seat(number), *notes), piece("dd", cards(hand, "hand", those))]
    if upcard is not None:
        rows += [
            piece("dt", piece("span", "upcard", css="seat")),
            piece("dd", cards([upcard], "hand", those)),
        ]
    if stock:
        rows += [
            piece("dt", piece("span", "stock", css="seat"), piece("small", "top first")),
            piece("dd", cards(stock, "hand", those)),
        ]
    return piece("dl", *rows, css="deal")


def opening(steps: Sequence[Step]) -> Act | None:
    """The deal with which a play begins; None if it begins otherwise."""
    match steps:
        case [Act(do={"type": "deal"}, refused=()) as deal, *_]:
            return deal
        case _:
            return None


def play(
    steps: Sequence[Step],
    written: Sequence[Dealt],
    dealer: int | None,
    rules: Readings,
    dealt: Act | None = None,
    name: str = MAIN,
) -> list[str]:
    """A play: its deal and its steps.

    The deal is left out if ``dealt`` gives one that the reader sees elsewhere.  ``dealer`` is the
    seat that deals first; None if the play itself decides that.
    """
    made: list[str] = []
    piles = Piles.under(rules)
    rest = list(steps)
    if dealt is None:
        dealt = opening(rest)
        if dealt is not None:
            rest.pop(0)
            made.append(_dealt_rows(dealt.do, written, dealer))
        elif dealer is not None:
            made.append(piece("p", seat(dealer), " is the dealer when the match begins."))
    if dealt is not None:
        piles.follow(dealt)
    if rest:
        made.append(_steps(rest, piles, written, name))
    return made


def _dealt_rows(do: Mapping[str, JSON], written: Sequence[Dealt], dealer: int | None) -> Html:
    return deal_rows(as_written(do, written), do["stock"], dealer, do.get("upcard"))


def tail(
    steps: Sequence[Step],
    after: Sequence[Step],
    written: Sequence[Dealt],
    rules: Readings,
    name: str,
) -> Html:
    """The end of a play whose beginning the reader sees elsewhere."""
    piles = Piles.under(rules)
    before: int | str | None = None
    number = -1 if opening(after) is not None else 0
    for step in after:
        if not isinstance(step, Act):
            continue
        number += 1
        if not step.refused:
            before = _last(step, before)
            piles.follow(step)
    return _steps(steps, piles, written, name, before, number)


def _last(step: Act, before: int | str | None) -> int | str | None:
    """The seat whose turn it is after a step, or None between two turns.

    A new stock is made within a turn; every other action of chance is between two turns.
    """
    if step.by != CHANCE:
        return step.by
    return before if step.do["type"] == "reshuffle" else None


def _steps(
    steps: Iterable[Step],
    piles: Piles,
    written: Sequence[Dealt],
    name: str,
    before: int | str | None = None,
    number: int = 0,
) -> Html:
    """Steps as a list, after ``number`` others; ``before`` is the seat whose turn it is then.

    ``name`` tells the script of the page which play of its case they are.
    """
    items: list[str] = []
    for step in steps:
        if isinstance(step, Ask):
            items.append(piece("li", *check(step), css="check"))
            continue
        after = _last(step, before)
        turn = before is not None and after != before
        before = after
        items.append(_step(step, piles, written, "step turn" if turn else "step"))
    count = {"style": f"counter-reset: step {number}"} if number else {}
    return piece("ol", *items, css="play", data_of=name, **count)


def _step(step: Act, piles: Piles, written: Sequence[Dealt], css: str) -> Html:
    waiting = piles.waiting
    came = None if step.refused else piles.follow(step)
    if step.by == CHANCE:
        done = [*_by_chance(step.do, written)]
        if came is not None and waiting is not None:
            done.append(piece("p", seat(waiting), " gets ", cards([came], "small"), " from it."))
        told = piece("div", *done)
    else:
        done = [seat(step.by), " ", *does(step.do, came)]
        if piles.waiting is not None and waiting is None:
            done.append(" from the stock, which is empty")
        told = piece("span", *done)
    if not step.refused:
        return piece("li", told, css=css)
    why = joined(clause_link(name) for name in step.refused)
    verdict = piece("span", piece("b", "refused"), " by ", *why, css="verdict")
    return piece("li", told, " ", verdict, css=f"{css} refused")


def _by_chance(do: Mapping[str, JSON], written: Sequence[Dealt]) -> Iterator[str]:
    match do["type"]:
        case "deal":
            yield piece("p", "A hand is dealt:")
            yield _dealt_rows(do, written, None)
        case "reshuffle":
            yield piece("p", "A new stock is made, its top first:")
            yield cards(do["stock"], "hand")
        case "refill":
            yield piece("p", "These cards are added to the stub, the first on top:")
            yield cards(do["stock"], "hand")
        case "cut":
            yield piece("p", "The seats cut for the deal:")
            drawn = ((seat(by), card) for by, card in enumerate(do["cards"]) if card is not None)
            items = (piece("li", who, " ", cards([card], "small")) for who, card in drawn)
            yield piece("ul", *items, css="choices")
        case _:
            yield piece("p", "chance ", *does(do))


def does(do: Mapping[str, JSON], came: str | None = None) -> list[str]:
    """The words after a seat that acts; ``came`` is the card that is drawn or taken."""
    return _action(do, 1, came)


def may_do(do: Mapping[str, JSON]) -> list[str]:
    """The words after *may* for an action."""
    return _action(do, 0, None)


def _action(do: Mapping[str, JSON], form: int, came: str | None) -> list[str]:
    kind = do["type"]
    if kind not in ACTIONS:
        return [show_action(do)]
    verb = ACTIONS[kind][form]
    match kind:
        case "draw":
            return _sentence(verb, [came] if came else None)
        case "take":
            return _sentence(verb, *([[came]] if came else ["the discard"]), *_laid(do))
        case "meld":
            return _sentence(verb, do["cards"])
        case "expose":
            return _sentence(verb, do["cards"], *(["face down"] if do.get("face_down") else []))
        case "lay_off":
            return _sentence(verb, [do["card"]], "on", do["meld"])
        case "discard":
            return _sentence(verb, [do["card"]])
        case "choose":
            return _sentence(verb, do["cards"] or "no cards", *_declared(do))
        case "claim":
            named = ([do["card"]], f"of seat {do['seat']}") if "card" in do else ("nothing",)
            return _sentence(verb, *named)
        case "rearrange" if do.keys() & {"table", "cards"}:
            played = do.get("cards") or "no card"
            return [*_sentence(verb, "with", played, "to"), *_table(do.get("table") or ())]
        case "call_tongits" | "go_out" if do.get("discard"):
            return _sentence(f"{verb}, discarding", [do["discard"]])
        case _:
            return _sentence(verb)


SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def _declared(do: Mapping[str, JSON]) -> Iterator[str | Sequence[str]]:
    """What a chosen meld stands for, and its declarations: suit, baccarat hand, opponent."""
    size = len(do.get("cards") or ())
    if 0 < size <= len(BOXES):
        yield f"as the {BOXES[size - 1]}"
    if do.get("suit"):
        yield f"naming {SUITS[do['suit']]}"
    if do.get("baccarat"):
        yield "with, as the baccarat hand,"
        yield do["baccarat"]
    if do.get("opponent") is not None:
        yield f"against seat {do['opponent']}"


def _laid(do: Mapping[str, JSON]) -> tuple[str | Sequence[str], ...]:
    """The words for the place of a taken discard: onto a meld, with cards, or into the hand."""
    if do.get("meld"):
        return ("onto", do["meld"])
    return ("with", do["with"]) if do.get("with") else ("into the hand",)


def _sentence(*parts: str | Sequence[str] | None) -> list[str]:
    made: list[str] = [
        part if isinstance(part, str) else cards(part, "small")
        for part in parts
        if part is not None
    ]
    return joined(made, " ")


# ── checks ───────────────────────────────────────────────────────────────────────────────────────


def check(step: Ask) -> list[str]:
    """A question between two steps, and the expected answer."""
    match step.what:
        case "result" if step.answer is None:
            return [piece("p", "The hand goes on.")]
        case "result":
            return [piece("p", "The hand has ended."), fields(step.answer)]
        case "view":
            return [piece("p", seat(step.seat or 0), " sees:"), fields(step.answer)]
        case "legal":
            return [piece("p", seat(step.seat or 0), " may "), *_legal(step.answer)]
        case _:
            return [piece("p", f"{step.what} {step.depth or ''}: {step.answer}")]


def _legal(actions: Sequence[Mapping[str, JSON]]) -> list[str]:
    if not actions:
        return [piece("p", piece("span", "do nothing", css="nothing"))]
    return [piece("ul", *(piece("li", *may_do(do)) for do in actions), css="choices")]


def fields(answer: Mapping[str, JSON]) -> Html:
    """The stated fields of a view, a result or a settlement; those with a value for each seat are
    in a table."""
    rows: list[str] = []
    lines: list[str] = []
    width = 0
    for name, value in answer.items():
        shown = NAMES.get(name, name.replace("_", " "))
        if name in BY_SEAT and isinstance(value, list | tuple):
            width = max(width, len(value))
            cells = (piece("td", BY_SEAT[name](one)) for one in value)
            lines.append(piece("tr", piece("th", shown, scope="row"), *cells))
        else:
            rows.append(piece("div", piece("dt", shown), piece("dd", *_value(name, value))))
    made: list[str] = [piece("dl", *rows, css="facts")] if rows else []
    if lines:
        heads = (piece("th", f"seat {number}", scope="col") for number in range(width))
        head = piece("thead", piece("tr", piece("td"), *heads))
        made.append(piece("table", head, piece("tbody", *lines), css="by-seat"))
    return piece("div", *made, css="fields")


NAMES: Final = {
    "to_act": "to act",
    "end": "ended by",
    "stock_size": "cards in the stock",
    "hand_sizes": "cards in hand",
    "pot_to": "pot goes to",
    "rummy": "went rummy",
    "out": "gone out",
    "wild": "wild rank",
    "taken": "taken from the pile",
    "discard": "discard pile",
    "chosen": "have chosen",
    "choice": "own choice, hidden",
    "claimed": "have claimed",
    "claim": "own claim, hidden",
    "aside": "lying aside",
    "sheets": "boxes",
    "boxes": "hands won",
    "draws": "cards drawn in the turn",
    "totals": "with all bonuses",
    "declined": "have declined",
    "by": "most of",
}
"""Plain names for fields whose own name says too little."""


def _value(name: str, value: JSON) -> list[str]:
    show = SHOWN.get(name)
    return show(value) if show is not None else [str(value)]


def _one_seat(value: int | None) -> list[str]:
    return seats([] if value is None else [value])


def _cards(value: Sequence[str] | None) -> list[str]:
    if value is None:
        return [piece("span", "not shown", css="nothing")]
    return [cards(value, "small")]


def _yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def signed(number: int) -> str:
    """A number of chips or points with its sign."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def _revealed(hands: Sequence[Sequence[str] | None]) -> list[str]:
    items = (piece("li", seat(number), " ", *_cards(shown)) for number, shown in enumerate(hands))
    return [piece("ul", *items, css="list")]


def _melds(melds: Sequence[Mapping[str, JSON]]) -> list[str]:
    if not melds:
        return [piece("span", "none", css="nothing")]
    return [piece("ul", *(piece("li", *_meld(meld)) for meld in melds), css="list")]


def _table(melds: Sequence[Sequence[str]]) -> list[str]:
    """The melds of a shared table, which no seat owns."""
    if not melds:
        return [piece("span", "nothing", css="nothing")]
    return [piece("ul", *(piece("li", cards(meld, "small")) for meld in melds), css="list")]


def _meld(meld: Mapping[str, JSON]) -> Iterator[str]:
    yield seat(meld["owner"])
    yield " "
    if "cards" in meld:
        yield cards(meld["cards"], "small")
    if "size" in meld:
        yield f" {meld['size']} cards"
    if meld.get("face_down"):
        yield " face down"
    for card, by in zip(meld.get("cards", ()), meld.get("laid_by", ()), strict=False):
        if by != meld["owner"]:
            yield ", "
            yield cards([card], "small")
            yield " laid off by "
            yield seat(by)


def _answers(pairs: Sequence[tuple[int, str]]) -> list[str]:
    if not pairs:
        return [piece("span", "none yet", css="nothing")]
    return joined(piece("span", seat(by), f" {ACTIONS[answer][1]}") for by, answer in pairs)


def _hidden(value: Mapping[str, JSON] | None, kind: str) -> list[str]:
    """A choice or a claim that its seat alone knows."""
    if value is None:
        return [piece("span", "none", css="nothing")]
    return may_do({"type": kind, **value})


def _stolen(thefts: Sequence[Mapping[str, JSON]]) -> list[str]:
    if not thefts:
        return [piece("span", "nothing", css="nothing")]
    items = (
        piece(
            "li",
            seat(one["by"]),
            " takes ",
            cards([one["card"]], "small"),
            " of ",
            seat(one["seat"]),
        )
        for one in thefts
    )
    return [piece("ul", *items, css="list")]


def _sheet(boxes: Mapping[str, int]) -> str:
    """The filled boxes of a seat, with their points."""
    filled = (f"{name.replace('_', ' ')} {signed(points)}" for name, points in boxes.items())
    return ", ".join(filled) or "empty"


def _receipt(lines: Sequence[Mapping[str, JSON]]) -> list[str]:
    items = (piece("li", *_passed(line), ": ", clause_link(line["clause"])) for line in lines)
    return [piece("ul", *items, css="list")]


def _passed(line: Mapping[str, JSON]) -> tuple[str, ...]:
    """A line of a receipt: a seat pays another, or scores for the cards of another or its own."""
    if "points" in line and line["from"] == line["to"]:
        return seat(line["to"]), f" scores {line['points']}"
    if "points" in line:
        return seat(line["to"]), f" scores {line['points']} for the cards of ", seat(line["from"])
    return seat(line["from"]), f" pays {line['chips']} to ", seat(line["to"])


BY_SEAT: Final[Mapping[str, Callable[[JSON], str]]] = {
    "hand_sizes": str,
    "deadwood": str,
    "chips": signed,
    "payments": signed,
    "points": str,
    "scores": str,
    "opened": _yes_or_no,
    "sheets": _sheet,
    "boxes": str,
    "totals": str,
}
"""How the value of one seat is shown."""

SHOWN: Final[Mapping[str, Callable[[JSON], list[str]]]] = {
    "seat": _one_seat,
    "phase": lambda value: [PHASES.get(str(value), str(value))],
    "end": lambda value: [ENDS.get(str(value), str(value))],
    "to_act": seats,
    "wild": lambda value: ["10" if value == "T" else str(value)],
    "match_over": lambda value: [_yes_or_no(value)],
    "match_winners": seats,
    "rummy": lambda value: [_yes_or_no(value)],
    "taken": lambda value: [cards([] if value is None else [value], "small")],
    "burned": seats,
    "challengers": seats,
    "winner": _one_seat,
    "out": _one_seat,
    "dealer": _one_seat,
    "caller": _one_seat,
    "pot_to": _one_seat,
    "hand": _cards,
    "discard": _cards,
    "melds": _melds,
    "answers": _answers,
    "revealed": _revealed,
    "receipt": _receipt,
    "chosen": seats,
    "choice": lambda value: _hidden(value, "choose"),
    "claimed": seats,
    "claim": lambda value: _hidden(value, "claim"),
    "stolen": _stolen,
    "aside": _cards,
    "table": _table,
    "knocker": _one_seat,
    "winners": seats,
    "declined": seats,
    "cards": _cards,
}
"""How the value of a field is shown; a field that is missing here is shown as text."""
