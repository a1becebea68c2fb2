"""What may be asked of Tong-its about stated facts: melds, deadwood, a deal, a settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, assert_never

from meldspec.cards import Card
from meldspec.codec import Pack
from meldspec.melds import is_run, is_set
from meldspec.play import Refusal, Seat
from meldspec.spoken import Question
from meldspec.tongits.burned import burned
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import DEFAULT, Rules
from meldspec.tongits.settlement import deadwoods, receipt, totals
from meldspec.tongits.showdown import counted, most_points
from meldspec.tongits.stock_end import compared_at_the_end
from meldspec.tongits.table import SEATS, Facts, LaidOff, TableMeld, opponents
from meldspec.tongits.terms import has_opened
from meldspec.wire import (
    JSON,
    WireError,
    read_field,
    read_flag,
    read_list,
    read_piles,
    read_record,
    read_seat,
    write_pile,
)

PACK: Final = Pack("Tong-its")
"""How its cards are read."""


def _piles(value: JSON, name: str) -> tuple[tuple[Card, ...], ...]:
    return read_piles(value, name, PACK.title)


def _read_facts(rules: Rules, question: Mapping[str, JSON]) -> Facts:
    """The facts of a settlement.  Raises WireError where they contradict themselves."""
    winner = question.get("winner")
    caller = question.get("caller")
    melds = [read_record(meld, "melds") for meld in read_list(question.get("melds"), "melds")]
    zones = [*read_list(question.get("hands"), "hands"), *(meld.get("cards") for meld in melds)]
    cards = _piles([read_list(zone, "hands") for zone in zones], "hands")
    if len(zones) - len(melds) != SEATS:
        raise WireError(f"'hands' holds {len(zones) - len(melds)} hands, not {SEATS}")
    if any(card not in DEFAULT.size.pack for zone in cards for card in zone):
        raise WireError("a card stands twice in the facts")
    table_melds = tuple(
        _read_table_meld(meld, held) for meld, held in zip(melds, cards[SEATS:], strict=True)
    )
    challengers = tuple(
        read_seat(seat, "challengers", SEATS)
        for seat in read_list(question.get("challengers"), "challengers")
    )
    end = _read_end(read_field(question, "end"))
    match end:
        case End.TONGITS | End.SPREAD:
            compared: tuple[Seat, ...] = ()
        case End.DRAW:
            asked = read_seat(read_field(question, "caller"), "caller", SEATS)
            compared = _compared_after_call(rules, table_melds, asked, challengers)
        case End.STOCK:
            hands = tuple(frozenset(hand) for hand in cards[:SEATS])
            compared = compared_at_the_end(rules, table_melds, hands)
        case _:
            assert_never(end)
    outcome = Outcome(
        end,
        None if winner is None else read_seat(winner, "winner", SEATS),
        compared,
        caller=None if caller is None else read_seat(caller, "caller", SEATS),
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
    owner = read_seat(read_field(meld, "owner"), "owner", SEATS)
    given = read_list(meld.get("laid_by"), "laid_by")
    laid_by = [read_seat(seat, "laid_by", SEATS) for seat in given] or [owner] * len(cards)
    if len(laid_by) != len(cards):
        raise WireError("'laid_by' names not just one seat for each card")
    laid_off = tuple(
        LaidOff(card, by, 0) for card, by in zip(cards, laid_by, strict=True) if by != owner
    )
    return TableMeld(owner, frozenset(cards), read_flag(meld, "face_down"), laid_off)


def _answer_meld(rules: Rules, question: Mapping[str, JSON]) -> JSON:
    cards = frozenset(PACK.read(question.get("cards"), "cards"))
    return "set" if is_set(cards) else "run" if is_run(cards) else None


def _answer_deadwood(rules: Rules, question: Mapping[str, JSON]) -> JSON:
    hand = PACK.read(question.get("hand"), "hand")
    if any(card not in rules.size.pack for card in hand):
        raise WireError("a card stands twice in the hand")
    return counted(rules, frozenset(hand))


def _answer_deal(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    """The hands and the stock of a deal: one card to each seat in every round, or by packets.

    Clauses: deal.starts-with-dealer, deal.one-at-a-time, deal.rotation-counterclockwise,
    deal.thirteenth-last.
    """
    dealer = read_seat(read_field(question, "dealer"), "dealer", SEATS)
    deck = PACK.read(question.get("deck"), "deck")
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


QUESTIONS: Final[Mapping[str, Question[Rules]]] = {
    "meld": _answer_meld,
    "deadwood": _answer_deadwood,
    "deal": _answer_deal,
    "settle": _answer_settle,
}
"""Question to the answer by a rule set; WireError for facts that cannot be read."""
