"""A shortest play on which two rule sets differ, with the proof that it is one.

Known plays are cut where the two first differ, seeded ones look for shorter ones, and then it is
shown how short a play can be: by the argument of ``bounds`` over all deals, or breadth-first from
the deal of the play.  Of a game without such arguments known plays are taken, and those of their
deals.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final, assert_never, final

from meldcheck.distinguish.hunt import Library, condensed, shortest_of
from meldcheck.distinguish.pair import Joint, Play, Searched, breadth_first
from meldcheck.distinguish.sides import Pairing, Side, pair
from meldcheck.distinguish.tongits.bounds import Bound, lower_bound
from meldcheck.distinguish.tongits.hunt import Hunter
from meldcheck.games import ARGUED
from meldcheck.law.rulesets import DEFAULT, Shelf
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
from meldcheck.words.readings import Readings

LONGEST: Final = 40
"""Steps of a seeded play; no hand of the shortest kind is longer."""


@final
@dataclass(frozen=True, slots=True)
class Effort:
    """How long to look."""

    hands: int = 3000
    """Seeded plays of each kind."""
    states: int = 20_000
    """Standings that a breadth-first search follows."""
    seed: int = 16


@final
class ProofKind(StrEnum):
    """What is known of how short a play can be."""

    ARGUED = "argued"
    DEAL = "deal"
    BOUND = "bound"


@final
@dataclass(frozen=True, slots=True)
class Proof:
    """What is known of how short a play can be, in the words in which it is told."""

    kind: ProofKind
    length: int
    searched: Searched | None = None

    @property
    def words(self) -> str:
        """The proof in the words of the documents."""
        states = self.searched.states if self.searched is not None else 0
        depth = self.searched.depth if self.searched is not None else 0
        match self.kind:
            case ProofKind.ARGUED:
                return "minimal over all deals (argued)"
            case ProofKind.DEAL:
                return f"minimal for this deal (breadth-first, {states} states)"
            case ProofKind.BOUND:
                return f"searched to depth {depth} of {self.length} ({states} states)"
            case _:
                assert_never(self.kind)


@final
@dataclass(frozen=True, slots=True)
class Deck:
    """A deck that two rule sets deal differently; no play is needed to tell them apart."""

    question: dict[str, JSON]
    one: JSON
    other: JSON


@final
@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about two rule sets."""

    pairing: Pairing
    effort: Effort
    bound: Bound | None = None
    """What every play takes on which they differ; None where no play can show any difference, or
    where nothing is argued."""
    play: Play | None = None
    proof: Proof | None = None
    known: Play | None = None
    """The shortest play of the documents and the suite, up to where the two differ."""
    deck: Deck | None = None
    shows: tuple[str, ...] = ()
    """The differing options of which each alone makes the same play differ."""
    argued: bool = True
    """Whether it is known of the game how short a play can be."""


def distinguish(shelf: Shelf, one: Side, other: Side, library: Library, effort: Effort) -> Finding:
    """The shortest play that is found, on which two sides differ, and how good it is.

    Where readings stand on the default rules, and the example of their question has rules beside
    them, those rules are taken rather than fewer by which no example shows them.
    """
    pairings = _pairings(shelf, one, other, library)
    for pairing in pairings if len(pairings) > 1 else ():
        joint = _joint(shelf, pairing)
        if shortest_of(joint, library.about(pairing.alive), 0, None) is not None:
            return between(shelf, pairing, library, effort)
    return between(shelf, pairings[0], library, effort)


def _joint(shelf: Shelf, pairing: Pairing) -> Joint:
    return Joint(shelf.game, pairing.one.readings, pairing.other.readings)


def _pairings(shelf: Shelf, one: Side, other: Side, library: Library) -> list[Pairing]:
    """The rule sets of the two sides, with few readings beside those that are named.

    First those with the fewest, and of those that have as many those of an example.
    """
    least = pair(shelf, one, other)
    if not (one.on_default and other.on_default and least.alive):
        return [least]
    found = {
        _key(made): made
        for beside in _rules_of_examples(least, library)
        if (made := _pair_or_none(shelf, one, other, beside)) is not None
    }
    found.setdefault(_key(least), least)
    return sorted(found.values(), key=lambda pairing: len(pairing.beside))


def _key(pairing: Pairing) -> str:
    return repr(sorted(pairing.beside.items()))


def _pair_or_none(shelf: Shelf, one: Side, other: Side, beside: Readings) -> Pairing | None:
    try:
        return pair(shelf, one, other, beside)
    except SpecError:
        return None


def _rules_of_examples(pairing: Pairing, library: Library) -> Iterator[Readings]:
    """The rules of the examples that ask about what differs, beside what is asked."""
    for case in library.asking(pairing.alive):
        beside = {
            name: reading for name, reading in case.rules.items() if name not in pairing.differing
        }
        if beside:
            yield beside


