"""The measure of every game: forms of messages, seeded plays, commands."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, final

import pytest

from meldcheck.games import MEASURES
from meldcheck.games.measure import Sighted
from meldcheck.law.covering import covering
from meldcheck.seeded import find, refusals, seats
from meldcheck.seeded import fuzz as fuzzing
from meldcheck.seeded.campaign import fuzz
from meldcheck.seeded.fuzz import LONGEST, Player, Setting
from meldcheck.suite import derive
from meldcheck.words.case import JSON, Act, Kind
from meldcheck.words.protocol import GamePlayed
from meldspec.games import GAMES

from .forms import check_form
from .in_process import InProcess
from .mistakes.hunt import named
from .plays import SCENARIOS, meldspec

SLOW = (pytest.mark.slow, pytest.mark.determined("spec", "conformance/suite"))

SEED: Final = 1


def setting(game: str, readings: Mapping[str, str | int] | None = None) -> Setting:
    """A game on an engine with all abilities, by the default readings unless others are given."""
    return Setting(GAMES[game], readings or {}, GamePlayed(abilities=GAMES[game].abilities))


# ── protocol ─────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class Asked:
    """A question for a settlement, and some fields of its answer."""

    facts: dict[str, JSON]
    settled: dict[str, JSON]
    named: dict[str, JSON] = field(default_factory=dict)
    """More fields of a question for a deal."""
    hands: int = 1
    perft: int = 2
    """The depth of the question ``perft``."""


ASKED: Final = {
    "rummy": Asked({"winner": 0, "hands": [[], ["2C"]]}, {"deadwood": [0, 2], "points": [2, 0]}),
    "carousel": Asked(
        {"knocker": 0, "hands": [["4C"], ["2D"], ["KD"]]}, {"winners": [1], "points": [0, 20, 0]}
    ),
    "three-thirteen": Asked(
        {
            "hand_number": 1,
            "out": 0,
            "hands": [["3C", "3C", "3D"], ["2C", "4D", "8H"], ["5C", "5D", "5H"]],
        },
        {"deadwood": [0, 14, 0], "points": [0, 14, 0]},
        {"hand_number": 11},
    ),
    "indian-chief": Asked(
        {"melds": [["TD"], ["AH", "7C", "7D", "JH"]]}, {"points": [10, 25]}, hands=2
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_answers_have_the_published_form(name: str) -> None:
    game, asked = GAMES[name], ASKED[name]

    def check(kind: str, answer: JSON) -> None:
        check_form(answer, f"protocol-{name}-{kind}")

    search = seats.Search(game, SEED)
    hands = [search.hand() for _ in range(asked.hands)]
    for hand in hands:
        check("action", hand.deal.act().do)
        for step, match in zip(hand.acts, hand.matches, strict=False):
            check("action", step.do)
            check("view", match.view(step.by if isinstance(step.by, int) else 0))
        check("view", hand.matches[-1].view(0))
        check("result", hand.result)
    check("view", search.match(0).view(0))
    check("perft", hands[0].matches[0].perft(asked.perft))
    deck: JSON = [*MEASURES[name].deck(3)]
    check("deal", game.ask("deal", {}, {"deck": deck, "players": 3, "dealer": 0, **asked.named}))
    settled: JSON = game.ask("settle", {}, asked.facts)
    assert {**settled, **asked.settled} == settled
    check("settle", settled)
    request = {"seq": 1, "cmd": "ask", "game": name, "rules": {}, "what": "settle"}
    check_form({**request, **asked.facts}, "protocol-request")


# ── seeded play ──────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Seeded:
    """The number of hands and the length of a match for a game, and what the plays must show."""

    hands: int
    longest: int = LONGEST
    """Steps of a match, at most."""
    phases: frozenset[str] = frozenset()
    accepted: Mapping[str, int] = field(default_factory=dict)
    """By clause, the least number of accepted steps that show it."""
    refused: tuple[str, ...] = ()
    refusals: int = 0
    """Different clauses that refuse something, at least."""
    endings: frozenset[str] = frozenset()
    """All endings of hands."""
    ended: int = 0
    """Hands that are played to their end, at least."""
    every: int = 1
    """One of this many rows of readings is played."""


AT_EVERY_TABLE: Final = {
    "tongits": Seeded(
        hands=40,
        phases=frozenset({"draw", "play", "over"}),
        refusals=16,
        endings=frozenset({"draw", "stock", "tongits"}),
    ),
    "rummy": Seeded(
        hands=60,
        phases=frozenset({"draw", "play", "over"}),
        refused=("rummy.stock.reshuffle-due",),
    ),
    "carousel": Seeded(
        hands=16,
        longest=100,
        phases=frozenset({"draw", "meld", "knock", "over"}),
        accepted={"carousel.table.manipulate": 21},
        refused=("carousel.rearrange.end-valid", "carousel.rearrange.as-named"),
        endings=frozenset({"knock"}),
    ),
    "three-thirteen": Seeded(
        hands=60,
        phases=frozenset({"draw", "discard", "over"}),
        accepted={"three-thirteen.out.announce": 41},
        refused=("three-thirteen.stock.reshuffle-due",),
    ),
    "indian-chief": Seeded(
        hands=40,
        phases=frozenset({"choose", "claim", "reshuffle", "over"}),
        refused=("indian-chief.turn.no-repeat", "indian-chief.restore.cards"),
        endings=frozenset({"sheets"}),
        ended=40,
    ),
}
UNDER_EVERY_PAIR: Final = {
    "tongits": Seeded(hands=24, every=len(covering("tongits").rows) // 12),
    "rummy": Seeded(
        hands=80, accepted={"rummy.dealer.cut": 1}, endings=frozenset({"out", "stock"})
    ),
    # after so few steps hands are small; larger hands are slow to search
    "carousel": Seeded(hands=0, longest=40, refused=("carousel.meld.all-that-can",)),
    "three-thirteen": Seeded(hands=80, accepted={"three-thirteen.stock.rebuild": 1}),
    "indian-chief": Seeded(hands=48, accepted={"indian-chief.refill.stub-short": 1}),
}
"""If ``hands`` is 0, there is one match for each row of readings."""


def agrees(game: str, settings: list[Setting], seeded: Seeded) -> None:
    """Assert that the reference agrees with itself, and that the plays show what they must."""
    came = fuzz(InProcess(GAMES[game]), settings, seeded.hands or len(settings), SEED)
    coverage = came.coverage
    assert came.holds
    assert coverage.hands >= seeded.hands
    assert seeded.hands or came.plays >= len(settings)
    assert seeded.phases <= set(coverage.phases)
    assert all(coverage.accepted[clause] >= often for clause, often in seeded.accepted.items())
    assert all(coverage.refused[clause] for clause in seeded.refused)
    assert len(coverage.refused) >= seeded.refusals
    assert coverage.endings.total() >= seeded.ended
    assert seeded.endings in (frozenset(), frozenset(coverage.endings))


AT_ONCE: Final = {"tongits", "carousel"}
"""The games whose seeded plays are short; those of the others are slow tests.

