"""The table of Indian Chief: the phases of a match as facts, and the actions of seats and chance.

A state records who holds what, who has shown and stolen what, and when.  The scores of melds are
no part of a state: they follow from the melds by the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Final, TypeAlias, final

from meldspec.cards import Card
from meldspec.hands import Hand, without_all
from meldspec.play import Seat
from meldspec.spelling import PART, Suit
from meldspec.table import Deal, Reshuffle


@final
@dataclass(frozen=True, slots=True)
class Meld:
    """The cards that a seat chooses for a turn, and the declaration that a reading asks for."""

    cards: Hand
    suit: Suit | None = None
    """Of a Doctor: the suit that it scores."""
    baccarat: Hand | None = None
    """Of an Indian Chief: the two of its cards that are the baccarat hand."""
    opponent: Seat | None = None
    """Of a Beggar Man: the seat against which it counts."""

    @property
    def size(self) -> int:
        """The number of cards, which tells which meld it is."""
        return len(self.cards)


Shown: TypeAlias = tuple[Meld, ...]
"""The melds of a turn, by seat."""


@final
@dataclass(frozen=True, slots=True)
class Target:
    """A card in the meld that a seat has shown."""

    seat: Seat
    card: Card


@final
@dataclass(frozen=True, slots=True)
class Theft:
    """A card that a thief has taken."""

    by: Seat
    target: Annotated[Target, PART]


@final
@dataclass(frozen=True, slots=True)
class Table:
    """The cards of a match, and what has been shown."""

    dealer: Seat
    """The seat that dealt; by a reading another seat is the dealer of a later turn."""
    turn: int
    """From 1 to 7."""
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...]
    """The stub, the top first."""
    shown: tuple[Shown, ...] = ()
    """The melds of each turn as they were shown, wherever their cards are now."""
    stolen: tuple[Theft, ...] = ()
    """The thefts of this turn."""
    recycled: bool = False
    """Whether the melds of this turn are already in the stub."""
    aside: Hand = ()
    """Melds of the turn before, where a reading keeps them out of the stub for a turn."""

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)


@final
@dataclass(frozen=True, slots=True)
class BeforeDeal:
    """A match before its deal."""

    dealer: Seat
    seats: int


@final
@dataclass(frozen=True, slots=True)
class Choosing:
    """Every seat chooses its meld.  The chosen cards are in the hand until all have chosen."""

    table: Table
    chosen: tuple[Meld | None, ...]
    """By seat."""


@final
@dataclass(frozen=True, slots=True)
class Claiming:
    """Thieves steal, one after the other, or several of them at once."""

    table: Table
    waiting: tuple[tuple[Seat, ...], ...]
    """Thieves that have not stolen, in their order; those that claim at once are together."""
    claims: tuple[tuple[Seat, Target | None], ...] = ()
    """The claims of the first group so far, by ascending seat."""


@final
@dataclass(frozen=True, slots=True)
class Filling:
    """No thief may steal any more; hands may lack cards."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Refilling:
    """The stub has too few cards for the hands, and chance must refill it."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Reshuffling:
    """All hands are full again, and chance must shuffle the stub for the next turn."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Over:
    """All boxes are filled."""

    table: Table


State: TypeAlias = BeforeDeal | Choosing | Claiming | Filling | Refilling | Reshuffling | Over
"""Every state of a match.  ``Filling`` lasts only inside a step."""


# ── actions ───────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class Refill:
    """Chance refills the stub with these cards, in order, the top first."""

    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Choose:
    """Choose a meld, which the others see when all have chosen."""

    meld: Annotated[Meld, PART]


@final
@dataclass(frozen=True, slots=True)
class Claim:
    """As a thief, claim a card that another seat has shown, or claim none."""

    target: Annotated[Target | None, PART]


ChanceAction: TypeAlias = Deal | Refill | Reshuffle
SeatAction: TypeAlias = Choose | Claim
Action: TypeAlias = ChanceAction | SeatAction

NO_CLAIM: Final = Claim(None)
"""The claim of a thief that steals nothing."""


# ── what the facts say ───────────────────────────────────────────────────────────────────────────


def table_of(state: State) -> Table | None:
    """The table of a state; None before the deal."""
    return None if isinstance(state, BeforeDeal) else state.table


def seats_of(state: State) -> int:
    """How many seats play."""
    return state.seats if isinstance(state, BeforeDeal) else state.table.seats


def next_turn(table: Table) -> Choosing:
    """The beginning of the table's turn: no seat has chosen yet."""
    return Choosing(table, (None,) * table.seats)


def melds_of(table: Table, seat: int) -> tuple[Meld, ...]:
    """The melds that a seat has shown, turn by turn."""
    return tuple(shown[seat] for shown in table.shown)


def are_shown(table: Table) -> bool:
    """Whether the melds of this turn have been shown."""
    return len(table.shown) == table.turn


def lying(table: Table) -> tuple[Hand, ...]:
    """By seat, the cards of the melds of this turn that still lie there.

    Empty before the melds are shown, and once they are in the stub.
    """
    if not are_shown(table) or table.recycled:
        return ()
    melds = table.shown[-1]
    if not table.stolen:
        return tuple(meld.cards for meld in melds)
    return tuple(
        without_all(
            meld.cards, [each.target.card for each in table.stolen if each.target.seat == seat]
        )
        for seat, meld in enumerate(melds)
    )


def lying_cards(table: Table) -> list[Card]:
    """The cards of this turn's melds that lie there, and the cards that lie aside."""
    return [*(card for cards in lying(table) for card in cards), *table.aside]


def sub_hands(hand: Hand, size: int) -> list[Hand]:
    """All different hands of this size from the cards; cards that look alike are one choice."""
    return sorted(set(combinations(hand, size)))
