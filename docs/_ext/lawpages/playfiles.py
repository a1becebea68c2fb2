"""The files that a page loads when a reader asks for them: plays, games, words, an engine.

Each is a script that hands its content to ``meldspec.loaded``, so that pages need no server.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
from sphinx.application import Sphinx

from lawpages import shelf, shown
from lawpages.book import CODE, Book, digest_in
from lawpages.bundle import MAKER, bundled
from lawpages.domain import LawDomain
from lawpages.elements import RANK_NAMES, SUITS, plain
from lawpages.plays import ACTIONS, BOXES, ENDS, NAMES, PHASES
from lawpages.steps import has_steps, stepped, with_addresses
from lawpages.together import together
from meldcheck.games import MEASURES, title_of
from meldcheck.law.clauses import Law, QuestionStatus
from meldcheck.law.housefiles import names_of
from meldcheck.law.rulesets import RuleSet
from meldcheck.words.case import JSON, Case
from meldcheck.words.readings import reading_value
from meldspec.codec import written_fields
from meldspec.games import GAMES

FOLDER: Final = "_plays"
TOML: Final = Path(__file__).resolve().parents[1] / "smol-toml.cjs"
"""The reader of TOML files, unchanged: ``dist/index.cjs`` of smol-toml 1.9.1 from npm."""
ENGINE: Final = Path(__file__).resolve().parents[3] / "conformance" / "engines" / "javascript"


def write(app: Sphinx, *, plays: bool) -> None:
    """Write the files that differ, and remove those of plays that are gone.

    Without ``plays`` only the engine is written, on which no page depends.
    """
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(exist_ok=True)
    kept = Kept(folder, Path(app.doctreedir) / "plays.json")
    made = {
        "engine.js": f'{bundled(ENGINE)}globalThis.meldspec?.loaded("engine", {MAKER});\n',
        "toml.js": handed_reader(),
    }
    if plays:
        own = shown.plays_of(app.env)
        made |= _files(shelf.book(app.env), own, _addresses(app), kept, app.parallel)
        for path in folder.glob("*.js"):
            if path.name not in made:
                path.unlink()
    for name, text in made.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    if plays:
        kept.write()


def handed_reader() -> str:
    """The reader of TOML files, as a script that hands over its functions."""
    reader = f"((exports) => {{\n{TOML.read_text('utf-8')}return exports;\n}})({{}})"
    return f"{_begun('toml')}{reader}{END}"


class Kept:
    """The plays that the last build wrote, so that only those that have changed are played anew."""

    def __init__(self, folder: Path, file: Path) -> None:
        self._folder = folder
        self._file = file
        self._code = digest_in(*CODE)
        self._before: dict[str, str] = (
            json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        )
        self._now: dict[str, str] = {}

    def texts(
        self, book: Book, cases: Mapping[str, Case], address: Addresses, processes: int
    ) -> dict[str, str]:
        """By play: the text of its file."""
        changed = {name: case for name, case in cases.items() if self._is_changed(book, name, case)}

        def text(name: str) -> str:
            case = changed.get(name)
            content = self._content(name) if case is None else stepped(book, case)
            clauses = partial(address, "clause")
            return _handed(name, with_addresses(book, content, clauses))

        texts = together([partial(text, name) for name in cases], processes)
        return dict(zip(cases, texts, strict=True))

    def _is_changed(self, book: Book, name: str, case: Case) -> bool:
        question = book.questions.get(case.asks or "")
        parts = (self._code, msgspec.json.encode(case).decode(), repr(question))
        digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
        self._now[name] = digest
        return self._before.get(name) != digest or not (self._folder / f"{name}.js").is_file()

    def _content(self, name: str) -> dict[str, JSON]:
        path = self._folder / f"{name}.js"
        text = path.read_text(encoding="utf-8").removeprefix(_begun(name))
        content: dict[str, JSON] = json.loads(text.removesuffix(END))
        return content

    def write(self) -> None:
        """Keep the digests for the next build."""
        self._file.write_text(json.dumps(self._now), encoding="utf-8")


Addresses: TypeAlias = Callable[[str, str], str]
"""The address of a name of the documents, by its kind and itself; empty if no page has it."""


def _addresses(app: Sphinx) -> Addresses:
    """The addresses from the top of the site."""
    domain = app.env.domains["law"]
    assert isinstance(domain, LawDomain)

    def address(kind: str, name: str) -> str:
        found = domain.named.get((kind, name))
        if found is None:
            return ""
        page = app.builder.get_target_uri(found.docname)
        return f"{page}#{found.anchor}" if found.anchor else page

    return address


def _files(
    book: Book, own: Mapping[str, Case], address: Addresses, kept: Kept, processes: int
) -> Iterator[tuple[str, str]]:
    """The files of words, of games, of the plays of the book, and of those of pages alone."""
    yield "words.js", _handed("words", all_words())
    for game in book.laws.keys() & GAMES.keys():
        yield (
            f"{game}.js",
            _handed(game, facts_of(book.laws[game], book.rule_sets.get(game, ()), address)),
        )
    first = {name: cases[0] for name, cases in book.cases.items() if cases and has_steps(cases[0])}
    for name, text in kept.texts(book, {**own, **first}, address, processes).items():
        yield f"{name}.js", text


def _handed(name: str, content: JSON) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return f"{_begun(name)}{text}{END}"


def _begun(name: str) -> str:
    return f"meldspec.loaded({json.dumps(name)},"


END: Final = ");\n"


def all_words() -> JSON:
    """The words that scripts need for cards, actions, phases and fields."""
    return {
        "games": {game: title_of(game) for game in GAMES},
        "ranks": RANK_NAMES,
        "suits": {letter: name for letter, (name, _) in SUITS.items()},
        "actions": ACTIONS,
        "ends": ENDS,
        "phases": PHASES,
        "fields": NAMES,
        "boxes": BOXES,
    }


def facts_of(law: Law, rule_sets: Iterable[RuleSet], address: Addresses) -> JSON:
    """Everything that the page Play must know of a game, beside its engine."""
    measure, messages = MEASURES[law.game], GAMES[law.game].messages
    names = names_of(law)
    return {
        "title": measure.title,
        "players": measure.players,
        "hands": measure.first_hands,
        "decks": {players: measure.deck(players) for players in measure.players},
        "actions": {
            word: [name for name, *_ in written_fields(kind)]
            for word, kind in messages.seats.items()
        },
        "options": [
            {
                "name": one.option,
                "names": sorted(name for name, asked in names.items() if asked is one),
                "asks": one.asks or one.name.replace("_", " "),
                "address": address("argument", one.id),
                "default": reading_value(one.default),
                "readings": [[reading_value(name), one.readings[name]] for name in one.played],
            }
            for one in law.questions.values()
            if one.status is QuestionStatus.OPTION
        ],
        "ruleSets": [
            {
                "name": one.name,
                "aliases": one.aliases,
                "about": one.about,
                "options": one.differs,
            }
            for one in rule_sets
        ],
        "needs": [{**asdict(need), "sentence": need.sentence()} for need in law.rule_space().needs],
        "clauses": {
            name: [plain(clause.refusal or clause.text), address("clause", name)]
            for name, clause in law.clauses.items()
        },
    }
