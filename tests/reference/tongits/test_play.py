"""The play of Tong-its, move by move, on deals that can be read."""

from __future__ import annotations

from itertools import chain

import pytest

from meldspec.cards import ONE_PACK, parse_all
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import DRAW, Deal, Discard, LayOff
from meldspec.tongits import game, turn
from meldspec.tongits.deal import next_dealer
from meldspec.tongits.ending import End
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.table import (
    CALL_DRAW,
    CALL_TONGITS,
    CHALLENGE,
    FOLD,
    Action,
    BeforeDeal,
    CallTongits,
    Drawing,
    Expose,
    Over,
    Playing,
    Responding,
    State,
    Take,
    ledger_of,
    table_of,
)
from meldspec.tongits.terms import has_opened
from meldspec.tongits.view import view

from ..plays import card, card_set

P0, P1, P2 = Seat(0), Seat(1), Seat(2)


def deal(hands: tuple[str, str, str], stock: str = "", dealer: Seat = P0) -> Deal:
    """The hands and the top of the stock as given, filled up with the rest of the pack."""
    given = [list(parse_all(hand.split())) for hand in hands]
    top = list(parse_all(stock.split()))
    rest = [each for each in ONE_PACK if each not in [*chain(*given), *top]]
    for seat, hand in enumerate(given):
        while len(hand) < (13 if seat == dealer else 12):
            hand.append(rest.pop())
    return Deal(tuple(map(tuple, given)), (*top, *rest))


def after(state: State, seat: Seat, action: Action) -> State:
    reached = game.GAME.step(DEFAULT, state, seat, action)
    assert not isinstance(reached, Refusal), reached
    return reached


def refusal(state: State, seat: Seat, action: Action) -> tuple[str, ...]:
    reached = game.GAME.step(DEFAULT, state, seat, action)
    assert isinstance(reached, Refusal)
    return reached.clauses


def dealt(hands: tuple[str, str, str], stock: str = "") -> State:
    begun = turn.begin(DEFAULT, P0)
    reached = game.GAME.step(DEFAULT, begun, CHANCE, deal(hands, stock))
    assert not isinstance(reached, Refusal), reached
    return reached


def discard(state: State, word: str) -> State:
    return after(state, table_of(state).mover, Discard(card(word)))


def draw_and_discard(state: State) -> State:
    """A turn that changes nothing but the pile."""
    mover = table_of(state).mover
    drawn = table_of(state).stock[0]
    return after(after(state, mover, DRAW), mover, Discard(drawn))


RUNS = ("4S 5S 6S AC", "8S 9S TS 7S", "2H 3H 4H AH")
STOCK = "KC QD JH KD QC JC"


def test_the_dealer_begins_with_thirteen_and_pays_an_ante_like_all() -> None:
    state = dealt(RUNS)
    assert isinstance(state, Playing)
    assert [len(hand) for hand in state.table.hands] == [13, 12, 12]
    assert len(state.table.stock) == 15
    assert ledger_of(state).chips == (-2, -2, -2)
    assert ledger_of(state).pot == 6
    assert game.GAME.actors(DEFAULT, state) == (P0,)


@pytest.mark.parametrize(
    ("hands", "clauses"),
    [
        ((13, 12, 12), ()),
        ((12, 13, 12), ("tongits.deal.dealer-thirteen", "tongits.deal.twelve-each")),
        ((14, 12, 12), ("tongits.deal.dealer-thirteen",)),
        ((13, 11, 12), ("tongits.deal.twelve-each",)),
    ],
)
def test_a_deal_has_the_right_hands(hands: tuple[int, ...], clauses: tuple[str, ...]) -> None:
    pack = list(ONE_PACK)
    dealt_hands = tuple(tuple(pack.pop() for _ in range(size)) for size in hands)
    reached = game.GAME.step(
        DEFAULT, turn.begin(DEFAULT, P0), CHANCE, Deal(dealt_hands, tuple(pack))
    )
    assert (reached.clauses if isinstance(reached, Refusal) else ()) == clauses


