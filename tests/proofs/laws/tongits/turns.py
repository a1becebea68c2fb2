"""Whose turn it is, how a turn ends, and who deals."""

from __future__ import annotations

from meldspec.cards import Card, small_pack
from meldspec.melds import extensions
from meldspec.play import Refusal, Seat
from meldspec.table import DRAW, Deal, Discard
from meldspec.tongits import game, options_of_play, tongits_call
from meldspec.tongits.deal import (
    DEAL,
    _dealer_after_no_winner,
    next_dealer,
    others_have_a_hand,
)
from meldspec.tongits.ending import End, Outcome, Result
from meldspec.tongits.options import DEFAULT, Rules, Size
from meldspec.tongits.options_of_play import DealerAfterNoWinner, NextDealer
from meldspec.tongits.stock_end import compare_after_stock
from meldspec.tongits.table import (
    CALL_DRAW,
    CHALLENGE,
    FOLD,
    BeforeDeal,
    Drawing,
    Ledger,
    Over,
    Playing,
    Responding,
    TableMeld,
    TurnDone,
)
from meldspec.tongits.turn import not_to_act

from ...bugs import Bug
from ...law import law
from ...tables.tongits import make, table

HAND = frozenset((Card(30), Card(31)))
RUN = frozenset((Card(0), Card(1), Card(2)))


@law(Bug(not_to_act, "actor in actors(rules, state)", "actor != CHANCE"))
def only_the_player_acts(
    phase: int, dealer: Seat, turn: int, seat: Seat, asked: Seat, kind: int, opens: bool
) -> bool:
    """Whoever is not to act is refused, whatever it tries; and just one seat is to act.

    clause: tongits.turn.to-act
    clause: tongits.answering.in-turn
    clause: tongits.answering.challenge-needs-open
    pre: 0 <= phase < 3 and 0 <= dealer < 3 and 0 <= turn and 0 <= kind < 5
    pre: 0 <= seat < 3 and 0 <= asked < 3
    pre: seat != (asked if phase == 2 else (dealer + turn) % 3)
    post: _
    """
    melds = (TableMeld(seat, RUN),) if opens else ()
    at = table(dealer, turn, HAND, (Card(46),), (Card(47),), melds)
    state = (Drawing(at), Playing(at), Responding(at, (asked, seat)))[phase]
    action = (CALL_DRAW, DRAW, Discard(Card(30)), FOLD, CHALLENGE)[kind]
    acting = asked if phase == 2 else Seat((dealer + turn) % 3)
    failing: tuple[str, ...] = ("tongits.turn.to-act",)
    if phase == 2 and kind == 4 and not opens:
        failing = ("tongits.turn.to-act", "tongits.answering.challenge-needs-open")
    return (
        game.GAME.step(DEFAULT, state, seat, action) == Refusal(failing)
        and game.GAME.legal(DEFAULT, state, seat) == ()
        and game.GAME.actors(DEFAULT, state) == (acting,)
    )


@law(Bug(compare_after_stock, "if state.table.stock:", "if len(state.table.stock) > 1:"))
def how_a_turn_ends(dealer: Seat, turn: int, cards: int, stock: int, owner: Seat) -> bool:
    """After a discard an empty hand is tongits, else an empty stock ends the hand, else nothing.

    clause: tongits.tongits-call.by-emptying
    clause: tongits.tongits-call.ends-at-once
    clause: tongits.tongits-call.caller-wins
    clause: tongits.stock-end.end-of-last-drawers-turn
    clause: tongits.ending.three-ways
    pre: 0 <= dealer < 3 and 0 <= turn and 0 <= owner < 3
    pre: 0 <= cards <= 1 and 0 <= stock <= 1
    post: _
    """
    player = Seat((dealer + turn) % 3)
    hand = frozenset((Card(30),)[:cards])
    pile = (Card(32),)[:stock]
    done = table(dealer, turn, hand, pile, (Card(47),), (TableMeld(owner, RUN),))
    reached = game.GAME.follow(DEFAULT, TurnDone(done))
    if cards > 0 and stock > 0:
        return isinstance(reached, Drawing) and reached.table.turn == turn + 1
    if not isinstance(reached, Over):
        return False
    if cards == 0:
        return reached.result.outcome == Outcome(End.TONGITS, player, last_discard=Card(47))
    return reached.result.outcome == Outcome(End.STOCK, owner)


@law(
    Bug(
        tongits_call.win_by_emptying,
        "if state.table.hands",
        "if isinstance(state, Playing) or state.table.hands",
    )
)
def an_empty_hand_is_tongits(dealer: Seat, turn: int, cards: int, stock: int, pot: int) -> bool:
    """Whoever has laid down the last card has tongits at once, without a discard.

    clause: tongits.tongits-call.by-emptying
    clause: tongits.discarding.not-needed-on-tongit
    pre: 0 <= dealer < 3 and 0 <= turn and 0 <= cards <= 2 and 0 <= stock <= 1
    post: _
    """
    player = Seat((dealer + turn) % 3)
    hand = frozenset((Card(30), Card(31))[:cards])
    pile = (Card(32),)[:stock]
    state = Playing(table(dealer, turn, hand, pile, ledger=Ledger(pot=pot)))
    reached = game.GAME.follow(DEFAULT, state)
    if cards > 0:
        return reached == state
    return isinstance(reached, Over) and reached.result.outcome == Outcome(End.TONGITS, player)


