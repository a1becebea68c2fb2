"""``meldspec sources``: the citations, held against texts that the project does not hold."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal, NoReturn, TypeAlias

import click
import msgspec

from meldcheck.law import sources as rows
from meldcheck.words.errors import SpecError

Format: TypeAlias = Literal["text", "json"]

as_text_or_json = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the answer is written.",
)


@click.group()
def sources() -> None:
    """Sentences of the sources: verify every citation, or cite one sentence."""


@sources.command()
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@as_text_or_json
def verify(directory: Path, form: Format) -> None:
    """Hold every sentence row against the source texts in DIR.

    Every word of every text must stand in exactly one row.  When all do, the receipt of the
    verification is brought up to date.
    """
    try:
        problems = rows.verify(directory)
        listed = rows.load()
    except SpecError as error:
        _stop(str(error))
    totals = {
        name: {"sentences": len(source.sentence), "words": source.words}
        for name, source in listed.items()
    }
    if form == "json":
        _print_json({"holds": not problems, "sources": totals, "problems": problems})
    else:
        for problem in problems:
            click.echo(problem.summary)
        if not problems:
            for name, total in totals.items():
                click.echo(f"{name}: {total['sentences']} sentences, {total['words']} words, hold")
    sys.exit(1 if problems else 0)


@sources.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@as_text_or_json
def cite(file: Path, form: Format) -> None:
    """Cite the sentence given on standard input.

    FILE is the text in which it stands (named as its source names it), the source's .toml
    file, or the source's id.
    """
    try:
        source, text = _look_up(file)
        sentence = sys.stdin.buffer.read().decode("utf-8")
        if not rows.words_of(sentence):
            _stop("standard input: no sentence to cite")
        if text is None:
            citation = rows.cite(sentence, [source])
        else:
            citation = rows.cite_in(sentence, source, text)
    except SpecError as error:
        _stop(str(error))
    except UnicodeDecodeError:
        _stop("standard input: not UTF-8 text")
    if form == "json":
        _print_json(citation)
    else:
        click.echo(f"{citation.words} words, fingerprint {citation.fingerprint}")
        for place in citation.places:
            what = ", ".join(place.clauses) or place.status
            click.echo(f"{place.source} {place.at} ({place.section}, {place.ordinal}): {what}")
        if citation.message is not None:
            click.echo(citation.message)
    sys.exit(0 if citation.places else 1)


def _look_up(file: Path) -> tuple[rows.SourceText, str | None]:
    """Return the source that FILE means, and the text where FILE is one."""
    if file.suffix == ".toml" and file.is_file():
        return rows.load_source(file), None
    known = rows.load()
    for source in known.values():
        if file.name == source.text and (file.exists() or file.parent != Path()):
            return source, rows.read_text(file)
        if str(file) in (source.id, f"{source.id}.toml", source.text):
            return source, None
    raise SpecError(str(file), None, f"neither a text nor an id of a source: {', '.join(known)}")


def _print_json(answer: object) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _stop(message: str) -> NoReturn:
    click.echo(f"meldspec: {message}", err=True)
    sys.exit(2)
