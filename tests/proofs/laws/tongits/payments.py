"""What each loser owes the winner, line by line, and that payments sum to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import get_args

from meldspec.cards import Card, small_pack
from meldspec.play import Seat
from meldspec.tongits import burned, paid_cards, settlement, terms
from meldspec.tongits.ending import End, Outcome, ReceiptLine
from meldspec.tongits.options import Rules
from meldspec.tongits.options_of_payment import (
    AceInFaceDownSet,
    AceOwnLayoff,
    AceScopeFinalDiscard,
    BurnDefinition,
    Burned,
    BurnEndings,
    BurnOnSpread,
    ChallengeBonusRole,
    ChallengePaymentComposition,
    ChallengePaymentPayers,
    LongRunCount,
    LongRunForeignCards,
    LongRunScope,
    SagasaBonus,
    SagasaDefinition,
    SagasaOtherwise,
    SecretDefinition,
    SecretPartitionCompared,
    SecretPartitionUncompared,
    Settlement,
    SpreadPayment,
    Terms,
    Variations,
)
from meldspec.tongits.settlement import receipt, totals
from meldspec.tongits.table import Facts, LaidOff, TableMeld, Taken, is_challenged
from meldspec.tongits.variations import _long_run_cards, for_long_runs

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import melds as plain

NO_CARDS = (frozenset[Card](), frozenset[Card](), frozenset[Card]())
RUN = frozenset((Card(14), Card(15), Card(16)))
KINGS = frozenset((Card(12), Card(25), Card(38), Card(51)))
FIVES = frozenset((Card(4), Card(17), Card(30), Card(43)))
ACES = frozenset((Card(0), Card(13), Card(26), Card(39)))
LOOSE = frozenset((Card(5), Card(20)))
THREE_KINGS = frozenset((Card(12), Card(25), Card(38)))


@law(Bug(is_challenged, "facts.outcome.challengers", "facts.outcome.compared"), quick=True)
def the_base_price(
    end: End, compared: bool, challenged: bool, winner: Seat, later: bool, win: int, special: int
) -> bool:
    """A loser owes one price for the win: the special one after tongits or a challenge.

    It stands in place of the ordinary price; a comparison after the stock has run out, or a call
    that nobody challenged, is an ordinary win.  A Spread, where it is played, costs what tongits
    does.

    clause: tongits.settlement.win-one
    clause: tongits.settlement.tongit-three
    clause: tongits.settlement.tongit-replaces-base
    clause: tongits.settlement.challenge-three
    clause: tongits.settlement.challenge-replaces-base
    clause: tongits.settlement.unchallenged-draw-one
    clause: tongits.settlement.exhaustion-one
    clause: tongits.variations.spread-counts-as-jackpot
    pre: 0 <= winner < 3 and not (challenged and end is not End.DRAW)
    post: _
    """
    loser = Seat((winner + (2 if later else 1)) % 3)
    rules = Rules(settlement=Settlement(win_chips=win, special_payment_level=special))
    seats = (winner, loser) if compared else ()
    outcome = Outcome(end, winner, seats, winner, (loser,) if challenged else ())
    facts = Facts(outcome, NO_CARDS, ())
    lines = (
        settlement.for_winning(rules, facts, winner, loser),
        settlement.for_tongits(rules, facts, winner, loser),
        settlement.for_challenge(rules, facts, winner, loser),
    )
    if end is End.TONGITS or end is End.SPREAD:
        return lines == (0, special, 0)
    return lines == ((0, 0, special) if challenged else (win, 0, 0))


@law(
    Bug(settlement.owes_for_challenge, "loser == outcome.caller or", "winner == outcome.caller or")
)
def the_price_of_a_challenge(
    caller: Seat,
    win_as: int,
    lose_as: int,
    both: bool,
    composition: ChallengePaymentComposition,
    payers: ChallengePaymentPayers,
    role: ChallengeBonusRole,
    win: int,
    special: int,
) -> bool:
    """Three readings say what a loser owes after a challenge, and each one but one thing.

    Whether the price stands beside that of a win; whether one that folded owes it; whether it is
    owed to a caller, to a challenger, or to either.  Where it is not owed, an ordinary win is.

    clause: tongits.settlement.challenge-three
    clause: tongits.settlement.challenge-replaces-base
    clause: tongits.settlement.challenge-every-loser-pays
    clause: tongits.settlement.challenge-either-role
    clause: tongits.answering.avoids-risk
    pre: 0 <= caller < 3 and 0 <= win_as < 3 and 0 <= lose_as < 3 and win_as != lose_as
    pre: win_as < 2 or both
    post: _
    """
    seats = (caller, Seat((caller + 1) % 3), Seat((caller + 2) % 3))
    winner, loser = seats[win_as], seats[lose_as]
    rules = Rules(
        settlement=Settlement(
            challenge_payment_composition=composition,
            challenge_payment_payers=payers,
            challenge_bonus_role=role,
            win_chips=win,
            special_payment_level=special,
        )
    )
    challengers = (seats[1], seats[2]) if both else (seats[1],)
    facts = Facts(Outcome(End.DRAW, winner, (), caller, challengers), NO_CARDS, ())
    owed = win_as == 0 if role == "caller_only" else True
    if role == "challenger_only" and win_as == 0:
        owed = False
    if payers == "folder_pays_base" and lose_as == 2 and not both:
        owed = False
    base = win if not owed or composition == "adds_to_base" else 0
    return (
        settlement.for_winning(rules, facts, winner, loser) == base
        and settlement.for_challenge(rules, facts, winner, loser) == (special if owed else 0)
        and settlement.for_tongits(rules, facts, winner, loser) == 0
    )


@law(
    Bug(
        burned.for_burned,
        "is_burned(rules, facts, loser)",
        "is_burned(rules, facts, winner)",
    )
)
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
    owed = tuple(burned.for_burned(rules, facts, winner, seat) for seat in (first, second))
    return owed == (0 if first in owners else burn, 0 if second in owners else burn)


@law(Bug(burned.burned, "seat != facts.outcome.winner and ", ""))
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
    return burned.burned(Rules(), facts) == expected


@enumerated(Bug(burned._fits_burned, "not opened and not melds_in(hand)", "not melds_in(hand)"))
def who_is_burned_under_every_reading() -> Iterator[tuple[object, bool]]:
    """A loser is burned by what it has laid and holds, as one reading says, and by the ending.

    Nothing laid burns, or nothing laid face up, or nothing laid and no four in hand, or nothing
    laid and no meld in hand.  The end of the stock burns nobody by one reading, a Spread nobody
    unless another says so.

    clause: tongits.burned.not-opened-at-end
    clause: tongits.burned.special-exempts
    clause: tongits.burned.unable-to-form
    clause: tongits.burned.at-opponents-call
    over: every loser with a four, a three or no meld in hand, under every reading, at every end
    over: with a four face down, a run face up, both or nothing laid
    """
    for seat, held, laid, end in product(range(3), range(3), range(4), End):
        loser, winner = Seat(seat), Seat((seat + 1) % 3)
        hand = (LOOSE, THREE_KINGS, KINGS)[held]
        hands = tuple(hand if each == seat else LOOSE for each in range(3))
        four, run = TableMeld(loser, FIVES, True), TableMeld(loser, RUN)
        own = ((), (four,), (run,), (four, run))[laid]
        facts = Facts(Outcome(end, winner, (), winner), hands, (TableMeld(winner, ACES), *own))
        fits = {
            "no_meld_laid_incl_face_down": laid == 0,
            "no_face_up_meld": laid < 2,
            "no_meld_laid_and_no_special": laid == 0 and held < 2,
            "no_meld_formable": laid == 0 and held == 0,
        }
        for definition, endings, on_spread in product(
            get_args(BurnDefinition), get_args(BurnEndings), get_args(BurnOnSpread)
        ):
            rules = Rules(
                burned=Burned(burn_definition=definition, burn_endings=endings),
                variations=Variations(burn_on_spread=on_spread),
            )
            burns = not (end is End.STOCK and endings == "only_opponents_tongit_or_draw")
            if end is End.SPREAD:
                burns = on_spread == "losers_burned"
            expected = fits[definition] and burns
            right = (
                burned.for_burned(rules, facts, winner, loser) == int(expected),
                (loser in burned.burned(rules, facts)) == expected,
                winner not in burned.burned(rules, facts),
            )
            readings = (definition, endings, on_spread)
            yield (seat, held, laid, end.value, *readings), all(right)


@law(Bug(paid_cards._own_aces, "laid.by != meld.owner", "laid.by == meld.owner"))
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
    return paid_cards.for_aces(rules, facts, winner, loser) == counted * chips


@law(Bug(paid_cards.aces, "rank(thrown) == 0", "rank(thrown) >= 0"))
def aces_under_every_reading(
    winner: Seat,
    by: Seat,
    last: int,
    face_down: bool,
    in_down: AceInFaceDownSet,
    off: AceOwnLayoff,
    scope: AceScopeFinalDiscard,
    chips: int,
) -> bool:
    """By readings aces pay or not in a four face down, laid off by the winner, thrown at the end.

    An ace in the winner's hand, and one that it laid with a meld face up, pays under all of them.

    clause: tongits.settlement.ace-in-hand
    clause: tongits.settlement.ace-in-own-melds
    clause: tongits.settlement.ace-received-excluded
    pre: 0 <= winner < 3 and 0 <= by < 3 and 0 <= last < 3
    post: _
    """
    loser = Seat((winner + 1) % 3)
    rules = Rules(
        settlement=Settlement(
            ace_in_face_down_set=in_down,
            ace_own_layoff=off,
            ace_scope_final_discard=scope,
            ace_chips=chips,
        )
    )
    four = TableMeld(winner, ACES, face_down)
    added = LaidOff(Card(54), by, 5)
    run = TableMeld(winner, frozenset((Card(54), Card(55), Card(56))), laid_off=(added,))
    hand = frozenset((Card(67),))
    hands = (
        hand if winner == 0 else LOOSE,
        hand if winner == 1 else LOOSE,
        hand if winner == 2 else LOOSE,
    )
    thrown = (None, Card(80), Card(81))[last]
    facts = Facts(Outcome(End.TONGITS, winner, last_discard=thrown), hands, (four, run))
    counted = 1
    if not face_down or in_down == "counts":
        counted += 4
    if by == winner and off == "counts":
        counted += 1
    if last == 1 and scope == "counts":
        counted += 1
    return paid_cards.for_aces(rules, facts, winner, loser) == counted * chips


@law(Bug(paid_cards._partition, "winner in facts.outcome.compared", "facts.outcome.compared"))
def secrets_that_pay(
    winner: Seat, end: End, compared: bool, owner: Seat, down: bool, held: int, chips: int
) -> bool:
    """Each four that the winner holds, or laid face down, pays; fours of the losers do not.

    A four that a run needs is none when the arrangement counts, after a comparison or where every
    card must lie in a meld: after tongits, and for a Spread.

    clause: tongits.settlement.secret-three-each
    clause: tongits.settlement.secret-in-hand
    clause: tongits.settlement.secret-face-down
    clause: tongits.settlement.secret-winner-only
    clause: tongits.settlement.secret-uncompared
    clause: tongits.settlement.secret-arrangement
    pre: 0 <= winner < 3 and 0 <= owner < 3 and 0 <= held < 3 and chips >= 0
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
    whole = end is End.TONGITS or end is End.SPREAD
    if held == 1 or (held == 2 and not whole and not compared):
        counted += 1
    return paid_cards.for_secrets(rules, facts, winner, loser) == counted * chips


