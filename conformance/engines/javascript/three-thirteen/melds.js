// @ts-check
import { height, rankOf, suitOf } from '../cards.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../rules.js').Rules} Rules */

const FEWEST = 3;
const SUIT_LENGTH = 13;

/** Whether no two of the values are equal. @param {unknown[]} values */
const areDistinct = (values) => new Set(values).size === values.length;

/** @param {Rules} rules @param {Card[]} naturals @param {number} length */
function isSet({ set_duplicates: duplicates, set_max: most }, naturals, length) {
  if (most === 'four' && length > 4) return false;
  if (duplicates === 'distinct_suits' && !areDistinct(naturals)) return false;
  return new Set(naturals.map(rankOf)).size <= 1;
}

/**
 * Wild cards fill the gaps, and those that are left lie at an end: between ace and king there is room
 * for any run of up to thirteen cards.
 * @param {Card[]} naturals @param {number} length
 */
function isRun(naturals, length) {
  const heights = naturals.map(height);
  return (
    length <= SUIT_LENGTH &&
    new Set(naturals.map(suitOf)).size <= 1 &&
    areDistinct(heights) &&
    (naturals.length === 0 || Math.max(...heights) - Math.min(...heights) < length)
  );
}

/**
 * What natural cards and a number of wild ones are together.
 * @param {Rules} rules @param {Card[]} naturals @param {number} wilds
 * @returns {'set' | 'run' | 'both' | null} null where they are no meld
 */
export function kindWith(rules, naturals, wilds) {
  const length = naturals.length + wilds;
  if (length < FEWEST) return null;
  const set = isSet(rules, naturals, length);
  const run = isRun(naturals, length);
  if (set && run) return 'both';
  if (set) return 'set';
  return run ? 'run' : null;
}

/**
 * Natural cards apart from wild ones, which are all alike wherever they lie.
 * @param {Card[]} cards @param {string} wild the rank
 */
export function parted(cards, wild) {
  const naturals = cards.filter((card) => rankOf(card) !== wild);
  return { naturals, wilds: cards.length - naturals.length };
}

/** @param {Rules} rules @param {string} wild @param {Card[]} cards */
export function kindOf(rules, wild, cards) {
  const { naturals, wilds } = parted(cards, wild);
  return kindWith(rules, naturals, wilds);
}
