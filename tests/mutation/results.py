"""Results of changes as files: one line a change, kept with the commit that they were made from."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from . import alike
from .changes import Change, changes
from .hunt import Found

FOLDER: Final = Path(__file__).parent / "results"
UNFOUND: Final = ("nothing", "seeded")
"""No case of the suite finds these."""
EQUAL: Final = "equal"
"""Compared with the play as it is, on all inputs that are stated; ``how`` has their bounds."""

_FIELDS: Final = ("name", "by", "how", "tried", "left", "trial")


def load(part: str, folder: Path = FOLDER) -> dict[str, Found]:
    """What became of the changes of a part, by name; empty without a file."""
    file = folder / f"{part}.tsv"
    if not file.exists():
        return {}
    rows = [
        line.split("\t")
        for line in file.read_text("utf-8").splitlines()
        if not line.startswith("#")
    ]
    return {
        name: Found(name, by, trial, how, int(tried), int(left))
        for name, by, how, tried, left, trial in rows
    }


def keep(part: str, found: Iterable[Found], folder: Path = FOLDER) -> None:
    """Write the results of a part, in the order of its changes; those of other code are gone."""
    done = {one.name: one for one in found}
    rows = [done[change.name] for change in changes(part) if change.name in done]
    lines = [f"# made from {commit()}", "# " + "\t".join(_FIELDS)]
    lines += ["\t".join(str(getattr(one, field)) for field in _FIELDS) for one in rows]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{part}.tsv").write_text("\n".join(lines) + "\n", "utf-8")


def made_from(part: str, folder: Path = FOLDER) -> str:
    """The commit whose suite judged a part last."""
    first = (folder / f"{part}.tsv").read_text("utf-8").partition("\n")[0]
    return first.removeprefix("# made from ")


def commit() -> str:
    """The commit of this tree, with a sign where files differ from it."""
    asked = ("git", "describe", "--always", "--dirty=, changed", "--abbrev=7", "--exclude=*")
    told = subprocess.run(asked, cwd=FOLDER.parent, capture_output=True, text=True, check=True)
    return told.stdout.strip()


def unfound(part: str, folder: Path = FOLDER) -> Iterator[tuple[Change, Found]]:
    """The changes that no case of the suite finds."""
    done = load(part, folder)
    for change in changes(part):
        found = done.get(change.name)
        if found is not None and found.by in UNFOUND:
            yield change, found


def unexplained(part: str, folder: Path = FOLDER) -> list[tuple[Change, Found]]:
    """The changes without a case, without an equality and without a reason.

    A change that a seeded play finds is always among them: it needs a case.
    """
    explained = {name for reason in alike.of(part)[1] for name in reason.names}
    return [
        (change, found)
        for change, found in unfound(part, folder)
        if found.by == "seeded" or change.name not in explained
    ]


def unjudged(part: str, folder: Path = FOLDER) -> list[Change]:
    """The changes without a result."""
    done = load(part, folder)
    return [change for change in changes(part) if change.name not in done]


def equal_ones(part: str, folder: Path = FOLDER) -> list[Change]:
    """The changes that are kept as equal on all stated inputs."""
    done = load(part, folder)
    return [one for one in changes(part) if one.name in done and done[one.name].by == EQUAL]
