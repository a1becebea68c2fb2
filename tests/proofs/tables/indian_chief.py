"""Tables of Indian Chief for theorems: built from scalars, with melds and hands by seat."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias, TypeVar

from meldspec.cards import Card
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.table import Claiming, Meld, State
from meldspec.kernel import Move
from meldspec.play import CHANCE, Actor, Refusal, Seat

At = TypeVar("At", bound=State)
By = TypeVar("By", bound=Actor)
Done = TypeVar("Done")
After = TypeVar("After")

# ── readings, each word on a path of its own ─────────────────────────────────────────────────────

Simultaneity: TypeAlias = Literal["locked", "changeable_until_all"]
StubShortage: TypeAlias = Literal["recycle_when_short", "restore_first", "limit_players_6"]
LastServed: TypeAlias = Literal["packets_from_left", "singles_from_left", "dealer_first"]
Performed: TypeAlias = Literal["skip", "perform"]
DealerRotation: TypeAlias = Literal["fixed", "rotates_each_turn"]
RestoreWhich: TypeAlias = Literal["just_played", "one_turn_lag"]
BeggarScope: TypeAlias = Literal["all_opponents", "left_neighbour", "best_one", "one_named"]
BeggarPair: TypeAlias = Literal["two_per_opposing_card", "two_per_matching_pair"]
BeggarFailed: TypeAlias = Literal["count", "ignore"]
BeggarTense: TypeAlias = Literal["this_turn", "all_melds_so_far"]
TieProtocol: TypeAlias = Literal["secret_claims", "sequential", "never"]
TiePartial: TypeAlias = Literal["all_or_none", "clashing_only"]
TieDecline: TypeAlias = Literal["agrees", "prevents"]
TieIdentity: TypeAlias = Literal["physical", "face"]
TargetClass: TypeAlias = Literal["any_opposing_meld_card", "valid_melds_only"]
AceOfHearts: TypeAlias = Literal["one_card_may_do_both", "two_cards"]
HeartCount: TypeAlias = Literal["at_least_one", "exactly_one"]
DoctorSuit: TypeAlias = Literal["auto_best", "named_at_commit"]
ChiefSplit: TypeAlias = Literal["auto_best", "declared_at_commit"]

# ── tables ───────────────────────────────────────────────────────────────────────────────────────

FAILED: Final = (Card(0), Card(1), Card(2), Card(3))
"""Four cards of ten in all, which are no Lawyer."""
LAWYER: Final = (Card(3), Card(9), Card(10), Card(13))
"""Four cards of 25 in all."""


def melds(*cards: tuple[Card, ...]) -> tuple[Meld, ...]:
    """The melds of a turn, by seat, in which nobody declares anything."""
    return tuple(Meld(each) for each in cards)


def by(state: State) -> Actor:
    """Who acts where it does not matter who: the first seat, or chance."""
    return Seat(0) if isinstance(state, Claiming) else CHANCE


def make(
    move: Move[Rules, At, By, Done, After], rules: Rules, state: At, actor: Actor, action: Done
) -> After | Refusal:
    """The move of an actor."""
    of_the_kind: Any = actor  # that the move is for
    return move.make(rules, state, of_the_kind, action)


_ROW: Final = tuple(tuple(map(Card, range(size))) for size in range(10))


def first(size: int) -> tuple[Card, ...]:
    """So many clubs from the ace on, nine at most."""
    return _ROW[size % 10]
