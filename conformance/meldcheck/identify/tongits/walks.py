"""Seeded play of Tong-its in search of a difference between two possible rule sets.

A walk is a match under both rule sets at once.  It follows the legal steps of a case, or plays at
random, until the two rule sets differ.  The steps up to the difference are an experiment.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias, assert_never, final

from meldcheck.check.parts import fields_lacked
from meldcheck.games.measure import DECK
from meldcheck.games.tongits import MEASURE, SEATS
from meldcheck.seeded.deals import Draft, Holding, some_melds
from meldcheck.sources.experiments import Experiment
from meldcheck.words.case import JSON, Act, Ask, Setup, Step
from meldcheck.words.notation import CHANCE
from meldcheck.words.protocol import GamePlayed
from meldspec import cards as pack
from meldspec.melds import SMALLEST, extensions, melds_in
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match

POINTS: Final = {pack.text(card): pack.total(frozenset((card,))) for card in pack.ONE_PACK}

STEPS: Final = 240
"""Number of steps of a walk, at most."""

EVENED: Final = 3
"""Number of times that a hand is played again with totals made equal."""

EXCHANGED: Final = 4
"""Number of cards of a hand exchanged to make totals equal, at most."""

SOON: Final = 6
"""Number of cards at the top of the stock that are drawn soon."""

AHEAD: Final = 6
"""Number of a case's actions that a seat looks ahead, since the first may not be possible yet."""

ALL_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "result": ("end", "winner", "deadwood", "burned", "payments", "pot", "pot_to"),
    "view": (
        "phase",
        "to_act",
        "dealer",
        "hand_sizes",
        "opened",
        "chips",
        "pot",
        "melds",
        "revealed",
    ),
}

ALL_ACTIONS: Final = frozenset(
    (
        "draw",
        "take",
        "expose",
        "lay_off",
        "discard",
        "call_tongits",
        "call_draw",
        "fold",
        "challenge",
    )
)


@final
@dataclass(frozen=True, slots=True)
class Offered:
    """The fields and actions, of all in a match, that an engine offers."""

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: ALL_FIELDS)
    """By question: the fields of its answer that are compared."""
    actions: Collection[str] = ALL_ACTIONS

    @classmethod
    def by(cls, played: GamePlayed, unseen: Collection[str]) -> Offered:
        """The offer in an engine's ``hello``, without the fields in ``unseen``."""
        fields = {
            what: tuple(
                name
                for name in fields
                if name not in unseen and name not in fields_lacked(played, what)
            )
            for what, fields in ALL_FIELDS.items()
            if what == "result" or what in played.abilities
        }
        return cls(fields, ALL_ACTIONS if played.actions is None else played.actions)


LAYING_OFF: Final = {"call_draw": 0.0, "take": 0.0, "expose": 0.0, "lay_off": 4.0}
MELDING: Final = {"call_draw": 0.0, "take": 6.0, "expose": 8.0, "lay_off": 1.0}
QUIET: Final = {"call_draw": 0.0, "take": 0.0, "expose": 0.0, "lay_off": 0.0}
WEIGHTS: Final = (
    {"call_draw": 6.0, "take": 8.0, "expose": 6.0, "lay_off": 8.0},
    {"call_draw": 0.3, "take": 8.0, "expose": 1.0, "lay_off": 3.0},
    LAYING_OFF,
    MELDING,
    QUIET,
    {**QUIET, "keep": 8.0},
)
"""Ways in which seats play: the weight of each kind of action that is possible."""

SHARED: Final = {"draw": 2.0, "discard": 1.0, "fold": 1.0, "challenge": 3.0}

CALLING: Final = (0.0, 0.3, 6.0)
"""Weights of calling tongits where it is possible."""

MELDS_DEALT: Final = (0, 3, 10, 60)
"""Number of melds tried for each hand before it is filled at random."""


@final
class Throw(StrEnum):
    """The cards that seats prefer to discard."""

    ANY = "any"
    LOOSE = "loose"
    """Cards that are in no meld of the hand."""
    DRAWN = "drawn"
    """The card just drawn, so that the hand stays as it was dealt."""
    FITTING = "fitting"
    """Cards that fit a meld on the table."""


Do: TypeAlias = Mapping[str, JSON]

THROW: Final[Do] = {"type": "discard", "card": "the drawn one"}
"""In a hand, stands for the discard of the card just drawn."""


