"""The search for plays worth keeping: seeded play with the reference, for developers.

The plays it finds are committed in words. A build of the suite plays them again and never searches.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from meldcheck.engine.referee import act, answer
from meldcheck.games.measure import DECK
from meldcheck.seeded.keep import Standpoint, deals_of, found_play, in_lines, spread
from meldcheck.seeded.refusals import refusals
from meldcheck.seeded.seats import Hand, Search, judged, legal_actions, next_seat, view_of
from meldcheck.suite.derive import Found, FoundFile, FoundTwin
from meldcheck.words.case import JSON, Act, Ask, Kind
from meldcheck.words.compare import cards_named
from meldcheck.words.deal import exchanged_action
from meldcheck.words.notation import CHANCE
from meldcheck.words.telling import winners
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match

HANDS: Final = 100
LEGAL: Final = 30
VIEWS: Final = 20
PERFTS: Final = 15
TWINS: Final = 20
MATCHES: Final = 15
"""Number of plays kept for each list, before the measure's factor."""

STOPS: Final = 12
"""Number of steps of a whole hand at which an engine is asked for a view."""

SMALL: Final = 1500
"""The largest count of action sequences that is kept."""


def find_all(game: GameWire, seed: int, count: int) -> dict[str, FoundFile]:
    """Every list of plays from ``count`` seeded hands, by file name."""
    search = Search(game, seed)
    hands = [search.hand() for _ in range(count)]
    lists: dict[str, tuple[str, list[Found]]] = {
        "hand": ("whole hands of every kind of ending", list(_whole(search, hands))),
        "legal": ("states with many legal actions", list(_rich(search, hands))),
        "view": ("what seats see in every phase", list(_views(search, hands))),
        "perft": ("small counts of action sequences", list(_perfts(search, hands))),
        "twin": ("cards that change places unseen", list(_twins(search, hands))),
        "match": ("matches of several hands", list(_matches(search, count // 10))),
        "refusal": ("refused actions, for every set of clauses", list(refusals(search, hands))),
    }
    how = f"meldspec suite find --seed {seed} --count {count}"
    return {
        f"{game.name}/{name}-{seed}.json": FoundFile(
            game=game.name, how=f"{how}: {what}", found=tuple(found)
        )
        for name, (what, found) in lists.items()
    }


# ── whole hands ──────────────────────────────────────────────────────────────────────────────────


def features(hand: Hand) -> frozenset[str]:
    """The events of a hand that are worth having in the suite."""
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
    shown = view_of(hand.matches[-1], 0).get("revealed") or []
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
        seen = view_of(before, step.by)
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
                lines += in_lines(hand.acts[place - 1 : place])
            if place in stops:
                lines.append(f"? view {stops.index(place) % len(hand.deal.hands)}")
                mover = next_seat(match)
                if mover is not None and _all_judged(search.measure.lays, hand, place, mover):
                    lines.append(f"? legal {mover}")
        lines += ["? result", *(f"? view {seat}" for seat in range(len(hand.deal.hands)))]
        yield found_play(search, "hand", number, Kind.PLAY, deals_of([hand]), lines)


def _all_judged(lays: str | None, hand: Hand, place: int, mover: int) -> bool:
    actions = legal_actions(hand.matches[place], mover)
    return judged(hand.acts[:place], actions, lays) == actions


def _stops(rng: random.Random, length: int) -> list[int]:
    return sorted(rng.sample(range(length), min(STOPS, length)))


# ── single questions ─────────────────────────────────────────────────────────────────────────────


def _moments(
    search: Search, hands: Sequence[Hand], each: int, movers: bool
) -> Iterator[Standpoint]:
    for hand in hands:
        for place in sorted(
            search.rng.sample(range(len(hand.matches)), min(each, len(hand.matches)))
        ):
            mover = next_seat(hand.matches[place])
            if movers and mover is not None:
                yield Standpoint(hand, place, mover)
            elif not movers:
                yield Standpoint(hand, place, search.rng.randrange(len(hand.deal.hands)))


def _rich(search: Search, hands: Sequence[Hand]) -> Iterator[Found]:
    candidates = []
    for moment in _moments(search, hands, 6, movers=True):
        actions = legal_actions(moment.match, moment.seat)
        if not _all_judged(search.measure.lays, moment.hand, moment.place, moment.seat):
            continue
        if len(actions) < search.measure.habits.many[view_of(moment.match, moment.seat)["phase"]]:
            continue
        types = Counter(do["type"] + ("!" if do.get("face_down") else "") for do in actions)
        traits = {f"{name} {'many' if number > 2 else number}" for name, number in types.items()}
        traits.add(f"more than {len(actions) // 8 * 8}")
        traits.add(" ".join(sorted(types)))
        candidates.append((moment, frozenset(traits), moment.place))
    for number, moment in enumerate(spread(candidates, search.kept(LEGAL)), start=1):
        lines = moment.lines(f"? legal {moment.seat}")
        yield found_play(search, "legal", number, Kind.LEGAL, deals_of([moment.hand]), lines)


def _views(search: Search, hands: Sequence[Hand]) -> Iterator[Found]:
    candidates = []
    moments = [
        *_moments(search, hands, 3, movers=False),
        *(
            Standpoint(hand, len(hand.matches) - 1 - late, seat)
            for hand in hands
            for late in (0, 1)
            for seat in range(len(hand.deal.hands))
        ),
    ]
    for moment in moments:
        seen = view_of(moment.match, moment.seat)
        candidates.append((moment, frozenset(_sights(moment, seen)), moment.place))
    for number, moment in enumerate(spread(candidates, search.kept(VIEWS)), start=1):
        lines = moment.lines(f"? view {moment.seat}")
        yield found_play(search, "view", number, Kind.VIEW, deals_of([moment.hand]), lines)


def _sights(moment: Standpoint, seen: Mapping[str, JSON]) -> Iterator[str]:
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
        seen = view_of(moment.match, moment.seat)
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
        yield found_play(search, "perft", number, Kind.PERFT, deals_of([moment.hand]), lines)


def _order_is_free(lays: str | None, match: Match, acts: Sequence[Act], depth: int) -> bool:
    """Whether no sequence lays a meld after laying off in the same turn."""
    mover = next_seat(match)
    if lays is None or mover is None or depth == 0:
        return True
    actions = legal_actions(match, mover)
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
                moment = Standpoint(hand, end, blind)
                kinds = {f"{step.do['type']}" for step in hand.acts[:end]}
                kinds |= {f"{_zone(hand, pair[0])} and {_zone(hand, pair[1])}", f"seat {blind}"}
                kinds |= {f"phase {view_of(moment.match, blind)['phase']}"}
                candidates.append(((moment, pair), frozenset(kinds), end))
    for number, (moment, pair) in enumerate(spread(candidates, search.kept(TWINS)), start=1):
        twin = FoundTwin(seat=moment.seat, swap=" ".join(pair))
        deals = deals_of([moment.hand])
        yield found_play(search, "twin", number, Kind.TWIN, deals, moment.lines(), twin=twin)


def _zone(hand: Hand, card: str) -> str:
    for seat, cards in enumerate(hand.deal.hands):
        if card in cards:
            return f"hand of the {'dealer' if seat == hand.deal.dealer else 'others'}"
    return "stock"


def _unseen_pair(search: Search, hand: Hand, end: int, blind: int) -> tuple[str, str] | None:
    """Two cards that the seat never sees and that can change places without a refusal."""
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
    """The cards that a seat has seen after ``end`` actions, from who held and named them."""
    known = {*hand.deal.hands[blind], *([hand.deal.upcard] if hand.deal.upcard else [])}
    stock = list(hand.deal.stock)
    for step in hand.acts[:end]:
        if step.do["type"] == "reshuffle":
            stock += step.do["stock"]
    drawn = 0
    for step in hand.acts[:end]:
        do = step.do
        if do["type"] == "draw":
            # A card drawn from an empty stock comes with the reshuffle.
            if step.by == blind and drawn < len(stock):
                known.add(stock[drawn])
            drawn += 1
        elif not (do.get("face_down") and step.by != blind):
            known.update(cards_named(do))
    for match in hand.matches[: end + 1]:
        known.update(view_of(match, blind)["hand"])
    if end == len(hand.acts):
        shown = view_of(hand.matches[end], blind).get("revealed") or []
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
            lines += [*in_lines(hand.acts), "? result"]
        lines += [f"? view {seat}" for seat in range(len(hands[0].deal.hands))]
        yield found_play(search, "match", number, Kind.PLAY, deals_of(hands), lines)
