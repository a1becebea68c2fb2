"""One change of a spoken game: each function here gives the game with one thing otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, final

from meldcheck.words.case import JSON
from meldspec.codec import write_record, write_value
from meldspec.kernel import AnyFollowing, AnyMove, Condition, Limit, none_listed
from meldspec.play import Actor, Refusal, Seat
from meldspec.readings import OptionTable
from meldspec.wire import write_pile

from . import AnySpoken

Holds: TypeAlias = Callable[[Any, Any, Any, Any], bool]  # of the rules and states of any game
Makes: TypeAlias = Callable[[Any, Any, Any, Any], object]  # the same
Comes: TypeAlias = Callable[[Any, Any], object]  # the same
Reaches: TypeAlias = Callable[[Any, Any, Any], bool]  # of the rules, the state, and that after it


def anything(rules: object, state: object, by: object, action: object) -> bool:
    """No condition at all."""
    return True


# ── the play ─────────────────────────────────────────────────────────────────────────────────────


def with_move(spoken: AnySpoken, usual: AnyMove, instead: AnyMove) -> AnySpoken:
    """The game has another move in the place of one of its own."""
    moves, (place,) = spoken.game.moves, _places(spoken, usual)
    moves = (*moves[:place], instead, *moves[place + 1 :])
    return replace(spoken, game=replace(spoken.game, moves=moves))


def with_another_move(spoken: AnySpoken, move: AnyMove) -> AnySpoken:
    """The game has a move more, the last to be listed."""
    return replace(spoken, game=replace(spoken.game, moves=(*spoken.game.moves, move)))


def _places(spoken: AnySpoken, move: AnyMove) -> list[int]:
    """Where a move stands, whatever is changed of it already."""
    return [
        place
        for place, each in enumerate(spoken.game.moves)
        if each.does is move.does and each.during == move.during
    ]


def move_of(spoken: AnySpoken, usual: AnyMove) -> AnyMove:
    """A move of the game as it is by now."""
    (place,) = _places(spoken, usual)
    return spoken.game.moves[place]


def judged_by(spoken: AnySpoken, clause: str, holds: Holds = anything) -> AnySpoken:
    """A clause asks something else wherever it is a condition, or nothing at all."""

    def anew(conditions: tuple[Condition[Any, Any, Any, Any], ...]) -> tuple[Any, ...]:
        other = Condition(clause, holds)
        return tuple(other if each.clause == clause else each for each in conditions)

    asking = [each for move in spoken.game.moves for each in (*move.exists, *move.conditions)]
    if clause not in {each.clause for each in asking}:
        raise ValueError(f"no condition of {clause}")
    moves = tuple(
        replace(move, exists=anew(move.exists), conditions=anew(move.conditions))
        for move in spoken.game.moves
    )
    return replace(spoken, game=replace(spoken.game, moves=moves))


def limited_by(spoken: AnySpoken, clause: str, holds: Reaches, *of: AnyMove) -> AnySpoken:
    """A limit of a clause asks something else of these moves, or of all if none is named."""

    def anew(move: AnyMove) -> AnyMove:
        if of and move.does not in {each.does for each in of}:
            return move
        other = Limit(clause, holds)
        limits = tuple(other if each.clause == clause else each for each in move.limits)
        return replace(move, limits=limits)

    if clause not in {each.clause for move in spoken.game.moves for each in move.limits}:
        raise ValueError(f"no limit of {clause}")
    moves = tuple(map(anew, spoken.game.moves))
    return replace(spoken, game=replace(spoken.game, moves=moves))


def done(spoken: AnySpoken, usual: AnyMove, makes: Makes) -> AnySpoken:
    """A move has another effect."""
    move = move_of(spoken, usual)
    return with_move(spoken, usual, replace(move, effect=replace(move.effect, makes=makes)))


def follows(spoken: AnySpoken, usual: AnyFollowing, comes: Comes | None) -> AnySpoken:
    """What follows of itself follows at another time, is something else, or never comes."""
    following = list(spoken.game.following)
    (place,) = (
        place
        for place, each in enumerate(following)
        if each.says == usual.says and each.during == usual.during
    )
    following[place : place + 1] = [] if comes is None else [replace(usual, comes=comes)]
    return replace(spoken, game=replace(spoken.game, following=tuple(following)))


def whoever_acts(spoken: AnySpoken, may: Callable[[Any, Actor, Any], bool]) -> AnySpoken:
    """Whether an actor is to act is not asked where this holds of the state and the action."""
    usual = spoken.game.not_to_act

    def not_to_act(rules: Any, state: Any, actor: Actor, action: Any) -> tuple[str, ...]:
        return () if may(state, actor, action) else usual(rules, state, actor, action)

    return replace(spoken, game=replace(spoken.game, not_to_act=not_to_act))


def anyone_for_chance(spoken: AnySpoken) -> AnySpoken:
    """A seat may do what chance has to do, when that is due."""
    due = [move for move in spoken.game.moves if move.candidates is none_listed]

    def may(state: Any, actor: Actor, action: Any) -> bool:
        return any(isinstance(action, move.does) and isinstance(state, move.during) for move in due)

    return whoever_acts(spoken, may)


# ── the deal ─────────────────────────────────────────────────────────────────────────────────────


def seat_0_deals(spoken: AnySpoken) -> AnySpoken:
    """Whoever is named, seat 0 deals first."""
    usual = spoken.begins
    return replace(
        spoken,
        begins=lambda rules, seats, dealer, number: usual(rules, seats, Seat(0), number),
    )


Order: TypeAlias = Callable[[int, int], list[int]]
"""In which order seats are served, for the dealer and how many they are."""


def left_of(dealer: int, seats: int) -> list[int]:
    """As it should be."""
    return [(dealer + step) % seats for step in range(1, seats + 1)]


def right_of(dealer: int, seats: int) -> list[int]:
    """Against the order of turns."""
    return [(dealer - step) % seats for step in range(1, seats + 1)]


def dealer_first(dealer: int, seats: int) -> list[int]:
    """The dealer gets the first card."""
    return [(dealer + step) % seats for step in range(seats)]


def dealt_to(
    spoken: AnySpoken, order: Order, size: Callable[[Any, int], int], packets: bool = False
) -> AnySpoken:
    """A deck is dealt to the seats in another order, or a hand of this size at a time."""

    def answer(right: JSON, rules: Any, facts: Any) -> JSON:
        seats, deck = facts.players, write_pile(facts.deck)
        number = size(rules, seats)
        hands: dict[int, JSON] = {}
        for place, seat in enumerate(order(facts.dealer, seats)):
            single, packet = deck[place : seats * number : seats], deck[place * number :][:number]
            hands[seat] = packet if packets else single
        return {**right, "hands": [hands[seat] for seat in range(seats)]}

    return asked(spoken, "deal", answer)


# ── what is agreed ───────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class OtherRules:
    """The options of a game, which are read as another rule set than the one that they name."""

    usual: OptionTable[Any]  # of any game
    change: Callable[[Any], Any]

    def read(self, value: JSON) -> Any:  # the rules of the game
        """The rule set that is played.  Raises WireError and UnplayableError."""
        return self.change(self.usual.read(value))

    def own(self, rules: object) -> Any:  # the same
        """A rule set of this game."""
        return self.usual.own(rules)

    def readings(self) -> dict[str, list[str | int]]:
        """The readings of each option; the rules that are played do not matter to them."""
        return self.usual.readings()


def by_rules(spoken: AnySpoken, change: Callable[[Any], Any]) -> AnySpoken:
    """Other rules are played than those that are agreed."""
    table: Any = OtherRules(spoken.table, change)  # stands in for the options
    return replace(spoken, table=table)


def by_reading(spoken: AnySpoken, name: str, reading: str | int) -> AnySpoken:
    """An option is played in this reading, whatever is agreed."""
    (option,) = (each for each in spoken.table.options if each.name == name)
    return by_rules(spoken, lambda rules: option.put(rules, reading))


# ── what is told ─────────────────────────────────────────────────────────────────────────────────

Told: TypeAlias = dict[str, JSON]


def seen_as(spoken: AnySpoken, change: Callable[[Told, Any, Any], Told]) -> AnySpoken:
    """A view is changed, for the rules and the state, once it is written."""
    usual = spoken.view

    def view(rules: Any, state: Any, seat: Any) -> object:  # of the game
        return change(write_record(usual(rules, state, seat)), rules, state)

    return replace(spoken, view=view)


def not_told(spoken: AnySpoken, field: str) -> AnySpoken:
    """Views lack a field."""
    return seen_as(
        spoken, lambda seen, *of: {name: value for name, value in seen.items() if name != field}
    )


def told_as(spoken: AnySpoken, change: Callable[[Told, Any, Any], Told]) -> AnySpoken:
    """A result is changed, for the rules and the state, once it is written."""
    usual = spoken.result

    def result(rules: Any, state: Any) -> object:  # of the game
        told = usual(rules, state)
        return None if told is None else change(write_record(told), rules, state)

    return replace(spoken, result=result)


def without_receipt(spoken: AnySpoken) -> AnySpoken:
    """A result lacks its receipt, as that of most engines does: no lines contradict the sums."""
    return told_as(
        spoken, lambda told, *of: {name: value for name, value in told.items() if name != "receipt"}
    )


def asked(spoken: AnySpoken, what: str, change: Callable[[JSON, Any, Any], object]) -> AnySpoken:
    """An answer is changed once it is written, for a rule set and facts; a refusal stands."""
    usual = spoken.questions[what].answer

    def answer(rules: Any, facts: Any) -> object:  # of the game
        right = usual(rules, facts)
        if isinstance(right, Refusal):
            return right
        return change(write_value(right), rules, facts)

    return answered(spoken, what, answer)


def answered(spoken: AnySpoken, what: str, answer: Callable[[Any, Any], object]) -> AnySpoken:
    """A question about stated facts has this answer by a rule set and the record of the facts."""
    other = replace(spoken.questions[what], answer=answer)
    return replace(spoken, questions={**spoken.questions, what: other})
