"""What may be melded, laid off and discarded, and which reading asks for more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from meldspec.cards import Card
from meldspec.melds import ALL_MELDS
from meldspec.play import Refusal, Seat
from meldspec.rummy import discard as discarding
from meldspec.rummy import laying, layoff
from meldspec.rummy import meld as melding
from meldspec.rummy.laying import (
    duty_never_yields,
    has_melded_enough,
    leaves_a_discard,
    may_go_out,
    may_lay_another,
    melds_are_open,
    must_go_out,
)
from meldspec.rummy.options import DEFAULT, Discard, Layoff, Meld, Out, Rules, Rummy, Turn
from meldspec.rummy.table import LayMeld, Playing, TableMeld, TurnDone
from meldspec.table import Discard as Away
from meldspec.table import LayOff

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import melds as plain
from ...tables.rummy import RUN, history, make, proposals, table

PerTurn = Literal["one", "many"]
Exception_ = Literal["goes_rummy", "no_prior_meld", "any_going_out"]
Duty = Literal["optional", "melds_compulsory", "melds_and_layoffs_compulsory"]
DeadEnd = Literal["compulsion_yields", "draw_illegal", "waive_ban"]
OnlyTaken = Literal["prevent", "waive_ban", "keep"]
Own = Literal["own_too", "opponents_only"]
Fresh = Literal["any_turn", "earlier_turns_only"]
Needed = Literal["no_condition", "own_meld_this_hand", "own_meld_this_turn"]

NOW = 8
"""A turn of the dealer's where three play, and not its first."""

LOOSE = frozenset((Card(0), Card(15)))


@law(Bug(melding.kind, '"set" if is_set(cards) else', '"set" if len(cards) > 3 else'))
def kinds_of_three_cards(a: Card, b: Card, c: Card) -> bool:
    """Three cards are a set if of one rank, a run if they follow one another in a suit, or nothing.

    The ace is low: it stands before the two and does not follow the king.

    clause: rummy.meld.set
    clause: rummy.meld.run
    clause: rummy.meld.run-min
    clause: rummy.meld.ace-low
    clause: rummy.meld.no-ace-high
    clause: rummy.meld.no-wrap
    pre: 0 <= a < b < c < 52
    post: _
    """
    one_rank = (b - a) % 13 == 0 and (c - a) % 13 == 0
    run = b == a + 1 and c == a + 2 and a % 13 < 11
    found = melding.kind(frozenset((a, b, c)))
    return found == ("set" if one_rank else "run" if run else None)


@enumerated(Bug(melding.is_a_set_or_run, "kind(action.cards) is not None", "len(action.cards) > 3"))
def what_may_be_melded() -> Iterator[tuple[object, bool]]:
    """Just sets and runs may be laid, and all those of the hand are proposed, each once.

    clause: rummy.meld.two-kinds-only
    clause: rummy.meld.run-no-max
    clause: rummy.meld.disjoint
    over: every hand of up to six cards of 4 ranks in 3 suits, and every choice of its cards
    """
    for hand in plain.subsets(range(4), 0, 4):
        for other in plain.subsets((13, 14, 15, 16, 26, 27), 0, 4):
            held = frozenset(map(Card, hand | other))
            state = Playing(table(3, Seat(0), NOW, held))
            right = set()
            for cards in plain.subsets(held, 1):
                action = LayMeld(frozenset(map(Card, cards)))
                accepted = make(melding.MELD, DEFAULT, state, action)
                fits = plain.is_meld(cards)
                if fits:
                    right.add(action)
                refusal = Refusal(("rummy.meld.two-kinds-only",))
                yield sorted(cards), isinstance(accepted, Playing) if fits else accepted == refusal
            found = proposals(melding.MELD, DEFAULT, state)
            yield sorted(held), len(found) == len(right) and set(found) == right


