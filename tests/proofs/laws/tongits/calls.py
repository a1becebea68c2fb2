"""Who may call a draw, who answers it, and in which order."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.play import Refusal, Seat
from meldspec.tongits import answering, draw_call, options_of_play, showdown, terms
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import DEFAULT, Rules
from meldspec.tongits.options_of_play import (
    Answering,
    ChallengeEligibility,
    DiscardExtensionCountsAsLayoff,
    DrawBlockOpponentSpan,
    DrawBlockOwnLayoff,
    DrawCall,
    DrawCallOpenRequirement,
    LayingOff,
    LayoffOpensHand,
    OwnLayoffSameTurnMeld,
)
from meldspec.tongits.table import (
    CALL_DRAW,
    CHALLENGE,
    FOLD,
    Answer,
    Answered,
    Decided,
    Drawing,
    LaidOff,
    Ledger,
    Responding,
    State,
    Table,
    TableMeld,
    opponents,
    owns_a_meld,
)
from meldspec.tongits.terms import has_opened

from ...bugs import Bug
from ...law import law
from ...tables.tongits import hands, make, table

RUN = frozenset((Card(0), Card(1), Card(2), Card(3), Card(4)))
OTHER_RUN = frozenset((Card(13), Card(14), Card(15), Card(16)))
HAND = frozenset((Card(30),))
FIVES = frozenset((Card(4), Card(17), Card(30), Card(43)))
COUNTS_AS_MELD = options_of_play.Drawing(discard_extension_counts_as_layoff="counts_as_meld")
SIXES = frozenset((Card(5), Card(18), Card(31), Card(44)))


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


@law(
    Bug(owns_a_meld, "meld.owner == seat", "meld.owner == seat and not meld.face_down"), quick=True
)
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
    opened = any(owner == seat for owner in owners)
    return has_opened(DEFAULT, (first, second)[:melds], seat) == opened


@law(Bug(terms._opens, "if laid.from_pile:", "if not laid.from_pile:"))
def opening_by_a_card(
    seat: Seat,
    owner: Seat,
    by: Seat,
    from_pile: bool,
    opens: LayoffOpensHand,
    counts: DiscardExtensionCountsAsLayoff,
) -> bool:
    """A card added to a meld opens the hand of who added it, where a reading says so.

    A card of the hand does where laying off opens, a card of the pile where that counts as a meld
    too.  The owner of the meld has opened under all readings.

    clause: tongits.laying-off.does-not-open
    clause: tongits.drawing.discard-onto-fitting-meld
    pre: 0 <= seat < 3 and 0 <= owner < 3 and 0 <= by < 3
    post: _
    """
    rules = Rules(
        drawing=options_of_play.Drawing(discard_extension_counts_as_layoff=counts),
        laying_off=LayingOff(layoff_opens_hand=opens),
    )
    meld = TableMeld(owner, RUN, laid_off=(LaidOff(Card(4), by, 1, from_pile),))
    opened_by_card = opens == "layoffs_open_too" or (from_pile and counts == "counts_as_meld")
    expected = seat == owner or (seat == by and opened_by_card)
    return has_opened(rules, (meld,), seat) == expected


@law(
    Bug(
        draw_call.no_layoff_by_others_since_last_turn,
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
        *(() if caller in seats else ("tongits.draw-call.opened",)),
        *(("tongits.draw-call.opponent-layoff",) if any(s != caller for s in barring) else ()),
        *(("tongits.draw-call.own-layoff",) if caller in barring else ()),
    )
    reached = make(draw_call.CALL_DRAW_MOVE, DEFAULT, Drawing(before), CALL_DRAW)
    if failing:
        return reached == Refusal(failing)
    return isinstance(reached, Responding) and reached.table == before and not reached.answers


@law(Bug(draw_call._own_layoff_bars, "not same_turn or", "same_turn or"))
def how_long_a_lay_off_bars(
    dealer: Seat,
    turn: int,
    owner: Seat,
    laid: int,
    when: int,
    meld_like: bool,
    span: DrawBlockOpponentSpan,
    own: DrawBlockOwnLayoff,
    same: OwnLayoffSameTurnMeld,
) -> bool:
    """Under every reading a lay-off bars the call just as long as that reading says.

    One by an opponent bars the owner's next turn or all that follow, one by the owner the next
    turn or none, and none at all where it must not be on a meld of the same turn and is.  A card
    of the pile that counts as a meld bars nothing.

    clause: tongits.draw-call.opponent-layoff
    clause: tongits.draw-call.own-layoff
    clause: tongits.draw-call.block-lasts-one-turn
    clause: tongits.laying-off.blocks-owner-call
    clause: tongits.drawing.discard-onto-fitting-meld
    pre: 0 <= dealer < 3 and 0 <= owner < 3 and 0 <= laid <= when < turn
    post: _
    """
    caller, by = Seat((dealer + turn) % 3), Seat((dealer + when) % 3)
    rules = Rules(
        drawing=COUNTS_AS_MELD,
        draw_call=DrawCall(
            draw_block_opponent_span=span,
            draw_block_own_layoff=own,
            own_layoff_same_turn_meld=same,
        ),
    )
    off = LaidOff(Card(4), by, when, from_pile=meld_like)
    mine = TableMeld(caller, OTHER_RUN)
    melds = (mine, TableMeld(owner, RUN, laid_off=(off,), turn=laid))
    state = Drawing(table(dealer, turn, HAND, (Card(46),), (Card(47),), melds))
    failing: tuple[str, ...] = ()
    if owner == caller and by != caller and not meld_like:
        if when > turn - 3 or span == "whole_hand":
            failing = ("tongits.draw-call.opponent-layoff",)
    elif owner == caller and when == turn - 3 and not meld_like:
        counts = laid < when or same == "counts"
        if counts and own == "blocks_next_turn":
            failing = ("tongits.draw-call.own-layoff",)
    reached = make(draw_call.CALL_DRAW_MOVE, rules, state, CALL_DRAW)
    return reached == Refusal(failing) if failing else isinstance(reached, Responding)


@law(Bug(draw_call._entitles, "if meld.face_down:", "if not meld.face_down:"), quick=True)
def which_melds_entitle(
    seat: Seat, owners: int, one: bool, two: bool, requirement: DrawCallOpenRequirement
) -> bool:
    """A seat calls with any meld of its own, or only with one that lies face up, as a reading says.

    clause: tongits.draw-call.opened
    clause: tongits.draw-call.special-does-not-suffice
    clause: tongits.exposing.face-down-opens
    pre: 0 <= seat < 3 and 0 <= owners <= 2
    post: _
    """
    rules = Rules(draw_call=DrawCall(draw_call_open_requirement=requirement))
    melds = (TableMeld(seat, FIVES, one), TableMeld(seat, SIXES, two))[:owners]
    beside = TableMeld(Seat((seat + 1) % 3), RUN)
    state = Drawing(table(seat, 3, HAND, (Card(46),), (Card(47),), (*melds, beside)))
    reached = make(draw_call.CALL_DRAW_MOVE, rules, state, CALL_DRAW)
    if not melds:
        return reached == Refusal(("tongits.draw-call.opened",))
    if requirement == "any_laid_meld_incl_face_down":
        return isinstance(reached, Responding)
    if not one or (owners == 2 and not two):
        return isinstance(reached, Responding)
    return reached == Refusal(("tongits.draw-call.special-does-not-suffice",))


@law(
    Bug(
        draw_call.asked_by_the_caller,
        "if has_opened(rules, table.melds, seat) or",
        "if table.melds or",
    )
)
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
    called = make(draw_call.CALL_DRAW_MOVE, DEFAULT, Drawing(before), CALL_DRAW)
    asked = (*([following] if one else []), *([last] if two else []))
    won = answering.caller_wins.comes(DEFAULT, Responding(before, asked)) is not None
    return called == Responding(before, asked) and won == (not asked)


@law(Bug(answering._answered, "state.asked[0], answer", "state.asked[-1], answer"))
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
    reached: State | Refusal
    if challenge:
        reached = make(answering.CHALLENGE_MOVE, DEFAULT, state, CHALLENGE)
    else:
        reached = make(answering.FOLD_MOVE, DEFAULT, state, FOLD)
    if challenge and not opens:
        return reached == Refusal(("tongits.answering.challenge-needs-open",))
    given = Answered(asked[0], Answer.CHALLENGE if challenge else Answer.FOLD)
    return reached == Responding(at, asked[1:], (given,))


@law(
    Bug(
        answering.may_challenge,
        "has_secret(rules, table.hands[seat], table.taken) and",
        "table.hands[seat] and",
    )
)
def who_may_challenge(
    caller: Seat, later: bool, opens: bool, held: int, eligible: ChallengeEligibility
) -> bool:
    """Who is asked challenges, having opened or, where a reading says so, holding four of a kind.

    Under that reading everybody is asked, so that being asked tells nothing of the hand.

    clause: tongits.answering.challenge-needs-open
    clause: tongits.answering.special-may-challenge
    clause: tongits.burned.no-challenge
    pre: 0 <= caller < 3 and 0 <= held < 3
    post: _
    """
    following, last = Seat((caller + 1) % 3), Seat((caller + 2) % 3)
    seat = last if later else following
    rules = Rules(answering=Answering(challenge_eligibility=eligible))
    hand = (frozenset((Card(4), Card(17), Card(30))), FIVES, FIVES | SIXES)[held]
    melds = (TableMeld(caller, RUN), *((TableMeld(seat, OTHER_RUN),) if opens else ()))
    at = Table(caller, 3, hands(seat, hand), (Card(46),), (Card(47),), melds, Ledger())
    anybody = eligible == "opened_or_concealed_secret"
    asked = (following, last) if anybody else ((seat,) if opens else ())
    if make(draw_call.CALL_DRAW_MOVE, rules, Drawing(at), CALL_DRAW) != Responding(at, asked):
        return False
    reached = make(answering.CHALLENGE_MOVE, rules, Responding(at, (seat,)), CHALLENGE)
    if opens or (anybody and held > 0):
        return reached == Responding(at, (), (Answered(seat, Answer.CHALLENGE),))
    return reached == Refusal(("tongits.answering.challenge-needs-open",))


@law(Bug(answering.caller_wins, "or challengers(state)", "or not challengers(state)"))
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
    compared = showdown.compare_after_challenge.comes(DEFAULT, state)
    if (compared is not None) != (left == 0 and not folded):
        return False
    caller = Seat((dealer + turn) % 3)
    won = Decided(at, Outcome(End.DRAW, caller, caller=caller))
    expected = won if left == 0 and folded else None
    return answering.caller_wins.comes(DEFAULT, state) == expected
