"""The rules that documents and their cases must meet, point by point.

A finding may be a fault of a document or of the reference. Both are reported at the place in the
document, because the documents are the law.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Final, assert_never

from meldcheck.engine.referee import options as options_named
from meldcheck.games import MEASURES
from meldcheck.games.forms import FIELDS, FORMS, REFUSED
from meldcheck.games.measure import Measure, Working
from meldcheck.law import sources
from meldcheck.law.carried import carried
from meldcheck.law.clauses import Admits, Clause, ClauseKind, Law, Level, QuestionStatus
from meldcheck.law.document import read_law
from meldcheck.law.rulespace import RuleSpace
from meldcheck.law.sources import SourceText
from meldcheck.law.written import DealingExample, QuestionExample
from meldcheck.suite.agreement import Ending, disagreements
from meldcheck.suite.examples import read_cases
from meldcheck.words import compare
from meldcheck.words.case import JSON, Act, Ask, Case, Kind, Origin, Step, option_of
from meldcheck.words.errors import SpecError
from meldcheck.words.notation import DealLine, NotationError, hand, parse_line, pile
from meldcheck.words.notation import card as one_card
from meldcheck.words.readings import reading_value
from meldspec.wire import GameWire

MOST_WITHOUT_PLAY: Final = 60
"""Number of meld and deadwood cases that count, at most, among the cases stated by hand."""

NOT_CARRIED: Final = (ClauseKind.AIM, ClauseKind.TERM)
"""Kinds of clauses that require nothing of the play."""

REFUSING: Final = (ClauseKind.CONDITION, ClauseKind.VARIATION, ClauseKind.REJECTED)
"""Kinds of clauses that refuse under some reading; default readings refuse by conditions only."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding: one rule that is not met."""

    file: str
    line: int | None
    message: str

    @property
    def summary(self) -> str:
        """The finding in one line."""
        return str(SpecError(self.file, self.line, self.message))


@dataclass(frozen=True, slots=True)
class Review:
    """The material of all rules: a game's documents, their cases, sources, and the reference."""

    spec: Path
    law: Law
    cases: tuple[Case, ...]
    derived: tuple[Case, ...]
    sources: Mapping[str, SourceText]
    game: GameWire
    carried: frozenset[str]
    endings: dict[str, list[Ending]] = field(default_factory=dict)
    """By case id: the settled hands; filled when the reference plays the case."""

    @property
    def measure(self) -> Measure:
        """The measure of this game."""
        return MEASURES[self.law.game]


def lint(
    spec: Path, game: GameWire, derived: Iterable[Case] = (), carrying: Iterable[str] | None = None
) -> list[Fault]:
    """All findings, in the order of files and lines.

    SpecError only if nothing can be read at all.
    """
    found: list[Fault] = []
    rows: dict[str, SourceText] = {}
    try:
        rows = sources.load(spec / "sources")
    except SpecError as error:
        found.append(_torn(spec, error))
    locators = {name: frozenset(row.at for row in rows[name].sentence) for name in rows}
    law, problems = read_law(spec, game.name, locators if rows else None)
    cases, torn = read_cases(law)
    bench = Review(
        spec=spec,
        law=law,
        cases=tuple(cases),
        derived=tuple(case for case in derived if case.game == game.name),
        sources=rows,
        game=game,
        carried=carried(game.name) if carrying is None else frozenset(carrying),
    )
    found += [Fault(error.file, error.line, error.message) for error in (*problems, *torn)]
    for rule in RULES:
        found += rule(bench)
    return sorted(set(found), key=lambda one: (one.file, one.line or 0, one.message))


def _torn(spec: Path, error: SpecError) -> Fault:
    """A finding for a file that cannot be read, named from the folder that has the documents."""
    file = Path(error.file)
    name = file.relative_to(spec.parent) if file.is_relative_to(spec.parent) else file
    return Fault(name.as_posix(), error.line, error.message)


# ── the reference agrees ─────────────────────────────────────────────────────────────────────────


def agreement(bench: Review) -> Iterator[Fault]:
    """The reference plays every case with the stated result of each step and each answer."""
    for case in bench.cases:
        endings = bench.endings.setdefault(case.id, [])
        for message in disagreements(bench.game, case, endings):
            yield _at(bench.law, case, message)


