"""Identification of an engine's readings by experiments, each chosen by what is known so far.

Knowledge is the set of rule sets that are still possible.  First come the witnesses of the
questions, those with the most expected information first. Then come all plays of the suite that the
remaining rule sets would answer differently. Then comes seeded play in search of such a difference.
At last, the readings that seem to be played by an engine with mistakes are weighed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from meldcheck.check.causes import Deviation
from meldcheck.engine.process import Subject
from meldcheck.games import MEASURES
from meldcheck.identify.alike import plainest
from meldcheck.identify.corner import CORNERS, Walks
from meldcheck.identify.doubt import backings, weighed
from meldcheck.identify.findings import Findings, Lack, Upshot, findings_of, is_dead, options_of
from meldcheck.identify.free_walks import FreeWalks
from meldcheck.identify.identification import Done, GivenUpError, Identification
from meldcheck.identify.seats import retold
from meldcheck.identify.steps import in_step
from meldcheck.law.clauses import Law
from meldcheck.sources.experiments import (
    WHOLE,
    Experiment,
    Misfit,
    experiments_of,
    fields_untold,
    missing_for,
    offered,
    tells,
    without,
)
from meldcheck.sources.knowledge import Knowledge, nothing_known
from meldcheck.sources.worlds import Box, TooOpenError
from meldcheck.words.case import Case
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Reading
from meldspec.wire import GameWire

WALKS: Final = 500
"""Number of seeded matches without a result before a pair of readings is given up."""

ROUND: Final = 10
"""Number of matches for one pair before the next pair has its turn."""

ASTRAY: Final = 10
"""Number of seeded matches in a row that end before they tell, after which the search ends."""

IN_VAIN: Final = 100
"""Penalty, in matches, for a match whose difference the engine does not show."""

PAYING: Final = {"payments", "chips"}
"""Fields that depend on many questions at once."""

AT_TIMES: Final = 3
"""Number of misfits in one of the ``PAYING`` fields after which all of them are ignored."""

OFTEN: Final = 25
"""Number of misfits in any other field after which it is ignored."""

_Pair: TypeAlias = tuple[str, Reading]
"""An option and a reading of it, to tell apart from the reading assumed so far."""


# ── the course ───────────────────────────────────────────────────────────────────────────────────


def identify(
    subject: Subject,
    played: GamePlayed,
    game: GameWire,
    law: Law,
    cases: Sequence[Case],
    entries: Sequence[Deviation] = (),
    seed: int = 0,
    most_walks: int = WALKS,
    done: Done = lambda _: None,
) -> Findings:
    """The readings that an engine plays.

    ``entries`` are known differences, as of the catalogue of the suite. After a keyboard interrupt,
    the findings are those so far.
    """
    try:
        pool = _pool(game, law, cases)
    except KeyboardInterrupt:
        work = Identification(subject, played, law.rule_space(game), nothing_known(game))
        work.interrupted = True
        return findings_of(work, law, most_walks)
    pool = [offered(one, played) for one in pool]
    first = _eliminated(subject, played, game, law, pool, frozenset(), seed, most_walks, done)
    if not first.misfits:
        return findings_of(first, law, most_walks, backings(first))
    unseen = _untold(first.misfits)
    if not unseen or first.is_over:
        return _weighed(first, law, pool, cases, entries, seed, most_walks, done)
    seen = [without(one, unseen) for one in pool]
    again = _eliminated(subject, played, game, law, seen, unseen, seed, most_walks, done)
    before = findings_of(first, law, most_walks)
    after = _weighed(again, law, seen, cases, entries, seed, most_walks, done)
    return _both(before, after, unseen)


def _pool(game: GameWire, law: Law, cases: Iterable[Case]) -> list[Experiment]:
    """The experiments that the cases of a game make."""
    pool = [made for case in cases if case.game == law.game for made in experiments_of(case)]
    dealing = MEASURES[law.game].dealing
    if dealing is None:
        return pool
    return pool + [again for one in pool for again in retold(game, one, dealing)]


def _untold(misfits: Iterable[Misfit]) -> frozenset[str]:
    """The fields of answers that misfit too often to tell readings apart."""
    counts = Counter(misfit.place for misfit in misfits if misfit.place != WHOLE)
    often = {name for name, count in counts.items() if count >= OFTEN}
    unpaid = any(counts[name] >= AT_TIMES for name in PAYING)
    return frozenset(often | (PAYING if unpaid else set()))


def _both(first: Findings, again: Findings, unseen: Collection[str]) -> Findings:
    """The findings without the ignored fields, with the misfits of these fields.

    If the second course was cut short, the defaults that the first has told are kept.  Its other
    readings are not: the ignored fields may have told them.
    """
    misfits = {(one.experiment, one.step, one.place): one for one in again.misfits}
    misfits |= {
        key: one
        for one in first.misfits
        if one.place in unseen and (key := (one.experiment, one.step, one.place)) not in misfits
    }
    is_cut = again.interrupted or again.given_up
    kept = {
        one.question.option: one
        for one in first.answers
        if one.finding is Upshot.NEITHER or (is_cut and one.is_default)
    }
    answers = tuple(
        kept[one.question.option]
        if one.lack in (Lack.MISSING, Lack.UNFOUND) and one.question.option in kept
        else one
        for one in again.answers
    )
    return replace(
        again,
        answers=answers,
        misfits=tuple(misfits.values()),
        unanswered={**first.unanswered, **again.unanswered},
        broken=first.broken + again.broken,
        plays=first.plays + again.plays,
        walks=first.walks + again.walks,
    )


def _eliminated(
    subject: Subject,
    played: GamePlayed,
    game: GameWire,
    law: Law,
    pool: Sequence[Experiment],
    unseen: Collection[str],
    seed: int,
    most_walks: int,
    done: Done,
) -> Identification:
    """The rule sets that agree with all replies, without the answer fields in ``unseen``."""
    work = Identification(subject, played, law.rule_space(game), nothing_known(game))
    for one in pool:
        if one.asks is not None and one.expected and not one.telling:
            work.missing.setdefault(one.asks, _why_blind(one, played, unseen))
    try:
        walks = (CORNERS[law.game].walks or FreeWalks)(game, law, pool, played, unseen)
        waiting = _witnesses(work, pool, done)
        _whatever_tells(work, law, waiting, done)
        _go_on_if_told(work)
        _told_in_step(work, law, pool, done)
        _seeded(work, law, pool, walks, random.Random(seed), most_walks, done)
    except GivenUpError as problem:
        work.given_up = str(problem)
    except KeyboardInterrupt:
        work.interrupted = True
    return work


def _why_blind(witness: Experiment, played: GamePlayed, unseen: Collection[str]) -> str:
    """Why a witness cannot tell the readings of its question: its fields are not compared."""
    lacked = fields_untold(witness, played)
    if lacked:
        return f"the engine is without {' and '.join(lacked)}"
    return f"it shows in {' and '.join(sorted(unseen))}, which fit no rule set"


def _weighed(
    work: Identification,
    law: Law,
    pool: Sequence[Experiment],
    cases: Sequence[Case],
    entries: Sequence[Deviation],
    seed: int,
    most_walks: int,
    done: Done,
) -> Findings:
    """The findings about an engine with mistakes."""
    borne = weighed(work, pool, cases, entries, random.Random(seed), done)
    return findings_of(work, law, most_walks, borne)


def expected_bits(known: Knowledge, experiment: Experiment) -> float:
    """The expected information of a witness, in bits.

    It is the uncertainty of its option, times the chance that the engine plays the readings with
    which the witness was written.
    """
    if experiment.asks is None or not experiment.telling:
        return 0.0
    chance = 1.0
    for option, reading in experiment.supposes.items():
        if option == experiment.asks or option not in known.left:
            continue
        if reading not in known.left[option]:
            return 0.0
        chance /= len(known.left[option])
    return chance * known.bits(experiment.asks)


def _witnesses(work: Identification, pool: Sequence[Experiment], done: Done) -> list[Experiment]:
    """Play the witnesses, and return the experiments that were not played.

    Witnesses of answered questions are played too, because they may show a contradiction.
    """
    waiting = [experiment for experiment in pool if experiment.asks is not None]
    others = [experiment for experiment in pool if experiment.asks is None]
    while waiting:
        best = max(waiting, key=lambda experiment: expected_bits(work.known, experiment))
        if not expected_bits(work.known, best):
            break
        waiting.remove(best)
        _try_witness(work, best, done)
    work.finish()
    for experiment in list(waiting):
        if experiment.asks is None or work.known.known(experiment.asks) is None:
            continue
        waiting.remove(experiment)
        _try_witness(work, experiment, done)
    return waiting + others


def _try_witness(work: Identification, experiment: Experiment, done: Done) -> None:
    missing = missing_for(experiment, work.played)
    if missing is not None:
        if experiment.asks is not None:
            work.missing.setdefault(experiment.asks, missing)
        return
    done(work)
    work.try_out(experiment)


def _whatever_tells(
    work: Identification, law: Law, waiting: Sequence[Experiment], done: Done
) -> None:
    """Play every experiment that the possible rule sets would answer differently.

    A play that tells nothing now tells nothing later, when fewer rule sets are possible.  None does
    where all rule sets that are left are the same game.
    """
    waiting = [one for one in waiting if missing_for(one, work.played) is None]
    while waiting and _pairs(work, law):
        later: list[Experiment] = []
        before = paired = work.known
        for experiment in waiting:
            if work.known is not paired:
                paired = work.known
                if not _pairs(work, law):
                    break
            if not work.can_try(experiment):
                work.try_out(experiment)  # no play, but the reason why its question is left out
                continue
            try:
                worth_it = tells(work.follower(), experiment, work.played)
            except TooOpenError:
                later.append(experiment)
                continue
            if worth_it:
                done(work)
                work.try_out(experiment)
        work.finish()
        if work.known is before:
            break
        waiting = later


def _go_on_if_told(work: Identification) -> None:
    """Raise GivenUpError if no play can go further, or all have left every reading possible."""
    work.go_on()
    if work.plays and work.known.left == nothing_known(work.known.options.game).left:
        first = next(iter(work.troubles.values()), "")
        raise GivenUpError(f"no play shows a reading{first and f': {first}'}")


def _told_in_step(
    work: Identification,
    law: Law,
    pool: Sequence[Experiment],
    done: Done,
) -> None:
    """Play the witnesses of open questions, rewritten for the rule sets that are possible."""
    game, passing = work.known.options.game, MEASURES[law.game].passing
    if passing is None:
        return
    for option, reading in _pairs(work, law):
        for witness in (one for one in pool if one.asks == option):
            for box in ({}, {option: frozenset((reading,))}):
                possible = work.known.rule_set(box)
                told = possible and in_step(game, witness, possible, passing)
                if told and missing_for(told, work.played) is None and _is_telling(work, told):
                    done(work)
                    work.try_out(told)


def _is_telling(work: Identification, experiment: Experiment) -> bool:
    """Whether a play tells something; False if it is too open to follow."""
    try:
        return tells(work.follower(), experiment, work.played)
    except TooOpenError:
        return False


def _seeded(
    work: Identification,
    law: Law,
    pool: Sequence[Experiment],
    walks: Walks,
    chance: random.Random,
    most_walks: int,
    done: Done,
) -> None:
    """For each pair of remaining readings, look for a match that tells the two apart.

    Each pair gets at most ``most_walks`` walks, and one round if the engine can be asked none of
    the witnesses of its question. A result for one pair may answer others too. The search ends
    after ``ASTRAY`` matches in a row that ended before they could tell.
    """
    if "play" not in work.played.abilities:
        return
    walked: dict[_Pair, int] = {}
    pairs = _pairs(work, law)
    shown = {option: work.can_show(option, pool) for option, _ in pairs}
    astray = 0

    def left(pair: _Pair) -> bool:
        most = most_walks if shown.get(pair[0], True) else min(ROUND, most_walks)
        return walked.get(pair, 0) < most

    while waiting := [pair for pair in pairs if left(pair)]:
        option, reading = pair = min(waiting, key=lambda pair: walked.get(pair, 0))
        usual = _possible(work.known, {})
        other = _possible(work.known, {option: frozenset((reading,))})
        before = work.known
        for _ in range(ROUND):
            walked[pair] = walked.get(pair, 0) + 1
            work.walks += 1
            done(work)
            led_to = walks.led_to((usual, other), chance, f"seeded play {work.walks}")
            if led_to is not None:
                work.try_out(led_to)
                walks.add(option, led_to)
                astray = astray + 1 if work.went_astray else 0
                break
        else:
            continue
        if work.known is before and astray >= ASTRAY:
            _end_astray(work, pairs)
            return
        if work.known is before:
            walked[pair] += IN_VAIN
        else:
            walked = {each: number // 2 for each, number in walked.items()}
            pairs = _pairs(work, law)


def _end_astray(work: Identification, pairs: Iterable[_Pair]) -> None:
    """Note for each open question why the search for a match that tells has ended."""
    last = work.heard[-1].experiment.id
    misfit = next((one for one in work.misfits if one.experiment == last), None)
    first = misfit or next(reversed(work.troubles.values()))
    for option, _ in pairs:
        work.missing.setdefault(option, first)


def _pairs(work: Identification, law: Law) -> list[_Pair]:
    """The remaining readings that differ from the assumed ones and give another game."""
    usual = _possible(work.known, {})
    plain = plainest(work.space, usual)
    return [
        (question.option, reading)
        for question in options_of(law)
        if not is_dead(work.known, question)
        for reading in sorted(work.known.left[question.option], key=repr)
        if reading != usual[question.option]
        and plain
        != plainest(work.space, _possible(work.known, {question.option: frozenset((reading,))}))
    ]


def _possible(known: Knowledge, box: Box) -> dict[str, Reading]:
    """A possible rule set in a box; AssertionError if there is none."""
    found = known.rule_set(box)
    if found is None:
        raise AssertionError(f"{box} is said to be possible, and is not")
    return found
