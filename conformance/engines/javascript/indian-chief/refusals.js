// @ts-check
import { holdsAll } from '../cards.js';
import { failing, firstFailing } from '../conditions.js';
import { countRefusals, declarationRefusals } from './declarations.js';
import { crowdRefusals, deckRefusals, sizeRefusals } from './deal.js';
import { toAct } from './match.js';
import { boxOf } from './melds.js';
import { isSafe } from './thieves.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./match.js').Claim} Claim */
/** @typedef {import('./declarations.js').Choice} Choice */

/** An action of a seat. @typedef {{type: 'choose'} & Choice | {type: 'claim'} & Claim} Action */

/**
 * Why chance cannot deal these cards now.
 * @param {Match} match @param {{hands: Card[][], stock: Card[]}} dealt
 */
export function dealRefusals({ rules, phase, players }, { hands, stock }) {
  if (phase !== 'deal') return ['deal.once'];
  return [
    ...crowdRefusals(rules, players),
    ...deckRefusals(players, [...hands.flat(), ...stock]),
    ...sizeRefusals(players, hands),
  ];
}

/** Who acts, and in which phase. @param {Match} match @param {Seat} seat @param {Action} action */
function untimely(match, seat, { type }) {
  if (!toAct(match).includes(seat)) return ['turn.to-act'];
  return failing({
    'turn.choice-due': match.phase === 'choose' && type === 'claim',
    'thief.claim-due': match.phase === 'claim' && type === 'choose',
  });
}

/** Whether what the action names is there. @param {Match} match @param {Seat} seat @param {Action} action */
function missing({ hands, lying }, seat, action) {
  if (action.type === 'choose') return failing({ 'turn.from-hand': !holdsAll(hands[seat], action.cards) });
  const { seat: robbed, card } = action;
  return failing({ 'thief.card-lies-there': robbed !== null && card !== null && !lying[robbed].includes(card) });
}

/** All other conditions. @param {Match} match @param {Seat} seat @param {Action} action */
function forbidden(match, seat, action) {
  if (action.type === 'claim') {
    return failing({
      'thief.opponents-only': action.seat === seat,
      'thief.valid-melds-only': action.seat !== null && isSafe(match, action.seat),
    });
  }
  const box = boxOf(action.cards);
  return [
    ...countRefusals(action.cards),
    ...failing({ 'turn.no-repeat': box !== null && Object.hasOwn(match.sheets[seat], box) }),
    ...declarationRefusals(match.rules, seat, action),
  ];
}

/**
 * All clauses that refuse an action in the first stage in which one does; none where it is accepted.
 * @param {Match} match @param {Seat} seat @param {Action} action
 * @returns {string[]}
 */
export const refusals = (match, seat, action) => firstFailing([untimely, missing, forbidden], match, seat, action);
