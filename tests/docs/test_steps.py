"""The tables of plays, step by step: the same from the build and from the script of a page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import pytest

from lawpages.book import Book, Counts
from lawpages.bundle import bundled
from lawpages.elements import Html
from lawpages.playfiles import ENGINE, Kept, all_words
from lawpages.plays import does, may_do
from lawpages.steps import changed, open_table
from meldcheck.engine.referee import act, begin
from meldcheck.games import MEASURES
from meldcheck.words.case import JSON, Act, Case, Group
from meldcheck.words.errors import SpecError
from meldcheck.words.notation import CHANCE
from meldcheck.words.places import suite_directory
from meldspec.games import GAMES
from meldspec.play import Refusal

TABLE: Final = Path(__file__).parent / "table.cjs"
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


@cache
def plays(game: str) -> tuple[Case, ...]:
    """The plays of a game from its documents, but for those that a reading decides."""
    files = sorted((suite_directory() / game).glob("*.json"))
    written = (path for path in files if not path.name.startswith("derived-"))
    groups = (msgspec.json.decode(path.read_bytes(), type=Group) for path in written)
    return tuple(
        case for group in groups for case in group.cases if case.steps and not case.outcomes
    )


def seen_in(case: Case) -> Iterator[tuple[list[JSON], JSON]]:
    """The view of each seat and the result, after each action."""
    assert case.setup is not None
    match = begin(GAMES[case.game], case.rules, case.setup)
    assert not isinstance(match, Refusal)
    for step in case.steps:
        if isinstance(step, Act):
            after = act(match, step)
            match = match if isinstance(after, Refusal) else after
            yield [match.view(seat) for seat in range(case.setup.players)], match.result()


def answers(asked: Sequence[JSON]) -> list[JSON]:
    """The answers of the script to these lines."""
    done = subprocess.run(
        ["node", str(TABLE), json.dumps(all_words())],
        input="\n".join(json.dumps(one) for one in asked),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def words_of(parts: Sequence[str]) -> str:
    """An action in words, with each card by its name."""
    return "".join(words_in(part) if isinstance(part, Html) else part for part in parts)


def words_in(html: Html) -> str:
    """The names of the cards that are drawn, or the text."""
    names = re.findall(r'aria-label="([^"]*)"', html)
    return ", ".join(names) or re.sub(r"<[^>]*>", "", html)


@needs_node
@pytest.mark.parametrize("game", MEASURES)
def test_the_script_says_actions_as_the_pages_do(game: str) -> None:
    steps = (step for case in plays(game) for step in case.steps if isinstance(step, Act))
    made = {
        json.dumps(step.do): step.do
        for step in steps
        if step.by != CHANCE and "table" not in step.do
    }
    asked = [{"action": do, "form": form} for do in made.values() for form in (0, 1)]
    written = [words_of(made_of(do)) for do in made.values() for made_of in (may_do, does)]
    assert made
    assert answers(asked) == written


@needs_node
def test_the_script_tells_a_rearrangement_by_the_melds_that_are_new() -> None:
    before = [["3C", "3D", "3H"], ["5S", "6S", "7S"], ["3C", "3D", "3H"]]
    after = [["3H", "3D", "3C"], ["5S", "6S", "7S", "8S"], ["3C", "3D", "3H"]]
    action = {"type": "rearrange", "table": after, "cards": ["8S"]}
    same = {"type": "rearrange", "table": before, "cards": []}
    asked = [{"action": one, "form": 1, "before": before} for one in (action, same)]
    told, untold = answers(asked)
    assert told == (
        "plays eight of spades to make "
        "five of spades, six of spades, seven of spades, eight of spades"
    )
    assert untold.startswith("rearranges the table with no card to ")


@needs_node
@pytest.mark.parametrize(
    ("laid", "shown"),
    [
        ("6C 7C 8C 5C 4C", "4C 5C 6C 7C 8C"),
        ("KS QS AS", "QS KS AS"),
        ("2H AH KH QH", "QH KH AH 2H"),
        ("3H AH 2H", "AH 2H 3H"),
        ("KD KC AD", "KC KD AD"),
        ("*5H 6H 4H", "4H *5H 6H"),
        ("7H * 9H", "7H * 9H"),
    ],
)
def test_the_script_lays_a_meld_in_order(laid: str, shown: str) -> None:
    assert answers([{"meld": laid.split()}]) == [shown.split()]


@needs_node
@pytest.mark.parametrize(
    ("text", "cards", "wrong"),
    [
        ("joker as 3 of clubs, Joker", "*3C *", ""),
        ("10 10x 10♥ *10C", "TH *TC", "10 10X"),
        ("3c, 10H", "3C TH", ""),
        ("3♣ 10♥\ufe0e", "3C TH", ""),
        ("three of clubs ace of spades", "3C AS", ""),
        ("joker *5s *", "* *5S *", ""),
        ("kh zz 11d", "KH", "ZZ 11D"),
        ("", "", ""),
    ],
)
def test_the_script_reads_cards_as_people_write_them(text: str, cards: str, wrong: str) -> None:
    assert answers([{"text": text}]) == [{"cards": cards.split(), "wrong": wrong.split()}]


@needs_node
@pytest.mark.parametrize("game", MEASURES)
def test_the_script_opens_a_table_as_the_build_does(game: str) -> None:
    seen = [one for case in plays(game)[::4] for one in seen_in(case)]
    asked = [{"views": views, "result": result} for views, result in seen]
    assert answers(asked) == [open_table(views, result) for views, result in seen]


@pytest.mark.parametrize("game", MEASURES)
def test_the_changes_of_a_table_add_up_to_it(game: str) -> None:
    for case in plays(game)[::4]:
        shown: dict[str, JSON] = {}
        before: dict[str, JSON] = {}
        for views, result in seen_in(case):
            table = open_table(views, result)
            shown |= changed(before, table)
            assert {name: value for name, value in shown.items() if value is not None} == {
                name: value for name, value in table.items() if value is not None
            }
            before = table


def test_only_plays_that_have_changed_are_played_anew(tmp_path: Path) -> None:
    book = Book(tmp_path, {}, {}, {}, {}, {}, {}, Counts(0, 0, 0), {}, (), "")
    case = next(case for case in plays("rummy") if case.steps)
    file, kept = tmp_path / f"{case.id}.js", tmp_path / "kept.json"

    def played(case: Case) -> str:
        asked = Kept(tmp_path, kept)
        text = asked.texts(book, {case.id: case}, lambda kind, name: "", 1)[case.id]
        asked.write()
        return text

    text = played(case)
    marked = text.replace('"players":', '"kept":1,"players":')
    assert marked != text
    file.write_text(marked, encoding="utf-8")
    assert played(case) == marked
    assert played(msgspec.structs.replace(case, title="another")) == text
    file.unlink()
    assert played(case) == text


def test_a_bundle_refuses_what_it_cannot_hold(tmp_path: Path) -> None:
    (tmp_path / "protocol.js").write_text("export default 1;\n", encoding="utf-8")
    with pytest.raises(SpecError, match="cannot be put into one script: export default 1;"):
        bundled(tmp_path)
    (tmp_path / "protocol.js").write_text("import { a } from './a.js';\n", encoding="utf-8")
    (tmp_path / "a.js").write_text("import { b } from './protocol.js';\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"protocol\.js: imports itself"):
        bundled(tmp_path)


def test_every_module_of_the_engine_stands_once_in_the_bundle() -> None:
    made = bundled(ENGINE)
    modules = [path for path in ENGINE.rglob("*.js") if path.name != "main.js"]
    for path in modules:
        name = "$" + path.relative_to(ENGINE).as_posix().translate(str.maketrans("/.-", "___"))
        assert made.count(f"const {name} = (() => {{") == 1
