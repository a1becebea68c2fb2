"""The options of Carousel: readings of open questions, numbers of the source, the table's size.

Each record is a chapter, and each field with several readings is a question of that chapter.  The
chapter explains the readings and says which the source admits.  Readings that a table may have but
this game cannot play are listed at the end, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, final

from meldspec.cards import JOKER, ONE_PACK, Card
from meldspec.manipulation import Domain
from meldspec.play import Need
from meldspec.readings import OptionTable

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 5
SEATS_OF_ONE_PACK: Final = 2
"""The most seats that play with one pack and one joker; more seats play with two packs."""

DRAWS: Final = 3
"""The most cards that are drawn in a turn."""

KNOCK_BELOW: Final = 5
"""A seat that knocks must have fewer points."""

UNDERCUT_BONUS: Final = 10
ZERO_BONUS: Final = 25
GAME_BONUS: Final = 100
BOX_BONUS: Final = 25
TARGET: Final = 150
"""The points with which a seat ends the match."""


StockExhausted: TypeAlias = Literal["void", "showdown", "play_on"]
"""What happens when a turn begins and the stock is empty."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The table: the pack, without jokers, and how many cards each seat is dealt."""

    pack: tuple[Card, ...] = ONE_PACK
    hand: int = 10

    def packs(self, seats: int) -> int:
        """How many packs this number of seats plays with."""
        return 1 if seats <= SEATS_OF_ONE_PACK else 2

    def deck(self, seats: int, jokers: int) -> tuple[Card, ...]:
        """All cards for this number of seats, in order; cards that look alike are neighbours."""
        naturals = tuple(card for card in self.pack for _ in range(self.packs(seats)))
        return (*naturals, *(Card(JOKER) for _ in range(jokers)))


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Readings of the pack."""

    joker_count: Literal["two_total", "two_per_pack"] = "two_total"
    """How many jokers there are with two packs: two, or two for each."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Readings of the three draws."""

    second_draw: Literal["must_continue", "may_pass"] = "must_continue"
    """Whether a seat that does not meld after its first draw must draw again."""
    second_pass: Literal["must_continue", "may_pass"] = "must_continue"
    """Whether a turn may end after the second draw without a meld."""
    meld_after_third: Literal["turn_over", "may_meld"] = "turn_over"
    """Whether a seat may meld after its third draw."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Readings of how much is melded."""

    meld_amount: Literal["free", "maximum"] = "free"
    """Whether a seat that melds must play as many cards as it can."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rearrange:
    """Readings of the rearrangement."""

    rearrange_only: Literal["needs_hand_card", "allowed"] = "needs_hand_card"
    """Whether the table may be rearranged without a card from the hand."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Seq:
    """Readings of runs."""

    ace_both_ends: Literal["both_ends", "one_end"] = "both_ends"
    """Whether one run may have an ace at each end."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Joker:
    """Readings of what a joker may stand for, and of what frees it."""

    joker_domain: Domain = "any_card"
    two_jokers_one_identity: Literal["allowed", "forbidden"] = "allowed"
    """Whether two jokers may stand for the same card."""
    all_joker_meld: Literal["one_natural_needed", "allowed"] = "one_natural_needed"
    """Whether a meld may have jokers alone."""
    joker_in_play: Literal["own_hand_or_table", "table_only"] = "own_hand_or_table"
    """From where a natural card may come to free a joker."""
    one_natural_frees_two: Literal["frees_all", "one_per_natural"] = "frees_all"
    """Whether one natural card may free several jokers."""
    joker_as_replacing_natural: Literal["natural_only", "joker_counts"] = "natural_only"
    """Whether a joker may free another that stands for the same card."""
    joker_natural_same_meld: Literal["counts", "does_not"] = "counts"
    """Whether a joker is freed by the natural card at the other end of its own run."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """Readings of the end of the stock."""

    stock_exhausted: StockExhausted = "void"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """Readings of the knock."""

    deadwood_scope: Literal[
        "all_hand_cards", "own_melds_exempt", "own_melds_and_table_fits_exempt"
    ] = "all_hand_cards"
    """Which cards of a hand count."""
    knock_actor: Literal["only_player_just_ended", "anyone_below_five"] = "only_player_just_ended"
    """Who may knock between two turns."""
    empty_hand: Literal["may_decline", "auto_knock"] = "may_decline"
    """Whether a seat that ends its turn without cards must knock."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Readings of the points for a hand."""

    zero_bonus_holder: Literal["any_winner_with_empty_hand", "knocker_only"] = (
        "any_winner_with_empty_hand"
    )
    """Who gets the bonus for a wholly melded hand."""
    zero_with_undercut: Literal["stack", "zero_only", "undercut_only"] = "stack"
    """Which bonuses a winner gets that has undercut with a wholly melded hand."""
    zero_knocker_tied: Literal["bonus_lost", "bonus_kept"] = "bonus_lost"
    """Whether a knocker with a wholly melded hand keeps its bonus when a tie takes its win."""
    zero_definition: Literal["empty_hand", "deadwood_zero"] = "empty_hand"
    """What a wholly melded hand is."""
    undercut_bonus_tied: Literal["ten_each", "ten_split", "no_bonus"] = "ten_each"
    """The bonus of several seats that undercut together."""
    undercut_pays_whom: Literal["all_opponents", "knocker_only"] = "all_opponents"
    """From whose hands a winner that has undercut scores the difference."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Readings of who deals and of the end of a match."""

    void_dealer: Literal["pass_left", "redeal"] = "pass_left"
    """Who deals after a hand that nobody has won."""
    box_timing: Literal["end_of_game", "per_hand"] = "end_of_game"
    """When the bonus for a won hand is scored."""
    match_winner: Literal["first_to_150", "highest_total"] = "first_to_150"
    """Who wins a match: the seat that ended it, or the seat with the most after all bonuses."""
    simultaneous_150: Literal["higher_score_wins", "both_win", "play_on"] = "higher_score_wins"
    """What happens when several seats have 150 points after the same hand."""
    game_bonus_shared: Literal["each_100", "split", "no_bonus"] = "each_100"
    """The game bonus of each of several seats that end a match together."""
    box_for_tied_win: Literal["each", "no_box"] = "each"
    """Whether a hand with several winners counts as won for each of them."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set; the default one follows the source."""

    size: Size = field(default_factory=Size)
    deck: Deck = field(default_factory=Deck)
    draw: Draw = field(default_factory=Draw)
    meld: Meld = field(default_factory=Meld)
    rearrange: Rearrange = field(default_factory=Rearrange)
    seq: Seq = field(default_factory=Seq)
    joker: Joker = field(default_factory=Joker)
    stock: Stock = field(default_factory=Stock)
    knock: Knock = field(default_factory=Knock)
    score: Score = field(default_factory=Score)
    match: Match = field(default_factory=Match)


