"""The conditions of a rearrangement: which cards are played, which stay, and what lies there."""

from __future__ import annotations

from typing import Literal

from meldspec import hands
from meldspec.cards import Card
from meldspec.carousel import joker, rearrange
from meldspec.carousel import table as facts
from meldspec.carousel.options import DEFAULT, Rules
from meldspec.carousel.options import Rearrange as Readings
from meldspec.carousel.table import Knocking, Melding, Rearrange
from meldspec.manipulation import Placed
from meldspec.manipulation import Table as Melds
from meldspec.play import Refusal, Seat

from ...bugs import Bug
from ...law import law
from ...tables.carousel import table

Few = Literal[0, 1, 2]
Many = Literal[0, 1, 2, 3]

MOVER = Seat(1)
SEVEN, NINE, JOKER = Card(7), Card(9), Card(52)
A_SEVEN, A_NINE, NAMED = Placed(7), Placed(9), Placed(54 + 20)

MELDS: tuple[tuple[Placed, ...], ...] = (
    (Placed(0), Placed(13), Placed(26)),
    (Placed(3), Placed(4), Placed(54 + 5)),
    (Placed(0), Placed(11), Placed(12)),
    (Placed(3), Placed(4)),
    (Placed(3),),
    (Placed(3), Placed(4), Placed(6)),
    (Placed(0), Placed(1), Placed(12)),
    (Placed(3), Placed(16), Placed(16)),
)
"""A set, a run with a joker, one with a high ace; then five that are no melds."""


def piled(cards: Placed, others: Placed, first: int, second: int) -> Melds:
    """A table with so many of two cards, in one heap."""
    return ((cards,) * first + (others,) * second,)


@law(Bug(hands.holds_all, "not Counter(cards) - Counter(hand)", "set(cards) <= set(hand)"))
def cards_out_of_the_hand(held: Few, jokers: Few, played: Many, named: Many) -> bool:
    """Cards are played out of the hand, each at most as often as it is there.

    clause: carousel.rearrange.from-hand
    pre: True
    post: _
    """
    state = Melding(table(MOVER, (SEVEN,) * held + (NINE,) + (JOKER,) * jokers))
    action = Rearrange((), (SEVEN,) * played + (JOKER,) * named)
    there = rearrange.plays_from_hand.holds(DEFAULT, state, MOVER, action)
    return there == (played <= held and named <= jokers)


@law(Bug(rearrange.table_grows_as_named, "== Counter(action.cards)", "<= Counter(action.cards)"))
def the_table_grows_as_named(
    before: bool, after: Few, cards: Few, jokers: bool, more: Few, named: Few
) -> bool:
    """What the new table has more than the old one is just what is said to be played.

    A joker is a joker in both, whatever card it stands for.

    clause: carousel.rearrange.as-named
    pre: True
    post: _
    """
    state = Melding(
        table(MOVER, (), (), piled(A_SEVEN, Placed(54), 1 if before else 0, 1 if jokers else 0))
    )
    action = Rearrange(piled(A_SEVEN, NAMED, after, more), (SEVEN,) * cards + (JOKER,) * named)
    grows = rearrange.table_grows_as_named.holds(DEFAULT, state, MOVER, action)
    return grows == (
        max(0, after - (1 if before else 0)) == cards
        and max(0, more - (1 if jokers else 0)) == named
    )


@law(Bug(rearrange.may_play_nothing, "bool(melds) and", ""))
def a_card_is_played(
    cards: int, melds: int, reading: Literal["needs_hand_card", "allowed"]
) -> bool:
    """A rearrangement plays a card of the hand; by a reading it may do without, where melds lie.

    clause: carousel.rearrange.needs-hand-card
    pre: 0 <= cards <= 2 and 0 <= melds <= 2
    post: _
    """
    rules = Rules(rearrange=Readings(rearrange_only=reading))
    state = Melding(table(MOVER, (SEVEN, NINE), (), MELDS[:melds]))
    action = Rearrange(MELDS[:melds], (SEVEN, NINE)[:cards])
    enough = cards > 0 or (melds > 0 and reading == "allowed")
    return rearrange.plays_a_card.holds(rules, state, MOVER, action) == enough


