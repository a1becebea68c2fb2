"""The games as text: what an engine process needs to speak the protocol.

A game's own ``wire`` module turns its rules, actions, views and results into plain JSON values and
back.  Everything outside the reference wing reaches a game through the two interfaces here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias, final

from meldspec.play import Need, Refusal

JSON: TypeAlias = "bool | int | str | list[JSON] | dict[str, JSON] | None"


class WireError(ValueError):
    """A request that cannot be read or understood; the reply is ``error`` with this text."""


class UnplayableError(ValueError):
    """A request that is understood but that this engine cannot play; the reply is ``skipped``."""


Refused: TypeAlias = Refusal[StrEnum]
"""A readable request that the rules do not allow; nothing has changed."""


@final
@dataclass(frozen=True, slots=True)
class Debt:
    """A payment rule for one loser: its clause, the seats, and how many chips are owed."""

    clause: str
    payer: int
    payee: int
    chips: Callable[[object], int]
    """Chips by a rule set of the game."""


class Match(Protocol):
    """A begun match, immutable: acting returns the match that follows."""

    def act(self, by: JSON, do: Mapping[str, JSON]) -> Match | Refused:
        """The match after an action of ``by`` (a seat, or ``"chance"``), or why it is refused.

        Raises WireError when the action cannot be read.
        """

    @property
    def position(self) -> Hashable:
        """Where the match stands, apart from its rules; equal ones go on equally."""

    def under(self, rules: object) -> Match:
        """The match as it stands, played on by another rule set of its game."""

    def actors(self) -> tuple[str | int, ...]:
        """Who may act now: seats in order of play, ``("chance",)``, or nobody."""

    def legal(self, seat: JSON) -> list[JSON]:
        """Every action that would be accepted from the seat, once, in canonical form and order."""

    def view(self, seat: JSON) -> JSON:
        """What the seat may see."""

    def result(self) -> JSON:
        """How the hand ended, or None while it goes on."""

    def grounds(self) -> tuple[str, ...]:
        """The clauses by which the hand was decided; none while it goes on."""

    def burned(self) -> tuple[int, ...]:
        """The seats that are burned; none while the hand goes on."""

    def debts(self) -> Sequence[Debt]:
        """Every payment rule for every loser of a hand that was won, owed or not."""

    def perft(self, depth: JSON) -> JSON:
        """Counts of sequences of ``depth`` accepted seat actions, in all and by first action."""


class GameWire(Protocol):
    """One game, spoken in JSON."""

    @property
    def name(self) -> str:
        """The game id, such as ``tongits``."""

    @property
    def abilities(self) -> tuple[str, ...]:
        """What may be asked of this game: ``meld``, ``deadwood``, ``deal``, ``play``, …"""

    def readings(self) -> dict[str, list[str | int]]:
        """The options that this reference plays in more than one reading."""

    def payment_options(self) -> frozenset[str]:
        """The options that change payments and nothing else of a hand."""

    def needs(self) -> tuple[Need, ...]:
        """Which readings leave play undefined unless others stand beside them."""

    def rule_set(self, rules: JSON) -> object:
        """The game's own record of the rule set that a request names.

        Raises WireError for unreadable rules, UnplayableError for a reading not played.
        """

    def open_rules(self, chosen: Mapping[str, str | int], read: set[str] | None = None) -> object:
        """A rule set with these readings chosen and all others open.

        Reading an open one raises meldspec.undecided.UndecidedError; ``read`` gathers the names of
        those that are read.
        """

    def begin(self, rules: JSON, players: JSON, dealer: JSON) -> Match | Refused:
        """A new match before its first deal.

        Raises WireError for unreadable rules or seats, UnplayableError for a reading not played.
        """

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refused:
        """The answer to a question about stated facts, such as ``deadwood`` or ``settle``.

        Raises WireError for an unknown question or facts that cannot be read.
        """

    def ask_under(self, rules: object, what: str, question: Mapping[str, JSON]) -> JSON | Refused:
        """The same by a rule set of this game."""
