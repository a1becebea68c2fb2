"""The requests of a case, and what each reply should be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from meldcheck.engine.process import Request
from meldcheck.words.case import JSON, Act, Ask, Case, Setup, Step, plain


class Strand(StrEnum):
    """The plays of a case."""

    PLAY = "play"
    CONTROL = "control"
    TWIN = "twin"


@dataclass(frozen=True, slots=True)
class Accepts:
    """The request is accepted."""


@dataclass(frozen=True, slots=True)
class Refuses:
    """The request is refused; if the engine names clauses, one of these is among them."""

    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """The question ``what`` has this answer.

    ``ignored`` has the fields that are not compared, and ``left_out`` the names of all parts of the
    stated answer that are not compared.
    """

    what: str
    answer: JSON
    ignored: frozenset[str] = frozenset()
    left_out: tuple[str, ...] = ()

    @property
    def states_nothing(self) -> bool:
        """Whether everything that was stated is left out."""
        return bool(self.left_out) and not self.answer


@dataclass(frozen=True, slots=True)
class Watches:
    """A seat's view or legal list in a play whose twin the seat must not tell apart.

    ``like`` is the place of the same question in the first play; None in the first play itself.
    """

    what: str
    like: int | None


@dataclass(frozen=True, slots=True)
class Looks:
    """A seat's view before and after a refused step: both must be the same.

    ``like`` is the place of the view before the step; None for that view itself.
    """

    like: int | None


Check: TypeAlias = Accepts | Refuses | Answers | Watches | Looks


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request, and the check of its reply."""

    request: Request
    check: Check
    part: Strand = Strand.PLAY
    step: int | None = None


def script(case: Case, rules: JSON, *, shows_views: bool) -> tuple[Exchange, ...]:
    """Everything that is sent to an engine in a case that no question leaves open.

    Every request names ``rules``. An engine that shows views is asked for one before and after each
    refused step.
    """
    if case.question is not None:
        return tuple(_facts(case, rules, case.question))
    exchanges = list(_play(case, rules, case.steps, Strand.PLAY))
    if case.control is not None:
        exchanges += _play(case, rules, case.control.steps, Strand.CONTROL)
    if case.twin is not None:
        watched = [place for place, said in enumerate(exchanges) if isinstance(said.check, Watches)]
        exchanges += _second_play(_play(case, rules, case.twin.steps, Strand.TWIN), iter(watched))
    exchanges.append(Exchange({"cmd": "end"}, Accepts()))
    return tuple(_with_looks(exchanges) if shows_views and case.twin is None else exchanges)


def _facts(case: Case, rules: JSON, question: Mapping[str, JSON]) -> Iterator[Exchange]:
    request = of_facts(case.game, rules, {"what": case.what, **question})
    if not case.refused:
        yield Exchange(request, Answers(case.what, case.answer))
        return
    yield Exchange(request, Refuses(case.refused))
    if case.control is not None and case.control.question is not None:
        request = of_facts(case.game, rules, {"what": case.what, **case.control.question})
        yield Exchange(request, Accepts(), Strand.CONTROL)


def of_facts(game: str, rules: JSON, question: Mapping[str, JSON]) -> Request:
    """The request for the answer to a question about stated facts; ``question`` has ``what``."""
    return {"cmd": "ask", "game": game, "rules": rules, **question}


def of_match(game: str, rules: JSON, setup: Setup) -> Request:
    """The request for a match before its first deal."""
    return {"cmd": "begin", "game": game, "rules": rules, **plain(setup)}


def of_step(step: Step) -> Request:
    """The request for an action, or for an answer about the match that is played."""
    match step:
        case Act(by=by, do=do):
            return {"cmd": "act", "by": by, "do": do}
        case Ask(what=what, seat=seat, depth=depth):
            fields = {"seat": seat, "depth": depth}
            stated = {name: value for name, value in fields.items() if value is not None}
            return {"cmd": "ask", "what": what, **stated}
        case _:
            assert_never(step)


def _with_looks(exchanges: Iterable[Exchange]) -> list[Exchange]:
    """The exchanges, with a view before and after each refused step of a dealt hand."""
    looking: list[Exchange] = []
    dealt = False
    for said in exchanges:
        if not (dealt and isinstance(said.check, Refuses)):
            looking.append(said)
            accepted = said.request["cmd"] == "act" and isinstance(said.check, Accepts)
            dealt = said.request["cmd"] != "begin" and (dealt or accepted)
            continue
        by = said.request["by"]
        view: Request = {"cmd": "ask", "what": "view", "seat": by if by != "chance" else 0}
        before = len(looking)
        looking.append(replace(said, request=view, check=Looks(None)))
        looking.append(said)
        looking.append(replace(said, request=view, check=Looks(before)))
    return looking


def _play(case: Case, rules: JSON, steps: Iterable[Step], part: Strand) -> Iterator[Exchange]:
    if case.setup is None:
        raise AssertionError(f"{case.id} has neither a question nor a setup")
    yield Exchange(of_match(case.game, rules, case.setup), Accepts(), part, 0)
    watchers = case.twin.seats if case.twin is not None and part is not Strand.CONTROL else ()
    for number, step in enumerate(steps, start=1):
        match step:
            case Act(refused=()):
                yield Exchange(of_step(step), Accepts(), part, number)
                for seat in watchers:
                    for what in ("view", "legal"):
                        look = of_step(Ask(what=what, seat=seat))
                        yield Exchange(look, Watches(what, None), part, number)
            case Act(refused=clauses):
                yield Exchange(of_step(step), Refuses(clauses), part, number)
            case Ask(what=what, answer=answer):
                yield Exchange(of_step(step), Answers(what, answer), part, number)
            case _:
                assert_never(step)


def _second_play(play: Iterable[Exchange], watched: Iterator[int]) -> Iterator[Exchange]:
    for said in play:
        if isinstance(said.check, Watches):
            yield replace(said, check=Watches(said.check.what, next(watched)))
        else:
            yield said
