"""The moves and the consequences of Rummy: each guard is one clause of the documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from meldspec import play
from meldspec.cards import Card, rank
from meldspec.melds import is_meld, is_run, is_set, melds_in
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
from meldspec.rummy.actions import (
    DISCARDS,
    DRAW,
    TAKE,
    Action,
    ChanceAction,
    Cut,
    Deal,
    Discard,
    Draw,
    LayMeld,
    LayOff,
    Reshuffle,
    Take,
)
from meldspec.rummy.completion import (
    can_go_out,
    keeps_the_most,
    may_discard,
    may_go_out,
    may_take,
    melding_is_done,
    nothing_but_the_taken_card,
    owes_a_lay_off,
    owes_a_meld,
    stays_completable,
)
from meldspec.rummy.options import (
    FEWEST_SEATS,
    MOST_SEATS,
    Rules,
)
from meldspec.rummy.settlement import entered, lowest, match_is_over, settle, went_rummy
from meldspec.rummy.state import (
    BeforeDeal,
    Cutting,
    Decided,
    Drawing,
    End,
    Ledger,
    Next,
    Outcome,
    Over,
    Playing,
    Reshuffling,
    State,
    Table,
    TurnDone,
    UsedUp,
    opponents,
)
from meldspec.rummy.turn import (
    change,
    fitting,
    has_melded_enough,
    is_by_age,
    is_by_owner,
    leaves_a_discard,
    may_lay_another,
    melds_are_open,
    must_go_out,
    next_turn,
    remember_holding_back,
    with_lay_off,
    with_meld,
)

Between: TypeAlias = BeforeDeal | Cutting | Over
"""The phases before a hand, in which chance acts."""


def may_play(seats: int) -> bool:
    """Whether so many can play.

    Clauses: players.range.
    """
    return FEWEST_SEATS <= seats <= MOST_SEATS


def begin(seats: int, dealer: Seat) -> State:
    """A match of some seats before its first deal, with the dealer that the players name.

    Where the first dealer is cut for, that name is not used.

    Clauses: dealer.determined, free-choice.
    """
    return BeforeDeal(dealer, Ledger((0,) * seats, 0, (0,) * seats))


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """Who may act: the mover in its turn, and chance else; nobody once the match is over."""
    match state:
        case Drawing() | Playing():
            return (state.table.mover,)
        case BeforeDeal() | Cutting() | Reshuffling():
            return (CHANCE,)
        case Over():
            return () if match_is_over(rules, state.table.ledger) else (CHANCE,)
        case UsedUp() | TurnDone() | Decided():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)


def ledger_of(state: State) -> Ledger:
    """The match so far."""
    match state:
        case BeforeDeal() | Cutting():
            return state.ledger
        case _:
            return state.table.ledger


# ── cutting for the deal ─────────────────────────────────────────────────────────────────────────


def cut_is_due(rules: Rules, state: Between) -> bool:
    """Whether cards are to be drawn for the next deal."""
    match state:
        case BeforeDeal():
            return not state.by_cut and rules.dealer.first_dealer == "cut"
        case Cutting():
            return True
        case Over():
            won = state.result.outcome.winner is not None
            return won and rules.dealer.next_dealer == "recut"
        case _:
            assert_never(state)


def cutters(state: Between) -> tuple[Seat, ...]:
    """The seats that are to draw for the deal: all, or those that are tied."""
    if isinstance(state, Cutting):
        return state.asked
    return tuple(Seat(seat) for seat in range(ledger_of(state).seats))


def no_cuts(rules: Rules, state: Between) -> Iterable[Cut]:
    """Chance is not asked for its choices."""
    return ()


def cards_to_cut(rules: Rules, state: Between, cut: Cut) -> bool:
    """Each seat that is to draw has a card of its own, which is still there, and no other seat."""
    drawn = [card for card in cut.cards if card is not None]
    seats = tuple(Seat(seat) for seat, card in enumerate(cut.cards) if card is not None)
    gone = state.gone if isinstance(state, Cutting) else ()
    return (
        len(cut.cards) == ledger_of(state).seats
        and seats == tuple(sorted(cutters(state)))
        and len(set(drawn)) == len(drawn)
        and all(card in rules.size.pack for card in drawn)
        and (
            not any(card in gone for card in drawn)
            or rules.dealer.cut_replacement == "return_and_shuffle"
        )
    )


def find_dealer(rules: Rules, state: Between, cut: Cut) -> State:
    """The highest card deals; where several seats have it, they draw again."""
    drawn = {Seat(seat): card for seat, card in enumerate(cut.cards) if card is not None}
    highest = max(rank(card) for card in drawn.values())
    tied = tuple(seat for seat, card in drawn.items() if rank(card) == highest)
    ledger = ledger_of(state)
    if len(tied) == 1:
        return BeforeDeal(tied[0], ledger, by_cut=True)
    gone = state.gone if isinstance(state, Cutting) else ()
    return Cutting(tied, (*gone, *drawn.values()), ledger)


CUT: Final[Move[Rules, Between, Cut, State]] = Move(
    candidates=no_cuts,
    exists=(),
    guards=(Guard("rummy.dealer.cut-cards", cards_to_cut),),
    effect=find_dealer,
    says=(
        "rummy.dealer.cut",
        "rummy.dealer.cut-ranking",
        "rummy.dealer.cut-highest",
        "rummy.dealer.cut-tie",
    ),
)


# ── dealing ──────────────────────────────────────────────────────────────────────────────────────


def no_deals(rules: Rules, state: Between) -> Iterable[Deal]:
    """Chance is not asked for its choices."""
    return ()


def whole_pack(rules: Rules, state: Between, deal: Deal) -> bool:
    """Every card of the pack is dealt, turned up or in the stock, once."""
    dealt = [card for pile in (*deal.hands, (deal.upcard,), deal.stock) for card in pile]
    return sorted(dealt) == sorted(rules.size.pack)


def hands_of_two(rules: Rules, state: Between, deal: Deal) -> bool:
    """Of two seats each has its ten cards."""
    return _right_hands(rules, state, deal, (2,))


def hands_of_three_or_four(rules: Rules, state: Between, deal: Deal) -> bool:
    """Of three or four seats each has its seven cards."""
    return _right_hands(rules, state, deal, (3, 4))


def hands_of_five_or_six(rules: Rules, state: Between, deal: Deal) -> bool:
    """Of five or six seats each has its six cards."""
    return _right_hands(rules, state, deal, (5, 6))


def _right_hands(rules: Rules, state: Between, deal: Deal, of: tuple[int, ...]) -> bool:
    """There is a hand of the right size for each seat, if there are as many seats as asked for."""
    seats = ledger_of(state).seats
    if seats not in of:
        return True
    size = rules.size.hand(seats)
    return [len(hand) for hand in deal.hands] == [size] * seats


def next_dealer(rules: Rules, state: Between) -> Seat:
    """Who deals, where no cut is due: who was named or cut, or by the last hand."""
    match state:
        case BeforeDeal():
            return state.dealer
        case Over():
            winner = state.result.outcome.winner
            if winner is None:
                return _dealer_after_no_winner(rules, state.table)
            return _dealer_after(rules, state.table, winner)
        case Cutting():
            raise AssertionError("a cut is due")
        case _:
            assert_never(state)


def _dealer_after(rules: Rules, table: Table, winner: Seat) -> Seat:
    reading = rules.dealer.next_dealer
    match reading:
        case "rotate_left":
            return _left_of_dealer(table)
        case "winner":
            return winner
        case "same":
            return table.dealer
        case "recut":
            raise AssertionError("a cut is due")
        case _:
            assert_never(reading)


def _dealer_after_no_winner(rules: Rules, table: Table) -> Seat:
    reading = rules.dealer.void_hand_dealer
    match reading:
        case "redeal_same":
            return table.dealer
        case "rotate":
            return _left_of_dealer(table)
        case _:
            assert_never(reading)


def _left_of_dealer(table: Table) -> Seat:
    return opponents(table.dealer, len(table.hands))[0]


def lay_out(rules: Rules, state: Between, deal: Deal) -> State:
    """The hand begins: the seat after the dealer is to draw."""
    return Drawing(
        Table(
            dealer=next_dealer(rules, state),
            turn=0,
            hands=tuple(frozenset(hand) for hand in deal.hands),
            stock=deal.stock,
            discard=(deal.upcard,),
            melds=(),
            ledger=ledger_of(state),
            held_back=(False,) * len(deal.hands),
        )
    )


DEAL: Final[Move[Rules, Between, Deal, State]] = Move(
    candidates=no_deals,
    exists=(),
    guards=(
        Guard("rummy.deck.standard", whole_pack),
        Guard("rummy.deal.two", hands_of_two),
        Guard("rummy.deal.three-four", hands_of_three_or_four),
        Guard("rummy.deal.five-six", hands_of_five_or_six),
    ),
    effect=lay_out,
    says=(
        "rummy.deal.shuffle",
        "rummy.deal.dealer-deals",
        "rummy.setup.stock",
        "rummy.setup.upcard",
        "rummy.turn.first",
        "rummy.turn.first-two-player",
    ),
)


def dealt(
    rules: Rules, seats: int, dealer: Seat, deck: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat that a deck makes, its top first, and what is left of the deck.

    Clauses: deal.single-cards, clockwise-from-left.
    """
    in_hands = seats * rules.size.hand(seats)
    order = (*opponents(dealer, seats), dealer)
    hands = {seat: deck[place:in_hands:seats] for place, seat in enumerate(order)}
    return tuple(hands[Seat(seat)] for seat in range(seats)), deck[in_hands:]


