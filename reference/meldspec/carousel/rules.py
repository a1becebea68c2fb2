"""The moves and the consequences of Carousel: each guard is one clause of the documents.

Nothing is discarded, and no card is drawn but from the stock.  A rearrangement is one action: the
table as it is after the turn.  So there is no way to lay cards but while melding, and none in which
melds are made and taken apart; what lies there in the end is all that is judged.

Clauses: setup.no-discard-pile, draw.stock-only, rearrange.only-while-melding, whole.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, assert_never

from meldspec import play
from meldspec.cards import JOKER, Card
from meldspec.carousel.actions import (
    DECLINE,
    DRAW,
    KNOCK,
    SOME_REARRANGEMENT,
    Action,
    Deal,
    Decline,
    Draw,
    Knock,
    Rearrange,
)
from meldspec.carousel.options import (
    DRAWS,
    FEWEST_SEATS,
    MOST_SEATS,
    SEATS_OF_ONE_PACK,
    Rules,
)
from meldspec.carousel.rearranging import (
    are_declared,
    can_play,
    has_natural,
    kind_of,
    most_cards,
    must_play_most,
    names_are_kept,
    names_are_open,
    names_differ,
)
from meldspec.carousel.settlement import (
    after_the_stock,
    entered,
    match_is_over,
    may_knock,
    settle,
)
from meldspec.carousel.state import (
    BeforeDeal,
    Decided,
    Drawing,
    Hand,
    Knocking,
    KnockOf,
    Ledger,
    Melding,
    Over,
    State,
    Table,
    TurnBegins,
    as_cards,
    ledger_of,
    neighbour,
    opponents,
    sorted_melds,
)
from meldspec.manipulation import Table as Melds
from meldspec.play import (
    CHANCE,
    Actor,
    Condition,
    Consequence,
    Guard,
    Move,
    Refusal,
    Seat,
    by_phase,
    follow,
    make,
)


def may_play(seats: int) -> bool:
    """Whether so many can play.

    Clauses: players.range.
    """
    return FEWEST_SEATS <= seats <= MOST_SEATS


def begin(seats: int, dealer: Seat) -> State:
    """A match of some seats before its first deal."""
    return BeforeDeal(dealer, Ledger((0,) * seats, (0,) * seats))


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """Who may act, whatever anybody holds; nobody only when the match is over.

    Clauses: knock.silent.
    """
    match state:
        case Drawing() | Melding():
            return (state.table.mover,)
        case Knocking():
            return to_knock(rules, state)
        case BeforeDeal():
            return (CHANCE,)
        case Over():
            return () if match_is_over(rules, state.table.ledger) else (CHANCE,)
        case TurnBegins() | Decided():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)


def to_knock(rules: Rules, state: Knocking) -> tuple[Seat, ...]:
    """The seats that are asked whether they knock.

    Clauses: knock.silent.
    """
    seats = map(Seat, range(state.table.seats))
    return tuple(seat for seat in seats if is_asked(rules, state, seat))


def is_asked(rules: Rules, state: Knocking, seat: Seat) -> bool:
    """Whether it is the seat's turn that is over, or by a reading any; and it has not declined.

    Clauses: knock.after-own-turn, turn.to-act.
    """
    if seat in state.declined:
        return False
    return seat == state.table.mover or rules.knock.knock_actor == "anyone_below_five"


# ── dealing ──────────────────────────────────────────────────────────────────────────────────────

Between: TypeAlias = BeforeDeal | Over
"""The phases before a hand, in which chance acts."""


def no_deals(rules: Rules, state: Between) -> Iterable[Deal]:
    """Chance is not asked for its choices."""
    return ()


def one_pack(rules: Rules, state: Between, deal: Deal) -> bool:
    """Two seats are dealt from one pack with one joker."""
    few = ledger_of(state).seats <= SEATS_OF_ONE_PACK
    return not few or _whole_deck(rules, state, deal)


def two_packs(rules: Rules, state: Between, deal: Deal) -> bool:
    """More seats are dealt from two packs with two jokers, or by a reading with four."""
    few = ledger_of(state).seats <= SEATS_OF_ONE_PACK
    return few or _whole_deck(rules, state, deal)


def _whole_deck(rules: Rules, state: Between, deal: Deal) -> bool:
    """Every card of the packs is dealt or in the stock, as often as the packs have it."""
    piles = (*deal.hands, deal.stock)
    return is_whole_deck(rules, ledger_of(state).seats, [card for pile in piles for card in pile])


def is_whole_deck(rules: Rules, seats: int, cards: Iterable[Card]) -> bool:
    """Whether these are all cards that so many seats play with."""
    given = sorted(cards)
    jokers = given.count(Card(JOKER))
    if given != sorted(rules.size.deck(seats, jokers)):
        return False
    packs = rules.size.packs(seats)
    return jokers in (packs, 2 * packs) and jokers == joker_count(rules, seats)


def joker_count(rules: Rules, seats: int) -> int:
    """With how many jokers so many seats play."""
    packs = rules.size.packs(seats)
    if packs > 1 and rules.deck.joker_count == "two_per_pack":
        return 2 * packs
    return packs


def deck_of(seats: int) -> str:
    """The clause that says with what so many seats play."""
    return (
        "carousel.deck.two-players" if seats <= SEATS_OF_ONE_PACK else "carousel.deck.three-to-five"
    )


def ten_each(rules: Rules, state: Between, deal: Deal) -> bool:
    """There is a hand of ten cards for each seat."""
    return [len(hand) for hand in deal.hands] == [rules.size.hand] * ledger_of(state).seats


def next_dealer(rules: Rules, state: Between) -> Seat:
    """Who deals: who was named, and then one seat after another.

    After a hand that nobody has won the same seat deals again, if a reading says so.
    Clauses: match.deal-left.
    """
    if isinstance(state, BeforeDeal):
        return state.dealer
    dealer = state.table.dealer
    if not state.result.winners and rules.match.void_dealer == "redeal":
        return dealer
    return neighbour(dealer, state.table.seats)


def lay_out(rules: Rules, state: Between, deal: Deal) -> State:
    """The hand begins with the turn of the seat after the dealer, and nothing on the table."""
    dealer = next_dealer(rules, state)
    return TurnBegins(
        Table(
            dealer=dealer,
            mover=neighbour(dealer, len(deal.hands)),
            hands=tuple(tuple(sorted(hand)) for hand in deal.hands),
            stock=deal.stock,
            melds=(),
            draws=0,
            passed=0,
            ledger=ledger_of(state),
        )
    )


DEAL: Final[Move[Rules, Between, Deal, State]] = Move(
    candidates=no_deals,
    exists=(),
    guards=(
        Guard("carousel.deck.two-players", one_pack),
        Guard("carousel.deck.three-to-five", two_packs),
        Guard("carousel.deal.ten", ten_each),
    ),
    effect=lay_out,
    says=(
        "carousel.deal.shuffle",
        "carousel.setup.stock",
        "carousel.setup.no-discard-pile",
        "carousel.turn.first",
        "carousel.match.deal-left",
        "carousel.match.new-hand",
    ),
)


def dealt(
    rules: Rules, seats: int, dealer: Seat, deck: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat that a deck makes, its top first, and what is left of the deck.

    Cards are dealt one at a time, the seat after the dealer first.
    """
    in_hands = seats * rules.size.hand
    order = (*opponents(dealer, seats), dealer)
    hands = {seat: deck[place:in_hands:seats] for place, seat in enumerate(order)}
    return tuple(hands[Seat(seat)] for seat in range(seats)), deck[in_hands:]


