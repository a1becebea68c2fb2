"""The moves and the consequences of Three Thirteen: each guard is one clause of the documents.

No move lays a meld on the table or a card on another's meld.

Clauses: meld.closed, in-hand, score.no-layoff.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from meldspec import play
from meldspec.cards import Card, rank
from meldspec.play import (
    CHANCE,
    Actor,
    Consequence,
    Guard,
    Move,
    Refusal,
    Seat,
    always,
    by_phase,
    follow,
    make,
)
from meldspec.three_thirteen.actions import (
    DISCARDS,
    DRAW,
    GO_OUT_WITH_ALL,
    GOING_OUT,
    KEEP,
    TAKE,
    Action,
    ChanceAction,
    Deal,
    Discard,
    Draw,
    GoOut,
    Keep,
    Reshuffle,
    Take,
)
from meldspec.three_thirteen.options import (
    FEWEST_SEATS,
    MOST_SEATS_OF_THREE_PACKS,
    Rules,
)
from meldspec.three_thirteen.settlement import all_in_melds, entered, is_last, settle
from meldspec.three_thirteen.state import (
    BeforeDeal,
    Discarding,
    Drawing,
    Hand,
    Ledger,
    Next,
    Over,
    Reshuffling,
    State,
    Table,
    TurnDone,
    neighbour,
    opponents,
)

Between: TypeAlias = BeforeDeal | Over
"""The phases before a hand, in which chance acts."""


def enough_play(seats: int) -> bool:
    """Whether so many can play at all.

    Clauses: players.min.
    """
    return seats >= FEWEST_SEATS


def packs_suffice(rules: Rules, seats: int) -> bool:
    """Whether there are packs for so many: always, unless a reading sets a limit.

    Clauses: deck.six-at-most, general.
    """
    few = seats <= MOST_SEATS_OF_THREE_PACKS
    return few or rules.deck.packs_beyond_six == "one_more_per_pair"


def is_a_hand(rules: Rules, hand_number: int) -> bool:
    """Whether a match has a hand of this number.

    Clauses: match.eleven.
    """
    return 1 <= hand_number <= rules.size.hands


def begin(seats: int, dealer: Seat, hand_number: int = 1) -> State:
    """A match of some seats before its first deal, which may be that of a later hand."""
    return BeforeDeal(dealer, hand_number, Ledger((0,) * seats, (0,) * seats))


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """Who may act: the mover in its turn, and chance else; nobody once the match is over."""
    match state:
        case Drawing() | Discarding():
            return (state.table.mover,)
        case BeforeDeal() | Reshuffling():
            return (CHANCE,)
        case Over():
            return () if is_last(rules, state.table.hand_number) else (CHANCE,)
        case TurnDone():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)


def ledger_of(state: State) -> Ledger:
    """The match so far."""
    return state.ledger if isinstance(state, BeforeDeal) else state.table.ledger


# ── dealing ──────────────────────────────────────────────────────────────────────────────────────


def no_deals(rules: Rules, state: Between) -> Iterable[Deal]:
    """Chance is not asked for its choices."""
    return ()


def coming_hand(state: Between) -> int:
    """The number of the hand that is dealt next."""
    return state.hand_number if isinstance(state, BeforeDeal) else state.table.hand_number + 1


def seats_have_packs(rules: Rules, state: Between, deal: Deal) -> bool:
    """There are packs for so many seats."""
    return packs_suffice(rules, ledger_of(state).seats)


def one_pack(rules: Rules, state: Between, deal: Deal) -> bool:
    """Two seats are dealt from one pack."""
    return _whole_deck(rules, state, deal, range(2, 3))


def two_packs(rules: Rules, state: Between, deal: Deal) -> bool:
    """Three or four seats are dealt from two packs."""
    return _whole_deck(rules, state, deal, range(3, 5))


def three_packs(rules: Rules, state: Between, deal: Deal) -> bool:
    """Five or six seats are dealt from three packs."""
    return _whole_deck(rules, state, deal, range(5, 7))


def more_packs(rules: Rules, state: Between, deal: Deal) -> bool:
    """More seats are dealt from a pack for every two."""
    seats = ledger_of(state).seats
    return _whole_deck(rules, state, deal, range(MOST_SEATS_OF_THREE_PACKS + 1, seats + 1))


def _whole_deck(rules: Rules, state: Between, deal: Deal, of: range) -> bool:
    """Every card of the packs is dealt, turned up or in the stock, as often as the packs have it.

    Asked where there are so many seats.
    """
    seats = ledger_of(state).seats
    if seats not in of:
        return True
    piles = (*deal.hands, (deal.upcard,), deal.stock)
    return is_whole_deck(rules, seats, [card for pile in piles for card in pile])


def is_whole_deck(rules: Rules, seats: int, cards: Iterable[Card]) -> bool:
    """Whether these are all cards that so many seats play with."""
    return sorted(cards) == sorted(rules.size.deck(seats))


def deck_of(seats: int) -> str:
    """The clause that says with how many packs so many seats play."""
    if seats <= 2:
        return "three-thirteen.deck.two"
    if seats <= 4:
        return "three-thirteen.deck.three-four"
    return (
        "three-thirteen.deck.five-six"
        if seats <= MOST_SEATS_OF_THREE_PACKS
        else "three-thirteen.deck.general"
    )


def first_hands(rules: Rules, state: Between, deal: Deal) -> bool:
    """In the first hand each seat has its three cards."""
    return coming_hand(state) != 1 or _right_hands(rules, state, deal)


def later_hands(rules: Rules, state: Between, deal: Deal) -> bool:
    """In a later hand each seat has a card more than in the one before."""
    first_or_last = coming_hand(state) in (1, rules.size.hands)
    return first_or_last or _right_hands(rules, state, deal)


def last_hands(rules: Rules, state: Between, deal: Deal) -> bool:
    """In the last hand each seat has its thirteen cards."""
    return coming_hand(state) != rules.size.hands or _right_hands(rules, state, deal)


def _right_hands(rules: Rules, state: Between, deal: Deal) -> bool:
    """There is a hand of the right size for each seat."""
    size = rules.size.hand(coming_hand(state))
    return [len(hand) for hand in deal.hands] == [size] * ledger_of(state).seats


def next_dealer(rules: Rules, state: Between) -> Seat:
    """Who deals: who was named, and then one seat after another.

    Clauses: match.deal-rotates.
    """
    if isinstance(state, BeforeDeal):
        return state.dealer
    dealer, seats = state.table.dealer, ledger_of(state).seats
    if seats == FEWEST_SEATS:
        return neighbour(dealer, seats)
    reading = rules.match.rotation_direction
    match reading:
        case "left":
            return neighbour(dealer, seats)
        case "right":
            return opponents(dealer, seats)[-1]
        case _:
            assert_never(reading)


def lay_out(rules: Rules, state: Between, deal: Deal) -> State:
    """The hand begins: the seat after the dealer is to draw."""
    dealer = next_dealer(rules, state)
    return Drawing(
        Table(
            dealer=dealer,
            hand_number=coming_hand(state),
            mover=neighbour(dealer, len(deal.hands)),
            hands=tuple(tuple(sorted(hand)) for hand in deal.hands),
            stock=deal.stock,
            discard=(deal.upcard,),
            ledger=ledger_of(state),
        )
    )


DEAL: Final[Move[Rules, Between, Deal, State]] = Move(
    candidates=no_deals,
    exists=(),
    guards=(
        Guard("three-thirteen.deck.six-at-most", seats_have_packs),
        Guard("three-thirteen.deck.two", one_pack),
        Guard("three-thirteen.deck.three-four", two_packs),
        Guard("three-thirteen.deck.five-six", three_packs),
        Guard("three-thirteen.deck.general", more_packs),
        Guard("three-thirteen.deal.first", first_hands),
        Guard("three-thirteen.deal.grow", later_hands),
        Guard("three-thirteen.deal.last", last_hands),
    ),
    effect=lay_out,
    says=(
        "three-thirteen.deck.no-jokers",
        "three-thirteen.deal.vary",
        "three-thirteen.setup.stock",
        "three-thirteen.setup.upcard",
        "three-thirteen.turn.first",
        "three-thirteen.wild.one-rank",
        "three-thirteen.wild.schedule",
        "three-thirteen.match.deal-rotates",
        "three-thirteen.match.reshuffle",
    ),
)


def dealt(
    rules: Rules, seats: int, dealer: Seat, hand_number: int, deck: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat that a deck makes, its top first, and what is left of the deck.

    Clauses: deal.single-cards, clockwise-from-left.
    """
    in_hands = seats * rules.size.hand(hand_number)
    order = (*opponents(dealer, seats), dealer)
    hands = {seat: deck[place:in_hands:seats] for place, seat in enumerate(order)}
    return tuple(hands[Seat(seat)] for seat in range(seats)), deck[in_hands:]


