"""The readings on which cases depend, kept between builds: equal code and case, equal readings.

A file that is damaged, or that other code has made, is as good as none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, final

import msgspec

from meldcheck.suite import store
from meldcheck.suite.depends import depending
from meldcheck.words import code
from meldcheck.words.case import Case
from meldcheck.words.places import make_cache
from meldcheck.words.readings import Readings
from meldspec.games import GAMES

FILE: Final = "depends.json"
START: Final = "suite/depends.py"
"""The module that tries the readings."""


class _Kept(msgspec.Struct, frozen=True):
    """The rules of cases, by a digest of the case and of the code behind it."""

    rules: dict[str, Readings]
    digest: str
    """Of the rules."""


@final
class Known:
    """The readings that are kept in a folder, and those that were asked for since."""

    def __init__(self, folder: Path, *, believed: bool = True) -> None:
        self._file = folder / FILE
        self._kept = _read(self._file) if believed else {}
        self._asked: dict[str, Readings] = {}

    def depending(self, case: Case) -> Case:
        """The case with the readings of all options on which it depends."""
        key = store.digest({"case": msgspec.to_builtins(case), "code": _code_of(case.game)})
        rules = self._kept.get(key)
        found = (
            depending(case, GAMES[case.game])
            if rules is None
            else msgspec.structs.replace(case, rules=rules)
        )
        self._asked[key] = found.rules
        return found

    def keep(self) -> None:
        """Keep the readings that were asked for, and no others.  OSError if it is impossible."""
        make_cache(self._file.parent)
        made = self._file.with_name(f"{FILE}.{os.getpid()}")
        whole = _Kept(self._asked, store.digest({**self._asked}))
        made.write_bytes(msgspec.json.encode(whole, order="sorted"))
        made.replace(self._file)


def _read(path: Path) -> Mapping[str, Readings]:
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError):
        return {}
    return kept.rules if kept.digest == store.digest({**kept.rules}) else {}


@cache
def _code_of(game: str) -> str:
    return code.digest_of_code(code.behind(game, START))
