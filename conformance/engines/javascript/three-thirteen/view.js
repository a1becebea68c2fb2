// @ts-check
import { seenBy } from '../table.js';
import { isMatchOver, toAct, wildOf } from './match.js';
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('./match.js').Match} Match */

/** The hands that everybody sees, by seat. @param {Match} match */
function revealed({ rules, phase, hands, out }) {
  if (phase === 'over') return hands;
  if (out === null || rules.reveal_moment === 'after_final_turns') return [];
  return hands.map((hand, seat) => (seat === out ? hand : null));
}

/** What a seat may see. @param {Match} match @param {Seat} seat */
export function viewOf(match, seat) {
  const { discard, taken, handNumber, out, scores } = match;
  return {
    ...seenBy(match, seat, toAct(match)),
    discard,
    taken,
    wild: wildOf(match),
    hand_number: handNumber,
    out,
    scores,
    revealed: revealed(match),
    match_over: isMatchOver(match),
  };
}