# ── drawing ──────────────────────────────────────────────────────────────────────────────────────


def just_draw(rules: Rules, state: Drawing) -> Iterable[Draw]:
    """There is one way to draw from the stock, and it is always open: a new stock can be made."""
    return (DRAW,)


def draw_from_stock(rules: Rules, state: Drawing, action: Draw) -> State:
    """The top card of the stock joins the hand; where there is none, chance is to make a stock."""
    if not state.table.stock:
        return Reshuffling(state.table, Next.CARD)
    return Discarding(_with_stock_card(state.table))


def _with_stock_card(table: Table) -> Table:
    return change(table, hand=with_card(table.hand, table.stock[0]), stock=table.stock[1:])


DRAW_MOVE: Final[Move[Rules, Drawing, Draw, State]] = Move(
    candidates=just_draw,
    exists=(),
    guards=(),
    effect=draw_from_stock,
    says=("three-thirteen.draw.either", "three-thirteen.draw.top-only"),
)


def just_take(rules: Rules, state: Drawing) -> Iterable[Take]:
    """There is one way to take the discard."""
    return (TAKE,)


def pile_has_a_card(rules: Rules, state: Drawing, action: Take) -> bool:
    """The discard pile has a card; it has none where readings let a turn end without a discard."""
    return bool(state.table.discard)


