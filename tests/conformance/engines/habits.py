"""The reference with a habit: sound but odd engines, and engines with a fault in what they tell.

Usage: ``habits.py NAME``.  Unlike the stand-ins these play whole games, so the whole suite runs on
them: the odd ones must pass everything that applies to them, the faulty ones must be caught.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from meldcheck.engine.serve import Session
from meldspec.games import GAMES

Message = dict[str, Any]
Habit = Callable[["Table", Message, Message], Message]
"""From the request and the reference's reply to the reply of the engine with the habit."""

CARD_LISTS: Final = {"hand", "cards", "with", "meld"}
DECK: Final = {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}
ACTIONS: Final = {"expose", "discard", "draw", "take", "lay_off", "call_tongits"}


class Table:
    """The reference, to whom a habit may also speak on its own."""

    def __init__(self) -> None:
        self._session = Session(GAMES)
        self.chance = random.Random(5)

    def ask(self, request: Message) -> Message:
        """The reference's reply."""
        reply: Message = json.loads(self._session.reply(json.dumps(request).encode()))
        return reply

    def legal_to_anybody(self) -> list[Message]:
        """The legal actions of whoever is to act."""
        for seat in range(3):
            found = self.ask({"seq": 0, "cmd": "ask", "what": "legal", "seat": seat}).get("answer")
            if found:
                return list(found)
        return []


def each(value: Any, change: Callable[[str, Any], Any], name: str = "") -> Any:
    """The value with every named part changed, from the inside out."""
    if isinstance(value, dict):
        value = {key: each(part, change, key) for key, part in value.items()}
    elif isinstance(value, list):
        value = [each(part, change, "") for part in value]
    return change(name, value)


# Sound, and odd


def as_it_is(table: Table, request: Message, reply: Message) -> Message:
    """Nothing changed."""
    return reply


def in_any_order(table: Table, request: Message, reply: Message) -> Message:
    """Cards and legal actions in no order."""

    def shuffled(name: str, part: Any) -> Any:
        if name in CARD_LISTS or name == "by_action":
            part = table.chance.sample(part, len(part))
        if name == "revealed":
            part = [hand and table.chance.sample(hand, len(hand)) for hand in part]
        return part

    reply = each(reply, shuffled)
    if request.get("what") == "legal" and isinstance(reply.get("answer"), list):
        table.chance.shuffle(reply["answer"])
    return reply


def spelled_otherwise(table: Table, request: Message, reply: Message) -> Message:
    """``10H``, ``7♥`` and small letters for cards."""
    glyphs = str.maketrans("CDHS", "♣♦♥♠")

    def spelled(name: str, part: Any) -> Any:
        if (
            isinstance(part, str)
            and len(part) == 2
            and part[1] in "CDHS"
            and part[0] in "A23456789TJQK"
        ):
            way = table.chance.randrange(4)
            long = part.replace("T", "10")
            return (part, long, long.lower(), long.translate(glyphs))[way]
        return part

    return each(reply, spelled) if "answer" in reply else reply


def sparing(table: Table, request: Message, reply: Message) -> Message:
    """No clauses, no receipt, and nothing that is false, null or empty."""

    def spared(name: str, part: Any) -> Any:
        if not isinstance(part, dict):
            return part
        left_out: tuple[Any, ...] = (None, False, [])
        return {
            key: value
            for key, value in part.items()
            if key not in ("clauses", "receipt") and (value not in left_out or type(value) is int)
        }

    reply = {**reply, "answer": each(reply["answer"], spared)} if "answer" in reply else reply
    return {key: value for key, value in reply.items() if key != "clauses"}


def talkative(table: Table, request: Message, reply: Message) -> Message:
    """Fields that nobody asked for, in every object, and never twice the same."""

    def more(name: str, part: Any) -> Any:
        changing = {"remark": "as the rules have it", "nanoseconds": time.monotonic_ns()}
        return {**part, **changing} if isinstance(part, dict) else part

    if "answer" in reply and request.get("what") != "perft":
        reply = {**reply, "answer": each(reply["answer"], more)}
    return {**reply, "nanoseconds": time.monotonic_ns()}


