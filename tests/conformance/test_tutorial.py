"""Pages that show what programs say: the protocol page, and the page of rule sets."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from meldcheck import protocol
from meldcheck.case import Kind
from meldcheck.cli import main
from meldspec.cards import ONE_PACK
from meldspec.play import Move, Seat
from meldspec.tongits import rules
from meldspec.tongits.actions import CALL_DRAW, CHALLENGE, DRAW, Deal, Discard
from meldspec.tongits.state import BeforeDeal, Drawing, Ledger, Playing, Responding, Table

from .standins import MELD, NO_MELD, RESULT, case, write_suite

RULE_SETS = Path(__file__).parents[2] / "docs" / "rulesets.md"
PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
RUN = case("run", Kind.MELD, question={"cards": ["7C", "8C", "9C"]}, answer="run")


def steps() -> Iterator[tuple[str, str]]:
    """Each program of the tutorial, and what it is told."""
    tutorial = PAGE.read_text(encoding="utf-8").partition("## An engine from an empty file")[2]
    program = ""
    for language, block in re.findall(r"^```(python|text)\n(.*?)^```$", tutorial, re.M | re.S):
        if language == "python":
            program = block
        else:
            yield program, block


def test_the_tutorial_has_its_steps() -> None:
    assert len(list(steps())) == 5


@pytest.mark.parametrize(("program", "told"), list(steps()), ids=range(1, 6))
def test_each_step_is_told_what_the_page_says(tmp_path: Path, program: str, told: str) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(program, encoding="utf-8")
    folder = write_suite(tmp_path / "suite", [MELD, NO_MELD, RUN, RESULT])
    arguments = ["check", "--suite", str(folder), "--", sys.executable, str(engine)]
    output = " ".join(CliRunner().invoke(main, arguments).output.split())
    for line in told.splitlines():
        assert " ".join(line.split()) in output


def messages() -> Iterator[dict[str, object]]:
    """Every JSON object that the page shows on lines of its own."""
    reader = json.JSONDecoder()
    for block in re.findall(r"^```json\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S):
        rest = block.strip()
        while rest:
            message, end = reader.raw_decode(rest)
            yield message
            rest = rest[end:].strip()


def test_the_messages_of_the_page_have_the_published_form() -> None:
    schemas = {name: json.loads(schema) for name, schema in protocol.schemas().items()}
    seen = set()
    for message in messages():
        if "…" in json.dumps(message, ensure_ascii=False):
            continue
        for field, name in (("cmd", "request"), ("type", "tongits-action"), ("ok", "reply")):
            if field in message:
                jsonschema.validate(message, schemas[f"protocol-{name}.json"])
                seen.add(name)
        if "games" in message:
            jsonschema.validate(message, schemas["protocol-reply.json"])
        if "payments" in message:
            jsonschema.validate(message, schemas["protocol-tongits-result.json"])
    assert seen == {"request", "tongits-action", "reply"}


def test_the_stages_of_a_refusal_are_those_of_the_reference() -> None:
    """Where the page lists the clauses of a stage, they are all, and no others."""
    listed = [
        {f"tongits.{name}" for name in re.findall(r"`([a-z-]+\.[a-z-]+)`", line)}
        for line in re.findall(r"^[123]\. .*$", PAGE.read_text("utf-8"), re.M)
    ]
    first, there, others = next(
        listed[at : at + 3] for at in range(len(listed)) if "tongits.turn.to-act" in listed[at]
    )
    moves = [one for one in vars(rules).values() if isinstance(one, Move)]
    assert there == {str(guard.clause) for move in moves for guard in move.exists}
    assert not others
    conditions = {str(guard.clause) for move in moves for guard in move.guards}
    assert first & conditions == {"tongits.answering.challenge-needs-open"}
    phases = {
        str(rules.wrong_phase(state, action))
        for state in (DRAWING, DEALERS_TURN, PLAYING, RESPONDING, BETWEEN)
        for action in (CALL_DRAW, DRAW, CHALLENGE, Deal((), ()), Discard(ONE_PACK[0]))
    }
    assert first - conditions == phases


TABLE = Table(
    dealer=Seat(0),
    turn=1,
    hands=(frozenset(), frozenset(), frozenset()),
    stock=ONE_PACK,
    discard=(),
    melds=(),
    ledger=Ledger((0, 0, 0), 0),
    taken=(),
)
DRAWING, PLAYING = Drawing(TABLE), Playing(TABLE)
DEALERS_TURN = Playing(replace(TABLE, turn=0))
RESPONDING = Responding(TABLE, ())
BETWEEN = BeforeDeal(Seat(0), Ledger((0, 0, 0), 0))


def blocks(language: str) -> list[str]:
    """The blocks of the page of rule sets that are written in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", RULE_SETS.read_text("utf-8"), re.M | re.S)


def test_the_page_of_rule_sets_lists_them_as_the_command_does() -> None:
    (listed,) = blocks("text")
    assert CliRunner().invoke(main, ["rules", "tongits"]).stdout.endswith(f"\n{listed}")


def test_the_house_rule_file_of_the_page_is_one(tmp_path: Path) -> None:
    (written,) = blocks("toml")
    file = tmp_path / "friday.toml"
    file.write_text(written, encoding="utf-8")
    arguments = ["rules", "tongits", "--rules", str(file), "--format", "json"]
    shown = json.loads(CliRunner().invoke(main, arguments).stdout)
    assert shown["name"] == "friday"
    assert shown["base"] == "pagat"
    assert shown["differs"] == {
        "deal.next_dealer": "rotate_next_in_turn",
        "settlement.challenge_payment_composition": "adds_to_base",
        "settlement.special_payment_level": 2,
    }
