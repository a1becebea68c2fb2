"""Going out: the hand is over as soon as a seat holds no card.  The law: spec/rummy/out.md"""

from __future__ import annotations

from typing import assert_never

from meldspec.kernel import follows
from meldspec.rummy.discard import may_discard
from meldspec.rummy.laying import loose, may_go_out, reached
from meldspec.rummy.options import Rules
from meldspec.rummy.rummy import went_rummy
from meldspec.rummy.table import Decided, End, Outcome, Playing, Table, TurnDone


@follows(
    "rummy.out.ends-hand",
    "rummy.out.by-discard",
    "rummy.out.by-meld",
    "rummy.out.by-layoff-opponent",
    "rummy.out.by-layoff-own",
    "rummy.out.winner",
    "rummy.rummy.all-in-one-turn",
    during=(Playing, TurnDone),
)
def go_out(rules: Rules, state: Playing | TurnDone) -> Decided | None:
    """The mover has played its last card, and wins the hand."""
    table = state.table
    if table.hand:
        return None
    rummy = went_rummy(rules, table, discarded=isinstance(state, TurnDone))
    return Decided(table, Outcome(End.OUT, table.mover, rummy))


def can_go_out(rules: Rules, table: Table) -> bool:
    """Whether melds, lay-offs and at most one discard can empty the hand in this turn.

    The way out must be one that allows several melds.  Two melds at least are laid already, so five
    cards at most are left to try.
    """
    hand = table.hand
    if not hand:
        return may_go_out(rules, table, discarded=False)
    if (
        len(hand) == 1
        and all(may_discard(rules, table, card) for card in hand)
        and may_go_out(rules, table, discarded=True)
    ):
        return True
    return len(loose(table)) <= 1 and any(
        can_go_out(rules, after) for after in reached(rules, table)
    )


def grounds(outcome: Outcome) -> tuple[str, ...]:
    """The clauses by which a hand was decided; none for a hand that ended with the stock."""
    match outcome.end:
        case End.OUT:
            return ("rummy.out.winner",)
        case End.STOCK:
            return ()
        case _:
            assert_never(outcome.end)
