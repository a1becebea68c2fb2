"""Clauses of Tong-its that say nothing under one reading."""

from __future__ import annotations

from typing import Final

from tests.untold import Silent

SILENT: Final[tuple[Silent, ...]] = (
    Silent(
        ("turn.dealer_first_turn_melds=discard_only",),
        (
            "tongits.exposing.dealer-first-turn-no-face-down",
            "tongits.turn.dealer-first-turn-no-layoff",
        ),
        "The dealer lays no meld in the first turn at all, and so none lies there to lay off on.",
    ),
    Silent(
        ("exposing.secret_facedown_allowed=not_available",),
        (
            "tongits.exposing.dealer-first-turn-no-face-down",
            "tongits.exposing.face-down-hides",
            "tongits.exposing.face-down-only-to-open",
            "tongits.exposing.face-down-opens",
        ),
        "Nothing is laid face down.",
    ),
    Silent(
        ("drawing.discard_meld_size=exactly_three",),
        (
            "tongits.drawing.discard-adds-to-set",
            "tongits.drawing.discard-hand-part-no-meld",
        ),
        "Two cards of the hand go with the discard, and two cards are no meld.",
    ),
    Silent(
        ("laying_off.layoff_own_melds=opponents_only",),
        (
            "tongits.laying-off.not-in-same-turn",
            "tongits.settlement.sagasa-like-a-secret",
            "tongits.terms.sagasa",
            "tongits.terms.sagasa-else-secret",
        ),
        "Nobody lays off on a meld of its own, and a discard goes into new melds only.",
    ),
    Silent(
        ("laying_off.layoff_before_open=requires_open",),
        ("tongits.laying-off.does-not-open",),
        "Only a seat that has opened lays off.",
    ),
    Silent(
        ("terms.sagasa_definition=own_exposed_three_plus_any_own_fourth",),
        ("tongits.terms.sagasa-else-secret",),
        "Every four that its owner completes on the table is a Sagasa.",
    ),
    Silent(
        (
            "tongits_call.tongit_trigger=automatic_when_hand_empty",
            "tongits_call.tongit_trigger=automatic_when_coverable",
        ),
        ("tongits.tongits-call.played-out",),
        "The rule is about calls, and tongits comes without one.",
    ),
    Silent(
        ("stock_end.exhaustion_timing=immediately_on_last_draw",),
        ("tongits.tongits-call.not-after-last-card",),
        "The hand ends with the last draw, and nobody goes on with that turn.",
    ),
    Silent(
        (
            "stock_end.exhaustion_none_opened=all_compare",
            "stock_end.exhaustion_none_opened=last_drawer_wins",
        ),
        (
            "tongits.deal.same-dealer-after-no-winner",
            "tongits.pot.streak-broken-without-winner",
        ),
        "Somebody wins even where nobody has opened.  At the other default readings every hand has "
        "a winner.",
    ),
    Silent(
        ("variations.spread_dealer_hand=twelve_melded_plus_one",),
        ("tongits.tongits-call.not-in-dealers-first-turn",),
        "A dealer that could have tongits in the first turn has won by a Spread before it.",
    ),
)