# ── drawing ──────────────────────────────────────────────────────────────────────────────────────


def just_draw(rules: Rules, state: Drawing | Melding) -> Iterable[Draw]:
    """There is one way to draw."""
    return (DRAW,)


def stock_has_a_card(rules: Rules, state: Melding, action: Draw) -> bool:
    """There is a card to draw."""
    return bool(state.table.stock)


def is_no_fourth(rules: Rules, state: Melding, action: Draw) -> bool:
    """It is the third card at most."""
    return state.table.draws < DRAWS


def draw_first(rules: Rules, state: Drawing, action: Draw) -> State:
    """The top card of the stock joins the hand, and the seat may meld."""
    return Melding(_with_stock_card(state.table))


def draw_again(rules: Rules, state: Melding, action: Draw) -> State:
    """The same; with the third card the turn is over, unless a reading lets the seat meld then."""
    table = _with_stock_card(state.table)
    if table.draws == DRAWS and rules.draw.meld_after_third == "turn_over":
        return Knocking(table)
    return Melding(table)


def _with_stock_card(table: Table) -> Table:
    hand, drawn = table.hand, table.stock[0]
    place = bisect_left(hand, drawn)
    return change(
        table,
        hand=(*hand[:place], drawn, *hand[place:]),
        stock=table.stock[1:],
        draws=table.draws + 1,
    )


