"""Sources of pages that no document has: written at the beginning of a build."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write_sources(folder: Path, suffix: str, wanted: Mapping[str, str]) -> None:
    """Write each source with its one line; unchanged ones stay, and those of no page are removed.

    ``wanted`` has the lines by the place of a page in the folder.
    """
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob(f"*{suffix}")}
    names = {f"{place}{suffix}": line for place, line in wanted.items()}
    for name, path in there.items():
        if name not in names:
            path.unlink()
    for name in names.keys() - there.keys():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{names[name]}\n", encoding="utf-8")
