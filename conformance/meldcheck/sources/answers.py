"""The answer to a situation: the cards, what each source says, and the default."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from meldcheck.games.forms import with_seats_to_act
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources import settle
from meldcheck.sources.book import Book
from meldcheck.sources.parts import ASIDE
from meldcheck.sources.scenario import PlayStep, Scenario, seats_asked
from meldcheck.sources.situation.excluded import EXCLUDED, without_excluding
from meldcheck.sources.situation.position import PositionedGame, check_goes_on
from meldcheck.sources.situation.text import Situation
from meldcheck.sources.told.facts import asked_of_facts, stated_words
from meldcheck.sources.told.names import bare, listed, sentence
from meldcheck.sources.told.outcome import hand_before, outcome_words, view_words
from meldcheck.sources.told.table import dealer_of, deed, drawn, opening, table_lines, turn_sentence
from meldcheck.sources.told.verdict import Teller, topic_of
from meldcheck.sources.verdict import Weighed
from meldcheck.sources.worlds import TooOpenError
from meldcheck.suite.trace import Trace
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
from meldcheck.words.lines import counted
from meldcheck.words.notation import CHANCE
from meldcheck.words.values import as_record
from meldspec.play import Refusal
from meldspec.positions import POSITIONS
from meldspec.wire import Match, UnplayableError, WireError

MOST_LINES: Final = 40
MOST_STEPS: Final = 5
"""Number of refused steps that are named; of more, only the number is given."""


def answer(book: Book, situation: Situation) -> dict[str, JSON]:
    """What each source says about a situation, as the JSON value of ``meldspec settle``.

    SpecError for a situation that cannot be judged.
    """
    try:
        placed = at(book, situation)
        check_given(placed, situation)
        weighed = Weighed()
        told = _settled(placed, situation, situation.trace, weighed)
        if situation.left_out:
            told |= _hanging(placed, situation, told, weighed)
        if POSITIONS[book.game].in_a_hand(situation.given):
            asked = scenario(book, situation.trace)
            verdicts = without_excluding(book, situation.given, asked, told["verdicts"])
            told = {**told, "verdicts": verdicts}
    except (WireError, UnplayableError, TooOpenError, ValueError) as error:
        raise SpecError(situation.place, None, str(error)) from None
    return told


def at(book: Book, situation: Situation) -> Book:
    """The book, with a game that begins in the position of the situation."""
    if not situation.given:
        return book
    options = RuleSpace.of(book.wire).with_needs(book.readings(situation.trace.rules.options))
    agreed: JSON = {"options": dict(options)}
    return replace(book, wire=PositionedGame(book.wire, situation.given, agreed))


def check_given(book: Book, situation: Situation) -> None:
    """Check that a stated position can arise by the readings given; WireError if it cannot."""
    if situation.given and isinstance(book.wire, PositionedGame):
        asked = scenario(book, situation.trace)
        options = RuleSpace.of(book.wire).with_needs(asked.rules or {})
        setup = asked.players, asked.dealer, asked.hand_number
        check_goes_on(book.wire.game, situation.given, options, setup)


def _settled(book: Book, situation: Situation, trace: Trace, weighed: Weighed) -> dict[str, JSON]:
    rules = book.readings(trace.rules.options)
    places: JSON = book.words.places
    if situation.facts is not None:
        return settle.settle_facts(book.wire, book.law, situation.facts, rules, places)
    return settle.settle_scenario(book.wire, book.law, scenario(book, trace), places, weighed)


def scenario(book: Book, trace: Trace) -> Scenario:
    """The scenario of a trace, with full option names."""
    return Scenario(
        players=trace.players,
        dealer=trace.dealer,
        steps=tuple(PlayStep(step.by, step.do) for step in trace.steps),
        ask=trace.ask or "result",
        seat=trace.seat,
        rules=book.readings(trace.rules.options),
        hand_number=trace.hand_number,
    )


# ── cards that were left out ─────────────────────────────────────────────────────────────────────


def _hanging(book: Book, situation: Situation, told: JSON, weighed: Weighed) -> dict[str, JSON]:
    """The parts that change with other cards in the places left out, and the places that matter."""
    others = [_settled(book, situation, one, weighed) for one in situation.others]
    parts = _changed(told, others)
    found: dict[str, JSON] = {"left_out": list(situation.left_out)}
    if not parts:
        return found
    alone = [
        place
        for place, trace in situation.apart
        if _changed(told, [_settled(book, situation, trace, weighed)])
    ]
    return {**found, "hangs_on": {"parts": parts, "cards": alone or list(situation.left_out)}}


def _gist(told: JSON, sources: Collection[str]) -> dict[str, JSON]:
    """By part: the verdicts and outcomes that would change if the cards mattered."""
    viewed = isinstance(told["default"], list)
    found: dict[str, JSON] = {}
    for source in sources:
        for name, part in told["verdicts"][source]["parts"].items():
            if name not in ASIDE:
                outcomes = [] if viewed else [_core(one) for one in part["outcomes"]]
                found.setdefault(name, []).append((source, part["status"], outcomes))
    return found


def _as_played(first: JSON, other: JSON) -> list[str]:
    """The sources under which the play has the same accepted steps with other cards."""
    return [
        source
        for source, verdict in first["verdicts"].items()
        if verdict.get("refused_steps") == other["verdicts"][source].get("refused_steps")
    ]


def _core(outcome: Mapping[str, JSON]) -> str:
    left = {name: of for name, of in outcome.items() if name not in ("receipt", "under")}
    return str(sorted(left.items()))


def _changed(first: JSON, others: Sequence[JSON]) -> list[str]:
    """The parts of the answer that change with other cards, if the play stays the same."""
    changed: dict[str, None] = {}
    for other in others:
        sources = _as_played(first, other)
        one, two = _gist(first, sources), _gist(other, sources)
        for name in dict.fromkeys((*one, *two)):
            if _sorted(one.get(name)) != _sorted(two.get(name)):
                changed[name] = None
    return [*changed]


def _sorted(of: JSON) -> JSON:
    return [(source, status, sorted(outcomes)) for source, status, outcomes in of or ()]


# ── text ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Played:
    """The state of a play by the default rules and the readings given, and its steps."""

    match: Match | None
    steps: tuple[tuple[JSON, Mapping[str, JSON]], ...]
    refused: Mapping[int, tuple[str, ...]]
    """By step, from 1 on: the clauses that refuse it."""
    before: tuple[str, ...] = ()
    """The end of each hand before the last deal, in words."""


def lines(book: Book, situation: Situation, told: JSON) -> Iterator[str]:
    """The answer to a situation as text, at most ``MOST_LINES`` lines."""
    book = at(book, situation)
    first = [*_asked_lines(book, situation), ""]
    last = [*_default_refusals(book, situation, told), *_default(book, told), *_hanging_line(told)]
    said = [
        *_refused_lines(book, situation, told),
        *Teller(book.game, book.words).lines(told["verdicts"], _seats(book, situation)),
    ]
    room = MOST_LINES - len(first) - len(last)
    if len(said) > room:
        left = len(said) - room + 1
        said = [*said[: room - 1], f"{left} more lines are in the answer with --format json."]
    yield from (*first, *said, *last)


def _seats(book: Book, situation: Situation) -> tuple[int, ...]:
    """The seats whose views are asked for; empty for another question."""
    asked = scenario(book, situation.trace)
    return seats_asked(asked) if asked.ask == "view" else ()


def _asked_lines(book: Book, situation: Situation) -> Iterator[str]:
    if situation.facts is not None:
        yield from asked_of_facts(situation.facts.what, situation.facts.question)
        yield from _agreed(book, situation.trace)
        return
    trace = situation.trace
    asked_last = trace.ask == "legal-last"
    played = play(book, scenario(book, trace), len(trace.steps) - asked_last)
    dealer = dealer_of(played.match) if played.match is not None and played.before else None
    first = trace.dealer if dealer is None else dealer
    yield opening(book.game, trace.players, first, trace.hand_number, played.before)
    yield from _agreed(book, trace)
    yield from _stated(book, situation)
    if played.match is not None:
        yield from table_lines(played.match, trace.players)
    just = turn_sentence([(by, _without_table(do)) for by, do in played.steps])
    if just and just != "The cards are dealt.":
        yield just
    if asked_last and trace.steps:
        step = trace.steps[-1]
        who = "Chance" if step.by == CHANCE else f"Seat {step.by}"
        yield f"{who} is to {deed(step.do)}. May it?"


def _agreed(book: Book, trace: Trace) -> Iterator[str]:
    """The readings on which the table agrees."""
    rules = book.readings(trace.rules.options)
    texts = [
        bare(book.words.reading(book.words.option(option), reading))
        for option, reading in rules.items()
    ]
    if texts:
        yield f"Agreed: {'; '.join(texts)}."


def _stated(book: Book, situation: Situation) -> Iterator[str]:
    """The facts stated about the match before the hand."""
    fields = POSITIONS[book.game].match_fields
    told = [stated_words(name, of) for name, of in situation.given.items() if name in fields]
    if told:
        yield f"Before the hand: {'; '.join(told)}."


def _without_table(do: Mapping[str, JSON]) -> dict[str, JSON]:
    """An action without the table that it makes, which is already shown."""
    return {name: of for name, of in do.items() if name != "table"}


def play(book: Book, asked: Scenario, until: int) -> _Played:
    """The state after the first steps of a scenario, by default rules and the readings given."""
    options = RuleSpace.of(book.wire).with_needs(asked.rules or {})
    begun = book.wire.begin(
        {"options": dict(options)}, asked.players, asked.dealer, asked.hand_number
    )
    if isinstance(begun, Refusal):
        return _Played(None, (), {})
    match: Match = begun
    made: list[tuple[JSON, Mapping[str, JSON]]] = []
    refused: dict[int, tuple[str, ...]] = {}
    before: list[str] = []
    for number, step in enumerate(asked.steps[:until], start=1):
        after = match.act(step.by, step.do)
        if isinstance(after, Refusal):
            refused[number] = tuple(map(str, after.clauses))
        else:
            before += hand_before(match, step.do)
            made.append((step.by, drawn(match, after, step.by, step.do)))
            match = after
    return _Played(match, tuple(made), refused, tuple(before))


def _refused_lines(book: Book, situation: Situation, told: JSON) -> Iterator[str]:
    """The steps that a source refuses before the question, the facts, or the position."""
    for source, verdict in told["verdicts"].items():
        if EXCLUDED in verdict:
            why = f": {verdict[EXCLUDED]}" if verdict[EXCLUDED] else ""
            who = book.words.named([source])
            yield sentence(f"By the rules of {who}, this position cannot arise{why}")
        if verdict.get("refused"):
            yield sentence(f"{book.words.named([source])} {_why(book, verdict['refused'])}")
    by: dict[tuple[int, ...], list[str]] = {}
    for source, verdict in told["verdicts"].items():
        if verdict.get("refused_steps"):
            by.setdefault(tuple(verdict["refused_steps"]), []).append(source)
    for numbers, sources in by.items():
        shown = numbers[:MOST_STEPS]
        left = len(numbers) - len(shown)
        steps = [_step(situation.trace, number) for number in shown]
        steps += [counted(left, "more step")] if left else []
        who, one = book.words.named(sources), len(sources) == 1
        it = "this step" if len(numbers) == 1 else "these steps"
        verb, its = ("refuses", "Its") if one else ("refuse", "Their")
        yield f"On the way there {who} {verb} {listed(steps)}. {its} answer leaves {it} out."
    yield from _first_slip(book, situation, {numbers[0] for numbers in by})


def _first_slip(book: Book, situation: Situation, steps: Collection[int]) -> Iterator[str]:
    """Why the default rules refuse the first of these steps; later ones may follow from it."""
    asked = scenario(book, situation.trace)
    number = min(steps, default=0)
    clauses = play(book, asked, number).refused.get(number, ()) if number else ()
    if clauses:
        why = bare(book.words.clause(clauses[0], refused=True))
        yield sentence(f"Step {number} is refused by the default rules, too: {why}")


def _default_refusals(book: Book, situation: Situation, told: JSON) -> Iterator[str]:
    """The steps that the default rules refuse, unless all sources refuse the same."""
    if situation.facts is not None:
        return
    asked = scenario(book, situation.trace)
    refused = [*play(book, asked, len(asked.steps) - (asked.ask == "legal-last")).refused]
    if all(refused == [*one.get("refused_steps", ())] for one in told["verdicts"].values()):
        return
    shown = [_step(situation.trace, number) for number in refused[:MOST_STEPS]]
    left = len(refused) - len(shown)
    shown += [counted(left, "more step")] if left else []
    if shown:
        yield f"The reference, by its default rules, refuses {listed(shown)}."


def _step(trace: Trace, number: int) -> str:
    step = trace.steps[number - 1]
    who = "chance" if step.by == CHANCE else f"seat {step.by}"
    return f"step {number} ({who}: {deed(step.do)})"


def _default(book: Book, told: JSON) -> Iterator[str]:
    outcome: JSON = told["default"]
    if isinstance(outcome, list):
        yield _default_view(outcome, told)
        return
    fields = {"end": None} if outcome is None else outcome
    if "refused" in fields:
        if any(one.get("refused") != fields["refused"] for one in told["verdicts"].values()):
            why = _why(book, fields["refused"] or ())
            yield sentence(f"The reference, by its default rules, {why}")
        return
    if _all_settle(told["verdicts"].values(), fields):
        yield "The reference, by its default rules, plays the same."
        return
    refusal = _refusal(book, fields)
    words = outcome_words(book.game, _without_more(fields), refusal)
    yield sentence(f"The reference, by its default rules: {words}")


def _why(book: Book, clauses: Iterable[str]) -> str:
    refusals = listed([bare(book.words.clause(name, refused=True)) for name in clauses])
    return f"refuses these facts: {refusals}"


def _all_settle(verdicts: Iterable[JSON], fields: Mapping[str, JSON]) -> bool:
    """Whether all sources settle the same outcome, and it is the default's."""
    told = [
        (part["status"], part["outcomes"])
        for verdict in verdicts
        for name, part in verdict["parts"].items()
        if name not in ASIDE
    ]
    return all(
        status == "settled"
        and len(outcomes) == 1
        and all(name in fields and fields[name] == of for name, of in outcomes[0].items())
        for status, outcomes in told
    )


