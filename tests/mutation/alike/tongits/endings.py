"""Changes of Tong-its that no trial finds: endings, showdown, stock and views."""

from __future__ import annotations

from typing import Final

from .. import InputsOf, Reason

INPUTS: Final[InputsOf] = {}

REASONS: Final[tuple[Reason, ...]] = ()
