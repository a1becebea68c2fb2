"""The curves of what goes through whole plays: checks, open readings, and small tables."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, Final

import msgspec

from meldcheck.check import plan, report
from meldcheck.check.judge import judge
from meldcheck.check.report import Report
from meldcheck.check.run import talks
from meldcheck.distinguish.course import Effort
from meldcheck.distinguish.sides import pair, read_side
from meldcheck.distinguish.tongits.small import SmallPack, search
from meldcheck.engine.serve import Session
from meldcheck.explore import EXPLORED, rummy, told, tongits
from meldcheck.explore.search import Exploration
from meldcheck.explore.table import SmallTable
from meldcheck.law.rulesets import DEFAULT, load_shelf
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources import settle
from meldcheck.sources.book import Book, read_book
from meldcheck.sources.experiments import Follower, experiments_of, judged, spoken
from meldcheck.sources.knowledge import nothing_known
from meldcheck.sources.matrix import row_of
from meldcheck.sources.scenario import PlayStep, Scenario, played, tell
from meldcheck.sources.verdict import Weighed
from meldcheck.sources.worlds import MOST_WORLDS, Options, TooOpenError, follow
from meldcheck.suite import store
from meldcheck.suite.store import Suite
from meldcheck.words import protocol
from meldcheck.words.case import Act, Case
from meldcheck.words.places import spec_directory, suite_directory
from meldcheck.words.protocol import HelloReply
from meldspec.games import GAMES

from ...conformance.in_process import InProcess
from .curve import Curve, Kind, Limit, Work


@lru_cache
def suite() -> Suite:
    """The published suite."""
    return store.load(suite_directory())


# ── check ─────────────────────────────────────────────────────────────────────────────────────────


@lru_cache
def _hello() -> HelloReply:
    """The reference as it names itself and its games."""
    said = Session(GAMES).reply(b'{"seq": 1, "cmd": "hello", "protocol": %d}' % protocol.VERSION)
    return protocol.read_hello(msgspec.json.decode(said))


def _checked(cases: Sequence[Case]) -> bytes:
    """The report on some cases, which are planned, played in this process, and judged."""
    manifest = suite().manifest
    plans = plan.planned(cases, plan.stated_for(manifest), manifest, {}, _hello().games)
    outcomes = [
        judge(talk.plan.case, talk.said, talk.heard)
        for game, of_game in groupby(plans, key=lambda one: one.case.game)
        for talk in talks(InProcess(GAMES[game]), of_game)
        if talk.heard is not None
    ]
    made = Report(_hello().engine, manifest, tuple(outcomes))
    if not made.holds:
        raise AssertionError("the reference fails a case")
    return report.as_json(made)


def _parts_of_suite(size: int) -> Sequence[Work]:
    """Cases spread evenly over the suite."""
    cases = suite().cases
    return [partial(_checked, [cases[len(cases) * at // size] for at in range(size)])]


CHECK: Final = Curve(
    title="Suite size",
    grows="cases",
    step="case",
    about="""`check` of a part of the suite, with the reference as the engine, in one process:
