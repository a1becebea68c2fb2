"""``meldspec rules``: the options of a game, and what each source admits."""

from __future__ import annotations

from collections import Counter
from typing import Final

import click
import msgspec

from meldcheck import places
from meldcheck.case import JSON
from meldcheck.document import Law, Question, load_law
from meldspec.games import GAMES

ANY: Final = "any"


@click.command("rules")
@click.argument("game", metavar="GAME")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(game: str, form: str) -> None:
    """List the questions of a game: readings, default, and what each source admits.

    A question of status ``option`` can be fixed in a rule set; where an engine names it, the full
    name, an alias and its last part are understood.
    """
    if game not in GAMES:
        raise click.UsageError(f"no game {game!r}; there is {', '.join(GAMES)}")
    law = load_law(places.spec_directory(), game)
    told = _told(law, GAMES[game].readings())
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2))
    else:
        _print(told)


def _told(law: Law, played: dict[str, list[str | int]]) -> dict[str, JSON]:
    questions = [_question(question) for question in law.questions.values()]
    written = {question["option"] for question in questions}
    unwritten = [
        {"option": name, "readings": [str(reading) for reading in readings]}
        for name, readings in sorted(played.items())
        if name not in written
    ]
    clauses = law.clauses.values()
    return {
        "game": law.game,
        "questions": questions,
        "unwritten": unwritten,
        "clauses": {
            "total": len(clauses),
            "kind": dict(sorted(Counter(clause.kind.value for clause in clauses).items())),
            "level": dict(sorted(Counter(clause.level.value for clause in clauses).items())),
        },
    }


def _question(question: Question) -> dict[str, JSON]:
    last = question.option.rsplit(".", 1)[-1]
    return {
        "id": question.id,
        "option": question.option,
        "aliases": sorted({last, *question.aliases}),
        "kind": question.kind.value,
        "status": question.status.value,
        "readings": question.readings,
        "default": question.default,
        "reason": question.reason,
        "sources": {
            name: list(admits.readings()) or ANY for name, admits in question.sources.items()
        },
    }


def _print(told: dict[str, JSON]) -> None:
    for question in told["questions"]:
        names = ", ".join(question["aliases"])
        click.echo(f"{question['option']} ({question['status']}, {question['kind']}; or {names})")
        for reading, meaning in question["readings"].items():
            default = ", the default" if reading == question["default"] else ""
            click.echo(f"  {reading}{default}: {' '.join(meaning.split())}")
        for name, readings in question["sources"].items():
            admitted = readings if readings == ANY else ", ".join(readings)
            click.echo(f"  {name} admits {admitted}")
        click.echo(f"  because: {' '.join(question['reason'].split())}")
    if not told["questions"]:
        click.echo(f"{told['game']}: no question is written down yet")
    for option in told["unwritten"]:
        readings = ", ".join(option["readings"])
        click.echo(f"{option['option']}: {readings} (played; its question is not written yet)")
    counted = ", ".join(f"{number} {kind}" for kind, number in told["clauses"]["kind"].items())
    click.echo(f"{told['clauses']['total']} clauses: {counted}")
