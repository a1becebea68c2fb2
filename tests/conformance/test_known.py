"""A build takes what an earlier one has found, where the case and the code are the same."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from meldcheck.suite import depends, known
from meldcheck.suite.depends import depending
from meldcheck.suite.known import FILE, Known
from meldcheck.words.case import Case
from meldspec.games import GAMES
from meldspec.wire import GameWire
from tests import committed

SOME = 12


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """Short cases of Rummy without the readings on which they depend."""
    rummy = [
        case for case in committed.suite().cases if case.game == "rummy" and len(case.steps) < 6
    ]
    return [msgspec.structs.replace(case, rules={}) for case in rummy[:SOME]]


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cases of which readings are tried."""
    names: list[str] = []

    def noted(case: Case, game: GameWire) -> Case:
        names.append(case.id)
        return depending(case, game)

    monkeypatch.setattr(known, "depending", noted)
    return names


def built(folder: Path, cases: list[Case], *, believed: bool = True) -> list[Case]:
    this = Known(folder, believed=believed)
    made = [this.depending(case) for case in cases]
    this.keep()
    return made


def test_what_was_found_is_taken_again(tmp_path: Path, cases: list[Case], tried: list[str]) -> None:
    expected = [depends.depending(case, GAMES[case.game]) for case in cases]
    assert any(case.rules for case in expected)
    assert built(tmp_path, cases) == expected
    assert len(tried) == SOME
    assert built(tmp_path, cases) == expected
    assert len(tried) == SOME
    assert (tmp_path / ".gitignore").is_file()


def test_another_case_is_tried(tmp_path: Path, cases: list[Case], tried: list[str]) -> None:
    built(tmp_path, cases)
    tried.clear()
    other = msgspec.structs.replace(cases[0], title="another title")
    built(tmp_path, [other, *cases[1:]])
    assert tried == [other.id]


def test_all_are_tried_by_other_code_or_if_nothing_is_believed(
    tmp_path: Path, cases: list[Case], tried: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built(tmp_path, cases)
    tried.clear()
    built(tmp_path, cases, believed=False)
    assert len(tried) == SOME
    monkeypatch.setattr(known, "_code_of", lambda game: "other code")
    built(tmp_path, cases)
    assert len(tried) == 2 * SOME


@pytest.mark.parametrize(("was", "becomes"), [(b"{", b"["), (b'":"', b'":"x'), (b"}", b"")])
def test_a_damaged_file_is_as_good_as_none(
    tmp_path: Path, cases: list[Case], tried: list[str], was: bytes, becomes: bytes
) -> None:
    expected = built(tmp_path, cases)
    tried.clear()
    path = tmp_path / FILE
    changed = path.read_bytes().replace(was, becomes, 1)
    assert changed != path.read_bytes()
    path.write_bytes(changed)
    assert built(tmp_path, cases) == expected
    assert len(tried) == SOME


def test_what_is_no_longer_asked_for_is_not_kept(tmp_path: Path, cases: list[Case]) -> None:
    built(tmp_path, cases)
    built(tmp_path, cases[:1])
    kept = msgspec.json.decode((tmp_path / FILE).read_bytes())
    assert len(kept["rules"]) == 1
