// @ts-check
import { grouped, height, points, rankOf, suitOf, without } from '../cards.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../rules.js').Rules} Rules */

const LENGTH = 5;
/** Where the ace stands that is above the king. */
const ABOVE_KING = 13;

/** What the sizes of groups of one rank are worth, the largest first. */
const OF_A_KIND = { 5: 50, 41: 40, 32: 35, 311: 20, 221: 15, 2111: 10, 11111: 5 };
const STRAIGHT_FLUSH = 45;
const FLUSH = 30;
const STRAIGHT = 25;

/** Whether five different places follow one another. @param {number[]} places */
const isRow = (places) =>
  new Set(places).size === LENGTH && Math.max(...places) - Math.min(...places) === LENGTH - 1;

/** @param {Rules} rules @param {Card[]} hand */
function isStraight({ poker_ace: ace }, hand) {
  const heights = hand.map(height);
  const withHighAce = heights.map((place) => (place === 0 ? ABOVE_KING : place));
  return (ace !== 'low_only' && isRow(withHighAce)) || (ace !== 'high_only' && isRow(heights));
}

/** @param {Card[]} hand */
const isOfOneSuit = (hand) => new Set(hand.map(suitOf)).size === 1;

/** @param {Rules} rules @param {Card[]} hand */
const isFlush = ({ poker_two_pack: alike }, hand) =>
  isOfOneSuit(hand) && (alike === 'highest' || new Set(hand).size === hand.length);

/**
 * What a poker hand is worth: the best kind that its five cards are.
 * @param {Rules} rules @param {Card[]} hand
 */
export function pokerPoints(rules, hand) {
  const sizes = grouped(hand, rankOf).map(({ length }) => length);
  const kind = sizes.sort((left, right) => right - left).join('');
  const straight = isStraight(rules, hand);
  return Math.max(
    OF_A_KIND[/** @type {keyof typeof OF_A_KIND} */ (/** @type {unknown} */ (kind))],
    straight ? STRAIGHT : 0,
    isFlush(rules, hand) ? FLUSH : 0,
    straight && isOfOneSuit(hand) ? STRAIGHT_FLUSH : 0,
  );
}

/** What two cards are worth: the last digit of their sum. @param {Card[]} hand */
const baccaratPoints = (hand) => hand.reduce((sum, card) => sum + points(card), 0) % 10;

/**
 * What seven cards are worth with two of them as the baccarat hand.
 * @param {Rules} rules @param {Card[]} cards @param {Card[]} baccarat
 */
export const splitPoints = (rules, cards, baccarat) =>
  pokerPoints(rules, without(cards, baccarat)) + baccaratPoints(baccarat);

/** Every two of some cards. @param {Card[]} cards @returns {Card[][]} */
export const pairsOf = (cards) =>
  cards.flatMap((card, place) => cards.slice(place + 1).map((other) => [card, other]));

/** What seven cards are worth at best. @param {Rules} rules @param {Card[]} cards */
export const bestSplitPoints = (rules, cards) =>
  Math.max(...pairsOf(cards).map((baccarat) => splitPoints(rules, cards, baccarat)));
