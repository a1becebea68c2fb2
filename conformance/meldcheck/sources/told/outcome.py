"""Outcomes in words for people: winners, payments, and the views of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from meldcheck.games import MEASURES
from meldcheck.sources.told.names import by_seat, listed, plain, seats
from meldcheck.sources.told.table import cards_in, discards
from meldcheck.words.case import JSON
from meldcheck.words.notation import canonical
from meldspec.wire import Match

Fields = Mapping[str, JSON]

NOTHING_TOLD: Final = ("deadwood", "pot", "receipt", "grounds", "clauses")
"""Fields that add nothing to who wins and who is paid."""
FIELDS_OF_A_WHOLE: Final = 5
"""Number of fields from which a view is shown without its empty fields."""


def outcome_words(game: str, fields: Fields, refusal: str = "") -> str:
    """An outcome in words; ``refusal`` is the sentence of the clause that refuses a step."""
    return "; ".join(_told(game, fields, refusal)) or "nothing is told"


def _told(game: str, fields: Fields, refusal: str) -> Iterator[str]:
    if "legal" in fields:
        yield "it may be made" if fields["legal"] else f"it is refused{refusal and f': {refusal}'}"
    if "end" in fields or "winners" in fields:
        yield decision_words(fields)
    if fields.get("rummy"):
        yield "the winner goes rummy"
    elif set(fields) == {"rummy"}:
        yield "the winner does not go rummy"
    if "burned" in fields and (fields["burned"] or len(fields) == 1):
        yield _burned(fields["burned"])
    if "payments" in fields:
        yield payment_words(game, fields)
    if fields.get("pot_to") is not None:
        yield f"the pot goes to seat {fields['pot_to']}"
    elif "pot_to" in fields and set(fields) <= {"pot_to", "pot"}:
        yield "the pot stays"
    yield from _scored(game, fields)
    yield from _views(fields.get("views", ()))
    if fields.get("totals", ()) is None:
        yield "there are no totals yet"
    if set(fields) == {"deadwood"}:
        yield _counted(fields["deadwood"])
    yield from (_field(name, fields[name]) for name in fields if name not in _KNOWN)


_KNOWN: Final = frozenset(
    {"legal", "end", "winner", "winners", "knocker", "rummy", "burned", "payments", "pot_to"}
    | {"points", "scores", "match_over", "match_winners", "boxes", "totals", "views"}
    | {*NOTHING_TOLD}
)


def _views(views: Sequence[Fields]) -> Iterator[str]:
    """The view of each seat; equal views are given once."""
    told = [view_words(view) for view in views]
    if len(told) > 1 and len(set(told)) == 1:
        yield f"every seat sees {told[0]}"
        return
    yield from (f"seat {view['seat']} sees {of}" for view, of in zip(views, told, strict=True))


def _burned(burned: Sequence[int]) -> str:
    if not burned:
        return "nobody is burned"
    return f"{seats(burned)} {'is' if len(burned) == 1 else 'are'} burned"


def _counted(deadwood: JSON) -> str:
    if isinstance(deadwood, list):
        return f"the hands count {by_seat(deadwood)}"
    return f"it counts {deadwood}"


# ── who wins ─────────────────────────────────────────────────────────────────────────────────────

_HOW: Final = {
    "tongits": " with tongits",
    "spread": " with a spread",
    "stock": " as the stock runs out",
}


def decision_words(fields: Fields) -> str:
    """The end of a hand and its winners, in words; a question about facts states the end."""
    end = fields.get("end")
    if "end" in fields and end is None:
        return "the hand goes on"
    won = fields.get("winners")
    winners = list(won) if won is not None else _one(fields.get("winner"))
    how = _HOW.get(str(end), "")
    if fields.get("knocker") is not None:
        how = f" after the knock of seat {fields['knocker']}"
    if not winners:
        return f"nobody wins{how}"
    return f"{seats(winners)} {'wins' if len(winners) == 1 else 'win together'}{how}"


def hand_before(match: Match, do: Mapping[str, JSON]) -> list[str]:
    """The end of the hand that lies behind a match, if the action deals the next one."""
    result: JSON = match.result() if do.get("type") == "deal" else None
    return [] if result is None else [decision_words(result)]


def _one(seat: JSON) -> list[int]:
    return [] if seat is None else [int(seat)]


# ── payments ─────────────────────────────────────────────────────────────────────────────────────


def payment_words(game: str, fields: Fields) -> str:
    """The payments in words: who receives how much, from whom, and why."""
    payments: Sequence[int] = fields["payments"]
    lines: Sequence[Fields] = fields.get("receipt") or ()
    gaining = [seat for seat, chips in enumerate(payments) if chips > 0]
    if not gaining:
        return "nobody pays"
    return "; ".join(_received(game, seat, payments, lines) for seat in gaining)


def _received(game: str, seat: int, payments: Sequence[int], lines: Sequence[Fields]) -> str:
    by_payer: dict[int, list[Fields]] = {}
    for line in lines:
        if line["to"] == seat and line["from"] != seat:
            by_payer.setdefault(int(line["from"]), []).append(line)
    told = f"seat {seat} receives {payments[seat]}"
    if by_payer:
        paid = [_paid(game, payer, by_payer[payer]) for payer in sorted(by_payer)]
        return f"{told}: {', '.join(paid)}"
    losing = [other for other, chips in enumerate(payments) if chips < 0]
    return f"{told}: {', '.join(f'{-payments[other]} from seat {other}' for other in losing)}"


def _paid(game: str, payer: int, lines: Sequence[Fields]) -> str:
    reasons = [(label(game, str(line["clause"])), int(line["chips"])) for line in lines]
    whole = sum(chips for _, chips in reasons)
    if len(reasons) == 1:
        return f"{whole} from seat {payer} ({reasons[0][0]})"
    parts = ", ".join(f"{reason} {chips}" for reason, chips in reasons)
    return f"{whole} from seat {payer} ({parts})"


def label(game: str, clause: str) -> str:
    """The name of a payment, in a word or two."""
    labels = MEASURES[game].working.labels or {}
    found = (name for name, carried in labels.items() if carried == clause)
    return next(found, plain(clause)).replace("-", " ")


# ── points ───────────────────────────────────────────────────────────────────────────────────────


def _scored(game: str, fields: Fields) -> Iterator[str]:
    """Points and scores; the scores are left out if they equal the points."""
    points, scores = fields.get("points"), fields.get("scores")
    if points is not None:
        yield _points(points)
    if scores is not None and scores != points:
        yield f"the scores are then {by_seat(scores)}"
    if fields.get("boxes") is not None:
        yield f"boxes won are then {by_seat(fields['boxes'])}"
    yield from _match(fields)
    if fields.get("totals"):
        yield f"the totals are {by_seat(fields['totals'])}"


def _match(fields: Fields) -> Iterator[str]:
    won = fields.get("match_winners")
    if won:
        yield f"{seats(won)} {'wins' if len(won) == 1 else 'win'} the match"
    elif fields.get("match_over"):
        yield "the match is over"
    elif "match_over" in fields and set(fields) <= {"match_over", "match_winners"}:
        yield "the match goes on"
    elif set(fields) == {"match_winners"}:
        yield "nobody has won the match yet"


def _points(points: int | Sequence[int]) -> str:
    """The points of each seat, or of some cards."""
    if isinstance(points, int):
        return f"they count {points}"
    scoring = [(seat, number) for seat, number in enumerate(points) if number]
    if not scoring:
        return "nobody scores"
    return listed([f"seat {seat} scores {number}" for seat, number in scoring])


# ── views ────────────────────────────────────────────────────────────────────────────────────────


def view_words(view: Fields) -> str:
    """The view of a seat in words; a whole view without its empty fields."""
    whole = len(view) >= FIELDS_OF_A_WHOLE
    told = [
        _field(name, of)
        for name, of in view.items()
        if name != "seat" and not (whole and (name in _UNTOLD or _is_nought(of)))
    ]
    return "; ".join(told) or "nothing of it"


def _is_nought(value: JSON) -> bool:
    return not (any(value) if isinstance(value, list) else value)


_UNTOLD: Final = ("phase", "dealer", "opened", "pot", "chips", "sheets", "hand_number")


def _field(name: str, value: JSON) -> str:
    """A field of a view, or of an answer about facts, in words."""
    if name in _FIELDS:
        return _FIELDS[name](value)
    if value is None:
        return f"no {plain(name)}"
    return f"{plain(name)}: {_value(value)}"


def _value(value: JSON) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) if value else "none"
    if isinstance(value, dict):
        return ", ".join(f"{plain(name)} {_value(of)}" for name, of in value.items()) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _hand(cards: Sequence[str]) -> str:
    return f"the hand {_cards(cards)}"


def _cards(cards: Sequence[str]) -> str:
    return " ".join(canonical(cards)) if cards else "without cards"


def _melds(melds: Sequence[Fields]) -> str:
    if not melds:
        return "no meld on the table"
    told = (_meld(meld) for meld in melds)
    return f"on the table {', '.join(told)}"


def _meld(meld: Fields) -> str:
    cards = _cards(meld["cards"]) if meld.get("cards") else f"{meld.get('size', 'some')} cards"
    down = " face down" if meld.get("face_down") else ""
    return f"{cards}{down} of seat {meld['owner']}"


def _revealed(hands: Sequence[JSON]) -> str:
    shown = [
        f"{_cards(cards)} of seat {seat}" for seat, cards in enumerate(hands) if cards is not None
    ]
    return f"shown are {', '.join(shown)}" if shown else "no hand is shown"


def _acting(to_act: Sequence[int]) -> str:
    return f"{seats(to_act)} to act" if to_act else "no seat is to act"


def _sheets(sheets: Sequence[Fields]) -> str:
    told = (
        f"seat {seat} {', '.join(f'{plain(box)} {score}' for box, score in sheet.items())}"
        for seat, sheet in enumerate(sheets)
        if sheet
    )
    return f"sheets: {'; '.join(told) or 'empty'}"


def _sizes(sizes: Sequence[int]) -> str:
    return f"cards in hand: {by_seat(sizes)}"


def _seats_that(done: str) -> Callable[[JSON], str]:
    """The words for a field with seats, or with a truth value for each seat."""

    def words(value: JSON) -> str:
        found = value or []
        if any(isinstance(one, bool) for one in found):
            found = [seat for seat, one in enumerate(found) if one]
        return (
            f"{seats(found)} {'has' if len(found) == 1 else 'have'} {done}"
            if found
            else (f"no seat has {done}")
        )

    return words


def _stolen(thefts: Sequence[Fields]) -> str:
    told = [f"seat {one['by']} has stolen {one['card']} of seat {one['seat']}" for one in thefts]
    return listed(told) or "nothing is stolen"


def _answers(answers: Sequence[JSON]) -> str:
    told = [f"seat {seat} {'folds' if of == 'fold' else 'challenges'}" for seat, of in answers]
    return listed(told) or "no seat has answered"


_PHASES: Final = {
    "deal": "the cards are to be dealt",
    "cut": "the cards are to be cut",
    "draw": "a card is to be drawn",
    "meld": "melds may be laid",
    "play": "the turn goes on to its discard",
    "discard": "a card is to be discarded",
    "respond": "the call is to be answered",
    "knock": "a seat may knock",
    "choose": "the seats choose their cards",
    "claim": "thieves steal",
    "refill": "the hands are to be filled up",
    "reshuffle": "a new stock is to be made",
    "over": "the hand is over",
}

_FIELDS: Final[Mapping[str, Callable[[JSON], str]]] = {
    "hand": _hand,
    "cards": lambda cards: f"the cards {_cards(cards)}",
    "best": lambda _: "no card can be played",
    "melds": _melds,
    "revealed": _revealed,
    "to_act": _acting,
    "hand_sizes": _sizes,
    "discard": lambda cards: f"the discard pile {discards(cards)}",
    "stock_size": lambda size: f"{cards_in(size)} in the stock",
    "dealer": lambda seat: f"dealer: {'nobody yet' if seat is None else f'seat {seat}'}",
    "table": lambda melds: f"the table {' / '.join(' '.join(one) for one in melds) or 'empty'}",
    "chosen": _seats_that("chosen"),
    "stolen": _stolen,
    "declined": _seats_that("declined"),
    "opened": _seats_that("opened"),
    "claimed": _seats_that("claimed"),
    "answers": _answers,
    "sheets": _sheets,
    "scores": lambda scores: f"scores {by_seat(scores)}",
    "chips": lambda chips: f"chips {by_seat(chips)}",
    "pot": lambda chips: f"{chips} chips in the pot",
    "boxes": lambda boxes: f"boxes {by_seat(boxes)}",
    "draws": lambda draws: f"{cards_in(draws)} drawn in this turn",
    "turn": lambda turn: f"turn {turn}",
    "hand_number": lambda number: f"hand {number}",
    "wild": lambda rank: f"the {rank} wild",
    "taken": lambda one: (
        "no card taken in this turn" if one is None else f"{one} taken in this turn"
    ),
    "out": lambda seat: "no seat is out" if seat is None else f"seat {seat} is out",
    "caller": lambda seat: "no draw is called" if seat is None else f"seat {seat} called the draw",
    "phase": lambda phase: _PHASES.get(phase, plain(str(phase))),
    "meld": lambda kind: _MELDS.get(kind) or f"a meld: {plain(str(kind))}",
}

_MELDS: Final[Mapping[JSON, str]] = {
    None: "no meld",
    "set": "a set",
    "run": "a run",
    "both": "a set and a run",
}
