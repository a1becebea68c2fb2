"""Fuzzing: seeded play of whole matches on an engine and on the reference.

Seats take legal actions, try nearly legal and illegal ones, and ask for views.  Every reply of the
engine is compared with the reference's, as in a case of the suite.  A play depends only on the
seed, its number and its setting, so engines with the same abilities get the same plays.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, final

from meldcheck.check.judge import Outcome, judge
from meldcheck.check.parts import form_lacked
from meldcheck.check.plan import plan_of
from meldcheck.engine.process import Subject
from meldcheck.engine.referee import act, answer, begin
from meldcheck.games import MEASURES
from meldcheck.games.measure import Measure
from meldcheck.law.rulespace import RuleSpace
from meldcheck.seeded.deals import hand_to_deal, torn, unlike
from meldcheck.seeded.seats import Search, has_laid_off, judged, temper_of
from meldcheck.words.case import JSON, Act, Ask, Case, Kind, Origin, Setup, Step, Tier
from meldcheck.words.notation import CHANCE, canonical, table, without
from meldcheck.words.protocol import LATE_START, GamePlayed
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match

TRIES: Final = 0.3
"""Probability, at a decision, of trying actions that may be refused."""

LOOKS: Final = 0.2
"""Probability, at a decision, of asking the engine for views and lists."""

LONGEST: Final = 400
"""Number of steps after which a play stops."""


@final
@dataclass(frozen=True, slots=True)
class Setting:
    """The setting of a play: the game, the readings that are not default, the engine's hello."""

    game: GameWire
    readings: Mapping[str, str | int]
    played: GamePlayed

    @property
    def measure(self) -> Measure:
        """The measure of this game."""
        return MEASURES[self.game.name]

    @property
    def lays(self) -> str | None:
        """The action that lays a meld, if an engine may refuse it after laying off; else None."""
        observed = any(option in self.readings for option in self.measure.order)
        return None if observed else self.measure.lays

    @property
    def asks(self) -> tuple[str, ...]:
        """The questions about a running match that the engine answers."""
        return tuple(what for what in ("view", "legal") if what in self.played.abilities)

    def seats(self, rng: random.Random) -> int:
        """A random number of seats for a match, one that the engine plays."""
        stated = self.played.players
        return self.measure.seats(rng) if stated is None else rng.choice(stated)

    def knows(self, step: Act) -> bool:
        """Whether the engine knows this action."""
        return form_lacked(self.played, step.do) is None

    def __reduce__(self) -> tuple[Callable[..., Setting], tuple[object, ...]]:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """The setting as it passes from one process to another; its game is known by name."""
        return _setting, (self.game.name, self.readings, self.played)


def _setting(game: str, readings: Mapping[str, str | int], played: GamePlayed) -> Setting:
    return Setting(GAMES[game], readings, played)


@final
@dataclass(slots=True)
class Coverage:
    """Counts of everything that was played."""

    hands: int = 0
    steps: int = 0
    accepted: Counter[str] = field(default_factory=Counter)
    """By clause: how often an action or payment that shows it was accepted."""
    refused: Counter[str] = field(default_factory=Counter)
    """By clause: how often it refused an action."""
    endings: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    """By phase: how often a view that was asked for showed it."""
    skipped: int = 0
    """Number of hands in matches of which the engine skipped a part; nothing else counts them."""

    @property
    def broken_off(self) -> int:
        """Number of hands that did not end.

        A match stops after ``LONGEST`` steps, or where every legal action is one on which engines
        may not be judged.
        """
        return self.hands - self.endings.total() - self.skipped

    def update(self, other: Coverage) -> None:
        """Count the plays that another coverage counts."""
        self.hands += other.hands
        self.steps += other.steps
        self.skipped += other.skipped
        for own, more in (
            (self.accepted, other.accepted),
            (self.refused, other.refused),
            (self.endings, other.endings),
            (self.phases, other.phases),
        ):
            own.update(more)

    def add(self, case: Case) -> None:
        """Count a play."""
        shown = MEASURES[case.game].shown
        for step in case.steps:
            match step:
                case Act(refused=()):
                    self.accepted[shown[step.do["type"]]] += 1
                    self.hands += step.do["type"] == "deal"
                    self.steps += 1
                case Act():
                    self.refused.update(step.refused)
                    self.steps += 1
                case Ask(what="result", answer={"end": end} as result):
                    self.endings[end] += 1
                    self.accepted.update(line["clause"] for line in result.get("receipt", ()))
                case Ask(what="view", answer={"phase": phase}):
                    self.phases[phase] += 1
                case Ask():
                    pass


