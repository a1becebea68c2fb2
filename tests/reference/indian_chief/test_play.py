"""Hard places of Indian Chief: what follows was worked out from the text before it was played."""

from __future__ import annotations

from typing import Final, TypeAlias

import pytest

from meldspec.cards import texts
from meldspec.indian_chief.deal import begin, dealt
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.match import grounds, match_winners, totals
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import DEFAULT
from meldspec.indian_chief.refill import due_in_refill
from meldspec.indian_chief.restore import due_in_reshuffle
from meldspec.indian_chief.sheet import line, receipt, sheets
from meldspec.indian_chief.table import (
    NO_CLAIM,
    Choose,
    Choosing,
    Claim,
    Claiming,
    Meld,
    Over,
    Refill,
    Refilling,
    Reshuffling,
    State,
    Target,
    lying,
    table_of,
)
from meldspec.indian_chief.terms import qualifies
from meldspec.indian_chief.thief import thief_order, to_claim
from meldspec.indian_chief.view import Phase, view
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import Deal, Reshuffle

from ..plays import card, cards, hand
from .walks import (
    acted,
    deal_of,
    is_claiming,
    played,
    read_meld,
    with_readings,
)

Readings: TypeAlias = "dict[str, str | int]"

# ── what melds score in one turn ─────────────────────────────────────────────────────────────────

AHEAD = "KS KD QC JD TH"
"""A Rich Man for a seat that is not at issue."""

SCORES: list[tuple[str, Readings, tuple[int, ...]]] = [
    # Thief: the face value
    ("AS | KD", {}, (1, 10)),
    ("TC | 9D", {}, (10, 9)),
    # Poor Man: spades alone
    ("AS KS 9D | AH 9D QC", {}, (11, 0)),
    ("TS JS QS | 2S 3H 4S", {}, (30, 6)),
    # Rich Man: minus the sum
    (f"{AHEAD} | AC AD AH AS 2C", {}, (-50, -6)),
    # Lawyer: 25 or nothing, an ace being one
    ("AH 7C 7D JH | QC 9D 4C 3S", {}, (25, 0)),
    ("AS KD 2C 2H | TS KS 3D 2S", {}, (0, 25)),
    # Doctor: six ranks, a heart and an ace
    ("AH 3S 5S 7S 9S JS | AC 2C 3C 4C 5C 6C", {}, (50, 0)),
    ("AH 3S 5S 7S 9S JS | KD", {"doctor_ace_of_hearts": "two_cards"}, (0, 10)),
    ("AH 3H 5S 7S 9S JS | KD", {"doctor_ace_of_hearts": "two_cards"}, (40, 10)),
    ("AC 3H 5S 7S 9S JS | KD", {"doctor_ace_of_hearts": "two_cards"}, (40, 10)),
    ("AH 2H 4H 6H 8H TH | KD", {}, (60, 10)),
    ("AH 2H 4H 6H 8H TH | KD", {"doctor_heart_count": "exactly_one"}, (0, 10)),
    ("AC 2H 4C 6C 8C TC | KD", {"doctor_heart_count": "exactly_one"}, (50, 10)),
    ("AH 2C 4C 6C 8C TC | KD", {"doctor_heart_count": "exactly_one"}, (50, 10)),
    ("AH AC 4C 6C 8C TC | KD", {}, (0, 10)),
    ("2H 3C 4C 6C 8C TC | KD", {}, (0, 10)),
    ("AH 2H 3H 5S 6S 7S | KD", {}, (30, 10)),
    ("AH 2H 3H 5S 6S 7S naming S | KD", {"doctor_suit": "named_at_commit"}, (30, 10)),
    ("AH 2H 3H 5S 6S 7S naming D | KD", {"doctor_suit": "named_at_commit"}, (0, 10)),
    ("AH 2C 3D 5S 6S 7S naming C | KD", {"doctor_suit": "named_at_commit"}, (10, 10)),
    # Indian Chief: both hands together, divided as is best
    ("4H 4C 5S 5D JC QD KS | KD", {}, (18, 10)),
    ("AH 2D 3C 4S TH JC QD | KD", {}, (12, 10)),
    (
        "AH 2D 3C 4S TH JC QD baccarat TH JC | 5D",
        {"chief_split": "declared_at_commit"},
        (5, 5),
    ),
    # a straight flush of clubs, and 9 + K is 9
    ("5C 6C 7C 8C 9C 9H KD | 2D", {}, (54, 2)),
    # ace high: 25, ace low: 25; with 7 + 2, and 8 + 8
    ("AS TC JH QD KS 2H 7C | 2D", {}, (34, 2)),
    ("AS TC JH QD KS 2H 7C | 2D", {"poker_ace": "high_only"}, (34, 2)),
    ("AS TC JH QD KS 2H 7C | 2D", {"poker_ace": "low_only"}, (14, 2)),
    ("AS 2H 3D 4C 5S 8C 8H | 2D", {}, (31, 2)),
    ("AS 2H 3D 4C 5S 8C 8H | 2D", {"poker_ace": "high_only"}, (19, 2)),
    ("AS 2H 3D 4C 5S 8C 8H | 2D", {"poker_ace": "low_only"}, (31, 2)),
    # Beggar Man: two for each card of another seat that is of a rank of its own
    ("7S QH | 7C 7D QD | 2C", {}, (6, 0, 2)),
    ("8C QD | 8H 3C", {}, (2, 2)),
    ("7D QC | QH QS 7S | 7H 7C", {}, (10, 17, 4)),
    ("7D QC | QH QS 7S | 7H 7C", {"beggar_scope": "left_neighbour"}, (6, 17, 2)),
    ("7D QC | QH QS 7S | 7H 7C", {"beggar_scope": "best_one"}, (6, 17, 2)),
    (
        "7D QC against 2 | QH QS 7S | 7H 7C against 1",
        {"beggar_scope": "one_named"},
        (4, 17, 2),
    ),
    ("QC QD | QH QS 7S", {}, (4, 17)),
    ("QC QD | QH QS 7S", {"beggar_pair": "two_per_matching_pair"}, (8, 17)),
    ("7C QD | QH QS 7S", {"beggar_pair": "two_per_matching_pair"}, (6, 17)),
    # 26 are no Lawyer
    ("QC 2D | QD 9D 4C 3S", {}, (2, 0)),
    ("QC 2D | QD 9D 4C 3S", {"beggar_failed_melds": "ignore"}, (0, 0)),
    ("QC 2D | QD 9D 4C 2S", {"beggar_failed_melds": "ignore"}, (4, 25)),
    ("QC 2D | QD 9D 4C 2S", {"beggar_tense": "all_melds_so_far"}, (4, 25)),
]


