"""Going out, and going rummy: what a seat did in this turn and in earlier ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from meldspec.cards import Card, small_pack
from meldspec.play import Seat
from meldspec.rummy import game, out, terms
from meldspec.rummy import rummy as chapter
from meldspec.rummy.options import Rules, Rummy
from meldspec.rummy.rummy import barred_from_rummy, remember_holding_back, went_rummy
from meldspec.rummy.table import (
    End,
    LaidOff,
    Outcome,
    Over,
    Playing,
    TableMeld,
    TurnDone,
)

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import melds as plain
from ...tables.rummy import RUN, SECOND_RUN, history, table

Prior = Literal["disqualifies", "allowed"]
Same = Literal["allowed", "disqualifies", "required"]
Back = Literal["not_needed", "needed"]
Fewest = Literal[1, 0, 2]
Ending = Literal["any_ending", "ends_with_discard"]

NOW = 8
"""A turn of the dealer's where three play, and not its first."""


@law(Bug(terms.melds_laid, "meld.turn == table.turn", "meld.owner == table.mover"))
def melds_of_this_turn(dealer: Seat, owner: Seat, one: int, two: int) -> bool:
    """The melds of a turn are those laid in it; in an earlier one the same seat laid none of them.

    clause: rummy.meld.one-per-turn
    clause: rummy.rummy.all-in-one-turn
    pre: 0 <= dealer < 3 and 0 <= owner < 3 and 0 <= one <= 8 and 0 <= two <= 8
    pre: (owner == dealer or one != 8) and (owner == dealer or two != 8)
    post: _
    """
    melds = (TableMeld(owner, RUN, one), TableMeld(owner, SECOND_RUN, two))
    at = table(3, dealer, NOW, frozenset((Card(0),)), melds=melds)
    return terms.melds_laid(at) == (1 if one == 8 else 0) + (1 if two == 8 else 0)


@law(Bug(terms.melded_before, "meld.owner == mover and", ""))
def melds_of_earlier_turns(dealer: Seat, one: Seat, two: Seat, first: int, second: int) -> bool:
    """A seat has melded before if a meld of its own was laid in an earlier turn.

    clause: rummy.rummy.nothing-laid-before
    clause: rummy.meld.owned
    pre: 0 <= dealer < 3 and 0 <= one < 3 and 0 <= two < 3
    pre: 0 <= first <= 8 and 0 <= second <= 8
    post: _
    """
    melds = (TableMeld(one, RUN, first), TableMeld(two, SECOND_RUN, second))
    at = table(3, dealer, NOW, frozenset((Card(0),)), melds=melds)
    before = (one == dealer and first != 8) or (two == dealer and second != 8)
    return terms.melded_before(at) == before


@law(Bug(terms.laid_off_before, "laid.by == mover and", "meld.owner != mover and"))
def cards_laid_off_in_earlier_turns(
    dealer: Seat, owner: Seat, one: Seat, two: Seat, first: int, second: int
) -> bool:
    """A seat has laid off before if it added a card in an earlier turn, to whichever meld.

    clause: rummy.rummy.nothing-laid-before
    pre: 0 <= dealer < 3 and 0 <= owner < 3 and 0 <= one < 3 and 0 <= two < 3
    pre: 0 <= first <= 8 and 0 <= second <= 8
    post: _
    """
    offs = (LaidOff(Card(28), one, first),)
    more = (LaidOff(Card(32), two, second),)
    melds = (TableMeld(owner, RUN, 0, offs), TableMeld(Seat(0), SECOND_RUN, 0, more))
    at = table(3, dealer, NOW, frozenset((Card(0),)), melds=melds)
    before = (one == dealer and first < 8) or (two == dealer and second < 8)
    return terms.laid_off_before(at) == before


