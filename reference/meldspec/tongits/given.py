"""Positions of Tong-its that are stated instead of played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, final

from meldspec.cards import Card, text, texts
from meldspec.play import Seat
from meldspec.stated import (
    Laid,
    Stated,
    Stating,
    cards,
    cards_laid,
    check_hands,
    check_meld,
    check_none_is_out,
    how_laid,
    laid_by,
    last_turn_of,
    melds_stated,
    number,
    piles_stated,
    refused_by,
    seat_named,
    seat_to_act,
)
from meldspec.table import LayOff
from meldspec.tongits.drawing import onto_own_meld, onto_table_allowed
from meldspec.tongits.exposing import (
    dealer_may_expose,
    dealer_may_lay_face_down,
    face_down_available,
)
from meldspec.tongits.laying_off import (
    at_an_end_allowed,
    laid_in_earlier_turn,
    not_dealers_first_turn,
    opened_for_laying_off,
    own_melds_allowed,
)
from meldspec.tongits.options import Rules
from meldspec.tongits.pot import ante_due, collect_antes
from meldspec.tongits.questions import check_face_down
from meldspec.tongits.table import (
    SEATS,
    BeforeDeal,
    Drawing,
    Expose,
    LaidOff,
    Ledger,
    Playing,
    State,
    Table,
    TableMeld,
    Take,
    Taken,
)
from meldspec.tongits.terms import is_completed
from meldspec.wire import JSON, WireError, read_flag, read_list, read_seat

_GAME: Final = "Tong-its"
_OF_A_MELD: Final = ("laid_by", "added", "face_down", "rounds_ago")
_ROUNDS_TO_LAY: Final = 3
"""Rounds in which each seat has had a turn to lay a meld, and then one to add to any meld."""
_LAYING: Final = (dealer_may_expose, dealer_may_lay_face_down, face_down_available)
_ADDING: Final = (
    not_dealers_first_turn,
    laid_in_earlier_turn,
    own_melds_allowed,
    opened_for_laying_off,
    at_an_end_allowed,
)
_TAKING: Final = (onto_table_allowed, onto_own_meld)
"""Conditions that a stated past is asked; they look at no card that only this past would show."""


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
class _Stated:
    """A meld as it is stated."""

    laid: Laid
    face_down: bool
    rounds_ago: int
    """How many rounds ago cards were added: 1 is the last turn of the seat that did it."""


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
    if not has_card and not discard:
        _check_begun(rules, state.dealer, mover, len(stock))
    due = [rules.size.hand + (seat == mover and has_card) for seat in range(SEATS)]
    check_hands(hands, due, [by for meld in read for by in meld.laid.laid_by])
    if not all(hands) and rules.tongits_call.empty_hand_policy != "plays_on_with_zero":
        check_none_is_out(hands, "tongits.tongits-call.by-emptying")
    table = Table(
        dealer=state.dealer,
        turn=0,
        hands=tuple(map(frozenset, hands)),
        stock=stock,
        discard=discard,
        melds=(),
        ledger=collect_antes(ante_due(rules, state), state.ledger),
    )
    table = _in_its_turn(rules, table, read, mover, has_card)
    return Playing(table) if has_card else Drawing(table)


def _check_begun(rules: Rules, dealer: Seat, mover: Seat, left: int) -> None:
    """Raises WireError for a seat that is to draw before the first discard."""
    whole = _whole_stock(rules)
    if left >= whole and mover == dealer:
        more = "deals and begins with one card more"
        raise WireError(f"seat {mover} {more}: state 'has_drawn: true'")
    if left > whole:
        raise WireError(
            f"no card lies on the discard pile; seat {mover} is to draw after a discard"
        )


def _read(meld: Mapping[str, JSON], found: tuple[Card, ...]) -> _Stated:
    owner = read_seat(meld.get("owner"), "owner", SEATS)
    check_meld(found)
    by = dict(zip(found, laid_by(meld, owner, len(found), SEATS), strict=True))
    later = frozenset(cards(meld.get("added"), "added"))
    if not later <= set(found):
        raise WireError("'added' names a card that is not in the meld")
    laid = how_laid(owner, by, later)
    face_down = read_flag(meld, "face_down")
    check_face_down(found, face_down, bool(laid.added))
    rounds = number(meld, "rounds_ago", least=1)
    if rounds is not None and not laid.added:
        raise WireError("'rounds_ago' is stated for a meld to which no card was added")
    return _Stated(laid, face_down, rounds or 1)


# ── the turn, and the turns before it ────────────────────────────────────────────────────────────


def _in_its_turn(
    rules: Rules, table: Table, read: Sequence[_Stated], mover: Seat, has_card: bool
) -> Table:
    """The table in the first turn by which all melds can have come there.

    Only where no turn fits otherwise, the mover has laid its cards in this very turn.  WireError
    where the melds cannot have come there, or where no turn of the mover fits the stock.
    """
    drawn = _drawn(rules, len(table.stock))
    if not table.stock and not has_card:
        raise WireError("the stock is used up, so the hand is over")
    bare = tuple(TableMeld(one.laid.owner, one.laid.first) for one in read)
    turns = [*_turns(rules, read, drawn + (not has_card), (mover - table.dealer) % SEATS)]
    faults: list[WireError] = []
    for now in (False, True)[: 1 + has_card]:
        for turn in turns:
            at = replace(table, turn=turn, melds=bare)
            try:
                melds = tuple([_on_table(rules, at, one, now) for one in read])
            except WireError as fault:
                faults.append(fault)
            else:
                return replace(table, turn=turn, melds=melds, taken=_fourths_drawn(melds))
    if faults:
        raise faults[0]
    raise WireError(
        f"{drawn} cards have left the stock, and after so many draws it is not the turn of "
        f"seat {mover}; check 'to_act' and the discard pile"
    )


def _fourths_drawn(melds: Sequence[TableMeld]) -> tuple[Taken, ...]:
    """The cards with which seats completed a three of their own, as drawn from the stock.

    Each was drawn in the turn in which it was laid off, or in an earlier turn of its seat if
    another one was drawn in that turn.  The dealer's first turn has no draw.
    """
    drawn: dict[int, Taken] = {}
    for meld in melds:
        if is_completed(meld) and not meld.laid_off[0].from_pile:
            (fourth,) = meld.laid_off
            turn = fourth.turn
            while turn in drawn:
                turn -= SEATS
            if turn > 0:
                drawn[turn] = Taken(fourth.card, turn)
    return tuple(drawn[turn] for turn in sorted(drawn))


def _drawn(rules: Rules, left: int) -> int:
    """How many cards have left the stock."""
    whole = _whole_stock(rules)
    if left > whole:
        raise WireError(f"the stock has {left} cards; it began with {whole}")
    return whole - left


def _whole_stock(rules: Rules) -> int:
    return len(rules.size.pack) - SEATS * rules.size.hand - 1


def _turns(rules: Rules, read: Sequence[_Stated], first: int, place: int) -> Iterable[int]:
    """The turns of a seat that fit the stock, by its place after the dealer, in their order.

    Each turn but the dealer's first begins with a card from the stock or the discard pile.  The
    turn is ``first`` where no card was taken from the pile.
    """
    start = first + (place - first) % SEATS
    rounds = _ROUNDS_TO_LAY + max((one.rounds_ago + len(one.laid.added) for one in read), default=0)
    turns = range(start, start + SEATS * rounds, SEATS)
    return takewhile(lambda turn: _can_be_taken(rules, read, turn - first), turns)


def _can_be_taken(rules: Rules, read: Sequence[_Stated], cards: int) -> bool:
    """Whether so many cards can have been taken from the pile: one for each meld face up.

    By some readings a card is also taken onto a meld of the table, or into the hand.
    """
    face_up = sum(not one.face_down for one in read)
    if cards <= face_up:
        return True
    added = sum(len(one.laid.added) for one in read)
    requirement = rules.drawing.discard_take_requirement
    if cards <= face_up + added and requirement != "new_meld_only":
        return True
    return rules.drawing.discard_meld_exposure == "may_keep_in_hand"


def _on_table(rules: Rules, at: Table, meld: _Stated, now: bool) -> TableMeld:
    """The meld with its turns: laid as early as can be, and added to as late as is stated.

    ``at`` has the turn, and the melds as they were laid.  ``now`` says that the mover has laid its
    cards in this turn.
    """
    there = _first_laid(rules, at, meld, _last_turn_of(meld.laid.owner, at, now))
    for laid in _added(at, meld, now):
        there = _with_added(rules, at, there, laid)
    return there


def _added(at: Table, meld: _Stated, now: bool) -> list[LaidOff]:
    """The cards added to a meld, in the order of their turns.

    No card was added later than the next one further out at its end of a run.
    """
    highest = max(meld.laid.first)
    limits = {True: at.turn, False: at.turn}
    found: list[LaidOff] = []
    for card, by in reversed(meld.laid.added):
        last, limit = _when(by, at, now, meld.rounds_ago), limits[card > highest]
        turn = min(last, limit - (limit - last) % SEATS)
        limits[card > highest] = turn
        found.insert(0, LaidOff(card, by, turn))
    return sorted(found, key=lambda laid: laid.turn)


def _first_laid(rules: Rules, at: Table, meld: _Stated, last: int) -> TableMeld:
    """The meld, laid in the first turn in which its owner may lay it, up to the last one."""
    owner, first = meld.laid.owner, meld.laid.first
    action = Expose(first, meld.face_down)
    refused: tuple[str, ...] = ()
    for turn in range(last % SEATS, last + 1, SEATS):
        state = Playing(replace(at, turn=turn))
        refused = refused_by(_LAYING, rules, state, owner, action)
        if not refused:
            return TableMeld(owner, first, meld.face_down, turn=turn)
    laid = " ".join(texts(first))
    raise WireError(f"'melds': seat {owner} may not have laid {laid}: {refused[0]}")


def _with_added(rules: Rules, at: Table, meld: TableMeld, laid: LaidOff) -> TableMeld:
    """The meld with a card laid off, or taken onto it where a reading allows that."""
    if laid.turn < meld.turn:
        raise WireError(f"'laid_by': seat {laid.by} has added {text(laid.card)} to no meld yet")
    others = tuple(one for one in at.melds if one.owner != meld.owner)
    then = replace(at, turn=laid.turn, melds=(*others, meld))
    refused = refused_by(_ADDING, rules, Playing(then), laid.by, LayOff(laid.card, meld.cards))
    if refused and not _can_be_taken_onto(rules, then, meld):
        added = f"seat {laid.by} may not have added {text(laid.card)}"
        raise WireError(f"'melds': {added}: {refused[0]}")
    laid = replace(laid, from_pile=bool(refused))
    return replace(meld, cards=meld.cards | {laid.card}, laid_off=(*meld.laid_off, laid))


def _can_be_taken_onto(rules: Rules, then: Table, meld: TableMeld) -> bool:
    """Whether the mover of a turn may have taken the discard onto a meld of the table."""
    action = Take(meld=meld.cards)
    return then.turn > 0 and not refused_by(_TAKING, rules, Drawing(then), then.mover, action)


def _last_turn_of(seat: Seat, at: Table, now: bool) -> int:
    if now and seat == at.mover:
        return at.turn
    return last_turn_of(seat, at.mover, at.turn, SEATS)


def _when(seat: Seat, at: Table, now: bool, rounds_ago: int) -> int:
    when = _last_turn_of(seat, at, now) - SEATS * (rounds_ago - 1)
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
