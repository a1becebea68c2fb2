"""What may be chosen: readings of open questions, the numbers of the sources, the table's size.

Every record stands for a chapter, every field with more than one reading for a question of that
chapter: there the readings are explained, and who admits them.  Those readings that the sources
name and this game cannot play are listed at the end, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, final

from meldspec.cards import ONE_PACK, Card
from meldspec.play import Need


@final
class DealPattern(StrEnum):
    """How positions of the deck become hands."""

    ONE_AT_A_TIME = "one_at_a_time"
    PACKETS_THEN_EXTRA = "packets_then_extra"


@final
class NextDealer(StrEnum):
    """Who deals after a hand with a winner."""

    PREVIOUS_WINNER = "previous_winner"
    ROTATE_NEXT_IN_TURN = "rotate_next_in_turn"


@final
class DealerAfterNoWinner(StrEnum):
    """Who deals after a hand without a winner."""

    SAME_DEALER = "same_dealer"
    NEXT_IN_TURN = "next_in_turn"
    LAST_DRAWER = "last_drawer"


@final
class AnteAfterNoWinner(StrEnum):
    """Whether the ante is paid again for the deal after a hand without a winner."""

    EVERY_DEAL = "every_deal"
    NOT_AFTER_VOID_HAND = "not_after_void_hand"


@final
class StreakAfterPot(StrEnum):
    """How many wins in a row a winner has after collecting the pot."""

    UNCAPPED = "uncapped"
    RESTART_AT_ONE = "restart_at_one"
    RESTART_AT_ZERO = "restart_at_zero"


@final
class StreakOnNoWinner(StrEnum):
    """Whether a hand without a winner ends the row of wins."""

    BROKEN = "broken"
    PRESERVED = "preserved"


@final
class PotWhenNoWinner(StrEnum):
    """What becomes of the antes of a hand without a winner."""

    CARRIED_OVER = "carried_over"
    REFUNDED = "refunded"


@final
class SecondWinBonus(StrEnum):
    """What the second of three wins earns; a fixed amount is the ante."""

    FIXED_FROM_EACH_LOSER = "fixed_from_each_loser"
    FIXED_FROM_POT = "fixed_from_pot"
    HALF_POT = "half_pot"
    NOTHING_EXTRA = "nothing_extra"


@final
class DealerFirstTurnMelds(StrEnum):
    """Whether the dealer may expose melds in the first turn."""

    ALLOWED = "allowed"
    DISCARD_ONLY = "discard_only"


@final
class DealerFirstTurnLayoff(StrEnum):
    """Whether the dealer may lay off in the first turn."""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"


@final
class DiscardTakeRequirement(StrEnum):
    """What use of the discard lets a seat take it."""

    NEW_MELD_ONLY = "new_meld_only"
    NEW_MELD_OR_EXTEND_OWN_TABLE_MELD = "new_meld_or_extend_own_table_meld"
    NEW_MELD_OR_EXTEND_ANY_TABLE_MELD = "new_meld_or_extend_any_table_meld"


@final
class DiscardExtensionCountsAsLayoff(StrEnum):
    """What taking the discard onto a table meld counts as."""

    COUNTS_AS_LAYOFF = "counts_as_layoff"
    COUNTS_AS_MELD = "counts_as_meld"


@final
class DiscardExtendsConcealedMeld(StrEnum):
    """Whether the hand cards laid with the discard may be a meld already."""

    ANY_MELD_WITH_TWO_HAND_CARDS = "any_meld_with_two_hand_cards"
    HAND_PART_MUST_NOT_ALREADY_BE_A_MELD = "hand_part_must_not_already_be_a_meld"


@final
class DiscardMeldSize(StrEnum):
    """How large the meld laid with the discard may be."""

    ANY_VALID_SIZE = "any_valid_size"
    EXACTLY_THREE = "exactly_three"
    MAXIMAL_FORCED = "maximal_forced"


@final
class DiscardMeldExposure(StrEnum):
    """Whether the meld made with the discard must be laid at once."""

    MUST_EXPOSE = "must_expose"
    MAY_KEEP_IN_HAND = "may_keep_in_hand"


@final
class SecretWithDiscardCard(StrEnum):
    """Whether a four with a card of the discard pile can be face down and a secret."""

    NEVER = "never"
    YES_IF_KEPT_CONCEALED = "yes_if_kept_concealed"


@final
class DealerFirstTurnSecret(StrEnum):
    """Whether the dealer may lay a four face down in the first turn."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


