// @ts-check
import { without, withSeat } from '../cards.js';
import { chosen, finish, freshTurn, isLastTurn } from './match.js';
import { boxOf } from './melds.js';
import { scoreMelds } from './score.js';
import { fillUp, isShort, restored, withMore } from './stub.js';
import { steal, targetsOf, thievesOf } from './thieves.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./refusals.js').Action} Action */
/** @typedef {import('./declarations.js').Choice} Choice */

/**
 * The match after chance has dealt.
 * @param {Match} match @param {{hands: Card[][], stock: Card[]}} dealt @returns {Match}
 */
export const performDeal = (match, { hands, stock }) => ({ ...match, phase: 'choose', hands, stock });

/** The hands are full. @param {Match} match @returns {Match} */
const endTurn = (match) => (isLastTurn(match) ? finish(match) : { ...match, phase: 'reshuffle' });

/** Nobody steals any more. @param {Match} match @returns {Match} */
function fill(match) {
  if (isLastTurn(match) && match.rules.final_refill === 'skip') return finish(match);
  return isShort(match) ? { ...match, phase: 'refill' } : endTurn(fillUp(match));
}

/** Asks the next Thieves for whom something is left. @param {Match} match @returns {Match} */
function askThieves(match) {
  const [next, ...thieves] = match.thieves;
  if (next === undefined) return fill(match);
  const claiming = next.filter((seat) => targetsOf(match, seat).length > 0);
  const asked = { ...match, thieves, claiming };
  return claiming.length > 0 ? { ...asked, phase: 'claim' } : askThieves(asked);
}

/** All melds are shown and scored. @param {Match} match @returns {Match} */
function show(match) {
  const choices = /** @type {Choice[]} */ (match.choices);
  const melds = choices.map(({ cards }) => cards);
  const points = scoreMelds(match.rules, { choices, earlier: match.shown });
  const shown = {
    ...match,
    hands: match.hands.map((hand, seat) => without(hand, melds[seat])),
    shown: [...match.shown, melds],
    lying: melds,
    sheets: match.sheets.map((boxes, seat) => ({
      ...boxes,
      [/** @type {string} */ (boxOf(melds[seat]))]: points[seat],
    })),
  };
  if (isLastTurn(match) && match.rules.steal_last_turn === 'skip') return fill(shown);
  return askThieves({ ...shown, thieves: thievesOf(shown) });
}

/** The match after chance has made more of a short stub. @param {Match} match @param {Card[]} stock @returns {Match} */
export const performRefill = (match, stock) => endTurn(fillUp(withMore(match, stock)));

/**
 * The match after chance has shuffled the stub of the next turn.
 * @param {Match} match @param {Card[]} stock @returns {Match}
 */
export function performReshuffle(match, stock) {
  const rotates = match.rules.dealer_rotation === 'rotates_each_turn';
  return {
    ...restored(match, stock),
    ...freshTurn(match.players),
    phase: 'choose',
    turn: match.turn + 1,
    dealer: rotates ? (match.dealer + 1) % match.players : match.dealer,
  };
}

/**
 * The match after an accepted action of a seat.
 * @param {Match} match @param {Seat} seat @param {Action} action @returns {Match}
 */
export function perform(match, seat, action) {
  if (action.type === 'choose') {
    const { type: _, ...choice } = action;
    const after = { ...match, choices: withSeat(match.choices, seat, choice) };
    return chosen(after).length === match.players ? show(after) : after;
  }
  const after = { ...match, claims: withSeat(match.claims, seat, { seat: action.seat, card: action.card }) };
  return match.claiming.every((thief) => after.claims[thief] !== null) ? askThieves(steal(after)) : after;
}
