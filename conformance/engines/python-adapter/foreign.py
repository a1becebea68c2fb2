"""A small Rummy library, as somebody else might have written it: it knows nothing of meldspec.

Players have numbers from 1 and sit with their backs to the clock: after player 3 comes player 2.
The library shuffles and deals itself.  It says no by returning None.
"""

import random
from typing import NamedTuple

SUITS = ["spades", "hearts", "clubs", "diamonds"]


class Card(NamedTuple):
    number: int  # 1 is an ace, 13 a king
    suit: str


def value(card):
    return min(card.number, 10)


def is_set(cards):
    suits = {card.suit for card in cards}
    return 3 <= len(cards) == len(suits) and len({card.number for card in cards}) == 1


def is_run(cards):
    numbers = sorted(card.number for card in cards)
    straight = numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else False
    return len(cards) >= 3 and len({card.suit for card in cards}) == 1 and straight


def is_meld(cards):
    return is_set(cards) or is_run(cards)


class Meld:
    def __init__(self, owner, cards):
        self.owner = owner
        self.cards = cards


class RummyGame:
    TARGET = 150

    def __init__(self, players, dealer, rng=random):
        self.players = players
        self.dealer = dealer
        self.rng = rng
        self.points = dict.fromkeys(range(1, players + 1), 0)
        self.round = 0
        self.winner = None
        self.in_play = False
        self._clear()

    def _clear(self):
        self.hands = {number: [] for number in self.points}
        self.deck, self.pile, self.melds = [], [], []
        self.has_melded, self.has_added = set(), set()
        self.gain, self.rummy = 0, False

    def new_hand(self):
        """Shuffles and deals.  None while a hand goes on, and after the match."""
        if self.in_play or self.match_winners():
            return None
        if self.round:
            self.dealer = self.after(self.dealer)
        self._clear()
        self.round += 1
        self.winner = None
        self.in_play = True
        self.deck = [Card(number, suit) for suit in SUITS for number in range(1, 14)]
        self.rng.shuffle(self.deck)
        seat = self.dealer
        for _ in range(self.players * {2: 10, 3: 7, 4: 7}.get(self.players, 6)):
            seat = self.after(seat)
            self.hands[seat].append(self.deck.pop())
        self.pile.append(self.deck.pop())
        self._start_turn(self.after(self.dealer))
        return self.round

    def after(self, player):
        return player - 1 or self.players

    def _start_turn(self, player):
        self.turn = player
        self.drawn = False
        self.picked = None  # the card taken from the pile
        self.melded = 0
        self.added = 0

    # every move below is one of the player whose turn it is

    def draw(self):
        """The card drawn.  An empty deck is first made anew of the pile."""
        if self.drawn or (not self.deck and len(self.pile) < 2):
            return None
        if not self.deck:
            top = self.pile.pop()
            self.deck, self.pile = self.pile, [top]
            self.rng.shuffle(self.deck)
        self.drawn = True
        self.hands[self.turn].append(self.deck.pop())
        return self.hands[self.turn][-1]

    def pick_up(self):
        """The top card of the pile."""
        if self.drawn or not self.pile:
            return None
        self.drawn = True
        self.picked = self.pile.pop()
        self.hands[self.turn].append(self.picked)
        return self.picked

    def lay(self, cards):
        """Lays a meld.  Its index on the table."""
        hand = self.hands[self.turn]
        if not self.drawn or not all(card in hand for card in cards) or not is_meld(cards):
            return None
        if self.melded and not self._may_go_rummy():
            return None
        rest = [card for card in hand if card not in cards]
        table = [meld.cards for meld in self.melds] + [cards]
        if self._is_stuck(rest, table) or (self.melded and not self._can_finish(rest, table)):
            return None
        self.hands[self.turn] = rest
        self.melds.append(Meld(self.turn, list(cards)))
        self.melded += 1
        self._check_out()
        return len(self.melds) - 1

    def add(self, card, index):
        """Adds a card to the meld with this index.  The index."""
        hand = self.hands[self.turn]
        if not self.drawn or card not in hand or index >= len(self.melds):
            return None
        if not is_meld([*self.melds[index].cards, card]):
            return None
        rest = [each for each in hand if each != card]
        table = [meld.cards + [card] * (at == index) for at, meld in enumerate(self.melds)]
        if self._is_stuck(rest, table) or (self.melded > 1 and not self._can_finish(rest, table)):
            return None
        self.hands[self.turn] = rest
        self.melds[index].cards.append(card)
        self.added += 1
        self._check_out()
        return index

    def throw(self, card):
        """Ends the turn.  The number of the next player."""
        hand = self.hands[self.turn]
        if not self.drawn or card not in hand or card == self.picked:
            return None
        if self.melded > 1 and len(hand) > 1:
            return None
        hand.remove(card)
        self.pile.append(card)
        self._check_out()
        if self.in_play:
            if self.melded:
                self.has_melded.add(self.turn)
            if self.added:
                self.has_added.add(self.turn)
            self._start_turn(self.after(self.turn))
        return self.turn

    def _may_go_rummy(self):
        return self.turn not in self.has_melded and self.turn not in self.has_added

    def _is_stuck(self, hand, table):
        """Only the card picked up is left, and it may not be thrown."""
        fits = any(is_meld([*meld, *hand]) for meld in table)
        return hand == [self.picked] and not fits

    def _can_finish(self, hand, table):
        """The hand can be emptied in this turn."""
        if not hand or (len(hand) == 1 and hand != [self.picked]):
            return True
        for at, meld in enumerate(table):
            for card in hand:
                if is_meld([*meld, card]):
                    rest = [each for each in hand if each != card]
                    if self._can_finish(rest, [*table[:at], [*meld, card], *table[at + 1 :]]):
                        return True
        for chosen in range(1, 1 << len(hand)):
            cards = [card for at, card in enumerate(hand) if chosen >> at & 1]
            rest = [card for card in hand if card not in cards]
            if is_meld(cards) and self._can_finish(rest, [*table, cards]):
                return True
        return False

    def _check_out(self):
        if self.hands[self.turn]:
            return
        self.in_play = False
        self.winner = self.turn
        self.rummy = bool(self.melded) and self._may_go_rummy()
        self.gain = sum(self.deadwood(player) for player in self.hands) * (2 if self.rummy else 1)
        self.points[self.winner] += self.gain

    def deadwood(self, player):
        return sum(value(card) for card in self.hands[player])

    def match_winners(self):
        best = max(self.points.values())
        return [player for player, points in self.points.items() if points == best >= self.TARGET]
