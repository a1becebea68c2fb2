// @ts-check
import { seatsOf, withLeast, withMost } from '../table.js';
import { deadwoodOf } from './deadwood.js';
import { packsFor } from './deal.js';
/** @typedef {import('./cards.js').Card} Card @typedef {import('./cards.js').Table} Table */
/** @typedef {import('../cards.js').Seat} Seat @typedef {import('../rules.js').Rules} Rules */

const UNDERCUT = 10;
const EMPTY_HAND = 25;
const BOX = 25;
const GAME = 100;
const TARGET = 150;

/**
 * How a hand ended, and how the match stood before.
 * @typedef {object} Ending
 * @property {Seat | null} knocker null where the stock ran out
 * @property {Card[][]} hands
 * @property {Table} table
 * @property {number[]} scores @property {number[]} boxes
 */

/** @typedef {{clause: string, from: Seat, to: Seat, points: number}} Line */

/** What each of several has of a bonus. @param {string} reading @param {number} bonus @param {number} several */
function shareOf(reading, bonus, several) {
  if (several === 1 || reading === 'ten_each' || reading === 'each_100') return bonus;
  return reading === 'no_bonus' ? 0 : Math.floor(bonus / several);
}

/**
 * Who wins a hand.
 * @param {Rules} rules @param {Seat | null} knocker @param {number[]} deadwood @returns {Seat[]}
 */
function winnersOf(rules, knocker, deadwood) {
  const seats = seatsOf(deadwood.length);
  if (knocker === null) return rules.stock_exhausted === 'showdown' ? withLeast(deadwood, seats) : [];
  const lowest = withLeast(
    deadwood,
    seats.filter((seat) => seat !== knocker),
  );
  return deadwood[lowest[0]] > deadwood[knocker] ? [knocker] : lowest;
}

/**
 * The points of a hand, line by line.
 * @param {Rules} rules @param {Ending} ending @param {number[]} deadwood @param {Seat[]} winners
 * @returns {Line[]}
 */
function linesOf(rules, { knocker, hands }, deadwood, winners) {
  const seats = seatsOf(hands.length);
  if (winners.length === 0) return [];
  const undercuts = (/** @type {Seat} */ seat) => knocker !== null && seat !== knocker && winners.includes(seat);
  const isEmpty = (/** @type {Seat} */ seat) =>
    rules.zero_definition === 'deadwood_zero' ? deadwood[seat] === 0 : hands[seat].length === 0;

  const hasEmptyBonus = (/** @type {Seat} */ seat) => {
    if (!isEmpty(seat)) return false;
    if (!winners.includes(seat)) {
      return rules.zero_knocker_tied === 'bonus_kept' && seat === knocker;
    }
    return rules.zero_bonus_holder !== 'knocker_only' || seat === knocker;
  };

  const differences = winners.flatMap((to) =>
    seats
      .filter((from) => from !== to)
      .filter((from) => rules.undercut_pays_whom === 'all_opponents' || !undercuts(to) || from === knocker)
      .map((from) => ({ clause: 'score.sum-of-differences', from, to, points: deadwood[from] - deadwood[to] })),
  );
  const bonuses = seats.flatMap((seat) => {
    const hasBoth = undercuts(seat) && hasEmptyBonus(seat);
    const share = shareOf(rules.undercut_bonus_tied, UNDERCUT, winners.length);
    return [
      {
        clause: 'score.undercut-bonus',
        points: undercuts(seat) && !(hasBoth && rules.zero_with_undercut === 'zero_only') ? share : 0,
      },
      {
        clause: 'score.zero-bonus',
        points: hasEmptyBonus(seat) && !(hasBoth && rules.zero_with_undercut === 'undercut_only') ? EMPTY_HAND : 0,
      },
      {
        clause: 'match.box-bonus',
        points: rules.box_timing === 'per_hand' && hasBox(rules, winners, seat) ? BOX : 0,
      },
    ].map((line) => ({ ...line, from: seat, to: seat }));
  });
  return [...differences, ...bonuses]
    .filter(({ points }) => points !== 0)
    .map((line) => ({ ...line, clause: `carousel.${line.clause}` }));
}

/** Whether a hand counts as won by a seat. @param {Rules} rules @param {Seat[]} winners @param {Seat} seat */
const hasBox = (rules, winners, seat) =>
  winners.includes(seat) && (winners.length === 1 || rules.box_for_tied_win === 'each');

/**
 * Who has reached the target and ends the match; nobody while it goes on.
 * @param {Rules} rules @param {number[]} scores @returns {Seat[]}
 */
function reachersOf(rules, scores) {
  const there = seatsOf(scores.length).filter((seat) => scores[seat] >= TARGET);
  if (there.length === 0 || rules.simultaneous_150 === 'both_win') return there;
  const highest = withMost(scores, there);
  return rules.simultaneous_150 === 'play_on' && highest.length > 1 ? [] : highest;
}

/** Whether a match with these scores is over. @param {Rules} rules @param {number[]} scores */
export const isOverWith = (rules, scores) => reachersOf(rules, scores).length > 0;

/**
 * How the match stands after a hand.
 * @param {Rules} rules @param {number[]} scores @param {number[]} boxes
 */
function standing(rules, scores, boxes) {
  const reachers = reachersOf(rules, scores);
  if (reachers.length === 0) return { match_over: false, match_winners: [], totals: [] };
  const share = shareOf(rules.game_bonus_shared, GAME, reachers.length);
  const totals = scores.map(
    (score, seat) =>
      score + (reachers.includes(seat) ? share : 0) + (rules.box_timing === 'end_of_game' ? BOX * boxes[seat] : 0),
  );
  const winners = rules.match_winner === 'highest_total' ? withMost(totals, seatsOf(totals.length)) : reachers;
  return { match_over: true, match_winners: winners, totals };
}

/** What a hand that ended so is worth, and how the match stands with it. @param {Rules} rules @param {Ending} ending */
export function scoreHand(rules, ending) {
  const packs = packsFor(ending.hands.length);
  const deadwood = ending.hands.map((hand) => deadwoodOf({ rules, packs, table: ending.table, hand }));
  const winners = winnersOf(rules, ending.knocker, deadwood);
  const receipt = linesOf(rules, ending, deadwood, winners);
  const points = ending.hands.map((_, seat) =>
    receipt.reduce((sum, line) => sum + (line.to === seat ? line.points : 0), 0),
  );
  const scores = ending.scores.map((score, seat) => score + points[seat]);
  const boxes = ending.boxes.map((won, seat) => won + (hasBox(rules, winners, seat) ? 1 : 0));
  return { winners, deadwood, points, scores, boxes, ...standing(rules, scores, boxes), receipt };
}
