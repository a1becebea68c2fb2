"""The tables of the pages on the protocol name the messages of the play, all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from markdown_it import MarkdownIt

from meldcheck.words.messages import fields_of
from meldspec.games import GAMES

DOCS: Final = Path(__file__).parents[2] / "docs"
_CODE: Final = re.compile(r"`(\w+)`")

Row = tuple[str, ...]


@cache
def tables(game: str) -> Mapping[str, tuple[Row, ...]]:
    """The rows of the tables of the page of a game, by the heading above them."""
    found: dict[str, list[Row]] = {}
    heading = ""
    page = DOCS / f"protocol-{game}.md"
    tokens = MarkdownIt().enable("table").parse(page.read_text("utf-8"))
    row: list[str] = []
    for token, after in pairwise(tokens):
        match token.type:
            case "heading_open" if token.tag == "h2":
                heading = after.content
            case "tr_open":
                row = []
            case "td_open":
                row.append(after.content)
            case "tr_close" if row:
                found.setdefault(heading, []).append(tuple(row))
            case _:
                pass
    return {name: tuple(rows) for name, rows in found.items()}


def named(cells: Iterator[str]) -> list[str]:
    return [word for cell in cells for word in _CODE.findall(cell)]


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_actions_names_each_with_its_fields(game: str) -> None:
    told: dict[str, set[str]] = {}
    words: list[str] = []
    for row in tables(game)["Actions"]:
        words = _CODE.findall(row[0]) or words
        for word in words:
            told.setdefault(word, set()).update(_CODE.findall(row[1]))
    actions = GAMES[game].messages.actions
    assert told == {word: fields_of(kind) for word, kind in actions.items()}


@pytest.mark.parametrize("what", ["view", "result"])
@pytest.mark.parametrize("game", GAMES)
def test_the_tables_of_views_and_results_name_each_field_once(game: str, what: str) -> None:
    rows = tables(game)[f"The {what}"]
    messages = GAMES[game].messages
    kind = messages.view if what == "view" else messages.result
    assert sorted(named(row[0] for row in rows)) == sorted(fields_of(kind))


OLD: Final = [
    "tong-its",
    "phases",
    "actions",
    "the-view",
    "the-result",
    "rummy",
    "phases-of-rummy",
    "actions-of-rummy",
    "the-stages-of-a-refusal-in-rummy",
    "the-view-in-rummy",
    "the-result-in-rummy",
    "facts-without-a-play",
    "three-thirteen",
    "cards-of-several-packs",
    "phases-of-three-thirteen",
    "actions-of-three-thirteen",
    "the-stages-of-a-refusal-in-three-thirteen",
    "the-view-in-three-thirteen",
    "the-result-in-three-thirteen",
    "facts-without-a-play-of-three-thirteen",
    "indian-chief",
    "phases-of-indian-chief",
    "actions-of-indian-chief",
    "the-stages-of-a-refusal-in-indian-chief",
    "the-view-in-indian-chief",
    "the-result-in-indian-chief",
    "facts-without-a-play-of-indian-chief",
    "carousel",
    "phases-of-carousel",
    "actions-of-carousel",
    "the-stages-of-a-refusal-in-carousel",
    "the-view-in-carousel",
    "the-result-in-carousel",
    "facts-without-a-play-of-carousel",
]
"""The headings of games on the page of the protocol before each game had its own page."""
MOVED: Final = re.compile(r"^```{law-moved} protocol-\S+\n[^:]+: (.*)$", re.MULTILINE)


def test_every_address_of_the_page_that_was_one_still_leads_to_its_game() -> None:
    groups = MOVED.findall((DOCS / "protocol.md").read_text("utf-8"))
    assert [address for group in groups for address in group.split()] == OLD