def top_may_be_taken(rules: Rules, state: Drawing, action: Take) -> bool:
    """The top is not wild, if a reading asks for that."""
    return not is_wild(rules, state.table, state.table.discard[-1]) or (
        rules.draw.wild_from_pile == "may_be_taken"
    )


def is_wild(rules: Rules, table: Table, card: Card) -> bool:
    """Whether the card is of the rank that is wild in this hand."""
    return rank(card) == rules.size.wild(table.hand_number)


def pile_is_open(rules: Rules, state: Drawing, action: Take) -> bool:
    """It is no final turn, if a reading leaves only the stock for those."""
    if is_open(state.table):
        return True
    return rules.out.final_turn_scope != "stock_only"


def take_discard(rules: Rules, state: Drawing, action: Take) -> State:
    """The top of the discard pile joins the hand, for all to see."""
    table = state.table
    top = table.discard[-1]
    return Discarding(
        replace(
            change(table, hand=with_card(table.hand, top), discard=table.discard[:-1]), taken=top
        )
    )


TAKE_MOVE: Final[Move[Rules, Drawing, Take, State]] = Move(
    candidates=just_take,
    exists=(Guard("three-thirteen.draw.pile-empty", pile_has_a_card),),
    guards=(
        Guard("three-thirteen.draw.wild-stays", top_may_be_taken),
        Guard("three-thirteen.out.stock-only", pile_is_open),
    ),
    effect=take_discard,
    says=(
        "three-thirteen.draw.either",
        "three-thirteen.draw.top-only",
        "three-thirteen.draw.discard-public",
    ),
)


