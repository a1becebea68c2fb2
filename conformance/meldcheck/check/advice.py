"""What the doctor found in an engine: as text, as JSON, and as a declaration to edit."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import final

import msgspec

from meldcheck.check.declared import command_with
from meldcheck.check.doctor import Came, Examined, Sort, Symptom, named_players, place_of
from meldcheck.engine.process import REMEDIES, FaultKind, called, printable
from meldcheck.games import MEASURES, title_of
from meldcheck.words.case import JSON
from meldcheck.words.lines import counted
from meldcheck.words.protocol import EngineName
from meldspec.games import GAMES


@final
@dataclass(frozen=True, slots=True)
class Advice:
    """The games of an engine after the course."""

    engine: EngineName
    games: tuple[Examined, ...]

    @property
    def holds(self) -> bool:
        """Whether the engine never broke the protocol, and its hello says what was found.

        An ability or a number of players that hardly ever comes as stated is not what it says.
        """
        return all(
            one.is_declared and not one.faults and all(each.is_part for each in one.doubtful)
            for one in self.games
        )


# ── text ─────────────────────────────────────────────────────────────────────────────────────────


def lines(advice: Advice) -> Iterator[str]:
    """The advice for people. The first line is the whole of it in one sentence."""
    yield _sentence(advice)
    for one in advice.games:
        yield ""
        yield from _game(one)


def _sentence(advice: Advice) -> str:
    name = called(advice.engine)
    missing = sum(len(one.missing) for one in advice.games)
    doubtful = sum(len(one.doubtful) for one in advice.games)
    left_out = sum(len(one.left_out) for one in advice.games)
    broken = sum(sum(one.faults.values()) for one in advice.games)
    told: list[str] = []
    if missing:
        said = all(one.is_declared for one in advice.games)
        told.append(f"lacks {counted(missing, 'part')}" + (", as its hello says" if said else ""))
    if doubtful:
        comes = "comes" if doubtful == 1 else "come"
        told.append(f"has {counted(doubtful, 'part')} that hardly ever {comes} as stated")
    if left_out:
        told.append(f"has {counted(left_out, 'part')} that its hello leaves out")
    if broken:
        told.append(f"broke the protocol in {counted(broken, 'case')}")
    if not told:
        return f"{name} has everything that it was asked for."
    return f"{name} {', and '.join(filter(None, (', '.join(told[:-1]), told[-1])))}."


def _game(one: Examined) -> Iterator[str]:
    yield f"{title_of(one.game)}: {counted(one.plays, 'case')} played"
    yield f"  has       {', '.join(one.shown) or 'no ability'}"
    if one.untried:
        yield f"  untried   {', '.join(one.untried)}: its hello says that it has them"
    if one.left_out:
        come = "it comes" if len(one.left_out) == 1 else "they come"
        yield f"  left out  {', '.join(each.name for each in one.left_out)}: {come} as stated"
    if one.accepted:
        yield f"  accepts   {', '.join(one.accepted)}"
    yield from (f"  lacks     {_in_words(each)}" for each in one.missing)
    yield from (f"  perhaps   {_in_words(each)}: {_question(each)}" for each in one.doubtful)
    for kind, number in sorted(one.faults.items()):
        yield f"  faults    {kind} {number}: {REMEDIES[FaultKind(kind)]}"
        yield f"            the first: {one.first_faults[kind]}"
    if one.not_run:
        yield f"  not run   {counted(one.not_run, 'case')}, as the engine faulted too often"


def _in_words(symptom: Symptom) -> str:
    """What was seen, how often, and the number of cases that it costs."""
    unjudged = f"{counted(symptom.unjudged, 'case')} not judged" if symptom.unjudged else ""
    partly = f"{counted(symptom.partly, 'case')} judged without it" if symptom.partly else ""
    costs = ", ".join(filter(None, (unjudged, partly))) or "no case needs it"
    return f"{symptom.name}: {_came(symptom)} ({costs})"


def _came(symptom: Symptom) -> str:
    several = [f"{came.value} {number}" for came, number in sorted(symptom.came.items())]
    return f"{', '.join(several)} of {symptom.asked}"


def _question(symptom: Symptom) -> str:
    if Came.FAULT in symptom.came:
        return "a mistake of the engine"
    if Came.UNANSWERED in symptom.came:
        return "is the answer not written yet? A reply to a question has it in the field answer"
    if Came.REFUSED in symptom.came:
        return "does the engine lack it, or refuse it wrongly?"
    if symptom.name == "view.hand":
        return "does it play with the cards that the deal states, if it shuffles by itself?"
    return "does the engine mean something else by it, or is it a mistake?"


# ── JSON ─────────────────────────────────────────────────────────────────────────────────────────


def as_value(advice: Advice) -> dict[str, JSON]:
    """The advice for programs."""
    return {
        "engine": msgspec.structs.asdict(advice.engine),
        "holds": advice.holds,
        "games": {
            one.game: {
                "plays": one.plays,
                "not_run": one.not_run,
                "faults": dict(one.faults),
                "first_faults": dict(one.first_faults),
                "abilities": list(one.abilities),
                "shown": list(one.shown),
                "untried": list(one.untried),
                "accepts": list(one.accepted),
                "players": None if one.players is None else list(one.players),
                "missing": [_symptom(each) for each in one.missing],
                "doubtful": [_symptom(each) for each in one.doubtful],
                "left_out": [_symptom(each) for each in one.left_out],
                "declaration": declared(one),
            }
            for one in advice.games
        },
    }


def _symptom(symptom: Symptom) -> dict[str, JSON]:
    return {
        "what": symptom.sort.value,
        "name": symptom.name,
        "came": {came.value: number for came, number in symptom.came.items()},
        "not_judged": symptom.unjudged,
        "judged_without": symptom.partly,
    }


def declared(one: Examined) -> dict[str, JSON]:
    """What to declare of a game, with the fields of ``hello``."""
    lacks = {what: [*names] for what, names in _lacks(one).items()}
    told: dict[str, JSON] = {"abilities": list(one.abilities)}
    if one.players is not None:
        told["players"] = list(one.players)
    return {**told, **({"without": lacks} if lacks else {})}


def _lacks(one: Examined) -> Mapping[str, Mapping[str, str]]:
    """By key of ``without``: each name with the reason why it stands there."""
    found = {
        what: dict.fromkeys(names, "as hello says") for what, names in one.said.without.items()
    }
    for each in one.missing:
        if each.is_part:
            what, name = place_of(each)
            found.setdefault(what, {})[name] = _in_words(each).partition(": ")[2]
    return found


# ── the declaration ──────────────────────────────────────────────────────────────────────────────


def as_toml(advice: Advice) -> str:
    """The declaration as the content of a file. What is doubtful stands there as a comment."""
    told = [
        f"# What {called(advice.engine)} has, as meldspec doctor found it: give it to",
        "# meldspec check --declare. Lines under without that begin with # wait for you: each may",
        "# be a mistake of the engine. Remove the # if the engine differs on purpose.",
    ]
    for one in advice.games:
        told += ["", *_table(one)]
    return "".join(f"{line}\n" for line in told)


def _table(one: Examined) -> Iterator[str]:
    seen = {each.name: each for each in one.symptoms if each.sort is Sort.ABILITY}
    yield f"[games.{one.game}]"
    broken = [each for each in seen.values() if each.is_broken]
    away = {*one.abilities, *(each.name for each in broken)}
    for name in GAMES[one.game].abilities:
        if name not in away:
            yield f"# lacks {name}{_why(seen.get(name), one.missing, ', ')}"
    yield "abilities = ["
    for name in one.abilities:
        yield f'  "{name}",{_why(seen.get(name), one.doubtful, "  # ")}'
    for each in broken:
        yield f'  # "{each.name}",{_why(each, broken, "  # ")}: to be added when it is mended'
    yield "]"
    yield from _seats(one)
    lacks = _lacks(one)
    doubtful = [each for each in one.doubtful if each.is_part]
    keys = dict.fromkeys([*lacks, *(place_of(each)[0] for each in doubtful)])
    if keys:
        yield ""
        yield f"[games.{one.game}.without]"
    for what in keys:
        yield f"{what} = ["
        for name, reason in lacks.get(what, {}).items():
            yield f'  "{name}",  # {reason}'
        for each in doubtful:
            if place_of(each)[0] == what and place_of(each)[1] not in lacks.get(what, {}):
                words = f"{_in_words(each).partition(': ')[2]}: {_question(each)}"
                yield f'  # "{place_of(each)[1]}",  # {words}'
        yield "]"


def _seats(one: Examined) -> Iterator[str]:
    """The numbers of players, if they are not all of the game or one is doubtful."""
    seen = {each.name: each for each in one.symptoms if each.sort is Sort.PLAYERS}
    for each in one.missing:
        if each.sort is Sort.PLAYERS:
            yield f"# lacks {each.name}{_why(each, one.missing, ', ')}"
    doubtful = any(each.sort is Sort.PLAYERS for each in one.doubtful)
    if one.players is not None or doubtful:
        yield "players = ["
        for number in MEASURES[one.game].players if one.players is None else one.players:
            yield f"  {number},{_why(seen.get(named_players(number)), one.doubtful, '  # ')}"
        yield "]"


def _why(symptom: Symptom | None, among: Sequence[Symptom], before: str) -> str:
    """What was seen of an ability that is among these; empty for another one."""
    if symptom is None or symptom not in among:
        return ""
    return f"{before}{_in_words(symptom).partition(': ')[2]}"


def as_json(advice: Advice) -> bytes:
    """The declaration as JSON, without what is doubtful."""
    games = {one.game: declared(one) for one in advice.games}
    return msgspec.json.format(msgspec.json.encode({"games": games}), indent=2) + b"\n"


def hints(advice: Advice, command: Sequence[str], file: str | None) -> Iterator[str]:
    """What to do next: look at the readings, and check the engine with its declaration.

    Nothing is to be done about a game of which the engine has no ability.  Without a file, nothing
    can look at the readings of a game that ``hello`` leaves out.
    """
    engine = printable(shlex.join(command))
    declaring = "" if file is None else f" --declare {printable(shlex.quote(file))}"
    yield ""
    played = [
        one.game
        for one in advice.games
        if "play" in one.abilities and (declaring or "play" in one.said.abilities)
    ]
    if played:
        game = played[0] if len(played) == 1 else "GAME"
        yield f"readings: meldspec identify --game {game}{declaring} -- {engine}"
    if file is not None:
        waiting = sum(each.is_part for one in advice.games for each in one.doubtful)
        waits = "waits" if waiting == 1 else "wait"
        left = f"; {counted(waiting, 'line')} in it {waits} for your decision" if waiting else ""
        yield f"written: {printable(file)}{left}"
        if any(one.abilities for one in advice.games):
            yield command_with(file, command)
