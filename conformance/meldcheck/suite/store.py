"""The suite as files: built with the same bytes each time, loaded with every hash checked."""

from __future__ import annotations

import gc
import hashlib
import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec

from meldcheck.law import records
from meldcheck.law.clauses import Clause, Law
from meldcheck.law.sources import SourceText
from meldcheck.suite.schemas import schemas as protocol_schemas
from meldcheck.suite.schemas import spelled
from meldcheck.words import protocol
from meldcheck.words.case import (
    JSON,
    Case,
    ClauseNote,
    Flag,
    Group,
    Manifest,
    Matrix,
    Origin,
    Tier,
    Withdrawn,
    plain,
)
from meldcheck.words.errors import SpecError, split_path

VERSION: Final = "1.5.0"
"""The suite's own version."""

MANIFEST: Final = "manifest.json"
VERDICTS: Final = "verdicts.json"
"""What each source says about each case (``matrix``); a build does not make it."""
EVIDENCE: Final = "evidence.json"
"""What was measured about each clause (``evidence.records``); a build does not make it either."""
CAUSES: Final = "causes.json"
"""Engines that differ in one rule, with the cases that they fail (``check.causes``); nor this."""
BESIDE: Final = (VERDICTS, EVIDENCE, CAUSES)
"""The files of a suite that a build does not make."""
WIDTH: Final = 116
TIERS: Final = (Tier.SMOKE, Tier.CORE, Tier.FULL)


@dataclass(frozen=True, slots=True)
class Suite:
    """A manifest and its groups, in order of file name."""

    manifest: Manifest
    groups: Mapping[str, Group]
    law: Mapping[str, JSON] = field(default_factory=dict)
    """By file name: the questions and the clauses of the documents."""

    @property
    def cases(self) -> tuple[Case, ...]:
        """Every case, in the order of the files."""
        return tuple(case for group in self.groups.values() for case in group.cases)


def digest(value: JSON) -> str:
    """SHA-256 of a value's canonical JSON: sorted keys, no spaces, UTF-8."""
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()


def pretty(value: JSON) -> bytes:
    """A value as JSON for people to read and compare: sorted keys, short values on one line."""
    return (_pretty(plain(value), "") + "\n").encode()


def _pretty(value: JSON, indent: str) -> str:
    line = json.dumps(value, ensure_ascii=False, sort_keys=True)
    if not isinstance(value, dict | list) or len(indent) + len(line) <= WIDTH:
        return line
    deeper = indent + " "
    if isinstance(value, list):
        parts = [deeper + _pretty(part, deeper) for part in value]
        return "[\n" + ",\n".join(parts) + f"\n{indent}]"
    fields = (
        f"{deeper}{json.dumps(key, ensure_ascii=False)}: {_pretty(value[key], deeper)}"
        for key in sorted(value)
    )
    return "{\n" + ",\n".join(fields) + f"\n{indent}}}"


def chapter_of(case: Case) -> str:
    """The part of a case's id after the game: its chapter, or ``derived``."""
    return case.id.split(".")[1]


def with_smoke(cases: Sequence[Case]) -> list[Case]:
    """The cases of a game, with the shortest case of each chapter and kind in the smoke tier.

    Cases that their authors put in the smoke tier stay there.
    """
    chosen: set[str] = set()
    for trait in (chapter_of, _kind_of):
        for name in sorted({trait(case) for case in cases}):
            alike = (case for case in cases if trait(case) == name)
            chosen.add(min(alike, key=lambda case: (_length(case), case.id)).id)
    return [
        msgspec.structs.replace(case, tier=Tier.SMOKE) if case.id in chosen else case
        for case in cases
    ]


def _kind_of(case: Case) -> str:
    return case.kind.value


def _length(case: Case) -> int:
    control = case.control.steps if case.control else ()
    twin = case.twin.steps if case.twin else ()
    tail = max((len(steps) for steps in case.outcomes.values()), default=0)
    return len(case.steps) + len(control) + len(twin) + tail


