"""Carousel: the rule sets that differ in name only, each with the argument."""

from __future__ import annotations

from typing import Final

from meldcheck.identify.corner import Alike, Corner

CORNER: Final = Corner(
    alike=(
        Alike(
            {
                "score.zero_bonus_holder": ("any_winner_with_empty_hand",),
                "score.zero_with_undercut": ("undercut_only",),
                "score.undercut_bonus_tied": ("ten_each", "ten_split"),
                "stock.stock_exhausted": ("void", "play_on"),
            },
            {"score.zero_bonus_holder": "knocker_only"},
            "a seat that wins with an empty hand and has not knocked has undercut the knocker; "
            "it has points for that, and none besides for the empty hand",
        ),
    )
)
