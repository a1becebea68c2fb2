// @ts-check
import { without } from '../cards.js';
import { counting } from './deadwood.js';
import { handOf, isFinalTurn, wildOf } from './match.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('./match.js').Match} Match */
/** What counts hands of a match. @typedef {(hand: Card[]) => number} Count */

/** What counts the hands of this hand of the match. @param {Match} match @returns {Count} */
export const countIn = (match) => counting(match.rules, wildOf(match));

/**
 * Whether the cards that going out asks for all lie in melds.
 * @param {Match} match
 * @param {Card | null} discard
 * @param {Count} count
 */
export function isMelded(match, discard, count = countIn(match)) {
  const staysWhole = discard === null || match.rules.out_test_moment === 'before_discard';
  return count(staysWhole ? handOf(match) : without(handOf(match), [discard])) === 0;
}

/** Whether a discard is going out though nobody says so. @param {Match} match @param {Card} discard */
export const isGoingOut = (match, discard) =>
  match.rules.out_automatic === 'automatic' && !isFinalTurn(match) && isMelded(match, discard);
