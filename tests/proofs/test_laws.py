"""Every law is established, and refuted once its bug is in the rule.

A few laws run by default; all of them run with ``pytest -m proofs``.
"""

from __future__ import annotations

import pytest

from ..sampled import sampled
from .engine import Status, check, holds
from .law import load

LAWS = load()
QUICK = [name for name, law in LAWS.items() if law.quick]
SOME = [pytest.param(name, marks=sampled(number, 6)) for number, name in enumerate(QUICK)]


def established(name: str) -> None:
    """Fail unless the law holds and its bug is noticed."""
    law = LAWS[name]
    found = check(law)
    assert holds(law, found), (law.says, found)
    with_bug = check(law, with_bug=True)
    assert with_bug.status is Status.REFUTED, (law.bug, with_bug)


@pytest.mark.parametrize("name", SOME)
def test_a_quick_law(name: str) -> None:
    established(name)


@pytest.mark.proofs
@pytest.mark.parametrize("name", LAWS)
def test_a_law(name: str) -> None:
    established(name)
