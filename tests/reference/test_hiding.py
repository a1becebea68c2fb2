"""The view, the legal actions and the refusals of a seat do not depend on cards hidden from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from meldspec.games import NAMES

from . import broken
from .laws import GAMES
from .twins import no_difference
from .walks import AnyWalks

DETERMINED = pytest.mark.determined("spec")
SLOW = (pytest.mark.slow, DETERMINED)

EVERY = 6
"""Actions are tried in one of this many states."""
FEW = 3
"""Every third hand is played by default; a leak is noticed in these already."""


def compared_by_default(walks: AnyWalks, hands: int) -> int:
    """The number of states that were compared, in hands by the default readings."""
    seats = walks.seats(walks.default)
    return sum(
        no_difference(walks, walks.default, seats[seed % len(seats)], seed, EVERY)
        for seed in range(hands)
    )


@pytest.mark.parametrize("one_in", [FEW, pytest.param(1, marks=SLOW)])
@pytest.mark.parametrize("name", NAMES)
def test_hidden_cards_make_no_difference_to_who_cannot_see_them(name: str, one_in: int) -> None:
    laws = GAMES[name]
    hands = laws.effort.twin_hands // one_in
    assert compared_by_default(laws.walks, hands) > 5 * hands


@pytest.mark.slow
@DETERMINED
@pytest.mark.parametrize("name", NAMES)
def test_nor_under_any_pair_of_readings(name: str) -> None:
    laws = GAMES[name]
    walks, rows = laws.walks, laws.walks.rows()
    compared = 0
    for number, rules in enumerate(rows):
        for sized, hands in zip((walks.small(rules), rules), laws.effort.twins, strict=True):
            seats = walks.seats(sized)
            for more in range(hands):
                seed = 3 * number + more
                compared += no_difference(
                    walks, sized, seats[seed % len(seats)], seed, EVERY * (1 + (sized is rules))
                )
    assert compared > 5 * len(rows)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "leaks",
    [
        broken.shows_the_stock,
        broken.shows_the_hands,
        broken.shows_the_hands_late,
        broken.tells_the_counts,
        broken.lists_by_the_stock,
        broken.refuses_by_the_stock,
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_leak_is_noticed(name: str, leaks: Callable[[AnyWalks], AnyWalks]) -> None:
    laws = GAMES[name]
    with pytest.raises(AssertionError):
        compared_by_default(leaks(laws.walks), laws.effort.twin_hands // FEW)


def test_every_seat_is_asked_in_every_phase() -> None:
    """The long run of twin plays asks every seat at every table size; its page says how often."""
    page = (Path(__file__).parents[2] / "docs" / "secrets.md").read_text("utf-8")
    for name in NAMES:
        walks = GAMES[name].walks
        _, _, part = page.partition(f"## {walks.spoken.title}\n")
        rows = [line for line in part.partition("\n## ")[0].splitlines() if line[:3].strip("| ")]
        for seats in walks.seats(walks.default):
            row = next(line for line in rows if line.startswith(f"| {seats} |"))
            asked = [cell.strip() for cell in row.split("|")[2 : 2 + seats]]
            assert len(asked) == seats
            assert all(cell.replace(",", "").isdigit() and cell != "0" for cell in asked), row