def _default_view(views: Sequence[JSON], told: JSON) -> str:
    """The fields of the default views that some source does not settle so."""
    parts = [verdict["parts"] for verdict in told["verdicts"].values()]
    differing = [
        {
            name: of
            for name, of in as_record(with_seats_to_act(view)).items()
            if not all(_shows(each[name], name, place, of) for each in parts if name in each)
        }
        for place, view in enumerate(views)
    ]
    common = {
        name: of
        for name, of in differing[0].items()
        if len(views) > 1 and all(name in one and one[name] == of for one in differing)
    }
    own = [
        (view["seat"], {name: of for name, of in one.items() if name not in common})
        for view, one in zip(views, differing, strict=True)
    ]
    seen = [f"every seat sees {view_words(common)}"] if common else []
    seen += [f"seat {seat} sees {view_words(fields)}" for seat, fields in own if fields]
    if not seen:
        return "The reference, by its default rules, shows the same."
    return sentence(f"The reference, by its default rules: {'; '.join(seen)}")


def _shows(part: JSON, name: str, place: int, of: JSON) -> bool:
    """Whether a source settles a field of a view as the default has it."""
    told = [outcome.get(name) for outcome in part["outcomes"]]
    return part["status"] == "settled" and [one and one[place] for one in told] == [of]


def _refusal(book: Book, fields: Mapping[str, JSON]) -> str:
    clauses = fields.get("clauses") or ()
    return bare(book.words.clause(str(clauses[0]), refused=True)) if clauses else ""


def _without_more(fields: Mapping[str, JSON]) -> dict[str, JSON]:
    """The outcome without its empty parts."""
    kept = ("end", "legal", "payments", "points")
    return {
        name: of
        for name, of in fields.items()
        if name in kept or len(fields) == 1 or not (of is None or of is False or of == [])
    }


def _hanging_line(told: JSON) -> Iterator[str]:
    if "hangs_on" in told:
        hanging = told["hangs_on"]
        cards, parts = listed(hanging["cards"]), hanging["parts"]
        topics = [topic_of(name) for name in parts]
        about = "" if topics[0] == "it" else f", for {listed(topics)}"
        yield f"The answer depends on cards that you left out ({cards}){about}."
