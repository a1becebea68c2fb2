"""Three Thirteen as text: what is special in its messages, and facts that are stated."""

from __future__ import annotations

import pytest

from meldspec.cards import ONE_PACK, texts
from meldspec.play import Refusal
from meldspec.table import Discard, Draw
from meldspec.three_thirteen.options import DEFAULT
from meldspec.three_thirteen.out import can_go_out
from meldspec.three_thirteen.spoken import ACTIONS, THREE_THIRTEEN
from meldspec.three_thirteen.table import GO_OUT_WITH_ALL, KEEP, Discarding, Drawing
from meldspec.undecided import UndecidedError
from meldspec.wire import JSON, Match, WireError

from ..opened import follow
from .walks import WALKS, Step, walk

DECK: list[JSON] = list(texts(ONE_PACK))
TWO_PACKS: JSON = list(texts(ONE_PACK + ONE_PACK))


def begun(players: int = 3, hand_number: int = 1, **options: str | int) -> Match:
    match = THREE_THIRTEEN.begin({"options": {**options}}, players, 0, hand_number)
    assert not isinstance(match, Refusal)
    return match


def test_what_ends_a_turn_without_a_discard_is_spoken() -> None:
    for action, written in ((KEEP, {"type": "keep"}), (GO_OUT_WITH_ALL, {"type": "go_out"})):
        assert ACTIONS.write(action) == written
        assert ACTIONS.read({**written}, 6) == action
    assert ACTIONS.read({"type": "go_out", "discard": None}, 6) == GO_OUT_WITH_ALL


def test_a_hand_as_the_protocol_has_it() -> None:
    facts: dict[str, JSON] = {"players": 3, "dealer": 2, "hand_number": 2, "deck": TWO_PACKS}
    dealt = THREE_THIRTEEN.ask("deal", {}, facts)
    assert isinstance(dealt, dict)
    stock = dealt["stock"]
    assert isinstance(stock, list)
    assert dealt["hands"] == [
        ["AC", "2C", "4C", "5C"],
        ["AC", "3C", "4C", "6C"],
        ["2C", "3C", "5C", "6C"],
    ]
    assert dealt["upcard"] == "7C"
    assert stock[:2] == ["7C", "8C"]
    match = THREE_THIRTEEN.begin({}, 3, 2, 2)
    assert not isinstance(match, Refusal)
    match = match.act("chance", {"type": "deal", **dealt})
    assert not isinstance(match, Refusal)
    assert match.legal(0) == [{"type": "draw"}, {"type": "take"}]
    assert match.result() is None
    assert match.perft(2) == {
        "total": 10,
        "by_action": [[{"type": "draw"}, 5], [{"type": "take"}, 5]],
    }
    match = match.act(0, {"type": "take"})
    assert not isinstance(match, Refusal)
    view = {
        "phase": "discard",
        "to_act": [0],
        "dealer": 2,
        "hand_sizes": [5, 4, 4],
        "stock_size": 91,
        "discard": [],
        "taken": "7C",
        "wild": "4",
        "hand_number": 2,
        "out": None,
        "scores": [0, 0, 0],
        "revealed": [],
        "match_over": False,
    }
    assert match.view(1) == {**view, "seat": 1, "hand": ["AC", "3C", "4C", "6C"]}
    assert match.view(0) == {**view, "seat": 0, "hand": ["AC", "2C", "4C", "5C", "7C"]}
    # five different cards to discard, and without any of them the four fills one gap too few
    for discard in ("AC", "2C", "4C", "5C"):
        refused = match.act(0, {"type": "go_out", "discard": discard})
        assert refused == Refusal(("three-thirteen.out.condition",))
    assert (match.burned(), match.debts(), match.grounds()) == ((), (), ())


def test_a_deck_that_names_no_hand_is_dealt_for_the_first() -> None:
    dealt = THREE_THIRTEEN.ask("deal", {}, {"players": 2, "dealer": 0, "deck": DECK})
    assert isinstance(dealt, dict)
    assert dealt["hands"] == [["2C", "4C", "6C"], ["AC", "3C", "5C"]]


