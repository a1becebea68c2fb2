// @ts-check
import { handOf, toAct } from './match.js';
import { countIn } from './out.js';
import { refusals } from './refusals.js';
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('./match.js').Match} Match */
/** @typedef {import('./refusals.js').Action} Action */

/** Every action that could make sense with the cards that are there. @param {Match} match @returns {Action[]} */
function imaginable(match) {
  if (match.phase === 'draw') return [{ type: 'draw' }, { type: 'take' }];
  const cards = [...new Set(handOf(match))];
  return [
    ...cards.map((card) => ({ type: /** @type {const} */ ('discard'), card })),
    ...[...cards, null].map((card) => ({ type: /** @type {const} */ ('go_out'), discard: card })),
    { type: 'keep' },
  ];
}

/**
 * Every action that would be accepted from a seat.
 * @param {Match} match
 * @param {Seat} seat
 * @returns {Action[]}
 */
export function legalActions(match, seat) {
  if (!toAct(match).includes(seat)) return [];
  const count = countIn(match);
  return imaginable(match).filter((action) => refusals(match, seat, action, count).length === 0);
}

/** What the seats may do now. @param {Match} match */
export const openTo = (match) =>
  toAct(match).flatMap((seat) => legalActions(match, seat).map((action) => ({ seat, action })));
