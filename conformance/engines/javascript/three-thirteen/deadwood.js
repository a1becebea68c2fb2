// @ts-check
import { choicesOf, height, points, rankOf, suitOf, without } from '../cards.js';
import { kindWith, parted } from './melds.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../rules.js').Rules} Rules */

const FEWEST = 3;
/** Every longer meld falls into melds of three to five cards. */
const MOST = 5;

const UNMELDED_WILD = { fifteen: 15, twenty: 20, twenty_five: 25, fifty: 50 };

/** What a wild card counts that lies in no meld. @param {Rules} rules @param {string} wild */
const wildPoints = ({ unmelded_wild_value: value }, wild) =>
  value === 'face' ? points(wild) : UNMELDED_WILD[/** @type {keyof typeof UNMELDED_WILD} */ (value)];

/** Suit by suit, each from the ace up; like cards side by side. @param {Card} left @param {Card} right */
const inOrder = (left, right) => suitOf(left).localeCompare(suitOf(right)) || height(left) - height(right);

/**
 * The cards that can lie in a meld with the first one: those of its rank, and those of its suit above it.
 * @param {Card} first @param {Card[]} others all of them after it in order
 */
function companies(first, others) {
  const ofRank = others.filter((card) => rankOf(card) === rankOf(first));
  const ofSuit = others.filter((card) => suitOf(card) === suitOf(first) && height(card) < height(first) + MOST);
  return [...choicesOf(ofRank, MOST - 1), ...choicesOf(ofSuit, MOST - 1)];
}

/**
 * Counts hands in which one rank is wild: the fewest points that stay unmatched. The first of the natural
 * cards is left over or lies in a meld, with others and some wild cards; what the cards after it leave is
 * found in the same way and kept. Wild cards that stay to the end are a meld, or left over.
 * @param {Rules} rules
 * @param {string} wild the rank
 * @returns {(hand: Card[]) => number}
 */
export function counting(rules, wild) {
  const known = new Map();

  /** @param {Card[]} naturals in order @param {number} wilds @returns {number} */
  const least = (naturals, wilds) => {
    if (naturals.length === 0) return wilds < FEWEST ? wilds * wildPoints(rules, wild) : 0;
    const key = `${naturals.join('')}${wilds}`;
    if (!known.has(key)) known.set(key, search(naturals, wilds));
    return known.get(key);
  };

  /** @param {Card[]} naturals @param {number} wilds */
  const search = ([first, ...others], wilds) => {
    let fewest = points(first) + least(others, wilds);
    for (const company of companies(first, others)) {
      const rest = without(others, company);
      const melded = [first, ...company];
      for (let used = Math.max(0, FEWEST - melded.length); used <= Math.min(wilds, MOST - melded.length); used++) {
        if (fewest === 0) return 0;
        if (kindWith(rules, melded, used) !== null) fewest = Math.min(fewest, least(rest, wilds - used));
      }
    }
    return fewest;
  };

  return (hand) => {
    const { naturals, wilds } = parted(hand, wild);
    return least(naturals.sort(inOrder), wilds);
  };
}
