"""The games as text: what an engine process needs to speak the protocol.

A game's own ``wire`` module turns its rules, actions, views and results into plain JSON values and
back.  Everything outside the reference wing reaches a game through the two interfaces here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol, TypeAlias

from meldspec.play import Refusal

JSON: TypeAlias = "bool | int | str | list[JSON] | dict[str, JSON] | None"


class WireError(ValueError):
    """A request that cannot be read or understood; the reply is ``error`` with this text."""


class UnplayableError(ValueError):
    """A request that is understood but that this engine cannot play; the reply is ``skipped``."""


Refused: TypeAlias = Refusal[StrEnum]
"""A readable request that the rules do not allow; nothing has changed."""


class Match(Protocol):
    """A begun match, immutable: acting returns the match that follows."""

    def act(self, by: JSON, do: Mapping[str, JSON]) -> Match | Refused:
        """The match after an action of ``by`` (a seat, or ``"chance"``), or why it is refused.

        Raises WireError when the action cannot be read.
        """

    def actors(self) -> tuple[str | int, ...]:
        """Who may act now: seats in order of play, ``("chance",)``, or nobody."""

    def legal(self, seat: JSON) -> list[JSON]:
        """Every action that would be accepted from the seat, once, in canonical form and order."""

    def view(self, seat: JSON) -> JSON:
        """What the seat may see."""

    def result(self) -> JSON:
        """How the hand ended, or None while it goes on."""

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

    def begin(self, rules: JSON, players: JSON, dealer: JSON) -> Match | Refused:
        """A new match before its first deal.

        Raises WireError for unreadable rules or seats, UnplayableError for a reading not played.
        """

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refused:
        """The answer to a question about stated facts, such as ``deadwood`` or ``settle``.

        Raises WireError for an unknown question or facts that cannot be read.
        """
