"""The draw, with which the hand ends.  The law: spec/toy/draw.md"""

from __future__ import annotations

from typing import Final, assert_never

from meldspec.cards import Card, rank
from meldspec.kernel import Move, condition, effect
from meldspec.play import CHANCE, Actor, Chance, Seat
from meldspec.table import DRAW, Deal, Draw, changed_at, neighbour
from meldspec.toy.options import PACK, SEATS, Rules
from meldspec.toy.table import Action, BeforeDeal, Between, Drawing, Over, State


@condition("toy.draw.one-card")
def everybody_has_one_card(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """Each seat is dealt a card, and the third is the stock."""
    sizes = [len(hand) for hand in (*deal.hands, deal.stock)]
    return sizes == [1] * (SEATS + 1) and sorted(deal.cards) == sorted(PACK)


@effect("toy.draw.one-card")
def lay_out(rules: Rules, state: Between, by: Chance, deal: Deal) -> Drawing:
    """The hands and the stock lie there."""
    return Drawing(state.dealer, tuple(map(frozenset, deal.hands)), deal.stock)


@effect("toy.draw.ends")
def draw_and_end(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> Over:
    """The card of the stock joins the hand, and the hand is over."""
    hand = state.hands[seat] | set(state.stock)
    return Over(state.dealer, changed_at(seat, state.hands, hand))


DEAL: Final = Move(
    Deal,
    during=(BeforeDeal, Over),
    conditions=(everybody_has_one_card,),
    effect=lay_out,
)

DRAW_MOVE: Final = Move(
    Draw,
    during=(Drawing,),
    candidates=lambda rules, state, seat: (DRAW,),
    effect=draw_and_end,
)


def count(rules: Rules, hand: frozenset[Card]) -> int:
    """The points of a hand.

    Clauses: draw.ends.
    """
    ace = 11 if rules.draw.ace_points == "eleven" else 1
    return sum(ace if rank(card) == 0 else rank(card) + 1 for card in hand)


def winner(rules: Rules, state: Over) -> Seat:
    """The seat with more points; three cards never make a tie.

    Clauses: draw.ends.
    """
    return max(map(Seat, range(SEATS)), key=lambda seat: count(rules, state.hands[seat]))


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """The seat after the dealer, and chance before each deal."""
    match state:
        case BeforeDeal() | Over():
            return (CHANCE,)
        case Drawing():
            return (neighbour(state.dealer, SEATS),)
        case _:
            assert_never(state)


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
    """The clause that refuses whoever is not to act."""
    return () if actor in actors(rules, state) else ("toy.draw.one-card",)


def wrong_phase(state: State, action: Action) -> str:
    """The clause that refuses an action at another time."""
    return "toy.draw.one-card"
