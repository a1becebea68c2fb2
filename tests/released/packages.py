"""The packages of a release, built from the last commit: wheel, sdist, and two for npm."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

from meldcheck.suite import store

ROOT: Final = Path(__file__).parents[2]
SUITE: Final = Path("conformance", "suite")
SCHEMAS: Final = Path("conformance", "schemas")


class BrokenReleaseError(Exception):
    """A package that cannot be built, or that does not hold what it should."""


@final
@dataclass(frozen=True, slots=True)
class Packages:
    """The files of a release."""

    wheel: Path
    sdist: Path
    engine: Path
    suite: Path

    @property
    def all(self) -> tuple[Path, ...]:
        """All of them, in the order in which they are published."""
        return (self.wheel, self.sdist, self.engine, self.suite)


def run(*command: str | Path, cwd: Path = ROOT, path: Sequence[Path] = ()) -> str:
    """What a command prints, away from this checkout unless it runs in it.

    ``path`` are folders whose commands come first.  Raises BrokenReleaseError if it fails.
    """
    env = {name: each for name, each in os.environ.items() if name != "PYTHONPATH"}
    env["PATH"] = os.pathsep.join([*map(str, path), os.environ["PATH"]])
    words = [str(word) for word in command]
    program = shutil.which(words[0], path=env["PATH"])
    if program is None:
        raise BrokenReleaseError(f"no command {words[0]!r}")
    done = subprocess.run(
        [program, *words[1:]],
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BrokenReleaseError(f"{' '.join(words)}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def build(into: Path, work: Path) -> Packages:
    """Build all packages of the last commit into a folder, and check each.

    The wheel is built from the sdist.  Raises BrokenReleaseError.
    """
    source = work / "source"
    source.mkdir()
    run("git", "archive", "--output", work / "source.tar", "HEAD")
    shutil.unpack_archive(work / "source.tar", source, filter="data")
    run(sys.executable, "-m", "build", "--outdir", into, source)
    wheel, sdist = _only(into, "*.whl"), _only(into, "*.tar.gz")
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
    version = wheel.name.split("-")[1]
    npm = source / "conformance" / "npm"
    for folder in npm.iterdir():
        shutil.copy(source / "LICENSE", folder)
    engine = _packed(npm / "meldspec-engine", into, version)
    suite, suite_version = npm / "meldspec-suite", store.load(source / SUITE).manifest.version
    _write_version(suite, suite_version)
    shutil.copytree(source / SUITE, suite / "suite")
    shutil.copytree(source / SCHEMAS, suite / "schemas")
    return Packages(wheel, sdist, engine, _packed(suite, into, suite_version))


def version_of(folder: Path) -> str:
    """The version that a package for npm states."""
    version: str = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    return version


def _write_version(folder: Path, version: str) -> None:
    file = folder / "package.json"
    stated = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**stated, "version": version}, indent=2) + "\n", encoding="utf-8")


def _packed(folder: Path, into: Path, version: str) -> Path:
    if version_of(folder) != version:
        raise BrokenReleaseError(f"{folder.name} is {version_of(folder)}, the release is {version}")
    (told,) = json.loads(run("npm", "pack", "--json", "--pack-destination", into, cwd=folder))
    packed = {each["path"] for each in told["files"]}
    wanted = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    if packed != wanted:
        raise BrokenReleaseError(f"{folder.name} packs other files: {sorted(packed ^ wanted)}")
    return into / str(told["filename"])


def _only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found
