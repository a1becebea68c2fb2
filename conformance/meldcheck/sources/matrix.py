"""What each source says about each case: the matrix that is published with the suite.

A case makes a statement with every accepted or refused step and with every answer.  Each statement
has the verdict of ``meldspec settle``. If a source settles the statement, the verdict also says
whether it settles it as the case states it.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final, TypeAlias, assert_never, final

import msgspec

from meldcheck.games.forms import kinds_of_fields, kinds_of_result
from meldcheck.law import records
from meldcheck.law.clauses import Law
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources import inputs
from meldcheck.sources.bench import Bench
from meldcheck.sources.facts import StatedFacts
from meldcheck.sources.lawbook import law_of
from meldcheck.sources.parts import (
    BURNED,
    Grounds,
    Part,
    PartVerdict,
    part_of_facts,
    result_parts,
)
from meldcheck.sources.receipts import entries_of, kinds_paid
from meldcheck.sources.scenario import (
    EVERY_READING,
    PlayStep,
    Standing,
    acting,
    as_text,
    burned,
    ended,
    told_of_step,
)
from meldcheck.sources.stands import Certainty, VerdictLaw, read_law
from meldcheck.sources.worlds import Box, Options, Outcome, TooOpenError, World, follow
from meldcheck.suite import store
from meldcheck.suite.outcomes import decided
from meldcheck.suite.store import VERDICTS, Suite
from meldcheck.words import compare
from meldcheck.words.case import (
    JSON,
    Act,
    Ask,
    Case,
    Kind,
    Manifest,
    Matrix,
    Row,
    Says,
    Statement,
    Verdict,
)
from meldcheck.words.notation import CHANCE
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import GameWire

MOST_WAYS: Final = 400
"""A play that can continue in more ways has no verdicts; its row says so."""

Worlds: TypeAlias = Sequence[World[Standing]]
AsStated: TypeAlias = Callable[[Mapping[str, JSON]], bool]
"""Whether an outcome is as a case states it."""


NO_WORLDS: Final[Mapping[str, Sequence[World[str]]]] = {}
WORST_FIRST: Final = (Says.OTHERWISE, Says.OPEN, Says.SILENT, Says.LOST)


def row_of(game: GameWire, law: VerdictLaw, case: Case) -> Row:
    """What each source says about a case.  ``law`` is that of the case's game."""
    if case.refused:
        return Row(left_out="facts that cannot be are no situation")
    match case.kind:
        case Kind.PERFT:
            return Row(left_out="a count of plays is no situation")
        case Kind.BEST:
            return Row(left_out="what is best follows from rules that have cases of their own")
        case Kind.TWIN:
            return Row(left_out="what is hidden is no matter of readings")
        case _:
            pass
    work = _Work(game, law, decided(case, RuleSpace.of(game).default))
    try:
        found = tuple(work.facts() if work.case.setup is None else work.play())
    except TooOpenError:
        return Row(left_out=f"it can go on in more than {MOST_WAYS} ways")
    return Row(
        sources={source: _overall(found, source) for source in law.sources}, statements=found
    )


def _overall(statements: Sequence[Statement], source: str) -> Says:
    said = {each.sources[source].says for each in statements if source in each.sources}
    return next((says for says in WORST_FIRST if says in said), Says.SETTLED)


