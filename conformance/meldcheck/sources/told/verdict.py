"""The verdicts on a situation in words for players: a sentence for each source.

The input is the JSON value of ``meldspec settle``; the texts are those of the documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from meldcheck.sources.told.names import Words, bare, listed, plain, sentence
from meldcheck.sources.told.outcome import outcome_words
from meldcheck.words.case import JSON

TOPICS: Final = {
    "decision": "it",
    "legal": "it",
    "view": "it",
    "burned": "who is burned",
    "payments": "the payments",
    "pot_to": "the pot",
    "rummy": "going rummy",
    "points": "the points",
    "scores": "the scores",
    "match_over": "the end of the match",
    "match_winners": "the winner of the match",
    "to_act": "who is to act",
    "revealed": "the hands that are shown",
    "chosen": "who has chosen",
    "declined": "who has declined",
    "opened": "who has opened",
    "phase": "what comes next",
}
DROPPED: Final = ("deadwood", "pot")
"""Parts that add nothing to who wins and who is paid."""
QUIET: Final = ("burned", "pot_to", "rummy", "boxes", "totals", "match_over", "match_winners")
"""Parts that are shown only if they are not empty, or if a source does not settle them."""
FOLLOWING: Final = {"scores": "points", "totals": "match_winners"}
"""Parts that follow from another part; they are left out if that part is open."""
MAIN: Final = ("decision", "legal", "view")
"""The main parts; the other parts follow from them."""
MOST_GROUNDS: Final = 2
MOST_WAYS: Final = 3
MOST_OUTCOMES: Final = 5
LONG: Final = 150
ELSE: Final = "else "


def topic_of(part: str) -> str:
    """The name of a part as it follows *says nothing about*."""
    return TOPICS.get(part, f"the {plain(part)}")


@dataclass(frozen=True, slots=True)
class Saying:
    """What a source says about some parts of an answer."""

    parts: tuple[str, ...]
    status: str
    outcomes: tuple[tuple[str, str], ...]
    """Each outcome in words, and the readings that lead to it."""
    grounds: tuple[str, ...]
    citations: tuple[str, ...]
    aside: tuple[str, ...] = ()
    """Readings that are admitted but not played."""
    has_clause: bool = False
    """Whether the first of the grounds is a clause, and not a reading beside others."""

    @property
    def alike(self) -> tuple[JSON, ...]:
        """The key that is equal if two sources say the same."""
        return self.parts, self.status, self.outcomes, self.grounds, self.aside


@dataclass(frozen=True, slots=True)
class Teller:
    """The writer of verdicts: the game and its texts."""

    game: str
    words: Words

    def lines(self, verdicts: Mapping[str, JSON], seats: Sequence[int] = ()) -> Iterator[str]:
        """The verdicts as lines; sources that say the same share a sentence."""
        if seats:
            verdicts = {source: _seen(verdict, seats) for source, verdict in verdicts.items()}
        parts = _parts(verdicts)
        told: dict[tuple[JSON, ...], tuple[Saying, dict[str, tuple[str, ...]]]] = {}
        for source, verdict in verdicts.items():
            for said in _joined(self.said(source, verdict, parts)):
                told.setdefault(said.alike, (said, {}))[1][source] = said.citations
        place = {name: number for number, name in enumerate(parts)}
        for said, by in sorted(told.values(), key=lambda one: place[one[0].parts[0]]):
            yield from self.sentences(said, by)

    def said(self, source: str, verdict: JSON, parts: Sequence[str]) -> Iterator[Saying]:
        """What a source says about each part."""
        told = verdict["parts"]
        for name in parts:
            if name in told and not _quiet(name, told):
                yield self._said(source, name, told[name])

    def _said(self, source: str, name: str, part: JSON) -> Saying:
        status = str(part["status"])
        because = [str(one) for one in part["because"]]
        aside = tuple(
            bare(self.words.reading(one["question"], one["reading"]))
            for one in part.get("unplayed", ())
        )
        part = {**part, "outcomes": [one for one in part["outcomes"] if "unplayed" not in one]}
        if status in ("silent", "lost"):
            asked = (self._asks(because),) if status == "silent" else ()
            return Saying((name,), status, (), asked, ())
        if status == "open" and len(part["outcomes"]) > 1:
            cited = self._cited(source, because)
            return Saying((name,), status, tuple(self._ways(part)), (), cited, aside)
        refused = any(outcome.get("legal") is False for outcome in part["outcomes"])
        grounds, cited = self._grounds(source, because, refused)
        told = tuple((self._words(outcome), "") for outcome in part["outcomes"])
        has_clause = any(one not in self.words.questions for one in because)
        return Saying((name,), status, told, grounds, cited, aside, has_clause)

    def _asks(self, because: Sequence[str]) -> str:
        """The text of the question or the clause on which a source is silent."""
        if not because:
            return ""
        first = because[0]
        return self.words.asks(first) if first in self.words.questions else self.words.clause(first)

    def _words(self, outcome: Mapping[str, JSON]) -> str:
        fields = {name: value for name, value in outcome.items() if name != "under"}
        return outcome_words(self.game, fields)

    def _grounds(
        self, source: str, because: Sequence[str], refused: bool
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The readings and clauses that decide, in words, and their sentences."""
        texts: list[str] = []
        cited: list[str] = []
        if refused:  # the clause that refuses comes before the readings that let it
            because = sorted(because, key=lambda name: name in self.words.questions)
        for name in because:
            if name in self.words.questions:
                admitted = self.words.admitted(name, source)
                new = [self.words.reading(name, one) for one in admitted]
                found = [at for places in admitted.values() for at in places]
            else:
                new = [self.words.clause(name, refused)]
                found = self.words.supporting(name, source)
            if len(new) == 1 and found and len(texts) < MOST_GROUNDS:
                texts += new
                cited += found
        return tuple(dict.fromkeys(texts)), tuple(dict.fromkeys(cited))

    def _cited(self, source: str, because: Sequence[str]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for name in because[:MOST_GROUNDS]:
            if name in self.words.questions:
                for places in self.words.admitted(name, source).values():
                    found.update(dict.fromkeys(places))
            else:
                found.update(dict.fromkeys(self.words.supporting(name, source)))
        return tuple(found)

    # Outcomes under readings

    def _ways(self, part: JSON) -> Iterator[tuple[str, str]]:
        """Each outcome of an open part, with the readings that lead to it.

        If a single reading leads to an outcome, the other outcomes are described by the remaining
        readings.
        """
        outcomes = part["outcomes"]
        boxes = [[_box(one) for one in outcome.get("under", ())] for outcome in outcomes]
        views = _differing([outcome.get("views") for outcome in outcomes])
        admitted, left, before = _admitted(boxes), list(range(len(outcomes))), ""
        while left:
            plainer = {place: _simpler(boxes[place], admitted) for place in left}
            place = min(left, key=lambda one: (_weight(plainer[one]), one))
            last = len(left) == 1 and not _is_one_reading(plainer[place])
            said = last and (before or len(plainer[place]) > 1)
            under = "otherwise" if said else f"{before}{self._under(plainer[place])}"
            yield self._words({**outcomes[place], **views[place]}), under
            left.remove(place)
            if len(left) > 1 and _is_one_reading(plainer[place]):
                (taken,) = plainer[place]
                boxes = [_without(of, taken) for of in boxes]
                admitted, before = {**admitted, **_left(admitted, taken)}, ELSE

    def _under(self, boxes: Sequence[_Box]) -> str:
        if not boxes or not all(boxes):
            return ""
        ways = [" and ".join(self._readings(*one) for one in box.items()) for box in boxes]
        shown = ways[:MOST_WAYS]
        more = ", or by other readings" if len(ways) > MOST_WAYS else ""
        return f"if {', or if '.join(shown)}{more}"

    def _readings(self, option: str, readings: frozenset[str]) -> str:
        question = self.words.option(option)
        texts = [bare(self.words.reading(question, one)) for one in sorted(readings)]
        return listed([_as_condition(text) for text in texts], "or")

    # Sentences

    def sentences(self, said: Saying, by: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
        """What sources say about some parts, in one sentence or in a line for each outcome."""
        who, one = self.words.named(list(by)), len(by) == 1
        topic = listed([topic_of(name) for name in said.parts])
        match said.status:
            case "silent":
                told = sentence(f"{who} {'says' if one else 'say'} nothing about {topic}")
                yield " ".join(
                    (told, *(self._unsaid(said.grounds[0], one) if said.grounds else ()))
                )
            case "lost":
                yield sentence(f"{who} {'breaks' if one else 'break'} off before {topic}")
            case "open" if len(said.outcomes) > 1:
                yield from self._open(
                    said, f"{who} {'leaves' if one else 'leave'} {topic} open", by
                )
            case _:
                yield from _by_view(self._settled(said, f"{who}{self._leaning(said)}", by))
        for aside in said.aside:
            yield f"  {who} may also mean: {aside}. The reference does not play that."

    def _unsaid(self, asked: str, one: bool) -> Iterator[str]:
        """The question that a source does not answer, or the rule that it does not state."""
        it, has, does = ("It", "has", "does") if one else ("They", "have", "do")
        if asked.endswith("?"):
            yield f"{it} {does} not answer: {asked}"
        elif asked:
            yield sentence(f"{it} {has} no sentence on this rule: {bare(asked)}")

    def _leaning(self, said: Saying) -> str:
        return " in one reading" if said.status == "open" else ""

    def _settled(self, said: Saying, who: str, by: Mapping[str, tuple[str, ...]]) -> str:
        none = "by a reading that is not played here" if said.aside else "no reading leads there"
        outcome = ", or ".join(words for words, _ in said.outcomes) or none
        places = self._places(by)
        if not said.grounds:
            return sentence(f"{who}: {outcome}{places}")
        is_reason = said.has_clause or len(said.grounds) == 1
        if said.parts == ("legal",) and outcome == "it is refused" and is_reason:
            return sentence(f"{who}: it is refused: {bare(said.grounds[0])}{places}")
        grounds = ". ".join(sentence(text).rstrip(".") for text in said.grounds)
        return f"{who}: {outcome}. {grounds}{places}."

    def _open(self, said: Saying, who: str, by: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
        told = [_way(words, under) for words, under in said.outcomes[:MOST_OUTCOMES]]
        left = len(said.outcomes) - len(told)
        others = "1 other outcome comes" if left == 1 else f"{left} other outcomes come"
        told += [f"{others} by other readings"] if left else []
        places = self._places(by)
        whole = f"{who}: {'; '.join(told)}{places}."
        if len(whole) <= LONG or len(told) == 1:
            yield whole
            return
        yield f"{who}{places}:"
        yield from (f"  {one}{';' if one is not told[-1] else '.'}" for one in told)

    def _places(self, by: Mapping[str, tuple[str, ...]]) -> str:
        placed = {source: self.words.place(cited) for source, cited in by.items()}
        told = [(source, place) for source, place in placed.items() if place]
        if not told:
            return ""
        if len(by) == 1:
            return f" ({told[0][1]})"
        return f" ({'; '.join(f'{self.words.name(source)}: {place}' for source, place in told)})"


_Box = Mapping[str, frozenset[str]]


def _way(words: str, under: str) -> str:
    """An outcome and its readings; the last outcome without a reading begins with *otherwise*."""
    if under.startswith(ELSE):
        return f"otherwise {words} {under.removeprefix(ELSE)}".strip()
    return f"{words} {under}".strip()


def _by_view(told: str) -> Iterator[str]:
    """A sentence, with the views of several seats on separate lines."""
    first, *others = re.split(r"; (?=seat \d+ sees )", told)
    if not others:
        yield first
        return
    who, _, seen = first.partition(": ")
    yield f"{who}:"
    yield from (f"  {one};" for one in (seen, *others[:-1]))
    yield f"  {others[-1]}"


def _as_condition(text: str) -> str:
    """A reading as it follows *if*; a reading with its own condition is put as a rule."""
    begins = text.startswith(("when ", "if ", "where "))
    return f"the rule is that {text}" if begins else text


def _weight(boxes: Sequence[_Box]) -> tuple[int, int, int]:
    """The sort key by length of description; outcomes of a single reading come first."""
    return not _is_one_reading(boxes), len(boxes), sum(len(box) for box in boxes)


def _is_one_reading(boxes: Sequence[_Box]) -> bool:
    return len(boxes) == 1 and len(boxes[0]) == 1


def _left(admitted: _Box, taken: _Box) -> dict[str, frozenset[str]]:
    """The readings of an option without those already given."""
    return {option: admitted[option] - of for option, of in taken.items()}


def _without(boxes: Sequence[_Box], taken: _Box) -> list[dict[str, frozenset[str]]]:
    """The boxes without a reading that was already given."""
    ((option, gone),) = taken.items()
    cut = [{**box, option: box[option] - gone} if option in box else dict(box) for box in boxes]
    return [box for box in cut if all(box.values())]


def _box(under: Mapping[str, JSON]) -> dict[str, frozenset[str]]:
    return {option: frozenset(map(str, readings)) for option, readings in under.items()}


def _differing(outcomes: Sequence[JSON]) -> list[dict[str, JSON]]:
    """The fields in which views differ."""
    if not outcomes or None in outcomes:
        return [{} for _ in outcomes]
    told: list[dict[str, JSON]] = [{"views": []} for _ in outcomes]
    for same in zip(*outcomes, strict=True):
        names = [name for name in same[0] if any(one.get(name) != same[0][name] for one in same)]
        for place, view in enumerate(same):
            fields = {
                name: _of_boxes(name, [one.get(name) for one in same])[place] for name in names
            }
            told[place]["views"] += [{"seat": view["seat"], **fields}] if names else []
    return told


def _of_boxes(name: str, same: Sequence[JSON]) -> Sequence[JSON]:
    """The values of a field in several views; for sheets, only the boxes that differ."""
    if name != "sheets" or None in same:
        return same
    differing = [
        {box for of in seats for box in of if any(of.get(box) != one.get(box) for one in seats)}
        for seats in zip(*same, strict=True)
    ]
    return [
        [
            {box: score for box, score in sheet.items() if box in differing[seat]}
            for seat, sheet in enumerate(sheets)
        ]
        for sheets in same
    ]


def _admitted(boxes: Iterable[Iterable[_Box]]) -> dict[str, frozenset[str]]:
    """By option: all readings that lead to any outcome."""
    admitted: dict[str, frozenset[str]] = {}
    for of in boxes:
        for box in of:
            for option, readings in box.items():
                admitted[option] = admitted.get(option, frozenset()) | readings
    return admitted


def _simpler(boxes: Sequence[_Box], admitted: _Box) -> list[dict[str, frozenset[str]]]:
    """As few boxes as possible, without options that make no difference."""
    left = [_telling(box, admitted) for box in boxes]
    while True:
        merged = _merged_once(left, admitted)
        if merged is None:
            return sorted(left, key=len)
        left = merged


def _telling(box: _Box, admitted: _Box) -> dict[str, frozenset[str]]:
    return {option: of for option, of in box.items() if of != admitted[option]}


def _merged_once(boxes: Sequence[_Box], admitted: _Box) -> list[dict[str, frozenset[str]]] | None:
    """The boxes with two of them joined; None if no two can be."""
    for place, one in enumerate(boxes):
        for other_place in range(place + 1, len(boxes)):
            joint = _joint(one, boxes[other_place], admitted)
            if joint is not None:
                rest = [dict(box) for n, box in enumerate(boxes) if n not in (place, other_place)]
                return [*rest, joint]
    return None


def _joint(one: _Box, other: _Box, admitted: _Box) -> dict[str, frozenset[str]] | None:
    """A box with exactly the rule sets of both boxes; None if there is none."""
    options = {*one, *other}
    differing = [
        option
        for option in options
        if one.get(option, admitted[option]) != other.get(option, admitted[option])
    ]
    if len(differing) > 1:
        return _wider(one, other, admitted)
    if not differing:
        return dict(one)
    (option,) = differing
    either = one.get(option, admitted[option]) | other.get(option, admitted[option])
    return _telling({**one, **other, option: either}, admitted)


def _wider(one: _Box, other: _Box, admitted: _Box) -> dict[str, frozenset[str]] | None:
    """The box that contains the other one; None if neither does."""
    for wide, narrow in ((one, other), (other, one)):
        if all(narrow.get(option, admitted[option]) <= of for option, of in wide.items()):
            return dict(wide)
    return None


# ── parts ────────────────────────────────────────────────────────────────────────────────────────


def _parts(verdicts: Mapping[str, JSON]) -> list[str]:
    """The parts that are shown, in order."""
    order = [name for name in TOPICS if any(name in one["parts"] for one in verdicts.values())]
    found = [name for one in verdicts.values() for name in one["parts"]]
    parts = dict.fromkeys([*order, *found])
    return [name for name in parts if name not in DROPPED or set(parts) == {name}]


def _seen(verdict: JSON, seats: Sequence[int]) -> dict[str, JSON]:
    """A verdict on views with its fields as parts; undisputed fields become one part."""
    plain_fields: list[dict[str, JSON]] = [{"seat": seat} for seat in seats]
    parts: dict[str, JSON] = {}
    for name, part in verdict["parts"].items():
        views = [
            {**outcome, "views": _of_seats(name, outcome[name], seats)}
            for outcome in part["outcomes"]
            if name in outcome
        ]
        if part["status"] == "settled" and not part["because"] and len(views) == 1:
            for place, view in enumerate(views[0]["views"]):
                plain_fields[place] |= view
        elif name != "seat":
            others = [one for one in part["outcomes"] if name not in one]
            told = [{key: of for key, of in one.items() if key != name} for one in views]
            parts[name] = {**part, "outcomes": [*told, *others]}
    whole = {"status": "settled", "because": [], "citations": []}
    return {"parts": {"view": {**whole, "outcomes": [{"views": plain_fields}]}, **parts}}


def _of_seats(name: str, values: Sequence[JSON], seats: Sequence[int]) -> list[dict[str, JSON]]:
    return [{"seat": seat, name: of} for seat, of in zip(seats, values, strict=True)]


def _quiet(name: str, parts: Mapping[str, JSON]) -> bool:
    """Whether a part need not be shown, because it is empty or another part says it."""
    part = parts[name]
    if name not in MAIN and part["status"] == "settled" and not any(part["outcomes"]):
        return True
    if name in FOLLOWING and parts.get(FOLLOWING[name], part)["status"] == "open":
        return True
    if name in QUIET and part["status"] in ("settled", "open"):
        return not _comes_of(part["outcomes"])
    if name == "scores" and part["status"] == "settled" and "points" in parts:
        points = [one.get("points") for one in parts["points"]["outcomes"]]
        return [one.get("scores") for one in part["outcomes"]] == points
    return False


def _comes_of(outcomes: Sequence[Mapping[str, JSON]]) -> bool:
    return any(
        not (value is None or value is False or value == [])
        for one in outcomes
        for name, value in one.items()
        if name != "under"
    )


def _joined(told: Iterable[Saying]) -> list[Saying]:
    """What a source says; parts with the same verdict and grounds are joined."""
    joined: list[Saying] = []
    for said in told:
        place = next((n for n, one in enumerate(joined) if _same(one, said)), None)
        if place is None:
            joined.append(said)
        else:
            joined[place] = _both(joined[place], said)
    return joined


def _same(one: Saying, other: Saying) -> bool:
    if one.status != other.status or one.aside != other.aside:
        return False
    if one.status == "open":
        return len(one.outcomes) > 1 and sorted(_conditions(one)) == sorted(_conditions(other))
    if one.status in ("silent", "lost"):
        return one.status == "lost" or not {*one.parts} & {*MAIN}
    return (
        one.status == "settled"
        and len(one.outcomes) == len(other.outcomes) == 1
        and set(other.grounds) <= set(one.grounds)
    )


def _conditions(said: Saying) -> list[str]:
    return [under for _, under in said.outcomes]


def _both(one: Saying, other: Saying) -> Saying:
    """Two parts joined: their outcomes side by side, under the same readings."""
    beside = {under: words for words, under in other.outcomes}
    told = tuple(
        ("; ".join(dict.fromkeys((words, beside[under]))), under) for words, under in one.outcomes
    )
    return replace(one, parts=(*one.parts, *other.parts), outcomes=told)
