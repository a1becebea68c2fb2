"""The moves and the consequences of Tong-its: each guard is one clause of the documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, assert_never

from meldspec import play
from meldspec.arrangement import is_covered, is_four
from meldspec.cards import Card, rank
from meldspec.melds import (
    SMALLEST,
    extensions,
    fits_a_meld,
    is_meld,
    is_run,
    is_set,
    melds_in,
    melds_with,
)
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
from meldspec.tongits.actions import (
    CALL_DRAW,
    CALL_TONGITS,
    CALLS_WITH_DISCARD,
    CHALLENGE,
    DISCARDS,
    DRAW,
    FOLD,
    KEEP,
    Action,
    CallDraw,
    CallTongits,
    Challenge,
    Deal,
    Discard,
    Draw,
    Expose,
    Fold,
    LayOff,
    Take,
)
from meldspec.tongits.opening import has_opened, has_secret
from meldspec.tongits.options import (
    Rules,
)
from meldspec.tongits.settlement import Facts, collect_antes, is_sagasa, settle
from meldspec.tongits.showdown import compare_hands, compare_remaining, spread_winner
from meldspec.tongits.state import (
    SEATS,
    Answer,
    Answered,
    BeforeDeal,
    Decided,
    Drawing,
    End,
    LaidOff,
    Ledger,
    Outcome,
    Over,
    Playing,
    Responding,
    State,
    Table,
    TableMeld,
    Taken,
    TurnDone,
    opponents,
    owns_a_meld,
)

Between: TypeAlias = BeforeDeal | Over
"""The phases in which chance deals."""

InTurn: TypeAlias = Drawing | Playing
"""The phases of a seat's turn."""


def begin(rules: Rules, dealer: Seat) -> State:
    """A match before its first deal."""
    return BeforeDeal(dealer, Ledger())


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """Who may act: chance before a hand, the mover in its turn, the next seat to answer a call."""
    match state:
        case BeforeDeal() | Over():
            return (CHANCE,)
        case Drawing() | Playing():
            return (state.table.mover,)
        case Responding():
            return state.asked[:1]
        case TurnDone() | Decided():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)


# ── dealing ──────────────────────────────────────────────────────────────────────────────────────


def no_deals(rules: Rules, state: Between) -> Iterable[Deal]:
    """Chance is not asked for its choices."""
    return ()


def whole_pack(rules: Rules, state: Between, deal: Deal) -> bool:
    """Every card of the pack is dealt or in the stock, once."""
    dealt = [card for pile in (*deal.hands, deal.stock) for card in pile]
    return sorted(dealt) == sorted(rules.size.pack)


def dealer_has_one_more(rules: Rules, state: Between, deal: Deal) -> bool:
    """The dealer's hand has one card more than a hand."""
    dealer = next_dealer(rules, state)
    return len(deal.hands) > dealer and len(deal.hands[dealer]) == rules.size.hand + 1


def others_have_a_hand(rules: Rules, state: Between, deal: Deal) -> bool:
    """There is a hand for each seat, and those who do not deal have the same number of cards."""
    dealer = next_dealer(rules, state)
    others = [hand for seat, hand in enumerate(deal.hands) if seat != dealer]
    return len(others) == SEATS - 1 and all(len(hand) == rules.size.hand for hand in others)


def next_dealer(rules: Rules, state: Between) -> Seat:
    """The winner of the last hand deals; without one the dealer stays."""
    match state:
        case BeforeDeal():
            return state.dealer
        case Over():
            if state.result.outcome.winner is None:
                return _dealer_after_no_winner(rules, state.table)
            return _dealer_after(rules, state.table, state.result.outcome.winner)
        case _:
            assert_never(state)


def _dealer_after(rules: Rules, table: Table, winner: Seat) -> Seat:
    reading = rules.deal.next_dealer
    match reading:
        case "previous_winner":
            return winner
        case "rotate_next_in_turn":
            return opponents(table.dealer)[0]
        case _:
            assert_never(reading)


def _dealer_after_no_winner(rules: Rules, table: Table) -> Seat:
    reading = rules.deal.dealer_after_no_winner
    match reading:
        case "same_dealer":
            return table.dealer
        case "next_in_turn":
            return opponents(table.dealer)[0]
        case "last_drawer":
            return table.mover
        case _:
            assert_never(reading)


def ante_due(rules: Rules, state: Between) -> int:
    """Chips that each seat pays into the pot for the next hand."""
    void = isinstance(state, Over) and state.result.outcome.winner is None
    if void and rules.pot.ante_after_no_winner == "not_after_void_hand":
        return 0
    return rules.pot.ante_chips


def lay_out(rules: Rules, state: Between, deal: Deal) -> State:
    """The hand begins: antes are paid, and the dealer is to play without drawing."""
    ledger = state.ledger if isinstance(state, BeforeDeal) else state.table.ledger
    return Playing(
        Table(
            dealer=next_dealer(rules, state),
            turn=0,
            hands=tuple(frozenset(hand) for hand in deal.hands),
            stock=deal.stock,
            discard=(),
            melds=(),
            ledger=collect_antes(ante_due(rules, state), ledger),
        )
    )


DEAL: Final[Move[Rules, Between, Deal, State]] = Move(
    candidates=no_deals,
    exists=(),
    guards=(
        Guard("tongits.cards.standard-52", whole_pack),
        Guard("tongits.deal.dealer-thirteen", dealer_has_one_more),
        Guard("tongits.deal.twelve-each", others_have_a_hand),
    ),
    effect=lay_out,
    says=(
        "tongits.deal.stock-is-remainder",
        "tongits.deal.next-dealer-is-winner",
        "tongits.deal.same-dealer-after-no-winner",
        "tongits.pot.ante-before-each-deal",
        "tongits.pot.ante-two",
        "tongits.turn.dealer-acts-first",
    ),
)


# ── taking a card ────────────────────────────────────────────────────────────────────────────────


def just_draw(rules: Rules, state: Drawing) -> Iterable[Draw]:
    """The stock always has a card when a turn begins."""
    return (DRAW,)


def draw_from_stock(rules: Rules, state: Drawing, action: Draw) -> State:
    """The top card of the stock joins the hand."""
    table = state.table
    drawn = table.stock[0]
    hand = table.hands[table.mover] | {drawn}
    taken = (*table.taken, Taken(drawn, table.turn))
    return Playing(_change(table, hand=hand, stock=table.stock[1:], taken=taken))


