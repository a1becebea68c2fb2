"""Known failures: cases that an engine is known to fail, each with the reason."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from meldcheck.check.judge import Outcome, Status
from meldcheck.words.case import Manifest
from meldcheck.words.errors import SpecError


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of a TOML file: ``[[known-failure]]`` with ``id`` and ``reason``."""

    id: str
    reason: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    known_failure: tuple[Known, ...] = ()


_LINE: Final = re.compile(r"line (\d+)")
_EXCUSED: Final = frozenset({Status.FAIL, Status.ERROR, Status.VACUOUS})


def load(path: Path, ids: Iterable[str], manifest: Manifest) -> dict[str, str]:
    """The reasons by case id, from a ``.toml`` file or from lines ``ID REASON``.

    SpecError for a file that cannot be read, an entry without a reason, an id listed twice, or an
    id that is withdrawn or unknown.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SpecError(str(path), None, error.strerror or "unreadable") from None
    except UnicodeDecodeError:
        raise SpecError(str(path), None, "not UTF-8") from None
    entries = _from_toml(path, text) if path.suffix == ".toml" else _from_lines(text)
    cases = frozenset(ids)
    withdrawn = {gone.id: gone.reason for gone in manifest.withdrawn}
    reasons: dict[str, str] = {}
    for line, known in entries:
        if not known.reason.strip():
            raise SpecError(str(path), line, f"{known.id}: no reason is given")
        if known.id in withdrawn:
            problem = f"{known.id}: this case is withdrawn ({withdrawn[known.id]})"
            raise SpecError(str(path), line, problem)
        if known.id not in cases:
            raise SpecError(str(path), line, f"{known.id}: the suite has no such case")
        if known.id in reasons:
            raise SpecError(str(path), line, f"{known.id}: listed twice")
        reasons[known.id] = known.reason.strip()
    return reasons


def _from_lines(text: str) -> list[tuple[int | None, Known]]:
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    return [
        (number, Known(line.split(None, 1)[0], line.partition(" ")[2].strip(" \t#:-")))
        for number, line in lines
        if line and not line.startswith("#")
    ]


def _from_toml(path: Path, text: str) -> list[tuple[int | None, Known]]:
    try:
        listed = msgspec.convert(tomllib.loads(text), _File)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        raise SpecError(str(path), int(found[1]) if found else None, str(error)) from None
    except msgspec.ValidationError as error:
        raise SpecError(str(path), None, str(error)) from None
    return [(_line_of(text, known.id), known) for known in listed.known_failure]


def _line_of(text: str, name: str) -> int | None:
    numbered = enumerate(text.splitlines(), start=1)
    return next((number for number, line in numbered if name in line), None)


def excuse(outcomes: Iterable[Outcome], reasons: Mapping[str, str]) -> list[Outcome]:
    """The outcomes, with listed failures marked known and listed cases that pass marked xpass."""
    return [_excused(outcome, reasons.get(outcome.case.id)) for outcome in outcomes]


def _excused(outcome: Outcome, reason: str | None) -> Outcome:
    if reason is None:
        return outcome
    if outcome.status in _EXCUSED:
        return replace(outcome, status=Status.KNOWN_FAILURE, reason=f"known: {reason}")
    if outcome.status is Status.PASS:
        return replace(
            outcome, status=Status.XPASS, reason=f"passes, but is listed as failing: {reason}"
        )
    return outcome
