"""Indian Chief as text: what is special in its messages, stated facts, and open rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meldspec.cards import ONE_PACK, texts
from meldspec.indian_chief.deal import begin
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import DEFAULT, Size
from meldspec.indian_chief.spoken import ACTIONS, INDIAN_CHIEF
from meldspec.indian_chief.table import (
    NO_CLAIM,
    Choose,
    Choosing,
    Claim,
    Claiming,
    Meld,
    Over,
    Reshuffling,
    State,
    Target,
)
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.spoken import SpokenMatch
from meldspec.table import Deal
from meldspec.undecided import UndecidedError
from meldspec.wire import JSON, Match, WireError

from ..opened import follow
from ..plays import card, hand
from .walks import WALKS, walk

DECK: list[JSON] = list(texts(ONE_PACK))
TWO_PACKS: list[JSON] = list(texts(ONE_PACK + ONE_PACK))

Options = dict[str, str | int]


def begun(players: int = 3, **options: str | int) -> Match:
    match = INDIAN_CHIEF.begin({"options": {**options}}, players, 0)
    assert not isinstance(match, Refusal)
    return match


def test_cards_are_written_in_printing_order_however_they_were_named() -> None:
    named = ACTIONS.read({"type": "choose", "cards": ["QC", "10d", "AC"], "suit": None}, 2)
    assert named == Choose(Meld(hand("AC QC TD")))
    assert ACTIONS.write(named) == {"type": "choose", "cards": ["AC", "QC", "TD"]}
    doubled = ACTIONS.read({"type": "choose", "cards": ["7C", "7C"], "baccarat": []}, 2)
    assert doubled == Choose(Meld(hand("7C 7C")))
    assert ACTIONS.read({"type": "claim"}, 2) == NO_CLAIM
    claimed: dict[str, JSON] = {"type": "claim", "seat": 1, "card": "AH"}
    assert ACTIONS.read(claimed, 2) == Claim(Target(Seat(1), card("AH")))


def test_a_match_as_the_protocol_has_it() -> None:
    """The view of the protocol's page, in the second turn of two seats."""
    hands: list[JSON] = [
        ["9S", "AC", "4D", "8D", "KH", "2C", "3C", "5C"],
        ["AH", "7C", "7D", "JH", "4S", "QS", "KS", "5S"],
    ]
    dealt = [word for each in hands for word in (each if isinstance(each, list) else [])]
    top: list[JSON] = ["6D", "9C", "2H", "3H", "TD", "8H"]
    rest = [word for word in DECK if word not in (*dealt, *top)]
    match: Match | Refusal = begun(2)
    acts: tuple[tuple[JSON, dict[str, JSON]], ...] = (
        ("chance", {"type": "deal", "hands": hands, "stock": [*top, *rest]}),
        (1, {"type": "choose", "cards": ["JH", "7D", "AH", "7C"]}),
        (0, {"type": "choose", "cards": ["9S", "AC", "4D"]}),
    )
    for by, do in acts:
        assert not isinstance(match, Refusal)
        match = match.act(by, do)
    assert not isinstance(match, Refusal)
    assert match.actors() == ("chance",)
    shown: dict[str, JSON] = {
        "dealer": 0,
        "turn": 1,
        "hand_sizes": [8, 8],
        "stock_size": 29,
        "chosen": [0, 1],
        "choice": None,
        "melds": [
            {"owner": 0, "cards": ["AC", "4D", "9S"]},
            {"owner": 1, "cards": ["7C", "7D", "AH", "JH"]},
        ],
        "claimed": [],
        "claim": None,
        "stolen": [],
        "aside": [],
        "sheets": [{"poor_man": 9}, {"lawyer": 25}],
        "scores": [9, 25],
        "match_over": False,
    }
    assert match.view(1) == {
        **shown,
        "seat": 1,
        "phase": "reshuffle",
        "to_act": [],
        "hand": ["9C", "6D", "2H", "3H", "4S", "5S", "QS", "KS"],
    }
    # seat 1 has the first four cards of the stub, and seat 0 two more and the first of the rest
    due: list[JSON] = ["AH", *rest[1:], "9S", "AC", "4D", "7C", "7D", "JH"]
    for wrong in (due[1:], [*due, rest[0]], ["2H", *due[1:]]):
        refused = match.act("chance", {"type": "reshuffle", "stock": wrong})
        assert refused == Refusal(("indian-chief.restore.cards",))
    match = match.act("chance", {"type": "reshuffle", "stock": due})
    assert not isinstance(match, Refusal)
    assert match.actors() == (0, 1)
    match = match.act(0, {"type": "choose", "cards": ["TD"]})
    assert not isinstance(match, Refusal)
    assert match.actors() == (1,)
    hidden = match.view(1)
    own = match.view(0)
    assert isinstance(hidden, dict)
    assert isinstance(own, dict)
    assert (hidden["chosen"], hidden["choice"], hidden["melds"]) == ([0], None, [])
    assert own["choice"] == {"cards": ["TD"]}
    match = match.act(1, {"type": "choose", "cards": ["2H", "3H", "QS", "KS", "9C"]})
    assert not isinstance(match, Refusal)
    seen = match.view(1)
    assert isinstance(seen, dict)
    assert (seen["phase"], seen["to_act"], seen["turn"]) == ("claim", [0], 2)
    assert seen["sheets"] == [{"thief": 10, "poor_man": 9}, {"lawyer": 25, "rich_man": -34}]
    assert match.legal(0)[-1] == {"type": "claim"}
    assert len(match.legal(0)) == 6
    assert match.legal(1) == []
    match = match.act(0, {"type": "claim", "seat": 1, "card": "KS"})
    assert not isinstance(match, Refusal)
    after = match.view(1)
    assert isinstance(after, dict)
    assert after["stolen"] == [{"by": 0, "seat": 1, "card": "KS"}]
    assert after["melds"] == [
        {"owner": 0, "cards": ["TD"]},
        {"owner": 1, "cards": ["9C", "2H", "3H", "QS"]},
    ]
    assert match.result() is None
    assert (match.burned(), match.debts(), match.grounds()) == ((), (), ())


