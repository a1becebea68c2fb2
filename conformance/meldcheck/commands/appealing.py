"""The sources to which cases appeal, for all commands that judge cases by the rules of a source."""

from __future__ import annotations

from pathlib import Path

import click

from meldcheck.law.rulesets import Chosen, load_shelf
from meldcheck.sources import matrix
from meldcheck.sources.appeal import Appeal
from meldcheck.suite import store
from meldcheck.words.case import Manifest
from meldcheck.words.places import spec_directory


def appeals_of(chosen: Chosen, manifest: Manifest, directory: Path) -> dict[str, Appeal]:
    """By game: the appeal to the source whose own rule set is played.

    Warns on standard error if the suite has no verdicts: then no passing case is identified.
    """
    verdicts = matrix.load(directory, manifest)
    profiles = sorted({one.profile.source for one in chosen.values() if one.profile is not None})
    if verdicts is None and profiles:
        click.echo(
            f"meldspec: {directory} has no {store.VERDICTS} for this suite: "
            f"no passing case is identified where {' and '.join(profiles)} leaves the result open",
            err=True,
        )
    return {
        game: Appeal(rule_set, rule_set.profile, load_shelf(spec_directory(), game).law, verdicts)
        for game, rule_set in chosen.items()
        if rule_set.profile is not None
    }
