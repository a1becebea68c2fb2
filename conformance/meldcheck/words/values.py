"""JSON values of a known shape, as lists and records; standard library only."""

from __future__ import annotations

from meldspec.wire import JSON


def as_list(value: JSON) -> list[JSON]:
    """The value as a list; an empty list if it is not a list."""
    return value if isinstance(value, list) else []


def as_record(value: JSON) -> dict[str, JSON]:
    """The value as a record; TypeError if it is not a record."""
    if not isinstance(value, dict):
        raise TypeError("a record is expected")
    return value
