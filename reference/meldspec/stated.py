"""Positions that are stated instead of played: the parts that all games read alike.

A stated position becomes a state of the game, or WireError tells why it cannot arise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar, final

from meldspec.cards import Card, first_copy, text
from meldspec.kernel import Action, Condition, Rules, State
from meldspec.melds import Meld, is_meld, melds_in
from meldspec.play import Refusal, Seat
from meldspec.spoken import SpokenMatch
from meldspec.table import neighbour
from meldspec.wire import (
    JSON,
    Match,
    WireError,
    read_cards_and_jokers,
    read_integer,
    read_list,
    read_piles,
    read_record,
    read_seat,
)

Begun = TypeVar("Begun")
"""A match before its first deal."""

Stated: TypeAlias = Mapping[str, JSON]
"""The fields of a position, as they are written."""


@final
@dataclass(frozen=True, slots=True)
class Stating(Generic[Rules, Begun, State]):
    """How a position of a game is stated."""

    match_fields: frozenset[str]
    """Fields of the match before a hand, such as its scores."""
    hand_fields: frozenset[str]
    """Fields of a hand that is under way; the cards of hands and stock come with the deal."""
    begun: Callable[[Begun, Stated], Begun]
    """A match before its first deal, with the stated fields of the match."""
    standing: Callable[[Rules, Begun, Mapping[str, JSON], Stated], State | Refusal]
    """The match in a hand, from the cards of a deal and the stated fields."""
    is_over: Callable[[Rules, Begun], bool] = lambda rules, begun: False
    """Whether that match is already over; in some games no stated field can end it."""
    check_match: Callable[[Rules, Begun], None] = lambda rules, begun: None
    """Raises WireError where no match comes to stand so by these rules."""
    hand_sizes: Callable[[Sequence[int], int, Stated], tuple[int, ...]] = (
        lambda dealt, dealer, stated: tuple(dealt)
    )
    """How many cards each seat holds, by the numbers dealt, the dealer and the stated fields."""

    def check_fields(self, stated: Stated) -> None:
        """Raises WireError for an unknown field."""
        known = self.match_fields | self.hand_fields
        for name in stated:
            if name not in known:
                raise WireError(f"'given' has no {name!r}; there is {', '.join(sorted(known))}")

    def begin(self, match: Match, stated: Stated) -> Match:
        """A match before its first deal, with the stated fields of the match."""
        own = _spoken(match)
        return own.at(self.begun(own.state, stated))

    def check_goes_on(self, match: Match) -> None:
        """Raises WireError for a match before its first deal that cannot be, or that is over."""
        own = _spoken(match)
        self.check_match(own.rules, own.state)
        if self.is_over(own.rules, own.state):
            raise WireError("'given': the match is already over")

    def stand(self, match: Match, do: Mapping[str, JSON], stated: Stated) -> Match | Refusal:
        """The match in a hand, from the cards of a deal and the stated fields.

        What comes without an action in this position has come, such as a new stock that is due.
        """
        own = _spoken(match)
        state = self.standing(own.rules, own.state, do, stated)
        if isinstance(state, Refusal):
            return state
        return own.at(own.spoken.game.follow(own.rules, state))

    def in_a_hand(self, stated: Stated) -> bool:
        """Whether a hand is under way."""
        return not self.hand_fields.isdisjoint(stated)


AnyStating: TypeAlias = Stating[Any, Any, Any]  # each game has its own types


def _spoken(match: Match) -> SpokenMatch[Any, Any, Any]:  # of the game that is stated
    if not isinstance(match, SpokenMatch):
        raise TypeError(f"no match of the reference: {match!r}")
    return match


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def numbers(stated: Stated, name: str, seats: int) -> tuple[int, ...] | None:
    """A number of at least 0 for each seat; None where nothing is stated."""
    if stated.get(name) is None:
        return None
    found = tuple(read_integer(one, name) for one in read_list(stated[name], name))
    if len(found) != seats:
        raise WireError(f"{name!r} has {len(found)} numbers; {seats} play")
    if any(number < 0 for number in found):
        raise WireError(f"{name!r} has a number below 0")
    return found


def number(stated: Stated, name: str, least: int = 0) -> int | None:
    """A number of at least ``least``; None where nothing is stated."""
    if stated.get(name) is None:
        return None
    found = read_integer(stated[name], name)
    if found < least:
        raise WireError(f"{name!r} is {found}; it cannot be less than {least}")
    return found


def seat_named(stated: Stated, name: str, seats: int) -> Seat | None:
    """A seat; None where nothing is stated."""
    return None if stated.get(name) is None else read_seat(stated[name], name, seats)


def seat_to_act(stated: Stated, dealer: int, seats: int) -> Seat:
    """The seat that is to act; the one after the dealer where nothing is stated."""
    named = seat_named(stated, "to_act", seats)
    return neighbour(Seat(dealer), seats) if named is None else named


def words(value: JSON, name: str) -> list[JSON]:
    """Cards as words, or as a list of words."""
    if isinstance(value, str):
        return [*value.replace(",", " ").split()]
    return read_list(value, name)


def cards(value: JSON, name: str) -> tuple[Card, ...]:
    """Cards in their order; like ones are told apart."""
    return read_cards_and_jokers(words(value, name), name)


def melds_stated(stated: Stated, fields: Iterable[str]) -> list[dict[str, JSON]]:
    """The melds on the table.  Raises WireError for an unknown field, or for missing cards."""
    melds = [read_record(one, "melds") for one in read_list(stated.get("melds"), "melds")]
    known = ("owner", "cards", *fields)
    for meld in melds:
        for name in meld:
            if name not in known:
                raise WireError(f"'melds': a meld has no {name!r}; there is {', '.join(known)}")
        if meld.get("cards") is None:
            raise WireError("'melds': a meld is stated without its 'cards'")
    return melds


def laid_by(meld: Stated, owner: Seat, size: int, seats: int) -> tuple[Seat, ...]:
    """Who laid each card of a meld; its owner laid all of them where nothing is stated."""
    if meld.get("laid_by") is None:
        return (owner,) * size
    named = tuple(read_seat(one, "laid_by", seats) for one in read_list(meld["laid_by"], "laid_by"))
    if len(named) != size:
        raise WireError(f"'laid_by' names {len(named)} seats for {size} cards")
    return named


def cards_laid(melds: Iterable[Stated], seats: int) -> tuple[int, ...]:
    """How many cards of these melds each seat has laid."""
    laid = [0] * seats
    for meld in melds:
        found = words(meld.get("cards"), "cards")
        owner = read_seat(meld.get("owner"), "owner", seats)
        for seat in laid_by(meld, owner, len(found), seats):
            laid[seat] += 1
    return tuple(laid)


Piles: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards that lie together, in the order in which they are stated."""


