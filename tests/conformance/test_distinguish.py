"""The shortest plays on which rules differ: known plays, their proofs, and the text about them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations, groupby, islice
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner
from typing_extensions import override

from meldcheck.cli import main
from meldcheck.commands.distinguish import command
from meldcheck.distinguish import told
from meldcheck.distinguish.course import (
    TABLE,
    Effort,
    Finding,
    ProofKind,
    distinguish,
    every_pair,
    proved,
)
from meldcheck.distinguish.hunt import Library, condensed, shortest_of
from meldcheck.distinguish.pair import Fork, Joint, Parting, Play, Ruling, breadth_first
from meldcheck.distinguish.sides import pair, read_side
from meldcheck.distinguish.tongits.bounds import DEALT, MOMENTS, Moment, lower_bound
from meldcheck.distinguish.tongits.hunt import Hunter
from meldcheck.distinguish.tongits.outline import (
    BEGINNING,
    Deed,
    Move,
    Outline,
    Pace,
    Phase,
    Scene,
    Spot,
    moves,
    telling,
)
from meldcheck.distinguish.tongits.small import SmallJoint, SmallPack, all_deals, read_pack, search
from meldcheck.engine.referee import act
from meldcheck.law.clauses import Law
from meldcheck.law.rulesets import Shelf, load_shelf
from meldcheck.law.rulespace import RuleSpace
from meldcheck.words import places
from meldcheck.words.case import Act, Case, Setup
from meldcheck.words.deal import Dealt
from meldcheck.words.errors import SpecError
from meldcheck.words.notation import CHANCE, show_step
from meldspec import cards as pack
from meldspec.games import GAMES, NAMES
from meldspec.play import Refusal
from meldspec.tongits.table import BeforeDeal, Drawing, Over, Playing, Responding, State
from meldspec.wire import Match, UnplayableError
from tests import committed

GAME = GAMES["tongits"]
USUAL = RuleSpace.of(GAME).default
QUICK = Effort(hands=300, states=300)


def documents(game: str) -> list[Case]:
    """The cases of the documents of a game."""
    return [*committed.stated(game)]


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    """The rule sets of the documents."""
    return load_shelf(places.spec_directory(), "tongits")


@pytest.fixture(scope="module")
def library(shelf: Shelf) -> Library:
    """The plays of the documents."""
    return Library(documents(shelf.law.game))


def found(shelf: Shelf, library: Library, one: str, other: str, effort: Effort = QUICK) -> Finding:
    return distinguish(shelf, read_side(shelf, one), read_side(shelf, other), library, effort)


def with_readings(**readings: str | int) -> dict[str, str | int]:
    """The default readings with some changed, by the last part of their names."""
    names = {name.rpartition(".")[2]: name for name in USUAL}
    return {**USUAL, **{names[name]: reading for name, reading in readings.items()}}


def steps_of(play: Play | None) -> int | None:
    return None if play is None else len(play)


# ── plays that are known to be shortest ──────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("reading", "steps"),
    [
        ("pot.ante-chips=1", 1),
        ("tongit-concealed=must_play_out", 2),
        ("empty-hand-policy=plays_on_with_zero", 2),
        ("draw-call-window=any_time_in_own_turn", 3),
        ("discard-take-requirement=new_meld_or_extend_any_table_meld", 4),
        ("layoff-own-melds=opponents_only", 4),
        ("challenge-eligibility=opened_or_concealed_secret", 8),
        ("tie-three-way=last_to_challenge", 10),
        ("draw-block-opponent-span=whole_hand", 15),
        ("exhaustion-none-opened=all_compare", 32),
        ("exhaustion-tie=last_drawer_always", 35),
    ],
)
def test_a_shortest_play_over_all_deals(
    shelf: Shelf, library: Library, reading: str, steps: int
) -> None:
    finding = found(shelf, library, "default", reading)
    assert steps_of(finding.play) == steps
    assert finding.proof is not None
    assert finding.proof.words == "minimal over all deals (argued)"


def test_a_play_is_legal_in_both_up_to_its_last_step_and_differs_there(
    shelf: Shelf, library: Library
) -> None:
    for one, other in (
        ("pagat", "wikipedia,spread-enabled=played_like_any_other"),
        ("default", "draw-block-own-layoff=no_block"),
        ("default", "showdown-participants=all_opened_players"),
    ):
        finding = found(shelf, library, one, other)
        assert finding.play is not None
        matches = [
            accepted(GAME.begin({"options": {**rules.readings}}, 3, finding.play.setup.dealer))
            for rules in (finding.pairing.one, finding.pairing.other)
        ]
        for step in finding.play.steps[:-1]:
            matches = [accepted(match.act(step.by, step.do)) for match in matches]
            seen = [[match.view(seat) for seat in range(3)] for match in matches]
            assert seen[0] == seen[1]
        last = finding.play.steps[-1]
        outcomes = [match.act(last.by, last.do) for match in matches]
        after = [outcome for outcome in outcomes if not isinstance(outcome, Refusal)]
        assert after
        if len(after) == len(outcomes):
            one_told, other_told = (
                [match.result(), *(match.view(seat) for seat in range(3))] for match in after
            )
            assert one_told != other_told


def accepted(outcome: Match | Refusal) -> Match:
    """The match that goes on."""
    assert not isinstance(outcome, Refusal)
    return outcome


def test_two_rule_sets_with_one_answer_to_everything(shelf: Shelf, library: Library) -> None:
    finding = found(shelf, library, "pagat", "default")
    assert finding.pairing.differing == ()
    assert not told.differs(finding)
    assert "no play tells them apart" in [*told.lines(finding)][-1]


def test_options_that_matter_under_neither_rule_set(shelf: Shelf, library: Library) -> None:
    dead = "wikipedia,second-win-bonus=half_pot"
    one, other = read_side(shelf, "wikipedia"), read_side(shelf, dead)
    alive = pair(shelf, one, other)
    assert alive.added[1] == {"pot.pot_wins_required": 3}
    impossible = "discard-taken-card-back=impossible_because_melded"
    finding = found(shelf, library, impossible, "discard-taken-card-back=allowed")
    assert finding.pairing.differing == ("discarding.discard_taken_card_back",)
    assert finding.pairing.alive == ()
    assert "matter under neither" in [*told.lines(finding)][-1]


def test_a_deck_tells_apart_what_no_play_does(shelf: Shelf, library: Library) -> None:
    finding = found(shelf, library, "default", "deal-pattern=packets_then_extra")
    assert finding.play is None
    assert finding.deck is not None
    assert finding.deck.one != finding.deck.other


def test_the_least_readings_beside_those_that_are_named(shelf: Shelf) -> None:
    def beside(one: str, other: str) -> dict[str, str | int]:
        return dict(pair(shelf, read_side(shelf, one), read_side(shelf, other)).beside)

    assert beside("default", "tie-three-way=last_to_challenge") == {}
    assert beside("default", "long-run-scope=exposed_only") == {
        "variations.long_run_bonus": "three_chips_for_5_plus"
    }
    assert beside("default", "tongit-requires-open=opening_needed") == {
        "tongits_call.empty_hand_policy": "plays_on_with_zero"
    }
    assert beside("default", "secret-with-discard-card=yes_if_kept_concealed") == {
        "drawing.discard_meld_exposure": "may_keep_in_hand",
        "discarding.discard_taken_card_back": "forbidden",
    }


def test_a_side_that_cannot_be_read(shelf: Shelf) -> None:
    for words in ("pagatt", "pagat,denexa", "tie-three-way=first", "no-such-option=yes", ""):
        with pytest.raises(SpecError):
            read_side(shelf, words)


# ── breadth first ────────────────────────────────────────────────────────────────────────────────


def _dealt(hands: tuple[str, str, str], stock: str) -> Act:
    do = {
        "type": "deal",
        "hands": [hand.split() for hand in hands],
        "stock": stock.split(),
    }
    return Act(by=CHANCE, do=do)


DEAL = _dealt(
    (
        "4S 5S 6S 9C 9D 9H 2D KD TH JC QC 3D 8S",
        "7S 8D 3C 4C 5C KC 2S 2H 6H TD JH AC",
        "KH AD AH AS 3H 4H 5D 8H TC JS QH QS",
    ),
    "7H 9S 6D 5H TS KS 2C 3S 7C 4D JD 6C 8C QD 7D",
)
"""Seat 0 has a run and could call at once where calls may come in the first turn."""


def _act(by: int, **do: object) -> Act:
    return Act(by=by, do=do)


def test_breadth_first_finds_a_shorter_play_than_a_long_one() -> None:
    both = Joint(GAME, USUAL, with_readings(draw_call_window="any_time_in_own_turn"))
    long_way = (
        DEAL,
        _act(0, type="discard", card="KD"),
        _act(1, type="draw"),
        _act(1, type="discard", card="KC"),
        _act(2, type="draw"),
        _act(2, type="discard", card="KH"),
        _act(0, type="draw"),
        _act(0, type="expose", cards=["4S", "5S", "6S"]),
        _act(0, type="call_draw"),
    )
    setup = Setup(players=3, dealer=0)
    play = both.first_difference(setup, long_way)
    assert steps_of(play) == 9
    assert play is not None
    looked = breadth_first(both, setup, (DEAL,), 8, 1000)
    assert steps_of(looked.play) == 3
    shorter, proof = proved(both, play, None, Effort(states=1000))
    assert len(shorter) == 3
    assert proof.words == "minimal for this deal (breadth-first, 2 states)"
    assert len(condensed(both, play, 3)) < 9


def test_a_budget_that_ends_first_is_told_with_the_depth() -> None:
    both = Joint(GAME, USUAL, with_readings(tie_three_way="last_to_challenge"))
    setup = Setup(players=3, dealer=0)
    looked = breadth_first(both, setup, (DEAL,), 9, 100)
    assert looked.play is None
    assert not looked.whole
    assert looked.states == 100
    whole = breadth_first(both, setup, (DEAL,), looked.depth, 10_000)
    assert whole.whole
    assert whole.states < 100
    play = Play(setup, (DEAL,) * 9, Parting(DEAL, Ruling(), Ruling()))
    _, proof = proved(both, play, None, Effort(states=100))
    assert proof.kind is ProofKind.BOUND
    assert proof.words == f"searched to depth {looked.depth} of 9 (100 states)"


def test_equal_standings_are_followed_once() -> None:
    """Two melds laid in another order make another table; two discards never lead to one state."""
    both = Joint(GAME, USUAL, with_readings(tie_three_way="last_to_challenge"))
    setup = Setup(players=3, dealer=0)
    first = breadth_first(both, setup, (DEAL, DEAL), 3, 1000)
    second = breadth_first(both, setup, (DEAL,), 3, 1000)
    assert first.states == second.states


# ── the outline ──────────────────────────────────────────────────────────────────────────────────

_DEEDS = {
    "deal": Deed.DEAL,
    "draw": Deed.DRAW,
    "take": Deed.TAKE,
    "expose": Deed.EXPOSE,
    "lay_off": Deed.LAY_OFF,
    "discard": Deed.DISCARD,
    "call_tongits": Deed.TONGITS,
    "call_draw": Deed.CALL,
    "fold": Deed.FOLD,
    "challenge": Deed.CHALLENGE,
}


def _random_rules(rng: random.Random, changed: int) -> dict[str, str | int]:
    readings = dict(USUAL)
    for name in rng.sample(list(readings), changed):
        readings[name] = rng.choice(GAME.readings()[name])
    return _mended(readings)


def _mended(readings: dict[str, str | int]) -> dict[str, str | int]:
    for need in GAME.needs():
        if readings[need.option] == need.reading and readings[need.needed] not in need.readings:
            readings[need.needed] = need.readings[0]
    return readings


def _is_step(move: Move, step: Act, before: State, after: State) -> bool:
    """Whether a step of the outline is what was played."""
    deed = Deed.FACE_DOWN if step.do.get("face_down") else _DEEDS[step.do["type"]]
    if move.deed is not deed or move.by != (None if step.by == CHANCE else step.by):
        return False
    if move.onto not in _owners(before, step.do.get("meld")):
        return False
    if isinstance(after, Over):
        outcome = after.result.outcome
        alike = move.end is not None and move.end.value == outcome.end.value
        return alike and move.winner == outcome.winner
    phases = {Drawing: Phase.DRAW, Playing: Phase.PLAY, Responding: Phase.ANSWER}
    assert isinstance(after, Drawing | Playing | Responding)
    table = after.table
    there = Outline(phases[type(after)], table.dealer, table.turn, len(table.stock))
    having = frozenset(meld.owner for meld in table.melds)
    return move.end is None and move.after[:4] == there[:4] and move.after.owners == having


def _owners(before: State, meld: list[str] | None) -> set[int | None]:
    """The owners of the meld that a step names; None if it names no meld."""
    if meld is None or isinstance(before, BeforeDeal):
        return {None}
    return {laid.owner for laid in before.table.melds if pack.texts(laid.cards) == meld}


def is_told(joint: Joint, pace: Pace, moment: Moment, play: Play) -> bool:
    """Whether the moment has happened by the last step of a play, which follows the outline."""
    starts = [(story, seat) for story in moment.stories for seat in range(3)]
    there = {start: {Spot(BEGINNING, 0, 0, 0)} for start in starts}
    outlines: set[Outline] = {BEGINNING}
    standing: Fork | Parting | None = joint.begin(play.setup)
    for step in play.steps:
        assert isinstance(standing, Fork)
        ways = {
            outline: [
                move
                for move in moves(pace, outline)
                if any(_is_step(move, step, *states) for states in _steps(joint, standing, step))
            ]
            for outline in outlines
        }
        outlines = {move.after for found in ways.values() for move in found}
        assert outlines, (pace, step)
        for story, seat in starts:
            there[story, seat] = {
                told
                for place in there[story, seat]
                for move in ways.get(place.now, ())
                for told in telling(story, seat, place, move)
            }
        standing = joint.step(standing, step)
    return any(place.told == len(story) for (story, _), at in there.items() for place in at)


def _steps(joint: Joint, standing: Fork, step: Act) -> Iterator[tuple[State, State]]:
    """The states before and after a step, under each rule set that accepts it."""
    for rules, match in ((joint.one, standing.one), (joint.other, standing.other or standing.one)):
        before = match if standing.other is not None else match.under(rules)
        after = act(before, step)
        if not isinstance(after, Refusal):
            at, then = before.position, after.position
            assert isinstance(at, State)
            assert isinstance(then, State)
            yield at, then


class SmallHunter(Hunter):
    """Seeded play with a small pack."""

    def __init__(self, joint: SmallJoint, seed: int, small: SmallPack) -> None:
        super().__init__(joint, seed)
        self.small = small

    @override
    def deal(self, dealer: int) -> Dealt:
        cards = iter(self.rng.sample(pack.texts(self.small.cards), len(self.small.cards)))
        sizes = [self.small.hand + (seat == dealer) for seat in range(3)]
        hands = tuple(tuple(islice(cards, size)) for size in sizes)
        return Dealt(dealer, hands, tuple(cards))


def moment_of(pace: Pace, option: str) -> Moment:
    return MOMENTS[option](pace) if option in MOMENTS else DEALT


def witnesses(library: Library) -> Iterator[tuple[str, Pace, Play]]:
    """The plays of the documents that tell two readings of an option apart, up to this step."""
    for option, readings in GAME.readings().items():
        for case in library.asking([option]):
            shared = {**USUAL, **case.rules}
            for sides in combinations([{**shared, option: one} for one in readings], 2):
                try:
                    joint = Joint(GAME, *sides)
                except UnplayableError:
                    continue
                play = shortest_of(joint, Library([case]).plays, 0, None)
                if play is not None and play.setup.dealer == 0:
                    yield option, Pace(*sides), play


@pytest.mark.slow
def test_no_witness_of_the_documents_differs_before_its_moment(library: Library) -> None:
    """A moment that comes one step later is not reached by witnesses as short as their bound."""
    told, later = set(), set()
    for option, pace, play in witnesses(library):
        joint = Joint(GAME, pace.one, pace.other)
        moment = moment_of(pace, option)
        assert is_told(joint, pace, moment, play), (option, play)
        told.add(option)
        late = Moment("later", tuple((*story, Scene()) for story in moment.stories))
        if not is_told(joint, pace, late, play):
            later.add(option)
    assert len(told) > 70
    assert len(later) > 50


@pytest.mark.slow
def test_what_differs_in_seeded_play_has_had_its_moment() -> None:
    """Small packs lead to differences soon; bounds that count twelve cards do not hold for them."""
    rng = random.Random(1)
    shown = 0
    options = [name for name, readings in GAME.readings().items() if len(readings) > 1]
    for option in options:
        one = _random_rules(rng, rng.choice((0, 3, 10, 70)))
        readings = [each for each in GAME.readings()[option] if each != one[option]]
        other = _mended({**one, option: rng.choice(readings)})
        if {name for name in one if one[name] != other[name]} != {option}:
            continue
        small = SmallPack(*rng.choice(((5, 4, 5), (6, 4, 6), (13, 4, 12))))
        joint = SmallJoint(GAME, one, other, small)
        pace = Pace(one, other, small.stock)
        hunter = SmallHunter(joint, rng.randrange(1000), small)
        play = hunter.hunt(30, 1, None, 60)
        if play is not None:
            shown += 1
            assert is_told(joint, pace, moment_of(pace, option), play), (option, one, play)
    assert shown > 25


def _filled(*begun: str) -> Act:
    """A deal by seat 0 whose hands begin with these cards."""
    hands = [cards.split() for cards in begun]
    left = [card for card in pack.texts(pack.ONE_PACK) if not any(card in hand for hand in hands)]
    for seat, hand in enumerate(hands):
        while len(hand) < 12 + (seat == 0):
            hand.append(left.pop())
    return Act(by=CHANCE, do={"type": "deal", "hands": hands, "stock": left})


def test_a_four_laid_with_the_discard_has_its_moment() -> None:
    one = with_readings(secret_definition="also_face_up_laid_at_once")
    other = {**one, "drawing.secret_with_discard_card": "yes_if_kept_concealed"}
    steps = (
        _filled("7S KD", "7C 7D 7H AS 2S 3S AC 2C 3C AD 2D 3D", ""),
        _act(0, type="discard", card="7S"),
        _act(1, type="take", **{"with": ["7C", "7D", "7H"]}),
        _act(1, type="call_tongits"),
    )
    joint = Joint(GAME, one, other)
    play = joint.first_difference(Setup(players=3, dealer=0), steps)
    bound = lower_bound(one, other)
    assert bound is not None
    if play is not None:
        assert len(play) >= bound.steps


def test_a_discard_taken_onto_a_meld_need_not_bar_the_next_call() -> None:
    one = with_readings(
        discard_take_requirement="new_meld_or_extend_own_table_meld",
        discard_extension_counts_as_layoff="counts_as_meld",
        sagasa_definition="own_exposed_three_plus_any_own_fourth",
    )
    other = {**one, "draw_call.sagasa_blocks_call": "sagasa_holder_may_not_call"}
    steps = (
        _filled("7C 7D 7H KD KH 2C 2D", "QD QH", "7S JC JD"),
        _act(0, type="expose", cards=["7C", "7D", "7H"]),
        _act(0, type="discard", card="KD"),
        _act(1, type="draw"),
        _act(1, type="discard", card="QD"),
        _act(2, type="draw"),
        _act(2, type="discard", card="7S"),
        _act(0, type="take", meld=["7C", "7D", "7H"]),
        _act(0, type="discard", card="KH"),
        _act(1, type="draw"),
        _act(1, type="discard", card="QH"),
        _act(2, type="draw"),
        _act(2, type="discard", card="JC"),
    )
    play = Joint(GAME, one, other).first_difference(Setup(players=3, dealer=0), steps)
    bound = lower_bound(one, other)
    assert bound is not None
    assert steps_of(play) == bound.steps == 14


@pytest.mark.parametrize("plays", [8, pytest.param(25, marks=pytest.mark.slow)])
def test_every_play_is_a_walk_through_the_outline(plays: int) -> None:
    rng = random.Random(1)
    for _ in range(plays):
        readings = _random_rules(rng, rng.choice((0, 3, 10, 70)))
        joint, pace = Joint(GAME, readings, readings), Pace(readings, readings)
        hunter = Hunter(joint, rng.randrange(1000))
        standing, steps = joint.begin(hunter.setup), []
        for _ in range(50):
            after = hunter.after(standing, {})
            assert isinstance(after, tuple)
            steps.append(after[0])
            standing = after[1]
        play = Play(hunter.setup, tuple(steps), Parting(steps[-1], Ruling(), Ruling()))
        assert is_told(joint, pace, DEALT, play)


@pytest.mark.parametrize("pairs", [6, pytest.param(15, marks=pytest.mark.slow)])
def test_no_seeded_play_is_shorter_than_the_bound(pairs: int) -> None:
    rng = random.Random(2)
    for _ in range(pairs):
        one = _random_rules(rng, rng.choice((0, 2, 6)))
        other = dict(one)
        for name in rng.sample(list(other), 2):
            other[name] = rng.choice(GAME.readings()[name])
        other = _mended(other)
        bound = lower_bound(one, other)
        play = Hunter(Joint(GAME, one, other), rng.randrange(1000)).hunt(20, 1, None, 14)
        if play is not None:
            assert bound is not None
            assert len(play) >= bound.steps, (one, other)


def test_what_makes_endings_faster_lowers_the_bound() -> None:
    def steps(**both: str | int) -> int:
        readings = with_readings(**both)
        other = {**readings, "showdown.tie_three_way": "last_to_challenge"}
        bound = lower_bound(readings, other)
        assert bound is not None
        return bound.steps

    assert steps() == 10
    assert steps(draw_call_window="any_time_in_own_turn") < 10
    assert steps(challenge_eligibility="opened_or_concealed_secret") == 10
    one, other = (
        with_readings(),
        with_readings(draw_call_window="any_time_in_own_turn", tie_three_way="last_to_challenge"),
    )
    bound = lower_bound(one, other)
    assert bound is not None
    assert bound.option == "draw_call.draw_call_window"


def test_no_play_shows_what_the_outline_never_comes_to() -> None:
    never = lower_bound(
        with_readings(dealer_after_no_winner="same_dealer"),
        with_readings(dealer_after_no_winner="last_drawer"),
    )
    assert never is None


def test_the_moments_are_of_options_that_there_are() -> None:
    assert set(MOMENTS) <= set(USUAL)


# ── small packs ──────────────────────────────────────────────────────────────────────────────────


def test_the_deals_of_a_small_pack_up_to_an_exchange_of_suits() -> None:
    small = read_pack("3x2x1")
    assert small is not None
    deals = [*all_deals(small)]
    assert len({(deal.hands, deal.stock) for deal in deals}) == len(deals) == small.deals // 2
    assert read_pack("2x2x1") is None


def test_a_small_pack_agrees_with_the_bound(shelf: Shelf) -> None:
    """With two cards in the stock the hand of a small pack ends as the outline says."""
    small = read_pack("3x2x1")
    assert small is not None
    pairing = pair(
        shelf, read_side(shelf, "default"), read_side(shelf, "exhaustion-none-opened=all_compare")
    )
    bound = lower_bound(pairing.one.readings, pairing.other.readings, small.stock)
    assert bound is not None
    looked = search(GAME, pairing, small, Effort(states=100_000))
    assert looked.whole
    assert steps_of(looked.play) == bound.steps
    assert looked.words.startswith("minimal over all 180 deals of the small pack (breadth-first, ")


def test_a_small_pack_from_seeded_deals(shelf: Shelf) -> None:
    small = read_pack("4x4x4")
    assert small is not None
    window = "draw-call-window=any_time_in_own_turn"
    pairing = pair(shelf, read_side(shelf, "default"), read_side(shelf, window))
    looked = search(GAME, pairing, small, Effort(states=2000))
    assert not looked.whole
    assert steps_of(looked.play) == 3
    assert looked.words.startswith("minimal for this deal (breadth-first, ")


# ── the command ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def _read_already(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command takes the cases of the documents as this process has read them."""
    read = "meldcheck.commands.distinguish.cases_of"
    monkeypatch.setattr(read, lambda law: documents(law.game))


