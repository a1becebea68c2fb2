"""Plays as text, in the notation of the documents, and deals with some cards named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from meldcheck.words.notation import CutLine, DealLine, ReshuffleLine, StepLine, parse_line
from meldspec.cards import Card, parse
from meldspec.kernel import Action, Game, Rules, State
from meldspec.play import CHANCE, Actor, Refusal, Seat

from .walks import Walks


def card(word: str) -> Card:
    """The card of this text."""
    return parse(word)


def cards(words: str) -> tuple[Card, ...]:
    """The cards of this text, in its order."""
    return tuple(map(parse, words.split()))


def card_set(words: str) -> frozenset[Card]:
    """The cards of this text as a set."""
    return frozenset(cards(words))


def hand(words: str) -> tuple[Card, ...]:
    """The cards of this text, in printing order."""
    return tuple(sorted(cards(words)))


def rest_of(deck: Iterable[Card], *named: Iterable[Card]) -> list[Card]:
    """The cards of a deck that are not named, with copies side by side."""
    rest = Counter(deck)
    rest.subtract(each for some in named for each in some)
    assert min(rest.values()) >= 0, "a card is named too often"
    return list(rest.elements())


def deal_of(kind: Any, deck: Iterable[Card], hands: Iterable[str], *others: str) -> Any:
    """A deal with these hands, an upcard if one is given, and these cards on top of the stock.

    The rest of the deck lies under them, in order.
    """
    dealt, *turned, top = tuple(map(cards, hands)), *map(cards, others)
    rest = rest_of(deck, *dealt, *turned, top)
    return kind(dealt, *(one for (one,) in turned), (*top, *rest))


def read_line(
    walks: Walks[Rules, State, Action], rules: Rules, state: State, said: str
) -> tuple[Actor, Action]:
    """The actor and the action of a line: ``1 lay-off 7S on 4S 5S 6S``, ``reshuffle 4S rest``."""
    read, seats = walks.spoken.actions.read, walks.spoken.seats(state)
    match parse_line(said):
        case StepLine(int(by), do):
            return Seat(by), read(do, seats)
        case CutLine(drawn):
            return CHANCE, read({"type": "cut", "cards": [*drawn]}, seats)
        case ReshuffleLine(top, rest, name=name):
            action = read({"type": name, "stock": [*top]}, seats)
            restock = walks.restocks(rules, state)
            if restock is None or not rest:
                return CHANCE, action
            kind, due = restock
            named = cards(" ".join(top))
            return CHANCE, kind((*named, *sorted(rest_of(due, named))))
        case other:
            assert other is None or isinstance(other, DealLine | StepLine)
            raise ValueError(said)


def acted(
    walks: Walks[Rules, State, Action], rules: Rules, reached: State | Refusal, said: str
) -> State | Refusal:
    """The state after the last line, or its refusal; every line before must be accepted."""
    for line in filter(None, map(str.strip, said.splitlines())):
        assert not isinstance(reached, Refusal), (line, reached)
        actor, action = read_line(walks, rules, reached, line)
        reached = walks.game.step(rules, reached, actor, action)
    return reached


def done(game: Game[Rules, State, Action], rules: Rules, state: State, *actions: Action) -> State:
    """The state after these actions, each by the one actor who is to act; all must be accepted."""
    for action in actions:
        (actor,) = game.actors(rules, state)
        reached = game.step(rules, state, actor, action)
        assert not isinstance(reached, Refusal), (action, reached)
        state = reached
    return state
