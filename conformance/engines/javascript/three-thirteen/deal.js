// @ts-check
import { RANKS, packsOf, sameCards } from '../cards.js';
import { failing } from '../conditions.js';
import { SIZES } from '../sizes.js';
import { dealSingly } from '../table.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('../rules.js').Rules} Rules */

const FEWEST = 2;
const { pack: PACK, hands: LAST_HAND, first_hand: FIRST_SIZE, first_wild: FIRST_WILD } = SIZES.threeThirteen;
const WILD_RANKS = RANKS.slice(FIRST_WILD, FIRST_WILD + LAST_HAND);

/** @param {number} handNumber */
export const isLastHand = (handNumber) => handNumber === LAST_HAND;

/** The rank that is wild in a hand. @param {number} handNumber */
export const wildIn = (handNumber) => WILD_RANKS[handNumber - 1];

/** @param {string} rank */
export const wildRefusals = (rank) => failing({ 'wild.schedule': !WILD_RANKS.includes(rank) });

/**
 * Why so many cannot sit down to a match, or to one of its hands.
 * @param {number} players @param {number} handNumber
 */
export const tableRefusals = (players, handNumber) =>
  failing({ 'players.min': players < FEWEST, 'match.eleven': handNumber < 1 || handNumber > LAST_HAND });

/** Why no cards are dealt to so many. @param {Rules} rules @param {number} players */
export const crowdRefusals = (rules, players) =>
  failing({ 'deck.six-at-most': rules.packs_beyond_six === 'limit_six' && players > 6 });

/** All cards of a table. @param {number} players */
export const deckFor = (players) => packsOf(PACK, Math.ceil(players / 2));

/** The clause that says how many packs a table has. @param {number} players */
function deckClause(players) {
  if (players === 2) return 'deck.two';
  if (players <= 4) return 'deck.three-four';
  return players <= 6 ? 'deck.five-six' : 'deck.general';
}

/** Why the cards are not those of the table. @param {number} players @param {Card[]} cards */
export const deckRefusals = (players, cards) =>
  failing({ [deckClause(players)]: !sameCards(deckFor(players), cards) });

/** How many cards a hand has, and the clause that says so. @param {number} handNumber */
function handSize(handNumber) {
  const size = FIRST_SIZE + handNumber - 1;
  if (handNumber === 1) return { size, clause: 'deal.first' };
  return { size, clause: isLastHand(handNumber) ? 'deal.last' : 'deal.grow' };
}

/** How many cards a hand has. @param {number} handNumber */
export const sizeOf = (handNumber) => handSize(handNumber).size;

/**
 * Why the hands are not those of a hand of the match.
 * @param {number} players @param {number} handNumber @param {Card[][]} hands
 */
export function sizeRefusals(players, handNumber, hands) {
  const { size, clause } = handSize(handNumber);
  return failing({ [clause]: hands.length !== players || hands.some((hand) => hand.length !== size) });
}

/**
 * Who gets which cards.
 * @param {Card[]} deck the top first
 * @param {{players: number, dealer: Seat, handNumber: number}} hand
 */
export const dealDeck = (deck, { players, dealer, handNumber }) =>
  dealSingly(deck, { players, dealer, size: handSize(handNumber).size });
