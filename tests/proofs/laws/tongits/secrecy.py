"""What a seat sees, and that it tells nothing of what is hidden."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.table import seen
from meldspec.tongits.ending import End, Outcome, Result
from meldspec.tongits.options import DEFAULT, Rules
from meldspec.tongits.options_of_payment import RevealAtEnd, Showdown
from meldspec.tongits.options_of_play import Exposing, SecretFacedownIdentity
from meldspec.tongits.table import Drawing, Ledger, Over, Table, TableMeld
from meldspec.tongits.view import SeenMeld, revealed, seen_meld, view

from ...bugs import Bug
from ...law import law
from ...tables.tongits import HANDS

FOUR = frozenset((Card(0), Card(13), Card(26), Card(39)))
OTHER_FOUR = frozenset((Card(1), Card(14), Card(27), Card(40)))


@law(Bug(seen_meld, "meld.owner != seat", "meld.owner == seat"), quick=True)
def a_meld_as_it_is_seen(
    seat: Seat, owner: Seat, down: bool, identity: SecretFacedownIdentity
) -> bool:
    """The cards of a four that lies face down are seen by its owner alone, its size by all.

    By one reading they are told when it is laid, so that everybody knows them.

    clause: tongits.exposing.face-down-hides
    clause: tongits.exposing.face-up
    pre: 0 <= seat < 3 and 0 <= owner < 3
    post: _
    """
    rules = Rules(exposing=Exposing(secret_facedown_identity=identity))
    seen = seen_meld(rules, TableMeld(owner, FOUR, down), seat)
    known = not down or seat == owner or identity == "announced"
    return seen == SeenMeld(owner, None if known else 4, FOUR if known else None, down)


@law(Bug(seen, "hands[seat]", "hands[seat - 1]"))
def a_view_tells_nothing_hidden(
    seat: Seat, a: Card, b: Card, c: Card, d: Card, top: Card, other: Card
) -> bool:
    """Two states that differ in hidden cards alone look the same to a seat.

    Hidden are the hands of the others, the stock, and fours that the others laid face down.

    clause: tongits.exposing.face-down-hides
    clause: tongits.deal.stock-face-down
    clause: tongits.game.bluff-concealment
    pre: 0 <= seat < 3
    pre: 0 <= a < b < 52 and 0 <= c < d < 52 and 0 <= top < 52 and 0 <= other < 52
    post: _
    """
    views = []
    for hidden, stock, four in (((a, b), top, FOUR), ((c, d), other, OTHER_FOUR)):
        theirs = frozenset(hidden)
        mine = HANDS[1]
        hands = (
            mine if seat == 0 else theirs,
            mine if seat == 1 else theirs,
            mine if seat == 2 else theirs,
        )
        melds = (TableMeld(Seat((seat + 1) % 3), four, True),)
        at = Table(Seat(0), 4, hands, (stock,), (Card(47),), melds, Ledger())
        views.append(view(DEFAULT, Drawing(at), seat))
    one, two = views
    return one == two and one.hand == HANDS[1] and one.hand_sizes == (2, 2, 2)


@law(Bug(revealed, "outcome.winner, *outcome.compared", "*outcome.compared,"))
def hands_shown_after_the_hand(
    winner: Seat, won: bool, one: Seat, two: Seat, count: int, reveal: RevealAtEnd
) -> bool:
    """After the hand the winner and those who were compared show hand and hidden fours.

    By one reading everybody does.

    clause: tongits.showdown.hands-shown
    pre: 0 <= winner < 3 and 0 <= one < 3 and 0 <= two < 3 and one != two and 0 <= count <= 2
    post: _
    """
    compared = (one, two)[:count]
    outcome = Outcome(End.DRAW, winner if won else None, compared)
    result = Result(outcome, (0, 0, 0), (), (), (0, 0, 0), 0, None)
    melds = (TableMeld(Seat(1), FOUR, True), TableMeld(Seat(2), OTHER_FOUR))
    at = Table(Seat(0), 4, HANDS, (), (), melds, Ledger())
    shown = revealed(Rules(showdown=Showdown(reveal_at_end=reveal)), Over(at, result))
    full = (HANDS[0], HANDS[1] | FOUR, HANDS[2])
    everybody = reveal == "all_hands"
    return shown == tuple(
        full[seat] if (won and seat == winner) or seat in compared or everybody else None
        for seat in range(3)
    )