# ── discarding ───────────────────────────────────────────────────────────────────────────────────


def different(hand: Hand) -> Iterator[Card]:
    """Every card of the hand, those that are alike once."""
    last = None
    for card in hand:
        if card != last:
            yield card
        last = card


def discards(rules: Rules, state: Discarding) -> Iterator[Discard]:
    """Every card of the hand."""
    for card in different(state.table.hand):
        yield DISCARDS[card]


def discarded_from_hand(rules: Rules, state: Discarding, action: Discard) -> bool:
    """The discard is in the hand."""
    return action.card in state.table.hand


def taken_card_stays(rules: Rules, state: Discarding, action: Discard) -> bool:
    """The discard is not the card taken from the pile in this turn, if a reading asks for that."""
    return _may_leave(rules, state.table, action.card)


def _may_leave(rules: Rules, table: Table, card: Card) -> bool:
    """Whether a card may be discarded in view of what was taken, or one that looks like it.

    It always may where the hand is nothing but such cards.
    """
    if card != table.taken or table.hand.count(card) == len(table.hand):
        return True
    return rules.discard.discard_taken_card == "allowed"


def put_on_pile(rules: Rules, state: Discarding, action: Discard) -> State:
    """The card lies on top of the discard pile, and the turn is done.

    By a reading that is going out, where the seat could.  Clauses: out.voluntary.
    """
    goes_out = is_open(state.table) and _goes_out_anyway(rules, state.table, action.card)
    return _end_turn(state.table, action.card, goes_out)


def is_open(table: Table) -> bool:
    """Whether nobody has gone out yet."""
    return table.out is None


def _goes_out_anyway(rules: Rules, table: Table, card: Card) -> bool:
    """Whether the seat could go out with this discard, and a reading makes that going out."""
    return can_go_out(rules, table, card) and rules.out.out_automatic == "automatic"


def _end_turn(table: Table, card: Card | None, goes_out: bool) -> TurnDone:
    left = table if card is None else _without(table, card)
    return TurnDone(replace(left, out=table.mover if goes_out else table.out, taken=None))


def _without(table: Table, card: Card) -> Table:
    return change(table, hand=without_card(table.hand, card), discard=(*table.discard, card))


DISCARD: Final[Move[Rules, Discarding, Discard, State]] = Move(
    candidates=discards,
    exists=(Guard("three-thirteen.discard.from-hand", discarded_from_hand, given=always),),
    guards=(Guard("three-thirteen.discard.not-taken-card", taken_card_stays),),
    effect=put_on_pile,
    says=(
        "three-thirteen.discard.one-card",
        "three-thirteen.discard.face-up-on-top",
        "three-thirteen.out.voluntary",
    ),
)


# ── going out ────────────────────────────────────────────────────────────────────────────────────


def ways_out(rules: Rules, state: Discarding) -> Iterator[GoOut]:
    """Without a discard, and with every card of the hand."""
    yield GO_OUT_WITH_ALL
    for card in different(state.table.hand):
        yield GOING_OUT[card]


def out_from_hand(rules: Rules, state: Discarding, action: GoOut) -> bool:
    """The discard, if there is one, is in the hand."""
    return action.discard is None or action.discard in state.table.hand


def is_first_out(rules: Rules, state: Discarding, action: GoOut) -> bool:
    """Nobody has gone out before in this hand."""
    return is_open(state.table)


def out_with_discard(rules: Rules, state: Discarding, action: GoOut) -> bool:
    """A card is discarded, unless a reading lets the seat keep it."""
    if action.discard is not None:
        return True
    return rules.out.out_discard_needed == "may_keep"


def out_without_taken_card(rules: Rules, state: Discarding, action: GoOut) -> bool:
    """The discard is not the card taken from the pile in this turn, if a reading asks for that."""
    return action.discard is None or _may_leave(rules, state.table, action.discard)


