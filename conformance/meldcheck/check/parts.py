"""Parts: what an engine has of answers and actions, and what is left of a case without the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from meldcheck.check.script import Accepts, Answers, Exchange, script
from meldcheck.engine.referee import act, begin
from meldcheck.words.case import JSON, Act, Ask, Case, Setup, Step
from meldcheck.words.messages import FORMS, NO_FIELD, parts_of
from meldcheck.words.notation import BY_CHANCE, CHANCE
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Readings
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import Match

UNKNOWN_ACTION: Final = "the engine does not know the action {}"
OTHER_TABLE: Final = "the engine does not play with so many players"
_PAID: Final = frozenset(("payments", "points"))
_LINES: Final = frozenset(("receipt",))


def is_whole(played: GamePlayed) -> bool:
    """Whether an engine has all fields and all actions."""
    return played.actions is None and not any(played.without.values())


def fields_lacked(played: GamePlayed, what: str) -> frozenset[str]:
    """The fields that the answer of an engine to a question does not have.

    An engine without payments or points has no receipt for them.
    """
    names = frozenset(played.without.get(what, ()))
    return names | _LINES if names & _PAID else names


def game_lacked(game: str) -> str:
    """A message about a game that an engine does not play."""
    return f"the engine does not play {game}"


def seats_at(setup: Setup | None, facts: Mapping[str, JSON] | None) -> int | None:
    """The number of seats of a match, or in the facts of a question; None if they state none."""
    if setup is not None:
        return setup.players
    stated = facts or {}
    seats = stated.get("hands", stated.get("melds"))
    named: int | None = stated.get("players")
    return len(seats) if named is None and isinstance(seats, list) else named


def table_lacked(
    played: GamePlayed, setup: Setup | None, facts: Mapping[str, JSON] | None
) -> str | None:
    """A message about a number of seats that an engine does not play; None if it plays it."""
    seats = seats_at(setup, facts)
    is_played = seats is None or played.players is None or seats in played.players
    return None if is_played else OTHER_TABLE


def form_lacked(played: GamePlayed, do: Mapping[str, JSON]) -> str | None:
    """The type of an action, or its form, that an engine does not know; None if it knows both.

    An engine knows the actions of chance, whoever tries them.
    """
    kind = str(do["type"])
    if played.actions is not None and kind not in (*played.actions, *BY_CHANCE):
        return kind
    return next((name for name in played.without.get(FORMS, ()) if has_form(do, name)), None)


def has_form(do: Mapping[str, JSON], name: str) -> bool:
    """Whether an action is of a type, such as ``take``, or has a form, such as ``take.meld``."""
    kind, _, field = name.partition(".")
    if do.get("type") != kind:
        return False
    stated = {each for each, value in do.items() if each != "type" and not _is_empty(value)}
    return not field or (not stated if field == NO_FIELD else field in stated)


def _is_empty(value: JSON) -> bool:
    return value is None or value is False or value == []


def compared(said: Iterable[Exchange], played: GamePlayed) -> tuple[Exchange, ...]:
    """The exchanges; expected answers are without the parts that an engine lacks."""
    return tuple(
        replace(one, check=_without(one.check, played)) if isinstance(one.check, Answers) else one
        for one in said
    )


def _without(check: Answers, played: GamePlayed) -> Answers:
    match check.answer:
        case list() as actions if check.what == "legal":
            lacked = [form_lacked(played, do) for do in actions]
            kept = [do for do, name in zip(actions, lacked, strict=True) if name is None]
            names = dict.fromkeys(f"{FORMS}.{name}" for name in lacked if name is not None)
            return replace(check, answer=kept, left_out=tuple(names))
        case dict() as fields:
            gone = fields_lacked(played, check.what)
            left = {name: part for name, part in fields.items() if name not in gone}
            named = tuple(f"{check.what}.{name}" for name in fields if name in gone)
            return replace(check, answer=left, ignored=gone, left_out=named)
        case _:
            return check


def misses(case: Case, played: GamePlayed, rules: Readings) -> str | None:
    """Why a case says nothing about an engine that is without some parts; None if it says more.

    A step may need an action that the engine does not know. The counts of ``perft`` may contain
    one. Or all answers that the case states are without their parts, and no step is refused.
    """
    counted = () if _knows_all(played, case.game) else _counted(case, rules)
    for step in (*_acts(case), *counted):
        name = form_lacked(played, step.do)
        if name is not None:
            return UNKNOWN_ACTION.format(name)
    asked = case.question is not None or any(isinstance(step, Ask) for step in case.steps)
    if not asked:
        return None
    said = compared(script(case, {}, shows_views=False), played)
    answers = [one.check for one in said if isinstance(one.check, Answers)]
    left_out = dict.fromkeys(name for check in answers for name in check.left_out)
    judged = any(not isinstance(one.check, Accepts | Answers) for one in said)
    if judged or not left_out or not all(check.states_nothing for check in answers):
        return None
    return f"the engine is without all that is asked: {', '.join(left_out)}"


def _knows_all(played: GamePlayed, game: str) -> bool:
    """Whether an engine knows every action of a game in every form."""
    types = {name for name in parts_of(game)[FORMS] if "." not in name}
    listed = played.actions is None or types <= {*played.actions}
    return listed and not played.without.get(FORMS)


def _acts(case: Case) -> list[Act]:
    """The actions in all plays of a case."""
    control = () if case.control is None else case.control.steps
    twin = () if case.twin is None else case.twin.steps
    steps: tuple[Step, ...] = (*case.steps, *control, *twin)
    return [step for step in steps if isinstance(step, Act)]


def _counted(case: Case, rules: Readings) -> Iterable[Act]:
    """Every action that a question ``perft`` of a case counts, as the reference plays it."""
    if case.setup is None or not any(_is_perft(step) for step in case.steps):
        return
    match = begin(GAMES[case.game], rules, case.setup)
    if isinstance(match, Refusal):
        return
    for step in case.steps:
        if isinstance(step, Act):
            after = act(match, step)
            match = match if isinstance(after, Refusal) else after
        elif step.what == "perft":
            yield from _within(match, step.depth or 0)


def _is_perft(step: Step) -> bool:
    return isinstance(step, Ask) and step.what == "perft"


def _within(match: Match, depth: int) -> Iterable[Act]:
    for seat in match.actors() if depth else ():
        for do in () if seat == CHANCE else match.legal(seat):
            step = Act(by=seat, do=do)  # type: ignore[arg-type]  # a legal action is an object
            yield step
            after = act(match, step)
            if not isinstance(after, Refusal):
                yield from _within(after, depth - 1)