def _at(law: Law, case: Case, message: str) -> Fault:
    """A finding at the example of a case. A row's case has the id of its example as a prefix."""
    example = law.examples.get(case.id) or law.examples.get(case.id.rpartition(".")[0])
    text = f"{case.id}: {message}"
    if example is None:
        return Fault(case.source.file if case.source else "", None, text)
    return Fault(example.fields.file, example.fields.line, text)


# ── every clause has its cases ───────────────────────────────────────────────────────────────────


def clauses_have_cases(bench: Review) -> Iterator[Fault]:
    """Conditions have a refused case with a control, payments a working, and most others a case."""
    for clause in bench.law.clauses.values():
        shown = [case for case in bench.cases if clause.id in case.clauses]
        match clause.kind:
            case ClauseKind.CONDITION:
                named = {clause.id, *clause.implied_by}
                refused = [case for case in shown if named & _refused_in(case)]
                if not refused:
                    yield _of(clause, "no case is refused by it")
                elif all(case.control is None for case in refused):
                    yield _of(clause, "no case with an accepted control")
            case ClauseKind.PAYMENT:
                if not any(case.working for case in shown):
                    yield _of(clause, "no case with its working")
            case ClauseKind.PERMISSION | ClauseKind.EFFECT | ClauseKind.DEFINITION:
                if not shown:
                    yield _of(clause, "no case shows it")
            case ClauseKind.AIM | ClauseKind.TERM | ClauseKind.VARIATION | ClauseKind.REJECTED:
                pass
            case _:
                assert_never(clause.kind)


def _of(clause: Clause, message: str) -> Fault:
    return Fault(clause.file, clause.line, f"{clause.id}: {message}")


def _refused_in(case: Case) -> frozenset[str]:
    """The clauses that refuse in a case by the default rules, not by a reading of its question."""
    return _refusals(case.steps)


def _refusals(steps: Iterable[Step]) -> frozenset[str]:
    acts = (step for step in steps if isinstance(step, Act))
    return frozenset(clause for step in acts for clause in step.refused)


def refusals_are_conditions(bench: Review) -> Iterator[Fault]:
    """A clause that refuses a step is a condition, and the example lists it or what implies it.

    Where a question decides, a reading may also refuse by a variation or a rejected clause; and
    clauses of any kind may exclude the facts of a question.
    """
    for case in bench.cases:
        for reading, tail in case.outcomes.items():
            for name in sorted(_refusals(tail)):
                kind = bench.law.clauses[name].kind
                if kind not in REFUSING:
                    message = f"{reading}: refused by {name}, which is of kind {kind}"
                    yield _at(bench.law, case, message)
        listed = set(case.clauses)
        by_steps = _refused_in(case)
        for name in sorted({*by_steps, *case.refused}):
            clause = bench.law.clauses[name]
            if name in by_steps and clause.kind is not ClauseKind.CONDITION:
                yield _at(
                    bench.law,
                    case,
                    f"refused by {name}, which is not a condition but of kind {clause.kind}",
                )
            elif name not in listed and not any(
                name in bench.law.clauses[other].implied_by
                for other in listed & bench.law.clauses.keys()
            ):
                yield _at(
                    bench.law, case, f"refused by {name}, which it does not list among its clauses"
                )


def controls_are_alike(bench: Review) -> Iterator[Fault]:
    """A control that is a separate play ends with the kind of action that was refused."""
    for case in bench.cases:
        example = bench.law.examples.get(case.id)
        control = getattr(example.fields, "control", None) if example else None
        if case.control is None or control is None or isinstance(control, str):
            continue
        last = [step for step in case.control.steps if isinstance(step, Act)][-1]
        kinds = {step.do["type"] for step in case.steps if isinstance(step, Act) and step.refused}
        if last.do["type"] not in kinds:
            wanted = " or ".join(sorted(kinds))
            yield _at(
                bench.law, case, f"the control ends with {last.do['type']}, not with {wanted}"
            )


def carried_clauses(bench: Review) -> Iterator[Fault]:
    """A clause that the play carries is in a document, and is of a kind that requires something."""
    for name in sorted(bench.carried):
        clause = bench.law.clauses.get(name)
        if clause is None:
            file = f"{bench.spec.name}/{bench.law.game}/{name.split('.')[1]}.md"
            yield Fault(file, None, f"{name}: the reference carries it, but no document has it")
        elif clause.kind in NOT_CARRIED:
            yield _of(clause, f"the reference carries it, but it is of kind {clause.kind}")
    for clause in bench.law.clauses.values():
        alone = clause.kind is ClauseKind.CONDITION and not clause.implied_by
        if alone and clause.id not in bench.carried:
            yield _of(clause, "a condition that the reference does not carry")