@pytest.mark.parametrize(("melds", "readings", "expected"), SCORES, ids=str)
def test_what_melds_score(melds: str, readings: Readings, expected: tuple[int, ...]) -> None:
    rules = with_readings(**readings)
    shown = tuple(read_meld(words) for words in melds.split("|"))
    points = tuple(line(rules, (shown,), 0, Seat(seat)).points for seat in range(len(shown)))
    assert points == expected


TWO_PACKS: list[tuple[str, Readings, int]] = [
    ("7S 7S 7H 7D 7C 4C 5D", {}, 59),
    ("7C 7C 9C 9C KC 2D 3H", {}, 35),
    ("7C 7C 9C 9C KC 2D 3H", {"poker_two_pack": "suited_must_differ"}, 20),
    ("7C 8C 9C TC KC 2D 3H", {"poker_two_pack": "suited_must_differ"}, 35),
    ("5C 5C 6C 7C 8C 9C 4D", {"poker_two_pack": "suited_must_differ"}, 54),
]
"""Five sevens and 4 + 5; five clubs, or two pairs, and 2 + 3; five other clubs and 2 + 3; a
straight flush of clubs and 5 + 4."""


@pytest.mark.parametrize(("words", "readings", "expected"), TWO_PACKS, ids=str)
def test_cards_that_look_alike_in_a_poker_hand(
    words: str, readings: Readings, expected: int
) -> None:
    rules = with_readings(**readings)
    assert line(rules, ((Meld(hand(words)),),), 0, Seat(0)).points == expected


def test_which_melds_are_what_they_say() -> None:
    for words, expected in (
        ("AH", True),
        ("AH 2C", True),
        ("AH 2C 3C", True),
        ("AH 7C 7D JH", True),
        ("AH 7C 7D 9H", False),
        (AHEAD, True),
        ("AH 2C 3C 4C 5C 6C", True),
        ("AD 2C 3C 4C 5C 6C", False),
        ("AH 2C 3C 4C 5C 6C 7D", True),
        ("", False),
        ("AH 2C 3C 4C 5C 6C 7D 8D", False),
    ):
        assert qualifies(DEFAULT, hand(words)) == expected


def test_what_was_melded_in_earlier_turns_counts_by_a_reading() -> None:
    """Queens were melded in the first turn, by two seats; the last shows a seven that matches."""
    earlier = (Meld(hand("2C")), Meld(hand("QH QS 3D")), Meld(hand("QC 9D 4C 3S")))
    now = (Meld(hand("QD 7H")), Meld(hand("4H 5H 6H 8S")), Meld(hand("7C")))
    shown = (earlier, now)
    for readings, expected in (
        ({}, 2),
        ({"beggar_tense": "all_melds_so_far"}, 8),
        ({"beggar_tense": "all_melds_so_far", "beggar_failed_melds": "ignore"}, 6),
        ({"beggar_tense": "all_melds_so_far", "beggar_scope": "left_neighbour"}, 4),
        ({"beggar_tense": "all_melds_so_far", "beggar_scope": "best_one"}, 4),
    ):
        rules = with_readings(**readings)
        assert line(rules, shown, 1, Seat(0)).points == expected, readings


