"""Small documents of a game: a chapter about turns with one example, and the faults found in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import final
from unittest.mock import patch

from meldcheck.law.clauses import Law
from meldcheck.law.document import load_law, read_law
from meldcheck.suite import lint
from meldcheck.suite.examples import cases_of, read_cases
from meldcheck.words.case import Case
from meldspec.wire import GameWire

TURN = """\
# Turns

```{{clause}} {game}.turn.to-act
kind: condition
level: convention
text: Only a seat that is asked may act.
refusal: This seat is not asked.
sources: {{}}
```

"""
WORKING = (lint.agreement, lint.workings, lint.order_in_a_turn)
"""The rules of lint about a play and its working."""


@final
@dataclass(frozen=True, slots=True)
class SmallLaw:
    """Documents of a game with one clause and one example."""

    game: GameWire
    deal: str
    """The deal of the example."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """Other chapters, by name."""

    def block(self, *fields: str) -> str:
        """An example with these fields."""
        rows = "".join(f"{each}\n" for each in fields)
        name = self.game.name
        said = f"id: {name}.turn.one\nclauses: [{name}.turn.to-act]\n{rows}"
        return f"```{{example}} One\n{said}```\n"

    def example(self, play: str, *fields: str, deal: str | None = None) -> str:
        """An example that plays these lines."""
        lines = "".join(f"  {line}\n" for line in play.splitlines())
        return self.block(*fields, f"{self.deal if deal is None else deal}play: |\n{lines}")

    def write(self, folder: Path, written: str) -> Path:
        """The folder of the documents with this example."""
        chapters = folder / "spec" / self.game.name
        chapters.mkdir(parents=True)
        turn = TURN.format(game=self.game.name) + written
        for name, text in {"turn": turn, **self.beside}.items():
            (chapters / f"{name}.md").write_text(text, encoding="utf-8")
        return folder / "spec"

    def read(self, folder: Path, written: str) -> Law:
        """The documents with this example."""
        return load_law(self.write(folder, written), self.game.name)

    def case(self, folder: Path, written: str) -> Case:
        """The one case that the example makes."""
        (case,) = cases_of(self.read(folder, written))
        return case

    def problem(self, folder: Path, written: str) -> str:
        """The one fault of the example."""
        law, torn = read_law(self.write(folder, written), self.game.name)
        _, wrong = read_cases(law)
        (found,) = (*torn, *wrong)
        return found.message

    def linted(self, folder: Path, written: str) -> list[str]:
        """The messages of the rules about a play and its working."""
        spec = self.write(folder, written)
        (spec / "sources").mkdir()
        with patch.object(lint, "RULES", WORKING):
            found = lint.lint(spec, self.game, (), ())
        return [one.message for one in found if not one.file.startswith("spec/sources")]

    def check_working(self, folder: Path, sound: str, old: str, new: str, message: str) -> None:
        """Assert that lint finds nothing in an example, and ``message`` after one change of it."""
        assert self.linted(folder / "sound", sound) == []
        assert sound.count(old) == 1
        found = self.linted(folder / "wrong", sound.replace(old, new))
        assert any(message in one for one in found), found
