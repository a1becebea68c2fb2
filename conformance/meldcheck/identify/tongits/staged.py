"""Hands of Tong-its made for a purpose: deals and actions that show rare readings.

A staged hand is quiet.  A seat takes its written actions in order, each as soon as the rules allow
it. Otherwise it draws, and discards the card that it drew.  This module does not check whether a
hand tells two rule sets apart; the code that plays it does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias, final

from meldcheck.games.measure import DECK
from meldcheck.games.tongits import HAND, SEATS
from meldcheck.identify.tongits.walks import THROW, Do, HandPlayed, Staged, renamed
from meldcheck.words.case import Act
from meldcheck.words.deal import exchanged_action
from meldcheck.words.notation import CHANCE
from meldspec import cards as pack
from meldspec.melds import SMALLEST, melds_in

Plan: TypeAlias = Callable[[random.Random], tuple[Staged, ...]]
"""Makes the hands to play one after the other."""

DRAW: Final[Do] = {"type": "draw"}
CALL: Final[Do] = {"type": "call_draw"}
WAIT: Final = (DRAW, THROW)
"""A turn in which nothing happens, so that the next action is not in the same turn."""

KEEP: Final[Do] = {"type": "take", "with": []}
SPARE: Final[Do] = {"type": "discard", "card": ""}
"""Discard of a card that fits nothing, for a turn without a draw."""


def _cards(words: str) -> list[str]:
    return list(pack.texts(frozenset(pack.parse_all(words.split()))))


def _expose(words: str) -> Do:
    return {"type": "expose", "cards": _cards(words)}


def _face_down(words: str) -> Do:
    return {"type": "expose", "cards": _cards(words), "face_down": True}


def _discard(card: str) -> Do:
    return {"type": "discard", "card": card}


def _lay_off(card: str, words: str) -> Do:
    return {"type": "lay_off", "card": card, "meld": _cards(words)}


@final
@dataclass(slots=True)
class _Table:
    """A hand in the making. Cards without a fixed place are dealt at random and fit no meld."""

    dealer: int
    chance: random.Random
    hands: tuple[list[str], ...] = field(default_factory=lambda: tuple([] for _ in range(SEATS)))
    acts: tuple[list[Do], ...] = field(default_factory=lambda: tuple([] for _ in range(SEATS)))
    drawn: dict[int, str] = field(default_factory=dict)
    """By turn: the card drawn in it."""
    last: str | None = None
    """The last card of the stock."""

    def seat(self, after: int) -> int:
        """The seat ``after`` places after the dealer."""
        return (self.dealer + after) % SEATS

    def holds(self, seat: int, words: str) -> None:
        """Deal the seat these cards."""
        self.hands[seat].extend(words.split())

    def draws(self, seat: int, card: str, number: int = 1) -> None:
        """Let the seat draw a card in its turn ``number``, counted from 1 among turns that draw."""
        self.drawn[(seat - self.dealer - 1) % SEATS + 1 + SEATS * (number - 1)] = card

    def does(self, seat: int, *acts: Do) -> None:
        """Add actions to the list of the seat."""
        self.acts[seat].extend(acts)

    def opens(self, seat: int, words: str) -> None:
        """Deal the seat a meld, and let it expose the meld."""
        self.holds(seat, words)
        self.does(seat, _expose(words))

    def _free(self) -> list[str]:
        used = {card for hand in self.hands for card in hand} | set(self.drawn.values())
        return [card for card in DECK if card not in used and card != self.last]

    def _fitting_nothing(self, seat: int) -> str:
        """A free card that makes no new meld in the hand of a seat, if there is one."""
        free = self.chance.sample(free := self._free(), len(free))
        hand = self.hands[seat]
        before = sum(1 for _ in melds_in(frozenset(pack.parse_all(hand))))
        for card in free:
            if sum(1 for _ in melds_in(frozenset(pack.parse_all([*hand, card])))) == before:
                return card
        return free[0]

    def made(self) -> HandPlayed:
        """The finished hand, with its suits renamed at random."""
        if len(self.hands[self.dealer]) <= HAND:
            self.acts[self.dealer].insert(0, SPARE)
        for seat, (hand, acts) in enumerate(zip(self.hands, self.acts, strict=True)):
            for place, do in enumerate(acts):
                if do is SPARE:
                    hand.append(self._fitting_nothing(seat))
                    acts[place] = _discard(hand[-1])
            while len(hand) < HAND + (seat == self.dealer):
                hand.append(self._fitting_nothing(seat))
        free = self._free()
        rest = self.chance.sample(free, len(free))
        size = len(rest) + len(self.drawn)
        stock = [self.drawn.get(turn) or rest.pop() for turn in range(1, size + 1)]
        stock += [] if self.last is None else [self.last]
        suits = dict(zip(pack.SUITS, self.chance.sample(pack.SUITS, len(pack.SUITS)), strict=True))
        names = {card: card[:-1] + suits[card[-1]] for card in DECK}
        deal = {"type": "deal", "hands": [list(hand) for hand in self.hands], "stock": stock}
        return HandPlayed(
            Act(by=CHANCE, do=renamed(deal, names)),
            {
                seat: tuple(exchanged_action(do, names) for do in acts)
                for seat, acts in enumerate(self.acts)
            },
        )


# ── hands ────────────────────────────────────────────────────────────────────────────────────────

_MELDS: Final = ("AC AD AH", "2C 2D 2H", "3C 3D 3H")
_LEFT: Final = (
    "6D 7C 8D 9C TD JC QD KC",
    "6C 7D 8C 9D TC JD QC KD",
    "6S 7H 8S 9H TS JH QS KH",
)
"""Three hands, but for one more card each, with the same points and no meld."""

_LEAN: Final = "AS 2S 3C 3H 4S 5H 6S 7H 8S 9H TS JH"
"""Twelve cards with fewer points and no meld."""


def tied(*, called: bool) -> Staged:
    """Two seats have equal points left; the third has equal, more or fewer, opened or not.

    The hand ends by a call, or with the stock, where usually the third seat draws last.
    """

    def staged(dealer: int, chance: random.Random) -> HandPlayed:
        table = _Table(dealer, chance)
        taken = chance.random() < 0.3
        third = table.seat(taken if chance.random() < 0.8 else chance.randrange(SEATS))
        one, other = chance.sample([seat for seat in range(SEATS) if seat != third], 2)
        lowest = chance.choice("45")
        table.last = "5C" if lowest == "4" else "4C"
        _hold_as_much(table, one, other, lowest)
        _open(table, one, _MELDS[0], taken=taken)
        table.opens(other, _MELDS[1])
        if chance.random() < (0.8 if called else 0.4):
            table.holds(third, f"{_LEFT[2]} 5H")
            table.opens(third, _MELDS[2])
        elif chance.random() < 0.4:
            table.holds(third, f"{_LEFT[2]} 5H 3C 3D {chance.choice(('', '3H'))}")
        else:
            table.holds(third, _LEAN)
        if called:
            table.does(third if table.acts[third] and chance.random() < 0.7 else one, *WAIT, CALL)
        return table.made()

    return staged


def _hold_as_much(table: _Table, one: int, other: int, lowest: str) -> None:
    """Leave two seats with cards of the same ranks, with ``lowest`` as the lowest rank."""
    for seat, left, suit in zip((one, other), _LEFT, "CD", strict=False):
        table.holds(seat, f"{left} {lowest}{suit}")


def _open(table: _Table, seat: int, words: str, *, taken: bool) -> None:
    """Let a seat open with a meld, for which it may take a discard."""
    if not taken:
        table.opens(seat, words)
        return
    *held, card = words.split()
    table.holds(seat, " ".join(held))
    table.draws((seat - 1) % SEATS, card)
    table.does(seat, {"type": "take", "with": _cards(" ".join(held))}, SPARE)


def void(dealer: int, chance: random.Random) -> HandPlayed:
    """A hand that nobody wins under some readings: nobody opens, or two tie.

    The last drawer has fewer points. If a discard is taken or kept, another seat than the dealer
    draws last.
    """
    table = _Table(dealer, chance)
    taken = chance.random() < 0.5
    third = table.seat(taken)
    one, other = chance.sample([seat for seat in range(SEATS) if seat != third], 2)
    table.last = "4C"
    _hold_as_much(table, one, other, "5")
    if chance.random() < 0.5:
        table.holds(one, "AC AD 2H")
        table.holds(other, "2C 2D")
        if taken:
            table.draws((one - 1) % SEATS, "AH")
            table.does(one, KEEP, _discard("AC"))
    else:
        _open(table, one, _MELDS[0], taken=taken)
        table.opens(other, _MELDS[1])
    table.holds(third, _LEAN)
    return table.made()


def won_by(winner: int) -> Staged:
    """A hand in which only one seat opens, and calls a draw."""

    def staged(dealer: int, chance: random.Random) -> HandPlayed:
        table = _Table(dealer, chance)
        table.opens(winner, _MELDS[0])
        table.holds(winner, _LEFT[0])
        table.does(winner, DRAW, CALL)
        return table.made()

    return staged


def fourth(dealer: int, chance: random.Random) -> HandPlayed:
    """A seat completes its own three with a card that it has, draws or takes; a call may follow."""
    table = _Table(dealer, chance)
    seat = chance.randrange(SEATS)
    rank = chance.choice("AA23")
    meld, card = f"{rank}C {rank}D {rank}H", f"{rank}S"
    number = chance.randint(1, 3)
    table.holds(seat, f"{meld} {_LEFT[0]}")
    match chance.choice(("held", "drawn", "drawn before", "taken")):
        case "held":
            table.holds(seat, card)
            table.does(seat, _expose(meld), _lay_off(card, meld))
        case "drawn":
            table.draws(seat, card, number)
            table.does(seat, _expose(meld), _lay_off(card, meld))
        case "drawn before":
            table.draws(seat, card)
            table.does(seat, DRAW, SPARE, _expose(meld), _lay_off(card, meld))
        case _:
            table.draws((seat - 1) % SEATS, card, number)
            table.does(seat, _expose(meld), {"type": "take", "meld": _cards(meld)}, SPARE)
    if chance.random() < 0.3:
        other = (seat + chance.choice((1, 2))) % SEATS
        table.opens(other, "4C 4D 4H")
        table.holds(other, _LEFT[1])
    if chance.random() < 0.8:
        table.does(seat, *WAIT * chance.randrange(3), CALL)
    return table.made()


def emptied(dealer: int, chance: random.Random) -> HandPlayed:
    """A seat adds all its cards to the melds of the others, and has no meld of its own.

    It may first take a discard onto a meld, under readings where that opens its hand.
    """
    table = _Table(dealer, chance)
    seat, one, other = chance.sample(range(SEATS), SEATS)
    for owner, melds in ((one, _FIRST), (other, _SECOND)):
        for meld in melds:
            table.opens(owner, meld)
    taken = chance.random() < 0.5
    for meld, cards in _ADDED.items():
        for card in cards.split():
            if taken:
                table.draws((seat - 1) % SEATS, card, 2)
                table.does(seat, {"type": "take", "meld": _cards(meld)}, SPARE)
                taken = False
            else:
                table.holds(seat, card)
                table.does(seat, _lay_off(card, meld))
            meld = f"{meld} {card}"
    return table.made()


_FIRST: Final = ("AH 2H 3H", "8C 8D 8S", "JC JD JH")
_SECOND: Final = ("AS 2S 3S", "TC TD TH", "QC QD QS")
_ADDED: Final = {
    "AH 2H 3H": "4H 5H 6H 7H",
    "AS 2S 3S": "4S 5S 6S 7S",
    "8C 8D 8S": "8H",
    "JC JD JH": "JS",
    "TC TD TH": "TS",
    "QC QD QS": "QH",
}
"""The melds of two seats, and all cards of the third, which contain no meld at any time."""


def shed(dealer: int, chance: random.Random) -> HandPlayed:
    """In every turn a seat takes a discard onto another's meld, and discards, until it is out.

    So it needs neither a meld of its own nor a lay-off.  The others take enough discards to keep
    the stock from running out first.
    """
    table = _Table(dealer, chance)
    seat, one, other = map(table.seat, range(SEATS))
    runs = {suit: [rank + suit for rank in pack.RANKS[:SMALLEST]] for suit in "HCS"}
    for suit, owner in zip(runs, (one, one, other), strict=True):
        table.opens(owner, " ".join(runs[suit]))
    draws = 0

    def passes(giver: int, taker: int, *, drawn: bool) -> None:
        """Let one seat discard a card that it draws or holds, and the next seat take it."""
        nonlocal draws
        suit = chance.choice([suit for suit, run in runs.items() if len(run) < len(pack.RANKS)])
        card = pack.RANKS[len(runs[suit])] + suit
        if drawn:
            table.drawn[draws] = card
        else:
            table.holds(giver, card)
            table.does(giver, _discard(card))
        table.does(taker, {"type": "take", "meld": _cards(" ".join(runs[suit]))})
        runs[suit].append(card)

    rounds = range(HAND - 1)
    takes = {one: chance.sample(rounds, 4), other: chance.sample(rounds, 6)}
    for number in (-1, *rounds):
        if number in takes[one]:
            passes(seat, one, drawn=False)
        else:
            table.does(seat, *[SPARE] * (number >= 0))
            draws += 1
        if number in takes[other]:
            passes(one, other, drawn=number not in takes[one])
        else:
            table.does(one, *[SPARE] * (number in takes[one]))
            draws += 1
        passes(other, seat, drawn=number not in takes[other])
    table.does(seat, SPARE)
    return table.made()


def kept(dealer: int, chance: random.Random) -> HandPlayed:
    """A seat keeps a discard that makes a four in its hand."""
    table = _Table(dealer, chance)
    seat = chance.randrange(SEATS)
    three = "9C 9D 9S" if chance.random() < 0.5 else "AC AD AS"
    card = f"{three[0]}H"
    four = f"{three} {card}"
    table.holds(seat, three)
    table.draws((seat - 1) % SEATS, card, chance.randint(1, 2))
    opens = [_expose("3C 3D 3H")] if chance.random() < 0.7 else []
    table.holds(seat, "3C 3D 3H" if opens else "2D 3H 4C")
    keeps = [KEEP, SPARE]
    table.does(seat, *(opens + keeps if chance.random() < 0.5 else keeps + opens))
    table.does(seat, *chance.choice(([], [], [_expose(four)], [_face_down(four)])))
    caller = seat
    if not opens or chance.random() < 0.5:
        caller = (seat + chance.choice((1, 2))) % SEATS
        table.opens(caller, "5C 5D 5H")
    if chance.random() < 0.8:
        table.does(caller, *WAIT, *WAIT, CALL)
    return table.made()


def covered(dealer: int, chance: random.Random) -> HandPlayed:
    """A hand consists of melds at the end of a turn; none, one or all are exposed.

    Then it goes on, or ends with the last discard, an ace.
    """
    table = _Table(dealer, chance)
    seat = chance.randrange(SEATS)
    melds = ("2C 2D 2H", "4C 5C 6C", "8D 9D TD", "JS QS KS")
    table.holds(seat, "2C 2D 2H 4C 5C 6C 8D 9D TD QS KS AH")
    table.draws(seat, "JS")
    exposed = chance.sample(melds, chance.choice((0, 1, len(melds))))
    calls: Do = {"type": "call_tongits", "discard": "AH"}
    last = _discard("AH") if chance.random() < 0.6 else calls
    table.does(seat, DRAW, *map(_expose, exposed), last)
    return table.made()


def crossing(dealer: int, chance: random.Random) -> HandPlayed:
    """The winner's hand has a four and a long run that share a card, and other seats compare."""
    table = _Table(dealer, chance)
    seat, other = chance.sample(range(SEATS), 2)
    table.holds(seat, "AC AD AH AS 2S 3S 4S 5S")
    table.opens(seat, "7C 7H 7S")
    table.opens(other, _MELDS[1])
    table.holds(other, _LEFT[1])
    if chance.random() < 0.7:
        table.does(chance.choice((seat, other)), *WAIT, CALL)
    return table.made()


