"""An exploration as people and programs read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from meldcheck.explore.search import Exploration, Reach, Violation
from meldcheck.words.case import JSON
from meldcheck.words.lines import counted
from meldcheck.words.notation import show_action
from meldspec.play import CHANCE


def as_value(search: Exploration) -> dict[str, JSON]:
    """Everything that was found, for programs."""
    reach = search.reach
    return {
        "game": search.explored.spoken.name,
        "table": search.table.says,
        "seats": search.table.seats,
        "readings": dict(readings(search)),
        "states": reach.states,
        "steps": reach.steps,
        "hands_over": reach.ended,
        "depth": reach.depth,
        "every_state_reached": reach.emptied,
        "seconds": round(reach.seconds, 1),
        "megabytes": reach.megabytes,
        "laws": [*search.law_names],
        "actions": dict(sorted(reach.kinds.items())),
        "endings": dict(sorted(reach.endings.items())),
        "tried": reach.tried,
        "conditions": {
            clause: {"accepted": reach.accepted[clause], "refused": reach.refused[clause]}
            for clause in search.conditions
        },
        "actions_never_made": [*search.never_made()],
        "endings_never_reached": [*search.never_reached()],
        "conditions_never_met": [*search.never_met()],
        "conditions_never_failed": [*search.never_failed()],
        "violation": None if reach.violation is None else _violation(search, reach.violation),
    }


def lines(search: Exploration) -> Iterator[str]:
    """The same for people."""
    reach, spoken = search.reach, search.explored.spoken
    yield f"{spoken.title}: {search.table.says}."
    yield f"{deals(search)}, dealt by seat 0; suits are alike."
    others = [f"{option}={reading}" for option, reading in readings(search)]
    yield f"By the default rules{' but for' if others else ''}{'.' if not others else ':'}"
    yield from (f"  {other}" for other in others)
    yield ""
    if reach.violation is not None:
        yield from _told(search, reach.violation)
        return
    yield bound(reach)
    yield (
        f"{reach.states:,} states, {reach.steps:,} steps, {reach.depth} steps deep; "
        f"the hand is over in {reach.ended:,} states; {reach.seconds:.0f} s of processor time, "
        f"{reach.megabytes:,} MB of memory at most."
    )
    yield f"{len(search.law_names)} laws hold in every one of these states and on every step."
    if reach.tried:
        yield (
            f"{reach.tried:,} actions were also tried, legal or not; an action was accepted only "
            "if it was listed as legal, or is one of those too many to list."
        )
    else:
        yield "No other action was tried: the search ended too early."
    yield ""
    yield from _counted("Actions", reach.kinds)
    yield from _counted("Endings", reach.endings)
    yield from _never("Actions never made", search.never_made())
    yield from _never("Endings never reached", search.never_reached())
    yield from _never("Conditions never met", search.never_met())
    yield from _never("Conditions never failed", search.never_failed())


def readings(search: Exploration) -> Iterator[tuple[str, str | int]]:
    """The options of which a table has another reading than the default, and that reading."""
    for option in search.explored.spoken.table.options:
        reading = option.get(search.rules)
        if reading != option.readings[0]:
            yield option.name, reading


def deals(search: Exploration) -> str:
    """The deals of which hands are played."""
    part, stated = search.table.one_deal_of, len(search.table.stated)
    if stated:
        return counted(stated, "stated deal")
    return "Every deal" if part == 1 else f"One deal of {part}"


def bound(reach: Reach) -> str:
    """Whether all states were reached; a search that has stopped says so."""
    if reach.emptied:
        return "Every reachable state was reached."
    return f"The search stopped at its bound of {reach.states:,} states; there are more."


def _counted(title: str, counts: Counter[str]) -> Iterator[str]:
    yield f"{title}:"
    for name, number in sorted(counts.items()):
        yield f"  {number:>9,}  {name}"


def _never(title: str, names: Iterator[str]) -> Iterator[str]:
    listed = [*names]
    yield f"{title}: {len(listed)}"
    for name in listed:
        yield f"  {name}"


def _steps(search: Exploration, violation: Violation) -> Iterator[str]:
    write = search.explored.spoken.actions.write
    for step in violation.play:
        by = "chance" if step.actor is CHANCE else f"seat {step.actor}"
        if step.before is None:
            yield "the match begins"
        elif step.action is None:
            nobody = "nobody is to act, and the match goes on"
            yield nobody if step.actor is CHANCE else f"{by} is to act, and has no action"
        elif by == "chance":
            yield f"chance: {write(step.action)}"
        else:
            yield f"{by}: {show_action(write(step.action))}"


def _told(search: Exploration, violation: Violation) -> Iterator[str]:
    yield f"A law is broken: {violation.law}"
    yield "A shortest play that breaks it:"
    for number, said in enumerate(_steps(search, violation), start=1):
        yield f"  {number}. {said}"
    yield f"  then: {violation.play[-1].after}"


def _violation(search: Exploration, violation: Violation) -> dict[str, JSON]:
    return {
        "law": violation.law,
        "play": [*_steps(search, violation)],
        "after": str(violation.play[-1].after),
    }