DRAW_FIRST: Final[Move[Rules, Drawing, Draw, State]] = Move(
    candidates=just_draw,
    exists=(),
    guards=(),
    effect=draw_first,
    says=("carousel.draw.first", "carousel.draw.stock-only", "carousel.meld.after-first"),
)

DRAW_AGAIN: Final[Move[Rules, Melding, Draw, State]] = Move(
    candidates=just_draw,
    exists=(Guard("carousel.stock.nothing-to-draw", stock_has_a_card, alike=True),),
    guards=(Guard("carousel.draw.no-fourth", is_no_fourth, alike=True),),
    effect=draw_again,
    says=(
        "carousel.draw.second",
        "carousel.draw.third",
        "carousel.turn.third-ends",
        "carousel.meld.after-second",
        "carousel.meld.optional",
    ),
)


# ── rearranging ──────────────────────────────────────────────────────────────────────────────────


def some_rearrangement(rules: Rules, state: Melding) -> Iterator[Rearrange]:
    """What stands for all tables that would be accepted, if there are any."""
    table = state.table
    if can_play(rules, rules.size.packs(table.seats), table.melds, table.hand) or (
        may_play_nothing(rules, table.melds)
    ):
        yield SOME_REARRANGEMENT


def may_play_nothing(rules: Rules, melds: Melds) -> bool:
    """Whether a table may be rearranged without a card of the hand."""
    return bool(melds) and rules.rearrange.rearrange_only == "allowed"


def played_from_hand(rules: Rules, state: Melding, action: Rearrange) -> bool:
    """The cards that are played are in the hand."""
    return not Counter(action.cards) - Counter(state.table.hand)


def table_grows_as_named(rules: Rules, state: Melding, action: Rearrange) -> bool:
    """What the new table has more than the old one are the cards that are played."""
    return as_cards(action.table) - as_cards(state.table.melds) == Counter(action.cards)


def plays_a_card(rules: Rules, state: Melding, action: Rearrange) -> bool:
    """A card of the hand is played, unless a reading asks for none."""
    return bool(action.cards) or may_play_nothing(rules, state.table.melds)


def naturals_stay(rules: Rules, state: Melding, action: Rearrange) -> bool:
    """Every card that lay on the table and is no joker lies there still."""
    return not set(as_cards(state.table.melds) - as_cards(action.table)) - {JOKER}


def jokers_stay(rules: Rules, state: Melding, action: Rearrange) -> bool:
    """There are as many jokers on the table as before, or more."""
    return as_cards(action.table)[Card(JOKER)] >= as_cards(state.table.melds)[Card(JOKER)]


def jokers_are_declared(rules: Rules, state: Melding, action: Rearrange) -> bool:
    """Every joker stands for a card."""
    return are_declared(action.table)


def all_are_melds(rules: Rules, state: Melding, action: Rearrange) -> bool:
    """What lies together is a meld; where a joker stands for nothing that is not looked at.

    Clauses: rearrange.end-valid, no-gap, no-short, free, from-set, from-run-end, table.layoff-any,
    manipulate, example.three-jacks.
    """
    return all(kind_of(rules, meld) for meld in action.table if JOKER not in meld)


def naturals_lie_beside(rules: Rules, state: Melding, action: Rearrange) -> bool:
    """No meld is made of jokers alone, unless a reading allows it."""
    return all(has_natural(rules, meld) for meld in action.table)


def jokers_stand_for_the_same(rules: Rules, state: Melding, action: Rearrange) -> bool:
    """A joker that nothing has freed stands for the card that it stood for."""
    return names_are_kept(rules, state.table.melds, action.table)


def jokers_are_named_as_they_may(rules: Rules, state: Melding, action: Rearrange) -> bool:
    """No joker is newly named as a card that lies there, as far as a reading forbids it."""
    table = state.table
    packs = rules.size.packs(table.seats)
    return names_are_open(rules, packs, table.melds, action.table)


def jokers_are_named_apart(rules: Rules, state: Melding, action: Rearrange) -> bool:
    """No two jokers stand for the same card, if a reading forbids it."""
    return names_differ(rules, action.table)


