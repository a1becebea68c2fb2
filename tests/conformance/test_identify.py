"""``meldspec identify`` on engines whose readings the tests know and the program does not."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from click.testing import CliRunner, Result
from typing_extensions import override

from meldcheck.check import causes
from meldcheck.check.causes import Deviation
from meldcheck.check.declared import completed, read_declaration
from meldcheck.cli import main
from meldcheck.engine.process import Conversation, EngineFault, FaultKind, Request
from meldcheck.engine.serve import Session
from meldcheck.games.tongits import SEATS
from meldcheck.identify import course
from meldcheck.identify.alike import plainest
from meldcheck.identify.corner import CORNERS, Alike
from meldcheck.identify.course import identify
from meldcheck.identify.findings import (
    Answer,
    Findings,
    Lack,
    Upshot,
    misfit_in_words,
    options_found,
)
from meldcheck.identify.free_walks import FreeWalks, difference
from meldcheck.identify.identification import (
    COSTLY_FAULTS,
    NEVER_TAKEN,
    GivenUpError,
    Identification,
)
from meldcheck.identify.nearest import Nearness, nearest, nearness
from meldcheck.identify.told import Identified, as_lines
from meldcheck.identify.tongits.openings import Openings
from meldcheck.identify.tongits.staged import plan_for
from meldcheck.identify.tongits.walks import ALL_ACTIONS, Guide, Offered, walk
from meldcheck.law import sources
from meldcheck.law.clauses import Law
from meldcheck.law.rulesets import load_shelf
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.experiments import (
    WHOLE,
    Follower,
    Misfit,
    experiments_of,
    judged,
    spoken,
)
from meldcheck.sources.knowledge import nothing_known
from meldcheck.words import places, protocol
from meldcheck.words.case import JSON, Act, Ask, Case, Kind, Setup
from meldcheck.words.protocol import EngineName, GamePlayed
from meldcheck.words.readings import Reading
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.tongits.options import DEFAULT
from meldspec.wire import GameWire, Match
from tests import committed

from ..sampled import slow_or_nightly
from .identified import with_readings
from .in_process import InProcess
from .mistakes.hunt import named
from .standins import command

DETERMINED = pytest.mark.determined("spec", "conformance/suite")
SLOW = (pytest.mark.slow, DETERMINED)

TONGITS = GAMES["tongits"]
RUMMY = GAMES["rummy"]
USUAL = RuleSpace.of(TONGITS).default
THREE_THIRTEEN = GAMES["three-thirteen"]
INDIAN_CHIEF = GAMES["indian-chief"]
CAROUSEL = GAMES["carousel"]
DEVIATIONS = {
    "tongits": (10, 30),
    "rummy": (2, 12),
    "three-thirteen": (1, 8),
    "indian-chief": (1, 10),
    "carousel": (1, 10),
}
"""By game, the least and the most readings of a hidden rule set that are not the default."""

UNREACHED: dict[str, dict[str, tuple[dict[str, Reading], ...]]] = {
    "rummy": {
        "dealer.void_hand_dealer": (
            {"discard.only_taken_card_left": "keep", "stock.exhaustion_timing": "eager"},
            {
                "stock.stock_exhaustion": "lowest_deadwood_wins",
                "score.concealed_melds_at_end": "exempt",
                "meld.meld_compulsion": "melds_compulsory",
            },
        ),
        "rummy.rummy_prior_layoff": (
            {
                "rummy.rummy_same_turn_layoff": "required",
                "stock.exhaustion_timing": "eager",
                "turn.step_order": "strict",
            },
        ),
    },
}
"""By game, questions that no play of the program shows with one of these groups of readings.

