// @ts-check
import { isWholePack } from '../cards.js';
import { failing } from '../conditions.js';
import { dealSingly } from '../table.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */

const FEWEST = 2;
const MOST = 6;

/** @param {number} players */
export const tableRefusals = (players) => failing({ 'players.range': players < FEWEST || players > MOST });

/** How many cards a hand has, and the clause that says so. @param {number} players */
function handSize(players) {
  if (players === 2) return { size: 10, clause: 'deal.two' };
  return players <= 4 ? { size: 7, clause: 'deal.three-four' } : { size: 6, clause: 'deal.five-six' };
}

/**
 * Why chance cannot have dealt these cards.
 * @param {number} players
 * @param {{hands: Card[][], upcard: Card, stock: Card[]}} dealt
 */
export function cardsRefusals(players, { hands, upcard, stock }) {
  const { size, clause } = handSize(players);
  return failing({
    'deck.standard': !isWholePack([...hands.flat(), upcard, ...stock]),
    [clause]: hands.length !== players || hands.some((hand) => hand.length !== size),
  });
}

/**
 * Who gets which cards of a pack.
 * @param {Card[]} pack the top first
 * @param {number} players
 * @param {Seat} dealer
 */
export const dealPack = (pack, players, dealer) =>
  dealSingly(pack, { players, dealer, size: handSize(players).size });
