"""Who is to act, what is refused in which phase, and what holds of every state after a step."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.indian_chief import game, refill, restore, thief, turn
from meldspec.indian_chief.match import match_is_over
from meldspec.indian_chief.options import DEFAULT, Refill, Restore, Rules, Size, Turn
from meldspec.indian_chief.table import (
    Action,
    BeforeDeal,
    Choose,
    Choosing,
    Claim,
    Claiming,
    Filling,
    Meld,
    Over,
    Refilling,
    Reshuffling,
    State,
    Table,
    Target,
    next_turn,
)
from meldspec.indian_chief.table import Refill as MoreCards
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.table import Deal, Reshuffle

from ...bugs import Bug
from ...law import law
from ...tables.indian_chief import Performed, RestoreWhich, Simultaneity, first, melds

SMALL = Size(hand=3, melds=2)
"""A game of two turns with hands of three."""

CHOSEN = Meld(first(1))
SHOWN = Table(Seat(0), 1, (first(2), first(3)), (), (melds((Card(5),), (Card(18),)),))
STATES: tuple[State, ...] = (
    BeforeDeal(Seat(0), 2),
    Choosing(Table(Seat(0), 1, (first(8), first(8)), ()), (CHOSEN, None)),
    Claiming(SHOWN, ((Seat(0), Seat(1)),), ((Seat(0), None),)),
    Refilling(SHOWN),
    Reshuffling(SHOWN),
    Over(SHOWN),
)
"""A state of each phase; of two seats the first one has acted already."""

ACTIONS: tuple[Action, ...] = (
    Deal((), ()),
    MoreCards(()),
    Reshuffle(()),
    Choose(Meld(first(2))),
    Claim(None),
)
ACTORS: tuple[Actor, ...] = (CHANCE, Seat(0), Seat(1))


@law(Bug(turn.actors, "return (CHANCE,)", "return ()"))
def who_acts(phase: int, again: Simultaneity) -> bool:
    """Chance deals and shuffles, seats choose and claim, and nobody acts when a match is over.

    clause: indian-chief.turn.to-act
    pre: 0 <= phase < 6
    post: _
    """
    rules = Rules(turn=Turn(simultaneity=again))
    choosing = (0, 1) if again == "changeable_until_all" else (1,)
    right = ((CHANCE,), choosing, (1,), (CHANCE,), (CHANCE,), ())[phase % 6]
    return turn.actors(rules, STATES[phase % 6]) == right


@law(Bug(turn.may_act, "return seat in to_claim(state)", "return seat in state.waiting[0]"))
def a_seat_that_may_act(phase: int, seat: Seat, again: Simultaneity) -> bool:
    """A seat may act just if it is one of those that are to act, and else nothing is proposed.

    clause: indian-chief.turn.to-act
    pre: 0 <= phase < 6 and 0 <= seat < 2
    post: _
    """
    rules = Rules(turn=Turn(simultaneity=again))
    state = STATES[phase % 6]
    first_again = phase == 1 and again == "changeable_until_all"
    may = (phase in (1, 2) and seat == 1) or (first_again and seat == 0)
    return turn.may_act(rules, state, seat) == may and (
        may or game.GAME.legal(rules, state, seat) == ()
    )


@law(Bug(turn.not_to_act, "may = actor is CHANCE", "may = True"))
def nobody_else_acts(phase: int, kind: int, who: int) -> bool:
    """An actor that is not to act is refused every action; no seat deals or shuffles.

    clause: indian-chief.turn.to-act
    pre: 0 <= phase < 6 and 0 <= kind < 5 and 0 <= who < 3
    pre: not (who == 0 and kind < 3) and not (who == 2 and kind >= 3 and 1 <= phase <= 2)
    post: _
    """
    state, action, actor = STATES[phase % 6], ACTIONS[kind % 5], ACTORS[who % 3]
    refusal = Refusal(("indian-chief.turn.to-act",))
    return game.GAME.step(DEFAULT, state, actor, action) == refusal


@law(Bug(turn.wrong_phase, '"indian-chief.refill.due"', '"indian-chief.restore.due"'))
def what_is_due(phase: int, kind: int) -> bool:
    """An action that has no place in the phase is refused by its own clause.

    clause: indian-chief.deal.once
    clause: indian-chief.refill.due
    clause: indian-chief.restore.due
    clause: indian-chief.thief.claim-due
    clause: indian-chief.turn.choice-due
    pre: 0 <= phase < 6 and 0 <= kind < 5
    pre: (kind < 3 or 1 <= phase <= 2) and not (phase == kind == 0)
    pre: not (phase >= 3 and kind == phase - 2) and not (1 <= phase <= 2 and kind == phase + 2)
    post: _
    """
    state, action = STATES[phase % 6], ACTIONS[kind % 5]
    clause = ("deal.once", "refill.due", "restore.due", "thief.claim-due", "turn.choice-due")
    refusal = Refusal((f"indian-chief.{clause[kind % 5]}",))
    return game.GAME.step(DEFAULT, state, CHANCE if kind < 3 else Seat(1), action) == refusal


@law(Bug(turn.all_have_chosen, "(*table.shown, melds)", "(melds, *table.shown)"))
def melds_are_shown(zero: bool, one: bool, two: bool, at: int, thief_first: bool) -> bool:
    """With the last choice all melds leave the hands, and all are shown; before it none is.

    clause: indian-chief.turn.simultaneous
    clause: indian-chief.turn.choose-privately
    clause: indian-chief.thief.may-steal
    pre: 1 <= at <= 3
    post: _
    """
    hands = (first(8), (Card(20), Card(20), Card(21)), (Card(30), Card(31), Card(32)))
    own = Meld((Card(4),) if thief_first else (Card(1), Card(3)))
    chosen = (own, Meld((Card(20), Card(21))), Meld((Card(30), Card(31), Card(32))))
    made = tuple(meld if has else None for meld, has in zip(chosen, (zero, one, two), strict=True))
    earlier = (melds(first(7), first(6), first(5)),) * (at - 1)
    table = Table(Seat(2), at, hands, (Card(40),), earlier)
    reached = turn.all_have_chosen.comes(DEFAULT, Choosing(table, made))
    if not (zero and one and two):
        return reached is None
    kept = (0, 1, 2, 3, 5, 6, 7) if thief_first else (0, 2, 4, 5, 6, 7)
    left = (tuple(map(Card, kept)), (Card(20),), ())
    after = Table(Seat(2), at, left, (Card(40),), (*earlier, chosen))
    return reached == (Claiming(after, ((Seat(0),),)) if thief_first else Filling(after))


def sound(rules: Rules, state: State | Refusal) -> bool:
    """Whether the sizes of hands and all that is counted in turns agree with the phase."""
    if isinstance(state, BeforeDeal | Filling | Refusal):
        return False
    at = state.table
    full = all(len(hand) == rules.size.hand for hand in at.hands)
    if isinstance(state, Choosing):
        waits = any(meld is None for meld in state.chosen)
        begun = len(at.shown) == at.turn - 1 and not at.stolen and not at.recycled
        return full and waits and begun and 1 <= at.turn <= rules.size.melds
    got = [sum(theft.by == seat for theft in at.stolen) for seat in range(at.seats)]
    sizes = [rules.size.hand - meld.size for meld in at.shown[-1]]
    open_ = [size + more for size, more in zip(sizes, got, strict=True)]
    after_melds = len(at.shown) == at.turn and [len(hand) for hand in at.hands] == open_
    if isinstance(state, Claiming):
        return after_melds and bool(thief.to_claim(state)) and not at.recycled
    if isinstance(state, Refilling):
        lack = sum(rules.size.hand - size for size in open_)
        return after_melds and not at.recycled and len(at.stock) < lack
    if isinstance(state, Reshuffling):
        return full and len(at.shown) == at.turn < rules.size.melds
    return at.turn == rules.size.melds and (after_melds or full)


HELD = ((Card(0), Card(1), Card(2)), (Card(13), Card(14), Card(15)))


@law(Bug(match_is_over, "return Over(table)", "return None"))
def after_a_choice(at: int, zero: int, one: int, stock: int, final: Performed) -> bool:
    """After a choice hands are full as long as one is missing, and else lack just their melds.

    The stub is dealt from only when it has enough, and the last turn ends the match.

    clause: indian-chief.turn.simultaneous
    clause: indian-chief.refill.to-eight
    clause: indian-chief.refill.stub-short
    clause: indian-chief.match.seven-turns
    pre: 1 <= at <= 2 and 1 <= zero <= 2 and 0 <= one <= 2 and 2 <= stock <= 4
    post: _
    """
    rules = Rules(size=SMALL, refill=Refill(final_refill=final))
    shown = (melds(first(3 - zero), first(3 - one) if one else first(1)),) * (at - 1)
    table = Table(Seat(0), at, HELD, tuple(map(Card, range(20, 24)))[:stock], shown)
    other = Meld(HELD[1][:one]) if one else None
    state = Choosing(table, (None, other))
    reached = game.GAME.step(rules, state, Seat(0), Choose(Meld(HELD[0][:zero])))
    if one == 0:
        expected: type[State] = Choosing
    elif (zero == 1 or one == 1) and at == 1:
        expected = Claiming
    elif at == 2 and final == "skip":
        expected = Over
    elif stock < zero + one:
        expected = Refilling
    else:
        expected = Over if at == 2 else Reshuffling
    return sound(rules, reached) and isinstance(reached, expected)


@law(Bug(thief.all_have_claimed, "state.waiting[1:]", "state.waiting"))
def after_a_claim(second: int, one: Seat, tied: bool, claims: bool, stock: int) -> bool:
    """After a claim hands lack their melds but for stolen cards, and the next thief claims.

    clause: indian-chief.thief.instead-of-draw
    clause: indian-chief.thief.order
    clause: indian-chief.refill.after-scoring
    clause: indian-chief.refill.to-eight
    pre: 0 <= one < 2 and 0 <= stock <= 2 and 1 <= second <= 2
    pre: not (tied and second == 2) and not (one == 1 and second == 2)
    post: _
    """
    rules = Rules(size=SMALL)
    cards = ((Card(2),), (Card(15), Card(16))[:second])
    hands = ((Card(0), Card(1)), (Card(13), Card(14))[: 3 - second])
    table = Table(Seat(0), 1, hands, (Card(20), Card(21))[:stock], (melds(*cards),))
    both = (Seat(0), Seat(1))
    waiting = (both,) if tied else ((one,), *(((Seat(1 - one),),) if second == 1 else ()))
    target = Target(Seat(1 - one), Card(15 if one == 0 else 2)) if claims else None
    reached = game.GAME.step(rules, Claiming(table, waiting), one, Claim(target))
    if not sound(rules, Claiming(table, waiting)) or not sound(rules, reached):
        return False
    if tied:
        return reached == Claiming(table, waiting, ((one, target),))
    if second == 1:
        return isinstance(reached, Claiming) and reached.waiting == ((Seat(1 - one),),)
    return isinstance(reached, Refilling if stock < (2 if claims else 3) else Reshuffling)


@law(Bug(refill.make_more_of_the_stub, "recycled=True", "recycled=False"))
def after_more_of_the_stub(zero: int, one: int, stock: int, final: bool) -> bool:
    """Once there is more of the stub all hands are full, and chance shuffles or the match is over.

    The melds of the turn are in the stub then, and lie nowhere else.

    clause: indian-chief.refill.to-eight
    clause: indian-chief.refill.stub-short
    clause: indian-chief.match.seven-turns
    pre: 1 <= zero <= 3 and 1 <= one <= 3 and 0 <= stock < zero + one
    post: _
    """
    rules = Rules(size=SMALL, refill=Refill(final_refill="perform" if final else "skip"))
    at = 2 if final else 1
    hands = (HELD[0][: 3 - zero], HELD[1][: 3 - one])
    shown = melds(HELD[0][3 - zero :], HELD[1][3 - one :])
    table = Table(Seat(0), at, hands, tuple(map(Card, range(20, 25)))[:stock], (shown,) * at)
    new = (*HELD[1][3 - one :], *HELD[0][3 - zero :])
    reached = game.GAME.step(rules, Refilling(table), CHANCE, MoreCards(new))
    return (
        sound(rules, reached)
        and isinstance(reached, Over if final else Reshuffling)
        and reached.table.recycled
        and len(reached.table.stock) == stock
    )


@law(Bug(restore.begin_the_next_turn, "recycled=False", "recycled=table.recycled"))
def after_the_shuffle(recycled: bool, which: RestoreWhich, stock: int, size: int) -> bool:
    """After the shuffle the next turn begins with full hands, and nobody has chosen.

    clause: indian-chief.restore.shuffle
    clause: indian-chief.restore.cards
    pre: 0 <= stock <= 2 and 1 <= size <= 2
    post: _
    """
    rules = Rules(size=SMALL, restore=Restore(restore_which=which))
    own, other = (Card(30), Card(31))[:size], (Card(32), Card(33))
    left = (Card(20), Card(21))[:stock]
    table = Table(Seat(0), 1, HELD, left, (melds(own, other),), recycled=recycled)
    new = left if recycled or which == "one_turn_lag" else (*left, *own, *other)
    reached = game.GAME.step(rules, Reshuffling(table), CHANCE, Reshuffle(new))
    aside = (*own, *other) if which == "one_turn_lag" and not recycled else ()
    return (
        sound(rules, reached)
        and isinstance(reached, Choosing)
        and reached.table.turn == 2
        and reached.table.aside == aside
    )


@law(Bug(Size.packs, "else 2", "else 1"))
def where_the_stub_always_lasts(seats: int) -> bool:
    """With six seats at most the stub has as many cards as all hands can lack, and not with more.

    Each seat holds eight cards, and shows seven at most.

    clause: indian-chief.deck.six-at-most
    clause: indian-chief.deck.one
    clause: indian-chief.deck.two
    clause: indian-chief.refill.stub-short
    pre: 2 <= seats <= 8
    post: _
    """
    stub = 52 * DEFAULT.size.packs(seats) - 8 * seats
    return (stub >= 7 * seats) == (seats <= 6)


@law(Bug(next_turn, "(None,) * table.seats", "(None,) * table.turn"))
def nobody_has_chosen_at_first(seats: int, at: int) -> bool:
    """When a turn begins no seat has chosen, and all are to act.

    clause: indian-chief.turn.to-act
    clause: indian-chief.restore.shuffle
    pre: 2 <= seats <= 8 and 1 <= at <= 7
    post: _
    """
    table = Table(Seat(0), at, (first(8),) * seats, ())
    state = next_turn(table)
    right = state == Choosing(table, (None,) * seats)
    return right and turn.actors(DEFAULT, state) == tuple(range(seats))
