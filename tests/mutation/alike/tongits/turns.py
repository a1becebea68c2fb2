"""Changes of Tong-its that no trial finds: drawing, discarding, exposing, laying off, turns."""

from __future__ import annotations

from typing import Final

from .. import InputsOf, Reason

INPUTS: Final[InputsOf] = {}

REASONS: Final[tuple[Reason, ...]] = (
    Reason(
        names=("e6d0d041", "28783f23"),
        why=(
            "The discard with fewer than two cards is no meld either, so the take is refused all "
            "the same, and an engine may name that clause alone. "
            "`test_the_discard_is_taken_only_into_a_new_meld_on_the_table` asks for both clauses."
        ),
    ),
    Reason(
        names=("a0118e79", "6a12169f"),
        why=(
            "Only a take that is refused in any case, because the discard makes no meld with the "
            "cards named, is refused by one more clause, and an engine may name any of them. "
            "`test_the_documents_hold` compares all clauses of such a refusal."
        ),
    ),
    Reason(
        names=("c19fbf85",),
        why=(
            "A take that names cards of the hand and a table meld as well is not understood by the "
            "protocol, so no case can have it. "
            "`test_a_take_is_for_a_new_meld_or_for_one_on_the_table` refuses it."
        ),
    ),
    Reason(
        names=("19911262", "8a001b5c"),
        why=(
            "A card that continues a run ranks either above all its cards or below them all; any "
            "other card is refused by another clause besides, and an engine may name that one "
            "alone. `test_the_documents_hold` compares all clauses of such a refusal."
        ),
    ),
    Reason(
        names=(
            *("7239655c", "8fec3970", "3332e10a", "39c820ab"),
            *("1bdedaf5", "ddf11291", "e33ecaf6"),
        ),
        why=(
            "A seat that is not to act is refused for that in any case; only the second clause, "
            "which an unopened seat's challenge has besides, is missing or is named more often, "
            "and an engine may name the first alone. "
            "`test_who_has_not_opened_neither_calls_nor_challenges` asks for both clauses of a "
            "challenge and for one clause of another answer."
        ),
    ),
)
