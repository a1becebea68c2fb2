"""What must be true of the laws before any of them is checked."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FunctionType
from typing import Final

from . import laws as package
from .law import How, Law, folders, modules

ROOT: Final = Path(__file__).resolve().parents[2]
MARKS: Final = re.compile(r"^ *(clause|pre|post|over):", re.MULTILINE)


def clauses_in_documents() -> frozenset[str]:
    """Every clause id that the documents give."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "spec").rglob("*.md"))
    found = (re.findall(r"^`{3,}\{clause\} (\S+)", text, re.MULTILINE) for text in texts)
    return frozenset(name for names in found for name in names)


def problems(laws: Mapping[str, Law]) -> Iterator[str]:
    """Theorems that are no laws, laws of unknown clauses, bugs that change nothing."""
    listed = ((package, package.FOLDERS), *((folder, folder.MODULES) for folder in folders()))
    for holder, names in listed:
        for found in pkgutil.iter_modules(holder.__path__):
            if found.name not in names:
                yield f"{holder.__name__}.{found.name} is in no list of modules"
    registered = {law.theorem for law in laws.values()}
    known = clauses_in_documents()
    for module in modules():
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ != module.__name__ or function in registered:
                continue
            if MARKS.search(function.__doc__ or ""):
                yield f"{module.__name__}.{name} states a law and is not registered"
    for law in laws.values():
        for clause in law.clauses:
            if clause not in known:
                yield f"{law.name} names a clause that stands in no document: {clause}"
        if law.how is How.SYMBOLICALLY and not inspect.signature(law.theorem).parameters:
            yield f"{law.name} is about nothing: it has no parameter"
        if not isinstance(law.bug.rule, FunctionType) or law.bug.was == law.bug.becomes:
            yield f"{law.name} has a bug that changes nothing"
        elif "\n" in law.bug.was + law.bug.becomes:
            yield f"{law.name} has a bug of more than one line"
        elif not law.bug.rule.__module__.startswith("meldspec."):
            yield f"{law.name} has a bug that is not in the reference"
