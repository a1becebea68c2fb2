// @ts-check
import {
  Unreadable,
  card,
  cards,
  flagged,
  isListOf,
  isObject,
  optional,
  optionalCard,
  reader,
  seatAmong,
  text,
} from '../requests.js';
import { SEATS } from './seats.js';
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('../requests.js').Fields} Fields */

/** @param {unknown} value @returns {value is 'tongits' | 'draw' | 'stock' | 'spread'} */
const isEnding = (value) => ['tongits', 'draw', 'stock', 'spread'].some((end) => end === value);

/** @param {unknown} value @returns {value is Seat} */
const isSeat = (value) => SEATS.some((seat) => seat === value);

export const ending = reader('end of a hand', isEnding);
export const seat = seatAmong(SEATS.length);
const seatList = reader('list of seats', isListOf(isSeat));
const objectList = reader('list of melds', isListOf(isObject));

export const optionalSeat = optional(seat, null);
export const seats = optional(seatList, /** @type {Seat[]} */ ([]));
export const laidBy = optional(seatList, null);
export const melds = optional(objectList, /** @type {Fields[]} */ ([]));

/** An action of a seat. @param {Fields} fields @returns {import('./refusals.js').Action} */
export function action(fields) {
  const type = text(fields, 'type');
  switch (type) {
    case 'draw':
    case 'call_draw':
    case 'fold':
    case 'challenge':
      return { type };
    case 'take':
      return { type, with: cards(fields, 'with'), meld: cards(fields, 'meld') };
    case 'expose':
      return { type, cards: cards(fields, 'cards'), face_down: flagged(fields, 'face_down') };
    case 'lay_off':
      return { type, card: card(fields, 'card'), meld: cards(fields, 'meld') };
    case 'discard':
      return { type, card: card(fields, 'card') };
    case 'call_tongits':
      return { type, discard: optionalCard(fields, 'discard') };
    default:
      throw new Unreadable(`no such action: ${type}`);
  }
}
