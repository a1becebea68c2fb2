"""What may be done under every reading, gone through case by case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, get_args

from meldspec.cards import Card, small_pack
from meldspec.play import Refusal, Seat
from meldspec.table import Discard, LayOff
from meldspec.tongits import (
    discarding,
    draw_call,
    drawing,
    exposing,
    game,
    laying_off,
    options_of_play,
    questions,
    tongits_call,
    variations,
)
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import Rules
from meldspec.tongits.options_of_payment import (
    ExhaustionTiming,
    SpreadDealerHand,
    SpreadEnabled,
    SpreadMultiple,
    SpreadTwelveCardHand,
    StockEnd,
    Variations,
)
from meldspec.tongits.options_of_play import (
    DealerFirstTurnLayoff,
    DealerFirstTurnMelds,
    DealerFirstTurnSecret,
    DealerFirstTurnTongit,
    DealPattern,
    DiscardExtendsConcealedMeld,
    DiscardMeldExposure,
    DiscardMeldSize,
    DiscardTakenCardBack,
    DiscardTakeRequirement,
    DrawCall,
    DrawCallWindow,
    EmptyHandPolicy,
    Exposing,
    LayingOff,
    LayoffBeforeOpen,
    LayoffOwnMelds,
    LayoffRunEnd,
    LayoffTargetSameTurn,
    MeldNeededToWin,
    SecretFacedownAllowed,
    SecretWhenAlreadyOpened,
    SecretWithDiscardCard,
    TongitConcealed,
    TongitRequiresOpen,
    TongitsCall,
    TongitTrigger,
    TongitVsExhaustion,
    TongitWindow,
)
from meldspec.tongits.spoken import TONGITS
from meldspec.tongits.table import (
    CALL_DRAW,
    CALL_TONGITS,
    KEEP,
    CallDraw,
    CallTongits,
    Decided,
    Drawing,
    Expose,
    LaidOff,
    Ledger,
    Over,
    Playing,
    State,
    Table,
    TableMeld,
    Take,
    Taken,
    TurnDone,
    owns_the_meld,
)
from meldspec.wire import JSON

from ...bugs import Bug
from ...law import enumerated
from ...plain import melds as plain
from ...tables.tongits import make, proposals, table

FIVES = frozenset((Card(4), Card(17), Card(30), Card(43)))
HIGH = (Card(11), Card(12), Card(25))
"""Cards that fit nothing on the tables here."""
OTHER_RUN = frozenset((Card(34), Card(35), Card(36)))
STOCK = (Card(46),)
PILE = (Card(47),)


@enumerated(Bug(drawing.take_of_longest, "not longer or", "longer or"))
def takes_for_a_new_meld() -> Iterator[tuple[object, bool]]:
    """The discard is taken for the melds with it that three readings let be laid, or into the hand.

    The hand's part may be no meld, the meld must have three cards, or no card of the hand may make
    it longer; the hand takes it in where it makes some meld with two cards there.

    clause: tongits.drawing.discard-needs-meld
    clause: tongits.drawing.discard-hand-part-no-meld
    clause: tongits.drawing.discard-exactly-three
    clause: tongits.drawing.discard-longest-meld
    clause: tongits.drawing.discard-kept-needs-meld
    over: every hand of three or four cards of 3 ranks in 4 suits, every discard, every reading
    """
    pack = small_pack(3, 4)
    every = [
        (
            (part, size, exposure),
            Rules(
                drawing=options_of_play.Drawing(
                    discard_extends_concealed_meld=part,
                    discard_meld_size=size,
                    discard_meld_exposure=exposure,
                )
            ),
        )
        for part, size, exposure in product(
            get_args(DiscardExtendsConcealedMeld),
            get_args(DiscardMeldSize),
            get_args(DiscardMeldExposure),
        )
    ]
    for cards in plain.subsets(pack, 3, 4):
        hand = frozenset(map(Card, cards))
        chosen = [frozenset(map(Card, named)) for named in plain.subsets(cards)]
        for top in pack:
            if top in hand:
                continue
            state = Drawing(table(Seat(0), 4, hand, STOCK, (Card(47), top)))
            fits = [named for named in chosen if plain.is_meld(named | {top})]
            longest = [
                named
                for named in fits
                if not any(named < more and len(more) == len(named) + 1 for more in fits)
            ]
            for (part, size, exposure), rules in every:
                right = set(longest if size == "maximal_forced" else fits)
                if size == "exactly_three":
                    right = {named for named in fits if len(named) == 2}
                if part == "hand_part_must_not_already_be_a_meld":
                    right = {named for named in right if not plain.is_meld(named)}
                if exposure == "may_keep_in_hand" and fits:
                    right.add(KEEP.hand_cards)
                accepted = set()
                for named in chosen:
                    reached = make(drawing.TAKE, rules, state, Take(named))
                    if not isinstance(reached, Refusal):
                        accepted.add(named)
                proposed = [action.hand_cards for action in proposals(drawing.TAKE, rules, state)]
                told = (sorted(hand), top, part, size, exposure)
                yield told, accepted == right == set(proposed) and len(proposed) == len(right)


@enumerated(Bug(owns_the_meld, "meld.owner == table.mover", "meld.owner != table.mover"))
def takes_onto_the_table() -> Iterator[tuple[object, bool]]:
    """The discard goes onto a meld of the table by readings: never, an own one, or any one.

    The meld must lie face up and be a meld with it.

    clause: tongits.drawing.discard-not-for-layoff
    clause: tongits.drawing.discard-only-onto-own-melds
    clause: tongits.drawing.discard-onto-fitting-meld
    clause: tongits.laying-off.table-only
    over: three melds of every owner, face up and face down, every discard, every reading
    """
    melds = (frozenset((Card(1), Card(2), Card(3))), FIVES - {Card(43)}, FIVES)
    for requirement, meld, owner, down in product(
        get_args(DiscardTakeRequirement), melds, range(3), (False, True)
    ):
        rules = Rules(drawing=options_of_play.Drawing(discard_take_requirement=requirement))
        for top in map(Card, range(44)):
            if top in meld:
                continue
            laid = (TableMeld(Seat(owner), meld, down),)
            state = Drawing(table(Seat(0), 4, frozenset(HIGH), STOCK, (Card(47), top), laid))
            never = requirement == "new_meld_only"
            own = requirement == "new_meld_or_extend_own_table_meld"
            failing = (
                *(("tongits.drawing.discard-not-for-layoff",) if never else ()),
                *(("tongits.drawing.discard-only-onto-own-melds",) if own and owner != 1 else ()),
                *(
                    ()
                    if plain.is_meld(meld | {top})
                    else ("tongits.drawing.discard-onto-fitting-meld",)
                ),
            )
            if down:
                failing = ("tongits.laying-off.table-only",)
            reached = make(drawing.TAKE, rules, state, Take(frozenset(), meld))
            right = reached == Refusal(failing) if failing else isinstance(reached, Playing)
            listed = Take(frozenset(), meld) in list(proposals(drawing.TAKE, rules, state))
            told = (requirement, sorted(meld), owner, down, top)
            yield told, right and listed == (not failing)


@enumerated(Bug(exposing.face_down_opens, "not has_opened(", "has_opened("))
def exposures_under_every_reading() -> Iterator[tuple[object, bool]]:
    """Six readings keep melds in the hand: in the dealer's first turn, and fours face down.

    In the first turn nothing is laid, or nothing face down, or not so much that the dealer could
    have tongits; a four lies face down never, or only to open, or with no card of the pile.

    clause: tongits.turn.dealer-first-turn-discards-only
    clause: tongits.exposing.dealer-first-turn-no-face-down
    clause: tongits.exposing.face-down-not-available
    clause: tongits.exposing.face-down-only-to-open
    clause: tongits.exposing.face-down-not-with-discard
    clause: tongits.tongits-call.not-in-dealers-first-turn
    over: a four face up and down in the first turn and later, with none to three cards beside it
    over: opened or not, drawn or taken into the hand or neither, under every reading
    """
    beside = (TableMeld(Seat(2), OTHER_RUN),)
    for melds, secret, available, opened, discard, tongits in product(
        get_args(DealerFirstTurnMelds),
        get_args(DealerFirstTurnSecret),
        get_args(SecretFacedownAllowed),
        get_args(SecretWhenAlreadyOpened),
        get_args(SecretWithDiscardCard),
        get_args(DealerFirstTurnTongit),
    ):
        rules = Rules(
            turn=options_of_play.Turn(dealer_first_turn_melds=melds),
            exposing=Exposing(
                dealer_first_turn_secret=secret,
                secret_facedown_allowed=available,
                secret_when_already_opened=opened,
            ),
            drawing=options_of_play.Drawing(secret_with_discard_card=discard),
            tongits_call=TongitsCall(dealer_first_turn_tongit=tongits),
        )
        for turn, down, left, has_opened, from_pile in product(
            (0, 3), (False, True), range(4), (False, True), (None, False, True)
        ):
            own = (TableMeld(Seat(0), frozenset((Card(7), Card(8), Card(9)))),)
            taken = () if from_pile is None else (Taken(Card(17), 2, from_pile),)
            before = table(
                Seat(0),
                turn,
                FIVES.union((*HIGH,)[:left]),
                STOCK,
                PILE,
                (*beside, *(own if has_opened else ())),
                taken=taken,
            )
            first = turn == 0
            conditions = {
                "tongits.turn.dealer-first-turn-discards-only": first and melds == "discard_only",
                "tongits.exposing.dealer-first-turn-no-face-down": (
                    down and first and secret == "forbidden"
                ),
                "tongits.exposing.face-down-not-available": (down and available == "not_available"),
                "tongits.exposing.face-down-only-to-open": (
                    down and has_opened and opened == "only_to_open"
                ),
                "tongits.exposing.face-down-not-with-discard": (
                    down and from_pile is True and discard == "never"
                ),
                "tongits.tongits-call.not-in-dealers-first-turn": (
                    first and left < 2 and tongits == "forbidden"
                ),
            }
            failing = tuple(clause for clause, fails in conditions.items() if fails)
            reached = make(exposing.EXPOSE, rules, Playing(before), Expose(FIVES, down))
            right = reached == Refusal(failing) if failing else isinstance(reached, Playing)
            told = (turn, down, left, has_opened, from_pile, failing)
            yield (told, melds, secret, available, opened), right


@enumerated(Bug(laying_off.laid_in_earlier_turn, "meld.turn == turn", "meld.turn < turn"))
def lay_offs_under_every_reading() -> Iterator[tuple[object, bool]]:
    """Six readings say what is not laid off on: when, on whose meld, by whom, at which end.

    clause: tongits.turn.dealer-first-turn-no-layoff
    clause: tongits.laying-off.not-in-same-turn
    clause: tongits.laying-off.opponents-melds-only
    clause: tongits.laying-off.needs-open
    clause: tongits.laying-off.high-end-only
    clause: tongits.laying-off.run-continuation
    clause: tongits.laying-off.set-fourth
    clause: tongits.tongits-call.not-in-dealers-first-turn
    over: cards that fit a run below or above, or a set, and cards that fit neither
    over: in the first turn and later, own melds and others', new and old, under every reading
    """
    run = frozenset((Card(3), Card(4), Card(5)))
    for first, same, own, before_open, end, tongits in product(
        get_args(DealerFirstTurnLayoff),
        get_args(LayoffTargetSameTurn),
        get_args(LayoffOwnMelds),
        get_args(LayoffBeforeOpen),
        get_args(LayoffRunEnd),
        get_args(DealerFirstTurnTongit),
    ):
        rules = Rules(
            turn=options_of_play.Turn(dealer_first_turn_layoff=first),
            laying_off=LayingOff(
                layoff_target_same_turn=same,
                layoff_own_melds=own,
                layoff_before_open=before_open,
                layoff_run_end=end,
            ),
            tongits_call=TongitsCall(dealer_first_turn_tongit=tongits),
        )
        for turn, card, meld, owner, new, opens, left in product(
            (0, 3),
            (Card(2), Card(6), Card(43), Card(10)),
            (run, FIVES - {Card(43)}),
            range(3),
            (False, True),
            (False, True),
            range(3),
        ):
            others = (TableMeld(Seat(0), OTHER_RUN, turn=-1),) if opens else ()
            laid = TableMeld(Seat(owner), meld, turn=turn if new else turn - 1)
            hand = frozenset((card, *HIGH[:left]))
            at = table(Seat(0), turn, hand, STOCK, PILE, (laid, *others))
            opened = opens or owner == 0
            fits = plain.is_meld(meld | {card})
            conditions = {
                "tongits.turn.dealer-first-turn-no-layoff": (turn == 0 and first == "forbidden"),
                "tongits.laying-off.set-fourth": meld != run and not fits,
                "tongits.laying-off.run-continuation": meld == run and not fits,
                "tongits.laying-off.not-in-same-turn": (
                    new and same == "only_melds_from_earlier_turns"
                ),
                "tongits.laying-off.opponents-melds-only": (owner == 0 and own == "opponents_only"),
                "tongits.laying-off.needs-open": (not opened and before_open == "requires_open"),
                "tongits.laying-off.high-end-only": (
                    meld == run and card % 13 < 6 and end == "high_end_only"
                ),
                "tongits.tongits-call.not-in-dealers-first-turn": (
                    turn == 0 and left < 2 and tongits == "forbidden"
                ),
            }
            failing = tuple(clause for clause, fails in conditions.items() if fails)
            reached = make(laying_off.LAY_OFF, rules, Playing(at), LayOff(card, meld))
            right = reached == Refusal(failing) if failing else isinstance(reached, Playing)
            readings = (first, same, own, before_open, end)
            yield (turn, card, sorted(meld), owner, new, opens, left, *readings), right


@dataclass(frozen=True)
class Calling:
    """Readings of tongits, and what they come to at a table."""

    trigger: TongitTrigger
    policy: EmptyHandPolicy
    concealed: TongitConcealed
    opened: TongitRequiresOpen
    meld: MeldNeededToWin
    stock: TongitVsExhaustion
    dealer: DealerFirstTurnTongit

    def rules(self, timing: ExhaustionTiming, back: DiscardTakenCardBack) -> Rules:
        """The rule set with these readings and two others."""
        return Rules(
            tongits_call=TongitsCall(
                tongit_trigger=self.trigger,
                empty_hand_policy=self.policy,
                tongit_concealed=self.concealed,
                tongit_requires_open=self.opened,
                meld_needed_to_win=self.meld,
                tongit_vs_exhaustion=self.stock,
                dealer_first_turn_tongit=self.dealer,
            ),
            stock_end=StockEnd(exhaustion_timing=timing),
            discarding=options_of_play.Discarding(discard_taken_card_back=back),
        )

    def bars(self, turn: int, stock: int, opened: bool, any_meld: bool) -> tuple[str, ...]:
        """The clauses by which a seat has no tongits, whatever its cards are and who calls."""
        conditions = {
            "tongits.tongits-call.opened-first": not opened and self.opened == "opening_needed",
            "tongits.tongits-call.needs-own-meld": not any_meld and self.meld == "own_meld_needed",
            "tongits.tongits-call.not-after-last-card": (not stock and self.stock == "showdown"),
            "tongits.tongits-call.not-in-dealers-first-turn": (
                not turn and self.dealer == "forbidden"
            ),
        }
        return tuple(clause for clause, fails in conditions.items() if fails)


def every_calling() -> Iterator[Calling]:
    """Every choice of readings of tongits."""
    for readings in product(
        get_args(TongitTrigger),
        get_args(EmptyHandPolicy),
        get_args(TongitConcealed),
        get_args(TongitRequiresOpen),
        get_args(MeldNeededToWin),
        get_args(TongitVsExhaustion),
        get_args(DealerFirstTurnTongit),
    ):
        yield Calling(*readings)


AT_THE_END: Final = "end_of_last_drawers_turn"
AT_ONCE = "immediately_on_last_draw"
TABLES = (
    (),
    (TableMeld(Seat(0), OTHER_RUN),),
    (TableMeld(Seat(2), OTHER_RUN, laid_off=(LaidOff(Card(36), Seat(0), 1),)),),
)
"""Nothing laid, a meld of the player's own, and only a card laid off by the player."""


