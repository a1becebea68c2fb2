"""Readings of play, from the deal to the answers to a called draw: a record for each chapter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, final

DealPattern: TypeAlias = Literal["one_at_a_time", "packets_then_extra"]
"""In which order the cards of the deck go to the hands."""

NextDealer: TypeAlias = Literal["previous_winner", "rotate_next_in_turn"]
"""Who deals after a hand with a winner."""

DealerAfterNoWinner: TypeAlias = Literal["same_dealer", "next_in_turn", "last_drawer"]
"""Who deals after a hand without a winner."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Readings of the deal."""

    deal_pattern: DealPattern = "one_at_a_time"
    next_dealer: NextDealer = "previous_winner"
    dealer_after_no_winner: DealerAfterNoWinner = "same_dealer"


DealerFirstTurnMelds: TypeAlias = Literal["allowed", "discard_only"]
"""Whether the dealer may expose melds in the first turn."""

DealerFirstTurnLayoff: TypeAlias = Literal["forbidden", "allowed"]
"""Whether the dealer may lay off in the first turn."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Readings of the dealer's first turn."""

    dealer_first_turn_melds: DealerFirstTurnMelds = "allowed"
    dealer_first_turn_layoff: DealerFirstTurnLayoff = "forbidden"


DiscardTakeRequirement: TypeAlias = Literal[
    "new_meld_only", "new_meld_or_extend_own_table_meld", "new_meld_or_extend_any_table_meld"
]
"""What use of the discard lets a seat take it."""

DiscardExtensionCountsAsLayoff: TypeAlias = Literal["counts_as_layoff", "counts_as_meld"]
"""What taking the discard onto a table meld counts as."""

DiscardExtendsConcealedMeld: TypeAlias = Literal[
    "any_meld_with_two_hand_cards", "hand_part_must_not_already_be_a_meld"
]
"""Whether the hand cards laid with the discard may be a meld already."""

DiscardMeldSize: TypeAlias = Literal["any_valid_size", "exactly_three", "maximal_forced"]
"""How large the meld laid with the discard may be."""

DiscardMeldExposure: TypeAlias = Literal["must_expose", "may_keep_in_hand"]
"""Whether the meld made with the discard must be laid at once."""

SecretWithDiscardCard: TypeAlias = Literal["never", "yes_if_kept_concealed"]
"""Whether a four with a card of the discard pile can be face down and a secret."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Readings of what the discard may be taken for."""

    discard_take_requirement: DiscardTakeRequirement = "new_meld_only"
    discard_extension_counts_as_layoff: DiscardExtensionCountsAsLayoff = "counts_as_layoff"
    discard_extends_concealed_meld: DiscardExtendsConcealedMeld = "any_meld_with_two_hand_cards"
    discard_meld_size: DiscardMeldSize = "any_valid_size"
    discard_meld_exposure: DiscardMeldExposure = "must_expose"
    secret_with_discard_card: SecretWithDiscardCard = "never"


DealerFirstTurnSecret: TypeAlias = Literal["allowed", "forbidden"]
"""Whether the dealer may lay a four face down in the first turn."""

SecretFacedownAllowed: TypeAlias = Literal["allowed", "not_available"]
"""Whether a four may be laid face down at all."""

SecretWhenAlreadyOpened: TypeAlias = Literal["allowed", "only_to_open"]
"""Whether a seat that has opened may lay a four face down."""

SecretFacedownIdentity: TypeAlias = Literal["hidden", "announced"]
"""Whether the others learn the rank of a four laid face down."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Exposing:
    """Readings of exposing and of laying fours face down."""

    dealer_first_turn_secret: DealerFirstTurnSecret = "allowed"
    secret_facedown_allowed: SecretFacedownAllowed = "allowed"
    secret_when_already_opened: SecretWhenAlreadyOpened = "allowed"
    secret_facedown_identity: SecretFacedownIdentity = "hidden"


LayoffTargetSameTurn: TypeAlias = Literal["any_table_meld", "only_melds_from_earlier_turns"]
"""Whether a seat may lay off on a meld that it has laid in the same turn."""

LayoffOwnMelds: TypeAlias = Literal["allowed", "opponents_only"]
"""Whether a seat may lay off on its own melds."""

LayoffBeforeOpen: TypeAlias = Literal["allowed", "requires_open"]
"""Whether a seat that has not opened may lay off."""

LayoffOpensHand: TypeAlias = Literal["melds_alone_open", "layoffs_open_too"]
"""Whether laying off opens the hand."""

LayoffRunEnd: TypeAlias = Literal["both_ends", "high_end_only"]
"""At which end a run may be continued."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class LayingOff:
    """Readings of laying off."""

    layoff_target_same_turn: LayoffTargetSameTurn = "any_table_meld"
    layoff_own_melds: LayoffOwnMelds = "allowed"
    layoff_before_open: LayoffBeforeOpen = "allowed"
    layoff_opens_hand: LayoffOpensHand = "melds_alone_open"
    layoff_run_end: LayoffRunEnd = "both_ends"


