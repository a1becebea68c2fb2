"""A shortest play on which two rule sets differ, with a proof that none is shorter.

Known plays are cut where the two first differ, and seeded plays look for shorter ones. Then a lower
limit is found: by the argument of ``bounds`` over all deals, or breadth-first from the deal of the
play. For a game without such arguments, known plays and plays from their deals are used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import combinations
from typing import Final, TypeAlias, assert_never, final

from meldcheck.distinguish.hunt import Library, condensed, shortest_of
from meldcheck.distinguish.pair import Joint, Play, Searched, breadth_first
from meldcheck.distinguish.sides import Pairing, Side, pair
from meldcheck.distinguish.tongits.bounds import Bound, lower_bound
from meldcheck.distinguish.tongits.hunt import Hunter
from meldcheck.games import ARGUED
from meldcheck.law.rulesets import DEFAULT, Shelf
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
from meldcheck.words.readings import Reading, Readings

LONGEST: Final = 40
"""Steps of a seeded play, at most; no shortest play of one hand is longer."""


@final
@dataclass(frozen=True, slots=True)
class Effort:
    """The limits of a search."""

    hands: int = 3000
    """Seeded plays of each kind."""
    states: int = 20_000
    """Number of standings that a breadth-first search follows."""
    seed: int = 16


@final
class ProofKind(StrEnum):
    """The kinds of proof: by argument, for one deal, or a search that ended early."""

    ARGUED = "argued"
    DEAL = "deal"
    BOUND = "bound"


@final
@dataclass(frozen=True, slots=True)
class Proof:
    """A proof of how short a play can be."""

    kind: ProofKind
    length: int
    searched: Searched | None = None

    @property
    def words(self) -> str:
        """The proof in the words of the documentation."""
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
    """A deck that two rule sets deal differently, so that no play is needed."""

    question: dict[str, JSON]
    one: JSON
    other: JSON


@final
@dataclass(frozen=True, slots=True)
class Finding:
    """The result of comparing two rule sets."""

    pairing: Pairing
    effort: Effort
    bound: Bound | None = None
    """The steps that every play takes before they differ.

    None if no play can show a difference, or if the game has no arguments.
    """
    play: Play | None = None
    proof: Proof | None = None
    known: Play | None = None
    """The shortest play of the documents and the suite, up to where the two differ."""
    deck: Deck | None = None
    shows: tuple[str, ...] = ()
    """The differing options that make the same play differ, each by itself."""
    argued: bool = True
    """Whether the game has arguments for how short a play can be."""


def distinguish(shelf: Shelf, one: Side, other: Side, library: Library, effort: Effort) -> Finding:
    """The shortest play found on which two sides differ, and its proof.

    For readings on top of the default rules, the rules of an example about their question may be
    used. This happens if no example shows the readings with fewer rules beside them.
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
    """Pairs of rule sets for the two sides, with few further readings.

    Those with the fewest come first; among equals, those of an example come first.
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
    """The further rules of the examples that ask about the differing options."""
    for case in library.asking(pairing.alive):
        beside = {
            name: reading for name, reading in case.rules.items() if name not in pairing.differing
        }
        if beside:
            yield beside


def between(shelf: Shelf, pairing: Pairing, library: Library, effort: Effort) -> Finding:
    """The shortest play found on which two rule sets differ, and its proof."""
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
    """The shortest play of the documents and the suite, or a shorter one from its deals."""
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
    """Whether the play differs if only this option has the reading of the other rule set."""
    one = pairing.one.readings
    other = {**one, option: pairing.other.readings[option]}
    if shelf.space.unmet(other):
        return False
    found = Joint(shelf.game, one, other).first_difference(play.setup, play.steps)
    return found is not None and found.steps == play.steps


def _deck(shelf: Shelf, pairing: Pairing, library: Library) -> Deck | None:
    """A deck of the documents that the two rule sets deal differently; None if there is none."""
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
    """The shortest play of the documents and the suite; plays about the options come first."""
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
    """The play, or a shorter one from its deal, and its proof."""
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
"""The limits for the table of all questions; most of them need no search."""


# ── every question ───────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class ReadingPair:
    """Two readings of a question, and the result of comparing them."""

    question: str
    """The id of the question."""
    option: str
    one: str
    other: str
    finding: Finding


AskedPair: TypeAlias = tuple[str, Reading, Reading]
"""An option, and two of its readings."""


def pairs_of(shelf: Shelf, options: Collection[str] | None = None) -> Iterator[AskedPair]:
    """Every two playable readings of every option, or of some options."""
    for option, readings in shelf.space.readings.items():
        if options is None or option in options:
            for one, other in combinations(readings, 2):
                yield option, one, other


def of_pair(shelf: Shelf, library: Library, effort: Effort, asked: AskedPair) -> ReadingPair:
    """Two readings compared, on top of the default rules."""
    option, one, other = asked
    base = shelf.rule_sets[DEFAULT]
    ids = {question.option: question.id for question in shelf.law.questions.values()}
    sides = [Side(f"{option}={each}", base, {option: each}) for each in (one, other)]
    found = distinguish(shelf, sides[0], sides[1], library, effort)
    return ReadingPair(ids[option], option, str(one), str(other), found)


def every_pair(
    shelf: Shelf, library: Library, effort: Effort, options: Collection[str] | None = None
) -> Iterator[ReadingPair]:
    """Every two playable readings of every option, or of some options, compared."""
    return map(partial(of_pair, shelf, library, effort), pairs_of(shelf, options))
