"""The start page: its figures are counted, its hand is judged, its report is a real one."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from meldcheck.cli import main

from .building import DOCS

START: Final = (DOCS / "index.md").read_text(encoding="utf-8")

WRONG: Final = """\
import json, sys
from meldcheck.engine.serve import Session
from meldspec.games import GAMES

session = Session(GAMES)
for line in sys.stdin:
    request = json.loads(line)
    if "players" in request:
        options = request.setdefault("rules", {}).setdefault("options", {})
        options["draw_call.draw_block_own_layoff"] = "no_block"
    print(session.reply(json.dumps(request).encode()).decode(), flush=True)
"""
"""An engine that plays another reading and does not say so."""


@pytest.mark.slow
def test_the_report_is_that_of_an_engine_that_is_wrong(tmp_path: Path) -> None:
    engine = tmp_path / "wrong.py"
    engine.write_text(WRONG, encoding="utf-8")
    command = ("check", "--game", "tongits", "--", sys.executable, str(engine))
    told = CliRunner().invoke(main, command)
    assert told.exit_code == 1
    report = re.search(r"^    (CAUSE .*\n(?:    .*\n)+)", START, re.MULTILINE)
    assert report is not None
    shown = [line.removeprefix("    ") for line in report[1].splitlines()]
    assert len(shown) == 4
    printed = told.stdout.splitlines()
    for line in shown:
        begun, cut, _ = line.partition(" …")
        assert any(one.startswith(begun) if cut else one == line for one in printed), line
