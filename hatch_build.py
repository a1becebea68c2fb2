"""The build: a pure wheel, or with ``MELDSPEC_COMPILE=1`` one whose solvers mypyc has compiled.

The compiler gets a copy of each module, in which ``for_compiler`` has changed only what mypyc reads
otherwise than Python does: records and type aliases.  The wheel has the same sources as the pure
one, and beside each compiled source its extension module, which Python prefers.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE: Final = "MELDSPEC_COMPILE"
REFERENCE: Final = "reference"

MODULES: Final = tuple(
    f"meldspec/{name}.py"
    for name in (
        "arrangement",
        "cards",
        "melds",
        "placed",
        "wild",
        "manipulation/best",
        "manipulation/fitting",
        "manipulation/kinds",
        "manipulation/lanes",
        "manipulation/manner",
        "manipulation/open_runs",
        "manipulation/rebuilding",
        "manipulation/search",
    )
)
"""The modules that are compiled: the ground floor, cards and all that cards can make."""

ALIASES: Final = {
    "Blind": "tuple[int, ...]",
    "Choice": "tuple[int, ...]",
    "Count": "tuple[int, ...]",
    "Lanes": "tuple[Lane, ...]",
    "Laying": "tuple[Any, ...]",
    "Open": "tuple[int, ...]",
    "Chain": '"tuple[Any, tuple[Laying, ...], int] | None"',
}
"""Types as the compiler is to see them.

It takes a tuple of fixed length apart, and makes it anew wherever it is a key or a member.  A type
that holds itself, such as ``Chain``, ends it with a fault.
"""

_TYPING: Final = "from typing import "
_RECORD: Final = "\n\n@final\n@dataclass("
_KEPT: Final = "\n@(lambda record: record)\n@final\n@dataclass("

_SETUP: Final = """
from mypyc.build import mypycify
from setuptools import setup

setup(
    name="meldspec",
    packages=[],
    ext_modules=mypycify({modules!r}, opt_level="3", debug_level="0", group_name="meldspec"),
)
"""


def is_asked(environment: Mapping[str, str]) -> bool:
    """Whether compiled solvers are asked for; ValueError unless it says 1, 0 or nothing."""
    said = environment.get(VARIABLE, "")
    if said not in ("", "0", "1"):
        raise ValueError(f"{VARIABLE} is 1 or 0, not {said!r}")
    return said == "1"


def lacking() -> str | None:
    """What the compilation needs and is not there; None if all is."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    if compiler and shutil.which(compiler[0]) is None:
        return f"a C compiler, and there is no {compiler[0]!r}"
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        return "mypyc and setuptools: pip install 'mypy[mypyc]'"
    return None


def for_compiler(source: str) -> str:
    """A module as the compiler gets it: line by line the same, but for records and ``ALIASES``.

    A decorator that the compiler does not know leaves a record to Python, with its slots.  The
    compiler would evaluate annotations of a record, unless they are strings.
    """
    lines = source.splitlines(keepends=True)
    for field in reversed(_fields(ast.parse(source))):
        line, said = lines[field.lineno - 1], ast.unparse(field.annotation)
        at, end = field.annotation.col_offset, field.annotation.end_col_offset
        lines[field.lineno - 1] = f"{line[:at]}{said!r}{line[end:]}"
    changed = "".join(lines).replace(_RECORD, _KEPT)
    for name, seen in ALIASES.items():
        pattern = rf"^{name}: TypeAlias = .*$"
        changed, found = re.subn(pattern, f"{name}: TypeAlias = {seen}", changed, flags=re.M)
        if found and f"{_TYPING}Any, " not in changed:
            changed = changed.replace(_TYPING, f"{_TYPING}Any, ", 1)
    return changed


def _fields(tree: ast.Module) -> list[ast.AnnAssign]:
    """The fields of all records, in order."""
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.decorator_list)
    return [node for each in classes for node in each.body if isinstance(node, ast.AnnAssign)]


def compiled(reference: Path, into: Path) -> list[Path]:
    """The extension modules, compiled in a copy of the reference; RuntimeError if it fails."""
    shutil.copytree(reference, into, ignore=shutil.ignore_patterns("__pycache__"))
    for module in MODULES:
        path = into / module
        path.write_text(for_compiler(path.read_text("utf-8")), "utf-8")
    (into / "setup.py").write_text(_SETUP.format(modules=list(MODULES)), "utf-8")
    done = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        cwd=into,
        env={**os.environ, "MYPYPATH": str(into)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = [
        path for path in into.rglob(f"*{suffix}") if "build" not in path.relative_to(into).parts
    ]
    if done.returncode or len(found) != len(MODULES) + 1:
        raise RuntimeError(f"{done.stdout}\nthe solvers did not compile: status {done.returncode}")
    return sorted(found)


class BuildHook(BuildHookInterface[Any]):
    """Adds the compiled solvers to a wheel, if they are asked for."""

    _work: TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """What a build in an environment of its own installs first."""
        return ["mypy[mypyc]>=2.4"] if self._asked() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is built."""
        if self.target_name != "wheel" or not self._asked():
            return
        if version == "editable":
            self.app.abort(f"{VARIABLE}=1 is for an installation that is not editable")
        if lack := lacking():
            self.app.abort(f"{VARIABLE}=1 needs {lack}")
        self._work = TemporaryDirectory()
        into = Path(self._work.name).resolve() / REFERENCE
        try:
            found = compiled(Path(self.root) / REFERENCE, into)
        except RuntimeError as problem:
            self.app.abort(str(problem))
        else:
            added = {str(path): path.relative_to(into).as_posix() for path in found}
            build_data["force_include"].update(added)
            build_data.update(infer_tag=True, pure_python=False)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """After the wheel is built."""
        if self._work is not None:
            self._work.cleanup()

    def _asked(self) -> bool:
        try:
            return is_asked(os.environ)
        except ValueError as problem:
            self.app.abort(str(problem))
        return False