def test_the_result_of_a_hand() -> None:
    """Seat 1 goes out with sevens; seat 2 keeps 9H 9C AD and seat 0 KD 4C 9S."""
    hands: list[JSON] = [["KD", "4C", "9S"], ["7C", "7D", "JS"], ["9H", "9C", "AD"]]
    named = ["KD", "4C", "9S", "7C", "7D", "JS", "9H", "9C", "AD", "5S", "7H", "QC", "QC"]
    rest = [*texts(ONE_PACK), *texts(ONE_PACK)]
    for word in named:
        rest.remove(word)
    top: list[JSON] = ["7H", "QC", "QC"]
    match: Match | Refusal = begun(hand_number=1)
    acts: tuple[tuple[JSON, dict[str, JSON]], ...] = (
        ("chance", {"type": "deal", "hands": hands, "upcard": "5S", "stock": [*top, *rest]}),
        (1, {"type": "draw"}),
        (1, {"type": "go_out", "discard": "JS"}),
        (2, {"type": "draw"}),
        (2, {"type": "discard", "card": "QC"}),
        (0, {"type": "draw"}),
        (0, {"type": "discard", "card": "QC"}),
    )
    for by, do in acts:
        assert not isinstance(match, Refusal)
        match = match.act(by, do)
    assert not isinstance(match, Refusal)
    assert match.result() == {
        "end": "out",
        "winner": 1,
        "deadwood": [23, 0, 19],
        "points": [23, 0, 19],
        "scores": [23, 0, 19],
        "match_over": False,
        "match_winners": [],
        "receipt": [
            {"clause": "three-thirteen.score.deadwood", "from": 0, "to": 0, "points": 23},
            {"clause": "three-thirteen.score.deadwood", "from": 2, "to": 2, "points": 19},
        ],
    }
    seen = match.view(0)
    assert isinstance(seen, dict)
    assert seen["revealed"] == [["4C", "KD", "9S"], ["7C", "7D", "7H"], ["9C", "AD", "9H"]]
    assert match.grounds() == ("three-thirteen.out.hand-ends",)
    assert match.actors() == ("chance",)


Options = dict[str, str | int]

LOOSE: JSON = ["KD", "AC", "2D", "3H", "4C", "5D", "6H", "7C", "8D", "9H", "TC", "JD", "QH"]
"""No two of these cards make a meld with the king, which is wild in the last hand."""

FACTS: list[tuple[str, Options, dict[str, JSON], JSON]] = [
    ("meld", {}, {"cards": ["7H", "8H", "5C"], "wild": "5"}, "run"),
    ("meld", {}, {"cards": ["7H", "7H", "7H"], "wild": "T"}, "set"),
    ("meld", {}, {"cards": ["KC", "3S", "3D"], "wild": "3"}, "both"),
    ("meld", {}, {"cards": ["QH", "KH", "AH"], "wild": "3"}, None),
    ("meld", {}, {"wild": "3"}, None),
    ("deadwood", {}, {"hand": ["QS", "QD", "5C", "2H"], "wild": "5"}, 2),
    ("deadwood", {}, {"hand": ["8S", "8S", "8D", "JC", "2H"], "wild": "5"}, 12),
    ("deadwood", {}, {"hand": [], "wild": "K"}, 0),
    (
        "deadwood",
        {"set_duplicates": "distinct_suits"},
        {"hand": ["8S", "8S", "8D", "JC", "2H"], "wild": "5"},
        36,
    ),
    ("deadwood", {"unmelded_wild_value": "fifty"}, {"hand": ["3S", "5C"], "wild": "3"}, 55),
    (
        "settle",
        {},
        {
            "hand_number": 1,
            "out": 1,
            "hands": [["KD", "4C", "9S"], ["7H", "7H", "3C"], ["9H", "9C", "AD"]],
        },
        {"deadwood": [23, 0, 19], "points": [23, 0, 19]},
    ),
    (
        "settle",
        {"unmelded_wild_value": "twenty"},
        {"hand_number": 11, "out": 0, "hands": [DECK[39:], LOOSE]},
        {"deadwood": [0, 95], "points": [0, 95]},
    ),
]


@pytest.mark.parametrize(("what", "options", "facts", "answer"), FACTS)
def test_facts_without_play(
    what: str, options: Options, facts: dict[str, JSON], answer: JSON
) -> None:
    assert THREE_THIRTEEN.ask(what, {"options": {**options}}, facts) == answer


