"""A game played by one rule set: what a request means that leaves an option unsaid."""

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
    """A game whose requests are read with another rule set than the default in mind.

    Of an option that this rule set reads differently it says that it plays this reading alone, so
    that nobody takes it to play the default; a request that names another is still obeyed.
    """

    game: Served
    differs: Readings
    """What the rule set has otherwise than the default."""

    @property
    def abilities(self) -> tuple[str, ...]:
        """What may be asked of this game."""
        return self.game.abilities

    def readings(self) -> dict[str, list[str | int]]:
        """The readings of each option; of those that the rule set changes, the one that it has."""
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
        """What a request names, on top of the rule set; what cannot be read stays as it is."""
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