the cases are planned, sent, played, answered and judged, and the report is written. The cases are
spread evenly over all games. Each case begins a match of its own, so none waits for another.""",
    sizes=(48, 96, 192, 384, 768, 1536, 3072),
    kinds=(Kind("check", _parts_of_suite),),
    unit="s",
    most_rounds=2,
)


# ── open readings ─────────────────────────────────────────────────────────────────────────────────

OPEN_PLAY: Final = "tongits.derived.hand-1-007"
TOO_OPEN_PLAY: Final = "tongits.derived.match-1-015"
FEW_WORLDS: Final = 400
"""Ways after which a quick form has seen enough questions."""

ORDERS: Final = 3
"""Orders in which the readings of a play are opened."""


def _case(name: str) -> Case:
    return next(case for case in suite().cases if case.id == name)


def _scenario(name: str, given: Mapping[str, str | int]) -> Scenario:
    """The play of a case, with these readings given and all others open."""
    case = _case(name)
    if case.setup is None:
        raise AssertionError(f"{name} has no play")
    steps = tuple(PlayStep(step.by, step.do) for step in case.steps if isinstance(step, Act))
    return Scenario(case.setup.players, case.setup.dealer, steps, rules=given)


@lru_cache
def _book(game: str) -> Book:
    return read_book(game)


@lru_cache
def read_while_open(name: str, most: int) -> tuple[str, ...]:
    """The options that a play reads while all are open, until it has more than ``most`` ways."""
    options = Options(GAMES[_case(name).game], most=most)
    with suppress(TooOpenError):
        played(options.game, options, _scenario(name, {}))
    return tuple(sorted(options.read))


def _given(order: int, opened: int, most: int) -> dict[str, str | int]:
    """The default readings of all options but those that are opened."""
    options = list(read_while_open(OPEN_PLAY, most))
    random.Random(order).shuffle(options)
    default = RuleSpace.of(GAMES[_case(OPEN_PLAY).game]).default
    return {name: of for name, of in default.items() if name not in options[:opened]}


def _followed(scenario: Scenario) -> object:
    """Every end of a play, with its payments."""
    options = Options(GAMES["tongits"])
    return follow(options, played(options.game, options, scenario), tell(scenario))


def _settled(name: str, scenario: Scenario) -> object:
    """What each source says about a play, as ``settle`` does it: payments are followed apart."""
    game = _case(name).game
    book = _book(game)
    return settle.settle_scenario(GAMES[game], book.law, scenario, book.words.places, Weighed())


def _opening(do: Callable[[Scenario], object], most: int) -> Callable[[int], Sequence[Work]]:
    return lambda size: [
        partial(do, _scenario(OPEN_PLAY, _given(order, size, most))) for order in range(ORDERS)
    ]


def _both(most: int) -> tuple[Kind, ...]:
    """Both searches; the questions are those that are read within so many ways."""
    return (
        Kind("all readings together", _opening(_followed, most)),
        Kind("settle", _opening(partial(_settled, OPEN_PLAY), most)),
    )


def refusal(work: Work) -> str:
    """What a work says that gives up."""
    try:
        work()
    except TooOpenError as error:
        return str(error)
    raise AssertionError("it does not give up")


def _left_out() -> str:
    case = _case(OPEN_PLAY)
    return str(row_of(GAMES[case.game], _book(case.game).law, case).left_out)


MANY_WAYS_PLAY: Final = "tongits.pot.no-winner-breaks-the-streak"


def _broken_off() -> str:
    """What ``identify`` says of a play if it knows nothing of the engine before it."""
    case = _case(MANY_WAYS_PLAY)
    game = GAMES[case.game]
    experiment = next(experiments_of(case))
    requests, steps = spoken(experiment, _hello().games[case.game])
    heard = InProcess(game).converse(requests)
    return judged(Follower(nothing_known(game)), experiment, steps, heard).trouble


READINGS: Final = Curve(
    title="Open readings",
    grows="questions left open",
    step="open question",
    about=f"""A hand of Tong-its, `{OPEN_PLAY}`, followed in every way in which it can go on. At
first every question has its default reading; then the questions that the play reads are opened two
by two, in {ORDERS} orders. A way is split only where the play reads an open question, and ways that
come to the same are joined. The search over all readings together also follows each reading of a
payment. `settle` judges each payment by itself instead.""",
    sizes=tuple(range(2, 25, 2)),
    kinds=_both(MOST_WORLDS),
    quick_kinds=_both(FEW_WORLDS),
    most_rounds=1,
    gives_up=(TooOpenError,),
    limits=(
        Limit(
            "Of this hand with all questions open, payments too, the search says:",
            lambda: refusal(partial(_followed, _scenario(OPEN_PLAY, {}))),
            slow=True,
        ),
        Limit(
            f"""`settle` gives up at the same bound. Of a match of several hands,
