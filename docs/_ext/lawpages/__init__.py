"""The rule documents as pages: clauses as boxes, examples as cards, questions as arguments."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from docutils import nodes
from sphinx.addnodes import pending_xref, toctree
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from lawpages import (
    arguments,
    bars,
    clausepages,
    curves,
    dots,
    elements,
    engines,
    finished,
    moved,
    parts,
    playfiles,
    rows,
    shelf,
    shown,
    start,
)
from lawpages.book import ARGUMENTS, CLAUSES, HOME, SENTENCES
from lawpages.chapters import add_picture, fold_cases
from lawpages.directives import ClauseDirective, ExampleDirective, QuestionDirective
from lawpages.domain import LawDomain
from lawpages.doors import add_doors
from lawpages.elements import flatten
from lawpages.finding import write_index
from lawpages.repairs import repair
from lawpages.search import Remembering
from lawpages.tables import FIELD, TABLES
from lawpages.written import write_sources

LOGGER: Final = logging.getLogger(__name__)
COLLECTED: Final = (1_000_000, 20, 20)
"""How many new objects make Python look for cycles.

Every page is a cycle, and a process reads or writes so few of them that it ends before.
"""
DIGEST: Final = ".law-digests"
"""A file beside the pages, with digests of what each of them shows of the book."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything with Sphinx."""
    app.add_config_value("law_spec", "../spec", "env", str)
    app.add_domain(LawDomain)
    app.add_directive("clause", ClauseDirective)
    app.add_directive("question", QuestionDirective)
    app.add_directive("example", ExampleDirective)
    app.add_source_suffix(".toml", "law-list")
    app.add_source_parser(rows.ListParser)
    app.add_source_suffix(rows.SUFFIX, "law-sentences")
    app.add_source_parser(rows.SentencesParser)
    app.add_source_suffix(arguments.SUFFIX, "law-argument")
    app.add_source_parser(arguments.ArgumentParser)
    app.add_source_suffix(clausepages.SUFFIX, "law-clause")
    app.add_source_parser(clausepages.ClauseParser)
    app.add_search_language(Remembering)
    elements.setup(app)
    start.setup(app)
    parts.setup(app)
    shown.setup(app)
    engines.setup(app)
    bars.setup(app)
    curves.setup(app)
    dots.setup(app)
    finished.setup(app)
    moved.setup(app)
    app.connect("builder-inited", read)
    app.connect("env-get-outdated", outdated)
    app.connect("env-updated", led_astray)
    app.connect("doctree-read", add_table, priority=400)  # before its sections are listed
    app.connect("doctree-read", link_chapters)
    app.connect("doctree-read", finish_chapter)
    app.connect("doctree-read", forget_sections, priority=600)  # after Sphinx has listed them
    app.connect("env-check-consistency", complete)
    app.connect("env-check-consistency", keep_what_is_read)
    app.connect("write-started", let_more_write)
    app.connect("html-page-context", add_doors, priority=400)  # before the theme lists all
    app.connect("html-page-context", repair, priority=410)
    app.connect("html-page-context", add_scripts)
    app.connect("html-page-context", drop_colours)
    app.connect("html-page-context", remember_tags)
    app.connect("build-finished", write_plays, priority=400)  # before the digests are written
    app.connect("build-finished", remember)
    app.connect("build-finished", write_index)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def keep_what_is_read(_app: Sphinx, _env: BuildEnvironment) -> None:
    """Tell Python that what has been read stays to the end, so that no process looks through it."""
    gc.freeze()


def read(app: Sphinx) -> None:
    """Read the documents, and write the sources of their pages; problems become warnings."""
    gc.set_threshold(*COLLECTED)
    book = shelf.fetch(shelf.spec_of(app.env), Path(app.doctreedir) / "volumes", app.parallel)
    for problem in book.problems:
        LOGGER.warning(str(problem), type="law", subtype="document")
    keep_what_is_read(app, app.env)
    docs = Path(app.srcdir)
    write_sources(docs / ARGUMENTS, arguments.SUFFIX, arguments.sources(book))
    write_sources(docs / SENTENCES, rows.SUFFIX, rows.sources_of(book))
    write_sources(docs / CLAUSES, clausepages.SUFFIX, clausepages.sources(book))


def outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> Sequence[str]:
    """The pages of the law of which anything has changed that they may show."""
    domain = env.domains["law"]
    assert isinstance(domain, LawDomain)
    domain.before = dict(domain.named)
    before = _remembered(app)
    return [page for page, digest in _digests(env).items() if before.get(page) != digest]


def led_astray(app: Sphinx, env: BuildEnvironment) -> Sequence[str]:
    """The pages that are written again since a name to which they lead has moved."""
    domain = env.domains["law"]
    assert isinstance(domain, LawDomain)
    return domain.led_astray()