# ── choosing ─────────────────────────────────────────────────────────────────────────────────────

TWO: Final = ("AH 3D 5S 7S 9S JS QC KD", "7C 7D JH 2C 4S 5H QD KC")
THREE: Final = (*TWO, "AC AD 2H 3H 8C 8D 9C TH")


REFUSED: list[tuple[str, Readings, tuple[str, ...]]] = [
    ("0 choose 7C", {}, ("indian-chief.turn.from-hand",)),
    ("0 choose AH AH", {}, ("indian-chief.turn.from-hand",)),
    ("0 choose", {}, ("indian-chief.turn.must-meld",)),
    ("0 choose AH 3D 5S 7S 9S JS QC KD", {}, ("indian-chief.melds.sizes",)),
    ("0 claim", {}, ("indian-chief.turn.choice-due",)),
    ("0 choose AH\n0 choose 3D", {}, ("indian-chief.turn.to-act",)),
    ("0 choose AH\n0 claim", {}, ("indian-chief.turn.to-act",)),
    ("0 choose AH naming C", {}, ("indian-chief.turn.nothing-declared",)),
    ("0 choose AH 3D 5S 7S 9S JS naming S", {}, ("indian-chief.turn.nothing-declared",)),
    ("0 choose AH 3D against 1", {}, ("indian-chief.turn.nothing-declared",)),
    ("0 choose AH 3D 5S 7S 9S JS QC baccarat QC JS", {}, ("indian-chief.turn.nothing-declared",)),
    (
        "0 choose AH 3D 5S 7S 9S JS",
        {"doctor_suit": "named_at_commit"},
        ("indian-chief.doctor.suit-named",),
    ),
    (
        "0 choose AH 3D 5S 7S 9S naming S",
        {"doctor_suit": "named_at_commit"},
        ("indian-chief.turn.nothing-declared",),
    ),
    ("0 choose AH 3D", {"beggar_scope": "one_named"}, ("indian-chief.beggar.opponent-named",)),
    (
        "0 choose AH 3D against 0",
        {"beggar_scope": "one_named"},
        ("indian-chief.beggar.opponent-named",),
    ),
    (
        "0 choose AH 3D 5S 7S 9S JS QC",
        {"chief_split": "declared_at_commit"},
        ("indian-chief.chief.split-declared",),
    ),
    (
        "0 choose AH 3D 5S 7S 9S JS QC baccarat QC KD",
        {"chief_split": "declared_at_commit"},
        ("indian-chief.chief.split-declared",),
    ),
    (
        "0 choose AH 3D 5S 7S 9S JS QC baccarat QC",
        {"chief_split": "declared_at_commit"},
        ("indian-chief.chief.split-declared",),
    ),
    ("0 choose AH 3D\n1 choose 7C\n1 choose 7D", {}, ("indian-chief.thief.claim-due",)),
    ("0 choose AH 3D\n1 choose 7C\n0 choose KD", {}, ("indian-chief.turn.to-act",)),
    ("0 choose AH 3D\n1 choose 7C\n0 claim", {}, ("indian-chief.turn.to-act",)),
    ("0 choose AH 3D\n1 choose 7C\n1 claim KD of 0", {}, ("indian-chief.thief.card-lies-there",)),
    ("0 choose AH 3D\n1 choose 7C\n1 claim 7C of 1", {}, ("indian-chief.thief.opponents-only",)),
]


@pytest.mark.parametrize(("actions", "readings", "clauses"), REFUSED, ids=str)
def test_what_is_refused(actions: str, readings: Readings, clauses: tuple[str, ...]) -> None:
    assert played(with_readings(**readings), TWO, "", actions) == Refusal(clauses)


ACCEPTED: list[tuple[str, Readings]] = [
    ("0 choose AH 3D 5S 7S 9S JS naming D", {"doctor_suit": "named_at_commit"}),
    ("0 choose AH 3D against 1", {"beggar_scope": "one_named"}),
    ("0 choose AH 3D 5S 7S 9S JS QC baccarat QC JS", {"chief_split": "declared_at_commit"}),
    ("0 choose AH\n0 choose 3D 5S", {"simultaneity": "changeable_until_all"}),
]


@pytest.mark.parametrize(("actions", "readings"), ACCEPTED, ids=str)
def test_what_is_accepted(actions: str, readings: Readings) -> None:
    assert isinstance(played(with_readings(**readings), TWO, "", actions), Choosing)