def rearrange(rules: Rules, state: Melding, action: Rearrange) -> State:
    """The cards leave the hand, the table is as it was said, and the turn is over."""
    left = Counter(state.table.hand) - Counter(action.cards)
    return Knocking(
        change(
            state.table,
            hand=tuple(sorted(left.elements())),
            melds=sorted_melds(action.table),
            passed=0,
        )
    )


def as_many_as_can_be(rules: Rules, state: Melding, after: State) -> bool:
    """No table would have had more cards of the hand, if a reading makes that a duty."""
    table = state.table
    assert isinstance(after, Knocking)
    left = after.table.hands[table.mover]
    if not left or not must_play_most(rules):
        return True
    most = most_cards(rules, rules.size.packs(table.seats), table.melds, table.hand)
    return len(table.hand) - len(left) >= most


REARRANGE: Final[Move[Rules, Melding, Rearrange, State]] = Move(
    candidates=some_rearrangement,
    exists=(
        Guard("carousel.rearrange.from-hand", played_from_hand),
        Guard("carousel.rearrange.as-named", table_grows_as_named),
    ),
    guards=(
        Guard("carousel.rearrange.needs-hand-card", plays_a_card),
        Guard("carousel.rearrange.no-pickup", naturals_stay),
        Guard("carousel.joker.no-return", jokers_stay),
        Guard("carousel.joker.declare", jokers_are_declared),
        Guard("carousel.rearrange.end-valid", all_are_melds),
        Guard("carousel.joker.natural-beside", naturals_lie_beside),
        Guard("carousel.joker.keeps-identity", jokers_stand_for_the_same),
        Guard("carousel.joker.domain", jokers_are_named_as_they_may),
        Guard("carousel.joker.two-alike", jokers_are_named_apart),
    ),
    effect=rearrange,
    says=(
        "carousel.table.shared",
        "carousel.table.layoff-any",
        "carousel.table.manipulate",
        "carousel.meld.amount",
        "carousel.meld.ends-turn",
        "carousel.rearrange.free",
        "carousel.rearrange.whole",
        "carousel.joker.wild",
    ),
    after=(Condition("carousel.meld.all-that-can", as_many_as_can_be),),
)


# ── ending a turn without a meld ─────────────────────────────────────────────────────────────────


def just_decline(rules: Rules, state: Melding | KnockOf) -> Iterable[Decline]:
    """There is one way to decline."""
    return (DECLINE,)


def turn_may_end(rules: Rules, state: Melding, action: Decline) -> bool:
    """All cards of the turn are drawn, or there are no more, or by a reading these are enough.

    Clauses: draw.no-pass, short-stock.
    """
    table = state.table
    if not table.stock or table.draws == DRAWS:
        return True
    if table.draws == 1:
        return rules.draw.second_draw == "may_pass"
    return rules.draw.second_pass == "may_pass"


def end_without_a_meld(rules: Rules, state: Melding, action: Decline) -> State:
    """The turn is over, and the table is as it was."""
    table = state.table
    return Knocking(change(table, passed=0 if table.draws else table.passed + 1))


PASS: Final[Move[Rules, Melding, Decline, State]] = Move(
    candidates=just_decline,
    exists=(),
    guards=(Guard("carousel.draw.no-pass", turn_may_end, alike=True),),
    effect=end_without_a_meld,
    says=("carousel.draw.short-stock", "carousel.meld.optional"),
)


# ── knocking ─────────────────────────────────────────────────────────────────────────────────────


def just_knock(rules: Rules, state: KnockOf) -> Iterable[Knock]:
    """There is one way to knock."""
    return (KNOCK,)


def counts_less_than_five(rules: Rules, at: KnockOf, action: Knock) -> bool:
    """What the seat holds counts less than five points."""
    table = at.state.table
    packs = rules.size.packs(table.seats)
    return may_knock(rules, packs, table.melds, table.hands[at.seat])


def end_the_hand(rules: Rules, at: KnockOf, action: Knock) -> State:
    """The hand is decided, and nobody does anything more."""
    return Decided(at.state.table, at.seat)


KNOCK_MOVE: Final[Move[Rules, KnockOf, Knock, State]] = Move(
    candidates=just_knock,
    exists=(),
    guards=(Guard("carousel.knock.threshold", counts_less_than_five, alike=True),),
    effect=end_the_hand,
    says=("carousel.knock.ends-hand", "carousel.knock.no-melding-after", "carousel.knock.window"),
)


