"""Second derivations as they are kept, compared with the results that the documents state."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, final

from meldcheck.words.case import JSON, Act, Ask, Case, Step
from meldcheck.words.compare import differences
from meldspec.games import NAMES

from .sheet import questions, requests, sheets

FOLDER: Final = Path(__file__).parent / "second"

Derived = dict[str, JSON]
"""One example: ``refused`` and ``answers`` by number of the step, or ``answer``, or ``outcomes``
by reading, each with ``refused`` and ``answers``."""


@final
@dataclass(frozen=True, slots=True)
class Count:
    """How far the second derivations of a game go, in cases."""

    game: str
    cases: int
    """Cases of the documents that state a result."""
    agreed: int
    disagreed: tuple[str, ...]
    """Each case whose second derivation says something else, with the place."""
    waiting: tuple[str, ...]
    """Cases that nobody has derived again."""


def read(file: Path) -> dict[str, Derived]:
    """Second derivations by the key of their sheet; empty without a file."""
    if not file.exists():
        return {}
    found: dict[str, Derived] = {}
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        try:
            derived = json.loads(line)
            found[derived.pop("key")] = derived
        except (ValueError, KeyError, AttributeError) as error:
            raise ValueError(f"{file}, line {number}: no derivation: {error}") from None
    return found


def keep(game: str, derived: Mapping[str, Derived]) -> None:
    """Write the second derivations of a game; those of examples that are gone are left out."""
    lines = [
        json.dumps({"key": sheet.key, **derived[sheet.key]}, sort_keys=True)
        for sheet in sheets(game)
        if sheet.key in derived
    ]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game}.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")


@cache
def count(game: str) -> Count:
    """How far the kept derivations of a game go."""
    kept = read(FOLDER / f"{game}.jsonl")
    all_of_them = sheets(game)
    agreed, disagreed, waiting = 0, list[str](), list[str]()
    for sheet in all_of_them:
        for case in sheet.cases:
            if sheet.key not in kept:
                waiting.append(case.id)
            elif told := list(disagreements(case, kept[sheet.key])):
                disagreed.append(f"{case.id}: {told[0]}")
            else:
                agreed += 1
    cases = sum(len(sheet.cases) for sheet in all_of_them)
    return Count(game, cases, agreed, tuple(sorted(disagreed)), tuple(sorted(waiting)))


def counts() -> list[Count]:
    """How far the kept derivations of all games go."""
    return [count(game) for game in NAMES]


def disagreements(case: Case, derived: Derived) -> Iterator[str]:
    """Each place at which a second derivation says something else than the case."""
    if case.refused:
        stated = [n for n, asked in enumerate(questions(case)) if asked == case.question]
        if derived.get("refused") != stated:
            yield f"refused is {stated}, and {derived.get('refused')} is derived"
    elif case.question is not None and not case.outcomes:
        yield from _answers("the answer", case.what, case.answer, derived.get("answer"))
    yield from _play("", case.steps, derived)
    outcomes = derived.get("outcomes")
    for reading, steps in case.outcomes.items():
        told = outcomes.get(reading) if isinstance(outcomes, dict) else None
        yield from _play(f"{reading}: ", steps, told if isinstance(told, dict) else {})


def _play(where: str, steps: Sequence[Step], derived: Mapping[str, JSON]) -> Iterator[str]:
    refused, answers = derived.get("refused", []), derived.get("answers", {})
    if steps and "refused" not in derived:
        yield f"{where}nothing is derived"
        return
    if not isinstance(refused, list) or not isinstance(answers, dict):
        yield f"{where}no list of refused steps and no answers by step"
        return
    for number, step in requests(steps):
        match step:
            case Act():
                if bool(step.refused) != (number in refused):
                    yield f"{where}step {number}: {'accepted' if step.refused else 'refused'}"
            case Ask() if str(number) not in answers:
                yield f"{where}step {number}: nothing is derived"
            case Ask():
                yield from _answers(
                    f"{where}step {number}", step.what, step.answer, answers.get(str(number))
                )


def _answers(where: str, what: str, stated: JSON, derived: JSON) -> Iterator[str]:
    # an engine answers a best play in cards, a derivation with the fields that the example states
    for each in differences("" if what == "best" else what, stated, derived):
        said, other = json.dumps(each.expected), json.dumps(each.got)
        yield f"{where}, {each.where or what}: {other}, not {said}"
