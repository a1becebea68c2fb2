"""The error for files that cannot be read or understood."""

from __future__ import annotations

import re
from typing import Final


class SpecError(ValueError):
    """A file of the project, or one given by the user, is wrong.

    The text is one line, ``file:line: message``.
    """

    def __init__(self, file: str, line: int | None, message: str) -> None:
        self.file = file
        self.line = line
        self.message = message
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {message}")

    def __reduce__(self) -> tuple[type[SpecError], tuple[str, int | None, str]]:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """The error as it passes from one process to another."""
        return type(self), (self.file, self.line, self.message)


_PATH: Final = re.compile(r"^(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?$", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[(\.\.\.)\]")


def split_path(message: str) -> tuple[str, list[str | int]]:
    """A msgspec message without its path, and steps of the path up to the first unknown one."""
    found = _PATH.match(message)
    if found is None or found["path"] is None:
        return message, []
    steps: list[str | int] = []
    for name, number, unknown in _STEP.findall(found["path"]):
        if unknown:
            break
        steps.append(int(number) if number else name)
    return found["what"], steps
