"""The turn: all seats choose a meld, and show them at once.  The law: spec/indian-chief/turn.md"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final, assert_never

from meldspec.hands import Hand, holds_all, without_all
from meldspec.indian_chief.beggar import names_opponent, opponent_is_named
from meldspec.indian_chief.chief import BACCARAT_SIZE, declares_split, split_is_declared
from meldspec.indian_chief.doctor import names_suit, suit_is_named
from meldspec.indian_chief.melds import Box, some_meld_has_as_many
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.series import open_sizes
from meldspec.indian_chief.table import (
    Action,
    BeforeDeal,
    ChanceAction,
    Choose,
    Choosing,
    Claim,
    Claiming,
    Filling,
    Meld,
    Over,
    Refill,
    Refilling,
    Reshuffling,
    State,
    melds_of,
    sub_hands,
)
from meldspec.indian_chief.thief import ask_the_first, to_claim
from meldspec.kernel import Move, always, condition, effect, follows
from meldspec.play import CHANCE, Actor, Seat
from meldspec.table import Deal, Reshuffle, changed_at, opponents

# ── who acts ─────────────────────────────────────────────────────────────────────────────────────


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """Who may act: seats that have not chosen or claimed, otherwise chance; nobody at the end."""
    match state:
        case Choosing():
            seats = map(Seat, range(state.table.seats))
            return tuple(seat for seat in seats if may_choose(rules, state, seat))
        case Claiming():
            return to_claim(state)
        case BeforeDeal() | Refilling() | Reshuffling():
            return (CHANCE,)
        case Over():
            return ()
        case Filling():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)


def may_choose(rules: Rules, state: Choosing, seat: Seat) -> bool:
    """Whether a seat has not chosen yet, or by a reading may choose again.

    Clauses: turn.to-act.
    """
    if state.chosen[seat] is None:
        return True
    return rules.turn.simultaneity == "changeable_until_all"


def may_act(rules: Rules, state: State, seat: Seat) -> bool:
    """Whether a seat may act; no option is read that matters only to other seats."""
    match state:
        case Choosing():
            return may_choose(rules, state, seat)
        case Claiming():
            return seat in to_claim(state)
        case _:
            return False


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
    """The clauses that refuse this actor this kind of action now; none where it may act."""
    if isinstance(action, ChanceAction):
        may = actor is CHANCE
    else:
        may = actor is not CHANCE and may_act(rules, state, actor)
    return () if may else ("indian-chief.turn.to-act",)


def wrong_phase(state: State, action: Action) -> str:
    """The clause that refuses an action without a move in this phase, if its actor may act."""
    match action:
        case Deal():
            return "indian-chief.deal.once"
        case Choose():
            return "indian-chief.thief.claim-due"
        case Claim():
            return "indian-chief.turn.choice-due"
        case Refill():
            return "indian-chief.refill.due"
        case Reshuffle():
            return "indian-chief.restore.due"
        case _:
            assert_never(action)


# ── choosing ─────────────────────────────────────────────────────────────────────────────────────


def choices(rules: Rules, state: Choosing, seat: Seat) -> Iterator[Choose]:
    """All choices of cards from the hand for each open meld, with the declarations due."""
    table = state.table
    for size in open_sizes(rules, table, seat):
        plain = choices_of(table.hands[seat], size)
        match size:
            case Box.BEGGAR_MAN if names_opponent(rules):
                others = sorted(opponents(seat, table.seats))
                for each in plain:
                    for other in others:
                        yield Choose(replace(each.meld, opponent=other))
            case Box.DOCTOR if names_suit(rules):
                for each in plain:
                    for suit in range(4):
                        yield Choose(replace(each.meld, suit=suit))
            case Box.INDIAN_CHIEF if declares_split(rules):
                for each in plain:
                    for two in sub_hands(each.meld.cards, BACCARAT_SIZE):
                        yield Choose(replace(each.meld, baccarat=two))
            case _:
                yield from plain


@lru_cache(maxsize=1 << 12)
def choices_of(hand: Hand, size: int) -> tuple[Choose, ...]:
    """All choices of this number of cards of a hand, without a declaration."""
    return tuple(Choose(Meld(cards)) for cards in sub_hands(hand, size))


@condition("indian-chief.turn.from-hand", given=always)
def holds_the_cards(rules: Rules, state: Choosing, seat: Seat, action: Choose) -> bool:
    """The chosen cards are in the hand."""
    return holds_all(state.table.hands[seat], action.meld.cards)


@condition("indian-chief.turn.must-meld", given=always)
def some_card_is_chosen(rules: Rules, state: Choosing, seat: Seat, action: Choose) -> bool:
    """The meld has at least one card: no seat may pass."""
    return action.meld.size > 0


@condition("indian-chief.turn.no-repeat", given=always)
def box_is_open(rules: Rules, state: Choosing, seat: Seat, action: Choose) -> bool:
    """The seat has not made a meld of this number of cards before."""
    return all(meld.size != action.meld.size for meld in melds_of(state.table, seat))


@condition("indian-chief.turn.nothing-declared", given=always)
def declares_only_what_is_asked(rules: Rules, state: Choosing, seat: Seat, action: Choose) -> bool:
    """A declaration belongs to the meld, and a reading asks for it."""
    meld = action.meld
    return (
        (meld.opponent is None or (meld.size == Box.BEGGAR_MAN and names_opponent(rules)))
        and (meld.suit is None or (meld.size == Box.DOCTOR and names_suit(rules)))
        and (meld.baccarat is None or (meld.size == Box.INDIAN_CHIEF and declares_split(rules)))
    )


@effect("indian-chief.turn.choose-privately", "indian-chief.series.any-order")
def note_the_choice(rules: Rules, state: Choosing, seat: Seat, action: Choose) -> Choosing:
    """The choice stands, and nobody else sees it."""
    return Choosing(state.table, changed_at(seat, state.chosen, action.meld))


CHOOSE: Final = Move(
    Choose,
    during=(Choosing,),
    candidates=choices,
    exists=(holds_the_cards,),
    conditions=(
        some_card_is_chosen,
        some_meld_has_as_many,
        box_is_open,
        declares_only_what_is_asked,
        opponent_is_named,
        suit_is_named,
        split_is_declared,
    ),
    effect=note_the_choice,
)


# ── showing ──────────────────────────────────────────────────────────────────────────────────────


@follows(
    "indian-chief.turn.simultaneous",
    "indian-chief.turn.size-identifies",
    "indian-chief.turn.record",
    "indian-chief.thief.may-steal",
    "indian-chief.thief.order",
    "indian-chief.thief.not-in-last-turn",
    during=(Choosing,),
)
def all_have_chosen(rules: Rules, state: Choosing) -> Claiming | Filling | None:
    """All melds leave the hands at once and are scored; then thieves steal, and hands fill up."""
    melds = tuple(meld for meld in state.chosen if meld is not None)
    table = state.table
    if len(melds) < table.seats:
        return None
    hands = zip(table.hands, melds, strict=True)
    shown = replace(
        table,
        hands=tuple(without_all(hand, meld.cards) for hand, meld in hands),
        shown=(*table.shown, melds),
    )
    return ask_the_first(rules, shown)
