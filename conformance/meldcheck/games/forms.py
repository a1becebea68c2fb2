"""The forms of actions and of fields of a view, which a rule or a question may single out.

A kind is a word of the notation, alone or with a form: ``lay-off``, ``lay-off before-drawing``.
Clauses name kinds that they grant or bar, and questions name kinds where their readings differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final, Protocol

from meldcheck.words.notation import CHANCE
from meldcheck.words.values import as_list, as_record
from meldspec.play import Refusal
from meldspec.wire import JSON, Match

JOKER: Final = "*"
FACE_DOWN: Final = "face-down"
FOUR_IN_HAND: Final = "payments four-in-hand-at-tongits"
REFUSED: Final = "refused"
"""The word before a kind of action where readings differ if it is refused."""
BEFORE_DRAWING: Final = "before-drawing"
FORMS: Final = frozenset(
    {
        "call-draw opened-face-down",
        "call-tongits with-a-fitting-card",
        "challenge out-of-turn",
        "challenge unasked",
        "deadwood shared-card",
        "decision shared-card",
        "expose after-laying-off",
        "expose before-drawing",
        "expose face-down",
        "fold out-of-turn",
        "fold unasked",
        "lay-off before-drawing",
        "lay-off other",
        "lay-off own",
        "opened face-down",
        FOUR_IN_HAND,
        "rearrange joker-stays",
        "rearrange natural-elsewhere",
        "rearrange parting-a-run",
        "revealed compared",
        "revealed uncompared",
        "to-act first-of-several",
        "to-act past-unopened",
    }
)
"""Every kind with a form."""
FIELDS: Final = frozenset({"deadwood", "decision", "opened", "payments", "revealed", "to_act"})
"""The fields of a view, and the parts of a result, that have kinds."""
COMPARED: Final = ".lowest-wins"
"""The end of the id of the clause by which a comparison of hands decides."""


class Made(Protocol):
    """A step of a play: who acts, and the action."""

    @property
    def by(self) -> JSON:
        """A seat, or chance."""
        ...

    @property
    def do(self) -> Mapping[str, JSON]:
        """The action."""
        ...


def kinds_of(match: Match, step: Made, before: Sequence[Made]) -> tuple[str, ...]:
    """The kinds of an action as documents name them: a word of the notation, and its forms.

    ``before`` are the steps that were made before it.
    """
    word = str(step.do.get("type")).replace("_", "-")
    if step.by == CHANCE:
        return (word,)
    return tuple(dict.fromkeys(_kinds(word, match, step, before)))


def _kinds(word: str, match: Match, step: Made, before: Sequence[Made]) -> Iterator[str]:
    match word:
        case "lay-off":
            yield f"{word} {'own' if _owns(match, step) else 'other'}"
        case "fold" | "challenge" if _phase(match, step) != "respond":
            yield f"{word} unasked"
        case "expose" if step.do.get("face_down") is True:
            yield f"{word} {FACE_DOWN}"
        case _:
            yield word
    match word:
        case "lay-off" | "expose" if _phase(match, step) == "draw":
            yield f"{word} {BEFORE_DRAWING}"
        case "fold" | "challenge" if step.by not in match.actors():
            yield f"{word} out-of-turn"
        case "expose" if "lay_off" in _done_in_turn(step, before):
            yield f"{word} after-laying-off"
        case "rearrange":
            yield from (f"{word} {form}" for form in _forms(match, step))
        case "call-draw" if _opened_face_down(match.view(step.by), step.by):
            yield f"{word} opened-face-down"
        case "call-tongits" if _fits_the_table(match, step):
            yield f"{word} with-a-fitting-card"
        case _:
            pass


def kinds_of_fields(match: Match, view: JSON) -> dict[str, list[JSON]]:
    """By field of a view: the kinds of its content."""
    seen = as_record(view)
    kinds: dict[str, list[JSON]] = {"to_act": [*_asked(seen)]}
    if any(_opened_face_down(seen, seat) for seat, _ in enumerate(as_list(seen.get("opened")))):
        kinds["opened"] = [f"opened {FACE_DOWN}"]
    if match.grounds():
        kinds["revealed"] = [f"revealed {'compared' if _is_compared(match) else 'uncompared'}"]
    return {field: named for field, named in kinds.items() if named}


def with_seats_to_act(view: JSON) -> JSON:
    """A view whose ``to_act`` leaves out seats that have chosen, though they may choose again."""
    seen = as_record(view)
    if seen.get("phase") != "choose":
        return view
    chosen = as_list(seen.get("chosen"))
    return {**seen, "to_act": [seat for seat in as_list(seen["to_act"]) if seat not in chosen]}


def kinds_of_result(match: Match) -> dict[str, list[JSON]]:
    """By part of a result: its kinds."""
    result = match.result()
    if not isinstance(result, dict) or not isinstance(result.get("deadwood"), list):
        return {}
    kinds: dict[str, list[JSON]] = {}
    hands = as_list(as_record(match.view(0)).get("revealed"))
    points, shared = [], []
    for hand, deadwood in zip(hands, as_list(result["deadwood"]), strict=False):
        if isinstance(deadwood, int):
            points.append(deadwood)
            shared.append(deadwood if hand is None else min(deadwood, _unmatched(as_list(hand))))
    paid = [str(as_record(line)["clause"]) for line in as_list(result.get("receipt"))]
    four = any(clause.endswith(".secret-three-each") for clause in paid)
    tongits = four and result["end"] == "tongits"
    if tongits and _has_a_four(as_record(match.view(result["winner"]))["hand"]):
        kinds["payments"] = [FOUR_IN_HAND]
    if shared != points:
        kinds["deadwood"] = ["deadwood shared-card"]
        if _is_compared(match) and _order(shared) != _order(points):
            kinds["decision"] = ["decision shared-card"]
    return kinds


def kinds_of_payments(what: str, question: Mapping[str, JSON]) -> list[str]:
    """The kinds of payments by stated facts."""
    if what != "settle" or question.get("end") != "tongits":
        return []
    winner = question.get("winner")
    hand = as_list(question.get("hands"))[winner] if isinstance(winner, int) else []
    return [FOUR_IN_HAND] if _has_a_four(hand) else []


def _has_a_four(hand: JSON) -> bool:
    ranks = [str(card)[0] for card in as_list(hand)]
    return any(ranks.count(rank) == 4 for rank in ranks)


def _order(points: Sequence[int]) -> list[list[int]]:
    """The comparison of every two seats by their points: 1, 0 or -1."""
    return [[(one > other) - (one < other) for other in points] for one in points]


def _is_compared(match: Match) -> bool:
    return any(clause.endswith(COMPARED) for clause in match.grounds())


def _unmatched(hand: Sequence[JSON]) -> int:
    """The points of cards in no set and no run, if a card may be in several melds."""
    cards = [str(card) for card in hand]
    ranks = {card: _rank(card) for card in cards}
    left = 0
    for card in cards:
        same = sum(other[0] == card[0] for other in cards)
        suit = {ranks[other] for other in cards if other[-1] == card[-1]}
        runs = ({ranks[card] + step for step in range(start, start + 3)} for start in (-2, -1, 0))
        if same < 3 and not any(run <= suit for run in runs):
            left += min(ranks[card] + 1, 10)
    return left


def _asked(view: Mapping[str, JSON]) -> Iterator[str]:
    """The kinds of the one seat that must answer a called draw.

    It may be the first of several, or come after an opponent that has not opened.
    """
    asked, caller = as_list(view.get("to_act")), view.get("caller")
    if view.get("phase") != "respond" or not isinstance(caller, int) or len(asked) != 1:
        return
    opened = as_list(view["opened"])
    answered = [as_list(answer)[0] for answer in as_list(view.get("answers"))]
    others = (*range(caller + 1, len(opened)), *range(caller))
    waiting = [one for one in others if one not in answered and (opened[one] or one in asked)]
    if len(waiting) > 1:
        yield "to-act first-of-several"
    between = takewhile(lambda one: one not in asked, others)
    if any(not opened[one] for one in between):
        yield "to-act past-unopened"


def _phase(match: Match, step: Made) -> JSON:
    return as_record(match.view(step.by)).get("phase")


def _opened_face_down(view: JSON, seat: JSON) -> bool:
    """Whether a seat has melds and all of them lie face down."""
    melds = map(as_record, as_list(as_record(view).get("melds")))
    own = [meld.get("face_down") is True for meld in melds if meld["owner"] == seat]
    return bool(own) and all(own)


def _fits_the_table(match: Match, step: Made) -> bool:
    """Whether a refused call would be accepted if cards that fit the table were laid off first."""
    if not isinstance(match.act(step.by, step.do), Refusal):
        return False
    ways, known = [match], {match.position}
    while ways:
        way = ways.pop()
        laid = (as_record(one) for one in way.legal(step.by))
        for action in (one for one in laid if one["type"] == "lay_off"):
            after = way.act(step.by, action)
            if isinstance(after, Refusal) or after.result() is not None:
                continue
            if not isinstance(after.act(step.by, step.do), Refusal):
                return True
            if after.position not in known:
                known.add(after.position)
                ways.append(after)
    return False


def _owns(match: Match, step: Made) -> bool:
    """Whether the card is laid off on a meld of the same seat."""
    onto = as_list(step.do.get("meld"))
    melds = map(as_record, as_list(as_record(match.view(step.by)).get("melds")))
    owners = {meld["owner"] for meld in melds if _same_cards(as_list(meld.get("cards")), onto)}
    return step.by in owners


def _done_in_turn(step: Made, before: Sequence[Made]) -> set[JSON]:
    """The types of the seat's actions since another one acted."""
    since = takewhile(lambda one: one.by == step.by, reversed(before))
    return {one.do.get("type") for one in since}