Rummy would need these hands: one in which all but two cards of both piles are taken and kept, one
by one, with a new stock in between; a tie at the end of the stock where every meld must be laid;
and a seat that has laid off before, lays off again in its last turn, and holds nothing back."""
HABITS = Path(__file__).parent / "engines" / "habits.py"
THREE_WAY = "showdown.tie_three_way"
LEVEL = "settlement.special_payment_level"
ANTE = "pot.ante_chips"
SKIPPED = {"skipped": "not written yet"}

Readings = Mapping[str, Reading]
Reply = dict[str, JSON]
Habit = Callable[[Request, Reply], Reply]
"""From a request and the reply of the reference to the reply of the engine."""


def game_name(value: object) -> str:
    """A game as the name of a test; a number as it is."""
    return str(getattr(value, "name", value))


@cache
def law(game: str = "tongits") -> Law:
    return committed.law(game)


@cache
def cases() -> tuple[Case, ...]:
    return tuple(committed.suite().cases)


@cache
def questions(game: str) -> tuple[Case, ...]:
    return tuple(one for one in cases() if one.game == game and one.kind is Kind.QUESTION)


@cache
def catalogue(game: str) -> tuple[Deviation, ...]:
    """The known differences of a game."""
    suite = committed.suite()
    known = causes.load(places.suite_directory(), suite.manifest)
    assert known is not None
    return tuple(entry for entry in known.entries if entry.game == game)


# ── engines of which we know what they play ──────────────────────────────────────────────────────


@dataclass
class Hidden:
    """The reference with a rule set of its own; it ignores the rules of requests."""

    rules: object
    game: GameWire = TONGITS

    @property
    def abilities(self) -> tuple[str, ...]:
        return self.game.abilities

    def readings(self) -> dict[str, list[str | int]]:
        return {}

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refusal:
        begun = self.game.begin({}, players, dealer, hand_number)
        return begun.under(self.rules) if not isinstance(begun, Refusal) else begun

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refusal:
        return self.game.ask_under(self.rules, what, question)


def as_it_is(request: Request, reply: Reply) -> Reply:
    return reply


class Hiding:
    """An engine in this process: the reference with rules, and perhaps a habit, of its own."""

    def __init__(
        self,
        readings: Readings | None = None,
        habit: Habit = as_it_is,
        rules: object = None,
        faults: Callable[[Request], FaultKind | None] = lambda _: None,
        game: GameWire = TONGITS,
    ) -> None:
        made = game.rule_set({"options": dict(readings or {})}) if rules is None else rules
        self.served = Hidden(made, game)
        self._session = Session({game.name: self.served})
        self._habit = habit
        self._faults = faults
        self.heard: list[Request] = []

    def converse(self, requests: Sequence[Request]) -> Conversation:
        replies: list[protocol.Reply] = []
        for request in requests:
            self.heard.append(request)
            kind = self._faults(request)
            if kind is not None:
                return Conversation(tuple(replies), EngineFault(kind, "as it likes"))
            line = self._session.reply(msgspec.json.encode({"seq": 1, **request}))
            reply = self._habit(request, msgspec.json.decode(line))
            replies.append(protocol.read_reply(reply)[1])
        return Conversation(tuple(replies))


PLAYED = GamePlayed(abilities=TONGITS.abilities)


Asked = Literal["all cases", "questions"]
"""The cases of which plays are made: all, or those that a question of the documents decides."""


def found(
    subject: Hiding,
    played: GamePlayed = PLAYED,
    seed: int = 0,
    walks: int = 120,
    asked: Asked = "all cases",
) -> Findings:
    game = subject.served.game
    among = cases() if asked == "all cases" else questions(game.name)
    return identify(subject, played, game, law(game.name), among, catalogue(game.name), seed, walks)


def found_by_few(subject: Hiding, played: GamePlayed = PLAYED) -> Findings:
    """By the cases alone that decide ``THREE_WAY`` and ``ANTE``: a course of a second."""
    among = [
        case
        for case in questions("tongits")
        if any(made.asks in (THREE_WAY, ANTE) for made in experiments_of(case))
    ]
    return identify(subject, played, TONGITS, law(), among, most_walks=0)


@cache
def course_of_default() -> tuple[Hiding, Findings]:
    """The reference with its default rules, and what is found of it."""
    subject = Hiding()
    return subject, found(subject)


def found_of_default() -> Findings:
    return course_of_default()[1]


def answers(findings: Findings) -> dict[str, Answer]:
    return {answer.question.option: answer for answer in findings.answers}


def few_that_pay() -> list[Case]:
    """The cases that decide questions about payments: a course of two seconds."""
    paid = ("tongits.settlement.", "tongits.pot.", "tongits.variations.")
    return [one for one in questions("tongits") if (one.asks or "").startswith(paid)]


def lines(findings: Findings) -> str:
    told = Identified(
        EngineName("one", "1", "python"), law(findings.game), findings, sources.load()
    )
    return "\n".join(as_lines(told))


# ── nothing wrong, and nothing left out ──────────────────────────────────────────────────────────


def hidden_readings(chance: random.Random, game: GameWire = TONGITS) -> Readings:
    """A playable rule set, with a number of deviations from the default within ``DEVIATIONS``."""
    all_readings = game.readings()
    while True:
        options = chance.sample(sorted(all_readings), chance.randint(*DEVIATIONS[game.name]))
        chosen = {name: chance.choice(all_readings[name][1:]) for name in options}
        if playable(chosen, game):
            return {**RuleSpace.of(game).default, **chosen}


def playable(chosen: Readings, game: GameWire = TONGITS) -> bool:
    readings = {**RuleSpace.of(game).default, **chosen}
    return all(
        readings[need.option] != need.reading or readings[need.needed] in need.readings
        for need in game.needs()
    )


def check(findings: Findings, truth: Readings) -> Counter[str]:
    """Assert that no answer is wrong, and that all remaining rule sets are the same game.

    The questions of ``UNREACHED`` may remain.  The result is the number of answers of each kind.
    """
    assert not findings.misfits
    assert not findings.given_up
    counts: Counter[str] = Counter()
    for answer in findings.answers:
        option = answer.question.option
        assert answer.finding is not Upshot.NEITHER
        assert truth[option] in findings.known.left[option], option
        assert answer.reading in (None, truth[option]), option
        if answer.lack is Lack.DEAD:
            assert not answer.question.is_alive(truth), option
        counts[answer.finding if answer.lack is None else f"cannot tell: {answer.lack}"] += 1
    of = law(findings.game)
    space = of.rule_space(GAMES[of.game])
    plain = plainest(space, truth)
    apart = {
        (option, reading): {name: plain[name] for name in plain if plain[name] != other[name]}
        for option, readings in findings.known.left.items()
        if not is_unreached(findings.game, option, truth)
        for reading in readings
        if (other := plainest(space, possible(findings, option, reading))) != plain
    }
    assert not apart, f"not told apart: {apart}"
    return counts


def is_unreached(game: str, option: str, truth: Readings) -> bool:
    """Whether ``UNREACHED`` has the question with a group of these readings."""
    groups = UNREACHED.get(game, {}).get(option, ())
    return any(all(truth[name] == value for name, value in group.items()) for group in groups)


def possible(findings: Findings, option: str, reading: Reading) -> Readings:
    """A rule set with this reading that agrees with all replies."""
    readings = findings.known.rule_set({option: frozenset((reading,))})
    assert readings is not None
    return readings


def test_the_default_rules_are_found() -> None:
    counts = check(found_of_default(), USUAL)
    assert counts["identified"] >= 60
    assert found_of_default().holds


@pytest.mark.parametrize(
    ("seed", "asked"), [(4, "questions"), pytest.param(14, "all cases", marks=SLOW)]
)
def test_hidden_rules_are_found(seed: int, asked: Asked) -> None:
    truth = hidden_readings(random.Random(seed))
    counts = check(found(Hiding(truth), seed=seed, asked=asked), truth)
    assert counts["identified"] >= 50


@pytest.mark.parametrize(
    "first", [pytest.param(first, marks=slow_or_nightly(first, 30)) for first in range(0, 30, 10)]
)
def test_many_hidden_rules_are_found(first: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(first, first + 10):
        truth = hidden_readings(random.Random(seed))
        counts += check(found(Hiding(truth), seed=seed), truth)
    assert not counts[f"cannot tell: {Lack.UNFOUND}"]
    print(f"hidden rules {first} to {first + 9}: {dict(counts)}")


@pytest.mark.parametrize(
    ("game", "least"),
    [
        pytest.param(RUMMY, 20, marks=SLOW),
        pytest.param(CAROUSEL, 28),
        pytest.param(THREE_THIRTEEN, 15, marks=SLOW),
    ],
    ids=game_name,
)
def test_the_default_rules_of_other_games_are_found(game: GameWire, least: int) -> None:
    findings = found(Hiding(game=game), GamePlayed(abilities=game.abilities))
    counts = check(findings, RuleSpace.of(game).default)
    assert counts["identified"] >= least
    assert findings.holds


def test_what_a_late_hand_would_tell_is_named_where_none_can_be_begun() -> None:
    abilities = tuple(one for one in THREE_THIRTEEN.abilities if one != protocol.LATE_START)
    played = GamePlayed(abilities=abilities)
    findings = found(Hiding(game=THREE_THIRTEEN), played, walks=1, asked="questions")
    answer = answers(findings)["match.tie"]
    assert answer.lack is Lack.MISSING
    assert answer.why == "the engine does not offer late-start"


@pytest.mark.parametrize("asked", ["questions", pytest.param("all cases", marks=SLOW)])
def test_hidden_rules_of_rummy_are_found_whoever_deals(asked: Asked) -> None:
    """A cut decides the deal, so no case can be played as it is written."""
    truth = hidden_readings(random.Random(36), RUMMY)
    assert truth["dealer.first_dealer"] == "cut"
    played = GamePlayed(abilities=RUMMY.abilities)
    findings = found(Hiding(truth, game=RUMMY), played, seed=36, asked=asked)
    assert check(findings, truth)["identified"] >= 15


@pytest.mark.parametrize(
    ("game", "first"),
    [
        pytest.param(game, first, id=f"{game.name}-{first}", marks=slow_or_nightly(first, 30))
        for game, many in ((RUMMY, 20), (CAROUSEL, 30), (THREE_THIRTEEN, 10), (INDIAN_CHIEF, 10))
        for first in range(0, many, 10)
    ],
)
def test_many_hidden_rules_of_other_games_are_found(game: GameWire, first: int) -> None:
    """Every question is found, except those that ``check`` permits; the output counts them."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + 10):
        truth = hidden_readings(random.Random(seed), game)
        subject = Hiding(truth, game=game)
        counts += check(found(subject, GamePlayed(abilities=game.abilities), seed, 20), truth)
    print(f"hidden rules of {game.name} {first} to {first + 9}: {dict(counts)}")


