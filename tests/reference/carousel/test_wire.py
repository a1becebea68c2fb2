"""Carousel as text: what is special in its messages, facts that are stated, and open rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from meldspec.cards import ONE_PACK, texts
from meldspec.carousel.options import DEFAULT
from meldspec.carousel.spoken import ACTIONS, CAROUSEL
from meldspec.carousel.table import (
    DECLINE,
    KNOCK,
    SOME_REARRANGEMENT,
    Drawing,
    Knocking,
    Melding,
    Over,
    Rearrange,
    State,
)
from meldspec.play import Refusal, Seat
from meldspec.spoken import SpokenMatch
from meldspec.table import Deal, Draw
from meldspec.wire import JSON, Match, WireError, write_melds

from ..opened import follow
from .walks import WALKS, Step, melds, position, rearranging, walk

DECK: list[JSON] = [*texts(ONE_PACK), "*"]
TWO_PACKS: list[JSON] = [*texts(ONE_PACK + ONE_PACK), "*", "*"]

Options = dict[str, str | int]


def begun(players: int = 2, **options: str | int) -> Match:
    match = CAROUSEL.begin({"options": {**options}}, players, 0)
    assert not isinstance(match, Refusal)
    return match


def without(words: list[str], deck: list[JSON]) -> list[JSON]:
    """The deck without these cards."""
    left = list(deck)
    for word in words:
        left.remove(word)
    return left


def done(match: Match | Refusal, *acts: tuple[JSON, dict[str, JSON]]) -> Match:
    """The match after these acts."""
    for by, do in acts:
        assert not isinstance(match, Refusal)
        match = match.act(by, do)
    assert not isinstance(match, Refusal), match
    return match


def test_tables_are_written_in_printing_order_however_they_were_named() -> None:
    named = ACTIONS.read(
        {
            "type": "rearrange",
            "table": [["7s", "*6S", "5♠"], ["*10h", "10D", "TC"]],
            "cards": ["*", "10d", "TC"],
        },
        5,
    )
    assert named == rearranging("TC TD * to TC TD *TH / 5S *6S 7S")
    assert ACTIONS.write(named) == {
        "type": "rearrange",
        "table": [["TC", "TD", "*TH"], ["5S", "*6S", "7S"]],
        "cards": ["TC", "TD", "*"],
    }
    assert write_melds(melds("QS KS AS / 7C 7C")) == [["7C", "7C"], ["AS", "QS", "KS"]]


def test_what_stands_for_all_rearrangements_has_no_fields() -> None:
    assert ACTIONS.write(SOME_REARRANGEMENT) == {"type": "rearrange"}
    empty: dict[str, JSON] = {"type": "rearrange", "table": [], "cards": None}
    assert ACTIONS.read(empty, 5) == ACTIONS.read({"type": "rearrange"}, 5) == SOME_REARRANGEMENT
    bare = ACTIONS.read({"type": "rearrange", "table": [["7C", "7D", "7H"]]}, 5)
    assert bare == Rearrange(melds("7C 7D 7H"), ())
    assert ACTIONS.write(bare) == {
        "type": "rearrange",
        "table": [["7C", "7D", "7H"]],
        "cards": [],
    }


HANDS = (
    ["4S", "7C", "7D", "9H", "TC", "QD", "2H", "3C", "5D", "KC"],
    ["*", "6C", "8D", "TH", "QC", "AD", "3H", "5S", "JC", "AS"],
)


def dealt(*top: str) -> Match:
    """Two seats, with these cards on top of the stock."""
    named = [*HANDS[0], *HANDS[1], *top]
    hands: list[JSON] = [[*each] for each in HANDS]
    stock: list[JSON] = [*top, *without(named, DECK)]
    return done(begun(), ("chance", {"type": "deal", "hands": hands, "stock": stock}))


def test_a_hand_as_the_protocol_has_it() -> None:
    match = dealt("AC", "7H", "2C", "KS")
    assert match.actors() == (1,)
    assert match.legal(1) == [{"type": "draw"}]
    match = done(match, (1, {"type": "draw"}))
    assert match.legal(1) == [{"type": "draw"}, {"type": "rearrange"}]
    facts: dict[str, JSON] = {"players": 2, "hand": ["*", "AC", "AD", "AS"], "by": "cards"}
    best = CAROUSEL.ask("best", {}, facts)
    assert best == {
        "cards": ["AC", "AD", "AS", "*"],
        "points": 28,
        "table": [["AC", "AD", "*AH", "AS"]],
    }
    three: dict[str, JSON] = {
        "type": "rearrange",
        "table": [["AD", "*AH", "AC"]],
        "cards": ["*", "AD", "AC"],
    }
    match = done(match, (1, three))
    shown: dict[str, JSON] = {
        "dealer": 0,
        "hand_sizes": [10, 8],
        "stock_size": 32,
        "draws": 1,
        "table": [["AC", "AD", "*AH"]],
        "declined": [],
        "revealed": [],
        "scores": [0, 0],
        "boxes": [0, 0],
        "match_over": False,
    }
    for seat in (0, 1):
        words = [*HANDS[0]] if seat == 0 else without(["*", "AD"], [*HANDS[1]])
        seen = match.view(seat)
        assert isinstance(seen, dict)
        own = seen.pop("hand")
        assert isinstance(own, list)
        assert sorted(map(str, own)) == sorted(map(str, words))
        assert seen == {**shown, "seat": seat, "phase": "knock", "to_act": [1]}
    assert match.legal(1) == [{"type": "decline"}]
    assert match.legal(0) == []
    knock = match.act(1, {"type": "knock"})
    assert knock == Refusal(("carousel.knock.threshold",))
    match = done(match, (1, {"type": "decline"}), (0, {"type": "draw"}))
    assert match.act(0, {"type": "decline"}) == Refusal(("carousel.draw.no-pass",))
    marker = match.act(0, {"type": "rearrange"})
    assert isinstance(marker, Refusal)
    assert match.result() is None
    assert (match.burned(), match.debts(), match.grounds()) == ((), (), ())


def test_the_result_of_a_hand() -> None:
    """Seat 0 keeps four points and knocks, and seat 1 has three."""
    table = position("4C", others=("3C", "QC QD 2C"), scores=(31, 130, 0), boxes=(1, 3, 0))
    match = SpokenMatch(CAROUSEL, DEFAULT, Knocking(table)).act(0, {"type": "knock"})
    assert not isinstance(match, Refusal)
    difference, undercut = "carousel.score.sum-of-differences", "carousel.score.undercut-bonus"
    receipt: list[JSON] = [
        {"clause": difference, "from": 0, "to": 1, "points": 1},
        {"clause": difference, "from": 2, "to": 1, "points": 19},
        {"clause": undercut, "from": 1, "to": 1, "points": 10},
    ]
    outcome: dict[str, JSON] = {
        "winners": [1],
        "deadwood": [4, 3, 22],
        "points": [0, 30, 0],
        "scores": [31, 160, 0],
        "boxes": [1, 4, 0],
        "match_over": True,
        "match_winners": [1],
        "totals": [31 + 25, 160 + 100 + 100, 0],
    }
    assert match.result() == {
        "end": "knock",
        "knocker": 0,
        **outcome,
        "receipt": receipt,
    }
    assert match.grounds() == ("carousel.knock.ends-hand",)
    assert match.actors() == ()
    facts: dict[str, JSON] = {
        "knocker": 0,
        "hands": [["4C"], ["3C"], ["QC", "QD", "2C"]],
        "scores": [31, 130, 0],
        "boxes": [1, 3, 0],
    }
    assert CAROUSEL.ask("settle", {}, facts) == outcome


def test_the_result_of_an_empty_stock() -> None:
    table = position("9C", others=("3C",), stock="")
    match = SpokenMatch(CAROUSEL, DEFAULT, Knocking(table)).act(0, {"type": "decline"})
    assert not isinstance(match, Refusal)
    assert match.result() == {
        "end": "stock",
        "knocker": None,
        "winners": [],
        "deadwood": [9, 3],
        "points": [0, 0],
        "scores": [0, 0],
        "boxes": [0, 0],
        "match_over": False,
        "match_winners": [],
        "totals": [],
        "receipt": [],
    }
    assert match.grounds() == ("carousel.stock.exhausted",)
    assert match.actors() == ("chance",)
    seen = match.view(1)
    assert isinstance(seen, dict)
    assert seen["revealed"] == [["9C"], ["3C"]]


SEVENS = ["6S", "7S", "8S", "6H", "7H", "8H", "7C", "7D"]
"""Two runs, and two sevens that want a third one."""

ONE_OF_EACH: Options = {
    "deadwood_scope": "own_melds_exempt",
    "joker_domain": "copies_not_exceeded",
}

FACTS: list[tuple[str, Options, dict[str, JSON], JSON]] = [
    ("meld", {}, {"cards": ["7C", "7D", "*7S"]}, "set"),
    ("meld", {}, {"cards": ["7C", "7D", "*8S"]}, None),
    ("meld", {}, {"cards": ["7C", "7D", "*"]}, None),
    ("meld", {}, {"cards": ["7C", "7C", "7D"]}, None),
    ("meld", {}, {"cards": ["5S", "*6S", "7S"]}, "run"),
    ("meld", {}, {"cards": ["QS", "AS", "KS"]}, "run"),
    ("meld", {}, {"cards": ["KS", "AS", "2S"]}, None),
    ("meld", {}, {"cards": ["7C", "7D"]}, None),
    ("meld", {}, {}, None),
    ("meld", {}, {"cards": ["AS", *(f"{rank}S" for rank in "23456789TJQK"), "AS"]}, "run"),
    (
        "meld",
        {"ace_both_ends": "one_end"},
        {"cards": ["AS", *(f"{rank}S" for rank in "23456789TJQK"), "AS"]},
        None,
    ),
    ("deadwood", {}, {"hand": ["KS", "4C", "*"]}, 39),
    ("deadwood", {}, {}, 0),
    ("deadwood", {"deadwood_scope": "own_melds_exempt"}, {"hand": ["KS", "KD", "*", "4C"]}, 4),
    (
        "deadwood",
        {"deadwood_scope": "own_melds_and_table_fits_exempt"},
        {"hand": ["KS", "4C"], "table": [["KC", "KD", "KH"]]},
        4,
    ),
    ("deadwood", {}, {"hand": ["KS", "4C"], "table": [["KC", "KD", "KH"]]}, 14),
    (
        "deadwood",
        {
            "deadwood_scope": "own_melds_and_table_fits_exempt",
            "joker_domain": "copies_not_exceeded",
        },
        {"hand": ["8S", "9S", "*"], "table": [["7C", "7D", "7S"], ["TC", "TD", "TH"]]},
        0,
    ),
    # all cards are of two packs, so there is a second seven of spades for the joker to be
    ("deadwood", ONE_OF_EACH, {"hand": [*SEVENS, "*"]}, 0),
    ("deadwood", ONE_OF_EACH, {"hand": [*SEVENS, "QD", "KD", "*", "*"]}, 0),
    ("deadwood", ONE_OF_EACH, {"hand": [*SEVENS, "*", "KD", "KD"]}, 20),
    ("deadwood", {**ONE_OF_EACH, "joker_domain": "any_card"}, {"hand": [*SEVENS, "*"]}, 0),
    (
        "deadwood",
        {**ONE_OF_EACH, "joker_count": "two_per_pack", "all_joker_meld": "allowed"},
        {"hand": ["*", "*", "*"]},
        0,
    ),
    (
        "best",
        {},
        {"players": 2, "table": [["5C", "5D", "5H"]], "hand": ["5S", "KC"], "by": "cards"},
        {"cards": ["5S"], "points": 5, "table": [["5C", "5D", "5H", "5S"]]},
    ),
    ("best", {}, {"players": 2, "hand": ["5S", "KC"], "by": "points"}, None),
    ("best", {}, {"players": 5, "by": "points"}, None),
]


@pytest.mark.parametrize(("what", "options", "facts", "answer"), FACTS)
def test_facts_without_play(
    what: str, options: Options, facts: dict[str, JSON], answer: JSON
) -> None:
    assert CAROUSEL.ask(what, {"options": {**options}}, facts) == answer


def test_the_deal_goes_card_by_card() -> None:
    facts: dict[str, JSON] = {"players": 3, "dealer": 1, "deck": TWO_PACKS}
    answer = CAROUSEL.ask("deal", {}, facts)
    assert isinstance(answer, dict)
    assert answer == {
        "hands": [TWO_PACKS[1:30:3], TWO_PACKS[2:30:3], TWO_PACKS[0:30:3]],
        "stock": TWO_PACKS[30:],
    }
    match = CAROUSEL.begin({}, 3, 1)
    assert not isinstance(match, Refusal)
    assert not isinstance(match.act("chance", {"type": "deal", **answer}), Refusal)


def test_what_the_rules_refuse() -> None:
    none = Refusal(("carousel.players.range",))
    for players in (1, 0, 6):
        assert CAROUSEL.begin({}, players, 0) == none
        facts: dict[str, JSON] = {"players": players, "dealer": 0, "deck": DECK}
        assert CAROUSEL.ask("deal", {}, facts) == none
        assert CAROUSEL.ask("best", {}, {"players": players, "by": "cards"}) == none
    assert CAROUSEL.ask("settle", {}, {"hands": [["TD"]], "knocker": None}) == none
    assert CAROUSEL.ask("settle", {}, {"hands": [[], [], [], [], [], []]}) == none
    for players, clause in ((2, "carousel.deck.two-players"), (5, "carousel.deck.three-to-five")):
        torn: dict[str, JSON] = {"players": players, "dealer": 0, "deck": ["AC"]}
        assert CAROUSEL.ask("deal", {}, torn) == Refusal((clause,))
    knock: dict[str, JSON] = {"knocker": 0, "hands": [["5C"], ["KC"]]}
    assert CAROUSEL.ask("settle", {}, knock) == Refusal(("carousel.knock.threshold",))
    ended: dict[str, JSON] = {"knocker": 0, "hands": [[], ["KC"], []], "scores": [151, 0, 10]}
    assert CAROUSEL.ask("settle", {}, ended) == Refusal(("carousel.match.over",))
    equal: dict[str, JSON] = {**ended, "scores": [151, 151, 10]}
    assert CAROUSEL.ask("settle", {}, equal) == Refusal(("carousel.match.over",))
    plays_on: dict[str, JSON] = {"options": {"simultaneous_150": "play_on"}}
    assert isinstance(CAROUSEL.ask("settle", plays_on, equal), dict)
    tables: tuple[tuple[list[JSON], str], ...] = (
        ([["7C", "7D", "*"]], "carousel.joker.declare"),
        ([["7C", "7D"]], "carousel.rearrange.end-valid"),
        ([[]], "carousel.rearrange.end-valid"),
        ([["*7H", "*8H", "*9H"]], "carousel.joker.natural-beside"),  # of four jokers
        ([["7C", "7D", "*7S"], ["8S", "9S", "*7S"]], "carousel.joker.two-alike"),
    )
    four: dict[str, JSON] = {
        "options": {"joker_count": "two_per_pack", "two_jokers_one_identity": "forbidden"}
    }
    for table, clause in tables:
        stated: dict[str, JSON] = {"table": table}
        settled: dict[str, JSON] = {**stated, "hands": [[], [], [], []]}
        best: dict[str, JSON] = {**stated, "players": 4, "by": "cards"}
        for what, question in (("deadwood", stated), ("settle", settled), ("best", best)):
            assert CAROUSEL.ask(what, four, question) == Refusal((clause,))


@pytest.mark.parametrize(
    "do",
    [
        {"type": "rearrange", "cards": ["*7H"]},
        {"type": "rearrange", "table": [["**"]]},
        {"type": "rearrange", "table": [["*1X"]]},
        {"type": "rearrange", "table": [["7C*"]]},
        {"type": "rearrange", "table": [["7C*7C"]]},
        {"type": "deal", "hands": [["*7H"]], "stock": []},
        {"type": "deal", "hands": [], "stock": ["*7H"]},
    ],
)
def test_what_cannot_be_read_is_an_error(do: dict[str, JSON]) -> None:
    with pytest.raises(WireError):
        begun().act(0, do)


@pytest.mark.parametrize(
    ("what", "facts", "message"),
    [
        ("deadwood", {"hand": ["7C"] * 3}, "a card stands more often"),
        ("deadwood", {"hand": ["*"] * 5}, "a card stands more often"),
        ("settle", {"knocker": 0, "hands": [[], ["9C"]], "scores": [0, -1]}, "'scores'"),
        ("settle", {"knocker": 0, "hands": [[], ["9C"]], "boxes": [-1, 0]}, "'boxes'"),
        (
            "best",
            {"players": 2, "hand": ["7C"], "by": "points of most cards"},
            "none of cards, ",
        ),
    ],
)
def test_facts_that_cannot_be_are_an_error(what: str, facts: dict[str, JSON], message: str) -> None:
    with pytest.raises(WireError, match=message):
        CAROUSEL.ask(what, {}, facts)


def test_facts_that_contradict_themselves_are_not_understood() -> None:
    questions: tuple[tuple[str, dict[str, JSON]], ...] = (
        ("settle", {"knocker": 2, "hands": [["KD"], ["3C"]]}),
        ("settle", {"knocker": "0", "hands": [["KD"], ["3C"]]}),
        ("settle", {"hands": [["KD"], ["KD"]]}),
        ("settle", {"hands": [["*"], ["*"]]}),
        ("settle", {"hands": [["*", "*", "*"], [], []]}),
        ("settle", {"hands": [["KD"], ["3C"]], "table": [["KD", "KS", "KC"]]}),
        ("settle", {"hands": [["KD"], ["3C"]], "scores": [1]}),
        ("settle", {"hands": [["KD"], ["3C"]], "boxes": [1, 2, 3]}),
        ("settle", {"hands": [["KD"], ["3C"]], "boxes": ["1", 2]}),
        ("settle", {"hands": [["*7H"], ["3C"]]}),
        ("deadwood", {"hand": ["*7H"]}),
        ("best", {"players": 2, "hand": []}),
        ("best", {"players": 2, "hand": [], "by": "suits"}),
        ("best", {"hand": [], "by": "cards"}),
        ("best", {"players": 2, "hand": ["KD", "KD"], "by": "cards"}),
        ("deal", {"dealer": 0, "deck": []}),
        ("deal", {"players": 2, "deck": []}),
        ("deal", {"players": 2, "dealer": 0, "deck": ["*7H"]}),
        ("fly", {}),
    )
    for what, facts in questions:
        with pytest.raises(WireError):
            CAROUSEL.ask(what, {}, facts)
    four: dict[str, JSON] = {"options": {"joker_count": "two_per_pack"}}
    many: dict[str, JSON] = {"hands": [["*", "*", "*"], ["*"], []]}
    assert isinstance(CAROUSEL.ask("settle", four, many), dict)


# ── counting ─────────────────────────────────────────────────────────────────────────────────────


def test_what_stands_for_others_is_counted_once() -> None:
    """A seat melds, or draws the last card and then melds or declines, and knocks or declines."""
    melding: State = Melding(position("7C 7D 7H", stock="2C"))
    match = SpokenMatch(CAROUSEL, DEFAULT, melding)
    draw: JSON = {"type": "draw"}
    marker: JSON = {"type": "rearrange"}
    assert match.perft(0) == {"total": 1, "by_action": []}
    assert match.perft(1) == {"total": 2, "by_action": [[draw, 1], [marker, 1]]}
    assert match.perft(2) == {"total": 3, "by_action": [[draw, 2], [marker, 1]]}
    assert match.perft(5) == {"total": 3, "by_action": [[draw, 2], [marker, 1]]}


# ── rules left open ──────────────────────────────────────────────────────────────────────────────


def plain_steps(seeds: range) -> Iterator[tuple[Step, set[str]]]:
    """Steps of walks in which little can be read otherwise, and what may be."""
    for seed in seeds:
        for step in walk(DEFAULT, 2 + seed % 4, seed, hands=2):
            match step.before, step.action:
                case Drawing(), Draw():
                    yield step, set()
                case Melding(table), Draw():
                    yield step, {"draw.meld_after_third"} if table.draws == 2 else set()
                case Melding(table), Rearrange(new, _):
                    jokers = [placed for meld in new for placed in meld if placed >= 52]
                    if not jokers:
                        yield step, {"meld.meld_amount", "knock.empty_hand"}
                case Knocking(table), action if action == DECLINE:
                    if table.stock:
                        yield step, {"knock.knock_actor"}
                case Over(table, result), Deal() if table.seats == 2:
                    yield step, set() if result.winners else {"match.void_dealer"}
                case _:
                    pass


@pytest.mark.parametrize(
    "seeds", [range(8, 12), pytest.param(range(16), marks=pytest.mark.slow)], ids=str
)
def test_a_reading_is_looked_at_only_where_it_matters(seeds: range) -> None:
    """Four seeds have every number of seats, and these four have many rearrangements."""
    seen = Counter[str]()
    for step, expected in plain_steps(seeds):
        _, read = follow(WALKS, step)
        assert read <= expected, (step, read)
        seen[type(step.action).__name__] += 1
        seen["nothing"] += not read
    assert min(seen[name] for name in ("Draw", "Rearrange", "Decline", "nothing")) > 50


READS: list[tuple[str, str, str, set[str]]] = [
    # a hand that is used up, and one of which something is left
    ("7C 7D 7H", "", "7C 7D 7H to 7C 7D 7H", {"knock.empty_hand"}),
    ("7C 7D 7H 2C", "", "7C 7D 7H to 7C 7D 7H", {"meld.meld_amount"}),
    # a joker as a card that lies nowhere
    ("7C 7D * 2C", "", "7C 7D * to 7C 7D *7H", {"meld.meld_amount"}),
    # as one that lies there, which no reading but one asks about where there are two packs
    (
        "7C 7D * 2C",
        "5H 6H 7H",
        "7C 7D * to 5H 6H 7H / 7C 7D *7H",
        {"meld.meld_amount", "joker.joker_domain"},
    ),
    # a second joker for a card
    (
        "7C 7D * 2C",
        "5H 6H *7H",
        "7C 7D * to 5H 6H *7H / 7C 7D *7H",
        {"meld.meld_amount", "joker.two_jokers_one_identity"},
    ),
    # a joker that keeps its name, and one that is freed from the hand or by the table
    ("8H 2C", "5H 6H *7H", "8H to 5H 6H *7H 8H", {"meld.meld_amount"}),
    ("7H 2C", "5H 6H *7H", "7H to 5H 6H 7H *8H", {"meld.meld_amount", "joker.joker_in_play"}),
    (
        "2C 4H 5H",
        "7C 7D *7S / 7S 8S 9S TS",
        "4H 5H to 7C 7D 7S / 8S 9S TS / 4H 5H *6H",
        {"meld.meld_amount"},
    ),
    # two that stood for one card
    (
        "9D 2C",
        "8D *9D TD / 9C 9H *9D",
        "9D to 8D 9D TD *JD / 9C 9H *9S",
        {"meld.meld_amount", "joker.joker_in_play", "joker.one_natural_frees_two"},
    ),
    # a run with both aces
    (
        "* 2C",
        "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
        "* to AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS *AS",
        {"meld.meld_amount", "seq.ace_both_ends", "joker.joker_domain"},
    ),
]


@pytest.mark.parametrize(("held", "on_table", "action", "options"), READS)
def test_which_readings_a_table_asks_for(
    held: str, on_table: str, action: str, options: set[str]
) -> None:
    before = Melding(position(held, on_table, others=("KC", "KC")))
    _, read = follow(WALKS, Step(before, Seat(0), rearranging(action), before))
    assert read == options


KNOCKS: list[tuple[tuple[str, ...], set[str]]] = [
    # nobody could lay anything, and the knocker wins
    (("4C", "9C"), set()),
    # it has three of a kind, or somebody else has
    (("4C", "9C 9D 9H"), {"knock.deadwood_scope"}),
    # undercut by one, without and with another opponent who has more
    (("4C", "3C"), set()),
    (("4C", "3C", "9D"), {"score.undercut_pays_whom"}),
    # by two
    (("4C", "3C", "3D"), {"score.undercut_bonus_tied", "match.box_for_tied_win"}),
    # a hand that is empty
    (("", "9C"), set()),
    (("4C", ""), {"score.zero_bonus_holder", "score.zero_with_undercut"}),
]


@pytest.mark.parametrize(("hands", "options"), KNOCKS)
def test_which_readings_a_knock_asks_for(hands: tuple[str, ...], options: set[str]) -> None:
    before = Knocking(position(hands[0], others=hands[1:]))
    _, read = follow(WALKS, Step(before, Seat(0), KNOCK, before))
    assert read == options | {"match.box_timing"}
