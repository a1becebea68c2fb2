"""Play every case on each engine of the catalogue, and write what it fails."""

from __future__ import annotations

import gc
import signal
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from types import FrameType
from typing import Final

import msgspec

from meldcheck.check.causes import Catalogue, Deviation, Trait
from meldcheck.check.judge import Outcome, Status, judge
from meldcheck.check.plan import plan_of
from meldcheck.check.signs import DIFFERING, sign_of
from meldcheck.engine.process import Conversation, Request
from meldcheck.engine.serve import Session
from meldcheck.suite import store
from meldcheck.words.case import Act, Case
from meldcheck.words.places import suite_directory
from meldcheck.words.protocol import Accepted, GamePlayed, Reply, read_reply
from meldspec.games import GAMES, NAMES
from tests.conformance.mistakes.hunt import Script, bundled

from .catalogue import Difference, catalogue

PATIENCE: Final = 1.0
"""Seconds of processor time for one reply of an engine of the catalogue."""


class TooLongError(BaseException):
    """The time for a reply is over.  No engine catches it."""


@cache
def differences(game: str) -> tuple[Difference, ...]:
    """The catalogue of a game."""
    return tuple(catalogue(game))


@cache
def scripts(game: str) -> tuple[tuple[Case, Script], ...]:
    """The cases of a game, and what is said in each."""
    usual = bundled().manifest.defaults
    played = {game: GamePlayed(abilities=GAMES[game].abilities)}
    cases = (case for case in bundled().cases if case.game == game)
    return tuple(
        (plan.case, plan.said) for case in cases for plan in [plan_of(case, usual, games=played)]
    )


def heard(difference: Difference, said: Script) -> Conversation:
    """The replies of the engine to what is said in a case."""
    return replies(difference, [each.request for each in said])


def replies(difference: Difference, requests: Sequence[Request]) -> Conversation:
    """The replies of the engine.

    A program without a condition does something where the reference has no effect to make: it
    accepts the action.  Nothing is known of what comes then, or where it hangs.

    No garbage is collected during a reply: the end of its time would fall into the finalizer of an
    object of somebody else, which swallows it.
    """
    session = Session({difference.game: difference.played})
    told: list[Reply] = []
    for number, request in enumerate(requests):
        signal.signal(signal.SIGVTALRM, _over)
        gc.disable()
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        try:
            line = session.reply(msgspec.json.encode({"seq": number, **request}))
        except TooLongError:
            return Conversation(tuple(told))
        except Exception:  # the effect of any game, on a state that it never meets
            return Conversation((*told, Accepted({})))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            gc.enable()
        told.append(read_reply(msgspec.json.decode(line))[1])
    return Conversation(tuple(told))


def _over(number: int, frame: FrameType | None) -> None:
    raise TooLongError


def failing(difference: Difference) -> Iterator[Outcome]:
    """The cases that the engine fails."""
    for case, said in scripts(difference.game):
        if difference.matters(case, said):
            outcome = judge(case, said, heard(difference, said))
            if outcome.status in DIFFERING:
                yield outcome


def clauses_of(
    game: str,
    failing: Collection[str],
    refusing: Counter[str] | None = None,
    flag: str | None = None,
    about: Collection[str] = (),
) -> tuple[str, ...]:
    """The clauses whose cases fail, the most telling ones.

    First comes the clause that the failing cases with the flag are about; then those that the
    difference is ``about``; then the one that alone should have refused what the engine accepts, in
    most of these cases; then those that are nearest to just these cases.
    """
    cases = [case for case, _ in scripts(game)]
    of = {case.id: case.clauses for case in cases}
    every = Counter(clause for clauses in of.values() for clause in clauses)
    here = Counter(clause for name in failing for clause in of[name])
    near = {clause: 2 * n / (every[clause] + len(failing)) for clause, n in here.items()}
    for clause, _ in (refusing or Counter()).most_common(1):
        near[clause] = 2.0
    for clause in about:  # no failing case may name the clause of a question
        near[clause] = near.get(clause, 0.0) + 2.0
    firsts = Counter(case.clauses[0] for case in cases)
    flagged = (one.clauses[0] for one in cases if one.id in failing and flag in one.flags)
    telling = Counter(flagged)
    if telling:
        near[max(telling, key=lambda name: (telling[name] ** 2 / firsts[name], name))] = 5.0
    return tuple(sorted(near, key=lambda clause: (-near[clause], clause))[:3])


def refusing(outcomes: Iterable[Outcome]) -> Counter[str]:
    """How often each clause alone should have refused what an engine accepts."""
    return Counter(
        outcome.expected["clauses"][0]
        for outcome in outcomes
        if isinstance(outcome.expected, dict)
        and outcome.expected.get("ok") is False
        and len(outcome.expected.get("clauses", ())) == 1
        and outcome.got == {"ok": True}
    )


def _entry(game: str, place: int) -> Deviation:
    difference = differences(game)[place]
    failed = list(failing(difference))
    signs = {outcome.case.id: sign_of(outcome).text for outcome in failed}
    clauses = clauses_of(game, signs, refusing(failed), difference.flag, difference.about)
    return Deviation(game, difference.kind, difference.name, clauses, signs)


def refusals(game: str, known: Collection[str]) -> Iterator[Deviation]:
    """For each clause that alone refuses an action, an engine that accepts it.

    These are the clauses about who acts and when.  The conditions of the play are ``known``.
    """
    signs: dict[str, dict[str, str]] = {}
    for case, _ in scripts(game):
        for number, step in enumerate(case.steps, start=1):
            if isinstance(step, Act) and len(step.refused) == 1 and step.refused[0] not in known:
                accepted = Outcome(case, Status.FAIL, step=number, got={"ok": True})
                signs.setdefault(step.refused[0], {}).setdefault(case.id, sign_of(accepted).text)
    for clause, found in sorted(signs.items()):
        yield Deviation(game, Trait.CONDITION, clause, clauses_of(game, found), found)


def answers(game: str) -> Iterator[Deviation]:
    """For each clause that alone refuses a question about stated facts, an engine that answers.

    It may ask the same condition in play.
    """
    signs: dict[str, dict[str, str]] = {}
    for case, _ in scripts(game):
        if len(case.refused) == 1:
            answered = Outcome(case, Status.FAIL, got={"ok": True})
            signs.setdefault(case.refused[0], {})[case.id] = sign_of(answered).text
    for clause, found in sorted(signs.items()):
        name = f"a question that {clause} refuses is answered"
        yield Deviation(game, Trait.MISTAKE, name, (clause,), found)


def main(games: Sequence[str]) -> int:
    """Write the catalogue, the games that are named anew."""
    path = suite_directory() / store.CAUSES
    kept: dict[str, list[Deviation]] = {}
    if games and path.exists():
        for entry in msgspec.json.decode(path.read_bytes(), type=Catalogue).entries:
            kept.setdefault(entry.game, []).append(entry)
    for game in games or NAMES:
        with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
            number = len(differences(game))
            scripts(game)
            found = list(pool.map(_entry, [game] * number, range(number), chunksize=4))
        known = {entry.name for entry in found if entry.kind is Trait.CONDITION}
        kept[game] = [entry for entry in found if entry.signs]
        kept[game] += [*refusals(game, known), *answers(game)]
        print(f"{game}: {len(kept[game])} differences fail a case", flush=True)
        entries = tuple(entry for name in NAMES for entry in kept.get(name, ()))
        made = Catalogue(bundled().manifest.hash, entries)
        path.write_bytes(store.pretty(msgspec.to_builtins(made)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
