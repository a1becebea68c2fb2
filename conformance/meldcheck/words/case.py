"""Cases: the records of which a suite consists.

A case is one test of an engine.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeAlias

import msgspec

JSON: TypeAlias = Any
"""A JSON value in a case; msgspec has no recursive type for it."""


def plain(value: JSON) -> JSON:
    """A record as a JSON value: objects, lists, text, numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Kind(StrEnum):
    """What a case tests."""

    MELD = "meld"
    DEADWOOD = "deadwood"
    DEAL = "deal"
    PLAY = "play"
    LEGAL = "legal"
    VIEW = "view"
    SETTLE = "settle"
    PERFT = "perft"
    TWIN = "twin"
    QUESTION = "question"
    BEST = "best"


class Tier(StrEnum):
    """How much time a case may take. All smoke cases together take less than a second."""

    SMOKE = "smoke"
    CORE = "core"
    FULL = "full"


class Origin(StrEnum):
    """Where the expectation comes from: stated by hand in a document, or the reference's play."""

    DOCUMENT = "document"
    DERIVED = "derived"


class Record(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A typed record of the suite; an unknown field is an error."""


class Requires(Record, frozen=True):
    """The abilities and actions that an engine needs for the case to apply."""

    abilities: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


class Setup(Record, frozen=True):
    """The match before its first deal. ``hand_number`` is the number of its first hand."""

    players: int
    dealer: int
    hand_number: int = 1


class Act(Record, frozen=True, tag_field="step", tag="act"):
    """An action, and the clauses that refuse it; if ``refused`` is empty, it is accepted."""

    by: int | str
    do: dict[str, JSON]
    refused: tuple[str, ...] = ()


class Ask(Record, frozen=True, tag_field="step", tag="ask"):
    """A question about the running match; its answer may state a part of a view."""

    what: str
    seat: int | None = None
    depth: int | None = None
    answer: JSON = None


Step: TypeAlias = Act | Ask


def option_of(question: str) -> str:
    """The option of the question with this id: ``showdown.tie_three_way``."""
    return question.split(".", 1)[1].replace("-", "_")


class Control(Record, frozen=True):
    """The counterpart of a refusal: a correct engine accepts its last step, or answers it."""

    why: str
    steps: tuple[Step, ...] = ()
    question: dict[str, JSON] | None = None
    """For a refused question: the same question about other facts."""


class Twin(Record, frozen=True):
    """A second play that differs from ``steps`` in cards hidden from ``seats`` only.

    After every accepted step the views and legal lists of these seats must be equal in both.
    """

    seats: tuple[int, ...]
    steps: tuple[Act, ...]


class Source(Record, frozen=True):
    """Where a case comes from: the file of its example, or how it was found."""

    file: str
    found: str | None = None


class Case(Record, frozen=True):
    """One test.  ``id`` never changes and is never reused."""

    id: str
    title: str
    game: str
    kind: Kind
    tier: Tier
    origin: Origin
    clauses: tuple[str, ...]
    rules: dict[str, str | int] = {}
    """The readings on which the case depends. Another reading changes the expected result."""
    flags: tuple[str, ...] = ()
    requires: Requires = Requires()
    source: Source | None = None
    setup: Setup | None = None
    question: dict[str, JSON] | None = None
    """For a case without play: the fields of the question.

    They include ``what`` if the kind of the case does not say it.
    """
    answer: JSON = None
    """The answer to ``question``."""
    refused: tuple[str, ...] = ()
    """The clauses that refuse ``question``; if there are none, it is answered."""
    steps: tuple[Step, ...] = ()
    asks: str | None = None
    """For a case decided by a reading: the id of the question."""
    outcomes: dict[str, tuple[Step, ...]] = {}
    """By reading of the question ``asks``: the steps after ``steps``, the same requests in each."""
    control: Control | None = None
    twin: Twin | None = None
    working: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        """What ``question`` asks for."""
        return str((self.question or {}).get("what", self.kind.value))


class Group(Record, frozen=True):
    """One file of the suite."""

    game: str
    name: str
    hash: str
    """SHA-256 of the canonical JSON of ``cases``."""
    cases: tuple[Case, ...]


class Flag(Record, frozen=True):
    """A mistake that engines make: a description, and its effect on play."""

    name: str
    description: str
    effect: str


class Withdrawn(Record, frozen=True):
    """A case that was removed; its id is never used again."""

    id: str
    reason: str
    since: str


class ClauseNote(Record, frozen=True):
    """A clause as reports show it."""

    id: str
    text: str
    kind: str
    level: str
    citations: tuple[str, ...] = ()


class Manifest(Record, frozen=True):
    """The table of contents of a suite."""

    version: str
    protocol: int
    hash: str
    """SHA-256 over the hashes of all groups, in order of file name."""
    groups: dict[str, str]
    """File name to hash."""
    defaults: dict[str, dict[str, str | int]]
    """By game: the reading of each option that is played unless a case fixes another."""
    counts: dict[str, dict[str, int]]
    """Cases by game, kind, tier, origin and profile."""
    flags: tuple[Flag, ...]
    clauses: tuple[ClauseNote, ...]
    withdrawn: tuple[Withdrawn, ...] = ()
    rules: dict[str, str] = {}
    """By game: the rule set for which the suite was made, if it is not the default one."""
    law: dict[str, str] = {}
    """File name to hash, for the files with the questions and the clauses of the documents."""
    documents: str = ""
    """SHA-256 of the documents from which the suite was made."""


class Says(StrEnum):
    """What a source says about the result that a case states."""

    SETTLED = "settled"
    OTHERWISE = "otherwise"
    """The source settles another result."""
    OPEN = "open"
    SILENT = "silent"
    LOST = "lost"


class Verdict(Record, frozen=True):
    """What one source says about a part of a result, and the questions or clauses that decide."""

    says: Says
    because: tuple[str, ...] = ()


class Statement(Record, frozen=True):
    """A part of the result that a case states, if a source does not settle it as stated."""

    step: int
    """Counted from 1; an answer without play is the only step."""
    part: str
    sources: dict[str, Verdict]
    """Only the sources that do not settle it as stated."""


class Row(Record, frozen=True):
    """What each source says about a case."""

    sources: dict[str, Says] = msgspec.field(default_factory=dict)
    """For the whole case: the first of otherwise, open, silent, lost that applies to a
    statement, or settled if none applies.
    """
    statements: tuple[Statement, ...] = ()
    left_out: str = ""
    """Why there are no verdicts."""


class Matrix(Record, frozen=True):
    """The verdicts of every source on every case of a suite."""

    suite: str
    """The hash of the suite whose cases these are."""
    law: dict[str, str]
    """The hashes of the questions and clauses that gave the verdicts."""
    cases: dict[str, Row]
    inputs: dict[str, str] = {}
    """By game: a digest of the law and the code that gave them."""
    of: dict[str, str] = {}
    """By case: a digest of the case as it was judged."""
