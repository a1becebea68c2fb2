"""Whether the reference agrees with a case, step by step and answer by answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

import msgspec

from meldcheck.engine.referee import act, answer, answer_facts, begin, options
from meldcheck.engine.serve import Served
from meldcheck.games import MEASURES
from meldcheck.suite.outcomes import under
from meldcheck.words import compare
from meldcheck.words.case import JSON, Act, Ask, Case, Step
from meldcheck.words.compare import Difference
from meldcheck.words.notation import show_step
from meldspec.play import Refusal
from meldspec.wire import Match, UnplayableError, WireError


@dataclass(frozen=True, slots=True)
class Ending:
    """A settled hand: the stated result, the reference's result, and the hands that are left."""

    stated: Mapping[str, JSON]
    came: Mapping[str, JSON]
    hands: Sequence[Sequence[str]]
    told: Mapping[str, JSON]
    """A view of the settled hand, or the facts of its settlement."""
    reading: str | None = None
    """In a case that a question decides: the reading that gave this result."""


Differ: TypeAlias = Callable[[str, JSON, JSON], Sequence[Difference]]
"""What compares the stated answer to a question with the one that came."""


def disagreements(
    game: Served, case: Case, endings: list[Ending], differ: Differ = compare.differences
) -> Iterator[str]:
    """Each point where the reference disagrees with a case; ``endings`` gathers results.

    In a case that a question decides, the reference must give each outcome under its reading.
    """
    for reading in case.outcomes:
        came: list[Ending] = []
        for message in disagreements(game, under(case, reading), came, differ):
            yield f"{reading}: {message}"
        endings += [replace(ending, reading=reading) for ending in came]
    if case.outcomes:
        return
    try:
        if case.setup is None:
            yield from _refused_facts(game, case) if case.refused else _facts(game, case, differ)
            return
        yield from _play(game, case, case.steps, "", endings, differ)
        if case.control is not None:
            yield from _play(game, case, case.control.steps, "control, ", [], differ)
        if case.twin is not None:
            yield from _twins(game, case)
    except (WireError, UnplayableError) as error:
        yield f"the reference cannot read it: {error}"


def _facts(game: Served, case: Case, differ: Differ) -> Iterator[str]:
    told = answer_facts(game, case)
    if isinstance(told, Refusal):
        yield f"the reference refuses it ({', '.join(told.clauses)})"
        return
    request = {**(case.question or {}), "game": case.game, "what": case.what}
    flaws = improper({**request, "rules": options(case.rules)}, told)
    for difference in (*differ(case.what, case.answer, told), *flaws):
        yield _difference(difference)


def _refused_facts(game: Served, case: Case) -> Iterator[str]:
    """Whether the reference refuses a question by the stated clauses, and answers its control."""
    told = answer_facts(game, case)
    clauses = told.clauses if isinstance(told, Refusal) else ()
    if set(clauses) != set(case.refused):
        stated, said = _verdict(case.refused), _verdict(clauses)
        yield f"the question: stated {stated}, the reference says {said}"
    control = case.control and case.control.question
    if control is None:
        yield "a refused question without a control"
        return
    answered = answer_facts(game, msgspec.structs.replace(case, question=control))
    if isinstance(answered, Refusal):
        yield f"control, the reference refuses it ({', '.join(answered.clauses)})"


def _difference(difference: compare.Difference) -> str:
    where = f"{difference.where}: " if difference.where else ""
    remark = f" ({difference.remark})" if difference.remark else ""
    return f"{where}stated {difference.expected}, the reference says {difference.got}{remark}"


def _play(
    game: Served,
    case: Case,
    steps: Sequence[Step],
    name: str,
    endings: list[Ending],
    differ: Differ,
) -> Iterator[str]:
    """The first disagreement of a play, if any."""
    match = _begun(game, case)
    if match is None:
        yield f"{name}the reference refuses the match"
        return
    for number, step in enumerate(steps, start=1):
        match step:
            case Act():
                after = act(match, step)
                clauses = after.clauses if isinstance(after, Refusal) else ()
                if set(clauses) != set(step.refused):
                    words = "deal" if step.do["type"] == "deal" else show_step(step.by, step.do)
                    yield (
                        f"{name}step {number} '{words}': stated {_verdict(step.refused)}, "
                        f"the reference says {_verdict(clauses)}"
                    )
                    return
                if not isinstance(after, Refusal):
                    match = after
                    result: JSON = match.result()
                    if result is not None:
                        endings.append(_ended(match, result))
            case Ask():
                if step.what == "result" and step.answer is not None and endings:
                    endings[-1] = replace(endings[-1], stated=step.answer)
                wrong = differ(step.what, step.answer, answer(match, step))
                if wrong:
                    yield f"{name}step {number} '? {step.what}': {_difference(wrong[0])}"
                    return
            case _:
                assert_never(step)


def _begun(game: Served, case: Case) -> Match | None:
    if case.setup is None:
        return None
    match = begin(game, case.rules, case.setup)
    return None if isinstance(match, Refusal) else match


def _verdict(clauses: Iterable[str]) -> str:
    named = ", ".join(sorted(clauses))
    return f"refused {named}" if named else "accepted"


def _twins(game: Served, case: Case) -> Iterator[str]:
    one, other = _begun(game, case), _begun(game, case)
    if case.twin is None or one is None or other is None:
        return
    ours = [step for step in case.steps if isinstance(step, Act)]
    for number, (step, twin) in enumerate(zip(ours, case.twin.steps, strict=True), start=1):
        after, twin_after = act(one, step), act(other, twin)
        if isinstance(after, Refusal) or isinstance(twin_after, Refusal):
            yield f"step {number} is refused in one of the two plays"
            return
        one, other = after, twin_after
        for seat in case.twin.seats:
            if one.view(seat) != other.view(seat) or one.legal(seat) != other.legal(seat):
                yield f"after step {number} seat {seat} can tell the two plays apart"
                return


def _ended(match: Match, result: Mapping[str, JSON]) -> Ending:
    """A settled hand, without a stated result yet."""
    first: JSON = match.view(0)
    views: list[JSON] = [match.view(seat) for seat in range(len(first["hand_sizes"]))]
    return Ending({}, result, [list(seen["hand"]) for seen in views], first)


def improper(request: Mapping[str, JSON], answer: JSON) -> tuple[Difference, ...]:
    """The flaw of an answer by itself, for a question that has several right answers.

    An answer that is empty or not an object has none here: the comparison finds it.
    """
    measure = MEASURES.get(str(request.get("game")))
    if measure is None or measure.flaw is None or request.get("what") != "best":
        return ()
    if not isinstance(answer, dict) or not answer:
        return ()
    flaw = measure.flaw(request, answer)
    return (Difference("table", "one that is accepted", answer, flaw),) if flaw else ()