@final
class DifferenceFound(Exception):  # noqa: N818  # not an error: the walk is at its goal
    """The last step of the walk shows a difference between the two rule sets."""


@final
@dataclass(frozen=True, slots=True)
class HandPlayed:
    """One hand of the case that is followed: its deal, and the actions of each seat."""

    deal: Act
    acts: Mapping[int, tuple[Do, ...]]


Staged: TypeAlias = Callable[[int, random.Random], HandPlayed]
"""Makes a hand for a given dealer."""


def hands_of(steps: Iterable[Step]) -> tuple[HandPlayed, ...]:
    """The hands of a play."""
    deals: list[Act] = []
    acts: list[dict[int, list[Do]]] = []
    for step in steps:
        if not isinstance(step, Act):
            continue
        if step.by == CHANCE:
            deals.append(step)
            acts.append({})
        elif acts and isinstance(step.by, int):
            acts[-1].setdefault(step.by, []).append(step.do)
    return tuple(
        HandPlayed(deal, {seat: tuple(done) for seat, done in by_seat.items()})
        for deal, by_seat in zip(deals, acts, strict=True)
    )


@final
@dataclass(frozen=True, slots=True)
class Manner:
    """How the seats play when they do not follow a case."""

    weights: tuple[Mapping[str, float], ...]
    """By seat: the weight of each kind of action."""
    throw: Throw
    faithful: float
    """Probability of following the case where that is possible."""
    looking: float
    """Probability of comparing a view after a step."""


def _manner(chance: random.Random) -> Manner:
    """A random manner, often the same for all seats."""
    ways = [chance.choice(WEIGHTS) for _ in range(SEATS)]
    return _mannered(chance, ways if chance.random() < 0.5 else [ways[0]] * SEATS)


def _mannered(chance: random.Random, ways: Iterable[Mapping[str, float]]) -> Manner:
    shared = {**SHARED, "call_tongits": chance.choice(CALLING)}
    return Manner(
        weights=tuple({**shared, **way} for way in ways),
        throw=chance.choice(tuple(Throw)),
        faithful=chance.choice((0.7, 0.95, 1.0)),
        looking=chance.choice((0.0, 0.2)),
    )


def _quiet(chance: random.Random) -> Manner:
    """A manner in which seats only take written actions, and else draw and discard that card."""
    never = dict.fromkeys(("keep", "call_tongits"), 0.0)
    weights = {**SHARED, **QUIET, **never, "challenge": chance.choice((1.0, 50.0))}
    return Manner((weights,) * SEATS, Throw.DRAWN, faithful=1.0, looking=0.0)


def _all_but(chance: random.Random, seat: int, way: Mapping[str, float]) -> Manner:
    """A manner in which one seat plays in its own way and the others prefer to lay melds."""
    others = chance.choice((MELDING, {**MELDING, "take": 0.0}))
    return _mannered(chance, (way if each == seat else others for each in range(SEATS)))


