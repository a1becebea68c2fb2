"""A pairwise covering array: rule sets in which every two readings of two options meet.

Pairs that leave play undefined are left out, and so is nothing else.  Some options mean nothing
under some readings of others: what a Spread pays where none is played.  Two readings then meet in
a rule set in which both of them mean something, wherever there is such a rule set.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from typing import Final, TypeAlias

from meldspec.tongits.options import DEFAULT, NEEDS, Rules
from meldspec.tongits.wire import OPTIONS

Reading: TypeAlias = tuple[int, str | int]
"""The place of an option in ``OPTIONS``, and one of its readings."""

Row: TypeAlias = dict[int, str | int]
"""A reading for some options, by their places."""

Conditions: TypeAlias = Mapping[int, tuple[str | int, ...]]
"""For some options, by their places, the readings one of which each of them must have."""

TRIES: Final = 6
"""Candidate rows made for each row of the array; the one with most new pairs is kept."""

PLACES: Final = {option.field: place for place, option in enumerate(OPTIONS)}
_BY_NAME: Final = {option.name: place for place, option in enumerate(OPTIONS)}

_FACE_DOWN: Final = {"secret_facedown_allowed": ("allowed",)}
_KEEPING: Final = {"discard_meld_exposure": ("may_keep_in_hand",)}
_CALLED: Final = {"tongit_trigger": ("declared",)}
_LONG_RUNS: Final = {"long_run_bonus": ("three_chips_for_5_plus",)}
_SPREAD: Final = {"spread_enabled": ("on",)}
_MEANS_SOMETHING: Final[Mapping[str, tuple[Mapping[str, tuple[str | int, ...]], ...]]] = {
    "second_win_bonus": ({"pot_wins_required": (3,)},),
    "discard_extension_counts_as_layoff": (
        {
            "discard_take_requirement": (
                "new_meld_or_extend_own_table_meld",
                "new_meld_or_extend_any_table_meld",
            )
        },
    ),
    "secret_with_discard_card": (_KEEPING,),
    "discard_taken_card_back": (_KEEPING,),
    "dealer_first_turn_secret": ({**_FACE_DOWN, "dealer_first_turn_melds": ("allowed",)},),
    "secret_when_already_opened": (_FACE_DOWN,),
    "secret_facedown_identity": (_FACE_DOWN,),
    "ace_in_face_down_set": (_FACE_DOWN,),
    "tongit_window": (_CALLED,),
    "empty_hand_policy": (_CALLED,),
    "tongit_concealed": (_CALLED,),
    "tongit_vs_exhaustion": ({"exhaustion_timing": ("end_of_last_drawers_turn",)},),
    "meld_needed_to_win": ({"tongit_requires_open": ("no",)},),
    "own_layoff_same_turn_meld": ({"draw_block_own_layoff": ("blocks_next_turn",)},),
    "sagasa_definition": (
        {"sagasa_otherwise": ("completed_four_counts_as_secret",)},
        {"sagasa_bonus": ("same_as_secret",)},
        {"sagasa_blocks_call": ("sagasa_holder_may_not_call",)},
    ),
    "long_run_scope": (_LONG_RUNS,),
    "long_run_foreign_cards": (_LONG_RUNS,),
    "long_run_count": (_LONG_RUNS,),
    "spread_dealer_hand": (_SPREAD,),
    "spread_twelve_card_hand": (_SPREAD,),
    "spread_multiple": (_SPREAD,),
    "spread_payment": (_SPREAD,),
    "spread_streak": (_SPREAD,),
    "burn_on_spread": (_SPREAD,),
}
"""Under which readings of others an option means something; under all, if it is not here."""

_WAKING: Final[Mapping[int, tuple[Conditions, ...]]] = {
    PLACES[field]: tuple(
        {PLACES[other]: readings for other, readings in each.items()} for each in alternatives
    )
    for field, alternatives in _MEANS_SOMETHING.items()
}


def rules_of(row: Row) -> Rules:
    """The rule set with these readings, and the default for all others."""
    rules = DEFAULT
    for place, reading in row.items():
        rules = OPTIONS[place].put(rules, reading)
    return rules


def completed(row: Row) -> Row | None:
    """The row with what its readings need, or None where that contradicts it."""
    whole = dict(row)
    for need in NEEDS:
        if whole.get(_BY_NAME[need.option]) != need.reading:
            continue
        if whole.setdefault(_BY_NAME[need.needed], need.readings[0]) not in need.readings:
            return None
    return whole


def means_something(row: Row, place: int) -> bool:
    """Whether the option at a place means something beside the readings of the row."""
    alternatives = _WAKING.get(place)
    return alternatives is None or any(
        all(row.get(other) in readings for other, readings in each.items()) for each in alternatives
    )


def pair_of(one: Reading, other: Reading) -> frozenset[Reading]:
    """Two readings, in no order."""
    return frozenset((one, other))


@cache
def all_pairs() -> dict[frozenset[Reading], Row]:
    """Every two readings of two options that can be played together, in order.

    With each the row to begin with: the pair, what it needs and, if possible, what it means
    something under.
    """
    readings = [
        (place, reading) for place, option in enumerate(OPTIONS) for reading in option.readings
    ]
    pairs: dict[frozenset[Reading], Row] = {}
    for one, other in combinations(readings, 2):
        if one[0] != other[0]:
            plain = completed({one[0]: one[1], other[0]: other[1]})
            if plain is not None:
                pairs[pair_of(one, other)] = next(_awake(one, other), plain)
    return pairs


def _awake(one: Reading, other: Reading) -> Iterator[Row]:
    """Rows in which both readings mean something."""
    for first, second in product(_WAKING.get(one[0], ({},)), _WAKING.get(other[0], ({},))):
        conditions = [*first.items(), *second.items()]
        for chosen in product(*(readings for _, readings in conditions)):
            row: Row = {one[0]: one[1], other[0]: other[1]}
            for (place, _), reading in zip(conditions, chosen, strict=True):
                row.setdefault(place, reading)
            whole = completed(row)
            if whole and means_something(whole, one[0]) and means_something(whole, other[0]):
                yield whole


@cache
def covering_array() -> tuple[Rules, ...]:
    """Rule sets that together hold every pair, made greedily and always the same."""
    return tuple(rules_of(row) for row in covering_rows())


@cache
def covering_rows() -> tuple[Row, ...]:
    """The rows of the array."""
    chance = random.Random(1)
    missing = dict.fromkeys(all_pairs())
    rows: list[Row] = []
    while missing:
        seed = next(iter(missing))
        candidates = [_row(seed, missing, chance) for _ in range(TRIES)]
        best = max(candidates, key=lambda row: sum(pair in missing for pair in met(row)))
        rows.append(best)
        for pair in met(best):
            missing.pop(pair, None)
    return tuple(rows)


def met(row: Row) -> Iterator[frozenset[Reading]]:
    """The pairs that meet in a row, both meaning something if they ever do together."""
    awake = {place for place in row if means_something(row, place)}
    for one, other in combinations(row.items(), 2):
        pair = pair_of(one, other)
        if (one[0] in awake and other[0] in awake) or not _ever_awake(pair):
            yield pair


@cache
def _ever_awake(pair: frozenset[Reading]) -> bool:
    one, other = pair
    row = all_pairs()[pair]
    return means_something(row, one[0]) and means_something(row, other[0])


def _row(
    seed: frozenset[Reading],
    missing: Mapping[frozenset[Reading], None],
    chance: random.Random,
) -> Row:
    """A whole row that holds the pair, each other option at the reading with most new pairs.

    Options on which others depend are chosen first, and among their readings at random.
    """
    row = dict(all_pairs()[seed])
    first = {place for each in _WAKING.values() for conditions in each for place in conditions}
    places = sorted(range(len(OPTIONS)), key=lambda place: (place not in first, chance.random()))
    for place in places:
        if place not in row:
            longer = list(_extended(row, place, chance))
            row = (
                longer[0]
                if place in first
                else max(longer, key=lambda each: _gain(each, place, missing))
            )
    return row


def _extended(row: Row, place: int, chance: random.Random) -> Iterator[Row]:
    """The row with each reading of one more option that can be played with it."""
    for reading in chance.sample(OPTIONS[place].readings, len(OPTIONS[place].readings)):
        longer = completed({**row, place: reading})
        if longer is not None:
            yield longer


def _gain(row: Row, place: int, missing: Mapping[frozenset[Reading], None]) -> int:
    new = (place, row[place])
    if not means_something(row, place):
        return 0
    return sum(pair_of(new, other) in missing for other in row.items() if other[0] != place)
