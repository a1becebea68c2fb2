"""Thief: one card, which may take another one.  The law: spec/indian-chief/thief.md"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, assert_never, get_args

from meldspec.cards import Card, points, rank
from meldspec.hands import Hand
from meldspec.indian_chief.match import is_last
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import Rules, ThiefOrderKey
from meldspec.indian_chief.refill import dealer_of
from meldspec.indian_chief.table import (
    NO_CLAIM,
    Claim,
    Claiming,
    Filling,
    Shown,
    Table,
    Target,
    Theft,
    lying,
)
from meldspec.indian_chief.terms import qualifies
from meldspec.indian_chief.value import ACE, face_value
from meldspec.kernel import Move, always, condition, effect, follows
from meldspec.play import Seat
from meldspec.table import ReceiptLine, opponents, own_line


def thief_line(seat: Seat, cards: Hand) -> ReceiptLine:
    """The line of a Thief: the face value of its card."""
    return own_line("indian-chief.thief.face-value", seat, face_value(cards))


# ── who steals ────────────────────────────────────────────────────────────────────────────────────


def thieves(shown: Shown) -> list[Seat]:
    """The seats whose meld is a Thief."""
    return [Seat(seat) for seat, meld in enumerate(shown) if meld.size == Box.THIEF]


def thief_key(card: Card, by: ThiefOrderKey) -> int:
    """The place of a thief in the order, by the rank or value of its card; suits do not matter.

    Clauses: thief.order.
    """
    match by:
        case "rank_ace_low":
            return rank(card)
        case "rank_ace_high":
            return 13 if rank(card) == ACE else rank(card)
        case "face_value":
            return points(card)
        case _:
            assert_never(by)


def ordered(shown: Shown, by: ThiefOrderKey) -> tuple[tuple[Seat, ...], ...]:
    """The thieves of a turn from the lowest to the highest, tied ones together."""
    tied: dict[int, list[Seat]] = {}
    for seat in thieves(shown):
        tied.setdefault(thief_key(shown[seat].cards[0], by), []).append(seat)
    return tuple(tuple(tied[key]) for key in sorted(tied))


def thief_order(rules: Rules, shown: Shown) -> tuple[tuple[Seat, ...], ...]:
    """The thieves in order by the rules; the option is read only where it matters.

    Clauses: thief.order.
    """
    usual, *others = (ordered(shown, by) for by in get_args(ThiefOrderKey))
    if all(other == usual for other in others):
        return usual
    return ordered(shown, rules.thief.thief_order_key)


def queue(rules: Rules, table: Table) -> tuple[tuple[Seat, ...], ...]:
    """Who steals, in groups that claim at the same time; a reading decides about ties.

    Clauses: thief.tie, thief.claims-secret.
    """
    groups: list[tuple[Seat, ...]] = []
    for group in thief_order(rules, table.shown[-1]):
        if len(group) == 1:
            groups.append(group)
            continue
        protocol = rules.thief.thief_tie_protocol
        match protocol:
            case "secret_claims":
                groups.append(group)
            case "sequential":
                dealer = dealer_of(rules, table)
                turns = (*opponents(dealer, table.seats), dealer)
                groups.extend((seat,) for seat in turns if seat in group)
            case "never":
                pass
            case _:
                assert_never(protocol)
    return tuple(groups)


def steals_in_last_turn(rules: Rules) -> bool:
    """Whether a reading lets thieves steal in the last turn.

    Clauses: thief.not-in-last-turn.
    """
    return rules.thief.steal_last_turn == "perform"


def ask_the_first(rules: Rules, table: Table) -> Claiming | Filling:
    """Asks the first thieves after the melds are shown; in the last turn only by a reading.

    Clauses: thief.not-in-last-turn.
    """
    some = thieves(table.shown[-1])
    if not some or (is_last(rules, table.turn) and not steals_in_last_turn(rules)):
        return Filling(table)
    return ask_the_next(table, queue(rules, table))


def ask_the_next(table: Table, waiting: tuple[tuple[Seat, ...], ...]) -> Claiming | Filling:
    """The first group of thieves claims; where no group is left, hands are filled up."""
    return Claiming(table, waiting) if waiting else Filling(table)


def to_claim(state: Claiming) -> tuple[Seat, ...]:
    """The thieves that may claim: those of the first group that have not claimed yet.

    Clauses: thief.order.
    """
    have = {seat for seat, _ in state.claims}
    return tuple(seat for seat in state.waiting[0] if seat not in have)


# ── what is stolen ────────────────────────────────────────────────────────────────────────────────


def may_be_robbed(rules: Rules, table: Table, seat: int) -> bool:
    """Whether thieves may take cards of a seat's meld of this turn.

    Clauses: thief.valid-melds-only.
    """
    return qualifies(rules, table.shown[-1][seat].cards) or (
        rules.thief.thief_target_class == "any_opposing_meld_card"
    )


def has_a_target(rules: Rules, table: Table, thief: Seat) -> bool:
    """Whether there is a card that a thief may take; Doctors, which read options, come last."""
    melds = table.shown[-1]
    left = [seat for seat, cards in enumerate(lying(table)) if cards and seat != thief]
    left.sort(key=lambda seat: melds[seat].size == Box.DOCTOR)
    return any(qualifies(rules, melds[seat].cards) for seat in left) or any(
        may_be_robbed(rules, table, seat) for seat in left
    )


def claims(rules: Rules, state: Claiming, seat: Seat) -> Iterator[Claim]:
    """Every card that others have shown, like cards of one seat once; and to claim none."""
    for other, cards in enumerate(lying(state.table)):
        if other != seat:
            for card in dict.fromkeys(cards):
                yield Claim(Target(Seat(other), card))
    yield NO_CLAIM


@condition("indian-chief.thief.card-lies-there", given=always)
def card_lies_there(rules: Rules, state: Claiming, seat: Seat, action: Claim) -> bool:
    """The claimed card lies in the meld that the other seat has shown."""
    target = action.target
    return target is None or target.card in lying(state.table)[target.seat]


@condition("indian-chief.thief.opponents-only", given=always)
def is_an_opponents_card(rules: Rules, state: Claiming, seat: Seat, action: Claim) -> bool:
    """The card is another seat's."""
    return action.target is None or action.target.seat != seat


