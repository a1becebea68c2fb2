"""Clauses of Rummy that say nothing under one reading."""

from __future__ import annotations

from typing import Final

from tests.untold import Silent

COMPULSION: Final = (
    "meld.meld_compulsion=melds_compulsory",
    "meld.meld_compulsion=melds_and_layoffs_compulsory",
    "meld.compulsion_measure=maximum",
    "meld.compulsion_vs_dead_state=draw_illegal",
    "meld.compulsion_vs_dead_state=waive_ban",
)

SILENT: Final[tuple[Silent, ...]] = (
    Silent(
        ("dealer.first_dealer=cut", "dealer.cut_replacement=return_and_shuffle"),
        ("rummy.dealer.free-choice",),
        "Where the first dealer is cut for, nobody names one.",
    ),
    Silent(
        COMPULSION,
        ("rummy.meld.hold-indefinitely", "rummy.rummy.voluntary"),
        "Where melds are compulsory, no seat chooses to hold one back.",
    ),
    Silent(
        ("meld.compulsion_measure=maximum",),
        ("rummy.layoff.earlier-melds",),
        "A card that fits a meld of the turn had to be laid with it, as one card more melded.",
    ),
    Silent(
        ("layoff.layoff_own=opponents_only",),
        ("rummy.layoff.earlier-melds", "rummy.out.by-layoff-own"),
        "Nobody lays off on a meld of its own.",
    ),
    Silent(
        ("out.final_discard=required",),
        ("rummy.out.by-layoff-own",),
        "No lay-off ends a hand where the last card has to be discarded.",
    ),
)
