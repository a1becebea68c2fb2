// @ts-check
import { grouped, height, rankOf, suitOf } from './cards.js';
/** @typedef {import('./cards.js').Card} Card */

/**
 * What the cards are together.
 * @param {Card[]} cards
 * @returns {'set' | 'run' | null} null where they are no meld
 */
export function kindOf(cards) {
  if (cards.length < 3 || new Set(cards).size < cards.length) return null;
  if (cards.every((card) => rankOf(card) === rankOf(cards[0]))) return 'set';
  if (cards.some((card) => suitOf(card) !== suitOf(cards[0]))) return null;
  const heights = cards.map(height);
  return Math.max(...heights) - Math.min(...heights) === cards.length - 1 ? 'run' : null;
}

/** @param {Card[]} cards */
export const isFour = (cards) => cards.length === 4 && kindOf(cards) === 'set';

/** Every set of one rank's cards. @param {Card[]} cards @returns {Card[][]} */
const setsOf = (cards) => {
  if (cards.length < 3) return [];
  return cards.length === 3 ? [cards] : [cards, ...cards.map((left) => cards.filter((card) => card !== left))];
};

/** Every run of one suit's cards. @param {Card[]} cards @returns {Card[][]} */
const runsOf = (cards) => {
  const sorted = [...cards].sort((left, right) => height(left) - height(right));
  return sorted.flatMap((_, from) =>
    sorted.slice(from + 2).map((_, more) => sorted.slice(from, from + more + 3)).filter((run) => kindOf(run) === 'run'),
  );
};

/** Every subset of the cards that is a meld. @param {Card[]} cards @returns {Card[][]} */
export const meldsWithin = (cards) => [
  ...grouped(cards, rankOf).flatMap(setsOf),
  ...grouped(cards, suitOf).flatMap(runsOf),
];

/** @param {Card[]} cards */
export const canMakeMeld = (cards) => meldsWithin(cards).length > 0;
