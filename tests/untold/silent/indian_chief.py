"""Clauses of Indian Chief that say nothing under one reading."""

from __future__ import annotations

from typing import Final

from tests.untold import Silent

SILENT: Final[tuple[Silent, ...]] = (
    Silent(
        ("thief.thief_tie_protocol=sequential", "thief.thief_tie_protocol=never"),
        ("indian-chief.thief.claims-secret",),
        "Thieves of a tie that steal in full view, or never, claim nothing in secret.",
    ),
)
