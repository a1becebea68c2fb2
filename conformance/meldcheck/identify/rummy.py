"""Rummy: the rule sets that differ in name only, each with the argument."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldcheck.identify.corner import Alike, Corner
from meldcheck.words.readings import Reading

DUTY: Final[Mapping[str, tuple[Reading, ...]]] = {
    "meld.meld_compulsion": ("melds_compulsory", "melds_and_layoffs_compulsory")
}
"""The readings under which melds are compulsory."""

KEPT_WHOLE: Final[tuple[Mapping[str, tuple[Reading, ...]], ...]] = (
    {"turn.step_order": ("strict",)},
    {"meld.compulsion_measure": ("maximum",)},
)
"""Readings that keep a lay-off from breaking a meld where melds are compulsory."""

LAID_OFF_BEFORE: Final[tuple[Mapping[str, tuple[Reading, ...]], ...]] = (
    {"rummy.rummy_prior_layoff": ("allowed",)},
    {"meld.exception_vs_disqualified": ("same_predicate",)},
)
"""Readings under which an earlier turn's lay-off bars a second meld only if it bars going rummy."""

CORNER: Final = Corner(
    alike=(
        Alike(
            {
                "meld.meld_compulsion": ("melds_compulsory", "melds_and_layoffs_compulsory"),
                "meld.compulsion_measure": ("maximum",),
                "layoff.layoff_fresh_meld": ("earlier_turns_only",),
            },
            {"layoff.layoff_fresh_meld": "any_turn"},
            "a card that fits a meld of this turn could have been part of it, with the same cards "
            "left, so a seat that lays it off has melded fewer cards than it could",
        ),
        Alike(
            {
                "rummy.rummy_min_melds": (0,),
                "rummy.rummy_same_turn_layoff": ("disqualifies",),
            },
            {"rummy.rummy_min_melds": 1},
            "a turn that goes out plays at least two cards and discards at most one, so without a "
            "meld it lays a card off",
        ),
        Alike(
            {
                "rummy.rummy_min_melds": (0,),
                "layoff.layoff_prerequisite": ("own_meld_this_hand", "own_meld_this_turn"),
            },
            {"rummy.rummy_min_melds": 1},
            "a seat that has laid no meld in this hand lays nothing off, so it cannot go out",
        ),
        Alike(
            {
                **DUTY,
                "rummy.rummy_held_back": ("needed",),
                "rummy.rummy_prior_layoff": ("disqualifies",),
            },
            {
                "rummy.rummy_same_turn_layoff": "allowed",
                "rummy.rummy_min_melds": 1,
                "rummy.rummy_needs_discard": "any_ending",
            },
            "where melds are compulsory, only a seat that breaks a meld by laying off holds one "
            "back, and that lay-off keeps it from going rummy, so nobody goes rummy",
        ),
        *(
            Alike(
                {**DUTY, "rummy.rummy_held_back": ("needed",), **kept_whole},
                {"rummy.rummy_prior_layoff": "disqualifies"},
                "where melds are compulsory and no lay-off may break one, a seat lays the first "
                "meld that it holds, so none is held back and nobody goes rummy",
            )
            for kept_whole in KEPT_WHOLE
        ),
        Alike(
            {**DUTY, "rummy.rummy_held_back": ("needed",), "rummy.rummy_min_melds": (2,)},
            {"rummy.rummy_prior_layoff": "disqualifies"},
            "where melds are compulsory, a turn after the first begins without a meld in hand, "
            "and the card drawn never completes two at once, so nobody goes rummy",
        ),
        *(
            Alike(
                {
                    "meld.one_meld_exception": ("no_prior_meld",),
                    "rummy.rummy_same_turn_layoff": ("allowed",),
                    "rummy.rummy_held_back": ("not_needed",),
                    "rummy.rummy_needs_discard": ("any_ending",),
                    **laid_off_before,
                },
                {"meld.one_meld_exception": "goes_rummy"},
                "where going rummy needs only that nothing was laid before, a seat that goes out "
                "so with several melds goes rummy",
            )
            for laid_off_before in LAID_OFF_BEFORE
        ),
        Alike(
            {
                "match.number_of_hands": (2,),
                "match.match_tie": ("fewest_hands_lost",),
                "score.concealed_melds_at_end": ("count",),
            },
            {"match.match_tie": "shared"},
            "the winner of a hand scores, so seats that are tied after two hands "
            "have won equally many",
        ),
    )
)
