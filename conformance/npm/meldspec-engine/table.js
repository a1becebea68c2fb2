/** How a library numbers the seats of a table: the seat `start` of the protocol is number `first`. */
export class Seating {
  constructor(players, { first = 0, backwards = false, start = 0 } = {}) {
    Object.assign(this, { players, first, backwards, start });
  }

  /** The library's number of a seat. */
  theirs(seat) {
    const [from, to] = this.backwards ? [seat, this.start] : [this.start, seat];
    return this.first + ((to - from + this.players) % this.players);
  }

  /** The seat with this number in the library. */
  ours(number) {
    const place = number - this.first;
    if (!Number.isInteger(place) || place < 0 || place >= this.players) throw new RangeError(`no seat has the number ${number}`);
    return (this.start + (this.backwards ? this.players - place : place)) % this.players;
  }

  /** By seat, values that stand in order of the library's numbers. */
  ordered(values) {
    return values.map((_, seat) => values[this.theirs(seat) - this.first]);
  }
}

/** A source of chance that brings the cards into a given order. Give it to the library in place of its own. */
export class Arranged {
  #key;
  #order = null;
  #numbers = [];
  #waits = false;

  /** `key` tells which cards are the same. */
  constructor(key = (card) => card) {
    this.#key = key;
    this.random = this.random.bind(this);
    this.shuffle = this.shuffle.bind(this);
  }

  /**
   * The next shuffle has this order. A library that shuffles by `random` alone also needs `from`: the
   * cards as they lie before.
   */
  next(order, from = null) {
    this.#order = [...order];
    this.#waits = true;
    this.#numbers = from === null ? [] : this.#swaps([...from]);
  }

  /** Whether the order has not been used yet. */
  get waits() {
    return this.#waits;
  }

  /** The cards of a list in the order that is due, in the same list. */
  shuffle(cards) {
    if (this.#order === null) throw new RangeError('the library shuffles, and no order is due');
    const left = [...cards];
    const arranged = this.#order.map((card) => left.splice(this.#place(left, card), 1)[0]);
    if (left.length > 0) throw new RangeError(`the library also shuffles ${String(this.#key(left[0]))}`);
    this.#order = null;
    this.#waits = false;
    cards.splice(0, cards.length, ...arranged);
    return cards;
  }

  /** A number from 0 to 1, as the shuffle of Fisher and Yates from the end of the list wants it. */
  random() {
    if (this.#numbers.length === 0) throw new RangeError('the library wants chance, and no order is due');
    this.#waits = false;
    return this.#numbers.shift();
  }

  #swaps(cards) {
    const numbers = [];
    for (let end = cards.length - 1; end >= 0; end--) {
      const at = this.#place(cards.slice(0, end + 1), this.#order[end]);
      numbers.push((at + 0.5) / (end + 1));
      [cards[at], cards[end]] = [cards[end], cards[at]];
    }
    return numbers;
  }

  #place(cards, wanted) {
    const key = this.#key(wanted);
    const place = cards.findIndex((card) => this.#key(card) === key);
    if (place < 0) throw new RangeError(`the library does not shuffle ${String(key)}`);
    return place;
  }
}

/**
 * The deck, its top first, from which a library deals these hands and leaves the rest: one card at a
 * time, the seat after the dealer first, or a whole hand at once in `packets`.
 */
export function deck(hands, rest, dealer, { packets = false } = {}) {
  const ordered = hands.map((_, step) => hands[(dealer + 1 + step) % hands.length]);
  if (packets) return [...ordered.flat(), ...rest];
  const rounds = Math.max(0, ...hands.map((hand) => hand.length));
  const dealt = Array.from({ length: rounds }, (_, turn) => ordered.filter((hand) => turn < hand.length).map((hand) => hand[turn]));
  return [...dealt.flat(), ...rest];
}
