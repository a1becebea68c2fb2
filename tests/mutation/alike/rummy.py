"""Changes of Rummy that no trial finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Final

from meldspec.cards import ONE_PACK, Card, parse_all
from meldspec.play import Seat
from meldspec.rummy.discard import can_be_ended
from meldspec.rummy.laying import duty_never_yields, reached
from meldspec.rummy.options import Discard, Layoff, Match, Meld, Out, Rules, Score, Stock, Turn
from meldspec.rummy.options import Rummy as Going
from meldspec.rummy.table import Drawing, Ledger, Playing, Table, TableMeld

from . import Inputs, InputsOf, Reason

POOL: Final = parse_all(["4C", "5C", "6C", "7C", "5D", "5H", "KD"])
"""Four cards of a run, two that make a set with one of them, and a card that fits nothing."""

RUN, SET = (frozenset(parse_all(each.split())) for each in ("8C 9C TC", "7D 7H 7S"))
"""Two melds on the table: the seven of clubs fits both."""

DUTIES: Final = tuple(
    Rules(
        meld=Meld(
            melds_per_turn="one" if duty == "optional" else "many",
            meld_compulsion=duty,
            compulsion_measure=measure,
            compulsion_vs_dead_state=yields,
        ),
        turn=Turn(step_order=order),
        discard=Discard(only_taken_card_left=alone),
    )
    for duty in ("optional", "melds_compulsory", "melds_and_layoffs_compulsory")
    for measure in ("maximal", "maximum")
    for yields in ("compulsion_yields", "draw_illegal", "waive_ban")
    for order in ("free", "strict")
    for alone in ("prevent", "waive_ban", "keep")
)

BOUNDS: Final = (
    Rules(out=Out(final_discard="required")),
    Rules(layoff=Layoff(layoff_own="opponents_only")),
    Rules(layoff=Layoff(layoff_fresh_meld="earlier_turns_only")),
    Rules(layoff=Layoff(layoff_prerequisite="own_meld_this_hand")),
    Rules(layoff=Layoff(layoff_prerequisite="own_meld_this_turn")),
)

WAYS_OUT: Final = (
    *BOUNDS,
    *(
        Rules(
            meld=Meld(one_meld_exception=exception),
            rummy=Going(rummy_same_turn_layoff=off, rummy_needs_discard=ending),
            turn=Turn(step_order=order),
        )
        for exception in ("goes_rummy", "any_going_out")
        for off in ("allowed", "disqualifies", "required")
        for ending in ("any_ending", "ends_with_discard")
        for order in ("free", "strict")
    ),
    Rules(discard=Discard(only_taken_card_left="waive_ban")),
)


def in_turn(hand: frozenset[Card], taken: Card | None, laid: int) -> Table:
    """Seat 1 of two in its turn, in which it has laid so many of the two melds on the table."""
    melds = tuple(
        TableMeld(Seat(1), cards, 4) if place < laid else TableMeld(Seat(0), cards, 3)
        for place, cards in enumerate((RUN, SET))
    )
    rest = [card for card in ONE_PACK if card not in hand | RUN | SET]
    return Table(
        dealer=Seat(0),
        turn=4,
        hands=(frozenset(rest[:3]), hand),
        stock=tuple(rest[4:]),
        discard=(rest[3],),
        melds=melds,
        ledger=Ledger((0, 0), 0, (0, 0)),
        held_back=(False, False),
        taken=taken,
    )


def tables(most: int, laid: tuple[int, ...]) -> Iterator[Table]:
    """All hands of so many cards of the pool at the most, with nothing taken or any card of it."""
    for size in range(most + 1):
        for hand in combinations(POOL, size):
            taken: tuple[Card | None, ...] = (None, *hand)
            for one, so_many in product(taken, laid):
                yield in_turn(frozenset(hand), one, so_many)


def _turns() -> Iterator[tuple[Any, ...]]:
    yield from product((*DUTIES, *BOUNDS), tables(4, (0, 1)))


def _longer_turns() -> Iterator[tuple[Any, ...]]:
    yield from product((*DUTIES, *BOUNDS), tables(5, (0,)))


def _turns_in_play() -> Iterator[tuple[Any, ...]]:
    for rules, table in _turns():
        yield rules, Playing(table)


def _takes() -> Iterator[tuple[Any, ...]]:
    for rules, table in _turns():
        yield rules, Drawing(table), Playing(table)


def _steps() -> Iterator[tuple[Any, ...]]:
    for rules, before in product((*DUTIES, *BOUNDS), tables(5, (0,))):
        for after in reached(rules, before):
            yield rules, before, after


def _limits() -> Iterator[tuple[Any, ...]]:
    for rules, before, after in _steps():
        never = rules.meld.compulsion_vs_dead_state == "draw_illegal" and duty_never_yields(rules)
        if not never or can_be_ended(rules, before):
            yield rules, Playing(before), Playing(after)


def _ways_out() -> Iterator[tuple[Any, ...]]:
    yield from product(WAYS_OUT, tables(5, (1, 2)))


def _hands() -> Iterator[tuple[Any, ...]]:
    every = (Rules(), Rules(score=Score(concealed_melds_at_end="exempt")))
    for rules, size in product(every, range(8)):
        for hand in combinations(POOL, size):
            yield rules, frozenset(hand)


def _ledgers() -> Iterator[tuple[Any, ...]]:
    every = tuple(
        Rules(match=Match(match_tie=tie, void_hand_counts=void))
        for tie in ("shared", "extra_hand", "fewest_hands_lost")
        for void in ("counts", "does_not_count")
    )
    for rules, seats in product(every, (2, 3)):
        numbers = tuple(product(range(3), repeat=seats))
        for scores, won, more in product(numbers, numbers, range(3)):
            yield rules, Ledger(scores, sum(won) + more, won)


def _piles() -> Iterator[tuple[Any, ...]]:
    every = tuple(
        Rules(stock=Stock(stock_exhaustion=end, exhaustion_timing=timing))
        for end in (
            "reshuffle_keep_top",
            "reshuffle_all",
            "turn_over",
            "void",
            "lowest_deadwood_wins",
        )
        for timing in ("lazy", "lazy_start", "eager")
    )
    pile = parse_all(["2D", "3D", "4D"])
    for rules, stock, discard in product(every, range(3), range(4)):
        table = Table(
            dealer=Seat(0),
            turn=0,
            hands=(frozenset(POOL), frozenset()),
            stock=tuple(ONE_PACK[:stock]),
            discard=tuple(pile[:discard]),
            melds=(),
            ledger=Ledger((0, 0), 0, (0, 0)),
            held_back=(False, False),
        )
        yield rules, Drawing(table)
        yield rules, Playing(table)


_BESIDE: Final = (
    "of 4C 5C 6C 7C 5D 5H KD, beside 8C 9C TC and 7D 7H 7S on the table, with nothing taken or "
    "each card"
)
_BY_DUTY: Final = (
    "by all readings of the duties, their measure, the order and the taken card, and by those of "
    "laying off and of the last discard"
)

INPUTS: Final[InputsOf] = {
    "rummy.discard.can_still_be_ended": Inputs(
        f"each play from all hands of up to five cards {_BESIDE}, {_BY_DUTY}; where the draw is "
        "illegal, from positions that can be ended",
        _limits,
    ),
    "rummy.discard.can_be_ended": Inputs(
        f"all hands of up to four cards {_BESIDE}, {_BY_DUTY}", _turns
    ),
    "rummy.discard.keep_the_taken_card": Inputs(
        f"all hands of up to four cards {_BESIDE}, {_BY_DUTY}", _turns_in_play
    ),
    "rummy.draw.duty_leaves_a_way_out": Inputs(
        f"all hands of up to four cards {_BESIDE}, {_BY_DUTY}", _takes
    ),
    "rummy.laying.open_lay_offs": Inputs(
        f"all hands of up to four cards {_BESIDE}, {_BY_DUTY}", _turns
    ),
    "rummy.laying.owes_a_meld": Inputs(
        f"all hands of up to five cards {_BESIDE}, {_BY_DUTY}", _longer_turns
    ),
    "rummy.laying.melding_is_done": Inputs(
        f"all hands of up to four cards {_BESIDE}, {_BY_DUTY}", _turns
    ),
    "rummy.laying.keeps_the_most": Inputs(
        f"each play from all hands of up to five cards {_BESIDE}, {_BY_DUTY}", _steps
    ),
    "rummy.out.can_go_out": Inputs(
        f"all hands of up to five cards {_BESIDE}, one or both of the melds laid in the turn, by "
        "the readings of the exception, of lay-offs and discards in going rummy, of laying off, "
        "of the order, and of the last discard",
        _ways_out,
    ),
    "rummy.score.counted": Inputs("all hands of 4C 5C 6C 7C 5D 5H KD by both readings", _hands),
    "rummy.match._hands_counted": Inputs(
        "two and three seats, each with a score and a number of hands won from 0 to 2, and up to "
        "two hands that nobody won, by both readings",
        _ledgers,
    ),
    "rummy.match.match_winners": Inputs(
        "two and three seats, each with a score and a number of hands won from 0 to 2, by all "
        "readings of a tie",
        _ledgers,
    ),
    "rummy.stock.use_up_early": Inputs(
        "up to two cards in the stock and three in the pile, before and after the draw, by all "
        "readings of the end of the stock and of its time",
        _piles,
    ),
}

REASONS: Final[tuple[Reason, ...]] = (
    Reason(
        names=("a1bb5ad9",),
        why=(
            "A wrong deal is refused by the clauses of other numbers of seats besides its "
            "own, and the protocol wants one of the clauses only. "
            "`test_hands_have_their_size_and_the_seat_after_the_dealer_begins` asks for "
            "exactly one, and every state of the small table is the same."
        ),
    ),
    Reason(
        names=("91339c14",),
        why=(
            "A card that a cut names twice is read as a card of another pack, which the next "
            "condition refuses. `test_only_who_is_to_draw_draws_and_only_what_is_there` gives "
            "one card to two seats."
        ),
    ),
    Reason(
        names=(
            "fa9a915f",
            "1222471a",
            "e59078f2",
        ),
        why=(
            "Where a cut is due, the deal that would ask for the next dealer is refused "
            "before. Both the branch and its fall-through raise an AssertionError."
        ),
    ),
    Reason(
        names=("0f361a38",),
        why=("The list has a single seat there, so its first is its last."),
    ),
    Reason(
        names=(
            "80465078",
            "a1fd8622",
        ),
        why=(
            "The search for a way to end the turn meets a hand and table more than once, and "
            "answers the same each time. All inputs of `can_be_ended` give the same, and so "
            "does every state of the small table."
        ),
    ),
    Reason(
        names=("ba6dde9e",),
        why=(
            "Where the duty to meld never yields, no play leads to a hand of nothing but a "
            "taken card that fits nowhere, unless the ban gives way. The limits of drawing, "
            "melding and laying off see to it, and "
            "`test_no_play_leaves_a_turn_that_cannot_be_ended` walks through such turns."
        ),
    ),
    Reason(
        names=("f9788681",),
        why=(
            "Where a seat keeps the taken card, its turn has passed before it could discard "
            "that card. Looking ahead asks the same only under a limit of one meld, with "
            "which no duty to meld goes together."
        ),
    ),
    Reason(
        names=(
            "b6cd6a55",
            "ff9fa7ee",
            "cfb39cdf",
        ),
        why=(
            "A wider guess lets the turn be searched more often, and the search finds the "
            "same. All inputs of `can_still_be_ended`, `can_be_ended` and "
            "`duty_leaves_a_way_out` give the same, and so does every state of the small "
            "table."
        ),
    ),
    Reason(
        names=("ee76bc6c",),
        why=(
            "Fewer cards count as loose, so a turn is searched more often, and the search "
            "finds the same. All inputs of `can_still_be_ended` and `can_go_out` give the "
            "same, and so does every state of the small table."
        ),
    ),
    Reason(
        names=(
            "d2c0188f",
            "02e41acb",
            "e5c44fc5",
            "6a2fc465",
            "c1b5fe25",
            "c2b1b168",
        ),
        why=(
            "The two consequences that change places come in different phases, or one asks "
            "for an empty hand or pile and the other for a card in it; so never do both come. "
            "Every state of the small table is the same."
        ),
    ),
    Reason(
        names=(
            "416b97d7",
            "6a3a9aea",
            "046577c0",
        ),
        why=(
            "A hand without a meld, or without a card that fits, has nothing to lay by the "
            "lines that follow; the condition keeps readings from being read for it. All "
            "inputs of `owes_a_lay_off`, `can_be_ended` and `can_go_out` give the same."
        ),
    ),
    Reason(
        names=("40370dcf",),
        why=(
            "A lay-off that the measure forbids is owed besides only while a meld is owed. "
            "The discard is then refused by the duty to meld, and the protocol wants one of "
            "the clauses only."
        ),
    ),
    Reason(
        names=("5c4b3653",),
        why=(
            "A seat that may lay no other meld in a turn with several goes out in no allowed "
            "way by laying one. All inputs of `can_go_out` give the same, and so does every "
            "state of the small table."
        ),
    ),
    Reason(
        names=("4852c2bd",),
        why=(
            "Without a duty a turn can be ended unless the seat is stranded already, which is "
            "just what the search finds. All inputs of `can_still_be_ended` give the same. "
            "Taking the discard would be refused only to a seat whose hand was empty before."
        ),
    ),
    Reason(
        names=("b78b38a7",),
        why=(
            "A meld of the same turn on which no lay-off is allowed by its owner is refused "
            "by its age besides, and the protocol wants one of the clauses only."
        ),
    ),
    Reason(
        names=(
            "4ed4d8b5",
            "bf718522",
        ),
        why=(
            "The most cards that can be melded are only compared with one another, and each "
            "number is as much higher or lower. All inputs of `keeps_the_most` give the same; "
            "`test_the_most_cards_in_melds_is_what_trying_everything_finds` asks for the "
            "number itself."
        ),
    ),
    Reason(
        names=(
            "106c8255",
            "af497f00",
        ),
        why=(
            "No two melds on the table have the same cards, and an earlier stage refuses a "
            "meld that is not there; so one meld is asked about. Every state of the small "
            "table is the same."
        ),
    ),
    Reason(
        names=(
            "79f9f9fd",
            "054426af",
            "c101f0ae",
            "d6d95166",
            "23e4c923",
            "d3977a97",
        ),
        why=(
            "The number is the default reading in the list of readings, and no case sends a "
            "default reading. "
            "`test_every_option_is_read_by_either_name_and_its_default_comes_first` reads it "
            "from there, and `meldspec suite lint` compares the list with the document."
        ),
    ),
    Reason(
        names=(
            "81f5dc9a",
            "7053954a",
            "ef91e9d5",
            "9048cd73",
            "96752e16",
            "086ab934",
            "44ceca38",
            "9a44ec7f",
            "cbdae4b6",
            "d2a655a7",
            "c9c35f34",
            "6dcbae4e",
            "0722904a",
            "e55de1af",
            "4c1c5b93",
            "ab59fe9b",
        ),
        why=(
            "The number is a reading that is offered. An engine that offers another one does not "
            "play it, and its cases do not apply. `meldspec suite lint` compares the list with "
            "the document."
        ),
    ),
    Reason(
        names=("6ee5a600",),
        why=(
            "A word of yes or no that a question leaves out is read as no, whatever the field has "
            "for it; `test_facts_without_play` leaves it out."
        ),
    ),
    Reason(
        names=("e3a6a9db",),
        why=(
            "No case states facts that contradict one another. "
            "`test_facts_that_contradict_themselves_are_not_understood` has a winner that "
            "went rummy with a card in its hand."
        ),
    ),
    Reason(
        names=(
            "22683adf",
            "0faef8e2",
            "27fd02ab",
        ),
        why=(
            "A settlement answers with counts and points, which do not depend on how the hand "
            "ended."
        ),
    ),
    Reason(
        names=("092456ab",),
        why="A record that is there is made once more. It saves a search for melds.",
    ),
    Reason(
        names=("54d79386",),
        why=(
            "A seat that has laid a meld cannot go rummy in a later turn, whatever it held "
            "back. `test_a_meld_is_held_back_also_by_laying_off_a_card_of_it` asks for the "
            "record itself."
        ),
    ),
    Reason(
        names=(
            "71c188b6",
            "50f9908a",
            "8dc47e92",
            "fc36d0e5",
            "03d7962d",
        ),
        why=(
            "The play never asks for the table of any state; the invariants do, in "
            "`conformance/meldcheck/explore/rummy.py`, in states with and without one."
        ),
    ),
    Reason(
        names=(
            "7b9f9961",
            "ae868776",
            "7b55bb49",
        ),
        why=(
            "Whether chance has another hand to deal is no part of the protocol; the rooms "
            "that play by chance ask it. `test_after_the_match_nothing_is_dealt` does, too."
        ),
    ),
    Reason(
        names=("c5903bae",),
        why=(
            "While a hand is played the scores are those with which it was dealt, so the "
            "match is not over; the condition keeps its readings from being read. Every state "
            "of the small table is the same."
        ),
    ),
    Reason(
        names=("d34c5e58",),
        why=("The phase of the deal is that of a match before a deal and of no other state."),
    ),
)