@final
class _Work:
    """A case under judgement: its bench, and the sources that admit the play so far."""

    def __init__(self, game: GameWire, law: VerdictLaw, case: Case) -> None:
        space = RuleSpace.of(game)
        given = space.differing(case.rules)
        self.game = game
        self.case = case
        self.given = {name: frozenset((reading,)) for name, reading in given.items()}
        self.free = Options.unpaid(game, given)
        self.unheeding = Options.unpaid(game, given, heeding=False)
        self.loose: dict[str, tuple[int, Worlds]] = {}
        """By source: a step, and the worlds after it if the needs of readings are ignored."""
        self.bench = Bench.of(law, Options(game), given, self.free.read)
        self.following = law.sources
        """The sources that admit a reading under which the play is possible so far."""

    def facts(self) -> Iterator[Statement]:
        """The statements of a case without play."""
        question = {name: of for name, of in (self.case.question or {}).items() if name != "what"}
        what, answer = self.case.what, self.case.answer
        stated = answer if isinstance(answer, dict) else {what: answer}

        facts = StatedFacts(self.game, self.bench, what, question, self.case.clauses)
        for name, value in stated.items():
            part = part_of_facts(what, name)
            verdicts = {source: facts.verdict(source, part) for source in self.following}
            yield from _unsettled(1, name, verdicts, _as_stated(what, {name: value}))

    def play(self) -> Iterator[Statement]:
        """The statements of a play.

        The steps of chance up to the first deal are the beginning of the play, not statements.
        """
        worlds = self._begun()
        dealt = False
        for number, step in enumerate(self.case.steps, start=1):
            match step:
                case Act():
                    acted = self._act(self.free, worlds, number, step)
                    if dealt or step.refused or step.by != CHANCE:
                        yield from self._step(number, step, acted)
                    dealt = dealt or (step.do["type"] == "deal" and not step.refused)
                    if not step.refused:
                        worlds = [one for one in acted if number not in one.outcome.refused]
                        self.following = tuple(
                            source
                            for source in self.following
                            if self.bench.admitted(source, worlds)
                        )
                case Ask(what="perft"):
                    continue
                case Ask():
                    yield from self._answer(number, step, worlds)
                case _:
                    assert_never(step)

    def _begun(self, admitted: Box = EVERY_READING) -> Worlds:
        setup = self.case.setup
        assert setup is not None
        begun = self.game.begin({}, setup.players, setup.dealer, setup.hand_number)
        if isinstance(begun, Refusal):
            raise ValueError(f"the match of {self.case.id} is refused")
        return [World(Standing(begun), {**admitted, **self.given})]

    def _act(self, options: Options, worlds: Worlds, number: int, step: Act) -> Worlds:
        asked = PlayStep(step.by, step.do)
        before = [
            PlayStep(one.by, one.do)
            for one in self.case.steps[: number - 1]
            if isinstance(one, Act) and not one.refused
        ]
        go_on = acting(asked, number, self.game, told=True, before=before)
        return _not_too_many(follow(options, worlds, go_on))

    def _step(self, number: int, step: Act, acted: Worlds) -> Iterator[Statement]:
        """The statement about whether a step is allowed.

        None for a step that every reading accepts and that no clause grants.
        """
        accepted = [number not in world.outcome.refused for world in acted]
        granted = any(
            kind in self.bench.law.granting for world in acted for kind in world.outcome.kinds
        )
        if not step.refused and all(accepted) and not granted:
            return
        told = _told_of_step(number, acted)
        loose = {
            source: _told_of_step(
                number, self._act(self.unheeding, self._loosely(source, number - 1), number, step)
            )
            for source in self._vanishing()
        }
        part = Part("legal", ("legal",), Grounds.CLAUSES)
        yield from self._judged(
            number, part, told, lambda outcome: outcome["legal"] == (not step.refused), loose
        )

    def _vanishing(self) -> tuple[str, ...]:
        """The sources that admit a reading which the play has read and which cannot be played."""
        return tuple(
            source for source in self.following if self.bench.vanishing(source, self.free.read)
        )

    def _loosely(self, source: str, last: int) -> Worlds:
        """The worlds after a step under the readings that a source admits, ignoring needs."""
        at, worlds = self.loose.get(source, (0, self._begun(self.bench.admits(source))))
        for number, step in enumerate(self.case.steps[at:last], start=at + 1):
            if isinstance(step, Act) and not step.refused:
                acted = self._act(self.unheeding, worlds, number, step)
                worlds = [one for one in acted if number not in one.outcome.refused]
        self.loose[source] = last, worlds
        return worlds

    def _answer(self, number: int, step: Ask, worlds: Worlds) -> Iterator[Statement]:
        stated = step.answer if isinstance(step.answer, dict) else {step.what: step.answer}
        if isinstance(step.answer, dict) and step.what == "result":
            worlds = follow(self.bench.options, worlds, ended(self.game))
        telling = _telling(step, tuple(stated))
        told = _not_too_many(follow(self.free, worlds, telling))
        loose = {
            source: follow(self.unheeding, self._loosely(source, number - 1), telling)
            for source in self._vanishing()
        }
        for part in _parts(self.game.name, step.what, stated):
            wanted = {name: stated[name] for name in part.fields}
            yield from self._judged(number, part, told, _as_stated(step.what, wanted), loose)
        if step.what != "result" or step.answer is None:
            return
        options = self.bench.options
        if BURNED.name in stated:
            wanted = {BURNED.name: stated[BURNED.name]}
            told = follow(options, worlds, burned)
            yield from self._judged(number, BURNED, told, _as_stated(step.what, wanted))
        if "payments" in stated:
            entries = [
                (world.box, entries_of(options, world.box, world.outcome.match.debts()))
                for world in worlds
            ]
            kinds = kinds_paid(worlds)
            verdicts = {one: self.bench.payments(one, entries, kinds) for one in self.following}
            yield from _unsettled(
                number,
                "payments",
                verdicts,
                lambda outcome: outcome["payments"] == stated["payments"],
            )

    def _judged(
        self,
        number: int,
        part: Part,
        told: Sequence[World[str]],
        as_stated: AsStated,
        loose: Mapping[str, Sequence[World[str]]] = NO_WORLDS,
    ) -> Iterator[Statement]:
        verdicts = {
            source: self.bench.verdict(source, part, told, loose.get(source, ()))
            for source in self.following
        }
        yield from _unsettled(number, part.name, verdicts, as_stated)


