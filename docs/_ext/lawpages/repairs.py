"""Repairs of the HTML that Sphinx and the theme make: wide blocks, captions, a hyphened name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import count, cycle
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx

REACHED: Final = {
    re.compile(r'(<div class="highlight"><pre)>'): r'\1 tabindex="0">',
    re.compile(r'(<p class="caption" role="heading")>'): r'\1 aria-level="3">',
}
"""Wide code and captions, and their forms that a keyboard can scroll and a reader can tell."""

_TABLE: Final = re.compile(r'(<div class="table-wrapper[^"]*")>')

LIGHTER: Final = {
    re.compile(r'<span class="pre">([^<]*)</span>'): r"\1",
    re.compile(r' class="(?:xref law law-[a-z]+ )?docutils literal notranslate"'): (
        ' class="literal"'
    ),
    re.compile(r"<span></span>"): "",
    re.compile(r'<span class="[pw]">([^<]*)</span>'): r"\1",
    re.compile(r'<a class="reference internal" '): "<a ",
    re.compile(r'(<a [^>]*><code) class="literal">'): r"\1>",
    re.compile(r'<tr class="row-(?:odd|even)">'): "<tr>",
    re.compile(r'<th class="head">(?:<p>)?((?:(?!</?p>).)*?)(?:</p>)?</th>'): r"<th>\1</th>",
    re.compile(r'(<div class="table-wrapper) colwidths-auto docutils container'): r"\1",
    re.compile(r"<td><p>((?:(?!</?p>).)*)</p></td>", re.DOTALL): r"<td>\1</td>",
}
"""Markup that nobody styles, and what stands in its place."""

_TABLES: Final = re.compile(r'<table class="docutils.*?</table>', re.DOTALL)
_NAMES: Final = re.compile(r"(?<=<code)[^>]*>[^<]*")
_JOINTS: Final = re.compile(r"(?<=\w)[._/](?=\w)")
"""The places in names at which a line may end."""

_HEAD: Final = re.compile(r"<th>(.*?)</th>")

STACKED: Final = "distinguish"
"""The beginning of the names of pages whose rows are too wide for a phone."""

_HYPHENED: Final = re.compile(r"Tong-its\b(?=[^<>]*<)")


def repair(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let the keyboard reach wide blocks, break names where they are joined, make code lighter."""
    body = context.get("body", "")
    for made, better in {**REACHED, **LIGHTER}.items():
        body = made.sub(better, body)
    body = _TABLE.sub(partial(_numbered, count(1)), body)
    body = _TABLES.sub(lambda found: _NAMES.sub(_with_joints, found[0]), body)
    if page.startswith(STACKED):
        body = _stacked(body)
    for name, text in (("body", body), ("behind", context["behind"])):
        context[name] = _HYPHENED.sub('<span class="whole">Tong-its</span>', text)


def _stacked(body: str) -> str:
    """The tables of a page with cells that name their columns, for one below another on a phone.

    Tables with the same columns share their names, in a style.
    """
    heads = {tuple(_HEAD.findall(found[0])) for found in _TABLES.finditer(body)}
    if len(heads) != 1:
        return _TABLES.sub(lambda found: _named(found[0]), body)
    (columns,) = heads
    names = "".join(
        f'.stacked td:nth-child({place})::before{{content:"{name} "}}'
        for place, name in enumerate(columns, start=1)
    )
    tables = _TABLES.sub(lambda found: _marked(found[0]), body)
    return f"<style>@media (max-width: 46em){{{names}}}</style>{tables}"


def _named(table: str) -> str:
    """A table whose cells name their columns themselves."""
    heads = cycle(_HEAD.findall(table))
    return _marked(re.sub(r"<td(?=[ >])", lambda _: f'<td data-head="{next(heads)}"', table))


def _marked(table: str) -> str:
    return table.replace('<table class="', '<table class="stacked ', 1)


def _with_joints(found: re.Match[str]) -> str:
    """A name in code whose line ends after a dot or the like, not within a word."""
    opened, _, name = found[0].partition(">")
    return f"{opened}>{_JOINTS.sub(_joint, name)}"


def _joint(found: re.Match[str]) -> str:
    return f"{found[0]}<wbr>"


def _numbered(numbers: Iterator[int], found: re.Match[str]) -> str:
    """The box of a table, which a keyboard can scroll, with a name of its own."""
    return f'{found[1]} role="region" aria-label="Table {next(numbers)}" tabindex="0">'
