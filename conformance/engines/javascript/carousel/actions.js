// @ts-check
import { without, withSeat } from '../cards.js';
import { finish, freshHand, nextDealer, toAct } from './match.js';
/** @typedef {import('./cards.js').Card} Card @typedef {import('../cards.js').Seat} Seat */
/** @typedef {import('./match.js').Match} Match @typedef {import('./refusals.js').Action} Action */

const LAST_DRAW = 3;

/**
 * The match after chance has dealt.
 * @param {Match} match @param {{hands: Card[][], stock: Card[]}} dealt @returns {Match}
 */
export function performDeal(match, { hands, stock }) {
  const dealer = nextDealer(match);
  return { ...match, ...freshHand, phase: 'draw', dealer, hands, stock, acting: (dealer + 1) % match.players };
}

/** Asks who knocks. @param {Match} match @returns {Match} */
function endTurn(match) {
  const isOut = match.hands[match.acting].length === 0;
  if (isOut && match.rules.empty_hand === 'auto_knock') return finish(match, match.acting);
  return { ...match, phase: 'knock', declined: [] };
}

/** Nobody has knocked. @param {Match} match @returns {Match} */
function nextTurn(match) {
  const next = { ...match, acting: (match.acting + 1) % match.players, draws: 0, declined: [] };
  if (match.stock.length > 0) return { ...next, phase: 'draw' };
  const goesOn = match.rules.stock_exhausted === 'play_on' && match.idleTurns < match.players;
  return goesOn ? { ...next, phase: 'meld' } : finish(match, null);
}

/** @param {Match} match @returns {Match} */
function draw(match) {
  const { acting, hands, rules } = match;
  const [card, ...stock] = match.stock;
  const draws = match.draws + 1;
  const drawn = { ...match, draws, stock, hands: withSeat(hands, acting, [...hands[acting], card]) };
  return draws === LAST_DRAW && rules.meld_after_third === 'turn_over' ? endTurn(drawn) : { ...drawn, phase: 'meld' };
}

/** Ends a turn without a meld; only without a stock has such a turn no card. @param {Match} match @returns {Match} */
const pass = (match) => endTurn({ ...match, idleTurns: match.draws === 0 ? match.idleTurns + 1 : 0 });

/** @param {Match} match @param {Seat} seat @returns {Match} */
function declineKnock(match, seat) {
  const after = { ...match, declined: [...match.declined, seat] };
  return toAct(after).length === 0 ? nextTurn(after) : after;
}

/**
 * The match after an accepted action of a seat.
 * @param {Match} match @param {Seat} seat @param {Action} action @returns {Match}
 */
export function perform(match, seat, action) {
  switch (action.type) {
    case 'draw':
      return draw(match);
    case 'rearrange':
      return endTurn({
        ...match,
        table: action.table,
        hands: withSeat(match.hands, seat, without(match.hands[seat], action.cards)),
        idleTurns: 0,
      });
    case 'knock':
      return finish(match, seat);
    default:
      return match.phase === 'knock' ? declineKnock(match, seat) : pass(match);
  }
}