def derived_reach(bench: Review) -> Iterator[Fault]:
    """Every carried condition refuses a derived play, and derived hands end in every way."""
    folder = "conformance/found"
    refused = {clause for case in bench.derived for clause in _refused_in(case)}
    for name in sorted(bench.carried):
        clause = bench.law.clauses.get(name)
        if clause is None or clause.kind is not ClauseKind.CONDITION or clause.implied_by:
            continue
        if name not in refused:
            yield Fault(folder, None, f"{name}: no derived case is refused by it")
    ends = {
        step.answer["end"]
        for case in bench.derived
        for step in case.steps
        if isinstance(step, Ask) and step.what == "result" and step.answer is not None
    }
    for end in bench.measure.ends:
        if end not in ends:
            yield Fault(folder, None, f"no derived hand ends by {end}")


# ── working ──────────────────────────────────────────────────────────────────────────────────────

_WORKING: Final = re.compile(
    r"^(?:(?P<reading>[a-z0-9_]+): )?(?:hand (?P<hand>[a-z0-9-]+), )?(?:seat (?P<seat>\d+) )?"
    r"(?P<what>[a-z]+): (?P<terms>[^=;]+?) = (?P<sum>-?\d+)"
    r"(?:; melds (?P<melds>[^;]+)|; doubled (?P<doubled>\d+))?$"
)


@dataclass(frozen=True, slots=True)
class WorkingLine:
    """A line of working: the seat (None if there is only one hand), its terms and their sum.

    If several hands are dealt, ``hand`` may name the deal of one. If a question decides,
    ``reading`` names the reading under which the line holds; None means all.
    """

    text: str
    reading: str | None
    hand: str | None
    seat: int | None
    what: str
    terms: tuple[tuple[str, int], ...]
    """Pairs of a card or label and its number.

    The label is empty for a bare number; some points are negative.
    """
    total: int
    melds: tuple[str, ...]
    doubled: int | None = None
    """The doubled sum, if it counts twice."""

    @property
    def gain(self) -> int:
        """The gain of the line: the sum, or the doubled sum."""
        return self.total if self.doubled is None else self.doubled


def workings(bench: Review) -> Iterator[Fault]:
    """Working lines add up, belong to a stated result, and explain every stated result."""
    for case in bench.cases:
        lines: list[WorkingLine] = []
        for text in case.working:
            try:
                lines.append(_read_working(bench.measure.working, text))
            except NotationError as error:
                yield _at(bench.law, case, f"working '{text}': {error}")
        if len(lines) < len(case.working):
            continue
        endings = _endings(bench, case)
        for line in lines:
            if line.reading is not None and line.reading not in case.outcomes:
                message = f"working '{line.text}': no reading {line.reading} is played"
                yield _at(bench.law, case, message)
                continue
            for message in _wrong(bench, case, line, _meant(bench, case, line, endings)):
                yield _at(bench.law, case, f"working '{line.text}': {message}")
        for reading in case.outcomes or (None,):
            told = [line for line in lines if line.reading in (None, reading)]
            came = [ending for ending in endings if ending.reading == reading]
            for message in _unexplained(bench.measure.working, told, came):
                where = "" if reading is None else f"{reading}: "
                yield _at(bench.law, case, where + message)


def _read_working(words: Working, text: str) -> WorkingLine:
    found = _WORKING.match(text.strip())
    if found is None or found["what"] not in (words.hand, words.gain):
        raise NotationError(f"{words.form} expected")
    seat = None if found["seat"] is None else int(found["seat"])
    gains = found["what"] == words.gain
    if (found["melds"] or seat is None) and gains:
        raise NotationError("a payment names a seat and no melds")
    if found["doubled"] and not (gains and words.labels is None):
        raise NotationError("nothing can be doubled here")
    numbers = gains and words.labels is None
    terms: list[tuple[str, int]] = []
    for term in () if found["terms"] == "none" else found["terms"].split(" + "):
        label, _, number = term.strip().rpartition(" ")
        unknown = label and numbers and (words.hand is not None or not _is_card(label))
        if (
            not number.removeprefix("-" if numbers else "").isdigit()
            or unknown
            or not (label or numbers)
        ):
            known = "14" if numbers else "KD 10" if not gains else "win 1"
            raise NotationError(f"{term!r} is not a term such as {known!r}")
        terms.append((label, int(number)))
    named = found["melds"] if found["melds"] not in (None, "none") else ""
    melds = tuple(part.strip() for part in named.split(",") if part.strip())
    return WorkingLine(
        text=text,
        reading=found["reading"],
        hand=found["hand"],
        seat=seat,
        what=found["what"],
        terms=tuple(terms),
        total=int(found["sum"]),
        melds=melds,
        doubled=None if found["doubled"] is None else int(found["doubled"]),
    )


