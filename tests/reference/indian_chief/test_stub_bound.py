"""The stub lasts for six seats, fails seven in one way, and eight in four turns at most."""

from __future__ import annotations

import pytest

from meldcheck.words.places import spec_directory
from meldspec.cards import Card, rank, text
from meldspec.indian_chief import deal
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import DEFAULT, Rules
from meldspec.indian_chief.refill import due_in_refill, lacking
from meldspec.indian_chief.restore import due_in_reshuffle
from meldspec.indian_chief.table import (
    Choose,
    Choosing,
    Claiming,
    Meld,
    Refill,
    Refilling,
    Reshuffling,
    State,
)
from meldspec.indian_chief.view import view
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import Deal

from . import stub_bound
from .stub_bound import bound, largest_of_two_turns, most_short_turns, stub
from .walks import acted, with_readings

BOUNDS = {
    2: (36, 14, 0, 0, 0),
    3: (28, 21, 0, 0, 0),
    4: (72, 28, 0, 0, 0),
    5: (64, 35, 0, 0, 0),
    6: (56, 42, 0, 0, 0),
    7: (48, 49, 1, 1, 1),
    8: (40, 56, 16, 387_606, 350_114),
}
"""Seats: the stub, cards lacking at most, too few at worst, and short profiles, without and with
thefts."""


@pytest.mark.parametrize("seats", BOUNDS)
def test_the_bound(seats: int) -> None:
    each = bound(seats)
    found = (each.stub, each.most, each.deficit, each.short, each.short_all_steal)
    assert found == BOUNDS[seats]
    assert each.profiles == 7**seats


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_profile_of_six_is_short_looked_at_one_by_one(seats: int) -> None:
    for all_steal in (False, True):
        assert stub_bound.short_profiles_one_by_one(seats, all_steal) == 0


