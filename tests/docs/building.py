"""Sites built in a process of their own, and what can be read off their pages."""

from __future__ import annotations

import gc
import io
import re
import subprocess
import sys
import warnings
import zlib
from collections.abc import Mapping
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sphinx.cmd.build import build_main

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"

_OBJECT: Final = re.compile(r"(?P<name>\S+) law:(?P<kind>\w+) -?\d+ (?P<place>\S+) ")


@dataclass(frozen=True, slots=True)
class Built:
    """The outcome of a build."""

    code: int
    warnings: str
    folder: Path

    def page(self, name: str) -> str:
        """A page as HTML."""
        return (self.folder / f"{name}.html").read_text(encoding="utf-8")

    def pages(self) -> Mapping[str, str]:
        """Every page, by its address from the top."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(self.folder.rglob("*.html"))
        }

    def objects(self) -> dict[str, dict[str, str]]:
        """The names of the law in the inventory of the site, by kind, with page and anchor."""
        *_, packed = (self.folder / "objects.inv").read_bytes().split(b"\n", 4)
        found: dict[str, dict[str, str]] = {}
        for line in zlib.decompress(packed).decode().splitlines():
            entry = _OBJECT.match(line)
            if entry:
                place = entry["place"]
                if place.endswith("$"):
                    place = place[:-1] + entry["name"]
                found.setdefault(entry["kind"], {})[entry["name"]] = place
        return found


OPTIONS: Final = ("-q", "-W", "--keep-going", "-n", "-b", "html")
"""Warnings are counted as faults, and every reference is looked up."""


def build_small(docs: Path, out: Path) -> Built:
    """The pages of a small site, built in this process, which has the builder already."""
    seldom, said = gc.get_threshold(), io.StringIO()
    try:
        with redirect_stderr(said), warnings.catch_warnings():
            for old in (DeprecationWarning, PendingDeprecationWarning):
                warnings.simplefilter("ignore", old)  # as in a process of its own
            code = build_main([*OPTIONS, str(docs), str(out)])
    finally:
        gc.set_threshold(*seldom)
    return Built(code, said.getvalue(), out)


def build(docs: Path, out: Path) -> Built:
    """The pages of a folder, built in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *OPTIONS, str(docs), str(out)],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    return Built(done.returncode, done.stderr, out)


def anchors(html: str) -> list[str]:
    """Every ``id`` of a page."""
    return re.findall(r'\sid="([^"]+)"', html)


def links(html: str) -> set[str]:
    """Every link of a page that stays on the site."""
    found = re.findall(r'<a [^>]*href="([^"]+)"', html)
    return {link for link in found if not re.match(r"[a-z]+:", link)}


CONF: Final = f"""\
import sys
sys.path.insert(0, {str(DOCS / "_ext")!r})
project = "small"
extensions = ["myst_parser", "lawpages"]
html_theme = "basic"
"""

INDEX: Final = """\
# Small

{law:clause}`tongits.turn.to-act` and [another](#tongits.turn.price).

```{toctree}
rules/tongits/turn
rules/tongits/showdown
rules/tongits/flags
rules/sources/page
clauses
arguments
questions
```
"""


def write_site(folder: Path) -> Path:
    """A small site over the documents in ``folder/spec``; the folder of its pages."""
    docs = folder / "docs"
    docs.mkdir()
    (docs / "conf.py").write_text(CONF, encoding="utf-8")
    (docs / "index.md").write_text(INDEX, encoding="utf-8")
    (docs / "clauses.md").write_text("---\nlaw-table: clauses\n---\n\n# All\n", encoding="utf-8")
    (docs / "arguments.md").write_text(
        "---\nlaw-table: arguments\n---\n\n# All\n", encoding="utf-8"
    )
    (docs / "questions.md").write_text(
        "---\nlaw-table: questions\n---\n\n# All\n", encoding="utf-8"
    )
    (docs / "rules").symlink_to("../spec")
    return docs
