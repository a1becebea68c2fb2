"""What jokers on the table stand for, what frees them, and what they may be named as."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from meldspec.cards import Card
from meldspec.carousel import joker
from meldspec.carousel.options import DEFAULT, Joker, Rules
from meldspec.carousel.table import Melding, Rearrange
from meldspec.manipulation import Manner, Placed, bound, manner, names_in_domain
from meldspec.manipulation import Table as Melds
from meldspec.play import Seat

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import carousel as plain
from ...tables.carousel import table

Few = Literal[0, 1, 2]

MOVER = Seat(1)
RUN = tuple(Placed(place) for place in range(1, 13))
"""From the two to the king of clubs."""

ACE, NAMED = Placed(0), Placed(54)
"""The ace of clubs, and a joker that stands for it."""


def step(old: Melds, new: Melds, seats: int = 3) -> tuple[Melding, Rearrange]:
    """A state with one table, and the rearrangement to another."""
    return Melding(table(MOVER, (), (), old, seats=seats, draws=1)), Rearrange(new, ())


@law(Bug(joker.jokers_stay, ">= as_cards", "<= as_cards"))
def no_joker_comes_back(old: int, new: int, nameless: int) -> bool:
    """A joker that was laid stays on the table, freed or not.

    clause: carousel.joker.no-return
    pre: 0 <= old <= 4 and 0 <= new <= 4 and 0 <= nameless <= 1
    post: _
    """
    state, action = step(((NAMED,) * old,), ((Placed(60),) * new, (Placed(52),) * nameless))
    return joker.jokers_stay.holds(DEFAULT, state, MOVER, action) == (new + nameless >= old)


@law(Bug(joker.are_declared, "JOKER not in meld", "JOKER not in meld[:2]"))
def every_joker_has_a_name(place: int, lies: bool, meld: int) -> bool:
    """Of each joker it is said for which card it stands, in every place of every meld.

    clause: carousel.joker.declare
    pre: 0 <= place < 3 and 0 <= meld < 2
    post: _
    """
    with_it = [Placed(3), Placed(4), Placed(5)]
    if lies:
        with_it[place] = Placed(52)
    other = (NAMED, Placed(1), Placed(2))
    melds = (tuple(with_it), other) if meld == 0 else (other, tuple(with_it))
    state, action = step((), melds)
    return joker.jokers_are_declared.holds(DEFAULT, state, MOVER, action) == (not lies)


@law(Bug(joker.names_are_in_the_domain, "packs=packs", "packs=1"))
def what_a_joker_may_be_named(
    before: Few,
    after: Few,
    naturals: Few,
    two: bool,
    domain: Literal["any_card", "not_visible_on_table", "copies_not_exceeded"],
) -> bool:
    """A joker may be named as any card, or by readings not as one that lies there too often.

    By one a natural of a new name does not lie on the table.  By the other naturals and jokers of a
    new name are there no more than there are packs.  A name that is not new is not looked at.

    clause: carousel.joker.domain
    clause: carousel.joker.rename
    clause: carousel.joker.wild
    pre: True
    post: _
    """
    rules = Rules(joker=Joker(joker_domain=domain))
    state, action = step(
        ((NAMED,) * before,), ((NAMED,) * after, (ACE,) * naturals), 2 if two else 3
    )
    may = joker.names_are_in_the_domain.holds(rules, state, MOVER, action)
    if domain == "any_card" or after <= before:
        return may
    if domain == "not_visible_on_table":
        return may == (naturals == 0)
    return may == (naturals + after <= (1 if two else 2))


@law(
    Bug(names_in_domain, "all(not naturals[card] for card in named)", "not any(naturals.values())")
)
def another_card_does_not_matter(
    after: int, other: int, domain: Literal["not_visible_on_table", "copies_not_exceeded"]
) -> bool:
    """Naturals of other cards, however many, keep no joker from a new name.

    clause: carousel.joker.domain
    pre: 0 <= after <= 1 and 0 <= other <= 2
    post: _
    """
    new = ((NAMED,) * after, (Placed(1),) * other)
    return names_in_domain((), new, Manner(domain=domain, packs=1))


@law(Bug(manner.names_differ, "< 2", "< 3"))
def two_jokers_for_one_card(
    one: int, other: int, apart: bool, reading: Literal["allowed", "forbidden"]
) -> bool:
    """Several jokers may stand for the same card, unless a reading forbids it.

    clause: carousel.joker.two-alike
    pre: 0 <= one <= 3 and 0 <= other <= 3
    post: _
    """
    rules = Rules(joker=Joker(two_jokers_one_identity=reading))
    more = Placed(55) if apart else NAMED
    state, action = step((), ((NAMED,) * one, (ACE, ACE), (more,) * other))
    alike = max(one, other) if apart else one + other
    may = joker.names_differ.holds(rules, state, MOVER, action)
    return may == (alike < 2 or reading == "allowed")


@law(Bug(manner.has_natural, "not all(", "not any("))
def a_natural_in_every_meld(
    length: int, naturals: int, reading: Literal["one_natural_needed", "allowed"], gap: bool
) -> bool:
    """No meld is made of jokers alone, unless a reading allows it.

    clause: carousel.joker.natural-beside
    pre: 1 <= length <= 4 and 0 <= naturals <= length
    post: _
    """
    rules = Rules(joker=Joker(all_joker_meld=reading))
    cards = [Placed(3 + place + (place if gap else 0)) for place in range(length)]
    laid = tuple(
        card if place < naturals else Placed(54 + card) for place, card in enumerate(cards)
    )
    state, action = step((), (laid, RUN))
    may = joker.naturals_lie_beside.holds(rules, state, MOVER, action)
    bare = naturals == 0 and length >= 3 and not gap
    return may == (not bare or reading == "allowed")


# ── what frees a joker ───────────────────────────────────────────────────────────────────────────


@law(Bug(manner.bound_jokers, "min(most, naturals) if", "naturals if"))
def how_many_jokers_are_bound(
    jokers: int, naturals: int, beside: bool, one_each: bool, same: bool, counts: bool
) -> bool:
    """A natural card frees the jokers that stand for it, by a reading just one of them.

    By another reading it frees none beside which it lay.  By a third all jokers but one are free
    without a natural, and with one that frees any the last is too.

    clause: carousel.joker.keeps-identity
    clause: carousel.joker.replace
    clause: carousel.joker.freed-moves
    pre: 1 <= jokers and 0 <= naturals and (naturals > 0 or not beside)
    post: _
    """
    by = Manner(one_per_natural=one_each, same_meld_counts=same, joker_counts=counts)
    left = manner.bound_jokers(jokers, naturals, beside, by)
    own = 1 if beside and naturals == 1 and not same else 0
    if naturals == 0 or own == jokers:
        return left == (1 if counts else jokers)
    if counts:
        return left == 0
    if one_each:
        return left == (jokers - naturals if naturals < jokers - own else own)
    return left == own


@enumerated(Bug(bound, "there if manner.table_only else naturals", "naturals"))
def what_frees_jokers() -> Iterator[tuple[object, bool]]:
    """As many jokers go on standing for a card as its naturals cannot free, joker by joker.

    clause: carousel.joker.keeps-identity
    clause: carousel.joker.replace
    clause: carousel.joker.replace-source
    over: up to four jokers that stand for an ace, up to two of them in a run with a natural one
    over: none to two naturals elsewhere, none to two that come, three in all; sixteen readings
    """
    for old, new, _, right, case in frees():
        naturals = sum(meld.count(ACE) for meld in new)
        least = bound(Card(0), old, naturals, joker.MANNERS[tuple(map(bool, case[4:]))])
        still = sum(meld.count(NAMED) for meld in new)
        yield case, (still >= least) == right


@enumerated(
    Bug(
        joker._is_kept,
        "still >= bound(card, old, naturals, manner)",
        "still >= bound(card, old, naturals, Manner())",
    )
)
def names_are_kept() -> Iterator[tuple[object, bool]]:
    """A rearrangement keeps the names of all jokers that are not free, by every reading.

    clause: carousel.joker.keeps-identity
    clause: carousel.joker.replace
    clause: carousel.joker.replace-source
    clause: carousel.joker.freed-moves
    clause: carousel.joker.rename
    over: up to four jokers that stand for an ace, up to two of them in a run with a natural one
    over: none to two naturals elsewhere, none to two that come, three in all; sixteen readings
    """
    for old, new, rules, right, case in frees():
        state, action = step(old, new)
        yield case, joker.names_are_kept.holds(rules, state, MOVER, action) == right


@enumerated(Bug(manner.keeps_identities, "jokers[card] >= bound(", "jokers[card] + 1 >= bound("))
def identities_are_kept() -> Iterator[tuple[object, bool]]:
    """A table may follow another just when it keeps the names of all jokers that are not free.

    clause: carousel.joker.keeps-identity
    clause: carousel.joker.replace
    over: up to four jokers that stand for an ace, up to two of them in a run with a natural one
    over: none to two naturals elsewhere, none to two that come, three in all; sixteen readings
    """
    for old, new, _, right, case in frees():
        by = joker.MANNERS[tuple(map(bool, case[4:]))]
        yield case, manner.keeps_identities(old, new, by) == right


@law(Bug(joker.own_meld_frees, '== "counts"', '!= "counts"'))
def what_the_readings_of_jokers_say(
    source: Literal["own_hand_or_table", "table_only"],
    one_each: Literal["frees_all", "one_per_natural"],
    other: Literal["natural_only", "joker_counts"],
    same: Literal["counts", "does_not"],
    bare: Literal["one_natural_needed", "allowed"],
) -> bool:
    """Each question of what frees a joker is answered by its own reading alone.

    clause: carousel.joker.replace-source
    clause: carousel.joker.replace
    clause: carousel.joker.natural-beside
    pre: True
    post: _
    """
    rules = Rules(
        joker=Joker(
            joker_in_play=source,
            one_natural_frees_two=one_each,
            joker_as_replacing_natural=other,
            joker_natural_same_meld=same,
            all_joker_meld=bare,
        )
    )
    return (
        joker.table_frees_only(rules) == (source == "table_only")
        and joker.natural_frees_one(rules) == (one_each == "one_per_natural")
        and joker.joker_frees(rules) == (other == "joker_counts")
        and joker.own_meld_frees(rules) == (same == "counts")
        and joker.needs_natural(rules) == (bare == "one_natural_needed")
    )


def frees() -> Iterator[tuple[Melds, Melds, Rules, bool, tuple[int, ...]]]:
    """Two tables, a rule set, and whether as many jokers keep their name as have to."""
    for alone, within, there, coming in product(range(5), range(3), range(3), range(3)):
        if alone + within > 4 or within + there + coming > 3:
            continue
        jokers = alone + within
        old = (
            *((NAMED, *RUN[:2]) for _ in range(alone)),
            *((ACE, *RUN, NAMED) for _ in range(within)),
            *((ACE, *RUN[:2]) for _ in range(there)),
        )
        for key in product((False, True), repeat=4):
            table_only, same, one_each, counts = key
            rules = Rules(
                joker=Joker(
                    joker_in_play="table_only" if table_only else "own_hand_or_table",
                    joker_natural_same_meld="counts" if same else "does_not",
                    one_natural_frees_two="one_per_natural" if one_each else "frees_all",
                    joker_as_replacing_natural="joker_counts" if counts else "natural_only",
                )
            )
            naturals = range(within + there + (0 if table_only else coming))
            beside = [None if same or each >= within else each for each in range(jokers)]
            free = plain.freed(beside, naturals, one_each)
            if counts:
                free = jokers if free else max(0, jokers - 1)
            for still in range(jokers + 1):
                new = ((NAMED,) * still, (ACE,) * (within + there + coming))
                yield old, new, rules, still >= jokers - free, (alone, within, there, still, *key)
