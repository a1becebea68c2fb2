"""Tong-its: the rule sets that differ in name only, and its guided seeded matches."""

from __future__ import annotations

from typing import Final

from meldcheck.identify.corner import Corner
from meldcheck.identify.tongits.alike import ALIKE
from meldcheck.identify.tongits.openings import Openings

CORNER: Final = Corner(ALIKE, Openings)