@final
class SecretFacedownAllowed(StrEnum):
    """Whether a four may be laid face down at all."""

    ALLOWED = "allowed"
    NOT_AVAILABLE = "not_available"


@final
class SecretWhenAlreadyOpened(StrEnum):
    """Whether a seat that has opened may lay a four face down."""

    ALLOWED = "allowed"
    ONLY_TO_OPEN = "only_to_open"


@final
class SecretFacedownIdentity(StrEnum):
    """Whether the others learn the rank of a four laid face down."""

    HIDDEN = "hidden"
    ANNOUNCED = "announced"


@final
class LayoffTargetSameTurn(StrEnum):
    """Whether a seat may lay off on a meld that it has laid in the same turn."""

    ANY_TABLE_MELD = "any_table_meld"
    ONLY_MELDS_FROM_EARLIER_TURNS = "only_melds_from_earlier_turns"


@final
class LayoffOwnMelds(StrEnum):
    """Whether a seat may lay off on its own melds."""

    ALLOWED = "allowed"
    OPPONENTS_ONLY = "opponents_only"


@final
class LayoffBeforeOpen(StrEnum):
    """Whether a seat that has not opened may lay off."""

    ALLOWED = "allowed"
    REQUIRES_OPEN = "requires_open"


@final
class LayoffOpensHand(StrEnum):
    """Whether laying off opens the hand."""

    MELDS_ALONE_OPEN = "melds_alone_open"
    LAYOFFS_OPEN_TOO = "layoffs_open_too"


@final
class LayoffRunEnd(StrEnum):
    """At which end a run may be continued."""

    BOTH_ENDS = "both_ends"
    HIGH_END_ONLY = "high_end_only"


@final
class DiscardTakenCardBack(StrEnum):
    """Whether a card taken into the hand may be discarded in the same turn."""

    IMPOSSIBLE_BECAUSE_MELDED = "impossible_because_melded"
    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"


@final
class DealerFirstTurnTongit(StrEnum):
    """Whether the dealer may have tongits in the first turn."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


@final
class TongitTrigger(StrEnum):
    """Whether tongits is called or happens by itself."""

    DECLARED = "declared"
    AUTOMATIC_WHEN_HAND_EMPTY = "automatic_when_hand_empty"
    AUTOMATIC_WHEN_COVERABLE = "automatic_when_coverable"


@final
class EmptyHandPolicy(StrEnum):
    """What it means to play the last card without a call."""

    TREATED_AS_CALLED = "treated_as_called"
    PLAYS_ON_WITH_ZERO = "plays_on_with_zero"
    EMPTYING_REQUIRES_CALL = "emptying_requires_call"


@final
class TongitConcealed(StrEnum):
    """Whether melds may still be in the hand when tongits is called."""

    ALLOWED = "allowed"
    MUST_PLAY_OUT = "must_play_out"


@final
class TongitRequiresOpen(StrEnum):
    """Whether only a seat that has opened can have tongits."""

    OPENING_NOT_NEEDED = "opening_not_needed"
    OPENING_NEEDED = "opening_needed"


@final
class TongitWindow(StrEnum):
    """When in the own turn tongits may be called."""

    AFTER_DRAW_IN_OWN_TURN = "after_draw_in_own_turn"
    FROM_TURN_START = "from_turn_start"


@final
class TongitVsExhaustion(StrEnum):
    """Whether tongits is possible in the turn in which the last stock card was drawn."""

    TONGIT_WINS = "tongit_wins"
    SHOWDOWN = "showdown"


@final
class MeldNeededToWin(StrEnum):
    """Whether running out of cards wins only with a meld of one's own."""

    NO_MELD_NEEDED = "no_meld_needed"
    OWN_MELD_NEEDED = "own_meld_needed"


@final
class DrawCallWindow(StrEnum):
    """When in the own turn a draw may be called."""

    TURN_START_BEFORE_TAKING_CARD = "turn_start_before_taking_card"
    ANY_TIME_IN_OWN_TURN = "any_time_in_own_turn"


