"""What may be chosen: readings of open questions, the numbers of the source, the table's size.

Every record stands for a chapter, every field with more than one reading for a question of that
chapter: there the readings are explained, and what the source admits.  Those readings that a table
may have and this game cannot play are listed at the end, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, final

from meldspec.cards import JOKER, ONE_PACK, Card
from meldspec.manipulation import Domain
from meldspec.play import Need

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


@final
class JokerCount(StrEnum):
    """How many jokers there are with two packs: two, or two for each."""

    TWO_TOTAL = "two_total"
    TWO_PER_PACK = "two_per_pack"


@final
class SecondDraw(StrEnum):
    """Whether a seat that does not meld after its first draw must draw again."""

    MUST_CONTINUE = "must_continue"
    MAY_PASS = "may_pass"


@final
class SecondPass(StrEnum):
    """Whether a turn may end after the second draw without a meld."""

    MUST_CONTINUE = "must_continue"
    MAY_PASS = "may_pass"


@final
class MeldAfterThird(StrEnum):
    """Whether a seat may meld after its third draw."""

    TURN_OVER = "turn_over"
    MAY_MELD = "may_meld"


@final
class MeldAmount(StrEnum):
    """Whether a seat that melds must play as many cards as it can."""

    FREE = "free"
    MAXIMUM = "maximum"


@final
class RearrangeOnly(StrEnum):
    """Whether the table may be rearranged without a card from the hand."""

    NEEDS_HAND_CARD = "needs_hand_card"
    ALLOWED = "allowed"


@final
class AceBothEnds(StrEnum):
    """Whether a run may have an ace at either end."""

    BOTH_ENDS = "both_ends"
    ONE_END = "one_end"


@final
class TwoJokersOneIdentity(StrEnum):
    """Whether two jokers may stand for the same card."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


@final
class AllJokerMeld(StrEnum):
    """Whether a meld may have nothing but jokers."""

    ONE_NATURAL_NEEDED = "one_natural_needed"
    ALLOWED = "allowed"


@final
class JokerInPlay(StrEnum):
    """Where the natural card comes from that frees a joker."""

    OWN_HAND_OR_TABLE = "own_hand_or_table"
    TABLE_ONLY = "table_only"


@final
class OneNaturalFreesTwo(StrEnum):
    """Whether one natural card may free several jokers."""

    FREES_ALL = "frees_all"
    ONE_PER_NATURAL = "one_per_natural"


@final
class JokerAsReplacingNatural(StrEnum):
    """Whether a joker may free another that stands for the same card."""

    NATURAL_ONLY = "natural_only"
    JOKER_COUNTS = "joker_counts"


@final
class JokerNaturalSameMeld(StrEnum):
    """Whether a joker is freed by the natural card at the other end of its own run."""

    COUNTS = "counts"
    DOES_NOT = "does_not"


@final
class StockExhausted(StrEnum):
    """What follows when a turn begins and the stock is empty."""

    VOID = "void"
    SHOWDOWN = "showdown"
    PLAY_ON = "play_on"


@final
class DeadwoodScope(StrEnum):
    """Which cards of a hand count."""

    ALL_HAND_CARDS = "all_hand_cards"
    OWN_MELDS_EXEMPT = "own_melds_exempt"
    OWN_MELDS_AND_TABLE_FITS_EXEMPT = "own_melds_and_table_fits_exempt"


@final
class KnockActor(StrEnum):
    """Who may knock between two turns."""

    ONLY_PLAYER_JUST_ENDED = "only_player_just_ended"
    ANYONE_BELOW_FIVE = "anyone_below_five"


@final
class EmptyHand(StrEnum):
    """Whether a seat whose turn has left it without cards knocks whether it wants to or not."""

    MAY_DECLINE = "may_decline"
    AUTO_KNOCK = "auto_knock"


@final
class ZeroBonusHolder(StrEnum):
    """Who has the bonus for a hand that is wholly melded."""

    ANY_WINNER_WITH_EMPTY_HAND = "any_winner_with_empty_hand"
    KNOCKER_ONLY = "knocker_only"


@final
class ZeroWithUndercut(StrEnum):
    """Which bonuses a winner has to whom those for its hand and for undercutting are both due."""

    STACK = "stack"
    ZERO_ONLY = "zero_only"
    UNDERCUT_ONLY = "undercut_only"


@final
class ZeroKnockerTied(StrEnum):
    """Whether a knocker whose hand is wholly melded has the bonus although a tie takes its win."""

    BONUS_LOST = "bonus_lost"
    BONUS_KEPT = "bonus_kept"


@final
class ZeroDefinition(StrEnum):
    """What a wholly melded hand is."""

    EMPTY_HAND = "empty_hand"
    DEADWOOD_ZERO = "deadwood_zero"


