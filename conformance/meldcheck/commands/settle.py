"""``meldspec settle``: what each source says of a question, or of a play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec

from meldcheck import places, published, settle
from meldcheck.case import JSON, Act, Ask
from meldcheck.cases import cases_in
from meldcheck.document import Example, Law, Question, QuestionExample, Status, read_law
from meldcheck.errors import SpecError
from meldcheck.matrix import law_in
from meldcheck.notation import CHANCE, show_step
from meldcheck.sources import load as load_sources
from meldcheck.trace import Trace, read_trace
from meldcheck.verdict import Law as Verdicts
from meldcheck.verdict import Scenario, Step
from meldcheck.worlds import TooOpenError
from meldspec.games import GAMES
from meldspec.wire import UnplayableError, WireError


@click.command("settle")
@click.argument("what", metavar="QUESTION-ID|SCENARIO.json")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(what: str, form: str) -> None:
    """Tell what each source says of a question, or of the play in a scenario file.

    A question is named by its id, its option or the last part of either.  A source settles a play,
    leaves it open (with the questions that decide), or is silent; where a copy of it is truncated,
    its word is lost.
    """
    question = _question(what)
    if question is not None:
        _print_question(*question, form)
    else:
        _print_scenario(Path(what), form)


def _question(what: str) -> tuple[Law, Question] | None:
    """The question that is named, unless it is a file's name; a name of two games is refused."""
    if what.endswith(".json") and Path(what).exists():
        return None
    found: list[tuple[Law, Question]] = []
    for game in GAMES:
        law, problems = read_law(places.spec_directory(), game)
        if problems:
            raise problems[0]
        for question in law.questions.values():
            last = question.name
            names = {question.id, question.option, last, last.replace("_", "-"), *question.aliases}
            if what in names:
                found.append((law, question))
    if len(found) > 1:
        ids = " and ".join(question.id for _, question in found)
        raise click.UsageError(f"{what!r} names more than one question: {ids}")
    if found:
        return found[0]
    if what.endswith(".json") or Path(what).exists():
        return None
    raise click.UsageError(f"no question {what!r}, and no such file; see 'meldspec rules GAME'")


def _sentences() -> dict[str, dict[str, JSON]]:
    return published.sentences(load_sources())


def _print_question(law: Law, question: Question, form: str) -> None:
    record = next(
        one for one in published.questions([law])["questions"] if one["id"] == question.id
    )
    told: JSON = settle.settle_question(record, _sentences())
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2))
        return
    for line in _question_lines(law, question, told):
        click.echo(line)


def _question_lines(law: Law, question: Question, told: JSON) -> Iterator[str]:
    yield question.id
    chosen = f"; in a rule set: {question.option}" if question.status is Status.OPTION else ""
    yield f"  {question.kind.value}, {question.status.value}{chosen}"
    for name, meaning in question.readings.items():
        default = " (the default)" if name == question.default else ""
        yield f"  {name}{default}: {' '.join(meaning.split())}"
        if name in question.unplayable:
            yield f"    not played: {' '.join(question.unplayable[name].split())}"
    for source, verdict in told["verdicts"].items():
        readings = " or ".join(verdict["outcomes"])
        cited = ", ".join(
            f"{one['at']} ({one['section']}, {one['ordinal']})" for one in verdict["citations"]
        )
        yield f"  {source}: {verdict['status']}{f': {readings}' if readings else ''}"
        if cited:
            yield f"    {cited}"
    yield f"  the default, because: {' '.join(question.reason.split())}"
    if question.fixed is not None:
        yield f"  fixed, because: {' '.join(question.fixed.split())}"
    if question.witness is not None:
        yield from _witness_lines(law, law.examples[question.witness])


