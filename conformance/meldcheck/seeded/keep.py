"""Plays worth keeping: the choice among many, and their form in a list of found plays."""

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
    """A state in a hand, and the seat that looks at it."""

    hand: Hand
    place: int
    seat: int

    @property
    def match(self) -> Match:
        """The match in that state."""
        return self.hand.matches[self.place]

    def lines(self, *last: str) -> list[str]:
        """The lines of the play up to that state, then ``last``."""
        opening = in_lines(step for _, step in self.hand.opening)
        return [*opening, "deal 1", *in_lines(self.hand.acts[: self.place]), *last]


def in_lines(acts: Iterable[Act]) -> list[str]:
    """Actions as the documents write them."""
    return [show_step(step.by, step.do) for step in acts]


def deals_of(hands: Iterable[Hand]) -> dict[str, FoundDeal]:
    """The deals of some hands by number, in the form of a found play."""
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
    """At most ``wanted`` candidates, chosen so that rare features come first and few are missing.

    A candidate has features and a cost. Of two that add equally much, the cheaper one is taken.
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
