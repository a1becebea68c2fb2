"""Five doors: each page stands behind one, and the sidebar shows the pages behind it.

The toctrees of the start page are the doors; their captions are the names, and the first page of
each is the one to which its name leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from lawpages.book import ARGUMENTS, CLAUSES, HOME, SENTENCES

PLAY: Final = "play"
"""The page that has a link of its own beside the doors, though it stands behind one."""


@dataclass(frozen=True, slots=True)
class Part:
    """A toctree: its caption, and its pages with the titles that it gives them."""

    caption: str
    pages: tuple[tuple[str, str], ...]

    def holds(self, path: Sequence[str]) -> bool:
        """Whether a page of this toctree is on a path."""
        return any(page in path for page, _ in self.pages)


def add_doors(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give the templates the doors and the sidebar of a page, instead of the tree of all pages."""
    context["toctree"] = lambda **_how: ""
    tree = trees(app.env)
    path = tree.path(_place(page))
    door = next((one for one in tree.doors if one.holds(path)), None)

    def to(there: str) -> str:
        return escape(str(app.builder.get_relative_uri(page, there)))

    context["doors"] = [
        (one.caption, to(one.pages[0][0]), one is door and page != PLAY)
        for one in tree.doors
        if one.pages
    ]
    if PLAY in app.env.found_docs:
        context["doors"].insert(1, ("Play", to(PLAY), page == PLAY))
    context["for_players"] = [page for one in tree.doors[:2] for page, _ in one.pages]
    context["behind"] = "" if door is None else "".join(_listed(tree, (door,), path, to, 1))


def _place(page: str) -> str:
    """The page of a toctree at which a page stands: its chapter, or the list of arguments."""
    match page.split("/"):
        case [folder, game, chapter, _, *_] if folder == CLAUSES:
            return f"{HOME}/{game}/{chapter}"
        case [folder, *_] if folder == CLAUSES:
            return CLAUSES
        case [folder, name] if folder == SENTENCES:
            return f"{HOME}/sources/{name.rpartition('-')[0]}"
        case [folder, *_] if folder in (ARGUMENTS, "questions"):
            return ARGUMENTS
        case ["genindex"]:
            return "words"
        case _:
            return page


def _listed(
    tree: Tree, parts: Sequence[Part], path: Sequence[str], to: Callable[[str], str], level: int
) -> Iterator[str]:
    """Lists of pages; below each page of the path stand those of its own toctrees."""
    for part in parts:
        if part.caption:
            yield f'<p class="caption"><span class="caption-text">{escape(part.caption)}</span></p>'
        yield "<ul>"
        for page, title in part.pages:
            is_here, is_on_way = page == path[0], page in path
            css = f"toctree-l{level}{' current' * is_on_way}{' current-page' * is_here}"
            current = ' aria-current="page"' * is_here
            yield f'<li class="{css}"><a class="reference internal" href="{to(page)}"{current}>'
            yield f"{escape(title)}</a>"
            if is_on_way:
                yield from _listed(tree, tree.of(page), path, to, level + 1)
            yield "</li>"
        yield "</ul>"


class Tree:
    """The toctrees of all pages."""

    def __init__(self, env: BuildEnvironment) -> None:
        self.env = env
        self.parts: dict[str, tuple[Part, ...]] = {}
        self.doors = self.of(str(env.config.root_doc))
        self.above = {
            page: parent
            for parent in env.toctree_includes
            for part in self.of(parent)
            for page, _ in part.pages
        }

    def of(self, page: str) -> tuple[Part, ...]:
        """The toctrees of a page."""
        if page not in self.parts:
            toc = self.env.tocs.get(page)
            found = () if toc is None else tuple(toc.findall(addnodes.toctree))
            self.parts[page] = tuple(self._part(one) for one in found)
        return self.parts[page]

    def _part(self, node: addnodes.toctree) -> Part:
        pages = (
            (page, title or self.env.titles[page].astext())
            for title, page in node["entries"]
            if page in self.env.titles
        )
        return Part(node.get("caption") or "", tuple(pages))

    def path(self, page: str) -> Sequence[str]:
        """A page and those above it; ``laws-rummy``, which is in no toctree, is at ``laws``."""
        found = [page if page in self.above else page.partition("-")[0]]
        while found[-1] in self.above and self.above[found[-1]] not in found:
            found.append(self.above[found[-1]])
        return found


_TREES: Final[WeakKeyDictionary[BuildEnvironment, Tree]] = WeakKeyDictionary()


def trees(env: BuildEnvironment) -> Tree:
    """The toctrees of a build, read once after all pages."""
    if env not in _TREES:
        _TREES[env] = Tree(env)
    return _TREES[env]