@pytest.mark.slow
@DETERMINED
@pytest.mark.parametrize(
    ("option", "reading"),
    [(name, other) for name, (_, *others) in CAROUSEL.readings().items() for other in others],
)
def test_each_reading_of_carousel_alone_is_found(option: str, reading: Reading) -> None:
    truth = {**RuleSpace.of(CAROUSEL).default, option: reading}
    subject = Hiding(truth, game=CAROUSEL)
    findings = found(subject, GamePlayed(abilities=CAROUSEL.abilities), 1, 1)
    check(findings, truth)
    told = answers(findings)[option]
    assert told.reading == reading or told.lack is Lack.ALIKE or not told.question.is_alive(truth)


RARE: tuple[tuple[str, tuple[Reading, Reading], Readings], ...] = (
    (
        "stock_end.exhaustion_tie_unopened_drawer",
        ("next_in_turn", "rule_not_applicable"),
        {"stock_end.exhaustion_eligibility": "any_player_with_a_formed_meld"},
    ),
    (
        "stock_end.exhaustion_tie_others",
        ("next_in_turn", "right_hand_neighbour"),
        {
            "stock_end.exhaustion_tie": "last_drawer_always",
            "stock_end.exhaustion_tie_unopened_drawer": "rule_not_applicable",
        },
    ),
    (
        "pot.streak_on_no_winner",
        ("broken", "preserved"),
        {
            "stock_end.exhaustion_none_opened": "all_compare",
            "stock_end.exhaustion_tie_unopened_drawer": "rule_not_applicable",
        },
    ),
    (
        "pot.streak_after_pot",
        ("restart_at_one", "restart_at_zero"),
        {"pot.pot_wins_required": 3},
    ),
    (
        "draw_call.sagasa_blocks_call",
        ("exposed_meld_suffices", "sagasa_holder_may_not_call"),
        {
            "laying_off.layoff_target_same_turn": "only_melds_from_earlier_turns",
            "laying_off.layoff_before_open": "requires_open",
        },
    ),
    (
        "settlement.ace_own_layoff",
        ("counts", "does_not_count"),
        {
            "laying_off.layoff_own_melds": "opponents_only",
            "drawing.discard_take_requirement": "new_meld_or_extend_any_table_meld",
        },
    ),
    (
        "settlement.ace_scope_final_discard",
        ("counts", "does_not_count"),
        {
            "tongits_call.tongit_concealed": "must_play_out",
            "tongits_call.empty_hand_policy": "plays_on_with_zero",
        },
    ),
    (
        "settlement.secret_partition_compared",
        ("rank_count_only", "best_for_winner"),
        {
            "showdown.deadwood_basis": "all_cards_in_hand",
            "variations.long_run_bonus": "three_chips_for_5_plus",
        },
    ),
    (
        "tongits_call.tongit_window",
        ("after_draw_in_own_turn", "from_turn_start"),
        {"variations.spread_enabled": "wins_before_first_turn"},
    ),
    (
        "tongits_call.meld_needed_to_win",
        ("no_meld_needed", "own_meld_needed"),
        {
            "tongits_call.empty_hand_policy": "plays_on_with_zero",
            "laying_off.layoff_before_open": "requires_open",
            "drawing.discard_take_requirement": "new_meld_or_extend_any_table_meld",
        },
    ),
    (
        "showdown.tie_three_way",
        ("next_after_caller", "last_to_challenge"),
        {
            "turn.dealer_first_turn_melds": "discard_only",
            "draw_call.draw_call_window": "any_time_in_own_turn",
        },
    ),
    (
        "drawing.secret_with_discard_card",
        ("never", "yes_if_kept_concealed"),
        {
            "drawing.discard_meld_exposure": "may_keep_in_hand",
            "discarding.discard_taken_card_back": "allowed",
            "exposing.secret_facedown_allowed": "not_available",
        },
    ),
    (
        "variations.long_run_count",
        ("one_per_run_as_melded", "floor_length_over_five"),
        {
            "variations.long_run_bonus": "three_chips_for_5_plus",
            "drawing.discard_meld_size": "maximal_forced",
        },
    ),
)


@pytest.mark.parametrize(("option", "readings", "beside"), RARE, ids=[one[0] for one in RARE])
def test_staged_hands_tell_readings_apart_beside_rare_others(
    option: str, readings: tuple[Reading, Reading], beside: Readings
) -> None:
    """One of the first sixty staged matches must tell the two readings apart."""
    rule_sets = [TONGITS.rule_set({"options": {**beside, option: reading}}) for reading in readings]
    plan = plan_for(option)
    assert plan is not None
    chance = random.Random(7)
    guides = (
        Guide(Setup(players=SEATS, dealer=number % SEATS), (), 0, staged=plan(chance))
        for number in range(60)
    )
    assert any(walk(TONGITS, rule_sets, each, chance, "a match", Offered()) for each in guides)


def test_no_play_is_told_the_rules() -> None:
    subject, _ = course_of_default()
    begun = [request for request in subject.heard if "rules" in request]
    assert len(begun) > 50
    assert all(request["rules"] == {} for request in begun)


def replace_abilities(*abilities: str) -> GamePlayed:
    return GamePlayed(abilities=abilities)


@pytest.mark.slow
@DETERMINED
@pytest.mark.parametrize(
    "alike", CORNERS["tongits"].alike, ids=lambda alike: "+".join(alike.change)
)
def test_rule_sets_that_are_said_to_be_alike_play_alike(alike: Alike) -> None:
    """Property-tested: no seeded match tells the two apart, under random other readings."""
    chance = random.Random(5)
    told: list[object] = []
    for _ in range(6):
        one, other = alike_pair(chance, alike)
        rule_sets = [TONGITS.rule_set({"options": dict(readings)}) for readings in (one, other)]
        for _ in range(40):
            guide = library().guide(chance.choice(sorted(alike.change)), chance)
            led_to = walk(TONGITS, rule_sets, guide, chance, "a match", Offered())
            told += [] if led_to is None else [(one, led_to.steps)]
    assert not told