@final
class DrawCallOpenRequirement(StrEnum):
    """Which meld of its own entitles a seat to call."""

    ANY_LAID_MELD_INCL_FACE_DOWN = "any_laid_meld_incl_face_down"
    FACE_UP_MELD_REQUIRED = "face_up_meld_required"


@final
class SagasaBlocksCall(StrEnum):
    """Whether a Sagasa entitles its owner to call like any other meld."""

    EXPOSED_MELD_SUFFICES = "exposed_meld_suffices"
    SAGASA_HOLDER_MAY_NOT_CALL = "sagasa_holder_may_not_call"


@final
class DrawBlockOpponentSpan(StrEnum):
    """How long the lay-off of an opponent bars a call."""

    SINCE_OWN_PREVIOUS_TURN = "since_own_previous_turn"
    WHOLE_HAND = "whole_hand"


@final
class DrawBlockOwnLayoff(StrEnum):
    """Whether laying off on an own meld bars the next call."""

    BLOCKS_NEXT_TURN = "blocks_next_turn"
    NO_BLOCK = "no_block"


@final
class OwnLayoffSameTurnMeld(StrEnum):
    """Whether that holds for a meld laid in the same turn."""

    COUNTS = "counts"
    DOES_NOT_COUNT = "does_not_count"


@final
class ChallengeEligibility(StrEnum):
    """Who may challenge."""

    OPENED_ONLY = "opened_only"
    OPENED_OR_CONCEALED_SECRET = "opened_or_concealed_secret"


@final
class DrawUnchallengedOutcome(StrEnum):
    """Who wins a called draw that nobody challenges."""

    CALLER_WINS = "caller_wins"
    LOWEST_TOTAL_WINS = "lowest_total_wins"


@final
class ShowdownParticipants(StrEnum):
    """Who is compared after a challenge."""

    CALLER_AND_CHALLENGERS = "caller_and_challengers"
    ALL_OPENED_PLAYERS = "all_opened_players"


@final
class TieTwoChallengers(StrEnum):
    """Who wins when both challengers tie below the caller."""

    NEXT_AFTER_CALLER = "next_after_caller"
    LAST_TO_CHALLENGE = "last_to_challenge"


@final
class TieThreeWay(StrEnum):
    """Who wins when the caller and both challengers tie."""

    NEXT_AFTER_CALLER = "next_after_caller"
    LAST_TO_CHALLENGE = "last_to_challenge"


@final
class DeadwoodBasis(StrEnum):
    """Which cards of a hand are counted."""

    UNMATCHED_CARDS_IN_HAND = "unmatched_cards_in_hand"
    ALL_CARDS_IN_HAND = "all_cards_in_hand"


@final
class RevealAtEnd(StrEnum):
    """Whose hands everybody sees after the hand."""

    WINNER_AND_SHOWDOWN_PARTICIPANTS = "winner_and_showdown_participants"
    ALL_HANDS = "all_hands"


@final
class ExhaustionTiming(StrEnum):
    """When the hand ends once the last stock card is drawn."""

    END_OF_LAST_DRAWERS_TURN = "end_of_last_drawers_turn"
    IMMEDIATELY_ON_LAST_DRAW = "immediately_on_last_draw"


@final
class ExhaustionEligibility(StrEnum):
    """Who can win when the stock is used up."""

    OPENED_ONLY = "opened_only"
    OPENED_OR_CONCEALED_SECRET = "opened_or_concealed_secret"
    ANY_PLAYER_WITH_A_FORMED_MELD = "any_player_with_a_formed_meld"


@final
class ExhaustionNoneOpened(StrEnum):
    """Who wins when nobody can."""

    NO_WINNER = "no_winner"
    ALL_COMPARE = "all_compare"
    LAST_DRAWER_WINS = "last_drawer_wins"


@final
class ExhaustionTie(StrEnum):
    """Whether the last drawer must be tied to win a tie."""

    LAST_DRAWER_IF_TIED_ELSE_NEXT = "last_drawer_if_tied_else_next"
    LAST_DRAWER_ALWAYS = "last_drawer_always"


@final
class ExhaustionTieOthers(StrEnum):
    """Which of two tied seats wins when the last drawer is not tied."""

    NEXT_IN_TURN = "next_in_turn"
    RIGHT_HAND_NEIGHBOUR = "right_hand_neighbour"