def of_few_words(table: Table, request: Message, reply: Message) -> Message:
    """Two abilities, and everything else skipped."""
    if request.get("cmd") == "hello":
        reply["games"]["tongits"]["abilities"] = ["meld", "deadwood"]
    elif request.get("what") not in ("meld", "deadwood"):
        return {"seq": request["seq"], "skipped": "not played here"}
    return reply


def slow(table: Table, request: Message, reply: Message) -> Message:
    """A little late with every reply."""
    time.sleep(0.0002)
    return reply


def of_another_reading(table: Table, request: Message, reply: Message) -> Message:
    """The last challenger wins a three-way tie, and ``hello`` says so; two readings of a Chief."""
    others: dict[str, Message] = {
        "tongits": {"showdown.tie_three_way": "last_to_challenge", "pot.pot_wins_required": 3},
        "indian-chief": {"thief.thief_tie_protocol": "never", "poker.poker_ace": "low_only"},
    }
    if request.get("cmd") == "hello":
        played = {"tie_three_way": ["last_to_challenge"], "pot.pot_wins_required": [3]}
        reply["games"]["tongits"]["options"] = played
        chief = {"thief_tie_protocol": ["never"], "poker.poker_ace": ["low_only"]}
        reply["games"]["indian-chief"]["options"] = chief
    if request.get("cmd") == "begin":
        other = others.get(request.get("game", ""), {})
        options = {**other, **(request.get("rules") or {}).get("options", {})}
        return table.ask({**request, "rules": {"options": options}})
    return reply


# Faulty


def refuses_all(table: Table, request: Message, reply: Message) -> Message:
    """Every action of a seat is refused."""
    if request.get("cmd") == "act" and request.get("by") != "chance":
        return {"seq": request["seq"], "ok": False}
    return reply


def skips_all(table: Table, request: Message, reply: Message) -> Message:
    """Nothing is played, whatever ``hello`` says."""
    return reply if request.get("cmd") == "hello" else {"seq": request["seq"], "skipped": "no"}


def accepts_all(table: Table, request: Message, reply: Message) -> Message:
    """Every action is accepted, whatever becomes of it."""
    return {"seq": request["seq"], "ok": True} if request.get("cmd") == "act" else reply


def moves_on_refusal(table: Table, request: Message, reply: Message) -> Message:
    """A refusal after which something is different: whoever is to act has acted."""
    if (
        request.get("cmd") == "act"
        and reply.get("ok") is False
        and request["do"].get("type") in ACTIONS
    ):
        for action in table.legal_to_anybody()[-1:]:
            for seat in range(3):
                table.ask({"seq": 0, "cmd": "act", "by": seat, "do": action})
    return reply


def shows_a_hand(table: Table, request: Message, reply: Message) -> Message:
    """A view in which the next seat's hand stands under another name."""
    if request.get("what") == "view" and isinstance(reply.get("answer"), dict):
        other = {**request, "seat": (request["seat"] + 1) % 3}
        reply["answer"]["debug"] = table.ask(other)["answer"]["hand"]
    return reply


def lists_for_all(table: Table, request: Message, reply: Message) -> Message:
    """The legal list of whoever is to act, told to any seat."""
    if request.get("what") == "legal" and reply.get("answer") == []:
        reply["answer"] = table.legal_to_anybody()
    return reply


def names_other_clauses(table: Table, request: Message, reply: Message) -> Message:
    """Refusals for a reason that is not the reason."""
    if reply.get("ok") is False:
        reply["clauses"] = ["tongits.pot.ante-two"]
    return reply


def forgets_the_pot(table: Table, request: Message, reply: Message) -> Message:
    """Results whose payments do not sum to zero."""
    if request.get("what") == "result" and isinstance(reply.get("answer"), dict):
        reply["answer"]["payments"][0] += 1
    return reply


HABITS: Final[dict[str, Habit]] = {
    habit.__name__: habit
    for habit in (
        as_it_is,
        in_any_order,
        spelled_otherwise,
        sparing,
        talkative,
        of_few_words,
        slow,
        of_another_reading,
        refuses_all,
        skips_all,
        accepts_all,
        moves_on_refusal,
        shows_a_hand,
        lists_for_all,
        names_other_clauses,
        forgets_the_pot,
    )
}


def main() -> None:
    """Play with the habit named on the command line."""
    table, habit = Table(), HABITS[sys.argv[1]]
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(habit(table, request, table.ask(request))), flush=True)


if __name__ == "__main__":
    main()
