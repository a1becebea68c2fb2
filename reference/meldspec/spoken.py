"""Any game over the protocol: its matches and questions, in JSON values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from functools import cache
from typing import Any, Final, Generic, final, get_args, get_type_hints

from meldspec.codec import Actions, read_as, write_value
from meldspec.kernel import Action, Game, Rules, State, none_listed
from meldspec.play import Chance, Need, Refusal, Seat, count, seats_to_act, successors
from meldspec.readings import OptionTable
from meldspec.wire import (
    JSON,
    Debt,
    Ended,
    Match,
    Messages,
    WireError,
    read_actor,
    read_field,
    read_first_hand,
    read_hand_number,
    read_integer,
    read_list,
    read_players,
    read_seat,
)


@final
@dataclass(frozen=True, slots=True)
class Question(Generic[Rules]):
    """A question about stated facts: the record of the facts, and the answer by a rule set."""

    facts: type
    answer: Callable[[Rules, Any], object]  # the facts are a record of that type
    """A record, a word, a number or None; or the refusal.  Raises WireError."""
    seats: Callable[[Mapping[str, JSON]], int] = lambda question: 0
    """The number of seats in the facts.  Raises WireError."""
    ended: Callable[[Rules, Any], Ended | None] = lambda rules, facts: None
    """The end of a hand in the facts; None for facts by which nobody pays.  Raises WireError."""


def for_each(name: str) -> Callable[[Mapping[str, JSON]], int]:
    """The number of seats in facts whose list of this name has an entry for each seat."""
    return lambda question: len(read_list(question.get(name), name))


def players(fewest: int) -> Callable[[Mapping[str, JSON]], int]:
    """The number of seats in facts that name their ``players``; never less than ``fewest``."""
    return lambda question: max(read_players(read_field(question, "players")), fewest)


QUESTIONS: Final = ("meld", "deadwood", "deal", "settle", "best")
"""What may be asked about stated facts."""

ABILITIES: Final = (
    "meld",
    "deadwood",
    "deal",
    "play",
    "legal",
    "view",
    "settle",
    "best",
    "perft",
    "late-start",
)
"""What may be asked of games, in the order in which a game lists it."""


@cache
def answered(function: Callable[..., object]) -> type | None:
    """The record type that a function returns, by its annotation; None where it returns none."""
    answer = get_type_hints(function)["return"]
    kinds = get_args(answer) or (answer,)
    for kind in kinds:
        if isinstance(kind, type) and is_dataclass(kind) and kind is not Refusal:
            return kind
    return None


def one_record(function: Callable[..., object]) -> type:
    """The record type that a function returns; TypeError where it returns none."""
    kind = answered(function)
    if kind is None:
        raise TypeError(f"{function!r} answers with no record")
    return kind


def no_clauses(rules: object, state: object) -> tuple[str, ...]:
    """No grounds: for games in which only one clause can decide."""
    return ()


def not_paid(state: object) -> Ended | None:
    """No end: for games in which nobody pays, because the position holds the points of a hand."""
    return None


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken(Generic[Rules, State, Action]):
    """A game as the protocol speaks it: the game, its readings, and its messages.

    With another value for ``game`` the engine plays that game.
    """

    name: str
    """The game id, such as ``tongits``."""
    title: str
    """The name in print."""
    game: Game[Rules, State, Action]
    table: OptionTable[Rules]
    seats: Callable[[State], int]
    fewest_seats: int
    begins: Callable[[Rules, int, Seat, int], State | Refusal]
    """A match before its first deal, by the number of seats, the dealer and the hand number."""
    actions: Actions[Action]
    view: Callable[[Rules, State, Seat], object]
    """The record of what a seat may see."""
    result: Callable[[Rules, State], object | None]
    """The record of how the hand ended, or None while it goes on."""
    questions: Mapping[str, Question[Rules]]
    grounds: Callable[[Rules, State], tuple[str, ...]] = no_clauses
    match_grounds: Callable[[Rules, State], tuple[str, ...]] = no_clauses
    ended: Callable[[State], Ended | None] = not_paid
    """The end of a hand by which seats pay; None while the hand goes on."""
    payments: frozenset[str] = frozenset()
    """The options that change payments and nothing else of a hand."""
    starts_late: bool = False
    """Whether a match may begin with a later hand than the first."""

    @property
    def abilities(self) -> tuple[str, ...]:
        """What may be asked of this game."""
        lacking = {one for one in QUESTIONS if one not in self.questions}
        if not self.starts_late:
            lacking.add("late-start")
        return tuple(one for one in ABILITIES if one not in lacking)

    @property
    def messages(self) -> Messages:
        """The records of its actions, views, results, questions and answers."""
        chance = {move.does for move in self.game.moves if move.candidates is none_listed}
        kinds = self.actions.kinds
        answers = {what: answered(asked.answer) for what, asked in self.questions.items()}
        return Messages(
            chance={word: kind for word, kind in kinds.items() if kind in chance},
            seats={word: kind for word, kind in kinds.items() if kind not in chance},
            view=one_record(self.view),
            result=one_record(self.result),
            facts={what: asked.facts for what, asked in self.questions.items()},
            answers={what: kind for what, kind in answers.items() if kind is not None},
        )

    def readings(self) -> dict[str, list[str | int]]:
        """The options that this reference plays in more than one reading."""
        return self.table.readings()

    def payment_options(self) -> frozenset[str]:
        """The options that change payments and nothing else of a hand."""
        return self.payments

    def needs(self) -> tuple[Need, ...]:
        """The readings that leave play undefined without a certain reading of another option."""
        return self.table.needs

    def rule_set(self, rules: JSON) -> Rules:
        """The rule set that a request names.  Raises WireError and UnplayableError."""
        return self.table.read(rules)

    def open_rules(self, chosen: Mapping[str, str | int], read: set[str] | None = None) -> object:
        """A rule set with only these readings chosen; reading another raises UndecidedError."""
        return self.table.open(chosen, read)

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refusal:
        """A new match before its first deal.  Raises WireError and UnplayableError."""
        chosen = self.table.read(rules)
        if not self.starts_late:
            read_first_hand(hand_number)
        number = read_hand_number(hand_number)
        seats = read_players(players)
        named = read_seat(dealer, "dealer", max(seats, self.fewest_seats))
        begun = self.begins(chosen, seats, named, number)
        return begun if isinstance(begun, Refusal) else SpokenMatch(self, chosen, begun)

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer to a question about stated facts.  Raises WireError and UnplayableError."""
        return self.ask_under(self.table.read(rules), what, question)

    def ask_under(self, rules: object, what: str, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer under a rule set of this game.  Raises WireError."""
        asked = self._question(what)
        answer = asked.answer(self.table.own(rules), self._facts(asked, question))
        return answer if isinstance(answer, Refusal) else write_value(answer)

    def facts_ended(self, rules: object, what: str, question: Mapping[str, JSON]) -> Ended | None:
        """The end of a hand in stated facts, by which seats pay.  Raises WireError."""
        asked = self._question(what)
        return asked.ended(self.table.own(rules), self._facts(asked, question))

    def _question(self, what: str) -> Question[Rules]:
        if what not in self.questions:
            raise WireError(f"unknown question {what!r}")
        return self.questions[what]

    def _facts(self, asked: Question[Rules], question: Mapping[str, JSON]) -> object:
        """The record of the facts that a question states."""
        return read_as(asked.facts, question, self.actions.pack, asked.seats(question))


@final
@dataclass(frozen=True, slots=True)
class SpokenMatch(Generic[Rules, State, Action]):
    """A begun match of a game, immutable: acting returns the match that follows."""

    spoken: Spoken[Rules, State, Action] = field(compare=False, repr=False)
    rules: Rules
    state: State

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.spoken.seats(self.state)

    def at(self, state: State) -> SpokenMatch[Rules, State, Action]:
        """The match in another state."""
        return SpokenMatch(self.spoken, self.rules, state)

    def act(self, by: JSON, do: Mapping[str, JSON]) -> Match | Refusal:
        """The match after an action, or its refusal.  Raises WireError."""
        actor = read_actor(by, self.seats)
        action = self.spoken.actions.read(do, self.seats)
        after = self.spoken.game.step(self.rules, self.state, actor, action)
        return after if isinstance(after, Refusal) else self.at(after)

    @property
    def position(self) -> Hashable:
        """Where the match stands, apart from its rules."""
        return self.state

    def under(self, rules: object) -> Match:
        """The match as it stands, to be played on under another rule set of this game."""
        return replace(self, rules=self.spoken.table.own(rules))

    def actors(self) -> tuple[str | int, ...]:
        """Who may act now; nobody once the match is over."""
        actors = self.spoken.game.actors(self.rules, self.state)
        return tuple("chance" if isinstance(one, Chance) else one for one in actors)

    def legal(self, seat: JSON) -> list[JSON]:
        """Every action that would be accepted from the seat.  Raises WireError."""
        named = read_seat(seat, "seat", self.seats)
        actions = self.spoken.game.legal(self.rules, self.state, named)
        return [self.spoken.actions.write(action) for action in actions]

    def view(self, seat: JSON) -> JSON:
        """What the seat may see.  Raises WireError."""
        named = read_seat(seat, "seat", self.seats)
        return write_value(self.spoken.view(self.rules, self.state, named))

    def result(self) -> JSON:
        """How the hand ended, or None while it goes on."""
        return write_value(self.spoken.result(self.rules, self.state))

    def grounds(self) -> tuple[str, ...]:
        """The clauses by which the hand was decided; none while it goes on."""
        return self.spoken.grounds(self.rules, self.state)

    def match_grounds(self) -> tuple[str, ...]:
        """The clauses by which the match is over or goes on; none while the hand goes on."""
        return self.spoken.match_grounds(self.rules, self.state)

    def burned(self) -> tuple[int, ...]:
        """The seats that are burned; none while the hand goes on."""
        ended = self.spoken.ended(self.state)
        return () if ended is None else ended.burned(self.rules)

    def debts(self) -> Sequence[Debt]:
        """Every payment rule for every loser of a hand that was won, owed or not."""
        ended = self.spoken.ended(self.state)
        return () if ended is None else ended.debts()

    def perft(self, depth: JSON) -> JSON:
        """Counts of action sequences, in all and by first action.

        An action that several seats can do is listed once, with the sequences of all of them.
        Raises WireError unless ``depth`` is an integer of at least 0.
        """
        steps = read_integer(depth, "depth")
        if steps < 0:
            raise WireError(f"'depth' is negative: {steps}")
        game, rules, state = self.spoken.game, self.rules, self.state
        if steps == 0 or not seats_to_act(game, rules, state):
            return {"total": 1, "by_action": []}
        counted: list[tuple[JSON, int]] = []
        places: dict[Action, int] = {}
        for _, action, after in successors(game, rules, state):
            sequences = 1 if after is None else count(game, rules, after, steps - 1)
            place = places.setdefault(action, len(counted))
            if place == len(counted):
                counted.append((self.spoken.actions.write(action), sequences))
            else:
                written, others = counted[place]
                counted[place] = (written, others + sequences)
        return {
            "total": sum(sequences for _, sequences in counted),
            "by_action": [[written, sequences] for written, sequences in counted],
        }
