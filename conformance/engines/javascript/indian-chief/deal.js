// @ts-check
import { packsOf, sameCards } from '../cards.js';
import { failing } from '../conditions.js';
import { SIZES } from '../sizes.js';
import { serveSingly } from '../table.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('../rules.js').Rules} Rules */

const FEWEST = 2;
const MOST = 8;
const MOST_WITH_ONE_PACK = 3;
const { pack: PACK, hand } = SIZES.indianChief;

/** How many cards a hand has at the beginning of a turn. */
export const HAND_SIZE = hand;

/** Why so many cannot sit down to a match. @param {number} players */
export const tableRefusals = (players) => failing({ 'players.range': players < FEWEST || players > MOST });

/** Why no cards are dealt to so many. @param {Rules} rules @param {number} players */
export const crowdRefusals = (rules, players) =>
  failing({ 'deck.six-at-most': rules.stub_shortage === 'limit_players_6' && players > 6 });

/** @param {number} players */
const isOnePackEnough = (players) => players <= MOST_WITH_ONE_PACK;

/** All cards of a table. @param {number} players */
export const deckFor = (players) => packsOf(PACK, isOnePackEnough(players) ? 1 : 2);

/** Why the cards are not those of the table. @param {number} players @param {Card[]} cards */
export const deckRefusals = (players, cards) =>
  failing({ [isOnePackEnough(players) ? 'deck.one' : 'deck.two']: !sameCards(deckFor(players), cards) });

/** Why the hands are not those of a deal. @param {number} players @param {Card[][]} hands */
export const sizeRefusals = (players, hands) =>
  failing({ 'deal.eight': hands.length !== players || hands.some((hand) => hand.length !== HAND_SIZE) });

/**
 * Who gets which cards.
 * @param {Card[]} deck the top first
 * @param {{players: number, dealer: Seat}} table
 */
export function dealDeck(deck, { players, dealer }) {
  const { hands, rest } = serveSingly(deck, { players, dealer, size: HAND_SIZE });
  return { hands, stock: rest };
}
