"""A table as it lies before a step: hands, melds and piles, and the step with its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from lawpages.elements import Html, cards, piece
from lawpages.plays import does
from meldcheck.engine.referee import begin
from meldcheck.words.case import JSON, Act, Ask, Case
from meldcheck.words.notation import CHANCE
from meldcheck.words.telling import Piles
from meldspec.games import GAMES
from meldspec.play import Refusal


@dataclass(frozen=True, slots=True)
class Situation:
    """What every seat sees before a step, the step, and the card that it brings from a pile.

    ``ended`` is the expected result, if the step ends the hand and the case asks for it next.
    """

    views: tuple[Mapping[str, JSON], ...]
    step: Act
    came: str | None
    ended: Ask | None


def situation(case: Case, clause: str | None = None) -> Situation | None:
    """The table before the first step that a clause refuses, or else before the last step.

    None if the case has no step of a seat, or if it asks about readings.
    """
    if case.setup is None or case.outcomes or case.twin is not None:
        return None
    steps = [step for step in case.steps if isinstance(step, Act)]
    refused = (at for at, step in enumerate(steps) if clause in step.refused)
    own = (at for at in reversed(range(len(steps))) if steps[at].by != CHANCE)
    at = next(refused, next(own, None))
    if at is None or steps[at].by == CHANCE:
        return None
    match = begin(GAMES[case.game], case.rules, case.setup)
    if isinstance(match, Refusal):
        return None
    piles = Piles.under(case.rules)
    for step in steps[:at]:
        after = match.act(step.by, step.do)
        if not isinstance(after, Refusal):
            match = after
            piles.follow(step)
    views: tuple[JSON, ...] = tuple(match.view(seat) for seat in range(case.setup.players))
    came = None if steps[at].refused else piles.follow(steps[at])
    return Situation(views, steps[at], came, _ended(case, steps[at]))


def _ended(case: Case, step: Act) -> Ask | None:
    at = next(number for number, one in enumerate(case.steps) if one is step)
    asked = takewhile(lambda one: isinstance(one, Ask), case.steps[at + 1 :])
    results = (one for one in asked if isinstance(one, Ask) and one.what == "result")
    return next((one for one in results if one.answer is not None), None)


def seat_name(by: int | str) -> str:
    """The name of a seat as in cases, reports and the protocol; chance has its own."""
    return f"seat {by}" if isinstance(by, int) else by


def drawn(shown: Situation) -> Html:
    """Hands, melds and piles as rows of cards, the seat that acts marked."""
    view = shown.views[0]
    rows: list[str] = []
    for seat, own in enumerate(shown.views):
        acts = [piece("small", "to act")] if seat == shown.step.by else []
        rows += _row((seat_name(seat), *acts), [cards(own["hand"], "hand")])
    table = [*_melds(view)]
    if table:
        rows += _row(("table",), table)
    rows += _row(("piles",), [*_piles(view)])
    return piece("dl", *rows, css="deal situation")


def told(shown: Situation) -> list[str]:
    """The step in words, as in *seat 0 calls a draw*."""
    who = piece("span", seat_name(shown.step.by), css="seat")
    return [who, " ", *does(shown.step.do, shown.came)]


def _row(head: Sequence[str], body: Sequence[str]) -> tuple[str, str]:
    return piece("dt", *head), piece("dd", *body)


def _melds(view: Mapping[str, JSON]) -> Iterator[str]:
    for meld in view.get("melds", ()):
        owner = piece("small", f"of {seat_name(meld['owner'])}")
        if "cards" in meld:
            yield piece("span", cards(meld["cards"], "small"), owner, css="laid")
        else:
            yield piece("span", f"{meld['size']} cards face down", owner, css="laid")
    for meld in view.get("table", ()):
        yield piece("span", cards(meld, "small"), css="laid")


PILES: Final = {"stock_size": "stock", "pot": "pot"}


def _piles(view: Mapping[str, JSON]) -> Iterator[str]:
    for field, word in PILES.items():
        if field in view:
            yield piece("span", f"{word} {view[field]}", css="laid")
    if "discard" in view:
        top = view["discard"][-1:]
        yield piece("span", "discard ", cards(top, "small"), css="laid")
