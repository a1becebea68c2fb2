"""Positions of Indian Chief that are stated instead of played: the melds of earlier turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Final

from meldspec.cards import texts
from meldspec.hands import Hand, without_all
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.questions import packs_have, refused_melds
from meldspec.indian_chief.refill import stub_is_short
from meldspec.indian_chief.restore import begin_the_next_turn, due_in_reshuffle
from meldspec.indian_chief.spoken import ACTIONS
from meldspec.indian_chief.table import (
    BeforeDeal,
    Choose,
    Choosing,
    Filling,
    Meld,
    Reshuffling,
    Shown,
    State,
    Table,
    next_turn,
    seats_of,
)
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.stated import Stated, Stating, words
from meldspec.table import Deal, Reshuffle
from meldspec.wire import JSON, WireError, read_list

_OF_A_MELD: Final = tuple(field.name for field in fields(Meld))


def standing(
    rules: Rules, state: BeforeDeal, do: Mapping[str, JSON], stated: Stated
) -> State | Refusal:
    """The match at the beginning of a turn, with the melds shown in earlier turns."""
    seats = seats_of(state)
    deal = ACTIONS.read(do, seats)
    assert isinstance(deal, Deal)
    shown = _shown(rules, stated, seats)
    aside = _aside(rules, seats, shown)
    if len(deal.cards) < len(rules.size.deck(seats)):
        deal = replace(deal, stock=(*deal.stock, *aside))
    after = GAME.step(rules, state, CHANCE, deal)
    if isinstance(after, Refusal):
        return after
    assert isinstance(after, Choosing)
    table = after.table
    stock = _without(table.stock, aside)
    return next_turn(Table(table.dealer, len(shown) + 1, table.hands, stock, shown, aside=aside))


def _aside(rules: Rules, seats: int, shown: Iterable[Shown]) -> Hand:
    """The melds that lie aside after these turns, where a reading keeps them out of the stub.

    Raises WireError for a meld with a card that lay aside.
    """
    aside: Hand = ()
    for number, melds in enumerate(shown, start=1):
        table = _after_melds(rules, seats, number, melds, aside)
        if stub_is_short.comes(rules, Filling(table)) is not None:
            aside = ()
            continue
        stub = Reshuffle(tuple(due_in_reshuffle(rules, table)))
        aside = begin_the_next_turn.makes(rules, Reshuffling(table), CHANCE, stub).table.aside
    return aside


def _after_melds(rules: Rules, seats: int, number: int, melds: Shown, aside: Hand) -> Table:
    """The table when these melds have been scored, as after a first turn.

    Which cards the hands have left is not known, so any are taken.
    """
    lying = Counter(card for meld in melds for card in meld.cards)
    there = Counter(rules.size.deck(seats)) - Counter(aside)
    if lying - there:
        words = " ".join(texts(lying - there))
        raise WireError(f"'shown': turn {number} has {words}, but the turn before lies aside")
    others, hands = sorted((there - lying).elements()), list[Hand]()
    for meld in melds:
        kept = rules.size.hand - meld.size
        hands.append(tuple(others[:kept]))
        others = others[kept:]
    return Table(Seat(0), 1, tuple(hands), tuple(others), (melds,), aside=aside)


def _without(stub: Hand, aside: Hand) -> Hand:
    """The stub without the cards that lie aside.  Raises WireError if one of them is in a hand."""
    missing = Counter(aside) - Counter(stub)
    if missing:
        words = " ".join(texts(missing))
        raise WireError(f"'shown': a hand has {words}, but the melds of the last turn lie aside")
    return without_all(stub[::-1], aside)[::-1]


def _shown(rules: Rules, stated: Stated, seats: int) -> tuple[Shown, ...]:
    """The melds of each turn, by seat.  Raises WireError for melds that cannot have been shown."""
    turns = [read_list(turn, "shown") for turn in read_list(stated.get("shown"), "shown")]
    last = rules.size.melds
    if len(turns) >= last:
        raise WireError(f"'shown' has {len(turns)} turns; the match is over after {last}")
    for number, turn in enumerate(turns, start=1):
        if len(turn) != seats:
            raise WireError(f"'shown' has {len(turn)} melds for turn {number}; {seats} play")
    shown = tuple(tuple(_meld(one, seats) for one in turn) for turn in turns)
    for number, melds in enumerate(shown, start=1):
        if not packs_have(rules, melds):
            raise WireError(f"'shown': turn {number} has a card more often than the packs have it")
        if refused := refused_melds(rules, melds):
            raise WireError(f"'shown': turn {number} is refused by {', '.join(refused.clauses)}")
    for seat in range(seats):
        sizes = [turn[seat].size for turn in shown]
        for size in sizes:
            if not 1 <= size <= last or sizes.count(size) > 1:
                raise WireError(f"'shown': seat {seat} cannot have shown {size} cards so often")
    return shown


def _meld(stated: JSON, seats: int) -> Meld:
    """A meld: its cards, or a record of its cards and its declaration."""
    given = stated if isinstance(stated, dict) else {"cards": stated}
    for name in given:
        if name not in _OF_A_MELD:
            known = ", ".join(_OF_A_MELD)
            raise WireError(f"'shown': a meld has no {name!r}; there is {known}")
    made = {**given, "type": "choose", "cards": words(given.get("cards"), "shown")}
    action = ACTIONS.read(made, seats)
    assert isinstance(action, Choose)
    return action.meld


STATING: Final[Stating[Rules, BeforeDeal, State]] = Stating(
    match_fields=frozenset(),
    hand_fields=frozenset({"shown"}),
    begun=lambda state, stated: state,
    standing=standing,
)
"""How a position of Indian Chief is stated."""