def long_run(dealer: int, chance: random.Random) -> HandPlayed:
    """The winner has a run of ten, on the table or in the hand."""
    table = _Table(dealer, chance)
    seat = chance.randrange(SEATS)
    run = "3H 4H 5H 6H 7H 8H 9H TH JH QH"
    table.holds(seat, run)
    if chance.random() < 0.5:
        table.does(seat, _expose(run))
    else:
        table.holds(seat, "AC AD")
        table.draws(seat, "AS", chance.randint(1, 2))
        table.does(seat, _expose("AC AD AS"))
    table.does(seat, DRAW, CALL)
    return table.made()


def spread(winner: int) -> Staged:
    """A hand that consists of melds when dealt, sometimes with the dealer's thirteenth card."""

    def staged(dealer: int, chance: random.Random) -> HandPlayed:
        table = _Table(dealer, chance)
        table.holds(winner, "AC AD AH 4C 5C 6C 8D 9D TD JS QS KS")
        if dealer == winner and chance.random() < 0.5:
            table.holds(winner, "AS")
        return table.made()

    return staged


# ── plans ────────────────────────────────────────────────────────────────────────────────────────


def _one(*staged: Staged) -> Plan:
    return lambda chance: (chance.choice(staged),)


def rows(chance: random.Random) -> tuple[Staged, ...]:
    """Hands that one seat wins, and between them one that perhaps nobody wins, or a Spread."""
    winner = chance.randrange(SEATS)
    between = chance.choices((void, spread(winner)), (3, 1))
    before, after = chance.choice(((0, 1), (1, 1), (1, 2), (2, 1), (2, 2)))
    wins = won_by(winner)
    return (*[wins] * before, *between, *[wins] * after)


