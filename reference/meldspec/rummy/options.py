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

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 6


@final
class FirstDealer(StrEnum):
    """How the first dealer is found."""

    SEAT = "seat"
    CUT = "cut"


@final
class CutReplacement(StrEnum):
    """From which cards those tied for the deal cut again."""

    WITHOUT_RETURN = "without_return"
    RETURN_AND_SHUFFLE = "return_and_shuffle"


@final
class NextDealer(StrEnum):
    """Who deals after a hand with a winner."""

    ROTATE_LEFT = "rotate_left"
    WINNER = "winner"
    SAME = "same"
    RECUT = "recut"


@final
class VoidHandDealer(StrEnum):
    """Who deals after a hand without a winner."""

    REDEAL_SAME = "redeal_same"
    ROTATE = "rotate"


@final
class StepOrder(StrEnum):
    """Whether a meld may follow a lay-off of the same turn."""

    FREE = "free"
    STRICT = "strict"


@final
class MeldsPerTurn(StrEnum):
    """How many melds may be laid in a turn that does not go out."""

    ONE = "one"
    MANY = "many"


@final
class OneMeldException(StrEnum):
    """Who may lay several melds to go out."""

    GOES_RUMMY = "goes_rummy"
    NO_PRIOR_MELD = "no_prior_meld"
    ANY_GOING_OUT = "any_going_out"


@final
class ExceptionVsDisqualified(StrEnum):
    """Whether what spoils going rummy also closes that exception."""

    SAME_PREDICATE = "same_predicate"
    SEPARATE = "separate"


@final
class MeldCompulsion(StrEnum):
    """What a seat must lay before it discards."""

    OPTIONAL = "optional"
    MELDS_COMPULSORY = "melds_compulsory"
    MELDS_AND_LAYOFFS_COMPULSORY = "melds_and_layoffs_compulsory"


@final
class CompulsionMeasure(StrEnum):
    """When the duty to meld is done."""

    MAXIMAL = "maximal"
    MAXIMUM = "maximum"


@final
class CompulsionVsDeadState(StrEnum):
    """What gives way where the duty leaves only the card that was taken."""

    COMPULSION_YIELDS = "compulsion_yields"
    DRAW_ILLEGAL = "draw_illegal"
    WAIVE_BAN = "waive_ban"


@final
class LayoffOwn(StrEnum):
    """Whether a seat may lay off on its own melds."""

    OWN_TOO = "own_too"
    OPPONENTS_ONLY = "opponents_only"


@final
class LayoffFreshMeld(StrEnum):
    """Whether a seat may lay off on a meld that it has laid in the same turn."""

    ANY_TURN = "any_turn"
    EARLIER_TURNS_ONLY = "earlier_turns_only"


@final
class LayoffPrerequisite(StrEnum):
    """What a seat must have melded to lay off."""

    NO_CONDITION = "no_condition"
    OWN_MELD_THIS_HAND = "own_meld_this_hand"
    OWN_MELD_THIS_TURN = "own_meld_this_turn"


@final
class OnlyTakenCardLeft(StrEnum):
    """What holds where only the card taken from the pile would be left."""

    PREVENT = "prevent"
    WAIVE_BAN = "waive_ban"
    KEEP = "keep"


@final
class FinalDiscard(StrEnum):
    """Whether going out takes a discard."""

    OPTIONAL = "optional"
    REQUIRED = "required"


@final
class RummyPriorLayoff(StrEnum):
    """Whether a lay-off in an earlier turn spoils going rummy."""

    DISQUALIFIES = "disqualifies"
    ALLOWED = "allowed"


@final
class RummySameTurnLayoff(StrEnum):
    """Whether a lay-off in the same turn spoils going rummy, or is part of it."""

    ALLOWED = "allowed"
    DISQUALIFIES = "disqualifies"
    REQUIRED = "required"


@final
class RummyHeldBack(StrEnum):
    """Whether going rummy takes a meld held back in an earlier turn."""

    NOT_NEEDED = "not_needed"
    NEEDED = "needed"


@final
class RummyNeedsDiscard(StrEnum):
    """Whether going rummy ends with a discard."""

    ANY_ENDING = "any_ending"
    ENDS_WITH_DISCARD = "ends_with_discard"


@final
class ConcealedMeldsAtEnd(StrEnum):
    """Whether melds that are still in a hand count against it."""

    COUNT = "count"
    EXEMPT = "exempt"


@final
class StockExhaustion(StrEnum):
    """What happens when the stock is used up."""

    RESHUFFLE_KEEP_TOP = "reshuffle_keep_top"
    RESHUFFLE_ALL = "reshuffle_all"
    TURN_OVER = "turn_over"
    VOID = "void"
    LOWEST_DEADWOOD_WINS = "lowest_deadwood_wins"


@final
class ExhaustionTiming(StrEnum):
    """When that happens."""

    LAZY = "lazy"
    LAZY_START = "lazy_start"
    EAGER = "eager"


@final
class MatchEnd(StrEnum):
    """What ends a match."""

    POINTS = "points"
    HANDS = "hands"


@final
class VoidHandCounts(StrEnum):
    """Whether a hand that nobody has won is one of the agreed number."""

    COUNTS = "counts"
    DOES_NOT_COUNT = "does_not_count"