DEFAULT: Final = Rules()

UNPLAYABLE: Final = {
    ("rearrange.split_run", "never_middle"): (
        "only the final table is judged, and it does not tell from which meld a card was taken"
    ),
    ("rearrange.intermediate_validity", "every_step"): (
        "a rearrangement is one action, and the source does not say what one step of it would be"
    ),
    ("rearrange.illegal_commit", "restore_and_penalise"): "the source gives no price",
    ("joker.replacement_permanence", "must_stay"): (
        "once a meld is rebuilt, nobody can tell what lies in the joker's old place"
    ),
    ("joker.freed_joker_target", "different_only"): (
        "once melds are rebuilt, nobody can tell which of them is the old one"
    ),
    (
        "joker.joker_ace_end",
        "same_end",
    ): "a card is named by rank and suit, not by its place in a run",
    ("knock.knock_window_close", "next_draw"): (
        "a seat is asked before the next turn begins, and its answer closes the window"
    ),
    ("match.first_dealer", "random"): "a request names the dealer, however it was found",
    ("stock.void_match", "cap"): "the source names no number of hands, nor what counts then",
}
"""Readings that a table may have and this game cannot play, with the reason."""

NEEDS: Final[tuple[Need, ...]] = ()
"""The readings that leave play undefined unless another option has certain readings: none."""

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""
