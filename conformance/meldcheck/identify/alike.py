"""Rule sets that differ in name only: no play and no question tells them apart.

A question that does not matter (``alive-when`` in the documents) is one reason; the others stand
here, each with its argument.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, final

from meldcheck.law.rulespace import RuleSpace
from meldcheck.words.readings import Reading, Readings


@final
@dataclass(frozen=True, slots=True)
class Alike:
    """Under the readings of ``when``, those of ``change`` make the same game."""

    when: Mapping[str, tuple[Reading, ...]]
    change: Mapping[str, Reading]
    why: str


PLAYED_OUT: Final[tuple[Mapping[str, tuple[Reading, ...]], ...]] = (
    {"tongits_call.tongit_trigger": ("automatic_when_hand_empty",)},
    {
        "tongits_call.tongit_trigger": ("declared",),
        "tongits_call.tongit_concealed": ("must_play_out",),
    },
)
"""Ways in which no card is left at tongits."""

OPENING: Final[tuple[Mapping[str, tuple[Reading, ...]], ...]] = (
    {"laying_off.layoff_opens_hand": ("layoffs_open_too",)},
    {
        "laying_off.layoff_before_open": ("requires_open",),
        "drawing.discard_extension_counts_as_layoff": ("counts_as_meld",),
    },
)
"""Ways in which nobody adds a card to a meld and has not opened then."""

OWN_ONLY: Final[tuple[Mapping[str, tuple[Reading, ...]], ...]] = (
    {"drawing.discard_extension_counts_as_layoff": ("counts_as_layoff",)},
    {
        "drawing.discard_take_requirement": (
            "new_meld_only",
            "new_meld_or_extend_own_table_meld",
        )
    },
)
"""Ways in which no discard taken onto another's meld opens a hand."""

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

