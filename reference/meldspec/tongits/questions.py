"""Questions to Tong-its about stated facts: melds, deadwood, a deal, a settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never, final

from meldspec.arrangement import is_four
from meldspec.cards import Card, text
from meldspec.codec import Pack
from meldspec.facts import AskDeadwood, AskMeld
from meldspec.melds import is_run, is_set
from meldspec.play import Refusal, Seat
from meldspec.spelling import DealtHand, Seats
from meldspec.spoken import Question
from meldspec.stated import check_meld, how_laid
from meldspec.table import Deal
from meldspec.tongits.burned import burned
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import DEFAULT, TABLE, Rules
from meldspec.tongits.settlement import LINES, Line, deadwoods, lines, receipt, totals
from meldspec.tongits.showdown import challenged_winner, counted, most_points
from meldspec.tongits.stock_end import compared_at_the_end
from meldspec.tongits.table import SEATS, Facts, LaidOff, TableMeld, opponents
from meldspec.tongits.terms import has_opened
from meldspec.wire import Debt, WireError

PACK: Final = Pack("Tong-its")
"""How its cards are read."""


@final
@dataclass(frozen=True, slots=True)
class AskDeal:
    """Who gets which cards of a deck, its top first."""

    dealer: Seat
    deck: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld that lay on the table at the end; ``laid_by`` names a seat for each card."""

    owner: Seat
    cards: DealtHand
    laid_by: tuple[Seat, ...] = ()
    face_down: bool = False


