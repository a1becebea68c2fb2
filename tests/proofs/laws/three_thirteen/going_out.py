"""The right to go out, the readings of going out, and the final turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Literal

from meldspec import wild as solver
from meldspec.cards import Card
from meldspec.play import Refusal, Seat
from meldspec.table import Discard
from meldspec.three_thirteen import discard, options, out
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.options import DEFAULT, Rules
from meldspec.three_thirteen.table import KEEP, Discarding, GoOut, TurnDone

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import three_thirteen as plain
from ...tables.three_thirteen import Seats, make, none_yet, table

RUN = (Card(3), Card(4), Card(5))
LOOSE = Card(20)
PACK = tuple(Card(13 * suit + rank) for suit in (0, 1) for rank in (0, 1, 2, 3))
"""Four ranks in two suits, threes among them."""


def next_seat(seat: Seat, seats: int, steps: int = 1) -> Seat:
    """The seat so many places on."""
    return Seat((seat + steps) % seats)


def readings_of_sets() -> Iterator[tuple[bool, bool, options.Meld]]:
    """Whether like cards may be in a set, whether it may have five cards, and the readings."""
    for alike, more in product((True, False), repeat=2):
        yield (
            alike,
            more,
            options.Meld(
                set_duplicates="allowed" if alike else "distinct_suits",
                set_max="unbounded" if more else "four",
            ),
        )


@enumerated(
    Bug(out.all_in_melds, "not _fits(hand, wild, FREEST)", "not _fits(hand, wild, STRICTEST)")
)
def hands_that_melds_hold() -> Iterator[tuple[object, bool]]:
    """Melds hold a hand just when some way to divide it leaves nothing, by the readings of sets.

    A reading in force cannot make a difference where the strictest and the freest agree.

    clause: three-thirteen.out.condition
    clause: three-thirteen.out.verified
    clause: three-thirteen.meld.disjoint
    clause: three-thirteen.game.first-melded
    over: up to six cards of four ranks in two suits of six packs, threes wild, all readings of sets
    """
    forget()
    for size in range(7):
        for cards in plain.hands(PACK, size):
            hand = tuple(map(Card, cards))
            for alike, more, meld in readings_of_sets():
                rules = Rules(meld=meld)
                right = plain.is_all_melds(cards, 2, alike, 99 if more else 4)
                yield (cards, alike, more), out.all_in_melds(rules, hand, 2) == right
    forget()


def forget() -> None:
    """Forget which hands fit, so that a seeded bug is asked anew."""
    out._fits.cache_clear()
    solver._runs.cache_clear()
    solver._sets.cache_clear()


@enumerated(Bug(out.can_go_out, "return after if", "return before if"))
def the_right_to_go_out() -> Iterator[tuple[object, bool]]:
    """A seat may go out if melds hold the cards that its discard leaves; by a reading all before.

    Without a discard they hold all cards in any case.

    clause: three-thirteen.out.condition
    clause: three-thirteen.out.verified
    clause: three-thirteen.out.with-discard
    over: hands of up to five cards of four ranks in two suits of five packs with every discard
    """
    forget()
    moments: tuple[Literal["after_discard", "before_discard"], ...] = (
        "after_discard",
        "before_discard",
    )
    for size in range(1, 6):
        for cards in plain.hands(PACK, size):
            hand = tuple(map(Card, cards))
            at = table(2, Seat(1), hand, (Card(40),), (Card(41),))
            whole = plain.is_all_melds(cards, 2)
            for card, moment in product((None, *sorted(set(hand))), moments):
                rules = Rules(out=options.Out(out_test_moment=moment))
                right = whole
                if card is not None and moment == "after_discard":
                    right = plain.is_all_melds(plain.without(cards, (card,)), 2)
                action = GoOut(card)
                holds = out.hand_is_melds.holds(rules, Discarding(at), Seat(1), action)
                yield (
                    (cards, card, moment),
                    out.can_go_out(rules, at, card) == holds == right,
                )
    forget()


@enumerated(Bug(out.ways_out, "different(state.table.hand)", "different(state.table.hand[1:])"))
def legal_ways_out() -> Iterator[tuple[object, bool]]:
    """A seat that has drawn may go out with each discard that leaves melds, like cards once.

    By a reading it may without a discard as well, if melds hold every card.

    clause: three-thirteen.out.condition
    clause: three-thirteen.out.with-discard
    clause: three-thirteen.out.voluntary
    over: hands of four cards of four ranks in two suits of four packs, both readings of a discard
    """
    forget()
    for cards in plain.hands(PACK, 4):
        hand = tuple(map(Card, cards))
        state = Discarding(table(2, Seat(1), hand, (Card(40),), (Card(41),)))
        each = sorted(set(hand))
        good = [card for card in each if plain.is_all_melds(plain.without(cards, (card,)), 2)]
        discards = tuple(map(Discard, each))
        ways = tuple(map(GoOut, good))
        keeping = Rules(out=options.Out(out_discard_needed="may_keep"))
        whole = (GoOut(None),) if plain.is_all_melds(cards, 2) else ()
        yield cards, GAME.legal(DEFAULT, state, Seat(1)) == discards + ways
        yield cards, GAME.legal(keeping, state, Seat(1)) == discards + whole + ways
        yield cards, GAME.legal(DEFAULT, state, Seat(0)) == ()
    forget()


@enumerated(Bug(out.goes_out_unsaid, "table.out is None and", ""))
def a_going_out_unsaid() -> Iterator[tuple[object, bool]]:
    """A discard that leaves melds is no going out, unless a reading says so and nobody is out yet.

    clause: three-thirteen.out.voluntary
    clause: three-thirteen.out.once
    clause: three-thirteen.discard.face-up-on-top
    over: hands of four cards of four ranks in two suits, every discard, both readings, out or not
    """
    forget()
    for cards in plain.hands(PACK, 4):
        hand = tuple(map(Card, cards))
        for gone, automatic in product((None, Seat(0)), (False, True)):
            rules = Rules(out=options.Out(out_automatic="automatic" if automatic else "voluntary"))
            at = table(3, Seat(1), hand, (Card(40),), (Card(41),), out=gone)
            for card in sorted(set(hand)):
                left = plain.without(cards, (card,))
                unsaid = automatic and gone is None and plain.is_all_melds(left, 2)
                reached = make(discard.DISCARD, rules, Discarding(at), Discard(card))
                right = (
                    isinstance(reached, TurnDone)
                    and reached.table.out == (Seat(1) if unsaid else gone)
                    and reached.table.hand == left
                    and reached.table.discard == (Card(41), card)
                )
                yield (cards, card, gone, automatic), right
    forget()


@law(Bug(out.nobody_is_out, "state.table.out is None", "state.table.out != seat"))
def refusals_of_going_out(
    mover: Seat,
    away: int,
    throws: Literal["the loose card", "a card of the run", "none"],
    loose: bool,
    took: bool,
    needed: Literal["discard_required", "may_keep"],
    taken: Literal["allowed", "banned"],
) -> bool:
    """Going out is refused after another's, without its discard, with a card taken, beside melds.

    The refusal names every clause that fails.

    clause: three-thirteen.out.once
    clause: three-thirteen.out.with-discard
    clause: three-thirteen.out.condition
    clause: three-thirteen.discard.not-taken-card
    pre: 0 <= mover < 3 and 0 <= away < 3
    post: _
    """
    rules = Rules(
        out=options.Out(out_discard_needed=needed),
        discard=options.Discard(discard_taken_card=taken),
    )
    hand = (*RUN, LOOSE) if loose else (*RUN, Card(6))
    card = {"the loose card": hand[3], "a card of the run": hand[1], "none": None}[throws]
    gone = None if away == 0 else next_seat(mover, 3, away)
    at = table(3, mover, hand, (Card(40),), (Card(41),), taken=hand[3] if took else None, out=gone)
    melds = throws == "the loose card" or (throws == "none" and not loose)
    failing = (
        *(("three-thirteen.out.once",) if gone is not None else ()),
        *(
            ("three-thirteen.out.with-discard",)
            if throws == "none" and needed == "discard_required"
            else ()
        ),
        *(
            ("three-thirteen.discard.not-taken-card",)
            if took and taken == "banned" and throws == "the loose card"
            else ()
        ),
        *(() if melds else ("three-thirteen.out.condition",)),
    )
    reached = out.GO_OUT.make(rules, Discarding(at), mover, GoOut(card))
    return reached == Refusal(failing) if failing else isinstance(reached, TurnDone)


@law(Bug(out.discards_a_card, "action.discard is not None or", "action.discard != 0 or"))
def a_discard_to_go_out(
    seats: Seats,
    mover: Seat,
    card: Card,
    throws: bool,
    needed: Literal["discard_required", "may_keep"],
) -> bool:
    """Going out takes a discard, unless a reading lets the seat keep all its cards.

    clause: three-thirteen.out.with-discard
    pre: 0 <= mover < seats and 0 <= card < 52
    post: _
    """
    rules = Rules(out=options.Out(out_discard_needed=needed))
    state = Discarding(table(seats, mover, (card,)))
    action = GoOut(card if throws else None)
    holds = out.discards_a_card.holds(rules, state, mover, action)
    return holds == (throws or needed == "may_keep")


@law(Bug(out.may_keep_all, "state.table.out is not None and", ""))
def a_seat_that_keeps_all(
    seats: Seats, mover: Seat, gone: Seat, anybody: bool, reading: Literal["required", "optional"]
) -> bool:
    """A turn ends with a discard, but for a final one where a reading lets the seat keep all.

    clause: three-thirteen.out.final-discard
    clause: three-thirteen.discard.one-card
    pre: 0 <= mover < seats and 0 <= gone < seats and gone != mover
    post: _
    """
    rules = Rules(out=options.Out(final_turn_discard=reading))
    at = table(seats, mover, (Card(1), LOOSE), out=gone if anybody else None)
    reached = make(out.KEEP_MOVE, rules, Discarding(at), KEEP)
    if anybody and reading == "optional":
        return isinstance(reached, TurnDone) and reached.table.hand == (Card(1), LOOSE)
    return reached == Refusal(("three-thirteen.out.final-discard",))


@law(
    Bug(out.end_turn_after_draw, 'final_turn_scope != "draw_only"', 'final_turn_scope == "normal"')
)
def a_turn_of_one_draw(
    seats: Seats,
    mover: Seat,
    gone: Seat,
    anybody: bool,
    scope: Literal["normal", "stock_only", "draw_only"],
) -> bool:
    """By a reading a final turn is over with the card that is drawn; any other turn goes on.

    clause: three-thirteen.out.one-more-turn
    clause: three-thirteen.discard.one-card
    pre: 0 <= mover < seats and 0 <= gone < seats and gone != mover
    post: _
    """
    rules = Rules(out=options.Out(final_turn_scope=scope))
    at = table(seats, mover, (Card(1), LOOSE), (Card(40),), out=gone if anybody else None)
    state = Discarding(at)
    reached = out.end_turn_after_draw.comes(rules, state)
    if anybody and scope == "draw_only":
        return isinstance(reached, TurnDone) and reached.table.mover == mover
    return reached is None and GAME.follow(rules, state) == state


@law(Bug(out.end_the_hand, "table.out is None or", "table.out == table.dealer or"))
def a_hand_that_ends(
    seats: Literal[2, 3, 4], gone: Seat, dealer: Seat, hand_number: int, score: int
) -> bool:
    """At its end a hand is scored for all seats, and the match has the points and the going out.

    Here the seat that is out has melds, and each other seat a five and an ace.

    clause: three-thirteen.out.hand-ends
    clause: three-thirteen.out.opponents-arrange
    clause: three-thirteen.score.deadwood
    clause: three-thirteen.score.out-zero
    clause: three-thirteen.match.scores-add-up
    pre: 0 <= gone < seats and 0 <= dealer < seats and 4 <= hand_number <= 11 and score >= 0
    post: _
    """
    hands = tuple(RUN if seat == gone else (Card(0), Card(17)) for seat in range(seats))
    last = Seat(seats - 1 if gone == 0 else gone - 1)
    ledger = replace(none_yet(seats), scores=(score,) * seats)
    start = table(seats, last, (), dealer=dealer, hand_number=hand_number, out=gone, ledger=ledger)
    ended = replace(start, hands=hands)
    over = out.end_the_hand.comes(DEFAULT, TurnDone(ended))
    points = tuple(0 if seat == gone else 6 for seat in range(seats))
    return (
        over is not None
        and over.result.out == gone
        and over.result.points == points
        and over.table.ledger.scores == tuple(score + number for number in points)
        and over.table.ledger.outs == tuple(1 if seat == gone else 0 for seat in range(seats))
        and over.table.hands == hands
    )