# ── drawing ──────────────────────────────────────────────────────────────────────────────────────


def just_draw(rules: Rules, state: Drawing) -> Iterable[Draw]:
    """There is one way to draw from the stock."""
    return (DRAW,)


def stock_can_be_drawn_from(rules: Rules, state: Drawing, action: Draw) -> bool:
    """The stock has a card, or one follows from drawing."""
    return bool(state.table.stock) or can_make_a_stock(rules, state.table)


def can_make_a_stock(rules: Rules, table: Table) -> bool:
    """Whether something follows when the stock is used up: discards beside the top become one.

    Of the top alone none is made unless all discards are reshuffled; a hand can always end.
    """
    if len(table.discard) != 1:
        return bool(table.discard)
    reading = rules.stock.stock_exhaustion
    match reading:
        case "reshuffle_keep_top" | "turn_over":
            return False
        case "reshuffle_all" | "void" | "lowest_deadwood_wins":
            return True
        case _:
            assert_never(reading)


def draw_from_stock(rules: Rules, state: Drawing, action: Draw) -> State:
    """The top card of the stock joins the hand; where there is none, the stock is used up."""
    if not state.table.stock:
        return UsedUp(state.table, Next.CARD)
    return Playing(_with_stock_card(state.table))


def _with_stock_card(table: Table) -> Table:
    return change(table, hand=table.hand | {table.stock[0]}, stock=table.stock[1:])