@law(Bug(rearrange.naturals_stay, " - {JOKER}", ""))
def naturals_stay_on_the_table(a: Few, b: bool, c: Few, d: bool, jokers: bool, left: bool) -> bool:
    """Every card that lay on the table lies there still, as often; of jokers this is not asked.

    clause: carousel.rearrange.no-pickup
    pre: True
    post: _
    """
    old = (*piled(A_SEVEN, A_NINE, a, 1 if b else 0), (NAMED,) if jokers else ())
    new = (*piled(A_SEVEN, A_NINE, c, 1 if d else 0), (Placed(54),) if left else ())
    state = Melding(table(MOVER, (), (), old))
    stay = rearrange.naturals_stay.holds(DEFAULT, state, MOVER, Rearrange(new, ()))
    return stay == (a <= c and (d or not b))


@law(Bug(facts.as_cards, "JOKER if is_stand_in(placed) else placed", "placed % 54"))
def a_table_as_cards(card: Literal[0, 51], naturals: Few, jokers: Few, undeclared: Few) -> bool:
    """The cards of which a table is made are its naturals, and jokers without their names.

    clause: carousel.joker.as-natural
    clause: carousel.rearrange.as-named
    pre: True
    post: _
    """
    melds = ((Placed(card),) * naturals, (Placed(54 + card),) * jokers + (Placed(52),) * undeclared)
    cards = facts.as_cards(melds)
    return (
        cards[Card(card)] == naturals
        and cards[JOKER] == jokers + undeclared
        and sum(cards.values()) == len(facts.placed_cards(melds)) == naturals + jokers + undeclared
    )


@law(Bug(rearrange.all_are_melds, "return all(", "return any("))
def only_melds_are_left(one: int, two: int, three: int) -> bool:
    """At the end of the turn all that lies together is a meld: no pair, no gap, no like suits.

    clause: carousel.rearrange.end-valid
    clause: carousel.rearrange.no-gap
    clause: carousel.rearrange.no-short
    clause: carousel.set.suits-differ
    clause: carousel.seq.ace-not-inside
    pre: 0 <= one < 8 and 0 <= two < 8 and 0 <= three < 8 and one <= two <= three
    post: _
    """
    state = Melding(table(MOVER, ()))
    action = Rearrange((MELDS[one], MELDS[two], MELDS[three]), ())
    whole = rearrange.all_are_melds.holds(DEFAULT, state, MOVER, action)
    return whole == (three < 3)


@law(Bug(rearrange.all_are_melds, "if JOKER not in meld", ""))
def nothing_is_asked_of_an_unnamed_joker(one: int, two: int) -> bool:
    """A joker that stands for nothing is one clause's matter alone: whether it makes a meld is not.

    clause: carousel.joker.declare
    clause: carousel.rearrange.end-valid
    pre: 0 <= one < 8 and 0 <= two < 8
    post: _
    """
    state = Melding(table(MOVER, ()))
    action = Rearrange(((*MELDS[one], Placed(52)), MELDS[two]), ())
    whole = rearrange.all_are_melds.holds(DEFAULT, state, MOVER, action)
    declared = joker.jokers_are_declared.holds(DEFAULT, state, MOVER, action)
    return whole == (two < 3) and declared is False


@law(Bug(rearrange.plays_from_hand, "holds_all(state.table.hand, action.cards)", "True"))
def every_failing_clause_is_told(held: bool, grows: bool, short: bool, lost: bool) -> bool:
    """A refused rearrangement hears first what is not there, and then all that is wrong with it.

    clause: carousel.rearrange.from-hand
    clause: carousel.rearrange.as-named
    clause: carousel.rearrange.end-valid
    clause: carousel.rearrange.no-pickup
    pre: True
    post: _
    """
    there = MELDS[0]
    state = Melding(
        table(MOVER, (SEVEN, NINE) if held else (NINE,), (), (there, (NAMED,)), draws=1)
    )
    laid = (A_SEVEN,) if short else (A_SEVEN, Placed(54 + 8), Placed(9))
    played = (SEVEN,) if short else (SEVEN, NINE)
    kept = there[1:] if lost else there
    new = (laid if grows else laid[1:], kept, *(((NAMED,),) if short else ()))
    reached = rearrange.REARRANGE.make(DEFAULT, state, MOVER, Rearrange(new, played))
    failing = (
        *(() if held else ("carousel.rearrange.from-hand",)),
        *(() if grows else ("carousel.rearrange.as-named",)),
    )
    if not failing:
        failing = (
            *(("carousel.rearrange.no-pickup",) if lost else ()),
            *(("carousel.rearrange.end-valid",) if short or lost else ()),
            *(() if short else ("carousel.joker.keeps-identity",)),
        )
    return reached == Refusal(failing) if failing else isinstance(reached, Knocking)
