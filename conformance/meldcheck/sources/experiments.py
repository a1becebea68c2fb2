"""Plays as experiments: the possible replies of an engine, and the replies that fit.

A play is followed with the unknown readings open.  Each reply keeps the worlds that agree with it.
A reply that fits no world is a misfit; nothing is learned from it or after it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, TypeVar, assert_never, final

from meldcheck.check.parts import UNKNOWN_ACTION, fields_lacked, form_lacked, table_lacked
from meldcheck.check.plan import lacking
from meldcheck.check.script import of_facts, of_match, of_step
from meldcheck.engine.process import Conversation, EngineFault, Request
from meldcheck.engine.referee import begin
from meldcheck.sources.knowledge import Knowledge
from meldcheck.sources.worlds import Box, Options, TooOpenError, World, follow, merged
from meldcheck.words import compare
from meldcheck.words.case import JSON, Act, Ask, Case, Kind, Setup, Step, option_of
from meldcheck.words.notation import CHANCE, show_step
from meldcheck.words.protocol import (
    LATE_START,
    Accepted,
    GamePlayed,
    NotUnderstood,
    Refused,
    Reply,
    Skipped,
)
from meldcheck.words.readings import Reading
from meldspec.play import Refusal
from meldspec.wire import Debt, GameWire, Match, WireError

MOST_WORLDS: Final = 400
"""A play that can continue in more ways waits until more is known."""

MOVES_THE_POT: Final = frozenset({"pot.second_win_bonus"})
"""Payment options that change more than payments: a later hand can show their readings."""

PAID_APART: Final[Mapping[str, tuple[str, ...]]] = {
    "result": ("burned", "payments"),
    "view": ("chips",),
}
"""By question: the fields that payment options change; they are followed separately."""

WHOLE_GAME: Final = GamePlayed()
"""An engine with every part of every answer, and every action in every form."""

LEFT_OUT: Final = frozenset({"receipt"})
"""Fields that an engine need not send, and that add nothing to other fields."""

WHOLE: Final = ""
"""Stands for a whole answer, without a field."""

Outcome = TypeVar("Outcome")
Other = TypeVar("Other")

Told: TypeAlias = str
"""An answer as text, with the fields that are compared; equal answers have equal text."""


@final
@dataclass(frozen=True, slots=True)
class Experiment:
    """Something to try on an engine: a match and its steps, or a question about facts."""

    id: str
    game: str
    steps: tuple[Step, ...]
    setup: Setup | None = None
    question: Mapping[str, JSON] | None = None
    """For a question without play: its fields, ``what`` included."""
    fields: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """By step: the fields that are compared in an answer that is a record."""
    asks: str | None = None
    """The option whose readings the experiment is written to tell apart."""
    telling: frozenset[tuple[int, str]] = frozenset()
    """The steps and fields in which the readings of that option differ."""
    expected: Mapping[tuple[int, str], Mapping[str, JSON]] = field(default_factory=dict)
    """By step and field: the value under each reading."""
    supposes: Mapping[str, Reading] = field(default_factory=dict)
    """The readings with which the experiment was written."""


@final
@dataclass(frozen=True, slots=True)
class Misfit:
    """A reply that fits none of the rule sets that were possible before it."""

    experiment: str
    step: int
    """Counted from 1; 0 is the begin request."""
    place: str
    """The field of the answer; WHOLE if there is none."""
    asked: str
    got: JSON
    possible: tuple[JSON, ...]
    """The replies that were possible."""
    asks: str | None = None
    """The option that the experiment asks about, if its readings differ at this place."""
    expected: Mapping[str, JSON] = field(default_factory=dict)
    """The value here under each reading of ``asks``."""


@final
@dataclass(frozen=True, slots=True)
class Seen:
    """The information gained from an experiment."""

    boxes: tuple[Box, ...]
    misfits: tuple[Misfit, ...] = ()
    trouble: str = ""
    """Why the experiment could not be followed to its end."""
    fault: EngineFault | None = None
    too_open: bool = False
    missed: bool = False
    """Whether a request that would have told the readings apart got no answer."""


@final
@dataclass(frozen=True, slots=True)
class _Standing:
    """The standing of a match; equal positions continue equally, whatever the rules were."""

    match: Match = field(compare=False)
    position: Hashable
    settled: tuple[Match, ...] = field(default=(), compare=False)
    """The match at the end of each hand so far; its payments are followed separately."""
    payments: tuple[Hashable, ...] = ()
    """The positions of ``settled``, for comparison."""

    @classmethod
    def of(cls, match: Match) -> _Standing:
        """The standing of a match before its first hand."""
        return cls(match, match.position)

    def gone_on(self, match: Match) -> _Standing:
        """The standing after an accepted action."""
        if match.result() is None:
            return _Standing(match, match.position, self.settled, self.payments)
        settled, payments = (*self.settled, match), (*self.payments, match.position)
        return _Standing(match, match.position, settled, payments)


# ── experiments from cases ───────────────────────────────────────────────────────────────────────


def experiments_of(case: Case) -> Iterator[Experiment]:
    """The experiments of a case: its play and its control; none for counts of sequences."""
    if case.refused:  # whatever an engine plays, it refuses facts that cannot be
        return
    match case.kind:
        case Kind.PERFT | Kind.BEST:
            return
        case Kind.QUESTION:
            yield _witness(case)
        case Kind.MELD | Kind.DEADWOOD | Kind.DEAL | Kind.SETTLE:
            yield _of_facts(case, case.answer)
        case Kind.PLAY | Kind.LEGAL | Kind.VIEW | Kind.TWIN:
            yield _of_play(case, case.id, case.steps)
            if case.control is not None:
                yield _of_play(case, f"{case.id} (control)", case.control.steps)
        case _:
            assert_never(case.kind)


def _of_play(case: Case, name: str, steps: tuple[Step, ...]) -> Experiment:
    fields = {
        number: tuple(step.answer)
        for number, step in enumerate(steps, start=1)
        if isinstance(step, Ask) and isinstance(step.answer, dict)
    }
    return Experiment(
        name, case.game, steps, setup=case.setup, fields=fields, supposes=dict(case.rules)
    )


def _of_facts(case: Case, answer: JSON) -> Experiment:
    fields = {1: tuple(answer)} if isinstance(answer, dict) else {}
    question = {**(case.question or {}), "what": case.what}
    step = Ask(what=case.what)
    return Experiment(
        case.id, case.game, (step,), question=question, fields=fields, supposes=dict(case.rules)
    )


def _witness(case: Case) -> Experiment:
    """A case that a question decides, with the expected values under each reading."""
    before = len(case.steps)
    expected: dict[tuple[int, str], dict[str, JSON]] = {}
    fields: dict[int, dict[str, None]] = {}
    for reading, tail in case.outcomes.items():
        for number, step in enumerate(tail, start=before + 1):
            for name, value in _expectations(step):
                expected.setdefault((number, name), {})[reading] = value
                if name:
                    fields.setdefault(number, {})[name] = None
    telling = frozenset(
        place
        for place, by_reading in expected.items()
        if len({compare.key(value, place[1]) for value in by_reading.values()}) > 1
        or len(by_reading) < len(case.outcomes)
    )
    tail = next(iter(case.outcomes.values()))
    made = _of_facts(case, None) if case.setup is None else _of_play(case, case.id, case.steps)
    steps = (*case.steps, *tail) if case.setup is not None else made.steps
    return replace(
        made,
        steps=steps,
        fields={**made.fields, **{number: tuple(names) for number, names in fields.items()}},
        asks=None if case.asks is None else option_of(case.asks),
        telling=telling,
        expected=expected,
    )


def _expectations(step: Step) -> Iterator[tuple[str, JSON]]:
    """The expected values of a step, by field; WHOLE for a step without fields."""
    match step:
        case Act():
            yield WHOLE, not step.refused
        case Ask(answer=dict()):
            yield WHOLE, True
            yield from step.answer.items()
        case Ask():
            yield WHOLE, step.answer
        case _:
            assert_never(step)


def without(experiment: Experiment, unseen: Collection[str]) -> Experiment:
    """The experiment with these answer fields ignored, whatever is asked."""
    return less(experiment, dict.fromkeys(experiment.fields, unseen))


def offered(experiment: Experiment, played: GamePlayed) -> Experiment:
    """The experiment without the answer fields that an engine does not have."""
    return less(experiment, _fields_lacked(experiment, played))


def fields_untold(experiment: Experiment, played: GamePlayed) -> list[str]:
    """The answer fields, such as ``result.pot``, that a witness needs and an engine lacks."""
    lacked = _fields_lacked(experiment, played)
    places = sorted(place for place in experiment.expected if place[1] in lacked.get(place[0], ()))
    steps = experiment.steps
    return [*dict.fromkeys(f"{_what(steps[number - 1])}.{name}" for number, name in places)]


def _fields_lacked(experiment: Experiment, played: GamePlayed) -> dict[int, frozenset[str]]:
    """By step: the fields of its answer that an engine does not have."""
    if not any(played.without.values()):
        return {}
    asked = {number: _what(experiment.steps[number - 1]) for number in experiment.fields}
    return {number: fields_lacked(played, what) for number, what in asked.items()}


def _what(step: Step) -> str:
    return step.what if isinstance(step, Ask) else ""


def less(experiment: Experiment, gone: Mapping[int, Collection[str]]) -> Experiment:
    """The experiment without these answer fields of its steps."""
    if not any(gone.values()):
        return experiment
    return replace(
        experiment,
        fields={
            number: tuple(name for name in names if name not in gone.get(number, ()))
            for number, names in experiment.fields.items()
        },
        telling=frozenset(
            place for place in experiment.telling if place[1] not in gone.get(place[0], ())
        ),
    )


# ── what is sent ─────────────────────────────────────────────────────────────────────────────────


def missing_for(experiment: Experiment, played: GamePlayed) -> str | None:
    """A message about something that the experiment needs and the engine lacks; None if none."""
    seated = table_lacked(played, experiment.setup, experiment.question)
    if seated is not None:
        return seated
    if experiment.question is not None:
        return lacking(played, (str(experiment.question["what"]),))
    late = experiment.setup is not None and experiment.setup.hand_number != 1
    missing = lacking(played, ("play", LATE_START) if late else ("play",))
    if missing is not None:
        return missing
    for act in (step for step in experiment.steps if isinstance(step, Act)):
        name = form_lacked(played, act.do)
        if name is not None:
            return UNKNOWN_ACTION.format(name)
    asked = [step for step in experiment.steps if isinstance(step, Ask)]
    refused = [step.what for step in asked if not _offers(played, step)]
    if refused and len(refused) == len(asked) and experiment.asks is not None:
        only_asks = all(
            isinstance(experiment.steps[number - 1], Ask) for number, _ in experiment.telling
        )
        if only_asks:
            return f"the engine does not offer {refused[0]}"
    return None


def _offers(played: GamePlayed, step: Ask) -> bool:
    return step.what == "result" or step.what in played.abilities


def spoken(
    experiment: Experiment, played: GamePlayed
) -> tuple[tuple[Request, ...], tuple[int, ...]]:
    """The requests of an experiment, with the step number of each; no rules are named."""
    game = experiment.game
    if experiment.question is not None:
        return (of_facts(game, {}, experiment.question),), (1,)
    setup = experiment.setup
    if setup is None:
        raise AssertionError(f"{experiment.id} has neither a question nor a setup")
    requests: list[Request] = [of_match(game, {}, setup)]
    numbers = [0]
    for number, step in enumerate(experiment.steps, start=1):
        if isinstance(step, Act) or _offers(played, step):
            requests.append(of_step(step))
            numbers.append(number)
    return tuple(requests), tuple(numbers)


# ── play with readings open ──────────────────────────────────────────────────────────────────────


@final
class Follower:
    """Follows plays under all rule sets that are still possible."""

    def __init__(self, known: Knowledge, played: GamePlayed = WHOLE_GAME) -> None:
        self.known = known
        self.played = played
        self.game: GameWire = known.options.game
        closed, usual = known.closed, known.options.space.default
        unpaid = self.game.payment_options() - MOVES_THE_POT - closed.keys()
        self.options = Options(self.game, closed, most=MOST_WORLDS, allows=known.allows)
        self._unpaid = replace(self.options, closed={**closed, **{of: usual[of] for of in unpaid}})
        """The options with one reading each for payments, because payments are followed separately.
        """
        self._usual = self.game.rule_set({})

    def start(self) -> Box:
        """The readings left for options that are neither known nor wholly open."""
        return {
            name: left
            for name, left in self.known.left.items()
            if 1 < len(left) < len(self.options.readings[name])
        }

    def follow(
        self,
        worlds: Sequence[World[Outcome]],
        go_on: Callable[[object, Outcome], Other],
        unpaid: bool = False,
    ) -> list[World[Other]]:
        """The worlds after a step; those that are not possible any more are left out."""
        return follow(self._unpaid if unpaid else self.options, worlds, go_on)

    def standings(self, worlds: Sequence[World[tuple[_Standing, Other]]]) -> list[World[_Standing]]:
        """The standing of the match in each world, for plays of which no world was left out.

        If the standing is the same in all worlds, they become one world again.
        """
        if len(worlds) > 1 and len({world.outcome[0] for world in worlds}) == 1:
            return [World(worlds[0].outcome[0], self.start())]
        return [World(world.outcome[0], world.box) for world in worlds]

    def begun(self, experiment: Experiment) -> list[World[_Standing]]:
        """The match of an experiment before its first step."""
        setup = experiment.setup
        if setup is None:
            raise AssertionError(f"{experiment.id} has no setup")
        match = begin(self.game, {}, setup)
        if isinstance(match, Refusal):
            raise AssertionError(f"the match of {experiment.id} is refused")
        return [World(_Standing.of(match), self.start())]

    def acted(
        self, worlds: Sequence[World[_Standing]], step: Act
    ) -> list[World[tuple[_Standing, bool]]]:
        """The standing after an action, and whether the action was accepted."""

        def go_on(rules: object, standing: _Standing) -> tuple[_Standing, bool]:
            after = standing.match.under(rules).act(step.by, step.do)
            if not isinstance(after, Refusal):
                return standing.gone_on(after.under(self._usual)), True
            return standing, False

        return self.follow(worlds, go_on, unpaid=True)

    def asked(
        self, worlds: Sequence[World[_Standing]], step: Ask, part: _Part, got: JSON = None
    ) -> list[World[tuple[_Standing, Told]]]:
        """The answers to a part of a question.

        ``got`` lets the search skip sums that cannot fit it.
        """
        match part.paid:
            case "payments":
                return self._paid(worlds, part.paid, got, last=True)
            case "chips":
                return self._paid(worlds, part.paid, got, last=False)
            case "burned":
                return self.follow(worlds, _told_burned)
            case _:
                return self.follow(worlds, _telling(step, part.fields, self.played), unpaid=True)

    def _paid(
        self, worlds: Sequence[World[_Standing]], name: str, got: JSON, last: bool
    ) -> list[World[tuple[_Standing, Told]]]:
        """The chips of every seat: its payments in the last hand, or its total with the pot."""
        after: list[World[tuple[_Standing, Told]]] = []
        for world in worlds:
            standing = world.outcome
            if last and standing.match.result() is None:
                after.append(World((standing, told(None, ())), world.box))
                continue
            hands = standing.settled[-1:] if last else standing.settled
            base = _chips_beside_payments(standing, hands, last)
            for paid in self._sums(world.box, hands, base, _numbers(got, len(base))):
                text = told({name: list(paid.outcome)}, (name,))
                after.append(World((standing, text), paid.box))
            if len(after) > MOST_WORLDS:
                raise TooOpenError(f"more than {MOST_WORLDS} ways to pay")
        return after if len(after) < 2 else merged(self.options, after)

    def _sums(
        self,
        box: Box,
        hands: Sequence[Match],
        base: tuple[int, ...],
        wanted: Sequence[int] | None,
    ) -> list[World[tuple[int, ...]]]:
        """``base`` plus all payments of these hands, one rule after another.

        Sums that cannot become ``wanted`` any more are left out.
        """
        varying: list[tuple[int, Debt]] = []
        sums = base
        for debt in (debt for match in hands for debt in match.debts()):
            worlds = self.follow([World(None, box)], _owing(debt))
            chips = {world.outcome for world in worlds}
            if len(chips) == 1:
                sums = _after_paying(sums, debt, chips.pop())
            else:
                varying.append((len(worlds), debt))
        varying.sort(key=lambda pair: pair[0])
        receiving = {debt.payee for _, debt in varying}
        found: list[World[tuple[int, ...]]] = [World(sums, box)]
        for _, debt in varying:
            found = [
                world
                for world in self.follow(found, _paying(debt))
                if wanted is None or _can_come_to(world.outcome, wanted, receiving)
            ]
        return found

    def varies(self, worlds: Sequence[World[_Standing]], part: _Part) -> bool:
        """Whether some payment rule has several possible sums in one of the worlds."""
        return any(
            len({each.outcome for each in self.follow([World(None, world.box)], _owing(debt))}) > 1
            for world in worlds
            for match in (
                world.outcome.settled[-1:] if part.paid == "payments" else world.outcome.settled
            )
            for debt in match.debts()
        )

    def facts(self, experiment: Experiment) -> list[World[Told]]:
        """The answers to a question without play."""
        question = dict(experiment.question or {})
        what = str(question.pop("what"))
        fields = experiment.fields.get(1, ())

        def ask(rules: object, _: None) -> Told:
            try:
                answer = self.game.ask_under(rules, what, question)
            except WireError:
                return REFUSED
            return REFUSED if isinstance(answer, Refusal) else told(answer, fields)

        return self.follow([World(None, self.start())], ask)


REFUSED: Final[Told] = "refused"
"""Stands for a question that is refused instead of answered.

