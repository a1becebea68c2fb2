"""A stated position equals the one that a play leads to: views and legal actions are the same.

The plays are those of the documents, stopped at every step where a seat is to act.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.situation.position import PositionedGame
from meldcheck.words.case import JSON, Act, Case
from meldspec.cards import text, texts
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import Match
from tests import committed

MOST_PLAYS = 40
AT_MOST_OF_A_PLAY = 3
PHASES = {
    "tongits": {"draw": False, "play": True},
    "rummy": {"draw": False, "play": True},
    "three-thirteen": {"draw": False, "discard": True},
    "carousel": {"draw": False, "meld": True},
}


def table_of(match: Match) -> Any:
    """The table of a match, with all its cards."""
    state: Any = match.position
    return state.table


def stopped(case: Case) -> Iterator[Match]:
    """The match after each step of a seat in the first hand, up to its end or an act of chance."""
    assert case.setup is not None
    game = GAMES[case.game]
    options: JSON = {"options": {**RuleSpace.of(game).with_needs(case.rules)}}
    begun = game.begin(options, case.setup.players, case.setup.dealer, case.setup.hand_number)
    assert not isinstance(begun, Refusal)
    match: Match = begun
    for step in case.steps:
        if isinstance(step, Act) and not step.refused:
            after = match.act(step.by, step.do)
            assert not isinstance(after, Refusal)
            match = after
            if step.by == "chance" and step.do["type"] != "deal":
                return
            if match.result() is not None:
                return
            if step.by != "chance":
                yield match


def stated(game: str, match: Match) -> tuple[dict[str, JSON], dict[str, JSON]] | None:
    """The position as ``given`` states it, and the deal; None in a phase that cannot be stated."""
    view: JSON = match.view(0)
    if view["phase"] not in PHASES[game]:
        return None
    table = table_of(match)
    has_drawn = PHASES[game][view["phase"]]
    given: dict[str, JSON] = {"to_act": view["to_act"][0]}
    if game == "carousel":
        given |= {"melds": view["table"], "draws": view["draws"], "scores": view["scores"]}
        given["boxes"] = view["boxes"]
    else:
        given |= {"discard": view["discard"], "has_drawn": has_drawn}
    if game in ("tongits", "rummy"):
        given["melds"] = [melded(meld) for meld in table.melds]
    if game == "three-thirteen":
        given |= {"out": view["out"], "taken": view.get("taken")}
    deal = {
        "type": "deal",
        "hands": [texts(hand) for hand in table.hands],
        "stock": [text(card) for card in table.stock],
    }
    return given, deal


def melded(meld: Any) -> dict[str, JSON]:
    """A meld on the table, with the seat that laid each card."""
    by = {text(laid.card): int(laid.by) for laid in meld.laid_off}
    added = [text(laid.card) for laid in meld.laid_off if laid.by == meld.owner]
    cards = texts(meld.cards)
    told: dict[str, JSON] = {
        "owner": int(meld.owner),
        "cards": cards,
        "laid_by": [by.get(card, int(meld.owner)) for card in cards],
    }
    if hasattr(meld, "face_down"):
        told |= {"face_down": meld.face_down, "added": added}
    return told


def is_plain(game: str, match: Match) -> bool:
    """Whether the past of a hand is the plain one that a stated position assumes."""
    table = table_of(match)
    if game == "tongits":
        taken = any(one.from_pile is not None for one in table.melds)
        old = any(table.turn - laid.turn >= 3 for one in table.melds for laid in one.laid_off)
        return table.turn > 0 and not taken and not old and table.ledger.last_winner is None
    if game == "rummy":
        added = any(laid.by == meld.owner for meld in table.melds for laid in meld.laid_off)
        turns = {meld.turn for meld in table.melds}
        turns |= {laid.turn for meld in table.melds for laid in meld.laid_off}
        now = table.turn in turns or table.taken is not None
        return not (added or now or any(table.held_back) or keeps_a_taken_card(table))
    return game != "carousel" or bool(table.stock)


def keeps_a_taken_card(table: Any) -> bool:
    """Whether a turn of Rummy has ended without a discard: since then its seat has a card more."""
    held = [len(hand) for hand in table.hands]
    for meld in table.melds:
        by = {laid.card: laid.by for laid in meld.laid_off}
        for card in meld.cards:
            held[by.get(card, meld.owner)] += 1
    held[table.mover] = min(held)
    return len(set(held)) > 1


def position(case: Case, given: Mapping[str, JSON], deal: Mapping[str, JSON]) -> Match:
    assert case.setup is not None
    setup = case.setup
    game = GAMES[case.game]
    options: JSON = {"options": {**RuleSpace.of(game).with_needs(case.rules)}}
    begun = PositionedGame(game, given).begin(
        options, setup.players, setup.dealer, setup.hand_number
    )
    assert not isinstance(begun, Refusal)
    standing = begun.act("chance", dict(deal))
    assert not isinstance(standing, Refusal), standing
    return standing


def seen(match: Match, players: int) -> JSON:
    return [match.view(seat) for seat in range(players)]


@pytest.mark.parametrize("game", PHASES)
def test_a_position_is_as_the_play_that_leads_to_it(game: str) -> None:
    plays = [
        case for case in committed.stated(game) if case.setup is not None and len(case.steps) > 2
    ]
    compared = 0
    for case in plays[:MOST_PLAYS]:
        assert case.setup is not None
        stops = [match for match in stopped(case) if is_plain(game, match)]
        for match in stops[-AT_MOST_OF_A_PLAY:]:
            told = stated(game, match)
            if told is None:
                continue
            there = position(case, *told)
            players = case.setup.players
            assert seen(there, players) == seen(match, players), case.id
            legal = [[one.legal(seat) for seat in range(players)] for one in (there, match)]
            assert legal[0] == legal[1], case.id
            compared += 1
    assert compared >= 10