`{TOO_OPEN_PLAY}`, it says:""",
            lambda: refusal(partial(_settled, TOO_OPEN_PLAY, _scenario(TOO_OPEN_PLAY, {}))),
            slow=True,
        ),
        Limit(
            f"""`identify` follows fewer ways, because each reply of an engine leaves fewer. Of
`{MANY_WAYS_PLAY}`, played by an engine of which nothing is known, it says:""",
            _broken_off,
        ),
        Limit(
            """The verdicts that are published with the suite have a lower bound, because they are
made for every case. The row of the first hand says:""",
            _left_out,
            slow=True,
        ),
    ),
)


# ── small tables ──────────────────────────────────────────────────────────────────────────────────

BOUND: Final = 1000
"""The bound of an exploration that stops."""


def _table_of_rummy(cards: int) -> SmallTable[Any]:
    return SmallTable(rules=rummy.with_cards(cards, 1, 1), seats=2, says="", stated=(("AC", "2C"),))


def _table_of_tongits(cards: int) -> SmallTable[Any]:
    return SmallTable(
        rules=tongits.with_cards(cards, 1, 1), seats=3, says="", stated=(("AC 2C", "3C", "4C"),)
    )


TABLES_BY_GAME: Final[Mapping[str, Callable[[int], SmallTable[Any]]]] = {
    "rummy": _table_of_rummy,
    "tongits": _table_of_tongits,
}


def _explored(game: str, cards: int, most: int | None = None) -> Exploration:
    exploration = Exploration(EXPLORED[game], TABLES_BY_GAME[game](cards))
    reach = exploration.run(most)
    if reach.violation is not None:
        raise AssertionError(reach.violation.law)
    return exploration


FEW_STATES: Final = 500
OTHER_READING: Final = "long_run_bonus=three_chips_for_5_plus"
SMALL_PACK: Final = SmallPack(ranks=4, suits=4, hand=4)


def _searched_to() -> str:
    """What ``distinguish`` says of two rule sets after too few standings."""
    shelf = load_shelf(spec_directory(), "tongits")
    pairing = pair(shelf, read_side(shelf, DEFAULT), read_side(shelf, OTHER_READING))
    return search(GAMES["tongits"], pairing, SMALL_PACK, Effort(states=FEW_STATES)).words


def _exploring(game: str) -> Callable[[int], Sequence[Work]]:
    return lambda cards: [lambda: _explored(game, cards).reach.states]


def states(work: Work) -> float:
    """The states that an exploration finds."""
    return float(str(work()))


SMALL_TABLES: Final = (
    Kind("Tong-its, three seats", _exploring("tongits"), sizes=(5, 6, 7, 8, 9)),
    Kind("Rummy, two seats", _exploring("rummy"), sizes=(3, 4, 5, 6, 7)),
)
EXPLORE: Final = Curve(
    title="Small tables",
    grows="cards in the pack",
    step="card",
    about="""`explore` of one deal of one suit: every state that the hand can reach, with all laws
in each. A seat has one card, and the seat that begins Tong-its has two. All other cards are the
stock, in every order.""",
    sizes=(3, 4, 5, 6, 7, 8, 9),
    kinds=SMALL_TABLES,
    unit="s",
    most_rounds=1,
    limits=(
        Limit(
            f"""`explore` stops at `--most`, or at the bound of its table. With `--most {BOUND}` it
says of a table of eight cards:""",
            lambda: told.bound(_explored("rummy", 8, BOUND).reach),
        ),
        Limit(
            f"""`distinguish` follows two rule sets side by side, breadth first, on at most
{Effort().states:,} standings by default. With `--small --states {FEW_STATES}` it says of the
default rules and `{OTHER_READING}`:""",
            _searched_to,
        ),
    ),
)
STATES: Final = Curve(
    title="States of small tables",
    grows="cards in the pack",
    step="card",
    about="The states of the same tables. The time follows them.",
    sizes=(3, 4, 5, 6, 7, 8, 9),
    kinds=SMALL_TABLES,
    unit="states",
    measure=states,
    most_rounds=1,
)
