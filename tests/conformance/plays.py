"""Plays in the notation of the documents, and commands that are run on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from click.testing import CliRunner, Result

from meldcheck.cli import main
from meldcheck.games import MEASURES
from meldcheck.words.case import JSON
from meldcheck.words.notation import parse_action, without

Told = dict[str, JSON]


def steps_of(play: str) -> list[Told]:
    """The steps of a play with one step a line: ``1 draw``."""
    told = (line.split() for line in play.strip().splitlines())
    return [{"by": int(seat), "do": parse_action(words)} for seat, *words in told]


def scenario(
    game: str, hands: Sequence[str], play: str, top: str = "", upcard: str | None = None
) -> Told:
    """A scenario for commands: seat 0 deals these hands, and the stock has these cards on top."""
    dealt = [hand.split() for hand in hands]
    turned = [] if upcard is None else [upcard]
    named = [*(card for hand in dealt for card in hand), *top.split(), *turned]
    stock = [*top.split(), *without(MEASURES[game].deck(len(hands)), named)]
    deal = {"type": "deal", "hands": dealt, **({"upcard": upcard} if upcard else {})}
    first = {"by": "chance", "do": {**deal, "stock": stock}}
    return {"game": game, "players": len(hands), "dealer": 0, "steps": [first, *steps_of(play)]}


SCENARIOS: Final[dict[str, Told]] = {
    # seat 1 lays off on its own run
    "rummy": scenario(
        "rummy",
        ("2D 7D 8D TH JC QD KS", "4S 5S 6S 9C 9D 9H AC", "7H 9S 3C 4C 5C KC KD"),
        "1 draw\n1 meld 4S 5S 6S\n1 lay-off 7S on 4S 5S 6S",
        top="7S",
        upcard="8S",
    ),
    # a joker is laid as the seven of spades and set free
    "carousel": scenario(
        "carousel",
        ("7S 4H 5H 8C 9C TD KD 2D 3C JS", "7C 7D QH QS 2S 9D 4C 6S TH *"),
        """\
1 draw
1 rearrange 7C 7D * to 7C 7D *7S
1 decline
0 draw
0 rearrange 7S 4H 5H to 7C 7D 7S / 4H 5H *6H""",
        top="AH 3D",
    ),
    # seat 1 goes out with three sevens in the second hand
    "three-thirteen": {
        **scenario(
            "three-thirteen",
            ("2C 9D KH 6H", "7C 7D JS 4S", "8S 8S QD 2D"),
            "1 draw\n1 go-out discarding JS",
            top="7H",
            upcard="5S",
        ),
        "hand_number": 2,
    },
    # a thief takes a queen
    "indian-chief": scenario(
        "indian-chief",
        ("AC 4C 7D TD 3H KH 6S 9S", "2C QC 5D 8D 7H JH AS KS"),
        "0 choose TD\n1 choose 2C QC\n0 claim QC of 1",
    ),
}


def meldspec(*arguments: str, status: int = 0) -> Result:
    """The output of a command; AssertionError if it ends with another status."""
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result
