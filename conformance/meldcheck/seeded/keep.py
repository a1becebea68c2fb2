"""Plays worth keeping: which of many are, and how one stands in a list of found plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, final

from meldcheck.seeded.seats import Hand, Search
from meldcheck.suite.derive import Found, FoundControl, FoundDeal, FoundTwin, in_words
from meldcheck.words.case import Act, Kind
from meldcheck.words.notation import show_step
from meldspec.wire import Match

Candidate = TypeVar("Candidate")


@final
@dataclass(frozen=True, slots=True)
class Standpoint:
    """A state in a hand, and who looks."""

    hand: Hand
    place: int
    seat: int

    @property
    def match(self) -> Match:
        """The match at that time."""
        return self.hand.matches[self.place]

    def lines(self, *last: str) -> list[str]:
        """The play up to that time, and what comes then."""
        opening = in_lines(step for _, step in self.hand.opening)
        return [*opening, "deal 1", *in_lines(self.hand.acts[: self.place]), *last]


def in_lines(acts: Iterable[Act]) -> list[str]:
    """Actions as the documents write them."""
    return [show_step(step.by, step.do) for step in acts]


def deals_of(hands: Iterable[Hand]) -> dict[str, FoundDeal]:
    """The deals of some hands by number, as a found play holds them."""
    return {str(place): in_words(hand.deal) for place, hand in enumerate(hands, start=1)}


def found_play(
    search: Search,
    name: str,
    number: int,
    kind: Kind,
    deals: Mapping[str, FoundDeal],
    lines: Iterable[str],
    *,
    control: FoundControl | None = None,
    twin: FoundTwin | None = None,
) -> Found:
    """A play of the list of this name."""
    return Found(
        id=f"{search.game.name}.derived.{name}-{search.seed}-{number:03}",
        kind=kind,
        deals=dict(deals),
        play=tuple(lines),
        control=control,
        twin=twin,
        rules=dict(search.readings),
    )


def spread(
    candidates: Sequence[tuple[Candidate, frozenset[str], int]], wanted: int
) -> list[Candidate]:
    """So many candidates that every feature is there, the rare ones more than once.

    A candidate comes with its features and its cost; of two that add as much the cheaper is taken.
    """
    seen: Counter[str] = Counter()
    left = list(candidates)
    chosen: list[Candidate] = []
    while left and len(chosen) < wanted:
        best = max(
            range(len(left)),
            key=lambda at: (sum(0.25 ** seen[name] for name in left[at][1]), -left[at][2], -at),
        )
        candidate, features, _ = left.pop(best)
        seen.update(features)
        chosen.append(candidate)
    return chosen