DRAW_MOVE: Final[Move[Rules, Drawing, Draw, State]] = Move(
    candidates=just_draw,
    exists=(Guard("rummy.stock.nothing-to-draw", stock_can_be_drawn_from),),
    guards=(),
    effect=draw_from_stock,
    says=("rummy.draw.either-pile", "rummy.draw.top-only"),
)


def just_take(rules: Rules, state: Drawing) -> Iterable[Take]:
    """There is one way to take the discard."""
    return (TAKE,)


def pile_has_a_card(rules: Rules, state: Drawing, action: Take) -> bool:
    """The discard pile has a card."""
    return bool(state.table.discard)


def take_discard(rules: Rules, state: Drawing, action: Take) -> Playing:
    """The top of the discard pile joins the hand, for all to see."""
    table = state.table
    top = table.discard[-1]
    return Playing(change(table, hand=table.hand | {top}, discard=table.discard[:-1], taken=top))


def turn_can_be_ended(rules: Rules, state: Drawing, after: Playing) -> bool:
    """What must be laid leaves a card to discard beside the one taken, if a reading asks for it."""
    return may_take(rules, after.table)


TAKE_MOVE: Final[Move[Rules, Drawing, Take, Playing]] = Move(
    candidates=just_take,
    exists=(Guard("rummy.draw.pile-empty", pile_has_a_card),),
    guards=(),
    effect=take_discard,
    says=(
        "rummy.draw.either-pile",
        "rummy.draw.top-only",
        "rummy.draw.discard-public",
        "rummy.draw.upcard-first-turn",
    ),
    after=(Condition("rummy.draw.would-strand", turn_can_be_ended),),
)