DiscardTakenCardBack: TypeAlias = Literal["impossible_because_melded", "forbidden", "allowed"]
"""Whether a card taken into the hand may be discarded in the same turn."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Discarding:
    """Readings of the discard."""

    discard_taken_card_back: DiscardTakenCardBack = "impossible_because_melded"


DealerFirstTurnTongit: TypeAlias = Literal["allowed", "forbidden"]
"""Whether the dealer may have tongits in the first turn."""

TongitTrigger: TypeAlias = Literal[
    "declared", "automatic_when_hand_empty", "automatic_when_coverable"
]
"""Whether tongits is called or happens by itself."""

EmptyHandPolicy: TypeAlias = Literal[
    "treated_as_called", "plays_on_with_zero", "emptying_requires_call"
]
"""What it means to play the last card without a call."""

TongitConcealed: TypeAlias = Literal["allowed", "must_play_out"]
"""Whether melds may still be in the hand when tongits is called."""

TongitRequiresOpen: TypeAlias = Literal["opening_not_needed", "opening_needed"]
"""Whether only a seat that has opened can have tongits."""

TongitWindow: TypeAlias = Literal["after_draw_in_own_turn", "from_turn_start"]
"""When in its own turn a seat may call tongits."""

TongitVsExhaustion: TypeAlias = Literal["tongit_wins", "showdown"]
"""Whether tongits is possible in the turn in which the last stock card was drawn."""

MeldNeededToWin: TypeAlias = Literal["no_meld_needed", "own_meld_needed"]
"""Whether running out of cards wins only with a meld of one's own."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class TongitsCall:
    """Readings of tongits."""

    dealer_first_turn_tongit: DealerFirstTurnTongit = "allowed"
    tongit_trigger: TongitTrigger = "declared"
    empty_hand_policy: EmptyHandPolicy = "treated_as_called"
    tongit_concealed: TongitConcealed = "allowed"
    tongit_requires_open: TongitRequiresOpen = "opening_not_needed"
    tongit_window: TongitWindow = "after_draw_in_own_turn"
    tongit_vs_exhaustion: TongitVsExhaustion = "tongit_wins"
    meld_needed_to_win: MeldNeededToWin = "no_meld_needed"


DrawCallWindow: TypeAlias = Literal["turn_start_before_taking_card", "any_time_in_own_turn"]
"""When in its own turn a seat may call a draw."""

DrawCallOpenRequirement: TypeAlias = Literal[
    "any_laid_meld_incl_face_down", "face_up_meld_required"
]
"""Which meld of its own entitles a seat to call."""

DrawBlockOpponentSpan: TypeAlias = Literal["since_own_previous_turn", "whole_hand"]
"""How long the lay-off of an opponent bars a call."""

DrawBlockOwnLayoff: TypeAlias = Literal["blocks_next_turn", "no_block"]
"""Whether laying off on an own meld bars the next call."""

OwnLayoffSameTurnMeld: TypeAlias = Literal["counts", "does_not_count"]
"""Whether such a lay-off bars the call where the meld was laid in the same turn."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCall:
    """Readings of calling a draw."""

    draw_call_window: DrawCallWindow = "turn_start_before_taking_card"
    draw_call_open_requirement: DrawCallOpenRequirement = "any_laid_meld_incl_face_down"
    sagasa_blocks_call: Literal["exposed_meld_suffices", "sagasa_holder_may_not_call"] = (
        "exposed_meld_suffices"
    )
    """Whether a Sagasa entitles its owner to call like any other meld."""
    draw_block_opponent_span: DrawBlockOpponentSpan = "since_own_previous_turn"
    draw_block_own_layoff: DrawBlockOwnLayoff = "blocks_next_turn"
    own_layoff_same_turn_meld: OwnLayoffSameTurnMeld = "counts"


ChallengeEligibility: TypeAlias = Literal["opened_only", "opened_or_concealed_secret"]
"""Who may challenge."""

DrawUnchallengedOutcome: TypeAlias = Literal["caller_wins", "lowest_total_wins"]
"""Who wins a called draw that nobody challenges."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """Readings of the answers to a called draw."""

    challenge_eligibility: ChallengeEligibility = "opened_only"
    draw_unchallenged_outcome: DrawUnchallengedOutcome = "caller_wins"
