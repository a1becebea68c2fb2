"""Changes of Carousel that no trial finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from typing import Any, Final

from meldspec.cards import JOKER, ONE_PACK, Card, parse
from meldspec.carousel.options import (
    DEFAULT,
    Deck,
    Joker,
    Knock,
    Match,
    Meld,
    Rules,
    Seq,
)
from meldspec.carousel.table import Knocking, Ledger, Melding, Rearrange, Showing, Table
from meldspec.hands import Hand
from meldspec.manipulation import Laid, Placed, stand_in
from meldspec.manipulation import Table as Melds
from meldspec.placed import sorted_melds
from meldspec.play import Seat

from . import Inputs, InputsOf, Reason

SEATS: Final = range(2, 6)


def meld(words: str) -> Laid:
    """A meld as it is written: ``7C 7D *7S``."""
    return tuple(
        sorted(
            stand_in(parse(word[1:])) if word.startswith("*") else Placed(parse(word))
            for word in words.split()
        )
    )


def melds(*words: str) -> Melds:
    """A table as it is written, a text for each meld."""
    return sorted_melds(map(meld, words))


PACK: Final = tuple(parse(word) for word in ("4S", "6S", "7C", "7D", "7S", "7H", "KD", "*"))
"""Cards for sets and for runs with a gap, a card that fits no other, and a joker."""

TABLES: Final = (
    (),
    melds("7C 7D *7S"),
    melds("4S *5S 6S", "8C 8D 8H 8S"),
    melds("6D 7D 8D *9D", "9C 9H 9S *9D"),
)
"""No meld, a joker in a set and one in a gap, and two jokers for one card."""

JOKERS: Final = tuple(
    Joker(joker_domain=domain, all_joker_meld=alone, joker_as_replacing_natural=frees)
    for domain in ("any_card", "not_visible_on_table", "copies_not_exceeded")
    for alone in ("one_natural_needed", "allowed")
    for frees in ("natural_only", "joker_counts")
)

SCOPES: Final = ("all_hand_cards", "own_melds_exempt", "own_melds_and_table_fits_exempt")


def hands(most: int) -> Iterator[Hand]:
    """All hands of so many cards at the most, of two copies of the pack."""
    whole = sorted(PACK + PACK)
    for size in range(most + 1):
        yield from sorted(set(combinations(whole, size)))


def table(
    seats: int, mover: int = 0, *, hand: Hand = (), on_table: Melds = (), stock: Hand = ()
) -> Table:
    """A table at which each other seat holds a king."""
    held: list[Hand] = [(parse("KC"),)] * seats
    held[mover] = hand
    return Table(
        dealer=Seat(0),
        mover=Seat(mover),
        hands=tuple(held),
        stock=stock,
        melds=on_table,
        draws=1,
        passed=0,
        ledger=Ledger((0,) * seats, (0,) * seats),
    )


def _decks() -> Iterator[tuple[Any, ...]]:
    for rules in (DEFAULT, Rules(deck=Deck(joker_count="two_per_pack"))):
        for seats, copies, jokers in product(SEATS, (1, 2, 3), range(7)):
            whole = (*ONE_PACK * copies, *(Card(JOKER),) * jokers)
            for cards in (whole, whole[1:], (*whole, parse("AC")), (parse("2C"), *whole[1:])):
                yield rules, seats, cards


def _deadwood() -> Iterator[tuple[Any, ...]]:
    every = [
        Rules(joker=joker, knock=Knock(deadwood_scope=scope))
        for joker in JOKERS
        for scope in SCOPES
    ]
    for rules, on_table, hand in product(every, TABLES, hands(3)):
        yield rules, 1, on_table, hand


def _may_knock() -> Iterator[tuple[Any, ...]]:
    low = [Card(JOKER), *(parse(word) for word in ("AC", "AD", "AH", "2C", "3C", "4C", "4D", "5C"))]
    every = [Rules(knock=Knock(deadwood_scope=scope)) for scope in SCOPES]
    for size in range(5):
        for hand in combinations_with_replacement(sorted(low), size):
            for rules, on_table in product(every, ((), melds("4H 5H 6H", "4S *5S 6S"))):
                yield rules, 2, on_table, hand


def _can_play() -> Iterator[tuple[Any, ...]]:
    for joker, on_table, hand in product(JOKERS, TABLES, hands(3)):
        yield Rules(joker=joker), 2, on_table, hand


def _kinds() -> Iterator[tuple[Any, ...]]:
    readings = (DEFAULT, Rules(seq=Seq(ace_both_ends="one_end")))
    cards = [*meld("AS 2S 3S QS KS AC AD *AS *2S *KS *AH"), *meld("AS")]
    whole = meld("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    for rules in readings:
        for size in range(6):
            for some in sorted(set(combinations(cards, size))):
                yield rules, some
        for size in range(4):
            for aces in combinations_with_replacement(meld("AS *AS AC *5S"), size):
                yield rules, tuple(sorted(whole + aces))
                yield rules, tuple(sorted(whole[1:] + aces))


def _limits() -> Iterator[tuple[Any, ...]]:
    for rules, on_table in product((DEFAULT, Rules(meld=Meld(meld_amount="maximum"))), TABLES):
        for hand in hands(3):
            before = Melding(table(3, hand=hand, on_table=on_table))
            for size in range(len(hand) + 1):
                for left in sorted(set(combinations(hand, size))):
                    yield rules, before, Knocking(table(3, hand=left))


def _passing() -> Iterator[tuple[Any, ...]]:
    every = (DEFAULT, Rules(knock=Knock(knock_actor="anyone_below_five")))
    for rules, seats in product(every, SEATS):
        for mover, size in product(range(seats), range(seats + 1)):
            for declined in combinations(map(Seat, range(seats)), size):
                yield rules, Knocking(table(seats, mover), declined)


def _matches() -> list[Match]:
    return [
        Match(
            simultaneous_150=both,
            game_bonus_shared=bonus,
            box_timing=timing,
            match_winner=winner,
        )
        for both in ("higher_score_wins", "both_win", "play_on")
        for bonus in ("each_100", "split", "no_bonus")
        for timing in ("end_of_game", "per_hand")
        for winner in ("first_to_150", "highest_total")
    ]


def _ledgers() -> Iterator[tuple[Any, ...]]:
    for match, seats in product(_matches(), (2, 3)):
        for scores in product((0, 149, 150, 175), repeat=seats):
            for boxes in product((0, 1, 3), repeat=seats):
                yield Rules(match=match), Ledger(scores, boxes)


def _scores() -> Iterator[tuple[Any, ...]]:
    every = [
        Rules(match=Match(simultaneous_150=both))
        for both in ("higher_score_wins", "both_win", "play_on")
    ]
    for rules, seats in product(every, SEATS):
        for scores in product((0, 149, 150, 175), repeat=seats):
            yield rules, Ledger(scores, (0,) * seats)


def _winners() -> Iterator[tuple[Any, ...]]:
    every = (DEFAULT, Rules(match=Match(box_for_tied_win="no_box")))
    for rules, seats in product(every, SEATS):
        held: tuple[Hand, ...] = ((parse("KC"),),) * seats
        for size in range(seats + 1):
            for winners in combinations(map(Seat, range(seats)), size):
                for knocker in (None, *map(Seat, range(seats))):
                    showing = Showing(knocker, held, (10,) * seats, winners)
                    yield rules, showing


def _names() -> Iterator[tuple[Any, ...]]:
    ace, joker, other = meld("AS")[0], meld("*AS")[0], meld("*2C")[0]
    tables = [
        sorted_melds(((ace,) * aces + (joker,) * jokers, (other,) * others))
        for aces, jokers, others in product(range(4), range(4), range(3))
    ]
    every = [
        Rules(joker=Joker(joker_domain=domain))
        for domain in ("any_card", "not_visible_on_table", "copies_not_exceeded")
    ]
    for rules, seats in product(every, (2, 3)):
        for old, new in product(tables, tables):
            yield rules, Melding(table(seats, on_table=old)), Seat(0), Rearrange(new, ())


_OF_THE_PACK: Final = (
    "all hands of up to three cards, two copies each of 4S 6S 7C 7D 7S 7H KD and the joker, on "
    "four tables with no joker, one and two, by the readings of what a joker may be named as, of "
    "jokers alone, and of jokers that free each other"
)

_OF_SCORES: Final = "with scores of 0, 149, 150 and 175"

INPUTS: Final[InputsOf] = {
    "carousel.deck.is_whole_deck": Inputs(
        "two to five seats, one to three packs with up to six jokers, whole or with a card less, "
        "more or exchanged, both numbers of jokers",
        _decks,
    ),
    "carousel.joker.names_are_in_the_domain": Inputs(
        "up to three aces of spades, three jokers for it and two for another card, before and "
        "after, for two seats and three, all three readings",
        _names,
    ),
    "carousel.knock.may_knock": Inputs(
        "all hands of up to four of aces, twos, threes, fours, fives and jokers, on an empty table "
        "and on one with two runs, all three readings",
        _may_knock,
    ),
    "carousel.match.boxes_won": Inputs(
        "two to five seats with any of them as winners, each or nobody as the knocker, both "
        "readings",
        _winners,
    ),
    "carousel.match.finishers": Inputs(
        f"two to five seats {_OF_SCORES}, all three readings", _scores
    ),
    "carousel.match.match_winners": Inputs(
        f"two and three seats {_OF_SCORES} and 0, 1 or 3 hands won, all readings of the end of a "
        "match",
        _ledgers,
    ),
    "carousel.match.totals": Inputs(
        f"two and three seats {_OF_SCORES} and 0, 1 or 3 hands won, all readings of the end of a "
        "match",
        _ledgers,
    ),
    "carousel.meld.as_many_as_can_be": Inputs(
        "all hands of up to three cards, two copies each of 4S 6S 7C 7D 7S 7H KD and the joker, on "
        "four tables, with any of the cards left, both readings",
        _limits,
    ),
    "carousel.meld.kind_of": Inputs(
        "all choices of up to five of ten low and high spades, aces and jokers; and the spades "
        "from two or three to the king with up to three aces and jokers; both readings",
        _kinds,
    ),
    "carousel.score.deadwood": Inputs(f"{_OF_THE_PACK}, all three counts", _deadwood),
    "carousel.search.can_play": Inputs(_OF_THE_PACK, _can_play),
    "carousel.turn.pass_the_turn": Inputs(
        "two to five seats, each as the mover, with any of them having declined, both readings",
        _passing,
    ),
}

REASONS: Final[tuple[Reason, ...]] = (
    Reason(
        names=(
            "7d4952d7",
            "111ebc86",
            "3db627b4",
        ),
        why=(
            "A deal that the condition of the one deck refuses is refused by that of the other "
            "besides, and the protocol wants one of the clauses only. "
            "`test_packs_jokers_and_hands_have_their_size` asks for exactly one."
        ),
    ),
    Reason(
        names=(
            "cb817e73",
            "d7e91dc6",
            "6da7a189",
            "bc4fd85e",
        ),
        why=(
            "No case states more cards than the deck has. "
            "`test_facts_that_cannot_be_are_an_error` and "
            "`test_facts_that_contradict_themselves_are_not_understood` do."
        ),
    ),
    Reason(
        names=("2371d299",),
        why=("The option is read for one joker a pack too, and by each reading there are as many."),
    ),
    Reason(
        names=(
            "a056ade3",
            "2e029053",
            "15d6756f",
        ),
        why=(
            "The consequences that change places come in different states: a turn begins, or it "
            "is over and nobody has declined to knock, or all have, or the hand is decided. "
            "Every state of the small table is the same."
        ),
    ),
    Reason(
        names=(
            "f51c53ef",
            "614f890c",
        ),
        why=(
            "Where as many jokers keep their name as before, `_is_kept` says so too: never more "
            "of them are bound than there were. "
            "`test_only_readings_that_matter_are_asked_and_all_that_do` compares all answers."
        ),
    ),
    Reason(
        names=(
            "13535e8a",
            "76b56ea8",
            "36b1cc13",
            "6fb8b79b",
        ),
        why=(
            "An option is read for more tables, and no table is judged otherwise: "
            "`test_only_readings_that_matter_are_asked_and_all_that_do` compares all answers "
            "with those by all readings."
        ),
    ),
    Reason(
        names=("4f0c300a",),
        why=(
            "A joker without a name, which `joker.declare` refuses, is refused by `joker.keeps- "
            "identity` besides, and the protocol wants one of the clauses only."
        ),
    ),
    Reason(
        names=("9a32468a",),
        why=(
            "Jokers that are no meld, which `rearrange.end-valid` or `joker.declare` refuses, "
            "are refused by `joker.natural-beside` besides, and the protocol wants one of the "
            "clauses only."
        ),
    ),
    Reason(
        names=("fbed2d27",),
        why=(
            "Only melds of jokers alone come to it, four cards at the most, and no run of fewer "
            "than fourteen cards depends on it."
        ),
    ),
    Reason(
        names=("b1897400",),
        why=(
            "A joker that is missing, which `joker.no-return` refuses, is refused by "
            "`rearrange.no-pickup` besides, and the protocol wants one of the clauses only."
        ),
    ),
    Reason(
        names=("1036c4ec",),
        why=(
            "A meld with a joker without a name, which `joker.declare` refuses, is refused by "
            "`rearrange.end-valid` besides, and the protocol wants one of the clauses only."
        ),
    ),
    Reason(
        names=("185c0e34",),
        why=(
            "Where an empty hand knocks by itself it does so before anybody is asked, so no "
            "seat has declined. Every state of the small table is the same."
        ),
    ),
    Reason(
        names=("e04f8321",),
        why=(
            "Of the plays of most cards one of most points is answered, which is among the "
            "right answers: a case states the cards only where no other choice is as good."
        ),
    ),
    Reason(
        names=("5867fddb",),
        why=(
            "The number is compared after a rearrangement. If no card can be played it has "
            "played none, which is enough for a duty of none as well as of less."
        ),
    ),
    Reason(
        names=("803989d3",),
        why=(
            "Lines of no points are added to a receipt, which no case states and which still "
            "adds up. `test_the_result_of_a_hand` asks for the lines."
        ),
    ),
    Reason(
        names=(
            "06a70d25",
            "98a750e3",
            "9c1c3237",
        ),
        why=("Lines of no points are made, which `settle` leaves out."),
    ),
    Reason(
        names=("c9d6bb5c",),
        why=("A seat has one hand counted as won or none, and the line is made for one."),
    ),
    Reason(
        names=(
            "7cff0e64",
            "1427a35b",
        ),
        why=(
            "The option is read where nobody but the knocker has more points, and each reading "
            "leaves the knocker's difference. `test_which_readings_a_knock_asks_for` asks where "
            "it is read."
        ),
    ),
    Reason(
        names=(
            "347f7c22",
            "6a4400c1",
            "318ef8aa",
        ),
        why=(
            "The count of deadwood is read for more hands, none of which can play a card, so "
            "each reading has the same number: all inputs of `deadwood` give the same."
        ),
    ),
    Reason(
        names=(
            "10e8d6fc",
            "0fb1a5f7",
        ),
        why=(
            "The number of packs only matters where a joker may not have every name, and here "
            "it may: all inputs of `deadwood` give the same."
        ),
    ),
    Reason(
        names=(
            "4d45e1da",
            "abca5b27",
            "0edad786",
            "c13beaf4",
            "f882033a",
            "a10026e7",
            "a220f821",
            "b1a7d356",
        ),
        why=("The number is the size of a cache. Every state of the small table is the same."),
    ),
    Reason(
        names=(
            "34ce80cb",
            "49fee7a6",
            "795426a9",
            "1d64c121",
            "398eff62",
            "49f4df2e",
        ),
        why=(
            "The options about two jokers for one card are read where each stands for another "
            "card, and there no reading frees more or fewer. "
            "`test_a_reading_that_is_not_asked_for_changes_no_best_play` compares with all "
            "readings."
        ),
    ),
    Reason(
        names=(
            "d0748e8f",
            "78512658",
            "c9d169f1",
            "42086f04",
        ),
        why=(
            "The option is read where no natural card lies in one meld with a joker for it, and "
            "there both readings are the same. "
            "`test_a_reading_that_is_not_asked_for_changes_no_best_play` compares with all "
            "readings."
        ),
    ),
    Reason(
        names=("3fac1e83",),
        why=(
            "The option is read where the hand has no card for which a joker stands, and then "
            "no natural card comes from the hand to free one. "
            "`test_a_reading_that_is_not_asked_for_changes_no_best_play` compares with all "
            "readings."
        ),
    ),
    Reason(
        names=(
            "74da3d55",
            "863bce54",
            "c257a0e5",
            "1d36234b",
        ),
        why=(
            "The option is read where there are no jokers, or too few of them for two of a name "
            "or for a meld of their own. "
            "`test_a_reading_that_is_not_asked_for_changes_no_best_play` compares with all "
            "readings."
        ),
    ),
    Reason(
        names=(
            "24d97464",
            "7a6d28b8",
            "516de9f2",
            "cc8dda2d",
            "002cbd2e",
            "4f7e6a80",
            "14b3dfa7",
        ),
        why=(
            "The option is read where the cards of a suit are too few for a run from ace to "
            "ace, and then no table has one. "
            "`test_a_reading_that_is_not_asked_for_changes_no_best_play` compares with all "
            "readings."
        ),
    ),
    Reason(
        names=(
            "739f0e13",
            "cb4f8d26",
        ),
        why=(
            "The search lays no run from ace to ace, though it may. Such a run is two runs as "
            "well, so the play is as good, and the table is accepted by each reading. "
            "`test_a_reading_that_is_not_asked_for_changes_no_best_play` compares the plays "
            "with and without it."
        ),
    ),
    Reason(
        names=(
            "be569b33",
            "e6cb9100",
            "2e67c1a5",
        ),
        why=(
            "The play does not ask for the table of a state that may be one before the deal; "
            "the exploration does. `test_there_is_a_table_from_the_first_deal_on` asks for "
            "both."
        ),
    ),
    Reason(
        names=("139153d7",),
        why=(
            "An action after the match, which `turn.to-act` refuses, is refused by `match.over` "
            "besides, and the protocol wants one of the clauses only. "
            "`test_a_match_goes_on_to_150_and_then_nothing_is_dealt` asks for exactly one."
        ),
    ),
    Reason(
        names=("4647ff3a", "7c676b6c", "208dbf74"),
        why=(
            "A deal by the seat that is to act is refused by `deal.between-hands` besides, and an "
            "engine may name that clause alone. Chance is never the seat that is to act or may "
            "knock, so it is refused in any case, as `test_chance_does_not_play` asks."
        ),
    ),
    Reason(
        names=("b195878b",),
        why=(
            "Between two hands no move of a seat exists, so its list is empty, and each action "
            "is refused by `turn.to-act` as one out of its phase. Every state of the small "
            "table is the same."
        ),
    ),
    Reason(
        names=(
            "b1c1d55b",
            "5cf28c68",
            "7985338b",
        ),
        why=(
            "Whether chance has another hand to deal is no part of the protocol; the rooms that "
            "play by chance ask it. `test_the_result_of_a_hand` and "
            "`test_the_result_of_an_empty_stock` do, too."
        ),
    ),
    Reason(
        names=(
            "0a0b0b3c",
            "8ddf6f8a",
        ),
        why=(
            "No view tells how many turns had no meld. Every state of the small table is the same."
        ),
    ),
)
