"""Melds on a shared table, jokers that stand for cards, and the best play of a hand there."""

from meldspec.manipulation.best import Play, best_play, can_play
from meldspec.manipulation.fitting import adds_to
from meldspec.manipulation.kinds import Kind, extensions, kind
from meldspec.manipulation.manner import (
    By,
    Domain,
    Manner,
    bound,
    has_natural,
    keeps_identities,
    may_follow,
    names_differ,
    names_in_domain,
)
from meldspec.placed import (
    JOKER_POINTS,
    Laid,
    Placed,
    Table,
    is_stand_in,
    price,
    stand_in,
    stands_for,
)

__all__ = [
    "JOKER_POINTS",
    "By",
    "Domain",
    "Kind",
    "Laid",
    "Manner",
    "Placed",
    "Play",
    "Table",
    "adds_to",
    "best_play",
    "bound",
    "can_play",
    "extensions",
    "has_natural",
    "is_stand_in",
    "keeps_identities",
    "kind",
    "may_follow",
    "names_differ",
    "names_in_domain",
    "price",
    "stand_in",
    "stands_for",
]
