// @ts-check
import { leastUnmatched } from '../arrange.js';
import { totalPoints } from '../cards.js';
import { seatsOf, withLeast } from '../table.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('../rules.js').Rules} Rules */

/** What the cards of a hand count. @param {Card[]} hand @param {Rules} rules */
export const countOf = (hand, rules) =>
  rules.concealed_melds_at_end === 'exempt' ? leastUnmatched(hand) : totalPoints(hand);

/**
 * What a hand that ended so is worth to each seat.
 * @param {Rules} rules
 * @param {{hands: Card[][], winner: Seat | null, rummy: boolean}} facts
 */
export function scoreHand(rules, { hands, winner, rummy }) {
  const deadwood = hands.map((hand) => countOf(hand, rules));
  const losers = deadwood.flatMap((count, seat) => (winner === null || seat === winner ? [] : [{ seat, count }]));
  const line = (/** @type {string} */ clause) =>
    losers
      .filter(({ count }) => count > 0)
      .map(({ seat, count }) => ({ clause: `rummy.${clause}`, from: seat, to: winner, points: count }));
  const receipt = [...line('score.winner-collects'), ...(rummy ? line('rummy.double') : [])];
  const points = hands.map((_, seat) =>
    receipt.reduce((sum, { to, points: scored }) => sum + (to === seat ? scored : 0), 0),
  );
  return { deadwood, points, receipt };
}

/**
 * The seat that counts least, if it does so alone.
 * @param {Rules} rules @param {Card[][]} hands @returns {Seat | null}
 */
export function lowestCount(rules, hands) {
  const seats = withLeast(hands.map((hand) => countOf(hand, rules)), seatsOf(hands.length));
  return seats.length === 1 ? seats[0] : null;
}
