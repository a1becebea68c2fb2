"""Finding a question by words, as people put it: ``three way tie``, ``sunog``.

Standard library alone; the same words find the same questions in every run.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from meldcheck.words import JSON, Records

NEAREST: Final = 5
CLEAR: Final = 1.35
"""How many times as good as the next one the best must be."""
LEAST: Final = 0.55
"""How much of the words the best must have to be an answer."""

_WORD: Final = re.compile(r"[a-z0-9]+")
_FILLING: Final = """
    a an and are as at be by can do does for from has have he her his how i if in
    is it its may must my of off on one or our she so that the their then there
    they this to up was we what when which who whom with you your
"""
_FILLERS: Final = frozenset(_FILLING.split())
_EXPLAINING: Final = frozenset({"also", "call"})
"""Words by which an alias is explained, and that explain nothing themselves."""
_WEIGHTS: Final = {"asks": 3.0, "id": 3.0, "aliases": 3.0, "readings": 1.5, "reason": 0.7}
_ALIAS: Final = 0.8
"""What the words of a clause count by which an alias is explained."""


@dataclass(frozen=True, slots=True)
class Found:
    """A question, and how well it goes with the words."""

    id: str
    score: float
    share: float
    """How much of the words it has, from nought to one."""


@dataclass(frozen=True, slots=True)
class Finder:
    """The questions of some games, and the words by which they are found."""

    questions: Records
    clauses: Records
    _texts: Mapping[str, Mapping[str, float]] = field(init=False)
    _rarity: Mapping[str, float] = field(init=False)
    _aliases: Mapping[tuple[str, ...], tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        texts = {name: _weights(one) for name, one in self.questions.items()}
        times = Counter(word for text in texts.values() for word in text)
        rarity = {word: math.log(1 + len(texts) / number) for word, number in times.items()}
        object.__setattr__(self, "_texts", texts)
        object.__setattr__(self, "_rarity", rarity)
        object.__setattr__(self, "_aliases", dict(_explained(self.clauses)))

    def find(self, query: str) -> list[Found]:
        """The questions that have some of the words, the best first."""
        wanted = self._wanted(_folded(query))
        whole = sum(weight * self._rare(word) * 3.0 for word, weight in wanted.items())
        found = [self._found(name, wanted, whole) for name in self._texts]
        return sorted((one for one in found if one.score > 0), key=lambda one: (-one.score, one.id))

    def _wanted(self, words: Sequence[str]) -> dict[str, float]:
        """The words that are looked for; an alias brings those by which it is explained."""
        wanted = dict.fromkeys(words, 1.0)
        for alias, explained in self._aliases.items():
            if _holds(words, alias):
                for word in explained:
                    wanted.setdefault(word, _ALIAS)
                for word in alias:
                    wanted[word] = wanted[word] if word in self._rarity else 0.0
        return {word: weight for word, weight in wanted.items() if weight}

    def _rare(self, word: str) -> float:
        return self._rarity.get(word, math.log(1 + len(self._texts)))

    def _found(self, name: str, wanted: Mapping[str, float], whole: float) -> Found:
        text = self._texts[name]
        score = sum(
            weight * self._rare(word) * text.get(word, 0.0) for word, weight in wanted.items()
        )
        there = sum(
            weight * self._rare(word) * 3.0 for word, weight in wanted.items() if word in text
        )
        return Found(name, score, there / whole if whole else 0.0)


def best(found: Sequence[Found]) -> str | None:
    """The one question that is meant; None where it is unsure."""
    if not found or found[0].share < LEAST:
        return None
    clear = len(found) == 1 or found[0].score >= CLEAR * found[1].score
    return found[0].id if clear else None


def _weights(question: Mapping[str, JSON]) -> dict[str, float]:
    """How much each word counts with a question: as much as in the best place where it stands."""
    told: dict[str, float] = {}
    for place, texts in _places(question).items():
        for text in texts:
            for word in _folded(text):
                told[word] = max(told.get(word, 0.0), _WEIGHTS[place])
    return told


def _places(question: Mapping[str, JSON]) -> dict[str, list[str]]:
    return {
        "asks": [str(question.get("asks", ""))],
        "id": [str(question["id"])],
        "aliases": [str(alias) for alias in question.get("aliases", ())],
        "readings": [*map(str, question["readings"]), *map(str, question["readings"].values())],
        "reason": [str(question["reason"])],
    }


def _explained(clauses: Records) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for clause in clauses.values():
        for alias in clause.get("aliases", ()):
            words = (word for word in _folded(str(clause["text"])) if word not in _EXPLAINING)
            yield tuple(_folded(str(alias))), tuple(words)


def _holds(words: Sequence[str], alias: Sequence[str]) -> bool:
    return bool(alias) and all(word in words for word in alias)


def _folded(text: str) -> list[str]:
    """The words of a text that say something, without case, plural and hyphens."""
    words = (_stem(word) for word in _WORD.findall(text.lower().replace("'s", "")))
    return [word for word in words if word not in _FILLERS]


_ENDINGS: Final = ("ing", "ed", "er", "es", "s", "e")
_DOUBLED: Final = ("nn", "pp", "tt", "gg")


def _stem(word: str) -> str:
    """A word without its ending; short words stay."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            left = word[: -len(ending)]
            if ending == "s":
                return _stem(left)
            return left[:-1] if left.endswith(_DOUBLED) else left
    return word


def nearest(found: Iterable[Found]) -> list[str]:
    """The ids of the questions that may be meant."""
    return [one.id for one in found][:NEAREST]
