// @ts-check
import { seatsOf, withLeast, withMost } from '../table.js';
import { isLastHand, wildIn } from './deal.js';
import { scoreHand } from './score.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('../rules.js').Rules} Rules */

/**
 * A match, which no function changes: what follows from an action is a new one.
 * @typedef {object} Match
 * @property {Rules} rules
 * @property {number} players
 * @property {'deal' | 'draw' | 'reshuffle' | 'discard' | 'over'} phase
 * @property {Seat} dealer of this hand, until the next deal
 * @property {number} handNumber of this hand, until the next deal
 * @property {number[]} scores
 * @property {number[]} timesOut in how many hands each seat went out
 * @property {Card[][]} hands
 * @property {Card[]} stock the top first
 * @property {Card[]} discard the top last
 * @property {Seat} acting whose turn it is
 * @property {Card | null} taken the discard that was taken in this turn
 * @property {Seat | null} out who has gone out in this hand
 * @property {'draw' | 'turn' | 'discard' | 'next' | null} afterReshuffle what goes on once the new stock is made
 * @property {any} result
 */

/**
 * @param {Rules} rules @param {number} players @param {Seat} dealer @param {number} handNumber
 * @returns {Match}
 */
export const beginMatch = (rules, players, dealer, handNumber) => ({
  rules,
  players,
  phase: 'deal',
  dealer,
  handNumber,
  scores: seatsOf(players).map(() => 0),
  timesOut: seatsOf(players).map(() => 0),
  hands: seatsOf(players).map(() => []),
  stock: [],
  discard: [],
  acting: 0,
  ...freshHand,
});

/** What no hand takes over from the one before, besides its cards. */
export const freshHand = { taken: null, out: null, afterReshuffle: null, result: null };

/** The hand of the seat whose turn it is. @param {Match} match */
export const handOf = ({ hands, acting }) => hands[acting];

/** The rank that is wild. @param {Match} match */
export const wildOf = ({ handNumber }) => wildIn(handNumber);

/** The seats that may act. @param {Match} match @returns {Seat[]} */
export const toAct = ({ phase, acting }) => (phase === 'draw' || phase === 'discard' ? [acting] : []);

/** Whether the turn is one of those that follow a going out. @param {Match} match */
export const isFinalTurn = ({ out }) => out !== null;

/** @param {Match} match */
export const isMatchOver = ({ result }) => result !== null && result.match_over;

/** The number of the hand that is dealt next. @param {Match} match */
export const nextHandNumber = ({ phase, handNumber }) => (phase === 'deal' ? handNumber : handNumber + 1);

/** Who deals the hand that is dealt next. @param {Match} match @returns {Seat} */
export function nextDealer({ rules, phase, players, dealer }) {
  if (phase === 'deal') return dealer;
  return (dealer + (rules.rotation_direction === 'left' ? 1 : players - 1)) % players;
}

/**
 * Who has won the match with the last hand.
 * @param {Pick<Match, 'rules' | 'players' | 'scores' | 'timesOut'>} match
 */
function matchWinners({ rules, players, scores, timesOut }) {
  const lowest = withLeast(scores, seatsOf(players));
  return rules.tie === 'most_hands_won' ? withMost(timesOut, lowest) : lowest;
}

/** Ends the hand, and the match with the last one. @param {Match} match @returns {Match} */
export function finish(match) {
  const out = /** @type {Seat} */ (match.out);
  const { deadwood, points, receipt } = scoreHand(match.rules, { hands: match.hands, out, wild: wildOf(match) });
  const scores = match.scores.map((score, seat) => score + points[seat]);
  const timesOut = match.timesOut.map((times, seat) => times + (seat === out ? 1 : 0));
  const isOver = isLastHand(match.handNumber);
  const result = {
    end: 'out',
    winner: out,
    deadwood,
    points,
    scores,
    match_over: isOver,
    match_winners: isOver ? matchWinners({ ...match, scores, timesOut }) : [],
    receipt,
  };
  return { ...match, phase: 'over', taken: null, afterReshuffle: null, scores, timesOut, result };
}
