// @ts-check
import { SIZES } from '../sizes.js';
import { seatsOf, withMost } from '../table.js';
import { receiptOf, totals } from './score.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('../rules.js').Rules} Rules @typedef {import('./declarations.js').Choice} Choice */

/** A claim, of nothing where it has neither seat nor card. @typedef {{seat: Seat | null, card: Card | null}} Claim */
/** @typedef {{by: Seat, seat: Seat, card: Card}} Theft */

/**
 * A match, which no function changes: what follows from an action is a new one.
 * @typedef {object} Match
 * @property {Rules} rules
 * @property {number} players
 * @property {'deal' | 'choose' | 'claim' | 'refill' | 'reshuffle' | 'over'} phase
 * @property {Seat} dealer of this turn
 * @property {number} turn counted from one
 * @property {Card[][]} hands those of hidden choices with their cards
 * @property {Card[]} stock the stub, the top first
 * @property {(Choice | null)[]} choices what each seat has chosen in this turn
 * @property {Card[][][]} shown for each turn what each seat has shown
 * @property {Card[][]} lying what lies there of the melds of this turn, by seat
 * @property {Card[]} aside melds of the turn before that are not shuffled in yet
 * @property {Record<string, number>[]} sheets the filled boxes of each seat
 * @property {Seat[][]} thieves those who are still to be asked: together if they stand together
 * @property {Seat[]} claiming who is asked now
 * @property {(Claim | null)[]} claims what each of these has claimed
 * @property {Theft[]} stolen in this turn
 * @property {any} result
 */

/** A turn for each meld. */
const LAST_TURN = SIZES.indianChief.melds;

/** What no turn takes over from the one before. @param {number} players */
export const freshTurn = (players) => ({
  choices: seatsOf(players).map(() => null),
  lying: seatsOf(players).map(() => []),
  thieves: [],
  claiming: [],
  claims: seatsOf(players).map(() => null),
  stolen: [],
});

/** @param {Rules} rules @param {number} players @param {Seat} dealer @returns {Match} */
export const beginMatch = (rules, players, dealer) => ({
  rules,
  players,
  phase: 'deal',
  dealer,
  turn: 1,
  hands: seatsOf(players).map(() => []),
  stock: [],
  shown: [],
  aside: [],
  sheets: seatsOf(players).map(() => ({})),
  result: null,
  ...freshTurn(players),
});

/** @param {Match} match */
export const isLastTurn = ({ turn }) => turn === LAST_TURN;

/** The seats that have chosen in this turn. @param {Match} match */
export const chosen = ({ choices, players }) => seatsOf(players).filter((seat) => choices[seat] !== null);

/** The seats that may act. @param {Match} match @returns {Seat[]} */
export function toAct({ rules, phase, players, choices, claiming, claims }) {
  if (phase === 'claim') return claiming.filter((seat) => claims[seat] === null);
  if (phase !== 'choose') return [];
  return seatsOf(players).filter((seat) => rules.simultaneity === 'changeable_until_all' || choices[seat] === null);
}

/** The seats in the order in which the dealer serves them, the dealer last. @param {Match} match @returns {Seat[]} */
export const fromLeft = ({ players, dealer }) => seatsOf(players).map((place) => (dealer + 1 + place) % players);

/** Ends the match. @param {Match} match @returns {Match} */
export function finish(match) {
  const points = totals(match.sheets);
  const winners = withMost(points, seatsOf(match.players));
  const result = {
    end: 'sheets',
    winner: winners.length === 1 ? winners[0] : null,
    points,
    scores: points,
    match_over: true,
    match_winners: winners,
    receipt: receiptOf(match.sheets),
  };
  return { ...match, phase: 'over', result };
}
