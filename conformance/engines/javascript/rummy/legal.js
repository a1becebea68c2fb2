// @ts-check
import { lookAhead } from './lookahead.js';
import { toAct } from './match.js';
import { refusals } from './refusals.js';
import { handOf, imaginableLayings } from './turn.js';
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('./match.js').Match} Match */
/** @typedef {import('./refusals.js').Action} Action */

/** Every action that could make sense with the cards that are there. @param {Match} match @returns {Action[]} */
const imaginable = (match) =>
  match.phase === 'draw'
    ? [{ type: 'draw' }, { type: 'take' }]
    : [...imaginableLayings(match), ...handOf(match).map((card) => ({ type: /** @type {const} */ ('discard'), card }))];

/**
 * Every action that would be accepted from a seat.
 * @param {Match} match
 * @param {Seat} seat
 * @returns {Action[]}
 */
export function legalActions(match, seat) {
  if (!toAct(match).includes(seat)) return [];
  const ahead = lookAhead();
  return imaginable(match).filter((action) => refusals(match, seat, action, ahead).length === 0);
}

/** What the seats may do now. @param {Match} match */
export const openTo = (match) =>
  toAct(match).flatMap((seat) => legalActions(match, seat).map((action) => ({ seat, action })));