At every table Carousel is slow, too: a game that does not agree with itself shows more than the
mistake that is looked for in it below.
"""


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game == "tongits" else SLOW) for game in AT_EVERY_TABLE],
)
def test_the_reference_agrees_with_itself_at_every_table(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    seeded = AT_EVERY_TABLE[game]
    monkeypatch.setattr(fuzzing, "LONGEST", seeded.longest)
    agrees(game, [setting(game)], seeded)
    seats = {Player(setting(game), SEED, number).seats for number in range(seeded.hands)}
    assert seats == set(MEASURES[game].players)


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game in AT_ONCE else SLOW) for game in UNDER_EVERY_PAIR],
)
def test_the_reference_agrees_with_itself_under_every_pair_of_readings(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    seeded = UNDER_EVERY_PAIR[game]
    monkeypatch.setattr(fuzzing, "LONGEST", seeded.longest)
    usual = {name: readings[0] for name, readings in GAMES[game].readings().items()}
    rows = covering(game).rows
    agrees(
        game,
        [
            setting(game, {name: it for name, it in row.items() if usual[name] != it})
            for row in rows[:: seeded.every]
        ],
        seeded,
    )


@pytest.mark.parametrize(
    ("game", "name", "way"),
    [
        ("rummy", "taken card hidden", "view: taken"),
        ("carousel", "shown as naturals", "view: table"),
        ("three-thirteen", "going out hidden", "view: out"),
        ("indian-chief", "own choice among the melds", "view: melds"),
    ],
)
def test_a_mistake_is_found(
    monkeypatch: pytest.MonkeyPatch, game: str, name: str, way: str
) -> None:
    monkeypatch.setattr(fuzzing, "LONGEST", 60 if game == "carousel" else LONGEST)
    came = fuzz(InProcess(named(game, name).played), [setting(game)], 10, SEED)
    assert {difference.way for difference in came.differences} == {way}


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The number of hands that are played for derived cases, and what these cases must have."""

    hands: int
    tables: int
    """Different numbers of seats."""
    begun: int = 1
    """Different numbers of the first hand."""
    refused: frozenset[str] = frozenset()
    more: frozenset[Kind] = frozenset()
    """Kinds of cases beside those of every game."""
    patched: Mapping[str, int] = field(default_factory=dict)


