"""What may be chosen: readings of open questions, the numbers of the source, the table's size.

Every record stands for a chapter, every field with more than one reading for a question of that
chapter: there the readings are explained, and what the source admits.  Those readings that a table
may have and this game cannot play are listed at the end, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, final

from meldspec.cards import ONE_PACK, Card
from meldspec.play import Need
from meldspec.readings import OptionTable

FEWEST_SEATS: Final = 2
MOST_SEATS_OF_THREE_PACKS: Final = 6
"""So many have their packs named in the source."""


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

    packs_beyond_six: Literal["one_more_per_pair", "limit_six"] = "one_more_per_pair"
    """What more than six seats play with."""


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
    """Readings of what a set is."""

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
    """Readings of going out and of what follows it."""

    out_test_moment: Literal["after_discard", "before_discard"] = "after_discard"
    """Which cards must lie in melds to go out."""
    out_discard_needed: Literal["discard_required", "may_keep"] = "discard_required"
    """Whether going out takes a discard."""
    out_automatic: Literal["voluntary", "automatic"] = "voluntary"
    """Whether a discard with which a seat could go out is going out."""
    final_turn_scope: Literal["normal", "stock_only", "draw_only"] = "normal"
    """What a seat may do in its final turn."""
    final_turn_discard: Literal["required", "optional"] = "required"
    """Whether a seat must discard in its final turn."""
    reveal_moment: Literal["after_final_turns", "at_announcement"] = "after_final_turns"
    """When the hand of who went out is shown."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Readings of the count."""

    unmelded_wild_value: Literal["face", "fifteen", "twenty", "twenty_five", "fifty"] = "face"
    """What a wild card counts that is in no meld."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Readings of the deal's way round and of the end of a match."""

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

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""
