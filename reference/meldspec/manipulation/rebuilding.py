"""The melds of a table that the search has found, card by card."""

from __future__ import annotations

from meldspec.cards import ONE_PACK, RANKS, SUITS, Card, rank, suit
from meldspec.manipulation.lanes import Chain, Laying
from meldspec.manipulation.manner import has_natural
from meldspec.manipulation.open_runs import HIGH, Blind
from meldspec.melds import SMALLEST
from meldspec.placed import Placed, stand_in, stands_for


def melds_of(chain: Chain, telling: bool, both_ends: bool) -> list[list[Placed]]:
    """The melds that lead to a state.

    ``telling``: a meld needs a natural, and jokers are told apart from naturals for that.
    """
    ranks = list[tuple[tuple[Laying, ...], int]]()
    while chain is not None:
        chain, laid, in_sets = chain
        ranks.append((laid, in_sets))
    melds = list[list[Placed]]()
    runs: list[list[list[Placed]]] = [[] for _ in SUITS]
    above: list[tuple[list[Placed], list[Placed]]] = [([], []) for _ in SUITS]
    for place, (laid, in_sets) in enumerate(reversed(ranks)):
        of_rank = list[Placed]()
        for of_suit, (choice, taken, high, added, blind) in enumerate(laid):
            if not (choice[0] or choice[1] or added or runs[of_suit] or place == HIGH):
                continue
            card = Card(len(RANKS) * of_suit + place % len(RANKS))
            if place == HIGH:
                naturals, jokers = above[of_suit]
            else:
                naturals, jokers = [Placed(card)] * choice[0], [stand_in(card)] * choice[1]
                if not telling:
                    naturals, jokers = naturals + jokers, []
                of_rank += naturals[: taken[0]] + jokers[: taken[1]]
                naturals, jokers = naturals[taken[0] :], jokers[taken[1] :]
            if place == 0:
                above[of_suit] = naturals[: high[0]], jokers[: high[1]]
                naturals, jokers = naturals[high[0] :], jokers[high[1] :]
            (jokers if telling else naturals).extend([stand_in(card)] * added)
            if naturals or jokers or runs[of_suit]:
                melds += _go_on(runs[of_suit], naturals, jokers, blind, telling)
        if of_rank:
            melds += _grouped(of_rank, in_sets, telling)
    for open_runs in runs:
        melds += open_runs
    return [part for meld in melds for part in _cut(meld, telling, both_ends)]


def _sees(meld: list[Placed], telling: bool) -> bool:
    """Whether there is a natural in the meld, or none is asked for."""
    return not telling or has_natural(tuple(meld))


def _go_on(
    runs: list[list[Placed]],
    naturals: list[Placed],
    jokers: list[Placed],
    blind: Blind,
    telling: bool,
) -> list[list[Placed]]:
    """Lays cards of one suit and rank, as ``continued`` found; returns the runs that end here."""
    alone = [run for run in runs if not _sees(run, telling)] if telling else []
    others = [run for run in runs if run not in alone] if alone else runs
    whole = [run for run in others if len(run) >= SMALLEST]
    due = [run for run in others if len(run) < SMALLEST]
    spare = len(naturals) + len(jokers) - len(alone) - len(due)
    longer = min(len(whole), spare)
    begun = [[jokers.pop()] for _ in range(blind[3])]
    begun += [[naturals.pop()] for _ in range(spare - longer - blind[3])]
    still = list(blind[:3])
    for run in alone:
        size = min(len(run), SMALLEST) - 1
        if still[size]:
            still[size] -= 1
            run.append(jokers.pop())
        else:
            run.append(naturals.pop())
    for run, placed in zip(due + whole[:longer], naturals + jokers, strict=True):
        run.append(placed)
    runs[:] = alone + due + whole[:longer] + begun
    return whole[longer:]


def _grouped(cards: list[Placed], free: int, telling: bool) -> list[list[Placed]]:
    """Sets of one rank, from these cards and ``free`` jokers."""
    suits = [suit(stands_for(placed)) for placed in cards]
    number = max(suits.count(each) for each in range(len(SUITS)))
    groups: list[list[Placed]] = [[] for _ in range(number)]

    def fill(place: int) -> bool:
        if place == len(cards):
            lacking = sum(max(0, SMALLEST - len(group)) for group in groups)
            return lacking == free and all(
                len(group) >= SMALLEST - 1 and _sees(group, telling) for group in groups
            )
        for group in groups:
            if suits[place] not in [suit(stands_for(placed)) for placed in group]:
                group.append(cards[place])
                if fill(place + 1):
                    return True
                group.pop()
        return False

    if not fill(0):
        raise AssertionError(f"no sets of {cards} and {free} jokers")
    for group in groups:
        if len(group) < SMALLEST:
            group.append(_third(group))
    return groups


def _third(pair: list[Placed]) -> Placed:
    """A joker that completes a set with two cards of one rank."""
    cards = [stands_for(placed) for placed in pair]
    alike = ONE_PACK[rank(cards[0]) :: len(RANKS)]
    return stand_in(next(card for card in alike if card not in cards))


def _cut(meld: list[Placed], telling: bool, both_ends: bool) -> list[list[Placed]]:
    """The meld, or two of it if it is a run that may not have both aces."""
    if len(meld) <= len(RANKS) or both_ends:
        return [meld]
    parts = ((meld[:place], meld[place:]) for place in range(SMALLEST, len(RANKS) - 1))
    return next([low, high] for low, high in parts if _sees(low, telling) and _sees(high, telling))