@final
class Player:
    """One seeded match on the reference, as requests for an engine."""

    def __init__(self, table: Setting, seed: int, number: int) -> None:
        self.table = table
        self.search = Search(table.game, seed)
        self.search.readings = table.readings
        self.search.rng = self.rng = random.Random(f"{seed} {number}")
        self.seats = self.search.seats = table.seats(self.rng)
        self.deck = table.measure.deck(self.seats)
        self.steps: list[Step] = []
        self.acts: list[Act] = []
        """The accepted actions of this hand, without its deal."""
        self.made: list[Act] = []
        """The actions of chance since the last hand."""

    def play(self) -> Case:
        """The whole match as a case."""
        late = LATE_START in self.table.played.abilities
        setup = Setup(
            players=self.seats,
            dealer=self.rng.randrange(self.seats),
            hand_number=self.table.measure.first_hand(self.rng) if late else 1,
        )
        match = begin(self.table.game, self.table.readings, setup)
        if isinstance(match, Refusal):
            raise AssertionError(f"a match is refused: {match.clauses}")
        for _ in range(self.rng.choice(self.table.measure.habits.hands)):
            match = self._hand(match)
            unfinished = match.result() is None
            if unfinished or len(self.steps) > LONGEST or _is_over(match):
                break
        if _is_over(match):
            self._made(match, self._deal(match, 0))
        return case_of(self.table, setup, self.steps)

    def _hand(self, match: Match) -> Match:
        dealt = self._dealt(match)
        if dealt is None:
            return match
        match = dealt
        tempers = [temper_of(self.rng, self.table.measure) for _ in range(self.seats)]
        while len(self.steps) <= LONGEST:
            seat = self._next_seat(match)
            if seat is None:
                if match.result() is None and self.rng.random() < LOOKS:
                    self._ask(match, Ask(what="view", seat=self.rng.randrange(self.seats)))
                turned = match if match.result() is not None else self._by_chance(match)
                if turned is match:
                    break
                match = turned
                continue
            if self.rng.random() < LOOKS:
                self._look(match, seat)
            if self.rng.random() < TRIES:
                match = self._tried(match, seat)
                if seat not in match.actors():
                    continue
            legal = judged(self.acts, self._known(match, seat), self.table.lays)
            if not legal:
                return match
            do = self.search.choice(match, seat, legal, tempers[seat])
            match = self._made(match, Act(by=seat, do=do))
        self._ask(match, Ask(what="result"))
        for seat in range(self.seats):
            self._ask(match, Ask(what="view", seat=seat))
            if self.rng.random() < TRIES:
                late = self.rng.choice(self.table.measure.habits.late)
                step = Act(by=seat, do={"type": late})
                match = self._made(match, step) if self.table.knows(step) else match
        return match

    def _next_seat(self, match: Match) -> int | None:
        """The seat that acts next, a random one of several; None if chance acts or nobody."""
        seats = [actor for actor in match.actors() if isinstance(actor, int)]
        return self.rng.choice(seats) if len(seats) > 1 else next(iter(seats), None)

    def _known(self, match: Match, seat: int) -> list[dict[str, JSON]]:
        actions = self.search.opened(match, seat)
        return [do for do in actions if self.table.knows(Act(by=seat, do=do))]

    def _dealt(self, match: Match) -> Match | None:
        """The match after a deal. Wrong dealers are tried too, and sometimes a wrong deal.

        None if the readings let nobody deal with this number of seats.
        """
        self.made = []
        while (cut := self._by_chance(match)) is not match:
            match = cut
        for dealer in self.rng.sample(range(self.seats), self.seats):
            deal = self._deal(match, dealer)
            if self.rng.random() < 0.1:
                wrong = torn(self.table.measure, deal, self.rng)
                if self._made(match, wrong) is not match:
                    raise AssertionError("a torn deal is accepted")
            after = self._made(match, deal)
            if after is not match:
                self.acts = []
                return after
        return None

    def _deal(self, match: Match, dealer: int) -> Act:
        return self.search.deal(dealer, hand_to_deal(match)).act()

    def _by_chance(self, match: Match) -> Match:
        """The match after chance acts, except by a deal; at times a wrong action is tried first."""
        step = self.search.by_chance(match, tuple(self.made))
        if step is None:
            return match
        if self.rng.random() < TRIES:
            wrong = self.rng.choice([*unlike(step, self.rng, self.deck)])
            # A card exchanged for itself is no mistake.
            if (after := self._made(match, wrong)) is not match:
                self.made.append(wrong)
                return after
        after = self._made(match, step)
        if after is match:
            raise AssertionError(f"what is due by chance is refused: {self.steps[-1]}")
        self.made.append(step)
        return after

    def _made(self, match: Match, step: Act) -> Match:
        """The match after a step that is sent to the engine too; unchanged if it is refused."""
        after = act(match, step)
        if isinstance(after, Refusal):
            self.steps.append(Act(by=step.by, do=step.do, refused=after.clauses))
            return match
        self.steps.append(step)
        if step.do["type"] != "deal":
            self.acts.append(step)
        return after

    def _tried(self, match: Match, seat: int) -> Match:
        """The match after steps were tried that may be refused."""
        tried = [*self._near(match, seat), *self._wild(match, seat)]
        if self.rng.random() < 0.1:
            untimely = self.table.measure.habits.untimely(self.rng, match)
            deal = self._deal(match, seat)
            tried = [deal, *(Act(by=CHANCE, do=do) for do in untimely)]
        for step in self.rng.sample(tried, min(2, len(tried))):
            order = step.do["type"] == self.table.lays and has_laid_off(self.acts)
            if self.table.knows(step) and not order and seat in match.actors():
                match = self._made(match, step)
        return match

    def _wild(self, match: Match, seat: int) -> list[Act]:
        wild = list(self.search.proposals(match, seat))
        return self.rng.sample(wild, min(3, len(wild)))

    def _near(self, match: Match, seat: int) -> Iterator[Act]:
        """Nearly legal actions: by another seat, or with a card exchanged, missing or added."""
        legal = self._known(match, seat)
        if not legal:
            return
        do = self.rng.choice(legal)
        yield Act(by=(seat + self.rng.choice((1, 2))) % self.seats, do=do)
        for do in self.rng.sample(legal, min(3, len(legal))):
            yield Act(by=seat, do=_exchanged(do, self.rng, self.deck))

    def _look(self, match: Match, seat: int) -> None:
        looker = self.rng.randrange(self.seats)
        self._ask(match, Ask(what="view", seat=looker))
        actions: JSON = match.legal(seat)
        if judged(self.acts, actions, self.table.lays) == actions:
            self._ask(match, Ask(what="legal", seat=self.rng.choice((seat, looker))))

    def _ask(self, match: Match, ask: Ask) -> None:
        if ask.what == "result" or ask.what in self.table.asks:
            self.steps.append(
                Ask(what=ask.what, seat=ask.seat, depth=ask.depth, answer=answer(match, ask))
            )