@law(Bug(may_lay_another, "not melded_before(table) and", "not melded_before(table) or"))
def whether_another_meld_may_be_laid(
    earlier: bool,
    now: int,
    off_earlier: bool,
    per_turn: PerTurn,
    exception: Exception_,
    apart: bool,
    allowed: bool,
) -> bool:
    """One meld may be laid in a turn, and a further one by a seat that is not barred from rummy.

    By readings any number may be, or a further one by who has laid none before, or by everybody.

    clause: rummy.meld.one-per-turn
    clause: rummy.meld.one-per-turn-exception
    clause: rummy.meld.exception-without-rummy
    clause: rummy.rummy.multi-meld
    pre: 0 <= now <= 1
    post: _
    """
    rules = Rules(
        meld=Meld(
            melds_per_turn=per_turn,
            one_meld_exception=exception,
            exception_vs_disqualified="separate" if apart else "same_predicate",
        ),
        rummy=Rummy(rummy_prior_layoff="allowed" if allowed else "disqualifies"),
    )
    did = history(Seat(0), NOW, earlier=earlier, now=now, off_earlier=off_earlier, off_now=False)
    at = table(3, Seat(0), NOW, LOOSE, melds=did)
    barred = earlier or (off_earlier and not allowed)
    closed = earlier or (off_earlier and not allowed and not apart)
    exempt = {"goes_rummy": not barred, "no_prior_meld": not closed, "any_going_out": True}
    return may_lay_another(rules, at) == (now == 0 or per_turn == "many" or exempt[exception])


@law(Bug(must_go_out, "melds_laid(table) > 1", "melds_laid(table) > 0"))
def what_several_melds_oblige_to(
    earlier: bool, now: int, discarded: bool, per_turn: PerTurn, exception: Exception_
) -> bool:
    """With a second meld a seat must go out, and go rummy with it unless a reading lets it off.

    clause: rummy.meld.one-per-turn
    clause: rummy.meld.exception-without-rummy
    pre: 0 <= now <= 2
    post: _
    """
    rules = Rules(
        meld=Meld(melds_per_turn=per_turn, one_meld_exception=exception),
        rummy=Rummy(rummy_needs_discard="ends_with_discard"),
    )
    did = history(Seat(0), NOW, earlier=earlier, now=now, off_earlier=False, off_now=False)
    at = table(3, Seat(0), NOW, frozenset(), melds=did)
    rummy = not earlier and now > 0 and discarded
    return must_go_out(rules, at) == (per_turn == "one" and now == 2) and may_go_out(
        rules, at, discarded
    ) == (rummy or exception != "goes_rummy")


@law(Bug(melds_are_open, "not has_laid_off(table)", "not melds_laid(table)"))
def a_meld_after_a_lay_off(now: int, off_earlier: bool, off_now: bool, strict: bool) -> bool:
    """A meld may follow a lay-off of the same turn, unless a reading keeps the order.

    clause: rummy.layoff.after-melding
    clause: rummy.turn.sequence
    pre: 0 <= now <= 1
    post: _
    """
    rules = Rules(turn=Turn(step_order="strict" if strict else "free"))
    did = history(Seat(0), NOW, earlier=False, now=now, off_earlier=off_earlier, off_now=off_now)
    at = table(3, Seat(0), NOW, LOOSE, melds=did)
    return melds_are_open(rules, at) == (not off_now or not strict)


@law(Bug(leaves_a_discard, "len(table.hand) > played", "len(table.hand) >= played"))
def a_card_left_to_discard(cards: int, played: int, required: bool) -> bool:
    """The last cards may be laid, unless a reading asks for one to discard.

    clause: rummy.out.final-discard
    clause: rummy.out.by-meld
    clause: rummy.out.by-layoff-own
    pre: 0 < played <= cards <= 4
    post: _
    """
    rules = Rules(out=Out(final_discard="required" if required else "optional"))
    hand = frozenset((Card(0), Card(15), Card(30), Card(50))[:cards])
    at = table(3, Seat(0), NOW, hand)
    return leaves_a_discard(rules, at, played) == (cards > played or not required)


@law(Bug(has_melded_enough, 'needed == "own_meld_this_hand" and', ""))
def what_laying_off_asks_for(earlier: bool, now: int, needed: Needed) -> bool:
    """Any seat may lay off, or by readings one that has melded in this hand, or in this turn.

    clause: rummy.layoff.prerequisite
    clause: rummy.layoff.opponent-meld
    pre: 0 <= now <= 2
    post: _
    """
    rules = Rules(layoff=Layoff(layoff_prerequisite=needed))
    did = history(Seat(0), NOW, earlier=earlier, now=now, off_earlier=True, off_now=False)
    at = table(3, Seat(0), NOW, LOOSE, melds=did)
    hand = now > 0 or earlier
    right = {"no_condition": True, "own_meld_this_hand": hand, "own_meld_this_turn": now > 0}
    return has_melded_enough(rules, at) == right[needed]


