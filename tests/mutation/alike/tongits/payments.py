"""Changes of Tong-its that no trial finds: payments, paid cards, the pot and settlement."""

from __future__ import annotations

from typing import Final

from .. import InputsOf, Reason

INPUTS: Final[InputsOf] = {}

REASONS: Final[tuple[Reason, ...]] = ()