def test_a_box_is_filled_once() -> None:
    turn = "0 choose AH 3D\n1 choose 7C 7D\nreshuffle rest\n"
    again = played(DEFAULT, TWO, "2D 3C", turn + "0 choose 5S 7S")
    assert again == Refusal(("indian-chief.turn.no-repeat",))
    assert isinstance(played(DEFAULT, TWO, "2D 3C", turn + "0 choose 5S 7S 9S"), Choosing)
    failed = "0 choose AH 3D 5S 7S\n1 choose 7C 7D JH 2C\nreshuffle rest\n0 choose 9S JS QC KD"
    assert played(DEFAULT, TWO, "2D 3C", failed) == Refusal(("indian-chief.turn.no-repeat",))


def test_what_may_be_chosen_is_every_number_of_cards_once() -> None:
    state = played(DEFAULT, TWO, "", "")
    assert not isinstance(state, Refusal)
    # 8 + 28 + 56 + 70 + 56 + 28 + 8 ways to take one to seven of eight cards
    assert len(GAME.legal(DEFAULT, state, Seat(0))) == 254
    doubled = ("7C 7C 7D 7D 8D 8D 9H 9H", "AC AC 2C 2C 3C 3C 4C 4C", "5C 5C 6C 6C 8C 8C 9C 9C")
    state = played(DEFAULT, (*doubled, "TC TC JC JC QC QC KC KC"), "", "")
    assert not isinstance(state, Refusal)
    # three ways with each of four pairs, less all cards and none
    assert len(GAME.legal(DEFAULT, state, Seat(0))) == 3**4 - 2
    named = with_readings(doctor_suit="named_at_commit", beggar_scope="one_named")
    # two of eight: 4 pairs and 6 of two ranks, against three seats; six of eight: as many, 4 suits
    assert len(GAME.legal(named, state, Seat(0))) == 79 + 10 * 2 + 10 * 3


def test_a_choice_can_be_changed_by_a_reading_until_all_have_chosen() -> None:
    free = with_readings(simultaneity="changeable_until_all")
    state = played(free, THREE, "", "0 choose AH\n0 choose 3D 5S\n1 choose 7C")
    assert not isinstance(state, Refusal)
    assert GAME.actors(free, state) == (0, 1, 2)
    assert GAME.actors(DEFAULT, state) == (2,)
    seen = view(free, state, Seat(0))
    assert (seen.to_act, seen.chosen, seen.choice) == ((0, 1, 2), (0, 1), Meld(hand("3D 5S")))
    shown = acted(free, state, "2 choose TH")
    assert isinstance(shown, Claiming)
    assert shown.table.shown[0][0].cards == hand("3D 5S")


# ── stealing ─────────────────────────────────────────────────────────────────────────────────────

FOUR: Final = (
    "7C 3D 5S 7S 9S JS QC KD",
    "7D 2C 4S 5H QD KC TC TD",
    "KS 2H 3H 8C 8D 9C TH AS",
    "AH AH 7H 9H 9D JD 6C 6D",
)
"""Two packs; thieves are 7C, 7D, KS or TC, and aces lie with seat 3."""

TIED: Final = "0 choose 7C\n1 choose 7D\n2 choose KS\n"
ACES: Final = TIED + "3 choose AH AH\n"
ACE_AND_JACK: Final = TIED + "3 choose AH JD\n"

CLAIMS: list[tuple[str, Readings, str]] = [
    # a tie: both want the only ace
    (ACE_AND_JACK + "0 claim AH of 3\n1 claim AH of 3", {}, ""),
    (ACE_AND_JACK + "1 claim AH of 3\n0 claim AH of 3", {}, ""),
    (ACE_AND_JACK + "0 claim AH of 3\n1 claim JD of 3", {}, "0:AH 1:JD"),
    (ACE_AND_JACK + "0 claim AH of 3\n1 claim", {}, "0:AH"),
    (ACE_AND_JACK + "0 claim\n1 claim", {}, ""),
    (ACE_AND_JACK + "0 claim AH of 3\n1 claim", {"thief_tie_decline": "prevents"}, ""),
    (
        ACE_AND_JACK + "0 claim AH of 3\n1 claim JD of 3",
        {"thief_tie_decline": "prevents"},
        "0:AH 1:JD",
    ),
    (
        ACE_AND_JACK + "0 claim AH of 3\n1 claim",
        {"thief_tie_decline": "prevents", "thief_tie_partial": "clashing_only"},
        "0:AH",
    ),
    (
        ACE_AND_JACK + "0 claim AH of 3\n1 claim AH of 3",
        {"thief_tie_partial": "clashing_only"},
        "",
    ),
    # two aces lie there
    (ACES + "0 claim AH of 3\n1 claim AH of 3", {}, "0:AH 1:AH"),
    (ACES + "0 claim AH of 3\n1 claim AH of 3", {"thief_tie_identity": "face"}, ""),
    # each takes what the other has shown
    (ACES + "0 claim 7D of 1\n1 claim 7C of 0", {}, "0:7D 1:7C"),
    # the higher thief comes later, and finds what is left
    (ACES + "0 claim\n1 claim\n2 claim AH of 3", {}, "2:AH"),
    (ACES + "0 claim KS of 2\n1 claim\n2 claim 7C of 0", {}, "0:KS 2:7C"),
    # one after the other, beginning after the dealer, who is seat 0
    (
        ACE_AND_JACK + "1 claim AH of 3\n0 claim JD of 3",
        {"thief_tie_protocol": "sequential"},
        "1:AH 0:JD",
    ),
    (ACE_AND_JACK + "2 claim AH of 3", {"thief_tie_protocol": "never"}, "2:AH"),
]


