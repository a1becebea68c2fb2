"""The payments of a hand; each rule for each loser is followed separately.

All combinations of their readings would be too many.  Standard library and the reference only.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, final

from meldcheck.games.forms import kinds_of_result
from meldcheck.sources.scenario import Standing, as_text
from meldcheck.sources.worlds import Box, Options, World, follow, merged, within
from meldspec.wire import JSON, Debt


@final
@dataclass(frozen=True, slots=True)
class Entry:
    """One payment rule for one loser, and its chips under each reading."""

    clause: str
    payer: int
    payee: int
    chips: Sequence[World[int]]


Receipt: TypeAlias = tuple[tuple[str, int, int, int], ...]
"""Clause, payer, payee and chips of each line that is owed."""


def entries_of(options: Options, box: Box, debts: Sequence[Debt]) -> list[Entry]:
    """Every payment rule for every loser, in one possible end of the hand."""
    return [
        Entry(debt.clause, debt.payer, debt.payee, follow(options, [World(debt, box)], _owed))
        for debt in debts
    ]


def _owed(rules: object, debt: Debt) -> int:
    return debt.chips(rules)


def kinds_paid(worlds: Sequence[World[Standing]]) -> list[str]:
    """The kinds of payments in these worlds on which a question may turn."""
    shown = [kinds_of_result(world.outcome.match) for world in worlds]
    return [*dict.fromkeys(str(kind) for kinds in shown for kind in kinds.get("payments", ()))]


def lengthened(
    options: Options, receipts: Sequence[World[Receipt]], entry: Entry, owed: Sequence[World[int]]
) -> list[World[Receipt]]:
    """The receipts with one more line, for readings that are possible together."""
    longer: list[World[Receipt]] = []
    for receipt in receipts:
        for world in owed:
            box = within(options, receipt.box, world.box)
            if box is not None:
                line = (entry.clause, entry.payer, entry.payee, world.outcome)
                lines = (*receipt.outcome, line) if world.outcome else receipt.outcome
                longer.append(World(lines, box))
    return merged(options, longer)


def receipt_text(receipt: Receipt) -> str:
    """The lines of a receipt and the chips of each seat, as text."""
    seats = 1 + max((seat for line in receipt for seat in line[1:3]), default=-1)
    payments = [0] * seats
    for _, payer, payee, chips in receipt:
        payments[payer] -= chips
        payments[payee] += chips
    lines: list[JSON] = [
        {"clause": clause, "from": payer, "to": payee, "chips": chips}
        for clause, payer, payee, chips in receipt
    ]
    return as_text({"payments": [*payments], "receipt": lines})


def payments_in(text: str) -> str:
    """The chips of each seat in the text of a receipt."""
    return as_text(json.loads(text)["payments"])
