"""Three Thirteen as text: actions, views, results and questions to and from JSON values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast, final

from meldspec.cards import RANKS, Card, first_copy, text
from meldspec.codec import write_named, write_receipt, write_record
from meldspec.play import CHANCE, Need, Refusal, Seat
from meldspec.three_thirteen import game
from meldspec.three_thirteen.deadwood import deadwood
from meldspec.three_thirteen.deal import dealt
from meldspec.three_thirteen.deck import deck_of, is_whole_deck, packs_suffice
from meldspec.three_thirteen.match import begin, is_a_hand, is_last, match_winners
from meldspec.three_thirteen.meld import kind_of
from meldspec.three_thirteen.options import DEFAULT, FEWEST_SEATS, NEEDS, UNPLAYABLE, Rules
from meldspec.three_thirteen.players import enough_play
from meldspec.three_thirteen.score import settle
from meldspec.three_thirteen.table import (
    DRAW,
    KEEP,
    TAKE,
    Action,
    Deal,
    Discard,
    GoOut,
    Hand,
    Over,
    Reshuffle,
    State,
    ledger_of,
)
from meldspec.three_thirteen.view import View, view
from meldspec.three_thirteen.wild import is_ever_wild
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
    read_card,
    read_cards,
    read_field,
    read_hand_number,
    read_integer,
    read_list,
    read_piles,
    read_seat,
    write_pile,
)

# ── reading ──────────────────────────────────────────────────────────────────────────────────────

_GAME: Final = "Three Thirteen"


def _cards(value: JSON, name: str) -> tuple[Card, ...]:
    return tuple(map(first_copy, read_cards(value, name, _GAME)))


def _hand(value: JSON, name: str) -> Hand:
    return tuple(sorted(_cards(value, name)))


def _card(record: Mapping[str, JSON], name: str) -> Card:
    return read_card(record, name, _GAME)


def _piles(value: JSON, name: str) -> list[tuple[Card, ...]]:
    return [tuple(map(first_copy, pile)) for pile in read_piles(value, name, _GAME)]


def _read_deal(do: Mapping[str, JSON]) -> Deal:
    hands = read_list(do.get("hands"), "hands")
    turned_up: list[JSON] = [read_field(do, "upcard")]
    *dealt, (upcard,), stock = _piles([*hands, turned_up, do.get("stock")], "hands")
    return Deal(tuple(dealt), upcard, stock)


def _read_reshuffle(do: Mapping[str, JSON]) -> Reshuffle:
    return Reshuffle(_cards(do.get("stock"), "stock"))


def _read_discard(do: Mapping[str, JSON]) -> Discard:
    return Discard(_card(do, "card"))


def _read_go_out(do: Mapping[str, JSON]) -> GoOut:
    return GoOut(None if do.get("discard") is None else _card(do, "discard"))


_READERS: Final[Mapping[str, Callable[[Mapping[str, JSON]], Action]]] = {
    "deal": _read_deal,
    "reshuffle": _read_reshuffle,
    "draw": lambda do: DRAW,
    "take": lambda do: TAKE,
    "discard": _read_discard,
    "go_out": _read_go_out,
    "keep": lambda do: KEEP,
}


def read_action(do: Mapping[str, JSON]) -> Action:
    """The action that a JSON object names.  Raises WireError."""
    kind = read_field(do, "type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise WireError(f"unknown action type {kind!r}")
    return _READERS[kind](do)


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def write_action(action: Action) -> dict[str, JSON]:
    """An action as the protocol writes it, in canonical form."""
    return write_named(action)


def write_view(seen: View) -> JSON:
    """A view as the protocol writes it."""
    return write_record(seen, wild=RANKS[seen.wild])


def write_result(rules: Rules, over: Over) -> JSON:
    """A result as the protocol writes it, with the match as it then stands."""
    result, ledger = over.result, over.table.ledger
    ended = is_last(rules, over.table.hand_number)
    lines = ((line.clause, line.seat, line.seat, line.points) for line in result.receipt)
    return {
        "end": "out",
        "winner": result.out,
        "deadwood": list(result.deadwood),
        "points": list(result.points),
        "scores": list(ledger.scores),
        "match_over": ended,
        "match_winners": list(match_winners(rules, ledger)) if ended else [],
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
@dataclass(frozen=True, slots=True)
class ThreeThirteenMatch:
    """A begun match of Three Thirteen."""

    rules: Rules
    state: State

    @property
    def seats(self) -> int:
        """How many seats play."""
        return ledger_of(self.state).seats

    def act(self, by: JSON, do: Mapping[str, JSON]) -> Match | Refused:
        """The match after an action, or its refusal.  Raises WireError."""
        actor = read_actor(by, self.seats)
        after = game.GAME.step(self.rules, self.state, actor, read_action(do))
        return after if isinstance(after, Refusal) else ThreeThirteenMatch(self.rules, after)

    @property
    def position(self) -> State:
        """Where the match stands, apart from its rules."""
        return self.state

    def under(self, rules: object) -> Match:
        """The match as it stands, played on by another rule set of this game."""
        return ThreeThirteenMatch(_own(rules), self.state)

    def actors(self) -> tuple[str | int, ...]:
        """Who may act now; nobody once the match is over."""
        return tuple(
            "chance" if actor is CHANCE else actor
            for actor in game.GAME.actors(self.rules, self.state)
        )

    def legal(self, seat: JSON) -> list[JSON]:
        """Every action that would be accepted from the seat.  Raises WireError."""
        actions = game.GAME.legal(self.rules, self.state, read_seat(seat, "seat", self.seats))
        return [write_action(action) for action in actions]

    def view(self, seat: JSON) -> JSON:
        """What the seat may see.  Raises WireError."""
        return write_view(view(self.rules, self.state, read_seat(seat, "seat", self.seats)))

    def result(self) -> JSON:
        """How the hand ended, or None while it goes on."""
        return write_result(self.rules, self.state) if isinstance(self.state, Over) else None

    def grounds(self) -> tuple[str, ...]:
        """The clauses by which the hand was decided; none while it goes on."""
        return ("three-thirteen.out.hand-ends",) if isinstance(self.state, Over) else ()

    def match_grounds(self) -> tuple[str, ...]:
        """None: no two clauses end a match."""
        return ()

    def burned(self) -> tuple[int, ...]:
        """Nobody: Three Thirteen has no such thing."""
        return ()

    def debts(self) -> Sequence[Debt]:
        """None: nobody pays, and the points of a hand are part of the position."""
        return ()

    def perft(self, depth: JSON) -> JSON:
        """Counts of action sequences, in all and by first action.  Raises WireError."""
        return answer_perft(game.GAME, self.rules, self.state, depth, write_action)


def _read_wild(question: Mapping[str, JSON]) -> int:
    """A rank by its letter.  Raises WireError."""
    letter = read_field(question, "wild")
    if not isinstance(letter, str) or len(letter) != 1 or letter not in RANKS:
        raise WireError(f"'wild' is no rank: {letter!r}")
    return RANKS.index(letter)


def _answer_meld(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    cards, wild = _hand(question.get("cards"), "cards"), _read_wild(question)
    if not is_ever_wild(rules, wild):
        return Refusal(("three-thirteen.wild.schedule",))
    found = kind_of(rules, cards, wild)
    return None if found is None else found.value


def _answer_deadwood(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    hand, wild = _hand(question.get("hand"), "hand"), _read_wild(question)
    _check_size(rules, hand, "hand")
    if not is_ever_wild(rules, wild):
        return Refusal(("three-thirteen.wild.schedule",))
    return deadwood(rules, hand, wild)


def _check_size(rules: Rules, hand: Sequence[Card], name: str) -> None:
    """Raises WireError for more cards than those of the last deal and one drawn."""
    most = rules.size.hand(rules.size.hands) + 1
    if len(hand) > most:
        raise WireError(f"{name!r} has {len(hand)} cards; no hand has more than {most}")


def _refused_table(rules: Rules, seats: int, hand_number: int) -> Refusal | None:
    """Why so many cannot play such a hand, if they cannot."""
    failing = (
        ("three-thirteen.players.min", enough_play(seats)),
        ("three-thirteen.match.eleven", is_a_hand(rules, hand_number)),
    )
    clauses = tuple(clause for clause, holds in failing if not holds)
    return Refusal(clauses) if clauses else None


def _answer_deal(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    seats = read_integer(read_field(question, "players"), "players")
    dealer = _named_dealer(read_field(question, "dealer"), seats)
    hand_number = read_hand_number(question.get("hand_number"))
    deck = _cards(question.get("deck"), "deck")
    refused = _refused_table(rules, seats, hand_number)
    if refused is not None:
        return refused
    if not packs_suffice(rules, seats):
        return Refusal(("three-thirteen.deck.six-at-most",))
    if not is_whole_deck(rules, seats, deck):
        return Refusal((deck_of(seats),))
    hands, (upcard, *stock) = dealt(rules, seats, dealer, hand_number, deck)
    return {
        "hands": [write_pile(hand) for hand in hands],
        "upcard": text(upcard),
        "stock": write_pile(stock),
    }


def _named_dealer(value: JSON, seats: int) -> Seat:
    """The dealer of a table of so many; where too few are named, of the smallest that can play."""
    return read_seat(value, "dealer", max(seats, FEWEST_SEATS))


def _answer_settle(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    hands = tuple(tuple(sorted(hand)) for hand in _piles(question.get("hands"), "hands"))
    out = read_seat(read_field(question, "out"), "out", len(hands))
    hand_number = read_hand_number(question.get("hand_number"))
    for hand in hands:
        _check_size(rules, hand, "hands")
    held = Counter(card for hand in hands for card in hand)
    if held - Counter(rules.size.deck(len(hands))):
        raise WireError("a card stands more often in the hands than the packs have it")
    refused = _refused_table(rules, len(hands), hand_number)
    if refused is not None:
        return refused
    result = settle(rules, hand_number, out, hands)
    return {"deadwood": list(result.deadwood), "points": list(result.points)}


_QUESTIONS: Final[Mapping[str, Callable[[Rules, Mapping[str, JSON]], JSON | Refusal]]] = {
    "meld": _answer_meld,
    "deadwood": _answer_deadwood,
    "deal": _answer_deal,
    "settle": _answer_settle,
}


def _own(rules: object) -> Rules:
    """A rule set of this game, or one that stands in for it with readings left open."""
    if not isinstance(rules, Rules | OpenRules):
        raise TypeError(f"no rules of Three Thirteen: {rules!r}")
    return cast("Rules", rules)  # open rules have every field, and reading an open one raises


@final
class ThreeThirteen:
    """Three Thirteen, spoken in JSON."""

    name = "three-thirteen"
    abilities = (
        "meld",
        "deadwood",
        "deal",
        "play",
        "legal",
        "view",
        "settle",
        "perft",
        "late-start",
    )

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
        """A new match before its first deal, which may be that of a later hand.

        Raises WireError and UnplayableError.
        """
        chosen = read_rules(rules)
        seats = read_integer(players, "players")
        named = _named_dealer(dealer, seats)
        number = read_hand_number(hand_number)
        refused = _refused_table(chosen, seats, number)
        if refused is not None:
            return refused
        return ThreeThirteenMatch(chosen, begin(seats, named, number))

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refused:
        """The answer to a question about stated facts.  Raises WireError and UnplayableError."""
        return self.ask_under(read_rules(rules), what, question)

    def ask_under(self, rules: object, what: str, question: Mapping[str, JSON]) -> JSON | Refused:
        """The same by a rule set of this game.  Raises WireError."""
        if what not in _QUESTIONS:
            raise WireError(f"unknown question {what!r}")
        return _QUESTIONS[what](_own(rules), question)


THREE_THIRTEEN: Final[GameWire] = ThreeThirteen()
