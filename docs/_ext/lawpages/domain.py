"""The names in the documents: each has one anchor, and links lead to it."""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, NamedTuple

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.locale import _
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

LOGGER: Final = logging.getLogger(__name__)


SPOKEN: Final = ("argument", "example")
"""The kinds of names to which a link without words of its own shows the words of their titles."""


class Named(NamedTuple):
    """A name of the documents: its page, its anchor, its kind, and the text of a link to it."""

    docname: str
    anchor: str
    kind: str
    shown: str


class NameRole(XRefRole):
    """A link to a name: in code, or in the words that a page gives it."""

    def result_nodes(
        self, document: nodes.document, env: BuildEnvironment, node: nodes.Element, is_ref: bool
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        if is_ref and self.has_explicit_title:
            node[0] = nodes.inline("", "", *node[0].children)
        return [node], []


class LawDomain(Domain):
    """Clauses, questions, examples, sources, flags, and the sentences of the sources."""

    name = "law"
    label = "Law"
    object_types: ClassVar[dict[str, ObjType]] = {
        "clause": ObjType(_("clause"), "clause"),
        "question": ObjType(_("question"), "question"),
        "example": ObjType(_("example"), "example"),
        "source": ObjType(_("source"), "source"),
        "flag": ObjType(_("flag"), "flag"),
        "sentence": ObjType(_("sentence"), "sentence"),
        "argument": ObjType(_("argument"), "argument"),
    }
    roles: ClassVar[dict[str, Any]] = {kind: NameRole() for kind in object_types}
    initial_data: ClassVar[dict[str, Any]] = {"named": {}, "asked": {}}
    data_version = 4
    before: Mapping[tuple[str, str], Named] = {}
    """Everything that had an anchor before this build read a page."""

    @property
    def named(self) -> dict[tuple[str, str], Named]:
        """Everything that has an anchor, by its kind and name."""
        named: dict[tuple[str, str], Named] = self.data["named"]
        return named

    @property
    def asked(self) -> dict[str, set[tuple[str, str]]]:
        """By page: the kinds and names to which its roles lead."""
        asked: dict[str, set[tuple[str, str]]] = self.data["asked"]
        return asked

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        roles = (one for one in document.findall(pending_xref) if one.get("refdomain") == self.name)
        names = {(one["reftype"], one["reftarget"]) for one in roles}
        if names:
            self.asked[docname] = names

    def led_astray(self) -> list[str]:
        """The pages with a role that leads to a name whose place or words are others now."""
        either = self.before.keys() | self.named.keys()
        moved = {name for name in either if self.before.get(name) != self.named.get(name)}
        return [page for page, names in self.asked.items() if names & moved]

    def note(self, name: str, named: Named, location: Any = None) -> None:
        """Give a name its anchor; warn if the name or the anchor is already taken."""
        for kind in self.object_types:
            other = self.named.get((kind, name))
            if other is not None and (kind == named.kind or other[:2] == named[:2]):
                message = f"{named.kind} {name}: also the name of a {kind} in {other.docname}"
                LOGGER.warning(message, location=location, type="law", subtype="twice")
        self.named[named.kind, name] = named

    def clear_doc(self, docname: str) -> None:
        for key in [key for key, named in self.named.items() if named.docname == docname]:
            del self.named[key]
        self.asked.pop(docname, None)

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        for (_kind, name), named in otherdata["named"].items():
            if named[0] in docnames:
                self.note(name, Named(*named))
        self.asked.update(
            {page: otherdata["asked"][page] for page in docnames if page in otherdata["asked"]}
        )

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        found = self.named.get((typ, target))
        if found is None:
            return None
        if typ in SPOKEN and not node["refexplicit"]:
            contnode = nodes.inline("", found.shown)
        title = None if contnode.astext() == found.shown else found.shown
        return make_refnode(builder, fromdocname, found.docname, found.anchor, contnode, title)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        found = [
            self.named[kind, target] for kind in self.object_types if (kind, target) in self.named
        ]
        return [
            (
                f"law:{one.kind}",
                make_refnode(builder, fromdocname, one.docname, one.anchor, contnode, one.shown),
            )
            for one in found
        ]

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for (_kind, name), named in self.named.items():
            priority = 1 if named.kind in ("clause", "question") else 2
            if named.kind == "sentence":
                priority = -1
            yield name, named.shown, named.kind, named.docname, named.anchor, priority
