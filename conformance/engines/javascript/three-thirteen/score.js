// @ts-check
import { counting } from './deadwood.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */

/**
 * What a hand that ended so is worth to each seat.
 * @param {import('../rules.js').Rules} rules
 * @param {{hands: Card[][], out: Seat, wild: string}} facts
 */
export function scoreHand(rules, { hands, out, wild }) {
  const deadwood = hands.map(counting(rules, wild));
  const points = deadwood.map((count, seat) => (seat === out ? 0 : count));
  const receipt = points.flatMap((count, seat) =>
    count > 0 ? [{ clause: 'three-thirteen.score.deadwood', from: seat, to: seat, points: count }] : [],
  );
  return { deadwood, points, receipt };
}
