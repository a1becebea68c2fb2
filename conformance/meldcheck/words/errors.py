"""The error for files that cannot be read or understood."""

from __future__ import annotations


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
