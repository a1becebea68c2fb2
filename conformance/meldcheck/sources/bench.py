"""The bench: what a source says about one part, from the worlds in which a play can end.

Standard library and the reference only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar, final

from meldcheck.games.forms import REFUSED
from meldcheck.sources import grounds
from meldcheck.sources.grounds import Point
from meldcheck.sources.parts import Grounds, Part, PartVerdict, Unplayed
from meldcheck.sources.receipts import Entry, Receipt, lengthened, payments_in, receipt_text
from meldcheck.sources.scenario import EVERY_READING
from meldcheck.sources.stands import Certainty, VerdictLaw
from meldcheck.sources.worlds import Box, Options, Outcome, World, deciding, merged, within
from meldcheck.words.readings import Reading
from meldcheck.words.values import as_record
from meldspec.play import Need

Other = TypeVar("Other")


@final
@dataclass(frozen=True, slots=True)
class Bench:
    """The judge of a play: the law, all options, and the readings that a scenario gives."""

    law: VerdictLaw
    options: Options
    given: Mapping[str, Reading]
    read: Collection[str]
    """The options that the play has read while they were open."""
    _admits: dict[str, Box] = field(init=False, repr=False, compare=False, default_factory=dict)

    @classmethod
    def of(
        cls, law: VerdictLaw, options: Options, given: Mapping[str, Reading], read: Collection[str]
    ) -> Bench:
        """The bench for a play with given readings, which go before what sources say."""
        return cls(grounds.lifted(law, options.space, given), options, given, read)

    def _deciding(
        self, worlds: Sequence[World[Outcome]], part: Callable[[Outcome], Other]
    ) -> list[str]:
        return [name for name in deciding(self.options, worlds, part) if name not in self.given]

    def admits(self, source: str) -> Box:
        """The readings that a source admits, for the options on which it has a sentence."""
        if source not in self._admits:
            self._admits[source] = self._box_of(source)
        return self._admits[source]

    def _box_of(self, source: str) -> Box:
        admitted: dict[str, frozenset[Reading]] = {}
        for option, readings in self.options.readings.items():
            stand = self.law.questions[option].sources[source]
            playable = frozenset(stand.sentences or readings - stand.ruled_out) & readings
            if option not in self.given and playable and (stand.speaks or stand.ruled_out):
                admitted[option] = playable
        return admitted

    def vanishing(self, source: str, read: Collection[str]) -> list[Need]:
        """Needs of admitted readings that the source does not admit and the scenario does not give.

        Only needs that can matter to a play which has ``read`` these options.
        """
        admitted = self.admits(source)
        given = {name: frozenset((value,)) for name, value in self.given.items()}
        box = {**admitted, **given}
        return [
            need
            for need in self.options.needs
            if need.reading in admitted.get(need.option, ())
            and not self.options.left(box, need.needed) & frozenset(need.readings)
            and (need.option in read or need.needed in read)
        ]

    def admitted(self, source: str, worlds: Sequence[World[Outcome]]) -> list[World[Outcome]]:
        """The worlds, reduced to the readings that a source admits."""
        admitted = self.admits(source)
        return [
            World(world.outcome, box)
            for world in worlds
            if (box := within(self.options, world.box, admitted)) is not None
        ]

    def verdict(
        self,
        source: str,
        part: Part,
        worlds: Sequence[World[str]],
        loose: Sequence[World[str]] = (),
    ) -> PartVerdict:
        """What a source says about one part.

        In the ``loose`` worlds, admitted readings are followed although a reading that they need is
        missing. A reading that tells these worlds apart is reported as not played.
        """
        only = part.only
        left = self.admitted(source, worlds)
        told = merged(self.options, [World(only(world.outcome), world.box) for world in left])
        outcomes = [json.loads(world.outcome) for world in left]
        clauses = grounds.clauses(self.law, part.grounds, outcomes)
        made = grounds.names_in(told.get("kinds") for told in outcomes)
        tried = [
            f"{REFUSED} {one}" for one in grounds.names_in(told.get("refused") for told in outcomes)
        ]
        shown = grounds.names_in_all(
            as_record(told.get("shown", {})).get(part.name) for told in outcomes
        )
        unheeding = Options(self.options.game, heeding=False)
        apart = deciding(unheeding, loose, only)
        vanishing = [need for need in self.vanishing(source, apart) if need.option in apart]
        vanished = tuple(
            Unplayed(self.law.questions[need.option].id, str(need.reading), need.reason)
            for need in vanishing
        )
        options = (*self._deciding(worlds, only), *(need.option for need in vanishing))
        matter = [*dict.fromkeys(options)]
        beyond = () if made else self._beyond(source, clauses)
        asked = Point(source, matter, clauses, part.grounds, beyond, (*made, *shown), tried)
        return self._told(replace(asked, unknown=self._unknown(asked)), told, vanished)

    def _unknown(self, asked: Point) -> tuple[str, ...]:
        """The options that decide the play by a kind of action about which the source says nothing.

        If a step is refused, a clause that depends on none of them and has a source goes first.
        """
        kinds = (*asked.kinds, *asked.tried)
        silent = [
            question
            for option, question in self.law.questions.items()
            if not question.sources[asked.source].speaks
            and option not in self.given
            and any(kind in question.turns_on for kind in kinds)
        ]
        governed = {clause for question in silent for clause in question.clauses}
        others = [clause for clause in asked.clauses if clause not in governed]
        if asked.tried and any(
            self.law.support(clause, asked.source).status is Certainty.SETTLED for clause in others
        ):
            return ()
        return tuple(question.option for question in silent)

    def _beyond(self, source: str, clauses: Sequence[str]) -> Sequence[str]:
        """The options for which a reading that nobody lists might decide differently.

        The play has read them, they govern the deciding clauses, and the source is silent on them.
        If a clause that they do not govern has a source, that clause decides and none are returned.
        """
        silent = {
            clause: [
                option
                for option in self.law.governed.get(clause, ())
                if option in self.read and not self.law.questions[option].sources[source].speaks
            ]
            for clause in clauses
        }
        if any(
            not silent[clause] and self.law.support(clause, source).status is Certainty.SETTLED
            for clause in clauses
        ):
            return ()
        return [*dict.fromkeys(option for options in silent.values() for option in options)]

    def payments(
        self,
        source: str,
        endings: Sequence[tuple[Box, Sequence[Entry]]],
        kinds: Sequence[str] = (),
    ) -> PartVerdict:
        """What a source says about the payments; each rule for each loser is followed by itself."""
        matter: dict[str, None] = {}
        clauses: dict[str, None] = {}
        told: list[World[Receipt]] = []
        for ending in self.admitted(source, [World(of, box) for box, of in endings]):
            receipts: list[World[Receipt]] = [World((), ending.box)]
            for entry in ending.outcome:
                left = self.admitted(source, entry.chips)
                matter.update(dict.fromkeys(self._deciding(entry.chips, _same)))
                if any(owed.outcome for owed in left):
                    clauses[entry.clause] = None
                receipts = lengthened(self.options, receipts, entry, left)
            told += receipts
        shown = self._one_receipt_for_each(merged(self.options, told))
        asked = Point(source, [*matter], [*clauses], Grounds.RECEIPT, kinds=kinds)
        return self._told(replace(asked, unknown=self._unknown(asked)), shown)

    def _one_receipt_for_each(self, told: Sequence[World[Receipt]]) -> list[World[str]]:
        """The receipts as text; of several with the same payments, the first."""
        receipts: dict[str, str] = {}
        worlds: list[World[str]] = []
        for world in told:
            text = receipt_text(world.outcome)
            shown = receipts.setdefault(payments_in(text), text)
            worlds.append(World(shown, world.box))
        return merged(self.options, worlds)

    def _told(
        self,
        asked: Point,
        told: Sequence[World[str]],
        vanished: tuple[Unplayed, ...] = (),
    ) -> PartVerdict:
        found: dict[str, list[Box]] = {}
        for world in told:
            found.setdefault(world.outcome, []).append(world.box)
        fixed = grounds.fixed(self.law, asked)
        unplayed = (
            *grounds.unplayed(self.law, asked.source, asked.matter),
            *vanished,
            *fixed.others,
        )
        if not fixed.default_admitted:
            found = {}
        undecided = self._undecided(told) if len(found) > 1 else ()
        status, because = grounds.status(
            self.law, asked, self._weighed(asked.source, told, undecided), fixed, bool(unplayed)
        )
        return PartVerdict(
            status=status,
            outcomes=tuple((text, json.loads(text), tuple(boxes)) for text, boxes in found.items()),
            because=because,
            citations=grounds.citations(self.law, asked.source, because),
            open_options=tuple(undecided),
            unplayed=unplayed,
        )

    def _undecided(self, told: Sequence[World[str]]) -> tuple[str, ...]:
        """The options that tell several outcomes apart; all that differ if no single one does."""
        single = self._deciding(told, _same)
        if single:
            return tuple(single)
        named = {name for world in told for name in world.box} - self.given.keys()
        return tuple(sorted(named))

    def _weighed(
        self, source: str, told: Sequence[World[str]], undecided: Sequence[str]
    ) -> tuple[str, ...]:
        """The undecided options that stand for the source's verdict.

        They are the options whose sentence the source has lost. Otherwise they are the options on
        which it is silent, if several outcomes are left for every reading of its sentences.
        Otherwise they are all.
        """
        stands = {option: self.law.questions[option].sources[source] for option in undecided}
        lost = tuple(option for option, stand in stands.items() if stand.lost)
        if lost:
            return lost
        silent = tuple(option for option, stand in stands.items() if not stand.speaks)
        spoken = [option for option, stand in stands.items() if stand.speaks]
        if not silent or not spoken:
            return tuple(undecided)
        ways = self._ways(told, spoken)
        return silent if all(self._open_still(told, way) for way in ways) else tuple(undecided)

    def _ways(self, told: Sequence[World[str]], options: Sequence[str]) -> list[Box]:
        """Every choice of one reading for each option that is possible in some world."""
        ways: list[Box] = [EVERY_READING]
        for option in options:
            readings = frozenset[Reading]().union(
                *(self.options.left(world.box, option) for world in told)
            )
            ways = [
                narrowed
                for way in ways
                for reading in sorted(readings, key=repr)
                if (narrowed := self.options.narrowed(way, option, reading)) is not None
            ]
        return [way for way in ways if any(self._goes(world, way) for world in told)]

    def _open_still(self, told: Sequence[World[str]], way: Box) -> bool:
        """Whether several outcomes are left with these readings."""
        return len({world.outcome for world in told if self._goes(world, way)}) > 1

    def _goes(self, world: World[str], way: Box) -> bool:
        return within(self.options, world.box, way) is not None


def _same(outcome: Outcome) -> Outcome:
    return outcome
