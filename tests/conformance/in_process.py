"""An engine in this process, for a game of the reference or another, behind the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

import msgspec

from meldcheck.engine.process import Conversation, Request
from meldcheck.engine.serve import Session
from meldcheck.words.protocol import read_reply
from meldspec.wire import GameWire


@final
class InProcess:
    """An engine that plays one game."""

    def __init__(self, game: GameWire) -> None:
        self.game: Final = game

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """The replies of a fresh session."""
        session = Session({self.game.name: self.game})
        lines = (
            session.reply(msgspec.json.encode({"seq": number, **request}))
            for number, request in enumerate(requests)
        )
        return Conversation(tuple(read_reply(msgspec.json.decode(line))[1] for line in lines))
