"""Plays and results as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from meldcheck.words.case import JSON, Act
from meldcheck.words.notation import show_cards, without
from meldcheck.words.readings import Readings


def acts_value(acts: Iterable[Act]) -> list[JSON]:
    """Actions as a trace file writes them."""
    return [{"by": step.by, "do": step.do} for step in acts]


# ── a play ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Piles:
    """The stock and the discard pile, so that a reader sees each card drawn or taken."""

    turned: bool = False
    """Whether the discard pile becomes the stock when that is empty, without an act of chance."""
    stock: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    waiting: int | str | None = None
    """The seat that drew from an empty stock and gets its card from the next stock."""

    @classmethod
    def under(cls, rules: Readings) -> Piles:
        """The piles before a deal, under these readings."""
        return cls(turned=rules.get("stock.stock_exhaustion") == "turn_over")

    def follow(self, step: Act) -> str | None:
        """The card that an accepted step takes from a pile; None if there is none."""
        do = step.do
        match do["type"]:
            case "deal":
                self._deal(do)
            case "reshuffle":
                return self._renew(do["stock"])
            case "draw":
                return self._draw(step.by)
            case "take":
                return self.discard.pop() if self.discard else None
            case "discard":
                self.discard.append(do["card"])
            case "call_tongits" | "go_out" if do.get("discard"):
                self.discard.append(do["discard"])
        return None

    def _deal(self, do: Mapping[str, JSON]) -> None:
        self.stock, self.waiting = list(do["stock"]), None
        self.discard = [do["upcard"]] if "upcard" in do else []

    def _renew(self, stock: Sequence[str]) -> str | None:
        self.stock = list(stock)
        self.discard = without(self.discard, stock)
        waited, self.waiting = self.waiting, None
        return None if waited is None else self._draw(waited)

    def _draw(self, by: int | str) -> str | None:
        if not self.stock and self.turned:
            self.stock, self.discard = self.discard[:-1], self.discard[-1:]
        if not self.stock:
            self.waiting = by
            return None
        return self.stock.pop(0)


def table_lines(views: Sequence[Mapping[str, JSON]]) -> Iterator[str]:
    """Each hand, the table and the piles, from the view of every seat."""
    for seen in views:
        mark = ">" if seen["seat"] in seen["to_act"] else " "
        yield f"  {mark} seat {seen['seat']}: {show_cards(seen['hand']) or 'no cards'}"
    for place, meld in enumerate(views[0].get("melds", ())):
        owner = meld["owner"]
        cards = views[owner]["melds"][place]["cards"]
        down = " (face down)" if meld.get("face_down") else ""
        yield f"    meld of seat {owner}: {show_cards(cards)}{down}"
    if "table" in views[0]:
        melds = (" ".join(meld) for meld in views[0]["table"])
        yield f"    table: {' / '.join(melds) or 'empty'}"
    stock = f"    stock {views[0]['stock_size']}"
    if "discard" in views[0]:
        stock += f", discard pile: {' '.join(views[0]['discard']) or 'empty'}"
    yield stock
    phase = f"    phase {views[0]['phase']}"
    if "chips" in views[0]:
        chips = " ".join(f"{chips:+}" for chips in views[0]["chips"])
        yield f"{phase}, chips {chips}, pot {views[0]['pot']}"
    if "scores" in views[0]:
        told = [phase]
        for name in ("turn", "wild", "taken", "out", "draws"):
            known = views[0].get(name)
            told += [] if known is None else [f"{name} {known}"]
        yield ", ".join([*told, f"scores {' '.join(map(str, views[0]['scores']))}"])


# ── a result ─────────────────────────────────────────────────────────────────────────────────────


def winners(result: Mapping[str, JSON]) -> tuple[int, ...]:
    """The seats that have won a hand: one, none, or several where the game shares hands."""
    if "winners" in result:
        return tuple(result["winners"])
    return () if result["winner"] is None else (result["winner"],)


def named_winners(result: Mapping[str, JSON]) -> str:
    """The winners of a hand and the verb: ``seat 1 wins``."""
    won = [f"seat {seat}" for seat in winners(result)]
    return f"{' and '.join(won) or 'nobody'} {'win' if len(won) > 1 else 'wins'}"


def gains(result: Mapping[str, JSON]) -> str:
    """What each seat is paid, or scores."""
    name = "payments" if "payments" in result else "points"
    return f"{name} {result[name]}"


def outcome_lines(result: Mapping[str, JSON]) -> Iterator[str]:
    """How a hand ended: winners, payments or points, and the clause of each payment."""
    yield f"    the hand ends ({result['end']}): {named_winners(result)}"
    deadwood = f", deadwood {result['deadwood']}" if "deadwood" in result else ""
    yield f"    {gains(result)}{deadwood}"
    if result.get("burned"):
        yield f"    burned: {', '.join(f'seat {seat}' for seat in result['burned'])}"
    if result.get("rummy"):
        yield "    the winner went rummy"
    for line in result.get("receipt", ()):
        yield f"    {_passed(line)} ({line['clause']})"
    if result.get("match_over"):
        winners = ", ".join(f"seat {seat}" for seat in result.get("match_winners", ()))
        yield f"    the match is over, won by {winners or 'nobody'}"
    if result.get("totals"):
        yield f"    with all bonuses {result['totals']}"


def _passed(line: Mapping[str, JSON]) -> str:
    """A receipt line in words: chips paid to another seat, or points and whose cards gave them."""
    if "chips" in line:
        return f"seat {line['from']} pays seat {line['to']} {line['chips']}"
    of = "" if line["from"] == line["to"] else f" for the cards of seat {line['from']}"
    return f"seat {line['to']} scores {line['points']} points{of}"
