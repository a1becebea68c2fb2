"""Appeals: an engine does not fail where a source leaves the result open; its reading is reported.

A case is played by the rule set that stands for the source.  If an engine differs, its replies are
followed under every rule set that the source admits. Only a reply that fits none of them is a
failure. Where the source is silent on a question, it admits each of its readings and no other
answer. If one run shows readings that no single rule set can have, they excuse nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, final

import msgspec

from meldcheck.check.judge import Outcome, Status
from meldcheck.check.plan import named_readings
from meldcheck.check.script import Answers, Exchange, Looks, Strand, Watches
from meldcheck.engine import referee
from meldcheck.engine.process import Conversation
from meldcheck.law.clauses import Law, Level
from meldcheck.law.profiles import Profile
from meldcheck.law.rulesets import RuleSet
from meldcheck.sources.experiments import (
    Experiment,
    Follower,
    Misfit,
    Seen,
    experiments_of,
    judged,
    less,
)
from meldcheck.sources.knowledge import Knowledge, nothing_known
from meldcheck.sources.matrix import law_in, row_of
from meldcheck.sources.stands import Asked
from meldcheck.words import compare
from meldcheck.words.case import JSON, Act, Ask, Case, Kind, Matrix, Row, Says, Step, Verdict
from meldcheck.words.messages import FORMS
from meldcheck.words.notation import CHANCE
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Reading
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import UnplayableError

_PARTS: Final = {"end": "decision", "winner": "decision", "receipt": "payments", "": "legal"}
"""The part of a statement for a field of an answer, if it has another name."""

_UNDECIDED: Final = frozenset({Says.OPEN, Says.SILENT, Says.LOST})


@final
class Appeal:
    """One source: the rule sets that it admits, and what it settles in each case."""

    def __init__(
        self, rule_set: RuleSet, profile: Profile, law: Law, matrix: Matrix | None
    ) -> None:
        self._source = profile.source
        self._game = GAMES[rule_set.game]
        self._readings = rule_set.readings
        self._open = frozenset(profile.open)
        self._law = law_in(law)
        self._matrix = matrix
        self._clauses = frozenset(law.clauses)
        self._conventions = frozenset(
            clause.id for clause in law.clauses.values() if clause.level is Level.CONVENTION
        )
        self._fixed = {
            asked.option: asked.id
            for asked in self._law.questions.values()
            if asked.fixed and _admits_another(asked, self._source)
        }
        """By option: the questions on which the source admits a reading that nobody can play."""
        self._known = self._admitted(profile)

    def _admitted(self, profile: Profile) -> Knowledge:
        """The rule sets that the source admits; settled options are as in its own rule set."""
        anything = nothing_known(self._game)
        box: dict[str, frozenset[Reading]] = {
            option: playable.intersection(profile.admits[option])
            if option in self._open
            else frozenset((self._readings[option],))
            for option, playable in anything.options.readings.items()
        }
        known = anything.learned([box])
        if known is None:
            raise ValueError(f"no rule set that {self._source} admits can be played")
        return known

    def freed(self, case: Case) -> Case:
        """The case without the readings that the source leaves open, so that it applies under any.

        A reading that differs from the source's own rule set stays.
        """
        kept = {
            option: reading
            for option, reading in case.rules.items()
            if option not in self._open or reading != self._readings[option]
        }
        return msgspec.structs.replace(case, rules=kept)

    def suited(self, sent: Mapping[str, Reading], played: GamePlayed) -> dict[str, Reading]:
        """The readings to request.

        If the source leaves an option open and the engine says that it plays another admitted
        reading, that reading is requested.
        """
        suited = dict(sent)
        for option in sorted(self._open):
            offered = named_readings(self._known.options.game.name, option, played)
            if offered is not None and self._readings[option] not in offered:
                admitted = [one for one in offered if one in self._known.left[option]]
                suited.update({option: admitted[0]} if admitted else {})
        return suited

    def judged(self, said: Sequence[Exchange], heard: Conversation, outcome: Outcome) -> Outcome:
        """The outcome of a case by what the source settles."""
        match outcome.status:
            case Status.PASS if not self._is_settled(outcome.case):
                return self._followed(said, heard, outcome)
            case Status.FAIL if outcome.case.kind is Kind.TWIN:
                return self._followed_twin(said, heard, outcome)
            case Status.FAIL | Status.VACUOUS:
                return self._followed(said, heard, outcome)
            case _:
                return outcome

    def _is_settled(self, case: Case) -> bool:
        """Whether the source leaves nothing in a case undecided; True without a verdict."""
        row = None if self._matrix is None else self._matrix.cases.get(case.id)
        return row is None or not any(
            statement.sources[self._source].says in _UNDECIDED
            for statement in row.statements
            if self._source in statement.sources
        )

    def _followed(self, said: Sequence[Exchange], heard: Conversation, outcome: Outcome) -> Outcome:
        """The outcome as identified, if readings that the source admits explain the replies."""
        case, known = outcome.case, self._known
        silent = too_open = False
        otherwise: tuple[str, ...] = ()
        for part, experiment in _experiments(case):
            seen = _seen(known, part, experiment, said, heard)
            learned = known.learned(seen.boxes)
            if learned is None:
                return outcome
            known = learned
            asked = case if part is Strand.PLAY else _control_of(case)
            for misfit in seen.misfits:
                fixed = self._read_otherwise(asked, experiment, misfit)
                if not fixed and not self._is_silent(asked, misfit):
                    return outcome
                otherwise += fixed
                silent = silent or not fixed
            too_open = too_open or seen.too_open
        readings = self._learned(known)
        if outcome.status is Status.PASS:
            return (
                replace(
                    outcome, status=Status.IDENTIFIED, readings=readings, unheard=outcome.status
                )
                if readings
                else outcome
            )
        identified = replace(
            outcome,
            status=Status.IDENTIFIED,
            reason="",
            readings=readings,
            unheard=outcome.status,
        )
        if otherwise:
            questions = ", ".join(dict.fromkeys(otherwise))
            return replace(identified, reason=f"{self._source} can be read otherwise: {questions}")
        if silent:
            return replace(identified, reason=f"{self._source} says nothing about it")
        if too_open:
            return replace(identified, reason=f"{self._source} admits too many ways to follow")
        own = {option: frozenset((self._readings[option],)) for option in self._open}
        if not known.allows(own):
            return identified
        if _is_refused_as_stated(outcome) and not self._is_settled(case):
            reason = f"{self._source} leaves open which clause refuses it"
            return replace(identified, reason=reason)
        return outcome

    def _followed_twin(
        self, said: Sequence[Exchange], heard: Conversation, outcome: Outcome
    ) -> Outcome:
        """The outcome as identified, if the two plays may be told apart by a reading.

        Only the fields of a view count that such a reading tells apart.
        """
        told = _unlike(outcome.expected, outcome.got)
        if not told:
            return self._followed(said, heard, outcome)
        readings = {
            option: (reading,)
            for option in sorted(self._open)
            for reading in sorted(self._known.left[option], key=str)
            if reading != self._readings[option]
            and told <= self._apart(outcome.case, option, reading)
        }
        if not readings:
            return self._followed(said, heard, outcome)
        reason = "" if len(readings) == 1 else f"{self._source} leaves it open"
        return replace(
            outcome,
            status=Status.IDENTIFIED,
            reason=reason,
            readings=readings if len(readings) == 1 else {},
            unheard=outcome.status,
        )

    def _apart(self, case: Case, option: str, reading: Reading) -> set[str]:
        """The fields of a view by which a seat tells a play from its twin under a reading."""
        rules = {**self._readings, **case.rules, option: reading}
        if case.twin is None or case.setup is None:
            return set()
        try:
            one = referee.begin(self._game, rules, case.setup)
        except UnplayableError:
            return set()
        other = one
        acts = (step for step in case.steps if isinstance(step, Act))
        for step, twin in zip(acts, case.twin.steps, strict=True):
            if isinstance(one, Refusal) or isinstance(other, Refusal):
                break
            one, other = referee.act(one, step), referee.act(other, twin)
            if isinstance(one, Refusal) or isinstance(other, Refusal):
                break
            for seat in case.twin.seats:
                if apart := _unlike(one.view(seat), other.view(seat)):
                    return apart
        return set()

    def _learned(self, known: Knowledge) -> dict[str, tuple[Reading, ...]]:
        """By open option: the readings left, if they are fewer than the source admits."""
        left = {option: known.left[option] for option in sorted(self._open)}
        return {
            option: tuple(sorted(readings, key=str))
            for option, readings in left.items()
            if readings != self._known.left[option]
        }

    def _row(self, case: Case) -> Row:
        """What the source says about a case; computed if the suite has no verdicts."""
        if self._matrix is not None and case.id in self._matrix.cases:
            return self._matrix.cases[case.id]
        return row_of(self._game, self._law, case)

    def _is_silent(self, case: Case, misfit: Misfit) -> bool:
        """Whether no question asks about the misfit, and the source says nothing about it.

        Prices are an example, for a source without prices. If a question asks, an engine can only
        play one of its readings. Conventions always hold.
        """
        return any(
            verdict.says in (Says.SILENT, Says.LOST)
            and self._clauses.issuperset(verdict.because)
            and not self._conventions.issuperset(verdict.because)
            for verdict in self._verdicts(case, misfit)
        )

    def _read_otherwise(
        self, case: Case, experiment: Experiment, misfit: Misfit
    ) -> tuple[str, ...]:
        """The questions on which the source admits another reading that the reference cannot play.

        The rest of the play is not judged, for nobody can follow that reading.  Of a list of legal
        actions, each action that is missing or too many must have such a question.
        """
        asked = experiment.steps[misfit.step - 1] if misfit.step else None
        before = experiment.steps[: misfit.step - 1]
        if not isinstance(asked, Ask) or asked.what != "legal":
            return self._fixed_behind(self._verdicts(case, misfit))
        found: list[str] = []
        for action, is_listed in _listed_otherwise(misfit):
            act = Act(asked.seat if asked.seat is not None else CHANCE, action)
            tried = _played(case, (*before, act if is_listed else _refused(act)))
            fixed = self._tried_otherwise(tried) if self._is_governed(tried) else ()
            if not fixed:
                return ()
            found += fixed
        return tuple(found)

    def _is_governed(self, tried: Case) -> bool:
        """Whether a clause that decides the last step is governed by such a question.

        This is quick, unlike a verdict.
        """
        *before, last = tried.steps
        assert isinstance(last, Act)
        clauses = self._law.granting.get(str(last.do.get("type")), ())
        if last.refused and tried.setup is not None:
            rules = {**self._readings, **tried.rules}
            begun = referee.begin(self._game, rules, tried.setup)
            if isinstance(begun, Refusal):
                return False
            *_, told = referee.expected(begun, (*before, last))[0]
            clauses = told.refused if isinstance(told, Act) else ()
        return any(
            option in self._fixed
            for clause in clauses
            for option in self._law.governed.get(clause, ())
        )

    def _tried_otherwise(self, tried: Case) -> tuple[str, ...]:
        """The questions that leave open whether the last step of a play is allowed."""
        return self._fixed_behind(
            verdict
            for statement in row_of(self._game, self._law, tried).statements
            if statement.step == len(tried.steps)
            and (verdict := statement.sources.get(self._source)) is not None
        )

    def _fixed_behind(self, verdicts: Iterable[Verdict]) -> tuple[str, ...]:
        """The questions with a fixed reading that leave one of the verdicts open."""
        return tuple(
            because
            for verdict in verdicts
            if verdict.says is Says.OPEN
            for because in verdict.because
            if because in self._fixed.values()
        )

    def _verdicts(self, case: Case, misfit: Misfit) -> Iterator[Verdict]:
        """The verdicts of the source on the stated part that the misfit differs from."""
        part = _PARTS.get(misfit.place, misfit.place)
        for statement in self._row(case).statements:
            is_here = statement.step == misfit.step and statement.part == part
            if is_here or (part == "chips" and statement.part == "payments"):
                verdict = statement.sources.get(self._source)
                if verdict is not None:
                    yield verdict


def _unlike(one: JSON, other: JSON) -> set[str]:
    """The fields in which two views differ; none for other answers."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return set()
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


