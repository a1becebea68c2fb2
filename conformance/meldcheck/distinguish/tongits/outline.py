"""An outline of Tong-its: the deeds of each turn, without cards.

Every play is a walk through the outline, so no play reaches an event in fewer steps than the
shortest walk.  The outline allows everything that either of two rule sets allows, and more: any
seat may have any cards.  So its bounds hold for all deals and under both rule sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never, final

from meldcheck.games.measure import DECK
from meldcheck.games.tongits import HAND, SEATS
from meldcheck.words.readings import Readings

STOCK: Final = len(DECK) - SEATS * HAND - 1
"""Number of cards in the stock of a new hand."""

MOST_WINS: Final = 5
"""The longest streak of wins that is counted."""


@final
class Phase(StrEnum):
    """The phases of a hand."""

    DEAL = "deal"
    DRAW = "draw"
    PLAY = "play"
    ANSWER = "answer"


@final
class Deed(StrEnum):
    """The deeds, one a step."""

    DEAL = "deal"
    DRAW = "draw"
    TAKE = "take"
    EXPOSE = "expose"
    FACE_DOWN = "expose face-down"
    LAY_OFF = "lay-off"
    DISCARD = "discard"
    TONGITS = "call-tongits"
    CALL = "call-draw"
    FOLD = "fold"
    CHALLENGE = "challenge"


@final
class End(StrEnum):
    """How a hand ends."""

    TONGITS = "tongits"
    DRAW = "draw"
    STOCK = "stock"
    SPREAD = "spread"


class Outline(NamedTuple):
    """The standing of a play, without its cards."""

    phase: Phase
    dealer: int = 0
    turn: int = 0
    stock: int = 0
    owners: frozenset[int] = frozenset()
    """The seats with a meld of their own on the table."""
    opened: frozenset[int] = frozenset()
    """The seats that have opened, with a meld of their own or in another way."""
    four: bool = False
    """Whether four cards of one rank were laid down together before all seats have had a turn."""
    asked: tuple[int, ...] = ()
    answered: tuple[bool, ...] = ()
    """By answer to a called draw: whether it was a challenge."""
    winner: int | None = None
    """The winner of the last hand."""
    row: int = 0
    """Number of hands in a row that the last winner has won, as the next hand counts it."""

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return (self.dealer + self.turn) % SEATS


BEGINNING: Final = Outline(Phase.DEAL)


class Move(NamedTuple):
    """One step of a walk."""

    before: Outline
    deed: Deed
    by: int | None
    after: Outline
    onto: int | None = None
    """The owner of the meld to which a card is added."""
    end: End | None = None
    winner: int | None = None
    wins: int = 0
    """The winner's streak of wins, this hand included."""

    @property
    def words(self) -> str:
        """The step as a document would write it, without cards."""
        onto = "" if self.onto is None else f" on a meld of seat {self.onto}"
        return f"{self.deed}{onto}" if self.by is None else f"{self.by} {self.deed}{onto}"