def all_melded(rules: Rules, state: Discarding, action: GoOut) -> bool:
    """Every card that must be is in a meld."""
    return can_go_out(rules, state.table, action.discard)


def can_go_out(rules: Rules, table: Table, card: Card | None) -> bool:
    """Whether the cards lie in melds, with this discard: those left, or by a reading all."""
    wild = rules.size.wild(table.hand_number)
    before = all_in_melds(rules, table.hand, wild)
    if card is None:
        return before
    after = all_in_melds(rules, without_card(table.hand, card), wild)
    if before == after:
        return after
    return after if rules.out.out_test_moment == "after_discard" else before


def announce(rules: Rules, state: Discarding, action: GoOut) -> State:
    """The turn is done, with a discard or without, and everybody knows that the seat is out.

    Clauses: out.with-discard, announce.
    """
    return _end_turn(state.table, action.discard, goes_out=True)


GO_OUT: Final[Move[Rules, Discarding, GoOut, State]] = Move(
    candidates=ways_out,
    exists=(Guard("three-thirteen.discard.from-hand", out_from_hand, given=always),),
    guards=(
        Guard("three-thirteen.out.once", is_first_out, alike=True),
        Guard("three-thirteen.out.with-discard", out_with_discard),
        Guard("three-thirteen.discard.not-taken-card", out_without_taken_card),
        Guard("three-thirteen.out.condition", all_melded),
    ),
    effect=announce,
    says=(
        "three-thirteen.out.announce",
        "three-thirteen.out.with-discard",
        "three-thirteen.out.verified",
    ),
)


# ── keeping all cards ────────────────────────────────────────────────────────────────────────────


def just_keep(rules: Rules, state: Discarding) -> Iterable[Keep]:
    """There is one way to end a turn without a discard."""
    return (KEEP,)


def may_keep(rules: Rules, state: Discarding, action: Keep) -> bool:
    """It is a final turn, and a reading lets the seat keep all cards in it."""
    return not is_open(state.table) and rules.out.final_turn_discard == "optional"


def keep_all(rules: Rules, state: Discarding, action: Keep) -> State:
    """The turn is done, although nothing was discarded."""
    return _end_turn(state.table, None, goes_out=False)


KEEP_MOVE: Final[Move[Rules, Discarding, Keep, State]] = Move(
    candidates=just_keep,
    exists=(),
    guards=(Guard("three-thirteen.out.final-discard", may_keep),),
    effect=keep_all,
    says=("three-thirteen.out.final-discard",),
)


# ── a new stock ──────────────────────────────────────────────────────────────────────────────────


def no_reshuffles(rules: Rules, state: Reshuffling) -> Iterable[Reshuffle]:
    """Chance is not asked for its choices."""
    return ()


def due(table: Table) -> tuple[Card, ...]:
    """The discards that become the stock: all but the top."""
    return table.discard[:-1]


def cards_that_are_due(rules: Rules, state: Reshuffling, action: Reshuffle) -> bool:
    """The new stock has the cards that are due, each as often as it lies there."""
    return sorted(action.stock) == sorted(due(state.table))


def renew_stock(rules: Rules, state: Reshuffling, action: Reshuffle) -> State:
    """The discards, but for the top, are the stock, and play goes on where it stood."""
    table = change(state.table, stock=action.stock, discard=state.table.discard[-1:])
    match state.then:
        case Next.TURN:
            return Drawing(table)
        case Next.CARD:
            return Discarding(_with_stock_card(table))
        case Next.DISCARD:
            return Discarding(table)
        case _:
            assert_never(state.then)


RESHUFFLE: Final[Move[Rules, Reshuffling, Reshuffle, State]] = Move(
    candidates=no_reshuffles,
    exists=(),
    guards=(Guard("three-thirteen.stock.reshuffle-cards", cards_that_are_due),),
    effect=renew_stock,
    says=(
        "three-thirteen.stock.rebuild",
        "three-thirteen.stock.keep-upcard",
        "three-thirteen.stock.shuffled",
    ),
)


