"""Rule sets of Tong-its that differ in name only, each with the argument."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldcheck.identify.corner import Alike
from meldcheck.words.readings import Reading

PLAYED_OUT: Final[tuple[Mapping[str, tuple[Reading, ...]], ...]] = (
    {"tongits_call.tongit_trigger": ("automatic_when_hand_empty",)},
    {
        "tongits_call.tongit_trigger": ("declared",),
        "tongits_call.tongit_concealed": ("must_play_out",),
    },
)
"""Readings under which no card is left at tongits."""

OPENING: Final[tuple[Mapping[str, tuple[Reading, ...]], ...]] = (
    {"laying_off.layoff_opens_hand": ("layoffs_open_too",)},
    {
        "laying_off.layoff_before_open": ("requires_open",),
        "drawing.discard_extension_counts_as_layoff": ("counts_as_meld",),
    },
)
"""Readings under which a seat that adds a card to a meld has always opened."""

OWN_ONLY: Final[tuple[Mapping[str, tuple[Reading, ...]], ...]] = (
    {"drawing.discard_extension_counts_as_layoff": ("counts_as_layoff",)},
    {
        "drawing.discard_take_requirement": (
            "new_meld_only",
            "new_meld_or_extend_own_table_meld",
        )
    },
)
"""Readings under which taking a discard onto another seat's meld never opens a hand."""

ALIKE: Final = (
    Alike(
        {"pot.pot_wins_required": (2,), "pot.streak_after_pot": ("restart_at_one",)},
        {"pot.streak_after_pot": "uncapped"},
        "where two wins take the pot, every win after a collected pot makes two or more",
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
        "a hand has no winner only if nobody has opened, and so nobody has taken a discard; "
        "then the fifteen cards of the stock are drawn in turn, and the dealer draws the last",
    ),
    Alike(
        {
            "tongits_call.tongit_trigger": ("declared",),
            "tongits_call.tongit_concealed": ("must_play_out",),
            "tongits_call.empty_hand_policy": ("treated_as_called",),
        },
        {"tongits_call.tongit_trigger": "automatic_when_hand_empty"},
        "a seat that must play out every card to have tongits declares it with its last card "
        "at the latest",
    ),
    Alike(
        {
            "settlement.secret_partition_compared": ("best_for_winner",),
            "settlement.secret_partition_uncompared": ("same_as_compared",),
        },
        {"settlement.secret_partition_uncompared": "max_bonus"},
        "where no total had to be beaten, the best for the winner is the highest bonus",
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
            "there is no reason to split a four",
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
            "a seat that has not opened can only discard, so it never runs out of cards",
        )
        for played_out in PLAYED_OUT
    ),
    *(
        Alike(
            {"tongits_call.tongit_requires_open": ("opening_needed",), **opening, **played_out},
            {"tongits_call.tongit_requires_open": "opening_not_needed"},
            "where every card that is put down opens the hand, except a discard, "
            "a seat that runs out of cards has opened",
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
            "a seat has opened exactly if it has a meld on the table",
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
            "terms.sagasa_definition": ("own_exposed_three_plus_stock_fourth_same_turn_as_drawn",),
        },
        {"terms.sagasa_definition": "own_exposed_three_plus_stock_fourth_any_turn"},
        "where a seat's own melds grow by discards alone, no fourth comes from the stock",
    ),
    Alike(
        {
            "laying_off.layoff_own_melds": ("opponents_only",),
            "settlement.sagasa_bonus": ("same_as_secret",),
            "terms.sagasa_definition": ("own_exposed_three_plus_stock_fourth_any_turn",),
        },
        {"settlement.sagasa_bonus": "nothing_paid"},
        "where a seat's own melds grow by discards alone, no four is a Sagasa with a card from "
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
        "where a seat's own melds grow by discards alone, completed fours are all Sagasas or "
        "none, and pay nothing either way",
    ),
    Alike(
        {
            "drawing.discard_take_requirement": ("new_meld_or_extend_own_table_meld",),
            "drawing.discard_extension_counts_as_layoff": ("counts_as_meld",),
            "draw_call.draw_block_own_layoff": ("blocks_next_turn",),
            "laying_off.layoff_own_melds": ("opponents_only",),
            "settlement.ace_own_layoff": ("counts",),
        },
        {
            "drawing.discard_extension_counts_as_layoff": "counts_as_layoff",
            "draw_call.draw_block_own_layoff": "no_block",
        },
        "where a seat's own melds grow by discards alone, which are no lay-offs, nothing blocks; "
        "aces count either way",
    ),
)
