"""The search for plays worth keeping: seeded play with the reference, for developers.

What it finds is committed in words; building the suite plays it again and never searches.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, pairwise
from typing import Final, TypeAlias, TypeVar

from meldcheck.engine.referee import act, answer, begin, options
from meldcheck.games import MEASURES
from meldcheck.games.measure import DECK, Measure, Sighted, winners
from meldcheck.suite.derive import Found, FoundControl, FoundDeal, FoundFile, FoundTwin, in_words
from meldcheck.suite.examples import Dealt, exchanged_action
from meldcheck.words.case import JSON, Act, Ask, Kind, Setup
from meldcheck.words.compare import cards_named
from meldcheck.words.notation import CHANCE, show_step, without
from meldspec import cards as pack
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match

HANDS: Final = 100
LEGAL: Final = 30
VIEWS: Final = 20
PERFTS: Final = 15
TWINS: Final = 20
MATCHES: Final = 15
PER_REFUSAL: Final = 1
"""How many plays of each list are kept; of refusals, for each action and set of clauses."""

LONGEST: Final = 1000
"""A hand with more actions is given up: in some games cards may go round for ever."""

EARLY: Final = 150
"""So far into a hand what is refused is looked for; where it comes later, the play is too long."""

SHORT: Final = 6
"""A match that is to come to its end has no more hands than this."""

STOPS: Final = 12
"""At how many steps of a whole hand an engine is asked."""

MANY: Final = 200
"""So many legal actions are tried by another seat, at most."""
SMALL: Final = 1500
"""A count of action sequences is no greater."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How a seat plays: how likely it is to do each thing when it can."""

    weights: Mapping[str, float]
    tidy: float
    """How often it discards what leaves the least deadwood."""


def temper_of(rng: random.Random, measure: Measure) -> Temper:
    """How a seat is to play a hand."""
    shares = [share for share, _ in measure.habits.tempers]
    chosen = rng.choices([weights for _, weights in measure.habits.tempers], shares)[0]
    return Temper({**measure.habits.usual, **chosen}, rng.choice([0.2, 0.8, 1.0]))


@dataclass(slots=True)
class Hand:
    """One hand as it was played: its deal, the matches before and after each action."""

    deal: Dealt
    before: Match
    """The match that it is dealt in."""
    matches: list[Match]
    acts: list[Act] = field(default_factory=list)
    opening: list[tuple[Match, Act]] = field(default_factory=list)
    """What chance did before the deal, with the match before each."""

    @property
    def result(self) -> JSON:
        """How it ended."""
        return self.matches[-1].result()


