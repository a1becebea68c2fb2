"""Everything that a changed play is asked: the suite by several rule sets, and seeded plays.

Each trial knows the lines of the play that run in it.  A change on other lines cannot alter it.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import count, cycle, groupby
from operator import itemgetter
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, BinaryIO, Final, final

import msgspec

from meldcheck.check.judge import FALLS_SHORT, Outcome, Status, judge
from meldcheck.check.plan import CasePlan, misfit, plan_of, protocol_defaults
from meldcheck.engine.process import Conversation, EngineFault, FaultKind, Request
from meldcheck.law.covering import covering
from meldcheck.law.rulesets import RuleSet, load_shelf, of_suite
from meldcheck.law.rulespace import RuleSpace
from meldcheck.seeded.fuzz import Player, Setting
from meldcheck.suite import store
from meldcheck.suite.agreement import disagreements
from meldcheck.suite.outcomes import decided
from meldcheck.words.case import Case, option_of
from meldcheck.words.code import PLAY
from meldcheck.words.messages import view_fields
from meldcheck.words.places import spec_directory, suite_directory
from meldcheck.words.protocol import GamePlayed, Reply, read_reply
from meldcheck.words.readings import reading_value
from meldspec.games import GAMES
from tests.watched import Watched

from .changes import PARTS, module_of, play_of

SEED: Final = 1
SEEDED: Final = 20_000
"""Requests of the seeded matches of each game, over its covering array."""
PATIENCE: Final = 10.0
"""Seconds of processor time of a trial after which the changed play counts as hanging."""


class Stage(IntEnum):
    """The rules of a trial, in the order in which they are tried."""

    DEFAULT = 0
    """The suite by the default rules."""
    SOURCE = 1
    """The suite by the rule set of a source, or by a named variation."""
    READING = 2
    """The suite by the default rules but for one reading, or a case by its own rules."""
    ARRAY = 3
    """The suite by a row of the covering array."""
    SEEDED = 4
    """A seeded match that is in no suite."""


@final
@dataclass(frozen=True, slots=True)
class Trial:
    """A case as it is played by one rule set, and the lines of the play that run in it."""

    stage: Stage
    rules: str
    plan: CasePlan
    runs: int = 0
    """One bit for each line; see ``Lines``."""

    @property
    def name(self) -> str:
        """The case, and the rule set where it is not the default one."""
        case = self.plan.case.id
        return case if self.stage is Stage.DEFAULT else f"{case} by {self.rules}"


@final
class Lines:
    """The lines of all parts of the play, each with a bit."""

    def __init__(self) -> None:
        self.first: dict[str, int] = {}
        """By file: the bit of its first line."""
        self.module: dict[str, int] = {}
        bits = 0
        for part in PARTS:
            for path in play_of(part):
                self.first[str(path)] = self.module[module_of(path)] = bits
                bits += len(path.read_bytes().splitlines()) + 1

    def of(self, module: str, first: int, last: int) -> int:
        """The bits of some lines of a module."""
        at = self.module[module]
        return sum(1 << (at + line) for line in range(first, last + 1))


@cache
def lines() -> Lines:
    """The lines of the play."""
    return Lines()


# ── the engine of a trial ────────────────────────────────────────────────────────────────────────


class TooLongError(BaseException):
    """The time for a reply is over.  No engine catches it."""


@final
class Imported:
    """The play as it is imported anew, through a hook that may change it.

    The judge keeps the play with which it was imported: both live side by side in this process,
    and ``sys.modules`` has the new one only while it imports or answers.
    """

    def __init__(self, games: Iterable[str], hook: Any = None) -> None:  # hook: a module finder
        self.usual: dict[str, ModuleType] = {}
        self.own: dict[str, ModuleType] = {}
        with self:
            if hook is not None:
                sys.meta_path.insert(0, hook)
            try:
                # ``from meldcheck.engine import serve`` would find the attribute of the package.
                serve: Any = importlib.import_module("meldcheck.engine.serve")
                played: Any = importlib.import_module("meldspec.games")
                self._session = serve.Session
                self._games = {game: played.GAMES[game] for game in games}
            finally:
                if hook is not None:
                    sys.meta_path.remove(hook)

    def replies(self, requests: Sequence[Request]) -> Conversation:
        """The replies of a fresh session.  An exception is the end of the process."""
        replies: list[Reply] = []
        with self:
            session = self._session(self._games)
            try:
                for number, request in enumerate(requests):
                    asked = msgspec.json.encode({"seq": number, **request})
                    replies.append(read_reply(msgspec.json.decode(session.reply(asked)))[1])
            except TooLongError:
                fault = EngineFault(FaultKind.SILENCE, "no reply in time")
                return Conversation(tuple(replies), fault)
            except Exception as error:
                fault = EngineFault(FaultKind.EXIT, f"{type(error).__name__}: {error}")
                return Conversation(tuple(replies), fault)
        return Conversation(tuple(replies))

    def __enter__(self) -> None:
        self.usual = self._taken()
        sys.modules.update(self.own)

    def __exit__(self, *_: object) -> None:
        self.own = self._taken()
        sys.modules.update(self.usual)

    def _taken(self) -> dict[str, ModuleType]:
        """The modules of the play and of its session, taken out."""
        names = [
            name
            for name in sys.modules
            if name.partition(".")[0] == "meldspec" or name == "meldcheck.engine.serve"
        ]
        return {name: sys.modules.pop(name) for name in names}


def falls_short(outcome: Outcome) -> bool:
    """Whether ``meldspec check`` would tell of this outcome as a failure."""
    return outcome.status in FALLS_SHORT


# ── the trials of a game ─────────────────────────────────────────────────────────────────────────


@cache
def suite() -> store.Suite:
    """The published suite."""
    return store.load(suite_directory())


def digest() -> str:
    """A digest of everything on which the trials of a case depend, besides the case."""
    seen = hashlib.sha256()
    paths = [suite_directory() / "questions.json", Path(__file__)]
    for root, kind in (
        (PLAY, "py"),
        (Path(store.__file__).parents[1], "py"),
        (spec_directory(), "toml"),
    ):
        paths += sorted(root.rglob(f"*.{kind}"))
    for path in paths:
        seen.update(path.name.encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()[:16]


def _key(case: Case) -> str:
    return hashlib.sha256(msgspec.json.encode(case)).hexdigest()


def trials(game: str, folder: Path) -> list[Trial]:
    """The trials of a game with their lines.

    A folder keeps them for each case, as long as the play and the measure do not change.
    """
    kept = folder / f"trials-{game}-{digest()}.pickle"
    known: dict[str, list[Trial]] = {}
    if kept.exists():
        known = pickle.loads(kept.read_bytes())
    cases = {_key(case): case for case in suite().cases if case.game == game}
    asked = [*of_cases(game, [case for key, case in cases.items() if key not in known])]
    if _SEEDED not in known:
        asked += _seeded(game)
    if asked or len(cases) + 1 != len(known):
        keys = {case.id: key for key, case in cases.items()}
        made: dict[str, list[Trial]] = {key: known.get(key, []) for key in (*cases, _SEEDED)}
        for trial in traced(game, asked):
            made[keys.get(trial.plan.case.id, _SEEDED)].append(trial)
        known = made
        kept.parent.mkdir(parents=True, exist_ok=True)
        beside = kept.with_suffix(f".{os.getpid()}")
        beside.write_bytes(pickle.dumps(known))
        beside.replace(kept)
    asks = {key for key, case in cases.items() if case.asks is not None}
    return [
        trial
        for key, some in known.items()
        for trial in some
        if key in asks or trial.stage is not Stage.READING or _runs_more(trial, some)
    ]


_SEEDED: Final = "seeded"


def _runs_more(trial: Trial, some: Sequence[Trial]) -> bool:
    """Whether a trial runs other lines than the case by the default rules."""
    return trial.runs not in [each.runs for each in some if each.stage is Stage.DEFAULT]


def rule_sets(game: str) -> Iterator[tuple[Stage, RuleSet]]:
    """The rule sets by which a suite is run.

    Each source, each variation, each reading with those that it needs, each row of the array.
    """
    shelf = load_shelf(spec_directory(), game)
    for name, rule_set in shelf.rule_sets.items():
        if rule_set.sent:
            yield Stage.SOURCE, of_suite(game, name, rule_set.readings)
    for rule_set in one_reading_each(game):
        yield Stage.READING, rule_set
    for number, row in enumerate(covering(game).rows, start=1):
        yield Stage.ARRAY, of_suite(game, f"row {number}", row)


def one_reading_each(game: str) -> Iterator[RuleSet]:
    """For each reading that is no default: the default rules with it, and with what it needs."""
    space = load_shelf(spec_directory(), game).space
    for option, readings in space.readings.items():
        for reading in readings[1:]:
            own = {option: reading}
            beside = space.fewest_beside([(space.default, own)], {})
            yield of_suite(game, f"{option}={reading}", {**space.default, **beside, **own})


def _by_its_rules(case: Case) -> Iterator[RuleSet]:
    """The rules that a case fixes, with each reading of its question."""
    if case.asks is None:
        return
    option = option_of(case.asks)
    fixed = ", ".join(f"{name}={reading}" for name, reading in case.rules.items())
    for reading in case.outcomes:
        own = {**case.rules, option: reading_value(reading)}
        readings = {**RuleSpace.of(GAMES[case.game]).default, **own}
        name = f"{option}={reading}{fixed and ' with '}{fixed}"
        yield of_suite(case.game, name, readings)


def of_cases(game: str, cases: Sequence[Case]) -> Iterator[Trial]:
    defaults = protocol_defaults(suite().manifest)
    played = {game: GamePlayed(abilities=tuple(GAMES[game].abilities))}
    usual = {case.id: _heard(game, case, {}) for case in cases}
    for case in cases:
        yield Trial(Stage.DEFAULT, "default", plan_of(case, defaults, {}, played))
    seen = {*usual.items()}

    def new(stage: Stage, rule_set: RuleSet, some: Iterable[Case]) -> Iterator[Trial]:
        for case in some:
            # A change may read the option of a case where the play need not read it.
            options = {option_of(case.asks)} if case.asks is not None else set[str]()
            asked = stage is Stage.READING and not options.isdisjoint(rule_set.sent)
            if asked or any(name in rule_set.sent for name, _ in usual[case.id]):
                key = (case.id, _heard(game, case, rule_set.sent))
                if (asked or key not in seen) and misfit(case, rule_set) is None:
                    seen.add(key)
                    own = decided(case, rule_set.readings)
                    made = plan_of(own, defaults, {game: rule_set.sent}, played)
                    yield Trial(stage, rule_set.name, made)

    for stage, sets in groupby(rule_sets(game), key=itemgetter(0)):
        if stage is Stage.READING:
            for case in cases:
                for rule_set in _by_its_rules(case):
                    yield from new(stage, rule_set, (case,))
        for _, rule_set in sets:
            yield from new(stage, rule_set, cases)


def _heard(
    game: str, case: Case, sent: Mapping[str, str | int]
) -> tuple[tuple[str, str | int], ...]:
    """The readings that the reference reads in a case; others make no other play of it."""
    wire = GAMES[game]
    whole = {**RuleSpace.of(wire).default, **sent, **case.rules}
    read: set[str] = set()
    for _ in disagreements(Watched(wire, wire.open_rules(whole, read)), case, []):
        pass
    return tuple((name, whole[name]) for name in sorted(read))


def _seeded(game: str) -> Iterator[Trial]:
    wire = GAMES[game]
    space = RuleSpace.of(wire)
    played = GamePlayed(abilities=tuple(wire.abilities))
    rows = [space.differing(row) for row in covering(game).rows]
    requests = 0
    for number, row in zip(count(), cycle(rows)):
        case = Player(Setting(wire, row, played), SEED, number).play()
        made = plan_of(case, {game: space.default}, games={game: played})
        requests += len(made.said)
        yield Trial(Stage.SEEDED, f"row {number % len(rows) + 1}", made)
        if requests >= SEEDED:
            return


# ── the lines that run in a trial ────────────────────────────────────────────────────────────────


def traced(game: str, found: Sequence[Trial], keepers: int = 2) -> Iterator[Trial]:
    """The trials with their lines.  Each runs in a process of its own, with no cache filled."""
    kept = [_keeper(game, found[first::keepers]) for first in range(keepers)]
    for trial, (start, _) in zip(found, cycle(kept)):
        told_of = start.read(_WIDTH)
        if len(told_of) != _WIDTH:
            raise RuntimeError(f"{trial.name}: the process that traces it has ended")
        bits = int.from_bytes(told_of, "little")
        yield Trial(trial.stage, trial.rules, trial.plan, bits)
    for start, keeper in kept:
        start.close()
        os.waitpid(keeper, 0)


def _keeper(game: str, found: Sequence[Trial]) -> tuple[BinaryIO, int]:
    """A process that traces these trials one by one, and where it writes their lines."""
    start, ending = os.pipe()
    keeper = os.fork()
    if keeper:
        os.close(ending)
        return os.fdopen(start, "rb"), keeper
    os.close(start)
    view_fields()
    at_import: set[int] = set()
    sys.settrace(_noting(at_import))
    play = Imported([game])
    sys.settrace(None)
    with os.fdopen(ending, "wb") as told:
        for trial in found:
            mine, its = os.pipe()
            child = os.fork()
            if not child:
                bits = _lines_of(trial, play, at_import)
                os.write(its, bits.to_bytes(_WIDTH, "little"))
                os._exit(0)
            os.close(its)
            with os.fdopen(mine, "rb") as heard:
                bits_heard = heard.read()
            os.waitpid(child, 0)
            if len(bits_heard) != _WIDTH:
                break
            told.write(bits_heard)
    os._exit(0)


_WIDTH: Final = 4000
"""Bytes for the lines of one trial."""


def _noting(seen: set[int]) -> Callable[[FrameType, str, object], Any]:
    """A trace function that notes the lines of the play which run."""
    first = lines().first

    def enters(frame: FrameType, event: str, _: object) -> Any:
        at = first.get(frame.f_code.co_filename)
        if at is None:
            return None
        seen.add(at + frame.f_lineno)

        def runs(frame: FrameType, event: str, _: object) -> Any:
            if event == "line":
                seen.add(at + frame.f_lineno)
            return runs

        return runs

    return enters


def _lines_of(trial: Trial, play: Imported, at_import: Iterable[int]) -> int:
    """The lines that run in a trial or at import."""
    seen = set(at_import)
    said = trial.plan.said
    sys.settrace(_noting(seen))
    heard = play.replies([each.request for each in said])
    sys.settrace(None)
    outcome = judge(trial.plan.case, said, heard)
    if outcome.status is not Status.PASS:
        print(f"{trial.name}: {outcome.status} on the reference", file=sys.stderr)
        os._exit(1)
    return sum(1 << bit for bit in seen)