@law(Bug(laying.is_by_age, "meld.turn < table.turn or", "meld.turn < table.turn and"))
def whose_melds_are_lengthened(
    owner: Seat, fresh: bool, own: Own, age: Fresh, needed: Needed, fits: bool, last: bool
) -> bool:
    """A card is laid off on any meld that it fits, whoever laid it and whenever.

    Readings shut out a seat's own melds, or those of the turn, or ask for a meld of its own; each
    refuses by its own clause.

    clause: rummy.layoff.extends-validly
    clause: rummy.layoff.own-meld
    clause: rummy.layoff.opponent-meld
    clause: rummy.layoff.opponents-only
    clause: rummy.layoff.earlier-melds
    clause: rummy.layoff.prerequisite
    clause: rummy.out.final-discard
    pre: 0 <= owner < 3 and (owner == 0 or not fresh)
    post: _
    """
    rules = Rules(
        layoff=Layoff(layoff_own=own, layoff_fresh_meld=age, layoff_prerequisite=needed),
        out=Out(final_discard="required"),
    )
    card = Card(29 if fits else 31)
    hand = frozenset((card,)) if last else frozenset((card, Card(0)))
    meld = TableMeld(owner, RUN, NOW if fresh else 2)
    reached = make(
        layoff.LAY_OFF,
        rules,
        Playing(table(3, Seat(0), NOW, hand, melds=(meld,))),
        LayOff(card, RUN),
    )
    mine = owner == 0
    melded = mine and (fresh or needed == "own_meld_this_hand")
    failing = (
        *(() if fits else ("rummy.layoff.extends-validly",)),
        *(("rummy.layoff.opponents-only",) if mine and own == "opponents_only" else ()),
        *(
            ("rummy.layoff.earlier-melds",)
            if fresh and own == "own_too" and age == "earlier_turns_only"
            else ()
        ),
        *(() if needed == "no_condition" or melded else ("rummy.layoff.prerequisite",)),
        *(("rummy.out.final-discard",) if last else ()),
    )
    return reached == Refusal(failing) if failing else isinstance(reached, Playing)


@enumerated(
    Bug(layoff.fits_the_meld, "is_meld(action.meld | {action.card})", "len(action.meld) < 13")
)
def what_may_be_laid_off() -> Iterator[tuple[object, bool]]:
    """A card is laid off just on a meld that it makes longer, and all such lay-offs are proposed.

    clause: rummy.layoff.extends-validly
    clause: rummy.layoff.set-fourth
    clause: rummy.layoff.run-both-ends
    clause: rummy.layoff.no-transfer
    over: every meld of the pack on the table, with every other card in the hand
    """
    for meld in ALL_MELDS:
        laid = (TableMeld(Seat(1), meld, 2),)
        for number in range(52):
            card = Card(number)
            if card in meld:
                continue
            state = Playing(table(3, Seat(0), NOW, frozenset((card,)), melds=laid))
            fits = plain.is_meld(meld | {card})
            reached = make(layoff.LAY_OFF, DEFAULT, state, LayOff(card, meld))
            refusal = Refusal(("rummy.layoff.extends-validly",))
            listed = proposals(layoff.LAY_OFF, DEFAULT, state)
            right = isinstance(reached, Playing) if fits else reached == refusal
            yield (sorted(meld), card), right and listed == ([LayOff(card, meld)] if fits else [])


@law(Bug(discarding.may_discard, "if len(table.hand) > 1:", "if len(table.hand) > 2:"))
def the_card_taken_is_kept(
    card: Card, other: Card, away: bool, alone: bool, only: OnlyTaken
) -> bool:
    """The card taken from the pile may not be discarded, and any other card of the hand may.

    Where it is the only one left, a reading lets it go.

    clause: rummy.discard.not-taken-card
    clause: rummy.discard.stock-card-free
    clause: rummy.discard.only-taken-card-left
    pre: 0 <= card < 52 and 0 <= other < 52 and card != other and (away or not alone)
    post: _
    """
    rules = Rules(discard=Discard(only_taken_card_left=only))
    hand = frozenset((card,)) if alone else frozenset((card, other))
    at = table(3, Seat(0), NOW, hand, taken=card)
    right = not away or (alone and only == "waive_ban")
    return discarding.may_discard(rules, at, card if away else other) == right


