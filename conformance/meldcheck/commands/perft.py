"""``meldspec perft``: counts of action sequences on the reference."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import msgspec

from meldcheck.commands.form import ON_ONE_LINE, Output, game_of, shown
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
from meldcheck.words.notation import show_action
from meldspec import wire
from meldspec.codec import written_fields
from meldspec.play import Refusal


class DealFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal: the dealer's seat, a hand for each seat, and the stock with its top first.

    ``upcard`` is the card turned up, if the game has one. ``hand_number`` counts the hands of a
    match from 1.
    """

    dealer: int
    hands: list[list[str]]
    stock: list[str]
    upcard: str | None = None
    hand_number: int = 1


def _cards(words: str) -> list[str]:
    return words.split()


_BUILT_IN: Final = {
    "tongits": DealFile(
        dealer=0,
        hands=[
            _cards("AC 4S 5S 6S 9C 9D 9H 2D 7D TH JC QD KS"),
            _cards("7S 8S 3C 4C 5C KC KD 2H 6H 8D TD JH"),
            _cards("AD AH AS 3D 3H 4D 5D 8H TC JS QH QS"),
        ],
        stock=_cards("7H 9S 6D 5H TS KH 2C 3S 7C 4H JD 2S 6C QC 8C"),
    ),
    "rummy": DealFile(
        dealer=0,
        hands=[
            _cards("2D 7D 8D TH JC QD KS"),
            _cards("4S 5S 6S 9C 9D 9H AC"),
            _cards("7S 9S 3C 4C 5C KC KD"),
        ],
        upcard="8S",
        stock=_cards(
            "7H 6D 5H TS KH 2C 3S 7C 4H JD 2S 6C QC 8C AD AH AS 2H 3D 3H 4D 5D 6H 8H TC TD JH JS "
            "QH QS"
        ),
    ),
    "three-thirteen": DealFile(
        dealer=0,
        hands=[_cards("2C 9D KH"), _cards("7C 7D JS")],
        upcard="5S",
        stock=_cards(
            "7H AC 3C 4C 5C 6C 8C 9C TC JC QC KC AD 2D 3D 4D 5D 6D 8D TD JD QD KD AH 2H 3H 4H 5H "
            "6H 8H 9H TH JH QH AS 2S 3S 4S 6S 7S 8S 9S TS QS KS"
        ),
    ),
    "indian-chief": DealFile(
        dealer=0,
        hands=[_cards("AC 4C 7D TD 3H KH 6S 9S"), _cards("2C QC 5D 8D 7H JH AS KS")],
        stock=_cards(
            "3C 5C 6C 7C 8C 9C TC JC KC AD 2D 3D 4D 6D 9D JD QD KD AH 2H 4H 5H 6H 8H 9H TH QH 2S "
            "3S 4S 5S 7S 8S TS JS QS"
        ),
    ),
    "carousel": DealFile(
        dealer=0,
        hands=[_cards("4S 5S 6S 9D TD KC 2H 7C QH 3D"), _cards("7D 7H JS QS KS 8C 4C AH 6D 9H")],
        stock=_cards(
            "7S 9S 9C 2C AC 3C 5C 6C TC JC QC AD 2D 4D 5D 8D JD QD KD 3H 4H 5H 6H 8H TH "
            "JH KH AS 2S 3S 8S TS *"
        ),
    ),
}


DEEPEST: Final = 100
"""The greatest depth: each action is a call within the call for the one before."""


@click.command("perft")
@click.argument("game", metavar="GAME")
@click.option(
    "--depth", type=click.IntRange(0, DEEPEST), required=True, metavar="N", help="Actions each."
)
@click.option("--divide", is_flag=True, help="Also the count for each first action.")
@click.option(
    "--deal",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="JSON file of the deal: dealer, hands and stock; upcard, if a card is turned up; and "
    "hand_number, if it is not 1. "
    "The default is a built-in deal.",
)
@shown
def command(game: str, depth: int, divide: bool, file: Path | None) -> Output:
    """Count the sequences of N accepted actions of seats.

    A sequence that ends the hand earlier counts once. So does one after which chance is due, or
    which rearranges the table of Carousel.
    """
    played = game_of(game)
    deal = _read(file) if file else _BUILT_IN[game]
    counted = _count(played, deal, depth, str(file or "deal"))

    def lines() -> Iterator[str]:
        for action, number in counted["by_action"] if divide else ():
            yield f"{show_action(action)}: {number}"
        yield f"{counted['total']}"

    return Output(lambda: counted, lines, indent=ON_ONE_LINE)


def _read(file: Path) -> DealFile:
    try:
        return msgspec.json.decode(file.read_bytes().removeprefix(BOM_UTF8), type=DealFile)
    except (OSError, ValueError, RecursionError) as error:
        raise SpecError(str(file), None, str(error)) from None


def _count(game: wire.GameWire, deal: DealFile, depth: int, place: str) -> JSON:
    hands: list[wire.JSON] = [list(hand) for hand in deal.hands]
    do: dict[str, wire.JSON] = {"type": "deal", "hands": hands, "stock": list(deal.stock)}
    if deal.upcard is not None:
        fields = {name for name, _, _ in written_fields(game.messages.actions["deal"])}
        if "upcard" not in fields:
            told = f"'upcard' is {deal.upcard!r}: a deal of {game.name} turns no card up"
            raise SpecError(place, None, told)
        do["upcard"] = deal.upcard
    try:
        begun = game.begin({}, len(hands), deal.dealer, deal.hand_number)
        dealt = begun if isinstance(begun, Refusal) else begun.act("chance", do)
    except (wire.WireError, wire.UnplayableError) as error:
        raise SpecError(place, None, str(error)) from None
    if not isinstance(dealt, Refusal):
        return dealt.perft(depth)
    clauses = ", ".join(dealt.clauses)
    raise SpecError(place, None, f"the deal is refused by {clauses}")
