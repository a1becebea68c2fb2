"""The plan of a case: whether it is played, by which readings, and what must follow.

Runs, fuzz and identify follow a plan and decide nothing again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from meldcheck.check.judge import Court
from meldcheck.check.parts import (
    UNKNOWN_ACTION,
    compared,
    game_lacked,
    is_whole,
    misses,
    table_lacked,
)
from meldcheck.check.script import Exchange, script
from meldcheck.law.rulesets import Chosen, RuleSet, of_suite
from meldcheck.law.rulespace import RuleSpace
from meldcheck.suite import store
from meldcheck.suite.depends import holds
from meldcheck.suite.outcomes import decided
from meldcheck.suite.store import Suite
from meldcheck.words.case import JSON, Case, Kind, Manifest
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Reading, Readings
from meldspec.games import GAMES

Defaults: TypeAlias = Mapping[str, Readings]
"""By game and option: the reading that is played unless a request names another."""

NO_DEFAULTS: Final[Defaults] = {}
TOGETHER: Final = "states a result that does not follow under all readings of the rule set together"


def stated_for(manifest: Manifest) -> Chosen:
    """The rule sets for which a suite was made; a game at its default readings is not named."""
    made = {
        game: of_suite(game, manifest.rules.get(game, "the suite's own"), readings)
        for game, readings in manifest.defaults.items()
        if game in GAMES
    }
    return {game: rule_set for game, rule_set in made.items() if rule_set.sent}


def protocol_defaults(manifest: Manifest) -> Mapping[str, Readings]:
    """By game: the readings of a request that names no option, for any suite."""
    usual = {name: RuleSpace.named(name).default for name in GAMES}
    return {game: usual.get(game, readings) for game, readings in manifest.defaults.items()}


@dataclass(frozen=True, slots=True)
class CasePlan:
    """A case as it is played by some rules."""

    case: Case
    """The case, decided by the reading that is played of its question."""
    rules: JSON
    """The ``rules`` of every request: the readings that differ from the default."""
    reason: str | None
    """Why it is not played: it says nothing about the rules, or is not for the engine.

    None if it is.
    """
    shows_views: bool
    """Whether the engine is asked for views around what it refuses."""
    played: GamePlayed | None = None
    """The engine's ``hello``, if it is without a part of the game; otherwise None."""

    @property
    def said(self) -> tuple[Exchange, ...]:
        """The requests to send, each with the reply that must come."""
        said = script(self.case, self.rules, shows_views=self.shows_views)
        return said if self.played is None else compared(said, self.played)


def plan_of(
    case: Case,
    defaults: Defaults = NO_DEFAULTS,
    rules: Defaults = NO_DEFAULTS,
    games: Mapping[str, GamePlayed] | None = None,
    misfit: str | None = None,
) -> CasePlan:
    """The plan of a case for an engine that plays ``games``; without them, for any engine.

    ``rules`` are played where the case fixes no other reading. A case that states a result for each
    reading of its question gets the result of the reading that is played. ``misfit`` is why the
    case says nothing about the rules.
    """
    usual, chosen = defaults.get(case.game, {}), rules.get(case.game, {})
    case = decided(case, {**usual, **chosen})
    whole = {**chosen, **case.rules}
    other = {name: reading for name, reading in whole.items() if usual.get(name) != reading}
    played = None if games is None else games.get(case.game)
    lacks = None if games is None else _not_applicable(case, games, usual)
    partial = None if played is None or is_whole(played) else played
    if lacks is None and partial is not None:
        lacks = misses(case, partial, other)
    if lacks is None and played is not None:
        lacks = table_lacked(played, case.setup, case.question)
    return CasePlan(
        case=case,
        rules={"options": other} if other else {},
        reason=misfit or lacks,
        shows_views=played is not None and "view" in played.abilities,
        played=partial,
    )


_OF_KIND: Final[dict[Kind, tuple[str, ...]]] = {
    Kind.MELD: ("meld",),
    Kind.DEADWOOD: ("deadwood",),
    Kind.BEST: ("best",),
    Kind.DEAL: ("deal",),
    Kind.PLAY: ("play",),
    Kind.LEGAL: ("play", "legal"),
    Kind.VIEW: ("play", "view"),
    Kind.SETTLE: ("settle",),
    Kind.PERFT: ("play", "perft"),
    Kind.TWIN: ("play", "view", "legal"),
    Kind.QUESTION: (),
}
"""Abilities that every case of a kind needs. A question case may have no play, so it needs none."""


