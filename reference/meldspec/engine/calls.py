"""Calls of the library's code: how it refuses, what it wants to know, and what it costs."""

from __future__ import annotations

import contextlib
import difflib
import inspect
import keyword
import signal
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeAlias, final

from meldspec.wire import UnplayableError

Told: TypeAlias = Mapping[str, object]
"""What may be told to a function, by the names of its parameters."""


class RefusedError(Exception):
    """The rules do not allow the request.

    Raise it with the clauses that refuse, or without any, in the code of an adapter.
    """

    def __init__(self, *clauses: str) -> None:
        super().__init__(*clauses)
        self.clauses: Final = clauses


class BrokenError(Exception):
    """The library's code raised what it does not use to refuse."""


class OutOfTimeError(BaseException):
    """The library's code has had its time.  No handler of plain exceptions stops it."""


@final
@dataclass(frozen=True, slots=True)
class No:
    """How a library says that the rules do not allow something."""

    values: tuple[object, ...]
    exceptions: tuple[type[Exception], ...]

    @classmethod
    def of(cls, refuses: object, game: str) -> No:
        """From one value or exception type, or a tuple of them.

        Raises TypeError for another collection, and for what no answer can equal.
        """
        can = "values, and types of exceptions that derive from Exception"
        if isinstance(refuses, list | set | frozenset):
            several = f"refuses of {game} is a {type(refuses).__name__}"
            raise TypeError(f"{several}: {refuses!r}; expected is one of these, or a tuple: {can}")
        told = refuses if isinstance(refuses, tuple) else (refuses,)
        kinds = tuple(one for one in told if isinstance(one, type) and issubclass(one, Exception))
        values = tuple(one for one in told if not any(one is kind for kind in kinds))
        for one in values:
            if isinstance(one, type | BaseException):
                raise TypeError(f"refuses of {game} has {one!r}; expected are {can}")
        return cls(values, kinds)

    def means(self, answer: object) -> bool:
        """Whether an answer refuses; 0 is not False."""
        return any(type(answer) is type(one) and answer == one for one in self.values)


def call(function: Callable[..., Any], told: Told, no: No) -> Any:
    """What a function of the library answers to the facts that it wants.

    Raises RefusedError where the library refuses, UnplayableError where it raises
    NotImplementedError, and BrokenError from anything else that it raises.  If that may be an
    unregistered way to refuse, the message says how to register it.
    """
    try:
        answer = function(**_chosen(function, told))
    except RefusedError:
        raise
    except no.exceptions as refusal:
        raise RefusedError from refusal
    except NotImplementedError as lacking:
        raise UnplayableError(str(lacking) or "not written yet") from lacking
    except (Exception, SystemExit) as problem:
        raise BrokenError(_told(problem, no)) from problem
    if no.means(answer):
        raise RefusedError
    return answer


def _told(problem: BaseException, no: No) -> str:
    """An exception in one line, with the remedy if it may be meant to refuse."""
    kind, first = type(problem), str(problem).partition("\n")[0]
    last = traceback.extract_tb(problem.__traceback__)[-1].filename
    own = Path(last).parent == Path(__file__).parent
    may_refuse = not own and (kind is ValueError or kind.__module__ != "builtins")
    can_refuse = bool(no.values or no.exceptions)
    remedy = f" (if this is a refusal: refuses={kind.__name__})" * (may_refuse and can_refuse)
    return f"{kind.__name__}: {first}{_place(problem)}{remedy}"


def _place(problem: BaseException) -> str:
    """The line of the library that raised, in brackets; empty if no line of it did."""
    frames = traceback.extract_tb(problem.__traceback__)[1:]
    own = [frame for frame in frames if Path(frame.filename).parent != Path(__file__).parent]
    return f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""


def _chosen(function: Callable[..., Any], told: Told) -> Told:
    """What a function wants of what may be told; all of it where it takes any names."""
    kinds = [each.kind for each in inspect.signature(function).parameters.values()]
    if inspect.Parameter.VAR_KEYWORD in kinds:
        return told
    return {name: told[name] for name in wanted(function) if name in told}


def wanted(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of the parameters of a function or a class."""
    return tuple(inspect.signature(function).parameters)


def check_wanted(function: Callable[..., Any], known: Mapping[str, object], place: str) -> None:
    """Raises TypeError where a function needs a parameter that nobody will tell it."""
    for name, each in inspect.signature(function).parameters.items():
        many = each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
        by_name = each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
        if many or (each.default is not each.empty and name not in known):
            continue
        if not by_name or name not in known:
            can = ", ".join(known) or "nothing"
            raise TypeError(f"{place}: parameter {name!r} is none of those that are told: {can}")


def meant(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the known one that it is nearest to, or all."""
    there = list(known)
    near = difflib.get_close_matches(name, there, n=1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(there)}"


def parameter(field: str) -> str:
    """The name of the parameter for a field; one that Python reserves gets a ``_``: ``with_``."""
    return f"{field}_" if keyword.iskeyword(field) else field


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises OutOfTimeError in what runs longer.

    Without a timer of the system, or outside the main thread, nothing is limited.
    """
    timed = hasattr(signal, "setitimer")
    if not timed or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise OutOfTimeError(f"no answer within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
