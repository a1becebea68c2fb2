"""The search of the site without the site: ``PYTHONPATH=docs/_ext python -m tests.docs.finding``.

It prints how large the index is, how long queries take, and which of the queries of players do not
find their question first.  It counts what is found by blind queries, whose authors had seen the
question or the clause, but neither the search nor its words.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import msgspec

from lawpages.finding import index_of, packed
from meldcheck.games import MEASURES
from meldcheck.law.clauses import Law
from meldcheck.law.written import Example
from tests import committed

from .building import DOCS
from .queries import AMONG_THREE, QUERIES

BLIND: Final = Path(__file__).parent / "blind_queries.json"
"""Queries with the id of the question that they mean."""
BLIND_RULES: Final = Path(__file__).parent / "blind_clause_queries.json"
"""Queries with the id of the clause that they look for."""
SCRIPT: Final = Path(__file__).parent / "finding.cjs"


class Answer(NamedTuple):
    """What a query finds, the best first, and how long it took."""

    entries: Sequence[tuple[str, str]]
    """Kinds and ids."""
    took: float
    """Milliseconds."""
    exact: Sequence[str]
    """The ids of the entries that are exactly the query."""

    @property
    def first(self) -> str:
        """The id of the best entry; empty if there is none."""
        return self.entries[0][1] if self.entries else ""


def read_laws() -> dict[str, Law]:
    """The documents of every game."""
    return {game: committed.law(game) for game in MEASURES}


def make_index(laws: Mapping[str, Law]) -> dict[str, Any]:
    """The index of the site, but with all cases of a clause on one page."""
    shelves: dict[str, list[list[Example]]] = {}
    for law in laws.values():
        for one in law.examples.values():
            shelves.setdefault(one.fields.clauses[0], [[]])[0].append(one)
    return index_of(laws, shelves, _pages())


def _pages() -> Iterator[tuple[str, str]]:
    for path in (*DOCS.glob("*.md"), *(DOCS / "rules").glob("*/*.md")):
        title = re.search(r"^# (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert title is not None, path
        yield path.relative_to(DOCS).with_suffix("").as_posix(), title[1]


def answers(script: Path, queries: Sequence[str], game: str = "") -> list[Answer]:
    """The answers of the search to these queries on a page of a game; the index is ``script``."""
    return answers_on_pages(script, [(query, game) for query in queries])


def answers_on_pages(script: Path, queries: Sequence[tuple[str, str]]) -> list[Answer]:
    """The answers to queries, each with the game of the page on which it is asked."""
    lines = _node(script, stdin="\n".join(map(json.dumps, queries))).splitlines()
    made = (json.loads(line) for line in lines)
    return [
        Answer([(kind, name) for kind, name in one["entries"]], one["took"], one["exact"])
        for one in made
    ]


def places_of_blind(script: Path, queries: Path = BLIND) -> list[int | None]:
    """The place of what each blind query means on the pages of its game; None without one."""
    asked = json.loads(queries.read_text(encoding="utf-8"))
    found = answers_on_pages(script, [(query, name.split(".")[0]) for query, name in asked])
    places: list[int | None] = []
    for (_, name), one in zip(asked, found, strict=True):
        ids = [found_name for _, found_name in one.entries]
        places.append(ids.index(name) + 1 if name in ids else None)
    return places


def places_in(script: Path) -> list[tuple[str, str, str]]:
    """Every entry of an index: its kind, its id, and its place on the site."""
    return [(kind, name, place) for kind, name, place in json.loads(_node(script, "places"))]


def _node(script: Path, *arguments: str, stdin: str = "") -> str:
    done = subprocess.run(
        ["node", str(SCRIPT), str(script), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout


def main() -> None:
    """Print sizes, times and failures."""
    index = make_index(read_laws())
    text = packed(index)
    plain = msgspec.json.encode(index)
    print(f"the index: {len(plain):,} bytes as JSON, {len(text):,} bytes as it is fetched,")
    print(
        f"           {len(zlib.compress(text.encode(), 6)):,} bytes from a server that compresses"
    )
    wanted = QUERIES | AMONG_THREE
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "index.js"
        script.write_text(text, encoding="utf-8")
        found = dict(zip(wanted, answers(script, list(wanted)), strict=True))
        blind = {
            what: places_of_blind(script, queries)
            for what, queries in (("question", BLIND), ("clause", BLIND_RULES))
        }
    took = sorted(one.took for one in found.values())
    print(f"{len(took)} queries: {median(took):.1f} ms in the median, {took[-1]:.1f} ms at most")
    for query, name in wanted.items():
        if found[query].first != name:
            print(f"  {query!r} finds {found[query].first or 'nothing'}, not {name}")
    for what, places in blind.items():
        first, three, shown = (
            sum(place is not None and place <= most for place in places) for most in (1, 3, 12)
        )
        print(
            f"{len(places)} blind queries: {first} find their {what} first, {three} among the first"
            f" three, {shown} among the twelve that are shown"
        )


if __name__ == "__main__":
    main()