@enumerated(Bug(tongits_call.hand_is_played_out, "or not remaining(", "or remaining("))
def calls_of_tongits_under_every_reading() -> Iterator[tuple[object, bool]]:
    """A call of tongits is refused with all the clauses that the readings of tongits give for it.

    clause: tongits.tongits-call.all-cards-used
    clause: tongits.tongits-call.happens-by-itself
    clause: tongits.tongits-call.played-out
    clause: tongits.tongits-call.opened-first
    clause: tongits.tongits-call.needs-own-meld
    clause: tongits.tongits-call.not-after-last-card
    clause: tongits.tongits-call.not-in-dealers-first-turn
    clause: tongits.discarding.taken-card-stays
    over: four hands, in the first turn and later, with stock and without, opened or not
    over: with every last discard and none, taken from the pile or not, under every reading
    """
    held = (
        frozenset[Card](),
        frozenset((Card(10),)),
        FIVES - {Card(43)},
        FIVES - {Card(43)} | {Card(10)},
    )
    for calling, back in product(every_calling(), get_args(DiscardTakenCardBack)):
        rules = calling.rules(AT_THE_END, back)
        for turn, stock, (number, melds), hand in product((0, 3), (0, 1), enumerate(TABLES), held):
            from_pile = (Taken(Card(10), turn, from_pile=True),)
            at = table(Seat(0), turn, hand, STOCK[:stock], PILE, melds, taken=from_pile)
            for last in (None, *sorted(hand)):
                left = hand - {last}
                conditions = {
                    "tongits.tongits-call.all-cards-used": bool(left) and not plain.is_meld(left),
                    "tongits.tongits-call.happens-by-itself": {
                        "declared": False,
                        "automatic_when_hand_empty": bool(left),
                        "automatic_when_coverable": last is None,
                    }[calling.trigger],
                    "tongits.tongits-call.played-out": (
                        bool(left)
                        and calling.trigger == "declared"
                        and calling.concealed == "must_play_out"
                    ),
                }
                failing = (
                    *(clause for clause, fails in conditions.items() if fails),
                    *calling.bars(turn, stock, number == 1, number == 1 or bool(left)),
                    *(
                        ("tongits.discarding.taken-card-stays",)
                        if last == 10 and left and back != "allowed"
                        else ()
                    ),
                )
                reached = make(
                    tongits_call.CALL_TONGITS_MOVE, rules, Playing(at), CallTongits(last)
                )
                right = reached == Refusal(failing) if failing else isinstance(reached, Decided)
                yield (calling, back, turn, stock, number, sorted(hand), last), right