class Search:
    """Seeded play of one game."""

    def __init__(self, game: GameWire, seed: int) -> None:
        self.game = game
        self.measure = MEASURES[game.name]
        self.seed = seed
        self.rng = random.Random(seed)
        self.seats = self.measure.players[0]
        """At the table of the hand that is played."""
        self.readings: Mapping[str, str | int] = {}
        """What is played otherwise than by default."""

    def deal(self, dealer: int, number: int = 1) -> Dealt:
        """A shuffled deal of a hand; often with melds in the hands, so that much can happen."""
        sizes = self.measure.hand_sizes(self.seats, dealer, number)
        hands: list[list[str]] = [[] for _ in sizes]
        left = list(self.measure.deck(self.seats))
        self.rng.shuffle(left)
        for seat, size in enumerate(sizes):
            for _ in range(self.rng.choice((0, 0, 1, 1, 2, 3))):
                meld = self._some_meld()
                if all(card in left for card in meld) and len(hands[seat]) + len(meld) <= size:
                    hands[seat] += meld
                    left = without(left, meld)
        for hand, size in zip(hands, sizes, strict=True):
            while len(hand) < size:
                hand.append(left.pop())
        upcard = left.pop() if self.measure.upcard else None
        dealt = tuple(tuple(hand) for hand in hands)
        return Dealt(dealer, dealt, tuple(left), upcard, hand_number=number)

    def _some_meld(self) -> list[str]:
        rank = self.rng.randrange(13)
        if self.rng.random() < 0.5:
            suits = self.rng.sample(pack.SUITS, self.rng.choice((3, 3, 4)))
            return [pack.RANKS[rank] + suit for suit in suits]
        size = self.rng.choice((3, 3, 4, 5))
        suit = self.rng.choice(pack.SUITS)
        low = min(rank, 13 - size)
        return [pack.RANKS[place] + suit for place in range(low, low + size)]

    def started(self, match: Match, dealer: int) -> Hand:
        """A hand that has just been dealt."""
        deal = self.deal(dealer, hand_to_deal(match))
        opening: list[tuple[Match, Act]] = []
        while (step := self._by_chance(match, [done for _, done in opening])) is not None:
            opening.append((match, step))
            match = _accepted(match, step)
        return Hand(deal, match, [_accepted(match, deal.act())], opening=opening)

    def played(self, match: Match, dealer: int) -> Hand:
        """A hand played to its end; another one for a hand that may never end."""
        while True:
            hand = self.started(match, dealer)
            tempers = [temper_of(self.rng, self.measure) for _ in hand.deal.hands]
            while (step := self._next(hand, tempers)) is not None and len(hand.acts) < LONGEST:
                hand.matches.append(_accepted(hand.matches[-1], step))
                hand.acts.append(step)
            if step is None:
                return hand

    def _next(self, hand: Hand, tempers: Sequence[Temper]) -> Act | None:
        """What a seat or chance does next; None where the hand has ended."""
        match = hand.matches[-1]
        seat = next_seat(match)
        if seat is None:
            return self._by_chance(match, ()) if match.result() is None else None
        legal = opened(self.rng, self.measure, match, seat, self.readings, _legal(match, seat))
        open_to_all = judged(hand.acts, legal, self.measure.lays)
        return Act(by=seat, do=self.choice(match, seat, open_to_all, tempers[seat]))

    def kept(self, number: int) -> int:
        """How many plays of a list are kept."""
        return round(number * self.measure.habits.kept)

    def _by_chance(self, match: Match, made: Sequence[Act]) -> Act | None:
        return chance_act(self.rng, self.measure, match, self.readings, made)

    def match(self, dealer: int) -> Match:
        """A match before its first deal, which may be that of a later hand."""
        number = self.measure.first_hand(self.rng)
        setup = Setup(players=self.seats, dealer=dealer, hand_number=number)
        begun = begin(self.game, self.readings, setup)
        if isinstance(begun, Refusal):
            raise AssertionError(f"a match is refused: {begun.clauses}")
        return begun

    def hand(self) -> Hand:
        """A first hand of a match, played to its end."""
        self.seats = self.measure.seats(self.rng)
        dealer = self.rng.randrange(self.seats)
        return self.played(self.match(dealer), dealer)

    def choice(
        self, match: Match, seat: int, actions: list[dict[str, JSON]], temper: Temper
    ) -> dict[str, JSON]:
        by_type: dict[str, list[dict[str, JSON]]] = {}
        for do in actions:
            by_type.setdefault(do["type"], []).append(do)
        types = list(by_type)
        weights = [temper.weights[name] for name in types]
        kind = types[0] if not any(weights) else self.rng.choices(types, weights)[0]
        if kind == "discard" and self.rng.random() < temper.tidy:
            return self._tidiest(match, seat, by_type[kind])
        return self.rng.choice(by_type[kind])

    def _tidiest(self, match: Match, seat: int, discards: list[dict[str, JSON]]) -> dict[str, JSON]:
        seen = _view(match, seat)
        beside = self.measure.beside(seen)
        tidy = options(self.measure.habits.tidy)

        def left(do: dict[str, JSON]) -> tuple[int, float]:
            rest: JSON = without(seen["hand"], [do["card"]])
            deadwood: JSON = self.game.ask("deadwood", tidy, {"hand": rest, **beside})
            return deadwood, self.rng.random()

        return min(discards, key=left)


def unlike(step: Act, rng: random.Random, deck: Sequence[str]) -> Iterator[Act]:
    """A cut or a reshuffle with a card short, a card too many, or one exchanged."""
    name = "cards" if step.do["type"] == "cut" else "stock"
    cards = list(step.do[name])
    place = rng.randrange(len(cards)) if cards else 0
    yield Act(by=step.by, do={**step.do, name: cards[1:]})
    yield Act(by=step.by, do={**step.do, name: [*cards, rng.choice(deck)]})
    yield Act(
        by=step.by, do={**step.do, name: [*cards[:place], rng.choice(deck), *cards[place + 1 :]]}
    )


def _accepted(match: Match, step: Act) -> Match:
    """The match after a step that must be allowed."""
    after = act(match, step)
    if isinstance(after, Refusal):
        raise AssertionError(f"{step} ought to be legal and is refused: {after.clauses}")
    return after


def has_laid_off(acts: Sequence[Act]) -> bool:
    """Whether the seat that played last has laid off in the turn that still goes on."""
    for step in reversed(acts):
        if step.do["type"] in ("draw", "take", "discard", "lay_off"):
            return bool(step.do["type"] == "lay_off")
    return False


def judged(
    acts: Sequence[Act], actions: list[dict[str, JSON]], lays: str | None
) -> list[dict[str, JSON]]:
    """The actions on which an engine may be judged.

    Laying a meld (the action ``lays``) after laying off in one turn is not among them: an engine
    may refuse that order, as the same is reached in the other.
    """
    if not has_laid_off(acts):
        return actions
    return [do for do in actions if do["type"] != lays]


def opened(
    rng: random.Random,
    measure: Measure,
    match: Match,
    seat: int,
    readings: Mapping[str, str | int],
    actions: list[dict[str, JSON]],
) -> list[dict[str, JSON]]:
    """The actions of a seat, with one of its kind for each that is named without its fields."""
    named = measure.habits.named
    if named is None:
        return actions
    return [named(rng, match, seat, readings, do) for do in actions]


