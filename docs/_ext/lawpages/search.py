"""The search of the site: English, with the stem of each word worked out once."""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from functools import cache

from sphinx.search.en import SearchEnglish


class Remembering(SearchEnglish):
    """Sphinx's search for English, which meets the same words on every page."""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._stem = cache(super().stem)

    def stem(self, word: str) -> str:
        """The stem of a word."""
        return self._stem(word)
