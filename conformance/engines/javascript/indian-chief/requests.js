// @ts-check
import { holdsAll } from '../cards.js';
import * as read from '../requests.js';
import { seatsOf } from '../table.js';
import { deckFor } from './deal.js';
/** @typedef {import('../requests.js').Fields} Fields @typedef {import('./declarations.js').Choice} Choice */

const SUITS = ['C', 'D', 'H', 'S'];

const suit = read.reader(
  'suit',
  /** @returns {value is string} */ (value) => typeof value === 'string' && SUITS.includes(value),
);

/** The cards of the only deal. @param {Fields} fields */
export const dealt = (fields) => ({ hands: read.hands(fields, 'hands'), stock: read.cards(fields, 'stock') });

/**
 * An action of a seat.
 * @param {Fields} fields @param {{players: number}} match
 * @returns {import('./refusals.js').Action}
 */
export function action(fields, { players }) {
  const type = read.text(fields, 'type');
  const seat = read.optional(read.seatAmong(players), null);
  switch (type) {
    case 'choose':
      return {
        type,
        cards: read.cards(fields, 'cards'),
        suit: read.optional(suit, null)(fields, 'suit'),
        baccarat: read.cards(fields, 'baccarat'),
        opponent: seat(fields, 'opponent'),
      };
    case 'claim': {
      const claim = { seat: seat(fields, 'seat'), card: read.optionalCard(fields, 'card') };
      if ((claim.seat === null) !== (claim.card === null)) throw new read.Unreadable('half a claim');
      return { type, ...claim };
    }
    default:
      throw new read.Unreadable(`no such action: ${type}`);
  }
}

const list = read.optional(read.reader('list', read.isListOf(/** @returns {value is any} */ () => true)), []);

/**
 * What the seats show, as stated, with what they declare.
 * @param {Fields} request @returns {Choice[]}
 */
export function shown(request) {
  const melds = read.hands(request, 'melds');
  if (!holdsAll(deckFor(melds.length), melds.flat())) throw new read.Unreadable('a card stands too often');
  // A list of declarations has a place for each seat, or is left out.
  const declared = (/** @type {string} */ name) => {
    const values = list(request, name);
    if (values.length > 0 && values.length !== melds.length) throw new read.Unreadable(`${name} is not for each seat`);
    return values;
  };
  const suits = declared('suits');
  const baccarat = declared('baccarat');
  const opponents = declared('opponents');
  return seatsOf(melds.length).map((seat) => {
    const fields = { suit: suits[seat], baccarat: baccarat[seat], opponent: opponents[seat] };
    return {
      cards: melds[seat],
      suit: read.optional(suit, null)(fields, 'suit'),
      baccarat: read.cards(fields, 'baccarat'),
      opponent: read.optional(read.seatAmong(melds.length), null)(fields, 'opponent'),
    };
  });
}
