"""The score of a hand: its points, its winners and their bonuses.  The law: spec/carousel/score.md

An option is read only where another reading would change the answer for these hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from meldspec.carousel.match import boxes_count_at_once, boxes_won, entered
from meldspec.carousel.options import BOX_BONUS, UNDERCUT_BONUS, ZERO_BONUS, Rules
from meldspec.carousel.search import could_play, most_points
from meldspec.carousel.stock import after_the_stock
from meldspec.carousel.table import Decided, End, Over, Result, Showing, change
from meldspec.carousel.value import worth
from meldspec.hands import Hand
from meldspec.kernel import follows
from meldspec.manipulation import Table as Melds
from meldspec.play import Seat
from meldspec.table import ReceiptLine, seats_with


def deadwood(rules: Rules, packs: int, melds: Melds, hand: Hand) -> int:
    """The points of a hand: of all its cards, unless a reading exempts those that could be melded.

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


def winners(rules: Rules, knocker: Seat | None, left: tuple[int, ...]) -> tuple[Seat, ...]:
    """The winners of a hand with these points left; without a knocker the stock has ended it.

    Clauses: score.knocker-wins, score.undercut, score.all-tied-win, score.knocker-loses-ties,
    stock.void.
    """
    lowest = seats_with(min(left), left)
    if knocker is None:
        return lowest if after_the_stock(rules) == "showdown" else ()
    if lowest == (knocker,):
        return lowest
    return tuple(seat for seat in lowest if seat != knocker)


def settle(rules: Rules, knocker: Seat | None, hands: tuple[Hand, ...], melds: Melds) -> Result:
    """The result of a hand that ended so, with these cards left in the hands and on the table.

    Clauses: score.add-bonuses, score.nobody-else.
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
    """The points that a seat scores, line by line."""
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
    """The points by which each other hand counts more than a winner's; by a reading the knocker's.

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
    """The bonus of a seat for undercutting; a remainder that cannot be split is lost.

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
    """Whether a seat gets the bonus for a wholly melded hand.

    A seat with such a hand has won, or it is the knocker that others have tied.
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
    """Whether a hand is wholly melded: it is empty, or by a reading it counts 0."""
    if not showing.hands[seat] or showing.left[seat]:
        return not showing.hands[seat]
    return rules.score.zero_definition == "deadwood_zero"


def grounds(result: Result) -> tuple[str, ...]:
    """The clauses by which a hand was decided."""
    match result.end:
        case End.KNOCK:
            return ("carousel.knock.ends-hand",)
        case End.STOCK:
            return ("carousel.stock.exhausted",)
        case _:
            assert_never(result.end)


@follows(
    "carousel.knock.ends-hand",
    "carousel.score.reveal",
    "carousel.score.total-deadwood",
    "carousel.score.add-bonuses",
    "carousel.score.nobody-else",
    during=(Decided,),
)
def show_and_score(rules: Rules, state: Decided) -> Over:
    """All hands are shown and counted, and the winners score."""
    table = state.table
    result = settle(rules, state.knocker, table.hands, table.melds)
    return Over(change(table, draws=0, ledger=entered(table.ledger, result)), result)
