"""Repairs of the HTML that Sphinx and the theme make: wide blocks, and a name with a hyphen."""

from __future__ import annotations

import re
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx

WIDE: Final = {
    re.compile(r'(<div class="highlight"><pre)>'): r'\1 tabindex="0">',
    re.compile(r'(<div class="table-wrapper[^"]*")>'): (
        r'\1 role="region" aria-label="Table" tabindex="0">'
    ),
}
"""What may be wider than the page, and its form that a keyboard can scroll."""

LIGHTER: Final = {
    re.compile(r'<span class="pre">([^<]*)</span>'): r"\1",
    re.compile(r' class="(?:xref law law-[a-z]+ )?docutils literal notranslate"'): (
        ' class="literal"'
    ),
    re.compile(r'<a class="reference internal" '): "<a ",
    re.compile(r'(<a [^>]*><code) class="literal">'): r"\1>",
    re.compile(r'<tr class="row-(?:odd|even)">'): "<tr>",
    re.compile(r"<td><p>((?:(?!</?p>).)*)</p></td>", re.DOTALL): r"<td>\1</td>",
}
"""Markup that nobody styles, and what stands in its place."""

_HYPHENED: Final = re.compile(r"\bTong-its\b(?=[^<>]*<)")


def repair(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let the keyboard reach wide blocks, keep Tong-its on its line, and make code lighter."""
    body = context.get("body", "")
    for made, better in {**WIDE, **LIGHTER}.items():
        body = made.sub(better, body)
    for name, text in (("body", body), ("behind", context["behind"])):
        context[name] = _HYPHENED.sub('<span class="whole">Tong-its</span>', text)