@pytest.mark.parametrize(
    "pairs",
    [pytest.param(1, marks=SLOW), pytest.param(4, marks=pytest.mark.nightly)],
)
@pytest.mark.parametrize(
    ("game", "alike"),
    [(game, alike) for game in (RUMMY, CAROUSEL) for alike in CORNERS[game.name].alike],
    ids=lambda value: "+".join(value.change) if isinstance(value, Alike) else value.name,
)
def test_rule_sets_of_other_games_that_are_said_to_be_alike_play_alike(
    game: GameWire, alike: Alike, pairs: int
) -> None:
    """Property-tested: no play of the suite, and no seeded match, tells the two apart."""
    chance = random.Random(5)
    played = GamePlayed(abilities=game.abilities)
    plays = [one for case in cases() if case.game == game.name for one in experiments_of(case)]
    walks = FreeWalks(game, law(game.name), plays, played)
    for _ in range(pairs):
        pair = alike_pair(chance, alike, game)
        for play in plays:
            assert play.setup is None or difference(game, pair, play) is None
        for _ in range(20):
            assert walks.led_to(pair, chance, "a match") is None


@pytest.mark.parametrize(
    "alike", CORNERS["carousel"].alike, ids=lambda alike: "+".join(alike.change)
)
def test_rule_sets_of_carousel_that_are_said_to_be_alike_settle_alike(alike: Alike) -> None:
    """Property-tested, with hands of which many are empty; without its conditions some differ."""
    chance = random.Random(3)
    for _ in range(20):
        one, other = alike_pair(chance, alike, CAROUSEL)
        for facts in (few_cards_left(chance) for _ in range(20)):
            assert settled(one, facts) == settled(other, facts)
    anyhow = Alike({}, alike.change, "")
    pairs = (alike_pair(chance, anyhow, CAROUSEL) for _ in range(400))
    facts_of_pairs = ((pair, few_cards_left(chance)) for pair in pairs)
    assert any(
        settled(one, facts) != settled(other, facts) for (one, other), facts in facts_of_pairs
    )


def few_cards_left(chance: random.Random) -> dict[str, JSON]:
    """A hand of Carousel at its end, in which every seat holds at most one low card."""
    seats = chance.choice((2, 3, 4))
    low = chance.sample(["AC", "2C", "AD", "AH", "3C", "2D"], seats)
    return {
        "players": seats,
        "knocker": chance.randrange(seats),
        "hands": [[card] if chance.random() < 0.4 else [] for card in low],
        "scores": [0] * seats,
        "boxes": [0] * seats,
        "table": [],
    }


def settled(readings: Readings, facts: Mapping[str, JSON]) -> JSON:
    answer: JSON = CAROUSEL.ask("settle", {"options": dict(readings)}, dict(facts))
    assert "winners" in answer
    return answer


@cache
def library() -> Openings:
    played = GamePlayed(abilities=TONGITS.abilities)
    return Openings(
        TONGITS, law(), [one for case in cases() for one in experiments_of(case)], played
    )


def alike_pair(
    chance: random.Random, alike: Alike, game: GameWire = TONGITS
) -> tuple[Readings, Readings]:
    """Two playable rule sets that differ only in readings that make the same game."""
    while True:
        among = {name: chance.choice(readings) for name, readings in alike.when.items()}
        one = {**hidden_readings(chance, game), **among}
        other = {**one, **alike.change}
        if playable(one, game) and playable(other, game):
            return one, other


# ── sources ──────────────────────────────────────────────────────────────────────────────────────


def found_of(name: str) -> Findings:
    rule_set = load_shelf(places.spec_directory(), "tongits").find(name)
    assert rule_set is not None
    findings = found(Hiding(rule_set.readings))
    check(findings, rule_set.readings)
    return findings


@pytest.mark.slow
@DETERMINED
@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("pagat", "pagat"),
        ("pagat-partial", "pagat"),
        ("wikipedia", "wikipedia"),
        ("wikipedia-strict", "wikipedia"),
        ("pagat-additive", "pagat"),
    ],
)
def test_the_nearest_source_is_the_one_that_is_played(name: str, source: str) -> None:
    near = nearest(nearness(law(), found_of(name)))
    assert near is not None
    assert near.source == source
    assert not near.contradicts


@pytest.mark.slow
@DETERMINED
@pytest.mark.parametrize(
    ("name", "option"),
    [("pagat-long-run", "variations.long_run_bonus"), ("pagat-two-chips", LEVEL)],
)
def test_what_a_source_offers_as_a_variation_contradicts_its_own_rule(
    name: str, option: str
) -> None:
    """An offer is no rule; the truncated copy has lost the price and contradicts nothing there."""
    (pagat,) = (near for near in nearness(law(), found_of(name)) if near.source == "pagat")
    assert [answer.question.option for answer in pagat.contradicts] == [option]


# ── engines that play otherwise ──────────────────────────────────────────────────────────────────


def identified_rightly(findings: Findings, truth: Readings) -> int:
    """The number of identified readings; AssertionError if one is wrong."""
    wrong = {
        answer.question.option: answer.reading
        for answer in findings.answers
        if answer.reading not in (None, truth[answer.question.option])
    }
    assert not wrong
    return sum(answer.reading is not None for answer in findings.answers)


@pytest.mark.slow
@DETERMINED
def test_a_price_of_its_own_is_neither() -> None:
    """Only questions that show in payments alone may stay open."""
    own = replace(DEFAULT, settlement=replace(DEFAULT.settlement, special_payment_level=5))
    findings = found(Hiding(rules=own))
    answer = answers(findings)[LEVEL]
    assert (answer.finding, answer.reading) == (Upshot.NEITHER, None)
    assert "payments is" in answer.why
    assert identified_rightly(findings, USUAL) >= 48
    assert answers(findings)[THREE_WAY].reading == USUAL[THREE_WAY]
    assert not findings.holds


def the_first_wins(request: Request, reply: Reply) -> Reply:
    """If three seats tie after a called draw, the caller wins; no reading says that."""
    result = reply.get("answer")
    if request.get("what") == "result" and isinstance(result, dict) and result["end"] == "draw":
        deadwood = result["deadwood"]
        if isinstance(deadwood, list) and len(set(map(str, deadwood))) == 1:
            return {**reply, "answer": {**result, "winner": 0}}
    return reply


@pytest.mark.slow
@DETERMINED
def test_a_tie_rule_of_its_own_is_neither() -> None:
    findings = found(Hiding(habit=the_first_wins))
    answer = answers(findings)[THREE_WAY]
    assert answer.finding is Upshot.NEITHER
    assert "winner is 0, not" in answer.why
    assert "last_to_challenge" in answer.why
    assert identified_rightly(findings, USUAL) >= 54
    assert "no reading fits:" in lines(findings)


