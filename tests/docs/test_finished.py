"""What is finished when a page is read, or made once for many pages: pages stay the same."""

from __future__ import annotations

import pickle
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder

from lawpages import let_more_write, remember_tags
from lawpages.elements import _visit_listing, law_listing
from lawpages.finished import FinishTables

from ..conformance.laws import write_law
from .building import Built, build_small, write_site

PAGE: Final = """\
---
orphan: true
---

# Tables

| what is `said` | by *whom* |
| --- | :-: |
| the "dealer's" hand -- it's <b>one</b>... | **everybody** & nobody |

| clause | words |
| --- | --- |
| {law:clause}`tongits.turn.to-act`<br>quixotic `a.b  c` | [way back](index.md), {doc}`index` |
| `x < "y@z"` |  |
"""


def built(folder: Path, *, plainly: bool = False) -> Built:
    """A small site with tables, each finished when it is read unless all is done ``plainly``."""
    folder.mkdir()
    write_law(folder)
    docs = write_site(folder)
    (docs / "tables.md").write_text(PAGE, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        if plainly:
            patch.setattr(FinishTables, "apply", lambda _self: None)
        return build_small(docs, folder / "out")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The small site with tables."""
    return built(tmp_path_factory.mktemp("finished") / "one")


def test_a_finished_table_is_written_as_any_other(finished: Built, tmp_path: Path) -> None:
    plain = built(tmp_path / "plain", plainly=True)
    assert (finished.code, finished.warnings) == (plain.code, plain.warnings) == (0, "")
    assert finished.page("tables") == plain.page("tables")
    words = [
        (one.folder / "searchindex.js").read_text(encoding="utf-8") for one in (plain, finished)
    ]
    assert words[0] == words[1]
    assert "quixot" in words[0]


def test_a_finished_table_has_no_nodes_but_links(finished: Built) -> None:
    stored = (finished.folder / ".doctrees" / "tables.doctree").read_bytes()
    first, second = pickle.loads(stored).findall(nodes.table)
    assert list(first.findall(nodes.entry))  # one of its columns is centred
    assert not list(second.findall(nodes.entry))
    assert len(list(second.findall(nodes.literal))) == 2  # in the link, and with spaces to keep


def test_sections_of_pages_that_do_not_list_them_are_forgotten(finished: Built) -> None:
    env = pickle.loads((finished.folder / ".doctrees" / "environment.pickle").read_bytes())
    assert "tables" in env.tocs["tables"].astext().lower()
    assert env.tocs["clauses/tongits/turn/to-act"].astext() == ""


def test_code_is_coloured_once() -> None:
    asked: list[str] = []

    def colour(node: nodes.Element) -> None:
        asked.append(node.astext())
        writer.body.append(f"<pre>{node.astext()}</pre>")
        raise nodes.SkipNode

    writer = SimpleNamespace(body=["<p>"], visit_literal_block=colour)
    for line, text in ((7, "one"), (7, "two"), (8, "one"), (7, "one")):
        node = law_listing(text, text, highlight_args={"linenostart": line})
        with pytest.raises(nodes.SkipNode):
            _visit_listing(writer, node)
    assert writer.body == [
        "<p>",
        "<pre>one</pre>",
        "<pre>two</pre>",
        "<pre>one</pre>",
        "<pre>one</pre>",
    ]
    assert asked == ["one", "two", "one"]


def test_the_tag_of_a_file_is_made_once_for_pages_of_one_depth(tmp_path: Path) -> None:
    app = cast("Sphinx", SimpleNamespace(outdir=tmp_path))
    made: list[str] = []
    for page in ("index", "clauses/a", "play", "clauses/b"):

        def tag(file: object, page: str = page) -> str:
            made.append(page)
            return f"{'../' * page.count('/')}{file}"

        context: dict[str, Any] = {"css_tag": tag, "js_tag": tag}
        remember_tags(app, page, "page.html", context, None)
        assert context["css_tag"]("law.css") == f"{'../' * page.count('/')}law.css"
    assert made == ["index", "clauses/a"]


@pytest.mark.parametrize(("given", "writing"), [(1, 1), (2, 3), (8, 9)])
def test_the_process_that_does_not_write_takes_the_place_of_none(given: int, writing: int) -> None:
    app = SimpleNamespace(parallel=given)
    let_more_write(cast("Sphinx", app), cast("Builder", None))
    assert app.parallel == writing
