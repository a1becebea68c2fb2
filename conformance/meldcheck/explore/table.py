"""Games as they are explored: on a small table, with what chance may do there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import chain, combinations, permutations
from typing import Any, Final, Generic, TypeAlias, final

from meldcheck.explore.laws import no_hand
from meldspec.cards import Card, parse
from meldspec.kernel import Action, Rules, State
from meldspec.play import Refusal, Seat
from meldspec.spoken import Spoken

Hands: TypeAlias = tuple[tuple[Card, ...], ...]


TRIED: Final = 50
"""In one state of so many of a phase, everything is tried; a table may say another number."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class SmallTable(Generic[Rules]):
    """A table with few cards, for one hand or one match."""

    rules: Rules
    seats: int
    says: str
    """The cards and hands in words."""
    one_deal_of: int = 1
    """Of the deals in their order one of so many is played."""
    stated: tuple[tuple[str, ...], ...] = ()
    """The deals that are played, if not all: a hand for each seat, such as ``AC 2C``.

    All cards that are in no hand follow in every order.
    """
    hand_number: int = 1
    """The hand with which the match begins."""
    tried: int = TRIED
    """In one state of so many of a phase, everything is tried that was ever legal."""
    most: int | None = None
    """The states after which a usual exploration stops; None if it goes on to the end."""
    refuses: tuple[str, ...] = ()
    """The clauses that refuse every deal, where a reading lets so many seats not play."""


def nothing_due(rules: object, state: object) -> None:
    """Of games in which a stock is never made again."""
    return


def no_cut(rules: object, state: object) -> tuple[()]:
    """Of games in which no cut finds the dealer."""
    return ()


def none_listed(rules: object, state: object, action: object) -> tuple[()]:
    """Of games in which no action stands for others."""
    return ()


def no_suit(rules: object) -> frozenset[int]:
    """Of games whose rules name no suit."""
    return frozenset()


def as_it_is(rules: object, state: State) -> State:
    """Of games in which no two states are alike but for suits."""
    return state


@final
@dataclass(frozen=True, kw_only=True)
class Explored(Generic[Rules, State, Action]):
    """A game as it is explored: its laws, its small tables, and what chance may do."""

    spoken: Spoken[Rules, State, Action]
    kind: Any  # the union of its phases
    """The annotation of its states."""
    over: type[Any]
    """The phase of a hand that is over, at which exploration ends."""
    deck: Callable[[Rules, int], Iterable[Card]]
    """All cards with which a number of seats plays."""
    lies: Callable[[State], Iterable[Card]]
    """The cards on the table, in neither a hand nor the stock."""
    open_hands: Callable[[Rules, State], tuple[Seat, ...]] = no_hand
    of_states: tuple[Callable[[Rules, State], bool], ...]
    of_steps: tuple[Callable[[Rules, State, State], bool], ...]
    hand_sizes: Callable[[Rules, int], tuple[int, ...]]
    """The cards that are dealt to each seat where seat 0 deals."""
    deal: Callable[[Hands, tuple[Card, ...]], Action]
    """The deal of these hands, with the rest of the deck: its top first."""
    turned: int = 0
    """How many cards of the rest are seen at once."""
    restocks: Callable[
        [Rules, State], tuple[Callable[[tuple[Card, ...]], Action], tuple[Card, ...]] | None
    ] = nothing_due
    """What chance does to make a stock, and of which cards; None where a deal is due."""
    cuts: Callable[[Rules, State], Iterable[Action]] = no_cut
    """Every cut for the deal, where one is due before a deal."""
    reveals: Callable[[Rules, State, Action], int]
    """How many cards of the stock, at most, an action brings to light."""
    attempts: Callable[[Rules, State, Seat], Iterable[Action]]
    """Proposals of a seat that are wrong in every way, besides those that were ever legal."""
    suits: Callable[[Rules], frozenset[int]] = no_suit
    """The suits that a rule names, so that another cannot stand in for them."""
    alike: Callable[[Rules, State], State] = as_it_is
    """The state that stands for all those from which play goes on in the same way."""
    listed: Callable[[Rules, State, Action], Iterable[Action]] = none_listed
    """All actions for which an open one stands, legal or not."""
    loose: Callable[[Rules], Mapping[str, int]]
    """The piles whose order means nothing, but for so many cards at their end.

    The cards that an action brings to light are counted by ``reveals``.
    """
    winners: str = "winner"
    """The field of a result that names who has won."""
    endings: frozenset[str]
    """Every way in which a hand can end, in the words of ``search.ending``."""
    tables: Mapping[str, SmallTable[Rules]]

    def begun(self, table: SmallTable[Rules]) -> State:
        """The match before its deal, which seat 0 deals."""
        begun = self.spoken.begins(table.rules, table.seats, Seat(0), table.hand_number)
        if isinstance(begun, Refusal):
            raise AssertionError(f"a small table is refused: {begun.clauses}")
        return begun


def tops(cards: Iterable[Card], number: int) -> Iterator[tuple[Card, ...]]:
    """Every order of the top cards of a pile, with the rest sorted beneath it.

    Cards that look alike are one choice.
    """
    pile = sorted(cards)
    for top in sorted(set(permutations(pile, min(number, len(pile))))):
        rest = list(pile)
        for card in top:
            rest.remove(card)
        yield (*top, *rest)


def stated_hands(
    cards: tuple[Card, ...], stated: Iterable[tuple[str, ...]]
) -> Iterator[tuple[Hands, Any]]:
    """These hands, and the cards that are left by each deal of them."""
    for texts in stated:
        hands = tuple(tuple(map(parse, text.split())) for text in texts)
        left = list(cards)
        for card in chain.from_iterable(hands):
            left.remove(card)
        yield hands, tuple(left)


def all_hands(cards: tuple[Card, ...], sizes: tuple[int, ...]) -> Iterator[tuple[Hands, Any]]:
    """Every way to deal hands of these sizes, and the cards that are left."""
    if not sizes:
        yield (), cards
        return
    for hand in sorted(set(combinations(cards, sizes[0]))):
        left = list(cards)
        for card in hand:
            left.remove(card)
        for others, rest in all_hands(tuple(left), sizes[1:]):
            yield (hand, *others), rest


def wrong(action: Any) -> Iterator[Any]:  # an action of chance of any game
    """The action with a card less in the stock, and with a card more in the first or last hand.

    A cut with a card less.
    """
    names = {each.name for each in fields(action)}
    if "stock" not in names:
        yield replace(action, cards=action.cards[1:])
        return
    if not action.stock:
        return
    top, *rest = action.stock
    yield replace(action, stock=tuple(rest))
    if "hands" in names:
        first, *between, last = action.hands
        yield replace(action, hands=((*first, top), *between, last), stock=tuple(rest))
        yield replace(action, hands=(first, *between, (*last, top)), stock=tuple(rest))


AnyExplored: TypeAlias = Explored[Any, Any, Any]  # each game has its own types
