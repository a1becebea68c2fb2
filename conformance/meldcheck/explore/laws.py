"""The laws of all games: what must hold in every state and of every step, whatever is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, Protocol, TypeAlias

from meldspec.cards import Card
from meldspec.codec import write_value
from meldspec.kernel import Action, State
from meldspec.play import CHANCE, Actor, Seat
from meldspec.spoken import Spoken


@dataclass(frozen=True)
class Transition(Generic[State, Action]):
    """One accepted step of a walk."""

    before: State
    """None, with no action, where a match begins."""
    actor: Actor
    action: Action
    after: State


AnyTransition: TypeAlias = Transition[Any, Any]


class Looked(Protocol):
    """A game as the laws of all games look at it."""

    @property
    def spoken(self) -> Spoken[Any, Any, Any]:
        """The game."""

    @property
    def over(self) -> type[Any]:
        """The phase of a hand that is over."""

    @property
    def deck(self) -> Callable[[Any, int], Iterable[Card]]:
        """All cards with which a number of seats plays."""

    @property
    def lies(self) -> Callable[[Any], Iterable[Card]]:
        """The cards on the table, in neither a hand nor the stock."""

    @property
    def open_hands(self) -> Callable[[Any, Any], tuple[Seat, ...]]:
        """The seats whose hands are shown before the end."""


# ── of a step of any game ────────────────────────────────────────────────────────────────────────


def each_card_as_often_as_the_packs_have_it(
    looked: Looked, rules: Any, step: AnyTransition
) -> bool:
    """After a deal, hands, stock and table have exactly the cards of the deck."""
    table = table_of(step.after)
    if table is None:
        return True
    held = [card for hand in table.hands for card in hand]
    deck = looked.deck(rules, len(table.hands))
    return sorted([*held, *table.stock, *looked.lies(step.after)]) == sorted(deck)


def in_one_hand(looked: Looked, step: AnyTransition) -> tuple[Any, Any] | None:
    """The tables before and after a step inside one hand; None for a step between hands.

    None too in a game in which the seats do not play in turn.
    """
    one, other = table_of(step.before), table_of(step.after)
    between = one is None or other is None or isinstance(step.before, looked.over)
    return None if between or not hasattr(one, "mover") else (one, other)


def only_the_mover_plays(looked: Looked, rules: Any, step: AnyTransition) -> bool:
    """A step changes only the hand of the seat whose turn it is."""
    tables = in_one_hand(looked, step)
    if tables is None:
        return True
    one, other = tables
    return all(hand == other.hands[at] for at, hand in enumerate(one.hands) if at != one.mover)


def turns_go_round(looked: Looked, rules: Any, step: AnyTransition) -> bool:
    """A turn goes on or passes to the next seat, and the dealer stays the same."""
    tables = in_one_hand(looked, step)
    if tables is None:
        return True
    one, other = tables
    passed = (one.mover + 1) % len(one.hands)
    return other.mover in (one.mover, passed) and other.dealer == one.dealer


def scores_change_with_a_hand(looked: Looked, rules: Any, step: AnyTransition) -> bool:
    """Scores change by the points of a hand when it is over, and at no other time.

    The chips of Tong-its and the sheets of Indian Chief have laws of their own.
    """
    one, other = ledger_of(step.before), ledger_of(step.after)
    if not hasattr(other, "scores"):
        return True
    if isinstance(step.after, looked.over) and not isinstance(step.before, looked.over):
        points = zip(one.scores, step.after.result.points, strict=True)
        return bool(other.scores == tuple(score + more for score, more in points))
    return bool(other == one)


def ledger_of(state: Any) -> Any:
    """The record of the match so far; None in games whose states have none."""
    return getattr(state, "ledger", None) or getattr(table_of(state), "ledger", None)


def a_receipt_adds_up(looked: Looked, rules: Any, step: AnyTransition) -> bool:
    """A hand that is over has a result, and its receipt adds up to points or payments."""
    result: Any = write_value(looked.spoken.result(rules, step.after))
    if result is None:
        return not isinstance(step.after, looked.over)
    amounts = result.get("payments", result.get("points"))
    counted = [0] * len(amounts)
    for line in result["receipt"]:
        counted[line["to"]] += line.get("chips", line.get("points"))
        counted[line["from"]] -= line.get("chips", 0)
    return bool(counted == amounts)


def some_seat(table: Any) -> Seat:
    """The seat that looks at a table; the stock decides which one, so all get their turn."""
    return Seat(sum(table.stock) % len(table.hands))


def nobody_sees_what_is_hidden(looked: Looked, rules: Any, step: AnyTransition) -> bool:
    """The view of a seat stays the same when hidden cards change their order."""
    state, view = step.after, looked.spoken.view
    if table_of(state) is None or isinstance(state, looked.over):
        return True
    seat = some_seat(state.table)
    other = hidden_otherwise(looked, rules, state, seat)
    return bool(view(rules, state, seat) == view(rules, other, seat))


def who_acts_is_public(looked: Looked, rules: Any, step: AnyTransition) -> bool:
    """A view names exactly the seats that are to act."""
    state = step.after
    if table_of(state) is None:
        return True
    seen: Any = write_value(looked.spoken.view(rules, state, some_seat(state.table)))
    acting = [actor for actor in looked.spoken.game.actors(rules, state) if actor is not CHANCE]
    return bool(seen["to_act"] == acting)


COMMON_OF_STEPS: Final = (only_the_mover_plays, turns_go_round, scores_change_with_a_hand)
"""The laws of all games that look at the state before a step, too."""

COMMON_OF_STATES: Final = (
    each_card_as_often_as_the_packs_have_it,
    a_receipt_adds_up,
    nobody_sees_what_is_hidden,
    who_acts_is_public,
)
"""The laws of all games that look at the state after a step alone."""

COMMON: Final = (*COMMON_OF_STEPS, *COMMON_OF_STATES)
"""Every law of all games, for whoever looked through steps."""


# ── looking at a state ───────────────────────────────────────────────────────────────────────────


def table_of(state: Any) -> Any:  # of any game: the tables all have hands and a stock
    """The table of a state; None before a deal."""
    return getattr(state, "table", None)


def discards_and_melds(table: Any) -> list[Card]:
    """The discards, and the cards of all melds on a table of which seats own the melds."""
    return [*table.discard, *(card for meld in table.melds for card in meld.cards)]


def with_table(state: Any, **changed: Any) -> Any:
    """The state with some fields of its table changed."""
    return replace(state, table=replace(state.table, **changed))


def no_hand(rules: object, state: object) -> tuple[Seat, ...]:
    """For games in which no hand is shown before the end."""
    return ()


def hidden_otherwise(looked: Looked, rules: Any, state: Any, seat: Seat) -> Any:
    """The state with all cards that a seat does not see in the opposite order."""
    table = table_of(state)
    seen = (seat, *looked.open_hands(rules, state))
    hidden = [each for other, hand in enumerate(table.hands) if other not in seen for each in hand]
    left = iter([*hidden, *table.stock][::-1])
    hands = tuple(
        hand if other in seen else type(hand)(sorted(next(left) for _ in hand))
        for other, hand in enumerate(table.hands)
    )
    other_state: Any = with_table(state, hands=hands, stock=tuple(left))
    return other_state