def tie() -> Match:
    """Two thieves of one rank, and a seat with a Beggar Man."""
    match: Match | Refusal = begun(3)
    words = [["7C", "AC", "2C", "3C", "4C", "5C", "6C", "8C"]]
    words += [["7D", "AD", "2D", "3D", "4D", "5D", "6D", "8D"]]
    words += [["7H", "AH", "2H", "3H", "4H", "5H", "6H", "8H"]]
    dealt: list[JSON] = [[*each] for each in words]
    held = {word for each in words for word in each}
    stock: list[JSON] = [word for word in DECK if word not in held]
    acts: tuple[tuple[JSON, dict[str, JSON]], ...] = (
        ("chance", {"type": "deal", "hands": dealt, "stock": stock}),
        (0, {"type": "choose", "cards": ["7C"]}),
        (1, {"type": "choose", "cards": ["7D"]}),
        (2, {"type": "choose", "cards": ["AH", "8H"]}),
    )
    for by, do in acts:
        assert not isinstance(match, Refusal)
        match = match.act(by, do)
    assert not isinstance(match, Refusal)
    return match


def test_claims_of_a_tie_are_seen_when_all_are_made() -> None:
    match: Match | Refusal = tie()
    assert not isinstance(match, Refusal)
    assert match.actors() == (0, 1)
    claims: tuple[dict[str, JSON], ...] = ({"seat": 2, "card": "AH"}, {})
    for claim in claims:
        first = match.act(0, {"type": "claim", **claim})
        assert not isinstance(first, Refusal)
        views = [first.view(seat) for seat in range(3)]
        for seat, seen in enumerate(views):
            assert isinstance(seen, dict)
            assert (seen["claimed"], seen["to_act"], seen["stolen"]) == ([0], [1], [])
            assert seen["claim"] == (claim if seat == 0 else None)
    with pytest.raises(WireError):
        match.act(0, {"type": "claim", "seat": 2})
    with pytest.raises(WireError):
        match.act(0, {"type": "claim", "card": "AH"})


