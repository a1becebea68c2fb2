// @ts-check
/** @typedef {import('./cards.js').Card} Card @typedef {import('./cards.js').Seat} Seat */

/** @param {number} players @returns {Seat[]} */
export const seatsOf = (players) => [...Array(players).keys()];

/** The seats with the most. @param {number[]} counts @param {Seat[]} among */
export function withMost(counts, among) {
  const most = Math.max(...among.map((seat) => counts[seat]));
  return among.filter((seat) => counts[seat] === most);
}

/** The seats with the least. @param {number[]} counts @param {Seat[]} among */
export const withLeast = (counts, among) => withMost(counts.map((count) => -count), among);

/**
 * What every seat sees of a match, with its own hand.
 * @param {{phase: string, dealer: Seat | null, hands: Card[][], stock: Card[]}} match
 * @param {Seat} seat
 * @param {Seat[]} toAct
 */
export const seenBy = ({ phase, dealer, hands, stock }, seat, toAct) => ({
  seat,
  phase,
  to_act: toAct,
  dealer,
  hand: hands[seat],
  hand_sizes: hands.map((hand) => hand.length),
  stock_size: stock.length,
});

/**
 * Who gets which cards: one at a time, the dealer's left neighbour first.
 * @param {Card[]} pack the top first
 * @param {{players: number, dealer: Seat, size: number}} table with the size of a hand
 */
export function serveSingly(pack, { players, dealer, size }) {
  const served = size * players;
  const hands = seatsOf(players).map((seat) => {
    const first = (seat - dealer - 1 + players) % players;
    return pack.slice(0, served).filter((_, place) => place % players === first);
  });
  return { hands, rest: pack.slice(served) };
}

/**
 * The same, and then one card is turned.
 * @param {Card[]} pack the top first
 * @param {{players: number, dealer: Seat, size: number}} table with the size of a hand
 */
export function dealSingly(pack, table) {
  const { hands, rest } = serveSingly(pack, table);
  return { hands, upcard: rest[0], stock: rest.slice(1) };
}