def _told_of_step(number: int, acted: Worlds) -> list[World[str]]:
    return [World(as_text(told_of_step(world.outcome, number)), world.box) for world in acted]


def _not_too_many(worlds: list[World[Outcome]]) -> list[World[Outcome]]:
    if len(worlds) > MOST_WAYS:
        raise TooOpenError(f"more than {MOST_WAYS} ways to go on")
    return worlds


def _as_stated(what: str, stated: Mapping[str, JSON]) -> AsStated:
    """A test whether an outcome is as a case states it.  Legal lists are compared whole."""

    def same(outcome: Mapping[str, JSON]) -> bool:
        expected: JSON = stated if set(stated) != {what} else stated[what]
        got: JSON = outcome if set(stated) != {what} else outcome.get(what)
        return not compare.differences(what, expected, got)

    return same


def _unsettled(
    number: int, part: str, verdicts: Mapping[str, PartVerdict], as_stated: AsStated
) -> Iterator[Statement]:
    """The statement, if a source does not settle it as stated."""
    sources = {source: _verdict(of, as_stated) for source, of in verdicts.items()}
    unsettled = {name: one for name, one in sources.items() if one.says is not Says.SETTLED}
    if unsettled:
        yield Statement(step=number, part=part, sources=unsettled)


def _verdict(of: PartVerdict, as_stated: AsStated) -> Verdict:
    """What a source says about a part.

    If it admits no reading under which the play is possible, it settles the play otherwise.
    """
    if not of.outcomes:
        return Verdict(says=Says.OTHERWISE, because=of.because)
    match of.status:
        case Certainty.OPEN:
            return Verdict(says=Says.OPEN, because=of.because)
        case Certainty.SILENT:
            return Verdict(says=Says.SILENT, because=of.because)
        case Certainty.LOST:
            return Verdict(says=Says.LOST, because=of.because)
        case Certainty.SETTLED:
            agrees = all(as_stated(outcome) for _, outcome, _ in of.outcomes)
            return Verdict(says=Says.SETTLED if agrees else Says.OTHERWISE, because=of.because)
        case _:
            assert_never(of.status)


def _parts(game: str, what: str, stated: Mapping[str, JSON]) -> tuple[Part, ...]:
    """The stated parts of an answer that do not depend on payments."""
    if what != "result":
        return tuple(Part(name, (name,)) for name in stated)
    kept = (
        Part(part.name, tuple(name for name in part.fields if name in stated), part.grounds)
        for part in result_parts(game)
    )
    return tuple(part for part in kept if part.fields)


def _telling(step: Ask, fields: Sequence[str]) -> Callable[[object, Standing], str]:
    def tell(rules: object, standing: Standing) -> str:
        match = standing.match.under(rules)
        answer: JSON
        match step.what:
            case "result":
                answer = match.result()
            case "view":
                answer = match.view(step.seat)
            case _:
                answer = match.legal(step.seat)
        if not isinstance(answer, dict):
            return as_text({step.what: answer})
        told = {name: answer.get(name) for name in fields}
        match step.what:
            case "result":
                told |= {"grounds": [*match.grounds()], "match_grounds": [*match.match_grounds()]}
                told["shown"] = dict(kinds_of_result(match))
            case "view":
                told["shown"] = dict(kinds_of_fields(match, answer))
            case _:
                pass
        return as_text(told)

    return tell


# ── the matrix of a suite ────────────────────────────────────────────────────────────────────────


def law_in(documents: Law) -> VerdictLaw:
    """The law for verdicts, from the documents of a game."""
    asked, ruled = records.questions([documents]), records.clauses([documents])
    return read_law(asked, ruled, documents.profiles)


