"""Seats that play at random, with a temper: their choices, and whole hands."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from meldcheck.engine.referee import act, begin, options
from meldcheck.games import MEASURES
from meldcheck.games.measure import Measure, Sighted
from meldcheck.seeded.deals import chance_act, hand_to_deal, melded
from meldcheck.words.case import JSON, Act, Setup
from meldcheck.words.deal import Dealt
from meldcheck.words.notation import without
from meldcheck.words.readings import Readings
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match

LONGEST: Final = 1000
"""Number of actions after which a hand is given up; in some games cards may go round forever."""

MANY: Final = 200
"""Number of legal actions tried by another seat, at most."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How a seat plays: the weight of each kind of action that it may take."""

    weights: Mapping[str, float]
    tidy: float
    """Probability of the discard that leaves the least deadwood."""


def temper_of(rng: random.Random, measure: Measure) -> Temper:
    """A random temper for a seat in a hand."""
    shares = [share for share, _ in measure.habits.tempers]
    chosen = rng.choices([weights for _, weights in measure.habits.tempers], shares)[0]
    return Temper({**measure.habits.usual, **chosen}, rng.choice([0.2, 0.8, 1.0]))


@dataclass(slots=True)
class Hand:
    """One hand as it was played: its deal, its actions, and the match before and after each."""

    deal: Dealt
    before: Match
    """The match before the deal."""
    matches: list[Match]
    acts: list[Act] = field(default_factory=list)
    opening: list[tuple[Match, Act]] = field(default_factory=list)
    """The actions of chance before the deal, each with the match before it."""

    @property
    def result(self) -> JSON:
        """The result of the hand."""
        return self.matches[-1].result()