DRAW_MOVE: Final[Move[Rules, Drawing, Draw, State]] = Move(
    candidates=just_draw,
    exists=(),
    guards=(),
    effect=draw_from_stock,
    says=("tongits.drawing.two-sources",),
)


def takes(rules: Rules, state: Drawing) -> Iterator[Take]:
    """A take for every meld of the discard with cards of the hand, and what else it may be for."""
    table = state.table
    if not table.discard:
        return
    top = table.discard[-1]
    for meld in melds_with(top, table.hands[table.mover]):
        yield Take(meld - {top})
    for laid in table.melds:
        if top in extensions(laid.cards) and _may_extend(rules):
            yield Take(frozenset(), laid.cards)
    if _may_keep(rules):
        yield KEEP


def take_from_hand(rules: Rules, state: Drawing, action: Take) -> bool:
    """The cards named with the discard are in the hand."""
    return action.hand_cards <= state.table.hands[state.table.mover]


def take_onto_table_meld(rules: Rules, state: Drawing, action: Take) -> bool:
    """The meld for the discard, if one is named, lies face up on the table."""
    return action.meld is None or _lies_face_up(state.table, action.meld)


def _lies_face_up(table: Table, cards: frozenset[Card]) -> bool:
    return any(meld.cards == cards and not meld.face_down for meld in table.melds)


def _is_new_meld(rules: Rules, action: Take) -> bool:
    """Whether the discard is taken for a new meld, not onto the table and not into the hand."""
    return action.meld is None and (bool(action.hand_cards) or not _may_keep(rules))


def _may_keep(rules: Rules) -> bool:
    return rules.drawing.discard_meld_exposure == "may_keep_in_hand"


def take_makes_meld(rules: Rules, state: Drawing, action: Take) -> bool:
    """The discard and the cards named are a meld."""
    made = action.hand_cards | {state.table.discard[-1]}
    return is_meld(made) or not _is_new_meld(rules, action)


def take_two_from_hand(rules: Rules, state: Drawing, action: Take) -> bool:
    """At least two cards are named."""
    return len(action.hand_cards) >= 2 or not _is_new_meld(rules, action)


def onto_table_allowed(rules: Rules, state: Drawing, action: Take) -> bool:
    """The discard is not taken onto a table meld, unless a reading lets it."""
    return action.meld is None or (not action.hand_cards and _may_extend(rules))


def _may_extend(rules: Rules) -> bool:
    reading = rules.drawing.discard_take_requirement
    return reading != "new_meld_only"


def onto_own_meld(rules: Rules, state: Drawing, action: Take) -> bool:
    """The table meld for the discard is the taker's own, if a reading asks for that."""
    if action.meld is None or owns_the_meld(state.table, action.meld):
        return True
    requirement = rules.drawing.discard_take_requirement
    return requirement != "new_meld_or_extend_own_table_meld"


def owns_the_meld(table: Table, cards: frozenset[Card]) -> bool:
    """Whether the table meld with these cards is the mover's."""
    return any(meld.cards == cards and meld.owner == table.mover for meld in table.melds)


def onto_fitting_meld(rules: Rules, state: Drawing, action: Take) -> bool:
    """The table meld for the discard is still a meld with it."""
    return action.meld is None or is_meld(action.meld | {state.table.discard[-1]})


def hand_part_allowed(rules: Rules, state: Drawing, action: Take) -> bool:
    """The cards named are not a meld without the discard, if a reading asks for that."""
    reading = "any_meld_with_two_hand_cards"
    return not is_meld(action.hand_cards) or (
        rules.drawing.discard_extends_concealed_meld == reading
    )


def take_of_three(rules: Rules, state: Drawing, action: Take) -> bool:
    """The meld with the discard has three cards, if a reading asks for that."""
    return len(action.hand_cards) < SMALLEST or (rules.drawing.discard_meld_size != "exactly_three")


def take_of_longest(rules: Rules, state: Drawing, action: Take) -> bool:
    """No card of the hand would make the meld with the discard longer, if a reading asks so."""
    if len(action.hand_cards) < 2:
        return True
    made = action.hand_cards | {state.table.discard[-1]}
    hand = state.table.hands[state.table.mover]
    longer = is_meld(made) and any(card in hand for card in extensions(made))
    return not longer or rules.drawing.discard_meld_size != "maximal_forced"


def kept_makes_meld(rules: Rules, state: Drawing, action: Take) -> bool:
    """A discard that is kept makes a meld with two cards of the hand."""
    if action.hand_cards or action.meld is not None or not _may_keep(rules):
        return True
    return bool(melds_with(state.table.discard[-1], state.table.hands[state.table.mover]))


def take_discard(rules: Rules, state: Drawing, action: Take) -> State:
    """The discard lies on the table with the cards of the hand, face up, as the taker's meld.

    Where a reading lets it, it joins a table meld or the hand instead.
    """
    table = state.table
    top, mover = table.discard[-1], table.mover
    discard = table.discard[:-1]
    if action.meld is not None:
        laid = LaidOff(top, mover, table.turn, from_pile=True)
        return Playing(_change(table, discard=discard, melds=_lengthened(table, action.meld, laid)))
    if not action.hand_cards:
        hand = table.hands[mover] | {top}
        taken = (*table.taken, Taken(top, table.turn, from_pile=True))
        return Playing(_change(table, hand=hand, discard=discard, taken=taken))
    meld = TableMeld(mover, action.hand_cards | {top}, turn=table.turn, from_pile=top)
    hand = table.hands[mover] - action.hand_cards
    return Playing(_change(table, hand=hand, discard=discard, melds=(*table.melds, meld)))


def _lengthened(table: Table, cards: frozenset[Card], laid: LaidOff) -> tuple[TableMeld, ...]:
    """The table melds with a card added to the one that holds these cards."""
    return tuple(
        TableMeld(
            owner=meld.owner,
            cards=meld.cards | {laid.card},
            face_down=meld.face_down,
            laid_off=(*meld.laid_off, laid),
            turn=meld.turn,
            from_pile=meld.from_pile,
        )
        if meld.cards == cards
        else meld
        for meld in table.melds
    )


