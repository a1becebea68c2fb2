// @ts-check
import { isCard } from './cards.js';
import { optionNamed, rulesWith } from './rules.js';
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
export const reader = (what, fits) => (fields, name) => {
  const value = required(fields, name);
  if (!fits(value)) throw new Unreadable(`${name} is no ${what}: ${JSON.stringify(value)}`);
  return value;
};

/** @param {unknown} value @returns {value is number} */
const isInteger = (value) => Number.isSafeInteger(value);

/**
 * @template Value
 * @param {(value: unknown) => value is Value} fits
 * @returns {(value: unknown) => value is Value[]}
 */
export const isListOf =
  (fits) =>
  /** @returns {value is any[]} */
  (value) =>
    Array.isArray(value) && value.every(fits);

export const integer = reader('integer', isInteger);
export const text = reader('text', /** @returns {value is string} */ (value) => typeof value === 'string');
export const object = reader('object', isObject);
export const card = reader('card', isCard);

/**
 * A question about some cards. What cannot be read comes before what is not played.
 * @param {string} field that the cards stand in
 * @param {(cards: Card[], rules: import('./rules.js').Rules) => unknown} answer
 * @returns {import('./protocol.js').Game['aboutFacts'][string]}
 */
export const aboutCards = (field, answer) => (request, rulesOf) => {
  const asked = cards(request, field);
  return { answer: answer(asked, rulesOf(request)) };
};

/**
 * Reads a seat of a table.
 * @param {number} players
 */
export const seatAmong = (players) =>
  reader('seat', /** @returns {value is Seat} */ (value) => isInteger(value) && value >= 0 && value < players);

const flag = reader('true or false', /** @returns {value is boolean} */ (value) => typeof value === 'boolean');
const cardList = reader('list of cards', isListOf(isCard));
const handList = reader('list of hands', isListOf(isListOf(isCard)));

/**
 * A field that may be left out.
 * @template Value, Otherwise
 * @param {(fields: Fields, name: string) => Value} read
 * @param {Otherwise} otherwise
 * @returns {(fields: Fields, name: string) => Value | Otherwise}
 */
export const optional = (read, otherwise) => (fields, name) =>
  fields[name] === undefined || fields[name] === null ? otherwise : read(fields, name);

export const handNumber = (/** @type {Fields} */ request) => optional(integer, 1)(request, 'hand_number');
export const cards = optional(cardList, /** @type {Card[]} */ ([]));
export const hands = optional(handList, /** @type {Card[][]} */ ([]));
export const optionalCard = optional(card, null);
export const flagged = optional(flag, false);
export const optionalObject = optional(object, /** @type {Fields} */ ({}));

/** The cards of a deal with an upcard. @param {Fields} fields */
export const dealt = (fields) => ({
  hands: hands(fields, 'hands'),
  upcard: card(fields, 'upcard'),
  stock: cards(fields, 'stock'),
});

/** The cards of a new stock. @param {Fields} fields */
export const newStock = (fields) => cards(fields, 'stock');

/**
 * The rules of a request about a game.
 * @param {Fields} request
 * @param {{options: import('./rules.js').Options, needs: import('./rules.js').Need[]}} game
 * @returns {import('./rules.js').Rules}
 */
export function gameRules(request, game) {
  const choices = Object.entries(optionalObject(optionalObject(request, 'rules'), 'options'));
  for (const [name, value] of choices) {
    if (optionNamed(game.options, name) === undefined) throw new Unreadable(`no such option: ${name}`);
    if (typeof value !== 'string' && !isInteger(value)) throw new Unreadable(`${name} has no such reading`);
  }
  const chosen = rulesWith(game, /** @type {[string, string | number][]} */ (choices));
  if ('skipped' in chosen) throw new NotPlayed(chosen.skipped);
  return chosen.rules;
}

/**
 * An action as the protocol writes it, without what is empty; seat 0 is not.
 * @param {Record<string, any>} action
 */
export const written = (action) =>
  Object.fromEntries(
    Object.entries(action).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value === 0 || Boolean(value),
    ),
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
