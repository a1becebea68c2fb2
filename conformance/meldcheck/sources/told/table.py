"""The cards on the table and the last turn, in words for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from meldcheck.games import title_of
from meldcheck.sources.told.names import by_seat, listed, plain
from meldcheck.words.case import JSON
from meldcheck.words.notation import CHANCE, show_action, show_cards
from meldspec.wire import Match

LONGEST_PILE: Final = 6
"""Number of cards above which only the top of a pile is named."""


def opening(
    game: str, players: int, dealer: int, hand_number: int = 1, before: Sequence[str] = ()
) -> str:
    """The game, the number of players, and the dealer, in a sentence.

    ``before`` tells the end of each hand since ``hand_number``; the dealer is that of the last one.
    """
    number = hand_number + len(before)
    late = "" if number == 1 else f", in hand {number}"
    told = f"{title_of(game)}, {players} players; seat {dealer} deals{late}."
    return f"{told} Before it, {'; then '.join(before)}." if before else told


def dealer_of(match: Match) -> int | None:
    """The dealer of the hand; None before the cut for the deal."""
    seat: JSON = match.view(0)
    return None if seat["dealer"] is None else int(seat["dealer"])


def table_lines(match: Match, players: int) -> Iterator[str]:
    """Each hand, the table and the piles, all cards open."""
    views: list[JSON] = [match.view(seat) for seat in range(players)]
    if not views:
        return
    for view in views:
        held = show_cards(list(view.get("hand", ()))) or "no cards"
        laid = [_meld(views, place) for place in _owned(views, int(view["seat"]))]
        yield f"  Seat {view['seat']}: {held}{f'; on the table {listed(laid)}' if laid else ''}."
    yield from _common(views[0])


def _owned(views: Sequence[Mapping[str, JSON]], seat: int) -> list[int]:
    melds: JSON = views[0].get("melds", ())
    return [place for place, meld in enumerate(melds) if meld["owner"] == seat]


def _meld(views: Sequence[Mapping[str, JSON]], place: int) -> str:
    meld = views[0]["melds"][place]
    seen = views[meld["owner"]]["melds"][place] if meld["owner"] < len(views) else meld
    cards = show_cards(list(seen.get("cards", ()))) or "nothing"
    return f"{cards} (face down)" if meld.get("face_down") else cards


def _common(view: Mapping[str, JSON]) -> Iterator[str]:
    """The table, the piles and the scores, which belong to no single hand."""
    told = []
    if "table" in view:
        melds = " / ".join(" ".join(meld) for meld in view["table"])
        told.append(f"table: {melds or 'empty'}")
    if "discard" in view:
        told.append(f"discard pile: {discards(view['discard'])}")
    told.append(f"stock: {cards_in(int(view['stock_size']))}")
    told += [
        f"{name}: {by_seat(view[name])}"
        for name in ("scores", "boxes")
        if any(view.get(name) or ())
    ]
    if view.get("wild"):
        told.append(f"wild: {view['wild']}")
    if view.get("turn"):
        told.append(f"turn {view['turn']}")
    text = "; ".join(told)
    yield f"  {text[0].upper()}{text[1:]}."


def discards(pile_: Sequence[str]) -> str:
    """A discard pile in words, its top first."""
    if not pile_:
        return "empty"
    below = list(reversed(pile_[:-1]))
    if not below:
        return f"{pile_[-1]}"
    if len(pile_) > LONGEST_PILE:
        return f"{pile_[-1]} on top of {cards_in(len(below))}"
    return f"{pile_[-1]} on top of {' '.join(below)}"


def cards_in(number: int) -> str:
    """A number of cards, in words."""
    return "1 card" if number == 1 else f"{number or 'no'} cards"


# ── deeds ────────────────────────────────────────────────────────────────────────────────────────


def deed(do: Mapping[str, JSON]) -> str:
    """An action as it follows *may*: ``discard KD``."""
    verb, rest = _deed(do)
    return f"{verb} {rest}".strip()


def done(do: Mapping[str, JSON]) -> str:
    """An action as it follows the seat that takes it: ``discards KD``."""
    verb, rest = _deed(do)
    return f"{_third(verb)} {rest}".strip()


def _third(verb: str) -> str:
    return f"{verb}es" if verb.endswith("o") else f"{verb}s"


def _deed(do: Mapping[str, JSON]) -> tuple[str, str]:
    match do.get("type"):
        case "draw":
            return "draw", str(do.get("drawn", ""))
        case "knock" | "decline" | "fold" | "challenge" as name:
            return str(name), ""
        case "take":
            return "take", _taken(do)
        case "expose" | "meld":
            down = ", face down" if do.get("face_down") else ""
            return "lay", f"{_cards(do.get('cards'))}{down}"
        case "lay_off":
            return "lay", f"{do.get('card')} off on {_cards(do.get('meld'))}"
        case "discard":
            return "discard", str(do.get("card"))
        case "call_tongits" | "go_out" as name:
            last = do.get("discard")
            words = ("call", "tongits") if name == "call_tongits" else ("go", "out")
            return words[0], f"{words[1]}{f', discarding {last}' if last else ''}"
        case "call_draw":
            return "call", "a draw"
        case "keep":
            return "keep", "all cards"
        case "choose":
            return "choose", f"{_cards(do.get('cards'))}{_declared(do)}"
        case "claim":
            return "claim", _claimed(do)
        case "rearrange":
            return "play", _rearranged(do)
        case "deal":
            return "deal", "these cards"
        case "reshuffle" | "refill":
            return "make", f"a new stock of {cards_in(len(do.get('stock') or ()))}"
        case "cut":
            return "let", "the seats cut"
        case _:
            return "do", show_action(do)


def _cards(value: JSON) -> str:
    try:
        return " ".join(value) if value and value[0].startswith("*") else show_cards(value or [])
    except (TypeError, ValueError):
        return str(value)


def _taken(do: Mapping[str, JSON]) -> str:
    if do.get("with"):
        return f"the discard with {_cards(do['with'])}"
    return f"the discard onto {_cards(do['meld'])}" if do.get("meld") else "the discard"


def _declared(do: Mapping[str, JSON]) -> str:
    if do.get("suit"):
        return f", naming {do['suit']}"
    if do.get("baccarat"):
        return f", with {_cards(do['baccarat'])} for baccarat"
    return f", against seat {do['opponent']}" if do.get("opponent") is not None else ""


def _claimed(do: Mapping[str, JSON]) -> str:
    return f"{do['card']} of seat {do['seat']}" if do.get("card") else "nothing"


def _rearranged(do: Mapping[str, JSON]) -> str:
    played = _cards(do.get("cards")) or "no card"
    if "table" not in do:
        return played
    melds = " / ".join(" ".join(meld) for meld in do["table"] or ())
    return f"{played}, so that the table is {melds or 'empty'}"


def turn_sentence(steps: Sequence[tuple[JSON, Mapping[str, JSON]]]) -> str:
    """A sentence about the last turn, with the answers that it got."""
    if not steps:
        return ""
    parts: list[tuple[JSON, list[str]]] = []
    for by, do in steps[_last_turn(steps) :]:
        words = _by_chance(do) if by == CHANCE else done(do)
        if parts and parts[-1][0] == by and by != CHANCE:
            parts[-1][1].append(words)
        else:
            parts.append((by, [words]))
    told = "; ".join(
        listed(words) if by == CHANCE else f"seat {by} {listed(words)}" for by, words in parts
    )
    return f"{told[:1].upper()}{told[1:]}."


_ANSWERS: Final = ("fold", "challenge", "decline", "choose", "claim")


def _last_turn(steps: Sequence[tuple[JSON, Mapping[str, JSON]]]) -> int:
    """The place of the first step of the last turn."""
    place = len(steps) - 1
    while place > 0 and steps[place][1].get("type") in _ANSWERS:
        if steps[place - 1][0] == CHANCE:
            return place
        place -= 1
    by = steps[place][0]
    while place > 0 and steps[place - 1][0] == by != CHANCE:
        place -= 1
    return place


def _by_chance(do: Mapping[str, JSON]) -> str:
    match do.get("type"):
        case "deal":
            return "the cards are dealt"
        case "reshuffle" | "refill":
            return f"chance makes a new stock of {cards_in(len(do.get('stock') or ()))}"
        case "cut":
            return f"the seats cut {' '.join(one or '-' for one in do.get('cards') or ())}"
        case other:
            return f"chance: {plain(str(other))}"


def drawn(before: Match, after: Match, by: JSON, do: Mapping[str, JSON]) -> dict[str, JSON]:
    """An action; a draw also with the card that it brings from the stock."""
    if do.get("type") != "draw" or by == CHANCE:
        return dict(do)
    held: JSON = before.view(by)
    now: JSON = after.view(by)
    left = list(now["hand"])
    for one in held["hand"]:
        if one in left:
            left.remove(one)
    return {**do, "drawn": left[0]} if len(left) == 1 else dict(do)
