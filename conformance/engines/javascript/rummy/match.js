// @ts-check
import { seatsOf, withMost } from '../table.js';
import { scoreHand } from './score.js';
/** @typedef {import('../cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('../rules.js').Rules} Rules */

/** A meld on the table. @typedef {{owner: Seat, cards: Card[]}} Meld */

/**
 * The cut for the deal: who is to draw a card, and which cards are drawn already.
 * @typedef {{seats: Seat[], drawn: Card[]}} Cut
 */

/**
 * A match, which no function changes: what follows from an action is a new one.
 * @typedef {object} Match
 * @property {Rules} rules
 * @property {number} players
 * @property {'cut' | 'deal' | 'draw' | 'reshuffle' | 'play' | 'over'} phase
 * @property {Seat | null} dealer of this hand, or of the next one once it is known
 * @property {Cut | null} cut where one is to be made now, or could be after the hand
 * @property {number} handNumber how many hands have been dealt
 * @property {number[]} scores
 * @property {number[]} handsWon
 * @property {Card[][]} hands
 * @property {Card[]} stock the top first
 * @property {Card[]} discard the top last
 * @property {Meld[]} melds
 * @property {Seat} acting whose turn it is
 * @property {Card | null} taken the discard that was taken in this turn
 * @property {number} meldsNow how many melds were laid in this turn
 * @property {Card[]} begunNow a card of each of them
 * @property {boolean} laidOffNow whether a card was laid off in this turn
 * @property {boolean} holdsMeldNow whether the hand held a meld when the card of this turn was in it
 * @property {boolean[]} meldedBefore who laid a meld in an earlier turn of the hand
 * @property {boolean[]} laidOffBefore who laid off a card in an earlier turn of the hand
 * @property {boolean[]} heldMeldBefore who held a meld in an earlier turn of the hand
 * @property {'draw' | 'turn' | 'play' | null} afterReshuffle what goes on once the new stock is made
 * @property {any} result
 */

/** @param {Rules} rules @param {number} players @param {Seat} dealer @returns {Match} */
export const beginMatch = (rules, players, dealer) => ({
  rules,
  players,
  ...(rules.first_dealer === 'cut'
    ? { phase: 'cut', dealer: null, cut: { seats: seatsOf(players), drawn: [] } }
    : { phase: 'deal', dealer, cut: null }),
  handNumber: 0,
  scores: seatsOf(players).map(() => 0),
  handsWon: seatsOf(players).map(() => 0),
  ...clearTable(players),
});

/** What no hand takes over from the one before. @param {number} players */
export function clearTable(players) {
  const nobody = seatsOf(players).map(() => false);
  return {
    hands: seatsOf(players).map(() => /** @type {Card[]} */ ([])),
    stock: /** @type {Card[]} */ ([]),
    discard: /** @type {Card[]} */ ([]),
    melds: /** @type {Meld[]} */ ([]),
    acting: 0,
    ...freshTurn,
    meldedBefore: nobody,
    laidOffBefore: nobody,
    heldMeldBefore: nobody,
    afterReshuffle: null,
    result: null,
  };
}

export const freshTurn = {
  taken: /** @type {Card | null} */ (null),
  meldsNow: 0,
  begunNow: /** @type {Card[]} */ ([]),
  laidOffNow: false,
  holdsMeldNow: false,
};

/** The seats that may act. @param {Match} match @returns {Seat[]} */
export const toAct = ({ phase, acting }) => (phase === 'draw' || phase === 'play' ? [acting] : []);

/** @param {Match} match */
export const isMatchOver = ({ result }) => result !== null && result.match_over;

/**
 * Who has won the match with the hand that has just ended, or nobody while it goes on.
 * @param {Pick<Match, 'rules' | 'players' | 'handNumber' | 'scores' | 'handsWon'>} match
 * @returns {Seat[]}
 */
function matchWinners({ rules, players, handNumber, scores, handsWon }) {
  const handsCounted =
    rules.void_hand_counts === 'counts' ? handNumber : handsWon.reduce((sum, won) => sum + won, 0);
  const isOver =
    rules.match_end === 'points'
      ? Math.max(...scores) >= rules.points_target
      : handsCounted >= rules.number_of_hands;
  if (!isOver) return [];
  const highest = withMost(scores, seatsOf(players));
  if (rules.match_end === 'points' || highest.length === 1) return highest;
  if (rules.match_tie === 'extra_hand') return [];
  return rules.match_tie === 'fewest_hands_lost' ? withMost(handsWon, highest) : highest;
}

/**
 * Ends the hand, and the match if it is decided.
 * @param {Match} match
 * @param {{end: 'out' | 'stock', winner: Seat | null, rummy: boolean}} ending
 * @returns {Match}
 */
export function finish(match, { end, winner, rummy }) {
  const { deadwood, points, receipt } = scoreHand(match.rules, { hands: match.hands, winner, rummy });
  const scores = match.scores.map((score, seat) => score + points[seat]);
  const handsWon = match.handsWon.map((won, seat) => won + (seat === winner ? 1 : 0));
  const winners = matchWinners({ ...match, scores, handsWon });
  const result = {
    end,
    winner,
    rummy,
    deadwood,
    points,
    scores,
    match_over: winners.length > 0,
    match_winners: winners,
    receipt,
  };
  return { ...match, phase: 'over', ...freshTurn, afterReshuffle: null, scores, handsWon, result };
}
