"""A truncated copy says what its page says by sentences that the copy has, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from meldcheck.law import sources
from meldcheck.law.clauses import Admits, Law, Stance
from meldcheck.words import places
from tests import committed

PAGE, COPY = "pagat", "pagat-partial"


@pytest.fixture(scope="module")
def law() -> Law:
    return committed.law("tongits")


@pytest.fixture(scope="module")
def in_copy() -> Mapping[str, bool]:
    """By sentence of the page: whether the copy has it, word for word."""
    rows = sources.load(places.spec_directory() / "sources")
    kept = {row.fingerprint for row in rows[COPY].sentence}
    return {row.at: row.fingerprint in kept for row in rows[PAGE].sentence}


def said(law: Law, source: str) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    """Each statement of a source about a question or a clause, with its sentences."""
    for question in law.questions.values():
        admits = question.sources[source]
        for reading, at in (*admits.says.items(), *admits.implies.items()):
            yield (question.id, reading), at
    for clause in law.clauses.values():
        if (stance := clause.sources.get(source)) is not None:
            for way in ("says", "implies", "contradicts", "one_reading"):
                if at := getattr(stance, way):
                    yield (clause.id, way), at


def test_a_copy_says_what_its_sentences_say_on_the_page(
    law: Law, in_copy: Mapping[str, bool]
) -> None:
    stands = {about for about, at in said(law, PAGE) if all(map(in_copy.__getitem__, at))}
    assert len(stands) > 100
    assert stands - {about for about, _ in said(law, COPY)} == set()


def test_a_copy_is_silent_only_where_it_has_a_sentence_or_the_page_is_silent(
    law: Law, in_copy: Mapping[str, bool]
) -> None:
    """Where all sentences are gone by which the page speaks, the copy has lost them."""
    told: dict[str, Mapping[str, Admits | Stance]] = {
        **{one.id: one.sources for one in law.questions.values()},
        **{one.id: one.sources for one in law.clauses.values()},
    }
    both = {name: of for name, of in told.items() if PAGE in of and COPY in of}
    cited = {name: of[PAGE].locators() for name, of in both.items()}
    gone = {name for name, at in cited.items() if at and not any(in_copy[one] for one in at)}
    assert len(gone) > 50
    quiet = {
        name for name, of in both.items() if not of[COPY].lost and len(of[COPY].locators()) == 0
    }
    assert gone & quiet == set()
