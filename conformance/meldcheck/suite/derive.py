"""Derived cases: plays found by search and committed in words; the reference gives the results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from meldcheck.engine.referee import begin, expected
from meldcheck.games import MEASURES
from meldcheck.suite.examples import requires
from meldcheck.suite.steps import Deals, steps_of
from meldcheck.suite.store import read_json
from meldcheck.words.case import (
    Act,
    Ask,
    Case,
    Control,
    Kind,
    Origin,
    Record,
    Setup,
    Source,
    Step,
    Tier,
    Twin,
)
from meldcheck.words.deal import Dealt, exchanged_action
from meldcheck.words.errors import SpecError
from meldcheck.words.lines import counted
from meldcheck.words.notation import CHANCE, NotationError, parse_line, pile, show_cards, show_step
from meldcheck.words.telling import named_winners
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match, WireError

LONG: Final = 60
"""A derived play with more steps is of the tier ``full``."""


class FoundDeal(Record, frozen=True):
    """A deal in words."""

    dealer: int
    hands: tuple[str, ...]
    stock: str
    upcard: str | None = None
    hand_number: int = 1


class FoundControl(Record, frozen=True):
    """The accepted counterpart of the refused last step."""

    why: str
    play: tuple[str, ...]


class FoundTwin(Record, frozen=True):
    """The two cards that change places, and the seat that cannot tell."""

    seat: int
    swap: str


class Found(Record, frozen=True):
    """A play in words, in the lines of documents, its questions without answers."""

    id: str
    kind: Kind
    deals: dict[str, FoundDeal]
    play: tuple[str, ...]
    control: FoundControl | None = None
    twin: FoundTwin | None = None
    rules: dict[str, str | int] = msgspec.field(default_factory=dict)
    """The readings that differ from the default."""
    how: str = ""
    """How the play was found, if the list does not say so for all."""


class FoundFile(Record, frozen=True):
    """A committed list of plays, and the aim of their search."""

    game: str
    how: str
    found: tuple[Found, ...]


def read_found(directory: Path) -> dict[str, FoundFile]:
    """The committed lists by file name; SpecError for a list that cannot be read."""
    paths = sorted(directory.rglob("*.json"))
    return {path.relative_to(directory).as_posix(): read_json(path, FoundFile) for path in paths}


def derived_cases(found: Mapping[str, FoundFile], games: Mapping[str, GameWire]) -> list[Case]:
    """A case for every found play; SpecError for a play that cannot be played again."""
    cases: list[Case] = []
    for name, listed in found.items():
        file = f"conformance/found/{name}"
        for one in listed.found:
            try:
                cases.append(derived_case(one, games[listed.game], file, listed.how))
            except (NotationError, WireError) as error:
                raise SpecError(file, None, f"{one.id}: {error}") from None
    return cases


def derived_case(found: Found, game: GameWire, file: str, how: str) -> Case:
    """The case of a found play.

    SpecError if the reference refuses a deal or control, if a refused step has no control or the
    reverse, or if a step of a twin is refused.
    """
    deals = {name: _dealt(deal) for name, deal in found.deals.items()}
    first = next(iter(deals.values()))
    setup = Setup(players=len(first.hands), dealer=first.dealer, hand_number=first.hand_number)
    steps, after = _played(found, file, game, setup, _steps(found.play, deals))
    refused = tuple(step for step in steps if isinstance(step, Act) and step.refused)
    if bool(refused) != (found.control is not None):
        raise SpecError(file, None, f"{found.id}: a refused step and a control go together")
    control = _control(found, file, game, setup, deals)
    twin = _twin(found, file, game, setup, deals)
    everything: list[Step] = [*steps, *(control.steps if control else ())]
    return Case(
        id=found.id,
        title=_title(found, steps, after),
        game=game.name,
        kind=found.kind,
        tier=Tier.FULL if len(steps) > LONG else Tier.CORE,
        origin=Origin.DERIVED,
        clauses=_clauses(game.name, steps),
        rules=found.rules,
        requires=requires(found.kind, everything, setup),
        source=Source(file=file, found=found.how or how),
        setup=setup,
        steps=steps,
        control=control,
        twin=twin,
    )


def _dealt(deal: FoundDeal) -> Dealt:
    hands = tuple(tuple(pile(cards)) for cards in deal.hands)
    stock = tuple(pile(deal.stock))
    return Dealt(deal.dealer, hands, stock, deal.upcard, hand_number=deal.hand_number)


def _steps(lines: Iterable[str], deals: Deals) -> tuple[Step, ...]:
    read = (parse_line(line) for line in lines)
    return steps_of([line for line in read if line is not None], deals)


def _played(
    found: Found, file: str, game: GameWire, setup: Setup, steps: Sequence[Step]
) -> tuple[tuple[Step, ...], Match]:
    match = begin(game, found.rules, setup)
    if isinstance(match, Refusal):
        raise SpecError(file, None, f"{found.id}: the match is refused")
    told, after = expected(match, steps)
    return tuple(_what_is_demanded(step) for step in told), after


def _what_is_demanded(step: Step) -> Step:
    """The step without its list of shown hands, if a hand in it stays hidden.

    The texts require that some hands are shown after the end and forbid no others. An engine that
    shows more has another reading, which only cases about that question test.
    """
    if not isinstance(step, Ask) or not isinstance(step.answer, dict):
        return step
    shown = step.answer.get("revealed")
    if not isinstance(shown, list) or None not in shown:
        return step
    rest = {name: value for name, value in step.answer.items() if name != "revealed"}
    return msgspec.structs.replace(step, answer=rest)


def _control(found: Found, file: str, game: GameWire, setup: Setup, deals: Deals) -> Control | None:
    if found.control is None:
        return None
    steps, _ = _played(found, file, game, setup, _steps(found.control.play, deals))
    _all_accepted(found, file, steps, "the control")
    return Control(why=found.control.why, steps=steps)


def _all_accepted(found: Found, file: str, steps: Iterable[Step], what: str) -> None:
    for step in steps:
        if isinstance(step, Act) and step.refused:
            words = show_step(step.by, step.do)
            clauses = ", ".join(step.refused)
            raise SpecError(file, None, f"{found.id}: {what}: {words} is refused ({clauses})")


def _twin(
    found: Found, file: str, game: GameWire, setup: Setup, deals: Mapping[str, Dealt]
) -> Twin | None:
    if found.twin is None:
        return None
    one, other = pile(found.twin.swap)
    names = {one: other, other: one}
    exchanged = tuple(
        msgspec.structs.replace(step, do=exchanged_action(step.do, names))
        for step in _steps(found.play, deals)
        if isinstance(step, Act)
    )
    steps, _ = _played(found, file, game, setup, exchanged)
    _all_accepted(found, file, steps, "the second play")
    return Twin(
        seats=(found.twin.seat,), steps=tuple(step for step in steps if isinstance(step, Act))
    )


def _clauses(game: str, steps: Iterable[Step]) -> tuple[str, ...]:
    """The clauses that a derived case shows: of refusals, then of payments, then of moves."""
    refused: list[str] = []
    paid: list[str] = []
    moved: list[str] = []
    for step in steps:
        if isinstance(step, Ask):
            if step.what == "result" and step.answer is not None:
                paid += [line["clause"] for line in step.answer.get("receipt", ())]
        elif step.refused:
            refused += step.refused
        else:
            moved.append(MEASURES[game].shown[step.do["type"]])
    return tuple(dict.fromkeys([*refused, *paid, *moved]))


def _title(found: Found, steps: Sequence[Step], after: Match) -> str:
    """A fact about the play, as the reference played it."""
    asked = [step for step in steps if isinstance(step, Ask)]
    acts = [step for step in steps if isinstance(step, Act)]
    last = asked[-1] if asked else None
    if found.twin is not None:
        one, other = pile(found.twin.swap)
        return f"Seat {found.twin.seat} cannot tell whether {one} and {other} have changed places"
    match found.kind:
        case Kind.LEGAL if last is not None:
            return f"Seat {last.seat} has {len(last.answer)} legal actions after {_count(acts)}"
        case Kind.VIEW if last is not None:
            return f"What seat {last.seat} sees in the phase {last.answer['phase']}"
        case Kind.PERFT if last is not None:
            total = last.answer["total"]
            actions = counted(last.depth or 0, "action")
            return f"{total} sequences of {actions} follow after {_count(acts)}"
    if acts[-1].refused:
        return f"After {_count(acts[:-1])}, {_last_words(acts[-1])} is refused"
    results = [step.answer for step in asked if step.what == "result" and step.answer is not None]
    ends = [f"{named_winners(result)} ({result['end']})" for result in results]
    hands = "A hand" if len(results) == 1 else f"{len(results)} hands"
    return f"{hands} in {_count(acts)}: {', '.join(ends)}"


def _last_words(step: Act) -> str:
    if step.by == CHANCE:
        if step.do["type"] != "deal":
            return f"a {step.do['type']} by chance"
        return "a deal of " + ", ".join(str(len(hand)) for hand in step.do["hands"]) + " cards"
    return f"'{show_step(step.by, step.do)}'"


def _count(acts: Sequence[Act]) -> str:
    return counted(sum(act.by != CHANCE for act in acts), "action")


def in_words(deal: Dealt) -> FoundDeal:
    """A deal in the words of a found play."""
    hands = tuple(show_cards(list(cards)) for cards in deal.hands)
    return FoundDeal(
        dealer=deal.dealer,
        hands=hands,
        stock=" ".join(deal.stock),
        upcard=deal.upcard,
        hand_number=deal.hand_number,
    )
