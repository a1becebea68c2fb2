"""The plays that guide seeded matches of Tong-its: cases, and staged hands."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from itertools import chain
from typing import Final, final

from meldcheck.games.tongits import SEATS
from meldcheck.identify.corner import RuleSets
from meldcheck.identify.tongits.staged import plan_for
from meldcheck.identify.tongits.walks import Guide, Offered, hands_of, walk
from meldcheck.law.clauses import Law, QuestionStatus
from meldcheck.sources.experiments import Experiment
from meldcheck.words.case import Setup
from meldcheck.words.protocol import GamePlayed
from meldspec.wire import GameWire

STAGED: Final = 0.5
"""Probability of a match of staged hands, if some are made for the option."""


@final
class Openings:
    """The plays that guide seeded matches, by the option that they must show."""

    def __init__(
        self,
        game: GameWire,
        law: Law,
        pool: Sequence[Experiment],
        played: GamePlayed,
        unseen: Collection[str] = (),
    ) -> None:
        self.game = game
        self.offered = Offered.by(played, unseen)
        self._asking: dict[str, list[Experiment]] = {}
        self._near: dict[str, list[Experiment]] = {}
        for one in pool:
            if one.setup is None:
                continue
            if one.asks is not None:
                self._asking.setdefault(one.asks, []).append(one)
            for option in one.supposes:
                self._near.setdefault(option, []).append(one)
        options = [one for one in law.questions.values() if one.status is QuestionStatus.OPTION]
        self._beside: dict[str, list[str]] = {question.option: [] for question in options}
        for question in options:
            for option in dict.fromkeys(chain.from_iterable(question.alive_when)):
                self._beside[question.option].append(option)
                self._beside[option].append(question.option)

    def led_to(self, pair: RuleSets, chance: random.Random, name: str) -> Experiment | None:
        """The experiment from one match; None if the match shows no difference."""
        usual, other = pair
        guide = self.guide(
            chance.choice([one for one in usual if usual[one] != other[one]]), chance
        )
        rule_sets = [self.game.rule_set({"options": dict(readings)}) for readings in pair]
        return walk(self.game, rule_sets, guide, chance, name, self.offered)

    def add(self, option: str, found: Experiment) -> None:
        """Take a play that told something about an option as a guide for later matches."""
        self._asking.setdefault(option, []).append(found)

    def guide(self, option: str, chance: random.Random) -> Guide:
        """A case to follow, for as many hands as the cases about the question take.

        Usually the case asks about the question, or about a question connected with it. Sometimes
        it only depends on the question, or there is no case.
        """
        plan = plan_for(option)
        if plan is not None and chance.random() < STAGED:
            seats = Setup(players=SEATS, dealer=chance.randrange(SEATS))
            return Guide(seats, (), 0, staged=plan(chance))
        own = self._asking.get(option, [])
        beside = [one for name in self._beside[option] for one in self._asking.get(name, [])]
        among = chance.choices((own, beside or own, self._near.get(option, ()), ()), (4, 2, 2, 2))
        guide = chance.choice(among[0]) if among[0] else None
        decides = any(
            name == "winner" for one in (*own, guide) if one is not None for _, name in one.telling
        )
        evens = decides and chance.random() < 0.6
        if guide is None or guide.setup is None or (evens and chance.random() < 0.5):
            setup = Setup(players=SEATS, dealer=chance.randrange(SEATS))
            plays = hands_of(())
        else:
            setup, plays = guide.setup, hands_of(guide.steps)
        hands = max((len(hands_of(one.steps)) for one in own), default=1)
        hands += hands > 1 and chance.random() < 0.5
        if plays and len(plays) < hands and chance.random() < 0.5:
            plays = (*hands_of(chance.choice(own).steps)[:1], *plays)
        return Guide(setup, plays, max(hands, len(plays)), evens)
