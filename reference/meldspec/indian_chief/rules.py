"""The moves and the consequences of Indian Chief: each guard is one clause of the documents.

Several seats may be to act at once.  So what a guard of theirs is given is a seat and the phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Final, assert_never, get_args

from meldspec import play
from meldspec.cards import Card, points, rank
from meldspec.indian_chief.actions import (
    NO_CLAIM,
    Action,
    ChanceAction,
    Choose,
    Claim,
    Deal,
    Refill,
    Reshuffle,
)
from meldspec.indian_chief.options import (
    FEWEST_SEATS,
    MOST_SEATS,
    MOST_SEATS_OF_ONE_PACK,
    MOST_SEATS_WITH_A_STUB_THAT_LASTS,
    Rules,
    ThiefOrderKey,
)
from meldspec.indian_chief.poker import BACCARAT_SIZE
from meldspec.indian_chief.settlement import ACE, Box, qualifies
from meldspec.indian_chief.state import (
    BeforeDeal,
    ChoiceOf,
    Choosing,
    Claiming,
    ClaimOf,
    Filling,
    Hand,
    Meld,
    Over,
    Refilling,
    Reshuffling,
    Shown,
    State,
    Table,
    Target,
    Theft,
    holds_all,
    lying,
    melds_of,
    opponents,
    without_all,
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


def may_play(seats: int) -> bool:
    """Whether so many can play.

    Clauses: players.range.
    """
    return FEWEST_SEATS <= seats <= MOST_SEATS


def stub_lasts(rules: Rules, seats: int) -> bool:
    """Whether so many are dealt to: always, unless a reading leaves out those with a short stub.

    Clauses: deck.six-at-most.
    """
    few = seats <= MOST_SEATS_WITH_A_STUB_THAT_LASTS
    return few or rules.refill.stub_shortage != "limit_players_6"


def begin(seats: int, dealer: Seat) -> State:
    """A match of some seats before its deal."""
    return BeforeDeal(dealer, seats)


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """Who may act: seats that have not chosen or claimed, and else chance; nobody at the end."""
    match state:
        case Choosing():
            return to_choose(rules, state)
        case Claiming():
            return to_claim(state)
        case BeforeDeal() | Refilling() | Reshuffling():
            return (CHANCE,)
        case Over():
            return ()
        case Filling():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)


def to_choose(rules: Rules, state: Choosing) -> tuple[Seat, ...]:
    """The seats that may choose."""
    return tuple(
        Seat(seat) for seat in range(state.table.seats) if may_choose(rules, state, Seat(seat))
    )


def may_choose(rules: Rules, state: Choosing, seat: Seat) -> bool:
    """Whether a seat has not chosen yet, or by a reading may choose again.

    Clauses: turn.to-act.
    """
    if state.chosen[seat] is None:
        return True
    return rules.turn.simultaneity == "changeable_until_all"


def to_claim(state: Claiming) -> tuple[Seat, ...]:
    """The thieves that may claim: those of the first group that have not.

    Clauses: thief.order.
    """
    have = {seat for seat, _ in state.claims}
    return tuple(seat for seat in state.waiting[0] if seat not in have)


def dealer_of(rules: Rules, table: Table) -> Seat:
    """Who deals, and fills the hands up, in this turn.

    Clauses: refill.by-dealer.
    """
    moved = Seat((table.dealer + table.turn - 1) % table.seats)
    if moved == table.dealer or rules.refill.dealer_rotation == "fixed":
        return table.dealer
    return moved


def is_last(rules: Rules, turn: int) -> bool:
    """Whether the match is over with this turn.

    Clauses: match.seven-turns.
    """
    return turn == rules.size.melds


# ── dealing ──────────────────────────────────────────────────────────────────────────────────────


def no_deals(rules: Rules, state: BeforeDeal) -> Iterable[Deal]:
    """Chance is not asked for its choices."""
    return ()


def seats_have_a_stub(rules: Rules, state: BeforeDeal, deal: Deal) -> bool:
    """The stub lasts for so many seats, if a reading asks for that."""
    return stub_lasts(rules, state.seats)


def one_pack(rules: Rules, state: BeforeDeal, deal: Deal) -> bool:
    """Two or three seats are dealt from one pack."""
    few = state.seats <= MOST_SEATS_OF_ONE_PACK
    return not few or _whole_deck(rules, state, deal)


def two_packs(rules: Rules, state: BeforeDeal, deal: Deal) -> bool:
    """More seats are dealt from two packs."""
    few = state.seats <= MOST_SEATS_OF_ONE_PACK
    return few or _whole_deck(rules, state, deal)


def _whole_deck(rules: Rules, state: BeforeDeal, deal: Deal) -> bool:
    """Every card of the packs is dealt or in the stub, as often as the packs have it."""
    piles = (*deal.hands, deal.stock)
    return is_whole_deck(rules, state.seats, [card for pile in piles for card in pile])


def is_whole_deck(rules: Rules, seats: int, cards: Iterable[Card]) -> bool:
    """Whether these are all cards that so many seats play with."""
    return sorted(cards) == sorted(rules.size.deck(seats))


def deck_of(seats: int) -> str:
    """The clause that says with how many packs so many seats play."""
    return "indian-chief.deck.one" if seats <= MOST_SEATS_OF_ONE_PACK else "indian-chief.deck.two"


def eight_each(rules: Rules, state: BeforeDeal, deal: Deal) -> bool:
    """There is a hand of eight cards for each seat."""
    return [len(hand) for hand in deal.hands] == [rules.size.hand] * state.seats


def lay_out(rules: Rules, state: BeforeDeal, deal: Deal) -> State:
    """The first turn begins: every seat is to choose."""
    hands = tuple(tuple(sorted(hand)) for hand in deal.hands)
    return next_turn(Table(state.dealer, 1, hands, deal.stock))


def next_turn(table: Table) -> Choosing:
    """No seat has chosen yet."""
    return Choosing(table, (None,) * table.seats)


DEAL: Final[Move[Rules, BeforeDeal, Deal, State]] = Move(
    candidates=no_deals,
    exists=(),
    guards=(
        Guard("indian-chief.deck.six-at-most", seats_have_a_stub),
        Guard("indian-chief.deck.one", one_pack),
        Guard("indian-chief.deck.two", two_packs),
        Guard("indian-chief.deal.eight", eight_each),
    ),
    effect=lay_out,
    says=("indian-chief.deal.shuffle", "indian-chief.setup.stub"),
)


def dealt(
    rules: Rules, seats: int, dealer: Seat, deck: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat that a deck makes, its top first, and what is left of the deck.

    Clauses: deal.single-cards.
    """
    in_hands = seats * rules.size.hand
    order = (*opponents(dealer, seats), dealer)
    hands = {seat: deck[place:in_hands:seats] for place, seat in enumerate(order)}
    return tuple(hands[Seat(seat)] for seat in range(seats)), deck[in_hands:]