def _witness_lines(law: Law, example: Example) -> Iterator[str]:
    """The play that goes on otherwise under each reading, with all that is dealt in it."""
    fields = example.fields
    assert isinstance(fields, QuestionExample), "a witness that is none: lint tells"
    (case,) = cases_in(law, example)
    yield f"  shown by {example.id}: {fields.title}"
    rules = ", ".join(f"{option} {reading}" for option, reading in fields.rules.items())
    besides = f", with {rules}" if rules else ""
    if case.setup is not None:
        players, dealer, number = case.setup.players, case.setup.dealer, case.setup.hand_number
        late = "" if number == 1 else f", in hand {number}"
        yield f"    {players} players, seat {dealer} deals{late}{besides}"
    for name, value in (case.question or {}).items():
        yield f"    {name}: {' '.join(value) if isinstance(value, list) else value}"
    steps = [step for step in case.steps if isinstance(step, Act)]
    tail = [step for step in next(iter(case.outcomes.values())) if isinstance(step, Act)]
    for number, step in enumerate(steps):
        if step.by == CHANCE and step.do["type"] == "deal":
            yield from (f"    {line}" for line in _dealt(step, [*steps[number + 1 :], *tail]))
        else:
            yield f"    {show_step(step.by, step.do)}"
    for name, outcome in case.outcomes.items():
        yield f"    {name}:"
        told = fields.readings[name]
        if isinstance(told, str):
            yield from (f"      {line}" for line in told.splitlines())
        else:
            answers = [step.answer for step in outcome if isinstance(step, Ask)]
            yield from (f"      {line}" for answer in answers for line in _hands(answer))


def _dealt(deal: Act, after: Sequence[Act]) -> Iterator[str]:
    """What a deal gives, and of its stock what is drawn."""
    yield from _hands(deal.do)
    stock = deal.do["stock"]
    drawn = sum(step.do["type"] == "draw" for step in after)
    if drawn:
        yield f"the stock begins {' '.join(stock[:drawn])}"


def _hands(dealt: JSON) -> Iterator[str]:
    """What each seat has, and the card that is turned."""
    for seat, hand in enumerate(dealt["hands"]):
        yield f"seat {seat} has {' '.join(hand)}"
    if dealt.get("upcard"):
        yield f"the upcard is {dealt['upcard']}"


def _print_scenario(file: Path, form: str) -> None:
    trace = read_trace(file)
    if trace.game not in GAMES:
        raise SpecError(str(file), None, f"no game {trace.game!r}; there is {', '.join(GAMES)}")
    game = GAMES[trace.game]
    try:
        told = settle.settle_scenario(
            game, _verdicts(trace.game), _scenario(file, trace), _sentences()
        )
    except (WireError, UnplayableError, TooOpenError, ValueError) as error:
        raise SpecError(str(file), None, str(error)) from None
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2))
        return
    for line in settle.scenario_lines(told):
        click.echo(line)


def _verdicts(game: str) -> Verdicts:
    law, problems = read_law(places.spec_directory(), game)
    if problems:
        raise problems[0]
    return law_in(law)


def _scenario(file: Path, trace: Trace) -> Scenario:
    """The scenario of a trace; options are named in full, in part or by an alias."""
    law, _ = read_law(places.spec_directory(), trace.game)
    asked = {
        name: question
        for question in law.questions.values()
        for name in (question.option, question.name, *question.aliases)
    }
    rules: dict[str, str | int] = {}
    for name, reading in trace.rules.options.items():
        if name not in asked:
            raise UnplayableError(f"unknown option {name!r}")
        _check_reading(asked[name], reading)
        rules[asked[name].option] = reading
    return Scenario(
        players=trace.players,
        dealer=trace.dealer,
        steps=tuple(Step(step.by, step.do) for step in trace.steps),
        ask=trace.ask or "result",
        seat=trace.seat,
        rules=rules,
        hand_number=trace.hand_number,
    )


def _check_reading(question: Question, reading: str | int) -> None:
    """UnplayableError for a reading that this game cannot play, or leaves no choice of."""
    option = question.option
    if question.status is Status.FIXED:
        fixed = f"option {option!r} is fixed as {question.default!r}"
        raise UnplayableError(f"{fixed}: {_plain(question.fixed or question.reason)}")
    if str(reading) in question.unplayable:
        reason = _plain(question.unplayable[str(reading)])
        raise UnplayableError(f"option {option!r}: {reading!r} is not played here: {reason}")
    if str(reading) not in question.played or isinstance(reading, int) != str(reading).isdigit():
        known = ", ".join(question.played)
        raise UnplayableError(f"option {option!r}: {reading!r} is not played; there is {known}")


def _plain(text: str) -> str:
    return " ".join(text.split())
