"""The modules of chapters: each has the name of its document, and none is too long."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

import meldspec
from meldspec.games import NAMES

PLAY: Final = Path(meldspec.__file__).parent
SPEC: Final = Path(__file__).parents[2] / "spec"
MOST_LINES: Final = 400


@pytest.mark.parametrize("path", sorted(PLAY.rglob("*.py")), ids=lambda path: path.stem)
def test_no_module_of_the_play_is_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("game", NAMES)
def test_a_module_with_the_name_of_a_chapter_names_its_document(game: str) -> None:
    chapters = {path.stem.replace("-", "_"): path for path in (SPEC / game).glob("*.md")}
    named: set[str] = set()
    for path in (PLAY / game.replace("-", "_")).glob("*.py"):
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        documents = re.findall(r"spec/\S+?\.md", said)
        assert [one for one in documents if not (SPEC.parent / one).is_file()] == []
        if path.stem in chapters:
            named.add(path.stem)
            assert f"spec/{game}/{chapters[path.stem].name}" in documents, path.name
    assert len(named) > len(chapters) / 2