@law(Bug(discarding.keep_the_taken_card, '== "keep"', '!= "prevent"'))
def a_turn_without_a_discard(
    dealer: Seat, alone: bool, taken: bool, fits: bool, only: OnlyTaken
) -> bool:
    """By a reading a turn ends of itself where only the card taken is left, and it fits nowhere.

    clause: rummy.discard.only-taken-card-left
    clause: rummy.discard.one-card
    pre: 0 <= dealer < 3
    post: _
    """
    rules = Rules(discard=Discard(only_taken_card_left=only))
    card = Card(29 if fits else 31)
    hand = frozenset((card,)) if alone else frozenset((card, Card(0)))
    melds = (TableMeld(Seat(1), RUN, 1),)
    at = table(3, dealer, NOW, hand, melds=melds, taken=card if taken else None)
    kept = alone and taken and not fits and only == "keep"
    reached = discarding.keep_the_taken_card.comes(rules, Playing(at))
    return reached == (TurnDone(at) if kept else None)


@law(Bug(discarding.goes_out_if_it_must, "== 1", ">= 1"))
def a_discard_after_several_melds(now: int, cards: int, earlier: bool, per_turn: PerTurn) -> bool:
    """After a second meld the discard is the last card, and makes the seat go rummy.

    clause: rummy.meld.one-per-turn
    pre: 0 <= now <= 2 and 1 <= cards <= 3
    post: _
    """
    rules = Rules(meld=Meld(melds_per_turn=per_turn))
    did = history(Seat(0), NOW, earlier=earlier, now=now, off_earlier=False, off_now=False)
    hand = frozenset((Card(0), Card(15), Card(50))[:cards])
    state = Playing(table(3, Seat(0), NOW, hand, melds=did))
    reached = make(discarding.DISCARD, rules, state, Away(Card(0)))
    if now < 2 or per_turn == "many" or (cards == 1 and not earlier):
        return isinstance(reached, TurnDone)
    return reached == Refusal(("rummy.meld.one-per-turn",))


@law(Bug(duty_never_yields, '== "prevent"', '!= "waive_ban"'))
def when_a_duty_never_yields(duty: Duty, only: OnlyTaken, dead: DeadEnd) -> bool:
    """Melds must be laid at any price where that is a duty and no reading gives way.

    clause: rummy.meld.compulsory
    clause: rummy.discard.only-taken-card-left
    pre: True
    post: _
    """
    rules = Rules(
        meld=Meld(melds_per_turn="many", meld_compulsion=duty, compulsion_vs_dead_state=dead),
        discard=Discard(only_taken_card_left=only),
    )
    stays = dead in ("draw_illegal", "waive_ban")
    return duty_never_yields(rules) == (duty != "optional" and only == "prevent" and stays)


@law(Bug(melding.comes_before_lay_offs, "melds_are_open(rules, state.table)", "True"))
def refusals_of_a_meld(strict: bool, off_now: bool, now: int, last: bool, required: bool) -> bool:
    """A meld is refused by each clause that is against it, and by nothing else.

    Against it are a meld of the turn, a lay-off before it, and the lack of a card to discard.

    clause: rummy.meld.one-per-turn
    clause: rummy.layoff.after-melding
    clause: rummy.out.final-discard
    pre: 0 <= now <= 1
    post: _
    """
    rules = Rules(
        turn=Turn(step_order="strict" if strict else "free"),
        out=Out(final_discard="required" if required else "optional"),
        rummy=Rummy(rummy_held_back="needed"),
    )
    did = history(Seat(0), NOW, earlier=False, now=now, off_earlier=False, off_now=off_now)
    aces = frozenset((Card(0), Card(13), Card(39)))
    hand = aces if last else aces | {Card(50)}
    state = Playing(table(3, Seat(0), NOW, hand, melds=did))
    failing = (
        *(("rummy.meld.one-per-turn",) if now == 1 else ()),
        *(("rummy.layoff.after-melding",) if strict and off_now else ()),
        *(("rummy.out.final-discard",) if required and last else ()),
    )
    reached = make(melding.MELD, rules, state, LayMeld(aces))
    return reached == Refusal(failing) if failing else isinstance(reached, Playing)


