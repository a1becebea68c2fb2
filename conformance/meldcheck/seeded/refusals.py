"""Refusals worth keeping: for each set of clauses, the shortest play that they refuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final, TypeAlias

from meldcheck.engine.referee import act
from meldcheck.seeded.deals import all_torn, unlike
from meldcheck.seeded.keep import Standpoint, deals_of, found_play, in_lines
from meldcheck.seeded.seats import Hand, Search, has_laid_off, judged, next_seat, view_of
from meldcheck.suite.derive import Found, FoundControl, FoundDeal, in_words
from meldcheck.words.case import Act, Kind
from meldcheck.words.notation import CHANCE
from meldspec.play import Refusal
from meldspec.wire import Match

PER_REFUSAL: Final = 1
"""Number of plays kept for each action and set of clauses."""

EARLY: Final = 150
"""Number of states of a hand that are searched for refusals; later ones make plays too long."""

SHORT: Final = 6
"""Number of hands, at most, of a match that is played to its end; also the number of tries."""

_Shortest: TypeAlias = dict[tuple[str, tuple[str, ...]], list[tuple[int, Standpoint, Act, Act]]]
"""By type of action and clauses: the cost, the state, the refused action, and its control."""

_BadDeal: TypeAlias = tuple[tuple[str, ...], dict[str, FoundDeal], tuple[str, ...], FoundControl]
"""The clauses that refuse a deal; and the deals, the play and the control that show it."""


def refusals(search: Search, hands: Sequence[Hand]) -> Iterator[Found]:
    """Plays that the default rules refuse, then plays that only other readings refuse."""
    numbers = count(1)
    known: set[tuple[str, ...]] = set()
    torn: set[tuple[int, tuple[str, ...]]] = set()
    yield from _refused_in(search, hands, numbers, known)
    for hand in hands:
        for place, (refused, deals, play, mended) in enumerate(_bad_deals(hand)):
            if (place, refused) not in torn:
                torn.add((place, refused))
                yield _refused(search, numbers, deals, play, mended)
    for readings in search.measure.habits.besides:
        search.readings = readings
        played = [search.hand() for _ in range(len(hands) // 4)]
        yield from _refused_in(search, played, numbers, known)
        yield from _refused_before(search, played, numbers, known)
        yield from _refused_after(search, numbers, known)
        search.readings = {}


def _refused_in(
    search: Search, hands: Sequence[Hand], numbers: Iterator[int], known: set[tuple[str, ...]]
) -> Iterator[Found]:
    """Refusals during hands, by sets of clauses that are not yet ``known``."""
    shortest: _Shortest = {}
    for hand in hands:
        for place in range(min(len(hand.matches), EARLY)):
            for step in _proposals_of(search, hand.matches[place]):
                _keep(search, shortest, hand, place, step)
    fresh = {key: kept for key, kept in shortest.items() if key[1] not in known}
    known.update(clauses for _, clauses in fresh)
    for _, kept in sorted(fresh.items()):
        for _, moment, step, control in kept[:PER_REFUSAL]:
            yield _refused(
                search,
                numbers,
                deals_of([moment.hand]),
                moment.lines(*in_lines([step])),
                FoundControl(
                    why=f"the same play up to there, and {_difference(step, control)}",
                    play=tuple(moment.lines(*in_lines([control]))),
                ),
            )


def _refused(
    search: Search,
    numbers: Iterator[int],
    deals: Mapping[str, FoundDeal],
    play: Sequence[str],
    control: FoundControl,
) -> Found:
    number = next(numbers)
    return found_play(search, "refusal", number, Kind.PLAY, deals, play, control=control)


def _refused_before(
    search: Search, hands: Sequence[Hand], numbers: Iterator[int], known: set[tuple[str, ...]]
) -> Iterator[Found]:
    """Refusals before a deal, where chance must do something else first."""
    for hand in hands:
        before: list[Act] = []
        for match, step in hand.opening:
            deck = search.measure.deck(len(hand.deal.hands))
            for wrong in (hand.deal.act(), *unlike(step, search.rng, deck)):
                refusal = act(match, wrong)
                if isinstance(refusal, Refusal) and refusal.clauses not in known:
                    known.add(refusal.clauses)
                    said = "deal 1" if wrong.do["type"] == "deal" else in_lines([wrong])[0]
                    right = "the same play up to there, and what is due"
                    yield _refused(
                        search,
                        numbers,
                        {"1": in_words(hand.deal)},
                        (*in_lines(before), said),
                        FoundControl(why=right, play=(*in_lines(before), *in_lines([step]))),
                    )
            before.append(step)


def _refused_after(
    search: Search, numbers: Iterator[int], known: set[tuple[str, ...]]
) -> Iterator[Found]:
    """The refusal of a deal after a match is over, in the match with the fewest steps."""
    over: list[list[Hand]] = []
    for _ in range(SHORT):
        search.seats = search.measure.seats(search.rng)
        hands = [search.hand()]
        while len(hands) < SHORT and not hands[-1].result.get("match_over"):
            hands.append(search.played(hands[-1].matches[-1], hands[0].deal.dealer))
        if hands[-1].result.get("match_over"):
            over.append(hands)
    if not over:
        return
    hands = min(over, key=lambda hands: sum(len(hand.acts) for hand in hands))
    refusal = act(hands[-1].matches[-1], hands[0].deal.act())
    if not isinstance(refusal, Refusal) or refusal.clauses in known:
        return
    known.add(refusal.clauses)
    lines: list[str] = []
    for place, hand in enumerate(hands, start=1):
        opening = in_lines(step for _, step in hand.opening)
        lines += [*opening, f"deal {place}", *in_lines(hand.acts)]
    ends = len(lines) - len(hands[-1].acts)
    control = FoundControl(why="the same play, and a hand before the last", play=(*lines[:ends],))
    yield _refused(search, numbers, deals_of(hands), (*lines, "deal 1"), control)


def _bad_deals(hand: Hand) -> Iterator[_BadDeal]:
    """Deals that a program must refuse: wrong packs, wrong sizes, and a deal during a hand."""
    good = hand.deal
    right = FoundControl(why="the same, with a whole deal", play=("deal 1",))
    for bad in all_torn(good):
        deals = {"1": in_words(good), "bad": in_words(bad)}
        yield _clauses(act(hand.before, bad.act())), deals, ("deal bad",), right
    if len(hand.acts) < 3:
        return
    begun = ("deal 1", *in_lines(hand.acts[:2]))
    going_on = FoundControl(
        why="the same play, and the seat that is to act does",
        play=(*begun, *in_lines(hand.acts[2:3])),
    )
    refused = _clauses(act(hand.matches[2], good.act()))
    yield refused, {"1": in_words(good)}, (*begun, "deal 1"), going_on


def _clauses(outcome: Match | Refusal) -> tuple[str, ...]:
    """The clauses of a refusal; AssertionError if the deal was accepted."""
    if not isinstance(outcome, Refusal):
        raise AssertionError("a torn deal is accepted")
    return outcome.clauses


def _difference(step: Act, control: Act) -> str:
    if step.do["type"] == control.do["type"]:
        return "an action of the same kind that is allowed there"
    return "an action that is allowed there, as none of that kind is"


def _keep(search: Search, shortest: _Shortest, hand: Hand, place: int, step: Act) -> None:
    lays = search.measure.lays
    match = hand.matches[place]
    refusal = act(match, step)
    mover = next_seat(match)
    if not isinstance(refusal, Refusal):
        return
    kept = shortest.setdefault((step.do["type"], refusal.clauses), [])
    if step.do["type"] == lays and has_laid_off(hand.acts[:place]):
        return
    if len(kept) == PER_REFUSAL and kept[-1][0] <= place:
        return
    if mover is None:
        control, same = hand.acts[place], hand.acts[place].do["type"] == step.do["type"]
    else:
        legal = judged(hand.acts[:place], search.some_legal(match, mover), lays)
        alike = [do for do in legal if do["type"] == step.do["type"]]
        control, same = Act(by=mover, do=(alike or legal)[0]), bool(alike)
    # A control of the same kind matters more than a short play.
    cost = place + (0 if same else 1000)
    if all(one.hand is not hand for _, one, _, _ in kept):
        kept.append((cost, Standpoint(hand, place, mover or 0), step, control))
        kept.sort(key=lambda entry: entry[0])
        del kept[PER_REFUSAL:]


def _proposals_of(search: Search, match: Match) -> Iterator[Act]:
    mover = next_seat(match)
    if mover is not None:
        yield from search.proposals(match, mover)
        for do in search.measure.habits.untimely(search.rng, match):
            yield Act(by=CHANCE, do=do)
    elif match.result() is None:
        due = search.by_chance(match, ())
        deck = search.measure.deck(len(view_of(match, 0)["hand_sizes"]))
        yield from () if due is None else unlike(due, search.rng, deck)
        yield Act(by=0, do={"type": search.measure.habits.late[0]})
