// @ts-check
import { isCard } from '../cards.js';
import {
  Unreadable,
  card,
  cards,
  flagged,
  hands,
  isListOf,
  optional,
  reader,
  seatAmong,
  text,
} from '../requests.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../requests.js').Fields} Fields */

/** @param {unknown} value @returns {value is Card | null} */
const isCardOrNone = (value) => value === null || isCard(value);

const cutList = reader('list of cards and nulls', isListOf(isCardOrNone));

/** The cards of a cut, by seat. */
export const cut = optional(cutList, /** @type {(Card | null)[]} */ ([]));

/** How a hand ended, as stated. @param {Fields} request */
export function ending(request) {
  const held = hands(request, 'hands');
  const all = held.flat();
  if (new Set(all).size !== all.length) throw new Unreadable('a card stands twice');
  const winner = optional(seatAmong(held.length), null)(request, 'winner');
  const rummy = flagged(request, 'rummy');
  const isOut = winner !== null && held[winner].length === 0;
  if (rummy && !isOut) throw new Unreadable('rummy without a winner who is out of cards');
  return { hands: held, winner, rummy };
}

/**
 * Makes sure that no seat holds more than it was dealt. Where the stock ends the hand, one seat may
 * have drawn its last card.
 * @param {ReturnType<ending>} end @param {number} size
 */
export function checkSizes({ hands: held, winner }, size) {
  const isOut = winner !== null && held[winner].length === 0;
  const excess = held.reduce((sum, hand) => sum + Math.max(0, hand.length - size), 0);
  if (excess > (isOut ? 0 : 1)) throw new Unreadable('a hand is too large');
}

/** An action of a seat. @param {Fields} fields @returns {import('./refusals.js').Action} */
export function action(fields) {
  const type = text(fields, 'type');
  switch (type) {
    case 'draw':
    case 'take':
      return { type };
    case 'meld':
      return { type, cards: cards(fields, 'cards') };
    case 'lay_off':
      return { type, card: card(fields, 'card'), meld: cards(fields, 'meld') };
    case 'discard':
      return { type, card: card(fields, 'card') };
    default:
      throw new Unreadable(`no such action: ${type}`);
  }
}
