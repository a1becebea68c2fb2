// @ts-check
import { written } from '../requests.js';
import { seenBy } from '../table.js';
import { chosen, toAct } from './match.js';
import { totals } from './score.js';
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('./match.js').Match} Match */

/** What lies there of each meld. @param {Match} match */
const melds = ({ phase, lying }) =>
  phase === 'deal' || phase === 'choose' ? [] : lying.map((cards, owner) => ({ owner, cards }));

/** What a seat alone knows. @param {unknown} hidden */
const own = (hidden) => (hidden === null ? null : written(/** @type {Record<string, any>} */ (hidden)));

/** What a seat may see. @param {Match} match @param {Seat} seat */
export function viewOf(match, seat) {
  const { phase, turn, choices, claiming, claims, stolen, aside, sheets, result } = match;
  return {
    ...seenBy(match, seat, toAct(match)),
    turn,
    chosen: chosen(match),
    choice: phase === 'choose' ? own(choices[seat]) : null,
    melds: melds(match),
    claimed: claiming.filter((thief) => claims[thief] !== null),
    claim: own(claims[seat]),
    stolen,
    aside,
    sheets,
    scores: totals(sheets),
    match_over: result !== null,
  };
}
