// @ts-check
import { seenBy } from '../table.js';
import { isMatchOver, toAct } from './match.js';
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('./match.js').Match} Match */

/** What a seat may see. @param {Match} match @param {Seat} seat */
export function viewOf(match, seat) {
  const { phase, hands, draws, table, declined, scores, boxes } = match;
  return {
    ...seenBy(match, seat, toAct(match)),
    draws,
    table,
    declined,
    revealed: phase === 'over' ? hands : [],
    scores,
    boxes,
    match_over: isMatchOver(match),
  };
}
