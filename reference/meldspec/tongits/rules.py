"""The moves and the consequences of Tong-its: each guard is one clause of the documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, TypeAlias, assert_never

from meldspec import play
from meldspec.arrangement import deadwood, is_covered, is_four
from meldspec.cards import Card
from meldspec.melds import extensions, is_meld, is_run, is_set, melds_in, melds_with
from meldspec.play import CHANCE, Actor, Consequence, Guard, Move, Refusal, Seat, follow, make
from meldspec.tongits.actions import (
    CALL_DRAW,
    CALL_TONGITS,
    CALLS_WITH_DISCARD,
    CHALLENGE,
    DISCARDS,
    DRAW,
    FOLD,
    Action,
    CallDraw,
    CallTongits,
    Challenge,
    Deal,
    Discard,
    Draw,
    Expose,
    Fold,
    LayOff,
    Take,
)
from meldspec.tongits.clauses import Clause
from meldspec.tongits.options import Rules
from meldspec.tongits.settlement import Facts, collect_antes, settle
from meldspec.tongits.showdown import challenged_winner, stock_winner
from meldspec.tongits.state import (
    SEATS,
    Answer,
    Answered,
    BeforeDeal,
    Decided,
    Drawing,
    End,
    LaidOff,
    Ledger,
    Outcome,
    Over,
    Playing,
    Responding,
    State,
    Table,
    TableMeld,
    TurnDone,
    opened,
    opponents,
)

Between: TypeAlias = BeforeDeal | Over
"""The phases in which chance deals."""


def begin(rules: Rules, dealer: Seat) -> State:
    """A match before its first deal."""
    return BeforeDeal(dealer, Ledger())


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """Who may act: chance before a hand, the mover in its turn, the next seat to answer a call."""
    match state:
        case BeforeDeal() | Over():
            return (CHANCE,)
        case Drawing() | Playing():
            return (state.table.mover,)
        case Responding():
            return state.asked[:1]
        case TurnDone() | Decided():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)


# ── dealing ──────────────────────────────────────────────────────────────────────────────────────


def no_deals(rules: Rules, state: Between) -> Iterable[Deal]:
    """Chance is not asked for its choices."""
    return ()


def whole_pack(rules: Rules, state: Between, deal: Deal) -> bool:
    """Every card of the pack is dealt or in the stock, once."""
    dealt = [card for pile in (*deal.hands, deal.stock) for card in pile]
    return sorted(dealt) == sorted(rules.size.pack)


def dealer_has_one_more(rules: Rules, state: Between, deal: Deal) -> bool:
    """The dealer's hand has one card more than a hand."""
    dealer = next_dealer(state)
    return len(deal.hands) > dealer and len(deal.hands[dealer]) == rules.size.hand + 1


def others_have_a_hand(rules: Rules, state: Between, deal: Deal) -> bool:
    """There is a hand for each seat, and those who do not deal have the same number of cards."""
    dealer = next_dealer(state)
    others = [hand for seat, hand in enumerate(deal.hands) if seat != dealer]
    return len(others) == SEATS - 1 and all(len(hand) == rules.size.hand for hand in others)


def next_dealer(state: Between) -> Seat:
    """The winner of the last hand deals; without one the dealer stays."""
    match state:
        case BeforeDeal():
            return state.dealer
        case Over():
            winner = state.result.outcome.winner
            return state.table.dealer if winner is None else winner
        case _:
            assert_never(state)


def lay_out(rules: Rules, state: Between, deal: Deal) -> State:
    """The hand begins: antes are paid, and the dealer is to play without drawing."""
    ledger = state.ledger if isinstance(state, BeforeDeal) else state.table.ledger
    return Playing(
        Table(
            dealer=next_dealer(state),
            turn=0,
            hands=tuple(frozenset(hand) for hand in deal.hands),
            stock=deal.stock,
            discard=(),
            melds=(),
            ledger=collect_antes(rules, ledger),
        )
    )


