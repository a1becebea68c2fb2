// @ts-check
import { isFour, meldsWithin } from '../melds.js';
import { toAct } from './match.js';
import { refusals } from './refusals.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./refusals.js').Action} Action */

/**
 * Every action that could make sense with the cards that a seat has before it.
 * @param {Match} match
 * @param {Seat} seat
 * @returns {Action[]}
 */
function imaginable({ hands, discard, melds }, seat) {
  const hand = hands[seat];
  const top = discard.slice(-1);
  const onTable = melds.filter(({ faceDown }) => !faceDown).map(({ cards }) => cards);
  const partners = meldsWithin([...hand, ...top])
    .filter((meld) => top.some((card) => meld.includes(card)))
    .map((meld) => meld.filter((card) => !top.includes(card)));
  return [
    { type: 'draw' },
    ...partners.map((cards) => ({ type: /** @type {const} */ ('take'), with: cards, meld: [] })),
    ...onTable.map((cards) => ({ type: /** @type {const} */ ('take'), with: [], meld: cards })),
    { type: 'take', with: [], meld: [] },
    ...meldsWithin(hand).flatMap((cards) =>
      (isFour(cards) ? [false, true] : [false]).map((faceDown) => ({
        type: /** @type {const} */ ('expose'),
        cards,
        face_down: faceDown,
      })),
    ),
    ...hand.flatMap((card) => onTable.map((meld) => ({ type: /** @type {const} */ ('lay_off'), card, meld }))),
    ...hand.map((card) => ({ type: /** @type {const} */ ('discard'), card })),
    ...[null, ...hand].map((card) => ({ type: /** @type {const} */ ('call_tongits'), discard: card })),
    { type: 'call_draw' },
    { type: 'fold' },
    { type: 'challenge' },
  ];
}

/**
 * Every action that would be accepted from a seat.
 * @param {Match} match
 * @param {Seat} seat
 * @returns {Action[]}
 */
export const legalActions = (match, seat) =>
  toAct(match).includes(seat)
    ? imaginable(match, seat).filter((action) => refusals(match, seat, action).length === 0)
    : [];

/** What the seats may do now. @param {Match} match */
export const openTo = (match) =>
  toAct(match).flatMap((seat) => legalActions(match, seat).map((action) => ({ seat, action })));