@enumerated(
    Bug(tongits_call.play_on_without_cards, "or may_have_tongits", "or not may_have_tongits")
)
def running_out_of_cards() -> Iterator[tuple[object, bool]]:
    """An empty hand is tongits, or waits for the call, or ends its turn, as the readings say.

    Where tongits is barred the turn is over; else it happens by itself where it is not called or
    where emptying is as good; else a seat with the turn's card may still call.  Nothing but melds
    left is tongits by itself by one reading.  After that the end of the stock ends the hand.

    clause: tongits.tongits-call.by-emptying
    clause: tongits.tongits-call.happens-by-itself
    clause: tongits.tongits-call.plays-on-without-cards
    clause: tongits.tongits-call.not-after-last-card
    clause: tongits.stock-end.end-of-last-drawers-turn
    over: a hand with nothing, a meld, or a card, with stock and without, opened or not
    over: before and after a discard, in the first turn and later, under every reading
    """
    held = (frozenset[Card](), FIVES - {Card(43)}, frozenset((Card(10),)))
    for calling, timing in product(every_calling(), get_args(ExhaustionTiming)):
        rules = calling.rules(timing, "forbidden")
        for turn, stock, (number, melds), hand, done in product(
            (0, 3), (0, 1), enumerate(TABLES), held, (False, True)
        ):
            at = table(Seat(0), turn, hand, STOCK[:stock], PILE, melds)
            opened = number == 1
            barred = bool(calling.bars(turn, stock, opened, opened or bool(hand)))
            by_itself = calling.trigger != "declared"
            treated = calling.policy == "treated_as_called"
            covered = calling.trigger == "automatic_when_coverable"
            wins = (by_itself or treated) if not hand else covered and plain.is_meld(hand)
            state: State = TurnDone(at) if done else Playing(at)
            reached = game.GAME.follow(rules, state)
            told = (calling, timing, turn, stock, number, sorted(hand), done)
            if wins and not barred:
                right = isinstance(reached, Over) and reached.result.outcome == Outcome(
                    End.TONGITS, Seat(0), last_discard=Card(47) if done else None
                )
            elif done or (not hand and barred):
                right = ends_a_turn(reached, turn, stock)
            elif timing == AT_ONCE and not stock:
                right = ends_a_turn(reached, turn, 0)
            else:
                right = reached == state
            yield told, right