def matrix_of(
    built: Suite,
    jobs: int = 1,
    done: Callable[[str], None] = lambda _: None,
    before: Matrix | None = None,
    keep: Callable[[Matrix], None] = lambda _: None,
) -> Matrix:
    """The verdicts on every case of a suite, computed by ``jobs`` processes.

    Rows of ``before`` are kept where the case, the law of its game and all code that gives verdicts
    are the same.  ``done`` is called with the id of each case that is not kept, and ``keep``
    after each game with a matrix that can be the ``before`` of another run.
    """
    made = {game: inputs.of_game(game, built.law) for game in sorted(_games(built))}
    of = {case.id: inputs.of_case(case) for case in built.cases}
    rows = {} if before is None else dict(_kept(before, built, made, of))
    waiting = [case for case in built.cases if case.id not in rows]
    context = multiprocessing.get_context("spawn")
    if waiting:
        with ProcessPoolExecutor(jobs, context, _take_law, (dict(built.law),)) as pool:
            for game in made:
                of_game = [case for case in waiting if case.game == game]
                for case, row in pool.map(_row, of_game, chunksize=4):
                    rows[case] = row
                    done(case)
                if before is not None and of_game:
                    before = _with_game(before, game, made, of, rows)
                    keep(before)
    return Matrix(suite=built.manifest.hash, law=built.manifest.law, inputs=made, of=of, cases=rows)


def _with_game(
    before: Matrix,
    game: str,
    made: Mapping[str, str],
    of: Mapping[str, str],
    rows: Mapping[str, Row],
) -> Matrix:
    """A matrix with the rows of one game as they are now; the others stay as they were."""
    others = {name: row for name, row in before.cases.items() if _game_of(name) != game}
    now = {name: row for name, row in rows.items() if _game_of(name) == game}
    return msgspec.structs.replace(
        before,
        inputs=before.inputs | {game: made[game]},
        of=before.of | {name: of[name] for name in now},
        cases=others | now,
    )


def _game_of(case: str) -> str:
    return case.partition(".")[0]


def _games(built: Suite) -> set[str]:
    return {case.game for case in built.cases}


def _kept(
    before: Matrix, built: Suite, made: Mapping[str, str], of: Mapping[str, str]
) -> Iterator[tuple[str, Row]]:
    for case in built.cases:
        same_law = before.inputs.get(case.game) == made[case.game]
        if same_law and before.of.get(case.id) == of[case.id] and case.id in before.cases:
            yield case.id, before.cases[case.id]


_LAWS: Final[dict[str, VerdictLaw]] = {}
"""By game: the law, in a process that computes rows."""


def _take_law(files: Mapping[str, JSON]) -> None:
    end_with_parent()
    _LAWS.update({name: law_of(files, name) for name in GAMES})


def end_with_parent() -> None:
    """Let this worker end with the process that has started it, even if that one is killed."""
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _row(case: Case) -> tuple[str, Row]:
    return case.id, row_of(GAMES[case.game], _LAWS[case.game], case)


def write(matrix: Matrix, directory: Path) -> None:
    """Write a matrix beside its suite."""
    (directory / VERDICTS).write_bytes(store.pretty(matrix))


def load(directory: Path, manifest: Manifest) -> Matrix | None:
    """The matrix beside a suite; None if there is none or it belongs to another suite.

    SpecError for a file that cannot be read.
    """
    matrix = last(directory)
    return matrix if matrix is not None and _is_of(matrix, manifest) else None


def last(directory: Path) -> Matrix | None:
    """The matrix in a folder, whichever suite it belongs to; None if there is none.

    SpecError for a file that cannot be read.
    """
    path = directory / VERDICTS
    return store.read_json(path, Matrix) if path.is_file() else None


def _is_of(matrix: Matrix, manifest: Manifest) -> bool:
    return matrix.suite == manifest.hash and matrix.law == manifest.law


def part(matrix: Matrix, of: Suite) -> Matrix:
    """The rows for the cases of a part of a suite."""
    rows = {case.id: matrix.cases[case.id] for case in of.cases}
    return Matrix(suite=of.manifest.hash, law=of.manifest.law, cases=rows)


def counts(matrix: Matrix) -> dict[str, dict[str, int]]:
    """By source: the number of cases that it settles, settles otherwise, leaves open, and so on."""
    by: dict[str, Counter[str]] = {}
    for row in matrix.cases.values():
        for source, says in row.sources.items():
            by.setdefault(source, Counter())[says.value] += 1
    return {source: dict(found) for source, found in by.items()}