@final
@dataclass(slots=True)
class Walk:
    """One seeded match under two rule sets."""

    chance: random.Random
    sides: tuple[Match, Match]
    offered: Offered
    hands: deque[HandPlayed]
    """The remaining hands of the case that is followed."""
    manner: Manner
    wanted: dict[int, deque[Do]] = field(default_factory=dict)
    """By seat: its actions in this hand of the case that it has not taken yet."""
    steps: list[Step] = field(default_factory=list)
    stock: deque[str] = field(default_factory=deque)
    drawn: str = ""
    """The card that was drawn last."""
    ahead: int = AHEAD
    """Number of a seat's written actions that are searched for one that is possible now."""

    def act(self, by: int | str, do: Do) -> bool:
        """Play an action, and return whether it was accepted.  Raises DifferenceFound."""
        self.steps.append(Act(by=by, do=dict(do)))
        one, other = (side.act(by, do) for side in self.sides)
        if not (isinstance(one, Refusal) or isinstance(other, Refusal)):
            self.sides = one, other
            if do["type"] == "deal":
                self.stock = deque(do["stock"])
            elif do["type"] == "draw":
                self.drawn = self.stock.popleft()
            return True
        if not (isinstance(one, Refusal) and isinstance(other, Refusal)):
            raise DifferenceFound
        self.steps.pop()
        return False

    def ask(self, step: Ask) -> None:
        """Compare an answer on both sides, if the engine can give it.  Raises DifferenceFound."""
        fields = self.offered.fields.get(step.what, ())
        one, other = (_seen(side, step, fields) for side in self.sides)
        if one != other:
            self.steps.append(step)
            raise DifferenceFound

    def wander(self, hands: int, to_stock: bool = False) -> None:
        """Play this many hands, unless the play gets stuck or too long.  Raises DifferenceFound.

        With ``to_stock``, one seat only draws and discards, so that the stock runs out.
        """
        while len(self.steps) < STEPS:
            (actor, *_) = self.sides[0].actors()
            if not isinstance(actor, int):
                if not hands:
                    return
                hands -= 1
                if to_stock:
                    self._deal_for(self.chance.randrange(SEATS), QUIET, _melds(self.chance))
                else:
                    self._deal()
                continue
            choices = self._choices(actor)
            if not choices:
                return
            do = self._next(actor, choices) if self.chance.random() < self.manner.faithful else None
            self.act(actor, do or self._any(actor, choices))
            if self.is_over():
                self._look()
            elif self.chance.random() < self.manner.looking:
                self.ask(Ask(what="view", seat=self.chance.randrange(SEATS)))

    def stage(self, staged: Staged) -> None:
        """Play a staged hand to its end.  Raises DifferenceFound."""
        self.manner = _quiet(self.chance)
        self.ahead = 1
        for dealer in range(SEATS):
            hand = staged(dealer, self.chance)
            self.wanted = {seat: deque(acts) for seat, acts in hand.acts.items()}
            if self.act(CHANCE, hand.deal.do):
                break
        self.wander(0)

    def _choices(self, seat: int) -> list[Do]:
        """The legal actions of the seat.  Raises DifferenceFound if the sides differ."""
        one, other = (self._offered(side.legal(seat)) for side in self.sides)
        if one != other:
            apart = [do for do in one if do not in other] or [do for do in other if do not in one]
            self.act(seat, apart[0])
        return one

    def _offered(self, choices: Iterable[JSON]) -> list[Do]:
        return [do for do in map(_record, choices) if do["type"] in self.offered.actions]

    def is_over(self) -> bool:
        """Whether a hand has ended."""
        return any(side.result() is not None for side in self.sides)

    def _look(self) -> None:
        self.ask(Ask(what="result"))
        self.ask(Ask(what="view", seat=self.chance.randrange(SEATS)))

    def _next(self, seat: int, choices: Sequence[Do]) -> Do | None:
        """The next action of the seat in the case that is followed; None if none is possible.

        A meld or a call that is not possible yet is kept for later.
        """
        queue = self.wanted.get(seat)
        if not queue:
            return None
        kept: list[Do] = []
        found: Do | None = None
        while queue and found is None and len(kept) < self.ahead:
            do = queue.popleft()
            meant = {**do, "card": self.drawn} if do == THROW else do
            if meant in choices:
                found = meant
            else:
                kept.append(do)
        if found is not None:
            kept = [do for do in kept if do["type"] not in ("draw", "discard")]
        queue.extendleft(reversed(kept))
        return found

    def _any(self, seat: int, choices: Sequence[Do]) -> Do:
        """A random action of a seat, by its manner."""
        by_kind: dict[str, list[Do]] = {}
        for do in choices:
            by_kind.setdefault(_kind(do), []).append(do)
        likely = [self.manner.weights[seat].get(kind, 1.0) + 1e-6 for kind in by_kind]
        kind = self.chance.choices(list(by_kind), likely)[0]
        liked: list[Do] = []
        if kind == "discard" and self.manner.throw is not Throw.ANY:
            cards = self._liked(seat, self.manner.throw)
            liked = [do for do in by_kind[kind] if do["card"] in cards]
        return self.chance.choice(liked or by_kind[kind])

    def _liked(self, seat: int, throw: Throw) -> Collection[str]:
        """The cards that a seat prefers to discard."""
        match throw:
            case Throw.ANY:
                return DECK
            case Throw.DRAWN:
                return (self.drawn,)
            case Throw.LOOSE:
                view: JSON = self.sides[0].view(seat)
                hand = frozenset(pack.parse_all(view["hand"]))
                return pack.texts(hand.difference(*melds_in(hand)))
            case Throw.FITTING:
                view = self.sides[0].view(seat)
                laid = [frozenset(pack.parse_all(meld.get("cards", ()))) for meld in view["melds"]]
                return [pack.text(card) for meld in laid if meld for card in extensions(meld)]
            case _:
                assert_never(throw)

    def _deal(self) -> None:
        """Deal the next hand of the case, moved to the seat that deals now, or a random hand."""
        self.manner = _manner(self.chance)
        if self.hands:
            hand = self.hands.popleft()
            for turned in (hand, *(_turned(hand, seats) for seats in range(1, SEATS))):
                self.wanted = {seat: deque(acts) for seat, acts in turned.acts.items()}
                if self.act(CHANCE, turned.deal.do):
                    return
        if self.chance.random() < 0.25:
            laying_off = self.chance.randrange(SEATS)
            self._deal_for(laying_off, LAYING_OFF, _tails(laying_off, self.chance))
        else:
            self._dealt(_melds(self.chance))

    def _deal_for(self, seat: int, way: Mapping[str, float], parts: Iterable[Holding]) -> None:
        """Deal a hand in which one seat plays in its own way."""
        self.manner = _all_but(self.chance, seat, way)
        self._dealt(parts)

    def _dealt(self, parts: Iterable[Holding]) -> None:
        self.wanted = {}
        for dealer in self.chance.sample(range(SEATS), SEATS):
            if self.act(CHANCE, _deal_with(dealer, parts, self.chance)):
                return

    def again(self, steps: Iterable[Step]) -> None:
        """Play these steps again, without those that are refused.  Raises DifferenceFound."""
        for step in steps:
            if isinstance(step, Act):
                self.act(step.by, step.do)
        if self.is_over():
            self._look()

    def evened(self) -> tuple[Step, ...]:
        """The play with cards exchanged so that totals at its end may be equal.

        Cards that a seat still holds change places with cards of the discard pile or the stock.
        """
        side = self.sides[0]
        result: JSON = side.result()
        seats = self.chance.sample(range(SEATS), self.chance.choice((2, SEATS)))
        totals = [result["deadwood"][seat] for seat in seats]
        aim = self.chance.choice((min(totals), *totals))
        views: list[JSON] = [side.view(seat) for seat in range(SEATS)]
        held = {card for view in views for card in view["hand"]}
        laid = {card for view in views for meld in view["melds"] for card in meld.get("cards", ())}
        free = [card for card in DECK if card not in held | laid]
        names: dict[str, str] = {}
        for seat, total in zip(seats, totals, strict=True):
            self._exchange(views[seat]["hand"], free, aim - total, names)
        last = max(place for place, step in enumerate(self.steps) if _is_deal(step))
        changed = [
            Act(by=step.by, do=renamed(step.do, names)) if isinstance(step, Act) else step
            for step in self.steps[last:]
        ]
        return (*self.steps[:last], *changed)

    def _exchange(
        self, hand: Sequence[str], free: Sequence[str], gap: int, names: dict[str, str]
    ) -> None:
        """Exchange cards of a hand for free ones until its points have changed by ``gap``."""
        for _ in range(EXCHANGED):
            pairs = [
                (abs(gap - POINTS[other] + POINTS[one]), self.chance.random(), one, other)
                for one in hand
                for other in free
                if one not in names and other not in names
            ]
            if not gap or not pairs:
                return
            left, _, one, other = min(pairs)
            if left >= abs(gap):
                return
            gap -= POINTS[other] - POINTS[one]
            names |= {one: other, other: one}


