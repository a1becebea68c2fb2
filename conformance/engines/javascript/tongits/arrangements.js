// @ts-check
import { leastUnmatched, overArrangements } from '../arrange.js';
import { points, totalPoints } from '../cards.js';
import { isFour, kindOf } from '../melds.js';
/** @typedef {import('../cards.js').Card} Card */

/** The points that count against a hand. @param {Card[]} hand @param {import('../rules.js').Rules} rules */
export const deadwood = (hand, rules) =>
  rules.deadwood_basis === 'all_cards_in_hand' ? totalPoints(hand) : leastUnmatched(hand);

/**
 * What an arrangement leaves over, in cards and in points, and what it holds that may be paid for.
 * @typedef {{cards: number, unmatched: number, fours: number, longRuns: number}} Arrangement
 */

/**
 * Every sum that some arrangement of the hand comes to.
 * @param {Card[]} hand
 * @param {{four: (meld: Card[]) => number, run: (meld: Card[]) => number}} worth how often a meld is paid for
 * @returns {Arrangement[]}
 */
export function arrangements(hand, worth) {
  /** @param {Arrangement[][]} lists */
  const distinct = (lists) => [...new Map(lists.flat().map((sum) => [Object.values(sum).join(), sum])).values()];
  return overArrangements(
    hand,
    [{ cards: 0, unmatched: 0, fours: 0, longRuns: 0 }],
    (card, rest) => rest.map((sum) => ({ ...sum, cards: sum.cards + 1, unmatched: sum.unmatched + points(card) })),
    (meld, rest) =>
      rest.map((sum) => ({
        ...sum,
        fours: sum.fours + (isFour(meld) ? worth.four(meld) : 0),
        longRuns: sum.longRuns + (kindOf(meld) === 'run' ? worth.run(meld) : 0),
      })),
    distinct,
  );
}