@final
@dataclass(frozen=True, slots=True)
class AskSettle:
    """Who pays what at the end of a hand that is given by its facts alone."""

    end: End
    hands: tuple[DealtHand, ...]
    winner: Seat | None = None
    caller: Seat | None = None
    challengers: Seats = ()
    melds: tuple[LaidMeld, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Settlement:
    """The chips that each seat receives, the burned seats, and the points of each hand."""

    payments: tuple[int, ...]
    burned: Seats
    deadwood: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class HandEnded:
    """The end of a hand, before it is paid."""

    facts: Facts

    def burned(self, rules: object) -> tuple[Seat, ...]:
        """The seats that are burned under a rule set."""
        return burned(TABLE.own(rules), self.facts)

    def debts(self) -> Sequence[Debt]:
        """Every payment rule for every loser, owed or not; none without a winner."""
        winner = self.facts.outcome.winner
        if winner is None:
            return ()
        return tuple(
            Debt(line.clause, loser, winner, _Owed(line, self.facts, winner, loser))
            for loser in opponents(winner)
            for line in LINES
        )

    def unpaid(self) -> tuple[str, ...]:
        """The clause by which only a winner is paid, for an end without one."""
        won = self.facts.outcome.winner is not None
        return () if won else ("tongits.settlement.losers-pay-winner",)


@final
@dataclass(frozen=True, slots=True)
class _Owed:
    """The chips of one payment rule, by any rule set; equal facts owe alike."""

    line: Line
    facts: Facts
    winner: Seat
    loser: Seat

    def __call__(self, rules: object) -> int:
        own = TABLE.own(rules)
        if self.line not in lines(own, self.facts):
            return 0
        return self.line.owes(own, self.facts, self.winner, self.loser)


def facts_of(rules: Rules, asked: AskSettle) -> Facts:
    """The facts of a settlement.  Raises WireError where they contradict themselves."""
    if len(asked.hands) != SEATS:
        raise WireError(f"'hands' holds {len(asked.hands)} hands, not {SEATS}")
    calling = asked.challengers if asked.caller is None else (asked.caller, *asked.challengers)
    if calling and asked.end is not End.DRAW:
        raise WireError(f"'caller' and 'challengers' need a called draw, not {asked.end}")
    if len(set(calling)) < len(calling):
        raise WireError("a seat stands twice among 'caller' and 'challengers'")
    held = Counter(card for zone in (*asked.hands, *_melds(asked)) for card in zone)
    for card in held - Counter(DEFAULT.size.pack):
        raise WireError(f"{text(card)} stands twice in the facts")
    hands = tuple(map(frozenset, asked.hands))
    melds = tuple(map(_table_meld, asked.melds))
    _check_sizes(asked)
    match asked.end:
        case End.TONGITS | End.SPREAD:
            compared: tuple[Seat, ...] = ()
            if asked.winner is None:
                raise WireError(f"'winner' is missing: {asked.end} is won by a seat")
        case End.DRAW:
            if asked.caller is None:
                raise WireError("'caller' is missing")
            compared = _compared_after_call(rules, melds, asked.caller, asked.challengers)
        case End.STOCK:
            compared = compared_at_the_end(rules, melds, hands)
        case _:
            assert_never(asked.end)
    outcome = Outcome(
        asked.end,
        asked.winner,
        compared,
        caller=asked.caller,
        challengers=asked.challengers,
    )
    facts = Facts(outcome, hands, melds)
    return replace(facts, outcome=replace(outcome, most_points=_most_points(rules, facts)))


def _melds(asked: AskSettle) -> tuple[tuple[Card, ...], ...]:
    return tuple(meld.cards for meld in asked.melds)


def check_face_down(found: Sequence[Card], face_down: bool, joined: bool) -> None:
    """Raises WireError for a meld that cannot lie face down: one that is no four, by any reading.

    ``joined`` tells whether a card was added to it; nothing is added to a meld face down.
    """
    if not face_down:
        return
    cards = " ".join(map(text, found))
    if not is_four(frozenset(found)):
        raise WireError(f"'melds': {cards} lie face down, but only a four can")
    if joined:
        clause = "tongits.laying-off.table-only"
        raise WireError(f"'melds': {cards} lie face down, and no card can join them: {clause}")


def _laid_by(meld: LaidMeld) -> tuple[Seat, ...]:
    """Who laid each card; the owner laid all of them where nothing is stated."""
    return meld.laid_by or (meld.owner,) * len(meld.cards)


def _table_meld(meld: LaidMeld) -> TableMeld:
    """A meld as a fact.  Raises WireError unless its owner can have laid it."""
    check_meld(meld.cards)
    laid_by = _laid_by(meld)
    if len(laid_by) != len(meld.cards):
        raise WireError("'laid_by' must name one seat for each card")
    laid = how_laid(meld.owner, dict(zip(meld.cards, laid_by, strict=True)))
    check_face_down(meld.cards, meld.face_down, bool(laid.added))
    laid_off = tuple(LaidOff(card, seat, 0) for card, seat in laid.added)
    return TableMeld(meld.owner, frozenset(meld.cards), meld.face_down, laid_off)


def _check_sizes(asked: AskSettle) -> None:
    """Raises WireError for hands with more cards than play leaves in them.

    A seat has at most the cards dealt, in its hand and laid together; one seat may have drawn one
    more.  A seat that plays on after its last card holds at most the one that it has drawn.
    """
    dealt = DEFAULT.size.hand
    laid = Counter[int](by for meld in asked.melds for by in _laid_by(meld))
    fuller = [seat for seat, hand in enumerate(asked.hands) if len(hand) > _left(dealt, laid[seat])]
    for seat in fuller:
        held = len(asked.hands[seat])
        if held > _left(dealt + 1, laid[seat]):
            raise WireError(
                f"seat {seat} has {held} cards in its hand and has laid {laid[seat]}; "
                f"together they can be {dealt + 1} at most"
            )
    if len(fuller) > 1:
        raise WireError(f"{len(fuller)} seats have {dealt + 1} cards each; only one can")


def _left(cards: int, laid: int) -> int:
    """The most cards in a hand of a seat that has had so many and has laid some of them."""
    return max(1, cards - laid)


def _compared_after_call(
    rules: Rules, melds: tuple[TableMeld, ...], caller: Seat, challengers: tuple[Seat, ...]
) -> tuple[Seat, ...]:
    """The seats whose totals a called draw compares; some readings add opened seats that folded."""
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
    """The most points with which the winner would still have won.

    The facts do not tell who would win a tie at the end of the stock; so more points win none.
    """
    outcome = facts.outcome
    winner, caller = outcome.winner, outcome.caller
    others = [seat for seat in outcome.compared if seat != winner]
    if winner is None or not others:
        return None
    points = deadwoods(rules, facts)
    folded = [seat for seat in outcome.compared if seat not in (caller, *outcome.challengers)]

    def decide(totals: Sequence[int]) -> Seat | None:
        if caller is not None:
            return challenged_winner(rules.showdown, caller, outcome.challengers, totals, folded)
        return winner if totals[winner] < min(totals[seat] for seat in others) else None

    return most_points(rules, decide, points, winner)


def _answer_meld(rules: Rules, asked: AskMeld) -> str | None:
    return "set" if is_set(asked.cards) else "run" if is_run(asked.cards) else None


def _answer_deadwood(rules: Rules, asked: AskDeadwood) -> int:
    for card in asked.hand:
        if card not in rules.size.pack:
            raise WireError(f"{text(card)} stands twice in the hand")
    return counted(rules, frozenset(asked.hand))


def _answer_deal(rules: Rules, asked: AskDeal) -> Deal | Refusal:
    """The hands and the stock of a deal: one card to each seat in every round, or by packets.

    Clauses: deal.starts-with-dealer, deal.one-at-a-time, deal.rotation-counterclockwise,
    deal.thirteenth-last.
    """
    if sorted(asked.deck) != sorted(rules.size.pack):
        return Refusal(("tongits.cards.standard-52",))
    hands: list[list[Card]] = [[] for _ in range(SEATS)]
    in_hands = SEATS * rules.size.hand + 1
    packets = rules.deal.deal_pattern == "packets_then_extra"
    for number, card in enumerate(asked.deck[:in_hands]):
        place = number // rules.size.hand if packets else number
        hands[(asked.dealer + place) % SEATS].append(card)
    return Deal(tuple(map(tuple, hands)), asked.deck[in_hands:])


def _answer_settle(rules: Rules, asked: AskSettle) -> Settlement:
    facts = facts_of(rules, asked)
    return Settlement(
        payments=totals(receipt(rules, facts)),
        burned=burned(rules, facts),
        deadwood=deadwoods(rules, facts),
    )


def _facts_ended(rules: Rules, asked: AskSettle) -> HandEnded:
    return HandEnded(facts_of(rules, asked))


def _three(question: object) -> int:
    return SEATS


QUESTIONS: Final[Mapping[str, Question[Rules]]] = {
    "meld": Question(AskMeld, _answer_meld),
    "deadwood": Question(AskDeadwood, _answer_deadwood),
    "deal": Question(AskDeal, _answer_deal, _three),
    "settle": Question(AskSettle, _answer_settle, _three, _facts_ended),
}
