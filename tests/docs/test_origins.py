"""What the pages tell of the sources: how many there are, what copies others, where they stand."""

from __future__ import annotations

from typing import Final

import pytest

from lawpages.copies import CUT, copies_last, voices
from lawpages.origins import UNTOLD, addressed, counted_sources, origin_of
from tests import committed

SOURCES: Final = committed.source_texts()


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("pagat",), "1 source"),
        (("denexa", "wikipedia"), "2 sources"),
        (("pagat", "pagat-partial"), "1 source, and a cut copy of it"),
        (("denexa", "pagat", "pagat-partial"), "2 sources, and a cut copy of one"),
        (("pagat-partial",), "1 source"),
        (("denexa", "jetpunk", "jetpunk-errata"), "2 sources, and a corrected copy of one"),
        (("denexa", "jetpunk-errata"), "2 sources"),
        ((), "0 sources"),
    ],
)
def test_a_copy_of_a_source_is_counted_apart(names: tuple[str, ...], told: str) -> None:
    assert counted_sources(SOURCES, names) == told


def test_what_is_called_a_cut_copy_repeats_the_sentences_of_its_source() -> None:
    assert set(CUT) == {name for name, one in SOURCES.items() if "truncated" in one.title}
    for name, whole in CUT.items():
        known = {row.fingerprint for row in SOURCES[whole].sentence}
        own = [row.fingerprint for row in SOURCES[name].sentence]
        assert len(own) < len(SOURCES[whole].sentence)
        assert sum(one in known for one in own) > 0.8 * len(own)


def test_a_cut_copy_is_no_voice_beside_its_source_and_stands_last() -> None:
    assert voices(["denexa", "pagat-partial", "pagat", "wikipedia"]) == (
        *("denexa", "pagat", "wikipedia"),
    )
    assert voices(["denexa", "pagat-partial"]) == ("denexa", "pagat-partial")
    assert copies_last(["pagat-partial", "pagat", "wikipedia"]) == (
        *("pagat", "wikipedia", "pagat-partial"),
    )


@pytest.mark.parametrize("name", SOURCES)
def test_a_source_has_an_address_or_says_that_it_is_not_known(name: str) -> None:
    told = "".join(
        one if isinstance(one, str) else one.astext() for one in addressed(SOURCES[name])
    )
    assert told.startswith("https://" if origin_of(name).address else "not known: ")
    assert UNTOLD not in told
