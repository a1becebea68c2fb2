"""Stand-ins for engines: a sound one, and many that each break one thing.

Usage: ``standin.py NAME [FILE]``.  It knows sets, deals what it is dealt, and refuses to call a
draw after drawing.  Nothing here comes from the project under test.
"""

# The decorator that would mark what is overridden comes with Python 3.12.
# mypy: disable-error-code="explicit-override"
from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

Message = dict[str, Any]

REFUSED_BY: Final = "tongits.draw-call.before-drawing"
ABILITIES: Final = ["meld", "deadwood", "deal", "play", "legal", "view", "settle", "perft"]
FILE: Final = Path(sys.argv[2] if len(sys.argv) > 2 else os.devnull)


def requests() -> Iterator[Message]:
    """The requests on standard input."""
    for line in sys.stdin:
        yield json.loads(line)


def say(message: object) -> None:
    """One line on standard output."""
    print(json.dumps(message), flush=True)


def linger() -> None:
    """Wait for ever."""
    while True:
        signal.pause()


class Sound:
    """An engine with nothing wrong."""

    def __init__(self) -> None:
        self.hands: list[list[str]] = [[], [], []]
        self.stock: list[str] = []
        self.drawn = False

    def run(self) -> None:
        """Reply to each request until there are no more."""
        for request in requests():
            say(self.reply(request))

    def reply(self, request: Message) -> Message:
        answers = {
            "hello": self.hello,
            "begin": self.begin,
            "act": self.act,
            "ask": self.ask,
            "end": self.end,
        }
        return {"seq": request["seq"], **answers[request["cmd"]](request)}

    def hello(self, request: Message) -> Message:
        return {
            "protocol": 1,
            "engine": {"name": "stand-in", "version": "1.0", "language": "python"},
            "games": {"tongits": {"abilities": ABILITIES, "options": {}}},
        }

    def begin(self, request: Message) -> Message:
        Sound.__init__(self)
        return {"ok": True}

    def act(self, request: Message) -> Message:
        match request["do"]["type"]:
            case "deal":
                self.hands = request["do"]["hands"]
                self.stock = request["do"]["stock"]
            case "draw":
                self.drawn = True
            case "call_draw" if self.drawn:
                return {"ok": False, "clauses": [REFUSED_BY]}
            case _:
                pass
        return {"ok": True}

    def ask(self, request: Message) -> Message:
        answers = {
            "meld": self.meld,
            "view": self.view,
            "legal": self.legal,
            "result": self.result,
        }
        return {"ok": True, "answer": answers[request["what"]](request)}

    def end(self, request: Message) -> Message:
        return {"ok": True}

    def meld(self, request: Message) -> object:
        return "set" if len({card[0] for card in request["cards"]}) == 1 else None

    def view(self, request: Message) -> Message:
        return {"hand": self.hands[request["seat"]], "stock_size": len(self.stock)}

    def legal(self, request: Message) -> list[Message]:
        return [{"type": "discard", "card": card} for card in self.hands[request["seat"]]]

    def result(self, request: Message) -> object:
        return None


class AcceptsEverything(Sound):
    """Finds every action fine."""

    def act(self, request: Message) -> Message:
        super().act(request)
        return {"ok": True}


class RefusesCalls(Sound):
    """Refuses every called draw, whether a card was drawn before or not."""

    def act(self, request: Message) -> Message:
        if request["do"]["type"] == "call_draw":
            return {"ok": False, "clauses": [REFUSED_BY]}
        return super().act(request)


class RefusesBegin(Sound):
    """Begins no match."""

    def begin(self, request: Message) -> Message:
        return {"ok": False}


class RefusesDeals(Sound):
    """Lets nobody deal."""

    def act(self, request: Message) -> Message:
        return {"ok": False}


class OtherClause(Sound):
    """Refuses rightly and gives a wrong reason."""

    def act(self, request: Message) -> Message:
        accepted = super().act(request)["ok"]
        return {"ok": True} if accepted else {"ok": False, "clauses": ["tongits.turn.to-act"]}


class NoClause(Sound):
    """Refuses rightly and gives no reason."""

    def act(self, request: Message) -> Message:
        return {"ok": super().act(request)["ok"]}


class DiesOnTenth(Sound):
    """Ends at its tenth request, with a coloured word on standard error."""

    def run(self) -> None:
        for number, request in enumerate(requests(), start=1):
            if number == 10:
                sys.exit("out of \x1b[31mpatience")
            say(self.reply(request))


