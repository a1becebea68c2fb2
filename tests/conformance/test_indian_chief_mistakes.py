"""Known mistakes of engines of Indian Chief, each caught by a case of the documents.

Each mistake is the reference in this process with one rule replaced, and is judged as an engine is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, product
from types import ModuleType
from typing import Final, get_args

from meldcheck.check.judge import Status
from meldspec.cards import Card, points, rank, suit, total
from meldspec.indian_chief import (
    chief,
    doctor,
    match,
    poker,
    questions,
    refill,
    restore,
    sheet,
    spoken,
    terms,
    thief,
    turn,
    view,
)
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import PokerAce, PokerTwoPack, Rules, Turn
from meldspec.indian_chief.table import (
    Action,
    Choose,
    Choosing,
    Filling,
    Hand,
    Meld,
    Over,
    ReceiptLine,
    Reshuffle,
    Reshuffling,
    Shown,
    State,
    Table,
    Target,
    Theft,
    lying,
    lying_cards,
    opponents,
    without_all,
)
from meldspec.indian_chief.value import ACE
from meldspec.kernel import AnyFollowing, AnyMove, Game
from meldspec.play import Actor, Chance, Seat

from .mistaken import Known, Mistake, Patch, assert_caught, caught_by, each_of, judged, scripts

GAME: Final = "indian-chief"

Shows = tuple[Shown, ...]
Line = Callable[[Rules, Shows, int, Seat], ReceiptLine]


def put(patch: Patch, game: Game[Rules, State, Action]) -> None:
    """Indian Chief is spoken with another game in its place."""
    patch.setattr(spoken, "INDIAN_CHIEF", replace(spoken.INDIAN_CHIEF, game=game))


def with_move(patch: Patch, move: AnyMove) -> None:
    """The game has another move for the same action."""
    game = spoken.INDIAN_CHIEF.game
    moves = tuple(move if each.does is move.does else each for each in game.moves)
    put(patch, replace(game, moves=moves))


def with_following(patch: Patch, usual: AnyFollowing, *instead: AnyFollowing) -> None:
    """Something else follows in the game, or nothing."""
    game = spoken.INDIAN_CHIEF.game
    at = game.following.index(usual)
    following = (*game.following[:at], *instead, *game.following[at + 1 :])
    put(patch, replace(game, following=following))


def with_function(patch: Patch, name: str, instead: object, *modules: ModuleType) -> None:
    """Another function stands where these modules name one."""
    for module in modules:
        patch.setattr(module, name, instead)


# ── the Indian Chief ─────────────────────────────────────────────────────────────────────────────


def chief_scores(scored: Callable[[Hand, PokerAce, PokerTwoPack], int]) -> Mistake:
    """Seven cards score so, however they are divided."""

    def made(patch: Patch) -> None:
        def scores(cards: Hand, two: Hand | None) -> dict[tuple[PokerAce, PokerTwoPack], int]:
            ways = tuple(product(get_args(PokerAce), get_args(PokerTwoPack)))
            if two is not None:
                return {way: chief.divided(cards, two, *way) for way in ways}
            return {way: scored(cards, *way) for way in ways}

        patch.setattr(chief, "_chief_scores", scores)

    return made


def divided(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> list[tuple[int, int]]:
    """What the poker hand and the baccarat hand are worth, in every way."""
    return [
        (poker.category(without_all(cards, two), ace, alike), chief.baccarat(two))
        for two in set(combinations(cards, 2))
    ]


def sound(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> int:
    """No mistake."""
    return max(one + other for one, other in divided(cards, ace, alike))


def one_card_in_both_hands(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> int:
    ways = divided(cards, ace, alike)
    return max(one for one, _ in ways) + max(other for _, other in ways)


def poker_first(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> int:
    return sum(max(divided(cards, ace, alike)))


def baccarat_first(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> int:
    other, one = max((other, one) for one, other in divided(cards, ace, alike))
    return one + other


def as_written(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> int:
    return chief.divided(cards, cards[-2:], ace, alike)


def no_baccarat(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> int:
    return max(one for one, _ in divided(cards, ace, alike))


def baccarat_over_nine(patch: Patch) -> None:
    """The tens digit is not dropped."""
    patch.setattr(chief, "baccarat", lambda cards: sum(map(points, cards)))
    chief_scores(sound)(patch)


def straights(ranks_of: Callable[[frozenset[int], PokerAce], bool]) -> Mistake:
    """Five ranks follow each other so."""

    def made(patch: Patch) -> None:
        patch.setattr(poker, "is_straight", ranks_of)
        chief_scores(sound)(patch)

    return made


def ace_low_only(ranks: frozenset[int], ace: PokerAce) -> bool:
    return max(ranks) - min(ranks) == 4


def ace_high_only(ranks: frozenset[int], ace: PokerAce) -> bool:
    high = {13 if one == 0 else one for one in ranks}
    return max(high) - min(high) == 4


def round_the_corner(ranks: frozenset[int], ace: PokerAce) -> bool:
    return any({(first + step) % 13 for step in range(5)} == ranks for first in range(13))


def category_of(better: poker.Category, instead: poker.Category) -> Mistake:
    """What is one category passes for another."""

    def made(patch: Patch) -> None:
        usual = poker.category

        def category(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> poker.Category:
            found = usual(cards, ace, alike)
            return instead if found is better else found

        with_function(patch, "category", category, poker, chief)
        chief_scores(sound)(patch)

    return made


# ── what the other melds score ───────────────────────────────────────────────────────────────────


def scores(box: Box, scored: Callable[[Shows, int, Seat], int]) -> Mistake:
    """A meld scores so."""

    def made(patch: Patch) -> None:
        usual: Line = sheet.line

        def line(rules: Rules, shown: Shows, turn: int, seat: Seat) -> ReceiptLine:
            entry = usual(rules, shown, turn, seat)
            meld = shown[turn][seat]
            return replace(entry, points=scored(shown, turn, seat)) if meld.size == box else entry

        with_function(patch, "line", line, sheet, questions)

    return made


def doctor_if(condition: Callable[[Hand], bool]) -> Mistake:
    """Six cards are a Doctor where this holds."""

    def made(patch: Patch) -> None:
        with_function(patch, "is_doctor", lambda rules, cards: condition(cards), doctor, terms)

    return made


def different(cards: Hand) -> bool:
    return len({rank(card) for card in cards}) == len(cards)


def has_ace(cards: Hand) -> bool:
    return any(rank(card) == ACE for card in cards)


def has_heart(cards: Hand) -> bool:
    return any(suit(card) == doctor.HEARTS for card in cards)


def two_cards_for_both(cards: Hand) -> bool:
    others = [card for card in cards if rank(card) != ACE]
    return different(cards) and has_ace(cards) and has_heart(tuple(others))


def failed_doctor_scores(shown: Shows, turn: int, seat: Seat) -> int:
    return doctor.doctor_score(shown[turn][seat])


def doctor_of_hearts(shown: Shows, turn: int, seat: Seat) -> int:
    cards = shown[turn][seat].cards
    valid = different(cards) and has_ace(cards) and has_heart(cards)
    return 10 * sum(suit(card) == doctor.HEARTS for card in cards) if valid else 0


def failed_lawyer_scores(shown: Shows, turn: int, seat: Seat) -> int:
    return total(shown[turn][seat].cards)


def lawyer_with_aces_of_eleven(shown: Shows, turn: int, seat: Seat) -> int:
    cards = shown[turn][seat].cards
    aces = sum(rank(card) == ACE for card in cards)
    return 25 if any(total(cards) + 10 * high == 25 for high in range(aces + 1)) else 0


def lawyer_up_to_25(shown: Shows, turn: int, seat: Seat) -> int:
    made = total(shown[turn][seat].cards)
    return made if made <= 25 else 0


def rich_is_positive(shown: Shows, turn: int, seat: Seat) -> int:
    return total(shown[turn][seat].cards)


def poor_counts_all(shown: Shows, turn: int, seat: Seat) -> int:
    return total(shown[turn][seat].cards)


def thief_by_rank(shown: Shows, turn: int, seat: Seat) -> int:
    return rank(shown[turn][seat].cards[0]) + 1


def beggar_counts(facing: Callable[[Shown, Seat], list[Meld]]) -> Mistake:
    """A Beggar Man counts two for each card of these melds that is of a rank of its own."""

    def scored(shown: Shows, turn: int, seat: Seat) -> int:
        ranks = {rank(card) for card in shown[turn][seat].cards}
        melds = facing(shown[turn], seat)
        return 2 * sum(rank(card) in ranks for meld in melds for card in meld.cards)

    return scores(Box.BEGGAR_MAN, scored)


def own_too(shown: Shown, seat: Seat) -> list[Meld]:
    return list(shown)


def next_seat_only(shown: Shown, seat: Seat) -> list[Meld]:
    return [shown[(seat + 1) % len(shown)]]


def no_other_beggars(shown: Shown, seat: Seat) -> list[Meld]:
    return [meld for meld in shown if meld.size != Box.BEGGAR_MAN]


def beggar_by_pairs(shown: Shows, turn: int, seat: Seat) -> int:
    own = [rank(card) for card in shown[turn][seat].cards]
    others = [shown[turn][other] for other in opponents(seat, len(shown[turn]))]
    return 2 * sum(own.count(rank(card)) for meld in others for card in meld.cards)


# ── turns ────────────────────────────────────────────────────────────────────────────────────────


def box_used_twice(patch: Patch) -> None:
    """A meld may be made again, and its box is written over."""

    def any_size(rules: Rules, state: Choosing, seat: Seat) -> Iterator[Choose]:
        return turn.choices(rules, replace(state, table=replace(state.table, shown=())), seat)

    left = tuple(each for each in turn.CHOOSE.conditions if each is not turn.box_is_open)
    with_move(patch, replace(turn.CHOOSE, candidates=any_size, conditions=left))


def eighth_turn(patch: Patch) -> None:
    """The match goes on after the seventh turn."""
    with_following(patch, match.match_is_over)


def six_turns(patch: Patch) -> None:
    """The match is over after the sixth turn."""

    def is_over(rules: Rules, state: Filling) -> Over | None:
        return Over(state.table) if state.table.turn >= rules.size.melds - 1 else None

    with_following(patch, match.match_is_over, replace(match.match_is_over, comes=is_over))


def choice_may_be_changed(patch: Patch) -> None:
    """A seat may choose again until the melds are shown."""

    def free(rules: Rules) -> Rules:
        return replace(rules, turn=Turn(simultaneity="changeable_until_all"))

    def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
        return turn.actors(free(rules), state)

    def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
        return turn.not_to_act(free(rules), state, actor, action)

    def may_act(rules: Rules, state: State, seat: Seat) -> bool:
        return turn.may_act(free(rules), state, seat)

    game = spoken.INDIAN_CHIEF.game
    put(patch, replace(game, actors=actors, not_to_act=not_to_act, may_act=may_act))


def choices_are_seen(patch: Patch) -> None:
    """Every choice is seen as soon as it is made."""

    def seen(rules: Rules, state: State, seat: Seat) -> view.View:
        told = view.view(rules, state, seat)
        if not isinstance(state, Choosing) or not any(state.chosen):
            return told
        return replace(told, melds=tuple(meld.cards if meld else () for meld in state.chosen))

    patch.setattr(spoken, "view", seen)


# ── stealing ─────────────────────────────────────────────────────────────────────────────────────

Groups = tuple[tuple[Seat, ...], ...]


def thieves_go(order: Callable[[Groups], Groups]) -> Mistake:
    """Thieves steal in another order."""

    def made(patch: Patch) -> None:
        usual = thief.thief_order
        patch.setattr(thief, "thief_order", lambda rules, shown: order(usual(rules, shown)))

    return made


def highest_first(groups: Groups) -> Groups:
    return groups[::-1]


def by_seat(groups: Groups) -> Groups:
    return tuple((seat,) for seat in sorted(seat for group in groups for seat in group))


def ties_by_seat(groups: Groups) -> Groups:
    return tuple((seat,) for group in groups for seat in sorted(group))


Claimed = tuple[tuple[Seat, Target | None], ...]


def claims_come_true(which: Callable[[Table, list[Theft]], list[Theft]]) -> Mistake:
    """Of a tie these get their cards."""

    def made(patch: Patch) -> None:
        def takers(rules: Rules, table: Table, claimed: Claimed) -> tuple[Theft, ...]:
            wanted = [Theft(seat, target) for seat, target in claimed if target is not None]
            return tuple(wanted if len(claimed) == 1 else which(table, wanted))

        patch.setattr(thief, "takers", takers)

    return made


def first_seat_of_a_clash(table: Table, wanted: list[Theft]) -> list[Theft]:
    taken: list[Target] = []
    thefts = []
    for theft in wanted:
        if taken.count(theft.target) < lying(table)[theft.target.seat].count(theft.target.card):
            thefts.append(theft)
            taken.append(theft.target)
    return thefts


def only_those_that_clash_lose(table: Table, wanted: list[Theft]) -> list[Theft]:
    targets = [theft.target for theft in wanted]
    there = lying(table)
    return [
        theft
        for theft in wanted
        if targets.count(theft.target) <= there[theft.target.seat].count(theft.target.card)
    ]


def like_cards_clash(table: Table, wanted: list[Theft]) -> list[Theft]:
    faces = [theft.target.card for theft in wanted]
    return wanted if len(set(faces)) == len(faces) else []


def nobody_of_a_tie(table: Table, wanted: list[Theft]) -> list[Theft]:
    return []


def last_turn_has_thieves(patch: Patch) -> None:
    """Thieves steal in the seventh turn too."""
    patch.setattr(thief, "steals_in_last_turn", lambda rules: True)


def thief_draws_as_well(patch: Patch) -> None:
    """Who has stolen is dealt a card all the same, and holds nine."""
    usual = refill.lacking

    def lacking(rules: Rules, table: Table) -> tuple[int, ...]:
        lack = usual(rules, table)
        if not any(lack):
            return lack
        got = [theft.by for theft in table.stolen]
        return tuple(cards + got.count(Seat(seat)) for seat, cards in enumerate(lack))

    with_function(patch, "lacking", lacking, match, refill, restore)


def stolen_card_is_not_scored(patch: Patch) -> None:
    """A meld is scored without what was stolen of it."""
    usual = sheet.sheets

    def sheets(rules: Rules, table: Table) -> tuple[dict[Box, int], ...]:
        filled = usual(rules, table)
        for theft in table.stolen:
            seat = theft.target.seat
            box = Box(table.shown[-1][seat].size)
            filled[seat][box] -= points(theft.target.card)
        return filled

    patch.setattr(view, "sheets", sheets)


# ── refilling ────────────────────────────────────────────────────────────────────────────────────


def served(order: Callable[[Seat, int], tuple[Seat, ...]], singles: bool = False) -> Mistake:
    """Hands are filled up in another order."""

    def made(patch: Patch) -> None:
        def order_of_cards(rules: Rules, table: Table, lack: tuple[int, ...]) -> list[Seat]:
            seats = order(refill.dealer_of(rules, table), table.seats)
            if singles:
                rounds = range(max(lack))
                return [seat for each in rounds for seat in seats if each < lack[seat]]
            return [seat for seat in seats for _ in range(lack[seat])]

        patch.setattr(refill, "order_of_cards", order_of_cards)

    return made


def dealer_first(dealer: Seat, seats: int) -> tuple[Seat, ...]:
    return (dealer, *opponents(dealer, seats))


def from_seat_0(dealer: Seat, seats: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(seats)))


def dealer_last(dealer: Seat, seats: int) -> tuple[Seat, ...]:
    return (*opponents(dealer, seats), dealer)


def short_stub(patch: Patch) -> None:
    """A stub that is short is dealt out, and the last seats go without."""
    with_following(patch, refill.stub_is_short)
    lacking = lacking_what_there_is(refill.lacking)
    with_function(patch, "lacking", lacking, match, refill, restore)


def lacking_what_there_is(
    usual: Callable[[Rules, Table], tuple[int, ...]],
) -> Callable[[Rules, Table], tuple[int, ...]]:
    def lacking(rules: Rules, table: Table) -> tuple[int, ...]:
        lack = usual(rules, table)
        return lack if table.stock else (0,) * len(lack)

    return lacking


def melds_kept_out(patch: Patch) -> None:
    """The melds of the turn are not shuffled in."""

    def is_the_stub(rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle) -> bool:
        return sorted(action.stock) == sorted(state.table.stock)

    condition = replace(restore.cards_are_due_in_reshuffle, holds=is_the_stub)
    with_move(patch, replace(restore.RESHUFFLE, conditions=(condition,)))


def stolen_cards_restored(patch: Patch) -> None:
    """A stolen card is shuffled in as well as kept."""

    def lying_all(table: Table) -> list[Card]:
        return [*lying_cards(table), *(theft.target.card for theft in table.stolen)]

    def due(rules: Rules, table: Table) -> list[Card]:
        return [*table.stock, *lying_all(table)]

    with_function(patch, "lying_cards", lying_all, refill, restore)
    patch.setattr(restore, "due_in_reshuffle", due)


# ── each is caught ───────────────────────────────────────────────────────────────────────────────

IN_MELDS: Final[Known] = (
    ("one card in both hands", chief_scores(one_card_in_both_hands), "chief-shared-card"),
    ("poker hand first", chief_scores(poker_first), "chief-greedy-split"),
    ("baccarat hand first", chief_scores(baccarat_first), "chief-greedy-split"),
    ("split as written", chief_scores(as_written), "chief-greedy-split"),
    ("no baccarat hand", chief_scores(no_baccarat), "chief-greedy-split"),
    ("baccarat over nine", baccarat_over_nine, "baccarat-over-nine"),
    ("ace low only", straights(ace_low_only), "ace-high-forgotten"),
    ("ace high only", straights(ace_high_only), "ace-low-forgotten"),
    ("round the corner", straights(round_the_corner), "straight-round-the-corner"),
    (
        "no five of a kind",
        category_of(poker.Category.FIVE_KIND, poker.Category.FOUR_KIND),
        "five-of-a-kind-missed",
    ),
    (
        "no straight flush",
        category_of(poker.Category.STRAIGHT_FLUSH, poker.Category.FLUSH),
        "royal-flush-dearer",
    ),
    (
        "doctor without heart",
        doctor_if(lambda six: different(six) and has_ace(six)),
        "doctor-without-heart",
    ),
    (
        "doctor without ace",
        doctor_if(lambda six: different(six) and has_heart(six)),
        "doctor-without-ace",
    ),
    (
        "doctor with a pair",
        doctor_if(lambda six: has_ace(six) and has_heart(six)),
        "doctor-equal-ranks",
    ),
    ("ace of hearts not both", doctor_if(two_cards_for_both), "ace-of-hearts-refused"),
    ("failed doctor scores", scores(Box.DOCTOR, failed_doctor_scores), "failed-meld-scored"),
    ("doctor of hearts", scores(Box.DOCTOR, doctor_of_hearts), "suit-not-the-best"),
    ("failed lawyer scores", scores(Box.LAWYER, failed_lawyer_scores), "failed-meld-scored"),
    ("ace of eleven", scores(Box.LAWYER, lawyer_with_aces_of_eleven), "ace-eleven"),
    ("up to 25", scores(Box.LAWYER, lawyer_up_to_25), "lawyer-not-exact"),
    ("rich man positive", scores(Box.RICH_MAN, rich_is_positive), "rich-man-gains"),
    ("poor man counts all", scores(Box.POOR_MAN, poor_counts_all), "poor-man-counts-all"),
    ("thief by rank", scores(Box.THIEF, thief_by_rank), "court-cards-by-rank"),
    ("own cards match", beggar_counts(own_too), "beggar-own-cards"),
    ("next seat only", beggar_counts(next_seat_only), "beggar-one-opponent-only"),
    ("other beggars left out", beggar_counts(no_other_beggars), "beggar-gets-nothing-of-beggar"),
    ("pairs match twice", scores(Box.BEGGAR_MAN, beggar_by_pairs), "beggar-pair-doubled"),
)
IN_TURNS: Final[Known] = (
    ("box used twice", box_used_twice, "box-used-twice"),
    ("eighth turn", eighth_turn, "eighth-turn"),
    ("six turns", six_turns, "match-too-short"),
    ("choice changed", choice_may_be_changed, "changed-choice-accepted"),
    ("choices seen", choices_are_seen, "choice-shown-too-soon"),
    ("highest thief first", thieves_go(highest_first), "thieves-in-wrong-order"),
    ("thieves by seat", thieves_go(by_seat), "thieves-by-seat"),
    ("ties by seat", thieves_go(ties_by_seat), "tie-by-seat"),
    ("first claim wins", claims_come_true(first_seat_of_a_clash), "tie-first-claim-wins"),
    ("the others steal", claims_come_true(only_those_that_clash_lose), "tie-clashing-only"),
    ("like cards clash", claims_come_true(like_cards_clash), "like-cards-clash"),
    ("ties never steal", claims_come_true(nobody_of_a_tie), "tie-never-agreed"),
    ("thieves in the last turn", last_turn_has_thieves, "steal-in-last-turn"),
    ("thief draws as well", thief_draws_as_well, "stolen-card-and-dealt-card"),
    ("stolen card not scored", stolen_card_is_not_scored, "theft-changes-score"),
    ("dealer served first", served(dealer_first), "wrong-refill-order"),
    ("served from seat 0", served(from_seat_0), "wrong-refill-order"),
    ("served one by one", served(dealer_last, singles=True), "refill-singly"),
    ("stub runs out", short_stub, "silent-shortage"),
    ("melds not restored", melds_kept_out, "melds-never-restored"),
    ("stolen card restored", stolen_cards_restored, "stolen-card-restored"),
)


def test_the_reference_fails_no_case() -> None:
    outcomes = judged(scripts(GAME))
    assert len(outcomes) > 100
    assert [one.case.id for one in outcomes if one.status is not Status.PASS] == []


def test_looking_at_every_division_is_no_mistake(monkeypatch: Patch) -> None:
    chief_scores(sound)(monkeypatch)
    assert caught_by(GAME) == []


@each_of(IN_MELDS)
def test_a_mistake_in_melds_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)


@each_of(IN_TURNS)
def test_a_mistake_in_turns_is_caught(monkeypatch: Patch, mistake: Mistake, flag: str) -> None:
    mistake(monkeypatch)
    assert_caught(GAME, flag)