def let_it_go_on(rules: Rules, at: KnockOf, action: Decline) -> State:
    """The seat does not end the hand before the next turn."""
    declined = tuple(sorted((*at.state.declined, at.seat)))
    return Knocking(at.state.table, declined)


DECLINE_MOVE: Final[Move[Rules, KnockOf, Decline, State]] = Move(
    candidates=just_decline,
    exists=(),
    guards=(),
    effect=let_it_go_on,
    says=("carousel.knock.optional", "carousel.knock.silent"),
)


# ── what follows ─────────────────────────────────────────────────────────────────────────────────


def no_card_is_left(rules: Rules, state: State) -> bool:
    """A turn is to begin, and there is no card for it, nor by a reading a turn without one.

    Where there is, it is over when every seat has had such a turn without a meld.
    """
    if not isinstance(state, TurnBegins) or state.table.stock:
        return False
    table = state.table
    return table.passed == table.seats or after_the_stock(rules) != "play_on"


def end_with_the_stock(rules: Rules, state: State) -> State:
    """The hand is decided, and nobody has knocked."""
    assert isinstance(state, TurnBegins)
    return Decided(state.table, None)


def turn_is_to_begin(rules: Rules, state: State) -> bool:
    """The next turn is to begin."""
    return isinstance(state, TurnBegins)


def begin_the_turn(rules: Rules, state: State) -> State:
    """The mover draws; where it cannot, it may meld all the same."""
    assert isinstance(state, TurnBegins)
    return Drawing(state.table) if state.table.stock else Melding(state.table)


def empty_hand_knocks(rules: Rules, state: State) -> bool:
    """The mover has no card left, and by a reading that is a knock."""
    if not isinstance(state, Knocking) or state.table.hand or state.declined:
        return False
    return rules.knock.empty_hand == "auto_knock"


def knock_for_the_mover(rules: Rules, state: State) -> State:
    """The hand is decided as if the mover had knocked."""
    assert isinstance(state, Knocking)
    return Decided(state.table, state.table.mover)


def nobody_knocks(rules: Rules, state: State) -> bool:
    """Everybody who might knock has declined."""
    return isinstance(state, Knocking) and bool(state.declined) and not to_knock(rules, state)


def pass_the_turn(rules: Rules, state: State) -> State:
    """The next seat has its turn."""
    assert isinstance(state, Knocking)
    table = state.table
    return TurnBegins(change(table, mover=neighbour(table.mover, table.seats), draws=0))


def is_decided(rules: Rules, state: State) -> bool:
    """The hand has ended and is not yet scored."""
    return isinstance(state, Decided)


def score(rules: Rules, state: State) -> State:
    """All hands are shown and count, and the winners score."""
    assert isinstance(state, Decided)
    table = state.table
    result = settle(rules, state.knocker, table.hands, table.melds)
    return Over(change(table, draws=0, ledger=entered(table.ledger, result)), result)


CONSEQUENCES: Final[tuple[Consequence[Rules, State], ...]] = (
    Consequence(
        ("carousel.stock.exhausted", "carousel.stock.void", "carousel.stock.hands-shown"),
        (TurnBegins,),
        no_card_is_left,
        end_with_the_stock,
    ),
    Consequence(("carousel.draw.first",), (TurnBegins,), turn_is_to_begin, begin_the_turn),
    Consequence(("carousel.knock.optional",), (Knocking,), empty_hand_knocks, knock_for_the_mover),
    Consequence(
        ("carousel.turn.left", "carousel.knock.window"), (Knocking,), nobody_knocks, pass_the_turn
    ),
    Consequence(
        (
            "carousel.knock.ends-hand",
            "carousel.score.reveal",
            "carousel.score.total-deadwood",
            "carousel.score.add-bonuses",
            "carousel.score.nobody-else",
        ),
        (Decided,),
        is_decided,
        score,
    ),
)
"""What follows of itself, in this order."""

FOLLOWING: Final = by_phase(CONSEQUENCES)
"""The same by phase."""


def change(
    table: Table,
    *,
    mover: Seat | None = None,
    hand: Hand | None = None,
    stock: tuple[Card, ...] | None = None,
    melds: Melds | None = None,
    draws: int | None = None,
    passed: int | None = None,
    ledger: Ledger | None = None,
) -> Table:
    """The table with some of it replaced; ``hand`` is that of the mover until then."""
    hands = table.hands
    if hand is not None:
        hands = (*hands[: table.mover], hand, *hands[table.mover + 1 :])
    return Table(
        dealer=table.dealer,
        mover=table.mover if mover is None else mover,
        hands=hands,
        stock=table.stock if stock is None else stock,
        melds=table.melds if melds is None else melds,
        draws=table.draws if draws is None else draws,
        passed=table.passed if passed is None else passed,
        ledger=table.ledger if ledger is None else ledger,
    )


