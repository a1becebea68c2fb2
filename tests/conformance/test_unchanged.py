"""A determined test is skipped only where everything behind it is as it was."""

from __future__ import annotations

import ast
from datetime import date, timedelta
from pathlib import Path

import pytest

from .. import conftest, unchanged

ROOT = unchanged.ROOT
BESIDE = "tests.conformance.test_beside"
TODAY = date(2026, 1, 1)
DAYS = [TODAY + timedelta(days=day) for day in range(unchanged.DAYS)]


def places(files: frozenset[Path]) -> set[str]:
    return {path.relative_to(ROOT).as_posix() for path in files}


def test_what_is_imported_by_its_name_and_what_is_named_are_behind() -> None:
    assert places(unchanged.behind(BESIDE, ("conformance/engines/javascript",))) >= {
        "tests/conformance/test_beside.py",
        "tests/beside/side.py",
        "conformance/meldcheck/explore/carousel.py",
        "conformance/meldcheck/words/compare.py",
        "reference/meldspec/carousel/spoken.py",
        "reference/meldspec/__init__.py",
        "conformance/engines/javascript/main.js",
    }


def by_name(source: str) -> bool:
    """Whether a module imports others by names that it makes up."""
    return any(
        not isinstance(node.args[0], ast.Constant)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module")
    )


def test_every_module_that_imports_by_name_is_listed() -> None:
    """But one, behind a test that names the whole reference."""
    found = {
        ".".join(path.with_suffix("").relative_to(root).parts).removesuffix(".__init__")
        for root in (ROOT / "reference", ROOT / "conformance", ROOT)
        for package in ("meldspec", "meldcheck", "tests")
        for path in (root / package).rglob("*.py")
        if by_name(path.read_text(encoding="utf-8"))
    }
    assert found - {*unchanged.BY_NAME} == {"tests.mutation.evidence"}


def test_a_file_that_is_named_must_exist() -> None:
    with pytest.raises(ValueError, match=r"no file spec/chess\.md"):
        unchanged.behind(BESIDE, ("spec/chess.md",))


def test_another_byte_is_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "ROOT", tmp_path)
    one = tmp_path / "one.py"
    one.write_bytes(b"a = 1")
    was = unchanged.digest.__wrapped__(frozenset([one]))
    assert was == unchanged.digest.__wrapped__(frozenset([one]))
    one.write_bytes(b"a = 2")
    assert was != unchanged.digest.__wrapped__(frozenset([one]))
    one.write_bytes(b"a = 1")
    assert was != unchanged.digest.__wrapped__(frozenset([one.rename(tmp_path / "two.py")]))


def test_byte_code_is_read_of_its_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "HERE", f"{tmp_path}/")
    (tmp_path / "__pycache__").mkdir()
    for name in ("one.cpython-311.pyc", "one.cpython-311.pyc.1234", "one.cpython-311-pytest-9.pyc"):
        (tmp_path / "__pycache__" / name).touch()
        with unchanged.followed(frozenset([tmp_path / "one.py"])):
            (tmp_path / "__pycache__" / name).read_bytes()


def test_what_a_test_reads_is_behind_it() -> None:
    readme, license_ = ROOT / "README.md", ROOT / "LICENSE"
    with unchanged.followed(frozenset([readme])):
        readme.read_bytes()
    with (
        pytest.raises(AssertionError, match=r"must be behind it: LICENSE$"),
        unchanged.followed(frozenset([readme])),
    ):
        license_.read_bytes()


@pytest.mark.determined
def test_a_test_that_has_passed_is_skipped_but_on_one_day_of_ten(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    node: pytest.Item = request.node

    def skipped(day: date) -> bool:
        conftest.skip_unchanged([node], day)
        found = [mark for mark in node.own_markers if mark.name == "skip"]
        for mark in found:
            node.own_markers.remove(mark)
        return bool(found)

    files = unchanged.behind_test(node)
    assert files is not None
    for kept, days in (
        ({node.nodeid: unchanged.digest(files)}, unchanged.DAYS - 1),
        ({node.nodeid: "another"}, 0),
        ({}, 0),
    ):
        monkeypatch.setattr(unchanged, "known", lambda kept=kept: kept)
        assert sum(map(skipped, DAYS)) == days
