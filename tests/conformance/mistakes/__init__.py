"""Known mistakes of engines: what each plays otherwise than the reference, as a changed value.

A mistake is a spoken game with another row, condition, effect, following, view, result, question
or rule set.  Nothing is patched.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, final

from meldspec.spoken import Spoken

AnySpoken: TypeAlias = Spoken[Any, Any, Any]  # each game has its own types


@final
@dataclass(frozen=True, slots=True)
class Mistake:
    """What an engine does wrong."""

    name: str
    flag: str | None
    """The flag of the documents that stands for it; None where all cases of the game hunt it."""
    played: AnySpoken = field(repr=False)
    most: int | None = None
    """The most requests of the cases that hunt it, where it plays slowly."""


NAMES: Final = ("tongits", "rummy", "carousel", "three_thirteen", "indian_chief")
"""The modules here with a table: each has ``SPOKEN``, ``MISTAKES`` and ``SOUND``."""
