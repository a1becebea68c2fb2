"""Hands made up on purpose, for what chance does not reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from meldspec.cards import ONE_PACK, parse_all
from meldspec.play import Refusal, Seat
from meldspec.table import DRAW, Deal, Discard, LayOff
from meldspec.tongits import game, turn
from meldspec.tongits.options import TABLE, Rules
from meldspec.tongits.table import CALL_DRAW, KEEP, Action, Expose, Take

from ..plays import card, card_set
from .walks import Step


@dataclass(frozen=True)
class Scene:
    """A hand: the readings, what each seat is dealt, the stock's top, and what is done."""

    readings: Mapping[str, str]
    hands: tuple[str, str, str]
    stock: str
    actions: tuple[Action, ...]

    def rules(self) -> Rules:
        """The rule set with these readings."""
        return TABLE.read({"options": {**self.readings}})

    def deal(self) -> Deal:
        """What is named, filled up with the rest of the pack; seat 0 deals."""
        *hands, stock = (list(parse_all(words.split())) for words in (*self.hands, self.stock))
        named = {each for pile in (*hands, stock) for each in pile}
        rest = [each for each in ONE_PACK if each not in named]
        for hand, size in zip(hands, (13, 12, 12), strict=True):
            while len(hand) < size:
                hand.append(rest.pop())
        return Deal(tuple(map(tuple, hands)), (*stock, *rest))

    def steps(self) -> Iterator[Step]:
        """The steps of the hand; each action must be accepted."""
        rules = self.rules()
        state = turn.begin(rules, Seat(0))
        for action in (self.deal(), *self.actions):
            (actor,) = game.GAME.actors(rules, state)
            after = game.GAME.step(rules, state, actor, action)
            if isinstance(after, Refusal):
                raise AssertionError(f"{action} was refused: {after.clauses}")
            yield Step(state, actor, action, after)
            state = after


def off(words: str, meld: str) -> Iterator[LayOff]:
    """Cards laid off on a meld one after the other."""
    longer = card_set(meld)
    for each in parse_all(words.split()):
        yield LayOff(each, longer)
        longer |= {each}


def drawn_and_thrown(words: str) -> Iterator[Action]:
    """Turns in which nothing happens but that the card from the stock is thrown away."""
    for each in parse_all(words.split()):
        yield DRAW
        yield Discard(each)


NO_MELD = {"meld_needed_to_win": "own_meld_needed", "empty_hand_policy": "plays_on_with_zero"}
DEALT = ("5C 6C 7C 5D 6D 7D 9S", "8C 9C TC JC QC KC 8D 9D TD JD QD KD", "")
"""Seat 1 can lay off its whole hand on two runs of the dealer's."""
TWO_RUNS = (Expose(card_set("5C 6C 7C")), Expose(card_set("5D 6D 7D")), Discard(card("9S")))
ALL_LAID_OFF = (*off("8C 9C TC JC QC KC", "5C 6C 7C"), *off("8D 9D TD JD QD KD", "5D 6D 7D"))

SCENES = (
    # A four face down, and nothing else on the table, does not suffice to call a draw.
    Scene(
        {"draw_call_open_requirement": "face_up_meld_required"},
        ("KC KD KH KS 9S", "", ""),
        "2S 2H",
        (
            Expose(card_set("KC KD KH KS"), face_down=True),
            Discard(card("9S")),
            *drawn_and_thrown("2S 2H"),
            DRAW,
        ),
    ),
    # A seat without any meld cannot call with its last card, but play it and go on.
    Scene(NO_MELD, DEALT, "2S", (*TWO_RUNS, DRAW, *ALL_LAID_OFF, Discard(card("2S")))),
    # The same seat has no card left to discard, and its turn is over.
    Scene(
        NO_MELD,
        DEALT,
        "4C",
        (*TWO_RUNS, DRAW, *ALL_LAID_OFF, *off("4C", "5C 6C 7C 8C 9C TC JC QC KC")),
    ),
    # The winner has made a three of its own a four, with a card from the stock.
    Scene(
        {"sagasa_bonus": "same_as_secret", "draw_block_own_layoff": "no_block"},
        ("5C 5D 5H 2S AS", "", ""),
        "2C 3D 5S KS KH",
        (
            Expose(card_set("5C 5D 5H")),
            Discard(card("2S")),
            *drawn_and_thrown("2C 3D"),
            DRAW,
            LayOff(card("5S"), card_set("5C 5D 5H")),
            Discard(card("AS")),
            *drawn_and_thrown("KS KH"),
            CALL_DRAW,
        ),
    ),
)