# ── choosing a meld ──────────────────────────────────────────────────────────────────────────────


def open_sizes(rules: Rules, table: Table, seat: Seat) -> tuple[int, ...]:
    """The numbers of cards of the melds that a seat has not made yet."""
    made = {meld.size for meld in melds_of(table, seat)}
    return tuple(size for size in range(1, rules.size.melds + 1) if size not in made)


def choices(rules: Rules, at: ChoiceOf) -> Iterator[Choose]:
    """All cards of the hand in every number that is open, with what must be declared.

    Clauses: series.any-order.
    """
    table = at.state.table
    for size in open_sizes(rules, table, at.seat):
        plain = choices_of(table.hands[at.seat], size)
        match size:
            case Box.BEGGAR_MAN if names_opponent(rules):
                others = sorted(opponents(at.seat, table.seats))
                for each in plain:
                    for other in others:
                        yield Choose(replace(each.meld, opponent=other))
            case Box.DOCTOR if names_suit(rules):
                for each in plain:
                    for suit in range(4):
                        yield Choose(replace(each.meld, suit=suit))
            case Box.INDIAN_CHIEF if declares_split(rules):
                for each in plain:
                    for two in sub_hands(each.meld.cards, BACCARAT_SIZE):
                        yield Choose(replace(each.meld, baccarat=two))
            case _:
                yield from plain


@lru_cache(maxsize=1 << 12)
def choices_of(hand: Hand, size: int) -> tuple[Choose, ...]:
    """All choices of so many cards of a hand without a declaration."""
    return tuple(Choose(Meld(cards)) for cards in sub_hands(hand, size))


