"""Who is burned.  The law: spec/tongits/burned.md"""

from __future__ import annotations

from typing import assert_never

from meldspec.melds import melds_in
from meldspec.play import Seat
from meldspec.tongits.ending import End
from meldspec.tongits.options import Rules
from meldspec.tongits.table import SEATS, Facts, is_spread
from meldspec.tongits.terms import has_opened, has_opened_by_laying_off, has_secret


def burned(rules: Rules, facts: Facts) -> tuple[Seat, ...]:
    """The seats that are burned: losers who have not opened, unless a reading defines it otherwise.

    Clauses: burned.not-opened-at-end, burned.unopened-risk.
    """
    seats = (Seat(seat) for seat in range(SEATS))
    return tuple(
        seat for seat in seats if seat != facts.outcome.winner and is_burned(rules, facts, seat)
    )


def is_burned(rules: Rules, facts: Facts, seat: Seat) -> bool:
    """Whether a seat that has not won is burned."""
    return _fits_burned(rules, facts, seat) and _burns(rules, facts, seat)


def _burns(rules: Rules, facts: Facts, seat: Seat) -> bool:
    """Whether a seat can be burned in this ending: a reading asks for a call by another seat.

    Clauses: burned.at-opponents-call.
    """
    if is_spread(facts):
        return rules.variations.burn_on_spread == "losers_burned"
    if facts.outcome.end is not End.STOCK and facts.outcome.caller != seat:
        return True
    return rules.burned.burn_endings == "every_ending"


def _fits_burned(rules: Rules, facts: Facts, seat: Seat) -> bool:
    opened = has_opened(rules, facts.melds, seat)
    hand = facts.hands[seat]
    definition = rules.burned.burn_definition
    match definition:
        case "no_meld_laid_incl_face_down":
            return not opened
        case "no_face_up_meld":
            shown = any(meld.owner == seat and not meld.face_down for meld in facts.melds)
            return not shown and not has_opened_by_laying_off(rules, facts.melds, seat)
        case "no_meld_laid_and_no_special":
            return not opened and not has_secret(rules, hand, facts.taken)
        case "no_meld_formable":
            return not opened and not melds_in(hand)
        case _:
            assert_never(definition)


def for_burned(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Extra chips that a burned loser owes the winner.

    Clauses: burned.extra-penalty.
    """
    return rules.settlement.burn_chips if is_burned(rules, facts, loser) else 0
