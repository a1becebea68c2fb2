"""Thieves: their order, what each may take, and what comes of claims that are made together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import get_args

from meldspec.cards import Card
from meldspec.indian_chief import thief
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import DEFAULT, Refill, Rules, Thief, ThiefOrderKey
from meldspec.indian_chief.table import (
    NO_CLAIM,
    BeforeDeal,
    Choosing,
    Claim,
    Claiming,
    Filling,
    State,
    Table,
    Target,
    Theft,
    lying,
)
from meldspec.play import Refusal, Seat

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import indian_chief as plain
from ...tables.indian_chief import (
    FAILED,
    LAWYER,
    DealerRotation,
    Performed,
    TargetClass,
    TieDecline,
    TieIdentity,
    TiePartial,
    TieProtocol,
    first,
    make,
    melds,
)


def shown(
    *cards: tuple[Card, ...], stolen: tuple[Theft, ...] = (), dealer: int = 0, turn: int = 1
) -> Table:
    """A table at which these melds lie, of as many seats as there are melds."""
    earlier = (melds(*cards),) * (turn - 1)
    hands = ((Card(50),),) * len(cards)
    return Table(Seat(dealer), turn, hands, (Card(51),), (*earlier, melds(*cards)), stolen)


def accepted(rules: Rules, state: Claiming, seat: Seat, action: Claim) -> bool:
    """Whether a seat may claim so."""
    reached = make(thief.CLAIM, rules, state, seat, action)
    return isinstance(reached, Claiming)


@law(Bug(thief.thieves, "meld.size == Box.THIEF", "meld.size <= Box.BEGGAR_MAN"))
def who_is_a_thief(zero: int, one: int, two: int) -> bool:
    """The seats that have shown one card are the thieves of a turn.

    clause: indian-chief.thief.may-steal
    clause: indian-chief.turn.size-identifies
    pre: 1 <= zero <= 3 and 1 <= one <= 3 and 1 <= two <= 3
    post: _
    """
    found = thief.thieves(melds(first(zero), first(one), first(two)))
    return found == [Seat(s) for s, size in enumerate((zero, one, two)) if size == 1]


@law(Bug(thief.thief_key, "return points(card)", "return rank(card)"))
def where_a_thief_stands(one: Card, two: Card, by: ThiefOrderKey) -> bool:
    """Thieves are ordered by rank, the ace lowest; by readings the ace is highest, or by points.

    clause: indian-chief.thief.order
    pre: 0 <= one < 52 and 0 <= two < 52
    post: _
    """
    low, high = one % 13, two % 13
    if by == "rank_ace_high":
        lower = low != 0 and (high == 0 or low < high)
    elif by == "rank_ace_low":
        lower = low < high
    else:
        lower = low < 9 and low < high
    return (thief.thief_key(one, by) < thief.thief_key(two, by)) == lower


@enumerated(Bug(thief.thief_order, "rules.thief.thief_order_key", "get_args(ThiefOrderKey)[1]"))
def the_order_of_thieves() -> Iterator[tuple[object, bool]]:
    """Thieves steal from the lowest card to the highest, those of one rank together.

    Readings have the ace lowest or highest, or go by face value.

    clause: indian-chief.thief.order
    over: every three ranks of three thieves, by every reading
    """
    for ranks, by in product(product(range(13), repeat=3), get_args(ThiefOrderKey)):
        keys = ranks
        if by == "rank_ace_high":
            keys = tuple((number - 1) % 13 for number in ranks)
        elif by == "face_value":
            keys = tuple(map(plain.face, ranks))
        groups: list[tuple[int, ...]] = []
        for key in range(14):
            tied = tuple(seat for seat in range(3) if keys[seat] == key)
            groups += [tied] if tied else []
        cards = melds(*((Card(number + 13 * seat),) for seat, number in enumerate(ranks)))
        rules = Rules(thief=Thief(thief_order_key=by))
        yield (ranks, by), thief.thief_order(rules, cards) == tuple(groups)


@enumerated(Bug(thief.queue, "(*opponents(dealer, table.seats), dealer)", "range(table.seats)"))
def who_claims_at_once() -> Iterator[tuple[object, bool]]:
    """Thieves of a tie claim at once; by readings one after the other, or not at all.

    One after the other they begin with the seat after the dealer of the turn.

    clause: indian-chief.thief.tie
    clause: indian-chief.thief.claims-secret
    clause: indian-chief.thief.order
    over: every three of three ranks and two cards that are no thief, for three thieves at most
    over: every dealer in the first three turns, by every reading of ties and of the dealer
    """
    every = ((Card(0),), (Card(14),), (Card(28),), (Card(7), Card(8)))
    readings = list(product(get_args(TieProtocol), get_args(DealerRotation)))
    for cards, dealer, turn in product(product(every, repeat=3), range(3), (1, 2, 3)):
        for protocol, rotation in readings:
            rules = Rules(
                thief=Thief(thief_tie_protocol=protocol), refill=Refill(dealer_rotation=rotation)
            )
            deals = (dealer + turn - 1) % 3 if rotation == "rotates_each_turn" else dealer
            groups: list[tuple[int, ...]] = []
            for number in range(3):
                tied = [seat for seat in range(3) if cards[seat] == every[number]]
                if len(tied) == 1 or (tied and protocol == "secret_claims"):
                    groups.append(tuple(tied))
                elif tied and protocol == "sequential":
                    order = ((deals + 1) % 3, (deals + 2) % 3, deals)
                    groups += [(seat,) for seat in order if seat in tied]
            found = thief.queue(rules, shown(*cards, dealer=dealer, turn=turn))
            yield (cards, dealer, turn, protocol, rotation), found == tuple(groups)


@law(Bug(thief.ask_the_first, "not some or", "not some and"))
def thieves_are_asked(turn: int, zero: bool, one: bool, last: Performed) -> bool:
    """When melds are shown their thieves are asked; in the last turn nobody is, but by a reading.

    clause: indian-chief.thief.may-steal
    clause: indian-chief.thief.not-in-last-turn
    pre: 1 <= turn <= 7
    post: _
    """
    rules = Rules(thief=Thief(steal_last_turn=last))
    cards = melds(first(1 if zero else 2), (Card(20 if one else 1), *first(0 if one else 2)))
    table = Table(Seat(0), turn, (first(8), first(8)), (), (cards,))
    after = thief.ask_the_first(rules, table)
    if (zero or one) and (turn < 7 or last == "perform"):
        groups = (*(((Seat(0),),) if zero else ()), *(((Seat(1),),) if one else ()))
        return after == Claiming(table, groups)
    return after == Filling(table)


@law(Bug(thief.to_claim, "if seat not in have", "if seat in have"))
def who_is_to_claim(one: bool, two: bool, three: bool, declined: bool) -> bool:
    """To claim are those of the first group that have not claimed, even if it was for nothing.

    clause: indian-chief.thief.order
    clause: indian-chief.thief.claims-secret
    post: _
    """
    group = (Seat(1), Seat(2), Seat(3))
    claimed = (one, two, three)
    target = None if declined else Target(Seat(0), Card(0))
    claims = tuple((seat, target) for seat, has in zip(group, claimed, strict=True) if has)
    table = shown(first(3), (Card(6),), (Card(19),), (Card(32),))
    state = Claiming(table, (group, (Seat(0),)), claims)
    right = [seat for seat, has in zip(group, claimed, strict=True) if not has]
    return list(thief.to_claim(state)) == right


@law(Bug(lying, "if not table.stolen:", "if table.stolen:"))
def what_lies_there(owner: Seat, by: Seat, place: int, one: bool) -> bool:
    """The meld of a seat lies there, without a card that a thief has taken of it.

    clause: indian-chief.thief.card-lies-there
    clause: indian-chief.thief.may-steal
    pre: 0 <= owner < 3 and 0 <= by < 3 and owner != by and 0 <= place < 2
    post: _
    """
    two = (Card(0), Card(0 if one else 1))
    cards = ((Card(0), Card(1)), (Card(0), Card(13)), (Card(2), Card(5)))
    melded = tuple(two if seat == owner else each for seat, each in enumerate(cards))
    card = two[place % 2]
    table = shown(*melded, stolen=(Theft(by, Target(owner, card)),))
    left = two[1] if place == 0 else two[0]
    return lying(table) == tuple(
        (left,) if seat == owner else each for seat, each in enumerate(melded)
    )


@law(Bug(thief.card_lies_there, "[target.seat]", "[target.seat - 1]"))
def a_card_that_is_claimed(owner: Seat, card: Card, taken: bool) -> bool:
    """A claimed card lies in the meld of the other seat, and is not gone.

    clause: indian-chief.thief.card-lies-there
    pre: 0 <= owner < 3 and 0 <= card < 52
    post: _
    """
    stolen = (Theft(Seat(2), Target(Seat(0), Card(1))),) if taken else ()
    table = shown((Card(1), Card(4)), (Card(6),), (Card(4),), stolen=stolen)
    state = Claiming(table, ((Seat(1),),))
    lies = card == (6 if owner == 1 else 4) or (owner == 0 and card == 1 and not taken)
    action = Claim(Target(owner, card))
    return thief.card_lies_there.holds(DEFAULT, state, Seat(1), action) == lies


@law(Bug(thief.is_an_opponents_card, "or action.target.seat != seat", "or True"))
def no_own_card(owner: Seat, seat: Seat, kind: int, target: TargetClass) -> bool:
    """A claim names another seat's card, which by a reading is of no meld that failed, or nothing.

    clause: indian-chief.thief.opponents-only
    clause: indian-chief.thief.valid-melds-only
    clause: indian-chief.thief.may-steal
    pre: 0 <= owner < 2 and 0 <= seat < 2 and 0 <= kind < 3
    post: _
    """
    rules = Rules(thief=Thief(thief_target_class=target))
    four = (FAILED, LAWYER, FAILED[2:])[kind % 3]
    cards = (four, (Card(6),)) if owner == 0 else ((Card(6),), four)
    state = Claiming(shown(*cards), ((seat,),))
    reached = make(thief.CLAIM, rules, state, seat, Claim(Target(owner, four[-1])))
    failing = []
    if owner == seat:
        failing.append("indian-chief.thief.opponents-only")
    if kind == 0 and target == "valid_melds_only":
        failing.append("indian-chief.thief.valid-melds-only")
    claimed = ((seat, Target(owner, four[-1])),)
    nothing = make(thief.CLAIM, rules, state, seat, NO_CLAIM)
    if nothing != Claiming(state.table, state.waiting, ((seat, None),)):
        return False
    if failing:
        return reached == Refusal(tuple(failing))
    return reached == Claiming(state.table, state.waiting, claimed)


@law(Bug(thief.may_be_robbed, "or (", "and ("))
def which_melds_can_be_robbed(owner: Seat, kind: int, target: TargetClass) -> bool:
    """A thief may take a card of any meld; by a reading not of four or six cards that failed.

    clause: indian-chief.thief.may-steal
    clause: indian-chief.thief.valid-melds-only
    pre: 0 <= owner < 2 and 0 <= kind < 5
    post: _
    """
    rules = Rules(thief=Thief(thief_target_class=target))
    doctor = (*first(5), Card(31))
    cards = (FAILED, LAWYER, first(6), doctor, first(3))[kind % 5]
    table = shown(*((cards, first(1)) if owner == 0 else (first(1), cards)))
    fails = kind == 0 or kind == 2
    right = not fails or target == "any_opposing_meld_card"
    return thief.may_be_robbed(rules, table, owner) == right


@law(Bug(thief.thief_finds_nothing, "len(first) > 1 or", ""))
def a_thief_with_nothing_to_take(
    kind: int, gone: bool, tied: bool, claimed: bool, target: TargetClass, more: bool
) -> bool:
    """A thief alone with its turn is asked only if it may take a card; else the next is.

    clause: indian-chief.thief.nothing-left
    clause: indian-chief.thief.valid-melds-only
    pre: 0 <= kind < 3
    pre: not (claimed and not tied) and not (gone and kind == 1)
    post: _
    """
    rules = Rules(thief=Thief(thief_target_class=target))
    cards = (FAILED, LAWYER, (Card(0),))[kind % 3]
    stolen = (Theft(Seat(0), Target(Seat(1), Card(0))),) if gone else ()
    table = shown((Card(7),), cards, stolen=stolen)
    group = (Seat(0), Seat(1)) if tied else (Seat(0),)
    later = ((Seat(1),),) if more else ()
    state = Claiming(table, (group, *later), ((Seat(1), None),) if claimed else ())
    reached = thief.thief_finds_nothing.comes(rules, state)
    nothing = (kind == 2 and gone) or (kind == 0 and target == "valid_melds_only")
    if tied or not nothing:
        return reached is None
    return reached == (Claiming(table, later) if more else Filling(table))


@law(Bug(thief.has_a_target, "cards and seat != thief", "cards"))
def some_card_is_left(seat: Seat, zero: bool, one: bool, two: bool, target: TargetClass) -> bool:
    """A thief may take a card if another seat has one lying of a meld that may be robbed.

    clause: indian-chief.thief.nothing-left
    clause: indian-chief.thief.opponents-only
    pre: 0 <= seat < 3
    post: _
    """
    rules = Rules(thief=Thief(thief_target_class=target))
    gone = (zero, one)
    stolen = tuple(
        Theft(Seat(2), Target(Seat(owner), Card(5 + owner))) for owner in range(2) if gone[owner]
    )
    last = FAILED if two else (Card(9),)
    table = shown((Card(5),), (Card(6),), last, stolen=stolen)
    right = (
        (seat != 0 and not zero)
        or (seat != 1 and not one)
        or (seat != 2 and (not two or target == "any_opposing_meld_card"))
    )
    return thief.has_a_target(rules, table, seat) == right


@enumerated(Bug(thief.claims, "if other != seat", "if other > seat"))
def claims_that_are_proposed() -> Iterator[tuple[object, bool]]:
    """Proposed are just the claims that are accepted, like cards of a seat once, and none.

    clause: indian-chief.thief.may-steal
    clause: indian-chief.thief.opponents-only
    clause: indian-chief.thief.card-lies-there
    clause: indian-chief.thief.valid-melds-only
    over: every thief at a table of a failed Lawyer, a Thief, two like cards and three, each reading
    over: with any one card gone or none, against every claim of a card of two ranks in two suits
    """
    cards = (FAILED, (Card(13),), (Card(0), Card(0)), (Card(1), Card(13), Card(14)))
    lies = [Target(Seat(seat), card) for seat, meld in enumerate(cards) for card in meld]
    pack = [*map(Card, (0, 1, 2, 3, 13, 14))]
    every = [Claim(Target(Seat(owner), card)) for owner in range(4) for card in pack]
    readings: tuple[TargetClass, ...] = get_args(TargetClass)
    for target, seat, gone in product(readings, map(Seat, range(4)), (None, *lies)):
        rules = Rules(thief=Thief(thief_target_class=target))
        stolen = () if gone is None else (Theft(Seat((gone.seat + 1) % 4), gone),)
        state = Claiming(shown(*cards, stolen=stolen), ((seat,),))
        found = thief.CLAIM.proposals(rules, state, seat)
        right = [one for one in (*every, NO_CLAIM) if accepted(rules, state, seat, one)]
        yield (target, seat, gone), len(found) == len(right) and set(found) == set(right)


@law(Bug(thief.note_the_claim, "key=lambda each: each[0]", "key=lambda each: -each[0]"))
def claims_in_any_order(before: Seat, seat: Seat, card: Card, nothing: bool) -> bool:
    """A claim stands beside those before it, in order of seats; no card moves.

    clause: indian-chief.thief.claims-secret
    clause: indian-chief.thief.may-steal
    pre: 0 <= before < 3 and 0 <= seat < 3 and before != seat and 0 <= card < 52
    post: _
    """
    target = None if nothing else Target(Seat(3), card)
    group = (Seat(0), Seat(1), Seat(2))
    table = shown((Card(7),), (Card(20),), (Card(33),), (card, Card(48)))
    earlier, new = (before, None), (seat, target)
    state = Claiming(table, (group,), (earlier,))
    after = thief.note_the_claim.makes(DEFAULT, state, seat, Claim(target))
    return after == Claiming(table, (group,), (earlier, new) if before < seat else (new, earlier))


@enumerated(Bug(thief.takers, 'or rules.thief.thief_tie_partial == "clashing_only"', ""))
def what_comes_of_a_tie() -> Iterator[tuple[object, bool]]:
    """Thieves of a tie that want different cards get them; if any two clash, none gets anything.

    By readings just those that clash go without, or a claim of nothing prevents all others, or
    cards that look alike are one card.

    clause: indian-chief.thief.tie
    clause: indian-chief.thief.may-steal
    over: every claim of each of three tied thieves, or of one or two of them; every reading
    over: of two like aces and a two of one seat, and of a third ace of another, or of nothing
    """
    cards = ((Card(6),), (Card(19),), (Card(32),), (Card(0), Card(0), Card(1)), (Card(0), Card(9)))
    table = shown(*cards)
    targets = (None, Target(Seat(3), Card(0)), Target(Seat(3), Card(1)), Target(Seat(4), Card(0)))
    there = (0, 2, 1, 1)
    partial: tuple[TiePartial, ...] = get_args(TiePartial)
    decline: tuple[TieDecline, ...] = get_args(TieDecline)
    identity: tuple[TieIdentity, ...] = get_args(TieIdentity)
    readings = list(product(partial, decline, identity))
    for count in (1, 2, 3):
        for wants, (some, none, alike) in product(product(range(4), repeat=count), readings):
            aces = sum(want in (1, 3) for want in wants)
            clash = [
                want > 0
                and (
                    wants.count(want) > there[want]
                    or (alike == "face" and want in (1, 3) and aces > 1)
                    or (alike == "face" and want == 2 and wants.count(2) > 1)
                )
                for want in wants
            ]
            gets = [want > 0 and not clashes for want, clashes in zip(wants, clash, strict=True)]
            if some == "all_or_none" and (any(clash) or (none == "prevents" and 0 in wants)):
                gets = [False] * count
            right = tuple(
                Theft(Seat(seat), target)
                for seat, want in enumerate(wants)
                if gets[seat] and (target := targets[want]) is not None
            )
            rules = Rules(
                thief=Thief(
                    thief_tie_partial=some, thief_tie_decline=none, thief_tie_identity=alike
                )
            )
            claimed = tuple((Seat(seat), targets[want]) for seat, want in enumerate(wants))
            yield (wants, some, none, alike), thief.takers(rules, table, claimed) == right


@enumerated(Bug(thief.clashes, "targets.count(theft.target) >", "targets.count(theft.target) >="))
def claims_that_clash() -> Iterator[tuple[object, bool]]:
    """Claims clash if there are more of them than such cards lie with the seat.

    By a reading all claims of cards that look alike clash, whosever they are.

    clause: indian-chief.thief.tie
    over: every claims of two or three thieves to any of three cards, each lying once or twice
    """
    targets = (
        Target(Seat(3), Card(0)),
        Target(Seat(3), Card(1)),
        Target(Seat(4), Card(0)),
    )
    for one, two in product((1, 2), repeat=2):
        lies = ((Card(0),) * one + (Card(1),) * two, (Card(0),) * two)
        there = (one, two, two)
        table = shown((Card(6),), (Card(19),), (Card(32),), *lies)
        for count in (2, 3):
            for wants in product(range(3), repeat=count):
                wanted = [Theft(Seat(seat), targets[want]) for seat, want in enumerate(wants)]
                short = [wants.count(want) > there[want] for want in wants]
                like = [sum((want == 1) == (other == 1) for other in wants) > 1 for want in wants]
                physical = [theft for theft, no in zip(wanted, short, strict=True) if no]
                by_face = [theft for theft, no in zip(wanted, like, strict=True) if no]
                face = Rules(thief=Thief(thief_tie_identity="face"))
                right = (
                    thief.clashes(DEFAULT, table, wanted) == physical
                    and thief.clashes(face, table, wanted) == by_face
                )
                yield (one, two, wants), right


@law(Bug(thief.all_have_claimed, "(*table.stolen, *thefts)", "thefts"))
def a_theft(seat: Seat, card: Card, declined: bool, more: bool) -> bool:
    """A stolen card is in the thief's hand at once, and everybody knows of it; then others steal.

    clause: indian-chief.thief.tie
    clause: indian-chief.thief.instead-of-draw
    clause: indian-chief.thief.order
    pre: 0 <= seat < 2 and 0 <= card < 50
    post: _
    """
    before = (Theft(Seat(0), Target(Seat(2), Card(48))),)
    cards = ((Card(7),), (Card(20),), (card, Card(47), Card(48)))
    table = shown(*cards, stolen=before)
    later = ((Seat(2),),) if more else ()
    target = Target(Seat(2), card)
    state = Claiming(table, ((seat,), *later), ((seat, None if declined else target),))
    hand = (Card(50),) if declined else (card, Card(50))
    hands = (hand, (Card(50),)) if seat == 0 else ((Card(50),), hand)
    thefts = before if declined else (*before, Theft(seat, target))
    after = Table(table.dealer, 1, (*hands, (Card(50),)), table.stock, table.shown, thefts)
    reached = thief.all_have_claimed.comes(DEFAULT, state)
    return reached == (Claiming(after, later) if more else Filling(after))


@law(Bug(thief.all_have_claimed, "if to_claim(state):", "if len(to_claim(state)) > 1:"))
def all_wait_for_the_last_claim(one: bool, two: bool, three: bool) -> bool:
    """Nothing comes of the claims of a tie as long as one of it has not claimed.

    clause: indian-chief.thief.claims-secret
    clause: indian-chief.thief.tie
    post: _
    """
    group = (Seat(0), Seat(1), Seat(2))
    table = shown((Card(7),), (Card(20),), (Card(33),), (Card(1), Card(2), Card(3)))
    flags = (one, two, three)
    claims = tuple(
        (seat, Target(Seat(3), Card(seat + 1)))
        for seat, has in zip(group, flags, strict=True)
        if has
    )
    reached = thief.all_have_claimed.comes(DEFAULT, Claiming(table, (group,), claims))
    if not (one and two and three):
        return reached is None
    hands = ((Card(1), Card(50)), (Card(2), Card(50)), (Card(3), Card(50)), (Card(50),))
    thefts = tuple(Theft(seat, Target(Seat(3), Card(seat + 1))) for seat in group)
    return reached == Filling(Table(Seat(0), 1, hands, table.stock, table.shown, thefts))


@law(Bug(thief.steals_in_last_turn, "==", "!="))
def the_last_turn_of_thieves(last: Performed) -> bool:
    """Thieves steal in the last turn by one reading alone.

    clause: indian-chief.thief.not-in-last-turn
    post: _
    """
    rules = Rules(thief=Thief(steal_last_turn=last))
    return thief.steals_in_last_turn(rules) == (last == "perform")


@law(Bug(thief.is_of_a_valid_meld, "action.target.seat)", "seat)"))
def nothing_of_a_failed_meld(owner: Seat, seat: Seat, target: TargetClass) -> bool:
    """By a reading a claim of a card of a meld that failed is refused, whoever claims it.

    Here the first seat of three has failed.

    clause: indian-chief.thief.valid-melds-only
    pre: 0 <= owner < 3 and 0 <= seat < 3 and owner != seat
    post: _
    """
    rules = Rules(thief=Thief(thief_target_class=target))
    state = Claiming(shown(FAILED, (Card(6),), (Card(19),)), ((seat,),))
    action = Claim(Target(owner, Card(6 if owner == 1 else 19 if owner == 2 else 2)))
    right = owner != 0 or target == "any_opposing_meld_card"
    return thief.is_of_a_valid_meld.holds(rules, state, seat, action) == right


@enumerated(Bug(thief.ask_the_next, "if waiting else", "if waiting[1:] else"))
def thieves_that_are_asked() -> Iterator[tuple[object, bool]]:
    """Each group of thieves is asked in its order, but one alone only if a card is left for it.

    Of a tie each finds a card that it may take, after all that has been stolen.

    clause: indian-chief.thief.order
    clause: indian-chief.thief.nothing-left
    clause: indian-chief.thief.tie
    over: four seats with an ace, a two or a three each, or four cards that failed
    over: every claim that is proposed at every step; by both readings of melds that failed
    """
    readings: tuple[TargetClass, ...] = get_args(TargetClass)
    for numbers, target in product(product(range(4), repeat=4), readings):
        rules = Rules(thief=Thief(thief_target_class=target))
        cards = [
            FAILED_APART[seat] if number == 3 else (Card(13 * seat + number),)
            for seat, number in enumerate(numbers)
        ]
        hands = tuple(tuple(map(Card, range(30, 38 - len(each)))) for each in cards)
        stock = tuple(map(Card, range(52)))
        table = Table(Seat(0), 1, hands, stock, (melds(*cards),))
        groups = [[seat for seat in range(4) if numbers[seat] == number] for number in range(3)]
        safe = {seat for seat in range(4) if numbers[seat] == 3 and target == "valid_melds_only"}
        if not any(groups):
            continue
        begun = GAME.follow(rules, thief.ask_the_first(rules, table))
        yield (numbers, target), asked_in_order(rules, begun, groups, safe)


FAILED_APART = tuple(
    tuple(Card(13 * seat + 3 + number) for number in range(4)) for seat in range(4)
)
"""For each seat four cards of one suit from four to seven, 22 in all."""


def asked_in_order(rules: Rules, state: State, groups: list[list[int]], safe: set[int]) -> bool:
    """Whether these groups are asked from now on, and not one that finds nothing."""
    for place, group in enumerate(groups):
        if not group:
            continue
        at = state.table if not isinstance(state, BeforeDeal) else None
        if at is None or isinstance(state, Choosing):
            return False
        melded = [list(meld.cards) for meld in at.shown[-1]]
        for theft in at.stolen:
            melded[theft.target.seat].remove(theft.target.card)
        finds = [
            any(melded[seat] and seat != own and seat not in safe for seat in range(4))
            for own in group
        ]
        if not all(finds):
            if len(group) > 1:
                return False
            continue
        if not isinstance(state, Claiming) or list(state.waiting[0]) != group:
            return False
        states: list[State] = [state]
        for own in group:
            found: list[State] = []
            for each in states:
                for action in GAME.legal(rules, each, Seat(own)):
                    reached = GAME.step(rules, each, Seat(own), action)
                    if isinstance(reached, Refusal):
                        return False
                    found.append(reached)
            states = found
        later = groups[place + 1 :]
        return all(asked_in_order(rules, each, later, safe) for each in dict.fromkeys(states))
    return not isinstance(state, Claiming)
