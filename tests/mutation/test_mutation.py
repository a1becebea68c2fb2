"""Changes are made, judged and told as they should be."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from meldcheck.check.judge import Status, judge
from meldcheck.check.plan import plan_of, protocol_defaults
from meldcheck.engine.process import Conversation, Request
from meldcheck.words.protocol import GamePlayed, read_reply
from meldspec.games import GAMES

from ..workers import needs_dask
from . import alike, hunt, results
from .bench import Bench, judged_on
from .changes import PARTS, Change, changed, changes, module_of, play_of
from .evidence import equal, key_of, with_change
from .hunt import Found
from .trials import Imported, Stage, Trial, of_cases, suite

ROOT = Path(__file__).parents[2]
GAME = "three-thirteen"
EVERY_LINE = -1


def sources() -> dict[str, bytes]:
    return {module_of(path): path.read_bytes() for part in PARTS for path in play_of(part)}


def the_change(kind: str, function: str, was: str, becomes: str = "") -> Change:
    (found,) = (
        change
        for change in changes(GAME)
        if (change.kind, change.function) == (kind, function)
        and was in change.was
        and becomes in change.becomes
    )
    return found


def asked(*ids: str) -> dict[str, list[Trial]]:
    """Some cases of the suite by the default rules, whatever lines they run."""
    played = {GAME: GamePlayed(abilities=tuple(GAMES[GAME].abilities))}
    defaults = protocol_defaults(suite().manifest)
    return {
        GAME: [
            Trial(Stage.DEFAULT, "default", plan_of(case, defaults, {}, played), EVERY_LINE)
            for case in suite().cases
            if case.id in ids
        ]
    }


SETTLED = "three-thirteen.match.hands-won-count-for-the-tied"


def judged(change: Change, *ids: str) -> Found:
    (found,) = hunt.hunt([change], asked(*ids), 1.0, 1)
    return found


@pytest.mark.parametrize("every", [63, pytest.param(7, marks=pytest.mark.slow)])
@pytest.mark.parametrize("part", PARTS)
def test_every_change_makes_another_module_that_compiles(part: str, every: int) -> None:
    """Of a part, one of ``every`` changes is tried."""
    texts = sources()
    made = changes(part)
    assert len({change.name for change in made}) == len(made) > 500
    for change in made[::every]:
        source = changed(texts[change.module], change)
        assert source != texts[change.module]
        compile(source, change.module, "exec")


def test_a_change_that_a_case_shows_is_found() -> None:
    ends = the_change("condition dropped", "match_winners", "ahead == best", "shared")
    dropped = replace(ends, becomes="True")
    found = judged(dropped, SETTLED)
    assert (found.by, found.trial) == ("default", SETTLED)


def test_a_change_that_no_case_shows_is_found_by_nothing() -> None:
    change = next(one for one in changes(GAME) if (one.function, one.was) == ("_fits", "256"))
    assert judged(change, SETTLED) == Found(change.name, "nothing", tried=1)


def test_a_play_that_hangs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunt, "PATIENCE", 0.5)
    change = the_change("condition dropped", "match_winners", "ahead == best", "shared")
    endless = replace(change, becomes="next(each for each in iter(int, 1) if each)")
    found = judged(endless, SETTLED)
    assert (found.by, found.how) == ("default", "error: no reply in time")


def test_a_module_that_breaks_at_import_is_told_apart() -> None:
    change = next(one for one in changes(GAME) if (one.function, one.was) == ("_fits", "256"))
    found = judged(replace(change, becomes="'many' + 1"), SETTLED)
    assert (found.by, found.how[:9]) == ("import", "TypeError")


def test_the_judge_keeps_the_play_as_it_is() -> None:
    change = the_change("condition dropped", "match_winners", "ahead == best", "shared")
    assert judged(replace(change, becomes="True"), SETTLED).by == "default"
    usual = next(one for one in changes(GAME) if (one.function, one.was) == ("_fits", "256"))
    assert judged(usual, SETTLED).by == "nothing"


def test_a_changed_module_stands_beside_the_usual_one() -> None:
    change = the_change("number", "is_a_hand", "1", "0")
    from meldspec.three_thirteen import match  # beside the changed one

    assert with_change(change) is not match
    assert "is_a_hand" in vars(with_change(change))


TOGETHER = "tongits.settlement.four-completed-by-a-caller"
"""Its reading matters no more if two other options have another reading each."""


def test_every_trial_passes_on_the_play_as_it_is() -> None:
    cases = [case for case in suite().cases if case.id == TOGETHER]
    made = [*of_cases("tongits", cases)]
    play = Imported(["tongits"])
    for trial in made:
        said = trial.plan.said
        outcome = judge(trial.plan.case, said, play.replies([each.request for each in said]))
        assert outcome.status is Status.PASS, trial.name
    assert {trial.stage for trial in made} == {*Stage} - {Stage.SEEDED}


@pytest.mark.slow
def test_a_changed_function_is_compared_by_the_question_that_is_stated() -> None:
    (worse, same) = (
        next(one for one in changes("shared") if (one.function, one.was, one.becomes) == wanted)
        for wanted in (
            ("Lane.bound", "cost < least", "(cost) >= (least)"),
            ("Lane.bound", "not least", "False"),
        )
    )
    told = equal("shared", worse)
    assert told is not None
    assert " and not " in told.differs
    told = equal("shared", same)
    assert told is not None
    assert not told.differs
    assert told.inputs > 2000


class OneBench:
    """A bench in this process."""

    def __init__(self, *ids: str) -> None:
        self.bench = Bench(GAME, asked(*ids), 1.0)

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """The replies, as they would come from another process."""
        told = [msgspec.json.encode(self.bench.reply({"seq": 1, **one})) for one in requests]
        return Conversation(tuple(read_reply(msgspec.json.decode(one))[1] for one in told))


def test_a_bench_judges_as_this_process_does() -> None:
    bench = OneBench(SETTLED)
    change = the_change("condition dropped", "match_winners", "ahead == best", "shared")
    assert judged_on(bench, change.name) == judged(change, SETTLED)
    with pytest.raises(RuntimeError, match="other: the bench broke"):
        judged_on(bench, "other")


@pytest.mark.slow
@needs_dask
def test_workers_judge_as_one_process_does(tmp_path: Path) -> None:
    asked = ("run", GAME, "--all", "--shard", "1/240")
    number_of = len(changes(GAME)[::240])
    files = []
    for number, more in enumerate(((), ("--executor", "dask", "--workers", "2"))):
        into = tmp_path / str(number)
        words = [sys.executable, "-m", "tests.mutation", *asked, "--into", str(into), *more]
        ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
        assert ran.stderr.startswith(f"{GAME}: {number_of} of {number_of}, ")
        files.append((into / f"{GAME}.tsv").read_bytes())
    assert files[0] == files[1]


def test_results_are_kept_and_read(tmp_path: Path) -> None:
    one, two = changes(GAME)[:2]
    found = [Found(two.name, "nothing", tried=3), Found(one.name, "default", "a case", "fail", 1)]
    results.keep(GAME, found, tmp_path)
    assert results.load(GAME, tmp_path) == {each.name: each for each in reversed(found)}
    assert results.unfound(GAME, tmp_path).__next__()[0] == two
    results.keep(GAME, [Found("gone", "default"), *found], tmp_path)
    assert "gone" not in results.load(GAME, tmp_path)


@pytest.mark.parametrize("part", PARTS)
def test_what_is_explained_is_there(part: str) -> None:
    """No case finds a change with a reason or with inputs; some are not judged yet."""
    inputs, reasons = alike.of(part)
    there = {change.name: change for change in changes(part)}
    no_case = (*results.UNFOUND, results.EQUAL)
    found = {name: one for name, one in results.load(part).items() if one.by not in no_case}
    named = [name for reason in reasons for name in reason.names]
    assert len(named) == len(set(named))
    for name in named:
        assert name in there, name
        assert name not in found, f"{name}: {found[name].trial} finds it"
    assert set(inputs) <= {key_of(one) for one in there.values() if one.name not in found}


@pytest.mark.parametrize("part", PARTS)
def test_what_was_compared_has_the_inputs_that_are_stated_now(part: str) -> None:
    inputs, _ = alike.of(part)
    there = {change.name: change for change in changes(part)}
    for name, one in results.load(part).items():
        if one.by == results.EQUAL:
            assert one.how == inputs[key_of(there[name])].bounds
            assert one.tried


@pytest.mark.slow
@pytest.mark.determined("reference", "tests/mutation")
@pytest.mark.parametrize("part", PARTS)
def test_changes_with_inputs_are_equal_on_them(part: str) -> None:
    """Ten of each part; ``nox -s mutation`` compares all."""
    ones = results.equal_ones(part)
    for change in ones[:: max(1, len(ones) // 10)]:
        told = equal(part, change)
        assert told is not None
        assert not told.differs, f"{change.name}: {told}"
