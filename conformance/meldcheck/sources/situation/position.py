"""A game whose matches begin in a stated position.

Standard library and the reference only.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import final

from meldspec.play import Need, Refusal
from meldspec.positions import POSITIONS
from meldspec.stated import AnyStating, Stated
from meldspec.wire import JSON, Debt, Ended, GameWire, Match, Messages, WireError


@final
@dataclass(frozen=True, slots=True)
class PositionedGame:
    """A game, and the position in which its matches begin."""

    game: GameWire
    stated: Stated
    agreed: JSON = None
    """The rules on which the table agrees; the position must arise by them."""

    @property
    def name(self) -> str:
        """The game id."""
        return self.game.name

    @property
    def abilities(self) -> tuple[str, ...]:
        """The abilities of the game."""
        return self.game.abilities

    @property
    def messages(self) -> Messages:
        """The records of the game's messages."""
        return self.game.messages

    def readings(self) -> dict[str, list[str | int]]:
        """The readings of each option that has several."""
        return self.game.readings()

    def payment_options(self) -> frozenset[str]:
        """The options that change only payments."""
        return self.game.payment_options()

    def needs(self) -> tuple[Need, ...]:
        """The readings that need readings of other options."""
        return self.game.needs()

    def rule_set(self, rules: JSON) -> object:
        """The rule set that a request names."""
        return self.game.rule_set(rules)

    def open_rules(self, chosen: Mapping[str, str | int], read: set[str] | None = None) -> object:
        """A rule set with these readings chosen and all others open."""
        return self.game.open_rules(chosen, read)

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refusal:
        """A match in the position.  WireError if the position cannot arise."""
        begun = self.game.begin(rules, players, dealer, hand_number)
        if isinstance(begun, Refusal):
            return begun
        stating = POSITIONS[self.game.name]
        stating.check_fields(self.stated)
        match = stating.begin(begun, self.stated)
        if not stating.in_a_hand(self.stated):
            return match
        agreed = self.game.rule_set(self.agreed or {})
        return Awaiting(match, match.under(agreed), stating, self.stated)

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer to a question about stated facts."""
        return self.game.ask(what, rules, question)

    def ask_under(self, rules: object, what: str, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer by a rule set of this game."""
        return self.game.ask_under(rules, what, question)

    def facts_ended(self, rules: object, what: str, question: Mapping[str, JSON]) -> Ended | None:
        """The end of a hand in stated facts."""
        return self.game.facts_ended(rules, what, question)


@final
@dataclass(frozen=True, slots=True)
class Awaiting:
    """A match that waits for a deal into a hand that is under way."""

    match: Match
    usual: Match = field(compare=False)
    """The match by the rules on which the table agrees."""
    stating: AnyStating = field(compare=False)
    stated: Stated = field(compare=False)

    def act(self, by: JSON, do: Mapping[str, JSON]) -> Match | Refusal:
        """The match after an action; a deal brings it into the position.

        A reading that excludes the position refuses it.  WireError for a position that cannot arise
        by the rules on which the table agrees.
        """
        if by != "chance" or do.get("type") != "deal":
            return self.match.act(by, do)
        try:
            return self.stating.stand(self.match, do, self.stated)
        except WireError:
            self.stating.stand(self.usual, do, self.stated)
            return Refusal(())

    @property
    def position(self) -> Hashable:
        """The position of the match before the deal."""
        return self.match.position

    def under(self, rules: object) -> Match:
        """The match by another rule set."""
        return replace(self, match=self.match.under(rules))

    def actors(self) -> tuple[str | int, ...]:
        """Chance, which must deal."""
        return self.match.actors()

    def legal(self, seat: JSON) -> list[JSON]:
        """No action yet."""
        return self.match.legal(seat)

    def view(self, seat: JSON) -> JSON:
        """What the seat sees before the cards are dealt."""
        return self.match.view(seat)

    def result(self) -> JSON:
        """None: no hand has ended."""
        return self.match.result()

    def grounds(self) -> tuple[str, ...]:
        """None."""
        return self.match.grounds()

    def match_grounds(self) -> tuple[str, ...]:
        """None."""
        return self.match.match_grounds()

    def burned(self) -> tuple[int, ...]:
        """Nobody."""
        return self.match.burned()

    def debts(self) -> Sequence[Debt]:
        """None."""
        return self.match.debts()

    def perft(self, depth: JSON) -> JSON:
        """Counts of sequences of actions."""
        return self.match.perft(depth)


def check(
    game: GameWire, stated: Stated, rules: Mapping[str, str | int], setup: tuple[int, int, int]
) -> Match | None:
    """The match before its cards are dealt; None if the game refuses the match.

    WireError for a position that cannot arise.  ``setup`` has the numbers of players, of the
    dealer's seat and of the hand.
    """
    begun = PositionedGame(game, stated).begin({"options": dict(rules)}, *setup)
    if isinstance(begun, Refusal):
        return None
    return begun.match if isinstance(begun, Awaiting) else begun


def check_goes_on(
    game: GameWire, stated: Stated, rules: Mapping[str, str | int], setup: tuple[int, int, int]
) -> None:
    """WireError for a position that cannot arise by these readings, or where the match is over."""
    match = check(game, stated, rules, setup)
    if match is not None:
        POSITIONS[game.name].check_goes_on(match)
