"""What has moved to another page: a link at its old place leads to the new one."""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from lawpages.elements import el, flat

HEADINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "checking": {"checking-an-engine": "", "when-a-case-fails": "when-cases-fail"},
    "derivations": {"derived-twice": "", "tong-its-november-2026": "tong-its"},
    "explore": {"explore": ""},
    "fuzz": {"what-is-told": "what-the-report-shows"},
    "index": {"meldspec": ""},
    "laws": {"laws": ""},
    "rules": {"how-to-read-the-rules": "", "how-to-read-an-example": "how-to-read-a-case"},
    "rules-carousel": {"the-rules-of-carousel": ""},
    "rules-indian-chief": {"the-rules-of-indian-chief": ""},
    "rules-rummy": {"the-rules-of-rummy": ""},
    "rules-three-thirteen": {"the-rules-of-three-thirteen": ""},
    "rules-tongits": {"the-rules-of-tong-its": ""},
    "speed": {"beside-others": ""},
}
"""By page: the anchors of earlier headings, with those of today; the page itself without one."""

PARTED: Final[Mapping[str, Mapping[str, str]]] = {
    "laws": {
        "laws-ground": """
            what-a-card-is-worth-and-where-it-stands-in-its-suit
            sets-and-runs-are-what-the-documents-say-for-every-choice-of-cards
        """,
        "laws-tongits": """
            gone-through-case-by-case-over-the-whole-pack-what-may-be-exposed-taken-and-laid-off
            gone-through-case-by-case-over-every-hand-of-small-packs-melds-arrangements-calls-deals
            what-is-too-large-to-go-through-seeded-hands-and-matches-of-the-whole-pack
            how-guards-effects-and-consequences-are-put-together-the-frame-of-every-rule
            whose-turn-it-is-how-a-turn-ends-and-who-deals
            what-each-move-changes-the-whole-state-after-it-spelled-out
            no-move-makes-a-card-or-loses-one-whichever-card-is-looked-for-it-is-found-as-often
            who-may-call-a-draw-who-answers-it-and-in-which-order
            what-may-be-done-under-every-reading-gone-through-case-by-case
            who-wins-when-totals-are-compared-ties-included
            what-each-loser-owes-the-winner-line-by-line-and-that-payments-sum-to-nothing
            the-pot-antes-rows-of-wins-who-takes-it-and-that-no-chip-is-lost
            what-a-seat-sees-and-that-it-tells-nothing-of-what-is-hidden
        """,
    }
}
"""By page: the pages on which sections of it stand today, with the anchors of these."""

RENAMED: Final = {
    "how-guards-effects-and-consequences-are-put-together-the-frame-of-every-rule": (
        "how-conditions-effects-and-followings-are-put-together-the-frame-of-every-rule"
    )
}


def keep_headings(app: Sphinx, doctree: nodes.document) -> None:
    """Give a page the anchors of its earlier headings."""
    page = app.env.docname
    sections = list(doctree.findall(nodes.section))
    for old, anchor in HEADINGS.get(page, {}).items():
        for section in sections:
            if anchor in section["ids"] or (not anchor and section is sections[0]):
                section["ids"].append(old)
    parted = PARTED.get(page, {}).items()
    links = [_parted(there, old) for there, anchors in parted for old in anchors.split()]
    if links:
        sections[0] += [el("p", "Sections that stood here:"), flat(el("ul", *links))]


def _parted(page: str, old: str) -> nodes.Node:
    words, place = old.replace("-", " ").capitalize(), f"{page}.html#{RENAMED.get(old, old)}"
    return el("li", el("a", words, css="moved", id=old, href=place))


def moved(page: str, anchor: str, words: str) -> nodes.Node:
    """A link with the anchor of what has moved; ``page`` is the address, seen from this page."""
    link = el("a", words, css="moved", href=f"{page}#{anchor}")
    link["ids"].append(anchor)
    return link


class MovedDirective(SphinxDirective):
    """``{law-moved} PAGE``: a link to a page beside this one, at each address that it had here.

    The content is ``TITLE: ADDRESS …``.
    """

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        there = f"{self.arguments[0]}.html"
        title, _, anchors = " ".join(self.content).partition(":")
        places = [el("span", id=anchor) for anchor in anchors.split()]
        return [el("p", el("a", *places, title, css="moved", href=there))]


def setup(app: Sphinx) -> None:
    """Register the directive, and keep earlier anchors."""
    app.connect("doctree-read", keep_headings)
    app.add_directive("law-moved", MovedDirective)
