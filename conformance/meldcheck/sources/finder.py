"""The search for a question by words, as people put it: ``three way tie``, ``sunog``.

Standard library only; the same words find the same questions in every run.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from meldcheck.sources.told.names import Records
from meldcheck.words.case import JSON

NEAREST: Final = 5
CLEAR: Final = 1.25
"""Factor by which the best score must exceed the next."""
CLEAR_BY_ONE_WORD: Final = 1.5
SHORTEST: Final = 3
LEAST_LETTERS: Final = 4
"""Least number of letters of a word that may count as misspelt."""
ALIKE: Final = 0.79
"""Least similarity of a misspelt word to the word that is meant, from 0 to 1."""
LEAST: Final = 0.55
"""Least share of the words that the best question must have to be an answer."""

_WORD: Final = re.compile(r"[a-z0-9]+")
_FILLING: Final = """
    a an and are as at be by can do does for from has have he her his how i if in
    is it its may must my of off on one or our she so that the their then there
    they this to up was we what when which who whom with you your no not such question any some
"""
_FILLERS: Final = frozenset(_FILLING.split())
_EXPLAINING: Final = frozenset({"also", "call"})
"""Words that introduce an alias in a clause and explain nothing themselves."""
_WEIGHTS: Final = {"asks": 3.0, "id": 3.0, "aliases": 3.0, "readings": 1.5, "reason": 0.7}
_NAMED: Final = 0.3
"""Bonus for a question whose whole name is among the words."""
_ALIAS: Final = 0.8
"""Weight of the clause's words that explain an alias."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A question, and how well it fits the words."""

    id: str
    score: float
    share: float
    """The share of the words that it has, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Finder:
    """The questions of some games, and the words that find them."""

    questions: Records
    clauses: Records
    _texts: Mapping[str, Mapping[str, float]] = field(init=False)
    _rarity: Mapping[str, float] = field(init=False)
    _aliases: Mapping[tuple[str, ...], tuple[str, tuple[str, ...]]] = field(init=False)
    """By the words of an alias: its game, and the words that explain it."""

    def __post_init__(self) -> None:
        texts = {name: _weights(one) for name, one in self.questions.items()}
        times = Counter(word for text in texts.values() for word in text)
        rarity = {word: math.log(1 + len(texts) / number) for word, number in times.items()}
        object.__setattr__(self, "_texts", texts)
        object.__setattr__(self, "_rarity", rarity)
        object.__setattr__(self, "_aliases", dict(_explained(self.clauses)))

    def find(self, query: str) -> list[_Found]:
        """The questions that have some of the words, the best first."""
        words = self._known(_folded(query))
        aliases = [alias for alias in self._aliases if self._is_said(alias, words)]
        wanted = self._wanted(words, aliases)
        games = {self._aliases[alias][0] for alias in aliases} | set(_games(words))
        whole = sum(weight * self._rare(word) * 3.0 for word, weight in wanted.items())
        found = [
            self._found(name, wanted, whole)
            for name, one in self.questions.items()
            if not games or one["game"] in games
        ]
        return sorted((one for one in found if one.score > 0), key=lambda one: (-one.score, one.id))

    def _known(self, words: Sequence[str]) -> list[str]:
        """The words, with unknown ones replaced by the words that are probably meant.

        An unknown word may be two words written as one, or misspelt.
        """
        known = {*self._rarity, *(word for alias in self._aliases for word in alias)}
        spelt = sorted(word for word in known if len(word) >= SHORTEST)
        return [meant for word in words for meant in _meant(word, known, spelt)]

    def _is_said(self, alias: Sequence[str], words: Sequence[str]) -> bool:
        """Whether an alias is among the words and is not made of words that the questions use."""
        return _holds(words, alias) and not all(word in self._rarity for word in alias)

    def _wanted(self, words: Sequence[str], aliases: Iterable[tuple[str, ...]]) -> dict[str, float]:
        """The words to search for, with weights; an alias adds the words that explain it."""
        wanted = dict.fromkeys(words, 1.0)
        for alias in aliases:
            for word in self._aliases[alias][1]:
                if word in self._rarity:
                    wanted.setdefault(word, _ALIAS)
            for word in alias:
                wanted[word] = wanted[word] if word in self._rarity else 0.0
        return {word: weight for word, weight in wanted.items() if weight}

    def _rare(self, word: str) -> float:
        return self._rarity.get(word, math.log(1 + len(self._texts)))

    def _found(self, name: str, wanted: Mapping[str, float], whole: float) -> _Found:
        text = self._texts[name]
        score = sum(
            weight * self._rare(word) * text.get(word, 0.0) for word, weight in wanted.items()
        )
        there = sum(
            weight * self._rare(word) * 3.0 for word, weight in wanted.items() if word in text
        )
        named = _folded(name.rpartition(".")[2])
        known = sum(word in wanted for word in named) / len(named) if named else 0.0
        return _Found(name, score * (1 + _NAMED * known), there / whole if whole else 0.0)


def best(found: Sequence[_Found], query: str) -> str | None:
    """The question that these words mean; None if that is not clear."""
    if not found or found[0].share < LEAST:
        return None
    need = CLEAR if len(_folded(query)) > 1 else CLEAR_BY_ONE_WORD
    clear = len(found) == 1 or found[0].score >= need * found[1].score
    return found[0].id if clear else None


def _weights(question: Mapping[str, JSON]) -> dict[str, float]:
    """The weight of each word of a question, by the best place where it occurs."""
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


def _explained(
    clauses: Records,
) -> Iterator[tuple[tuple[str, ...], tuple[str, tuple[str, ...]]]]:
    for clause in clauses.values():
        for alias in clause.get("aliases", ()):
            words = (word for word in _folded(str(clause["text"])) if word not in _EXPLAINING)
            yield tuple(_folded(str(alias))), (str(clause["game"]), tuple(words))


_GAMES: Final = {
    "carousel": ("carousel",),
    "three-thirteen": ("three", "thirteen"),
    "indian-chief": ("indian", "chief"),
}
"""The words of a game's name, for names that are not also words of play."""


def _meant(word: str, known: Collection[str], spelt: Sequence[str]) -> list[str]:
    """The words that one word means: itself if known, two words in one, or its right spelling."""
    if word in known or len(word) < LEAST_LETTERS:
        return [word]
    for place in range(3, len(word) - 2):
        parts = [_stem(word[:place]), _stem(word[place:])]
        if all(part in known for part in parts):
            return parts
    return get_close_matches(word, spelt, 1, ALIKE) or [word]


def _games(words: Sequence[str]) -> Iterator[str]:
    """The games that the words name."""
    for game, name in _GAMES.items():
        if all(_stem(word) in words for word in name):
            yield game


def _holds(words: Sequence[str], alias: Sequence[str]) -> bool:
    return bool(alias) and all(word in words for word in alias)


def _folded(text: str) -> list[str]:
    """The words of a text without fillers, in lower case, without endings and hyphens."""
    words = (_stem(word) for word in _WORD.findall(text.lower().replace("'s", "")))
    return [word for word in words if word not in _FILLERS]


_ENDINGS: Final = ("ing", "ed", "er", "es", "s", "e")
_DOUBLED: Final = ("nn", "pp", "tt", "gg")


def _stem(word: str) -> str:
    """A word without its ending; short words are not changed."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            left = word[: -len(ending)]
            if ending == "s":
                return _stem(left)
            return left[:-1] if left.endswith(_DOUBLED) else left
    return word


def nearest(found: Iterable[_Found]) -> list[str]:
    """The ids of the questions that may be meant, the best first."""
    return [one.id for one in found][:NEAREST]
