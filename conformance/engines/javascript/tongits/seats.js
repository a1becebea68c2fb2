// @ts-check
import { SIZES } from '../sizes.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */

export const SEATS = [0, 1, 2];

/** The pack, and how many cards a seat other than the dealer is dealt. */
export const SIZE = SIZES.tongits;

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
  const served = SEATS.length * SIZE.hand;
  pack.slice(0, served).forEach((card, place) => {
    const turn = pattern === 'one_at_a_time' ? place % SEATS.length : Math.floor(place / SIZE.hand);
    hands[order[turn]].push(card);
  });
  hands[dealer].push(pack[served]);
  return { hands, stock: pack.slice(served + 1) };
}
