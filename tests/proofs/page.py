"""The pages of the site that show the laws: made by a command, never written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Final, assert_never

from ..bars import bars
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

# Laws, proved or tested

<!-- Made by: python -m tests.proofs --write docs -->

The rules of the reference are stated once more as laws, most of them as equality with a definition
that was written without a look at the rule. {summary}

{picture}

{games}

*Confirmed over all paths* means that CrossHair ran the rule on symbolic cards, seats and chips,
went down every path that the preconditions leave, and found no input for which the law is false. It
is as true as CrossHair's model of Python and the solver. *Enumerated exhaustively over …* means
that every case named was tried in plain Python. *Property-tested only* means that seeded samples
were tried and nothing is known of the rest.

Every law has a seeded bug: a few characters of a rule's source changed. The law must be refuted
while the bug is in the rule, or it says nothing. Beside each page of laws a page has them.

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

{summary} [](laws.md) says what these words mean. [These bugs]({bugs}) have a page of their own.

{picture}
"""

OPENING_OF_BUGS: Final = """\
---
orphan: true
---

# Seeded bugs: {title}

<!-- Made by: python -m tests.proofs --write docs -->

Each of [these laws]({laws}) is refuted while its bug is in the rule. [](laws.md) says why.
"""

KINDS: Final = tuple(status.value for status in HOLDS.values())
COUNTED: Final = ("laws of", *KINDS, "seeded bugs refuted")


def pages(checked: Sequence[Checked]) -> dict[str, str]:
    """Every page by its file name: one for all laws, and two for each folder of laws."""
    shelves = [
        (folder, found)
        for folder in folders()
        if (found := [each for each in checked if each.law.folder == last_name(folder)])
    ]
    return {
        "laws.md": opening(checked, shelves),
        **{file_name(folder): page(folder, found) for folder, found in shelves},
        **{bugs_name(folder): page_of_bugs(folder, found) for folder, found in shelves},
    }


def opening(
    checked: Sequence[Checked], shelves: Sequence[tuple[ModuleType, Sequence[Checked]]]
) -> str:
    """The page for all laws: how many each game has, and what the words mean."""
    facts = settings()
    return OPENING.format(
        summary=summary(checked),
        picture=bars(
            "Laws of each game, by how sure they are",
            ("laws of", *KINDS),
            ((title_of(folder).partition(":")[0], *by_kind(found)) for folder, found in shelves),
            "law",
        ),
        games=table(COUNTED, (counted(folder, found) for folder, found in shelves)),
        python=facts["python"],
        crosshair=facts["crosshair-tool"],
        z3=facts["z3-solver"],
        condition=f"{CONDITION_SECONDS:.0f}",
        path=f"{PATH_SECONDS:.0f}",
    )


def counted(folder: ModuleType, checked: Sequence[Checked]) -> tuple[str, ...]:
    """The row of a folder: how many of its laws have which status."""
    refuted = sum(each.with_bug.status is Status.REFUTED for each in checked)
    link = f"[{title_of(folder)}]({file_name(folder)})"
    return link, *map(str, by_kind(checked)), str(refuted)


def by_kind(checked: Sequence[Checked]) -> list[int]:
    """How many laws have each status of a law that holds."""
    statuses = [each.found.status for each in checked]
    return [statuses.count(status) for status in HOLDS.values()]


def page(folder: ModuleType, checked: Sequence[Checked]) -> str:
    """The page of a folder of laws: a section for each of its modules."""
    shelves = by_module(checked)
    first = OPENING_OF_A_FOLDER.format(
        title=title_of(folder),
        summary=summary(checked),
        bugs=bugs_name(folder),
        picture=bars(
            f"{title_of(folder).partition(':')[0]}: laws by subject",
            ("subject", *KINDS),
            ((last_name(module).replace("_", " "), *by_kind(found)) for module, found in shelves),
            "law",
        ),
    )
    tables = (section(module, table(LAW_HEAD, map(law_row, found))) for module, found in shelves)
    return "\n".join([first, *tables])


def page_of_bugs(folder: ModuleType, checked: Sequence[Checked]) -> str:
    """The page of the seeded bugs of a folder's laws, in the same sections."""
    first = OPENING_OF_BUGS.format(title=title_of(folder), laws=file_name(folder))
    tables = (
        section(module, table(BUG_HEAD, map(bug_row, found)))
        for module, found in by_module(checked)
    )
    return "\n".join([first, *tables])


def by_module(checked: Sequence[Checked]) -> list[tuple[ModuleType, list[Checked]]]:
    """The laws of each module that has one."""
    return [
        (module, found)
        for module in modules()
        if (found := [each for each in checked if each.law.theorem.__module__ == module.__name__])
    ]


def file_name(folder: ModuleType) -> str:
    """The file of a folder's page."""
    return f"laws-{last_name(folder).replace('_', '-')}.md"


def bugs_name(folder: ModuleType) -> str:
    """The file of the page of a folder's seeded bugs."""
    return f"{file_name(folder).removesuffix('.md')}-bugs.md"


def last_name(module: ModuleType) -> str:
    """The name of a module in its package."""
    return module.__name__.rpartition(".")[2]


def title_of(module: ModuleType) -> str:
    """The first line of a module's docstring, as a title."""
    return (module.__doc__ or "").splitlines()[0].rstrip(".")


def section(module: ModuleType, rows: str) -> str:
    """The table of one module of laws, under what the module says of itself."""
    return f"## {title_of(module)}\n\n{rows}\n"


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
