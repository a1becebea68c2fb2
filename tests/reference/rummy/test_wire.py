"""Rummy as text: what is special in its messages, facts that are stated, and rules left open."""

from __future__ import annotations

import pytest

from meldspec.cards import ONE_PACK, texts
from meldspec.melds import melds_in
from meldspec.play import Refusal
from meldspec.rummy.options import DEFAULT
from meldspec.rummy.spoken import RUMMY
from meldspec.rummy.table import Drawing, Over, Playing
from meldspec.rummy.terms import fitting
from meldspec.spoken import SpokenMatch
from meldspec.table import Discard, Draw
from meldspec.wire import JSON, Match, WireError

from ..opened import follow
from .walks import WALKS, Step, walk

DECK: list[JSON] = list(texts(ONE_PACK))


def test_a_hand_as_the_protocol_has_it() -> None:
    dealt = RUMMY.ask("deal", {}, {"players": 5, "dealer": 4, "deck": DECK})
    assert isinstance(dealt, dict)
    hands, stock = dealt["hands"], dealt["stock"]
    assert isinstance(hands, list)
    assert isinstance(stock, list)
    assert hands[0] == ["AC", "6C", "JC", "3D", "8D", "KD"]
    assert dealt["upcard"] == "5H"
    assert stock[:2] == ["6H", "7H"]
    match = RUMMY.begin({}, 5, 4)
    assert not isinstance(match, Refusal)
    match = match.act("chance", {"type": "deal", **dealt})
    assert not isinstance(match, Refusal)
    assert match.legal(0) == [{"type": "draw"}, {"type": "take"}]
    assert match.result() is None
    assert match.perft(1) == {
        "total": 2,
        "by_action": [[{"type": "draw"}, 1], [{"type": "take"}, 1]],
    }
    match = match.act(0, {"type": "take"})
    assert not isinstance(match, Refusal)
    assert match.view(1) == {
        "seat": 1,
        "phase": "play",
        "to_act": [0],
        "dealer": 4,
        "hand": ["2C", "7C", "QC", "4D", "9D", "AH"],
        "hand_sizes": [7, 6, 6, 6, 6],
        "stock_size": 21,
        "discard": [],
        "melds": [],
        "taken": "5H",
        "scores": [0, 0, 0, 0, 0],
        "hand_number": 1,
        "match_over": False,
    }
    assert match.act(0, {"type": "discard", "card": "5H"}) == Refusal(
        ("rummy.discard.not-taken-card",)
    )
    assert (match.burned(), match.debts(), match.grounds()) == ((), (), ())


def test_the_result_of_a_hand() -> None:
    """Seat 1 melds 5C 6C 7C and tens, and discards: 38 + 38 + 36 + 36, doubled."""
    hands = (
        "AC 3D 6H 8D JC QS",
        "5C 6C 7C TD TH TS",
        "AD 3H 6S 8S JD QC",
        "AH 3S 4D 8H JH QD",
        "AS 2C 4S 9D JS QH",
    )
    named = {word for hand in hands for word in hand.split()} | {"9C", "KS"}
    rest: list[JSON] = ["KS", *(word for word in texts(ONE_PACK) if word not in named)]
    dealt: list[JSON] = [[*hand.split()] for hand in hands]
    match: Match | Refusal = RUMMY.begin({}, 5, 0)
    acts: tuple[tuple[JSON, dict[str, JSON]], ...] = (
        (
            "chance",
            {
                "type": "deal",
                "hands": dealt,
                "upcard": "9C",
                "stock": rest,
            },
        ),
        (1, {"type": "draw"}),
        (1, {"type": "meld", "cards": ["5C", "6C", "7C"]}),
        (1, {"type": "meld", "cards": ["TD", "TH", "TS"]}),
        (1, {"type": "discard", "card": "KS"}),
    )
    for by, do in acts:
        assert not isinstance(match, Refusal)
        match = match.act(by, do)
    assert not isinstance(match, Refusal)
    result = match.result()
    assert isinstance(result, dict)
    receipt = result.pop("receipt")
    assert result == {
        "end": "out",
        "winner": 1,
        "rummy": True,
        "deadwood": [38, 0, 38, 36, 36],
        "points": [0, 296, 0, 0, 0],
        "scores": [0, 296, 0, 0, 0],
        "match_over": True,
        "match_winners": [1],
    }
    assert isinstance(receipt, list)
    assert len(receipt) == 8
    assert receipt[4] == {"clause": "rummy.rummy.double", "from": 0, "to": 1, "points": 38}
    assert match.grounds() == ("rummy.out.winner",)
    assert match.actors() == ()
    again = match.act("chance", {"type": "deal", "hands": [], "upcard": "9C", "stock": []})
    assert again == Refusal(("rummy.match.over",))


