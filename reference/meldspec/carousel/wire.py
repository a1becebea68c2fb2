"""Carousel as text: actions, views, results and questions to and from JSON values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, cast, final

from meldspec.cards import JOKER, Card, first_copy, parse, text
from meldspec.carousel import rules as play
from meldspec.carousel.actions import (
    DECLINE,
    DRAW,
    KNOCK,
    SOME_REARRANGEMENT,
    Action,
    Deal,
    Rearrange,
)
from meldspec.carousel.options import (
    DEFAULT,
    FEWEST_SEATS,
    MOST_SEATS,
    NEEDS,
    UNPLAYABLE,
    Rules,
)
from meldspec.carousel.rearranging import are_declared, best, kind_of
from meldspec.carousel.settlement import (
    deadwood,
    entered,
    grounds,
    match_is_over,
    match_winners,
    may_knock,
    settle,
    totals,
)
from meldspec.carousel.state import (
    Hand,
    Ledger,
    Melding,
    Over,
    Result,
    State,
    Table,
    as_cards,
    ledger_of,
    sorted_melds,
)
from meldspec.carousel.view import View, view
from meldspec.codec import write_named, write_receipt, write_record
from meldspec.manipulation import By, Laid, Placed, is_stand_in, stand_in, stands_for
from meldspec.manipulation import Table as Melds
from meldspec.play import CHANCE, Need, Refusal, Seat
from meldspec.undecided import OpenRules
from meldspec.wire import (
    JSON,
    Debt,
    GameWire,
    Match,
    OptionTable,
    Refused,
    WireError,
    answer_perft,
    read_actor,
    read_cards_and_jokers,
    read_field,
    read_first_hand,
    read_integer,
    read_list,
    read_seat,
    write_cards,
    write_pile,
)

# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def _cards(value: JSON, name: str) -> tuple[Card, ...]:
    return tuple(map(first_copy, read_cards_and_jokers(value, name)))


def _hand(value: JSON, name: str) -> Hand:
    return tuple(sorted(_cards(value, name)))


def _hands(value: JSON) -> tuple[Hand, ...]:
    return tuple(_hand(hand, "hands") for hand in read_list(value, "hands"))


def _placed(word: JSON, name: str) -> Placed:
    """A card on the table, where a joker may be written with what it stands for."""
    if not isinstance(word, str):
        raise WireError(f"{name!r} holds something that is no card: {word!r}")
    joker, star, named = word.strip().partition("*")
    try:
        if star and named and not joker:
            card = parse(named)
            if card == JOKER:
                raise ValueError(f"not a card: {word!r}")
            return stand_in(card)
        return Placed(parse(word))
    except ValueError as problem:
        raise WireError(f"{name!r}: {problem}") from None


def _laid(value: JSON, name: str) -> Laid:
    return tuple(sorted(_placed(word, name) for word in read_list(value, name)))


def _melds(value: JSON) -> Melds:
    return sorted_melds(_laid(meld, "table") for meld in read_list(value, "table"))


def _read_deal(do: Mapping[str, JSON]) -> Deal:
    hands = read_list(do.get("hands"), "hands")
    return Deal(
        tuple(_cards(hand, "hands") for hand in hands),
        _cards(do.get("stock"), "stock"),
    )


def _read_rearrange(do: Mapping[str, JSON]) -> Rearrange:
    return Rearrange(_melds(do.get("table")), _hand(do.get("cards"), "cards"))


_READERS: Final[Mapping[str, Callable[[Mapping[str, JSON]], Action]]] = {
    "deal": _read_deal,
    "draw": lambda do: DRAW,
    "rearrange": _read_rearrange,
    "knock": lambda do: KNOCK,
    "decline": lambda do: DECLINE,
}


def read_action(do: Mapping[str, JSON]) -> Action:
    """The action that a JSON object names.  Raises WireError."""
    kind = read_field(do, "type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise WireError(f"unknown action type {kind!r}")
    return _READERS[kind](do)


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def write_placed(placed: Placed) -> str:
    """A card on the table, a joker with what it stands for."""
    return f"*{text(stands_for(placed))}" if is_stand_in(placed) else text(Card(placed))


def write_table(melds: Melds) -> list[JSON]:
    """Melds in printing order, each by the cards that its jokers stand for."""
    return [_written(meld) for meld in sorted(map(_in_order, melds), key=_cards_of)]


def _written(meld: Laid) -> JSON:
    return [write_placed(placed) for placed in meld]


def _in_order(meld: Laid) -> Laid:
    return tuple(sorted(meld, key=lambda placed: (stands_for(placed), placed)))


def _cards_of(meld: Laid) -> list[tuple[Card, Placed]]:
    return [(stands_for(placed), placed) for placed in meld]


def write_action(action: Action) -> dict[str, JSON]:
    """An action as the protocol writes it, in canonical form."""
    match action:
        case Rearrange() if action == SOME_REARRANGEMENT:
            return {"type": "rearrange"}
        case Rearrange(melds, cards):
            return {"type": "rearrange", "table": write_table(melds), "cards": write_cards(cards)}
        case _:
            return write_named(action)


def write_view(seen: View) -> JSON:
    """A view as the protocol writes it."""
    return write_record(seen, table=write_table(seen.table))


def write_outcome(rules: Rules, result: Result, ledger: Ledger) -> dict[str, JSON]:
    """Who has won a hand, what it has brought, and the match as it then stands."""
    ended = match_is_over(rules, ledger)
    return {
        "winners": list(result.winners),
        "deadwood": list(result.deadwood),
        "points": list(result.points),
        "scores": list(ledger.scores),
        "boxes": list(ledger.boxes),
        "match_over": ended,
        "match_winners": list(match_winners(rules, ledger)) if ended else [],
        "totals": list(totals(rules, ledger)) if ended else [],
    }


def write_result(rules: Rules, over: Over) -> JSON:
    """A result as the protocol writes it."""
    result = over.result
    lines = ((line.clause, line.counted, line.winner, line.points) for line in result.receipt)
    return {
        "end": result.end.value,
        "knocker": result.knocker,
        **write_outcome(rules, result, over.table.ledger),
        "receipt": write_receipt(lines, "points"),
    }


# ── rules ────────────────────────────────────────────────────────────────────────────────────────

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""

OPTIONS: Final = TABLE.options
"""The options that this reference plays in more than one reading."""

read_rules: Final = TABLE.read


# ── the game on the wire ─────────────────────────────────────────────────────────────────────────


@final
class _Play:
    """The functions of the play as one object, for those that work on any game."""

    actors = staticmethod(play.actors)
    step = staticmethod(play.step)
    legal = staticmethod(play.legal)


PLAY: Final = _Play()
"""Carousel for functions over any game."""


@final
@dataclass(frozen=True, slots=True)
class CarouselMatch:
    """A begun match of Carousel."""

    rules: Rules
    state: State

    @property
    def seats(self) -> int:
        """How many seats play."""
        return ledger_of(self.state).seats

    def act(self, by: JSON, do: Mapping[str, JSON]) -> Match | Refused:
        """The match after an action, or its refusal.  Raises WireError."""
        actor = read_actor(by, self.seats)
        after = play.step(self.rules, self.state, actor, read_action(do))
        return after if isinstance(after, Refusal) else CarouselMatch(self.rules, after)

    @property
    def position(self) -> State:
        """Where the match stands, apart from its rules."""
        return self.state

    def under(self, rules: object) -> Match:
        """The match as it stands, played on by another rule set of this game."""
        return CarouselMatch(_own(rules), self.state)

    def actors(self) -> tuple[str | int, ...]:
        """Who may act now; nobody once the match is over."""
        return tuple(
            "chance" if actor is CHANCE else actor for actor in play.actors(self.rules, self.state)
        )

    def legal(self, seat: JSON) -> list[JSON]:
        """What would be accepted from the seat, all rearrangements as one.  Raises WireError."""
        actions = play.legal(self.rules, self.state, read_seat(seat, "seat", self.seats))
        return [write_action(action) for action in actions]

    def view(self, seat: JSON) -> JSON:
        """What the seat may see.  Raises WireError."""
        return write_view(view(self.rules, self.state, read_seat(seat, "seat", self.seats)))

    def result(self) -> JSON:
        """How the hand ended, or None while it goes on."""
        return write_result(self.rules, self.state) if isinstance(self.state, Over) else None

    def grounds(self) -> tuple[str, ...]:
        """The clauses by which the hand was decided; none while it goes on."""
        if not isinstance(self.state, Over):
            return ()
        return grounds(self.state.result)

    def match_grounds(self) -> tuple[str, ...]:
        """None: no two clauses end a match."""
        return ()

    def burned(self) -> tuple[int, ...]:
        """Nobody: Carousel has no such thing."""
        return ()

    def debts(self) -> Sequence[Debt]:
        """None: nobody pays, and the points of a hand are part of the position."""
        return ()

    def perft(self, depth: JSON) -> JSON:
        """Counts of action sequences, in all and by first action.  Raises WireError."""
        return answer_perft(PLAY, self.rules, self.state, depth, write_action)


# ── facts without a play ─────────────────────────────────────────────────────────────────────────

Answer: TypeAlias = "JSON | Refusal"


def _answer_meld(rules: Rules, question: Mapping[str, JSON]) -> Answer:
    found = kind_of(rules, _laid(question.get("cards"), "cards"))
    return None if found is None else found.value


def _refused_melds(rules: Rules, melds: Melds) -> Refusal | None:
    """Why no table can be as it was stated, if that is so."""
    if not are_declared(melds):
        return Refusal(("carousel.joker.declare",))
    whole = all(kind_of(rules, meld) for meld in melds)
    return None if whole else Refusal(("carousel.rearrange.end-valid",))


def _refused_table(seats: int) -> Refusal | None:
    """Why so many cannot play, if they cannot."""
    return None if play.may_play(seats) else Refusal(("carousel.players.range",))


def _answer_deadwood(rules: Rules, question: Mapping[str, JSON]) -> Answer:
    hand, melds = _hand(question.get("hand"), "hand"), _melds(question.get("table"))
    _check_copies(rules, MOST_SEATS, melds, (hand,))
    cards = as_cards(melds) + Counter(hand)
    packs = max((cards[card] for card in cards if card != JOKER), default=1)
    return _refused_melds(rules, melds) or deadwood(rules, packs, melds, hand)


def _named_dealer(value: JSON, seats: int) -> Seat:
    """The dealer of a table of so many; where too few are named, of the smallest that can play."""
    return read_seat(value, "dealer", max(seats, FEWEST_SEATS))


def _answer_deal(rules: Rules, question: Mapping[str, JSON]) -> Answer:
    seats = read_integer(read_field(question, "players"), "players")
    dealer = _named_dealer(read_field(question, "dealer"), seats)
    deck = _cards(question.get("deck"), "deck")
    refused = _refused_table(seats)
    if refused is not None:
        return refused
    if not play.is_whole_deck(rules, seats, deck):
        return Refusal((play.deck_of(seats),))
    hands, stock = play.dealt(rules, seats, dealer, deck)
    return {"hands": [write_pile(hand) for hand in hands], "stock": write_pile(stock)}


def _check_copies(rules: Rules, seats: int, melds: Melds, hands: Iterable[Hand]) -> None:
    """Raises WireError for more cards of one kind than so many seats play with."""
    cards = as_cards(melds) + Counter(card for hand in hands for card in hand)
    jokers = rules.size.packs(seats)
    if cards[Card(JOKER)] > jokers:
        jokers = play.joker_count(rules, seats)
    if cards - Counter(rules.size.deck(seats, jokers)):
        raise WireError("a card stands more often in the hands or on the table than it is there")


def _tally(question: Mapping[str, JSON], name: str, seats: int) -> tuple[int, ...]:
    """A number for each seat; noughts where none are stated.  Raises WireError."""
    numbers = tuple(read_integer(number, name) for number in read_list(question.get(name), name))
    if numbers and len(numbers) != seats:
        raise WireError(f"{name!r} has {len(numbers)} entries for {seats} hands")
    if any(number < 0 for number in numbers):
        raise WireError(f"a number below nought in {name!r}")
    return numbers or (0,) * seats


def _answer_settle(rules: Rules, question: Mapping[str, JSON]) -> Answer:
    hands, melds = _hands(question.get("hands")), _melds(question.get("table"))
    seats = len(hands)
    named = question.get("knocker")
    knocker = None if named is None else read_seat(named, "knocker", seats)
    before = Ledger(_tally(question, "scores", seats), _tally(question, "boxes", seats))
    _check_copies(rules, seats, melds, hands)
    refused = _refused_table(seats) or _refused_melds(rules, melds)
    if refused is not None:
        return refused
    packs = rules.size.packs(seats)
    if knocker is not None and not may_knock(rules, packs, melds, hands[knocker]):
        return Refusal(("carousel.knock.threshold",))
    result = settle(rules, knocker, hands, melds)
    return write_outcome(rules, result, entered(before, result))


def _read_by(value: JSON) -> By:
    """What there should be most of.  Raises WireError."""
    for by in (By.CARDS, By.POINTS):
        if value == by.value:
            return by
    raise WireError(f"'by' is neither cards nor points: {value!r}")


def _answer_best(rules: Rules, question: Mapping[str, JSON]) -> Answer:
    seats = read_integer(read_field(question, "players"), "players")
    hand, melds = _hand(question.get("hand"), "hand"), _melds(question.get("table"))
    by = _read_by(read_field(question, "by"))
    _check_copies(rules, seats, melds, (hand,))
    refused = _refused_table(seats) or _refused_melds(rules, melds)
    if refused is not None:
        return refused
    found = best(rules, rules.size.packs(seats), melds, hand, by)
    if found is None:
        return None
    return {
        "cards": write_cards(found.cards),
        "points": found.points,
        "table": write_table(found.table),
    }


def flaws(rules: JSON, question: Mapping[str, JSON], answer: Mapping[str, JSON]) -> tuple[str, ...]:
    """The clauses that refuse an answer to ``best`` as a rearrangement of what was asked about.

    Whether it is the best is not looked at.  Raises WireError for what cannot be read.
    """
    seats = read_integer(read_field(question, "players"), "players")
    hand, melds = _hand(question.get("hand"), "hand"), _melds(question.get("table"))
    asked = Table(
        dealer=Seat(seats - 1),
        mover=Seat(0),
        hands=(hand, *(((),) * (seats - 1))),
        stock=(),
        melds=melds,
        draws=1,
        passed=0,
        ledger=Ledger((0,) * seats, (0,) * seats),
    )
    after = play.step(read_rules(rules), Melding(asked), Seat(0), _read_rearrange(answer))
    return after.clauses if isinstance(after, Refusal) else ()


_QUESTIONS: Final[Mapping[str, Callable[[Rules, Mapping[str, JSON]], Answer]]] = {
    "meld": _answer_meld,
    "deadwood": _answer_deadwood,
    "deal": _answer_deal,
    "settle": _answer_settle,
    "best": _answer_best,
}


def _own(rules: object) -> Rules:
    """A rule set of this game, or one that stands in for it with readings left open."""
    if not isinstance(rules, Rules | OpenRules):
        raise TypeError(f"no rules of Carousel: {rules!r}")
    return cast("Rules", rules)  # open rules have every field, and reading an open one raises


@final
class Carousel:
    """Carousel, spoken in JSON."""

    name = "carousel"
    abilities = ("meld", "deadwood", "deal", "play", "legal", "view", "settle", "best", "perft")

    def readings(self) -> dict[str, list[str | int]]:
        """The options that this reference plays in more than one reading."""
        return TABLE.readings()

    def payment_options(self) -> frozenset[str]:
        """None: nobody pays, and what changes the points changes who wins the match."""
        return frozenset()

    def needs(self) -> tuple[Need, ...]:
        """Which readings need others beside them."""
        return NEEDS

    def rule_set(self, rules: JSON) -> object:
        """The rule set that a request names.  Raises WireError and UnplayableError."""
        return read_rules(rules)

    def open_rules(self, chosen: Mapping[str, str | int], read: set[str] | None = None) -> object:
        """A rule set with only these readings chosen; whoever reads another is told so."""
        return TABLE.open(chosen, read)

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refused:
        """A new match before its first deal.  Raises WireError and UnplayableError."""
        chosen = read_rules(rules)
        read_first_hand(hand_number)
        seats = read_integer(players, "players")
        named = _named_dealer(dealer, seats)
        refused = _refused_table(seats)
        return refused or CarouselMatch(chosen, play.begin(seats, named))

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refused:
        """The answer to a question about stated facts.  Raises WireError and UnplayableError."""
        return self.ask_under(read_rules(rules), what, question)

    def ask_under(self, rules: object, what: str, question: Mapping[str, JSON]) -> JSON | Refused:
        """The same by a rule set of this game.  Raises WireError."""
        if what not in _QUESTIONS:
            raise WireError(f"unknown question {what!r}")
        return _QUESTIONS[what](_own(rules), question)


CAROUSEL: Final[GameWire] = Carousel()
"""Carousel, for those that play any game."""
