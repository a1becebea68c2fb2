"""The verdicts on situations that authors without the code have stated from the texts."""

from __future__ import annotations

import pytest

from meldcheck.words import places
from meldspec.games import GAMES
from tests.conformance import situations
from tests.conformance.situations import Asked
from tests.conformance.situations.__main__ import table
from tests.sampled import sampled

ALL = [asked for game in GAMES for asked in situations.read(game)]


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(asked, id=f"{asked.game}-{asked.id}", marks=sampled(number, 4))
        for number, asked in enumerate(ALL)
    ],
)
def test_each_source_says_what_was_read_in_it(asked: Asked) -> None:
    """A fault that no longer exists must be removed from the file."""
    assert bool(list(situations.disagreements(asked))) is bool(asked.fault), asked.fault


def test_the_page_has_the_table_of_today() -> None:
    page = (places.PACKAGE.parent.parent / "docs" / "verdicts.md").read_text(encoding="utf-8")
    assert "\n".join(table()) in page
    for game in GAMES:
        for asked in situations.read(game):
            assert not asked.fault or f"`{asked.id}`" in page


OF_ONE_GAME = {"folded-seat", "lost-in-the-copy"}
"""Causes that only Tong-its has: it alone has folding, and a truncated copy."""


def test_every_cause_has_three_situations_in_different_games() -> None:
    by: dict[str, list[str]] = {}
    for asked in ALL:
        if asked.cause:
            by.setdefault(asked.cause, []).append(asked.game)
    assert len(by) == 14
    assert all(len(games) >= 3 for games in by.values()), by
    assert {cause for cause, games in by.items() if len(set(games)) == 1} == OF_ONE_GAME


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_ten_of_each_kind(game: str) -> None:
    """Views, refusals and accepted steps; a step counts if some source refuses or accepts it."""
    asked = situations.read(game)
    steps = [one for one in asked if one.ask == "legal-last"]
    assert sum(one.ask == "view" for one in asked) >= 10
    for legal in (True, False):
        said = [
            one
            for one in steps
            if any({"legal": legal} in outcomes for _, outcomes in one.expect.values())
        ]
        assert len(said) >= 10
