import { parse, shown } from './cards.js';

/** A request that cannot be read or understood; the reply is `error` with this text. */
export class WireError extends Error {}

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const NUMBER_OR_TEXT = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** One line. JavaScript does not tell 3.0 from 3, and the protocol does: 3.0 is read as no integer. */
export function readLine(line) {
  JSON.parse(line);
  const isKept = (word) => word.startsWith('"') || /^-?\d+$/.test(word);
  return JSON.parse(line.replace(NUMBER_OR_TEXT, (word) => (isKept(word) ? word : '0.5')));
}

export function present(record, name) {
  if (record[name] === undefined) throw new WireError(`'${name}' is missing`);
  return record[name];
}

export function text(record, name) {
  const value = present(record, name);
  if (typeof value !== 'string') throw new WireError(`'${name}' is not a string`);
  return value;
}

export function integer(value, name) {
  if (!Number.isSafeInteger(value)) throw new WireError(`'${name}' is not an integer`);
  return value;
}

export function seat(value, name, seats) {
  const number = integer(value, name);
  if (number < 0 || number >= seats) throw new WireError(`'${name}' is no seat: ${number}`);
  return number;
}

function flag(value, name) {
  if (typeof value !== 'boolean') throw new WireError(`'${name}' is not true or false`);
  return value;
}

function list(value, name) {
  if (!Array.isArray(value)) throw new WireError(`'${name}' is not a list`);
  return value;
}

function card(value, name, table) {
  const word = typeof value === 'string' ? parse(value) : null;
  if (word === null) throw new WireError(`'${name}': not a card: ${shown(value)}`);
  if (word === '*' && !table.jokers) throw new WireError(`'${name}': a joker in a game without jokers`);
  return table.own(word);
}

function placed(value, name, table) {
  const named = typeof value === 'string' && /^\s*\*(.+)$/.exec(value);
  if (!named) return card(value, name, table);
  const word = parse(named[1]);
  if (word === null || word === '*') throw new WireError(`'${name}': not a card: ${shown(value)}`);
  return table.own(`*${word}`);
}

const cards = (value, name, table) => list(value, name).map((each) => card(each, name, table));

const SHAPES = {
  card,
  placed,
  cards,
  pile: cards,
  integer,
  flag,
  seat: (value, name, table) => seat(value, name, table.seats),
};

/**
 * A value of a message by its shape, as games.js has it. `table` tells how many seats there are,
 * whether the game has jokers, and what stands for the text of a card.
 */
function read(shape, value, name, table) {
  if (Array.isArray(shape)) return list(value ?? [], name).map((each) => read(shape[0], each, name, table));
  if (typeof shape === 'object') {
    if (!isObject(value)) throw new WireError(`'${name}' is not an object`);
    return readFields(shape, value, table);
  }
  const plain = shape.replace('?', '');
  if (value === undefined || value === null) {
    if (plain !== shape) return null;
    if (plain === 'cards' || plain === 'pile') return [];
    if (plain === 'flag') return false;
    if (value === undefined) throw new WireError(`'${name}' is missing`);
  }
  if (Object.hasOwn(SHAPES, plain)) {
    const found = SHAPES[plain](value, name, table);
    return plain !== shape && found.length === 0 ? null : found;
  }
  const words = plain.split('|');
  if (!words.includes(value)) throw new WireError(`'${name}' is none of ${words.join(', ')}: ${shown(value)}`);
  return value;
}

/** The fields of a record by their shapes. */
export const readFields = (shapes, record, table) =>
  Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, read(shape, record[name], name, table)]));

/** The fields of an action; some pairs of fields make no sense. */
export function readAction(word, shapes, record, table) {
  const fields = readFields(shapes, record, table);
  if (word === 'take' && fields.meld && fields.with.length > 0) {
    throw new WireError("'take' names cards 'with' it or a 'meld', not both");
  }
  if (word === 'claim' && (fields.seat === null) !== (fields.card === null)) {
    throw new WireError("'claim' names a 'seat' and a 'card', or nothing");
  }
  return fields;
}

/** The fields that hold cards, alone, in lists, or in the records of such a list. */
const CARDS = new Set([
  ...['card', 'cards', 'hand', 'hands', 'deck', 'stock', 'upcard', 'discard', 'taken'],
  ...['with', 'meld', 'melds', 'table', 'revealed', 'baccarat', 'aside'],
]);

/** An answer of the library as the protocol writes it; a RangeError for what the protocol lacks. */
export function written(value, name, spelling) {
  if (value === undefined || value === null) return null;
  if (CARDS.has(name)) {
    try {
      return spelling.write(value);
    } catch (problem) {
      if (typeof value !== 'object') throw problem;
    }
  }
  if (Array.isArray(value) || value instanceof Set) return Array.from(value, (each) => written(each, name, spelling));
  if (typeof value === 'object') {
    const fields = value instanceof Map ? [...value] : Object.entries(value);
    return Object.fromEntries(fields.map(([field, each]) => [field, written(each, field, spelling)]));
  }
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value)) return value;
  const can = 'a whole number, a text, a truth value, null, a list or an object';
  throw new RangeError(`${name} is ${String(value)}; expected is ${can}`);
}
