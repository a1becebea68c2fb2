"""Carousel over the protocol: its options, its matches and its questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast, final

from meldspec.carousel import game
from meldspec.carousel.notation import (
    read_action,
    read_hand,
    read_melds,
    read_rearrange,
    write_action,
    write_result,
    write_view,
)
from meldspec.carousel.options import DEFAULT, NEEDS, UNPLAYABLE, Rules
from meldspec.carousel.players import begin
from meldspec.carousel.questions import QUESTIONS, named_dealer, refused_table
from meldspec.carousel.score import grounds
from meldspec.carousel.table import Ledger, Melding, Over, State, Table, ledger_of
from meldspec.carousel.view import view
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
    read_field,
    read_first_hand,
    read_integer,
    read_seat,
)

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""

OPTIONS: Final = TABLE.options
"""The options that this reference plays in more than one reading."""

read_rules: Final = TABLE.read


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
        after = game.GAME.step(self.rules, self.state, actor, read_action(do))
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
        acting = game.GAME.actors(self.rules, self.state)
        return tuple("chance" if actor is CHANCE else actor for actor in acting)

    def legal(self, seat: JSON) -> list[JSON]:
        """What would be accepted from the seat, all rearrangements as one.  Raises WireError."""
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
        return answer_perft(game.GAME, self.rules, self.state, depth, write_action)


def flaws(rules: JSON, question: Mapping[str, JSON], answer: Mapping[str, JSON]) -> tuple[str, ...]:
    """The clauses that refuse an answer to ``best`` as a rearrangement of what was asked about.

    Whether it is the best is not looked at.  Raises WireError for what cannot be read.
    """
    seats = read_integer(read_field(question, "players"), "players")
    hand, melds = read_hand(question.get("hand"), "hand"), read_melds(question.get("table"))
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
    after = game.GAME.step(read_rules(rules), Melding(asked), Seat(0), read_rearrange(answer))
    return after.clauses if isinstance(after, Refusal) else ()


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
        named = named_dealer(dealer, seats)
        refused = refused_table(seats)
        return refused or CarouselMatch(chosen, begin(seats, named))

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refused:
        """The answer to a question about stated facts.  Raises WireError and UnplayableError."""
        return self.ask_under(read_rules(rules), what, question)

    def ask_under(self, rules: object, what: str, question: Mapping[str, JSON]) -> JSON | Refused:
        """The same by a rule set of this game.  Raises WireError."""
        if what not in QUESTIONS:
            raise WireError(f"unknown question {what!r}")
        return QUESTIONS[what](_own(rules), question)


CAROUSEL: Final[GameWire] = Carousel()
"""Carousel, for those that play any game."""
