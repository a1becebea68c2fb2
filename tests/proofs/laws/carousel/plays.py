"""The most that a hand can play: the search against every rearrangement there is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from meldspec.cards import Card
from meldspec.carousel import meld as chapter
from meldspec.carousel import rearrange, score, search
from meldspec.carousel.options import DEFAULT, Joker, Knock, Meld, Rules
from meldspec.carousel.options import Rearrange as Readings
from meldspec.carousel.table import SOME_REARRANGEMENT, Knocking, Melding
from meldspec.manipulation import By, Manner, Placed, adds_to, best, best_play, can_play, fitting
from meldspec.manipulation import Table as Melds
from meldspec.manipulation.best import Play
from meldspec.manipulation.lanes import Situation
from meldspec.manipulation.search import TableSearch
from meldspec.play import Seat

from ...bugs import Bug
from ...law import enumerated
from ...plain import carousel as plain
from ...tables.carousel import table

TWO_SUITS = (0, 1, 2, 3, 13, 14, 15, 16, 28)
"""The ace to the four of clubs and of diamonds, and the three of hearts."""


def forget() -> None:
    """Forget what is known of plays, so that nothing outlives a seeded bug."""
    search._best_play.cache_clear()
    search._can_play.cache_clear()


def tables(pack: tuple[int, ...], jokers: bool) -> Iterator[Melds]:
    """No meld, each meld of a pack, by itself and with each of its cards a joker, and each two."""
    melds = plain.melds_of(pack)
    yield ()
    for meld in melds:
        yield (tuple(map(Placed, meld)),)
        if jokers:
            for place, card in enumerate(meld):
                laid = (*meld[:place], *meld[place + 1 :], card + 54)
                yield (tuple(map(Placed, laid)),)
    if not jokers:
        for one, two in combinations(melds, 2):
            if not set(one) & set(two):
                yield tuple(sorted((tuple(map(Placed, one)), tuple(map(Placed, two)))))


def is_a_play(old: Melds, hand: tuple[int, ...], play: Play) -> bool:
    """Whether a play is of the hand, and leads to melds of the old table and its cards."""
    before = [52 if each > 52 else each for meld in old for each in meld]
    after = [52 if each > 52 else each for meld in play.table for each in meld]
    return (
        all(plain.kind(meld, both_ends=True) for meld in play.table)
        and sorted(after) == sorted([*before, *play.cards])
        and all(play.cards.count(card) <= hand.count(card) for card in play.cards)
        and play.points == sum(map(plain.value, play.cards))
    )


def played(size: int, jokers: bool) -> Iterator[tuple[object, bool]]:
    """Whether the best play by cards is the best, for every table and hand of two suits."""
    known: dict[tuple[int, ...], bool] = {}
    for old in tables(TWO_SUITS, jokers):
        lying = [each for meld in old for each in meld]
        held = [card for card in TWO_SUITS if card not in lying]
        some = (*held, plain.JOKER) if jokers else held
        for number in range(1, size + 1):
            for cards in combinations(some, number):
                most = plain.most_played(old, cards, True, plain.one, known)
                play = best_play(old, tuple(map(Card, cards)), Manner(), By.CARDS)
                right = play is not None and len(play.cards) == most and is_a_play(old, cards, play)
                yield (old, cards), right if most else play is None


@enumerated(Bug(TableSearch._following, "cost = a[1] + b[1] + c[1] + d[1]", "cost = 0"))
def the_most_cards() -> Iterator[tuple[object, bool]]:
    """The best play by cards brings as many onto the table as any rearrangement could.

    Its table is made of melds, with all cards that lay there and those that are played.

    clause: carousel.meld.all-that-can
    clause: carousel.rearrange.free
    clause: carousel.rearrange.whole
    clause: carousel.rearrange.from-set
    clause: carousel.rearrange.from-run-end
    clause: carousel.table.manipulate
    over: every table of at most two melds of the ace to the four in two suits and a three of hearts
    over: every hand of one to three of the cards that are left
    """
    yield from played(3, jokers=False)


@enumerated(
    Bug(
        best.best_play,
        "_played(table, hand, manner, by, hasty=False)",
        "_played(table, hand, manner, By.CARDS, hasty=False)",
    )
)
def the_most_points() -> Iterator[tuple[object, bool]]:
    """The best play by points brings as many of them onto the table as any rearrangement could.

    clause: carousel.rearrange.free
    clause: carousel.score.total-deadwood
    clause: carousel.seq.ace-both-ways
    over: a table of ten to queen of clubs and of spades, and no table
    over: every hand of one to five of the kings and aces of all suits
    """
    known: dict[tuple[int, ...], bool] = {}
    runs = tuple(tuple(Placed(13 * suit + rank) for rank in (9, 10, 11)) for suit in (0, 3))
    kings_and_aces = [13 * suit + rank for suit in range(4) for rank in (0, 12)]
    for old in ((), runs):
        for number in range(1, 6):
            for cards in combinations(kings_and_aces, number):
                most = plain.most_played(old, cards, True, plain.value, known)
                play = best_play(old, tuple(map(Card, cards)), Manner(), By.POINTS)
                right = play is not None and play.points == most and is_a_play(old, cards, play)
                yield (old, cards), right if most else play is None


@enumerated(Bug(best._added, "meld.append(stand_in(card))", "pass"))
def the_most_cards_with_jokers() -> Iterator[tuple[object, bool]]:
    """With a joker on the table, or in the hand, or both, the best play by cards is the best too.

    clause: carousel.joker.wild
    clause: carousel.joker.replace
    clause: carousel.joker.freed-moves
    clause: carousel.joker.rename
    clause: carousel.joker.keeps-identity
    clause: carousel.meld.all-that-can
    over: every table of at most one meld of the ace to the four in two suits and a three of hearts
    over: each meld as it is and with each of its cards as a joker
    over: every hand of one or two of the cards that are left and a joker
    """
    yield from played(2, jokers=True)


@enumerated(Bug(best.can_play, "if adds_to(table, frozenset(hand), manner):", "if hand:"))
def whether_a_card_can_be_played() -> Iterator[tuple[object, bool]]:
    """A hand can play a card just when some rearrangement brings one of it onto the table.

    What fits without moving anything is a case of that.

    clause: carousel.rearrange.free
    clause: carousel.table.layoff-any
    clause: carousel.table.manipulate
    over: every table of at most two melds of the ace to the four in two suits and a three of hearts
    over: every hand of one to three of the cards that are left
    """
    known: dict[tuple[int, ...], bool] = {}
    for old in tables(TWO_SUITS, jokers=False):
        lying = [each for meld in old for each in meld]
        for number in range(1, 4):
            for cards in combinations([card for card in TWO_SUITS if card not in lying], number):
                hand = tuple(map(Card, cards))
                can = plain.most_played(old, cards, True, plain.one, known) > 0
                yield (old, cards), can_play(old, hand, Manner()) == can
                adds = adds_to(old, frozenset(hand), Manner())
                yield (old, cards), can or not adds


@enumerated(
    Bug(fitting.fitting_cards, "len(others - there) <= jokers", "len(others - there) < jokers")
)
def cards_that_fit_nowhere() -> Iterator[tuple[object, bool]]:
    """A card is left out of a search just when all there is cannot make a meld with it.

    clause: carousel.meld.two-kinds
    over: every hand of three of the cards of two suits up to the five and two sixes, like ones too
    over: a table with a joker that is the six of hearts, and an empty one
    """
    every = plain.melds_of(tuple(range(52)))
    some = (0, 1, 2, 3, 4, 5, 13, 14, 15, 16, 17, 18)
    run = (Placed(29), Placed(30), Placed(31 + 54))
    for old in ((), (run,)):
        for cards in combinations_with_replacement(some, 3):
            there = {*cards, *(each % 54 for meld in old for each in meld)}
            jokers = len(old)
            right = [
                card
                for card in cards
                if any(card in meld and len(set(meld) - there) <= jokers for meld in every)
            ]
            yield (old, cards), fitting.fitting_cards(old, tuple(map(Card, cards))) == right


@enumerated(Bug(score.deadwood, "whole - most_points(rules, packs, (), hand)", "whole"))
def what_counts_of_a_hand() -> Iterator[tuple[object, bool]]:
    """All cards of a hand count; by readings those do not that could be melded, as dear as can be.

    By one they are melded among themselves, by another with the table too.

    clause: carousel.score.total-deadwood
    clause: carousel.knock.threshold
    over: every table of at most one meld of the ace to the four in two suits and a three of hearts
    over: every hand of at most four of the cards that are left, by all three readings
    """
    forget()
    known: dict[tuple[int, ...], bool] = {}
    plain_rules = Rules()
    own = Rules(knock=Knock(deadwood_scope="own_melds_exempt"))
    fits = Rules(knock=Knock(deadwood_scope="own_melds_and_table_fits_exempt"))
    for old in tables(TWO_SUITS, jokers=False):
        if len(old) > 1:
            continue
        lying = [each for meld in old for each in meld]
        for number in range(5):
            for cards in combinations([card for card in TWO_SUITS if card not in lying], number):
                hand, whole = tuple(map(Card, cards)), sum(map(plain.value, cards))
                alone = plain.most_played((), cards, True, plain.value, known)
                there = plain.most_played(old, cards, True, plain.value, known)
                counted = [
                    score.deadwood(rules, 1, old, hand) for rules in (plain_rules, own, fits)
                ]
                yield (old, cards), counted == [whole, whole - alone, whole - there]
    forget()


@enumerated(Bug(chapter.as_many_as_can_be.holds, "- len(left) >= most", "- len(left) >= 1"))
def as_many_as_can_be() -> Iterator[tuple[object, bool]]:
    """By a reading whoever melds plays as many cards as any rearrangement could; else any number.

    clause: carousel.meld.all-that-can
    clause: carousel.meld.amount
    clause: carousel.meld.optional
    over: every table of at most one meld of the ace to the four in two suits and a three of hearts
    over: every hand of three of the cards that are left, and every number of them that are played
    """
    forget()
    known: dict[tuple[int, ...], bool] = {}
    maximum = Rules(meld=Meld(meld_amount="maximum"))
    for old in tables(TWO_SUITS, jokers=False):
        if len(old) > 1:
            continue
        lying = [each for meld in old for each in meld]
        for cards in combinations([card for card in TWO_SUITS if card not in lying], 3):
            hand = tuple(map(Card, cards))
            most = plain.most_played(old, cards, True, plain.one, known)
            before = Melding(table(Seat(1), hand, (), old, draws=1))
            for laid in range(4):
                after = Knocking(table(Seat(1), hand[laid:], (), old, draws=1))
                limit = chapter.as_many_as_can_be.holds
                yield (old, cards, laid), limit(maximum, before, after) == (laid >= most)
                yield (old, cards, laid), limit(DEFAULT, before, after)
    forget()


@enumerated(Bug(rearrange.some_rearrangement, "may_play_nothing(rules, table.melds)", "False"))
def when_a_rearrangement_is_offered() -> Iterator[tuple[object, bool]]:
    """A rearrangement is legal where a card can be played, or by a reading where melds lie.

    clause: carousel.meld.after-first
    clause: carousel.rearrange.needs-hand-card
    clause: carousel.rearrange.free
    over: every table of at most one meld of the ace to the four in two suits and a three of hearts
    over: every hand of at most two of the cards that are left, by both readings
    """
    forget()
    known: dict[tuple[int, ...], bool] = {}
    allowed = Rules(rearrange=Readings(rearrange_only="allowed"))
    for old in tables(TWO_SUITS, jokers=False):
        if len(old) > 1:
            continue
        lying = [each for meld in old for each in meld]
        for number in range(3):
            for cards in combinations([card for card in TWO_SUITS if card not in lying], number):
                state = Melding(table(Seat(1), tuple(map(Card, cards)), (), old, draws=1))
                can = plain.most_played(old, cards, True, plain.one, known) > 0
                for rules, some in ((DEFAULT, can), (allowed, can or bool(old))):
                    found = list(rearrange.some_rearrangement(rules, state, Seat(1)))
                    yield (old, cards), found == ([SOME_REARRANGEMENT] if some else [])
    forget()


def dear(card: int) -> int:
    """A card counted as a card, and as its points among as many cards."""
    return 1000 + plain.value(card)


@enumerated(Bug(chapter.best, "By.POINTS_OF_MOST_CARDS", "By.CARDS"))
def the_most_points_of_the_most_cards() -> Iterator[tuple[object, bool]]:
    """Where the most cards must be played, the best play by points is the dearest of these.

    clause: carousel.meld.all-that-can
    clause: carousel.rearrange.free
    over: an empty table, and every hand of three to six of the aces and kings of three suits
    over: and of the two, three, four and queen of clubs
    """
    forget()
    known: dict[tuple[int, ...], bool] = {}
    maximum = Rules(meld=Meld(meld_amount="maximum"))
    for number in range(3, 7):
        for cards in combinations((0, 1, 2, 3, 11, 12, 13, 25, 26, 38), number):
            most = plain.most_played((), cards, True, dear, known)
            play = chapter.best(maximum, 1, (), tuple(map(Card, cards)), By.POINTS)
            if play is None:
                yield cards, most == 0
            else:
                yield cards, sum(map(dear, play.cards)) == most and is_a_play((), cards, play)
    forget()


@enumerated(Bug(Situation.choices, "range(held, -1, -1)", "range(min(held, 1), -1, -1)"))
def the_most_of_like_cards() -> Iterator[tuple[object, bool]]:
    """With two packs like cards go into different melds, and the best play by cards is the best.

    clause: carousel.set.suits-differ
    clause: carousel.seq.consecutive
    clause: carousel.deck.three-to-five
    clause: carousel.meld.all-that-can
    over: every hand of three to seven of the ace to four of clubs and two other twos, twice each
    """
    known: dict[tuple[int, ...], bool] = {}
    some = (0, 1, 2, 3, 14, 27)
    for cards in plain.choices(sorted((*some, *some))):
        if not 3 <= len(cards) <= 7:
            continue
        most = plain.most_played((), cards, True, plain.one, known)
        play = best_play((), tuple(map(Card, cards)), Manner(packs=2), By.CARDS)
        right = play is not None and len(play.cards) == most and is_a_play((), cards, play)
        yield cards, right if most else play is None


@enumerated(
    Bug(Situation.choices, "there if manner.table_only else there + played", "there + played")
)
def plays_with_jokers_by_every_reading() -> Iterator[tuple[object, bool]]:
    """What frees a joker, and what it may be named, is in the best play as the readings say.

    clause: carousel.joker.domain
    clause: carousel.joker.two-alike
    clause: carousel.joker.replace-source
    clause: carousel.joker.keeps-identity
    clause: carousel.joker.rename
    over: each meld of the ace to the three in two suits and a three of hearts, with one a joker
    over: every hand of one or two of the cards that are left and two jokers, by four readings
    """
    manners = {
        "table_only": Manner(table_only=True),
        "not_visible_on_table": Manner(domain="not_visible_on_table"),
        "copies_not_exceeded": Manner(domain="copies_not_exceeded"),
        "forbidden": Manner(two_alike=False),
    }
    known: dict[tuple[int, ...], bool] = {}
    some = (0, 1, 2, 13, 14, 15, 28)
    for old in tables(some, jokers=True):
        if not any(each > plain.JOKER for meld in old for each in meld):
            continue
        lying = [each for meld in old for each in meld]
        held = [card for card in some if card not in lying] + [plain.JOKER] * 2
        for cards in plain.choices(held):
            if not 1 <= len(cards) <= 2:
                continue
            for reading, how in manners.items():
                most = plain.most_played(old, cards, True, plain.one, known, reading)
                play = best_play(old, tuple(map(Card, cards)), how, By.CARDS)
                if play is None:
                    yield (reading, old, cards), most == 0
                    continue
                before = [each - 54 for each in lying if each > plain.JOKER]
                after = [each for meld in play.table for each in meld]
                new = [each - 54 for each in after if each > plain.JOKER]
                naturals = [each for each in after if each < plain.JOKER]
                named = plain.may_be_named(before, naturals, new, reading)
                right = len(play.cards) == most and is_a_play(old, cards, play)
                yield (reading, old, cards), right and named


@enumerated(
    Bug(search.manner, "any(card in names for card in hand) and table_frees_only(rules)", "False")
)
def the_most_cards_of_a_rule_set() -> Iterator[tuple[object, bool]]:
    """How many cards a hand could play, and whether it could play any, is as the readings say.

    clause: carousel.meld.all-that-can
    clause: carousel.joker.replace-source
    clause: carousel.joker.domain
    clause: carousel.joker.two-alike
    over: at most one meld of the ace to the three in two suits and a three of hearts, one a joker
    over: every hand of one or two of the cards that are left and a joker, by four rule sets
    """
    forget()
    rule_sets = {
        "table_only": Rules(joker=Joker(joker_in_play="table_only")),
        "not_visible_on_table": Rules(joker=Joker(joker_domain="not_visible_on_table")),
        "copies_not_exceeded": Rules(joker=Joker(joker_domain="copies_not_exceeded")),
        "forbidden": Rules(joker=Joker(two_jokers_one_identity="forbidden")),
    }
    known: dict[tuple[int, ...], bool] = {}
    some = (0, 1, 2, 13, 14, 15, 28)
    for old in tables(some, jokers=True):
        lying = [each for meld in old for each in meld]
        held = [*(card for card in some if card not in lying), plain.JOKER]
        for number in (1, 2):
            for cards in combinations(held, number):
                hand = tuple(map(Card, cards))
                for reading, rules in rule_sets.items():
                    most = plain.most_played(old, cards, True, plain.one, known, reading)
                    right = search.most_cards(rules, 1, old, hand) == most
                    can = search.can_play(rules, 1, old, hand)
                    yield (reading, old, cards), right and can == (most > 0)
    forget()


@enumerated(Bug(search.could_play, "FREEST", "Manner(packs=2)"))
def no_reading_lets_a_hand_play_more() -> Iterator[tuple[object, bool]]:
    """A hand that can play a card by any readings of the jokers is one that could play.

    So nothing is asked about readings where it could not.

    clause: carousel.score.total-deadwood
    clause: carousel.joker.natural-beside
    over: no meld, and a run of three clubs with a joker as each of its cards
    over: every hand of one to four of an eight, a ten and four jokers, by eight rule sets
    """
    forget()
    readings = [
        Rules(
            joker=Joker(
                all_joker_meld=("allowed" if bare else "one_natural_needed"),
                joker_as_replacing_natural=("joker_counts" if counts else "natural_only"),
                joker_in_play=("table_only" if only else "own_hand_or_table"),
            )
        )
        for bare in (False, True)
        for counts in (False, True)
        for only in (False, True)
    ]
    runs = [(54, 1, 2), (0, 55, 2), (0, 1, 56)]
    for old in ((), *((tuple(map(Placed, sorted(run))),) for run in runs)):
        for cards in plain.choices((7, 48, 52, 52, 52, 52)):
            if not 1 <= len(cards) <= 4:
                continue
            hand = tuple(map(Card, sorted(cards)))
            some = any(search.can_play(rules, 2, old, hand) for rules in readings)
            yield (old, cards), search.could_play(old, hand) == some
    forget()
