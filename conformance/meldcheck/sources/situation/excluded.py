"""Sources by whose rules a stated position cannot arise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.bench import Bench
from meldcheck.sources.book import Book
from meldcheck.sources.scenario import Scenario
from meldcheck.sources.situation.position import PositionedGame
from meldcheck.sources.worlds import Options
from meldcheck.words.case import JSON
from meldspec.play import Refusal
from meldspec.stated import Stated
from meldspec.wire import UnplayableError, WireError

EXCLUDED: Final = "excluded"
"""The status of such a source, and the field with the reason."""


def without_excluding(
    book: Book, given: Stated, asked: Scenario, verdicts: Mapping[str, JSON]
) -> dict[str, JSON]:
    """The verdicts; one of a source that excludes the position has only the reason.

    ``book`` has the game itself, without the position.
    """
    into = 1 + next(
        (at for at, step in enumerate(asked.steps) if _deals(step.do)), len(asked.steps)
    )
    return {
        source: _excluding(_reason(book, given, asked, source, into))
        if into in verdict.get("refused_steps", ())
        else verdict
        for source, verdict in verdicts.items()
    }


def _deals(do: Mapping[str, JSON]) -> bool:
    return do.get("type") == "deal"


def _excluding(reason: str) -> dict[str, JSON]:
    nothing: dict[str, JSON] = {"outcomes": [], "because": [], "citations": [], "parts": {}}
    return {"status": EXCLUDED, **nothing, EXCLUDED: reason}


def _reason(book: Book, given: Stated, asked: Scenario, source: str, into: int) -> str:
    """The refusal of the position by readings that the source admits; empty if it is not found."""
    try:
        rules: JSON = {"options": _admitted(book, asked, source)}
        game = PositionedGame(book.wire, given, rules)
        match = game.begin(rules, asked.players, asked.dealer, asked.hand_number)
        for step in asked.steps[:into]:
            if isinstance(match, Refusal):
                break
            match = match.act(step.by, step.do)
    except UnplayableError:
        return ""
    except WireError as error:
        return str(error)
    return ""


def _admitted(book: Book, asked: Scenario, source: str) -> dict[str, str | int]:
    """The rules of the table, changed to the first reading that the source admits for each."""
    given, options = asked.rules or {}, Options(book.wire)
    admitted = Bench.of(book.law, options, given, ()).admits(source)
    usual = RuleSpace.of(book.wire).with_needs(given)
    changed = {
        name: min(readings, key=str)
        for name, readings in admitted.items()
        if usual.get(name) not in readings
    }
    return {**usual, **RuleSpace.of(book.wire).with_needs({**given, **changed})}