class Hangs(Sound):
    """Falls silent when it is asked for its result, and does not end by itself."""

    def result(self, request: Message) -> object:
        linger()
        return None


class NeverEndsItsLine(Sound):
    """Writes its result without a line end, and waits."""

    def result(self, request: Message) -> object:
        os.write(1, b'{"seq":1}')
        linger()
        return None


class PrintsGarbage(Sound):
    """Prints a trace in place of a result."""

    def result(self, request: Message) -> object:
        print("Exception in thread \x1b[31mmain", flush=True)
        return None


class PrintsLatin(Sound):
    """Prints its result in Latin-1."""

    def result(self, request: Message) -> object:
        os.write(1, '{"end":"gagné"}\n'.encode("latin-1"))
        return None


class PrintsMark(Sound):
    """Prints a byte order mark before its result."""

    def result(self, request: Message) -> object:
        os.write(1, "\ufeff".encode())
        return None


class NoNumber(Sound):
    """Replies to the question for the result without a number."""

    def reply(self, request: Message) -> Message:
        if request.get("what") == "result":
            return {"ok": True, "answer": None}
        return super().reply(request)


class NotAReply(Sound):
    """Replies to the question for the result with an object that says nothing."""

    def reply(self, request: Message) -> Message:
        if request.get("what") == "result":
            return {"seq": request["seq"], "result": None}
        return super().reply(request)


class Floods(Sound):
    """Never ends its line once it is asked for its result."""

    def result(self, request: Message) -> object:
        while True:
            sys.stdout.write("x" * 65536)


class FloodsAtTheEnd(Sound):
    """Never ends the line that it begins after its first answer."""

    def run(self) -> None:
        for request in requests():
            say(self.reply(request))
            while request["cmd"] == "ask":
                sys.stdout.write("x" * 65536)


class Chatters(Sound):
    """Goes on and on in short lines before it gives its result."""

    def result(self, request: Message) -> object:
        while True:
            print(" " * 1000)


class OutOfOrder(Sound):
    """Holds its result back for one reply."""

    def run(self) -> None:
        kept: list[Message] = []
        for request in requests():
            reply = self.reply(request)
            if request.get("what") == "result":
                kept.append(reply)
                continue
            say(reply)
            while kept:
                say(kept.pop())


class AnswersTwice(Sound):
    """Answers twice which kind of meld some cards are."""

    def run(self) -> None:
        for request in requests():
            reply = self.reply(request)
            say(reply)
            if request.get("what") == "meld":
                say(reply)


class ClosesItsOutput(Sound):
    """Closes its output when it is asked for its result, and goes on living."""

    def result(self, request: Message) -> object:
        os.close(1)
        linger()
        return None


class HalfALine(Sound):
    """Ends in the middle of its result."""

    def result(self, request: Message) -> object:
        os.write(1, b'{"seq":')
        os._exit(3)


class Skips(Sound):
    """Cannot say how a hand ended."""

    def ask(self, request: Message) -> Message:
        if request["what"] == "result":
            return {"skipped": "no results here"}
        return super().ask(request)


class SkipsEverything(Sound):
    """Knows the protocol, and nothing else."""

    def reply(self, request: Message) -> Message:
        if request["cmd"] == "hello":
            return super().reply(request)
        return {"seq": request["seq"], "skipped": "not written yet"}


class PlaysNothing(Sound):
    """Plays no game at all."""

    def hello(self, request: Message) -> Message:
        return {**super().hello(request), "games": {}}


class Errs(Sound):
    """Does not understand the question for the result."""

    def reply(self, request: Message) -> Message:
        if request.get("what") == "result":
            return {"seq": None, "error": "what is a result?"}
        return super().reply(request)


class Leaks(Sound):
    """Shows everybody the stock, under a name that nobody knows."""

    def view(self, request: Message) -> Message:
        return {**super().view(request), "debug": {"next": self.stock[:1]}}


class LeaksBeside(Sound):
    """Shows the stock beside its answer."""

    def ask(self, request: Message) -> Message:
        return {**super().ask(request), "next": self.stock[:1]}


