"""The rule documents as pages: clauses as boxes, examples as cards, questions as arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from lawpages import arguments, elements, engines, parts, shelf
from lawpages.book import ARGUMENTS, HOME
from lawpages.directives import ClauseDirective, ExampleDirective, QuestionDirective
from lawpages.domain import LawDomain
from lawpages.rows import ListParser
from lawpages.tables import FIELD, TABLES

LOGGER: Final = logging.getLogger(__name__)
DIGEST: Final = ".law-digest"
"""A file beside the pages, with the digest of the book from which they were written."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything with Sphinx."""
    app.add_config_value("law_spec", "../spec", "env", str)
    app.add_domain(LawDomain)
    app.add_directive("clause", ClauseDirective)
    app.add_directive("question", QuestionDirective)
    app.add_directive("example", ExampleDirective)
    app.add_source_suffix(".toml", "law-list")
    app.add_source_parser(ListParser)
    app.add_source_suffix(arguments.SUFFIX, "law-argument")
    app.add_source_parser(arguments.ArgumentParser)
    elements.setup(app)
    parts.setup(app)
    engines.setup(app)
    app.connect("builder-inited", read)
    app.connect("env-get-outdated", outdated)
    app.connect("doctree-read", add_table, priority=400)  # before its sections are listed
    app.connect("doctree-read", link_chapters)
    app.connect("env-check-consistency", complete)
    app.connect("html-page-context", share_sidebar, priority=400)  # before the theme takes it
    app.connect("build-finished", remember)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def read(app: Sphinx) -> None:
    """Read the documents, and write the sources of arguments; problems become warnings."""
    book = shelf.fetch(shelf.spec_of(app.env))
    for problem in book.problems:
        LOGGER.warning(str(problem), type="law", subtype="document")
    arguments.write_sources(book, Path(app.srcdir))


def outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> Sequence[str]:
    """All pages of the law, if anything has changed that one of them may show; else none."""
    stored = _digest_file(app)
    if stored.is_file() and stored.read_text(encoding="utf-8") == shelf.book(env).digest:
        return []
    return [
        name
        for name in env.found_docs
        if name.startswith((f"{HOME}/", f"{ARGUMENTS}/")) or _wants_table(env, name)
    ]


def remember(app: Sphinx, exception: Exception | None) -> None:
    """Write the digest of the book after a build without an error or a warning."""
    if exception is None and app._warncount == 0:
        _digest_file(app).write_text(shelf.book(app.env).digest, encoding="utf-8")


def _digest_file(app: Sphinx) -> Path:
    return Path(app.outdir) / DIGEST


def _wants_table(env: BuildEnvironment, docname: str) -> bool:
    return not env.metadata.get(docname, {}).keys().isdisjoint({FIELD, parts.FIELD})


def add_table(app: Sphinx, doctree: nodes.document) -> None:
    """Add to a page the table that its front matter asks for."""
    docname = app.env.docname
    wanted = app.env.metadata.get(docname, {}).get(FIELD)
    if wanted is None:
        return
    make = TABLES.get(str(wanted))
    if make is None:
        LOGGER.warning(f"no table {wanted!r}: {', '.join(TABLES)}", location=docname, type="law")
        return
    for section in doctree.findall(nodes.section):
        section += make(shelf.book(app.env))
        return


def link_chapters(app: Sphinx, doctree: nodes.document) -> None:
    """Correct the targets of links between chapters, such as ``[the deal](deal.md)``.

    ``docs/rules`` is a symbolic link, and the parser resolves it to the folder of the documents.
    """
    spec = shelf.spec_of(app.env)
    for reference in doctree.findall(pending_xref):
        there = Path(reference["reftarget"])
        if reference["refdomain"] == "doc" and there.is_relative_to(spec):
            reference["reftarget"] = f"{HOME}/{there.relative_to(spec).as_posix()}"


def share_sidebar(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Make the sidebar once for the pages of all questions, which stand at one depth outside it."""
    if not page.startswith(f"{ARGUMENTS}/") or page.count("/") != 2 or "toctree" not in context:
        return
    made, toctree = shelf.sidebars(app.env), context["toctree"]

    def shared(**how: Any) -> str:
        key = repr(sorted(how.items()))
        if key not in made:
            made[key] = toctree(**how)
        return made[key]

    context["toctree"] = shared


def complete(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of a clause, question or example without an anchor, and of an anchor without one."""
    book = shelf.book(env)
    domain = env.domains["law"]
    assert isinstance(domain, LawDomain)
    held: dict[str, Iterable[str]] = {
        "clause": book.clauses,
        "question": book.questions,
        "example": {*book.examples, *(case.id for those in book.cases.values() for case in those)},
    }
    for kind, names in held.items():
        shown = {name for shown_kind, name in domain.named if shown_kind == kind}
        for name in sorted(set(names) - shown):
            LOGGER.warning(f"{kind} {name} stands on no page", type="law", subtype="missing")
        for name in sorted(shown - set(names)):
            LOGGER.warning(f"{kind} {name} stands in no document", type="law", subtype="missing")
