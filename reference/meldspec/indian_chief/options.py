"""The options of Indian Chief: readings of open questions, and the table's size.

Each record is a chapter, and each field with several readings is a question of that chapter.  The
chapter explains the readings and says which the source admits.  Readings that a table may have but
this game cannot play are listed at the end, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, final

from meldspec.cards import ONE_PACK, Card
from meldspec.play import Need
from meldspec.readings import OptionTable

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 8
MOST_SEATS_OF_ONE_PACK: Final = 3
MOST_SEATS_WITH_A_STUB_THAT_LASTS: Final = 6
"""The most seats for which the stub is never short, if each turn's melds go back to it at once."""


ThiefOrderKey: TypeAlias = Literal["rank_ace_low", "rank_ace_high", "face_value"]
"""The key by which thieves are ordered."""


PokerAce: TypeAlias = Literal["ace_high_and_low", "high_only", "low_only"]
"""Where an ace stands in a straight."""


PokerTwoPack: TypeAlias = Literal["highest", "suited_must_differ"]
"""Whether a flush may have cards that look alike."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The table: the pack, the size of hands, and the number of melds.

    A match has one turn for each meld.  A hand must have more cards than the largest meld, and the
    packs more cards than all hands together.
    """

    pack: tuple[Card, ...] = ONE_PACK
    hand: int = 8
    melds: int = 7

    def packs(self, seats: int) -> int:
        """How many packs this number of seats plays with."""
        return 1 if seats <= MOST_SEATS_OF_ONE_PACK else 2

    def deck(self, seats: int) -> tuple[Card, ...]:
        """All cards for this number of seats, in order; cards of two packs look alike."""
        return tuple(card for card in self.pack for _ in range(self.packs(seats)))


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Readings of the choice."""

    simultaneity: Literal["locked", "changeable_until_all"] = "locked"
    """Whether a seat may choose again as long as others have not chosen."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Refill:
    """Readings of how hands are filled up."""

    stub_shortage: Literal["recycle_when_short", "restore_first", "limit_players_6"] = (
        "recycle_when_short"
    )
    """What happens when the stub has too few cards to fill all hands up."""
    shortage_last_served: Literal["packets_from_left", "singles_from_left", "dealer_first"] = (
        "packets_from_left"
    )
    """In which order hands are filled up, and so which seats get the last cards."""
    final_refill: Literal["skip", "perform"] = "skip"
    """Whether hands are filled up after the last turn."""
    dealer_rotation: Literal["fixed", "rotates_each_turn"] = "fixed"
    """Whether the next seat is the dealer in the next turn."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Restore:
    """Readings of which cards go back to the stub."""

    restore_which: Literal["just_played", "one_turn_lag"] = "just_played"
    """Which melds go back to the stub at the end of a turn."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Beggar:
    """Readings of the Beggar Man."""

    beggar_scope: Literal["all_opponents", "left_neighbour", "best_one", "one_named"] = (
        "all_opponents"
    )
    """Against which opponents a Beggar Man counts."""
    beggar_pair: Literal["two_per_opposing_card", "two_per_matching_pair"] = "two_per_opposing_card"
    """What a Beggar Man with two cards of one rank scores."""
    beggar_failed_melds: Literal["count", "ignore"] = "count"
    """Whether the cards of melds that have failed count for a Beggar Man."""
    beggar_tense: Literal["this_turn", "all_melds_so_far"] = "this_turn"
    """From which turns melds count for a Beggar Man."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Thief:
    """Readings of the theft."""

    thief_order_key: ThiefOrderKey = "rank_ace_low"
    thief_tie_protocol: Literal["secret_claims", "sequential", "never"] = "secret_claims"
    """How tied thieves come to take different cards."""
    thief_tie_partial: Literal["all_or_none", "clashing_only"] = "all_or_none"
    """Which tied thieves take nothing where some of their claims clash."""
    thief_tie_decline: Literal["agrees", "prevents"] = "agrees"
    """Whether tied thieves agree where one of them claims nothing."""
    thief_tie_identity: Literal["physical", "face"] = "physical"
    """Whether two cards that look alike are different cards."""
    thief_target_class: Literal["any_opposing_meld_card", "valid_melds_only"] = (
        "any_opposing_meld_card"
    )
    """Which melds a thief may steal from."""
    steal_last_turn: Literal["skip", "perform"] = "skip"
    """Whether thieves steal in the last turn."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Doctor:
    """Readings of the Doctor."""

    doctor_ace_of_hearts: Literal["one_card_may_do_both", "two_cards"] = "one_card_may_do_both"
    """Whether the ace of hearts may be both the ace and the heart of a Doctor."""
    doctor_heart_count: Literal["at_least_one", "exactly_one"] = "at_least_one"
    """How many hearts a Doctor may have."""
    doctor_suit: Literal["auto_best", "named_at_commit"] = "auto_best"
    """Whether a Doctor scores its best suit, or the suit that its seat named."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Chief:
    """Readings of the Indian Chief."""

    chief_split: Literal["auto_best", "declared_at_commit"] = "auto_best"
    """Whether an Indian Chief is divided for the most points, or as its seat declared."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Poker:
    """Readings of the poker hand."""

    poker_ace: PokerAce = "ace_high_and_low"
    poker_two_pack: PokerTwoPack = "highest"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set; the default one follows the source."""

    size: Size = field(default_factory=Size)
    turn: Turn = field(default_factory=Turn)
    refill: Refill = field(default_factory=Refill)
    restore: Restore = field(default_factory=Restore)
    beggar: Beggar = field(default_factory=Beggar)
    thief: Thief = field(default_factory=Thief)
    doctor: Doctor = field(default_factory=Doctor)
    chief: Chief = field(default_factory=Chief)
    poker: Poker = field(default_factory=Poker)


DEFAULT: Final = Rules()

UNPLAYABLE: Final = {
    ("deck.jokers", "added"): "a joker has neither a face value nor a rank",
    ("deck.two_pack_identity", "copies"): "nobody can tell two cards apart that look alike",
    ("deal.first_dealer", "random"): "a request names the dealer, however it was found",
    ("turn.box_reuse", "zero"): "another box would stay empty at the end, against the source",
    ("turn.box_reuse", "penalty"): "another box would stay empty at the end, and no price is given",
    ("turn.wrong_size", "zero"): "no box belongs to that number of cards",
    ("turn.commit_for_open_single_box", "forced"): "the source does not say which cards to meld",
    ("turn.public_information", "nothing_kept"): "the melds and scores shown can be looked up",
    ("refill.stub_shortage", "short_hands"): (
        "a seat could be left with six cards and only the meld of seven open, and nobody may pass"
    ),
    ("refill.steal_vs_refill_order", "in_dealing_order"): (
        "thieves have an order of their own, from the lowest card to the highest"
    ),
    ("restore.refill_before_restore", "restore_first"): "the source fills hands up before",
    ("restore.steal_effect_on_deck", "restored"): "a stolen card is in the hand of the thief",
    ("thief.thief_tie_protocol", "open_proposal"): "no action is a talk between seats",
    ("doctor.doctor_suit", "named_after_reveal"): (
        "it needs a phase of its own, in which a seat would always name its best suit"
    ),
    ("chief.chief_split", "declared_after_reveal"): (
        "it needs a phase of its own, in which a seat would always declare its best split"
    ),
    ("match.match_level", "several_sheets"): "the source does not say how many",
    ("match.tie_at_end", "playoff"): "the source does not say how it would be played off",
    ("match.tie_at_end", "most_boxes_won"): "the source does not say that boxes are won",
}
"""Readings that a table may have and this game cannot play, with the reason."""

NEEDS: Final = (
    Need(
        option="refill.stub_shortage",
        reading="limit_players_6",
        needed="restore.restore_which",
        readings=("just_played",),
        reason="while melds lie aside, the stub can be short even with six seats or fewer",
    ),
)
"""The readings that leave play undefined unless another option has one of certain readings."""

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""