@final
@dataclass(frozen=True)
class Pace:
    """The rules of the outline: everything that either of two rule sets allows."""

    one: Readings
    other: Readings
    stock: int = STOCK
    """Number of cards in the stock of a new hand."""

    def either(self, option: str, *readings: str | int) -> bool:
        """Whether one of the rule sets has one of these readings."""
        return self.one[option] in readings or self.other[option] in readings

    def both(self, option: str, *readings: str | int) -> bool:
        """Whether both rule sets have one of these readings."""
        return self.one[option] in readings and self.other[option] in readings

    def of(self, option: str) -> set[str | int]:
        """The readings that the two rule sets have."""
        return {self.one[option], self.other[option]}

    @cached_property
    def dealer_exposes(self) -> bool:
        """Whether melds may be laid down in the first turn."""
        return self.either("turn.dealer_first_turn_melds", "allowed")

    @cached_property
    def dealer_lays_off(self) -> bool:
        """Whether cards may be laid off in the first turn."""
        return self.either("turn.dealer_first_turn_layoff", "allowed")

    @cached_property
    def dealer_has_tongits(self) -> bool:
        """Whether the hand may end by tongits in the first turn."""
        return self.either("tongits_call.dealer_first_turn_tongit", "allowed")

    @cached_property
    def covered_ends(self) -> bool:
        """Whether a hand that consists of melds ends by itself."""
        return self.either("tongits_call.tongit_trigger", "automatic_when_coverable")

    @cached_property
    def tongits_first(self) -> bool:
        """Whether tongits may be called before a card is taken."""
        return self.either("tongits_call.tongit_window", "from_turn_start")

    @cached_property
    def draw_later(self) -> bool:
        """Whether a draw may be called after a card is taken."""
        return self.either("draw_call.draw_call_window", "any_time_in_own_turn")

    @cached_property
    def spread(self) -> bool:
        """Whether the deal may end the hand."""
        return self.either("variations.spread_enabled", "wins_before_first_turn")

    @cached_property
    def keeps(self) -> bool:
        """Whether a discard may be taken into the hand."""
        return self.either("drawing.discard_meld_exposure", "may_keep_in_hand")

    @cached_property
    def onto_any(self) -> bool:
        """Whether a discard may be taken onto any meld of the table."""
        return self.either("drawing.discard_take_requirement", "new_meld_or_extend_any_table_meld")

    @cached_property
    def onto_own(self) -> bool:
        """Whether a discard may be taken onto a seat's own meld."""
        extend_own = "new_meld_or_extend_own_table_meld"
        return self.onto_any or self.either("drawing.discard_take_requirement", extend_own)

    @cached_property
    def lay_off_opens(self) -> bool:
        """Whether a hand may be opened without a meld of its own."""
        counts = self.either("drawing.discard_extension_counts_as_layoff", "counts_as_meld")
        return counts or self.either("laying_off.layoff_opens_hand", "layoffs_open_too")

    @cached_property
    def secret_answers(self) -> bool:
        """Whether a seat that has not opened may be asked about a called draw."""
        return self.either("answering.challenge_eligibility", "opened_or_concealed_secret")

    @cached_property
    def opened_only(self) -> bool:
        """Whether only seats that have opened can win when the stock runs out."""
        return self.both("stock_end.exhaustion_eligibility", "opened_only")

    @cached_property
    def voids(self) -> bool:
        """Whether a hand may end without a winner."""
        tie = self.either("stock_end.exhaustion_tie_unopened_drawer", "rule_not_applicable")
        return tie or self.either("stock_end.exhaustion_none_opened", "no_winner")

    @cached_property
    def short_turns(self) -> bool:
        """Whether a seat without a meld of its own may run out of cards and play on."""
        return self.either("tongits_call.tongit_requires_open", "opening_needed") or self.either(
            "tongits_call.meld_needed_to_win", "own_meld_needed"
        )


# ── steps ────────────────────────────────────────────────────────────────────────────────────────


def moves(pace: Pace, now: Outline) -> Iterator[Move]:
    """Every step that some play could make in this standing."""
    match now.phase:
        case Phase.DEAL:
            yield from _deals(pace, now)
        case Phase.DRAW:
            yield from _first_steps(pace, now)
        case Phase.PLAY:
            yield from _steps_in_play(pace, now)
        case Phase.ANSWER:
            yield from _answers(pace, now)
        case _:
            assert_never(now.phase)


def _deals(pace: Pace, now: Outline) -> Iterator[Move]:
    for dealer in {0} if now == BEGINNING else _dealers(pace, now):
        dealt = Outline(
            Phase.PLAY,
            dealer=dealer,
            stock=pace.stock,
            winner=now.winner,
            row=min(now.row, MOST_WINS),
        )
        yield Move(now, Deed.DEAL, None, dealt)
        if pace.spread:
            for seat in range(SEATS):
                yield from _ended(pace, Move(now, Deed.DEAL, None, dealt), End.SPREAD, seat)
        if pace.covered_ends and pace.dealer_has_tongits:
            yield from _ended(pace, Move(now, Deed.DEAL, None, dealt), End.TONGITS, dealer)


def _dealers(pace: Pace, now: Outline) -> set[int]:
    """The seats that may deal after a hand. ``now`` has the hand's last turn and its winner."""
    following = (now.dealer + 1) % SEATS
    if now.winner is not None and not now.asked:
        by_reading = {"previous_winner": now.winner, "rotate_next_in_turn": following}
        return {by_reading[str(reading)] for reading in pace.of("deal.next_dealer")}
    by_reading = {"same_dealer": now.dealer, "next_in_turn": following, "last_drawer": now.mover}
    return {by_reading[str(reading)] for reading in pace.of("deal.dealer_after_no_winner")}


_NOBODY: Final = (-1,)
"""The value of ``asked`` after a hand without a winner; ``winner`` keeps the seat of the row."""