def _is_card(word: str) -> bool:
    try:
        one_card(word)
    except NotationError:
        return False
    return True


def _endings(bench: Review, case: Case) -> list[Ending]:
    question = case.question or {}
    if case.refused:
        return []
    match case.kind:
        case Kind.SETTLE:
            return [Ending(case.answer, {}, question.get("hands", ()), question)]
        case Kind.DEADWOOD:
            return [Ending({"deadwood": [case.answer]}, {}, [question["hand"]], question)]
        case _:
            return bench.endings.get(case.id, [])


def _dealt(bench: Review, case: Case, reading: str | None) -> list[str]:
    """The names of the hands that a play deals, in order; "" for the deal that it begins with."""
    example = bench.law.examples.get(case.id)
    fields = None if example is None else example.fields
    if not isinstance(fields, DealingExample):
        return []
    tail = fields.readings.get(reading or "") if isinstance(fields, QuestionExample) else None
    played = [*fields.play.splitlines(), *(tail.splitlines() if isinstance(tail, str) else ())]
    names = [""] if fields.deal is not None else []
    for line in map(parse_line, played):
        if isinstance(line, DealLine) and not line.refused:
            names.append(line.name)
    return names


def _meant(bench: Review, case: Case, line: WorkingLine, endings: Sequence[Ending]) -> list[Ending]:
    """The endings of the reading and the hand that a line names; all if it names none."""
    meant: list[Ending] = []
    for reading in case.outcomes or (None,):
        if line.reading not in (None, reading):
            continue
        came = [ending for ending in endings if ending.reading == reading]
        names = _dealt(bench, case, reading)
        if line.hand is not None:
            # The last hand dealt may not have ended.
            pairs = zip(names, came, strict=False)
            came = [ending for name, ending in pairs if name == line.hand]
        meant += came
    return meant


def _wrong(
    bench: Review, case: Case, line: WorkingLine, endings: Sequence[Ending]
) -> Iterator[str]:
    total = sum(points for _, points in line.terms)
    if total != line.total:
        yield f"the terms make {total}"
    words = bench.measure.working
    if line.what == words.gain:
        if line.doubled is not None and line.doubled != 2 * total:
            yield f"twice {total} is {2 * total}"
        yield from _wrong_gain(words, line, endings)
        return
    try:
        yield from _wrong_deadwood(bench, _rules_of(case, line), line, endings)
    except NotationError as error:
        yield str(error)


def _rules_of(case: Case, line: WorkingLine) -> JSON:
    """The rules under which a line holds."""
    if case.asks is None or line.reading is None:
        return options_named(case.rules)
    asked = {option_of(case.asks): reading_value(line.reading)}
    return options_named({**case.rules, **asked})


def _wrong_gain(words: Working, line: WorkingLine, endings: Sequence[Ending]) -> Iterator[str]:
    if words.labels is None:
        scored = [ending for ending in endings if _gained(words, ending, line)]
        if not scored:
            yield "nobody scores that"
        elif words.receipts:
            if not any(_from_receipt(ending, line) for ending in scored):
                yield "the terms are not those of the receipt"
        elif not any(_from_hands(ending, line) for ending in scored):
            yield "the terms are not the points of the other hands"
        return
    for label, chips in line.terms:
        if label not in words.labels:
            yield f"{label!r} is not a known payment"
        if label == "ace" and chips != 1:
            yield f"'ace {chips}' is not one ace"
    paid = [ending for ending in endings if _gained(words, ending, line)]
    if not paid:
        yield "nobody pays that"
    else:
        yield from _wrong_labels(words.labels, line, paid)


def _gained(words: Working, ending: Ending, line: WorkingLine) -> bool:
    """Whether the seat of a line pays or scores the gain of the line."""
    gains = ending.stated.get(words.field, ending.came.get(words.field)) or []
    gain = line.gain if words.labels is None else -line.gain
    return line.seat is not None and gains[line.seat : line.seat + 1] == [gain]


