"""Blocks of pages that the site draws as bars (``docs/_ext/lawpages/bars.py``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).resolve().parents[1] / "docs"


def bars(
    title: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str | int]],
    noun: str,
    **options: str,
) -> str:
    """A table with a name in each row, and under each other head a count of its kind."""
    chosen = (f":{name}: {value}" for name, value in {"noun": noun, **options}.items())
    lines = [head, ["---"] * len(head), *rows]
    shown = (f"| {' | '.join(map(_cell, cells))} |" for cells in lines)
    return "\n".join([f":::{{law-bars}} {title}", *chosen, "", *shown, ":::"])


def _cell(cell: str | int) -> str:
    return f"{cell:,}" if isinstance(cell, int) else cell


def in_order_of_play(game: str) -> dict[str, str]:
    """By chapter of a game, a link to its page; in the order of the page of the game."""
    page = (DOCS / f"rules-{game}.md").read_text(encoding="utf-8")
    listed = re.findall(rf"^rules/{game}/([a-z-]+)$", page, re.MULTILINE)
    return {one: f"{{doc}}`{one} <rules/{game}/{one}>`" for one in listed if one != "flags"}
