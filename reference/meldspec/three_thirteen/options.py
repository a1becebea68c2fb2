"""The options of Three Thirteen: readings of open questions, and the table's size.

Each record is a chapter, and each field with several readings is a question of that chapter.  The
chapter explains the readings and says which the source admits.  Readings that a table may have but
this game cannot play are listed at the end, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, final

from meldspec.cards import ONE_PACK, Card
from meldspec.play import Need
from meldspec.readings import OptionTable

FEWEST_SEATS: Final = 2
MOST_SEATS_OF_THREE_PACKS: Final = 6
"""The most seats for which the source names the number of packs."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The table: the pack, the number of hands, and the cards and wild rank of the first hand.

    There is one pack for every two seats.  After a deal, stock and discard pile together must have
    two cards more than there are seats, so that a new stock can always be made; with whole packs
    they have at least twenty-six.
    """

    pack: tuple[Card, ...] = ONE_PACK
    hands: int = 11
    first_hand: int = 3
    """Cards that each seat is dealt in the first hand."""
    first_wild: int = 2
    """The rank that is wild in the first hand: threes."""

    def packs(self, seats: int) -> int:
        """How many packs this number of seats plays with."""
        return (seats + 1) // 2

    def deck(self, seats: int) -> tuple[Card, ...]:
        """All cards for this number of seats, in order; cards of several packs look alike."""
        return tuple(card for card in self.pack for _ in range(self.packs(seats)))

    def hand(self, hand_number: int) -> int:
        """Cards that each seat is dealt in this hand."""
        return self.first_hand + hand_number - 1

    def wild(self, hand_number: int) -> int:
        """The rank that is wild in this hand."""
        return self.first_wild + hand_number - 1


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Readings of the packs."""

    packs_beyond_six: Literal["one_more_per_pair", "limit_six"] = "one_more_per_pair"
    """How many packs more than six seats play with, or whether so many may play."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Readings of the draw."""

    wild_from_pile: Literal["may_be_taken", "stays"] = "may_be_taken"
    """Whether a wild card may be taken from the discard pile."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """Readings of the discard."""

    discard_taken_card: Literal["allowed", "banned"] = "allowed"
    """Whether the card taken from the pile may be discarded in the same turn."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Readings of sets."""

    set_duplicates: Literal["allowed", "distinct_suits"] = "allowed"
    """Whether natural cards of a set may be alike."""
    set_max: Literal["unbounded", "four"] = "unbounded"
    """How many cards a set may have."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """Readings of the end of the stock."""

    exhaustion_timing: Literal["lazy", "lazy_start", "eager"] = "lazy"
    """When the discards become a new stock."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """Readings of going out and of the final turns."""

    out_test_moment: Literal["after_discard", "before_discard"] = "after_discard"
    """Which cards must lie in melds to go out."""
    out_discard_needed: Literal["discard_required", "may_keep"] = "discard_required"
    """Whether going out needs a discard."""
    out_automatic: Literal["voluntary", "automatic"] = "voluntary"
    """Whether a seat that could go out with its discard goes out without saying so."""
    final_turn_scope: Literal["normal", "stock_only", "draw_only"] = "normal"
    """What a seat may do in its final turn."""
    final_turn_discard: Literal["required", "optional"] = "required"
    """Whether a seat must discard in its final turn."""
    reveal_moment: Literal["after_final_turns", "at_announcement"] = "after_final_turns"
    """When the hand of the seat that went out is shown."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Readings of the count."""

    unmelded_wild_value: Literal["face", "fifteen", "twenty", "twenty_five", "fifty"] = "face"
    """The points of a wild card that is in no meld."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Readings of who deals and of the end of a match."""

    rotation_direction: Literal["left", "right"] = "left"
    """Which way the deal goes after a hand."""
    tie: Literal["shared", "most_hands_won"] = "shared"
    """Who wins where the lowest score is shared."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set; the default one follows the source."""

    size: Size = field(default_factory=Size)
    deck: Deck = field(default_factory=Deck)
    draw: Draw = field(default_factory=Draw)
    discard: Discard = field(default_factory=Discard)
    meld: Meld = field(default_factory=Meld)
    stock: Stock = field(default_factory=Stock)
    out: Out = field(default_factory=Out)
    score: Score = field(default_factory=Score)
    match: Match = field(default_factory=Match)


DEFAULT: Final = Rules()

UNPLAYABLE: Final = {
    ("deck.commercial_variant", "five_suits"): "no rule is given for a fifth suit or for jokers",
    ("draw.draw_compulsory", "may_skip"): (
        "hands would shrink to nothing, and the source does not say what going out is then"
    ),
    ("out.out_on_dealt_hand", "immediately"): "going out is done with a discard, in a turn",
    ("out.second_out", "announces_too"): "the announcement has no effect that can be seen",
    ("out.second_out", "new_final_round"): "the hand ends with the first seat that went out",
    ("out.second_out", "tie_broken"): "the source does not say by what",
    ("out.false_out", "penalty"): "no source gives a price",
    ("out.false_out", "play_on_with_open_hand"): "the source does not say what an open hand may do",
    ("score.arrangement", "declared"): "no action declares an arrangement, and none counts less",
    ("stock.exhaustion_no_discards", "void"): "this cannot happen: there are always discards",
    ("stock.upcard_set_aside", "first_card_turned"): (
        "the source does not say which card is set aside when the first one has been taken"
    ),
    ("match.endless", "cap"): "the source names no number of turns, nor what counts then",
    ("match.uneven_deals", "evened"): "eleven hands are played, however often each seat has dealt",
    ("match.win_before_eleven", "when_decided"): "the source plays eleven hands",
    ("match.first_dealer", "random"): "a request names the dealer, however it was found",
    ("match.first_dealer", "cut"): "a request names the dealer, however it was found",
    ("match.tie", "extra_hand"): "the source gives a twelfth hand no size and no wild rank",
}
"""Readings that a table may have and this game cannot play, with the reason."""

NEEDS: Final[tuple[Need, ...]] = ()
"""The readings that leave play undefined unless another option has certain readings: none."""

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""
