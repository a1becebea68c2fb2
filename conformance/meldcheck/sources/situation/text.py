"""Situations as people write them: a deal, a play in the notation of the documents, a question.

They are read from a JSON or YAML file, or from a value in memory, and become traces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import msgspec
import yaml

from meldcheck.engine.referee import act, begin
from meldcheck.games import MEASURES
from meldcheck.games.measure import Measure
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.scenario import FactsAsked
from meldcheck.sources.situation.filling import Filled, PartialDeal, exchanged, fill, read_deal
from meldcheck.sources.situation.position import PositionedGame, check
from meldcheck.sources.situation.slips import check_facts, check_facts_asked, check_steps, in_words
from meldcheck.suite.steps import steps_of
from meldcheck.suite.store import read_mapping
from meldcheck.suite.trace import Trace, TraceRules, TraceStep
from meldcheck.words.case import JSON, Act, Record, Setup, Step
from meldcheck.words.deal import Dealt
from meldcheck.words.errors import SpecError
from meldcheck.words.notation import (
    CHANCE,
    CheckLine,
    CutLine,
    DealLine,
    Line,
    NotationError,
    ReshuffleLine,
    StepLine,
    card,
    parse_line,
)
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.positions import POSITIONS
from meldspec.stated import seat_to_act
from meldspec.wire import GameWire, Match, UnplayableError, WireError

FILLINGS: Final = 3
ASKS: Final[tuple[Literal["legal-last", "result", "view"], ...]] = ("legal-last", "result", "view")
NO_MAPPING: Final = "a situation is a mapping, with 'game' and 'ask'"


class _Written(Record, frozen=True):
    """A situation as written."""

    game: str
    players: int | None = None
    dealer: int | None = None
    hand_number: int = 1
    deal: JSON = None
    deals: dict[str, JSON] = msgspec.field(default_factory=dict)
    play: str | list[str] | None = None
    steps: tuple[TraceStep, ...] | None = None
    given: dict[str, JSON] = msgspec.field(default_factory=dict)
    rules: dict[str, JSON] = msgspec.field(default_factory=dict)
    ask: str | dict[str, JSON] | None = None
    seat: int | None = None
    found: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """A question about the end of a play, with the play; or a question about facts."""

    place: str
    trace: Trace
    given: Mapping[str, JSON]
    """The position from which the play goes on, if one is stated."""
    facts: FactsAsked | None = None
    left_out: tuple[str, ...] = ()
    """The places with cards that were left out."""
    others: tuple[Trace, ...] = ()
    """The same play with other cards in these places."""
    apart: tuple[tuple[str, Trace], ...] = ()
    """By place: the same play with other cards in that place only."""

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.trace.game


def read_situation(path: Path) -> Situation:
    """The situation in a file; SpecError for a file that cannot be read."""
    if path.suffix in (".yaml", ".yml"):
        return situation_of(_yaml(path), str(path))
    return situation_of(_json(path), str(path))


def _json(path: Path) -> JSON:
    try:
        return {**read_mapping(path)}
    except SpecError as error:
        if error.message.startswith("Expected"):
            raise SpecError(str(path), None, NO_MAPPING) from None
        raise


class _Loader(yaml.SafeLoader):
    """YAML in which only ``true`` and ``false`` are truth values, and dates are text."""


def _marked(
    construct: Callable[[_Loader, yaml.Node], JSON],
) -> Callable[[_Loader, yaml.Node], JSON]:
    """A constructor that raises a YAML error for a word that is no value of its type."""

    def marked(loader: _Loader, node: yaml.Node) -> JSON:
        try:
            return construct(loader, node)
        except (ValueError, KeyError):
            raise yaml.MarkedYAMLError(
                problem=f"{str(node.value)[:40]!r} is no value of its type",
                problem_mark=node.start_mark,
            ) from None

    return marked


for _kind in ("int", "float", "bool", "timestamp"):
    _tag = f"tag:yaml.org,2002:{_kind}"
    _Loader.add_constructor(_tag, _marked(_Loader.yaml_constructors[_tag]))


def _mapping(loader: _Loader, node: yaml.MappingNode) -> Iterator[dict[Hashable, JSON]]:
    """A mapping; a YAML error for a field that occurs twice."""
    names: set[str] = set()
    for key, _ in node.value:
        problem = None
        if not isinstance(key, yaml.ScalarNode):
            problem = "the name of a field must be text"
        elif key.value in names:
            problem = f"{key.value!r} occurs twice"
        if problem is not None:
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=key.start_mark)
        names.add(key.value)
    told: dict[Hashable, JSON] = {}
    yield told
    told.update(loader.construct_mapping(node))


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)$")
"""A number as players write it; YAML 1.1 also reads 1:30 as 90, and 011 as 9."""
_Loader.yaml_implicit_resolvers = {
    first: [
        (tag, _NUMBER if tag == "tag:yaml.org,2002:int" else pattern)
        for tag, pattern in resolvers
        if tag in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:null", "tag:yaml.org,2002:merge")
        or (tag == "tag:yaml.org,2002:bool" and first in "tTfF")
    ]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _yaml(path: Path) -> JSON:
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    except RecursionError:
        raise SpecError(str(path), None, "not valid YAML: nested too deeply") from None
    except OSError as error:
        raise SpecError(str(path), None, error.strerror or "unreadable") from None
    except UnicodeDecodeError:
        raise SpecError(str(path), None, "not UTF-8") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "unreadable"
        if "alias" in f"{getattr(error, 'context', '')} {problem}":
            problem += "; a card that begins with * needs quotes"
        line = None if mark is None else mark.line + 1
        raise SpecError(str(path), line, f"not valid YAML: {problem}") from None


def situation_of(value: JSON, place: str) -> Situation:
    """The situation that a mapping states; error messages begin with ``place``.

    SpecError for a mapping that cannot be read.
    """
    if not isinstance(value, dict):
        raise SpecError(place, None, NO_MAPPING)
    try:
        written = msgspec.convert(value, _Written)
        return _situation(written, place)
    except msgspec.ValidationError as error:
        raise SpecError(place, None, in_words(error, _Written)) from None
    except (NotationError, WireError, UnplayableError) as error:
        raise SpecError(place, None, str(error)) from None


def _situation(written: _Written, place: str) -> Situation:
    if written.game not in GAMES:
        raise NotationError(f"no game {written.game!r}; known: {', '.join(GAMES)}")
    if isinstance(written.ask, dict):
        return _of_facts(written, written.ask, place)
    if written.ask is not None and written.ask not in ASKS:
        raise NotationError(f"'ask' is {written.ask!r}; known: {', '.join(ASKS)}")
    if written.seat is not None and written.ask != "view":
        raise NotationError("'seat' needs 'ask: view', because it says whose view is asked for")
    if written.steps is not None:
        return _of_steps(written, written.steps, place)
    return _of_play(written, place)


def _of_facts(written: _Written, asked: Mapping[str, JSON], place: str) -> Situation:
    what = asked.get("what")
    if not isinstance(what, str):
        raise NotationError("'ask' needs a 'what'")
    check_facts_asked(what, MEASURES[written.game])
    if any((written.deal, written.deals, written.play, written.steps, written.given)):
        raise NotationError(f"'{what}' is a question about facts, without a play")
    bare = _Written(game=written.game)
    for name in ("players", "dealer", "hand_number", "seat"):
        if getattr(written, name) != getattr(bare, name):
            raise NotationError(f"{name!r} belongs to a play; facts stand under 'ask'")
    question = {name: _as_cards(name, of) for name, of in asked.items() if name != "what"}
    check_facts(what, question, MEASURES[written.game])
    trace = Trace(game=written.game, players=0, dealer=0, steps=(), rules=_rules(written))
    return Situation(place, trace, {}, FactsAsked(what, question))


def _as_cards(name: str, value: JSON) -> JSON:
    """Cards written as words, as the list of the protocol."""
    if isinstance(value, int) and name == "wild":
        return "T" if value == 10 else str(value)
    if isinstance(value, str) and name in ("cards", "hand", "deck"):
        return value.replace(",", " ").split()
    if isinstance(value, list) and name in ("hands", "table", "melds", "baccarat"):
        return [_meld_as_cards(part) for part in value]
    return value


def _meld_as_cards(part: JSON) -> JSON:
    if isinstance(part, dict):
        return {name: _as_cards(name, of) for name, of in part.items()}
    return part.replace(",", " ").split() if isinstance(part, str) else part


def _rules(written: _Written) -> TraceRules:
    """The readings that are given: under ``options``, or directly."""
    beside = [name for name in written.rules if name != "options"]
    if "options" in written.rules and beside:
        raise NotationError(f"'rules': {beside[0]!r} stands beside 'options', not in it")
    given: JSON = written.rules.get("options", written.rules)
    return msgspec.convert({"options": given}, TraceRules)


def _dealer(written: _Written) -> int:
    if written.dealer is None:
        raise NotationError("'dealer' is missing")
    return written.dealer


def _check_given(written: _Written, players: int) -> None:
    """WireError if the stated position cannot arise."""
    if written.given:
        setup = players, _dealer(written), written.hand_number
        check(GAMES[written.game], written.given, {}, setup)


def _of_steps(written: _Written, steps: tuple[TraceStep, ...], place: str) -> Situation:
    if written.deal is not None or written.deals or written.play is not None:
        raise NotationError("'steps' and a 'deal' or 'play' exclude each other")
    players = _players(written)
    check_steps([step.do for step in steps], MEASURES[written.game])
    _check_given(written, players)
    return Situation(place, _trace(written, players, steps), written.given)


def _players(written: _Written) -> int:
    """The number of players: as stated, or the number of hands dealt, or that of the game."""
    known = MEASURES[written.game].players
    first = written.deal or next(iter(written.deals.values()), None)
    if written.players is not None:
        return written.players
    if isinstance(first, dict) and isinstance(first.get("hands"), list):
        number = len(first["hands"])
        if number not in known:
            numbers = " or ".join(map(str, known))
            title = MEASURES[written.game].title
            raise NotationError(f"'hands' has {number}; players of {title}: {numbers}")
        return number
    if len(known) == 1:
        return known[0]
    raise NotationError("'players' is missing")


def _trace(written: _Written, players: int, steps: tuple[TraceStep, ...]) -> Trace:
    return Trace(
        game=written.game,
        players=players,
        dealer=_dealer(written),
        steps=steps,
        rules=_rules(written),
        hand_number=written.hand_number,
        ask=next((word for word in ASKS if word == written.ask), None),
        seat=written.seat,
        found=written.found,
    )


# ── a play in notation ───────────────────────────────────────────────────────────────────────────


def _of_play(written: _Written, place: str) -> Situation:
    players = _players(written)
    _check_given(written, players)
    script = _Script(written, players, _lines(written, players))
    if written.ask == "legal-last" and not script.lines:
        raise NotationError("'legal-last' asks about the last line of the play, but there is none")
    deals = script.deals()
    first = script.trace({name: deal.filled(0) for name, deal in deals.items()})
    left_out = tuple(dict.fromkeys(one for deal in deals.values() for one in deal.filled(0)[1]))
    if not left_out:
        return Situation(place, first, written.given)
    others = [
        script.trace({name: deal.filled(order) for name, deal in deals.items()})
        for order in range(1, FILLINGS)
    ]
    return Situation(
        place, first, written.given, None, left_out, tuple(others), tuple(_apart(script, deals))
    )


def _apart(script: _Script, deals: Mapping[str, _DealAsked]) -> Iterator[tuple[str, Trace]]:
    """The play with other cards in one hand, for each hand with cards left out."""
    for seat in range(script.players):
        changed = {name: deal.with_others(seat) for name, deal in deals.items()}
        if any(changed.values()):
            filled = {name: changed[name] or deals[name].filled(0) for name in deals}
            yield f"hand of seat {seat}", script.trace(filled)


def _lines(written: _Written, players: int) -> tuple[Line, ...]:
    """The lines of the play.  NotationError names the line and the word that cannot be read."""
    text = written.play or ""
    rows = text.splitlines() if isinstance(text, str) else text
    found: list[Line] = []
    for number, row in enumerate(rows, start=1):
        try:
            line = parse_line(row)
            if line is not None:
                found.append(_of_a_situation(line, MEASURES[written.game], players))
        except NotationError as error:
            raise NotationError(f"line {number} of the play: {error}") from None
    return tuple(found)


def _of_a_situation(line: Line, measure: Measure, players: int) -> Line:
    """The line, if a situation may have it.

    NotationError for an expectation, an unknown seat, and an action of another game.
    """
    if isinstance(line, CheckLine):
        raise NotationError("'?' asks in a document; a situation has 'ask'")
    if line.refused:
        raise NotationError("'-> refused' states an answer; a situation only asks")
    kind = _type(line)
    word = kind.replace("_", "-")
    if isinstance(line, StepLine) and line.by == CHANCE:
        raise NotationError(f"chance does not {word}; a seat does")
    if not isinstance(line, StepLine) and line.by != CHANCE:
        raise NotationError(f"no seat stands before {word!r}, because chance acts")
    if isinstance(line.by, int) and line.by >= players > 0:
        raise NotationError(f"{line.by} is not a seat; the seats are 0 to {players - 1}")
    if kind not in measure.actions():
        raise NotationError(f"{word!r} is not an action of {measure.title}")
    return line


def _type(line: StepLine | DealLine | ReshuffleLine | CutLine) -> str:
    match line:
        case StepLine():
            return str(line.do["type"])
        case DealLine():
            return "deal"
        case ReshuffleLine():
            return line.name
        case CutLine():
            return "cut"


@dataclass(frozen=True, slots=True)
class _DealAsked:
    """A deal of a play, with everything that is needed to complete it."""

    deal: PartialDeal
    measure: Measure
    sizes: tuple[int, ...]
    number: int
    gone: tuple[str, ...] = ()
    """Cards that already lie on the table."""

    def filled(self, order: int) -> Filled:
        """The deal, completed by a filling."""
        return fill(self.deal, self.measure, self.sizes, self.number, order, self.gone)

    def with_others(self, seat: int) -> Filled | None:
        """The deal with other cards in one hand; None if that hand has none left out."""
        do, places = self.filled(0)
        changed = exchanged(do, self.deal, seat)
        return None if changed is None else (changed, places)


@dataclass(frozen=True, slots=True)
class _Script:
    """A play in notation, with deals that are not completed yet."""

    written: _Written
    players: int
    lines: tuple[Line, ...]

    def deals(self) -> dict[str, _DealAsked]:
        """The deals by name; ``""`` is the deal with which the play begins."""
        written = self.written
        named = {"": written.deal, **written.deals} if written.deal else dict(written.deals)
        if not named:
            raise NotationError("no cards are dealt: 'deal' is missing")
        made: dict[str, _DealAsked] = {}
        for name in sorted(named, key=self._place):
            made[name] = self._asked(name, named[name], made)
        return made

    def _place(self, name: str) -> int:
        """The place of a deal in the play; a deal that is never made comes last."""
        if name == "":
            return -1
        made = [line.name if isinstance(line, DealLine) else None for line in self.lines]
        return made.index(name) if name in made else len(made)

    def _asked(self, name: str, of: JSON, before: Mapping[str, _DealAsked]) -> _DealAsked:
        measure = MEASURES[self.written.game]
        place = f"deals: {name}: " if name else ""
        played = [line.name for line in self.lines if isinstance(line, DealLine)]
        later = played.index(name) if name in played else 0
        number = self.written.hand_number + later + (1 if name and self.written.deal else 0)
        dealer = _dealer(self.written) if number == self.written.hand_number else None
        try:
            under_way = self._under_way(name)
            deal = read_deal(of, measure, self.players, measure.upcard and not under_way)
            if dealer is None:
                dealer = self._later_dealer(name, deal, number, before)
            sizes = self._sizes(measure, deal, number, dealer)
            gone = _gone(self.written.given) if under_way else ()
            if under_way:
                sizes = self._sizes_left(sizes)
                self._check_out(deal, sizes)
            held = deal.holding(self._held(name), sizes, gone)
            return _DealAsked(held, measure, sizes, number, gone)
        except NotationError as error:
            raise NotationError(f"{place}{error}") from None

    def _under_way(self, name: str) -> bool:
        """Whether a deal is for a hand that is under way."""
        first = "" if self.written.deal else min(self.written.deals, key=self._place, default="")
        return name == first and POSITIONS[self.written.game].in_a_hand(self.written.given)

    def _sizes_left(self, sizes: Sequence[int]) -> tuple[int, ...]:
        """Number of cards that each seat holds in a hand that is under way."""
        dealer = _dealer(self.written)
        return POSITIONS[self.written.game].hand_sizes(sizes, dealer, self.written.given)

    def _check_out(self, deal: PartialDeal, sizes: Sequence[int]) -> None:
        """NotationError if cards are left out in the hand of a seat that has gone out.

        Cards that are filled in make no melds, so no seat goes out with them.
        """
        given = self.written.given
        mover = seat_to_act(given, _dealer(self.written), self.players)
        for seat, (held, size) in enumerate(zip(deal.hands, sizes, strict=True)):
            is_out = seat == given.get("out") and seat != mover
            if is_out and held.left_out and len(held.named) < size:
                raise NotationError(f"deal: name the hand of seat {seat}, which has gone out")

    def _sizes(
        self, measure: Measure, deal: PartialDeal, number: int, dealer: int | None
    ) -> tuple[int, ...]:
        """Number of cards that each seat gets; an unknown dealer counts as seat 0."""
        dealer = 0 if dealer is None else dealer
        if not 0 <= dealer < self.players:
            raise NotationError(f"'dealer' is not a seat: {dealer}")
        hands = measure.first_hands
        if self.players not in measure.players or (len(hands) > 1 and number not in hands):
            return tuple(len(hand.named) for hand in deal.hands)
        return measure.hand_sizes(self.players, dealer, number)

    def _later_dealer(
        self, name: str, deal: PartialDeal, number: int, before: Mapping[str, _DealAsked]
    ) -> int | None:
        """The seat whose deal the reference accepts after earlier hands; None if there is none."""
        measure = MEASURES[self.written.game]
        lines = self.lines[: max(0, self._place(name))]
        match = self._match(lines, {name: of.filled(0) for name, of in before.items()})
        for seat in range(self.players):
            sizes = measure.hand_sizes(self.players, seat, number)
            if _fits(deal, sizes):
                do, _ = fill(deal, measure, sizes, number)
                if not isinstance(match.act(CHANCE, do), Refusal):
                    return seat
        return None

    def _held(self, name: str) -> dict[int, list[str]]:
        """By seat: the cards that it plays after a deal and that nobody has shown before."""
        shown: set[str] = set()
        held: dict[int, list[str]] = {}
        now = ""
        for line in self.lines:
            if isinstance(line, DealLine):
                now, shown = line.name, set()
            if now != name or not isinstance(line, StepLine) or isinstance(line.by, str):
                continue
            cards = [one for one in _played(line.do) if one not in shown and one != "*"]
            held.setdefault(line.by, []).extend(cards)
            shown.update(cards)
        return held

    def trace(self, filled: Mapping[str, Filled]) -> Trace:
        """The play as a trace, with its deals completed."""
        steps = self._steps(self.lines, filled)
        told = tuple(TraceStep(by=one.by, do=one.do) for one in steps if isinstance(one, Act))
        return _trace(self.written, self.players, told)

    def _steps(self, lines: Sequence[Line], filled: Mapping[str, Filled]) -> tuple[Step, ...]:
        deals = {name: Dealt.of(do) for name, (do, _) in filled.items()}
        return steps_of(lines, deals, due=_due(self._game(), _rules(self.written), self._setup()))

    def _match(self, lines: Sequence[Line], filled: Mapping[str, Filled]) -> Match:
        """The match after the lines that the reference accepts."""
        steps = self._steps(lines, filled)
        return _after(self._game(), _rules(self.written), self._setup(), steps)

    def _game(self) -> GameWire:
        return PositionedGame(GAMES[self.written.game], self.written.given)

    def _setup(self) -> Setup:
        return Setup(
            players=self.players,
            dealer=_dealer(self.written),
            hand_number=self.written.hand_number,
        )


def _gone(given: Mapping[str, JSON]) -> tuple[str, ...]:
    """The cards on the table and in the discard pile, jokers without the cards they stand for."""
    melds = given.get("melds") or ()
    if not isinstance(melds, list | tuple):
        raise NotationError("'melds' is not a list")
    written = [one.get("cards", "") if isinstance(one, dict) else one for one in melds]
    on_table = [word for of in written for word in _split(of, "melds")]
    return (*on_table, *_split(given.get("discard") or "", "discard"))


def _split(cards: JSON, name: str) -> Iterator[str]:
    """The cards of a place; NotationError for a word that is no card."""
    if not isinstance(cards, str | list):
        raise NotationError(f"'{name}': {cards!r} is not a card")
    words = cards.replace(",", " ").split() if isinstance(cards, str) else map(str, cards)
    try:
        yield from ("*" if word.startswith("*") else card(word) for word in words)
    except NotationError as error:
        raise NotationError(f"'{name}': {error}") from None


def _fits(deal: PartialDeal, sizes: Sequence[int]) -> bool:
    """Whether each hand named in full has the right number of cards."""
    return all(
        len(hand.named) <= size if hand.left_out else len(hand.named) == size
        for hand, size in zip(deal.hands, sizes, strict=True)
    )


_PLAYED: Final = ("card", "cards", "with", "discard")


def _played(do: Mapping[str, JSON]) -> Iterator[str]:
    """The cards that an action plays from a hand."""
    if do["type"] == "claim":
        return
    for name in _PLAYED:
        value = do.get(name)
        yield from [value] if isinstance(value, str) else value or ()


def _due(
    game: GameWire, rules: TraceRules, setup: Setup
) -> Callable[[Sequence[Step]], Sequence[str]]:
    """The function that gives the cards for a new stock."""

    def due(steps: Sequence[Step]) -> Sequence[str]:
        match = _after(game, rules, setup, steps)
        by_view = MEASURES[game.name].due
        if by_view is not None:
            return by_view(match, rules.options)
        seen: JSON = match.view(0)
        lying = list(seen["discard"])
        every = rules.options.get("stock.stock_exhaustion") == "reshuffle_all"
        return lying if every else lying[:-1]

    return due


def _after(game: GameWire, rules: TraceRules, setup: Setup, steps: Sequence[Step]) -> Match:
    """The match after the steps that the reference accepts."""
    match = begin(game, RuleSpace.of(game).with_needs(rules.options), setup)
    if isinstance(match, Refusal):
        raise NotationError(f"the match is refused: {', '.join(match.clauses)}")
    for step in steps:
        after = act(match, step) if isinstance(step, Act) else match
        match = match if isinstance(after, Refusal) else after
    return match
