"""Readings of who wins and what is paid, from showdown to pot: a record for each chapter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, final

AnteAfterNoWinner: TypeAlias = Literal["every_deal", "not_after_void_hand"]
"""Whether the ante is paid again for the deal after a hand without a winner."""

StreakAfterPot: TypeAlias = Literal["uncapped", "restart_at_one", "restart_at_zero"]
"""How many wins in a row a winner has after collecting the pot."""

StreakOnNoWinner: TypeAlias = Literal["broken", "preserved"]
"""Whether a hand without a winner ends the streak of wins."""

PotWhenNoWinner: TypeAlias = Literal["carried_over", "refunded"]
"""What becomes of the antes of a hand without a winner."""

SecondWinBonus: TypeAlias = Literal[
    "fixed_from_each_loser", "fixed_from_pot", "half_pot", "nothing_extra"
]
"""What the second of three wins earns; a fixed amount is the ante."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """Readings of the ante, of the streak of wins, and of the pot."""

    ante_chips: int = field(default=2, metadata={"readings": (2, 1)})
    """Chips that a seat pays into the pot at a deal."""
    ante_after_no_winner: AnteAfterNoWinner = "every_deal"
    pot_wins_required: int = field(default=2, metadata={"readings": (2, 3)})
    """Wins in a row that collect the pot."""
    streak_after_pot: StreakAfterPot = "uncapped"
    streak_on_no_winner: StreakOnNoWinner = "broken"
    pot_when_no_winner: PotWhenNoWinner = "carried_over"
    second_win_bonus: SecondWinBonus = "fixed_from_each_loser"


ShowdownParticipants: TypeAlias = Literal["caller_and_challengers", "all_opened_players"]
"""Who is compared after a challenge."""

TieTwoChallengers: TypeAlias = Literal["next_after_caller", "last_to_challenge"]
"""Who wins when both challengers tie below the caller."""

TieThreeWay: TypeAlias = Literal["next_after_caller", "last_to_challenge"]
"""Who wins when the caller and both challengers tie."""

RevealAtEnd: TypeAlias = Literal["winner_and_showdown_participants", "all_hands"]
"""Whose hands everybody sees after the hand."""


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


ExhaustionTiming: TypeAlias = Literal["end_of_last_drawers_turn", "immediately_on_last_draw"]
"""When the hand ends once the last stock card is drawn."""

ExhaustionEligibility: TypeAlias = Literal[
    "opened_only", "opened_or_concealed_secret", "any_player_with_a_formed_meld"
]
"""Who can win when the stock is used up."""

ExhaustionNoneOpened: TypeAlias = Literal["no_winner", "all_compare", "last_drawer_wins"]
"""Who wins when no seat can win at the end of the stock."""

ExhaustionTie: TypeAlias = Literal["last_drawer_if_tied_else_next", "last_drawer_always"]
"""Whether the last drawer must be tied to win a tie."""

ExhaustionTieOthers: TypeAlias = Literal["next_in_turn", "right_hand_neighbour"]
"""Which of two tied seats wins when the last drawer is not tied."""

ExhaustionTieUnopenedDrawer: TypeAlias = Literal["next_in_turn", "rule_not_applicable"]
"""Who wins such a tie, if anybody, when the last drawer cannot win and has no higher total."""


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


BurnDefinition: TypeAlias = Literal[
    "no_meld_laid_incl_face_down",
    "no_face_up_meld",
    "no_meld_laid_and_no_special",
    "no_meld_formable",
]
"""Which losers are burned."""

BurnEndings: TypeAlias = Literal["every_ending", "only_opponents_tongit_or_draw"]
"""In which endings anybody is burned."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Burned:
    """Readings of being burned."""

    burn_definition: BurnDefinition = "no_meld_laid_incl_face_down"
    burn_endings: BurnEndings = "every_ending"


SagasaDefinition: TypeAlias = Literal[
    "own_exposed_three_plus_stock_fourth_any_turn",
    "own_exposed_three_plus_stock_fourth_same_turn_as_drawn",
    "own_exposed_three_plus_any_own_fourth",
]
"""Which four that its owner completed on the table is a Sagasa."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Readings of terms on which rules depend."""

    sagasa_definition: SagasaDefinition = "own_exposed_three_plus_stock_fourth_any_turn"


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


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Chips that each loser owes the winner, and readings of when it owes them."""

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


LongRunScope: TypeAlias = Literal["exposed_and_concealed", "exposed_only", "concealed_only"]
"""Which long runs are paid for: those on the table, those in the hand, or both."""

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
"""How a Spread counts in the streak of wins."""

BurnOnSpread: TypeAlias = Literal["nobody_burned", "losers_burned"]
"""Whether the losers of a Spread are burned."""


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
