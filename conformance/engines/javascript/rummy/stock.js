// @ts-check
import { sameCards } from '../cards.js';
import { failing } from '../conditions.js';
import { finish } from './match.js';
import { lowestCount } from './score.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('./match.js').Match} Match */

/**
 * What goes on once the stock holds cards again: the draw that found none, the turn that is to begin,
 * or the play of the seat that drew the last one.
 * @typedef {NonNullable<Match['afterReshuffle']>} GoingOn
 */

/** Whether the hand ends with the stock. @param {Match} match */
const endsHand = ({ rules }) =>
  rules.stock_exhaustion === 'void' || rules.stock_exhaustion === 'lowest_deadwood_wins';

/** The discards that make a new stock, the oldest first. @param {Match} match @returns {Card[]} */
const discardsDue = ({ rules, discard }) =>
  rules.stock_exhaustion === 'reshuffle_all' ? discard : discard.slice(0, -1);

/** Whether a draw from the stock would find no card, and bring none. @param {Match} match */
export const isNothingToDraw = (match) =>
  match.stock.length === 0 && !endsHand(match) && discardsDue(match).length === 0;

/** Why chance cannot make this stock. @param {Match} match @param {Card[]} stock */
export function reshuffleRefusals(match, stock) {
  if (match.phase !== 'reshuffle') return ['stock.reshuffle-due'];
  return failing({ 'stock.reshuffle-cards': !sameCards(discardsDue(match), stock) });
}

/**
 * Makes the stock of the discards that are due, and leaves the others.
 * @param {Match} match @param {Card[]} stock @returns {Match}
 */
export const withNewStock = (match, stock) => ({
  ...match,
  stock,
  discard: match.discard.slice(discardsDue(match).length),
});

/** Ends a hand for want of cards. @param {Match} match @returns {Match} */
export function endWithStock(match) {
  const { rules, hands } = match;
  const winner = rules.stock_exhaustion === 'lowest_deadwood_wins' ? lowestCount(rules, hands) : null;
  return finish(match, { end: 'stock', winner, rummy: false });
}

/**
 * What follows when the stock has run out.
 * @param {Match} match
 * @param {GoingOn} goingOn
 * @param {(match: Match) => Match} goOn
 * @returns {Match}
 */
export function runOut(match, goingOn, goOn) {
  if (endsHand(match)) return endWithStock(match);
  if (match.rules.stock_exhaustion === 'turn_over') return goOn(withNewStock(match, discardsDue(match)));
  return { ...match, phase: 'reshuffle', afterReshuffle: goingOn };
}

/** Whether the stock runs out with its last card. @param {Match} match */
export const hasRunOutAtOnce = ({ rules, stock, discard }) =>
  rules.exhaustion_timing === 'eager' && stock.length === 0 && discard.length > 1;

/** Whether the stock has run out for a turn that is to begin. @param {Match} match */
export const hasRunOutBeforeTurn = (match) =>
  hasRunOutAtOnce(match) ||
  (match.rules.exhaustion_timing === 'lazy_start' && match.stock.length === 0 && !isNothingToDraw(match));