@law(
    Bug(
        receipt,
        "ReceiptLine(line.clause, loser, winner, chips)",
        "ReceiptLine(line.clause, winner, loser, chips)",
    )
)
def the_receipt(
    winner: Seat, end: End, challenged: bool, one: bool, two: bool, win: int, level: int, burn: int
) -> bool:
    """The receipt has a line for each loser and each thing owed, from the loser to the winner.

    clause: tongits.settlement.losers-pay-winner
    clause: tongits.settlement.items-add
    clause: tongits.settlement.challenge-every-loser-pays
    pre: 0 <= winner < 3 and win > 0 and level > 0 and burn > 0 and end is not End.SPREAD
    pre: not (challenged and end is not End.DRAW)
    post: _
    """
    first, second = Seat((winner + 1) % 3), Seat((winner + 2) % 3)
    prices = Settlement(win_chips=win, special_payment_level=level, burn_chips=burn, ace_chips=0)
    owners = (*([first] if one else []), *([second] if two else []), winner)
    melds = tuple(TableMeld(owner, RUN) for owner in owners)
    challengers = (first,) if challenged else ()
    facts = Facts(Outcome(end, winner, (), winner, challengers), NO_CARDS, melds)
    if end is End.TONGITS:
        base, price = "tongits.settlement.tongit-three", level
    elif challenged:
        base, price = "tongits.settlement.challenge-three", level
    else:
        base, price = "tongits.settlement.win-one", win
    expected: list[ReceiptLine] = []
    for loser, has_opened in ((first, one), (second, two)):
        expected.append(ReceiptLine(base, loser, winner, price))
        if not has_opened:
            expected.append(ReceiptLine("tongits.burned.one-chip", loser, winner, burn))
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
        ReceiptLine("tongits.settlement.win-one", one, to, first),
        ReceiptLine("tongits.burned.one-chip", two, to, second),
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
    prices = Settlement(win_chips=win, special_payment_level=level, burn_chips=burn)
    paid = totals(receipt(Rules(settlement=prices), facts))
    base = level if special else win
    return (
        paid[first] == -(base if one else base + burn)
        and paid[second] == -(base if two else base + burn)
        and paid[winner] == -paid[first] - paid[second]
    )


