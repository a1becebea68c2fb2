"""No move makes a card or loses one: whichever card is looked for, it is found as often."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.hands import Hand, without_all
from meldspec.indian_chief import refill, restore, thief, turn
from meldspec.indian_chief.deal import lay_out
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import DEFAULT, Restore, Rules, Size
from meldspec.indian_chief.table import (
    BeforeDeal,
    Choose,
    Choosing,
    Claim,
    Claiming,
    Filling,
    Meld,
    Refilling,
    Reshuffling,
    Table,
    Target,
    Theft,
    lying,
)
from meldspec.indian_chief.table import Refill as MoreCards
from meldspec.play import CHANCE, Seat
from meldspec.table import Deal, Reshuffle

from ...bugs import Bug
from ...law import law
from ...tables.indian_chief import RestoreWhich, first, make, melds


def found(card: Card, at: Table) -> int:
    """How often a card lies somewhere: in hands, in the stub, in a meld of this turn, or aside.

    What was stolen of a meld does not lie in it any more, nor does what is in the stub again.
    """
    places = sum(each == card for zone in (*at.hands, at.stock, at.aside) for each in zone)
    if len(at.shown) == at.turn and not at.recycled:
        places += sum(each == card for meld in at.shown[-1] for each in meld.cards)
        places -= sum(theft.target.card == card for theft in at.stolen)
    return places


@law(Bug(lay_out, "action.stock))", "action.stock[1:]))"))
def dealing_keeps_every_card(dealer: Seat, a: Card, b: Card, c: Card, d: Card, card: Card) -> bool:
    """Dealing neither makes nor loses a card.

    clause: indian-chief.deal.eight
    clause: indian-chief.setup.stub
    pre: 0 <= dealer < 2 and 0 <= a < 52 and 0 <= b < 52 and 0 <= c < 52 and 0 <= d < 52
    pre: 0 <= card < 52
    post: _
    """
    action = Deal(((a,), (b,)), (c, d))
    after = lay_out.makes(DEFAULT, BeforeDeal(dealer, 2), CHANCE, action)
    dealt = (a == card) + (b == card) + (c == card) + (d == card)
    return found(card, after.table) == dealt


@law(
    Bug(
        turn.all_have_chosen,
        "tuple(meld for meld in state.chosen if meld is not None)",
        "tuple(meld or Meld(()) for meld in state.chosen)",
    )
)
def choosing_moves_no_card(seat: Seat, size: int, earlier: bool) -> bool:
    """A choice moves no card: it lies in the hand until all have chosen.

    clause: indian-chief.turn.choose-privately
    clause: indian-chief.turn.simultaneous
    pre: 0 <= seat < 3 and 1 <= size <= 7
    post: _
    """
    table = Table(Seat(0), 1, (first(8), first(8), first(8)), (Card(40),))
    others = [None if each == seat else Meld(first(2)) for each in range(3)]
    others[seat - 1] = None if earlier else others[seat - 1]
    others[seat - 2] = others[seat - 2] if earlier else None
    state = Choosing(table, tuple(others))
    reached = GAME.step(DEFAULT, state, seat, Choose(Meld(first(size))))
    return isinstance(reached, Choosing) and reached.table == table


@law(Bug(turn.all_have_chosen, "without_all(hand, meld.cards)", "hand"))
def showing_keeps_every_card(a: Card, b: Card, c: Card, d: Card, card: Card) -> bool:
    """Showing the melds neither makes nor loses a card.

    clause: indian-chief.turn.simultaneous
    clause: indian-chief.turn.from-hand
    pre: 0 <= a <= b < 52 and 0 <= c <= d < 52 and 0 <= card < 52
    post: _
    """
    table = Table(Seat(0), 1, ((a, b, Card(51)), (c, d, Card(51))), (Card(40),))
    chosen = Choosing(table, melds((a, b), (c, d)))
    after = turn.all_have_chosen.comes(DEFAULT, chosen)
    return isinstance(after, Filling) and found(card, after.table) == found(card, table)


@law(Bug(thief.all_have_claimed, "(*hand, got[Seat(seat)])", "hand"))
def stealing_keeps_every_card(by: Seat, a: Card, b: Card, card: Card, declined: bool) -> bool:
    """Stealing neither makes nor loses a card, and one that is not stolen stays where it is.

    clause: indian-chief.thief.may-steal
    clause: indian-chief.thief.instead-of-draw
    pre: 0 <= by < 2 and 0 <= a <= b < 50 and 0 <= card < 52
    post: _
    """
    hands = ((Card(50),), (Card(50), Card(51)), (Card(51),))
    shown = (melds((Card(3),), (Card(16),), (a, b)),)
    table = Table(Seat(0), 1, hands, (Card(40),), shown)
    target = None if declined else Target(Seat(2), b)
    after = thief.all_have_claimed.comes(DEFAULT, Claiming(table, ((by,),), ((by, target),)))
    if not isinstance(after, Filling):
        return False
    lies = lying(after.table)[2]
    return found(card, after.table) == found(card, table) and (
        lies == ((a, b) if declined else (b,) if a == b else (a,))
    )


@law(Bug(thief.note_the_claim, "replace(state, claims", "Claiming(state.table, (), claims"))
def claiming_moves_no_card(by: Seat, a: Card, b: Card) -> bool:
    """A claim moves no card, and it is the thieves of the same groups that steal.

    clause: indian-chief.thief.claims-secret
    pre: 0 <= by < 2 and 0 <= a < 52 and 0 <= b < 52
    post: _
    """
    table = Table(Seat(0), 1, ((a,), (b,)), (b,), (melds((Card(3),), (Card(16),)),))
    group = ((Seat(0), Seat(1)),)
    after = thief.note_the_claim.makes(DEFAULT, Claiming(table, group), by, Claim(None))
    return after.table == table and after.waiting == group


@law(Bug(refill.hands_are_filled_up, "hands[seat].append(card)", "hands[seat] = [card]"))
def filling_up_keeps_every_card(dealer: Seat, a: Card, b: Card, c: Card, card: Card) -> bool:
    """Filling the hands up neither makes nor loses a card.

    clause: indian-chief.refill.to-eight
    clause: indian-chief.refill.from-stub
    pre: 0 <= dealer < 2 and 0 <= a < 52 and 0 <= b < 52 and 0 <= c < 52 and 0 <= card < 52
    post: _
    """
    table = Table(dealer, 1, ((a,), (Card(20),)), (b, c, Card(21)), recycled=True)
    after = refill.hands_are_filled_up.comes(Rules(size=Size(hand=2)), Filling(table))
    return after is not None and found(card, after.table) == found(card, table)


@law(Bug(refill.make_more_of_the_stub, "aside=()", "aside=table.aside"))
def more_of_the_stub_keeps_every_card(whole: bool, a: Card, b: Card, c: Card, card: Card) -> bool:
    """Making more of the stub neither makes nor loses a card; a stolen card is not in it.

    clause: indian-chief.refill.cards
    clause: indian-chief.refill.stub-short
    pre: 0 <= a < 52 and 0 <= b < 52 and 0 <= c < 52 and 0 <= card < 52
    post: _
    """
    thefts = (Theft(Seat(0), Target(Seat(1), Card(7))),)
    shown = (melds((a,), (b, Card(7))),)
    table = Table(Seat(0), 1, ((Card(7),), ()), (Card(40),), shown, thefts, aside=(c,))
    action = MoreCards((c, Card(40), b, a) if whole else (b, c, a))
    after = refill.make_more_of_the_stub.makes(DEFAULT, Refilling(table), CHANCE, action)
    return found(card, after.table) == found(card, table)


@law(Bug(restore.due_in_reshuffle, "left = [*table.stock, *table.aside]", "left = [*table.stock]"))
def shuffling_keeps_every_card(
    recycled: bool, aside: bool, stolen: bool, which: RestoreWhich, card: Card
) -> bool:
    """The shuffle that is accepted neither makes nor loses a card.

    clause: indian-chief.restore.cards
    clause: indian-chief.restore.melds
    pre: 0 <= card < 52
    post: _
    """
    thefts = (Theft(Seat(0), Target(Seat(1), Card(7))),) if stolen else ()
    shown = (melds((Card(5),), (Card(6), Card(7))),)
    waits = (Card(30),) if aside else ()
    stock = (Card(40), Card(41))
    hands = ((Card(7),), (Card(8),))
    table = Table(Seat(0), 1, hands, stock, shown, thefts, recycled, waits)
    rules = Rules(restore=Restore(restore_which=which))
    shown_still = (5, 6) if stolen else (5, 6, 7)
    there = () if recycled or which == "one_turn_lag" else tuple(map(Card, shown_still))
    action = Reshuffle((*there, *waits, *stock))
    after = make(restore.RESHUFFLE, rules, Reshuffling(table), CHANCE, action)
    return isinstance(after, Choosing) and found(card, after.table) == found(card, table)


@law(Bug(restore.begin_the_next_turn, "stolen=()", "stolen=table.stolen"))
def nothing_is_stolen_in_a_new_turn(a: Card, b: Card, lag: bool) -> bool:
    """The thefts of a turn are forgotten with it, and the melds that wait lie aside as cards.

    clause: indian-chief.restore.melds
    clause: indian-chief.thief.card-lies-there
    pre: 0 <= a < b < 52
    post: _
    """
    thefts = (Theft(Seat(0), Target(Seat(1), b)),)
    shown = (melds((a,), (a, b)),)
    table = Table(Seat(0), 1, ((b,), (a,)), (Card(40),), shown, thefts)
    action = Reshuffle((Card(40),) if lag else (a, Card(40), a))
    after = restore.begin_the_next_turn.makes(DEFAULT, Reshuffling(table), CHANCE, action)
    waits: Hand = (a, a) if lag else ()
    return after.table.stolen == () and after.table.aside == waits and lying(after.table) == ()


@law(Bug(without_all, "left.remove(card)", "left = [each for each in left if each != card]"))
def like_cards_leave_one_at_a_time(a: Card, b: Card, one: bool) -> bool:
    """Of two like cards one can leave a hand and the other stay.

    clause: indian-chief.turn.from-hand
    clause: indian-chief.deck.two
    pre: 0 <= a <= b < 52
    post: _
    """
    gone = a if one else b
    left = without_all((a, a, b), (gone,))
    return left == ((a, b) if gone == a else (a, a))
