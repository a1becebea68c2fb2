"""Invariants: what must hold in every state, and between every two, whatever is played.

At the start of a turn every hand has eight cards and the stub all others: D - 8n of them, with D
cards in the packs and n seats.  The hands then lack what the melds have, less a card for each thief
that has stolen, and that is 7n at most.  So the stub lasts wherever D is 15n or more: for up to
three seats with one pack, and for up to six with two.  Seven seats have 48 cards in the stub and
lack 49 only where all of them make the meld of seven in one turn, which they do once at most.

Where melds lie aside for a turn the stub lacks these, too: over two turns 13n cards at most, which
is more than D - 8n for three seats and for five or more, but not for two or four.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Final

from meldcheck.explore.table import Explored, SmallTable
from meldspec.cards import Card, small_pack
from meldspec.hands import holds_all, without_all
from meldspec.indian_chief.doctor import HEARTS
from meldspec.indian_chief.match import is_last, match_winners, totals
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import TABLE, Rules, Size
from meldspec.indian_chief.refill import due_in_refill, lacking
from meldspec.indian_chief.restore import due_in_reshuffle
from meldspec.indian_chief.series import open_sizes
from meldspec.indian_chief.sheet import line, sheets
from meldspec.indian_chief.spoken import INDIAN_CHIEF
from meldspec.indian_chief.table import (
    NO_CLAIM,
    Action,
    BeforeDeal,
    Choose,
    Choosing,
    Claim,
    Claiming,
    Filling,
    Meld,
    Over,
    Refill,
    Refilling,
    Reshuffling,
    State,
    Table,
    Target,
    are_shown,
    lying_cards,
    melds_of,
    seats_of,
    table_of,
)
from meldspec.indian_chief.terms import qualifies
from meldspec.indian_chief.thief import has_a_target, ordered, to_claim
from meldspec.play import Seat
from meldspec.table import Deal, Reshuffle

# ── of one state ─────────────────────────────────────────────────────────────────────────────────


def stub_has_its_size(rules: Rules, state: State) -> bool:
    """When a turn begins every hand is full, and the stub has what is not in them or aside."""
    if not isinstance(state, Choosing):
        return True
    table = state.table
    size = len(rules.size.deck(table.seats)) - rules.size.hand * table.seats
    return not any(lacking(rules, table)) and len(table.stock) == size - len(table.aside)


def hands_lack_what_was_melded(rules: Rules, state: State) -> bool:
    """After the showing a hand lacks its meld, less a card if it has stolen; then it is full."""
    table = table_of(state)
    if table is None or isinstance(state, Choosing | Reshuffling):
        return table is None or not any(lacking(rules, table))
    if isinstance(state, Over) and rules.refill.final_refill == "perform":
        return not any(lacking(rules, table))
    stole = [theft.by for theft in table.stolen]
    return list(lacking(rules, table)) == [
        meld.size - stole.count(Seat(seat)) for seat, meld in enumerate(table.shown[-1])
    ]


def no_seat_makes_a_meld_twice(rules: Rules, state: State) -> bool:
    """Each turn fills one box of each seat, and after the last all are filled."""
    table = table_of(state)
    if table is None:
        return True
    due = table.turn - isinstance(state, Choosing)
    whole = list(range(1, rules.size.melds + 1))
    for seat in range(table.seats):
        sizes = sorted(meld.size for meld in melds_of(table, seat))
        if len(sizes) != due or len(set(sizes)) < due or not set(sizes) <= set(whole):
            return False
        if isinstance(state, Over) and sizes != whole:
            return False
    return 1 <= table.turn <= rules.size.melds


def choices_stay_in_the_hand(rules: Rules, state: State) -> bool:
    """What was chosen and not yet shown is in the hand, and its box is open.

    A seat has not chosen in every state: the last choice shows all melds at once.
    """
    if not isinstance(state, Choosing):
        return True
    return None in state.chosen and all(
        meld is None
        or (
            holds_all(state.table.hands[seat], meld.cards)
            and meld.size in open_sizes(rules, state.table, Seat(seat))
        )
        for seat, meld in enumerate(state.chosen)
    )


def stub_is_refilled_when_it_is_short(rules: Rules, state: State) -> bool:
    """Chance makes more of the stub only where it has too few cards, which is rare."""
    if not isinstance(state, Refilling):
        return True
    table = state.table
    short = len(table.stock) < sum(lacking(rules, table))
    return short and (rules.size != Size() or may_be_short(rules, table))


def may_be_short(rules: Rules, table: Table) -> bool:
    """Whether the stub of whole packs can be short: by the argument at the head of this module."""
    if rules.restore.restore_which == "one_turn_lag" and table.turn > 1:
        return table.seats not in (2, 4)
    largest = all(meld.size == rules.size.melds for meld in table.shown[-1])
    return table.seats > 7 or (table.seats == 7 and largest)


def melds_lie_aside_by_a_reading(rules: Rules, state: State) -> bool:
    """Nothing lies aside but melds of the turn before, where a reading has them wait."""
    table = table_of(state)
    if table is None or not table.aside:
        return True
    before = table.shown[table.turn - 2] if table.turn > 1 else ()
    return rules.restore.restore_which == "one_turn_lag" and holds_all(
        tuple(card for meld in before for card in meld.cards), table.aside
    )


def thefts_are_lawful(rules: Rules, state: State) -> bool:
    """A thief takes one card at most, of another seat, from a meld that may be robbed."""
    table = table_of(state)
    if table is None or not table.stolen:
        return True
    if not are_shown(table):
        return False
    shown = table.shown[-1]
    by = [theft.by for theft in table.stolen]
    valid_only = rules.thief.thief_target_class == "valid_melds_only"
    return len(set(by)) == len(by) and all(
        shown[theft.by].size == Box.THIEF
        and theft.by != theft.target.seat
        and theft.target.card in shown[theft.target.seat].cards
        and (not valid_only or qualifies(rules, shown[theft.target.seat].cards))
        for theft in table.stolen
    )


def thieves_keep_their_order(rules: Rules, state: State) -> bool:
    """A lower thief steals before a higher one; by a reading none of a tie steals at all."""
    table = table_of(state)
    if table is None or not table.stolen:
        return True
    groups = ordered(table.shown[-1], rules.thief.thief_order_key)
    place = {seat: number for number, group in enumerate(groups) for seat in group}
    places = [place[theft.by] for theft in table.stolen]
    if rules.thief.thief_tie_protocol == "never" and any(
        len(groups[number]) > 1 for number in places
    ):
        return False
    return all(one <= other for one, other in pairwise(places))


def stolen_cards_are_held(rules: Rules, state: State) -> bool:
    """Until the next turn a thief holds the card that it has stolen."""
    table = table_of(state)
    if table is None:
        return True
    return all(theft.target.card in table.hands[theft.by] for theft in table.stolen)


def thieves_have_a_choice(rules: Rules, state: State) -> bool:
    """Who is asked for a claim finds a card, those of a tie among them, and has not claimed.

    In the last turn nobody is asked, unless a reading has it so.
    """
    if not isinstance(state, Claiming):
        return True
    asked = to_claim(state)
    late = is_last(rules, state.table.turn)
    return (
        bool(asked)
        and all(has_a_target(rules, state.table, seat) for seat in asked)
        and (not late or rules.thief.steal_last_turn == "perform")
        and (
            rules.thief.thief_tie_protocol == "secret_claims"
            or all(len(group) == 1 for group in state.waiting)
        )
    )


def boxes_are_bounded(rules: Rules, state: State) -> bool:
    """What a meld can score at least and at most, with one pack or with two."""
    table = table_of(state)
    if table is None:
        return True
    return all(
        points in bounds(rules, table.seats)[box]
        for sheet in sheets(rules, table)
        for box, points in sheet.items()
    )


def bounds(rules: Rules, seats: int) -> dict[Box, range | frozenset[int]]:
    """All that each meld can score with the packs of so many seats.

    Seven cards that are badly divided score five at least, and well divided twelve.
    A Beggar Man that counts the melds of all turns has no bound of this kind.
    """
    two = rules.size.packs(seats) > 1
    this_turn = rules.beggar.beggar_tense == "this_turn"
    named = rules.doctor.doctor_suit == "named_at_commit"
    declared = rules.chief.chief_split == "declared_at_commit"
    low = rules.poker.poker_ace == "low_only"  # so that T J Q K A is no straight
    fewest = 5 if declared else 10 if low else 12
    return {
        Box.THIEF: range(1, 11),
        Box.BEGGAR_MAN: range(0, (28 if two else 12) + 1 if this_turn else 1000, 2),
        Box.POOR_MAN: range(31),
        Box.LAWYER: frozenset((0, 25)),
        Box.RICH_MAN: range(-50, -4 if two else -5),
        Box.DOCTOR: frozenset(range(0, 70, 10)) - (frozenset() if named else frozenset((10,))),
        Box.INDIAN_CHIEF: range(fewest, 60 if two else 55),
    }


def only_two_melds_fail(rules: Rules, state: State) -> bool:
    """Cards that do not qualify are six or four, and score nought."""
    table = table_of(state)
    if table is None:
        return True
    return all(
        qualifies(rules, meld.cards)
        or (
            Box(meld.size) in (Box.DOCTOR, Box.LAWYER)
            and line(rules, table.shown, turn, Seat(seat)).points == 0
        )
        for turn, shown in enumerate(table.shown)
        for seat, meld in enumerate(shown)
    )


def totals_are_bounded(rules: Rules, state: State) -> bool:
    """A whole match scores -44 at least, and 185 at most with one pack or 207 with two."""
    if not isinstance(state, Over) or rules.size.melds < len(Box):
        return True
    if rules.beggar.beggar_tense == "all_melds_so_far":
        return True
    most = 207 if rules.size.packs(state.table.seats) > 1 else 185
    return all(-44 <= score <= most for score in totals(sheets(rules, state.table)))


def winners_have_the_highest_total(rules: Rules, state: State) -> bool:
    """Everyone with the highest total wins, and nobody else."""
    if not isinstance(state, Over):
        return True
    scores = totals(sheets(rules, state.table))
    winners = match_winners(scores)
    return [seat for seat, score in enumerate(scores) if score == max(scores)] == list(winners)


def no_state_is_left_undone(rules: Rules, state: State) -> bool:
    """Hands that lack cards are filled up within a step."""
    return not isinstance(state, Filling)


# ── of a step ────────────────────────────────────────────────────────────────────────────────────


def what_was_shown_stays(rules: Rules, before: State, after: State) -> bool:
    """Melds of the past do not change; so filled boxes do not, whatever is stolen."""
    one, other = table_of(before), table_of(after)
    if one is None or other is None:
        return other is not None
    if other.shown[: len(one.shown)] != one.shown:
        return False
    earlier = zip(sheets(rules, one), sheets(rules, other), strict=True)
    return all(sheet.items() <= later.items() for sheet, later in earlier)


def scores_change_with_the_showing(rules: Rules, before: State, after: State) -> bool:
    """A step fills a box of every seat where it shows the melds, and else none."""
    one, other = table_of(before), table_of(after)
    if one is None or other is None:
        return other is not None and not other.shown
    shows = isinstance(before, Choosing) and not isinstance(after, Choosing)
    return len(other.shown) - len(one.shown) == shows


def a_choice_moves_no_card(rules: Rules, before: State, after: State) -> bool:
    """Before the last choice nothing changes but that one seat has chosen."""
    if not isinstance(before, Choosing) or not isinstance(after, Choosing):
        return True
    pairs = zip(before.chosen, after.chosen, strict=True)
    changed = sum(one != other for one, other in pairs)
    return before.table == after.table and changed <= 1


def turns_follow_each_other(rules: Rules, before: State, after: State) -> bool:
    """The next turn begins with a shuffle and with nothing else, and the match begins with one."""
    one, other = table_of(before), table_of(after)
    if other is None:
        return False
    if one is None or isinstance(before, BeforeDeal):
        return other.turn == 1 and isinstance(after, Choosing)
    return (
        other.turn - one.turn == isinstance(before, Reshuffling)
        and other.dealer == one.dealer
        and not isinstance(before, Over)
    )


def fills_up(before: State, after: State) -> tuple[Table, Table] | None:
    """The tables of a step in which hands are filled up from the stub."""
    if isinstance(before, BeforeDeal | Reshuffling) or not isinstance(after, Reshuffling | Over):
        return None
    return before.table, after.table


def the_stub_gives_what_the_hands_lack(rules: Rules, before: State, after: State) -> bool:
    """What leaves the stub is as much as was melded, less a card for each theft."""
    tables = fills_up(before, after)
    if tables is None or any(lacking(rules, tables[1])):
        return True
    one, other = tables
    came = len(lying_cards(one)) if other.recycled and not one.recycled else 0
    melded = sum(meld.size for meld in other.shown[-1])
    return len(one.stock) + came - len(other.stock) == melded - len(other.stolen)


def cards_come_from_the_top_of_the_stub(rules: Rules, before: State, after: State) -> bool:
    """Hands get the first cards of the stub, and none that was melded in the turn.

    Where the stub was short they get all of it, and by a reading it was shuffled with the melds.
    """
    tables = fills_up(before, after)
    if tables is None or tables[1].recycled:
        return True
    one, other = tables
    served = one.stock[: len(one.stock) - len(other.stock)]
    if one.stock[len(served) :] != other.stock:
        return False
    kept: list[Card] = []
    for seat, hand in enumerate(one.hands):
        left = hand if are_shown(one) else without_all(hand, other.shown[-1][seat].cards)
        kept.extend(left)
    stolen = [theft.target.card for theft in other.stolen[len(one.stolen) :]]
    held = [card for hand in other.hands for card in hand]
    return Counter(held) == Counter([*kept, *stolen, *served])


def a_shuffle_leaves_hands_alone(rules: Rules, before: State, after: State) -> bool:
    """Before a turn no hand changes; what the seats hold they keep for it."""
    if not isinstance(before, Reshuffling):
        return True
    table = table_of(after)
    return table is not None and table.hands == before.table.hands


def a_theft_moves_one_card(rules: Rules, before: State, after: State) -> bool:
    """While thieves steal a hand changes only by the card that its seat has stolen."""
    if not isinstance(before, Claiming) or not isinstance(after, Claiming | Refilling):
        return True
    new = after.table.stolen[len(before.table.stolen) :]
    got = {theft.by: theft.target.card for theft in new}
    return all(
        Counter(hand) - Counter(held) == Counter([got[Seat(seat)]] if Seat(seat) in got else [])
        for seat, (held, hand) in enumerate(zip(before.table.hands, after.table.hands, strict=True))
    )


# ── exploring ─────────────────────────────────────────────────────────────────────────────────────


def restocks(
    rules: Rules, state: State
) -> tuple[Callable[[tuple[Card, ...]], Action], tuple[Card, ...]] | None:
    """The cards that are due in a refill and in a reshuffle."""
    match state:
        case Refilling(table):
            return Refill, tuple(due_in_refill(rules, table))
        case Reshuffling(table):
            return Reshuffle, tuple(due_in_reshuffle(rules, table))
        case _:
            return None


def lies(state: State) -> list[Card]:
    """What lies of the melds of this turn, and what lies aside."""
    table = table_of(state)
    assert table is not None
    return lying_cards(table)


OF_STATES: Final = (
    stub_has_its_size,
    hands_lack_what_was_melded,
    no_seat_makes_a_meld_twice,
    choices_stay_in_the_hand,
    stub_is_refilled_when_it_is_short,
    melds_lie_aside_by_a_reading,
    thefts_are_lawful,
    thieves_keep_their_order,
    stolen_cards_are_held,
    thieves_have_a_choice,
    boxes_are_bounded,
    only_two_melds_fail,
    totals_are_bounded,
    winners_have_the_highest_total,
    no_state_is_left_undone,
)
"""Every law of one state of this game."""

OF_STEPS: Final = (
    what_was_shown_stays,
    scores_change_with_the_showing,
    a_choice_moves_no_card,
    turns_follow_each_other,
    the_stub_gives_what_the_hands_lack,
    cards_come_from_the_top_of_the_stub,
    a_shuffle_leaves_hands_alone,
    a_theft_moves_one_card,
)
"""Every law of one step."""


def reveals(rules: Rules, state: State, action: Action) -> int:
    """The cards with which hands can be filled up after the last choice, or after a claim."""
    match state:
        case Choosing(table, chosen):
            return len(table.stock) if chosen.count(None) == 1 else 0
        case Claiming(table):
            return len(table.stock)
        case Refilling():
            return len(action.stock) if isinstance(action, Refill) else 0
        case _:
            return 0


def attempts(rules: Rules, state: State, seat: Seat) -> Iterator[Action]:
    """Choices of any few cards, with every declaration, and claims of any card."""
    seats = range(seats_of(state))
    for size in range(4):
        for cards in combinations(rules.size.pack, size):
            yield Choose(Meld(cards))
            yield Choose(Meld(cards, suit=0))
            yield Choose(Meld(cards, baccarat=cards[:2]))
            yield from (Choose(Meld(cards, opponent=Seat(other))) for other in seats)
    table = table_of(state)
    if table is not None:
        hand = table.hands[seat]
        yield from (Choose(Meld(hand[:size])) for size in range(4, len(hand) + 1))
    yield NO_CLAIM
    for card in rules.size.pack:
        yield from (Claim(Target(Seat(other), card)) for other in seats)


def named_suits(rules: Rules) -> frozenset[int]:
    """Hearts, where a Doctor is one of the melds."""
    return frozenset({HEARTS}) if rules.size.melds >= Box.DOCTOR else frozenset()


def with_cards(ranks: int, suits: int, hand: int, melds: int, **readings: str) -> Rules:
    """The rules with few cards and melds: the default ones, but for these readings."""
    size = Size(pack=small_pack(ranks, suits), hand=hand, melds=melds)
    return replace(TABLE.read({"options": {**readings}}), size=size)


EXPLORED: Final = Explored(
    spoken=INDIAN_CHIEF,
    kind=State,
    over=Over,
    deck=lambda rules, seats: rules.size.deck(seats),
    lies=lies,
    of_states=OF_STATES,
    of_steps=OF_STEPS,
    hand_sizes=lambda rules, seats: (rules.size.hand,) * seats,
    deal=Deal,
    restocks=restocks,
    reveals=reveals,
    attempts=attempts,
    suits=named_suits,
    loose=lambda rules: {"stock": 0},
    winners="match_winners",
    endings=frozenset({"sheets, one winner", "sheets, several winners"}),
    tables={
        "small": SmallTable(
            rules=with_cards(4, 2, 3, 2),
            seats=2,
            says="eight cards, ace to four of two suits; three in each of two hands, two melds",
            one_deal_of=60,
        ),
        "four": SmallTable(
            rules=with_cards(4, 2, 1, 1),
            seats=4,
            says="two packs of eight cards; one in each of four hands, one meld",
            most=20_000,
        ),
        "named": SmallTable(
            rules=with_cards(
                5,
                4,
                8,
                7,
                beggar_scope="one_named",
                doctor_suit="named_at_commit",
                chief_split="declared_at_commit",
            ),
            seats=2,
            says="twenty cards, ace to five of four suits; eight in each of two hands, all melds",
            stated=(("AC 2C 3C 4C 5C AD 2D 3D", "AH 2H 3H 4H 5H AS 2S 3S"),),
            most=3_000,
        ),
        "robbed": SmallTable(
            rules=with_cards(4, 4, 5, 4, thief_target_class="valid_melds_only"),
            seats=3,
            says=(
                "sixteen cards, ace to four of four suits; five in each of three hands, four melds"
            ),
            stated=(("AC 2C 3C AD 2D", "AH 2H 3H AS 2S", "4C 4D 4H 3D 3S"),),
            tried=1_000,
            most=31_000,
        ),
        "refused": SmallTable(
            rules=with_cards(4, 2, 1, 1, stub_shortage="limit_players_6"),
            seats=7,
            says="two packs of eight cards; one in each of seven hands, one meld",
            stated=(("AC",) * 2 + ("2C",) * 2 + ("3C",) * 2 + ("4C",),),
            refuses=("indian-chief.deck.six-at-most",),
        ),
    },
)