@pytest.mark.parametrize(("actions", "readings", "expected"), CLAIMS, ids=str)
def test_who_steals_what(actions: str, readings: Readings, expected: str) -> None:
    state = played(with_readings(**readings), FOUR, "", actions)
    table = None if isinstance(state, Refusal) else table_of(state)
    assert table is not None
    stolen = [f"{each.by}:{texts((each.target.card,))[0]}" for each in table.stolen]
    assert " ".join(stolen) == expected
    for theft in table.stolen:
        assert theft.target.card in table.hands[theft.by]
        assert theft.target.card in table.shown[0][theft.target.seat].cards


GONE: list[tuple[str, Readings, tuple[str, ...]]] = [
    (
        ACES + "0 claim KS of 2\n1 claim\n2 claim KS of 2",
        {},
        ("indian-chief.thief.card-lies-there",),
    ),
    (
        ACE_AND_JACK + "1 claim AH of 3\n0 claim AH of 3",
        {"thief_tie_protocol": "sequential"},
        ("indian-chief.thief.card-lies-there",),
    ),
    (ACES + "2 claim AH of 3", {}, ("indian-chief.turn.to-act",)),
    (ACES + "0 claim\n0 claim AH of 3", {}, ("indian-chief.turn.to-act",)),
    (
        ACES + "0 claim AH of 3",
        {"thief_tie_protocol": "sequential"},
        ("indian-chief.turn.to-act",),
    ),
    (ACES + "0 claim AH of 3", {"thief_tie_protocol": "never"}, ("indian-chief.turn.to-act",)),
    # 7 9 9 J are 35, and no Lawyer
    (
        TIED + "3 choose 7H 9H 9D JD\n0 claim JD of 3",
        {"thief_target_class": "valid_melds_only"},
        ("indian-chief.thief.valid-melds-only",),
    ),
]


@pytest.mark.parametrize(("actions", "readings", "clauses"), GONE, ids=str)
def test_what_cannot_be_stolen(actions: str, readings: Readings, clauses: tuple[str, ...]) -> None:
    assert played(with_readings(**readings), FOUR, "", actions) == Refusal(clauses)


def test_three_of_a_tie_of_whom_two_clash() -> None:
    hands = (*FOUR[:2], "7S 2H 3H 8C 8D 9C TH AS", FOUR[3])
    tied = "0 choose 7C\n1 choose 7D\n2 choose 7S\n3 choose AH JD\n"
    claims = "0 claim AH of 3\n1 claim AH of 3\n2 claim JD of 3"
    for readings, expected in (({}, []), ({"thief_tie_partial": "clashing_only"}, [2])):
        state = played(with_readings(**readings), hands, "", tied + claims)
        table = None if isinstance(state, Refusal) else table_of(state)
        assert table is not None
        assert [each.by for each in table.stolen] == expected


ORDERS: list[tuple[str, str, Readings, list[tuple[int, ...]]]] = [
    ("TC", "KD", {}, [(0,), (1,)]),
    ("KD", "TC", {}, [(1,), (0,)]),
    ("TC", "KD", {"thief_order_key": "face_value"}, [(0, 1)]),
    ("AS", "2H", {}, [(0,), (1,)]),
    ("AS", "2H", {"thief_order_key": "rank_ace_high"}, [(1,), (0,)]),
    ("AS", "2H", {"thief_order_key": "face_value"}, [(0,), (1,)]),
    ("7C", "7S", {}, [(0, 1)]),
]


@pytest.mark.parametrize(("one", "other", "readings", "expected"), ORDERS, ids=str)
def test_in_which_order_thieves_steal(
    one: str, other: str, readings: Readings, expected: list[tuple[int, ...]]
) -> None:
    shown = (Meld(hand(one)), Meld(hand(other)), Meld(hand("5C 6C")))
    assert list(thief_order(with_readings(**readings), shown)) == expected


