// @ts-check
import { sameCards } from '../cards.js';
import { failing } from '../conditions.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('./match.js').Match} Match */

/** Why chance cannot make this stock. @param {Match} match @param {Card[]} stock */
export function reshuffleRefusals(match, stock) {
  if (match.phase !== 'reshuffle') return ['stock.reshuffle-due'];
  return failing({ 'stock.reshuffle-cards': !sameCards(match.discard.slice(0, -1), stock) });
}

/** Makes the stock of the discards but the top one. @param {Match} match @param {Card[]} stock @returns {Match} */
export const withNewStock = (match, stock) => ({ ...match, stock, discard: match.discard.slice(-1) });

/**
 * Waits for a new stock.
 * @param {Match} match @param {NonNullable<Match['afterReshuffle']>} goingOn @returns {Match}
 */
export const runOut = (match, goingOn) => ({ ...match, phase: 'reshuffle', afterReshuffle: goingOn });

/** Whether the stock counts as used up with its last card. @param {Match} match */
export const hasRunOutAtOnce = ({ rules, stock }) => rules.exhaustion_timing === 'eager' && stock.length === 0;

/** Whether it counts as used up for a turn that is to begin. @param {Match} match */
export const hasRunOutBeforeTurn = ({ rules, stock }) =>
  rules.exhaustion_timing === 'lazy_start' && stock.length === 0;