DEAL: Final[Move[Rules, Between, Deal, State, Clause]] = Move(
    candidates=no_deals,
    exists=(),
    guards=(
        Guard(Clause.STANDARD_52, whole_pack),
        Guard(Clause.DEALER_THIRTEEN, dealer_has_one_more),
        Guard(Clause.TWELVE_EACH, others_have_a_hand),
    ),
    effect=lay_out,
    says=(
        Clause.STOCK_IS_REMAINDER,
        Clause.NEXT_DEALER_IS_WINNER,
        Clause.SAME_DEALER_AFTER_NO_WINNER,
        Clause.ANTE_BEFORE_EACH_DEAL,
        Clause.ANTE_TWO,
        Clause.DEALER_ACTS_FIRST,
    ),
)


# ── taking a card ────────────────────────────────────────────────────────────────────────────────


def just_draw(rules: Rules, state: Drawing) -> Iterable[Draw]:
    """The stock always has a card when a turn begins."""
    return (DRAW,)


def draw_from_stock(rules: Rules, state: Drawing, action: Draw) -> State:
    """The top card of the stock joins the hand."""
    table = state.table
    hand = table.hands[table.mover] | {table.stock[0]}
    return Playing(_change(table, hand=hand, stock=table.stock[1:]))


DRAW_MOVE: Final[Move[Rules, Drawing, Draw, State, Clause]] = Move(
    candidates=just_draw,
    exists=(),
    guards=(),
    effect=draw_from_stock,
    says=(Clause.DRAWING_TWO_SOURCES,),
)


def takes(rules: Rules, state: Drawing) -> Iterator[Take]:
    """A take for every meld of the discard with cards of the hand."""
    table = state.table
    top = table.discard[-1]
    for meld in melds_with(top, table.hands[table.mover]):
        yield Take(meld - {top})


def take_from_hand(rules: Rules, state: Drawing, action: Take) -> bool:
    """The cards named with the discard are in the hand."""
    return action.hand_cards <= state.table.hands[state.table.mover]


def take_makes_meld(rules: Rules, state: Drawing, action: Take) -> bool:
    """The discard and the cards named are a meld."""
    return is_meld(action.hand_cards | {state.table.discard[-1]})


def take_two_from_hand(rules: Rules, state: Drawing, action: Take) -> bool:
    """At least two cards are named."""
    return len(action.hand_cards) >= 2


def take_discard(rules: Rules, state: Drawing, action: Take) -> State:
    """The discard and the cards of the hand lie on the table, face up, as the taker's meld."""
    table = state.table
    meld = TableMeld(table.mover, action.hand_cards | {table.discard[-1]})
    hand = table.hands[table.mover] - action.hand_cards
    return Playing(
        _change(table, hand=hand, discard=table.discard[:-1], melds=(*table.melds, meld))
    )


TAKE: Final[Move[Rules, Drawing, Take, State, Clause]] = Move(
    candidates=takes,
    exists=(Guard(Clause.CARDS_IN_HAND, take_from_hand),),
    guards=(
        Guard(Clause.DISCARD_NEEDS_MELD, take_makes_meld),
        Guard(Clause.DISCARD_TWO_FROM_HAND, take_two_from_hand),
    ),
    effect=take_discard,
    says=(Clause.DRAWING_TWO_SOURCES, Clause.DISCARD_MUST_EXPOSE, Clause.OPENS_HAND),
)


# ── exposing ─────────────────────────────────────────────────────────────────────────────────────


def exposures(rules: Rules, state: Playing) -> Iterator[Expose]:
    """Every meld in the hand face up, and every set of four face down too."""
    for meld in melds_in(state.table.hands[state.table.mover]):
        yield Expose(meld)
        if is_four(meld):
            yield Expose(meld, face_down=True)


def exposed_from_hand(rules: Rules, state: Playing, action: Expose) -> bool:
    """The cards to expose are in the hand."""
    return action.cards <= state.table.hands[state.table.mover]


def exposes_a_meld(rules: Rules, state: Playing, action: Expose) -> bool:
    """The cards are a set or a run."""
    return is_meld(action.cards)


def face_down_is_four(rules: Rules, state: Playing, action: Expose) -> bool:
    """What is laid face down is a set of four."""
    return not action.face_down or is_four(action.cards)


