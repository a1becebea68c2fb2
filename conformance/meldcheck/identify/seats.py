"""The same play with another dealer.

A case is written for the seat that deals under its own readings. Under other readings, chance may
have to name the dealer first, or another seat may deal the next hand. An engine then refuses the
deal, or the next actions are out of turn. So the hands are moved to the seat that deals, and the
due actions of chance are put before the deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeGuard, assert_never, final

from meldcheck.engine.referee import begin
from meldcheck.games.measure import Dealing
from meldcheck.sources.experiments import Experiment
from meldcheck.words.case import JSON, Act, Ask, Setup, Step
from meldcheck.words.notation import CHANCE
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match, UnplayableError


def retold(game: GameWire, experiment: Experiment, dealing: Dealing) -> Iterator[Experiment]:
    """The play of an experiment, rewritten for each way to find a dealer that changes it.

    The new plays have no expected results; they are tried where the remaining rule sets differ.
    """
    setup = experiment.setup
    if setup is None:
        return
    told = [experiment.steps]
    for readings in _ways(experiment, dealing):
        telling = _begun(game, experiment, setup, readings, dealing)
        if telling is None:
            continue
        fields = telling.tell(experiment)
        steps = tuple(telling.steps)
        if steps not in told:
            told.append(steps)
            yield Experiment(
                id=f"{experiment.id} ({_in_words(readings)})",
                game=experiment.game,
                steps=steps,
                setup=setup,
                fields=fields,
                supposes={**experiment.supposes, **readings},
            )


def _ways(experiment: Experiment, dealing: Dealing) -> list[Mapping[str, str]]:
    """Combinations of readings under which a hand of the play may have another dealer."""
    by_chance = [step.do["type"] for step in experiment.steps if _is_by_chance(step)]
    later = ({}, *dealing.later) if by_chance.count("deal") > 1 else ({},)
    first = ({}, dealing.first) if by_chance[:1] == ["deal"] else ({},)
    return [{**one, **other} for other in later for one in first if one or other]


def _is_by_chance(step: Step) -> TypeGuard[Act]:
    return isinstance(step, Act) and step.by == CHANCE


def _is_deal(step: Step) -> bool:
    return _is_by_chance(step) and step.do["type"] == "deal"


def _in_words(readings: Mapping[str, str]) -> str:
    return ", ".join(f"{option} {reading}" for option, reading in readings.items())


def _begun(
    game: GameWire,
    experiment: Experiment,
    setup: Setup,
    readings: Mapping[str, str],
    dealing: Dealing,
) -> _Telling | None:
    """A rewriting before its first step; None if the readings cannot be played together."""
    supposed = dict(experiment.supposes)
    try:
        written = begin(game, supposed, setup)
        told = begin(game, {**supposed, **readings}, setup)
    except UnplayableError:
        return None
    if isinstance(written, Refusal) or isinstance(told, Refusal):
        return None
    deals = sum(_is_deal(step) for step in experiment.steps)
    return _Telling(written, told, setup.players, dealing, deals)


@final
@dataclass(slots=True)
class _Telling:
    """A play as written, side by side with the rewritten play."""

    written: Match
    told: Match
    seats: int
    dealing: Dealing
    deals: int
    """Number of deals still to come; after the last one the dealer no longer matters."""
    turned: int = 0
    """Number of places that every seat is moved on in this hand."""
    steps: list[Step] = field(default_factory=list)

    def tell(self, experiment: Experiment) -> dict[int, tuple[str, ...]]:
        """Rewrite all steps. Returns, by new step number, the fields of an answer to look at."""
        fields: dict[int, tuple[str, ...]] = {}
        for number, step in enumerate(experiment.steps, start=1):
            match step:
                case Act() if _is_deal(step):
                    self._deal(step)
                case Act(by=int(seat)):
                    self._act(step, Act(by=self._turned(seat), do=step.do))
                case Act():
                    self._act(step, step)
                case Ask(seat=int(seat)):
                    turned = self._turned(seat)
                    self.steps.append(Ask(what=step.what, seat=turned, depth=step.depth))
                case Ask():
                    self.steps.append(step)
                case _:
                    assert_never(step)
            if number in experiment.fields:
                fields[len(self.steps)] = experiment.fields[number]
        return fields

    def _deal(self, deal: Act) -> None:
        """Add a deal, moved to its dealer; the dealer is named before it, if that is due."""
        after = self.written.act(deal.by, deal.do)
        if not isinstance(after, Refusal):
            dealer = _dealer(after)
            self._name(dealer)
            dealt = self.told.act(CHANCE, deal.do)
            if not isinstance(dealt, Refusal):
                self.turned = (_dealer(dealt) - dealer) % self.seats
        self._act(deal, Act(by=CHANCE, do=self._turned_deal(deal.do)))
        self.deals -= 1

    def _name(self, dealer: int) -> None:
        if self.dealing.named is None:
            return
        named: dict[str, JSON] = self.dealing.named(dealer, self.seats)
        told = self.told.act(CHANCE, named)
        if not isinstance(told, Refusal):
            self.told = told
            self.steps.append(Act(by=CHANCE, do=named))

    def _turned_deal(self, do: Mapping[str, JSON]) -> dict[str, JSON]:
        hands: JSON = do["hands"]
        whole = len(hands) == self.seats
        turned = [hands[seat - self.turned] for seat in range(self.seats)] if whole else hands
        return {**do, "hands": turned}

    def _act(self, written: Act, told: Act) -> None:
        self.steps.append(told)
        if self.deals:
            self.written = _after(self.written, written)
            self.told = _after(self.told, told)

    def _turned(self, seat: int) -> int:
        return (seat + self.turned) % self.seats


def _after(match: Match, act: Act) -> Match:
    after = match.act(act.by, act.do)
    return match if isinstance(after, Refusal) else after


def _dealer(match: Match) -> int:
    view: JSON = match.view(0)
    return int(view["dealer"])