def _not_applicable(case: Case, games: Mapping[str, GamePlayed], usual: Readings) -> str | None:
    """Why a case is not for an engine, by the engine's ``hello``; None if it is."""
    played = games.get(case.game)
    if played is None:
        return game_lacked(case.game)
    abilities = (*_OF_KIND[case.kind], *case.requires.abilities)
    lacks = lacking(played, abilities, case.requires.actions)
    if lacks is not None:
        return lacks
    other = not_played(case.game, played, case.rules, usual)
    return None if other is None else f"the engine does not play {other} = {case.rules[other]}"


def lacking(
    played: GamePlayed, abilities: Iterable[str], actions: Iterable[str] = ()
) -> str | None:
    """A message about the first ability or action that an engine lacks; None if it has all."""
    for ability in abilities:
        if ability not in played.abilities:
            return f"the engine does not offer {ability}"
    for action in actions:
        if played.actions is not None and action not in played.actions:
            return UNKNOWN_ACTION.format(action)
    return None


def not_played(game: str, played: GamePlayed, readings: Readings, usual: Readings) -> str | None:
    """The first option whose reading an engine does not play; None if it plays all readings.

    An option that the engine does not name has its ``usual`` reading.
    """
    for option, reading in readings.items():
        named = named_readings(game, option, played)
        if reading not in ((usual.get(option),) if named is None else named):
            return option
    return None


def named_readings(
    game: str, option: str, played: GamePlayed, aliases: Collection[str] = ()
) -> tuple[Reading, ...] | None:
    """The readings that an engine names for an option: in full, by its last part or an alias.

    None for an option that it does not name. The engine then plays the default, whichever that is.
    """
    named = _by_plain_name(game, tuple(played.options.items()))
    found = [named[name] for name in (option, option.rpartition(".")[2], *aliases) if name in named]
    return min(found)[1] if found else None


@lru_cache(maxsize=64)
def _by_plain_name(
    game: str, options: tuple[tuple[str, tuple[Reading, ...]], ...]
) -> dict[str, tuple[int, tuple[Reading, ...]]]:
    """By name in snake_case, without the game: the place of an option, and its readings.

    Cached, because it is asked for every reading of every case.
    """
    named: dict[str, tuple[int, tuple[Reading, ...]]] = {}
    for place, (name, readings) in enumerate(options):
        plain = name.replace("-", "_").removeprefix(game.replace("-", "_") + ".")
        named.setdefault(plain, (place, readings))
    return named


def planned(
    cases: Iterable[Case],
    chosen: Chosen,
    manifest: Manifest,
    courts: Mapping[str, Court],
    games: Mapping[str, GamePlayed],
) -> list[CasePlan]:
    """The cases of a suite as an engine plays them by these rule sets.

    Where the rule set of a game stands for a source, its cases do not depend on the readings that
    the source leaves open.
    """
    defaults = protocol_defaults(manifest)
    rules = {
        game: courts[game].suited(rule_set.sent, games[game])
        if game in courts and game in games
        else rule_set.sent
        for game, rule_set in chosen.items()
    }
    plans: list[CasePlan] = []
    for case in cases:
        rule_set = chosen.get(case.game)
        reason = None if rule_set is None else misfit(case, rule_set)
        made = case if rule_set is None else decided(case, rule_set.readings)
        made = courts[case.game].freed(made) if case.game in courts else made
        plans.append(plan_of(made, defaults, rules, games, reason))
    return plans


def misfits(cases: Iterable[Case], chosen: Chosen) -> dict[str, str]:
    """By id, why cases say nothing about the rule sets that are played."""
    reasons = {case.id: misfit(case, chosen[case.game]) for case in cases if case.game in chosen}
    return {name: reason for name, reason in reasons.items() if reason is not None}


def misfit(case: Case, rule_set: RuleSet) -> str | None:
    """Why a case says nothing about a rule set; None if it says something.

    The case states a result of a reading that the rule set does not have. Or the reference gives
    another result under all readings of the rule set together.
    """
    has = rule_set.readings
    played = decided(case, has)
    other = {
        option: reading
        for option, reading in played.rules.items()
        if option in has and has[option] != reading
    }
    if other:
        stated = ", ".join(f"{option}={reading}" for option, reading in other.items())
        instead = ", ".join(str(has[option]) for option in other)
        return f"states what follows under {stated}; the rule set has {instead}"
    if not rule_set.sent or holds(played, GAMES[rule_set.game], rule_set.differs):
        return None
    return TOGETHER


def suite_for(loaded: Suite, chosen: Chosen) -> tuple[Suite, Mapping[str, str]]:
    """The part of a suite that holds under other rule sets, and why the rest does not, by id."""
    left_out = misfits(loaded.cases, chosen)
    kept = [case for case in loaded.cases if case.id not in left_out]
    names = {game: rule_set.name for game, rule_set in chosen.items()}
    defaults = {game: rule_set.readings for game, rule_set in chosen.items()}
    return store.part(loaded, kept, defaults, names), left_out