TAKE: Final[Move[Rules, Drawing, Take, State]] = Move(
    candidates=takes,
    exists=(
        Guard("tongits.turn.cards-in-hand", take_from_hand),
        Guard("tongits.laying-off.table-only", take_onto_table_meld),
    ),
    guards=(
        Guard("tongits.drawing.discard-needs-meld", take_makes_meld),
        Guard("tongits.drawing.discard-two-from-hand", take_two_from_hand),
        Guard("tongits.drawing.discard-not-for-layoff", onto_table_allowed),
        Guard("tongits.drawing.discard-only-onto-own-melds", onto_own_meld),
        Guard("tongits.drawing.discard-onto-fitting-meld", onto_fitting_meld),
        Guard("tongits.drawing.discard-hand-part-no-meld", hand_part_allowed),
        Guard("tongits.drawing.discard-exactly-three", take_of_three),
        Guard("tongits.drawing.discard-longest-meld", take_of_longest),
        Guard("tongits.drawing.discard-kept-needs-meld", kept_makes_meld),
    ),
    effect=take_discard,
    says=(
        "tongits.drawing.two-sources",
        "tongits.drawing.discard-must-expose",
        "tongits.exposing.opens-hand",
    ),
)


# ── exposing ─────────────────────────────────────────────────────────────────────────────────────


def exposures(rules: Rules, state: Playing) -> Iterator[Expose]:
    """Every meld in the hand face up, and every set of four face down too."""
    for meld in melds_in(state.table.hands[state.table.mover]):
        yield Expose(meld)
        if is_four(meld):
            yield Expose(meld, face_down=True)


def exposed_from_hand(rules: Rules, state: Playing, action: Expose) -> bool:
    """The cards to expose are in the hand."""
    return action.cards <= state.table.hands[state.table.mover]


def exposes_a_meld(rules: Rules, state: Playing, action: Expose) -> bool:
    """The cards are a set or a run."""
    return is_meld(action.cards)


def face_down_is_four(rules: Rules, state: Playing, action: Expose) -> bool:
    """What is laid face down is a set of four."""
    return not action.face_down or is_four(action.cards)


def dealer_may_expose(rules: Rules, state: Playing, action: Expose) -> bool:
    """It is not the first turn of the hand, unless the dealer may expose in it."""
    return state.table.turn > 0 or (rules.turn.dealer_first_turn_melds == "allowed")


def dealer_may_lay_face_down(rules: Rules, state: Playing, action: Expose) -> bool:
    """It is not the first turn of the hand, unless the dealer may lay a four face down in it."""
    return (
        not action.face_down
        or state.table.turn > 0
        or rules.exposing.dealer_first_turn_secret == "allowed"
    )


def face_down_available(rules: Rules, state: Playing, action: Expose) -> bool:
    """Nothing is laid face down, unless fours may be."""
    return not action.face_down or rules.exposing.secret_facedown_allowed == "allowed"


def face_down_opens(rules: Rules, state: Playing, action: Expose) -> bool:
    """What is laid face down opens the hand, if a reading asks for that."""
    return (
        not action.face_down
        or rules.exposing.secret_when_already_opened == "allowed"
        or not has_opened(rules, state.table.melds, state.table.mover)
    )


def face_down_without_discard(rules: Rules, state: Playing, action: Expose) -> bool:
    """What is laid face down holds no card that was taken from the discard pile."""
    if not action.face_down:
        return True
    from_pile = any(took.from_pile and took.card in action.cards for took in state.table.taken)
    return not from_pile or (rules.drawing.secret_with_discard_card == "yes_if_kept_concealed")


def exposing_leaves_the_dealer_cards(rules: Rules, state: Playing, action: Expose) -> bool:
    """In the first turn the dealer keeps a card beside the discard, if tongits is barred in it."""
    left = state.table.hands[state.table.mover] - action.cards
    return len(left) > 1 or tongits_in_first_turn_allowed(rules, state.table)


def tongits_in_first_turn_allowed(rules: Rules, table: Table) -> bool:
    """It is not the first turn of the hand, unless the dealer may have tongits in it."""
    return table.turn > 0 or (rules.tongits_call.dealer_first_turn_tongit == "allowed")


def lay_meld(rules: Rules, state: Playing, action: Expose) -> State:
    """The cards lie on the table as a meld of the mover."""
    table = state.table
    meld = TableMeld(table.mover, action.cards, action.face_down, turn=table.turn)
    hand = table.hands[table.mover] - action.cards
    return Playing(_change(table, hand=hand, melds=(*table.melds, meld)))


EXPOSE: Final[Move[Rules, Playing, Expose, State]] = Move(
    candidates=exposures,
    exists=(Guard("tongits.turn.cards-in-hand", exposed_from_hand, given=always),),
    guards=(
        Guard("tongits.melds.two-kinds", exposes_a_meld, given=always),
        Guard("tongits.exposing.face-down-only-fours", face_down_is_four, given=always),
        Guard("tongits.turn.dealer-first-turn-discards-only", dealer_may_expose, alike=True),
        Guard("tongits.exposing.dealer-first-turn-no-face-down", dealer_may_lay_face_down),
        Guard("tongits.exposing.face-down-not-available", face_down_available),
        Guard("tongits.exposing.face-down-only-to-open", face_down_opens),
        Guard("tongits.exposing.face-down-not-with-discard", face_down_without_discard),
        Guard("tongits.tongits-call.not-in-dealers-first-turn", exposing_leaves_the_dealer_cards),
    ),
    effect=lay_meld,
    says=(
        "tongits.exposing.owned",
        "tongits.exposing.opens-hand",
        "tongits.exposing.face-down-four",
    ),
)


# ── laying off ───────────────────────────────────────────────────────────────────────────────────


def lay_offs(rules: Rules, state: Playing) -> Iterator[LayOff]:
    """Every card of the hand that lengthens a meld on the table."""
    hand = state.table.hands[state.table.mover]
    for meld in state.table.melds:
        for card in extensions(meld.cards):
            if card in hand:
                yield LayOff(card, meld.cards)