def test_a_deal_is_a_whole_pack() -> None:
    whole = deal(RUNS)
    torn = Deal(whole.hands, (*whole.stock[:-1], whole.stock[0]))
    reached = game.GAME.step(DEFAULT, turn.begin(DEFAULT, P0), CHANCE, torn)
    assert reached == Refusal(("tongits.cards.standard-52",))


def test_chance_deals_only_between_hands() -> None:
    reached = game.GAME.step(DEFAULT, dealt(RUNS), CHANCE, deal(RUNS))
    assert reached == Refusal(("tongits.deal.between-hands",))


def test_nobody_else_acts() -> None:
    state = dealt(RUNS)
    assert refusal(state, P1, DRAW) == ("tongits.turn.to-act",)
    assert refusal(state, P2, CALL_DRAW) == ("tongits.turn.to-act",)
    assert refusal(BeforeDeal(P0, ledger_of(state)), P0, DRAW) == ("tongits.turn.to-act",)


def test_a_seat_does_not_deal_and_chance_does_nothing_else() -> None:
    begun = turn.begin(DEFAULT, P0)
    called = after(all_opened(), P0, CALL_DRAW)
    for state in (begun, dealt(RUNS), called):
        assert refusal(state, P0, deal(RUNS)) == ("tongits.turn.to-act",)
        for action in (DRAW, CHALLENGE):
            reached = game.GAME.step(DEFAULT, state, CHANCE, action)
            assert reached == Refusal(("tongits.turn.to-act",))


def test_the_dealers_first_turn_has_no_draw_and_no_lay_off() -> None:
    state = dealt(("4S 5S 6S 7S", "", ""))
    assert refusal(state, P0, DRAW) == ("tongits.turn.dealer-first-turn-no-draw",)
    assert refusal(state, P0, CALL_DRAW) == ("tongits.draw-call.before-drawing",)
    state = after(state, P0, Expose(card_set("4S 5S 6S")))
    lay_off = LayOff(card("7S"), card_set("4S 5S 6S"))
    assert refusal(state, P0, lay_off) == ("tongits.turn.dealer-first-turn-no-layoff",)


def test_a_turn_begins_with_a_card_and_takes_only_one() -> None:
    state = discard(dealt(RUNS, STOCK), "AC")
    assert isinstance(state, Drawing)
    assert refusal(state, P1, Discard(card("8S"))) == ("tongits.drawing.mandatory",)
    assert refusal(state, P1, Expose(card_set("8S 9S TS"))) == ("tongits.drawing.mandatory",)
    assert refusal(state, P1, CALL_TONGITS) == ("tongits.drawing.mandatory",)
    state = after(state, P1, DRAW)
    assert card("KC") in table_of(state).hands[P1]
    assert refusal(state, P1, DRAW) == ("tongits.drawing.exactly-one",)


def test_the_discard_is_taken_only_into_a_new_meld_on_the_table() -> None:
    state = discard(dealt(("7S", "8S 9S 7C 7D", "")), "7S")
    assert refusal(state, P1, Take(card_set("8S"))) == (
        "tongits.drawing.discard-needs-meld",
        "tongits.drawing.discard-two-from-hand",
    )
    assert refusal(state, P1, Take(card_set("8S 7C"))) == ("tongits.drawing.discard-needs-meld",)
    assert refusal(state, P1, Take(card_set("7C AC"))) == ("tongits.turn.cards-in-hand",)
    for chosen in ("8S 9S", "7C 7D"):
        taken = after(state, P1, Take(card_set(chosen)))
        assert isinstance(taken, Playing)
        (meld,) = taken.table.melds
        assert meld.cards == card_set(chosen) | card_set("7S")
        assert has_opened(DEFAULT, taken.table.melds, P1)
        assert not taken.table.discard


