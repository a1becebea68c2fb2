"""The options of Rummy: readings of open questions, numbers of the sources, the table's size.

Each record is a chapter, and each field with several readings is a question of that chapter.  The
chapter explains the readings and says which sources admit them.  Readings that the sources name but
this game cannot play are listed at the end, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, final

from meldspec.cards import ONE_PACK, Card
from meldspec.play import Need
from meldspec.readings import OptionTable

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 6


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The table: the pack, and how many cards each seat is dealt at each number of seats."""

    pack: tuple[Card, ...] = ONE_PACK
    hands: tuple[int, ...] = (10, 7, 7, 6, 6)
    """For two to six seats."""

    def hand(self, seats: int) -> int:
        """The number of cards that each of these seats is dealt."""
        return self.hands[seats - FEWEST_SEATS]


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Dealer:
    """Readings of who deals."""

    first_dealer: Literal["seat", "cut"] = "seat"
    """How the first dealer is found."""
    cut_replacement: Literal["without_return", "return_and_shuffle"] = "without_return"
    """From which cards those tied for the deal cut again."""
    next_dealer: Literal["rotate_left", "winner", "same", "recut"] = "rotate_left"
    """Who deals after a hand with a winner."""
    void_hand_dealer: Literal["redeal_same", "rotate"] = "redeal_same"
    """Who deals after a hand without a winner."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Readings of the order in a turn."""

    step_order: Literal["free", "strict"] = "free"
    """Whether a meld may follow a lay-off of the same turn."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Readings of melding: how much may be laid, and how much must."""

    melds_per_turn: Literal["one", "many"] = "one"
    """How many melds a seat may lay in a turn without going out."""
    one_meld_exception: Literal["goes_rummy", "no_prior_meld", "any_going_out"] = "goes_rummy"
    """Who may lay several melds to go out."""
    exception_vs_disqualified: Literal["same_predicate", "separate"] = "same_predicate"
    """Whether a lay-off that spoils going rummy also closes that exception."""
    meld_compulsion: Literal["optional", "melds_compulsory", "melds_and_layoffs_compulsory"] = (
        "optional"
    )
    """What a seat must lay before it discards."""
    compulsion_measure: Literal["maximal", "maximum"] = "maximal"
    """When the duty to meld is done."""
    compulsion_vs_dead_state: Literal["compulsion_yields", "draw_illegal", "waive_ban"] = (
        "compulsion_yields"
    )
    """Which rule gives way where the duty leaves only the card taken from the pile."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Layoff:
    """Readings of laying off."""

    layoff_own: Literal["own_too", "opponents_only"] = "own_too"
    """Whether a seat may lay off on its own melds."""
    layoff_fresh_meld: Literal["any_turn", "earlier_turns_only"] = "any_turn"
    """Whether a seat may lay off on a meld that it has laid in the same turn."""
    layoff_prerequisite: Literal["no_condition", "own_meld_this_hand", "own_meld_this_turn"] = (
        "no_condition"
    )
    """What a seat must have melded to lay off."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """Readings of the discard."""

    only_taken_card_left: Literal["prevent", "waive_ban", "keep"] = "prevent"
    """The rule where only the card taken from the pile would be left."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """Readings of going out."""

    final_discard: Literal["optional", "required"] = "optional"
    """Whether going out needs a discard."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rummy:
    """Readings of going rummy."""

    rummy_prior_layoff: Literal["disqualifies", "allowed"] = "disqualifies"
    """Whether a lay-off in an earlier turn spoils going rummy."""
    rummy_same_turn_layoff: Literal["allowed", "disqualifies", "required"] = "allowed"
    """Whether a lay-off in the same turn spoils going rummy, or is part of it."""
    rummy_held_back: Literal["not_needed", "needed"] = "not_needed"
    """Whether going rummy needs a meld held back in an earlier turn."""
    rummy_min_melds: int = field(default=1, metadata={"readings": (1, 0, 2)})
    """The fewest melds that going rummy needs."""
    rummy_needs_discard: Literal["any_ending", "ends_with_discard"] = "any_ending"
    """Whether going rummy must end with a discard."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Readings of the count."""

    concealed_melds_at_end: Literal["count", "exempt"] = "count"
    """Whether melds that are still in a hand count against it."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """Readings of the end of the stock."""

    stock_exhaustion: Literal[
        "reshuffle_keep_top", "reshuffle_all", "turn_over", "void", "lowest_deadwood_wins"
    ] = "reshuffle_keep_top"
    """What happens when the stock is used up."""
    exhaustion_timing: Literal["lazy", "lazy_start", "eager"] = "lazy"
    """When the stock counts as used up."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Readings and numbers of the end of a match."""

    match_end: Literal["points", "hands"] = "points"
    """What ends a match."""
    points_target: int = field(default=150, metadata={"readings": (150, 100)})
    """Points that end a match by points."""
    number_of_hands: int = field(default=5, metadata={"readings": (5, 2, 3, 4, 6, 10)})
    """Hands that make a match by hands."""
    void_hand_counts: Literal["counts", "does_not_count"] = "counts"
    """Whether a hand that nobody has won is one of the agreed number."""
    match_tie: Literal["shared", "extra_hand", "fewest_hands_lost"] = "shared"
    """Who wins a match of hands in which the highest score is shared."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set; each default reading agrees with every source that speaks, where one can."""

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
    ("meld.exception_enforcement", "retract"): "no action takes a meld back once it is laid",
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
"""The readings that leave play undefined unless another option has one of certain readings."""

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""