def between(shelf: Shelf, pairing: Pairing, library: Library, effort: Effort) -> Finding:
    """The shortest play that is found, on which two rule sets differ, and how good it is."""
    if not pairing.alive:
        return Finding(pairing, effort)
    if shelf.law.game not in ARGUED:
        return _of_known_plays(shelf, pairing, library, effort)
    one, other = pairing.one.readings, pairing.other.readings
    bound = lower_bound(one, other)
    if bound is None:
        return Finding(pairing, effort, deck=_deck(shelf, pairing, library))
    joint = _joint(shelf, pairing)
    known = _known(joint, pairing, library, bound)
    best = _hunted(joint, bound, known, effort)
    if best is None:
        return Finding(pairing, effort, bound)
    play, proof = proved(joint, best, bound, effort)
    shows = tuple(name for name in pairing.alive if _is_shown(shelf, pairing, name, play))
    return Finding(pairing, effort, bound, play, proof, known, shows=shows)


def _of_known_plays(shelf: Shelf, pairing: Pairing, library: Library, effort: Effort) -> Finding:
    """The shortest of the plays of the documents and the suite, or a shorter one of its deals."""
    joint = _joint(shelf, pairing)
    known = shortest_of(joint, library.about(pairing.alive), 1, None)
    if known is None:
        known = shortest_of(joint, library.plays, 1, None)
    if known is None:
        return Finding(pairing, effort, argued=False)
    play, proof = proved(joint, known, None, effort)
    shows = tuple(name for name in pairing.alive if _is_shown(shelf, pairing, name, play))
    return Finding(pairing, effort, None, play, proof, known, shows=shows, argued=False)


def _is_shown(shelf: Shelf, pairing: Pairing, option: str, play: Play) -> bool:
    """Whether the play comes out otherwise when this option alone is read as the other does."""
    one = pairing.one.readings
    other = {**one, option: pairing.other.readings[option]}
    if shelf.space.unmet(other):
        return False
    found = Joint(shelf.game, one, other).first_difference(play.setup, play.steps)
    return found is not None and found.steps == play.steps


def _deck(shelf: Shelf, pairing: Pairing, library: Library) -> Deck | None:
    """A deck of the documents that the two deal differently."""
    for case in library.asking(pairing.alive):
        if case.setup is None and case.question is not None:
            dealt = [
                shelf.game.ask(case.what, {"options": dict(rule_set.readings)}, case.question)
                for rule_set in (pairing.one, pairing.other)
            ]
            if dealt[0] != dealt[1]:
                return Deck(case.question, dealt[0], dealt[1])
    return None


def _known(joint: Joint, pairing: Pairing, library: Library, bound: Bound) -> Play | None:
    """The shortest of the plays of the documents and the suite, those that ask about it first."""
    best = shortest_of(joint, library.about(pairing.alive), bound.steps, None)
    if best is not None and len(best) == bound.steps:
        return best
    return shortest_of(joint, library.plays, bound.steps, best)


def _hunted(joint: Joint, bound: Bound, known: Play | None, effort: Effort) -> Play | None:
    best, least = known, bound.steps
    hunter = Hunter(joint, effort.seed)
    best = hunter.hunt_along(bound.walk, effort.hands, least, best)
    if best is not None:
        best = condensed(joint, best, least)
    return hunter.hunt(effort.hands, least, best, LONGEST)


def proved(joint: Joint, play: Play, bound: Bound | None, effort: Effort) -> tuple[Play, Proof]:
    """The play, or a shorter one of its deal, and what is known of how short a play can be."""
    while True:
        if bound is not None and len(play) == bound.steps:
            return play, Proof(ProofKind.ARGUED, len(play))
        if bound is not None and len(play) < bound.steps:
            raise AssertionError(f"a play of {len(play)} steps where {bound} says more")
        looked = breadth_first(joint, play.setup, play.deals, len(play) - 1, effort.states)
        if looked.play is None:
            kind = ProofKind.DEAL if looked.whole else ProofKind.BOUND
            return play, Proof(kind, len(play), looked)
        play = looked.play


TABLE: Final = Effort(states=2000)
"""For every question, of which most need no search at all."""


# ── every question ───────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class ReadingPair:
    """Two readings of a question, and what tells them apart."""

    question: str
    """Its id."""
    option: str
    one: str
    other: str
    finding: Finding


def every_pair(
    shelf: Shelf, library: Library, effort: Effort, options: Collection[str] | None = None
) -> Iterator[ReadingPair]:
    """Every two playable readings of every question that a rule set can answer, or of some."""
    base = shelf.rule_sets[DEFAULT]
    ids = {question.option: question.id for question in shelf.law.questions.values()}
    for option, readings in shelf.space.readings.items():
        if options is not None and option not in options:
            continue
        for one, other in combinations(readings, 2):
            sides = [Side(f"{option}={each}", base, {option: each}) for each in (one, other)]
            found = distinguish(shelf, sides[0], sides[1], library, effort)
            yield ReadingPair(ids[option], option, str(one), str(other), found)