@pytest.mark.slow
@DETERMINED
def test_two_readings_in_two_places_are_a_contradiction() -> None:
    """The ante is one chip in every second match."""
    one = Session({"tongits": Hidden(TONGITS.rule_set({"options": {ANTE: 1}}))})
    begun = 0

    def in_turn(request: Request, reply: Reply) -> Reply:
        nonlocal begun
        begun += request["cmd"] == "begin"
        other: Reply = msgspec.json.decode(one.reply(msgspec.json.encode({"seq": 1, **request})))
        return other if begun % 2 else reply

    findings = found(Hiding(habit=in_turn))
    assert {misfit.place for misfit in findings.misfits} & {"pot", "chips"}
    assert not findings.holds
    assert identified_rightly(findings, USUAL) >= 40


def test_what_is_said_in_hello_is_held_against_what_is_played() -> None:
    said = GamePlayed(TONGITS.abilities, {"tie_three_way": ("last_to_challenge",), ANTE: (1, 2)})
    told = answers(found_by_few(Hiding(), said))
    assert told[THREE_WAY].reading == USUAL[THREE_WAY]
    assert told[THREE_WAY].contradicts_hello
    assert told[ANTE].declared == (1, 2)
    assert [name for name, answer in told.items() if answer.contradicts_hello] == [THREE_WAY]


def test_readings_that_hello_does_not_say_are_shown_as_a_declaration(tmp_path: Path) -> None:
    other: Readings = {THREE_WAY: "last_to_challenge", ANTE: 1}
    silent = found_by_few(Hiding(other))
    shown = lines(silent).partition("to declare, as options in hello or in a file for --declare:\n")
    file = tmp_path / "engine.toml"
    file.write_text(shown[2].partition("\n\n")[0], encoding="utf-8")
    played = completed({"tongits": PLAYED}, read_declaration(file))["tongits"]
    assert played.options == {option: (reading,) for option, reading in other.items()}
    assert "to declare" not in lines(found_by_few(Hiding(other), played))


def test_a_declaration_keeps_the_other_readings_of_hello() -> None:
    other: Readings = {THREE_WAY: "last_to_challenge", ANTE: 1}
    half = GamePlayed(TONGITS.abilities, {"ante_chips": (1, 2)})
    findings = found_by_few(Hiding(other), half)
    assert options_found(findings) == {THREE_WAY: ("last_to_challenge",), ANTE: (1, 2)}
    assert f'"{ANTE}" = [1,2]' in lines(findings)