ALIKE: Final[Mapping[str, tuple[Alike, ...]]] = {
    "tongits": (
        Alike(
            {"pot.pot_wins_required": (2,), "pot.streak_after_pot": ("restart_at_one",)},
            {"pot.streak_after_pot": "uncapped"},
            "where two wins take the pot, every win after a collected one makes two or more",
        ),
        Alike(
            {"pot.pot_wins_required": (2,), "variations.spread_streak": ("as_completed_pair",)},
            {"variations.spread_streak": "as_one_win"},
            "where two wins take the pot, the win after a Spread takes it either way",
        ),
        Alike(
            {
                "deal.dealer_after_no_winner": ("last_drawer",),
                "drawing.discard_meld_exposure": ("must_expose",),
                "stock_end.exhaustion_tie_unopened_drawer": ("next_in_turn",),
            },
            {"deal.dealer_after_no_winner": "same_dealer"},
            "there is no winner only where nobody has opened, and so nobody has taken a discard; "
            "then the fifteen cards of the stock are drawn in turn, and the dealer draws the last",
        ),
        Alike(
            {
                "tongits_call.tongit_trigger": ("declared",),
                "tongits_call.tongit_concealed": ("must_play_out",),
                "tongits_call.empty_hand_policy": ("treated_as_called",),
            },
            {"tongits_call.tongit_trigger": "automatic_when_hand_empty"},
            "who must play out every card and has tongits by doing so names it with the last one "
            "at most",
        ),
        Alike(
            {
                "settlement.secret_partition_compared": ("best_for_winner",),
                "settlement.secret_partition_uncompared": ("same_as_compared",),
            },
            {"settlement.secret_partition_uncompared": "max_bonus"},
            "where no total had to be beaten, what is best for the winner is the most it can be",
        ),
        *(
            Alike(
                {
                    "showdown.deadwood_basis": ("all_cards_in_hand",),
                    "settlement.secret_partition_compared": ("rank_count_only",),
                    "settlement.secret_partition_uncompared": ("max_bonus",),
                    **no_run_pays,
                },
                {"settlement.secret_partition_compared": "best_for_winner"},
                "where melds take no points away and no run in the hand pays, "
                "nothing keeps any four apart",
            )
            for no_run_pays in (
                {"variations.long_run_bonus": ("no_bonus",)},
                {"variations.long_run_scope": ("exposed_only",)},
            )
        ),
        *(
            Alike(
                {
                    "drawing.discard_take_requirement": (
                        "new_meld_only",
                        "new_meld_or_extend_own_table_meld",
                    ),
                    "laying_off.layoff_before_open": ("requires_open",),
                    "tongits_call.tongit_requires_open": ("opening_needed",),
                    **played_out,
                },
                {"tongits_call.tongit_requires_open": "opening_not_needed"},
                "who has not opened can only discard, and so never runs out of cards",
            )
            for played_out in PLAYED_OUT
        ),
        *(
            Alike(
                {"tongits_call.tongit_requires_open": ("opening_needed",), **opening, **played_out},
                {"tongits_call.tongit_requires_open": "opening_not_needed"},
                "where whatever is put down opens the hand, but for a discard, "
                "whoever runs out of cards has opened",
            )
            for opening in OPENING
            for played_out in PLAYED_OUT
        ),
        *(
            Alike(
                {
                    "laying_off.layoff_opens_hand": ("melds_alone_open",),
                    "tongits_call.meld_needed_to_win": ("own_meld_needed",),
                    "tongits_call.tongit_requires_open": ("opening_not_needed",),
                    **own_only,
                    **played_out,
                },
                {"tongits_call.tongit_requires_open": "opening_needed"},
                "where only a meld of its own opens a hand, and no card is left at tongits, "
                "to have opened and to have a meld on the table are one thing",
            )
            for own_only in OWN_ONLY
            for played_out in PLAYED_OUT
        ),
        Alike(
            {
                "draw_call.sagasa_blocks_call": ("exposed_meld_suffices",),
                "settlement.sagasa_bonus": ("same_as_secret",),
                "settlement.sagasa_otherwise": ("completed_four_counts_as_secret",),
            },
            {"terms.sagasa_definition": "own_exposed_three_plus_stock_fourth_any_turn"},
            "every completed four pays the same, as a Sagasa or as a secret",
        ),
        Alike(
            {
                "draw_call.sagasa_blocks_call": ("exposed_meld_suffices",),
                "settlement.sagasa_bonus": ("same_as_secret",),
                "terms.sagasa_definition": ("own_exposed_three_plus_any_own_fourth",),
            },
            {
                "settlement.sagasa_otherwise": "completed_four_counts_as_secret",
                "terms.sagasa_definition": "own_exposed_three_plus_stock_fourth_any_turn",
            },
            "every completed four pays the same, as a Sagasa or as a secret",
        ),
        Alike(
            {
                "laying_off.layoff_own_melds": ("opponents_only",),
                "terms.sagasa_definition": (
                    "own_exposed_three_plus_stock_fourth_same_turn_as_drawn",
                ),
            },
            {"terms.sagasa_definition": "own_exposed_three_plus_stock_fourth_any_turn"},
            "where own melds grow by discards alone, no fourth card comes from the stock",
        ),
        Alike(
            {
                "laying_off.layoff_own_melds": ("opponents_only",),
                "settlement.sagasa_bonus": ("same_as_secret",),
                "terms.sagasa_definition": ("own_exposed_three_plus_stock_fourth_any_turn",),
            },
            {"settlement.sagasa_bonus": "nothing_paid"},
            "where own melds grow by discards alone, no four is a Sagasa that takes a card from "
            "the stock",
        ),
        Alike(
            {
                "draw_call.sagasa_blocks_call": ("exposed_meld_suffices",),
                "laying_off.layoff_own_melds": ("opponents_only",),
                "settlement.sagasa_bonus": ("nothing_paid",),
                "terms.sagasa_definition": ("own_exposed_three_plus_any_own_fourth",),
            },
            {
                "settlement.sagasa_otherwise": "no_effect",
                "terms.sagasa_definition": "own_exposed_three_plus_stock_fourth_any_turn",
            },
            "where own melds grow by discards alone, completed fours are all Sagasas or none, and "
            "pay nothing either way",
        ),
        Alike(
            {
                "drawing.discard_take_requirement": ("new_meld_or_extend_own_table_meld",),
                "drawing.discard_extension_counts_as_layoff": ("counts_as_meld",),
                "draw_call.draw_block_own_layoff": ("blocks_next_turn",),
                "laying_off.layoff_own_melds": ("opponents_only",),
            },
            {
                "drawing.discard_extension_counts_as_layoff": "counts_as_layoff",
                "draw_call.draw_block_own_layoff": "no_block",
            },
            "where own melds grow by discards alone and these are no lay-offs, nothing blocks",
        ),
    ),
    "rummy": (
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
    ),
    "carousel": (
        Alike(
            {
                "score.zero_bonus_holder": ("any_winner_with_empty_hand",),
                "score.zero_with_undercut": ("undercut_only",),
                "score.undercut_bonus_tied": ("ten_each", "ten_split"),
                "stock.stock_exhausted": ("void", "play_on"),
            },
            {"score.zero_bonus_holder": "knocker_only"},
            "who wins with nothing left and has not knocked has undercut the knocker, and has "
            "points for that, beside which it has none for the empty hand",
        ),
    ),
}
"""By game; of two that are alike the second is the plainer one."""


def plainest(space: RuleSpace, readings: Readings) -> dict[str, Reading]:
    """The one rule set that stands for all that are the same game, as far as that is known."""
    plain = dict(readings)
    while True:
        before = dict(plain)
        for option in space.alive_when or ():
            if option in space.readings and not space.is_alive(option, plain):
                plain[option] = space.default[option]
        for alike in ALIKE.get(space.game, ()):
            if applies(alike, plain):
                plain |= alike.change
        if plain == before:
            return plain


def applies(alike: Alike, readings: Readings) -> bool:
    """Whether a rule set has the readings that make it the same as a plainer one."""
    return all(readings[option] in among for option, among in alike.when.items())


def why_alike(space: RuleSpace, option: str, readings: Readings) -> str:
    """The argument by which a reading of an option comes to the same as a plainer one; or none."""
    for alike in ALIKE.get(space.game, ()):
        if option in alike.change and applies(alike, readings):
            return alike.why
    return ""
