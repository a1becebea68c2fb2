"""Broken games: the value of a game with one change, which a law must notice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeAlias

from meldcheck.explore.laws import table_of, with_table
from meldspec.cards import rank
from meldspec.codec import write_value
from meldspec.kernel import AnyGame, AnyMove, Condition, Effect, always, none_listed

from .walks import AnyWalks

Spoil: TypeAlias = Callable[[Any, Any], Any]
"""From the state before and after a move or a following, another state after it."""


def with_moves(walks: AnyWalks, change: Callable[[AnyMove], AnyMove]) -> AnyWalks:
    """The game with every move changed."""
    return walks.playing(replace(walks.game, moves=tuple(map(change, walks.game.moves))))


def with_effects(walks: AnyWalks, spoil: Spoil) -> AnyWalks:
    """The game with another state after every move."""

    def change(move: AnyMove) -> AnyMove:
        def makes(rules: Any, state: Any, by: Any, action: Any) -> Any:
            return spoil(state, move.effect.makes(rules, state, by, action))

        return replace(move, effect=Effect(move.effect.says, makes))

    return with_moves(walks, change)


def with_following(walks: AnyWalks, spoil: Spoil) -> AnyWalks:
    """The game with another state after every following."""

    def change(each: Any) -> Any:
        def comes(rules: Any, state: Any) -> Any:
            after = each.comes(rules, state)
            return None if after is None else spoil(state, after)

        return replace(each, comes=comes)

    return walks.playing(replace(walks.game, following=tuple(map(change, walks.game.following))))


def with_candidates(walks: AnyWalks, choose: Callable[[Any, list[Any]], list[Any]]) -> AnyWalks:
    """The game with other listed actions, chosen from the state and the right list."""

    def change(move: AnyMove) -> AnyMove:
        if move.candidates is none_listed:
            return move
        return replace(
            move,
            candidates=lambda rules, state, by: choose(
                state, list(move.candidates(rules, state, by))
            ),
        )

    return with_moves(walks, change)


def with_messages(
    walks: AnyWalks, name: str, change: Callable[[dict[str, Any], Any], Any]
) -> AnyWalks:
    """The game with another ``view`` or ``result``, made from the right message and the state."""
    writes = getattr(walks.spoken, name)

    def changed(rules: Any, state: Any, *seat: Any) -> Any:
        message: Any = write_value(writes(rules, state, *seat))
        return None if message is None else change(message, state)

    changes: dict[str, Any] = {name: changed}
    return replace(walks, spoken=replace(walks.spoken, **changes))


# ── what is broken ───────────────────────────────────────────────────────────────────────────────


def loses_a_card(walks: AnyWalks) -> AnyWalks:
    """Each move loses the top of the stock."""
    return with_effects(walks, lambda _, after: with_table(after, stock=after.table.stock[1:]))


def passes_cards_on(walks: AnyWalks) -> AnyWalks:
    """Each move within a hand reverses the order of the hands, so seats exchange their cards."""

    def spoil(before: Any, after: Any) -> Any:
        hands = after.table.hands
        return after if table_of(before) is None else with_table(after, hands=hands[::-1])

    return with_effects(walks, spoil)


def skips_a_seat(walks: AnyWalks) -> AnyWalks:
    """Each move within a hand skips a seat."""

    def spoil(before: Any, after: Any) -> Any:
        table = after.table
        if table_of(before) is None:
            return after
        if "mover" in {each.name for each in fields(table)}:
            return with_table(after, mover=(table.mover + 1) % len(table.hands))
        return with_table(after, turn=table.turn + 1)

    return with_effects(walks, spoil)


def scores_too_much(walks: AnyWalks) -> AnyWalks:
    """Every seat has one point too many after a hand."""

    def spoil(before: Any, after: Any) -> Any:
        if not isinstance(after, walks.over):
            return after
        ledger = after.table.ledger
        more = tuple(score + 1 for score in ledger.scores)
        return with_table(after, ledger=replace(ledger, scores=more))

    return with_following(walks, spoil)


def tears_the_receipt(walks: AnyWalks) -> AnyWalks:
    """Each receipt lacks its last line."""
    return with_messages(
        walks,
        "result",
        lambda result, state: {**result, "receipt": result["receipt"][:-1]},
    )


def tells_no_result(walks: AnyWalks) -> AnyWalks:
    """No hand has a result."""
    return with_messages(walks, "result", lambda result, state: None)


def shows_the_stock(walks: AnyWalks) -> AnyWalks:
    """Every view shows the stock."""
    return with_messages(
        walks,
        "view",
        lambda view, state: {**view, "stock": getattr(table_of(state), "stock", ())},
    )


def shows_the_hands(walks: AnyWalks) -> AnyWalks:
    """Every view shows all hands."""
    return with_messages(
        walks,
        "view",
        lambda view, state: {**view, "hands": getattr(table_of(state), "hands", ())},
    )


def shows_the_hands_late(walks: AnyWalks) -> AnyWalks:
    """All hands are shown once somebody is out, and in any phase but the usual two.

    So did the gin rummy of OpenSpiel: who laid off saw the knocker's hand, and was seen too (1604).
    """

    def change(view: dict[str, Any], state: Any) -> dict[str, Any]:
        usual = ("Drawing", "Playing", "Discarding", "Melding", "Choosing")
        table = table_of(state)
        if table is None:
            return view
        late = type(state).__name__ not in usual or getattr(table, "out", None) is not None
        return {**view, "hands": table.hands} if late else view

    return with_messages(walks, "view", change)


def tells_the_counts(walks: AnyWalks) -> AnyWalks:
    """Every view tells the count of every hand, before the hands are shown.

    Game servers that keep a running count send it to every client.
    """

    def change(view: dict[str, Any], state: Any) -> dict[str, Any]:
        table = table_of(state)
        hands = () if table is None else table.hands
        return {**view, "counts": [sum(map(rank, hand)) for hand in hands]}

    return with_messages(walks, "view", change)


def hides_who_acts(walks: AnyWalks) -> AnyWalks:
    """No view says who is to act."""
    return with_messages(walks, "view", lambda view, state: {**view, "to_act": []})


def lists_too_few(walks: AnyWalks) -> AnyWalks:
    """The last action of each kind is not listed."""
    return with_candidates(walks, lambda state, listed: listed[:-1])


def lists_twice(walks: AnyWalks) -> AnyWalks:
    """Every action is listed twice."""
    return with_candidates(walks, lambda state, listed: listed * 2)


def refuses_what_it_lists(walks: AnyWalks) -> AnyWalks:
    """Every action is listed and refused."""

    def change(move: AnyMove) -> AnyMove:
        if move.candidates is none_listed:
            return move
        never: Any = Condition("never", lambda rules, state, by, action: False, given=always)
        return replace(move, conditions=(never,))

    return with_moves(walks, change)


def deals_anything(walks: AnyWalks) -> AnyWalks:
    """Actions of chance have no conditions."""

    def change(move: AnyMove) -> AnyMove:
        if move.candidates is not none_listed:
            return move
        return replace(move, exists=(), conditions=())

    return with_moves(walks, change)


def lets_everybody_act(walks: AnyWalks) -> AnyWalks:
    """No actor is refused because it is not to act."""
    return walks.playing(replace(walks.game, not_to_act=lambda rules, state, actor, action: ()))


def lists_for_everybody(walks: AnyWalks) -> AnyWalks:
    """Actions are listed for every seat, even one that is not to act."""
    return walks.playing(replace(walks.game, may_act=lambda rules, state, seat: True))


def changes_what_it_refuses(walks: AnyWalks) -> AnyWalks:
    """An action in the wrong phase is refused, and puts a card under the stock."""
    game = walks.game

    def wrong_phase(state: Any, action: Any) -> str:
        object.__setattr__(state.table, "stock", (*state.table.stock, 0))
        return game.wrong_phase(state, action)

    return walks.playing(replace(game, wrong_phase=wrong_phase))


def odd(state: Any) -> bool:
    """Whether the numbers of the stock's cards add up to an odd number; no seat may know this."""
    return table_of(state) is not None and sum(state.table.stock) % 2 == 1


def lists_by_the_stock(walks: AnyWalks) -> AnyWalks:
    """The actions that are listed depend on the stock."""
    return with_candidates(walks, lambda state, listed: listed * (1 + odd(state)))


def refuses_by_the_stock(walks: AnyWalks) -> AnyWalks:
    """The clauses by which an action is refused depend on the stock."""
    game: AnyGame = walks.game

    def not_to_act(rules: Any, state: Any, actor: Any, action: Any) -> tuple[str, ...]:
        failing = game.not_to_act(rules, state, actor, action)
        return (*failing, "odd") if failing and odd(state) else failing

    def wrong_phase(state: Any, action: Any) -> str:
        return game.wrong_phase(state, action) + " odd" * odd(state)

    return walks.playing(replace(game, not_to_act=not_to_act, wrong_phase=wrong_phase))
