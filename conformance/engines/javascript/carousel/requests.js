// @ts-check
import { holdsAll } from '../cards.js';
import * as read from '../requests.js';
import { seatsOf } from '../table.js';
import { bare, deckOf, isHeld, isLaid } from './cards.js';
/** @typedef {import('../requests.js').Fields} Fields @typedef {import('./cards.js').Card} Card */
/** @typedef {import('./cards.js').Table} Table @typedef {import('../cards.js').Seat} Seat */

const isHand = read.isListOf(isHeld);
const isMeld = read.isListOf(isLaid);

export const cards = read.optional(read.reader('list of cards', isHand), /** @type {Card[]} */ ([]));
export const meld = read.optional(read.reader('list of cards', isMeld), /** @type {Card[]} */ ([]));
export const table = read.optional(read.reader('table', read.isListOf(isMeld)), /** @type {Table} */ ([]));
const hands = read.optional(read.reader('list of hands', read.isListOf(isHand)), /** @type {Card[][]} */ ([]));

/** The cards of a deal. @param {Fields} fields */
export const dealt = (fields) => ({ hands: hands(fields, 'hands'), stock: cards(fields, 'stock') });

/** An action of a seat. @param {Fields} fields @returns {import('./refusals.js').Action} */
export function action(fields) {
  const type = read.text(fields, 'type');
  switch (type) {
    case 'draw':
    case 'knock':
    case 'decline':
      return { type };
    case 'rearrange':
      return { type, table: table(fields, 'table'), cards: cards(fields, 'cards') };
    default:
      throw new read.Unreadable(`no such action: ${type}`);
  }
}

/**
 * Makes sure that no card stands more often than the packs have it.
 * @param {Card[]} deck @param {Card[]} held @param {Table} lying
 */
export function checkCopies(deck, held, lying) {
  if (!holdsAll(deck, [...held, ...lying.flat().map(bare)])) throw new read.Unreadable('a card stands too often');
}

/** All that any table has. */
export const LARGEST_DECK = deckOf(2, 4);

const numbers = read.optional(
  read.reader(
    'list of integers',
    /** @returns {value is number[]} */ (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
  ),
  null,
);

/** How a hand ended, as stated. @param {Fields} request @returns {import('./score.js').Ending} */
export function ending(request) {
  const held = hands(request, 'hands');
  const perSeat = (/** @type {string} */ name) => {
    const values = numbers(request, name) ?? seatsOf(held.length).map(() => 0);
    if (values.length !== held.length) throw new read.Unreadable(`${name} is not for each seat`);
    return values;
  };
  return {
    hands: held,
    table: table(request, 'table'),
    knocker: read.optional(read.seatAmong(held.length), null)(request, 'knocker'),
    scores: perSeat('scores'),
    boxes: perSeat('boxes'),
  };
}

/** @param {unknown} value @returns {value is 'cards' | 'points'} */
const isMeasure = (value) => value === 'cards' || value === 'points';

export const measure = read.reader('measure', isMeasure);