def _melds(chance: random.Random) -> tuple[Holding, ...]:
    """A random number of melds for each seat."""
    return tuple(some_melds(chance, SEATS, chance.choice(MELDS_DEALT)))


def _tails(laying_off: int, chance: random.Random) -> list[Holding]:
    """Short runs for two seats; for the third, the cards that continue them."""
    runs: list[Holding] = []
    above: list[Holding] = []
    below: list[Holding] = []
    others = (seat for seat in range(SEATS) if seat != laying_off)
    for seat, suit in zip(others, chance.sample(pack.SUITS, SEATS - 1), strict=True):
        first = chance.randrange(5)
        cards = tuple(rank + suit for rank in pack.RANKS)
        runs.append((seat, cards[first : first + SMALLEST]))
        above += [(laying_off, (card,)) for card in cards[first + SMALLEST :]]
        below += [(laying_off, (card,)) for card in cards[:first]]
    return [*runs, *above, *below]


def _deal_with(dealer: int, parts: Iterable[Holding], chance: random.Random) -> Do:
    """A deal in which seats hold these parts; parts without room are left out."""
    draft = Draft.begun(MEASURE, SEATS, dealer)
    draft.hold(parts)
    draft.free = chance.sample(draft.free, len(draft.free))
    draft.fill()
    return {"type": "deal", "hands": draft.hands, "stock": draft.free}


