"""Laws that have held, and behind which no line has changed since.

A law depends on its own module, on every module that is imported behind it, on the way laws are
checked, and on the versions of the tools.  Where all of these are the same, a check would find the
same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import grimp

from ..unchanged import is_due
from .law import Law
from .run import Checked, settings

FILE: Final = Path(__file__).with_suffix(".json")
"""By module of laws, the digest of everything behind it when all its laws held."""
_HOW: Final = ("tests.proofs.engine", "tests.proofs.bugs", "tests.proofs.law")


@cache
def _imports() -> grimp.ImportGraph:
    return grimp.build_graph("meldspec", "tests", cache_dir=None)


@cache
def _source(module: str) -> bytes:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ValueError(f"no source of {module}")
    return Path(spec.origin).read_bytes()


@cache
def digest(module: str) -> str:
    """A digest of everything on which the laws of a module depend."""
    behind = {module, *_HOW}.union(*map(_imports().find_upstream_modules, (module, *_HOW)))
    behind.discard("tests.proofs.laws")  # the list of modules
    behind |= {name.rpartition(".")[0] for name in behind if name.startswith("meldspec.")}
    seen = hashlib.sha256(json.dumps(settings(), sort_keys=True).encode())
    for name in sorted(behind):
        seen.update(name.encode() + b"\0" + _source(name) + b"\0")
    return seen.hexdigest()[:16]


def known() -> dict[str, str]:
    """The digests that are kept."""
    kept: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return kept


def to_check(
    laws: Mapping[str, Law], kept: Mapping[str, str], today: date
) -> tuple[dict[str, Law], str]:
    """The laws behind which something has changed, and those that are due today; and a sentence."""
    still = {name for name, law in laws.items() if _is_kept(law, kept)}
    due = {name for name in still if is_due(name, today)}
    says = (
        f"{len(still)} of {len(laws)} laws have held, and nothing behind them has changed since; "
        f"{len(due)} of these are checked again today"
    )
    return {name: law for name, law in laws.items() if name in due or name not in still}, says


def _is_kept(law: Law, kept: Mapping[str, str]) -> bool:
    module = law.theorem.__module__
    return kept.get(module) == digest(module)


def keep(checked: Iterable[Checked], laws: Iterable[Law]) -> None:
    """Keep the modules all of whose laws were checked now and hold."""
    held = {each.law.name for each in checked if each.holds}
    by_module: dict[str, list[Law]] = {}
    for law in laws:
        by_module.setdefault(law.theorem.__module__, []).append(law)
    new = {
        module: digest(module)
        for module, own in by_module.items()
        if all(law.name in held for law in own)
    }
    kept = {module: kept for module, kept in known().items() if module in by_module}
    FILE.write_text(json.dumps(kept | new, indent=2, sort_keys=True) + "\n", encoding="utf-8")