def lay_meld(rules: Rules, state: Playing, action: Expose) -> State:
    """The cards lie on the table as a meld of the mover."""
    table = state.table
    meld = TableMeld(table.mover, action.cards, action.face_down)
    hand = table.hands[table.mover] - action.cards
    return Playing(_change(table, hand=hand, melds=(*table.melds, meld)))


EXPOSE: Final[Move[Rules, Playing, Expose, State, Clause]] = Move(
    candidates=exposures,
    exists=(Guard(Clause.CARDS_IN_HAND, exposed_from_hand),),
    guards=(
        Guard(Clause.TWO_KINDS, exposes_a_meld),
        Guard(Clause.FACE_DOWN_ONLY_FOURS, face_down_is_four),
    ),
    effect=lay_meld,
    says=(Clause.EXPOSING_OWNED, Clause.OPENS_HAND, Clause.FACE_DOWN_FOUR),
)


# ── laying off ───────────────────────────────────────────────────────────────────────────────────


def lay_offs(rules: Rules, state: Playing) -> Iterator[LayOff]:
    """Every card of the hand that lengthens a meld on the table."""
    hand = state.table.hands[state.table.mover]
    for meld in state.table.melds:
        for card in extensions(meld.cards):
            if card in hand:
                yield LayOff(card, meld.cards)


