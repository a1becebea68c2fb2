"""Second derivations that differ from the first where the first is right, each with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FILLED_AT_ONCE: Final = (
    "The second gave the cards of the short stub before chance had brought back the melds. The "
    "text leaves the moment open, and a view has to show one: all hands are filled up at once. The "
    "protocol did not say so, and does now."
)
MAY_CHOOSE_ANEW: Final = (
    "The second left out the seats that have chosen, although they may choose anew under this "
    "reading. `to_act` holds whoever may act. The protocol did not say so here, and does now."
)

JUDGED: Final[Mapping[str, str]] = {
    "carousel.rearrange.empty-table-is-not-rearranged": (
        "The second took it for a rearrangement to leave an empty table as it is. The reading is "
        "about melds that lie there; its words did not say so, and do now."
    ),
    "indian-chief.refill.eight-chiefs": FILLED_AT_ONCE,
    "indian-chief.refill.no-theft-no-card": FILLED_AT_ONCE,
    "indian-chief.refill.seven-chiefs": FILLED_AT_ONCE,
    "indian-chief.refill.short-in-the-last-turn-differs": FILLED_AT_ONCE,
    "indian-chief.refill.short-twice": FILLED_AT_ONCE,
    "indian-chief.refill.stolen-cards-stay": FILLED_AT_ONCE,
    "indian-chief.refill.wrong-cards": FILLED_AT_ONCE,
    "indian-chief.restore.lag-makes-the-stub-short": FILLED_AT_ONCE,
    "indian-chief.restore.not-while-short": FILLED_AT_ONCE,
    "indian-chief.turn.changed-choice-is-shown": MAY_CHOOSE_ANEW,
    "indian-chief.turn.simultaneity-differs": MAY_CHOOSE_ANEW,
    "rummy.meld.laid-off-on-a-fresh-meld": (
        "The second let a seat meld less and lay the rest off, as long as the most cards lie in "
        "melds when it discards. The duty is about cards that are melded. The reading spoke of "
        "cards that lie in melds, and says it now."
    ),
    "tongits.pot.spread-as-second-win": (
        "The second paid the bonus of a second win on top of the pot. By the text a Spread wins "
        "as the win does that takes the pot, and that win earns no such bonus. The reading did "
        "not say so, and does now."
    ),
}
"""By id of the case: what the text says, and why the second derivation missed it."""
