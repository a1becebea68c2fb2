// @ts-check
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */

export const SEATS = [0, 1, 2];

/** @param {Seat} seat @returns {Seat} */
export const nextSeat = (seat) => (seat + 1) % SEATS.length;

/** The two other seats, in turn order. @param {Seat} seat @returns {Seat[]} */
export const seatsAfter = (seat) => [nextSeat(seat), nextSeat(nextSeat(seat))];

/**
 * Who gets which cards of a pack.
 * @param {Card[]} pack the top first
 * @param {Seat} dealer
 * @param {'one_at_a_time' | 'packets_then_extra'} pattern
 */
export function dealPack(pack, dealer, pattern) {
  const order = [dealer, ...seatsAfter(dealer)];
  const hands = SEATS.map(() => /** @type {Card[]} */ ([]));
  pack.slice(0, 36).forEach((card, place) => {
    const turn = pattern === 'one_at_a_time' ? place % 3 : Math.floor(place / 12);
    hands[order[turn]].push(card);
  });
  hands[dealer].push(pack[36]);
  return { hands, stock: pack.slice(37) };
}