def test_only_fours_are_laid_face_down() -> None:
    state = dealt(("9C 9D 9H 9S 4S 5S 6S", "", ""))
    only_fours = ("tongits.exposing.face-down-only-fours",)
    assert refusal(state, P0, Expose(card_set("4S 5S 6S"), face_down=True)) == only_fours
    assert refusal(state, P0, Expose(card_set("9C 9D 9H"), face_down=True)) == only_fours
    assert refusal(state, P0, Expose(card_set("9C 4S 6S"))) == ("tongits.melds.two-kinds",)
    state = after(state, P0, Expose(card_set("9C 9D 9H 9S"), face_down=True))
    assert view(DEFAULT, state, P0).melds[0].cards == card_set("9C 9D 9H 9S")
    assert view(DEFAULT, state, P1).melds[0].cards is None
    assert view(DEFAULT, state, P1).opened == (True, False, False)


def test_cards_are_laid_off_where_they_fit() -> None:
    state = after(dealt(("4S 5S 6S AC", "7S 3S 9S", "")), P0, Expose(card_set("4S 5S 6S")))
    state = after(discard(state, "AC"), P1, DRAW)
    run = card_set("4S 5S 6S")
    assert refusal(state, P1, LayOff(card("9S"), run)) == ("tongits.laying-off.run-continuation",)
    assert refusal(state, P1, LayOff(card("8S"), run)) == ("tongits.turn.cards-in-hand",)
    state = after(state, P1, LayOff(card("3S"), run))
    assert refusal(state, P1, LayOff(card("7S"), run)) == ("tongits.laying-off.table-only",)
    state = after(state, P1, LayOff(card("7S"), run | card_set("3S")))
    assert not has_opened(DEFAULT, table_of(state).melds, P1)


def blocked_table() -> State:
    """Seat 0 has a run on the table, seat 1 has just laid a card off on it."""
    state = after(dealt(("4S 5S 6S AC", "7S", "8S"), STOCK), P0, Expose(card_set("4S 5S 6S")))
    state = after(discard(state, "AC"), P1, DRAW)
    state = after(state, P1, LayOff(card("7S"), card_set("4S 5S 6S")))
    return discard(state, "KC")


def test_an_opponents_lay_off_blocks_until_the_owners_next_turn_is_done() -> None:
    state = draw_and_discard(blocked_table())
    assert refusal(state, P0, CALL_DRAW) == ("tongits.draw-call.opponent-layoff",)
    assert refusal(state, P0, CALL_DRAW) == ("tongits.draw-call.opponent-layoff",)
    for _ in range(3):
        state = draw_and_discard(state)
    assert isinstance(after(state, P0, CALL_DRAW), Over)


def test_an_own_lay_off_blocks_the_next_turn_alone() -> None:
    state = after(dealt(("4S 5S 6S AC 7S", "", ""), STOCK), P0, Expose(card_set("4S 5S 6S")))
    state = discard(state, "AC")
    for _ in range(2):
        state = draw_and_discard(state)
    state = after(state, P0, DRAW)
    state = discard(after(state, P0, LayOff(card("7S"), card_set("4S 5S 6S"))), "JH")
    for _ in range(2):
        state = draw_and_discard(state)
    assert refusal(state, P0, CALL_DRAW) == ("tongits.draw-call.own-layoff",)
    for _ in range(3):
        state = draw_and_discard(state)
    assert isinstance(after(state, P0, CALL_DRAW), Over)


def all_opened() -> State:
    """All three have a run on the table, and seat 0 is to take a card."""
    state = after(dealt(RUNS, STOCK), P0, Expose(card_set("4S 5S 6S")))
    state = after(discard(state, "AC"), P1, DRAW)
    state = after(discard(after(state, P1, Expose(card_set("8S 9S TS"))), "KC"), P2, DRAW)
    return discard(after(state, P2, Expose(card_set("2H 3H 4H"))), "QD")


def test_the_opponents_answer_in_turn() -> None:
    state = after(all_opened(), P0, CALL_DRAW)
    assert isinstance(state, Responding)
    assert refusal(state, P2, FOLD) == ("tongits.turn.to-act",)
    assert refusal(state, P1, DRAW) == ("tongits.answering.fold-or-challenge",)
    assert game.GAME.legal(DEFAULT, state, P1) == (FOLD, CHALLENGE)
    state = after(state, P1, FOLD)
    assert game.GAME.actors(DEFAULT, state) == (P2,)
    done = after(state, P2, FOLD)
    assert isinstance(done, Over)
    assert done.result.outcome.winner == P0
    assert done.result.outcome.compared == ()