def _is_deal(step: Step) -> bool:
    return isinstance(step, Act) and step.by == CHANCE


def renamed(value: JSON, names: Mapping[str, str]) -> JSON:
    """The value with cards exchanged, each card of a list in its place."""
    if isinstance(value, dict):
        return {name: renamed(part, names) for name, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value


def _turned(hand: HandPlayed, seats: int) -> HandPlayed:
    """The same hand with every seat moved on by ``seats`` places."""
    hands = hand.deal.do["hands"]
    turned = [hands[seat - seats] for seat in range(SEATS)]
    deal = Act(by=hand.deal.by, do={**hand.deal.do, "hands": turned})
    return HandPlayed(deal, {(seat + seats) % SEATS: acts for seat, acts in hand.acts.items()})


def _kind(do: Do) -> str:
    """The type of an action; ``keep`` for a discard taken into the hand."""
    kept = do["type"] == "take" and not do.get("with") and not do.get("meld")
    return "keep" if kept else str(do["type"])


def _record(do: JSON) -> dict[str, JSON]:
    return do if isinstance(do, dict) else {}


def _seen(match: Match, step: Ask, fields: Collection[str]) -> JSON:
    if not fields:
        return None
    answer: JSON = match.result() if step.what == "result" else match.view(step.seat)
    if not isinstance(answer, dict):
        return answer
    return {name: answer.get(name) for name in fields}


@final
@dataclass(frozen=True, slots=True)
class Guide:
    """The guide of a walk."""

    setup: Setup
    plays: tuple[HandPlayed, ...]
    """Hands to follow before random play."""
    hands: int = 1
    evens: bool = False
    """Whether totals are made equal at the end of a hand."""
    staged: tuple[Staged, ...] = ()
    """Hands that are played first, if there are any."""


def walk(
    game: GameWire,
    pair: Iterable[object],
    guide: Guide,
    chance: random.Random,
    name: str,
    offered: Offered,
) -> Experiment | None:
    """The experiment from one seeded match; None if it shows no difference."""
    setup, hands = guide.setup, deque(guide.plays)
    if hands and chance.random() < 0.6:
        shaken = chance.randrange(len(hands))
        hands[shaken] = HandPlayed(_shaken(hands[shaken].deal, chance), hands[shaken].acts)
    begun = game.begin({}, setup.players, setup.dealer)
    if isinstance(begun, Refusal):
        raise AssertionError("a match that a case begins is refused")
    one, other = (begun.under(rules) for rules in pair)
    taken = Walk(chance, (one, other), offered, hands, _manner(chance))
    try:
        for staged in guide.staged:
            taken.stage(staged)
        played = chance.randint(1, guide.hands) if guide.evens else guide.hands
        if guide.evens and chance.random() < 0.5:
            taken.wander(played - 1)
            taken.wander(1, to_stock=True)
        else:
            taken.wander(played)
        for _ in range(EVENED if guide.evens else 0):
            if not taken.is_over():
                return None
            steps = taken.evened()
            taken = Walk(chance, (one, other), offered, hands, _manner(chance))
            taken.again(steps)
        taken.wander(guide.hands - played)
    except DifferenceFound:
        steps = tuple(taken.steps)
        numbered = enumerate(steps, start=1)
        fields = {
            number: offered.fields[step.what] for number, step in numbered if isinstance(step, Ask)
        }
        return Experiment(name, game.name, steps, setup=setup, fields=fields)
    return None


def _shaken(deal: Act, chance: random.Random) -> Act:
    """A deal with a few cards exchanged, some of them with cards that are drawn soon."""
    names = {card: card for card in DECK}
    soon = deal.do["stock"][:SOON]
    for _ in range(chance.randrange(1, 4)):
        one, other = chance.sample(DECK, 2)
        if chance.random() < 0.5:
            one = chance.choice(soon)
        names[one], names[other] = names[other], names[one]
    return Act(by=deal.by, do=renamed(deal.do, names))
