"""Fuzzing: seeded play of whole matches on an engine, beside the reference.

Seats play what is legal, try what is nearly legal and what is not, and look around.  Every reply of
the engine is held against the reference's, as in a case of the suite.  A play hangs on the seed and
its number alone, so it is the same whatever engine is asked.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, final

from meldcheck.case import JSON, Act, Ask, Case, Kind, Origin, Setup, Step, Tier
from meldcheck.cases import PLAYERS
from meldcheck.derive import SHOWN
from meldcheck.engine import Conversation, Request
from meldcheck.find import DECK, Search, has_laid_off, judged, proposals, temper_of
from meldcheck.notation import CHANCE
from meldcheck.protocol import GamePlayed
from meldcheck.referee import Refusal, act, answer, begin
from meldcheck.run import Exchange, Outcome, judge, script
from meldspec.wire import GameWire, Match

HANDS: Final = (1, 1, 2, 3)
"""Hands of a match, one of these."""

TRIES: Final = 0.3
"""How likely something is tried at a decision that may be refused."""

LOOKS: Final = 0.2
"""How likely an engine is asked for a view or a list at a decision."""

LONGEST: Final = 400
"""Steps of a play, at most."""


class Subject(Protocol):
    """An engine to be fuzzed; see ``meldcheck.engine.Engine``."""

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """The replies to a batch of requests."""


@final
@dataclass(frozen=True, slots=True)
class Table:
    """What is played: the game, what differs from the default, and what the engine offers."""

    game: GameWire
    readings: Mapping[str, str | int]
    played: GamePlayed

    @property
    def asks(self) -> tuple[str, ...]:
        """The questions about a running match that the engine answers."""
        return tuple(what for what in ("view", "legal") if what in self.played.abilities)

    def knows(self, step: Act) -> bool:
        """Whether the engine knows this kind of action."""
        actions = self.played.actions
        return step.by == CHANCE or actions is None or step.do["type"] in actions


@final
@dataclass(slots=True)
class Coverage:
    """What has been played so far."""

    hands: int = 0
    steps: int = 0
    accepted: Counter[str] = field(default_factory=Counter)
    """By clause, how often something that shows it was accepted or paid."""
    refused: Counter[str] = field(default_factory=Counter)
    """By clause, how often it refused something."""
    endings: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    """By phase, how many steps were made or tried in it."""

    def add(self, steps: Sequence[Step]) -> None:
        """Count a play that agreed."""
        for step in steps:
            match step:
                case Act(refused=()):
                    self.accepted[SHOWN[step.do["type"]]] += 1
                    self.hands += step.by == CHANCE
                    self.steps += 1
                case Act():
                    self.refused.update(step.refused)
                    self.steps += 1
                case Ask(what="result", answer={"end": end, "receipt": [*lines]}):
                    self.endings[end] += 1
                    self.accepted.update(line["clause"] for line in lines)
                case Ask(what="view", answer={"phase": phase}):
                    self.phases[phase] += 1
                case Ask():
                    pass


@final
class Player:
    """One seeded match on the reference, and what is to be said about it to an engine."""

    def __init__(self, table: Table, seed: int, number: int) -> None:
        self.table = table
        self.search = Search(table.game, seed)
        self.search.rng = self.rng = random.Random(f"{seed} {number}")
        self.seats = PLAYERS[table.game.name]
        self.steps: list[Step] = []
        self.acts: list[Act] = []
        """What was accepted in this hand, without its deal."""

    def play(self) -> Case:
        """The whole match as a case."""
        setup = Setup(players=self.seats, dealer=self.rng.randrange(self.seats))
        match = begin(self.table.game, self.table.readings, setup)
        if isinstance(match, Refusal):
            raise AssertionError(f"a match is refused: {match.clauses}")
        for _ in range(self.rng.choice(HANDS)):
            match = self._hand(match)
            if len(self.steps) > LONGEST:
                break
        return case_of(self.table, setup, self.steps)

    def _hand(self, match: Match) -> Match:
        match = self._dealt(match)
        tempers = [temper_of(self.rng) for _ in range(self.seats)]
        while (seat := _mover(match)) is not None and len(self.steps) <= LONGEST:
            if self.rng.random() < LOOKS:
                self._look(match, seat)
            if self.rng.random() < TRIES:
                match = self._tried(match, seat)
                if _mover(match) != seat:
                    continue
            legal = judged(self.acts, self._known(match, seat))
            if not legal:
                return match
            do = self.search.choice(match, seat, legal, tempers[seat])
            match = self._made(match, Act(by=seat, do=do))
        self._ask(match, Ask(what="result"))
        for seat in range(self.seats):
            self._ask(match, Ask(what="view", seat=seat))
            if self.rng.random() < TRIES:
                late = self.rng.choice(("draw", "call_draw", "fold", "call_tongits"))
                step = Act(by=seat, do={"type": late})
                match = self._made(match, step) if self.table.knows(step) else match
        return match

    def _known(self, match: Match, seat: int) -> list[dict[str, JSON]]:
        actions: JSON = match.legal(seat)
        return [do for do in actions if self.table.knows(Act(by=seat, do=do))]

    def _dealt(self, match: Match) -> Match:
        """The match after a deal; who does not deal is tried too, and a torn pack at times."""
        for dealer in self.rng.sample(range(self.seats), self.seats):
            deal = self.search.deal(dealer).act()
            if self.rng.random() < 0.1:
                match = self._made(match, _torn(deal, self.rng))
            after = self._made(match, deal)
            if after is not match:
                self.acts = []
                return after
        raise AssertionError("no seat may deal")

    def _made(self, match: Match, step: Act) -> Match:
        """The match after a step that the engine is to make too; the same if it is refused."""
        after = act(match, step)
        if isinstance(after, Refusal):
            self.steps.append(Act(by=step.by, do=step.do, refused=after.clauses))
            return match
        self.steps.append(step)
        if step.by != CHANCE:
            self.acts.append(step)
        return after

    def _tried(self, match: Match, seat: int) -> Match:
        """The match after something was tried that may be refused."""
        tried = [*self._near(match, seat), *self._wild(match, seat)]
        if self.rng.random() < 0.1:
            tried = [self.search.deal(seat).act()]
        for step in self.rng.sample(tried, min(2, len(tried))):
            order = step.do["type"] == "expose" and has_laid_off(self.acts)
            if self.table.knows(step) and not order and _mover(match) == seat:
                match = self._made(match, step)
        return match

    def _wild(self, match: Match, seat: int) -> list[Act]:
        wild = list(proposals(self.search, match, seat))
        return self.rng.sample(wild, min(3, len(wild)))

    def _near(self, match: Match, seat: int) -> Iterator[Act]:
        """What is nearly legal: by another seat, or with one card exchanged."""
        legal = self._known(match, seat)
        if not legal:
            return
        do = self.rng.choice(legal)
        yield Act(by=(seat + self.rng.choice((1, 2))) % self.seats, do=do)
        for do in self.rng.sample(legal, min(3, len(legal))):
            yield Act(by=seat, do=_exchanged(do, self.rng))

    def _look(self, match: Match, seat: int) -> None:
        looker = self.rng.randrange(self.seats)
        self._ask(match, Ask(what="view", seat=looker))
        actions: JSON = match.legal(seat)
        if judged(self.acts, actions) == actions:
            self._ask(match, Ask(what="legal", seat=self.rng.choice((seat, looker))))

    def _ask(self, match: Match, ask: Ask) -> None:
        if ask.what == "result" or ask.what in self.table.asks:
            self.steps.append(
                Ask(what=ask.what, seat=ask.seat, depth=ask.depth, answer=answer(match, ask))
            )


def _mover(match: Match) -> int | None:
    return next((actor for actor in match.actors() if isinstance(actor, int)), None)


def _torn(deal: Act, rng: random.Random) -> Act:
    """The deal with a card twice, or a card short."""
    hands = [list(hand) for hand in deal.do["hands"]]
    stock = list(deal.do["stock"])
    if rng.random() < 0.5:
        stock[0] = hands[0][0]
    else:
        stock.pop()
    return Act(by=deal.by, do={**deal.do, "hands": hands, "stock": stock})


def _exchanged(do: Mapping[str, JSON], rng: random.Random) -> dict[str, JSON]:
    """The action with one of its cards exchanged, one left out, or one too many."""
    cards = [name for name, value in do.items() if name != "type" and isinstance(value, list)]
    single = [name for name in ("card", "discard") if name in do]
    if single and (not cards or rng.random() < 0.5):
        return {**do, rng.choice(single): rng.choice(DECK)}
    if not cards:
        return dict(do)
    name = rng.choice(cards)
    some = list(do[name])
    match rng.randrange(3):
        case 0 if some:
            some[rng.randrange(len(some))] = rng.choice(DECK)
        case 1 if some:
            some.pop(rng.randrange(len(some)))
        case _:
            some.append(rng.choice(DECK))
    return {**do, name: sorted(set(some), key=DECK.index)}


def case_of(table: Table, setup: Setup, steps: Sequence[Step]) -> Case:
    """A play as a case, with what the reference says to each step."""
    return Case(
        id=f"{table.game.name}.fuzz",
        title="a seeded play",
        game=table.game.name,
        kind=Kind.PLAY,
        tier=Tier.FULL,
        origin=Origin.DERIVED,
        clauses=(),
        rules=dict(table.readings),
        setup=setup,
        steps=tuple(steps),
    )


def compared(subject: Subject, table: Table, case: Case) -> Outcome:
    """What comes of a play on an engine."""
    usual = {name: readings[0] for name, readings in table.game.readings().items()}
    said: tuple[Exchange, ...] = script(
        case, {table.game.name: usual}, shows_views="view" in table.asks
    )
    return judge(case, said, subject.converse([exchange.request for exchange in said]))
