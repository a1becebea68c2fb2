"""All laws and all their bugs, checked in a few processes at once."""

from __future__ import annotations

import multiprocessing
import platform
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from typing import final

from .engine import CONDITION_SECONDS, PATH_SECONDS, Finding, Status, check, holds
from .law import Law, load


@final
@dataclass(frozen=True, slots=True)
class Checked:
    """A law with what was found of it, and of it with its bug in the rule."""

    law: Law
    found: Finding
    with_bug: Finding

    @property
    def holds(self) -> bool:
        """Whether the law is established, and would not be if the rule had the bug."""
        return holds(self.law, self.found) and self.with_bug.status is Status.REFUTED


def check_both(name: str) -> tuple[str, Finding, Finding]:
    """What is found of the law of a name, without its bug and with it."""
    law = load()[name]
    return name, check(law), check(law, with_bug=True)


def check_all(laws: Mapping[str, Law], processes: int) -> Iterator[Checked]:
    """Every law, in the order of the registry; a process is never forked from a solver."""
    if processes == 1:
        findings = map(check_both, laws)
        yield from (Checked(laws[name], found, bug) for name, found, bug in findings)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context) as pool:
        for name, found, bug in pool.map(check_both, laws):
            yield Checked(laws[name], found, bug)


def settings() -> dict[str, str]:
    """Everything on which verdicts and numbers of paths depend, the rules apart."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "crosshair-tool": version("crosshair-tool"),
        "z3-solver": version("z3-solver"),
        "seconds for a law": f"{CONDITION_SECONDS:.0f}",
        "seconds for a path": f"{PATH_SECONDS:.0f}",
    }


def failures(checked: Sequence[Checked]) -> Iterator[str]:
    """One sentence for each law that is not established or has a bug that goes unnoticed."""
    for each in checked:
        if not holds(each.law, each.found):
            found = each.found
            yield f"{each.law.name}: {found.status.value}, {found.paths} paths. {found.detail}"
        if each.with_bug.status is not Status.REFUTED:
            bug = each.with_bug
            yield f"{each.law.name} with its bug: {bug.status.value}. {bug.detail}"
