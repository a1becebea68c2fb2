"""Everything on which the verdicts on a case depend, as digests: equal inputs, equal verdicts.

A digest of code has the modules of the game, and those that the verdicts import, directly or by
other modules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from meldcheck.sources.lawbook import law_of
from meldcheck.suite import store
from meldcheck.words import code
from meldcheck.words.case import JSON, Case

START: Final = "sources/matrix.py"
"""The module that works out verdicts."""


def of_game(game: str, law: Mapping[str, JSON]) -> str:
    """A digest of the code that works out verdicts of a game, and of the law as that code reads it.

    Words for people, like the reason of a default, are no part of it.
    """
    read = law_of(law, game)
    as_json = msgspec.to_builtins(read, str_keys=True, order="deterministic")
    play = code.digest_of_code(code.behind(game, START))
    order = [*read.questions, *read.clauses]
    return store.digest({"law": as_json, "order": order, "code": play})


def of_case(case: Case) -> str:
    """A digest of a case."""
    return store.digest(case)[:12]