def test_a_thief_for_which_nothing_is_left_is_not_asked() -> None:
    """The three takes the five and the five the three; the seven then finds no card."""
    hands = ("3D 2C 4S 5H QD KC TC TD", "5S 7S 9S JS QC KD 6C 6D", "7D KS 2H 3H 8C 8D 9C TH")
    chosen = "0 choose 3D\n1 choose 5S\n2 choose 7D\n"
    asked = played(DEFAULT, hands, "", chosen + "0 claim 5S of 1\n1 claim")
    assert GAME.actors(DEFAULT, is_claiming(asked)) == (2,)
    after = played(DEFAULT, hands, "", chosen + "0 claim 5S of 1\n1 claim 3D of 0")
    assert isinstance(after, Reshuffling)
    assert lying(after.table) == ((), (), hand("7D"))
    assert [len(each) for each in after.table.hands] == [8, 8, 8]


def test_where_only_a_failed_meld_lies_there_a_reading_leaves_the_thief_nothing() -> None:
    hands = ("3D 2C 4S 5H QD KC TC TD", "5S 7S 9S JS QC KD 6C 6D")
    chosen = "0 choose 3D\n1 choose 5S 7S 9S JS"
    assert is_claiming(played(DEFAULT, hands, "", chosen)).waiting == ((0,),)
    valid = with_readings(thief_target_class="valid_melds_only")
    assert isinstance(played(valid, hands, "", chosen), Reshuffling)


def test_stealing_changes_no_score_and_the_stolen_card_is_no_more_restored() -> None:
    hands = ("3D 2C 4S 5H QD KC TC TD", "5S 7S 9S JS QC KD 6C 6D", "QS KS 2H 3H 8C 8D 9C TH")
    chosen = "0 choose 3D\n1 choose QC 6C\n2 choose QS 2H 3H 8C\n"
    shown = is_claiming(played(DEFAULT, hands, "", chosen))
    before = totals(sheets(DEFAULT, shown.table))
    assert before == (3, 2, 0)
    after = acted(DEFAULT, shown, "0 claim QS of 2")
    assert isinstance(after, Reshuffling)
    assert totals(sheets(DEFAULT, after.table)) == before
    stub = shown.table.stock
    assert len(stub) == 28
    # seats 1 and 2 get two and four cards; the thief has the queen, and none from the stub
    assert after.table.hands[0] == hand("2C 4S 5H QD KC TC TD QS")
    assert after.table.stock == stub[6:]
    due = due_in_reshuffle(DEFAULT, after.table)
    assert len(due) == 28
    assert card("QS") not in due
    assert sorted(due) == sorted((*stub[6:], *cards("3D QC 6C 2H 3H 8C")))


def test_legal_claims_are_listed_once() -> None:
    state = is_claiming(played(DEFAULT, FOUR, "", ACES))
    wanted = ((1, "7D"), (2, "KS"), (3, "AH"))
    assert GAME.legal(DEFAULT, state, Seat(0)) == (
        *(Claim(Target(Seat(seat), card(word))) for seat, word in wanted),
        NO_CLAIM,
    )
    assert GAME.legal(DEFAULT, state, Seat(2)) == ()


# ── filling up, and the shuffle ──────────────────────────────────────────────────────────────────

STUB: Final = "AC AS 2D 2S 3C 3H"
"""The stub's top with ``TWO`` dealt."""

ORDERS_OF_REFILL: list[tuple[int, Readings, str]] = [
    (0, {}, "2D 2S 3C"),
    (1, {}, "AC AS 2D"),
    (0, {"shortage_last_served": "singles_from_left"}, "AS 2S 3C"),
    (1, {"shortage_last_served": "singles_from_left"}, "AC 2D 3C"),
    (0, {"shortage_last_served": "dealer_first"}, "AC AS 2D"),
    (1, {"shortage_last_served": "dealer_first"}, "2D 2S 3C"),
]


@pytest.mark.parametrize(("dealer", "readings", "came"), ORDERS_OF_REFILL, ids=str)
def test_who_gets_which_card(dealer: int, readings: Readings, came: str) -> None:
    """Seat 0 lacks three cards and seat 1 two."""
    chosen = "0 choose AH 3D 5S\n1 choose 7C 7D"
    after = played(with_readings(**readings), TWO, STUB, chosen, dealer)
    assert isinstance(after, Reshuffling)
    assert after.table.hands[0] == hand(f"7S 9S JS QC KD {came}")
    assert after.table.stock[0] == card("3H")