# ── melding ──────────────────────────────────────────────────────────────────────────────────────


def melds_to_lay(rules: Rules, state: Playing) -> Iterator[LayMeld]:
    """Every meld in the hand."""
    for cards in melds_in(state.table.hand):
        yield LayMeld(cards)


def kind(cards: frozenset[Card]) -> str | None:
    """``set``, ``run``, or None for what is no meld.

    Clauses: meld.set, run, run-min, run-no-max, ace-low, no-ace-high, no-wrap.
    """
    return "set" if is_set(cards) else "run" if is_run(cards) else None


def melded_from_hand(rules: Rules, state: Playing, action: LayMeld) -> bool:
    """The cards to meld are in the hand."""
    return action.cards <= state.table.hand


def lays_a_meld(rules: Rules, state: Playing, action: LayMeld) -> bool:
    """The cards are a set or a run."""
    return kind(action.cards) is not None


def another_meld_allowed(rules: Rules, state: Playing, action: LayMeld) -> bool:
    """It is the first meld of the turn, or the mover may lay several."""
    return may_lay_another(rules, state.table)


def no_meld_after_lay_off(rules: Rules, state: Playing, action: LayMeld) -> bool:
    """Nothing was laid off in this turn before, if a reading asks for that."""
    return melds_are_open(rules, state.table)


def meld_leaves_a_discard(rules: Rules, state: Playing, action: LayMeld) -> bool:
    """A card is left to discard, if a reading asks for that."""
    return leaves_a_discard(rules, state.table, len(action.cards))


def still_goes_out(rules: Rules, state: Playing, after: Playing) -> bool:
    """Who has laid a second meld can go out in this turn, if the first was all that is allowed."""
    return not must_go_out(rules, after.table) or can_go_out(rules, after.table)


def still_completable(rules: Rules, state: Playing, after: Playing) -> bool:
    """The turn can still be ended: the card taken from the pile is not all that is left.

    Clauses: discard.only-taken-card-left.
    """
    return stays_completable(rules, state.table, after.table)


def still_melds_the_most(rules: Rules, state: Playing, after: Playing) -> bool:
    """As many cards as before can be in melds when the turn ends, if a reading asks for that."""
    return keeps_the_most(rules, state.table, after.table)


def lay_meld(rules: Rules, state: Playing, action: LayMeld) -> Playing:
    """The cards lie open on the table as a meld of the mover; none of them is in the hand now."""
    return Playing(with_meld(state.table, action.cards))


MELD: Final[Move[Rules, Playing, LayMeld, Playing]] = Move(
    candidates=melds_to_lay,
    exists=(Guard("rummy.meld.from-hand", melded_from_hand),),
    guards=(
        Guard("rummy.meld.two-kinds-only", lays_a_meld),
        Guard("rummy.meld.one-per-turn", another_meld_allowed, alike=True),
        Guard("rummy.layoff.after-melding", no_meld_after_lay_off, alike=True),
        Guard("rummy.out.final-discard", meld_leaves_a_discard),
    ),
    effect=lay_meld,
    says=(
        "rummy.meld.face-up",
        "rummy.meld.owned",
        "rummy.meld.disjoint",
        "rummy.meld.one-per-turn-exception",
        "rummy.rummy.multi-meld",
    ),
    after=(
        Condition("rummy.meld.one-per-turn", still_goes_out),
        Condition("rummy.discard.only-taken-card-left", still_completable),
        Condition("rummy.meld.compulsory", still_melds_the_most),
    ),
)


