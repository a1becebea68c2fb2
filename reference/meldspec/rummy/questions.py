"""Questions to Rummy about stated facts: melds, deadwood, a deal, a settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, final

from meldspec.cards import text
from meldspec.codec import Pack
from meldspec.facts import AskDeadwood, AskDeal, AskMeld, Settlement
from meldspec.play import Refusal, Seat
from meldspec.rummy.deal import dealt
from meldspec.rummy.meld import kind
from meldspec.rummy.options import FEWEST_SEATS, Rules
from meldspec.rummy.players import may_play
from meldspec.rummy.score import counted, settle
from meldspec.rummy.table import End, Outcome
from meldspec.spelling import DealtHand
from meldspec.spoken import Question, for_each, players
from meldspec.upcard import Deal
from meldspec.wire import WireError

PACK: Final = Pack("Rummy")
"""How its cards are read."""


@final
@dataclass(frozen=True, slots=True)
class AskSettle:
    """Who scores what at the end of a hand that is given by its facts alone."""

    hands: tuple[DealtHand, ...]
    winner: Seat | None = None
    rummy: bool = False


def _answer_meld(rules: Rules, asked: AskMeld) -> str | None:
    return kind(asked.cards)


def _answer_deadwood(rules: Rules, asked: AskDeadwood) -> int:
    for card in asked.hand:
        if card not in rules.size.pack:
            raise WireError(f"{text(card)} stands twice in the hand")
    return counted(rules, frozenset(asked.hand))


def _answer_deal(rules: Rules, asked: AskDeal) -> Deal | Refusal:
    if not may_play(asked.players):
        return Refusal(("rummy.players.range",))
    if sorted(asked.deck) != sorted(rules.size.pack):
        return Refusal(("rummy.deck.standard",))
    hands, (upcard, *stock) = dealt(rules, asked.players, asked.dealer, asked.deck)
    return Deal(tuple(map(tuple, hands)), upcard, tuple(stock))


def _check_sizes(rules: Rules, hands: Sequence[DealtHand], went_out: bool) -> None:
    """Raises WireError for more cards than a seat can hold when a hand ends.

    Each turn adds one card and takes one away.  If the stock ends the hand, it may end in the
    turn of one seat, which has then drawn its last card.
    """
    most = rules.size.hand(len(hands))
    larger = [hand for hand in hands if len(hand) > most]
    if larger and (went_out or len(larger) > 1 or len(larger[0]) > most + 1):
        raise WireError(f"'hands' has a hand of {len(larger[0])} cards; {most} are dealt")


def _answer_settle(rules: Rules, asked: AskSettle) -> Settlement | Refusal:
    held = Counter(card for hand in asked.hands for card in hand)
    for card in held - Counter(rules.size.pack):
        raise WireError(f"{text(card)} stands twice in the hands")
    went_out = asked.winner is not None and not asked.hands[asked.winner]
    if asked.rummy and not went_out:
        raise WireError("'rummy' can be true only where the winner has gone out")
    if not may_play(len(asked.hands)):
        return Refusal(("rummy.players.range",))
    for seat, hand in enumerate(asked.hands):
        if not hand and seat != asked.winner:
            raise WireError(f"seat {seat} has no card left and has not won: rummy.out.ends-hand")
    _check_sizes(rules, asked.hands, went_out)
    outcome = Outcome(End.OUT if went_out else End.STOCK, asked.winner, asked.rummy)
    result = settle(rules, outcome, tuple(map(frozenset, asked.hands)))
    return Settlement(result.deadwood, result.points)


QUESTIONS: Final[Mapping[str, Question[Rules]]] = {
    "meld": Question(AskMeld, _answer_meld),
    "deadwood": Question(AskDeadwood, _answer_deadwood),
    "deal": Question(AskDeal, _answer_deal, players(FEWEST_SEATS)),
    "settle": Question(AskSettle, _answer_settle, for_each("hands")),
}
