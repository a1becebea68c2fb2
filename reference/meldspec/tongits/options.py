"""What may be chosen: readings of open questions, the numbers of the sources, the table's size.

Every record stands for a chapter, every field with more than one reading for a question of that
chapter: there the readings are explained, and who admits them.  Those readings that the sources
name and this game cannot play are listed at the end, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, final

from meldspec.cards import ONE_PACK, Card
from meldspec.play import Need
from meldspec.readings import OptionTable

DealPattern: TypeAlias = Literal["one_at_a_time", "packets_then_extra"]
"""How positions of the deck become hands."""


NextDealer: TypeAlias = Literal["previous_winner", "rotate_next_in_turn"]
"""Who deals after a hand with a winner."""


DealerAfterNoWinner: TypeAlias = Literal["same_dealer", "next_in_turn", "last_drawer"]
"""Who deals after a hand without a winner."""


AnteAfterNoWinner: TypeAlias = Literal["every_deal", "not_after_void_hand"]
"""Whether the ante is paid again for the deal after a hand without a winner."""


StreakAfterPot: TypeAlias = Literal["uncapped", "restart_at_one", "restart_at_zero"]
"""How many wins in a row a winner has after collecting the pot."""


StreakOnNoWinner: TypeAlias = Literal["broken", "preserved"]
"""Whether a hand without a winner ends the row of wins."""


PotWhenNoWinner: TypeAlias = Literal["carried_over", "refunded"]
"""What becomes of the antes of a hand without a winner."""


SecondWinBonus: TypeAlias = Literal[
    "fixed_from_each_loser", "fixed_from_pot", "half_pot", "nothing_extra"
]
"""What the second of three wins earns; a fixed amount is the ante."""


DealerFirstTurnMelds: TypeAlias = Literal["allowed", "discard_only"]
"""Whether the dealer may expose melds in the first turn."""


DealerFirstTurnLayoff: TypeAlias = Literal["forbidden", "allowed"]
"""Whether the dealer may lay off in the first turn."""


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


DealerFirstTurnSecret: TypeAlias = Literal["allowed", "forbidden"]
"""Whether the dealer may lay a four face down in the first turn."""


SecretFacedownAllowed: TypeAlias = Literal["allowed", "not_available"]
"""Whether a four may be laid face down at all."""


SecretWhenAlreadyOpened: TypeAlias = Literal["allowed", "only_to_open"]
"""Whether a seat that has opened may lay a four face down."""


SecretFacedownIdentity: TypeAlias = Literal["hidden", "announced"]
"""Whether the others learn the rank of a four laid face down."""


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


DiscardTakenCardBack: TypeAlias = Literal["impossible_because_melded", "forbidden", "allowed"]
"""Whether a card taken into the hand may be discarded in the same turn."""


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
"""When in the own turn tongits may be called."""


TongitVsExhaustion: TypeAlias = Literal["tongit_wins", "showdown"]
"""Whether tongits is possible in the turn in which the last stock card was drawn."""


MeldNeededToWin: TypeAlias = Literal["no_meld_needed", "own_meld_needed"]
"""Whether running out of cards wins only with a meld of one's own."""


DrawCallWindow: TypeAlias = Literal["turn_start_before_taking_card", "any_time_in_own_turn"]
"""When in the own turn a draw may be called."""


DrawCallOpenRequirement: TypeAlias = Literal[
    "any_laid_meld_incl_face_down", "face_up_meld_required"
]
"""Which meld of its own entitles a seat to call."""


DrawBlockOpponentSpan: TypeAlias = Literal["since_own_previous_turn", "whole_hand"]
"""How long the lay-off of an opponent bars a call."""


DrawBlockOwnLayoff: TypeAlias = Literal["blocks_next_turn", "no_block"]
"""Whether laying off on an own meld bars the next call."""


OwnLayoffSameTurnMeld: TypeAlias = Literal["counts", "does_not_count"]
"""Whether that holds for a meld laid in the same turn."""


ChallengeEligibility: TypeAlias = Literal["opened_only", "opened_or_concealed_secret"]
"""Who may challenge."""


DrawUnchallengedOutcome: TypeAlias = Literal["caller_wins", "lowest_total_wins"]
"""Who wins a called draw that nobody challenges."""


ShowdownParticipants: TypeAlias = Literal["caller_and_challengers", "all_opened_players"]
"""Who is compared after a challenge."""


TieTwoChallengers: TypeAlias = Literal["next_after_caller", "last_to_challenge"]
"""Who wins when both challengers tie below the caller."""


