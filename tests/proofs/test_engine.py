"""The engine tells what it knows from what it does not: false laws, empty domains, lost paths."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from meldspec import melds
from meldspec.cards import Card, points
from meldspec.melds import is_meld, is_set

from . import engine
from .bugs import Bug, StaleBugError, seeded
from .engine import Status, check, holds
from .law import How, Law, read

ANY = Bug(melds.is_set, "len(ranks) == 1", "len(ranks) < 3")


def true_law(card: Card) -> bool:
    """No card is worth more than ten.

    clause: tongits.cards.points-every-card
    pre: 0 <= card < 52
    post: _
    """
    return points(card) <= 10


def false_law(card: Card) -> bool:
    """No card is worth ten.

    clause: tongits.cards.points-every-card
    pre: 0 <= card < 52
    post: _
    """
    return points(card) < 10


def empty_law(card: Card) -> bool:
    """Nothing, of no card.

    clause: tongits.cards.points-every-card
    pre: card < 0 and card > 0
    post: _
    """
    return points(card) < 10


def raising_law(card: Card) -> bool:
    """Nothing: the function fails.

    clause: tongits.cards.points-every-card
    pre: 0 <= card < 52
    post: _
    """
    return 10 // card >= 0


def endless_law(number: int) -> bool:
    """Too much to go through.

    clause: tongits.cards.points-every-card
    pre: 0 <= number
    post: _
    """
    left = number
    while left > 0:
        left -= 1
    return left == 0


def sets(card: Card) -> bool:
    """Only an ace makes a set with two aces.

    clause: tongits.melds.set-same-rank
    pre: 13 < card < 52
    post: _
    """
    return is_set(frozenset((Card(0), Card(13), card))) == (card % 13 == 0)


def no_cases() -> Iterator[tuple[object, bool]]:
    """Nothing is gone through.

    clause: tongits.melds.two-kinds
    over: nothing
    """
    yield from ()


def one_case_wrong() -> Iterator[tuple[object, bool]]:
    """The second case is wrong.

    clause: tongits.melds.two-kinds
    over: two cases
    """
    yield "one", not is_meld(frozenset())
    yield "two", is_meld(frozenset())


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second must do."""
    monkeypatch.setattr(engine, "CONDITION_SECONDS", 1.0)


def symbolic(theorem: Callable[..., object]) -> Law:
    """The law of a theorem."""
    return read(theorem, How.SYMBOLICALLY, ANY)


def test_a_true_law_is_confirmed() -> None:
    law = symbolic(true_law)
    found = check(law)
    assert found.status is Status.CONFIRMED
    assert found.paths > 0
    assert holds(law, found)


@pytest.mark.parametrize(
    ("theorem", "status"),
    [
        (false_law, Status.REFUTED),
        (raising_law, Status.RAISED),
        (empty_law, Status.NO_INPUT),
        (endless_law, Status.NOT_EXHAUSTED),
    ],
)
@pytest.mark.usefixtures("short")
def test_nothing_else_is_confirmed(theorem: Callable[..., object], status: Status) -> None:
    law = symbolic(theorem)
    found = check(law)
    assert found.status is status
    assert not holds(law, found)


def test_a_seeded_bug_is_in_the_rule_and_out_again() -> None:
    fives = frozenset((Card(4), Card(17), Card(31)))
    with seeded(ANY):
        assert is_set(fives)
    assert not is_set(fives)
    law = symbolic(sets)
    assert check(law, with_bug=True).status is Status.REFUTED
    assert check(law).status is Status.CONFIRMED


@pytest.mark.parametrize("was", ["no such words", "cards"])
def test_a_bug_that_no_longer_fits_is_an_error(was: str) -> None:
    stale = Bug(melds.is_set, was, "anything")
    with pytest.raises(StaleBugError), seeded(stale):
        pass
    found = check(read(sets, How.SYMBOLICALLY, stale), with_bug=True)
    assert found.status is Status.ERROR


def test_a_bug_that_changes_what_is_not_a_function_is_an_error() -> None:
    with pytest.raises(StaleBugError, match="not a function"), seeded(Bug(len, "a", "b")):
        pass


def test_cases_are_counted_and_the_first_wrong_one_is_told() -> None:
    none = read(no_cases, How.EXHAUSTIVELY, ANY)
    assert not holds(none, check(none))
    found = check(read(one_case_wrong, How.EXHAUSTIVELY, ANY))
    assert (found.status, found.detail, found.paths) == (Status.REFUTED, "two", 2)