def _first_steps(pace: Pace, now: Outline) -> Iterator[Move]:
    mover = now.mover
    drawn = now._replace(phase=Phase.PLAY, stock=now.stock - 1)
    yield Move(now, Deed.DRAW, mover, drawn)
    if drawn.stock == 0 and pace.either("stock_end.exhaustion_timing", "immediately_on_last_draw"):
        yield from _stock_ends(pace, Move(now, Deed.DRAW, mover, drawn))
    if pace.covered_ends:
        yield from _ended(pace, Move(now, Deed.DRAW, mover, drawn), End.TONGITS, mover)
    yield from _takes(pace, now)
    if mover in now.opened:
        yield from _calls(pace, now)
    if pace.tongits_first:
        yield from _ended(pace, Move(now, Deed.TONGITS, mover, now), End.TONGITS, mover)


def _takes(pace: Pace, now: Outline) -> Iterator[Move]:
    mover = now.mover
    taken: list[Move] = []
    # One meld can hold twelve cards only with the thirteenth of their suit: then there is no four.
    whole = now.turn < SEATS
    empties = not (whole and now.four)
    yield from _laid(pace, Move(now, Deed.TAKE, mover, _with_meld(now)), empties=empties)
    if pace.keeps:
        taken.append(Move(now, Deed.TAKE, mover, now._replace(phase=Phase.PLAY)))
    for owner in now.owners:
        if pace.onto_any or (pace.onto_own and owner == mover):
            for opened in _opened_by_adding(pace, now):
                after = now._replace(phase=Phase.PLAY, opened=opened)
                taken.append(Move(now, Deed.TAKE, mover, after, onto=owner))
    for move in taken:
        yield from _laid(pace, move, empties=pace.short_turns)


def _with_meld(now: Outline) -> Outline:
    """The standing after the mover has laid down a meld."""
    owners, opened = now.owners | {now.mover}, now.opened | {now.mover}
    return now._replace(phase=Phase.PLAY, owners=owners, opened=opened)


def _opened_by_adding(pace: Pace, now: Outline) -> set[frozenset[int]]:
    """The seats that may have opened after the mover has added a card to a meld."""
    return {now.opened, now.opened | {now.mover}} if pace.lay_off_opens else {now.opened}


def _laid(pace: Pace, move: Move, *, empties: bool) -> Iterator[Move]:
    """The moves of a step that puts cards down: play goes on, the hand ends, or the turn ends."""
    yield move
    mover = move.before.mover
    if (empties or pace.covered_ends) and _tongits_is_possible(pace, move.before):
        yield from _ended(pace, move, End.TONGITS, mover)
    bare = pace.short_turns and mover not in move.after.owners
    too_late = move.after.stock == 0 and pace.either(
        "tongits_call.tongit_vs_exhaustion", "showdown"
    )
    if empties and (bare or too_late):
        yield from _turn_ends(pace, move)


def _tongits_is_possible(pace: Pace, now: Outline) -> bool:
    return now.turn > 0 or pace.dealer_has_tongits


def _steps_in_play(pace: Pace, now: Outline) -> Iterator[Move]:
    mover = now.mover
    if _tongits_is_possible(pace, now):
        yield from _ended(pace, Move(now, Deed.TONGITS, mover, now), End.TONGITS, mover)
    if now.turn > 0 or pace.dealer_exposes:
        laid = _with_meld(now)
        yield from _laid(pace, Move(now, Deed.EXPOSE, mover, laid), empties=True)
        four = laid._replace(four=now.four or now.turn < SEATS - 1)
        yield from _laid(pace, Move(now, Deed.EXPOSE, mover, four), empties=True)
        if pace.either("exposing.secret_facedown_allowed", "allowed"):
            yield from _laid(pace, Move(now, Deed.FACE_DOWN, mover, four), empties=True)
    if now.turn > 0 or pace.dealer_lays_off:
        for owner in now.owners:
            for opened in _opened_by_adding(pace, now):
                after = now._replace(opened=opened)
                yield from _laid(
                    pace, Move(now, Deed.LAY_OFF, mover, after, onto=owner), empties=True
                )
    discarded = Move(now, Deed.DISCARD, mover, now)
    yield from _turn_ends(pace, discarded)
    if _tongits_is_possible(pace, now):
        yield from _ended(pace, discarded, End.TONGITS, mover)
    if pace.draw_later and mover in now.opened:
        yield from _calls(pace, now)


def _turn_ends(pace: Pace, move: Move) -> Iterator[Move]:
    if move.after.stock == 0:
        yield from _stock_ends(pace, move)
    else:
        turn = move.after.turn + 1
        four = move.after.four and turn < SEATS
        yield move._replace(after=move.after._replace(phase=Phase.DRAW, turn=turn, four=four))


