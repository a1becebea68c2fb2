// @ts-check
import { isCard, packsOf, points as pointsOfNatural } from '../cards.js';
import { SIZES } from '../sizes.js';
/** @typedef {string} Card a natural card as in `TH`, or the joker */
/** @typedef {string} Laid a card on the table: a natural one, or a joker with its name as in `*TH` */
/** @typedef {Laid[]} Meld @typedef {Meld[]} Table */

export const JOKER = '*';

const JOKER_POINTS = 25;

/** @param {unknown} value @returns {value is Card} */
export const isHeld = (value) => value === JOKER || isCard(value);

/** A joker that nobody has named is readable, and refused by the rules. @param {unknown} value @returns {value is Laid} */
export const isLaid = (value) =>
  isHeld(value) || (typeof value === 'string' && value.startsWith(JOKER) && isCard(value.slice(1)));

/** @param {Laid} card */
export const isJoker = (card) => card.startsWith(JOKER);

/** @param {Laid} card */
export const isNamed = (card) => card !== JOKER;

/** The card for which a card of the table stands. @param {Laid} card */
export const nameOf = (card) => (isJoker(card) ? card.slice(1) : card);

/** The card as it is in a hand. @param {Laid} card @returns {Card} */
export const bare = (card) => (isJoker(card) ? JOKER : card);

/** @param {Card} card */
export const points = (card) => (card === JOKER ? JOKER_POINTS : pointsOfNatural(card));

/** @param {Card[]} cards */
export const totalPoints = (cards) => cards.reduce((sum, card) => sum + points(card), 0);

/** How often each card stands among the cards. @param {Laid[]} cards @returns {Map<Laid, number>} */
export function tally(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** All cards of some packs with some jokers. @param {number} packs @param {number} jokers @returns {Card[]} */
export const deckOf = (packs, jokers) => [...packsOf(SIZES.carousel.pack, packs), ...Array(jokers).fill(JOKER)];
