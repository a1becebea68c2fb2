// @ts-check
import { seatsOf } from '../table.js';
import { packsFor } from './deal.js';
import { scoreHand } from './score.js';
/** @typedef {import('./cards.js').Card} Card @typedef {import('./cards.js').Table} Table */
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('../rules.js').Rules} Rules */

/**
 * A match, which no function changes: what follows from an action is a new one.
 * @typedef {object} Match
 * @property {Rules} rules
 * @property {number} players
 * @property {'deal' | 'draw' | 'meld' | 'knock' | 'over'} phase
 * @property {Seat} dealer of this hand, until the next deal
 * @property {number[]} scores
 * @property {number[]} boxes how many hands each seat has won
 * @property {Card[][]} hands
 * @property {Card[]} stock the top first
 * @property {Table} table
 * @property {Seat} acting whose turn it is, or was last
 * @property {number} draws how many cards have been drawn in the turn
 * @property {Seat[]} declined who has declined to knock after the turn
 * @property {number} idleTurns how many turns in a row, without a stock, have brought no meld
 * @property {any} result
 */

/** @param {Rules} rules @param {number} players @param {Seat} dealer @returns {Match} */
export const beginMatch = (rules, players, dealer) => ({
  rules,
  players,
  phase: 'deal',
  dealer,
  scores: seatsOf(players).map(() => 0),
  boxes: seatsOf(players).map(() => 0),
  hands: seatsOf(players).map(() => []),
  stock: [],
  ...freshHand,
});

/** What no hand takes over from the one before, besides its cards. */
export const freshHand = {
  table: /** @type {Table} */ ([]),
  acting: 0,
  draws: 0,
  declined: /** @type {Seat[]} */ ([]),
  idleTurns: 0,
  result: null,
};

/** Who is asked after a turn whether it knocks. @param {Match} match @returns {Seat[]} */
const askedToKnock = ({ rules, players, acting }) =>
  rules.knock_actor === 'anyone_below_five' ? seatsOf(players) : [acting];

/** The seats that may act. @param {Match} match @returns {Seat[]} */
export function toAct(match) {
  if (match.phase === 'draw' || match.phase === 'meld') return [match.acting];
  return match.phase === 'knock' ? askedToKnock(match).filter((seat) => !match.declined.includes(seat)) : [];
}

/** @param {Match} match */
export const isMatchOver = ({ result }) => result !== null && result.match_over;

/** Who deals the hand that is dealt next. @param {Match} match @returns {Seat} */
export function nextDealer({ rules, players, phase, dealer, result }) {
  if (phase === 'deal') return dealer;
  const dealsAgain = rules.void_dealer === 'redeal' && result.winners.length === 0;
  return dealsAgain ? dealer : (dealer + 1) % players;
}

/** What can be played, and what counts, in the hand of a seat. @param {Match} match @param {Seat} seat */
export const positionOf = ({ rules, players, table, hands }, seat) => ({
  rules,
  packs: packsFor(players),
  table,
  hand: hands[seat],
});

/** Ends the hand by the knock of a seat, or without one. @param {Match} match @param {Seat | null} knocker @returns {Match} */
export function finish(match, knocker) {
  const { rules, hands, table, scores, boxes } = match;
  const result = {
    end: knocker === null ? 'stock' : 'knock',
    knocker,
    ...scoreHand(rules, { knocker, hands, table, scores, boxes }),
  };
  return {
    ...match,
    phase: 'over',
    draws: 0,
    declined: [],
    scores: result.scores,
    boxes: result.boxes,
    result,
  };
}
