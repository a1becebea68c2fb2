"""The match: boxes, who has ended it, the bonuses of its end, and who has won it."""

from __future__ import annotations

from typing import Literal

from meldspec.carousel import game, match
from meldspec.carousel.options import DEFAULT, Match, Rules
from meldspec.carousel.table import BeforeDeal, Drawing, Ledger, Over, Result
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import Deal, added

from ...bugs import Bug
from ...law import law
from ...tables.carousel import result, showing, table


@law(Bug(match.next_dealer, "if not state.result.winners and", "if"))
def who_deals(
    dealer: Seat, seats: int, won: bool, first: bool, void: Literal["pass_left", "redeal"]
) -> bool:
    """The next seat deals after each hand; the first dealer is named.

    By a reading the same seat deals again after a hand that nobody has won.

    clause: carousel.match.deal-left
    clause: carousel.turn.left
    pre: 2 <= seats <= 5 and 0 <= dealer < seats
    post: _
    """
    rules = Rules(match=Match(void_dealer=void))
    if first:
        return match.next_dealer(rules, BeforeDeal(dealer, Ledger((0, 0), (0, 0)))) == dealer
    at = table(Seat(0), (), seats=seats, dealer=dealer)
    over = Over(at, result((Seat(0),) if won else (), seats))
    if void == "redeal" and not won:
        return match.next_dealer(rules, over) == dealer
    return match.next_dealer(rules, over) == (0 if dealer == seats - 1 else dealer + 1)


@law(Bug(match.boxes_won, '== "each"', '!= ""'))
def hands_won(
    seat: Seat, zero: bool, one: bool, two: bool, tied: Literal["each", "no_box"]
) -> bool:
    """A hand counts as won once for each of its winners; by a reading only for one alone.

    clause: carousel.match.box-bonus
    clause: carousel.score.all-tied-win
    clause: carousel.stock.void
    pre: 0 <= seat < 3
    post: _
    """
    won = (zero, one, two)
    winners = tuple(Seat(each) for each in range(3) if won[each])
    boxes = match.boxes_won(
        Rules(match=Match(box_for_tied_win=tied)), showing(None, (1,) * 3, winners)
    )
    alone = won[seat] and not won[seat - 1] and not won[seat - 2]
    counts = alone or (won[seat] and tied == "each")
    return len(boxes) == 3 and boxes[seat] == (1 if counts else 0)


@law(Bug(match.boxes_count_at_once, '== "per_hand"', '!= "per_hand"'))
def when_boxes_count(timing: Literal["end_of_game", "per_hand"]) -> bool:
    """The bonus for hands won waits for the end of the match, unless a reading scores it at once.

    clause: carousel.match.box-bonus
    pre: True
    post: _
    """
    rules = Rules(match=Match(box_timing=timing))
    ended = match.totals(rules, Ledger((150, 0), (1, 2)))
    bonus = 0 if timing == "per_hand" else 25
    return match.boxes_count_at_once(rules) == (timing == "per_hand") and ended == (
        250 + bonus,
        2 * bonus,
    )


@law(Bug(added, "map(sum,", "map(max,"))
def a_hand_is_entered(a: int, b: int, c: int, d: int, e: int, f: int, won: bool) -> bool:
    """After a hand each seat has its points and its box more, and no other seat has them.

    clause: carousel.match.target-150
    clause: carousel.match.box-bonus
    pre: True
    post: _
    """
    scored = Result(None, (), (0, 0, 0), (), (d, e, f), (int(won), 0, 1))
    ledger = match.entered(Ledger((a, b, c), (4, 5, 6)), scored)
    return ledger == Ledger((a + d, b + e, c + f), (5 if won else 4, 5, 7))


@law(Bug(match.finishers, "score >= TARGET", "score > TARGET"))
def who_has_ended_the_match(
    a: int,
    b: int,
    c: int,
    seat: Seat,
    together: Literal["higher_score_wins", "both_win", "play_on"],
) -> bool:
    """The match ends with a hundred and fifty points, and then for the highest of such seats.

    Of several with as much all have ended it, or by a reading nobody yet.  By another reading
    everybody with a hundred and fifty points has ended it.

    clause: carousel.match.target-150
    clause: carousel.match.winner
    pre: 0 <= seat < 3
    post: _
    """
    scores = (a, b, c)
    own, one, two = scores[seat], scores[seat - 1], scores[seat - 2]
    rules = Rules(match=Match(simultaneous_150=together))
    ledger = Ledger(scores, (0, 0, 0))
    ended = match.finishers(rules, ledger)
    if own < 150:
        right = seat not in ended
    elif together == "both_win":
        right = seat in ended
    elif together == "play_on":
        right = (seat in ended) == (own > one and own > two)
    else:
        right = (seat in ended) == (own >= one and own >= two)
    return (
        right and match.match_is_over(rules, ledger) == bool(ended) and list(ended) == sorted(ended)
    )


