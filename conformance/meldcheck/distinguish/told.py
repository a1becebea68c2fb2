"""The findings of ``distinguish``, as text and as JSON: the options, the play, the proof."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from meldcheck.distinguish.course import Deck, Finding, Proof, ProofKind, ReadingPair
from meldcheck.distinguish.pair import Fork, Joint, Play, Ruling
from meldcheck.distinguish.sides import Pairing
from meldcheck.distinguish.tongits.bounds import Bound
from meldcheck.distinguish.tongits.small import SmallFinding
from meldcheck.games import ARGUED, MEASURES, title_of
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.told.names import seats
from meldcheck.words.case import JSON, Act, plain
from meldcheck.words.lines import counted
from meldcheck.words.notation import CHANCE, show_cards, show_step
from meldcheck.words.readings import Readings
from meldcheck.words.telling import acts_value, gains, named_winners
from meldspec.wire import GameWire

MOST_FIELDS: Final = 6
"""Number of differing fields of views and results that are shown as text."""


def differs(finding: Finding) -> bool:
    """Whether a play or a deck was found on which the two rule sets differ."""
    return finding.play is not None or finding.deck is not None


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def lines(finding: Finding) -> Iterator[str]:
    """A finding as text."""
    pairing = finding.pairing
    names = _names(pairing)
    yield from _options(pairing, names)
    if finding.deck is not None:
        yield from _deck(finding.deck, names)
        return
    if finding.play is None:
        yield _nothing(finding)
        return
    yield ""
    yield f"a play of {counted(len(finding.play), 'step')}, the deal among them:"
    yield from play_lines(finding.play)
    difference = finding.play.difference
    yield from _said(names[0], difference.one)
    yield from _said(names[1], difference.other)
    yield ""
    if len(pairing.alive) > 1:
        yield f"it shows {', '.join(finding.shows) or 'several of these options together'}"
    if finding.proof is not None:
        yield from _proof(finding.proof, finding.bound)


def _names(pairing: Pairing) -> tuple[str, str]:
    """The names of the two rule sets, marked (A) and (B) if they are equal."""
    one, other = pairing.one.name, pairing.other.name
    return (one, other) if one != other else (f"{one} (A)", f"{other} (B)")


def _options(pairing: Pairing, names: tuple[str, str]) -> Iterator[str]:
    yield f"A: {names[0]}"
    yield f"B: {names[1]}"
    for option, reading in pairing.beside.items():
        yield f"both with {option} {reading}, because the difference does not show without it"
    for letter, added in zip("AB", pairing.added, strict=True):
        for option, reading in added.items():
            yield f"{letter} with {option} {reading}, because its readings need it to matter"
    if not pairing.differing:
        yield "they have the same reading of every option"
    for option in pairing.differing:
        one, other = pairing.one.readings[option], pairing.other.readings[option]
        dead = " (matters under neither)" if option in pairing.dead else ""
        yield f"  {option}: {one} | {other}{dead}"


def _nothing(finding: Finding) -> str:
    if not finding.pairing.differing:
        return "no play tells them apart"
    if not finding.pairing.alive:
        return "no play tells them apart: the options that differ matter under neither rule set"
    if not finding.argued:
        return "no play was found that tells them apart, neither in the documents nor in the suite"
    if finding.bound is None:
        return "no play tells them apart: no play reaches a step where the options that differ show"
    effort = finding.effort
    return (
        f"no play was found that tells them apart, neither in the documents nor among the "
        f"seeded plays (seed {effort.seed}, {effort.hands} of each kind); such a play has at "
        f"least {counted(finding.bound.steps, 'step')}"
    )


def play_lines(play: Play) -> Iterator[str]:
    """The steps of a play, as the documents write them, each deal with its cards."""
    for number, step in enumerate(play.steps, start=1):
        if step.by == CHANCE:
            yield f"{number:>4}. deal"
            for seat, hand in enumerate(step.do["hands"]):
                yield f"        seat {seat}: {show_cards(hand)}"
            yield f"        stock: {' '.join(step.do['stock'])}"
        else:
            yield f"{number:>4}. {show_step(step.by, step.do)}"


def _said(name: str, said: Ruling) -> Iterator[str]:
    if said.refused:
        yield f"      {name}: refused by {', '.join(said.refused)}"
        return
    if said.sees is None:
        yield f"      {name}: accepted"
        return
    fields = list(_by_seats(said.sees).items())
    shown = "; ".join(f"{field}: {_short(value)}" for field, value in fields[:MOST_FIELDS])
    more = f"; and {len(fields) - MOST_FIELDS} more" if len(fields) > MOST_FIELDS else ""
    yield f"      {name}: {shown}{more}"


_SEEN: Final = re.compile(r"seat (\d+) sees (.*)")


def _by_seats(sees: Mapping[str, JSON]) -> dict[str, JSON]:
    """Differing fields, those of seats with equal values merged; payments replace their receipt."""
    seeing: dict[tuple[str, str], list[int]] = {}
    shown: dict[str, JSON] = {}
    for name, value in sees.items():
        seen = _SEEN.fullmatch(name)
        if seen is not None:
            seeing.setdefault((seen[2], _short(value)), []).append(int(seen[1]))
    for name, value in sees.items():
        seen = _SEEN.fullmatch(name)
        if seen is not None:
            alike = seeing[seen[2], _short(value)]
            verb = "see" if len(alike) > 1 else "sees"
            shown[f"{seats(alike)} {verb} {seen[2]}"] = value
        elif name != "result receipt" or "result payments" not in sees:
            shown[name] = value
    return shown


def _short(value: JSON) -> str:
    if isinstance(value, dict) and value.keys() & {"winner", "winners"}:
        return f"{value['end']}, {named_winners(value)}, {gains(value)}"
    return json.dumps(value, ensure_ascii=False)


def _proof(proof: Proof, bound: Bound | None) -> Iterator[str]:
    yield proof.words
    if bound is None:
        return
    if proof.kind is ProofKind.ARGUED:
        yield f"  they can differ only once {bound.words}"
    else:
        yield f"  no deal has a play of fewer than {counted(bound.steps, 'step')} (argued):"
        yield f"  they can differ only once {bound.words}"
    yield f"  (for {bound.option}); the shortest way there, whatever the cards:"
    yield f"  {_walk(bound)}"


def _deck(deck: Deck, names: tuple[str, str]) -> Iterator[str]:
    yield ""
    yield "no play tells them apart, because a play is dealt card by card; this deck does:"
    yield f"  dealer {deck.question['dealer']}, deck {' '.join(deck.question['deck'])}"
    for name, answer in zip(names, (deck.one, deck.other), strict=True):
        hands = " | ".join(show_cards(hand) for hand in answer["hands"])
        yield f"      {name}: {hands}"
    yield ""
    yield "minimal over all deals (argued)"
    yield "  nothing shorter can be asked"


def small_lines(pairing: Pairing, found: SmallFinding) -> Iterator[str]:
    """The result of a search with a small pack, as text."""
    names = _names(pairing)
    yield from _options(pairing, names)
    yield ""
    which = "all deals up to an exchange of suits" if found.whole else f"seed {found.seed}"
    yield f"a small pack of {found.small.words}; {found.deals} deals by seat 0 ({which}), one hand"
    if found.play is not None:
        yield f"a play of {counted(len(found.play), 'step')}, the deal among them:"
        yield from play_lines(found.play)
        yield from _said(names[0], found.play.difference.one)
        yield from _said(names[1], found.play.difference.other)
        yield ""
    yield found.words
    if found.play is not None and not found.whole:
        yield "  none of the other deals has a shorter play"


# ── values ───────────────────────────────────────────────────────────────────────────────────────


def as_value(finding: Finding, game: GameWire) -> dict[str, JSON]:
    """A finding as JSON."""
    pairing = finding.pairing
    return {
        "game": pairing.one.game,
        "a": pairing.one.name,
        "b": pairing.other.name,
        "beside": dict(pairing.beside),
        "added": [dict(readings) for readings in pairing.added],
        "options": _options_value(pairing),
        "differ": differs(finding),
        "bound": None if finding.bound is None else _bound(finding.bound),
        "steps": None if finding.play is None else len(finding.play),
        "proof": _proof_value(finding),
        "play": None if finding.play is None else _play(finding.play),
        "shows": list(finding.shows),
        "deck": None if finding.deck is None else _deck_value(finding.deck),
        "scenario": None if finding.play is None else scenario(finding, game),
    }


def small_value(pairing: Pairing, found: SmallFinding) -> dict[str, JSON]:
    """The result of a search with a small pack, as JSON."""
    small = found.small
    return {
        "game": pairing.one.game,
        "a": pairing.one.name,
        "b": pairing.other.name,
        "beside": dict(pairing.beside),
        "options": _options_value(pairing),
        "differ": found.play is not None,
        "small": {"ranks": small.ranks, "suits": small.suits, "hand": small.hand},
        "deals": {"number": found.deals, "all": found.whole, "seed": found.seed},
        "steps": None if found.play is None else len(found.play),
        "proof": {"words": found.words, "depth": found.depth, "states": found.states},
        "play": None if found.play is None else _play(found.play),
    }


def _options_value(pairing: Pairing) -> list[JSON]:
    return [
        {
            "option": option,
            "a": pairing.one.readings[option],
            "b": pairing.other.readings[option],
            "matters": option not in pairing.dead,
        }
        for option in pairing.differing
    ]


def _bound(bound: Bound) -> dict[str, JSON]:
    return {
        "steps": bound.steps,
        "option": bound.option,
        "words": bound.words,
        "walk": [move.words for move in bound.walk],
    }


def _proof_value(finding: Finding) -> JSON:
    proof = finding.proof
    if proof is None:
        return None
    searched = proof.searched
    return {
        "kind": proof.kind.value,
        "words": proof.words,
        "depth": None if searched is None else searched.depth,
        "states": None if searched is None else searched.states,
    }


def _play(play: Play) -> dict[str, JSON]:
    return {
        **plain(play.setup),
        "lines": [_words(step) for step in play.steps],
        "steps": acts_value(play.steps),
        "a": _said_value(play.difference.one),
        "b": _said_value(play.difference.other),
    }


def _words(step: Act) -> str:
    return str(step.do["type"]) if step.by == CHANCE else show_step(step.by, step.do)


def _said_value(said: Ruling) -> dict[str, JSON]:
    return {
        "accepted": not said.refused,
        "refused": list(said.refused),
        "sees": None if said.sees is None else dict(said.sees),
    }


def _deck_value(deck: Deck) -> dict[str, JSON]:
    return {"question": deck.question, "a": deck.one, "b": deck.other}


def scenario(finding: Finding, game: GameWire) -> dict[str, JSON]:
    """The play as a scenario file, without the readings that differ.

    Its rules are the readings that both rule sets have and that differ from the default.  If the
    play needs more, its rules are those of A.
    """
    play, pairing = finding.play, finding.pairing
    assert play is not None
    shared = {
        name: reading
        for name, reading in pairing.one.differs.items()
        if pairing.other.readings[name] == reading
    }
    rules = shared if _goes_on(game, play, shared) else dict(pairing.one.differs)
    return {
        "game": game.name,
        "rules": {"options": dict(rules)},
        **plain(play.setup),
        "steps": acts_value(play.steps),
        "ask": _asked(play),
    }


def _goes_on(game: GameWire, play: Play, rules: Readings) -> bool:
    """Whether all steps before the last are accepted by the default rules with these readings."""
    whole = {**RuleSpace.of(game).default, **rules}
    both = Joint(game, whole, whole)
    standing = both.begin(play.setup)
    for step in play.steps[:-1]:
        after = both.step(standing, step)
        if not isinstance(after, Fork):
            return False
        standing = after
    return True


def _asked(play: Play) -> str:
    one, other = play.difference.one, play.difference.other
    if one.refused or other.refused:
        return "legal-last"
    fields: Mapping[str, JSON] = one.sees or {}
    return "result" if any(name.startswith("result") for name in fields) else "view"


# ── the page ─────────────────────────────────────────────────────────────────────────────────────

_INTRODUCTION: Final = """\
# {title}: which play tells two readings apart

