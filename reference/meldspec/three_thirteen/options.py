"""What may be chosen: readings of open questions, the numbers of the source, the table's size.

Every record stands for a chapter, every field with more than one reading for a question of that
chapter: there the readings are explained, and what the source admits.  Those readings that a table
may have and this game cannot play are listed at the end, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, final

from meldspec.cards import ONE_PACK, Card
from meldspec.play import Need

FEWEST_SEATS: Final = 2
MOST_SEATS_OF_THREE_PACKS: Final = 6
"""So many have their packs named in the source."""


@final
class PacksBeyondSix(StrEnum):
    """What more than six seats play with."""

    ONE_MORE_PER_PAIR = "one_more_per_pair"
    LIMIT_SIX = "limit_six"


@final
class WildFromPile(StrEnum):
    """Whether a wild card may be taken from the discard pile."""

    MAY_BE_TAKEN = "may_be_taken"
    STAYS = "stays"


@final
class DiscardTakenCard(StrEnum):
    """Whether the card taken from the pile may be discarded in the same turn."""

    ALLOWED = "allowed"
    BANNED = "banned"


@final
class SetDuplicates(StrEnum):
    """Whether natural cards of a set may be alike."""

    ALLOWED = "allowed"
    DISTINCT_SUITS = "distinct_suits"


@final
class SetMax(StrEnum):
    """How many cards a set may have."""

    UNBOUNDED = "unbounded"
    FOUR = "four"


@final
class ExhaustionTiming(StrEnum):
    """When the discards become a new stock."""

    LAZY = "lazy"
    LAZY_START = "lazy_start"
    EAGER = "eager"


@final
class OutTestMoment(StrEnum):
    """Which cards must lie in melds to go out."""

    AFTER_DISCARD = "after_discard"
    BEFORE_DISCARD = "before_discard"


@final
class OutDiscardNeeded(StrEnum):
    """Whether going out takes a discard."""

    DISCARD_REQUIRED = "discard_required"
    MAY_KEEP = "may_keep"


@final
class OutAutomatic(StrEnum):
    """Whether a discard with which a seat could go out is going out."""

    VOLUNTARY = "voluntary"
    AUTOMATIC = "automatic"


@final
class FinalTurnScope(StrEnum):
    """What a seat may do in its final turn."""

    NORMAL = "normal"
    STOCK_ONLY = "stock_only"
    DRAW_ONLY = "draw_only"


@final
class FinalTurnDiscard(StrEnum):
    """Whether a seat must discard in its final turn."""

    REQUIRED = "required"
    OPTIONAL = "optional"


@final
class RevealMoment(StrEnum):
    """When the hand of who went out is shown."""

    AFTER_FINAL_TURNS = "after_final_turns"
    AT_ANNOUNCEMENT = "at_announcement"


@final
class UnmeldedWildValue(StrEnum):
    """What a wild card counts that is in no meld."""

    FACE = "face"
    FIFTEEN = "fifteen"
    TWENTY = "twenty"
    TWENTY_FIVE = "twenty_five"
    FIFTY = "fifty"


@final
class Tie(StrEnum):
    """Who wins where the lowest score is shared."""

    SHARED = "shared"
    MOST_HANDS_WON = "most_hands_won"


@final
class RotationDirection(StrEnum):
    """Which way the deal goes after a hand."""

    LEFT = "left"
    RIGHT = "right"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The table: one pack for every two seats, how many hands there are, and what the first has.

    After a deal the two piles together must have two cards more than there are seats, so that a new
    stock can always be made; with whole packs they have twenty-six at least.
    """

    pack: tuple[Card, ...] = ONE_PACK
    hands: int = 11
    first_hand: int = 3
    """Cards that each seat is dealt in the first hand."""
    first_wild: int = 2
    """The rank that is wild in the first hand: threes."""

    def packs(self, seats: int) -> int:
        """How many packs so many seats play with."""
        return (seats + 1) // 2

    def deck(self, seats: int) -> tuple[Card, ...]:
        """All cards that so many seats play with, in order; those of several packs are alike."""
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

    packs_beyond_six: PacksBeyondSix = PacksBeyondSix.ONE_MORE_PER_PAIR


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Readings of the draw."""

    wild_from_pile: WildFromPile = WildFromPile.MAY_BE_TAKEN


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """Readings of the discard."""

    discard_taken_card: DiscardTakenCard = DiscardTakenCard.ALLOWED


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Readings of what a set is."""

    set_duplicates: SetDuplicates = SetDuplicates.ALLOWED
    set_max: SetMax = SetMax.UNBOUNDED


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """Readings of the end of the stock."""

    exhaustion_timing: ExhaustionTiming = ExhaustionTiming.LAZY


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """Readings of going out and of what follows it."""

    out_test_moment: OutTestMoment = OutTestMoment.AFTER_DISCARD
    out_discard_needed: OutDiscardNeeded = OutDiscardNeeded.DISCARD_REQUIRED
    out_automatic: OutAutomatic = OutAutomatic.VOLUNTARY
    final_turn_scope: FinalTurnScope = FinalTurnScope.NORMAL
    final_turn_discard: FinalTurnDiscard = FinalTurnDiscard.REQUIRED
    reveal_moment: RevealMoment = RevealMoment.AFTER_FINAL_TURNS


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Readings of the count."""

    unmelded_wild_value: UnmeldedWildValue = UnmeldedWildValue.FACE


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Readings of the deal's way round and of the end of a match."""

    rotation_direction: RotationDirection = RotationDirection.LEFT
    tie: Tie = Tie.SHARED


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
        "hands would shrink to nothing, and no sentence says what going out is then"
    ),
    ("out.out_on_dealt_hand", "immediately"): "going out is done with a discard, in a turn",
    ("out.second_out", "announces_too"): "nothing that can be seen comes of the announcement",
    ("out.second_out", "new_final_round"): "the source ends the hand at who went out first",
    ("out.second_out", "tie_broken"): "no sentence says by what",
    ("out.false_out", "penalty"): "no source gives a price",
    ("out.false_out", "play_on_with_open_hand"): "no sentence says what an open hand may still do",
    ("score.arrangement", "declared"): "no act declares an arrangement, and none is better",
    ("stock.exhaustion_no_discards", "void"): "it cannot come to that: discards always lie there",
    ("stock.upcard_set_aside", "first_card_turned"): (
        "no sentence says which card is set aside when the first one has been taken"
    ),
    ("match.endless", "cap"): "no sentence says after how many turns, nor what then counts",
    ("match.uneven_deals", "evened"): "eleven hands are played, whoever has dealt how many",
    ("match.win_before_eleven", "when_decided"): "the source plays eleven hands",
    ("match.first_dealer", "random"): "a match is begun with a dealer, however it was found",
    ("match.first_dealer", "cut"): "a match is begun with a dealer, however it was found",
    ("match.tie", "extra_hand"): "no sentence says what a twelfth hand deals or what is wild",
}
"""Readings that a table may have and this game cannot play, with the reason."""

NEEDS: Final[tuple[Need, ...]] = ()
"""Which readings leave play undefined unless another option has one of certain readings: none."""
