"""Positions of Tong-its that are stated instead of played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, final

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.stated import (
    Stated,
    Stating,
    cards,
    check_held,
    check_pack,
    is_meld,
    last_turn_of,
    melds_stated,
    number,
    seat_named,
    words,
)
from meldspec.tongits.options import Rules
from meldspec.tongits.pot import ante_due, collect_antes
from meldspec.tongits.table import (
    SEATS,
    BeforeDeal,
    Drawing,
    LaidOff,
    Ledger,
    Playing,
    State,
    Table,
    TableMeld,
)
from meldspec.wire import JSON, WireError, read_flag, read_list, read_piles, read_seat

_GAME: Final = "Tong-its"
_OF_A_MELD: Final = ("laid_by", "added", "face_down", "rounds_ago")


def begun(state: BeforeDeal, stated: Stated) -> BeforeDeal:
    """A match with the pot and the row of wins that are stated.

    The pot is what lies there before the antes of the hand.  Where the seats' chips are not
    stated, all have paid alike into it.
    """
    pot = number(stated, "pot") or 0
    winner = seat_named(stated, "last_winner", SEATS)
    wins = number(stated, "wins_in_a_row", least=0)
    if winner is None and wins:
        raise WireError("'wins_in_a_row' is stated without its 'last_winner'")
    row = (1 if wins is None else wins) if winner is not None else 0
    ledger = Ledger(_chips(stated, pot), pot, winner, row)
    return replace(state, ledger=ledger)


def _chips(stated: Stated, pot: int) -> tuple[int, ...]:
    if stated.get("chips") is None:
        if pot % SEATS:
            raise WireError(f"'pot' is {pot}, to which {SEATS} seats cannot have paid alike")
        return (-pot // SEATS,) * SEATS
    given = read_list(stated["chips"], "chips")
    chips = tuple(one for one in given if isinstance(one, int) and not isinstance(one, bool))
    if len(chips) != SEATS or len(given) != SEATS:
        raise WireError(f"'chips' has {len(given)} numbers; {SEATS} play")
    if sum(chips) != -pot:
        raise WireError(f"'chips' add up to {sum(chips)}; with {pot} in the pot they are {-pot}")
    return chips


@final
@dataclass(frozen=True, slots=True)
class _Laid:
    """A meld as it is stated: who laid each card, and which the owner added later."""

    owner: Seat
    cards: tuple[Card, ...]
    laid_by: tuple[Seat, ...]
    added: frozenset[Card]
    """Cards that the owner laid off on its own meld."""
    face_down: bool
    rounds_ago: int
    """How many rounds ago cards were laid off: 1 is the last turn of whoever did."""


def hand_sizes(dealt: Sequence[int], dealer: int, stated: Stated) -> tuple[int, ...]:
    """Every seat has twelve cards between its turns, those that it has laid among them."""
    mover = _mover(stated, dealer)
    laid = [0] * SEATS
    for meld in melds_stated(stated, _OF_A_MELD):
        found = words(meld.get("cards"), "cards")
        owner = read_seat(meld.get("owner"), "owner", SEATS)
        for seat in _laid_by(meld, owner, len(found)):
            laid[seat] += 1
    has_card = _has_card(stated)
    return tuple(
        max(0, min(dealt) + (seat == mover and has_card) - laid[seat]) for seat in range(SEATS)
    )


def _mover(stated: Stated, dealer: int) -> Seat:
    named = seat_named(stated, "to_act", SEATS)
    return Seat((dealer + 1) % SEATS) if named is None else named


def _has_card(stated: Stated) -> bool:
    return read_flag(stated, "has_drawn")


def _laid_by(meld: Mapping[str, JSON], owner: Seat, size: int) -> tuple[Seat, ...]:
    if meld.get("laid_by") is None:
        return (owner,) * size
    seats = tuple(read_seat(one, "laid_by", SEATS) for one in read_list(meld["laid_by"], "laid_by"))
    if len(seats) != size:
        raise WireError(f"'laid_by' names {len(seats)} seats for {size} cards")
    return seats


def standing(
    rules: Rules, state: BeforeDeal, do: Mapping[str, JSON], stated: Stated
) -> Drawing | Playing:
    """The match in a hand: melds on the table, the discard pile, and who is to act."""
    melds = melds_stated(stated, _OF_A_MELD)
    laid = [words(meld.get("cards"), "cards") for meld in melds]
    hands = read_list(do.get("hands"), "hands")
    piles = [*hands, *laid, words(stated.get("discard"), "discard"), do.get("stock")]
    found = read_piles([*piles], "cards", _GAME)
    held, rest = found[: len(hands)], found[len(hands) :]
    *on_table, discard, stock = rest
    check_pack(rules.size.pack, [one for pile in found for one in pile])
    read = [_read(meld, of) for meld, of in zip(melds, on_table, strict=True)]
    mover = _mover(stated, state.dealer)
    has_card = _has_card(stated)
    _check_counts(rules, held, read, mover, has_card)
    turn = _turn(rules, state.dealer, stated, len(stock), mover, has_card)
    table = Table(
        dealer=state.dealer,
        turn=turn,
        hands=tuple(map(frozenset, held)),
        stock=stock,
        discard=discard,
        melds=tuple(_on_table(one, mover, turn, has_card) for one in read),
        ledger=collect_antes(ante_due(rules, state), state.ledger),
    )
    return Playing(table) if has_card else Drawing(table)


def _read(meld: Mapping[str, JSON], found: tuple[Card, ...]) -> _Laid:
    owner = read_seat(meld.get("owner"), "owner", SEATS)
    if not is_meld(found):
        laid = " ".join(map(str, words(meld.get("cards"), "cards")))
        raise WireError(f"'melds': {laid or 'a meld without cards'} is no meld")
    face_down = read_flag(meld, "face_down")
    laid_by = _laid_by(meld, owner, len(found))
    added = frozenset(cards(meld.get("added"), "added"))
    if not added <= set(found):
        raise WireError("'added' names a card that is not in the meld")
    if sum(by == owner and one not in added for one, by in zip(found, laid_by, strict=True)) < 3:
        raise WireError(f"'laid_by': seat {owner} has not laid the meld")
    rounds = number(meld, "rounds_ago", least=1) or 1
    return _Laid(owner, found, laid_by, added, face_down, rounds)


def _check_counts(
    rules: Rules,
    held: Sequence[tuple[Card, ...]],
    melds: Sequence[_Laid],
    mover: Seat,
    has_card: bool,
) -> None:
    if len(held) != SEATS:
        raise WireError(f"'hands' has {len(held)} hands; {SEATS} play")
    for seat in range(SEATS):
        laid = sum(by == seat for meld in melds for by in meld.laid_by)
        due = rules.size.hand + (seat == mover and has_card)
        check_held(seat, len(held[seat]), laid, due)


def _turn(
    rules: Rules, dealer: Seat, stated: Stated, left: int, mover: Seat, has_card: bool
) -> int:
    """The first turn that fits the stock.  WireError where none does.

    Each turn but the dealer's first begins with a card from the stock or the discard pile.
    """
    whole = len(rules.size.pack) - SEATS * rules.size.hand - 1
    drawn = whole - left
    if drawn < 0:
        raise WireError(f"the stock has {left} cards; it began with {whole}")
    if not left and not has_card:
        raise WireError("the stock is used up, so the hand is over")
    first = drawn + (not has_card)
    turn = first + (mover - dealer - first) % SEATS
    takes = turn - first
    if takes > len(read_list(stated.get("melds"), "melds")):
        raise WireError(
            f"{drawn} cards have left the stock, and the turn of seat {mover} does not come "
            f"after so many draws; 'to_act' or the discard pile is another"
        )
    if turn == 0 and not has_card:
        raise WireError("the dealer begins with a card more; 'has_drawn' is true in its first turn")
    return turn


def _on_table(meld: _Laid, mover: Seat, turn: int, has_card: bool) -> TableMeld:
    """The meld with the turns in which its cards were laid: as late as is stated, or can be."""
    laid_off = tuple(
        LaidOff(one, by, _when(by, meld.rounds_ago, mover, turn, has_card))
        for one, by in zip(meld.cards, meld.laid_by, strict=True)
        if by != meld.owner or one in meld.added
    )
    last = last_turn_of(meld.owner, mover, turn, SEATS, has_card)
    first = min([last % SEATS, *(laid.turn for laid in laid_off)])
    return TableMeld(meld.owner, frozenset(meld.cards), meld.face_down, laid_off, turn=first)


def _when(seat: Seat, rounds_ago: int, mover: Seat, turn: int, has_card: bool) -> int:
    last = last_turn_of(seat, mover, turn, SEATS, has_card)
    when = last - SEATS * (rounds_ago - 1)
    if when < 0:
        raise WireError(f"'rounds_ago' is {rounds_ago}; seat {seat} has had fewer turns")
    return when


STATING: Final[Stating[Rules, BeforeDeal, State]] = Stating(
    match_fields=frozenset({"pot", "chips", "last_winner", "wins_in_a_row"}),
    hand_fields=frozenset({"melds", "discard", "to_act", "has_drawn"}),
    begun=begun,
    is_over=lambda rules, state: False,
    standing=standing,
    hand_sizes=hand_sizes,
    piled=True,
)
"""How a position of Tong-its is stated."""