class Search:
    """Seeded play of one game."""

    def __init__(self, game: GameWire, seed: int) -> None:
        self.game = game
        self.measure = MEASURES[game.name]
        self.seed = seed
        self.rng = random.Random(seed)
        self.seats = self.measure.players[0]
        """Number of seats at the table."""
        self.readings: Readings = {}
        """The readings that differ from the default."""

    def deal(self, dealer: int, number: int = 1) -> Dealt:
        """A shuffled deal of a hand for the seats of this table."""
        return melded(self.rng, self.measure, self.seats, dealer, number)

    def started(self, match: Match, dealer: int) -> Hand:
        """A hand that has just been dealt."""
        deal = self.deal(dealer, hand_to_deal(match))
        opening: list[tuple[Match, Act]] = []
        while (step := self.by_chance(match, [done for _, done in opening])) is not None:
            opening.append((match, step))
            match = accepted(match, step)
        return Hand(deal, match, [accepted(match, deal.act())], opening=opening)

    def played(self, match: Match, dealer: int) -> Hand:
        """A hand played to its end; one that reaches ``LONGEST`` actions is replaced by another."""
        while True:
            hand = self.started(match, dealer)
            tempers = [temper_of(self.rng, self.measure) for _ in hand.deal.hands]
            while (step := self._next(hand, tempers)) is not None and len(hand.acts) < LONGEST:
                hand.matches.append(accepted(hand.matches[-1], step))
                hand.acts.append(step)
            if step is None:
                return hand

    def _next(self, hand: Hand, tempers: Sequence[Temper]) -> Act | None:
        """The next action of a seat or chance; None if the hand has ended."""
        match = hand.matches[-1]
        seat = next_seat(match)
        if seat is None:
            return self.by_chance(match, ()) if match.result() is None else None
        open_to_all = judged(hand.acts, self.opened(match, seat), self.measure.lays)
        return Act(by=seat, do=self.choice(match, seat, open_to_all, tempers[seat]))

    def kept(self, number: int) -> int:
        """Number of plays kept for a list of ``number`` in this game."""
        return round(number * self.measure.habits.kept)

    def by_chance(self, match: Match, made: Sequence[Act]) -> Act | None:
        """The next action of chance after those ``made`` since the last hand; None if it deals."""
        return chance_act(self.rng, self.measure, match, self.readings, made)

    def opened(self, match: Match, seat: int) -> list[dict[str, JSON]]:
        """The legal actions of a seat; an action listed without fields gets some."""
        actions, named = legal_actions(match, seat), self.measure.habits.named
        if named is None:
            return actions
        return [named(self.rng, match, seat, self.readings, do) for do in actions]

    def some_legal(self, match: Match, seat: int) -> list[dict[str, JSON]]:
        """The legal actions of a seat; for an action listed without fields, a few examples."""
        actions, few = legal_actions(match, seat), self.measure.few
        if few is None or few.type not in [do["type"] for do in actions]:
            return actions
        return [
            *(do for do in actions if do["type"] != few.type),
            *few.some(match, seat, self.readings),
        ]

    def proposals(self, match: Match, mover: int) -> Iterator[Act]:
        """Actions that may be refused, made without regard to the rules."""
        seen = view_of(match, mover)
        other = self.rng.choice([seat for seat in range(len(seen["hand_sizes"])) if seat != mover])
        melds = [meld["cards"] for meld in seen.get("melds", ()) if "cards" in meld]
        sighted = Sighted(mover, other, seen["hand"], [*melds, *seen.get("table", ())])
        yield from self.measure.habits.wild(self.rng, sighted)
        legal = legal_actions(match, mover)
        for do in legal if len(legal) <= MANY else self.rng.sample(legal, MANY):
            yield Act(by=other, do=do)
            if do["type"] == "expose":
                yield Act(by=mover, do={**do, "face_down": True})

    def match(self, dealer: int) -> Match:
        """A match before its first deal, which may be that of a later hand."""
        number = self.measure.first_hand(self.rng)
        setup = Setup(players=self.seats, dealer=dealer, hand_number=number)
        begun = begin(self.game, self.readings, setup)
        if isinstance(begun, Refusal):
            raise AssertionError(f"a match is refused: {begun.clauses}")
        return begun

    def hand(self) -> Hand:
        """The first hand of a new match, played to its end."""
        self.seats = self.measure.seats(self.rng)
        dealer = self.rng.randrange(self.seats)
        return self.played(self.match(dealer), dealer)

    def choice(
        self, match: Match, seat: int, actions: list[dict[str, JSON]], temper: Temper
    ) -> dict[str, JSON]:
        """One of the actions, by the temper of the seat."""
        by_type: dict[str, list[dict[str, JSON]]] = {}
        for do in actions:
            by_type.setdefault(do["type"], []).append(do)
        types = list(by_type)
        weights = [temper.weights[name] for name in types]
        kind = types[0] if not any(weights) else self.rng.choices(types, weights)[0]
        if kind == "discard" and self.rng.random() < temper.tidy:
            return self._tidiest(match, seat, by_type[kind])
        return self.rng.choice(by_type[kind])

    def _tidiest(self, match: Match, seat: int, discards: list[dict[str, JSON]]) -> dict[str, JSON]:
        seen = view_of(match, seat)
        beside = self.measure.beside(seen)
        tidy = options(self.measure.habits.tidy)

        def left(do: dict[str, JSON]) -> tuple[int, float]:
            rest: JSON = without(seen["hand"], [do["card"]])
            deadwood: JSON = self.game.ask("deadwood", tidy, {"hand": rest, **beside})
            return deadwood, self.rng.random()

        return min(discards, key=left)


def accepted(match: Match, step: Act) -> Match:
    """The match after a step that must be legal; AssertionError if it is refused."""
    after = act(match, step)
    if isinstance(after, Refusal):
        raise AssertionError(f"{step} ought to be legal and is refused: {after.clauses}")
    return after


def has_laid_off(acts: Sequence[Act]) -> bool:
    """Whether the seat that acted last has laid off in the turn that is still going on."""
    for step in reversed(acts):
        if step.do["type"] in ("draw", "take", "discard", "lay_off"):
            return bool(step.do["type"] == "lay_off")
    return False


def judged(
    acts: Sequence[Act], actions: list[dict[str, JSON]], lays: str | None
) -> list[dict[str, JSON]]:
    """The actions on which an engine may be judged.

    They exclude laying a meld (the action ``lays``) after laying off in the same turn. An engine
    may refuse that order, because the other order reaches the same state.
    """
    if not has_laid_off(acts):
        return actions
    return [do for do in actions if do["type"] != lays]


def next_seat(match: Match) -> int | None:
    """The seat that acts next; None if chance acts or nobody."""
    actors = [actor for actor in match.actors() if isinstance(actor, int)]
    return actors[0] if actors else None


def legal_actions(match: Match, seat: int) -> list[dict[str, JSON]]:
    """The legal actions of a seat, as ``legal`` lists them."""
    actions: JSON = match.legal(seat)
    return list(actions)


def view_of(match: Match, seat: int) -> dict[str, JSON]:
    """The view of a seat, by field."""
    seen: JSON = match.view(seat)
    return dict(seen)