def test_counting_sets_of_sizes_is_counting_profiles() -> None:
    """By a smaller stub, so that there is something to count."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stub_bound, "stub", lambda seats: 4 * seats)
        for seats in range(2, 6):
            for all_steal in (False, True):
                counted = stub_bound.short_profiles(seats, all_steal)
                assert counted == stub_bound.short_profiles_one_by_one(seats, all_steal) > 0


def test_in_how_many_turns_the_stub_can_be_short() -> None:
    turns = {seats: most_short_turns(seats) for seats in BOUNDS}
    assert turns == {2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 1, 8: 4}


def test_with_melds_lying_aside_it_is_short_for_fewer() -> None:
    short = {seats for seats in BOUNDS if largest_of_two_turns(seats) > stub(seats)}
    assert short == {3, 5, 6, 7, 8}
    assert largest_of_two_turns(5) - stub(5) == 1


def test_the_table_says_all_of_it() -> None:
    lines = list(stub_bound.table())
    assert "| 7 | 104 | 48 | 49 | 1 | 823543 | 1 |" in lines
    assert (
        "| 8 | 104 | 40 | 56 | 16 | 5764801 | 387606, and 350114 if every thief steals |" in lines
    )
    assert lines[-1] == "With 8 seats the stub is short in 4 of a match's turns at most."


def test_the_page_has_the_table() -> None:
    page = (spec_directory() / "indian-chief/refill.md").read_text(encoding="utf-8")
    rows = [line for line in stub_bound.table() if line.startswith("|")]
    assert "\n".join(rows) in page


# ── played ───────────────────────────────────────────────────────────────────────────────────────


def dealt(rules: Rules, seats: int) -> State | Refusal:
    """The packs in their order, dealt by seat 0."""
    cards = deal.dealt(rules, seats, Seat(0), rules.size.deck(seats))
    return GAME.step(rules, deal.begin(seats, Seat(0)), CHANCE, Deal(*cards))


def melded(rules: Rules, state: State | Refusal, sizes: list[int]) -> State:
    """Every seat melds the first cards of its hand, so many each."""
    for seat, size in enumerate(sizes):
        assert isinstance(state, Choosing)
        choice = Choose(Meld(state.table.hands[seat][:size]))
        state = GAME.step(rules, state, Seat(seat), choice)
    assert not isinstance(state, Refusal)
    return state


def sevens(**readings: str) -> tuple[Rules, Refilling]:
    """Seven seats make the meld of seven in the first turn."""
    rules = with_readings(**readings)
    state = melded(rules, dealt(rules, 7), [7] * 7)
    assert isinstance(state, Refilling)
    return rules, state


def test_seven_melds_of_seven_leave_one_place_without_a_card() -> None:
    _, state = sevens()
    assert len(state.table.stock) == 48
    assert [len(hand) for hand in state.table.hands] == [1] * 7
    assert view(DEFAULT, state, Seat(3)).stock_size == 48
    for sizes in ([7] * 6 + [6], [1] + [7] * 6):
        lasts = melded(DEFAULT, dealt(DEFAULT, 7), sizes)
        assert isinstance(lasts, Reshuffling | Claiming)


def test_what_is_left_is_dealt_first_and_the_dealer_gets_a_card_melded_this_turn() -> None:
    rules, state = sevens()
    due = due_in_refill(rules, state.table)
    assert len(due) == 49
    last = due[5]
    order = (last, *due[:5], *due[6:])
    after = GAME.step(rules, state, CHANCE, Refill(order))
    assert isinstance(after, Reshuffling)
    assert after.table.stock == order[1:]
    for place, seat in enumerate((1, 2, 3, 4, 5, 6)):
        got = state.table.stock[7 * place : 7 * place + 7]
        assert after.table.hands[seat] == tuple(sorted((*state.table.hands[seat], *got)))
    dealer = (*state.table.hands[0], *state.table.stock[42:], last)
    assert after.table.hands[0] == tuple(sorted(dealer))
    assert view(rules, after, Seat(0)).melds == ()
    assert len(due_in_reshuffle(rules, after.table)) == 48


def test_or_the_stub_is_shuffled_with_the_melds_first() -> None:
    rules, state = sevens(stub_shortage="restore_first")
    due = due_in_refill(rules, state.table)
    assert len(due) == 97
    short = GAME.step(rules, state, CHANCE, Refill(tuple(due[48:])))
    assert short == Refusal(("indian-chief.refill.cards",))
    order = tuple(sorted(due, key=lambda each: (rank(each), each)))
    after = GAME.step(rules, state, CHANCE, Refill(order))
    assert isinstance(after, Reshuffling)
    assert after.table.stock == order[49:]
    got = tuple(sorted((*state.table.hands[1], *order[:7])))
    assert after.table.hands[1] == got


def test_or_so_many_are_not_dealt_to() -> None:
    limited = with_readings(stub_shortage="limit_players_6")
    assert dealt(limited, 7) == Refusal(("indian-chief.deck.six-at-most",))
    assert dealt(limited, 8) == Refusal(("indian-chief.deck.six-at-most",))
    assert isinstance(dealt(limited, 6), Choosing)


def served(hand: tuple[Card, ...], before: tuple[Card, ...]) -> list[str]:
    """What came to a hand."""
    came = list(hand)
    for each in before:
        came.remove(each)
    return [text(each) for each in came]


@pytest.mark.parametrize(
    ("readings", "last"),
    [({}, 0), ({"shortage_last_served": "singles_from_left"}, 0),
     ({"shortage_last_served": "dealer_first"}, 6)],
)  # fmt: skip
def test_who_gets_the_last_card(readings: dict[str, str], last: int) -> None:
    rules, state = sevens(**readings)
    due = due_in_refill(rules, state.table)
    after = GAME.step(rules, state, CHANCE, Refill(tuple(due)))
    assert isinstance(after, Reshuffling)
    others = [seat for seat in range(7) if seat != last]
    gone = [
        came for seat in others for came in served(after.table.hands[seat], state.table.hands[seat])
    ]
    assert len(gone) == 42
    stub_texts = sorted(map(text, state.table.stock))
    from_stub = sorted([*gone, *served(after.table.hands[last], state.table.hands[last])])
    from_stub.remove(text(due[0]))
    assert from_stub == stub_texts
    assert text(due[0]) in served(after.table.hands[last], state.table.hands[last])


def test_eight_can_lack_cards_in_four_turns_running() -> None:
    """Two seats each make the melds of four, five, six and seven, another one in every turn."""
    state: State | Refusal = dealt(DEFAULT, 8)
    short = 0
    for turn in range(4):
        state = melded(DEFAULT, state, [4 + (turn + seat // 2) % 4 for seat in range(8)])
        assert isinstance(state, Refilling)
        assert sum(lacking(DEFAULT, state.table)) == 44
        assert len(state.table.stock) == 40
        short += 1
        state = acted(DEFAULT, state, "refill rest\nreshuffle rest")
    assert short == most_short_turns(8)
