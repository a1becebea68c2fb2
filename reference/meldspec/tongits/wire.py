"""Tong-its as text: actions, views, results and questions to and from JSON values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never, cast, final

from meldspec.cards import Card
from meldspec.codec import write_named, write_receipt, write_record
from meldspec.melds import is_run, is_set
from meldspec.play import CHANCE, Need, Refusal, Seat
from meldspec.tongits import draw_call, game, turn
from meldspec.tongits.burned import burned
from meldspec.tongits.ending import End, Outcome, Result
from meldspec.tongits.options import DEFAULT, NEEDS, UNPLAYABLE, Rules
from meldspec.tongits.settlement import LINES, Line, deadwoods, lines, receipt, totals
from meldspec.tongits.showdown import counted, most_points
from meldspec.tongits.stock_end import compared_at_the_end
from meldspec.tongits.table import (
    CALL_DRAW,
    CHALLENGE,
    DRAW,
    FOLD,
    SEATS,
    Action,
    CallTongits,
    Deal,
    Discard,
    Expose,
    Facts,
    LaidOff,
    LayOff,
    Over,
    State,
    TableMeld,
    Take,
    opponents,
)
from meldspec.tongits.terms import has_opened
from meldspec.tongits.view import view
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
    read_record,
    read_seat,
    write_cards,
    write_pile,
)

# ── reading ──────────────────────────────────────────────────────────────────────────────────────

_GAME: Final = "Tong-its"


def _cards(value: JSON, name: str) -> tuple[Card, ...]:
    return read_cards(value, name, _GAME)


def _card(record: Mapping[str, JSON], name: str) -> Card:
    return read_card(record, name, _GAME)


def _hands(value: JSON, name: str) -> tuple[tuple[Card, ...], ...]:
    return read_piles(value, name, _GAME)


def _seat(value: JSON, name: str) -> Seat:
    return read_seat(value, name, SEATS)


def _read_deal(do: Mapping[str, JSON]) -> Deal:
    hands = read_list(do.get("hands"), "hands")
    *dealt, stock = _hands([*hands, read_list(do.get("stock"), "stock")], "hands")
    return Deal(tuple(dealt), stock)


def _read_take(do: Mapping[str, JSON]) -> Take:
    hand_cards = frozenset(_cards(do.get("with"), "with"))
    meld = frozenset(_cards(do.get("meld"), "meld"))
    if hand_cards and meld:
        raise WireError("'take' names cards 'with' it or a 'meld', not both")
    return Take(hand_cards, meld or None)


def _read_expose(do: Mapping[str, JSON]) -> Expose:
    return Expose(frozenset(_cards(do.get("cards"), "cards")), read_flag(do, "face_down"))


def _read_lay_off(do: Mapping[str, JSON]) -> LayOff:
    return LayOff(_card(do, "card"), frozenset(_cards(do.get("meld"), "meld")))


def _read_discard(do: Mapping[str, JSON]) -> Discard:
    return Discard(_card(do, "card"))


def _read_call_tongits(do: Mapping[str, JSON]) -> CallTongits:
    return CallTongits(None if do.get("discard") is None else _card(do, "discard"))


_READERS: Final[Mapping[str, Callable[[Mapping[str, JSON]], Action]]] = {
    "deal": _read_deal,
    "draw": lambda do: DRAW,
    "take": _read_take,
    "expose": _read_expose,
    "lay_off": _read_lay_off,
    "discard": _read_discard,
    "call_tongits": _read_call_tongits,
    "call_draw": lambda do: CALL_DRAW,
    "fold": lambda do: FOLD,
    "challenge": lambda do: CHALLENGE,
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
    match action:
        case Take(hand_cards, None):
            return {"type": "take", "with": write_cards(hand_cards)}
        case Take(_, frozenset() as onto):
            return {"type": "take", "meld": write_cards(onto)}
        case _:
            return write_named(action)


def write_result(result: Result) -> JSON:
    """A result as the protocol writes it."""
    lines = ((line.clause, line.payer, line.payee, line.chips) for line in result.receipt)
    return {
        "end": result.outcome.end.value,
        "winner": result.outcome.winner,
        "deadwood": list(result.deadwood),
        "burned": list(result.burned),
        "payments": list(result.payments),
        "pot": result.pot,
        "pot_to": result.pot_to,
        "receipt": write_receipt(lines, "chips"),
    }


# ── rules ────────────────────────────────────────────────────────────────────────────────────────

TABLE: Final = OptionTable(DEFAULT, NEEDS, UNPLAYABLE)
"""The options of this game."""

OPTIONS: Final = TABLE.options
"""The options that this reference plays in more than one reading."""

read_rules: Final = TABLE.read
undefined: Final = TABLE.undefined

_COMPARES: Final = "secret_partition_compared"
"""It asks the comparison how many points the winner could have had."""

PAYMENT_OPTIONS: Final = frozenset(
    option.name
    for option in OPTIONS
    if (option.chapter in ("settlement", "burned") and option.field != _COMPARES)
    or option.field.startswith("long_run")
    or option.field in ("second_win_bonus", "spread_payment", "burn_on_spread")
)
"""The options that change payments and nothing else of a hand."""


# ── the game on the wire ─────────────────────────────────────────────────────────────────────────


def _facts(state: Over) -> Facts:
    """What was settled when the hand ended."""
    table, result = state.table, state.result
    return Facts(result.outcome, table.hands, table.melds, table.taken, result.wins_in_a_row)


def _chips(line: Line, facts: Facts, winner: Seat, loser: Seat) -> Callable[[object], int]:
    """The chips of one payment rule, by any rule set."""

    def owed(rules: object) -> int:
        own = _own(rules)
        return line.owes(own, facts, winner, loser) if line in lines(own, facts) else 0

    return owed


def _grounds(rules: Rules, state: Over) -> tuple[str, ...]:
    outcome = state.result.outcome
    match outcome.end:
        case End.TONGITS:
            return ("tongits.tongits-call.caller-wins",)
        case End.DRAW if outcome.compared:
            return ("tongits.showdown.lowest-wins",)
        case End.DRAW if not draw_call.asked_by_the_caller(rules, state.table):
            return ("tongits.answering.nobody-eligible",)
        case End.DRAW:
            return ("tongits.answering.all-fold-caller-wins",)
        case End.STOCK if outcome.winner is None:
            return ("tongits.stock-end.nobody-opened",)
        case End.STOCK:
            return ("tongits.stock-end.lowest-wins",)
        case End.SPREAD:
            return ("tongits.variations.spread-automatic-win",)
        case _:
            assert_never(outcome.end)


@final
@dataclass(frozen=True, slots=True)
class TongitsMatch:
    """A begun match of Tong-its."""

    rules: Rules
    state: State

    def act(self, by: JSON, do: Mapping[str, JSON]) -> Match | Refused:
        """The match after an action, or its refusal.  Raises WireError."""
        after = game.GAME.step(self.rules, self.state, read_actor(by, SEATS), read_action(do))
        return after if isinstance(after, Refusal) else TongitsMatch(self.rules, after)

    @property
    def position(self) -> State:
        """Where the match stands, apart from its rules."""
        return self.state

    def under(self, rules: object) -> Match:
        """The match as it stands, played on by another rule set of this game."""
        return TongitsMatch(_own(rules), self.state)

    def actors(self) -> tuple[str | int, ...]:
        """Who may act now."""
        return tuple(
            "chance" if actor is CHANCE else actor
            for actor in game.GAME.actors(self.rules, self.state)
        )

    def legal(self, seat: JSON) -> list[JSON]:
        """Every action that would be accepted from the seat.  Raises WireError."""
        actions = game.GAME.legal(self.rules, self.state, _seat(seat, "seat"))
        return [write_action(action) for action in actions]

    def view(self, seat: JSON) -> JSON:
        """What the seat may see.  Raises WireError."""
        return write_record(view(self.rules, self.state, _seat(seat, "seat")))

    def result(self) -> JSON:
        """How the hand ended, or None while it goes on."""
        return write_result(self.state.result) if isinstance(self.state, Over) else None

    def grounds(self) -> tuple[str, ...]:
        """The clauses by which the hand was decided; none while it goes on."""
        if not isinstance(self.state, Over):
            return ()
        return _grounds(self.rules, self.state)

    def match_grounds(self) -> tuple[str, ...]:
        """None: a match has no end."""
        return ()

    def burned(self) -> tuple[int, ...]:
        """The seats that are burned; none while the hand goes on."""
        return burned(self.rules, _facts(self.state)) if isinstance(self.state, Over) else ()

    def debts(self) -> Sequence[Debt]:
        """Every payment rule for every loser of a hand that was won, owed or not."""
        if not isinstance(self.state, Over) or self.state.result.outcome.winner is None:
            return ()
        facts, winner = _facts(self.state), self.state.result.outcome.winner
        return tuple(
            Debt(line.clause, loser, winner, _chips(line, facts, winner, loser))
            for loser in opponents(winner)
            for line in LINES
        )

    def perft(self, depth: JSON) -> JSON:
        """Counts of action sequences, in all and by first action.  Raises WireError."""
        return answer_perft(game.GAME, self.rules, self.state, depth, write_action)


def _read_facts(rules: Rules, question: Mapping[str, JSON]) -> Facts:
    """The facts of a settlement.  Raises WireError where they contradict themselves."""
    winner = question.get("winner")
    caller = question.get("caller")
    melds = [read_record(meld, "melds") for meld in read_list(question.get("melds"), "melds")]
    zones = [*read_list(question.get("hands"), "hands"), *(meld.get("cards") for meld in melds)]
    cards = _hands([read_list(zone, "hands") for zone in zones], "hands")
    if len(zones) - len(melds) != SEATS:
        raise WireError(f"'hands' holds {len(zones) - len(melds)} hands, not {SEATS}")
    if any(card not in DEFAULT.size.pack for zone in cards for card in zone):
        raise WireError("a card stands twice in the facts")
    table_melds = tuple(
        _read_table_meld(meld, held) for meld, held in zip(melds, cards[SEATS:], strict=True)
    )
    challengers = tuple(
        _seat(seat, "challengers") for seat in read_list(question.get("challengers"), "challengers")
    )
    end = _read_end(read_field(question, "end"))
    match end:
        case End.TONGITS | End.SPREAD:
            compared: tuple[Seat, ...] = ()
        case End.DRAW:
            asked = _seat(read_field(question, "caller"), "caller")
            compared = _compared_after_call(rules, table_melds, asked, challengers)
        case End.STOCK:
            hands = tuple(frozenset(hand) for hand in cards[:SEATS])
            compared = compared_at_the_end(rules, table_melds, hands)
        case _:
            assert_never(end)
    outcome = Outcome(
        end,
        None if winner is None else _seat(winner, "winner"),
        compared,
        caller=None if caller is None else _seat(caller, "caller"),
        challengers=challengers if end is End.DRAW else (),
    )
    facts = Facts(outcome, tuple(frozenset(hand) for hand in cards[:SEATS]), table_melds)
    return replace(facts, outcome=replace(outcome, most_points=_most_points(rules, facts)))


def _compared_after_call(
    rules: Rules, melds: tuple[TableMeld, ...], caller: Seat, challengers: tuple[Seat, ...]
) -> tuple[Seat, ...]:
    """The seats whose totals a called draw compares: also opened ones that folded, by readings."""
    folded = tuple(
        seat
        for seat in opponents(caller)
        if seat not in challengers and has_opened(rules, melds, seat)
    )
    if challengers:
        all_opened = "all_opened_players"
        compares = rules.showdown.showdown_participants == all_opened
        return (caller, *challengers, *(folded if compares else ()))
    lowest = "lowest_total_wins"
    compares = rules.answering.draw_unchallenged_outcome == lowest and bool(folded)
    return (caller, *folded) if compares else ()


def _most_points(rules: Rules, facts: Facts) -> int | None:
    """Points with which the winner would still have won; a tie is taken to be won as it was."""
    winner = facts.outcome.winner
    others = [seat for seat in facts.outcome.compared if seat != winner]
    if winner is None or not others:
        return None
    points = deadwoods(rules, facts)
    least = min(points[seat] for seat in others)

    def decide(totals: Sequence[int]) -> Seat | None:
        ties = totals[winner] == least and points[winner] == least
        return winner if totals[winner] < least or ties else None

    return most_points(rules, decide, points, winner)


def _read_end(value: JSON) -> End:
    for end in End:
        if end.value == value:
            return end
    raise WireError(f"unknown end {value!r}")


def _read_table_meld(meld: Mapping[str, JSON], cards: tuple[Card, ...]) -> TableMeld:
    owner = _seat(read_field(meld, "owner"), "owner")
    given = read_list(meld.get("laid_by"), "laid_by")
    laid_by = [_seat(seat, "laid_by") for seat in given] or [owner] * len(cards)
    if len(laid_by) != len(cards):
        raise WireError("'laid_by' names not just one seat for each card")
    laid_off = tuple(
        LaidOff(card, by, 0) for card, by in zip(cards, laid_by, strict=True) if by != owner
    )
    return TableMeld(owner, frozenset(cards), read_flag(meld, "face_down"), laid_off)


def _answer_meld(rules: Rules, question: Mapping[str, JSON]) -> JSON:
    cards = frozenset(_cards(question.get("cards"), "cards"))
    return "set" if is_set(cards) else "run" if is_run(cards) else None


def _answer_deadwood(rules: Rules, question: Mapping[str, JSON]) -> JSON:
    hand = _cards(question.get("hand"), "hand")
    if any(card not in rules.size.pack for card in hand):
        raise WireError("a card stands twice in the hand")
    return counted(rules, frozenset(hand))


def _answer_deal(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    dealer = _seat(read_field(question, "dealer"), "dealer")
    deck = _cards(question.get("deck"), "deck")
    if sorted(deck) != sorted(rules.size.pack):
        return Refusal(("tongits.cards.standard-52",))
    hands: list[list[Card]] = [[] for _ in range(SEATS)]
    in_hands = SEATS * rules.size.hand + 1
    packets = rules.deal.deal_pattern == "packets_then_extra"
    for number, card in enumerate(deck[:in_hands]):
        place = number // rules.size.hand if packets else number
        hands[(dealer + place) % SEATS].append(card)
    return {
        "hands": [write_pile(tuple(hand)) for hand in hands],
        "stock": write_pile(deck[in_hands:]),
    }


def _answer_settle(rules: Rules, question: Mapping[str, JSON]) -> JSON:
    facts = _read_facts(rules, question)
    return {
        "payments": list(totals(receipt(rules, facts))),
        "burned": list(burned(rules, facts)),
        "deadwood": list(deadwoods(rules, facts)),
    }


_QUESTIONS: Final[Mapping[str, Callable[[Rules, Mapping[str, JSON]], JSON | Refusal]]] = {
    "meld": _answer_meld,
    "deadwood": _answer_deadwood,
    "deal": _answer_deal,
    "settle": _answer_settle,
}


def _own(rules: object) -> Rules:
    """A rule set of this game, or one that stands in for it with readings left open."""
    if not isinstance(rules, Rules | OpenRules):
        raise TypeError(f"no rules of Tong-its: {rules!r}")
    return cast("Rules", rules)  # open rules have every field, and reading an open one raises


@final
class Tongits:
    """Tong-its, spoken in JSON."""

    name = "tongits"
    abilities = ("meld", "deadwood", "deal", "play", "legal", "view", "settle", "perft")

    def readings(self) -> dict[str, list[str | int]]:
        """The options that this reference plays in more than one reading."""
        return TABLE.readings()

    def payment_options(self) -> frozenset[str]:
        """The options that change payments and nothing else of a hand."""
        return PAYMENT_OPTIONS

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
        if not 0 <= read_integer(dealer, "dealer") < max(seats, SEATS):
            raise WireError(f"'dealer' is no seat: {dealer}")
        if seats != SEATS:
            return Refusal(("tongits.game.three-seats",))
        return TongitsMatch(chosen, turn.begin(chosen, _seat(dealer, "dealer")))

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refused:
        """The answer to a question about stated facts.  Raises WireError and UnplayableError."""
        return self.ask_under(read_rules(rules), what, question)

    def ask_under(self, rules: object, what: str, question: Mapping[str, JSON]) -> JSON | Refused:
        """The same by a rule set of this game.  Raises WireError."""
        if what not in _QUESTIONS:
            raise WireError(f"unknown question {what!r}")
        return _QUESTIONS[what](_own(rules), question)


TONGITS: Final[GameWire] = Tongits()
