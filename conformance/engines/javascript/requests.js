// @ts-check
import { SEATS, isCard } from './cards.js';
import { optionNamed, rulesWith } from './options.js';
/** @typedef {import('./cards.js').Card} Card @typedef {import('./cards.js').Seat} Seat */

/** A request that cannot be read or understood. */
export class Unreadable extends Error {}

/** A request that is understood, and about something that is not played. */
export class NotPlayed extends Error {}

/** @typedef {Record<string, unknown>} Fields */

/** @param {unknown} value @returns {value is Fields} */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {Fields} fields @param {string} name */
function required(fields, name) {
  if (fields[name] === undefined) throw new Unreadable(`missing ${name}`);
  return fields[name];
}

/**
 * @template Value
 * @param {string} what
 * @param {(value: unknown) => value is Value} fits
 * @returns {(fields: Fields, name: string) => Value}
 */
const reader = (what, fits) => (fields, name) => {
  const value = required(fields, name);
  if (!fits(value)) throw new Unreadable(`${name} is no ${what}: ${JSON.stringify(value)}`);
  return value;
};

/** @param {unknown} value @returns {value is number} */
const isInteger = (value) => Number.isSafeInteger(value);

/** @param {unknown} value @returns {value is Seat} */
const isSeat = (value) => isInteger(value) && SEATS.includes(value);

/**
 * @template Value
 * @param {(value: unknown) => value is Value} fits
 * @returns {(value: unknown) => value is Value[]}
 */
const isListOf =
  (fits) =>
  /** @returns {value is any[]} */
  (value) =>
    Array.isArray(value) && value.every(fits);

export const integer = reader('integer', isInteger);
export const seat = reader('seat', isSeat);
export const text = reader('text', /** @returns {value is string} */ (value) => typeof value === 'string');
export const object = reader('object', isObject);
export const card = reader('card', isCard);

/** @param {unknown} value @returns {value is 'tongits' | 'draw' | 'stock' | 'spread'} */
const isEnding = (value) => ['tongits', 'draw', 'stock', 'spread'].some((end) => end === value);

export const ending = reader('end of a hand', isEnding);

const flag = reader('true or false', /** @returns {value is boolean} */ (value) => typeof value === 'boolean');
const cardList = reader('list of cards', isListOf(isCard));
const handList = reader('list of hands', isListOf(isListOf(isCard)));
const objectList = reader('list of melds', isListOf(isObject));
const seatList = reader('list of seats', isListOf(isSeat));

/**
 * A field that may be left out.
 * @template Value, Otherwise
 * @param {(fields: Fields, name: string) => Value} read
 * @param {Otherwise} otherwise
 * @returns {(fields: Fields, name: string) => Value | Otherwise}
 */
const optional = (read, otherwise) => (fields, name) =>
  fields[name] === undefined || fields[name] === null ? otherwise : read(fields, name);

export const cards = optional(cardList, /** @type {Card[]} */ ([]));
export const hands = optional(handList, /** @type {Card[][]} */ ([]));
export const optionalSeat = optional(seat, null);
export const seats = optional(seatList, /** @type {Seat[]} */ ([]));
export const laidBy = optional(seatList, null);
export const optionalCard = optional(card, null);
export const flagged = optional(flag, false);
export const melds = optional(objectList, /** @type {Fields[]} */ ([]));
export const optionalObject = optional(object, /** @type {Fields} */ ({}));

/** The rules of a request about a game. @param {Fields} request @returns {import('./options.js').Rules} */
export function gameRules(request) {
  const game = text(request, 'game');
  const options = Object.entries(optionalObject(optionalObject(request, 'rules'), 'options'));
  if (game !== 'tongits') throw new NotPlayed(`no such game here: ${game}`);
  for (const [name, value] of options) {
    if (optionNamed(name) === undefined) throw new Unreadable(`no such option: ${name}`);
    if (typeof value !== 'string' && !isInteger(value)) throw new Unreadable(`${name} has no such reading`);
  }
  const chosen = rulesWith(/** @type {[string, string | number][]} */ (options));
  if ('skipped' in chosen) throw new NotPlayed(chosen.skipped);
  return chosen.rules;
}

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

/**
 * An action as the protocol writes it, without what is empty.
 * @param {import('./refusals.js').Action} action
 */
export const written = (action) =>
  Object.fromEntries(
    Object.entries(action).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))),
  );

const NUMBER_OR_TEXT = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Reads one line. JavaScript does not tell 3.0 from 3, and the protocol does: a number that is not
 * written as an integer is read as one that is none.
 * @param {string} line @returns {unknown}
 */
export function readLine(line) {
  JSON.parse(line);
  const isKept = (/** @type {string} */ token) => token.startsWith('"') || /^-?\d+$/.test(token);
  return JSON.parse(line.replace(NUMBER_OR_TEXT, (token) => (isKept(token) ? token : '0.5')));
}