def test_the_dealer_may_be_another_in_every_turn() -> None:
    rotates = with_readings(dealer_rotation="rotates_each_turn")
    turn = "0 choose AH 3D 5S\n1 choose 7C 7D\nreshuffle AC AS 2D 2S 3C 3H rest\n"
    second = turn + "0 choose 7S 9S\n1 choose JH 2C 4S"
    for rules, dealers in ((DEFAULT, [0, 0, 0]), (rotates, [0, 0, 1])):
        found = []
        for actions in ("", "0 choose AH 3D 5S\n1 choose 7C 7D", turn):
            state = played(rules, TWO, "TC TD TH TS 9C 9D", actions)
            assert not isinstance(state, Refusal)
            found.append(view(rules, state, Seat(0)).dealer)
        assert found == dealers
        # seat 1 lacks three cards and seat 0 two; who is not the dealer is served first
        after = played(rules, TWO, "TC TD TH TS 9C 9D", second)
        assert isinstance(after, Reshuffling)
        got = "AC AS" if dealers[-1] == 1 else "2S 3C"
        assert set(hand(got)) <= set(after.table.hands[0])


def test_melds_lie_aside_for_a_turn_by_a_reading() -> None:
    lag = with_readings(restore_which="one_turn_lag")
    chosen = "0 choose AH 3D 5S\n1 choose 7C 7D\n"
    state = played(lag, TWO, STUB, chosen)
    assert isinstance(state, Reshuffling)
    melds = hand("AH 3D 5S 7C 7D")
    just = due_in_reshuffle(DEFAULT, state.table)
    due = due_in_reshuffle(lag, state.table)
    assert len(due) == 31
    assert sorted(just) == sorted((*due, *melds))
    for rules, wrong in ((lag, just), (DEFAULT, due)):
        refused = GAME.step(rules, state, CHANCE, Reshuffle(tuple(wrong)))
        assert refused == Refusal(("indian-chief.restore.cards",))
    second = acted(lag, state, "reshuffle rest")
    assert isinstance(second, Choosing)
    assert second.table.aside == melds
    seen = view(lag, second, Seat(1))
    assert (seen.stock_size, seen.aside, seen.melds) == (31, melds, ())
    ended = acted(lag, second, "0 choose 7S 9S JS QC\n1 choose JH 2C 4S")
    assert isinstance(ended, Reshuffling)
    # seven cards have left the stub, and the five that lay aside go back to it
    assert len(due_in_reshuffle(lag, ended.table)) == 31 - 7 + 5
    third = acted(lag, ended, "reshuffle rest")
    assert isinstance(third, Choosing)
    assert third.table.aside == hand("7S 9S JS QC JH 2C 4S")


def test_what_lies_aside_is_recycled_too() -> None:
    """Three seats make the melds of seven and then of six: 18 are lacking, 28 - 21 are there."""
    for readings, size in (({}, 39), ({"stub_shortage": "restore_first"}, 46)):
        lag = with_readings(restore_which="one_turn_lag", **readings)
        state: State | Refusal = played(lag, THREE, "", "")
        for number in (7, 6):
            for seat in range(3):
                assert isinstance(state, Choosing)
                meld = Meld(state.table.hands[seat][:number])
                state = GAME.step(lag, state, Seat(seat), Choose(meld))
            if number == 7:
                state = acted(lag, state, "reshuffle rest")
        assert isinstance(state, Refilling)
        assert len(state.table.stock) == 7
        assert len(state.table.aside) == 21
        assert len(due_in_refill(lag, state.table)) == size
        filled = acted(lag, state, "refill rest")
        assert isinstance(filled, Reshuffling)
        assert (filled.table.aside, lying(filled.table)) == ((), ())
        assert len(due_in_reshuffle(lag, filled.table)) == 52 - 24
        after = acted(lag, filled, "reshuffle rest")
        assert isinstance(after, Choosing)
        assert after.table.aside == ()


def test_chance_acts_only_when_it_is_due() -> None:
    begun = begin(2, Seat(0))
    deal = deal_of(DEFAULT, TWO)
    assert GAME.actors(DEFAULT, begun) == (CHANCE,)
    choosing = GAME.step(DEFAULT, begun, CHANCE, deal)
    assert isinstance(choosing, Choosing)
    assert GAME.step(DEFAULT, choosing, CHANCE, deal) == Refusal(("indian-chief.deal.once",))
    for state in (begun, choosing):
        refilled = GAME.step(DEFAULT, state, CHANCE, Refill(()))
        assert refilled == Refusal(("indian-chief.refill.due",))
        shuffled = GAME.step(DEFAULT, state, CHANCE, Reshuffle(()))
        assert shuffled == Refusal(("indian-chief.restore.due",))
        for action in (deal, Refill(()), Reshuffle(())):
            assert GAME.step(DEFAULT, state, Seat(0), action) == Refusal(
                ("indian-chief.turn.to-act",)
            )
        chosen = Choose(Meld(hand("AH")))
        assert GAME.step(DEFAULT, state, CHANCE, chosen) == Refusal(("indian-chief.turn.to-act",))
    early = GAME.step(DEFAULT, begun, Seat(0), Choose(Meld(hand("AH"))))
    assert early == Refusal(("indian-chief.turn.to-act",))
    assert view(DEFAULT, begun, Seat(1)).phase is Phase.DEAL