def test_what_the_rules_refuse() -> None:
    alone = Refusal(("three-thirteen.players.min",))
    assert THREE_THIRTEEN.begin({}, 1, 0) == alone
    assert THREE_THIRTEEN.begin({}, 0, 0) == alone
    assert THREE_THIRTEEN.ask("deal", {}, {"players": 1, "dealer": 0, "deck": DECK}) == alone
    assert THREE_THIRTEEN.ask("settle", {}, {"out": 0, "hands": [[]]}) == alone
    no_hand = Refusal(("three-thirteen.match.eleven",))
    for number in (0, 12, -1):
        assert THREE_THIRTEEN.begin({}, 3, 0, number) == no_hand
        facts: dict[str, JSON] = {"players": 2, "dealer": 0, "hand_number": number, "deck": DECK}
        assert THREE_THIRTEEN.ask("deal", {}, facts) == no_hand
        settled: dict[str, JSON] = {"out": 0, "hands": [[], []], "hand_number": number}
        assert THREE_THIRTEEN.ask("settle", {}, settled) == no_hand
    assert THREE_THIRTEEN.begin({}, 1, 0, 12) == Refusal(
        ("three-thirteen.players.min", "three-thirteen.match.eleven")
    )
    for players, clause in (
        (2, "three-thirteen.deck.two"),
        (3, "three-thirteen.deck.three-four"),
        (4, "three-thirteen.deck.three-four"),
        (5, "three-thirteen.deck.five-six"),
        (6, "three-thirteen.deck.five-six"),
        (7, "three-thirteen.deck.general"),
        (8, "three-thirteen.deck.general"),
    ):
        torn: dict[str, JSON] = {"players": players, "dealer": 0, "deck": ["AC"]}
        assert THREE_THIRTEEN.ask("deal", {}, torn) == Refusal((clause,))
    limited: dict[str, JSON] = {"options": {"packs_beyond_six": "limit_six"}}
    many: dict[str, JSON] = {"players": 7, "dealer": 0, "deck": DECK}
    assert THREE_THIRTEEN.ask("deal", limited, many) == Refusal(
        ("three-thirteen.deck.six-at-most",)
    )
    for tame in ("A", "2"):
        refused = Refusal(("three-thirteen.wild.schedule",))
        assert THREE_THIRTEEN.ask("meld", {}, {"cards": [], "wild": tame}) == refused
        assert THREE_THIRTEEN.ask("deadwood", {}, {"hand": [], "wild": tame}) == refused


NEITHER_OUT: JSON = [["KC", "QD", "4C"], ["5C", "8H", "TS"]]
FITS_BEFORE: JSON = [["4C", "5C", "7C"], ["5D", "8H", "TS"]]
KEPT_OUT: JSON = [["4C", "5C", "6C", "7C"], ["5D", "8H", "TS"]]
LIKE_EIGHTS: JSON = [["8C", "8C", "8D"], ["5D", "8H", "TS"], ["2D", "6H", "TS"]]
KEPT_LAST: JSON = [["4C", "5C", "6C"], ["5D", "8H", "TS", "QC"]]


@pytest.mark.parametrize(
    ("hands", "options", "clause"),
    [
        (NEITHER_OUT, {}, "out.condition"),
        (NEITHER_OUT, {"out.out_test_moment": "before_discard"}, "out.condition"),
        (FITS_BEFORE, {}, "out.condition"),
        (FITS_BEFORE, {"out.out_test_moment": "before_discard"}, None),
        (KEPT_OUT, {}, "out.with-discard"),
        (KEPT_OUT, {"out.out_discard_needed": "may_keep"}, None),
        (KEPT_LAST, {}, "out.final-discard"),
        (KEPT_LAST, {"out.final_turn_discard": "optional"}, None),
        (KEPT_LAST, {"out.final_turn_scope": "draw_only"}, None),
        (LIKE_EIGHTS, {}, None),
        (
            LIKE_EIGHTS,
            {"meld.set_duplicates": "distinct_suits"},
            "out.condition",
        ),
    ],
)
def test_an_end_is_settled_only_if_a_hand_can_end_so(
    hands: JSON, options: Options, clause: str | None
) -> None:
    told = THREE_THIRTEEN.ask("settle", {"options": {**options}}, {"out": 0, "hands": hands})
    if clause is None:
        assert not isinstance(told, Refusal)
    else:
        assert told == Refusal((f"three-thirteen.{clause}",))


def test_the_moment_of_the_test_is_asked_only_if_it_matters() -> None:
    """A hand of melds that a three, which is wild, could join can have gone out in any case."""
    rules = THREE_THIRTEEN.open_rules({})
    melded: JSON = [["4C", "5C", "6C"], ["5D", "8H", "TS"]]
    for hands in (melded, NEITHER_OUT):
        THREE_THIRTEEN.ask_under(rules, "settle", {"out": 0, "hands": hands})
    with pytest.raises(UndecidedError, match="out_test_moment"):
        THREE_THIRTEEN.ask_under(rules, "settle", {"out": 0, "hands": FITS_BEFORE})


def test_facts_that_contradict_themselves_are_not_understood() -> None:
    questions: tuple[tuple[str, dict[str, JSON]], ...] = (
        ("settle", {"out": 2, "hands": [[], ["KD"]]}),
        ("settle", {"hands": [[], ["KD"]]}),
        ("settle", {"out": 0, "hands": [["KD"], ["KD"]]}),
        ("deadwood", {"hand": ["KD", "KD"]}),
        ("deadwood", {"hand": ["KD"], "wild": "B"}),
        ("deadwood", {"hand": ["KD"], "wild": 3}),
        ("meld", {"cards": ["KD"], "wild": "10"}),
        ("meld", {"cards": ["KD"], "wild": ""}),
        ("deal", {"dealer": 0, "deck": []}),
        ("deal", {"players": 2, "deck": []}),
        ("fly", {}),
    )
    for what, facts in questions:
        with pytest.raises(WireError):
            THREE_THIRTEEN.ask(what, {}, facts)


