// @ts-check
import { sameCards } from '../cards.js';
import { failing } from '../conditions.js';
import { SIZES } from '../sizes.js';
import { serveSingly } from '../table.js';
import { deckOf } from './cards.js';
/** @typedef {import('./cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('../rules.js').Rules} Rules */

const FEWEST = 2;
const MOST = 5;
const { hand: HAND_SIZE } = SIZES.carousel;

/** Why so many cannot sit down to a match. @param {number} players */
export const tableRefusals = (players) => failing({ 'players.range': players < FEWEST || players > MOST });

/** How many packs so many play with. @param {number} players */
export const packsFor = (players) => (players === 2 ? 1 : 2);

/** All cards of a table. @param {Rules} rules @param {number} players */
export function deckFor(rules, players) {
  const packs = packsFor(players);
  return deckOf(packs, packs === 2 && rules.joker_count === 'two_per_pack' ? 4 : packs);
}

/** Why the cards are not those of the table. @param {Rules} rules @param {number} players @param {Card[]} cards */
export const deckRefusals = (rules, players, cards) =>
  failing({ [players === 2 ? 'deck.two-players' : 'deck.three-to-five']: !sameCards(deckFor(rules, players), cards) });

/** Why the hands are not those of a deal. @param {number} players @param {Card[][]} hands */
export const sizeRefusals = (players, hands) =>
  failing({ 'deal.ten': hands.length !== players || hands.some((hand) => hand.length !== HAND_SIZE) });

/**
 * Who gets which cards.
 * @param {Card[]} deck the top first
 * @param {{players: number, dealer: Seat}} table
 */
export function dealDeck(deck, { players, dealer }) {
  const { hands, rest } = serveSingly(deck, { players, dealer, size: HAND_SIZE });
  return { hands, stock: rest };
}