FOUND: Final = {
    "rummy": Found(
        hands=10,
        tables=5,
        refused=frozenset(
            f"rummy.{name}"
            for name in (
                "deal.two",
                "deal.three-four",
                "deal.five-six",
                "dealer.cut-cards",
                "dealer.cut-due",
                "stock.reshuffle-due",
                "match.over",
            )
        ),
    ),
    "three-thirteen": Found(
        hands=40,
        tables=6,
        begun=9,
        refused=frozenset(
            f"three-thirteen.{name}"
            for name in (
                "deck.two",
                "deck.three-four",
                "deck.five-six",
                "deck.general",
                "deal.first",
                "deal.grow",
                "deal.last",
                "deal.between-hands",
                "out.condition",
                "stock.reshuffle-due",
                "match.over",
            )
        ),
    ),
    "indian-chief": Found(hands=10, tables=4),
    # few hands, and with refusals that come early
    "carousel": Found(
        hands=4,
        tables=3,
        refused=frozenset({"carousel.rearrange.end-valid", "carousel.rearrange.no-pickup"}),
        more=frozenset({Kind.PERFT}),
        patched={"EARLY": 8, "SHORT": 1},
    ),
}


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[] if game == "carousel" else SLOW) for game in FOUND],
)
def test_found_plays_make_cases(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    wanted = FOUND[game]
    for name, number in wanted.patched.items():
        monkeypatch.setattr(refusals, name, number)
    cases = derive.derived_cases(find.find_all(GAMES[game], SEED, wanted.hands), GAMES)
    kinds = {case.kind for case in cases}
    assert kinds >= {Kind.PLAY, Kind.LEGAL, Kind.VIEW, Kind.TWIN, *wanted.more}
    setups = [case.setup for case in cases if case.setup]
    assert len({setup.players for setup in setups}) >= wanted.tables
    assert len({setup.hand_number for setup in setups}) >= wanted.begun
    acts = [step for case in cases for step in case.steps if isinstance(step, Act)]
    assert {clause for act in acts for clause in act.refused} >= wanted.refused


# ── commands ─────────────────────────────────────────────────────────────────────────────────────


def scenario_in(folder: Path, game: str, **fields: JSON) -> str:
    """A file with a scenario of a game."""
    file = folder / "scenario.json"
    file.write_text(json.dumps(SCENARIOS[game] | fields), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("game", SCENARIOS)
def test_sources_are_asked_about_a_play(tmp_path: Path, game: str) -> None:
    file = scenario_in(tmp_path, game, ask="legal-last")
    told = json.loads(meldspec("settle", file, "--format", "json").stdout)
    assert told["default"] == {"legal": True}
    sources = ["denexa", "jetpunk", "jetpunk-errata"] if game == "rummy" else ["denexa"]
    assert list(told["verdicts"]) == sources
    settled = "jetpunk" if game == "rummy" else "denexa"
    assert told["verdicts"][settled]["status"] == "settled"


@pytest.mark.parametrize(
    ("game", "lines", "last"),
    [
        (
            "rummy",
            ["    stock 30, discard pile: 8S", "    phase draw, scores 0 0 0"],
            "    phase play, scores 0 0 0",
        ),
        (
            "carousel",
            ["6. 0 rearrange 4H 5H 7S to 7C 7D 7S / 4H 5H *6H", "    table: 7C 7D 7S / 4H 5H *6H"],
            "    phase knock, draws 1, scores 0 0",
        ),
        (
            "three-thirteen",
            ["    stock 91, discard pile: 5S", "    phase draw, wild 4, scores 0 0 0"],
            "    phase draw, wild 4, out 1, scores 0 0 0",
        ),
        (
            "indian-chief",
            ["4. 0 claim QC of 1", "    stock 36"],
            "    phase reshuffle, turn 1, scores 10 0",
        ),
    ],
)
def test_a_trace_is_replayed_with_what_a_game_has(
    tmp_path: Path, game: str, lines: list[str], last: str
) -> None:
    told = meldspec("replay", scenario_in(tmp_path, game)).stdout.splitlines()
    assert {*lines} <= {*told}
    assert told[-1] == last


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("rummy --depth 1 --divide", "draw: 1\ntake: 1\n2\n"),
        ("three-thirteen --depth 2 --divide", "draw: 5\ntake: 4\n9\n"),
        ("indian-chief --depth 1", "508\n"),
        # After the first card, and after the second, there are a draw and some rearrangement.
        ("carousel --depth 1", "1\n"),
        ("carousel --depth 2 --divide", "draw: 2\n2\n"),
        *((f"carousel --depth {depth}", "3\n") for depth in (3, 4, 5)),
    ],
)
def test_the_built_in_deal_is_counted(words: str, told: str) -> None:
    assert meldspec("perft", *words.split()).stdout == told


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("rummy denexa jetpunk", "Rummy"),
        ("three-thirteen default denexa", "Three Thirteen"),
    ],
)
def test_what_does_not_cover_a_game_says_so_in_one_line(words: str, title: str) -> None:
    told = meldspec("distinguish", *words.split(), "--small", status=2).stderr
    assert told.splitlines()[-1].endswith(f"{title} is not covered yet; covered: Tong-its")


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("hand", [(), ("AC",)])
def test_proposals_are_made_for_a_hand_with_one_card_or_none(
    name: str, hand: tuple[str, ...]
) -> None:
    sighted = Sighted(mover=0, other=1, hand=hand, table=())
    for seed in range(20):
        assert list(MEASURES[name].habits.wild(random.Random(seed), sighted))