def test_the_result_of_a_match() -> None:
    *_, last = walk(DEFAULT, 4, 5)
    assert isinstance(last.after, Over)
    match = SpokenMatch(INDIAN_CHIEF, DEFAULT, last.after)
    result = match.result()
    assert isinstance(result, dict)
    points, receipt = result["points"], result["receipt"]
    assert isinstance(points, list)
    assert isinstance(receipt, list)
    assert result["end"] == "sheets"
    assert result["match_over"] is True
    assert result["scores"] == points
    assert len(receipt) == 28
    added = [0] * 4
    for each in receipt:
        assert isinstance(each, dict)
        assert each["from"] == each["to"]
        seat, scored = each["to"], each["points"]
        assert isinstance(seat, int)
        assert isinstance(scored, int)
        added[seat] += scored
    assert added == points
    best = [seat for seat, score in enumerate(added) if score == max(added)]
    assert result["match_winners"] == best
    assert result["winner"] == (best[0] if len(best) == 1 else None)
    assert match.grounds() == (
        "indian-chief.match.seven-turns",
        "indian-chief.match.highest-wins",
    )


FACTS: list[tuple[str, Options, dict[str, JSON], JSON]] = [
    ("meld", {}, {"cards": ["AH", "7C", "7D", "JH"]}, "lawyer"),
    ("meld", {}, {"cards": ["AH", "7C", "7D", "9H"]}, None),
    ("meld", {}, {"cards": ["TD"]}, "thief"),
    ("meld", {}, {"cards": ["TD", "TD"]}, "beggar_man"),
    ("meld", {}, {"cards": ["TD", "2C", "3C"]}, "poor_man"),
    ("meld", {}, {"cards": ["TD", "2C", "3C", "4C", "5C"]}, "rich_man"),
    ("meld", {}, {"cards": ["AH", "2C", "3C", "4C", "5C", "6C"]}, "doctor"),
    (
        "meld",
        {"doctor_ace_of_hearts": "two_cards"},
        {"cards": ["AH", "2C", "3C", "4C", "5C", "6C"]},
        None,
    ),
    ("meld", {}, {"cards": ["AH", "2C", "3C", "4C", "5C", "6C", "6C"]}, "indian_chief"),
    ("meld", {}, {"cards": ["AH", "2C", "3C", "4C", "5C", "6C", "6C", "7D"]}, None),
    ("meld", {}, {}, None),
    (
        "settle",
        {},
        {"melds": [["7S", "QH"], ["7C", "7D", "QD"], ["KS", "KD", "QC", "JD", "TH"]]},
        {"points": [8, 0, -50]},
    ),
    ("settle", {}, {"melds": [["TD"], ["AH", "7C", "7D", "JH"]]}, {"points": [10, 25]}),
    (
        "settle",
        {"doctor_suit": "named_at_commit"},
        {"melds": [["TD"], ["AH", "2H", "3H", "5S", "6S", "7S"]], "suits": [None, "D"]},
        {"points": [10, 0]},
    ),
    (
        "settle",
        {"chief_split": "declared_at_commit"},
        {
            "melds": [["AH", "2D", "3C", "4S", "TH", "JC", "QD"], ["TD"]],
            "baccarat": [["TH", "JC"], None],
        },
        {"points": [5, 10]},
    ),
    (
        "settle",
        {"beggar_scope": "one_named"},
        {
            "melds": [["7D", "QC"], ["QH", "QS", "7S"], ["7H", "7C"]],
            "opponents": [1, None, 0],
        },
        {"points": [6, 17, 2]},
    ),
]


@pytest.mark.parametrize(("what", "options", "facts", "answer"), FACTS)
def test_facts_without_play(
    what: str, options: Options, facts: dict[str, JSON], answer: JSON
) -> None:
    assert INDIAN_CHIEF.ask(what, {"options": {**options}}, facts) == answer


def test_the_deal_goes_card_by_card() -> None:
    facts: dict[str, JSON] = {"players": 3, "dealer": 1, "deck": DECK}
    dealt = INDIAN_CHIEF.ask("deal", {}, facts)
    assert isinstance(dealt, dict)
    hands, stock = dealt["hands"], dealt["stock"]
    assert isinstance(hands, list)
    assert isinstance(stock, list)
    assert hands[2] == DECK[0:24:3]
    assert hands[0] == DECK[1:24:3]
    assert hands[1] == DECK[2:24:3]
    assert stock == DECK[24:]
    match = begun(3).act("chance", {"type": "deal", **dealt})
    assert not isinstance(match, Refusal)