def assemble(
    cases: Iterable[Case],
    law: Iterable[Law],
    sources: Mapping[str, SourceText],
    defaults: Mapping[str, Mapping[str, str | int]],
    documents: str = "",
) -> Suite:
    """A suite of the cases: grouped, hashed, counted.  ``documents`` is the documents' hash."""
    laws = tuple(law)
    return _suite(
        cases,
        flags=(flag for part in laws for flag in part.flags.values()),
        clauses=(_note(c, sources) for part in laws for c in part.clauses.values()),
        withdrawn=(gone for part in laws for gone in part.withdrawn),
        defaults=defaults,
        law=records.files(laws, sources),
        documents=documents,
    )


def _suite(
    cases: Iterable[Case],
    flags: Iterable[Flag],
    clauses: Iterable[ClauseNote],
    withdrawn: Iterable[Withdrawn],
    defaults: Mapping[str, Mapping[str, str | int]],
    rules: Mapping[str, str] = MappingProxyType({}),
    version: str = VERSION,
    law: Mapping[str, JSON] = MappingProxyType({}),
    documents: str = "",
) -> Suite:
    grouped: dict[str, list[Case]] = {}
    for case in cases:
        grouped.setdefault(_group_name(case), []).append(case)
    groups: dict[str, Group] = {}
    for name, members in sorted(grouped.items()):
        game, _, group = name.partition("/")
        ordered = tuple(sorted(members, key=lambda case: case.id))
        groups[f"{name}.json"] = Group(game=game, name=group, hash=digest(ordered), cases=ordered)
    hashes = {name: group.hash for name, group in groups.items()}
    manifest = Manifest(
        version=version,
        protocol=protocol.VERSION,
        hash=overall_hash(hashes),
        groups=hashes,
        defaults={game: dict(readings) for game, readings in sorted(defaults.items())},
        rules=dict(sorted(rules.items())),
        counts=counts([case for group in groups.values() for case in group.cases]),
        flags=tuple(sorted(flags, key=lambda flag: flag.name)),
        clauses=tuple(sorted(clauses, key=lambda note: note.id)),
        withdrawn=tuple(sorted(withdrawn, key=lambda gone: gone.id)),
        law={name: digest(content) for name, content in sorted(law.items())},
        documents=documents,
    )
    return Suite(manifest, groups, law)


def _group_name(case: Case) -> str:
    chapter = chapter_of(case)
    if case.origin is Origin.DERIVED:
        # A derived id is tongits.derived.<group>-<number>.
        chapter = f"derived-{case.id.split('.')[2].rsplit('-', 1)[0]}"
    return f"{case.game}/{chapter}"


def overall_hash(hashes: Mapping[str, str]) -> str:
    """SHA-256 over the hashes of all groups, one a line, in order of file name."""
    lines = "".join(f"{hashes[name]}\n" for name in sorted(hashes))
    return hashlib.sha256(lines.encode()).hexdigest()


def counts(cases: Sequence[Case]) -> dict[str, dict[str, int]]:
    """Number of cases by game, kind, tier, origin and profile."""
    by: dict[str, Counter[str]] = {
        "game": Counter(case.game for case in cases),
        "kind": Counter(case.kind.value for case in cases),
        "tier": Counter(case.tier.value for case in cases),
        "origin": Counter(case.origin.value for case in cases),
        "profile": Counter("options" if case.rules else "default" for case in cases),
    }
    return {trait: dict(sorted(numbers.items())) for trait, numbers in by.items()}


def _note(clause: Clause, sources: Mapping[str, SourceText]) -> ClauseNote:
    citations: list[str] = []
    for name, stance in sorted(clause.sources.items()):
        rows = {row.at: row for row in sources[name].sentence} if name in sources else {}
        for how, cited in (("", stance.says), (", implied", stance.implies)):
            for at in cited:
                row = rows.get(at)
                place = f": {row.section}, sentence {row.ordinal}" if row else ""
                citations.append(f"{name} {at}{place}{how}")
    return ClauseNote(
        id=clause.id,
        text=" ".join(clause.text.split()),
        kind=clause.kind.value,
        level=clause.level.value,
        citations=tuple(citations),
    )


