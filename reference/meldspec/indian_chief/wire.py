"""Indian Chief as text: actions, views, results and questions to and from JSON values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast, final

from meldspec.cards import SUITS, Card, first_copy, text
from meldspec.codec import write_named, write_receipt, write_record
from meldspec.indian_chief import game
from meldspec.indian_chief.deal import begin, dealt
from meldspec.indian_chief.deck import refused_deck
from meldspec.indian_chief.match import grounds, match_winners, totals
from meldspec.indian_chief.melds import box_of
from meldspec.indian_chief.options import DEFAULT, FEWEST_SEATS, NEEDS, UNPLAYABLE, Rules
from meldspec.indian_chief.players import refused_table
from meldspec.indian_chief.sheet import line, receipt, sheets
from meldspec.indian_chief.table import (
    NO_CLAIM,
    Action,
    Choose,
    Claim,
    Deal,
    Hand,
    Meld,
    Over,
    Refill,
    Reshuffle,
    Shown,
    State,
    Table,
    Target,
    next_turn,
    seats_of,
)
from meldspec.indian_chief.terms import qualifies
from meldspec.indian_chief.turn import CHOOSE
from meldspec.indian_chief.view import View, view
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
    read_card,
    read_cards,
    read_field,
    read_first_hand,
    read_integer,
    read_list,
    read_piles,
    read_seat,
    write_cards,
    write_pile,
)

# ── reading ──────────────────────────────────────────────────────────────────────────────────────

_GAME: Final = "Indian Chief"


def _cards(value: JSON, name: str) -> tuple[Card, ...]:
    return tuple(map(first_copy, read_cards(value, name, _GAME)))


def _hand(value: JSON, name: str) -> Hand:
    return tuple(sorted(_cards(value, name)))


def _piles(value: JSON, name: str) -> list[tuple[Card, ...]]:
    return [tuple(map(first_copy, pile)) for pile in read_piles(value, name, _GAME)]


def _read_deal(do: Mapping[str, JSON]) -> Deal:
    hands = read_list(do.get("hands"), "hands")
    *dealt, stock = _piles([*hands, do.get("stock")], "hands")
    return Deal(tuple(dealt), stock)


def _read_suit(value: JSON) -> int | None:
    """A suit by its letter, or nothing."""
    if value is None:
        return None
    if not isinstance(value, str) or len(value) != 1 or value not in SUITS:
        raise WireError(f"'suit' is no suit: {value!r}")
    return SUITS.index(value)


def _read_meld(cards: JSON, suit: JSON, baccarat: JSON, opponent: JSON, seats: int) -> Meld:
    """Cards with what is declared, as far as it is."""
    return Meld(
        cards=_hand(cards, "cards"),
        suit=_read_suit(suit),
        baccarat=_hand(baccarat, "baccarat") or None,
        opponent=None if opponent is None else read_seat(opponent, "opponent", seats),
    )


def _read_choose(do: Mapping[str, JSON], seats: int) -> Choose:
    suit, baccarat, opponent = (do.get(name) for name in ("suit", "baccarat", "opponent"))
    return Choose(_read_meld(do.get("cards"), suit, baccarat, opponent, seats))


def _read_claim(do: Mapping[str, JSON], seats: int) -> Claim:
    if do.get("seat") is None and do.get("card") is None:
        return NO_CLAIM
    seat = read_seat(read_field(do, "seat"), "seat", seats)
    return Claim(Target(seat, first_copy(read_card(do, "card", _GAME))))


_READERS: Final[Mapping[str, Callable[[Mapping[str, JSON], int], Action]]] = {
    "deal": lambda do, seats: _read_deal(do),
    "refill": lambda do, seats: Refill(_cards(do.get("stock"), "stock")),
    "reshuffle": lambda do, seats: Reshuffle(_cards(do.get("stock"), "stock")),
    "choose": _read_choose,
    "claim": _read_claim,
}


def read_action(do: Mapping[str, JSON], seats: int) -> Action:
    """The action that a JSON object names, at a table of so many.  Raises WireError."""
    kind = read_field(do, "type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise WireError(f"unknown action type {kind!r}")
    return _READERS[kind](do, seats)


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def write_meld(meld: Meld) -> dict[str, JSON]:
    """Cards with what is declared."""
    written: dict[str, JSON] = {"cards": write_cards(meld.cards)}
    if meld.suit is not None:
        written["suit"] = SUITS[meld.suit]
    if meld.baccarat is not None:
        written["baccarat"] = write_cards(meld.baccarat)
    if meld.opponent is not None:
        written["opponent"] = meld.opponent
    return written


def write_target(target: Target | None) -> dict[str, JSON]:
    """A card and whose it is; no field where nothing is claimed."""
    return {} if target is None else {"seat": target.seat, "card": text(target.card)}


def write_action(action: Action) -> dict[str, JSON]:
    """An action as the protocol writes it, in canonical form."""
    match action:
        case Choose(meld):
            return {"type": "choose", **write_meld(meld)}
        case Claim(target):
            return {"type": "claim", **write_target(target)}
        case _:
            return write_named(action)


def write_view(seen: View) -> JSON:
    """A view as the protocol writes it."""
    return write_record(
        seen,
        choice=None if seen.choice is None else write_meld(seen.choice),
        melds=[
            {"owner": seat, "cards": write_cards(cards)} for seat, cards in enumerate(seen.melds)
        ],
        claim=None if seen.claim is None else write_target(seen.claim.target),
        stolen=[{"by": theft.by, **write_target(theft.target)} for theft in seen.stolen],
    )


def write_result(rules: Rules, over: Over) -> JSON:
    """A result as the protocol writes it."""
    scores = totals(sheets(rules, over.table))
    winners = match_winners(scores)
    lines = ((one.clause, one.seat, one.seat, one.points) for one in receipt(rules, over.table))
    return {
        "end": "sheets",
        "winner": winners[0] if len(winners) == 1 else None,
        "points": list(scores),
        "scores": list(scores),
        "match_over": True,
        "match_winners": list(winners),
        "receipt": write_receipt(lines, "points"),
    }


# ── rules ────────────────────────────────────────────────────────────────────────────────────────

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""


# ── the game on the wire ─────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class IndianChiefMatch:
    """A begun match of Indian Chief."""

    rules: Rules
    state: State

    @property
    def seats(self) -> int:
        """How many seats play."""
        return seats_of(self.state)

    def act(self, by: JSON, do: Mapping[str, JSON]) -> Match | Refused:
        """The match after an action, or its refusal.  Raises WireError."""
        actor = read_actor(by, self.seats)
        after = game.GAME.step(self.rules, self.state, actor, read_action(do, self.seats))
        return after if isinstance(after, Refusal) else IndianChiefMatch(self.rules, after)

    @property
    def position(self) -> State:
        """Where the match stands, apart from its rules."""
        return self.state

    def under(self, rules: object) -> Match:
        """The match as it stands, played on by another rule set of this game."""
        return IndianChiefMatch(_own(rules), self.state)

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
        """How the match ended, or None while it goes on."""
        return write_result(self.rules, self.state) if isinstance(self.state, Over) else None

    def grounds(self) -> tuple[str, ...]:
        """The clauses by which the match was decided; none while it goes on."""
        if not isinstance(self.state, Over):
            return ()
        return grounds(totals(sheets(self.rules, self.state.table)))

    def match_grounds(self) -> tuple[str, ...]:
        """The clauses by which the match was won; none while it goes on."""
        return self.grounds()

    def burned(self) -> tuple[int, ...]:
        """Nobody: Indian Chief has no such thing."""
        return ()

    def debts(self) -> Sequence[Debt]:
        """None: nobody pays."""
        return ()

    def perft(self, depth: JSON) -> JSON:
        """Counts of action sequences, in all and by first action.  Raises WireError."""
        return answer_perft(game.GAME, self.rules, self.state, depth, write_action)


def _answer_meld(rules: Rules, question: Mapping[str, JSON]) -> JSON:
    cards = _hand(question.get("cards"), "cards")
    box = box_of(cards)
    return box.name.lower() if box is not None and qualifies(rules, cards) else None


def _named_dealer(value: JSON, seats: int) -> Seat:
    """The dealer of a table of so many; where too few are named, of the smallest that can play."""
    return read_seat(value, "dealer", max(seats, FEWEST_SEATS))


def _answer_deal(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    seats = read_integer(read_field(question, "players"), "players")
    dealer = _named_dealer(read_field(question, "dealer"), seats)
    deck = _cards(question.get("deck"), "deck")
    refused = refused_table(seats) or refused_deck(rules, seats, deck)
    if refused is not None:
        return refused
    hands, stock = dealt(rules, seats, dealer, deck)
    return {"hands": [write_pile(hand) for hand in hands], "stock": write_pile(stock)}


def _declarations(question: Mapping[str, JSON], name: str, seats: int) -> list[JSON]:
    """What each seat declares; nothing at all where the field is absent."""
    declared = read_list(question.get(name), name)
    if declared and len(declared) != seats:
        raise WireError(f"{name!r} has {len(declared)} entries for {seats} melds")
    return declared or [None] * seats


def _answer_settle(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    cards = _piles(question.get("melds"), "melds")
    seats = len(cards)
    suits, twos, opponents = (
        _declarations(question, name, seats) for name in ("suits", "baccarat", "opponents")
    )
    shown = tuple(
        _read_meld(write_cards(meld), suit, two, opponent, seats)
        for meld, suit, two, opponent in zip(cards, suits, twos, opponents, strict=True)
    )
    if Counter(card for meld in cards for card in meld) - Counter(rules.size.deck(seats)):
        raise WireError("a card stands more often in the melds than the packs have it")
    refused = refused_table(seats) or _refused_melds(rules, shown)
    if refused is not None:
        return refused
    lines = (line(rules, (shown,), 0, Seat(seat)) for seat in range(seats))
    return {"points": [each.points for each in lines]}


def _refused_melds(rules: Rules, shown: Shown) -> Refusal | None:
    """Why nobody could show these melds in a first turn, if that is so."""
    state = next_turn(Table(Seat(0), 1, tuple(meld.cards for meld in shown), ()))
    failing = [
        each.clause
        for seat, meld in enumerate(shown)
        for each in CHOOSE.conditions
        if not each.holds(rules, state, Seat(seat), Choose(meld))
    ]
    return Refusal(tuple(dict.fromkeys(failing))) if failing else None


_QUESTIONS: Final[Mapping[str, Callable[[Rules, Mapping[str, JSON]], JSON | Refusal]]] = {
    "meld": _answer_meld,
    "deal": _answer_deal,
    "settle": _answer_settle,
}


def _own(rules: object) -> Rules:
    """A rule set of this game, or one that stands in for it with readings left open."""
    if not isinstance(rules, Rules | OpenRules):
        raise TypeError(f"no rules of Indian Chief: {rules!r}")
    return cast("Rules", rules)  # open rules have every field, and reading an open one raises


@final
class IndianChief:
    """Indian Chief, spoken in JSON."""

    name = "indian-chief"
    abilities = ("meld", "deal", "play", "legal", "view", "settle", "perft")

    def readings(self) -> dict[str, list[str | int]]:
        """The options that this reference plays in more than one reading."""
        return TABLE.readings()

    def payment_options(self) -> frozenset[str]:
        """None: nobody pays."""
        return frozenset()

    def needs(self) -> tuple[Need, ...]:
        """Which readings need others beside them."""
        return NEEDS

    def rule_set(self, rules: JSON) -> object:
        """The rule set that a request names.  Raises WireError and UnplayableError."""
        return TABLE.read(rules)

    def open_rules(self, chosen: Mapping[str, str | int], read: set[str] | None = None) -> object:
        """A rule set with only these readings chosen; whoever reads another is told so."""
        return TABLE.open(chosen, read)

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refused:
        """A new match before its deal.  Raises WireError and UnplayableError."""
        chosen = TABLE.read(rules)
        read_first_hand(hand_number)
        seats = read_integer(players, "players")
        named = _named_dealer(dealer, seats)
        return refused_table(seats) or IndianChiefMatch(chosen, begin(seats, named))

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refused:
        """The answer to a question about stated facts.  Raises WireError and UnplayableError."""
        return self.ask_under(TABLE.read(rules), what, question)

    def ask_under(self, rules: object, what: str, question: Mapping[str, JSON]) -> JSON | Refused:
        """The same by a rule set of this game.  Raises WireError."""
        if what not in _QUESTIONS:
            raise WireError(f"unknown question {what!r}")
        return _QUESTIONS[what](_own(rules), question)


INDIAN_CHIEF: Final[GameWire] = IndianChief()
"""Indian Chief, for those that play any game."""
