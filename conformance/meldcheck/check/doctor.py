"""The doctor: a short course of cases shows what an engine has, and what it may declare.

The engine is asked for everything, whatever its ``hello`` says.  Something counts as missing if
the engine always skips it, does not understand it, or leaves it out.  Something that always comes
otherwise is told, too, but it may be a mistake: only a person can say that it is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from typing import Final, TypeAlias, final

import msgspec

from meldcheck.check.parts import has_form, table_lacked
from meldcheck.check.plan import Defaults, plan_of
from meldcheck.check.run import Talk, talks
from meldcheck.check.script import Accepts, Answers, Exchange, Refuses, Strand, of_match, script
from meldcheck.engine.process import EngineFault, Subject
from meldcheck.games import MEASURES
from meldcheck.suite.outcomes import decided
from meldcheck.words import compare
from meldcheck.words.case import JSON, Case, Setup, Tier
from meldcheck.words.lines import counted
from meldcheck.words.messages import FORMS, PARTED, parts_of
from meldcheck.words.notation import CHANCE
from meldcheck.words.protocol import (
    LATE_START,
    Accepted,
    GamePlayed,
    NotUnderstood,
    Refused,
    Reply,
    Skipped,
)
from meldspec.games import GAMES

SHORTEST: Final = 6
"""Number of cases in the course for each kind, each action and each field: the shortest ones."""
ENOUGH: Final = 3
"""How often something must be asked for to be told as doubtful."""
SELDOM: Final = 8
"""It is doubtful if at most one in so many comes as stated."""
OPTIONAL: Final = "receipt"
"""The field of answers that every engine may leave out."""


class Came(StrEnum):
    """What came of something that an engine was asked for."""

    AS_STATED = "as stated"
    SKIPPED = "skipped"
    NOT_UNDERSTOOD = "not understood"
    ABSENT = "absent"
    REFUSED = "refused"
    OTHERWISE = "another value"
    UNANSWERED = "no answer"
    FAULT = "fault"


_OF_A_MATCH: Final = frozenset(("legal", "view", "perft", LATE_START))
"""The abilities that an engine cannot have if it plays no match."""

_NEVER_NULL: Final = frozenset(("deadwood", "deal", "settle", "legal", "view", "perft"))
"""The questions to which null is never the answer."""

MISSING: Final = frozenset((Came.SKIPPED, Came.NOT_UNDERSTOOD, Came.ABSENT))
"""What shows that an engine does not have something, if nothing else ever comes."""


class Sort(StrEnum):
    """What an engine may have."""

    ABILITY = "ability"
    PLAYERS = "players"
    ACTION = "action"
    FIELD = "field"


_Thing: TypeAlias = tuple[Sort, str]
"""An ability, a number of players, an action or form such as ``take.meld``, or a field such as
``result.pot``."""


@final
@dataclass(frozen=True, slots=True)
class Symptom:
    """What was seen of one thing, and what it would cost to declare that the engine lacks it."""

    sort: Sort
    name: str
    came: Mapping[Came, int]
    unjudged: int = 0
    """Number of cases of the suite that would not be judged any more."""
    partly: int = 0
    """Number of cases that would be judged without this part."""

    @property
    def asked(self) -> int:
        """How often the engine was asked for it."""
        return sum(self.came.values())

    @property
    def is_part(self) -> bool:
        """Whether it is an action, a form or a field, which ``without`` may name."""
        return self.sort in (Sort.ACTION, Sort.FIELD)

    @property
    def is_missing(self) -> bool:
        """Whether the engine does not have it."""
        return bool(self.came) and MISSING.issuperset(self.came)

    @property
    def only_faults(self) -> bool:
        """Whether nothing but a fault ever came."""
        return {*self.came} == {Came.FAULT}

    @property
    def is_broken(self) -> bool:
        """Whether the engine breaks the protocol whenever it is asked for it."""
        return self.only_faults and self.asked >= ENOUGH

    @property
    def is_sound(self) -> bool:
        """Whether it always comes as stated."""
        return {*self.came} == {Came.AS_STATED}

    @property
    def is_doubtful(self) -> bool:
        """Whether it hardly ever comes as stated, though the engine has something.

        Perhaps it is a mistake.  A constant of the engine may fit a case by chance.
        """
        rarely = self.came.get(Came.AS_STATED, 0) * SELDOM <= self.asked
        dead = self.sort is Sort.ABILITY and self.only_faults
        often = self.asked >= ENOUGH or self.sort is Sort.PLAYERS or dead
        return rarely and not self.is_missing and often


@final
@dataclass(frozen=True, slots=True)
class Examined:
    """One game of an engine after the course."""

    game: str
    said: GamePlayed
    """What ``hello`` says of the game."""
    plays: int
    """Number of cases that were played."""
    not_run: int
    """Number of cases that were not run because the engine faulted too often."""
    faults: Mapping[str, int]
    """How often the engine broke the protocol, by the kind of fault."""
    first_faults: Mapping[str, str]
    """The first fault of each kind, in words, with its case."""
    symptoms: tuple[Symptom, ...]

    @property
    def missing(self) -> tuple[Symptom, ...]:
        """What the engine does not have."""
        return tuple(symptom for symptom in self.symptoms if symptom.is_missing)

    @property
    def doubtful(self) -> tuple[Symptom, ...]:
        """What hardly ever comes as stated, though the engine has something.

        What hello says is lacking may come as it likes.
        """
        return tuple(
            one for one in self.symptoms if one.is_doubtful and not _is_waived(one, self.said)
        )

    @property
    def left_out(self) -> tuple[Symptom, ...]:
        """What always comes as stated, though by hello the engine lacks it.

        Of a field that hello says is lacking, an engine may answer what it likes.
        """
        said = (one for one in self.symptoms if one.sort is not Sort.FIELD)
        return tuple(one for one in said if one.is_sound and _is_said(one, self.said))

    @property
    def abilities(self) -> tuple[str, ...]:
        """The abilities to declare: all that are neither missing nor broken.

        Of those that were not asked for, and of those that are doubtful, hello decides.
        """
        seen = {one.name: one for one in self.symptoms if one.sort is Sort.ABILITY}
        gone = {
            name
            for name, one in seen.items()
            if one.is_missing or one.is_broken or (one.is_doubtful and _is_waived(one, self.said))
        }
        if "play" in gone:
            gone |= _OF_A_MATCH
        there = (*seen, *self.said.abilities)
        return tuple(
            name for name in GAMES[self.game].abilities if name in there and name not in gone
        )

    @property
    def shown(self) -> tuple[str, ...]:
        """The abilities to declare for which more than a fault has come."""
        seen = {one.name: one for one in self.symptoms if one.sort is Sort.ABILITY}
        return tuple(name for name in self.abilities if name in seen and not seen[name].only_faults)

    @property
    def accepted(self) -> tuple[str, ...]:
        """The actions and forms of actions that have come as stated."""
        actions = (one for one in self.symptoms if one.sort is Sort.ACTION)
        return tuple(one.name for one in actions if Came.AS_STATED in one.came)

    @property
    def untried(self) -> tuple[str, ...]:
        """The abilities to declare that were not asked for."""
        seen = {one.name for one in self.symptoms if one.sort is Sort.ABILITY}
        return tuple(name for name in self.abilities if name not in seen)

    @property
    def players(self) -> tuple[int, ...] | None:
        """The numbers of players to declare: those that are not missing; None if these are all."""
        gone = {one.name for one in self.missing if one.sort is Sort.PLAYERS}
        stated = self.said.players
        numbers = MEASURES[self.game].players if stated is None else stated
        left = tuple(number for number in numbers if named_players(number) not in gone)
        return left if gone or stated is not None else None

    @property
    def is_declared(self) -> bool:
        """Whether ``hello`` says which abilities there are, and all that is missing but no more."""
        known = (name for name in self.said.abilities if name in GAMES[self.game].abilities)
        return (
            {*known} == {*self.abilities}
            and not self.left_out
            and all(_is_said(one, self.said) for one in self.missing)
        )


def _is_said(symptom: Symptom, said: GamePlayed) -> bool:
    """Whether ``hello`` says that the engine lacks this."""
    if symptom.sort is Sort.ABILITY:
        return symptom.name not in said.abilities
    if symptom.sort is Sort.PLAYERS:
        return said.players is not None and symptom.name not in map(named_players, said.players)
    what, name = place_of(symptom)
    lacking = said.without.get(what, ())
    if what != FORMS:
        return name in lacking
    kind = name.partition(".")[0]
    outside = said.actions is not None and kind not in said.actions
    return outside or name in lacking or kind in lacking


def _is_waived(symptom: Symptom, said: GamePlayed) -> bool:
    """Whether ``hello`` says so; one without any ability says nothing of abilities."""
    return _is_said(symptom, said) and (symptom.sort is not Sort.ABILITY or bool(said.abilities))


# ── the course ───────────────────────────────────────────────────────────────────────────────────


def course(
    cases: Iterable[Case],
    game: str,
    defaults: Defaults,
    players: tuple[int, ...] | None = None,
) -> list[Case]:
    """The cases that an engine is asked in a game, all at the default readings.

    They are the smoke tier, and the shortest cases for each kind, action and field.
    """
    usual = defaults.get(game, {})
    own = [decided(case, usual) for case in cases if case.game == game]
    seated = GamePlayed(players=players)
    own = [
        case
        for case in own
        if case.rules.items() <= usual.items()
        and not case.refused
        and table_lacked(seated, case.setup, case.question) is None
    ]
    chosen = {case.id for case in own if case.tier is Tier.SMOKE}
    traits = sorted((trait, _length(case), case.id) for case in own for trait in {*_traits(case)})
    for _, alike in groupby(traits, key=lambda row: row[0]):
        chosen.update(name for _, _, name in [*alike][:SHORTEST])
    return [case for case in own if case.id in chosen]


def named_players(number: int) -> str:
    """A number of players in words, as the name of a symptom."""
    return counted(number, "player")


def _tried_players(engine: Subject, game: str) -> dict[int, Symptom]:
    """What came of a match of each number of players; nothing if none begins, or if one can."""
    found: dict[int, Symptom] = {}
    numbers = MEASURES[game].players
    for number in numbers if len(numbers) > 1 else ():
        begin = of_match(game, {}, Setup(players=number, dealer=0))
        heard = engine.converse([begin, {"cmd": "end"}])
        came = _came(heard.replies[0]) if heard.replies else Came.FAULT
        found[number] = Symptom(Sort.PLAYERS, named_players(number), {came: 1})
    return found if any(Came.AS_STATED in one.came for one in found.values()) else {}


def _length(case: Case) -> int:
    control = () if case.control is None else case.control.steps
    twin = () if case.twin is None else case.twin.steps
    return len(case.steps) + len(control) + len(twin)


def _traits(case: Case) -> Iterator[str]:
    """What the replies to a case can show."""
    yield f"kind {case.kind.value}"
    for exchange in script(case, {}, shows_views=False):
        yield from (f"{sort.value} {name}" for sort, name in _shown(case, exchange))


def _shown(case: Case, exchange: Exchange) -> Iterator[_Thing]:
    """What one reply can show: an ability, an action with its forms, or the fields of an answer."""
    request = exchange.request
    match exchange.check:
        case Accepts() if request["cmd"] == "begin":
            late = case.setup is not None and case.setup.hand_number != 1
            yield Sort.ABILITY, LATE_START if late else "play"
        case Accepts() if request["cmd"] == "act" and request["by"] == CHANCE:
            yield Sort.ABILITY, "play"
        case Accepts() if request["cmd"] == "act":
            names = parts_of(case.game)[FORMS]
            yield from ((Sort.ACTION, name) for name in names if has_form(request["do"], name))
        case Answers(what=what, answer=answer):
            if what != "result":
                yield Sort.ABILITY, what
            if what in PARTED and isinstance(answer, dict):
                told = (name for name, part in answer.items() if _tells(part) and name != OPTIONAL)
                yield from ((Sort.FIELD, f"{what}.{name}") for name in told)
        case _:
            return


def _tells(part: JSON) -> bool:
    """Whether a value shows something: it is not empty, and not all of it is zero."""
    if isinstance(part, list):
        return any(_tells(each) for each in part)
    return part is not None and part is not False and part != 0


# ── what is seen ─────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(slots=True)
class _Seen:
    """Everything that came, by what was asked for."""

    came: dict[_Thing, Counter[Came]] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    first_faults: dict[str, str] = field(default_factory=dict)
    last: str = ""
    """The case that was talked of last."""

    def add(self, names: Iterable[_Thing], came: Came) -> None:
        for name in names:
            self.came.setdefault(name, Counter())[came] += 1

    def follow(self, talk: Talk) -> None:
        """Add one case. What comes after a wrong step of a play shows nothing."""
        if talk.before is not None:
            self._broke(talk.before, self.last)
        if talk.heard is None:
            return
        case, astray = talk.plan.case, set[Strand]()
        self.last = case.id
        for exchange, reply in zip(talk.said, talk.heard.replies, strict=False):
            if exchange.part in astray:
                continue
            came = _came(reply)
            match exchange.check:
                case Refuses():
                    wrong = isinstance(reply, Accepted)
                case Answers() as check:
                    self._answered(case, exchange, check, reply)
                    wrong = False
                case Accepts():
                    self.add(_shown(case, exchange), came)
                    wrong = came is not Came.AS_STATED
                case _:
                    wrong = False
            if wrong:
                astray.add(exchange.part)
        if talk.heard.fault is not None:
            self._broke(talk.heard.fault, case.id)
            at = talk.said[len(talk.heard.replies)]
            if at.part not in astray:
                asked = (one for one in _shown(case, at) if one[0] is not Sort.FIELD)
                self.add(asked, Came.FAULT)

    def _broke(self, fault: EngineFault, case: str) -> None:
        self.faults[fault.kind.value] += 1
        self.first_faults.setdefault(fault.kind.value, f"{fault.came}, in {case}")

    def _answered(self, case: Case, exchange: Exchange, check: Answers, reply: Reply) -> None:
        shown = [*_shown(case, exchange)]
        unanswered = isinstance(reply, Accepted) and reply.answer is None
        if not isinstance(reply, Accepted) or (unanswered and check.what in _NEVER_NULL):
            came = Came.UNANSWERED if unanswered else _came(reply)
            self.add((one for one in shown if one[0] is Sort.ABILITY), came)
            return
        fields = {
            thing: _field_came(check, thing[1].partition(".")[2], reply.answer)
            for thing in shown
            if thing[0] is Sort.FIELD
        }
        for thing, came in fields.items():
            self.add([thing], came)
        wrong = compare.differences(check.what, check.answer, reply.answer)
        fits = not wrong or Came.AS_STATED in fields.values()
        abilities = (thing for thing in shown if thing[0] is Sort.ABILITY)
        self.add(abilities, Came.AS_STATED if fits else Came.OTHERWISE)


def _field_came(check: Answers, name: str, got: JSON) -> Came:
    if not isinstance(got, dict):
        return Came.OTHERWISE
    if got.get(name) is None:
        return Came.ABSENT
    found = compare.differences(check.what, {name: check.answer[name]}, got)
    wrong = any(each.where.partition("[")[0] == name for each in found)
    return Came.OTHERWISE if wrong else Came.AS_STATED


def _came(reply: Reply) -> Came:
    match reply:
        case Accepted():
            return Came.AS_STATED
        case Refused():
            return Came.REFUSED
        case Skipped():
            return Came.SKIPPED
        case NotUnderstood():
            return Came.NOT_UNDERSTOOD


# ── the examination ──────────────────────────────────────────────────────────────────────────────


def examined(
    engine: Subject,
    game: str,
    said: GamePlayed,
    cases: Sequence[Case],
    defaults: Defaults,
    done: Callable[[int], None] = lambda _: None,
) -> Examined:
    """A game of an engine after the course.  ``done`` is called with 1 after each case."""
    every = {game: GamePlayed(abilities=GAMES[game].abilities)}
    tried = _tried_players(engine, game)
    seated = tuple(
        number
        for number in (said.players or tried)
        if number not in tried or not {Came.FAULT, Came.AS_STATED}.isdisjoint(tried[number].came)
    )
    asked = course(cases, game, defaults, seated or None)
    plans = [plan_of(case, defaults, games=every) for case in asked]
    seen = _Seen()
    not_run = 0
    for talk in talks(engine, [replace(plan, shows_views=False) for plan in plans]):
        seen.follow(talk)
        not_run += talk.heard is None
        done(1)
    symptoms = [Symptom(sort, name, came) for (sort, name), came in seen.came.items()]
    symptoms += tried.values()
    unknown = {one.name for one in symptoms if Came.AS_STATED not in one.came}
    symptoms = [one for one in symptoms if _type_of(one) not in unknown]
    whole = GamePlayed(abilities=GAMES[game].abilities, options=said.options)
    own = [case for case in cases if plan_of(case, defaults, games={game: whole}).reason is None]
    return Examined(
        game=game,
        said=said,
        plays=len(plans) - not_run,
        not_run=not_run,
        faults=seen.faults,
        first_faults=seen.first_faults,
        symptoms=tuple(
            _priced(one, game, own, defaults, whole) if one.is_missing or one.is_doubtful else one
            for one in sorted(symptoms, key=lambda one: (list(Sort).index(one.sort), one.name))
        ),
    )


def _type_of(symptom: Symptom) -> str | None:
    """The type of a form of an action; None for anything else."""
    kind, _, form = symptom.name.partition(".")
    return kind if symptom.sort is Sort.ACTION and form else None


def _priced(
    symptom: Symptom, game: str, cases: Iterable[Case], defaults: Defaults, whole: GamePlayed
) -> Symptom:
    """The symptom, with the number of cases that it would cost."""
    unjudged = partly = 0
    lacks = without(game, whole, symptom)
    for case in cases:
        plan = plan_of(case, defaults, games={case.game: lacks})
        if plan.reason is not None:
            unjudged += 1
        elif plan.played is not None:
            checks = (one.check for one in plan.said)
            partly += any(isinstance(each, Answers) and bool(each.left_out) for each in checks)
    return replace(symptom, unjudged=unjudged, partly=partly)


def without(game: str, played: GamePlayed, *symptoms: Symptom) -> GamePlayed:
    """What an engine has of a game, less some things."""
    players = MEASURES[game].players if played.players is None else played.players
    lost = {one.name for one in symptoms if one.sort is Sort.ABILITY}
    away = {one.name for one in symptoms if one.sort is Sort.PLAYERS}
    lacks = {what: tuple(names) for what, names in played.without.items()}
    for one in symptoms:
        if one.is_part:
            what, name = place_of(one)
            lacks[what] = (*lacks.get(what, ()), name)
    kept = tuple(name for name in played.abilities if name not in lost)
    left = tuple(number for number in players if named_players(number) not in away)
    return msgspec.structs.replace(
        played, abilities=kept, without=lacks, players=left if away else played.players
    )


def place_of(symptom: Symptom) -> tuple[str, str]:
    """The key in ``without``, and the name there, of an action or a field."""
    if symptom.sort is Sort.ACTION:
        return FORMS, symptom.name
    what, _, name = symptom.name.partition(".")
    return what, name
