"""Mistakes in a situation, explained in the words of its author."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Final

import msgspec

from meldcheck.games.measure import JOKER, Measure
from meldcheck.words.case import JSON
from meldcheck.words.messages import fields_of, question_forms
from meldcheck.words.notation import NotationError
from meldcheck.words.protocol import AskDeadwood, AskDeal, AskMeld, Message
from meldspec.codec import written_fields
from meldspec.games import GAMES
from meldspec.tongits.questions import LaidMeld

_KINDS: Final = {
    "str": "text",
    "int": "a number",
    "float": "a number",
    "object": "a mapping",
    "array": "a list",
    "bool": "true or false",
    "null": "nothing",
}
_UNKNOWN: Final = re.compile(r"unknown field `(\w+)`")
_MISSING: Final = re.compile(r"missing required field `(\w+)`")
_EXPECTED: Final = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
_PATH: Final = re.compile(r" - at `\$([^`]*)`")
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
_MELD: Final = frozenset(field.name for field in fields(LaidMeld))
"""The fields of a meld in facts; Tong-its is the game that states them so."""


def in_words(error: msgspec.ValidationError, kind: type[msgspec.Struct]) -> str:
    """The fault of a value and its place, in words; ``kind`` is the type of the whole."""
    text = str(error)
    where = _where(text)
    if found := _UNKNOWN.search(text):
        known = "" if where else f"; known: {', '.join(sorted(kind.__struct_fields__))}"
        return f"{_before(where)}unknown field {found[1]!r}{known}"
    if found := _MISSING.search(text):
        return f"{_before(where)}{found[1]!r} is missing"
    if found := _EXPECTED.search(text):
        wanted = [_KINDS.get(one, one) for one in found[1].split(" | ") if one != "null"]
        got = _KINDS.get(found[2], found[2])
        return f"{where or 'it'} is {got}; {' or '.join(wanted)} is expected"
    if "`key`" in text:
        return "the name of a field must be text"
    return f"{_before(where)}{text.partition(' - at ')[0].lower()}"


def _before(where: str) -> str:
    return f"{where}: " if where else ""


def _where(text: str) -> str:
    """A place in a mapping: ``step 2, 'do'``."""
    found = _PATH.search(text)
    told: list[str] = []
    for name, number in _STEP.findall(found[1]) if found else ():
        if name:
            told.append(f"'{name}'")
        elif told == ["'steps'"]:
            told = [f"step {int(number) + 1}"]
        else:
            told[-1:] = [f"number {int(number) + 1} of {told[-1]}"] if told else []
    return ", ".join(told)


# ── fields ───────────────────────────────────────────────────────────────────────────────────────


def check_steps(steps: Iterable[Mapping[str, JSON]], measure: Measure) -> None:
    """NotationError for a field that an action of this game does not have."""
    kinds = GAMES[measure.name].messages.actions
    for number, do in enumerate(steps, start=1):
        kind = kinds.get(str(do.get("type")))
        known = {"type", *(fields_of(kind) if kind else do)}
        _check_known(f"step {number}: {do.get('type')!r}", do, known)


def check_facts(what: str, question: Mapping[str, JSON], measure: Measure) -> None:
    """NotationError for a question about facts with an unknown or missing field or a wrong card."""
    kinds = _questions(measure)
    check_facts_asked(what, measure)
    own = {name: of for name, of, _ in written_fields(GAMES[measure.name].messages.facts[what])}
    known = [one for one in msgspec.structs.fields(kinds[what]) if one.name in own]
    _check_known(f"'ask': {what!r}", question, {one.name for one in known})
    for one in known:
        if one.required and question.get(one.name) is None:
            raise NotationError(f"'ask': {one.name!r} is missing")
    for meld in question.get("melds") or ():
        if isinstance(meld, dict) and own["melds"] == tuple[LaidMeld, ...]:
            _check_known("'melds': a meld", meld, _MELD)
        elif isinstance(meld, dict):
            suits = "; 'suits' names the suit of each meld" if "suits" in own else ""
            raise NotationError(f"'melds': a meld is its cards, such as TD TC{suits}")
    for name in ("cards", "hand"):
        _check_pack(question.get(name), measure)
    cards = question.get("cards")
    if what == "meld" and isinstance(cards, list) and JOKER in cards:
        raise NotationError("'cards': say for which card the joker stands, such as *9C")


def check_facts_asked(what: str, measure: Measure) -> None:
    """NotationError for a question about facts that a game does not have."""
    kinds = _questions(measure)
    if what not in kinds:
        raise NotationError(f"no question {what!r} about facts; known: {', '.join(kinds)}")


def _questions(measure: Measure) -> dict[str, type[Message]]:
    """The questions about facts that a game has, by name."""
    shared: dict[str, type[Message]] = {"meld": AskMeld, "deadwood": AskDeadwood, "deal": AskDeal}
    own = question_forms(measure.name)
    return {what: own.get(what) or shared[what] for what in GAMES[measure.name].messages.facts}


def _check_known(of: str, fields: Mapping[str, JSON], known: Iterable[str]) -> None:
    names = sorted(set(known) - {"type"})
    for name in fields:
        if name not in (*names, "type"):
            there = ", ".join(names) or "none"
            raise NotationError(f"{of} has no field {name!r}; known: {there}")


def _check_pack(cards: JSON, measure: Measure) -> None:
    """NotationError for a card named more often than the packs have it."""
    if not isinstance(cards, list):
        return
    pack = Counter(measure.deck(max(measure.players)))
    for one, times in Counter(
        JOKER if str(one)[:1] == JOKER else str(one) for one in cards
    ).items():
        if one in pack and times > pack[one]:
            has = "once" if pack[one] == 1 else f"{pack[one]} times"
            raise NotationError(f"{one} is named {times} times; the pack has it {has}")