Facts that a reading does not allow ask nothing under it: more jokers than its deck has.
"""


@final
@dataclass(frozen=True, slots=True)
class _Part:
    """Fields of an answer that are followed together; ``paid`` names one that payments change."""

    fields: tuple[str, ...]
    paid: str = ""


def parts_of(step: Ask, fields: Sequence[str]) -> tuple[_Part, ...]:
    """The parts of an answer, those that depend on payments last."""
    apart = PAID_APART.get(step.what, ())
    plain = tuple(name for name in fields if name not in apart and name not in LEFT_OUT)
    return (_Part(plain), *(_Part((name,), name) for name in apart if name in fields))


def _telling(
    step: Ask, fields: Sequence[str], played: GamePlayed
) -> Callable[[object, _Standing], tuple[_Standing, Told]]:
    def tell(rules: object, standing: _Standing) -> tuple[_Standing, Told]:
        answer = _answer(standing.match.under(rules), step)
        if isinstance(answer, list) and step.what == "legal":
            answer = [do for do in answer if form_lacked(played, do) is None]
        return standing, told(answer, fields)

    return tell


def _told_burned(rules: object, standing: _Standing) -> tuple[_Standing, Told]:
    if standing.match.result() is None:
        return standing, told(None, ())
    burned = list(standing.match.under(rules).burned())
    return standing, told({"burned": burned}, ("burned",))


def _chips_beside_payments(
    standing: _Standing, hands: Sequence[Match], last: bool
) -> tuple[int, ...]:
    """The chips of each seat before the payments of these hands."""
    view: JSON = standing.match.view(0)
    chips = [0] * len(view["chips"]) if last else list(view["chips"])
    if not last:
        for match in hands:
            result: JSON = match.result()
            chips = [have - paid for have, paid in zip(chips, result["payments"], strict=True)]
    return tuple(chips)


def _numbers(got: JSON, seats: int) -> list[int] | None:
    """The number that an engine gives for each seat; None if it cannot be read."""
    plain = compare.canonical(got)
    if isinstance(plain, list) and len(plain) == seats and all(type(n) is int for n in plain):
        return plain
    return None


def _owing(debt: Debt) -> Callable[[object, None], int]:
    return lambda rules, _: debt.chips(rules)


def _paying(debt: Debt) -> Callable[[object, tuple[int, ...]], tuple[int, ...]]:
    return lambda rules, sums: _after_paying(sums, debt, debt.chips(rules))


def _after_paying(sums: tuple[int, ...], debt: Debt, chips: int) -> tuple[int, ...]:
    paid = list(sums)
    paid[debt.payer] -= chips
    paid[debt.payee] += chips
    return tuple(paid)


def _can_come_to(sums: Sequence[int], wanted: Sequence[int], receiving: set[int]) -> bool:
    """Whether more payments can lead to ``wanted``; a seat that receives none only loses chips."""
    return all(
        seat in receiving or have >= want
        for seat, (have, want) in enumerate(zip(sums, wanted, strict=True))
    )


def _answer(match: Match, step: Ask) -> JSON:
    match step.what:
        case "legal":
            return match.legal(step.seat)
        case "view":
            return match.view(step.seat)
        case "result":
            return match.result()
        case "perft":
            return match.perft(step.depth)
        case other:
            raise ValueError(f"a match has no answer to {other!r}")


def told(answer: JSON, fields: Sequence[str]) -> Told:
    """An answer as text; of a record, only these fields."""
    if isinstance(answer, dict):
        answer = {name: answer.get(name) for name in fields}
    return json.dumps(answer, sort_keys=True)


def tells(follower: Follower, experiment: Experiment, played: GamePlayed) -> bool:
    """Whether replies can differ under the possible rule sets.  Raises TooOpenError."""
    if experiment.question is not None:
        return len({world.outcome for world in follower.facts(experiment)}) > 1
    worlds = follower.begun(experiment)
    for number, step in enumerate(experiment.steps, start=1):
        match step:
            case Act():
                acted = follower.acted(worlds, step)
                if len({world.outcome[1] for world in acted}) > 1:
                    return True
                worlds = follower.standings(acted)
            case Ask() if _offers(played, step):
                for part in parts_of(step, experiment.fields.get(number, ())):
                    if part.paid in ("payments", "chips") and follower.varies(worlds, part):
                        return True
                    asked = follower.asked(worlds, step, part)
                    if len({world.outcome[1] for world in asked}) > 1:
                        return True
                    worlds = follower.standings(asked)
            case Ask():
                continue
            case _:
                assert_never(step)
    return False


# ── what was replied ─────────────────────────────────────────────────────────────────────────────


def judged(
    follower: Follower,
    experiment: Experiment,
    numbers: Sequence[int],
    heard: Conversation,
) -> Seen:
    """The information in the replies of an engine: the boxes that remain possible."""
    replies = dict(zip(numbers, heard.replies, strict=False))
    if experiment.question is not None:
        seen = _judged_facts(follower, experiment, replies.get(1))
    else:
        seen = _judged_play(follower, experiment, numbers, replies)
    if heard.fault is not None and not seen.trouble:
        seen = replace(seen, trouble=heard.fault.text)
    return replace(seen, fault=heard.fault)


def _judged_facts(follower: Follower, experiment: Experiment, reply: Reply | None) -> Seen:
    start = (follower.start(),)
    match reply:
        case None:
            return Seen(start, missed=True)
        case Skipped() | NotUnderstood():
            return Seen(start, trouble=_unanswered(reply), missed=True)
        case Accepted() | Refused():
            pass
        case _:
            assert_never(reply)
    try:
        worlds = follower.facts(experiment)
    except TooOpenError as problem:
        return Seen(start, trouble=str(problem), too_open=True)
    step = experiment.steps[0]
    assert isinstance(step, Ask)
    fields = experiment.fields.get(1, ())
    left, misfits = _answered(experiment, 1, step, fields, worlds, _same, reply)
    return Seen(start if misfits else tuple(world.box for world in left), misfits)


def _same(outcome: Told) -> Told:
    return outcome


def _judged_play(
    follower: Follower,
    experiment: Experiment,
    numbers: Sequence[int],
    replies: Mapping[int, Reply],
) -> Seen:
    worlds = follower.begun(experiment)
    misfits: tuple[Misfit, ...] = ()
    missed = False
    trouble = ""
    too_open = False
    if not isinstance(replies.get(0), Accepted):
        reply = replies.get(0)
        trouble = "" if reply is None else f"the match is not begun: {_unanswered(reply)}"
        return Seen(tuple(world.box for world in worlds), trouble=trouble, missed=True)
    for number, step in enumerate(experiment.steps, start=1):
        reply = replies.get(number)
        if reply is None and number in numbers:
            missed = True
            break
        try:
            match step:
                case Act():
                    if not isinstance(reply, Accepted | Refused):
                        trouble = "" if reply is None else _at(number, step, _unanswered(reply))
                        missed = True
                        break
                    acted = follower.acted(worlds, step)
                    accepted = isinstance(reply, Accepted)
                    fitting = [world for world in acted if world.outcome[1] == accepted]
                    if not fitting:
                        misfits = (_misfit_of_act(experiment, number, step, accepted),)
                        break
                    worlds = [World(world.outcome[0], world.box) for world in fitting]
                case Ask():
                    if not isinstance(reply, Accepted | Refused):
                        if reply is not None:
                            trouble = trouble or _at(number, step, _unanswered(reply))
                        missed = missed or any(at == number for at, _ in experiment.telling)
                        continue
                    got = reply.answer if isinstance(reply, Accepted) else None
                    for part in parts_of(step, experiment.fields.get(number, ())):
                        wanted = _got(got, part.paid) if part.paid else None
                        if part.paid and not isinstance(wanted, list) and got is not None:
                            misfits = (_unreadable(experiment, number, step, part.paid, wanted),)
                            break
                        asked = follower.asked(worlds, step, part, wanted)
                        left, misfits = _answered(
                            experiment, number, step, part.fields, asked, _second, reply
                        )
                        if misfits:
                            break
                        worlds = [World(world.outcome[0], world.box) for world in left]
                    if misfits:
                        break
                case _:
                    assert_never(step)
        except TooOpenError as problem:
            trouble, too_open = _at(number, step, str(problem)), True
            break
    boxes = tuple(world.box for world in worlds)
    return Seen(boxes, misfits, trouble, too_open=too_open, missed=missed or bool(misfits))


def _second(outcome: tuple[_Standing, Told]) -> Told:
    return outcome[1]


def _unanswered(reply: Reply) -> str:
    match reply:
        case Accepted():
            return "accepted"
        case Refused(clauses=clauses):
            return f"refused ({', '.join(clauses)})" if clauses else "refused"
        case Skipped(reason=reason):
            return f"skipped: {reason}"
        case NotUnderstood(reason=reason):
            return f"the engine replies error: {reason}"
        case _:
            assert_never(reply)


def words_of(step: Step) -> str:
    """A step as the documents write it."""
    match step:
        case Act(by=by, do=do):
            return "deal" if by == CHANCE else show_step(by, do)
        case Ask(what=what, seat=seat):
            return f"? {what}" if seat is None else f"? {what} {seat}"
        case _:
            assert_never(step)


def _at(number: int, step: Step, what: str) -> str:
    return f"step {number} '{words_of(step)}': {what}"


def _misfit_of_act(experiment: Experiment, number: int, step: Act, accepted: bool) -> Misfit:
    return Misfit(
        experiment=experiment.id,
        step=number,
        place=WHOLE,
        asked=words_of(step),
        got={"ok": accepted},
        possible=({"ok": not accepted},),
        **_told_apart(experiment, number, WHOLE),
    )


def _unreadable(experiment: Experiment, number: int, step: Ask, name: str, got: JSON) -> Misfit:
    """A misfit for a field that should be a list of numbers."""
    return Misfit(
        experiment=experiment.id,
        step=number,
        place=name,
        asked=words_of(step),
        got=got,
        possible=(),
        **_told_apart(experiment, number, name),
    )


def _told_apart(experiment: Experiment, number: int, name: str) -> dict[str, JSON]:
    """The option whose readings differ at this place, and the value under each."""
    place = (number, name)
    if place not in experiment.telling:
        return {}
    return {"asks": experiment.asks, "expected": experiment.expected[place]}


def _answered(
    experiment: Experiment,
    number: int,
    step: Ask,
    fields: Sequence[str],
    worlds: Sequence[World[Outcome]],
    tell: Callable[[Outcome], Told],
    reply: Accepted | Refused,
) -> tuple[list[World[Outcome]], tuple[Misfit, ...]]:
    """The worlds that agree with an answer, field by field; a field that fits none is a misfit."""
    got = reply.answer if isinstance(reply, Accepted) else None
    refused = isinstance(reply, Refused)
    left = list(worlds)
    misfits: list[Misfit] = []
    for name in (WHOLE, *fields):
        agrees = {
            text: _agrees(step.what, name, text, got, refused)
            for text in {tell(world.outcome) for world in left}
        }
        fitting = [world for world in left if agrees[tell(world.outcome)]]
        if fitting:
            left = fitting
            continue
        possible = {_part(text, name) for text in agrees}
        misfits.append(
            Misfit(
                experiment=experiment.id,
                step=number,
                place=name,
                asked=words_of(step),
                got={"ok": False} if refused else _got(got, name),
                possible=tuple(json.loads(text) for text in sorted(possible)),
                **_told_apart(experiment, number, name),
            )
        )
        if name == WHOLE:
            break
    return left, tuple(misfits)


def _got(got: JSON, name: str) -> JSON:
    return got.get(name) if name and isinstance(got, dict) else got


def _part(text: Told, name: str) -> str:
    answer = None if text == REFUSED else json.loads(text)
    return json.dumps(_got(answer, name), sort_keys=True)


def _agrees(what: str, name: str, text: Told, got: JSON, refused: bool) -> bool:
    """Whether one field of an answer agrees.

    WHOLE compares the whole answer; of a record, only that it is one.
    """
    if refused or text == REFUSED:
        return refused and text == REFUSED
    answer = json.loads(text)
    if not isinstance(answer, dict):
        return not compare.differences(what, answer, got)
    if name == WHOLE:
        return isinstance(got, dict)
    if not isinstance(got, dict):
        return False
    found = compare.differences(what, {name: answer.get(name)}, got)
    return not any(difference.where.startswith(name) for difference in found)