STUCK = Scene(
    {"discard_meld_exposure": "may_keep_in_hand", "discard_taken_card_back": "forbidden"},
    DEALT,
    "",
    (*TWO_RUNS, KEEP, *ALL_LAID_OFF),
)
"""Seat 1 keeps the nine of spades and lays off all else: it is left with what must stay."""

EMPTY_PILE = Scene(
    {**NO_MELD, "discard_take_requirement": "new_meld_or_extend_any_table_meld"},
    ("5C 6C 7C 5D 6D 7D 8C", "9C TC JC QC KC 4C 3C 8D 9D TD JD QD", ""),
    "",
    (
        *TWO_RUNS[:2],
        Discard(card("8C")),
        Take(frozenset(), card_set("5C 6C 7C")),
        *off("9C TC JC QC KC 4C 3C", "5C 6C 7C 8C"),
        *off("8D 9D TD JD QD", "5D 6D 7D"),
    ),
)
"""Seat 1 takes the only card of the pile and ends its turn without a discard."""


def called_beside(held: str, in_stock: str) -> Scene:
    """Seat 0 has called a draw, seat 1 is asked first, and seat 2 holds three kings and a card."""
    return Scene(
        {"challenge_eligibility": "opened_or_concealed_secret"},
        (
            "5C 6C 7C 9S",
            "2C 2D 4H 4S 6H 6S 8H 8S TC TD AS AD",
            f"KC KH KS {held} 3C 3D 7H 7S 9C 9D JH JS",
        ),
        f"2S 2H {in_stock}",
        (TWO_RUNS[0], TWO_RUNS[2], *drawn_and_thrown("2S 2H"), CALL_DRAW),
    )


CALLED_BESIDE_A_FOUR = called_beside("KD", in_stock="QC")
CALLED_BESIDE_NO_FOUR = called_beside("QC", in_stock="KD")


def four_face_down(rank: str, identity: str) -> Scene:
    """Seat 1 has laid the queens or the kings face down, and the others lie in the stock."""
    fours = {each: " ".join(each + suit for suit in "CDHS") for each in "QK"}
    (other,) = (four for each, four in fours.items() if each != rank)
    return Scene(
        {"secret_facedown_identity": identity},
        ("9S", fours[rank], ""),
        f"2S {other}",
        (Discard(card("9S")), DRAW, Expose(card_set(fours[rank]), face_down=True)),
    )


TABLE_TAKE = Scene(
    {"discard_take_requirement": "new_meld_or_extend_any_table_meld"},
    ("5C 6C 7C 8C", "8D 8H", ""),
    "",
    (TWO_RUNS[0], Discard(card("8C"))),
)
"""Seat 1 may take the eight onto the run, or lay it with two eights of its own."""


def endless(rounds: int) -> Scene:
    """Three seats pass one card on and on: each could meld it, keeps it and throws it again."""
    return Scene(
        {"discard_meld_exposure": "may_keep_in_hand", "discard_taken_card_back": "allowed"},
        ("5H 3H 4H", "6H 7H", "5C 5D"),
        "",
        (Discard(card("5H")), *(KEEP, Discard(card("5H"))) * rounds),
    )
