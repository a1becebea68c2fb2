"""Who wins when totals are compared, ties included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import get_args

from meldspec.cards import Card, small_pack
from meldspec.play import Seat
from meldspec.tongits import answering, showdown, stock_end, terms
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import DEFAULT, Rules
from meldspec.tongits.options_of_payment import (
    ExhaustionEligibility,
    ExhaustionNoneOpened,
    ExhaustionTie,
    ExhaustionTieOthers,
    ExhaustionTieUnopenedDrawer,
    Settlement,
    Showdown,
    ShowdownParticipants,
    StockEnd,
    TieThreeWay,
    TieTwoChallengers,
)
from meldspec.tongits.options_of_play import Answering, DrawUnchallengedOutcome
from meldspec.tongits.showdown import challenged_winner, most_points
from meldspec.tongits.stock_end import stock_winner
from meldspec.tongits.table import (
    Answer,
    Answered,
    Decided,
    Ledger,
    Responding,
    Table,
    TableMeld,
    TurnDone,
)
from meldspec.tongits.table import challengers as who_challenged

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import melds as plain
from ...tables.tongits import table

MELD = frozenset((Card(0), Card(1), Card(2)))


@law(
    Bug(challenged_winner, "(caller, *challengers, *folded)", "(*challengers, *folded)"), quick=True
)
def one_challenger(caller: Seat, later: bool, zero: int, one: int, two: int) -> bool:
    """Against one challenger the caller wins only with fewer points.

    clause: tongits.showdown.lowest-wins
    clause: tongits.showdown.tie-challenger-beats-caller
    clause: tongits.showdown.upset
    pre: 0 <= caller < 3 and zero >= 0 and one >= 0 and two >= 0
    post: _
    """
    totals = (zero, one, two)
    challenger = Seat((caller + (2 if later else 1)) % 3)
    winner = challenged_winner(Showdown(), caller, (challenger,), totals)
    return winner == (caller if totals[caller] < totals[challenger] else challenger)


@law(Bug(showdown._last_goes_first, "if caller_ties else", "if not caller_ties else"))
def two_challengers(
    caller: Seat, two_way: TieTwoChallengers, three_way: TieThreeWay, c: int, n: int, m: int
) -> bool:
    """Of three that compare the least total wins; who wins a tie is an option of its own.

    By default a tie goes to the first challenger after the caller, never to the caller.

    clause: tongits.showdown.lowest-wins
    clause: tongits.showdown.tie-challenger-beats-caller
    clause: tongits.showdown.tie-challengers-next-after-caller
    clause: tongits.showdown.three-way-tie-last-challenger
    clause: tongits.ending.one-winner
    pre: 0 <= caller < 3 and c >= 0 and n >= 0 and m >= 0
    post: _
    """
    following, last = Seat((caller + 1) % 3), Seat((caller + 2) % 3)
    totals = ((c, n, m), (m, c, n), (n, m, c))[caller]
    if c < n and c < m:
        expected = caller
    elif n < m:
        expected = following
    elif m < n:
        expected = last
    elif c == n:
        expected = following if three_way == "next_after_caller" else last
    else:
        expected = following if two_way == "next_after_caller" else last
    options = Showdown(tie_two_challengers=two_way, tie_three_way=three_way)
    return challenged_winner(options, caller, (following, last), totals) == expected


@law(Bug(challenged_winner, "return lowest[0]", "return lowest[-1]"))
def who_folded_is_compared(
    caller: Seat, next_folds: bool, last: int, two_way: TieTwoChallengers, c: int, n: int, m: int
) -> bool:
    """Where seats that folded are compared too, the least total wins, and the caller only alone.

    Of tied seats a challenger goes before one that folded, whatever the readings of ties among
    challengers, and of two that folded the first after the caller.

    clause: tongits.showdown.participants
    clause: tongits.answering.all-fold-caller-wins
    pre: 0 <= caller < 3 and 0 <= last < 3 and c >= 0 and n >= 0 and m >= 0
    pre: next_folds or last == 1
    post: _
    """
    following, after = Seat((caller + 1) % 3), Seat((caller + 2) % 3)
    totals = ((c, n, m), (m, c, n), (n, m, c))[caller]
    folded = (*((following,) if next_folds else ()), *((after,) if last == 1 else ()))
    challengers = (*(() if next_folds else (following,)), *((after,) if last == 2 else ()))
    winner = challenged_winner(
        Showdown(tie_two_challengers=two_way), caller, challengers, totals, folded
    )
    first_yields = next_folds and last == 2
    if n <= c and (last == 0 or n < m or (n == m and not first_yields)):
        return winner == following
    if last > 0 and m <= c:
        return winner == after
    return winner == caller


@law(Bug(stock_winner, "(last_drawer, *opponents(last_drawer))", "sorted(able)"))
def when_the_stock_is_gone(
    drawer: Seat, zero: bool, one: bool, two: bool, d: int, n: int, m: int
) -> bool:
    """Of the seats that have opened the fewest points win; nobody if none has.

    A tie goes to the last drawer if tied, else to the next after the last drawer.

    clause: tongits.stock-end.lowest-wins
    clause: tongits.stock-end.unopened-lose
    clause: tongits.stock-end.tie-last-drawer
    clause: tongits.stock-end.tie-last-drawer-must-be-tied
    clause: tongits.stock-end.tie-others-next-after-last-drawer
    clause: tongits.stock-end.nobody-opened
    clause: tongits.burned.no-win-at-exhaustion
    pre: 0 <= drawer < 3 and d >= 0 and n >= 0 and m >= 0
    post: _
    """
    has_opened = (zero, one, two)
    totals = ((d, n, m), (m, d, n), (n, m, d))[drawer]
    following, last = Seat((drawer + 1) % 3), Seat((drawer + 2) % 3)
    seats = tuple(Seat(seat) for seat in range(3) if has_opened[seat])
    winner = stock_winner(StockEnd(), seats, totals, drawer)
    if not has_opened[drawer]:
        if has_opened[following] and (not has_opened[last] or n <= m):
            return winner == following
        return winner == (last if has_opened[last] else None)
    if (not has_opened[following] or d <= n) and (not has_opened[last] or d <= m):
        return winner == drawer
    if has_opened[following] and (not has_opened[last] or n <= m):
        return winner == following
    return winner == last


@law(Bug(stock_end._tie_without_last_drawer, "elif not drawer_has_more", "elif drawer_has_more"))
def ties_when_the_stock_is_gone(
    drawer: Seat,
    able: int,
    d: int,
    n: int,
    m: int,
    tie: ExhaustionTie,
    others: ExhaustionTieOthers,
    unable: ExhaustionTieUnopenedDrawer,
) -> bool:
    """Who wins a tie without the last drawer is what three readings say; all else stays the same.

    The last drawer, if it can win and a reading gives it every tie; else nobody, if it cannot win,
    has no more points and a reading then breaks no tie; else the one on the side that is read.

    clause: tongits.stock-end.tie-last-drawer
    clause: tongits.stock-end.tie-last-drawer-must-be-tied
    clause: tongits.stock-end.tie-others-next-after-last-drawer
    pre: 0 <= drawer < 3 and 0 <= able < 5 and d >= 0 and n >= 0 and m >= 0
    post: _
    """
    options = StockEnd(
        exhaustion_tie=tie, exhaustion_tie_others=others, exhaustion_tie_unopened_drawer=unable
    )
    totals = ((d, n, m), (m, d, n), (n, m, d))[drawer]
    following, last = Seat((drawer + 1) % 3), Seat((drawer + 2) % 3)
    every = (drawer, following, last)
    seats = (every, (following, last), (drawer, last), (drawer, following), (last,))[able]
    winner = stock_winner(options, seats, totals, drawer)
    if n == m and able < 2 and (able == 1 or n < d):
        if able == 0 and tie == "last_drawer_always":
            return winner == drawer
        if able == 1 and d <= n and unable == "rule_not_applicable":
            return winner is None
        return winner == (following if others == "next_in_turn" else last)
    points = {drawer: d, following: n, last: m}
    least = seats[0]
    for seat in seats[1:]:
        if points[seat] < points[least]:
            least = seat
    return winner == least


@law(Bug(who_challenged, "given.answer is Answer.CHALLENGE", "given.answer"))
def who_compares_after_a_challenge(
    dealer: Seat, turn: int, first: Answer, second: Answer, swap: bool
) -> bool:
    """The caller and those who challenged compare their hands, and nobody else.

    clause: tongits.showdown.participants
    clause: tongits.settlement.challenge-either-role
    pre: 0 <= dealer < 3 and 0 < turn
    pre: not (first is Answer.FOLD and second is Answer.FOLD)
    post: _
    """
    shown, (caller, following, last) = three_hands(dealer, turn, swap, (True, True, True))
    answers = (Answered(following, first), Answered(last, second))
    one, two = first is Answer.CHALLENGE, second is Answer.CHALLENGE
    challengers = (*([following] if one else []), *([last] if two else []))
    lowest = last if swap else following
    winner = lowest if lowest in challengers else caller
    reached = showdown.compare_after_challenge.comes(DEFAULT, Responding(shown, (), answers))
    compared = (caller, *challengers)
    outcome = Outcome(End.DRAW, winner, compared, caller=caller, challengers=challengers)
    return reached == Decided(shown, outcome)


@law(Bug(terms.opened_opponents, "if has_opened(rules, table.melds, seat)", ""))
def who_compares_under_every_reading(
    dealer: Seat,
    first: Answer,
    second: Answer,
    swap: bool,
    one: bool,
    two: bool,
    participants: ShowdownParticipants,
    unchallenged: DrawUnchallengedOutcome,
) -> bool:
    """Where all who have opened are compared, who folded is too; nobody else joins.

    One reading says so for a call that was challenged, another for one that nobody challenged.

    clause: tongits.showdown.participants
    clause: tongits.answering.all-fold-caller-wins
    pre: 0 <= dealer < 3
    post: _
    """
    rules = Rules(
        showdown=Showdown(showdown_participants=participants),
        answering=Answering(draw_unchallenged_outcome=unchallenged),
    )
    shown, (caller, following, last) = three_hands(dealer, 3, swap, (True, one, two))
    given = ((following, first, one), (last, second, two))
    challengers = tuple(seat for seat, answer, _ in given if answer is Answer.CHALLENGE)
    if challengers:
        all_opened = participants == "all_opened_players"
    else:
        all_opened = unchallenged == "lowest_total_wins"
    folded = tuple(
        seat for seat, answer, opened in given if all_opened and opened and answer is Answer.FOLD
    )
    state = Responding(shown, (), tuple(Answered(seat, answer) for seat, answer, _ in given))
    decide = showdown.compare_after_challenge if challengers else answering.caller_wins
    compared = (caller, *challengers, *folded) if challengers or folded else ()
    lowest = last if swap else following
    winner = lowest if lowest in compared else caller
    outcome = Outcome(End.DRAW, winner, compared, caller=caller, challengers=challengers)
    return decide.comes(rules, state) == Decided(shown, outcome)


def three_hands(
    dealer: Seat, turn: int, swap: bool, opened: tuple[bool, bool, bool]
) -> tuple[Table, tuple[Seat, Seat, Seat]]:
    """A table at which the player holds a two, and of the others one an ace and one a three.

    Beside it the seats from the player on; ``opened`` are those of them who have opened.
    """
    caller, following, last = (Seat((dealer + turn + step) % 3) for step in range(3))
    low, middle, high = (frozenset((Card(card),)) for card in (0, 1, 2))
    held = {caller: middle, following: high if swap else low, last: low if swap else high}
    hands = (held[Seat(0)], held[Seat(1)], held[Seat(2)])
    owners = (seat for seat, has in zip((caller, following, last), opened, strict=True) if has)
    melds = tuple(TableMeld(seat, MELD) for seat in owners)
    shown = Table(dealer, turn, hands, (), (Card(47),), melds, Ledger())
    return shown, (caller, following, last)


@law(Bug(stock_end._compare, "able, points, table.mover", "able, points, table.dealer"))
def who_compares_when_the_stock_is_gone(
    dealer: Seat, turn: int, zero: bool, one: bool, two: bool
) -> bool:
    """When the last drawer has discarded, just those who have opened are compared.

    With one the hand is won without a comparison, with none by nobody.  All hands are equal here.

    clause: tongits.stock-end.end-of-last-drawers-turn
    clause: tongits.stock-end.opened-compare
    clause: tongits.stock-end.nobody-opened
    pre: 0 <= dealer < 3 and 0 < turn
    post: _
    """
    seats = tuple(Seat(s) for s, has in enumerate((zero, one, two)) if has)
    five = tuple(frozenset((Card(13 * suit + 4),)) for suit in range(3))
    at = table(dealer, turn, five[0])
    melds = tuple(TableMeld(seat, MELD) for seat in seats)
    done = Table(dealer, turn, five, (), at.discard, melds, at.ledger)
    player = (dealer + turn) % 3
    in_order = (player, (player + 1) % 3, (player + 2) % 3)
    winner = next((Seat(seat) for seat in in_order if seat in seats), None)
    compared = seats if len(seats) >= 2 else ()
    reached = stock_end.compare_after_stock.comes(DEFAULT, TurnDone(done))
    return reached == Decided(done, Outcome(End.STOCK, winner, compared))


LOOSE = tuple(frozenset((Card(13 * suit + 9), Card(13 * suit + 11))) for suit in range(3))
"""For each seat twenty points and no meld."""
THREES = tuple(
    frozenset(Card(13 * suit + 2 * seat) for suit in (0, 1, 2)) | LOOSE[seat] for seat in range(3)
)
FOURS = tuple(frozenset(Card(13 * suit + 2 * seat) for suit in range(4)) for seat in range(3))
"""For each seat four of a kind and nothing else."""


@enumerated(Bug(stock_end._can_win, "return False", "return bool(melds_in(hand))"))
def who_can_win_when_the_stock_is_gone() -> Iterator[tuple[object, bool]]:
    """Those who have opened take part in the count, and by readings who holds a four, or a meld.

    If nobody can win, nobody does, or all are compared, or the last drawer wins, as is read.

    clause: tongits.stock-end.unopened-lose
    clause: tongits.stock-end.special-keeps-eligibility
    clause: tongits.stock-end.opened-compare
    clause: tongits.stock-end.nobody-opened
    over: every last drawer and every reading of who can win, and of who does if nobody can
    over: seats with a meld on the table, a four, three of a kind, or nothing
    """
    for drawer, *kinds in product(range(3), range(4), range(4), range(4)):
        held = (LOOSE, THREES, FOURS, LOOSE)
        hands = tuple(held[kind][seat] for seat, kind in enumerate(kinds))
        melds = tuple(TableMeld(Seat(seat), MELD) for seat in range(3) if kinds[seat] == 3)
        at = Table(Seat(drawer), 3, hands, (), (Card(47),), melds, Ledger())
        points = tuple((20, 20, 0, 20)[kind] for kind in kinds)
        for eligible, nobody in product(
            get_args(ExhaustionEligibility), get_args(ExhaustionNoneOpened)
        ):
            enough = {
                "opened_only": 3,
                "opened_or_concealed_secret": 2,
                "any_player_with_a_formed_meld": 1,
            }[eligible]
            able = [seat for seat in range(3) if kinds[seat] >= enough]
            if not able and nobody == "all_compare":
                able = [0, 1, 2]
            options = StockEnd(exhaustion_eligibility=eligible, exhaustion_none_opened=nobody)
            found = stock_end.compare_remaining(Rules(stock_end=options), at)
            in_order = [(drawer + step) % 3 for step in range(3)]
            seats = (seat for seat in in_order if seat in able)
            winner = min(seats, key=points.__getitem__, default=None)
            if not able and nobody == "last_drawer_wins":
                winner = drawer
            compared = tuple(able) if len(able) > 1 else ()
            right = (found.end, found.winner, found.compared) == (End.STOCK, winner, compared)
            yield (drawer, kinds, eligible, nobody), right


@enumerated(Bug(showdown.counted, "return total(hand)", "return deadwood(hand)"))
def what_is_counted() -> Iterator[tuple[object, bool]]:
    """Of a hand the cards outside its best melds count, or by a reading all its cards.

    clause: tongits.showdown.best-arrangement
    clause: tongits.stock-end.count-unmelded-in-hand
    clause: tongits.melds.concealed-counts
    over: every hand of 3 ranks in 4 suits
    """
    divisions = plain.Divisions(plain.melds_of(frozenset(small_pack(3, 4))))
    every = Rules(showdown=Showdown(deadwood_basis="all_cards_in_hand"))
    for cards in plain.subsets(small_pack(3, 4)):
        hand = frozenset(map(Card, cards))
        least, _ = divisions.best(hand)
        right = showdown.counted(DEFAULT, hand) == least
        yield sorted(hand), right and showdown.counted(every, hand) == sum(map(plain.value, hand))


def decisions() -> Iterator[Callable[[Sequence[int]], Seat | None]]:
    """Every way to find a winner from totals: seat 1 has called, or seat 2 has drawn last."""
    caller, following, last = Seat(1), Seat(2), Seat(0)
    for two_way, three_way in product(get_args(TieTwoChallengers), get_args(TieThreeWay)):
        options = Showdown(tie_two_challengers=two_way, tie_three_way=three_way)
        for challengers in ((following,), (last,), (following, last)):
            yield partial(challenged_winner, options, caller, challengers)
    for one, two, three in product(
        get_args(ExhaustionTie),
        get_args(ExhaustionTieOthers),
        get_args(ExhaustionTieUnopenedDrawer),
    ):
        readings = StockEnd(
            exhaustion_tie=one, exhaustion_tie_others=two, exhaustion_tie_unopened_drawer=three
        )
        for able in ((last, caller, following), (last, caller)):
            yield partial(_after_the_stock, readings, able, following)


def _after_the_stock(
    options: StockEnd, able: Sequence[Seat], drawer: Seat, totals: Sequence[int]
) -> Seat | None:
    return stock_winner(options, able, totals, drawer)


@enumerated(Bug(most_points, "most = totals[winner]", "most = totals[winner] + 1"))
def points_with_which_a_seat_still_wins() -> Iterator[tuple[object, bool]]:
    """Where a reading asks for it, the most points that the winner could have had are found.

    With as many it still wins and with one more it does not, or there is no bound at all.

    clause: tongits.settlement.secret-arrangement
    over: every three totals up to four, every reading of ties, after a challenge and without stock
    """
    rules = Rules(settlement=Settlement(secret_partition_compared="best_for_winner"))
    for totals in product(range(5), repeat=3):
        for number, decide in enumerate(decisions()):
            winner = decide(totals)
            if winner is None:
                continue
            wins = [
                points
                for points in range(showdown.MOST_POINTS + 1)
                if decide((*totals[:winner], points, *totals[winner + 1 :])) == winner
            ]
            found = most_points(rules, decide, totals, winner)
            usual = most_points(DEFAULT, decide, totals, winner)
            yield (totals, number), found == max(wins) and usual is None