# ── laying off ───────────────────────────────────────────────────────────────────────────────────


def lay_offs(rules: Rules, state: Playing) -> Iterator[LayOff]:
    """Every card of the hand that lengthens a meld on the table."""
    for card, meld in fitting(state.table):
        yield LayOff(card, meld.cards)


def laid_off_from_hand(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The card to lay off is in the hand."""
    return action.card in state.table.hand


def meld_on_table(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The meld lies on the table, with just these cards."""
    return any(meld.cards == action.meld for meld in state.table.melds)


def extends_the_meld(rules: Rules, state: Playing, action: LayOff) -> bool:
    """With the card the meld is still a meld."""
    return is_meld(action.meld | {action.card})


def owner_allows_it(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The meld is an opponent's, if a reading asks for that."""
    return all(
        is_by_owner(rules, state.table, meld)
        for meld in state.table.melds
        if meld.cards == action.meld
    )


def age_allows_it(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The meld lay there before the turn, if a reading asks for that."""
    return all(
        is_by_age(rules, state.table, meld)
        for meld in state.table.melds
        if meld.cards == action.meld
    )


def melded_before_laying_off(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The mover has a meld of its own on the table, if a reading asks for that."""
    return has_melded_enough(rules, state.table)


def melded_all_before_laying_off(rules: Rules, state: Playing, action: LayOff) -> bool:
    """Nothing must still be melded, if a reading puts melding first and another makes it a duty."""
    return melding_is_done(rules, state.table)


def lay_off_leaves_a_discard(rules: Rules, state: Playing, action: LayOff) -> bool:
    """A card is left to discard, if a reading asks for that."""
    return leaves_a_discard(rules, state.table, 1)


def add_to_meld(rules: Rules, state: Playing, action: LayOff) -> Playing:
    """The card joins the meld, which keeps its owner and its cards.

    Clauses: meld.immovable, layoff.no-transfer, unlimited.
    """
    return Playing(with_lay_off(state.table, action.card, action.meld))


LAY_OFF: Final[Move[Rules, Playing, LayOff, Playing]] = Move(
    candidates=lay_offs,
    exists=(
        Guard("rummy.layoff.from-hand", laid_off_from_hand),
        Guard("rummy.layoff.table-only", meld_on_table),
    ),
    guards=(
        Guard("rummy.layoff.extends-validly", extends_the_meld),
        Guard("rummy.layoff.opponents-only", owner_allows_it),
        Guard("rummy.layoff.earlier-melds", age_allows_it),
        Guard("rummy.layoff.prerequisite", melded_before_laying_off, alike=True),
        Guard("rummy.layoff.after-melding", melded_all_before_laying_off, alike=True),
        Guard("rummy.out.final-discard", lay_off_leaves_a_discard, alike=True),
    ),
    effect=add_to_meld,
    says=("rummy.layoff.set-fourth", "rummy.layoff.run-both-ends"),
    after=(
        Condition("rummy.meld.one-per-turn", still_goes_out),
        Condition("rummy.discard.only-taken-card-left", still_completable),
        Condition("rummy.meld.compulsory", still_melds_the_most),
    ),
)


# ── discarding ───────────────────────────────────────────────────────────────────────────────────


def discards(rules: Rules, state: Playing) -> Iterator[Discard]:
    """Every card of the hand."""
    for card in sorted(state.table.hand):
        yield DISCARDS[card]


def discarded_from_hand(rules: Rules, state: Playing, action: Discard) -> bool:
    """The discard is in the hand."""
    return action.card in state.table.hand


def taken_card_stays(rules: Rules, state: Playing, action: Discard) -> bool:
    """The discard is not the card taken from the pile in this turn."""
    return may_discard(rules, state.table, action.card)


def discard_goes_out(rules: Rules, state: Playing, action: Discard) -> bool:
    """The discard is the last card, if more was melded than a turn allows that does not go out."""
    if not must_go_out(rules, state.table):
        return True
    return len(state.table.hand) == 1 and may_go_out(rules, state.table, discarded=True)


def all_melded(rules: Rules, state: Playing, action: Discard) -> bool:
    """No meld must still be laid, if a reading makes that a duty."""
    return not owes_a_meld(rules, state.table)


def all_laid_off(rules: Rules, state: Playing, action: Discard) -> bool:
    """No card must still be laid off, if a reading makes that a duty."""
    return not owes_a_lay_off(rules, state.table)


def put_on_pile(rules: Rules, state: Playing, action: Discard) -> State:
    """The card lies on top of the discard pile, and the turn is done."""
    table = remember_holding_back(state.table)
    return TurnDone(
        change(table, hand=table.hand - {action.card}, discard=(*table.discard, action.card))
    )


DISCARD: Final[Move[Rules, Playing, Discard, State]] = Move(
    candidates=discards,
    exists=(Guard("rummy.discard.from-hand", discarded_from_hand),),
    guards=(
        Guard("rummy.discard.not-taken-card", taken_card_stays),
        Guard("rummy.meld.one-per-turn", discard_goes_out, alike=True),
        Guard("rummy.meld.compulsory", all_melded, alike=True),
        Guard("rummy.layoff.compulsory", all_laid_off, alike=True),
    ),
    effect=put_on_pile,
    says=("rummy.discard.one-card", "rummy.discard.face-up-on-top"),
)


# ── a new stock ──────────────────────────────────────────────────────────────────────────────────


def no_reshuffles(rules: Rules, state: Reshuffling) -> Iterable[Reshuffle]:
    """Chance is not asked for its choices."""
    return ()


def due(rules: Rules, table: Table) -> tuple[Card, ...]:
    """The discards that become the stock: all but the top, unless a reading takes it too."""
    if rules.stock.stock_exhaustion == "reshuffle_all":
        return table.discard
    return table.discard[:-1]


def cards_that_are_due(rules: Rules, state: Reshuffling, action: Reshuffle) -> bool:
    """The new stock has the cards that are due, each once."""
    return sorted(action.stock) == sorted(due(rules, state.table))


def renew_stock(rules: Rules, state: Reshuffling, action: Reshuffle) -> State:
    """The discards, but for the top, are the stock, and play goes on where it stood."""
    return _go_on(_with_new_stock(rules, state.table, action.stock), state.then)


def _with_new_stock(rules: Rules, table: Table, stock: tuple[Card, ...]) -> Table:
    kept = table.discard[len(due(rules, table)) :]
    return change(table, stock=stock, discard=kept)


def _go_on(table: Table, then: Next) -> State:
    match then:
        case Next.TURN:
            return Drawing(table)
        case Next.CARD:
            return Playing(_with_stock_card(table))
        case Next.PLAY:
            return Playing(table)
        case _:
            assert_never(then)


RESHUFFLE: Final[Move[Rules, Reshuffling, Reshuffle, State]] = Move(
    candidates=no_reshuffles,
    exists=(),
    guards=(Guard("rummy.stock.reshuffle-cards", cards_that_are_due),),
    effect=renew_stock,
    says=("rummy.stock.reshuffle", "rummy.stock.keep-top"),
)


# ── what follows ─────────────────────────────────────────────────────────────────────────────────


def hand_is_empty(rules: Rules, state: State) -> bool:
    """The mover has played its last card."""
    return isinstance(state, Playing | TurnDone) and not state.table.hand


def go_out(rules: Rules, state: State) -> State:
    """Who has run out of cards wins the hand."""
    assert isinstance(state, Playing | TurnDone)
    rummy = went_rummy(rules, state.table, discarded=isinstance(state, TurnDone))
    return Decided(state.table, Outcome(End.OUT, state.table.mover, rummy))


def only_the_taken_card_is_kept(rules: Rules, state: State) -> bool:
    """The mover has only the card that it took and may do nothing with it, where it keeps it."""
    return (
        isinstance(state, Playing)
        and state.table.hand == {state.table.taken}
        and rules.discard.only_taken_card_left == "keep"
        and nothing_but_the_taken_card(rules, state.table)
    )


def end_turn_without_discard(rules: Rules, state: State) -> State:
    """The turn is done, although nothing was discarded."""
    assert isinstance(state, Playing)
    return TurnDone(remember_holding_back(state.table))


def turn_is_done(rules: Rules, state: State) -> bool:
    """The mover has discarded."""
    return isinstance(state, TurnDone)


def pass_the_turn(rules: Rules, state: State) -> State:
    """The next seat is to draw."""
    assert isinstance(state, TurnDone)
    return Drawing(next_turn(state.table))


def both_piles_are_empty(rules: Rules, state: State) -> bool:
    """A turn begins, and there is no card to draw."""
    return isinstance(state, Drawing) and not state.table.stock and not state.table.discard


def end_with_the_stock(rules: Rules, state: State) -> State:
    """The hand ends, and nobody has won it unless a reading gives it to the lowest count."""
    assert isinstance(state, Drawing | UsedUp)
    by_count = rules.stock.stock_exhaustion == "lowest_deadwood_wins"
    winner = lowest(rules, state.table.hands) if by_count else None
    return Decided(state.table, Outcome(End.STOCK, winner))


def stock_is_due_early(rules: Rules, state: State) -> bool:
    """The stock is used up before a card is asked of it, where a reading does not wait for that."""
    if not isinstance(state, Drawing | Playing) or state.table.stock or not state.table.discard:
        return False
    timing = rules.stock.exhaustion_timing
    match timing:
        case "lazy":
            return False
        case "lazy_start":
            return isinstance(state, Drawing) and can_make_a_stock(rules, state.table)
        case "eager":
            return len(state.table.discard) > 1
        case _:
            assert_never(timing)


def use_up_the_stock(rules: Rules, state: State) -> State:
    """What follows a stock that is used up comes now, and then the turn goes on."""
    assert isinstance(state, Drawing | Playing)
    return UsedUp(state.table, Next.TURN if isinstance(state, Drawing) else Next.PLAY)


def stock_is_used_up(rules: Rules, state: State) -> bool:
    """What follows a stock that is used up is due."""
    return isinstance(state, UsedUp)


def after_the_stock(rules: Rules, state: State) -> State:
    """Chance reshuffles, or the pile is turned over, or the hand ends."""
    assert isinstance(state, UsedUp)
    reading = rules.stock.stock_exhaustion
    match reading:
        case "reshuffle_keep_top" | "reshuffle_all":
            return Reshuffling(state.table, state.then)
        case "turn_over":
            oldest_first = due(rules, state.table)
            return _go_on(_with_new_stock(rules, state.table, oldest_first), state.then)
        case "void" | "lowest_deadwood_wins":
            return end_with_the_stock(rules, state)
        case _:
            assert_never(reading)


def is_decided(rules: Rules, state: State) -> bool:
    """The hand has ended and is not yet scored."""
    return isinstance(state, Decided)


def score(rules: Rules, state: State) -> State:
    """The winner scores."""
    assert isinstance(state, Decided)
    result = settle(rules, state.outcome, state.table.hands)
    ledger = entered(state.table.ledger, result)
    return Over(replace(state.table, ledger=ledger, taken=None), result)


CONSEQUENCES: Final[tuple[Consequence[Rules, State], ...]] = (
    Consequence(
        (
            "rummy.out.ends-hand",
            "rummy.out.by-discard",
            "rummy.out.by-meld",
            "rummy.out.by-layoff-opponent",
            "rummy.out.by-layoff-own",
            "rummy.out.winner",
            "rummy.rummy.all-in-one-turn",
        ),
        (Playing, TurnDone),
        hand_is_empty,
        go_out,
    ),
    Consequence(
        ("rummy.discard.only-taken-card-left",),
        (Playing,),
        only_the_taken_card_is_kept,
        end_turn_without_discard,
    ),
    Consequence(
        ("rummy.discard.ends-turn", "rummy.turn.passes-left"),
        (TurnDone,),
        turn_is_done,
        pass_the_turn,
    ),
    Consequence(
        ("rummy.stock.nothing-to-draw",), (Drawing,), both_piles_are_empty, end_with_the_stock
    ),
    Consequence(
        ("rummy.stock.reshuffle",), (Drawing, Playing), stock_is_due_early, use_up_the_stock
    ),
    Consequence(
        ("rummy.stock.reshuffle", "rummy.stock.keep-top"),
        (UsedUp,),
        stock_is_used_up,
        after_the_stock,
    ),
    Consequence(
        (
            "rummy.score.deadwood-scope",
            "rummy.score.winner-collects",
            "rummy.score.losers-nothing",
            "rummy.rummy.double",
        ),
        (Decided,),
        is_decided,
        score,
    ),
)
"""What follows of itself, in this order: an empty hand comes before an empty stock."""

FOLLOWING: Final = by_phase(CONSEQUENCES)
"""The same by phase."""


# ── the game ─────────────────────────────────────────────────────────────────────────────────────


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
    """The clauses by which this actor may not do anything of this kind now."""
    if isinstance(action, ChanceAction):
        return _chance_may_not(rules, state, action) if actor is CHANCE else ("rummy.turn.to-act",)
    in_turn = isinstance(state, Drawing | Playing) and actor == state.table.mover
    return () if in_turn else ("rummy.turn.to-act",)


def _chance_may_not(rules: Rules, state: State, action: ChanceAction) -> tuple[str, ...]:
    """The clauses by which what chance does is not due."""
    if isinstance(action, Reshuffle):
        return () if isinstance(state, Reshuffling) else ("rummy.stock.reshuffle-due",)
    if not isinstance(state, BeforeDeal | Cutting | Over):
        dealing = isinstance(action, Deal)
        return ("rummy.deal.between-hands" if dealing else "rummy.dealer.cut-due",)
    if isinstance(state, Over) and match_is_over(rules, state.table.ledger):
        return ("rummy.match.over",)
    if isinstance(action, Cut) == cut_is_due(rules, state):
        return ()
    return ("rummy.dealer.cut-due",)


def step(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
    """The state after an action and all that follows, or every clause of the first failing stage.

    The stages: who acts and in which phase; what the action names exists; the rule's conditions;
    and those on what would come of it.
    """
    failing = not_to_act(rules, state, actor, action)
    if failing:
        return Refusal(failing)
    after = _move(rules, state, action)
    return after if isinstance(after, Refusal) else follow(FOLLOWING, rules, after)


def _move(rules: Rules, state: State, action: Action) -> State | Refusal:
    match state, action:
        case ((BeforeDeal() | Cutting() | Over()), Deal()):
            return make(DEAL, rules, state, action)
        case ((BeforeDeal() | Cutting() | Over()), Cut()):
            return make(CUT, rules, state, action)
        case Reshuffling(), Reshuffle():
            return make(RESHUFFLE, rules, state, action)
        case Drawing(), Draw():
            return make(DRAW_MOVE, rules, state, action)
        case Drawing(), Take():
            return make(TAKE_MOVE, rules, state, action)
        case Playing(), LayMeld():
            return make(MELD, rules, state, action)
        case Playing(), LayOff():
            return make(LAY_OFF, rules, state, action)
        case Playing(), Discard():
            return make(DISCARD, rules, state, action)
        case _:
            return Refusal((wrong_phase(action),))


def wrong_phase(action: Action) -> str:
    """The clause by which an action of the seat in turn does not belong to its part of the turn.

    Clauses: turn.sequence, draw.compulsory, meld.after-draw.
    """
    if isinstance(action, Draw | Take):
        return "rummy.draw.one-card"
    return "rummy.draw.first-action"


def legal(rules: Rules, state: State, seat: Seat) -> tuple[Action, ...]:
    """Every action that ``step`` accepts from the seat; none unless it is to act."""
    match state:
        case Drawing() if state.table.mover == seat:
            return (
                *play.proposals(DRAW_MOVE, rules, state),
                *play.proposals(TAKE_MOVE, rules, state),
            )
        case Playing() if state.table.mover == seat:
            return (
                *play.proposals(MELD, rules, state),
                *play.proposals(LAY_OFF, rules, state),
                *play.proposals(DISCARD, rules, state),
            )
        case _:
            return ()
