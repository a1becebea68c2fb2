"""The JavaScript engine as one script, which a page can load without a server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from meldcheck.words.errors import SpecError

ENTRY: Final = "protocol.js"
"""The module that makes an engine."""

MAKER: Final = "createEngine"
"""Its function for this."""

OUTSIDE: Final = {"node:util": "{ parseArgs: () => ({ values: {} }) }"}
"""By module that a page does not have: what stands in for it.  A page has no arguments."""

_IMPORT: Final = re.compile(
    r"^import (?P<what>\{[^}]*\}|\* as \w+) from '(?P<whence>[^']+)';$", re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:const|function|class) (?P<name>\w+))", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


def bundled(folder: Path) -> str:
    """The engine in ``folder`` as a script that defines ``createEngine``.

    Each module becomes a function; only its lines of import and export change.  SpecError for an
    import or export of another form, and for modules that import each other.
    """
    parts = "\n".join(_modules(folder, ENTRY, set(), ()))
    made = f"globalThis.{MAKER} = {_constant(ENTRY)}.{MAKER};"
    return f'"use strict";\n(() => {{\n{parts}\n{made}\n}})();\n'


def _modules(folder: Path, module: str, done: set[str], within: tuple[str, ...]) -> Iterator[str]:
    """A module after the modules that it imports, unless it stands there already."""
    if module in done:
        return
    if module in within:
        raise SpecError(module, None, "imports itself through other modules")
    if module in OUTSIDE:
        made = f"const {_constant(module)} = {OUTSIDE[module]};"
    else:
        text = (folder / module).read_text(encoding="utf-8")
        for found in _IMPORT.finditer(text):
            yield from _modules(folder, _there(module, found), done, (*within, module))
        made = _as_function(module, text)
    done.add(module)
    yield made


def _there(module: str, found: re.Match[str]) -> str:
    """The module that is imported, by its path in the folder."""
    whence = found["whence"]
    return normpath(join(dirname(module), whence)) if whence.startswith(".") else whence


def _as_function(module: str, text: str) -> str:
    def taken(found: re.Match[str]) -> str:
        what = found["what"].removeprefix("* as ").replace(" as ", ": ")
        return f"const {what} = {_constant(_there(module, found))};"

    names = ", ".join(found["name"] for found in _EXPORT.finditer(text))
    made = _EXPORT.sub("", _IMPORT.sub(taken, text))
    other = _OTHER.search(made)
    if other is not None:
        raise SpecError(module, None, f"cannot be put into one script: {other[0]}")
    return f"const {_constant(module)} = (() => {{\n{made}return {{ {names} }};\n}})();"


def _constant(module: str) -> str:
    """The constant that holds a module: ``$tongits_game_js``."""
    return "$" + re.sub(r"\W", "_", module)
