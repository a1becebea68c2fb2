"""A scenario, followed with every reading open, and the answer at its end.

Standard library and the reference only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, final

from meldcheck.games.forms import kinds_of, kinds_of_fields, kinds_of_result, with_seats_to_act
from meldcheck.sources.worlds import Box, Options, World, follow
from meldcheck.words.readings import Reading
from meldcheck.words.values import as_list, as_record
from meldspec.play import Refusal
from meldspec.undecided import UndecidedError
from meldspec.wire import JSON, GameWire, Match, WireError

CHANCE: Final = "chance"
TO_ACT: Final = ".turn.to-act"
"""The end of the id of the clause that refuses actions out of turn, in every game."""
EVERY_READING: Final[Box] = {}


@final
@dataclass(frozen=True, slots=True)
class PlayStep:
    """One step of a scenario."""

    by: JSON
    do: Mapping[str, JSON]


@final
@dataclass(frozen=True, slots=True)
class Scenario:
    """A play, and the question about its end: ``legal-last``, ``result`` or ``view``."""

    players: int
    dealer: int
    steps: tuple[PlayStep, ...]
    ask: str = "result"
    seat: int | None = None
    rules: Mapping[str, Reading] | None = None
    """Readings that are given and go before what a source admits."""
    hand_number: int = 1
    """The number of the hand with which the match begins."""


@final
@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a play, its refused steps, and the clauses of the last refusal."""

    match: Match
    refused: tuple[int, ...] = ()
    clauses: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """The kinds of the last action or refusal, as documents name them; empty if not asked for."""


@final
@dataclass(frozen=True, slots=True)
class FactsAsked:
    """A question about facts: its name, and its stated facts."""

    what: str
    question: Mapping[str, JSON]


def played(
    game: GameWire, options: Options, scenario: Scenario, admitted: Box = EVERY_READING
) -> list[World[Standing]]:
    """The possible ends of a scenario, under every playable reading or the ``admitted`` ones.

    Raises WireError for a step that cannot be read, ValueError for a match or a deal that is
    refused, TooOpenError for a play that is too open to follow.
    """
    begun = game.begin({}, scenario.players, scenario.dealer, scenario.hand_number)
    if isinstance(begun, Refusal):
        raise ValueError(f"the match is refused: {', '.join(begun.clauses)}")
    given = {name: frozenset((value,)) for name, value in (scenario.rules or {}).items()}
    worlds: list[World[Standing]] = [World(Standing(begun), {**admitted, **given})]
    if not scenario.steps:
        raise ValueError("there are no steps: no cards are dealt")
    for number, step in enumerate(scenario.steps, start=1):
        told = step.by == CHANCE or (number == len(scenario.steps) and scenario.ask == "legal-last")
        before = scenario.steps[: number - 1]
        by_itself = all(later.by != CHANCE for later in scenario.steps[number - 1 :])
        awaited = any(_awaits_chance(world) for world in worlds)
        try:
            worlds = follow(options, worlds, acting(step, number, game, told, before, by_itself))
        except WireError as error:
            raise WireError(f"step {number}: {error}") from None
        asked = scenario.ask == "legal-last" and number == len(scenario.steps)
        due = number == 1 or (step.by == CHANCE and awaited and not asked)
        if due and all(number in world.outcome.refused for world in worlds):
            plainest = min(worlds, key=lambda world: len(world.outcome.refused))
            raise ValueError(f"step {number}: {_not_dealt(step, plainest.outcome)}")
    match scenario.ask:
        case "result":
            return follow(options, worlds, ended(game))
        case "view" if not all(map(_awaits_chance, worlds)):
            return follow(options, worlds, _stocked(game))
        case _:
            return worlds


def _stocked(game: GameWire) -> Callable[[object, Standing], Standing]:
    """The step of a play in which chance makes a new stock, under the readings that need one."""
    usual = game.rule_set({})

    def go_on(rules: object, standing: Standing) -> Standing:
        match = standing.match.under(rules)
        after = _stock_made(match) if CHANCE in match.actors() else match
        return replace(standing, match=after.under(usual))

    return go_on


def ended(game: GameWire) -> Callable[[object, Standing], Standing]:
    """The step of a hand to its end, if every remaining action is to decline or fold."""
    usual, yielding = game.rule_set({}), _yielding(game)

    def go_on(rules: object, standing: Standing) -> Standing:
        match = _yielded(standing.match.under(rules), yielding)
        return replace(standing, match=match.under(usual))

    return go_on


