"""JSON values as lists and records, for whoever knows what must be there; standard library only."""

from __future__ import annotations

from meldspec.wire import JSON


def as_list(value: JSON) -> list[JSON]:
    """The list that a value is; one without any entry where it is none."""
    return value if isinstance(value, list) else []


def as_record(value: JSON) -> dict[str, JSON]:
    """The record that a value is; TypeError for anything else."""
    if not isinstance(value, dict):
        raise TypeError("a record is expected")
    return value
