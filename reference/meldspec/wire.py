"""The games as text: what an engine process needs to speak the protocol.

A game's own ``spoken`` module says how its actions, views and questions become JSON values; this
module reads and writes the values that all games share.  An engine reaches a game only through
``GameWire`` and ``Match``.  Every function that reads raises WireError for a value that is missing
or of a wrong kind.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import (
    Final,
    Protocol,
    TypeAlias,
    final,
)

from meldspec.cards import JOKER, Card, is_joker, parse, parse_all, text, texts
from meldspec.placed import Laid, Placed, Table, is_stand_in, sorted_melds, stand_in, stands_for
from meldspec.play import (
    CHANCE,
    Actor,
    Need,
    Refusal,
    Seat,
)

JSON: TypeAlias = "bool | int | str | list[JSON] | dict[str, JSON] | None"


class WireError(ValueError):
    """A request that cannot be read or understood; the reply is ``error`` with this text."""


class UnplayableError(ValueError):
    """A request that is understood but that this engine cannot play; the reply is ``skipped``."""


@final
@dataclass(frozen=True, slots=True)
class Debt:
    """A payment rule for one loser: its clause, the seats, and how many chips are owed."""

    clause: str
    payer: int
    payee: int
    chips: Callable[[object], int]
    """Chips owed under a rule set of the game."""


class Ended(Hashable, Protocol):
    """The end of a hand by which seats pay; equal ends are paid alike."""

    def burned(self, rules: object) -> tuple[int, ...]:
        """The seats that are burned under a rule set of the game."""

    def debts(self) -> Sequence[Debt]:
        """Every payment rule for every loser, owed or not; none without a winner."""

    def unpaid(self) -> tuple[str, ...]:
        """The clauses by which nobody pays, for an end without a winner."""


@final
@dataclass(frozen=True, slots=True)
class Messages:
    """The records of a game that become messages of the protocol."""

    chance: Mapping[str, type]
    """The actions of chance, by their type."""
    seats: Mapping[str, type]
    """The actions of seats."""
    view: type
    result: type
    facts: Mapping[str, type]
    """The record of the facts that each question states."""
    answers: Mapping[str, type]
    """The records of answers to these questions, where they are records."""

    @property
    def actions(self) -> dict[str, type]:
        """All actions, by their type."""
        return {**self.chance, **self.seats}


class Match(Protocol):
    """A begun match, immutable: acting returns the match that follows."""

    def act(self, by: JSON, do: Mapping[str, JSON]) -> Match | Refusal:
        """The match after an action of ``by`` (a seat, or ``"chance"``), or why it is refused.

        Raises WireError when the action cannot be read.
        """

    @property
    def position(self) -> Hashable:
        """Where the match stands, apart from its rules; equal positions go on alike."""

    def under(self, rules: object) -> Match:
        """The match as it stands, to be played on under another rule set of its game."""

    def actors(self) -> tuple[str | int, ...]:
        """Who may act now: seats in order of play, ``("chance",)``, or nobody."""

    def legal(self, seat: JSON) -> list[JSON]:
        """Every action that would be accepted from the seat, once, in canonical form and order."""

    def view(self, seat: JSON) -> JSON:
        """What the seat may see."""

    def result(self) -> JSON:
        """How the hand ended, or None while it goes on."""

    def grounds(self) -> tuple[str, ...]:
        """The clauses by which the hand was decided; none while it goes on."""

    def match_grounds(self) -> tuple[str, ...]:
        """The clauses by which the match is over or goes on; none where no hand has ended."""

    def burned(self) -> tuple[int, ...]:
        """The seats that are burned; none while the hand goes on."""

    def debts(self) -> Sequence[Debt]:
        """Every payment rule for every loser of a hand that was won, owed or not."""

    def perft(self, depth: JSON) -> JSON:
        """Counts of sequences of ``depth`` accepted seat actions, in all and by first action."""


class GameWire(Protocol):
    """One game, spoken in JSON."""

    @property
    def name(self) -> str:
        """The game id, such as ``tongits``."""

    @property
    def abilities(self) -> tuple[str, ...]:
        """What may be asked of this game: ``meld``, ``deadwood``, ``deal``, ``play``, …"""

    @property
    def messages(self) -> Messages:
        """The records of its actions, views, results, questions and answers."""

    def readings(self) -> dict[str, list[str | int]]:
        """The options that this reference plays in more than one reading."""

    def payment_options(self) -> frozenset[str]:
        """The options that change payments and nothing else of a hand."""

    def needs(self) -> tuple[Need, ...]:
        """The readings that leave play undefined without a certain reading of another option."""

    def rule_set(self, rules: JSON) -> object:
        """The game's own record of the rule set that a request names.

        Raises WireError for unreadable rules, UnplayableError for a reading not played.
        """

    def open_rules(self, chosen: Mapping[str, str | int], read: set[str] | None = None) -> object:
        """A rule set with these readings chosen and all others open.

        Reading an open one raises meldspec.undecided.UndecidedError.  ``read`` gathers the names of
        the chosen ones that are read.
        """

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refusal:
        """A new match before its first deal; it begins with the first hand unless another is named.

        Raises WireError for unreadable rules or seats, UnplayableError for a reading not played and
        for a later hand in a game whose matches always begin with the first.
        """

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer to a question about stated facts, such as ``deadwood`` or ``settle``.

        Raises WireError for an unknown question or facts that cannot be read.
        """

    def ask_under(self, rules: object, what: str, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer under a rule set of this game."""

    def facts_ended(self, rules: object, what: str, question: Mapping[str, JSON]) -> Ended | None:
        """The end of a hand in the facts, under a rule set; None for facts by which nobody pays."""


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def read_field(record: Mapping[str, JSON], name: str) -> JSON:
    """A field that must be there."""
    if name not in record:
        raise WireError(f"{name!r} is missing")
    return record[name]


def read_list(value: JSON, name: str) -> list[JSON]:
    """A list; one that is absent is empty."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise WireError(f"{name!r} is not a list")
    return value


def read_record(value: JSON, name: str) -> dict[str, JSON]:
    """An object."""
    if not isinstance(value, dict):
        raise WireError(f"{name!r} is not an object")
    return value


def read_integer(value: JSON, name: str) -> int:
    """An integer; true and false are refused."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise WireError(f"{name!r} is not an integer")
    return value


MOST_PLAYERS: Final = 1000
"""The most seats of a table that is read. A game may have no limit, but a machine has one."""


def read_players(value: JSON) -> int:
    """A number of players; more than ``MOST_PLAYERS`` are refused, before any game is asked."""
    players = read_integer(value, "players")
    if players > MOST_PLAYERS:
        raise WireError(f"'players' is more than {MOST_PLAYERS}")
    return players


def read_flag(record: Mapping[str, JSON], name: str) -> bool:
    """A truth value; one that is absent is false."""
    value = record.get(name)
    if value is not None and not isinstance(value, bool):
        raise WireError(f"{name!r} is not true or false")
    return value is True


def read_seat(value: JSON, name: str, seats: int) -> Seat:
    """A seat of a table with this number of seats."""
    seat = read_integer(value, name)
    if not 0 <= seat < seats:
        raise WireError(f"{name!r} is no seat: {seat}")
    return Seat(seat)


def read_hand_number(value: JSON) -> int:
    """The number of a hand; 1 where it is absent."""
    return 1 if value is None else read_integer(value, "hand_number")


def read_first_hand(value: JSON) -> None:
    """Checks the number of a hand in a game whose matches always begin with the first.

    Raises UnplayableError for any other number.
    """
    number = read_hand_number(value)
    if number != 1:
        raise UnplayableError(f"'hand_number' is {number}: every match begins with the first hand")


def read_actor(by: JSON, seats: int) -> Actor:
    """A seat, or ``"chance"``.  Raises WireError."""
    return CHANCE if by == "chance" else read_seat(by, "by", seats)


def read_cards_and_jokers(value: JSON, name: str) -> tuple[Card, ...]:
    """Cards in the order given; a repeated card is the copy of another pack.  Raises WireError."""
    words = []
    for word in read_list(value, name):
        if not isinstance(word, str):
            raise WireError(f"{name!r} holds something that is no card: {word!r}")
        words.append(word)
    try:
        return parse_all(words)
    except ValueError as problem:
        raise WireError(f"{name!r}: {problem}") from None


def read_cards(value: JSON, name: str, game: str) -> tuple[Card, ...]:
    """Cards of a game without jokers, where a joker is refused; ``game`` is its name in print."""
    cards = read_cards_and_jokers(value, name)
    if any(is_joker(card) for card in cards):
        raise WireError(f"{name!r}: {game} has no jokers")
    return cards


def read_piles(value: JSON, name: str, game: str) -> tuple[tuple[Card, ...], ...]:
    """Hands and other piles of a deal, with repeated cards told apart across all of them."""
    piles = [read_list(pile, name) for pile in read_list(value, name)]
    cards = iter(read_cards([word for pile in piles for word in pile], name, game))
    return tuple(tuple(next(cards) for _ in pile) for pile in piles)


def read_laid(value: JSON, name: str) -> Laid:
    """The cards of one meld on a shared table.  Raises WireError."""
    return tuple(sorted(_read_placed(word, name) for word in read_list(value, name)))


def read_melds(value: JSON, name: str) -> Table:
    """The melds of a shared table.  Raises WireError."""
    return sorted_melds(read_laid(meld, name) for meld in read_list(value, name))


def _read_placed(word: JSON, name: str) -> Placed:
    """A card on a shared table; a joker may be written with the card that it stands for."""
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


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def write_cards(cards: Iterable[Card]) -> list[JSON]:
    """Cards whose order means nothing, in printing order."""
    return list(texts(cards))


def write_pile(cards: Iterable[Card]) -> list[JSON]:
    """Cards in their order."""
    return [text(card) for card in cards]


def write_placed(placed: Placed) -> str:
    """A card on a shared table; a joker is written with the card that it stands for."""
    return f"*{text(stands_for(placed))}" if is_stand_in(placed) else text(Card(placed))


def write_melds(melds: Table) -> list[JSON]:
    """Melds in printing order, each by the cards that its jokers stand for."""
    ordered = sorted(sorted((stands_for(placed), placed) for placed in meld) for meld in melds)
    return [[write_placed(placed) for _, placed in meld] for meld in ordered]
