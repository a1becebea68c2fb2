"""What melds score, which of them have failed, and who has won a match.

All of it follows from the melds that were shown.  A reading is asked only where another would make
a difference to the melds at issue.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from itertools import product
from typing import Final, assert_never, final, get_args

from meldspec.cards import Card, points, rank, suit, total
from meldspec.indian_chief import poker
from meldspec.indian_chief.options import (
    PokerAce,
    PokerTwoPack,
    Rules,
)
from meldspec.indian_chief.state import (
    Hand,
    Meld,
    ReceiptLine,
    Shown,
    Table,
    opponents,
)
from meldspec.play import Seat

# ── which meld it is ─────────────────────────────────────────────────────────────────────────────


@final
class Box(IntEnum):
    """The seven melds, by their number of cards.

    Clauses: melds.seven, sizes.
    """

    THIEF = 1
    BEGGAR_MAN = 2
    POOR_MAN = 3
    LAWYER = 4
    RICH_MAN = 5
    DOCTOR = 6
    INDIAN_CHIEF = 7


LAWYER_SUM: Final = 25
ACE: Final = 0
HEARTS: Final = 2
SPADES: Final = 3


def box_of(cards: Hand) -> Box | None:
    """The meld that so many cards are meant to be; None where no meld has so many.

    Clauses: turn.size-identifies, melds.sizes.
    """
    return Box(len(cards)) if 1 <= len(cards) <= len(Box) else None


def qualifies(rules: Rules, cards: Hand) -> bool:
    """Whether cards are the meld that their number says.

    Clauses: turn.failed-zero, thief.any, beggar.any, poor.any, rich.any.
    """
    match box_of(cards):
        case Box.LAWYER:
            return is_lawyer(cards)
        case Box.DOCTOR:
            return is_doctor(rules, cards)
        case None:
            return False
        case _:
            return True


def is_lawyer(cards: Hand) -> bool:
    """Whether the face values of four cards add up to 25.

    Clauses: lawyer.sum, value.ace, face, pip.
    """
    return total(cards) == LAWYER_SUM


def is_doctor(rules: Rules, cards: Hand) -> bool:
    """Whether six cards have six ranks, an ace and a heart.

    Clauses: doctor.ranks-differ, heart, ace.
    """
    ranks = {rank(card) for card in cards}
    hearts = [card for card in cards if suit(card) == HEARTS]
    if len(ranks) < len(cards) or ACE not in ranks or not hearts:
        return False
    if len(hearts) > 1:
        return rules.doctor.doctor_heart_count == "at_least_one"
    if rank(hearts[0]) == ACE:
        return rules.doctor.doctor_ace_of_hearts == "one_card_may_do_both"
    return True


# ── what it scores ───────────────────────────────────────────────────────────────────────────────


def line(rules: Rules, shown: tuple[Shown, ...], turn: int, seat: Seat) -> ReceiptLine:
    """What a seat has scored with its meld of a turn, counted from 0.

    Clauses: turn.record.
    """
    meld = shown[turn][seat]
    box = box_of(meld.cards)
    assert box is not None
    match box:
        case Box.THIEF:
            return ReceiptLine("indian-chief.thief.face-value", seat, total(meld.cards))
        case Box.BEGGAR_MAN:
            scored = beggar(rules, shown[: turn + 1], seat)
            return ReceiptLine("indian-chief.beggar.matches", seat, scored)
        case Box.POOR_MAN:
            return ReceiptLine("indian-chief.poor.spades", seat, poor(meld.cards))
        case Box.LAWYER:
            scored = LAWYER_SUM if is_lawyer(meld.cards) else 0
            return ReceiptLine("indian-chief.lawyer.score", seat, scored)
        case Box.RICH_MAN:
            return ReceiptLine("indian-chief.rich.negative", seat, -total(meld.cards))
        case Box.DOCTOR:
            if not is_doctor(rules, meld.cards):
                return ReceiptLine("indian-chief.doctor.fail", seat, 0)
            return ReceiptLine("indian-chief.doctor.suit-score", seat, doctor(meld))
        case Box.INDIAN_CHIEF:
            return ReceiptLine("indian-chief.chief.sum", seat, chief(rules, meld))
        case _:
            assert_never(box)


def poor(cards: Hand) -> int:
    """The face values of the spades.

    Clauses: poor.spades.
    """
    return sum(points(card) for card in cards if suit(card) == SPADES)


def doctor(meld: Meld) -> int:
    """Ten for each card of the suit that was named, or else of the suit that has most.

    Clauses: doctor.suit-score.
    """
    suits = [suit(card) for card in meld.cards]
    if meld.suit is not None:
        return 10 * suits.count(meld.suit)
    return 10 * max(map(suits.count, suits))


def chief(rules: Rules, meld: Meld) -> int:
    """What both hands are worth, as they were declared, or else as they are worth most.

    Where no straight can come of an ace, or no cards are alike, no reading of these is asked.
    Clauses: chief.split, sum.
    """
    scores = _chief_scores(meld.cards, meld.baccarat)
    if len(set(scores.values())) == 1:
        return scores["ace_high_and_low", "highest"]
    if _matters(scores, 0):
        ace = rules.poker.poker_ace
        scores = {key: score for key, score in scores.items() if key[0] == ace}
    if _matters(scores, 1):
        alike = rules.poker.poker_two_pack
        scores = {key: score for key, score in scores.items() if key[1] == alike}
    (scored,) = set(scores.values())
    return scored


def _matters(scores: dict[tuple[PokerAce, PokerTwoPack], int], place: int) -> bool:
    """Whether the reading at this place of the key makes a difference by some other reading."""
    others: dict[object, set[int]] = {}
    for key, score in scores.items():
        others.setdefault(key[1 - place], set()).add(score)
    return any(len(found) > 1 for found in others.values())


@lru_cache(maxsize=1 << 14)
def _chief_scores(cards: Hand, two: Hand | None) -> dict[tuple[PokerAce, PokerTwoPack], int]:
    """What seven cards score by each reading of the poker hand."""
    aces = get_args(PokerAce) if any(rank(card) == ACE for card in cards) else ("ace_high_and_low",)
    packs = get_args(PokerTwoPack) if len(set(cards)) < len(cards) else ("highest",)
    return {
        (ace, alike): (
            poker.best(cards, ace, alike) if two is None else poker.divided(cards, two, ace, alike)
        )
        for ace, alike in product(aces, packs)
    }


# ── the Beggar Man ───────────────────────────────────────────────────────────────────────────────


def beggar(rules: Rules, shown: tuple[Shown, ...], seat: Seat) -> int:
    """What two cards score against the melds of others, in the last of these turns.

    Nothing of the own meld counts, and what has been stolen since counts all the same.
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
    """What two cards score against one opponent: two for each card that matches, or each pair."""
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
    """How many cards of a meld match; by a reading none of one that has failed."""
    found = len(matching(meld, ranks))
    if not found or qualifies(rules, meld.cards):
        return found
    return found if rules.beggar.beggar_failed_melds == "count" else 0