@law(Bug(settlement.lines, '"pot_only"', '"pot_plus_base_1"'))
def the_receipt_of_a_spread(
    winner: Seat, payment: SpreadPayment, burns: BurnOnSpread, win: int, level: int, burn: int
) -> bool:
    """The losers of a Spread pay as for tongits, as for a win, or nothing, and burned if that is.

    Where the pot is all that is paid, the winner's aces and fours earn nothing either.

    clause: tongits.variations.spread-counts-as-jackpot
    clause: tongits.burned.one-chip
    pre: 0 <= winner < 3 and win > 0 and level > 0 and burn > 0
    post: _
    """
    rules = Rules(
        variations=Variations(spread_payment=payment, burn_on_spread=burns),
        settlement=Settlement(win_chips=win, special_payment_level=level, burn_chips=burn),
    )
    hands = (
        ACES if winner == 0 else LOOSE,
        ACES if winner == 1 else LOOSE,
        ACES if winner == 2 else LOOSE,
    )
    first, second = Seat((winner + 1) % 3), Seat((winner + 2) % 3)
    expected: list[ReceiptLine] = []
    for loser in (first, second):
        if payment == "pot_plus_base_1":
            expected.append(ReceiptLine("tongits.settlement.win-one", loser, winner, win))
        if payment == "pot_plus_tongit_3":
            expected.append(ReceiptLine("tongits.settlement.tongit-three", loser, winner, level))
        if burns == "losers_burned":
            expected.append(ReceiptLine("tongits.burned.one-chip", loser, winner, burn))
        if payment != "pot_only":
            expected.append(ReceiptLine("tongits.settlement.ace-one-each", loser, winner, 4))
            expected.append(
                ReceiptLine("tongits.settlement.secret-three-each", loser, winner, level)
            )
    return receipt(rules, Facts(Outcome(End.SPREAD, winner), hands, ())) == tuple(expected)