def _control_of(case: Case) -> Case:
    """The control of a case as a case of its own; the suite has no verdict of it."""
    steps = () if case.control is None else case.control.steps
    return msgspec.structs.replace(case, id=f"{case.id} (control)", steps=steps, control=None)


def _admits_another(asked: Asked, source: str) -> bool:
    """Whether sentences of a source state a reading other than the one that is always played."""
    stand = asked.sources.get(source)
    return stand is not None and any(reading != asked.default for reading in stand.sentences)


def _listed_otherwise(misfit: Misfit) -> Iterator[tuple[dict[str, JSON], bool]]:
    """The actions in which a list fits no possible list, and whether the possible lists have them.

    Nothing if the answer is no list of actions.
    """
    lists = [_by_form(actions) for actions in (misfit.got, *misfit.possible)]
    got, *possible = [one for one in lists if one is not None]
    if len(possible) != len(misfit.possible) or lists[0] is None:
        return
    yield from (
        (action, False) for form, action in got.items() if all(form not in one for one in possible)
    )
    every = possible[0] if possible else {}
    yield from (
        (action, True)
        for form, action in every.items()
        if form not in got and all(form in one for one in possible)
    )


def _by_form(actions: JSON) -> dict[bytes, dict[str, JSON]] | None:
    """Actions by their canonical form; None if the answer is no list of actions."""
    if not isinstance(actions, list) or not all(isinstance(one, dict) for one in actions):
        return None
    return {compare.key(action): action for action in actions}


