"""The JSON Schemas of the protocol: what every game shares, and the records of each game."""

from __future__ import annotations

import inspect
import json
from typing import Final

import msgspec

from meldcheck.games import MEASURES
from meldcheck.words.case import JSON
from meldcheck.words.messages import action_forms, counted_form, form, question_forms, told_form
from meldcheck.words.protocol import REPLIES, REQUESTS, Message
from meldspec.games import GAMES

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, bytes]:
    """The JSON Schemas of the protocol, by file name."""
    asked = (form for name in GAMES for form in question_forms(name).values())
    made = {
        "protocol-request.json": _schema("A request of the runner", (*REQUESTS, *asked)),
        "protocol-reply.json": _schema("A reply of an engine", REPLIES),
    }
    for name in GAMES:
        made |= _of_game(name)
    return made


def _of_game(name: str) -> dict[str, bytes]:
    messages, title = GAMES[name].messages, MEASURES[name].title
    forms: dict[str, tuple[str, tuple[type[Message], ...]]] = {
        "action": (f"An action of {title}", tuple(action_forms(name).values())),
        "view": (f"What a seat may see of {title}", (told_form(messages.view),)),
        "result": (f"How a hand of {title} ended", (told_form(messages.result),)),
        "perft": ("The answer to perft", (counted_form(name),)),
    }
    for what, kind in messages.answers.items():
        about = f"The answer to {what}"
        written = form if kind in messages.actions.values() else told_form
        forms[what] = (about, (written(kind, doc=f"{about}."),))
    return {
        f"protocol-{name}-{what}.json": _schema(about, kinds)
        for what, (about, kinds) in forms.items()
    }


def _schema(title: str, kinds: tuple[type[Message], ...]) -> bytes:
    references, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    whole: dict[str, JSON] = {"$schema": _DIALECT, "title": title}
    whole |= {"anyOf": list(references)} if len(references) > 1 else references[0]
    whole["$defs"] = parts
    return spelled(whole)


def spelled(schema: dict[str, JSON]) -> bytes:
    """A schema as text: keys sorted, and descriptions without the indents that docstrings have.

    Some versions of msgspec take those indents away, and some leave them; the text is the same.
    """
    return json.dumps(_unindented(schema), indent=2, sort_keys=True).encode() + b"\n"


def _unindented(part: JSON) -> JSON:
    match part:
        case dict():
            return {
                name: inspect.cleandoc(value)
                if name == "description" and isinstance(value, str)
                else _unindented(value)
                for name, value in part.items()
            }
        case list():
            return [_unindented(value) for value in part]
        case _:
            return part