def test_what_the_rules_refuse() -> None:
    none = Refusal(("indian-chief.players.range",))
    for players in (1, 0, 9):
        assert INDIAN_CHIEF.begin({}, players, 0) == none
        facts: dict[str, JSON] = {"players": players, "dealer": 0, "deck": DECK}
        assert INDIAN_CHIEF.ask("deal", {}, facts) == none
    assert INDIAN_CHIEF.ask("settle", {}, {"melds": [["TD"]]}) == none
    assert INDIAN_CHIEF.ask("settle", {}, {"melds": [[word] for word in DECK[:9]]}) == none
    for players, clause in ((3, "indian-chief.deck.one"), (4, "indian-chief.deck.two")):
        torn: dict[str, JSON] = {"players": players, "dealer": 0, "deck": ["AC"]}
        assert INDIAN_CHIEF.ask("deal", {}, torn) == Refusal((clause,))
    limited: dict[str, JSON] = {"options": {"stub_shortage": "limit_players_6"}}
    many: dict[str, JSON] = {"players": 7, "dealer": 0, "deck": TWO_PACKS}
    assert INDIAN_CHIEF.ask("deal", limited, many) == Refusal(("indian-chief.deck.six-at-most",))
    assert not isinstance(INDIAN_CHIEF.ask("deal", {}, many), Refusal)
    for second, clause in ((0, "indian-chief.turn.must-meld"), (8, "indian-chief.melds.sizes")):
        written: list[JSON] = [["TD"], [*DECK[:second]]]
        assert INDIAN_CHIEF.ask("settle", {}, {"melds": written}) == Refusal((clause,))
    named: dict[str, JSON] = {"melds": [["TD"], ["AH"]], "suits": [None, "D"]}
    assert INDIAN_CHIEF.ask("settle", {}, named) == Refusal(("indian-chief.turn.nothing-declared",))
    declared: dict[str, JSON] = {"options": {"chief_split": "declared_at_commit"}}
    undivided: dict[str, JSON] = {"melds": [["TD"], [*DECK[:7]]]}
    refused = INDIAN_CHIEF.ask("settle", declared, undivided)
    assert refused == Refusal(("indian-chief.chief.split-declared",))


def test_facts_that_contradict_themselves_are_not_understood() -> None:
    questions: tuple[tuple[str, dict[str, JSON]], ...] = (
        ("deadwood", {"hand": ["KD"]}),
        ("settle", {"melds": [["KD"], ["KD"]]}),
        ("settle", {"melds": [["KD"], ["QD"]], "suits": ["C"]}),
        ("settle", {"melds": [["KD"], ["QD"]], "opponents": [2, None]}),
        ("deal", {"dealer": 0, "deck": []}),
        ("deal", {"players": 2, "deck": []}),
        ("fly", {}),
    )
    for what, facts in questions:
        with pytest.raises(WireError):
            INDIAN_CHIEF.ask(what, {}, facts)


# ── counting ─────────────────────────────────────────────────────────────────────────────────────


def test_what_two_seats_can_do_alike_is_counted_once_with_all_that_begin_with_it() -> None:
    """Both hold a two of clubs, which look alike, and a card of their own; they meld one card.

    Either chooses first, one card or the other, and then the other does: eight sequences, four of
    which begin with the two of clubs.
    """
    size = Size(pack=tuple(hand("2C 3C 4C 5C")), hand=2, melds=1)
    rules = replace(DEFAULT, size=size)
    deal = Deal((hand("2C 3C"), hand("2C 4C"), hand("3C 4C"), hand("5C 5C")), ())
    state = GAME.step(rules, begin(4, Seat(0)), CHANCE, deal)
    assert isinstance(state, Choosing)
    last = state
    for seat, word in ((2, "3C"), (3, "5C")):
        after = GAME.step(rules, last, Seat(seat), Choose(Meld(hand(word))))
        assert isinstance(after, Choosing)
        last = after
    two_to_go: State = last
    counted = SpokenMatch(INDIAN_CHIEF, rules, two_to_go).perft(2)
    assert counted == {
        "total": 8,
        "by_action": [
            [{"type": "choose", "cards": ["2C"]}, 4],
            [{"type": "choose", "cards": ["3C"]}, 2],
            [{"type": "choose", "cards": ["4C"]}, 2],
        ],
    }
    once = SpokenMatch(INDIAN_CHIEF, rules, two_to_go).perft(1)
    assert once == {
        "total": 4,
        "by_action": [
            [{"type": "choose", "cards": ["2C"]}, 2],
            [{"type": "choose", "cards": ["3C"]}, 1],
            [{"type": "choose", "cards": ["4C"]}, 1],
        ],
    }


