// @ts-check
import { height, rankOf, suitOf } from '../cards.js';
import { isJoker, isNamed, nameOf } from './cards.js';
/** @typedef {import('./cards.js').Meld} Meld @typedef {import('../rules.js').Rules} Rules */

export const FEWEST = 3;
const SUITS = 4;
const RANKS = 13;

/** @param {string[]} names different ones @param {number} from counted as 0 for an ace below a two */
const isRow = (names, from) => {
  const heights = names.map((name) => (height(name) < from ? height(name) + RANKS : height(name)));
  return Math.max(...heights) - Math.min(...heights) === names.length - 1;
};

/** @param {Rules} rules @param {string[]} names of one suit */
function isRun({ ace_both_ends: bothEnds }, names) {
  const distinct = new Set(names);
  // Only a run from ace to ace has a card twice.
  if (names.length === RANKS + 1) {
    return bothEnds === 'both_ends' && distinct.size === RANKS && names.filter((name) => rankOf(name) === 'A').length === 2;
  }
  return distinct.size === names.length && (isRow(names, 0) || isRow(names, 1));
}

/**
 * What the cards of a meld are by their names.
 * @param {Rules} rules @param {Meld} cards
 * @returns {'set' | 'run' | null} null where they are no meld
 */
export function kindByNames(rules, cards) {
  if (cards.length < FEWEST || !cards.every(isNamed)) return null;
  const names = cards.map(nameOf);
  if (names.every((name) => rankOf(name) === rankOf(names[0]))) {
    return names.length <= SUITS && new Set(names).size === names.length ? 'set' : null;
  }
  return names.every((name) => suitOf(name) === suitOf(names[0])) && isRun(rules, names) ? 'run' : null;
}

/** Whether a meld may not consist of such cards alone. @param {Rules} rules @param {Meld} cards */
export const lacksNatural = (rules, cards) =>
  rules.all_joker_meld === 'one_natural_needed' && cards.length > 0 && cards.every(isJoker);

/** What cards are, jokers alone being a meld only where they may. @param {Rules} rules @param {Meld} cards */
export const kindOf = (rules, cards) => (lacksNatural(rules, cards) ? null : kindByNames(rules, cards));