def sub_hands(hand: Hand, size: int) -> list[Hand]:
    """So many cards of a hand in every way; cards that are alike are not told apart."""
    return sorted(set(combinations(hand, size)))


def names_opponent(rules: Rules) -> bool:
    """Whether a reading has the opponent of a Beggar Man named."""
    return rules.beggar.beggar_scope == "one_named"


def names_suit(rules: Rules) -> bool:
    """Whether a reading has the suit of a Doctor named with it."""
    return rules.doctor.doctor_suit == "named_at_commit"


def declares_split(rules: Rules) -> bool:
    """Whether a reading has the two hands of an Indian Chief declared with it."""
    return rules.chief.chief_split == "declared_at_commit"


def chosen_from_hand(rules: Rules, at: ChoiceOf, action: Choose) -> bool:
    """The chosen cards are in the hand."""
    return holds_all(at.state.table.hands[at.seat], action.meld.cards)


def some_card_is_chosen(rules: Rules, at: ChoiceOf, action: Choose) -> bool:
    """It is one card at least: nobody may pass."""
    return action.meld.size > 0


def some_meld_has_so_many(rules: Rules, at: ChoiceOf, action: Choose) -> bool:
    """They are no more than the largest meld has."""
    return action.meld.size <= rules.size.melds


def box_is_open(rules: Rules, at: ChoiceOf, action: Choose) -> bool:
    """The seat has not made a meld of so many cards before."""
    return all(meld.size != action.meld.size for meld in melds_of(at.state.table, at.seat))


def only_what_is_asked_is_declared(rules: Rules, at: ChoiceOf, action: Choose) -> bool:
    """What is declared belongs to the meld, and a reading asks for it."""
    return declares_only_what_is_asked(rules, action.meld)


def declares_only_what_is_asked(rules: Rules, meld: Meld) -> bool:
    """Whether a meld declares nothing, or what a reading asks of it.

    Clauses: turn.nothing-declared.
    """
    size = meld.size
    return (
        (meld.opponent is None or (size == Box.BEGGAR_MAN and names_opponent(rules)))
        and (meld.suit is None or (size == Box.DOCTOR and names_suit(rules)))
        and (meld.baccarat is None or (size == Box.INDIAN_CHIEF and declares_split(rules)))
    )


def opponent_is_named(rules: Rules, at: ChoiceOf, action: Choose) -> bool:
    """A Beggar Man names another seat, if a reading asks for that."""
    return names_its_opponent(rules, at.seat, action.meld)


def names_its_opponent(rules: Rules, seat: Seat, meld: Meld) -> bool:
    """Whether a Beggar Man names another seat, or no reading asks for that.

    Clauses: beggar.opponent-named.
    """
    if meld.size != Box.BEGGAR_MAN or meld.opponent not in (None, seat):
        return True
    return not names_opponent(rules)


def suit_is_named(rules: Rules, at: ChoiceOf, action: Choose) -> bool:
    """A Doctor names a suit, if a reading asks for that."""
    return names_its_suit(rules, action.meld)


def names_its_suit(rules: Rules, meld: Meld) -> bool:
    """Whether a Doctor names a suit, or no reading asks for that.

    Clauses: doctor.suit-named.
    """
    return meld.size != Box.DOCTOR or meld.suit is not None or not names_suit(rules)


def split_is_declared(rules: Rules, at: ChoiceOf, action: Choose) -> bool:
    """An Indian Chief declares two of its cards, if a reading asks for that."""
    return declares_its_split(rules, action.meld)


def declares_its_split(rules: Rules, meld: Meld) -> bool:
    """Whether an Indian Chief declares two of its cards, or no reading asks for that.

    Clauses: chief.split-declared.
    """
    if meld.size != Box.INDIAN_CHIEF:
        return True
    two = meld.baccarat
    if two is not None and len(two) == BACCARAT_SIZE and holds_all(meld.cards, two):
        return True
    return not declares_split(rules)


def commit(rules: Rules, at: ChoiceOf, action: Choose) -> State:
    """The choice stands, and nobody else sees it."""
    chosen = at.state.chosen
    return Choosing(at.state.table, (*chosen[: at.seat], action.meld, *chosen[at.seat + 1 :]))


