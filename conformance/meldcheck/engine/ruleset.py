"""A game played by one rule set: its readings replace the defaults of requests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meldcheck.engine.serve import Served
from meldcheck.words.case import JSON
from meldcheck.words.readings import Readings
from meldspec.play import Refusal
from meldspec.wire import Match


@dataclass(frozen=True, slots=True)
class RuledGame:
    """A game in which an option that a request does not name has the reading of a rule set.

    ``readings`` lists only that reading for each option that the rule set changes, so that nobody
    takes the default for played. A request that names another reading is still obeyed.
    """

    game: Served
    differs: Readings
    """The readings in which the rule set differs from the default."""

    @property
    def abilities(self) -> tuple[str, ...]:
        """The abilities of the game."""
        return self.game.abilities

    def readings(self) -> dict[str, list[str | int]]:
        """The readings of each option; for one that the rule set changes, only its reading."""
        changed = {option: [reading] for option, reading in self.differs.items()}
        return {**self.game.readings(), **changed}

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refusal:
        """A new match before its first deal."""
        return self.game.begin(self._whole(rules), players, dealer, hand_number)

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer to a question about stated facts."""
        return self.game.ask(what, self._whole(rules), question)

    def _whole(self, rules: JSON) -> JSON:
        """The rules of a request on top of the rule set. Unreadable rules are not changed."""
        if not isinstance(rules, dict):
            return {"options": dict(self.differs)} if rules is None else rules
        options = rules.get("options")
        if options is not None and not isinstance(options, dict):
            return rules
        named = options or {}
        differs = {
            name: reading
            for name, reading in self.differs.items()
            if name.partition(".")[2] not in named
        }
        return {**rules, "options": {**differs, **named}}
