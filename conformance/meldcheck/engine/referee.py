"""The reference in this process: what it accepts, refuses and answers at each step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

import msgspec

from meldcheck.engine.serve import Served
from meldcheck.words.case import JSON, Act, Ask, Case, Setup, Step
from meldspec.play import Refusal
from meldspec.wire import Match


def begin(game: Served, rules: Mapping[str, str | int], setup: Setup) -> Match | Refusal:
    """A match before its first deal, or its refusal.  Raises what the game raises."""
    return game.begin(options(rules), setup.players, setup.dealer, setup.hand_number)


def options(rules: Mapping[str, str | int]) -> JSON:
    """The ``rules`` of a request, from a case's options."""
    return {"options": dict(rules)} if rules else {}


def act(match: Match, step: Act) -> Match | Refusal:
    """The match after a step, or its refusal.  Raises what the game raises."""
    return match.act(step.by, step.do)


def answer(match: Match, ask: Ask) -> JSON:
    """The answer to a question about a running match.  Raises what the game raises."""
    match ask.what:
        case "legal":
            return match.legal(ask.seat)
        case "view":
            return match.view(ask.seat)
        case "result":
            return match.result()
        case "perft":
            return match.perft(ask.depth)
        case other:
            raise ValueError(f"a match has no answer to {other!r}")


def answer_facts(game: Served, case: Case) -> JSON | Refusal:
    """The answer to the question of a case without play.  Raises what the game raises."""
    return game.ask(case.what, options(case.rules), case.question or {})


def expected(match: Match, steps: Iterable[Step]) -> tuple[tuple[Step, ...], Match]:
    """The steps with the reference's reply to each, and the match after them."""
    told: list[Step] = []
    for step in steps:
        match step:
            case Act():
                after = act(match, step)
                if isinstance(after, Refusal):
                    told.append(msgspec.structs.replace(step, refused=after.clauses))
                else:
                    told.append(msgspec.structs.replace(step, refused=()))
                    match = after
            case Ask():
                told.append(msgspec.structs.replace(step, answer=answer(match, step)))
            case _:
                assert_never(step)
    return tuple(told), match
