"""The JSON Schemas of the protocol: what every game shares, and the records of each game."""

from __future__ import annotations

from typing import Final

import msgspec

from meldcheck.games import MEASURES
from meldcheck.games.measure import Measure
from meldcheck.words.case import JSON
from meldcheck.words.protocol import REPLIES, REQUESTS, Message

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, bytes]:
    """The JSON Schemas of the protocol, by file name."""
    asked = [(one.messages.ask_settle, one.messages.ask_best) for one in MEASURES.values()]
    own = tuple(kind for kinds in asked for kind in kinds if kind is not None)
    made = {
        "protocol-request.json": _schema("A request of the runner", (*REQUESTS, *own)),
        "protocol-reply.json": _schema("A reply of an engine", REPLIES),
    }
    for measure in MEASURES.values():
        made |= _of_game(measure)
    return made


def _of_game(measure: Measure) -> dict[str, bytes]:
    messages, title = measure.messages, measure.title
    forms: dict[str, tuple[str, tuple[type[Message], ...]]] = {
        "action": (f"An action of {title}", (*messages.chance, *messages.seats)),
        "view": (f"What a seat may see of {title}", (messages.view,)),
        "result": (f"How a hand of {title} ended", (messages.result,)),
        "deal": ("The answer to deal", (messages.deal,)),
        "settle": ("The answer to settle", (messages.settle,)),
        "perft": ("The answer to perft", (messages.perft,)),
    }
    if messages.best is not None:
        forms["best"] = ("The answer to best", (messages.best,))
    return {
        f"protocol-{measure.name}-{name}.json": _schema(about, kinds)
        for name, (about, kinds) in forms.items()
    }


def _schema(title: str, kinds: tuple[type[Message], ...]) -> bytes:
    references, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    whole: dict[str, JSON] = {"$schema": _DIALECT, "title": title}
    whole |= {"anyOf": list(references)} if len(references) > 1 else references[0]
    whole["$defs"] = parts
    encoded = msgspec.json.encode(whole, order="sorted")
    return msgspec.json.format(encoded, indent=2) + b"\n"