def _is_over(match: Match) -> bool:
    """Whether the match is over, so that no hand can be dealt."""
    seen: JSON = match.view(0)
    return bool(seen.get("match_over"))


def _exchanged(do: Mapping[str, JSON], rng: random.Random, deck: Sequence[str]) -> dict[str, JSON]:
    """The action with one of its cards exchanged, left out, or added."""
    lists = [name for name, value in do.items() if isinstance(value, list)]
    cards = [name for name in lists if name != "table" or do[name]]
    single = [name for name in ("card", "discard") if name in do]
    if single and (not cards or rng.random() < 0.5):
        return {**do, rng.choice(single): rng.choice(deck)}
    if not cards:
        return dict(do)
    name = rng.choice(cards)
    if name == "table":
        melds = [list(meld) for meld in do[name]]
        melds.append(_with_another(melds.pop(rng.randrange(len(melds))), rng, deck))
        return {**do, name: table(meld for meld in melds if meld)}
    some = _with_another(do[name], rng, deck)
    too_many = without(some, deck)
    return {**do, name: canonical(without(some, too_many))}


def _with_another(cards: Sequence[str], rng: random.Random, deck: Sequence[str]) -> list[str]:
    """Cards with one of them exchanged, left out, or added."""
    some = list(cards)
    match rng.randrange(3):
        case 0 if some:
            some[rng.randrange(len(some))] = rng.choice(deck)
        case 1 if some:
            some.pop(rng.randrange(len(some)))
        case _:
            some.append(rng.choice(deck))
    return some


def case_of(table: Setting, setup: Setup, steps: Sequence[Step]) -> Case:
    """A play as a case; ``steps`` already have the reference's replies."""
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


def compared(subject: Subject, table: Setting, case: Case) -> Outcome:
    """The outcome of a play on an engine."""
    usual = RuleSpace.of(table.game).default
    name = table.game.name
    said = plan_of(case, {name: usual}, games={name: table.played}).said
    return judge(case, said, subject.converse([exchange.request for exchange in said]))