@final
class ExhaustionTieUnopenedDrawer(StrEnum):
    """Whether that holds when the last drawer cannot win and has no higher total."""

    NEXT_IN_TURN = "next_in_turn"
    RULE_NOT_APPLICABLE = "rule_not_applicable"


@final
class BurnDefinition(StrEnum):
    """Which losers are burned."""

    NO_MELD_LAID_INCL_FACE_DOWN = "no_meld_laid_incl_face_down"
    NO_FACE_UP_MELD = "no_face_up_meld"
    NO_MELD_LAID_AND_NO_SPECIAL = "no_meld_laid_and_no_special"
    NO_MELD_FORMABLE = "no_meld_formable"


@final
class BurnEndings(StrEnum):
    """In which endings anybody is burned."""

    EVERY_ENDING = "every_ending"
    ONLY_OPPONENTS_TONGIT_OR_DRAW = "only_opponents_tongit_or_draw"


@final
class SagasaDefinition(StrEnum):
    """Which four that its owner completed on the table is a Sagasa."""

    OWN_EXPOSED_THREE_PLUS_STOCK_FOURTH_ANY_TURN = "own_exposed_three_plus_stock_fourth_any_turn"
    OWN_EXPOSED_THREE_PLUS_STOCK_FOURTH_SAME_TURN_AS_DRAWN = (
        "own_exposed_three_plus_stock_fourth_same_turn_as_drawn"
    )
    OWN_EXPOSED_THREE_PLUS_ANY_OWN_FOURTH = "own_exposed_three_plus_any_own_fourth"


@final
class SecretPartitionCompared(StrEnum):
    """Which arrangement decides whether a four in a compared hand is a secret."""

    MIN_DEADWOOD_FIRST = "min_deadwood_first"
    BEST_FOR_WINNER = "best_for_winner"
    RANK_COUNT_ONLY = "rank_count_only"


@final
class SecretPartitionUncompared(StrEnum):
    """Which arrangement decides it in a hand that was not compared."""

    MAX_BONUS = "max_bonus"
    SAME_AS_COMPARED = "same_as_compared"


@final
class ChallengePaymentComposition(StrEnum):
    """Whether the price of a challenged draw replaces that of a win or is added to it."""

    REPLACES_BASE = "replaces_base"
    ADDS_TO_BASE = "adds_to_base"


@final
class ChallengePaymentPayers(StrEnum):
    """Which losers owe the price of a challenged draw."""

    ALL_LOSERS = "all_losers"
    FOLDER_PAYS_BASE = "folder_pays_base"


@final
class ChallengeBonusRole(StrEnum):
    """For which winner the price of a challenged draw is paid."""

    CALLER_OR_CHALLENGER = "caller_or_challenger"
    CALLER_ONLY = "caller_only"
    CHALLENGER_ONLY = "challenger_only"


@final
class AceInFaceDownSet(StrEnum):
    """Whether aces in a four laid face down count."""

    COUNTS = "counts"
    DOES_NOT_COUNT = "does_not_count"


@final
class AceOwnLayoff(StrEnum):
    """Whether an ace counts that the winner laid off on a meld of its own."""

    COUNTS = "counts"
    DOES_NOT_COUNT = "does_not_count"


@final
class AceScopeFinalDiscard(StrEnum):
    """Whether an ace counts that was the last discard of tongits."""

    DOES_NOT_COUNT = "does_not_count"
    COUNTS = "counts"


@final
class SecretDefinition(StrEnum):
    """Whether a four laid face up in one action is a secret too."""

    CONCEALED_OR_FACE_DOWN = "concealed_or_face_down"
    ALSO_FACE_UP_LAID_AT_ONCE = "also_face_up_laid_at_once"


@final
class SagasaOtherwise(StrEnum):
    """Whether a four that its owner completed on the table and that is no Sagasa is a secret."""

    NO_EFFECT = "no_effect"
    COMPLETED_FOUR_COUNTS_AS_SECRET = "completed_four_counts_as_secret"


@final
class SagasaBonus(StrEnum):
    """Whether a Sagasa is paid for like a secret."""

    NOTHING_PAID = "nothing_paid"
    SAME_AS_SECRET = "same_as_secret"


@final
class LongRunBonus(StrEnum):
    """Whether runs of five cards or more are paid for."""

    NO_BONUS = "no_bonus"
    THREE_CHIPS_FOR_5_PLUS = "three_chips_for_5_plus"