@law(
    Bug(match.match_is_over, "bool(finishers(rules, ledger))", "bool(finishers(rules, ledger)[1:])")
)
def when_the_match_is_over(
    a: int, b: int, c: int, together: Literal["higher_score_wins", "both_win", "play_on"]
) -> bool:
    """The match is over just when a seat has a hundred and fifty points.

    By a reading it goes on as long as seats with as much share the highest score.

    clause: carousel.match.target-150
    pre: True
    post: _
    """
    rules = Rules(match=Match(simultaneous_150=together))
    over = match.match_is_over(rules, Ledger((a, b, c), (0, 0, 0)))
    reached = a >= 150 or b >= 150 or c >= 150
    alone = (a > b and a > c) or (b > a and b > c) or (c > a and c > b)
    return over == (reached and (alone or together != "play_on"))


@law(Bug(match.game_bonus, "GAME_BONUS // finishers", "GAME_BONUS // 2"))
def bonus_for_the_match(ended: int, shared: Literal["each_100", "split", "no_bonus"]) -> bool:
    """Whoever ends the match alone has a hundred points more.

    Several have as much each, or by readings a whole share of it, or nothing.

    clause: carousel.match.game-bonus
    pre: 1 <= ended <= 5
    post: _
    """
    bonus = match.game_bonus(Rules(match=Match(game_bonus_shared=shared)), ended)
    if ended == 1 or shared == "each_100":
        return bonus == 100
    return bonus == ((0, 0, 50, 33, 25, 20)[ended] if shared == "split" else 0)


@law(Bug(match.totals, "bonus * (seat in first)", "bonus * (score >= TARGET)"))
def totals_of_the_match(
    a: int,
    b: int,
    x: int,
    y: int,
    together: Literal["higher_score_wins", "both_win", "play_on"],
    shared: Literal["each_100", "split", "no_bonus"],
    timing: Literal["end_of_game", "per_hand"],
) -> bool:
    """In the end whoever has ended the match has a hundred more, and every box is twenty-five.

    clause: carousel.match.game-bonus
    clause: carousel.match.box-bonus
    pre: a >= 150 and b >= 0 and x >= 0 and y >= 0
    pre: a != b or together != "play_on"
    post: _
    """
    rules = Rules(
        match=Match(simultaneous_150=together, game_bonus_shared=shared, box_timing=timing)
    )
    one = a >= b or together == "both_win"
    two = b >= 150 and (b >= a or together == "both_win")
    bonus = 100
    if one and two:
        bonus = 100 if shared == "each_100" else 50 if shared == "split" else 0
    box = 25 if timing == "end_of_game" else 0
    return match.totals(rules, Ledger((a, b), (x, y))) == (
        a + (bonus if one else 0) + box * x,
        b + (bonus if two else 0) + box * y,
    )


@law(Bug(match.match_winners, '== "first_to_150"', '== "first_to_150" and len(first) > 1'))
def who_has_won_the_match(
    a: int,
    b: int,
    x: int,
    y: int,
    wins: Literal["first_to_150", "highest_total"],
    together: Literal["higher_score_wins", "both_win"],
) -> bool:
    """Whoever has ended the match has won it; by a reading whoever has most with all bonuses.

    clause: carousel.match.winner
    clause: carousel.match.target-150
    pre: a >= 150 and b >= 0 and 0 <= x <= 9 and 0 <= y <= 9
    post: _
    """
    rules = Rules(match=Match(match_winner=wins, simultaneous_150=together))
    both = together == "both_win"
    one = a >= b or both
    two = b >= 150 and (b >= a or both)
    if wins == "highest_total":
        most_one = a + (100 if one else 0) + 25 * x
        most_two = b + (100 if two else 0) + 25 * y
        one, two = most_one >= most_two, most_two >= most_one
    won = (*((Seat(0),) if one else ()), *((Seat(1),) if two else ()))
    return match.match_winners(rules, Ledger((a, b), (x, y))) == won


@law(Bug(match.has_ended, "isinstance(state, Over) and", ""))
def no_deal_after_the_match(a: int, b: int, over: bool) -> bool:
    """When the match is over a deal is refused and nobody is to act; until then chance deals.

    clause: carousel.match.over
    clause: carousel.match.target-150
    clause: carousel.deal.between-hands
    pre: a >= 0 and b >= 0
    post: _
    """
    at = table(Seat(0), (), seats=2, kept=Ledger((a, b), (0, 0)))
    deal = Deal(((), ()), ())
    state = Over(at, result((Seat(0),), 2)) if over else Drawing(at)
    failing = game.GAME.not_to_act(DEFAULT, state, CHANCE, deal)
    ended = a >= 150 or b >= 150
    if not over:
        return not match.has_ended(DEFAULT, state) and game.GAME.step(
            DEFAULT, state, CHANCE, deal
        ) == Refusal(("carousel.deal.between-hands",))
    return failing == (("carousel.match.over",) if ended else ()) and game.GAME.actors(
        DEFAULT, state
    ) == (() if ended else (CHANCE,))