def ends_a_turn(reached: State, turn: int, stock: int) -> bool:
    """Whether the turn has passed, or the hand is over because the stock is gone."""
    if stock:
        return isinstance(reached, Drawing) and reached.table.turn == turn + 1
    return isinstance(reached, Over) and reached.result.outcome.end is End.STOCK


@enumerated(Bug(discarding._emptying_needs_call, "empty_hand_policy ==", "empty_hand_policy !="))
def discards_under_every_reading() -> Iterator[tuple[object, bool]]:
    """By readings the card just taken from the pile stays, and the last card needs the call.

    The last card is free where tongits could not be called with it, or is not called at all.

    clause: tongits.discarding.taken-card-stays
    clause: tongits.tongits-call.emptying-needs-call
    over: the last card and another, taken from the pile or the stock now or earlier, or dealt
    over: in the first turn and later, with stock and without, opened or not, under every reading
    """
    card = Card(10)
    sources = ((), (Taken(card, 3, True),), (Taken(card, 3),), (Taken(card, 0, True),))
    for calling, back in product(every_calling(), get_args(DiscardTakenCardBack)):
        rules = calling.rules(AT_THE_END, back)
        for turn, stock, (number, melds), (place, taken), last in product(
            (0, 3), (0, 1), enumerate(TABLES), enumerate(sources), (False, True)
        ):
            hand = frozenset((card, *(() if last else HIGH)))
            at = table(Seat(0), turn, hand, STOCK[:stock], PILE, melds, taken=taken)
            this_turn = (turn == 3 and place == 1) or (turn == 0 and place == 3)
            declared = calling.trigger == "declared"
            needs_call = calling.policy == "emptying_requires_call"
            free = bool(calling.bars(turn, stock, number == 1, number == 1))
            conditions = {
                "tongits.discarding.taken-card-stays": (
                    this_turn and not last and back != "allowed"
                ),
                "tongits.tongits-call.emptying-needs-call": last
                and declared
                and needs_call
                and not free,
            }
            failing = tuple(clause for clause, fails in conditions.items() if fails)
            reached = make(discarding.DISCARD, rules, Playing(at), Discard(card))
            right = reached == Refusal(failing) if failing else isinstance(reached, TurnDone)
            yield (calling, back, turn, stock, number, place, last), right


