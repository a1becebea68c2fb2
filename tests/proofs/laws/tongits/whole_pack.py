"""Gone through case by case over the whole pack: what may be exposed, taken and laid off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from meldspec.cards import ONE_PACK, Card
from meldspec.melds import ALL_MELDS, is_meld, is_run
from meldspec.play import Refusal, Seat
from meldspec.table import LayOff
from meldspec.tongits import drawing, exposing, laying_off
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.table import Drawing, Expose, Playing, TableMeld, Take

from ...bugs import Bug
from ...law import enumerated
from ...plain import melds as plain
from ...tables.tongits import make, table

LATER = 4
"""A turn that is not the dealer's first."""


def sets_of_cards(size: int) -> Iterator[frozenset[Card]]:
    """Every set of so many cards of the pack."""
    return map(frozenset, combinations(ONE_PACK, size))


@enumerated(
    Bug(is_run, "return one_suit and ranks", "return one_suit and ranks[1:] and ranks[:-1]")
)
def runs_of_every_length() -> Iterator[tuple[object, bool]]:
    """Cards of one suit are a run just when there are three or more of them without a gap.

    clause: tongits.melds.run-consecutive
    clause: tongits.melds.run-no-upper-limit
    clause: tongits.melds.run-ace-only-with-2-3
    over: every set of cards of one suit, in every suit
    """
    for suit in range(4):
        for cards in plain.subsets(range(13 * suit, 13 * suit + 13), smallest=1):
            yield sorted(cards), is_run(frozenset(map(Card, cards))) == plain.is_run(cards)


@enumerated(Bug(is_meld, "is_set(cards) or is_run(cards)", "is_run(cards) or is_run(cards)"))
def melds_of_the_pack() -> Iterator[tuple[object, bool]]:
    """There are 329 melds in the pack; of three and of four cards they are just those of the list.

    clause: tongits.melds.two-kinds
    over: every set of three or four cards, and every run of the list
    """
    listed = frozenset(ALL_MELDS)
    yield "the number of melds", len(listed) == len(ALL_MELDS) == 65 + 264
    for size in (3, 4):
        for cards in sets_of_cards(size):
            right = plain.is_meld(cards)
            yield sorted(cards), is_meld(cards) == right and (cards in listed) == right
    for meld in ALL_MELDS:
        yield sorted(meld), is_meld(meld) and plain.is_meld(meld)


@enumerated(Bug(exposing.face_down_is_four, "is_four(action.cards)", "is_meld(action.cards)"))
def what_may_be_exposed() -> Iterator[tuple[object, bool]]:
    """Just sets and runs may be exposed, and face down just sets of four.

    clause: tongits.melds.two-kinds
    clause: tongits.exposing.face-down-only-fours
    over: every set of three or four cards of the pack, face up and face down
    """
    for cards in (*sets_of_cards(3), *sets_of_cards(4)):
        state = Playing(table(Seat(0), LATER, cards))
        for down in (False, True):
            failing = (
                *(() if plain.is_meld(cards) else ("tongits.melds.two-kinds",)),
                *(
                    ("tongits.exposing.face-down-only-fours",)
                    if down and not plain.is_four(cards)
                    else ()
                ),
            )
            reached = make(exposing.EXPOSE, DEFAULT, state, Expose(cards, down))
            right = reached == Refusal(failing) if failing else isinstance(reached, Playing)
            yield (sorted(cards), down), right


@enumerated(Bug(drawing.take_makes_meld, "{state.table.discard[-1]}", "set(state.table.discard)"))
def what_the_discard_may_be_taken_for() -> Iterator[tuple[object, bool]]:
    """The discard is taken just for a set or a run with two or more cards named from the hand.

    clause: tongits.drawing.discard-needs-meld
    clause: tongits.drawing.discard-two-from-hand
    clause: tongits.drawing.discard-not-for-layoff
    clause: tongits.drawing.discard-adds-to-set
    over: every discard, with every one or two other cards and every three of its rank or suit
    """
    for top in ONE_PACK:
        near = [
            card
            for card in ONE_PACK
            if card != top and (card % 13 == top % 13 or card // 13 == top // 13)
        ]
        others = [card for card in ONE_PACK if card != top]
        under = others[0] if top % 13 != others[0] % 13 else others[1]
        for size, cards in ((1, others), (2, others), (3, near)):
            for named in map(frozenset, combinations(cards, size)):
                state = Drawing(table(Seat(0), LATER, named, (), (under, top)))
                reached = make(drawing.TAKE, DEFAULT, state, Take(named))
                failing = (
                    *(
                        ()
                        if plain.is_meld(named | {top})
                        else ("tongits.drawing.discard-needs-meld",)
                    ),
                    *(("tongits.drawing.discard-two-from-hand",) if size < 2 else ()),
                )
                right = reached == Refusal(failing) if failing else isinstance(reached, Playing)
                yield (top, sorted(named)), right


@enumerated(
    Bug(laying_off.fits_the_set, "is_set(action.meld | {action.card})", "len(action.meld) == 3")
)
def what_may_be_laid_off() -> Iterator[tuple[object, bool]]:
    """A card is laid off just on a meld that it makes longer, and not in the dealer's first turn.

    clause: tongits.laying-off.set-fourth
    clause: tongits.laying-off.run-continuation
    clause: tongits.laying-off.unopened-allowed
    clause: tongits.turn.dealer-first-turn-no-layoff
    over: every meld of the pack with every other card, in the first turn and the second
    """
    for meld in ALL_MELDS:
        laid = (TableMeld(Seat(2), meld),)
        for card in ONE_PACK:
            if card in meld:
                continue
            fits = plain.is_meld(meld | {card})
            wrong = (
                "tongits.laying-off.run-continuation"
                if plain.is_run(meld)
                else "tongits.laying-off.set-fourth"
            )
            for turn in (0, 1):
                state = Playing(table(Seat(0), turn, frozenset((card,)), melds=laid))
                failing = (
                    *(("tongits.turn.dealer-first-turn-no-layoff",) if turn == 0 else ()),
                    *(() if fits else (wrong,)),
                )
                reached = make(laying_off.LAY_OFF, DEFAULT, state, LayOff(card, meld))
                right = reached == Refusal(failing) if failing else isinstance(reached, Playing)
                listed = LayOff(card, meld) in laying_off.lay_offs(DEFAULT, state, Seat(turn))
                yield (sorted(meld), card, turn), right and listed == fits
