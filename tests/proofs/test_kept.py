"""A law is checked again when something behind it has changed, and once in a while in any case."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from ..unchanged import DAYS
from . import kept
from .engine import HOLDS, Finding, Status
from .law import Law, load
from .run import Checked

LAWS = load()
NAME = "ground.cards.points_of_a_card"
TODAY = date(2026, 1, 1)
MODULES = {law.theorem.__module__ for law in LAWS.values()}


def as_of_now() -> dict[str, str]:
    """Everything kept as it is."""
    return {module: kept.digest(module) for module in MODULES}


def test_nothing_is_left_out_where_nothing_is_kept() -> None:
    chosen, says = kept.to_check(LAWS, {}, TODAY)
    assert chosen == LAWS
    assert says.startswith(f"0 of {len(LAWS)} laws have held")


def test_a_law_is_left_out_until_its_day_comes() -> None:
    days = [TODAY + timedelta(days=day) for day in range(DAYS)]
    seen = [kept.to_check(LAWS, as_of_now(), day)[0] for day in days]
    assert sum(map(len, seen)) == len(LAWS)
    assert {name for chosen in seen for name in chosen} == {*LAWS}
    assert max(map(len, seen)) < len(LAWS) / 5


def test_another_line_behind_a_law_asks_for_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = as_of_now()
    usual = kept._source

    def source(module: str) -> bytes:
        return usual(module) + (b"\n" if module == "meldspec.tongits.pot" else b"")

    monkeypatch.setattr(kept, "_source", source)
    kept.digest.cache_clear()
    try:
        after = as_of_now()
    finally:
        kept.digest.cache_clear()
    changed = {module.removeprefix("tests.proofs.laws.") for module in MODULES} - {
        module.removeprefix("tests.proofs.laws.")
        for module in MODULES
        if before[module] == after[module]
    }
    assert {"tongits.pots", "tongits.payments"} <= changed
    assert all(module.startswith("tongits.") for module in changed)


def told(laws: list[Law], status: Status) -> list[Checked]:
    bug = Finding(Status.REFUTED, "", 1, 0.1)
    return [Checked(law, Finding(status, "", 1, 0.1), bug) for law in laws]


def test_a_module_is_kept_where_all_its_laws_hold(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(kept, "FILE", tmp_path / "kept.json")
    module = LAWS[NAME].theorem.__module__
    own = [law for law in LAWS.values() if law.theorem.__module__ == module]
    right = [each for law in own for each in told([law], HOLDS[law.how])]
    kept.keep(right[1:], LAWS.values())
    assert kept.known() == {}
    kept.keep([*told(own[:1], Status.REFUTED), *right[1:]], LAWS.values())
    assert kept.known() == {}
    kept.keep(right, LAWS.values())
    assert kept.known() == {module: kept.digest(module)}