@final
class LongRunScope(StrEnum):
    """Which of them: those on the table, those in the hand, or both."""

    EXPOSED_AND_CONCEALED = "exposed_and_concealed"
    EXPOSED_ONLY = "exposed_only"
    CONCEALED_ONLY = "concealed_only"


@final
class LongRunForeignCards(StrEnum):
    """Whether cards that others laid off count towards the five."""

    OWN_CARDS_ONLY = "own_cards_only"
    ALL_CARDS_OF_THE_RUN = "all_cards_of_the_run"


@final
class LongRunCount(StrEnum):
    """Whether a run of ten pays once or twice."""

    ONE_PER_RUN_AS_MELDED = "one_per_run_as_melded"
    FLOOR_LENGTH_OVER_FIVE = "floor_length_over_five"


@final
class SpreadEnabled(StrEnum):
    """Whether a hand that is melded as dealt wins at once."""

    PLAYED_LIKE_ANY_OTHER = "played_like_any_other"
    WINS_BEFORE_FIRST_TURN = "wins_before_first_turn"


@final
class SpreadDealerHand(StrEnum):
    """Whether the dealer's thirteenth card must be melded too."""

    ALL_THIRTEEN_MELDED = "all_thirteen_melded"
    TWELVE_MELDED_PLUS_ONE = "twelve_melded_plus_one"


@final
class SpreadTwelveCardHand(StrEnum):
    """Whether a seat that does not deal can have a Spread."""

    ANY_SEAT = "any_seat"
    DEALER_ONLY = "dealer_only"


@final
class SpreadMultiple(StrEnum):
    """Which of several seats with a Spread wins."""

    FIRST_IN_TURN_ORDER = "first_in_turn_order"
    MOST_ACES = "most_aces"


@final
class SpreadPayment(StrEnum):
    """What the losers of a Spread pay besides the pot."""

    POT_PLUS_TONGIT_3 = "pot_plus_tongit_3"
    POT_ONLY = "pot_only"
    POT_PLUS_BASE_1 = "pot_plus_base_1"


@final
class SpreadStreak(StrEnum):
    """How a Spread counts in the row of wins."""

    AS_ONE_WIN = "as_one_win"
    AS_COMPLETED_PAIR = "as_completed_pair"
    RESETS = "resets"