TieThreeWay: TypeAlias = Literal["next_after_caller", "last_to_challenge"]
"""Who wins when the caller and both challengers tie."""


RevealAtEnd: TypeAlias = Literal["winner_and_showdown_participants", "all_hands"]
"""Whose hands everybody sees after the hand."""


ExhaustionTiming: TypeAlias = Literal["end_of_last_drawers_turn", "immediately_on_last_draw"]
"""When the hand ends once the last stock card is drawn."""


ExhaustionEligibility: TypeAlias = Literal[
    "opened_only", "opened_or_concealed_secret", "any_player_with_a_formed_meld"
]
"""Who can win when the stock is used up."""


ExhaustionNoneOpened: TypeAlias = Literal["no_winner", "all_compare", "last_drawer_wins"]
"""Who wins when nobody can."""


ExhaustionTie: TypeAlias = Literal["last_drawer_if_tied_else_next", "last_drawer_always"]
"""Whether the last drawer must be tied to win a tie."""


ExhaustionTieOthers: TypeAlias = Literal["next_in_turn", "right_hand_neighbour"]
"""Which of two tied seats wins when the last drawer is not tied."""


ExhaustionTieUnopenedDrawer: TypeAlias = Literal["next_in_turn", "rule_not_applicable"]
"""Whether that holds when the last drawer cannot win and has no higher total."""


BurnDefinition: TypeAlias = Literal[
    "no_meld_laid_incl_face_down",
    "no_face_up_meld",
    "no_meld_laid_and_no_special",
    "no_meld_formable",
]
"""Which losers are burned."""


BurnEndings: TypeAlias = Literal["every_ending", "only_opponents_tongit_or_draw"]
"""In which endings anybody is burned."""


SagasaDefinition: TypeAlias = Literal[
    "own_exposed_three_plus_stock_fourth_any_turn",
    "own_exposed_three_plus_stock_fourth_same_turn_as_drawn",
    "own_exposed_three_plus_any_own_fourth",
]
"""Which four that its owner completed on the table is a Sagasa."""


SecretPartitionCompared: TypeAlias = Literal[
    "min_deadwood_first", "best_for_winner", "rank_count_only"
]
"""Which arrangement decides whether a four in a compared hand is a secret."""


SecretPartitionUncompared: TypeAlias = Literal["max_bonus", "same_as_compared"]
"""Which arrangement decides it in a hand that was not compared."""


ChallengePaymentComposition: TypeAlias = Literal["replaces_base", "adds_to_base"]
"""Whether the price of a challenged draw replaces that of a win or is added to it."""


ChallengePaymentPayers: TypeAlias = Literal["all_losers", "folder_pays_base"]
"""Which losers owe the price of a challenged draw."""


ChallengeBonusRole: TypeAlias = Literal["caller_or_challenger", "caller_only", "challenger_only"]
"""For which winner the price of a challenged draw is paid."""


AceInFaceDownSet: TypeAlias = Literal["counts", "does_not_count"]
"""Whether aces in a four laid face down count."""


AceOwnLayoff: TypeAlias = Literal["counts", "does_not_count"]
"""Whether an ace counts that the winner laid off on a meld of its own."""


AceScopeFinalDiscard: TypeAlias = Literal["does_not_count", "counts"]
"""Whether an ace counts that was the last discard of tongits."""


SecretDefinition: TypeAlias = Literal["concealed_or_face_down", "also_face_up_laid_at_once"]
"""Whether a four laid face up in one action is a secret too."""


SagasaOtherwise: TypeAlias = Literal["no_effect", "completed_four_counts_as_secret"]
"""Whether a four that its owner completed on the table and that is no Sagasa is a secret."""


SagasaBonus: TypeAlias = Literal["nothing_paid", "same_as_secret"]
"""Whether a Sagasa is paid for like a secret."""


LongRunScope: TypeAlias = Literal["exposed_and_concealed", "exposed_only", "concealed_only"]
"""Which of them: those on the table, those in the hand, or both."""


LongRunForeignCards: TypeAlias = Literal["own_cards_only", "all_cards_of_the_run"]
"""Whether cards that others laid off count towards the five."""


LongRunCount: TypeAlias = Literal["one_per_run_as_melded", "floor_length_over_five"]
"""Whether a run of ten pays once or twice."""


SpreadEnabled: TypeAlias = Literal["played_like_any_other", "wins_before_first_turn"]
"""Whether a hand that is melded as dealt wins at once."""


SpreadDealerHand: TypeAlias = Literal["all_thirteen_melded", "twelve_melded_plus_one"]
"""Whether the dealer's thirteenth card must be melded too."""