@final
class UndercutBonusTied(StrEnum):
    """What several seats have for undercutting together."""

    TEN_EACH = "ten_each"
    TEN_SPLIT = "ten_split"
    NO_BONUS = "no_bonus"


@final
class UndercutPaysWhom(StrEnum):
    """From whose hands the difference counts for a winner that has undercut."""

    ALL_OPPONENTS = "all_opponents"
    KNOCKER_ONLY = "knocker_only"


@final
class VoidDealer(StrEnum):
    """Who deals after a hand that nobody has won."""

    PASS_LEFT = "pass_left"
    REDEAL = "redeal"


@final
class BoxTiming(StrEnum):
    """When the bonus for a won hand is scored."""

    END_OF_GAME = "end_of_game"
    PER_HAND = "per_hand"


@final
class MatchWinner(StrEnum):
    """Who wins a match: who has ended it, or who has most with all bonuses."""

    FIRST_TO_150 = "first_to_150"
    HIGHEST_TOTAL = "highest_total"


@final
class Simultaneous150(StrEnum):
    """What follows when several seats have 150 points after the same hand."""

    HIGHER_SCORE_WINS = "higher_score_wins"
    BOTH_WIN = "both_win"
    PLAY_ON = "play_on"


@final
class GameBonusShared(StrEnum):
    """What each of several seats has that have ended a match together."""

    EACH_100 = "each_100"
    SPLIT = "split"
    NO_BONUS = "no_bonus"


@final
class BoxForTiedWin(StrEnum):
    """Whether each of several winners of a hand has it counted as won."""

    EACH = "each"
    NO_BOX = "no_box"


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

    joker_count: JokerCount = JokerCount.TWO_TOTAL


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Readings of the three draws."""

    second_draw: SecondDraw = SecondDraw.MUST_CONTINUE
    second_pass: SecondPass = SecondPass.MUST_CONTINUE
    meld_after_third: MeldAfterThird = MeldAfterThird.TURN_OVER


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Readings of how much is melded."""

    meld_amount: MeldAmount = MeldAmount.FREE


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rearrange:
    """Readings of the rearrangement."""

    rearrange_only: RearrangeOnly = RearrangeOnly.NEEDS_HAND_CARD


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Seq:
    """Readings of what a run is."""

    ace_both_ends: AceBothEnds = AceBothEnds.BOTH_ENDS


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Joker:
    """Readings of what a joker may stand for, and of what frees it."""

    joker_domain: Domain = Domain.ANY_CARD
    two_jokers_one_identity: TwoJokersOneIdentity = TwoJokersOneIdentity.ALLOWED
    all_joker_meld: AllJokerMeld = AllJokerMeld.ONE_NATURAL_NEEDED
    joker_in_play: JokerInPlay = JokerInPlay.OWN_HAND_OR_TABLE
    one_natural_frees_two: OneNaturalFreesTwo = OneNaturalFreesTwo.FREES_ALL
    joker_as_replacing_natural: JokerAsReplacingNatural = JokerAsReplacingNatural.NATURAL_ONLY
    joker_natural_same_meld: JokerNaturalSameMeld = JokerNaturalSameMeld.COUNTS


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """Readings of the end of the stock."""

    stock_exhausted: StockExhausted = StockExhausted.VOID


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """Readings of the knock."""

    deadwood_scope: DeadwoodScope = DeadwoodScope.ALL_HAND_CARDS
    knock_actor: KnockActor = KnockActor.ONLY_PLAYER_JUST_ENDED
    empty_hand: EmptyHand = EmptyHand.MAY_DECLINE


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Readings of what a hand scores."""

    zero_bonus_holder: ZeroBonusHolder = ZeroBonusHolder.ANY_WINNER_WITH_EMPTY_HAND
    zero_with_undercut: ZeroWithUndercut = ZeroWithUndercut.STACK
    zero_knocker_tied: ZeroKnockerTied = ZeroKnockerTied.BONUS_LOST
    zero_definition: ZeroDefinition = ZeroDefinition.EMPTY_HAND
    undercut_bonus_tied: UndercutBonusTied = UndercutBonusTied.TEN_EACH
    undercut_pays_whom: UndercutPaysWhom = UndercutPaysWhom.ALL_OPPONENTS


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Readings of the deal's way round and of the end of a match."""

    void_dealer: VoidDealer = VoidDealer.PASS_LEFT
    box_timing: BoxTiming = BoxTiming.END_OF_GAME
    match_winner: MatchWinner = MatchWinner.FIRST_TO_150
    simultaneous_150: Simultaneous150 = Simultaneous150.HIGHER_SCORE_WINS
    game_bonus_shared: GameBonusShared = GameBonusShared.EACH_100
    box_for_tied_win: BoxForTiedWin = BoxForTiedWin.EACH


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
