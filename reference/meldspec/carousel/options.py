"""What may be chosen: readings of open questions, the numbers of the source, the table's size.

Every record stands for a chapter, every field with more than one reading for a question of that
chapter: there the readings are explained, and what the source admits.  Those readings that a table
may have and this game cannot play are listed at the end, with the reason.
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
"""So many play with one pack and one joker, more with two packs."""

DRAWS: Final = 3
"""The most cards that are drawn in a turn."""

KNOCK_BELOW: Final = 5
"""Who knocks has fewer points than that."""

UNDERCUT_BONUS: Final = 10
ZERO_BONUS: Final = 25
GAME_BONUS: Final = 100
BOX_BONUS: Final = 25
TARGET: Final = 150
"""A match goes on until a seat has so many points."""


StockExhausted: TypeAlias = Literal["void", "showdown", "play_on"]
"""What follows when a turn begins and the stock is empty."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The table: the pack, without jokers, and how many cards each seat is dealt."""

    pack: tuple[Card, ...] = ONE_PACK
    hand: int = 10

    def packs(self, seats: int) -> int:
        """How many packs so many seats play with."""
        return 1 if seats <= SEATS_OF_ONE_PACK else 2

    def deck(self, seats: int, jokers: int) -> tuple[Card, ...]:
        """All cards that so many seats play with, in order, like cards side by side."""
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
    """Readings of what a run is."""

    ace_both_ends: Literal["both_ends", "one_end"] = "both_ends"
    """Whether a run may have an ace at either end."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Joker:
    """Readings of what a joker may stand for, and of what frees it."""

    joker_domain: Domain = "any_card"
    two_jokers_one_identity: Literal["allowed", "forbidden"] = "allowed"
    """Whether two jokers may stand for the same card."""
    all_joker_meld: Literal["one_natural_needed", "allowed"] = "one_natural_needed"
    """Whether a meld may have nothing but jokers."""
    joker_in_play: Literal["own_hand_or_table", "table_only"] = "own_hand_or_table"
    """Where the natural card comes from that frees a joker."""
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
    """Whether a seat whose turn has left it without cards knocks whether it wants to or not."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Readings of what a hand scores."""

    zero_bonus_holder: Literal["any_winner_with_empty_hand", "knocker_only"] = (
        "any_winner_with_empty_hand"
    )
    """Who has the bonus for a hand that is wholly melded."""
    zero_with_undercut: Literal["stack", "zero_only", "undercut_only"] = "stack"
    """Which bonuses a winner has to whom those for its hand and for undercutting are both due."""
    zero_knocker_tied: Literal["bonus_lost", "bonus_kept"] = "bonus_lost"
    """Whether a knocker whose hand is wholly melded has the bonus although a tie takes its win."""
    zero_definition: Literal["empty_hand", "deadwood_zero"] = "empty_hand"
    """What a wholly melded hand is."""
    undercut_bonus_tied: Literal["ten_each", "ten_split", "no_bonus"] = "ten_each"
    """What several seats have for undercutting together."""
    undercut_pays_whom: Literal["all_opponents", "knocker_only"] = "all_opponents"
    """From whose hands the difference counts for a winner that has undercut."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Readings of the deal's way round and of the end of a match."""

    void_dealer: Literal["pass_left", "redeal"] = "pass_left"
    """Who deals after a hand that nobody has won."""
    box_timing: Literal["end_of_game", "per_hand"] = "end_of_game"
    """When the bonus for a won hand is scored."""
    match_winner: Literal["first_to_150", "highest_total"] = "first_to_150"
    """Who wins a match: who has ended it, or who has most with all bonuses."""
    simultaneous_150: Literal["higher_score_wins", "both_win", "play_on"] = "higher_score_wins"
    """What follows when several seats have 150 points after the same hand."""
    game_bonus_shared: Literal["each_100", "split", "no_bonus"] = "each_100"
    """What each of several seats has that have ended a match together."""
    box_for_tied_win: Literal["each", "no_box"] = "each"
    """Whether each of several winners of a hand has it counted as won."""


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
        "a table is judged as it is in the end, and does not tell what a card was taken from"
    ),
    ("rearrange.intermediate_validity", "every_step"): (
        "a rearrangement is one action, and no sentence says what one step of it would be"
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
    ("match.first_dealer", "random"): "a match is begun with a dealer, however it was found",
    ("stock.void_match", "cap"): "no sentence says after how many hands, nor what then counts",
}
"""Readings that a table may have and this game cannot play, with the reason."""

NEEDS: Final[tuple[Need, ...]] = ()
"""Which readings leave play undefined unless another option has one of certain readings: none."""

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""
