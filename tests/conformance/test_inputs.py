"""Verdicts are worked out again just where something behind them has changed."""

from __future__ import annotations

import subprocess
import sys
from copy import deepcopy
from functools import cache
from pathlib import Path

import msgspec
import pytest

from meldcheck.sources import inputs, lawbook, matrix
from meldcheck.suite import store
from meldcheck.words import code
from meldcheck.words.case import JSON, Case, Kind, Matrix
from meldcheck.words.code import PLAY
from meldcheck.words.places import PACKAGE
from tests import committed


@cache
def small() -> store.Suite:
    """One short case of each of two games."""
    loaded = committed.suite()
    chosen = [
        next(case for case in loaded.cases if (case.game, case.kind) == (game, Kind.MELD))
        for game in ("rummy", "tongits")
    ]
    return store.part(loaded, chosen)


@cache
def first() -> Matrix:
    return matrix.matrix_of(small())


def again(built: store.Suite, before: Matrix) -> list[str]:
    new: list[str] = []
    made = matrix.matrix_of(built, 1, new.append, before)
    assert {*made.cases} == {case.id for case in built.cases}
    return new


def with_case(case: Case) -> store.Suite:
    cases = [case if one.id == case.id else one for one in small().cases]
    return store.part(small(), cases)


def test_nothing_new_is_worked_out_twice() -> None:
    assert again(small(), first()) == []


def test_a_changed_case_is_worked_out_alone() -> None:
    case = small().cases[0]
    changed = msgspec.structs.replace(case, title="another")
    assert again(with_case(changed), first()) == [case.id]


def test_a_game_with_other_law_or_code_is_worked_out_anew() -> None:
    older = msgspec.structs.replace(first(), inputs={**first().inputs, "rummy": "other"})
    assert again(small(), older) == [case.id for case in small().cases if case.game == "rummy"]


def test_each_game_is_kept_when_it_is_worked_out() -> None:
    older = msgspec.structs.replace(first(), inputs={"rummy": "other", "tongits": "other"})
    whole: list[Matrix] = []
    made = matrix.matrix_of(small(), 1, lambda _: None, older, whole.append)
    assert [one.inputs["rummy"] == first().inputs["rummy"] for one in whole] == [True, True]
    broken_off, finished = whole
    assert again(small(), broken_off) == [case.id for case in small().cases if case.game != "rummy"]
    assert finished.cases == made.cases
    assert again(small(), finished) == []


def with_question(field: str, value: JSON) -> dict[str, JSON]:
    """The law with another value in one field of the first question of Rummy."""
    law = deepcopy(dict(small().law))
    asked = law["questions.json"]["questions"]
    next(one for one in asked if one["game"] == "rummy")[field] = value
    return law


@pytest.mark.parametrize("field", ["reason", "asks", "kind"])
def test_words_for_people_are_not_behind_verdicts(field: str) -> None:
    law = with_question(field, "in other words")
    assert inputs.of_game("rummy", law) == inputs.of_game("rummy", small().law)


@pytest.mark.parametrize(("field", "value"), [("sources", {}), ("clauses", []), ("default", "a")])
def test_the_law_as_it_is_read_is_behind_verdicts(field: str, value: JSON) -> None:
    law = with_question(field, value)
    assert inputs.of_game("rummy", law) != inputs.of_game("rummy", small().law)
    assert inputs.of_game("tongits", law) == inputs.of_game("tongits", small().law)


def test_the_order_of_a_set_is_not_behind_verdicts() -> None:
    orders: tuple[JSON, JSON] = ({"0": [], "8": []}, {"8": [], "0": []})
    laws = [with_question("sources", {"pagat": {"rules_out": order}}) for order in orders]
    read = [lawbook.law_of(law, "rummy") for law in laws]
    sets = [next(iter(one.questions.values())).sources["pagat"].ruled_out for one in read]
    assert sets[0] == sets[1]
    assert [*sets[0]] != [*sets[1]]
    assert inputs.of_game("rummy", laws[0]) == inputs.of_game("rummy", laws[1])