def test_an_answer_needs_a_call() -> None:
    assert refusal(all_opened(), P0, FOLD) == ("tongits.answering.call-pending",)


def test_who_has_not_opened_neither_calls_nor_challenges() -> None:
    state = discard(dealt(RUNS, STOCK), "AC")
    assert refusal(state, P1, CALL_DRAW) == ("tongits.draw-call.opened",)
    state = after(dealt(RUNS, STOCK), P0, Expose(card_set("4S 5S 6S")))
    state = after(discard(state, "AC"), P1, DRAW)
    state = discard(after(state, P1, Expose(card_set("8S 9S TS"))), "KC")
    state = after(draw_and_discard(state), P0, CALL_DRAW)
    assert refusal(state, P2, CHALLENGE) == (
        "tongits.turn.to-act",
        "tongits.answering.challenge-needs-open",
    )
    assert refusal(state, P2, FOLD) == ("tongits.turn.to-act",)
    done = after(state, P1, FOLD)
    assert isinstance(done, Over)
    assert done.result.burned == (P2,)


def test_tongits_covers_the_hand_and_may_end_with_a_discard() -> None:
    melded = "AS 2S 3S 4H 4D 4C 7H 8H 9H TS JS QS"
    state = dealt((f"{melded} KD", "", ""))
    assert refusal(state, P0, CALL_TONGITS) == ("tongits.tongits-call.all-cards-used",)
    wrong = CallTongits(card("AS"))
    assert refusal(state, P0, wrong) == ("tongits.tongits-call.all-cards-used",)
    done = after(state, P0, CallTongits(card("KD")))
    assert isinstance(done, Over)
    assert done.result.outcome.end is End.TONGITS
    assert done.result.payments == (2 * (3 + 1 + 1), -5, -5)
    assert done.table.discard == (card("KD"),)


def test_running_out_of_cards_is_tongits() -> None:
    melded = ("AS 2S 3S", "4H 4D 4C", "7H 8H 9H", "TS JS QS")
    state = dealt((" ".join((*melded, "KD")), "", ""))
    for meld in melded:
        state = after(state, P0, Expose(card_set(meld)))
    for done in (discard(state, "KD"), after(state, P0, CallTongits(card("KD")))):
        assert isinstance(done, Over)
        assert done.result.outcome.end is End.TONGITS
        assert done.result.payments == (10, -5, -5)
        assert done.table.discard == (card("KD"),)


def test_the_winner_deals_and_collects_the_pot_at_the_second_win() -> None:
    melded = "AS 2S 3S 4H 4D 4C 7H 8H 9H TS JS QS KD"
    state: State = turn.begin(DEFAULT, P1)
    chips = []
    for _ in range(2):
        reached = game.GAME.step(DEFAULT, state, CHANCE, deal(("", melded, ""), dealer=P1))
        assert not isinstance(reached, Refusal), reached
        state = after(reached, P1, CallTongits(card("KD")))
        chips.append((ledger_of(state).chips, ledger_of(state).pot))
    assert chips == [((-7, 8, -7), 6), ((-14, 28, -14), 0)]
    assert isinstance(state, Over)
    assert next_dealer(DEFAULT, state) == P1


def test_the_stock_running_out_ends_the_hand_after_the_last_drawers_turn() -> None:
    state: State = discard(dealt(RUNS, STOCK), "AC")
    for _ in range(14):
        state = draw_and_discard(state)
    state = after(state, table_of(state).mover, DRAW)
    assert isinstance(state, Playing)
    assert not state.table.stock
    done = after(state, state.table.mover, Discard(min(state.table.hands[state.table.mover])))
    assert isinstance(done, Over)
    assert done.result.outcome.winner is None
    assert done.result.burned == (P0, P1, P2)
    assert done.result.payments == (0, 0, 0)
    assert next_dealer(DEFAULT, done) == P0
