"""Changes of Tong-its that no trial finds, by the part of play."""

from __future__ import annotations

from typing import Final

from .. import InputsOf, Reason
from . import calls, endings, payments, turns

_PARTS: Final = (turns, calls, endings, payments)

INPUTS: Final[InputsOf] = {name: each for part in _PARTS for name, each in part.INPUTS.items()}

REASONS: Final[tuple[Reason, ...]] = tuple(each for part in _PARTS for each in part.REASONS)
