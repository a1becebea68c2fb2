"""Repairs of the HTML that Sphinx and the theme make: wide blocks, and a name with a hyphen."""

from __future__ import annotations

import re
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx

WIDE: Final = {
    '<div class="highlight"><pre>': '<div class="highlight"><pre tabindex="0">',
    '<div class="table-wrapper docutils container">': (
        '<div class="table-wrapper docutils container" role="region" aria-label="Table" '
        'tabindex="0">'
    ),
}
"""What may be wider than the page, and its form that a keyboard can scroll."""

LIGHTER: Final = {
    "docutils literal notranslate": "literal",
    "xref law law-clause literal": "literal",
}
"""Classes that nobody styles, and the shorter ones in their place."""

_WORD_OF_CODE: Final = re.compile(r'<span class="pre">([^<]*)</span>')

_HYPHENED: Final = re.compile(r"\bTong-its\b(?=[^<>]*<)")


def repair(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let the keyboard reach wide blocks, keep Tong-its on its line, and make code lighter."""
    for name in ("body", "behind"):
        text = context.get(name, "")
        for made, better in {**WIDE, **LIGHTER}.items():
            text = text.replace(made, better)
        text = _WORD_OF_CODE.sub(r"\1", text)
        context[name] = _HYPHENED.sub('<span class="whole">Tong-its</span>', text)
