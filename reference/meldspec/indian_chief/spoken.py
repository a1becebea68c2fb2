"""Indian Chief over the protocol.  The messages: docs/protocol.md"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldspec.cards import SUITS, text
from meldspec.codec import Actions, kinds_of, write_receipt, write_record
from meldspec.indian_chief.deal import begin
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.match import grounds, match_winners, totals
from meldspec.indian_chief.options import FEWEST_SEATS, TABLE, Rules
from meldspec.indian_chief.players import refused_table
from meldspec.indian_chief.questions import PACK, QUESTIONS, read_meld
from meldspec.indian_chief.sheet import receipt, sheets
from meldspec.indian_chief.table import (
    NO_CLAIM,
    Action,
    Choose,
    Claim,
    Meld,
    Over,
    State,
    Target,
    seats_of,
)
from meldspec.indian_chief.view import view
from meldspec.play import Refusal, Seat
from meldspec.spoken import Spoken
from meldspec.wire import (
    JSON,
    read_field,
    read_seat,
    write_cards,
)


def _read_choose(do: Mapping[str, JSON], seats: int) -> Choose:
    suit, baccarat, opponent = (do.get(name) for name in ("suit", "baccarat", "opponent"))
    return Choose(read_meld(do.get("cards"), suit, baccarat, opponent, seats))


def _read_claim(do: Mapping[str, JSON], seats: int) -> Claim:
    if do.get("seat") is None and do.get("card") is None:
        return NO_CLAIM
    seat = read_seat(read_field(do, "seat"), "seat", seats)
    (card,) = PACK.read([read_field(do, "card")], "card")
    return Claim(Target(seat, card))


def write_meld(meld: Meld) -> dict[str, JSON]:
    """Cards with what is declared."""
    written: dict[str, JSON] = {"cards": write_cards(meld.cards)}
    if meld.suit is not None:
        written["suit"] = SUITS[meld.suit]
    if meld.baccarat is not None:
        written["baccarat"] = write_cards(meld.baccarat)
    if meld.opponent is not None:
        written["opponent"] = meld.opponent
    return written


def write_target(target: Target | None) -> dict[str, JSON]:
    """A card and whose it is; no field where nothing is claimed."""
    return {} if target is None else {"seat": target.seat, "card": text(target.card)}


ACTIONS: Final[Actions[Action]] = Actions(
    PACK,
    kinds_of(Action),
    reads={"choose": _read_choose, "claim": _read_claim},
    writes={
        Choose: lambda action: write_meld(action.meld),
        Claim: lambda action: write_target(action.target),
    },
)


def _begin(rules: Rules, seats: int, dealer: Seat, hand_number: int) -> State | Refusal:
    return refused_table(seats) or begin(seats, dealer)


def _view(rules: Rules, state: State, seat: Seat) -> JSON:
    seen = view(rules, state, seat)
    return write_record(
        seen,
        choice=None if seen.choice is None else write_meld(seen.choice),
        melds=[
            {"owner": seat, "cards": write_cards(cards)} for seat, cards in enumerate(seen.melds)
        ],
        claim=None if seen.claim is None else write_target(seen.claim.target),
        stolen=[{"by": theft.by, **write_target(theft.target)} for theft in seen.stolen],
    )


def _result(rules: Rules, state: State) -> JSON:
    if not isinstance(state, Over):
        return None
    scores = totals(sheets(rules, state.table))
    winners = match_winners(scores)
    lines = ((one.clause, one.seat, one.seat, one.points) for one in receipt(rules, state.table))
    return {
        "end": "sheets",
        "winner": winners[0] if len(winners) == 1 else None,
        "points": list(scores),
        "scores": list(scores),
        "match_over": True,
        "match_winners": list(winners),
        "receipt": write_receipt(lines, "points"),
    }


def _grounds(rules: Rules, state: State) -> tuple[str, ...]:
    return grounds(totals(sheets(rules, state.table))) if isinstance(state, Over) else ()


INDIAN_CHIEF: Final[Spoken[Rules, State, Action]] = Spoken(
    name="indian-chief",
    title="Indian Chief",
    game=GAME,
    table=TABLE,
    seats=seats_of,
    fewest_seats=FEWEST_SEATS,
    begins=_begin,
    actions=ACTIONS,
    views=_view,
    results=_result,
    questions=QUESTIONS,
    grounds=_grounds,
    match_grounds=_grounds,
)
