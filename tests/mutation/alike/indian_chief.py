"""Changes of Indian Chief that no trial finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any, Final, TypeAlias, get_args

from meldspec.cards import Card
from meldspec.hands import without_all
from meldspec.indian_chief import thief
from meldspec.indian_chief.options import TABLE, Rules, ThiefOrderKey
from meldspec.indian_chief.table import Claiming, Meld, Shown, Table, Target, Theft
from meldspec.play import Seat

from . import Inputs, InputsOf, Reason

Given: TypeAlias = Iterator[tuple[Any, ...]]  # the arguments of any function


def _rules(*names: str) -> tuple[Rules, ...]:
    """The default rules with every choice among the readings of these options."""
    readings = TABLE.readings()
    return tuple(
        TABLE.read({"options": {**dict(zip(names, chosen, strict=True))}})
        for chosen in product(*(readings[name] for name in names))
    )


CLUBS: Final = tuple(map(Card, range(13)))
HEARTS: Final = tuple(map(Card, range(26, 39)))

BEGGARS: Final = _rules(
    "beggar.beggar_scope",
    "beggar.beggar_pair",
    "beggar.beggar_failed_melds",
    "beggar.beggar_tense",
)
"""All readings of the Beggar Man."""

OTHERS: Final = (
    Meld(CLUBS[2:3]),
    Meld((CLUBS[0], CLUBS[0])),
    Meld((CLUBS[1], CLUBS[2], HEARTS[1])),
    Meld((CLUBS[0], HEARTS[0], CLUBS[1], CLUBS[3])),
    Meld((CLUBS[3], CLUBS[4], CLUBS[5])),
)
"""Melds of others: cards of the three lowest ranks, a failed Lawyer of them, and none of them."""


def _beggars() -> Given:
    twos = [*combinations_with_replacement(CLUBS[:3], 2)]
    for rules, two, seats in product(BEGGARS, twos, (2, 3)):
        named = rules.beggar.beggar_scope == "one_named"
        for seat in range(seats):
            opponents = [Seat(other) for other in range(seats) if other != seat]
            for opponent in opponents if named else [None]:
                own = Meld(two, opponent=opponent)
                for others in product(OTHERS, repeat=seats - 1):
                    now = (*others[:seat], own, *others[seat:])
                    yield rules, (now,), Seat(seat)
                    for before in OTHERS[:3:2]:
                        yield rules, ((before,) * seats, now), Seat(seat)


def _counted() -> Given:
    twos = [*combinations_with_replacement(CLUBS[:3], 2)]
    for rules, two, meld, other in product(BEGGARS, twos, OTHERS, (0, 1)):
        own = Meld(two)
        now = (own, meld) if other else (meld, own)
        yield rules, (now,), Seat(other), two
        for before, more in product(OTHERS, repeat=2):
            yield rules, ((before, before), now), Seat(other), two
            yield rules, ((before, before), (more, more), now), Seat(other), two


def _opposing() -> Given:
    ranks = [frozenset(some) for number in (1, 2) for some in combinations(range(4), number)]
    for rules, size in product(BEGGARS, range(1, 8)):
        for cards in combinations((*CLUBS[:5], *HEARTS[:4]), size):
            for two in ranks:
                yield rules, Meld(cards), two


def _chiefs() -> Given:
    pack = (*CLUBS[:5], *HEARTS[:5])
    sevens = sorted(set(combinations(sorted(pack * 2), 7)))
    rules = _rules("poker.poker_ace", "poker.poker_two_pack", "chief.chief_split")
    for cards, each in product(sevens[::2], rules):
        declared = each.chief.chief_split == "declared_at_commit"
        yield each, Meld(cards, baccarat=(cards[0], cards[6]) if declared else None)


def _doctors() -> Given:
    cards = sorted((*CLUBS[:7], *HEARTS[:7]))
    rules = _rules("doctor.doctor_ace_of_hearts", "doctor.doctor_heart_count")
    yield from product(rules, combinations(cards, 6))


# ── tables ───────────────────────────────────────────────────────────────────────────────────────


def _table(shown: Shown, *, turn: int = 1, dealer: int = 0, **more: Any) -> Table:  # of a table
    hands = tuple(CLUBS[: 8 - meld.size] for meld in shown)
    earlier = (shown,) * (turn - 1)
    return Table(Seat(dealer), turn, hands, more.pop("stock", ()), (*earlier, shown), **more)


REFILLS: Final = _rules("refill.shortage_last_served", "refill.dealer_rotation")
"""All readings of the order in which hands are filled up."""


def _lacks() -> Given:
    for rules, seats, turn in product(REFILLS, (2, 3, 4), (1, 2)):
        for dealer in range(seats):
            at = Table(Seat(dealer), turn, ((),) * seats, ())
            for lack in product(range(4), repeat=seats):
                yield rules, at, lack


def _dealers() -> Given:
    for rules, seats, turn in product(REFILLS, range(2, 9), range(1, 8)):
        for dealer in range(seats):
            yield rules, Table(Seat(dealer), turn, ((),) * seats, ())


MELDS: Final = (
    Meld(CLUBS[:1]),
    Meld(CLUBS[1:3]),
    Meld((CLUBS[4], CLUBS[4], CLUBS[5])),
    Meld((*CLUBS[:3], HEARTS[12])),
)
"""A Thief, a Beggar Man, a Poor Man with like cards, and a failed Lawyer."""


def _thefts(shown: Shown) -> Iterator[tuple[Theft, ...]]:
    """No theft, each single one, and each two."""
    seats = [Seat(seat) for seat in range(len(shown))]
    single = [
        Theft(by, Target(seat, card))
        for by, seat in permutations(seats, 2)
        for card in shown[seat].cards
    ]
    yield ()
    for theft in single:
        yield (theft,)
    for one, two in combinations(single, 2):
        if one.by != two.by and one.target != two.target:
            yield one, two


def _tables() -> Iterator[Table]:
    """Two and three seats with each of the melds; thefts, melds aside, a stub or none."""
    for seats in (2, 3):
        for shown in product(MELDS, repeat=seats):
            for stolen, recycled in product(_thefts(shown), (False, True)):
                for aside, stock in product(((), HEARTS[:2]), ((), HEARTS[3:5])):
                    yield _table(shown, stolen=stolen, recycled=recycled, aside=aside, stock=stock)
            yield Table(Seat(0), 2, (CLUBS[:8],) * seats, HEARTS[:3], (shown,), (), False, ())


def _lying() -> Given:
    for table in _tables():
        yield (table,)


def _refills() -> Given:
    yield from product(_rules("refill.stub_shortage"), _tables())


def _reshuffles() -> Given:
    yield from product(_rules("restore.restore_which"), _tables())


# ── thieves ──────────────────────────────────────────────────────────────────────────────────────

KEYS: Final[tuple[ThiefOrderKey, ...]] = get_args(ThiefOrderKey)


def _thieves() -> Iterator[Shown]:
    """One to four seats, each with a card of one of six ranks or with a Beggar Man."""
    ones = [Meld((CLUBS[rank],)) for rank in (0, 1, 8, 9, 10, 12)]
    for seats in range(1, 5):
        yield from product((*ones, MELDS[1]), repeat=seats)


def _ordered() -> Given:
    yield from product(_thieves(), KEYS)


def _order() -> Given:
    yield from product(_rules("thief.thief_order_key"), _thieves())


def _asked() -> Given:
    rules = _rules("thief.thief_order_key", "thief.thief_tie_protocol", "thief.steal_last_turn")
    for shown, turn in product(_thieves(), (1, 6, 7)):
        for each in rules:
            yield each, _table(shown, turn=turn)


DOCTORS: Final = (Meld((*CLUBS[:5], HEARTS[5])), Meld((*CLUBS[:5], CLUBS[5])))
"""A Doctor, and cards that fail as one."""


def _targets() -> Given:
    for rules, seats in product(_rules("thief.thief_target_class"), (2, 3)):
        for others in product((*MELDS[:2], MELDS[3], *DOCTORS), repeat=seats - 1):
            shown = (MELDS[0], *others)
            for stolen in _thefts(shown) if seats == 2 else [()]:
                yield rules, _table(shown, stolen=stolen), Seat(0)
            if all(meld.size == 1 for meld in others):
                gone = tuple(
                    Theft(Seat(seats - 1 - place), Target(Seat(place + 1), meld.cards[0]))
                    for place, meld in enumerate(others)
                )
                yield rules, _table(shown, stolen=gone), Seat(0)


def _claims() -> Iterator[tuple[Table, list[Theft]]]:
    """Three thieves and a seat with two like cards; each claims a card, and cards may be gone."""
    shown = (
        Meld(CLUBS[:1]),
        Meld(CLUBS[:1]),
        Meld(HEARTS[:1]),
        Meld((CLUBS[4], CLUBS[4], CLUBS[5])),
    )
    for stolen in ((), (Theft(Seat(3), Target(Seat(2), HEARTS[0])),)):
        table = _table(shown, stolen=stolen)
        left = [
            Target(Seat(seat), card)
            for seat, meld in enumerate(shown)
            for card in dict.fromkeys(
                without_all(meld.cards, HEARTS[:1]) if stolen and seat == 2 else meld.cards
            )
        ]
        for number in (1, 2, 3):
            for claimed in product(left, repeat=number):
                if all(target.seat != by for by, target in enumerate(claimed)):
                    yield (
                        table,
                        [Theft(Seat(by), target) for by, target in enumerate(claimed)],
                    )


TIES: Final = _rules(
    "thief.thief_tie_partial", "thief.thief_tie_decline", "thief.thief_tie_identity"
)


def _clashes() -> Given:
    for rules, (table, wanted) in product(TIES, _claims()):
        yield rules, table, wanted


def _takers() -> Given:
    for rules, (table, wanted) in product(TIES, _claims()):
        made = [(theft.by, theft.target) for theft in wanted]
        for nothing in product((False, True), repeat=len(made)):
            pairs = zip(made, nothing, strict=True)
            yield rules, table, tuple((by, None if none else card) for (by, card), none in pairs)


def _claiming(rules: Rules, state: object) -> Given:
    """Every state in which claims follow from a state, with all that seats may claim."""
    if not isinstance(state, Claiming):
        return
    yield rules, state
    after = thief.thief_finds_nothing.comes(rules, state)
    if after is None:
        after = thief.all_have_claimed.comes(rules, state)
    if after is not None:
        yield from _claiming(rules, after)
        return
    seat = thief.to_claim(state)[0]
    for claim in thief.claims(rules, state, seat):
        if thief.is_of_a_valid_meld.holds(rules, state, seat, claim):
            yield from _claiming(rules, thief.note_the_claim.makes(rules, state, seat, claim))


def _stealing() -> Given:
    melds = (Meld(CLUBS[:1]), Meld(HEARTS[:1]), Meld(CLUBS[1:2]), Meld(CLUBS[2:3]), *MELDS[1:4:2])
    for rules in _rules("thief.thief_target_class", "thief.thief_tie_protocol"):
        for seats, kinds in ((2, melds), (3, melds), (4, melds[:4])):
            for shown in combinations_with_replacement(kinds, seats):
                yield from _claiming(rules, thief.ask_the_first(rules, _table(shown)))


# ── what is equal, and why the rest makes no difference ──────────────────────────────────────────

_LAWS: Final = "tests/proofs/laws/indian_chief"
_TESTS: Final = "tests/reference/indian_chief"
_REFUSED: Final = f"test_what_the_rules_refuse in {_TESTS}/test_wire.py"

INPUTS: Final[InputsOf] = {
    "indian_chief.beggar.beggar_score": Inputs(
        "all readings; two cards of three ranks, and an opponent named where a reading asks for it;"
        " two or three seats with each of five melds; the turn alone, or after another",
        _beggars,
    ),
    "indian_chief.beggar._counted": Inputs(
        "all readings; two cards of three ranks against each of five melds, after no turn, one or"
        " two with each of these melds",
        _counted,
    ),
    "indian_chief.beggar._opposing": Inputs(
        "all readings; one to seven of five clubs and four hearts, against one or two of the four"
        " lowest ranks",
        _opposing,
    ),
    "indian_chief.chief.chief_score": Inputs(
        "all readings; every second seven of two packs of ace to five in two suits, undeclared, and"
        " with the first and the last card as the baccarat hand",
        _chiefs,
    ),
    "indian_chief.doctor.is_doctor": Inputs(
        "all readings; every six of ace to seven of clubs and of hearts", _doctors
    ),
    "indian_chief.refill.order_of_cards": Inputs(
        "all readings; two to four seats, each dealer, the first two turns, and zero to three cards"
        " lacking for each seat",
        _lacks,
    ),
    "indian_chief.refill.dealer_of": Inputs(
        "all readings; two to eight seats, each dealer, and each turn", _dealers
    ),
    "indian_chief.refill.due_in_refill": Inputs(
        "each reading; two and three seats with each of four melds, up to two thefts, cards aside"
        " or none, a stub or none, before and after the melds are in the stub",
        _refills,
    ),
    "indian_chief.restore.due_in_reshuffle": Inputs(
        "each reading; the tables of due_in_refill", _reshuffles
    ),
    "indian_chief.table.lying": Inputs("the tables of due_in_refill", _lying),
    "indian_chief.thief.ordered": Inputs(
        "each key; one to four seats, each with a card of one of six ranks or with two cards",
        _ordered,
    ),
    "indian_chief.thief.thief_order": Inputs("each key; the melds of ordered", _order),
    "indian_chief.thief.ask_the_first": Inputs(
        "all readings of order, tie and last turn; the melds of ordered, in the first turn and in"
        " the last two",
        _asked,
    ),
    "indian_chief.thief.has_a_target": Inputs(
        "each reading; a Thief among two or three seats with a Thief, a Beggar Man, a failed"
        " Lawyer, a Doctor or a failed one; no theft, one or two, or every other Thief's card gone",
        _targets,
    ),
    "indian_chief.thief.clashes": Inputs(
        "all readings; one to three Thieves, two of them alike, with every claim of a card of the"
        " others or of a seat with two like cards; one Thief's card there or gone",
        _clashes,
    ),
    "indian_chief.thief.takers": Inputs(
        "all readings; the claims of clashes, each of them or none", _takers
    ),
    "indian_chief.thief.thief_finds_nothing": Inputs(
        "each reading of targets and of ties; two and three seats with four Thieves of three ranks,"
        " a Beggar Man or a failed Lawyer, four seats with the Thieves; every state that claims"
        " lead to",
        _stealing,
    ),
}

REASONS: Final[tuple[Reason, ...]] = (
    Reason(
        names=("bcb74ca0", "d25f2576", "cab58f25", "7773eb29"),
        why="Points are worked out for more readings of poker than can differ, or for fewer where"
        " all seven cards are aces; they are the same points, and the same on every state of the"
        " small table.",
    ),
    Reason(
        names=("75858daf",),
        why="The number of an ace is 14 in place of 13; both are above the king's 12, and the"
        " number is only compared.",
    ),
    Reason(
        names=("dc6d5d6d", "3ec70e62", "e4e45322", "f39fb3ab"),
        why="The table of the question has another dealer or another turn, and no condition of a"
        " choice reads either.",
    ),
    Reason(
        names=("ea562686", "28d8e859", "7f57afad"),
        why="A wrong deck is refused by the clause for its number of seats, and then by that for"
        " other numbers, too; a case is content with the first."
        f" each_pack_has_its_seats in {_LAWS}/deals.py asks for both.",
    ),
    Reason(
        names=("b88bdf0e", "c91e3f5e", "72cea738", "981b1613", "a71318e7"),
        why="The clauses by which a match was decided are for the verdicts, and no message has"
        f" them; {_LAWS}/matches.py asks for them.",
    ),
    Reason(
        names=("4757eb4d", "1351e5a7", "2d54860c"),
        why="Only the invariants of meldcheck/explore/indian_chief.py use it, and no rule does.",
    ),
    Reason(
        names=("ba03afd6", "c54ee310"),
        why="The default becomes a word that is no reading, and the play compares only with the"
        " other reading; the same on every state of the small table. `meldspec suite lint` compares"
        " each default with its question.",
    ),
    Reason(
        names=("5a04830b",),
        why="An empty list counts as null where a seat declares nothing; the protocol has only null"
        " there, and null stays null.",
    ),
    Reason(
        names=("94f2038b", "5da62368", "6dcb7e8c"),
        why="The lists that are joined have an entry for each seat, or for each meld, by the way"
        " they are made; so nothing is cut off.",
    ),
    Reason(
        names=("0a4f202f",),
        why="The first of one winner is the last, too; the same on every state of the small table.",
    ),
    Reason(
        names=("89b5bca8", "f8b081f7"),
        why="The two consequences belong to different phases, and the kernel keeps them by phase.",
    ),
    Reason(
        names=("6c5c7b3c",),
        why="One comes only for Thieves of whom none has claimed, the other only if all have; the"
        " same on every state of the small table.",
    ),
    Reason(
        names=("67314620", "a696aefb", "aca307b3"),
        why="One comes only if a hand lacks a card and is asked first, the other only if none does:"
        " either fact alone suffices; the same on every state of the small table.",
    ),
)