FACTS: list[tuple[str, dict[str, str | int], dict[str, JSON], JSON]] = [
    ("meld", {}, {"cards": ["AH", "2H", "3H"]}, "run"),
    ("meld", {}, {"cards": ["QH", "KH", "AH"]}, None),
    ("meld", {}, {"cards": ["7H", "7C", "7D"]}, "set"),
    ("meld", {}, {"cards": ["7H", "7C", "7C"]}, None),
    ("deadwood", {}, {"hand": ["QS", "QD", "QC", "2H"]}, 32),
    ("deadwood", {"concealed_melds_at_end": "exempt"}, {"hand": ["QS", "QD", "QC", "2H"]}, 2),
    (
        "settle",
        {},
        {"winner": 1, "rummy": True, "hands": [["KD", "4C"], [], ["7H"]]},
        {"deadwood": [14, 0, 7], "points": [0, 42, 0]},
    ),
    (
        "settle",
        {},
        {"winner": 0, "hands": [["AD"], ["KD", "4C"]]},
        {"deadwood": [1, 14], "points": [14, 0]},
    ),
    (
        "settle",
        {},
        {"winner": None, "hands": [["AD"], ["KD", "4C"]]},
        {"deadwood": [1, 14], "points": [0, 0]},
    ),
]


@pytest.mark.parametrize(("what", "options", "facts", "answer"), FACTS)
def test_facts_without_play(
    what: str, options: dict[str, str | int], facts: dict[str, JSON], answer: JSON
) -> None:
    assert RUMMY.ask(what, {"options": {**options}}, facts) == answer


def test_what_the_rules_refuse() -> None:
    outside = Refusal(("rummy.players.range",))
    assert RUMMY.begin({}, 1, 0) == outside
    assert RUMMY.begin({}, 7, 6) == outside
    assert RUMMY.ask("deal", {}, {"players": 7, "dealer": 0, "deck": DECK}) == outside
    torn = RUMMY.ask("deal", {}, {"players": 2, "dealer": 0, "deck": ["AC"]})
    assert torn == Refusal(("rummy.deck.standard",))
    assert RUMMY.ask("settle", {}, {"winner": 0, "hands": [[]]}) == outside


def test_facts_that_contradict_themselves_are_not_understood() -> None:
    questions: tuple[tuple[str, dict[str, JSON]], ...] = (
        ("settle", {"winner": 2, "hands": [[], ["KD"]]}),
        ("settle", {"winner": 0, "hands": [["KD"], ["KD"]]}),
        ("settle", {"winner": None, "rummy": True, "hands": [["KD"], ["2D"]]}),
        ("settle", {"winner": 0, "rummy": True, "hands": [["KD"], ["2D"]]}),
        ("settle", {"winner": 0, "hands": [[], [], ["KC"]]}),
        ("settle", {"winner": 1, "hands": [[], ["2D"], ["KC"]]}),
        ("settle", {"winner": None, "hands": [[], ["KC"]]}),
        ("settle", {"winner": 1, "hands": [DECK[:8], [], ["KS"]]}),
        ("settle", {"winner": 0, "hands": [[], DECK[:11]]}),
        ("settle", {"winner": None, "hands": [DECK[:8], DECK[8:16], ["KS"]]}),
        ("settle", {"winner": 2, "hands": [DECK[:9], ["QS"], ["KS"]]}),
        ("deadwood", {"hand": ["KD", "KD"]}),
        ("deal", {"dealer": 0, "deck": []}),
        ("fly", {}),
    )
    for what, facts in questions:
        with pytest.raises(WireError):
            RUMMY.ask(what, {}, facts)


@pytest.mark.parametrize(
    ("winner", "hands"),
    [(1, [DECK[:7], [], DECK[7:14]]), (0, [[], DECK[:10]]), (None, [DECK[:8], DECK[8:15], ["KS"]])],
)
def test_a_seat_may_hold_the_cards_it_was_dealt_when_a_hand_ends(
    winner: int | None, hands: JSON
) -> None:
    """A seat that draws the last card of the stock may have it, too: rummy.stock.reshuffle."""
    assert isinstance(RUMMY.ask("settle", {}, {"winner": winner, "hands": hands}), dict)


# ── rules left open ──────────────────────────────────────────────────────────────────────────────


def test_a_reading_is_looked_at_only_where_it_matters() -> None:
    """Not by a draw from a stock, nor by a discard where nothing could be laid down."""
    plain = 0
    for seed in range(6):
        for step in walk(DEFAULT, 2 + seed % 5, seed, hands=1):
            if is_plain(step):
                _, read = follow(WALKS, step)
                assert not read, step
                plain += 1
    assert plain > 300


def test_after_a_hand_no_reading_tells_that_no_seat_may_act() -> None:
    over = next(step.after for step in walk(DEFAULT, 3, 0, hands=1) if isinstance(step.after, Over))
    assert SpokenMatch(RUMMY, DEFAULT, over).under(RUMMY.open_rules({})).legal(0) == []


def is_plain(step: Step) -> bool:
    """Whether a step is a draw from a stock that lasts, or a discard where nothing else is left."""
    match step.before, step.action:
        case Drawing(table), Draw():
            return len(table.stock) > 1
        case Playing(table), Discard():
            return (
                len(table.hand) > 1
                and bool(table.stock)
                and not melds_in(table.hand)
                and not any(fitting(table))
                and sum(meld.turn == table.turn for meld in table.melds) < 2
            )
        case _:
            return False