SpreadTwelveCardHand: TypeAlias = Literal["any_seat", "dealer_only"]
"""Whether a seat that does not deal can have a Spread."""


SpreadMultiple: TypeAlias = Literal["first_in_turn_order", "most_aces"]
"""Which of several seats with a Spread wins."""


SpreadPayment: TypeAlias = Literal["pot_plus_tongit_3", "pot_only", "pot_plus_base_1"]
"""What the losers of a Spread pay besides the pot."""


SpreadStreak: TypeAlias = Literal["as_one_win", "as_completed_pair", "resets"]
"""How a Spread counts in the row of wins."""


BurnOnSpread: TypeAlias = Literal["nobody_burned", "losers_burned"]
"""Whether the losers of a Spread are burned."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The table: the pack, and how many cards a seat other than the dealer is dealt."""

    pack: tuple[Card, ...] = ONE_PACK
    hand: int = 12


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Readings of the deal."""

    deal_pattern: DealPattern = "one_at_a_time"
    next_dealer: NextDealer = "previous_winner"
    dealer_after_no_winner: DealerAfterNoWinner = "same_dealer"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """Readings of the ante, of the row of wins, and of the pot."""

    ante_chips: int = field(default=2, metadata={"readings": (2, 1)})
    """Chips that a seat pays into the pot at a deal."""
    ante_after_no_winner: AnteAfterNoWinner = "every_deal"
    pot_wins_required: int = field(default=2, metadata={"readings": (2, 3)})
    """Wins in a row that collect the pot."""
    streak_after_pot: StreakAfterPot = "uncapped"
    streak_on_no_winner: StreakOnNoWinner = "broken"
    pot_when_no_winner: PotWhenNoWinner = "carried_over"
    second_win_bonus: SecondWinBonus = "fixed_from_each_loser"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Readings of the dealer's first turn."""

    dealer_first_turn_melds: DealerFirstTurnMelds = "allowed"
    dealer_first_turn_layoff: DealerFirstTurnLayoff = "forbidden"


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


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Exposing:
    """Readings of exposing and of laying fours face down."""

    dealer_first_turn_secret: DealerFirstTurnSecret = "allowed"
    secret_facedown_allowed: SecretFacedownAllowed = "allowed"
    secret_when_already_opened: SecretWhenAlreadyOpened = "allowed"
    secret_facedown_identity: SecretFacedownIdentity = "hidden"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class LayingOff:
    """Readings of laying off."""

    layoff_target_same_turn: LayoffTargetSameTurn = "any_table_meld"
    layoff_own_melds: LayoffOwnMelds = "allowed"
    layoff_before_open: LayoffBeforeOpen = "allowed"
    layoff_opens_hand: LayoffOpensHand = "melds_alone_open"
    layoff_run_end: LayoffRunEnd = "both_ends"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Discarding:
    """Readings of the discard."""

    discard_taken_card_back: DiscardTakenCardBack = "impossible_because_melded"


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


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """Readings of the answers to a called draw."""

    challenge_eligibility: ChallengeEligibility = "opened_only"
    draw_unchallenged_outcome: DrawUnchallengedOutcome = "caller_wins"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """Readings of the comparison of hands."""

    showdown_participants: ShowdownParticipants = "caller_and_challengers"
    tie_two_challengers: TieTwoChallengers = "next_after_caller"
    tie_three_way: TieThreeWay = "next_after_caller"
    deadwood_basis: Literal["unmatched_cards_in_hand", "all_cards_in_hand"] = (
        "unmatched_cards_in_hand"
    )
    """Which cards of a hand are counted."""
    reveal_at_end: RevealAtEnd = "winner_and_showdown_participants"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class StockEnd:
    """Readings of the end of the stock."""

    exhaustion_timing: ExhaustionTiming = "end_of_last_drawers_turn"
    exhaustion_eligibility: ExhaustionEligibility = "opened_only"
    exhaustion_none_opened: ExhaustionNoneOpened = "no_winner"
    exhaustion_tie: ExhaustionTie = "last_drawer_if_tied_else_next"
    exhaustion_tie_others: ExhaustionTieOthers = "next_in_turn"
    exhaustion_tie_unopened_drawer: ExhaustionTieUnopenedDrawer = "next_in_turn"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Burned:
    """Readings of being burned."""

    burn_definition: BurnDefinition = "no_meld_laid_incl_face_down"
    burn_endings: BurnEndings = "every_ending"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Readings of names on which something depends."""

    sagasa_definition: SagasaDefinition = "own_exposed_three_plus_stock_fourth_any_turn"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Chips that each loser owes the winner, and the readings of when."""

    secret_partition_compared: SecretPartitionCompared = "min_deadwood_first"
    secret_partition_uncompared: SecretPartitionUncompared = "max_bonus"
    challenge_payment_composition: ChallengePaymentComposition = "replaces_base"
    challenge_payment_payers: ChallengePaymentPayers = "all_losers"
    challenge_bonus_role: ChallengeBonusRole = "caller_or_challenger"
    ace_in_face_down_set: AceInFaceDownSet = "counts"
    ace_own_layoff: AceOwnLayoff = "counts"
    ace_scope_final_discard: AceScopeFinalDiscard = "does_not_count"
    secret_definition: SecretDefinition = "concealed_or_face_down"
    sagasa_otherwise: SagasaOtherwise = "no_effect"
    sagasa_bonus: SagasaBonus = "nothing_paid"
    special_payment_level: int = field(default=3, metadata={"readings": (3, 2)})
    """Chips for tongits, for a challenged draw, and for each secret four."""
    win_chips: int = 1
    burn_chips: int = 1
    ace_chips: int = 1


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Variations:
    """Readings of the variations: long runs and the Spread."""

    long_run_bonus: Literal["no_bonus", "three_chips_for_5_plus"] = "no_bonus"
    """Whether runs of five cards or more are paid for."""
    long_run_scope: LongRunScope = "exposed_and_concealed"
    long_run_foreign_cards: LongRunForeignCards = "own_cards_only"
    long_run_count: LongRunCount = "one_per_run_as_melded"
    spread_enabled: SpreadEnabled = "played_like_any_other"
    spread_dealer_hand: SpreadDealerHand = "all_thirteen_melded"
    spread_twelve_card_hand: SpreadTwelveCardHand = "any_seat"
    spread_multiple: SpreadMultiple = "first_in_turn_order"
    spread_payment: SpreadPayment = "pot_plus_tongit_3"
    spread_streak: SpreadStreak = "as_one_win"
    burn_on_spread: BurnOnSpread = "nobody_burned"
    long_run_chips: int = 3


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set; the default one follows every source that speaks, where one reading can."""

    size: Size = field(default_factory=Size)
    deal: Deal = field(default_factory=Deal)
    pot: Pot = field(default_factory=Pot)
    turn: Turn = field(default_factory=Turn)
    drawing: Drawing = field(default_factory=Drawing)
    exposing: Exposing = field(default_factory=Exposing)
    laying_off: LayingOff = field(default_factory=LayingOff)
    discarding: Discarding = field(default_factory=Discarding)
    tongits_call: TongitsCall = field(default_factory=TongitsCall)
    draw_call: DrawCall = field(default_factory=DrawCall)
    answering: Answering = field(default_factory=Answering)
    showdown: Showdown = field(default_factory=Showdown)
    stock_end: StockEnd = field(default_factory=StockEnd)
    burned: Burned = field(default_factory=Burned)
    terms: Terms = field(default_factory=Terms)
    settlement: Settlement = field(default_factory=Settlement)
    variations: Variations = field(default_factory=Variations)


DEFAULT: Final = Rules()

UNPLAYABLE: Final = {
    ("deal.dealer_after_no_winner", "random"): "chance chooses no dealer in this play",
    ("tongits_call.tongit_window", "any_time"): "nobody may call in another seat's turn",
    ("settlement.sagasa_bonus", "house_amount"): "no source gives an amount",
    ("variations.spread_multiple", "split"): "a hand has one winner",
    ("variations.joker_mode", "on_undefined"): (
        "the source that names a joker mode gives no rule for it, so it cannot be computed"
    ),
}
"""Readings that a source or a table may have and this game cannot play, with the reason."""


NEEDS: Final = (
    Need(
        option="tongits_call.tongit_requires_open",
        reading="opening_needed",
        needed="tongits_call.empty_hand_policy",
        readings=("plays_on_with_zero",),
        reason="an unopened seat could be left without any action",
    ),
    Need(
        option="tongits_call.meld_needed_to_win",
        reading="own_meld_needed",
        needed="tongits_call.empty_hand_policy",
        readings=("plays_on_with_zero",),
        reason="a seat without a meld could be left without any action",
    ),
    Need(
        option="drawing.discard_meld_exposure",
        reading="may_keep_in_hand",
        needed="discarding.discard_taken_card_back",
        readings=("forbidden", "allowed"),
        reason="a card taken into the hand could be discarded or not, and nothing says which",
    ),
)
"""Which readings leave play undefined unless another option has one of certain readings."""

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""
