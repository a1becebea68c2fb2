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
    cards_laid,
    check_hands,
    check_meld,
    laid_by,
    last_turn_of,
    melds_stated,
    number,
    piles_stated,
    seat_named,
    seat_to_act,
)
from meldspec.tongits.options import Rules
from meldspec.tongits.pot import ante_due, collect_antes
from meldspec.tongits.questions import check_face_down
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
from meldspec.wire import JSON, WireError, read_flag, read_list, read_seat

_GAME: Final = "Tong-its"
_OF_A_MELD: Final = ("laid_by", "added", "face_down", "rounds_ago")


def begun(state: BeforeDeal, stated: Stated) -> BeforeDeal:
    """A match with the stated pot and the stated streak of wins.

    The pot is the one before the antes of the hand.  Where the seats' chips are not stated, every
    seat has paid the same amount into it.
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
        raise WireError(f"'chips' add up to {sum(chips)}; with {pot} in the pot it must be {-pot}")
    return chips


@final
@dataclass(frozen=True, slots=True)
class _Laid:
    """A meld as it is stated: who laid each card, and which cards the owner added later."""

    owner: Seat
    cards: tuple[Card, ...]
    laid_by: tuple[Seat, ...]
    added: frozenset[Card]
    """Cards that the owner laid off on its own meld."""
    face_down: bool
    rounds_ago: int
    """How many rounds ago its cards were laid off: 1 is the last turn of the seat that did it."""


def hand_sizes(dealt: Sequence[int], dealer: int, stated: Stated) -> tuple[int, ...]:
    """The cards in each hand: twelve less those laid, and one more for a mover that has drawn."""
    mover = seat_to_act(stated, dealer, SEATS)
    laid = cards_laid(melds_stated(stated, _OF_A_MELD), SEATS)
    has_card = read_flag(stated, "has_drawn")
    return tuple(
        max(0, min(dealt) + (seat == mover and has_card) - laid[seat]) for seat in range(SEATS)
    )


def standing(
    rules: Rules, state: BeforeDeal, do: Mapping[str, JSON], stated: Stated
) -> Drawing | Playing:
    """The match in a hand: melds on the table, the discard pile, and who is to act."""
    melds = melds_stated(stated, _OF_A_MELD)
    hands, on_table, discard, stock = piles_stated(do, stated, melds, _GAME, rules.size.pack)
    read = [_read(meld, of) for meld, of in zip(melds, on_table, strict=True)]
    mover, has_card = seat_to_act(stated, state.dealer, SEATS), read_flag(stated, "has_drawn")
    due = [rules.size.hand + (seat == mover and has_card) for seat in range(SEATS)]
    check_hands(hands, due, [by for meld in read for by in meld.laid_by])
    for seat, hand in enumerate(hands):
        if not hand and rules.tongits_call.empty_hand_policy != "plays_on_with_zero":
            raise WireError(f"seat {seat} has no card left, so the hand is over")
    turn = _turn(rules, state.dealer, stated, len(stock), mover, has_card)
    table = Table(
        dealer=state.dealer,
        turn=turn,
        hands=tuple(map(frozenset, hands)),
        stock=stock,
        discard=discard,
        melds=tuple(_on_table(one, mover, turn, has_card) for one in read),
        ledger=collect_antes(ante_due(rules, state), state.ledger),
    )
    return Playing(table) if has_card else Drawing(table)


def _read(meld: Mapping[str, JSON], found: tuple[Card, ...]) -> _Laid:
    owner = read_seat(meld.get("owner"), "owner", SEATS)
    check_meld(found)
    face_down = read_flag(meld, "face_down")
    check_face_down(found, face_down)
    laid = laid_by(meld, owner, len(found), SEATS)
    added = frozenset(cards(meld.get("added"), "added"))
    if not added <= set(found):
        raise WireError("'added' names a card that is not in the meld")
    if sum(by == owner and one not in added for one, by in zip(found, laid, strict=True)) < 3:
        raise WireError(f"'laid_by': seat {owner} has not laid the meld")
    rounds = number(meld, "rounds_ago", least=1) or 1
    return _Laid(owner, found, laid, added, face_down, rounds)


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
            f"{drawn} cards have left the stock, and after so many draws it is not the turn of "
            f"seat {mover}; check 'to_act' and the discard pile"
        )
    if turn == 0 and not has_card:
        raise WireError("the dealer begins with one card more: state 'has_drawn' as true")
    return turn


def _on_table(meld: _Laid, mover: Seat, turn: int, has_card: bool) -> TableMeld:
    """The meld with its turns: laid as early as can be, and added to as late as is stated."""
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
    standing=standing,
    hand_sizes=hand_sizes,
)
"""How a position of Tong-its is stated."""