@law(Bug(terms.has_laid_off, "laid.turn == table.turn", "laid.by == table.mover"))
def cards_laid_off_in_this_turn(dealer: Seat, owner: Seat, first: int, second: int) -> bool:
    """A seat has laid off if it has added a card in this turn, to whichever meld.

    clause: rummy.rummy.layoff-allowed
    clause: rummy.turn.sequence
    pre: 0 <= dealer < 3 and 0 <= owner < 3 and 0 <= first <= 8 and 0 <= second <= 8
    post: _
    """
    offs = (LaidOff(Card(28), dealer, first), LaidOff(Card(26), dealer, second))
    melds = (TableMeld(owner, RUN, 0, offs), TableMeld(dealer, SECOND_RUN, 0))
    at = table(3, dealer, NOW, frozenset((Card(0),)), melds=melds)
    return terms.has_laid_off(at) == (first == 8 or second == 8)


@law(
    Bug(
        barred_from_rummy,
        "return not table.held_back[table.mover] and",
        "return not table.held_back[table.mover] or",
    )
)
def barred_from_going_rummy(
    earlier: bool,
    off_earlier: bool,
    off_now: bool,
    held_back: bool,
    prior: Prior,
    same: Same,
    back: Back,
) -> bool:
    """An earlier meld bars a seat from rummy; by readings a lay-off does, or nothing held back.

    An earlier lay-off bars it by default.  One of this turn bars it by a reading, and so does
    having held no meld back.

    clause: rummy.rummy.nothing-laid-before
    clause: rummy.rummy.layoff-allowed
    clause: rummy.rummy.voluntary
    pre: True
    post: _
    """
    rules = Rules(
        rummy=Rummy(rummy_prior_layoff=prior, rummy_same_turn_layoff=same, rummy_held_back=back)
    )
    did = history(Seat(0), NOW, earlier=earlier, now=1, off_earlier=off_earlier, off_now=off_now)
    at = table(3, Seat(0), NOW, frozenset((Card(0),)), melds=did, held_back=held_back)
    barred = (
        earlier
        or (off_earlier and prior != "allowed")
        or (off_now and same == "disqualifies")
        or (not held_back and back != "not_needed")
    )
    return barred_from_rummy(rules, at) == barred


@law(Bug(went_rummy, ">= readings.rummy_min_melds", "> readings.rummy_min_melds"))
def what_makes_a_rummy(
    earlier: bool,
    now: int,
    off_now: bool,
    discarded: bool,
    same: Same,
    fewest: Fewest,
    ending: Ending,
) -> bool:
    """A seat that lays its whole hand in one turn goes rummy if a meld of its own is part of it.

    By readings it takes no meld or two, a lay-off or none, and a discard at the end.

    clause: rummy.rummy.all-in-one-turn
    clause: rummy.rummy.layoff-required
    clause: rummy.rummy.layoff-allowed
    pre: 0 <= now <= 2
    post: _
    """
    rules = Rules(
        rummy=Rummy(rummy_same_turn_layoff=same, rummy_min_melds=fewest, rummy_needs_discard=ending)
    )
    did = history(Seat(0), NOW, earlier=earlier, now=now, off_earlier=False, off_now=off_now)
    at = table(3, Seat(0), NOW, frozenset(), melds=did)
    enough = {0: now >= 0, 1: now >= 1, 2: now >= 2}[fewest]
    as_laid_off = {"allowed": True, "required": off_now, "disqualifies": not off_now}[same]
    right = not earlier and enough and as_laid_off and (discarded or ending == "any_ending")
    return went_rummy(rules, at, discarded) == right


