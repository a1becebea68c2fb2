"""The fewest steps before a reading of Tong-its can show, for any deal.

For each option, a moment names the events that must happen before another reading can change the
legal actions or a view.  The outline of the game counts the fewest steps to them, by all that
either rule set allows; no number is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, final

from meldcheck.distinguish.tongits.outline import (
    FAR,
    STOCK,
    Deed,
    End,
    Move,
    Pace,
    Phase,
    Scene,
    Story,
    Who,
    shortest,
)
from meldcheck.words.readings import Readings

FAR_OFF: Final = 99
"""A number of turns greater than any hand has."""


@final
@dataclass(frozen=True, slots=True)
class Moment:
    """The events that must happen before readings can show: in words and as alternative stories."""

    words: str
    stories: tuple[Story, ...]
    hands: int = 1
    """Number of hands that the events need.

    Melds and calls are gone when their hand ends, so other hands before or between only add steps.
    """


@final
@dataclass(frozen=True, slots=True)
class Bound:
    """The fewest steps of a play on which two rule sets differ, and the argument."""

    steps: int
    option: str
    """The differing option that can show first."""
    words: str
    walk: tuple[Move, ...]
    """A shortest walk through the outline on which it may show."""


def lower_bound(one: Readings, other: Readings, stock: int = STOCK) -> Bound | None:
    """The bound for two rule sets, from the differing option that can show first.

    None if no play can show any of them.  The arguments about twelve cards hold for hands of
    twelve; those about the stock hold for any size of stock.
    """
    pace = Pace(dict(one), dict(other), stock)
    best: Bound | None = None
    for option in sorted((name for name in one if one[name] != other[name]), key=_is_mentioned):
        best = _bound(pace, option, FAR if best is None else best.steps - 1) or best
    return best


def _is_mentioned(option: str) -> bool:
    return option in MOMENTS


def _bound(pace: Pace, option: str, far: int) -> Bound | None:
    """The bound for one option; None if it is more than ``far`` steps or no play shows it."""
    moment = MOMENTS[option](pace) if option in MOMENTS else DEALT
    walk = _walk(tuple(pace.one.items()), tuple(pace.other.items()), pace.stock, moment, far)
    if walk is None:
        return None
    return Bound(len(walk), option, moment.words, walk)


@lru_cache(maxsize=1024)
def _walk(
    one: tuple[tuple[str, str | int], ...],
    other: tuple[tuple[str, str | int], ...],
    stock: int,
    moment: Moment,
    far: int,
) -> tuple[Move, ...] | None:
    return shortest(Pace(dict(one), dict(other), stock), moment.stories, moment.hands, far)


# ── what must happen ─────────────────────────────────────────────────────────────────────────────

_OPENS: Final = frozenset({Deed.EXPOSE, Deed.TAKE})
_PUTS_DOWN: Final = frozenset({Deed.EXPOSE, Deed.FACE_DOWN, Deed.TAKE, Deed.LAY_OFF, Deed.DISCARD})
_ADDS: Final = frozenset({Deed.LAY_OFF})
_ADDS_FROM_PILE: Final = frozenset({Deed.LAY_OFF, Deed.TAKE})
_ANSWERS: Final = frozenset({Deed.FOLD, Deed.CHALLENGE})


def _deed(*deeds: Deed) -> frozenset[Deed]:
    return frozenset(deeds)


def _moment(words: str, *stories: Story, hands: int = 1) -> Moment:
    return Moment(words, stories, hands)


def _first_turn(move: Move) -> bool:
    return move.by is not None and move.before.turn == 0


def _not_opened(move: Move) -> bool:
    return move.by not in move.before.opened


def _owns(move: Move) -> bool:
    return move.by in move.before.owners


def _has_opened(move: Move) -> bool:
    return move.by in move.before.opened


def _before_taking(move: Move) -> bool:
    return move.before.phase is Phase.DRAW


def _after_taking(move: Move) -> bool:
    return move.before.phase is Phase.PLAY


def _last_card(move: Move) -> bool:
    return move.deed is Deed.DRAW and move.before.stock == 1


def _stock_is_gone(move: Move) -> bool:
    return move.before.phase is Phase.PLAY and move.before.stock == 0


def _adds(pace: Pace) -> frozenset[Deed]:
    """The deeds that add a card to a meld of the table."""
    return _ADDS_FROM_PILE if pace.onto_own else _ADDS


NOTHING: Final = _moment("nothing")
"""No play shows another reading, because the step that would depend on it never occurs."""
DEALT: Final = _moment("a play begins with a deal", (Scene(),))
_SPREAD: Final = frozenset({End.SPREAD})
SPREAD: Final = _moment("a hand ends by a Spread", (Scene(ends=_SPREAD),))
SEAT_ACTS: Final = _moment("a seat acts after the deal", (Scene(by="self"),))
HAND_ENDS: Final = _moment("a hand ends", (Scene(won="self"),), (Scene(won="other"),))
DRAW_CALLED: Final = _moment(
    "a seat calls a draw, which takes a meld of its own from an earlier turn unless calls may come "
    "later in a turn",
    (Scene(_deed(Deed.CALL)),),
)
CHALLENGED: Final = _moment(
    "a draw is called, an opponent that has opened challenges, and all who are asked have answered",
    (
        Scene(_deed(Deed.CALL)),
        Scene(_deed(Deed.CHALLENGE)),
        Scene(ends=frozenset({End.DRAW}), joined=True),
    ),
)
BOTH_CHALLENGE: Final = _moment(
    "a draw is called and both opponents, each of which has opened, challenge",
    (Scene(_deed(Deed.CALL)), Scene(_deed(Deed.CHALLENGE)), Scene(_deed(Deed.CHALLENGE))),
)
BOTH_ANSWER: Final = _moment(
    "a draw is called and both opponents answer",
    (Scene(_deed(Deed.CALL)), Scene(_ANSWERS), Scene(_ANSWERS)),
)
FOLDED: Final = _moment(
    "a draw is called and an opponent folds", (Scene(_deed(Deed.CALL)), Scene(_deed(Deed.FOLD)))
)
STOCK_ENDS: Final = _moment(
    "the stock runs out, a card a turn, and with it the hand",
    (Scene(ends=frozenset({End.STOCK})),),
)
LAST_CARD: Final = _moment("the last card of the stock is drawn", (Scene(where=_last_card),))
NOBODY_WINS: Final = _moment("a hand ends without a winner", (Scene(won="nobody"),))
DEAL_AFTER_NOBODY: Final = _moment(
    "a hand ends without a winner and another is dealt",
    (Scene(won="nobody"), Scene(_deed(Deed.DEAL))),
)
DISCARD_TAKEN: Final = _moment("a discard can be taken", (Scene(_deed(Deed.TAKE)),))
FACE_DOWN: Final = _moment("a four is laid face down", (Scene(_deed(Deed.FACE_DOWN)),))
LAID_OFF: Final = _moment("a card is laid off", (Scene(_ADDS),))


def _always(moment: Moment) -> Callable[[Pace], Moment]:
    return lambda pace: moment


def _if_played(moment: Moment) -> Callable[[Pace], Moment]:
    """The moment of a Spread, if the game is played with Spreads."""
    return lambda pace: moment if pace.spread else NOTHING


def _if_void(moment: Moment) -> Callable[[Pace], Moment]:
    """The moment of a hand without a winner, if a hand can end so."""
    return lambda pace: moment if pace.voids else NOTHING


def _next_dealer(pace: Pace) -> Moment:
    return _moment(
        "a hand ends with a winner and another is dealt",
        (Scene(won="seat"), Scene(_deed(Deed.DEAL))),
    )


def _dealer_after_no_winner(pace: Pace) -> Moment:
    if not pace.voids:
        return NOTHING
    readings = pace.of("deal.dealer_after_no_winner")

    def another_deals(move: Move) -> bool:
        now = move.before
        by_reading = {
            "same_dealer": now.dealer,
            "next_in_turn": (now.dealer + 1) % 3,
            "last_drawer": now.mover,
        }
        return len({by_reading[str(reading)] for reading in readings}) > 1

    return _moment(
        "a hand ends without a winner in a turn after which the two name different dealers, and "
        "another is dealt",
        (Scene(won="nobody", where=another_deals), Scene(_deed(Deed.DEAL))),
    )


_WON: Final = Scene(won="self")


def _counts_twice(pace: Pace) -> bool:
    """Whether a Spread may count as two wins."""
    return pace.spread and pace.either("variations.spread_streak", "as_completed_pair")


def _second_of_three(pace: Pace) -> Moment:
    return NOTHING if pace.both("pot.pot_wins_required", 2) else _row_of_two(pace)


def _row_of_two(pace: Pace) -> Moment:
    if _counts_twice(pace):
        return _moment(
            "a seat has won two hands in a row, or a Spread that counts as two",
            (_WON, _WON),
            (Scene(ends=_SPREAD),),
            hands=2,
        )
    return _moment("a seat has won two hands in a row", (_WON, _WON), hands=2)


def _win_after_pot(pace: Pace) -> Moment:
    least = min(int(number) for number in pace.of("pot.pot_wins_required"))
    wins = 2 if _counts_twice(pace) else least + 1
    return _moment(
        "a seat has won so many hands in a row that it takes the pot, and wins the next hand too",
        (_WON,) * wins,
        hands=wins,
    )


def _win_around_no_winner(pace: Pace) -> Moment:
    if not pace.voids:
        return NOTHING
    return _moment(
        "a seat wins a hand, a hand without a winner follows, and the seat wins again",
        (_WON, Scene(won="nobody"), _WON),
        hands=3,
    )


def _spread_in_a_row(pace: Pace) -> Moment:
    if not pace.spread:
        return NOTHING
    extra = not pace.both("pot.second_win_bonus", "nothing_extra")
    if extra and not pace.both("pot.pot_wins_required", 2):
        return SPREAD
    return _moment(
        "a seat wins by a Spread and then wins a hand that is no Spread",
        (Scene(ends=_SPREAD, won="self"), Scene(ends=frozenset(set(End) - _SPREAD), won="self")),
        hands=2,
    )


def _lay_off_in_first_turn(pace: Pace) -> Moment:
    return _moment(
        "the dealer exposes and lays off in the first turn", (Scene(_ADDS, where=_first_turn),)
    )


def _exposed_in_first_turn(pace: Pace) -> Moment:
    down = _deed(Deed.EXPOSE, Deed.FACE_DOWN)
    return _moment("the dealer exposes in the first turn", (Scene(down, where=_first_turn),))


def _taken_onto(pace: Pace) -> Moment:
    if not pace.onto_own:
        return NOTHING
    whose: Who | None = None if pace.onto_any else "self"
    words = "of its own" if whose else "of any seat"
    return _moment(
        f"a discard is taken onto a meld {words} that lies on the table",
        (Scene(_deed(Deed.TAKE), by="self", onto=whose, where=_is_onto),),
    )


def _is_onto(move: Move) -> bool:
    return move.onto is not None


def _four_with_discard(pace: Pace) -> Moment:
    """The moment of a discard taken for a four.

    A discard kept in the hand can matter from the next step, or at once if the hand ends. A discard
    that is laid at once can matter if a four laid face up is a secret.
    """
    taken = Scene(_deed(Deed.TAKE), by="self")
    if pace.keeps:
        return _moment(
            "a discard is taken for a four, and then a four is laid face down, a draw is answered "
            "or the hand ends",
            (taken, Scene(_deed(Deed.FACE_DOWN), by="self")),
            (taken, Scene(_deed(Deed.CHALLENGE), by="self")),
            (taken, Scene(ends=frozenset(End), joined=pace.covered_ends)),
            *_won_with(pace, taken),
        )
    if pace.either("settlement.secret_definition", "also_face_up_laid_at_once"):
        return _moment(
            "a discard is taken for a four, and the hand is won", *_won_with(pace, taken)
        )
    return NOTHING


def _taken_card_back(pace: Pace) -> Moment:
    if not pace.keeps:
        return NOTHING
    back = _deed(Deed.DISCARD, Deed.TONGITS)
    return _moment(
        "a discard is taken into the hand and goes back in the same turn",
        (Scene(_deed(Deed.TAKE), by="self"), Scene(back, by="self", gap=(0, 0))),
    )


def _face_down_after_opening(pace: Pace) -> Moment:
    return _moment(
        "a seat that has opened lays a four face down",
        (Scene(_deed(Deed.FACE_DOWN), where=_has_opened),),
    )


def _added_in_same_turn(pace: Pace) -> Moment:
    return _moment(
        "a seat lays a meld and adds to it in the same turn",
        (Scene(_OPENS, by="self"), Scene(_ADDS, by="self", onto="self", gap=(0, 0))),
    )


def _added_to_own(pace: Pace) -> Moment:
    return _moment("a seat lays off on a meld of its own", (Scene(_ADDS, by="self", onto="self"),))


def _added_unopened(pace: Pace) -> Moment:
    return _moment(
        "a seat that has not opened lays off on the meld of another",
        (Scene(_adds(pace), by="self", onto="other", where=_not_opened),),
    )


def _tongits_before_taking(pace: Pace) -> Moment:
    return _moment(
        "tongits is called before a card is taken",
        (Scene(_deed(Deed.TONGITS), where=_before_taking),),
    )


def _called_after_taking(pace: Pace) -> Moment:
    return _moment(
        "a draw is called after a card was taken, or in the first turn",
        (Scene(_deed(Deed.CALL), where=_after_taking),),
    )


def _first_turn_may_end_it(pace: Pace) -> Moment:
    return DEALT if pace.covered_ends else SEAT_ACTS


def _emptied(pace: Pace) -> Moment:
    if pace.either("tongits_call.empty_hand_policy", "treated_as_called"):
        return _first_turn_may_end_it(pace)
    return _moment(
        "the last card of a hand is discarded, after the others were put down",
        (Scene(_PUTS_DOWN - {Deed.DISCARD}, by="self"), Scene(_deed(Deed.DISCARD), by="self")),
    )


def _tongits_without_stock(pace: Pace) -> Moment:
    if pace.covered_ends:
        return LAST_CARD
    return _moment(
        "after the last card of the stock was drawn its drawer acts", (Scene(where=_stock_is_gone),)
    )


def _played_out_without_a_meld(pace: Pace) -> Moment:
    """Twelve cards go one by one onto melds of others; no meld takes more than ten others."""
    if pace.onto_any:
        return SEAT_ACTS
    opens = Scene(_OPENS, by="other")
    adds = Scene(_ADDS, by="self", onto="other")
    last = Scene(_PUTS_DOWN | {Deed.TONGITS}, by="self")
    return _moment(
        "a seat plays its cards one by one, without a meld of its own: twelve of them onto two "
        "melds of others or more, for no meld takes more than ten, and the last one",
        (opens, opens, *((adds,) * 12), last),
    )


def _face_down_then_call(pace: Pace) -> Moment:
    call = Scene(_deed(Deed.CALL), by="self")
    face_down = (Scene(_deed(Deed.FACE_DOWN), by="self"), call)
    if not pace.either("laying_off.layoff_opens_hand", "layoffs_open_too"):
        return _moment("a seat lays a four face down and calls a draw", face_down)
    return _moment(
        "a seat lays a four face down, or adds to the meld of another, and calls a draw",
        face_down,
        (Scene(_adds(pace), by="self", onto="other"), call),
    )


def _own_lay_off_then_call(pace: Pace) -> Moment:
    return _moment(
        "a seat adds to a meld of its own and is to call a draw in its next turn",
        (
            Scene(_adds(pace), by="self", onto="self"),
            Scene(_deed(Deed.CALL), by="self", gap=(3, 3)),
        ),
    )


def _same_turn_lay_off_then_call(pace: Pace) -> Moment:
    if pace.both("draw_call.draw_block_own_layoff", "no_block"):
        return NOTHING
    return _moment(
        "a seat lays a meld, adds to it in the same turn, and is to call a draw in its next turn",
        (
            Scene(_OPENS, by="self"),
            Scene(_adds(pace), by="self", onto="self", gap=(0, 0)),
            Scene(_deed(Deed.CALL), by="self", gap=(3, 3)),
        ),
    )


def _old_lay_off_then_call(pace: Pace) -> Moment:
    return _moment(
        "another adds to a meld of a seat, which then has a whole turn and is to call a draw in a "
        "later one",
        (
            Scene(_adds(pace), by="other", onto="self"),
            Scene(_deed(Deed.CALL), by="self", gap=(3, FAR_OFF)),
        ),
    )


def _won_with(pace: Pace, *parts: Scene) -> tuple[Story, ...]:
    """Stories in which a seat lays down a set and wins; its other cards need a separate step.

    They are called at the end, or put down before. They may stay in the hand only if a hand that
    consists of melds ends by itself.
    """
    shown = Scene(_PUTS_DOWN - {Deed.DISCARD}, by="self", aside=True)
    put_down = ((*parts[:place], shown, *parts[place:]) for place in range(len(parts)))
    return (
        (*parts, Scene(won="self", joined=pace.covered_ends)),
        *((*each, Scene(won="self", joined=True)) for each in put_down),
    )


def _face_down_wins(pace: Pace) -> Moment:
    return _moment(
        "a seat lays a four face down and wins with the other cards",
        *_won_with(pace, Scene(_deed(Deed.FACE_DOWN), by="self")),
    )


def _face_up_four_wins(pace: Pace) -> Moment:
    return _moment(
        "a seat lays a four face up and wins with the other cards",
        *_won_with(pace, Scene(_OPENS, by="self")),
    )


def _completed_from(pace: Pace, words: str, *stories: Story) -> Moment:
    """The moment of a set of three completed by its owner, who wins or wants to call a draw."""
    wins = tuple(whole for parts in stories for whole in _won_with(pace, *parts))
    calls = tuple((*parts, Scene(_deed(Deed.CALL), by="self")) for parts in stories)
    blocks = not pace.both("draw_call.sagasa_blocks_call", "exposed_meld_suffices")
    return _moment(words, *wins, *(calls if blocks else ()))


_LAID: Final = Scene(_OPENS, by="self")
_DRAWN: Final = Scene(_deed(Deed.DRAW), by="self")


def _completes(pace: Pace, gap: tuple[int, int] | None = None) -> Scene:
    return Scene(_adds(pace), by="self", onto="self", gap=gap)


def _completed(pace: Pace) -> Moment:
    return _completed_from(
        pace,
        "a seat lays a set of three, adds the fourth, and wins with the other cards",
        (_LAID, _completes(pace)),
    )


def _completed_with_drawn(pace: Pace) -> tuple[Story, ...]:
    """Stories of a set of three completed with a card drawn before or after the set was laid."""
    completes = _completes(pace)
    return ((_DRAWN, _LAID, completes), (_LAID, _DRAWN, completes))


def _any_own_fourth(pace: Pace) -> bool:
    return pace.either("terms.sagasa_definition", "own_exposed_three_plus_any_own_fourth")


def _sagasa_wins(pace: Pace) -> Moment:
    if _any_own_fourth(pace):
        return _completed(pace)
    return _completed_from(
        pace,
        "a seat draws the fourth card of a set of three of its own on the table, adds it, and wins "
        "with the other cards",
        *_completed_with_drawn(pace),
    )


def _sagasa_definition(pace: Pace) -> Moment:
    if _any_own_fourth(pace):
        return _completed(pace)
    later = (3, FAR_OFF)
    return _completed_from(
        pace,
        "a seat draws a card, adds it in a later turn to a set of three of its own on the table, "
        "and wins with the other cards",
        (_DRAWN, Scene(_OPENS, by="self", gap=later), _completes(pace)),
        (_DRAWN, Scene(_OPENS, by="self", gap=(0, 0)), _completes(pace, later)),
        (_LAID, _DRAWN, _completes(pace, later)),
    )


def _sagasa_calls(pace: Pace) -> Moment:
    """The moment of a Sagasa whose owner wants to call a draw.

    If both rule sets say that an own lay-off bars the next turn, the turn after it is free. A
    discard taken onto a meld need not count as a lay-off; then it bars nothing.
    """
    barred = pace.both("draw_call.draw_block_own_layoff", "blocks_next_turn") and pace.both(
        "draw_call.own_layoff_same_turn_meld", "counts"
    )
    soonest = 0 if pace.draw_later else 6 if barred else 3
    words = (
        "a seat completes a set of three of its own to a Sagasa and is to call a draw, which no "
        "lay-off bars"
    )
    if not _any_own_fourth(pace):
        made = _completed_with_drawn(pace)
        return _moment(words, *((*parts, _calls_after(soonest)) for parts in made))
    taken = Scene(_deed(Deed.TAKE), by="self", onto="self")
    return _moment(
        words,
        (_LAID, _completes(pace), _calls_after(soonest)),
        (_LAID, taken, _calls_after(min(soonest, 3))),
    )


def _calls_after(turns: int) -> Scene:
    return Scene(_deed(Deed.CALL), by="self", gap=(turns, FAR_OFF))


def _tie_of(able: int) -> Callable[[Pace], Moment]:
    def moment(pace: Pace) -> Moment:
        compared = pace.opened_only and not pace.either(
            "stock_end.exhaustion_none_opened", "all_compare"
        )
        if not compared:
            return STOCK_ENDS
        return _moment(
            f"the stock runs out, and {able} seats that have opened are compared",
            (Scene(ends=frozenset({End.STOCK}), where=lambda move: _opened_with(move) >= able),),
        )

    return moment


def _opened_with(move: Move) -> int:
    """Number of seats that have opened after the step."""
    opened = move.before.opened
    if move.deed in (Deed.EXPOSE, Deed.FACE_DOWN, Deed.TAKE, Deed.LAY_OFF) and move.by is not None:
        opened |= {move.by}
    return len(opened)


def _burn_definition(pace: Pace) -> Moment:
    laid = {"no_meld_laid_incl_face_down", "no_face_up_meld"}
    if pace.of("burned.burn_definition") != laid:
        if pace.either("variations.burn_on_spread", "losers_burned"):
            return HAND_ENDS
        return _moment(
            "a hand ends that is no Spread", (Scene(ends=frozenset(set(End) - _SPREAD)),)
        )
    if pace.both("exposing.secret_facedown_allowed", "not_available"):
        return NOTHING
    return _moment(
        "a seat lays a four face down and another wins, by a step of its own: a seat plays twelve "
        "cards with a discard only if all are of one suit, and the four has one of each",
        (Scene(_deed(Deed.FACE_DOWN), by="self"), Scene(won="other", joined=True)),
    )


def _partition_compared(pace: Pace) -> Moment:
    alone = pace.both("settlement.secret_partition_uncompared", "max_bonus")
    if not alone:
        return HAND_ENDS
    return _moment(
        "totals are compared: a called draw is challenged, or the stock runs out, or a draw that "
        "all folded is compared",
        *CHALLENGED.stories,
        *STOCK_ENDS.stories,
        *(FOLDED.stories if _compares_folded(pace) else ()),
    )


def _compares_folded(pace: Pace) -> bool:
    return pace.either("answering.draw_unchallenged_outcome", "lowest_total_wins")


def _partition_uncompared(pace: Pace) -> Moment:
    if pace.either("settlement.secret_partition_compared", "rank_count_only"):
        return HAND_ENDS
    told = (
        "a hand is won without a comparison and without tongits: a called draw that nobody "
        "challenges, or the stock's end with one seat that has opened"
    )
    ends = frozenset({End.DRAW, End.STOCK})
    if pace.spread and pace.either("variations.spread_dealer_hand", "twelve_melded_plus_one"):
        return _moment(f"{told}, or a Spread with a card over", (Scene(ends=ends | _SPREAD),))
    return _moment(told, (Scene(ends=ends),))


def _ace_added(pace: Pace) -> Moment:
    return _moment(
        "a seat adds an ace to a meld of its own and wins the hand",
        (Scene(_adds(pace), by="self", onto="self"), Scene(won="self", joined=True)),
    )


def _long_run_wins(pace: Pace) -> Moment:
    return NOTHING if pace.both("variations.long_run_bonus", "no_bonus") else HAND_ENDS


def _foreign_run(pace: Pace) -> Moment:
    if pace.both("variations.long_run_bonus", "no_bonus"):
        return NOTHING
    return _moment(
        "another adds to a run of a seat, and that seat wins the hand",
        (Scene(_adds(pace), by="other", onto="self"), Scene(won="self", joined=True)),
    )


MOMENTS: Final[Mapping[str, Callable[[Pace], Moment]]] = {
    "deal.deal_pattern": _always(NOTHING),  # plays are dealt card by card
    "deal.next_dealer": _next_dealer,
    "deal.dealer_after_no_winner": _dealer_after_no_winner,
    "pot.ante_after_no_winner": _if_void(DEAL_AFTER_NOBODY),
    "pot.pot_wins_required": _row_of_two,
    "pot.streak_after_pot": _win_after_pot,
    "pot.streak_on_no_winner": _win_around_no_winner,
    "pot.pot_when_no_winner": _if_void(NOBODY_WINS),
    "pot.second_win_bonus": _second_of_three,
    "turn.dealer_first_turn_melds": _exposed_in_first_turn,
    "turn.dealer_first_turn_layoff": _lay_off_in_first_turn,
    "drawing.discard_take_requirement": _taken_onto,
    "drawing.discard_extension_counts_as_layoff": _taken_onto,
    "drawing.discard_extends_concealed_meld": _always(DISCARD_TAKEN),
    "drawing.discard_meld_size": _always(DISCARD_TAKEN),
    "drawing.discard_meld_exposure": _always(DISCARD_TAKEN),
    "drawing.secret_with_discard_card": _four_with_discard,
    "exposing.dealer_first_turn_secret": _exposed_in_first_turn,
    "exposing.secret_facedown_allowed": _always(FACE_DOWN),
    "exposing.secret_when_already_opened": _face_down_after_opening,
    "exposing.secret_facedown_identity": _always(FACE_DOWN),
    "laying_off.layoff_target_same_turn": _added_in_same_turn,
    "laying_off.layoff_own_melds": _added_to_own,
    "laying_off.layoff_before_open": _added_unopened,
    "laying_off.layoff_opens_hand": _added_unopened,
    "laying_off.layoff_run_end": _always(LAID_OFF),
    "discarding.discard_taken_card_back": _taken_card_back,
    "tongits_call.dealer_first_turn_tongit": _first_turn_may_end_it,
    "tongits_call.tongit_trigger": _first_turn_may_end_it,
    "tongits_call.empty_hand_policy": _emptied,
    "tongits_call.tongit_concealed": _always(SEAT_ACTS),
    "tongits_call.tongit_requires_open": _first_turn_may_end_it,
    "tongits_call.tongit_window": _tongits_before_taking,
    "tongits_call.tongit_vs_exhaustion": _tongits_without_stock,
    "tongits_call.meld_needed_to_win": _played_out_without_a_meld,
    "draw_call.draw_call_window": _called_after_taking,
    "draw_call.draw_call_open_requirement": _face_down_then_call,
    "draw_call.sagasa_blocks_call": _sagasa_calls,
    "draw_call.draw_block_opponent_span": _old_lay_off_then_call,
    "draw_call.draw_block_own_layoff": _own_lay_off_then_call,
    "draw_call.own_layoff_same_turn_meld": _same_turn_lay_off_then_call,
    "answering.challenge_eligibility": _always(DRAW_CALLED),
    "answering.draw_unchallenged_outcome": _always(FOLDED),
    "showdown.showdown_participants": _always(BOTH_ANSWER),
    "showdown.tie_two_challengers": _always(BOTH_CHALLENGE),
    "showdown.tie_three_way": _always(BOTH_CHALLENGE),
    "showdown.deadwood_basis": _always(HAND_ENDS),
    "showdown.reveal_at_end": _always(HAND_ENDS),
    "stock_end.exhaustion_timing": _always(LAST_CARD),
    "stock_end.exhaustion_eligibility": _always(STOCK_ENDS),
    "stock_end.exhaustion_none_opened": _always(STOCK_ENDS),
    "stock_end.exhaustion_tie": _tie_of(3),
    "stock_end.exhaustion_tie_others": _tie_of(2),
    "stock_end.exhaustion_tie_unopened_drawer": _tie_of(2),
    "burned.burn_definition": _burn_definition,
    "burned.burn_endings": _always(STOCK_ENDS),
    "terms.sagasa_definition": _sagasa_definition,
    "settlement.secret_partition_compared": _partition_compared,
    "settlement.secret_partition_uncompared": _partition_uncompared,
    "settlement.challenge_payment_composition": _always(CHALLENGED),
    "settlement.challenge_payment_payers": _always(CHALLENGED),
    "settlement.challenge_bonus_role": _always(CHALLENGED),
    "settlement.ace_in_face_down_set": _face_down_wins,
    "settlement.ace_own_layoff": _ace_added,
    "settlement.ace_scope_final_discard": _always(HAND_ENDS),
    "settlement.secret_definition": _face_up_four_wins,
    "settlement.sagasa_otherwise": _completed,
    "settlement.sagasa_bonus": _sagasa_wins,
    "settlement.special_payment_level": _always(HAND_ENDS),
    "variations.long_run_bonus": _always(HAND_ENDS),
    "variations.long_run_scope": _long_run_wins,
    "variations.long_run_foreign_cards": _foreign_run,
    "variations.long_run_count": _long_run_wins,
    "variations.spread_dealer_hand": _if_played(SPREAD),
    "variations.spread_twelve_card_hand": _if_played(SPREAD),
    "variations.spread_multiple": _if_played(SPREAD),
    "variations.spread_payment": _if_played(SPREAD),
    "variations.spread_streak": _spread_in_a_row,
    "variations.burn_on_spread": _if_played(SPREAD),
}
"""By option: the moment before its readings can show. Any other option needs only a deal."""