def chance_act(
    rng: random.Random,
    measure: Measure,
    match: Match,
    readings: Mapping[str, str | int],
    made: Sequence[Act],
) -> Act | None:
    """What chance does now, unless it deals; ``made`` is what it has done since the last hand."""
    if match.actors() != (CHANCE,):
        return None
    do = measure.habits.chance(rng, match, readings, made)
    return None if do is None else Act(by=CHANCE, do=do)


def hand_to_deal(match: Match) -> int:
    """The number of the hand that is dealt next; 1 where a game does not count its hands."""
    seen = _view(match, 0)
    number: int = seen.get("hand_number", 1)
    return number + 1 if seen["phase"] == "over" else number


def next_seat(match: Match) -> int | None:
    """The seat that acts next; None where chance does."""
    actors = [actor for actor in match.actors() if isinstance(actor, int)]
    return actors[0] if actors else None


def _legal(match: Match, seat: int) -> list[dict[str, JSON]]:
    actions: JSON = match.legal(seat)
    return list(actions)


def _some_legal(search: Search, match: Match, seat: int) -> list[dict[str, JSON]]:
    """The legal actions of a seat; of those that are not listed one by one, a few."""
    actions, few = _legal(match, seat), search.measure.few
    if few is None or few.type not in [do["type"] for do in actions]:
        return actions
    return [
        *(do for do in actions if do["type"] != few.type),
        *few.some(match, seat, search.readings),
    ]


def _view(match: Match, seat: int) -> dict[str, JSON]:
    seen: JSON = match.view(seat)
    return dict(seen)


Candidate = TypeVar("Candidate")


def spread(
    candidates: Sequence[tuple[Candidate, frozenset[str], int]], wanted: int
) -> list[Candidate]:
    """So many candidates that every feature is there, the rare ones more than once.

    A candidate comes with its features and its cost; of two that add as much the cheaper is taken.
    """
    seen: Counter[str] = Counter()
    left = list(candidates)
    chosen: list[Candidate] = []
    while left and len(chosen) < wanted:
        best = max(
            range(len(left)),
            key=lambda at: (sum(0.25 ** seen[name] for name in left[at][1]), -left[at][2], -at),
        )
        candidate, features, _ = left.pop(best)
        seen.update(features)
        chosen.append(candidate)
    return chosen