CHOOSE: Final[Move[Rules, ChoiceOf, Choose, State]] = Move(
    candidates=choices,
    exists=(Guard("indian-chief.turn.from-hand", chosen_from_hand, given=always),),
    guards=(
        Guard("indian-chief.turn.must-meld", some_card_is_chosen, given=always),
        Guard("indian-chief.melds.sizes", some_meld_has_so_many, given=always),
        Guard("indian-chief.turn.no-repeat", box_is_open, given=always),
        Guard("indian-chief.turn.nothing-declared", only_what_is_asked_is_declared, given=always),
        Guard("indian-chief.beggar.opponent-named", opponent_is_named, given=always),
        Guard("indian-chief.doctor.suit-named", suit_is_named, given=always),
        Guard("indian-chief.chief.split-declared", split_is_declared, given=always),
    ),
    effect=commit,
    says=("indian-chief.turn.choose-privately", "indian-chief.series.any-order"),
)


# ── stealing ─────────────────────────────────────────────────────────────────────────────────────


def claims(rules: Rules, at: ClaimOf) -> Iterator[Claim]:
    """Every card that others have shown, those that are alike once for each seat, and none."""
    for seat, cards in enumerate(lying(at.state.table)):
        if seat != at.seat:
            for card in dict.fromkeys(cards):
                yield Claim(Target(Seat(seat), card))
    yield NO_CLAIM


def card_lies_there(rules: Rules, at: ClaimOf, action: Claim) -> bool:
    """The claimed card lies in what that seat has shown."""
    target = action.target
    return target is None or target.card in lying(at.state.table)[target.seat]


def from_an_opponent(rules: Rules, at: ClaimOf, action: Claim) -> bool:
    """It is another seat."""
    return action.target is None or action.target.seat != at.seat


def from_a_valid_meld(rules: Rules, at: ClaimOf, action: Claim) -> bool:
    """Its meld has not failed, if a reading asks for that."""
    return action.target is None or may_be_robbed(rules, at.state.table, action.target.seat)


def may_be_robbed(rules: Rules, table: Table, seat: int) -> bool:
    """Whether thieves may take cards of a seat's meld of this turn.

    Clauses: thief.valid-melds-only.
    """
    return qualifies(rules, table.shown[-1][seat].cards) or (
        rules.thief.thief_target_class == "any_opposing_meld_card"
    )


def note_claim(rules: Rules, at: ClaimOf, action: Claim) -> State:
    """The claim stands until all that claim at once have claimed."""
    claimed = sorted([*at.state.claims, (at.seat, action.target)], key=lambda each: each[0])
    return replace(at.state, claims=tuple(claimed))


CLAIM: Final[Move[Rules, ClaimOf, Claim, State]] = Move(
    candidates=claims,
    exists=(Guard("indian-chief.thief.card-lies-there", card_lies_there, given=always),),
    guards=(
        Guard("indian-chief.thief.opponents-only", from_an_opponent, given=always),
        Guard("indian-chief.thief.valid-melds-only", from_a_valid_meld),
    ),
    effect=note_claim,
    says=("indian-chief.thief.may-steal", "indian-chief.thief.claims-secret"),
)


def thieves(shown: Shown) -> list[Seat]:
    """The seats whose meld is a Thief."""
    return [Seat(seat) for seat, meld in enumerate(shown) if meld.size == Box.THIEF]


def thief_key(card: Card, by: ThiefOrderKey) -> int:
    """Where a thief stands in the order; suits do not count.

    Clauses: thief.order.
    """
    match by:
        case "rank_ace_low":
            return rank(card)
        case "rank_ace_high":
            return 13 if rank(card) == ACE else rank(card)
        case "face_value":
            return points(card)
        case _:
            assert_never(by)


def ordered(shown: Shown, by: ThiefOrderKey) -> tuple[tuple[Seat, ...], ...]:
    """The thieves of a turn from the lowest to the highest, those of a tie together."""
    tied: dict[int, list[Seat]] = {}
    for seat in thieves(shown):
        tied.setdefault(thief_key(shown[seat].cards[0], by), []).append(seat)
    return tuple(tuple(tied[key]) for key in sorted(tied))


