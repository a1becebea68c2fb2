"""The tables of a case, step by step, as the reference plays it; a script on the page draws them.

Each case with a play has a small file, which the page loads when a reader asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final, TypeAlias

from lawpages.book import Book
from lawpages.elements import plain
from meldcheck.engine.referee import act, begin
from meldcheck.law.clauses import Question
from meldcheck.words.case import JSON, Act, Case, Step, option_of
from meldcheck.words.readings import Readings, reading_value
from meldcheck.words.telling import Piles
from meldspec.games import GAMES
from meldspec.play import Refusal

Table: TypeAlias = dict[str, JSON]
"""What lies on a table when all cards are open: the fields of a view, and the hands."""

OF_ONE_SEAT: Final = ("seat", "hand", "choice", "claim")
"""The fields of a view that differ from seat to seat."""

MAIN, CONTROL, TWIN = "play", "control", "twin"
"""The names of plays that belong to no reading."""


def has_steps(case: Case) -> bool:
    """Whether a case is a play, which can be stepped through."""
    return case.setup is not None and bool(case.steps)


def stepped(book: Book, case: Case) -> dict[str, JSON]:
    """The plays of a case with the table after each step, and the ids of the clauses in them.

    Plays share the steps with which they begin.
    """
    assert case.setup is not None
    made = [
        (name, told, rules, [*_steps(case, rules, steps)])
        for name, told, rules, steps in _plays(book, case)
    ]
    plays: list[dict[str, JSON]] = []
    for name, told, rules, steps in made:
        shared = _shared(made[0][-1], steps) if plays else 0
        told_of = {"name": name, "told": told, "rules": rules, "shared": shared}
        plays.append({**told_of, "steps": steps[shared:]})
    named = dict.fromkeys(
        clause
        for *_, steps in made
        for step in steps
        for clause in _clauses(step)
        if clause in book.clauses
    )
    return {
        "game": case.game,
        "players": case.setup.players,
        "dealer": case.setup.dealer,
        "hand": case.setup.hand_number,
        "plays": plays,
        "clauses": list(named),
    }


def with_addresses(
    book: Book, content: dict[str, JSON], address: Callable[[str], str]
) -> dict[str, JSON]:
    """The plays of a case with the meaning and the address of each clause in them."""
    named = {
        clause: [plain(book.clauses[clause].refusal or ""), address(clause)]
        for clause in content["clauses"]
        if clause in book.clauses
    }
    return {**content, "clauses": named}


def _clauses(step: Mapping[str, JSON]) -> Iterator[str]:
    """The clauses that refuse a step, and those by which it is paid."""
    yield from step.get("refused", ())
    result = step["table"].get("result") or {}
    yield from (line["clause"] for line in result.get("receipt", ()))


def _shared(first: Sequence[JSON], other: Sequence[JSON]) -> int:
    """The number of steps that two plays share from their beginning."""
    pairs = zip(first, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _plays(book: Book, case: Case) -> Iterator[tuple[str, str, Readings, Sequence[Step]]]:
    """The plays of a case: name, what it shows, rules, steps."""
    if not case.outcomes:
        yield MAIN, "the play", case.rules, case.steps
    question = book.questions.get(case.asks or "")
    for reading in _default_first(question, case.outcomes):
        words = reading if question is None else plain(question.readings.get(reading, reading))
        rules = {**case.rules, option_of(case.asks or ""): reading_value(reading)}
        yield reading, words, rules, (*case.steps, *case.outcomes[reading])
    if case.control is not None:
        yield CONTROL, case.control.why, case.rules, case.control.steps
    if case.twin is not None:
        yield TWIN, "the same play with hidden cards exchanged", case.rules, case.twin.steps


def _default_first(question: Question | None, readings: Iterable[str]) -> list[str]:
    return sorted(readings, key=lambda one: question is not None and one != question.default)


def _steps(case: Case, rules: Readings, steps: Sequence[Step]) -> Iterator[dict[str, JSON]]:
    """Each action with the clauses that refuse it, and the fields of the table that it changes."""
    assert case.setup is not None
    match = begin(GAMES[case.game], rules, case.setup)
    assert not isinstance(match, Refusal), case.id
    piles = Piles.under(rules)
    before: Table = {}
    for step in steps:
        if not isinstance(step, Act):
            continue
        after = act(match, step)
        told: dict[str, JSON] = {"by": step.by, "do": step.do}
        if isinstance(after, Refusal):
            told["refused"] = list(after.clauses)
        else:
            match = after
            came = piles.follow(step)
            told |= {} if came is None else {"came": came}
        table = before
        if not before or not isinstance(after, Refusal):
            views: list[JSON] = [match.view(seat) for seat in range(case.setup.players)]
            table = open_table(views, match.result())
        told["table"] = changed(before, table)
        before = table
        yield told


def open_table(views: Sequence[Mapping[str, JSON]], result: JSON) -> Table:
    """The table with all cards open, from the view of each seat and the result of the hand."""
    shared = {name: value for name, value in views[0].items() if name not in OF_ONE_SEAT}
    made: Table = {**shared, "hands": [view["hand"] for view in views]}
    if "melds" in shared:
        made["melds"] = [
            views[meld["owner"]]["melds"][place] for place, meld in enumerate(shared["melds"])
        ]
    for name, several in (("choice", "choices"), ("claim", "claims")):
        if any(view.get(name) is not None for view in views):
            made[several] = [view.get(name) for view in views]
    if result is not None:
        made["result"] = result
    return made


def changed(before: Table, after: Table) -> Table:
    """The fields that differ; None for a field that is gone."""
    told = {name: value for name, value in after.items() if before.get(name) != value}
    return told | {name: None for name in before if name not in after}
