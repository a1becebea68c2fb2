"""Taking a card: from the stock, or the discard for a meld.  The law: spec/tongits/drawing.md"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from meldspec.kernel import Move, condition, effect
from meldspec.melds import (
    SMALLEST,
    extensions,
    is_meld,
    melds_with,
)
from meldspec.play import Seat
from meldspec.table import DRAW, Draw
from meldspec.tongits.options import Rules
from meldspec.tongits.table import (
    KEEP,
    Drawing,
    LaidOff,
    Playing,
    State,
    TableMeld,
    Take,
    Taken,
    change,
    lengthened,
    lies_face_up,
    owns_the_meld,
)


def just_draw(rules: Rules, state: Drawing, seat: Seat) -> Iterable[Draw]:
    """The stock always has a card when a turn begins.

    Clauses: drawing.stock-otherwise.
    """
    return (DRAW,)


@effect("tongits.drawing.two-sources")
def draw_from_stock(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> State:
    """The top card of the stock joins the hand."""
    table = state.table
    drawn = table.stock[0]
    hand = table.hands[table.mover] | {drawn}
    taken = (*table.taken, Taken(drawn, table.turn))
    return Playing(change(table, hand=hand, stock=table.stock[1:], taken=taken))


DRAW_MOVE: Final = Move(
    Draw,
    during=(Drawing,),
    candidates=just_draw,
    effect=draw_from_stock,
)


def takes(rules: Rules, state: Drawing, seat: Seat) -> Iterator[Take]:
    """A take for every meld of the discard with hand cards, and the takes that readings add."""
    table = state.table
    top = table.discard[-1]
    for meld in melds_with(top, table.hands[table.mover]):
        yield Take(meld - {top})
    for laid in table.melds:
        if top in extensions(laid.cards):
            yield Take(frozenset(), laid.cards)
    if _may_keep(rules):
        yield KEEP


@condition("tongits.turn.cards-in-hand")
def take_from_hand(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """The cards named with the discard are in the hand."""
    return action.hand_cards <= state.table.hands[seat]


@condition("tongits.laying-off.table-only")
def take_onto_table_meld(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """The meld for the discard, if one is named, lies face up on the table."""
    return action.meld is None or lies_face_up(state.table, action.meld)


def _is_new_meld(rules: Rules, action: Take) -> bool:
    """Whether the discard is taken for a new meld, and not for a table meld or the hand."""
    return action.meld is None and (bool(action.hand_cards) or not _may_keep(rules))


def _may_keep(rules: Rules) -> bool:
    return rules.drawing.discard_meld_exposure == "may_keep_in_hand"


@condition("tongits.drawing.discard-needs-meld")
def take_makes_meld(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """The discard and the cards named are a meld."""
    made = action.hand_cards | {state.table.discard[-1]}
    return is_meld(made) or not _is_new_meld(rules, action)


@condition("tongits.drawing.discard-two-from-hand")
def take_two_from_hand(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """At least two cards are named."""
    return len(action.hand_cards) >= 2 or not _is_new_meld(rules, action)


@condition("tongits.drawing.discard-not-for-layoff")
def onto_table_allowed(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """The discard is not taken onto a table meld, unless a reading allows that."""
    return action.meld is None or (not action.hand_cards and _may_extend(rules))


def _may_extend(rules: Rules) -> bool:
    reading = rules.drawing.discard_take_requirement
    return reading != "new_meld_only"


@condition("tongits.drawing.discard-only-onto-own-melds")
def onto_own_meld(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """The table meld for the discard is the taker's own, if a reading asks for that."""
    if action.meld is None or owns_the_meld(state.table, action.meld):
        return True
    requirement = rules.drawing.discard_take_requirement
    return requirement != "new_meld_or_extend_own_table_meld"


@condition("tongits.drawing.discard-onto-fitting-meld")
def onto_fitting_meld(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """The table meld for the discard is still a meld with it."""
    return action.meld is None or is_meld(action.meld | {state.table.discard[-1]})


@condition("tongits.drawing.discard-hand-part-no-meld")
def hand_part_allowed(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """The cards named are not a meld without the discard, if a reading asks for that.

    Clauses: drawing.discard-adds-to-set.
    """
    reading = "any_meld_with_two_hand_cards"
    return not is_meld(action.hand_cards) or (
        rules.drawing.discard_extends_concealed_meld == reading
    )


@condition("tongits.drawing.discard-exactly-three")
def take_of_three(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """The meld with the discard has three cards, if a reading asks for that."""
    return len(action.hand_cards) < SMALLEST or (rules.drawing.discard_meld_size != "exactly_three")


@condition("tongits.drawing.discard-longest-meld")
def take_of_longest(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """No card of the hand would lengthen the meld with the discard, if a reading asks for that."""
    made = action.hand_cards | {state.table.discard[-1]}
    hand = state.table.hands[seat]
    longer = is_meld(made) and any(card in hand for card in extensions(made))
    return not longer or rules.drawing.discard_meld_size != "maximal_forced"


@condition("tongits.drawing.discard-kept-needs-meld")
def kept_makes_meld(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """A discard that is kept makes a meld with two cards of the hand."""
    if action.hand_cards or action.meld is not None or not _may_keep(rules):
        return True
    return bool(melds_with(state.table.discard[-1], state.table.hands[seat]))


@effect(
    "tongits.drawing.two-sources",
    "tongits.drawing.discard-must-expose",
    "tongits.exposing.opens-hand",
    "tongits.drawing.discard-face-up",
)
def take_discard(rules: Rules, state: Drawing, seat: Seat, action: Take) -> State:
    """The discard lies on the table with the cards of the hand, face up, as the taker's meld.

    Where a reading allows it, the discard joins a table meld or the hand instead.
    """
    table = state.table
    top, mover = table.discard[-1], table.mover
    discard = table.discard[:-1]
    if action.meld is not None:
        laid = LaidOff(top, mover, table.turn, from_pile=True)
        return Playing(change(table, discard=discard, melds=lengthened(table, action.meld, laid)))
    if not action.hand_cards:
        hand = table.hands[mover] | {top}
        taken = (*table.taken, Taken(top, table.turn, from_pile=True))
        return Playing(change(table, hand=hand, discard=discard, taken=taken))
    meld = TableMeld(mover, action.hand_cards | {top}, turn=table.turn, from_pile=top)
    hand = table.hands[mover] - action.hand_cards
    return Playing(change(table, hand=hand, discard=discard, melds=(*table.melds, meld)))


def there_is_a_discard(rules: Rules, state: Drawing) -> bool:
    """There is a card on the discard pile to take."""
    return bool(state.table.discard)


TAKE: Final = Move(
    Take,
    during=(Drawing,),
    where=there_is_a_discard,
    candidates=takes,
    exists=(take_from_hand, take_onto_table_meld),
    conditions=(
        take_makes_meld,
        take_two_from_hand,
        onto_table_allowed,
        onto_own_meld,
        onto_fitting_meld,
        hand_part_allowed,
        take_of_three,
        take_of_longest,
        kept_makes_meld,
    ),
    effect=take_discard,
)