@final
class MatchTie(StrEnum):
    """Who wins a match of hands in which the highest score is shared."""

    SHARED = "shared"
    EXTRA_HAND = "extra_hand"
    FEWEST_HANDS_LOST = "fewest_hands_lost"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The table: the pack, and how many cards each seat is dealt at each number of seats."""

    pack: tuple[Card, ...] = ONE_PACK
    hands: tuple[int, ...] = (10, 7, 7, 6, 6)
    """For two to six seats."""

    def hand(self, seats: int) -> int:
        """Cards of a hand where so many seats play."""
        return self.hands[seats - FEWEST_SEATS]


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Dealer:
    """Readings of who deals."""

    first_dealer: FirstDealer = FirstDealer.SEAT
    cut_replacement: CutReplacement = CutReplacement.WITHOUT_RETURN
    next_dealer: NextDealer = NextDealer.ROTATE_LEFT
    void_hand_dealer: VoidHandDealer = VoidHandDealer.REDEAL_SAME


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Readings of the order in a turn."""

    step_order: StepOrder = StepOrder.FREE


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Readings of melding: how much may be laid, and how much must."""

    melds_per_turn: MeldsPerTurn = MeldsPerTurn.ONE
    one_meld_exception: OneMeldException = OneMeldException.GOES_RUMMY
    exception_vs_disqualified: ExceptionVsDisqualified = ExceptionVsDisqualified.SAME_PREDICATE
    meld_compulsion: MeldCompulsion = MeldCompulsion.OPTIONAL
    compulsion_measure: CompulsionMeasure = CompulsionMeasure.MAXIMAL
    compulsion_vs_dead_state: CompulsionVsDeadState = CompulsionVsDeadState.COMPULSION_YIELDS


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Layoff:
    """Readings of laying off."""

    layoff_own: LayoffOwn = LayoffOwn.OWN_TOO
    layoff_fresh_meld: LayoffFreshMeld = LayoffFreshMeld.ANY_TURN
    layoff_prerequisite: LayoffPrerequisite = LayoffPrerequisite.NO_CONDITION


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """Readings of the discard."""

    only_taken_card_left: OnlyTakenCardLeft = OnlyTakenCardLeft.PREVENT


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """Readings of going out."""

    final_discard: FinalDiscard = FinalDiscard.OPTIONAL


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rummy:
    """Readings of going rummy."""

    rummy_prior_layoff: RummyPriorLayoff = RummyPriorLayoff.DISQUALIFIES
    rummy_same_turn_layoff: RummySameTurnLayoff = RummySameTurnLayoff.ALLOWED
    rummy_held_back: RummyHeldBack = RummyHeldBack.NOT_NEEDED
    rummy_min_melds: int = field(default=1, metadata={"readings": (1, 0, 2)})
    """Melds that going rummy takes at least."""
    rummy_needs_discard: RummyNeedsDiscard = RummyNeedsDiscard.ANY_ENDING


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Readings of the count."""

    concealed_melds_at_end: ConcealedMeldsAtEnd = ConcealedMeldsAtEnd.COUNT


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """Readings of the end of the stock."""

    stock_exhaustion: StockExhaustion = StockExhaustion.RESHUFFLE_KEEP_TOP
    exhaustion_timing: ExhaustionTiming = ExhaustionTiming.LAZY


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Readings and numbers of the end of a match."""

    match_end: MatchEnd = MatchEnd.POINTS
    points_target: int = field(default=150, metadata={"readings": (150, 100)})
    """Points that end a match by points."""
    number_of_hands: int = field(default=5, metadata={"readings": (5, 2, 3, 4, 6, 10)})
    """Hands that make a match by hands."""
    void_hand_counts: VoidHandCounts = VoidHandCounts.COUNTS
    match_tie: MatchTie = MatchTie.SHARED


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set; the default one follows every source that speaks, where one reading can."""

    size: Size = field(default_factory=Size)
    dealer: Dealer = field(default_factory=Dealer)
    turn: Turn = field(default_factory=Turn)
    meld: Meld = field(default_factory=Meld)
    layoff: Layoff = field(default_factory=Layoff)
    discard: Discard = field(default_factory=Discard)
    out: Out = field(default_factory=Out)
    rummy: Rummy = field(default_factory=Rummy)
    score: Score = field(default_factory=Score)
    stock: Stock = field(default_factory=Stock)
    match: Match = field(default_factory=Match)


DEFAULT: Final = Rules()

UNPLAYABLE: Final = {
    ("meld.exception_enforcement", "retract"): "no act takes a meld back once it is laid",
    ("meld.exception_enforcement", "penalty"): "no source gives a price",
}
"""Readings that a source or a table may have and this game cannot play, with the reason."""

NEEDS: Final = tuple(
    Need(
        option="meld.meld_compulsion",
        reading=reading,
        needed="meld.melds_per_turn",
        readings=("many",),
        reason="a duty to lay all melds and a limit of one meld contradict each other",
    )
    for reading in ("melds_compulsory", "melds_and_layoffs_compulsory")
)
"""Which readings leave play undefined unless another option has one of certain readings."""
