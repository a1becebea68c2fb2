// @ts-check
import { seenBy } from '../table.js';
import { isMatchOver, toAct } from './match.js';
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('./match.js').Match} Match */

/** Which hand it is: before a deal, the one to come. @param {Match} match */
const numberOfHand = ({ phase, handNumber }) => (phase === 'cut' || phase === 'deal' ? handNumber + 1 : handNumber);

/** What a seat may see. @param {Match} match @param {Seat} seat */
export function viewOf(match, seat) {
  const { discard, melds, taken, scores } = match;
  return {
    ...seenBy(match, seat, toAct(match)),
    discard,
    melds,
    taken,
    scores,
    hand_number: numberOfHand(match),
    match_over: isMatchOver(match),
  };
}
