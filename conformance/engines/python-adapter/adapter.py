"""The foreign library as an engine of the protocol.  Line by line: docs/adapters.md"""

import foreign

from meldspec.engine import Arranged, Engine, Seating, cards, deck

card = cards.made(
    foreign.Card,
    ranks=range(1, 14),
    suits=("clubs", "diamonds", "hearts", "spades"),
    parts=lambda one: (one.number, one.suit),
)
engine = Engine("foreign-rummy", "0.9", cards=card)


@engine.meld("rummy")
def meld(cards):
    return "set" if foreign.is_set(cards) else "run" if foreign.is_run(cards) else None


@engine.deadwood("rummy")
def deadwood(hand):
    return sum(map(foreign.value, hand))


@engine.game("rummy", refuses=(None, False), perft=True)
class Table:
    def __init__(self, players, dealer):
        self.seats = Seating(players, first=1, backwards=True)
        self.chance = Arranged(card.write)
        self.game = foreign.RummyGame(players, self.seats.theirs(dealer), self.chance)
        self.waits = False

    def deal(self, hands, upcard, stock):
        dealer = self.game.dealer if not self.game.round else self.game.after(self.game.dealer)
        order = deck(hands, [upcard, *stock], self.seats.ours(dealer))
        self.chance.next(reversed(order))
        return self.game.new_hand()

    def draw(self, by):
        if not self.may_act(by):
            return None
        if self.game.deck or self.game.drawn or len(self.game.pile) < 2:
            return self.game.draw()
        self.waits = True
        return True

    def reshuffle(self, stock):
        if not self.waits or sorted(stock) != sorted(self.game.pile[:-1]):
            return None
        self.waits = False
        self.chance.next(reversed(stock))
        return self.game.draw()

    def cut(self):
        return None

    def take(self, by):
        return self.may_act(by) and self.game.pick_up()

    def meld(self, by, cards):
        return self.may_act(by) and self.game.lay(cards)

    def lay_off(self, by, card, meld):
        for index, lying in enumerate(self.game.melds):
            if sorted(lying.cards) == sorted(meld):
                return self.may_act(by) and self.game.add(card, index)
        return None

    def discard(self, by, card):
        return self.may_act(by) and self.game.throw(card)

    def may_act(self, seat):
        return not self.waits and self.game.turn == self.seats.theirs(seat)

    def by_seat(self, of_player):
        return [of_player(self.seats.theirs(seat)) for seat in range(self.game.players)]

    def view(self, seat):
        game, ours = self.game, self.seats.ours
        before = not game.round
        playing = game.in_play and not self.waits
        phase = "play" if game.in_play and game.drawn else "draw" if game.in_play else "over"
        return {
            "seat": seat,
            "phase": "deal" if before else "reshuffle" if self.waits else phase,
            "to_act": [ours(game.turn)] if playing else [],
            "dealer": ours(game.dealer),
            "hand": game.hands[self.seats.theirs(seat)],
            "hand_sizes": self.by_seat(lambda player: len(game.hands[player])),
            "stock_size": len(game.deck),
            "discard": game.pile,
            "melds": [{"owner": ours(one.owner), "cards": one.cards} for one in game.melds],
            "taken": game.picked if game.in_play else None,
            "scores": self.by_seat(game.points.get),
            "hand_number": game.round or 1,
            "match_over": bool(game.match_winners()),
        }

    def result(self):
        game, ours = self.game, self.seats.ours
        if game.in_play:
            return None
        won = self.by_seat(lambda player: game.gain if player == game.winner else 0)
        return {
            "end": "out",
            "winner": ours(game.winner),
            "rummy": game.rummy,
            "deadwood": self.by_seat(game.deadwood),
            "points": won,
            "scores": self.by_seat(game.points.get),
            "match_over": bool(game.match_winners()),
            "match_winners": [ours(player) for player in game.match_winners()],
        }


engine.run()