def _from_hands(ending: Ending, line: WorkingLine) -> bool:
    """Whether the terms of a line are the points of the other hands, without zeros."""
    deadwood = ending.stated.get("deadwood", ending.came.get("deadwood"))
    if deadwood is None:
        return True
    others = [points for seat, points in enumerate(deadwood) if seat != line.seat and points]
    return sorted(others) == sorted(number for _, number in line.terms if number)


def _from_receipt(ending: Ending, line: WorkingLine) -> bool:
    """Whether the terms of a line are the points in the seat's receipt, without zeros."""
    receipt = ending.came.get("receipt")
    if receipt is None:
        return True
    scored = [entry["points"] for entry in receipt if entry["to"] == line.seat and entry["points"]]
    return sorted(scored) == sorted(number for _, number in line.terms if number)


def _wrong_labels(
    labels: Mapping[str, str], line: WorkingLine, endings: Sequence[Ending]
) -> Iterator[str]:
    """The error if no receipt of the reference has the labels of the line."""
    said = _by_clause((labels.get(label, label), chips) for label, chips in line.terms)
    receipts: list[dict[str, int]] = []
    for ending in endings:
        receipt = ending.came.get("receipt")
        if receipt is None:
            return
        mine = (entry for entry in receipt if entry["from"] == line.seat)
        receipts.append(_by_clause((entry["clause"], entry["chips"]) for entry in mine))
    if said not in receipts:
        names = {clause: label for label, clause in labels.items()}
        owed = (f"{names.get(clause, clause)} {chips}" for clause, chips in receipts[0].items())
        yield f"the reference's receipt says {' + '.join(owed) or 'nothing'}"


def _by_clause(terms: Iterable[tuple[str, int]]) -> dict[str, int]:
    made: dict[str, int] = {}
    for clause, chips in terms:
        made[clause] = made.get(clause, 0) + chips
    return made


def _wrong_deadwood(
    bench: Review, rules: JSON, line: WorkingLine, endings: Sequence[Ending]
) -> Iterator[str]:
    held = [card for card, _ in line.terms]
    for meld in line.melds:
        held += pile(meld)
    of = [ending for ending in endings if _left(ending, line) == hand(held)]
    if not of:
        yield "terms and melds together are not the hand that is left"
    elif not any(_stated(ending, line) for ending in of):
        yield "the example states another deadwood"
    if not endings:
        return
    beside = bench.measure.beside((of or endings)[0].told)
    for card, points in line.terms:
        worth = bench.game.ask("deadwood", rules, {"hand": list(hand(card)), **beside})
        if worth != points:
            yield f"{card} counts {worth}"
    for meld in line.melds:
        if bench.game.ask("meld", rules, {"cards": list(pile(meld)), **beside}) is None:
            yield f"{meld} is not a meld"


def _left(ending: Ending, line: WorkingLine) -> list[str] | None:
    seat = line.seat or 0
    return hand(list(ending.hands[seat])) if seat < len(ending.hands) else None


def _stated(ending: Ending, line: WorkingLine) -> bool:
    stated = ending.stated.get("deadwood")
    return stated is None or stated[line.seat or 0] == line.total


def _unexplained(
    words: Working, lines: Sequence[WorkingLine], endings: Sequence[Ending]
) -> Iterator[str]:
    for ending in endings:
        gains = ending.stated.get(words.field) or []
        if words.labels is not None and sum(gains):
            yield f"the {words.field} {gains} do not add up to 0"
        for seat, gain in enumerate(gains):
            said = [
                line
                for line in lines
                if line.what == (words.gain or words.hand) and line.seat == seat
            ]
            worth_telling = gain < 0 if words.labels is not None else gain != 0
            if worth_telling and not any(_gained(words, ending, line) for line in said):
                gained = f"that seat {seat} {words.gain}" if words.gain else f"of seat {seat}"
                shown = gain if words.labels is None else abs(gain)
                yield f"no working for the {shown} {gained}"
        for seat, points in enumerate(ending.stated.get("deadwood") or []):
            worked = [
                line
                for line in lines
                if line.what == words.hand and (line.seat or 0) == seat and line.total == points
            ]
            if ending.hands[seat] and not worked:
                yield f"no working for the deadwood {points} of seat {seat}"


