"""The refusals of a game: every condition in the order in which the play asks it.

The order comes from the moves of the game.  The refusals by turn and phase, which no move lists,
are those that the cases of the documents show; those by turn are asked first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from inspect import getsource
from typing import Any, Final

from docutils import nodes

from lawpages.book import Book
from lawpages.elements import Part, case_link, clause_link, el, joined, paragraph, spoken
from lawpages.plays import ACTIONS
from lawpages.tables import table
from meldcheck.law.clauses import Clause, Law
from meldcheck.words.case import Act, Case
from meldspec.games import GAMES, package_of
from meldspec.kernel import AnyGame, AnyMove

STAGES: Final = (
    "Who acts, and when",
    "Whether the things that it names are there",
    "The conditions",
    "What it would lead to",
)
"""The stages in their order.  A refusal names every clause that fails in the first of them."""

HEADS: Final = ("", "refused, if", "clause", "a case")

OF_CHANCE: Final = {
    "cut": "The cut",
    "deal": "The deal",
    "reshuffle": "A new stock",
    "refill": "Cards for the stub",
}
"""By action of chance: its title."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A case in which a step of this type is refused by this clause."""

    action: str
    clause: str
    example: str
    title: str
    by_default: bool
    alone: bool


def address_of(game: str, action: str) -> str:
    """The place of an action on the pages of refusals, for pages beside them."""
    return f"refusals-{game}.html#{_anchor(action)}"


def _anchor(action: str) -> str:
    return f"refusals-of-{action.replace('_', '-')}"


def stages_of(game: str) -> dict[str, tuple[dict[str, None], ...]]:
    """By type of action: the clauses that its moves list, a stage each, in their order."""
    value = _game(game)
    names = {does: name for name, does in GAMES[game].messages.actions.items()}
    found: dict[str, tuple[dict[str, None], ...]] = {}
    for move in value.moves:
        stages = found.setdefault(names[move.does], ({}, {}, {}))
        for stage, listed in zip(stages, _listed(move), strict=True):
            stage.update(dict.fromkeys(each.clause for each in listed))
    return found


def _game(game: str) -> AnyGame:
    value: AnyGame = import_module(f"{package_of(game)}.game").GAME
    return value


def first_of(game: str, clauses: Iterable[str]) -> list[str]:
    """Clauses of the first stage, in the order in which they are asked.

    Those that refuse the actor stand before those of the phase.
    """
    by_actor = re.findall(r'"([a-z-]+\.[a-z-]+\.[a-z0-9-]+)"', getsource(_game(game).not_to_act))
    places = {clause: place for place, clause in reversed([*enumerate(by_actor)])}
    return sorted(dict.fromkeys(clauses), key=lambda one: places.get(one, len(by_actor)))


def _listed(move: AnyMove) -> tuple[Sequence[Any], ...]:  # conditions and limits have a clause
    return move.exists, move.conditions, move.limits


def shown_in(book: Book, law: Law) -> list[Shown]:
    """Every refused step of the documents, those by the default rules and by one clause first."""
    found = [
        Shown(step.do["type"], clause, case.id, case.title, by_default, len(step.refused) == 1)
        for example in law.examples
        for case in book.cases.get(example, ())
        for step, by_default in _refused(case)
        for clause in step.refused
    ]
    return sorted(found, key=lambda one: (not one.by_default, not one.alone))


def _refused(case: Case) -> Iterator[tuple[Act, bool]]:
    """The refused steps of a case, and whether no reading of its own is played."""
    for steps in (case.steps, *case.outcomes.values()):
        common = steps is case.steps
        for step in steps:
            if isinstance(step, Act) and step.refused:
                yield step, common and not case.rules


def refusals(book: Book, law: Law) -> Iterator[nodes.Node]:
    """A section for each action of a game with its refusals, and one for those never alone."""
    shown = shown_in(book, law)
    for action, later in stages_of(law.game).items():
        listed = {clause for stage in later for clause in stage}
        of_action = [one for one in shown if one.action == action]
        first = first_of(law.game, (one.clause for one in of_action if one.clause not in listed))
        title = OF_CHANCE.get(action) or ACTIONS[action][0].capitalize()
        bodies = list(_bodies(book, (first, *later), of_action))
        if bodies:
            made = table(HEADS, bodies, "refusals", f"Refusals: {title}")
            yield nodes.section("", nodes.title("", title), made, ids=[_anchor(action)])
    covered = [one for one in law.clauses.values() if one.implied_by]
    if covered:
        about = paragraph("Whenever one of these fails, others fail with it and refuse.")
        made = _never_alone(covered)
        title = "Never alone"
        yield nodes.section("", nodes.title("", title), about, made, ids=["refusals-never-alone"])


def _bodies(
    book: Book, stages: Sequence[Iterable[str]], shown: Sequence[Shown]
) -> Iterator[nodes.Node]:
    """The rows of each stage that has some, numbered through."""
    number = 0
    for name, clauses in zip(STAGES, stages, strict=True):
        rows: list[nodes.Node] = []
        for clause in clauses:
            number += 1
            rows.append(_row(book.clauses[clause], number, shown))
        if rows:
            head = el("tr", el("th", name, colspan=str(len(HEADS)), scope="rowgroup"), css="stage")
            yield from (head, *rows)


def _row(clause: Clause, number: int, shown: Sequence[Shown]) -> nodes.Node:
    case = next((one for one in shown if one.clause == clause.id), None)
    return el(
        "tr",
        el("td", str(number), css="number"),
        el("td", *_words(clause)),
        el("th", clause_link(clause.id), scope="row"),
        el(
            "td",
            el("span", "none", css="nothing")
            if case is None
            else case_link(case.example, case.title),
        ),
    )


def _words(clause: Clause) -> Iterator[Part]:
    """When a clause refuses; a clause that is no refusal says what an action must agree with."""
    if clause.refusal:
        yield from spoken(clause.refusal)
    else:
        yield el("span", "it is against this: ", css="nothing")
        yield from spoken(clause.text)


def _never_alone(clauses: Sequence[Clause]) -> nodes.Node:
    rows = [
        el(
            "tr",
            el("td"),
            el("td", *_words(one)),
            el("th", clause_link(one.id), scope="row"),
            el("td", *joined(clause_link(name) for name in one.implied_by)),
        )
        for one in clauses
    ]
    heads = (*HEADS[:-1], "refused by")
    return table(heads, rows, "refusals", "Refused by others")
