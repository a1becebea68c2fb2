"""The score sheet: a box for each meld of each seat.  The law: spec/indian-chief/sheet.md"""

from __future__ import annotations

from typing import assert_never

from meldspec.indian_chief.beggar import beggar_line
from meldspec.indian_chief.chief import chief_line
from meldspec.indian_chief.doctor import doctor_line
from meldspec.indian_chief.lawyer import lawyer_line
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.poor import poor_line
from meldspec.indian_chief.rich import rich_line
from meldspec.indian_chief.table import Shown, Table
from meldspec.indian_chief.thief import thief_line
from meldspec.play import Seat
from meldspec.table import ReceiptLine


def line(rules: Rules, shown: tuple[Shown, ...], turn: int, seat: Seat) -> ReceiptLine:
    """The points of a seat for its meld of a turn, counted from 0.

    Clauses: turn.record.
    """
    meld = shown[turn][seat]
    box = Box(meld.size)
    match box:
        case Box.THIEF:
            return thief_line(seat, meld.cards)
        case Box.BEGGAR_MAN:
            return beggar_line(rules, shown[: turn + 1], seat)
        case Box.POOR_MAN:
            return poor_line(seat, meld.cards)
        case Box.LAWYER:
            return lawyer_line(seat, meld.cards)
        case Box.RICH_MAN:
            return rich_line(seat, meld.cards)
        case Box.DOCTOR:
            return doctor_line(rules, seat, meld)
        case Box.INDIAN_CHIEF:
            return chief_line(rules, seat, meld)
        case _:
            assert_never(box)


def receipt(rules: Rules, table: Table) -> tuple[ReceiptLine, ...]:
    """A line for each box that is filled, turn by turn.

    Clauses: sheet.per-player, turn.record.
    """
    return tuple(
        line(rules, table.shown, turn, Seat(seat))
        for turn in range(len(table.shown))
        for seat in range(table.seats)
    )


def sheets(rules: Rules, table: Table) -> tuple[dict[Box, int], ...]:
    """The boxes that each seat has filled, from the smallest meld to the largest.

    Clauses: sheet.per-player.
    """
    filled: list[dict[Box, int]] = [{} for _ in range(table.seats)]
    melds = (meld for shown in table.shown for meld in shown)
    for entry, meld in zip(receipt(rules, table), melds, strict=True):
        filled[entry.winner][Box(meld.size)] = entry.points
    return tuple(dict(sorted(sheet.items())) for sheet in filled)