@law(Bug(next_dealer, "state.result.outcome.winner is None", "False"), quick=True)
def who_deals(dealer: Seat, turn: int, winner: Seat, won: bool, first: bool) -> bool:
    """The winner of a hand deals the next; after a hand without a winner the dealer stays.

    clause: tongits.deal.next-dealer-is-winner
    clause: tongits.deal.same-dealer-after-no-winner
    pre: 0 <= dealer < 3 and 0 <= winner < 3 and 0 <= turn
    post: _
    """
    if first:
        return next_dealer(DEFAULT, BeforeDeal(dealer, Ledger())) == dealer
    outcome = Outcome(End.STOCK, winner if won else None)
    result = Result(outcome, (0, 0, 0), (), (), (0, 0, 0), 0, None)
    over = Over(table(dealer, turn, HAND), result)
    return next_dealer(DEFAULT, over) == (winner if won else dealer)


@law(Bug(_dealer_after_no_winner, "return table.mover", "return table.dealer"), quick=True)
def who_deals_under_every_reading(
    dealer: Seat, turn: int, winner: Seat, won: bool, after: NextDealer, void: DealerAfterNoWinner
) -> bool:
    """The winner deals or the next in turn; without a winner the same, the next, or who drew last.

    clause: tongits.deal.next-dealer-is-winner
    clause: tongits.deal.same-dealer-after-no-winner
    pre: 0 <= dealer < 3 and 0 <= winner < 3 and 0 <= turn
    post: _
    """
    rules = Rules(deal=options_of_play.Deal(next_dealer=after, dealer_after_no_winner=void))
    outcome = Outcome(End.STOCK, winner if won else None)
    result = Result(outcome, (0, 0, 0), (), (), (0, 0, 0), 0, None)
    deals = next_dealer(rules, Over(table(dealer, turn, HAND), result))
    if won:
        rotates = after == "rotate_next_in_turn"
        return deals == ((dealer + 1) % 3 if rotates else winner)
    if void == "last_drawer":
        return deals == (dealer + turn) % 3
    return deals == (dealer if void == "same_dealer" else (dealer + 1) % 3)


@law(Bug(others_have_a_hand, "len(hand) == rules.size.hand", "len(hand) >= rules.size.hand"))
def sizes_of_a_deal(dealer: Seat, zero: int, one: int, two: int) -> bool:
    """The dealer is dealt one card more than a hand, each other seat just a hand.

    clause: tongits.deal.dealer-thirteen
    clause: tongits.deal.twelve-each
    pre: 0 <= dealer < 3
    pre: 0 <= zero <= 3 and 0 <= one <= 3 and 0 <= two <= 3
    post: _
    """
    pack = small_pack(5, 2)
    rules = Rules(size=Size(pack=pack, hand=1))
    hands = (pack[:zero], pack[zero : zero + one], pack[zero + one : zero + one + two])
    deal = Deal(hands, pack[zero + one + two :])
    counts = (zero, one, two)
    right = counts[dealer - 1] == 1 and counts[dealer - 2] == 1
    failing = (
        *(() if counts[dealer] == 2 else ("tongits.deal.dealer-thirteen",)),
        *(() if right else ("tongits.deal.twelve-each",)),
    )
    reached = make(DEAL, rules, BeforeDeal(dealer, Ledger()), deal)
    return reached == Refusal(failing) if failing else isinstance(reached, Playing)


@law(Bug(extensions, "if highest % 13 < 12", "if highest < 51"))
def what_lengthens_a_run(low: Card, length: int, card: Card) -> bool:
    """A run takes the next card of its suit at either end, and no other.

    clause: tongits.laying-off.run-continuation
    pre: 0 <= low < 52 and 0 <= card < 52
    pre: 3 <= length <= 5 and low % 13 + length <= 13
    post: _
    """
    run = (low, Card(low + 1), Card(low + 2), Card(low + 3), Card(low + 4))[:length]
    below = card == low - 1 and low % 13 > 0
    above = card == low + length and card % 13 > 0
    return (card in extensions(frozenset(run))) == (below or above)


@law(Bug(extensions, "if card not in meld", "if card > lowest"))
def what_lengthens_a_set(number: int, missing: int, card: Card) -> bool:
    """A set of three takes the fourth card of its rank, and no other.

    clause: tongits.laying-off.set-fourth
    pre: 0 <= number < 13 and 0 <= missing < 4 and 0 <= card < 52
    post: _
    """
    three = frozenset(Card(13 * suit + number) for suit in range(4) if suit != missing)
    return (card in extensions(three)) == (card == 13 * missing + number)
