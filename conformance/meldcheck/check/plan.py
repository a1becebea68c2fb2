"""Which cases hold under another rule set than the default one, and a suite of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from meldcheck.check.judge import Court
from meldcheck.law.profiles import default_readings
from meldcheck.law.rulesets import Chosen, RuleSet, of_suite
from meldcheck.suite import store
from meldcheck.suite.depends import holds
from meldcheck.suite.outcomes import decided
from meldcheck.suite.store import Suite
from meldcheck.words.case import Case, Manifest
from meldcheck.words.readings import Readings
from meldspec.games import GAMES

TOGETHER: Final = "states what does not follow under the readings of the rule set taken together"


def stated_for(manifest: Manifest) -> Chosen:
    """The rule sets for which a suite was made; a game at its default readings is not named."""
    made = {
        game: of_suite(game, manifest.rules.get(game, "the suite's own"), readings)
        for game, readings in manifest.defaults.items()
        if game in GAMES
    }
    return {game: rule_set for game, rule_set in made.items() if rule_set.sent}


def protocol_defaults(manifest: Manifest) -> Mapping[str, Readings]:
    """By game, what a request means that names no option, whatever the suite was made for."""
    usual: dict[str, Readings] = {name: default_readings(game) for name, game in GAMES.items()}
    return {game: usual.get(game, readings) for game, readings in manifest.defaults.items()}


@dataclass(frozen=True, slots=True)
class Played:
    """What a run is told: the cases, and by which rules they are played."""

    cases: list[Case]
    """Those that a question decides are decided."""
    defaults: Mapping[str, Readings]
    """What a request means that names no option."""
    rules: Mapping[str, Readings]
    """What every request names besides what its case fixes."""
    misfits: Mapping[str, str]
    """By id, why cases say nothing about these rules."""


def played(
    cases: Iterable[Case], chosen: Chosen, manifest: Manifest, appeals: Mapping[str, Court]
) -> Played:
    """The cases of a suite as they are played by these rule sets.

    Those of a game whose rule set stands for a source do not hang on what that source leaves open.
    """
    decided_cases = [
        decided(case, chosen[case.game].readings) if case.game in chosen else case for case in cases
    ]
    return Played(
        cases=[
            appeals[case.game].freed(case) if case.game in appeals else case
            for case in decided_cases
        ],
        defaults=protocol_defaults(manifest),
        rules={game: rule_set.sent for game, rule_set in chosen.items()},
        misfits=misfits(decided_cases, chosen),
    )


def misfits(cases: Iterable[Case], chosen: Chosen) -> dict[str, str]:
    """By id, why cases say nothing about the rule sets that are played."""
    reasons = {case.id: misfit(case, chosen[case.game]) for case in cases if case.game in chosen}
    return {name: reason for name, reason in reasons.items() if reason is not None}


def misfit(case: Case, rule_set: RuleSet) -> str | None:
    """Why a case says nothing about a rule set; None where it does.

    Either it states what follows under a reading that the rule set does not have, or the reference
    says otherwise under all its readings together, though under each by itself it would not.
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