def thief_order(rules: Rules, shown: Shown) -> tuple[tuple[Seat, ...], ...]:
    """The same by the reading, which is asked only where it matters.

    Clauses: thief.order.
    """
    usual, *others = (ordered(shown, by) for by in get_args(ThiefOrderKey))
    if all(other == usual for other in others):
        return usual
    return ordered(shown, rules.thief.thief_order_key)


def queue(rules: Rules, table: Table) -> tuple[tuple[Seat, ...], ...]:
    """Who steals, in groups that claim at once; readings tell what becomes of a tie.

    Clauses: thief.tie, claims-secret.
    """
    groups: list[tuple[Seat, ...]] = []
    for group in thief_order(rules, table.shown[-1]):
        if len(group) == 1:
            groups.append(group)
            continue
        protocol = rules.thief.thief_tie_protocol
        match protocol:
            case "secret_claims":
                groups.append(group)
            case "sequential":
                dealer = dealer_of(rules, table)
                turns = (*opponents(dealer, table.seats), dealer)
                groups.extend((seat,) for seat in turns if seat in group)
            case "never":
                pass
            case _:
                assert_never(protocol)
    return tuple(groups)


def has_a_target(rules: Rules, table: Table, thief: Seat) -> bool:
    """Whether there is a card that a thief may take; the melds that may have failed come last."""
    melds = table.shown[-1]
    left = [seat for seat, cards in enumerate(lying(table)) if cards and seat != thief]
    left.sort(key=lambda seat: melds[seat].size == Box.DOCTOR)
    return any(qualifies(rules, melds[seat].cards) for seat in left) or any(
        may_be_robbed(rules, table, seat) for seat in left
    )


def takers(
    rules: Rules, table: Table, claimed: tuple[tuple[Seat, Target | None], ...]
) -> tuple[Theft, ...]:
    """Whose claims come true, when all of a group have claimed.

    A thief that claims nothing clashes with none.  Where a reading counts it as one that does not
    agree, nobody of the tie steals; but where only thieves that clash take nothing, it stands for
    itself alone, and the others steal all the same.
    Clauses: thief.tie.
    """
    wanted = [Theft(seat, target) for seat, target in claimed if target is not None]
    if not wanted:
        return ()
    clashing = clashes(rules, table, wanted)
    if len(clashing) == len(wanted):
        return ()
    agreed = not clashing and (
        len(wanted) == len(claimed) or rules.thief.thief_tie_decline == "agrees"
    )
    if agreed or rules.thief.thief_tie_partial == "clashing_only":
        return tuple(theft for theft in wanted if theft not in clashing)
    return ()


def clashes(rules: Rules, table: Table, wanted: list[Theft]) -> list[Theft]:
    """The claims that cannot all come true: they name a card more often than it lies there.

    By a reading cards that look alike are one card, whosever they are.
    """
    lies = lying(table)
    targets = [theft.target for theft in wanted]
    physical = [
        theft
        for theft in wanted
        if targets.count(theft.target) > lies[theft.target.seat].count(theft.target.card)
    ]
    faces = [target.card for target in targets]
    by_face = [theft for theft in wanted if faces.count(theft.target.card) > 1]
    if physical == by_face or rules.thief.thief_tie_identity == "physical":
        return physical
    return by_face


# ── more of the stub ─────────────────────────────────────────────────────────────────────────────


def no_refills(rules: Rules, state: Refilling) -> Iterable[Refill]:
    """Chance is not asked for its choices."""
    return ()


def lying_cards(table: Table) -> list[Card]:
    """The cards of all melds that lie there, and of those that lie aside."""
    return [*(card for cards in lying(table) for card in cards), *table.aside]


def restores_first(rules: Rules) -> bool:
    """Whether a stub that is short is shuffled whole; else what it has is dealt first.

    Where six at most play it can be short only in a game of fewer cards, and is then dealt out.
    Clauses: refill.stub-short.
    """
    return rules.refill.stub_shortage == "restore_first"


def due_in_refill(rules: Rules, table: Table) -> list[Card]:
    """The cards that the stub lacks, in no order: the melds, and by a reading what is left of it.

    Clauses: refill.stub-short.
    """
    cards = lying_cards(table)
    return [*table.stock, *cards] if table.stock and restores_first(rules) else cards