def select(suite: Suite, game: str | None = None, tier: Tier = Tier.FULL) -> Suite:
    """The cases of a game and of a tier and those before it, as a suite with its own manifest."""
    allowed = TIERS[: TIERS.index(tier) + 1]
    cases = [case for case in suite.cases if game in (None, case.game) and case.tier in allowed]
    return part(suite, cases)


def part(
    suite: Suite,
    cases: Sequence[Case],
    defaults: Mapping[str, Mapping[str, str | int]] = MappingProxyType({}),
    rules: Mapping[str, str] = MappingProxyType({}),
) -> Suite:
    """The part of a suite with these cases, and a manifest that names only what they need.

    By game, ``defaults`` has the readings that are played instead of the suite's, and ``rules`` has
    the name of that rule set.
    """
    games = {case.game for case in cases}
    flags = {flag for case in cases for flag in case.flags}
    manifest = suite.manifest
    played = {**manifest.defaults, **defaults}
    named = {**manifest.rules, **rules}
    return _suite(
        cases,
        flags=(flag for flag in manifest.flags if flag.name in flags),
        clauses=(note for note in manifest.clauses if note.id.split(".")[0] in games),
        withdrawn=(gone for gone in manifest.withdrawn if gone.id.split(".")[0] in games),
        defaults={game: played[game] for game in games if game in played},
        rules={game: named[game] for game in games if game in named},
        version=manifest.version,
        law=suite.law,
    )


def files(suite: Suite) -> dict[str, bytes]:
    """Every file of a suite, by name."""
    made = {name: pretty(group) for name, group in suite.groups.items()}
    told = {name: pretty(content) for name, content in suite.law.items()}
    return {**made, **told, MANIFEST: pretty(suite.manifest)}


def schemas() -> dict[str, bytes]:
    """The JSON Schemas of cases, groups, manifests and the protocol, by file name."""
    own = {
        f"{name}.json": spelled(msgspec.json.schema(kind))
        for name, kind in (
            ("case", Case),
            ("group", Group),
            ("manifest", Manifest),
            ("matrix", Matrix),
        )
    }
    return {**own, **protocol_schemas()}


def write(made: Mapping[str, bytes], directory: Path) -> None:
    """Write files into a directory, and delete its other JSON files but verdicts and evidence."""
    for stale in sorted(set(listed(directory)) - set(made)):
        (directory / stale).unlink()
    for name, content in made.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def listed(directory: Path) -> list[str]:
    """The names of the JSON files in a directory and below, without verdicts and evidence."""
    names = (path.relative_to(directory).as_posix() for path in directory.rglob("*.json"))
    return sorted(name for name in names if name not in BESIDE)


def differing(made: Mapping[str, bytes], directory: Path) -> list[str]:
    """How the files in a directory differ from ``made``, one line for each file."""
    there = listed(directory) if directory.is_dir() else []
    missing = [f"{name}: missing" for name in made if name not in there]
    stale = [f"{name}: not of this suite" for name in there if name not in made]
    changed = [
        f"{name}: differs from a fresh build"
        for name in there
        if name in made and (directory / name).read_bytes() != made[name]
    ]
    return sorted([*missing, *stale, *changed])