def laid_off_from_hand(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The card to lay off is in the hand."""
    return action.card in state.table.hands[state.table.mover]


def meld_on_table(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The meld lies face up on the table, with just these cards."""
    return _lies_face_up(state.table, action.meld)


def not_dealers_first_turn(rules: Rules, state: Playing, action: LayOff) -> bool:
    """It is not the first turn of the hand, unless the dealer may lay off in it."""
    return state.table.turn > 0 or (rules.turn.dealer_first_turn_layoff == "allowed")


def fits_the_set(rules: Rules, state: Playing, action: LayOff) -> bool:
    """If the meld is a set, it still is one with the card."""
    return not is_set(action.meld) or is_set(action.meld | {action.card})


def continues_the_run(rules: Rules, state: Playing, action: LayOff) -> bool:
    """If the meld is a run, it still is one with the card."""
    return not is_run(action.meld) or is_run(action.meld | {action.card})


def laid_in_earlier_turn(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The meld was laid in an earlier turn, if a reading asks for that."""
    turn = state.table.turn
    return not any(
        meld.turn == turn and meld.cards == action.meld for meld in state.table.melds
    ) or (rules.laying_off.layoff_target_same_turn == "any_table_meld")


def own_melds_allowed(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The meld is an opponent's, if a reading asks for that."""
    return rules.laying_off.layoff_own_melds == "allowed" or not owns_the_meld(
        state.table, action.meld
    )


def opened_for_laying_off(rules: Rules, state: Playing, action: LayOff) -> bool:
    """The mover has opened, if a reading asks for that."""
    return rules.laying_off.layoff_before_open == "allowed" or has_opened(
        rules, state.table.melds, state.table.mover
    )


def at_an_end_allowed(rules: Rules, state: Playing, action: LayOff) -> bool:
    """A run is continued above, if a reading asks for that."""
    return (
        rules.laying_off.layoff_run_end == "both_ends"
        or not is_run(action.meld)
        or rank(action.card) > max(map(rank, action.meld))
    )


def laying_off_leaves_the_dealer_cards(rules: Rules, state: Playing, action: LayOff) -> bool:
    """In the first turn the dealer keeps a card beside the discard, if tongits is barred in it."""
    left = len(state.table.hands[state.table.mover]) - 1
    return left > 1 or tongits_in_first_turn_allowed(rules, state.table)


def add_to_meld(rules: Rules, state: Playing, action: LayOff) -> State:
    """The card joins the meld, which keeps its owner; who laid it, and when, is recorded."""
    table = state.table
    laid = LaidOff(action.card, table.mover, table.turn)
    hand = table.hands[table.mover] - {action.card}
    return Playing(_change(table, hand=hand, melds=_lengthened(table, action.meld, laid)))


LAY_OFF: Final[Move[Rules, Playing, LayOff, State]] = Move(
    candidates=lay_offs,
    exists=(
        Guard("tongits.turn.cards-in-hand", laid_off_from_hand, given=always),
        Guard("tongits.laying-off.table-only", meld_on_table),
    ),
    guards=(
        Guard("tongits.turn.dealer-first-turn-no-layoff", not_dealers_first_turn, alike=True),
        Guard("tongits.laying-off.set-fourth", fits_the_set, given=always),
        Guard("tongits.laying-off.run-continuation", continues_the_run, given=always),
        Guard("tongits.laying-off.not-in-same-turn", laid_in_earlier_turn),
        Guard("tongits.laying-off.opponents-melds-only", own_melds_allowed),
        Guard("tongits.laying-off.needs-open", opened_for_laying_off, alike=True),
        Guard("tongits.laying-off.high-end-only", at_an_end_allowed),
        Guard(
            "tongits.tongits-call.not-in-dealers-first-turn",
            laying_off_leaves_the_dealer_cards,
            alike=True,
        ),
    ),
    effect=add_to_meld,
    says=("tongits.laying-off.blocks-owner-call",),
)


# ── discarding ───────────────────────────────────────────────────────────────────────────────────


def discards(rules: Rules, state: Playing) -> Iterable[Discard]:
    """Every card of the hand."""
    return [DISCARDS[card] for card in sorted(state.table.hands[state.table.mover])]


def discarded_from_hand(rules: Rules, state: Playing, action: Discard) -> bool:
    """The discard is in the hand."""
    return action.card in state.table.hands[state.table.mover]


def no_card_has_to_stay(rules: Rules, state: Playing) -> bool:
    """No card was taken from the pile into the hand in this turn."""
    taken = state.table.taken
    return not taken or not taken[-1].from_pile or taken[-1].turn != state.table.turn


def taken_card_stays(rules: Rules, state: Playing, action: Discard | CallTongits) -> bool:
    """The discard is not the card taken from the pile in this turn, unless it may go back.

    It may if it is the only card left, so that no seat is left without an action.
    """
    table = state.table
    if no_card_has_to_stay(rules, state) or table.taken[-1].card != _last_discard(action):
        return True
    if len(table.hands[table.mover]) == 1:
        return True
    return rules.discarding.discard_taken_card_back == "allowed"


def _last_discard(action: Discard | CallTongits) -> Card | None:
    return action.card if isinstance(action, Discard) else action.discard


def last_card_is_called(rules: Rules, state: Playing, action: Discard) -> bool:
    """The discard is not the last card of the hand, if a reading asks to call tongits with it."""
    return (
        len(state.table.hands[state.table.mover]) > 1
        or not _emptying_needs_call(rules)
        or not may_have_tongits(rules, state.table, frozenset())
    )


def _emptying_needs_call(rules: Rules) -> bool:
    calls = rules.tongits_call
    return (
        calls.tongit_trigger == "declared" and calls.empty_hand_policy == "emptying_requires_call"
    )


def put_on_pile(rules: Rules, state: Playing, action: Discard) -> State:
    """The card lies on top of the discard pile, and the turn is done."""
    return TurnDone(_without(state.table, action.card))


DISCARD: Final[Move[Rules, Playing, Discard, State]] = Move(
    candidates=discards,
    exists=(Guard("tongits.discarding.from-hand", discarded_from_hand, given=always),),
    guards=(
        Guard("tongits.discarding.taken-card-stays", taken_card_stays, given=no_card_has_to_stay),
        Guard("tongits.tongits-call.emptying-needs-call", last_card_is_called, alike=True),
    ),
    effect=put_on_pile,
    says=("tongits.discarding.face-up-on-top",),
)


# ── calling tongits ──────────────────────────────────────────────────────────────────────────────


def tongits_calls(rules: Rules, state: InTurn) -> Iterator[CallTongits]:
    """The calls that could cover the hand: no two cards may fit no meld at all."""
    hand = state.table.hands[state.table.mover]
    loose: list[Card] = []
    for card in hand:
        if not fits_a_meld(card, hand):
            loose.append(card)
            if len(loose) > 1:
                return
    if not loose:
        yield CALL_TONGITS
    if isinstance(state, Playing):
        for card in sorted(loose or hand):
            yield CALLS_WITH_DISCARD[card]


def last_discard_from_hand(rules: Rules, state: InTurn, action: CallTongits) -> bool:
    """The last discard, if there is one, is in the hand."""
    return action.discard is None or action.discard in state.table.hands[state.table.mover]


def remaining(state: InTurn, action: CallTongits) -> frozenset[Card]:
    """The hand after the last discard, if there is one."""
    hand = state.table.hands[state.table.mover]
    return hand if action.discard is None else hand - {action.discard}


def all_cards_used(rules: Rules, state: InTurn, action: CallTongits) -> bool:
    """Every card that remains lies in a meld."""
    return is_covered(remaining(state, action))


def tongits_is_called(rules: Rules, state: InTurn, action: CallTongits) -> bool:
    """Tongits is called, or the discard named with the call brings it anyway."""
    trigger = rules.tongits_call.tongit_trigger
    match trigger:
        case "declared":
            return True
        case "automatic_when_hand_empty":
            return not remaining(state, action)
        case "automatic_when_coverable":
            return action.discard is not None
        case _:
            assert_never(trigger)


def hand_is_played_out(rules: Rules, state: InTurn, action: CallTongits) -> bool:
    """Nothing remains, if a reading asks for that where tongits is called."""
    calls = rules.tongits_call
    return (
        calls.tongit_concealed == "allowed"
        or calls.tongit_trigger != "declared"
        or not remaining(state, action)
    )


def opened_for_tongits(rules: Rules, state: InTurn, action: CallTongits) -> bool:
    """The caller has opened, if a reading asks for that."""
    return _opened_enough(rules, state.table)


def _opened_enough(rules: Rules, table: Table) -> bool:
    return rules.tongits_call.tongit_requires_open == "opening_not_needed" or has_opened(
        rules, table.melds, table.mover
    )


def has_a_meld(rules: Rules, state: InTurn, action: CallTongits) -> bool:
    """The caller has a meld, in the hand or on the table, if a reading asks for that."""
    return _melds_enough(rules, state.table, remaining(state, action))


def _melds_enough(rules: Rules, table: Table, left: frozenset[Card]) -> bool:
    return (
        bool(left)
        or owns_a_meld(table.melds, table.mover)
        or rules.tongits_call.meld_needed_to_win == "no_meld_needed"
    )


def before_the_stock_is_gone(rules: Rules, state: InTurn, action: CallTongits) -> bool:
    """The stock has cards left, unless tongits is possible after the last one was drawn."""
    return _goes_before_the_stock(rules, state.table)


def _goes_before_the_stock(rules: Rules, table: Table) -> bool:
    return bool(table.stock) or (rules.tongits_call.tongit_vs_exhaustion == "tongit_wins")


def dealer_may_have_tongits(rules: Rules, state: InTurn, action: CallTongits) -> bool:
    """It is not the first turn of the hand, unless the dealer may have tongits in it."""
    return tongits_in_first_turn_allowed(rules, state.table)


def may_have_tongits(rules: Rules, table: Table, left: frozenset[Card]) -> bool:
    """Whether the mover, with these cards left and all of them used, has tongits by the rules."""
    return (
        tongits_in_first_turn_allowed(rules, table)
        and _goes_before_the_stock(rules, table)
        and _opened_enough(rules, table)
        and _melds_enough(rules, table, left)
    )


def called_card_stays(rules: Rules, state: InTurn, action: CallTongits) -> bool:
    """The last discard is not the card taken from the pile in this turn."""
    return isinstance(state, Drawing) or taken_card_stays(rules, state, action)


def end_by_tongits(rules: Rules, state: InTurn, action: CallTongits) -> State:
    """The caller wins at once; a last discard goes to the pile."""
    table = state.table if action.discard is None else _without(state.table, action.discard)
    return Decided(table, Outcome(End.TONGITS, table.mover, last_discard=action.discard))


CALL_TONGITS_MOVE: Final[Move[Rules, InTurn, CallTongits, State]] = Move(
    candidates=tongits_calls,
    exists=(Guard("tongits.discarding.from-hand", last_discard_from_hand),),
    guards=(
        Guard("tongits.tongits-call.all-cards-used", all_cards_used),
        Guard("tongits.tongits-call.happens-by-itself", tongits_is_called),
        Guard("tongits.tongits-call.played-out", hand_is_played_out),
        Guard("tongits.tongits-call.opened-first", opened_for_tongits, alike=True),
        Guard("tongits.tongits-call.needs-own-meld", has_a_meld),
        Guard("tongits.tongits-call.not-after-last-card", before_the_stock_is_gone, alike=True),
        Guard(
            "tongits.tongits-call.not-in-dealers-first-turn", dealer_may_have_tongits, alike=True
        ),
        Guard("tongits.discarding.taken-card-stays", called_card_stays),
    ),
    effect=end_by_tongits,
    says=("tongits.tongits-call.ends-at-once", "tongits.tongits-call.caller-wins"),
)


def may_call_tongits_first(rules: Rules) -> bool:
    """Whether tongits may be called at the start of a turn, before a card is taken."""
    return rules.tongits_call.tongit_window == "from_turn_start"


# ── calling a draw ───────────────────────────────────────────────────────────────────────────────


def just_call_draw(rules: Rules, state: InTurn) -> Iterable[CallDraw]:
    """There is one way to call."""
    return (CALL_DRAW,)


def caller_has_opened(rules: Rules, state: InTurn, action: CallDraw) -> bool:
    """The caller has opened its hand."""
    return has_opened(rules, state.table.melds, state.table.mover)


def caller_has_an_ordinary_meld(rules: Rules, state: InTurn, action: CallDraw) -> bool:
    """Something that has opened the caller's hand entitles to call, as readings make exceptions.

    Each thing is looked at by itself, so that a further meld never takes the right away.
    """
    table = state.table
    caller = table.mover
    if not has_opened(rules, table.melds, caller):
        return True
    own = [meld for meld in table.melds if meld.owner == caller]
    return any(_entitles(rules, table, meld) for meld in own) or any(
        laid.by == caller and _stands_for_a_meld(rules, laid)
        for meld in table.melds
        if meld.owner != caller
        for laid in meld.laid_off
    )


def _entitles(rules: Rules, table: Table, meld: TableMeld) -> bool:
    if meld.face_down:
        requirement = rules.draw_call.draw_call_open_requirement
        return requirement == "any_laid_meld_incl_face_down"
    return (
        not meld.laid_off
        or rules.draw_call.sagasa_blocks_call == "exposed_meld_suffices"
        or not is_sagasa(rules, meld, table.taken)
    )


def _stands_for_a_meld(rules: Rules, laid: LaidOff) -> bool:
    """Whether a card that the caller added to another's meld entitles to call like a meld."""
    if not counts_as_layoff(rules, laid):
        return True
    if rules.laying_off.layoff_opens_hand == "melds_alone_open":
        return False
    requirement = rules.draw_call.draw_call_open_requirement
    return requirement == "any_laid_meld_incl_face_down"


def no_layoff_by_others_since_last_turn(rules: Rules, state: InTurn, action: CallDraw) -> bool:
    """No opponent added to a meld of the caller after the caller's last turn."""
    caller = state.table.mover
    last_turn = state.table.turn - SEATS
    return not any(
        laid.by != caller
        and counts_as_layoff(rules, laid)
        and (laid.turn > last_turn or _bars_for_the_hand(rules))
        for meld in state.table.melds
        if meld.owner == caller
        for laid in meld.laid_off
    )


def _bars_for_the_hand(rules: Rules) -> bool:
    return rules.draw_call.draw_block_opponent_span == "whole_hand"


def counts_as_layoff(rules: Rules, laid: LaidOff) -> bool:
    """Whether a card added to a meld was laid off, not taken from the pile to count as a meld."""
    return not laid.from_pile or (
        rules.drawing.discard_extension_counts_as_layoff == "counts_as_layoff"
    )


def no_own_layoff_in_last_turn(rules: Rules, state: InTurn, action: CallDraw) -> bool:
    """The caller added to no meld of its own in its last turn."""
    caller = state.table.mover
    last_turn = state.table.turn - SEATS
    return not any(
        laid.by == caller
        and laid.turn == last_turn
        and counts_as_layoff(rules, laid)
        and _own_layoff_bars(rules, same_turn=meld.turn == last_turn)
        for meld in state.table.melds
        if meld.owner == caller
        for laid in meld.laid_off
    )


def _own_layoff_bars(rules: Rules, same_turn: bool) -> bool:
    """Whether a lay-off on an own meld bars the next call, where the meld is of the same turn."""
    options = rules.draw_call
    if options.draw_block_own_layoff == "no_block":
        return False
    return not same_turn or options.own_layoff_same_turn_meld == "counts"


def asked_by_the_caller(rules: Rules, table: Table) -> tuple[Seat, ...]:
    """The opponents who have opened, in turn order.

    Where a hidden four lets a seat challenge, all are asked, so that being asked tells nothing.
    """
    return tuple(
        seat
        for seat in opponents(table.mover)
        if has_opened(rules, table.melds, seat) or _secret_may_challenge(rules)
    )


def ask_the_opponents(rules: Rules, state: InTurn, action: CallDraw) -> State:
    """The opponents who may challenge are asked one after the other."""
    return Responding(state.table, asked_by_the_caller(rules, state.table))


def _secret_may_challenge(rules: Rules) -> bool:
    eligible = rules.answering.challenge_eligibility
    return eligible == "opened_or_concealed_secret"


CALL_DRAW_MOVE: Final[Move[Rules, InTurn, CallDraw, State]] = Move(
    candidates=just_call_draw,
    exists=(),
    guards=(
        Guard("tongits.draw-call.opened", caller_has_opened, alike=True),
        Guard(
            "tongits.draw-call.special-does-not-suffice", caller_has_an_ordinary_meld, alike=True
        ),
        Guard("tongits.draw-call.opponent-layoff", no_layoff_by_others_since_last_turn, alike=True),
        Guard("tongits.draw-call.own-layoff", no_own_layoff_in_last_turn, alike=True),
    ),
    effect=ask_the_opponents,
    says=(
        "tongits.draw-call.ends-hand",
        "tongits.answering.in-turn",
        "tongits.answering.unopened-auto-fold",
    ),
)


def may_call_draw_later(rules: Rules) -> bool:
    """Whether a draw may be called after a card is taken, too."""
    return rules.draw_call.draw_call_window == "any_time_in_own_turn"


# ── answering a call ─────────────────────────────────────────────────────────────────────────────


def just_fold(rules: Rules, state: Responding) -> Iterable[Fold]:
    """Folding is always open to who is asked."""
    return (FOLD,)


def just_challenge(rules: Rules, state: Responding) -> Iterable[Challenge]:
    """There is one way to challenge."""
    return (CHALLENGE,)


def challenger_has_opened(rules: Rules, state: Responding, action: Challenge) -> bool:
    """The challenger has opened, or holds a four where that suffices."""
    return _may_challenge(rules, state.table, state.asked[0])


def _may_challenge(rules: Rules, table: Table, seat: Seat) -> bool:
    return has_opened(rules, table.melds, seat) or (
        has_secret(rules, table.hands[seat], table.taken) and _secret_may_challenge(rules)
    )


def answer_fold(rules: Rules, state: Responding, action: Fold) -> State:
    """The seat gives up; the next one is asked."""
    return _answered(state, Answer.FOLD)


def answer_challenge(rules: Rules, state: Responding, action: Challenge) -> State:
    """The seat will compare; the next one is asked."""
    return _answered(state, Answer.CHALLENGE)


def _answered(state: Responding, answer: Answer) -> State:
    answers = (*state.answers, Answered(state.asked[0], answer))
    return Responding(state.table, state.asked[1:], answers)


FOLD_MOVE: Final[Move[Rules, Responding, Fold, State]] = Move(
    candidates=just_fold,
    exists=(),
    guards=(),
    effect=answer_fold,
    says=("tongits.answering.in-turn",),
)

CHALLENGE_MOVE: Final[Move[Rules, Responding, Challenge, State]] = Move(
    candidates=just_challenge,
    exists=(),
    guards=(Guard("tongits.answering.challenge-needs-open", challenger_has_opened, alike=True),),
    effect=answer_challenge,
    says=("tongits.answering.in-turn",),
)


# ── what follows ─────────────────────────────────────────────────────────────────────────────────


def is_spread(rules: Rules, state: State) -> bool:
    """A hand that was just dealt wins at once, where that is played."""
    return (
        isinstance(state, Playing)
        and state.table.turn == 0
        and not state.table.melds
        and rules.variations.spread_enabled == "wins_before_first_turn"
        and spread_winner(rules, state.table) is not None
    )


def win_by_spread(rules: Rules, state: State) -> State:
    """A seat whose dealt hand lies in melds wins before anybody plays."""
    assert isinstance(state, Playing)
    return Decided(state.table, Outcome(End.SPREAD, spread_winner(rules, state.table)))


def hand_is_empty(rules: Rules, state: State) -> bool:
    """The mover has played its last card, and that is tongits."""
    return (
        isinstance(state, Playing | TurnDone)
        and not state.table.hands[state.table.mover]
        and emptying_is_tongits(rules)
        and may_have_tongits(rules, state.table, frozenset())
    )


def emptying_is_tongits(rules: Rules) -> bool:
    """Whether who runs out of cards need not call."""
    calls = rules.tongits_call
    return calls.empty_hand_policy == "treated_as_called" or calls.tongit_trigger != "declared"


def emptied(rules: Rules, state: State) -> State:
    """Who has run out of cards has tongits."""
    assert isinstance(state, Playing | TurnDone)
    table = state.table
    discarded = table.discard[-1] if isinstance(state, TurnDone) else None
    return Decided(table, Outcome(End.TONGITS, table.mover, last_discard=discarded))


def hand_is_covered(rules: Rules, state: State) -> bool:
    """Every card of the mover lies in a meld, where that is tongits without a call."""
    return (
        isinstance(state, Playing | TurnDone)
        and rules.tongits_call.tongit_trigger == "automatic_when_coverable"
        and is_covered(state.table.hands[state.table.mover])
        and may_have_tongits(rules, state.table, state.table.hands[state.table.mover])
    )


def nothing_to_discard(rules: Rules, state: State) -> bool:
    """The mover has no card left and may not have tongits."""
    return (
        isinstance(state, Playing)
        and not state.table.hands[state.table.mover]
        and not may_have_tongits(rules, state.table, frozenset())
    )


def end_turn_without_discard(rules: Rules, state: State) -> State:
    """The turn is done, although nothing was discarded."""
    assert isinstance(state, Playing)
    return TurnDone(state.table)


def stock_is_gone(rules: Rules, state: State) -> bool:
    """The turn in which the last stock card was drawn is done, or that card was drawn."""
    if not isinstance(state, Playing | TurnDone) or state.table.stock:
        return False
    return isinstance(state, TurnDone) or (
        rules.stock_end.exhaustion_timing == "immediately_on_last_draw"
    )


def compare_after_stock(rules: Rules, state: State) -> State:
    """The seats that have opened compare; the mover drew last."""
    assert isinstance(state, Playing | TurnDone)
    return Decided(state.table, compare_remaining(rules, state.table))


def turn_is_done(rules: Rules, state: State) -> bool:
    """The mover has discarded."""
    return isinstance(state, TurnDone)


def pass_the_turn(rules: Rules, state: State) -> State:
    """The next seat is to take a card."""
    assert isinstance(state, TurnDone)
    return Drawing(_change(state.table, turn=state.table.turn + 1))


def _all_have_answered(state: State, challenged: bool) -> bool:
    return (
        isinstance(state, Responding)
        and not state.asked
        and challenged == any(given.answer is Answer.CHALLENGE for given in state.answers)
    )


def nobody_challenges(rules: Rules, state: State) -> bool:
    """All who were asked have folded, or nobody could be asked."""
    return _all_have_answered(state, challenged=False)


def caller_wins(rules: Rules, state: State) -> State:
    """The caller wins without a comparison, unless a reading compares all the same."""
    assert isinstance(state, Responding)
    table = state.table
    if rules.answering.draw_unchallenged_outcome == "caller_wins":
        return Decided(table, Outcome(End.DRAW, table.mover, caller=table.mover))
    return Decided(table, compare_hands(rules, table, (), _opened_opponents(rules, table)))


def _opened_opponents(rules: Rules, table: Table) -> tuple[Seat, ...]:
    seats = opponents(table.mover)
    return tuple(seat for seat in seats if has_opened(rules, table.melds, seat))


def somebody_challenges(rules: Rules, state: State) -> bool:
    """All have answered, and not all have folded."""
    return _all_have_answered(state, challenged=True)


def compare_after_challenge(rules: Rules, state: State) -> State:
    """The caller and the challengers compare, and who folded where a reading says so."""
    assert isinstance(state, Responding)
    challengers = tuple(given.seat for given in state.answers if given.answer is Answer.CHALLENGE)
    participants = rules.showdown.showdown_participants
    all_opened = participants == "all_opened_players"
    opened = _opened_opponents(rules, state.table) if all_opened else ()
    folded = tuple(seat for seat in opened if seat not in challengers)
    return Decided(state.table, compare_hands(rules, state.table, challengers, folded))


def is_decided(rules: Rules, state: State) -> bool:
    """The hand has ended and is not yet paid."""
    return isinstance(state, Decided)


def pay(rules: Rules, state: State) -> State:
    """The losers pay, and the pot goes to its taker if there is one."""
    assert isinstance(state, Decided)
    table = state.table
    facts = Facts(state.outcome, table.hands, table.melds, table.taken)
    result, ledger = settle(rules, facts, table.ledger)
    return Over(_change(table, ledger=ledger), result)


CONSEQUENCES: Final[tuple[Consequence[Rules, State], ...]] = (
    Consequence(
        (
            "tongits.variations.spread-condition",
            "tongits.variations.spread-automatic-win",
            "tongits.variations.spread-counts-as-jackpot",
        ),
        (Playing,),
        is_spread,
        win_by_spread,
    ),
    Consequence(
        (
            "tongits.tongits-call.by-emptying",
            "tongits.tongits-call.ends-at-once",
            "tongits.tongits-call.caller-wins",
        ),
        (Playing, TurnDone),
        hand_is_empty,
        emptied,
    ),
    Consequence(
        (
            "tongits.tongits-call.happens-by-itself",
            "tongits.tongits-call.ends-at-once",
            "tongits.tongits-call.caller-wins",
        ),
        (Playing, TurnDone),
        hand_is_covered,
        emptied,
    ),
    Consequence(
        ("tongits.tongits-call.plays-on-without-cards",),
        (Playing,),
        nothing_to_discard,
        end_turn_without_discard,
    ),
    Consequence(
        (
            "tongits.stock-end.end-of-last-drawers-turn",
            "tongits.stock-end.unopened-lose",
            "tongits.stock-end.lowest-wins",
            "tongits.stock-end.tie-last-drawer",
            "tongits.stock-end.tie-others-next-after-last-drawer",
            "tongits.stock-end.nobody-opened",
        ),
        (Playing, TurnDone),
        stock_is_gone,
        compare_after_stock,
    ),
    Consequence(("tongits.turn.discard-ends-turn",), (TurnDone,), turn_is_done, pass_the_turn),
    Consequence(
        ("tongits.answering.all-fold-caller-wins", "tongits.answering.nobody-eligible"),
        (Responding,),
        nobody_challenges,
        caller_wins,
    ),
    Consequence(
        (
            "tongits.showdown.participants",
            "tongits.showdown.lowest-wins",
            "tongits.showdown.tie-challenger-beats-caller",
            "tongits.showdown.tie-challengers-next-after-caller",
        ),
        (Responding,),
        somebody_challenges,
        compare_after_challenge,
    ),
    Consequence(
        (
            "tongits.settlement.losers-pay-winner",
            "tongits.burned.not-opened-at-end",
            "tongits.pot.two-consecutive-wins",
            "tongits.pot.carry-over",
            "tongits.pot.streak-broken-without-winner",
        ),
        (Decided,),
        is_decided,
        pay,
    ),
)
"""What follows of itself, in this order: an empty hand comes before an empty stock."""

FOLLOWING: Final = by_phase(CONSEQUENCES)
"""The same by phase."""


# ── the game ─────────────────────────────────────────────────────────────────────────────────────


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
    """The clauses by which this actor may not do anything of this kind now."""
    if isinstance(action, Deal) and actor is CHANCE:
        return () if isinstance(state, BeforeDeal | Over) else ("tongits.deal.between-hands",)
    if not isinstance(action, Deal) and actor in actors(rules, state) and actor is not CHANCE:
        return ()
    unopened_challenger = (
        isinstance(state, Responding)
        and isinstance(action, Challenge)
        and actor is not CHANCE
        and not _may_challenge(rules, state.table, actor)
    )
    if unopened_challenger:
        return ("tongits.turn.to-act", "tongits.answering.challenge-needs-open")
    return ("tongits.turn.to-act",)


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
        case Drawing(), CallDraw():
            return make(CALL_DRAW_MOVE, rules, state, action)
        case Drawing(), Draw():
            return make(DRAW_MOVE, rules, state, action)
        case Drawing(), Take() if state.table.discard:
            return make(TAKE, rules, state, action)
        case Drawing(), CallTongits(None) if may_call_tongits_first(rules):
            return make(CALL_TONGITS_MOVE, rules, state, action)
        case Playing(), Expose():
            return make(EXPOSE, rules, state, action)
        case Playing(), LayOff():
            return make(LAY_OFF, rules, state, action)
        case Playing(), Discard():
            return make(DISCARD, rules, state, action)
        case Playing(), CallTongits():
            return make(CALL_TONGITS_MOVE, rules, state, action)
        case Playing(), CallDraw() if may_call_draw_later(rules):
            return make(CALL_DRAW_MOVE, rules, state, action)
        case Responding(), Fold():
            return make(FOLD_MOVE, rules, state, action)
        case Responding(), Challenge():
            return make(CHALLENGE_MOVE, rules, state, action)
        case _:
            return Refusal((wrong_phase(state, action),))


def wrong_phase(state: State, action: Action) -> str:
    """The clause by which an action does not belong to a phase.  Total: says nothing of allowed."""
    match state, action:
        case ((BeforeDeal() | Over() | TurnDone() | Decided()), _):
            return "tongits.turn.to-act"
        case ((Drawing() | Playing() | Responding()), Deal()):
            return "tongits.deal.between-hands"
        case Responding(), _:
            return "tongits.answering.fold-or-challenge"
        case ((Drawing() | Playing()), (Fold() | Challenge())):
            return "tongits.answering.call-pending"
        case ((Drawing() | Playing()), CallDraw()):
            return "tongits.draw-call.before-drawing"
        case Playing(), (Draw() | Take()):
            first = state.table.turn == 0
            return (
                "tongits.turn.dealer-first-turn-no-draw" if first else "tongits.drawing.exactly-one"
            )
        case _:
            return "tongits.drawing.mandatory"


def legal(rules: Rules, state: State, seat: Seat) -> tuple[Action, ...]:
    """Every action that ``step`` accepts from the seat; none unless it is to act."""
    if seat not in actors(rules, state):
        return ()
    match state:
        case Drawing():
            return (
                *play.proposals(CALL_DRAW_MOVE, rules, state),
                *play.proposals(DRAW_MOVE, rules, state),
                *play.proposals(TAKE, rules, state),
                *(
                    play.proposals(CALL_TONGITS_MOVE, rules, state)
                    if may_call_tongits_first(rules)
                    else ()
                ),
            )
        case Playing():
            return (
                *play.proposals(EXPOSE, rules, state),
                *play.proposals(LAY_OFF, rules, state),
                *play.proposals(DISCARD, rules, state),
                *play.proposals(CALL_TONGITS_MOVE, rules, state),
                *(
                    play.proposals(CALL_DRAW_MOVE, rules, state)
                    if may_call_draw_later(rules)
                    else ()
                ),
            )
        case Responding():
            return (
                *play.proposals(FOLD_MOVE, rules, state),
                *play.proposals(CHALLENGE_MOVE, rules, state),
            )
        case BeforeDeal() | Over() | TurnDone() | Decided():
            return ()
        case _:
            assert_never(state)


# ── small changes of a table ─────────────────────────────────────────────────────────────────────


def _without(table: Table, card: Card) -> Table:
    """The table after the mover has put a card on the discard pile."""
    return _change(table, hand=table.hands[table.mover] - {card}, discard=(*table.discard, card))


def _change(
    table: Table,
    *,
    hand: frozenset[Card] | None = None,
    stock: tuple[Card, ...] | None = None,
    discard: tuple[Card, ...] | None = None,
    melds: tuple[TableMeld, ...] | None = None,
    turn: int | None = None,
    ledger: Ledger | None = None,
    taken: tuple[Taken, ...] | None = None,
) -> Table:
    """The table with the mover's hand, or something else, replaced."""
    mover = table.mover
    hands = table.hands
    if hand is not None:
        hands = (*hands[:mover], hand, *hands[mover + 1 :])
    return Table(
        dealer=table.dealer,
        turn=table.turn if turn is None else turn,
        hands=hands,
        stock=table.stock if stock is None else stock,
        discard=table.discard if discard is None else discard,
        melds=table.melds if melds is None else melds,
        ledger=table.ledger if ledger is None else ledger,
        taken=table.taken if taken is None else taken,
    )
