"""What each source says of a situation: settled, open, silent or lost, with what decides it.

The play is followed with every reading open (``worlds``); a source's verdict is what is left of it
under the readings that the source admits.  Standard library and the reference alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Final, TypeAlias, TypeVar, assert_never, final

from meldcheck.games.forms import (
    REFUSED,
    kinds_of,
    kinds_of_fields,
    kinds_of_result,
    with_seats_to_act,
)
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.worlds import Box, Options, Outcome, World, deciding, follow, merged, within
from meldcheck.words.readings import Reading, reading_value
from meldcheck.words.values import as_list, as_record
from meldspec.play import Need, Refusal
from meldspec.undecided import UndecidedError
from meldspec.wire import JSON, Debt, GameWire, Match, WireError

_Record: TypeAlias = Mapping[str, JSON]
Other = TypeVar("Other")


@final
class Certainty(StrEnum):
    """How far a source decides a part of a situation."""

    SETTLED = "settled"
    OPEN = "open"
    SILENT = "silent"
    LOST = "lost"


@final
@dataclass(frozen=True, slots=True)
class Asked:
    """What a question of the documents is for a verdict: who admits which readings, and where."""

    id: str
    option: str
    readings: tuple[Reading, ...]
    """Those that can be played."""
    unplayable: Mapping[str, str]
    clauses: tuple[str, ...]
    sources: Mapping[str, Stand]
    default: Reading = ""
    fixed: bool = False
    """Whether one reading is always played, the default."""
    turns_on: tuple[str, ...] = ()
    """The clauses and kinds of action or field where its readings part."""


@final
@dataclass(frozen=True, slots=True)
class Stand:
    """What a source has to do with a question: the sentences for each reading that it admits."""

    sentences: Mapping[Reading, tuple[str, ...]]
    lost: bool = False
    ruled_out: frozenset[Reading] = frozenset()
    """What a sentence is against, where none is for a reading."""

    @property
    def speaks(self) -> bool:
        """Whether the source admits some readings and not others."""
        return bool(self.sentences)


@final
@dataclass(frozen=True, slots=True)
class Support:
    """What a source has to do with a clause."""

    status: Certainty
    sentences: tuple[str, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class VerdictLaw:
    """The questions and clauses of a game, as far as verdicts need them."""

    sources: tuple[str, ...]
    questions: Mapping[str, Asked]
    """By option; those that the play can decide."""
    clauses: Mapping[str, Mapping[str, Support]]
    """By clause and source."""
    governed: Mapping[str, tuple[str, ...]]
    """By clause, the options of the questions that govern it, but for a part that is undisputed."""
    granting: Mapping[str, tuple[str, ...]]
    """By kind of action, the clauses that allow it."""
    barring: Mapping[str, tuple[str, ...]]
    """By kind of action, the clauses that refuse it out of turn."""


@final
@dataclass(frozen=True, slots=True)
class PlayStep:
    """One step of a scenario."""

    by: JSON
    do: Mapping[str, JSON]


@final
@dataclass(frozen=True, slots=True)
class Scenario:
    """A play, and what is asked about its end: ``legal-last``, ``result`` or ``view``."""

    players: int
    dealer: int
    steps: tuple[PlayStep, ...]
    ask: str = "result"
    seat: int | None = None
    rules: Mapping[str, Reading] | None = None
    """Readings that are given, whatever a source admits."""
    hand_number: int = 1
    """With which hand the match begins."""


@final
@dataclass(frozen=True, slots=True)
class Standing:
    """Where a play stands, and which of its steps were refused, by which clauses in the end."""

    match: Match
    refused: tuple[int, ...] = ()
    clauses: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """What was done or refused last, as documents name it; nothing where that is not asked."""


@final
class Grounds(StrEnum):
    """What decides a part beside the questions."""

    QUESTIONS = "questions"
    """Nothing does."""
    CLAUSES = "clauses"
    """Clauses of which one with a source is enough: those of a refusal, or of the winner."""
    MATCH = "match"
    """The clauses by which the match is over or goes on, each of which needs a source."""
    RECEIPT = "receipt"
    """The clauses of all lines of the receipt, each of which needs a source."""


@final
@dataclass(frozen=True, slots=True)
class Part:
    """A part of what is asked, such as who won or who pays what."""

    name: str
    fields: tuple[str, ...]
    grounds: Grounds = Grounds.QUESTIONS


CHANCE: Final = "chance"
TO_ACT: Final = ".turn.to-act"
"""The clause of every game by which everything is refused that comes out of turn."""
EVERY_READING: Final[Box] = {}

_DECISION: Final = Part("decision", ("end", "winner"), Grounds.CLAUSES)


def _each(*names: str) -> tuple[Part, ...]:
    """Fields each of which is a part of its own."""
    return tuple(Part(name, (name,)) for name in names)


_POINTS: Final = (
    Part("points", ("points",), Grounds.RECEIPT),
    Part("scores", ("scores",)),
    Part("match_over", ("match_over",), Grounds.MATCH),
    Part("match_winners", ("match_winners",), Grounds.MATCH),
)
RESULT_PARTS: Final[Mapping[str, tuple[Part, ...]]] = {
    "tongits": (_DECISION, *_each("deadwood", "pot", "pot_to")),
    "rummy": (_DECISION, *_each("deadwood", "rummy"), *_POINTS),
    "three-thirteen": (_DECISION, *_each("deadwood"), *_POINTS),
    "indian-chief": (_DECISION, *_POINTS),
    "carousel": (
        Part("decision", ("end", "knocker", "winners"), Grounds.CLAUSES),
        *_each("deadwood", "boxes", "totals"),
        *_POINTS,
    ),
}
"""By game, the parts of a result that do not hang on payments."""
BURNED: Final = Part("burned", ("burned",))
LEGAL_PARTS: Final = (Part("legal", ("legal",), Grounds.CLAUSES),)
ASIDE: Final = frozenset({"deadwood", "pot", "boxes", "totals"})
"""The parts of a result that are told beside a verdict; as a whole it rests on the others."""


@final
@dataclass(frozen=True, slots=True)
class Unplayed:
    """A reading that a source admits and that this game does not play, and why not."""

    question: str
    reading: str
    reason: str


@final
@dataclass(frozen=True, slots=True)
class PartVerdict:
    """What a source says of one part."""

    status: Certainty
    outcomes: tuple[tuple[str, Mapping[str, JSON], tuple[Box, ...]], ...]
    """Each outcome as text to compare, as fields, and the readings under which it comes about."""
    because: tuple[str, ...]
    citations: tuple[str, ...]
    open_options: tuple[str, ...] = ()
    """The options of which another admitted reading changes the outcome."""
    unplayed: tuple[Unplayed, ...] = ()
    """Readings that the source admits and that are not played; each is an outcome of its own."""


@final
@dataclass(frozen=True, slots=True)
class SourceVerdict:
    """What a source says of each part of what is asked."""

    parts: Mapping[str, PartVerdict]
    refused_steps: tuple[int, ...]
    """The steps that the source refuses under each reading that it admits, by number from 1."""


def read_law(questions: _Record, clauses: _Record, sources: Sequence[str]) -> VerdictLaw:
    """The law from the published lists of questions and clauses."""
    asked = {}
    for record in _records(questions["questions"]):
        question = _asked(record)
        asked[question.option] = question
    supports = {
        str(record["id"]): {
            source: _support(stance) for source, stance in as_record(record["sources"]).items()
        }
        for record in _records(clauses["clauses"])
    }
    undisputed = {
        str(record["id"]): frozenset(as_record(record["undisputed"]))
        for record in _records(clauses["clauses"])
    }
    governed: dict[str, list[str]] = {}
    for question in asked.values():
        name = question.option.rpartition(".")[2]
        for clause in question.clauses:
            if name not in undisputed.get(clause, ()):
                governed.setdefault(clause, []).append(question.option)
    return VerdictLaw(
        tuple(sources),
        asked,
        supports,
        {clause: tuple(options) for clause, options in governed.items()},
        _by_kind(clauses, "grants"),
        _by_kind(clauses, "bars"),
    )


def _by_kind(clauses: _Record, field: str) -> dict[str, tuple[str, ...]]:
    """By kind of action, the clauses that name it in a field."""
    found: dict[str, list[str]] = {}
    for record in _records(clauses["clauses"]):
        for kind in as_list(record[field]):
            found.setdefault(str(kind), []).append(str(record["id"]))
    return {kind: tuple(named) for kind, named in found.items()}


def _records(value: JSON) -> list[dict[str, JSON]]:
    if not isinstance(value, list):
        raise TypeError("a list of records is expected")
    return [record for record in value if isinstance(record, dict)]


def _asked(record: _Record) -> Asked:
    unplayable = {name: str(why) for name, why in as_record(record["unplayable"]).items()}
    names = as_record(record["readings"])
    return Asked(
        id=str(record["id"]),
        option=str(record["option"]),
        readings=tuple(reading_value(name) for name in names if name not in unplayable),
        unplayable=unplayable,
        clauses=tuple(str(clause) for clause in as_list(record["clauses"])),
        sources={
            source: _stand(as_record(stance))
            for source, stance in as_record(record["sources"]).items()
        },
        default=reading_value(str(record["default"])),
        fixed=record["status"] == "fixed",
        turns_on=tuple(str(clause) for clause in as_list(record["turns_on"])),
    )


def _named(lists: Iterable[JSON]) -> tuple[str, ...]:
    """The names in these lists, each once."""
    return tuple(dict.fromkeys(str(name) for one in lists for name in as_list(one)))


def _in_all(lists: Iterable[JSON]) -> tuple[str, ...]:
    """The names that stand in each of these lists."""
    named = [_named((one,)) for one in lists]
    return tuple(name for name in named[0] if all(name in one for one in named)) if named else ()


def _stand(stance: _Record) -> Stand:
    sentences: dict[Reading, tuple[str, ...]] = {}
    for how in ("says", "implies"):
        for name, cited in as_record(stance.get(how, {})).items():
            sentences[reading_value(name)] = tuple(str(at) for at in as_list(cited))
    against = frozenset(reading_value(name) for name in as_record(stance.get("rules_out", {})))
    return Stand(sentences, stance.get("lost") is True, against)


def _support(stance: JSON) -> Support:
    record = as_record(stance)
    supporting = ("says", "implies", "one_reading")
    sentences = tuple(str(at) for how in supporting for at in as_list(record.get(how)))
    if sentences:
        return Support(Certainty.SETTLED, sentences)
    if record.get("contradicts"):
        return Support(Certainty.OPEN, tuple(str(at) for at in as_list(record["contradicts"])))
    return Support(Certainty.LOST if record.get("lost") is True else Certainty.SILENT)


# ── the play, with every reading open ────────────────────────────────────────────────────────────


def played(
    game: GameWire, options: Options, scenario: Scenario, admitted: Box = EVERY_READING
) -> list[World[Standing]]:
    """Where a scenario can end, under every reading that can be played, or the ``admitted`` ones.

    Raises WireError for a step that cannot be read, ValueError for a match or a deal that is
    refused, TooOpenError for a play too open to follow.
    """
    usual = game.rule_set({})
    begun = game.begin({}, scenario.players, scenario.dealer, scenario.hand_number)
    if isinstance(begun, Refusal):
        raise ValueError(f"the match is refused: {', '.join(begun.clauses)}")
    given = {name: frozenset((value,)) for name, value in (scenario.rules or {}).items()}
    worlds: list[World[Standing]] = [World(Standing(begun), {**admitted, **given})]
    if not scenario.steps:
        raise ValueError("there are no steps: no cards are dealt")
    for number, step in enumerate(scenario.steps, start=1):
        told = step.by == CHANCE or (number == len(scenario.steps) and scenario.ask == "legal-last")
        before = scenario.steps[: number - 1]
        by_itself = all(later.by != CHANCE for later in scenario.steps[number - 1 :])
        awaited = any(_awaits_chance(world) for world in worlds)
        try:
            worlds = follow(options, worlds, acting(step, number, usual, told, before, by_itself))
        except WireError as error:
            raise WireError(f"step {number}: {error}") from None
        asked = scenario.ask == "legal-last" and number == len(scenario.steps)
        due = number == 1 or (step.by == CHANCE and awaited and not asked)
        if due and all(number in world.outcome.refused for world in worlds):
            plainest = min(worlds, key=lambda world: len(world.outcome.refused))
            raise ValueError(f"step {number}: {_not_dealt(step, plainest.outcome)}")
    match scenario.ask:
        case "result":
            return follow(options, worlds, ended(usual))
        case "view" if not all(map(_awaits_chance, worlds)):
            return follow(options, worlds, _stocked(usual))
        case _:
            return worlds


def _stocked(usual: object) -> Callable[[object, Standing], Standing]:
    """How a play goes on where chance has a stock to make under some readings and not others."""

    def go_on(rules: object, standing: Standing) -> Standing:
        match = standing.match.under(rules)
        after = _stock_made(match) if CHANCE in match.actors() else match
        return replace(standing, match=after.under(usual))

    return go_on


def ended(usual: object) -> Callable[[object, Standing], Standing]:
    """How a hand goes on to its end where all that is left is to decline."""

    def go_on(rules: object, standing: Standing) -> Standing:
        match = _declined(standing.match.under(rules))
        return replace(standing, match=match.under(usual))

    return go_on


def _awaits_chance(world: World[Standing]) -> bool:
    """Whether chance is to act; where readings that are open decide that, it may be."""
    try:
        return CHANCE in world.outcome.match.actors()
    except UndecidedError:
        return True


def _not_dealt(step: PlayStep, standing: Standing) -> str:
    if step.by != CHANCE:
        return "no cards are dealt"
    return f"the {step.do.get('type')} is refused: {', '.join(standing.clauses)}"


def refused_on_the_way(scenario: Scenario, world: World[Standing]) -> tuple[int, ...]:
    """The steps that are refused in a world; without the last where that one is asked about."""
    last = len(scenario.steps)
    return tuple(
        number for number in world.outcome.refused if number < last or scenario.ask != "legal-last"
    )


def fewest_refused(
    scenario: Scenario, worlds: Sequence[World[Standing]]
) -> frozenset[tuple[int, ...]]:
    """Which steps are refused in the worlds that refuse the fewest of them.

    A scenario says that these steps were made; whether a source allows them is another question,
    but as many are taken for granted as the source has a reading for.
    """
    refused = {refused_on_the_way(scenario, world) for world in worlds}
    fewest = min(map(len, refused), default=0)
    return frozenset(steps for steps in refused if len(steps) == fewest)


def acting(
    step: PlayStep,
    number: int,
    usual: object,
    told: bool,
    before: Sequence[PlayStep] = (),
    by_itself: bool = False,
) -> Callable[[object, Standing], Standing]:
    """How a play goes on by a step; with ``told`` what refuses it or what it is are kept.

    ``by_itself`` lets chance make the stock that is due under some reading before the step.  Who
    can only decline has done so.
    """

    def go_on(rules: object, standing: Standing) -> Standing:
        match = standing.match.under(rules)
        after = match.act(step.by, step.do)
        if by_itself and isinstance(after, Refusal):
            match = _stock_made(match) if CHANCE in match.actors() else _declined(match, step.by)
            after = match.act(step.by, step.do)
        for fuller in _declaring(match, step) if told and isinstance(after, Refusal) else ():
            after = match.act(step.by, fuller)
        if isinstance(after, Refusal) and _says_again(match, step, before):
            after = match
        kinds = kinds_of(match, step, before) if told else ()
        if not isinstance(after, Refusal):
            return Standing(after.under(usual), standing.refused, kinds=kinds)
        clauses = _refusing(match, after) if told else ()
        return Standing(standing.match, (*standing.refused, number), clauses, kinds)

    return go_on


def _stock_made(match: Match) -> Match:
    """The match after chance has made the stock that is due of the discards, if one is due."""
    lying = as_list(as_record(match.view(0)).get("discard"))
    for cards in (lying[:-1], lying):
        try:
            after = match.act(CHANCE, {"type": "reshuffle", "stock": [*cards]})
        except WireError:
            return match
        if not isinstance(after, Refusal):
            return after
    return match


def _declined(match: Match, by: JSON = None) -> Match:
    """The match after each seat that can only decline or fold has, up to the seat that acts."""
    while True:
        seats = [seat for seat in match.actors() if seat != CHANCE]
        if not seats or by in seats:
            return match
        legal = match.legal(seats[0])
        if legal not in ([{"type": "decline"}], [{"type": "fold"}]):
            return match
        after = match.act(seats[0], as_record(legal[0]))
        if isinstance(after, Refusal):
            return match
        match = after


def _refusing(match: Match, refusal: Refusal) -> tuple[str, ...]:
    """The clauses that refuse a step; after the end of a hand, those by which it has ended."""
    clauses = tuple(str(clause) for clause in refusal.clauses)
    over = all(clause.endswith(TO_ACT) for clause in clauses) and match.result() is not None
    return (match.grounds() if over else ()) or clauses


def _says_again(match: Match, step: PlayStep, before: Sequence[PlayStep]) -> bool:
    """Whether a seat that has won by its last card or by its deal says so: nothing is added."""
    if step.do.keys() != {"type"} or step.do["type"] != "call_tongits":
        return False
    result = match.result()
    if not isinstance(result, dict) or result["winner"] != step.by:
        return False
    emptied = result["end"] == "tongits" and bool(before) and before[-1].by == step.by
    return emptied or result["end"] == "spread"


DECLARED: Final = frozenset({"suit", "baccarat", "opponent"})
"""What some readings of Indian Chief have a seat declare when it chooses a meld."""


def _declaring(match: Match, step: PlayStep) -> list[dict[str, JSON]]:
    """The step with a declaration, where that is all it lacks; nothing where it may not be made.

    Whoever asks whether a meld may be chosen leaves open with which declaration.
    """
    if step.do.get("type") != "choose":
        return []
    named = _canonical(step.do)
    listed = [as_record(action) for action in match.legal(step.by)]
    fuller = [
        action
        for action in listed
        if action.keys() > named.keys()
        and action.keys() - named.keys() <= DECLARED
        and named == _canonical({name: action[name] for name in named})
    ]
    return fuller[:1]


def _canonical(action: Mapping[str, JSON]) -> dict[str, JSON]:
    """An action with its cards in one order."""
    return {
        name: [*sorted(map(str, value))] if isinstance(value, list) else value
        for name, value in action.items()
    }


def tell(scenario: Scenario) -> Callable[[object, Standing], str]:
    def told_of(rules: object, standing: Standing) -> str:
        told: dict[str, JSON] = {}
        match scenario.ask:
            case "legal-last":
                told |= told_of_step(standing, len(scenario.steps))
            case "result":
                match = standing.match.under(rules)
                result = match.result()
                told |= {"end": None} if result is None else as_record(result)
                told["grounds"] = [*match.grounds()]
                told["match_grounds"] = [*match.match_grounds()]
                told["shown"] = dict(kinds_of_result(match))
            case "view":
                match = standing.match.under(rules)
                views = [with_seats_to_act(match.view(seat)) for seat in seats_asked(scenario)]
                told |= by_field(views) | {"shown": dict(kinds_of_fields(match, views[0]))}
            case _:
                raise ValueError(f"nothing can be asked like {scenario.ask!r}")
        return as_text(told)

    return told_of


def told_of_step(standing: Standing, number: int) -> dict[str, JSON]:
    """Whether a step was made, what it was, and the clauses that refuse it."""
    legal = number not in standing.refused
    return {
        "legal": legal,
        "clauses": [*standing.clauses],
        "kinds" if legal else "refused": [*standing.kinds],
    }


def seats_asked(scenario: Scenario) -> tuple[int, ...]:
    """The seats whose views a scenario asks for: all where it names none."""
    return tuple(range(scenario.players)) if scenario.seat is None else (scenario.seat,)


def by_field(views: Sequence[JSON]) -> dict[str, JSON]:
    """Views field by field, each with a value for each seat that has it."""
    told: dict[str, JSON] = {}
    for number, view in enumerate(views):
        for name, value in as_record(view).items():
            of_seats = told.setdefault(name, [None] * len(views))
            assert isinstance(of_seats, list)
            of_seats[number] = value
    return told


def as_text(value: JSON) -> str:
    """A JSON value as text in which equal values are equal."""
    return json.dumps(value, sort_keys=True)


# ── the verdicts ────────────────────────────────────────────────────────────────────────────────


def parts_of(game: str, scenario: Scenario, told: Sequence[World[str]] = ()) -> tuple[Part, ...]:
    """The parts of what a scenario of a game asks; those of a view are the fields that are told."""
    match scenario.ask:
        case "legal-last":
            return LEGAL_PARTS
        case "view":
            names = dict.fromkeys(name for world in told for name in json.loads(world.outcome))
            return _each(*(name for name in names if name != "shown"))
        case _:
            return RESULT_PARTS[game]


def _only(part: Part) -> Callable[[str], str]:
    def fields(outcome: str) -> str:
        told = json.loads(outcome)
        return as_text({name: told[name] for name in part.fields if name in told})

    return fields


def judge(game: GameWire, law: VerdictLaw, scenario: Scenario) -> dict[str, SourceVerdict]:
    """The verdict of each source on each part of what a scenario asks.

    Payments are followed apart, rule by rule: all their readings together are too many.
    """
    given = scenario.rules or {}
    whole = {**RuleSpace.of(game).default, **given}
    closed = {name: whole[name] for name in game.payment_options()}
    free, paying = Options(game, closed), Options(game)
    everywhere = played(game, free, scenario)
    bench = Bench.of(law, paying, given, free.read)
    followed: dict[frozenset[tuple[int, ...]], Followed] = {}
    verdicts = {}
    for source in law.sources:
        refused = fewest_refused(scenario, bench.admitted(source, everywhere))
        if refused not in followed:
            kept = [one for one in everywhere if refused_on_the_way(scenario, one) in refused]
            followed[refused] = Followed(free, paying, scenario, kept)
        loose: Sequence[World[str]] = ()
        if bench.vanishing(source, free.read):
            unheeding = Options(game, closed, heeding=False)
            worlds = [
                world
                for world in played(game, unheeding, scenario, bench.admits(source))
                if refused_on_the_way(scenario, world) in refused
            ]
            loose = follow(unheeding, worlds, tell(scenario))
        verdicts[source] = _judged_by(source, bench, scenario, followed[refused], loose)
    return verdicts


@final
@dataclass(frozen=True, slots=True)
class FactsAsked:
    """A question about facts: its name, and what it states."""

    what: str
    question: Mapping[str, JSON]


def judge_facts(
    game: GameWire,
    law: VerdictLaw,
    what: str,
    question: Mapping[str, JSON],
    given: Mapping[str, Reading],
) -> dict[str, SourceVerdict]:
    """The verdict of each source on a question about stated facts, field by field.

    Raises WireError for facts that cannot be read, ValueError for those that the game refuses.
    """
    paying = Options(game)
    bench = Bench.of(law, paying, given, paying.read)
    box = {name: frozenset((value,)) for name, value in given.items()}
    told = follow(paying, [World(None, box)], asking(game, what, question))
    if all(json.loads(world.outcome).get("refused") for world in told):
        raise ValueError(f"the {what} is refused")
    names = dict.fromkeys(name for world in told for name in json.loads(world.outcome))
    parts = _each(*(name for name in names if name not in ("grounds", "refused")))
    return {
        source: SourceVerdict({part.name: bench.verdict(source, part, told) for part in parts}, ())
        for source in law.sources
    }


def asking(
    game: GameWire, what: str, question: Mapping[str, JSON], clauses: Sequence[str] = ()
) -> Callable[[object, None], str]:
    """The answer to a question about facts, as text; ``clauses`` are the grounds of an answer."""

    def ask(rules: object, _: None) -> str:
        told = game.ask_under(rules, what, question)
        if isinstance(told, Refusal):
            return as_text({"refused": True, "grounds": [str(clause) for clause in told.clauses]})
        fields = told if isinstance(told, dict) else {what: told}
        return as_text({**fields, "grounds": [*clauses]})

    return ask


@final
class Followed:
    """What comes of a play in some worlds, worked out once for all sources."""

    def __init__(
        self,
        free: Options,
        paying: Options,
        scenario: Scenario,
        worlds: Sequence[World[Standing]],
    ) -> None:
        self.worlds = worlds
        self._free = free
        self._paying = paying
        self._scenario = scenario

    @cached_property
    def told(self) -> list[World[str]]:
        """What is asked, apart from payments."""
        return follow(self._free, self.worlds, tell(self._scenario))

    @cached_property
    def burned(self) -> list[World[str]]:
        """Who is burned."""
        return follow(self._paying, self.worlds, burned)

    @cached_property
    def entries(self) -> list[tuple[Box, list[Entry]]]:
        """Every payment rule for every loser, in each way in which the hand can end."""
        return [(world.box, entries_of(self._paying, world)) for world in self.worlds]


def _judged_by(
    source: str,
    bench: Bench,
    scenario: Scenario,
    followed: Followed,
    loose: Sequence[World[str]],
) -> SourceVerdict:
    asked = parts_of(bench.options.game.name, scenario, followed.told)
    parts = {part.name: bench.verdict(source, part, followed.told, loose) for part in asked}
    left = bench.admitted(source, followed.worlds)
    if scenario.ask == "result" and any(world.outcome.match.debts() for world in left):
        parts[BURNED.name] = bench.verdict(source, BURNED, followed.burned)
        parts["payments"] = bench.payments(source, followed.entries, kinds_of_payments(left))
    return SourceVerdict(parts, _refused_steps(scenario, left))


def _refused_steps(scenario: Scenario, worlds: Sequence[World[Standing]]) -> tuple[int, ...]:
    """The steps on the way that are refused in these worlds."""
    refused = {number for world in worlds for number in refused_on_the_way(scenario, world)}
    return tuple(sorted(refused))


def kinds_of_payments(worlds: Sequence[World[Standing]]) -> list[str]:
    """What there is about the payments in some of these worlds that a question may single out."""
    shown = [kinds_of_result(world.outcome.match) for world in worlds]
    return [*dict.fromkeys(str(kind) for kinds in shown for kind in kinds.get("payments", ()))]


def burned(rules: object, standing: Standing) -> str:
    """Who is burned, as text."""
    return as_text({"burned": list(standing.match.under(rules).burned())})


@final
@dataclass(frozen=True, slots=True)
class Entry:
    """One payment rule for one loser, and the chips it comes to under each reading."""

    clause: str
    payer: int
    payee: int
    chips: Sequence[World[int]]


Receipt: TypeAlias = tuple[tuple[str, int, int, int], ...]
"""Clause, payer, payee and chips of each line that is owed."""


@final
@dataclass(frozen=True, slots=True)
class Bench:
    """Who judges: the law, all options, and those that a scenario gives."""

    law: VerdictLaw
    options: Options
    given: Mapping[str, Reading]
    read: Collection[str]
    """The options that the play has read so far while they were open."""

    @classmethod
    def of(
        cls, law: VerdictLaw, options: Options, given: Mapping[str, Reading], read: Collection[str]
    ) -> Bench:
        """The bench for a play in which some readings are given, whatever a source says."""
        return cls(_lifted(law, options.game, given), options, given, read)

    def _deciding(
        self, worlds: Sequence[World[Outcome]], part: Callable[[Outcome], Other]
    ) -> list[str]:
        return [name for name in deciding(self.options, worlds, part) if name not in self.given]

    def admits(self, source: str) -> Box:
        """The readings that a source admits of the options on which it has a sentence."""
        admitted: dict[str, frozenset[Reading]] = {}
        for option, readings in self.options.readings.items():
            stand = self.law.questions[option].sources[source]
            playable = frozenset(stand.sentences or readings - stand.ruled_out) & readings
            if option not in self.given and playable and (stand.speaks or stand.ruled_out):
                admitted[option] = playable
        return admitted

    def vanishing(self, source: str, read: Collection[str]) -> list[Need]:
        """The readings that a source admits but not what they need, where it is not given either.

        Those only that can matter to a play which has ``read`` these options.
        """
        admitted = self.admits(source)
        given = {name: frozenset((value,)) for name, value in self.given.items()}
        box = {**admitted, **given}
        return [
            need
            for need in self.options.needs
            if need.reading in admitted.get(need.option, ())
            and not self.options.left(box, need.needed) & frozenset(need.readings)
            and (need.option in read or need.needed in read)
        ]

    def admitted(self, source: str, worlds: Sequence[World[Outcome]]) -> list[World[Outcome]]:
        """What is left of the worlds under the readings that a source admits."""
        admitted = self.admits(source)
        return [
            World(world.outcome, box)
            for world in worlds
            if (box := within(self.options, world.box, admitted)) is not None
        ]

    def verdict(
        self,
        source: str,
        part: Part,
        worlds: Sequence[World[str]],
        loose: Sequence[World[str]] = (),
    ) -> PartVerdict:
        """What a source says of one part.

        The ``loose`` worlds are those in which readings that the source admits are followed though
        what they need is missing; a reading that tells them apart is named as not played.
        """
        only = _only(part)
        left = self.admitted(source, worlds)
        told = merged(self.options, [World(only(world.outcome), world.box) for world in left])
        outcomes = [json.loads(world.outcome) for world in left]
        clauses = _grounds_in(self.law, part.grounds, outcomes)
        made = _named(told.get("kinds") for told in outcomes)
        tried = [f"{REFUSED} {one}" for one in _named(told.get("refused") for told in outcomes)]
        shown = _in_all(as_record(told.get("shown", {})).get(part.name) for told in outcomes)
        unheeding = Options(self.options.game, heeding=False)
        apart = deciding(unheeding, loose, only)
        vanishing = [need for need in self.vanishing(source, apart) if need.option in apart]
        vanished = tuple(
            Unplayed(self.law.questions[need.option].id, str(need.reading), need.reason)
            for need in vanishing
        )
        options = (*self._deciding(worlds, only), *(need.option for need in vanishing))
        matter = [*dict.fromkeys(options)]
        beyond = () if made else self._beyond(source, clauses)
        asked = _Question(source, matter, clauses, part.grounds, beyond, (*made, *shown), tried)
        return self._told(replace(asked, unknown=self._unknown(asked)), told, vanished)

    def _unknown(self, asked: _Question) -> tuple[str, ...]:
        """The options on which the play turns by a kind of which the source has no word.

        Where a step is refused they stand back for a clause with a source that hangs on none of
        them.
        """
        kinds = (*asked.kinds, *asked.tried)
        silent = [
            question
            for option, question in self.law.questions.items()
            if not question.sources[asked.source].speaks
            and option not in self.given
            and any(kind in question.turns_on for kind in kinds)
        ]
        governed = {clause for question in silent for clause in question.clauses}
        others = [clause for clause in asked.clauses if clause not in governed]
        if asked.tried and any(
            _support_of(self.law, clause, asked.source).status is Certainty.SETTLED
            for clause in others
        ):
            return ()
        return tuple(question.option for question in silent)

    def _beyond(self, source: str, clauses: Sequence[str]) -> Sequence[str]:
        """The options of which another reading, that nobody lists, might decide otherwise.

        The play has read them, they govern what decides, and the source is silent on them.  Where a
        clause that they do not govern has a source too, that one decides.
        """
        silent = {
            clause: [
                option
                for option in self.law.governed.get(clause, ())
                if option in self.read and not self.law.questions[option].sources[source].speaks
            ]
            for clause in clauses
        }
        if any(
            not silent[clause] and _support_of(self.law, clause, source).status is Certainty.SETTLED
            for clause in clauses
        ):
            return ()
        return [*dict.fromkeys(option for options in silent.values() for option in options)]

    def payments(
        self,
        source: str,
        endings: Sequence[tuple[Box, Sequence[Entry]]],
        kinds: Sequence[str] = (),
    ) -> PartVerdict:
        """What a source says of the payments, each rule for each loser followed by itself."""
        matter: dict[str, None] = {}
        clauses: dict[str, None] = {}
        told: list[World[Receipt]] = []
        for ending in self.admitted(source, [World(of, box) for box, of in endings]):
            receipts: list[World[Receipt]] = [World((), ending.box)]
            for entry in ending.outcome:
                left = self.admitted(source, entry.chips)
                matter.update(dict.fromkeys(self._deciding(entry.chips, _same)))
                if any(owed.outcome for owed in left):
                    clauses[entry.clause] = None
                receipts = _lengthened(self.options, receipts, entry, left)
            told += receipts
        shown = self._one_receipt_for_each(merged(self.options, told))
        asked = _Question(source, [*matter], [*clauses], Grounds.RECEIPT, kinds=kinds)
        return self._told(replace(asked, unknown=self._unknown(asked)), shown)

    def _one_receipt_for_each(self, told: Sequence[World[Receipt]]) -> list[World[str]]:
        """The receipts as text; of several that come to the same payments, the first."""
        receipts: dict[str, str] = {}
        worlds: list[World[str]] = []
        for world in told:
            text = _receipt_text(world.outcome)
            shown = receipts.setdefault(_payments_in(text), text)
            worlds.append(World(shown, world.box))
        return merged(self.options, worlds)

    def _told(
        self,
        asked: _Question,
        told: Sequence[World[str]],
        vanished: tuple[Unplayed, ...] = (),
    ) -> PartVerdict:
        found: dict[str, list[Box]] = {}
        for world in told:
            found.setdefault(world.outcome, []).append(world.box)
        fixed = _fixed(self.law, asked)
        unplayed = (*_unplayed(self.law, asked.source, asked.matter), *vanished, *fixed.others)
        if not fixed.default_admitted:
            found = {}
        undecided = self._undecided(told) if len(found) > 1 else ()
        status, because = _status(
            self.law, asked, self._weighed(asked.source, told, undecided), fixed, bool(unplayed)
        )
        return PartVerdict(
            status=status,
            outcomes=tuple((text, json.loads(text), tuple(boxes)) for text, boxes in found.items()),
            because=because,
            citations=_citations(self.law, asked.source, because),
            open_options=tuple(undecided),
            unplayed=unplayed,
        )

    def _undecided(self, told: Sequence[World[str]]) -> tuple[str, ...]:
        """The options that tell several outcomes apart; all that differ where no one alone does."""
        single = self._deciding(told, _same)
        if single:
            return tuple(single)
        named = {name for world in told for name in world.box} - self.given.keys()
        return tuple(sorted(named))

    def _weighed(
        self, source: str, told: Sequence[World[str]], undecided: Sequence[str]
    ) -> tuple[str, ...]:
        """Of the options that leave several outcomes, those that stand for the source's verdict.

        They are those of which it has lost the sentence; or those on which it is silent, where
        several outcomes are left however its sentences are read; or else all of them.
        """
        stands = {option: self.law.questions[option].sources[source] for option in undecided}
        lost = tuple(option for option, stand in stands.items() if stand.lost)
        if lost:
            return lost
        silent = tuple(option for option, stand in stands.items() if not stand.speaks)
        spoken = [option for option, stand in stands.items() if stand.speaks]
        if not silent or not spoken:
            return tuple(undecided)
        ways = self._ways(told, spoken)
        return silent if all(self._open_still(told, way) for way in ways) else tuple(undecided)

    def _ways(self, told: Sequence[World[str]], options: Sequence[str]) -> list[Box]:
        """Every choice of single readings of these options that some world leaves."""
        ways: list[Box] = [EVERY_READING]
        for option in options:
            readings = frozenset[Reading]().union(
                *(self.options.left(world.box, option) for world in told)
            )
            ways = [
                narrowed
                for way in ways
                for reading in sorted(readings, key=repr)
                if (narrowed := self.options.narrowed(way, option, reading)) is not None
            ]
        return [way for way in ways if any(self._goes(world, way) for world in told)]

    def _open_still(self, told: Sequence[World[str]], way: Box) -> bool:
        """Whether several outcomes are left when these readings are chosen."""
        return len({world.outcome for world in told if self._goes(world, way)}) > 1

    def _goes(self, world: World[str], way: Box) -> bool:
        return within(self.options, world.box, way) is not None


@final
@dataclass(frozen=True, slots=True)
class _Question:
    """What one source is asked about one part: the options that matter, and the clauses."""

    source: str
    matter: Sequence[str]
    clauses: Sequence[str]
    grounds: Grounds
    beyond: Sequence[str] = ()
    """Options on which the source is silent, and that govern the clauses."""
    kinds: Sequence[str] = ()
    """What was accepted, or is shown."""
    tried: Sequence[str] = ()
    """What was refused."""
    unknown: Sequence[str] = ()
    """Options of which the source has no word on these kinds."""


@final
@dataclass(frozen=True, slots=True)
class Fixed:
    """Questions of one played reading on which a refusal rests, and of which a source says more."""

    questions: tuple[str, ...] = ()
    others: tuple[Unplayed, ...] = ()
    default_admitted: bool = True


def _fixed(law: VerdictLaw, asked: _Question) -> Fixed:
    """The fixed questions on which these clauses hang, where the source admits other readings.

    Where a clause that hangs on none has a source too, that one decides.
    """
    source = asked.source
    if asked.grounds is not Grounds.CLAUSES and not asked.kinds:
        return Fixed()
    open_still = [
        question
        for question in law.questions.values()
        if question.fixed and question.sources[source].sentences.keys() - {question.default}
    ]
    turning = {
        name: [
            question
            for question in open_still
            if name in question.turns_on
            or (name in question.clauses and any(of in question.turns_on for of in asked.tried))
        ]
        for name in (*(asked.clauses if asked.grounds is Grounds.CLAUSES else ()), *asked.kinds)
    }
    if not asked.kinds and any(
        not turning[clause] and _support_of(law, clause, source).status is Certainty.SETTLED
        for clause in asked.clauses
    ):
        return Fixed()
    questions = {question.id: question for found in turning.values() for question in found}
    others = tuple(
        Unplayed(question.id, str(name), question.unplayable.get(str(name), ""))
        for question in questions.values()
        for name in question.sources[source].sentences
        if name != question.default
    )
    admitted = all(
        question.default in question.sources[source].sentences for question in questions.values()
    )
    return Fixed(tuple(questions), others, admitted)


def _lifted(law: VerdictLaw, game: GameWire, given: Mapping[str, Reading]) -> VerdictLaw:
    """The law without what sources say of options that the given readings need to be otherwise."""
    needed = {need.needed for need in game.needs() if given.get(need.option) == need.reading}
    questions = {
        option: replace(question, sources={source: Stand({}) for source in question.sources})
        if option in needed
        else question
        for option, question in law.questions.items()
    }
    return replace(law, questions=questions)


def entries_of(options: Options, world: World[Standing]) -> list[Entry]:
    """Every payment rule for every loser, in one way in which the hand can end."""
    return [
        Entry(debt.clause, debt.payer, debt.payee, follow(options, [World(debt, world.box)], _owed))
        for debt in world.outcome.match.debts()
    ]


def _owed(rules: object, debt: Debt) -> int:
    return debt.chips(rules)


def _same(outcome: Outcome) -> Outcome:
    return outcome


def _lengthened(
    options: Options, receipts: Sequence[World[Receipt]], entry: Entry, owed: Sequence[World[int]]
) -> list[World[Receipt]]:
    """The receipts with one more line, for readings that go together."""
    longer: list[World[Receipt]] = []
    for receipt in receipts:
        for world in owed:
            box = within(options, receipt.box, world.box)
            if box is not None:
                line = (entry.clause, entry.payer, entry.payee, world.outcome)
                lines = (*receipt.outcome, line) if world.outcome else receipt.outcome
                longer.append(World(lines, box))
    return merged(options, longer)


def _receipt_text(receipt: Receipt) -> str:
    seats = 1 + max((seat for line in receipt for seat in line[1:3]), default=-1)
    payments = [0] * seats
    for _, payer, payee, chips in receipt:
        payments[payer] -= chips
        payments[payee] += chips
    lines: list[JSON] = [
        {"clause": clause, "from": payer, "to": payee, "chips": chips}
        for clause, payer, payee, chips in receipt
    ]
    return as_text({"payments": [*payments], "receipt": lines})


def _payments_in(text: str) -> str:
    return as_text(json.loads(text)["payments"])


def _unplayed(law: VerdictLaw, source: str, matter: Sequence[str]) -> tuple[Unplayed, ...]:
    """The readings of the deciding questions that the source admits and that are not played."""
    return tuple(
        Unplayed(question.id, name, question.unplayable[name])
        for option in matter
        if (question := law.questions.get(option)) is not None
        for name in map(str, question.sources[source].sentences)
        if name in question.unplayable
    )


def _status(
    law: VerdictLaw, asked: _Question, undecided: Sequence[str], fixed: Fixed, unplayed: bool
) -> tuple[Certainty, tuple[str, ...]]:
    """How far the source decides a part, and the questions or clauses for that.

    Of the clauses that refuse a step one with a source is enough; each line of a receipt needs one.
    """
    source = asked.source
    deciding_questions = [law.questions[option] for option in asked.matter]
    questions = tuple(question.id for question in deciding_questions)
    governed = {clause for question in deciding_questions for clause in question.clauses}
    bare = [clause for clause in asked.clauses if clause not in governed]
    supports = {clause: _support_of(law, clause, source).status for clause in bare}
    missing = _missing(supports)
    if missing is not None and asked.grounds is Grounds.RECEIPT:
        return missing
    unknown = _silence(law, asked.source, asked.unknown)
    if unknown is not None:
        return unknown
    beyond = _silence(law, asked.source, asked.beyond)
    if beyond is not None and asked.grounds is Grounds.MATCH:
        return beyond
    if undecided:
        stands = [law.questions[option].sources[source] for option in undecided]
        ids = tuple(law.questions[option].id for option in undecided)
        if any(stand.lost for stand in stands):
            return Certainty.LOST, ids
        return (Certainty.OPEN if any(stand.speaks for stand in stands) else Certainty.SILENT), ids
    if unplayed:
        told = (*questions, *fixed.questions)
        return (Certainty.OPEN if fixed.default_admitted else Certainty.SETTLED), told
    decided = any(question.sources[source].speaks for question in deciding_questions)
    if beyond is not None and not decided:
        return beyond
    sure = (decided and not bare) or Certainty.SETTLED in supports.values()
    if asked.grounds is Grounds.CLAUSES and sure:
        kept = [clause for clause, of in supports.items() if of is Certainty.SETTLED]
        return Certainty.SETTLED, (*questions, *kept)
    return missing or (Certainty.SETTLED, (*questions, *bare))


def _silence(
    law: VerdictLaw, source: str, options: Sequence[str]
) -> tuple[Certainty, tuple[str, ...]] | None:
    """Silent or lost, where these options have no sentence; None where there are none."""
    if not options:
        return None
    stands = [law.questions[option].sources[source] for option in options]
    status = Certainty.LOST if any(stand.lost for stand in stands) else Certainty.SILENT
    return status, tuple(law.questions[option].id for option in options)


def _missing(supports: Mapping[str, Certainty]) -> tuple[Certainty, tuple[str, ...]] | None:
    """How the source stands to the clauses that it does not have, the lost ones first."""
    for worst in (Certainty.LOST, Certainty.SILENT):
        missing = tuple(clause for clause, of in supports.items() if of is worst)
        if missing:
            return worst, missing
    return None


def _support_of(law: VerdictLaw, clause: str, source: str) -> Support:
    return law.clauses.get(clause, {}).get(source, Support(Certainty.SILENT))


def _grounds_in(
    law: VerdictLaw, grounds: Grounds, told: Sequence[Mapping[str, JSON]]
) -> tuple[str, ...]:
    """The clauses by which a step was refused or allowed, a hand decided, points scored."""
    found: dict[str, None] = {}
    for outcome in told:
        match grounds:
            case Grounds.QUESTIONS:
                pass
            case Grounds.CLAUSES:
                named = [*as_list(outcome.get("clauses")), *as_list(outcome.get("grounds"))]
                refused = [*map(str, as_list(outcome.get("refused")))]
                for ground in map(str, named):
                    found.update(dict.fromkeys(_barring(law, ground, refused)))
                for kind in as_list(outcome.get("kinds")):
                    found.update(dict.fromkeys(law.granting.get(str(kind), ())))
            case Grounds.MATCH:
                for clause in as_list(outcome.get("match_grounds")):
                    found[str(clause)] = None
            case Grounds.RECEIPT:
                lines = [as_record(line) for line in as_list(outcome.get("receipt"))]
                found.update((str(line["clause"]), None) for line in lines if line.get("points"))
            case _:
                assert_never(grounds)
    return tuple(found)


def _barring(law: VerdictLaw, clause: str, refused: Sequence[str]) -> tuple[str, ...]:
    """The clauses with a sentence on a kind of action that is out of turn, or the clause itself."""
    if not clause.endswith(TO_ACT):
        return (clause,)
    return tuple(named for kind in refused for named in law.barring.get(kind, ())) or (clause,)


def _citations(law: VerdictLaw, source: str, because: Sequence[str]) -> tuple[str, ...]:
    """The sentences of the source for these questions and clauses, as ``source AT``."""
    found: dict[str, None] = {}
    by_id = {question.id: question for question in law.questions.values()}
    for name in because:
        if name in by_id:
            for sentences in by_id[name].sources[source].sentences.values():
                found.update((f"{source} {at}", None) for at in sentences)
        else:
            sentences = _support_of(law, name, source).sentences
            found.update((f"{source} {at}", None) for at in sentences)
    return tuple(found)


def overall(parts: Mapping[str, PartVerdict]) -> tuple[Certainty, tuple[str, ...]]:
    """How far a source decides the whole, and the parts that say so.

    It is open if a part is open, else silent or lost if a part is, else settled.
    """
    counting = {name: part for name, part in parts.items() if name not in ASIDE}
    for worst in (Certainty.OPEN, Certainty.SILENT, Certainty.LOST):
        named = tuple(name for name, part in counting.items() if part.status is worst)
        if named:
            return worst, named
    return Certainty.SETTLED, tuple(counting)


def whole_outcomes(
    options: Options, parts: Mapping[str, PartVerdict]
) -> list[tuple[dict[str, JSON], list[Box]]]:
    """Every outcome of the parts together, and the readings for each.

    Payments and what belongs to them are left out where a source is silent on them.
    """
    told = (Certainty.SETTLED, Certainty.OPEN)
    main = ("decision", "legal")
    whole: list[World[str]] = [World("{}", {})]
    for name, part in parts.items():
        if name in ASIDE or (part.status not in told and name not in main):
            continue
        whole = merged(
            options,
            [
                World(as_text({**json.loads(world.outcome), **fields}), joint)
                for world in whole
                for _, fields, boxes in part.outcomes
                for box in boxes
                if (joint := within(options, world.box, box)) is not None
            ],
        )
    by_text: dict[str, list[Box]] = {}
    for world in whole:
        by_text.setdefault(world.outcome, []).append(world.box)
    return [(json.loads(text), boxes) for text, boxes in by_text.items()]