@law(
    Bug(out.go_out, "discarded=isinstance(state, TurnDone)", "discarded=isinstance(state, Playing)")
)
def an_empty_hand_wins(dealer: Seat, cards: int, now: int, discarded: bool, ending: Ending) -> bool:
    """A hand is over as soon as the seat in turn has no card, by discard, meld or lay-off alike.

    That seat wins, and goes rummy with a first meld of this turn; an empty stock is not looked at.

    clause: rummy.out.ends-hand
    clause: rummy.out.winner
    clause: rummy.out.by-discard
    clause: rummy.out.by-meld
    clause: rummy.out.by-layoff-opponent
    clause: rummy.out.by-layoff-own
    clause: rummy.rummy.all-in-one-turn
    pre: 0 <= dealer < 3 and 0 <= cards <= 1 and 0 <= now <= 1
    post: _
    """
    rules = Rules(rummy=Rummy(rummy_needs_discard=ending))
    did = history(dealer, NOW, earlier=False, now=now, off_earlier=False, off_now=False)
    hand = frozenset((Card(0),)[:cards])
    at = table(3, dealer, NOW, hand, (), (Card(2), Card(16)), did)
    state = TurnDone(at) if discarded else Playing(at)
    decided = out.go_out.comes(rules, state)
    if cards > 0:
        return decided is None
    rummy = now == 1 and (discarded or ending == "any_ending")
    outcome = Outcome(End.OUT, dealer, rummy)
    reached = game.GAME.follow(rules, state)
    return (
        decided is not None
        and decided.outcome == outcome
        and decided.table == at
        and isinstance(reached, Over)
        and reached.result.outcome == outcome
    )


@law(Bug(out.grounds, 'return ("rummy.out.winner",)', "return ()"))
def why_a_hand_was_won(winner: Seat, out_of_cards: bool, rummy: bool) -> bool:
    """A hand that was won by running out of cards names that clause; another names none.

    clause: rummy.out.winner
    pre: 0 <= winner < 6
    post: _
    """
    outcome = Outcome(End.OUT if out_of_cards else End.STOCK, winner, rummy)
    return out.grounds(outcome) == (("rummy.out.winner",) if out_of_cards else ())


@enumerated(Bug(chapter.holds_back, "table.hand.union(laid)", "table.hand"))
def what_is_held_back() -> Iterator[tuple[object, bool]]:
    """A seat holds back if it had a meld after its draw and lays none in that turn.

    A card that it lays off may be one of that meld's.  What it held back before stays known.

    clause: rummy.rummy.all-in-one-turn
    clause: rummy.meld.hold-indefinitely
    clause: rummy.rummy.voluntary
    over: every hand of 4 ranks in 3 suits, alone, with a meld laid now, or laid earlier
    over: a card of the hand laid off now or earlier or none, and whether it has held back before
    """
    for cards in plain.subsets(small_pack(4, 3), 1, 5):
        hand = frozenset(map(Card, cards))
        had = any(meld <= hand for meld in plain.melds_of(frozenset(small_pack(4, 3))))
        for laid, off, before in product((None, 2, NOW), (None, 2, NOW), (False, True)):
            card = min(hand)
            melds = (
                *((TableMeld(Seat(0), RUN, laid),) if laid is not None else ()),
                *(
                    (TableMeld(Seat(1), SECOND_RUN | {card}, 1, (LaidOff(card, Seat(0), off),)),)
                    if off is not None
                    else ()
                ),
            )
            left = hand if off is None else hand - {card}
            with_meld = any(meld <= left for meld in plain.melds_of(frozenset(small_pack(4, 3))))
            held = (had if off == NOW else with_meld) and laid != NOW
            at = table(3, Seat(0), NOW, left, melds=melds, held_back=before)
            after = table(3, Seat(0), NOW, left, melds=melds, held_back=before or held)
            right = chapter.holds_back(at) == held and remember_holding_back(at) == after
            yield (sorted(hand), laid, off, before), right


@law(
    Bug(
        remember_holding_back,
        "changed_at(mover, table.held_back, True)",
        "changed_at(table.dealer, table.held_back, True)",
    )
)
def holding_back_is_remembered(dealer: Seat, turn: int, seat: Seat, three: bool) -> bool:
    """That a meld was held back is kept for the seat in turn, and for no other seat.

    clause: rummy.rummy.voluntary
    clause: rummy.meld.hold-indefinitely
    pre: 0 <= dealer < 3 and 0 <= turn < 9 and 0 <= seat < 3
    post: _
    """
    hand = frozenset((Card(0), Card(13), Card(26) if three else Card(27)))
    after = remember_holding_back(table(3, dealer, turn, hand))
    return after.held_back[seat] == (three and seat == (dealer + 1 + turn) % 3)
