// @ts-check
import { perform } from './actions.js';
import { bestPlay } from './best.js';
import { positionOf, toAct } from './match.js';
import { refusals } from './refusals.js';
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('./match.js').Match} Match */
/** @typedef {import('./refusals.js').Action} Action */

/** An action as it is listed: any rearrangement stands for all. @typedef {Action | {type: 'rearrange'}} Listed */

/** Whether some rearrangement would be accepted. @param {Match} match @param {Seat} seat */
function canRearrange(match, seat) {
  if (match.rules.rearrange_only === 'allowed' && match.table.length > 0) return true;
  return bestPlay(positionOf(match, seat), 'cards') !== null;
}

/**
 * Every action that would be accepted from a seat, all rearrangements as one.
 * @param {Match} match
 * @param {Seat} seat
 * @returns {Listed[]}
 */
export function legalActions(match, seat) {
  if (!toAct(match).includes(seat)) return [];
  const plain = /** @type {const} */ (['draw', 'knock', 'decline']);
  const accepted = plain
    .map((type) => ({ type }))
    .filter((action) => refusals(match, seat, action).length === 0);
  const rearranges = match.phase === 'meld' && canRearrange(match, seat);
  return [...accepted, ...(rearranges ? [{ type: /** @type {const} */ ('rearrange') }] : [])];
}

/** What the seats may do now. @param {Match} match */
export const openTo = (match) =>
  toAct(match).flatMap((seat) => legalActions(match, seat).map((action) => ({ seat, action })));

/**
 * The match after a listed action, for counting; a rearrangement is not followed.
 * @param {Match} match @param {Seat} seat @param {Listed} action @returns {Match}
 */
export const follow = (match, seat, action) =>
  action.type === 'rearrange' ? { ...match, phase: 'over' } : perform(match, seat, /** @type {Action} */ (action));
