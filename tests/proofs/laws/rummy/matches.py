"""When a match is over, and who has won it."""

from __future__ import annotations

from typing import Literal

from meldspec.cards import Card
from meldspec.play import CHANCE, Seat
from meldspec.rummy import game
from meldspec.rummy import match as chapter
from meldspec.rummy.match import match_is_over, match_winners
from meldspec.rummy.options import DEFAULT, Match, Rules
from meldspec.rummy.table import End, Ledger, Outcome, Over, Result
from meldspec.rummy.turn import actors
from meldspec.upcard import Deal

from ...bugs import Bug
from ...law import law
from ...tables.rummy import table

Target = Literal[150, 100]
Hands = Literal[5, 2, 3, 4, 6, 10]
Voids = Literal["counts", "does_not_count"]
Tie = Literal["shared", "extra_hand", "fewest_hands_lost"]


@law(Bug(match_is_over, ">= rules.match.points_target", "> rules.match.points_target"))
def a_match_by_points(x: int, y: int, z: int, played: int, target: Target) -> bool:
    """A match by points is over as soon as a seat has the target or more.

    Before the first hand nobody has points.

    clause: rummy.match.end-by-points
    clause: rummy.match.target-inclusive
    clause: rummy.match.continue
    pre: x >= 0 and y >= 0 and z >= 0 and (played > 0 or played == x == y == z == 0)
    post: _
    """
    ledger = Ledger((x, y, z), played, (played, 0, 0))
    over = not (x < target and y < target and z < target)
    return match_is_over(Rules(match=Match(points_target=target)), ledger) == over


@law(Bug(match_is_over, "max(ledger.scores)", "sum(ledger.scores)"))
def the_target(x: int, y: int) -> bool:
    """Unless another target is agreed on, a match goes to 150 points of one seat.

    clause: rummy.match.target-150
    clause: rummy.match.target-inclusive
    clause: rummy.match.end-agreed
    pre: x >= 0 and y >= 0
    post: _
    """
    return match_is_over(DEFAULT, Ledger((x, y), 3, (2, 1))) == (x > 149 or y > 149)


@law(Bug(match_is_over, "rules.match.number_of_hands", "5"))
def a_match_by_hands(
    x: int,
    y: int,
    z: int,
    p: int,
    q: int,
    r: int,
    number: Hands,
    tie: Literal["shared", "fewest_hands_lost"],
) -> bool:
    """A match of hands is over after the agreed number of them, however many points are scored.

    clause: rummy.match.end-by-hands
    clause: rummy.match.end-agreed
    clause: rummy.match.continue
    pre: x >= 0 and y >= 0 and z >= 0 and p >= 0 and q >= 0 and r >= 0
    post: _
    """
    rules = Rules(match=Match(match_end="hands", number_of_hands=number, match_tie=tie))
    return match_is_over(rules, Ledger((x, y, z), p + q + r, (p, q, r))) == (p + q + r >= number)


@law(Bug(chapter._hands_counted, "return won", "return ledger.hands_over"))
def hands_that_nobody_won(p: int, q: int, r: int, void: int, number: Hands, voids: Voids) -> bool:
    """A hand that nobody has won is one of the agreed number, unless a reading leaves it out.

    clause: rummy.match.void-hand-counts
    clause: rummy.match.end-by-hands
    pre: p >= 0 and q >= 0 and r >= 0 and void >= 0
    post: _
    """
    rules = Rules(match=Match(match_end="hands", number_of_hands=number, void_hand_counts=voids))
    ledger = Ledger((7, 1, 1), p + q + r + void, (p, q, r))
    agreed = p + q + r + (void if voids == "counts" else 0)
    return match_is_over(rules, ledger) == (agreed >= number)


@law(Bug(match_is_over, 'rules.match.match_tie != "extra_hand"', "True"))
def further_hands_after_a_tie(x: int, y: int, z: int, played: int, tie: Tie) -> bool:
    """A match of hands goes on where several lead, by the reading that asks for further hands.

    clause: rummy.match.end-by-hands
    clause: rummy.match.highest-wins
    pre: x >= 0 and y >= 0 and z >= 0 and played >= 0
    post: _
    """
    rules = Rules(match=Match(match_end="hands", match_tie=tie))
    one_leads = (x > y and x > z) or (y > x and y > z) or (z > x and z > y)
    over = played >= 5 and (one_leads or tie != "extra_hand")
    return match_is_over(rules, Ledger((x, y, z), played, (played, 0, 0))) == over


@law(Bug(chapter._leaders, "max(ledger.scores)", "min(ledger.scores)"))
def the_highest_score_wins(x: int, y: int, z: int, tie: Literal["shared", "extra_hand"]) -> bool:
    """The match is won by the highest score, and shared by all seats that have it.

    clause: rummy.match.highest-wins
    pre: x >= 0 and y >= 0 and z >= 0
    post: _
    """
    won = (
        *((0,) if x >= y and x >= z else ()),
        *((1,) if y >= x and y >= z else ()),
        *((2,) if z >= x and z >= y else ()),
    )
    rules = Rules(match=Match(match_tie=tie))
    return match_winners(rules, Ledger((x, y, z), 6, (1, 2, 3))) == won


@law(Bug(match_winners, "for seat in ahead)", "for seat in range(ledger.seats))"))
def ties_by_hands_won(x: int, y: int, z: int, p: int, q: int, r: int) -> bool:
    """By a reading those who share the highest score are compared by the hands that they have won.

    clause: rummy.match.highest-wins
    pre: x >= 0 and y >= 0 and z >= 0 and p >= 0 and q >= 0 and r >= 0
    post: _
    """
    rules = Rules(match=Match(match_end="hands", match_tie="fewest_hands_lost"))
    won = match_winners(rules, Ledger((x, y, z), 20, (p, q, r)))
    first = (x > y or (x == y and p >= q)) and (x > z or (x == z and p >= r))
    second = (y > x or (y == x and q >= p)) and (y > z or (y == z and q >= r))
    third = (z > x or (z == x and r >= p)) and (z > y or (z == y and r >= q))
    return won == (
        *((0,) if first else ()),
        *((1,) if second else ()),
        *((2,) if third else ()),
    )


@law(Bug(actors, "return () if match_is_over", "return (CHANCE,) if match_is_over"))
def after_the_match(dealer: Seat, score: int, winner: Seat) -> bool:
    """After the match nobody acts and no hand is dealt; before that chance deals the next one.

    clause: rummy.match.over
    clause: rummy.match.continue
    clause: rummy.turn.to-act
    pre: 0 <= dealer < 3 and 0 <= winner < 3 and score >= 0
    post: _
    """
    result = Result(Outcome(End.OUT, winner), (0, 0, 0), (), (0, 0, 0))
    hand = frozenset((Card(0),))
    at = table(3, dealer, 4, hand, ledger=Ledger((0, score, 0), 2, (1, 1, 0)))
    state = Over(at, result)
    refused = game.GAME.not_to_act(DEFAULT, state, CHANCE, Deal((), Card(0), ()))
    if score >= 150:
        return game.GAME.actors(DEFAULT, state) == () and refused == ("rummy.match.over",)
    return game.GAME.actors(DEFAULT, state) == (CHANCE,) and refused == ()