def order_in_a_turn(bench: Review) -> Iterator[Fault]:
    """No case judges an engine on laying a meld after laying off in the same turn.

    This order changes no outcome, so the documents leave it to the engine, unless the case chooses
    or asks about the option for it.
    """
    lays, order = bench.measure.lays, bench.measure.order
    for case in (*bench.cases, *bench.derived):
        if case.rules.keys() & order or (case.asks and option_of(case.asks) in order):
            continue
        tails = case.outcomes.values()
        plays = (*([*case.steps, *tail] for tail in tails), case.steps)
        control = case.control.steps if case.control else ()
        if any(late for steps in (*plays, control) for late in _lays_late(lays, steps)):
            message = f"{lays}s after laying off in the same turn, or lists that as legal"
            yield _at(bench.law, case, message)


def _lays_late(lays: str | None, steps: Iterable[Step]) -> Iterator[bool]:
    laid_off = False
    for step in steps:
        if isinstance(step, Ask):
            listed = step.answer if step.what == "legal" else []
            yield laid_off and any(do["type"] == lays for do in listed)
            continue
        kind = step.do["type"]
        yield laid_off and kind == lays
        if not step.refused and kind in ("lay_off", "discard", "deal"):
            laid_off = kind == "lay_off"


# ── words, sources, ids, numbers ─────────────────────────────────────────────────────────────────

_NO_FACT: Final = re.compile(r"\bshould\b|\btests? that\b|^tests?\b|^(check|verify)\b", re.I)


def titles(bench: Review) -> Iterator[Fault]:
    """A title states a fact, and no two examples have the same title."""
    seen: dict[str, str] = {}
    for example in bench.law.examples.values():
        fields = example.fields
        if _NO_FACT.search(fields.title):
            message = f"{fields.id}: the title '{fields.title}' states no fact"
            yield Fault(fields.file, fields.line, message)
        if fields.title in seen:
            message = f"{fields.id}: the title is also that of {seen[fields.title]}"
            yield Fault(fields.file, fields.line, message)
        seen[fields.title] = fields.id


def citations(bench: Review) -> Iterator[Fault]:
    """Clauses and sentences name each other, and every rule has an entry for every source."""
    law = bench.law
    for name, source in bench.sources.items():
        if law.game not in source.chapters:
            continue
        file = f"{bench.spec.name}/sources/{name}.toml"
        lines = _row_lines(bench.spec / "sources" / f"{name}.toml")
        listed = {(row.at, clause) for row in source.sentence for clause in row.clauses}
        for row in source.sentence:
            for clause_id in row.clauses:
                if not clause_id.startswith(f"{law.game}."):
                    continue
                clause = law.clauses.get(clause_id)
                if clause is None:
                    message = f"{row.at}: unknown clause {clause_id!r}"
                    yield Fault(file, lines.get(row.at), message)
                elif name not in clause.sources or row.at not in clause.sources[name].locators():
                    message = f"{row.at}: {clause_id} does not cite this sentence"
                    yield Fault(file, lines.get(row.at), message)
        for clause in law.clauses.values():
            stance = clause.sources.get(name)
            if stance is None:
                if clause.level is Level.RULE:
                    yield _of(clause, f"has no entry for the source {name}")
                continue
            for at in stance.locators():
                if (at, clause.id) not in listed:
                    yield _of(clause, f"cites {name} {at}, whose row does not list it")