def load(directory: Path, games: Collection[str] | None = None) -> Suite:
    """The suite in a directory; of some games, if they are named, and then no file of another.

    SpecError for a missing, unreadable or altered file, with the place in it if known.
    """
    manifest = read_json(directory / MANIFEST, Manifest)
    groups: dict[str, Group] = {}
    for name, stated in sorted(manifest.groups.items()):
        if games is not None and name.partition("/")[0] not in games:
            continue
        path = directory / name
        group = read_json(path, Group)
        if digest(group.cases) != group.hash:
            raise SpecError(str(path), None, "the cases do not have the hash that the file states")
        if group.hash != stated:
            raise SpecError(str(path), None, f"not the group that {MANIFEST} lists (other hash)")
        groups[name] = group
    law = {
        name: _read_law(directory / name, stated) for name, stated in sorted(manifest.law.items())
    }
    unlisted = sorted(set(listed(directory)) - {MANIFEST, *manifest.groups, *law})
    if unlisted:
        raise SpecError(str(directory / unlisted[0]), None, f"{MANIFEST} does not list this file")
    if overall_hash(manifest.groups) != manifest.hash:
        raise SpecError(str(directory / MANIFEST), None, "the hash is not that of the groups")
    _check_ids(directory, groups, manifest)
    return Suite(manifest, groups, law)


def read_law(directory: Path, manifest: Manifest, name: str) -> JSON:
    """The published questions or clauses of a suite, from a file whose hash is checked.

    SpecError for a file that is missing, unreadable or altered.
    """
    if name not in manifest.law:
        raise SpecError(str(directory / MANIFEST), None, f"it does not list {name}")
    return _read_law(directory / name, manifest.law[name])


def _read_law(path: Path, stated: str) -> JSON:
    content: JSON = read_json(path, dict)
    if digest(content) != stated:
        raise SpecError(str(path), None, f"not the file that {MANIFEST} lists (other hash)")
    return content


def _check_ids(directory: Path, groups: Mapping[str, Group], manifest: Manifest) -> None:
    seen = {gone.id: "withdrawn" for gone in manifest.withdrawn}
    for name, group in groups.items():
        for case in group.cases:
            if case.id in seen:
                problem = f"the case {case.id} is also in {seen[case.id]}"
                raise SpecError(str(directory / name), None, problem)
            seen[case.id] = name


RecordType = TypeVar("RecordType")

_BYTE: Final = re.compile(r" \(byte (\d+)\)$")


def read_json(path: Path, kind: type[RecordType]) -> RecordType:
    """A record from a JSON file; SpecError, with line or place, for a file that is wrong.

    A byte order mark at the beginning is passed over.
    """
    try:
        content = path.read_bytes().removeprefix(BOM_UTF8)
    except OSError as error:
        raise SpecError(str(path), None, error.strerror or "unreadable") from None
    try:
        with _without_collection():
            return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        raise SpecError(str(path), None, _placed(content, str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        found = _BYTE.search(str(error))
        upto = content[: int(found[1])] if found else content
        message = _BYTE.sub("", str(error))
        raise SpecError(str(path), upto.count(b"\n") + 1, f"not valid JSON: {message}") from None


def read_mapping(path: Path) -> dict[str, JSON]:
    """The object in a JSON file written by hand; SpecError for a name that occurs twice, too."""
    told = read_json(path, dict[str, JSON])

    def once(pairs: Sequence[tuple[str, JSON]]) -> None:
        for name, times in Counter(name for name, _ in pairs).items():
            if times > 1:
                raise SpecError(str(path), None, f"{name!r} occurs twice")

    json.loads(path.read_bytes(), object_pairs_hook=once)
    return told


@contextmanager
def _without_collection() -> Iterator[None]:
    """JSON makes many objects and no cycle; to look for garbage among them takes half as long."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _placed(content: bytes, message: str) -> str:
    """The message, with the id of the case that contains the place."""
    _, steps = split_path(message)
    if steps[:1] != ["cases"] or len(steps) < 2 or not isinstance(steps[1], int):
        return message
    cases = msgspec.json.decode(content).get("cases", [])
    case = cases[steps[1]] if steps[1] < len(cases) else None
    name = case.get("id") if isinstance(case, dict) else None
    return f"{message} (case {name})" if name else message
