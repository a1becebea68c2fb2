"""The pack.  The law: spec/rummy/deck.md"""

from __future__ import annotations

from meldspec.kernel import condition
from meldspec.play import Chance
from meldspec.rummy.options import Rules
from meldspec.rummy.table import Between
from meldspec.upcard import Deal


@condition("rummy.deck.standard")
def is_the_whole_pack(rules: Rules, state: Between, by: Chance, action: Deal) -> bool:
    """Every card of the pack is in a hand, the upcard or in the stock, once."""
    return sorted(action.cards) == sorted(rules.size.pack)
