"""Plays of Rummy at a table of two, made of plays at a table of three.

Rummy is often written for two players only, and most documents tell their plays at a table of
three.  Where the dealer never acts, the play goes on without this seat: the other two get three
cards more, and the reference must accept and refuse the same actions and give the hand the same
end.  A seat that goes out lays its three cards down as a meld.

``python -m tests.causes.two_handed`` keeps the plays that find more than the cases for two do: an
engine of the catalogue that all of these pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, TypeAlias, assert_never, final

import click
import msgspec

from meldcheck.check.causes import Catalogue, Trait
from meldcheck.check.judge import judge
from meldcheck.check.parts import seats_at
from meldcheck.check.plan import plan_of
from meldcheck.check.signs import DIFFERING
from meldcheck.engine.process import Conversation, Request
from meldcheck.engine.referee import act, begin
from meldcheck.law.rulespace import RuleSpace
from meldcheck.seeded.fuzz import Player, Setting, compared
from meldcheck.seeded.reduction import Reduction
from meldcheck.suite.derive import Found, FoundControl, FoundFile, derived_case, in_words
from meldcheck.suite.store import CAUSES, pretty
from meldcheck.words.case import JSON, Act, Ask, Case, Kind, Origin, Setup, Step
from meldcheck.words.deal import Dealt
from meldcheck.words.notation import show_step
from meldcheck.words.places import suite_directory
from meldcheck.words.protocol import GamePlayed
from meldspec.codec import write_value
from meldspec.games import GAMES
from meldspec.melds import ALL_MELDS, SMALLEST
from meldspec.play import Refusal
from meldspec.wire import Match
from tests.conformance.mistakes.hunt import bundled

from . import __main__ as played
from .catalogue import Difference

GAME: Final = "rummy"
FILE: Final = Path(__file__).parents[2] / "conformance" / "found" / GAME / "two-handed.json"
HOW: Final = "python -m tests.causes.two_handed: "
NAME: Final = f"{GAME}.derived.two-handed-"
DRAWS: Final = 200
"""Draws of the added cards before a play is given up."""
MATCHES: Final = 120
"""Seeded matches by each rules against an engine that no play of a document finds."""
TABLES: Final = 4
"""Rules of the cases that find such an engine, besides the default ones."""
MORE: Final = 3
"""Cards that a hand has more at a table of two."""
MELDS: Final[list[list[str]]] = [
    [str(write_value(card)) for card in sorted(meld)] for meld in ALL_MELDS if len(meld) == SMALLEST
]
TAKING: Final = ("draw", "take")
WIRE: Final = GAMES[GAME]
PLAYED: Final = GamePlayed(abilities=tuple(WIRE.abilities), players=(2,))
SEED: Final = 1
USUAL: Final = RuleSpace.of(WIRE).default
WHY: Final = "the same play up to the refused step, and an action that is allowed there"

Readings: TypeAlias = Mapping[str, str | int]


@final
@dataclass(frozen=True, slots=True)
class Play:
    """The actions of a case, of seats 1 and 0; the third seat has the cards ``free``."""

    case: Case
    hands: tuple[Sequence[str], Sequence[str]]
    free: Sequence[str]
    upcard: str
    stock: Sequence[str]
    steps: tuple[Step, ...]


def plays() -> Iterator[Play]:
    """The plays of one hand at a table of three in which the dealer does not act."""
    for case in bundled().cases:
        setup = case.setup
        if case.game != GAME or setup is None or case.origin is Origin.DERIVED:
            continue
        if setup.players != 3 or case.twin is not None:
            continue
        first, *told = (*case.steps, *next(iter(case.outcomes.values()), ()))
        if not isinstance(first, Act) or "hands" not in first.do or first.refused:
            continue
        if steps := _seated(setup, told):
            yield _play(case, first, steps)


def _play(case: Case, deal: Act, steps: tuple[Step, ...]) -> Play:
    assert case.setup is not None
    dealer = case.setup.dealer
    hands = [deal.do["hands"][(dealer + after) % 3] for after in range(3)]
    stock = deal.do["stock"]
    return Play(case, (hands[2], hands[1]), hands[0], deal.do["upcard"], stock, steps)


def _seated(setup: Setup, steps: Sequence[Step]) -> tuple[Step, ...] | None:
    """The steps with the seats of a table of two; None if another seat acts, or chance."""
    made = list[Step]()
    for step in steps:
        seat = step.by if isinstance(step, Act) else step.seat
        if isinstance(seat, str):
            return None
        place = None if seat is None else (seat - setup.dealer) % 3
        if place == 0:
            if isinstance(step, Act):
                return None
            continue
        changed = None if place is None else place % 2
        if isinstance(step, Act):
            made.append(msgspec.structs.replace(step, by=changed))
            if step.refused:
                break
        else:
            made.append(msgspec.structs.replace(step, seat=changed, answer=None))
    return tuple(made)


def at_two(play: Play) -> Found | None:
    """The play at a table of two; None if no draw of cards gives the same play."""
    assert play.case.setup is not None
    chance = Random(play.case.id)
    end = _end(_replayed(play.case.setup, play.case.rules, _accepted(play.case)))
    setup = Setup(players=2, dealer=0)
    for _ in range(DRAWS):
        steps = _drawn(play, chance, goes_out=end is not None)
        after = _replayed(setup, play.case.rules, steps)
        if after is not None and _end(after) == end:
            how = f"the play of {play.case.id} at a table of two"
            return _found(how, setup, play.case.rules, steps)
    return None


def _accepted(case: Case) -> list[Act]:
    steps = (*case.steps, *next(iter(case.outcomes.values()), ()))
    return [step for step in steps if isinstance(step, Act) and not step.refused]


def _replayed(setup: Setup, rules: Readings, steps: Sequence[Step]) -> Match | None:
    """The match after the steps; None if one is refused otherwise than it says."""
    match = begin(WIRE, rules, setup)
    assert not isinstance(match, Refusal)
    for step in steps:
        if isinstance(step, Act):
            after = act(match, step)
            refused = after.clauses if isinstance(after, Refusal) else ()
            if {*refused} != {*step.refused}:
                return None
            if not isinstance(after, Refusal):
                match = after
    return match


def _end(match: Match | None) -> str | None:
    result: JSON = None if match is None else match.result()
    return None if result is None else str(result["end"])


def _drawn(play: Play, chance: Random, *, goes_out: bool) -> list[Step]:
    """A deal with cards drawn for the two hands, and the steps with the meld of who goes out."""
    drawn = sum(isinstance(step, Act) and step.do["type"] == "draw" for step in play.steps) + 2
    free = [*play.free, *play.stock[drawn:]]
    chance.shuffle(free)
    added = {1: free[:MORE], 0: free[MORE : 2 * MORE]}
    steps = list(play.steps)
    if goes_out:
        turn, by = _last_turn(steps)
        meld = chance.choice([each for each in MELDS if {*each} <= {*free}] or [free[:MORE]])
        others = [card for card in free if card not in meld]
        added = {by: meld, 1 - by: others[:MORE]}
        steps.insert(turn + 1, Act(by=by, do={"type": "meld", "cards": meld}))
    hands = tuple((*play.hands[seat], *added[seat]) for seat in (0, 1))
    under = [card for card in free if card not in {*added[0], *added[1]}]
    deal = Dealt(0, hands, (*play.stock[:drawn], *under), play.upcard)
    return [deal.act(), *steps]


def _last_turn(steps: Sequence[Step]) -> tuple[int, int]:
    """The place where the last turn begins, and its seat."""
    begun = [
        (place, step.by)
        for place, step in enumerate(steps)
        if isinstance(step, Act) and isinstance(step.by, int) and step.do["type"] in TAKING
    ]
    return begun[-1]


def _found(how: str, setup: Setup, rules: Readings, steps: Sequence[Step]) -> Found:
    """The play with a question at its end, and with a control if a step is refused."""
    match = begin(WIRE, rules, setup)
    assert not isinstance(match, Refusal)
    accepted, control = list[Step](), list[Step]()
    for step in steps:
        if isinstance(step, Act):
            after = act(match, step)
            if isinstance(after, Refusal):
                control = [*accepted, *_allowed(match, step)]
            else:
                match = after
                accepted.append(step)
    last = steps[-1]
    if isinstance(last, Act) and not control:
        over = match.result() is not None
        last = Ask(what="result") if over else Ask(what="legal", seat=_actor(match))
        steps = [*steps, last]
    deals = [step for step in steps if isinstance(step, Act) and step.do["type"] == "deal"]
    kinds = {"legal": Kind.LEGAL, "view": Kind.VIEW}
    return Found(
        id=NAME,
        kind=kinds.get(last.what, Kind.PLAY) if isinstance(last, Ask) else Kind.PLAY,
        deals={
            str(number): in_words(Dealt.of(deal.do, setup.dealer if number == 1 else 0))
            for number, deal in enumerate(deals, start=1)
        },
        play=tuple(_lines(steps)),
        control=FoundControl(why=WHY, play=tuple(_lines(control))) if control else None,
        rules={name: value for name, value in rules.items() if value != USUAL[name]},
        how=f"{HOW}{how}",
    )


def _allowed(match: Match, refused: Act) -> Iterator[Act]:
    """An allowed action, of the same kind as the refused one if possible."""
    for seat in match.actors():
        if isinstance(seat, int):
            legal: JSON = match.legal(seat)
            same = [do for do in legal if do["type"] == refused.do["type"]]
            yield Act(by=seat, do=(same or legal)[0])


def _actor(match: Match) -> int:
    (seat,) = match.actors()
    assert isinstance(seat, int)
    return seat


def _lines(steps: Sequence[Step]) -> Iterator[str]:
    deals = 0
    for step in steps:
        match step:
            case Act(do={"type": "deal"}):
                deals += 1
                yield f"deal {deals}"
            case Act(by=by, do=do):
                yield show_step(by, do)
            case Ask(what=what, seat=seat):
                yield f"? {what}{'' if seat is None else f' {seat}'}"
            case _:
                assert_never(step)


# ── the plays that find more ─────────────────────────────────────────────────────────────────────


def unfound() -> list[tuple[Difference, list[Readings]]]:
    """The engines of the catalogue that fail a case, and none for two; the rules of these cases."""
    catalogue = msgspec.json.decode((suite_directory() / CAUSES).read_bytes(), type=Catalogue)
    cases = {case.id: case for case in bundled().cases}
    engines = {(each.kind, each.name): each for each in played.differences(GAME)}
    found = list[tuple[Difference, list[Readings]]]()
    for entry in catalogue.entries:
        key = (entry.kind, entry.name)
        failed = [cases[name] for name in entry.signs if not name.startswith(NAME)]
        if entry.game != GAME or entry.kind is Trait.READING or key not in engines:
            continue
        if all(seats_at(case.setup, case.question) != 2 for case in failed):
            rules = Counter(tuple(case.rules.items()) for case in failed if case.setup is not None)
            tables = [dict(each) for each, _ in rules.most_common(TABLES)]
            found.append((engines[key], [{}, *tables]))
    return found


def finds(found: Found, engines: Sequence[Difference]) -> set[str]:
    """The engines that fail the case of a play."""
    case = derived_case(found, WIRE, FILE.name, found.how)
    said = plan_of(case, bundled().manifest.defaults, games={GAME: PLAYED}).said
    return {
        name_of(each)
        for each in engines
        if judge(case, said, played.heard(each, said)).status in DIFFERING
    }


def name_of(engine: Difference) -> str:
    """The name of an engine, with its kind."""
    return f"{engine.kind} {engine.name}"


@final
@dataclass(frozen=True, slots=True)
class _Engine:
    """An engine of the catalogue; one that breaks has accepted something that it should not."""

    engine: Difference

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """The replies to some requests."""
        return played.replies(self.engine, requests)


def seeded(engine: Difference, tables: Sequence[Readings]) -> Found | None:
    """A short play on which an engine differs; None if no seeded match shows one."""
    subject = _Engine(engine)
    for rules in tables:
        table = Setting(WIRE, rules, PLAYED)
        for number in range(MATCHES):
            outcome = compared(subject, table, Player(table, SEED, number).play())
            if outcome.status in DIFFERING:
                case = Reduction(subject, table, outcome).run().case
                assert case.setup is not None
                told = ", ".join(f"{name}={reading}" for name, reading in rules.items())
                how = f"seeded match {number} of seed {SEED}{told and ' by '}{told}, reduced"
                return _found(how, case.setup, rules, case.steps)
    return None


@click.command()
def main() -> None:
    """Keep the fewest plays that find every engine that some play finds."""
    waiting = unfound()
    engines = [engine for engine, _ in waiting]
    made = {found.how: found for play in plays() if (found := at_two(play)) is not None}
    finding = {how: finds(found, engines) for how, found in made.items()}
    told = set[str]().union(*finding.values())
    click.echo(f"{len(made)} plays of documents find {len(told)} of {len(engines)} engines")
    for engine, tables in waiting:
        if name_of(engine) not in told:
            found = seeded(engine, tables)
            click.echo(f"{name_of(engine)}: {found and found.how}", err=True)
            if found is None:
                click.echo(f"not found: {name_of(engine)}")
            else:
                made[found.how] = found
                finding[found.how] = finds(found, engines)
                told |= finding[found.how]
    chosen = list[str]()
    while told:
        best = max(finding, key=lambda how: (len(finding[how] & told), how))
        chosen.append(best)
        told -= finding[best]
    kept = tuple(
        msgspec.structs.replace(made[how], id=f"{NAME}{number:03}")
        for number, how in enumerate(sorted(chosen), start=1)
    )
    FILE.write_bytes(pretty(FoundFile(game=GAME, how=HOW, found=kept)))
    click.echo(f"{len(kept)} plays are kept")


if __name__ == "__main__":
    main()