@enumerated(
    Bug(draw_call.may_call_draw_later, "any_time_in_own_turn", "turn_start_before_taking_card")
)
def when_calls_are_made() -> Iterator[tuple[object, bool]]:
    """A draw is called before a card is taken, tongits after it; readings let each at both times.

    A call before the card names no last discard.

    clause: tongits.draw-call.before-drawing
    clause: tongits.draw-call.at-turn-start
    clause: tongits.tongits-call.during-own-turn
    clause: tongits.drawing.mandatory
    over: both calls at either time, in the dealer's first turn and later, under both readings
    """
    hand = FIVES | {Card(10)}
    for draw, tongits, turn, drawn in product(
        get_args(DrawCallWindow), get_args(TongitWindow), (0, 3), (False, True)
    ):
        rules = Rules(
            draw_call=DrawCall(draw_call_window=draw),
            tongits_call=TongitsCall(tongit_window=tongits),
        )
        for action in (CALL_DRAW, CALL_TONGITS, CallTongits(Card(10))):
            called = FIVES if action == CALL_TONGITS else hand
            at = table(Seat(0), turn, called, STOCK, PILE, (TableMeld(Seat(0), OTHER_RUN),))
            state = Playing(at) if drawn else Drawing(at)
            late = draw == "any_time_in_own_turn"
            early = tongits == "from_turn_start"
            if isinstance(action, CallDraw):
                clause = None if late or not drawn else "tongits.draw-call.before-drawing"
            else:
                in_time = drawn or (early and action.discard is None)
                clause = None if in_time else "tongits.drawing.mandatory"
            reached = game.GAME.step(rules, state, Seat(0), action)
            listed = action in game.GAME.legal(rules, state, Seat(0))
            right = isinstance(reached, Over) if clause is None else reached == Refusal((clause,))
            told = (draw, tongits, turn, drawn, action)
            yield told, right and listed == (clause is None)


