"""The search finds the question first, by the words of players, in an index that is small."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

from lawpages.book import ARGUMENTS, CLAUSES, page_of, place_of
from lawpages.finding import index_of, packed
from lawpages.wording import SAID
from meldcheck.law.clauses import Law

from .finding import (
    BLIND_RULES,
    Answer,
    answers_on_pages,
    make_index,
    places_in,
    places_of_blind,
    read_laws,
)
from .queries import AMONG_THREE, QUERIES

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


STACKED: Final = "can you stack a card on your own meld"

HOMES: Final = {
    "tong its rules": "rules-tongits",
    "Rummy": "rules-rummy",
    "the rules of Indian Chief": "rules-indian-chief",
}
"""Queries that are the name of a game, and its page."""
RULES: Final = {
    "full house score": "indian-chief.poker.full-house",
    "flush score": "indian-chief.poker.flush",
    "points for ace tongits": "tongits.cards.points-ace-one",
    "which cards are wild three thirteen": "three-thirteen.wild.schedule",
}
"""Queries for a rule about which nobody argues."""
EXACT: Final[dict[str, list[str]]] = {
    "three way tie": [],
    "tie_three_way": ["tongits.showdown.tie-three-way"],
    "All three have the same count. Who wins": ["tongits.showdown.tie-three-way"],
    "sunog": ["tongits.terms.sunog"],
    "joker": [],
    "how many": [],
}


@dataclass(frozen=True, slots=True)
class Made:
    """An index, and the script that holds it."""

    laws: Mapping[str, Law]
    index: Mapping[str, Any]
    script: Path
    ids: Sequence[str]
    """Some ids that are in the index."""
    asked: Mapping[tuple[str, str], Answer]
    """The answers to single queries, by the query and the game of the page."""

    def found(self, queries: Mapping[str, str]) -> Iterator[tuple[str, str, Answer]]:
        """Each query with the id that it is to find, and its answer."""
        for query, name in queries.items():
            yield query, name, self.asked[query, ""]


def asks_in(index: Mapping[str, Any]) -> dict[str, str]:
    """Some questions in their own words, with their ids."""
    return {text: name for name, text, *_ in islice(index["questions"], 0, None, 3)}


def named_in(laws: Mapping[str, Law]) -> dict[str, str]:
    """The other names of clauses, with their ids."""
    clauses = (clause for law in laws.values() for clause in law.clauses.values())
    return {alias: clause.id for clause in clauses for alias in clause.aliases}


NOTHING: Final = "xylophone quagmire"
SAID_FOR_OTHERS: Final = {
    word: "" for those in SAID.values() for one in those for word in one.split()
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The index of the documents."""
    laws = read_laws()
    index = make_index(laws)
    script = tmp_path_factory.mktemp("finding") / "index.js"
    script.write_text(packed(index), encoding="utf-8")
    ids = [name for kind, name, _ in places_in(script) if kind != "page"][::60]
    single = [
        *((query, name.split(".")[0]) for query, name in AMONG_THREE.items()),
        *((STACKED, game) for game in ("tongits", "rummy")),
        *((query, "") for query in ("sagassa", "zagasa", NOTHING, *HOMES, *EXACT)),
        *((query, "") for query in (*QUERIES, *RULES, *asks_in(index), *named_in(laws))),
        *((query, "") for query in (*ids, *SAID_FOR_OTHERS)),
    ]
    asked = dict(zip(single, answers_on_pages(script, single), strict=True))
    return Made(laws, index, script, ids, asked)


def test_the_words_of_players_find_the_question_first(made: Made) -> None:
    found = {query: answer.first for query, _, answer in made.found(QUERIES)}
    assert found == QUERIES


@pytest.mark.parametrize(("query", "name"), AMONG_THREE.items())
def test_what_fits_several_of_its_kind_finds_it_among_three(
    made: Made, query: str, name: str
) -> None:
    found = made.asked[query, name.split(".")[0]]
    kinds = {found_name: kind for kind, found_name in found.entries}
    assert name in [one for one, kind in kinds.items() if kind == kinds.get(name)][:3]


