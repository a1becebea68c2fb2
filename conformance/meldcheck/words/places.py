"""The folders of the documents and the suite: in a checkout, or packed into the wheel."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Final

from meldcheck.words.errors import SpecError

PACKAGE: Final = Path(__file__).resolve().parent.parent
"""The folder of the whole package."""


CACHE: Final = ".meldspec_cache"
"""The folder for what is kept between runs."""
_IGNORE: Final = "# What meldspec keeps of its last runs.\n*\n"


def make_cache(folder: Path) -> None:
    """Make a folder for what is kept, which version control leaves out.  OSError if impossible."""
    folder.mkdir(exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text(_IGNORE, encoding="utf-8")


def checkout() -> Path | None:
    """The root of the repository that contains this package; None for an installed copy."""
    root = PACKAGE.parent.parent
    return root if PACKAGE.parent.name == "conformance" and (root / "spec").is_dir() else None


def spec_directory() -> Path:
    """The folder of the rule documents.  SpecError if an installed copy lacks it."""
    root = checkout()
    return _packed("_spec") if root is None else root / "spec"


def suite_directory() -> Path:
    """The folder of the suite; in a checkout it may not have been built yet."""
    root = checkout()
    return _packed("_suite") if root is None else root / "conformance" / "suite"


def _packed(name: str) -> Path:
    place = Path(str(files("meldcheck") / name))
    if not place.is_dir():
        raise SpecError(str(place), None, "no such folder; this copy of meldspec is incomplete")
    return place


def digest_of(spec: Path) -> str:
    """SHA-256 over the names and bytes of all documents and source rows of a folder."""
    whole = hashlib.sha256()
    files = (path for kind in ("*.md", "*.toml") for path in spec.rglob(kind))
    for path in sorted(files):
        content = path.read_bytes()
        whole.update(f"{path.relative_to(spec).as_posix()} {len(content)}\n".encode())
        whole.update(content)
    return whole.hexdigest()