def test_verdicts_without_inputs_are_not_believed() -> None:
    bare = msgspec.structs.replace(first(), inputs={}, of={})
    assert len(again(small(), bare)) == len(small().cases)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The code in another folder, where it may be changed."""
    for root, name in ((PLAY, "PLAY"), (PACKAGE, "PACKAGE")):
        for path in root.rglob("*.py"):
            copy = tmp_path / name / path.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
        monkeypatch.setattr(code, name, tmp_path / name)
    return tmp_path


def test_code_is_compared_without_its_words(copied: Path) -> None:
    law = small().law
    usual = {game: inputs.of_game(game, law) for game in ("rummy", "tongits")}
    score = copied / "PLAY" / "rummy" / "score.py"
    score.write_text(score.read_text().replace('"""', '"""In other words: ', 1) + "# more\n")
    assert {game: inputs.of_game(game, law) for game in usual} == usual
    score.write_text(score.read_text() + "MORE = 1\n")
    assert inputs.of_game("rummy", law) != usual["rummy"]
    assert inputs.of_game("tongits", law) == usual["tongits"]


@pytest.mark.parametrize("place", ["PLAY/kernel.py", "PACKAGE/sources/worlds.py"])
def test_shared_code_is_behind_the_verdicts_of_every_game(copied: Path, place: str) -> None:
    law = small().law
    usual = {game: inputs.of_game(game, law) for game in ("rummy", "tongits")}
    path = copied / place
    path.write_text((path.read_text() if path.exists() else "") + "\nMORE = 1\n")
    assert all(inputs.of_game(game, law) != usual[game] for game in usual)


@pytest.mark.parametrize("place", ["PLAY/rummy/score.py", "PACKAGE/games/rummy.py"])
def test_code_of_one_game_is_behind_its_own_verdicts(copied: Path, place: str) -> None:
    law = small().law
    usual = {game: inputs.of_game(game, law) for game in ("rummy", "tongits")}
    path = copied / place
    path.write_text(path.read_text() + "\nMORE = 1\n")
    assert inputs.of_game("rummy", law) != usual["rummy"]
    assert inputs.of_game("tongits", law) == usual["tongits"]


def test_shared_play_is_behind_the_games_that_import_it(copied: Path) -> None:
    law = small().law
    usual = {game: inputs.of_game(game, law) for game in ("rummy", "carousel")}
    path = copied / "PLAY" / "manipulation" / "search.py"
    path.write_text(path.read_text() + "\nMORE = 1\n")
    assert inputs.of_game("rummy", law) == usual["rummy"]
    assert inputs.of_game("carousel", law) != usual["carousel"]


def test_code_that_verdicts_do_not_import_is_left_out(copied: Path) -> None:
    law = small().law
    usual = inputs.of_game("rummy", law)
    for place in ("PACKAGE/sources/experiments.py", "PLAY/engine/registry.py"):
        path = copied / place
        path.write_text(path.read_text() + "MORE = 1\n")
    assert inputs.of_game("rummy", law) == usual


def test_everything_that_is_loaded_with_verdicts_is_behind_them() -> None:
    asked = (
        "import sys, meldcheck.sources.matrix, meldcheck.games.rummy, meldspec.rummy.spoken\n"
        "ours = ('meldcheck.', 'meldspec.')\n"
        "print(*(m.__file__ for n, m in sys.modules.items() if n.startswith(ours)))"
    )
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    loaded = {Path(name) for name in ran.stdout.split()}
    assert loaded <= {*code.behind("rummy", inputs.START)}


def test_the_law_of_one_game_is_behind_its_own_verdicts() -> None:
    law = small().law
    other = msgspec.json.decode(msgspec.json.encode(law))
    question = next(one for one in other["questions.json"]["questions"] if one["game"] == "rummy")
    question["default"] = "another"
    assert inputs.of_game("rummy", other) != inputs.of_game("rummy", law)
    assert inputs.of_game("tongits", other) == inputs.of_game("tongits", law)
