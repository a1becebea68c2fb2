"""What a seat or chance may do.

As in a state, every card is the one of the first copy, and so is a joker.  So cards that are alike
are one choice, whichever of them is meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from meldspec.cards import Card
from meldspec.manipulation import Table as Melds
from meldspec.play import Open


@final
@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals: a hand for each seat, and the stock with its top first."""

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock."""


@final
@dataclass(frozen=True, slots=True)
class Rearrange(Open):
    """Play cards of the hand and leave the table as it is then; both are sorted."""

    table: Melds
    cards: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Knock:
    """End the hand."""


@final
@dataclass(frozen=True, slots=True)
class Decline:
    """Do not knock; or end a turn without a meld, where that may be."""


ChanceAction: TypeAlias = Deal
SeatAction: TypeAlias = Draw | Rearrange | Knock | Decline
Action: TypeAlias = ChanceAction | SeatAction

DRAW: Final = Draw()
SOME_REARRANGEMENT: Final = Rearrange((), ())
"""In a list of what is legal it stands for all that would be accepted; it never is itself."""
KNOCK: Final = Knock()
DECLINE: Final = Decline()
