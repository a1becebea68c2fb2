"""What hands count, who wins and what for, and who has won a match.

A reading is asked only where another would make a difference to the hands at issue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never, final

from meldspec.carousel.options import (
    BOX_BONUS,
    GAME_BONUS,
    KNOCK_BELOW,
    TARGET,
    UNDERCUT_BONUS,
    ZERO_BONUS,
    Rules,
    StockExhausted,
)
from meldspec.carousel.rearranging import could_play, most_points, worth
from meldspec.carousel.state import End, Hand, Ledger, ReceiptLine, Result
from meldspec.manipulation import Table as Melds
from meldspec.play import Seat

# ── a hand ───────────────────────────────────────────────────────────────────────────────────────


def deadwood(rules: Rules, packs: int, melds: Melds, hand: Hand) -> int:
    """What a hand counts: all its cards, unless a reading exempts those that could be melded.

    Clauses: score.total-deadwood.
    """
    whole = worth(hand)
    if not could_play(melds, hand):
        return whole
    scope = rules.knock.deadwood_scope
    match scope:
        case "all_hand_cards":
            return whole
        case "own_melds_exempt":
            return whole - most_points(rules, packs, (), hand)
        case "own_melds_and_table_fits_exempt":
            return whole - most_points(rules, packs, melds, hand)
        case _:
            assert_never(scope)


def may_knock(rules: Rules, packs: int, melds: Melds, hand: Hand) -> bool:
    """Whether a hand counts little enough to knock.

    Clauses: knock.threshold.
    """
    return worth(hand) < KNOCK_BELOW or deadwood(rules, packs, melds, hand) < KNOCK_BELOW


def after_the_stock(rules: Rules) -> StockExhausted:
    """What follows when a turn begins and the stock is empty.

    Clauses: stock.exhausted, void.
    """
    return rules.stock.stock_exhausted


def winners(rules: Rules, knocker: Seat | None, left: tuple[int, ...]) -> tuple[Seat, ...]:
    """Who has won a hand that a seat has ended with a knock, or else the stock, with so much left.

    Clauses: score.knocker-wins, undercut, all-tied-win, knocker-loses-ties, stock.void.
    """
    lowest = tuple(Seat(seat) for seat, count in enumerate(left) if count == min(left))
    if knocker is None:
        return lowest if after_the_stock(rules) == "showdown" else ()
    if lowest == (knocker,):
        return lowest
    return tuple(seat for seat in lowest if seat != knocker)


@final
@dataclass(frozen=True, slots=True)
class Showing:
    """A hand that is over, with its winners: what scores are made of."""

    knocker: Seat | None
    hands: tuple[Hand, ...]
    left: tuple[int, ...]
    winners: tuple[Seat, ...]

    @property
    def undercut(self) -> bool:
        """Whether somebody has knocked and others have won."""
        return self.knocker is not None and self.knocker not in self.winners


def settle(rules: Rules, knocker: Seat | None, hands: tuple[Hand, ...], melds: Melds) -> Result:
    """What a hand counts that ended so, with these cards left in the hands and on the table.

    Clauses: score.add-bonuses, nobody-else.
    """
    packs = rules.size.packs(len(hands))
    left = tuple(deadwood(rules, packs, melds, hand) for hand in hands)
    showing = Showing(knocker, hands, left, winners(rules, knocker, left))
    boxes = boxes_won(rules, showing)
    receipt = tuple(
        line
        for seat in range(len(hands))
        for line in scored(rules, showing, Seat(seat), boxes[seat])
        if line.points
    )
    return Result(
        knocker=knocker,
        winners=showing.winners,
        deadwood=left,
        receipt=receipt,
        points=tuple(
            sum(line.points for line in receipt if line.winner == seat)
            for seat in range(len(hands))
        ),
        boxes=boxes,
    )


def scored(rules: Rules, showing: Showing, seat: Seat, boxes: int) -> Iterator[ReceiptLine]:
    """What a seat scores, line by line."""
    if seat in showing.winners:
        yield from differences(rules, showing, seat)
    undercut = undercut_bonus(rules, showing, seat)
    zero = ZERO_BONUS if has_zero_bonus(rules, showing, seat) else 0
    if undercut and zero:
        reading = rules.score.zero_with_undercut
        undercut = 0 if reading == "zero_only" else undercut
        zero = 0 if reading == "undercut_only" else zero
    yield ReceiptLine("carousel.score.undercut-bonus", seat, seat, undercut)
    yield ReceiptLine("carousel.score.zero-bonus", seat, seat, zero)
    if boxes and boxes_count_at_once(rules):
        yield ReceiptLine("carousel.match.box-bonus", seat, seat, BOX_BONUS * boxes)


def differences(rules: Rules, showing: Showing, winner: Seat) -> Iterator[ReceiptLine]:
    """By how much each of the others has more than a winner; by a reading only the knocker.

    Clauses: score.sum-of-differences.
    """
    own = showing.left[winner]
    more = {Seat(seat): count - own for seat, count in enumerate(showing.left) if count > own}
    if showing.undercut and set(more) - {showing.knocker}:
        reading = rules.score.undercut_pays_whom
        if reading == "knocker_only":
            more = {seat: count for seat, count in more.items() if seat == showing.knocker}
    for seat, count in more.items():
        yield ReceiptLine("carousel.score.sum-of-differences", seat, winner, count)


def undercut_bonus(rules: Rules, showing: Showing, seat: Seat) -> int:
    """What a seat has for undercutting; of what several of them cannot share nobody has anything.

    Clauses: score.undercut-bonus.
    """
    if not showing.undercut or seat not in showing.winners:
        return 0
    if len(showing.winners) == 1:
        return UNDERCUT_BONUS
    reading = rules.score.undercut_bonus_tied
    match reading:
        case "ten_each":
            return UNDERCUT_BONUS
        case "ten_split":
            return UNDERCUT_BONUS // len(showing.winners)
        case "no_bonus":
            return 0
        case _:
            assert_never(reading)


def has_zero_bonus(rules: Rules, showing: Showing, seat: Seat) -> bool:
    """Whether a seat has the bonus for a hand that is wholly melded.

    Who is left with nothing has won, or it is the knocker that others have tied.
    Clauses: score.zero-bonus.
    """
    if not showing.winners or not is_melded(rules, showing, seat):
        return False
    if seat not in showing.winners:
        return rules.score.zero_knocker_tied == "bonus_kept"
    if seat == showing.knocker:
        return True
    return rules.score.zero_bonus_holder == "any_winner_with_empty_hand"


def is_melded(rules: Rules, showing: Showing, seat: Seat) -> bool:
    """Whether a hand is wholly melded: it is empty, or by a reading nothing of it counts."""
    if not showing.hands[seat] or showing.left[seat]:
        return not showing.hands[seat]
    return rules.score.zero_definition == "deadwood_zero"


def boxes_won(rules: Rules, showing: Showing) -> tuple[int, ...]:
    """For each seat, whether it has the hand counted as won.

    Clauses: match.box-bonus.
    """
    counts = len(showing.winners) == 1 or (
        bool(showing.winners) and rules.match.box_for_tied_win == "each"
    )
    return tuple(
        int(counts and Seat(seat) in showing.winners) for seat in range(len(showing.hands))
    )


def boxes_count_at_once(rules: Rules) -> bool:
    """Whether the bonus for a won hand is scored with it, and not when the match is over."""
    return rules.match.box_timing == "per_hand"


def entered(ledger: Ledger, result: Result) -> Ledger:
    """The match after a hand."""
    return Ledger(
        scores=tuple(map(sum, zip(ledger.scores, result.points, strict=True))),
        boxes=tuple(map(sum, zip(ledger.boxes, result.boxes, strict=True))),
    )


def grounds(result: Result) -> tuple[str, ...]:
    """The clauses by which a hand was decided."""
    match result.end:
        case End.KNOCK:
            return ("carousel.knock.ends-hand",)
        case End.STOCK:
            return ("carousel.stock.exhausted",)
        case _:
            assert_never(result.end)


# ── the match ────────────────────────────────────────────────────────────────────────────────────


def finishers(rules: Rules, ledger: Ledger) -> tuple[Seat, ...]:
    """Who has ended the match with its score; nobody as long as it goes on.

    Clauses: match.target-150.
    """
    scores = ledger.scores
    there = tuple(Seat(seat) for seat, score in enumerate(scores) if score >= TARGET)
    if len(there) <= 1:
        return there
    ahead = tuple(seat for seat in there if scores[seat] == max(scores))
    reading = rules.match.simultaneous_150
    match reading:
        case "higher_score_wins":
            return ahead
        case "both_win":
            return there
        case "play_on":
            return ahead if len(ahead) == 1 else ()
        case _:
            assert_never(reading)


def match_is_over(rules: Rules, ledger: Ledger) -> bool:
    """Whether the match is over, after a hand.

    Clauses: match.target-150.
    """
    return bool(finishers(rules, ledger))


def totals(rules: Rules, ledger: Ledger) -> tuple[int, ...]:
    """The scores of a match that is over, with the bonuses for the game and for its boxes.

    Clauses: match.game-bonus, box-bonus.
    """
    first = finishers(rules, ledger)
    bonus = game_bonus(rules, len(first))
    late = any(ledger.boxes) and not boxes_count_at_once(rules)
    return tuple(
        score + bonus * (seat in first) + BOX_BONUS * boxes * late
        for seat, (score, boxes) in enumerate(zip(ledger.scores, ledger.boxes, strict=True))
    )


def game_bonus(rules: Rules, finishers: int) -> int:
    """What each of so many has that have ended a match; nobody has what they cannot share."""
    if finishers == 1:
        return GAME_BONUS
    reading = rules.match.game_bonus_shared
    match reading:
        case "each_100":
            return GAME_BONUS
        case "split":
            return GAME_BONUS // finishers
        case "no_bonus":
            return 0
        case _:
            assert_never(reading)


def match_winners(rules: Rules, ledger: Ledger) -> tuple[Seat, ...]:
    """Who has won a match that is over.

    Clauses: match.winner.
    """
    first = finishers(rules, ledger)
    added = totals(rules, ledger)
    highest = tuple(Seat(seat) for seat, total in enumerate(added) if total == max(added))
    if first == highest or rules.match.match_winner == "first_to_150":
        return first
    return highest