@enumerated(Bug(variations._has_spread, "if seat != table.dealer:", "if seat == table.dealer:"))
def who_has_a_spread() -> Iterator[tuple[object, bool]]:
    """A Spread is won by a seat whose dealt hand lies in melds, of several by the first in turn.

    By readings the most aces go first, the dealer's hand may have a card over, and only the dealer
    can have one.

    clause: tongits.variations.spread-condition
    clause: tongits.variations.spread-automatic-win
    over: every dealer, hands all melded with aces and without, melded but for a card, and loose
    over: under every reading, and where no Spread is played
    """
    for dealer, *kinds in product(range(3), range(4), range(4), range(4)):
        dealt = tuple(_dealt(seat, kind) for seat, kind in enumerate(kinds))
        at = Table(Seat(dealer), 0, dealt, STOCK, (), (), Ledger())
        for whole, twelve, several, played in product(
            get_args(SpreadDealerHand),
            get_args(SpreadTwelveCardHand),
            get_args(SpreadMultiple),
            get_args(SpreadEnabled),
        ):
            rules = Rules(
                variations=Variations(
                    spread_enabled=played,
                    spread_dealer_hand=whole,
                    spread_twelve_card_hand=twelve,
                    spread_multiple=several,
                )
            )
            one_over = whole == "twelve_melded_plus_one"
            any_seat = twelve == "any_seat"
            in_order = [(dealer + step) % 3 for step in range(3)]
            spreads = [
                seat
                for seat in in_order
                if (kinds[seat] < 2 and (any_seat or seat == dealer))
                or (kinds[seat] == 2 and one_over and seat == dealer)
            ]
            with_aces = [seat for seat in spreads if kinds[seat] == 1]
            winner = spreads[0] if spreads else None
            if with_aces and several == "most_aces":
                winner = with_aces[0]
            reached = game.GAME.follow(rules, Playing(at))
            if winner is None or played == "played_like_any_other":
                right = reached == Playing(at)
            else:
                outcome = Outcome(End.SPREAD, Seat(winner))
                right = isinstance(reached, Over) and reached.result.outcome == outcome
            told = (dealer, kinds, whole, twelve, several, played)
            yield told, right