def test_what_is_a_rule_and_no_question_finds_the_rule_first(made: Made) -> None:
    for query, name, answer in made.found(RULES):
        assert answer.entries[0] == ("clause", name), query


def test_blind_queries_for_rules_find_them_as_often_as_before(made: Made) -> None:
    places = places_of_blind(made.script, BLIND_RULES)
    shown = [place for place in places if place is not None]
    assert len(shown) >= 125
    assert sum(place <= 3 for place in shown) >= 45


def test_blind_queries_find_their_question_as_often_as_before(made: Made) -> None:
    places = [place for place in places_of_blind(made.script) if place is not None]
    assert len(places) >= 190
    assert places.count(1) >= 105


@pytest.mark.parametrize(
    ("game", "name"),
    [("tongits", "tongits.laying-off.layoff-own-melds"), ("rummy", "rummy.layoff.layoff-own")],
)
def test_the_game_of_the_page_comes_first(made: Made, game: str, name: str) -> None:
    found = made.asked[STACKED, game]
    assert found.first == name


@pytest.mark.parametrize(("query", "page"), HOMES.items())
def test_the_name_of_a_game_leads_to_its_page(made: Made, query: str, page: str) -> None:
    assert made.asked[query, ""].entries[0] == ("page", page)


def test_a_question_in_its_own_words_comes_first(made: Made) -> None:
    asks = asks_in(made.index)
    of = {name: text for text, name in asks.items()}
    for query, _, answer in made.found(asks):
        kind, name = answer.entries[0]
        assert (kind, of.get(name, query)) == ("question", query)


def test_another_name_finds_the_clause_that_has_it(made: Made) -> None:
    named = named_in(made.laws)
    assert {"sapaw", "sunog", "bahay"} <= named.keys()
    for alias, name, answer in made.found(named):
        assert ("clause", name) in answer.entries, alias


def test_an_id_comes_first(made: Made) -> None:
    for name, _, answer in made.found(dict.fromkeys(made.ids, "")):
        assert answer.first == name


def test_words_that_stand_for_others_are_words_of_the_documents(made: Made) -> None:
    for word, _, answer in made.found(SAID_FOR_OTHERS):
        assert answer.entries, word


def test_words_of_nothing_find_nothing(made: Made) -> None:
    [(_, _, answer)] = made.found({NOTHING: ""})
    assert not answer.entries


def test_a_typing_error_is_not_in_the_first_letter(made: Made) -> None:
    assert made.asked["sagassa", ""].entries
    assert not made.asked["zagasa", ""].entries


@pytest.mark.parametrize(("query", "exact"), EXACT.items())
def test_only_an_id_a_title_or_another_name_is_exact(
    made: Made, query: str, exact: list[str]
) -> None:
    found = made.asked[query, ""]
    assert found.exact == exact


def test_the_index_is_small(made: Made) -> None:
    assert made.script.stat().st_size < 150_000


def test_everything_is_looked_for_where_it_stands(made: Made, tmp_path: Path) -> None:
    law = made.laws["tongits"]
    clause = "tongits.melds.run-ace-only-with-2-3"
    first, second, *_ = law.examples.values()
    script = tmp_path / "index.js"
    index = index_of({"tongits": law}, {clause: ((first,), (second,))}, [("words", "Words")])
    script.write_text(packed(index), encoding="utf-8")
    found = places_in(script)
    page = f"{CLAUSES}/{page_of(clause)}"
    assert [place for kind, _, place in found if kind == "case"] == [
        f"{page}.html#{first.id}",
        f"{page}/cases-2.html#{second.id}",
    ]
    assert {name: place for kind, name, place in found if kind != "case"} == {
        "words": "words.html",
        **{one.id: f"{ARGUMENTS}/{place_of(one)}.html" for one in law.questions.values()},
        **{one: f"{CLAUSES}/{page_of(one)}.html" for one in law.clauses},
    }