def _calls(pace: Pace, now: Outline) -> Iterator[Move]:
    opponents = tuple((now.mover + step) % SEATS for step in range(1, SEATS))
    asked = {tuple(seat for seat in opponents if seat in now.opened)}
    if pace.secret_answers:
        asked.add(opponents)
    for seats in sorted(asked):
        called = Move(now, Deed.CALL, now.mover, now._replace(phase=Phase.ANSWER, asked=seats))
        if seats:
            yield called
        else:
            yield from _ended(pace, called, End.DRAW, now.mover)


def _answers(pace: Pace, now: Outline) -> Iterator[Move]:
    for deed in (Deed.FOLD, Deed.CHALLENGE):
        answered = (*now.answered, deed is Deed.CHALLENGE)
        after = now._replace(asked=now.asked[1:], answered=answered)
        move = Move(now, deed, now.asked[0], after)
        if after.asked:
            yield move
            continue
        lowest = pace.either("answering.draw_unchallenged_outcome", "lowest_total_wins")
        for seat in range(SEATS) if any(answered) or lowest else (now.mover,):
            yield from _ended(pace, move, End.DRAW, seat)


def _stock_ends(pace: Pace, move: Move) -> Iterator[Move]:
    able: set[int | None] = set()
    if not pace.opened_only:
        able |= {None, *range(SEATS)} if pace.voids else set(range(SEATS))
    if move.after.opened:
        able |= move.after.opened
        tie = len(move.after.opened) > 1 and move.after.mover not in move.after.opened
        unopened = "stock_end.exhaustion_tie_unopened_drawer"
        if tie and pace.either(unopened, "rule_not_applicable"):
            able.add(None)
    else:
        if pace.either("stock_end.exhaustion_none_opened", "no_winner"):
            able.add(None)
        if pace.either("stock_end.exhaustion_none_opened", "all_compare", "last_drawer_wins"):
            able |= set(range(SEATS))
    for seat in sorted(able, key=str):
        yield from _ended(pace, move, End.STOCK, seat)


def _ended(pace: Pace, move: Move, end: End, winner: int | None) -> Iterator[Move]:
    """The step as the last of its hand, once for each possible streak of wins after it."""
    after = move.after
    for wins in sorted(_wins(pace, after, end, winner)):
        for row in sorted(_rows_after(pace, wins, end, winner)):
            over = Outline(
                Phase.DEAL,
                dealer=after.dealer,
                turn=after.turn,
                asked=_NOBODY if winner is None else (),
                winner=(after.winner if row else None) if winner is None else winner,
                row=row,
            )
            yield move._replace(after=over, end=end, winner=winner, wins=wins)


def _wins(pace: Pace, now: Outline, end: End, winner: int | None) -> set[int]:
    """The possible rows of wins of the last winner, this hand included."""
    if winner is None:
        kept = {"broken": 0, "preserved": now.row}
        return {kept[str(reading)] for reading in pace.of("pot.streak_on_no_winner")}
    before = now.row if winner == now.winner else 0
    if end is not End.SPREAD:
        return {min(before + 1, MOST_WINS)}
    by_reading = {"as_one_win": before + 1, "as_completed_pair": before + 2, "resets": 0}
    streaks = pace.of("variations.spread_streak")
    return {min(by_reading[str(reading)], MOST_WINS) for reading in streaks}


def _rows_after(pace: Pace, wins: int, end: End, winner: int | None) -> set[int]:
    """The possible rows with which the next hand counts on; taking the pot may restart them."""
    least = min(int(number) for number in pace.of("pot.pot_wins_required"))
    if winner is None or end is End.SPREAD or wins < least:
        return {wins}
    by_reading = {"uncapped": wins, "restart_at_one": 1, "restart_at_zero": 0}
    after = {by_reading[str(reading)] for reading in pace.of("pot.streak_after_pot")}
    return after if pace.both("pot.pot_wins_required", least) else after | {wins}


# ── walks ────────────────────────────────────────────────────────────────────────────────────────

Who: TypeAlias = Literal["self", "other"]


