"""The law book: the published one if it was made from these documents, else a new one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from meldcheck.sources import lawbook
from meldcheck.sources.book import words_of
from meldcheck.sources.question import settle_question
from meldcheck.sources.told.question import Page
from meldcheck.suite import store
from meldcheck.words import places
from meldcheck.words.case import JSON

TIE = "tongits.showdown.tie-three-way"


def page(law: lawbook.Lawbook) -> list[str]:
    texts = words_of(law.files)
    record = texts.questions[TIE]
    told: JSON = settle_question(record, texts.places)
    return list(Page(record, texts, law.case(record["witness"])).lines(told))


@pytest.mark.parametrize("torn", ["questions.json", store.MANIFEST])
def test_what_is_torn_or_of_other_documents_is_not_believed(
    torn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The documents are read instead, and give the same answers."""
    published = lawbook.published_in(places.suite_directory(), places.spec_directory())
    assert published is not None
    copy = tmp_path / "suite"
    shutil.copytree(places.suite_directory(), copy)
    text = (copy / torn).read_text(encoding="utf-8")
    (copy / torn).write_text(text.replace("challenger", "caller", 1), encoding="utf-8")
    if torn == store.MANIFEST:
        (copy / torn).write_text(text.replace('"documents": "', '"documents": "0'), "utf-8")
    assert lawbook.published_in(copy, places.spec_directory()) is None
    monkeypatch.setattr(places, "suite_directory", lambda: copy)
    written = lawbook.load()
    assert page(written) == page(published)
    assert written.questions == published.questions
    assert not any("Agreed" in line for line in page(written))
