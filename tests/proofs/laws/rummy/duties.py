"""What must be laid by readings, and what may not be since it would leave no way out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Literal, get_args

from meldspec.cards import Card, small_pack
from meldspec.play import Refusal, Seat
from meldspec.rummy import discard as discarding
from meldspec.rummy import draw, laying, layoff, out
from meldspec.rummy import meld as melding
from meldspec.rummy.options import DEFAULT, Discard, Meld, Rules, Turn
from meldspec.rummy.table import Drawing, LayMeld, Playing, Table, TableMeld, TurnDone
from meldspec.table import Discard as Away
from meldspec.table import LayOff
from meldspec.upcard import TAKE

from ...bugs import Bug
from ...law import enumerated
from ...plain import melds as cards_
from ...plain import rummy as plain
from ...tables.rummy import make, table

Duty = Literal["optional", "melds_compulsory", "melds_and_layoffs_compulsory"]
DeadEnd = Literal["compulsion_yields", "draw_illegal", "waive_ban"]
OnlyTaken = Literal["prevent", "waive_ban", "keep"]

PACK = small_pack(4, 3)
ON = (frozenset((4, 5, 6)), frozenset((17, 18, 19)))
"""Two runs on the table, which cards of the pack may lengthen downwards."""


@cache
def hands(largest: int) -> tuple[frozenset[int], ...]:
    """Every hand of up to so many cards of the small pack."""
    return tuple(cards_.subsets(PACK, 1, largest))


def at_table(hand: frozenset[int], taken: int | None, turn: int = 1) -> Table:
    """The two runs, laid in this turn or an earlier one, and the hand of the seat in turn."""
    melds = tuple(TableMeld(Seat(0), frozenset(map(Card, cards)), turn) for cards in ON)
    held = frozenset(map(Card, hand))
    mark = None if taken is None else Card(taken)
    return table(3, Seat(0), 5, held, (Card(50),), (), melds, taken=mark)


def duties(duty: Duty, only: OnlyTaken, dead: DeadEnd, most: bool = False) -> Rules:
    """The rules with a duty to lay down."""
    return Rules(
        meld=Meld(
            melds_per_turn="many",
            meld_compulsion=duty,
            compulsion_vs_dead_state=dead,
            compulsion_measure="maximum" if most else "maximal",
        ),
        discard=Discard(only_taken_card_left=only),
    )


def strands(hand: frozenset[int], on: plain.On, taken: int | None) -> bool:
    """Whether the card taken is all that is left, and fits nowhere."""
    return taken is not None and hand == {taken} and not any(plain.fitting(hand, on))


@enumerated(Bug(laying.loose, "while more :=", "if more :="))
def cards_that_fit_nowhere() -> Iterator[tuple[object, bool]]:
    """Loose are the cards that no order of melds and lay-offs takes from the hand.

    clause: rummy.meld.one-per-turn
    clause: rummy.discard.only-taken-card-left
    over: every hand of up to five cards of 4 ranks in 3 suits, with two runs on the table
    """
    for hand in hands(5):
        never = frozenset.intersection(*(left for left, _ in plain.after_any(hand, ON)))
        yield sorted(hand), laying.loose(at_table(hand, None)) == never


@enumerated(Bug(out.can_go_out, "len(hand) == 1", "len(hand) == 2"))
def who_can_go_out() -> Iterator[tuple[object, bool]]:
    """A seat can go out if some melds and lay-offs leave it no card, or one that it may discard.

    The card taken from the pile may not be discarded.

    clause: rummy.meld.one-per-turn
    clause: rummy.meld.exception-without-rummy
    clause: rummy.discard.not-taken-card
    over: every hand of up to five cards of 4 ranks in 3 suits, with two melds laid in this turn
    over: every card of the hand taken from the pile, or none
    """
    rules = Rules(meld=Meld(one_meld_exception="any_going_out"))
    for hand in hands(5):
        reached = plain.after_any(hand, ON)
        for taken in (None, *hand):
            right = any(not left or (len(left) == 1 and taken not in left) for left, _ in reached)
            yield (sorted(hand), taken), out.can_go_out(rules, at_table(hand, taken, 5)) == right


@enumerated(
    Bug(
        melding.can_still_go_out.holds,
        "or can_go_out(rules, after.table)",
        "or len(after.table.hand) < 2",
    )
)
def a_meld_beyond_the_first() -> Iterator[tuple[object, bool]]:
    """A further meld is laid only if the seat can still go rummy with what is left.

    clause: rummy.meld.one-per-turn
    clause: rummy.rummy.multi-meld
    over: every hand of up to five cards of 4 ranks in 3 suits, with two melds laid in this turn
    over: every meld in it
    """
    for hand in hands(5):
        for meld in plain.melds_held(hand):
            state = Playing(at_table(hand, None, 5))
            reached = make(melding.MELD, DEFAULT, state, LayMeld(frozenset(map(Card, meld))))
            ends = plain.after_any(hand - meld, (*ON, meld))
            if any(len(left) <= 1 for left, _ in ends):
                yield (sorted(hand), sorted(meld)), isinstance(reached, Playing)
            else:
                refusal = Refusal(("rummy.meld.one-per-turn",))
                yield (sorted(hand), sorted(meld)), reached == refusal


@enumerated(Bug(laying._gives_way, "and not duty_never_yields(rules)", ""))
def what_must_be_laid_before_a_discard() -> Iterator[tuple[object, bool]]:
    """By readings a seat may not discard while it could lay a meld, or lay off a card.

    What would leave it nothing but the card that it took is no duty, unless a reading says so.

    clause: rummy.meld.compulsory
    clause: rummy.layoff.compulsory
    clause: rummy.meld.optional
    clause: rummy.layoff.optional
    clause: rummy.meld.hold-indefinitely
    over: every hand of up to four cards of 4 ranks in 3 suits, with two runs on the table
    over: every card of the hand taken or none, every duty, and all that may give way to it
    """
    for hand in hands(4):
        for taken in (None, *hand):
            away = max(card for card in hand if card != taken) if hand != {taken} else min(hand)
            state = Playing(at_table(hand, taken))
            after_melds = [(hand - cards, (*ON, cards)) for cards in plain.melds_held(hand)]
            after_offs = [
                (hand - {card}, tuple(each | {card} if each == meld else each for each in ON))
                for card, meld in plain.fitting(hand, ON)
            ]
            for duty, only, dead in product(get_args(Duty), get_args(OnlyTaken), get_args(DeadEnd)):
                yields = only == "prevent" and (duty == "optional" or dead == "compulsion_yields")

                def owed(
                    reached: Sequence[tuple[frozenset[int], plain.On]],
                    yields: bool = yields,
                    taken: int | None = taken,
                ) -> bool:
                    return any(not (yields and strands(*after, taken)) for after in reached)

                waived = only == "waive_ban" or (
                    only == "prevent"
                    and dead == "waive_ban"
                    and duty != "optional"
                    and not after_offs
                )
                failing = (
                    *(("rummy.discard.not-taken-card",) if away == taken and not waived else ()),
                    *(
                        ("rummy.meld.compulsory",)
                        if duty != "optional" and owed(after_melds)
                        else ()
                    ),
                    *(
                        ("rummy.layoff.compulsory",)
                        if duty == "melds_and_layoffs_compulsory" and owed(after_offs)
                        else ()
                    ),
                )
                rules = duties(duty, only, dead)
                reached = make(discarding.DISCARD, rules, state, Away(Card(away)))
                right = reached == Refusal(failing) if failing else isinstance(reached, TurnDone)
                yield (sorted(hand), taken, duty, only, dead), right


@enumerated(Bug(laying.is_stranded, '== "prevent"', '== "keep"'))
def what_would_leave_only_the_card_taken() -> Iterator[tuple[object, bool]]:
    """Nothing may be laid that leaves only the card taken where that fits nowhere.

    By readings it may be, since that card may then be discarded, or is kept.

    clause: rummy.discard.only-taken-card-left
    over: every hand of up to five cards of 4 ranks in 3 suits, with two runs on the table
    over: every card of it taken, every meld and lay-off with the others, the three readings
    """
    refusal = Refusal(("rummy.discard.only-taken-card-left",))
    for hand, only in product(hands(5), get_args(OnlyTaken)):
        rules = duties("optional", only, "compulsion_yields")
        for taken in hand:
            state = Playing(at_table(hand, taken))
            for meld in plain.melds_held(hand):
                reached = make(melding.MELD, rules, state, LayMeld(frozenset(map(Card, meld))))
                bad = only == "prevent" and strands(hand - meld, (*ON, meld), taken)
                right = reached == refusal if bad else isinstance(reached, Playing)
                yield (sorted(hand), taken, sorted(meld), only), right
            for card, meld in plain.fitting(hand, ON):
                off = LayOff(Card(card), frozenset(map(Card, meld)))
                laid = make(layoff.LAY_OFF, rules, state, off)
                on = tuple(each | {card} if each == meld else each for each in ON)
                bad = only == "prevent" and strands(hand - {card}, on, taken)
                right = laid == refusal if bad else isinstance(laid, Playing)
                yield (sorted(hand), taken, card, only), right


@enumerated(Bug(laying._most_cards, "default=0", "default=1"))
def the_most_cards_in_melds() -> Iterator[tuple[object, bool]]:
    """By a reading nothing is laid after which fewer cards come to lie in melds of the turn.

    clause: rummy.meld.compulsory
    over: every hand of up to six cards of 4 ranks in 3 suits, with two runs on the table
    over: every meld and every lay-off of it, both measures
    """
    refusal = Refusal(("rummy.meld.compulsory",))
    for hand in hands(6):
        most = plain.most_in_melds(hand)
        for measured in (False, True):
            rules = duties("melds_compulsory", "prevent", "compulsion_yields", measured)
            state = Playing(at_table(hand, None))
            yield sorted(hand), laying.most_cards(rules, state.table) == most
            for meld in plain.melds_held(hand):
                reached = make(melding.MELD, rules, state, LayMeld(frozenset(map(Card, meld))))
                bad = measured and len(meld) + plain.most_in_melds(hand - meld) < most
                right = reached == refusal if bad else isinstance(reached, Playing)
                yield (sorted(hand), sorted(meld), measured), right
            for card, meld in plain.fitting(hand, ON):
                off = LayOff(Card(card), frozenset(map(Card, meld)))
                laid = make(layoff.LAY_OFF, rules, state, off)
                bad = measured and plain.most_in_melds(hand - {card}) < most
                right = laid == refusal if bad else isinstance(laid, Playing)
                yield (sorted(hand), card, measured), right


@enumerated(Bug(draw.duty_leaves_a_way_out.holds, '!= "draw_illegal"', '== "draw_illegal"'))
def discards_that_may_not_be_taken() -> Iterator[tuple[object, bool]]:
    """By a reading the discard is not taken where duties then leave nothing else to discard.

    clause: rummy.draw.would-strand
    clause: rummy.discard.only-taken-card-left
    over: every hand of up to four cards of 4 ranks in 3 suits, with two runs on the table
    over: every discard of the pack that is not in it, every duty, and all that may give way to it
    """
    refusal = Refusal(("rummy.draw.would-strand",))
    for hand in hands(4):
        for top in PACK:
            if top in hand:
                continue
            base = at_table(hand, None)
            at = Table(
                base.dealer,
                base.turn,
                base.hands,
                base.stock,
                (Card(51), top),
                base.melds,
                base.ledger,
                base.held_back,
            )
            reached = plain.after_any(hand | {top}, ON)
            for duty, dead in product(get_args(Duty), get_args(DeadEnd)):
                ends = any(
                    top not in left
                    or (
                        len(left) > 1
                        and not plain.melds_held(left)
                        and (duty == "melds_compulsory" or not any(plain.fitting(left, on)))
                    )
                    for left, on in reached
                )
                bad = duty != "optional" and dead == "draw_illegal" and not ends
                rules = duties(duty, "prevent", dead)
                taken = make(draw.TAKE_MOVE, rules, Drawing(at), TAKE)
                right = taken == refusal if bad else isinstance(taken, Playing)
                yield (sorted(hand), top, duty, dead), right


def can_end(hand: frozenset[int], on: plain.On, taken: int, duty: Duty) -> bool:
    """Whether some order of duties ends with a card to discard beside the one taken, or lays it."""
    for left, table_ in plain.after_any(hand, on):
        if taken not in left:
            return True
        done = not plain.melds_held(left)
        if duty == "melds_and_layoffs_compulsory" and any(plain.fitting(left, table_)):
            done = False
        if len(left) > 1 and done:
            return True
    return False


@enumerated(
    Bug(discarding.can_still_be_ended.holds, "not can_be_ended(rules, state.table)", "True")
)
def what_may_be_laid_where_a_duty_never_yields() -> Iterator[tuple[object, bool]]:
    """Where a duty never yields, nothing may be laid after which the turn cannot be ended.

    A turn that could not be ended before goes on by the reading that lets the card taken go.

    clause: rummy.discard.only-taken-card-left
    clause: rummy.meld.compulsory
    clause: rummy.layoff.compulsory
    over: every hand of up to four cards of 4 ranks in 3 suits, with two runs on the table
    over: every card of it taken, every meld and lay-off, both duties, and both readings
    """
    refusal = Refusal(("rummy.discard.only-taken-card-left",))
    kinds: tuple[Duty, ...] = ("melds_compulsory", "melds_and_layoffs_compulsory")
    deads: tuple[DeadEnd, ...] = ("draw_illegal", "waive_ban")
    for hand, duty, dead in product(hands(4), kinds, deads):
        rules = duties(duty, "prevent", dead)
        for taken in hand:
            state = Playing(at_table(hand, taken))
            lost = dead == "waive_ban" and not can_end(hand, ON, taken, duty)
            for meld in plain.melds_held(hand):
                reached = make(melding.MELD, rules, state, LayMeld(frozenset(map(Card, meld))))
                good = lost or can_end(hand - meld, (*ON, meld), taken, duty)
                right = isinstance(reached, Playing) if good else reached == refusal
                yield (sorted(hand), taken, sorted(meld), duty, dead), right
            for card, meld in plain.fitting(hand, ON):
                off = LayOff(Card(card), frozenset(map(Card, meld)))
                laid = make(layoff.LAY_OFF, rules, state, off)
                on = tuple(each | {card} if each == meld else each for each in ON)
                good = lost or can_end(hand - {card}, on, taken, duty)
                right = isinstance(laid, Playing) if good else laid == refusal
                yield (sorted(hand), taken, card, duty, dead), right


@enumerated(Bug(laying.melding_is_done, 'rules.turn.step_order == "free" or', ""))
def melds_come_before_lay_offs() -> Iterator[tuple[object, bool]]:
    """By a reading no card is laid off while a meld must still be laid, and else at any time.

    clause: rummy.layoff.after-melding
    clause: rummy.turn.sequence
    over: every hand of up to five cards of 4 ranks in 3 suits, with two runs on the table
    over: every lay-off of it, every duty, both orders in a turn
    """
    refusal = Refusal(("rummy.layoff.after-melding",))
    for hand, duty, strict in product(hands(5), get_args(Duty), (False, True)):
        rules = Rules(
            meld=Meld(melds_per_turn="many", meld_compulsion=duty),
            turn=Turn(step_order="strict" if strict else "free"),
        )
        state = Playing(at_table(hand, None))
        for card, meld in plain.fitting(hand, ON):
            off = LayOff(Card(card), frozenset(map(Card, meld)))
            laid = make(layoff.LAY_OFF, rules, state, off)
            early = strict and duty != "optional" and len(plain.melds_held(hand)) > 0
            right = laid == refusal if early else isinstance(laid, Playing)
            yield (sorted(hand), card, duty, strict), right