@condition("indian-chief.thief.valid-melds-only")
def is_of_a_valid_meld(rules: Rules, state: Claiming, seat: Seat, action: Claim) -> bool:
    """The card is of a meld that has not failed, if a reading asks for that."""
    return action.target is None or may_be_robbed(rules, state.table, action.target.seat)


@effect("indian-chief.thief.may-steal", "indian-chief.thief.claims-secret")
def note_the_claim(rules: Rules, state: Claiming, seat: Seat, action: Claim) -> Claiming:
    """The claim stands until all thieves of the group have claimed."""
    claimed = sorted([*state.claims, (seat, action.target)], key=lambda each: each[0])
    return replace(state, claims=tuple(claimed))


CLAIM: Final = Move(
    Claim,
    during=(Claiming,),
    candidates=claims,
    exists=(card_lies_there,),
    conditions=(is_an_opponents_card, is_of_a_valid_meld),
    effect=note_the_claim,
)


# ── the outcome of claims ─────────────────────────────────────────────────────────────────────────


@follows("indian-chief.thief.nothing-left", during=(Claiming,))
def thief_finds_nothing(rules: Rules, state: Claiming) -> Claiming | Filling | None:
    """The next thief, which claims alone, finds no card that it may take.

    Thieves that claim together always find one.  Each lower thief has taken at most one card, and
    the lower thieves and the other tied thief have shown more cards than that; a Thief never fails.
    """
    first, *others = state.waiting
    if state.claims or len(first) > 1 or has_a_target(rules, state.table, first[0]):
        return None
    return ask_the_next(state.table, tuple(others))


@follows("indian-chief.thief.tie", "indian-chief.thief.instead-of-draw", during=(Claiming,))
def all_have_claimed(rules: Rules, state: Claiming) -> Claiming | Filling | None:
    """The claims succeed, or fail by a clash; a stolen card is in the thief's hand at once."""
    if to_claim(state):
        return None
    table = state.table
    thefts = takers(rules, table, state.claims)
    got = {theft.by: theft.target.card for theft in thefts}
    hands = tuple(
        tuple(sorted((*hand, got[Seat(seat)]))) if seat in got else hand
        for seat, hand in enumerate(table.hands)
    )
    after = replace(table, hands=hands, stolen=(*table.stolen, *thefts))
    return ask_the_next(after, state.waiting[1:])


def takers(
    rules: Rules, table: Table, claimed: tuple[tuple[Seat, Target | None], ...]
) -> tuple[Theft, ...]:
    """The thefts that succeed, when all thieves of a group have claimed.

    A thief that claims nothing clashes with no other.  By a reading it does not agree, and then no
    thief of the tie steals.  But where only clashing thieves take nothing, the others still steal.
    Clauses: thief.tie.
    """
    wanted = [Theft(seat, target) for seat, target in claimed if target is not None]
    if not wanted:
        return ()
    clashing = clashes(rules, table, wanted)
    if len(clashing) == len(wanted):
        return ()
    agreed = not clashing and (
        len(wanted) == len(claimed) or rules.thief.thief_tie_decline == "agrees"
    )
    if agreed or rules.thief.thief_tie_partial == "clashing_only":
        return tuple(theft for theft in wanted if theft not in clashing)
    return ()


def clashes(rules: Rules, table: Table, wanted: list[Theft]) -> list[Theft]:
    """The claims that cannot all succeed: they name a card more often than it lies there.

    By a reading, cards that look alike are one card, even in the melds of different seats.
    """
    lies = lying(table)
    targets = [theft.target for theft in wanted]
    physical = [
        theft
        for theft in wanted
        if targets.count(theft.target) > lies[theft.target.seat].count(theft.target.card)
    ]
    faces = [target.card for target in targets]
    by_face = [theft for theft in wanted if faces.count(theft.target.card) > 1]
    if physical == by_face or rules.thief.thief_tie_identity == "physical":
        return physical
    return by_face