@final
class BurnOnSpread(StrEnum):
    """Whether the losers of a Spread are burned."""

    NOBODY_BURNED = "nobody_burned"
    LOSERS_BURNED = "losers_burned"


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

    deal_pattern: DealPattern = DealPattern.ONE_AT_A_TIME
    next_dealer: NextDealer = NextDealer.PREVIOUS_WINNER
    dealer_after_no_winner: DealerAfterNoWinner = DealerAfterNoWinner.SAME_DEALER


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """Readings of the ante, of the row of wins, and of the pot."""

    ante_chips: int = field(default=2, metadata={"readings": (2, 1)})
    """Chips that a seat pays into the pot at a deal."""
    ante_after_no_winner: AnteAfterNoWinner = AnteAfterNoWinner.EVERY_DEAL
    pot_wins_required: int = field(default=2, metadata={"readings": (2, 3)})
    """Wins in a row that collect the pot."""
    streak_after_pot: StreakAfterPot = StreakAfterPot.UNCAPPED
    streak_on_no_winner: StreakOnNoWinner = StreakOnNoWinner.BROKEN
    pot_when_no_winner: PotWhenNoWinner = PotWhenNoWinner.CARRIED_OVER
    second_win_bonus: SecondWinBonus = SecondWinBonus.FIXED_FROM_EACH_LOSER


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Readings of the dealer's first turn."""

    dealer_first_turn_melds: DealerFirstTurnMelds = DealerFirstTurnMelds.ALLOWED
    dealer_first_turn_layoff: DealerFirstTurnLayoff = DealerFirstTurnLayoff.FORBIDDEN


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Readings of what the discard may be taken for."""

    discard_take_requirement: DiscardTakeRequirement = DiscardTakeRequirement.NEW_MELD_ONLY
    discard_extension_counts_as_layoff: DiscardExtensionCountsAsLayoff = (
        DiscardExtensionCountsAsLayoff.COUNTS_AS_LAYOFF
    )
    discard_extends_concealed_meld: DiscardExtendsConcealedMeld = (
        DiscardExtendsConcealedMeld.ANY_MELD_WITH_TWO_HAND_CARDS
    )
    discard_meld_size: DiscardMeldSize = DiscardMeldSize.ANY_VALID_SIZE
    discard_meld_exposure: DiscardMeldExposure = DiscardMeldExposure.MUST_EXPOSE
    secret_with_discard_card: SecretWithDiscardCard = SecretWithDiscardCard.NEVER


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Exposing:
    """Readings of exposing and of laying fours face down."""

    dealer_first_turn_secret: DealerFirstTurnSecret = DealerFirstTurnSecret.ALLOWED
    secret_facedown_allowed: SecretFacedownAllowed = SecretFacedownAllowed.ALLOWED
    secret_when_already_opened: SecretWhenAlreadyOpened = SecretWhenAlreadyOpened.ALLOWED
    secret_facedown_identity: SecretFacedownIdentity = SecretFacedownIdentity.HIDDEN


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class LayingOff:
    """Readings of laying off."""

    layoff_target_same_turn: LayoffTargetSameTurn = LayoffTargetSameTurn.ANY_TABLE_MELD
    layoff_own_melds: LayoffOwnMelds = LayoffOwnMelds.ALLOWED
    layoff_before_open: LayoffBeforeOpen = LayoffBeforeOpen.ALLOWED
    layoff_opens_hand: LayoffOpensHand = LayoffOpensHand.MELDS_ALONE_OPEN
    layoff_run_end: LayoffRunEnd = LayoffRunEnd.BOTH_ENDS


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Discarding:
    """Readings of the discard."""

    discard_taken_card_back: DiscardTakenCardBack = DiscardTakenCardBack.IMPOSSIBLE_BECAUSE_MELDED


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class TongitsCall:
    """Readings of tongits."""

    dealer_first_turn_tongit: DealerFirstTurnTongit = DealerFirstTurnTongit.ALLOWED
    tongit_trigger: TongitTrigger = TongitTrigger.DECLARED
    empty_hand_policy: EmptyHandPolicy = EmptyHandPolicy.TREATED_AS_CALLED
    tongit_concealed: TongitConcealed = TongitConcealed.ALLOWED
    tongit_requires_open: TongitRequiresOpen = TongitRequiresOpen.OPENING_NOT_NEEDED
    tongit_window: TongitWindow = TongitWindow.AFTER_DRAW_IN_OWN_TURN
    tongit_vs_exhaustion: TongitVsExhaustion = TongitVsExhaustion.TONGIT_WINS
    meld_needed_to_win: MeldNeededToWin = MeldNeededToWin.NO_MELD_NEEDED


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCall:
    """Readings of calling a draw."""

    draw_call_window: DrawCallWindow = DrawCallWindow.TURN_START_BEFORE_TAKING_CARD
    draw_call_open_requirement: DrawCallOpenRequirement = (
        DrawCallOpenRequirement.ANY_LAID_MELD_INCL_FACE_DOWN
    )
    sagasa_blocks_call: SagasaBlocksCall = SagasaBlocksCall.EXPOSED_MELD_SUFFICES
    draw_block_opponent_span: DrawBlockOpponentSpan = DrawBlockOpponentSpan.SINCE_OWN_PREVIOUS_TURN
    draw_block_own_layoff: DrawBlockOwnLayoff = DrawBlockOwnLayoff.BLOCKS_NEXT_TURN
    own_layoff_same_turn_meld: OwnLayoffSameTurnMeld = OwnLayoffSameTurnMeld.COUNTS


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """Readings of the answers to a called draw."""

    challenge_eligibility: ChallengeEligibility = ChallengeEligibility.OPENED_ONLY
    draw_unchallenged_outcome: DrawUnchallengedOutcome = DrawUnchallengedOutcome.CALLER_WINS


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """Readings of the comparison of hands."""

    showdown_participants: ShowdownParticipants = ShowdownParticipants.CALLER_AND_CHALLENGERS
    tie_two_challengers: TieTwoChallengers = TieTwoChallengers.NEXT_AFTER_CALLER
    tie_three_way: TieThreeWay = TieThreeWay.NEXT_AFTER_CALLER
    deadwood_basis: DeadwoodBasis = DeadwoodBasis.UNMATCHED_CARDS_IN_HAND
    reveal_at_end: RevealAtEnd = RevealAtEnd.WINNER_AND_SHOWDOWN_PARTICIPANTS


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class StockEnd:
    """Readings of the end of the stock."""

    exhaustion_timing: ExhaustionTiming = ExhaustionTiming.END_OF_LAST_DRAWERS_TURN
    exhaustion_eligibility: ExhaustionEligibility = ExhaustionEligibility.OPENED_ONLY
    exhaustion_none_opened: ExhaustionNoneOpened = ExhaustionNoneOpened.NO_WINNER
    exhaustion_tie: ExhaustionTie = ExhaustionTie.LAST_DRAWER_IF_TIED_ELSE_NEXT
    exhaustion_tie_others: ExhaustionTieOthers = ExhaustionTieOthers.NEXT_IN_TURN
    exhaustion_tie_unopened_drawer: ExhaustionTieUnopenedDrawer = (
        ExhaustionTieUnopenedDrawer.NEXT_IN_TURN
    )


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Burned:
    """Readings of being burned."""

    burn_definition: BurnDefinition = BurnDefinition.NO_MELD_LAID_INCL_FACE_DOWN
    burn_endings: BurnEndings = BurnEndings.EVERY_ENDING


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Readings of names on which something depends."""

    sagasa_definition: SagasaDefinition = (
        SagasaDefinition.OWN_EXPOSED_THREE_PLUS_STOCK_FOURTH_ANY_TURN
    )


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Chips that each loser owes the winner, and the readings of when."""

    secret_partition_compared: SecretPartitionCompared = SecretPartitionCompared.MIN_DEADWOOD_FIRST
    secret_partition_uncompared: SecretPartitionUncompared = SecretPartitionUncompared.MAX_BONUS
    challenge_payment_composition: ChallengePaymentComposition = (
        ChallengePaymentComposition.REPLACES_BASE
    )
    challenge_payment_payers: ChallengePaymentPayers = ChallengePaymentPayers.ALL_LOSERS
    challenge_bonus_role: ChallengeBonusRole = ChallengeBonusRole.CALLER_OR_CHALLENGER
    ace_in_face_down_set: AceInFaceDownSet = AceInFaceDownSet.COUNTS
    ace_own_layoff: AceOwnLayoff = AceOwnLayoff.COUNTS
    ace_scope_final_discard: AceScopeFinalDiscard = AceScopeFinalDiscard.DOES_NOT_COUNT
    secret_definition: SecretDefinition = SecretDefinition.CONCEALED_OR_FACE_DOWN
    sagasa_otherwise: SagasaOtherwise = SagasaOtherwise.NO_EFFECT
    sagasa_bonus: SagasaBonus = SagasaBonus.NOTHING_PAID
    special_payment_level: int = field(default=3, metadata={"readings": (3, 2)})
    """Chips for tongits, for a challenged draw, and for each secret four."""
    win_chips: int = 1
    burn_chips: int = 1
    ace_chips: int = 1


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Variations:
    """Readings of the variations: long runs and the Spread."""

    long_run_bonus: LongRunBonus = LongRunBonus.NO_BONUS
    long_run_scope: LongRunScope = LongRunScope.EXPOSED_AND_CONCEALED
    long_run_foreign_cards: LongRunForeignCards = LongRunForeignCards.OWN_CARDS_ONLY
    long_run_count: LongRunCount = LongRunCount.ONE_PER_RUN_AS_MELDED
    spread_enabled: SpreadEnabled = SpreadEnabled.PLAYED_LIKE_ANY_OTHER
    spread_dealer_hand: SpreadDealerHand = SpreadDealerHand.ALL_THIRTEEN_MELDED
    spread_twelve_card_hand: SpreadTwelveCardHand = SpreadTwelveCardHand.ANY_SEAT
    spread_multiple: SpreadMultiple = SpreadMultiple.FIRST_IN_TURN_ORDER
    spread_payment: SpreadPayment = SpreadPayment.POT_PLUS_TONGIT_3
    spread_streak: SpreadStreak = SpreadStreak.AS_ONE_WIN
    burn_on_spread: BurnOnSpread = BurnOnSpread.NOBODY_BURNED
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
