// @ts-check
import { grouped, rankOf } from '../cards.js';
import { isFour } from '../melds.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../rules.js').Rules} Rules */

/** The fours that the cards hold. @param {Card[]} cards @returns {Card[][]} */
export const foursIn = (cards) => grouped(cards, rankOf).filter(isFour);

/**
 * Whether no card of a four makes it known to the others.
 * @param {{rules: Rules, takenIntoHand: Card[]}} facts
 * @returns {(four: Card[]) => boolean}
 */
export const couldBeSecret =
  ({ rules, takenIntoHand }) =>
  (four) =>
    rules.secret_with_discard_card === 'yes_if_kept_concealed' || !four.some((card) => takenIntoHand.includes(card));

/**
 * The fours in a hand that could be secrets.
 * @param {Card[]} hand
 * @param {{rules: Rules, takenIntoHand: Card[]}} facts
 */
export const secretsIn = (hand, facts) => foursIn(hand).filter(couldBeSecret(facts));
