"""``meldspec sources``: the citations, checked against texts that the project does not contain."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import click

from meldcheck.commands.form import Output, shown
from meldcheck.law import sources as rows
from meldcheck.words.errors import SpecError


@click.group()
def sources() -> None:
    """Sentences of the sources: verify every citation, or cite one sentence."""


@sources.command()
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@shown
def verify(directory: Path) -> Output:
    """Check every sentence row against the source texts in DIR.

    Every word of every text must be in exactly one row.  If so, the receipt of the verification is
    updated.
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
    lines = [problem.summary for problem in problems] or [
        f"{name}: {total['sentences']} sentences, {total['words']} words, hold"
        for name, total in totals.items()
    ]
    told = {"holds": not problems, "sources": totals, "problems": problems}
    return Output.of(told, *lines, holds=not problems)


@sources.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@shown
def cite(file: Path) -> Output:
    """Cite the sentence given on standard input.

    FILE is the text that contains the sentence (with the file name that its source gives), the
    .toml file of the source, or the id of the source.
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
    return Output(lambda: citation, lambda: _cited(citation), bool(citation.places))


def _look_up(file: Path) -> tuple[rows.SourceText, str | None]:
    """The source that FILE names, and the text if FILE is a text.  SpecError for another name."""
    if file.suffix == ".toml" and file.is_file():
        return rows.load_source(file), None
    known = rows.load()
    for source in known.values():
        if file.name == source.text and (file.exists() or file.parent != Path()):
            return source, rows.read_text(file)
        if str(file) in (source.id, f"{source.id}.toml", source.text):
            return source, None
    raise SpecError(str(file), None, f"no text or id of a source; ids: {', '.join(known)}")


def _cited(citation: rows.Citation) -> Iterator[str]:
    yield f"{citation.words} words, fingerprint {citation.fingerprint}"
    for place in citation.places:
        found = ", ".join(place.clauses) or place.status
        yield f"{place.source} {place.at} ({place.section}, {place.ordinal}): {found}"
    if citation.message is not None:
        yield citation.message


def _stop(message: str) -> NoReturn:
    click.echo(f"meldspec: {message}", err=True)
    sys.exit(2)
