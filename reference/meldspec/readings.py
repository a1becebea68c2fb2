"""The readings of a game: its options, the rule set that a request names, and open rule sets.

A rule set is a record of chapters, and a chapter a record of readings.  The play reads an option
only where it matters, so playing under open rules shows on which readings a situation depends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, Literal, TypeVar, cast, final, get_args, get_origin, get_type_hints

from meldspec.play import Need
from meldspec.undecided import OpenRules
from meldspec.wire import JSON, UnplayableError, WireError, read_record

RuleSet = TypeVar("RuleSet")
"""A frozen record of chapters, each a frozen record of readings and numbers."""


@final
@dataclass(frozen=True, slots=True)
class Option:
    """An option with more than one reading, as a field of a chapter's record in the rules."""

    chapter: str
    field: str
    readings: tuple[str | int, ...]
    """The default first."""

    @property
    def name(self) -> str:
        """The full name, such as ``showdown.tie_three_way``."""
        return f"{self.chapter}.{self.field}"

    def get(self, rules: object) -> str | int:
        """The reading that a rule set has."""
        reading: str | int = getattr(getattr(rules, self.chapter), self.field)
        return reading

    def put(self, rules: RuleSet, reading: str | int) -> RuleSet:
        """The rule set with another reading."""
        record: Any = rules  # a record of which only the fields are known
        chapter = replace(getattr(record, self.chapter), **{self.field: reading})
        put: RuleSet = replace(record, **{self.chapter: chapter})
        return put


def options_of(default: object) -> Iterator[Option]:
    """Every field of a chapter's record that has readings: words, or a number with a choice."""
    whole: Any = default  # a record of which only the fields are known
    for chapter in fields(whole):
        record = getattr(whole, chapter.name)
        kinds = get_type_hints(type(record))
        for each in fields(record):
            kind, usual = kinds[each.name], getattr(record, each.name)
            if get_origin(kind) is Literal:
                others = tuple(reading for reading in get_args(kind) if reading != usual)
                yield Option(chapter.name, each.name, (usual, *others))
            elif "readings" in each.metadata:
                yield Option(chapter.name, each.name, each.metadata["readings"])


@final
@dataclass(frozen=True, slots=True)
class OptionTable(Generic[RuleSet]):
    """The options of a game, made from its default rules.

    ``needs`` are readings that require a reading of another option.  ``unplayable`` are readings
    that a source or a table may have but this game cannot play, with the reason.
    """

    default: RuleSet
    needs: tuple[Need, ...]
    unplayable: Mapping[tuple[str, str], str]
    options: tuple[Option, ...] = field(init=False)
    """Those with more than one reading, chapter by chapter."""
    _by_name: Mapping[str, Option] = field(init=False)
    _names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        options = tuple(options_of(self.default))
        by_name = {name: option for option in options for name in (option.name, option.field)}
        object.__setattr__(self, "options", options)
        object.__setattr__(self, "_by_name", by_name)
        object.__setattr__(self, "_names", frozenset(option.name for option in options))

    def readings(self) -> dict[str, list[str | int]]:
        """The readings of each option, by its full name, the default first."""
        return {option.name: list(option.readings) for option in self.options}

    def read(self, value: JSON) -> RuleSet:
        """The rule set that a request names: the default one, with the options given.

        Raises WireError for an unknown option, an option named twice or a value that is no reading;
        UnplayableError for a reading that is not played, and for readings that together leave play
        undefined.
        """
        rules = self.default
        if value is None:
            return rules
        given = read_record(value, "rules").get("options")
        options = {} if given is None else read_record(given, "options")
        for name, reading in options.items():
            option = self._by_name.get(name)
            if option is not None and name != option.name and option.name in options:
                raise WireError(f"option {option.name!r} is named twice")
            rules = self._with_reading(rules, name, reading)
        for need in self.undefined(rules):
            raise UnplayableError(need.sentence())
        return rules

    def undefined(self, rules: RuleSet) -> Iterator[Need]:
        """The needs of the rule set that are not met, so that its play would be undefined."""
        for need in self.needs:
            given = self._by_name[need.option].get(rules) == need.reading
            if given and self._by_name[need.needed].get(rules) not in need.readings:
                yield need

    def own(self, rules: object) -> RuleSet:
        """A rule set of this game, or one that stands in for it with readings left open.

        Raises TypeError for the rule set of another game.
        """
        if not isinstance(rules, type(self.default) | OpenRules):
            raise TypeError(f"rules of another game: {rules!r}")
        return cast("RuleSet", rules)  # open rules have every field, and reading one raises

    def _with_reading(self, rules: RuleSet, name: str, reading: JSON) -> RuleSet:
        for (unplayed, value), reason in self.unplayable.items():
            if name in (unplayed, unplayed.partition(".")[2]) and reading == value:
                raise UnplayableError(f"option {name!r}: {reading!r} is not played here: {reason}")
        option = self._by_name.get(name)
        if option is None:
            raise WireError(f"unknown option {name!r}")
        if not isinstance(reading, str | int) or isinstance(reading, bool):
            raise WireError(f"option {name!r}: not a reading: {reading!r}")
        if reading not in option.readings:
            raise UnplayableError(f"option {name!r}: {reading!r} is not played here")
        return option.put(rules, reading)

    def open(self, chosen: Mapping[str, str | int], read: set[str] | None = None) -> OpenRules:
        """A rule set with only these readings chosen.

        Reading another option raises UndecidedError.  ``read`` gathers the chosen options read.
        """
        full = {self._by_name[name].name: reading for name, reading in chosen.items()}
        return OpenRules(self.default, self._names, full, read)