@pytest.mark.parametrize(
    ("seats", "clause"), [(2, "indian-chief.deck.one"), (4, "indian-chief.deck.two")]
)
def test_a_deal_is_whole(seats: int, clause: str) -> None:
    begun = begin(seats, Seat(0))
    hands, stock = dealt(DEFAULT, seats, Seat(0), DEFAULT.size.deck(seats))
    assert len(stock) == len(DEFAULT.size.deck(seats)) - 8 * seats
    reached = GAME.step(DEFAULT, begun, CHANCE, Deal(hands, stock))
    assert isinstance(reached, Choosing)
    fewer = Deal(hands, stock[1:])
    assert GAME.step(DEFAULT, begun, CHANCE, fewer) == Refusal((clause,))
    first, *others = hands
    short = Deal((first[1:], *others), (*stock, first[0]))
    assert GAME.step(DEFAULT, begun, CHANCE, short) == Refusal(("indian-chief.deal.eight",))
    both = Deal((first[1:], *others), stock)
    assert GAME.step(DEFAULT, begun, CHANCE, both) == Refusal((clause, "indian-chief.deal.eight"))


# ── the end ──────────────────────────────────────────────────────────────────────────────────────


def before_the_last_turn(readings: Readings) -> Choosing:
    """Two seats have made six melds, both of them all but the Thief; hands as they came."""
    rules = with_readings(**readings)
    state: State | Refusal = played(rules, TWO, "", "")
    for size in (7, 6, 5, 4, 3, 2):
        for seat in range(2):
            assert isinstance(state, Choosing)
            meld = Meld(state.table.hands[seat][:size])
            state = GAME.step(rules, state, Seat(seat), Choose(meld))
        state = acted(rules, state, "reshuffle rest")
    assert isinstance(state, Choosing)
    return state


def shown_last(readings: Readings) -> State:
    """Both show their Thief."""
    rules, state = with_readings(**readings), before_the_last_turn(readings)
    for seat in range(2):
        meld = Meld(state.table.hands[seat][-1:])
        after = GAME.step(rules, state, Seat(seat), Choose(meld))
        assert not isinstance(after, Refusal)
        if isinstance(after, Choosing):
            state = after
        else:
            return after
    raise AssertionError(state)


def test_after_the_last_turn_nothing_is_stolen_or_filled_up() -> None:
    over = shown_last({})
    assert isinstance(over, Over)
    assert GAME.actors(DEFAULT, over) == ()
    assert [len(each) for each in over.table.hands] == [7, 7]
    seen = view(DEFAULT, over, Seat(0))
    assert (seen.phase, seen.turn, seen.match_over) == (Phase.OVER, 7, True)
    assert [len(each.cards) for each in seen.melds] == [1, 1]
    assert all(list(sheet) == list(Box) for sheet in seen.sheets)
    lines = receipt(DEFAULT, over.table)
    assert len(lines) == 14
    for seat in range(2):
        assert sum(each.points for each in lines if each.winner == seat) == seen.scores[seat]
    for actor in (Seat(0), CHANCE):
        refused = GAME.step(DEFAULT, over, actor, Reshuffle(()))
        assert isinstance(refused, Refusal)


def test_or_they_are_by_readings() -> None:
    filled = shown_last({"final_refill": "perform"})
    assert isinstance(filled, Over)
    assert [len(each) for each in filled.table.hands] == [8, 8]
    stealing = shown_last({"steal_last_turn": "perform"})
    assert isinstance(stealing, Claiming)
    rules = with_readings(steal_last_turn="perform")
    done: State | Refusal = stealing
    while isinstance(done, Claiming):
        (actor, *_) = to_claim(done)
        done = GAME.step(rules, done, actor, play_claim(done, actor))
    assert isinstance(done, Over)
    assert [len(each) for each in done.table.hands] == [8, 8]
    assert totals(sheets(DEFAULT, done.table)) == totals(sheets(DEFAULT, filled.table))


def play_claim(state: Claiming, thief: Seat) -> Claim:
    """The other's card."""
    other = Seat(1 - thief)
    return Claim(Target(other, state.table.shown[-1][other].cards[0]))


def test_the_highest_total_wins_and_a_tie_is_shared() -> None:
    assert match_winners((61, 87, 80)) == (1,)
    assert match_winners((87, 61, 87)) == (0, 2)
    assert match_winners((-4, -4)) == (0, 1)


def test_a_tie_has_a_ground_of_its_own() -> None:
    assert "indian-chief.match.highest-wins" in grounds((61, 87, 80))
    assert grounds((87, 61, 87)) == ("indian-chief.match.shared",)
