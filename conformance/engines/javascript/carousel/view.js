// @ts-check
import { isMatchOver, toAct } from './match.js';
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('./match.js').Match} Match */

/** What a seat may see. @param {Match} match @param {Seat} seat */
export function viewOf(match, seat) {
  const { phase, dealer, hands, stock, draws, table, declined, scores, boxes } = match;
  return {
    seat,
    phase,
    to_act: toAct(match),
    dealer,
    hand: hands[seat],
    hand_sizes: hands.map((hand) => hand.length),
    stock_size: stock.length,
    draws,
    table,
    declined,
    revealed: phase === 'over' ? hands : [],
    scores,
    boxes,
    match_over: isMatchOver(match),
  };
}
