"""``meldspec settle``: what each source says about a question, or about a play.

An answer about a question is waited for: the modules that only a play, a search or a page needs are
imported where they are used.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from meldcheck.commands.form import Output, game_of, shown
from meldcheck.sources.book import load_law_files, names_of, words_of
from meldcheck.sources.question import settle_question
from meldcheck.sources.told.names import Words
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
from meldspec.games import GAMES

SUFFIXES = (".json", ".yaml", ".yml")


@click.command("settle")
@click.argument("what", metavar="QUESTION|SCENARIO", nargs=-1, required=True)
@click.option("--game", metavar="GAME", help="Only the questions of this game.")
@shown
def command(what: tuple[str, ...], game: str | None) -> Output:
    """Show what each source says about a question, or about the situation in a file.

    Name a question by its id, its option or the last part of either, or by words: 'three way tie'.
    A scenario is a JSON or YAML file with a play, a position, or the end of a hand.

    A source settles a situation, leaves it open, or says nothing about it.  If it leaves it open,
    each outcome is shown with the reading that leads to it.  A truncated copy may end before the
    passage that matters.
    """
    words = " ".join(what)
    if _is_file(words) and game is not None:
        raise click.UsageError("--game is for a question; a scenario names its game itself")
    if _is_file(words):
        try:
            return _situation(Path(words))
        except SpecError as error:
            files, _ = load_law_files()
            told = words_of(files).refused(error.message)
            raise SpecError(error.file, error.line, told) from None
    return _stance(words, None if game is None else game_of(game).name)


def _is_file(what: str) -> bool:
    return what.endswith(SUFFIXES) or Path(what).is_file()


def _question(what: str, texts: Words, game: str | None) -> str:
    """The id of the question, of one game or of any, that ``what`` names or describes.

    UsageError for a name that two games share, and for words that fit no question. Words that fit
    several questions equally well list them and exit with status 2.
    """
    questions = {
        name: one for name, one in texts.questions.items() if game is None or one["game"] == game
    }
    called = [name for name, one in questions.items() if what in _called(one)]
    if len(called) > 1:
        order = list(GAMES)
        ids = " and ".join(sorted(called, key=lambda name: order.index(name.split(".", 1)[0])))
        raise click.UsageError(f"{what!r} names more than one question: {ids}")
    if called:
        return called[0]
    if len(Path(what).parts) > 1 and Path(what).is_dir():
        raise click.UsageError(f"{what} is a folder, not a scenario")
    from meldcheck.games import title_of
    from meldcheck.sources.finder import Finder, best, nearest

    found = Finder(questions, texts.clauses).find(what)
    answer = best(found, what)
    if answer is None:
        near = nearest(found)
        _refuse(what, near)
        for name in near:
            title = title_of(questions[name]["game"])
            click.echo(f"{title}: {texts.asks(name)}\n  meldspec settle {name}")
        _narrow(len(found) - len(near), game)
        raise click.exceptions.Exit(2)
    return answer


def _refuse(what: str, near: list[str]) -> None:
    """Report that the words may mean several questions.  UsageError if they mean none."""
    if not near:
        raise click.UsageError(f"no question {what!r}, and no such file; see 'meldspec rules GAME'")
    click.echo(f"meldspec: {what!r} may mean several questions; name one of these:", err=True)


def _narrow(more: int, game: str | None) -> None:
    """Tell how many questions are not listed, and how to find them."""
    if more:
        how = "add words" if game else "add words or --game GAME"
        listed = f"'meldspec rules {game or 'GAME'}' lists all"
        click.echo(f"meldspec: {more} more have some of these words: {how}; {listed}", err=True)


def _called(question: JSON) -> set[str]:
    last = str(question["option"]).rpartition(".")[2]
    return {str(question["id"]), last.replace("_", "-"), *names_of(question)}


def _stance(what: str, game: str | None) -> Output:
    """What each source says about the question that is named or described."""
    files, case = load_law_files()
    texts = words_of(files)
    record = texts.questions[_question(what, texts, game)]
    told: JSON = settle_question(record, texts.places)

    def lines() -> Iterable[str]:
        from meldcheck.sources.told.question import Page

        witness = None if record["witness"] is None else case(record["witness"])
        return Page(record, texts, witness).lines(told)

    return Output(lambda: told, lines)


def _situation(file: Path) -> Output:
    """What each source says about the play in a file."""
    from meldcheck.sources import answers
    from meldcheck.sources.book import read_book
    from meldcheck.sources.situation.text import read_situation

    situation = read_situation(file)
    book = read_book(situation.game)
    told = answers.answer(book, situation)
    return Output(lambda: told, lambda: answers.lines(book, situation, told))
