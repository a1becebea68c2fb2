"""The pages of options: each option that can be played with its readings, the default first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from docutils import nodes

from lawpages.elements import law_element
from lawpages.options import options
from meldcheck.games import MEASURES
from meldspec.games import GAMES
from tests import committed

from .building import DOCS


def inside(node: nodes.Node, *tags: str) -> list[law_element]:
    return [one for one in node.findall(law_element) if one["tag"] in tags]


def name_in(node: law_element) -> str:
    return inside(node, "code")[0].astext()


@pytest.mark.parametrize("game", MEASURES)
def test_a_page_lists_the_options_and_readings_that_are_played(game: str) -> None:
    law = committed.law(game)
    book: Any = SimpleNamespace(laws={game: law})  # all that a page of options asks of a book
    about, table = options(book, law)
    _, *rows = inside(table, "tr")
    shown = {
        name_in(inside(row, "th")[0]): [name_in(reading) for reading in inside(row, "dt")]
        for row in rows
    }
    played = law.rule_space(GAMES[game]).readings
    assert {name: readings[0] for name, readings in shown.items()} == {
        name: str(readings[0]) for name, readings in played.items()
    }
    assert {name: {*readings} for name, readings in shown.items()} == {
        name: {*map(str, readings)} for name, readings in played.items()
    }
    assert f" has {len(played)} options. " in about.astext()
    assert f"{{law-options}} {game}\n" in (DOCS / f"options-{game}.md").read_text(encoding="utf-8")