def piles_stated(
    do: Mapping[str, JSON],
    stated: Stated,
    melds: Sequence[Stated],
    title: str,
    pack: Iterable[Card],
) -> tuple[Piles, Piles, tuple[Card, ...], tuple[Card, ...]]:
    """The cards of the hands, of these melds, of the discard pile and of the stock.

    Raises WireError unless they are together the whole pack.  ``title`` names the game.
    """
    laid = [words(meld.get("cards"), "cards") for meld in melds]
    hands = read_list(do.get("hands"), "hands")
    piles = [*hands, *laid, words(stated.get("discard"), "discard"), do.get("stock")]
    found = read_piles(piles, "cards", title)
    check_pack(pack, [one for pile in found for one in pile])
    *on_table, discard, stock = found[len(hands) :]
    return found[: len(hands)], tuple(on_table), discard, stock


# ── checking ─────────────────────────────────────────────────────────────────────────────────────


def check_pack(pack: Iterable[Card], found: Iterable[Card]) -> None:
    """Raises WireError unless the cards are the whole pack; the message names wrong cards."""
    whole, there = Counter(map(text, pack)), Counter(map(text, found))
    for one, times in there.items():
        if times > whole[one]:
            raise WireError(f"'given' and the deal have {one} {times} times")
    missing = [one for one, times in whole.items() if there[one] < times]
    if missing:
        more = " …" if len(missing) > 6 else ""
        lack = f"'given' and the deal lack {' '.join(missing[:6])}{more}"
        raise WireError(f"{lack}; '…' behind the stock stands for all that are not named")