def _digests(env: BuildEnvironment) -> dict[str, str]:
    """By page: the digest of what it may show of the book; all of it for a page with a table.

    A page with plays of its own has the digest of these.
    """
    book = shelf.book(env)
    tables = {page: book.digest for page in env.found_docs if _shows_book(env, page)}
    parts_of = {
        page: shelf.digest_of_games(env, games)
        for page in tables
        if (games := env.metadata[page].get(parts.GAMES))
    }
    return {**dict(shown.digests(env)), **shelf.digests(env), **tables, **parts_of}


def remember(app: Sphinx, exception: Exception | None) -> None:
    """Write the digests of pages after a build without an error or a warning."""
    if exception is None and app._warncount == 0:
        _digest_file(app).write_bytes(msgspec.json.encode(_digests(app.env)))


def _remembered(app: Sphinx) -> dict[str, str]:
    """By page: the digest with which the last build made it; empty if there was none."""
    stored = _digest_file(app)
    if not stored.is_file():
        return {}
    return msgspec.json.decode(stored.read_bytes(), type=dict[str, str])


def write_plays(app: Sphinx, exception: Exception | None) -> None:
    """Write the files that pages load when they are asked for, if something has changed."""
    if exception is None and app.builder.format == "html":
        playfiles.write(app, plays=not _is_remembered(app))


def _is_remembered(app: Sphinx) -> bool:
    """Whether the last build had this book, and wrote all its pages."""
    return _remembered(app) == _digests(app.env)


def _digest_file(app: Sphinx) -> Path:
    return Path(app.outdir) / DIGEST


def _shows_book(env: BuildEnvironment, docname: str) -> bool:
    fields = {FIELD, parts.FIELD, start.FIELD}
    return not env.metadata.get(docname, {}).keys().isdisjoint(fields)


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
        flatten(section)
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


def finish_chapter(app: Sphinx, doctree: nodes.document) -> None:
    """Fold the lines of cases of a chapter, and draw its situation."""
    match app.env.docname.split("/"):
        case [folder, game, name] if folder == HOME:
            book = shelf.book(app.env)
            fold_cases(doctree)
            for chapter in book.laws[game].documents if game in book.laws else ():
                if chapter.chapter == name:
                    add_picture(book, chapter, doctree)
            flatten(doctree)
        case _:
            pass


def forget_sections(app: Sphinx, _doctree: nodes.document) -> None:
    """Forget the list of the sections of a page that does not show it.

    Most pages are such, and each process that reads pages hands over the lists of all of them.
    """
    env = app.env
    if "hide-toc" in env.metadata[env.docname]:
        listed = env.tocs[env.docname]
        if next(listed.findall(toctree), None) is None:
            env.tocs[env.docname] = nodes.bullet_list()


def let_more_write(app: Sphinx, _builder: Builder) -> None:
    """Let one process more write: the first one writes none, but only reads what others write.

    It is done with that long before them, and Sphinx would leave its processor without work.
    """
    if app.parallel > 1:
        app.parallel += 1


SCRIPTS: Final = {
    "stepper": ("table.js", "stepper.js", "steps.js"),
    "play": ("table.js", "position.js", "play.js"),
}
"""The scripts of a page with steppers, and of a page whose front matter says ``law-scripts``."""


def add_scripts(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the scripts of steppers to a page that has one, and those that its front matter names."""
    wanted = {app.env.metadata.get(page, {}).get("law-scripts")}
    if 'class="stepper"' in context.get("body", ""):
        wanted.add("stepper")
    for scripts in (SCRIPTS[name] for name in SCRIPTS if name in wanted):
        app.add_css_file("stepper.css")
        for script in scripts:
            app.add_js_file(script, loading_method="defer")


COLOURS: Final = "_static/pygments.css"
"""The colours of code."""


def drop_colours(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Take the colours of code from a page that has none."""
    if 'class="highlight' not in context.get("body", ""):
        # the builder's own list, to which it adds; it is as before for the next page
        context["css_files"][:] = (one for one in context["css_files"] if one.filename != COLOURS)


_TAGS: Final[dict[tuple[object, ...], str]] = {}
"""The tags of scripts and styles, by folder of the site, depth of the page, and file."""


def remember_tags(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Make the tag of a script or style once for all pages that are as deep as this one."""
    for name in ("css_tag", "js_tag"):
        context[name] = partial(_tag, context[name], (app.outdir, page.count("/"), name))


def _tag(make: Callable[[object], str], place: tuple[object, ...], file: object) -> str:
    wanted = (*place, file)
    if wanted not in _TAGS:
        _TAGS[wanted] = make(file)
    return _TAGS[wanted]


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
