"""Clauses of Indian Chief that say nothing under one reading."""

from __future__ import annotations

from typing import Final

from tests.untold import Silent

SILENT: Final[tuple[Silent, ...]] = ()
