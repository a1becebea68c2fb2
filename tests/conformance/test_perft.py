"""Counts of action sequences on the command line."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

from click.testing import CliRunner, Result

from meldcheck.cli import main

HANDS = [
    hand.split()
    for hand in (
        "4S 5S 6S AC 2H 4D 5D 6C 6D 7H TH TS JD",
        "7C 7D AD 3D 4C 5H 6H 8C 8H 8S QC QH",
        "AH 2C 2D 2S 3C 3H 5C 9H 9S JH KC KS",
    )
]
STOCK = ["7S", "KD", "QS", "TC", "JC", "QD", "KH", "4H", "9C", "3S", "9D", "AS", "8D", "TD", "JS"]


def perft(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["perft", *arguments])
    assert result.exit_code == status, result.output
    return result


def test_the_parts_add_up_to_the_total() -> None:
    *parts, total = perft("tongits", "--depth", "2", "--divide").stdout.splitlines()
    assert sum(int(part.rpartition(": ")[2]) for part in parts) == int(total)
    assert "expose 4S 5S 6S" in {part.rpartition(": ")[0] for part in parts}


def test_depth_nought_is_one_sequence() -> None:
    assert perft("tongits", "--depth", "0").stdout == "1\n"


def test_both_forms_say_the_same() -> None:
    counted = json.loads(perft("tongits", "--depth", "1", "--format", "json").stdout)
    assert perft("tongits", "--depth", "1").stdout == f"{counted['total']}\n"
    assert len(counted["by_action"]) == counted["total"]


def test_a_deal_of_ones_own_is_counted(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps({"dealer": 0, "hands": HANDS, "stock": STOCK}), encoding="utf-8")
    # By hand: thirteen discards, runs of fours to sixes in spades and diamonds, three sixes.
    assert perft("tongits", "--depth", "1", "--deal", str(file)).stdout == "16\n"
    file.write_bytes(codecs.BOM_UTF8 + file.read_bytes())
    assert perft("tongits", "--depth", "1", "--deal", str(file)).stdout == "16\n"


def test_a_wrong_deal_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    for text, message in (
        ("{", "deal.json: Input data was truncated"),
        ("{}", "deal.json: Object missing required field `dealer`"),
        (json.dumps({"dealer": 0, "hands": HANDS, "stock": []}), "the deal is refused by tongits."),
        (json.dumps({"dealer": 9, "hands": HANDS, "stock": STOCK}), "deal.json: 'dealer' is no"),
        (json.dumps({"dealer": 0, "hands": HANDS, "stock": ["7"]}), "not a card: '7'"),
        (
            json.dumps({"dealer": 0, "hands": HANDS, "stock": STOCK, "upcard": "7S"}),
            "deal.json: 'upcard' is '7S': a deal of tongits turns no card up",
        ),
        (
            json.dumps({"dealer": 0, "hand_number": 2, "hands": HANDS, "stock": STOCK}),
            "is 2: every",
        ),
    ):
        file.write_text(text, encoding="utf-8")
        result = perft("tongits", "--depth", "1", "--deal", str(file), status=2)
        assert message in result.stderr
        assert result.stderr.count("\n") == 1


def test_an_unknown_game_is_named() -> None:
    assert "no game 'chess'; known: tongits" in perft("chess", "--depth", "1", status=2).stderr
