// The foreign library as an engine of the protocol.  Line by line: docs/adapters-javascript.md

import { Arranged, cards, deck, Engine, Seating } from 'meldspec-engine';
import { CARDS, createRummy, isGroup, isSequence, points } from './foreign.js';

const [suits, ranks] = ['♣♦♥♠', ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']];
const card = cards.made((face, suit) => CARDS.find((one) => one.face === face && one.suit === suit), {
  ranks,
  suits: [...suits],
  parts: ({ face, suit }) => [face, suit],
});

const engine = new Engine('foreign-rummy', '0.9', { cards: card });

engine.meld('rummy', ({ cards }) => (isGroup(cards) ? 'set' : isSequence(cards) ? 'run' : null));
engine.deadwood('rummy', ({ hand }) => points(hand));

const sameCards = (some, others) => card.texts(some).sort().join() === card.texts(others).sort().join();

class Table {
  constructor({ players, dealer }) {
    this.seats = new Seating(players, { first: 1 });
    this.chance = new Arranged();
    this.game = createRummy(players, this.seats.theirs(dealer), this.chance.random);
    this.waits = false;
  }

  deal({ hands, upcard, stock }) {
    const { round, dealer } = this.game.state();
    const seat = (this.seats.ours(dealer) + (round > 0 ? 1 : 0)) % hands.length;
    const order = deck(hands, [upcard, ...stock], seat, { packets: true });
    this.chance.next(order.reverse(), CARDS);
    return this.game.newHand();
  }

  draw({ by }) {
    const { deck, pile, current, turn } = this.game.state();
    if (deck.length > 0 || turn.drawn || pile.length < 2) return this.move('draw', by);
    if (this.waits || current !== this.seats.theirs(by)) return null;
    this.waits = true;
    return true;
  }

  reshuffle({ stock }) {
    const { pile, current } = this.game.state();
    const due = pile.slice(0, -1);
    if (!this.waits || !sameCards(stock, due)) return null;
    this.waits = false;
    this.chance.next(stock.reverse(), due);
    return this.game.draw(current);
  }

  cut() {
    return null;
  }

  take({ by }) {
    return this.move('pickUp', by);
  }

  meld({ by, cards }) {
    return this.move('lay', by, cards);
  }

  lay_off({ by, card, meld }) {
    const { melds } = this.game.state();
    const index = melds.findIndex(({ cards }) => sameCards(cards, meld));
    return index < 0 ? null : this.move('add', by, card, index);
  }

  discard({ by, card }) {
    return this.move('discard', by, card);
  }

  move(name, seat, ...more) {
    return this.waits ? null : this.game[name](this.seats.theirs(seat), ...more);
  }

  view({ seat }) {
    const { dealer, round, current, turn, deck, pile, melds, hands, scores, winners } = this.game.state();
    const phase = current === null ? 'over' : turn.drawn ? 'play' : 'draw';
    return {
      seat,
      phase: round === 0 ? 'deal' : this.waits ? 'reshuffle' : phase,
      to_act: current === null || this.waits ? [] : [this.seats.ours(current)],
      dealer: this.seats.ours(dealer),
      hand: hands.get(this.seats.theirs(seat)),
      hand_sizes: [...hands.values()].map((hand) => hand.length),
      stock_size: deck.length,
      discard: pile,
      melds: melds.map(({ owner, cards }) => ({ owner: this.seats.ours(owner), cards })),
      taken: current === null ? null : turn.pickedUp,
      scores: [...scores.values()],
      hand_number: round || 1,
      match_over: winners.length > 0,
    };
  }

  result() {
    const { ended, hands, scores, winners } = this.game.state();
    if (ended === null) return null;
    return {
      end: 'out',
      winner: this.seats.ours(ended.winner),
      rummy: ended.rummy,
      deadwood: [...hands.values()].map(points),
      points: [...hands.keys()].map((player) => (player === ended.winner ? ended.gain : 0)),
      scores: [...scores.values()],
      match_over: winners.length > 0,
      match_winners: winners.map((player) => this.seats.ours(player)),
    };
  }
}

engine.game('rummy', Table, { refuses: null, perft: true });
engine.run();