@pytest.mark.parametrize("name", ["engine.toml", "engine.json"])
def test_what_is_found_is_written_beside_what_was_declared(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = found_by_few(Hiding({THREE_WAY: "last_to_challenge"}))
    monkeypatch.setattr("meldcheck.commands.identify.identify", lambda *_: findings)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text(
        '[games.tongits]\nplayers = [3]\nwithout.result = ["payments"]\n[games.rummy]\n',
        encoding="utf-8",
    )
    options = ("--game", "tongits", "--declare", "own.toml", "--write-declare", name)
    engine = ("--", *command("Sound"))
    result = meldspec(*options, *engine)
    assert result.stdout.splitlines()[-2] == f"written: {name}"
    told = read_declaration(Path(name)).games
    assert set(told) == {"tongits", "rummy"}
    assert told["tongits"] == msgspec.structs.replace(
        read_declaration(Path("own.toml")).games["tongits"],
        options={THREE_WAY: ("last_to_challenge",)},
    )
    again = meldspec(*options, *engine)
    assert (again.exit_code, again.stdout) == (2, "")
    assert "it exists" in again.stderr


# ── engines with mistakes ────────────────────────────────────────────────────────────────────────


def found_of_mistake(
    name: str, entries: Sequence[Deviation] = (), readings: Readings | None = None
) -> Findings:
    """What is found of Three Thirteen with a known mistake, beside other readings."""
    game = THREE_THIRTEEN
    engine = InProcess(with_readings(named(game.name, name).played, readings or {}))
    played = GamePlayed(abilities=game.abilities)
    return identify(engine, played, game, law(game.name), cases(), entries, most_walks=0)


def test_a_mistake_that_some_plays_contradict_is_no_reading() -> None:
    """Elimination leaves a reading of sets; other plays fit the default only."""
    findings = found_of_mistake("hand as a set of texts")
    answer = answers(findings)["meld.set_duplicates"]
    assert (answer.reading, answer.lack) == (None, Lack.DOUBTFUL)
    assert answer.backing is not None
    assert answer.backing.shown
    assert answer.backing.against[0] in answer.why
    assert set(answer.left) == set(THREE_THIRTEEN.readings()["meld.set_duplicates"])
    assert findings.mistakes < len(findings.misfits), "a reply may be wrong in several fields"
    assert identified_rightly(findings, RuleSpace.of(THREE_THIRTEEN).default) > 10
    assert not findings.holds
    assert "cannot tell, because the engine contradicts itself:" in lines(findings)
    often = f"{findings.mistakes} times its reply fits no rule set that others allow"
    told = f"plays on the engine the engine has mistakes: {often}. meldspec check names them"
    assert told in in_one_line(findings)


class ByPlayers:
    """An engine of Three Thirteen with a reading of its own where more than two play."""

    def __init__(self, readings: Readings) -> None:
        self._two = Hiding(game=THREE_THIRTEEN)
        self._more = Hiding(readings, game=THREE_THIRTEEN)

    def converse(self, requests: Sequence[Request]) -> Conversation:
        more = any(isinstance(n := one.get("players"), int) and n > 2 for one in requests)
        return (self._more if more else self._two).converse(requests)


def test_a_default_reading_that_a_play_contradicts_is_doubtful() -> None:
    engine = ByPlayers({"out.reveal_moment": "at_announcement"})
    played = GamePlayed(abilities=THREE_THIRTEEN.abilities)
    entries = catalogue("three-thirteen")
    findings = identify(
        engine, played, THREE_THIRTEEN, law("three-thirteen"), cases(), entries, most_walks=0
    )
    answer = answers(findings)["out.reveal_moment"]
    assert (answer.reading, answer.lack) == (None, Lack.DOUBTFUL)
    assert answer.why.startswith("after_final_turns is contradicted by ")
    assert answer.why.endswith(", which fits out.reveal_moment at_announcement")
    assert not findings.holds
    assert "fits out.reveal_moment at_announcement, which other plays exclude" in in_one_line(
        findings
    )
    others = [one for one in findings.answers if one is not answer]
    assert all(one.is_default for one in others if one.reading is not None)


def test_an_engine_for_two_players_is_not_played_for_long_where_more_are_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("meldcheck.identify.course.ROUND", 2)
    engine = Hiding(game=THREE_THIRTEEN)
    played = GamePlayed(abilities=THREE_THIRTEEN.abilities, players=(2,))
    findings = found(engine, played, walks=500)
    missing = {name for name, one in answers(findings).items() if one.lack is Lack.MISSING}
    assert missing == {"deck.packs_beyond_six", "match.rotation_direction"}
    assert findings.walks == 2 * 2
    assert f"(seeded matches in search of a play that tells: {2 * 2})" in lines(findings)


def test_a_search_of_which_no_match_comes_to_what_tells_ends_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("meldcheck.identify.course.ASTRAY", 3)

    def refuses_all(request: Request, reply: Reply) -> Reply:
        acts = request["cmd"] == "act" and request["by"] != "chance"
        return {"seq": 1, "ok": False} if acts else reply

    findings = found(Hiding(habit=refuses_all, game=THREE_THIRTEEN), walks=500)
    assert findings.walks < 50, "without that end they are more than a hundred"
    unknown = [one for one in findings.answers if one.lack in (Lack.MISSING, Lack.UNFOUND)]
    assert {one.lack for one in unknown} == {Lack.MISSING}
    assert any(one.why.startswith("plays went astray before they could tell: ") for one in unknown)


def test_a_misfit_of_a_field_is_told_with_its_value_and_one_of_a_step_in_words() -> None:
    step = Misfit("a hand", 18, WHOLE, "1 knock", got={"ok": True}, possible=({"ok": False},))
    told = "a hand, step 18 '1 knock': is accepted, not refused"
    assert misfit_in_words(step) == told
    asked = replace(step, place="rummy", asked="? result", got=True, possible=(False,))
    told = "a hand, step 18 '? result': rummy is true, not false"
    assert misfit_in_words(asked) == told


def test_a_reading_is_told_beside_a_mistake_that_does_not_touch_it() -> None:
    readings = {"meld.set_max": "four"}
    findings = found_of_mistake("highest total wins", catalogue("three-thirteen"), readings)
    assert findings.misfits
    told = answers(findings)["meld.set_max"]
    assert told.reading == "four"
    assert told.backing is not None
    first = told.backing.shown[0]
    assert f"(shown by {len(told.backing.shown)} plays: {first})" in in_one_line(findings)
    alone = replace(told, backing=replace(told.backing, shown=(first,)))
    rare = replace(findings, answers=(alone,))
    assert f"(shown by one play: {first})" in in_one_line(rare)


def test_a_reading_is_not_told_if_a_known_mistake_explains_its_cases_as_well() -> None:
    known = {entry.name: entry for entry in catalogue("three-thirteen")}
    wrong, read = known["highest total wins"], known["meld.set_max=four"]
    both = msgspec.structs.replace(
        wrong, name="the highest total wins with small sets", signs={**wrong.signs, **read.signs}
    )
    readings = {"meld.set_max": "four"}
    findings = found_of_mistake("highest total wins", (both, *known.values()), readings)
    answer = answers(findings)["meld.set_max"]
    assert (answer.reading, answer.lack) == (None, Lack.DOUBTFUL)
    assert answer.why == f"another cause explains four as well: {both.name}"


def in_one_line(findings: Findings) -> str:
    return " ".join(lines(findings).split())


def test_an_interrupt_shows_what_is_known_so_far(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun = 0

    def interrupted(request: Request, reply: Reply) -> Reply:
        nonlocal begun
        begun += request["cmd"] == "begin"
        if begun == 15:
            raise KeyboardInterrupt
        return reply

    findings = found(Hiding(habit=interrupted))
    assert findings.interrupted
    assert not findings.holds
    assert 5 < identified_rightly(findings, USUAL) < 60
    assert "the run was interrupted before a play told it" in lacking(findings).values()
    monkeypatch.setattr("meldcheck.commands.identify.identify", lambda *_: findings)
    monkeypatch.chdir(tmp_path)
    result = meldspec("--game", "tongits", "--", *command("Sound"))
    assert (result.exit_code, result.stderr) == (
        130,
        "meldspec: what was played is kept: the same command with --resume goes on\n"
        "meldspec: interrupted\n",
    )
    assert "interrupted: this is what is known so far" in result.stdout
    assert "by default" in result.stdout


@pytest.mark.parametrize("ends", ["interrupted", "given up"])
def test_a_second_course_that_is_cut_short_loses_nothing_of_the_first(
    ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The prices are the engine's own, so the payments are left out in a second course."""
    own = replace(DEFAULT, settlement=replace(DEFAULT.settlement, special_payment_level=5))
    untold = course._untold  # the first course is over when it is called
    second: list[bool] = []

    def told_in_first(misfits: Iterable[Misfit]) -> frozenset[str]:
        second.append(True)
        return untold(misfits)

    def cut_short(request: Request, reply: Reply) -> Reply:
        if second and ends == "interrupted":
            raise KeyboardInterrupt
        return reply

    def on_request(_: Request) -> FaultKind | None:
        return FaultKind.SILENCE if second and ends == "given up" else None

    monkeypatch.setattr(course, "_untold", told_in_first)
    subject = Hiding(rules=own, habit=cut_short, faults=on_request)
    findings = identify(subject, PLAYED, TONGITS, law(), few_that_pay(), most_walks=0)
    assert findings.interrupted is (ends == "interrupted")
    assert bool(findings.given_up) is (ends == "given up")
    assert identified_rightly(findings, USUAL) >= 10
    assert answers(findings)[LEVEL].finding is Upshot.NEITHER


@pytest.mark.parametrize("place", ["the pool", "the first play"])
def test_an_early_interrupt_is_one_line(
    place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object) -> Reply:
        raise KeyboardInterrupt

    if place == "the pool":
        monkeypatch.setattr("meldcheck.identify.course.experiments_of", interrupted)
    findings = found(Hiding(habit=interrupted))
    assert findings.is_empty
    assert lines(findings) == "one 1, tongits: interrupted after 0 plays: nothing is known yet"
    monkeypatch.setattr("meldcheck.commands.identify.identify", lambda *_: findings)
    monkeypatch.chdir(tmp_path)
    engine = ("--", *command("Sound"))
    result = meldspec("--game", "tongits", "--write-declare", "engine.toml", *engine)
    assert result.exit_code == 130
    *_, told, file = result.stdout.splitlines()
    assert told.endswith("interrupted after 0 plays: nothing is known yet")
    assert file == "not written: engine.toml"
    assert not Path("engine.toml").exists()


def test_a_source_is_not_near_by_its_silence() -> None:
    """The truncated copy contradicts less, because it says less."""
    known = found_of_default().answers[0]
    whole = Nearness("whole", (known,) * 57, (known,) * 3, ())
    part = Nearness("part", (known,) * 37, (known,) * 2, (known,) * 21)
    assert nearest([part, whole]) is whole


# ── engines that cannot, or break ────────────────────────────────────────────────────────────────


def lacking(findings: Findings) -> dict[str, str]:
    return {
        answer.question.option: answer.why
        for answer in findings.answers
        if answer.lack is Lack.MISSING
    }


def test_an_engine_that_plays_nothing_is_told_what_is_missing() -> None:
    findings = found(Hiding(), replace_abilities("meld", "deadwood"))
    assert lacking(findings)[THREE_WAY] == "the engine does not offer play"
    assert not findings.holds
    assert identified_rightly(findings, USUAL) <= 1, "deadwood alone tells what is counted"


@pytest.mark.slow
@DETERMINED
def test_what_shows_in_results_is_found_without_views() -> None:
    findings = found(Hiding(), replace_abilities("play"))
    told = answers(findings)
    assert told[THREE_WAY].reading == USUAL[THREE_WAY]
    assert lacking(findings)["showdown.reveal_at_end"] == "the engine does not offer view"
    assert identified_rightly(findings, USUAL) >= 50


@pytest.mark.slow
@DETERMINED
def test_an_action_that_is_not_known_is_named() -> None:
    kinds = tuple(sorted(ALL_ACTIONS - {"call_tongits"}))
    subject = Hiding()
    findings = found(subject, GamePlayed(("play",), actions=kinds), walks=20)
    named = {request["do"]["type"] for request in subject.heard if request["cmd"] == "act"}
    assert "call_tongits" not in named
    why = lacking(findings)["tongits_call.tongit_window"]
    assert why == "the engine does not know the action call_tongits"
    assert identified_rightly(findings, USUAL) >= 50


def without_fields(request: Request, reply: Reply) -> Reply:
    """Results have no payments, and no four is listed as one to lie face down."""
    answer = reply.get("answer")
    match request.get("what"), answer:
        case "result", dict():
            return {**reply, "answer": {**answer, "payments": "none"}}
        case "legal", list():
            kept = [do for do in answer if not is_face_down(do)]
            return {**reply, "answer": kept}
        case _:
            return reply


def is_face_down(do: object) -> bool:
    return isinstance(do, dict) and bool(do.get("face_down"))


def test_what_hello_says_is_lacking_is_no_mistake() -> None:
    lacks: dict[str, tuple[str, ...]] = {
        "result": ("payments",),
        "actions": ("expose.face_down",),
    }
    played = GamePlayed(TONGITS.abilities, without=lacks)
    few = few_that_pay()
    findings = identify(Hiding(habit=without_fields), played, TONGITS, law(), few, most_walks=0)
    assert not findings.misfits
    why = lacking(findings)["settlement.secret_partition_uncompared"]
    assert why == "the engine is without result.payments"
    assert identified_rightly(findings, USUAL) >= 10
    assert identify(Hiding(habit=without_fields), PLAYED, TONGITS, law(), few, most_walks=0).misfits


def test_an_action_in_a_form_that_is_lacking_is_not_listed() -> None:
    """The engine answers as hello says, so the default rules fit; without that, they do not."""
    lacks = GamePlayed(TONGITS.abilities, without={"actions": ("expose.face_down",)})
    known = nothing_known(TONGITS)
    usual = {option: frozenset((reading,)) for option, reading in USUAL.items()}
    fits: list[tuple[bool, bool]] = []
    for case in (one for one in cases() if one.kind is Kind.LEGAL and lists_face_down(one)):
        (experiment,) = experiments_of(case)
        requests, numbers = spoken(experiment, lacks)
        heard = Hiding(habit=without_fields).converse(requests)
        seen, whole = (
            judged(follower, experiment, numbers, heard)
            for follower in (Follower(known, lacks), Follower(known))
        )
        if seen.too_open:
            continue
        learned, mistaken = known.learned(seen.boxes), known.learned(whole.boxes)
        assert learned is not None
        assert mistaken is not None
        fits.append((learned.allows(usual), mistaken.allows(usual)))
        if len(fits) == 3:
            break
    assert fits == [(True, False)] * 3


def lists_face_down(case: Case) -> bool:
    answered = [one.answer for one in case.steps if isinstance(one, Ask)]
    listed = any(is_face_down(do) for answer in answered for do in answer or ())
    acted = (one for one in case.steps if isinstance(one, Act))
    return case.game == "tongits" and listed and not any(is_face_down(one.do) for one in acted)


class Talkative(Hiding):
    """An engine that writes one line more after some plays; it is heard before the next reply."""

    def __init__(self, before: int, game: GameWire) -> None:
        super().__init__(game=game)
        self.before = before
        self.plays = 0

    @override
    def converse(self, requests: Sequence[Request]) -> Conversation:
        self.plays += 1
        if self.plays == self.before:
            fault = EngineFault(FaultKind.OUT_OF_ORDER, "one line more: {}", belated=True)
            return Conversation((), fault)
        return super().converse(requests)


def test_a_line_more_is_a_fault_of_the_play_before_it() -> None:
    silent, subject = Hiding(game=INDIAN_CHIEF), Talkative(3, INDIAN_CHIEF)
    played = GamePlayed(abilities=INDIAN_CHIEF.abilities)
    known = found(silent, played, walks=5)
    findings = found(subject, played, walks=5)
    second = next(iter(findings.troubles))
    assert list(findings.troubles.values()) == [
        EngineFault(FaultKind.OUT_OF_ORDER, "one line more: {}").text
    ]
    assert (findings.broken, known.broken) == (1, 0)
    assert findings.plays == known.plays
    assert findings.known.left == known.known.left
    assert second in in_one_line(findings)
    told = in_one_line(findings)
    assert f"the engine broke the protocol in 1 of {findings.plays} plays; mend that first" in told


def is_act(request: Request, kind: str) -> bool:
    return bool(request["cmd"] == "act" and request["do"].get("type") == kind)


@pytest.mark.parametrize(
    ("game", "action", "kind", "least", "walks"),
    [
        (INDIAN_CHIEF, "reshuffle", FaultKind.EXIT, 18, 10),
        pytest.param(TONGITS, "fold", FaultKind.EXIT, 50, 120, marks=SLOW),
        pytest.param(TONGITS, "fold", FaultKind.GARBAGE, 50, 120, marks=SLOW),
    ],
    ids=game_name,
)
def test_a_fault_in_some_plays_spoils_no_other(
    game: GameWire, action: str, kind: FaultKind, least: int, walks: int
) -> None:
    def on_action(request: Request) -> FaultKind | None:
        return kind if is_act(request, action) else None

    subject = Hiding(faults=on_action, game=game)
    findings = found(subject, GamePlayed(abilities=game.abilities), walks=walks)
    assert not findings.given_up
    assert sum(is_act(one, action) for one in subject.heard) == 5
    told = in_one_line(findings)
    assert f"the engine never answers {action}: it faulted there 5 times out of 5" in told
    assert f"Mend this first, then identify again: {kind}: as it likes" in told
    assert any(kind in trouble for trouble in findings.troubles.values())
    assert not findings.misfits
    assert identified_rightly(findings, RuleSpace.of(game).default) >= least


def test_an_engine_that_keeps_silent_is_given_up_soon() -> None:
    subject = Hiding(faults=lambda request: FaultKind.SILENCE)
    findings = found(subject)
    assert findings.plays == COSTLY_FAULTS
    assert findings.given_up
    assert set(lacking(findings)) == set(USUAL)
    assert len(lines(findings).splitlines()) == 1


def played_in_turn(
    subject: Hiding, *, facts_first: bool, most: int = 150
) -> tuple[Identification, str]:
    """An identification by plays of the suite in turn, and why the engine was given up."""
    work = Identification(subject, PLAYED, law().rule_space(TONGITS), nothing_known(TONGITS))
    own = [case for case in cases() if case.game == "tongits"]
    asked = [case for case in own if case.kind is Kind.MELD][: 9 * facts_first]
    played = [case for case in own if case.question is None][:most]
    try:
        for experiment in (made for case in (*asked, *played) for made in experiments_of(case)):
            work.try_out(experiment)
        work.go_on()
    except GivenUpError as problem:
        return work, str(problem)
    return work, ""


def test_an_engine_that_answers_facts_and_faults_at_each_deal_is_given_up_soon() -> None:
    subject = Hiding(faults=lambda one: FaultKind.EXIT if is_act(one, "deal") else None)
    work, why = played_in_turn(subject, facts_first=True)
    assert why == f"the engine never answers deal: {work.unanswered['deal'].said}"
    assert sum(is_act(one, "deal") for one in subject.heard) == 5


def skips(kind: str) -> Habit:
    """An engine that skips an action, and so all that comes after it."""
    skipped = False

    def habit(request: Request, reply: Reply) -> Reply:
        nonlocal skipped
        skipped = is_act(request, kind) or (skipped and request["cmd"] in ("act", "ask"))
        return {"seq": 1, **SKIPPED} if skipped else reply

    return habit


def test_an_engine_that_skips_each_deal_is_given_up_soon() -> None:
    subject = Hiding(habit=skips("deal"))
    work, why = played_in_turn(subject, facts_first=True)
    assert why == "the engine never answers deal: skipped: not written yet"
    assert sum(is_act(one, "deal") for one in subject.heard) == NEVER_TAKEN
    assert set(work.unanswered) == {"deal"}, "the views after it were skipped because of it"


def test_an_engine_that_skips_an_action_at_times_is_asked_on() -> None:
    dealt = 0

    def at_first(request: Request, reply: Reply) -> Reply:
        nonlocal dealt
        dealt += is_act(request, "deal")
        return {"seq": 1, **SKIPPED} if is_act(request, "deal") and dealt < NEVER_TAKEN else reply

    work, why = played_in_turn(Hiding(habit=at_first), facts_first=False, most=2 * NEVER_TAKEN)
    assert dealt > NEVER_TAKEN
    assert not why
    assert not work.unanswered


@pytest.mark.parametrize(("patience", "plays"), [(0.0, 21), (60.0, 101)])
def test_plays_in_a_row_that_end_alike_are_fewer_if_they_take_long(
    patience: float, plays: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldcheck.identify.identification.PATIENCE", patience)
    dealt = 0

    def after_the_first(request: Request) -> FaultKind | None:
        nonlocal dealt
        dealt += is_act(request, "deal")
        return FaultKind.EXIT if dealt > 1 and is_act(request, "deal") else None

    work, why = played_in_turn(Hiding(faults=after_the_first), facts_first=False)
    assert work.plays == plays
    assert f"{plays - 1} plays in a row" in why
    assert "the last at deal: exit: as it likes" in why


@pytest.mark.slow
@DETERMINED
@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ({"seq": 1, "error": "no idea"}, "the engine replies error: no idea"),
        ({"seq": 1, "skipped": "not today"}, "not today"),
        ({"seq": 1, "ok": False}, "is refused, not"),
    ],
)
def test_an_engine_of_which_no_play_tells_anything_is_given_up_before_matches(
    reply: Reply, told: str
) -> None:
    findings = found(Hiding(habit=lambda *_: reply), walks=500)
    assert findings.walks == 0
    assert findings.is_empty
    assert findings.plays < 10 * NEVER_TAKEN
    assert lines(findings).startswith("one 1, tongits: given up after ")
    assert told in in_one_line(findings)


@pytest.mark.slow
@DETERMINED
@pytest.mark.parametrize("ok", [True, False])
def test_an_engine_that_takes_or_refuses_all_is_not_identified_by_it(ok: bool) -> None:
    def always(request: Request, reply: Reply) -> Reply:
        acts = request["cmd"] == "act" and request["by"] != "chance"
        return {"seq": 1, "ok": ok} if acts else reply

    findings = found(Hiding(habit=always), walks=10)
    assert findings.misfits
    assert not findings.holds
    assert not options_found(findings)
    blind = [one for one in findings.answers if one.why.startswith("the engine refused no action")]
    assert bool(blind) is ok
    assert all(one.lack is Lack.DOUBTFUL for one in blind)
    doubted = {one.question.option: one.backing.reading for one in blind if one.backing}
    assert any(reading == USUAL[option] for option, reading in doubted.items()) is ok


# ── the command ──────────────────────────────────────────────────────────────────────────────────


def meldspec(*words: str) -> Result:
    return CliRunner().invoke(main, ["identify", *words])


@pytest.mark.parametrize(
    ("game", "others", "agrees"),
    [
        ("indian-chief", {"thief.thief_tie_protocol": "never", "poker.poker_ace": "low_only"}, 5),
        pytest.param(
            "tongits",
            {THREE_WAY: "last_to_challenge", "pot.pot_wins_required": 3},
            20,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_an_engine_in_a_process_is_identified(game: str, others: Readings, agrees: int) -> None:
    engine = (sys.executable, str(HABITS), "of_another_reading")
    result = meldspec("--game", game, "--format", "json", "--", *engine)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    readings = {one["option"]: one["reading"] for one in told["questions"]}
    usual = RuleSpace.of(GAMES[game]).default
    assert all(usual[name] != reading == readings[name] for name, reading in others.items())
    assert told["sources"][told["nearest"]]["agrees"] > agrees
    assert not any(one["contradicts_hello"] for one in told["questions"])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "Missing argument"),
        (("--", "no-such-engine-here"), "no such command: no-such-engine-here"),
        (("--game", "chess", "--", sys.executable), "no game 'chess'"),
        (("--", *command("PlaysNothing")), "the engine plays none of the games"),
        (("--", sys.executable, "-c", "print('hello')"), "the engine does not answer hello"),
        (("--timeout", "0", "--", sys.executable), "--timeout"),
        (("--matches", "-1", "--", sys.executable), "--matches"),
    ],
)
def test_wrong_use_is_one_line(words: tuple[str, ...], complaint: str) -> None:
    result = meldspec(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert complaint in line


def test_the_text_says_what_there_is_to_know() -> None:
    told = lines(found_of_default())
    assert told.startswith("one 1, tongits: ")
    assert "by default, 6" in told
    assert "pagat-partial" in told
    assert max(map(len, told.splitlines())) <= 100
