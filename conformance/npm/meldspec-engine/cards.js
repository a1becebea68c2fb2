const RANKS = 'A23456789TJQK';
const SUITS = 'CDHS';

/** The 52 cards of a pack as the protocol writes them: clubs first, ranks from the ace. */
export const TEXTS = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

const WORDS = 'Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King'.split(' ');
const lower = (words) => words.map((word) => word.toLowerCase());
const RANK_WORDS = [
  'A 2 3 4 5 6 7 8 9 10 J Q K'.split(' '),
  [...RANKS],
  [...RANKS.toLowerCase()],
  WORDS,
  lower(WORDS),
];
const SUIT_NAMES = ['Clubs', 'Diamonds', 'Hearts', 'Spades'];
const SUIT_WORDS = [
  [...SUITS],
  [...SUITS.toLowerCase()],
  [...'♣♦♥♠'],
  [...'♧♢♡♤'],
  SUIT_NAMES,
  lower(SUIT_NAMES),
];
const BETWEEN = /^([^A-Za-z0-9]*| of )$/;
/** By suit, the code point before that of its ace; the knight before the queen is no card here. */
const PICTURES = { C: 0x1f0d0, D: 0x1f0c0, H: 0x1f0b0, S: 0x1f0a0 };

const text = (place) => TEXTS[place];

/** The text of a card as the protocol writes it, from `10s`, `7♥` or `7h`; null for no card. */
export function parse(word) {
  if (word === '*') return word;
  const [, rank, suit] = /^(10|[A2-9TJQK])([CDHS♣♦♥♠])$/u.exec(word.trim().toUpperCase()) ?? [];
  if (!suit) return null;
  const sign = SUIT_WORDS[2].indexOf(suit);
  return (rank === '10' ? 'T' : rank) + (sign < 0 ? suit : SUITS[sign]);
}

/** How a library has its cards: by text of the protocol, and back. */
export class Spelling {
  #read;
  #write;

  /** `read` returns the card for a text, `write` the text for a card; undefined for others. */
  constructor(read, write) {
    this.#read = read;
    this.#write = write;
  }

  /** The library's card for a text; the text of a joker stays where the spelling lacks it. */
  read(word) {
    const card = this.#read(word);
    if (card === undefined && !word.includes('*')) throw new RangeError(`not a card: ${word}`);
    return card === undefined ? word : card;
  }

  /** The text for a library's card; a RangeError for anything else. */
  write(card) {
    if (typeof card === 'string' && card.startsWith('*')) return card;
    let word;
    try {
      word = this.#write(card);
    } catch {
      word = undefined;
    }
    if (word === undefined) throw new RangeError(`not a card of the library: ${shown(card)}`);
    return word;
  }

  texts(cards) {
    return Array.from(cards, (card) => this.write(card));
  }
}

/** A value in a message. */
export function shown(value) {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** The spelling of an own table: by text of the protocol, the library's card. */
export function table(cards) {
  const missing = TEXTS.filter((word) => !Object.hasOwn(cards, word));
  if (missing.length > 0) throw new RangeError(`the table lacks ${missing.join(', ')}`);
  const back = new Map(Object.entries(cards).map(([word, card]) => [card, word]));
  if (back.size !== Object.keys(cards).length) throw new RangeError('two cards of the table are the same');
  return new Spelling(
    (word) => (Object.hasOwn(cards, word) ? cards[word] : undefined),
    (card) => back.get(card),
  );
}

const tableOf = (cardOf) => table(Object.fromEntries(TEXTS.map((word, place) => [word, cardOf(word, place)])));

/** The spelling in which the ten of hearts is written like this. */
export function spelled(example) {
  if (example === String.fromCodePoint(PICTURES.H + 10)) {
    return tableOf((word) => {
      const number = RANKS.indexOf(word[0]) + 1;
      return String.fromCodePoint(PICTURES[word[1]] + number + (number > 11 ? 1 : 0));
    });
  }
  for (const ranks of RANK_WORDS) {
    for (const suits of SUIT_WORDS) {
      for (const rankFirst of [true, false]) {
        const joined = (rank, suit, between) => (rankFirst ? rank + between + suit : suit + between + rank);
        const [ten, hearts] = [ranks[9], suits[2]];
        const [first, last] = rankFirst ? [ten, hearts] : [hearts, ten];
        const between = example.slice(first.length, example.length - last.length);
        if (BETWEEN.test(between) && joined(ten, hearts, between) === example) {
          return tableOf((word) => joined(ranks[RANKS.indexOf(word[0])], suits[SUITS.indexOf(word[1])], between));
        }
      }
    }
  }
  throw new RangeError(`no known spelling of the ten of hearts: ${shown(example)}`);
}

/** The spelling by numbers that count up from `first`, through all ranks of one suit, or all suits of one rank. */
export function numbered(first = 0, { ranks = RANKS, suits = SUITS, suitBySuit = true } = {}) {
  const letters = (word) => [...word].sort().join('');
  if (letters(ranks) !== letters(RANKS) || letters(suits) !== letters(SUITS)) {
    throw new RangeError(`not the letters ${RANKS} and ${SUITS} in another order`);
  }
  return tableOf((word) => {
    const [rank, suit] = [ranks.indexOf(word[0]), suits.indexOf(word[1])];
    return first + (suitBySuit ? 13 * suit + rank : 4 * rank + suit);
  });
}

const numbers = (from, count) => Array.from({ length: count }, (_, place) => from + place);

/**
 * The spelling by the library's own objects: `make` returns a new card of a rank and a suit, and
 * `parts` the rank and the suit of a card. `ranks` go from the ace to the king, `suits` are clubs,
 * diamonds, hearts and spades.
 */
export function made(
  make,
  { ranks = numbers(1, 13), suits = numbers(0, 4), parts = (card) => [card.rank, card.suit] } = {},
) {
  if (ranks.length !== 13 || suits.length !== 4) {
    throw new RangeError(`${ranks.length} ranks and ${suits.length} suits, not 13 and 4`);
  }
  return new Spelling(
    (word) => (word.includes('*') ? undefined : make(ranks[RANKS.indexOf(word[0])], suits[SUITS.indexOf(word[1])])),
    (card) => {
      const [rank, suit] = parts(card);
      const [at, of] = [ranks.indexOf(rank), suits.indexOf(suit)];
      return at < 0 || of < 0 ? undefined : text(13 * of + at);
    },
  );
}

/** The spelling by records such as `{ rank: 10, suit: 'hearts' }`; `rank` and `suit` name the fields. */
export function records({ ranks, suits = lower(SUIT_NAMES), rank = 'rank', suit = 'suit' } = {}) {
  const make = (number, name) => ({ [rank]: number, [suit]: name });
  return made(make, { ranks, suits, parts: (card) => [card[rank], card[suit]] });
}

/** The spelling of the protocol itself: `TH`. */
export const PROTOCOL = tableOf((word) => word);
