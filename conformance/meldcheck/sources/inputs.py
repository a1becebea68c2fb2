"""Everything on which the verdicts on a case depend, as digests: equal inputs, equal verdicts.

A digest of code has the modules of the game, and those that the verdicts import, directly or by
other modules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldcheck.suite import store
from meldcheck.words import code
from meldcheck.words.case import JSON, Case

START: Final = "sources/matrix.py"
"""The module that works out verdicts."""


def of_game(game: str, law: Mapping[str, JSON]) -> str:
    """A digest of the code that works out verdicts of a game, and of the game's published law."""
    ours = {
        name: {kind: [one for one in ones if one["game"] == game] for kind, ones in lists}
        for name, file in law.items()
        if (lists := [(kind, file[kind]) for kind in ("questions", "clauses") if kind in file])
    }
    profiles = [file["profiles"].get(game) for file in law.values() if "profiles" in file]
    play = code.digest_of_code(code.behind(game, START))
    return store.digest({"law": ours, "profiles": profiles, "code": play})


def of_case(case: Case) -> str:
    """A digest of a case."""
    return store.digest(case)[:12]