def _row_lines(path: Path) -> dict[str, int]:
    found: dict[str, int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        at = re.match(r'^at\s*=\s*"([^"]+)"', line)
        if at:
            found[at[1]] = number
    return found


def receipt(bench: Review) -> Iterator[Fault]:
    """The rows of the sources are those of the last verification."""
    folder = bench.spec / "sources"
    name = f"{bench.spec.name}/sources"
    try:
        known = sources.read_receipt(folder)
        problems = sources.check_receipt(folder)
    except SpecError as error:
        yield _torn(bench.spec, error)
        return
    for problem in problems:
        if problem.source not in known or problem.source not in bench.sources:
            yield Fault(f"{name}/{sources.RECEIPT}", None, problem.summary)
            continue
        lines = _row_lines(folder / f"{problem.source}.toml") if problem.at else {}
        line = lines.get(problem.at or "")
        yield Fault(f"{name}/{problem.source}.toml", line, problem.summary)


def levels(bench: Review) -> Iterator[Fault]:
    """A rule rests on a source; a convention rests on none."""
    for clause in bench.law.clauses.values():
        said = any(stance.says or stance.implies for stance in clause.sources.values())
        read = said or any(stance.one_reading for stance in clause.sources.values())
        if clause.level is Level.RULE and not read:
            yield _of(clause, "a rule that no source says or implies")
        if clause.level is Level.CONVENTION and said:
            yield _of(clause, "a convention that a source says or implies")


_DECIDING: Final = (
    ClauseKind.CONDITION,
    ClauseKind.PERMISSION,
    ClauseKind.EFFECT,
    ClauseKind.PAYMENT,
    ClauseKind.DEFINITION,
)
"""Kinds of clauses that hold by default; the others state one reading or decide nothing."""


def stances(bench: Review) -> Iterator[Fault]:
    """A clause and the questions that govern it agree on what a source says.

    If a source admits two readings of the question, its sentence states the clause in one reading
    only, or it states a part that all these readings share. The clause must then name that part.
    """
    questions = {question.name: question for question in bench.law.questions.values()}
    for clause in bench.law.clauses.values():
        if clause.kind not in _DECIDING:
            continue
        for name in clause.questions:
            if name not in questions or name in clause.undisputed:
                continue
            for source, stance in clause.sources.items():
                admits = questions[name].sources.get(source, Admits())
                stated = {**admits.says, **admits.implies}
                if (stance.says or stance.implies) and len(stated) > 1:
                    how = "says" if stance.says else "implies"
                    readings = " and ".join(stated)
                    message = f"{source} {how} it, but admits {readings} of {name}"
                    yield _of(clause, message)


def kinds_of_actions(bench: Review) -> Iterator[Fault]:
    """The kinds that clauses grant or bar, and that questions turn on, exist in the game."""
    known = bench.measure.actions()
    for clause in bench.law.clauses.values():
        for verb, kinds in (("grants", clause.grants), ("bars", clause.bars)):
            for kind in kinds:
                if not _is_kind(kind, known):
                    yield _of(clause, f"{verb} {kind!r}, which is not an action of the game")
    for question in bench.law.questions.values():
        for kind in question.turns_on:
            named = kind.removeprefix(f"{REFUSED} ")
            if "." not in kind and not _is_kind(named, known | FIELDS):
                message = f"{question.id}: turns on {kind!r}, which the game does not have"
                yield Fault(question.file, question.line, message)


def _is_kind(kind: str, known: Collection[str]) -> bool:
    """Whether the action of a kind is known, and its form too if it has one."""
    return _action(kind) in known and (" " not in kind or kind in FORMS)


def _action(kind: str) -> str:
    """The action of a kind: its first word, as the protocol writes it."""
    return kind.split(" ", 1)[0].replace("-", "_")


def questions_are_put(bench: Review) -> Iterator[Fault]:
    """Every question has the sentence in which players would ask it."""
    for question in bench.law.questions.values():
        if not question.asks.strip().endswith("?"):
            message = f"{question.id}: 'asks' is missing or does not end in '?'"
            yield Fault(question.file, question.line, message)


def flags(bench: Review) -> Iterator[Fault]:
    """Every flag, a listed mistake, has a case that looks for it."""
    hunted = {flag for case in bench.cases for flag in case.flags}
    for name in bench.law.flags:
        if name not in hunted:
            file = f"{bench.spec.name}/{bench.law.game}/flags.toml"
            yield Fault(file, None, f"no case looks for the flag {name}")


def options(bench: Review) -> Iterator[Fault]:
    """The reference plays the readings and the default of every option that a question offers.

    Readings listed as unplayable do not count. The reference offers no option without a question.
    """
    played = {
        option: [str(reading) for reading in readings]
        for option, readings in RuleSpace.of(bench.game).readings.items()
    }
    asked = {question.option for question in bench.law.questions.values()}
    for option, readings in played.items():
        if option not in asked:
            file = f"{bench.spec.name}/{bench.law.game}/{option.split('.')[0].replace('_', '-')}.md"
            message = f"the reference plays {option} as {', '.join(readings)}, but no question asks"
            yield Fault(file, None, message)
    for question in bench.law.questions.values():
        readings = played.get(question.option, [])
        if question.status is not QuestionStatus.OPTION:
            if readings:
                message = f"{question.id}: status {question.status}, but the reference plays it"
                yield Fault(question.file, question.line, message)
            continue
        shown = f"{question.id}: the reference plays {question.option}"
        if set(readings) != set(question.played):
            message = f"{shown} as {', '.join(sorted(readings)) or 'nothing'}"
            yield Fault(question.file, question.line, message)
        elif question.default != readings[0]:
            message = f"{shown} as {readings[0]} by default, not as {question.default}"
            yield Fault(question.file, question.line, message)


def witnesses(bench: Review) -> Iterator[Fault]:
    """Every option has a witness, and examples about it tell any two of its readings apart.

    Readings that leave play undefined with an example's other rules are not expected of that
    example.
    """
    for question in bench.law.questions.values():
        if question.status is not QuestionStatus.OPTION:
            continue
        if question.witness is None:
            message = f"{question.id}: an option without a witness"
            yield Fault(question.file, question.line, message)
        about = [case for case in bench.cases if case.asks == question.id]
        possible: set[str] = set()
        for case in about:
            defined = [
                reading
                for reading in question.played
                if _is_defined(bench, case, question.option, reading)
            ]
            possible.update(defined)
            for reading in defined:
                if reading not in case.outcomes:
                    yield _at(bench.law, case, f"there is no outcome for the reading {reading}")
        shown = (reading for reading in question.played if reading in possible)
        for one, other in combinations(shown, 2):
            if not any(_tells_apart(case, one, other) for case in about):
                message = f"{question.id}: no example tells {one} and {other} apart"
                yield Fault(question.file, question.line, message)


def _is_defined(bench: Review, case: Case, option: str, reading: str) -> bool:
    """Whether play is defined under a reading with the other rules of a case."""
    rules = {**case.rules, option: reading_value(reading)}
    return not RuleSpace.of(bench.game).unmet(rules)


def _tells_apart(case: Case, one: str, other: str) -> bool:
    """Whether no engine can meet a case's results under both of two readings."""
    pairs = zip(case.outcomes.get(one, ()), case.outcomes.get(other, ()), strict=False)
    return any(_exclude(here, there) for here, there in pairs)


def _exclude(one: Step, other: Step) -> bool:
    """Whether no reply fits both steps; the clause of a refusal makes no difference."""
    if isinstance(one, Act) and isinstance(other, Act):
        return bool(one.refused) != bool(other.refused)
    if isinstance(one, Ask) and isinstance(other, Ask):
        return bool(compare.differences(one.what, *_in_common(one.answer, other.answer)))
    raise AssertionError("one reading has an action where another has a question")


def _in_common(one: JSON, other: JSON) -> tuple[JSON, JSON]:
    """Two answers, with the fields that both of them state."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return one, other
    both = one.keys() & other.keys()
    return {name: one[name] for name in both}, {name: other[name] for name in both}


def ids(bench: Review) -> Iterator[Fault]:
    """Every id is used once, and none is that of a withdrawn case."""
    gone = {case.id for case in bench.law.withdrawn}
    seen: set[str] = set()
    for case in (*bench.cases, *bench.derived):
        if case.id in gone:
            yield _at(bench.law, case, "the id is that of a withdrawn case")
        if case.id in seen:
            yield _at(bench.law, case, "another case has the same id")
        seen.add(case.id)


def numbers(bench: Review) -> Iterator[Fault]:
    """There are enough cases in all, and enough of them stated by hand."""
    folder = f"{bench.spec.name}/{bench.law.game}"
    everything = (*bench.cases, *bench.derived)
    least, least_by_hand = bench.measure.least_cases, bench.measure.least_by_hand
    if len(everything) < least:
        yield Fault(folder, None, f"{len(everything)} cases, at least {least} expected")
    by_hand = [case for case in everything if case.origin is Origin.DOCUMENT]
    plain = sum(case.kind in (Kind.MELD, Kind.DEADWOOD) for case in by_hand)
    counted = len(by_hand) - plain + min(plain, MOST_WITHOUT_PLAY)
    if counted < least_by_hand:
        message = (
            f"{counted} cases stated by hand, at least {least_by_hand} expected "
            f"(of the kinds meld and deadwood at most {MOST_WITHOUT_PLAY} count)"
        )
        yield Fault(folder, None, message)


RULES: Final[tuple[Callable[[Review], Iterable[Fault]], ...]] = (
    agreement,
    clauses_have_cases,
    refusals_are_conditions,
    controls_are_alike,
    carried_clauses,
    derived_reach,
    workings,
    order_in_a_turn,
    titles,
    citations,
    receipt,
    levels,
    stances,
    kinds_of_actions,
    questions_are_put,
    flags,
    options,
    witnesses,
    ids,
    numbers,
)
"""Every rule; ``workings`` comes after ``agreement``, which plays the cases."""
