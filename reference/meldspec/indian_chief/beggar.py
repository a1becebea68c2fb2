"""Beggar Man: two cards that match the melds of others.  The law: spec/indian-chief/beggar.md"""

from __future__ import annotations

from typing import assert_never

from meldspec.cards import Card, rank
from meldspec.hands import Hand
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.table import Choose, Choosing, Meld, Shown
from meldspec.indian_chief.terms import qualifies
from meldspec.kernel import always, condition
from meldspec.play import Seat
from meldspec.table import ReceiptLine, opponents, own_line


def names_opponent(rules: Rules) -> bool:
    """Whether a reading asks a Beggar Man to name one opponent."""
    return rules.beggar.beggar_scope == "one_named"


@condition("indian-chief.beggar.opponent-named", given=always)
def opponent_is_named(rules: Rules, state: Choosing, seat: Seat, action: Choose) -> bool:
    """A Beggar Man names another seat, if a reading asks for that."""
    meld = action.meld
    if meld.size != Box.BEGGAR_MAN or meld.opponent not in (None, seat):
        return True
    return not names_opponent(rules)


def beggar_line(rules: Rules, shown: tuple[Shown, ...], seat: Seat) -> ReceiptLine:
    """The line of a Beggar Man in the last of these turns: points for the cards that match."""
    scored = beggar_score(rules, shown, seat)
    return own_line("indian-chief.beggar.matches", seat, scored)


def beggar_score(rules: Rules, shown: tuple[Shown, ...], seat: Seat) -> int:
    """The points of two cards against the melds of others, in the last of these turns.

    Cards of the own meld do not count.  Cards that have been stolen since do count.
    Clauses: beggar.matches.
    """
    meld = shown[-1][seat]
    ranks = frozenset(rank(card) for card in meld.cards)
    seats = opponents(seat, len(shown[-1]))
    facing = [other for other in seats if any(matching(turn[other], ranks) for turn in shown)]
    if not facing:
        return 0
    if meld.opponent is not None:
        return _counted(rules, shown, meld.opponent, meld.cards)
    if facing == [seats[0]]:
        return _counted(rules, shown, seats[0], meld.cards)
    scope = rules.beggar.beggar_scope
    match scope:
        case "all_opponents":
            return sum(_counted(rules, shown, other, meld.cards) for other in facing)
        case "left_neighbour":
            return _counted(rules, shown, seats[0], meld.cards)
        case "best_one":
            return max(_counted(rules, shown, other, meld.cards) for other in facing)
        case "one_named":
            raise AssertionError("a Beggar Man that names nobody")
        case _:
            assert_never(scope)


def matching(meld: Meld, ranks: frozenset[int]) -> list[Card]:
    """The cards of a meld that are of one of these ranks."""
    return [card for card in meld.cards if rank(card) in ranks]


def _counted(rules: Rules, shown: tuple[Shown, ...], other: Seat, two: Hand) -> int:
    """The points of two cards against one opponent: two for each match, or for each pair."""
    ranks = frozenset(map(rank, two))
    now, earlier = shown[-1][other], [turn[other] for turn in shown[:-1]]
    cards = _opposing(rules, now, ranks)
    if any(matching(meld, ranks) for meld in earlier) and (
        rules.beggar.beggar_tense == "all_melds_so_far"
    ):
        cards += sum(_opposing(rules, meld, ranks) for meld in earlier)
    if not cards or len(ranks) > 1:
        return 2 * cards
    each_pair = rules.beggar.beggar_pair == "two_per_matching_pair"
    return 2 * cards * (len(two) if each_pair else 1)


def _opposing(rules: Rules, meld: Meld, ranks: frozenset[int]) -> int:
    """How many cards of a meld match; by a reading no card of a failed meld does."""
    found = len(matching(meld, ranks))
    if not found or qualifies(rules, meld.cards):
        return found
    return found if rules.beggar.beggar_failed_melds == "count" else 0
