// @ts-check
import { holdsAll, isRank } from '../cards.js';
import { Unreadable, card, hands, handNumber, optionalCard, reader, seatAmong, text } from '../requests.js';
import { deckFor } from './deal.js';
/** @typedef {import('../requests.js').Fields} Fields */

export const rank = reader('rank', isRank);

/** How a hand ended, as stated. @param {Fields} request */
export function ending(request) {
  const held = hands(request, 'hands');
  if (!holdsAll(deckFor(held.length), held.flat())) throw new Unreadable('a card stands too often');
  return { hands: held, handNumber: handNumber(request), out: seatAmong(held.length)(request, 'out') };
}

/**
 * Makes sure that every seat holds what it was dealt, or the card that it drew last as well.
 * @param {import('../cards.js').Card[][]} held @param {number} size
 */
export function checkSizes(held, size) {
  if (held.some(({ length }) => length < size || length > size + 1)) throw new Unreadable('a hand of the wrong size');
}

/** An action of a seat. @param {Fields} fields @returns {import('./refusals.js').Action} */
export function action(fields) {
  const type = text(fields, 'type');
  switch (type) {
    case 'draw':
    case 'take':
    case 'keep':
      return { type };
    case 'discard':
      return { type, card: card(fields, 'card') };
    case 'go_out':
      return { type, discard: optionalCard(fields, 'discard') };
    default:
      throw new Unreadable(`no such action: ${type}`);
  }
}