def _dealt(seat: int, kind: int) -> frozenset[Card]:
    """A hand of a seat: a run without an ace, one with it, a run and a card, or two loose cards."""
    low = 13 * seat
    cards = ((4, 5, 6), (0, 1, 2), (4, 5, 6, 10), (8, 10))[kind]
    return frozenset(Card(low + card) for card in cards)


@enumerated(Bug(questions._answer_deal, "if packets else number", "if not packets else number"))
def patterns_of_a_deal() -> Iterator[tuple[object, bool]]:
    """Cards are dealt singly or by twelve, beginning with the dealer, who gets one more at the end.

    clause: tongits.deal.one-at-a-time
    clause: tongits.deal.starts-with-dealer
    clause: tongits.deal.thirteenth-last
    clause: tongits.deal.stock-is-remainder
    over: every dealer, both patterns, the pack in order and backwards
    """
    pack = [card for suit in "CDHS" for card in (rank + suit for rank in "A23456789TJQK")]
    for dealer, pattern, backwards in product(range(3), get_args(DealPattern), (False, True)):
        deck = list(reversed(pack)) if backwards else pack
        hands: list[list[str]] = [[], [], []]
        for seat in range(3):
            if pattern == "one_at_a_time":
                hands[(dealer + seat) % 3] = deck[seat:36:3]
            else:
                hands[(dealer + seat) % 3] = deck[12 * seat : 12 * seat + 12]
        hands[dealer] = [*hands[dealer], deck[36]]
        rules: JSON = {"options": {"deal.deal_pattern": pattern}}
        answer = TONGITS.ask("deal", rules, {"dealer": dealer, "deck": [*deck]})
        yield (dealer, pattern, backwards), answer == {"hands": hands, "stock": deck[37:]}
