"""What a seat sees, may do and is refused does not depend on cards that are hidden from it."""

from __future__ import annotations

from meldspec.play import Seat
from meldspec.table import Deal
from meldspec.tongits import game
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.table import table_of
from meldspec.tongits.view import view

from .twins import exchanged, refusals, replayed, twins
from .walks import walk

MATCHES = 120


def test_hidden_cards_make_no_difference_to_who_cannot_see_them() -> None:
    compared = 0
    long_hands = 0
    for seed in range(MATCHES):
        seat = Seat(seed % 3)
        hand = list(twins(DEFAULT, seed))
        for state, twin in hand:
            assert view(DEFAULT, state, seat) == view(DEFAULT, twin, seat), seed
            assert game.GAME.legal(DEFAULT, state, seat) == game.GAME.legal(DEFAULT, twin, seat)
            if table_of(state).turn % 4 == 0:
                assert refusals(DEFAULT, state, seat) == refusals(DEFAULT, twin, seat)
        compared += len(hand)
        long_hands += len(hand) > 20
    assert compared > 20 * MATCHES
    assert long_hands > MATCHES // 4


def test_a_leak_is_noticed() -> None:
    steps = list(walk(DEFAULT, 0, hands=1))[:4]
    deal = steps[0].action
    assert isinstance(deal, Deal)
    one, other = deal.hands[1][0], deal.hands[2][0]
    (twin, *_) = replayed(DEFAULT, steps, exchanged(deal, one, other))
    assert view(DEFAULT, steps[0].after, Seat(1)) != view(DEFAULT, twin, Seat(1))
    assert view(DEFAULT, steps[0].after, Seat(0)) == view(DEFAULT, twin, Seat(0))
