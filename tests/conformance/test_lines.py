"""Text in lines: short texts are not wrapped at once, and look as if they were."""

from __future__ import annotations

import textwrap

from hypothesis import example, given
from hypothesis import strategies as st

from meldcheck.words.lines import WIDTH, filled

WORDS = st.text(st.sampled_from("ab-  é\u00a0\t\n\u200b"), max_size=30) | st.text(max_size=120)


@given(st.sampled_from(["", "  ", "    source: "]), WORDS)
@example("  ", "")
@example("  ", " before and after ")
@example("", "a" * WIDTH)
@example(" ", "a " * (WIDTH // 2))
def test_a_text_is_in_the_lines_that_wrapping_makes(indent: str, text: str) -> None:
    assert filled(indent, text) == textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