# ── the match ────────────────────────────────────────────────────────────────────────────────────


def receipt(rules: Rules, table: Table) -> tuple[ReceiptLine, ...]:
    """A line for each box that is filled, turn by turn.

    Clauses: sheet.per-player, turn.record.
    """
    return tuple(
        line(rules, table.shown, turn, Seat(seat))
        for turn in range(len(table.shown))
        for seat in range(table.seats)
    )


def sheets(rules: Rules, table: Table) -> tuple[dict[Box, int], ...]:
    """The boxes that each seat has filled, from the smallest meld to the largest.

    Clauses: sheet.per-player.
    """
    filled: list[dict[Box, int]] = [{} for _ in range(table.seats)]
    for entry, meld in zip(
        receipt(rules, table), (meld for shown in table.shown for meld in shown), strict=True
    ):
        filled[entry.seat][Box(meld.size)] = entry.points
    return tuple(dict(sorted(sheet.items())) for sheet in filled)


def totals(filled: tuple[dict[Box, int], ...]) -> tuple[int, ...]:
    """The sum of each seat's boxes.

    Clauses: match.total.
    """
    return tuple(sum(sheet.values()) for sheet in filled)


def match_winners(scores: tuple[int, ...]) -> tuple[Seat, ...]:
    """Who has won a match that is over.

    Clauses: match.highest-wins, shared.
    """
    highest = max(scores)
    return tuple(Seat(seat) for seat, score in enumerate(scores) if score == highest)


def grounds(scores: tuple[int, ...]) -> tuple[str, ...]:
    """The clauses by which a match was decided: a tie has one of its own, that no text backs."""
    if len(match_winners(scores)) > 1:
        return ("indian-chief.match.shared",)
    return ("indian-chief.match.seven-turns", "indian-chief.match.highest-wins")
