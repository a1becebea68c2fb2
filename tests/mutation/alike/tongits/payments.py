"""Changes of Tong-its that no trial finds: payments, paid cards, the pot and settlement."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Final, TypeAlias

from meldspec.arrangement import deadwood
from meldspec.cards import Card, parse, parse_all
from meldspec.play import Seat
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import TABLE, Rules
from meldspec.tongits.table import Facts, LaidOff, Ledger, TableMeld, Taken

from .. import Inputs, InputsOf, Reason

Given: TypeAlias = Iterator[tuple[Any, ...]]  # the arguments of any function

WINNER: Final = Seat(0)
LOSER: Final = Seat(1)
NO_HANDS: Final = (frozenset[Card](),) * 3


def _rules(*names: str) -> tuple[Rules, ...]:
    """The default rules with every choice among the readings of these options."""
    readings = TABLE.readings()
    return tuple(
        TABLE.read({"options": {**dict(zip(names, chosen, strict=True))}})
        for chosen in product(*(readings[name] for name in names))
    )


def _cards(words: str) -> frozenset[Card]:
    return frozenset(parse_all(words.split()))


def _subsets(words: str) -> tuple[frozenset[Card], ...]:
    """Every choice of these cards."""
    cards = sorted(_cards(words))
    return tuple(
        frozenset(chosen) for size in range(len(cards) + 1) for chosen in combinations(cards, size)
    )


def _facts(outcome: Outcome, hand: frozenset[Card], *melds: TableMeld) -> Facts:
    """The facts of a hand in which the winner holds these cards, and nobody else holds any."""
    return Facts(outcome, (hand, *NO_HANDS[1:]), melds)


# ── aces ─────────────────────────────────────────────────────────────────────────────────────────

ACES: Final = _rules(
    "settlement.ace_in_face_down_set",
    "settlement.ace_own_layoff",
    "settlement.ace_scope_final_discard",
    "drawing.discard_extension_counts_as_layoff",
)


def _melds_with_aces() -> tuple[TableMeld, ...]:
    """Melds of the winner with aces and without, with up to two cards that anybody laid off."""
    made: list[TableMeld] = []
    for words in ("AC AD AH AS", "AC AD AH", "AS 2S 3S 4S", "2S 3S 4S 5S"):
        cards = _cards(words)
        each = [
            LaidOff(card, Seat(by), 1, from_pile)
            for card, by, from_pile in product(sorted(cards), (0, 1), (False, True))
        ]
        laid: list[tuple[LaidOff, ...]] = [(), *((one,) for one in each)]
        laid += [two for two in combinations(each, 2) if two[0].card != two[1].card]
        made += [TableMeld(WINNER, cards, down, off) for down in (False, True) for off in laid]
    return tuple(made)


def _own_aces() -> Given:
    yield from product(ACES, _melds_with_aces())


def _for_aces() -> Given:
    last = (None, parse("AH"), parse("KD"))
    for rules, hand, thrown, meld in product(
        ACES, _subsets("AC AD KS"), last, _melds_with_aces()[::7]
    ):
        outcome = Outcome(End.TONGITS, WINNER, last_discard=thrown)
        yield rules, _facts(outcome, hand, meld), WINNER, LOSER


# ── fours and long runs ──────────────────────────────────────────────────────────────────────────

FOURS: Final = _rules(
    "settlement.secret_partition_compared",
    "settlement.secret_partition_uncompared",
    "variations.long_run_bonus",
)

ENDINGS: Final = (
    Outcome(End.DRAW, WINNER, caller=WINNER),
    Outcome(End.TONGITS, WINNER),
    Outcome(End.SPREAD, WINNER),
    Outcome(End.DRAW, WINNER, (WINNER, LOSER), WINNER, (LOSER,)),
)
"""A folded draw, tongits, a Spread, and a challenged draw."""


def _secrets() -> Given:
    hands = _subsets("5C 5D 5H 5S 6S 7S 8S 9S 9C 9H")
    for rules, hand, ending in product(FOURS, hands, ENDINGS):
        for taken in ((), (Taken(parse("5S"), 1, from_pile=True),)):
            best = rules.settlement.secret_partition_compared == "best_for_winner"
            least = deadwood(hand)
            limits = (least, least + 13, 100) if best and ending.compared else (None,)
            for most in limits:
                outcome = Outcome(
                    ending.end,
                    WINNER,
                    ending.compared,
                    ending.caller,
                    ending.challengers,
                    most_points=most,
                )
                yield rules, Facts(outcome, (hand, *NO_HANDS[1:]), (), taken), WINNER


def _long_run_counts() -> Given:
    every = _rules("variations.long_run_bonus", "variations.long_run_count")
    yield from product(every, range(14))


def _sagasas() -> Given:
    every = _rules(
        "settlement.sagasa_bonus", "terms.sagasa_definition", "settlement.special_payment_level"
    )
    fourth = parse("7S")
    melds = [TableMeld(owner, _cards("7C 7D 7H")) for owner in (WINNER, LOSER)]
    for owner, by, from_pile in product((WINNER, LOSER), (WINNER, LOSER), (False, True)):
        for words in ("7C 7D 7H 7S", "5S 6S 7S 8S"):
            laid = LaidOff(fourth, by, 4, from_pile)
            melds.append(TableMeld(owner, _cards(words), laid_off=(laid,)))
    nines = LaidOff(parse("9S"), WINNER, 1)
    other = TableMeld(WINNER, _cards("9C 9D 9H 9S"), laid_off=(nines,))
    drawn: list[tuple[Taken, ...]] = [
        (),
        *((Taken(fourth, turn, pile),) for turn, pile in product((1, 4), (False, True))),
    ]
    for rules, meld, taken, beside in product(every, melds, drawn, ((), (other,))):
        facts = Facts(Outcome(End.TONGITS, WINNER), NO_HANDS, (meld, *beside), taken)
        yield rules, facts, WINNER, LOSER


# ── the pot ──────────────────────────────────────────────────────────────────────────────────────


def _refunds() -> Given:
    ledgers = [Ledger(pot=pot, ante=ante) for pot, ante in product((0, 6, 12), range(3))]
    yield from product(_rules("pot.pot_when_no_winner"), ledgers, (None, WINNER))


INPUTS: Final[InputsOf] = {
    "tongits.paid_cards._own_aces": Inputs(
        "all readings on aces; sets of three and four aces, and a run with an ace and one "
        "without, face up and face down, with up to two cards that the owner or another seat laid "
        "off from the hand or the pile",
        _own_aces,
    ),
    "tongits.paid_cards.for_aces": Inputs(
        "all readings on aces; every choice of AC AD KS in the hand, each last discard of none, "
        "AH and KD, and every seventh of the melds of `_own_aces` on the table",
        _for_aces,
    ),
    "tongits.paid_cards.secrets_in_hand": Inputs(
        "all readings on which arrangement decides, with long runs paid and not; every choice of "
        "5C 5D 5H 5S 6S 7S 8S 9S 9C 9H in the hand, the five of spades taken from the pile or not; "
        "a folded draw, tongits, a Spread, and a draw won with the least points, or with up to 13 "
        "more or any number of them",
        _secrets,
    ),
    "tongits.paid_cards.long_run_count": Inputs(
        "all readings, and every number of cards of one suit", _long_run_counts
    ),
    "tongits.paid_cards.for_sagasas": Inputs(
        "all readings on a Sagasa; one meld of the winner or a loser, to which nobody, the winner "
        "or the loser has added a card from the hand or the pile, drawn in either of two turns or "
        "taken or neither; with and without another completed four of the winner",
        _sagasas,
    ),
    "tongits.pot.refund": Inputs(
        "both readings, antes of 0 to 2, with a winner and without", _refunds
    ),
}

REASONS: Final[tuple[Reason, ...]] = (
    Reason(
        names=("fda2ba6d", "972f849d", "755f45f7", "c93a7da3", "00cab30e", "f7293de7"),
        why=(
            "The number is the default reading in the list of readings, and no case sends a "
            "default reading. `meldspec suite lint` compares the list with the document."
        ),
    ),
    Reason(
        names=("49cdeada", "aa314d28", "5eaa8493", "3eb760a5", "7eb642b9", "1a9de31b"),
        why=(
            "The number is a reading that is offered. An engine that offers another one does not "
            "play it, and its cases do not apply. `meldspec suite lint` compares the list with "
            "the document."
        ),
    ),
    Reason(
        names=("0f561a41", "fddc296f", "8bc13576"),
        why=(
            "Where the arrangement has a bound, the winner was compared, and where it has none, it "
            "was not. No case states a winner outside the seats that were compared."
        ),
    ),
    Reason(
        names=("8f749123", "88c377ef", "2a4b7727"),
        why=(
            "The default is only compared with the other reading, so a word that is neither plays "
            "the same. `meldspec suite lint` compares each default with its question."
        ),
    ),
    Reason(
        names=("63511aba",),
        why=(
            "A run of ten in the hand may be taken as two of five, which earn as much as the run "
            "of ten where every five cards pay; so its worth is reached in any case."
        ),
    ),
    Reason(
        names=("36e6bba7",),
        why=(
            "A meld that is no long run is worth nothing by either line; the first one only saves "
            "reading an option."
        ),
    ),
    Reason(
        names=("e69927a5",),
        why=(
            "A meld that earns nothing would be worth a chip less than nothing. The best "
            "arrangement without its other melds earns as much, and where the points have a limit "
            "thirteen cards are too few for two arrangements that differ by one chip and by two "
            "such melds. Five thousand hands of nine to thirteen random cards earn the same."
        ),
    ),
    Reason(
        names=("54d2ed5b",),
        why="A streak of no wins stays one of no wins by either line; the first reads no option.",
    ),
    Reason(
        names=("3016ef76",),
        why=(
            "A Spread takes the pot itself, and after two wins or three the next one takes it too; "
            "no view and no result has the number of wins. The law `a_spread_in_the_row` asks "
            "for it."
        ),
    ),
    Reason(
        names=("d077678c",),
        why=(
            "Where no win counts, nobody asks who won last, so the seat may be kept or forgotten; "
            "no view and no result has it. The law `no_chip_is_lost` asks for it."
        ),
    ),
    Reason(
        names=("b172141a",),
        why=(
            "Lines of no chips are added to a receipt, which no case states and which still adds "
            "up. The law `the_receipt` asks for the lines."
        ),
    ),
)