def _awaits_chance(world: World[Standing]) -> bool:
    """Whether chance must act, or may have to under some open reading."""
    try:
        return CHANCE in world.outcome.match.actors()
    except UndecidedError:
        return True


def _not_dealt(step: PlayStep, standing: Standing) -> str:
    if step.by != CHANCE:
        return "no cards are dealt"
    return f"the {step.do.get('type')} is refused: {', '.join(standing.clauses)}"


def refused_on_the_way(scenario: Scenario, world: World[Standing]) -> tuple[int, ...]:
    """The steps that are refused in a world, without a last step that is asked about."""
    last = len(scenario.steps)
    return tuple(
        number for number in world.outcome.refused if number < last or scenario.ask != "legal-last"
    )


def fewest_refused(
    scenario: Scenario, worlds: Sequence[World[Standing]]
) -> frozenset[tuple[int, ...]]:
    """The refused steps of the worlds that refuse the fewest.

    A scenario says that its steps were made. Whether a source allows them is another question, so
    as many as possible are taken as allowed.
    """
    refused = {refused_on_the_way(scenario, world) for world in worlds}
    fewest = min(map(len, refused), default=0)
    return frozenset(steps for steps in refused if len(steps) == fewest)


def acting(
    step: PlayStep,
    number: int,
    game: GameWire,
    told: bool,
    before: Sequence[PlayStep] = (),
    by_itself: bool = False,
) -> Callable[[object, Standing], Standing]:
    """The continuation of a play by a step; ``told`` keeps its kinds and the refusing clauses.

    With ``by_itself``, chance first makes a stock that is due under some reading, and seats that
    can only decline have done so.
    """
    usual, yielding = game.rule_set({}), _yielding(game)

    def go_on(rules: object, standing: Standing) -> Standing:
        match = standing.match.under(rules)
        after = match.act(step.by, step.do)
        if by_itself and isinstance(after, Refusal):
            due = CHANCE in match.actors()
            match = _stock_made(match) if due else _yielded(match, yielding, step.by)
            after = match.act(step.by, step.do)
        for fuller in _declaring(match, step) if told and isinstance(after, Refusal) else ():
            after = match.act(step.by, fuller)
        if isinstance(after, Refusal) and _says_again(match, step, before):
            after = match
        kinds = kinds_of(match, step, before) if told else ()
        if not isinstance(after, Refusal):
            return Standing(after.under(usual), standing.refused, kinds=kinds)
        clauses = _refusing(match, after) if told else ()
        return Standing(standing.match, (*standing.refused, number), clauses, kinds)

    return go_on


def _stock_made(match: Match) -> Match:
    """The match after chance has made a new stock from the discards, if that is due."""
    lying = as_list(as_record(match.view(0)).get("discard"))
    for cards in (lying[:-1], lying):
        try:
            after = match.act(CHANCE, {"type": "reshuffle", "stock": [*cards]})
        except WireError:
            return match
        if not isinstance(after, Refusal):
            return after
    return match


def _yielding(game: GameWire) -> tuple[JSON, ...]:
    """The actions of a game by which a seat can yield to the others; few games have one."""
    return tuple({"type": kind} for kind in ("decline", "fold") if kind in game.messages.seats)


def _yielded(match: Match, yielding: Sequence[JSON], by: JSON = None) -> Match:
    """The match after each seat that can only yield has done so, up to seat ``by``."""
    while yielding:
        seats = [seat for seat in match.actors() if seat != CHANCE]
        if not seats or by in seats:
            return match
        legal = match.legal(seats[0])
        if len(legal) != 1 or legal[0] not in yielding:
            return match
        after = match.act(seats[0], as_record(legal[0]))
        if isinstance(after, Refusal):
            return match
        match = after
    return match


def _refusing(match: Match, refusal: Refusal) -> tuple[str, ...]:
    """The clauses that refuse a step; after the end of a hand, the clauses of that end."""
    clauses = tuple(str(clause) for clause in refusal.clauses)
    over = all(clause.endswith(TO_ACT) for clause in clauses) and match.result() is not None
    return (match.grounds() if over else ()) or clauses


