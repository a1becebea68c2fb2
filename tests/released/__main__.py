"""Build all packages of a release, and prove them elsewhere: ``python -m tests.released``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .games import files
from .packages import BrokenReleaseError, build
from .proof import prove


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and prove; 1 if something falls short."""
    parser = argparse.ArgumentParser(prog="python -m tests.released", description=__doc__)
    parser.add_argument("--into", type=Path, metavar="DIR", help="keep the packages here")
    parser.add_argument(
        "--write",
        action="store_true",
        help="write the games of meldspec-engine from the reference, and do nothing else",
    )
    asked = parser.parse_args(arguments)
    if asked.write:
        for path, content in files().items():
            path.write_text(content, encoding="utf-8")
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        into = (asked.into or work / "packages").absolute()
        into.mkdir(parents=True, exist_ok=True)
        if any(into.iterdir()):
            parser.error(f"{into} is not empty")
        try:
            packages = build(into, work)
            for package in packages.all:
                print(f"built {package.name}, {package.stat().st_size // 1024} KiB", flush=True)
            for line in prove(packages, work):
                print(line, flush=True)
        except BrokenReleaseError as problem:
            print(problem, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
