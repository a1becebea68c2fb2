"""Stand-in engines and cases that fit them, for the tests of the runner."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import msgspec

from meldcheck.check.judge import Outcome
from meldcheck.check.plan import plan_of
from meldcheck.check.run import run
from meldcheck.engine.process import Engine, Limits
from meldcheck.suite import store
from meldcheck.words.case import (
    Act,
    Ask,
    Case,
    ClauseNote,
    Control,
    Flag,
    Kind,
    Origin,
    Setup,
    Step,
    Tier,
    Twin,
    Withdrawn,
)

PROGRAM: Final = Path(__file__).parent / "engines" / "standin.py"
LIMITS: Final = Limits(reply=60.0, startup=60.0, farewell=1.0)
IMPATIENT: Final = Limits(reply=2.0, startup=60.0, farewell=1.0)
"""For an engine that falls silent."""

REFUSED_BY: Final = "tongits.draw-call.before-drawing"
HANDS: Final = [["7C", "TD"], ["KS"], ["AH"]]


def command(name: str, *more: str) -> tuple[str, ...]:
    """The command line of a stand-in."""
    return (sys.executable, str(PROGRAM), name, *more)


def play_on(
    cases: list[Case], name: str, *more: str, jobs: int = 1, limits: Limits = LIMITS
) -> list[Outcome]:
    """The outcomes of cases on a stand-in."""
    engines = [Engine(command(name, *more), limits) for _ in range(jobs)]
    try:
        hello = engines[0].start()
        return run([plan_of(case, games=hello.games) for case in cases], engines)
    finally:
        for engine in engines:
            engine.kill()


def deal(stock: str = "2S 3S") -> Act:
    """A deal of a few cards; the stand-in does not count them."""
    return Act(by="chance", do={"type": "deal", "hands": HANDS, "stock": stock.split()})


def act(by: int, kind: str, *refused: str, **fields: object) -> Act:
    """An action of a seat."""
    return Act(by=by, do={"type": kind, **fields}, refused=refused)


def case(name: str, kind: Kind = Kind.PLAY, *steps: Step, **fields: object) -> Case:
    """A case with the fields that every case needs."""
    whole: dict[str, object] = {
        "id": f"tongits.test.{name}",
        "title": f"The fact called {name}",
        "game": "tongits",
        "kind": kind,
        "tier": Tier.CORE,
        "origin": Origin.DOCUMENT,
        "clauses": ("tongits.test.clause",),
        "steps": steps,
        "setup": Setup(players=3, dealer=0) if steps else None,
        **fields,
    }
    return Case(**whole)  # type: ignore[arg-type]  # the fields are named by each test


MELD: Final = case(
    "meld", Kind.MELD, question={"cards": ["7C", "7D", "7H"]}, answer="set", tier=Tier.SMOKE
)
NO_MELD: Final = case("no-meld", Kind.MELD, question={"cards": ["7C", "8D", "7H"]}, answer=None)
VIEW: Final = case(
    "view",
    Kind.VIEW,
    deal(),
    Ask(what="view", seat=0, answer={"hand": ["TD", "7C"], "stock_size": 2}),
)
LEGAL: Final = case(
    "legal",
    Kind.LEGAL,
    deal(),
    Ask(
        what="legal",
        seat=0,
        answer=[{"type": "discard", "card": "7C"}, {"type": "discard", "card": "TD"}],
    ),
)
RESULT: Final = case("result", Kind.PLAY, deal(), act(1, "draw"), Ask(what="result"))
REFUSED: Final = case(
    "refused",
    Kind.PLAY,
    deal(),
    act(1, "draw"),
    act(1, "call_draw", REFUSED_BY),
    flags=("late-call",),
    control=Control(why="before drawing", steps=(deal(), act(1, "call_draw"))),
)
TWIN: Final = case(
    "twin",
    Kind.TWIN,
    deal(),
    act(1, "draw"),
    twin=Twin(seats=(0, 2), steps=(deal("3S 2S"), act(1, "draw"))),
)
CASES: Final = [MELD, NO_MELD, VIEW, LEGAL, RESULT, REFUSED, TWIN]


def write_suite(folder: Path, cases: list[Case]) -> Path:
    """A suite of these cases on disk."""
    made = store.assemble(
        cases, (), {}, {"tongits": {"showdown.tie_three_way": "next_after_caller"}}
    )
    note = ClauseNote(
        id="tongits.test.clause",
        text="A draw is called before a card is drawn.",
        kind="condition",
        level="rule",
        citations=("denexa DRW2: Ending the hand, sentence 2",),
    )
    flag = Flag(name="late-call", description="Calls late.", effect="Seats hold a card more.")
    gone = Withdrawn(id="tongits.test.gone", reason="it was wrong", since="0.9.0")
    manifest = msgspec.structs.replace(
        made.manifest, clauses=(note,), flags=(flag,), withdrawn=(gone,)
    )
    store.write(store.files(store.Suite(manifest, made.groups, made.law)), folder)
    return folder
