"""The questions and clauses of all games as records, read once.

The published files are used if they were made from the present documents. Otherwise the documents
are read, which takes seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import final

import msgspec

from meldcheck.sources.stands import VerdictLaw, read_law
from meldcheck.suite import store
from meldcheck.words import places
from meldcheck.words.case import JSON, Case, Group, Manifest
from meldcheck.words.errors import SpecError


@final
@dataclass(frozen=True, slots=True)
class Lawbook:
    """All questions and clauses, and the sentences that they cite."""

    files: Mapping[str, JSON]
    """``questions.json`` and ``clauses.json``, as they are published."""
    case: Callable[[str], Case]
    """The case of an example, by its id; its rules have only readings that differ from the default.
    """

    @property
    def questions(self) -> list[dict[str, JSON]]:
        """Every question, in the order of games and chapters."""
        told: list[dict[str, JSON]] = self.files["questions.json"]["questions"]
        return told

    @property
    def clauses(self) -> list[dict[str, JSON]]:
        """Every clause, in the order of games and chapters."""
        told: list[dict[str, JSON]] = self.files["clauses.json"]["clauses"]
        return told

    @property
    def sentences(self) -> dict[str, dict[str, JSON]]:
        """Every sentence that a question or a clause cites, by ``source AT``."""
        return {
            **self.files["questions.json"]["sentences"],
            **self.files["clauses.json"]["sentences"],
        }

    @property
    def titles(self) -> dict[str, str]:
        """By source: its title."""
        told: dict[str, str] = self.files["questions.json"]["sources"]
        return told


def law_of(files: Mapping[str, JSON], game: str) -> VerdictLaw:
    """The law for verdicts, from the published questions and clauses of one game.

    Other games are left out because they may have options of the same name.
    """
    asked, ruled = (
        {name: [one for one in files[file][name] if one["game"] == game]}
        for file, name in (("questions.json", "questions"), ("clauses.json", "clauses"))
    )
    return read_law(asked, ruled, files["questions.json"]["profiles"].get(game, ()))


def load() -> Lawbook:
    """The law book of this copy.  SpecError for a document that cannot be read."""
    return published_in(places.suite_directory(), places.spec_directory()) or _written()


def published_in(directory: Path, spec: Path) -> Lawbook | None:
    """The published law book; None if it was made from other documents or was altered."""
    try:
        manifest = store.read_json(directory / store.MANIFEST, Manifest)
        if manifest.documents != places.digest_of(spec):
            return None
        files = {name: store.read_law(directory, manifest, name) for name in sorted(manifest.law)}
    except SpecError:
        return None

    def case(name: str) -> Case:
        game, chapter, _ = name.split(".", 2)
        group = store.read_json(directory / game / f"{chapter}.json", Group)
        found = next(case for case in group.cases if case.id == name)
        usual = manifest.defaults[game]
        agreed = {option: of for option, of in found.rules.items() if usual.get(option) != of}
        return msgspec.structs.replace(found, rules=agreed)

    return Lawbook(files, case)


def _written() -> Lawbook:
    """The law book made from the documents.

    It imports their readers only here, because the published law book does not need them.
    """
    from meldcheck.law import records, sources
    from meldcheck.suite import build
    from meldcheck.suite.examples import cases_in

    spec = places.spec_directory()
    laws = {law.game: law for law in build.read_laws(spec)}
    files = records.files(tuple(laws.values()), sources.load(spec / "sources"))

    def case(name: str) -> Case:
        law = laws[name.split(".", 1)[0]]
        (only,) = cases_in(law, law.examples[name])
        return only

    return Lawbook(files, case)
