"""What is said to an engine in a case: setups, actions and questions only.

What is expected of each reply stays here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias, assert_never

from meldcheck.engine.process import Request
from meldcheck.suite.outcomes import decided
from meldcheck.words.case import JSON, Act, Ask, Case, Kind, Step, plain
from meldcheck.words.protocol import GamePlayed


class Strand(StrEnum):
    """Which play of a case."""

    PLAY = "play"
    CONTROL = "control"
    TWIN = "twin"


@dataclass(frozen=True, slots=True)
class Accepts:
    """The request is accepted."""


@dataclass(frozen=True, slots=True)
class Refuses:
    """The request is refused, by one of these clauses where the engine names any."""

    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """The question is answered so."""

    what: str
    answer: JSON


@dataclass(frozen=True, slots=True)
class Watches:
    """What a seat learns in a play whose twin it must not tell apart.

    ``like`` is the exchange of the first play in which the same was asked.
    """

    what: str
    like: int | None


@dataclass(frozen=True, slots=True)
class Looks:
    """What a seat sees before a refused step, and after it: the same.

    ``like`` is the exchange in which it was asked before; None when this is that one.
    """

    like: int | None


Check: TypeAlias = Accepts | Refuses | Answers | Watches | Looks


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request, and what is expected of its reply."""

    request: Request
    check: Check
    part: Strand = Strand.PLAY
    step: int | None = None


Defaults: TypeAlias = Mapping[str, Mapping[str, str | int]]
"""By game, the reading of each option that is played unless a request says otherwise."""

NO_DEFAULTS: Final[Defaults] = {}


def script(
    case: Case,
    defaults: Defaults = NO_DEFAULTS,
    rules: Defaults = NO_DEFAULTS,
    *,
    shows_views: bool = False,
) -> tuple[Exchange, ...]:
    """Everything that is said to an engine in a case.

    Every request names the readings of ``rules``, and those that the case fixes, as far as they
    differ from the default.
    An engine that shows views is asked for one before and after each refused step.
    """
    case = decided_by(case, defaults, rules)
    named = _rules(case, defaults, rules)
    if case.question is not None:
        request: Request = {
            "cmd": "ask",
            "game": case.game,
            "rules": named,
            "what": case.what,
            **case.question,
        }
        return (Exchange(request, Answers(case.what, case.answer)),)
    exchanges = list(_play(case, named, case.steps, Strand.PLAY))
    if case.control is not None:
        exchanges += _play(case, named, case.control.steps, Strand.CONTROL)
    if case.twin is not None:
        watched = [place for place, said in enumerate(exchanges) if isinstance(said.check, Watches)]
        exchanges += _second_play(_play(case, named, case.twin.steps, Strand.TWIN), iter(watched))
    exchanges.append(Exchange({"cmd": "end"}, Accepts()))
    return tuple(_with_looks(exchanges) if shows_views and case.twin is None else exchanges)


def _with_looks(exchanges: Iterable[Exchange]) -> list[Exchange]:
    """The exchanges, with a view asked for around each refused step of a dealt hand."""
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


def decided_by(case: Case, defaults: Defaults, rules: Defaults = NO_DEFAULTS) -> Case:
    """The case under the reading of its question that is played; any other case as it is."""
    return decided(case, {**defaults.get(case.game, {}), **rules.get(case.game, {})})


def _rules(case: Case, defaults: Defaults, rules: Defaults) -> JSON:
    """What is played otherwise than by default: what the case fixes, and else these rules."""
    usual = defaults.get(case.game, {})
    played = {**rules.get(case.game, {}), **case.rules}
    other = {name: value for name, value in played.items() if usual.get(name) != value}
    return {"options": other} if other else {}


def _play(case: Case, rules: JSON, steps: Iterable[Step], part: Strand) -> Iterator[Exchange]:
    if case.setup is None:
        raise AssertionError(f"{case.id} has neither a question nor a setup")
    begin: Request = {"cmd": "begin", "game": case.game, "rules": rules, **plain(case.setup)}
    yield Exchange(begin, Accepts(), part, 0)
    watchers = case.twin.seats if case.twin is not None and part is not Strand.CONTROL else ()
    for number, step in enumerate(steps, start=1):
        match step:
            case Act(by=by, do=do, refused=()):
                yield Exchange({"cmd": "act", "by": by, "do": do}, Accepts(), part, number)
                for seat in watchers:
                    for what in ("view", "legal"):
                        request: Request = {"cmd": "ask", "what": what, "seat": seat}
                        yield Exchange(request, Watches(what, None), part, number)
            case Act(by=by, do=do, refused=clauses):
                request = {"cmd": "act", "by": by, "do": do}
                yield Exchange(request, Refuses(clauses), part, number)
            case Ask(what=what, seat=seat, depth=depth, answer=answer):
                fields = {"seat": seat, "depth": depth}
                stated = {name: value for name, value in fields.items() if value is not None}
                request = {"cmd": "ask", "what": what, **stated}
                yield Exchange(request, Answers(what, answer), part, number)
            case _:
                assert_never(step)


def _second_play(play: Iterable[Exchange], watched: Iterator[int]) -> Iterator[Exchange]:
    for said in play:
        if isinstance(said.check, Watches):
            yield replace(said, check=Watches(said.check.what, next(watched)))
        else:
            yield said


# Whether a case applies


_OF_KIND: Final[dict[Kind, tuple[str, ...]]] = {
    Kind.MELD: ("meld",),
    Kind.DEADWOOD: ("deadwood",),
    Kind.BEST: ("best",),
    Kind.DEAL: ("deal",),
    Kind.PLAY: ("play",),
    Kind.LEGAL: ("play", "legal"),
    Kind.VIEW: ("play", "view"),
    Kind.SETTLE: ("settle",),
    Kind.PERFT: ("play", "perft"),
    Kind.TWIN: ("play", "view", "legal"),
    Kind.QUESTION: (),
}
"""What cases of a kind need of an engine, whatever they do; a question case may have no play."""


def not_applicable(
    case: Case, games: dict[str, GamePlayed], defaults: Defaults = NO_DEFAULTS
) -> str | None:
    """Why a case is not for an engine, from what it says in ``hello``; None where it is."""
    case = decided_by(case, defaults)
    played = games.get(case.game)
    if played is None:
        return f"the engine does not play {case.game}"
    for ability in dict.fromkeys((*_OF_KIND[case.kind], *case.requires.abilities)):
        if ability not in played.abilities:
            return f"the engine does not offer {ability}"
    for action in case.requires.actions:
        if played.actions is not None and action not in played.actions:
            return f"the engine does not know the action {action}"
    for option, reading in case.rules.items():
        readings = named_readings(case.game, option, played)
        usual = defaults.get(case.game, {}).get(option)
        if reading not in ((usual,) if readings is None else readings):
            return f"the engine does not play {option} = {reading}"
    return None


def named_readings(game: str, option: str, played: GamePlayed) -> tuple[str | int, ...] | None:
    """The readings that an engine names for an option, under its full name or its last part.

    None for an option that it does not name: it plays the default, whichever that is.
    """
    for name, readings in played.options.items():
        plain = name.replace("-", "_").removeprefix(game.replace("-", "_") + ".")
        if plain in (option, option.rpartition(".")[2]):
            return readings
    return None
