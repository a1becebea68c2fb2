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

from meldcheck.games import MEASURES
from meldcheck.words.messages import fields_of
from meldspec.games import GAMES

DOCS: Final = Path(__file__).parents[2] / "docs"
_CODE: Final = re.compile(r"`(\w+)`")

Row = tuple[str, ...]


@cache
def tables() -> Mapping[str, tuple[Row, ...]]:
    """The rows of the tables of the pages, by the game and the heading above them."""
    found: dict[str, list[Row]] = {}
    game = heading = ""
    pages = (DOCS / f"protocol-{game}.md" for game in GAMES)
    text = "\n".join(page.read_text("utf-8") for page in pages)
    tokens = MarkdownIt().enable("table").disable("lheading").parse(text)
    row: list[str] = []
    for token, after in pairwise(tokens):
        match token.type:
            case "heading_open" if token.tag in ("h1", "h2"):
                heading = after.content
                game = heading.rpartition(": ")[2] if token.tag == "h1" else game
            case "tr_open":
                row = []
            case "td_open":
                row.append(after.content)
            case "tr_close" if row:
                found.setdefault(f"{game}: {heading}", []).append(tuple(row))
            case _:
                pass
    return {name: tuple(rows) for name, rows in found.items()}


def table(title: str, what: str) -> tuple[Row, ...]:
    """The rows of the table of a game's ``Actions``, ``The view`` or ``The result``."""
    for name, rows in tables().items():
        game, _, heading = name.partition(": ")
        if game == title and heading.startswith(what):
            return rows
    raise AssertionError(f"no table of {title}: {what}")


def named(cells: Iterator[str]) -> list[str]:
    return [word for cell in cells for word in _CODE.findall(cell)]


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_actions_names_each_with_its_fields(game: str) -> None:
    told: dict[str, set[str]] = {}
    words: list[str] = []
    for row in table(MEASURES[game].title, "Actions"):
        words = _CODE.findall(row[0]) or words
        for word in words:
            told.setdefault(word, set()).update(_CODE.findall(row[1]))
    actions = GAMES[game].messages.actions
    assert told == {word: fields_of(kind) for word, kind in actions.items()}


@pytest.mark.parametrize("what", ["view", "result"])
@pytest.mark.parametrize("game", GAMES)
def test_the_tables_of_views_and_results_name_each_field_once(game: str, what: str) -> None:
    rows = table(MEASURES[game].title, f"The {what}")
    messages = GAMES[game].messages
    kind = messages.view if what == "view" else messages.result
    assert sorted(named(row[0] for row in rows)) == sorted(fields_of(kind))
