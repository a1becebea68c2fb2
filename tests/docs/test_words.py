"""The page of words: every term of a game has its row."""

from __future__ import annotations

import re

from tests import committed

from .building import DOCS


def test_every_name_of_the_chapter_on_words_has_a_row() -> None:
    page = (DOCS / "words.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\{law:clause\}`[^`]* <([^`]+)>`", page))
    law = committed.law("tongits")
    chapter = next(one for one in law.documents if one.title == "Words")
    terms = {one.id for one in chapter.clauses if one.kind != "rejected"}
    assert terms - linked == set()