def _refused(act: Act) -> Act:
    """The action, stated as refused by some clause."""
    return msgspec.structs.replace(act, refused=("",))


def _played(case: Case, steps: tuple[Step, ...]) -> Case:
    """A case that plays these steps alone."""
    return msgspec.structs.replace(
        case, kind=Kind.PLAY, steps=steps, control=None, asks=None, outcomes={}
    )


def _is_refused_as_stated(outcome: Outcome) -> bool:
    """Whether a step is refused as expected and only the clause differs."""
    replies = (outcome.expected, outcome.got)
    return all(isinstance(reply, dict) and reply.get("ok") is False for reply in replies)


def reconciled(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes of a run; readings that contradict each other excuse nothing."""
    seen: dict[tuple[str, str], dict[str, frozenset[Reading]]] = {}
    for outcome in outcomes:
        for option, readings in outcome.readings.items():
            cases = seen.setdefault((outcome.case.game, option), {})
            cases[outcome.case.id] = frozenset(readings)
    torn = {
        place: cases for place, cases in seen.items() if not frozenset.intersection(*cases.values())
    }
    return [_without(outcome, torn) for outcome in outcomes]


def _without(
    outcome: Outcome, torn: Mapping[tuple[str, str], Mapping[str, frozenset[Reading]]]
) -> Outcome:
    """The outcome without its excuse, if one of its readings contradicts that of another case."""
    for option, readings in outcome.readings.items():
        cases = torn.get((outcome.case.game, option))
        if cases is None or outcome.unheard is None:
            continue
        if outcome.unheard is Status.PASS:
            return replace(outcome, status=Status.PASS, readings={}, unheard=None)
        other = next(
            (case for case, others in cases.items() if others.isdisjoint(readings)),
            next(case for case in cases if case != outcome.case.id),
        )
        played, against = _named(readings), _named(cases[other])
        reason = f"{option} is played as {played} here, but as {against} in {other}"
        return replace(outcome, status=outcome.unheard, reason=reason, readings={}, unheard=None)
    return outcome


def _named(readings: Iterable[Reading]) -> str:
    return " or ".join(sorted(map(str, readings)))


def _seen(
    known: Knowledge,
    part: Strand,
    experiment: Experiment,
    said: Sequence[Exchange],
    heard: Conversation,
) -> Seen:
    """The information in the replies to plain requests of one play, under known rule sets."""
    plain = [
        (1 if exchange.step is None else exchange.step, reply)
        for exchange, reply in zip(said, heard.replies, strict=False)
        if exchange.part is part
        and exchange.request["cmd"] != "end"
        and not isinstance(exchange.check, Looks | Watches)
    ]
    replies = Conversation(tuple(reply for _, reply in plain))
    compared = _compared(part, experiment, said)
    follower = Follower(known, GamePlayed(without={FORMS: _forms_lacked(said)}))
    return judged(follower, compared, [step for step, _ in plain], replies)


def _forms_lacked(said: Sequence[Exchange]) -> tuple[str, ...]:
    """The actions, and forms of actions, that were left out of a list of legal actions."""
    names = [
        name.removeprefix(f"{FORMS}.")
        for exchange in said
        if isinstance(exchange.check, Answers)
        for name in exchange.check.left_out
        if name.startswith(f"{FORMS}.")
    ]
    return tuple(dict.fromkeys(names))


def _compared(part: Strand, experiment: Experiment, said: Sequence[Exchange]) -> Experiment:
    """The experiment without the fields that the engine does not have."""
    ignored = {
        1 if exchange.step is None else exchange.step: exchange.check.ignored
        for exchange in said
        if exchange.part is part and isinstance(exchange.check, Answers)
    }
    return less(experiment, ignored)


def _experiments(case: Case) -> list[tuple[Strand, Experiment]]:
    """The play of a case and the play of its control, as experiments."""
    plain = Kind.PLAY if case.setup is not None else Kind(case.what)
    made = experiments_of(msgspec.structs.replace(case, kind=plain, asks=None))
    return list(zip((Strand.PLAY, Strand.CONTROL), made, strict=False))