def check_hands(
    hands: Sequence[tuple[Card, ...]], due: Sequence[int], laid: Sequence[Seat] = ()
) -> None:
    """Raises WireError unless each seat has as many cards as are due, in hand and laid together.

    ``laid`` names a seat once for each card that it has laid.
    """
    if len(hands) != len(due):
        raise WireError(f"'hands' has {len(hands)} hands; {len(due)} play")
    for seat, hand in enumerate(hands):
        on_table = laid.count(Seat(seat))
        if len(hand) + on_table != due[seat]:
            raise WireError(
                f"seat {seat} has {len(hand)} cards in its hand and has laid {on_table}; "
                f"together they must be {due[seat]}"
            )


def check_none_is_out(hands: Sequence[tuple[Card, ...]], clause: str) -> None:
    """Raises WireError for a seat without cards, where the hand would be over by this clause."""
    for seat, hand in enumerate(hands):
        if not hand:
            raise WireError(f"seat {seat} has no card left: {clause}")


def pile_without_card(stated: Stated) -> WireError:
    """The error for a discard pile without a card, although no seat can have taken its last one."""
    found = "is missing" if stated.get("discard") is None else "has none"
    return WireError(f"a card lies on the pile: 'discard' {found}")


def card_taken(stated: Stated, mover: Seat, hand: Iterable[Card], has_card: bool) -> Card | None:
    """The card that the mover has taken from the discard pile in this turn; None where none is.

    Raises WireError unless it is a card of the mover's hand.
    """
    if stated.get("taken") is None:
        return None
    if not has_card:
        raise WireError("'taken' is stated, but the seat has not drawn: state 'has_drawn', too")
    found = cards(stated["taken"], "taken")
    if len(found) != 1:
        raise WireError("'taken' must be one card")
    if first_copy(found[0]) not in map(first_copy, hand):
        raise WireError(f"'taken' is {text(found[0])}, which is not in the hand of seat {mover}")
    return found[0]


def check_meld(found: Sequence[Card]) -> None:
    """Raises WireError unless the cards are a meld of one pack."""
    if not is_meld(frozenset(found)):
        laid = " ".join(map(text, found))
        raise WireError(f"'melds': {laid or 'a meld without cards'} is no meld")


@final
@dataclass(frozen=True, slots=True)
class Laid:
    """How a meld of one pack has come on the table."""

    owner: Seat
    first: Meld
    """The cards with which its owner laid it."""
    added: tuple[tuple[Card, Seat], ...]
    """The other cards in an order in which they can have been added, and the seats that did it."""

    @property
    def laid_by(self) -> tuple[Seat, ...]:
        """A seat for each card that it has laid."""
        return (*(self.owner for _ in self.first), *(seat for _, seat in self.added))


def how_laid(owner: Seat, by: Mapping[Card, Seat], later: Collection[Card] = ()) -> Laid:
    """How a meld has come on the table, by the seat that laid each card.

    ``later`` has the cards that the owner is known to have added.  Of its other cards it has laid
    the lowest that are a meld, and as many at once as can be; by any reading, cards may be added
    above a run.  Raises WireError where they hold no meld.
    """
    own = [card for card, seat in by.items() if seat == owner and card not in later]
    melds = melds_in(own)
    if not melds:
        found = " ".join(map(text, by))
        raise WireError(
            f"'laid_by': of {found}, the cards that seat {owner} laid first are no meld"
        )
    first = max(melds, key=lambda meld: (-min(meld), len(meld)))
    lowest, highest = min(first), max(first)
    others = sorted(by.keys() - first, key=lambda card: max(lowest - card, card - highest))
    return Laid(owner, first, tuple((card, by[card]) for card in others))


def refused_by(
    conditions: Iterable[Condition[Rules, State, Seat, Action]],
    rules: Rules,
    state: State,
    seat: Seat,
    action: Action,
) -> tuple[str, ...]:
    """The clauses of these conditions that refuse an action which is stated to have been made."""
    return tuple(one.clause for one in conditions if not one.holds(rules, state, seat, action))


def last_turn_of(seat: int, mover: int, turn: int, seats: int) -> int:
    """The last turn of a seat before this one.  Raises WireError where there is none."""
    back = (mover - seat) % seats or seats
    if turn < back:
        raise WireError(f"seat {seat} has laid cards but has had no turn yet")
    return turn - back