@enumerated(Bug(paid_cards._partition, "return None", 'return "min_deadwood_first"'))
def fours_in_hand_under_every_reading() -> Iterator[tuple[object, bool]]:
    """As many fours of the winner's hand pay as an arrangement has that the readings allow.

    After a comparison those with the fewest points, or those with which the hand still wins, or
    every four of a rank; else any, or the same; after tongits only those that leave no card over.

    clause: tongits.settlement.secret-in-hand
    clause: tongits.settlement.secret-arrangement
    clause: tongits.settlement.secret-uncompared
    over: every hand of 3 ranks in 4 suits that holds a four, both readings, endings, bounds
    """
    divisions = plain.Divisions(plain.melds_of(frozenset(small_pack(3, 4))))
    for cards in plain.subsets(small_pack(3, 4)):
        fours = plain.fours(cards)
        if not fours:
            continue
        hand = frozenset(map(Card, cards))
        ways = divisions.ways(cards)
        least = min(points for points, _ in ways)
        for compared, uncompared, end, bound in product(
            get_args(SecretPartitionCompared), get_args(SecretPartitionUncompared), ENDS, (0, 1, 4)
        ):
            rules = Rules(
                settlement=Settlement(
                    secret_partition_compared=compared, secret_partition_uncompared=uncompared
                )
            )
            most = least + bound
            if end == "compared":
                outcome = Outcome(End.STOCK, Seat(1), (Seat(1), Seat(2)), most_points=most)
            else:
                outcome = Outcome(End(end), Seat(1))
            facts = Facts(outcome, (LOOSE, hand, LOOSE), ())
            found = paid_cards.secrets(rules, facts, Seat(1))
            free = end != "compared" and uncompared == "max_bonus"
            if not free and compared == "rank_count_only":
                right = fours
            elif end == End.TONGITS.value:
                right = max(count for points, count in ways if points == least)
            elif free:
                right = fours
            elif compared == "min_deadwood_first":
                right = max(count for points, count in ways if points == least)
            else:
                limit = most if end == "compared" else 1000
                right = max(count for points, count in ways if points <= limit)
            yield (sorted(cards), compared, uncompared, end, bound), found == right


