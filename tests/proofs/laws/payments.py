"""What each loser owes the winner, line by line, and that payments sum to nothing."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.tongits import settlement
from meldspec.tongits.clauses import Clause
from meldspec.tongits.options import Rules, Settlement
from meldspec.tongits.settlement import Facts, receipt, totals
from meldspec.tongits.state import End, LaidOff, Outcome, ReceiptLine, TableMeld

from ..bugs import Bug
from ..law import law

NO_CARDS = (frozenset[Card](), frozenset[Card](), frozenset[Card]())
RUN = frozenset((Card(14), Card(15), Card(16)))
KINGS = frozenset((Card(12), Card(25), Card(38), Card(51)))
FIVES = frozenset((Card(4), Card(17), Card(30), Card(43)))
ACES = frozenset((Card(0), Card(13), Card(26), Card(39)))


@law(Bug(settlement.is_challenged, "is End.DRAW and", "is not End.TONGITS and"), quick=True)
def the_base_price(end: End, compared: bool, winner: Seat, win: int, special: int) -> bool:
    """A loser owes one price for the win: the special one after tongits or a challenge.

    It stands in place of the ordinary price; a comparison after the stock has run out, or a call
    that nobody challenged, is an ordinary win.

    clause: tongits.settlement.win-one
    clause: tongits.settlement.tongit-three
    clause: tongits.settlement.tongit-replaces-base
    clause: tongits.settlement.challenge-three
    clause: tongits.settlement.challenge-replaces-base
    clause: tongits.settlement.unchallenged-draw-one
    clause: tongits.settlement.exhaustion-one
    pre: 0 <= winner < 3
    post: _
    """
    loser = Seat((winner + 1) % 3)
    rules = Rules(settlement=Settlement(win_chips=win, special_payment_level=special))
    seats = (winner, loser) if compared else ()
    facts = Facts(Outcome(end, winner, seats), NO_CARDS, ())
    lines = (
        settlement.for_winning(rules, facts, winner, loser),
        settlement.for_tongits(rules, facts, winner, loser),
        settlement.for_challenge(rules, facts, winner, loser),
    )
    if end is End.TONGITS:
        return lines == (0, special, 0)
    return lines == ((0, 0, special) if end is End.DRAW and compared else (win, 0, 0))


@law(Bug(settlement.for_burned, "opened(facts.melds, loser)", "opened(facts.melds, winner)"))
def the_price_of_being_burned(winner: Seat, one: Seat, two: Seat, melds: int, burn: int) -> bool:
    """Just the losers who have laid no meld of their own are burned, and each pays for itself.

    clause: tongits.burned.not-opened-at-end
    clause: tongits.burned.extra-penalty
    clause: tongits.burned.one-chip
    pre: 0 <= winner < 3 and 0 <= one < 3 and 0 <= two < 3 and 0 <= melds <= 2
    post: _
    """
    rules = Rules(settlement=Settlement(burn_chips=burn))
    owners = (one, two)[:melds]
    laid = tuple(TableMeld(owner, RUN) for owner in owners)
    facts = Facts(Outcome(End.STOCK, winner), NO_CARDS, laid)
    first, second = Seat((winner + 1) % 3), Seat((winner + 2) % 3)
    owed = tuple(settlement.for_burned(rules, facts, winner, seat) for seat in (first, second))
    return owed == (0 if first in owners else burn, 0 if second in owners else burn)


@law(Bug(settlement.burned, "seat != facts.outcome.winner and ", ""))
def who_is_burned(zero: bool, one: bool, two: bool, winner: Seat, won: bool) -> bool:
    """Burned are all who have not opened, the winner apart; without a winner that is everybody.

    clause: tongits.burned.not-opened-at-end
    clause: tongits.stock-end.nobody-opened
    pre: 0 <= winner < 3
    post: _
    """
    has_opened = (zero, one, two)
    melds = tuple(TableMeld(Seat(seat), RUN) for seat in range(3) if has_opened[seat])
    facts = Facts(Outcome(End.TONGITS, winner if won else None), NO_CARDS, melds)
    expected = tuple(
        seat for seat in range(3) if not has_opened[seat] and not (won and seat == winner)
    )
    return settlement.burned(facts) == expected


@law(Bug(settlement._own_aces, "laid.by != meld.owner", "laid.by == meld.owner"))
def aces_that_pay(
    winner: Seat, a: Card, b: Card, by: Seat, owner: Seat, ace: bool, from_hand: bool, chips: int
) -> bool:
    """Aces pay in the winner's hand and where the winner laid them into its own melds.

    An ace that another seat added, and one that the winner added elsewhere, does not pay.

    clause: tongits.settlement.ace-one-each
    clause: tongits.settlement.ace-in-hand
    clause: tongits.settlement.ace-in-own-melds
    clause: tongits.settlement.ace-laid-off-elsewhere-excluded
    clause: tongits.settlement.ace-received-excluded
    clause: tongits.settlement.ace-of-losers-ignored
    pre: 0 <= winner < 3 and 0 <= by < 3 and 0 <= owner < 3
    pre: 0 <= a < b < 52
    post: _
    """
    loser = Seat((winner + 1) % 3)
    rules = Rules(settlement=Settlement(ace_chips=chips))
    others = frozenset((Card(39),))
    hand = frozenset((a, b))
    hands = (
        hand if winner == 0 else others,
        hand if winner == 1 else others,
        hand if winner == 2 else others,
    )
    laid = Card(26 if ace else 29)
    run = frozenset((Card(27), Card(28), laid))
    off = () if from_hand else (LaidOff(laid, by, 5),)
    facts = Facts(Outcome(End.STOCK, winner), hands, (TableMeld(owner, run, laid_off=off),))
    counted = (1 if a % 13 == 0 else 0) + (1 if b % 13 == 0 else 0)
    if ace and owner == winner and (from_hand or by == winner):
        counted += 1
    return settlement.for_aces(rules, facts, winner, loser) == counted * chips


@law(Bug(settlement.secrets, "winner in facts.outcome.compared", "facts.outcome.compared"))
def secrets_that_pay(
    winner: Seat, end: End, compared: bool, owner: Seat, down: bool, held: int, chips: int
) -> bool:
    """Each four that the winner holds, or laid face down, pays; fours of the losers do not.

    A four that a run needs is none when the arrangement counts, after tongits or a comparison.

    clause: tongits.settlement.secret-three-each
    clause: tongits.settlement.secret-in-hand
    clause: tongits.settlement.secret-face-down
    clause: tongits.settlement.secret-winner-only
    clause: tongits.settlement.secret-uncompared
    clause: tongits.settlement.secret-arrangement
    pre: 0 <= winner < 3 and 0 <= owner < 3 and 0 <= held < 3
    post: _
    """
    loser = Seat((winner + 1) % 3)
    rules = Rules(settlement=Settlement(special_payment_level=chips))
    torn = FIVES | {Card(44), Card(45)}
    hand = (frozenset((Card(0), Card(1))), FIVES, torn)[held]
    hands = (
        hand if winner == 0 else ACES,
        hand if winner == 1 else ACES,
        hand if winner == 2 else ACES,
    )
    seats = (winner, loser) if compared else ((loser,) if end is End.DRAW else ())
    melds = (TableMeld(owner, KINGS, down), TableMeld(loser, FIVES, True))
    facts = Facts(Outcome(end, winner, seats), hands, melds)
    counted = 1 if down and owner == winner else 0
    if held == 1 or (held == 2 and end is not End.TONGITS and not compared):
        counted += 1
    return settlement.for_secrets(rules, facts, winner, loser) == counted * chips


@law(
    Bug(
        receipt,
        "ReceiptLine(line.clause, loser, winner, chips)",
        "ReceiptLine(line.clause, winner, loser, chips)",
    )
)
def the_receipt(
    winner: Seat, end: End, compared: bool, one: bool, two: bool, win: int, level: int, burn: int
) -> bool:
    """The receipt has a line for each loser and each thing owed, from the loser to the winner.

    clause: tongits.settlement.losers-pay-winner
    clause: tongits.settlement.items-add
    clause: tongits.settlement.challenge-every-loser-pays
    pre: 0 <= winner < 3 and win > 0 and level > 0 and burn > 0
    post: _
    """
    first, second = Seat((winner + 1) % 3), Seat((winner + 2) % 3)
    prices = Settlement(win, level, burn, ace_chips=0)
    owners = (*([first] if one else []), *([second] if two else []), winner)
    melds = tuple(TableMeld(owner, RUN) for owner in owners)
    seats = (first, winner) if compared else ()
    facts = Facts(Outcome(end, winner, seats), NO_CARDS, melds)
    if end is End.TONGITS:
        base, price = Clause.TONGITS_THREE, level
    elif end is End.DRAW and compared:
        base, price = Clause.CHALLENGE_THREE, level
    else:
        base, price = Clause.WIN_ONE, win
    expected: list[ReceiptLine] = []
    for loser, has_opened in ((first, one), (second, two)):
        expected.append(ReceiptLine(base, loser, winner, price))
        if not has_opened:
            expected.append(ReceiptLine(Clause.BURNED_ONE_CHIP, loser, winner, burn))
    return receipt(Rules(settlement=prices), facts) == tuple(expected)


@law(Bug(receipt, "return ()", "winner = Seat(0)"), quick=True)
def nobody_wins_nobody_pays(zero: bool, one: bool, two: bool, end: End) -> bool:
    """Without a winner no line is written, whoever has opened.

    clause: tongits.stock-end.nobody-opened
    clause: tongits.settlement.every-hand
    post: _
    """
    opened = (zero, one, two)
    melds = tuple(TableMeld(Seat(seat), RUN) for seat in range(3) if opened[seat])
    return receipt(Rules(), Facts(Outcome(end, None), NO_CARDS, melds)) == ()


@law(Bug(totals, "received[line.payer] -= line.chips", "received[line.payer] -= abs(line.chips)"))
def totals_are_sums(one: Seat, two: Seat, to: Seat, first: int, second: int) -> bool:
    """Every chip that one seat receives another one pays: the totals of lines sum to nothing.

    clause: tongits.settlement.losers-pay-winner
    pre: 0 <= one < 3 and 0 <= two < 3 and 0 <= to < 3
    post: _
    """
    lines = (
        ReceiptLine(Clause.WIN_ONE, one, to, first),
        ReceiptLine(Clause.BURNED_ONE_CHIP, two, to, second),
    )
    received = totals(lines)
    expected = tuple(
        (first + second if seat == to else 0)
        - (first if seat == one else 0)
        - (second if seat == two else 0)
        for seat in range(3)
    )
    return received == expected and sum(received) == 0


@law(Bug(receipt, "for loser in opponents(winner)", "for loser in opponents(winner)[:1]"))
def losers_pay_the_winner(
    winner: Seat, special: bool, one: bool, two: bool, win: int, level: int, burn: int
) -> bool:
    """Each loser pays what it owes itself, and the winner gets all of it and nothing else.

    clause: tongits.settlement.losers-pay-winner
    clause: tongits.burned.extra-penalty
    pre: 0 <= winner < 3 and win >= 0 and level >= 0 and burn >= 0
    post: _
    """
    first, second = Seat((winner + 1) % 3), Seat((winner + 2) % 3)
    owners = (*([first] if one else []), *([second] if two else []))
    melds = tuple(TableMeld(owner, RUN) for owner in owners)
    facts = Facts(Outcome(End.TONGITS if special else End.STOCK, winner), NO_CARDS, melds)
    paid = totals(receipt(Rules(settlement=Settlement(win, level, burn)), facts))
    base = level if special else win
    return (
        paid[first] == -(base if one else base + burn)
        and paid[second] == -(base if two else base + burn)
        and paid[winner] == -paid[first] - paid[second]
    )
