"""The homes of the games: short, and every sentence leads to a clause."""

from __future__ import annotations

import re

import pytest

from meldcheck.games import MEASURES

from .building import DOCS

LINK = re.compile(r"\{law:clause\}`([^`<]*) <[^`]*>`")
DIRECTIVE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SENTENCE = re.compile(r"(?<=[.?])\**\s+(?=[A-Z*-])")


def prose(game: str) -> list[str]:
    """The paragraphs and list items of a home, without its front matter and what follows it."""
    text = (DOCS / f"rules-{game}.md").read_text(encoding="utf-8")
    text = DIRECTIVE.sub("", text.split("---", 2)[2].partition("## The chapters")[0])
    blocks = re.split(r"\n\n|\n(?=- )", text)
    return [block for block in blocks if block.strip() and not block.lstrip().startswith("#")]


def sentences(game: str) -> list[str]:
    """The sentences of a home; a heading in bold type is none."""
    parts = (part for block in prose(game) for part in SENTENCE.split(block))
    return [part for part in parts if not re.fullmatch(r"\s*\*\*[^*]*\**\s*", part)]


@pytest.mark.parametrize("game", MEASURES)
def test_every_sentence_of_a_home_leads_to_a_clause(game: str) -> None:
    assert [one for one in sentences(game) if not LINK.search(one)] == []


@pytest.mark.parametrize("game", MEASURES)
def test_a_home_can_be_read_in_a_few_minutes(game: str) -> None:
    words = sum(len(LINK.sub(r"\1", block).split()) for block in prose(game))
    assert 600 <= words <= 900