For every question that a rule set can answer, and every two of its playable readings, this page
has a shortest play on which the two differ. Both readings accept every step before the last, and
every seat sees the same under both. At the last step, only one reading accepts the step, or a seat
sees something else, or another seat is to act, or the result is different. The deal counts as a
step.

`meldspec distinguish {game} A B` prints such a play with its cards, for any two rule sets: A and
B are names, house rule files, or readings written `option=reading`, as in `meldspec distinguish
{game} {example}`.
With `--write FILE` the play becomes a scenario for `meldspec replay` and [`meldspec
settle`](settle.md).

A click on a question opens its table. The cell of a long play names its first steps and its last
one. Below the table each play can be stepped through whole, and the last step is shown under every
reading that the play tells apart. Readings of one question often share a play.

## How it works

The two rule sets are played side by side. The readings that differ stay undecided until a rule
asks for one. Plays of the documents are cut where the two first differ{hunted}. Each play comes
with a statement of how short it is:
"""

_HUNTED: Final = """. Cards are chosen to fit a
shortest way to a difference, and seeded plays are made from deals in which much can happen soon.
Steps are left out as long as the play still differs"""

_ARGUED: Final = """
*minimal over all deals (argued)*
: No deal has a shorter play. The argument names an event that must happen before the readings can
  show, and counts the steps to it in an outline of the game. The outline has turns, calls, the
  stock and the owners of melds, but no cards, so any seat may have any card. It allows everything
  that either rule set allows. Every play is a walk through it, so no play is shorter than the
  shortest walk. The arguments are [below](#the-arguments). They are made by hand and
  property-tested: seeded plays under random rule sets are walks through the outline, and where two
  rule sets differ, the named event has happened.
"""

_SEARCHED: Final = """
*minimal for this deal (breadth-first, N states)*
: Every shorter play from this deal was examined, equal states once.

*searched to depth D of L (N states)*
: The play has L steps. Every play of up to D steps from this deal was examined before the limit
  of states was reached.{sampled}

Where two readings matter only under other readings, both rule sets have the fewest of these that
let them matter. Seats are numbered from 0. `meldspec distinguish {game} --all` prints this
page; `.ci/run` makes it again and compares.
"""

_EXAMPLES: Final = {
    "tongits": "default tie-three-way=last_to_challenge",
    "rummy": "denexa jetpunk",
    "three-thirteen": "default out-automatic=automatic",
    "indian-chief": "default thief-tie-protocol=never",
    "carousel": "default second-draw=may_pass",
}
"""By game, two rule sets to compare."""

_ARGUMENTS: Final = """\
## The arguments

Each argument names an event that must happen before readings can show, and has a shortest walk
through the outline to this event. The number of steps may differ under other rules. Each walk is
counted when this page is made; no number is written by hand.
"""

_LONG_WALK: Final = 18

_LONG_PLAY: Final = 4
"""Steps of a play that a row shows in full."""


def page(game: str, rows: Iterable[ReadingPair]) -> Iterator[str]:
    """A page of the documentation: the tables of all questions by chapter, and the arguments."""
    told = tuple(rows)
    yield from _introduction(game)
    for chapter, of_chapter in groupby(told, key=lambda row: row.option.partition(".")[0]):
        yield ""
        yield f"## {chapter.replace('_', ' ').capitalize()}"
        for _, of_question in groupby(of_chapter, key=lambda row: row.option):
            yield ""
            yield from question_lines(tuple(of_question))
    if game not in ARGUED:
        return
    yield ""
    yield from _ARGUMENTS.splitlines()
    yield ""
    for bound, options in _arguments(told):
        yield f"**{bound.words[0].upper()}{bound.words[1:]}**: {counted(bound.steps, 'step')}"
        yield f": {', '.join(f'`{option}`' for option in options)}"
        yield ""
        yield f"  {_walk(bound)}"
        yield ""


_SAMPLED: Final = """
  Where a seat can rearrange the table, only the plays of the most cards and of the most points are
  followed, and D counts only up to there."""


def _introduction(game: str) -> Iterator[str]:
    argued = game in ARGUED
    words = {"game": game, "title": title_of(game), "example": _EXAMPLES[game]}
    parts = (_INTRODUCTION, _ARGUED, _SEARCHED) if argued else (_INTRODUCTION, _SEARCHED)
    for part in parts:
        hunted = _HUNTED if argued else ""
        sampled = "" if MEASURES[game].few is None else _SAMPLED
        yield from part.format(hunted=hunted, sampled=sampled, **words).splitlines()


def question_lines(rows: Sequence[ReadingPair]) -> Iterator[str]:
    """The fold of a question: the table of its pairs of readings, and their plays."""
    first = rows[0]
    plays: dict[str, tuple[ReadingPair, list[str]]] = {}
    names: list[str] = []
    for row in rows:
        names.append("")
        if row.finding.play is not None:
            written = "\n".join(_acts_written(row))
            name = f"{row.question}.apart-{[*plays, written].index(written) + 1}"
            _, readings = plays.setdefault(written, (row, []))
            readings += [one for one in (row.one, row.other) if one not in readings]
            names[-1] = name
    name = first.option.partition(".")[2]
    yield f"::::{{law-fold}} `{name}`: {_pairs_in_short(rows)}"
    yield f"The question is {{law:question}}`{name} <{first.question}>`."
    yield ""
    yield "| readings | play | what then differs | steps |"
    yield "| --- | --- | --- | --- |"
    for row, play in zip(rows, names, strict=True):
        yield page_row(row, play)
    for number, (written, (row, readings)) in enumerate(plays.items(), start=1):
        yield ""
        if len(plays) > 1:
            shown = ", ".join(f"`{reading}`" for reading in readings)
            yield f"Play {number}, under {shown}:"
            yield ""
        yield f":::{{law-apart}} {row.question}.apart-{number}"
        yield f"readings: {json.dumps(readings)}"
        yield from written.splitlines()
        yield ":::"
    yield "::::"


def _pairs_in_short(rows: Sequence[ReadingPair]) -> str:
    """The number of pairs of readings, and the lengths of their plays."""
    pairs = "two readings" if len(rows) == 1 else f"{len(rows)} pairs of readings"
    lengths = {len(row.finding.play) for row in rows if row.finding.play is not None}
    if not lengths:
        return f"{pairs}, no play"
    if len(lengths) == 1:
        return f"{pairs}, {counted(lengths.pop(), 'step')}"
    return f"{pairs}, {min(lengths)} to {max(lengths)} steps"


def _acts_written(row: ReadingPair) -> Iterator[str]:
    """The play of a row as the directive ``law-apart`` reads it, one step a line."""
    play = row.finding.play
    assert play is not None
    yield f"game: {row.finding.pairing.one.game}"
    yield f"asks: {row.question}"
    yield f"rules: {json.dumps(dict(row.finding.pairing.beside))}"
    for name, value in plain(play.setup).items():
        yield f"{name}: {value}"
    yield "play:"
    for step in play.steps:
        yield f"- {json.dumps(_step_written(step))}"


def _step_written(step: Act) -> JSON:
    """A step in the notation of the documents; chance acts as in the protocol, cards as text."""
    if step.by != CHANCE:
        return show_step(step.by, step.do)
    do = step.do
    if do["type"] != "deal":
        return do
    hands = [" ".join(hand) for hand in do["hands"]]
    return {**do, "hands": hands, "stock": " ".join(do["stock"])}


def page_row(row: ReadingPair, name: str = "") -> str:
    """The row of two readings in the table of their question, with a link to the named play."""
    readings = f"`{row.one}` or `{row.other}`"
    for option, reading in row.finding.pairing.beside.items():
        readings += f"<br>beside `{option}` `{reading}`"
    play, differs_in, length = _cells(row.finding)
    shown = f'<a href="#{name}">{play}</a>' if name else play
    return f"| {' | '.join((readings, shown, differs_in, length))} |"


def _arguments(rows: Iterable[ReadingPair]) -> list[tuple[Bound, list[str]]]:
    """Every argument, the shortest walks first, with the options that it covers."""
    found: dict[tuple[int, str], tuple[Bound, list[str]]] = {}
    for row in rows:
        bound = row.finding.bound
        if bound is not None:
            _, options = found.setdefault((bound.steps, bound.words), (bound, []))
            if row.option not in options:
                options.append(row.option)
    return [found[key] for key in sorted(found)]


def _walk(bound: Bound) -> str:
    """A walk in words; the middle of a long one is left out."""
    words = [move.words for move in bound.walk]
    if len(words) <= _LONG_WALK:
        return "; ".join(words)
    return "; ".join((*words[:4], "…", *words[-6:]))


def _cells(finding: Finding) -> tuple[str, str, str]:
    """The cells of a row: play, difference and length."""
    if finding.deck is not None:
        return "none: a deck is dealt", "the hands", "0, minimal over all deals (argued)"
    if finding.play is None:
        if finding.bound is None and finding.pairing.alive and not finding.argued:
            return "none found", "", ""
        if finding.bound is None:
            return "none: no playable rule set lets both matter", "", ""
        return "none found", "", f"at least {finding.bound.steps} (argued)"
    acts = [_words(step) for step in finding.play.steps]
    shown = acts if len(acts) <= _LONG_PLAY else [*acts[:2], "…", acts[-1]]
    length = str(len(acts))
    if finding.proof is not None:
        length += f", {finding.proof.words}"
        if finding.proof.kind is not ProofKind.ARGUED and finding.bound is not None:
            length += f"; at least {finding.bound.steps} (argued)"
    return "; ".join(shown), _felt(finding.play), length


def _felt(play: Play) -> str:
    """The first difference after a play, in the order of the readings."""
    sides = (play.difference.one, play.difference.other)
    if any(said.refused for said in sides):
        return " or ".join(
            f"refused by {', '.join(f'`{clause}`' for clause in said.refused)}"
            if said.refused
            else "accepted"
            for said in sides
        )
    one, other = (said.sees or {} for said in sides)
    name = next(iter(one))
    return f"{name}: {_short(one[name])} or {_short(other[name])}"


def table_value(rows: Iterable[ReadingPair]) -> list[JSON]:
    """The table as JSON."""
    return [
        {
            "option": row.option,
            "readings": [row.one, row.other],
            "beside": dict(row.finding.pairing.beside),
            "steps": None if row.finding.play is None else len(row.finding.play),
            "known": None if row.finding.known is None else len(row.finding.known),
            "bound": None if row.finding.bound is None else row.finding.bound.steps,
            "proof": _proof_value(row.finding),
            "deck": row.finding.deck is not None,
            "play": None if row.finding.play is None else _play(row.finding.play),
        }
        for row in rows
    ]
