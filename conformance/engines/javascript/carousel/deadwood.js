// @ts-check
import { bestPlay } from './best.js';
import { totalPoints } from './cards.js';
/** @typedef {import('./best.js').Position} Position */

/** What the cards of a hand count. @param {Position} position */
export function deadwoodOf(position) {
  const { rules, hand } = position;
  const all = totalPoints(hand);
  switch (rules.deadwood_scope) {
    case 'own_melds_exempt':
      return all - (bestPlay({ ...position, table: [] }, 'points')?.points ?? 0);
    case 'own_melds_and_table_fits_exempt':
      return all - (bestPlay(position, 'points')?.points ?? 0);
    default:
      return all;
  }
}