def _says_again(match: Match, step: PlayStep, before: Sequence[PlayStep]) -> bool:
    """Whether a seat that has already won calls tongits again, which adds nothing."""
    if step.do.keys() != {"type"} or step.do["type"] != "call_tongits":
        return False
    result = match.result()
    if not isinstance(result, dict) or result["winner"] != step.by:
        return False
    emptied = result["end"] == "tongits" and bool(before) and before[-1].by == step.by
    return emptied or result["end"] == "spread"


DECLARED: Final = frozenset({"suit", "baccarat", "opponent"})
"""The fields that a seat declares when it chooses a meld, under some readings of Indian Chief."""


def _declaring(match: Match, step: PlayStep) -> list[dict[str, JSON]]:
    """The step with a declaration, if it lacks only that; empty if no such step is legal.

    A question whether a meld may be chosen leaves the declaration open.
    """
    if step.do.get("type") != "choose" or step.by == CHANCE:
        return []
    named = _canonical(step.do)
    listed = [as_record(action) for action in match.legal(step.by)]
    fuller = [
        action
        for action in listed
        if action.keys() > named.keys()
        and action.keys() - named.keys() <= DECLARED
        and named == _canonical({name: action[name] for name in named})
    ]
    return fuller[:1]


def _canonical(action: Mapping[str, JSON]) -> dict[str, JSON]:
    """An action with its cards in a fixed order."""
    return {
        name: [*sorted(map(str, value))] if isinstance(value, list) else value
        for name, value in action.items()
    }


def tell(scenario: Scenario) -> Callable[[object, Standing], str]:
    """The answer at the end of a play without payments, as text."""

    def told_of(rules: object, standing: Standing) -> str:
        told: dict[str, JSON] = {}
        match scenario.ask:
            case "legal-last":
                told |= told_of_step(standing, len(scenario.steps))
            case "result":
                match = standing.match.under(rules)
                result = match.result()
                told |= {"end": None} if result is None else as_record(result)
                told["grounds"] = [*match.grounds()]
                told["match_grounds"] = [*match.match_grounds()]
                told["shown"] = dict(kinds_of_result(match))
            case "view":
                match = standing.match.under(rules)
                views = [with_seats_to_act(match.view(seat)) for seat in seats_asked(scenario)]
                told |= by_field(views) | {"shown": dict(kinds_of_fields(match, views[0]))}
            case _:
                raise ValueError(f"unknown question {scenario.ask!r}")
        return as_text(told)

    return told_of


def told_of_step(standing: Standing, number: int) -> dict[str, JSON]:
    """Whether a step was accepted, its kinds, and the clauses that refuse it."""
    legal = number not in standing.refused
    return {
        "legal": legal,
        "clauses": [*standing.clauses],
        "kinds" if legal else "refused": [*standing.kinds],
    }


def seats_asked(scenario: Scenario) -> tuple[int, ...]:
    """The seats whose views a scenario asks for; all if it names none."""
    return tuple(range(scenario.players)) if scenario.seat is None else (scenario.seat,)


def by_field(views: Sequence[JSON]) -> dict[str, JSON]:
    """Views by field, each with a list of values by seat; None for a seat without the field."""
    told: dict[str, JSON] = {}
    for number, view in enumerate(views):
        for name, value in as_record(view).items():
            of_seats = told.setdefault(name, [None] * len(views))
            assert isinstance(of_seats, list)
            of_seats[number] = value
    return told


def as_text(value: JSON) -> str:
    """A JSON value as text; equal values have equal text."""
    return json.dumps(value, sort_keys=True)


def asking(
    game: GameWire, what: str, question: Mapping[str, JSON], clauses: Sequence[str] = ()
) -> Callable[[object, None], str]:
    """A function for the answer to a question about facts, as text.

    ``clauses`` are the grounds of an answer.
    """

    def ask(rules: object, _: None) -> str:
        told = game.ask_under(rules, what, question)
        if isinstance(told, Refusal):
            return as_text({"refused": True, "grounds": [str(clause) for clause in told.clauses]})
        fields = told if isinstance(told, dict) else {what: told}
        return as_text({**fields, "grounds": [*clauses]})

    return ask


def burned(rules: object, standing: Standing) -> str:
    """The burned seats, as text."""
    return as_text({"burned": list(standing.match.under(rules).burned())})
