"""The options of Tong-its: readings of open questions, numbers of the sources, the table's size.

Each record is a chapter, and each field with several readings is a question of that chapter.  The
chapter explains the readings and says which sources admit them.  Readings that the sources name but
this game cannot play are listed at the end, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from meldspec.cards import ONE_PACK, Card
from meldspec.play import Need
from meldspec.readings import OptionTable
from meldspec.tongits.options_of_payment import (
    Burned,
    Pot,
    Settlement,
    Showdown,
    StockEnd,
    Terms,
    Variations,
)
from meldspec.tongits.options_of_play import (
    Answering,
    Deal,
    Discarding,
    DrawCall,
    Drawing,
    Exposing,
    LayingOff,
    TongitsCall,
    Turn,
)


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The table: the pack, and how many cards a seat other than the dealer is dealt."""

    pack: tuple[Card, ...] = ONE_PACK
    hand: int = 12


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set; each default reading agrees with every source that speaks, where one can."""

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
"""The readings that leave play undefined unless another option has one of certain readings."""


TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""