def test_a_match_may_begin_with_its_last_hand() -> None:
    assert begun(hand_number=11).view(0) == BEFORE_THE_LAST


BEFORE_THE_LAST: dict[str, JSON] = {
    "seat": 0,
    "phase": "deal",
    "to_act": [],
    "dealer": 0,
    "hand": [],
    "hand_sizes": [0, 0, 0],
    "stock_size": 0,
    "discard": [],
    "taken": None,
    "wild": "K",
    "hand_number": 11,
    "out": None,
    "scores": [0, 0, 0],
    "revealed": [],
    "match_over": False,
}


# ── rules left open ──────────────────────────────────────────────────────────────────────────────


def test_a_reading_is_looked_at_only_where_it_matters() -> None:
    """Not by a draw from a stock, nor by a discard with which nobody could go out."""
    plain = 0
    for seed in range(6):
        for step in walk(DEFAULT, 2 + seed % 5, seed, hands=2, first=3 + seed, most=150):
            if is_plain(step):
                _, read = follow(WALKS, step)
                assert not read, step
                plain += 1
    assert plain > 200


def counted(hand: str, wild: str, **chosen: str) -> object:
    rules = THREE_THIRTEEN.open_rules({name.replace("__", "."): chosen[name] for name in chosen})
    return THREE_THIRTEEN.ask_under(rules, "deadwood", {"hand": [*hand.split()], "wild": wild})


def test_a_hand_is_counted_with_the_readings_that_change_its_points() -> None:
    """Neither the price of a wild card in a meld, nor the largest set where four cards are one."""
    assert counted("9C 2D KH", "5") == 21
    assert counted("KC KD 3H", "3") == 0
    assert counted("8C 8D 8H 8S", "5") == 0
    for lone in ("KC 9D 3H", "3C 3D"):
        with pytest.raises(UndecidedError, match="unmelded_wild_value"):
            counted(lone, "3")
    with pytest.raises(UndecidedError, match="set_duplicates"):
        counted("8C 8C 8D", "5", meld__set_max="unbounded")
    assert counted("KC 9D 3H", "3", score__unmelded_wild_value="face") == 22


def is_plain(step: Step) -> bool:
    """Whether a step is a draw from a stock that lasts, or a discard of what was not taken."""
    match step.before, step.action:
        case Drawing(table), Draw():
            return len(table.stock) > 1 and table.out is None
        case Discarding(table), Discard(card):
            return (
                bool(table.stock)
                and table.out is None
                and card != table.taken
                and not can_go_out(DEFAULT, table, card)
                and not can_go_out(DEFAULT, table, None)
            )
        case _:
            return False


@pytest.mark.parametrize(("size", "hand_number"), [(0, 1), (2, 1), (3, 2), (12, 11)])
def test_a_hand_smaller_than_it_was_dealt_is_refused(size: int, hand_number: int) -> None:
    """No card is laid before the end, and each turn begins with a draw."""
    out: JSON = DECK[: hand_number + 2]
    facts: dict[str, JSON] = {"hand_number": hand_number, "out": 0}
    held: JSON = DECK[26 : 26 + size]
    with pytest.raises(WireError, match=f"a hand of {size} cards; {hand_number + 2} are dealt"):
        THREE_THIRTEEN.ask("settle", {}, {**facts, "hands": [out, held]})
    with pytest.raises(WireError, match=f"'hands' has a hand of {size} cards"):
        THREE_THIRTEEN.ask("settle", {}, {**facts, "hands": [held, out]})
    whole: JSON = DECK[26 : 26 + hand_number + 2]
    assert isinstance(THREE_THIRTEEN.ask("settle", {}, {**facts, "hands": [out, whole]}), dict)


@pytest.mark.parametrize("card", ["5S", "QS"])
def test_a_hand_larger_than_any_is_refused(card: str) -> None:
    most: dict[str, JSON] = {"hand": [card] * 14, "wild": "5"}
    assert THREE_THIRTEEN.ask("deadwood", {}, most) is not None
    with pytest.raises(WireError, match="'hand' has 15 cards; no hand has more than 14"):
        THREE_THIRTEEN.ask("deadwood", {}, {**most, "hand": [card] * 15})
    facts: dict[str, JSON] = {"hands": [[card] * 15, []], "out": 1, "hand_number": 11}
    with pytest.raises(WireError, match="no hand has more than 14"):
        THREE_THIRTEEN.ask("settle", {}, facts)
    with pytest.raises(WireError, match="'hands' has 5 cards; no hand has more than 4"):
        THREE_THIRTEEN.ask("settle", {}, {"hands": [[card] * 5, []], "out": 1, "hand_number": 1})