@law(Bug(laying.nothing_but_the_taken_card, "not open_lay_offs(rules, table)", "True"))
def a_seat_is_stranded(
    owner: Seat, alone: bool, taken: bool, fits: bool, own: Own, only: OnlyTaken
) -> bool:
    """A seat is stranded by the card taken where it has no other and may lay it off nowhere.

    clause: rummy.discard.only-taken-card-left
    clause: rummy.layoff.opponents-only
    pre: 0 <= owner < 3
    post: _
    """
    rules = Rules(layoff=Layoff(layoff_own=own), discard=Discard(only_taken_card_left=only))
    card = Card(29 if fits else 31)
    hand = frozenset((card,)) if alone else frozenset((card, Card(0)))
    melds = (TableMeld(owner, RUN, 1),)
    at = table(3, Seat(0), NOW, hand, melds=melds, taken=card if taken else None)
    open_ = fits and (owner != 0 or own == "own_too")
    bare = alone and taken and not open_
    return laying.nothing_but_the_taken_card(rules, at) == bare and laying.is_stranded(
        rules, at
    ) == (bare and only == "prevent")


@law(Bug(laying.owes_a_lay_off, '!= "melds_and_layoffs_compulsory"', '== "optional"'))
def what_a_duty_asks_for(duty: Duty, meld: bool, fits: bool) -> bool:
    """By readings a discard waits for every meld, or for every meld and every lay-off.

    clause: rummy.meld.compulsory
    clause: rummy.meld.optional
    clause: rummy.layoff.compulsory
    clause: rummy.layoff.optional
    pre: True
    post: _
    """
    rules = Rules(meld=Meld(melds_per_turn="many", meld_compulsion=duty))
    aces = {Card(0), Card(13), Card(39 if meld else 40)}
    hand = frozenset((*aces, Card(50), Card(29 if fits else 24)))
    at = table(3, Seat(0), NOW, hand, melds=(TableMeld(Seat(1), RUN, 1),))
    reached = make(discarding.DISCARD, rules, Playing(at), Away(Card(50)))
    failing = (
        *(("rummy.meld.compulsory",) if meld and duty != "optional" else ()),
        *(("rummy.layoff.compulsory",) if fits and duty == "melds_and_layoffs_compulsory" else ()),
    )
    return reached == Refusal(failing) if failing else isinstance(reached, TurnDone)


@law(Bug(layoff.has_melded_first, "has_melded_enough(rules, state.table)", "True"))
def laying_off_without_a_meld(earlier: bool, now: int, needed: Needed) -> bool:
    """A lay-off by a seat that has not melded as a reading asks is refused by that clause alone.

    clause: rummy.layoff.prerequisite
    pre: 0 <= now <= 1
    post: _
    """
    rules = Rules(layoff=Layoff(layoff_prerequisite=needed))
    did = history(Seat(0), NOW, earlier=earlier, now=now, off_earlier=False, off_now=False)
    at = table(3, Seat(0), NOW, frozenset((Card(37), Card(1))), melds=did)
    reached = make(layoff.LAY_OFF, rules, Playing(at), LayOff(Card(37), did[0].cards))
    hand = now == 1 or earlier
    enough = {"no_condition": True, "own_meld_this_hand": hand, "own_meld_this_turn": now == 1}
    if enough[needed]:
        return isinstance(reached, Playing)
    return reached == Refusal(("rummy.layoff.prerequisite",))


@law(Bug(laying._spoilt_by_laying_off, '== "same_predicate"', '== "separate"'), quick=True)
def a_lay_off_may_close_the_exception(off_earlier: bool, apart: bool, allowed: bool) -> bool:
    """By a reading who has melded none before may lay several, unless an earlier lay-off spoils it.

    It spoils it where it also bars a seat from going rummy, and the two are not read apart.

    clause: rummy.meld.exception-without-rummy
    clause: rummy.meld.one-per-turn-exception
    pre: True
    post: _
    """
    rules = Rules(
        meld=Meld(
            one_meld_exception="no_prior_meld",
            exception_vs_disqualified="separate" if apart else "same_predicate",
        ),
        rummy=Rummy(rummy_prior_layoff="allowed" if allowed else "disqualifies"),
    )
    did = history(Seat(0), NOW, earlier=False, now=1, off_earlier=off_earlier, off_now=False)
    aces = frozenset((Card(0), Card(13), Card(39)))
    state = Playing(table(3, Seat(0), NOW, aces, melds=did))
    reached = make(melding.MELD, rules, state, LayMeld(aces))
    if off_earlier and not apart and not allowed:
        return reached == Refusal(("rummy.meld.one-per-turn",))
    return isinstance(reached, Playing)
