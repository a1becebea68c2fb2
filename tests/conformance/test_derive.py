"""Derived cases: found plays in the notation, played again; and the search that finds them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from meldcheck.commands.suite import command
from meldcheck.games import MEASURES
from meldcheck.games.measure import DECK
from meldcheck.seeded import find, keep, seats
from meldcheck.seeded.deals import Draft
from meldcheck.suite import derive, store
from meldcheck.suite.derive import Found, FoundControl, FoundDeal, FoundFile, FoundTwin
from meldcheck.words import places
from meldcheck.words.case import JSON, Act, Ask, Case, Kind, Origin, Tier
from meldcheck.words.errors import SpecError
from meldspec.games import GAMES

DEAL = FoundDeal(
    dealer=0,
    hands=(
        "4S 5S 6S AC 2H 4D 5D 6C 6D 7H TH TS JD",
        "7C 7D AD 3D 4C 5H 6H 8C 8H 8S QC QH",
        "AH 2C 2D 2S 3C 3H 5C 9H 9S JH KC KS",
    ),
    stock="7S KD QS TC JC QD KH 4H 9C 3S 9D AS 8D TD JS",
)
FOUND = Found(
    id="tongits.derived.try-1-001",
    kind=Kind.PLAY,
    deals={"1": DEAL},
    play=("deal 1", "0 discard AC", "? view 1", "? legal 1", "? result"),
)


def derived(found: Found) -> Case:
    return derive.derived_case(found, GAMES["tongits"], "found.json", "by hand")


def test_questions_get_the_answers_of_the_reference() -> None:
    case = derived(FOUND)
    assert (case.origin, case.tier) == (Origin.DERIVED, Tier.CORE)
    _, discard, view, legal, result = case.steps
    assert isinstance(discard, Act)
    assert isinstance(view, Ask)
    assert isinstance(legal, Ask)
    assert isinstance(result, Ask)
    assert discard.refused == ()
    assert view.answer["discard"] == ["AC"]
    assert {"type": "draw"} in legal.answer
    assert result.answer is None
    assert case.requires.abilities == ("legal", "play", "view")
    assert "tongits.discarding.face-up-on-top" in case.clauses


def test_refused_steps_get_the_clauses_of_the_reference() -> None:
    control = FoundControl(why="the same", play=("deal 1", "0 discard AC"))
    case = derived(msgspec.structs.replace(FOUND, play=("deal 1", "0 discard AD"), control=control))
    (clause,) = case.clauses[:1]
    assert clause == "tongits.discarding.from-hand"
    assert case.title == "After 0 actions, '0 discard AD' is refused"


def test_long_plays_are_of_the_full_tier() -> None:
    case = derived(msgspec.structs.replace(FOUND, play=FOUND.play + ("? view 0",) * derive.LONG))
    assert case.tier is Tier.FULL


FAULTS: dict[str, tuple[Mapping[str, object], str]] = {
    "refused without control": ({"play": ("deal 1", "0 discard AD")}, "go together"),
    "control without refusal": (
        {"control": FoundControl(why="x", play=("deal 1", "0 discard AC"))},
        "go together",
    ),
    "refused control": (
        {
            "play": ("deal 1", "0 discard AD"),
            "control": FoundControl(why="x", play=("deal 1", "0 discard AH")),
        },
        "the control: 0 discard AH is refused (tongits.discarding.from-hand)",
    ),
    "torn card": ({"play": ("deal 1", "0 discard AX")}, "'AX' is not a card"),
    "unknown deal": ({"play": ("deal 2",)}, "no deal '2'"),
    "no seat": ({"play": ("deal 1", "3 draw")}, "'by' is no seat"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_cannot_be_played_again_names_file_and_play(fault: str) -> None:
    changes, message = FAULTS[fault]
    listed = FoundFile(
        game="tongits", how="by hand", found=(msgspec.structs.replace(FOUND, **changes),)
    )
    with pytest.raises(SpecError) as caught:
        derive.derived_cases({"a.json": listed}, GAMES)
    assert message in str(caught.value)
    assert str(caught.value).startswith("conformance/found/a.json: tongits.derived.try-1-001: ")


def test_a_twin_must_be_accepted_throughout() -> None:
    play = ("deal 1", "0 discard AC", "1 draw", "1 expose 8C 8H 8S")
    hidden = msgspec.structs.replace(
        FOUND, kind=Kind.TWIN, play=play, twin=FoundTwin(seat=1, swap="2H AH")
    )
    case = derived(hidden)
    assert case.twin is not None
    assert case.twin.seats == (1,)
    assert case.title == "Seat 1 cannot tell whether 2H and AH have changed places"
    seen = msgspec.structs.replace(
        hidden, twin=FoundTwin(seat=1, swap="7S KS"), play=(*play[:3], "1 lay-off 7S on 4S 5S 6S")
    )
    with pytest.raises(SpecError, match="refused"):
        derived(seen)


def test_the_committed_plays_are_read_and_torn_ones_refused(tmp_path: Path) -> None:
    root = places.checkout()
    assert root is not None
    for name in derive.read_found(root / "conformance" / "found"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        content = (root / "conformance" / "found" / name).read_bytes()
        path.write_bytes(content[: len(content) // 2])
    with pytest.raises(SpecError, match="not valid JSON"):
        derive.read_found(tmp_path)


# ── the search ───────────────────────────────────────────────────────────────────────────────────


def test_a_deal_is_a_whole_pack() -> None:
    search = seats.Search(GAMES["tongits"], 7)
    for dealer in (0, 1, 2) * 20:
        deal = search.deal(dealer)
        cards = [card for hand in deal.hands for card in hand] + list(deal.stock)
        assert sorted(cards) == sorted(DECK)
        assert [len(hand) for hand in deal.hands] == [12 + (seat == dealer) for seat in range(3)]


@pytest.mark.parametrize("game", GAMES)
def test_a_draft_deals_each_seat_what_it_has_room_for_and_nothing_twice(game: str) -> None:
    measure = MEASURES[game]
    for players in measure.players:
        draft = Draft.begun(measure, players, 0)
        deck, first = list(draft.free), draft.free[0]
        copies = deck.count(first)
        draft.hold((seat, [first]) for seat in [*range(players)] * 2)
        assert sum(hand.count(first) for hand in draft.hands) == min(copies, 2 * players)
        draft.hold([(1, draft.free[: draft.room(1) + 1])])
        assert draft.hands[1] == [first] * len(draft.hands[1]), "no room for all of them"
        draft.fill()
        dealt = draft.dealt()
        assert [len(hand) for hand in dealt.hands] == [*draft.sizes]
        assert sorted(dealt.cards) == sorted(deck)


def test_spread_prefers_the_rare_and_then_the_cheap() -> None:
    common = [(name, frozenset({"common"}), cost) for name, cost in (("long", 9), ("short", 1))]
    rare = [("rare", frozenset({"common", "rare"}), 50)]
    assert keep.spread([*common, *rare], 2) == ["rare", "short"]
    assert keep.spread(common, 5) == ["short", "long"]


def test_the_same_seed_finds_the_same_and_it_can_be_played_again() -> None:
    game = GAMES["tongits"]
    found = find.find_all(game, 5, 4)
    assert found == find.find_all(game, 5, 4)
    assert set(found) == {
        f"tongits/{name}-5.json"
        for name in ("hand", "legal", "view", "perft", "twin", "match", "refusal")
    }
    cases = derive.derived_cases(found, GAMES)
    assert len({case.id for case in cases}) == len(cases)
    assert {case.kind for case in cases} == {
        Kind.PLAY,
        Kind.LEGAL,
        Kind.VIEW,
        Kind.PERFT,
        Kind.TWIN,
    }


def test_no_play_exposes_after_laying_off_in_one_turn() -> None:
    search = seats.Search(GAMES["tongits"], 11)
    late = 0
    for _ in range(30):
        hand = search.hand()
        for place, step in enumerate(hand.acts):
            if seats.has_laid_off(hand.acts[:place]):
                late += 1
                assert step.do["type"] != "expose"
    assert late


def test_seen_cards_are_those_held_drawn_and_named() -> None:
    search = seats.Search(GAMES["tongits"], 3)
    rng = random.Random(1)
    for _ in range(10):
        hand = search.hand()
        end = rng.randrange(len(hand.acts))
        for seat in range(3):
            view: JSON = hand.matches[end].view(seat)
            assert set(view["hand"]) <= find.seen_cards(hand, end, seat)


def test_the_search_writes_files_and_never_over_them(tmp_path: Path) -> None:
    words = ["find", "--seed", "5", "--count", "10", "--into", str(tmp_path)]
    done = CliRunner().invoke(command, words)
    assert done.exit_code == 0
    assert "tongits/refusal-5.json" in done.output
    assert len(derive.derived_cases(derive.read_found(tmp_path), GAMES)) > 20
    again = CliRunner().invoke(command, words)
    assert again.exit_code == 2
    assert "is there already; take another seed" in again.output
    assert store.listed(tmp_path)