def run(*words: str) -> tuple[int, str]:
    outcome = CliRunner().invoke(main, ["distinguish", *words])
    return outcome.exit_code, outcome.output


def test_the_command_tells_the_play_and_its_proof() -> None:
    code, output = run("tongits", "tongit-concealed=must_play_out", "pagat")
    assert code == 0
    assert "tongits_call.tongit_concealed: must_play_out | allowed" in output
    assert "refused by tongits.tongits-call.played-out" in output
    assert "minimal over all deals (argued)" in output


def test_the_command_says_that_nothing_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once: no play is read where both rule sets are the same."""

    def read(law: Law) -> NoReturn:
        raise AssertionError(f"the plays of {law.game} were read")

    monkeypatch.setattr("meldcheck.commands.distinguish.cases_of", read)
    code, output = run("tongits", "pagat", "default")
    assert code == 1
    assert "they have the same reading of every option" in output


@pytest.mark.parametrize(
    "words",
    [
        ("tongits", "pagat"),
        ("tongits", "pagatt", "default"),
        ("tongits", "default", "tie-three-way=first"),
        ("tongits", "default", "ante-chips=1,ante-chips=2"),
        ("chess", "pagat", "default"),
        ("tongits", "--all", "pagat"),
        ("tongits", "--executor", "dask", "default", "pagat"),
        ("tongits", "default", "ante-chips=1", "--small", "5x5x5"),
        ("rummy", "default", "denexa", "--hands", "9"),
        ("rummy", "--all", "--seed", "9"),
    ],
)
def test_wrong_use_is_one_line(words: tuple[str, ...]) -> None:
    code, output = run(*words)
    assert code == 2
    assert len(output.strip().splitlines()) == 1


@pytest.mark.usefixtures("_read_already")
def test_the_scenario_that_is_written_can_be_replayed_and_settled(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    code, output = run(
        "tongits",
        "default",
        "tie-three-way=last_to_challenge",
        "--write",
        str(file),
        "--format",
        "json",
    )
    assert code == 0
    told = json.loads(output)
    assert told["scenario"] == json.loads(file.read_text())
    assert told["scenario"]["ask"] == "result"
    assert told["steps"] == 10
    assert told["shows"] == ["showdown.tie_three_way"]
    for name in ("replay", "settle"):
        assert CliRunner().invoke(main, [name, str(file)]).exit_code == 0


def test_the_file_of_a_scenario_is_looked_at_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldcheck.commands.distinguish.distinguish", None)
    own = tmp_path / "own.json"
    own.write_text("{}", encoding="utf-8")
    for file, message in (
        (own, "it exists"),
        (tmp_path / "none" / "play.json", "its folder does not exist"),
    ):
        words = ("tongits", "default", "tie-three-way=last_to_challenge", "--write", str(file))
        code, output = run(*words)
        assert code == 2
        assert output.startswith(f"meldspec: {file}: {message}")
    assert own.read_text(encoding="utf-8") == "{}"


def page_of(game: str) -> str:
    return "docs/distinguish.md" if game == "tongits" else f"docs/distinguish-{game}.md"


def behind_the_page(game: str) -> pytest.MarkDecorator:
    """The mark of a test that reads the documents, the suite and the page of a game."""
    law = ("manifest", "questions", "clauses")
    suite = (f"conformance/suite/{name}" for name in (game, *(f"{file}.json" for file in law)))
    return pytest.mark.determined("spec", page_of(game), *suite)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=behind_the_page(game)) for game in NAMES]
)
def test_a_page_is_what_the_command_prints(game: str) -> None:
    """``meldspec distinguish GAME --all > docs/distinguish-GAME.md`` makes the page anew."""
    printed = CliRunner().invoke(command, [game, "--all"])
    assert printed.exit_code == 0
    page = places.spec_directory().parent / page_of(game)
    assert printed.stdout == page.read_text(encoding="utf-8")


def test_a_play_of_many_steps_stands_whole_on_the_page() -> None:
    """Three pairs of readings share a play; the row shows its first steps and its last one."""
    carousel = load_shelf(places.spec_directory(), "carousel")
    known = Library(documents("carousel"))
    pairs = every_pair(carousel, known, QUICK, ["score.undercut_bonus_tied"])
    rows = [row for row in pairs if not row.finding.pairing.beside]
    lines = [*told.question_lines(rows)]
    question = "{law:question}`undercut_bonus_tied <carousel.score.undercut-bonus-tied>`"
    assert lines[:3] == [
        "::::{law-fold} `undercut_bonus_tied`: 3 pairs of readings, 10 steps",
        f"The question is {question}.",
        "",
    ]
    assert lines[-2:] == [":::", "::::"]
    whole = rows[0].finding.play
    assert whole is not None
    written = [json.dumps(show_step(step.by, step.do)) for step in whole.steps[1:-1]]
    begun = lines.index(":::{law-apart} carousel.score.undercut-bonus-tied.apart-1")
    ended = lines.index(":::", begun)
    assert [f"- {step}" for step in written] == lines[ended - len(whole) + 1 : ended - 1]
    assert lines[begun + 1] == 'readings: ["ten_each", "ten_split", "no_bonus"]'
    cell = lines[5].split(" | ")[1]
    assert cell.startswith('<a href="#carousel.score.undercut-bonus-tied.apart-1">deal; ')
    assert "…" in cell


def test_a_game_without_arguments_is_searched_from_known_deals() -> None:
    """The two texts of Rummy, by hand: one allows a single meld a turn, so a second one after
    deal, draw and meld tells them apart; from that deal nothing shorter does."""
    rummy = load_shelf(places.spec_directory(), "rummy")
    library = Library(documents("rummy"))
    one, other = (read_side(rummy, name) for name in ("denexa", "jetpunk"))
    found = distinguish(rummy, one, other, library, TABLE)
    assert found.play is not None
    assert found.proof is not None
    assert [step.do["type"] for step in found.play.steps] == ["deal", "draw", "meld", "meld"]
    assert found.play.difference.one.refused == ("rummy.meld.one-per-turn",)
    assert found.proof.kind is ProofKind.DEAL
    assert found.shows == ("meld.melds_per_turn",)


@pytest.mark.parametrize(
    ("game", "sample"),
    [
        ("rummy", ("layoff.layoff_own", "score.concealed_melds_at_end", "match.points_target")),
        ("three-thirteen", ("deck.packs_beyond_six", "out.out_automatic", "match.tie")),
    ],
)
def test_the_page_of_another_game_has_the_rows_of_today(game: str, sample: tuple[str, ...]) -> None:
    """``meldspec distinguish rummy --all > docs/distinguish-rummy.md`` makes a page anew."""
    shelf = load_shelf(places.spec_directory(), game)
    file = places.spec_directory().parent / "docs" / f"distinguish-{game}.md"
    written = file.read_text().splitlines()
    found = every_pair(shelf, Library(documents(shelf.law.game)), TABLE, sample)
    folds = [
        list(told.question_lines(tuple(of_question)))
        for _, of_question in groupby(found, key=lambda row: row.option)
    ]
    rows = [line for fold in folds for line in fold if line.startswith("| `")]
    assert len(rows) == 3
    assert not any("none found" in row for row in rows)
    assert [fold[0] for fold in folds if "\n".join(fold) not in "\n".join(written)] == []
    assert [line for line in told.page(game, ()) if line not in written] == []