def find_all(game: GameWire, seed: int, count: int) -> dict[str, FoundFile]:
    """Every list of plays that ``count`` seeded hands yield, by file name."""
    search = Search(game, seed)
    hands = [search.hand() for _ in range(count)]
    lists: dict[str, tuple[str, list[Found]]] = {
        "hand": ("whole hands of every kind of ending", list(_whole(search, hands))),
        "legal": ("states with many legal actions", list(_rich(search, hands))),
        "view": ("what seats see in every phase", list(_views(search, hands))),
        "perft": ("small counts of action sequences", list(_perfts(search, hands))),
        "twin": ("cards that change places unseen", list(_twins(search, hands))),
        "match": ("matches of several hands", list(_matches(search, count // 10))),
        "refusal": ("refused actions, for every set of clauses", list(_refusals(search, hands))),
    }
    how = f"meldspec suite find --seed {seed} --count {count}"
    return {
        f"{game.name}/{name}-{seed}.json": FoundFile(
            game=game.name, how=f"{how}: {what}", found=tuple(found)
        )
        for name, (what, found) in lists.items()
    }


def _found(
    search: Search,
    name: str,
    number: int,
    kind: Kind,
    hands: Sequence[Hand],
    lines: Sequence[str],
    **more: FoundControl | FoundTwin,
) -> Found:
    deals: dict[str, FoundDeal] = {
        str(place + 1): in_words(hand.deal) for place, hand in enumerate(hands)
    }
    control, twin = more.get("control"), more.get("twin")
    return Found(
        id=f"{search.game.name}.derived.{name}-{search.seed}-{number:03}",
        kind=kind,
        deals=deals,
        play=tuple(lines),
        control=control if isinstance(control, FoundControl) else None,
        twin=twin if isinstance(twin, FoundTwin) else None,
        rules=dict(search.readings),
    )


def _words(acts: Iterable[Act]) -> list[str]:
    return [show_step(step.by, step.do) for step in acts]


# ── whole hands ──────────────────────────────────────────────────────────────────────────────────


def features(hand: Hand) -> frozenset[str]:
    """What happened in a hand that is worth having in the suite."""
    result = hand.result
    found = {f"end {result['end']} by {hand.acts[-1].do['type']}"}
    won = winners(result)
    found.update(f"winner {_role(hand, seat)} {result['end']}" for seat in won or (None,))
    if len(won) > 1:
        found.add(f"{len(won)} winners")
    if "burned" in result:
        found.add(f"{len(result['burned'])} burned {result['end']}")
    if result.get("rummy"):
        found.add("went rummy")
    if len(hand.deal.hands) != 3:
        found.add(f"{len(hand.deal.hands)} seats")
    if hand.deal.hand_number != 1:
        found.add(f"hand {hand.deal.hand_number}")
    found.update(step.do["type"] for step in hand.acts if step.by == CHANCE)
    found.update(_prices(result))
    found.update(_answers(hand, result))
    found.update(_ties(hand, result))
    for step, before in zip(hand.acts, hand.matches, strict=False):
        found.update(_deed(step, before))
    return frozenset(found)


def _role(hand: Hand, seat: int | None) -> str:
    if seat is None:
        return "nobody"
    return "dealer" if seat == hand.deal.dealer else f"seat {seat}"


def _prices(result: JSON) -> Iterator[str]:
    receipt = result.get("receipt", ())
    lines = Counter((line["clause"], line["from"], line.get("chips", 0)) for line in receipt)
    for (clause, _, chips), number in lines.items():
        yield f"pays {clause} {chips} times {number}"


def _answers(hand: Hand, result: JSON) -> Iterator[str]:
    if result["end"] != "draw":
        return
    answers = [step.do["type"] for step in hand.acts if step.do["type"] in ("fold", "challenge")]
    caller = next(step.by for step in hand.acts if step.do["type"] == "call_draw")
    upset = "upset" if winners(result) != (caller,) else "caller wins"
    yield f"answers {' '.join(answers) or 'none'}: {upset}"


def _ties(hand: Hand, result: JSON) -> Iterator[str]:
    shown = _view(hand.matches[-1], 0).get("revealed") or []
    totals = {seat: result["deadwood"][seat] for seat, cards in enumerate(shown) if cards}
    if not winners(result) or len(totals) < 2:
        return
    least = min(totals.values())
    tied = sorted(seat for seat, total in totals.items() if total == least)
    if len(tied) > 1:
        last = hand.acts[-1].by
        yield f"tie {result['end']} of {len(tied)}, {'with' if last in tied else 'without'} last"


def _deed(step: Act, before: Match) -> Iterator[str]:
    do = step.do
    kind = do["type"]
    if kind in ("expose", "meld"):
        yield f"{kind} {len(do['cards'])}{' face down' if do.get('face_down') else ''}"
    elif kind == "take":
        yield f"take with {len(do.get('with', ()))}"
    elif kind == "lay_off" and isinstance(step.by, int):
        seen = _view(before, step.by)
        owner = next(meld["owner"] for meld in seen["melds"] if meld.get("cards") == do["meld"])
        own = "own" if owner == step.by else "other"
        has_melds = any(meld["owner"] == step.by for meld in seen["melds"])
        opened = seen["opened"][step.by] if "opened" in seen else has_melds
        yield f"lay off on {own}, {'opened' if opened else 'unopened'}"
    elif kind in ("call_tongits", "go_out"):
        words = kind.replace("_", " ")
        yield f"{words} {'with' if 'discard' in do else 'without'} discard"


def _whole(search: Search, hands: Sequence[Hand]) -> Iterator[Found]:
    candidates = [(hand, features(hand), len(hand.acts)) for hand in hands]
    for number, hand in enumerate(spread(candidates, search.kept(HANDS)), start=1):
        stops = _stops(search.rng, len(hand.acts))
        lines = ["deal 1"]
        for place, match in enumerate(hand.matches):
            if place > 0:
                lines += _words(hand.acts[place - 1 : place])
            if place in stops:
                lines.append(f"? view {stops.index(place) % len(hand.deal.hands)}")
                mover = next_seat(match)
                if mover is not None and _all_judged(search.measure.lays, hand, place, mover):
                    lines.append(f"? legal {mover}")
        lines += ["? result", *(f"? view {seat}" for seat in range(len(hand.deal.hands)))]
        yield _found(search, "hand", number, Kind.PLAY, [hand], lines)


def _all_judged(lays: str | None, hand: Hand, place: int, mover: int) -> bool:
    actions = _legal(hand.matches[place], mover)
    return judged(hand.acts[:place], actions, lays) == actions


def _stops(rng: random.Random, length: int) -> list[int]:
    return sorted(rng.sample(range(length), min(STOPS, length)))


# ── single questions ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Moment:
    """A state in a hand, and who looks."""

    hand: Hand
    place: int
    seat: int

    @property
    def match(self) -> Match:
        """The match at that time."""
        return self.hand.matches[self.place]

    def lines(self, *last: str) -> list[str]:
        """The play up to that time, and what comes then."""
        opening = _words(step for _, step in self.hand.opening)
        return [*opening, "deal 1", *_words(self.hand.acts[: self.place]), *last]


def _moments(search: Search, hands: Sequence[Hand], each: int, movers: bool) -> Iterator[_Moment]:
    for hand in hands:
        for place in sorted(
            search.rng.sample(range(len(hand.matches)), min(each, len(hand.matches)))
        ):
            mover = next_seat(hand.matches[place])
            if movers and mover is not None:
                yield _Moment(hand, place, mover)
            elif not movers:
                yield _Moment(hand, place, search.rng.randrange(len(hand.deal.hands)))


def _rich(search: Search, hands: Sequence[Hand]) -> Iterator[Found]:
    candidates = []
    for moment in _moments(search, hands, 6, movers=True):
        actions = _legal(moment.match, moment.seat)
        if not _all_judged(search.measure.lays, moment.hand, moment.place, moment.seat):
            continue
        if len(actions) < search.measure.habits.many[_view(moment.match, moment.seat)["phase"]]:
            continue
        types = Counter(do["type"] + ("!" if do.get("face_down") else "") for do in actions)
        traits = {f"{name} {'many' if number > 2 else number}" for name, number in types.items()}
        traits.add(f"more than {len(actions) // 8 * 8}")
        traits.add(" ".join(sorted(types)))
        candidates.append((moment, frozenset(traits), moment.place))
    for number, moment in enumerate(spread(candidates, search.kept(LEGAL)), start=1):
        lines = moment.lines(f"? legal {moment.seat}")
        yield _found(search, "legal", number, Kind.LEGAL, [moment.hand], lines)


def _views(search: Search, hands: Sequence[Hand]) -> Iterator[Found]:
    candidates = []
    moments = [
        *_moments(search, hands, 3, movers=False),
        *(
            _Moment(hand, len(hand.matches) - 1 - late, seat)
            for hand in hands
            for late in (0, 1)
            for seat in range(len(hand.deal.hands))
        ),
    ]
    for moment in moments:
        seen = _view(moment.match, moment.seat)
        candidates.append((moment, frozenset(_sights(moment, seen)), moment.place))
    for number, moment in enumerate(spread(candidates, search.kept(VIEWS)), start=1):
        lines = moment.lines(f"? view {moment.seat}")
        yield _found(search, "view", number, Kind.VIEW, [moment.hand], lines)


def _sights(moment: _Moment, seen: Mapping[str, JSON]) -> Iterator[str]:
    phase = seen["phase"]
    yield f"{phase}, {'own turn' if moment.seat in seen['to_act'] else 'waiting'}"
    for meld in seen.get("melds", ()):
        whose = "own" if meld["owner"] == moment.seat else "other"
        yield f"{phase}, {whose} {'face-down' if meld.get('face_down') else 'face-up'} meld"
    yield f"{phase}, {len(seen.get('answers', ()))} answers"
    if phase == "over":
        yield f"over, {moment.hand.result['end']}"
    if phase == "over" and "revealed" in seen:
        shown = [cards is not None for cards in seen["revealed"]]
        yield f"over, {sum(shown)} hands shown, {'own' if shown[moment.seat] else 'not own'}"


def _perfts(search: Search, hands: Sequence[Hand]) -> Iterator[Found]:
    candidates = []
    for moment in _moments(search, hands[:200], 3, movers=True):
        seen = _view(moment.match, moment.seat)
        for depth in (1, 2, 3):
            counted = answer(moment.match, Ask(what="perft", depth=depth))
            acts = moment.hand.acts[: moment.place]
            if counted["total"] > SMALL or not _order_is_free(
                search.measure.lays, moment.match, acts, depth
            ):
                break
            types = sorted({do["type"] for do, _ in counted["by_action"]})
            traits = {f"depth {depth}, {seen['phase']}", f"depth {depth}, {' '.join(types)}"}
            candidates.append(((moment, depth), frozenset(traits), moment.place))
    for number, (moment, depth) in enumerate(spread(candidates, search.kept(PERFTS)), start=1):
        lines = moment.lines(f"? perft {depth}")
        yield _found(search, "perft", number, Kind.PERFT, [moment.hand], lines)


def _order_is_free(lays: str | None, match: Match, acts: Sequence[Act], depth: int) -> bool:
    """Whether no sequence lays a meld after laying off in one turn."""
    mover = next_seat(match)
    if lays is None or mover is None or depth == 0:
        return True
    actions = _legal(match, mover)
    if judged(acts, actions, lays) != actions:
        return False
    for do in actions if depth > 1 else ():
        step = Act(by=mover, do=do)
        after = act(match, step)
        if isinstance(after, Refusal) or not _order_is_free(lays, after, [*acts, step], depth - 1):
            return False
    return True


# ── twins ────────────────────────────────────────────────────────────────────────────────────────


def _twins(search: Search, hands: Sequence[Hand]) -> Iterator[Found]:
    candidates = []
    for hand in hands[:400]:
        whole = search.rng.random() < 0.6
        end = len(hand.acts) if whole else search.rng.randint(0, len(hand.acts))
        for blind in range(len(hand.deal.hands)):
            pair = _unseen_pair(search, hand, end, blind)
            if pair is not None:
                moment = _Moment(hand, end, blind)
                kinds = {f"{step.do['type']}" for step in hand.acts[:end]}
                kinds |= {f"{_zone(hand, pair[0])} and {_zone(hand, pair[1])}", f"seat {blind}"}
                kinds |= {f"phase {_view(moment.match, blind)['phase']}"}
                candidates.append(((moment, pair), frozenset(kinds), end))
    for number, (moment, pair) in enumerate(spread(candidates, search.kept(TWINS)), start=1):
        twin = FoundTwin(seat=moment.seat, swap=" ".join(pair))
        yield _found(search, "twin", number, Kind.TWIN, [moment.hand], moment.lines(), twin=twin)


def _zone(hand: Hand, card: str) -> str:
    for seat, cards in enumerate(hand.deal.hands):
        if card in cards:
            return f"hand of the {'dealer' if seat == hand.deal.dealer else 'others'}"
    return "stock"


def _unseen_pair(search: Search, hand: Hand, end: int, blind: int) -> tuple[str, str] | None:
    """Two cards that the seat never sees and that may change places without any refusal."""
    unseen = sorted(set(DECK) - seen_cards(hand, end, blind), key=DECK.index)
    search.rng.shuffle(unseen)
    for one, other in zip(unseen[::2], unseen[1::2], strict=False):
        places = [_zone_seat(hand, card) for card in (one, other)]
        if places[0] != places[1] and _same_sight(search, hand, end, blind, (one, other)):
            return one, other
    return None


def _zone_seat(hand: Hand, card: str) -> int:
    return next((seat for seat, cards in enumerate(hand.deal.hands) if card in cards), -1)


def seen_cards(hand: Hand, end: int, blind: int) -> set[str]:
    """The cards that a seat has seen by then, from who held and named which."""
    known = {*hand.deal.hands[blind], *([hand.deal.upcard] if hand.deal.upcard else [])}
    stock = list(hand.deal.stock)
    for step in hand.acts[:end]:
        if step.do["type"] == "reshuffle":
            stock += step.do["stock"]
    drawn = 0
    for step in hand.acts[:end]:
        do = step.do
        if do["type"] == "draw":
            # A card that is drawn when none is left comes with the reshuffle.
            if step.by == blind and drawn < len(stock):
                known.add(stock[drawn])
            drawn += 1
        elif not (do.get("face_down") and step.by != blind):
            known.update(cards_named(do))
    for match in hand.matches[: end + 1]:
        known.update(_view(match, blind)["hand"])
    if end == len(hand.acts):
        shown = _view(hand.matches[end], blind).get("revealed") or []
        known.update(card for cards in shown for card in cards or ())
    return known


def _same_sight(search: Search, hand: Hand, end: int, blind: int, pair: tuple[str, str]) -> bool:
    names = dict(zip(pair, reversed(pair), strict=True))
    search.seats = len(hand.deal.hands)
    match: Match | Refusal = act(search.match(hand.deal.dealer), hand.deal.renamed(names).act())
    for place in range(end + 1):
        if isinstance(match, Refusal):
            return False
        ours, theirs = hand.matches[place], match
        if ours.view(blind) != theirs.view(blind) or ours.legal(blind) != theirs.legal(blind):
            if place == end == len(hand.acts):
                return False
            raise AssertionError(f"seat {blind} sees that {pair} have changed places")
        if place < end:
            step = hand.acts[place]
            match = act(match, Act(by=step.by, do=exchanged_action(step.do, names)))
    return True


# ── matches ──────────────────────────────────────────────────────────────────────────────────────


def _matches(search: Search, count: int) -> Iterator[Found]:
    candidates = []
    for _ in range(count):
        search.seats = search.measure.seats(search.rng)
        dealer = search.rng.randrange(search.seats)
        hands = [search.played(search.match(dealer), dealer)]
        while len(hands) < search.rng.choice((3, 4, 5)):
            result = hands[-1].result
            if result.get("match_over"):
                break
            dealer = next(iter(winners(result)), dealer)
            hands.append(search.played(hands[-1].matches[-1], dealer))
        traits = {
            f"pot {hand.result['pot']} to {'winner' if hand.result['pot_to'] is not None else '-'}"
            for hand in hands
            if "pot" in hand.result
        }
        if hands[-1].result.get("match_over"):
            traits.add(f"over after {len(hands)}")
        ends = [hand.result["end"] for hand in hands]
        traits |= {f"{one} then {other}" for one, other in pairwise(ends)}
        traits |= {
            f"no winner in {place}" for place, hand in enumerate(hands) if not winners(hand.result)
        }
        candidates.append((hands, frozenset(traits), sum(len(hand.acts) for hand in hands)))
    for number, hands in enumerate(spread(candidates, search.kept(MATCHES)), start=1):
        lines: list[str] = []
        for place, hand in enumerate(hands):
            lines += [f"deal {place + 1}", f"? view {place % len(hand.deal.hands)}"]
            lines += [*_words(hand.acts), "? result"]
        lines += [f"? view {seat}" for seat in range(len(hands[0].deal.hands))]
        yield _found(search, "match", number, Kind.PLAY, hands, lines)


# ── refusals ─────────────────────────────────────────────────────────────────────────────────────


Shortest: TypeAlias = dict[tuple[str, tuple[str, ...]], list[tuple[int, _Moment, Act, Act]]]
"""By type of action and clauses: the cost, where, the refused action, and its control."""


def _refusals(search: Search, hands: Sequence[Hand]) -> Iterator[Found]:
    """What the default rules refuse, and then what they never do and other readings can."""
    numbers = count(1)
    known: set[tuple[str, ...]] = set()
    torn: set[tuple[int, tuple[str, ...]]] = set()
    yield from _refused_in(search, hands, numbers, known)
    for hand in hands:
        for place, (refused, deals, play, mended) in enumerate(_bad_deals(hand)):
            if (place, refused) not in torn:
                torn.add((place, refused))
                yield _refused(search, next(numbers), deals, play, mended)
    for readings in search.measure.habits.besides:
        search.readings = readings
        played = [search.hand() for _ in range(len(hands) // 4)]
        yield from _refused_in(search, played, numbers, known)
        yield from _refused_before(search, played, numbers, known)
        yield from _refused_after(search, numbers, known)
        search.readings = {}


def _refused_in(
    search: Search, hands: Sequence[Hand], numbers: Iterator[int], known: set[tuple[str, ...]]
) -> Iterator[Found]:
    """What is refused while hands go on, by clauses that are not yet ``known`` to refuse."""
    shortest: Shortest = {}
    for hand in hands:
        for place in range(min(len(hand.matches), EARLY)):
            for step in _proposals_of(search, hand.matches[place]):
                _keep(search, shortest, hand, place, step)
    fresh = {key: kept for key, kept in shortest.items() if key[1] not in known}
    known.update(clauses for _, clauses in fresh)
    for _, kept in sorted(fresh.items()):
        for _, moment, step, control in kept[:PER_REFUSAL]:
            yield _found(
                search,
                "refusal",
                next(numbers),
                Kind.PLAY,
                [moment.hand],
                moment.lines(*_words([step])),
                control=FoundControl(
                    why=f"the same play up to there, and {_difference(step, control)}",
                    play=tuple(moment.lines(*_words([control]))),
                ),
            )


def _refused(
    search: Search,
    number: int,
    deals: dict[str, FoundDeal],
    play: tuple[str, ...],
    control: FoundControl,
) -> Found:
    return Found(
        id=f"{search.game.name}.derived.refusal-{search.seed}-{number:03}",
        kind=Kind.PLAY,
        deals=deals,
        play=play,
        control=control,
        rules=dict(search.readings),
    )


def _refused_before(
    search: Search, hands: Sequence[Hand], numbers: Iterator[int], known: set[tuple[str, ...]]
) -> Iterator[Found]:
    """What is refused before a deal, where chance has something else to do first."""
    for hand in hands:
        before: list[Act] = []
        for match, step in hand.opening:
            deck = search.measure.deck(len(hand.deal.hands))
            for wrong in (hand.deal.act(), *unlike(step, search.rng, deck)):
                refusal = act(match, wrong)
                if isinstance(refusal, Refusal) and refusal.clauses not in known:
                    known.add(refusal.clauses)
                    said = "deal 1" if wrong.do["type"] == "deal" else _words([wrong])[0]
                    right = "the same play up to there, and what is due"
                    yield _refused(
                        search,
                        next(numbers),
                        {"1": in_words(hand.deal)},
                        (*_words(before), said),
                        FoundControl(why=right, play=(*_words(before), *_words([step]))),
                    )
            before.append(step)


def _refused_after(
    search: Search, numbers: Iterator[int], known: set[tuple[str, ...]]
) -> Iterator[Found]:
    """What is refused once a match is over; of several matches the one with the fewest steps."""
    over: list[list[Hand]] = []
    for _ in range(SHORT):
        search.seats = search.measure.seats(search.rng)
        hands = [search.hand()]
        while len(hands) < SHORT and not hands[-1].result.get("match_over"):
            hands.append(search.played(hands[-1].matches[-1], hands[0].deal.dealer))
        if hands[-1].result.get("match_over"):
            over.append(hands)
    if not over:
        return
    hands = min(over, key=lambda hands: sum(len(hand.acts) for hand in hands))
    refusal = act(hands[-1].matches[-1], hands[0].deal.act())
    if not isinstance(refusal, Refusal) or refusal.clauses in known:
        return
    known.add(refusal.clauses)
    lines: list[str] = []
    for place, hand in enumerate(hands, start=1):
        opening = _words(step for _, step in hand.opening)
        lines += [*opening, f"deal {place}", *_words(hand.acts)]
    ends = len(lines) - len(hands[-1].acts)
    control = FoundControl(why="the same play, and a hand before the last", play=(*lines[:ends],))
    deals = {str(place): in_words(hand.deal) for place, hand in enumerate(hands, start=1)}
    yield _refused(search, next(numbers), deals, (*lines, "deal 1"), control)


BadDeal: TypeAlias = tuple[tuple[str, ...], dict[str, FoundDeal], tuple[str, ...], FoundControl]
"""The clauses that refuse a deal, and the deals, the play and the control that show it."""


def _bad_deals(hand: Hand) -> Iterator[BadDeal]:
    """Deals that a program must refuse: torn packs, wrong sizes, and one while a hand goes on."""
    good = hand.deal
    dealer, seats = good.dealer, len(good.hands)
    first, second = (dealer + 1) % seats, (dealer + 2) % seats
    stock = good.stock
    double = next(card for cards in good.hands for card in cards if card != stock[0])
    wrong = (
        replace(good, stock=(double, *stock[1:])),
        replace(good, stock=stock[1:]),
        _resized(good, {dealer: 1}),
        _resized(good, {dealer: -1}),
        _resized(good, {first: 1}),
        _resized(good, {first: -1}),
        _resized(good, {dealer: -1, second: 1}),
    )
    right = FoundControl(why="the same, with a whole deal", play=("deal 1",))
    for bad in wrong:
        deals = {"1": in_words(good), "bad": in_words(bad)}
        yield _clauses(act(hand.before, bad.act())), deals, ("deal bad",), right
    if len(hand.acts) < 3:
        return
    begun = ("deal 1", *_words(hand.acts[:2]))
    going_on = FoundControl(
        why="the same play, and the seat that is to act does",
        play=(*begun, *_words(hand.acts[2:3])),
    )
    refused = _clauses(act(hand.matches[2], good.act()))
    yield refused, {"1": in_words(good)}, (*begun, "deal 1"), going_on


def _clauses(outcome: Match | Refusal) -> tuple[str, ...]:
    """The clauses that refuse what must be refused."""
    if not isinstance(outcome, Refusal):
        raise AssertionError("a torn deal is accepted")
    return outcome.clauses


def _resized(deal: Dealt, more: Mapping[int, int]) -> Dealt:
    """The deal with cards moved from the stock to hands, or back where the number is negative."""
    stock = list(deal.stock)
    hands = [list(hand) for hand in deal.hands]
    for seat, number in more.items():
        for _ in range(-number):
            stock.append(hands[seat].pop())
        for _ in range(number):
            hands[seat].append(stock.pop(0))
    return replace(deal, hands=tuple(tuple(hand) for hand in hands), stock=tuple(stock))


def _difference(step: Act, control: Act) -> str:
    if step.do["type"] == control.do["type"]:
        return "an action of the same kind that is allowed there"
    return "an action that is allowed there, as none of that kind is"


def _keep(search: Search, shortest: Shortest, hand: Hand, place: int, step: Act) -> None:
    lays = search.measure.lays
    match = hand.matches[place]
    refusal = act(match, step)
    mover = next_seat(match)
    if not isinstance(refusal, Refusal):
        return
    kept = shortest.setdefault((step.do["type"], refusal.clauses), [])
    if step.do["type"] == lays and has_laid_off(hand.acts[:place]):
        return
    if len(kept) == PER_REFUSAL and kept[-1][0] <= place:
        return
    if mover is None:
        control, same = hand.acts[place], hand.acts[place].do["type"] == step.do["type"]
    else:
        legal = judged(hand.acts[:place], _some_legal(search, match, mover), lays)
        alike = [do for do in legal if do["type"] == step.do["type"]]
        control, same = Act(by=mover, do=(alike or legal)[0]), bool(alike)
    # A control of the same kind is worth more than a short play.
    cost = place + (0 if same else 1000)
    if all(one.hand is not hand for _, one, _, _ in kept):
        kept.append((cost, _Moment(hand, place, mover or 0), step, control))
        kept.sort(key=lambda entry: entry[0])
        del kept[PER_REFUSAL:]


def _proposals_of(search: Search, match: Match) -> Iterator[Act]:
    mover = next_seat(match)
    if mover is not None:
        yield from proposals(search, match, mover)
        for do in search.measure.habits.untimely(search.rng, match):
            yield Act(by=CHANCE, do=do)
    elif match.result() is None:
        due = chance_act(search.rng, search.measure, match, search.readings, ())
        deck = search.measure.deck(len(_view(match, 0)["hand_sizes"]))
        yield from () if due is None else unlike(due, search.rng, deck)
        yield Act(by=0, do={"type": search.measure.habits.late[0]})


def proposals(search: Search, match: Match, mover: int) -> Iterator[Act]:
    """Actions that may be refused, proposed without asking what is legal."""
    rng = search.rng
    seen = _view(match, mover)
    other = rng.choice([seat for seat in range(len(seen["hand_sizes"])) if seat != mover])
    melds = [meld["cards"] for meld in seen.get("melds", ()) if "cards" in meld]
    table = [*melds, *seen.get("table", ())]
    yield from search.measure.habits.wild(rng, Sighted(mover, other, seen["hand"], table))
    legal = _legal(match, mover)
    for do in legal if len(legal) <= MANY else rng.sample(legal, MANY):
        yield Act(by=other, do=do)
        if do["type"] == "expose":
            yield Act(by=mover, do={**do, "face_down": True})
