"""Rummy as text: actions, views, results and questions to and from JSON values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast, final

from meldspec.cards import Card, text
from meldspec.codec import write_named, write_receipt, write_record
from meldspec.play import CHANCE, Need, Refusal, Seat
from meldspec.rummy import game
from meldspec.rummy.deal import dealt
from meldspec.rummy.dealer import begin
from meldspec.rummy.match import match_is_over, match_winners
from meldspec.rummy.meld import kind
from meldspec.rummy.options import DEFAULT, FEWEST_SEATS, NEEDS, UNPLAYABLE, Rules
from meldspec.rummy.out import grounds
from meldspec.rummy.players import may_play
from meldspec.rummy.score import counted, settle
from meldspec.rummy.table import (
    Action,
    Cut,
    Deal,
    Discard,
    Draw,
    End,
    LayMeld,
    LayOff,
    Ledger,
    Outcome,
    Over,
    Reshuffle,
    Result,
    State,
    Take,
    ledger_of,
)
from meldspec.rummy.view import view
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
    read_first_hand,
    read_flag,
    read_integer,
    read_list,
    read_piles,
    read_seat,
    write_pile,
)

# ── reading ──────────────────────────────────────────────────────────────────────────────────────

_GAME: Final = "Rummy"


def _cards(value: JSON, name: str) -> tuple[Card, ...]:
    return read_cards(value, name, _GAME)


def _card(record: Mapping[str, JSON], name: str) -> Card:
    return read_card(record, name, _GAME)


def _read_deal(do: Mapping[str, JSON]) -> Deal:
    hands = read_list(do.get("hands"), "hands")
    turned_up: list[JSON] = [read_field(do, "upcard")]
    *dealt, (upcard,), stock = read_piles([*hands, turned_up, do.get("stock")], "hands", _GAME)
    return Deal(tuple(dealt), upcard, stock)


def _read_cut(do: Mapping[str, JSON]) -> Cut:
    words = read_list(do.get("cards"), "cards")
    drawn = iter(_cards([word for word in words if word is not None], "cards"))
    return Cut(tuple(None if word is None else next(drawn) for word in words))


def _read_reshuffle(do: Mapping[str, JSON]) -> Reshuffle:
    return Reshuffle(_cards(do.get("stock"), "stock"))


def _read_meld(do: Mapping[str, JSON]) -> LayMeld:
    return LayMeld(frozenset(_cards(do.get("cards"), "cards")))


def _read_lay_off(do: Mapping[str, JSON]) -> LayOff:
    return LayOff(_card(do, "card"), frozenset(_cards(do.get("meld"), "meld")))


def _read_discard(do: Mapping[str, JSON]) -> Discard:
    return Discard(_card(do, "card"))


_READERS: Final[Mapping[str, Callable[[Mapping[str, JSON]], Action]]] = {
    "deal": _read_deal,
    "cut": _read_cut,
    "reshuffle": _read_reshuffle,
    "draw": lambda do: Draw(),
    "take": lambda do: Take(),
    "meld": _read_meld,
    "lay_off": _read_lay_off,
    "discard": _read_discard,
}


def read_action(do: Mapping[str, JSON]) -> Action:
    """The action that a JSON object names.  Raises WireError."""
    named = read_field(do, "type")
    if not isinstance(named, str) or named not in _READERS:
        raise WireError(f"unknown action type {named!r}")
    return _READERS[named](do)


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def write_action(action: Action) -> dict[str, JSON]:
    """An action as the protocol writes it, in canonical form."""
    if isinstance(action, LayMeld):
        return {"type": "meld", **write_record(action)}
    return write_named(action)


def write_result(rules: Rules, result: Result, ledger: Ledger) -> JSON:
    """A result as the protocol writes it, with the match as it then stands."""
    over = match_is_over(rules, ledger)
    lines = ((line.clause, line.counted, line.winner, line.points) for line in result.receipt)
    return {
        "end": result.outcome.end.value,
        "winner": result.outcome.winner,
        "rummy": result.outcome.rummy,
        "deadwood": list(result.deadwood),
        "points": list(result.points),
        "scores": list(ledger.scores),
        "match_over": over,
        "match_winners": list(match_winners(rules, ledger)) if over else [],
        "receipt": write_receipt(lines, "points"),
    }


# ── rules ────────────────────────────────────────────────────────────────────────────────────────

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""

OPTIONS: Final = TABLE.options
"""The options that this reference plays in more than one reading."""

read_rules: Final = TABLE.read
undefined: Final = TABLE.undefined


# ── the game on the wire ─────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class RummyMatch:
    """A begun match of Rummy."""

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
        return after if isinstance(after, Refusal) else RummyMatch(self.rules, after)

    @property
    def position(self) -> State:
        """Where the match stands, apart from its rules."""
        return self.state

    def under(self, rules: object) -> Match:
        """The match as it stands, played on by another rule set of this game."""
        return RummyMatch(_own(rules), self.state)

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
        return write_record(view(self.rules, self.state, read_seat(seat, "seat", self.seats)))

    def result(self) -> JSON:
        """How the hand ended, or None while it goes on."""
        if not isinstance(self.state, Over):
            return None
        return write_result(self.rules, self.state.result, self.state.table.ledger)

    def grounds(self) -> tuple[str, ...]:
        """The clauses by which the hand was decided; none while it goes on."""
        if not isinstance(self.state, Over):
            return ()
        return grounds(self.state.result.outcome)

    def match_grounds(self) -> tuple[str, ...]:
        """The clause by which the match is over or goes on; none while the hand goes on."""
        if not isinstance(self.state, Over):
            return ()
        by_points = self.rules.match.match_end == "points"
        return (("rummy.match.end-by-points" if by_points else "rummy.match.end-by-hands"),)

    def burned(self) -> tuple[int, ...]:
        """Nobody: Rummy has no such thing."""
        return ()

    def debts(self) -> Sequence[Debt]:
        """None: nobody pays, and the points of a hand are part of the position."""
        return ()

    def perft(self, depth: JSON) -> JSON:
        """Counts of action sequences, in all and by first action.  Raises WireError."""
        return answer_perft(game.GAME, self.rules, self.state, depth, write_action)


def _answer_meld(rules: Rules, question: Mapping[str, JSON]) -> JSON:
    return kind(frozenset(_cards(question.get("cards"), "cards")))


def _answer_deadwood(rules: Rules, question: Mapping[str, JSON]) -> JSON:
    hand = _cards(question.get("hand"), "hand")
    if any(card not in rules.size.pack for card in hand):
        raise WireError("a card stands twice in the hand")
    return counted(rules, frozenset(hand))


def _answer_deal(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    seats = read_integer(read_field(question, "players"), "players")
    dealer = _named_dealer(read_field(question, "dealer"), seats)
    deck = _cards(question.get("deck"), "deck")
    if not may_play(seats):
        return Refusal(("rummy.players.range",))
    if sorted(deck) != sorted(rules.size.pack):
        return Refusal(("rummy.deck.standard",))
    hands, (upcard, *stock) = dealt(rules, seats, dealer, deck)
    return {
        "hands": [write_pile(hand) for hand in hands],
        "upcard": text(upcard),
        "stock": write_pile(stock),
    }


def _named_dealer(value: JSON, seats: int) -> Seat:
    """The dealer of a table of so many; where too few are named, of the smallest that can play."""
    return read_seat(value, "dealer", max(seats, FEWEST_SEATS))


def _answer_settle(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    hands = read_piles(question.get("hands"), "hands", _GAME)
    if any(card not in rules.size.pack for hand in hands for card in hand):
        raise WireError("a card stands twice in the hands")
    named = question.get("winner")
    winner = None if named is None else read_seat(named, "winner", len(hands))
    went_out = winner is not None and not hands[winner]
    rummy = read_flag(question, "rummy")
    if rummy and not went_out:
        raise WireError("'rummy' is true of who has gone out only")
    if not may_play(len(hands)):
        return Refusal(("rummy.players.range",))
    outcome = Outcome(End.OUT if went_out else End.STOCK, winner, rummy)
    result = settle(rules, outcome, tuple(frozenset(hand) for hand in hands))
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
        raise TypeError(f"no rules of Rummy: {rules!r}")
    return cast("Rules", rules)  # open rules have every field, and reading an open one raises


@final
class Rummy:
    """Rummy, spoken in JSON."""

    name = "rummy"
    abilities = ("meld", "deadwood", "deal", "play", "legal", "view", "settle", "perft")

    def readings(self) -> dict[str, list[str | int]]:
        """The options that this reference plays in more than one reading."""
        return TABLE.readings()

    def payment_options(self) -> frozenset[str]:
        """None: nobody pays, and what changes the points can change when the match ends."""
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
        if not may_play(seats):
            return Refusal(("rummy.players.range",))
        return RummyMatch(chosen, begin(seats, named))

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refused:
        """The answer to a question about stated facts.  Raises WireError and UnplayableError."""
        return self.ask_under(read_rules(rules), what, question)

    def ask_under(self, rules: object, what: str, question: Mapping[str, JSON]) -> JSON | Refused:
        """The same by a rule set of this game.  Raises WireError."""
        if what not in _QUESTIONS:
            raise WireError(f"unknown question {what!r}")
        return _QUESTIONS[what](_own(rules), question)


RUMMY: Final[GameWire] = Rummy()