def refill_has_its_cards(rules: Rules, state: Refilling, action: Refill) -> bool:
    """What comes into the stub are the cards that are due, each as often as it lies there."""
    return sorted(action.stock) == sorted(due_in_refill(rules, state.table))


def refill(rules: Rules, state: Refilling, action: Refill) -> State:
    """The stub is what it had and what comes after it, or wholly new; hands are filled up next."""
    table = state.table
    whole = len(action.stock) == len(table.stock) + len(lying_cards(table))
    stock = action.stock if whole else table.stock + action.stock
    return Filling(replace(table, stock=stock, recycled=True, aside=()))


REFILL: Final[Move[Rules, Refilling, Refill, State]] = Move(
    candidates=no_refills,
    exists=(),
    guards=(Guard("indian-chief.refill.cards", refill_has_its_cards),),
    effect=refill,
    says=("indian-chief.refill.stub-short",),
)


# ── shuffling for the next turn ──────────────────────────────────────────────────────────────────


def no_reshuffles(rules: Rules, state: Reshuffling) -> Iterable[Reshuffle]:
    """Chance is not asked for its choices."""
    return ()


def due_in_reshuffle(rules: Rules, table: Table) -> list[Card]:
    """Every card that no seat holds; by a reading the melds of the turn wait for the next.

    Clauses: restore.melds.
    """
    left = [*table.stock, *table.aside]
    melds = [card for cards in lying(table) for card in cards]
    if melds and rules.restore.restore_which == "one_turn_lag":
        return left
    return left + melds


def reshuffle_has_its_cards(rules: Rules, state: Reshuffling, action: Reshuffle) -> bool:
    """What is shuffled are the cards that are due, each as often as it lies there."""
    return sorted(action.stock) == sorted(due_in_reshuffle(rules, state.table))


def restore(rules: Rules, state: Reshuffling, action: Reshuffle) -> State:
    """The next turn begins with this stub; melds that are not in it lie aside."""
    table = state.table
    everything = (*table.stock, *lying_cards(table))
    return next_turn(
        replace(
            table,
            turn=table.turn + 1,
            stock=action.stock,
            stolen=(),
            recycled=False,
            aside=tuple(sorted(without_all(everything, action.stock))),
        )
    )


RESHUFFLE: Final[Move[Rules, Reshuffling, Reshuffle, State]] = Move(
    candidates=no_reshuffles,
    exists=(),
    guards=(Guard("indian-chief.restore.cards", reshuffle_has_its_cards),),
    effect=restore,
    says=("indian-chief.restore.melds", "indian-chief.restore.shuffle"),
)


# ── what follows ─────────────────────────────────────────────────────────────────────────────────


def all_have_chosen(rules: Rules, state: State) -> bool:
    """The last seat has chosen."""
    return isinstance(state, Choosing) and None not in state.chosen


def show_the_melds(rules: Rules, state: State) -> State:
    """All melds leave the hands at once and are scored; then thieves steal, and hands fill up."""
    assert isinstance(state, Choosing)
    melds = tuple(meld for meld in state.chosen if meld is not None)
    hands = zip(state.table.hands, melds, strict=True)
    table = replace(
        state.table,
        hands=tuple(without_all(hand, meld.cards) for hand, meld in hands),
        shown=(*state.table.shown, melds),
    )
    if not thieves(melds) or (is_last(rules, table.turn) and not steals_in_last_turn(rules)):
        return Filling(table)
    waiting = queue(rules, table)
    return Claiming(table, waiting) if waiting else Filling(table)


def steals_in_last_turn(rules: Rules) -> bool:
    """Whether a reading has thieves steal although no turn follows.

    Clauses: thief.not-in-last-turn.
    """
    return rules.thief.steal_last_turn == "perform"


def nothing_is_left(rules: Rules, state: State) -> bool:
    """The thief that is next, alone with its turn, finds no card that it may take.

    Thieves of a tie always find one.  Each lower thief has taken one card at most, and what they
    have shown and the other of the tie has shown are more cards than that; no Thief fails.
    """
    if not isinstance(state, Claiming) or state.claims or len(state.waiting[0]) > 1:
        return False
    return not has_a_target(rules, state.table, state.waiting[0][0])


def pass_over(rules: Rules, state: State) -> State:
    """The next thief, if there is one, is asked."""
    assert isinstance(state, Claiming)
    return after_claims(state, state.table)