def laid_off_from_hand(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The card to lay off is in the hand."""
    return action.card in state.table.hands[state.table.mover]


def meld_on_table(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The meld lies face up on the table, with just these cards."""
    return any(meld.cards == action.meld and not meld.face_down for meld in state.table.melds)


def not_dealers_first_turn(rules: Rules, state: Playing, action: LayOff) -> bool:
    """It is not the first turn of the hand."""
    return state.table.turn > 0


def fits_the_set(rules: Rules, state: Playing, action: LayOff) -> bool:
    """If the meld is a set, it still is one with the card."""
    return not is_set(action.meld) or is_set(action.meld | {action.card})


def continues_the_run(rules: Rules, state: Playing, action: LayOff) -> bool:
    """If the meld is a run, it still is one with the card."""
    return not is_run(action.meld) or is_run(action.meld | {action.card})


def add_to_meld(rules: Rules, state: Playing, action: LayOff) -> State:
    """The card joins the meld, which keeps its owner; who laid it, and when, is recorded."""
    table = state.table
    laid = LaidOff(action.card, table.mover, table.turn)
    melds = tuple(
        TableMeld(meld.owner, meld.cards | {action.card}, meld.face_down, (*meld.laid_off, laid))
        if meld.cards == action.meld
        else meld
        for meld in table.melds
    )
    hand = table.hands[table.mover] - {action.card}
    return Playing(_change(table, hand=hand, melds=melds))


LAY_OFF: Final[Move[Rules, Playing, LayOff, State, Clause]] = Move(
    candidates=lay_offs,
    exists=(
        Guard(Clause.CARDS_IN_HAND, laid_off_from_hand),
        Guard(Clause.TABLE_ONLY, meld_on_table),
    ),
    guards=(
        Guard(Clause.DEALER_FIRST_TURN_NO_LAYOFF, not_dealers_first_turn),
        Guard(Clause.SET_FOURTH, fits_the_set),
        Guard(Clause.RUN_CONTINUATION, continues_the_run),
    ),
    effect=add_to_meld,
    says=(Clause.LAYING_OFF_BLOCKS,),
)


# ── discarding ───────────────────────────────────────────────────────────────────────────────────


def discards(rules: Rules, state: Playing) -> Iterator[Discard]:
    """Every card of the hand."""
    for card in sorted(state.table.hands[state.table.mover]):
        yield DISCARDS[card]


def discarded_from_hand(rules: Rules, state: Playing, action: Discard) -> bool:
    """The discard is in the hand."""
    return action.card in state.table.hands[state.table.mover]


def put_on_pile(rules: Rules, state: Playing, action: Discard) -> State:
    """The card lies on top of the discard pile, and the turn is done."""
    return TurnDone(_without(state.table, action.card))


DISCARD: Final[Move[Rules, Playing, Discard, State, Clause]] = Move(
    candidates=discards,
    exists=(Guard(Clause.DISCARDING_FROM_HAND, discarded_from_hand),),
    guards=(),
    effect=put_on_pile,
    says=(Clause.DISCARDING_ON_TOP,),
)


# ── calling tongits ──────────────────────────────────────────────────────────────────────────────


def tongits_calls(rules: Rules, state: Playing) -> Iterator[CallTongits]:
    """The calls that could cover the hand: no two cards may fit no meld at all."""
    hand = state.table.hands[state.table.mover]
    loose = hand.difference(*melds_in(hand))
    if not loose:
        yield CALL_TONGITS
    if len(loose) <= 1:
        for card in sorted(loose or hand):
            yield CALLS_WITH_DISCARD[card]


def last_discard_from_hand(rules: Rules, state: Playing, action: CallTongits) -> bool:
    """The last discard, if there is one, is in the hand."""
    return action.discard is None or action.discard in state.table.hands[state.table.mover]


def remaining(state: Playing, action: CallTongits) -> frozenset[Card]:
    """The hand after the last discard, if there is one."""
    hand = state.table.hands[state.table.mover]
    return hand if action.discard is None else hand - {action.discard}


def all_cards_used(rules: Rules, state: Playing, action: CallTongits) -> bool:
    """Every card that remains lies in a meld."""
    return is_covered(remaining(state, action))


def cards_remain(rules: Rules, state: Playing, action: CallTongits) -> bool:
    """Something remains; who runs out of cards has tongits without a call."""
    return bool(remaining(state, action))


def end_by_tongits(rules: Rules, state: Playing, action: CallTongits) -> State:
    """The caller wins at once; a last discard goes to the pile."""
    table = state.table if action.discard is None else _without(state.table, action.discard)
    return Decided(table, Outcome(End.TONGITS, table.mover))


CALL_TONGITS_MOVE: Final[Move[Rules, Playing, CallTongits, State, Clause]] = Move(
    candidates=tongits_calls,
    exists=(Guard(Clause.DISCARDING_FROM_HAND, last_discard_from_hand),),
    guards=(
        Guard(Clause.ALL_CARDS_USED, all_cards_used),
        Guard(Clause.CARDS_REMAIN, cards_remain),
    ),
    effect=end_by_tongits,
    says=(Clause.TONGITS_ENDS_AT_ONCE, Clause.TONGITS_CALLER_WINS),
)


# ── calling a draw ───────────────────────────────────────────────────────────────────────────────


def just_call_draw(rules: Rules, state: Drawing) -> Iterable[CallDraw]:
    """There is one way to call."""
    return (CALL_DRAW,)


def caller_has_opened(rules: Rules, state: Drawing, action: CallDraw) -> bool:
    """A meld of the caller lies on the table."""
    return opened(state.table.melds, state.table.mover)


def no_layoff_by_others_since_last_turn(rules: Rules, state: Drawing, action: CallDraw) -> bool:
    """No opponent added to a meld of the caller after the caller's last turn."""
    caller = state.table.mover
    last_turn = state.table.turn - SEATS
    return not any(
        laid.by != caller and laid.turn > last_turn for laid in _laid_on(state.table, caller)
    )


def no_own_layoff_in_last_turn(rules: Rules, state: Drawing, action: CallDraw) -> bool:
    """The caller added to no meld of its own in its last turn."""
    caller = state.table.mover
    last_turn = state.table.turn - SEATS
    return not any(
        laid.by == caller and laid.turn == last_turn for laid in _laid_on(state.table, caller)
    )


def _laid_on(table: Table, owner: Seat) -> Iterator[LaidOff]:
    """All lay-offs on the melds of a seat."""
    return chain.from_iterable(meld.laid_off for meld in table.melds if meld.owner == owner)


def ask_the_opponents(rules: Rules, state: Drawing, action: CallDraw) -> State:
    """The opponents who have opened are asked, in turn order."""
    table = state.table
    asked = tuple(seat for seat in opponents(table.mover) if opened(table.melds, seat))
    return Responding(table, asked)


CALL_DRAW_MOVE: Final[Move[Rules, Drawing, CallDraw, State, Clause]] = Move(
    candidates=just_call_draw,
    exists=(),
    guards=(
        Guard(Clause.DRAW_CALL_OPENED, caller_has_opened),
        Guard(Clause.DRAW_CALL_OPPONENT_LAYOFF, no_layoff_by_others_since_last_turn),
        Guard(Clause.DRAW_CALL_OWN_LAYOFF, no_own_layoff_in_last_turn),
    ),
    effect=ask_the_opponents,
    says=(
        Clause.DRAW_CALL_ENDS_HAND,
        Clause.ANSWERS_IN_TURN,
        Clause.UNOPENED_AUTO_FOLD,
    ),
)


# ── answering a call ─────────────────────────────────────────────────────────────────────────────


def just_fold(rules: Rules, state: Responding) -> Iterable[Fold]:
    """Folding is always open to who is asked."""
    return (FOLD,)


def just_challenge(rules: Rules, state: Responding) -> Iterable[Challenge]:
    """There is one way to challenge."""
    return (CHALLENGE,)


def challenger_has_opened(rules: Rules, state: Responding, action: Challenge) -> bool:
    """A meld of the challenger lies on the table."""
    return opened(state.table.melds, state.asked[0])


def answer_fold(rules: Rules, state: Responding, action: Fold) -> State:
    """The seat gives up; the next one is asked."""
    return _answered(state, Answer.FOLD)


def answer_challenge(rules: Rules, state: Responding, action: Challenge) -> State:
    """The seat will compare; the next one is asked."""
    return _answered(state, Answer.CHALLENGE)


def _answered(state: Responding, answer: Answer) -> State:
    answers = (*state.answers, Answered(state.asked[0], answer))
    return Responding(state.table, state.asked[1:], answers)


FOLD_MOVE: Final[Move[Rules, Responding, Fold, State, Clause]] = Move(
    candidates=just_fold, exists=(), guards=(), effect=answer_fold, says=(Clause.ANSWERS_IN_TURN,)
)

CHALLENGE_MOVE: Final[Move[Rules, Responding, Challenge, State, Clause]] = Move(
    candidates=just_challenge,
    exists=(),
    guards=(Guard(Clause.CHALLENGE_NEEDS_OPEN, challenger_has_opened),),
    effect=answer_challenge,
    says=(Clause.ANSWERS_IN_TURN,),
)


# ── what follows ─────────────────────────────────────────────────────────────────────────────────


def hand_is_empty(rules: Rules, state: State) -> bool:
    """The mover has played its last card."""
    return isinstance(state, Playing | TurnDone) and not state.table.hands[state.table.mover]


def emptied(rules: Rules, state: State) -> State:
    """Who has run out of cards has tongits."""
    assert isinstance(state, Playing | TurnDone)
    return Decided(state.table, Outcome(End.TONGITS, state.table.mover))


def stock_is_gone(rules: Rules, state: State) -> bool:
    """The turn in which the last stock card was drawn is done."""
    return isinstance(state, TurnDone) and not state.table.stock


def compare_after_stock(rules: Rules, state: State) -> State:
    """The seats that have opened compare; the mover drew last."""
    assert isinstance(state, TurnDone)
    table = state.table
    seats = tuple(seat for seat in _seats() if opened(table.melds, seat))
    winner = stock_winner(seats, _deadwoods(table), table.mover)
    compared = seats if len(seats) > 1 else ()
    return Decided(table, Outcome(End.STOCK, winner, compared))


def turn_is_done(rules: Rules, state: State) -> bool:
    """The mover has discarded."""
    return isinstance(state, TurnDone)


def pass_the_turn(rules: Rules, state: State) -> State:
    """The next seat is to take a card."""
    assert isinstance(state, TurnDone)
    return Drawing(_change(state.table, turn=state.table.turn + 1))


def _all_have_answered(state: State, challenged: bool) -> bool:
    return (
        isinstance(state, Responding)
        and not state.asked
        and challenged == any(given.answer is Answer.CHALLENGE for given in state.answers)
    )


def nobody_challenges(rules: Rules, state: State) -> bool:
    """All who were asked have folded, or nobody could be asked."""
    return _all_have_answered(state, challenged=False)


def caller_wins(rules: Rules, state: State) -> State:
    """The caller wins without a comparison."""
    assert isinstance(state, Responding)
    return Decided(state.table, Outcome(End.DRAW, state.table.mover))


def somebody_challenges(rules: Rules, state: State) -> bool:
    """All have answered, and not all have folded."""
    return _all_have_answered(state, challenged=True)


def compare_after_challenge(rules: Rules, state: State) -> State:
    """The caller and the challengers compare."""
    assert isinstance(state, Responding)
    table, caller = state.table, state.table.mover
    challengers = tuple(given.seat for given in state.answers if given.answer is Answer.CHALLENGE)
    winner = challenged_winner(rules.showdown, caller, challengers, _deadwoods(table))
    return Decided(table, Outcome(End.DRAW, winner, (caller, *challengers)))


def is_decided(rules: Rules, state: State) -> bool:
    """The hand has ended and is not yet paid."""
    return isinstance(state, Decided)


def pay(rules: Rules, state: State) -> State:
    """The losers pay, and the pot goes to its taker if there is one."""
    assert isinstance(state, Decided)
    table = state.table
    result, ledger = settle(rules, Facts(state.outcome, table.hands, table.melds), table.ledger)
    return Over(_change(table, ledger=ledger), result)


CONSEQUENCES: Final[tuple[Consequence[Rules, State, Clause], ...]] = (
    Consequence(
        (Clause.BY_EMPTYING, Clause.TONGITS_ENDS_AT_ONCE, Clause.TONGITS_CALLER_WINS),
        hand_is_empty,
        emptied,
    ),
    Consequence(
        (
            Clause.STOCK_END,
            Clause.STOCK_UNOPENED_LOSE,
            Clause.STOCK_LOWEST_WINS,
            Clause.STOCK_TIE_LAST_DRAWER,
            Clause.STOCK_TIE_OTHERS,
            Clause.STOCK_NOBODY_OPENED,
        ),
        stock_is_gone,
        compare_after_stock,
    ),
    Consequence((Clause.DISCARD_ENDS_TURN,), turn_is_done, pass_the_turn),
    Consequence(
        (Clause.ALL_FOLD_CALLER_WINS, Clause.NOBODY_ELIGIBLE), nobody_challenges, caller_wins
    ),
    Consequence(
        (
            Clause.SHOWDOWN_PARTICIPANTS,
            Clause.SHOWDOWN_LOWEST_WINS,
            Clause.TIE_CHALLENGER_BEATS_CALLER,
            Clause.TIE_NEXT_AFTER_CALLER,
        ),
        somebody_challenges,
        compare_after_challenge,
    ),
    Consequence(
        (
            Clause.LOSERS_PAY_WINNER,
            Clause.NOT_OPENED_BURNED,
            Clause.TWO_CONSECUTIVE_WINS,
            Clause.CARRY_OVER,
            Clause.STREAK_BROKEN_WITHOUT_WINNER,
        ),
        is_decided,
        pay,
    ),
)
"""What follows of itself, in this order: an empty hand comes before an empty stock."""


# ── the game ─────────────────────────────────────────────────────────────────────────────────────


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[Clause, ...]:
    """The clauses by which this actor may not do anything of this kind now."""
    if isinstance(action, Deal) and actor is CHANCE:
        return () if isinstance(state, BeforeDeal | Over) else (Clause.BETWEEN_HANDS,)
    if not isinstance(action, Deal) and actor in actors(rules, state) and actor is not CHANCE:
        return ()
    unopened_challenger = (
        isinstance(state, Responding)
        and isinstance(action, Challenge)
        and actor is not CHANCE
        and not opened(state.table.melds, actor)
    )
    if unopened_challenger:
        return (Clause.TO_ACT, Clause.CHALLENGE_NEEDS_OPEN)
    return (Clause.TO_ACT,)


def step(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal[Clause]:
    """The state after an action and all that follows, or every clause of the first failing stage.

    The stages: who acts and in which phase; what the action names exists; the rule's conditions.
    """
    failing = not_to_act(rules, state, actor, action)
    if failing:
        return Refusal(failing)
    after = _move(rules, state, action)
    return after if isinstance(after, Refusal) else follow(CONSEQUENCES, rules, after)


def _move(rules: Rules, state: State, action: Action) -> State | Refusal[Clause]:
    match state, action:
        case ((BeforeDeal() | Over()), Deal()):
            return make(DEAL, rules, state, action)
        case Drawing(), CallDraw():
            return make(CALL_DRAW_MOVE, rules, state, action)
        case Drawing(), Draw():
            return make(DRAW_MOVE, rules, state, action)
        case Drawing(), Take():
            return make(TAKE, rules, state, action)
        case Playing(), Expose():
            return make(EXPOSE, rules, state, action)
        case Playing(), LayOff():
            return make(LAY_OFF, rules, state, action)
        case Playing(), Discard():
            return make(DISCARD, rules, state, action)
        case Playing(), CallTongits():
            return make(CALL_TONGITS_MOVE, rules, state, action)
        case Responding(), Fold():
            return make(FOLD_MOVE, rules, state, action)
        case Responding(), Challenge():
            return make(CHALLENGE_MOVE, rules, state, action)
        case _:
            return Refusal((wrong_phase(state, action),))


def wrong_phase(state: State, action: Action) -> Clause:
    """The clause by which an action does not belong to a phase.  Total: says nothing of allowed."""
    match state, action:
        case ((BeforeDeal() | Over() | TurnDone() | Decided()), _):
            return Clause.TO_ACT
        case ((Drawing() | Playing() | Responding()), Deal()):
            return Clause.BETWEEN_HANDS
        case Responding(), _:
            return Clause.FOLD_OR_CHALLENGE
        case ((Drawing() | Playing()), (Fold() | Challenge())):
            return Clause.CALL_PENDING
        case ((Drawing() | Playing()), CallDraw()):
            return Clause.DRAW_CALL_BEFORE_DRAWING
        case Playing(), (Draw() | Take()):
            first = state.table.turn == 0
            return Clause.DEALER_FIRST_TURN_NO_DRAW if first else Clause.DRAWING_EXACTLY_ONE
        case _:
            return Clause.DRAWING_MANDATORY


def legal(rules: Rules, state: State, seat: Seat) -> tuple[Action, ...]:
    """Every action that ``step`` accepts from the seat; none unless it is to act."""
    if seat not in actors(rules, state):
        return ()
    match state:
        case Drawing():
            return (
                *play.proposals(CALL_DRAW_MOVE, rules, state),
                *play.proposals(DRAW_MOVE, rules, state),
                *play.proposals(TAKE, rules, state),
            )
        case Playing():
            return (
                *play.proposals(EXPOSE, rules, state),
                *play.proposals(LAY_OFF, rules, state),
                *play.proposals(DISCARD, rules, state),
                *play.proposals(CALL_TONGITS_MOVE, rules, state),
            )
        case Responding():
            return (
                *play.proposals(FOLD_MOVE, rules, state),
                *play.proposals(CHALLENGE_MOVE, rules, state),
            )
        case BeforeDeal() | Over() | TurnDone() | Decided():
            return ()
        case _:
            assert_never(state)


# ── small changes of a table ─────────────────────────────────────────────────────────────────────


def _seats() -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(SEATS))


def _deadwoods(table: Table) -> tuple[int, ...]:
    return tuple(deadwood(hand) for hand in table.hands)


def _without(table: Table, card: Card) -> Table:
    """The table after the mover has put a card on the discard pile."""
    return _change(table, hand=table.hands[table.mover] - {card}, discard=(*table.discard, card))


def _change(
    table: Table,
    *,
    hand: frozenset[Card] | None = None,
    stock: tuple[Card, ...] | None = None,
    discard: tuple[Card, ...] | None = None,
    melds: tuple[TableMeld, ...] | None = None,
    turn: int | None = None,
    ledger: Ledger | None = None,
) -> Table:
    """The table with the mover's hand, or something else, replaced."""
    mover = table.mover
    hands = table.hands
    if hand is not None:
        hands = (*hands[:mover], hand, *hands[mover + 1 :])
    return Table(
        dealer=table.dealer,
        turn=table.turn if turn is None else turn,
        hands=hands,
        stock=table.stock if stock is None else stock,
        discard=table.discard if discard is None else discard,
        melds=table.melds if melds is None else melds,
        ledger=table.ledger if ledger is None else ledger,
    )