# ── what follows ─────────────────────────────────────────────────────────────────────────────────


def stock_is_due_early(rules: Rules, state: State) -> bool:
    """The stock is used up before a card is asked of it, where a reading does not wait for that."""
    if not isinstance(state, Drawing | Discarding) or state.table.stock:
        return False
    timing = rules.stock.exhaustion_timing
    match timing:
        case "lazy":
            return False
        case "lazy_start":
            return isinstance(state, Drawing)
        case "eager":
            return True
        case _:
            assert_never(timing)


def use_up_the_stock(rules: Rules, state: State) -> State:
    """Chance is to make a new stock, and then the turn goes on."""
    assert isinstance(state, Drawing | Discarding)
    return Reshuffling(state.table, Next.TURN if isinstance(state, Drawing) else Next.DISCARD)


def final_turn_is_a_draw(rules: Rules, state: State) -> bool:
    """The mover has its card in a final turn, where by a reading there is no more to it."""
    if not isinstance(state, Discarding) or is_open(state.table):
        return False
    return rules.out.final_turn_scope == "draw_only"


def end_turn_after_draw(rules: Rules, state: State) -> State:
    """The turn is done with the card that came."""
    assert isinstance(state, Discarding)
    return _end_turn(state.table, None, goes_out=False)


def turn_comes_back(rules: Rules, state: State) -> bool:
    """A turn has ended, and the next would be that of who went out."""
    if not isinstance(state, TurnDone):
        return False
    table = state.table
    return neighbour(table.mover, len(table.hands)) == table.out


def end_the_hand(rules: Rules, state: State) -> State:
    """All hands are shown and count."""
    assert isinstance(state, TurnDone)
    table = state.table
    assert table.out is not None
    result = settle(rules, table.hand_number, table.out, table.hands)
    return Over(replace(table, ledger=entered(table.ledger, result)), result)


def turn_is_done(rules: Rules, state: State) -> bool:
    """The mover's turn has ended."""
    return isinstance(state, TurnDone)


def pass_the_turn(rules: Rules, state: State) -> State:
    """The next seat is to draw."""
    assert isinstance(state, TurnDone)
    table = state.table
    return Drawing(replace(table, mover=neighbour(table.mover, len(table.hands))))


CONSEQUENCES: Final[tuple[Consequence[Rules, State], ...]] = (
    Consequence(
        ("three-thirteen.stock.rebuild",),
        (Drawing, Discarding),
        stock_is_due_early,
        use_up_the_stock,
    ),
    Consequence(
        ("three-thirteen.out.one-more-turn",),
        (Discarding,),
        final_turn_is_a_draw,
        end_turn_after_draw,
    ),
    Consequence(
        (
            "three-thirteen.out.hand-ends",
            "three-thirteen.out.reveal",
            "three-thirteen.out.opponents-arrange",
            "three-thirteen.deadwood.definition",
            "three-thirteen.score.deadwood",
            "three-thirteen.score.out-zero",
            "three-thirteen.score.best-arrangement",
            "three-thirteen.score.no-layoff",
            "three-thirteen.match.scores-add-up",
        ),
        (TurnDone,),
        turn_comes_back,
        end_the_hand,
    ),
    Consequence(
        (
            "three-thirteen.discard.ends-turn",
            "three-thirteen.turn.left",
            "three-thirteen.out.one-more-turn",
        ),
        (TurnDone,),
        turn_is_done,
        pass_the_turn,
    ),
)
"""What follows of itself, in this order: a stock is made new before anything else goes on."""

FOLLOWING: Final = by_phase(CONSEQUENCES)
"""The same by phase."""


# ── hands ────────────────────────────────────────────────────────────────────────────────────────


def with_card(hand: Hand, card: Card) -> Hand:
    """The hand with a card more, in its place."""
    place = bisect_left(hand, card)
    return (*hand[:place], card, *hand[place:])


