"""A reply to ``hello`` with a misspelt field is told, and one with a field more is not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from meldcheck.cli import main
from meldcheck.engine.greeting import misspelt
from meldcheck.words.case import JSON

WHOLE: dict[str, JSON] = {
    "seq": 1,
    "protocol": 1,
    "engine": {"name": "mine", "version": "1", "language": "c"},
    "games": {"tongits": {"abilities": ["play"], "options": {}}},
}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"gmaes": {}, "games": None}, "hello: no field 'gmaes'; did you mean games?"),
        (
            {"engine": {"name": "mine", "versoin": "1"}},
            "engine: no field 'versoin'; did you mean version?",
        ),
        (
            {"games": {"rummy": {}, "tongits": {"abilites": ["play"]}}},
            "tongits: no field 'abilites'; did you mean abilities?",
        ),
        (
            {"games": {"tongits": {"player": [3]}}},
            "tongits: no field 'player'; did you mean players?",
        ),
    ],
)
def test_a_field_that_is_nearly_one_is_told(change: dict[str, JSON], told: str) -> None:
    message = {name: of for name, of in {**WHOLE, **change}.items() if of is not None}
    assert misspelt(message) == told


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"game": "tongits"},
        {"author": "me", "licence": "MIT"},
        {"games": {"tongits": {"abilities": [], "ability": "all", "variant": "x"}}},
        {"engine": "mine", "games": []},
    ],
)
def test_a_field_of_a_later_protocol_is_no_mistake(change: dict[str, JSON]) -> None:
    """Nor is one that is near to a field that is there."""
    assert misspelt({**WHOLE, **change}) is None


def test_a_misspelt_hello_is_one_line(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(MISSPELT, encoding="utf-8")
    result = CliRunner().invoke(main, ["check", "--", sys.executable, str(engine)])
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert "does not answer hello: garbage: tongits: no field 'abilites'" in line
    assert line.endswith("(the page of the protocol shows a whole reply to hello)")


MISSPELT = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    games = {"tongits": {"abilites": ["play"]}}
    engine = {"name": "mine"}
    told = {"seq": asked["seq"], "protocol": 1, "engine": engine, "games": games}
    print(json.dumps(told), flush=True)
"""
