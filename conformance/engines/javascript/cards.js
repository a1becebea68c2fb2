// @ts-check
/** @typedef {string} Card rank and suit, as in `TH` */
/** @typedef {number} Seat counted from 0, in the order of play */

/** From the lowest on. */
export const RANKS = 'A23456789TJQK';
const SUITS = 'CDHS';

/** @type {Card[]} */
export const PACK = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

const KNOWN = new Set(PACK);

/** @param {unknown} value @returns {value is Card} */
export const isCard = (value) => typeof value === 'string' && KNOWN.has(value);

/** @param {unknown} value @returns {value is string} */
export const isRank = (value) => typeof value === 'string' && value.length === 1 && RANKS.includes(value);

/** @param {Card} card */
export const rankOf = (card) => card[0];

/** @param {Card} card */
export const suitOf = (card) => card[1];

/** The ace is the lowest card of its suit. @param {Card} card */
export const height = (card) => RANKS.indexOf(card[0]);

/** @param {Card} card */
export const points = (card) => Math.min(height(card) + 1, 10);

/** @param {Card[]} cards */
export const totalPoints = (cards) => cards.reduce((sum, card) => sum + points(card), 0);

/** @param {Card} card */
export const isAce = (card) => rankOf(card) === 'A';

/**
 * The cards that are left when each of `removed` is taken away, as often as it stands there.
 * @param {Card[]} cards
 * @param {Card[]} removed
 */
export function without(cards, removed) {
  const left = [...cards];
  for (const card of removed) {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

/**
 * Whether all of `cards`, as often as each stands there, are among `others`.
 * @param {Card[]} cards
 * @param {Card[]} others
 */
export const holdsAll = (others, cards) => without(others, cards).length === others.length - cards.length;

/** @param {Card[]} left @param {Card[]} right */
export const sameCards = (left, right) => left.length === right.length && holdsAll(left, right);

/**
 * Groups cards by a key of each.
 * @param {Card[]} cards
 * @param {(card: Card) => string} keyOf
 * @returns {Card[][]}
 */
export function grouped(cards, keyOf) {
  const groups = new Map();
  for (const card of cards) groups.set(keyOf(card), [...(groups.get(keyOf(card)) ?? []), card]);
  return [...groups.values()];
}

/** All cards of several packs. @param {Card[]} pack @param {number} packs @returns {Card[]} */
export const packsOf = (pack, packs) => Array(packs).fill(pack).flat();

/** @template Value @param {Value[]} values @param {Seat} seat @param {Value} value */
export const withSeat = (values, seat, value) => values.map((old, at) => (at === seat ? value : old));

/**
 * Every choice of up to `most` cards; like cards make no choices of their own.
 * @param {Card[]} sorted @param {number} most @returns {Card[][]}
 */
export const choicesOf = (sorted, most) =>
  most === 0
    ? [[]]
    : [
        [],
        ...sorted.flatMap((card, place) =>
          card === sorted[place - 1]
            ? []
            : choicesOf(sorted.slice(place + 1), most - 1).map((more) => [card, ...more]),
        ),
      ];
