"""The pages of the site that show the laws: made by a command, never written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Final, assert_never

from .engine import CONDITION_SECONDS, HOLDS, PATH_SECONDS, Status
from .law import How, Law, folders, modules
from .run import Checked, settings
from .table import coarse, status_in_words, summary

LAW_HEAD: Final = ("law, what it says, its clauses", "domain", "status", "paths", "time")
BUG_HEAD: Final = ("law, and the rule with its bug", "what of the rule becomes what", "the law is")
BREAK: Final = "<br>"

OPENING: Final = """\
---
orphan: true
---

# Laws

<!-- Made by: python -m tests.proofs --write docs -->

The rules of the reference are stated once more as laws, most of them as equality with a definition
that was written without a look at the rule. {summary}

{games}

*Confirmed over all paths* means that CrossHair ran the rule on symbolic cards, seats and chips,
went down every path that the preconditions leave, and found no input for which the law is false. It
is as true as CrossHair's model of Python and the solver. *Enumerated exhaustively over …* means
that every case named was tried in plain Python. *Property-tested only* means that seeded samples
were tried and nothing is known of the rest.

Every law has a seeded bug: a few characters of a rule's source changed. The law must be refuted
while the bug is in the rule, or it says nothing. The second table of each section has them.

Checked with {python}, crosshair-tool {crosshair} and z3-solver {z3}; at most {condition} s of
processor time for a law and {path} s for a path. Numbers of paths may differ under other versions.
Do it again with `python -m tests.proofs`.
"""

OPENING_OF_A_FOLDER: Final = """\
---
orphan: true
---

# Laws: {title}

<!-- Made by: python -m tests.proofs --write docs -->

{summary} [](laws.md) says what these words mean.
"""

COUNTED: Final = ("laws of", *(status.value for status in HOLDS.values()), "seeded bugs refuted")


def pages(checked: Sequence[Checked]) -> dict[str, str]:
    """Every page by its file name: one for all laws, and one for each folder of laws."""
    shelves = [
        (folder, found)
        for folder in folders()
        if (found := [each for each in checked if each.law.folder == last_name(folder)])
    ]
    return {
        "laws.md": opening(checked, shelves),
        **{file_name(folder): page(folder, found) for folder, found in shelves},
    }


def opening(
    checked: Sequence[Checked], shelves: Sequence[tuple[ModuleType, Sequence[Checked]]]
) -> str:
    """The page for all laws: how many each game has, and what the words mean."""
    facts = settings()
    return OPENING.format(
        summary=summary(checked),
        games=table(COUNTED, (counted(folder, found) for folder, found in shelves)),
        python=facts["python"],
        crosshair=facts["crosshair-tool"],
        z3=facts["z3-solver"],
        condition=f"{CONDITION_SECONDS:.0f}",
        path=f"{PATH_SECONDS:.0f}",
    )


def counted(folder: ModuleType, checked: Sequence[Checked]) -> tuple[str, ...]:
    """The row of a folder: how many of its laws have which status."""
    statuses = [each.found.status for each in checked]
    refuted = sum(each.with_bug.status is Status.REFUTED for each in checked)
    link = f"[{title_of(folder)}]({file_name(folder)})"
    return link, *(str(statuses.count(status)) for status in HOLDS.values()), str(refuted)


def page(folder: ModuleType, checked: Sequence[Checked]) -> str:
    """The page of a folder of laws: a section for each of its modules."""
    sections = [
        section(module, found)
        for module in modules()
        if (found := [each for each in checked if each.law.theorem.__module__ == module.__name__])
    ]
    first = OPENING_OF_A_FOLDER.format(title=title_of(folder), summary=summary(checked))
    return "\n".join([first, *sections])


def file_name(folder: ModuleType) -> str:
    """The file of a folder's page."""
    return f"laws-{last_name(folder).replace('_', '-')}.md"


def last_name(module: ModuleType) -> str:
    """The name of a module in its package."""
    return module.__name__.rpartition(".")[2]


def title_of(module: ModuleType) -> str:
    """The first line of a module's docstring, as a title."""
    return (module.__doc__ or "").splitlines()[0].rstrip(".")


def section(module: ModuleType, checked: Sequence[Checked]) -> str:
    """The tables of one module of laws, under what the module says of itself."""
    laws = table(LAW_HEAD, (law_row(each) for each in checked))
    bugs = table(BUG_HEAD, (bug_row(each) for each in checked))
    return f"## {title_of(module)}\n\n{laws}\n\n{bugs}\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    rule = ["---"] * len(head)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))


def law_row(each: Checked) -> tuple[str, ...]:
    """The cells of a law."""
    law, domain = stated(each.law)
    status = plain_text(status_in_words(each.law, each.found))
    return law, domain, status, str(each.found.paths), coarse(each.found.seconds)


def stated(law: Law) -> tuple[str, str]:
    """The cells that no check can change: a law with what it says and its clauses, its domain."""
    clauses = ", ".join(f"{{law:clause}}`{clause}`" for clause in law.clauses)
    match law.how:
        case How.SYMBOLICALLY:
            domain = BREAK.join(code(line) for line in law.domain) or "every value"
        case How.EXHAUSTIVELY:
            domain = "as the status says"
        case How.BY_SAMPLES:
            domain = plain_text("; ".join(law.domain))
        case _:
            assert_never(law.how)
    return BREAK.join((code(law.name), plain_text(law.says), clauses)), domain


def bug_row(each: Checked) -> tuple[str, ...]:
    """The cells of a law's seeded bug."""
    bug = each.law.bug
    becomes = code(bug.becomes) if bug.becomes else "nothing"
    place = f"{code(each.law.name)}{BREAK}{code(bug.where.removeprefix('meldspec.'))}"
    change = f"{code(bug.was)}{BREAK}becomes {becomes}"
    counted = "path" if each.law.how is How.SYMBOLICALLY else "case"
    return place, change, f"{each.with_bug.status.value}, {counted} {each.with_bug.paths}"


def code(words: str) -> str:
    """Code in a cell."""
    return f"`{plain_text(words)}`"


def plain_text(words: str) -> str:
    """Words in a cell."""
    return words.replace("|", "\\|")