def _forms(match: Match, step: Made) -> Iterator[str]:
    """The forms of a rearrangement that a reading may forbid."""
    before = [
        [*map(str, as_list(meld))] for meld in as_list(as_record(match.view(step.by)).get("table"))
    ]
    after = [frozenset(map(str, as_list(meld))) for meld in as_list(step.do.get("table"))]
    if any(_parted(sorted(run, key=_rank), after) for run in before):
        yield "parting-a-run"
    freed = [
        (joker[1:], meld)
        for meld in before
        for joker in meld
        if joker.startswith(JOKER) and not any(joker in other for other in after)
    ]
    homes = [(home, meld) for natural, meld in freed for home in after if natural in home]
    if any(any(card.startswith(JOKER) for card in home) for home, _ in homes):
        yield "joker-stays"
    if any(home.isdisjoint(meld) for home, meld in homes):
        yield "natural-elsewhere"


def _parted(run: Sequence[str], after: Sequence[frozenset[str]]) -> bool:
    """Whether a card leaves a run between two pairs of it that stay together."""
    if len({card[-1] for card in run}) > 1:
        return False
    fives = zip(run, run[1:], run[2:], run[3:], run[4:], strict=False)
    return any(
        any({one, two} <= home for home in after)
        and any({four, five} <= home for home in after)
        and not any(card in home and home & {two, four} for home in after)
        for one, two, card, four, five in fives
    )


def _rank(card: str) -> int:
    return "A23456789TJQK".find(card.removeprefix(JOKER)[:1])


def _same_cards(one: Sequence[JSON], other: Sequence[JSON]) -> bool:
    return sorted(map(str, one)) == sorted(map(str, other))