def after_claims(state: Claiming, table: Table) -> State:
    """The thieves that are next claim; after the last, hands are filled up."""
    waiting = state.waiting[1:]
    return Claiming(table, waiting) if waiting else Filling(table)


def all_have_claimed(rules: Rules, state: State) -> bool:
    """Every thief of the group has claimed."""
    return isinstance(state, Claiming) and not to_claim(state)


def carry_off(rules: Rules, state: State) -> State:
    """The claims come true, or by a clash do not; a stolen card is in the thief's hand at once."""
    assert isinstance(state, Claiming)
    table = state.table
    thefts = takers(rules, table, state.claims)
    got = {theft.by: theft.target.card for theft in thefts}
    hands = tuple(
        tuple(sorted((*hand, got[Seat(seat)]))) if seat in got else hand
        for seat, hand in enumerate(table.hands)
    )
    return after_claims(state, replace(table, hands=hands, stolen=(*table.stolen, *thefts)))


def match_is_over(rules: Rules, state: State) -> bool:
    """It was the last turn, and all hands are full again or need not be."""
    if not isinstance(state, Filling) or not is_last(rules, state.table.turn):
        return False
    if not any(lacking(rules, state.table)):
        return True
    return rules.refill.final_refill == "skip"


def end_the_match(rules: Rules, state: State) -> State:
    """All boxes are filled."""
    assert isinstance(state, Filling)
    return Over(state.table)


def stub_is_short(rules: Rules, state: State) -> bool:
    """The stub has fewer cards than the hands lack."""
    if not isinstance(state, Filling):
        return False
    return len(state.table.stock) < sum(lacking(rules, state.table))


def ask_for_more(rules: Rules, state: State) -> State:
    """Chance is to make more of the stub."""
    assert isinstance(state, Filling)
    return Refilling(state.table)


def hands_lack_cards(rules: Rules, state: State) -> bool:
    """Some hand has fewer than eight cards."""
    return isinstance(state, Filling) and any(lacking(rules, state.table))


def fill_up(rules: Rules, state: State) -> State:
    """Every seat gets what it lacks from the top of the stub."""
    assert isinstance(state, Filling)
    table = state.table
    lack = lacking(rules, table)
    served = order_of_cards(rules, table, lack)
    hands = [list(hand) for hand in table.hands]
    for seat, card in zip(served, table.stock, strict=False):
        hands[seat].append(card)
    return Filling(
        replace(
            table,
            hands=tuple(tuple(sorted(hand)) for hand in hands),
            stock=table.stock[len(served) :],
        )
    )


def lacking(rules: Rules, table: Table) -> tuple[int, ...]:
    """How many cards each seat lacks; a thief that has stolen lacks one less.

    Clauses: refill.to-eight, thief.instead-of-draw.
    """
    return tuple(rules.size.hand - len(hand) for hand in table.hands)


def order_of_cards(rules: Rules, table: Table, lack: tuple[int, ...]) -> list[Seat]:
    """Who gets each card that comes from the stub, the first card first.

    Clauses: refill.order.
    """
    if sum(map(bool, lack)) == 1:
        return [Seat(seat) for seat, cards in enumerate(lack) for _ in range(cards)]
    dealer = dealer_of(rules, table)
    others = opponents(dealer, table.seats)
    reading = rules.refill.shortage_last_served
    match reading:
        case "packets_from_left":
            return [seat for seat in (*others, dealer) for _ in range(lack[seat])]
        case "singles_from_left":
            rounds = range(max(lack))
            return [seat for each in rounds for seat in (*others, dealer) if each < lack[seat]]
        case "dealer_first":
            return [seat for seat in (dealer, *others) for _ in range(lack[seat])]
        case _:
            assert_never(reading)


def hands_are_full(rules: Rules, state: State) -> bool:
    """No hand lacks a card."""
    return isinstance(state, Filling) and not any(lacking(rules, state.table))


def await_the_shuffle(rules: Rules, state: State) -> State:
    """Chance is to shuffle the stub for the next turn."""
    assert isinstance(state, Filling)
    return Reshuffling(state.table)