def without_card(hand: Hand, card: Card) -> Hand:
    """The hand without a card that is in it, or without one of those that are alike."""
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])


def change(
    table: Table,
    *,
    hand: Hand | None = None,
    stock: tuple[Card, ...] | None = None,
    discard: tuple[Card, ...] | None = None,
) -> Table:
    """The table with the mover's hand, or a pile, replaced."""
    hands = table.hands
    if hand is not None:
        mover = table.mover
        hands = (*hands[:mover], hand, *hands[mover + 1 :])
    return Table(
        dealer=table.dealer,
        hand_number=table.hand_number,
        mover=table.mover,
        hands=hands,
        stock=table.stock if stock is None else stock,
        discard=table.discard if discard is None else discard,
        ledger=table.ledger,
        taken=table.taken,
        out=table.out,
    )


# ── the game ─────────────────────────────────────────────────────────────────────────────────────


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
    """The clauses by which this actor may not do anything of this kind now."""
    if isinstance(action, ChanceAction):
        return (
            _chance_may_not(rules, state, action)
            if actor is CHANCE
            else ("three-thirteen.turn.to-act",)
        )
    in_turn = isinstance(state, Drawing | Discarding) and actor == state.table.mover
    return () if in_turn else ("three-thirteen.turn.to-act",)


def _chance_may_not(rules: Rules, state: State, action: ChanceAction) -> tuple[str, ...]:
    """The clauses by which what chance does is not due."""
    if isinstance(action, Reshuffle):
        return () if isinstance(state, Reshuffling) else ("three-thirteen.stock.reshuffle-due",)
    if not isinstance(state, BeforeDeal | Over):
        return ("three-thirteen.deal.between-hands",)
    if isinstance(state, Over) and is_last(rules, state.table.hand_number):
        return ("three-thirteen.match.over",)
    return ()


def step(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
    """The state after an action and all that follows, or every clause of the first failing stage.

    The stages: who acts and in which phase; what the action names exists; the rule's conditions.
    """
    failing = not_to_act(rules, state, actor, action)
    if failing:
        return Refusal(failing)
    after = _move(rules, state, action)
    return after if isinstance(after, Refusal) else follow(FOLLOWING, rules, after)


def _move(rules: Rules, state: State, action: Action) -> State | Refusal:
    match state, action:
        case ((BeforeDeal() | Over()), Deal()):
            return make(DEAL, rules, state, action)
        case Reshuffling(), Reshuffle():
            return make(RESHUFFLE, rules, state, action)
        case Drawing(), Draw():
            return make(DRAW_MOVE, rules, state, action)
        case Drawing(), Take():
            return make(TAKE_MOVE, rules, state, action)
        case Discarding(), Discard():
            return make(DISCARD, rules, state, action)
        case Discarding(), GoOut():
            return make(GO_OUT, rules, state, action)
        case Discarding(), Keep():
            return make(KEEP_MOVE, rules, state, action)
        case _:
            return Refusal((wrong_phase(action),))


def wrong_phase(action: Action) -> str:
    """The clause by which an action of the seat in turn does not belong to its part of the turn."""
    if isinstance(action, Draw | Take):
        return "three-thirteen.draw.one-card"
    return "three-thirteen.draw.first-action"


def legal(rules: Rules, state: State, seat: Seat) -> tuple[Action, ...]:
    """Every action that ``step`` accepts from the seat; none unless it is to act."""
    match state:
        case Drawing() if state.table.mover == seat:
            return (
                *play.proposals(DRAW_MOVE, rules, state),
                *play.proposals(TAKE_MOVE, rules, state),
            )
        case Discarding() if state.table.mover == seat:
            return (
                *play.proposals(DISCARD, rules, state),
                *play.proposals(GO_OUT, rules, state),
                *play.proposals(KEEP_MOVE, rules, state),
            )
        case _:
            return ()
