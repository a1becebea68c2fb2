"""Plays that a page shows and that are no cases: steppers of plays in files, or two readings apart.

``{law-play} FILE`` steps through a situation file, as ``meldspec settle`` reads it.  ``{law-apart}
NAME`` has a play as its content, as ``meldspec distinguish GAME --all`` writes it: its last step is
played under each of the ``readings``.  ``{law-fold} WORDS`` folds what stands in it.
"""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from lawpages.elements import el, folded
from meldcheck.sources.situation.text import read_situation
from meldcheck.words.case import JSON, Act, Case, Kind, Origin, Setup, Tier
from meldcheck.words.errors import SpecError
from meldcheck.words.notation import CHANCE, NotationError, StepLine, parse_line

PLAYS: Final = "law-plays"
"""Where the metadata of a page has its plays: the JSON of a case by the name of its play."""

FOLDER: Final = "plays"
"""The folder of the files with plays, below the pages."""


def read_play(path: Path) -> Case:
    """The play in a situation file; SpecError if it cannot be read."""
    trace = read_situation(path).trace
    steps = tuple(Act(by=step.by, do=step.do) for step in trace.steps)
    return _case(path.stem, trace.game, trace.setup, dict(trace.rules.options), steps)


class _Apart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``{law-apart}``."""

    game: str
    asks: str
    readings: tuple[str, ...]
    players: int
    dealer: int
    play: tuple[str | dict[str, JSON], ...]
    rules: dict[str, str | int] = {}
    hand_number: int = 1


def read_apart(name: str, content: str) -> Case:
    """The play in the content of ``{law-apart}``; SpecError if it cannot be read."""
    try:
        written = msgspec.yaml.decode(content.encode(), type=_Apart)
        steps = tuple(map(_act, written.play))
    except (msgspec.DecodeError, NotationError) as error:
        raise SpecError(name, None, str(error)) from None
    setup = Setup(players=written.players, dealer=written.dealer, hand_number=written.hand_number)
    case = _case(name, written.game, setup, written.rules, steps[:-1])
    ends = dict.fromkeys(written.readings, steps[-1:])
    return msgspec.structs.replace(case, asks=written.asks, outcomes=ends)


def _act(written: str | dict[str, JSON]) -> Act:
    """A step of a seat in notation, or what chance does; the cards of a deal are text."""
    if isinstance(written, str):
        line = parse_line(written)
        if not isinstance(line, StepLine):
            raise NotationError(f"{written!r} is no step of a seat")
        return Act(by=line.by, do=line.do)
    if written.get("type") == "deal":
        hands = [hand.split() for hand in written["hands"]]
        written = {**written, "hands": hands, "stock": written["stock"].split()}
    return Act(by=CHANCE, do=written)


def _case(
    name: str, game: str, setup: Setup, rules: dict[str, str | int], steps: tuple[Act, ...]
) -> Case:
    """A play as a case of nothing."""
    return Case(
        id=name,
        title=name,
        game=game,
        kind=Kind.PLAY,
        tier=Tier.CORE,
        origin=Origin.DERIVED,
        clauses=(),
        rules=rules,
        setup=setup,
        steps=steps,
    )


def plays_of(env: BuildEnvironment) -> dict[str, Case]:
    """The plays on all pages, by name."""
    return {
        name: msgspec.json.decode(written, type=Case)
        for page in sorted(env.metadata)
        for name, written in env.metadata[page].get(PLAYS, {}).items()
    }


def digests(env: BuildEnvironment) -> Iterator[tuple[str, str]]:
    """By page: the digest of its plays."""
    for page in env.found_docs:
        plays: Mapping[str, str] = env.metadata.get(page, {}).get(PLAYS, {})
        if plays:
            yield page, hashlib.sha256("\0".join(plays.values()).encode()).hexdigest()


class ShownDirective(SphinxDirective):
    """A place of a page at which a play can be stepped through."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        try:
            case = self._case(self.arguments[0])
        except SpecError as error:
            raise self.error(str(error)) from None
        plays = self.env.metadata[self.env.docname].setdefault(PLAYS, {})
        if case.id in plays:
            raise self.error(f"the play {case.id!r} stands twice on this page")
        plays[case.id] = msgspec.json.encode(case).decode()
        place = el("div", css="stepper")
        place["ids"].append(case.id)
        return [place]

    @abstractmethod
    def _case(self, argument: str) -> Case:
        """The play that the argument names; SpecError if it cannot be read."""


class PlayDirective(ShownDirective):
    """``{law-play} FILE``: the play in a file of the folder ``plays``, without its ending."""

    def _case(self, argument: str) -> Case:
        path = Path(self.env.srcdir) / FOLDER / f"{argument}.yaml"
        self.env.note_dependency(str(path))
        return read_play(path)


class ApartDirective(ShownDirective):
    """``{law-apart} NAME``: a play whose last step differs under two readings."""

    has_content = True

    def _case(self, argument: str) -> Case:
        return read_apart(argument, "\n".join(self.content))


class FoldDirective(SphinxDirective):
    """``{law-fold} WORDS``: content that a click opens; no link may stand in the words."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        words, problems = self.state.inline_text(self.arguments[0], self.lineno)
        inside = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, inside)
        return [folded(words, *inside.children, css="fold apart"), *problems]


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive("law-play", PlayDirective)
    app.add_directive("law-apart", ApartDirective)
    app.add_directive("law-fold", FoldDirective)
