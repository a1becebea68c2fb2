// @ts-check
import { sameCards } from '../cards.js';
import { failing } from '../conditions.js';
import { SIZES } from '../sizes.js';
import { dealSingly } from '../table.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */

const FEWEST = 2;
const MOST = 6;

/** @param {number} players */
export const tableRefusals = (players) => failing({ 'players.range': players < FEWEST || players > MOST });

/** Whether the cards are the whole pack, each card once. @param {Card[]} cards */
export const isWholePack = (cards) => sameCards(SIZES.rummy.pack, cards);

/** How many cards a hand has. @param {number} players */
export const sizeAt = (players) => handSize(players).size;

/** How many cards a hand has, and the clause that says so. @param {number} players */
function handSize(players) {
  const size = SIZES.rummy.hands[players - FEWEST];
  if (players === 2) return { size, clause: 'deal.two' };
  return { size, clause: players <= 4 ? 'deal.three-four' : 'deal.five-six' };
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
