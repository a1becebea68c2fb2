"""What may be chosen: readings of open questions, and the table's size.

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
MOST_SEATS: Final = 8
MOST_SEATS_OF_ONE_PACK: Final = 3
MOST_SEATS_WITH_A_STUB_THAT_LASTS: Final = 6
"""With so many the stub is never short, where the melds of a turn go back to it at once."""


@final
class StubShortage(StrEnum):
    """What happens when the stub has too few cards to fill all hands up."""

    RECYCLE_WHEN_SHORT = "recycle_when_short"
    RESTORE_FIRST = "restore_first"
    LIMIT_PLAYERS_6 = "limit_players_6"


@final
class ShortageLastServed(StrEnum):
    """In which order hands are filled up, and so who gets the cards that come last."""

    PACKETS_FROM_LEFT = "packets_from_left"
    SINGLES_FROM_LEFT = "singles_from_left"
    DEALER_FIRST = "dealer_first"


@final
class FinalRefill(StrEnum):
    """Whether hands are filled up after the last turn."""

    SKIP = "skip"
    PERFORM = "perform"


@final
class DealerRotation(StrEnum):
    """Whether another seat is the dealer in the next turn."""

    FIXED = "fixed"
    ROTATES_EACH_TURN = "rotates_each_turn"


@final
class RestoreWhich(StrEnum):
    """Which melds go back to the stub at the end of a turn."""

    JUST_PLAYED = "just_played"
    ONE_TURN_LAG = "one_turn_lag"


@final
class Simultaneity(StrEnum):
    """Whether a seat may choose again as long as others have not chosen."""

    LOCKED = "locked"
    CHANGEABLE_UNTIL_ALL = "changeable_until_all"


@final
class BeggarScope(StrEnum):
    """Against which opponents a Beggar Man counts."""

    ALL_OPPONENTS = "all_opponents"
    LEFT_NEIGHBOUR = "left_neighbour"
    BEST_ONE = "best_one"
    ONE_NAMED = "one_named"


@final
class BeggarPair(StrEnum):
    """What a Beggar Man of two cards of one rank counts."""

    TWO_PER_OPPOSING_CARD = "two_per_opposing_card"
    TWO_PER_MATCHING_PAIR = "two_per_matching_pair"


@final
class BeggarFailedMelds(StrEnum):
    """Whether the cards of melds that have failed count for a Beggar Man."""

    COUNT = "count"
    IGNORE = "ignore"


@final
class BeggarTense(StrEnum):
    """The melds of which turns count for a Beggar Man."""

    THIS_TURN = "this_turn"
    ALL_MELDS_SO_FAR = "all_melds_so_far"


@final
class ThiefOrderKey(StrEnum):
    """By what thieves are ordered."""

    RANK_ACE_LOW = "rank_ace_low"
    RANK_ACE_HIGH = "rank_ace_high"
    FACE_VALUE = "face_value"


@final
class ThiefTieProtocol(StrEnum):
    """How thieves of a tie come to take different cards."""

    SECRET_CLAIMS = "secret_claims"
    SEQUENTIAL = "sequential"
    NEVER = "never"


@final
class ThiefTiePartial(StrEnum):
    """Who of a tie takes nothing where some of its claims clash."""

    ALL_OR_NONE = "all_or_none"
    CLASHING_ONLY = "clashing_only"


@final
class ThiefTieDecline(StrEnum):
    """What it means for a tie that one of its thieves claims nothing."""

    AGREES = "agrees"
    PREVENTS = "prevents"


@final
class ThiefTieIdentity(StrEnum):
    """Whether two cards that look alike are different cards."""

    PHYSICAL = "physical"
    FACE = "face"


@final
class ThiefTargetClass(StrEnum):
    """Which melds a thief may steal from."""

    ANY_OPPOSING_MELD_CARD = "any_opposing_meld_card"
    VALID_MELDS_ONLY = "valid_melds_only"


@final
class StealLastTurn(StrEnum):
    """Whether thieves steal in the last turn."""

    SKIP = "skip"
    PERFORM = "perform"


@final
class DoctorAceOfHearts(StrEnum):
    """Whether the ace of hearts may be both the ace and the heart of a Doctor."""

    ONE_CARD_MAY_DO_BOTH = "one_card_may_do_both"
    TWO_CARDS = "two_cards"


@final
class DoctorHeartCount(StrEnum):
    """How many hearts a Doctor has."""

    AT_LEAST_ONE = "at_least_one"
    EXACTLY_ONE = "exactly_one"


@final
class DoctorSuit(StrEnum):
    """Who finds the suit that a Doctor scores."""

    AUTO_BEST = "auto_best"
    NAMED_AT_COMMIT = "named_at_commit"


@final
class ChiefSplit(StrEnum):
    """Who divides an Indian Chief into its two hands."""

    AUTO_BEST = "auto_best"
    DECLARED_AT_COMMIT = "declared_at_commit"


@final
class PokerAce(StrEnum):
    """Where an ace stands in a straight."""

    ACE_HIGH_AND_LOW = "ace_high_and_low"
    HIGH_ONLY = "high_only"
    LOW_ONLY = "low_only"


@final
class PokerTwoPack(StrEnum):
    """Whether a flush may have cards that look alike."""

    HIGHEST = "highest"
    SUITED_MUST_DIFFER = "suited_must_differ"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The table: the pack, how large hands are, and how many melds there are.

    A match has a turn for each meld.  A hand has a card more than the largest meld at least, and
    the packs more cards than all hands.
    """

    pack: tuple[Card, ...] = ONE_PACK
    hand: int = 8
    melds: int = 7

    def packs(self, seats: int) -> int:
        """How many packs so many seats play with."""
        return 1 if seats <= MOST_SEATS_OF_ONE_PACK else 2

    def deck(self, seats: int) -> tuple[Card, ...]:
        """All cards that so many seats play with, in order; those of two packs are alike."""
        return tuple(card for card in self.pack for _ in range(self.packs(seats)))


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Readings of the choice."""

    simultaneity: Simultaneity = Simultaneity.LOCKED


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Refill:
    """Readings of how hands are filled up."""

    stub_shortage: StubShortage = StubShortage.RECYCLE_WHEN_SHORT
    shortage_last_served: ShortageLastServed = ShortageLastServed.PACKETS_FROM_LEFT
    final_refill: FinalRefill = FinalRefill.SKIP
    dealer_rotation: DealerRotation = DealerRotation.FIXED


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Restore:
    """Readings of what goes back to the stub."""

    restore_which: RestoreWhich = RestoreWhich.JUST_PLAYED


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Beggar:
    """Readings of the Beggar Man."""

    beggar_scope: BeggarScope = BeggarScope.ALL_OPPONENTS
    beggar_pair: BeggarPair = BeggarPair.TWO_PER_OPPOSING_CARD
    beggar_failed_melds: BeggarFailedMelds = BeggarFailedMelds.COUNT
    beggar_tense: BeggarTense = BeggarTense.THIS_TURN


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Thief:
    """Readings of the theft."""

    thief_order_key: ThiefOrderKey = ThiefOrderKey.RANK_ACE_LOW
    thief_tie_protocol: ThiefTieProtocol = ThiefTieProtocol.SECRET_CLAIMS
    thief_tie_partial: ThiefTiePartial = ThiefTiePartial.ALL_OR_NONE
    thief_tie_decline: ThiefTieDecline = ThiefTieDecline.AGREES
    thief_tie_identity: ThiefTieIdentity = ThiefTieIdentity.PHYSICAL
    thief_target_class: ThiefTargetClass = ThiefTargetClass.ANY_OPPOSING_MELD_CARD
    steal_last_turn: StealLastTurn = StealLastTurn.SKIP


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Doctor:
    """Readings of the Doctor."""

    doctor_ace_of_hearts: DoctorAceOfHearts = DoctorAceOfHearts.ONE_CARD_MAY_DO_BOTH
    doctor_heart_count: DoctorHeartCount = DoctorHeartCount.AT_LEAST_ONE
    doctor_suit: DoctorSuit = DoctorSuit.AUTO_BEST


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Chief:
    """Readings of the Indian Chief."""

    chief_split: ChiefSplit = ChiefSplit.AUTO_BEST


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Poker:
    """Readings of the poker hand."""

    poker_ace: PokerAce = PokerAce.ACE_HIGH_AND_LOW
    poker_two_pack: PokerTwoPack = PokerTwoPack.HIGHEST


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
    ("deal.first_dealer", "random"): "a match is begun with a dealer, however it was found",
    ("turn.box_reuse", "zero"): "another box would stay empty at the end, against the source",
    ("turn.box_reuse", "penalty"): "another box would stay empty at the end, and no price is given",
    ("turn.wrong_size", "zero"): "no box belongs to such a number of cards",
    ("turn.commit_for_open_single_box", "forced"): "no sentence says which cards would be melded",
    ("turn.public_information", "nothing_kept"): "what was seen and entered can be looked up",
    ("refill.stub_shortage", "short_hands"): (
        "a seat could be left with six cards and only the meld of seven open, and nobody may pass"
    ),
    ("refill.steal_vs_refill_order", "in_dealing_order"): (
        "thieves have an order of their own, from the lowest card to the highest"
    ),
    ("restore.refill_before_restore", "restore_first"): "the source fills hands up before",
    ("restore.steal_effect_on_deck", "restored"): "a stolen card is in the hand of the thief",
    ("thief.thief_tie_protocol", "open_proposal"): "no act is a talk between seats",
    ("doctor.doctor_suit", "named_after_reveal"): (
        "it needs a phase for it, in which nobody who plays for the score names a lesser suit"
    ),
    ("chief.chief_split", "declared_after_reveal"): (
        "it needs a phase for it, in which nobody who plays for the score declares a lesser split"
    ),
    ("match.match_level", "several_sheets"): "no sentence says how many",
    ("match.tie_at_end", "playoff"): "no sentence says what would be played for it",
    ("match.tie_at_end", "most_boxes_won"): "no sentence says that boxes are won",
}
"""Readings that a table may have and this game cannot play, with the reason."""

NEEDS: Final = (
    Need(
        option="refill.stub_shortage",
        reading=StubShortage.LIMIT_PLAYERS_6.value,
        needed="restore.restore_which",
        readings=(RestoreWhich.JUST_PLAYED.value,),
        reason="while melds lie aside the stub can be short for six and fewer, too",
    ),
)
"""Which readings leave play undefined unless another option has one of certain readings."""