class Untidy(Sound):
    """Right and untidy: blank lines, CRLF, other ways to write cards, nulls."""

    def run(self) -> None:
        for request in requests():
            reply = {"error": None, "skipped": None, "clauses": None, **self.reply(request)}
            sys.stdout.write("\r\n  \r\n" + json.dumps(reply) + "\r\n")
            sys.stdout.flush()

    def view(self, request: Message) -> Message:
        hand = [card.lower().replace("t", "10") for card in reversed(self.hands[request["seat"]])]
        return {"hand": hand, "stock_size": float(len(self.stock)), "melds": None, "mood": "fine"}

    def legal(self, request: Message) -> list[Message]:
        return [{**action, "face_down": False} for action in reversed(super().legal(request))]


class Records(Sound):
    """Writes every line that it is sent to FILE."""

    def run(self) -> None:
        with FILE.open("a", encoding="utf-8") as record:
            for line in sys.stdin:
                record.write(line)
                record.flush()
                say(self.reply(json.loads(line)))


class Lingers(Sound):
    """Has a child, and both are deaf to a closed input and to polite signals.

    Both hold the named pipe FILE open, so that its reader sees when they end.
    """

    def run(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        pipe = os.open(FILE, os.O_WRONLY)
        if os.fork() == 0:
            linger()
        for request in requests():
            if request.get("what") == "result":
                os.write(pipe, b"asked\n")
            if request.get("what") == "result" and sys.argv[3:] == ["hang"]:
                linger()
            say(self.reply(request))
        linger()


class Escapes(Sound):
    """Starts a program that leaves its group and its session, and then ends itself.

    The program keeps standard output and the named pipe FILE open.  With a third argument it has
    no environment, and with a fourth one it keeps only FILE open.
    """

    def result(self, request: Message) -> object:
        pipe = os.open(FILE, os.O_WRONLY)
        os.set_inheritable(pipe, True)
        os.write(pipe, b"asked\n")
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for number in range(3 if sys.argv[4:] else 0):
                    os.close(number)
                sleep = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
                os.execve(sys.executable, sleep, {} if sys.argv[3:] else dict(os.environ))
            os._exit(0)
        sys.exit("gone")


class StartsOnce(Sound):
    """Is killed over results, and starts only while FILE is missing."""

    def run(self) -> None:
        if FILE.exists():
            sys.exit("started before")
        FILE.touch()
        super().run()

    def result(self, request: Message) -> object:
        signal.raise_signal(signal.SIGKILL)
        return None


class NeverSaysHello(Sound):
    """Listens and says nothing."""

    def run(self) -> None:
        for _ in requests():
            pass


class DiesInHello(Sound):
    """Ends at once."""

    def run(self) -> None:
        sys.exit("no licence found")


class OtherProtocol(Sound):
    """Is of another time."""

    def hello(self, request: Message) -> Message:
        return {**super().hello(request), "protocol": 2}


class HelloWithoutNumber(Sound):
    """Says who it is without the number of the request."""

    def reply(self, request: Message) -> Message:
        return {name: part for name, part in super().reply(request).items() if name != "seq"}


class HelloWithMark(Sound):
    """Begins its output with a byte order mark."""

    def hello(self, request: Message) -> Message:
        os.write(1, "\ufeff".encode())
        return super().hello(request)


class HelloIsWrong(Sound):
    """Says who it is in a form of its own."""

    def hello(self, request: Message) -> Message:
        return {"protocol": 1, "engine": "stand-in"}


class PlaysOptions(Sound):
    """Plays one option its own way, and lacks an ability."""

    def hello(self, request: Message) -> Message:
        played = {
            "abilities": [ability for ability in ABILITIES if ability != "view"],
            "options": {"tie_three_way": ["last_to_challenge"]},
            "actions": ["draw", "discard", "call_draw"],
        }
        return {**super().hello(request), "games": {"tongits": played}}


class WithoutPot(Sound):
    """Says that its views have no pot."""

    parts = ("pot",)

    def hello(self, request: Message) -> Message:
        played = {"abilities": ABILITIES, "without": {"view": list(self.parts)}}
        return {**super().hello(request), "games": {"tongits": played}}


class WithoutSense(WithoutPot):
    """Says that its views are without something that no view has."""

    parts = ("pots",)


KINDS: Final[list[type[Sound]]] = [Sound, *Sound.__subclasses__(), WithoutSense]
STANDINS: Final = {kind.__name__: kind for kind in KINDS}

if __name__ == "__main__":
    STANDINS[sys.argv[1]]().run()
