"""Who may call a draw, who answers it, and in which order."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.play import Refusal, Seat, make
from meldspec.tongits import rules as play
from meldspec.tongits.actions import CALL_DRAW, CHALLENGE, FOLD
from meldspec.tongits.clauses import Clause
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.state import (
    Answer,
    Answered,
    Decided,
    Drawing,
    End,
    LaidOff,
    Outcome,
    Responding,
    State,
    TableMeld,
    opened,
    opponents,
)

from ..bugs import Bug
from ..law import law
from ..tables import table

RUN = frozenset((Card(0), Card(1), Card(2), Card(3), Card(4)))
OTHER_RUN = frozenset((Card(13), Card(14), Card(15), Card(16)))
HAND = frozenset((Card(30),))


@law(Bug(opponents, "range(1, SEATS)", "range(SEATS - 1, 0, -1)"), quick=True)
def opponents_in_turn_order(seat: Seat) -> bool:
    """The opponents of a seat are the other two, the one who plays next first.

    clause: tongits.game.three-seats
    clause: tongits.turn.repeat
    pre: 0 <= seat < 3
    post: _
    """
    following = (1, 2, 0)[seat]
    return opponents(seat) == (following, 3 - seat - following)


@law(Bug(opened, "meld.owner == seat", "meld.owner == seat and not meld.face_down"), quick=True)
def opening(seat: Seat, one: Seat, two: Seat, melds: int, down: bool, by: Seat) -> bool:
    """A seat has opened just when a meld of its own lies on the table, face up or down.

    clause: tongits.exposing.opens-hand
    clause: tongits.exposing.face-down-opens
    clause: tongits.laying-off.does-not-open
    pre: 0 <= seat < 3 and 0 <= one < 3 and 0 <= two < 3 and 0 <= by < 3
    pre: 0 <= melds <= 2
    post: _
    """
    first = TableMeld(one, OTHER_RUN, down)
    second = TableMeld(two, RUN, laid_off=(LaidOff(Card(4), by, 1),))
    owners = (one, two)[:melds]
    return opened((first, second)[:melds], seat) == any(owner == seat for owner in owners)


@law(
    Bug(
        play.no_layoff_by_others_since_last_turn,
        "laid.turn > last_turn",
        "laid.turn >= last_turn + 2",
    )
)
def a_call_of_a_draw(
    dealer: Seat, turn: int, melds: int, one: Seat, two: Seat, early: int, late: int, other: int
) -> bool:
    """A draw is called by a seat that has opened, unless its melds were laid off on just before.

    A card laid off on a meld bars the call of the meld's owner at the owner's next turn, and at
    no other; the refusal tells whether the owner or an opponent laid it.  Cards do not matter.

    clause: tongits.draw-call.opened
    clause: tongits.draw-call.opponent-layoff
    clause: tongits.draw-call.own-layoff
    clause: tongits.draw-call.block-lasts-one-turn
    clause: tongits.draw-call.belief-only
    pre: 0 <= dealer < 3 and 0 <= melds <= 2 and 0 <= one < 3 and 0 <= two < 3
    pre: 0 < early < late < turn and 0 < other < turn
    post: _
    """
    caller = Seat((dealer + turn) % 3)
    by = tuple(Seat((dealer + when) % 3) for when in (early, late, other))
    first = (LaidOff(Card(3), by[0], early), LaidOff(Card(4), by[1], late))
    second = (LaidOff(Card(16), by[2], other),)
    laid = (TableMeld(one, RUN, laid_off=first), TableMeld(two, OTHER_RUN, laid_off=second))
    before = table(dealer, turn, HAND, (Card(46),), (Card(47),), laid[:melds])

    owners = ((one, early), (one, late), (two, other))[: (0, 2, 3)[melds]]
    seats = [owner for owner, _ in owners]
    barring = [
        (dealer + when) % 3 for owner, when in owners if owner == caller and when < turn <= when + 3
    ]
    failing = (
        *(() if caller in seats else (Clause.DRAW_CALL_OPENED,)),
        *((Clause.DRAW_CALL_OPPONENT_LAYOFF,) if any(s != caller for s in barring) else ()),
        *((Clause.DRAW_CALL_OWN_LAYOFF,) if caller in barring else ()),
    )
    reached = make(play.CALL_DRAW_MOVE, DEFAULT, Drawing(before), CALL_DRAW)
    if failing:
        return reached == Refusal(failing)
    return isinstance(reached, Responding) and reached.table == before and not reached.answers


@law(Bug(play.ask_the_opponents, "if opened(table.melds, seat)", "if table.melds"))
def who_is_asked(dealer: Seat, turn: int, one: bool, two: bool) -> bool:
    """A call is put to the opponents who have opened, the next after the caller first.

    With none the caller has won at once.

    clause: tongits.answering.in-turn
    clause: tongits.answering.unopened-auto-fold
    clause: tongits.answering.nobody-eligible
    pre: 0 <= dealer < 3 and 0 < turn
    post: _
    """
    caller, following, last = (Seat((dealer + turn + step) % 3) for step in range(3))
    owners = [caller, *([last] if two else []), *([following] if one else [])]
    melds = tuple(TableMeld(owner, RUN) for owner in owners)
    before = table(dealer, turn, HAND, (Card(46),), (Card(47),), melds)
    called = make(play.CALL_DRAW_MOVE, DEFAULT, Drawing(before), CALL_DRAW)
    asked = (*([following] if one else []), *([last] if two else []))
    won = play.nobody_challenges(DEFAULT, Responding(before, asked))
    return called == Responding(before, asked) and won == (not asked)


@law(Bug(play._answered, "state.asked[0], answer", "state.asked[-1], answer"))
def an_answer(dealer: Seat, turn: int, challenge: bool, both: bool, opens: bool) -> bool:
    """Who is asked folds or, having opened, challenges; then the next one is asked.

    clause: tongits.answering.in-turn
    clause: tongits.answering.challenge-needs-open
    pre: 0 <= dealer < 3 and 0 < turn
    post: _
    """
    following, last = (Seat((dealer + turn + step) % 3) for step in (1, 2))
    asked = (following, last) if both else (last,)
    melds = (TableMeld(asked[0], RUN),) if opens else ()
    at = table(dealer, turn, HAND, (Card(46),), (Card(47),), melds)
    state = Responding(at, asked)
    reached: State | Refusal[Clause]
    if challenge:
        reached = make(play.CHALLENGE_MOVE, DEFAULT, state, CHALLENGE)
    else:
        reached = make(play.FOLD_MOVE, DEFAULT, state, FOLD)
    if challenge and not opens:
        return reached == Refusal((Clause.CHALLENGE_NEEDS_OPEN,))
    given = Answered(asked[0], Answer.CHALLENGE if challenge else Answer.FOLD)
    return reached == Responding(at, asked[1:], (given,))


@law(Bug(play.nobody_challenges, "challenged=False", "challenged=True"))
def nobody_challenges(dealer: Seat, turn: int, left: int, first: Answer, second: Answer) -> bool:
    """The call is decided for the caller once all have answered and nobody has challenged.

    clause: tongits.answering.all-fold-caller-wins
    pre: 0 <= dealer < 3 and 0 < turn and 0 <= left <= 2
    post: _
    """
    following, last = (Seat((dealer + turn + step) % 3) for step in (1, 2))
    answers = (Answered(following, first), Answered(last, second))[: 2 - left]
    at = table(dealer, turn, HAND, (Card(46),), (Card(47),))
    state = Responding(at, (following, last)[2 - left :], answers)
    folded = all(given.answer is Answer.FOLD for given in answers)
    if play.nobody_challenges(DEFAULT, state) != (left == 0 and folded):
        return False
    if play.somebody_challenges(DEFAULT, state) != (left == 0 and not folded):
        return False
    won = Decided(at, Outcome(End.DRAW, Seat((dealer + turn) % 3)))
    return play.caller_wins(DEFAULT, state) == won
