"""Situations with what each source says of them, stated from the texts by authors without the code.

Each file holds the situations of one game.  An author who had the source texts and the notation,
and nothing else of this project, wrote the plays and the verdicts; where the command says something
else, one of the two is wrong, and ``decided`` tells which was, and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import yaml

from meldcheck.sources import lawbook
from meldcheck.sources.parts import PartVerdict
from meldcheck.sources.scenario import PlayStep, Scenario
from meldcheck.sources.situation.position import PositionedGame
from meldcheck.sources.situation.text import Situation, situation_of
from meldcheck.sources.stands import Certainty, VerdictLaw
from meldcheck.sources.verdict import Weighed, judge, judge_facts
from meldcheck.words import compare
from meldcheck.words.case import JSON
from meldspec.codec import written_fields
from meldspec.games import GAMES
from meldspec.wire import GameWire

FOLDER: Final = Path(__file__).parent
PILES: Final = ("hand", "discard", "revealed", "cards", "table")
"""Fields with cards, which are written as words."""
PARTS: Final = frozenset({"legal", "decision", "meld", "deadwood", "best"}).union(
    name
    for game in GAMES.values()
    for record in (game.messages.view, game.messages.result, *game.messages.answers.values())
    for name, _, _ in written_fields(record)
)
"""The parts of answers, of any game: a source may be asked for a part that its game lacks."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One situation: the part that is asked, and by source the status and the outcomes."""

    id: str
    game: str
    ask: str
    part: str
    scenario: JSON
    expect: Mapping[str, tuple[Certainty, tuple[Mapping[str, JSON], ...]]]
    cause: str = ""
    """The kind of mistake that it looks for, where it was stated for one."""
    fault: str = ""
    """Why the command says something else, where it is known to be wrong."""
    decided: str = ""
    """Why the author's reading was not upheld, where it was not."""

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.game}: {self.id}"


@cache
def read(game: str) -> tuple[Asked, ...]:
    """The situations of a game."""
    text = (FOLDER / f"{game}.yaml").read_text(encoding="utf-8")
    written = yaml.load(text, Loader=yaml.CSafeLoader)
    return tuple(
        Asked(
            id=one["id"],
            game=game,
            ask=_asked(one["scenario"]["ask"]),
            part=one["part"],
            scenario=one["scenario"],
            expect={source: _expected(said) for source, said in one["expect"].items()},
            cause=one.get("cause", ""),
            fault=one.get("fault", ""),
            decided=one.get("decided", ""),
        )
        for one in written
    )


def _asked(ask: JSON) -> str:
    """The word for the question of a scenario; a question about facts has its own fields."""
    return "facts" if isinstance(ask, dict) else str(ask)


def _expected(said: JSON) -> tuple[Certainty, tuple[Mapping[str, JSON], ...]]:
    if isinstance(said, str):
        return Certainty(said), ()
    ((status, outcomes),) = said.items()
    listed = outcomes if isinstance(outcomes, list) else [outcomes]
    return Certainty(status), tuple(
        {name: _cards(name, value) for name, value in one.items()} for one in listed
    )


def _cards(name: str, value: JSON) -> JSON:
    """Cards that are written as words, as the list that the protocol has."""
    if isinstance(value, list):
        single = all(isinstance(one, str) and len(one.split()) == 1 for one in value)
        return value if single else [_cards(name, one) for one in value]
    if isinstance(value, dict):
        return {field: _cards(field, of) for field, of in value.items()}
    return value.split() if isinstance(value, str) and name in PILES else value


@cache
def law(game: str) -> VerdictLaw:
    """What verdicts need of the documents of a game."""
    return lawbook.law_of(lawbook.load().files, game)


def verdicts(asked: Asked) -> dict[str, PartVerdict]:
    """What each source says of the part that is asked; nothing of one that the answer lacks."""
    situation = situation_of(asked.scenario, asked.place)
    game: GameWire = GAMES[asked.game]
    if situation.given:
        game = PositionedGame(game, situation.given)
    facts = situation.facts
    if facts is None:
        judged = judge(game, law(asked.game), _scenario(situation), Weighed())
    else:
        judged = judge_facts(game, law(asked.game), facts.what, facts.question, {})
    if asked.part not in PARTS:
        raise ValueError(f"{asked.id}: no answer has a part {asked.part!r}")
    missing = PartVerdict(Certainty.SILENT, (), (), ())
    return {source: of.parts.get(asked.part, missing) for source, of in judged.items()}


def _scenario(situation: Situation) -> Scenario:
    trace = situation.trace
    return Scenario(
        players=trace.players,
        dealer=trace.dealer,
        steps=tuple(PlayStep(step.by, step.do) for step in trace.steps),
        ask=trace.ask or "result",
        seat=trace.seat,
        hand_number=trace.hand_number,
    )


def disagreements(asked: Asked) -> Iterator[str]:
    """Each source of which the verdict is another than the author's, in a line."""
    found = verdicts(asked)
    for source, (status, outcomes) in asked.expect.items():
        verdict = found[source]
        if verdict.status is not status:
            yield f"{source}: {verdict.status.value} and not {status.value} ({_because(verdict)})"
        elif outcomes and not _same(asked, outcomes, verdict):
            told = [told for _, told, _ in verdict.outcomes]
            yield f"{source}: {told} and not {list(outcomes)} ({_because(verdict)})"


def _because(verdict: PartVerdict) -> str:
    return ", ".join(verdict.because) or "nothing decides it"


def _same(asked: Asked, outcomes: Sequence[Mapping[str, JSON]], verdict: PartVerdict) -> bool:
    """Whether these are the outcomes, in the fields that the author states.

    A reading that is not played stands for any outcome that is not played.
    """
    fields = tuple(outcomes[0])
    told = [_stated(asked, fields, one) for _, one, _ in verdict.outcomes]
    missing = [one for one in outcomes if not any(_alike(asked, one, other) for other in told)]
    beyond = [one for one in told if not any(_alike(asked, other, one) for other in outcomes)]
    return not beyond and len(missing) <= len(verdict.unplayed)


def _stated(asked: Asked, fields: Sequence[str], told: Mapping[str, JSON]) -> dict[str, JSON]:
    """The fields that the author states; those of a view are of one seat."""
    values = {name: told.get(name) for name in fields}
    if asked.ask != "view":
        return values
    return {name: value[0] if value is not None else None for name, value in values.items()}


def _alike(asked: Asked, one: Mapping[str, JSON], other: Mapping[str, JSON]) -> bool:
    what = "view" if asked.ask == "view" else "result"
    return not compare.differences(what, one, other)