def long_rows(chance: random.Random) -> tuple[Staged, ...]:
    """The plan ``rows``, or six hands that one seat wins."""
    if chance.random() < 0.7:
        return rows(chance)
    return (won_by(chance.randrange(SEATS)),) * 6


_FOURTH: Final = _one(fourth)
_CALLED: Final = _one(tied(called=True))
_PLAYED_OUT: Final = _one(emptied, shed, covered)

PLANS: Final[Mapping[str, Plan]] = {
    "deal": rows,
    "pot": long_rows,
    "drawing": _one(kept, fourth),
    "tongits_call": _PLAYED_OUT,
    "draw_call": _FOURTH,
    "answering": _CALLED,
    "showdown": _CALLED,
    "stock_end": _one(tied(called=False)),
    "terms": _FOURTH,
    "settlement": _one(fourth, kept, covered, crossing),
    "settlement.ace_own_layoff": _FOURTH,
    "settlement.ace_scope_final_discard": _one(covered),
    "settlement.secret_partition_compared": _one(crossing),
    "settlement.secret_partition_uncompared": _one(crossing),
    "tongits_call.tongit_window": _one(covered),
    "variations": _one(crossing, long_run),
    "variations.long_run_count": _one(long_run),
    "variations.spread_streak": rows,
}
"""By option, or by chapter for options without an entry."""


def plan_for(option: str) -> Plan | None:
    """The plan for an option or its chapter; None if there is none."""
    return PLANS.get(option, PLANS.get(option.partition(".")[0]))