CONSEQUENCES: Final[tuple[Consequence[Rules, State], ...]] = (
    Consequence(
        (
            "indian-chief.turn.simultaneous",
            "indian-chief.turn.size-identifies",
            "indian-chief.turn.record",
            "indian-chief.thief.may-steal",
            "indian-chief.thief.order",
            "indian-chief.thief.not-in-last-turn",
        ),
        (Choosing,),
        all_have_chosen,
        show_the_melds,
    ),
    Consequence(("indian-chief.thief.nothing-left",), (Claiming,), nothing_is_left, pass_over),
    Consequence(
        ("indian-chief.thief.tie", "indian-chief.thief.instead-of-draw"),
        (Claiming,),
        all_have_claimed,
        carry_off,
    ),
    Consequence(
        (
            "indian-chief.match.seven-turns",
            "indian-chief.refill.not-after-last-turn",
            "indian-chief.series.required",
            "indian-chief.match.total",
            "indian-chief.match.highest-wins",
        ),
        (Filling,),
        match_is_over,
        end_the_match,
    ),
    Consequence(("indian-chief.refill.stub-short",), (Filling,), stub_is_short, ask_for_more),
    Consequence(
        (
            "indian-chief.refill.after-scoring",
            "indian-chief.refill.to-eight",
            "indian-chief.refill.from-stub",
            "indian-chief.refill.by-dealer",
        ),
        (Filling,),
        hands_lack_cards,
        fill_up,
    ),
    Consequence(
        ("indian-chief.restore.after-refill",), (Filling,), hands_are_full, await_the_shuffle
    ),
)
"""What follows of itself, in this order."""

FOLLOWING: Final = by_phase(CONSEQUENCES)
"""The same by phase."""


# ── the game ─────────────────────────────────────────────────────────────────────────────────────


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
    """The clauses by which this actor may not do anything of this kind now."""
    if isinstance(action, ChanceAction):
        return _chance_may_not(state, action) if actor is CHANCE else ("indian-chief.turn.to-act",)
    if actor is CHANCE:
        return ("indian-chief.turn.to-act",)
    match state:
        case Choosing() if may_choose(rules, state, actor):
            return () if isinstance(action, Choose) else ("indian-chief.turn.choice-due",)
        case Claiming() if actor in to_claim(state):
            return () if isinstance(action, Claim) else ("indian-chief.thief.claim-due",)
        case _:
            return ("indian-chief.turn.to-act",)


def _chance_may_not(state: State, action: ChanceAction) -> tuple[str, ...]:
    """The clauses by which what chance does is not due."""
    match action:
        case Deal():
            return () if isinstance(state, BeforeDeal) else ("indian-chief.deal.once",)
        case Refill():
            return () if isinstance(state, Refilling) else ("indian-chief.refill.due",)
        case Reshuffle():
            return () if isinstance(state, Reshuffling) else ("indian-chief.restore.due",)
        case _:
            assert_never(action)


def step(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
    """The state after an action and all that follows, or every clause of the first failing stage.

    The stages: who acts and in which phase; what the action names exists; the rule's conditions.
    """
    failing = not_to_act(rules, state, actor, action)
    if failing:
        return Refusal(failing)
    after = _move(rules, state, actor, action)
    return after if isinstance(after, Refusal) else follow(FOLLOWING, rules, after)


def _move(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
    match state, action:
        case BeforeDeal(), Deal():
            return make(DEAL, rules, state, action)
        case Refilling(), Refill():
            return make(REFILL, rules, state, action)
        case Reshuffling(), Reshuffle():
            return make(RESHUFFLE, rules, state, action)
        case Choosing(), Choose() if actor is not CHANCE:
            return make(CHOOSE, rules, ChoiceOf(actor, state), action)
        case Claiming(), Claim() if actor is not CHANCE:
            return make(CLAIM, rules, ClaimOf(actor, state), action)
        case _:
            raise AssertionError(f"an action out of its phase: {action}")


def legal(rules: Rules, state: State, seat: Seat) -> tuple[Action, ...]:
    """Every action that ``step`` accepts from the seat; none unless it is to act."""
    match state:
        case Choosing() if may_choose(rules, state, seat):
            return tuple(play.proposals(CHOOSE, rules, ChoiceOf(seat, state)))
        case Claiming() if seat in to_claim(state):
            return tuple(play.proposals(CLAIM, rules, ClaimOf(seat, state)))
        case _:
            return ()
