"""What cards count, and which of them are a meld."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Literal

from meldspec import placed
from meldspec.cards import Card
from meldspec.carousel import meld as chapter
from meldspec.carousel import seq, value
from meldspec.carousel.options import DEFAULT, Rules, Seq
from meldspec.manipulation import Kind, Placed, extensions, kind, kinds, stand_in
from meldspec.placed import as_held, is_stand_in, price, sorted_melds, stands_for

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import carousel as plain

JOKER = Placed(52)


@law(Bug(price, "JOKER_POINTS if card == JOKER", "JOKER_POINTS if card > JOKER"), quick=True)
def what_a_card_counts(card: Card) -> bool:
    """A joker counts 25, an ace one, a court card ten, and any other card its number.

    clause: carousel.value.joker
    clause: carousel.value.ace
    clause: carousel.value.face
    clause: carousel.value.pip
    pre: 0 <= card < 53
    post: _
    """
    number = card % 13 + 1
    if card == 52:
        return price(card) == 25
    return price(card) == (10 if number in (11, 12, 13) else number)


@law(Bug(value.worth, "map(price, hand)", "map(price, set(hand))"))
def what_a_hand_counts(a: Card, b: Card, c: Card, d: Card) -> bool:
    """A hand counts what all its cards count together, like cards each.

    clause: carousel.score.total-deadwood
    clause: carousel.value.joker
    pre: 0 <= a <= b <= c <= d < 53
    post: _
    """
    return value.worth((a, b, c, d)) == price(a) + price(b) + price(c) + price(d)


@law(Bug(placed.stands_for, "placed % CARDS_IN_A_COPY", "placed % 53"))
def what_a_placed_card_is(card: Placed) -> bool:
    """On the table a card is itself, or a joker that stands for a card and in a hand for none.

    clause: carousel.joker.as-natural
    clause: carousel.joker.wild
    pre: 0 <= card < 52 or 54 <= card < 106
    post: _
    """
    natural = card < 54
    itself = card if natural else card - 54
    return (
        stands_for(card) == itself
        and is_stand_in(card) == (not natural)
        and as_held(card) == (itself if natural else 52)
        and stand_in(Card(itself)) == itself + 54
    )


@law(Bug(sorted_melds, "tuple(sorted(meld))", "tuple(meld)"))
def melds_in_their_order(a: int, b: int, c: int, d: int) -> bool:
    """The melds of a table are kept in one order, however they are stated.

    clause: carousel.rearrange.whole
    pre: 0 <= a < b < c < d < 106
    post: _
    """
    stated = ((d, b), (c, a))
    return sorted_melds([[Placed(each) for each in pair] for pair in stated]) == ((a, c), (b, d))


# ── sets ─────────────────────────────────────────────────────────────────────────────────────────


@law(Bug(kinds.is_set, "len(ranks) == 1", "len(ranks) <= 2"))
def sets_of_three(a: Card, b: Card, c: Card) -> bool:
    """Three cards are a set just when they are of one rank and no two are alike.

    clause: carousel.set.size
    clause: carousel.set.one-rank
    clause: carousel.set.suits-differ
    pre: 0 <= a <= b <= c < 52
    post: _
    """
    return kinds.is_set((a, b, c)) == (a % 13 == b % 13 == c % 13 and a < b < c)


@law(Bug(kinds.is_set, " and len(suits) == len(cards)", ""))
def sets_of_four(a: Card, b: Card, c: Card, d: Card) -> bool:
    """Four cards are a set just when they are of one rank and no two are alike.

    clause: carousel.set.size
    clause: carousel.set.one-rank
    clause: carousel.set.suits-differ
    pre: 0 <= a <= b <= c <= d < 52
    post: _
    """
    return kinds.is_set((a, b, c, d)) == (a % 13 == b % 13 == c % 13 == d % 13 and a < b < c < d)


@law(Bug(kinds.is_set, "len(cards) in (3, 4)", "len(cards) in (2, 3, 4)"))
def no_meld_of_two(a: Card, b: Card, both_ends: bool) -> bool:
    """Two cards are no meld, and one card is none.

    clause: carousel.set.size
    clause: carousel.seq.min-three
    clause: carousel.rearrange.no-short
    pre: 0 <= a <= b < 52
    post: _
    """
    one, two = Placed(a), Placed(b)
    return kind((one, two), both_ends) is None and kind((one,), both_ends) is None


@law(
    Bug(
        kinds.is_set,
        "len(cards) in (3, 4) and len(ranks) == 1 and len(suits) == len(cards)",
        "len(ranks) == 1",
    )
)
def no_set_of_five(number: int, a: int, b: int, c: int, d: int, e: int) -> bool:
    """Five cards of one rank are no set, as two packs make them possible.

    clause: carousel.set.size
    clause: carousel.set.suits-differ
    pre: 0 <= number < 13 and 0 <= a <= b <= c <= d <= e < 4
    post: _
    """
    suits = (a, b, c, d, e)
    return kind([Placed(13 * suit + number) for suit in suits], both_ends=True) is None


# ── runs ─────────────────────────────────────────────────────────────────────────────────────────


@law(Bug(kinds.is_run, "return low or high", "return low"))
def runs_of_three(a: Card, b: Card, c: Card, both_ends: bool) -> bool:
    """Three cards are a run just when they follow one another in one suit, or are its top with ace.

    clause: carousel.seq.min-three
    clause: carousel.seq.one-suit
    clause: carousel.seq.consecutive
    clause: carousel.seq.ace-both-ways
    pre: 0 <= a < b < c < 52
    post: _
    """
    follow = b == a + 1 and c == a + 2
    above = a % 13 == 0 and b == a + 11 and c == a + 12
    return kinds.is_run((a, b, c), both_ends) == (a // 13 == c // 13 and (follow or above))


@law(Bug(kinds.is_run, "RANKS) - len(ranks) + 1, len(RANKS)", "RANKS) - 2, len(RANKS)"))
def runs_of_four(suit: int, a: int, b: int, c: int, d: int, both_ends: bool) -> bool:
    """Four cards of a suit are a run just when they follow one another, the ace low or high.

    So king, ace and two do not follow one another, and no card stands in a run twice.

    clause: carousel.seq.consecutive
    clause: carousel.seq.ace-both-ways
    clause: carousel.seq.ace-not-inside
    pre: 0 <= suit < 4 and 0 <= a <= b <= c <= d < 13
    post: _
    """
    cards = [Card(13 * suit + place) for place in (a, b, c, d)]
    follow = b == a + 1 and c == a + 2 and d == a + 3
    above = a == 0 and b == 10 and c == 11 and d == 12
    return kinds.is_run(cards, both_ends) == (follow or above)


@law(
    Bug(
        kinds.is_run,
        "ranks == list(range(ranks[0], ranks[0] + len(ranks)))",
        "ranks[-1] - ranks[0] == len(ranks) - 1",
    )
)
def runs_of_five(a: int, b: int, c: int, d: int, e: int) -> bool:
    """Five cards of a suit are a run just when they follow one another, the ace low or high.

    clause: carousel.seq.consecutive
    clause: carousel.seq.ace-both-ways
    clause: carousel.seq.ace-not-inside
    pre: 0 <= a <= b <= c <= d <= e < 13
    post: _
    """
    cards = [Placed(13 + place) for place in (a, b, c, d, e)]
    follow = b == a + 1 and c == a + 2 and d == a + 3 and e == a + 4
    above = a == 0 and b == 9 and c == 10 and d == 11 and e == 12
    return kind(cards, both_ends=False) is (Kind.RUN if follow or above else None)


@law(Bug(kinds.is_run, "or len({suit(card) for card in cards}) != 1", ""))
def two_kinds(a: Card, b: Card, c: Card) -> bool:
    """Three different cards are a set, a run or no meld, and never two of these.

    clause: carousel.meld.two-kinds
    clause: carousel.seq.one-suit
    pre: 0 <= a < b < c < 52
    post: _
    """
    found = kind((Placed(a), Placed(b), Placed(c)), both_ends=True)
    if a % 13 == b % 13 == c % 13:
        return found is Kind.SET
    follow = b == a + 1 and c == a + 2
    above = a % 13 == 0 and b == a + 11 and c == a + 12
    return found is (Kind.RUN if a // 13 == c // 13 and (follow or above) else None)


@enumerated(Bug(kinds.kind, "for placed in meld]", "for placed in meld if placed < 54]"))
def a_joker_is_its_card() -> Iterator[tuple[object, bool]]:
    """A joker in a meld counts as the card that it stands for, and one without a name as none.

    clause: carousel.joker.as-natural
    clause: carousel.joker.wild
    clause: carousel.joker.declare
    clause: carousel.meld.two-kinds
    over: every three of the cards of two suits and a joker without a name, like ones too
    over: each of the three as a natural card and as a joker that stands for it
    """
    for cards in combinations_with_replacement((*range(26), plain.JOKER), 3):
        right = plain.kind(cards, both_ends=True)
        for jokers in product((0, 54), repeat=3):
            named = [Placed(card + more) for card, more in zip(cards, jokers, strict=True)]
            laid = [JOKER if each in (52, 106) else each for each in named]
            yield laid, kind(laid, both_ends=True) == right


@law(Bug(kinds.kind, "[stands_for(placed) for", "[min(stands_for(placed), Card(51)) for"))
def a_joker_without_a_name(a: Card) -> bool:
    """A joker that stands for nothing makes no meld of two cards that want a third.

    clause: carousel.joker.declare
    pre: 39 <= a < 51
    post: _
    """
    follow, above = Placed(a + 1), Placed(39)
    return (
        kind((Placed(a), follow, JOKER), both_ends=True) is None
        and kind((Placed(a), above, JOKER), both_ends=True) is None
    )


@enumerated(Bug(chapter.kind_of, "both_ends=has_both_ends(rules))", "both_ends=not meld)"))
def every_run_with_two_aces() -> Iterator[tuple[object, bool]]:
    """Cards of a suit are a run just when their places follow one another without a gap.

    Only by one reading is a run from ace to ace one.

    clause: carousel.seq.consecutive
    clause: carousel.seq.ace-both-ways
    clause: carousel.seq.ace-not-inside
    clause: carousel.seq.min-three
    over: every choice of the cards of a suit, its ace once, twice or not at all, by both readings
    """
    readings: tuple[Literal["both_ends", "one_end"], ...] = ("both_ends", "one_end")
    rules = {reading: Rules(seq=Seq(ace_both_ends=reading)) for reading in readings}
    for aces, others in product(range(3), range(1 << 12)):
        cards = (0,) * aces + tuple(rank for rank in range(1, 13) if others >> (rank - 1) & 1)
        laid = tuple(Placed(13 + card) for card in cards)
        for reading in readings:
            right = plain.kind(laid, reading == "both_ends")
            yield (reading, cards), chapter.kind_of(rules[reading], laid) == right


@law(Bug(seq.has_both_ends, '== "both_ends"', '!= ""'))
def an_ace_at_either_end(suit: Literal[0, 1, 2, 3], ends: Literal["both_ends", "one_end"]) -> bool:
    """A run from ace to ace is one unless a reading wants its ace at one end only.

    clause: carousel.seq.ace-both-ways
    pre: True
    post: _
    """
    rules = Rules(seq=Seq(ace_both_ends=ends))
    whole = [Placed(13 * suit + place % 13) for place in range(14)]
    one, other = whole[1:], whole[:-1]
    return (
        (chapter.kind_of(rules, whole) is Kind.RUN) == (ends == "both_ends")
        and chapter.kind_of(rules, one) is Kind.RUN
        and chapter.kind_of(rules, other) is Kind.RUN
        and chapter.kind_of(DEFAULT, [*whole, whole[1]]) is None
    )


@enumerated(Bug(extensions, "or rank(card) == 0", ""))
def what_makes_a_meld_longer() -> Iterator[tuple[object, bool]]:
    """A card is told to lengthen a meld just when it makes a meld with it.

    clause: carousel.table.layoff-any
    clause: carousel.seq.ace-both-ways
    clause: carousel.set.suits-differ
    over: every set, and every run of two suits, with every card, by both readings of the ace
    """
    pack = tuple(range(52))
    for both_ends in (True, False):
        for meld in plain.melds_of(pack, both_ends):
            if plain.is_run(meld, both_ends) and meld[0] // 13 > 1:
                continue
            laid = tuple(map(Placed, meld))
            right = [card for card in pack if plain.kind((*meld, card), both_ends)]
            yield (meld, both_ends), sorted(extensions(laid, both_ends)) == right