# ── rules left open ──────────────────────────────────────────────────────────────────────────────


CHOICES = {"beggar.beggar_scope", "doctor.doctor_suit", "chief.chief_split"}
"""What is asked of a meld of two, six or seven cards, which may have something to declare."""


def test_a_reading_is_looked_at_only_where_it_matters() -> None:
    """Not by a choice that is not the last and has nothing to declare, nor by a lone claim."""
    plain = declared = claims = shuffles = 0
    for seed in range(14):
        for step in walk(DEFAULT, 2 + seed % 7, seed):
            match step.before, step.action, step.after:
                case Choosing(), Choose(meld), Choosing():
                    _, read = follow(WALKS, step)
                    asked = {2: "beggar.beggar_scope", 6: "doctor.doctor_suit"}
                    asked[7] = "chief.chief_split"
                    assert read == ({asked[meld.size]} if meld.size in asked else set())
                    plain += not read
                    declared += bool(read)
                case Claiming(waiting=((_,), *_)), Claim(), Claiming():
                    _, read = follow(WALKS, step)
                    assert not read - {"thief.thief_target_class"}
                    claims += 1
                case Reshuffling(), _, Choosing():
                    _, read = follow(WALKS, step)
                    assert read <= {"restore.restore_which"}
                    shuffles += 1
                case _:
                    pass
    assert plain > 200
    assert declared > 100
    assert claims > 5
    assert shuffles > 80


def test_whether_a_choice_may_be_changed_is_asked_only_of_a_seat_that_has_chosen() -> None:
    match = begun(2)
    facts: dict[str, JSON] = {"players": 2, "dealer": 0, "deck": DECK}
    dealt = INDIAN_CHIEF.ask("deal", {}, facts)
    assert isinstance(dealt, dict)
    playing = match.act("chance", {"type": "deal", **dealt})
    assert not isinstance(playing, Refusal)
    chosen = playing.act(0, {"type": "choose", "cards": ["2C"]})
    assert not isinstance(chosen, Refusal)
    declared = {name: INDIAN_CHIEF.readings()[name][0] for name in CHOICES}
    match = chosen.under(INDIAN_CHIEF.open_rules(declared))
    assert len(match.legal(1)) == 254
    with pytest.raises(UndecidedError, match="simultaneity"):
        match.legal(0)


def test_what_melds_score_is_asked_only_of_those_that_could_score_otherwise() -> None:
    for words, options in (
        ("TD", set()),
        ("2C 3C 4C", set()),
        ("2C 3C 4C 5C 6C", set()),
        ("AH 7C 7D JH", set()),
        ("2C 3C 4C 5C 6C 8D", {"doctor.doctor_suit"}),
        ("AH 2C 3C 4C 5C 6C", {"doctor.doctor_suit", "doctor.doctor_ace_of_hearts"}),
        ("AH 2H 3C 4C 5C 6C", {"doctor.doctor_suit", "doctor.doctor_heart_count"}),
        ("AC 2H 3C 4C 5C 6C", {"doctor.doctor_suit"}),
        ("2C 3C 4D 5H 7S 9S JD", {"chief.chief_split"}),
        ("AC 3C 4D 5H 7S 9S JD", {"chief.chief_split"}),
        ("AC 2C 3D 4H 5S 9S JD", {"chief.chief_split", "poker.poker_ace"}),
        ("AC AD 2C 3D 8H 9S JD", {"chief.chief_split"}),
    ):
        chosen: dict[str, str | int] = {}
        facts: dict[str, JSON] = {"melds": [[*words.split()], ["KS"]]}
        while True:
            try:
                INDIAN_CHIEF.ask_under(INDIAN_CHIEF.open_rules(chosen), "settle", facts)
                break
            except UndecidedError as undecided:
                chosen[undecided.option] = INDIAN_CHIEF.readings()[undecided.option][0]
        assert set(chosen) == options, words
