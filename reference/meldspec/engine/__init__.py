"""Adapters: a card game library behind the protocol, in a few lines.  How: docs/adapters.md

The author of an adapter registers functions and classes; this package reads the requests, writes
the replies, and refuses, skips and tells errors as docs/protocol.md demands.  What can be read, and
what a deal is, is asked of the reference.  Every answer is the library's own.
"""

from __future__ import annotations

from meldspec.engine import cards
from meldspec.engine.calls import RefusedError
from meldspec.engine.cards import Spelling
from meldspec.engine.registry import Engine
from meldspec.engine.seating import Seating
from meldspec.engine.shuffling import Arranged, deck

__all__ = ["Arranged", "Engine", "RefusedError", "Seating", "Spelling", "cards", "deck"]
