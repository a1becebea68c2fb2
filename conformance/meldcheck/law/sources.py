"""The sentences of the sources: rows of places and fingerprints, checked against the texts.

A row contains nothing of the sentence itself.  Anyone who has a source text can verify its rows.
``verified.toml`` is the receipt of the last verification.
"""

from __future__ import annotations

import datetime
import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Annotated, Final

import msgspec

from meldcheck.words import places
from meldcheck.words.errors import SpecError
from meldcheck.words.toml_file import parsed

RECEIPT: Final = "verified.toml"
DIGITS: Final = 16

Fingerprint = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{16}\Z")]
Digest = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Name = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9]+(-[a-z0-9]+)*\Z")]
Text = Annotated[str, msgspec.Meta(min_length=1)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Natural = Annotated[int, msgspec.Meta(ge=0)]


class RowStatus(StrEnum):
    """The use that the project makes of a sentence."""

    CLAUSES = "clauses"
    DEFINITION = "definition"
    EXAMPLE = "example"
    ADVICE = "advice"
    HISTORY = "history"
    NOT_COMPUTABLE = "not-computable"
    CHROME = "chrome"
    PENDING = "pending"


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One sentence: its place, its window of words, and its status."""

    at: Text
    section: Text
    ordinal: Natural
    words: Positive
    fingerprint: Fingerprint
    status: RowStatus
    clauses: tuple[Text, ...] = ()
    reason: Text | None = None
    game: Text | None = None

    @property
    def window(self) -> tuple[int, str]:
        """The number of words and their fingerprint."""
        return self.words, self.fingerprint


class SourceText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One source text, with all its sentences in order.

    A layer is the text of another source, read with a correction that is part of that text.  Its
    ``over`` names that source, and it writes only the rows that the correction changes.
    """

    id: Name
    title: Text
    text: Text
    url: Text | None = None
    over: Name | None = None
    chapters: tuple[Text, ...]
    sentence: tuple[Sentence, ...]

    @property
    def words(self) -> int:
        """The number of words in all rows together."""
        return sum(row.words for row in self.sentence)

    @property
    def listed(self) -> str:
        """SHA-256 over place, word count and fingerprint of every row."""
        lines = (f"{row.at} {row.words} {row.fingerprint}\n" for row in self.sentence)
        return hashlib.sha256("".join(lines).encode()).hexdigest()


class Verified(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The state of a source when its rows last covered its text."""

    text: Digest
    rows: Natural
    words: Natural
    listed: Digest
    verified: datetime.date

    def same_as(self, other: Verified) -> bool:
        """Whether the two differ in their dates at most."""
        return msgspec.structs.replace(self, verified=other.verified) == other


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A disagreement between the rows and a text, or the rows and the receipt."""

    source: str
    at: str | None = None
    message: str

    @property
    def summary(self) -> str:
        """The problem in one line."""
        return f"{self.source if self.at is None else f'{self.source} {self.at}'}: {self.message}"


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A row that has the fingerprint of a sentence."""

    source: str
    at: str
    section: str
    ordinal: int
    status: RowStatus
    clauses: tuple[str, ...]


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """The fingerprint of a sentence and the rows that have it; if no row has it, a message."""

    words: int
    fingerprint: str
    places: tuple[Place, ...]
    message: str | None = None


def read_text(path: Path) -> str:
    """The text of a file.  SpecError if it cannot be read or is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SpecError(str(path), None, error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SpecError(str(path), line, "not UTF-8 text") from None


def words_of(text: str) -> list[str]:
    """The words of a text as a fingerprint counts them: lower-case letters, digits, apostrophes."""
    return re.findall(r"[a-z0-9']+", text.lower())


def fingerprint(words: Iterable[str]) -> str:
    """The first 16 hex digits of SHA-256 over the words."""
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:DIGITS]


def sources_directory() -> Path:
    """The folder of the sentence rows."""
    return places.spec_directory() / "sources"


def load(directory: Path | None = None) -> dict[str, SourceText]:
    """Every source by its id, in the order of the ids.  SpecError for the first faulty file."""
    folder = sources_directory() if directory is None else directory
    files = {path.stem: path for path in folder.glob("*.toml") if path.name != RECEIPT}
    if not files:
        raise SpecError(str(folder), None, "no source is listed here")
    written = {name: load_source(files[name]) for name in sorted(files)}
    return {name: _laid_over(files[name], source, written) for name, source in written.items()}


@cache
def speaking_of(game: str, folder: Path) -> tuple[str, ...]:
    """The ids of the sources that have a chapter on a game, in their order.

    The rows are not read, so ``load`` is needed to find faults in them.
    """
    files = {path.stem: path for path in folder.glob("*.toml") if path.name != RECEIPT}
    return tuple(name for name in sorted(files) if game in _chapters(files[name]))


def _chapters(path: Path) -> Sequence[str]:
    chapters = _toml(path)[1].get("chapters")
    return [str(name) for name in chapters] if isinstance(chapters, list) else []


def load_source(path: Path) -> SourceText:
    """The rows in one file.  SpecError, with the line if known, for a fault."""
    text, raw = _toml(path)
    try:
        source = msgspec.convert(raw, type=SourceText)
    except msgspec.ValidationError as error:
        row_at = re.search(r"\$\.sentence\[(\d+)\]", str(error))
        line = None if row_at is None else _line_of_row(_heads(text), int(row_at[1]))
        raise SpecError(str(path), line, str(error)) from None
    if source.id != path.stem:
        raise SpecError(str(path), None, f"the id {source.id!r} is not the name of the file")
    if Path(source.text).name != source.text:
        raise SpecError(str(path), None, f"text {source.text!r} is not a plain file name")
    seen: dict[str | tuple[str, int], int] = {}
    heads = _heads(text)
    for number, row in enumerate(source.sentence):
        line = _line_of_row(heads, number)
        for name in (row.at, (row.section, row.ordinal)):
            if name in seen:
                shown = name if isinstance(name, str) else f"{name[0]!r} {name[1]}"
                raise SpecError(str(path), line, f"{shown} is also in line {seen[name]}")
            seen[name] = line
        fault = _fault(row, source.chapters)
        if fault is not None:
            raise SpecError(str(path), line, f"{row.at}: {fault}")
    return source


def verify(
    directory: Path, spec: Path | None = None, today: datetime.date | None = None
) -> list[Problem]:
    """Check every row against the texts in a folder; if all is well, write the receipt.

    ``spec`` is the folder of the rows.  An installed copy of them gets no receipt.
    """
    if not directory.is_dir():
        raise SpecError(str(directory), None, "no such folder")
    folder = sources_directory() if spec is None else spec
    day = datetime.date.today() if today is None else today
    known = read_receipt(folder)
    found: dict[str, Verified] = {}
    problems: list[Problem] = []
    for name, source in load(folder).items():
        path = directory / source.text
        if not path.is_file():
            problems.append(Problem(source=name, message=f"no file {source.text} in {directory}"))
            continue
        text = read_text(path)
        problems += compare(source, text)
        fresh = Verified(
            text=hashlib.sha256(path.read_bytes()).hexdigest(),
            rows=len(source.sentence),
            words=source.words,
            listed=source.listed,
            verified=day,
        )
        old = known.get(name)
        found[name] = old if old is not None and old.same_as(fresh) else fresh
    writable = spec is not None or places.checkout() is not None
    if not problems and found != known and writable:
        (folder / RECEIPT).write_text(_written(found), encoding="utf-8")
    return problems


def compare(source: SourceText, text: str) -> list[Problem]:
    """The problems if the windows of the rows do not cover the words of a text in order."""
    words = words_of(text)
    if _covers(source.sentence, words):
        return []
    return _diagnose(source, words, _lines(text))


def check_receipt(spec: Path | None = None) -> list[Problem]:
    """The problems of rows that differ from the receipt, which needs no text.

    A place ends with the ordinal of its row, so the receipt covers both.
    """
    folder = sources_directory() if spec is None else spec
    known = read_receipt(folder)
    sources = load(folder)
    problems = [
        Problem(source=name, message=f"{RECEIPT} has it, but no file {name}.toml lists it")
        for name in known
        if name not in sources
    ]
    for name, source in sources.items():
        entry = known.get(name)
        if entry is None:
            problems.append(Problem(source=name, message=f"never verified; not in {RECEIPT}"))
            continue
        for what, now, then in (
            ("rows", len(source.sentence), entry.rows),
            ("words", source.words, entry.words),
        ):
            if now != then:
                message = f"{now} {what}, but {then} when verified on {entry.verified}"
                problems.append(Problem(source=name, message=message))
        if source.listed != entry.listed:
            message = f"rows changed since they were verified on {entry.verified}"
            problems.append(Problem(source=name, message=message))
        for row in source.sentence:
            number = re.search(r"(\d+)[a-z]*\Z", row.at)
            if number is not None and int(number[1]) != row.ordinal:
                message = f"ordinal {row.ordinal}, but its place ends with {number[1]}"
                problems.append(Problem(source=name, at=row.at, message=message))
    return problems


def read_receipt(spec: Path | None = None) -> dict[str, Verified]:
    """The receipt of the last verification; empty if there is none."""
    path = (sources_directory() if spec is None else spec) / RECEIPT
    if not path.is_file():
        return {}
    _, raw = _toml(path)
    try:
        return msgspec.convert(raw, type=dict[str, Verified])
    except msgspec.ValidationError as error:
        raise SpecError(str(path), None, str(error)) from None


def cite(sentence: str, sources: Iterable[SourceText] | None = None) -> Citation:
    """The fingerprint of a sentence, and every row that has exactly its words."""
    words = words_of(sentence)
    if not words:
        raise ValueError("a sentence without a word cannot be cited")
    window = (len(words), fingerprint(words))
    searched = tuple(load().values() if sources is None else sources)
    found = tuple(
        Place(
            source=source.id,
            at=row.at,
            section=row.section,
            ordinal=row.ordinal,
            status=row.status,
            clauses=row.clauses,
        )
        for source in searched
        for row in source.sentence
        if row.window == window
    )
    message = None
    if not found:
        names = ", ".join(source.id for source in searched)
        message = f"no row of {names} has {window[0]} words with fingerprint {window[1]}"
    return Citation(words=window[0], fingerprint=window[1], places=found, message=message)


def cite_in(sentence: str, source: SourceText, text: str) -> Citation:
    """The citation of a sentence of a source's text.

    If no row has exactly its words, the message names the rows that contain them.
    """
    citation = cite(sentence, [source])
    if citation.places:
        return citation
    wanted, words = words_of(sentence), words_of(text)
    ends = list(accumulate((row.words for row in source.sentence), initial=0))
    for start in range(len(words) - len(wanted) + 1):
        if words[start : start + len(wanted)] == wanted:
            within = [
                row.at
                for row, (first, end) in zip(source.sentence, pairwise(ends), strict=True)
                if first < start + len(wanted) and start < end
            ]
            where = f"they are in {', '.join(within)}" if within else "they are in no row"
            break
    else:
        where = f"they are not in {source.text}"
    return msgspec.structs.replace(citation, message=f"{citation.message}; {where}")


def _toml(path: Path) -> tuple[str, dict[str, object]]:
    text = read_text(path)
    try:
        return text, parsed(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        if place is None:
            raise SpecError(str(path), None, str(error)) from None
        line = int(place[1]) if place[1] else text.count("\n") + 1
        raise SpecError(str(path), line, str(error)[: place.start()]) from None


def _laid_over(path: Path, layer: SourceText, written: Mapping[str, SourceText]) -> SourceText:
    """A layer with every row of the source beneath it; any other source unchanged.

    A row of the layer replaces the row of the same place.  A clause that the layer lists is removed
    from the rows beneath, so that only the correction speaks about it.
    """
    if layer.over is None:
        return layer
    beneath = written.get(layer.over)
    if beneath is None or beneath.over is not None:
        raise SpecError(str(path), None, f"over {layer.over!r}, not a source with own rows")
    if beneath.text != layer.text:
        raise SpecError(str(path), None, f"over {layer.over}, whose text is {beneath.text}")
    own = {row.at: row for row in layer.sentence}
    stray = next((at for at in own if all(row.at != at for row in beneath.sentence)), None)
    if stray is not None:
        raise SpecError(str(path), None, f"{stray} is not a row of {layer.over}")
    corrected = frozenset(clause for row in layer.sentence for clause in row.clauses)
    rows = [own[row.at] if row.at in own else _without(row, corrected) for row in beneath.sentence]
    for row in rows:
        if row.status is RowStatus.CLAUSES and not row.clauses:
            message = f"{row.at} loses its last clause to the correction; add a row for it"
            raise SpecError(str(path), None, message)
    return msgspec.structs.replace(layer, sentence=tuple(rows))


def _without(row: Sentence, corrected: frozenset[str]) -> Sentence:
    left = tuple(clause for clause in row.clauses if clause not in corrected)
    return msgspec.structs.replace(row, clauses=left)


def _line_of_row(heads: Sequence[int], number: int) -> int:
    """The line in which a row begins; the first for a row without a head of its own."""
    return heads[number] if number < len(heads) else 1


def _heads(text: str) -> list[int]:
    """The lines of the heads of rows."""
    return [
        line
        for line, words in enumerate(text.splitlines(), start=1)
        if re.match(r"\s*\[\[\s*sentence\s*\]\]", words)
    ]


def _fault(row: Sentence, chapters: Sequence[str]) -> str | None:
    if row.clauses and row.status is not RowStatus.CLAUSES:
        return f"status {row.status} takes no clauses"
    if row.game is not None and row.status is not RowStatus.PENDING:
        return f"status {row.status} takes no game"
    if row.reason is not None and not row.reason.strip():
        return "the reason is blank"
    match row.status:
        case RowStatus.CLAUSES:
            if not row.clauses:
                return "status clauses names no clause"
            if len(set(row.clauses)) < len(row.clauses):
                return "a clause is named twice"
            return "status clauses takes no reason" if row.reason is not None else None
        case RowStatus.PENDING:
            if row.game is None:
                return "status pending names no game"
            return f"pending, but {row.game} is covered" if row.game in chapters else None
        case _:
            return f"status {row.status} gives no reason" if row.reason is None else None


def _covers(rows: Sequence[Sentence], words: Sequence[str]) -> bool:
    start = 0
    for row in rows:
        if fingerprint(words[start : start + row.words]) != row.fingerprint:
            return False
        start += row.words
    return start == len(words)


def _lines(text: str) -> list[int]:
    """The line number of every word."""
    return [number for number, line in enumerate(text.split("\n"), start=1) for _ in words_of(line)]


def _windows(rows: Sequence[Sentence], words: Sequence[str]) -> dict[tuple[int, str], list[int]]:
    """By window: every place in the text where it occurs."""
    found: dict[tuple[int, str], list[int]] = {row.window: [] for row in rows}
    for size in {row.words for row in rows}:
        for start in range(len(words) - size + 1):
            window = (size, fingerprint(words[start : start + size]))
            if window in found:
                found[window].append(start)
    return found


def _chain(rows: Sequence[Sentence], found: Mapping[tuple[int, str], list[int]]) -> dict[int, int]:
    """By row, its start in the longest chain of rows in order without overlap."""
    best: list[tuple[int, int, int, int | None]] = []
    for number, row in enumerate(rows):
        fresh: list[tuple[int, int, int, int | None]] = []
        for start in found[row.window]:
            covered, before = 0, None
            for link, (weight, end, _, _) in enumerate(best):
                if end <= start and weight > covered:
                    covered, before = weight, link
            fresh.append((covered + row.words, start + row.words, number, before))
        best += fresh
    chain: dict[int, int] = {}
    at = max(range(len(best)), key=lambda link: best[link][0], default=None)
    while at is not None:
        _, end, number, at = best[at]
        chain[number] = end - rows[number].words
    return chain


def _diagnose(source: SourceText, words: Sequence[str], lines: Sequence[int]) -> list[Problem]:
    rows = source.sentence
    found = _windows(rows, words)
    chain = _chain(rows, found)
    problems: list[Problem] = []
    last: Sentence | None = None
    reached = 0
    missing: list[Sentence] = []

    def problem(at: str | None, message: str) -> None:
        problems.append(Problem(source=source.id, at=at, message=message))

    def close(upto: int) -> None:
        """Report the words between the last row found and the next one."""
        gap = upto - reached
        if gap and gap != sum(row.words for row in missing):
            where = "before the first row" if last is None else f"after {last.at}"
            some = "1 word" if gap == 1 else f"{gap} words"
            problem(None, f"{some} {where} in no row (line {lines[reached]})")

    for number, row in enumerate(rows):
        if number in chain:
            close(chain[number])
            last, reached, missing = row, chain[number] + row.words, []
            continue
        starts = found[row.window]
        if not starts:
            line = lines[min(reached, len(lines) - 1)] if lines else 1
            problem(row.at, f"no window of its {row.words} words (sought at line {line})")
            missing.append(row)
            continue
        other = next(
            (
                rows[n].at
                for n, start in sorted(chain.items())
                if any(s < start + rows[n].words and start < s + row.words for s in starts)
            ),
            None,
        )
        if other is None:
            problem(row.at, f"is out of order, at line {lines[starts[0]]}")
        else:
            problem(row.at, f"overlaps {other}")
    close(len(words))
    return problems


def _written(entries: Mapping[str, Verified]) -> str:
    parts = ["# Written by `meldspec sources verify DIR`.\n"]
    for name, entry in entries.items():
        parts.append(
            f"\n[{name}]\n"
            f'text = "{entry.text}"\n'
            f"rows = {entry.rows}\n"
            f"words = {entry.words}\n"
            f'listed = "{entry.listed}"\n'
            f"verified = {entry.verified.isoformat()}\n"
        )
    return "".join(parts)