# ── the game ─────────────────────────────────────────────────────────────────────────────────────


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
    """The clauses by which this actor may not do anything of this kind now."""
    if draws_too_early(rules, state, actor, action):
        return ("carousel.knock.next-waits",)
    asked = is_to_act(rules, state, actor, action)
    return (() if asked else ("carousel.turn.to-act",)) + out_of_phase(rules, state, action)


def draws_too_early(rules: Rules, state: State, actor: Actor, action: Action) -> bool:
    """Whether the next seat would begin its turn while a knock may still come.

    Clauses: knock.next-waits.
    """
    if actor is CHANCE or not isinstance(state, Knocking) or not isinstance(action, Draw):
        return False
    table = state.table
    return actor == neighbour(table.mover, table.seats) and not is_asked(rules, state, actor)


def is_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> bool:
    """Whether the actor is asked to act; chance deals, and does nothing else.

    Clauses: turn.to-act.
    """
    if isinstance(action, Deal) or actor is CHANCE:
        return isinstance(action, Deal) and actor is CHANCE
    match state:
        case Drawing() | Melding():
            return actor == state.table.mover
        case Knocking():
            return is_asked(rules, state, actor)
        case _:
            return False


def out_of_phase(rules: Rules, state: State, action: Action) -> tuple[str, ...]:
    """The clauses by which an action of this kind does not belong to the phase, whoever acts.

    Clauses: rearrange.only-while-melding.
    """
    match state, action:
        case Over(), Deal():
            over = match_is_over(rules, state.table.ledger)
            return ("carousel.match.over",) if over else ()
        case ((Drawing() | Melding() | Knocking()), Deal()):
            return ("carousel.deal.between-hands",)
        case ((Drawing() | Melding()), Knock()):
            return ("carousel.knock.after-own-turn",)
        case Drawing(), (Rearrange() | Decline()):
            return ("carousel.draw.first",)
        case Knocking(), (Draw() | Rearrange()):
            return ("carousel.knock.nothing-else",)
        case _:
            return ()


def step(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
    """The state after an action and all that follows, or every clause of the first failing stage.

    The stages: who acts and in which phase; what the action names exists; the rule's conditions;
    and those on what would come of it.
    """
    failing = not_to_act(rules, state, actor, action)
    if failing:
        return Refusal(failing)
    after = _move(rules, state, actor, action)
    return after if isinstance(after, Refusal) else follow(FOLLOWING, rules, after)


def _move(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
    match state, action:
        case ((BeforeDeal() | Over()), Deal()):
            return make(DEAL, rules, state, action)
        case Drawing(), Draw():
            return make(DRAW_FIRST, rules, state, action)
        case Melding(), Draw():
            return make(DRAW_AGAIN, rules, state, action)
        case Melding(), Rearrange():
            return make(REARRANGE, rules, state, action)
        case Melding(), Decline():
            return make(PASS, rules, state, action)
        case Knocking(), Knock() if actor is not CHANCE:
            return make(KNOCK_MOVE, rules, KnockOf(actor, state), action)
        case Knocking(), Decline() if actor is not CHANCE:
            return make(DECLINE_MOVE, rules, KnockOf(actor, state), action)
        case _:
            raise AssertionError(f"an action out of its phase: {action}")


def legal(rules: Rules, state: State, seat: Seat) -> tuple[Action, ...]:
    """Every action that ``step`` accepts from the seat; none unless it is to act.

    For all rearrangements stands one.
    """
    match state:
        case Drawing() if state.table.mover == seat:
            return tuple(play.proposals(DRAW_FIRST, rules, state))
        case Melding() if state.table.mover == seat:
            return (
                *play.proposals(DRAW_AGAIN, rules, state),
                *play.proposals(REARRANGE, rules, state),
                *play.proposals(PASS, rules, state),
            )
        case Knocking() if is_asked(rules, state, seat):
            at = KnockOf(seat, state)
            return (
                *play.proposals(KNOCK_MOVE, rules, at),
                *play.proposals(DECLINE_MOVE, rules, at),
            )
        case _:
            return ()