ENDS = ("compared", End.STOCK.value, End.TONGITS.value)


@enumerated(Bug(_long_run_cards, "laid.by != meld.owner", "laid.by == meld.owner"))
def long_runs_that_pay() -> Iterator[tuple[object, bool]]:
    """A run of five or more pays once, or once for every five cards, as the readings say.

    Cards of the others count or not, and runs on the table alone, in the hand alone, or both.

    clause: tongits.variations.long-run
    over: runs on the table of every length and owner, none to four of their cards of another seat
    over: every choice of cards of one suit in the winner's hand, beside a run of five on the table
    """
    for scope, foreign, count in product(
        get_args(LongRunScope), get_args(LongRunForeignCards), get_args(LongRunCount)
    ):
        variations = Variations(
            long_run_bonus="three_chips_for_5_plus",
            long_run_scope=scope,
            long_run_foreign_cards=foreign,
            long_run_count=count,
        )
        rules = Rules(variations=variations)
        on_table = scope != "concealed_only"
        for length, theirs, owner in product(range(3, 14), range(5), range(3)):
            cards = tuple(Card(13 + number) for number in range(length))
            by = Seat((owner + 1) % 3)
            laid_off = tuple(
                LaidOff(card, by, 5) for card in cards[length - min(theirs, length - 3) :]
            )
            if length - len(laid_off) == length:
                laid_off = ()
            meld = TableMeld(Seat(owner), frozenset(cards), laid_off=laid_off)
            facts = Facts(Outcome(End.STOCK, Seat(1)), NO_CARDS, (meld,))
            counting = length
            if foreign == "own_cards_only":
                counting -= len(laid_off)
            paid = counting // 5 if count == "floor_length_over_five" else counting >= 5
            right = 3 * int(paid) if on_table and owner == 1 else 0
            found = for_long_runs(rules, facts, Seat(1), Seat(2))
            yield (scope, foreign, count, length, theirs, owner), found == right
    for scope in get_args(LongRunScope):
        variations = Variations(long_run_bonus="three_chips_for_5_plus", long_run_scope=scope)
        meld = TableMeld(Seat(1), frozenset(map(Card, range(26, 31))))
        for held in plain.subsets(range(13)):
            hand = frozenset(map(Card, held))
            facts = Facts(Outcome(End.STOCK, Seat(1)), (LOOSE, hand, LOOSE), (meld,))
            found = for_long_runs(Rules(variations=variations), facts, Seat(1), Seat(2))
            in_hand = sum(length // 5 for length in plain.stretches(held))
            runs = {
                "exposed_and_concealed": 1 + in_hand,
                "exposed_only": 1,
                "concealed_only": in_hand,
            }
            yield (scope, sorted(held)), found == 3 * runs[scope]


@enumerated(Bug(paid_cards.arranged_hand, '== "exposed_only"', "is None"))
def fours_against_long_runs() -> Iterator[tuple[object, bool]]:
    """Where long runs pay too, a hand is arranged for what the four and the runs earn together.

    Runs of the hand that do not pay stand in the way of no four.  After a comparison only the
    arrangements with the fewest points are looked at.

    clause: tongits.settlement.secret-arrangement
    clause: tongits.settlement.secret-uncompared
    clause: tongits.variations.long-run
    over: the four fives with every choice of other cards of one suit up to the jack
    over: compared or not, at three chips for a four or two, in every scope of long runs
    """
    suit = [card for card in range(11) if card != 4]
    for cards in plain.subsets(suit):
        hand = FIVES | frozenset(map(Card, cards))
        apart, together = plain.stretches(cards), plain.stretches({*cards, 4})
        loose, least = plain.loose_points(cards), plain.loose_points({*cards, 4})
        for scope, level, compared in product(get_args(LongRunScope), (3, 2), (False, True)):
            rules = Rules(
                settlement=Settlement(special_payment_level=level),
                variations=Variations(
                    long_run_bonus="three_chips_for_5_plus", long_run_scope=scope
                ),
            )
            run = 0 if scope == "exposed_only" else 3
            with_four = level + run * sum(length // 5 for length in apart)
            without = run * sum(length // 5 for length in together)
            right = max(with_four, without)
            if compared and loose != least:
                right = with_four if loose < least else without
            seats = (Seat(1), Seat(2)) if compared else ()
            facts = Facts(Outcome(End.STOCK, Seat(1), seats), (LOOSE, hand, LOOSE), ())
            found = paid_cards.for_secrets(rules, facts, Seat(1), Seat(2))
            found += for_long_runs(rules, facts, Seat(1), Seat(2))
            yield (sorted(hand), scope, level, compared), found == right


@enumerated(Bug(terms._drawn_in, "reversed(taken)", "taken"))
def completed_fours() -> Iterator[tuple[object, bool]]:
    """A four that its owner completed on the table is a Sagasa or not by where the card came from.

    A Sagasa is paid for like a secret by one reading, what is none counts as a secret by another.

    clause: tongits.terms.sagasa
    clause: tongits.terms.sagasa-else-secret
    clause: tongits.settlement.sagasa-like-a-secret
    clause: tongits.settlement.secret-face-down
    over: a three of every owner that every seat makes a four, under every reading
    over: with a card dealt, drawn now, drawn earlier, or taken from the pile by who laid it off
    """
    three = frozenset((Card(4), Card(17), Card(30)))
    fourth = Card(43)
    sources = {
        "dealt": ((), False),
        "drawn now": ((Taken(fourth, 7),), False),
        "drawn earlier": ((Taken(Card(9), 1), Taken(fourth, 4)), False),
        "kept from the pile": ((Taken(fourth, 4, from_pile=True),), False),
        "drawn by another and kept": ((Taken(fourth, 3), Taken(fourth, 4, True)), False),
        "drawn by another and added": ((Taken(fourth, 6),), True),
    }
    for owner, by, where, definition, otherwise, bonus in product(
        range(3),
        range(3),
        sources,
        get_args(SagasaDefinition),
        get_args(SagasaOtherwise),
        get_args(SagasaBonus),
    ):
        rules = Rules(
            terms=Terms(sagasa_definition=definition),
            settlement=Settlement(sagasa_otherwise=otherwise, sagasa_bonus=bonus),
        )
        taken, added = sources[where]
        off = LaidOff(fourth, Seat(by), 7, from_pile=added)
        meld = TableMeld(Seat(owner), three | {fourth}, laid_off=(off,), turn=1)
        facts = Facts(Outcome(End.STOCK, Seat(1)), NO_CARDS, (meld,), taken)
        completed = owner == by
        sagasa = completed and (
            where == "drawn now"
            or (where == "drawn earlier" and definition != SAME_TURN)
            or definition == "own_exposed_three_plus_any_own_fourth"
        )
        sagasas = paid_cards.for_sagasas(rules, facts, Seat(1), Seat(2))
        secrets = paid_cards.for_secrets(rules, facts, Seat(1), Seat(2))
        paid = sagasa and bonus == "same_as_secret"
        counts = otherwise == "completed_four_counts_as_secret"
        secret = completed and not sagasa and counts
        right = (
            terms.is_sagasa(rules, meld, facts.taken) == sagasa,
            sagasas == (3 if paid and owner == 1 else 0),
            secrets == (3 if secret and owner == 1 else 0),
        )
        yield (owner, by, where, definition, otherwise, bonus), all(right)


SAME_TURN = "own_exposed_three_plus_stock_fourth_same_turn_as_drawn"


@law(Bug(paid_cards._is_secret_on_table, "if meld.laid_off:", "if not meld.laid_off:"))
def fours_laid_at_once(
    winner: Seat, owner: Seat, by: Seat, kind: int, definition: SecretDefinition, chips: int
) -> bool:
    """A four laid face up in one action is a secret by a reading, one with a taken discard never.

    clause: tongits.settlement.secret-face-down
    clause: tongits.terms.secret-opened-at-once
    pre: 0 <= winner < 3 and 0 <= owner < 3 and 0 <= by < 3 and 0 <= kind < 4
    pre: kind != 3 or by != owner
    post: _
    """
    loser = Seat((winner + 1) % 3)
    prices = Settlement(secret_definition=definition, special_payment_level=chips)
    meld = (
        TableMeld(owner, FIVES, face_down=True),
        TableMeld(owner, FIVES),
        TableMeld(owner, FIVES, from_pile=Card(4)),
        TableMeld(owner, FIVES, laid_off=(LaidOff(Card(4), by, 5),)),
    )[kind]
    facts = Facts(Outcome(End.STOCK, winner), NO_CARDS, (meld,))
    at_once = definition == "also_face_up_laid_at_once"
    secret = owner == winner and (kind == 0 or (kind == 1 and at_once))
    found = paid_cards.for_secrets(Rules(settlement=prices), facts, winner, loser)
    return found == (chips if secret else 0)