@final
@dataclass(frozen=True, slots=True)
class Scene:
    """An event that must happen, seen from one seat, ``self``, and its opponents."""

    deeds: frozenset[Deed] = frozenset()
    """The possible deeds; empty for any deed."""
    by: Who | None = None
    onto: Who | None = None
    gap: tuple[int, int] | None = None
    """Least and greatest number of turns after the scene before."""
    aside: bool = False
    """Whether the next scene counts its turns from the scene before this one."""
    ends: frozenset[End] = frozenset()
    """The possible ends of the hand by this step; empty if it may end or not."""
    won: Literal["self", "other", "seat", "nobody"] | None = None
    """The winner of the hand, which ends with this step; None for any."""
    joined: bool = False
    """Whether one step may be the scene before and this scene."""
    where: Callable[[Move], bool] | None = None

    def fits(self, move: Move, seat: int, turn: int) -> bool:
        """Whether a step is this scene for a seat; ``turn`` is that of the scene before."""
        return (
            (not self.deeds or move.deed in self.deeds)
            and _is(self.by, move.by, seat)
            and _is(self.onto, move.onto, seat)
            and (self.gap is None or self.gap[0] <= move.before.turn - turn <= self.gap[1])
            and (not self.ends or move.end in self.ends)
            and self._is_won(move, seat)
            and (self.where is None or self.where(move))
        )

    @property
    def names_a_seat(self) -> bool:
        """Whether the scene depends on the seat."""
        return self.by is not None or self.onto is not None or self.won in ("self", "other")

    def _is_won(self, move: Move, seat: int) -> bool:
        match self.won:
            case None:
                return True
            case "self":
                return move.winner == seat
            case "other":
                return move.end is not None and move.winner != seat
            case "seat":
                return move.winner is not None
            case "nobody":
                return move.end is not None and move.winner is None
            case _:
                assert_never(self.won)


def _is(who: Who | None, actual: int | None, seat: int) -> bool:
    match who:
        case None:
            return True
        case "self":
            return actual == seat
        case "other":
            return actual is not None and actual != seat
        case _:
            assert_never(who)


Story: TypeAlias = tuple[Scene, ...]
"""Scenes that must happen in this order, with anything between them."""

FAR: Final = 400
"""Number of steps beyond any walk, because hands end and no story has many."""


def shortest(
    pace: Pace, stories: tuple[Story, ...], hands: int, far: int = FAR
) -> tuple[Move, ...] | None:
    """A shortest walk with one of the stories; None if ``far`` steps are not enough.

    A story takes this many hands, with at least one scene in each, and perhaps the deal after them.
    """
    found = [
        walk
        for story in stories
        for seat in (range(SEATS) if any(part.names_a_seat for part in story) else (0,))
        if (walk := _shortest_for(pace, story, seat, hands, far)) is not None
    ]
    return min(found, key=len, default=None)


class Spot(NamedTuple):
    """A place in a walk: the standing, the scenes done, the turn of the last one, the hand."""

    now: Outline
    told: int
    turn: int
    hand: int


_Trail: TypeAlias = "tuple[_Trail, Move] | None"


def _shortest_for(
    pace: Pace, story: Story, seat: int, hands: int, far: int
) -> tuple[Move, ...] | None:
    start = Spot(BEGINNING, 0, 0, 0)
    level: list[tuple[Spot, _Trail]] = [(start, None)]
    seen = {start}
    following: dict[Outline, list[Move]] = {}
    for _ in range(far):
        after: list[tuple[Spot, _Trail]] = []
        for place, trail in level:
            if place.now not in following:
                following[place.now] = list(moves(pace, place.now))
            for move in following[place.now]:
                for reached in telling(story, seat, place, move):
                    if reached.told == len(story):
                        return _walk((trail, move))
                    if reached not in seen and _goes_on(reached, hands):
                        seen.add(reached)
                        after.append((reached, (trail, move)))
        if not after:
            return None
        level = after
    return None


def _goes_on(place: Spot, hands: int) -> bool:
    """Whether a story can still be completed: in this hand, or after hands with a scene each."""
    return place.hand <= hands and (place.now.phase is not Phase.DEAL or place.told >= place.hand)


def telling(story: Story, seat: int, place: Spot, move: Move) -> Iterator[Spot]:
    """The places after a step: with no further scene done, with one, or with several joined."""
    told, turn = place.told, place.turn
    hand = place.hand + (move.deed is Deed.DEAL)
    yield Spot(move.after, told, turn, hand)
    while told < len(story) and (told == place.told or story[told].joined):
        if not story[told].fits(move, seat, turn):
            return
        turn = turn if story[told].aside else move.before.turn
        told += 1
        turn = turn if _is_timed(story, told) else 0
        yield Spot(move.after, told, turn, hand)


def _is_timed(story: Story, told: int) -> bool:
    """Whether turns matter for the rest of a story."""
    return any(part.gap is not None for part in story[told:])


def _walk(trail: _Trail) -> tuple[Move, ...]:
    walk: list[Move] = []
    while trail is not None:
        trail, move = trail
        walk.append(move)
    return tuple(reversed(walk))
