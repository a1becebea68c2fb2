"""A question in words for players: what the sources say, the default, and a play that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Final, assert_never

from meldcheck.engine.referee import act, begin
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.book import default_first
from meldcheck.sources.told.names import Words, bare, listed, plain, sentence
from meldcheck.sources.told.outcome import hand_before, outcome_words, view_words
from meldcheck.sources.told.table import dealer_of, deed, drawn, opening, table_lines, turn_sentence
from meldcheck.words.case import JSON, Act, Ask, Case, Step
from meldcheck.words.notation import CHANCE
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import Match

MOST_LINES: Final = 40
OFFERED: Final = "variation"
"""The kind of questions whose other readings a source offers as a choice."""
FEWEST_TURNS: Final = 3
FEWEST_ALIKE: Final = 4
"""Least number of turns, in which each seat only discards the card it drew, shown in one line."""


@dataclass(frozen=True, slots=True)
class Page:
    """A question, the texts of its game, and the case that shows it, if there is one."""

    record: Mapping[str, JSON]
    words: Words
    case: Case | None = None
    title: str = ""
    """The title of the case."""

    def lines(self, told: Mapping[str, JSON]) -> Iterator[str]:
        """The page of a question, at most ``MOST_LINES`` lines."""
        page, names = [*self._stands(told), *self._rest()], [*self._names()]
        yield from page
        if self.case is not None:
            yield from self._shown(self.case, MOST_LINES - len(page) - len(names))
        yield from names

    # Who says what

    def _stands(self, told: Mapping[str, JSON]) -> Iterator[str]:
        yield sentence(self.words.asks(str(self.record["id"])))
        by: dict[tuple[str, tuple[str, ...]], dict[str, str]] = {}
        for source, verdict in told["verdicts"].items():
            said = str(verdict["status"]), tuple(map(str, verdict["outcomes"]))
            cited = [f"{one['source']} {one['at']}" for one in verdict["citations"] if "at" in one]
            by.setdefault(said, {})[source] = self.words.place(cited)
        for (status, readings), places in by.items():
            yield self._stand(status, readings, places)

    def _stand(self, status: str, readings: Sequence[str], places: Mapping[str, str]) -> str:
        who, one = self.words.named(list(places)), len(places) == 1
        match status:
            case "silent":
                return f"{who} {'says' if one else 'say'} nothing about it."
            case "lost":
                return f"{who} {'breaks' if one else 'break'} off before it."
            case "settled":
                return f"{who}: {self._reading(readings[0])}{self._places(places)}."
            case _:
                either = "; or ".join(map(self._reading, readings))
                leaves = "leaves" if one else "leave"
                return f"{who} {leaves} it open: {either}{self._places(places)}."

    def _places(self, places: Mapping[str, str]) -> str:
        told = [(source, place) for source, place in places.items() if place]
        if len(places) == 1:
            return f" ({told[0][1]})" if told else ""
        named = "; ".join(f"{self.words.name(source)}: {place}" for source, place in told)
        return f" ({named})" if named else ""

    def _reading(self, reading: str) -> str:
        return bare(self.words.reading(str(self.record["id"]), reading))

    def _rest(self) -> Iterator[str]:
        """Readings that no source states, the default, and its reason."""
        record = self.record
        default, unplayable = str(record["default"]), record["unplayable"]
        spoken = {
            reading
            for source in record["sources"]
            for reading in self.words.admitted(str(record["id"]), source)
        }
        others = [name for name in record["readings"] if name not in {*spoken, default}]
        if others:
            is_choice = record["kind"] == OFFERED
            so = "Offered as a choice" if is_choice else "No source says so, but some may play"
            yield f"{so}: {'; '.join(map(self._reading, others))}."
        yield f"By default {self._reading(default)}. {sentence(str(record['reason']))}"
        for name, reason in unplayable.items():
            yield f"Not played here: {self._reading(name)}. {sentence(str(reason))}"
        if record["fixed"]:
            yield f"There is no choice. {sentence(str(record['fixed']))}"

    def _names(self) -> Iterator[str]:
        """The names of the question and its readings in rule sets."""
        record = self.record
        if not record["fixed"]:
            played = ", ".join(default_first(record))
            yield f"In a rule set: {record['option']}, one of {played}."
        yield f"({record['id']})"

    # The play that shows it

    def _shown(self, case: Case, room: int) -> Iterator[str]:
        """The play that continues differently under each reading, in the lines that are left."""
        yield f"A play that shows it ({case.id}):"
        if case.setup is None:
            yield from self._shown_of_facts(case)
            return
        tails = self._tails(case)
        match, turns, before = self._begun(case, room - 2 - len(tails))
        if match is None:
            return
        yield f"  {self._opening(case, match, before)}"
        yield from table_lines(match, case.setup.players)
        yield from turns
        yield from tails

    def _opening(self, case: Case, match: Match, before: Sequence[str]) -> str:
        assert case.setup is not None
        setup = case.setup
        dealer = dealer_of(match) if before else None
        first = setup.dealer if dealer is None else dealer
        told = opening(case.game, setup.players, first, setup.hand_number, before)
        rules = [
            bare(self.words.reading(self.words.option(option, case.game), reading))
            for option, reading in case.rules.items()
        ]
        return f"{told} Agreed: {'; '.join(rules)}." if rules else told

    def _begun(self, case: Case, room: int) -> tuple[Match | None, list[str], list[str]]:
        """The match before the last turns that fit in the lines, these turns, and earlier hands."""
        assert case.setup is not None
        game = GAMES[case.game]
        begun = begin(game, RuleSpace.of(game).with_needs(case.rules), case.setup)
        if isinstance(begun, Refusal):
            return None, [], []
        steps = [step for step in case.steps if isinstance(step, Act)]
        turns = [list(of) for _, of in groupby(steps, key=lambda step: step.by)]
        seats = case.setup.players + 1
        most = max(FEWEST_TURNS, room - seats)
        dealt = _last_deal(turns)
        first = max(dealt, len(turns) - most)
        match, before = _after(begun, [step for turn in turns[:first] for step in turn])
        told = [f"  Before it, {_turns(first - dealt)}."] if first > dealt else []
        return match, [*told, *_turn_lines(match, turns[first:])], before

    def _outcomes(self, case: Case) -> list[tuple[str, tuple[Step, ...]]]:
        """The steps after the play under each reading, the default first."""
        default = str(self.record["default"])
        return sorted(case.outcomes.items(), key=lambda one: (one[0] != default, one[0]))

    def _tails(self, case: Case) -> list[str]:
        """The steps under each reading, in words; steps common to all are given once."""
        tails = [tail for _, tail in self._outcomes(case)]
        common = [one for one, *_ in takewhile(_alike, zip(*tails, strict=False))]
        lines = [f"  {told}" for told in self._told(case, common)]
        for reading, tail in self._outcomes(case):
            told = self._told(case, tail[len(common) :])
            lines.append(f"  If {self._reading(reading)}: {'; '.join(map(bare, told))}.")
        return lines

    def _told(self, case: Case, steps: Sequence[Step]) -> list[str]:
        """Steps and answers as sentences."""
        told: list[str] = []
        acts: list[tuple[JSON, Mapping[str, JSON]]] = []
        for step in steps:
            match step:
                case Act(refused=()):
                    acts.append((step.by, step.do))
                case Act():
                    told += [*_flushed(acts), self._refused(step)]
                case Ask():
                    told += [*_flushed(acts), self._answered(case.game, step)]
                case _:
                    assert_never(step)
        return [*told, *_flushed(acts)]

    def _refused(self, step: Act) -> str:
        who = "chance" if step.by == CHANCE else f"seat {step.by}"
        why = bare(self.words.clause(step.refused[0], refused=True))
        return sentence(f"{who} may not {deed(step.do)}: {why}")

    def _answered(self, game: str, step: Ask) -> str:
        if step.what == "result":
            fields = {"end": None} if step.answer is None else step.answer
            return sentence(outcome_words(game, fields))
        if step.what == "view":
            return sentence(f"seat {step.seat} sees {view_words(step.answer)}")
        if step.what == "legal":
            may = listed([deed(do) for do in step.answer], "or")
            return sentence(f"seat {step.seat} may {may or 'do nothing'}")
        return sentence(outcome_words(game, _fields(step.what, step.answer)))

    def _shown_of_facts(self, case: Case) -> Iterator[str]:
        for name, value in (case.question or {}).items():
            yield f"  {plain(name)}: {' '.join(value) if isinstance(value, list) else value}"
        for reading, tail in self._outcomes(case):
            yield f"  If {self._reading(reading)}:"
            for step in tail:
                if isinstance(step, Ask):
                    yield from (f"    {line}" for line in _dealt(step.answer))


def _fields(what: str, answer: JSON) -> Mapping[str, JSON]:
    return answer if isinstance(answer, dict) else {what: answer}


def _dealt(answer: JSON) -> Iterator[str]:
    for seat, hand in enumerate(answer["hands"]):
        yield f"seat {seat} has {' '.join(hand)}"
    if answer.get("upcard"):
        yield f"the upcard is {answer['upcard']}"


def _alike(steps: Sequence[Step]) -> bool:
    return all(step == steps[0] for step in steps)


def _flushed(acts: list[tuple[JSON, Mapping[str, JSON]]]) -> list[str]:
    """The gathered turns, one sentence each; the list is emptied."""
    turns = [list(of) for _, of in groupby(acts, key=lambda step: step[0])]
    acts.clear()
    return [turn_sentence(turn) for turn in turns]


def _turns(number: int) -> str:
    return "1 turn was played" if number == 1 else f"{number} turns were played"


def _last_deal(turns: Sequence[Sequence[Act]]) -> int:
    """Number of turns up to the last deal, the deal included."""
    return max(
        (
            number
            for number, turn in enumerate(turns, start=1)
            if any(step.do.get("type") == "deal" for step in turn)
        ),
        default=0,
    )


def _after(match: Match, steps: Sequence[Act]) -> tuple[Match, list[str]]:
    """The match after some steps, and the end of each hand before its last deal."""
    before: list[str] = []
    for step in steps:
        after = act(match, step)
        if not isinstance(after, Refusal):
            before += hand_before(match, step.do)
            match = after
    return match, before


def _turn_lines(match: Match, turns: Sequence[Sequence[Act]]) -> list[str]:
    """The turns as sentences, with the cards drawn; turns without news in one line."""
    told: list[tuple[JSON, str, str]] = []
    for turn in turns:
        made: list[tuple[JSON, Mapping[str, JSON]]] = []
        for step in turn:
            before = match
            match = _after(match, [step])[0]
            made.append((step.by, drawn(before, match, step.by, step.do)))
        told.append((turn[0].by, _passed_on(made), f"  {turn_sentence(made)}"))
    lines: list[str] = []
    for quiet, run in groupby(told, key=lambda one: bool(one[1])):
        some = list(run)
        lines += (
            _in_one_line(some)
            if quiet and len(some) >= FEWEST_ALIKE
            else [line for _, _, line in some]
        )
    return lines


def _passed_on(made: Sequence[tuple[JSON, Mapping[str, JSON]]]) -> str:
    """The card that a turn draws and discards again; empty if the turn does anything else."""
    kinds = [str(do.get("type")) for _, do in made]
    if kinds != ["draw", "discard"] or made[0][1].get("drawn") != made[1][1].get("card"):
        return ""
    return str(made[1][1]["card"])


def _in_one_line(turns: Sequence[tuple[JSON, str, str]]) -> list[str]:
    cards = [card for _, card, _ in turns]
    return [
        f"  From seat {turns[0][0]} on, each seat in turn discards the card that it draws: "
        f"{' '.join(cards)}."
    ]
