"""Rummy: its rule sets that differ in name only, each with the argument."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldcheck.identify.corner import Alike, Corner
from meldcheck.words.readings import Reading

DUTY: Final[Mapping[str, tuple[Reading, ...]]] = {
    "meld.meld_compulsion": ("melds_compulsory", "melds_and_layoffs_compulsory")
}
"""Melds are a duty."""

KEPT_WHOLE: Final[tuple[Mapping[str, tuple[Reading, ...]], ...]] = (
    {"turn.step_order": ("strict",)},
    {"meld.compulsion_measure": ("maximum",)},
)
"""Ways in which no meld is torn by a lay-off where melds are a duty."""

LAID_OFF_BEFORE: Final[tuple[Mapping[str, tuple[Reading, ...]], ...]] = (
    {"rummy.rummy_prior_layoff": ("allowed",)},
    {"meld.exception_vs_disqualified": ("same_predicate",)},
)
"""Ways in which a lay-off of an earlier turn bars a second meld only where it bars going rummy."""

CORNER: Final = Corner(
    alike=(
        Alike(
            {
                "meld.meld_compulsion": ("melds_compulsory", "melds_and_layoffs_compulsory"),
                "meld.compulsion_measure": ("maximum",),
                "layoff.layoff_fresh_meld": ("earlier_turns_only",),
            },
            {"layoff.layoff_fresh_meld": "any_turn"},
            "a card that fits a meld of this turn could have lain in it, with the same cards left; "
            "so who lays it off has melded fewer than could be",
        ),
        Alike(
            {
                "rummy.rummy_min_melds": (0,),
                "rummy.rummy_same_turn_layoff": ("disqualifies",),
            },
            {"rummy.rummy_min_melds": 1},
            "a turn that goes out plays two cards at least, and discards one at most, so that "
            "without a meld a card is laid off in it",
        ),
        Alike(
            {
                "rummy.rummy_min_melds": (0,),
                "layoff.layoff_prerequisite": ("own_meld_this_hand", "own_meld_this_turn"),
            },
            {"rummy.rummy_min_melds": 1},
            "who has laid no meld in this hand lays nothing off either, and so cannot go out",
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
            "where melds are a duty, only a seat that tears one by laying off holds one back, "
            "and that lay-off keeps it from going rummy, so that nobody does",
        ),
        *(
            Alike(
                {**DUTY, "rummy.rummy_held_back": ("needed",), **kept_whole},
                {"rummy.rummy_prior_layoff": "disqualifies"},
                "where melds are a duty that no lay-off may spoil, a seat lays the first meld "
                "that it holds, so that none is held back and nobody goes rummy",
            )
            for kept_whole in KEPT_WHOLE
        ),
        Alike(
            {**DUTY, "rummy.rummy_held_back": ("needed",), "rummy.rummy_min_melds": (2,)},
            {"rummy.rummy_prior_layoff": "disqualifies"},
            "where melds are a duty, a turn after the first begins without a meld in hand, "
            "and the card drawn completes no two at once, so that nobody goes rummy",
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
                "where going rummy takes no more than to lay nothing before, whoever goes out so "
                "with several melds goes rummy",
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
            "whoever wins a hand scores, so that of those tied after two hands "
            "all have won as many",
        ),
    )
)
